/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/entered.h"

#include "check.h"

#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "rules/book_json.h"
#include "rules/rules_json.h"

/* The match as text; without its board, where a counted round has none. */
static char *text_of(const crok_match *m, bool with_board)
{
    static const char *const of_board[] = {"discs", "calls", "counted"};
    cJSON *doc = crok_match_to_json(m);
    cJSON *side = NULL;
    char *text = NULL;
    for (int i = 0; !with_board && i < 3; i++)
        cJSON_DeleteItemFromObjectCaseSensitive(doc, of_board[i]);
    cJSON_ArrayForEach(side, cJSON_GetObjectItemCaseSensitive(doc, "sides"))
    {
        if (with_board)
            continue;
        cJSON_DeleteItemFromObjectCaseSensitive(side, "discs_left");
        cJSON_DeleteItemFromObjectCaseSensitive(side, "count");
    }
    text = cJSON_PrintUnformatted(doc);
    cJSON_Delete(doc);
    return text;
}

void check_same(const crok_match *a, const crok_match *b, bool with_board)
{
    char *left = text_of(a, with_board);
    char *right = text_of(b, with_board);
    assert_string_equal(left, right);
    cJSON_free(left);
    cJSON_free(right);
}

/* ---- events ---- */

crok_event next_event(const crok_log *log, crok_event_type type)
{
    crok_event e = {.type = type,
                    .seq = log->n == 0 ? 1 : log->events[log->n - 1]->seq + 1};
    (void)snprintf(e.time, sizeof e.time, "2026-05-02T10:00:00Z");
    return e;
}

void put_side(char side[CROK_NAME_MAX], int i)
{
    static const char *const name[] = {"black", "white", "red"};
    (void)snprintf(side, CROK_NAME_MAX, "%s", name[i]);
}

void add_ok(crok_log *log, const crok_event *e)
{
    crok_err err = {0};
    CHECK_STATUS(crok_log_add(log, e, &err), CROK_OK, &err);
}

/* A match of singles with the ties and games that a stage may have. */
/* Handicaps of a match; one of a game only where it wins no match alone. */
static void give_handicaps(gen *g, crok_match_start *s)
{
    for (int i = 0; i < s->n_sides; i++)
        s->handicap[i] =
            (crok_handicap){.points = gen_below(g, 7) - 3,
                            .twenties = gen_below(g, 3),
                            .discs = gen_below(g, 5) - 2,
                            .games = s->best_of > 1 ? gen_below(g, 2) : 0};
}

crok_event a_start(gen *g, const crok_log *log)
{
    crok_event e = next_event(log, CROK_EVENT_MATCH_START);
    crok_match_start *s = &e.u.start;
    int n_presets = 0;
    while (crok_preset_name(n_presets) != NULL)
        n_presets++;
    assert_int_equal(crok_book_preset(crok_preset_name(gen_below(g, n_presets)),
                                      &s->book, NULL, NULL),
                     CROK_OK);
    s->lines = crok_lines_tournament();
    s->disc_mm = CROK_DISC_RADIUS_MM;
    s->n_sides = s->seats.n = 2;
    for (int i = 0; i < 2; i++) {
        put_side(s->sides[i].side, i);
        s->seats.seat[i] = 2 * i;
        s->seats.side[i] = i;
    }
    s->best_of = gen_below(g, 2) == 0 ? 0 : 1 + gen_below(g, 5);
    s->n_ties = gen_below(g, CROK_N_TIES + 1);
    for (int i = 0; i < s->n_ties; i++)
        s->tie[i] = (crok_tie)gen_below(g, CROK_N_TIES);
    s->has_forfeit = gen_below(g, 2) == 0;
    if (s->has_forfeit)
        s->forfeit = (crok_forfeit){gen_below(g, 60), gen_below(g, 3)};
    if (gen_below(g, 3) == 0)
        give_handicaps(g, s);
    return e;
}

