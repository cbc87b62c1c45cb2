/* SPDX-License-Identifier: Apache-2.0
 *
 * report/match_csv.h: writes a match as two tables in CSV (RFC 4180): its
 * rounds, in the columns that the sport's results database reads, and its
 * shots, for analysis.
 *
 * Room     report: uses rules.
 * Threads  values only; any thread. */
#ifndef CROK_REPORT_MATCH_CSV_H
#define CROK_REPORT_MATCH_CSV_H

#include "rules/history.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The rounds of all matches of a record as a table with the header line
 *
 *   Board,Position,Player,Opponent,First/Hammer,Pts/20s,Total,Round1,Round2,...
 *
 * and two rows for each side of each match. The row with "Pts" in the column
 * Pts/20s has the points that decide a game under the match's rules. The row
 * with "20s" has numbers of 20s. The other columns:
 *
 *   Board         the name of the match's table
 *   Position      the side's place in the match's list of sides, from 1
 *   Player        the side's players, joined with " & "
 *   Opponent      the players of each opposing side, the sides joined with "; "
 *   First/Hammer  "First" if a player of the side started the first round,
 *                 "Hammer" if one had its last shot, otherwise empty
 *   Total         the sum of the rounds
 *   Round1, ...   the rounds that have ended, in the order of play; those of
 *                 later games follow those of earlier ones. A match with fewer
 *                 rounds than another has empty fields at its end
 *
 * Returned: free with free(). NULL if there is no memory. */
char *crok_rounds_csv(const crok_history *h);

/* The shots of all matches of a record as a table with a header line and one
 * row for each shot. These columns need an explanation:
 *
 *   valid             yes, no or unknown
 *   twenties          20s of the shooter's side that the shot made
 *   twenties_against  20s of the other sides that the shot made
 *   score             total of the shooter's side in the round after the shot
 *   best_other        the highest total of another side after the shot
 *   match             number of the match in the record, from 1
 *
 * Returned: free with free(). NULL if there is no memory. */
char *crok_shots_csv(const crok_history *h);

#ifdef __cplusplus
}
#endif
#endif
