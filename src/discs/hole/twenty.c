/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/twenty.h"

#include <math.h>

#include "core/scratch.h"

/* Number of rays: one every 5 degrees. Chosen by hand: fewer rays miss a narrow
 * crescent of shadow, more rays cost time. */
#define N_DIRS 72
/* Radii along a ray, as fractions of the hole's radius. A ray is sampled from
 * RAY_FROM to RAY_TO. The face fills RAY_FROM to EDGE_FROM; its edge is
 * searched from there to BOARD_FROM; the gap and the hole's edge are between
 * GAP_FROM and GAP_TO; the board's colour is read from BOARD_FROM on. */
#define RAY_FROM 0.30
#define EDGE_FROM 0.66
#define GAP_FROM 0.82
#define GAP_TO 1.05
#define BOARD_FROM 1.12
#define RAY_TO 1.32
#define N_SAMPLES 80 /* on a ray, 0.2 mm apart in a standard hole */
/* A ray has a gap if its darkest luma is less than
 *
 *     (1 - DARKER_FRAC) min(face, board) - DARKER_MIN
 *
 * with the lumas of face and board, grey levels. Chosen by hand: with lower
 * values noise counts as a gap; with higher ones the gap of a dark disc is
 * lost. */
#define DARKER_FRAC 0.12
#define DARKER_MIN 5.0
/* A face ends at the first sample whose colour differs from the face's by at
 * least half of the largest difference farther out, and by at least this many
 * grey levels. Chosen by hand; it is above a photo's noise. */
#define MIN_CHANGE 8.0

/* Correction for the class frequencies: subtracted from the log-odds. Training
 * pictures have 54 flat and 35 leaning discs to 100 empty holes. Of the holes
 * of 42 players' photos one had a flat disc and none a leaning one; with one
 * more of each (rule of succession) that is 4.8 and 2.4 to 100 empty ones.
 * ln(54 / 4.8) = 2.4, ln(35 / 2.4) = 2.7. */
#define PRIOR_SHIFT_FLAT 2.4
#define PRIOR_SHIFT_LEANING 2.7

/* A disc in the hole has the colour of its side's other discs, up to light: the
 * distance from them (crok_hole_colour_distance, L*a*b*) follows a half-normal
 * distribution with this parameter. The root mean squares of 24 flat and 25
 * leaning discs in rendered holes were 3.2 and 5.6. */
#define FLAT_COLOUR_SIGMA 3.0
#define LEANING_COLOUR_SIGMA 5.7
/* The floor of an empty hole has a colour of its own, at any distance up to
 * this, L*a*b*. Chosen by hand: in 44 rendered and 15 photographed empty holes
 * it was 0.5 to 63. */
#define FLOOR_COLOURS 80.0
/* The chance that the floor is dark, or the board's wood in shade, instead. Its
 * distance from the nearest shade of the surface (crok_hole_view.from_shade,
 * grey levels) then follows a half-normal distribution with SHADE_SIGMA, and
 * that from dark discs is anything up to DARK_COLOURS, L*a*b*. Chosen by hand:
 * of 17 empty holes in photos seven are within 30 grey levels of such a shade;
 * without this a black hole of a sharpened photo was a black disc for sure. */
#define SHADED_FLOORS 0.6
#define SHADE_SIGMA 12.0
#define DARK_COLOURS 20.0
/* The chance that a disc in the hole has any colour: in glare, in coloured
 * light, or of another set of discs. Chosen by hand: of 49 discs in rendered
 * holes none was more than 13 from its side's colour. */
#define ODD_COLOUR_CHANCE 0.05
/* A class is sure if its chance is at least this. EMPTY needs a higher chance,
 * because a lost twenty is a worse error than a range of points that is too
 * wide. With this threshold the mean chance of a disc in the holes that are
 * called empty is 1 in 500, in 17 photos and 69 variants of them. Of 57
 * rendered holes that were not trained on, 32 are classified surely and
 * correctly, and one surely and wrongly: a leaning disc as flat. */
#define SURE 0.95
#define SURE_EMPTY 0.99
/* Colour distance from a side is limited to this, L*a*b*: a larger one is no
 * further evidence. Chosen by hand. */
#define MAX_SIDE_DISTANCE 30.0
/* Weight of the lightness L* in the colour distance between the hole's content
 * and a disc. The hole is shaded, so lightness is less reliable than hue.
 * Chosen by hand. */
#define HOLE_COLOUR_L 0.5
/* A gap on this fraction of the rays is neutral evidence. If the board's luma
 * is at most DARK_BOARD, grey levels, no gap would be visible, and
 * NEUTRAL_GAP_FRAC is used as the fraction. Chosen by hand. */
