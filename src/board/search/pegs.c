/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/pegs.h"

#include <math.h>

/* The number of samples around the ring. They are one degree apart, which is
 * 1.8 mm at a radius of 102 mm. */
#define N_SAMPLES 360
#define SPACING (N_SAMPLES / CROK_N_PEGS)
/* The threshold of the contrast is this quantile over the samples. Pegs are 5
 * to 8 mm thick and cover 6 to 10 % of the ring. With a lower quantile, wood
 * grain counts as pegs; with a higher one, a part of thick pegs is missed. */
#define THRESHOLD_QUANTILE 0.88
/* Distance from the middle of a peg, in samples, at which the ring beside the
 * peg is sampled. */
#define BESIDE 6

/* Compute the contrast of each sample: the distance of its colour from the
 * colours of the samples BESIDE before and BESIDE after it, of which the
 * smaller one is taken. The contrast is small within a disc, which is wider
 * than a peg and has one colour. Returns false if a sample is outside the
 * picture. */
static bool peg_contrast(const crok_image *img, const crok_camera *cam,
                         double radius, double angle_rad, double d[N_SAMPLES])
{
    float v[N_SAMPLES][3];
    for (int i = 0; i < N_SAMPLES; i++) {
        double a = angle_rad + 2.0 * CROK_PI * i / N_SAMPLES;
        crok_px p = crok_camera_project(
            cam, (crok_vec3){radius * cos(a), radius * sin(a), 0.0});
        if (!crok_image_sample(img, p.x, p.y, v[i]))
            return false;
    }
    for (int i = 0; i < N_SAMPLES; i++)
        d[i] = (double)fminf(
            crok_sample_distance(v[i], v[(i + BESIDE) % N_SAMPLES]),
            crok_sample_distance(v[i],
                                 v[(i + N_SAMPLES - BESIDE) % N_SAMPLES]));
    return true;
}

/* Count the places at which d is above the threshold. The eight places are
 * SPACING apart and begin at `first`; the samples one degree before and after a
 * place count too. */
static int count_above(const double d[N_SAMPLES], int first, double threshold)
{
    int n = 0;
    for (int k = 0; k < CROK_N_PEGS; k++) {
        int i = first + k * SPACING;
        n += d[(i + N_SAMPLES - 1) % N_SAMPLES] > threshold ||
                     d[i % N_SAMPLES] > threshold ||
                     d[(i + 1) % N_SAMPLES] > threshold
                 ? 1
                 : 0;
    }
    return n;
}

/* Sample the ring from angle_rad on and compute the threshold of the contrast.
 * Returns false if a part of the ring is outside the picture. */
static bool ring_contrast(const crok_image *img, const crok_camera *cam,
                          double radius, double angle_rad, double d[N_SAMPLES],
                          double *threshold)
{
    double x[N_SAMPLES];
    if (!peg_contrast(img, cam, radius, angle_rad, d))
        return false;
    for (int i = 0; i < N_SAMPLES; i++)
        x[i] = d[i];
    *threshold = crok_quantile(x, N_SAMPLES, THRESHOLD_QUANTILE);
    return true;
}

int crok_pegs_count(const crok_image *img, const crok_camera *cam,
                    double radius, double angle_rad)
{
    double d[N_SAMPLES];
    double threshold = 0.0;
    int on = 0;
    int between = 0;
    if (!ring_contrast(img, cam, radius, angle_rad, d, &threshold))
        return 0;
    on = count_above(d, 0, threshold);
    between = count_above(d, SPACING / 2, threshold);
    return on > between ? on : between;
}

int crok_pegs_count_turned(const crok_image *img, const crok_camera *cam,
                           double radius)
{
    double d[N_SAMPLES];
    double threshold = 0.0;
    int most = 0;
    if (!ring_contrast(img, cam, radius, 0.0, d, &threshold))
        return 0;
    for (int first = 0; first < SPACING; first++) {
        int n = count_above(d, first, threshold);
        most = n > most ? n : most;
    }
    return most;
}
