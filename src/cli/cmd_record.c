/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_record.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/help.h"
#include "cli/say.h"
#include "journal/backup.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

static const char BACKUP_USAGE[] =
    "Usage: crokeye backup [--force] MATCH.db FILE.db\n\n"
    "Copies the record of a match to a new file, also while it is written, "
    "and\n"
    "checks the copy. To restore it, end the program that writes the record,\n"
    "and put the copy in the record's place.\n"
    "  --force    replace FILE.db if it is an older copy of this record that "
    "no\n"
    "             program writes; another match, or events that this record "
    "lacks,\n"
    "             are never written over\n"
    "  -h, --help\n"
    "Exit status: 0 it is copied; 1 the record is damaged; 2 wrong usage; 3 "
    "it\n"
    "cannot be done.\n";

static const char CHECK_USAGE[] =
    "Usage: crokeye check MATCH.db\n\n"
    "Reads the whole record of a match, and says whether it is intact: the\n"
    "file's pages, the chain of its events, and its pictures. Changes "
    "nothing.\n"
    "  -h, --help\n"
    "Exit status: 0 it is whole; 1 it is damaged; 2 wrong usage; 3 it cannot\n"
    "be read.\n";

static int report(const char *command, const crok_err *err)
{
    crok_say("%s: %s", command, err->msg);
    return err->status == CROK_EFORMAT || err->status == CROK_EUNSUPPORTED
               ? SOME_FAILED
               : COULD_NOT_RUN;
}

static int written(const char *command)
{
    if (crok_output_is_written())
        return DONE;
    crok_say("%s: cannot write the output", command);
    return COULD_NOT_RUN;
}

static int wrong_usage(const char *command, const char *usage)
{
    crok_say("%s: wrong arguments", command);
    (void)fputs(usage, stderr);
    return WRONG_USAGE;
}

/* ---- backup ---- */

static int backup(const char *command, const char *from, const char *to,
                  bool may_replace)
{
    char what[512];
    crok_journal *j = NULL;
    crok_err err = {0};
    crok_status st = crok_journal_open(from, CROK_JOURNAL_READ, &j, &err);
    if (st == CROK_OK)
        st = crok_journal_backup(j, to, may_replace, &err);
    (void)snprintf(what, sizeof what, "%.200s: the record of %.200s is copied",
                   to, from);
    crok_journal_close(&j);
    if (st != CROK_OK)
        return report(command, &err);
    crok_show(stdout, "%s\n", what);
    return written(command);
}

int crok_cmd_backup(int argc, char **argv)
{
    const char *path[2] = {NULL, NULL};
    int n = 0;
    bool may_replace = false;
    if (crok_asks_help(argc, argv)) {
        (void)fputs(BACKUP_USAGE, stdout);
        return DONE;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--force") == 0)
            may_replace = true;
        else if (argv[i][0] == '-' || n == 2)
            return wrong_usage(argv[0], BACKUP_USAGE);
        else
            path[n++] = argv[i];
    }
    return n == 2 ? backup(argv[0], path[0], path[1], may_replace)
                  : wrong_usage(argv[0], BACKUP_USAGE);
}

/* ---- check ---- */

static void print_facts(const char *path, const crok_record_facts *f)
{
    char what[400];
    (void)snprintf(what, sizeof what,
                   "%.200s: whole, %ld events and %ld pictures, record %s",
                   path, f->n_events, f->n_pictures,
                   f->id[0] == '\0' ? "without an id" : f->id);
    crok_show(stdout, "%s\n", what);
    if (f->version < 2)
        (void)puts("  It is of version 1 of the format, in which a changed bit "
                   "is not always noticed; it becomes one of version 2 when "
                   "watch or serve open it.");
    if (f->has_log)
        (void)puts("  A program was killed, and events are in the file that "
                   "ends in -wal: leave it beside the record.");
    if (f->has_journal)
        (void)puts("  A program was killed while it wrote: the next one that "
                   "writes takes that event back. Leave the file beside the "
                   "record where it is.");
    if (f->has_link)
        (void)puts("  It has a second name (a hard link), so no program writes "
                   "it: remove that name, and copy it with crokeye backup.");
}

int crok_cmd_check(int argc, char **argv)
{
    crok_journal *j = NULL;
    crok_record_facts facts;
    crok_err err = {0};
    crok_status st = CROK_OK;
    if (crok_asks_help(argc, argv)) {
        (void)fputs(CHECK_USAGE, stdout);
        return DONE;
    }
    if (argc != 2 || argv[1][0] == '-')
        return wrong_usage(argv[0], CHECK_USAGE);
    st = crok_journal_open(argv[1], CROK_JOURNAL_READ, &j, &err);
    if (st == CROK_OK)
        st = crok_journal_check(j, argv[1], &facts, &err);
    crok_journal_close(&j);
    if (st != CROK_OK)
        return report(argv[0], &err);
    print_facts(argv[1], &facts);
    return written(argv[0]);
}
