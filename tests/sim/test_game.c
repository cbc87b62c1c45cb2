/* SPDX-License-Identifier: Apache-2.0
 *
 * The simulated games: physics, and the truth that is written. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "rules/book_json.h"
#include "rules/log.h"
#include "rules/rules_json.h"
#include "sim/game.h"

static crok_err err;

static void check_no_overlap(const crok_sim_motion *m, double disc_mm)
{
    for (int i = 0; i < m->n_discs; i++)
        for (int k = 0; k < i; k++) {
            const crok_sim_disc *a = &m->end[i];
            const crok_sim_disc *b = &m->end[k];
            double d = hypot(a->at_mm.x - b->at_mm.x, a->at_mm.y - b->at_mm.y);
            if (a->place == b->place && d < 2.0 * disc_mm - 0.05)
                fail_msg("discs %d and %d at rest are %.3f mm apart", a->id,
                         b->id, d);
        }
}

/* What is at rest lies on the surface, in the hole, or between the surface and
 * the rail. */
static void check_on_table(const crok_sim_motion *m, const crok_sim_table *t)
{
    double r = t->board.disc_mm;
    for (int i = 0; i < m->n_discs; i++) {
        const crok_sim_disc *d = &m->end[i];
        double from = hypot(d->at_mm.x, d->at_mm.y);
        if (d->place == CROK_SIM_SURFACE)
            assert_true(from <= t->surface_mm);
        if (d->place == CROK_SIM_HOLE)
            assert_true(from <= t->board.hole_mm - r);
        if (d->place != CROK_SIM_DITCH)
            continue;
        assert_true(from >= t->surface_mm);
        assert_true(crok_sim_out_mm(t, d->at_mm.x, d->at_mm.y) <=
                    t->rail_mm - r + 1.0);
    }
}

typedef struct tally {
    int rounds, shots, valid, twenties, contacts, pegs, out, rail, back, lean;
    double growth, longest_s;
} tally;

static void count_shot(tally *t, const crok_sim_play *p)
{
    const crok_decision *d = &p->event.u.shot.decision;
    const crok_sim_motion *m = &p->motion;
    t->shots++;
    t->valid += d->valid == CROK_YES;
    for (int i = 0; i < CROK_MAX_SIDES; i++)
        t->twenties += d->twenties[i];
    t->contacts += m->n_contacts;
    t->pegs += m->n_pegs;
    for (int i = 0; i < m->n_boundary; i++) {
        t->out += m->boundary[i].what == CROK_LEFT_SURFACE;
        t->rail += m->boundary[i].what == CROK_HIT_RAIL;
        t->back += m->boundary[i].returned;
    }
    for (int i = 0; i < m->n_discs; i++)
        t->lean += m->end[i].place == CROK_SIM_LEANING;
    t->growth = fmax(t->growth, m->energy_growth);
    t->longest_s = fmax(t->longest_s, 0.001 * m->n_ms);
}

/* Add an event by way of its line of JSON. */
static void add_as_json(crok_log *log, const crok_event *e)
{
    static crok_event read;
    crok_event told = *e;
    cJSON *doc = NULL;
    (void)snprintf(told.time, sizeof told.time, "2026-01-01T12:00:00Z");
    doc = crok_event_to_json(&told);
    CHECK_STATUS(crok_event_from_json(doc, "truth", NULL, &read, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_log_add(log, &read, &err), CROK_OK, &err);
    cJSON_Delete(doc);
}

/* Play a match and fold its events in a separate log. */
static void play(const crok_sim_options *o, tally *t)
{
    crok_sim_game *game = NULL;
    static crok_sim_play p;
    crok_log log = crok_log_empty();
    bool more = true;
    CHECK_STATUS(crok_sim_game_new(o, &game, &err), CROK_OK, &err);
    for (;;) {
        CHECK_STATUS(crok_sim_game_next(game, &p, &more, &err), CROK_OK, &err);
        if (!more)
            break;
        add_as_json(&log, &p.event);
        t->rounds += p.event.type == CROK_EVENT_ROUND_END;
        if (p.event.type != CROK_EVENT_SHOT)
            continue;
        assert_int_not_equal(p.event.u.shot.decision.valid, CROK_UNKNOWN);
        check_no_overlap(&p.motion, p.table->board.disc_mm);
        check_on_table(&p.motion, p.table);
        CHECK_NEAR(p.event.u.shot.shot.disc_mm, p.table->board.disc_mm, 0.0);
        CHECK_NEAR(p.event.u.shot.shot.lines.outer_mm,
                   p.table->board.line_mm[CROK_LINE_OUTER], 0.0);
        count_shot(t, &p);
    }
    assert_int_equal(log.match.state, CROK_STATE_OVER);
    crok_log_close(&log);
    crok_sim_play_free(&p);
    crok_sim_game_free(&game);
}

static void every_preset_is_played_by_its_rules(void **state)
{
    (void)state;
    for (int i = 0; crok_preset_name(i) != NULL; i++) {
        tally t = {0};
        for (uint64_t seed = 1; seed <= 2; seed++) {
            crok_sim_options o = {.seed = 10 * (uint64_t)i + seed,
                                  .rules = crok_preset_name(i),
                                  .seating =
                                      seed == 1 ? CROK_SINGLES : CROK_DOUBLES,
                                  .rounds = 2};
            play(&o, &t);
        }
        print_message("%s: %d rounds, %d shots, %d valid, %d twenties, %d "
                      "contacts, %d pegs, %d left, %d rail, %d back, %d lean; "
                      "energy %+.1e; at most %.1f s\n",
                      crok_preset_name(i), t.rounds, t.shots, t.valid,
                      t.twenties, t.contacts, t.pegs, t.out, t.rail, t.back,
                      t.lean, t.growth, t.longest_s);
        assert_true(t.valid > t.shots / 4 && t.valid < t.shots);
        assert_true(t.twenties > 0 && t.contacts > 0 && t.pegs > 0);
        assert_true(t.out > 0);
        assert_true(t.growth < 1e-6);
    }
}

/* Every seed has another table, and the match says which. */
static void other_tables_are_played_on(void **state)
{
    tally t = {0};
    int n_octagons = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        crok_sim_options o = {.seed = seed,
                              .rules = "depot",
                              .looks = CROK_SIM_LOOKS_REAL,
                              .rounds = 1};
        crok_sim_table table = crok_sim_table_of(o.looks, seed);
        n_octagons += table.outline == CROK_SIM_OCTAGON;
        assert_true(table.board.hole_mm > table.board.disc_mm + 1.0);
        play(&o, &t);
    }
    print_message("12 tables, %d octagons: %d shots, %d twenties, %d rail\n",
                  n_octagons, t.shots, t.twenties, t.rail);
    assert_true(n_octagons > 0 && n_octagons < 12);
    assert_true(t.twenties > 0 && t.rail > 0 && t.growth < 1e-6);
}

