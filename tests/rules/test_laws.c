/* SPDX-License-Identifier: Apache-2.0
 *
 * The laws at the end of docs/RULES.md, over generated shots, rounds and turns.
 * A failure prints the seed, and the shot after it was made as small as it can
 * be and still fail. CROK_SEED=n in the environment runs another seed,
 * CROK_CASES=n another number of shots. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "rules/entered.h"
#include "rules/gen.h"
#include "rules/judge.h"
#include "rules/match.h"
#include "rules/match_shot.h"
#include "rules/rules_json.h"
#include "rules/score.h"

enum { DEFAULT_CASES = 100000 };

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

static uint64_t seed(void)
{
    return number_from("CROK_SEED", 20260502);
}

static int cases(void)
{
    return (int)number_from("CROK_CASES", DEFAULT_CASES);
}

/* ---- the laws of a shot ---- */

static bool has_id(const crok_removal *list, int n, int id)
{
    for (int i = 0; i < n; i++)
        if (list[i].id == id)
            return true;
    return false;
}

static int count_of(const crok_decision *d, int id)
{
    int n = 0;
    for (int i = 0; i < d->n_remove; i++)
        n += d->remove[i].id == id;
    for (int i = 0; i < d->n_in_play; i++)
        n += d->in_play[i] == id;
    return n;
}

/* Every disc that was there or was shot is on the board, taken off or gone,
 * once; nothing is there that was not. */
static bool nothing_is_made_or_lost(const crok_book *book, const crok_shot *s)
{
    crok_judgement j;
    int n_seen = 0;
    crok_judge(book, s, &j);
    if (j.decision.valid == CROK_UNKNOWN)
        return crok_decision_check(s, &j.if_valid, NULL) == CROK_OK &&
               crok_decision_check(s, &j.if_invalid, NULL) == CROK_OK;
    for (int i = 0; i < s->n_before; i++)
        n_seen += count_of(&j.decision, s->before[i].id);
    n_seen += count_of(&j.decision, s->shot_disc);
    for (int i = 0; i < s->n_after; i++) {
        bool in_hand = j.decision.reshoot && s->after[i].id == s->shot_disc;
        if (count_of(&j.decision, s->after[i].id) != (in_hand ? 0 : 1))
            return false;
    }
    return n_seen == j.decision.n_remove + j.decision.n_in_play &&
           crok_decision_check(s, &j.decision, NULL) == CROK_OK;
}

static bool same_list(const crok_removal *a, int n_a, const crok_removal *b,
                      int n_b)
{
    if (n_a != n_b)
        return false;
    for (int i = 0; i < n_a; i++)
        if (a[i].id != b[i].id || a[i].to != b[i].to ||
            strcmp(a[i].rule, b[i].rule) != 0)
            return false;
    return true;
}

/* Two decisions of the same discs in the same order; 20s compared apart. */
static bool same_decision(const crok_decision *a, const crok_decision *b)
{
    return a->valid == b->valid && a->open_board == b->open_board &&
           a->reshoot == b->reshoot && a->missing == b->missing &&
           a->n_close == b->n_close && a->n_restore == b->n_restore &&
           a->n_in_play == b->n_in_play &&
           memcmp(a->in_play, b->in_play,
                  (size_t)a->n_in_play * sizeof a->in_play[0]) == 0 &&
           same_list(a->remove, a->n_remove, b->remove, b->n_remove) &&
           same_list(a->unsure, a->n_unsure, b->unsure, b->n_unsure);
}

static bool same_judgement(const crok_judgement *a, const crok_judgement *b)
{
    if (!same_decision(&a->decision, &b->decision))
        return false;
    return a->decision.valid != CROK_UNKNOWN ||
           (same_decision(&a->if_valid, &b->if_valid) &&
            same_decision(&a->if_invalid, &b->if_invalid));
}

static bool same_twenties(const crok_decision *a, const crok_decision *b,
                          bool swapped)
{
    return a->twenties[0] == b->twenties[swapped ? 1 : 0] &&
           a->twenties[1] == b->twenties[swapped ? 0 : 1];
}

typedef crok_mm (*turn_fn)(crok_mm p);

static crok_mm quarter(crok_mm p) /* clockwise: south goes west */
{
    return (crok_mm){p.y, -p.x};
}

