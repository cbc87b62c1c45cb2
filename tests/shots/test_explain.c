/* SPDX-License-Identifier: Apache-2.0
 *
 * What a change between two rests is taken for, with scripted detections
 * (played.h) and readings made by hand. */
#include "check.h"

#include <string.h>

#include "shots/explain.h"
#include "shots/played.h"

static played p;
static crok_shot_sight shot;
static crok_rest_sight before;
static crok_observation seen;
static crok_hole_memory hole;

static void lie(int id, int side, double x, double y, crok_disc_state state)
{
    before.disc[before.n++] =
        (crok_sight_disc){.id = id, .side = side, .at = {x, y}, .state = state};
}

static void see(int side, double x, double y, crok_disc_state state)
{
    seen.discs[seen.n_discs++] = (crok_seen_disc){.side = side,
                                                  .other_side = -1,
                                                  .at = {x, y},
                                                  .state = state,
                                                  .confidence = 1.0};
}

/* Nothing lies on the board, and nothing is seen. */
static void begin(void)
{
    memset(&before, 0, sizeof before);
    memset(&seen, 0, sizeof seen);
    memset(&hole, 0, sizeof hole);
    seen.pose.board = *crok_board_tournament();
    seen.pose.camera = (crok_camera){.w_px = 1280,
                                     .h_px = 720,
                                     .f_px = 1400.0,
                                     .cx_px = 639.5,
                                     .cy_px = 359.5,
                                     .rot = {{1, 0, 0, 0, -1, 0, 0, 0, -1}},
                                     .t_mm = {0.0, 0.0, 1200.0}};
    seen.n_sides = 2;
}

static crok_change explain(void)
{
    static crok_image none;
    crok_side_colours colours = {0};
    crok_explanation w = {&p.tracks, &p.segments, &seen.pose.board,
                          &colours,  &before,     &seen,
                          p.now_ns,  &hole,       &none};
    int next_id = 9;
    return crok_explain(&w, &next_id, &shot);
}

/* ---- without a flick ---- */

/* Disc 9 is new at (x, y); disc 4 has moved by 60 mm or is gone, and nobody has
 * seen how. */
static crok_change without_flick(double x, double y, crok_disc_state state,
                                 bool is_gone)
{
    begin();
    lie(4, 0, 50.0, 50.0, CROK_DISC_FLAT);
    played_begin(&p, &before);
    played_next(&p);
    see(1, x, y, state);
    if (!is_gone)
        see(0, 110.0, 50.0, CROK_DISC_FLAT);
    return explain();
}

static void
a_change_without_a_flick_is_a_shot_inside_the_line_only(void **state)
{
    (void)state;
    for (int gone = 0; gone < 2; gone++)
        assert_int_equal(without_flick(100.0, 20.0, CROK_DISC_FLAT, gone),
                         CROK_CHANGE_SHOT);
    /* on the rim, on the line, in the ditch */
    assert_int_equal(without_flick(280.9, 139.9, CROK_DISC_FLAT, true),
                     CROK_CHANGE_PLACED);
    assert_int_equal(without_flick(266.0, 133.0, CROK_DISC_FLAT, true),
                     CROK_CHANGE_PLACED);
    assert_int_equal(without_flick(280.9, 139.9, CROK_DISC_FLAT, false),
                     CROK_CHANGE_OTHER);
    assert_int_equal(without_flick(310.0, 160.0, CROK_DISC_OUT, true),
                     CROK_CHANGE_TAKEN);
    assert_int_equal(without_flick(310.0, 160.0, CROK_DISC_OUT, false),
                     CROK_CHANGE_OTHER);
}

/* No disc is new and no flick was seen: a disc that moved far was struck, one
 * that moved by less than one and a half of its radius was nudged. */
