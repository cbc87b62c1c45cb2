/* SPDX-License-Identifier: Apache-2.0 */
#include "board/fit/trace.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/scratch.h"

/* Samples of a profile are STEP_PX apart. If half the width of the line would
 * then have more than MAX_HALF samples, they are farther apart. */
#define STEP_PX 0.5
#define MAX_HALF 7
/* MAX_FLANK is the largest reach of the ridge filter, in samples. MAX_REACH is
 * the largest searched range on each side of the ring, in samples. A profile
 * covers both on both sides. */
#define MAX_FLANK CROK_RIDGE_FLANK(MAX_HALF)
#define MAX_REACH (2 * CROK_TRACE_REACH_PX)
#define N_PROFILE (2 * (MAX_REACH + MAX_FLANK) + 1)
/* The line is seen at an angle if its ridge has at least SEEN_FRAC of the
 * median height and at least SEEN_FLOOR grey levels. Chosen by hand: with lower
 * values, grain beside a covered line counts as the line; with higher ones, a
 * line that fades or lies in shade is lost. */
#define SEEN_FRAC 0.35
#define SEEN_FLOOR 2.0
/* The profile of a faint line is the mean of N_ARC profiles. That leaves a
 * third of the noise, so the smallest height of a seen line is a third, too. */
#define N_ARC 9
#define FAINT_FLOOR (SEEN_FLOOR / 3.0)

#define N_RIDGE (2 * MAX_REACH + 1)

/* Largest squared height of one profile in the scatter matrix: a higher ridge
 * counts as one of 20 grey levels. Chosen by hand: without the limit, the
 * strong ridges of discs and pegs determine the colour. */
#define MAX_SCATTER 400.0F
/* Number of power iterations for the principal direction. It is enough for
 * three channels. */
#define POWER_ITERATIONS 30

typedef struct profile {
    bool inside;
    float ridge[N_RIDGE][3]; /* response of the ridge filter per channel */
    crok_px origin;          /* the point on the predicted ring */
    double nx, ny; /* unit normal of the ring in the picture, outward */
} profile;

/* v[i] is the sum of the first i samples of a profile. */
typedef struct sums {
    float v[N_PROFILE + 1][3];
} sums;

/* The dimensions of the ridge filter and the searched range, in samples. */
typedef struct kernel {
    double step_px; /* distance of samples */
    int n;          /* searched range on each side */
    int flank;      /* reach of the filter on each side */
    int half;       /* half the width of its middle part */
} kernel;

static kernel kernel_for(double reach_px, double width_px)
{
    double half_px = 0.5 * width_px;
    kernel k = {.step_px = fmax(STEP_PX, half_px / MAX_HALF)};
    k.half = (int)fmax(round(half_px / k.step_px), 1.0);
    k.flank = CROK_RIDGE_FLANK(k.half);
    k.n = (int)lround(fmin(reach_px, CROK_TRACE_REACH_PX) / k.step_px);
    return k;
}

/* The point of the ring at an angle, and the ring's normal there. */
static void set_place(const crok_camera *cam, double radius, double angle,
                      profile *p)
{
    double c = cos(angle);
    double s = sin(angle);
    crok_px a =
        crok_camera_project(cam, (crok_vec3){radius * c, radius * s, 0});
    crok_px t =
        crok_camera_project(cam, (crok_vec3){radius * (c - 0.002 * s),
                                             radius * (s + 0.002 * c), 0});
    double len = hypot(t.x - a.x, t.y - a.y);
    p->origin = a;
    /* The board's angles run counter-clockwise and the picture's y axis points
     * down. So the outward normal is the tangent t - a, turned by 90 degrees.
     */
    p->nx = -(t.y - a.y) / len;
    p->ny = (t.x - a.x) / len;
}

/* Add the samples of a profile to its cumulative sums, each with a weight.
 * Returns false if a part of the profile is outside the picture. */
