/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/next_out.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/save.h"
#include "hall/attempt.h"
#include "hall/bell.h"
#include "hall/streams.h"
#include "rules/match.h"
#include "serve/serve.h"

/* So often the thread looks whether a list can be tried again, ms. */
#define LOOK_MS 250

typedef struct list {
    char table[CROK_NAME_MAX];
    char *json; /* owned; NULL: it was sent */
} list;

struct crok_next_out {
    crok_next_out_config config;
    crok_hall_link link; /* link.broker is NULL: none; used by the thread only,
                          * as is `sending` */
    crok_attempt sending;
    crok_bell bell; /* of what follows */
    int n;
    list list[CROK_HALL_TABLES];
    bool closing;
    pthread_t thread;
};

/* ---- sending one ---- */

static crok_status publish(crok_next_out *n, const char *table,
                           const char *json, crok_err *err)
{
    char subject[CROK_SUBJECT_MAX];
    const crok_post post = {.stream = crok_hall_stream_name(CROK_HALL_NEXT),
                            .subject = subject,
                            .data = json,
                            .len = strlen(json),
                            .expected = CROK_EXPECT_ANY};
    crok_status st =
        crok_hall_subject(CROK_HALL_NEXT, n->config.hall, table, subject, err);
    if (st == CROK_OK && n->link.broker == NULL)
        st = crok_hall_link_open(n->config.engine, &n->link, err);
    if (st != CROK_OK)
        return st;
    st = n->link.calls->publish(n->link.broker, &post, NULL, err);
    if (st != CROK_OK &&
        crok_hall_stream_missing(&n->link, CROK_HALL_NEXT, err))
        st = n->link.calls->publish(n->link.broker, &post, NULL, err);
    return st;
}

static crok_status send(crok_next_out *n, const char *table, const char *json,
                        crok_err *err)
{
    const char *path = n->config.file_of(n->config.context, table);
    const crok_save_to to = {.path = path, .kind = &crok_save_next};
    if (n->config.engine != NULL)
        return publish(n, table, json, err);
    return path == NULL ? CROK_OK : crok_save_text(&to, json, err);
}

/* Send, and tell a person where that does not work, or works again. Returns
 * whether it was sent. */
static bool try_to_send(crok_next_out *n, const char *table, const char *json)
{
    const int64_t now_ms = crok_clock_monotonic_ms();
    char text[400];
    crok_err err = {0};
    if (send(n, table, json, &err) == CROK_OK) {
        if (crok_attempt_worked(&n->sending))
            n->config.say(n->config.context,
                          "next matches can be sent to the tables again");
        return true;
    }
    crok_attempt_failed(&n->sending, now_ms);
    if (crok_attempt_tells(&n->sending, &err, now_ms)) {
        (void)snprintf(text, sizeof text,
                       "table %s: its next matches: %s; it is tried again",
                       table, err.msg);
        n->config.say(n->config.context, text);
    }
    return false;
}

/* ---- the thread ---- */

/* Send the lists that wait. The caller holds the lock, which is released
 * meanwhile. */
static void send_all(crok_next_out *n)
{
    for (int i = 0; i < n->n && !n->closing; i++) {
        list *l = &n->list[i];
        char *json = l->json;
        bool is_sent = false;
        if (json == NULL)
            continue;
        l->json = NULL;
        crok_bell_release(&n->bell);
        is_sent = try_to_send(n, l->table, json);
        crok_bell_hold(&n->bell);
        if (!is_sent && l->json == NULL) {
            l->json = json;
            return; /* the others would fail as well */
        }
        free(json);
    }
}

static void *keep_sending(void *cls)
{
    crok_next_out *n = cls;
    crok_bell_hold(&n->bell);
    while (!n->closing) {
        if (crok_clock_monotonic_ms() >= n->sending.due_ms)
            send_all(n);
        if (!n->closing)
            crok_bell_wait(&n->bell, crok_clock_monotonic_ms() + LOOK_MS);
    }
    crok_bell_release(&n->bell);
    return NULL;
}

/* ---- calls ---- */

static void free_next_out(crok_next_out *n)
{
    for (int i = 0; i < n->n; i++)
        free(n->list[i].json);
    if (n->link.broker != NULL)
        crok_hall_link_close(&n->link);
    crok_bell_close(&n->bell);
    free(n);
}

crok_status crok_next_out_open(const crok_next_out_config *config,
                               crok_next_out **out, crok_err *err)
{
    crok_next_out *n = calloc(1, sizeof *n);
    if (n == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the next matches");
    n->config = *config;
    crok_bell_open(&n->bell);
    if (pthread_create(&n->thread, NULL, keep_sending, n) != 0) {
        free_next_out(n);
        return crok_fail(err, CROK_ENOMEM, "cannot start a thread");
    }
    *out = n;
    return CROK_OK;
}

void crok_next_out_close(crok_next_out **n)
{
    if (n == NULL || *n == NULL)
        return;
    crok_bell_hold(&(*n)->bell);
    (*n)->closing = true;
    crok_bell_ring(&(*n)->bell);
    crok_bell_release(&(*n)->bell);
    (void)pthread_join((*n)->thread, NULL);
    free_next_out(*n);
    *n = NULL;
}

/* The list of a table, which is added if there is none; NULL: there are too
 * many. The caller holds the lock. */
static list *list_of(crok_next_out *n, const char *table)
{
    for (int i = 0; i < n->n; i++)
        if (strcmp(n->list[i].table, table) == 0)
            return &n->list[i];
    if (n->n == CROK_HALL_TABLES)
        return NULL;
    (void)snprintf(n->list[n->n].table, CROK_NAME_MAX, "%s", table);
    return &n->list[n->n++];
}

void crok_next_out_set(crok_next_out *n, const char *table, const char *json)
{
    char *text = strdup(json);
    list *l = NULL;
    crok_bell_hold(&n->bell);
    l = list_of(n, table);
    if (l != NULL && text != NULL) {
        free(l->json);
        l->json = text;
        text = NULL;
        crok_bell_ring(&n->bell);
    }
    crok_bell_release(&n->bell);
    free(text);
}
