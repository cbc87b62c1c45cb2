/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/draw_outline.h"

const crok_disc_shape OUTLINE_SHAPE = {15.9, 9.5, 0.7, 0.25};

crok_camera outline_camera(void)
{
    stand s = {.w_px = 1600,
               .h_px = 1200,
               .f_px = 1300.0,
               .tilt_rad = 0.35,
               .tilt_to_rad = 0.8,
               .distance_mm = 900.0};
    return stand_camera(&s);
}

drawn_edge drawn_rim(crok_mm at, crok_mm about)
{
    return (drawn_edge){at, about, OUTLINE_SHAPE.radius_mm,
                        OUTLINE_SHAPE.height_mm - CROK_DISC_ROUNDING_MM, 1.0F};
}

drawn_edge drawn_face(crok_mm at, crok_mm about)
{
    return (drawn_edge){at, about,
                        OUTLINE_SHAPE.radius_mm - OUTLINE_SHAPE.face_mm,
                        OUTLINE_SHAPE.height_mm, 1.0F};
}

void draw_edge(const crok_camera *cam, const drawn_edge *e, int i,
               crok_outline *out)
{
    double a = 2.0 * CROK_PI * i / CROK_OUTLINE_ANGLES;
    crok_rim_at rim =
        crok_outline_rim(cam, &OUTLINE_SHAPE, e->about, cos(a), sin(a));
    crok_px p = crok_camera_project(
        cam, (crok_vec3){e->at.x + e->radius_mm * cos(a),
                         e->at.y + e->radius_mm * sin(a), e->z_mm});
    double height = OUTLINE_SHAPE.height_mm;
    out->edge[out->n++] = (crok_outline_edge){
        .rim = crok_camera_unproject(cam, p, height - CROK_DISC_ROUNDING_MM),
        .face = crok_camera_unproject(cam, p, height),
        .foot = crok_camera_unproject(cam, p, CROK_DISC_ROUNDING_MM),
        .wall_mm = (float)rim.wall_mm,
        .strength = 50.0F,
        .leaves_face = e->leaves_face,
        .lit = 1.0F,
        .is_foot = e->z_mm < 0.5 * height,
        .direction = (short)i};
}

crok_outline draw_outline(rnd *g, const crok_camera *cam, crok_mm at,
                          double noise, double part)
{
    const crok_disc_shape *d = &OUTLINE_SHAPE;
    crok_outline out = {.n_inside = CROK_OUTLINE_ANGLES};
    double off = 0.0;
    for (int i = 0; i < CROK_OUTLINE_ANGLES * part; i++) {
        double a = 2.0 * CROK_PI * i / CROK_OUTLINE_ANGLES;
        double wall = crok_outline_rim(cam, d, at, cos(a), sin(a)).wall_mm;
        drawn_edge rim = drawn_rim(at, at);
        drawn_edge face = drawn_face(at, at);
        drawn_edge foot = {at, at, d->radius_mm + d->dark_mm,
                           CROK_DISC_ROUNDING_MM, 0.0F};
        if (i % OUTLINE_TOGETHER == 0)
            off = noise * rnd_normal(g);
        rim.radius_mm += off;
        face.radius_mm += off;
        foot.radius_mm += off;
        if (wall < 1.0) {
            draw_edge(cam, &rim, i, &out);
            continue;
        }
        draw_edge(cam, &face, i, &out);
        draw_edge(cam, &foot, i, &out);
    }
    return out;
}
