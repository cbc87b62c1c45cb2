/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_work.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "cli/archive_progress.h"
#include "cli/end_signal.h"
#include "cli/engine_parse.h"
#include "cli/options.h"
#include "cli/pool.h"
#include "cli/say.h"
#include "cli/whole_number.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

enum { OPT_UNTIL_EMPTY = 256, OPT_CPU_LIMIT, OPT_MEMORY_LIMIT, OPT_DEAD_AFTER };

static const char help_text[] =
    "Usage: crokeye work [OPTION]...\n"
    "Scores the photos that `crokeye enqueue` has queued, on any number of\n"
    "machines at the same time. It can be ended, killed and started again at\n"
    "any time: what is scored stays, the rest is done by who is there.\n"
    "\n" CROK_ENGINE_HELP
    "  -j, --jobs N   score N photos at a time (default 1)\n"
    "  --until-empty  end when nothing is queued; otherwise wait for more\n"
    "  --cpu-limit S  seconds of processor time that a photo may take (20)\n"
    "  --memory-limit MB\n"
    "                 memory that scoring may take (2048)\n"
    "  --dead-after S\n"
    "                 a worker that says nothing for S seconds counts as "
    "dead,\n"
    "                 and others get its job (30; the same for all workers)\n"
    "  -h, --help     show this\n"
    "\n"
    "A photo that crashes or exceeds a limit three times is set aside: its\n"
    "result says why, the others go on. Photos are read by the paths that "
    "were\n"
    "queued, unless they were sent.\n"
    "\n"
    "Exit status: 0 done; 1 some photo was set aside or could not be read;\n"
    "2 wrong usage; 3 could not run.\n";

typedef struct run {
    crok_engine_options engine;
    crok_work work;
    int n_workers;
    bool wants_help;
    int n_running;        /* workers */
    pthread_mutex_t lock; /* of n_running and the terminal */
    crok_archive_progress progress;
} run;

static void tell(void *context, const char *message)
{
    run *r = context;
    (void)pthread_mutex_lock(&r->lock);
    crok_progress_hide(&r->progress.bar);
    crok_say("crokeye work: %s", message);
    (void)pthread_mutex_unlock(&r->lock);
}

static bool wants_end(void)
{
    return crok_end_signal_came();
}

static bool is_running(run *r)
{
    bool is = false;
    (void)pthread_mutex_lock(&r->lock);
    is = r->n_running > 0;
    (void)pthread_mutex_unlock(&r->lock);
    return is;
}

/* Show the progress of all machines until this one's workers have ended. */
static void watch_progress(run *r)
{
    const struct timespec second = {.tv_sec = 1};
    crok_hall_link link = {0};
    if (!r->progress.bar.is_terminal ||
        crok_hall_link_open(&r->engine, &link, NULL) != CROK_OK)
        return;
    while (is_running(r)) {
        crok_work_counts n = crok_work_counted(&r->work);
        (void)pthread_mutex_lock(&r->lock);
        crok_archive_progress_show(&r->progress, &link, -1,
                                   n.jobs == 0 ? 0.0
                                               : (double)n.job_photos / n.jobs);
        (void)pthread_mutex_unlock(&r->lock);
        (void)nanosleep(&second, NULL);
    }
    crok_progress_hide(&r->progress.bar);
    crok_hall_link_close(&link);
}

/* The workers, and last the progress. Returns NULL, or an error to be freed. */
static void *run_one(void *context, int i)
{
    run *r = context;
    crok_err *err = NULL;
    if (i == r->n_workers) {
        watch_progress(r);
        return NULL;
    }
    err = calloc(1, sizeof *err);
    if (err == NULL || crok_work_run(&r->work, err) == CROK_OK) {
        free(err);
        err = NULL;
    }
    (void)pthread_mutex_lock(&r->lock);
    r->n_running--;
    (void)pthread_mutex_unlock(&r->lock);
    return err;
}

