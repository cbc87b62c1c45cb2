/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/find.h"
#include "discs/adjust.h"
#include "discs/candidates.h"
#include "discs/edge_spread.h"
#include "discs/sides.h"
#include "discs/topview.h"
#include "discs/twenty.h"

/* The view from above reaches to the rail: in radii of the outer line; and is
 * no finer than this. */
#define VIEW_RADII 1.30
#define VIEW_MAX_PX_PER_MM 1.1
/* Half the spacing of a wall's two edges and of what the top view blurs, mm. */
#define REACH_MM 3.2
#define GATE_MM 2.2
/* Below this shift, mm, foot and upper edge are one start. */
#define FOOT_MIN_MM 1.0
/* Candidates taken up, and what makes a disc of one: votes of the Hough
 * transform (1 is a whole outline) and the fit of the outline (1 is an edge in
 * the right place in every direction) together. Measured on 338 discs in real
 * and rendered pictures: the least sum of a disc was 1.22, and of anything else
 * on the board nearly always below 1.15. */
#define MIN_VOTES 0.44
#define MIN_FIT 0.28
#define MIN_VOTES_AND_FIT 1.18
/* With less than that, but this, it is a disc if its colour is that of a sure
 * one (at most this far in L*a*b*), and clearly not the board's. */
#define WEAK_VOTES_AND_FIT 0.95
#define WEAK_MIN_FIT 0.40
#define WEAK_COLOUR 11.0
#define WEAK_FROM_BOARD 12.0
/* Where half an outline says a disc stands, 1 sd, mm. */
#define WEAK_SIGMA_MM 0.4
/* With its middle within this part of the hole's radius a disc cannot lie flat:
 * what looks like one there is the hole, and that is looked at by itself. */
#define INSIDE_HOLE_FRAC 0.75
/* Sizes that discs are made in (radius, mm), and how well a measured size must
 * agree to be taken for one. */
static const double made_mm[] = {15.875, 15.0, 14.2875};
#define MADE_REL 0.02
#define MADE_SIGMA_MM 0.10
/* What is in the hole is a side's disc when its colour is this near to one of
 * that side's discs (lightness counts half). */
#define HOLE_COLOUR 16.0
/* What the fits do not know of: outlines are shaded, lines are not sharp. One
 * standard deviation, in pixels of the picture and in mm. */
#define FLOOR_PX 0.14
#define FLOOR_MM 0.06

/* A disc before it is told to a side. */
typedef struct found {
    crok_adjusted at;
    crok_outline outline;
    double votes;  /* of its candidate */
    bool on_board; /* on the playing surface, not in the ditch */
    bool weak;     /* its outline alone does not make it a disc */
} found;

typedef struct scan {
    const crok_image *img;
    crok_camera cam; /* of img */
    crok_board_pose pose;
    crok_disc_shape shape;
    int n;
    found disc[CROK_MAX_DISCS];
    int n_dropped;
} scan;

static crok_view view_of(const crok_image *img, double scale,
                         const crok_scan_options *options)
{
    return (crok_view){.img = img,
                       .scale = scale,
                       .full_w_px = (int)lround(img->w_px * scale),
                       .full_h_px = (int)lround(img->h_px * scale),
                       .focal_px = options->focal_prior_px};
}

crok_status crok_scan_board(const crok_image *img, double scale,
                            const crok_scan_options *options,
                            crok_board_pose *out, crok_err *err)
{
    crok_view view = view_of(img, scale, options);
    return crok_board_find(&view, out, err);
}

crok_status crok_scan_board_again(const crok_image *img, double scale,
                                  const crok_scan_options *options,
                                  crok_board_pose *pose, crok_err *err)
{
    crok_view view = view_of(img, scale, options);
    return crok_board_refine(&view, pose, err);
}

static double px_of(const scan *s, double mm)
{
    return mm * crok_camera_px_per_mm(&s->cam);
}

/* How far, and where to, the foot of a disc at `at` appears from its upper edge
 * on the board: towards the point below the camera. */
