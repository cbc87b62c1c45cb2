/* SPDX-License-Identifier: Apache-2.0
 *
 * table/start.h: the start of a watched match: from the command line, and from
 * what the first readings and the first shot show.
 *
 * Seats are numbered clockwise as the camera sees the board: 0 below, 1 left, 2
 * above, 3 right. If the seats of two players are not given, the first shooter
 * sits where the disc was placed, and the other player opposite.
 *
 * Room     table. No I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_START_H
#define CROK_TABLE_START_H

#include "board/board.h"
#include "table/fit_shot.h"

/* What a person specified for the match, and the colours once they are
 * known. */
typedef struct crok_table_setup {
    char title[CROK_TEXT_MAX], table[CROK_NAME_MAX];
    bool rules_given; /* false: the default book, or the record's */
    bool book_inline; /* the book is not an unchanged preset */
    crok_book book;
    crok_table_sides sides; /* n 0: the sides of the first reading */
    bool has_rgb;
    int rgb[CROK_MAX_SIDES][3];
    int n_players; /* player names in the order of the seats; 0: the colours */
    char player[CROK_MAX_SEATS][CROK_TEXT_MAX];
    int n_seats; /* 0: the default seats */
    int seat[CROK_MAX_SEATS];
    char seat_side[CROK_MAX_SEATS][24];
    int first_seat; /* -1: determined by the first shot */
} crok_table_setup;

/* Make the start of the match as far as it is known without a shot.
 *
 *   setup  borrowed; its sides are known
 *   out    written only on CROK_OK; lines and disc are a tournament board's;
 *          `first` is player 0 if it is not given
 *
 * CROK_EARG  players, seats and sides do not go together, or nobody may begin
 * in that seat: the message gives the reason */
CROK_MUST_USE crok_status crok_start_of(const crok_table_setup *setup,
                                        crok_match_start *out, crok_err *err);

/* Add the board that was found. */
void crok_start_add_board(crok_match_start *start, const crok_board *board);

/* Add what the first shot shows: who begins, and where two players sit, if
 * `setup` does not give it. */
void crok_start_add_shot(crok_match_start *start, const crok_table_setup *setup,
                         const crok_shot_seen *seen);

/* The event that sets the board as it was found in the middle of a round. How
 * many discs were shot before is unknown: at least those on the board.
 *
 *   out  written whole */
void crok_start_discs(const crok_match *m, const crok_table_sides *sides,
                      const crok_board_seen *rest, crok_event *out);

#endif
