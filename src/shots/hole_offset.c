/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/hole_offset.h"

#include <math.h>

#include "core/linalg.h"

/* Samples beyond this distance from the hole's centre, in radii of the hole,
 * show the board: a leaning disc reaches to 1.2 where it lies, and to 1.3 as a
 * camera sees it that is 20 degrees off the vertical. */
#define BOARD_FROM 1.35
/* A shadow on the board leaves at least this part of the light. Chosen by hand.
 */
#define LEAST_SHADE 0.6
/* Lower limit of the standard deviation of unchanged samples, grey levels. It
 * covers the noise, and grain that the pose's error displaces. Chosen by hand.
 */
#define LEAST_SIGMA 6.0
/* The squared difference of a sample from the empty hole, in units of that
 * variance: up to CHANGED_SIGMAS2 its change is 0, from SURELY_SIGMAS2 on it is
 * 1, and linear between them. Chosen by hand. */
#define CHANGED_SIGMAS2 1.0
#define SURELY_SIGMAS2 8.0

/* Directions in which the extent is measured, along rays from FROM to TO radii
 * of the hole in steps of STEP_MM. */
enum { N_RAYS = 36 };
#define FROM 1.42
#define TO 0.55
#define STEP_MM 0.25
/* The fit is repeated without the extents that are farthest from it: in some
 * directions the disc's colour is that of the floor or of the board. */
enum { FITS = 4 };
#define KEPT 0.8
#define LEAST_GATE_MM 0.3
/* If the root mean square residual is larger than this, mm, the change does not
 * have the outline of a disc: a hand is over the hole. Chosen by hand. */
#define MOST_ERROR_MM 1.5

/* The log-odds of a leaning disc, if as many lean as lie flat, are linear in
 * the offset, mm: learned by tests/bench/learn_lean from 279 discs on 19 photos
 * at 0.44 to 1.0 px a mm, log loss 0.39 on photos that were left out. */
#define LEANS_AT_0 (-3.79)
#define LEANS_PER_MM 2.22

typedef struct circle {
    crok_mm at;
    double radius_mm;
} circle;

/* How much the samples have changed: 0 not at all, 1 surely. */
typedef struct changes {
    double step_mm, reach_mm;
    circle hole; /* as the picture of the empty hole shows it */
    const crok_hole_patch *empty, *now;
    double changed[CROK_PATCH_SAMPLES];
} changes;

static bool is_hidden(const changes *c, int i)
{
    return c->empty->is_hidden[i] || c->now->is_hidden[i];
}

/* Does the sample show the board, whatever is in the hole? */
static bool is_board(const changes *c, int i)
{
    double x = i % CROK_PATCH_SIDE * c->step_mm - c->reach_mm;
    double y = i / CROK_PATCH_SIDE * c->step_mm - c->reach_mm;
    return !is_hidden(c, i) &&
           hypot(x, y) > BOARD_FROM / CROK_PATCH_REACH * c->reach_mm;
}

/* The ratio of the present brightness of the board to that in the picture of
 * the empty hole: the median over its samples. */
static double light_of(const changes *c)
{
    double ratio[CROK_PATCH_SAMPLES];
    int n = 0;
    for (int i = 0; i < CROK_PATCH_SAMPLES; i++) {
        const float *is = c->now->rgb[i];
        const float *was = c->empty->rgb[i];
        if (is_board(c, i))
            ratio[n++] = (double)(is[0] + is[1] + is[2]) /
                         ((double)(was[0] + was[1] + was[2]) + 1.0);
    }
    return n == 0 ? 1.0 : crok_quantile(ratio, n, 0.5);
}

/* The mean squared difference of the channels from the colour that was there,
 * in the shade in which it is smallest. */
static double difference2(const float is[3], const float was[3], double light)
{
    double ab = 0.0;
    double bb = 1e-9;
    double sum = 0.0;
    double shade = 0.0;
    for (int c = 0; c < 3; c++) {
        ab += (double)is[c] * (double)was[c];
        bb += (double)was[c] * (double)was[c];
    }
    shade = fmin(fmax(ab / bb, LEAST_SHADE * light), light);
    for (int c = 0; c < 3; c++) {
        double d = (double)is[c] - shade * (double)was[c];
        sum += d * d;
    }
    return sum / 3.0;
}

static void find_changes(changes *c)
{
    double on_board[CROK_PATCH_SAMPLES];
    double light = light_of(c);
    double sigma2 = 0.0;
    int n = 0;
    for (int i = 0; i < CROK_PATCH_SAMPLES; i++) {
        c->changed[i] = difference2(c->now->rgb[i], c->empty->rgb[i], light);
        if (is_board(c, i))
            on_board[n++] = c->changed[i];
    }
    sigma2 =
        fmax(2.0 * crok_quantile(on_board, n, 0.5), LEAST_SIGMA * LEAST_SIGMA);
    for (int i = 0; i < CROK_PATCH_SAMPLES; i++)
        c->changed[i] = fmin(fmax((c->changed[i] / sigma2 - CHANGED_SIGMAS2) /
                                      (SURELY_SIGMAS2 - CHANGED_SIGMAS2),
                                  0.0),
                             1.0);
}

