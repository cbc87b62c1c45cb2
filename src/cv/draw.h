/* SPDX-License-Identifier: Apache-2.0
 *
 * cv/draw.h: draws smooth lines, shapes and text on a picture: a C interface to
 * OpenCV, like cv.h, and for text to Pango and Cairo, which the first text
 * loads.
 *
 * Frames   px of the picture drawn on, with fractions.
 * Room     cv: uses core, OpenCV (core, imgproc); the module uses Pango and
 *          Cairo.
 * Threads  one owner; different pictures in different threads. */
#ifndef CROK_CV_DRAW_H
#define CROK_CV_DRAW_H

#include <stdbool.h>

#include "core/image.h"
#include "core/linalg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A picture that is drawn on. Initialise it with {.img = picture}. After the
 * first failure nothing more is drawn, and status and err keep the reason. So
 * the caller needs to check them only once, at the end. */
typedef struct crok_canvas {
    const crok_image *img; /* RGB; its pixels are written */
    crok_status status;
    crok_err err;
} crok_canvas;

typedef struct crok_ink {
    uint8_t rgb[3];
    double opacity; /* 0..1 */
} crok_ink;

/* Draw a line through p[0..n). If is_closed, it also goes back to p[0].
 * width_px >= 1. */
void crok_draw_line(crok_canvas *c, const crok_px *p, int n, bool is_closed,
                    crok_ink ink, double width_px);

/* Fill the polygon p[0..n). */
void crok_draw_area(crok_canvas *c, const crok_px *p, int n, crok_ink ink);

/* Draw a line of text, UTF-8 in any script. It begins at the point `at` on the
 * baseline. height_px is the height of a capital letter. Bytes that are no
 * UTF-8 are shown as U+FFFD. CROK_EUNSUPPORTED: crokeye_letters.so is not
 * installed. */
void crok_draw_text(crok_canvas *c, crok_px at, const char *text,
                    double height_px, bool is_bold, crok_ink ink);

/* The width in px that crok_draw_text gives this text; it is proportional to
 * the height. 0 if there is no memory, or no crokeye_letters.so. */
double crok_draw_text_width(const char *text, double height_px, bool is_bold);

/* Copy a picture onto the canvas, with its top left pixel at (x, y). Parts
 * outside the canvas are cut off. */
void crok_draw_picture(crok_canvas *c, int x, int y, const crok_image *img);

#ifdef __cplusplus
}
#endif
#endif