static crok_mm foot_shift(const scan *s, crok_mm at)
{
    crok_vec3 eye = crok_camera_centre(&s->cam);
    double k = s->shape.height_mm / fmax(eye.z - s->shape.height_mm, 1.0);
    return (crok_mm){k * (eye.x - at.x), k * (eye.y - at.y)};
}

/* One candidate with the shape as it is: where it settles and how well. What
 * voted may have been the disc's foot, a dark circle as large as the disc: so
 * it is also tried half and all of the wall away from the camera. */
static crok_adjusted try_candidate(const scan *s, const crok_disc_shape *shape,
                                   crok_mm at, crok_outline *outline)
{
    crok_mm foot = foot_shift(s, at);
    int n = hypot(foot.x, foot.y) > FOOT_MIN_MM ? 3 : 1;
    crok_adjusted best = {.fit = -1.0};
    for (int i = 0; i < n; i++) {
        crok_outline o;
        crok_adjusted one;
        crok_mm start = {at.x - 0.5 * i * foot.x, at.y - 0.5 * i * foot.y};
        crok_outline_read(s->img, &s->cam, shape, start, px_of(s, REACH_MM),
                          &o);
        one = crok_adjust_one(&o, shape, start, GATE_MM);
        if (one.fit <= best.fit)
            continue;
        best = one;
        *outline = o;
    }
    return best;
}

/* The disc radius that the strongest candidates settle best with. */
static double best_radius(const scan *s, const crok_candidates *c)
{
    double best = c->radius_mm;
    double top = -1.0;
    for (double k = 0.88; k < 1.08; k += 0.03) {
        crok_disc_shape shape =
            crok_disc_shape_typical(k * c->radius_mm, s->shape.height_mm);
        double sum = 0.0;
        int n = 0;
        for (int i = 0; i < c->n && n < 6; i++) {
            crok_outline outline;
            if (c->c[i].votes < MIN_VOTES ||
                hypot(c->c[i].at.x, c->c[i].at.y) < s->pose.board.hole_mm)
                continue;
            sum += try_candidate(s, &shape, c->c[i].at, &outline).fit;
            n++;
        }
        if (sum <= top)
            continue;
        top = sum;
        best = shape.radius_mm;
    }
    return best;
}

/* Discs do not overlap: of two that would, the better one stays. */
static bool overlaps_better(scan *s, const found *f)
{
    const crok_adjusted *a = &f->at;
    for (int i = 0; i < s->n; i++) {
        double d =
            hypot(s->disc[i].at.at.x - a->at.x, s->disc[i].at.at.y - a->at.y);
        if (d > 1.75 * s->shape.radius_mm)
            continue;
        if (s->disc[i].at.fit + s->disc[i].votes >= a->fit + f->votes)
            return true;
        s->disc[i] = s->disc[--s->n];
        i--;
    }
    return false;
}

static void take_up(scan *s, const crok_candidates *c)
{
    double edge = s->pose.board.line_mm[CROK_LINE_OUTER] * 1.12;
    for (int i = 0; i < c->n; i++) {
        found f;
        double d = 0.0;
        if (c->c[i].votes < MIN_VOTES)
            continue;
        f.at = try_candidate(s, &s->shape, c->c[i].at, &f.outline);
        d = hypot(f.at.at.x, f.at.at.y);
        f.on_board = d < edge;
        f.votes = c->c[i].votes;
        f.weak = c->c[i].votes + f.at.fit < MIN_VOTES_AND_FIT;
        if (f.at.fit < (f.weak ? WEAK_MIN_FIT : MIN_FIT) ||
            c->c[i].votes + f.at.fit < WEAK_VOTES_AND_FIT ||
            (f.weak && !f.on_board) ||
            d < INSIDE_HOLE_FRAC * s->pose.board.hole_mm ||
            overlaps_better(s, &f))
            continue;
        /* read again where it stands, for the adjustment */
        crok_outline_read(s->img, &s->cam, &s->shape, f.at.at,
                          px_of(s, REACH_MM), &f.outline);
        if (s->n == CROK_MAX_DISCS)
            s->n_dropped++;
        else
            s->disc[s->n++] = f;
    }
}