#define NEUTRAL_GAP_FRAC 0.5
#define DARK_BOARD 45.0
/* Luma that is added to the numerator and the denominator of a quotient, grey
 * levels. It keeps the quotient of two black colours near 1. */
#define LUMA_FLOOR 8.0

/* Weights of the terms of crok_hole_terms, learned by tests/bench/learn_hole
 * from 1312 holes, with 376 flat and 244 leaning discs. Each hole is used
 * twice: as it is, and as if no side's colour were known. Every fourth picture
 * was grey. The three terms before the constant were added later. Their weights
 * were chosen by hand, below the logarithms of the likelihood ratios in 124
 * other holes, 32 with a flat and 39 with a leaning disc. Of 175 holes with a
 * known side's colour, among them 71 that were not looked at for that, 110 are
 * sure and right with these terms, 85 without; one is sure and wrong with and
 * without them. */
static const double flat_weight[CROK_N_HOLE_TERMS] = {
    4.71,  1.47,  2.74, 2.03, -3.05, -9.86, -6.20, 0.59, 0.56, 1.32,
    -2.14, -0.35, 0.95, 3.79, -1.43, 0.83,  2.50,  -2.0, 1.0,  -3.66};
static const double leaning_weight[CROK_N_HOLE_TERMS] = {
    5.59,  1.40, 1.40, 0.11, -2.14, 1.10, -1.64, 1.15, 2.65, 2.41,
    -2.63, 0.84, 0.70, 6.23, -1.84, 1.50, 0.0,   -1.5, 1.0,  -10.17};

/* A sample has the board's colour if its distance from that colour is less than
 * the larger of BOARD_MIN grey levels and BOARD_FRAC times the distance between
 * face and board. Chosen by hand: with larger values the grey wall of a white
 * disc is taken for the board. */
#define BOARD_FRAC 0.25
#define BOARD_MIN 12.0
/* The board begins at the first of this many successive samples that belong to
 * the board. Chosen by hand: with a smaller number noise or a wall's reflection
 * is taken for the board. */
#define BOARD_RUN 3
/* A sample belongs to the board in shade only if its luma is more than
 * SHADED_BOARD times the board's luma minus DARKER_MIN; a darker sample belongs
 * to a gap. Chosen by hand. */
#define SHADED_BOARD 0.6
/* The hole's edge is covered on a ray if the board begins farther outside the
 * fitted circle than the larger of COVERED_FROM times the hole's radius (0.5
 * mm) and COVERED_FROM_PX pixels. Chosen by hand on simulated rounds. */
#define COVERED_FROM 0.03
#define COVERED_FROM_PX 0.45

/* Weight of the prior that the circle is centred on the board's centre, as a
 * fraction of the sum of the rays' weights. Where a disc covers the hole's
 * edge, the pose gives the centre more precisely than the rays. Without this
 * prior the circle moved with a leaning disc, and three of 65 leaning discs
 * were measured to cover nothing. */
#define CENTRE_PRIOR 0.5

/* A fit of a leaning disc's outline counts as evidence only above this value.
 */
#define LEAN_FIT_FROM 0.2

/* Inlier threshold for a ray's radius about the fitted curve, as a fraction of
 * the hole's radius: 1 mm. Chosen by hand. */
#define INLIER_FRAC 0.06

/* Rounds of the robust fit of a curve. In the first WIDE_ROUNDS rounds the
 * inlier threshold is doubled, because the fit starts from the median radius,
 * which is coarse. Chosen by hand. */
#define FIT_ROUNDS 10
#define WIDE_ROUNDS 4

typedef struct ray {
    bool hidden;
    bool has_gap;
    float v[N_SAMPLES][3];
    double edge_mm;  /* radius at which the face ends; 0: no end was found, or
                        the ray is hidden */
    double board_mm; /* radius from which on the colour is nearer to the board's
                        than to the face's; 0: the ray is hidden */
    double strict_board_mm; /* radius from which on the samples have the board's
                               colour; 0: the ray is hidden */
} ray;

static double radius_of(int sample, double hole_mm)
{
    return hole_mm *
           (RAY_FROM + (RAY_TO - RAY_FROM) * sample / (N_SAMPLES - 1));
}

static int sample_of(double frac)
{
    return (int)lround((frac - RAY_FROM) / (RAY_TO - RAY_FROM) *
                       (N_SAMPLES - 1));
}

/* ---- rays hidden by neighbouring discs ---- */

/* The blurred edge of a disc reaches this far beyond it, mm. */
#define BLURRED_MM 1.0

