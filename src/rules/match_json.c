/* SPDX-License-Identifier: Apache-2.0 */
#include "core/json.h"
#include "rules/counted.h"
#include "rules/handicap.h"
#include "rules/handicap_json.h"
#include "rules/read.h"

static const char *player_or_null(const crok_match *m, int player)
{
    return m->info.player[player][0] == '\0' ? NULL : m->info.player[player];
}

static void add_seat(cJSON *doc, const char *name, const crok_match *m,
                     int player, bool with_player)
{
    cJSON *obj = NULL;
    if (player < 0) {
        cJSON_AddNullToObject(doc, name);
        return;
    }
    obj = cJSON_AddObjectToObject(doc, name);
    cJSON_AddNumberToObject(obj, "seat", m->info.seats.seat[player]);
    if (with_player)
        cJSON_AddStringToObject(
            obj, "player",
            player_or_null(m, player) == NULL ? "" : m->info.player[player]);
}

static void add_turn(cJSON *doc, const crok_match *m)
{
    const crok_book *book = &m->info.book;
    bool playing = m->state == CROK_STATE_PLAYING ||
                   (m->state == CROK_STATE_CHECK &&
                    m->ask != CROK_ASK_STARTER && m->ask != CROK_ASK_SHOOT_OUT);
    crok_turns turns = m->turns;
    bool is_known = !m->is_counted || crok_counted_turns(m, &turns);
    int player = playing && is_known
                     ? crok_turns_player(book, &m->info.seats, &turns)
                     : -1;
    int hammer = playing ? crok_turns_hammer(book, &m->info.seats, &turns) : -1;
    add_seat(doc, "turn", m, player, true);
    add_seat(doc, "hammer", m, hammer, false);
}

static cJSON *players_json(const crok_match *m, int side)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < m->info.seats.n; i++)
        if (m->info.seats.side[i] == side && player_or_null(m, i) != NULL)
            cJSON_AddItemToArray(list, cJSON_CreateString(m->info.player[i]));
    return list;
}

static void add_range(cJSON *obj, const char *name, int lo, int hi)
{
    const int range[2] = {lo, hi};
    cJSON_AddItemToObject(obj, name, cJSON_CreateIntArray(range, 2));
}

/* Add what the side has of the rounds that have ended. */
static void add_tally(cJSON *obj, const crok_match_side *s)
{
    cJSON_AddNumberToObject(obj, "games", s->games);
    cJSON_AddNumberToObject(obj, "points", s->game.points);
    add_range(obj, "points_range", s->game_lo.points, s->game_hi.points);
    cJSON_AddNumberToObject(obj, "score", s->game.score);
    add_range(obj, "score_range", s->game_lo.score, s->game_hi.score);
    cJSON_AddNumberToObject(obj, "rounds_won", s->game.rounds_won);
    add_range(obj, "rounds_won_range", s->game_lo.rounds_won,
              s->game_hi.rounds_won);
    cJSON_AddNumberToObject(obj, "match_points", s->match_points);
    add_range(obj, "match_points_range", s->match_points_lo,
              s->match_points_hi);
}

static cJSON *side_json(const crok_match *m, int i)
{
    const crok_side_info *info = &m->info.sides[i];
    const crok_match_side *s = &m->sides[i];
    crok_points total = crok_match_total(m, i);
    crok_handicap handicap = crok_match_handicap(m, i);
    int lo = 0;
    int hi = 0;
    cJSON *obj = cJSON_CreateObject();
    cJSON_AddStringToObject(obj, "side", info->side);
    cJSON_AddStringToObject(obj, "name",
                            info->name[0] == '\0' ? info->side : info->name);
    cJSON_AddItemToObject(obj, "players", players_json(m, i));
    if (info->has_rgb)
        cJSON_AddItemToObject(obj, "rgb", cJSON_CreateIntArray(info->rgb, 3));
    else
        cJSON_AddNullToObject(obj, "rgb");
    crok_handicap_to_json(obj, &handicap);
    add_tally(obj, s);
    cJSON_AddNumberToObject(obj, "round_score", total.points);
    add_range(obj, "range", total.lo, total.hi);
    crok_match_twenties(m, i, false, &lo, &hi);
    cJSON_AddNumberToObject(obj, "twenties", s->twenties);
    add_range(obj, "twenties_range", lo, hi);
    crok_match_twenties(m, i, true, &lo, &hi);
    if (m->info.book.twenties_counted)
        cJSON_AddNumberToObject(obj, "twenties_total", s->twenties_total);
    else
        cJSON_AddNullToObject(obj, "twenties_total");
    if (m->info.book.twenties_counted)
        add_range(obj, "twenties_total_range", lo, hi);
    else
        cJSON_AddNullToObject(obj, "twenties_total_range");
    cJSON_AddNumberToObject(obj, "discs_left", crok_counted_left(m, i));
    cJSON_AddNumberToObject(obj, "unplayed", m->turns.unplayed[i]);
    if (s->has_count)
        crok_side_count_to_json(cJSON_AddObjectToObject(obj, "count"),
                                &s->count);
    else
        cJSON_AddNullToObject(obj, "count");
    return obj;
}

