/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/profile.h"

#include <math.h>
#include <string.h>

#include "core/wide.h"

/* What is read of a profile, from the upper edge, at least so far beyond the
 * foot, and its samples, no nearer than a pixel. */
#define INSIDE_MM 3.0
#define OUTSIDE_MM 4.0
#define BEYOND_MM 1.5
#define STEP_PX 1.0
/* Half the width of a sharp edge in the picture: of rendered ones 1.1 to 1.5,
 * more where a lens adds up light. */
#define BLUR_PX 1.4
/* A rounded edge turns from the face's light to the wall's by Lambert's cosine
 * law: the face's part of the light (in grey levels, about the root of light)
 * in steps outwards, and where each ends, in widths of the edge from the rim.
 */
static const struct {
    float face, end;
} turn[] = {{0.98F, 0.5F}, {0.87F, 0.2F}, {0.66F, 0.0F}};
enum { N_TURNS = sizeof turn / sizeof turn[0] };
/* The board's slope is a colour's change over this. */
#define SLOPE_MM 3.0
/* What is known beforehand, as the length of profile that it is worth, mm: that
 * the wall is the face in the side's light, that the board has no slope, that
 * the board beside a disc has the hue of the board farther off; and hardly
 * anything of any colour. */
#define WALL_WORTH_MM 0.06
#define SLOPE_WORTH_MM 1.1
#define HUE_WORTH_MM 6.0
#define LEAST_WORTH_MM 4e-4
/* While the light is measured, the wall's is hardly known. */
#define WALL_FREE_MM 4e-3
/* Light on edge and wall where nothing tells, as parts of the face's; that is
 * worth as much as one disc whose edge or wall is as wide as this, mm. */
#define EDGE_LIGHT 1.0
#define WALL_LIGHT 0.70
#define LIGHT_WORTH_MM 0.45
#define MOST_LIGHT 1.5
/* Neighbours in direction are alike: 1 sd, in directions. */
#define LIGHT_SMOOTH 1.25
#define LIGHT_REACH 4
/* Faces darker than this tell nothing of it, grey levels. */
#define LEAST_FACE 5.0
/* Between the places tried along a normal. */
#define SHIFT_MM 0.3
/* Places tried for the disc, and then about the best of them. */
#define REACH_STEPS 6
#define COARSE_MM 0.22
#define NEAR_STEPS 2
#define FINE_STEPS 2
#define FINE_MM 0.07
/* How far about it the curvature is taken. */
#define CURVED_MM 0.2
/* Independent readings in a mm of profile; a direction's word is worth no more
 * than this (it may show something else), half of chi-squared. */
#define READINGS_PER_MM 0.92
#define MOST_WORD 8.0
/* Grey levels of noise, 1 sd, at the least. */
#define NOISE 3.0
/* The disc is where the profiles were read, give or take this, mm. */
#define PLACE_SIGMA_MM 1.0
/* Directions that must be seen. */
#define LEAST_SEEN (CROK_PROFILE_ANGLES / 2)

/* What a profile is made of; the edge only where its light is not known yet. */
enum { EDGE, FACE, WALL, SLOPE, BOARD, N_ZONES };

/* ---- reading ---- */

/* Three axes of colour, the first along `board`, or grey. */
static void axes_about(const crok_rgb *board, crok_vec3 axis[3])
{
    axis[0] = (crok_vec3){1.0, 1.0, 1.0};
    if (board != NULL)
        axis[0] = (crok_vec3){board->r + 1.0, board->g + 1.0, board->b + 1.0};
    axis[1] = crok_vec3_cross(axis[0], (crok_vec3){1.0, 0.0, 0.0});
    axis[2] = crok_vec3_cross(axis[0], axis[1]);
    for (int k = 0; k < 3; k++)
        axis[k] = crok_vec3_scale(axis[k],
                                  1.0 / sqrt(crok_vec3_dot(axis[k], axis[k])));
}

static bool read_colours(const crok_image *img, const crok_rim_at *rim,
                         const crok_vec3 *axis, crok_profile *p)
{
    for (int i = 0; i < p->n; i++) {
        double d = (double)p->first_px + i * (double)p->step_px;
        float v[3] = {0.0F, 0.0F, 0.0F};
        if (!crok_image_sample(img, rim->at.x + d * rim->nx,
                               rim->at.y + d * rim->ny, v))
            return false;
        for (int k = 0; k < 3; k++)
            p->colour[k][i] = (float)crok_vec3_dot(
                axis[k], (crok_vec3){(double)v[0], (double)v[1], (double)v[2]});
    }
    return true;
}