static crok_event a_count(gen *g, const crok_log *log)
{
    crok_event e = next_event(log, CROK_EVENT_ROUND_COUNT);
    e.u.count.final = gen_below(g, 3) > 0;
    e.u.count.n = gen_below(g, 10) == 0 ? 1 : 2;
    for (int i = 0; i < e.u.count.n; i++) {
        crok_side_count *c = &e.u.count.sides[i];
        put_side(c->side, i);
        c->by_ring = gen_below(g, 2) == 0;
        for (int k = 0; k < CROK_N_RINGS; k++)
            c->ring[k] = gen_below(g, 3);
        c->twenties = gen_below(g, 3);
        c->total = 20 * c->twenties + 5 * gen_below(g, 9);
    }
    return e;
}

static crok_event a_shoot_out(gen *g, const crok_log *log)
{
    crok_event e = next_event(log, CROK_EVENT_SHOOT_OUT);
    e.u.shoot_out.n = 2;
    for (int i = 0; i < 2; i++) {
        put_side(e.u.shoot_out.side[i], i);
        e.u.shoot_out.count[i] = gen_below(g, 3);
    }
    return e;
}

/* An undo of any event, or a correction of a count of 20s in the past. */
static crok_event a_correction(gen *g, const crok_log *log)
{
    crok_event e = next_event(log, CROK_EVENT_UNDO);
    long of = log->n == 0 ? 1 : log->events[gen_below(g, log->n)]->seq;
    e.u.of = of;
    if (gen_below(g, 3) > 0)
        return e;
    if (gen_below(g, 2) == 0) {
        e = a_count(g, log);
        e.u.count.of = of;
        return e;
    }
    e = next_event(log, CROK_EVENT_TWENTIES);
    e.after = of;
    put_side(e.u.twenties.side, gen_below(g, 2));
    return e;
}

/* A penalty, a round replayed or a disqualification, for this moment or an
 * earlier one. */
crok_event a_ruling_after_the_end(gen *g, const crok_log *log)
{
    static const crok_event_type type[] = {
        CROK_EVENT_PENALTY, CROK_EVENT_REPLAY_ROUND, CROK_EVENT_DISQUALIFY};
    crok_event e = next_event(log, type[gen_below(g, 3)]);
    int side = gen_below(g, log->match.info.n_sides > 2 ? 3 : 2);
    if (e.type == CROK_EVENT_PENALTY) {
        put_side(e.u.penalty.side, side);
        e.u.penalty.points = gen_below(g, 9) - 4;
    }
    if (e.type == CROK_EVENT_DISQUALIFY)
        put_side(e.u.against.side, side);
    if (log->n > 0 && gen_below(g, 4) == 0)
        e.after = log->events[gen_below(g, log->n)]->seq;
    return e;
}

crok_event anything(gen *g, const crok_log *log)
{
    crok_event e = next_event(log, CROK_EVENT_MATCH_INFO);
    switch (gen_below(g, 19)) {
    case 0:
        return a_start(g, log);
    case 1:
        return next_event(log, CROK_EVENT_MATCH_END);
    case 2:
        e = next_event(log, CROK_EVENT_CONCEDE);
        put_side(e.u.concede.side, gen_below(g, 2));
        e.u.concede.only_game = gen_below(g, 2) == 0;
        return e;
    case 3:
        e = next_event(log, CROK_EVENT_PENALTY);
        put_side(e.u.penalty.side, gen_below(g, 2));
        e.u.penalty.points = gen_below(g, 9) - 4;
        return e;
    case 4:
        return next_event(log, CROK_EVENT_REPLAY_ROUND);
    case 5:
        e = next_event(log, CROK_EVENT_TIME_UP);
        e.u.time_up.whole_match = gen_below(g, 3) == 0;
        return e;
    case 6:
        return a_shoot_out(g, log);
    case 7:
        e = next_event(log, CROK_EVENT_ROUND_END);
        e.u.end.early = true;
        return e;
    case 8:
    case 9:
        return a_correction(g, log);
    case 11:
        e = next_event(log, CROK_EVENT_FORFEIT_ROUND);
        put_side(e.u.against.side, gen_below(g, 2));
        return e;
    case 12:
        return a_ruling_after_the_end(g, log);
    case 10:
        e.u.info.has_title = true;
        (void)snprintf(e.u.info.title, CROK_TEXT_MAX, "%d", gen_below(g, 9));
        return e;
    default:
        return a_count(g, log);
    }
}

