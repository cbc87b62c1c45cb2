/* SPDX-License-Identifier: Apache-2.0 */
#include "setup/picture.h"

#include <math.h>
#include <stdio.h>

#include "cv/cv.h"
#include "cv/draw.h"

#define LONG_SIDE_PX 1280.0
/* Widths of what is drawn, px. */
#define THIN_PX 2.0
#define THICK_PX 7.0
/* The rail, in radii of the outer line. */
#define RAIL_RADII 1.08
#define ANGLE_RAD (2.0 * CROK_PI / CROK_GLARE_ANGLES)

static const crok_ink clear_ink = {{0x00, 0xe5, 0xff}, 0.8};
static const crok_ink glare_ink = {{0xff, 0x2d, 0x2d}, 1.0};
static const crok_ink hidden_ink = {{0xff, 0xc5, 0x33}, 1.0};
static const crok_ink rail_ink = {{0xff, 0xff, 0xff}, 0.5};

/* A point of a circle, in the picture that is drawn. */
static crok_px on_circle(const crok_camera *cam, double r_mm, double angle_rad)
{
    return crok_camera_project(
        cam, (crok_vec3){r_mm * cos(angle_rad), r_mm * sin(angle_rad), 0.0});
}

static void draw_rail(crok_canvas *canvas, const crok_camera *cam, double r_mm)
{
    crok_px p[CROK_GLARE_ANGLES];
    for (int i = 0; i < CROK_GLARE_ANGLES; i++)
        p[i] = on_circle(cam, RAIL_RADII * r_mm, i * ANGLE_RAD);
    crok_draw_line(canvas, p, CROK_GLARE_ANGLES, true, rail_ink, THIN_PX);
}

/* Draw a line angle by angle, each in the colour of its state. */
static void draw_ring(crok_canvas *canvas, const crok_camera *cam, double r_mm,
                      const uint8_t state[CROK_GLARE_ANGLES])
{
    for (int i = 0; i < CROK_GLARE_ANGLES; i++) {
        crok_px p[3];
        bool is_glare = crok_glare_is(state[i]);
        crok_ink ink = is_glare                        ? glare_ink
                       : state[i] == CROK_GLARE_HIDDEN ? hidden_ink
                                                       : clear_ink;
        for (int k = 0; k < 3; k++)
            p[k] = on_circle(cam, r_mm, (i + 0.5 * (k - 1)) * ANGLE_RAD);
        if (state[i] != CROK_GLARE_OUTSIDE)
            crok_draw_line(canvas, p, 3, false, ink,
                           is_glare ? THICK_PX : THIN_PX);
    }
}

crok_status crok_setup_draw(const crok_setup *s, const crok_image *full,
                            crok_image *out, crok_err *err)
{
    double scale = fmax(fmax(full->w_px, full->h_px) / LONG_SIDE_PX, 1.0);
    crok_image small = {0};
    crok_camera cam;
    crok_canvas canvas = {.img = &small};
    crok_status st =
        crok_cv_resize(full, (int)lround(full->w_px / scale),
                       (int)lround(full->h_px / scale), &small, err);
    if (st != CROK_OK)
        return st;
    if (s->has_board) {
        double outer_mm = s->pose.board.line_mm[CROK_LINE_OUTER];
        cam = crok_camera_rescaled(&s->pose.camera, scale, small.w_px,
                                   small.h_px);
        draw_rail(&canvas, &cam, outer_mm);
        for (int k = 0; k < CROK_N_LINES; k++)
            draw_ring(&canvas, &cam, s->pose.board.line_mm[k],
                      s->glare.line[k]);
    }
    if (canvas.status != CROK_OK) {
        crok_image_free(&small);
        return crok_fail(err, canvas.status, "%s", canvas.err.msg);
    }
    *out = small;
    return CROK_OK;
}