static bool add_sums(const crok_image *img, const profile *p, const kernel *k,
                     float weight, sums *out)
{
    const int n = k->n + k->flank;
    float at[3] = {0.0F};
    for (int i = 0; i <= 2 * n; i++) {
        double d = (i - n) * k->step_px;
        float v[3] = {0.0F, 0.0F, 0.0F};
        if (!crok_image_sample(img, p->origin.x + d * p->nx,
                               p->origin.y + d * p->ny, v))
            return false;
        for (int c = 0; c < 3; c++) {
            at[c] += weight * v[c];
            out->v[i + 1][c] += at[c];
        }
    }
    return true;
}

/* The cumulative sums of the mean of the profiles over an arc. */
static bool arc_sums(const crok_image *img, const crok_camera *cam,
                     double radius, double angle, const kernel *k, sums *out)
{
    for (int i = 0; i < N_ARC; i++) {
        profile p;
        set_place(cam, radius,
                  angle + CROK_TRACE_ARC_RAD * ((i + 0.5) / N_ARC - 0.5), &p);
        if (!add_sums(img, &p, k, 1.0F / N_ARC, out))
            return false;
    }
    return true;
}

/* The sum of the samples from, from + 1, ..., to of channel c. */
static float span(const float (*sum)[3], int from, int to, int c)
{
    return sum[to + 1][c] - sum[from][c];
}

void crok_ridge_at(const float (*sum)[3], int mid, int half, float out[3])
{
    int flank = CROK_RIDGE_FLANK(half);
    int gap = CROK_RIDGE_GAP(half);
    float inner = 1.0F / (float)(2 * half + 1);
    float outer = 0.5F / (float)(flank - gap + 1);
    for (int c = 0; c < 3; c++)
        out[c] = span(sum, mid - half, mid + half, c) * inner -
                 (span(sum, mid - flank, mid - gap, c) +
                  span(sum, mid + gap, mid + flank, c)) *
                     outer;
}

static void read_profile(const crok_image *img, const crok_camera *cam,
                         const crok_trace_params *ask, double angle,
                         const kernel *k, profile *p)
{
    sums sum = {0};
    set_place(cam, ask->radius, angle, p);
    p->inside = ask->is_faint ? arc_sums(img, cam, ask->radius, angle, k, &sum)
                              : add_sums(img, p, k, 1.0F, &sum);
    for (int i = 0; i <= 2 * k->n && p->inside; i++)
        crok_ridge_at((const float(*)[3])sum.v, i + k->flank, k->half,
                      p->ridge[i]);
}

/* Add v v^T to the scatter matrix m, where v is the strongest response of the
 * profile, shortened to the squared length MAX_SCATTER if it is longer. m has
 * the elements rr, rg, rb, gg, gb and bb of the upper triangle. */
static void add_scatter(const profile *p, const kernel *k, double m[6])
{
    float best[3] = {0};
    float top = 0.0F;
    float scale = 1.0F;
    for (int i = 0; i <= 2 * k->n; i++) {
        const float *v = p->ridge[i];
        float size = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        if (size > top) {
            top = size;
            memcpy(best, v, sizeof best);
        }
    }
    if (top > MAX_SCATTER)
        scale = MAX_SCATTER / top;
    m[0] += (double)(best[0] * best[0] * scale);
    m[1] += (double)(best[0] * best[1] * scale);
    m[2] += (double)(best[0] * best[2] * scale);
    m[3] += (double)(best[1] * best[1] * scale);
    m[4] += (double)(best[1] * best[2] * scale);
    m[5] += (double)(best[2] * best[2] * scale);
}

/* Compute the eigenvector of the scatter matrix with the largest eigenvalue by
 * power iteration. It is (1, 1, 1) if the matrix is zero. */
static void principal(const double m[6], double d[3])
{
    d[0] = d[1] = d[2] = 1.0;
    for (int i = 0; i < POWER_ITERATIONS; i++) {
        double e[3] = {m[0] * d[0] + m[1] * d[1] + m[2] * d[2],
                       m[1] * d[0] + m[3] * d[1] + m[4] * d[2],
                       m[2] * d[0] + m[4] * d[1] + m[5] * d[2]};
        double len = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
        if (len < 1e-9)
            return;
        for (int c = 0; c < 3; c++)
            d[c] = e[c] / len;
    }
}

