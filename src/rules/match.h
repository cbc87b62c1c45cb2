/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/match.h: how one event changes a match (rules/match_state.h). The same
 * events always give the same state. An event that cannot be applied is
 * rejected with a reason and changes nothing. Undos and rulings, which change
 * earlier events, are the work of rules/log.h.
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
 * CROK_ECONFLICT  the event cannot be applied to the present state; the message
 *                 says why
 * CROK_EFORMAT    the evidence contradicts itself or the match */
CROK_MUST_USE crok_status crok_match_apply(crok_match *m, const crok_event *e,
                                           const crok_ruling *ruling,
                                           crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