/* Three and four players if the book has such a seating; otherwise an error
 * that says so. */
static void every_seating_that_a_book_knows_is_played(void **state)
{
    int n_played = 0;
    (void)state;
    for (int i = 0; crok_preset_name(i) != NULL; i++)
        for (int k = CROK_PAIR_AGAINST_ONE; k < CROK_N_SEATINGS; k++) {
            crok_sim_options o = {.seed = 70 + (uint64_t)i,
                                  .rules = crok_preset_name(i),
                                  .seating = (crok_seating)k,
                                  .rounds = 1};
            crok_sim_game *game = NULL;
            tally t = {0};
            if (crok_sim_game_new(&o, &game, &err) != CROK_OK) {
                assert_non_null(strstr(err.msg, "does not know"));
                continue;
            }
            crok_sim_game_free(&game);
            play(&o, &t);
            n_played++;
        }
    print_message("%d matches of three or four players\n", n_played);
    assert_true(n_played >= 4);
}

/* ---- awkward things, and single strokes ---- */

static bool after_has(const crok_shot *s, int id)
{
    return crok_disc_find(s->after, s->n_after, id) >= 0;
}

/* Does the evidence show the trick? */
static bool evidence_shows(const crok_sim_play *p, crok_sim_trick trick)
{
    const crok_shot *s = &p->event.u.shot.shot;
    crok_boundary_what what =
        trick == CROK_SIM_TRICK_RAIL ? CROK_HIT_RAIL : CROK_TOUCHED_LINE;
    if (trick == CROK_SIM_TRICK_RAIL && p->motion.n_back_contacts == 0)
        return false;
    if (trick == CROK_SIM_TRICK_SWEEP)
        return p->n_jobs > 1 && p->jobs[0].with_next;
    for (int i = 0; trick == CROK_SIM_TRICK_LEAN && i < s->n_after; i++)
        if (s->after[i].state == CROK_DISC_LEANING)
            return true;
    for (int i = 0; trick != CROK_SIM_TRICK_LEAN && i < s->n_boundary; i++)
        if (s->boundary[i].what == what && s->boundary[i].returned &&
            after_has(s, s->boundary[i].id))
            return true;
    return false;
}

static void tricks_happen_on_demand(void **state)
{
    static crok_sim_play p;
    crok_sim_options o = {.seed = 3, .rules = "woodestic", .rounds = 2};
    crok_sim_game *game = NULL;
    int seen[CROK_SIM_N_TRICKS] = {0};
    bool more = true;
    (void)state;
    for (int i = 0; i <= CROK_SIM_TRICK_SWEEP; i++)
        o.wish[o.n_wishes++] = (crok_sim_wish){(crok_sim_trick)i, 4 + 3 * i};
    CHECK_STATUS(crok_sim_game_new(&o, &game, &err), CROK_OK, &err);
    for (int shot = 0; more;) {
        CHECK_STATUS(crok_sim_game_next(game, &p, &more, &err), CROK_OK, &err);
        if (!more || p.event.type != CROK_EVENT_SHOT)
            continue;
        shot++;
        for (int i = 0; i <= CROK_SIM_TRICK_SWEEP; i++)
            if ((p.tricks & 1U << i) != 0) {
                seen[i] = shot;
                assert_true(evidence_shows(&p, (crok_sim_trick)i));
            }
    }
    for (int i = 0; i <= CROK_SIM_TRICK_SWEEP; i++) {
        print_message("%s: shot %d\n", crok_sim_trick_name((crok_sim_trick)i),
                      seen[i]);
        assert_true(seen[i] >= 4 + 3 * i);
    }
    crok_sim_play_free(&p);
    crok_sim_game_free(&game);
}