/* A size that discs are made in, if the measured one is near it. */
static double made_size(double radius_mm)
{
    for (size_t i = 0; i < sizeof made_mm / sizeof made_mm[0]; i++)
        if (fabs(radius_mm - made_mm[i]) < MADE_REL * made_mm[i])
            return made_mm[i];
    return 0.0;
}

/* All discs on the surface together; their common size may be one that discs
 * are made in. */
static void adjust_all(scan *s)
{
    static _Thread_local crok_outline outline[CROK_ADJUST_MAX];
    static _Thread_local crok_adjustment a;
    static _Thread_local crok_adjustment again;
    int which[CROK_ADJUST_MAX];
    double made = 0.0;
    a = (crok_adjustment){.shape = s->shape,
                          .radius_prior_sigma_mm = 0.05 * s->shape.radius_mm};
    for (int i = 0; i < s->n && a.n < CROK_ADJUST_MAX; i++) {
        if (!s->disc[i].on_board || s->disc[i].weak)
            continue;
        outline[a.n] = s->disc[i].outline;
        a.disc[a.n] = s->disc[i].at;
        which[a.n++] = i;
    }
    if (a.n == 0 || !crok_adjust(outline, &a))
        return;
    made = made_size(a.shape.radius_mm);
    again = a;
    again.shape.radius_mm = made;
    again.radius_prior_sigma_mm = MADE_SIGMA_MM;
    if (made > 0.0 && crok_adjust(outline, &again))
        a = again;
    s->shape = a.shape;
    for (int i = 0; i < a.n; i++)
        s->disc[which[i]].at = a.disc[i];
}

/* The lines' width, now that the discs show how sharp the picture is. */
static void measure_width(scan *s)
{
    crok_mm at[CROK_MAX_DISCS];
    crok_board *b = &s->pose.board;
    crok_edge_spread edge;
    crok_line_width w;
    int n = 0;
    for (int i = 0; i < s->n; i++)
        if (s->disc[i].on_board && !s->disc[i].weak)
            at[n++] = s->disc[i].at.at;
    edge = crok_edge_spread_of(s->img, &s->cam, &s->shape, at, n);
    if (edge.weight <= 0.0)
        return;
    w = crok_width_of(s->pose.section, CROK_N_LINES, &edge,
                      b->line_mm[CROK_LINE_OUTER]);
    b->line_width_mm = w.width;
    s->pose.line_width_sigma_mm = w.width_sigma;
}

/* What is in the hole, if it is a disc of a side: false where it is none. */
static bool hole_disc(const scan *s, const crok_face *faces, const int *side,
                      crok_disc *out)
{
    crok_hole_view v = crok_hole_look(s->img, &s->cam, s->pose.board.hole_mm);
    crok_lab colour = crok_lab_of(v.rgb);
    double best = HOLE_COLOUR;
    bool sure = true;
    crok_hole_content what =
        crok_hole_judge(&v, s->pose.board.hole_mm, s->shape.radius_mm, &sure);
    *out = (crok_disc){.side = -1, .state_unsure = !sure, .confidence = 1.0};
    for (int i = 0; i < s->n; i++) {
        double d = crok_lab_distance(crok_lab_of(faces[i].rgb), colour, 0.5);
        if (side[i] < 0 || d >= best)
            continue;
        best = d;
        out->side = side[i];
    }
    out->state = what == CROK_HOLE_LEANING ? CROK_DISC_LEANING : CROK_DISC_HOLE;
    out->at = v.centre;
    out->rgb[0] = (uint8_t)lround(v.rgb.r);
    out->rgb[1] = (uint8_t)lround(v.rgb.g);
    out->rgb[2] = (uint8_t)lround(v.rgb.b);
    return out->side >= 0 && what != CROK_HOLE_EMPTY;
}

