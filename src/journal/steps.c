/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/steps.h"

#include <stdlib.h>

#include "core/json.h"
#include "rules/event_words.h"
#include "rules/history.h"
#include "rules/rules_json.h"
#include "rules/undo.h"

/* Name the event for a button. A live count is compared with the match before
 * it; for all others the names of the present match are enough. */
static void name_event(const crok_log *log, const crok_event *e, char *words)
{
    crok_match *before = NULL;
    if (e->type == CROK_EVENT_ROUND_COUNT && !e->u.count.final)
        before = malloc(sizeof *before);
    if (before != NULL &&
        crok_log_match_before(log, e->seq, before, NULL) != CROK_OK)
        *before = log->match;
    crok_event_words_short(e, before != NULL ? before : &log->match, words);
    free(before);
}

/* Add the object {"of", "text"}: the number of the event to undo, and the words
 * for the event `named`. */
static void add_step(cJSON *doc, const char *name, const crok_log *log, long of,
                     long named)
{
    const crok_kept *kept = crok_log_find(log, named);
    char words[CROK_ROW_TEXT_MAX] = "";
    cJSON *step = NULL;
    crok_event e;
    if (of == 0 || kept == NULL) {
        cJSON_AddNullToObject(doc, name);
        return;
    }
    crok_kept_event(kept, &e);
    name_event(log, &e, words);
    step = cJSON_AddObjectToObject(doc, name);
    cJSON_AddNumberToObject(step, "of", (double)of);
    crok_json_add_text(step, "text", words);
}

/* Did the last step end a round that counts? When time is up, a round that
 * nobody has begun is left out. */
static bool has_new_round(const crok_match *before, const crok_match *after)
{
    return after->ended.round != before->ended.round ||
           after->ended.game != before->ended.game;
}

/* Add what the round would come to, and the match, if it ended now. */
static void add_if_ended(cJSON *doc, const crok_match *m)
{
    const crok_event end = {.type = CROK_EVENT_ROUND_END,
                            .u.end = {.early = true}};
    crok_match *after = malloc(sizeof *after);
    bool is_played =
        m->state != CROK_STATE_WAITING && m->state != CROK_STATE_OVER;
    if (after != NULL)
        *after = *m;
    if (after == NULL || !is_played ||
        crok_match_apply(after, &end, NULL, NULL) != CROK_OK) {
        cJSON_AddNullToObject(doc, "if_ended");
    } else {
        cJSON *ended = NULL;
        if (has_new_round(m, after))
            crok_ended_to_json(doc, "if_ended", after);
        else
            cJSON_AddArrayToObject(cJSON_AddObjectToObject(doc, "if_ended"),
                                   "sides");
        ended = cJSON_GetObjectItemCaseSensitive(doc, "if_ended");
        crok_winner_to_json(ended, after);
    }
    free(after);
}

void crok_steps_to_json(cJSON *doc, const crok_log *log)
{
    crok_undoable can = {0};
    (void)!crok_log_undoable(log, &can, NULL);
    if (can.start == 0)
        cJSON_AddNullToObject(doc, "start");
    else
        cJSON_AddNumberToObject(doc, "start", (double)can.start);
    add_step(doc, "undo", log, can.undo, can.undo);
    add_step(doc, "redo", log, can.redo, can.back);
    add_if_ended(doc, &log->match);
}

static void add_totals(cJSON *doc, const char *name, const crok_match *m)
{
    cJSON *totals = cJSON_AddObjectToObject(doc, name);
    for (int i = 0; i < m->info.n_sides; i++)
        cJSON_AddNumberToObject(totals, m->info.sides[i].side,
                                crok_match_total(m, i).points);
}

void crok_ruled_totals_to_json(cJSON *q, const crok_log *log, long of)
{
    cJSON *both = cJSON_AddObjectToObject(q, "totals");
    crok_event *ruling = calloc(1, sizeof *ruling);
    crok_match *after = malloc(sizeof *after);
    for (int valid = 1; ruling != NULL && after != NULL && valid >= 0;
         valid--) {
        ruling->seq = log->events[log->n - 1]->seq + 1;
        ruling->type = CROK_EVENT_RULING;
        ruling->u.ruling.of = of;
        ruling->u.ruling.valid = valid == 1;
        if (crok_log_with(log, ruling, after, NULL) == CROK_OK)
            add_totals(both, valid == 1 ? "true" : "false", after);
    }
    free(ruling);
    free(after);
}