/* How far out something appears, from the upper edge. */
static float out_px(const crok_rim_at *rim, crok_px p)
{
    return (float)((p.x - rim->at.x) * rim->nx + (p.y - rim->at.y) * rim->ny);
}

/* A point of a profile's disc in the picture. */
static crok_px point(const crok_camera *cam, crok_mm at, const crok_profile *p,
                     double radius_mm, double z_mm)
{
    return crok_camera_project(cam, (crok_vec3){at.x + radius_mm * p->c,
                                                at.y + radius_mm * p->s, z_mm});
}

/* Where a profile is read: across the outline, and beyond the foot. */
static void set_samples(double px_per_mm, crok_profile *p)
{
    double in_px = INSIDE_MM * px_per_mm;
    double beyond_px =
        fmax(OUTSIDE_MM * px_per_mm,
             (double)(p->foot_px + (float)BEYOND_MM * p->px_per_mm));
    double length_px = in_px + beyond_px;
    p->first_px = (float)-in_px;
    p->step_px = (float)fmax(STEP_PX, length_px / (CROK_PROFILE_SAMPLES - 1));
    p->n = (int)(length_px / (double)p->step_px) + 1;
}

void crok_profiles_read(const crok_image *img, const crok_camera *cam,
                        const crok_disc_shape *shape, crok_mm at,
                        const crok_rgb *board, crok_profiles *out)
{
    const double px_per_mm = crok_camera_px_per_mm(cam);
    const double r = shape->radius_mm;
    const double upper = shape->height_mm - CROK_DISC_ROUNDING_MM;
    const double turn_c = cos(2.0 * CROK_PI / CROK_PROFILE_ANGLES);
    const double turn_s = sin(2.0 * CROK_PI / CROK_PROFILE_ANGLES);
    crok_vec3 axis[3];
    memset(out, 0, sizeof *out); /* samples beyond the last are 0 */
    axes_about(board, axis);
    out->at = at;
    out->knows_board = board != NULL;
    for (int i = 0; i < CROK_PROFILE_ANGLES; i++) {
        crok_profile *p = &out->of[i];
        double c = i == 0 ? 1.0 : p[-1].c * turn_c - p[-1].s * turn_s;
        double s = i == 0 ? 0.0 : p[-1].s * turn_c + p[-1].c * turn_s;
        crok_rim_at rim = crok_outline_rim(cam, shape, at, c, s);
        crok_px face = {0.0, 0.0};
        crok_px foot = {0.0, 0.0};
        p->c = c;
        p->s = s;
        p->px_per_mm = out_px(&rim, point(cam, at, p, r + 1.0, upper)) -
                       out_px(&rim, point(cam, at, p, r, upper));
        face = point(cam, at, p, r - shape->face_mm, shape->height_mm);
        p->face_px = fminf(out_px(&rim, face), 0.0F);
        foot = point(cam, at, p, r, CROK_DISC_ROUNDING_MM);
        p->foot_px = fmaxf(out_px(&rim, foot), 0.0F);
        if (p->px_per_mm <= 0.0F)
            continue;
        set_samples(px_per_mm, p);
        p->seen = read_colours(img, &rim, axis, p);
    }
}

/* ---- one direction ---- */

/* The sums of squares of a profile and its zones, from the first on that is
 * told apart. */
typedef struct zone_sums {
    int first;
    double g[N_ZONES][N_ZONES]; /* lower triangle */
    double h[N_ZONES][3];
} zone_sums;

typedef float samples[CROK_PROFILE_SAMPLES];

/* A blurred step at 0: 0 far inside it, 1 far outside. */
static float step_at(float x_px)
{
    float t = x_px * (float)(1.0 / BLUR_PX);
    if (t <= -1.0F)
        return 0.0F;
    return t >= 1.0F ? 1.0F : 0.5F + t * (0.75F - 0.25F * t * t);
}

/* The face's part of what is seen of an edge, d_px out from the rim, where so
 * much is off the face. */
static float edge_at(float d_px, float face_px, float off_face)
{
    float sum = 0.0F;
    float off = off_face;
    for (int k = 0; k < N_TURNS; k++) {
        float next = step_at(d_px - turn[k].end * face_px);
        sum += turn[k].face * (off - next);
        off = next;
    }
    return sum;
}

/* The zones' parts of each sample, the disc shifted outwards; the face's holds
 * so much of the edge. */