static crok_mm mirror(crok_mm p)
{
    return (crok_mm){-p.x, p.y};
}

static void turn_discs(crok_disc *d, int n, turn_fn turn)
{
    for (int i = 0; i < n; i++) {
        crok_mm p = turn((crok_mm){d[i].x_mm, d[i].y_mm});
        d[i].x_mm = p.x;
        d[i].y_mm = p.y;
    }
}

static bool same_turned(const crok_book *book, const crok_shot *s, turn_fn turn,
                        int place)
{
    crok_judgement a;
    crok_judgement b;
    crok_shot t = *s;
    turn_discs(t.before, t.n_before, turn);
    turn_discs(t.after, t.n_after, turn);
    t.placed_at = turn(t.placed_at);
    t.place = (crok_place)place;
    crok_judge(book, s, &a);
    crok_judge(book, &t, &b);
    return same_judgement(&a, &b) &&
           same_twenties(&a.decision, &b.decision, false);
}

static bool turning_the_board_changes_nothing(const crok_book *book,
                                              const crok_shot *s)
{
    return same_turned(book, s, quarter, ((int)s->place + 1) % 4);
}

static bool mirroring_the_board_changes_nothing(const crok_book *book,
                                                const crok_shot *s)
{
    return same_turned(book, s, mirror, (4 - (int)s->place) % 4);
}

static bool swapping_colours_swaps_the_twenties(const crok_book *book,
                                                const crok_shot *s)
{
    crok_judgement a;
    crok_judgement b;
    crok_shot t = *s;
    for (int i = 0; i < t.n_before; i++)
        t.before[i].side = 1 - t.before[i].side;
    for (int i = 0; i < t.n_after; i++)
        t.after[i].side = 1 - t.after[i].side;
    t.shooter = 1 - t.shooter;
    crok_judge(book, s, &a);
    crok_judge(book, &t, &b);
    return same_judgement(&a, &b) &&
           same_twenties(&a.decision, &b.decision, true);
}

static bool the_same_record_gives_the_same_decision(const crok_book *book,
                                                    const crok_shot *s)
{
    crok_judgement a;
    crok_judgement b;
    memset(&a, 0x55, sizeof a);
    memset(&b, 0xAA, sizeof b);
    crok_judge(book, s, &a);
    crok_judge(book, s, &b);
    return same_judgement(&a, &b) &&
           same_twenties(&a.decision, &b.decision, false);
}

static void drop_disc(crok_shot *s, int id);

/* Without `before`, nobody knows of a disc that is gone. */
static void forget_before(crok_shot *s)
{
    for (int id = 1; id <= 10; id++)
        if (crok_disc_find(s->after, s->n_after, id) < 0)
            drop_disc(s, id);
    s->n_before = 0;
}

/* What is not seen may leave the answer open; it never turns it. And what is
 * surely removed without it is removed with it. */
static bool less_evidence(const crok_book *book, const crok_shot *s,
                          unsigned bit)
{
    crok_judgement full;
    crok_judgement less;
    crok_shot t = *s;
    const crok_decision *d = &less.decision;
    t.missing |= bit;
    t.n_contacts = bit == CROK_MISS_CONTACTS ? 0 : t.n_contacts;
    t.n_moved = bit == CROK_MISS_MOVED ? 0 : t.n_moved;
    t.n_boundary = bit == CROK_MISS_BOUNDARY ? 0 : t.n_boundary;
    t.has_last_played = t.has_last_played && bit != CROK_MISS_LAST_PLAYED;
    t.n_after = bit == CROK_MISS_AFTER ? 0 : t.n_after;
    if (bit == CROK_MISS_BEFORE)
        forget_before(&t);
    if (crok_shot_check(&t, NULL) != CROK_OK)
        return false;
    crok_judge(book, s, &full);
    crok_judge(book, &t, &less);
    if (d->valid == CROK_UNKNOWN)
        return d->missing != 0 || d->n_close > 0;
    if (d->valid != full.decision.valid && full.decision.valid != CROK_UNKNOWN)
        return false;
    for (int i = 0; i < d->n_remove && full.decision.valid != CROK_UNKNOWN; i++)
        if (!has_id(full.decision.remove, full.decision.n_remove,
                    d->remove[i].id))
            return false;
    return true;
}

