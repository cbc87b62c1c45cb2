/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/search.h"

#include <math.h>

#include "board/edges.h"
#include "board/search/accumulator.h"
#include "board/search/faint.h"
#include "board/search/pegs.h"
#include "board/search/rings.h"
#include "cv/cv.h"

/* The efforts of the search. In the copy of the quick search, rings have at
 * least 100 px and lines are about one pixel wide. Faint lines on strong grain
 * are lost in this copy, so the thorough search uses a larger one. On 529
 * renders, photos and variants of photos, the thorough search found the two
 * boards that the quick one had missed. It also fits more candidates, and takes
 * longer, mainly if there is no board. */
typedef struct search_effort {
    int side_px; /* largest longer side of the copy that is searched */
    crok_plane_grid planes;
    int n_candidates; /* largest number of centres that are fitted */
    double focal;     /* focal length at the start, as a factor of the prior's,
                         where EXIF gives none */
} search_effort;
/* The oblique efforts were tuned on 30 boards at 30 to 55 degrees (bench_tilt):
 * the right candidate was among the first three of the list. With the focal
 * length of the prior alone, most boards of 1.7 times the longer side were
 * refused or mistaken; a copy of 800 px lost four times as many boards. */
static const search_effort search_efforts[CROK_N_EFFORTS] = {
    [CROK_EFFORT_QUICK] = {800, CROK_PLANES_QUICK, 9, 1.0},
    [CROK_EFFORT_THOROUGH] = {1200, CROK_PLANES_THOROUGH, CROK_MAX_CENTRES,
                              1.0},
    [CROK_EFFORT_OBLIQUE] = {1200, CROK_PLANES_OBLIQUE, 6, 1.0},
    [CROK_EFFORT_OBLIQUE_TELE] = {1200, CROK_PLANES_OBLIQUE, 6, 1.65},
    [CROK_EFFORT_OBLIQUE_WIDE] = {1200, CROK_PLANES_OBLIQUE, 6, 0.8},
    [CROK_EFFORT_OBLIQUE_LONG] = {1200, CROK_PLANES_OBLIQUE, 6, 1.3},
    /* its strong rings vote for nearly the same centre in every plane */
    [CROK_EFFORT_FAINT] = {800, CROK_PLANES_THOROUGH, 5, 1.0}};

/* A smaller picture is enlarged to this longer side for the search, so that the
 * gates of the fits, which are in px, cover the same errors of the plane as in
 * other pictures. It is the side of the quick search's copy. */
#define LEAST_SIDE_PX 800.0
/* Largest number of iterations of one fit to edge points. The fit need not
 * converge, because another fit with a smaller gate follows. Chosen by hand, to
 * save time. */
#define SEARCH_ROUNDS 8
/* Standard deviations of the priors in the search: the focal length (relative),
 * the principal point in px, and k1. Chosen by hand: the fits of the search
 * have many outliers, which would distort a lens with weak priors. */
#define SEARCH_F_REL_SIGMA 0.15
#define SEARCH_C_SIGMA_PX 0.01
#define SEARCH_K1_SIGMA 0.01
/* The search ends if lines have a score (score_of) above GOOD_SCORE and are
 * traced all round. Lines with a score of at most MIN_SCORE are rejected.
 * Chosen by hand: with a lower GOOD_SCORE the search ends at a wrong fit, with
 * a higher one it takes longer. A board seen from the side must also be fitted
 * closely, because the ditch and the rail lie in other planes and distort the
 * first fit. With a lower MIN_SCORE other rings are
 * accepted, with a higher one crooked boards are refused. */
#define GOOD_SCORE 0.25
#define MIN_SCORE 0.10
/* A misfit of this size divides the score by e. It is a fraction of the outer
 * line's radius. The lines of real boards have residuals of up to 0.0015. */
#define RESIDUAL_FRAC 0.0020
/* Largest number of choices of lines that are tried with the rings of one
 * candidate. Chosen by hand; it limits the time. */
