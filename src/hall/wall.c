/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/wall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/json.h"
#include "hall/spelling.h"
#include "hall/wall_match.h"
#include "rules/match.h"
#include "serve/serve.h"

/* Events whose times are known, the newest of a table. A question is about one
 * of the last few shots; a round has at most 48. */
#define NOTES 64
/* A question, "validity 41", and a state of the source, "down". */
#define KEY_TEXT 64

typedef struct note {
    long seq; /* 0: none */
    char time[CROK_CLOCK_TEXT_MAX];
} note;

/* Since when something has been so. */
typedef struct since {
    char key[KEY_TEXT]; /* what; "": nothing */
    char time[CROK_CLOCK_TEXT_MAX];
} since;

typedef struct table {
    char name[CROK_NAME_MAX];
    crok_wall_kind kind;
    int64_t heard_ms;            /* 0: never */
    char record[CROK_RECORD_ID]; /* of the notes */
    note notes[NOTES];           /* a ring */
    int n_notes;                 /* so far */
    since question, source;
    char title[CROK_NAME_MAX], stage[CROK_NAME_MAX];
    bool is_playing;
    char *match; /* owned: the object `match` as JSON; NULL: none */
    char *next;  /* owned: the object `next`; NULL: none */
} table;

struct crok_wall {
    crok_hall_contact contact;
    int64_t back_ms; /* when the broker was back last; 0: it was never away */
    char title[CROK_NAME_MAX];
    char day[CROK_ADDRESS_TEXT + 8];
    int n;
    table *table[CROK_HALL_TABLES]; /* owned */
    crok_entries names;             /* of the players, as the pairings spell
                                     * them */
};

