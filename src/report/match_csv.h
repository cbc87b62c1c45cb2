/* SPDX-License-Identifier: Apache-2.0
 *
 * report/match_csv.h: a match as tables: its rounds in the columns that the
 * sport's results database takes, and its shots for analysis. RFC 4180.
 *
 * Room     report: uses rules.
 * Threads  values only; any thread. */
#ifndef CROK_REPORT_MATCH_CSV_H
#define CROK_REPORT_MATCH_CSV_H

#include "rules/history.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The rounds of a match as a table with the header line
 *
 *   Board,Position,Player,Opponent,First/Hammer,Pts/20s,Total,Round1,Round2,...
 *
 * and two rows for each side. In one row Pts/20s is "Pts", and the numbers are
 * points, that is, what decides a game under the match's rules; in the other it
 * is "20s", and they are numbers of 20s. The other columns:
 *
 *   Board         the name of the match's table
 *   Position      the side's place in the match's list of sides, from 1
 *   Player        the side's players, joined with " & "
 *   Opponent      the opposing sides in the same form, joined with "; "
 *   First/Hammer  "First" if a player of the side started the first round,
 *                 "Hammer" if one had its last shot, otherwise empty
 *   Total         the sum of the rounds
 *   Round1, ...   the rounds that have ended, in the order of play; those of
 *                 later games follow those of earlier ones
 *
 * Returned: free with free(). NULL if there is no memory. */
char *crok_rounds_csv(const crok_match *m, const crok_history *h);

/* The shots of a match as a table with a header line and one row for each shot.
 * These columns need an explanation:
 *
 *   valid             yes, no or unknown
 *   twenties          20s of the shooter's side that the shot made
 *   twenties_against  20s of the other sides that the shot made
 *   score             total of the shooter's side in the round after the shot
 *   best_other        the highest total of another side then
 *
 * Returned: free with free(). NULL if there is no memory. */
char *crok_shots_csv(const crok_match *m, const crok_history *h);

#ifdef __cplusplus
}
#endif
#endif
