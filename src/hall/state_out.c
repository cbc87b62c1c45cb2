/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/state_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/file.h"
#include "core/json.h"
#include "hall/streams.h"
#include "hall/subjects.h"
#include "journal/document.h"

/* The largest document. A broker's message has at most 1 MiB, if nobody has set
 * another limit; a match of 1000 events has less. */
#define STATE_MAX_BYTES ((size_t)8 << 20)

/* So long the file may be behind the record: the program that writes both
 * writes the record first. */
#define BEHIND_MS 2000
/* Then it is not waited for any more, until it has caught up. */
#define GIVEN_UP (-1)

crok_state_out crok_state_out_to(const char *subject, const char *path)
{
    return (crok_state_out){.subject = subject, .path = path, .is_news = true};
}

void crok_state_out_close(crok_state_out *s)
{
    free(s->text);
    s->text = NULL;
}

int64_t crok_state_out_due(const crok_state_out *s, int64_t now_ms)
{
    int64_t due_ms = s->full_ms - CROK_STATE_EARLY_MS;
    if (!s->is_news && s->text == NULL)
        return now_ms + CROK_STATE_MOST_MS;
    if (!s->is_news)
        due_ms = s->sent_ms + CROK_STATE_MOST_MS;
    if (s->behind_ms > 0 && due_ms > s->behind_ms + BEHIND_MS)
        due_ms = s->behind_ms + BEHIND_MS;
    return due_ms > s->sending.due_ms ? due_ms : s->sending.due_ms;
}

/* ---- the document ---- */

/* A document and what it says of itself. */
typedef struct document {
    char *text; /* owned */
    size_t len;
    char record[CROK_RECORD_ID];
    long seq;
} document;

static crok_status describe(const cJSON *doc, const char *path, document *d,
                            crok_err *err)
{
    const char *schema =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, "schema"));
    const cJSON *seq = cJSON_GetObjectItemCaseSensitive(doc, "seq");
    const cJSON *record = cJSON_GetObjectItemCaseSensitive(doc, "record");
    const char *id =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(record, "id"));
    if (schema == NULL || strcmp(schema, "crokeye.match/1") != 0 ||
        !cJSON_IsNumber(seq) || !(seq->valuedouble >= 0) ||
        !(seq->valuedouble < 1e9) ||
        (id != NULL && strlen(id) >= CROK_RECORD_ID))
        return crok_fail(err, CROK_EFORMAT,
                         "%.120s: is no crokeye.match/1 with a seq, as "
                         "`crokeye serve --state` writes it",
                         path);
    d->seq = (long)seq->valuedouble;
    (void)snprintf(d->record, sizeof d->record, "%s", id == NULL ? "" : id);
    return CROK_OK;
}

/* Read the table's file. If there is none, out->text is NULL. */
static crok_status read_file(const char *path, document *out, crok_err *err)
{
    document d = {0};
    cJSON *doc = NULL;
    crok_status st = CROK_OK;
    if (path == NULL || access(path, F_OK) != 0)
        return CROK_OK;
    st = crok_file_read(path, STATE_MAX_BYTES, &d.text, &d.len, err);
    if (st == CROK_OK && d.len > STATE_MAX_BYTES)
        st = crok_fail(err, CROK_ETOOLARGE,
                       "%.120s: is larger than a state (%zu bytes)", path,
                       STATE_MAX_BYTES);
    if (st == CROK_OK)
        st = crok_json_parse(d.text, d.len, path, &doc, err);
    if (st == CROK_OK)
        st = describe(doc, path, &d, err);
    cJSON_Delete(doc);
    while (st == CROK_OK && d.len > 0 && d.text[d.len - 1] == '\n')
        d.len--;
    if (st == CROK_OK)
        *out = d;
    else
        free(d.text);
    return st;
}