crok_event a_start_of_three(gen *g, const crok_log *log)
{
    crok_event e = a_start(g, log);
    crok_match_start *s = &e.u.start;
    assert_int_equal(
        crok_book_preset(gen_below(g, 2) == 0 ? "depot" : "woodestic", &s->book,
                         NULL, NULL),
        CROK_OK);
    s->n_sides = s->seats.n = 3;
    for (int i = 0; i < 3; i++) {
        put_side(s->sides[i].side, i);
        s->seats.seat[i] = s->seats.side[i] = i;
    }
    return e;
}

/* A round of three, in which some are often level. */
static crok_event a_round_of_three(gen *g, const crok_log *log)
{
    crok_event e = next_event(log, CROK_EVENT_ROUND_COUNT);
    e.u.count.final = true;
    e.u.count.n = 3;
    for (int i = 0; i < 3; i++) {
        crok_side_count *c = &e.u.count.sides[i];
        put_side(c->side, i);
        c->twenties = gen_below(g, 2);
        c->total = 20 * c->twenties + 5 * gen_below(g, 2);
    }
    return e;
}

/* Two shoot it out, or the next round is counted. */
crok_event a_step_of_three(gen *g, const crok_log *log)
{
    crok_event e = next_event(log, CROK_EVENT_SHOOT_OUT);
    if (log->match.ask != CROK_ASK_SHOOT_OUT)
        return a_round_of_three(g, log);
    for (int i = 0; i < 3; i++)
        if ((log->match.level & 1U << i) != 0) {
            put_side(e.u.shoot_out.side[e.u.shoot_out.n], i);
            e.u.shoot_out.count[e.u.shoot_out.n++] = gen_below(g, 3);
        }
    return e;
}

/* ---- a ruling after the end leaves no trace when it is undone ---- */

/* Add up to `most` events, until the match is over. */
static void play_on(gen *g, crok_log *log, int most, bool is_of_three)
{
    for (int k = 0; k < most && log->match.state != CROK_STATE_OVER; k++) {
        crok_event e = is_of_three ? a_step_of_three(g, log) : anything(g, log);
        (void)!crok_log_add(log, &e, NULL);
    }
}

/* Undo everything from event number `from` on, the last one first. */
static void undo_all(crok_log *log, int from)
{
    for (int i = log->n - 1; i >= from; i--) {
        crok_event e = next_event(log, CROK_EVENT_UNDO);
        e.u.of = log->events[i]->seq;
        add_ok(log, &e);
    }
}

/* A random match, perhaps over, perhaps with the next one begun. */
static void a_match(gen *g, crok_log *log, bool is_of_three)
{
    crok_event e = is_of_three ? a_start_of_three(g, log) : a_start(g, log);
    add_ok(log, &e);
    play_on(g, log, 24, is_of_three);
    e = is_of_three ? a_start_of_three(g, log) : a_start(g, log);
    if (gen_below(g, 8) == 0 && crok_log_add(log, &e, NULL) == CROK_OK)
        play_on(g, log, 4, is_of_three);
}

int check_rulings_leave_no_trace(gen *g, int n_cases)
{
    int n = 0;
    for (int i = 0; i < n_cases; i++) {
        crok_log log = crok_log_empty();
        bool is_of_three = gen_below(g, 3) == 0;
        crok_match before;
        int from = 0;
        a_match(g, &log, is_of_three);
        before = log.match;
        from = log.n;
        for (int k = 1 + gen_below(g, 3); k > 0; k--) {
            crok_event e = a_ruling_after_the_end(g, &log);
            if (crok_log_add(&log, &e, NULL) == CROK_OK)
                n += before.state == CROK_STATE_OVER;
        }
        undo_all(&log, from);
        check_same(&before, &log.match, true);
        crok_log_close(&log);
    }
    return n;
}
