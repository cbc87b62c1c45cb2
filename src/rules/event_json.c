/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/book_json.h"
#include "rules/handicap_json.h"
#include "rules/read.h"

/* Most games of a match, as the setting "games" allows. */
enum { MOST_GAMES = 99 };

/* Most points of a forfeited round: a game's target is no higher. */
enum { MOST_FORFEIT = 10000 };

/* ---- match_start ---- */

static crok_status read_inline_book(const cJSON *rules, const char *where,
                                    crok_book *out, crok_err *err)
{
    char *text = crok_json_text(rules, false);
    crok_status st = CROK_OK;
    char at[160];
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory for \"rules\"",
                         where);
    (void)snprintf(at, sizeof at, "%.140s: rules", where);
    st = crok_book_parse_recorded(text, strlen(text), at, out, err);
    cJSON_free(text);
    return st;
}

static crok_status read_rules(const cJSON *doc, const char *where,
                              crok_match_start *s, crok_err *err)
{
    const cJSON *rules = crok_field(doc, "rules");
    const char *name = cJSON_GetStringValue(rules);
    crok_err why = {0};
    if (cJSON_IsObject(rules)) {
        s->book_inline = true;
        return read_inline_book(rules, where, &s->book, err);
    }
    if (name == NULL)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"rules\" must be a book's name or a book",
                         where);
    if (crok_book_preset(name, &s->book, NULL, &why) != CROK_OK)
        return crok_fail(err, CROK_EFORMAT, "%s: \"rules\": %.160s", where,
                         why.msg);
    return CROK_OK;
}

static crok_status read_side(const cJSON *item, const char *where, void *out,
                             crok_err *err)
{
    crok_match_start *s = out;
    crok_side_info *side = &s->sides[s->n_sides];
    crok_status st = crok_read_side_info(item, where, side, err);
    if (st != CROK_OK)
        return st;
    for (int i = 0; i < s->n_sides; i++)
        if (strcmp(s->sides[i].side, side->side) == 0)
            return crok_fail(err, CROK_EFORMAT, "%s: side \"%s\" stands twice",
                             where, side->side);
    s->n_sides++;
    return CROK_OK;
}

static crok_status read_seat(const cJSON *item, const char *where, void *out,
                             crok_err *err)
{
    crok_match_start *s = out;
    char side[CROK_NAME_MAX];
    int i = s->seats.n;
    crok_status st = crok_read_int(item, "seat", where, &s->seats.seat[i], err);
    if (st == CROK_OK)
        st = crok_read_text(item, "side", where, side, sizeof side, err);
    if (st == CROK_OK)
        st = crok_read_text_opt(item, "player", where, s->player[i],
                                sizeof s->player[i], err);
    if (st == CROK_OK)
        st = crok_read_handicap(item, where, &s->handicap[i], err);
    if (st != CROK_OK)
        return st;
    for (int k = 0; k < s->n_sides; k++)
        if (strcmp(s->sides[k].side, side) == 0) {
            s->seats.side[i] = k;
            s->seats.n++;
            return CROK_OK;
        }
    return crok_fail(err, CROK_EFORMAT, "%s: side \"%s\" is not in \"sides\"",
                     where, side);
}

static crok_status read_seats(const cJSON *doc, const char *where,
                              crok_match_start *s, crok_err *err)
{
    crok_list seats = {"seats", CROK_MAX_SEATS, read_seat, s};
    int first_seat = 0;
    crok_status st = crok_read_list(doc, &seats, where, err);
    if (st == CROK_OK)
        st = crok_read_int(doc, "first_seat", where, &first_seat, err);
    if (st != CROK_OK)
        return st;
    for (s->first = 0; s->first < s->seats.n; s->first++)
        if (s->seats.seat[s->first] == first_seat)
            return CROK_OK;
    return crok_fail(err, CROK_EFORMAT,
                     "%s: \"first_seat\": nobody sits in seat %d", where,
                     first_seat);
}

static const char *const TIE[CROK_N_TIES] = {"twenties_game", "twenties_match",
                                             "extra_round", "shoot_out"};

