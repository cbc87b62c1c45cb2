/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/add_document.h: add what a person enters to the record of a match: an
 * event, crokeye.event/1, or the result of a photo, crokeye.score/1, as the
 * count of a round.
 *
 * Room     journal: uses core, rules.
 * Threads  any, while the record is open. */
#ifndef CROK_JOURNAL_ADD_DOCUMENT_H
#define CROK_JOURNAL_ADD_DOCUMENT_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "journal/live.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Add a document to the record. The event gets the next seq; the record sets
 * its time.
 *
 * A document with a key (journal/write_key.h), its own field "x-key" or `key`,
 * is added once: if the record has an event of this key, nothing is changed.
 *
 *   doc       changed; stays the caller's
 *   is_final  the count of a photo ends its round
 *   key       the key of a document that has none of its own, or NULL
 *   where     the place of `doc` in its file; messages begin with it
 *
 * CROK_EFORMAT, CROK_ECONFLICT  it is no event, or does not fit the match, or
 *                               the photo has no sure total, or the key is that
 *                               of another write
 * CROK_EARG                     a key has another form
 * Others as crok_live_append */
CROK_MUST_USE crok_status crok_live_add_document(crok_live *live, cJSON *doc,
                                                 bool is_final, const char *key,
                                                 const char *where,
                                                 crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
