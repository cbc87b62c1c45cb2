/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/outline/profile.h"

#include <math.h>
#include <string.h>

#include "core/wide.h"

/* A profile reaches from INSIDE_MM inside the rim to OUTSIDE_MM outside the
 * rim, or to BEYOND_MM outside the foot if that is farther. Samples are at
 * least STEP_PX apart. */
#define INSIDE_MM 3.0
#define OUTSIDE_MM 4.0
#define BEYOND_MM 1.5
#define STEP_PX 1.0
/* Half the width of a sharp edge in the picture, px: 1.1 to 1.5 in rendered
 * pictures, more where a lens scatters light. With a smaller or a larger value
 * a residual remains at each edge. */
#define BLUR_PX 1.4
/* On the rounded edge the light changes from the face's to the wall's by
 * Lambert's cosine law. It is modelled in steps from inside to outside. `face`
 * is the weight of the face's light in a step (in grey levels, which are about
 * the square root of light); the rest is the wall's. `end` is the distance from
 * the rim at which the step ends, in widths of the rounded edge. */
static const struct {
    float face, end;
} bevel[] = {{0.98F, 0.5F}, {0.87F, 0.2F}, {0.66F, 0.0F}};
enum { N_BEVEL = sizeof bevel / sizeof bevel[0] };
/* The colour of the slope zone is the change of the board's colour over this
 * length. */
#define SLOPE_MM 3.0
/* Weights of the priors, each given as the length of profile, mm, that has the
 * same weight. WALL: the wall's colour is the face's times the side's light.
 * SLOPE: the board has no slope. HUE: the board beside a disc has the hue of
 * the board farther away. RIDGE: each colour is near 0, so that the equations
 * are never singular. No source is recorded for the values. Larger priors
 * ignore the picture; smaller ones let a zone take any colour, and then all
 * shifts fit equally well. */
#define WALL_PRIOR_MM 0.06
#define SLOPE_PRIOR_MM 1.1
#define HUE_PRIOR_MM 6.0
#define RIDGE_MM 4e-4
/* Prior of the wall while the light is measured: weak, because the wall's light
 * is the unknown. */
#define WALL_WEAK_PRIOR_MM 4e-3
/* Typical light on edge and wall, relative to the face's, and its weight as a
 * prior: that of one disc whose edge or wall is LIGHT_PRIOR_MM wide. No source
 * is recorded. MAX_LIGHT is an upper bound on a measured light. */
#define EDGE_LIGHT 1.0
#define WALL_LIGHT 0.70
#define LIGHT_PRIOR_MM 0.45
#define MAX_LIGHT 1.5
/* Gaussian kernel over directions, because neighbours have about the same
 * light: 1 sd and reach, in directions of 11.25 degrees. Chosen by hand. */
#define LIGHT_SIGMA 1.25
#define LIGHT_REACH 4
/* A face darker than this, grey levels, gives hardly any information on the
 * relative light. */
#define MIN_FACE 5.0
/* Spacing of the shifts, mm. */
#define SHIFT_MM 0.3
/* Grid search for the disc's place: REACH_STEPS steps of COARSE_MM to either
 * side, then FINE_STEPS steps of FINE_MM about the best. NEAR_STEPS is the
 * number of coarse steps if the place is already known approximately. */
#define REACH_STEPS 6
#define COARSE_MM 0.22
#define NEAR_STEPS 2
#define FINE_STEPS 2
#define FINE_MM 0.07
/* Step of the finite differences that give the gradient and the curvature at
 * the minimum, mm. */
#define CURVATURE_STEP_MM 0.2
/* Independent samples per mm of profile (no source is recorded), and the
 * largest cost of one direction, half of chi squared: a direction may show
 * another object, so its influence is limited. */
#define READINGS_PER_MM 0.92
#define MAX_COST 8.0
/* Lower bound of the noise, 1 sd, grey levels. */
#define NOISE 3.0
/* Prior of the disc's place about where the profiles were read, 1 sd, mm. */
#define PLACE_SIGMA_MM 1.0
/* Smallest number of directions whose profile must be inside the picture. */
#define MIN_SEEN (CROK_PROFILE_ANGLES / 2)

/* The zones of a profile. EDGE is a zone of its own only while its light is
 * measured; else it is part of FACE. */
enum { EDGE, FACE, WALL, SLOPE, BOARD, N_ZONES };

/* ---- reading ---- */

/* Set three perpendicular unit vectors in the RGB cube. The first points along
 * the board's colour, or along grey if `board` is NULL. */
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

/* Distance of a picture point from the rim along the normal, px. */
static float out_px(const crok_rim_at *rim, crok_px p)
{
    return (float)((p.x - rim->at.x) * rim->nx + (p.y - rim->at.y) * rim->ny);
}

