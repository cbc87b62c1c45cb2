/* SPDX-License-Identifier: Apache-2.0
 *
 * Outlines as a camera would show them, for tests. */
#ifndef CROK_TESTS_DISCS_DRAW_OUTLINE_H
#define CROK_TESTS_DISCS_DRAW_OUTLINE_H

#include "check.h"

#include "board/cameras.h"
#include "discs/outline/outline.h"

/* Noise of an edge, 1 sd, mm. Shading affects neighbours alike, so three edges
 * in a row are drawn with one error; the adjustment counts them as one. */
#define OUTLINE_NOISE_MM 0.12
#define OUTLINE_TOGETHER 3

extern const crok_disc_shape OUTLINE_SHAPE;

/* 1600 x 1200, tilted by 20 degrees, 0.9 m away. */
crok_camera outline_camera(void);

/* An edge at a point of the circle (radius, z) about `at`, as it is read for a
 * disc that is expected at `about`. */
typedef struct drawn_edge {
    crok_mm at, about;
    double radius_mm, z_mm;
    float leaves_face;
} drawn_edge;

/* A point of the rim, and of the flat face, of a disc at `at`. */
drawn_edge drawn_rim(crok_mm at, crok_mm about);
drawn_edge drawn_face(crok_mm at, crok_mm about);

void draw_edge(const crok_camera *cam, const drawn_edge *e, int i,
               crok_outline *out);

/* The outline of a disc at `at`: its rim on the far side, face and foot on the
 * near side; `part` of the directions have edges. */
crok_outline draw_outline(rnd *g, const crok_camera *cam, crok_mm at,
                          double noise, double part);

#endif
