/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "rules/read.h"

static const char *const WHAT[CROK_N_BOUNDARY] = {
    "touched_line", "left_surface", "hit_rail", "hit_out_disc"};
static const char *const FOUL[] = {"one_cheek", "moved_board", "moved_chair",
                                   "other"};
static const char *const PLACE[] = {"south", "west", "north", "east"};
enum { N_FOULS = 4, N_PLACES = 4 };

/* The state of the reader. It collects in shot->missing the names of the fields
 * that were not observed. */
typedef struct reading {
    const cJSON *doc;
    const char *where;
    crok_shot *shot;
    crok_err *err;
} reading;

static crok_status read_missing(reading *r)
{
    const cJSON *list = NULL;
    const cJSON *item = NULL;
    crok_status st = CROK_OK;
    if (crok_field(r->doc, "missing") == NULL)
        return CROK_OK;
    st = crok_read_array(r->doc, "missing", 64, r->where, &list, r->err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, list)
    {
        unsigned bit = 1;
        const char *text = cJSON_GetStringValue(item);
        while (crok_miss_name(bit) != NULL && text != NULL &&
               strcmp(crok_miss_name(bit), text) != 0)
            bit <<= 1;
        if (text == NULL || crok_miss_name(bit) == NULL)
            return crok_fail(r->err, CROK_EFORMAT,
                             "%s: \"missing\": \"%.40s\" is no field of a shot",
                             r->where, text == NULL ? "?" : text);
        r->shot->missing |= bit;
    }
    return CROK_OK;
}

/* Is there a list to read for this field? If the field is null, its bit is set
 * in `missing`. A list that is named in `missing` is incomplete; it is read all
 * the same. */
static bool is_seen(reading *r, unsigned bit)
{
    if (cJSON_IsNull(crok_field(r->doc, crok_miss_name(bit))))
        r->shot->missing |= bit;
    return (r->shot->missing & bit) == 0 ||
           cJSON_IsArray(crok_field(r->doc, crok_miss_name(bit)));
}

static crok_status read_shooter(reading *r)
{
    crok_shot *s = r->shot;
    const cJSON *shooter = crok_field(r->doc, "shooter");
    const cJSON *place = crok_field(shooter, "place");
    crok_where at;
    crok_status st = CROK_OK;
    (void)snprintf(at.text, sizeof at.text, "%.100s: shooter", r->where);
    if (!cJSON_IsObject(shooter))
        return crok_fail(r->err, CROK_EFORMAT,
                         "%s: \"shooter\" must be an object", r->where);
    st = crok_read_int(shooter, "seat", at.text, &s->seat, r->err);
    if (st == CROK_OK)
        st = crok_read_side(shooter, at.text, s->side, &s->n_sides, &s->shooter,
                            r->err);
    if (st == CROK_OK && crok_field(shooter, "attempt") != NULL)
        st = crok_read_int(shooter, "attempt", at.text, &s->attempt, r->err);
    if (st != CROK_OK || place == NULL)
        return st;
    if (crok_word_of(place, PLACE, N_PLACES) < 0)
        return crok_fail(r->err, CROK_EFORMAT,
                         "%s: \"place\" must be south, west, north or east",
                         at.text);
    s->place = (crok_place)crok_word_of(place, PLACE, N_PLACES);
    return CROK_OK;
}

/* Check that `after` says how a disc lies whose centre is over the hole: no
 * disc lies flat on the board there. */
static crok_status check_states(const reading *r)
{
    const cJSON *item = NULL;
    int i = 0;
    cJSON_ArrayForEach(item, crok_field(r->doc, "after"))
    {
        const crok_disc *d = &r->shot->after[i++];
        double d_mm = hypot(d->x_mm, d->y_mm);
        if (crok_field(item, "state") == NULL && d_mm < r->shot->lines.hole_mm)
            return crok_fail(r->err, CROK_EFORMAT,
                             "%s: after[%d]: \"state\" is missing, %.1f mm "
                             "from the centre of the hole: must be hole, "
                             "leaning or flat",
                             r->where, i - 1, d_mm);
    }
    return CROK_OK;
}

