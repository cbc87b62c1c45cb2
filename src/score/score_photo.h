/* SPDX-License-Identifier: Apache-2.0
 *
 * score/score_photo.h: scores one photo. The stages are: open the file, decode
 * it at a reduced size, find the board, decode it again at a larger size if the
 * board is small, find the discs, and count them.
 *
 * Frames   px: the full, upright picture.
 * Room     score: uses capture, board, discs, rules, report.
 * Threads  any number of photos at a time; the options are only read. */
#ifndef CROK_SCORE_SCORE_PHOTO_H
#define CROK_SCORE_SCORE_PHOTO_H

#include "capture/photo.h"
#include "discs/scan.h"
#include "report/result.h"

typedef struct crok_score_photo_options {
    crok_scan_options scan; /* the photo's own focal length is used if it has
                               one */
    crok_score_options score;
    const crok_board_pose *fixed_pose; /* pose of a calibrated camera; NULL: the
                                          board is searched for */
    const crok_board *model; /* model of the board, which gives its size; NULL:
                                the size is estimated */
    const crok_known_board *names; /* sides get the names of its discs that have
                                      their colours; NULL: their own */
    bool is_empty; /* a person says that no disc is on the board; used only by
                      crok_score_photo_of_board */
    const crok_players *players; /* NULL, or borrowed by the result */
    bool wants_timings;
    bool wants_details; /* the annotated picture says how it was measured */
    bool force; /* the annotated picture replaces any file: crok_save_to */
} crok_score_photo_options;

/* Returns the default options: two sides, the values that all rule books share,
 * no calibration. */
crok_score_photo_options crok_score_photo_usual(void);

/* Score the photo at `path`. If the photo cannot be scored, out->status and
 * out->err report why.
 *
 *   path     borrowed by *out
 *   options  borrowed
 *   overlay  borrowed by *out: the path to which the annotated picture is
 *            written; NULL: none is written. If the photo can be decoded but
 *            not scored, the picture shows the error's message
 *   out      always written */
void crok_score_photo(const char *path, const crok_score_photo_options *options,
                      const char *overlay, crok_result *out);

/* As crok_score_photo, of a photo that is open already.
 *
 *   photo  taken: it is closed, and *photo set to NULL
 *   name   borrowed by *out, in place of the path */
void crok_score_open_photo(crok_photo **photo, const char *name,
                           const crok_score_photo_options *options,
                           crok_result *out);

/* As crok_score_photo, and read what the photo shows of its board.
 *
 *   seen  NULL, or written if out->status is CROK_OK */
void crok_score_photo_of_board(const char *path,
                               const crok_score_photo_options *options,
                               const char *overlay, crok_result *out,
                               crok_known_board *seen);

#endif
