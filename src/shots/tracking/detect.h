/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/detect.h: what one frame shows: the discs, each with the
 * chance that it is one, and of any place of the board how much of it lies bare
 * and how much something covers. The learnt network says so
 * (see/segmentation.h), for discs at rest and in motion alike: of discs at up
 * to 2 m/s in simulated frames of 30 a second it found over 90 of 100, and
 * their places were off by 1.1 to 1.4 mm (rms).
 *
 * Frames   px: the frame given; mm: board.
 * Room     shots: uses core, board, discs, see.
 * Threads  any, each on values of its own. */
#ifndef CROK_SHOTS_TRACKING_DETECT_H
#define CROK_SHOTS_TRACKING_DETECT_H

#include "board/board.h"
#include "core/image.h"
#include "see/segmentation.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_DETECTIONS 48

/* A disc is beside a cover if its crok_detection.covered is more than this.
 * Chosen by hand. */
#define CROK_BESIDE_COVER 0.3

/* A disc in one frame. */
typedef struct crok_detection {
    crok_mm at;     /* centre of its bottom circle */
    double chance;  /* that a disc is there, 0..1 */
    double covered; /* part of the ring about it that something covers, 0..1:
                       a disc in a hand has much of it, one that slides none */
    uint8_t rgb[3]; /* mean colour of its face */
} crok_detection;

typedef struct crok_detections {
    int64_t t_ns;
    int n; /* the likeliest first */
    crok_detection disc[CROK_MAX_DETECTIONS];
} crok_detections;

/* Detect the discs of a frame.
 *
 *   segments  borrowed: of this frame
 *   img, cam  borrowed: RGB; for the colours, may be reduced
 *   board     borrowed
 *   out       written whole */
void crok_detect(const crok_segmentation *segments, const crok_image *img,
                 const crok_camera *cam, const crok_board *board, int64_t t_ns,
                 crok_detections *out);

/* Does something cover the hole, or its edge? */
bool crok_is_hole_covered(const crok_segmentation *segments,
                          const crok_board *board);

/* Does something that is larger than the hole cover it? A dark disc in the hole
 * may look like a cover, too, but ends at its edge. */
bool crok_is_hole_hidden(const crok_segmentation *segments,
                         const crok_board *board);

/* The mean colour in the hole: of its floor, or of the disc in it.
 *
 *   img, cam, board  borrowed: RGB, may be reduced */
void crok_hole_colour(const crok_image *img, const crok_camera *cam,
                      const crok_board *board, uint8_t rgb[3]);

/* Detect a disc in the hole by its colour, which the network does not: add a
 * detection if the hole does not look as it does when it is empty, and nothing
 * covers it.
 *
 *   empty  colour of its floor, sRGB
 *   out    in and out: of crok_detect for this frame */
void crok_detect_in_hole(const crok_segmentation *segments,
                         const crok_image *img, const crok_camera *cam,
                         const crok_board *board, const uint8_t empty[3],
                         crok_detections *out);

/* The part of a circle about `at` that something covers or that the picture
 * does not show, 0..1. */
double crok_covered_part(const crok_segmentation *segments, crok_mm at,
                         double radius_mm);

/* The part of a circle about `at` that lies bare: surface, line, peg, empty
 * hole, ditch or rail. 0..1 */
double crok_bare_part(const crok_segmentation *segments, crok_mm at,
                      double radius_mm);

#ifdef __cplusplus
}
#endif
#endif