static int report(run *r, bool has_failed)
{
    crok_work_counts n = crok_work_counted(&r->work);
    if (has_failed && n.jobs == 0)
        return COULD_NOT_RUN;
    (void)printf("%d photos scored, %d had results, %d set aside, %d could "
                 "not be read\n",
                 n.scored, n.known, n.aside, n.unread);
    if (has_failed)
        return COULD_NOT_RUN;
    return n.aside + n.unread > 0 ? SOME_FAILED : DONE;
}

static int run_all(run *r)
{
    crok_pool *pool = NULL;
    crok_err err = {0};
    bool has_failed = false;
    r->n_running = r->n_workers;
    r->progress = crok_archive_progress_start();
    if (crok_pool_open(r->n_workers + 1, r->n_workers + 1, run_one, r, &pool,
                       &err) != CROK_OK) {
        crok_say("crokeye work: %s", err.msg);
        return COULD_NOT_RUN;
    }
    for (int i = 0; i <= r->n_workers; i++) {
        crok_err *failure = crok_pool_next(pool);
        if (failure != NULL)
            tell(r, failure->msg);
        has_failed = has_failed || failure != NULL;
        free(failure);
    }
    crok_pool_close(&pool);
    return report(r, has_failed);
}

static bool take_option(void *context, int opt, char *value)
{
    run *r = context;
    static const char name[] = "crokeye work";
    int n = 0;
    bool is_good = true;
    switch (opt) { /* a flat table of options */
    case 'j':
        return crok_whole_number(name, "-j", value, 1, CROK_MAX_WORKERS,
                                 &r->n_workers);
    case OPT_UNTIL_EMPTY:
        r->work.until_empty = true;
        return true;
    case OPT_CPU_LIMIT:
        return crok_whole_number(name, "--cpu-limit", value, 1, 86400,
                                 &r->work.cpu_s);
    case OPT_MEMORY_LIMIT:
        is_good =
            crok_whole_number(name, "--memory-limit", value, 64, 1 << 20, &n);
        r->work.bytes = (size_t)n << 20;
        return is_good;
    case OPT_DEAD_AFTER:
        is_good = crok_whole_number(name, "--dead-after", value, 1, 86400, &n);
        r->work.dead_after_ms = (int64_t)n * 1000;
        return is_good;
    case 'h':
        r->wants_help = true;
        return true;
    default:
        return false;
    }
}

static bool parse(int argc, char **argv, run *r)
{
    static const struct option options[] = {
        {"jobs", required_argument, NULL, 'j'},
        {"until-empty", no_argument, NULL, OPT_UNTIL_EMPTY},
        {"cpu-limit", required_argument, NULL, OPT_CPU_LIMIT},
        {"memory-limit", required_argument, NULL, OPT_MEMORY_LIMIT},
        {"dead-after", required_argument, NULL, OPT_DEAD_AFTER},
        CROK_ENGINE_ROWS};
    const crok_engine_parser parser = {.letters = "j:h",
                                       .options = options,
                                       .take = take_option,
                                       .context = r};
    int n = crok_engine_parse(argc, argv, &parser, &r->engine);
    if (n <= 0)
        return n == 0;
    crok_say("crokeye work: %s: photos are named to `crokeye enqueue`",
             argv[optind]);
    return false;
}

int crok_cmd_work(int argc, char **argv)
{
    run r = {.engine = crok_engine_defaults("crokeye work"),
             .n_workers = 1,
             .work = {.lock = PTHREAD_MUTEX_INITIALIZER,
                      .program = "/proc/self/exe",
                      .cpu_s = 20,
                      .bytes = (size_t)2048 << 20,
                      .dead_after_ms = 30000,
                      .wants_end = wants_end,
                      .tell = tell}};
    int status = DONE;
    r.work.engine = &r.engine;
    r.work.context = &r;
    if (!parse(argc, argv, &r))
        return WRONG_USAGE;
    if (r.wants_help) {
        (void)fputs(help_text, stdout);
        return DONE;
    }
    crok_end_signal_catch();
    (void)pthread_mutex_init(&r.lock, NULL);
    status = run_all(&r);
    (void)pthread_mutex_destroy(&r.lock);
    return status;
}