void crok_hole_add_neighbour(crok_hole_neighbours *neighbours, crok_mm at,
                             double hole_mm)
{
    double d = hypot(at.x, at.y);
    if (d > CROK_IN_HOLE_FRAC * hole_mm &&
        d < RAY_TO * hole_mm + 2.0 * neighbours->radius_mm &&
        neighbours->n < CROK_MAX_HOLE_NEIGHBOURS)
        neighbours->at[neighbours->n++] = at;
}

/* The point of the board that a point at height z_mm above `at` hides from the
 * camera: at + k (at - eye) with k = z / (eye.z - z). */
static crok_mm occluded_at(crok_vec3 eye, crok_mm at, double z_mm)
{
    double k = z_mm / fmax(eye.z - z_mm, 1.0);
    return (crok_mm){at.x + k * (at.x - eye.x), at.y + k * (at.y - eye.y)};
}

/* Circles of one radius in the plane of the board that hide rays. Each
 * neighbour gives two: its bottom circle, and the part of the board that its
 * top face hides. */
typedef struct occluders {
    int n;
    crok_mm at[2 * CROK_MAX_HOLE_NEIGHBOURS];
    double reach_mm;
} occluders;

static occluders occluders_of(const crok_hole_neighbours *neighbours,
                              crok_vec3 eye)
{
    occluders c = {.n = 0};
    if (neighbours == NULL)
        return c;
    c.reach_mm = neighbours->radius_mm + BLURRED_MM;
    for (int i = 0; i < neighbours->n; i++) {
        c.at[c.n++] = neighbours->at[i];
        c.at[c.n++] =
            occluded_at(eye, neighbours->at[i], neighbours->height_mm);
    }
    return c;
}

static bool is_hidden(const occluders *c, crok_mm p)
{
    for (int i = 0; i < c->n; i++)
        if (crok_mm_apart(p, c->at[i]) < c->reach_mm)
            return true;
    return false;
}

static void mark_hidden_rays(ray *rays, const crok_camera *cam, double hole_mm,
                             const crok_hole_neighbours *neighbours)
{
    occluders c = occluders_of(neighbours, crok_camera_centre(cam));
    for (int d = 0; d < N_DIRS; d++) {
        double a = 2.0 * CROK_PI * d / N_DIRS;
        rays[d].hidden = false;
        for (int i = 0; i < N_SAMPLES && c.n > 0; i++) {
            double r = radius_of(i, hole_mm);
            crok_mm p = {r * cos(a), r * sin(a)};
            rays[d].hidden = rays[d].hidden || is_hidden(&c, p);
        }
    }
}

/* ---- a hole of which little is visible ---- */

/* The hole is sampled on a grid of N_GLIMPSE x N_GLIMPSE points, up to this
 * fraction of its radius from its centre: a disc in it covers that wherever it
 * lies. At least MIN_GLIMPSE of the points must be visible. Chosen by hand. */
#define N_GLIMPSE 24
#define GLIMPSE_TO 0.80
#define MIN_GLIMPSE 0.10

bool crok_hole_glimpse(const crok_image *img, const crok_camera *cam,
                       const crok_board *board,
                       const crok_hole_neighbours *neighbours, crok_rgb *out)
{
    double x[3][N_GLIMPSE * N_GLIMPSE];
    const double reach = GLIMPSE_TO * board->hole_mm;
    occluders c = occluders_of(neighbours, crok_camera_centre(cam));
    int n_inside = 0;
    int n = 0;
    for (int i = 0; i < N_GLIMPSE * N_GLIMPSE; i++) {
        crok_mm p = {
            reach * (2.0 * (i % N_GLIMPSE) / (N_GLIMPSE - 1.0) - 1.0),
            reach * (2.0 * (double)(i / N_GLIMPSE) / (N_GLIMPSE - 1.0) - 1.0)};
        crok_px px = crok_camera_project(cam, (crok_vec3){p.x, p.y, 0.0});
        float v[3] = {0.0F, 0.0F, 0.0F};
        if (hypot(p.x, p.y) > reach)
            continue;
        n_inside++;
        if (is_hidden(&c, p) || !crok_image_sample(img, px.x, px.y, v))
            continue;
        for (int k = 0; k < 3; k++)
            x[k][n] = (double)v[k];
        n++;
    }
    if (n < MIN_GLIMPSE * n_inside)
        return false;
    *out = crok_rgb_quantile(x[0], x[1], x[2], n, 0.5);
    return true;
}

/* ---- reading ---- */

static bool read_ray(const crok_image *img, const crok_camera *cam,
                     double angle, double hole_mm, ray *out)
{
    for (int i = 0; i < N_SAMPLES; i++) {
        double r = radius_of(i, hole_mm);
        crok_px p = crok_camera_project(
            cam, (crok_vec3){r * cos(angle), r * sin(angle), 0.0});
        if (!crok_image_sample(img, p.x, p.y, out->v[i]))
            return false;
    }
    return true;
}