/* A point of the disc in a profile's direction, in the picture. */
static crok_px point(const crok_camera *cam, crok_mm at, const crok_profile *p,
                     double radius_mm, double z_mm)
{
    return crok_camera_project(cam, (crok_vec3){at.x + radius_mm * p->c,
                                                at.y + radius_mm * p->s, z_mm});
}

/* Set the positions at which a profile is sampled. */
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
    memset(out, 0, sizeof *out); /* samples beyond the last stay 0 */
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

/* Normal equations of a profile's zones: G = sum Z Z^T and h = sum Z y, times
 * the sample spacing in mm. Zones before the first one in use are not set; it
 * is an argument, constant at each call, so that the loops can be unrolled. */
typedef struct zone_sums {
    double g[N_ZONES][N_ZONES]; /* lower triangle */
    double h[N_ZONES][3];
} zone_sums;

typedef float samples[CROK_PROFILE_SAMPLES];

/* A blurred step at x_px = 0: 0 below -BLUR_PX, 1 above BLUR_PX, and a cubic
 * between them. */
CROK_INLINE float step_at(float x_px)
{
    float t = x_px * (float)(1.0 / BLUR_PX);
    if (t <= -1.0F)
        return 0.0F;
    return t >= 1.0F ? 1.0F : 0.5F + t * (0.75F - 0.25F * t * t);
}

/* The weight of the face's light on the rounded edge at d_px outside the rim.
 * off_face is the value of the blurred step at the end of the flat face. */
CROK_INLINE float edge_at(float d_px, float face_px, float off_face)
{
    float sum = 0.0F;
    float off = off_face;
    for (int k = 0; k < N_BEVEL; k++) {
        float next = step_at(d_px - bevel[k].end * face_px);
        sum += bevel[k].face * (off - next);
        off = next;
    }
    return sum;
}

/* Fill the zones' profiles Z for a disc shifted outwards by shift_mm. The
 * face's zone includes the edge, times edge_light. */
CROK_WIDE static void fill_zones(const crok_profile *p, double shift_mm,
                                 double edge_light, samples *restrict zone)
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

/* Sum of n products. It runs over a multiple of LANES, as samples beyond n are
 * 0, so that the compiler can vectorise it. */
CROK_INLINE double sum_of(const float *a, const float *b, int n)
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

CROK_INLINE void add_products(const samples *zone, const samples *colour,
                              double mm, int n, int first, zone_sums *q)
{
    for (int i = first; i < N_ZONES; i++) {
        for (int k = first; k <= i; k++)
            q->g[i][k] = mm * sum_of(zone[i], zone[k], n);
        for (int c = 0; c < 3; c++)
            q->h[i][c] = mm * sum_of(zone[i], colour[c], n);
        q->g[i][i] += RIDGE_MM;
    }
}

/* Add the priors of slope and wall. */
static void add_priors(double wall_light, double wall_prior_mm, zone_sums *q)
{
    q->g[SLOPE][SLOPE] += SLOPE_PRIOR_MM;
    q->g[WALL][WALL] += wall_prior_mm;
    q->g[WALL][FACE] -= wall_prior_mm * wall_light;
    q->g[FACE][FACE] += wall_prior_mm * wall_light * wall_light;
}

/* Cholesky factor in place. The last pivot, the board's, stays squared: the
 * prior of its hue is added to it on two of the three axes. */
CROK_INLINE void factorise(int first, zone_sums *q)
{
    for (int i = first; i < N_ZONES; i++)
        for (int k = first; k <= i; k++) {
            double s = q->g[i][k];
            for (int m = first; m < k; m++)
                s -= q->g[i][m] * q->g[k][m];
            if (k < i)
                q->g[i][k] = s / q->g[k][k];
            else
                q->g[i][i] = i == BOARD ? s : sqrt(fmax(s, 1e-12));
        }
}

/* The pivot of zone i for one colour axis. The board's pivot includes the prior
 * of its hue on the axes 1 and 2, if the board's colour is known. */
CROK_INLINE double pivot(const zone_sums *q, int i, int axis, bool knows_board)
{
    double known = axis > 0 && knows_board ? HUE_PRIOR_MM : 0.0;
    return i == BOARD ? sqrt(fmax(q->g[i][i] + known, 1e-12)) : q->g[i][i];
}

/* Forward substitution on h. Returns the sum of squares that the zones explain.
 */
CROK_INLINE double forward_solve(int first, int axis, bool knows_board,
                                 zone_sums *q)
{
    double sum = 0.0;
    for (int i = first; i < N_ZONES; i++) {
        double s = q->h[i][axis];
        for (int m = first; m < i; m++)
            s -= q->g[i][m] * q->h[m][axis];
        s /= pivot(q, i, axis, knows_board);
        q->h[i][axis] = s;
        sum += s * s;
    }
    return sum;
}