/* How the distance of a disc from the centre, and its distance from a line,
 * move with each unknown of the pose, the outline in the picture staying. */
static void pose_gradient(const scan *s, crok_mm at, int line,
                          double d_centre[CROK_POSE_UNKNOWNS],
                          double d_line[CROK_POSE_UNKNOWNS])
{
    double z = s->shape.height_mm - CROK_DISC_ROUNDING_MM;
    crok_px top =
        crok_camera_project(&s->pose.camera, (crok_vec3){at.x, at.y, z});
    for (int k = 0; k < CROK_POSE_UNKNOWNS; k++) {
        double step[CROK_N_CAM] = {0};
        double h = k == CROK_CAM_F || k == CROK_CAM_CX || k == CROK_CAM_CY
                       ? 0.1
                       : 1e-4;
        d_centre[k] = 0.0;
        if (k < CROK_N_CAM) {
            crok_camera cam;
            crok_mm m;
            step[k] = h;
            cam = crok_camera_moved(&s->pose.camera, step);
            m = crok_camera_unproject(&cam, top, z);
            d_centre[k] = (hypot(m.x, m.y) - hypot(at.x, at.y)) / h;
        }
        d_line[k] = d_centre[k];
        if (line > CROK_LINE_OUTER && k == CROK_N_CAM + line - 1)
            d_line[k] -= 1.0;
    }
}

static double quadratic(const double *cov, const double *g)
{
    double sum = 0.0;
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j < CROK_POSE_UNKNOWNS; j++)
            sum += g[i] * cov[i * CROK_POSE_UNKNOWNS + j] * g[j];
    return fmax(sum, 0.0);
}

/* The covariance of the pose's unknowns; zero where it is not known (a pose
 * from a file is as good as it says). */
static void pose_covariance(const crok_board_pose *pose, double *cov)
{
    static _Thread_local crok_lsq q;
    crok_lsq_reset(&q, CROK_POSE_UNKNOWNS);
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j <= i; j++)
            q.a[i][j] = pose->info[i * CROK_POSE_UNKNOWNS + j];
    if (!crok_lsq_covariance(&q, cov))
        memset(cov, 0, sizeof *cov * CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS);
}

static int nearest_line(const crok_board *b, double d_mm)
{
    int best = 0;
    for (int k = 1; k < CROK_N_LINES; k++)
        if (fabs(d_mm - b->line_mm[k]) < fabs(d_mm - b->line_mm[best]))
            best = k;
    return best;
}

/* Sigma of a disc's place: its edges, the pose, and what neither knows. */
static void set_sigma(const scan *s, const double *cov, const crok_adjusted *a,
                      crok_disc *out)
{
    double d = fmax(hypot(out->at.x, out->at.y), 1e-9);
    double ex = out->at.x / d;
    double ey = out->at.y / d;
    double edges =
        ex * ex * a->cov[0] + 2.0 * ex * ey * a->cov[1] + ey * ey * a->cov[2];
    double floor_mm = hypot(FLOOR_MM, FLOOR_PX / px_of(s, 1.0));
    double g[CROK_POSE_UNKNOWNS];
    double g_line[CROK_POSE_UNKNOWNS];
    int line = nearest_line(&s->pose.board, d);
    pose_gradient(s, out->at, line, g, g_line);
    edges += floor_mm * floor_mm;
    out->sigma_mm = sqrt(edges + quadratic(cov, g));
    out->line_sigma_mm = sqrt(edges + quadratic(cov, g_line) +
                              pow(s->pose.line_sigma_mm[line], 2.0));
}

static crok_disc_state state_of(const scan *s, const found *f)
{
    double d = hypot(f->at.at.x, f->at.at.y);
    double outer = s->pose.board.line_mm[CROK_LINE_OUTER];
    if (!f->on_board || d - s->shape.radius_mm > outer + 3.0)
        return CROK_DISC_OUT;
    return CROK_DISC_FLAT;
}