/* The median colour of the samples from..to - 1 on all visible rays. */
static crok_rgb median_colour(const ray *rays, int from, int to)
{
    CROK_SCRATCH_ROWS(double, x, 3, [N_DIRS * N_SAMPLES]);
    int n = 0;
    for (int d = 0; d < N_DIRS; d++) {
        for (int i = from; i < to && !rays[d].hidden; i++) {
            x[0][n] = (double)rays[d].v[i][0];
            x[1][n] = (double)rays[d].v[i][1];
            x[2][n++] = (double)rays[d].v[i][2];
        }
    }
    return crok_rgb_quantile(x[0], x[1], x[2], n, 0.5);
}

/* The radius at which the board begins: the first of BOARD_RUN successive
 * samples whose colours are nearer to the board's than to the face's and not
 * much darker than the board. Returns the last radius if there are no such
 * samples. */
static double board_from(const ray *r, crok_rgb face, crok_rgb board,
                         double hole_mm)
{
    int run = 0;
    for (int i = sample_of(GAP_FROM); i < N_SAMPLES; i++) {
        crok_rgb c = crok_rgb_of(r->v[i]);
        run = crok_rgb_distance(c, board) < crok_rgb_distance(c, face) &&
                      crok_rgb_luma(c) >
                          SHADED_BOARD * fmin(crok_rgb_luma(board), 255.0) -
                              DARKER_MIN
                  ? run + 1
                  : 0;
        if (run == BOARD_RUN)
            return radius_of(i - (BOARD_RUN - 1), hole_mm);
    }
    return radius_of(N_SAMPLES - 1, hole_mm);
}

/* The radius from which on BOARD_RUN successive samples have the board's
 * colour. This is stricter than board_from: the grey wall of a white disc is
 * nearer to most boards than to the face, but is not the board. */
static double strict_board_from(const ray *r, crok_rgb face, crok_rgb board,
                                double hole_mm)
{
    double most = fmax(BOARD_MIN, BOARD_FRAC * crok_rgb_distance(face, board));
    int run = 0;
    for (int i = sample_of(GAP_FROM); i < N_SAMPLES; i++) {
        run =
            crok_rgb_distance(crok_rgb_of(r->v[i]), board) < most ? run + 1 : 0;
        if (run == BOARD_RUN)
            return radius_of(i - (BOARD_RUN - 1), hole_mm);
    }
    return radius_of(N_SAMPLES - 1, hole_mm);
}

/* Measure a visible ray. It has a gap if its darkest sample from GAP_FROM to
 * GAP_TO is darker than face and board. The face ends at the first sample whose
 * colour differs from the face's by half of the gap's difference, or without a
 * gap by half of the largest difference up to BOARD_FROM. */
static void measure_ray(ray *r, crok_rgb face, crok_rgb board, double hole_mm)
{
    double most = 0.0;
    double least = 255.0;
    double to_gap = 0.0;
    r->has_gap = false;
    r->edge_mm = r->board_mm = r->strict_board_mm = 0.0;
    if (r->hidden)
        return;
    for (int i = sample_of(EDGE_FROM); i < sample_of(BOARD_FROM); i++)
        most = fmax(most, crok_rgb_distance(crok_rgb_of(r->v[i]), face));
    for (int i = sample_of(GAP_FROM); i < sample_of(GAP_TO); i++) {
        crok_rgb c = crok_rgb_of(r->v[i]);
        if (crok_rgb_luma(c) >= least)
            continue;
        least = crok_rgb_luma(c);
        to_gap = crok_rgb_distance(c, face);
    }
    r->has_gap = least < fmin(crok_rgb_luma(face), crok_rgb_luma(board)) *
                                 (1.0 - DARKER_FRAC) -
                             DARKER_MIN;
    if (r->has_gap)
        most = to_gap;
    r->board_mm = board_from(r, face, board, hole_mm);
    r->strict_board_mm = strict_board_from(r, face, board, hole_mm);
    for (int i = sample_of(EDGE_FROM); i < sample_of(BOARD_FROM); i++) {
        if (crok_rgb_distance(crok_rgb_of(r->v[i]), face) <
            fmax(MIN_CHANGE, 0.5 * most))
            continue;
        r->edge_mm = radius_of(i, hole_mm);
        return;
    }
}

/* Add one equation for each positive radius to the normal equations, with
 * Tukey's weight. Returns the sum of the weights. */
