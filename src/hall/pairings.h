/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/pairings.h: reads who plays whom from a CSV file of any pairing program.
 *
 * The first line names the columns, in any order and with any others between
 * them, which are ignored. Capitals, spaces, '_', '-' and '.' do not matter:
 *
 *   Table    also: board, table no
 *   Player 1, Player 2, Player 3, Player 4
 *            also: player A to D, P1, team 1, team A, name 1, side 1; player,
 *            home and opponent, away. A team of doubles is "Ann/Bob" or
 *            "Ann & Bob"; in a day of singles these are names of one player
 *   Players  instead of the columns of each player: "Ann - Bob", "Ann vs Bob"
 *            also: pairing, match
 *   Stage    also: phase. As the results database names it: "Prelim"
 *   Pool     also: group
 *   Game     a whole number, also "Round 3"; also: round, stage game, rd
 *   Time     "14:30", "2026-05-02 14:30"; also: start, start time
 *   Colour 1 to Colour 4
 *            also: color 1, colour A: the colour of that side's discs
 *
 * Fields are separated by commas, semicolons or tabs, and may stand in
 * quotation marks (RFC 4180). The text is UTF-8 with or without a byte order
 * mark. Lines end in LF, CRLF or CR; empty ones are passed over.
 *
 * Room     hall: pure; allocates the lists.
 * Threads  values only; any thread.
 * Source   RFC 4180; "CSV of pairings" in docs/FORMATS.md. */
#ifndef CROK_HALL_PAIRINGS_H
#define CROK_HALL_PAIRINGS_H

#include <stddef.h>

#include "rules/event.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most pairings of a file: a day of 1000 tables with 20 games each is
 * refused, with 10 is not. */
#define CROK_MAX_PAIRINGS 10000

/* Most faults that are named; of others only the number is known. */
#define CROK_MAX_PAIRING_FAULTS 100

typedef struct crok_pairing_side {
    int n; /* players, 1 to CROK_MAX_SEATS */
    char player[CROK_MAX_SEATS][CROK_TEXT_MAX];
    char colour[CROK_NAME_MAX]; /* "": not given */
} crok_pairing_side;

/* One line of the file. Texts that are not given are "". */
typedef struct crok_pairing {
    int line; /* number in the file, from 1 */
    char table[CROK_NAME_MAX];
    int table_column; /* of its first character, from 1 */
    char stage[CROK_TEXT_MAX], pool[CROK_TEXT_MAX];
    char game[CROK_NAME_MAX]; /* digits */
    char time[CROK_NAME_MAX];
    int n_sides; /* 2 to CROK_MAX_SIDES */
    crok_pairing_side sides[CROK_MAX_SIDES];
} crok_pairing;

typedef struct crok_pairing_fault {
    int line, column; /* both from 1; a column is a character of the line */
    char text[160];   /* what is wrong and what is allowed */
} crok_pairing_fault;

/* Which column is which. */
typedef struct crok_columns {
    int n; /* of the header */
    /* indices from 0, -1: there is no such column */
    int table, players, stage, pool, game, time;
    int player[CROK_MAX_SIDES], colour[CROK_MAX_SIDES];
} crok_columns;

typedef struct crok_pairings {
    crok_columns columns; /* of the file */
    char separator;       /* between its fields */
    bool ends_open;       /* its last line has no line end */
    int n;
    crok_pairing *list; /* owned; in the order of the file */
    int n_byes;
    crok_pairing *byes; /* owned; likewise the lines in which a side is "bye",
                         * which are no matches */
    int n_faults;       /* also those that are not in the list */
    crok_pairing_fault *faults; /* owned; CROK_MAX_PAIRING_FAULTS at most */
} crok_pairings;

/* Read the text of a file. A line with a fault that leaves open who plays is
 * left out; any other fault costs its field only.
 *
 *   text     borrowed, len bytes
 *   name     of the file, for messages
 *   singles  each side is one player, whose name may have "/" or "&" in it
 *   out      written only on CROK_OK; free with crok_pairings_free
 *
 * CROK_EFORMAT    the first line does not say who plays, or the text is not
 *                 UTF-8; the message says what is allowed
 * CROK_ETOOLARGE  there are more than CROK_MAX_PAIRINGS
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_pairings_read(const char *text, size_t len,
                                             const char *name, bool singles,
                                             crok_pairings *out, crok_err *err);
void crok_pairings_free(crok_pairings *p);

#ifdef __cplusplus
}
#endif
#endif