static void a_nudged_disc_is_no_shot(void **state)
{
    static const struct {
        double by_mm;
        crok_change what;
    } table[] = {{3.5, CROK_CHANGE_OTHER},
                 {7.0, CROK_CHANGE_OTHER},
                 {20.0, CROK_CHANGE_OTHER},
                 {26.0, CROK_CHANGE_SHOT},
                 {60.0, CROK_CHANGE_SHOT}};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        begin();
        lie(4, 0, 50.0, 50.0, CROK_DISC_FLAT);
        played_begin(&p, &before);
        played_next(&p);
        see(0, 50.0 + table[i].by_mm, 50.0, CROK_DISC_FLAT);
        assert_int_equal(explain(), table[i].what);
    }
}

/* A disc that lies where something went away was there, or was put there; one
 * that nothing covered has come there by itself. */
static void a_disc_that_was_uncovered_is_no_shot(void **state)
{
    (void)state;
    for (int covered = 0; covered < 2; covered++) {
        begin();
        played_begin(&p, &before);
        for (int f = 0; f < 20; f++) {
            if (f > 10)
                played_disc(&p, (crok_mm){60, 40}, played_red,
                            covered == 1 && f < 14 ? 0.6 : 0.0);
            played_next(&p);
        }
        see(0, 60.0, 40.0, CROK_DISC_FLAT);
        assert_int_equal(explain(),
                         covered == 1 ? CROK_CHANGE_OTHER : CROK_CHANGE_SHOT);
    }
}

/* A disc waited on the line and is not there any more, and one of its colour is
 * new in the ditch: it was shot, although nobody saw it fly. */
static void a_flight_that_was_not_seen_is_a_shot(void **state)
{
    (void)state;
    for (int other = 0; other < 2; other++) {
        begin();
        played_begin(&p, &before);
        for (int f = 0; f < 24; f++) {
            if (f < 14)
                played_disc(&p, (crok_mm){0, -304}, played_red, 0.0);
            played_next(&p);
        }
        see(0, 210.0, 300.0, CROK_DISC_OUT);
        memcpy(seen.discs[0].rgb, other == 0 ? played_red : played_black, 3);
        assert_int_equal(explain(),
                         other == 0 ? CROK_CHANGE_SHOT : CROK_CHANGE_OTHER);
    }
}

/* A disc is gone, and nothing is new. Nothing covered its place, and no hand
 * was over the board, so it was struck; else it was taken, as it may have been
 * while no frame came. */
static void a_disc_that_no_hand_reached_was_not_taken(void **state)
{
    enum { ALONE, REACHED, GAP, CASES };
    (void)state;
    for (int is = 0; is < CASES; is++) {
        begin();
        lie(4, 0, 0.0, -100.0, CROK_DISC_FLAT);
        played_begin(&p, &before);
        for (int f = 0; f < 30; f++) {
            if (f < 12)
                played_disc(&p, (crok_mm){0, -100}, played_red, 0.0);
            if (is == REACHED && f > 9 && f < 15)
                played_show(&p, CROK_SHOWN_COVER, (crok_mm){0, -100}, 20.0);
            if (is == GAP && f == 12)
                p.now_ns += 2 * CROK_GAP_NS;
            played_next(&p);
        }
        assert_int_equal(explain(),
                         is == ALONE ? CROK_CHANGE_SHOT : CROK_CHANGE_TAKEN);
        assert_int_equal(shot.n_gone, 1);
    }
}

/* ---- a shot ---- */

/* The shooter stops where the disc lay that it drove into the ditch: it is of
 * the other side, so it is not that one. */