static bool missing_contacts_are_never_guessed(const crok_book *book,
                                               const crok_shot *s)
{
    return less_evidence(book, s, CROK_MISS_CONTACTS);
}

static bool missing_moves_are_never_guessed(const crok_book *book,
                                            const crok_shot *s)
{
    return less_evidence(book, s, CROK_MISS_MOVED);
}

static bool a_missing_boundary_is_never_guessed(const crok_book *book,
                                                const crok_shot *s)
{
    return less_evidence(book, s, CROK_MISS_BOUNDARY);
}

static bool a_missing_last_played_is_never_guessed(const crok_book *book,
                                                   const crok_shot *s)
{
    return less_evidence(book, s, CROK_MISS_LAST_PLAYED);
}

static bool a_missing_before_is_never_guessed(const crok_book *book,
                                              const crok_shot *s)
{
    return less_evidence(book, s, CROK_MISS_BEFORE);
}

static bool a_missing_after_is_never_guessed(const crok_book *book,
                                             const crok_shot *s)
{
    return less_evidence(book, s, CROK_MISS_AFTER);
}

/* An answer that is open names what would settle it, and gives both. */
static bool an_open_answer_has_both_outcomes(const crok_book *book,
                                             const crok_shot *s)
{
    crok_judgement j;
    crok_decision as;
    crok_judge(book, s, &j);
    if (j.decision.valid != CROK_UNKNOWN) {
        crok_judge_as(book, s, j.decision.valid == CROK_YES, &as);
        return same_decision(&as, &j.decision);
    }
    crok_judge_as(book, s, true, &as);
    if (!same_decision(&as, &j.if_valid))
        return false;
    crok_judge_as(book, s, false, &as);
    return as.valid == CROK_NO && j.if_invalid.valid == CROK_NO &&
           j.if_valid.valid == CROK_YES &&
           (j.decision.missing != 0 || j.decision.n_close > 0);
}

/* What is written is read as the same evidence. */
static bool a_shot_survives_being_written(const crok_book *book,
                                          const crok_shot *s)
{
    crok_shot again;
    cJSON *doc = crok_shot_to_json(s);
    cJSON *second = NULL;
    bool ok = crok_shot_from_json(doc, "again", &again, NULL) == CROK_OK;
    (void)book;
    if (ok && again.n_sides == s->n_sides) {
        second = crok_shot_to_json(&again);
        ok = cJSON_Compare(doc, second, 1) != 0;
        cJSON_Delete(second);
    }
    cJSON_Delete(doc);
    return ok;
}

typedef bool (*law_fn)(const crok_book *book, const crok_shot *s);

/* ---- shrinking ---- */

static void drop_disc(crok_shot *s, int id)
{
    int n = 0;
    for (int i = 0; i < s->n_before; i++)
        if (s->before[i].id != id)
            s->before[n++] = s->before[i];
    s->n_before = n;
    n = 0;
    for (int i = 0; i < s->n_after; i++)
        if (s->after[i].id != id)
            s->after[n++] = s->after[i];
    s->n_after = n;
    n = 0;
    for (int i = 0; i < s->n_moved; i++)
        if (s->moved[i] != id)
            s->moved[n++] = s->moved[i];
    s->n_moved = n;
    n = 0;
    for (int i = 0; i < s->n_contacts; i++)
        if (s->contacts[i].a != id && s->contacts[i].b != id)
            s->contacts[n++] = s->contacts[i];
    s->n_contacts = n;
    n = 0;
    for (int i = 0; i < s->n_boundary; i++)
        if (s->boundary[i].id != id)
            s->boundary[n++] = s->boundary[i];
    s->n_boundary = n;
}

/* Takes t for *s where it is smaller and the law still fails. */
static bool take(law_fn law, const crok_book *book, const crok_shot *t,
                 crok_shot *s)
{
    if (law(book, t))
        return false;
    *s = *t;
    return true;
}

static bool with_fewer_discs(law_fn law, const crok_book *book, crok_shot *s)
{
    bool smaller = false;
    for (int id = 1; id <= 10; id++) {
        crok_shot t = *s;
        drop_disc(&t, id);
        if (t.n_before < s->n_before && take(law, book, &t, s))
            smaller = true;
    }
    return smaller;
}

