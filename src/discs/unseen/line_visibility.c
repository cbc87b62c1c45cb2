/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/unseen/line_visibility.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/linalg.h"

/* Grey levels that are added before the logarithm is taken. Noise of 3 grey
 * levels on black then changes the logarithm by less than 0.5. */
#define DARK_LEVEL 6.0
/* The cross-section is sampled at SAMPLES radii, STEP line widths apart. */
#define SAMPLES 21
#define STEP (1.0 / 3.0)
/* Largest offset of the line in the picture from its expected place, in
 * samples: 1.3 line widths. It allows for photos whose pose does not fit every
 * line. Chosen by hand. */
#define MAX_SHIFT 4
#define N_SHIFTS (2 * MAX_SHIFT + 1)
/* The colour beside the line is read on either side, from FIRST_BESIDE to
 * LAST_BESIDE samples off its centre: outside the blurred edge, but still near
 * the line. */
#define FIRST_BESIDE 4
#define LAST_BESIDE 6
/* Smallest line width for sampling, px: blur widens a thinner line to this. */
#define MIN_WIDTH_PX 1.5
/* A line is hidden where its visibility is below this. Chosen by hand on 17
 * photos and their variants (scripts/vary_pictures.py): a lower value takes the
 * pattern of a cover for a line; a higher one takes worn lines and lines in
 * glare for hidden ones. */
#define MIN_VISIBILITY 0.35
/* Where ink is worn, the visibility varies along the line. A line is hidden
 * only where its visibility is more than WEAR_SIGMAS standard deviations below
 * the median. The standard deviation is CROK_MAD_TO_SD times the median
 * deviation, as in a normal distribution. */
#define WEAR_SIGMAS 2.0
/* The contrast is averaged along the line over this many disc radii to each
 * side. */
#define WINDOW_RADII 0.5
/* Within this distance of a disc's centre, in disc radii, the line is not
 * measured, because the disc, its wall or its shadow may hide it. */
#define DISC_REACH 1.5

typedef struct profile {
    float log_rgb[SAMPLES][3];
} profile;

/* Read the cross-section of a line at one angle, from inside to outside.
 * Returns false if a part of it is outside the picture. */
static bool read_profile(const crok_image *img, const crok_camera *cam,
                         double radius, double width, int angle, profile *out)
{
    const crok_mm way = crok_visibility_mm(1.0, angle);
    for (int k = 0; k < SAMPLES; k++) {
        double r = radius + (k - SAMPLES / 2) * STEP * width;
        crok_px px =
            crok_camera_project(cam, (crok_vec3){r * way.x, r * way.y, 0.0});
        float v[3] = {0.0F, 0.0F, 0.0F};
        if (!crok_image_sample(img, px.x, px.y, v))
            return false;
        for (int c = 0; c < 3; c++)
            out->log_rgb[k][c] = logf(v[c] + (float)DARK_LEVEL);
    }
    return true;
}

/* The mean log value of channel c beside the line if the line's centre is
 * `shift` samples off its expected place. */
static float beside_at(const profile *p, int shift, int c)
{
    int at = SAMPLES / 2 + shift;
    float sum = 0.0F;
    for (int k = FIRST_BESIDE; k <= LAST_BESIDE; k++)
        sum += p->log_rgb[at - k][c] + p->log_rgb[at + k][c];
    return sum / (2.0F * (LAST_BESIDE - FIRST_BESIDE + 1));
}

/* Contrast of the line in each channel: the mean log value of its three middle
 * samples minus that beside it. */
static void contrast_at(const profile *p, int shift, float out[3])
{
    int at = SAMPLES / 2 + shift;
    for (int c = 0; c < 3; c++)
        out[c] = (p->log_rgb[at - 1][c] + p->log_rgb[at][c] +
                  p->log_rgb[at + 1][c]) /
                     3.0F -
                 beside_at(p, shift, c);
}

/* ---- all lines ---- */

typedef struct survey {
    profile at[CROK_N_LINES][CROK_VISIBILITY_ANGLES];
    bool is_free[CROK_N_LINES][CROK_VISIBILITY_ANGLES];
    /* visibility at each angle if the line is shifted by -MAX_SHIFT to
     * MAX_SHIFT samples */
    float visibility[CROK_N_LINES][CROK_VISIBILITY_ANGLES][N_SHIFTS];
    double values[CROK_N_LINES * CROK_VISIBILITY_ANGLES];
    double ink[3];   /* unit vector along the median contrast (log units) */
    double ink_size; /* length of the median contrast */
} survey;

static void read_lines(survey *s, const crok_image *img, const crok_camera *cam,
                       const crok_observation *seen)
{
    const crok_board *b = &seen->pose.board;
    double width =
        fmax(b->line_width_mm, MIN_WIDTH_PX / crok_camera_px_per_mm(cam));
    for (int line = 0; line < CROK_N_LINES; line++) {
        for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++) {
            double r = b->line_mm[line];
            crok_mm p = crok_visibility_mm(r, i);
            s->is_free[line][i] =
                !crok_observation_has_disc_within(seen, p,
                                                  DISC_REACH * b->disc_mm) &&
                read_profile(img, cam, r, width, i, &s->at[line][i]);
        }
    }
}

