/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/archive/bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/child.h"
#include "score/score_photo.h"

static const char *options_of(const crok_hall_link *link, const crok_message *m)
{
    const char *text = link->calls->header(m, CROK_OPTIONS_HEADER);
    return text == NULL ? "" : text;
}

bool crok_bundle_fits(const crok_bundle *b, const crok_hall_link *link,
                      const crok_message *job)
{
    if (b->n_messages == 0)
        return true;
    return b->is_sent && b->n_messages < CROK_BUNDLE_MESSAGES &&
           crok_kept_is(link, job, CROK_KEPT_PHOTO) &&
           strcmp(options_of(link, job), options_of(link, &b->message[0])) == 0;
}

static crok_status add_task(crok_bundle *b, crok_task t, crok_err *err)
{
    crok_task *more = realloc(b->task, ((size_t)b->n + 1) * sizeof *more);
    if (more == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a job's photos");
    t.fd = -1;
    b->task = more;
    b->task[b->n++] = t;
    return CROK_OK;
}

static bool is_again(const crok_hall_link *link, const crok_message *job)
{
    return link->calls->header(job, CROK_AGAIN_HEADER) != NULL;
}

static crok_status add_paths(crok_bundle *b, const crok_message *job,
                             bool again, crok_err *err)
{
    crok_status st = CROK_OK;
    const char *path = NULL;
    size_t at = 0;
    while (st == CROK_OK && (path = crok_kept_next(job, &at)) != NULL)
        st = b->n == CROK_JOB_MAX_PHOTOS
                 ? crok_fail(err, CROK_EFORMAT, "a job of more than %d photos",
                             CROK_JOB_MAX_PHOTOS)
                 : add_task(b, (crok_task){.path = path, .again = again}, err);
    return st;
}

static crok_status add_photo(crok_bundle *b, const crok_message *job,
                             bool again, crok_err *err)
{
    size_t at = 0;
    const char *path = crok_kept_next(job, &at);
    if (path == NULL)
        return crok_fail(err, CROK_EFORMAT, "a job without a photo");
    return add_task(b,
                    (crok_task){.path = path,
                                .again = again,
                                .bytes = job->data + at,
                                .n_bytes = job->len - at},
                    err);
}

crok_status crok_bundle_add(crok_bundle *b, const crok_hall_link *link,
                            crok_message *job, crok_err *err)
{
    bool is_sent = crok_kept_is(link, job, CROK_KEPT_PHOTO);
    const bool again = is_again(link, job);
    crok_status st =
        crok_job_options_parse(options_of(link, job), &b->options, err);
    if (st == CROK_OK && !is_sent && !crok_kept_is(link, job, CROK_KEPT_PATHS))
        st = crok_fail(err, CROK_EFORMAT,
                       "a job of an unknown kind; is it of a newer version of "
                       "crokeye?");
    if (st == CROK_OK)
        st = is_sent ? add_photo(b, job, again, err)
                     : add_paths(b, job, again, err);
    if (st != CROK_OK)
        return st;
    b->is_sent = is_sent;
    b->message[b->n_messages++] = *job;
    *job = (crok_message){0};
    return CROK_OK;
}

crok_status crok_task_leave(crok_task *t, const char *message, crok_err *err)
{
    t->state = CROK_TASK_UNREAD;
    t->message = strdup(message);
    return t->message != NULL
               ? CROK_OK
               : crok_fail(err, CROK_ENOMEM, "no memory for a photo's message");
}

/* A file could not be read: say so in the words of `crokeye score`. */
static crok_status leave_unread(crok_task *t, const char *why, crok_err *err)
{
    const crok_score_photo_options usual = crok_score_photo_usual();
    crok_status st = CROK_OK;
    crok_result *r = calloc(1, sizeof *r);
    if (r == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a photo's message");
    crok_score_photo(t->path, &usual, NULL, r);
    st = crok_task_leave(t, r->status == CROK_EIO ? r->err.msg : why, err);
    free(r);
    return st;
}

crok_status crok_bundle_identify(crok_bundle *b, crok_task *t, crok_err *err)
{
    char photo[CROK_SHA256_HEX];
    crok_err why = {0};
    if (t->bytes != NULL)
        crok_archive_hash(t->bytes, t->n_bytes, NULL, 0, photo);
    else if (stat(t->path, &t->file) != 0 || !S_ISREG(t->file.st_mode) ||
             crok_sha256_file(t->path, photo, &why) != CROK_OK)
        return leave_unread(t, why.msg, err);
    return crok_archive_key(photo, &b->options, t->key, err);
}

bool crok_task_has_changed(const crok_task *t)
{
    struct stat now = {0};
    if (t->bytes != NULL)
        return false;
    return stat(t->path, &now) != 0 || now.st_size != t->file.st_size ||
           now.st_ino != t->file.st_ino ||
           now.st_mtim.tv_sec != t->file.st_mtim.tv_sec ||
           now.st_mtim.tv_nsec != t->file.st_mtim.tv_nsec;
}

const char *crok_task_open(crok_task *t, char room[48])
{
    if (t->bytes == NULL)
        return t->path;
    if (t->fd < 0)
        t->fd = crok_child_file(t->bytes, t->n_bytes);
    if (t->fd < 0)
        return NULL;
    crok_archive_fd_path(t->fd, room);
    return room;
}

void crok_task_close(crok_task *t)
{
    if (t->fd >= 0)
        (void)close(t->fd);
    t->fd = -1;
}

void crok_bundle_clear(crok_bundle *b, const crok_hall_link *link)
{
    for (int i = 0; i < b->n; i++) {
        crok_task_close(&b->task[i]);
        free(b->task[i].message);
    }
    free(b->task);
    for (int i = 0; i < b->n_messages; i++)
        link->calls->drop(&b->message[i]);
    *b = (crok_bundle){.n = 0};
}
