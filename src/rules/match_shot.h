/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/match_shot.h: what a shot does to a match.
 *
 * Room     rules, internal. */
#ifndef CROK_RULES_MATCH_SHOT_H
#define CROK_RULES_MATCH_SHOT_H

#include "rules/match.h"

/* Apply a shot event; m may be half changed where it fails (the caller works
 * on a copy). Errors as crok_match_apply. */
CROK_MUST_USE crok_status crok_match_shot(crok_match *m, const crok_event *e,
                                          const crok_ruling *ruling,
                                          crok_err *err);

/* Puts a disc on the board, by id; it is no longer among the gone. */
void crok_match_put_disc(crok_match *m, const crok_disc *disc);

/* More discs of a side on the board and in the bowl than were shot?
 * CROK_ECONFLICT  names the side */
CROK_MUST_USE crok_status crok_match_check_count(const crok_match *m,
                                                 crok_err *err);

#endif
