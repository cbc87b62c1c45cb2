/* SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/read.h"

/* ---- writing ---- */

static void add_tri(cJSON *doc, const char *name, crok_tri t)
{
    if (t == CROK_UNKNOWN)
        cJSON_AddNullToObject(doc, name);
    else
        cJSON_AddBoolToObject(doc, name, t == CROK_YES);
}

cJSON *crok_removals_json(const crok_removal *r, int n)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < n; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "id", r[i].id);
        cJSON_AddStringToObject(item, "to", crok_to_name(r[i].to));
        cJSON_AddStringToObject(item, "rule", r[i].rule);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

static cJSON *restores_json(const crok_decision *d)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < d->n_restore; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "id", d->restore[i].id);
        crok_json_add_num(item, "x_mm", d->restore[i].x_mm, 4);
        crok_json_add_num(item, "y_mm", d->restore[i].y_mm, 4);
        cJSON_AddStringToObject(item, "rule", d->restore[i].rule);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

static cJSON *why_json(const crok_decision *d)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < d->n_why; i++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "rule", d->why[i].rule);
        crok_json_add_text(item, "text", d->why[i].text);
        cJSON_AddItemToArray(list, item);
    }
    return list;
}

static cJSON *missing_json(const crok_decision *d)
{
    cJSON *list = cJSON_CreateArray();
    char text[64];
    for (unsigned bit = 1; crok_miss_name(bit) != NULL; bit <<= 1)
        if ((d->missing & bit) != 0)
            cJSON_AddItemToArray(list, cJSON_CreateString(crok_miss_name(bit)));
    for (int i = 0; i < d->n_close; i++) {
        (void)snprintf(text, sizeof text, "%s line of disc %d",
                       crok_line_name(d->close[i].line), d->close[i].id);
        cJSON_AddItemToArray(list, cJSON_CreateString(text));
    }
    return list;
}

cJSON *crok_decision_to_json(const char side[][CROK_NAME_MAX], int n_sides,
                             const crok_decision *d)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON *twenties = NULL;
    cJSON_AddStringToObject(doc, "schema", "crokeye.decision/1");
    add_tri(doc, "valid", d->valid);
    add_tri(doc, "open_board", d->open_board);
    cJSON_AddItemToObject(doc, "why", why_json(d));
    cJSON_AddItemToObject(doc, "remove",
                          crok_removals_json(d->remove, d->n_remove));
    cJSON_AddItemToObject(doc, "restore", restores_json(d));
    twenties = cJSON_AddObjectToObject(doc, "twenties");
    for (int i = 0; i < n_sides; i++)
        cJSON_AddNumberToObject(twenties, side[i], d->twenties[i]);
    cJSON_AddItemToObject(doc, "in_play",
                          cJSON_CreateIntArray(d->in_play, d->n_in_play));
    cJSON_AddBoolToObject(doc, "reshoot", d->reshoot);
    cJSON_AddItemToObject(doc, "missing", missing_json(d));
    if (d->n_unsure > 0)
        cJSON_AddItemToObject(doc, "unsure",
                              crok_removals_json(d->unsure, d->n_unsure));
    return doc;
}

cJSON *crok_judgement_to_json(const crok_shot *shot, const crok_judgement *j)
{
    cJSON *doc = crok_decision_to_json((const char(*)[CROK_NAME_MAX])shot->side,
                                       shot->n_sides, &j->decision);
    cJSON *either = NULL;
    if (j->decision.valid != CROK_UNKNOWN)
        return doc;
    either = cJSON_AddObjectToObject(doc, "either");
    cJSON_AddItemToObject(
        either, "true",
        crok_decision_to_json((const char(*)[CROK_NAME_MAX])shot->side,
                              shot->n_sides, &j->if_valid));
    cJSON_AddItemToObject(
        either, "false",
        crok_decision_to_json((const char(*)[CROK_NAME_MAX])shot->side,
                              shot->n_sides, &j->if_invalid));
    return doc;
}

