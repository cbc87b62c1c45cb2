/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/pegs.h"

#include <math.h>

/* Samples around the ring: one a degree, 1.8 mm at a radius of 102 mm. */
#define N_SAMPLES 360
#define SPACING (N_SAMPLES / CROK_N_PEGS)
/* The threshold of the contrast is this quantile over the samples: pegs, 5 to 8
 * mm thick, cover 6 to 10 % of the ring. Lower, grain counts as pegs; higher,
 * thick pegs are cut. */
#define THRESHOLD_QUANTILE 0.88
/* The distance in samples at which the ring is visible again beside the middle
 * of a peg. */
#define BESIDE 6

/* The contrast of each sample: the smaller of the two distances of its colour
 * from those BESIDE samples before and after. It is small within a disc, which
 * is wider than a peg and of one colour. False if some samples are outside the
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

/* The number of the eight places, SPACING apart from `first` on, at which d
 * exceeds the threshold, there or one degree beside. */
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

int crok_pegs_count(const crok_image *img, const crok_camera *cam,
                    double radius, double angle_rad)
{
    double d[N_SAMPLES];
    double x[N_SAMPLES];
    double threshold = 0.0;
    int on = 0;
    int between = 0;
    if (!peg_contrast(img, cam, radius, angle_rad, d))
        return 0;
    for (int i = 0; i < N_SAMPLES; i++)
        x[i] = d[i];
    threshold = crok_quantile(x, N_SAMPLES, THRESHOLD_QUANTILE);
    on = count_above(d, 0, threshold);
    between = count_above(d, SPACING / 2, threshold);
    return on > between ? on : between;
}
