/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/room.h: how many events a record takes. The last ones are kept for what
 * repairs and ends a match, so that whoever fills a record, a script at a
 * phone's token or a fault of a program, cannot keep its result from being put
 * right and written down.
 *
 * Room     rules: no I/O, no state.
 * Threads  any. */
#ifndef CROK_RULES_ROOM_H
#define CROK_RULES_ROOM_H

#include "rules/event.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most events of a record. No day reaches 80 % of it: 40 matches of 201
 * events, the longest of tests/rules/matches, are 8040; a script that taps as
 * fast as serve/taps.h lets it adds 14 460 in twelve hours. 29 000 events of
 * such matches take 29 MB, and one fold of them 0.09 s of processor time
 * (release build, measured on 2026-11-28). */
#define CROK_MAX_EVENTS 30000

/* Of these, kept for repairs: undos, rulings, corrections of an earlier event
 * and a round's end; and again of these, for a match's end alone. More than a
 * day's repairs; more than its matches. */
#define CROK_KEPT_FOR_REPAIRS 1000
#define CROK_KEPT_FOR_ENDS 100

/* Returns how many events a record may have before this one, so that it is
 * still taken. */
int crok_room_for(const crok_event *e);

/* Should the operator go on in a new record? From 80 % on. */
bool crok_room_is_short(int n_events);

#ifdef __cplusplus
}
#endif
#endif
