/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "core/documents.h"
#include "core/json.h"
#include "journal/load_book.h"
#include "lib/crokeye.h"
#include "lib/option_list.h"
#include "lib/status.h"
#include "report/str.h"
#include "rules/play.h"
#include "rules/rules_json.h"

static const char *const repeated[] = {"set", NULL};

/* What the options say. */
typedef struct setup {
    const char *name;  /* of the input, for messages */
    const char *rules; /* NULL: none is named */
    bool each;
    crok_book_changes changes;
    crok_book book; /* the book that is named, with the changes */
} setup;

struct crokeye_judge {
    crok_option_list options; /* says a `setup` */
    crok_play play;
    crok_str lines;
    crok_err err;
};

/* ---- options ---- */

static void begin_setup(void *said)
{
    setup *s = said;
    s->name = "input";
}

static crok_status take(void *said, const crok_set_option *o, crok_err *err)
{
    setup *s = said;
    if (strcmp(o->name, "rules") == 0)
        s->rules = o->value;
    else if (strcmp(o->name, "name") == 0)
        s->name = o->value;
    else if (strcmp(o->name, "each") == 0)
        return crok_set_option_yes(o, &s->each, err);
    else if (strcmp(o->name, "set") != 0)
        return crok_fail(err, CROK_EARG, "%s: there is no such option",
                         o->name);
    else if (!crok_book_changes_add(&s->changes, o->value))
        return crok_fail(err, CROK_EARG, "set %s: too many of them", o->value);
    return CROK_OK;
}

/* Load a book and change its settings. */
static crok_status load(const setup *s, const char *name, crok_book *out,
                        crok_err *err)
{
    crok_status st = crok_book_load(name, out, NULL, err);
    return st == CROK_OK
               ? crok_book_change_checked(&s->changes, "set", out, err)
               : st;
}

/* Without a named book the changes are of the book that a match begins with;
 * then only their keys and values are checked. */
static crok_status settle(void *said, crok_err *err)
{
    setup *s = said;
    return s->rules != NULL ? load(s, s->rules, &s->book, err)
                            : crok_book_change(&s->changes, &s->book, err);
}

static const crok_option_kind kind = {repeated, sizeof(setup), begin_setup,
                                      take, settle};

static const setup *setup_of(const crokeye_judge *j)
{
    return j->options.said;
}

/* Begin a match by the present options. */
static void begin(crokeye_judge *j)
{
    const setup *s = setup_of(j);
    crok_play_end(&j->play);
    j->play = crok_play_new(s->rules == NULL ? NULL : &s->book, &s->changes);
}

crokeye_status crokeye_judge_set(crokeye_judge *j, const char *option,
                                 const char *value)
{
    crok_status st = CROK_OK;
    if (j == NULL)
        return CROKEYE_ARGUMENT;
    st = crok_option_list_set(&kind, option, value, &j->options, &j->err);
    if (st == CROK_OK)
        begin(j);
    return crok_lib_status(&j->err, st);
}

/* ---- making ---- */

crokeye_judge *crokeye_judge_new(void)
{
    crokeye_judge *j = calloc(1, sizeof *j);
    if (j == NULL)
        return NULL;
    j->play = crok_play_new(NULL, NULL);
    if (crok_option_list_say(&kind, &j->options, &j->err) != CROK_OK) {
        crokeye_judge_free(j);
        return NULL;
    }
    begin(j);
    return j;
}

void crokeye_judge_free(crokeye_judge *j)
{
    if (j == NULL)
        return;
    crok_play_end(&j->play);
    crok_option_list_free(&j->options);
    free(j->lines.s);
    free(j);
}

/* ---- documents ---- */

static void drop_lines(crokeye_judge *j)
{
    free(j->lines.s);
    j->lines = (crok_str){0};
}

/* Add a document as a line, and delete it. */
static void add_line(crokeye_judge *j, cJSON *doc)
{
    char *text = crok_json_text(doc, false);
    if (text == NULL) {
        j->lines.failed = true;
    } else {
        crok_str_add(&j->lines, text);
        crok_str_add(&j->lines, "\n");
    }
    cJSON_free(text);
    cJSON_Delete(doc);
}

/* What is done with one document of the input.
 *
 *   answer  written only on CROK_OK: the answer, or NULL: there is none; to be
 *           deleted */
