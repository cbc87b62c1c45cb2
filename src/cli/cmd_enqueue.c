/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_enqueue.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/archive_progress.h"
#include "cli/end_signal.h"
#include "cli/engine_parse.h"
#include "cli/inputs.h"
#include "cli/say.h"
#include "cli/score_load.h"
#include "cli/whole_number.h"
#include "core/file.h"
#include "core/json.h"
#include "journal/load_book.h"
#include "rules/rules_json.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

/* The options from 256 on are those of a job, in the order of
 * crok_job_option. */
enum {
    OPT_JOB = 256,
    OPT_SEND = OPT_JOB + CROK_N_JOB_OPTIONS,
    OPT_BATCH,
    OPT_WAIT,
    OPT_AGAIN
};

static const char help_text[] =
    "Usage: crokeye enqueue [OPTION]... PHOTO|DIR|-...\n"
    "Queues an archive's photos, which `crokeye work` scores on any number of\n"
    "machines, each photo once; `crokeye results` prints what they gave. Done\n"
    "again, it queues what is new or has changed.\n"
    "\n" CROK_ENGINE_HELP "  --send         send the photos, one a message, "
    "where the machines share\n"
    "                 no folder; without it they read the same paths\n"
    "  --batch N      photos of a job in a shared folder (100)\n"
    "  --wait         wait until these photos have results\n"
    "  --again        also queue what was done: photos are read again, those\n"
    "                 that have results are not scored, unless they were set\n"
    "                 aside\n"
    "  --rules R, --board FILE, --calib FILE, --model NAME,\n"
    "  --sides A,B[,C,D], --count-sides N\n"
    "                 as for `crokeye score`; workers get the files from here\n"
    "  -0, --null     the list for `-` ends each path with a NUL byte\n"
    "  -h, --help     show this\n"
    "\n"
    "A folder means the pictures directly in it, by their names; for folders\n"
    "in it: `find DIR -type f -print0 | crokeye enqueue -0 -`.\n"
    "Each photo is scored from itself alone, as `crokeye score --each` does.\n"
    "\n"
    "Exit status: 0 all queued; 1 some photo could not be sent; 2 wrong "
    "usage;\n"
    "3 could not run.\n";

typedef struct run {
    crok_engine_options engine;
    char *job_value[CROK_N_JOB_OPTIONS]; /* as given; NULL: not given */
    crok_job_options options;
    bool sends, waits, again, wants_help;
    int batch;
    char list_end;
    crok_inputs inputs;
    char **paths; /* owned, absolute */
    int n_paths, n_passed;
    crok_hall_link link;
    crok_enqueuer queue;
} run;

static void tell(void *context, const char *path, const char *message)
{
    size_t n = strlen(path);
    bool is_named = strncmp(message, path, n) == 0;
    (void)context;
    crok_say("crokeye enqueue: %s%s%s", is_named ? "" : path,
             is_named ? "" : ": ", message);
}

static int report(const crok_err *err)
{
    crok_say("crokeye enqueue: %s", err->msg);
    return err->status == CROK_EARG ? WRONG_USAGE : COULD_NOT_RUN;
}

/* ---- options of a job ---- */

static const char *const job_names[CROK_N_JOB_OPTIONS] = {
    [CROK_JOB_RULES] = "--rules", [CROK_JOB_BOARD] = "--board",
    [CROK_JOB_CALIB] = "--calib", [CROK_JOB_MODEL] = "--model",
    [CROK_JOB_SIDES] = "--sides", [CROK_JOB_COUNT_SIDES] = "--count-sides"};

/* Check the job's options as `crokeye score` does, so that the person who
 * queues the job learns of a mistake, and not only the workers. */
static int check_options(run *r, crok_err *err)
{
    static char name[] = "crokeye score";
    static char photo[] = "photo";
    char *words[2 * CROK_N_JOB_OPTIONS + 3] = {name};
    crok_score_cli *cli = calloc(1, sizeof *cli);
    int n = 1;
    int status = DONE;
    for (int i = 0; i < CROK_N_JOB_OPTIONS; i++) {
        if (r->job_value[i] == NULL)
            continue;
        words[n++] = (char *)job_names[i];
        words[n++] = r->job_value[i];
    }
    words[n++] = photo;
    optind = 0; /* begin anew: getopt(3), of the C library of Linux */
    if (cli == NULL)
        status = COULD_NOT_RUN;
    else if (crok_score_cli_parse(n, words, cli) != CROK_OK)
        status = WRONG_USAGE;
    else if (crok_score_cli_load(cli, err) != CROK_OK)
        status = report(err) == COULD_NOT_RUN && err->status == CROK_ENOMEM
                     ? COULD_NOT_RUN
                     : WRONG_USAGE;
    free(cli);
    return status;
}

/* Keep a rule book that is a file: as a whole, with the book that it begins
 * with. */