static crok_status read_both_rests(reading *r)
{
    crok_shot *s = r->shot;
    crok_disc_list before = {s->before, &s->n_before, s->side, &s->n_sides};
    crok_disc_list after = {s->after, &s->n_after, s->side, &s->n_sides};
    crok_status st = CROK_OK;
    if (is_seen(r, CROK_MISS_BEFORE))
        st = crok_read_discs(r->doc, "before", r->where, &before, r->err);
    if (st != CROK_OK || !is_seen(r, CROK_MISS_AFTER))
        return st;
    st = crok_read_discs(r->doc, "after", r->where, &after, r->err);
    return st == CROK_OK ? check_states(r) : st;
}

static crok_status read_moved(reading *r)
{
    const cJSON *list = NULL;
    const cJSON *item = NULL;
    crok_shot *s = r->shot;
    crok_status st = CROK_OK;
    if (!is_seen(r, CROK_MISS_MOVED))
        return CROK_OK;
    st = crok_read_array(r->doc, "moved", CROK_MAX_DISCS, r->where, &list,
                         r->err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, list)
    {
        crok_where at = crok_where_in(r->where, "moved", s->n_moved);
        st = crok_id_of(item, at.text, &s->moved[s->n_moved], r->err);
        if (st != CROK_OK)
            return st;
        s->n_moved++;
    }
    return CROK_OK;
}

static crok_status read_contacts(reading *r)
{
    const cJSON *list = NULL;
    const cJSON *item = NULL;
    crok_shot *s = r->shot;
    crok_status st = CROK_OK;
    if (!is_seen(r, CROK_MISS_CONTACTS))
        return CROK_OK;
    st = crok_read_array(r->doc, "contacts", CROK_MAX_CONTACTS, r->where, &list,
                         r->err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, list)
    {
        crok_where at = crok_where_in(r->where, "contacts", s->n_contacts);
        crok_contact *c = &s->contacts[s->n_contacts];
        if (cJSON_GetArraySize(item) != 2)
            return crok_fail(r->err, CROK_EFORMAT, "%s: must be two ids",
                             at.text);
        st = crok_id_of(cJSON_GetArrayItem(item, 0), at.text, &c->a, r->err);
        if (st == CROK_OK)
            st =
                crok_id_of(cJSON_GetArrayItem(item, 1), at.text, &c->b, r->err);
        if (st != CROK_OK)
            return st;
        s->n_contacts++;
    }
    return CROK_OK;
}

static crok_status read_boundary(reading *r)
{
    const cJSON *list = NULL;
    const cJSON *item = NULL;
    crok_shot *s = r->shot;
    crok_status st = CROK_OK;
    if (!is_seen(r, CROK_MISS_BOUNDARY))
        return CROK_OK;
    st = crok_read_array(r->doc, "boundary", CROK_MAX_BOUNDARY, r->where, &list,
                         r->err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, list)
    {
        crok_where at = crok_where_in(r->where, "boundary", s->n_boundary);
        crok_boundary *b = &s->boundary[s->n_boundary];
        int what =
            crok_word_of(crok_field(item, "what"), WHAT, CROK_N_BOUNDARY);
        st = crok_read_int(item, "id", at.text, &b->id, r->err);
        if (st == CROK_OK)
            st = crok_read_bool_opt(item, "returned", at.text, &b->returned,
                                    r->err);
        if (st != CROK_OK)
            return st;
        if (what < 0)
            return crok_fail(r->err, CROK_EFORMAT,
                             "%s: \"what\" must be touched_line, left_surface, "
                             "hit_rail or hit_out_disc",
                             at.text);
        b->what = (crok_boundary_what)what;
        s->n_boundary++;
    }
    return CROK_OK;
}

static crok_status read_fouls(reading *r)
{
    const cJSON *list = NULL;
    const cJSON *item = NULL;
    crok_status st = CROK_OK;
    if (crok_field(r->doc, "fouls") == NULL || !is_seen(r, CROK_MISS_FOULS))
        return CROK_OK;
    st = crok_read_array(r->doc, "fouls", 64, r->where, &list, r->err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, list)
    {
        int foul = crok_word_of(item, FOUL, N_FOULS);
        if (foul < 0)
            return crok_fail(r->err, CROK_EFORMAT,
                             "%s: \"fouls\" may be one_cheek, moved_board, "
                             "moved_chair, other",
                             r->where);
        r->shot->fouls |= 1U << foul;
    }
    return CROK_OK;
}

static crok_status read_tri(reading *r, const char *name, crok_tri *out)
{
    bool yes = false;
    crok_status st = CROK_OK;
    if (crok_field(r->doc, name) == NULL)
        return CROK_OK;
    st = crok_read_bool_opt(r->doc, name, r->where, &yes, r->err);
    if (st == CROK_OK)
        *out = yes ? CROK_YES : CROK_NO;
    return st;
}

