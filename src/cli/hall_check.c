/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_check.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/hall_usage.h"
#include "cli/say.h"
#include "cli/theme_file.h"
#include "cli/watch_options.h"
#include "core/path.h"
#include "hall/about.h"
#include "hall/key_check.h"
#include "hall/pairings_file.h"
#include "hall/plans.h"
#include "journal/journal.h"
#include "serve/theme.h"
#include "table/table.h"

enum { DONE = 0, HAS_FAULTS = 1, COULD_NOT_RUN = 3 };

static const char USAGE[] =
    "Usage: crokeye hall check [--machine NAME] FILE\n"
    "Checks the day's file, its file of pairings, and of this machine's "
    "tables\n"
    "their options, records,\n"
    "rule books, calibrations, boards, themes, cameras and keys. Prints the "
    "tables,\n"
    "and on standard error what is wrong, with its line.\n"
    "  --machine NAME  the host name of the machine; else this one's\n"
    "  -h, --help\n"
    "Exit status: 0 all is fine, also with warnings; 1 there are errors; 2 "
    "wrong\n"
    "usage; 3 the file cannot be read.\n";

/* A check of one table. */
typedef struct look {
    const crok_day_file *day;
    const crok_conf_settings *table;
    crok_hall_found *found;
} look;

static void tell(const look *l, const char *kind, const char *setting,
                 const char *what)
{
    crok_say("%s:%d: %s: table %s: %s%s%s", l->day->path,
             crok_day_line(l->table, setting), kind,
             crok_day_text(l->table, "name"), setting,
             setting[0] == '\0' ? "" : ": ", what);
}

static void error(const look *l, const char *setting, const char *what)
{
    tell(l, "error", setting, what);
    l->found->n_errors++;
}

static void warn(const look *l, const char *setting, const char *what)
{
    tell(l, "warning", setting, what);
    l->found->n_warnings++;
}

/* Check the setting's file by a call that said `st`. */
static void error_if(const look *l, crok_status st, const char *setting,
                     const crok_err *err)
{
    if (st != CROK_OK)
        error(l, setting, err->msg);
}

/* ---- the options, as `crokeye serve` reads them ---- */

/* Is it the setting with which a message of table/start.h begins? */
static bool is_of_match(const char *name, char next)
{
    return next == ':' &&
           (strcmp(name, "sides") == 0 || strcmp(name, "players") == 0 ||
            strcmp(name, "seats") == 0 || strcmp(name, "first") == 0);
}

/* Report an option that serve refuses. If the message begins with the option,
 * with dashes or as a setting of the match before a colon, the fault is in the
 * setting of this name, else in the setting `otherwise`. */
static void error_of_option(const look *l, const char *otherwise,
                            const crok_err *err)
{
    char name[32] = "";
    bool is_option = strncmp(err->msg, "--", 2) == 0;
    const char *word = is_option ? err->msg + 2 : err->msg;
    size_t n = strcspn(word, " ,:");
    if (n < sizeof name)
        (void)snprintf(name, sizeof name, "%.*s", (int)n, word);
    if (name[0] == '\0' || !(is_option || is_of_match(name, word[n]))) {
        error(l, otherwise, err->msg);
        return;
    }
    word += n;
    error(l, name, word + strspn(word, ": "));
}

/* Where serve's options of a table are read to; too large for the stack. */
static crok_watch_cli cli;
static crok_setup_known known;

static void check_files(const look *l)
{
    crok_err err = {0};
    if (crok_setup_words_book(&cli.table[0].words, &err) != CROK_OK)
        error_of_option(
            l, crok_day_text(l->table, "rules") == NULL ? "set" : "rules",
            &err);
    if (crok_setup_words_known(&cli.table[0].words, &known, &err) != CROK_OK)
        error(l, known.board == NULL ? "calib" : "board", err.msg);
    if (crok_table_check_setup(&cli.table[0].words.setup, &err) != CROK_OK)
        error_of_option(l, "sides", &err);
}

static void check_options(const look *l)
{
    crok_plan plan;
    crok_err err = {0};
    if (crok_plan_table(l->day, l->table, &plan, &err) != CROK_OK) {
        error(l, "", err.msg);
        return;
    }
    if (plan.source != NULL)
        (void)setenv(CROK_PLAN_SOURCE, plan.source, 1);
    if (crok_watch_cli_read(plan.n_words - 1, plan.words + 1, true, &cli,
                            &err) != CROK_OK)
        error_of_option(l, "source", &err);
    else
        check_files(l);
    (void)unsetenv(CROK_PLAN_SOURCE);
    crok_plan_free(&plan);
}

/* ---- files ---- */