/* Read where in a tournament the match is played. */
static crok_status read_place(const cJSON *doc, const char *where,
                              crok_match_start *s, crok_err *err)
{
    const struct {
        const char *name;
        char *to;
        size_t size;
    } texts[] = {{"title", s->title, sizeof s->title},
                 {"stage", s->stage, sizeof s->stage},
                 {"pool", s->pool, sizeof s->pool},
                 {"game", s->game, sizeof s->game},
                 {"table", s->table, sizeof s->table}};
    crok_status st = CROK_OK;
    for (size_t i = 0; st == CROK_OK && i < sizeof texts / sizeof *texts; i++)
        st = crok_read_text_opt(doc, texts[i].name, where, texts[i].to,
                                texts[i].size, err);
    return st;
}

/* Read what a forfeited round gives to the other side. */
static crok_status read_forfeit(const cJSON *doc, const char *where,
                                crok_match_start *s, crok_err *err)
{
    const cJSON *obj = crok_field(doc, "forfeit");
    crok_forfeit *f = &s->forfeit;
    crok_status st = CROK_OK;
    if (obj == NULL)
        return CROK_OK;
    if (!cJSON_IsObject(obj))
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"forfeit\" must be an object with \"points\" "
                         "and perhaps \"20\"",
                         where);
    s->has_forfeit = true;
    st = crok_read_int(obj, "points", where, &f->points, err);
    if (st == CROK_OK && crok_field(obj, "20") != NULL)
        st = crok_read_int(obj, "20", where, &f->twenties, err);
    if (st == CROK_OK && (f->points < 0 || f->points > MOST_FORFEIT ||
                          f->twenties < 0 || f->twenties > CROK_MAX_DISCS))
        st = crok_fail(err, CROK_EFORMAT,
                       "%s: \"forfeit\": \"points\" may be 0 to %d, \"20\" 0 "
                       "to %d",
                       where, MOST_FORFEIT, CROK_MAX_DISCS);
    return st;
}

/* Read how the stage plays: "best_of" games, "ties", a list of methods, and
 * "forfeit", the value of a forfeited round. */
static crok_status read_stage(const cJSON *doc, const char *where,
                              crok_match_start *s, crok_err *err)
{
    const cJSON *list = NULL;
    const cJSON *item = NULL;
    crok_status st = CROK_OK;
    bool is_given = crok_field(doc, "best_of") != NULL;
    if (is_given)
        st = crok_read_int(doc, "best_of", where, &s->best_of, err);
    if (st == CROK_OK && is_given &&
        (s->best_of < 1 || s->best_of > MOST_GAMES))
        st = crok_fail(err, CROK_EFORMAT,
                       "%s: \"best_of\" is %d, allowed are 1 to %d", where,
                       s->best_of, MOST_GAMES);
    if (st == CROK_OK && crok_field(doc, "ties") != NULL)
        st = crok_read_array(doc, "ties", CROK_N_TIES, where, &list, err);
    if (st == CROK_OK)
        st = read_forfeit(doc, where, s, err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, list)
    {
        int tie = crok_word_of(item, TIE, CROK_N_TIES);
        if (tie < 0)
            return crok_fail(err, CROK_EFORMAT,
                             "%s: \"ties\" may be twenties_game, "
                             "twenties_match, extra_round, shoot_out",
                             where);
        s->tie[s->n_ties++] = (crok_tie)tie;
    }
    return CROK_OK;
}

static void add_stage(cJSON *doc, const crok_match_start *s)
{
    cJSON *list = NULL;
    if (s->best_of > 0)
        cJSON_AddNumberToObject(doc, "best_of", s->best_of);
    if (s->n_ties > 0)
        list = cJSON_AddArrayToObject(doc, "ties");
    for (int i = 0; i < s->n_ties; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(TIE[s->tie[i]]));
    if (s->has_forfeit)
        crok_forfeit_to_json(doc, "forfeit", &s->forfeit);
}

/* Check that every side has a player. */
static crok_status check_sides(const crok_match_start *s, const char *where,
                               crok_err *err)
{
    for (int k = 0; k < s->n_sides; k++) {
        int n = 0;
        for (int i = 0; i < s->seats.n; i++)
            n += s->seats.side[i] == k;
        if (n == 0)
            return crok_fail(err, CROK_EFORMAT,
                             "%s: sides[%d]: nobody plays for \"%s\"", where, k,
                             s->sides[k].side);
    }
    return CROK_OK;
}

