/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/log_json.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/event_words.h"
#include "rules/history.h"
#include "rules/match_shot.h"
#include "rules/open.h"
#include "rules/rules_json.h"

/* One row of the list of events. */
typedef struct row {
    int game, round;
    long correct; /* 0: nothing to correct */
    bool is_left_out;
    char text[CROK_ROW_TEXT_MAX];
} row;

typedef struct rows {
    bool *stands; /* for each event: is it in force, that is, not undone? */
    row *row;     /* rows of the events with index from to to - 1 */
    int from, to;
} rows;

/* ---- the walk ---- */

static bool ends_a_board(crok_event_type type)
{
    return type == CROK_EVENT_ROUND_END || type == CROK_EVENT_MATCH_END ||
           type == CROK_EVENT_NEXT_STARTER || type == CROK_EVENT_ROUND_COUNT;
}

/* Is there no board to correct just after such an event? */
static bool has_no_board(crok_event_type type)
{
    return type == CROK_EVENT_MATCH_START || type == CROK_EVENT_NEXT_STARTER ||
           type == CROK_EVENT_ROUND_COUNT;
}

/* Apply one event and describe it in its row. *base is the seq of the last
 * event that a correction may name in its field `after`: set by every event
 * that is neither a correction nor the end of a round, read for the rows that
 * have no `after` of their own. */
static crok_status step(crok_log_walk *w, const rows *r, long *base,
                        crok_err *err)
{
    const crok_kept *kept = w->log->events[w->at];
    crok_match before = w->match;
    row *to =
        w->at >= r->from && w->at < r->to ? &r->row[w->at - r->from] : NULL;
    crok_status st = crok_log_walk_step(w, err);
    if (st != CROK_OK)
        return st;
    if (!ends_a_board(kept->type) && kept->after == 0)
        *base = kept->seq;
    if (to != NULL) {
        bool first = kept->type == CROK_EVENT_MATCH_START;
        crok_event e;
        crok_kept_event(kept, &e);
        to->game = first ? w->match.game : before.game;
        to->round = first ? w->match.round : before.round;
        to->correct = has_no_board(e.type) ? 0 : e.after != 0 ? e.after : *base;
        crok_event_words(&e, &before, &w->match, to->text);
    }
    return CROK_OK;
}

static crok_status fill(const crok_log *log, const rows *r, crok_err *err)
{
    crok_log_walk w;
    long base = 0;
    crok_status st = crok_log_standing(log, r->stands, err);
    if (st != CROK_OK)
        return st;
    st = crok_log_walk_begin(log, &w, err);
    while (st == CROK_OK && w.event != NULL)
        st = step(&w, r, &base, err);
    for (int i = r->from; st == CROK_OK && i < r->to; i++)
        r->row[i - r->from].is_left_out = w.left_out[i] != CROK_LEFT_IN;
    crok_log_walk_end(&w);
    return st;
}

/* ---- the document ---- */

static cJSON *row_json(const crok_kept *kept, const row *r, bool stands)
{
    cJSON *obj = cJSON_CreateObject();
    char plain[CROK_ROW_TEXT_MAX] = "";
    crok_event e;
    crok_kept_event(kept, &e);
    if (r->text[0] == '\0')
        crok_event_words_plain(&e, plain);
    cJSON_AddNumberToObject(obj, "seq", (double)e.seq);
    cJSON_AddStringToObject(obj, "time", e.time);
    cJSON_AddStringToObject(obj, "type", crok_event_name(e.type));
    crok_json_add_text(obj, "text", r->text[0] == '\0' ? plain : r->text);
    cJSON_AddBoolToObject(obj, "stands", stands);
    if (r->is_left_out)
        cJSON_AddBoolToObject(obj, "left_out", true);
    if (r->round > 0) {
        cJSON_AddNumberToObject(obj, "game", r->game);
        cJSON_AddNumberToObject(obj, "round", r->round);
    }
    if (r->correct > 0)
        cJSON_AddNumberToObject(obj, "correct", (double)r->correct);
    else
        cJSON_AddNullToObject(obj, "correct");
    if (e.after != 0)
        cJSON_AddNumberToObject(obj, "after", (double)e.after);
    if (crok_kept_of(kept) != 0)
        cJSON_AddNumberToObject(obj, "of", (double)crok_kept_of(kept));
    return obj;
}

