/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/scan_options.h: what the caller knows about a picture before it is
 * scanned.
 *
 * Room     discs.
 * Threads  values. */
#ifndef CROK_DISCS_SCAN_OPTIONS_H
#define CROK_DISCS_SCAN_OPTIONS_H

#include "board/known.h"
#include "discs/observation.h"
#include "see/segmentation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_scan_options {
    int n_sides;      /* number of sides in play: 2, 3 or 4; 0 means 2 */
    int n_side_names; /* 0: no names are given; else equal to n_sides */
    /* colour words given by a person (CROK_COLOUR_WORDS in discs/colour.h) */
    char side_names[CROK_MAX_SIDES][24];
    /* Pixels of the full picture where the board has print that resembles a
     * disc. Candidates whose centre is within half a disc's radius of one are
     * rejected. */
    int n_rejected;
    crok_px rejected[CROK_MAX_REJECTED];
    double focal_prior_px; /* focal length in pixels of the full picture, from
                              EXIF for example; 0: unknown */
    /* NULL, or borrowed: the board that the picture is said to show */
    const crok_known_board *known;
    /* Borrowed: what the picture shows of its board (discs/look.h). The search
     * of the board does not need it. */
    const crok_segmentation *segments;
    bool is_from_above; /* as crok_view.is_from_above */
} crok_scan_options;

/* The number of sides in play: options->n_sides, or 2 where that is 0. */
static inline int crok_scan_sides(const crok_scan_options *options)
{
    return options->n_sides == 0 ? 2 : options->n_sides;
}

#ifdef __cplusplus
}
#endif
#endif
