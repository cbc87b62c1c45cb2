/* SPDX-License-Identifier: Apache-2.0
 *
 * table/source_view.h: make the state of the source for the live record, which
 * changes between events: a state word, a message with what is wrong and what
 * to do, and the discs as measured now.
 *
 * Frames   mm: board.
 * Room     table.
 * Threads  as table.h. */
#ifndef CROK_TABLE_SOURCE_VIEW_H
#define CROK_TABLE_SOURCE_VIEW_H

#include "capture/source.h"
#include "table/table.h"

/* Make the state of the source for viewers. seen_at_ms stays 0; the caller sets
 * it.
 *
 *   health       borrowed: the health of the source
 *   report       borrowed: the engine's on the last frame; its state and its
 *                trouble are used
 *   has_watched  the board was found at least once */
crok_live_source crok_source_view(const crok_table *t,
                                  const crok_health *health,
                                  const crok_engine_report *report,
                                  bool has_watched);

/* Do two views differ in a way that a viewer would notice? Small changes of the
 * rate and of the counters do not count. */
bool crok_source_view_differs(const crok_live_source *a,
                              const crok_live_source *b);

#endif