static double add_radii(crok_lsq *q, const double *r, int n_terms,
                        double inlier_mm, const double x[5])
{
    static const int idx[5] = {0, 1, 2, 3, 4};
    double sum = 0.0;
    for (int i = 0; i < N_DIRS; i++) {
        double a = 2.0 * CROK_PI * i / N_DIRS;
        double jac[5] = {1.0, cos(a), sin(a), cos(2.0 * a), sin(2.0 * a)};
        double e = -r[i];
        double weight;
        if (r[i] <= 0.0)
            continue;
        for (int k = 0; k < n_terms; k++)
            e += x[k] * jac[k];
        weight = crok_tukey(e, inlier_mm);
        crok_lsq_add(q, idx, jac, n_terms, e, weight);
        sum += weight;
    }
    return sum;
}

/* Fit the curve
 *
 *     r(a) = x0 + x1 cos a + x2 sin a + x3 cos 2a + x4 sin 2a
 *
 * (its first n_terms terms), with a the direction in rad, to the positive radii
 * by iteratively reweighted least squares.
 *
 *   centre_prior  weight of the prior x1 = x2 = 0, as a fraction of the sum of
 *                 the rays' weights
 *
 * Returns false if fewer than a third of the radii are positive or if the
 * normal equations are singular. */
static bool fit_curve(const double *r, int n_terms, double inlier_mm,
                      double centre_prior, double x[5])
{
    static const double one = 1.0;
    double sorted[N_DIRS];
    int n = 0;
    for (int i = 0; i < N_DIRS; i++)
        if (r[i] > 0.0)
            sorted[n++] = r[i];
    if (n < N_DIRS / 3)
        return false;
    for (int k = 0; k < 5; k++)
        x[k] = k == 0 ? crok_quantile(sorted, n, 0.5) : 0.0;
    for (int round = 0; round < FIT_ROUNDS; round++) {
        crok_lsq q;
        double step[CROK_LSQ_MAX];
        double sum = 0.0;
        crok_lsq_reset(&q, n_terms);
        sum = add_radii(&q, r, n_terms,
                        inlier_mm * (round < WIDE_ROUNDS ? 2.0 : 1.0), x);
        for (int k = 1; k <= 2; k++)
            crok_lsq_add(&q, &k, &one, 1, x[k], centre_prior * sum);
        if (!crok_lsq_step(&q, 1e-6, step))
            return false;
        for (int k = 0; k < n_terms; k++)
            x[k] += step[k];
    }
    return true;
}

static double curve_at(const double x[5], int i)
{
    double a = 2.0 * CROK_PI * i / N_DIRS;
    return x[0] + x[1] * cos(a) + x[2] * sin(a) + x[3] * cos(2.0 * a) +
           x[4] * sin(2.0 * a);
}

/* The fraction of rays on which the board begins more than from_mm outside a
 * circle. The circle is fitted robustly to the radii at which the board begins
 * on all rays; it is taken for the hole's edge. */
static double cover_frac(const double r[N_DIRS], double weight_of_ray,
                         double hole_mm, double centre_prior, double from_mm)
{
    double x[5];
    double over = 0.0;
    if (!fit_curve(r, 3, INLIER_FRAC * hole_mm, centre_prior, x))
        return 0.0;
    for (int i = 0; i < N_DIRS; i++)
        over += r[i] - curve_at(x, i) > from_mm ? weight_of_ray : 0.0;
    return over;
}

static void measure_cover(const ray *rays, double weight_of_ray, double hole_mm,
                          double px_mm, crok_hole_view *v)
{
    double covered_mm = fmax(COVERED_FROM * hole_mm, COVERED_FROM_PX * px_mm);
    double board[N_DIRS];
    double clear[N_DIRS];
    for (int i = 0; i < N_DIRS; i++) {
        board[i] = rays[i].board_mm;
        clear[i] = rays[i].strict_board_mm;
    }
    v->over_frac =
        cover_frac(board, weight_of_ray, hole_mm, 0.0, INLIER_FRAC * hole_mm);
    v->covered_frac =
        cover_frac(clear, 1.0 / N_DIRS, hole_mm, CENTRE_PRIOR, covered_mm);
}

/* Fit a curve to the face's edge and store its features. If neighbours hide a
 * part of the edge, the rest determines the centre poorly; then a prior at the
 * board's centre is added, with a weight in proportion to the hidden part. */
static void fit_face_edge(const ray *rays, double weight_of_ray, double hole_mm,
                          crok_hole_view *v)
{
    double r[N_DIRS];
    double x[5];
    for (int i = 0; i < N_DIRS; i++)
        r[i] = rays[i].edge_mm;
    if (!fit_curve(r, 5, INLIER_FRAC * hole_mm, CENTRE_PRIOR * v->hidden_frac,
                   x))
        return;
    for (int i = 0; i < N_DIRS; i++)
        v->seen_frac += !rays[i].hidden && fabs(curve_at(x, i) - r[i]) <
                                               INLIER_FRAC * hole_mm
                            ? weight_of_ray
                            : 0.0;
    v->radius_mm = x[0];
    v->centre = (crok_mm){x[1], x[2]};
    v->oval_mm = hypot(x[3], x[4]);
}

