/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_export.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/help.h"
#include "cli/say.h"
#include "journal/journal.h"
#include "report/match_csv.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

static const char USAGE[] =
    "Usage: crokeye export [--csv|--shots] FILE.db\n\n"
    "Writes the record of a match to standard output: its events, one\n"
    "crokeye.event/1 a line, as `crokeye import` takes them.\n"
    "  --csv      its rounds instead: two rows a side, points and 20s\n"
    "  --shots    its shots instead: one row a shot\n"
    "  -h, --help\n"
    "Of a damaged record the lines up to the damage are written.\n"
    "Exit status: 0 done; 1 the record is damaged; 2 wrong usage; 3 could not\n"
    "run.\n";

typedef struct options {
    bool csv, shots;
    const char *path;
} options;

static int wrong_usage(const char *what, const char *arg)
{
    crok_say("crokeye export: %s%s", what, arg);
    (void)fputs(USAGE, stderr);
    return WRONG_USAGE;
}

static int report(const crok_err *err, int status)
{
    crok_say("crokeye export: %s", err->msg);
    return status;
}

static int parse_options(int argc, char **argv, options *o)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--csv") == 0)
            o->csv = true;
        else if (strcmp(argv[i], "--shots") == 0)
            o->shots = true;
        else if (argv[i][0] == '-')
            return wrong_usage("there is no option ", argv[i]);
        else if (o->path != NULL)
            return wrong_usage("one record only, not also ", argv[i]);
        else
            o->path = argv[i];
    }
    if (o->csv && o->shots)
        return wrong_usage("--csv or --shots, not both", "");
    return o->path != NULL ? DONE : wrong_usage("which record?", "");
}

static int write_lines(crok_journal *j)
{
    crok_journal_line line = {0};
    crok_err err = {0};
    while (crok_journal_next(j, line.seq, &line, &err) == CROK_OK) {
        if (line.text == NULL)
            return DONE;
        (void)fwrite(line.text, 1, line.len, stdout);
        (void)putchar('\n');
    }
    (void)report(&err, SOME_FAILED);
    crok_say("crokeye export: nothing could be read after event %ld", line.seq);
    return SOME_FAILED;
}

static int write_table(crok_journal *j, const options *o)
{
    crok_history h = {0};
    crok_err err = {0};
    char *text = NULL;
    if (crok_history_of(crok_journal_log(j), &h, &err) != CROK_OK)
        return report(&err, COULD_NOT_RUN);
    text = o->csv ? crok_rounds_csv(&h) : crok_shots_csv(&h);
    crok_history_free(&h);
    if (text == NULL) {
        (void)crok_fail(&err, CROK_ENOMEM, "no memory for the table");
        return report(&err, COULD_NOT_RUN);
    }
    if (isatty(STDOUT_FILENO) == 1)
        crok_show(stdout, "%s", text);
    else
        (void)fputs(text, stdout);
    free(text);
    return DONE;
}

/* Open a record. If it is damaged or written by a newer program, and lines are
 * wanted, open it in salvage mode, which reads as many lines as possible. *j is
 * not NULL if lines can be read. Returns an exit status. */
static int open_anyhow(const options *o, crok_journal **j)
{
    crok_err err = {0};
    bool table = o->csv || o->shots;
    crok_status st = crok_journal_open(o->path, CROK_JOURNAL_READ, j, &err);
    if (st == CROK_OK)
        return DONE;
    (void)report(&err, COULD_NOT_RUN);
    if (table || (st != CROK_EFORMAT && st != CROK_EUNSUPPORTED) ||
        crok_journal_open(o->path, CROK_JOURNAL_SALVAGE, j, NULL) != CROK_OK)
        return COULD_NOT_RUN;
    return SOME_FAILED;
}

static int run(const options *o)
{
    crok_journal *j = NULL;
    int opened = open_anyhow(o, &j);
    int status = opened;
    if (j == NULL)
        return status;
    status = o->csv || o->shots ? write_table(j, o) : write_lines(j);
    crok_journal_close(&j);
    if (!crok_output_is_written()) {
        crok_say("crokeye export: cannot write the output");
        return COULD_NOT_RUN;
    }
    return status == DONE ? opened : status;
}

int crok_cmd_export(int argc, char **argv)
{
    options o = {0};
    int status = DONE;
    if (crok_asks_help(argc, argv)) {
        (void)fputs(USAGE, stdout);
        return DONE;
    }
    status = parse_options(argc, argv, &o);
    return status == DONE ? run(&o) : status;
}
