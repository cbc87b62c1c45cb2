/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/followers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/clock.h"
#include "table/watcher.h"

/* One table whose source is watched. */
typedef struct follower {
    crok_followers *all;
    const crok_watch_table *table;
    int number; /* of the table, from 1 */
    crok_setup_known known;
    crok_watcher *watcher;
    crok_status status; /* of its end; read when its thread has ended */
    pthread_t thread;
    bool has_thread;
} follower;

/* Of each table, when the present step of its thread began, ms; 0: it takes
 * none. Of the process, as the server asks for it until its own end. */
static _Atomic int64_t step_ms[CROK_MAX_TABLES];

struct crok_followers {
    const crok_watch_cli *cli;
    void (*say)(const char *what);
    int n;
    follower *of[CROK_MAX_TABLES]; /* owned */
    pthread_mutex_t lock;
    pthread_cond_t end; /* by the monotonic clock */
    bool ends;          /* under the lock */
};

/* ---- messages ---- */

/* Say something of a table; of several with its number. */
static void say(const follower *f, const char *what)
{
    char text[sizeof((crok_err *)NULL)->msg + 32];
    if (f->all->cli->n_tables == 1) {
        f->all->say(what);
        return;
    }
    (void)snprintf(text, sizeof text, "table %d: %s", f->number, what);
    f->all->say(text);
}

static void message(void *context, const char *what)
{
    say(context, what);
}

/* ---- beginning ---- */

static crok_status add(crok_followers *all, int i, crok_err *err)
{
    const crok_watch_table *table = &all->cli->table[i];
    follower *f = NULL;
    if (table->source.spec[0] == '\0')
        return CROK_OK;
    f = calloc(1, sizeof *f);
    if (f == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to watch a table");
    f->all = all;
    f->table = table;
    f->number = i + 1;
    all->of[all->n++] = f;
    return crok_setup_words_known(&table->words, &f->known, err);
}

crok_status crok_followers_new(const crok_watch_cli *cli,
                               void (*tell)(const char *what),
                               crok_followers **out, crok_err *err)
{
    pthread_condattr_t how;
    crok_status st = CROK_OK;
    crok_followers *all = calloc(1, sizeof *all);
    if (all == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to watch a table");
    all->cli = cli;
    all->say = tell;
    (void)pthread_mutex_init(&all->lock, NULL);
    (void)pthread_condattr_init(&how);
    (void)pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&all->end, &how);
    (void)pthread_condattr_destroy(&how);
    for (int i = 0; i < cli->n_tables && st == CROK_OK; i++)
        st = add(all, i, err);
    if (st == CROK_OK)
        *out = all;
    else
        (void)crok_followers_end(&all);
    return st;
}

int crok_followers_count(const crok_followers *f)
{
    return f->n;
}

static crok_status open_source(follower *f, crok_serve *server, crok_err *err)
{
    const crok_watch_table *t = f->table;
    const crok_watcher_options o = {
        .source = t->source.spec,
        .capture = &t->source.capture,
        .pose = f->known.pose,
        .board = f->known.board,
        .live = crok_serve_live(server, f->number - 1),
        .name = t->record_path == NULL ? "the record" : t->record_path,
        .setup = &t->words.setup,
        .shows_board = true,
        .keeps_replays = !f->all->cli->no_replay,
        .awaits_source = true,
        .message = message,
        .context = f};
    return crok_watcher_open(&o, &f->watcher, err);
}

crok_status crok_followers_open(crok_followers *f, crok_serve *server,
                                crok_err *err)
{
    crok_err why = {0};
    crok_status st = CROK_OK;
    for (int i = 0; i < f->n && st == CROK_OK; i++) {
        st = open_source(f->of[i], server, &why);
        if (st != CROK_OK && f->cli->n_tables > 1)
            return crok_fail(err, st, "table %d: %.230s", f->of[i]->number,
                             why.msg);
    }
    return st == CROK_OK ? CROK_OK : crok_fail(err, st, "%s", why.msg);
}

/* ---- watching ---- */

/* Wait at most `ms` milliseconds for the end; true if it has come. */
static bool wants_end(crok_followers *all, int64_t ms)
{
    struct timespec until = {0};
    bool ends = false;
    int failure = 0;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(ms / 1000);
    until.tv_nsec += (long)(ms % 1000) * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    (void)pthread_mutex_lock(&all->lock);
    while (ms > 0 && !all->ends && failure == 0)
        failure = pthread_cond_timedwait(&all->end, &all->lock, &until);
    ends = all->ends;
    (void)pthread_mutex_unlock(&all->lock);
    return ends;
}

bool crok_followers_are_alive(void)
{
    const int64_t late_ms =
        crok_clock_monotonic_ms() - INT64_C(1000) * CROK_FOLLOWER_STUCK_S;
    bool are_alive = true;
    for (int i = 0; i < CROK_MAX_TABLES; i++) {
        const int64_t begun_ms = step_ms[i];
        are_alive = are_alive && (begun_ms == 0 || begun_ms > late_ms);
    }
    return are_alive;
}

/* The thread of a table: watch until the source ends or fails, or all end. */
static void *watch(void *context)
{
    follower *f = context;
    crok_err err = {0};
    bool more = true;
    while (more && !wants_end(f->all, crok_watcher_due_ms(f->watcher))) {
        step_ms[f->number - 1] = crok_clock_monotonic_ms();
        f->status = crok_watcher_step(f->watcher, &more, &err);
        step_ms[f->number - 1] = 0;
        if (f->status != CROK_OK) {
            say(f, err.msg);
            break;
        }
    }
    return NULL;
}

crok_status crok_followers_start(crok_followers *f, crok_err *err)
{
    for (int i = 0; i < f->n; i++) {
        const int rc = pthread_create(&f->of[i]->thread, NULL, watch, f->of[i]);
        if (rc != 0)
            return crok_fail(err, CROK_EIO, "no thread for table %d: %s",
                             f->of[i]->number, strerror(rc));
        f->of[i]->has_thread = true;
    }
    return CROK_OK;
}

/* ---- the end ---- */

crok_status crok_followers_end(crok_followers **f)
{
    crok_followers *all = f == NULL ? NULL : *f;
    crok_status st = CROK_OK;
    if (all == NULL)
        return CROK_OK;
    (void)pthread_mutex_lock(&all->lock);
    all->ends = true;
    (void)pthread_cond_broadcast(&all->end);
    (void)pthread_mutex_unlock(&all->lock);
    for (int i = 0; i < all->n; i++) {
        if (all->of[i]->has_thread)
            (void)pthread_join(all->of[i]->thread, NULL);
        if (st == CROK_OK)
            st = all->of[i]->status;
        crok_watcher_close(&all->of[i]->watcher);
        free(all->of[i]);
    }
    (void)pthread_cond_destroy(&all->end);
    (void)pthread_mutex_destroy(&all->lock);
    free(all);
    *f = NULL;
    return st;
}
