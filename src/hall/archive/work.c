/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/clock.h"
#include "hall/archive/bundle.h"
#include "hall/archive/repath.h"
#include "hall/archive/scoring.h"
#include "hall/subjects.h"
#include "report/result.h"

/* How long a call waits before it looks whether the program is to end, ms. */
#define STEP_MS 500
/* How long more photos that were sent are waited for, ms. */
#define MORE_MS 20
/* A worker speaks so often within the time after which it counts as dead. */
#define BEATS 3
/* The broker hands a job out at most so often. Workers that are switched off
 * cost one each, so it only ends what never ends. */
#define DELIVERIES_MOST 1000
/* After this number of deliveries the photos of the job that have no result are
 * set aside: something in them ends not only the child, but whole workers.
 * Chosen by hand. */
#define DELIVERIES_ASIDE 20
/* A job is given up because its folder is missing only after this number of
 * machines have missed it. */
#define DELIVERIES_FOLDER 3
/* An acknowledgement is tried so often; then the job comes once more, and all
 * its results are there. */
#define ACKNOWLEDGE_TRIES 10

/* One thread. */
typedef struct worker {
    crok_work *w;
    crok_hall_link link;
    crok_broker_queue *queue;
    crok_bundle bundle;
    crok_message held; /* a job that did not fit into the bundle: the next */
    int64_t beat_ms;   /* when the broker was told last that work goes on */
    bool is_away;      /* the broker; a person was told */
} worker;

static void sleep_step(void)
{
    const struct timespec step = {.tv_nsec = STEP_MS * 1000000L};
    (void)nanosleep(&step, NULL);
}

static void count(worker *k, int *counter, int n)
{
    (void)pthread_mutex_lock(&k->w->lock);
    *counter += n;
    (void)pthread_mutex_unlock(&k->w->lock);
}

crok_work_counts crok_work_counted(crok_work *w)
{
    crok_work_counts counts;
    (void)pthread_mutex_lock(&w->lock);
    counts = w->counts;
    (void)pthread_mutex_unlock(&w->lock);
    return counts;
}

static crok_status no_memory(crok_err *err)
{
    return crok_fail(err, CROK_ENOMEM, "no memory to score photos");
}

/* Is a call of the broker to be made again, as it gave no answer? Waits. */
static bool is_again(worker *k, crok_status st, const crok_err *err)
{
    if (st != CROK_EIO) {
        k->is_away = false;
        return false;
    }
    if (k->w->wants_end())
        return false;
    if (!k->is_away)
        k->w->tell(k->w->context, err->msg);
    k->is_away = true;
    sleep_step();
    return true;
}

/* Tell the broker that work on what was taken goes on. What fails here is tried
 * again at the next step. */
static void beat(worker *k)
{
    int64_t now = crok_clock_monotonic_ms();
    crok_err ignored;
    if (now - k->beat_ms < k->w->dead_after_ms / BEATS)
        return;
    k->beat_ms = now;
    for (int i = 0; i < k->bundle.n_messages; i++)
        (void)k->link.calls->prolong(&k->bundle.message[i], &ignored);
    if (k->held.subject != NULL)
        (void)k->link.calls->prolong(&k->held, &ignored);
}

/* Give the jobs that were begun back, so that others get them at once. Of those
 * that are done the broker knows it; what fails here, it hands out after
 * dead_after_ms. */
static void give_back(worker *k)
{
    crok_err ignored;
    for (int i = 0; i < k->bundle.n_messages; i++)
        (void)k->link.calls->give_back(&k->bundle.message[i], &ignored);
    if (k->held.subject != NULL)
        (void)k->link.calls->give_back(&k->held, &ignored);
}

/* ---- one photo ---- */

