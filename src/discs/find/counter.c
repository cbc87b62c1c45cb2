/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/counter.h"

#include <math.h>

#include "core/linalg.h"
#include "discs/colour.h"

#define N_DIRS 24
/* Samples along a ray, in disc radii. The ink is from the rim of the candidate
 * to INK_TO; beyond it is what the letter is printed on, and the next letter.
 */
#define FROM 1.10
#define INK_TO 1.60
#define STEP 0.15
#define N_STEPS 20
/* The colour at the rim is ink if its distance from the face's is at least
 * MIN_INK_DISTANCE, L*a*b*: more than wood's grain, less than the palest print
 * that was taken for a disc. The colour beyond is the face's again if a quarter
 * of the ray (9 mm, wider than a line that it crosses) is no further from the
 * face's colour than BACK_FRAC of the ink. Chosen by hand on photos with words
 * printed on the board (scripts/vary_pictures.py). */
#define MIN_INK_DISTANCE 10.0
#define BACK_PART 0.25
#define BACK_FRAC 0.3
/* A counter has ink in at least this fraction of the directions. Measured: the
 * counters of letters on photos that looked like discs had 0.62 to 1, the discs
 * of 180 rendered pictures at most 0.54 (beside other discs, or on the edge of
 * a painted zone). */
#define MIN_INK_FRAC 0.60

/* Is there ink along the ray, and the face's colour again beyond it? Sets
 * *seen to whether the whole ray is in the picture.
 *
 *   radius  a disc's radius in the ray's direction, mm */
static bool has_ink(const crok_image *img, const crok_camera *cam, crok_mm at,
                    crok_mm radius, crok_lab face, bool *seen)
{
    double beyond[N_STEPS];
    double ink = 0.0;
    int n_ink = 0;
    int n = 0;
    *seen = true;
    for (int i = 0; i < N_STEPS && *seen; i++) {
        double k = FROM + i * STEP;
        crok_px px = crok_camera_project(
            cam, (crok_vec3){at.x + k * radius.x, at.y + k * radius.y, 0.0});
        float v[3] = {0.0F, 0.0F, 0.0F};
        double apart = 0.0;
        *seen = crok_image_sample(img, px.x, px.y, v);
        apart = crok_lab_distance(crok_lab_of(crok_rgb_of(v)), face,
                                  CROK_LAB_WEIGHT_L);
        if (k > INK_TO)
            beyond[n++] = apart;
        else
            ink += (apart - ink) / ++n_ink;
    }
    return *seen && ink >= MIN_INK_DISTANCE &&
           crok_quantile(beyond, n, BACK_PART) <= BACK_FRAC * ink;
}

bool crok_is_counter(const crok_image *img, const crok_camera *cam,
                     const crok_disc_shape *shape, crok_mm at, crok_rgb face)
{
    crok_lab lab = crok_lab_of(face);
    int n = 0;
    int n_ink = 0;
    for (int i = 0; i < N_DIRS; i++) {
        double a = 2.0 * CROK_PI * i / N_DIRS;
        crok_mm radius = {shape->radius_mm * cos(a), shape->radius_mm * sin(a)};
        bool seen = false;
        n_ink += has_ink(img, cam, at, radius, lab, &seen);
        n += seen;
    }
    return 2 * n > N_DIRS && n_ink >= MIN_INK_FRAC * n;
}
