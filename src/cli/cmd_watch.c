/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_watch.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/end_signal.h"
#include "cli/say.h"
#include "cli/usage.h"
#include "cli/watch_options.h"
#include "cli/watch_text.h"
#include "core/text.h"
#include "cv/cv.h"
#include "journal/live.h"
#include "journal/state_file.h"
#include "table/watcher.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

typedef struct run {
    crok_watch_cli cli;
    crok_live *live; /* owned: the record */
    bool is_live;    /* stdout is a terminal: show one line that is updated */
    bool has_line;   /* the line is on the screen */
    bool is_deaf;    /* standard output takes no documents any more */
    bool has_failed; /* and nothing else takes them */
    bool is_unused;  /* the record was made by this run and has no event,
                      * because the source could not be opened */
    bool
        has_stale_state; /* the state file could not be written the last time */
} run;

/* ---- output ---- */

static void hide_line(run *r)
{
    if (r->has_line)
        (void)fputs("\r\033[K", stdout);
    r->has_line = false;
    (void)fflush(stdout);
}

static void complain(run *r, const char *what)
{
    hide_line(r);
    crok_say("crokeye watch: %s", what);
}

static void message(void *context, const char *what)
{
    complain(context, what);
}

/* Write the state file. If several writes fail in a row, only the first failure
 * is reported. */
static void put_state(run *r, const char *text)
{
    crok_err err = {0};
    bool was_stale = r->has_stale_state;
    if (r->cli.state.path == NULL)
        return;
    r->has_stale_state = crok_state_file_write(&r->cli.state, text,
                                               strlen(text), &err) != CROK_OK;
    if (r->has_stale_state && !was_stale)
        complain(r, err.msg);
}

/* Nobody reads the documents on standard output any more, or there is no room
 * for them. A match that is recorded or shown elsewhere is followed on. */
static void lose_reader(run *r)
{
    r->is_deaf = true;
    if (r->cli.table[0].record_path == NULL && r->cli.state.path == NULL)
        r->has_failed = true;
    else
        complain(r, "cannot write the output; the match is followed on "
                    "without it");
}

static void write_json(run *r)
{
    char *text = crok_live_document(r->live, 0);
    if (text == NULL) {
        r->has_failed = true;
        complain(r, "no memory for the match as JSON");
        return;
    }
    if (r->cli.wants_json && !r->is_deaf &&
        (puts(text) == EOF || fflush(stdout) != 0))
        lose_reader(r);
    put_state(r, text);
    cJSON_free(text);
}

static void changed(void *context)
{
    run *r = context;
    char line[512];
    char *shown = NULL;
    if (r->cli.wants_json || r->cli.state.path != NULL)
        write_json(r);
    if (!r->is_live)
        return;
    crok_watch_line(&crok_live_log(r->live)->match,
                    crok_live_source_of(r->live), line, sizeof line);
    shown = crok_text_printable(line);
    (void)printf("\r\033[K%s", shown == NULL ? "" : shown);
    (void)fflush(stdout);
    r->has_line = true;
    free(shown);
}

/* ---- watching ---- */

static int failed(run *r, const crok_err *err, int status)
{
    complain(r, err->msg);
    return status;
}

static int follow(run *r, crok_watcher *w)
{
    crok_err err = {0};
    bool more = true;
    while (more && !crok_end_signal_came() && !r->has_failed) {
        crok_status st = crok_watcher_step(w, &more, &err);
        if (st != CROK_OK)
            return failed(r, &err,
                          st == CROK_EARG ? WRONG_USAGE : COULD_NOT_RUN);
    }
    if (r->has_failed)
        return COULD_NOT_RUN;
    if (!more && crok_live_log(r->live)->match.state == CROK_STATE_WAITING) {
        complain(r, crok_watcher_has_board(w)
                        ? "it has ended, and no match was seen in it"
                        : "it has ended, and no board was seen in it");
        return SOME_FAILED;
    }
    return DONE;
}

/* Write the events that are only in memory to the record. Returns the exit
 * status. */
static int save_rest(run *r, int status)
{
    crok_err err = {0};
    return crok_live_save_rest(r->live, &err) == CROK_OK
               ? status
               : failed(r, &err, COULD_NOT_RUN);
}

/* Open the source and watch. The record is open already. */
static int watch_on(run *r, const crok_setup_known *known)
{
    crok_watcher_options o = {.source = r->cli.table[0].source.spec,
                              .capture = &r->cli.table[0].source.capture,
                              .pose = known->pose,
                              .board = known->board,
                              .live = r->live,
                              .name = r->cli.table[0].record_path,
                              .setup = &r->cli.table[0].words.setup,
                              .drawn_path = r->cli.drawn_path,
                              .changed = changed,
                              .message = message,
                              .context = r};
    crok_watcher *w = NULL;
    crok_err err = {0};
    int status = DONE;
    crok_status st = crok_watcher_open(&o, &w, &err);
    if (st != CROK_OK) {
        r->is_unused = crok_watch_table_is_unused(&r->cli.table[0], r->live);
        return failed(r, &err, crok_source_cli_blame(st));
    }
    changed(r);
    status = follow(r, w);
    hide_line(r);
    if (!r->cli.wants_json && crok_live_log(r->live)->n > 0 &&
        crok_watch_print(stdout, crok_live_log(r->live), &err) != CROK_OK)
        status = failed(r, &err, COULD_NOT_RUN);
    crok_watcher_close(&w);
    return save_rest(r, status);
}

/* Check the options of the match first, so that no record is made for an
 * impossible match. */
static int watch(run *r, const crok_setup_known *known)
{
    crok_err err = {0};
    int status = DONE;
    crok_status st = crok_table_check_setup(&r->cli.table[0].words.setup, &err);
    if (st == CROK_OK)
        st = crok_live_open(r->cli.table[0].record_path, &r->live, &err);
    if (st != CROK_OK)
        return failed(r, &err, crok_source_cli_blame(st));
    status = watch_on(r, known);
    crok_live_close(&r->live);
    if (r->is_unused)
        (void)unlink(r->cli.table[0].record_path);
    return status;
}

int crok_cmd_watch(int argc, char **argv)
{
    static run r;
    static crok_setup_known known;
    crok_err err = {0};
    int status = DONE;
    r = (run){0};
    if (crok_watch_cli_parse(argc, argv, false, &r.cli) != CROK_OK)
        return WRONG_USAGE;
    if (r.cli.wants_help) {
        (void)fputs(crok_usage_watch, stdout);
        return DONE;
    }
    r.is_live = !r.cli.wants_json && isatty(STDOUT_FILENO) == 1;
    if (crok_setup_words_book(&r.cli.table[0].words, &err) != CROK_OK ||
        crok_setup_words_known(&r.cli.table[0].words, &known, &err) != CROK_OK)
        return failed(&r, &err, WRONG_USAGE);
    if (r.cli.state.path != NULL &&
        crok_state_file_check(&r.cli.state, &err) == CROK_EARG)
        return failed(&r, &err, WRONG_USAGE);
    crok_end_signal_catch();
    crok_cv_init();
    status = watch(&r, &known);
    if (status == DONE && r.has_stale_state)
        status = COULD_NOT_RUN;
    if (!crok_output_is_written() || r.is_deaf) {
        if (!r.is_deaf || r.has_failed)
            complain(&r, "cannot write the output");
        status = COULD_NOT_RUN;
    }
    return status;
}
