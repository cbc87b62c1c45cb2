/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/trial.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

#include "core/json.h"
#include "journal/document.h"
#include "rules/effects.h"
#include "rules/history.h"

static void add_round(cJSON *list, const crok_match *m,
                      const crok_round_record *r)
{
    cJSON *round = cJSON_CreateObject();
    cJSON *sides = NULL;
    cJSON_AddNumberToObject(round, "game", r->game);
    cJSON_AddNumberToObject(round, "round", r->round);
    sides = cJSON_AddArrayToObject(round, "sides");
    for (int i = 0; i < m->info.n_sides; i++) {
        cJSON *side = cJSON_CreateObject();
        cJSON_AddStringToObject(side, "side", m->info.sides[i].side);
        cJSON_AddNumberToObject(side, "total", r->total[i]);
        cJSON_AddItemToArray(sides, side);
    }
    cJSON_AddItemToArray(list, round);
}

/* Add the rounds of the last match of the log. */
static crok_status add_rounds(cJSON *doc, const crok_log *log, crok_err *err)
{
    cJSON *list = cJSON_AddArrayToObject(doc, "rounds");
    crok_history h;
    crok_status st = crok_history_of(log, &h, err);
    if (st != CROK_OK)
        return st;
    for (int i = h.n_matches == 0 ? h.n_rounds
                                  : h.matches[h.n_matches - 1].first_round;
         i < h.n_rounds; i++)
        add_round(list, &log->match, &h.rounds[i]);
    crok_history_free(&h);
    return CROK_OK;
}

/* Write the answer.
 *
 *   log      with the event
 *   effects  of the event */
static crok_status write_text(const crok_log *log, const crok_effects *effects,
                              char **out, crok_err *err)
{
    cJSON *doc = cJSON_CreateObject();
    char *match = crok_document_text_at(&log->match, log);
    char *text = NULL;
    crok_status st = CROK_OK;
    cJSON_AddItemToObject(doc, "match", cJSON_CreateRaw(match));
    cJSON_AddItemToObject(doc, "changes", crok_effects_to_json(effects));
    st = add_rounds(doc, log, err);
    if (st == CROK_OK)
        text = match == NULL ? NULL : crok_json_text(doc, false);
    if (st == CROK_OK && text == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for the match");
    if (st == CROK_OK)
        *out = text;
    cJSON_free(match);
    cJSON_Delete(doc);
    return st;
}

static crok_status try_event(const crok_log *log, const crok_event *e,
                             const crok_effects *effects, char **out,
                             crok_err *err)
{
    crok_log more;
    crok_status st = crok_log_branch(log, e, &more, err);
    if (st != CROK_OK)
        return st;
    st = write_text(&more, effects, out, err);
    crok_log_branch_end(&more);
    return st;
}

crok_status crok_trial_text(const crok_log *log, const crok_event *e,
                            char **out, crok_err *err)
{
    crok_event *confirmed = malloc(sizeof *confirmed);
    crok_effects *effects = malloc(sizeof *effects);
    crok_status st = CROK_OK;
    if (confirmed == NULL || effects == NULL) {
        st = crok_fail(err, CROK_ENOMEM, "no memory for the match");
    } else {
        *confirmed = *e;
        confirmed->is_confirmed = true;
        st = crok_effects_find(log, e, effects, err);
    }
    if (st == CROK_OK)
        st = try_event(log, confirmed, effects, out, err);
    free(confirmed);
    free(effects);
    return st;
}
