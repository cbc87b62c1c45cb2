/* SPDX-License-Identifier: Apache-2.0
 *
 * score/words.h: read what a person says of the photos that are scored: options
 * with a name and a value, and the files that they name.
 *
 *   rules        a rule book, which the caller loads
 *   model        the board's model, which gives its size in mm
 *   board        the file of the board that the photos show
 *   calib        the file of the fixed camera's calibration
 *   sides        the colours that play: red,black
 *   count-sides  how many sides play: 2, 3 or 4
 *   twenties     SIDE=N, 20s that were taken off the board; once for each side
 *   player       SIDE=NAME, a side's player; once for each side
 *
 * Room     score: uses board.
 * Threads  values only; any thread. */
#ifndef CROK_SCORE_WORDS_H
#define CROK_SCORE_WORDS_H

#include "score/score_photo.h"

/* What was said. Names of files and books are kept, not copied. */
typedef struct crok_score_words {
    crok_score_photo_options photo; /* its pointers point to what follows, so
                                     * this must stay where it is */
    crok_known_board known;
    crok_board_pose calibrated;
    crok_players players;
    const char *rules_name; /* NULL: the values that all rule books share */
    const char *calib_path; /* NULL: no calibration */
    const char *board_path; /* NULL: the board is not known */
    const char *model_name; /* NULL: the model that fits best */
    bool is_counted;        /* count-sides was said */
} crok_score_words;

/* Begin with nothing said.
 *
 *   out  written whole */
void crok_score_words_begin(crok_score_words *out);

/* Take an option.
 *
 *   name   one of those above
 *   value  kept
 *
 * CROK_EARG  the value is not possible, or there is no such option; the message
 *            begins with the option's name */
CROK_MUST_USE crok_status crok_score_words_take(crok_score_words *w,
                                                const char *name,
                                                const char *value,
                                                crok_err *err);

/* Settle what follows from several options, after the last of them.
 *
 * CROK_EARG  sides and count-sides do not agree */
CROK_MUST_USE crok_status crok_score_words_settle(crok_score_words *w,
                                                  crok_err *err);

/* Load the board, the calibration and the model that were named.
 *
 * CROK_EARG    there is no such model
 * CROK_EIO, CROK_EFORMAT, CROK_ETOOLARGE, CROK_ENOMEM  as crok_known_load and
 *              crok_calib_load */
CROK_MUST_USE crok_status crok_score_words_load(crok_score_words *w,
                                                crok_err *err);

#endif
