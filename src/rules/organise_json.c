/* SPDX-License-Identifier: Apache-2.0
 *
 * The events of rules/organise.h as JSON. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "rules/counted.h"
#include "rules/read.h"

static const char *const RING[CROK_N_RINGS] = {"20", "15", "10", "5"};
#define OUT "out"

/* ---- reading ---- */

static crok_status read_number(const cJSON *obj, const char *name, int most,
                               const char *where, int *out, crok_err *err)
{
    crok_status st = crok_read_int(obj, name, where, out, err);
    if (st == CROK_OK && (*out < 0 || *out > most))
        st = crok_fail(err, CROK_EFORMAT,
                       "%s: \"%s\" is %d, allowed are 0 to %d", where, name,
                       *out, most);
    return st;
}

/* Read one side's count: its discs by region, or "total" and perhaps "20". */
static crok_status read_side_count(const cJSON *obj, const char *where,
                                   crok_side_count *out, crok_err *err)
{
    crok_status st = CROK_OK;
    out->by_ring = crok_field(obj, "total") == NULL;
    if (!out->by_ring) {
        st = read_number(obj, "total", INT_MAX, where, &out->total, err);
        if (st == CROK_OK && crok_field(obj, RING[0]) != NULL)
            st = read_number(obj, RING[0], CROK_MAX_DISCS, where,
                             &out->twenties, err);
        for (int i = 1; st == CROK_OK && i < CROK_N_RINGS; i++)
            if (crok_field(obj, RING[i]) != NULL)
                st = crok_fail(err, CROK_EFORMAT,
                               "%s: \"%s\" stands beside \"total\": give the "
                               "total, or the discs",
                               where, RING[i]);
        if (st == CROK_OK && crok_field(obj, OUT) != NULL)
            st = crok_fail(err, CROK_EFORMAT,
                           "%s: \"" OUT "\" stands beside \"total\": give the "
                           "total, or the discs",
                           where);
        return st;
    }
    for (int i = 0; st == CROK_OK && i < CROK_N_RINGS; i++)
        st = read_number(obj, RING[i], CROK_MAX_DISCS, where, &out->ring[i],
                         err);
    out->has_out = crok_field(obj, OUT) != NULL;
    if (st == CROK_OK && out->has_out)
        st = read_number(obj, OUT, CROK_MAX_DISCS, where, &out->out, err);
    return st;
}

static crok_status read_one_count(const cJSON *item, const char *where,
                                  void *out, crok_err *err)
{
    crok_round_count *c = out;
    crok_side_count *side = &c->sides[c->n++];
    crok_status st =
        crok_read_text(item, "side", where, side->side, sizeof side->side, err);
    return st == CROK_OK ? read_side_count(item, where, side, err) : st;
}

static crok_status read_count(const cJSON *doc, const char *where,
                              crok_round_count *c, crok_err *err)
{
    crok_list sides = {"sides", CROK_MAX_SIDES, read_one_count, c};
    crok_status st = CROK_OK;
    if (crok_field(doc, "final") == NULL)
        return crok_fail(err, CROK_EFORMAT, "%s: \"final\" is missing", where);
    st = crok_read_bool_opt(doc, "final", where, &c->final, err);
    if (st == CROK_OK)
        st = crok_read_positive(doc, "of", "the seq of a round_count", where,
                                &c->of, err);
    return st == CROK_OK ? crok_read_list(doc, &sides, where, err) : st;
}

static crok_status read_seat(const cJSON *item, const char *where, void *out,
                             crok_err *err)
{
    crok_match_info *m = out;
    int i = m->n_seats++;
    crok_status st = crok_read_int(item, "seat", where, &m->seat[i], err);
    return st == CROK_OK
               ? crok_read_text_opt(item, "player", where, m->player[i],
                                    sizeof m->player[0], err)
               : st;
}

static crok_status read_side(const cJSON *item, const char *where, void *out,
                             crok_err *err)
{
    crok_match_info *m = out;
    return crok_read_side_info(item, where, &m->sides[m->n_sides++], err);
}