static char *print(const crok_log *log, const rows *r)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON *list = NULL;
    char *text = NULL;
    cJSON_AddStringToObject(doc, "schema", "crokeye.log/1");
    cJSON_AddNumberToObject(
        doc, "seq", log->n == 0 ? 0.0 : (double)log->events[log->n - 1]->seq);
    list = cJSON_AddArrayToObject(doc, "events");
    for (int i = r->to - 1; i >= r->from; i--)
        cJSON_AddItemToArray(
            list, row_json(log->events[i], &r->row[i - r->from], r->stands[i]));
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return text;
}

crok_status crok_log_text(const crok_log *log, long before, int n, char **out,
                          crok_err *err)
{
    rows r = {.to = log->n};
    crok_status st = CROK_OK;
    char *text = NULL;
    while (r.to > 0 && log->events[r.to - 1]->seq >= before)
        r.to--;
    r.from = r.to > n ? r.to - n : 0;
    r.stands = calloc((size_t)log->n + 1, sizeof *r.stands);
    r.row = calloc((size_t)(r.to - r.from) + 1, sizeof *r.row);
    if (r.stands == NULL || r.row == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for %d events", log->n);
    if (st == CROK_OK)
        st = fill(log, &r, err);
    if (st == CROK_OK && (text = print(log, &r)) == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for %d events", log->n);
    if (st == CROK_OK)
        *out = text;
    free(r.stands);
    free(r.row);
    return st;
}

/* Copy a shot event that was recorded without a decision, and judge the copy
 * by the rule book of the match `m`, which is the match before the shot. The
 * caller frees the result. */
static crok_event *judged(const crok_match *m, const crok_event *e)
{
    crok_event *out = calloc(1, sizeof *out);
    crok_judgement *made = malloc(sizeof *made);
    if (out != NULL && made != NULL) {
        crok_shot *shot = &out->u.shot.shot;
        out->seq = e->seq;
        out->type = e->type;
        memcpy(out->time, e->time, sizeof out->time);
        *shot = crok_match_shot_of(m, &e->u.shot.shot);
        out->u.shot.is_unseen = e->u.shot.is_unseen;
        if (e->u.shot.is_unseen)
            crok_open_unseen(shot, &made->decision);
        else
            crok_judge(&m->info.book, shot, made);
        out->u.shot.has_decision = true;
        out->u.shot.decision = made->decision;
    }
    free(made);
    return out;
}

static char *event_text(const crok_match *m, const crok_event *e)
{
    bool has_none = e->type == CROK_EVENT_SHOT && !e->u.shot.has_decision;
    crok_event *with = has_none ? judged(m, e) : NULL;
    cJSON *doc = crok_event_to_json(with != NULL ? with : e);
    char *text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    free(with);
    return text;
}

crok_status crok_log_event_text(const crok_log *log, long seq, char **out,
                                crok_err *err)
{
    const crok_kept *kept = crok_log_find(log, seq);
    crok_event e;
    crok_match m;
    char *text = NULL;
    if (kept == NULL)
        return crok_fail(err, CROK_EARG, "there is no event %ld", seq);
    crok_kept_event(kept, &e);
    /* The event is shown with the match as it was before it. An event that was
     * undone has no such match; it is shown with the present one. */
    if (crok_log_match_before(log, seq, &m, NULL) != CROK_OK)
        m = log->match;
    text = event_text(&m, &e);
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for an event");
    *out = text;
    return CROK_OK;
}