crok_status crok_wall_new(const char *title, const char *day, crok_wall **out,
                          crok_err *err)
{
    crok_wall *w = calloc(1, sizeof *w);
    if (w == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the hall's tables");
    (void)snprintf(w->title, sizeof w->title, "%s", title);
    (void)snprintf(w->day, sizeof w->day, "%s", day);
    *out = w;
    return CROK_OK;
}

void crok_wall_free(crok_wall **w)
{
    if (w == NULL || *w == NULL)
        return;
    for (int i = 0; i < (*w)->n; i++) {
        cJSON_free((*w)->table[i]->match);
        cJSON_free((*w)->table[i]->next);
        free((*w)->table[i]);
    }
    crok_entries_free(&(*w)->names);
    free(*w);
    *w = NULL;
}

/* Spell the names of a table's match again. Without memory they stay. */
static void respell(const crok_wall *w, table *t)
{
    cJSON *match = t->match == NULL ? NULL : cJSON_Parse(t->match);
    char *text = NULL;
    if (match == NULL)
        return;
    crok_spelling_apply(&w->names, match);
    text = crok_json_text(match, false);
    cJSON_Delete(match);
    if (text == NULL)
        return;
    cJSON_free(t->match);
    t->match = text;
}

crok_status crok_wall_set_pairings(crok_wall *w, const crok_pairings *p,
                                   crok_err *err)
{
    crok_entries names = {0};
    if (!crok_spelling_note(&names, p)) {
        crok_entries_free(&names);
        return crok_fail(err, CROK_ENOMEM, "no memory for the players' names");
    }
    crok_entries_free(&w->names);
    w->names = names;
    for (int i = 0; i < w->n; i++)
        respell(w, w->table[i]);
    return CROK_OK;
}

crok_status crok_wall_add(crok_wall *w, const char *name, crok_wall_kind kind,
                          crok_err *err)
{
    table *t = NULL;
    if (w->n == CROK_HALL_TABLES)
        return crok_fail(err, CROK_ECONFLICT, "a hall has at most %d tables",
                         CROK_HALL_TABLES);
    t = calloc(1, sizeof *t);
    if (t == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a table");
    (void)snprintf(t->name, sizeof t->name, "%s", name);
    t->kind = kind;
    w->table[w->n++] = t;
    return CROK_OK;
}

/* ---- since when ---- */

void crok_wall_note(crok_wall *w, int i, const char *record, const char *line,
                    size_t len)
{
    table *t = w->table[i];
    note *to = &t->notes[t->n_notes % NOTES];
    cJSON *event = NULL;
    if (crok_json_parse(line, len, "event", &event, NULL) != CROK_OK)
        return;
    if (strcmp(t->record, record) != 0) {
        memset(t->notes, 0, sizeof t->notes);
        (void)snprintf(t->record, sizeof t->record, "%s", record);
    }
    to->seq = crok_wall_seq_of(event, "seq");
    (void)snprintf(to->time, sizeof to->time, "%s",
                   crok_wall_text_of(event, "time"));
    t->n_notes++;
    cJSON_Delete(event);
}

/* The time of an event, or NULL if it is not known. */
static const char *time_of(const table *t, const char *record, long seq)
{
    if (seq == 0 || strcmp(t->record, record) != 0)
        return NULL;
    for (int i = 0; i < NOTES; i++)
        if (t->notes[i].seq == seq && t->notes[i].time[0] != '\0')
            return t->notes[i].time;
    return NULL;
}

/* Note that `key` is so: since `time` or, if that is NULL, since now, where it
 * has not been so already. */
static void set_since(since *s, const char *key, const char *time,
                      int64_t now_ms)
{
    if (strcmp(s->key, key) == 0)
        return;
    (void)snprintf(s->key, sizeof s->key, "%s", key);
    if (time != NULL && time[0] != '\0')
        (void)snprintf(s->time, sizeof s->time, "%s", time);
    else
        crok_clock_text(now_ms, s->time);
}

static void add_question(table *t, const cJSON *doc, const char *record,
                         int64_t now_ms, cJSON *match)
{
    crok_wall_question q = crok_wall_question_of(doc);
    char key[KEY_TEXT] = "";
    cJSON *to = NULL;
    if (q.ask == NULL) {
        t->question.key[0] = '\0';
        cJSON_AddNullToObject(match, "question");
        return;
    }
    (void)snprintf(key, sizeof key, "%.32s %ld", q.ask, q.of);
    set_since(&t->question, key, time_of(t, record, q.of), now_ms);
    to = cJSON_AddObjectToObject(match, "question");
    cJSON_AddStringToObject(to, "ask", q.ask);
    cJSON_AddNumberToObject(to, "count", q.n);
    cJSON_AddStringToObject(to, "since", t->question.time);
}

/* A camera that is gone is gone since its last picture. */
static void add_source(table *t, const cJSON *doc, int64_t now_ms, cJSON *match)
{
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(doc, "source");
    const char *state = crok_wall_text_of(source, "state");
    bool is_down = strcmp(state, "down") == 0;
    cJSON *to = cJSON_AddObjectToObject(match, "source");
    set_since(&t->source, state[0] == '\0' ? "none" : state,
              is_down ? crok_wall_text_of(source, "seen_at") : NULL, now_ms);
    cJSON_AddStringToObject(to, "state", t->source.key);
    cJSON_AddStringToObject(to, "since", t->source.time);
}

/* ---- a new document ---- */

/* Give the document the hall's number and name of the table, and take the
 * pictures away. */
static void make_ours(cJSON *doc, int i, const char *name)
{
    cJSON *call = NULL;
    cJSON *source = NULL;
    cJSON_DeleteItemFromObjectCaseSensitive(doc, "number");
    cJSON_AddNumberToObject(doc, "number", i + 1);
    cJSON_DeleteItemFromObjectCaseSensitive(doc, "table");
    cJSON_AddStringToObject(doc, "table", name);
    cJSON_DeleteItemFromObjectCaseSensitive(doc, "picture");
    cJSON_AddNullToObject(doc, "picture");
    cJSON_ArrayForEach(call, cJSON_GetObjectItemCaseSensitive(doc, "calls"))
    {
        cJSON_DeleteItemFromObjectCaseSensitive(call, "picture");
    }
    if (cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(doc, "source")))
        return;
    cJSON_DeleteItemFromObjectCaseSensitive(doc, "source");
    source = cJSON_AddObjectToObject(doc, "source");
    cJSON_AddStringToObject(source, "state", "none");
    cJSON_AddNullToObject(source, "words");
}

/* Take what the wall shows of the document. */
static crok_status take_match(const crok_wall *w, table *t, const cJSON *doc,
                              const char *record, int64_t now_ms, crok_err *err)
{
    cJSON *match = crok_wall_match(doc);
    const char *state = crok_wall_text_of(doc, "state");
    char *text = NULL;
    add_question(t, doc, record, now_ms, match);
    add_source(t, doc, now_ms, match);
    crok_spelling_apply(&w->names, match);
    text = crok_json_text(match, false);
    cJSON_Delete(match);
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a table");
    cJSON_free(t->match);
    t->match = text;
    t->is_playing = t->kind != CROK_WALL_ENDED &&
                    strcmp(state, "waiting") != 0 && strcmp(state, "over") != 0;
    (void)snprintf(t->title, sizeof t->title, "%s",
                   crok_wall_text_of(doc, "title"));
    (void)snprintf(t->stage, sizeof t->stage, "%s",
                   crok_wall_text_of(doc, "stage"));
    return CROK_OK;
}

static crok_status take(crok_wall *w, int i, const crok_wall_state *state,
                        cJSON *doc, crok_wall_shown *out, crok_err *err)
{
    table *t = w->table[i];
    const char *id = crok_wall_text_of(
        cJSON_GetObjectItemCaseSensitive(doc, "record"), "id");
    char *text = NULL;
    crok_status st = CROK_OK;
    make_ours(doc, i, t->name);
    text = crok_json_text(doc, false);
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a table");
    st = take_match(w, t, doc, id, state->now_ms, err);
    if (st != CROK_OK) {
        cJSON_free(text);
        return st;
    }
    t->heard_ms = state->heard_ms;
    out->json = text;
    (void)snprintf(out->record, sizeof out->record, "%s", id);
    return CROK_OK;
}

crok_status crok_wall_take(crok_wall *w, int i, const crok_wall_state *state,
                           crok_wall_shown *out, crok_err *err)
{
    cJSON *doc = NULL;
    crok_status st = CROK_OK;
    CROK_ASSERT(i >= 0 && i < w->n);
    st = crok_json_parse(state->json, state->len, "state", &doc, err);
    if (st != CROK_OK)
        return st;
    if (strcmp(crok_wall_text_of(doc, "schema"), "crokeye.match/1") != 0)
        st = crok_fail(err, CROK_EFORMAT,
                       "table %s: what came is no crokeye.match/1",
                       w->table[i]->name);
    else
        st = take(w, i, state, doc, out, err);
    cJSON_Delete(doc);
    return st;
}

crok_status crok_wall_set_next(crok_wall *w, int i, const char *json,
                               crok_err *err)
{
    cJSON *doc = NULL;
    const cJSON *first = NULL;
    char *text = NULL;
    crok_status st =
        json == NULL ? CROK_OK
                     : crok_json_parse(json, strlen(json), "next", &doc, err);
    if (st != CROK_OK)
        return st;
    first =
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(doc, "matches"), 0);
    if (doc != NULL &&
        strcmp(crok_wall_text_of(doc, "schema"), "crokeye.next/1") != 0)
        st = crok_fail(err, CROK_EFORMAT, "it is no crokeye.next/1");
    else if (first != NULL) {
        text = crok_json_text(first, false);
        if (text == NULL)
            st = crok_fail(err, CROK_ENOMEM, "no memory for the next match");
    }
    cJSON_Delete(doc);
    if (st != CROK_OK)
        return st;
    cJSON_free(w->table[i]->next);
    w->table[i]->next = text;
    return CROK_OK;
}