/* Back substitution. Afterwards h has the zones' colours. */
static void back_solve(int first, int axis, bool knows_board, zone_sums *q)
{
    for (int i = N_ZONES - 1; i >= first; i--) {
        double s = q->h[i][axis];
        for (int m = i + 1; m < N_ZONES; m++)
            s -= q->g[m][i] * q->h[m][axis];
        q->h[i][axis] = s / pivot(q, i, axis, knows_board);
    }
}

/* The products of the zones of a disc whose edge is part of the face, and of
 * those with an edge of its own. */
CROK_WIDE static void add_disc_products(const samples *zone,
                                        const samples *colour, double mm, int n,
                                        zone_sums *q)
{
    add_products(zone, colour, mm, n, FACE, q);
}

CROK_WIDE static void add_edge_products(const samples *zone,
                                        const samples *colour, double mm, int n,
                                        zone_sums *q)
{
    add_products(zone, colour, mm, n, EDGE, q);
}

/* Sum of squares that the zones do not explain at this shift, levels^2 mm. */
static double misfit(const crok_profiles *all, const crok_profile *p,
                     double shift_mm, double edge_light, double wall_light,
                     double power)
{
    samples zone[N_ZONES];
    zone_sums q;
    double left = power;
    fill_zones(p, shift_mm, edge_light, zone);
    add_disc_products((const samples *)zone, p->colour, sample_mm(p), p->n, &q);
    add_priors(wall_light, WALL_PRIOR_MM, &q);
    factorise(FACE, &q);
    for (int axis = 0; axis < 3; axis++)
        left -= forward_solve(FACE, axis, all->knows_board, &q);
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

/* Add one zone's light relative to the face, (C_zone . C_face) / |C_face|^2,
 * with the zone's squared width as its weight. */
static void add_light(const zone_sums *q, int zone, double width_mm,
                      double sums[2])
{
    double face = fmax(product(q, FACE, FACE), MIN_FACE * MIN_FACE);
    double light = fmin(fmax(product(q, zone, FACE) / face, 0.0), MAX_LIGHT);
    double weight = width_mm * width_mm;
    sums[0] += weight * light;
    sums[1] += weight;
}

void crok_light_add(crok_light_sums *sums, const crok_profiles *all)
{
    for (int i = 0; i < CROK_PROFILE_ANGLES; i++) {
        const crok_profile *p = &all->of[i];
        samples zone[N_ZONES];
        zone_sums q;
        if (!p->seen)
            continue;
        fill_zones(p, 0.0, 0.0, zone);
        add_edge_products((const samples *)zone, p->colour, sample_mm(p), p->n,
                          &q);
        add_priors(WALL_LIGHT, WALL_WEAK_PRIOR_MM, &q);
        factorise(EDGE, &q);
        for (int axis = 0; axis < 3; axis++) {
            (void)forward_solve(EDGE, axis, all->knows_board, &q);
            back_solve(EDGE, axis, all->knows_board, &q);
        }
        add_light(&q, EDGE, (double)(-p->face_px / p->px_per_mm),
                  sums->edge[i]);
        add_light(&q, WALL, (double)(p->foot_px / p->px_per_mm), sums->wall[i]);
    }
}

/* Weights of a direction's neighbours. */
typedef struct kernel {
    double weight[2 * LIGHT_REACH + 1];
} kernel;

/* Weighted mean of the light over the directions about i, with the typical
 * light as a prior. */
static double smoothed_light(const double sums[CROK_PROFILE_ANGLES][2], int i,
                             const kernel *by, double typical)
{
    const double known = LIGHT_PRIOR_MM * LIGHT_PRIOR_MM;
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
    kernel by;
    for (int k = 0; k <= 2 * LIGHT_REACH; k++) {
        double off = (k - LIGHT_REACH) / LIGHT_SIGMA;
        by.weight[k] = exp(-0.5 * off * off);
    }
    for (int i = 0; i < CROK_PROFILE_ANGLES; i++) {
        out.edge[i] = smoothed_light(sums->edge, i, &by, EDGE_LIGHT);
        out.wall[i] = smoothed_light(sums->wall, i, &by, WALL_LIGHT);
    }
    return out;
}

/* ---- the disc ---- */

static void fill_cost_curve(const crok_profiles *all, int i,
                            const crok_edge_light *light, double *cost)
{
    const crok_profile *p = &all->of[i];
    double length_mm = p->n * sample_mm(p);
    double power = power_of(p);
    double least = HUGE_VAL;
    double var = 0.0;
    for (int k = 0; k < CROK_PROFILE_SHIFTS; k++) {
        double shift_mm = (k - CROK_PROFILE_SHIFTS / 2) * SHIFT_MM;
        cost[k] =
            misfit(all, p, shift_mm, light->edge[i], light->wall[i], power);
        least = fmin(least, cost[k]);
    }
    var = fmax(least / (3.0 * length_mm), NOISE * NOISE);
    for (int k = 0; k < CROK_PROFILE_SHIFTS; k++)
        cost[k] =
            fmin(0.5 * READINGS_PER_MM * (cost[k] - least) / var, MAX_COST);
}

bool crok_shift_curves_of(const crok_profiles *p, const crok_edge_light *light,
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
        fill_cost_curve(p, i, light, out->cost[i]);
    }
    return out->n_seen >= MIN_SEEN;
}