#define MAX_TRIES 6
/* Radius of a board including its rail (outer line = 1). */
#define RAIL_RADII 1.35
/* Another ring may be the inner line too if its similarity to the outer line is
 * above RIVAL_FRAC of the chosen ring's similarity. It counts as another ring
 * if its radius differs by at least SAME_RING (outer line = 1). Both are chosen
 * by hand. On 240 drawn boards with rims and painted rings, the inner line was
 * wrong by more than 1 mm on 37 boards without these checks, and on two with
 * them. */
#define RIVAL_FRAC 0.5
#define SAME_RING 0.010
/* Such a ring is a rival if its likeness is at least this part of the middle
 * line's. On twelve variants of two boards that need this proof other rings had
 * at most 0.20; where the edge of a surface was taken for the outer line, the
 * true one had at least 0.49. */
#define RIVAL_LIKENESS 0.3
/* Radii at which a rival of the outer or the middle line is searched for (outer
 * line = 1). The step is twice the reach of one trace. Beyond the range the
 * other two lines cannot belong to it (lines.c). */
#define RIVAL_FROM 0.55
#define RIVAL_TO 1.35
#define RIVAL_STEP 0.03
/* The lines are whole if the misfit of the fit is below WHOLE_MISFIT, or if at
 * least WHOLE_SEEN of the outer and of the middle line is seen. A wrong camera
 * whose rings cross several lines of a drawn board had 0.0022 and 0.58; a
 * warped board with worn lines has 0.0014 and at least 0.75, and a board with a
 * third of its outer line under discs and a cloth 0.0009. */
#define WHOLE_MISFIT 0.0010
#define WHOLE_SEEN 0.70
/* Smallest contrast of a quadrant line that is the only one seen, as a fraction
 * of the rings' contrast: it is drawn like them, and the strongest of four rays
 * of wood grain reached 0.35 (a board with worn lines). */
#define SINGLE_MIN_CONTRAST 0.5
/* The radius of a hole as a part of that of the surface's edge: 13 to 20 mm of
 * 310 to 360 mm on boards (models/boards/README.md), widened by a half, since
 * its wall and floor have edges, too. */
#define HOLE_MIN 0.024
#define HOLE_MAX 0.09
/* Make the prior of the search from the prior of the view. It keeps the lens
 * nearly fixed. The principal point is free only if the board was cut out of
 * its picture, because it may then be anywhere. */
static crok_fit_prior search_prior(const crok_fit_prior *prior, crok_crop crop)
{
    crok_fit_prior p = *prior;
    p.f_rel_sigma = fmin(p.f_rel_sigma, SEARCH_F_REL_SIGMA);
    p.c_sigma_px = crop == CROK_CROP_BOARD ? p.c_sigma_px : SEARCH_C_SIGMA_PX;
    p.k1_sigma = SEARCH_K1_SIGMA;
    p.max_iterations = SEARCH_ROUNDS;
    return p;
}

/* The score of fitted lines, 0..1:
 *
 *     quality * exp(-misfit / RESIDUAL_FRAC)
 *
 * If fits from two initial values differ, the one with the smaller residual is
 * right. */
static double score_of(const crok_board_lines *l)
{
    return l->quality * exp(-crok_board_lines_misfit(l) / RESIDUAL_FRAC);
}

/* The state of one search: the picture, the prior of its camera, and the best
 * lines up to now. */
typedef struct search_state {
    const crok_view *view;
    crok_fit_prior prior;   /* prior of view->img */
    crok_board_lines *best; /* fitted in view->img */
    crok_quadrants *quadrants;
    double score;    /* score of *best; 0 if there are no lines yet */
    bool is_oblique; /* the search is for boards seen from the side */
    bool is_faint;   /* it is for boards whose lines are faint */
    bool done;       /* *best is good enough to end the search */
} search_state;

/* A ring that may be the inner line. */
typedef struct inner_ring {
    double radius;     /* outer line = 1 */
    double similarity; /* to the outer line, 0..1 */
    int pegs;          /* places of pegs that are occupied, 0..8 */
} inner_ring;