/* ---- where a face ends: that of a disc, and the floor ---- */

/* The end of a face fits if it is this near to where it is expected, mm, or
 * px. Chosen by hand. */
#define SHAPE_MM 0.6
#define SHAPE_PX 0.5
/* The rounding of a disc's edge makes its face smaller by up to
 * MAX_ROUNDING_MM. Its position is searched in steps of SHAPE_STEP_MM in
 * N_SHAPE_DIRS directions.
 */
#define MAX_ROUNDING_MM 0.9
#define RADIUS_STEP_MM 0.35
#define SHAPE_STEP_MM 0.5
#define N_SHAPE_DIRS 16
/* A face reaches the hole's edge from this fraction of its radius on. */
#define CONTACT_FROM 0.965

static double direction_of(int i)
{
    return 2.0 * CROK_PI * i / N_DIRS;
}

/* The distance from the origin to a circle around it in direction a; 0 if the
 * origin is outside. */
static double circle_at(crok_mm centre, double radius_mm, double a)
{
    double along = centre.x * cos(a) + centre.y * sin(a);
    double square = along * along - centre.x * centre.x - centre.y * centre.y +
                    radius_mm * radius_mm;
    return square < 0.0 ? 0.0 : along + sqrt(square);
}

/* The number of rays on which the face ends where it is expected. */
static int n_as_expected(const ray *rays, const double expected_mm[N_DIRS],
                         double tolerance_mm)
{
    int n = 0;
    for (int i = 0; i < N_DIRS; i++)
        n += rays[i].edge_mm > 0.0 &&
             fabs(rays[i].edge_mm - expected_mm[i]) < tolerance_mm;
    return n;
}

/* The floor is seen through the hole's edge. Projected to the surface from the
 * eye, its circle is smaller, and moved towards the point below the eye. */
static int n_as_floor(const ray *rays, crok_vec3 eye, const crok_board *board,
                      double tolerance_mm)
{
    double k = board->hole_depth_mm / (eye.z + board->hole_depth_mm);
    double end_mm[N_DIRS];
    for (int i = 0; i < N_DIRS; i++)
        end_mm[i] =
            fmin(board->hole_mm,
                 circle_at((crok_mm){k * eye.x, k * eye.y},
                           (1.0 - k) * board->hole_mm, direction_of(i)));
    return n_as_expected(rays, end_mm, tolerance_mm);
}

/* A disc's face of this radius, wherever in the hole. */
static int n_as_face(const ray *rays, double radius_mm, double hole_mm,
                     double tolerance_mm)
{
    int most = 0;
    for (double off = 0.0; off <= hole_mm - radius_mm; off += SHAPE_STEP_MM) {
        for (int k = 0; k < (off > 0.0 ? N_SHAPE_DIRS : 1); k++) {
            double a = 2.0 * CROK_PI * k / N_SHAPE_DIRS;
            crok_mm at = {off * cos(a), off * sin(a)};
            double end_mm[N_DIRS];
            int n = 0;
            for (int i = 0; i < N_DIRS; i++)
                end_mm[i] = circle_at(at, radius_mm, direction_of(i));
            n = n_as_expected(rays, end_mm, tolerance_mm);
            most = n > most ? n : most;
        }
    }
    return most;
}

static void compare_shapes(const ray *rays, double weight_of_ray,
                           const crok_camera *cam, const crok_board *board,
                           crok_hole_view *v)
{
    double tolerance_mm = fmax(SHAPE_MM, SHAPE_PX / crok_camera_px_per_mm(cam));
    int n_face = 0;
    int n_contact = 0;
    for (double less = 0.0; less <= MAX_ROUNDING_MM; less += RADIUS_STEP_MM) {
        int n = n_as_face(rays, board->disc_mm - less, board->hole_mm,
                          tolerance_mm);
        n_face = n > n_face ? n : n_face;
    }
    for (int i = 0; i < N_DIRS; i++)
        n_contact += !rays[i].hidden &&
                     (rays[i].edge_mm <= 0.0 ||
                      rays[i].edge_mm > CONTACT_FROM * board->hole_mm);
    v->disc_fit = n_face * weight_of_ray;
    v->contact_frac = n_contact * weight_of_ray;
    v->floor_fit =
        n_as_floor(rays, crok_camera_centre(cam), board, tolerance_mm) *
        weight_of_ray;
}

/* The weight of one visible ray: 1 / (number of visible rays), or 0 if fewer
 * than a third of all rays are visible. */
