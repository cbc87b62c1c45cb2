/* SPDX-License-Identifier: Apache-2.0
 *
 * table/start.h: how a watched match begins: from what the command line says,
 * and from what the first readings and the first shot show.
 *
 * Seats are numbered clockwise as the camera sees the board: 0 below, 1 left,
 * 2 above, 3 right. If nobody said where two players sit, the first shooter
 * sits where the disc was placed, and the other one opposite.
 *
 * Room     table. No I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_START_H
#define CROK_TABLE_START_H

#include "board/board.h"
#include "table/fit_shot.h"

/* What a person said of the match, and the colours once they are known. */
typedef struct crok_table_setup {
    char title[CROK_TEXT_MAX], table[CROK_NAME_MAX];
    bool rules_given; /* else the usual book, or the record's */
    bool book_inline; /* the book is no preset as it stands */
    crok_book book;
    crok_table_sides sides; /* n 0: those that the first reading shows */
    bool has_rgb;
    int rgb[CROK_MAX_SIDES][3];
    int n_players; /* names, in the order of the seats; 0: the colours */
    char player[CROK_MAX_SEATS][CROK_TEXT_MAX];
    int n_seats; /* 0: the usual ones */
    int seat[CROK_MAX_SEATS];
    char seat_side[CROK_MAX_SEATS][24];
    int first_seat; /* -1: the first shot shows it */
} crok_table_setup;

/* The match's start, as far as it is known without a shot.
 *
 *   setup  borrowed; its sides are known
 *   out    written only on CROK_OK; lines and disc are a tournament board's,
 *          `first` is player 0 where nobody said
 *
 * CROK_EARG  players, seats and sides do not go together, or nobody may begin
 *            in that seat: the message says why */
CROK_MUST_USE crok_status crok_start_of(const crok_table_setup *setup,
                                        crok_match_start *out, crok_err *err);

/* Add the board that was found. */
void crok_start_add_board(crok_match_start *start, const crok_board *board);

/* Add what the first shot shows: who begins, and where two players sit, as far
 * as `setup` does not say it. */
void crok_start_add_shot(crok_match_start *start, const crok_table_setup *setup,
                         const crok_shot_seen *seen);

/* The event that sets the board as it was found in the middle of a round. How
 * many discs were shot before is unknown: at least those on the board.
 *
 *   out  written whole */
void crok_start_discs(const crok_match *m, const crok_table_sides *sides,
                      const crok_board_seen *rest, crok_event *out);

#endif
