/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/handicap_json.h: a handicap as JSON.
 *
 * Room     rules: uses core and cJSON; no I/O.
 * Threads  values only; any thread.
 * Source   crokeye.event/1, match_start, in docs/FORMATS.md. */
#ifndef CROK_RULES_HANDICAP_JSON_H
#define CROK_RULES_HANDICAP_JSON_H

#include <cjson/cJSON.h>

#include "rules/event.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Add a handicap to a document as "handicap", with the fields that are not 0;
 * nothing if all are. */
void crok_handicap_to_json(cJSON *to, const crok_handicap *h);

/* Read the field "handicap" of a seat, if it has one.
 *
 *   out  as before where nothing is given
 *
 * CROK_EFORMAT  it is no object, or a number is out of its range */
CROK_MUST_USE crok_status crok_read_handicap(const cJSON *seat,
                                             const char *where,
                                             crok_handicap *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