static crok_status read_placing(reading *r)
{
    crok_shot *s = r->shot;
    const cJSON *at = crok_field(r->doc, "placed_at");
    const cJSON *x = cJSON_GetArrayItem(at, 0);
    const cJSON *y = cJSON_GetArrayItem(at, 1);
    crok_status st = read_tri(r, "placed_flat", &s->placed_flat);
    if (st == CROK_OK)
        st = read_tri(r, "at_rest", &s->at_rest);
    if (st == CROK_OK)
        st = crok_read_length_opt(r->doc, "placed_sigma_mm", r->where,
                                  &s->placed_sigma_mm, r->err);
    if (st != CROK_OK || at == NULL || cJSON_IsNull(at))
        return st;
    if (!cJSON_IsArray(at) || cJSON_GetArraySize(at) != 2 ||
        !cJSON_IsNumber(x) || !cJSON_IsNumber(y))
        return crok_fail(r->err, CROK_EFORMAT,
                         "%s: \"placed_at\" must be [x, y] or null", r->where);
    s->has_placed_at = true;
    s->placed_at = (crok_mm){x->valuedouble, y->valuedouble};
    return CROK_OK;
}

static crok_status read_head(reading *r)
{
    crok_shot *s = r->shot;
    const cJSON *last = crok_field(r->doc, "last_played");
    crok_status st =
        crok_read_schema(r->doc, "crokeye.shot/1", r->where, r->err);
    if (st == CROK_OK)
        st = read_missing(r);
    if (st == CROK_OK)
        st = read_shooter(r);
    if (st == CROK_OK)
        st =
            crok_read_int(r->doc, "shot_disc", r->where, &s->shot_disc, r->err);
    if (st != CROK_OK || cJSON_IsNull(last) ||
        (last == NULL && (s->missing & CROK_MISS_LAST_PLAYED) != 0))
        return st;
    s->has_last_played = true;
    return crok_read_int(r->doc, "last_played", r->where, &s->last_played,
                         r->err);
}

static void swap_sides(crok_shot *s, int a, int b)
{
    char t[CROK_NAME_MAX];
    memcpy(t, s->side[a], sizeof t);
    memcpy(s->side[a], s->side[b], sizeof t);
    memcpy(s->side[b], t, sizeof t);
    for (int i = 0; i < s->n_before; i++)
        s->before[i].side = s->before[i].side == a   ? b
                            : s->before[i].side == b ? a
                                                     : s->before[i].side;
    for (int i = 0; i < s->n_after; i++)
        s->after[i].side = s->after[i].side == a   ? b
                           : s->after[i].side == b ? a
                                                   : s->after[i].side;
    s->shooter = s->shooter == a ? b : s->shooter == b ? a : s->shooter;
}

/* Sort the sides by name, so that the output does not depend on their order of
 * appearance. */
static void sort_sides(crok_shot *s)
{
    for (int i = 0; i < s->n_sides; i++)
        for (int k = i + 1; k < s->n_sides; k++)
            if (strcmp(s->side[i], s->side[k]) > 0)
                swap_sides(s, i, k);
}

crok_status crok_shot_from_json(const cJSON *doc, const char *where,
                                crok_shot *out, crok_err *err)
{
    crok_shot shot = crok_shot_empty();
    reading r = {doc, where, &shot, err};
    crok_err why = {0};
    crok_status st = CROK_OK;
    shot.n_sides = 0;
    st = read_head(&r);
    if (st == CROK_OK)
        st = crok_read_board(doc, where, &shot.lines, &shot.disc_mm, err);
    if (st == CROK_OK)
        st = read_both_rests(&r);
    if (st == CROK_OK)
        st = read_moved(&r);
    if (st == CROK_OK)
        st = read_contacts(&r);
    if (st == CROK_OK)
        st = read_boundary(&r);
    if (st == CROK_OK)
        st = read_fouls(&r);
    if (st == CROK_OK)
        st = read_placing(&r);
    if (st != CROK_OK)
        return st;
    sort_sides(&shot);
    if (crok_shot_check(&shot, &why) != CROK_OK)
        return crok_fail(err, why.status, "%.80s: %.160s", where, why.msg);
    *out = shot;
    return CROK_OK;
}