static crok_status keep_book(run *r, const char *name, crok_err *err)
{
    crok_book book;
    cJSON *doc = NULL;
    char *text = NULL;
    crok_status st = crok_book_load(name, &book, NULL, err);
    if (st != CROK_OK)
        return st;
    doc = crok_book_to_json(&book);
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    st = text == NULL ? crok_fail(err, CROK_ENOMEM, "no memory for a rule book")
                      : crok_job_options_keep(&r->link, CROK_JOB_RULES, text,
                                              strlen(text), &r->options, err);
    cJSON_free(text);
    return st;
}

static crok_status keep_file(run *r, crok_job_option which, crok_err *err)
{
    char *bytes = NULL;
    size_t n = 0;
    crok_status st = crok_file_read(r->job_value[which], CROK_JSON_MAX_BYTES,
                                    &bytes, &n, err);
    if (st == CROK_OK)
        st = crok_job_options_keep(&r->link, which, bytes, n, &r->options, err);
    free(bytes);
    return st;
}

static crok_status set_option(run *r, crok_job_option which, crok_err *err)
{
    const char *value = r->job_value[which];
    char *to = r->options.value[which];
    size_t ignored = 0;
    if (which == CROK_JOB_BOARD || which == CROK_JOB_CALIB)
        return keep_file(r, which, err);
    if (which == CROK_JOB_RULES && crok_preset_text(value, &ignored) == NULL)
        return keep_book(r, value, err);
    if (strlen(value) >= CROK_JOB_VALUE_MAX)
        return crok_fail(err, CROK_EARG, "%s %.100s: longer than %d bytes",
                         job_names[which], value, CROK_JOB_VALUE_MAX - 1);
    (void)snprintf(to, CROK_JOB_VALUE_MAX, "%s", value);
    return CROK_OK;
}

static crok_status set_options(run *r, crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 0; st == CROK_OK && i < CROK_N_JOB_OPTIONS; i++)
        if (r->job_value[i] != NULL)
            st = set_option(r, (crok_job_option)i, err);
    return st;
}

/* ---- photos ---- */

/* Workers have another working folder. */
static char *absolute(const char *path)
{
    char *folder = NULL;
    char *out = NULL;
    size_t n = 0;
    if (path[0] == '/')
        return strdup(path);
    folder = realpath(".", NULL);
    if (folder == NULL)
        return NULL;
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    n = strlen(folder) + strlen(path) + 2;
    out = malloc(n);
    if (out != NULL)
        (void)snprintf(out, n, "%s/%s", folder, path);
    free(folder);
    return out;
}

static crok_status collect(run *r, int argc, char **argv, crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 0; st == CROK_OK && i < argc; i++)
        st = strcmp(argv[i], "-") == 0
                 ? crok_inputs_add_list(&r->inputs, stdin, r->list_end, err)
                 : crok_inputs_add(&r->inputs, argv[i], err);
    r->paths = calloc((size_t)r->inputs.n + 1, sizeof *r->paths);
    if (st == CROK_OK && r->paths == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for the list of photos");
    for (int i = 0; st == CROK_OK && i < r->inputs.n; i++) {
        const crok_input *in = &r->inputs.item[i];
        if (in->kind == CROK_INPUT_ERROR)
            st = crok_fail(err, CROK_EIO, "%.120s: %.120s", in->path,
                           in->err->msg);
        else if (in->kind == CROK_INPUT_FILE && in->from_dir &&
                 !crok_inputs_is_picture_name(in->path))
            r->n_passed++;
        else if (in->kind == CROK_INPUT_FILE) {
            r->paths[r->n_paths] = absolute(in->path);
            if (r->paths[r->n_paths++] == NULL)
                st = crok_fail(err, CROK_EIO,
                               "the working folder has no path, or no memory");
        }
    }
    if (st == CROK_OK && r->n_paths == 0)
        st = crok_fail(err, CROK_EARG,
                       "no pictures there; folders in a folder are not looked "
                       "into");
    return st;
}

static crok_status queue_all(run *r, crok_err *err)
{
    crok_progress bar = crok_progress_start(r->n_paths);
    crok_status st = CROK_OK;
    for (int i = 0; st == CROK_OK && i < r->n_paths && !crok_end_signal_came();
         i += r->batch) {
        int n = r->n_paths - i < r->batch ? r->n_paths - i : r->batch;
        crok_progress_show(&bar, i);
        st = crok_archive_enqueue(&r->queue, (const char *const *)r->paths + i,
                                  n, err);
    }
    crok_progress_hide(&bar);
    return st;
}

/* Wait until no job is left in the queue. A broker that is away is waited for.
 */
static void wait_for_results(run *r)
{
    const struct timespec second = {.tv_sec = 1};
    crok_archive_progress progress = crok_archive_progress_start();
    const crok_enqueuer *q = &r->queue;
    int from = 0;
    int left = q->n_jobs;
    crok_err err = {0};
    while (left > 0 && !crok_end_signal_came()) {
        if (crok_archive_left(q, &from, &left, &err) == CROK_OK && left > 0) {
            int photos = q->all.n_queued + q->all.n_waiting;
            crok_archive_progress_show(&progress, &r->link, left,
                                       (double)photos / q->n_jobs);
        }
        if (left > 0)
            (void)nanosleep(&second, NULL);
    }
    crok_progress_hide(&progress.bar);
}