/* The cost of direction i at the shift x, in steps from the first shift,
 * interpolated linearly. */
static double cost_of_shift(const double *cost, double x)
{
    int at = 0;
    if (x <= 0.0)
        return cost[0];
    if (x >= CROK_PROFILE_SHIFTS - 1)
        return cost[CROK_PROFILE_SHIFTS - 1];
    at = (int)x;
    return cost[at] + (x - at) * (cost[at + 1] - cost[at]);
}

/* Total cost of a disc that is `larger` mm larger and (dx, dy) from where its
 * profiles were read: the sum of the directions' costs at the shifts larger +
 * dx c + dy s, and the prior of the place. No cost is negative, so the sum ends
 * where it is more than `most`. */
static double cost_up_to(const crok_shift_curves *k, double larger, double dx,
                         double dy, double most)
{
    double sum = 0.5 * (dx * dx + dy * dy) / (PLACE_SIGMA_MM * PLACE_SIGMA_MM);
    for (int i = 0; i < CROK_PROFILE_ANGLES && sum <= most; i++) {
        double x = (larger + dx * k->c[i] + dy * k->s[i]) / SHIFT_MM +
                   CROK_PROFILE_SHIFTS / 2;
        sum += cost_of_shift(k->cost[i], x);
    }
    return sum;
}

static double cost_at(const crok_shift_curves *k, double larger, double dx,
                      double dy)
{
    return cost_up_to(k, larger, dx, dy, HUGE_VAL);
}

/* The place with the lowest cost on a grid about `from`. */
static crok_mm grid_minimum(const crok_shift_curves *k, double larger,
                            crok_mm from, int steps, double step_mm)
{
    crok_mm best = from;
    double most = cost_at(k, larger, from.x, from.y);
    double least = HUGE_VAL;
    for (int j = -steps; j <= steps; j++)
        for (int i = -steps; i <= steps; i++) {
            crok_mm at = {from.x + i * step_mm, from.y + j * step_mm};
            double v = cost_up_to(k, larger, at.x, at.y, fmin(most, least));
            if (v >= least || v > most)
                continue;
            least = v;
            best = at;
        }
    return best;
}

/* One Newton step to the minimum of the paraboloid about a place, limited to
 * CURVATURE_STEP_MM; cov is the inverse of its Hessian. */
static void refine(const crok_shift_curves *k, double larger, crok_mm *at,
                   double cov[3])
{
    const double e = CURVATURE_STEP_MM;
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
                cost_at(k, larger, at->x + (i - 1) * e, at->y + (j - 1) * e);
    gx = (v[1][2] - v[1][0]) / (2.0 * e);
    gy = (v[2][1] - v[0][1]) / (2.0 * e);
    xx = (v[1][2] - 2.0 * v[1][1] + v[1][0]) / (e * e);
    yy = (v[2][1] - 2.0 * v[1][1] + v[0][1]) / (e * e);
    xy = (v[2][2] - v[2][0] - v[0][2] + v[0][0]) / (4.0 * e * e);
    /* the cost is at least as curved as the prior of the place */
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

crok_profile_fit crok_curves_fit(const crok_shift_curves *k, double larger_mm)
{
    crok_profile_fit out;
    crok_mm by = {0.0, 0.0};
    by = grid_minimum(k, larger_mm, by, REACH_STEPS, COARSE_MM);
    by = grid_minimum(k, larger_mm, by, FINE_STEPS, FINE_MM);
    refine(k, larger_mm, &by, out.cov);
    out.at = (crok_mm){k->at.x + by.x, k->at.y + by.y};
    return out;
}

double crok_curves_cost(const crok_shift_curves *k, crok_mm near,
                        double larger_mm)
{
    crok_mm by = {near.x - k->at.x, near.y - k->at.y};
    by = grid_minimum(k, larger_mm, by, NEAR_STEPS, COARSE_MM);
    by = grid_minimum(k, larger_mm, by, 1, FINE_MM);
    return cost_at(k, larger_mm, by.x, by.y) / (k->n_seen * MAX_COST);
}
