/* SPDX-License-Identifier: Apache-2.0
 *
 * table/setup_words.h: read what a person says of a match that is watched:
 * options with a name and a value, and the files that they name.
 *
 *   rules     a rule book: a preset's name or a file
 *   set       KEY=VALUE, a change of it; may be given again
 *   sides     the colours that play: red,black
 *   players   the players' names in the order of the seats: Ann,Bob
 *   seats     who sits where: 0=red,2=black
 *   first     the seat that begins
 *   title, table  the match's title, the table's name
 *   calib     the file of the camera's calibration
 *   board     the file of the board
 *
 * Room     table: uses board, rules, journal.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_SETUP_WORDS_H
#define CROK_TABLE_SETUP_WORDS_H

#include "board/known.h"
#include "rules/change.h"
#include "table/start.h"

/* What was said. Texts are kept, not copied, unless they are in `setup`. */
typedef struct crok_setup_words {
    crok_table_setup setup; /* its book is set by crok_setup_words_book */
    const char *rules;      /* NULL: CROK_USUAL_BOOK */
    crok_book_changes changes;
    const char *calib_path; /* NULL: no calibration */
    const char *board_path; /* NULL: the board is not known */
} crok_setup_words;

/* Begin with nothing said.
 *
 *   out  written whole */
void crok_setup_words_begin(crok_setup_words *out);

/* Take an option.
 *
 *   name   one of those above
 *   value  kept
 *
 * CROK_EARG  the value is not possible, or there is no such option; the message
 *            begins with the option's name */
CROK_MUST_USE crok_status crok_setup_words_take(crok_setup_words *w,
                                                const char *name,
                                                const char *value,
                                                crok_err *err);

/* Load the book that was named, with its changes, into w->setup.book.
 *
 * Errors as crok_book_load and crok_book_change_checked */
CROK_MUST_USE crok_status crok_setup_words_book(crok_setup_words *w,
                                                crok_err *err);

/* What files say of the camera and the board. */
typedef struct crok_setup_known {
    crok_board_pose calibrated;    /* memory of `pose` */
    crok_known_board known;        /* memory of `board` */
    const crok_board_pose *pose;   /* NULL: no calibration */
    const crok_known_board *board; /* NULL: the board is not known */
} crok_setup_known;

/* Load the files of the camera and the board, if they were named.
 *
 *   out  its pointers are valid as long as *out stays where it is
 *
 * Errors as crok_calib_load and crok_known_load */
CROK_MUST_USE crok_status crok_setup_words_known(const crok_setup_words *w,
                                                 crok_setup_known *out,
                                                 crok_err *err);

#endif
