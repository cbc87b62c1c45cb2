/* SPDX-License-Identifier: Apache-2.0
 *
 * table/start.h: make the start of a watched match from the command line, from
 * the first readings and from the first shot.
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

/* The settings of the match that a person specified, and the sides' colours
 * once they are known. */
typedef struct crok_table_setup {
    char title[CROK_TEXT_MAX], table[CROK_NAME_MAX];
    bool rules_given; /* false: use the default book or, if there is a record,
                       * its book */
    bool book_inline; /* the book differs from all presets, so the record must
                       * contain it */
    crok_book book;
    crok_table_sides sides; /* with n = 0 the first reading gives the sides */
    bool has_rgb;
    int rgb[CROK_MAX_SIDES][3];
    int n_players; /* player names in the order of the seats; 0: players are
                    * named by their colours */
    char player[CROK_MAX_SEATS][CROK_TEXT_MAX];
    int n_seats; /* 0: the default seats */
    int seat[CROK_MAX_SEATS];
    char seat_side[CROK_MAX_SEATS][24];
    int first_seat; /* -1: determined by the first shot */
} crok_table_setup;

/* Make the start of the match from what is known before the first shot.
 *
 *   setup  borrowed; its sides are known
 *   out    written only on CROK_OK; lines and disc have the sizes of a
 *          tournament board. `first` is the player in the seat that setup
 *          names; if it names none, the first player who may start
 *
 * CROK_EARG  players, seats and sides do not fit together, or no player in that
 *            seat may begin; the message begins with "players", "seats",
 *            "first" or "sides" and a colon, and gives the reason */
CROK_MUST_USE crok_status crok_start_of(const crok_table_setup *setup,
                                        crok_match_start *out, crok_err *err);

/* Set the lines and the disc size to those of the detected board. */
void crok_start_add_board(crok_match_start *start, const crok_board *board);

/* Set what the first shot shows: who begins and, if there are two players,
 * where they sit. Seats that `setup` gives are not changed; if it gives the
 * first seat, nothing is. */
void crok_start_add_shot(crok_match_start *start, const crok_table_setup *setup,
                         const crok_shot_seen *seen);

/* Make the event that sets the board if watching begins in the middle of a
 * round. The number of discs shot before is unknown; the event assumes that
 * only those on the board were shot.
 *
 *   out  written whole */
void crok_start_discs(const crok_match *m, const crok_table_sides *sides,
                      const crok_board_seen *rest, crok_event *out);

#endif