static double angle_of(int ray)
{
    return 2.0 * CROK_PI * ray / N_RAYS;
}

/* ---- the hole's edge ---- */

/* The hole's edge is searched for up to MOST_OFF radii along both axes from
 * where the pose has its centre, with LEAST_RADIUS to MOST_RADIUS of the radius
 * that it has, in steps of EDGE_STEP_MM. Chosen by hand: poses are about a
 * pixel off, and holes of boards differ by a tenth. */
#define MOST_OFF 0.12
#define LEAST_RADIUS 0.85
#define MOST_RADIUS 1.2
#define EDGE_STEP_MM 0.5
/* The edge is the step in colour between this far inside and outside of it, mm;
 * a step counts as at most MOST_LEVELS grey levels, because a reflection on the
 * edge has more. Chosen by hand. */
#define EDGE_HALF_MM 1.2
#define MOST_LEVELS 60.0

/* The empty hole's colour between samples; false: a disc hides it. */
static bool colour_at(const changes *c, double x_mm, double y_mm, double rgb[3])
{
    double x = (x_mm + c->reach_mm) / c->step_mm;
    double y = (y_mm + c->reach_mm) / c->step_mm;
    double fx = x - floor(x);
    double fy = y - floor(y);
    int i = (int)y * CROK_PATCH_SIDE + (int)x;
    const float(*p)[3] = &c->empty->rgb[i];
    if (is_hidden(c, i))
        return false;
    for (int k = 0; k < 3; k++)
        rgb[k] =
            (1.0 - fy) * ((1.0 - fx) * (double)p[0][k] + fx * (double)p[1][k]) +
            fy * ((1.0 - fx) * (double)p[CROK_PATCH_SIDE][k] +
                  fx * (double)p[CROK_PATCH_SIDE + 1][k]);
    return true;
}

/* The mean step in colour along a circle. */
static double step_along(const changes *c, const circle *k)
{
    double sum = 0.0;
    int n = 0;
    for (int i = 0; i < N_RAYS; i++) {
        double x = cos(angle_of(i));
        double y = sin(angle_of(i));
        double in = k->radius_mm - EDGE_HALF_MM;
        double out = k->radius_mm + EDGE_HALF_MM;
        double a[3];
        double b[3];
        double d2 = 0.0;
        if (!colour_at(c, k->at.x + in * x, k->at.y + in * y, a) ||
            !colour_at(c, k->at.x + out * x, k->at.y + out * y, b))
            continue;
        for (int j = 0; j < 3; j++)
            d2 += (a[j] - b[j]) * (a[j] - b[j]);
        sum += fmin(sqrt(d2), MOST_LEVELS);
        n++;
    }
    return n == 0 ? 0.0 : sum / n;
}

/* The circle with the greatest step in colour in the empty hole's picture. */
static circle find_hole(const changes *c, double hole_mm)
{
    circle best = {.radius_mm = hole_mm};
    int steps = (int)(MOST_OFF * hole_mm / EDGE_STEP_MM);
    double most = -1.0;
    for (double r = LEAST_RADIUS * hole_mm; r <= MOST_RADIUS * hole_mm;
         r += EDGE_STEP_MM)
        for (int x = -steps; x <= steps; x++)
            for (int y = -steps; y <= steps; y++) {
                circle k = {{x * EDGE_STEP_MM, y * EDGE_STEP_MM}, r};
                double step = step_along(c, &k);
                if (step <= most)
                    continue;
                most = step;
                best = k;
            }
    return best;
}

/* How much it has changed at a place between samples; below 0 where a disc
 * hides it. */
static double changed_at(const changes *c, double x_mm, double y_mm)
{
    double x = (x_mm + c->reach_mm) / c->step_mm;
    double y = (y_mm + c->reach_mm) / c->step_mm;
    int i = (int)y * CROK_PATCH_SIDE + (int)x;
    double fx = x - floor(x);
    double fy = y - floor(y);
    if (is_hidden(c, i) || is_hidden(c, i + 1) ||
        is_hidden(c, i + CROK_PATCH_SIDE) ||
        is_hidden(c, i + CROK_PATCH_SIDE + 1))
        return -1.0;
    return (1.0 - fy) * ((1.0 - fx) * c->changed[i] + fx * c->changed[i + 1]) +
           fy * ((1.0 - fx) * c->changed[i + CROK_PATCH_SIDE] +
                 fx * c->changed[i + CROK_PATCH_SIDE + 1]);
}

