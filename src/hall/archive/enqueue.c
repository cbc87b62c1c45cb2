/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/file.h"
#include "hall/archive/job_options.h"
#include "hall/archive/kept.h"

/* The parts of a job's message that are not the photo, bytes. */
enum { MESSAGE_MORE = 8192 };

static crok_status no_memory(crok_err *err)
{
    return crok_fail(err, CROK_ENOMEM, "no memory to queue photos");
}

/* Remember a job, to be waited for. */
static crok_status remember(crok_enqueuer *e, const char *hash, crok_err *err)
{
    if (e->n_jobs == e->room) {
        int room = e->room == 0 ? 64 : 2 * e->room;
        void *more = realloc(e->job, (size_t)room * sizeof *e->job);
        if (more == NULL)
            return no_memory(err);
        e->job = more;
        e->room = room;
    }
    (void)snprintf(e->job[e->n_jobs++], CROK_SHA256_HEX, "%s", hash);
    return CROK_OK;
}

/* Publish a job of n photos, unless it is in the queue. */
static crok_status put_job(crok_enqueuer *e, crok_kept_kind kind,
                           const char *hash, const crok_str *body, int n,
                           crok_err *err)
{
    char *options = crok_job_options_text(e->options);
    const crok_kept_job job = {hash, body, options, e->again};
    crok_status st = options == NULL || body->failed
                         ? no_memory(err)
                         : crok_kept_put_job(e->link, kind, &job, err);
    free(options);
    if (st != CROK_OK && st != CROK_ECONFLICT)
        return st;
    if (st == CROK_OK)
        e->all.n_queued += n;
    else
        e->all.n_waiting += n;
    return remember(e, hash, err);
}

/* ---- photos in a shared folder ---- */

/* A job's hash is that of its options and of its photos' paths, sizes and
 * times: a photo that has changed makes another job. */