static double ray_weight(const ray *rays)
{
    int n = 0;
    for (int i = 0; i < N_DIRS; i++)
        n += !rays[i].hidden;
    return n < N_DIRS / 3 ? 0.0 : 1.0 / n;
}

crok_hole_view crok_hole_measure(const crok_image *img, const crok_camera *cam,
                                 const crok_board *board,
                                 const crok_hole_neighbours *neighbours)
{
    const double hole_mm = board->hole_mm;
    CROK_SCRATCH(ray, rays, N_DIRS);
    crok_hole_view v = {.seen_frac = 0.0};
    crok_rgb ground;
    double weight_of_ray = 0.0;
    mark_hidden_rays(rays, cam, hole_mm, neighbours);
    weight_of_ray = ray_weight(rays);
    if (weight_of_ray == 0.0)
        return v;
    for (int i = 0; i < N_DIRS; i++)
        if (!read_ray(img, cam, 2.0 * CROK_PI * i / N_DIRS, hole_mm, &rays[i]))
            return v;
    v.is_seen = true;
    v.hidden_frac = 1.0 - 1.0 / (weight_of_ray * N_DIRS);
    v.rgb = median_colour(rays, 0, sample_of(EDGE_FROM));
    ground = median_colour(rays, sample_of(BOARD_FROM), N_SAMPLES);
    v.around = ground;
    for (int i = 0; i < N_DIRS; i++) {
        measure_ray(&rays[i], v.rgb, ground, hole_mm);
        v.gap_frac += rays[i].has_gap ? weight_of_ray : 0.0;
    }
    v.gap_visible = crok_rgb_luma(ground) > DARK_BOARD;
    v.from_board =
        crok_lab_distance(crok_lab_of(v.rgb), crok_lab_of(ground), 1.0);
    v.from_shade = crok_rgb_shade_distance(v.rgb, ground);
    v.light = log((crok_rgb_luma(v.rgb) + LUMA_FLOOR) /
                  (crok_rgb_luma(ground) + LUMA_FLOOR));
    measure_cover(rays, weight_of_ray, hole_mm,
                  1.0 / crok_camera_px_per_mm(cam), &v);
    fit_face_edge(rays, weight_of_ray, hole_mm, &v);
    compare_shapes(rays, weight_of_ray, cam, board, &v);
    v.lean = crok_lean_detect(img, cam, board);
    return v;
}

double crok_hole_colour_distance(crok_lab disc, crok_lab hole)
{
    return crok_lab_distance(disc, hole, HOLE_COLOUR_L);
}

double crok_hole_side_distance(double least, bool all_seen)
{
    bool is_alike = least >= 0.0 && least < CROK_HOLE_COLOUR;
    return is_alike || all_seen ? least : CROK_NO_SIDE_COLOUR;
}

/* Rises from 0 at `from` to 1 at `to`. */
static double ramp(double x, double from, double to)
{
    return fmin(fmax((x - from) / (to - from), 0.0), 1.0);
}

void crok_hole_terms(const crok_hole_view *v, double from_sides, double hole_mm,
                     double disc_mm, double term[CROK_N_HOLE_TERMS])
{
    double off = hypot(v->centre.x, v->centre.y) / hole_mm;
    double inset = fmax((hole_mm - v->radius_mm) / hole_mm, 0.0);
    double wrong_size = fabs(v->radius_mm - disc_mm) / hole_mm;
    bool knows = from_sides >= 0.0;
    double colour =
        knows ? log(1.0 + fmin(from_sides, MAX_SIDE_DISTANCE)) : 0.0;
    double alike =
        knows ? fmax(1.0 - colour / log(1.0 + CROK_HOLE_COLOUR), 0.0) : 0.0;
    double darker = fmin(v->light, 0.0);
    double gap = v->gap_visible ? v->gap_frac : NEUTRAL_GAP_FRAC;
    term[0] = 2.0 * fmax(gap - NEUTRAL_GAP_FRAC, 0.0);
    term[1] = 5.0 * fmin(v->over_frac, 0.3); /* covers the edge */
    term[2] = v->seen_frac;                  /* face has a round edge */
    term[3] = 5.0 * fmin(inset, 0.4); /* radius is less than the hole's */
    term[4] = 5.0 * fmin(off, 0.3);   /* centre is off the hole's */
    term[5] = 10.0 * fmin(v->oval_mm / hole_mm, 0.15); /* face is not round */
    term[6] = 5.0 * fmin(wrong_size, 0.3);      /* radius is not a disc's */
    term[7] = log(1.0 + v->from_board);         /* colour is not the board's */
    term[8] = 5.0 * fmin(v->covered_frac, 0.3); /* stricter cover */
    term[9] = colour;                           /* colour is not a side's */
    term[10] = colour * colour / 3.0;
    term[11] = knows ? 0.0 : 1.0; /* its side's colour is not known */
    /* a side's colour is stronger evidence if no shaded floor has it */
    term[12] = alike * log(1.0 + v->from_shade);
    /* the gap and the edge of a dark face are weaker evidence */
    term[13] = darker * term[0];
    term[14] = darker * term[2];
    term[15] = 5.0 * fmax(v->lean.fit - LEAN_FIT_FROM, 0.0);
    /* a disc's face, and nothing that rises above the surface beside it */
    term[16] = ramp(v->disc_fit, 0.75, 0.95) *
               (1.0 - ramp(v->contact_frac, 0.0, 0.1)) *
               (1.0 - ramp(v->covered_frac, 0.1, 0.3));
    /* the floor; on a dark disc the gap is not seen, and its face seems to
     * reach as far */
    term[17] = exp(darker) * ramp(v->floor_fit, 0.3, 0.5);
    term[18] = 1.0 - ramp(v->floor_fit, 0.1, 0.2); /* no floor */
    term[19] = 1.0;
}

