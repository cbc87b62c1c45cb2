/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/scenario.h"
#include "rules/effects.h"
#include "rules/keys.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/book_json.h"
#include "rules/log.h"
#include "rules/rules_json.h"

static const cJSON *field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

/* ---- comparing ---- */

static bool same_scalar(const cJSON *a, const cJSON *b)
{
    if (cJSON_IsNumber(a) && cJSON_IsNumber(b))
        return fabs(a->valuedouble - b->valuedouble) < 1e-9;
    return cJSON_Compare(a, b, 1) != 0;
}

static bool same_list(const cJSON *want, const cJSON *got, bool part)
{
    bool used[256] = {false};
    const cJSON *w = NULL;
    int n = cJSON_GetArraySize(got);
    if (n != cJSON_GetArraySize(want) || n > 256)
        return false;
    cJSON_ArrayForEach(w, want)
    {
        bool found = false;
        for (int i = 0; i < n && !found; i++)
            if (!used[i] && scenario_same(w, cJSON_GetArrayItem(got, i), part))
                used[i] = found = true;
        if (!found)
            return false;
    }
    return true;
}

bool scenario_same(const cJSON *want, const cJSON *got, bool part)
{
    const cJSON *w = NULL;
    if (want == NULL || got == NULL)
        return want == got;
    if (cJSON_IsArray(want) && cJSON_IsArray(got))
        return same_list(want, got, part);
    if (!cJSON_IsObject(want) || !cJSON_IsObject(got))
        return same_scalar(want, got);
    cJSON_ArrayForEach(w, want)
    {
        if (!scenario_same(w, field(got, w->string), part))
            return false;
    }
    return part || cJSON_GetArraySize(want) == cJSON_GetArraySize(got);
}

static bool differ(const cJSON *want, const cJSON *got, char *says, size_t size)
{
    char *w = cJSON_PrintUnformatted(want);
    char *g = cJSON_PrintUnformatted(got);
    (void)snprintf(says, size, "wanted %s\n     got %s", w, g);
    cJSON_free(w);
    cJSON_free(g);
    return false;
}

static bool compare(const cJSON *want, const cJSON *got, bool part, char *says,
                    size_t size)
{
    if (scenario_same(want, got, part))
        return true;
    return differ(want, got, says, size);
}

/* ---- shots ---- */

/* The reasons as the ids of their rules; texts are for people. */
static void reduce_decision(cJSON *d)
{
    cJSON *ids = cJSON_CreateArray();
    const cJSON *why = NULL;
    cJSON *either = cJSON_GetObjectItemCaseSensitive(d, "either");
    cJSON_ArrayForEach(why, field(d, "why"))
    {
        cJSON_AddItemToArray(ids, cJSON_Duplicate(field(why, "rule"), 1));
    }
    cJSON_ReplaceItemInObjectCaseSensitive(d, "why", ids);
    cJSON_DeleteItemFromObjectCaseSensitive(d, "schema");
    if (either != NULL) {
        reduce_decision(cJSON_GetObjectItemCaseSensitive(either, "true"));
        reduce_decision(cJSON_GetObjectItemCaseSensitive(either, "false"));
    }
}

static bool run_shot(const crok_book *book, const cJSON *page, char *says,
                     size_t size)
{
    const cJSON *refused = field(page, "refused");
    crok_shot shot;
    crok_judgement j;
    crok_err err = {0};
    cJSON *got = NULL;
    bool ok = false;
    if (crok_keys_check_shot(field(page, "shot"), "shot", &err) != CROK_OK ||
        crok_shot_from_json(field(page, "shot"), "shot", &shot, &err) !=
            CROK_OK ||
        crok_shot_check_new(&shot, &err) != CROK_OK) {
        (void)snprintf(says, size, "refused: %s", err.msg);
        return refused != NULL && strstr(err.msg, refused->valuestring) != NULL;
    }
    if (refused != NULL) {
        (void)snprintf(says, size, "was to be refused");
        return false;
    }
    crok_judge(book, &shot, &j);
    got = crok_judgement_to_json(&shot, &j);
    reduce_decision(got);
    ok = compare(field(page, "expect"), got, false, says, size);
    cJSON_Delete(got);
    return ok;
}

