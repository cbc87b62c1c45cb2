/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/next_in.h"

#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "core/save.h"
#include "hall/streams.h"
#include "hall/subjects.h"
#include "rules/next_list.h"

/* Time between two requests for the list, ms. A person who looks at the table's
 * console after the pairings were made must see the list. It costs the broker
 * half a request a second for each table. */
#define ASK_MS 2000
/* When nothing is wanted. */
#define NEVER_MS (INT64_C(1) << 40)

crok_next_in crok_next_in_to(const char *subject, const char *path)
{
    return (crok_next_in){.subject = subject, .path = path};
}

int64_t crok_next_in_due(const crok_next_in *n, int64_t now_ms)
{
    if (n->path == NULL)
        return now_ms + NEVER_MS;
    return n->due_ms > n->asking.due_ms ? n->due_ms : n->asking.due_ms;
}

static crok_status check_list(const crok_message *m, crok_err *err)
{
    char where[160];
    cJSON *doc = NULL;
    crok_err why = {0};
    crok_status st = CROK_OK;
    (void)snprintf(where, sizeof where, "%.100s: message %llu", m->subject,
                   (unsigned long long)m->number);
    st = crok_json_parse(m->data, m->len, where, &doc, &why);
    if (st == CROK_OK)
        st = crok_next_list_check(doc, where, &why);
    cJSON_Delete(doc);
    return st == CROK_OK
               ? CROK_OK
               : crok_fail(err, st, "%.160s; the last list stays", why.msg);
}

static crok_status take_list(crok_next_in *n, const crok_message *m,
                             crok_err *err)
{
    const crok_save_to to = {.path = n->path, .kind = &crok_save_next};
    crok_status st = CROK_OK;
    if (m->subject == NULL || m->number == n->number)
        return CROK_OK;
    st = check_list(m, err);
    if (st == CROK_OK)
        st = crok_save(&to, m->data, m->len, err);
    if (st == CROK_OK)
        n->number = m->number;
    return st;
}

crok_status crok_next_in_step(crok_next_in *n, const crok_hall_link *link,
                              int64_t now_ms, crok_err *err)
{
    crok_message m = {0};
    crok_status st = CROK_OK;
    if (now_ms < crok_next_in_due(n, now_ms))
        return CROK_OK;
    n->due_ms = now_ms + ASK_MS;
    st = link->calls->last(link->broker, crok_hall_stream_name(CROK_HALL_NEXT),
                           n->subject, &m, err);
    if (st != CROK_OK && crok_hall_stream_missing(link, CROK_HALL_NEXT, err))
        return CROK_OK;
    if (st == CROK_OK)
        st = take_list(n, &m, err);
    link->calls->drop(&m);
    return st;
}