/* Measure the ring near `radius`. If the inner line is seen as a step, its
 * middle may be up to one line width inside or outside the step. So pegs are
 * counted at three radii in this case, and the largest count is used. */
static inner_ring measure_inner(const crok_image *img,
                                const crok_board_lines *lines, double radius,
                                double quadrant_rad)
{
    const crok_camera *cam = &lines->fit.cam;
    double aside =
        lines->inner_is_step ? lines->width_px * cam->t_mm.z / cam->f_px : 0.0;
    crok_ring_look look = crok_board_lines_look(img, lines, radius);
    inner_ring r = {.radius = look.radius, .similarity = look.similarity};
    r.pegs = crok_pegs_count(img, cam, r.radius, quadrant_rad);
    for (int k = -1; k <= 1 && aside > 0.0; k += 2) {
        int n = crok_pegs_count(img, cam, r.radius + k * aside, quadrant_rad);
        r.pegs = n > r.pegs ? n : r.pegs;
    }
    return r;
}

/* Choose the ring that is the inner line, and set lines->inner_is_sure. Returns
 * its radius, outer line = 1.
 *
 * The candidates are the rings that look like the outer line and have a radius
 * that is possible for the inner line. The one with the most pegs is chosen.
 * The choice is sure if enough pegs are seen. It is also sure if there is only
 * one candidate, except if that is the edge of a painted middle. */
static double choose_inner(const crok_image *img, const crok_ring_fit *rings,
                           double unit, double quadrant_rad,
                           crok_board_lines *lines)
{
    inner_ring best = measure_inner(
        img, lines, lines->fit.radius[CROK_LINE_INNER], quadrant_rad);
    double first = best.radius;
    double least = RIVAL_FRAC * best.similarity;
    bool rival = lines->inner_is_step;
    for (int i = 0; i < rings->n_rings; i++) {
        inner_ring r;
        double at = rings->radius[i] / unit;
        if (!crok_board_lines_is_inner(at))
            continue;
        r = measure_inner(img, lines, at, quadrant_rad);
        if (fabs(r.radius - first) < SAME_RING || r.similarity <= least)
            continue;
        rival = true;
        if (r.pegs > best.pegs)
            best = r;
    }
    lines->inner_is_sure = !rival || best.pegs >= CROK_PEGS_MIN_SURE;
    return best.radius;
}

/* May a ring of this radius be the outer or the middle line instead, with the
 * other two lines as they are? */
static bool may_replace(const crok_board_lines *lines, double radius)
{
    double middle = lines->fit.radius[CROK_LINE_MIDDLE];
    double inner = lines->fit.radius[CROK_LINE_INNER];
    bool as_middle =
        crok_board_lines_is_middle(radius) && fabs(radius - middle) > SAME_RING;
    bool as_outer = crok_board_lines_is_middle(middle / radius) &&
                    crok_board_lines_is_inner(inner / radius) &&
                    fabs(radius - 1.0) > SAME_RING;
    return as_middle || as_outer;
}

/* How much a ring looks like a whole line of the board, 0..1. Sets *seen, which
 * may be NULL, to the radius at which it was traced. */
static double likeness(const crok_image *img, const crok_board_lines *lines,
                       double radius, double *seen)
{
    crok_ring_look look = crok_board_lines_look(img, lines, radius);
    if (seen != NULL)
        *seen = look.radius;
    return look.similarity * look.round_frac;
}

/* Does another ring look like the outer or the middle line? All radii that such
 * a ring may have are searched, because the list of rings is not complete. */
static bool has_rival(const crok_image *img, const crok_board_lines *lines)
{
    double own =
        likeness(img, lines, lines->fit.radius[CROK_LINE_MIDDLE], NULL);
    double seen = 0.0;
    if (own <= 0.0)
        return true; /* nothing to compare with */
    for (double at = RIVAL_FROM; at < RIVAL_TO; at += RIVAL_STEP)
        if (may_replace(lines, at) &&
            likeness(img, lines, at, &seen) > RIVAL_LIKENESS * own &&
            may_replace(lines, seen))
            return true;
    return false;
}

