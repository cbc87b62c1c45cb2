/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/oblique.h: simulated photos of a board that the camera sees from
 * the side, with their truth.
 *
 * Frames   px: picture; mm: board.
 * Room     tests. */
#ifndef CROK_TESTS_OBLIQUE_H
#define CROK_TESTS_OBLIQUE_H

#include <stdbool.h>

#include "bench/truth.h"
#include "core/image.h"

enum { OBLIQUE_W_PX = 2000, OBLIQUE_H_PX = 1500 };

/* Draw a photo of a board, which fills the picture.
 *
 * The seed picks the board, its light, the focal length (0.65 to 1.7 of the
 * longer side, k1 -0.05 to 0.02), the direction of the tilt in the picture, the
 * board's rotation, and up to 12 discs of two sides: every second one with its
 * edge within 3 mm of a line, and in every third photo one in the hole. Nothing
 * hides a part of a disc: the outlines of two discs, or of a disc and a peg,
 * are at least 2 mm apart, measured on the board. Odd seeds have the
 * simulator's real looks, even ones its old ones.
 *
 *   tilt_rad  angle between the optical axis, which meets the board's centre,
 *             and the board's normal
 *   out       NULL: only the truth is wanted; else free it with crok_image_free
 *   t         always written, without the path of a picture
 *
 * CROK_ENOMEM  no memory */
CROK_MUST_USE crok_status oblique_draw(uint64_t seed, double tilt_rad,
                                       crok_image *out, truth *t,
                                       crok_err *err);

#endif
