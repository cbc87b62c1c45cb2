/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/reading.h: what lies on the board, from several frames of one rest,
 * averaged; and whether anything but discs is over it.
 *
 * Frames   px: the source's full frames, or the small grey picture's; mm:
 *          board.
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

/* The mean of some frames. */
typedef struct crok_mean {
    int n;
    int w_px, h_px;
    uint16_t *sum;    /* owned: 3 a pixel */
    crok_image image; /* owned: the mean, after crok_mean_take */
} crok_mean;

/* Adds a frame (RGB). A frame of another size begins anew.
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_mean_add(crok_mean *m, const crok_image *img,
                                        crok_err *err);

/* Makes m->image the mean of what was added, and begins anew. n > 0. */
void crok_mean_take(crok_mean *m);

void crok_mean_free(crok_mean *m);

/* Does anything about the inner part look otherwise than at the rest before: a
 * hand that has come, a disc that is placed? */
bool crok_rim_differs(const crok_motion_detector *motion, const uint8_t *then,
                      const crok_image *now);

/* How many times brighter the board is than at the rest before. */
double crok_light_since(const crok_motion_detector *motion, const uint8_t *then,
                        const crok_image *now);

/* The part of a disc's face at `at` that looks otherwise than at the rest
 * before, 0..1, but for the light (crok_light_since). 1 where the board is not
 * seen. */
double crok_changed_part(const crok_motion_detector *motion,
                         const uint8_t *then, const crok_image *now,
                         double light, crok_mm at, double radius_mm);

/* How many discs' worth of the board looks otherwise than at the rest before,
 * where neither rest has a disc or its shadow: a hand, an arm, a person. What
 * looks as at the first rest is the board again: a hand that waited at the rest
 * before has gone.
 *
 *   motion   borrowed: its cells are the board's
 *   then   borrowed: the cells' values at the rest before
 *   first  borrowed: at the first rest
 *   now    borrowed: the small grey picture
 *   a, b   borrowed: the discs of both rests
 *   within_mm  only so far from the board's centre */
double crok_foreign_discs(const crok_motion_detector *motion,
                          const uint8_t *then, const uint8_t *first,
                          const crok_image *now, const crok_rest_sight *a,
                          const crok_rest_sight *b, double within_mm);

#ifdef __cplusplus
}
#endif
#endif
