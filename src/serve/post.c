/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/json.h"
#include "serve/answer.h"
#include "serve/body.h"
#include "serve/handlers.h"
#include "serve/secret.h"

static enum MHD_Result refuse_write(struct MHD_Connection *c,
                                    const crok_written *w, const crok_err *err)
{
    crok_problem stale = {.status = MHD_HTTP_PRECONDITION_FAILED,
                          .code = "stale",
                          .message = err->msg,
                          .seq = w->seq};
    crok_problem used = {.status = MHD_HTTP_UNPROCESSABLE_CONTENT,
                         .code = "key_used",
                         .message = err->msg,
                         .seq = w->seq};
    crok_problem unsure = {.status = MHD_HTTP_CONFLICT,
                           .code = "confirm",
                           .message = err->msg,
                           .seq = w->seq,
                           .changes = w->changes};
    if (w->refusal == CROK_REFUSED_UNCONFIRMED)
        return crok_answer_problem(c, &unsure);
    if (w->refusal == CROK_REFUSED_STALE)
        return crok_answer_problem(c, &stale);
    if (w->refusal == CROK_REFUSED_KEY)
        return crok_answer_problem(c, &used);
    return crok_answer_failure(c, err, w->seq);
}

/* Collect the names of the other tables. Only this thread, the one that
 * answers, gives a table another name, so they stay until it has written. */
static void collect_names(crok_serve *s, const crok_hosted *at, crok_names *out)
{
    out->n = 0;
    for (int i = 0; i < s->n_tables; i++)
        if (i != at->place)
            crok_hosted_name(&s->table[i], out->name[out->n++]);
}

/* The bucket that an event of this request goes into, and its size. */
static crok_bucket *bucket_of(crok_serve *s, const crok_request *r,
                              crok_bucket_size *size)
{
    crok_taps *taps = &s->taps[r->table->place];
    *size = r->is_host ? CROK_TAPS_OF_HOST : CROK_TAPS_OF_PERSONS;
    return r->is_host ? &taps->host : &taps->persons;
}

static enum MHD_Result refuse_fast(struct MHD_Connection *c,
                                   const crok_request *r, crok_bucket_size size,
                                   int64_t wait_ms)
{
    char words[192];
    crok_problem p = {.status = MHD_HTTP_TOO_MANY_REQUESTS,
                      .code = "too_fast",
                      .message = words,
                      .seq = crok_live_seq(r->table->live),
                      .retry_s = (int)((wait_ms + 999) / 1000)};
    (void)snprintf(words, sizeof words,
                   "Too many changes at once. Nothing was written; try again "
                   "in %d s. (A token writes %d events in a row, then one "
                   "every %d s.)",
                   p.retry_s, size.most, size.each_ms / 1000);
    return crok_answer_problem(c, &p);
}

/* Answer with the match as it is with the event; its JSON is freed. */
static enum MHD_Result confirm(struct MHD_Connection *c, crok_written *w)
{
    char seq[24];
    crok_answer a = {.status = MHD_HTTP_OK,
                     .type = CROK_TYPE_JSON,
                     .bytes = w->json,
                     .len = strlen(w->json),
                     .header = "Crok-Event",
                     .value = seq};
    enum MHD_Result done = MHD_NO;
    (void)snprintf(seq, sizeof seq, "%ld", w->seq);
    done = crok_answer_send(c, &a);
    cJSON_free(w->json);
    w->json = NULL;
    return done;
}

/* Append the event of a request, or only try it.
 *
 *   is_written  set to true if it was appended */
static enum MHD_Result write_event(crok_serve *s, struct MHD_Connection *c,
                                   const crok_request *r,
                                   const crok_write_key *key, bool is_trial,
                                   bool *is_written)
{
    crok_posted *posted = malloc(sizeof *posted);
    crok_written w = {0};
    crok_names names;
    crok_err err = {0};
    crok_write write = {is_trial, posted, CROK_SEQ_ANY, &names};
    enum MHD_Result done = MHD_NO;
    crok_status st = CROK_OK;
    if (posted == NULL)
        return MHD_NO;
    if (!crok_if_match(
            MHD_lookup_connection_value(c, MHD_HEADER_KIND, "If-Match"),
            &write.expected_seq))
        st = crok_fail(&err, CROK_EARG,
                       "If-Match: must be the seq that you saw, like \"41\"");
    if (st == CROK_OK)
        st = crok_body_event(r->event, r->body, r->len, posted, &err);
    if (st == CROK_OK)
        st = crok_body_sign(&posted->event, r->via, key, &err);
    collect_names(s, r->table, &names);
    if (st != CROK_OK)
        done = crok_answer_failure(c, &err, 0);
    else if (crok_hosted_write(r->table, &write, &w, &err) != CROK_OK)
        done = refuse_write(c, &w, &err);
    else if (is_trial)
        done = crok_answer_json(c, w.json);
    else {
        *is_written = true;
        done = confirm(c, &w);
    }
    cJSON_Delete(w.changes);
    free(posted);
    return done;
}

/* Read the key of a write.
 *
 *   out  written only on CROK_OK */
