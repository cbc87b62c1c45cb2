/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/subjects.h"

#include <stdio.h>
#include <string.h>

#include "serve/serve.h"

#define DAY_S (INT64_C(24) * 3600)
#define GB (INT64_C(1) << 30)

/* Rows of EVENT. A table that plays 8 hours with an event every 20 s has 1440 a
 * day, and may have 16 such days. A row takes 0.92 kB of the disk
 * (docs/SCALE.md), and at most 64 KiB with its headers, to which the broker
 * adds the subject and a few bytes. So if one table fills its share with the
 * largest messages, there is room for the shares of all others: 23 040 (66 kB +
 * 127 x 0.92 kB) = 4.2e9 bytes, and the stream has 4 GiB. */
#define ROWS_OF_DAY INT64_C(1440)
#define ROWS (16 * ROWS_OF_DAY)
#define ROW_BYTES 920
#define ROW_MOST 65536
#define STORED_MOST (ROW_MOST + CROK_SUBJECT_MAX + 64)
#define EVENT_BYTES (4 * GB)
_Static_assert(ROWS *(STORED_MOST + (CROK_HALL_TABLES - 1) * ROW_BYTES) <=
                   EVENT_BYTES,
               "a table could take the room of the others");
/* With less, a share would not have the rows of a day. */
#define LEAST_BYTES (EVENT_BYTES / 16)
_Static_assert(ROWS / (EVENT_BYTES / LEAST_BYTES) >= ROWS_OF_DAY,
               "a share has a day");

/* Events are kept for as long as a table may be away and its results be asked
 * for; a result until its archive has been collected. An id is known for two
 * hours, so that a publisher that is killed and started again in a queue of
 * restarts repeats nothing; what really guards a subject is the number of its
 * last message. */
static const crok_stream_plan plans[CROK_N_HALL_STREAMS] = {
    [CROK_HALL_EVENT] = {.name = "EVENT",
                         .subjects = "crok.*.event.*",
                         .forbids_deletion = true,
                         .refuses_more = true,
                         .per_subject = ROWS,
                         .max_message = ROW_MOST,
                         .max_bytes = EVENT_BYTES,
                         .max_age_s = 30 * DAY_S,
                         .window_ms = INT64_C(2) * 3600 * 1000},
    [CROK_HALL_STATE] = {.name = "STATE",
                         .subjects = "crok.*.state.*",
                         .per_subject = 1,
                         .max_age_s = 30 * DAY_S},
    [CROK_HALL_NEXT] = {.name = "NEXT",
                        .subjects = "crok.*.next.*",
                        .per_subject = 1,
                        .max_age_s = 30 * DAY_S},
    [CROK_HALL_JOB] = {.name = "JOB",
                       .subjects = "crok.job.*",
                       .is_queue = true,
                       .refuses_more = true,
                       .per_subject = 1},
    [CROK_HALL_RESULT] = {.name = "RESULT",
                          .subjects = "crok.result.*",
                          .refuses_more = true,
                          .per_subject = 1},
    [CROK_HALL_ARCHIVE] = {.name = "ARCHIVE",
                           .subjects = "crok.archive.*",
                           .refuses_more = true,
                           .per_subject = 1},
};

/* The second token of a table's subject's kind. */
static const char *const kinds[] = {[CROK_HALL_EVENT] = "event",
                                    [CROK_HALL_STATE] = "state",
                                    [CROK_HALL_NEXT] = "next"};

const char *crok_hall_stream_name(crok_hall_stream stream)
{
    return plans[stream].name;
}

const char *crok_hall_stream_subjects(crok_hall_stream stream)
{
    return plans[stream].subjects;
}

/* Has the stream more than it could keep with half of the space? */
static bool has_more(const crok_broker_calls *calls, crok_broker *b,
                     const crok_stream_plan *plan)
{
    crok_stream_figures f = {0};
    return calls->figures(b, plan->name, &f, NULL) == CROK_OK &&
           f.bytes > (uint64_t)plan->max_bytes / 2;
}