/* ---- discs at rest ---- */

static crok_disc_state state_of(const cJSON *item)
{
    crok_disc_state s = CROK_DISC_FLAT;
    while (s < CROK_N_DISC_STATES &&
           strcmp(crok_disc_state_name(s), item->valuestring) != 0)
        s++;
    return s;
}

static bool run_discs(const crok_book *book, const cJSON *page, char *says,
                      size_t size)
{
    crok_value_rules rules = crok_book_value_rules(book);
    crok_lines lines = crok_lines_tournament();
    const cJSON *row = NULL;
    cJSON_ArrayForEach(row, field(page, "discs"))
    {
        crok_rest rest = {field(row, "d_mm")->valuedouble,
                          CROK_DISC_RADIUS_MM,
                          field(row, "sigma_mm")->valuedouble,
                          state_of(field(row, "state")),
                          0,
                          false};
        crok_value v = crok_value_of(&lines, &rules, &rest);
        int range[2] = {v.lo, v.hi};
        cJSON *got = cJSON_CreateObject();
        bool ok = false;
        cJSON_AddNumberToObject(got, "value", v.value);
        if (v.touching == CROK_LINE_NONE)
            cJSON_AddNullToObject(got, "touching");
        else
            cJSON_AddStringToObject(got, "touching",
                                    crok_line_name(v.touching));
        cJSON_AddItemToObject(got, "range", cJSON_CreateIntArray(range, 2));
        cJSON_AddBoolToObject(got, "close", v.close);
        cJSON_AddNumberToObject(got, "margin_mm", v.margin_mm);
        ok = compare(field(row, "expect"), got, true, says, size);
        cJSON_Delete(got);
        if (!ok)
            return false;
    }
    return true;
}

static bool run_totals(const crok_book *book, const cJSON *page, char *says,
                       size_t size)
{
    crok_value_rules rules = crok_book_value_rules(book);
    crok_lines lines = crok_lines_tournament();
    const cJSON *totals = field(page, "totals");
    crok_rest rest[64];
    int n = 0;
    const char *side[2] = {"black", "white"};
    const cJSON *disc = NULL;
    cJSON *got = cJSON_CreateObject();
    bool ok = false;
    cJSON_ArrayForEach(disc, field(totals, "discs"))
    {
        const cJSON *state = field(disc, "state");
        rest[n++] =
            (crok_rest){hypot(field(disc, "x_mm")->valuedouble,
                              field(disc, "y_mm")->valuedouble),
                        CROK_DISC_RADIUS_MM,
                        0.0,
                        state == NULL ? CROK_DISC_FLAT : state_of(state),
                        strcmp(field(disc, "side")->valuestring, "white") == 0,
                        false};
    }
    for (int i = 0; i < 2; i++) {
        crok_points p =
            crok_value_total(&lines, &rules, rest, n, i,
                             field(field(totals, "bowl"), side[i])->valueint);
        int range[2] = {p.lo, p.hi};
        cJSON *obj = cJSON_AddObjectToObject(got, side[i]);
        cJSON_AddNumberToObject(obj, "points", p.points);
        cJSON_AddItemToObject(obj, "range", cJSON_CreateIntArray(range, 2));
    }
    ok = compare(field(page, "expect"), got, false, says, size);
    cJSON_Delete(got);
    return ok;
}

/* ---- turns ---- */