static void fill_zones(const crok_profile *p, double shift_mm,
                       double edge_light, samples *zone)
{
    float shift = (float)shift_mm * p->px_per_mm;
    float per_slope = 1.0F / ((float)SLOPE_MM * p->px_per_mm);
    memset(zone, 0, N_ZONES * sizeof *zone);
    for (int i = 0; i < p->n; i++) {
        float d = p->first_px + (float)i * p->step_px - shift;
        float off_face = step_at(d - p->face_px);
        float off_disc = step_at(d - p->foot_px);
        zone[EDGE][i] = edge_at(d, p->face_px, off_face);
        zone[FACE][i] = 1.0F - off_face + (float)edge_light * zone[EDGE][i];
        zone[WALL][i] = off_face - zone[EDGE][i] - off_disc;
        zone[SLOPE][i] = d > p->foot_px ? (d - p->foot_px) * per_slope : 0.0F;
        zone[BOARD][i] = off_disc;
    }
}

/* The sum of n products, and of zeros up to a full lane: they let them run side
 * by side. */
static double sum_of(const float *a, const float *b, int n)
{
    enum { LANES = 8 };
    float sum[LANES] = {0.0F};
    for (int i = 0; i < n; i += LANES)
        for (int k = 0; k < LANES; k++)
            sum[k] += a[i + k] * b[i + k];
    return (double)(((sum[0] + sum[1]) + (sum[2] + sum[3])) +
                    ((sum[4] + sum[5]) + (sum[6] + sum[7])));
}

static double sample_mm(const crok_profile *p)
{
    return (double)(p->step_px / p->px_per_mm);
}

CROK_WIDE static void add_up(const samples *zone, const samples *colour,
                             double mm, int n, zone_sums *q)
{
    for (int i = q->first; i < N_ZONES; i++) {
        for (int k = q->first; k <= i; k++)
            q->g[i][k] = mm * sum_of(zone[i], zone[k], n);
        for (int c = 0; c < 3; c++)
            q->h[i][c] = mm * sum_of(zone[i], colour[c], n);
        q->g[i][i] += LEAST_WORTH_MM;
    }
}

/* What is known beforehand of wall and board. */
static void add_known(double wall_light, double wall_worth_mm, zone_sums *q)
{
    q->g[SLOPE][SLOPE] += SLOPE_WORTH_MM;
    q->g[WALL][WALL] += wall_worth_mm;
    q->g[WALL][FACE] -= wall_worth_mm * wall_light;
    q->g[FACE][FACE] += wall_worth_mm * wall_light * wall_light;
}

/* Cholesky's factor in place; the last pivot's square is left as it is, for the
 * board's hue is known along two axes. */
static void factor(zone_sums *q)
{
    for (int i = q->first; i < N_ZONES; i++)
        for (int k = q->first; k <= i; k++) {
            double s = q->g[i][k];
            for (int m = q->first; m < k; m++)
                s -= q->g[i][m] * q->g[k][m];
            if (k < i)
                q->g[i][k] = s / q->g[k][k];
            else
                q->g[i][i] = i == BOARD ? s : sqrt(fmax(s, 1e-12));
        }
}

/* The pivot of a zone along an axis of colour. */
static double pivot(const zone_sums *q, int i, int axis, bool knows_board)
{
    double known = axis > 0 && knows_board ? HUE_WORTH_MM : 0.0;
    return i == BOARD ? sqrt(fmax(q->g[i][i] + known, 1e-12)) : q->g[i][i];
}

/* Forward: what is left of h is so much explained, squared and summed. */
static double explain(zone_sums *q, int axis, bool knows_board)
{
    double sum = 0.0;
    for (int i = q->first; i < N_ZONES; i++) {
        double s = q->h[i][axis];
        for (int m = q->first; m < i; m++)
            s -= q->g[i][m] * q->h[m][axis];
        s /= pivot(q, i, axis, knows_board);
        q->h[i][axis] = s;
        sum += s * s;
    }
    return sum;
}

/* Back: h becomes the zones' colours. */
static void solve_back(zone_sums *q, int axis, bool knows_board)
{
    for (int i = N_ZONES - 1; i >= q->first; i--) {
        double s = q->h[i][axis];
        for (int m = i + 1; m < N_ZONES; m++)
            s -= q->g[m][i] * q->h[m][axis];
        q->h[i][axis] = s / pivot(q, i, axis, knows_board);
    }
}

/* What the zones leave of a profile where the disc is shifted so, levels^2 mm.
 */
static double misfit(const crok_profiles *all, const crok_profile *p,
                     double shift_mm, double edge_light, double wall_light,
                     double power)
{
    samples zone[N_ZONES];
    zone_sums q = {.first = FACE};
    double left = power;
    fill_zones(p, shift_mm, edge_light, zone);
    add_up((const samples *)zone, p->colour, sample_mm(p), p->n, &q);
    add_known(wall_light, WALL_WORTH_MM, &q);
    factor(&q);
    for (int axis = 0; axis < 3; axis++)
        left -= explain(&q, axis, all->knows_board);
    return fmax(left, 0.0);
}