static void a_disc_of_another_side_is_another_one(void **state)
{
    (void)state;
    begin();
    lie(4, 1, 0.0, -100.0, CROK_DISC_FLAT);
    played_begin(&p, &before);
    for (int f = 0; f < 40; f++) {
        double way = f < 10 ? 0.0 : 24.0 * (f - 9);
        double his = fmax(way - 176.0, 0.0);
        if (f < 12 || f > 17) /* the collision is not seen */
            played_disc(&p, (crok_mm){0, -304 + fmin(way, 192.0)}, played_red,
                        0.0);
        if (f < 15 || (f > 17 && his < 410.0))
            played_disc(&p, (crok_mm){0, -100 + his}, played_black, 0.0);
        played_next(&p);
    }
    see(0, 0.0, -112.0, CROK_DISC_FLAT);
    assert_int_equal(explain(), CROK_CHANGE_SHOT);
    assert_int_equal(shot.n_gone, 1);
    assert_int_equal(shot.gone[0], 4);
    assert_int_equal(shot.after.n, 1);
    assert_int_equal(shot.after.disc[0].side, 0);
    assert_int_equal(shot.shooter, shot.after.disc[0].id);
}

/* Black on black: the reading shows no disc in the hole, but one was flicked,
 * came there slowly, and is nowhere. */
static void a_disc_that_vanishes_at_the_hole_lies_in_it(void **state)
{
    (void)state;
    for (int passes = 0; passes < 2; passes++) {
        begin();
        played_begin(&p, &before);
        for (int f = 0; f < 40; f++) {
            double way = f < 10 ? 0.0 : 30.0 * (f - 9);
            if (way < 305.0 || (passes == 1 && way < 600.0))
                played_disc(&p, (crok_mm){0, -304 + way}, played_black, 0.0);
            played_next(&p);
        }
        assert_int_equal(explain(), CROK_CHANGE_SHOT);
        assert_int_equal(shot.after.n, passes == 0 ? 1 : 0);
        if (passes == 0)
            assert_int_equal(shot.after.disc[0].state, CROK_DISC_HOLE);
    }
}

/* Four seconds in which red rests where it has struck disc 4. */
static void red_rests(void)
{
    for (int f = 0; f < 125; f++) {
        played_disc(&p, (crok_mm){0, -132}, played_red, 0.0);
        played_next(&p);
    }
}

/* A disc that was struck is not found. If nobody saw it go off it is looked for
 * a little longer, and may lie on the board then, covered or overlooked. */
static void a_disc_that_nobody_saw_go_off_may_be_overlooked(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        bool is_seen = i == 0;
        bool is_covered = i == 2;
        begin();
        lie(4, 1, 0.0, -100.0, CROK_DISC_FLAT);
        played_begin(&p, &before);
        for (int f = 0; f < 30; f++) {
            double way = f < 10 ? 0.0 : 28.0 * (f - 9);
            double mine = fmin(way, 304.0 - 132.0);
            played_disc(&p, (crok_mm){0, -304 + mine}, played_red, 0.0);
            if (f < 15 || is_seen)
                played_disc(&p, (crok_mm){0, -100 + way - mine}, played_black,
                            0.0);
            played_next(&p);
        }
        see(0, 0.0, -132.0, CROK_DISC_FLAT);
        assert_int_equal(explain(),
                         is_seen ? CROK_CHANGE_SHOT : CROK_CHANGE_WAIT);
        red_rests();
        for (int side = -1; is_covered && side <= 1; side += 2)
            played_show(&p, CROK_SHOWN_COVER, (crok_mm){36.0 * side, -100.0},
                        22.0);
        assert_int_equal(explain(), CROK_CHANGE_SHOT);
        assert_int_equal(shot.n_gone, 1);
        assert_int_equal(shot.motion.may_lie_unseen, !is_seen);
    }
}

/* Red strikes disc 4 hard or softly, straight towards the near line. Nobody
 * sees disc 4 again: struck hard it must have gone off. */