/* Sides by their first appearance. */
static int side_index(const char *names[4], int *n, const char *name)
{
    for (int i = 0; i < *n; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    names[*n] = name;
    return (*n)++;
}

typedef struct table {
    crok_seats seats;
    const char *names[4];
    int n_names;
    int first; /* player */
} table;

static bool set_table(const crok_book *book, const cJSON *seating, table *t,
                      char *says, size_t size)
{
    const cJSON *seat = NULL;
    crok_err err = {0};
    *t = (table){.first = -1};
    cJSON_ArrayForEach(seat, field(seating, "seats"))
    {
        int i = t->seats.n++;
        t->seats.seat[i] = field(seat, "seat")->valueint;
        t->seats.side[i] =
            side_index(t->names, &t->n_names, field(seat, "side")->valuestring);
        if (t->seats.seat[i] == field(seating, "first_seat")->valueint)
            t->first = i;
    }
    if (crok_seats_settle(book, &t->seats, &err) == CROK_OK)
        return true;
    (void)snprintf(says, size, "%s", err.msg);
    return false;
}

static void add_order(cJSON *got, const crok_book *book, const table *t)
{
    crok_turns turns = crok_turns_start(book, &t->seats, t->first);
    cJSON *order = cJSON_AddArrayToObject(got, "order");
    int player = crok_turns_player(book, &t->seats, &turns);
    int i = 0;
    while (player >= 0) {
        /* As {"n": place, "seat": seat}: lists are compared as sets. */
        cJSON *turn = cJSON_CreateObject();
        cJSON_AddNumberToObject(turn, "n", i++);
        cJSON_AddNumberToObject(turn, "seat", t->seats.seat[player]);
        cJSON_AddItemToArray(order, turn);
        crok_turns_shot(book, &t->seats, &turns, player);
        player = crok_turns_player(book, &t->seats, &turns);
    }
}

/* A list whose order matters, as a set of {"n", "seat"}. */
static cJSON *numbered(const cJSON *list)
{
    cJSON *out = cJSON_CreateArray();
    const cJSON *item = NULL;
    int i = 0;
    cJSON_ArrayForEach(item, list)
    {
        cJSON *obj = cJSON_CreateObject();
        cJSON_AddNumberToObject(obj, "n", i++);
        cJSON_AddItemToObject(obj, "seat", cJSON_Duplicate(item, 1));
        cJSON_AddItemToArray(out, obj);
    }
    return out;
}

static void number_member(cJSON *obj, const char *name)
{
    const cJSON *list = field(obj, name);
    if (list != NULL)
        cJSON_ReplaceItemInObjectCaseSensitive(obj, name, numbered(list));
}

static void add_starters(cJSON *got, const crok_book *book, const table *t,
                         const cJSON *losers)
{
    cJSON *starters = cJSON_AddObjectToObject(got, "starters");
    cJSON *seats = NULL;
    const cJSON *loser = NULL;
    int first = t->first;
    cJSON_AddItemToObject(starters, "losers", numbered(losers));
    seats = cJSON_AddArrayToObject(starters, "seats");
    cJSON_ArrayForEach(loser, losers)
    {
        crok_round_order order = {.winner = -1, .loser = -1};
        for (int i = 0; i < t->n_names && !cJSON_IsNull(loser); i++)
            if (strcmp(t->names[i], loser->valuestring) == 0)
                order.loser = i;
        if (t->n_names == 2 && order.loser >= 0)
            order.winner = 1 - order.loser;
        first = crok_next_starter(book, &t->seats, first, &order);
        cJSON_AddItemToArray(
            seats, first < 0 ? cJSON_CreateNull()
                             : cJSON_CreateNumber(t->seats.seat[first]));
    }
    number_member(starters, "seats");
}

static cJSON *able_seats(const crok_book *book, const table *t,
                         const crok_turns *turns)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < t->seats.n; i++)
        if (crok_turns_may_shoot(book, &t->seats, turns, i))
            cJSON_AddItemToArray(list, cJSON_CreateNumber(t->seats.seat[i]));
    return list;
}

/* Who may shoot, shot by shot, when the seats of `after` have shot. */
static void add_may(cJSON *got, const crok_book *book, const table *t,
                    const cJSON *after)
{
    crok_turns turns = crok_turns_start(book, &t->seats, t->first);
    cJSON *may = cJSON_AddArrayToObject(got, "may");
    const cJSON *seat = NULL;
    cJSON_AddItemToArray(may, able_seats(book, t, &turns));
    cJSON_ArrayForEach(seat, after)
    {
        for (int i = 0; i < t->seats.n; i++)
            if (t->seats.seat[i] == seat->valueint)
                crok_turns_shot(book, &t->seats, &turns, i);
        cJSON_AddItemToArray(may, able_seats(book, t, &turns));
    }
    number_member(got, "may");
    cJSON_AddItemToObject(got, "may_after", numbered(after));
}

