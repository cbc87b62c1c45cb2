/* SPDX-License-Identifier: Apache-2.0
 *
 * report/sheet.h: the sheet on which the annotated picture is drawn, with its
 * colours and the shapes that are used in several places. Private to this room.
 *
 * Frames   sheet: px of the whole annotated picture: a header, the photo, a
 *          footer.
 * Room     report.
 * Threads  one owner. */
#ifndef CROK_REPORT_SHEET_H
#define CROK_REPORT_SHEET_H

#include "cv/draw.h"
#include "report/overlay.h"

/* A box on the sheet. */
typedef struct crok_box {
    double x, y, w, h;
} crok_box;

typedef struct crok_sheet {
    crok_canvas canvas;
    const crok_result *r;
    const crok_overlay_view *view;
    const char *title; /* in the header; NULL: the sides and the round */
    crok_box crop;     /* the part of the view that is shown, in view pixels */
    double zoom;       /* sheet pixels per view pixel */
    double unit;    /* unit of sizes: 1/1600 of the photo's longer side, px */
    crok_box photo; /* the place of the photo on the sheet */
    /* Boxes that labels should not cover. */
    int n_taken;
    crok_box taken[3 * CROK_MAX_DISCS + 8];
    crok_box call[CROK_MAX_DISCS]; /* places of the close-ups, in their order */
} crok_sheet;

extern const crok_ink crok_ink_back, crok_ink_text, crok_ink_muted,
    crok_ink_close, crok_ink_line, crok_ink_out;

/* Returns the same colour with another opacity, 0..1. */
crok_ink crok_ink_thin(crok_ink ink, double opacity);

/* The colour of a side, and the one of black and white that has more contrast
 * to the colour rgb. */
crok_ink crok_ink_side(const crok_side *side);
crok_ink crok_ink_against(const uint8_t rgb[3]);

/* The position on the sheet of a pixel of the full picture. */
crok_px crok_sheet_at(const crok_sheet *s, crok_px full);

/* The position on the sheet of a point in the board frame. */
crok_px crok_sheet_project(const crok_sheet *s, crok_vec3 x_mm);

/* Write n points of the circle with the centre c and the radius r_px to p. */
void crok_sheet_circle(crok_px c, double r_px, crok_px *p, int n);

/* Draw text with its centre at `mid`. The other arguments are those of
 * crok_draw_text. */
void crok_sheet_text_mid(crok_sheet *s, crok_px mid, const char *text,
                         double height_px, bool is_bold, crok_ink ink);

/* Draw a filled box whose corners are rounded with the radius corner_px. */
void crok_sheet_round_box(crok_sheet *s, crok_box box, double corner_px,
                          crok_ink ink);

/* A pill: text on a box with rounded corners. */
typedef struct crok_pill {
    const char *text; /* borrowed */
    double height_px; /* of a capital; the box is larger */
    bool is_bold;
    crok_ink ink, back; /* of the text and of the box */
} crok_pill;

/* The box that a pill centred on a point needs. */
crok_box crok_sheet_pill_box(crok_px mid, const crok_pill *pill);

void crok_sheet_pill(crok_sheet *s, crok_box box, const crok_pill *pill);

/* The box moved as little as needed to lie within the photo. One that is larger
 * begins at the photo's left or upper edge. */
crok_box crok_sheet_inside(const crok_sheet *s, crok_box box);

/* crok_sheet_take marks a box as taken. crok_sheet_overlap returns the area of
 * `box` that is inside taken boxes, px^2. */
double crok_sheet_overlap(const crok_sheet *s, crok_box box);
void crok_sheet_take(crok_sheet *s, crok_box box);

/* ---- parts ---- */

/* Draw the lines, the discs and their labels on the photo. The labels are drawn
 * after the close-ups are placed, where they cover as little as possible of the
 * discs and close-ups. */
void crok_sheet_draw_lines(crok_sheet *s);
void crok_sheet_draw_discs(crok_sheet *s);
void crok_sheet_draw_labels(crok_sheet *s);

/* Height, px, of the strip below the photo in which the close-ups are drawn
 * side by side. It is 0 if there are at most CROK_SHEET_CORNERS close-ups,
 * because then they are drawn in the photo's corners. */
#define CROK_SHEET_CORNERS 4
double crok_sheet_strip_height(const crok_sheet *s);

/* Place and draw the close-ups of the close calls in the photo's corners, or in
 * the strip that begins at strip_y. They are placed before the labels are, and
 * drawn after them, over everything else. */
void crok_sheet_place_calls(crok_sheet *s, double strip_y);
void crok_sheet_draw_calls(crok_sheet *s);

/* Draw the close-up of one close call in `box`, and a frame of the width
 * CROK_SHEET_FRAME_UNITS around the box. The side of a box is at most
 * CROK_SHEET_TILE_UNITS. Both lengths are in units of crok_sheet.unit.
 *
 *   letter  label of the close-up; 0: none */
#define CROK_SHEET_TILE_UNITS 330.0
#define CROK_SHEET_FRAME_UNITS 4.0
void crok_sheet_draw_call(crok_sheet *s, int disc, char letter, crok_box box);

#endif