static crok_status keep_result(worker *k, crok_task *t, crok_kept_kind kind,
                               const char *line, crok_err *err)
{
    crok_status st = CROK_OK;
    do
        st = crok_kept_put(&k->link, kind, t->place, line, strlen(line), err);
    while (is_again(k, st, err));
    if (st != CROK_OK && st != CROK_ECONFLICT)
        return st;
    t->state = CROK_TASK_DONE;
    crok_task_close(t);
    if (st == CROK_ECONFLICT)
        count(k, &k->w->counts.known, 1);
    else if (kind == CROK_KEPT_ASIDE)
        count(k, &k->w->counts.aside, 1);
    else
        count(k, &k->w->counts.scored, 1);
    return CROK_OK;
}

static crok_status leave(worker *k, crok_task *t, const char *message,
                         crok_err *err)
{
    count(k, &k->w->counts.unread, 1);
    return crok_task_leave(t, message, err);
}

/* Keep the line that the child printed about a photo. */
static crok_status take_line(worker *k, crok_task *t, const char *line,
                             crok_err *err)
{
    char *own = NULL;
    crok_status st = CROK_OK;
    if (crok_task_has_changed(t))
        return leave(
            k, t, "the file changed while it was scored; queue it again", err);
    if (t->bytes == NULL)
        return keep_result(k, t, CROK_KEPT_SCORE, line, err);
    own = crok_repath(line, t->path);
    st = own == NULL ? no_memory(err)
                     : keep_result(k, t, CROK_KEPT_SCORE, own, err);
    free(own);
    return st;
}

/* Set a photo aside: its result says so, and why. */
static crok_status set_aside(worker *k, crok_task *t, const char *why,
                             crok_err *err)
{
    char message[512];
    char *line = NULL;
    crok_status st = CROK_OK;
    crok_result *r = calloc(1, sizeof *r);
    if (r == NULL)
        return no_memory(err);
    r->image = t->path;
    r->status = crok_fail(&r->err, CROK_ETOOLARGE, "set aside: %s", why);
    line = crok_result_json(r);
    free(r);
    if (line == NULL)
        return no_memory(err);
    st = keep_result(k, t, CROK_KEPT_ASIDE, line, err);
    free(line);
    (void)snprintf(message, sizeof message, "%.300s: set aside: %s", t->path,
                   why);
    if (st == CROK_OK)
        k->w->tell(k->w->context, message);
    return st;
}

/* ---- one child ---- */

/* Photos for one child. */
typedef struct group {
    const crok_job_words *words;
    crok_task *task[CROK_JOB_MAX_PHOTOS];
    int n;
    int n_done;   /* so many of the first have their result */
    char why[96]; /* n_done < n: how the child ended before the next one */
} group;

/* A result that says that there was no memory is none: another machine, or the
 * photo alone, may have enough. */
static bool is_result(const char *line)
{
    return line[0] == '{' &&
           strstr(line, "\"error\":{\"code\":\"no_memory\"") == NULL;
}

static crok_status start_group(worker *k, const group *g, crok_scoring *out,
                               crok_err *err)
{
    char(*room)[48] = calloc((size_t)g->n, sizeof *room);
    const char **paths = calloc((size_t)g->n, sizeof *paths);
    crok_status st = room == NULL || paths == NULL ? no_memory(err) : CROK_OK;
    for (int i = 0; st == CROK_OK && i < g->n; i++) {
        paths[i] = crok_task_open(g->task[i], room[i]);
        st = paths[i] == NULL ? no_memory(err) : CROK_OK;
    }
    if (st == CROK_OK)
        st = crok_scoring_start(k->w, g->words, paths, g->n, out, err);
    free((void *)paths);
    free(room);
    return st;
}

/* Let a child score the group, until it ends or all is done. */
static crok_status run_group(worker *k, group *g, crok_err *err)
{
    crok_scoring s = {.pid = 0};
    const char *line = NULL;
    bool goes_on = true;
    crok_status st = start_group(k, g, &s, err);
    if (st != CROK_OK)
        return st;
    g->n_done = 0;
    g->why[0] = '\0';
    while (st == CROK_OK && goes_on && g->n_done < g->n && !k->w->wants_end()) {
        crok_scoring_step step = crok_scoring_next(&s, STEP_MS, &line);
        beat(k);
        goes_on = step == CROK_SCORING_LINE
                      ? is_result(line)
                      : step == CROK_SCORING_WAITS && !crok_scoring_is_late(&s);
        if (step == CROK_SCORING_LINE && goes_on)
            st = take_line(k, g->task[g->n_done++], line, err);
        else if (step == CROK_SCORING_LINE)
            (void)snprintf(g->why, sizeof g->why,
                           "no memory within a limit of %d MB",
                           (int)(k->w->bytes >> 20));
    }
    if (!crok_scoring_end(&s, goes_on || g->why[0] != '\0' ? NULL : g->why) &&
        g->n_done == 0)
        return crok_fail(err, CROK_EFORMAT,
                         "crokeye score refuses the options of a job; are "
                         "these workers of the same version as the program "
                         "that queued it?");
    return st;
}