static crok_status hash_job(const crok_enqueuer *e, const char *const *paths,
                            int n, char out[CROK_SHA256_HEX], crok_err *err)
{
    char *options = crok_job_options_text(e->options);
    crok_str t = {0};
    for (int i = 0; i < n; i++) {
        struct stat st = {0};
        if (stat(paths[i], &st) != 0)
            st.st_size = -1;
        crok_str_add_bytes(&t, paths[i], strlen(paths[i]) + 1);
        crok_str_addf(&t, "%lld %lld.%09ld;", (long long)st.st_size,
                      (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
    }
    if (options != NULL && !t.failed)
        crok_archive_hash(options, strlen(options), t.s, t.len, out);
    free(t.s);
    free(options);
    return options == NULL || t.failed ? no_memory(err) : CROK_OK;
}

static crok_status queue_paths(crok_enqueuer *e, const char *const *paths,
                               int n, crok_err *err)
{
    char hash[CROK_SHA256_HEX];
    crok_str body = {0};
    bool is_done = false;
    crok_status st = hash_job(e, paths, n, hash, err);
    if (st == CROK_OK && !e->again)
        st = crok_kept_has(e->link, CROK_KEPT_LIST, hash, &is_done, err);
    if (st != CROK_OK)
        return st;
    if (is_done) {
        e->all.n_done += n;
        return CROK_OK;
    }
    for (int i = 0; i < n; i++)
        crok_str_add_bytes(&body, paths[i], strlen(paths[i]) + 1);
    st = put_job(e, CROK_KEPT_PATHS, hash, &body, n, err);
    free(body.s);
    return st;
}

/* ---- photos that are sent ---- */

/* A photo of which only the path and a message will be known. */
static void leave_out(crok_enqueuer *e, const char *path, const char *message,
                      crok_str *list)
{
    crok_kept_add_entry(list, "", path, message);
    e->tell(e->context, path, message);
}

static crok_status queue_bytes(crok_enqueuer *e, const char *path,
                               const char *bytes, size_t n, crok_str *list,
                               crok_err *err)
{
    char photo[CROK_SHA256_HEX];
    char key[CROK_SHA256_HEX];
    char place[CROK_SHA256_HEX];
    crok_str body = {0};
    bool is_done = false;
    crok_status st = CROK_OK;
    crok_archive_hash(bytes, n, NULL, 0, photo);
    st = crok_archive_key(photo, e->options, key, err);
    if (st == CROK_OK)
        st = crok_kept_place(e->link, key, e->again, place, &is_done, err);
    if (st != CROK_OK)
        return st;
    crok_kept_add_entry(list, key, path, NULL);
    if (is_done) {
        e->all.n_done++;
        return CROK_OK;
    }
    crok_str_add_bytes(&body, path, strlen(path) + 1);
    crok_str_add_bytes(&body, bytes, n);
    st = put_job(e, CROK_KEPT_PHOTO, key, &body, 1, err);
    free(body.s);
    return st;
}

static crok_status send_one(crok_enqueuer *e, const char *path, crok_str *list,
                            crok_err *err)
{
    const int64_t largest = e->link->calls->largest(e->link->broker) -
                            MESSAGE_MORE - (int64_t)strlen(path);
    char message[160];
    char *bytes = NULL;
    size_t n = 0;
    crok_err why = {0};
    crok_status st = CROK_OK;
    if (largest <= 0)
        return crok_fail(err, CROK_ETOOLARGE,
                         "the broker takes no message of a photo's size; set "
                         "its max_payload");
    st = crok_file_read(path, (size_t)largest, &bytes, &n, &why);
    if (st == CROK_ENOMEM)
        return no_memory(err);
    if (st != CROK_OK) {
        e->all.n_unread++;
        leave_out(e, path, why.msg, list);
    } else if ((int64_t)n > largest) {
        e->all.n_too_large++;
        (void)snprintf(message, sizeof message,
                       "larger than the %lld bytes that the broker takes "
                       "(max_payload): use a shared folder, or save it smaller",
                       (long long)largest);
        leave_out(e, path, message, list);
    } else {
        st = queue_bytes(e, path, bytes, n, list, err);
        free(bytes);
        return st;
    }
    free(bytes);
    return CROK_OK;
}

/* Workers do not see the photos' paths together, so their list is kept here. */
static crok_status send_all(crok_enqueuer *e, const char *const *paths, int n,
                            crok_err *err)
{
    char hash[CROK_SHA256_HEX];
    crok_str list = {0};
    crok_status st = CROK_OK;
    for (int i = 0; st == CROK_OK && i < n; i++)
        st = send_one(e, paths[i], &list, err);
    if (st == CROK_OK && list.failed)
        st = no_memory(err);
    if (st == CROK_OK) {
        crok_archive_hash(list.s, list.len, NULL, 0, hash);
        st =
            crok_kept_put(e->link, CROK_KEPT_LIST, hash, list.s, list.len, err);
        st = st == CROK_ECONFLICT ? CROK_OK : st;
    }
    free(list.s);
    return st;
}

crok_status crok_archive_enqueue(crok_enqueuer *e, const char *const *paths,
                                 int n, crok_err *err)
{
    return e->sends ? send_all(e, paths, n, err)
                    : queue_paths(e, paths, n, err);
}

crok_status crok_archive_left(const crok_enqueuer *e, int *from, int *left,
                              crok_err *err)
{
    crok_status st = CROK_OK;
    bool is_there = false;
    while (st == CROK_OK && *from < e->n_jobs) {
        st = crok_kept_has(e->link, CROK_KEPT_PATHS, e->job[*from], &is_there,
                           err);
        if (st != CROK_OK || is_there)
            break;
        ++*from;
    }
    if (st == CROK_OK)
        *left = e->n_jobs - *from;
    return st;
}

void crok_enqueuer_end(crok_enqueuer *e)
{
    free(e->job);
    e->job = NULL;
    e->n_jobs = e->room = 0;
}
