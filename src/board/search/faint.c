/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/faint.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "board/fit/trace.h"
#include "board/search/lines.h"
#include "core/scratch.h"

/* Radii are half a pixel apart, as far as there is room for; a board of 1200 px
 * has no more. */
#define STEP_PX 0.5
#define MAX_RADII 1200
#define N_ANGLES 120
/* The ridge filter (fit/trace.h), in steps: its middle part has 2.5 px. */
#define HALF 2
#define GAP CROK_RIDGE_GAP(HALF)
#define FLANK CROK_RIDGE_FLANK(HALF)
/* Radii from this part of the largest ring on: the inner line of a board has
 * at least 0.25 of its outer line's radius. */
#define FROM_FRAC 0.2
/* A ring's median is at least this many standard errors from zero. Of 1000
 * radii of noise one in 2000 has as much. */
#define LEAST_ERRORS 5.0
/* A ring this many standard errors from zero is certainly not noise. More of
 * them do not raise the quality of three rings. */
#define CLEAR_ERRORS 10.0
/* A step's response has the other sign with at least this part of its height,
 * half-way between a step's (1) and a line's (0.5 with a wide gap). */
#define STEP_FRAC 0.75
/* The least standard error, grey levels: rounding and compression leave flat
 * areas without noise. */
#define LEAST_ERROR 0.02
/* The standard error of the median of n values of normal noise is this times
 * their median absolute deviation, divided by the root of n: sqrt(pi / 2) *
 * 1.4826. */
#define MEDIAN_ERROR 1.86
/* The largest number of faint rings, and of triples from which they are taken.
 * In the list of rings, room for two of those found before is left. */
#define MOST (CROK_MAX_RINGS - 2)

/* A ring of one radius. */
typedef struct faint_ring {
    double radius;
    double height[3]; /* median response of the ridge filter per channel, grey
                         levels */
    double errors;    /* standard errors of the height, in the channel with the
                         most */
} faint_ring;

/* The sums of the samples of all rays up to each radius. */
typedef struct rays {
    int n_radii;
    double from, step; /* radii, in the camera's unit */
    bool inside[N_ANGLES];
    float (*sum)[MAX_RADII + 1][3]; /* N_ANGLES rows */
} rays;

static double radius_at(const rays *r, int i)
{
    return r->from + i * r->step;
}

/* Sample one ray. A ray that leaves the picture is not used. */
static void read_ray(const crok_image *img, const crok_camera *cam, int angle,
                     rays *r)
{
    const double c = cos(2.0 * CROK_PI * angle / N_ANGLES);
    const double s = sin(2.0 * CROK_PI * angle / N_ANGLES);
    float(*sum)[3] = r->sum[angle];
    sum[0][0] = sum[0][1] = sum[0][2] = 0.0F;
    r->inside[angle] = true;
    for (int i = 0; i < r->n_radii && r->inside[angle]; i++) {
        const double at = radius_at(r, i);
        const crok_px p =
            crok_camera_project(cam, (crok_vec3){at * c, at * s, 0.0});
        float v[3] = {0.0F};
        r->inside[angle] = crok_image_sample(img, p.x, p.y, v);
        for (int k = 0; k < 3; k++)
            sum[i + 1][k] = sum[i][k] + v[k];
    }
}

/* Set a channel's median height, and the errors if it has more than those
 * before. v: the responses of n rays; its order is changed. */
static void set_height(double *v, int n, int channel, faint_ring *ring)
{
    double middle = crok_quantile(v, n, 0.5);
    double error = 0.0;
    for (int a = 0; a < n; a++)
        v[a] = fabs(v[a] - middle);
    error =
        fmax(MEDIAN_ERROR * crok_quantile(v, n, 0.5) / sqrt(n), LEAST_ERROR);
    ring->errors = fmax(ring->errors, fabs(middle) / error);
    ring->height[channel] = middle;
}

/* The ring at radius i. It is 0 high if half of it is outside the picture. */
static faint_ring ring_at(const rays *r, int i)
{
    faint_ring ring = {.radius = radius_at(r, i)};
    double v[3][N_ANGLES];
    int n = 0;
    for (int a = 0; a < N_ANGLES; a++) {
        float height[3];
        if (!r->inside[a])
            continue;
        crok_ridge_at((const float(*)[3])r->sum[a], i, HALF, height);
        for (int c = 0; c < 3; c++)
            v[c][n] = (double)height[c];
        n++;
    }
    for (int c = 0; c < 3 && 2 * n >= N_ANGLES; c++)
        set_height(v[c], n, c, &ring);
    return ring;
}