/* Score a photo alone, as it or another of its group ended the child. */
static crok_status run_alone(worker *k, const crok_job_words *words,
                             crok_task *t, crok_err *err)
{
    char why[160];
    crok_status st = CROK_OK;
    group *g = calloc(1, sizeof *g);
    if (g == NULL)
        return no_memory(err);
    *g = (group){.words = words, .task = {t}, .n = 1};
    for (int i = 0; st == CROK_OK && t->state == CROK_TASK_TODO &&
                    i < CROK_ARCHIVE_TRIES && !k->w->wants_end();
         i++)
        st = run_group(k, g, err);
    (void)snprintf(why, sizeof why, "after %d tries: %s", CROK_ARCHIVE_TRIES,
                   g->why);
    free(g);
    if (st == CROK_OK && t->state == CROK_TASK_TODO && !k->w->wants_end())
        st = set_aside(k, t, why, err);
    return st;
}

static void collect(crok_bundle *b, group *g)
{
    g->n = 0;
    for (int i = 0; i < b->n; i++)
        if (b->task[i].state == CROK_TASK_TODO)
            g->task[g->n++] = &b->task[i];
}

static crok_status score_all(worker *k, const crok_job_words *words,
                             crok_err *err)
{
    crok_status st = CROK_OK;
    group *g = calloc(1, sizeof *g);
    if (g == NULL)
        return no_memory(err);
    g->words = words;
    collect(&k->bundle, g);
    while (st == CROK_OK && g->n > 0 && !k->w->wants_end()) {
        st = run_group(k, g, err);
        if (st == CROK_OK && g->n_done < g->n && !k->w->wants_end())
            st = run_alone(k, words, g->task[g->n_done], err);
        collect(&k->bundle, g);
    }
    free(g);
    return st;
}

/* ---- a bundle ---- */

/* Equal photos of the bundle are scored once. */
static bool is_before(const crok_bundle *b, const crok_task *t)
{
    for (const crok_task *u = b->task; u < t; u++)
        if (u->state == CROK_TASK_TODO && strcmp(u->key, t->key) == 0)
            return true;
    return false;
}

static crok_status look_up(worker *k, crok_task *t, crok_err *err)
{
    bool is_known = false;
    crok_status st = crok_bundle_identify(&k->bundle, t, err);
    if (t->state == CROK_TASK_UNREAD)
        count(k, &k->w->counts.unread, 1);
    if (st != CROK_OK || t->state != CROK_TASK_TODO)
        return st;
    do
        st = crok_kept_place(&k->link, t->key, t->again, t->place, &is_known,
                             err);
    while (is_again(k, st, err));
    if (st == CROK_OK && (is_known || is_before(&k->bundle, t))) {
        t->state = CROK_TASK_DONE;
        count(k, &k->w->counts.known, 1);
    }
    return st;
}

/* No photo of the job can be read, nor is there its folder: is it a folder that
 * this machine lacks? Then the job is another machine's. */
static crok_status check_folder(const crok_bundle *b, crok_err *err)
{
    const char *slash = b->n == 0 ? NULL : strrchr(b->task[0].path, '/');
    char folder[4096];
    for (int i = 0; i < b->n; i++)
        if (b->task[i].state != CROK_TASK_UNREAD)
            return CROK_OK;
    if (slash == NULL || b->message[0].n_deliveries >= DELIVERIES_FOLDER)
        return CROK_OK;
    (void)snprintf(folder, sizeof folder, "%.*s",
                   (int)(slash - b->task[0].path), b->task[0].path);
    if (access(folder, X_OK) == 0)
        return CROK_OK;
    return crok_fail(err, CROK_EIO,
                     "%.150s: no such folder on this machine; share it here "
                     "under this path, or queue photos with --send",
                     folder);
}