/* The component of the response at sample i in the direction d of colour. */
static float along(const profile *p, int i, const float d[3])
{
    const float *v = p->ridge[i];
    return v[0] * d[0] + v[1] * d[1] + v[2] * d[2];
}

/* Find the largest response in the direction d of colour. Returns its position
 * in samples, refined by the vertex of a parabola, and sets *height. The height
 * is 0 if the largest response is at an end of the searched range. */
static double crest(const profile *p, const kernel *k, const float d[3],
                    float *height)
{
    float r[N_RIDGE] = {0.0F};
    int best = 0;
    for (int i = 0; i <= 2 * k->n; i++) {
        r[i] = along(p, i, d);
        if (r[i] > r[best])
            best = i;
    }
    *height = r[best];
    if (best == 0 || best == 2 * k->n) {
        *height = 0.0F; /* the maximum is outside the range */
        return best;
    }
    return best + crok_parabola_crest((double)r[best - 1], (double)r[best],
                                      (double)r[best + 1]);
}

/* The median height over the angles inside the picture, or over the seen ones
 * only. */
static float median_height(const crok_trace *t, bool seen_only)
{
    double h[CROK_TRACE_ANGLES];
    int n = 0;
    for (int i = 0; i < CROK_TRACE_ANGLES; i++)
        if (t->at[i].inside && (t->at[i].seen || !seen_only))
            h[n++] = (double)t->at[i].height;
    return (float)crok_quantile(h, n, 0.5);
}

/* Locate the crests in the directions +dir and -dir of colour. The direction
 * with the larger median height is kept; the median height of the other one
 * becomes out->noise_height. */
static void find_crests(const profile *p, const kernel *k, const double dir[3],
                        crok_trace *out)
{
    crok_trace both[2];
    for (int s = 0; s < 2; s++) {
        both[s] = *out;
        for (int c = 0; c < 3; c++)
            both[s].colour[c] = (float)(s == 0 ? dir[c] : -dir[c]);
        for (int i = 0; i < CROK_TRACE_ANGLES; i++) {
            crok_trace_sample *a = &both[s].at[i];
            double at = 0.0;
            if (!a->inside)
                continue;
            at = (crest(&p[i], k, both[s].colour, &a->height) - k->n) *
                 k->step_px;
            a->at.x = p[i].origin.x + at * p[i].nx;
            a->at.y = p[i].origin.y + at * p[i].ny;
        }
        both[s].height = median_height(&both[s], false);
    }
    *out = both[both[1].height > both[0].height ? 1 : 0];
    out->noise_height = both[both[1].height > both[0].height ? 0 : 1].height;
}

/* Set `seen` of each angle, n_seen, and the median height of the seen angles.
 */
static void mark_seen(double floor, crok_trace *t)
{
    float least = fmaxf((float)floor, (float)SEEN_FRAC * t->height);
    for (int i = 0; i < CROK_TRACE_ANGLES; i++) {
        t->at[i].seen = t->at[i].inside && t->at[i].height >= least;
        t->n_seen += t->at[i].seen ? 1 : 0;
    }
    t->height = median_height(t, true);
}

void crok_trace_ring(const crok_image *img, const crok_camera *cam,
                     const crok_trace_params *params, crok_trace *out)
{
    CROK_SCRATCH(profile, p, CROK_TRACE_ANGLES);
    kernel k = kernel_for(params->reach_px, params->width_px);
    double scatter[6] = {0};
    double dir[3];
    memset(out, 0, sizeof *out);
    for (int i = 0; i < CROK_TRACE_ANGLES; i += params->stride) {
        double angle = 2.0 * CROK_PI * i / CROK_TRACE_ANGLES;
        read_profile(img, cam, params, angle, &k, &p[i]);
        out->at[i].angle_rad = (float)angle;
        out->at[i].inside = p[i].inside;
        out->n_sampled++;
        if (!p[i].inside)
            continue;
        out->n_inside++;
        add_scatter(&p[i], &k, scatter);
    }
    if (out->n_inside == 0)
        return;
    principal(scatter, dir);
    find_crests(p, &k, dir, out);
    mark_seen(params->is_faint ? FAINT_FLOOR : SEEN_FLOOR, out);
}
