/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_add.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "cli/say.h"
#include "core/documents.h"
#include "core/json.h"
#include "journal/add_document.h"
#include "rules/rules_json.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

static const char USAGE[] =
    "Usage: crokeye add [--final] FILE.db <EVENTS\n\n"
    "Appends events on standard input, one crokeye.event/1 a line, to the\n"
    "record of a match, and prints the match after each of them. An event\n"
    "needs no \"seq\" and no \"time\". Also a photo's result is taken\n"
    "(`crokeye score --json PHOTO`), as the count of a round. The first event\n"
    "that does not fit ends it; those before it are in the record.\n"
    "  --final     the count of a photo ends its round\n"
    "  -h, --help\n"
    "Exit status: 0 done; 1 an event does not fit; 2 wrong usage; 3 could not\n"
    "run.\n";

static int report(const crok_err *err, int status)
{
    crok_say("crokeye add: %s", err->msg);
    return status;
}

static void print_match(crok_live *live)
{
    cJSON *doc = NULL;
    char *text = NULL;
    crok_live_hold(live);
    doc = crok_match_to_json(&crok_live_log(live)->match);
    crok_live_release(live);
    text = crok_json_text(doc, false);
    if (text != NULL)
        (void)puts(text);
    (void)fflush(stdout); /* another program may wait for it */
    cJSON_free(text);
    cJSON_Delete(doc);
}

static int add_all(crok_live *live, bool is_final, crok_documents *in)
{
    cJSON *doc = NULL;
    crok_err err = {0};
    char where[160];
    int n = 0;
    while (crok_documents_next(in, &doc, where, sizeof where, &err)) {
        crok_status st =
            doc == NULL
                ? CROK_EFORMAT
                : crok_live_add_document(live, doc, is_final, where, &err);
        cJSON_Delete(doc);
        if (st != CROK_OK)
            return report(&err, st == CROK_EIO || st == CROK_ENOMEM
                                    ? COULD_NOT_RUN
                                    : SOME_FAILED);
        n++;
        print_match(live);
    }
    if (n > 0)
        return DONE;
    crok_say("crokeye add: there is no event on standard input");
    return SOME_FAILED;
}

static int run(const char *path, bool is_final)
{
    crok_live *live = NULL;
    crok_documents in;
    crok_err err = {0};
    int status = DONE;
    if (crok_documents_open("-", &in, &err) != CROK_OK)
        return report(&err, COULD_NOT_RUN);
    if (crok_live_open(path, &live, &err) == CROK_OK)
        status = add_all(live, is_final, &in);
    else
        status = report(&err, COULD_NOT_RUN);
    crok_live_close(&live);
    crok_documents_close(&in);
    if (fflush(stdout) != 0 || ferror(stdout) != 0) {
        crok_say("crokeye add: cannot write the output");
        return COULD_NOT_RUN;
    }
    return status;
}

int crok_cmd_add(int argc, char **argv)
{
    const char *path = NULL;
    bool is_final = false;
    bool is_wrong = false;
    if (crok_asks_help(argc, argv)) {
        (void)fputs(USAGE, stdout);
        return DONE;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--final") == 0)
            is_final = true;
        else if (argv[i][0] == '-' || path != NULL)
            is_wrong = true;
        else
            path = argv[i];
    }
    if (path != NULL && !is_wrong)
        return run(path, is_final);
    crok_say("crokeye add: one record's file, and no option but --final");
    (void)fputs(USAGE, stderr);
    return WRONG_USAGE;
}