/* Were the outer and the middle line seen nearly all round, or fitted closely?
 * Otherwise each may be parts of several rings. Faint lines are seen only with
 * noise, so their fit says less. */
static bool are_whole(const crok_board_lines *lines)
{
    const crok_trace *outer = &lines->trace[CROK_LINE_OUTER];
    const crok_trace *middle = &lines->trace[CROK_LINE_MIDDLE];
    return (!lines->is_faint &&
            crok_board_lines_misfit(lines) < WHOLE_MISFIT) ||
           (outer->n_seen >= WHOLE_SEEN * outer->n_inside &&
            middle->n_seen >= WHOLE_SEEN * middle->n_inside);
}

/* Is it proven that the rings are the lines of a board? At least two quadrant
 * lines that end on the outer and on the middle line prove it. A cover may hide
 * all but one of them, and worn ones are too faint for their ends and rotation
 * to be seen. Then pegs must stand on the inner line, the other two lines must
 * be whole, and no other ring may look like one of them. */
static bool are_proven(const crok_image *img, const crok_quadrants *quadrants,
                       const crok_board_lines *lines)
{
    bool two = quadrants->contrast >= CROK_QUADRANTS_MIN_CONTRAST;
    bool one = quadrants->best_contrast >= SINGLE_MIN_CONTRAST;
    bool end = crok_quadrants_agree(quadrants, lines);
    const crok_camera *cam = &lines->fit.cam;
    double inner = lines->fit.radius[CROK_LINE_INNER];
    if (two && end)
        return true;
    if ((!two && !(one && end)) || !are_whole(lines))
        return false;
    if (end ? crok_pegs_count(img, cam, inner, quadrants->angle_rad) <
                  CROK_PEGS_MIN_SURE
            : crok_pegs_count_turned(img, cam, inner) <
                  CROK_PEGS_MIN_SURE_TURNED)
        return false;
    return !has_rival(img, lines);
}

/* Set the radius of ring `at` of the list. The old radius moves to the end of
 * the list; if the list is full, it replaces the last one there. */
static void set_ring(crok_ring_fit *rings, int at, double radius)
{
    if (rings->n_rings < CROK_MAX_RINGS)
        rings->n_rings++;
    rings->radius[rings->n_rings - 1] = rings->radius[at];
    rings->radius[at] = radius;
}

/* Choose the inner line by its pegs, and refit if it is another ring than
 * before. Keep the lines if their score is the best up to now. The caller has
 * checked that they are those of a board. */
static void keep_if_best(const crok_ring_fit *rings,
                         const crok_line_choice *choice,
                         const crok_quadrants *quadrants,
                         crok_board_lines *lines, search_state *q)
{
    const crok_image *img = q->view->img;
    double unit = rings->radius[choice->ring[CROK_LINE_OUTER]];
    double inner = choose_inner(img, rings, unit, quadrants->angle_rad, lines);
    if (fabs(inner - lines->fit.radius[CROK_LINE_INNER]) > SAME_RING) {
        crok_ring_fit other = *rings;
        crok_line_choice c = *choice;
        c.inner_is_step = false;
        other.radius[c.ring[CROK_LINE_INNER]] = inner * unit;
        if (crok_board_lines_fit(img, &other, &c, &q->prior, lines, NULL) !=
            CROK_OK)
            return;
        lines->inner_is_sure =
            fabs(inner - lines->fit.radius[CROK_LINE_INNER]) < SAME_RING;
    }
    if (score_of(lines) <= q->score)
        return;
    q->score = score_of(lines);
    q->done = q->score > GOOD_SCORE && crok_board_lines_are_traced(lines) &&
              (!q->is_oblique ||
               crok_board_lines_residual(lines) < CROK_CLOSE_FIT_FRAC);
    *q->best = *lines;
    *q->quadrants = *quadrants;
}