void crok_wall_set_contact(crok_wall *w, const crok_hall_contact *contact,
                           int64_t now_ms)
{
    if (w->contact.away_ms > 0 && contact->away_ms == 0)
        w->back_ms = now_ms;
    w->contact = *contact;
}

/* ---- the document ---- */

/* The stage that most tables play; "" if none says it. */
static const char *usual_stage(const crok_wall *w)
{
    const char *best = "";
    int most = 0;
    for (int i = 0; i < w->n; i++) {
        int n = 0;
        if (!w->table[i]->is_playing || w->table[i]->stage[0] == '\0')
            continue;
        for (int k = 0; k < w->n; k++)
            n += w->table[k]->is_playing &&
                 strcmp(w->table[k]->stage, w->table[i]->stage) == 0;
        if (n > most) {
            most = n;
            best = w->table[i]->stage;
        }
    }
    return best;
}

/* The day's title, or that of the first table that has one. */
static const char *title_of(const crok_wall *w)
{
    const char *title = w->title;
    for (int i = 0; title[0] == '\0' && i < w->n; i++)
        title = w->table[i]->title;
    return title;
}

/* Add JSON as it is; null if there is none. */
static void add_raw(cJSON *to, const char *name, const char *json)
{
    cJSON_AddRawToObject(to, name, json == NULL ? "null" : json);
}

static bool is_silent(const crok_wall *w, const table *t, int64_t now_ms)
{
    const int64_t until_ms =
        w->contact.away_ms > 0 ? w->contact.away_ms : now_ms;
    const int64_t from_ms = t->heard_ms > w->back_ms ? t->heard_ms : w->back_ms;
    return t->kind == CROK_WALL_REPORTS && t->heard_ms != 0 &&
           until_ms - from_ms > CROK_WALL_SILENT_MS;
}

static cJSON *table_object(const crok_wall *w, int i, int64_t now_ms)
{
    const table *t = w->table[i];
    cJSON *to = cJSON_CreateObject();
    char heard[CROK_CLOCK_TEXT_MAX] = "";
    if (t->heard_ms != 0)
        crok_clock_text(t->heard_ms, heard);
    cJSON_AddNumberToObject(to, "number", i + 1);
    cJSON_AddStringToObject(to, "table", t->name);
    cJSON_AddItemToObject(to, "heard",
                          t->heard_ms == 0 ? cJSON_CreateNull()
                                           : cJSON_CreateString(heard));
    cJSON_AddBoolToObject(to, "silent", is_silent(w, t, now_ms));
    add_raw(to, "match", t->match);
    add_raw(to, "next", t->next);
    return to;
}

char *crok_wall_text(const crok_wall *w, int64_t now_ms)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON *tables = NULL;
    char at[CROK_CLOCK_TEXT_MAX];
    char *text = NULL;
    crok_clock_text(now_ms, at);
    cJSON_AddStringToObject(doc, "schema", "crokeye.tables/1");
    cJSON_AddStringToObject(doc, "title", title_of(w));
    cJSON_AddStringToObject(doc, "stage", usual_stage(w));
    cJSON_AddStringToObject(doc, "day", w->day);
    cJSON_AddStringToObject(doc, "at", at);
    crok_hall_contact_add(doc, &w->contact);
    tables = cJSON_AddArrayToObject(doc, "tables");
    for (int i = 0; i < w->n; i++)
        if (w->table[i]->kind != CROK_WALL_ENDED)
            cJSON_AddItemToArray(tables, table_object(w, i, now_ms));
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return text;
}
