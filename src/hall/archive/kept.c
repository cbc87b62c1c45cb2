/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/archive/kept.h"

#include <stdio.h>
#include <string.h>

#include "hall/streams.h"

static const struct {
    const char *name;
    crok_hall_stream stream;
    const char *subject; /* before the hash */
} kinds[] = {
    [CROK_KEPT_FILE] = {"file", CROK_HALL_ARCHIVE, "crok.archive."},
    [CROK_KEPT_LIST] = {"list", CROK_HALL_ARCHIVE, "crok.archive."},
    [CROK_KEPT_SCORE] = {"score", CROK_HALL_RESULT, "crok.result."},
    [CROK_KEPT_ASIDE] = {"aside", CROK_HALL_RESULT, "crok.result."},
    [CROK_KEPT_PATHS] = {"paths", CROK_HALL_JOB, "crok.job."},
    [CROK_KEPT_PHOTO] = {"photo", CROK_HALL_JOB, "crok.job."},
};

static const crok_hall_stream streams[] = {CROK_HALL_JOB, CROK_HALL_RESULT,
                                           CROK_HALL_ARCHIVE};
enum { N_STREAMS = sizeof streams / sizeof *streams };

crok_status crok_archive_make(const crok_hall_link *link, crok_err *err)
{
    crok_stream_figures f = {0};
    crok_status st = CROK_OK;
    for (int i = 0; st == CROK_OK && i < N_STREAMS; i++)
        st = crok_hall_stream_need(link, streams[i], &f, err);
    return st;
}

crok_status crok_archive_look(const crok_hall_link *link, crok_err *err)
{
    for (int i = 0; i < N_STREAMS; i++) {
        const char *name = crok_hall_stream_name(streams[i]);
        crok_stream_figures f = {0};
        crok_status st = link->calls->figures(link->broker, name, &f, err);
        if (st == CROK_EARG)
            return crok_fail(err, st,
                             "the broker has no stream %s: no photos were "
                             "queued there yet; `crokeye enqueue` does that",
                             name);
        if (st != CROK_OK)
            return st;
    }
    return CROK_OK;
}

void crok_archive_hash(const void *a, size_t n_a, const void *b, size_t n_b,
                       char out[CROK_SHA256_HEX])
{
    const crok_sha256_part parts[] = {{a, n_a}, {b, n_b}};
    crok_sha256_parts_hex(parts, 2, out);
}

static void write_subject(crok_kept_kind kind, const char *hash,
                          char out[CROK_SUBJECT_MAX])
{
    (void)snprintf(out, CROK_SUBJECT_MAX, "%s%.64s", kinds[kind].subject, hash);
}

static crok_status put(const crok_hall_link *link, crok_kept_kind kind,
                       const char *hash, crok_post *post, crok_err *err)
{
    char subject[CROK_SUBJECT_MAX];
    write_subject(kind, hash, subject);
    post->stream = crok_hall_stream_name(kinds[kind].stream);
    post->subject = subject;
    post->expected = CROK_EXPECT_ANY;
    return link->calls->publish(link->broker, post, NULL, err);
}

crok_status crok_kept_put(const crok_hall_link *link, crok_kept_kind kind,
                          const char *hash, const char *bytes, size_t n,
                          crok_err *err)
{
    const char *const headers[] = {CROK_KIND_HEADER, kinds[kind].name, NULL};
    crok_post post = {.data = bytes, .len = n, .headers = headers};
    return put(link, kind, hash, &post, err);
}

crok_status crok_kept_put_job(const crok_hall_link *link, crok_kept_kind kind,
                              const crok_kept_job *job, crok_err *err)
{
    const char *headers[7] = {CROK_KIND_HEADER, kinds[kind].name};
    crok_post post = {
        .data = job->body->s, .len = job->body->len, .headers = headers};
    int n = 2;
    if (job->again) {
        headers[n++] = CROK_AGAIN_HEADER;
        headers[n++] = "1";
    }
    /* libnats 3.4 cannot read the headers of a message of which one is empty */
    if (job->options[0] != '\0') {
        headers[n++] = CROK_OPTIONS_HEADER;
        headers[n++] = job->options;
    }
    return put(link, kind, job->hash, &post, err);
}