static double power_of(const crok_profile *p)
{
    double sum = 0.0;
    for (int c = 0; c < 3; c++)
        sum += sum_of(p->colour[c], p->colour[c], p->n);
    return sum * sample_mm(p);
}

/* ---- the light ---- */

static double product(const zone_sums *q, int a, int b)
{
    double sum = 0.0;
    for (int c = 0; c < 3; c++)
        sum += q->h[a][c] * q->h[b][c];
    return sum;
}

/* A zone as wide as this says what part of the face's light it has. */
static void add_light(const zone_sums *q, int zone, double width_mm,
                      double sums[2])
{
    double face = fmax(product(q, FACE, FACE), LEAST_FACE * LEAST_FACE);
    double light = fmin(fmax(product(q, zone, FACE) / face, 0.0), MOST_LIGHT);
    double weight = width_mm * width_mm;
    sums[0] += weight * light;
    sums[1] += weight;
}

void crok_light_add(crok_light_sums *sums, const crok_profiles *all)
{
    for (int i = 0; i < CROK_PROFILE_ANGLES; i++) {
        const crok_profile *p = &all->of[i];
        samples zone[N_ZONES];
        zone_sums q = {.first = EDGE};
        if (!p->seen)
            continue;
        fill_zones(p, 0.0, 0.0, zone);
        add_up((const samples *)zone, p->colour, sample_mm(p), p->n, &q);
        add_known(WALL_LIGHT, WALL_FREE_MM, &q);
        factor(&q);
        for (int axis = 0; axis < 3; axis++) {
            (void)explain(&q, axis, all->knows_board);
            solve_back(&q, axis, all->knows_board);
        }
        add_light(&q, EDGE, (double)(-p->face_px / p->px_per_mm),
                  sums->edge[i]);
        add_light(&q, WALL, (double)(p->foot_px / p->px_per_mm), sums->wall[i]);
    }
}

/* What a direction's neighbour counts for, so far on. */
typedef struct neighbours {
    double weight[2 * LIGHT_REACH + 1];
} neighbours;

/* The sums of the directions about i, the typical light among them. */
static double light_at(const double sums[CROK_PROFILE_ANGLES][2], int i,
                       const neighbours *by, double typical)
{
    const double known = LIGHT_WORTH_MM * LIGHT_WORTH_MM;
    double of[2] = {0.0, 0.0};
    for (int k = 0; k <= 2 * LIGHT_REACH; k++) {
        int at =
            (i + k - LIGHT_REACH + CROK_PROFILE_ANGLES) % CROK_PROFILE_ANGLES;
        of[0] += by->weight[k] * (sums[at][0] + known * typical);
        of[1] += by->weight[k] * (sums[at][1] + known);
    }
    return of[0] / of[1];
}

crok_edge_light crok_light_of(const crok_light_sums *sums)
{
    crok_edge_light out;
    neighbours by;
    for (int k = 0; k <= 2 * LIGHT_REACH; k++) {
        double off = (k - LIGHT_REACH) / LIGHT_SMOOTH;
        by.weight[k] = exp(-0.5 * off * off);
    }
    for (int i = 0; i < CROK_PROFILE_ANGLES; i++) {
        out.edge[i] = light_at(sums->edge, i, &by, EDGE_LIGHT);
        out.wall[i] = light_at(sums->wall, i, &by, WALL_LIGHT);
    }
    return out;
}

/* ---- the disc ---- */

static void fill_curve(const crok_profiles *all, int i,
                       const crok_edge_light *light, double *against)
{
    const crok_profile *p = &all->of[i];
    double length_mm = p->n * sample_mm(p);
    double power = power_of(p);
    double least = HUGE_VAL;
    double var = 0.0;
    for (int k = 0; k < CROK_PROFILE_SHIFTS; k++) {
        double shift_mm = (k - CROK_PROFILE_SHIFTS / 2) * SHIFT_MM;
        against[k] =
            misfit(all, p, shift_mm, light->edge[i], light->wall[i], power);
        least = fmin(least, against[k]);
    }
    var = fmax(least / (3.0 * length_mm), NOISE * NOISE);
    for (int k = 0; k < CROK_PROFILE_SHIFTS; k++)
        against[k] =
            fmin(0.5 * READINGS_PER_MM * (against[k] - least) / var, MOST_WORD);
}