/* ---- reading ---- */

static crok_status read_tri(const cJSON *doc, const char *name,
                            const char *where, crok_tri *out, crok_err *err)
{
    const cJSON *item = crok_field(doc, name);
    if (!cJSON_IsBool(item) && !cJSON_IsNull(item))
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"%s\" must be true, false or null", where, name);
    *out = cJSON_IsNull(item)   ? CROK_UNKNOWN
           : cJSON_IsTrue(item) ? CROK_YES
                                : CROK_NO;
    return CROK_OK;
}

static crok_status read_removals(const cJSON *doc, const char *name,
                                 const char *where, crok_removal *out, int *n,
                                 crok_err *err)
{
    static const char *const to[CROK_N_TO] = {"ditch", "bowl"};
    const cJSON *list = NULL;
    const cJSON *item = NULL;
    crok_status st =
        crok_read_array(doc, name, CROK_MAX_DISCS, where, &list, err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, list)
    {
        crok_where at = crok_where_in(where, name, *n);
        crok_removal *r = &out[*n];
        int place = crok_word_of(crok_field(item, "to"), to, CROK_N_TO);
        if (place < 0)
            return crok_fail(err, CROK_EFORMAT,
                             "%s: \"to\" must be ditch or bowl", at.text);
        r->to = (crok_to)place;
        st = crok_read_int(item, "id", at.text, &r->id, err);
        if (st == CROK_OK)
            st = crok_read_text_opt(item, "rule", at.text, r->rule,
                                    sizeof r->rule, err);
        if (st != CROK_OK)
            return st;
        (*n)++;
    }
    return CROK_OK;
}

static crok_status read_restores(const cJSON *doc, const char *where,
                                 crok_decision *d, crok_err *err)
{
    const crok_range place_mm = {-CROK_MAX_PLACE_MM, CROK_MAX_PLACE_MM};
    const cJSON *list = NULL;
    const cJSON *item = NULL;
    crok_status st =
        crok_read_array(doc, "restore", CROK_MAX_DISCS, where, &list, err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, list)
    {
        crok_where at = crok_where_in(where, "restore", d->n_restore);
        crok_restore *r = &d->restore[d->n_restore];
        st = crok_read_int(item, "id", at.text, &r->id, err);
        if (st == CROK_OK)
            st = crok_json_num(item, "x_mm", place_mm, at.text, &r->x_mm, err);
        if (st == CROK_OK)
            st = crok_json_num(item, "y_mm", place_mm, at.text, &r->y_mm, err);
        if (st == CROK_OK)
            st = crok_read_text_opt(item, "rule", at.text, r->rule,
                                    sizeof r->rule, err);
        if (st != CROK_OK)
            return st;
        d->n_restore++;
    }
    return CROK_OK;
}

static crok_status read_why(const cJSON *doc, const char *where,
                            crok_decision *d, crok_err *err)
{
    const cJSON *list = NULL;
    const cJSON *item = NULL;
    crok_status st = CROK_OK;
    if (crok_field(doc, "why") == NULL)
        return CROK_OK;
    st = crok_read_array(doc, "why", CROK_MAX_WHY, where, &list, err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, list)
    {
        crok_where at = crok_where_in(where, "why", d->n_why);
        crok_why *w = &d->why[d->n_why];
        st =
            crok_read_text(item, "rule", at.text, w->rule, sizeof w->rule, err);
        if (st == CROK_OK)
            st = crok_read_text(item, "text", at.text, w->text, sizeof w->text,
                                err);
        if (st != CROK_OK)
            return st;
        d->n_why++;
    }
    return CROK_OK;
}