/* The odds of a class against an empty hole: exp(weight . term - prior_shift).
 */
static double odds(double prior_shift, const double *weight, const double *term)
{
    return exp(crok_log_odds(-prior_shift, weight, term, CROK_N_HOLE_TERMS));
}

/* The density of the distance from the nearest side's colour in empty holes
 * whose floors are as near to a shade of the surface as this one. */
static double floor_density(const crok_hole_view *v, double from_sides)
{
    double s = v->from_shade / SHADE_SIGMA;
    double shaded = SHADED_FLOORS * exp(-0.5 * s * s);
    return (1.0 - shaded) / FLOOR_COLOURS +
           (from_sides < DARK_COLOURS ? shaded / DARK_COLOURS : 0.0);
}

/* The likelihood of the distance from the nearest side's colour if a disc is in
 * the hole, divided by that if none is. */
static double colour_ratio(const crok_hole_view *v, double from_sides,
                           double sigma)
{
    double d = from_sides / sigma;
    double alike = sqrt(2.0 / CROK_PI) / sigma * exp(-0.5 * d * d);
    double disc =
        (1.0 - ODD_COLOUR_CHANCE) * alike + ODD_COLOUR_CHANCE / FLOOR_COLOURS;
    return from_sides < 0.0 ? 1.0 : disc / floor_density(v, from_sides);
}

/* The verdict from the odds of each class. */
static crok_hole_verdict verdict_of(const double odds_of[3])
{
    double sum = odds_of[0] + odds_of[1] + odds_of[2];
    double of[3];
    crok_hole_content best = CROK_HOLE_EMPTY;
    for (int k = 0; k < 3; k++) {
        of[k] = odds_of[k] / sum;
        if (of[k] > of[best])
            best = (crok_hole_content)k;
    }
    return (crok_hole_verdict){
        .content = best,
        .is_sure = of[best] >= (best == CROK_HOLE_EMPTY ? SURE_EMPTY : SURE),
        .may_be_empty = of[CROK_HOLE_EMPTY] > 1.0 - SURE,
        .leans = of[CROK_HOLE_LEANING] > of[CROK_HOLE_FLAT],
        .disc = 1.0 - of[CROK_HOLE_EMPTY],
        .leaning = of[CROK_HOLE_LEANING]};
}

crok_hole_verdict crok_hole_classify(const crok_hole_view *v, double from_sides,
                                     double hole_mm, double disc_mm)
{
    double term[CROK_N_HOLE_TERMS];
    double of[3] = {1.0}; /* odds of each class */
    bool fits = disc_mm <= hole_mm;
    if (!fits || v->radius_mm <= 0.0) /* 0: no curve */
        return (crok_hole_verdict){
            .content = CROK_HOLE_EMPTY, .is_sure = !fits, .may_be_empty = true};
    crok_hole_terms(v, from_sides, hole_mm, disc_mm, term);
    of[CROK_HOLE_FLAT] = odds(PRIOR_SHIFT_FLAT, flat_weight, term) *
                         colour_ratio(v, from_sides, FLAT_COLOUR_SIGMA);
    of[CROK_HOLE_LEANING] = odds(PRIOR_SHIFT_LEANING, leaning_weight, term) *
                            colour_ratio(v, from_sides, LEANING_COLOUR_SIGMA);
    return verdict_of(of);
}

crok_hole_verdict crok_hole_reconsider(const crok_hole_verdict *v,
                                       double log_odds)
{
    double of[3] = {(1.0 - v->disc) * exp(log_odds), v->disc - v->leaning,
                    v->leaning};
    return v->disc > 0.0 ? verdict_of(of) : *v;
}
