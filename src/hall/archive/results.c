/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/archive/kept.h"
#include "hall/archive/repath.h"
#include "hall/subjects.h"
#include "report/result.h"

/* How long the next message of a stream is waited for, ms. */
#define READ_WAIT_MS 10000

static crok_status no_memory(crok_err *err)
{
    return crok_fail(err, CROK_ENOMEM, "no memory for the archive's list");
}

/* Append an entry; the texts are copied. */
static crok_status add_entry(crok_archive_list *list, const char *key,
                             const char *path, const char *message,
                             crok_err *err)
{
    crok_archive_entry entry = {.path = strdup(path)};
    if (list->n == list->room) {
        int room = list->room == 0 ? 256 : 2 * list->room;
        crok_archive_entry *more =
            realloc(list->of, (size_t)room * sizeof *more);
        if (more != NULL) {
            list->of = more;
            list->room = room;
        }
    }
    (void)snprintf(entry.key, sizeof entry.key, "%s", key);
    if (key[0] == '\0')
        entry.message = strdup(message);
    if (list->n == list->room || entry.path == NULL ||
        (key[0] == '\0' && entry.message == NULL)) {
        free(entry.path);
        free(entry.message);
        return no_memory(err);
    }
    list->of[list->n++] = entry;
    return CROK_OK;
}

static crok_status add_message(crok_archive_list *list, const crok_message *m,
                               crok_err *err)
{
    crok_status st = CROK_OK;
    size_t at = 0;
    while (st == CROK_OK) {
        const char *key = crok_kept_next(m, &at);
        const char *path = key == NULL ? NULL : crok_kept_next(m, &at);
        const char *message = path == NULL ? NULL : crok_kept_next(m, &at);
        if (message == NULL)
            break;
        st = add_entry(list, key, path, message, err);
    }
    return st;
}

/* Read the stream's messages up to the last one that it has now. */
static crok_status read_lists(const crok_hall_link *link, uint64_t last,
                              crok_archive_list *list, crok_err *err)
{
    const crok_read_plan plan = {
        .stream = crok_hall_stream_name(CROK_HALL_ARCHIVE),
        .subjects = crok_hall_stream_subjects(CROK_HALL_ARCHIVE),
        .from = CROK_READ_ALL};
    crok_broker_reader *r = NULL;
    uint64_t number = 0;
    crok_status st = link->calls->read(link->broker, &plan, &r, err);
    while (st == CROK_OK && number < last) {
        crok_message m = {0};
        st = link->calls->next(r, READ_WAIT_MS, &m, err);
        if (st == CROK_OK && m.subject == NULL)
            st =
                crok_fail(err, CROK_EIO,
                          "broker: the stream ARCHIVE stopped after message "
                          "%llu of %llu; try again",
                          (unsigned long long)number, (unsigned long long)last);
        if (st == CROK_OK) {
            number = m.number;
            if (crok_kept_is(link, &m, CROK_KEPT_LIST))
                st = add_message(list, &m, err);
        }
        link->calls->drop(&m);
    }
    link->calls->end_reading(&r);
    return st;
}

/* By path; of one path those with a key last. qsort is not stable, so the order
 * of the messages is kept in `order`, which is the place in the list. */
typedef struct ranked {
    crok_archive_entry entry;
    int order;
} ranked;

static int by_path(const void *a, const void *b)
{
    const ranked *x = a;
    const ranked *y = b;
    bool has_x = x->entry.key[0] != '\0';
    bool has_y = y->entry.key[0] != '\0';
    int by = strcmp(x->entry.path, y->entry.path);
    if (by != 0)
        return by;
    return has_x != has_y ? has_x - has_y : x->order - y->order;
}

static void entry_free(crok_archive_entry *e)
{
    free(e->path);
    free(e->message);
}

/* Sort the list, and keep of each path the last entry that has a key. */
static crok_status tidy(crok_archive_list *list, crok_err *err)
{
    ranked *all = calloc((size_t)list->n + 1, sizeof *all);
    int kept = 0;
    if (all == NULL)
        return no_memory(err);
    for (int i = 0; i < list->n; i++)
        all[i] = (ranked){list->of[i], i};
    qsort(all, (size_t)list->n, sizeof *all, by_path);
    for (int i = 0; i < list->n; i++) {
        if (i + 1 < list->n &&
            strcmp(all[i].entry.path, all[i + 1].entry.path) == 0)
            entry_free(&all[i].entry);
        else
            list->of[kept++] = all[i].entry;
    }
    list->n = kept;
    free(all);
    return CROK_OK;
}

crok_status crok_archive_list_read(const crok_hall_link *link,
                                   crok_archive_list *out, crok_err *err)
{
    crok_archive_list list = {0};
    crok_stream_figures f = {0};
    crok_status st = link->calls->figures(
        link->broker, crok_hall_stream_name(CROK_HALL_ARCHIVE), &f, err);
    if (st == CROK_OK && f.messages > 0)
        st = read_lists(link, f.last, &list, err);
    if (st == CROK_OK)
        st = tidy(&list, err);
    if (st == CROK_OK)
        *out = list;
    else
        crok_archive_list_free(&list);
    return st;
}

void crok_archive_list_free(crok_archive_list *list)
{
    for (int i = 0; i < list->n; i++)
        entry_free(&list->of[i]);
    free(list->of);
    *list = (crok_archive_list){0};
}

/* Returns the crokeye.score/1 of a photo that could not be read. */
static char *unread(const crok_archive_entry *entry)
{
    char *text = NULL;
    crok_result *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->image = entry->path;
    r->status = crok_fail(&r->err, CROK_EIO, "%s", entry->message);
    text = crok_result_json(r);
    free(r);
    return text;
}

crok_status crok_archive_result(const crok_hall_link *link,
                                const crok_archive_entry *entry, char **out,
                                crok_err *err)
{
    crok_message m = {0};
    crok_status st = CROK_OK;
    char *text = NULL;
    if (entry->key[0] == '\0') {
        text = unread(entry);
    } else {
        st = crok_kept_result(link, entry->key, &m, err);
        if (st == CROK_OK && m.subject == NULL) {
            *out = NULL;
            return CROK_OK;
        }
        if (st == CROK_OK)
            text = crok_repath(m.data, entry->path);
        link->calls->drop(&m);
    }
    if (st == CROK_OK && text == NULL)
        st = crok_fail(err, CROK_EFORMAT,
                       "the stream RESULT: what is kept under %s is no "
                       "crokeye.score/1",
                       entry->key);
    if (st == CROK_OK)
        *out = text;
    return st;
}