static crok_status read_info(const cJSON *doc, const char *where,
                             crok_match_info *m, crok_err *err)
{
    crok_list sides = {"sides", CROK_MAX_SIDES, read_side, m};
    crok_list seats = {"seats", CROK_MAX_SEATS, read_seat, m};
    crok_status st = CROK_OK;
    m->has_title = crok_field(doc, "title") != NULL;
    m->has_stage = crok_field(doc, "stage") != NULL;
    m->has_table = crok_field(doc, "table") != NULL;
    m->has_board = crok_field(doc, "board") != NULL;
    m->lines = crok_lines_tournament();
    m->disc_mm = CROK_DISC_RADIUS_MM;
    st =
        crok_read_text_opt(doc, "title", where, m->title, sizeof m->title, err);
    if (st == CROK_OK)
        st = crok_read_text_opt(doc, "stage", where, m->stage, sizeof m->stage,
                                err);
    if (st == CROK_OK)
        st = crok_read_text_opt(doc, "table", where, m->table, sizeof m->table,
                                err);
    if (st == CROK_OK)
        st = crok_read_board(doc, where, &m->lines, &m->disc_mm, err);
    if (st == CROK_OK && crok_field(doc, "sides") != NULL)
        st = crok_read_list(doc, &sides, where, err);
    if (st == CROK_OK && crok_field(doc, "seats") != NULL)
        st = crok_read_list(doc, &seats, where, err);
    return st;
}

/* Read what a decision of the organiser is "of": one of two words. *is_second
 * is false if the field is absent. */
static crok_status read_of(const cJSON *doc, const char *where,
                           const char *const words[2], bool *is_second,
                           crok_err *err)
{
    const cJSON *item = crok_field(doc, "of");
    int word = item == NULL ? 0 : crok_word_of(item, words, 2);
    if (word < 0)
        return crok_fail(err, CROK_EFORMAT, "%s: \"of\" must be %s or %s",
                         where, words[0], words[1]);
    *is_second = word == 1;
    return CROK_OK;
}

static const char *const CONCEDED[2] = {"match", "game"};
static const char *const ENDED[2] = {"round", "match"};

static crok_status read_reason(const cJSON *doc, const char *where,
                               char out[CROK_TEXT_MAX], crok_err *err)
{
    return crok_read_text_opt(doc, "reason", where, out, CROK_TEXT_MAX, err);
}

static crok_status read_concede(const cJSON *doc, const char *where,
                                crok_concede *c, crok_err *err)
{
    crok_status st =
        crok_read_text(doc, "side", where, c->side, sizeof c->side, err);
    if (st == CROK_OK)
        st = read_of(doc, where, CONCEDED, &c->only_game, err);
    return st == CROK_OK ? read_reason(doc, where, c->reason, err) : st;
}

/* Most points of a penalty or a handicap: a game to 10000 needs no more. */
enum { MOST_PENALTY = 10000 };

static crok_status read_penalty(const cJSON *doc, const char *where,
                                crok_penalty *p, crok_err *err)
{
    crok_status st =
        crok_read_text(doc, "side", where, p->side, sizeof p->side, err);
    if (st == CROK_OK)
        st = crok_read_int(doc, "points", where, &p->points, err);
    if (st == CROK_OK &&
        (p->points < -MOST_PENALTY || p->points > MOST_PENALTY))
        st = crok_fail(err, CROK_EFORMAT,
                       "%s: \"points\" is %d, allowed are %d to %d", where,
                       p->points, -MOST_PENALTY, MOST_PENALTY);
    return st == CROK_OK ? read_reason(doc, where, p->reason, err) : st;
}

static crok_status read_against(const cJSON *doc, const char *where,
                                crok_against *a, crok_err *err)
{
    crok_status st =
        crok_read_text(doc, "side", where, a->side, sizeof a->side, err);
    return st == CROK_OK ? read_reason(doc, where, a->reason, err) : st;
}

static crok_status read_substitute(const cJSON *doc, const char *where,
                                   crok_substitute *s, crok_err *err)
{
    crok_status st = crok_read_int(doc, "seat", where, &s->seat, err);
    if (st == CROK_OK)
        st = crok_read_text(doc, "player", where, s->player, sizeof s->player,
                            err);
    return st == CROK_OK ? read_reason(doc, where, s->reason, err) : st;
}