/* Is there no clearer one within the filter's reach? */
static bool is_peak(const faint_ring *ring, int n, int i)
{
    for (int k = i - GAP; k <= i + GAP; k++)
        if (k >= 0 && k < n && k != i &&
            (ring[k].errors > ring[i].errors ||
             (ring[k].errors >= ring[i].errors && k < i)))
            return false;
    return true;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Is it a ridge, not one side of a step? Beside a step the filter responds
 * alike with both signs, beside a ridge with half the height. */
static bool is_ridge(const faint_ring *ring, int n, int i)
{
    const double *own = ring[i].height;
    for (int k = i - 2 * FLANK; k <= i + 2 * FLANK; k++) {
        double other = 0.0;
        if (k < 0 || k >= n)
            continue;
        other = -dot(own, ring[k].height) / dot(own, own);
        if (other > STEP_FRAC && other < 1.0 / STEP_FRAC && is_peak(ring, n, k))
            return false;
    }
    return true;
}

/* Move the clear rings to the front. Returns their number. */
static int pick_clear(faint_ring *ring, int n)
{
    bool is_one[MAX_RADII];
    int n_clear = 0;
    for (int i = 0; i < n; i++)
        is_one[i] = ring[i].errors > LEAST_ERRORS && is_peak(ring, n, i) &&
                    is_ridge(ring, n, i);
    for (int i = 0; i < n; i++)
        if (is_one[i])
            ring[n_clear++] = ring[i];
    return n_clear;
}

/* How much two rings look like lines of one board, 0..1: their colours and
 * heights are the same. */
static double similarity(const faint_ring *a, const faint_ring *b)
{
    const double ab = dot(a->height, b->height);
    return ab <= 0.0 ? 0.0
                     : ab / fmax(dot(a->height, a->height),
                                 dot(b->height, b->height));
}

static double quality(const faint_ring *o, const faint_ring *m,
                      const faint_ring *i)
{
    const double errors = fmin(fmin(o->errors, m->errors), i->errors);
    return similarity(o, m) * similarity(m, i) * similarity(o, i) *
           fmin(errors / CLEAR_ERRORS, 1.0);
}

/* Choose the triples that may be a board's lines, the best first. Returns their
 * number. */
static int choose(const faint_ring *ring, int n,
                  crok_line_choice out[CROK_MAX_CHOICES])
{
    int n_out = 0;
    for (int o = 0; o < n; o++)
        for (int m = 0; m < o; m++) {
            if (!crok_board_lines_is_middle(ring[m].radius / ring[o].radius))
                continue;
            for (int i = 0; i < m; i++) {
                const crok_line_choice t = {
                    .ring = {o, m, i},
                    .quality = quality(&ring[o], &ring[m], &ring[i])};
                if (t.quality > 0.0 &&
                    crok_board_lines_is_inner(ring[i].radius / ring[o].radius))
                    n_out = crok_line_choice_keep(out, n_out, &t);
            }
        }
    return n_out;
}

/* The radii of the best triples, each once, at most MOST. Returns their number.
 */
static int radii_of(const faint_ring *ring, const crok_line_choice *t, int n,
                    double radius[MOST])
{
    int n_radii = 0;
    for (int k = 0;
         k < n * CROK_N_LINES && k < MOST * CROK_N_LINES && n_radii < MOST;
         k++) {
        const double at =
            ring[t[k / CROK_N_LINES].ring[k % CROK_N_LINES]].radius;
        bool is_new = true;
        for (int j = 0; j < n_radii; j++)
            is_new = is_new && radius[j] != at;
        if (is_new)
            radius[n_radii++] = at;
    }
    return n_radii;
}

/* Put n radii in front of the rings. */
static void put_first(const double *radius, int n, crok_ring_fit *rings)
{
    const int kept = rings->n_rings < CROK_MAX_RINGS - n ? rings->n_rings
                                                         : CROK_MAX_RINGS - n;
    memmove(rings->radius + n, rings->radius,
            (size_t)kept * sizeof *rings->radius);
    memcpy(rings->radius, radius, (size_t)n * sizeof *radius);
    rings->n_rings = n + kept;
}

int crok_faint_rings(const crok_image *img, crok_ring_fit *rings)
{
    CROK_SCRATCH_ROWS(float, sum, N_ANGLES *(MAX_RADII + 1), [3]);
    CROK_SCRATCH(faint_ring, ring, MAX_RADII);
    rays r = {.sum = (float(*)[MAX_RADII + 1][3]) sum};
    crok_line_choice best[CROK_MAX_CHOICES];
    double radius[MOST];
    double largest = 0.0;
    int n = 0;
    for (int k = 0; k < rings->n_rings; k++)
        largest = fmax(largest, rings->radius[k]);
    r.from = FROM_FRAC * largest;
    r.step = STEP_PX * rings->cam.t_mm.z / rings->cam.f_px;
    r.n_radii = (int)fmin((largest - r.from) / r.step, MAX_RADII);
    for (int a = 0; a < N_ANGLES; a++)
        read_ray(img, &rings->cam, a, &r);
    for (int i = FLANK; i < r.n_radii - FLANK; i++)
        ring[n++] = ring_at(&r, i);
    n = pick_clear(ring, n);
    n = radii_of(ring, best, choose(ring, n, best), radius);
    put_first(radius, n, rings);
    return n;
}
