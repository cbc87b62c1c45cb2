/* SPDX-License-Identifier: Apache-2.0
 *
 * setup/steadiness.h: how pictures differ from one to the next while nothing is
 * played: the rate, repeated pictures, flicker of the light, noise of the
 * sensor and sway of the camera.
 *
 * The level of a picture is the median, over a grid of points of the surface,
 * of the ratio of its luma to that in the first picture of the second. So a
 * hand that covers less than half of the board does not count as flicker.
 *
 * Frames   px: of the small grey picture or of the full one, as is said; mm:
 *          board.
 * Room     setup.
 * Threads  one owner. */
#ifndef CROK_SETUP_STEADINESS_H
#define CROK_SETUP_STEADINESS_H

#include "setup/figures.h"
#include "shots/alignment.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_STEADY_POINTS 240
/* Pictures of a second whose levels are kept; later ones are not used. */
#define CROK_STEADY_PICTURES 256
/* Points of the outer line whose displacement is measured. */
#define CROK_STEADY_MARKS 4

/* The pictures of one second. Zero it before the first use. */
typedef struct crok_steadiness {
    int n, n_missed, n_repeated;
    bool has_opened; /* a second was reported: its last picture begins this one
                      */
    crok_image before; /* owned: the small picture before */
    bool has_reference;
    float reference[CROK_STEADY_POINTS]; /* luma in the first picture */
    float mean_luma;                     /* of the reference */
    int n_levels;
    double level[CROK_STEADY_PICTURES];
    int n_aligned, n_unfollowed;
    crok_px lo[CROK_STEADY_MARKS], hi[CROK_STEADY_MARKS]; /* full px */
} crok_steadiness;

void crok_steadiness_free(crok_steadiness *s);

/* Add a picture.
 *
 *   small     borrowed: grey, reduced by CROK_ENGINE_LUMA
 *   aligned   borrowed: where the board is in it; NULL: it is not known, and
 *             the whole picture counts as the surface
 *   outer_mm  radius of the outer line
 *   n_missed  pictures before it that were not taken
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_steadiness_add(crok_steadiness *s,
                                              const crok_image *small,
                                              const crok_aligned *aligned,
                                              double outer_mm, int n_missed,
                                              crok_err *err);

/* Set n_frames, fps, repeated_frac, flicker_frac, jumped_frac, sway_px and
 * unfollowed_frac, and start a new second.
 *
 *   span_s  from the end of the last second to the last picture */
void crok_steadiness_report(crok_steadiness *s, double span_s, crok_setup *out);

/* Mean luma of a full picture, 0..255. */
double crok_picture_level(const crok_image *rgb);

/* The noise of one picture, 1 sd in grey levels, from two pictures of one
 * place: the median, over small tiles, of the mean absolute difference about
 * the tile's mean difference, divided by 2 / sqrt(pi).
 *
 *   before, now  borrowed: RGB, of one size; NAN otherwise
 *   cam          borrowed: of `now`, and the tiles are on the board; NULL: they
 *                are all over the picture
 *   outer_mm     radius of the outer line */
double crok_picture_noise(const crok_image *before, const crok_image *now,
                          const crok_camera *cam, double outer_mm);

#ifdef __cplusplus
}
#endif
#endif