static crok_status read_start(const cJSON *doc, const char *where,
                              const crok_book *book, crok_match_start *s,
                              crok_err *err)
{
    crok_list sides = {"sides", CROK_MAX_SIDES, read_side, s};
    crok_status st = CROK_OK;
    s->lines = crok_lines_tournament();
    s->disc_mm = CROK_DISC_RADIUS_MM;
    if (book != NULL) {
        s->book = *book;
        s->book_inline = true;
    } else {
        st = read_rules(doc, where, s, err);
    }
    if (st == CROK_OK)
        st = read_place(doc, where, s, err);
    if (st == CROK_OK)
        st = read_stage(doc, where, s, err);
    if (st == CROK_OK)
        st = crok_read_board(doc, where, &s->lines, &s->disc_mm, err);
    if (st == CROK_OK)
        st = crok_read_list(doc, &sides, where, err);
    if (st == CROK_OK)
        st = read_seats(doc, where, s, err);
    return st == CROK_OK ? check_sides(s, where, err) : st;
}

/* ---- the others ---- */

static crok_status read_shot(const cJSON *doc, const char *where,
                             crok_shot_event *s, crok_err *err)
{
    const cJSON *decision = crok_field(doc, "decision");
    crok_status st =
        crok_shot_from_json(crok_field(doc, "evidence"), where, &s->shot, err);
    s->has_decision = decision != NULL;
    if (st == CROK_OK)
        st = crok_read_bool_opt(doc, "unseen", where, &s->is_unseen, err);
    if (st != CROK_OK || decision == NULL)
        return st;
    return crok_decision_from_json(decision, where, s->shot.side,
                                   &s->shot.n_sides, &s->decision, err);
}

static crok_status read_ruling(const cJSON *doc, const char *where,
                               crok_ruling *r, crok_err *err)
{
    const cJSON *decision = crok_field(doc, "decision");
    crok_status st = crok_read_long(doc, "of", where, &r->of, err);
    r->has_decision = decision != NULL;
    if (st == CROK_OK)
        st = crok_read_bool_opt(doc, "by_board", where, &r->by_board, err);
    if (st != CROK_OK)
        return st;
    if (decision != NULL)
        return crok_decision_from_json(decision, where, r->side, &r->n_sides,
                                       &r->decision, err);
    if (crok_field(doc, "valid") == NULL)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"valid\" or \"decision\" is missing", where);
    return crok_read_bool_opt(doc, "valid", where, &r->valid, err);
}

static crok_status read_twenties(const cJSON *doc, const char *where,
                                 crok_twenties *t, crok_err *err)
{
    crok_status st =
        crok_read_text(doc, "side", where, t->side, sizeof t->side, err);
    if (st == CROK_OK)
        st = crok_read_int(doc, "count", where, &t->count, err);
    if (st == CROK_OK && (t->count < 0 || t->count > CROK_MAX_DISCS))
        st = crok_fail(err, CROK_EFORMAT,
                       "%s: \"count\" is %d, allowed are 0 "
                       "to %d",
                       where, t->count, CROK_MAX_DISCS);
    return st;
}

/* Read a number for each side that the object `name` has.
 *
 *   to     the numbers, by the index in b->side
 *   is_in  NULL, or: set to true for each side that the object has */
static crok_status read_numbers(const cJSON *doc, const char *name,
                                const char *where, crok_board_event *b, int *to,
                                crok_err *err)
{
    const cJSON *obj = crok_field(doc, name);
    const cJSON *item = NULL;
    if (obj != NULL && !cJSON_IsObject(obj))
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"%s\" must be an object, a number for each "
                         "side that it sets",
                         where, name);
    cJSON_ArrayForEach(item, obj)
    {
        int at = 0;
        crok_status st =
            crok_find_side(item->string, where, b->side, &b->n_sides, &at, err);
        if (st == CROK_OK)
            st = crok_read_int(obj, item->string, where, &to[at], err);
        if (st != CROK_OK)
            return st;
        if (to[at] < 0)
            return crok_fail(err, CROK_EFORMAT,
                             "%s: \"%s\" must not be negative", where, name);
        b->sets_left[at] = b->sets_left[at] || to == b->left;
    }
    return CROK_OK;
}