static void a_disc_that_is_struck_hard_enough_goes_off_unseen(void **state)
{
    (void)state;
    for (int hard = 0; hard < 2; hard++) {
        double step = hard == 1 ? 60.0 : 14.0;
        begin();
        lie(4, 1, 0.0, 220.0, CROK_DISC_FLAT);
        played_begin(&p, &before);
        for (int f = 0; f < 60; f++) {
            double way = f < 10 ? 0.0 : fmin(step * (f - 9), 304.0 + 188.0);
            played_disc(&p, (crok_mm){0, -304 + way}, played_red, 0.0);
            if (way < 304.0 + 180.0)
                played_disc(&p, (crok_mm){0, 220}, played_black, 0.0);
            played_next(&p);
        }
        see(0, 0.0, 188.0, CROK_DISC_FLAT);
        for (int f = 0; f < 30; f++) {
            played_disc(&p, (crok_mm){0, 188}, played_red, 0.0);
            played_next(&p);
        }
        assert_int_equal(explain(), CROK_CHANGE_SHOT);
        assert_int_equal(shot.n_gone, 1);
        assert_int_equal(shot.motion.may_lie_unseen, !hard);
    }
}

/* Red waits on the line and is not seen any more after it was flicked. Black's
 * disc, which nothing has covered, lies in the ditch. It is a shot, not a hand;
 * red is looked for while it may slide. */
static void a_shooter_that_is_lost_at_once_has_shot(void **state)
{
    (void)state;
    begin();
    lie(4, 1, 0.0, 60.0, CROK_DISC_FLAT);
    played_begin(&p, &before);
    for (int f = 0; f < 24; f++) {
        if (f < 10)
            played_disc(&p, (crok_mm){0, -304}, played_red, 0.0);
        if (f < 12)
            played_disc(&p, (crok_mm){0, 60}, played_black, 0.0);
        if (f > 19)
            played_disc(&p, (crok_mm){70, 330}, played_black, 0.0);
        played_next(&p);
    }
    see(1, 70.0, 330.0, CROK_DISC_OUT);
    assert_int_equal(explain(), CROK_CHANGE_WAIT);
    see(0, 240.0, 230.0, CROK_DISC_OUT);
    for (int f = 0; f < 36; f++) {
        played_disc(&p, (crok_mm){70, 330}, played_black, 0.0);
        played_disc(&p, (crok_mm){240, 230}, played_red, 0.0);
        played_next(&p);
    }
    assert_int_equal(explain(), CROK_CHANGE_SHOT);
    assert_int_equal(shot.n_gone, 0);
    assert_int_equal(shot.after.n, 2);
    assert_true(crok_sight_find(&shot.after, 4) >= 0);
    assert_int_equal(shot.side, 0);
}

/* Red comes to rest on the line, as a disc that waits does; but no hand brought
 * it there. */
static void a_shot_that_ends_on_the_line_began_elsewhere(void **state)
{
    (void)state;
    begin();
    played_begin(&p, &before);
    for (int f = 0; f < 60; f++) {
        double way = f < 10 ? 0.0 : fmin(28.0 * (f - 9), 430.0) / 430.0;
        played_disc(&p, (crok_mm){-304.0 * way, -304.0 + 304.0 * way},
                    played_red, 0.0);
        played_next(&p);
    }
    see(0, -304.0, 0.0, CROK_DISC_FLAT);
    assert_int_equal(explain(), CROK_CHANGE_SHOT);
    assert_true(shot.motion.has_placed_at);
    CHECK_NEAR(shot.motion.placed_at.x, 0.0, 1.0);
    CHECK_NEAR(shot.motion.placed_at.y, -304.0, 1.0);
}

/* A disc that was struck towards the hole is not found. While a hand covers the
 * hole it is waited for; if the hand stays, the disc may lie there. */
