/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/expected.h"

#include <math.h>

/* a and b: error of a disc's edge, px, without blur and for each px of blur;
 * NOISE_PX: its error for each grey level of noise in the mean of FRAMES
 * frames; COMMON_MM: c. See the header. */
#define EDGE_PX 0.08
#define EDGE_PER_BLUR 0.17
#define NOISE_PX 0.018
#define FRAMES 3.0
#define COMMON_MM 0.14
/* Above a blur of MISSES_FROM_MM the fraction of missed discs grows by
 * MISSED_PER_MM for each mm of blur. On 15 rendered pictures that were reduced
 * to 1.24, 0.74 and 0.49 px/mm and then blurred, 2 % of 98 discs were missed at
 * a blur of 0.9 to 1.35 mm, 8 % at 1.4, 15 to 40 % at 1.8 to 2.2, 50 to 60 % at
 * 3.0 to 3.3 and all at 4.6. */
#define MISSES_FROM_MM 1.15
#define MISSED_PER_MM 0.30
/* The radial image scale is taken over this length, mm. */
#define SCALE_STEP_MM 1.0

/* The image scale along the radius at `at`, px/mm. */
static double radial_px_per_mm(const crok_camera *cam, crok_mm at)
{
    double d = fmax(hypot(at.x, at.y), 1e-9);
    double k = SCALE_STEP_MM / d;
    crok_px a = crok_camera_project(cam, (crok_vec3){at.x, at.y, 0.0});
    crok_px b = crok_camera_project(
        cam, (crok_vec3){at.x * (1.0 + k), at.y * (1.0 + k), 0.0});
    return hypot(b.x - a.x, b.y - a.y) / SCALE_STEP_MM;
}

static double edge_px(const crok_edge_conditions *c)
{
    double noise_px = NOISE_PX * c->noise / sqrt(FRAMES);
    return hypot(hypot(EDGE_PX + EDGE_PER_BLUR * c->blur_px, noise_px),
                 c->extra_px);
}

double crok_expected_margin_sigma_mm(const crok_place_basis *basis,
                                     const crok_edge_conditions *c, crok_mm at)
{
    const crok_camera *cam = &basis->pose->camera;
    crok_place_basis here = *basis;
    crok_adjusted disc = {.at = at, .fit = 1.0};
    double edge_mm = 0.0;
    double variance = 0.0;
    here.px_per_mm = c->scale * (c->from_above ? cam->f_px / cam->t_mm.z
                                               : radial_px_per_mm(cam, at));
    edge_mm = edge_px(c) / here.px_per_mm;
    variance = edge_mm * edge_mm + COMMON_MM * COMMON_MM;
    disc.cov[0] = variance;
    disc.cov[2] = variance;
    return crok_place_sigma_of(&here, &disc).line_mm;
}

double crok_expected_found_frac(double blur_mm)
{
    double missed = MISSED_PER_MM * (blur_mm - MISSES_FROM_MM);
    return 1.0 - fmin(fmax(missed, 0.0), 1.0);
}
