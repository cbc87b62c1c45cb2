/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/match.h: how one event changes a match (rules/match_state.h). The same
 * events give the same state; an event that cannot be applied is refused with
 * a reason and changes nothing. What undoes or overrules earlier events lives
 * in rules/log.h.
 *
 * Room     rules: pure; no allocation, no I/O, no globals, no clock.
 * Threads  values only; any thread.
 * Source   crokeye.event/1 and crokeye.match/1 in docs/FORMATS.md;
 * docs/RULES.md P, S. */
#ifndef CROK_RULES_MATCH_H
#define CROK_RULES_MATCH_H

#include "rules/match_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Apply one event (not undo, not ruling).
 *
 *   m       changed only on CROK_OK
 *   ruling  a person's decision on this shot, or NULL; borrowed
 *
 * CROK_ECONFLICT  the event does not fit the match as it stands; the message
 *                 says why
 * CROK_EFORMAT    the evidence contradicts itself or the match */
CROK_MUST_USE crok_status crok_match_apply(crok_match *m, const crok_event *e,
                                           const crok_ruling *ruling,
                                           crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
