/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_rules.h"

#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "cli/rules_show.h"
#include "cli/say.h"
#include "core/documents.h"
#include "core/json.h"
#include "journal/load_book.h"
#include "rules/play.h"
#include "rules/rules_json.h"

enum { DONE = 0, SOME_FAILED = 1, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

typedef struct options {
    const char *rules; /* NULL: not named */
    crok_book_changes set;
    const char *path; /* path of the input or the book; NULL: none */
    bool json, each;
} options;

static const char USAGE[] =
    "Usage: crokeye rules list\n"
    "       crokeye rules show R [--set KEY=VALUE]... [--json]\n"
    "       crokeye rules judge [--rules R] [--set KEY=VALUE]... [FILE]\n"
    "       crokeye rules play [--rules R] [--set KEY=VALUE]... [--each] "
    "[FILE]\n\n"
    "R is a rule book's name (`list` prints them) or a file.\n"
    "  list   the rule books that are built in\n"
    "  show   a book, rule by rule\n"
    "  judge  shots (crokeye.shot/1) in, a decision a line out\n"
    "  play   events (crokeye.event/1) in, the match out\n"
    "\n"
    "  --rules R        the book; else judge takes " CROK_USUAL_BOOK
    ", play the match's\n"
    "                   own\n"
    "  --set KEY=VALUE  changes a setting of the book; as often as needed.\n"
    "                   KEY is its name as `show` prints it, or the id of a\n"
    "                   rule that has one setting only\n"
    "  --json           show: the settings as a file\n"
    "  --each           play: the match after every event, or why the event\n"
    "                   is refused\n"
    "  -h, --help       show this\n"
    "\n"
    "Without FILE, or with -, standard input is read.\n"
    "\n"
    "Exit status: 0 done; 1 some input could not be used; 2 wrong usage;\n"
    "3 could not run.\n";

static int wrong_usage(const char *what, const char *arg)
{
    crok_say("crokeye rules: %s%s", what, arg);
    (void)fputs(USAGE, stderr);
    return WRONG_USAGE;
}

static int report(const crok_err *err, int status)
{
    crok_say("crokeye rules: %s", err->msg);
    return status;
}

/* ---- options ---- */

static int parse_options(int argc, char **argv, options *o)
{
    for (int i = 0; i < argc; i++) {
        bool takes_value =
            strcmp(argv[i], "--rules") == 0 || strcmp(argv[i], "--set") == 0;
        if (takes_value && i + 1 == argc)
            return wrong_usage("a value is missing behind ", argv[i]);
        if (strcmp(argv[i], "--rules") == 0)
            o->rules = argv[++i];
        else if (takes_value && !crok_book_changes_add(&o->set, argv[++i]))
            return wrong_usage("too many changes: --set ", argv[i]);
        else if (takes_value)
            continue;
        else if (strcmp(argv[i], "--json") == 0)
            o->json = true;
        else if (strcmp(argv[i], "--each") == 0)
            o->each = true;
        else if (argv[i][0] == '-' && argv[i][1] != '\0')
            return wrong_usage("there is no option ", argv[i]);
        else if (o->path != NULL)
            return wrong_usage("one file only, not also ", argv[i]);
        else
            o->path = argv[i];
    }
    return DONE;
}

/* ---- list, show ---- */

static int cmd_list(const options *o)
{
    if (o->path != NULL)
        return wrong_usage("list takes no ", o->path);
    crok_rules_list(stdout);
    return DONE;
}

static void print_document(cJSON *doc, bool pretty)
{
    char *text = crok_json_text(doc, pretty);
    if (text != NULL)
        (void)puts(text);
    (void)fflush(stdout); /* another program may wait for it */
    cJSON_free(text);
    cJSON_Delete(doc);
}

static int cmd_show(const options *o)
{
    crok_err err = {0};
    crok_book as_read;
    crok_book book;
    crok_book_notes notes;
    const char *name = o->path != NULL ? o->path : o->rules;
    if (name == NULL)
        return wrong_usage("show which rule book?", "");
    if (crok_book_load(name, &as_read, &notes, &err) != CROK_OK)
        return report(&err, WRONG_USAGE);
    book = as_read;
    if (crok_book_change_checked(&o->set, "set", &book, &err) != CROK_OK)
        return report(&err, WRONG_USAGE);
    crok_book_mark_changed(&book, &as_read, &notes);
    if (o->json)
        print_document(crok_book_with_notes(&book, &notes), true);
    else
        crok_rules_show(stdout, &book, &notes);
    return DONE;
}

/* ---- judge ---- */

static int judge_all(const crok_book *book, crok_documents *in)
{
    int status = DONE;
    cJSON *doc = NULL;
    crok_err err = {0};
    char where[160];
    while (crok_documents_next(in, &doc, where, sizeof where, &err)) {
        cJSON *decision = NULL;
        if (doc == NULL ||
            crok_judge_document(book, doc, where, &decision, &err) != CROK_OK) {
            decision =
                crok_refusal_to_json("crokeye.decision/1", in->begun, &err);
            status = SOME_FAILED;
        }
        print_document(decision, false);
        cJSON_Delete(doc);
    }
    return status;
}

static int cmd_judge(const options *o)
{
    crok_err err = {0};
    crok_book book;
    crok_documents in;
    int status = DONE;
    const char *name = o->rules == NULL ? CROK_USUAL_BOOK : o->rules;
    if (crok_book_load(name, &book, NULL, &err) != CROK_OK ||
        crok_book_change_checked(&o->set, "set", &book, &err) != CROK_OK)
        return report(&err, WRONG_USAGE);
    if (crok_documents_open(o->path == NULL ? "-" : o->path, &in, &err) !=
        CROK_OK)
        return report(&err, SOME_FAILED);
    status = judge_all(&book, &in);
    crok_documents_close(&in);
    return status;
}

/* ---- play ---- */

/* Play one document. A refusal is reported, unless it is only that the match's
 * start was refused. */
static bool play_one(const options *o, crok_play *p, const cJSON *doc,
                     const char *where, crok_err *err)
{
    int n_passed = p->n_passed;
    bool is_played =
        doc != NULL && crok_play_document(p, doc, where, err) == CROK_OK;
    if (!is_played && !o->each && p->n_passed == n_passed)
        (void)report(err, SOME_FAILED);
    return is_played;
}

/* Answer to one document: the match, or why it was refused. */
static void answer(const crok_play *p, bool is_played, int line,
                   const crok_err *err)
{
    print_document(is_played
                       ? crok_match_to_json(&p->log.match)
                       : crok_refusal_to_json("crokeye.match/1", line, err),
                   false);
}

static int play_all(const options *o, const crok_book *book, crok_documents *in)
{
    crok_play p = crok_play_new(book, &o->set);
    int status = DONE;
    cJSON *doc = NULL;
    crok_err err = {0};
    char where[160];
    while (crok_documents_next(in, &doc, where, sizeof where, &err)) {
        bool is_played = play_one(o, &p, doc, where, &err);
        if (o->each)
            answer(&p, is_played, in->begun, &err);
        status = is_played ? status : SOME_FAILED;
        cJSON_Delete(doc);
    }
    if (p.n_passed > 0 && !o->each)
        crok_say("crokeye rules: %d events were passed over, since their "
                 "match's start was refused",
                 p.n_passed);
    if (!o->each)
        print_document(crok_match_to_json(&p.log.match), false);
    crok_play_end(&p);
    return status;
}

static int cmd_play(const options *o)
{
    crok_err err = {0};
    crok_book book = {0};
    crok_documents in;
    int status = DONE;
    if (o->rules != NULL &&
        crok_book_load(o->rules, &book, NULL, &err) != CROK_OK)
        return report(&err, WRONG_USAGE);
    /* without --rules the match's own book is used, and crok_play_document
     * applies --set to it; here an empty book is set only to check the keys and
     * values */
    if ((o->rules != NULL
             ? crok_book_change_checked(&o->set, "set", &book, &err)
             : crok_book_change(&o->set, &book, &err)) != CROK_OK)
        return report(&err, WRONG_USAGE);
    if (crok_documents_open(o->path == NULL ? "-" : o->path, &in, &err) !=
        CROK_OK)
        return report(&err, SOME_FAILED);
    status = play_all(o, o->rules == NULL ? NULL : &book, &in);
    crok_documents_close(&in);
    return status;
}

/* ---- dispatch ---- */

typedef struct command {
    const char *name;
    int (*run)(const options *o);
} command;

static int run(const command *c, int argc, char **argv)
{
    options o = {0};
    int status = parse_options(argc, argv, &o);
    if (status == DONE)
        status = c->run(&o);
    if (!crok_output_is_written()) {
        crok_say("crokeye rules: cannot write the output");
        status = COULD_NOT_RUN;
    }
    return status;
}

int crok_cmd_rules(int argc, char **argv)
{
    static const command commands[] = {{"list", cmd_list},
                                       {"show", cmd_show},
                                       {"judge", cmd_judge},
                                       {"play", cmd_play}};
    const char *name = argc < 2 ? "" : argv[1];
    if (crok_asks_help(argc, argv)) {
        (void)fputs(USAGE, stdout);
        return DONE;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(name, commands[i].name) == 0)
            return run(&commands[i], argc - 2, argv + 2);
    if (argc < 2)
        return wrong_usage("which one: list, show, judge or play?", "");
    return wrong_usage("list, show, judge or play, not ", name);
}