static crok_status compose(const crok_outbox *o, document *out, crok_err *err)
{
    const crok_live_source none = {.state = CROK_LIVE_NONE};
    crok_journal_health health = crok_journal_health_of(o->journal);
    const crok_document_now now = {.source = &none, .health = &health};
    document d = {.seq = crok_journal_seq(o->journal)};
    health.saved = d.seq;
    health.words[0] = '\0'; /* they are about writing, and this only reads */
    /* without addresses of pictures: the hall cannot fetch them */
    d.text = crok_document_text(crok_journal_log(o->journal), NULL, &now);
    if (d.text == NULL)
        return crok_fail(err, CROK_ENOMEM, "%.150s: no memory for its state",
                         o->path);
    d.len = strlen(d.text);
    memcpy(d.record, o->record, sizeof d.record);
    *out = d;
    return CROK_OK;
}

/* Is the file's document the table's state? */
static bool is_present(crok_state_out *s, const document *d,
                       const crok_outbox *o, int64_t now_ms)
{
    const bool is_alone = o->journal == NULL;
    bool is_behind = false;
    if (d->text == NULL || is_alone || strcmp(d->record, o->record) != 0) {
        s->behind_ms = 0;
        return d->text != NULL && is_alone;
    }
    is_behind = d->seq < crok_journal_seq(o->journal);
    if (!is_behind)
        s->behind_ms = 0;
    else if (s->behind_ms == 0)
        s->behind_ms = now_ms;
    if (is_behind && now_ms - s->behind_ms >= BEHIND_MS)
        s->behind_ms = GIVEN_UP;
    return !is_behind || s->behind_ms != GIVEN_UP;
}

crok_status crok_state_out_renew(crok_state_out *s, const crok_outbox *o,
                                 int64_t now_ms, crok_err *err)
{
    document d = {0};
    crok_err why = {0};
    crok_status st = read_file(s->path, &d, err);
    if (!is_present(s, &d, o, now_ms) && o->journal != NULL) {
        free(d.text);
        if (compose(o, &d, &why) != CROK_OK)
            return crok_fail(err, why.status, "%s", why.msg);
    }
    s->is_sent = s->is_sent && d.text != NULL && s->len == d.len &&
                 memcmp(s->text, d.text, d.len) == 0;
    free(s->text);
    s->text = d.text;
    s->len = d.len;
    s->seq = d.seq;
    memcpy(s->record, d.record, sizeof s->record);
    s->is_news = st != CROK_OK;
    return st;
}

/* ---- sending ---- */

static crok_status send_text(crok_state_out *s, const crok_hall_link *link,
                             crok_err *err)
{
    char seq[24];
    char sent[24];
    const char *headers[] = {"Crok-Seq",    seq,       "Crok-Sent", sent,
                             "Crok-Record", s->record, NULL};
    const crok_post post = {.stream = crok_hall_stream_name(CROK_HALL_STATE),
                            .subject = s->subject,
                            .data = s->text,
                            .len = s->len,
                            .headers = headers,
                            .expected = CROK_EXPECT_ANY};
    crok_status st = CROK_OK;
    (void)snprintf(seq, sizeof seq, "%ld", s->seq);
    (void)snprintf(sent, sizeof sent, "%lld", (long long)crok_clock_ms());
    if (s->record[0] == '\0')
        headers[4] = NULL;
    st = link->calls->publish(link->broker, &post, NULL, err);
    if (st != CROK_OK && crok_hall_stream_missing(link, CROK_HALL_STATE, err))
        st = link->calls->publish(link->broker, &post, NULL, err);
    return st;
}

crok_status crok_state_out_step(crok_state_out *s, const crok_hall_link *link,
                                const crok_outbox *outbox, int64_t now_ms,
                                crok_err *err)
{
    crok_status st = CROK_OK;
    crok_err why = {0};
    if (now_ms < crok_state_out_due(s, now_ms))
        return CROK_OK;
    if (s->is_news || s->behind_ms > 0)
        st = crok_state_out_renew(s, outbox, now_ms, err);
    if (s->text == NULL ||
        (s->is_sent && now_ms < s->sent_ms + CROK_STATE_MOST_MS))
        return st;
    s->is_sent = send_text(s, link, &why) == CROK_OK;
    if (!s->is_sent)
        st = crok_fail(err, why.status, "%s", why.msg);
    s->is_news = s->is_news || st != CROK_OK;
    s->sent_ms = now_ms;
    s->full_ms =
        (now_ms > s->full_ms ? now_ms : s->full_ms) + CROK_STATE_LEAST_MS;
    return st;
}