/* Can a file be made at this path? */
static bool can_be_made(const char *path, char *why, size_t size)
{
    char *folder = crok_path_folder(path);
    bool can = folder != NULL && access(folder, W_OK | X_OK) == 0;
    if (!can)
        (void)snprintf(why, size, "%.160s: it cannot be made: %s", path,
                       strerror(errno));
    free(folder);
    return can;
}

static void check_record(const look *l)
{
    const char *path = crok_day_text(l->table, "match");
    char why[256];
    crok_journal *j = NULL;
    crok_err err = {0};
    if (access(path, F_OK) == 0) {
        error_if(l, crok_journal_open(path, CROK_JOURNAL_READ, &j, &err),
                 "match", &err);
        crok_journal_close(&j);
    } else if (crok_day_has_ended(l->table)) {
        (void)snprintf(why, sizeof why,
                       "the table has ended, and its record is missing: %.160s",
                       path);
        warn(l, "match", why);
    } else if (!can_be_made(path, why, sizeof why)) {
        error(l, "match", why);
    }
}

static void say_theme(const void *context, const char *what)
{
    warn(context, "theme", what);
}

static void check_theme(const look *l)
{
    const char *path = crok_day_text(l->table, "theme");
    char *text = NULL;
    crok_err err = {0};
    if (path == NULL)
        return;
    if (crok_theme_read(path, &text, &err) != CROK_OK)
        error(l, "theme", err.msg);
    else
        crok_theme_check(text, say_theme, l);
    free(text);
}

/* A camera may be plugged in later, and a film be copied. */
static void check_source(const look *l)
{
    const char *source = crok_day_text(l->table, "source");
    struct stat file;
    if (source == NULL || strcmp(source, "none") == 0 || source[0] == '@' ||
        strncmp(source, "env:", 4) == 0)
        return;
    if (strstr(source, "://") != NULL) {
        if (stat(l->day->path, &file) == 0 && (file.st_mode & S_IROTH) != 0)
            warn(l, "source",
                 "every user can read the day's file; an address with a "
                 "password belongs into a file of its own: \"@FILE\"");
    } else if (access(source, F_OK) != 0) {
        warn(l, "source", "it is not there now");
    }
}

static void error_of_key(void *context, const char *what)
{
    error(context, "key", what);
}

static void warn_of_key(void *context, const char *what)
{
    warn(context, "key", what);
}

static void check_key(look *l)
{
    const crok_key_found to = {l, error_of_key, warn_of_key};
    crok_err err = {0};
    error_if(l, crok_key_check(l->day, l->table, &to, &err), "key", &err);
}

/* ---- settings of the day and of its engine ---- */

/* A check of a setting of the day or of its engine. */
typedef struct day_look {
    const crok_day_file *day;
    crok_hall_found *found;
    int line;
    const char *setting;
} day_look;

static void tell_of_day(const day_look *l, const char *kind, const char *what)
{
    crok_say("%s:%d: %s: %s: %s", l->day->path, l->line, kind, l->setting,
             what);
}

static void error_of_day(void *context, const char *what)
{
    const day_look *l = context;
    tell_of_day(l, "error", what);
    l->found->n_errors++;
}

static void warn_of_day(void *context, const char *what)
{
    const day_look *l = context;
    tell_of_day(l, "warning", what);
    l->found->n_warnings++;
}

/* The key of the pages, where they are on this machine, and the host that the
 * broker's certificate names. */
static void check_engine(const crok_day_file *d, const char *machine,
                         crok_hall_found *found)
{
    day_look of_key = {d, found, crok_day_line(&d->engine, "keys"),
                       "engine.keys"};
    day_look of_url = {d, found, crok_day_line(&d->engine, "url"),
                       "engine.url"};
    const crok_key_found key = {&of_key, error_of_day, warn_of_day};
    const crok_key_found url = {&of_url, error_of_day, warn_of_day};
    crok_err err = {0};
    if (d->engine.n == 0)
        return;
    if (crok_day_text(&d->day, "listen") != NULL &&
        crok_day_is_on(&d->day, machine) &&
        crok_key_check(d, NULL, &key, &err) != CROK_OK)
        error_of_day(&of_key, err.msg);
    if (crok_key_check_host(d, &url, &err) != CROK_OK)
        error_of_day(&of_url, err.msg);
}

/* Warn of the pairings at each table that has ended, by the first of their
 * lines: no console offers these matches any more. */
static void warn_of_ended(day_look *l, const crok_pairings *p, const char *path)
{
    char what[4096 + 256];
    for (int i = 0; i < l->day->n_tables; i++) {
        const crok_conf_settings *t = &l->day->table[i];
        int n = 0;
        int line = 0;
        for (int k = 0; k < p->n && crok_day_has_ended(t); k++)
            if (crok_pairings_table(l->day, p->list[k].table) == t && n++ == 0)
                line = p->list[k].line;
        if (n == 0)
            continue;
        (void)snprintf(what, sizeof what,
                       "%.4000s:%d: table %s has ended, and %d line%s it: give "
                       "the matches that are still to be played another table",
                       path, line, crok_day_text(t, "name"), n,
                       n == 1 ? " names" : "s name");
        warn_of_day(l, what);
    }
}