static int summary(const run *r)
{
    const crok_enqueued *all = &r->queue.all;
    if (r->n_passed > 0)
        crok_say("crokeye enqueue: %d files that are not named as pictures "
                 "were passed over",
                 r->n_passed);
    (void)printf("%d photos queued, %d were queued, %d have results, %d too "
                 "large, %d could not be read\n",
                 all->n_queued, all->n_waiting, all->n_done, all->n_too_large,
                 all->n_unread);
    (void)fflush(stdout);
    return all->n_too_large + all->n_unread > 0 ? SOME_FAILED : DONE;
}

static int run_all(run *r, int argc, char **argv)
{
    crok_err err = {0};
    int status = check_options(r, &err);
    crok_status st = CROK_OK;
    if (status != DONE)
        return status;
    st = collect(r, argc, argv, &err);
    if (st == CROK_OK)
        st = crok_hall_link_open(&r->engine, &r->link, &err);
    if (st == CROK_OK)
        st = crok_archive_make(&r->link, &err);
    if (st == CROK_OK)
        st = set_options(r, &err);
    r->queue = (crok_enqueuer){.link = &r->link,
                               .options = &r->options,
                               .sends = r->sends,
                               .again = r->again,
                               .tell = tell};
    if (st == CROK_OK)
        st = queue_all(r, &err);
    status = st == CROK_OK ? summary(r) : report(&err);
    if (st == CROK_OK && r->waits)
        wait_for_results(r);
    crok_enqueuer_end(&r->queue);
    crok_hall_link_close(&r->link);
    return status;
}

/* ---- command line ---- */

static bool take_option(void *context, int opt, char *value)
{
    run *r = context;
    if (opt >= OPT_JOB && opt < OPT_JOB + CROK_N_JOB_OPTIONS) {
        r->job_value[opt - OPT_JOB] = value;
        return true;
    }
    switch (opt) { /* a flat table of options */
    case OPT_SEND:
        r->sends = true;
        return true;
    case OPT_BATCH:
        return crok_whole_number("crokeye enqueue", "--batch", value, 1,
                                 CROK_JOB_MAX_PHOTOS, &r->batch);
    case OPT_WAIT:
        r->waits = true;
        return true;
    case OPT_AGAIN:
        r->again = true;
        return true;
    case '0':
        r->list_end = '\0';
        return true;
    case 'h':
        r->wants_help = true;
        return true;
    default:
        return false;
    }
}

/* Returns the number of arguments; -1 on wrong usage. */
static int parse(int argc, char **argv, run *r)
{
    static const struct option options[] = {
        {"rules", required_argument, NULL, OPT_JOB + CROK_JOB_RULES},
        {"board", required_argument, NULL, OPT_JOB + CROK_JOB_BOARD},
        {"calib", required_argument, NULL, OPT_JOB + CROK_JOB_CALIB},
        {"model", required_argument, NULL, OPT_JOB + CROK_JOB_MODEL},
        {"sides", required_argument, NULL, OPT_JOB + CROK_JOB_SIDES},
        {"count-sides", required_argument, NULL,
         OPT_JOB + CROK_JOB_COUNT_SIDES},
        {"send", no_argument, NULL, OPT_SEND},
        {"batch", required_argument, NULL, OPT_BATCH},
        {"wait", no_argument, NULL, OPT_WAIT},
        {"again", no_argument, NULL, OPT_AGAIN},
        {"null", no_argument, NULL, '0'},
        CROK_ENGINE_ROWS};
    const crok_engine_parser parser = {
        .letters = "0h", .options = options, .take = take_option, .context = r};
    int n = crok_engine_parse(argc, argv, &parser, &r->engine);
    if (n != 0 || r->wants_help)
        return n;
    crok_say("crokeye enqueue: name photos or a folder, or - for a list on "
             "standard input (crokeye enqueue --help says more)");
    return -1;
}

int crok_cmd_enqueue(int argc, char **argv)
{
    run r = {.engine = crok_engine_defaults("crokeye enqueue"),
             .batch = CROK_JOB_PHOTOS,
             .list_end = '\n'};
    int status = DONE;
    int n = parse(argc, argv, &r);
    char **photos = argv + optind;
    if (n < 0)
        return WRONG_USAGE;
    if (r.wants_help) {
        (void)fputs(help_text, stdout);
        return DONE;
    }
    crok_end_signal_catch();
    status = run_all(&r, n, photos);
    for (int i = 0; i < r.n_paths; i++)
        free(r.paths[i]);
    free(r.paths);
    crok_inputs_free(&r.inputs);
    return status;
}