static bool run_seating(const crok_book *book, const cJSON *page, char *says,
                        size_t size)
{
    cJSON *want = cJSON_Duplicate(field(page, "expect"), 1);
    cJSON *starters = cJSON_GetObjectItemCaseSensitive(want, "starters");
    cJSON *got = cJSON_CreateObject();
    cJSON *discs = NULL;
    crok_turns turns;
    table t;
    bool ok = set_table(book, field(page, "seating"), &t, says, size);
    if (ok) {
        turns = crok_turns_start(book, &t.seats, t.first);
        cJSON_AddStringToObject(got, "kind",
                                crok_seating_name(t.seats.seating));
        discs = cJSON_AddArrayToObject(got, "discs");
        for (int i = 0; i < t.seats.n; i++)
            cJSON_AddItemToArray(discs, cJSON_CreateNumber(turns.left[i]));
        number_member(got, "discs");
        add_order(got, book, &t);
        cJSON_AddNumberToObject(
            got, "hammer",
            t.seats.seat[crok_turns_hammer(book, &t.seats, &turns)]);
        if (starters != NULL)
            add_starters(got, book, &t, field(starters, "losers"));
        if (field(want, "may") != NULL)
            add_may(got, book, &t, field(want, "may_after"));
        number_member(want, "discs");
        number_member(want, "order");
        number_member(want, "may");
        number_member(want, "may_after");
        number_member(starters, "losers");
        number_member(starters, "seats");
        ok = compare(want, got, true, says, size);
    }
    cJSON_Delete(want);
    cJSON_Delete(got);
    return ok;
}

/* ---- scores ---- */

static bool run_round(const crok_book *book, const cJSON *page, char *says,
                      size_t size)
{
    const cJSON *totals = field(page, "round");
    cJSON *got = cJSON_CreateObject();
    int total[4] = {0};
    crok_tally result[4];
    int n = 0;
    const cJSON *item = NULL;
    bool ok = false;
    cJSON_ArrayForEach(item, totals)
    {
        total[n++] = item->valueint;
    }
    crok_round_result(book, total, n, result);
    n = 0;
    cJSON_ArrayForEach(item, totals)
    {
        cJSON *obj = cJSON_AddObjectToObject(got, item->string);
        cJSON_AddNumberToObject(obj, "score", result[n].score);
        cJSON_AddNumberToObject(obj, "points", result[n++].points);
    }
    ok = compare(field(page, "expect"), got, false, says, size);
    cJSON_Delete(got);
    return ok;
}

static cJSON *tally_json(const crok_tally *t)
{
    cJSON *obj = cJSON_CreateObject();
    cJSON_AddNumberToObject(obj, "score", t->score);
    cJSON_AddNumberToObject(obj, "points", t->points);
    return obj;
}

static bool run_round_open(const crok_book *book, const cJSON *page, char *says,
                           size_t size)
{
    crok_points total[4] = {{0}};
    crok_open_result r;
    const char *side = field(page, "side")->valuestring;
    int at = 0;
    int n = 0;
    const cJSON *item = NULL;
    cJSON *got = cJSON_CreateObject();
    bool ok = false;
    cJSON_ArrayForEach(item, field(page, "round_open"))
    {
        total[n].lo = cJSON_GetArrayItem(item, 0)->valueint;
        total[n].hi = cJSON_GetArrayItem(item, 1)->valueint;
        if (strcmp(item->string, side) == 0)
            at = n;
        n++;
    }
    r = crok_round_result_open(book, total, n, at);
    cJSON_AddItemToObject(got, "lo", tally_json(&r.lo));
    cJSON_AddItemToObject(got, "hi", tally_json(&r.hi));
    ok = compare(field(page, "expect"), got, false, says, size);
    cJSON_Delete(got);
    return ok;
}

