/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/rights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/subjects.h"

/* Requests that a user sends about a stream, with %s for its name; ended by
 * NULL. */
typedef const char *const *requests;

/* Make a stream, and change its limits: with "max_msgs: 1" it has one message
 * left. So nobody may who does anything else. */
static const char *const makes[] = {"$JS.API.STREAM.CREATE.%s",
                                    "$JS.API.STREAM.UPDATE.%s",
                                    "$JS.API.STREAM.INFO.%s", NULL};

/* Remove a stream, to make it anew. */
static const char *const removes[] = {"$JS.API.STREAM.DELETE.%s", NULL};

/* Read a stream in order: a reader is a consumer, which is made and deleted;
 * flow control is answered to the broker. */
static const char *const reads[] = {
    "$JS.API.STREAM.INFO.%s",       "$JS.API.CONSUMER.CREATE.%s",
    "$JS.API.CONSUMER.DELETE.%s.*", "$JS.FC.%s.>",
    "$JS.API.DIRECT.GET.%s.>",      NULL};

/* Is the stream there? */
static const char *const looks[] = {"$JS.API.STREAM.INFO.%s", NULL};

/* Take from a queue: a durable consumer, of which each message is
 * acknowledged. */
static const char *const takes[] = {"$JS.API.STREAM.INFO.%s",
                                    "$JS.API.CONSUMER.INFO.%s.*",
                                    "$JS.API.CONSUMER.DURABLE.CREATE.%s.*",
                                    "$JS.API.CONSUMER.MSG.NEXT.%s.*",
                                    "$JS.ACK.%s.>",
                                    "$JS.API.DIRECT.GET.%s.>",
                                    NULL};

static void add(crok_str *t, const char *before, const char *subject)
{
    crok_str_addf(t, "%s\"%s%s\"", t->len == 0 ? "" : ", ", before, subject);
}

/* Append requests about a stream. */
static void add_requests(crok_str *t, crok_hall_stream stream, requests list)
{
    const char *name = crok_hall_stream_name(stream);
    for (requests r = list; *r != NULL; r++) {
        const char *at = strstr(*r, "%s");
        char subject[CROK_SUBJECT_MAX];
        (void)snprintf(subject, sizeof subject, "%.*s%s%s", (int)(at - *r), *r,
                       name, at + 2);
        add(t, "", subject);
    }
}

/* Append the subject of a table, or with NULL of all tables. */
static crok_status add_subject(crok_str *t, const char *before,
                               crok_hall_stream stream, const char *hall,
                               const char *table, crok_err *err)
{
    char subject[CROK_SUBJECT_MAX];
    crok_status st = crok_hall_subject(stream, hall, table, subject, err);
    if (st == CROK_OK)
        add(t, before, subject);
    return st;
}

/* A table writes its events and its state, reads its last event to go on behind
 * it, and what is next at it, and finds out whether the streams are there. */
static crok_status add_table(crok_str *t, const char *hall, const char *table,
                             crok_err *err)
{
    crok_status st = add_subject(t, "", CROK_HALL_EVENT, hall, table, err);
    if (st == CROK_OK)
        st = add_subject(t, "", CROK_HALL_STATE, hall, table, err);
    if (st == CROK_OK)
        st = add_subject(t, "$JS.API.DIRECT.GET.EVENT.", CROK_HALL_EVENT, hall,
                         table, err);
    for (int i = CROK_HALL_EVENT; i <= CROK_HALL_NEXT; i++)
        add_requests(t, (crok_hall_stream)i, looks);
    return st == CROK_OK ? add_subject(t, "$JS.API.DIRECT.GET.NEXT.",
                                       CROK_HALL_NEXT, hall, table, err)
                         : st;
}

/* All streams are made by one user, which does nothing else. EVENT alone is
 * made anew: the tables' records fill it again. */
static void add_setup(crok_str *t)
{
    for (int i = 0; i < CROK_N_HALL_STREAMS; i++)
        add_requests(t, (crok_hall_stream)i, makes);
    add_requests(t, CROK_HALL_EVENT, removes);
}

/* The hall reads the tables' events and publishes the next matches. */
static crok_status add_hall(crok_str *t, const char *hall, crok_err *err)
{
    for (int i = CROK_HALL_EVENT; i <= CROK_HALL_NEXT; i++)
        add_requests(t, (crok_hall_stream)i, reads);
    return add_subject(t, "", CROK_HALL_NEXT, hall, NULL, err);
}

/* The archives have the other streams: a queue, and what comes of it. */
static void add_archive(crok_str *t)
{
    for (int i = CROK_HALL_JOB; i < CROK_N_HALL_STREAMS; i++) {
        const crok_hall_stream stream = (crok_hall_stream)i;
        add(t, "", crok_hall_stream_subjects(stream));
        add_requests(t, stream, stream == CROK_HALL_JOB ? takes : reads);
    }
}

crok_status crok_rights_publish(crok_hall_role role, const char *hall,
                                const char *table, crok_str *t, crok_err *err)
{
    crok_str list = {0};
    crok_status st = CROK_OK;
    switch (role) {
    case CROK_ROLE_TABLE:
        st = add_table(&list, hall, table, err);
        break;
    case CROK_ROLE_SETUP:
        add_setup(&list);
        break;
    case CROK_ROLE_HALL:
        st = add_hall(&list, hall, err);
        break;
    case CROK_ROLE_ARCHIVE:
        add_archive(&list);
        break;
    case CROK_ROLE_SCREEN:
        break;
    }
    /* to the broker an empty list means everything */
    if (list.s == NULL)
        crok_str_add(t, "{ deny: \">\" }");
    else
        crok_str_addf(t, "[%s]", list.s);
    t->failed = t->failed || list.failed;
    free(crok_str_take(&list));
    return st;
}

crok_status crok_rights_read(crok_hall_role role, const char *hall,
                             const char *inbox, crok_str *t, crok_err *err)
{
    if (role == CROK_ROLE_SCREEN) {
        char subject[CROK_SUBJECT_MAX];
        crok_status st =
            crok_hall_subject(CROK_HALL_STATE, hall, NULL, subject, err);
        if (st == CROK_OK)
            crok_str_addf(t, "\"%s\"", subject);
        return st;
    }
    crok_str_addf(t, "\"%s.>\"", inbox);
    return CROK_OK;
}