static void add_discs(cJSON *doc, const crok_match *m)
{
    crok_value_rules rules = crok_book_value_rules(&m->info.book);
    cJSON *discs = cJSON_AddArrayToObject(doc, "discs");
    cJSON *calls = cJSON_CreateArray();
    for (int i = 0; i < m->n_discs; i++) {
        const crok_disc *d = &m->discs[i];
        crok_rest rest = crok_disc_rest(d, m->info.disc_mm);
        crok_value v = crok_value_of(&m->info.lines, &rules, &rest);
        cJSON *obj = crok_disc_json(d, m->info.sides[d->side].side);
        cJSON *call = NULL;
        cJSON_AddStringToObject(obj, "state", crok_disc_state_name(d->state));
        cJSON_AddNumberToObject(obj, "value", v.value);
        cJSON_AddBoolToObject(obj, "close", v.close);
        cJSON_AddItemToArray(discs, obj);
        if (!v.close)
            continue;
        call = cJSON_CreateObject();
        cJSON_AddNumberToObject(call, "disc", d->id);
        cJSON_AddStringToObject(call, "line", crok_line_name(v.nearest));
        crok_json_add_num(call, "margin_mm", v.margin_mm, 4);
        crok_json_add_num(call, "sigma_mm", d->sigma_mm, 4);
        cJSON_AddItemToArray(calls, call);
    }
    cJSON_AddItemToObject(doc, "calls", calls);
}

static void add_last(cJSON *doc, const crok_match *m)
{
    cJSON *last = NULL;
    if (m->last.seq == 0) {
        cJSON_AddNullToObject(doc, "last");
        return;
    }
    last = cJSON_AddObjectToObject(doc, "last");
    cJSON_AddNumberToObject(last, "seq", (double)m->last.seq);
    if (m->last.valid == CROK_UNKNOWN)
        cJSON_AddNullToObject(last, "valid");
    else
        cJSON_AddBoolToObject(last, "valid", m->last.valid == CROK_YES);
    crok_json_add_text(last, "text", m->last.text);
    cJSON_AddItemToObject(last, "remove",
                          crok_removals_json(m->last.remove, m->last.n_remove));
}

/* Add "decides": what decides a game, or null before a match has started. */
static void add_decides(cJSON *doc, const crok_match *m)
{
    static const char *const word[] = {"points", "score", "rounds_won"};
    if (m->state == CROK_STATE_WAITING)
        cJSON_AddNullToObject(doc, "decides");
    else
        cJSON_AddStringToObject(
            doc, "decides",
            word[crok_book_measure(&m->info.book, m->info.n_sides)]);
}

/* Add a list of the sides whose bits are set. */
static void add_sides_of(cJSON *obj, const char *name, const crok_match *m,
                         unsigned bits)
{
    cJSON *list = cJSON_AddArrayToObject(obj, name);
    for (int i = 0; i < m->info.n_sides; i++)
        if ((bits & 1U << i) != 0)
            cJSON_AddItemToArray(list,
                                 cJSON_CreateString(m->info.sides[i].side));
}

void crok_ended_to_json(cJSON *doc, const char *name, const crok_match *m)
{
    cJSON *ended = NULL;
    cJSON *sides = NULL;
    if (m->ended.round == 0) {
        cJSON_AddNullToObject(doc, name);
        return;
    }
    ended = cJSON_AddObjectToObject(doc, name);
    cJSON_AddNumberToObject(ended, "game", m->ended.game);
    cJSON_AddNumberToObject(ended, "round", m->ended.round);
    if (m->ended.forfeited_by != 0)
        add_sides_of(ended, "forfeited_by", m, m->ended.forfeited_by);
    sides = cJSON_AddArrayToObject(ended, "sides");
    for (int i = 0; i < m->info.n_sides; i++) {
        const crok_ended_side *s = &m->ended.side[i];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "side", m->info.sides[i].side);
        cJSON_AddNumberToObject(item, "total", s->total.points);
        add_range(item, "range", s->total.lo, s->total.hi);
        cJSON_AddNumberToObject(item, "added", s->added);
        add_range(item, "added_range", s->added_lo, s->added_hi);
        cJSON_AddItemToArray(sides, item);
    }
}