/* Puts a total on the board: 20s in the bowl, the rest as one disc or none. */
static void set_total(crok_event *board, crok_event *twenties, int side,
                      int total)
{
    static const double place_mm[] = {0.0, 250.0, 150.0, 50.0}; /* by fives */
    int rest = total % 20;
    crok_board_event *b = &board->u.board;
    twenties->u.twenties.count = total / 20;
    (void)snprintf(twenties->u.twenties.side, CROK_NAME_MAX, "%s",
                   b->side[side]);
    b->left[side] = 0;
    if (rest == 0)
        return;
    b->discs[b->n++] = (crok_disc){.id = side + 1,
                                   .side = side,
                                   .x_mm = place_mm[rest / 5],
                                   .state = CROK_DISC_FLAT};
}

static void add(crok_log *log, crok_event *e, crok_event_type type)
{
    crok_err err = {0};
    e->seq = log->n + 1;
    e->type = type;
    if (crok_log_add(log, e, &err) != CROK_OK)
        (void)fprintf(stderr, "%s: %s\n", crok_event_name(type), err.msg);
}

static void play_round(crok_log *log, const crok_board_event *empty,
                       const cJSON *totals)
{
    static crok_event board;
    static crok_event twenties[2];
    static crok_event end;
    board.u.board = *empty;
    for (int i = 0; i < 2; i++)
        set_total(&board, &twenties[i], i,
                  cJSON_GetArrayItem(totals, i)->valueint);
    add(log, &board, CROK_EVENT_BOARD);
    for (int i = 0; i < 2; i++)
        add(log, &twenties[i], CROK_EVENT_TWENTIES);
    add(log, &end, CROK_EVENT_ROUND_END);
}

static void start_singles(crok_log *log, const crok_book *book,
                          const cJSON *sides, crok_board_event *empty)
{
    static crok_event e;
    crok_match_start *s = &e.u.start;
    *s = (crok_match_start){.book = *book,
                            .lines = crok_lines_tournament(),
                            .disc_mm = CROK_DISC_RADIUS_MM,
                            .n_sides = 2};
    *empty = (crok_board_event){.n_sides = 2, .sets_left = {true, true}};
    s->seats.n = 2;
    for (int i = 0; i < 2; i++) {
        const char *name = cJSON_GetArrayItem(sides, i)->valuestring;
        s->seats.seat[i] = 2 * i;
        s->seats.side[i] = i;
        (void)snprintf(s->sides[i].side, CROK_NAME_MAX, "%s", name);
        (void)snprintf(empty->side[i], CROK_NAME_MAX, "%s", name);
    }
    add(log, &e, CROK_EVENT_MATCH_START);
}

/* A match of singles whose rounds are given by their totals, played through
 * the fold until it is over. */
static bool run_rounds(const crok_book *book, const cJSON *page, char *says,
                       size_t size)
{
    static crok_board_event empty;
    crok_log log = crok_log_empty();
    const cJSON *round = NULL;
    int played = 0;
    cJSON *got = NULL;
    cJSON *part = cJSON_CreateObject();
    bool ok = false;
    start_singles(&log, book, field(page, "sides"), &empty);
    cJSON_ArrayForEach(round, field(page, "rounds"))
    {
        if (log.match.state == CROK_STATE_OVER)
            break;
        play_round(&log, &empty, round);
        played++;
    }
    got = crok_match_to_json(&log.match);
    cJSON_AddItemToObject(part, "winner",
                          cJSON_Duplicate(field(got, "winner"), 1));
    cJSON_AddItemToObject(part, "tied", cJSON_Duplicate(field(got, "tied"), 1));
    cJSON_AddNumberToObject(part, "rounds_played", played);
    ok = compare(field(page, "expect"), part, false, says, size);
    cJSON_Delete(part);
    cJSON_Delete(got);
    crok_log_close(&log);
    return ok;
}

