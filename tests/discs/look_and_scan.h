/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/discs/look_and_scan.h: look at a picture and scan it. */
#ifndef CROK_TESTS_DISCS_LOOK_AND_SCAN_H
#define CROK_TESTS_DISCS_LOOK_AND_SCAN_H

#include "core/scratch.h"
#include "discs/look.h"
#include "discs/scan.h"

static inline crok_status look_and_scan(const crok_image *img,
                                        const crok_scan_options *options,
                                        const crok_board_pose *pose,
                                        crok_observation *out, crok_err *err)
{
    CROK_SCRATCH(crok_segmentation, segments, 1);
    crok_scan_options with = *options;
    crok_status st =
        crok_look(img, &pose->camera, &pose->board, NULL, segments, err);
    with.segments = segments;
    with.segments = segments;
    return st == CROK_OK ? crok_scan_discs(img, 1.0, &with, pose, out, err)
                         : st;
}

#endif