static crok_status read_twenties(const cJSON *doc, const char *where,
                                 char side[][CROK_NAME_MAX], int *n_sides,
                                 crok_decision *d, crok_err *err)
{
    const cJSON *twenties = crok_field(doc, "twenties");
    const cJSON *item = NULL;
    if (!cJSON_IsObject(twenties))
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"twenties\" must be an object", where);
    cJSON_ArrayForEach(item, twenties)
    {
        int at = 0;
        crok_status st =
            crok_find_side(item->string, where, side, n_sides, &at, err);
        if (st == CROK_OK)
            st = crok_read_int(twenties, item->string, where, &d->twenties[at],
                               err);
        if (st != CROK_OK)
            return st;
        if (d->twenties[at] < 0 || d->twenties[at] > CROK_MAX_DISCS)
            return crok_fail(err, CROK_EFORMAT,
                             "%s: \"twenties\": 0 to %d are allowed", where,
                             CROK_MAX_DISCS);
    }
    return CROK_OK;
}

static crok_status read_in_play(const cJSON *doc, const char *where,
                                crok_decision *d, crok_err *err)
{
    const cJSON *list = NULL;
    const cJSON *item = NULL;
    crok_status st =
        crok_read_array(doc, "in_play", CROK_MAX_DISCS, where, &list, err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, list)
    {
        crok_where at = crok_where_in(where, "in_play", d->n_in_play);
        st = crok_id_of(item, at.text, &d->in_play[d->n_in_play], err);
        if (st != CROK_OK)
            return st;
        d->n_in_play++;
    }
    return CROK_OK;
}

/* If `text` has the form "inner line of disc 7", which missing_json writes, add
 * that close call to the decision. */
static void read_close(const char *text, crok_decision *d)
{
    for (crok_line l = CROK_LINE_OUTER; l < CROK_N_LINES; l++) {
        char begin[32];
        char *end = NULL;
        int n = snprintf(begin, sizeof begin, "%s line of disc ",
                         crok_line_name(l));
        long id = 0;
        if (strncmp(text, begin, (size_t)n) != 0 ||
            d->n_close == CROK_MAX_CLOSE)
            continue;
        id = strtol(text + n, &end, 10);
        if (*end == '\0' && end > text + n && id >= INT_MIN && id <= INT_MAX)
            d->close[d->n_close++] = (crok_close_call){(int)id, l};
    }
}

static crok_status read_open(const cJSON *doc, const char *where,
                             crok_decision *d, crok_err *err)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, crok_field(doc, "missing"))
    {
        const char *text = cJSON_GetStringValue(item);
        for (unsigned bit = 1; text != NULL && crok_miss_name(bit) != NULL;
             bit <<= 1)
            if (strcmp(text, crok_miss_name(bit)) == 0)
                d->missing |= bit;
        if (text != NULL)
            read_close(text, d);
    }
    if (crok_field(doc, "unsure") == NULL)
        return CROK_OK;
    return read_removals(doc, "unsure", where, d->unsure, &d->n_unsure, err);
}

crok_status crok_decision_from_json(const cJSON *doc, const char *where,
                                    char side[][CROK_NAME_MAX], int *n_sides,
                                    crok_decision *out, crok_err *err)
{
    crok_decision d = {.open_board = CROK_UNKNOWN};
    crok_status st = crok_read_schema(doc, "crokeye.decision/1", where, err);
    if (st == CROK_OK)
        st = read_tri(doc, "valid", where, &d.valid, err);
    if (st == CROK_OK && crok_field(doc, "open_board") != NULL)
        st = read_tri(doc, "open_board", where, &d.open_board, err);
    if (st == CROK_OK)
        st = read_why(doc, where, &d, err);
    if (st == CROK_OK)
        st = read_removals(doc, "remove", where, d.remove, &d.n_remove, err);
    if (st == CROK_OK)
        st = read_restores(doc, where, &d, err);
    if (st == CROK_OK)
        st = read_twenties(doc, where, side, n_sides, &d, err);
    if (st == CROK_OK)
        st = read_in_play(doc, where, &d, err);
    if (st == CROK_OK)
        st = crok_read_bool_opt(doc, "reshoot", where, &d.reshoot, err);
    if (st == CROK_OK)
        st = read_open(doc, where, &d, err);
    if (st == CROK_OK)
        *out = d;
    return st;
}