/* Make a list of rings from the ends of the quadrant lines, for the case that
 * these do not end on the chosen lines. The ends give the radii of the outer
 * and the middle line, which become rings 0 and 1. The camera is that of the
 * lines. Returns false if the ends do not agree. */
static bool rings_from(const crok_quadrants *quadrants,
                       const crok_board_lines *lines,
                       const crok_ring_fit *rings, double unit,
                       crok_ring_fit *out)
{
    double middle = 0.0;
    double outer = 0.0;
    if (!crok_quadrants_span(quadrants, &middle, &outer))
        return false;
    *out = *rings;
    out->cam = lines->fit.cam;
    out->cam.t_mm = crok_vec3_scale(out->cam.t_mm, unit);
    set_ring(out, 0, outer * unit);
    set_ring(out, 1, middle * unit);
    return true;
}

/* Try the choices of lines from these rings, in the order of their quality. A
 * choice is kept if it is proven that it has the lines of a board, and its
 * score is the best up to now. Returns true if the search is not done, and the
 * ends of quadrant lines gave other radii. `better` then has the rings with
 * these radii. */
static bool try_choices(const crok_ring_fit *rings, search_state *q,
                        crok_ring_fit *better)
{
    crok_board_lines lines;
    crok_line_choice choice[CROK_MAX_CHOICES];
    const crok_image *img = q->view->img;
    int n = crok_board_lines_choose(img, rings, q->is_faint, choice);
    bool has_better = false;
    for (int i = 0; i < n && i < MAX_TRIES && !q->done; i++) {
        double unit = rings->radius[choice[i].ring[CROK_LINE_OUTER]];
        crok_quadrants quadrants;
        if (crok_board_lines_fit(img, rings, &choice[i], &q->prior, &lines,
                                 NULL) != CROK_OK)
            continue;
        quadrants = crok_quadrants_find(img, &lines);
        if (are_proven(img, &quadrants, &lines))
            keep_if_best(rings, &choice[i], &quadrants, &lines, q);
        else if (!has_better &&
                 quadrants.contrast >= CROK_QUADRANTS_MIN_CONTRAST)
            has_better = rings_from(&quadrants, &lines, rings, unit, better);
    }
    return has_better && !q->done;
}

/* The prior of the camera of `img` with the effort's focal length. */
static crok_fit_prior start_prior(const crok_view *view, const crok_image *img,
                                  crok_crop crop, const search_effort *effort)
{
    crok_fit_prior p = crok_view_prior(view, img, crop);
    p.f_px *= crok_view_has_focal(view, crop) ? 1.0 : effort->focal;
    return p;
}

/* Change the camera of rings in the small copy to that of the picture. Returns
 * the rings. */
static crok_ring_fit *full_size(const crok_image *small, const crok_image *img,
                                crok_ring_fit *rings)
{
    rings->cam = crok_camera_rescaled(
        &rings->cam, (double)small->w_px / img->w_px, img->w_px, img->h_px);
    return rings;
}

/* Search for faint lines with the camera that two of the strong rings give.
 * CROK_ENOBOARD  their fit fails
 * CROK_ENOMEM */
static crok_status try_pair(const crok_image *small, const crok_edges *edges,
                            const crok_fit_prior *prior, const int pair[2],
                            crok_ring_fit *rings, search_state *q)
{
    crok_ring_fit better;
    crok_status st = crok_rings_refit(edges, prior, pair[0], pair[1], rings);
    if (st != CROK_OK)
        return st;
    if (crok_faint_rings(q->view->img, full_size(small, q->view->img, rings)) >=
        CROK_N_LINES)
        (void)try_choices(rings, q, &better);
    return CROK_OK;
}

/* Search for faint lines. Which of the strong rings lie in their plane is not
 * known, so each that may be the edge of the surface is tried with each that
 * may be the hole.
 * CROK_ENOMEM */
