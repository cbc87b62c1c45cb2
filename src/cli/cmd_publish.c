/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_publish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/end_signal.h"
#include "cli/engine_options.h"
#include "cli/help.h"
#include "cli/say.h"
#include "cli/sparing.h"
#include "core/save.h"
#include "core/words.h"
#include "hall/publisher.h"
#include "hall/watchdog.h"

enum { DONE = 0, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

/* A call has ended after CROK_ENGINE_WAIT_MS, opening a record after seconds.
 * What takes longer than this hangs. */
#define HANG_MS 60000

static const char USAGE[] =
    "Usage: crokeye publish MATCH.db [OF A TABLE]... [MATCH.db ...] "
    "[OPTION]...\n\n"
    "Sends the records of matches to the hall's broker while they are played:\n"
    "each event once and in order, and the present state at most twice a\n"
    "second. Run it beside the table's own program: it only reads what that\n"
    "writes. Without a connection it waits, and then goes on. A MATCH.db that\n"
    "does not exist yet is waited for.\n\n"
    "Of the table whose MATCH.db was named last:\n"
    "  --table NAME   its name in the hall (1, 2, ... in their order)\n"
    "  --state FILE   what `crokeye serve --state FILE` writes: the state "
    "with\n"
    "                 what the camera sees; without it the state comes from\n"
    "                 the record\n"
    "  --next FILE    fetch the list of the table's next matches to FILE\n"
    "Options:\n"
    "  --hall NAME    the hall's name (hall)\n" CROK_ENGINE_HELP
    "  -h, --help\n"
    "Exit status: 0 ended by a signal; 2 wrong usage; 3 it could not run, or\n"
    "the connection hung for a minute: start it again then.\n";

typedef struct options {
    crok_engine_options engine;
    const char *hall;
    crok_publish_table *tables; /* owned */
    char (*names)[16];          /* owned: of tables without --table */
    int n;
} options;

static int wrong_usage(const char *what, const char *arg)
{
    crok_say("crokeye publish: %s%s", what, arg);
    (void)fputs(USAGE, stderr);
    return WRONG_USAGE;
}

static int report(const crok_err *err)
{
    crok_say("crokeye publish: %s", err->msg);
    return err->status == CROK_EARG ? WRONG_USAGE : COULD_NOT_RUN;
}

/* ---- options ---- */

/* Where the value of an option of a table goes; NULL: it is no such option. */
static const char **table_option(crok_publish_table *t, const char *name)
{
    if (strcmp(name, "--table") == 0)
        return &t->name;
    if (strcmp(name, "--state") == 0)
        return &t->state_path;
    return strcmp(name, "--next") == 0 ? &t->next_path : NULL;
}

/* Is the value of this option a name, which others read? */
static bool is_name(const char *option)
{
    return strcmp(option, "--table") == 0 || strcmp(option, "--hall") == 0;
}

static void add_match(options *o, const char *path)
{
    crok_publish_table *t = &o->tables[o->n];
    (void)snprintf(o->names[o->n], sizeof o->names[o->n], "%d", o->n + 1);
    t->match = path;
    t->name = o->names[o->n];
    o->n++;
}

static int parse_options(int argc, char **argv, options *o)
{
    crok_err err = {0};
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        /* before the first MATCH.db this is a table that is not counted */
        const char **to =
            table_option(&o->tables[o->n == 0 ? 0 : o->n - 1], name);
        if (crok_engine_option(argc, argv, &i, &o->engine))
            continue;
        if (strcmp(name, "--hall") == 0)
            to = &o->hall;
        if (to == NULL && name[0] != '-') {
            add_match(o, name);
            continue;
        }
        if (to == NULL)
            return wrong_usage("there is no option, or it needs a value: ",
                               name);
        if (o->n == 0 && to != &o->hall)
            return wrong_usage("name the MATCH.db before its ", name);
        if (++i == argc)
            return wrong_usage("a value is needed behind ", name);
        if (is_name(name) && crok_words_seen(name, argv[i], &err) != CROK_OK)
            return wrong_usage(err.msg, "");
        *to = argv[i];
    }
    return o->n > 0 ? DONE : wrong_usage("which MATCH.db?", "");
}

/* What can be checked before there is a connection. */
static crok_status check_files(const options *o, crok_err *err)
{
    const char *key = o->engine.key_path;
    crok_status st = CROK_OK;
    if (key != NULL && access(key, R_OK) != 0)
        return crok_fail(err, CROK_EIO, "%.180s: this key cannot be read", key);
    for (int i = 0; i < o->n && st == CROK_OK; i++) {
        const crok_save_to to = {.path = o->tables[i].next_path,
                                 .kind = &crok_save_next};
        if (to.path != NULL)
            st = crok_save_check(&to, NULL, err);
    }
    return st;
}

/* ---- running ---- */

static void say(void *context, const char *what)
{
    (void)context;
    crok_say_sparingly("crokeye publish", what);
}

static bool ends(void *context)
{
    (void)context;
    return crok_end_signal_came();
}

static void beat(void *context)
{
    crok_watchdog_beat(context);
}

/* Called by the watchdog. The thread that hangs cannot be ended, but the
 * process can. */
static void on_hang(void)
{
    crok_say("crokeye publish: for a minute the broker's library or the disk "
             "has not answered; this program ends so that it can be started "
             "again");
    _exit(COULD_NOT_RUN);
}

static int run(const options *o)
{
    crok_err err = {0};
    crok_watchdog *w = NULL;
    crok_publisher_options p = {.engine = o->engine,
                                .hall = o->hall,
                                .tables = o->tables,
                                .n_tables = o->n,
                                .patience_ms = HANG_MS,
                                .say = say,
                                .ends = ends,
                                .beats = beat};
    crok_status st = check_files(o, &err);
    if (st != CROK_OK)
        return report(&err);
    crok_end_signal_catch();
    st = crok_watchdog_start(HANG_MS, on_hang, &w, &err);
    p.context = w;
    if (st == CROK_OK)
        st = crok_publisher_run(&p, &err);
    crok_watchdog_stop(&w);
    return st == CROK_OK ? DONE : report(&err);
}

int crok_cmd_publish(int argc, char **argv)
{
    options o = {.engine = crok_engine_defaults("crokeye publish"),
                 .hall = "hall"};
    int status = DONE;
    if (crok_asks_help(argc, argv)) {
        (void)fputs(USAGE, stdout);
        return DONE;
    }
    o.tables = calloc((size_t)argc, sizeof *o.tables);
    o.names = calloc((size_t)argc, sizeof *o.names);
    if (o.tables == NULL || o.names == NULL) {
        crok_say("crokeye publish: no memory");
        status = COULD_NOT_RUN;
    } else {
        status = parse_options(argc, argv, &o);
    }
    if (status == DONE)
        status = run(&o);
    free(o.tables);
    free(o.names);
    return status;
}
