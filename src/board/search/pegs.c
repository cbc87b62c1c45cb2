/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/pegs.h"

#include <math.h>

/* Places looked at round the ring: one a degree, 1.8 mm of 102. */
#define N_PLACES 360
#define SPACING (N_PLACES / CROK_N_PEGS)
/* Pegs, 5 to 8 mm thick, cover 6 to 10 % of the ring: what looks more unlike it
 * than this part of the places may be one. */
#define ORDINARY 0.88
/* So many places beside a peg's middle the ring is seen again. */
#define BESIDE 6

/* How far each place's colour is from that of the ring beside it, on the side
 * where it is more alike: a disc on the ring is wider than a peg, and alike
 * within. False where some are outside the picture. */
static bool unlike(const crok_image *img, const crok_camera *cam, double radius,
                   double angle_rad, double d[N_PLACES])
{
    float v[N_PLACES][3];
    for (int i = 0; i < N_PLACES; i++) {
        double a = angle_rad + 2.0 * CROK_PI * i / N_PLACES;
        crok_px p = crok_camera_project(
            cam, (crok_vec3){radius * cos(a), radius * sin(a), 0.0});
        if (!crok_image_sample(img, p.x, p.y, v[i]))
            return false;
    }
    for (int i = 0; i < N_PLACES; i++)
        d[i] = (double)fminf(
            crok_sample_distance(v[i], v[(i + BESIDE) % N_PLACES]),
            crok_sample_distance(v[i], v[(i + N_PLACES - BESIDE) % N_PLACES]));
    return true;
}

/* At how many of the eight places from `first` on, give or take a degree, d is
 * over `least`. */
static int count_from(const double d[N_PLACES], int first, double least)
{
    int n = 0;
    for (int k = 0; k < CROK_N_PEGS; k++) {
        int i = first + k * SPACING;
        n += d[(i + N_PLACES - 1) % N_PLACES] > least ||
                     d[i % N_PLACES] > least || d[(i + 1) % N_PLACES] > least
                 ? 1
                 : 0;
    }
    return n;
}

int crok_pegs_count(const crok_image *img, const crok_camera *cam, double radius,
                   double angle_rad)
{
    double d[N_PLACES];
    double x[N_PLACES];
    double least = 0.0;
    int on = 0;
    int between = 0;
    if (!unlike(img, cam, radius, angle_rad, d))
        return 0;
    for (int i = 0; i < N_PLACES; i++)
        x[i] = d[i];
    least = crok_quantile(x, N_PLACES, ORDINARY);
    on = count_from(d, 0, least);
    between = count_from(d, SPACING / 2, least);
    return on > between ? on : between;
}
