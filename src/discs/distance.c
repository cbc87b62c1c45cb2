/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/distance.h"

#include <math.h>
#include <stdlib.h>

#include "discs/place.h"

/* It is asked for where it is not known so well, as a part of it. */
#define TOLD 0.05
/* Distances tried, as parts of it, and how far. */
#define STEP 0.1
#define MOST_STEPS 4
/* Of so many discs, in every so manieth direction. */
#define DISCS 6
#define EVERY 4
/* What discs tell of it at best, 1 sd, as a part of it, where a pixel is a mm
 * (25 rendered pictures from above). */
#define SIGMA 0.11

/* Where a disc would stand by another camera, to be seen where it is. */
static crok_mm seen_by(const crok_finds *s, const crok_camera *cam, crok_mm at)
{
    double z = CROK_SEEN_HEIGHT * (s->shape.height_mm - CROK_DISC_ROUNDING_MM);
    crok_px px = crok_camera_project(&s->cam, (crok_vec3){at.x, at.y, z});
    return crok_camera_unproject(cam, px, z);
}

/* What speaks against the discs as another camera has them, half of
 * chi-squared. */
static double against_camera(const crok_team *t, const crok_camera *cam)
{
    const int stride = (t->n + DISCS - 1) / DISCS;
    double sum = 0.0;
    for (int i = 0; i < t->n; i += stride) {
        int k = crok_team_group(t, i);
        crok_mm at = seen_by(t->finds, cam, crok_team_disc(t, i)->at.at);
        crok_profiles p;
        crok_shift_curves curves;
        crok_team_read(t, i, cam, at, &p);
        if (crok_profiles_weigh(&p, &t->light[k], EVERY, &curves))
            sum += crok_curves_against(&curves, at, t->larger_mm[k]);
    }
    return sum * CROK_PROFILES_WORTH / (CROK_TEAM_AS_SURE * CROK_TEAM_AS_SURE);
}

static crok_camera camera_in_picture(const crok_finds *s,
                                     const crok_board_pose *pose)
{
    double scale = s->pose.camera.f_px / s->cam.f_px;
    return crok_camera_rescaled(&pose->camera, scale, s->img->w_px,
                                s->img->h_px);
}

/* What speaks against its standing so many steps farther off. */
static double against_distance(const crok_team *t, int steps, double step_mm)
{
    crok_board_pose pose =
        crok_board_pose_farther(&t->finds->pose, steps * step_mm);
    crok_camera cam = camera_in_picture(t->finds, &pose);
    return against_camera(t, &cam);
}

/* The lowest of the steps, walked to, and its neighbours; false where none has
 * two. */
static bool bracket(const crok_team *t, double step_mm, int *at, double v[3])
{
    *at = 0;
    for (int k = 0; k < 3; k++)
        v[k] = against_distance(t, k - 1, step_mm);
    while (abs(*at) < MOST_STEPS && v[0] < v[1]) {
        v[2] = v[1];
        v[1] = v[0];
        v[0] = against_distance(t, --*at - 1, step_mm);
    }
    while (abs(*at) < MOST_STEPS && v[2] < v[1]) {
        v[0] = v[1];
        v[1] = v[2];
        v[2] = against_distance(t, ++*at + 1, step_mm);
    }
    return v[0] > v[1] && v[2] > v[1];
}

/* The discs stand where they are seen by another pose. */
static void take_pose(crok_finds *s, const crok_board_pose *pose)
{
    crok_camera cam = camera_in_picture(s, pose);
    for (int i = 0; i < s->n; i++)
        s->disc[i].at.at = seen_by(s, &cam, s->disc[i].at.at);
    s->pose = *pose;
    s->cam = cam;
}

void crok_team_mend_distance(crok_team *t)
{
    crok_board_pose pose = t->finds->pose;
    const double z_mm = pose.camera.t_mm.z;
    double v[3];
    double curve = 0.0;
    int at = 0;
    if (crok_board_pose_distance_sigma(&pose) < TOLD * z_mm ||
        !bracket(t, STEP * z_mm, &at, v))
        return;
    curve = v[0] - 2.0 * v[1] + v[2];
    crok_board_pose_measured(
        &pose, STEP * z_mm * (at + 0.5 * (v[0] - v[2]) / curve),
        z_mm * hypot(STEP / sqrt(curve),
                     SIGMA / crok_camera_px_per_mm(&t->finds->cam)));
    take_pose(t->finds, &pose);
    crok_team_weigh(t);
}