static crok_status read_time_up(const cJSON *doc, const char *where,
                                crok_time_up *t, crok_err *err)
{
    crok_status st = read_of(doc, where, ENDED, &t->whole_match, err);
    return st == CROK_OK ? read_reason(doc, where, t->reason, err) : st;
}

static crok_status read_one_shoot_out(const cJSON *item, const char *where,
                                      void *out, crok_err *err)
{
    crok_shoot_out *s = out;
    int i = s->n++;
    crok_status st =
        crok_read_text(item, "side", where, s->side[i], sizeof s->side[0], err);
    return st == CROK_OK ? read_number(item, RING[0], CROK_MAX_DISCS, where,
                                       &s->count[i], err)
                         : st;
}

static crok_status read_shoot_out(const cJSON *doc, const char *where,
                                  crok_shoot_out *s, crok_err *err)
{
    crok_list sides = {"sides", CROK_MAX_SIDES, read_one_shoot_out, s};
    return crok_read_list(doc, &sides, where, err);
}

static crok_status read_replay(const cJSON *doc, const char *where,
                               crok_event *e, crok_err *err)
{
    crok_status st = read_reason(doc, where, e->u.reason, err);
    return st == CROK_OK
               ? crok_read_bool_opt(doc, "open", where, &e->is_open, err)
               : st;
}

crok_status crok_read_organised(const cJSON *doc, const char *where,
                                crok_event *e, crok_err *err)
{
    switch ((int)e->type) {
    case CROK_EVENT_ROUND_COUNT:
        return read_count(doc, where, &e->u.count, err);
    case CROK_EVENT_MATCH_INFO:
        return read_info(doc, where, &e->u.info, err);
    case CROK_EVENT_CONCEDE:
        return read_concede(doc, where, &e->u.concede, err);
    case CROK_EVENT_PENALTY:
        return read_penalty(doc, where, &e->u.penalty, err);
    case CROK_EVENT_REPLAY_ROUND:
        return read_replay(doc, where, e, err);
    case CROK_EVENT_SUBSTITUTE:
        return read_substitute(doc, where, &e->u.substitute, err);
    case CROK_EVENT_TIME_UP:
        return read_time_up(doc, where, &e->u.time_up, err);
    case CROK_EVENT_SHOOT_OUT:
        return read_shoot_out(doc, where, &e->u.shoot_out, err);
    case CROK_EVENT_FORFEIT_ROUND:
    case CROK_EVENT_DISQUALIFY:
        return read_against(doc, where, &e->u.against, err);
    default:
        return CROK_OK; /* no field of its own */
    }
}

/* ---- writing ---- */

void crok_forfeit_to_json(cJSON *obj, const char *name, const crok_forfeit *f)
{
    cJSON *value = cJSON_AddObjectToObject(obj, name);
    cJSON_AddNumberToObject(value, "points", f->points);
    cJSON_AddNumberToObject(value, RING[0], f->twenties);
}

void crok_side_count_to_json(cJSON *obj, const crok_side_count *c)
{
    for (int i = 0; c->by_ring && i < CROK_N_RINGS; i++)
        cJSON_AddNumberToObject(obj, RING[i], c->ring[i]);
    if (c->by_ring && c->has_out)
        cJSON_AddNumberToObject(obj, OUT, c->out);
    if (!c->by_ring) {
        cJSON_AddNumberToObject(obj, "total", c->total);
        cJSON_AddNumberToObject(obj, RING[0], c->twenties);
    }
}

void crok_values_to_json(cJSON *obj, const crok_book *book)
{
    int value[CROK_N_RINGS];
    crok_ring_values(book, value);
    for (int i = 0; i < CROK_N_RINGS; i++)
        cJSON_AddNumberToObject(obj, RING[i], value[i]);
}