static void a_disc_that_may_lie_in_the_covered_hole_is_not_gone(void **state)
{
    (void)state;
    for (int covered = 0; covered < 2; covered++) {
        begin();
        lie(4, 1, 0.0, -100.0, CROK_DISC_FLAT);
        played_begin(&p, &before);
        for (int f = 0; f < 24; f++) {
            double way = f < 10 ? 0.0 : 28.0 * (f - 9);
            double mine = fmin(way, 304.0 - 132.0);
            double his = way - mine;
            played_disc(&p, (crok_mm){0, -304 + mine}, played_red, 0.0);
            if (his < 60.0)
                played_disc(&p, (crok_mm){0, -100 + his}, played_black, 0.0);
            played_next(&p);
        }
        if (covered == 1)
            played_show(&p, CROK_SHOWN_COVER, (crok_mm){0.0, 0.0}, 25.0);
        see(0, 0.0, -132.0, CROK_DISC_FLAT);
        assert_int_equal(explain(),
                         covered == 1 ? CROK_CHANGE_WAIT : CROK_CHANGE_SHOT);
        red_rests();
        if (covered == 1)
            played_show(&p, CROK_SHOWN_COVER, (crok_mm){0.0, 0.0}, 25.0);
        assert_int_equal(explain(), CROK_CHANGE_SHOT);
        assert_int_equal(shot.n_gone, 1);
        assert_int_equal(shot.motion.may_lie_unseen, covered);
    }
}

/* Red waits at the line and is flicked at disc 4, which is struck off the
 * board; red stops where it was. While the film runs a hand lies at the rim. */
static void play_takeout(bool is_covered_at_the_end, int gap_before)
{
    const crok_mm line = {0, -304};
    begin();
    lie(4, 1, 0.0, -100.0, CROK_DISC_FLAT);
    played_begin(&p, &before);
    for (int f = 0; f < 34; f++) {
        double way = f < 10 ? 0.0 : 28.0 * (f - 9);
        double mine = fmin(way, 304.0 - 132.0);
        double his = fmax(way - (304.0 - 132.0), 0.0);
        bool is_hidden = is_covered_at_the_end && f > 14;
        if (f == gap_before)
            p.now_ns += INT64_C(3000000000);
        if (!is_hidden)
            played_disc(&p, (crok_mm){line.x, line.y + mine}, played_red, 0.0);
        if (his < 420.0)
            played_disc(&p, (crok_mm){0.0, -100.0 + his}, played_black, 0.0);
        played_show(&p, CROK_SHOWN_COVER, (crok_mm){300.0, 0.0}, 60.0);
        if (is_hidden)
            played_show(&p, CROK_SHOWN_COVER, (crok_mm){0.0, -160.0}, 60.0);
        played_next(&p);
    }
    played_show(&p, CROK_SHOWN_COVER, (crok_mm){300.0, 0.0}, 60.0);
    if (is_covered_at_the_end)
        played_show(&p, CROK_SHOWN_COVER, (crok_mm){0.0, -160.0}, 60.0);
    else
        see(0, 0.0, -132.0, CROK_DISC_FLAT);
}

static void a_takeout_is_a_shot_with_its_contact(void **state)
{
    const crok_motion_sight *m = &shot.motion;
    (void)state;
    play_takeout(false, -1);
    assert_int_equal(explain(), CROK_CHANGE_SHOT);
    assert_int_equal(shot.shooter, 9);
    assert_int_equal(shot.side, 0);
    assert_int_equal(shot.n_gone, 1);
    assert_int_equal(shot.gone[0], 4);
    assert_true(m->has_placed_at);
    CHECK_NEAR(m->placed_at.y, -304.0, 1.0);
    assert_true(m->saw_contacts);
    assert_int_equal(m->n_contacts, 1);
    assert_int_equal(m->contact[0].a, 9);
    assert_int_equal(m->contact[0].b, 4);
    assert_true(m->saw_boundary);
}

/* For three seconds there is no frame: while discs move, nobody has seen what
 * they did; while nothing moves that is no matter. */
