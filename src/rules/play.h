/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/play.h: documents in, documents out: shots are judged, and the events
 * of a match are played one after the other.
 *
 * Room     rules: uses core and cJSON; no I/O, no clock.
 * Threads  one play, one thread at a time. */
#ifndef CROK_RULES_PLAY_H
#define CROK_RULES_PLAY_H

#include <cjson/cJSON.h>

#include "rules/change.h"
#include "rules/log.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Judge a shot, crokeye.shot/1.
 *
 *   doc    borrowed
 *   where  the place of `doc` in its file; messages begin with it
 *   out    written only on CROK_OK: the decision, crokeye.decision/1; delete it
 *          with cJSON_Delete
 *
 * CROK_EFORMAT  it is no shot, or its evidence contradicts itself */
CROK_MUST_USE crok_status crok_judge_document(const crok_book *book,
                                              const cJSON *doc,
                                              const char *where, cJSON **out,
                                              crok_err *err);

/* A match that is played. Begin with crok_play_new, end with crok_play_end. */
typedef struct crok_play {
    const crok_book *book;            /* borrowed: stands in for the book that
                                       * the match begins with; NULL: does not */
    const crok_book_changes *changes; /* borrowed: of the match's book */
    crok_log log;
    bool lacks_start; /* the match's start was refused: nothing fits */
    int n_passed;     /* events that were passed over for that reason */
} crok_play;

crok_play crok_play_new(const crok_book *book,
                        const crok_book_changes *changes);
void crok_play_end(crok_play *p);

/* Play an event, crokeye.event/1. After an error the match is as it was.
 *
 *   doc    borrowed
 *   where  as crok_judge_document
 *
 * CROK_ECONFLICT, CROK_EFORMAT  it is no event, or does not fit the match; or
 *                 the match's start was refused, and p->n_passed has grown
 * CROK_EARG       the changes do not fit the match's book
 * CROK_ETOOLARGE, CROK_ENOMEM  as crok_log_add */
CROK_MUST_USE crok_status crok_play_document(crok_play *p, const cJSON *doc,
                                             const char *where, crok_err *err);

/* Returns the document that says why one was refused, to be deleted.
 *
 *   schema  of the document that would have been the answer
 *   line    on which the refused document begins */
cJSON *crok_refusal_to_json(const char *schema, int line, const crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