static void add_count(cJSON *doc, const crok_round_count *c)
{
    cJSON *list = NULL;
    if (c->of != 0)
        cJSON_AddNumberToObject(doc, "of", (double)c->of);
    cJSON_AddBoolToObject(doc, "final", c->final);
    list = cJSON_AddArrayToObject(doc, "sides");
    for (int i = 0; i < c->n; i++) {
        const crok_side_count *s = &c->sides[i];
        cJSON *side = cJSON_CreateObject();
        crok_json_add_text(side, "side", s->side);
        crok_side_count_to_json(side, s);
        cJSON_AddItemToArray(list, side);
    }
}

static void add_info(cJSON *doc, const crok_match_info *m)
{
    cJSON *list = NULL;
    if (m->has_title)
        crok_json_add_text(doc, "title", m->title);
    if (m->has_stage)
        crok_json_add_text(doc, "stage", m->stage);
    if (m->has_table)
        crok_json_add_text(doc, "table", m->table);
    if (m->has_board)
        cJSON_AddItemToObject(doc, "board",
                              crok_board_json(&m->lines, m->disc_mm));
    if (m->n_sides > 0)
        list = cJSON_AddArrayToObject(doc, "sides");
    for (int i = 0; i < m->n_sides; i++)
        cJSON_AddItemToArray(list, crok_side_info_json(&m->sides[i]));
    if (m->n_seats > 0)
        list = cJSON_AddArrayToObject(doc, "seats");
    for (int i = 0; i < m->n_seats; i++) {
        cJSON *seat = cJSON_CreateObject();
        cJSON_AddNumberToObject(seat, "seat", m->seat[i]);
        crok_json_add_text(seat, "player", m->player[i]);
        cJSON_AddItemToArray(list, seat);
    }
}

static void add_shoot_out(cJSON *doc, const crok_shoot_out *s)
{
    cJSON *list = cJSON_AddArrayToObject(doc, "sides");
    for (int i = 0; i < s->n; i++) {
        cJSON *side = cJSON_CreateObject();
        crok_json_add_text(side, "side", s->side[i]);
        cJSON_AddNumberToObject(side, RING[0], s->count[i]);
        cJSON_AddItemToArray(list, side);
    }
}

void crok_add_organised(cJSON *doc, const crok_event *e)
{
    switch ((int)e->type) {
    case CROK_EVENT_ROUND_COUNT:
        add_count(doc, &e->u.count);
        break;
    case CROK_EVENT_MATCH_INFO:
        add_info(doc, &e->u.info);
        break;
    case CROK_EVENT_CONCEDE:
        crok_json_add_text(doc, "side", e->u.concede.side);
        cJSON_AddStringToObject(doc, "of", CONCEDED[e->u.concede.only_game]);
        crok_json_add_text(doc, "reason", e->u.concede.reason);
        break;
    case CROK_EVENT_PENALTY:
        crok_json_add_text(doc, "side", e->u.penalty.side);
        cJSON_AddNumberToObject(doc, "points", e->u.penalty.points);
        crok_json_add_text(doc, "reason", e->u.penalty.reason);
        break;
    case CROK_EVENT_REPLAY_ROUND:
        crok_json_add_text(doc, "reason", e->u.reason);
        if (e->is_open)
            cJSON_AddBoolToObject(doc, "open", true);
        break;
    case CROK_EVENT_SUBSTITUTE:
        cJSON_AddNumberToObject(doc, "seat", e->u.substitute.seat);
        crok_json_add_text(doc, "player", e->u.substitute.player);
        crok_json_add_text(doc, "reason", e->u.substitute.reason);
        break;
    case CROK_EVENT_TIME_UP:
        cJSON_AddStringToObject(doc, "of", ENDED[e->u.time_up.whole_match]);
        crok_json_add_text(doc, "reason", e->u.time_up.reason);
        break;
    case CROK_EVENT_SHOOT_OUT:
        add_shoot_out(doc, &e->u.shoot_out);
        break;
    case CROK_EVENT_FORFEIT_ROUND:
    case CROK_EVENT_DISQUALIFY:
        crok_json_add_text(doc, "side", e->u.against.side);
        crok_json_add_text(doc, "reason", e->u.against.reason);
        break;
    default:
        break;
    }
}
