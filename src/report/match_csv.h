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

/* Board,Position,Player,Opponent,First/Hammer,Pts/20s,Total,Round1,Round2,...
 * and two rows a side: points (what decides a game under the match's rules)
 * and 20s. Board is the match's table, Position the side's place in the
 * match's list, 1 the first. A side's players are joined with " & ", opposing
 * sides with "; ". First or Hammer is that of the first round. Only rounds that
 * have ended are listed; those of later games follow those of earlier ones.
 *
 * Returned: free with free(). NULL if there is no memory. */
char *crok_rounds_csv(const crok_match *m, const crok_history *h);

/* One row a shot, the columns in its header: `twenties` of the shooter's side
 * and `twenties_against` of the others that the shot made, `score` the total
 * of the shooter's side in the round after it, `best_other` the highest of
 * the others'. `valid` is yes, no or unknown.
 *
 * Returned: free with free(). NULL where memory ran out. */
char *crok_shots_csv(const crok_match *m, const crok_history *h);

#ifdef __cplusplus
}
#endif
#endif
