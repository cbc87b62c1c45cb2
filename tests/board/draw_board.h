/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/board/draw_board.h: draw a picture of a board of known dimensions: flat
 * colours, lines, a hole and discs, seen by a known camera, with blur and
 * noise. Light is averaged in linear intensity, as a lens does.
 *
 * Of the code under test only the camera model is used. */
#ifndef CROK_TESTS_BOARD_DRAW_BOARD_H
#define CROK_TESTS_BOARD_DRAW_BOARD_H

#include "board/board.h"
#include "board/cameras.h"
#include "core/image.h"

#define DRAW_MAX_DISCS 40
#define DRAW_MAX_RINGS 24
#define DRAW_MAX_PEGS 8

typedef struct draw_rgb {
    uint8_t r, g, b;
} draw_rgb;

/* A disc: a cylinder with rounded edges. */
typedef struct draw_disc {
    crok_mm at;
    double z_mm; /* of its bottom: 0 on the board, -depth in the hole */
    draw_rgb rgb;
    double lost_mm; /* width of the rim that is as bright as the board */
} draw_disc;

/* A painted ring that is none of the board's lines. */
typedef struct draw_decor {
    double radius_mm, width_mm;
    draw_rgb rgb;
} draw_decor;

#define DRAW_MAX_DECOR 4

/* Something in front of the board or on it: a sleeve, a sheet of paper, glare.
 * An ellipse in the picture. */
typedef struct draw_patch {
    crok_px at;
    double rx_px, ry_px;
    draw_rgb rgb;
    double cover; /* opacity at its centre, 0..1 */
    bool soft;    /* opacity falls to 0 at its edge */
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
    double
        dimmer_frac; /* how much dimmer the right edge is than the left one */
} draw_board;

/* The tournament board, empty, under this camera: dark lines on light wood,
 * blur of 0.7 px and noise of 2 grey levels. Its light is even: to be scored as
 * a photo it needs some dimmer_frac, or it is a drawing (see/plain.h). */
draw_board draw_tournament(const crok_camera *cam);

/* A camera for the tournament board: a picture of w_px x h_px whose shorter
 * side shows the outer line with a margin, tilted by tilt_rad about the axis of
 * direction tilt_to_rad. */
crok_camera draw_camera(int w_px, int h_px, double tilt_rad,
                        double tilt_to_rad);

/* The same for the central 200 px of a picture of 2000 x 1500. */
crok_camera draw_close_up(double tilt_rad, double tilt_to_rad);

/* The dimensions of hole and discs; all others are zero. */
crok_board draw_lengths(const draw_board *b);

void draw_add_disc(draw_board *b, double x_mm, double y_mm, draw_rgb rgb);

/* Add a disc that lies flat in the hole. */
void draw_add_twenty(draw_board *b, draw_rgb rgb);

/* Add eight pegs on the inner line, 6 mm thick, the first at peg_turn_rad. */
void draw_add_pegs(draw_board *b, draw_rgb rgb);

/* Draw the picture, RGB. Returned: free with crok_image_free. The test fails if
 * memory runs out. */
crok_image draw_picture(const draw_board *b);

/* Blend a patch over a picture. */
void draw_cover(crok_image *img, const draw_patch *patch);

/* Paint n round spots of this radius on the board of a picture, as print. */
void draw_spots(crok_image *img, const crok_camera *cam, const crok_mm *at,
                int n, double radius_mm, draw_rgb rgb);

/* A picture of one colour. */
crok_image draw_plain(int w_px, int h_px, draw_rgb rgb);

/* Add Gaussian noise of this standard deviation, in grey levels. */
void draw_noise(crok_image *img, double noise, uint64_t seed);

#endif