static crok_status read_board(const cJSON *doc, const char *where,
                              crok_board_event *b, crok_err *err)
{
    crok_disc_list to = {b->discs, &b->n, b->side, &b->n_sides};
    crok_status st = crok_read_discs(doc, "discs", where, &to, err);
    if (st == CROK_OK)
        st = read_numbers(doc, "discs_left", where, b, b->left, err);
    if (st == CROK_OK)
        st = read_numbers(doc, "unseen", where, b, b->unseen, err);
    return st;
}

/* Read the range of one side: [lowest, highest]. */
static crok_status read_range(const cJSON *item, const char *where, int *lo,
                              int *hi, crok_err *err)
{
    const cJSON *a = cJSON_GetArrayItem(item, 0);
    const cJSON *b = cJSON_GetArrayItem(item, 1);
    bool is_pair = cJSON_IsArray(item) && cJSON_GetArraySize(item) == 2 &&
                   cJSON_IsNumber(a) && cJSON_IsNumber(b);
    if (!is_pair || a->valuedouble != (double)a->valueint ||
        b->valuedouble != (double)b->valueint || a->valueint < 0 ||
        a->valueint > b->valueint)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"range\" of \"%.40s\" must be two whole "
                         "numbers, the lowest and the highest total",
                         where, item->string);
    *lo = a->valueint;
    *hi = b->valueint;
    return CROK_OK;
}

static crok_status read_round_end(const cJSON *doc, const char *where,
                                  crok_round_end *r, crok_err *err)
{
    const cJSON *range = crok_field(doc, "range");
    const cJSON *item = NULL;
    crok_status st = crok_read_bool_opt(doc, "early", where, &r->early, err);
    if (st == CROK_OK)
        st = crok_read_bool_opt(doc, "ask_starter", where, &r->asks_starter,
                                err);
    if (st == CROK_OK && range != NULL && !cJSON_IsObject(range))
        st = crok_fail(err, CROK_EFORMAT,
                       "%s: \"range\" must be an object, a range for each "
                       "side",
                       where);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, range)
    {
        int at = 0;
        st =
            crok_find_side(item->string, where, r->side, &r->n_sides, &at, err);
        if (st == CROK_OK)
            st = read_range(item, where, &r->lo[at], &r->hi[at], err);
        if (st != CROK_OK)
            return st;
    }
    return CROK_OK;
}

static crok_status read_body(const cJSON *doc, const char *where,
                             const crok_book *book, crok_event *e,
                             crok_err *err)
{
    switch ((int)e->type) {
    case CROK_EVENT_MATCH_START:
        return read_start(doc, where, book, &e->u.start, err);
    case CROK_EVENT_SHOT:
        return read_shot(doc, where, &e->u.shot, err);
    case CROK_EVENT_RULING:
        return read_ruling(doc, where, &e->u.ruling, err);
    case CROK_EVENT_TWENTIES:
        return read_twenties(doc, where, &e->u.twenties, err);
    case CROK_EVENT_BOARD:
        return read_board(doc, where, &e->u.board, err);
    case CROK_EVENT_ROUND_END:
        return read_round_end(doc, where, &e->u.end, err);
    case CROK_EVENT_NEXT_STARTER:
        return crok_read_int(doc, "seat", where, &e->u.seat, err);
    case CROK_EVENT_UNDO:
        return crok_read_long(doc, "of", where, &e->u.of, err);
    default:
        return crok_read_organised(doc, where, e, err);
    }
}

/* Keep the fields whose names begin with "x-": they belong to whoever wrote the
 * event. */
static crok_status read_foreign(const cJSON *doc, const char *where,
                                char out[CROK_FOREIGN_MAX], crok_err *err)
{
    const cJSON *item = NULL;
    cJSON *kept = cJSON_CreateObject();
    char *text = NULL;
    bool fits = false;
    cJSON_ArrayForEach(item, doc)
    {
        if (strncmp(item->string, "x-", 2) == 0)
            (void)cJSON_AddItemToObject(kept, item->string,
                                        cJSON_Duplicate(item, 1));
    }
    if (cJSON_GetArraySize(kept) > 0)
        text = crok_json_text(kept, false);
    fits = text == NULL || strlen(text) < CROK_FOREIGN_MAX;
    if (fits && text != NULL)
        (void)strcpy(out, text);
    cJSON_free(text);
    cJSON_Delete(kept);
    return fits ? CROK_OK
                : crok_fail(err, CROK_EFORMAT,
                            "%s: the fields that begin with \"x-\" take more "
                            "than %d bytes",
                            where, CROK_FOREIGN_MAX - 1);
}

