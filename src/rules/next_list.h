/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/next_list.h: the list of the matches that are next at a table,
 * crokeye.next/1, as the table takes it.
 *
 * The hall makes the list and leaves out what has begun. It may be away: then
 * the table takes off itself what has begun since. The list says up to which
 * event the hall knew each record of the table, so that no clock decides what
 * "since" is.
 *
 * Room     rules: uses core and cJSON; no I/O.
 * Threads  values only; any thread.
 * Source   crokeye.next/1 in docs/FORMATS.md. */
#ifndef CROK_RULES_NEXT_LIST_H
#define CROK_RULES_NEXT_LIST_H

#include <cjson/cJSON.h>

#include "rules/log.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_NEXT_LIST_SCHEMA "crokeye.next/1"

/* Check a document.
 *
 *   where  its name; the message begins with it
 *
 * CROK_EFORMAT  it is no crokeye.next/1, a field has a wrong type or is too
 *               long, or a match does not say who plays */
CROK_MUST_USE crok_status crok_next_list_check(const cJSON *doc,
                                               const char *where,
                                               crok_err *err);

/* Take off the matches that have begun in a record since the list was made. Of
 * several matches of the same players the stage that the record's match names
 * goes first, then its game, then its pool, then the order of the list. Names
 * are compared byte for byte: a match that was started from the list has them
 * from it.
 *
 *   doc     changed; it has passed crok_next_list_check
 *   record  id of the record; "": it has none
 *   log     its events
 *
 * CROK_ENOMEM     the list is as it was
 * CROK_ECONFLICT  as crok_log_standing; likewise */
CROK_MUST_USE crok_status crok_next_list_drop_begun(cJSON *doc,
                                                    const char *record,
                                                    const crok_log *log,
                                                    crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