static crok_status give_up(worker *k, crok_err *err)
{
    crok_status st = CROK_OK;
    char why[96];
    (void)snprintf(why, sizeof why,
                   "its job was handed out %d times, and no worker finished it",
                   k->bundle.message[0].n_deliveries);
    for (int i = 0; st == CROK_OK && i < k->bundle.n; i++)
        if (k->bundle.task[i].state == CROK_TASK_TODO)
            st = set_aside(k, &k->bundle.task[i], why, err);
    return st;
}

/* Keep the list of the job's photos: under the job's hash, which says that it
 * is done; or if photos could not be read, under its own. */
static crok_status keep_list(worker *k, crok_err *err)
{
    const crok_bundle *b = &k->bundle;
    const char *hash = strrchr(b->message[0].subject, '.');
    char own[CROK_SHA256_HEX];
    crok_str list = {0};
    bool is_whole = hash != NULL;
    crok_status st = CROK_OK;
    for (int i = 0; i < b->n; i++) {
        const crok_task *t = &b->task[i];
        bool is_unread = t->state == CROK_TASK_UNREAD;
        is_whole = is_whole && !is_unread;
        crok_kept_add_entry(&list, is_unread ? "" : t->key, t->path,
                            t->message);
    }
    if (!list.failed && list.len > 0) {
        crok_archive_hash(list.s, list.len, NULL, 0, own);
        do
            st =
                crok_kept_put(&k->link, CROK_KEPT_LIST,
                              is_whole ? hash + 1 : own, list.s, list.len, err);
        while (is_again(k, st, err));
    }
    if (list.failed)
        st = no_memory(err);
    free(list.s);
    return st == CROK_ECONFLICT ? CROK_OK : st;
}

/* Take a job of n photos out of the queue. */
static void acknowledge(worker *k, crok_message *m, int n)
{
    crok_err err = {0};
    crok_status st = CROK_EIO;
    for (int i = 0; st != CROK_OK && i < ACKNOWLEDGE_TRIES; i++) {
        if (i > 0)
            sleep_step();
        st = k->link.calls->done(k->link.broker, m, &err);
    }
    if (st != CROK_OK)
        k->w->tell(k->w->context, err.msg);
    if (st != CROK_OK || n == 0)
        return;
    count(k, &k->w->counts.jobs, 1);
    count(k, &k->w->counts.job_photos, n);
}

static crok_status score_bundle(worker *k, crok_err *err)
{
    crok_job_words words;
    crok_status st = CROK_OK;
    if (k->bundle.message[0].n_deliveries > DELIVERIES_ASIDE)
        return give_up(k, err);
    do
        st = crok_job_words_make(&k->link, &k->bundle.options, &words, err);
    while (is_again(k, st, err));
    if (st != CROK_OK)
        return st;
    st = score_all(k, &words, err);
    crok_job_words_free(&words);
    return st;
}

static crok_status do_bundle(worker *k, crok_err *err)
{
    crok_bundle *b = &k->bundle;
    crok_status st = CROK_OK;
    for (int i = 0; st == CROK_OK && i < b->n && !k->w->wants_end(); i++) {
        st = look_up(k, &b->task[i], err);
        beat(k);
    }
    if (st == CROK_OK)
        st = check_folder(b, err);
    if (st == CROK_OK && !k->w->wants_end())
        st = score_bundle(k, err);
    if (st == CROK_OK && !k->w->wants_end() && !b->is_sent)
        st = keep_list(k, err);
    for (int i = 0; st == CROK_OK && i < b->n_messages && !k->w->wants_end();
         i++)
        acknowledge(k, &b->message[i], b->is_sent ? 1 : b->n);
    return st;
}

