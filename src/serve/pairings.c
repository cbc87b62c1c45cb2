/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/pairings.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "serve/answer.h"
#include "serve/body.h"
#include "serve/handlers.h"

const char *crok_pairings_text(const crok_pairings *p)
{
    return p->text == NULL ? "" : p->text;
}

crok_status crok_pairings_set(crok_pairings *p, const char *was,
                              const char *text, crok_err *err)
{
    char *copy = NULL;
    if (strcmp(was, crok_pairings_text(p)) != 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "The list of matches was changed at another console. "
                         "Look at it again, then change it.");
    copy = strdup(text);
    if (copy == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the list of matches");
    free(p->text);
    p->text = copy;
    return CROK_OK;
}

void crok_pairings_close(crok_pairings *p)
{
    free(p->text);
    *p = (crok_pairings){.text = NULL};
}

/* Read the day's list of a table if it has changed, and say what is wrong with
 * it. */
static void renew_day(crok_serve *s, int place)
{
    crok_err err = {0};
    if (crok_day_list_look(&s->day[place], &err) != CROK_OK &&
        s->message != NULL)
        s->message(s->context, err.msg);
}

void crok_pairings_renew(crok_serve *s)
{
    for (int i = 0; i < s->n_tables; i++)
        renew_day(s, i);
}

static enum MHD_Result answer_list(crok_serve *s, struct MHD_Connection *c,
                                   const crok_request *r)
{
    const int place = r->table->place;
    const crok_pairings *p = &s->pairings[place];
    cJSON *doc = cJSON_CreateObject();
    char *text = NULL;
    renew_day(s, place);
    cJSON_AddStringToObject(doc, "text", crok_pairings_text(p));
    cJSON_AddBoolToObject(doc, "is_set", p->text != NULL);
    cJSON_AddItemToObject(doc, "day",
                          crok_day_list_for(&s->day[place], r->table->live));
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return crok_answer_json(c, text);
}

/* Answer with the lists of the table: what an operator has typed, and what the
 * day has next. */
enum MHD_Result crok_get_pairings(crok_serve *s, struct MHD_Connection *c,
                                  const crok_request *r)
{
    return answer_list(s, c, r);
}

static crok_status take_list(crok_pairings *p, const crok_request *r, char *was,
                             char *text, crok_err *err)
{
    crok_status st =
        crok_body_text(r->body, r->len, "was", was, CROK_PAIRINGS_TEXT, err);
    if (st == CROK_OK)
        st = crok_body_text(r->body, r->len, "text", text, CROK_PAIRINGS_TEXT,
                            err);
    return st == CROK_OK ? crok_pairings_set(p, was, text, err) : st;
}

/* Replace the list that an operator has typed. */
enum MHD_Result crok_post_pairings(crok_serve *s, struct MHD_Connection *c,
                                   const crok_request *r)
{
    crok_pairings *p = &s->pairings[r->table->place];
    char *was = malloc(CROK_PAIRINGS_TEXT);
    char *text = malloc(CROK_PAIRINGS_TEXT);
    crok_err err = {0};
    crok_status st = was == NULL || text == NULL
                         ? crok_fail(&err, CROK_ENOMEM, "no memory for a list")
                         : take_list(p, r, was, text, &err);
    free(was);
    free(text);
    return st == CROK_OK ? answer_list(s, c, r)
                         : crok_answer_failure(c, &err, 0);
}
