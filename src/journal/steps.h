/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/steps.h: what a person's next step would do, as fields of the match's
 * document: what an undo takes back, what can be restored, what the round comes
 * to if it ends now, what a ruling makes of the totals.
 *
 * Room     journal, internal: uses core and rules.
 * Threads  one log, one thread at a time. */
#ifndef CROK_JOURNAL_STEPS_H
#define CROK_JOURNAL_STEPS_H

#include <cjson/cJSON.h>

#include "rules/log.h"

/* Add "start", "undo", "redo" and "if_ended" to the document. If memory is
 * short they are null. */
void crok_steps_to_json(cJSON *doc, const crok_log *log);

/* Add "totals" to a question about the shot `of`: each side's total of the
 * present round if it is ruled valid ("true"), and if not ("false"). A ruling
 * that is not possible is left out. */
void crok_ruled_totals_to_json(cJSON *q, const crok_log *log, long of);

#endif