bool crok_profiles_weigh(const crok_profiles *p, const crok_edge_light *light,
                         crok_shift_curves *out)
{
    memset(out, 0, sizeof *out);
    out->at = p->at;
    for (int i = 0; i < CROK_PROFILE_ANGLES; i++) {
        out->c[i] = p->of[i].c;
        out->s[i] = p->of[i].s;
        if (!p->of[i].seen)
            continue;
        out->n_seen++;
        fill_curve(p, i, light, out->against[i]);
    }
    return out->n_seen >= LEAST_SEEN;
}

/* What speaks against a disc larger by `larger` and (dx, dy) from where it was
 * read. */
static double against_at(const crok_shift_curves *k, double larger, double dx,
                         double dy)
{
    double sum = 0.5 * (dx * dx + dy * dy) / (PLACE_SIGMA_MM * PLACE_SIGMA_MM);
    for (int i = 0; i < CROK_PROFILE_ANGLES; i++) {
        const double *a = k->against[i];
        double x = (larger + dx * k->c[i] + dy * k->s[i]) / SHIFT_MM +
                   CROK_PROFILE_SHIFTS / 2;
        int at = 0;
        if (x <= 0.0) {
            sum += a[0];
        } else if (x >= CROK_PROFILE_SHIFTS - 1) {
            sum += a[CROK_PROFILE_SHIFTS - 1];
        } else {
            at = (int)x;
            sum += a[at] + (x - at) * (a[at + 1] - a[at]);
        }
    }
    return sum;
}

/* The place on a grid about `from` that least speaks against. */
static crok_mm best_about(const crok_shift_curves *k, double larger,
                          crok_mm from, int steps, double step_mm)
{
    crok_mm best = from;
    double least = HUGE_VAL;
    for (int j = -steps; j <= steps; j++)
        for (int i = -steps; i <= steps; i++) {
            crok_mm at = {from.x + i * step_mm, from.y + j * step_mm};
            double v = against_at(k, larger, at.x, at.y);
            if (v >= least)
                continue;
            least = v;
            best = at;
        }
    return best;
}

/* The lowest point of the paraboloid about a place, and its inverse curvature.
 */
static void refine(const crok_shift_curves *k, double larger, crok_mm *at,
                   double cov[3])
{
    const double e = CURVED_MM;
    double v[3][3];
    double xx = 0.0;
    double yy = 0.0;
    double xy = 0.0;
    double gx = 0.0;
    double gy = 0.0;
    double det = 0.0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            v[j][i] =
                against_at(k, larger, at->x + (i - 1) * e, at->y + (j - 1) * e);
    gx = (v[1][2] - v[1][0]) / (2.0 * e);
    gy = (v[2][1] - v[0][1]) / (2.0 * e);
    xx = (v[1][2] - 2.0 * v[1][1] + v[1][0]) / (e * e);
    yy = (v[2][1] - 2.0 * v[1][1] + v[0][1]) / (e * e);
    xy = (v[2][2] - v[2][0] - v[0][2] + v[0][0]) / (4.0 * e * e);
    /* no flatter than what is known of the place beforehand */
    xx = fmax(xx, 1.0 / (PLACE_SIGMA_MM * PLACE_SIGMA_MM));
    yy = fmax(yy, 1.0 / (PLACE_SIGMA_MM * PLACE_SIGMA_MM));
    xy = fmin(fmax(xy, -0.9 * sqrt(xx * yy)), 0.9 * sqrt(xx * yy));
    det = xx * yy - xy * xy;
    cov[0] = yy / det;
    cov[1] = -xy / det;
    cov[2] = xx / det;
    at->x -= fmin(fmax(cov[0] * gx + cov[1] * gy, -e), e);
    at->y -= fmin(fmax(cov[1] * gx + cov[2] * gy, -e), e);
}

crok_settled crok_curves_settle(const crok_shift_curves *k, double larger_mm)
{
    crok_settled out;
    crok_mm by = {0.0, 0.0};
    by = best_about(k, larger_mm, by, REACH_STEPS, COARSE_MM);
    by = best_about(k, larger_mm, by, FINE_STEPS, FINE_MM);
    refine(k, larger_mm, &by, out.cov);
    out.at = (crok_mm){k->at.x + by.x, k->at.y + by.y};
    return out;
}

double crok_curves_against(const crok_shift_curves *k, crok_mm near,
                           double larger_mm)
{
    crok_mm by = {near.x - k->at.x, near.y - k->at.y};
    by = best_about(k, larger_mm, by, NEAR_STEPS, COARSE_MM);
    by = best_about(k, larger_mm, by, 1, FINE_MM);
    return against_at(k, larger_mm, by.x, by.y) / (k->n_seen * MOST_WORD);
}