static crok_status try_faint(const crok_image *small, const crok_edges *edges,
                             const crok_fit_prior *prior,
                             const crok_ring_fit *rings, search_state *q)
{
    crok_status st = CROK_OK;
    for (int edge = 0; edge < rings->n_rings; edge++)
        for (int hole = 0; hole < rings->n_rings; hole++) {
            const double ratio = rings->radius[hole] / rings->radius[edge];
            crok_ring_fit two = *rings;
            if (q->done || ratio < HOLE_MIN || ratio > HOLE_MAX)
                continue;
            st = try_pair(small, edges, prior, (int[]){edge, hole}, &two, q);
            if (st == CROK_ENOMEM)
                return st;
        }
    return CROK_OK;
}

/* Find the lines in q->view->img. The initial values are the candidate centres
 * that the edge points of the small copy give. */
static crok_status fit_candidates(const crok_image *small,
                                  const crok_edges *edges,
                                  const search_effort *effort, crok_crop crop,
                                  search_state *q, crok_err *err)
{
    const crok_image *img = q->view->img;
    crok_centres centres;
    crok_fit_prior coarse = start_prior(q->view, small, crop, effort);
    crok_camera cam = crok_view_camera(small, coarse.f_px);
    crok_status st = crok_accumulate_centres(
        edges, &cam, effort->planes, effort->n_candidates, &centres, err);
    if (st != CROK_OK)
        return st;
    coarse = search_prior(&coarse, crop);
    for (int i = 0; i < centres.n && !q->done; i++) {
        crok_ring_fit rings;
        crok_ring_fit better;
        double support = 0.0;
        st = crok_rings_fit(edges, &cam, &centres.at[i], &coarse, &rings,
                            &support);
        if (st == CROK_OK && q->is_faint)
            st = try_faint(small, edges, &coarse, &rings, q);
        else if (st == CROK_OK &&
                 try_choices(full_size(small, img, &rings), q, &better))
            (void)try_choices(&better, q, &rings);
        if (st == CROK_ENOMEM)
            return crok_fail(err, st, "no memory to find the board");
    }
    if (q->score > MIN_SCORE && !q->best->inner_is_sure)
        return crok_fail(err, CROK_ENOBOARD,
                         "rings of a board, but two of them may be the inner "
                         "line: let its pegs be seen");
    return q->score > MIN_SCORE
               ? CROK_OK
               : crok_fail(err, CROK_ENOBOARD,
                           "no crokinole board in the picture: no three rings "
                           "that look like its lines");
}

crok_status crok_board_search(const crok_view *view, crok_effort effort,
                              crok_crop crop, crok_board_lines *out,
                              crok_quadrants *quadrants, crok_err *err)
{
    const search_effort *how = NULL;
    const crok_image *img = view->img;
    double k = 1.0;
    crok_image small = {0};
    crok_edges edges = {0};
    crok_status st = CROK_OK;
    crok_camera beside;
    search_state q = {.view = view, .best = out, .quadrants = quadrants};
    CROK_ASSERT(effort >= 0 && effort < CROK_N_EFFORTS);
    how = &search_efforts[effort];
    q.prior = start_prior(view, img, crop, how);
    q.is_oblique = how->planes == CROK_PLANES_OBLIQUE;
    q.is_faint = effort == CROK_EFFORT_FAINT;
    k = fmin(fmax(1.0, LEAST_SIDE_PX / crok_longer_side(img)),
             how->side_px / crok_longer_side(img));
    st = crok_cv_resize(img, (int)fmax(1.0, img->w_px * k),
                        (int)fmax(1.0, img->h_px * k), &small, err);
    if (st == CROK_OK)
        st = crok_edges_find(&small, INFINITY, &edges, err);
    if (st == CROK_OK && view->beside != NULL) {
        beside =
            crok_camera_rescaled(view->beside, (double)img->w_px / small.w_px,
                                 small.w_px, small.h_px);
        crok_edges_remove_within(&edges, &beside, RAIL_RADII);
    }
    if (st == CROK_OK)
        st = fit_candidates(&small, &edges, how, crop, &q, err);
    crok_edges_free(&edges);
    crok_image_free(&small);
    return st;
}
