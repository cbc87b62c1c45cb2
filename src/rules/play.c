/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/play.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/effects.h"
#include "rules/keys.h"
#include "rules/rules_json.h"

/* ---- judging ---- */

crok_status crok_judge_document(const crok_book *book, const cJSON *doc,
                                const char *where, cJSON **out, crok_err *err)
{
    crok_shot shot;
    crok_judgement j;
    crok_err why = {0};
    crok_status st = crok_keys_check_shot(doc, where, err);
    if (st == CROK_OK)
        st = crok_shot_from_json(doc, where, &shot, err);
    if (st != CROK_OK)
        return st;
    st = crok_shot_check_new(&shot, &why);
    if (st != CROK_OK)
        return crok_fail(err, st, "%.80s: %.160s", where, why.msg);
    crok_judge(book, &shot, &j);
    *out = crok_judgement_to_json(&shot, &j);
    return CROK_OK;
}

cJSON *crok_refusal_to_json(const char *schema, int line, const crok_err *err)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON *error = NULL;
    cJSON_AddStringToObject(doc, "schema", schema);
    error = cJSON_AddObjectToObject(doc, "error");
    cJSON_AddStringToObject(error, "code", crok_status_code(err->status));
    crok_json_add_text(error, "message", err->msg);
    cJSON_AddNumberToObject(error, "line", line);
    return doc;
}

/* ---- playing ---- */

crok_play crok_play_new(const crok_book *book, const crok_book_changes *changes)
{
    return (crok_play){
        .book = book, .changes = changes, .log = crok_log_empty()};
}

void crok_play_end(crok_play *p)
{
    crok_log_close(&p->log);
}

static crok_status change_start(const crok_play *p, crok_event *e,
                                crok_err *err)
{
    if (e->type != CROK_EVENT_MATCH_START || p->changes->n == 0)
        return CROK_OK;
    e->u.start.book_inline = true;
    return crok_book_change_checked(p->changes, "set", &e->u.start.book, err);
}

static crok_status add(crok_play *p, const crok_event *e, const char *where,
                       crok_err *err)
{
    crok_err why = {0};
    crok_status st = crok_log_check_new(&p->log, e, &why);
    if (st == CROK_OK)
        st = crok_effects_check(&p->log, e, NULL, &why);
    if (st == CROK_OK)
        st = crok_log_add(&p->log, e, &why);
    return st == CROK_OK ? CROK_OK
                         : crok_fail(err, st, "%.80s: %s", where, why.msg);
}

static crok_status play(crok_play *p, const cJSON *doc, const char *where,
                        crok_err *err)
{
    crok_event *e = malloc(sizeof *e);
    crok_status st = CROK_OK;
    if (e == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", where);
    st = crok_keys_check_event(doc, where, err);
    if (st == CROK_OK)
        st = crok_event_from_json(doc, where, p->book, e, err);
    if (st == CROK_OK)
        st = change_start(p, e, err);
    if (st == CROK_OK)
        st = add(p, e, where, err);
    free(e);
    return st;
}

static bool is_start(const cJSON *doc)
{
    const char *type =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, "type"));
    return type != NULL && strcmp(type, "match_start") == 0;
}

crok_status crok_play_document(crok_play *p, const cJSON *doc,
                               const char *where, crok_err *err)
{
    bool starts = is_start(doc);
    crok_status st = CROK_OK;
    if (!starts && p->lacks_start) {
        p->n_passed++;
        return crok_fail(err, CROK_ECONFLICT,
                         "%s: the match's start was refused", where);
    }
    st = play(p, doc, where, err);
    p->lacks_start = starts ? st != CROK_OK : p->lacks_start;
    return st;
}
