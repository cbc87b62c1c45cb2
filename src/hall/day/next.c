/* SPDX-License-Identifier: Apache-2.0 */
#include "core/json.h"
#include "hall/day/view.h"
#include "hall/day_document.h"
#include "rules/next_list.h"

/* Returns the index of the first pairing of the table, from `from` on, that has
 * no match; the number of pairings if there is none. */
static int find_next(const crok_day_view *v, const char *table, int from)
{
    const crok_pairings *p = &v->day->pairings;
    while (from < p->n && (v->pairings[from].match >= 0 ||
                           !crok_name_same(p->list[from].table, table)))
        from++;
    return from;
}

crok_status crok_day_next(const crok_day *day, const char *table,
                          const crok_pairing **out, crok_err *err)
{
    crok_day_view v = {0};
    crok_status st = crok_day_view_make(day, &v, err);
    int at = 0;
    if (st != CROK_OK)
        return st;
    at = find_next(&v, table, 0);
    *out = at < day->pairings.n ? &day->pairings.list[at] : NULL;
    crok_day_view_free(&v);
    return CROK_OK;
}

static cJSON *pairing_json(const crok_pairing *p)
{
    cJSON *row = cJSON_CreateObject();
    cJSON *sides = NULL;
    bool any_colour = false;
    crok_json_add_text(row, "stage", p->stage);
    crok_json_add_text(row, "pool", p->pool);
    crok_json_add_text(row, "game", p->game);
    crok_json_add_text(row, "time", p->time);
    sides = cJSON_AddArrayToObject(row, "sides");
    for (int i = 0; i < p->n_sides; i++) {
        cJSON *players = cJSON_CreateArray();
        for (int k = 0; k < p->sides[i].n; k++)
            cJSON_AddItemToArray(players,
                                 cJSON_CreateString(p->sides[i].player[k]));
        cJSON_AddItemToArray(sides, players);
        any_colour = any_colour || p->sides[i].colour[0] != '\0';
    }
    if (!any_colour)
        return row;
    sides = cJSON_AddArrayToObject(row, "colours");
    for (int i = 0; i < p->n_sides; i++)
        cJSON_AddItemToArray(sides, cJSON_CreateString(p->sides[i].colour));
    return row;
}

/* Add up to which match the day knows each record of the table. */
static void add_known(cJSON *doc, const crok_day_view *v, const char *table)
{
    cJSON *list = cJSON_AddArrayToObject(doc, "known");
    for (int i = 0; i < v->n_matches; i++) {
        const crok_day_match *m = &v->matches[i];
        const crok_day_record *r = m->record;
        cJSON *known = NULL;
        if (m->number != r->n_starts || !crok_name_same(m->table, table))
            continue;
        known = cJSON_CreateObject();
        cJSON_AddStringToObject(known, "record", r->id);
        cJSON_AddNumberToObject(known, "seq",
                                (double)r->starts[r->n_starts - 1].seq);
        cJSON_AddItemToArray(list, known);
    }
}

/* Add a text that the director may have set. */
static void add_if_set(cJSON *doc, const char *name, const char *text)
{
    if (text[0] != '\0')
        crok_json_add_text(doc, name, text);
}

char *crok_day_next_document(const crok_day *day, const char *table)
{
    crok_day_view v = {0};
    cJSON *doc = NULL;
    cJSON *list = NULL;
    char *text = NULL;
    if (crok_day_view_make(day, &v, NULL) != CROK_OK)
        return NULL;
    doc = cJSON_CreateObject();
    cJSON_AddStringToObject(doc, "schema", CROK_NEXT_LIST_SCHEMA);
    crok_json_add_text(doc, "table", table);
    add_if_set(doc, "tournament", day->settings.tournament);
    add_if_set(doc, "division", day->settings.division);
    list = cJSON_AddArrayToObject(doc, "matches");
    for (int i = find_next(&v, table, 0); i < day->pairings.n;
         i = find_next(&v, table, i + 1))
        cJSON_AddItemToArray(list, pairing_json(&day->pairings.list[i]));
    add_known(doc, &v, table);
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    crok_day_view_free(&v);
    return text;
}