static void what_happens_without_frames_is_not_seen(void **state)
{
    (void)state;
    play_takeout(false, 14);
    assert_int_equal(explain(), CROK_CHANGE_SHOT);
    assert_false(shot.motion.saw_contacts);
    assert_false(shot.motion.saw_boundary);
    assert_true(shot.motion.may_lie_unseen);
    play_takeout(false, 7);
    assert_int_equal(explain(), CROK_CHANGE_SHOT);
    assert_true(shot.motion.saw_contacts);
    assert_false(shot.motion.may_lie_unseen);
}

/* The shooter was last seen where a hand lies now: nothing is told yet, and
 * when that takes too long, what is known. */
static void a_shooter_under_a_hand_is_waited_for(void **state)
{
    (void)state;
    play_takeout(true, -1);
    assert_int_equal(explain(), CROK_CHANGE_WAIT);
    p.now_ns += INT64_C(4000000000);
    assert_int_not_equal(explain(), CROK_CHANGE_WAIT);
}

/* ---- the hole ---- */

/* Disc 4 leaned and is read as flat; red has passed near it or has not. If it
 * covers the hole's edge still, it may lean. */
static void a_struck_leaning_disc_is_told_by_the_edge_it_covers(void **state)
{
    static const struct {
        bool is_near;
        double over_frac;
        crok_disc_state state;
        bool unsure;
    } all[] = {{true, 0.0, CROK_DISC_HOLE, false},
               {true, 0.2, CROK_DISC_LEANING, true},
               {false, 0.0, CROK_DISC_LEANING, false}};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        double x = all[i].is_near ? 32.0 : 150.0;
        begin();
        lie(4, 1, 0.0, 0.0, CROK_DISC_LEANING);
        played_begin(&p, &before);
        for (int f = 0; f < 34; f++) {
            double way = f < 10 ? 0.0 : fmin(28.0 * (f - 9), 304.0);
            played_disc(&p, (crok_mm){x, -sqrt(304.0 * 304.0 - x * x) + way},
                        played_red, 0.0);
            played_disc(&p, (crok_mm){0.0, 0.0}, played_black, 0.0);
            played_next(&p);
        }
        see(0, x, 304.0 - sqrt(304.0 * 304.0 - x * x), CROK_DISC_FLAT);
        see(1, 0.0, 0.0, CROK_DISC_HOLE);
        seen.discs[1].over_frac = all[i].over_frac;
        assert_int_equal(explain(), CROK_CHANGE_SHOT);
        for (int k = 0; k < shot.after.n; k++) {
            const crok_sight_disc *d = &shot.after.disc[k];
            if (d->id != 4)
                continue;
            assert_int_equal(d->state, all[i].state);
            assert_int_equal(d->state_unsure, all[i].unsure);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_change_without_a_flick_is_a_shot_inside_the_line_only),
        cmocka_unit_test(a_nudged_disc_is_no_shot),
        cmocka_unit_test(a_disc_that_was_uncovered_is_no_shot),
        cmocka_unit_test(a_disc_that_no_hand_reached_was_not_taken),
        cmocka_unit_test(a_flight_that_was_not_seen_is_a_shot),
        cmocka_unit_test(a_disc_of_another_side_is_another_one),
        cmocka_unit_test(a_disc_that_vanishes_at_the_hole_lies_in_it),
        cmocka_unit_test(a_disc_that_nobody_saw_go_off_may_be_overlooked),
        cmocka_unit_test(a_disc_that_is_struck_hard_enough_goes_off_unseen),
        cmocka_unit_test(a_shooter_that_is_lost_at_once_has_shot),
        cmocka_unit_test(a_shot_that_ends_on_the_line_began_elsewhere),
        cmocka_unit_test(a_disc_that_may_lie_in_the_covered_hole_is_not_gone),
        cmocka_unit_test(a_takeout_is_a_shot_with_its_contact),
        cmocka_unit_test(what_happens_without_frames_is_not_seen),
        cmocka_unit_test(a_shooter_under_a_hand_is_waited_for),
        cmocka_unit_test(a_struck_leaning_disc_is_told_by_the_edge_it_covers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
