/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_results.h"

#include <stdlib.h>
#include <string.h>

#include "cli/engine_parse.h"
#include "cli/say.h"
#include "hall/archive.h"
#include "hall/subjects.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

enum { OPT_JSON = 256, OPT_CSV, OPT_SQL };

static const char help_text[] =
    "Usage: crokeye results [OPTION]... [PATH]...\n"
    "Prints the results of the photos that were queued by `crokeye enqueue`,\n"
    "sorted by their paths; with PATHs those of these photos and folders, "
    "with\n"
    "all that is in them. Equal photos have one result, which is printed for\n"
    "each path.\n"
    "\n" CROK_ENGINE_HELP
    "  --json         one crokeye.score/1 document a line (default)\n"
    "  --csv          one row a photo, with a header\n"
    "  --sql          statements for sqlite3: tables photo and side\n"
    "                 (crokeye results --sql | sqlite3 results.db)\n"
    "  -h, --help     show this\n"
    "\n"
    "Exit status: 0 all have results; 1 some have none yet; 2 wrong usage;\n"
    "3 could not run.\n";

typedef enum form { FORM_JSON, FORM_CSV, FORM_SQL } form;

typedef struct run {
    crok_engine_options engine;
    form form;
    bool wants_help;
    char **paths; /* those that are wanted; none: all */
    int n_paths;
    crok_hall_link link;
    crok_archive_list list;
    int n_missing;
} run;

/* Is it a wanted photo, or in a wanted folder? */
static bool is_wanted(const run *r, const char *path)
{
    for (int i = 0; i < r->n_paths; i++) {
        size_t n = strlen(r->paths[i]);
        while (n > 1 && r->paths[i][n - 1] == '/')
            n--;
        if (strncmp(path, r->paths[i], n) == 0 &&
            (path[n] == '\0' || path[n] == '/' || r->paths[i][n - 1] == '/'))
            return true;
    }
    return r->n_paths == 0;
}

/* Returns the text of a result, to be freed, or NULL. */
static char *text_of(const run *r, const crok_archive_entry *entry,
                     const char *json)
{
    switch (r->form) {
    case FORM_CSV:
        return crok_archive_csv(entry, json);
    case FORM_SQL:
        return crok_archive_sql(entry, json);
    case FORM_JSON:
    default:
        return strdup(json);
    }
}

static crok_status print_one(run *r, const crok_archive_entry *entry,
                             crok_err *err)
{
    char *json = NULL;
    char *text = NULL;
    crok_status st = crok_archive_result(&r->link, entry, &json, err);
    if (st != CROK_OK)
        return st;
    if (json == NULL) {
        r->n_missing++;
        return CROK_OK;
    }
    text = text_of(r, entry, json);
    if (text != NULL)
        (void)fputs(text, stdout);
    else
        st = crok_fail(err, CROK_ENOMEM, "no memory for a result");
    if (r->form == FORM_JSON)
        (void)fputc('\n', stdout);
    free(text);
    free(json);
    if (st == CROK_OK && ferror(stdout))
        st = crok_fail(err, CROK_EIO, "results cannot be written");
    return st;
}

static crok_status print_all(run *r, crok_err *err)
{
    crok_status st = CROK_OK;
    if (r->form == FORM_CSV)
        (void)fputs(crok_archive_csv_header(), stdout);
    if (r->form == FORM_SQL)
        (void)fputs(crok_archive_sql_header(), stdout);
    for (int i = 0; st == CROK_OK && i < r->list.n; i++)
        if (is_wanted(r, r->list.of[i].path))
            st = print_one(r, &r->list.of[i], err);
    if (st == CROK_OK && r->form == FORM_SQL)
        (void)fputs("COMMIT;\n", stdout);
    if (st == CROK_OK && !crok_output_is_written())
        st = crok_fail(err, CROK_EIO, "results cannot be written");
    return st;
}

/* The paths of jobs that nobody has done are not in the list. */
static crok_status tell_missing(run *r, int *status, crok_err *err)
{
    crok_stream_figures f = {0};
    crok_status st = r->link.calls->figures(
        r->link.broker, crok_hall_stream_name(CROK_HALL_JOB), &f, err);
    if (st != CROK_OK)
        return st;
    if (f.messages > 0)
        crok_say("crokeye results: %llu jobs are still queued",
                 (unsigned long long)f.messages);
    if (r->n_missing > 0)
        crok_say("crokeye results: %d photos have no result yet", r->n_missing);
    *status = f.messages > 0 || r->n_missing > 0 ? SOME_FAILED : DONE;
    return CROK_OK;
}

static int run_all(run *r)
{
    crok_err err = {0};
    int status = COULD_NOT_RUN;
    crok_status st = crok_hall_link_open(&r->engine, &r->link, &err);
    if (st == CROK_OK)
        st = crok_archive_look(&r->link, &err);
    if (st == CROK_OK)
        st = crok_archive_list_read(&r->link, &r->list, &err);
    if (st == CROK_OK)
        st = print_all(r, &err);
    if (st == CROK_OK)
        st = tell_missing(r, &status, &err);
    if (st != CROK_OK)
        crok_say("crokeye results: %s", err.msg);
    crok_archive_list_free(&r->list);
    crok_hall_link_close(&r->link);
    return status;
}

static bool take_option(void *context, int opt, char *value)
{
    run *r = context;
    (void)value;
    switch (opt) { /* a flat table of options */
    case OPT_JSON:
        r->form = FORM_JSON;
        return true;
    case OPT_CSV:
        r->form = FORM_CSV;
        return true;
    case OPT_SQL:
        r->form = FORM_SQL;
        return true;
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
        {"json", no_argument, NULL, OPT_JSON},
        {"csv", no_argument, NULL, OPT_CSV},
        {"sql", no_argument, NULL, OPT_SQL},
        CROK_ENGINE_ROWS};
    const crok_engine_parser parser = {
        .letters = "h", .options = options, .take = take_option, .context = r};
    r->n_paths = crok_engine_parse(argc, argv, &parser, &r->engine);
    r->paths = argv + optind;
    return r->n_paths >= 0;
}

int crok_cmd_results(int argc, char **argv)
{
    run r = {.engine = crok_engine_defaults("crokeye results")};
    if (!parse(argc, argv, &r))
        return WRONG_USAGE;
    if (r.wants_help) {
        (void)fputs(help_text, stdout);
        return DONE;
    }
    return run_all(&r);
}