static crok_status key_of(struct MHD_Connection *c, const crok_request *r,
                          crok_write_key *out, crok_err *err)
{
    const char *key =
        MHD_lookup_connection_value(c, MHD_HEADER_KIND, CROK_HEADER_WRITE_KEY);
    crok_err why = {0};
    if (key == NULL) {
        out->text[0] = '\0';
        return CROK_OK;
    }
    if (crok_write_key_make(key, r->path, r->body, r->len, out, &why) ==
        CROK_OK)
        return CROK_OK;
    return crok_fail(err, why.status, CROK_HEADER_WRITE_KEY ": %s", why.msg);
}

/* Append an event that was not appended before. Only what was appended counts
 * as a tap: nothing else takes room in the record. */
static enum MHD_Result append_event(crok_serve *s, struct MHD_Connection *c,
                                    const crok_request *r,
                                    const crok_write_key *key)
{
    const int64_t now_ms = crok_clock_monotonic_ms();
    crok_bucket_size size;
    crok_bucket *taps = bucket_of(s, r, &size);
    int64_t wait_ms = crok_bucket_wait(taps, size, now_ms);
    bool is_written = false;
    enum MHD_Result done = MHD_NO;
    if (wait_ms > 0)
        return refuse_fast(c, r, size, wait_ms);
    done = write_event(s, c, r, key, false, &is_written);
    if (is_written)
        crok_bucket_add(taps, size, now_ms);
    return done;
}

/* Append an event. A write that comes a second time, with the same key, is
 * answered as the first one was. Only this thread appends what has a key, so
 * that no other writes it between the search and the writing. */
enum MHD_Result crok_post_event(crok_serve *s, struct MHD_Connection *c,
                                const crok_request *r)
{
    crok_write_key key;
    crok_written w = {0};
    crok_err err = {0};
    if (key_of(c, r, &key, &err) != CROK_OK)
        return crok_answer_failure(c, &err, 0);
    if (key.text[0] == '\0')
        return append_event(s, c, r, &key);
    if (crok_hosted_repeat(r->table, &key, &w, &err) != CROK_OK)
        return refuse_write(c, &w, &err);
    return w.json != NULL ? confirm(c, &w) : append_event(s, c, r, &key);
}

/* Answer what an event would make of the match, and record nothing. */
enum MHD_Result crok_post_try(crok_serve *s, struct MHD_Connection *c,
                              const crok_request *r)
{
    const crok_write_key none = {""};
    bool is_written = false;
    return write_event(s, c, r, &none, true, &is_written);
}

/* Check the posted token and store the cookie in the console's browser. Scripts
 * of pages cannot read the cookie (HttpOnly), and the browser does not send it
 * with requests that another site makes (SameSite=Strict), nor unencrypted if
 * it got it from a page with TLS (Secure). */
enum MHD_Result crok_post_login(crok_serve *s, struct MHD_Connection *c,
                                const crok_request *r)
{
    static const char tail[] = "; Path=/; Max-Age=2592000; HttpOnly; "
                               "SameSite=Strict";
    char token[CROK_TOKEN_MAX + 1];
    static const char secure[] = "; Secure";
    char pair[CROK_COOKIE_TEXT];
    char cookie[sizeof pair + sizeof tail + sizeof secure];
    unsigned tables = CROK_NO_TABLE;
    const char *origin =
        MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Origin");
    bool is_encrypted = origin != NULL && strncmp(origin, "https://", 8) == 0;
    const crok_problem *refused = NULL;
    crok_err err = {0};
    crok_answer a = {.status = MHD_HTTP_NO_CONTENT,
                     .bytes = "",
                     .header = "Set-Cookie",
                     .value = cookie};
    if (crok_body_text(r->body, r->len, "token", token, sizeof token, &err) !=
        CROK_OK)
        return crok_answer_failure(c, &err, 0);
    refused = crok_secret_refuse(s, c, token, &tables);
    if (refused != NULL)
        return crok_answer_problem(c, refused);
    crok_secret_cookie(s, tables, pair);
    (void)snprintf(cookie, sizeof cookie, "%s%s%s", pair, tail,
                   is_encrypted ? secure : "");
    return crok_answer_send(c, &a);
}

/* A console says that it is open, and is told how many are. */
enum MHD_Result crok_post_here(crok_serve *s, struct MHD_Connection *c,
                               const crok_request *r)
{
    char id[CROK_CONSOLE_ID];
    crok_err err = {0};
    cJSON *doc = NULL;
    char *text = NULL;
    crok_status st = crok_body_text(r->body, r->len, "id", id, sizeof id, &err);
    if (st == CROK_OK && id[0] == '\0')
        st = crok_fail(&err, CROK_EFORMAT, "body: \"id\" is empty");
    if (st != CROK_OK)
        return crok_answer_failure(c, &err, 0);
    doc = cJSON_CreateObject();
    cJSON_AddNumberToObject(doc, "consoles",
                            crok_consoles_note(&s->consoles, r->table->place,
                                               id, crok_clock_monotonic_ms()));
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return crok_answer_json(c, text);
}
