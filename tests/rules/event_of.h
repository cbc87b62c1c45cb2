/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/rules/event_of.h: an event that a test writes as JSON. */
#ifndef CROK_TESTS_RULES_EVENT_OF_H
#define CROK_TESTS_RULES_EVENT_OF_H

#include "check.h"

#include "core/json.h"
#include "rules/rules_json.h"

/* Read the event of a text that is JSON; its errors are those of the reader. */
static inline crok_status event_of(const char *json, crok_event *out,
                                   crok_err *err)
{
    cJSON *doc = cJSON_Parse(json);
    crok_status st = CROK_OK;
    assert_non_null(doc);
    st = crok_event_from_json(doc, "t", NULL, out, err);
    cJSON_Delete(doc);
    return st;
}

#endif
