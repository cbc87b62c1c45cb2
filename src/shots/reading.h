/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/reading.h: computes the mean picture of several frames of one rest, and
 * measures which parts of the board have changed since the last rest.
 *
 * Frames   px: the source's full frames, or the small grey picture's;
 *          mm: board.
 * Room     shots: uses core, board and discs.
 * Threads  a reading has one owner. */
#ifndef CROK_SHOTS_READING_H
#define CROK_SHOTS_READING_H

#include "discs/scan.h"
#include "shots/motion.h"
#include "shots/sight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The mean of several frames. Zero it before the first use. */
typedef struct crok_mean {
    int n;
    int w_px, h_px;
    uint16_t *sum;    /* owned: 3 values a pixel */
    crok_image image; /* owned: the mean, set by crok_mean_take */
} crok_mean;

/* Add a frame to the mean. The frame is RGB and borrowed. A mean has at most
 * 257 frames, because its sums have 16 bits (257 * 255 = 65535). A frame of
 * another size starts a new mean.
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_mean_add(crok_mean *m, const crok_image *img,
                                        crok_err *err);

/* Write the mean of the frames added so far to m->image and start a new mean.
 * At least one frame must have been added (m->n > 0). */
void crok_mean_take(crok_mean *m);

void crok_mean_free(crok_mean *m);

/* Has anything in the rim changed since the rest before, such as a hand that
 * came or a disc that was placed?
 *
 *   motion     borrowed
 *   reference  borrowed: the cells' values at the rest before
 *   now        borrowed: the small grey picture */
bool crok_rim_differs(const crok_motion_detector *motion,
                      const uint8_t *reference, const crok_image *now);

/* Returns the ratio of the board's brightness now to its brightness at the rest
 * before. It is the median of the ratios of all cells, at most 4. The arguments
 * are those of crok_rim_differs. */
double crok_light_since(const crok_motion_detector *motion,
                        const uint8_t *reference, const crok_image *now);

/* Returns the fraction of a disc's face at `at` that has changed since the rest
 * before, 0..1. Returns 1 if the picture does not show that place. The
 * arguments are those of crok_rim_differs and:
 *
 *   light      brightness ratio by which the reference is multiplied first
 *              (crok_light_since)
 *   radius_mm  of the disc */
double crok_changed_part(const crok_motion_detector *motion,
                         const uint8_t *reference, const crok_image *now,
                         double light, crok_mm at, double radius_mm);

/* A colour picture and its camera. Borrowed. */
typedef struct crok_colour_view {
    const crok_image *rgb;
    const crok_camera *camera;
} crok_colour_view;

/* By how much the colour of a disc's place has changed between two pictures,
 * levels: the largest difference of a channel's mean over the face, after the
 * first picture was given the luma of the second. A disc that is as bright as
 * the board changes only the colour, and lamps that flicker only the luma. 0 if
 * the face is not in both pictures.
 *
 *   at, height_mm  the face's centre
 *   radius_mm      of the face */
double crok_chroma_change(const crok_colour_view *was,
                          const crok_colour_view *now, crok_mm at,
                          double height_mm, double radius_mm);

/* Values that the motion detector's cells have if they show the board.
 * Borrowed. */
typedef struct crok_cell_references {
    const uint8_t *last;  /* at the rest before */
    const uint8_t *first; /* at the first rest */
    /* By the board's symmetry in the present picture
     * (crok_hidden_expected_grey); NULL: not known. */
    const uint8_t *expected;
} crok_cell_references;

/* Returns the area of foreign objects over the board, such as a hand or an arm,
 * as a multiple of a disc's area. A cell is foreign if it differs from the last
 * rest, from the first one and from what is expected, and if no disc of either
 * rest, with its shadow, covers it. A hand may have been in the picture of the
 * last rest: when it leaves, the bare board appears, which looks as at the
 * first rest or as expected.
 *
 *   motion     borrowed
 *   now        borrowed: the small grey picture
 *   a, b       borrowed: the discs of both rests
 *   within_mm  only cells within this distance of the board's centre count */
double crok_foreign_discs(const crok_motion_detector *motion,
                          crok_cell_references reference, const crok_image *now,
                          const crok_rest_sight *a, const crok_rest_sight *b,
                          double within_mm);

#ifdef __cplusplus
}
#endif
#endif