typedef crok_status work(crokeye_judge *j, const crok_book *book,
                         const cJSON *doc, const char *where, cJSON **answer,
                         crok_err *err);

static crok_status judge_shot(crokeye_judge *j, const crok_book *book,
                              const cJSON *doc, const char *where,
                              cJSON **answer, crok_err *err)
{
    (void)j;
    return crok_judge_document(book, doc, where, answer, err);
}

static crok_status play_event(crokeye_judge *j, const crok_book *book,
                              const cJSON *doc, const char *where,
                              cJSON **answer, crok_err *err)
{
    crok_status st = crok_play_document(&j->play, doc, where, err);
    (void)book;
    if (st == CROK_OK && setup_of(j)->each)
        *answer = crok_match_to_json(&j->play.log.match);
    return st;
}

/* One kind of input. */
typedef struct task {
    work *work;
    const char *schema;    /* of the answers */
    bool answers_refusals; /* a document that is refused has an answer, too */
    const crok_book *book; /* NULL: not needed */
} task;

/* Work through all documents. The first failure is the status of all. */
static crok_status work_through(crokeye_judge *j, const task *t,
                                crok_documents *in)
{
    crok_status first = CROK_OK;
    cJSON *doc = NULL;
    crok_err err = {0};
    char where[160];
    while (crok_documents_next(in, &doc, where, sizeof where, &err)) {
        cJSON *answer = NULL;
        crok_status st = doc == NULL
                             ? err.status
                             : t->work(j, t->book, doc, where, &answer, &err);
        if (st != CROK_OK && first == CROK_OK)
            j->err = err;
        first = first == CROK_OK ? st : first;
        if (st != CROK_OK && t->answers_refusals)
            answer = crok_refusal_to_json(t->schema, in->begun, &err);
        if (answer != NULL)
            add_line(j, answer);
        cJSON_Delete(doc);
    }
    return first;
}

/* End the lines. Without memory for all of them there are none. */
static crok_status end_lines(crokeye_judge *j, crok_status st)
{
    if (!j->lines.failed)
        return st;
    drop_lines(j);
    return crok_fail(&j->err, CROK_ENOMEM, "no memory for the answers");
}

static crok_status run(crokeye_judge *j, const task *t, const char *text,
                       size_t n_bytes)
{
    crok_documents in;
    crok_status st = CROK_OK;
    if (text == NULL)
        return crok_fail(&j->err, CROK_EARG, "there is no text");
    st = crok_documents_of(setup_of(j)->name, text, n_bytes, &in, &j->err);
    if (st != CROK_OK)
        return st;
    st = work_through(j, t, &in);
    crok_documents_close(&in);
    return st;
}

crokeye_status crokeye_judge_shots(crokeye_judge *j, const char *text,
                                   size_t n_bytes)
{
    const setup *by = NULL;
    crok_book book;
    const task t = {judge_shot, "crokeye.decision/1", true, &book};
    crok_status st = CROK_OK;
    if (j == NULL)
        return CROKEYE_ARGUMENT;
    by = setup_of(j);
    book = by->book;
    drop_lines(j);
    if (by->rules == NULL)
        st = load(by, CROK_USUAL_BOOK, &book, &j->err);
    if (st == CROK_OK)
        st = run(j, &t, text, n_bytes);
    return crok_lib_status(&j->err, end_lines(j, st));
}

crokeye_status crokeye_judge_events(crokeye_judge *j, const char *text,
                                    size_t n_bytes)
{
    task t = {play_event, "crokeye.match/1", false, NULL};
    crok_status st = CROK_OK;
    if (j == NULL)
        return CROKEYE_ARGUMENT;
    t.answers_refusals = setup_of(j)->each;
    drop_lines(j);
    st = run(j, &t, text, n_bytes);
    if (!setup_of(j)->each)
        add_line(j, crok_match_to_json(&j->play.log.match));
    return crok_lib_status(&j->err, end_lines(j, st));
}

const char *crokeye_judge_json(const crokeye_judge *j)
{
    return j == NULL || j->lines.s == NULL ? "" : j->lines.s;
}

const char *crokeye_judge_message(const crokeye_judge *j)
{
    return j == NULL ? CROK_LIB_NO_HANDLE : j->err.msg;
}