/* ---- the queue ---- */

/* A job that nobody can do is taken out of the queue with a word. */
static crok_status add_job(worker *k, crok_message *job, crok_err *err)
{
    crok_status st = crok_bundle_add(&k->bundle, &k->link, job, err);
    if (st == CROK_EFORMAT) {
        k->w->tell(k->w->context, err->msg);
        acknowledge(k, job, 0);
        k->link.calls->drop(job);
        return CROK_OK;
    }
    return st;
}

/* Take the first job of a bundle, and more photos that were sent. */
static crok_status take_bundle(worker *k, crok_err *err)
{
    crok_message job = k->held;
    crok_status st = CROK_OK;
    k->held = (crok_message){0};
    if (job.subject == NULL)
        st = k->link.calls->take(k->queue, STEP_MS, &job, err);
    k->beat_ms = crok_clock_monotonic_ms();
    while (st == CROK_OK && job.subject != NULL) {
        if (!crok_bundle_fits(&k->bundle, &k->link, &job)) {
            k->held = job;
            return CROK_OK;
        }
        st = add_job(k, &job, err);
        if (st != CROK_OK || (k->bundle.n_messages > 0 && !k->bundle.is_sent) ||
            k->bundle.n_messages == CROK_BUNDLE_MESSAGES)
            break;
        st = k->link.calls->take(k->queue, MORE_MS, &job, err);
    }
    k->link.calls->drop(&job);
    /* what was taken before the broker went away is done all the same */
    return st == CROK_EIO && k->bundle.n_messages > 0 ? CROK_OK : st;
}

static crok_status look_if_empty(worker *k, bool *is_empty, crok_err *err)
{
    crok_stream_figures f = {0};
    crok_status st = k->link.calls->figures(
        k->link.broker, crok_hall_stream_name(CROK_HALL_JOB), &f, err);
    *is_empty = st == CROK_OK && f.messages == 0;
    return st;
}

static crok_status work_on(worker *k, crok_err *err)
{
    bool is_empty = false;
    crok_status st = CROK_OK;
    while (st == CROK_OK && !is_empty && !k->w->wants_end()) {
        st = take_bundle(k, err);
        if (is_again(k, st, err)) {
            st = CROK_OK;
            continue;
        }
        if (st == CROK_OK && k->bundle.n_messages > 0)
            st = do_bundle(k, err);
        else if (st == CROK_OK && k->w->until_empty && k->held.subject == NULL)
            st = look_if_empty(k, &is_empty, err) == CROK_EIO ? CROK_OK : st;
        if (st != CROK_OK || k->w->wants_end())
            give_back(k);
        crok_bundle_clear(&k->bundle, &k->link);
    }
    return k->w->wants_end() ? CROK_OK : st;
}

static crok_status join(worker *k, crok_err *err)
{
    const crok_queue_plan plan = {
        .stream = crok_hall_stream_name(CROK_HALL_JOB),
        .subjects = crok_hall_stream_subjects(CROK_HALL_JOB),
        .name = "workers",
        .ack_wait_ms = k->w->dead_after_ms,
        .max_deliveries = DELIVERIES_MOST};
    crok_err why = {0};
    crok_status st =
        k->link.calls->join_queue(k->link.broker, &plan, &k->queue, &why);
    return st == CROK_OK
               ? CROK_OK
               : crok_fail(err, st,
                           "%.150s; is it that other workers have another "
                           "--dead-after?",
                           why.msg);
}

crok_status crok_work_run(crok_work *w, crok_err *err)
{
    worker k = {.w = w};
    crok_status st = crok_hall_link_open(w->engine, &k.link, err);
    if (st != CROK_OK)
        return st;
    st = crok_archive_make(&k.link, err);
    if (st == CROK_OK)
        st = join(&k, err);
    if (st == CROK_OK)
        st = work_on(&k, err);
    crok_bundle_clear(&k.bundle, &k.link);
    k.link.calls->drop(&k.held);
    k.link.calls->leave_queue(&k.queue);
    crok_hall_link_close(&k.link);
    return st;
}
