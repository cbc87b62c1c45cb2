/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/rules_json.h: the room's documents as JSON, read and written:
 * crokeye.shot/1, crokeye.decision/1, crokeye.event/1, crokeye.match/1.
 *
 * Every field is described in docs/FORMATS.md. A field of a shot that is null
 * was not observed; it has the same meaning as its name in `missing`.
 *
 * `unsure` of a decision lists the discs on which it is not certain what
 * happens. Such a disc stays until a person decides; a disc in the hole leaves
 * as a 20. "rule" says what is open: under V11 the disc may have to go back to
 * its old position, under G4 it may be a 20 or lean, under every other rule it
 * may have to be taken off.
 *
 * Room     rules: uses core and cJSON; no I/O.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_RULES_JSON_H
#define CROK_RULES_RULES_JSON_H

#include <cjson/cJSON.h>

#include "rules/book_json.h"
#include "rules/event.h"
#include "rules/judge.h"
#include "rules/match.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The readers have these parameters:
 *
 *   doc    borrowed
 *   where  the place of `doc` in its file; messages begin with it
 *   out    written only on CROK_OK
 *
 * CROK_EFORMAT  a required field is missing or has a wrong type, or the
 *               evidence contradicts itself (crok_shot_check); the message
 *               names the field and its place */
CROK_MUST_USE crok_status crok_shot_from_json(const cJSON *doc,
                                              const char *where, crok_shot *out,
                                              crok_err *err);

/* Read a decision. Its sides are found in the array `side` of *n_sides names;
 * new names are appended. */
CROK_MUST_USE crok_status crok_decision_from_json(
    const cJSON *doc, const char *where, char side[][CROK_NAME_MAX],
    int *n_sides, crok_decision *out, crok_err *err);

/* Read an event. If `book` is not NULL, it is used instead of the rules of a
 * match_start event. */
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
/* Add the round that ended last, or null if none has. */
void crok_ended_to_json(cJSON *doc, const char *name, const crok_match *m);
/* Add "winner": the sides that have won, or null. */
void crok_winner_to_json(cJSON *doc, const crok_match *m);
/* Write a book as crokeye.rules/1: its name and all settings, without base,
 * title, source and notes. */
cJSON *crok_book_to_json(const crok_book *book);
/* The same with the book's title, source and base, and with where each value
 * comes from: a file to copy and change. */
cJSON *crok_book_with_notes(const crok_book *book,
                            const crok_book_notes *notes);

#ifdef __cplusplus
}
#endif
#endif
