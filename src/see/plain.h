/* SPDX-License-Identifier: Apache-2.0
 *
 * see/plain.h: is a surface of one colour, as in a drawing? Light, grain and
 * paint give every part of a real board another colour; a drawn surface has one
 * to a grey level, also after strong JPEG compression.
 *
 * Frames   px of a top view.
 * Room     see. */
#ifndef CROK_SEE_PLAIN_H
#define CROK_SEE_PLAIN_H

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From this share on a board is a drawing. Of 20 photos the whitest one, of a
 * product before a white ground, has 0.36, 28 rendered pictures at most 0.21; a
 * club's logo has 0.50 to 0.63, a scoring program's board 0.67 to 0.86 at any
 * quality. */
#define CROK_PLAIN_DRAWN 0.45

/* The share of a disc-shaped surface that is of one colour: of its cells of 4 x
 * 4 pixels the largest part whose medians differ by at most a grey level from
 * those of one of them.
 *
 *   view       borrowed: RGB, square, with the surface's centre in its middle
 *   radius_px  of the surface */
double crok_plain_frac(const crok_image *view, double radius_px);

#ifdef __cplusplus
}
#endif
#endif