static void add_disc(const scan *s, crok_disc d, crok_observation *out)
{
    double z = d.state == CROK_DISC_HOLE ? -s->pose.board.hole_depth_mm : 0.0;
    if (out->n_discs == CROK_MAX_DISCS) {
        out->n_dropped++;
        return;
    }
    d.at_px =
        crok_camera_project(&s->pose.camera, (crok_vec3){d.at.x, d.at.y, z});
    out->discs[out->n_discs++] = d;
}

/* In reading order: rows of a disc's height, from the left. */
static int by_place(const void *a, const void *b)
{
    const crok_disc *x = a;
    const crok_disc *y = b;
    long rx = lround(x->at.y / 40.0);
    long ry = lround(y->at.y / 40.0);
    if (rx != ry)
        return rx > ry ? -1 : 1;
    return (x->at.x > y->at.x) - (x->at.x < y->at.x);
}

static void warn(crok_observation *out, const char *text)
{
    if (out->n_warnings < 8)
        (void)snprintf(out->warnings[out->n_warnings++],
                       sizeof out->warnings[0], "%s", text);
}

static void fill(const scan *s, const crok_face *faces, const int *side,
                 crok_observation *out)
{
    double cov[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
    crok_disc hole;
    int strays = 0;
    pose_covariance(&s->pose, cov);
    for (int i = 0; i < s->n; i++) {
        const found *f = &s->disc[i];
        crok_disc d = {.side = side[i],
                       .state = state_of(s, f),
                       .at = f->at.at,
                       .rgb = {(uint8_t)lround(faces[i].rgb.r),
                               (uint8_t)lround(faces[i].rgb.g),
                               (uint8_t)lround(faces[i].rgb.b)},
                       .confidence = f->at.support_frac};
        if (side[i] < 0) {
            strays += d.state == CROK_DISC_OUT ? 0 : 1;
            continue;
        }
        set_sigma(s, cov, &f->at, &d);
        add_disc(s, d, out);
    }
    if (hole_disc(s, faces, side, &hole)) {
        hole.sigma_mm = hole.line_sigma_mm = FLOOR_MM + 1.0 / px_of(s, 1.0);
        add_disc(s, hole, out);
    }
    if (strays > 0)
        warn(out, "something round on the board has no side's colour and is "
                  "not counted");
    qsort(out->discs, (size_t)out->n_discs, sizeof out->discs[0], by_place);
    for (int i = 0; i < out->n_discs; i++)
        out->discs[i].id = i + 1;
    out->n_dropped += s->n_dropped;
}

/* A disc in the hole may have been taken for the hole: then discs are as large
 * as "the hole". The discs' size is the better measure of length. */
static bool mend_scale(scan *s)
{
    crok_board *b = &s->pose.board;
    double k = made_mm[0] / s->shape.radius_mm;
    double unit = s->cam.f_px / s->pose.camera.f_px;
    if (s->pose.scale != CROK_SCALE_HOLE || s->n < 2 ||
        fabs(s->shape.radius_mm / b->hole_mm - 1.0) > 0.07)
        return false;
    crok_board_pose_rescale(&s->pose, k);
    b->hole_mm = crok_board_tournament()->hole_mm;
    s->pose.scale = CROK_SCALE_DISC;
    s->cam = crok_camera_rescaled(&s->pose.camera, 1.0 / unit, s->img->w_px,
                                  s->img->h_px);
    return true;
}

static crok_status find_discs_once(scan *s, crok_err *err)
{
    static _Thread_local crok_candidates c;
    crok_topview view = {0};
    double ppm = crok_camera_px_per_mm(&s->cam);
    crok_status st =
        crok_topview_make(s->img, &s->cam, s->shape.height_mm,
                          VIEW_RADII * s->pose.board.line_mm[CROK_LINE_OUTER],
                          fmin(ppm, VIEW_MAX_PX_PER_MM), &view, err);
    if (st == CROK_OK)
        st = crok_candidates_find(&view, &s->pose.board, &c, err);
    crok_topview_free(&view);
    if (st != CROK_OK)
        return st;
    s->shape = crok_disc_shape_typical(best_radius(s, &c), s->shape.height_mm);
    take_up(s, &c);
    adjust_all(s);
    return CROK_OK;
}

static crok_status find_all(scan *s, crok_err *err)
{
    crok_status st = find_discs_once(s, err);
    if (st == CROK_OK && mend_scale(s)) {
        s->n = 0;
        s->n_dropped = 0;
        st = find_discs_once(s, err);
    }
    if (st != CROK_OK)
        return st;
    s->pose.board.disc_mm = s->shape.radius_mm;
    measure_width(s);
    return CROK_OK;
}

/* Sure discs first; how many they are. */
static int sure_first(scan *s)
{
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        found t = s->disc[i];
        if (t.weak)
            continue;
        s->disc[i] = s->disc[n];
        s->disc[n++] = t;
    }
    return n;
}

