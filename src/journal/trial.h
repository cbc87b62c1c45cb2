/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/trial.h: what an event would make of a match, without recording it:
 * for a page that names the consequence before a person decides.
 *
 * Room     journal: uses core, rules.
 * Threads  one log, one thread at a time.
 * Source   /api/try in docs/FORMATS.md. */
#ifndef CROK_JOURNAL_TRIAL_H
#define CROK_JOURNAL_TRIAL_H

#include "rules/log.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Write the match as it would be after the event, and the rounds of that match
 * which have ended; and what a correction changes of what came later. It is
 * taken as confirmed.
 *
 *   log  borrowed, unchanged
 *   e    borrowed; its seq must be above all before
 *   out  written only on CROK_OK: a JSON text that the caller frees with
 *        cJSON_free
 *
 * Errors are those of crok_log_add. */
CROK_MUST_USE crok_status crok_trial_text(const crok_log *log,
                                          const crok_event *e, char **out,
                                          crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