/* A disc that slides to rest travels v^2 / 2a. */
static void a_disc_slides_as_friction_says(void **state)
{
    crok_sim_feel feel = crok_sim_feel_usual();
    crok_sim_disc shooter = {.id = 1};
    crok_sim_stroke s = {{200.0, 0.0}, {0.0, 600.0}};
    crok_sim_motion m = {0};
    (void)state;
    CHECK_STATUS(crok_sim_play_out(&feel, NULL, 0, shooter, &s, &m, &err),
                 CROK_OK, &err);
    CHECK_NEAR(m.end[0].at_mm.x, 200.0, 1e-9);
    CHECK_NEAR(m.end[0].at_mm.y, 600.0 * 600.0 / (2.0 * feel.slide_mm_s2), 0.2);
    assert_int_equal(m.n_contacts + m.n_pegs + m.n_boundary, 0);
    crok_sim_motion_free(&m);
}

/* Head on, the struck disc takes (1 + e) / 2 of the speed. Then the next. */
static void a_row_of_discs_is_struck_in_order(void **state)
{
    crok_sim_feel feel = crok_sim_feel_usual();
    crok_sim_disc row[2] = {{.id = 1, .at_mm = {160.0, 0.0, 0.0}},
                            {.id = 2, .at_mm = {160.0, 60.0, 0.0}}};
    crok_sim_disc shooter = {.id = 3};
    crok_sim_stroke s = {{160.0, -100.0}, {0.0, 900.0}};
    double way = 100.0 - 2.0 * CROK_DISC_RADIUS_MM;
    double v2 = 900.0 * 900.0 - 2.0 * feel.slide_mm_s2 * way;
    double left = 0.5 * (1.0 - feel.disc_bounce);
    crok_sim_motion m = {0};
    (void)state;
    CHECK_STATUS(crok_sim_play_out(&feel, row, 2, shooter, &s, &m, &err),
                 CROK_OK, &err);
    assert_int_equal(m.n_contacts, 2);
    assert_int_equal(m.contacts[0].a, 3);
    assert_int_equal(m.contacts[0].b, 1);
    assert_int_equal(m.contacts[1].a, 1);
    assert_int_equal(m.contacts[1].b, 2);
    CHECK_NEAR(m.end[2].at_mm.y,
               -2.0 * CROK_DISC_RADIUS_MM +
                   v2 * left * left / (2.0 * feel.slide_mm_s2),
               1.0);
    crok_sim_motion_free(&m);
}

/* A slow disc drops into the hole, a fast one crosses it, and one beyond the
 * edge falls into the ditch. */
static void the_hole_and_the_ditch_take_what_they_must(void **state)
{
    static const struct {
        double from_mm, mm_s;
        crok_sim_place place;
    } cases[] = {{200.0, 700.0, CROK_SIM_HOLE},
                 {200.0, 1500.0, CROK_SIM_DITCH},
                 {100.0, 1200.0, CROK_SIM_DITCH},
                 {100.0, 300.0, CROK_SIM_SURFACE}};
    crok_sim_feel feel = crok_sim_feel_usual();
    crok_sim_disc shooter = {.id = 1};
    crok_sim_motion m = {0};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        crok_sim_stroke s = {{0.0, -cases[i].from_mm}, {0.0, cases[i].mm_s}};
        CHECK_STATUS(crok_sim_play_out(&feel, NULL, 0, shooter, &s, &m, &err),
                     CROK_OK, &err);
        print_message("%.0f mm, %.0f mm/s: ends at %.1f, %.1f, %.1f\n",
                      cases[i].from_mm, cases[i].mm_s, m.end[0].at_mm.x,
                      m.end[0].at_mm.y, m.end[0].at_mm.z);
        assert_int_equal(m.end[0].place, cases[i].place);
    }
    crok_sim_motion_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_slides_as_friction_says),
        cmocka_unit_test(a_row_of_discs_is_struck_in_order),
        cmocka_unit_test(the_hole_and_the_ditch_take_what_they_must),
        cmocka_unit_test(every_preset_is_played_by_its_rules),
        cmocka_unit_test(other_tables_are_played_on),
        cmocka_unit_test(every_seating_that_a_book_knows_is_played),
        cmocka_unit_test(tricks_happen_on_demand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