/* Tells the weak ones, from `sure` on, by the colours of the sure ones; those
 * that are like none of them are dropped. */
static void tell_weak(scan *s, int sure, crok_face *faces, int *side)
{
    int n = sure;
    for (int i = sure; i < s->n; i++) {
        crok_lab face = crok_lab_of(faces[i].rgb);
        double best =
            fmin(WEAK_COLOUR,
                 crok_lab_distance(face, crok_lab_of(faces[i].board), 0.7) -
                     WEAK_FROM_BOARD + WEAK_COLOUR);
        int to = -1;
        for (int k = 0; k < sure; k++) {
            double d = crok_lab_distance(face, faces[k].raw, 0.7);
            if (side[k] < 0 || d >= best)
                continue;
            best = d;
            to = side[k];
        }
        if (to < 0)
            continue;
        s->disc[n] = s->disc[i];
        faces[n] = faces[i];
        side[n++] = to;
    }
    s->n = n;
}

/* Adjusts the weak ones that stay, with the shape that the sure ones gave. */
static void adjust_weak(scan *s, int sure)
{
    for (int i = sure; i < s->n; i++) {
        crok_adjusted *a = &s->disc[i].at;
        *a = try_candidate(s, &s->shape, a->at, &s->disc[i].outline);
        a->cov[0] = a->cov[2] = WEAK_SIGMA_MM * WEAK_SIGMA_MM;
        a->cov[1] = 0.0;
    }
}

crok_status crok_scan_discs(const crok_image *img, double scale,
                            const crok_scan_options *options,
                            const crok_board_pose *pose, crok_observation *out,
                            crok_err *err)
{
    static _Thread_local scan s;
    static _Thread_local crok_observation seen;
    crok_face faces[CROK_MAX_DISCS];
    int side[CROK_MAX_DISCS];
    int sure = 0;
    crok_status st = CROK_OK;
    memset(&s, 0, sizeof s);
    memset(&seen, 0, sizeof seen);
    s.img = img;
    s.cam = crok_camera_rescaled(&pose->camera, scale, img->w_px, img->h_px);
    s.pose = *pose;
    s.shape.height_mm = pose->board.disc_height_mm;
    st = find_all(&s, err);
    if (st != CROK_OK)
        return st;
    sure = sure_first(&s);
    for (int i = 0; i < s.n; i++)
        faces[i] = crok_face_read(img, &s.cam, &s.shape, s.disc[i].at.at,
                                  s.disc[i].on_board);
    st = crok_sides_tell(faces, sure,
                         options->n_sides == 0 ? 2 : options->n_sides,
                         options->n_side_names > 0 ? options->side_names : NULL,
                         side, seen.sides, &seen.n_sides, err);
    if (st != CROK_OK)
        return st;
    tell_weak(&s, sure, faces, side);
    adjust_weak(&s, sure);
    seen.pose = s.pose;
    fill(&s, faces, side, &seen);
    *out = seen;
    return CROK_OK;
}
