/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/board/draw_board.h: a picture of a board whose every length is known:
 * flat colours, lines, a hole, discs, seen by a known camera, blurred, with
 * noise. Light is added up as light (linear), as a lens does it.
 *
 * Nothing here is shared with the code tested but the camera. */
#ifndef CROK_TESTS_BOARD_DRAW_BOARD_H
#define CROK_TESTS_BOARD_DRAW_BOARD_H

#include "board/board.h"
#include "board/cameras.h"
#include "core/image.h"

#define DRAW_MAX_DISCS 40
#define DRAW_MAX_RINGS 24

typedef struct draw_rgb {
    uint8_t r, g, b;
} draw_rgb;

/* A disc: a cylinder whose edges are rounded. */
typedef struct draw_disc {
    crok_mm at;
    double z_mm; /* of its foot: 0 on the board, -depth in the hole */
    draw_rgb rgb;
    double lost_mm; /* of its edge all round: lit like the board */
} draw_disc;

/* A ring that is no line of the board: painted for looks. */
typedef struct draw_decor {
    double radius_mm, width_mm;
    draw_rgb rgb;
} draw_decor;

#define DRAW_MAX_DECOR 4

/* Something before the board or on it: a sleeve, a sheet, glare. An ellipse of
 * the picture; `soft` fades from its middle to its edge. */
typedef struct draw_patch {
    crok_px at;
    double rx_px, ry_px;
    draw_rgb rgb;
    double cover; /* 0..1 at the middle */
    bool soft;
} draw_patch;

typedef struct draw_board {
    crok_camera cam; /* of the picture drawn */
    draw_rgb wood, line, floor, ditch, table;
    double surface_mm; /* radius of the playing surface; then the ditch */
    double rail_mm;    /* radius where the table begins; 0: the table only */
    int n_rings;       /* lines; 0..2 are the board's for draw_tournament */
    double ring_mm[DRAW_MAX_RINGS];
    double line_width_mm;
    int n_decor;
    draw_decor decor[DRAW_MAX_DECOR];
    int n_pegs; /* evenly round, cylinders */
    double peg_ring_mm, peg_turn_rad, peg_mm, peg_height_mm;
    draw_rgb peg;
    double hole_mm, hole_depth_mm; /* 0: no hole */
    bool has_quadrants;            /* lines from the outer to the middle line */
    double disc_mm, disc_height_mm, rounding_mm;
    int n_discs;
    draw_disc disc[DRAW_MAX_DISCS];
    double blur_px; /* 1 sd */
    double noise;   /* 1 sd, grey levels */
    uint64_t seed;  /* of the noise */
} draw_board;

/* The tournament board, empty, under this camera: dark lines on light wood,
 * blur of 0.7 px and noise of 2 grey levels. */
draw_board draw_tournament(const crok_camera *cam);

/* A camera for it: a picture of w x h px whose shorter side shows the outer
 * line with a margin, tilted so far about the axis given. */
crok_camera draw_camera(int w_px, int h_px, double tilt_rad,
                        double tilt_to_rad);

/* The same for the middle 200 px of a picture of 2000 x 1500. */
crok_camera draw_close_up(double tilt_rad, double tilt_to_rad);

/* The lengths of what lies at the hole: all else is zero. */
crok_board draw_lengths(const draw_board *b);

void draw_add_disc(draw_board *b, double x_mm, double y_mm, draw_rgb rgb);

/* One that lies in the hole, flat. */
void draw_add_twenty(draw_board *b, draw_rgb rgb);

/* Eight pegs on the inner line, 6 mm thick, the first at peg_turn_rad. */
void draw_add_pegs(draw_board *b, draw_rgb rgb);

/* The picture, RGB; free with crok_image_free. Ends the test where there is no
 * memory. */
crok_image draw_picture(const draw_board *b);

/* Lays a patch over a picture. */
void draw_cover(crok_image *img, const draw_patch *patch);

/* A picture of one colour. */
crok_image draw_plain(int w_px, int h_px, draw_rgb rgb);

/* Noise of this deviation on top, and nothing else. */
void draw_noise(crok_image *img, double noise, uint64_t seed);

#endif