/* That there is no file yet is a warning: it may come later. */
static void check_pairings(const crok_day_file *d, crok_hall_found *found)
{
    const char *path = crok_day_text(&d->day, "pairings");
    const char *category = crok_day_text(&d->day, "category");
    day_look l = {d, found, crok_day_line(&d->day, "pairings"), "pairings"};
    crok_pairings p = {0};
    crok_err err = {0};
    if (path == NULL)
        return;
    if (access(path, F_OK) != 0) {
        (void)crok_fail(&err, CROK_EIO, "%.200s: %s", path, strerror(errno));
        warn_of_day(&l, err.msg);
    } else if (crok_pairings_load(path, d, crok_is_singles(category), &p,
                                  &err) != CROK_OK) {
        error_of_day(&l, err.msg);
    } else {
        crok_pairings_tell_faults(&p, path, error_of_day, &l);
        warn_of_ended(&l, &p, path);
    }
    crok_pairings_free(&p);
    if (crok_day_text(&d->day, "listen") == NULL)
        warn_of_day(
            &l, "no table gets its next matches: the hall's pages make these "
                "lists, and the day's file has no \"listen\" for them");
}

crok_hall_found crok_hall_look(const crok_day_file *d, const char *machine)
{
    crok_hall_found found = {0};
    check_pairings(d, &found);
    check_engine(d, machine, &found);
    for (int i = 0; i < d->n_tables; i++) {
        look l = {d, &d->table[i], &found};
        if (!crok_day_is_on(l.table, machine))
            continue;
        check_record(&l);
        if (crok_day_has_ended(l.table))
            continue;
        check_options(&l);
        check_theme(&l);
        check_source(&l);
        check_key(&l);
    }
    return found;
}

/* ---- the command ---- */

/* The command, and the file whose faults it prints. */
typedef struct reading {
    const char *command, *path;
} reading;

static void say_fault(void *context, int line, const char *what)
{
    const reading *r = context;
    crok_say("%s:%d: error: %s", r->path, line, what);
}

int crok_hall_read(const char *command, const char *path, crok_day_file **out)
{
    reading r = {command, path};
    crok_err err = {0};
    crok_status st = crok_day_file_read(path, say_fault, &r, out, &err);
    if (st == CROK_OK)
        return DONE;
    crok_say("%s: %s", command, err.msg);
    return st == CROK_EFORMAT ? HAS_FAULTS : COULD_NOT_RUN;
}

/* What else the list of tables says of one. */
static const char *remark_of(const crok_conf_settings *t, const char *machine)
{
    if (!crok_day_is_on(t, machine))
        return " (elsewhere: not checked)";
    return crok_day_has_ended(t) ? " (ended: only its record counts)" : "";
}

static void print_tables(const crok_day_file *d, const char *machine)
{
    crok_show(stdout, "hall %s, %d table%s\n", crok_day_text(&d->day, "hall"),
              d->n_tables, d->n_tables == 1 ? "" : "s");
    for (int i = 0; i < d->n_tables; i++) {
        const crok_conf_settings *t = &d->table[i];
        const char *on = crok_day_text(t, "machine");
        const char *source = crok_day_text(t, "source");
        char shown[CROK_ADDRESS_MAX];
        crok_address_show(source == NULL ? "no camera" : source, shown);
        crok_show(stdout, "  table %-8s %-16s %-22s %-20s %s%s\n",
                  crok_day_text(t, "name"), on == NULL ? machine : on,
                  crok_day_text(t, "listen"), crok_day_text(t, "match"), shown,
                  remark_of(t, machine));
    }
}

int crok_hall_check_main(int argc, char **argv)
{
    crok_hall_usage u = {.text = USAGE, .takes_machine = true, .most = 1};
    crok_day_file *d = NULL;
    crok_hall_found found = {0};
    int status = DONE;
    if (!crok_hall_usage_read(argc, argv, &u, &status))
        return status;
    status = crok_hall_read(argv[0], u.path[0], &d);
    if (status != DONE)
        return status;
    print_tables(d, u.machine);
    (void)fflush(stdout);
    found = crok_hall_look(d, u.machine);
    crok_show(stdout, "%d error%s, %d warning%s\n", found.n_errors,
              found.n_errors == 1 ? "" : "s", found.n_warnings,
              found.n_warnings == 1 ? "" : "s");
    crok_day_file_free(&d);
    if (!crok_output_is_written())
        return COULD_NOT_RUN;
    return found.n_errors > 0 ? HAS_FAULTS : DONE;
}
