/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/day_list.h"

#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/json.h"
#include "core/text.h"
#include "rules/next_list.h"

#define NS_PER_MS (INT64_C(1000) * 1000)

void crok_day_list_open(crok_day_list *d)
{
    *d = (crok_day_list){.path = NULL};
    (void)pthread_mutex_init(&d->lock, NULL);
}

void crok_day_list_close(crok_day_list *d)
{
    free(d->path);
    cJSON_Delete(d->doc);
    (void)pthread_mutex_destroy(&d->lock);
}

crok_status crok_day_list_set(crok_day_list *d, const char *path, crok_err *err)
{
    d->path = path == NULL ? NULL : strdup(path);
    return path == NULL || d->path != NULL
               ? CROK_OK
               : crok_fail(err, CROK_ENOMEM, "no memory to serve");
}

/* Read the file whose mark this is. The caller holds the lock. */
static crok_status take_file(crok_day_list *d, const crok_file_mark *mark,
                             crok_err *err)
{
    char where[64];
    cJSON *doc = NULL;
    crok_status st = crok_json_load(d->path, &doc, err);
    crok_text_short_path(d->path, where, sizeof where);
    if (st == CROK_OK)
        st = crok_next_list_check(doc, where, err);
    if (st != CROK_OK) {
        cJSON_Delete(doc);
        return st;
    }
    cJSON_Delete(d->doc);
    d->doc = doc;
    d->made_ms = mark->changed_ns / NS_PER_MS;
    return CROK_OK;
}

/* Note how the reading went. Returns false if this failure was told before. */
static bool is_news(crok_day_list *d, const crok_err *err)
{
    const bool is_new = strcmp(d->trouble.msg, err->msg) != 0;
    d->trouble = *err;
    return is_new;
}

crok_status crok_day_list_look(crok_day_list *d, crok_err *err)
{
    crok_status st = CROK_OK;
    crok_file_mark now;
    crok_err why = {0};
    if (d->path == NULL)
        return CROK_OK;
    (void)pthread_mutex_lock(&d->lock);
    now = crok_file_mark_of(d->path);
    if (now.exists && !crok_file_mark_same(&now, &d->mark)) {
        st = take_file(d, &now, &why);
        /* other bytes may be right, and other errors pass */
        d->mark = st == CROK_OK || st == CROK_EFORMAT
                      ? now
                      : (crok_file_mark){.exists = false};
        if (!is_news(d, &why))
            st = CROK_OK;
    }
    (void)pthread_mutex_unlock(&d->lock);
    return st == CROK_OK
               ? CROK_OK
               : crok_fail(err, st, "%s; the next matches stay as they were",
                           why.msg);
}

/* Returns a copy of the list, with its time. */
static cJSON *copy_list(crok_day_list *d)
{
    char made[CROK_CLOCK_TEXT_MAX];
    cJSON *doc = NULL;
    (void)pthread_mutex_lock(&d->lock);
    crok_clock_text(d->made_ms, made);
    doc = d->doc == NULL ? cJSON_CreateNull() : cJSON_Duplicate(d->doc, true);
    (void)pthread_mutex_unlock(&d->lock);
    if (cJSON_IsObject(doc))
        cJSON_AddStringToObject(doc, "made", made);
    return doc;
}

cJSON *crok_day_list_for(crok_day_list *d, crok_live *live)
{
    cJSON *doc = copy_list(d);
    crok_status st = CROK_OK;
    if (!cJSON_IsObject(doc))
        return doc;
    crok_live_hold(live);
    st = crok_next_list_drop_begun(doc, crok_live_health(live).id,
                                   crok_live_log(live), NULL);
    crok_live_release(live);
    if (st == CROK_OK)
        return doc;
    cJSON_Delete(doc);
    return NULL;
}