static bool run_pairs(const crok_book *book, const cJSON *page, char *says,
                      size_t size)
{
    const cJSON *pairs = field(page, "pairs");
    static const char *const side[2] = {"black", "white"};
    int value[2][32];
    int n[2] = {0};
    int sum = 0;
    cJSON *got = cJSON_CreateObject();
    cJSON *left = cJSON_AddObjectToObject(got, "left");
    bool ok = false;
    (void)book;
    for (int s = 0; s < 2; s++) {
        const cJSON *item = NULL;
        cJSON_ArrayForEach(item, field(pairs, side[s]))
        {
            value[s][n[s]++] = item->valueint;
        }
    }
    crok_remove_pairs(value[0], &n[0], value[1], &n[1]);
    for (int s = 0; s < 2; s++) {
        cJSON_AddItemToObject(left, side[s],
                              cJSON_CreateIntArray(value[s], n[s]));
        for (int i = 0; i < n[s]; i++)
            sum += s == 0 ? value[s][i] : -value[s][i];
    }
    cJSON_AddNumberToObject(got, "difference", sum);
    ok = compare(field(page, "expect"), got, false, says, size);
    cJSON_Delete(got);
    return ok;
}

/* ---- events ---- */

static bool run_events(const crok_book *book, const cJSON *page, char *says,
                       size_t size)
{
    static crok_event e;
    crok_log log = crok_log_empty();
    const cJSON *refused = field(page, "refused");
    const cJSON *item = NULL;
    crok_err err = {0};
    cJSON *got = NULL;
    bool ok = true;
    bool was_refused = false;
    cJSON_ArrayForEach(item, field(page, "events"))
    {
        if (crok_keys_check_event(item, "events", &err) == CROK_OK &&
            crok_event_from_json(item, "events", book, &e, &err) == CROK_OK &&
            crok_log_check_new(&log, &e, &err) == CROK_OK &&
            crok_effects_check(&log, &e, NULL, &err) == CROK_OK &&
            crok_log_add(&log, &e, &err) == CROK_OK)
            continue;
        was_refused = true;
        (void)snprintf(says, size, "refused: %s", err.msg);
        ok = refused != NULL && strstr(err.msg, refused->valuestring) != NULL;
    }
    if (refused != NULL && !was_refused) {
        (void)snprintf(says, size, "was to be refused");
        ok = false;
    }
    got = crok_match_to_json(&log.match);
    if (ok && field(page, "expect") != NULL)
        ok = compare(field(page, "expect"), got, true, says, size);
    cJSON_Delete(got);
    crok_log_close(&log);
    return ok;
}

/* ---- a page ---- */

static bool load_book(const char *preset, const cJSON *page, crok_book *book,
                      char *says, size_t size)
{
    crok_err err = {0};
    const cJSON *set = NULL;
    if (crok_book_preset(preset, book, NULL, &err) != CROK_OK) {
        (void)snprintf(says, size, "%s", err.msg);
        return false;
    }
    cJSON_ArrayForEach(set, field(page, "set"))
    {
        if (!cJSON_IsString(set)) {
            (void)snprintf(says, size,
                           "set: \"%s\" must be a text, also a number: \"50\"",
                           set->string);
            return false;
        }
        if (crok_book_set(book, set->string, set->valuestring, &err) !=
            CROK_OK) {
            (void)snprintf(says, size, "set: %s", err.msg);
            return false;
        }
    }
    return true;
}

bool scenario_run(const char *preset, const cJSON *page, char *says,
                  size_t size)
{
    static const struct {
        const char *field;
        bool (*run)(const crok_book *book, const cJSON *page, char *says,
                    size_t size);
    } kinds[] = {{"shot", run_shot},     {"discs", run_discs},
                 {"totals", run_totals}, {"seating", run_seating},
                 {"round", run_round},   {"round_open", run_round_open},
                 {"rounds", run_rounds}, {"pairs", run_pairs},
                 {"events", run_events}};
    crok_book book;
    says[0] = '\0';
    if (!load_book(preset, page, &book, says, size))
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (field(page, kinds[i].field) != NULL)
            return kinds[i].run(&book, page, says, size);
    (void)snprintf(says, size, "no kind of scenario");
    return false;
}