/* ---- writing ---- */

static cJSON *discs_json(const crok_shot *s, const crok_disc *discs, int n)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < n; i++) {
        cJSON *disc = crok_disc_json(&discs[i], s->side[discs[i].side]);
        cJSON_AddStringToObject(disc, "state",
                                crok_disc_state_name(discs[i].state));
        cJSON_AddItemToArray(list, disc);
    }
    return list;
}

static cJSON *contacts_json(const crok_shot *s)
{
    cJSON *list = NULL;
    if ((s->missing & CROK_MISS_CONTACTS) != 0)
        return cJSON_CreateNull();
    list = cJSON_CreateArray();
    for (int i = 0; i < s->n_contacts; i++) {
        int pair[2] = {s->contacts[i].a, s->contacts[i].b};
        cJSON_AddItemToArray(list, cJSON_CreateIntArray(pair, 2));
    }
    return list;
}

static cJSON *boundary_json(const crok_shot *s)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < s->n_boundary; i++) {
        cJSON *b = cJSON_CreateObject();
        cJSON_AddNumberToObject(b, "id", s->boundary[i].id);
        cJSON_AddStringToObject(b, "what", WHAT[s->boundary[i].what]);
        cJSON_AddBoolToObject(b, "returned", s->boundary[i].returned);
        cJSON_AddItemToArray(list, b);
    }
    return list;
}

static void add_shooter(cJSON *doc, const crok_shot *s)
{
    cJSON *shooter = cJSON_AddObjectToObject(doc, "shooter");
    cJSON_AddNumberToObject(shooter, "seat", s->seat);
    crok_json_add_text(shooter, "side", s->side[s->shooter]);
    if (s->place != CROK_PLACE_NOT_GIVEN)
        cJSON_AddStringToObject(shooter, "place", PLACE[s->place]);
    if (s->attempt > 1)
        cJSON_AddNumberToObject(shooter, "attempt", s->attempt);
    cJSON_AddNumberToObject(doc, "shot_disc", s->shot_disc);
    if (s->has_last_played)
        cJSON_AddNumberToObject(doc, "last_played", s->last_played);
    else
        cJSON_AddNullToObject(doc, "last_played");
}

static void add_placing(cJSON *doc, const crok_shot *s)
{
    double at[2] = {s->placed_at.x, s->placed_at.y};
    if (s->has_placed_at)
        cJSON_AddItemToObject(doc, "placed_at", crok_json_nums(at, 2, 4));
    else
        cJSON_AddNullToObject(doc, "placed_at");
    if (s->placed_sigma_mm > 0.0)
        crok_json_add_num(doc, "placed_sigma_mm", s->placed_sigma_mm, 4);
    if (s->placed_flat != CROK_UNKNOWN)
        cJSON_AddBoolToObject(doc, "placed_flat", s->placed_flat == CROK_YES);
    if (s->at_rest != CROK_UNKNOWN)
        cJSON_AddBoolToObject(doc, "at_rest", s->at_rest == CROK_YES);
}

cJSON *crok_shot_to_json(const crok_shot *s)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON *list = NULL;
    cJSON_AddStringToObject(doc, "schema", "crokeye.shot/1");
    add_shooter(doc, s);
    add_placing(doc, s);
    cJSON_AddItemToObject(doc, "board", crok_board_json(&s->lines, s->disc_mm));
    cJSON_AddItemToObject(doc, "before", discs_json(s, s->before, s->n_before));
    cJSON_AddItemToObject(doc, "after", discs_json(s, s->after, s->n_after));
    cJSON_AddItemToObject(doc, "moved",
                          cJSON_CreateIntArray(s->moved, s->n_moved));
    cJSON_AddItemToObject(doc, "contacts", contacts_json(s));
    cJSON_AddItemToObject(doc, "boundary", boundary_json(s));
    list = cJSON_AddArrayToObject(doc, "fouls");
    for (int i = 0; i < N_FOULS; i++)
        if ((s->fouls & 1U << i) != 0)
            cJSON_AddItemToArray(list, cJSON_CreateString(FOUL[i]));
    list = cJSON_AddArrayToObject(doc, "missing");
    for (unsigned bit = 1; crok_miss_name(bit) != NULL; bit <<= 1)
        if ((s->missing & bit) != 0)
            cJSON_AddItemToArray(list, cJSON_CreateString(crok_miss_name(bit)));
    return doc;
}