static bool with_less_told(law_fn law, const crok_book *book, crok_shot *s)
{
    bool smaller = false;
    crok_shot t = *s;
    t.n_boundary = 0;
    if (s->n_boundary > 0 && take(law, book, &t, s))
        smaller = true;
    t = *s;
    t.fouls = 0;
    if (s->fouls != 0 && take(law, book, &t, s))
        smaller = true;
    t = *s;
    t.has_placed_at = false;
    if (s->has_placed_at && take(law, book, &t, s))
        smaller = true;
    return smaller;
}

static void shrink(law_fn law, const crok_book *book, crok_shot *s)
{
    bool smaller = true;
    while (smaller) {
        smaller = with_fewer_discs(law, book, s);
        smaller = with_less_told(law, book, s) || smaller;
    }
}

static void print_case(const crok_book *book, const crok_shot *s)
{
    cJSON *settings = crok_book_to_json(book);
    cJSON *shot = crok_shot_to_json(s);
    char *a = cJSON_PrintUnformatted(settings);
    char *b = cJSON_PrintUnformatted(shot);
    (void)fprintf(stderr, "%s\n%s\n", b, a);
    cJSON_free(a);
    cJSON_free(b);
    cJSON_Delete(settings);
    cJSON_Delete(shot);
}

static void check_law(law_fn law, const char *name)
{
    gen g = {seed()};
    int n = cases();
    for (int i = 0; i < n; i++) {
        gen at = g;
        crok_book book = gen_book(&g);
        crok_shot s = gen_shot(&g);
        if (crok_shot_check(&s, NULL) == CROK_OK && law(&book, &s))
            continue;
        shrink(law, &book, &s);
        print_error("%s: seed %llu, case %d (state %llu):\n", name,
                    (unsigned long long)seed(), i,
                    (unsigned long long)at.state);
        print_case(&book, &s);
        fail();
    }
}

