/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/rules_json.h: the room's documents as JSON, read and written:
 * crokeye.shot/1, crokeye.decision/1, crokeye.event/1, crokeye.match/1.
 *
 * Every field is described in docs/FORMATS.md. A field that is null was not
 * seen, as if `missing` named it. `unsure` of a decision has removals that
 * depend on what is missing: those discs stay until a person decides (under
 * V11: or go back to where they were); under G4, to the bowl, it depends on how
 * the disc lies whether it is a 20.
 *
 * Room     rules: uses core and cJSON; no I/O.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_RULES_JSON_H
#define CROK_RULES_RULES_JSON_H

#include <cjson/cJSON.h>

#include "rules/event.h"
#include "rules/judge.h"
#include "rules/match.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each reader: doc borrowed; `where` begins its messages; out is written only
 * on CROK_OK.
 *
 * CROK_EFORMAT  a required field is missing or mistyped, or the evidence
 *               contradicts itself (crok_shot_check): field and place named */
CROK_MUST_USE crok_status crok_shot_from_json(const cJSON *doc,
                                              const char *where, crok_shot *out,
                                              crok_err *err);

/* A decision; its sides are found in, or added to, side[0..*n_sides). */
CROK_MUST_USE crok_status crok_decision_from_json(
    const cJSON *doc, const char *where, char side[][CROK_NAME_MAX],
    int *n_sides, crok_decision *out, crok_err *err);

/* An event. `book` stands in for the rules of a match_start, or is NULL. */
CROK_MUST_USE crok_status crok_event_from_json(const cJSON *doc,
                                               const char *where,
                                               const crok_book *book,
                                               crok_event *out, crok_err *err);

/* Each writer returns a document that the caller deletes. */
cJSON *crok_shot_to_json(const crok_shot *shot);
cJSON *crok_judgement_to_json(const crok_shot *shot, const crok_judgement *j);
cJSON *crok_decision_to_json(const char side[][CROK_NAME_MAX], int n_sides,
                             const crok_decision *d);
cJSON *crok_event_to_json(const crok_event *e);
cJSON *crok_match_to_json(const crok_match *m);
/* The settings alone, as a club's file would have them. */
cJSON *crok_book_to_json(const crok_book *book);

#ifdef __cplusplus
}
#endif
#endif