/* The distance from the hole's centre at which the change begins, as seen from
 * outside. Returns false if a disc hides a part of the ray. */
static bool find_extent(const changes *c, double angle, double hole_mm,
                        double *out)
{
    double before = 0.0;
    *out = TO * hole_mm;
    for (double r = FROM * hole_mm; r > TO * hole_mm; r -= STEP_MM) {
        double now = changed_at(c, c->hole.at.x + r * cos(angle),
                                c->hole.at.y + r * sin(angle));
        if (now < 0.0)
            return false;
        if (now > 0.5 && *out <= TO * hole_mm)
            *out =
                before < now ? r + STEP_MM * (now - 0.5) / (now - before) : r;
        before = now;
    }
    return true;
}

/* mean + cosine cos a + sine sin a */
typedef struct wave {
    double mean, cosine, sine;
} wave;

static double residual(const wave *w, int ray, double extent)
{
    double a = angle_of(ray);
    return fabs(extent - w->mean - w->cosine * cos(a) - w->sine * sin(a));
}

/* Least squares over the rays that are used. */
static wave fit_wave(const double *extent, const bool *used)
{
    static const int unknown[3] = {0, 1, 2};
    double w[3] = {0.0, 0.0, 0.0};
    crok_lsq q;
    crok_lsq_reset(&q, 3);
    for (int i = 0; i < N_RAYS; i++) {
        double row[3] = {1.0, cos(angle_of(i)), sin(angle_of(i))};
        if (used[i])
            crok_lsq_add(&q, unknown, row, 3, -extent[i], 1.0);
    }
    if (!crok_lsq_step(&q, 0.0, w))
        return (wave){0.0, 0.0, 0.0};
    return (wave){w[0], w[1], w[2]};
}

/* The distance from the wave within which most extents lie. */
static double gate_of(const wave *w, const double *extent, const bool *is_seen)
{
    double off[N_RAYS];
    int n = 0;
    for (int i = 0; i < N_RAYS; i++)
        if (is_seen[i])
            off[n++] = residual(w, i, extent[i]);
    return fmax(crok_quantile(off, n, KEPT), LEAST_GATE_MM);
}

/* The offset from the centre of the hole. There are two estimates of the
 * centre, that of the pose and that of the hole's edge, and each may be off by
 * a pixel or two. The smaller of the two offsets is taken.
 *
 *   hole  the centre by the edge, from which the extents are measured */
static crok_hole_offset fit_offset(const double *extent, const bool *is_seen,
                                   crok_mm hole)
{
    bool used[N_RAYS];
    wave w = fit_wave(extent, is_seen);
    double sum = 0.0;
    int n = 0;
    for (int k = 1; k < FITS; k++) {
        double gate = gate_of(&w, extent, is_seen);
        for (int i = 0; i < N_RAYS; i++)
            used[i] = is_seen[i] && residual(&w, i, extent[i]) <= gate;
        w = fit_wave(extent, used);
    }
    for (int i = 0; i < N_RAYS; i++) {
        double d = is_seen[i] ? residual(&w, i, extent[i]) : 0.0;
        sum += d * d;
        n += is_seen[i];
    }
    return (crok_hole_offset){
        .is_set = sum <= n * MOST_ERROR_MM * MOST_ERROR_MM,
        .off_mm = fmin(hypot(w.cosine, w.sine),
                       hypot(w.cosine + hole.x, w.sine + hole.y)),
        .error_mm = sqrt(sum / n)};
}

crok_hole_offset crok_hole_offset_measure(const crok_hole_patch *empty,
                                          const crok_hole_patch *now,
                                          const crok_board *board)
{
    changes c = {.reach_mm = CROK_PATCH_REACH * board->hole_mm,
                 .empty = empty,
                 .now = now};
    double extent[N_RAYS];
    bool is_seen[N_RAYS];
    int n = 0;
    if (!empty->is_set || !now->is_set)
        return (crok_hole_offset){.is_set = false};
    c.step_mm = 2.0 * c.reach_mm / (CROK_PATCH_SIDE - 1);
    find_changes(&c);
    c.hole = find_hole(&c, board->hole_mm);
    for (int i = 0; i < N_RAYS; i++) {
        is_seen[i] = find_extent(&c, angle_of(i), board->hole_mm, &extent[i]);
        n += is_seen[i];
    }
    if (n <= N_RAYS / 2)
        return (crok_hole_offset){.is_set = false};
    return fit_offset(extent, is_seen, c.hole.at);
}

double crok_hole_offset_leans(const crok_hole_offset *offset)
{
    return offset->is_set ? LEANS_AT_0 + LEANS_PER_MM * offset->off_mm : 0.0;
}