static void add_foreign(cJSON *doc, const char *text)
{
    cJSON *kept = cJSON_Parse(text);
    cJSON *item = kept == NULL ? NULL : kept->child;
    while (item != NULL) {
        cJSON *next = item->next;
        (void)cJSON_AddItemToObject(doc, item->string,
                                    cJSON_DetachItemViaPointer(kept, item));
        item = next;
    }
    cJSON_Delete(kept);
}

crok_status crok_event_from_json(const cJSON *doc, const char *where,
                                 const crok_book *book, crok_event *out,
                                 crok_err *err)
{
    crok_event *e = calloc(1, sizeof *e);
    const char *type = cJSON_GetStringValue(crok_field(doc, "type"));
    crok_status st = CROK_OK;
    if (e == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory for an event", where);
    st = crok_read_long(doc, "seq", where, &e->seq, err);
    if (st == CROK_OK)
        st = crok_read_text(doc, "time", where, e->time, sizeof e->time, err);
    while (st == CROK_OK && e->type < CROK_N_EVENTS && type != NULL &&
           strcmp(type, crok_event_name(e->type)) != 0)
        e->type++;
    if (st == CROK_OK && (type == NULL || e->type == CROK_N_EVENTS))
        st = crok_fail(err, CROK_EFORMAT, "%s: \"type\": \"%.40s\" is no event",
                       where, type == NULL ? "(no text)" : type);
    if (st == CROK_OK)
        st = read_foreign(doc, where, e->foreign, err);
    if (st == CROK_OK)
        st = read_body(doc, where, book, e, err);
    if (st == CROK_OK && crok_may_be_after(e->type))
        st = crok_read_positive(doc, "after", "the seq of an event", where,
                                &e->after, err);
    if (st == CROK_OK && crok_event_corrects(e))
        st = crok_read_bool_opt(doc, "confirm", where, &e->is_confirmed, err);
    if (st == CROK_OK &&
        (e->type == CROK_EVENT_SHOT || e->type == CROK_EVENT_ROUND_END))
        st = crok_read_positive(doc, "film_ms", "a time above 0", where,
                                &e->film_ms, err);
    if (st == CROK_OK)
        *out = *e;
    free(e);
    return st;
}

/* ---- writing ---- */

static void add_start(cJSON *doc, const crok_match_start *s)
{
    cJSON *list = NULL;
    cJSON_AddStringToObject(doc, "title", s->title);
    if (s->stage[0] != '\0')
        cJSON_AddStringToObject(doc, "stage", s->stage);
    if (s->pool[0] != '\0')
        cJSON_AddStringToObject(doc, "pool", s->pool);
    if (s->game[0] != '\0')
        cJSON_AddStringToObject(doc, "game", s->game);
    cJSON_AddStringToObject(doc, "table", s->table);
    if (s->book_inline)
        cJSON_AddItemToObject(doc, "rules", crok_book_to_json(&s->book));
    else
        cJSON_AddStringToObject(doc, "rules", s->book.name);
    cJSON_AddItemToObject(doc, "board", crok_board_json(&s->lines, s->disc_mm));
    list = cJSON_AddArrayToObject(doc, "sides");
    for (int i = 0; i < s->n_sides; i++)
        cJSON_AddItemToArray(list, crok_side_info_json(&s->sides[i]));
    list = cJSON_AddArrayToObject(doc, "seats");
    for (int i = 0; i < s->seats.n; i++) {
        cJSON *seat = cJSON_CreateObject();
        cJSON_AddNumberToObject(seat, "seat", s->seats.seat[i]);
        cJSON_AddStringToObject(seat, "side", s->sides[s->seats.side[i]].side);
        cJSON_AddStringToObject(seat, "player", s->player[i]);
        crok_handicap_to_json(seat, &s->handicap[i]);
        cJSON_AddItemToArray(list, seat);
    }
    cJSON_AddNumberToObject(doc, "first_seat", s->seats.seat[s->first]);
    add_stage(doc, s);
}

static void add_ruling(cJSON *doc, const crok_ruling *r)
{
    cJSON_AddNumberToObject(doc, "of", (double)r->of);
    if (!r->has_decision)
        cJSON_AddBoolToObject(doc, "valid", r->valid);
    else
        cJSON_AddItemToObject(
            doc, "decision",
            crok_decision_to_json((const char(*)[CROK_NAME_MAX])r->side,
                                  r->n_sides, &r->decision));
    if (r->by_board)
        cJSON_AddBoolToObject(doc, "by_board", true);
}

static void add_shot(cJSON *doc, const crok_shot_event *s)
{
    if (s->is_unseen)
        cJSON_AddBoolToObject(doc, "unseen", true);
    cJSON_AddItemToObject(doc, "evidence", crok_shot_to_json(&s->shot));
    if (s->has_decision)
        cJSON_AddItemToObject(
            doc, "decision",
            crok_decision_to_json((const char(*)[CROK_NAME_MAX])s->shot.side,
                                  s->shot.n_sides, &s->decision));
}

static void add_round_end(cJSON *doc, const crok_round_end *r)
{
    cJSON *range = NULL;
    if (r->early)
        cJSON_AddBoolToObject(doc, "early", true);
    if (r->asks_starter)
        cJSON_AddBoolToObject(doc, "ask_starter", true);
    if (r->n_sides > 0)
        range = cJSON_AddObjectToObject(doc, "range");
    for (int i = 0; i < r->n_sides; i++) {
        const int of[2] = {r->lo[i], r->hi[i]};
        cJSON_AddItemToObject(range, r->side[i], cJSON_CreateIntArray(of, 2));
    }
}

static void add_board(cJSON *doc, const crok_board_event *b)
{
    cJSON *list = cJSON_AddArrayToObject(doc, "discs");
    cJSON *left = NULL;
    cJSON *unseen = NULL;
    for (int i = 0; i < b->n; i++) {
        cJSON *disc = crok_disc_json(&b->discs[i], b->side[b->discs[i].side]);
        cJSON_AddStringToObject(disc, "state",
                                crok_disc_state_name(b->discs[i].state));
        cJSON_AddItemToArray(list, disc);
    }
    for (int i = 0; i < b->n_sides; i++) {
        if (!b->sets_left[i])
            continue;
        if (left == NULL)
            left = cJSON_AddObjectToObject(doc, "discs_left");
        cJSON_AddNumberToObject(left, b->side[i], b->left[i]);
    }
    for (int i = 0; i < b->n_sides; i++) {
        if (b->unseen[i] == 0)
            continue;
        if (unseen == NULL)
            unseen = cJSON_AddObjectToObject(doc, "unseen");
        cJSON_AddNumberToObject(unseen, b->side[i], b->unseen[i]);
    }
}

cJSON *crok_event_to_json(const crok_event *e)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON_AddStringToObject(doc, "schema", "crokeye.event/1");
    cJSON_AddNumberToObject(doc, "seq", (double)e->seq);
    cJSON_AddStringToObject(doc, "time", e->time);
    cJSON_AddStringToObject(doc, "type", crok_event_name(e->type));
    if (e->after != 0)
        cJSON_AddNumberToObject(doc, "after", (double)e->after);
    if (e->is_confirmed)
        cJSON_AddBoolToObject(doc, "confirm", true);
    if (e->film_ms != 0)
        cJSON_AddNumberToObject(doc, "film_ms", (double)e->film_ms);
    if (e->type == CROK_EVENT_MATCH_START)
        add_start(doc, &e->u.start);
    if (e->type == CROK_EVENT_SHOT)
        add_shot(doc, &e->u.shot);
    if (e->type == CROK_EVENT_RULING)
        add_ruling(doc, &e->u.ruling);
    if (e->type == CROK_EVENT_TWENTIES) {
        cJSON_AddStringToObject(doc, "side", e->u.twenties.side);
        cJSON_AddNumberToObject(doc, "count", e->u.twenties.count);
    }
    if (e->type == CROK_EVENT_BOARD)
        add_board(doc, &e->u.board);
    if (e->type == CROK_EVENT_ROUND_END)
        add_round_end(doc, &e->u.end);
    if (e->type == CROK_EVENT_NEXT_STARTER)
        cJSON_AddNumberToObject(doc, "seat", e->u.seat);
    if (e->type == CROK_EVENT_UNDO)
        cJSON_AddNumberToObject(doc, "of", (double)e->u.of);
    crok_add_organised(doc, e);
    if (e->foreign[0] != '\0')
        add_foreign(doc, e->foreign);
    return doc;
}