bool crok_hall_stream_is_ours(crok_hall_stream stream,
                              const crok_stream_figures *f)
{
    return f->refuses_more == plans[stream].refuses_more &&
           f->max_message == plans[stream].max_message && f->max_messages == 0;
}

crok_status crok_hall_stream_make(const crok_broker_calls *calls,
                                  crok_broker *b, crok_hall_stream stream,
                                  int copies, crok_err *err)
{
    crok_stream_plan plan = plans[stream];
    crok_err why = {0};
    crok_status st = CROK_OK;
    plan.copies = copies;
    st = calls->make_stream(b, &plan, &why);
    while (st == CROK_ETOOLARGE && plan.max_bytes / 2 >= LEAST_BYTES &&
           !has_more(calls, b, &plan)) {
        plan.max_bytes /= 2;
        plan.per_subject /= 2; /* only EVENT has max_bytes */
        st = calls->make_stream(b, &plan, &why);
    }
    if (st == CROK_ETOOLARGE)
        return crok_fail(err, st,
                         "%.160s: the broker may not store enough: raise "
                         "max_file_store in its settings, or its user's limit",
                         why.msg);
    return st == CROK_OK ? CROK_OK : crok_fail(err, st, "%s", why.msg);
}

static bool is_plain(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/* Append a name to the text in out, of CROK_SUBJECT_MAX bytes. False if it is
 * empty or has not room. */
static bool add_token(char *out, const char *name)
{
    size_t n = strlen(out);
    if (name[0] == '\0')
        return false;
    for (; *name != '\0'; name++) {
        if (n + 4 > CROK_SUBJECT_MAX)
            return false;
        if (is_plain((unsigned char)*name))
            out[n++] = *name;
        else
            n += (size_t)snprintf(out + n, 4, "%%%02X", (unsigned char)*name);
        out[n] = '\0';
    }
    return true;
}

bool crok_hall_token(const char *name, char out[CROK_SUBJECT_MAX])
{
    out[0] = '\0';
    return add_token(out, name);
}

crok_status crok_hall_subject(crok_hall_stream stream, const char *hall,
                              const char *table, char *out, crok_err *err)
{
    char text[CROK_SUBJECT_MAX] = "crok.";
    bool fits = add_token(text, hall);
    size_t n = strlen(text);
    if (fits) {
        int more = snprintf(text + n, sizeof text - n, ".%s.", kinds[stream]);
        fits = more > 0 && (size_t)more < sizeof text - n;
    }
    if (fits && table == NULL) {
        n = strlen(text);
        fits = n + 2 <= sizeof text;
        if (fits)
            memcpy(text + n, "*", 2);
    } else if (fits) {
        fits = add_token(text, table);
    }
    if (!fits)
        return crok_fail(err, CROK_EARG,
                         "the hall \"%.60s\", table \"%.60s\": a name is empty "
                         "or too long",
                         hall, table == NULL ? "*" : table);
    (void)snprintf(out, CROK_SUBJECT_MAX, "%s", text);
    return CROK_OK;
}

static int hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Read one byte of a token's name, which is 1 or 3 bytes of the token. Returns
 * how many; 0 if the token is not as crok_hall_subject writes it. */
static size_t read_byte(const char *token, char *out)
{
    if (is_plain((unsigned char)token[0])) {
        *out = token[0];
        return 1;
    }
    if (token[0] != '%' || hex(token[1]) < 0 || hex(token[2]) < 0)
        return 0;
    *out = (char)(hex(token[1]) * 16 + hex(token[2]));
    return 3;
}

bool crok_hall_table_of(const char *subject, char *out, size_t n)
{
    const char *token = strrchr(subject, '.');
    size_t used = 0;
    if (token == NULL || token[1] == '\0' || n == 0)
        return false;
    for (token++; *token != '\0' && used + 1 < n; used++) {
        size_t step = read_byte(token, &out[used]);
        if (step == 0)
            return false;
        token += step;
    }
    out[used] = '\0';
    return *token == '\0';
}
