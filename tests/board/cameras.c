/* SPDX-License-Identifier: Apache-2.0 */
#include "board/cameras.h"

crok_camera stand_camera(const stand *s)
{
    /* looking straight down; the board's x is right and its y up in the picture
     */
    crok_mat3 down = {{1, 0, 0, 0, -1, 0, 0, 0, -1}};
    crok_mat3 spin = crok_mat3_rotation((crok_vec3){0, 0, s->spin_rad});
    crok_mat3 tilt =
        crok_mat3_rotation((crok_vec3){s->tilt_rad * cos(s->tilt_to_rad),
                                       s->tilt_rad * sin(s->tilt_to_rad), 0});
    crok_mat3 flat = crok_mat3_mul(&down, &spin);
    return (crok_camera){.w_px = s->w_px,
                         .h_px = s->h_px,
                         .f_px = s->f_px,
                         .cx_px = 0.5 * s->w_px - 0.5,
                         .cy_px = 0.5 * s->h_px - 0.5,
                         .k1 = s->k1,
                         .rot = crok_mat3_mul(&tilt, &flat),
                         .t_mm = {s->x_mm, s->y_mm, s->distance_mm}};
}

crok_camera random_camera(rnd *g)
{
    int side = (int)rnd_between(g, 400.0, 4000.0);
    double f_per_side = rnd_between(g, 0.6, 1.5);
    stand s = {.w_px = side,
               .h_px = (int)(side * rnd_between(g, 0.56, 1.0)),
               .f_px = f_per_side * side,
               .tilt_rad = rnd_between(g, 0.0, 35.0) * CROK_PI / 180.0,
               .tilt_to_rad = rnd_between(g, -CROK_PI, CROK_PI),
               .spin_rad = rnd_between(g, -CROK_PI, CROK_PI),
               .distance_mm = rnd_between(g, 700.0, 2500.0),
               .x_mm = rnd_between(g, -100.0, 100.0),
               .y_mm = rnd_between(g, -100.0, 100.0),
               .k1 = rnd_between(g, -0.1, 0.1)};
    crok_camera cam = stand_camera(&s);
    cam.cx_px += rnd_between(g, -0.03, 0.03) * side;
    cam.cy_px += rnd_between(g, -0.03, 0.03) * side;
    return cam;
}

double cameras_apart_mm(const crok_camera *truth, const crok_camera *found,
                        double radius_mm)
{
    enum { N_R = 8, N_A = 24 };
    crok_mm want[N_R * N_A];
    crok_mm got[N_R * N_A];
    double c = 0.0; /* cosine and sine of the rotation, times a factor */
    double s = 0.0;
    double worst = 0.0;
    for (int i = 0; i < N_R * N_A; i++) {
        double r = radius_mm * (i / N_A + 1) / N_R;
        double a = 2.0 * CROK_PI * (i % N_A) / N_A;
        want[i] = (crok_mm){r * cos(a), r * sin(a)};
        got[i] = crok_camera_unproject(
            found,
            crok_camera_project(truth, (crok_vec3){want[i].x, want[i].y, 0}),
            0.0);
        c += got[i].x * want[i].x + got[i].y * want[i].y;
        s += got[i].x * want[i].y - got[i].y * want[i].x;
    }
    for (int i = 0; i < N_R * N_A; i++) {
        double len = hypot(c, s);
        double x = (c * got[i].x - s * got[i].y) / len;
        double y = (s * got[i].x + c * got[i].y) / len;
        worst = fmax(worst, hypot(x - want[i].x, y - want[i].y));
    }
    return worst;
}
