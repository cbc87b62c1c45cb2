/* SPDX-License-Identifier: Apache-2.0
 *
 * cv/draw.h: smooth lines, shapes and text on a picture, behind C as cv.h.
 *
 * Frames   px of the picture drawn on, with fractions.
 * Room     cv: uses core and OpenCV (core, imgproc).
 * Threads  one owner; different pictures in different threads. */
#ifndef CROK_CV_DRAW_H
#define CROK_CV_DRAW_H

#include <stdbool.h>

#include "core/image.h"
#include "core/linalg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A picture that is drawn on. Start with {img}. After the first failure nothing
 * more is drawn; status and err keep the reason, so that they need to be read
 * only once, at the end. */
typedef struct crok_canvas {
    const crok_image *img; /* RGB; its pixels are written */
    crok_status status;
    crok_err err;
} crok_canvas;

typedef struct crok_ink {
    uint8_t rgb[3];
    double opacity; /* 0..1 */
} crok_ink;

/* A line through p[0..n), also back to p[0] when is_closed; width_px >= 1. */
void crok_draw_line(crok_canvas *c, const crok_px *p, int n, bool is_closed,
                    crok_ink ink, double width_px);

/* The polygon p[0..n), filled. */
void crok_draw_area(crok_canvas *c, const crok_px *p, int n, crok_ink ink);

/* Text whose first letter begins at the baseline point `at`. height_px is that
 * of a capital letter. Letters are ASCII's, and U+00B1 (plus-minus); others
 * appear as a question mark. */
void crok_draw_text(crok_canvas *c, crok_px at, const char *text,
                    double height_px, bool is_bold, crok_ink ink);

/* The width in px that crok_draw_text gives this text. */
double crok_draw_text_width(const char *text, double height_px, bool is_bold);

/* Copies a picture, whose top left pixel comes to (x, y); what lies outside is
 * cut off. */
void crok_draw_picture(crok_canvas *c, int x, int y, const crok_image *img);

#ifdef __cplusplus
}
#endif
#endif
