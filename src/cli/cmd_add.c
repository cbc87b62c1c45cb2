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
#include "journal/write_key.h"
#include "rules/rules_json.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

static const char USAGE[] =
    "Usage: crokeye add [--final] [--confirm] [--key KEY] FILE.db <EVENTS\n\n"
    "Appends events on standard input, one crokeye.event/1 a line, to the\n"
    "record of a match, and prints the match after each of them. An event\n"
    "needs no \"seq\" and no \"time\". Also a photo's result is taken\n"
    "(`crokeye score --json PHOTO`), as the count of a round. The first event\n"
    "that does not fit ends it; those before it are in the record.\n"
    "  --final     the count of a photo ends its round\n"
    "  --confirm   a correction may change what came later: move rounds, "
    "leave\n"
    "              them out, withdraw a win. Without it such a correction is\n"
    "              refused, and the message says what it would change\n"
    "  --key KEY   names what is added, so that it can be sent again if "
    "nobody\n"
    "              knows whether it was taken: an event whose key the record\n"
    "              has counts once. 1 to 53 letters, digits and -._~:. The "
    "n-th\n"
    "              event's key is KEY:n, unless it has its own, \"x-key\"\n"
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

/* What the command line asks. */
typedef struct asked {
    const char *path;
    const char *key; /* or NULL */
    bool is_final, is_confirmed;
} asked;

/* Most characters of KEY, so that ":" and the number of any event fit behind
 * it. */
enum { KEY_MOST = CROK_WRITE_KEY_MAX - 11 };

/* Confirm a correction: it names an earlier event by its number. */
static void confirm(cJSON *doc)
{
    bool corrects =
        cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(doc, "of")) ||
        cJSON_IsNumber(cJSON_GetObjectItemCaseSensitive(doc, "after"));
    if (corrects && cJSON_GetObjectItemCaseSensitive(doc, "confirm") == NULL)
        cJSON_AddBoolToObject(doc, "confirm", true);
}

static crok_status add_one(crok_live *live, const asked *a, cJSON *doc,
                           int number, const char *where, crok_err *err)
{
    char key[CROK_WRITE_KEY_MAX + 1];
    (void)snprintf(key, sizeof key, "%.*s:%d", KEY_MOST,
                   a->key == NULL ? "" : a->key, number);
    if (a->is_confirmed)
        confirm(doc);
    return crok_live_add_document(live, doc, a->is_final,
                                  a->key == NULL ? NULL : key, where, err);
}

static int add_all(crok_live *live, const asked *a, crok_documents *in)
{
    cJSON *doc = NULL;
    crok_err err = {0};
    char where[160];
    int n = 0;
    while (crok_documents_next(in, &doc, where, sizeof where, &err)) {
        crok_status st = doc == NULL
                             ? CROK_EFORMAT
                             : add_one(live, a, doc, n + 1, where, &err);
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

/* Is the key one to which a number can be added? */
static crok_status check_key(const asked *a, crok_err *err)
{
    crok_write_key key;
    if (a->key == NULL ||
        (a->key[0] != '"' && strlen(a->key) <= KEY_MOST &&
         crok_write_key_make(a->key, "", "", 0, &key, NULL) == CROK_OK))
        return CROK_OK;
    return crok_fail(err, CROK_EARG,
                     "--key %.80s: must be 1 to %d letters, digits and -._~:",
                     a->key, KEY_MOST);
}

static int run(const asked *a)
{
    crok_live *live = NULL;
    crok_documents in;
    crok_err err = {0};
    int status = DONE;
    if (check_key(a, &err) != CROK_OK)
        return report(&err, WRONG_USAGE);
    if (crok_documents_open("-", &in, &err) != CROK_OK)
        return report(&err, COULD_NOT_RUN);
    if (crok_live_open(a->path, &live, &err) == CROK_OK)
        status = add_all(live, a, &in);
    else
        status = report(&err, COULD_NOT_RUN);
    crok_live_close(&live);
    crok_documents_close(&in);
    if (!crok_output_is_written()) {
        crok_say("crokeye add: cannot write the output");
        return COULD_NOT_RUN;
    }
    return status;
}

int crok_cmd_add(int argc, char **argv)
{
    asked a = {.path = NULL};
    bool is_wrong = false;
    if (crok_asks_help(argc, argv)) {
        (void)fputs(USAGE, stdout);
        return DONE;
    }
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--final") == 0)
            a.is_final = true;
        else if (strcmp(argv[i], "--confirm") == 0)
            a.is_confirmed = true;
        else if (strcmp(argv[i], "--key") == 0 && i + 1 < argc)
            a.key = argv[++i];
        else if (argv[i][0] == '-' || a.path != NULL)
            is_wrong = true;
        else
            a.path = argv[i];
    }
    if (a.path != NULL && !is_wrong)
        return run(&a);
    crok_say("crokeye add: one record's file, and no options but --final, "
             "--confirm and --key KEY");
    (void)fputs(USAGE, stderr);
    return WRONG_USAGE;
}
