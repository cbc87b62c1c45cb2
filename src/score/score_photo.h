/* SPDX-License-Identifier: Apache-2.0
 *
 * score/score_photo.h: one photo from its path to its result: open, decode
 * reduced, find the board, decode again where the board is small, find the
 * discs, count.
 *
 * Frames   px: the full, upright picture.
 * Room     score: uses capture, board, discs, rules, report.
 * Threads  any number of photos at a time; the options are only read. */
#ifndef CROK_SCORE_SCORE_PHOTO_H
#define CROK_SCORE_SCORE_PHOTO_H

#include "discs/scan.h"
#include "report/result.h"

typedef struct crok_score_photo_options {
    crok_scan_options scan; /* the focal prior comes from the photo */
    crok_score_options score;
    const crok_board_pose *fixed_pose; /* of a calibrated camera, or NULL */
    const crok_board *model; /* the board's, for its size; NULL: what fits */
    bool wants_timings;
} crok_score_photo_options;

/* Two sides, the rules that all books share, no calibration. */
crok_score_photo_options crok_score_photo_usual(void);

/* Score the photo at `path`. A photo that cannot be scored is a result too:
 * out->status and out->err tell.
 *
 *   path     kept by *out
 *   options  borrowed
 *   overlay  where to write the annotated picture, or NULL; also an error is
 *            then drawn, as far as the photo can be decoded; kept by *out
 *   out      always written */
void crok_score_photo(const char *path, const crok_score_photo_options *options,
                      const char *overlay, crok_result *out);

#endif