/* List the contrasts of channel c in s->values. Returns how many there are. */
static int list_contrasts(survey *s, int c)
{
    int n = 0;
    for (int line = 0; line < CROK_N_LINES; line++) {
        for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++) {
            float d[3];
            if (!s->is_free[line][i])
                continue;
            contrast_at(&s->at[line][i], 0, d);
            s->values[n++] = (double)d[c];
        }
    }
    return n;
}

/* Set s->ink and s->ink_size from the median contrast of each channel over all
 * lines. Returns false if no contrast could be measured or if the median is
 * zero. */
static bool measure_ink(survey *s)
{
    double size = 0.0;
    for (int c = 0; c < 3; c++) {
        int n = list_contrasts(s, c);
        if (n == 0)
            return false;
        s->ink[c] = crok_quantile(s->values, n, 0.5);
        size += s->ink[c] * s->ink[c];
    }
    s->ink_size = sqrt(size);
    for (int c = 0; c < 3; c++)
        s->ink[c] /= fmax(s->ink_size, 1e-9);
    return s->ink_size > 0.0;
}

/* Visibility at one angle and shift. It is limited to -1 .. 2, so that one
 * bright or dark spot does not decide for its neighbours. */
static float visibility_at(const survey *s, const profile *p, int shift)
{
    float d[3];
    double along = 0.0;
    contrast_at(p, shift, d);
    for (int c = 0; c < 3; c++)
        along += (double)d[c] * s->ink[c];
    return (float)fmax(-1.0, fmin(2.0, along / s->ink_size));
}

static void measure_visibility(survey *s)
{
    for (int line = 0; line < CROK_N_LINES; line++)
        for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++)
            for (int k = 0; s->is_free[line][i] && k < N_SHIFTS; k++)
                s->visibility[line][i][k] =
                    visibility_at(s, &s->at[line][i], k - MAX_SHIFT);
}

/* For each shift, average the visibility over the free angles within `reach` of
 * i. Returns the largest absolute mean of all shifts, or NAN if fewer than a
 * third of these angles are free. The absolute value is used because a groove
 * whose ink has worn off reflects light: the line is then lighter than the
 * surface and its visibility is negative, but the line is visible. */
static double mean_visibility(const survey *s, int line, int i, int reach)
{
    double sum[N_SHIFTS] = {0.0};
    double best = -1.0;
    int n = 0;
    for (int k = -reach; k <= reach; k++) {
        int at = (i + k + CROK_VISIBILITY_ANGLES) % CROK_VISIBILITY_ANGLES;
        if (!s->is_free[line][at])
            continue;
        for (int shift = 0; shift < N_SHIFTS; shift++)
            sum[shift] += (double)s->visibility[line][at][shift];
        n++;
    }
    for (int shift = 0; shift < N_SHIFTS && n > 0; shift++)
        best = fmax(best, fabs(sum[shift]) / n);
    return 3 * n < 2 * reach + 1 ? (double)NAN : best;
}

/* The visibility below which wear does not explain that a line is faint:
 * WEAR_SIGMAS standard deviations below the median of the places where it is
 * visible. */
static double least_worn(survey *s, const double *v)
{
    double median = 0.0;
    int n = 0;
    for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++)
        if (v[i] >= MIN_VISIBILITY)
            s->values[n++] = v[i];
    if (n == 0)
        return MIN_VISIBILITY;
    median = crok_quantile(s->values, n, 0.5);
    for (int k = 0; k < n; k++)
        s->values[k] = fabs(s->values[k] - median);
    return median -
           WEAR_SIGMAS * CROK_MAD_TO_SD * crok_quantile(s->values, n, 0.5);
}

/* The state of a line at every angle. */
static void judge_line(survey *s, const crok_board *b, int line,
                       crok_line_visibility *out)
{
    double v[CROK_VISIBILITY_ANGLES];
    double step = crok_visibility_step_mm(b->line_mm[line]);
    int reach = (int)ceil(WINDOW_RADII * b->disc_mm / step);
    double worn = 0.0;
    for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++)
        v[i] = mean_visibility(s, line, i, reach);
    worn = least_worn(s, v);
    for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++) {
        for (int c = 0; c < 3 && s->is_free[line][i]; c++)
            out->beside[line][i][c] = beside_at(&s->at[line][i], 0, c);
        if (v[i] >= MIN_VISIBILITY)
            out->at[line][i] = CROK_LINE_VISIBLE;
        else if (isfinite(v[i]))
            out->at[line][i] = v[i] < worn ? CROK_LINE_HIDDEN : CROK_LINE_FAINT;
    }
}

crok_status crok_line_visibility_measure(const crok_image *img,
                                         const crok_camera *cam,
                                         const crok_observation *seen,
                                         crok_line_visibility *out,
                                         crok_err *err)
{
    survey *s = calloc(1, sizeof *s);
    if (s == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the lines' contrast");
    memset(out, 0, sizeof *out);
    read_lines(s, img, cam, seen);
    if (measure_ink(s)) {
        measure_visibility(s);
        for (int line = 0; line < CROK_N_LINES; line++)
            judge_line(s, &seen->pose.board, line, out);
    }
    free(s);
    return CROK_OK;
}
