/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/scan_options.h: what is known of a picture before it is looked at.
 *
 * Room     discs.
 * Threads  values. */
#ifndef CROK_DISCS_SCAN_OPTIONS_H
#define CROK_DISCS_SCAN_OPTIONS_H

#include "discs/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_scan_options {
    int n_sides;                         /* 2, 3 or 4; 0 means 2 */
    int n_side_names;                    /* 0, or n_sides */
    char side_names[CROK_MAX_SIDES][24]; /* given by a person: colour words */
    double focal_prior_px;               /* of the full picture; 0 unknown */
} crok_scan_options;

/* How many sides are expected. */
static inline int crok_scan_sides(const crok_scan_options *options)
{
    return options->n_sides == 0 ? 2 : options->n_sides;
}

#ifdef __cplusplus
}
#endif
#endif
