/* SPDX-License-Identifier: Apache-2.0
 *
 * report/round_rows.h: the columns of rounds in the sport's results database:
 *
 *   Board,Position,Player,Opponent,First/Hammer,Pts/20s,Total,Round1,Round2,...
 *
 * report/match_csv.h writes a record in them; the sheet of a day has others
 * before them.
 *
 * Room     report, internal: uses rules.
 * Threads  values only; any thread. */
#ifndef CROK_REPORT_ROUND_ROWS_H
#define CROK_REPORT_ROUND_ROWS_H

#include "report/str.h"
#include "rules/history.h"

/* Rounds of one side, as points or as numbers of 20s. All borrowed. */
typedef struct crok_round_row {
    const char *board, *player, *opponent; /* any text */
    const char *first_hammer;              /* "First", "Hammer" or "" */
    int position;                          /* from 1 */
    int side; /* its index in the arrays of round */
    bool twenties;
    int extra; /* points or 20s in no round, as a penalty or a handicap */
    const char *forfeited; /* the column Forfeited; NULL: there is none */
    const crok_round_record *round;
    int n; /* rounds; those above n_columns are in the total only */
} crok_round_row;

/* Append the names of the columns, with Round1 to Round<n_columns>, perhaps
 * Forfeited, and a line end. */
void crok_round_header_add(crok_str *t, int n_columns, bool with_forfeited);

/* Append the fields of a row, with empty ones up to n_columns rounds, and a
 * line end. */
void crok_round_row_add(crok_str *t, const crok_round_row *r, int n_columns);

/* The sum of a row: its column Total. */
int crok_round_row_total(const crok_round_row *r);

/* Returns "First" if a player of the side has the first shot of the first of
 * the n rounds, "Hammer" if one has its last shot, else "". */
const char *crok_first_or_hammer(const crok_match_start *info,
                                 const crok_round_record *round, int n,
                                 int side);

#endif
