/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/organise.h: the events that a person enters beside the play: a round's
 * count without positions, corrections of names, and what the organiser of a
 * tournament decides.
 *
 * Room     rules, internal: pure; no allocation, no I/O, no globals, no clock.
 * Threads  values only; any thread.
 * Source   docs/RULES.md T3 to T6; crokeye.event/1 in docs/FORMATS.md. */
#ifndef CROK_RULES_ORGANISE_H
#define CROK_RULES_ORGANISE_H

#include "rules/match_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Is the event one of these? */
bool crok_organises(crok_event_type type);

/* Check that time which is up now was not up before; match over match, round
 * over round, but a match's time may be up after the round's. In a match that
 * is over this is not asked.
 *
 * CROK_ECONFLICT  the message says whether it was up for the round or for the
 *                 match */
CROK_MUST_USE crok_status crok_match_check_time_up(const crok_match *m,
                                                   const crok_time_up *t,
                                                   crok_err *err);

/* Apply such an event. Parameters and errors are those of crok_match_apply, but
 * after an error *m may be partly changed: pass a copy. */
CROK_MUST_USE crok_status crok_match_organise(crok_match *m,
                                              const crok_event *e,
                                              crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
