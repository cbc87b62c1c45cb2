/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_import.h"

#include <stdio.h>
#include <string.h>

#include "cli/say.h"
#include "core/documents.h"
#include "core/json.h"
#include "journal/journal.h"
#include "rules/rules_json.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

static const char USAGE[] =
    "Usage: crokeye import FILE.db <EVENTS\n\n"
    "Makes the record of a match from its events on standard input, one\n"
    "crokeye.event/1 a line, and prints the match that they are. All of them\n"
    "are taken or, where a line is wrong, none. A record that has events\n"
    "already is left as it is.\n"
    "  -h, --help\n"
    "Exit status: 0 done; 1 the lines are no match; 2 wrong usage; 3 could\n"
    "not run.\n";

static int report(const crok_err *err)
{
    bool lines = err->status == CROK_EFORMAT || err->status == CROK_EARG ||
                 err->status == CROK_ECONFLICT || err->status == CROK_ETOOLARGE;
    crok_say("crokeye import: %s", err->msg);
    return lines ? SOME_FAILED : COULD_NOT_RUN;
}

static void print_match(const crok_match *m)
{
    cJSON *doc = crok_match_to_json(m);
    char *text = crok_json_text(doc, false);
    if (text != NULL)
        (void)puts(text);
    cJSON_free(text);
    cJSON_Delete(doc);
}

static int fill(crok_journal *j)
{
    crok_err err = {0};
    crok_documents in;
    crok_status st = crok_documents_read("-", &in, &err);
    if (st != CROK_OK)
        return report(&err);
    st = crok_journal_import(j, in.name, in.bytes, in.len, &err);
    crok_documents_close(&in);
    if (st != CROK_OK)
        return report(&err);
    print_match(crok_journal_match(j));
    return DONE;
}

static int run(const char *path)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    int status = DONE;
    if (crok_journal_open(path, CROK_JOURNAL_WRITE, &j, &err) != CROK_OK) {
        (void)report(&err);
        return COULD_NOT_RUN;
    }
    status = fill(j);
    crok_journal_close(&j);
    if (!crok_output_is_written()) {
        crok_say("crokeye import: cannot write the output");
        return COULD_NOT_RUN;
    }
    return status;
}

int crok_cmd_import(int argc, char **argv)
{
    if (argc == 2 &&
        (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        (void)fputs(USAGE, stdout);
        return DONE;
    }
    if (argc == 2 && argv[1][0] != '-')
        return run(argv[1]);
    crok_say("crokeye import: one record's file, no options");
    (void)fputs(USAGE, stderr);
    return WRONG_USAGE;
}