#define LAW(law)                                                               \
    static void law_##law(void **state)                                        \
    {                                                                          \
        (void)state;                                                           \
        check_law(law, #law);                                                  \
    }

LAW(nothing_is_made_or_lost)
LAW(turning_the_board_changes_nothing)
LAW(mirroring_the_board_changes_nothing)
LAW(swapping_colours_swaps_the_twenties)
LAW(the_same_record_gives_the_same_decision)
LAW(missing_contacts_are_never_guessed)
LAW(missing_moves_are_never_guessed)
LAW(a_missing_boundary_is_never_guessed)
LAW(a_missing_last_played_is_never_guessed)
LAW(a_missing_before_is_never_guessed)
LAW(a_missing_after_is_never_guessed)
LAW(an_open_answer_has_both_outcomes)

static void law_a_shot_survives_being_written(void **state)
{
    gen g = {seed()};
    (void)state;
    for (int i = 0; i < cases() / 20; i++) {
        crok_book book = gen_book(&g);
        crok_shot s = gen_shot(&g);
        assert_true(a_shot_survives_being_written(&book, &s));
    }
}

/* The shrinker finds the one disc that matters. */
static bool no_disc_with_id_3(const crok_book *book, const crok_shot *s)
{
    (void)book;
    return crok_disc_find(s->before, s->n_before, 3) < 0;
}

static void a_failing_shot_is_made_small(void **state)
{
    gen g = {seed()};
    crok_book book = gen_book(&g);
    crok_shot s = gen_shot(&g);
    (void)state;
    while (s.n_before < 8)
        s = gen_shot(&g);
    shrink(no_disc_with_id_3, &book, &s);
    assert_int_equal(s.n_before, 1);
    assert_int_equal(s.before[0].id, 3);
    assert_int_equal(s.n_boundary, 0);
}

/* ---- the laws of values, rounds and turns ---- */

static void moving_out_or_thicker_lines_never_raise_a_value(void **state)
{
    gen g = {seed()};
    (void)state;
    for (int i = 0; i < cases(); i++) {
        crok_book book = gen_book(&g);
        crok_value_rules rules = crok_book_value_rules(&book);
        crok_lines lines = crok_lines_tournament();
        crok_lines thick = lines;
        crok_rest rest = {gen_between(&g, 0.0, 340.0),
                          CROK_DISC_RADIUS_MM,
                          gen_between(&g, 0.0, 0.5),
                          gen_below(&g, 2) == 0 ? CROK_DISC_FLAT
                                                : CROK_DISC_LEANING,
                          0,
                          false};
        crok_rest out = rest;
        crok_value v = crok_value_of(&lines, &rules, &rest);
        crok_value moved;
        out.d_mm += gen_between(&g, 0.0, 60.0);
        thick.width_mm += gen_between(&g, 0.0, 5.0);
        moved = crok_value_of(&lines, &rules, &out);
        assert_true(moved.value <= v.value && moved.lo <= v.lo &&
                    moved.hi <= v.hi);
        assert_true(crok_value_of(&thick, &rules, &rest).value <= v.value);
        assert_true(v.lo <= v.value && v.value <= v.hi);
    }
}

static int sum_of(const int *v, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum;
}

static void removing_pairs_never_changes_the_difference(void **state)
{
    static const int values[] = {0, 5, 10, 15, 20};
    gen g = {seed()};
    (void)state;
    for (int i = 0; i < cases(); i++) {
        int a[12];
        int b[12];
        int n_a = gen_below(&g, 13);
        int n_b = gen_below(&g, 13);
        int before = 0;
        for (int k = 0; k < n_a; k++)
            a[k] = values[gen_below(&g, 5)];
        for (int k = 0; k < n_b; k++)
            b[k] = values[gen_below(&g, 5)];
        before = sum_of(a, n_a) - sum_of(b, n_b);
        crok_remove_pairs(a, &n_a, b, &n_b);
        assert_int_equal(sum_of(a, n_a) - sum_of(b, n_b), before);
        for (int k = 0; k < n_a; k++)
            for (int m = 0; m < n_b; m++)
                assert_int_not_equal(a[k], b[m]);
    }
}

static void swapping_the_sides_swaps_the_result_of_a_round(void **state)
{
    gen g = {seed()};
    (void)state;
    for (int i = 0; i < cases(); i++) {
        crok_book book = gen_book(&g);
        int n = 2 + gen_below(&g, 3);
        int total[4] = {0};
        int back[4] = {0};
        crok_tally a[4];
        crok_tally b[4];
        int places = 0;
        for (int k = 0; k < n; k++) {
            total[k] = 5 * gen_below(&g, 8);
            back[n - 1 - k] = total[k];
        }
        crok_round_result(&book, total, n, a);
        crok_round_result(&book, back, n, b);
        for (int k = 0; k < n; k++) {
            assert_int_equal(a[k].score, b[n - 1 - k].score);
            assert_int_equal(a[k].points, b[n - 1 - k].points);
            assert_int_equal(a[k].rounds_won, b[n - 1 - k].rounds_won);
            places += a[k].points;
        }
        if (n > 2 && book.many_sides == CROK_MANY_PLACES)
            assert_int_equal(places, n == 3 ? 18 : 20);
    }
}

/* The range of a result holds every result within the totals' ranges. */
static void an_open_round_holds_every_outcome(void **state)
{
    gen g = {seed()};
    (void)state;
    for (int i = 0; i < cases(); i++) {
        crok_book book = gen_book(&g);
        int n = 2 + gen_below(&g, 3);
        crok_points total[4];
        int is[4] = {0};
        crok_tally r[4];
        for (int k = 0; k < n; k++) {
            total[k].lo = 5 * gen_below(&g, 8);
            total[k].hi = total[k].lo + 5 * gen_below(&g, 3);
            is[k] = total[k].lo + gen_below(&g, total[k].hi - total[k].lo + 1);
        }
        crok_round_result(&book, is, n, r);
        for (int k = 0; k < n; k++) {
            crok_open_result o = crok_round_result_open(&book, total, n, k);
            assert_true(o.lo.score <= r[k].score && r[k].score <= o.hi.score);
            assert_true(o.lo.points <= r[k].points &&
                        r[k].points <= o.hi.points);
        }
    }
}

static bool any_seats(gen *g, const crok_book *book, bool handicaps,
                      crok_seats *s)
{
    static const int side[5][4] = {
        {0, 1}, {0, 1, 0, 1}, {0, 1, 0}, {0, 1, 2}, {0, 1, 2, 3}};
    static const int players[5] = {2, 4, 3, 3, 4};
    int kind = gen_below(g, 5);
    *s = (crok_seats){.n = players[kind]};
    for (int i = 0; i < s->n; i++) {
        s->seat[i] = i;
        s->side[i] = side[kind][i];
    }
    if (crok_seats_settle(book, s, NULL) != CROK_OK)
        return false;
    for (int i = 0; i < s->n && handicaps; i++)
        s->more[i] =
            gen_below(g, 4) - gen_below(g, crok_discs_dealt(book, s, i));
    return true;
}

/* Everyone shoots exactly the discs dealt, whoever takes the turn; the hammer
 * is who shoots last when nobody leaves the order. */
static void everyone_shoots_what_was_dealt(void **state)
{
    gen g = {seed()};
    (void)state;
    for (int i = 0; i < cases() / 10; i++) {
        crok_book book = gen_book(&g);
        crok_seats seats;
        crok_turns t;
        int shots[4] = {0};
        int last_side = -1;
        int expected = -1;
        bool in_order = gen_below(&g, 2) == 0;
        int last = -1;
        bool handicaps = gen_below(&g, 2) == 0;
        if (!any_seats(&g, &book, handicaps, &seats))
            continue;
        t = crok_turns_start(&book, &seats, gen_below(&g, seats.n));
        expected = crok_turns_hammer(&book, &seats, &t);
        for (int p = crok_turns_player(&book, &seats, &t); p >= 0;
             p = crok_turns_player(&book, &seats, &t)) {
            int other = gen_below(&g, seats.n);
            if (!in_order && crok_turns_may_shoot(&book, &seats, &t, other))
                p = other;
            if (seats.seating == CROK_DOUBLES && !handicaps)
                assert_int_not_equal(seats.side[p], last_side);
            last_side = seats.side[p];
            shots[p]++;
            last = p;
            crok_turns_shot(&book, &seats, &t, p);
        }
        for (int p = 0; p < seats.n; p++)
            assert_int_equal(shots[p], crok_discs_dealt(&book, &seats, p));
        if (in_order)
            assert_int_equal(last, expected);
    }
}

/* ---- the law of a record ---- */

static void a_ruling_after_the_end_leaves_no_trace(void **state)
{
    gen g = {seed()};
    (void)state;
    assert_true(check_rulings_leave_no_trace(&g, cases()) > cases() / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(law_nothing_is_made_or_lost),
        cmocka_unit_test(law_turning_the_board_changes_nothing),
        cmocka_unit_test(law_mirroring_the_board_changes_nothing),
        cmocka_unit_test(law_swapping_colours_swaps_the_twenties),
        cmocka_unit_test(law_the_same_record_gives_the_same_decision),
        cmocka_unit_test(law_missing_contacts_are_never_guessed),
        cmocka_unit_test(law_missing_moves_are_never_guessed),
        cmocka_unit_test(law_a_missing_boundary_is_never_guessed),
        cmocka_unit_test(law_a_missing_last_played_is_never_guessed),
        cmocka_unit_test(law_a_missing_before_is_never_guessed),
        cmocka_unit_test(law_a_missing_after_is_never_guessed),
        cmocka_unit_test(law_an_open_answer_has_both_outcomes),
        cmocka_unit_test(law_a_shot_survives_being_written),
        cmocka_unit_test(a_failing_shot_is_made_small),
        cmocka_unit_test(moving_out_or_thicker_lines_never_raise_a_value),
        cmocka_unit_test(removing_pairs_never_changes_the_difference),
        cmocka_unit_test(swapping_the_sides_swaps_the_result_of_a_round),
        cmocka_unit_test(an_open_round_holds_every_outcome),
        cmocka_unit_test(everyone_shoots_what_was_dealt),
        cmocka_unit_test(a_ruling_after_the_end_leaves_no_trace),
    };
    (void)printf("seed %llu, %d shots a law\n", (unsigned long long)seed(),
                 cases());
    return cmocka_run_group_tests(tests, NULL, NULL);
}