bool crok_kept_is(const crok_hall_link *link, const crok_message *m,
                  crok_kept_kind kind)
{
    const char *name = link->calls->header(m, CROK_KIND_HEADER);
    return name != NULL && strcmp(name, kinds[kind].name) == 0;
}

crok_status crok_kept_get(const crok_hall_link *link, crok_kept_kind kind,
                          const char *hash, crok_message *out, crok_err *err)
{
    char subject[CROK_SUBJECT_MAX];
    write_subject(kind, hash, subject);
    return link->calls->last(link->broker,
                             crok_hall_stream_name(kinds[kind].stream), subject,
                             out, err);
}

crok_status crok_kept_has(const crok_hall_link *link, crok_kept_kind kind,
                          const char *hash, bool *out, crok_err *err)
{
    crok_message m = {0};
    crok_status st = crok_kept_get(link, kind, hash, &m, err);
    if (st == CROK_OK)
        *out = m.subject != NULL;
    link->calls->drop(&m);
    return st;
}

/* ---- results of further tries ---- */

/* Make the key of another try of a key's photo; both may be one. */
static void next_key(const char *key, char out[CROK_SHA256_HEX])
{
    static const char more[] = " again";
    crok_archive_hash(key, strlen(key), more, sizeof more - 1, out);
}

crok_status crok_kept_place(const crok_hall_link *link, const char *key,
                            bool again, char out[CROK_SHA256_HEX],
                            bool *is_known, crok_err *err)
{
    char at[CROK_SHA256_HEX];
    bool is_aside = true;
    crok_status st = CROK_OK;
    (void)snprintf(at, sizeof at, "%s", key);
    for (;;) {
        crok_message m = {0};
        st = crok_kept_get(link, CROK_KEPT_SCORE, at, &m, err);
        *is_known = st == CROK_OK && m.subject != NULL;
        is_aside = *is_known && crok_kept_is(link, &m, CROK_KEPT_ASIDE);
        link->calls->drop(&m);
        if (!is_aside || !again)
            break;
        next_key(at, at);
    }
    if (st == CROK_OK)
        memcpy(out, at, sizeof at);
    return st;
}

crok_status crok_kept_result(const crok_hall_link *link, const char *key,
                             crok_message *out, crok_err *err)
{
    char at[CROK_SHA256_HEX];
    crok_status st = crok_kept_get(link, CROK_KEPT_SCORE, key, out, err);
    (void)snprintf(at, sizeof at, "%s", key);
    while (st == CROK_OK && out->subject != NULL &&
           crok_kept_is(link, out, CROK_KEPT_ASIDE)) {
        crok_message m = {0};
        next_key(at, at);
        st = crok_kept_get(link, CROK_KEPT_SCORE, at, &m, err);
        if (st != CROK_OK || m.subject == NULL)
            break;
        link->calls->drop(out);
        *out = m;
    }
    return st;
}

/* ---- lists ---- */

void crok_kept_add_entry(crok_str *list, const char *key, const char *path,
                         const char *message)
{
    crok_str_add_bytes(list, key, strlen(key) + 1);
    crok_str_add_bytes(list, path, strlen(path) + 1);
    if (message == NULL)
        message = "";
    crok_str_add_bytes(list, message, strlen(message) + 1);
}

const char *crok_kept_next(const crok_message *m, size_t *at)
{
    const char *text = m->data + *at;
    const char *end = *at >= m->len ? NULL : memchr(text, '\0', m->len - *at);
    if (end == NULL)
        return NULL;
    *at = (size_t)(end + 1 - m->data);
    return text;
}