void crok_winner_to_json(cJSON *doc, const crok_match *m)
{
    if (m->state != CROK_STATE_OVER || m->winners == 0)
        cJSON_AddNullToObject(doc, "winner");
    else
        add_sides_of(doc, "winner", m, m->winners);
}

/* Add "won_by": what decided the match, and the organiser's reason if he did.
 */
static void add_won_by(cJSON *doc, const crok_match *m)
{
    const char *how = crok_won_by_name(m->won_by);
    cJSON *obj = NULL;
    if (how == NULL) {
        cJSON_AddNullToObject(doc, "won_by");
        return;
    }
    obj = cJSON_AddObjectToObject(doc, "won_by");
    cJSON_AddStringToObject(obj, "how", how);
    crok_json_add_text(obj, "reason", m->won_reason);
}

/* Add "ask": a word for the question to a person, or null if there is none. */
static void add_ask(cJSON *doc, crok_ask ask)
{
    static const char *const word[] = {NULL, "validity", "disc", "starter",
                                       "shoot_out"};
    if (ask == CROK_ASK_NOTHING)
        cJSON_AddNullToObject(doc, "ask");
    else
        cJSON_AddStringToObject(doc, "ask", word[ask]);
}

/* Add "asked": the questions that are open, the oldest first. */
static void add_asked(cJSON *doc, const crok_match *m)
{
    cJSON *list = cJSON_AddArrayToObject(doc, "asked");
    for (int i = 0; i < m->n_asked; i++) {
        const crok_asked *q = &m->asked[i];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddNumberToObject(item, "of", (double)q->of);
        cJSON_AddStringToObject(item, "ask", crok_asked_name(q->what));
        cJSON_AddNumberToObject(item, "game", q->game);
        cJSON_AddNumberToObject(item, "round", q->round);
        add_sides_of(item, "twenties", m, q->sides);
        cJSON_AddBoolToObject(item, "board", q->board);
        cJSON_AddItemToArray(list, item);
    }
}

cJSON *crok_match_to_json(const crok_match *m)
{
    const crok_book *book = &m->info.book;
    crok_forfeit forfeit = {0};
    cJSON *doc = cJSON_CreateObject();
    cJSON *sides = NULL;
    cJSON_AddStringToObject(doc, "schema", "crokeye.match/1");
    cJSON_AddStringToObject(doc, "title", m->info.title);
    if (m->info.stage[0] != '\0')
        cJSON_AddStringToObject(doc, "stage", m->info.stage);
    cJSON_AddStringToObject(doc, "table", m->info.table);
    cJSON_AddStringToObject(doc, "rules", book->name);
    cJSON_AddNumberToObject(doc, "round", m->round);
    if (book->game_ends == CROK_ENDS_TARGET || m->state == CROK_STATE_WAITING)
        cJSON_AddNullToObject(doc, "rounds");
    else
        cJSON_AddNumberToObject(doc, "rounds", book->rounds);
    if (book->game_ends == CROK_ENDS_TARGET && m->state != CROK_STATE_WAITING)
        cJSON_AddNumberToObject(doc, "target", book->target);
    cJSON_AddNumberToObject(doc, "game", m->game);
    cJSON_AddNumberToObject(
        doc, "games", m->info.best_of > 0 ? m->info.best_of : book->games);
    if (m->state == CROK_STATE_WAITING)
        cJSON_AddNullToObject(doc, "values");
    else
        crok_values_to_json(cJSON_AddObjectToObject(doc, "values"), book);
    add_decides(doc, m);
    cJSON_AddNumberToObject(doc, "match", m->number);
    cJSON_AddBoolToObject(doc, "counted", m->is_counted);
    add_turn(doc, m);
    sides = cJSON_AddArrayToObject(doc, "sides");
    for (int i = 0; i < m->info.n_sides; i++)
        cJSON_AddItemToArray(sides, side_json(m, i));
    add_discs(doc, m);
    add_last(doc, m);
    crok_ended_to_json(doc, "ended", m);
    crok_winner_to_json(doc, m);
    cJSON_AddBoolToObject(doc, "tied", m->tied);
    add_won_by(doc, m);
    if (m->disqualified != 0)
        add_sides_of(doc, "disqualified", m, m->disqualified);
    if (m->state != CROK_STATE_WAITING &&
        crok_match_forfeit_value(&m->info, &forfeit))
        crok_forfeit_to_json(doc, "forfeit", &forfeit);
    add_ask(doc, m->ask);
    add_asked(doc, m);
    cJSON_AddStringToObject(doc, "state", crok_state_name(m->state));
    return doc;
}
