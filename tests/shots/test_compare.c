/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "shots/compare.h"

/* Rests and readings made by hand, on a tournament board. */
static double px_per_mm = 2.0;

static crok_observation reading(void)
{
    crok_observation o = {.n_sides = 2};
    o.pose.board = *crok_board_tournament();
    o.pose.camera = (crok_camera){.f_px = px_per_mm * 1000.0,
                                  .rot = {{1, 0, 0, 0, -1, 0, 0, 0, -1}},
                                  .t_mm = {0.0, 0.0, 1000.0}};
    return o;
}

static void see(crok_observation *o, int side, double x, double y,
                crok_disc_state state)
{
    o->discs[o->n_discs++] = (crok_seen_disc){.side = side,
                                              .other_side = -1,
                                              .state = state,
                                              .at = {x, y},
                                              .confidence = 1.0};
}

static void lie(crok_rest_sight *r, int id, int side, double x, double y,
                crok_disc_state state)
{
    r->disc[r->n++] = (crok_sight_disc){.id = id,
                                        .side = side,
                                        .at = {x, y},
                                        .state = state,
                                        .confidence = 1.0};
}

/* Nothing was tracked but the discs of the rest before, which stay. */
static crok_links all_stay(void)
{
    crok_links links;
    memset(&links, 0, sizeof links);
    for (int i = 0; i < CROK_MAX_DISCS; i++) {
        links.from[i] = CROK_FROM_UNKNOWN;
        links.track[i] = -1;
        links.stays[i] = true;
    }
    return links;
}

static int id_at(const crok_rest_sight *r, double x, double y)
{
    for (int i = 0; i < r->n; i++)
        if (hypot(r->disc[i].at.x - x, r->disc[i].at.y - y) < 0.01)
            return r->disc[i].id;
    return -1;
}

static void a_disc_at_rest_keeps_its_id(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 4, 0, 50, 60, CROK_DISC_FLAT);
    lie(&before, 7, 1, -90, 20, CROK_DISC_FLAT);
    see(&o, 1, -90.4, 20.3, CROK_DISC_FLAT);
    see(&o, 0, 50.2, 59.8, CROK_DISC_FLAT);
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.after.n, 2);
    assert_int_equal(s.after.t_ns, 5);
    assert_int_equal(id_at(&s.after, -90.4, 20.3), 7);
    assert_int_equal(id_at(&s.after, 50.2, 59.8), 4);
    assert_int_equal(s.n_moved + s.n_gone, 0);
    assert_int_equal(s.shooter, -1);
    assert_int_equal(next, 10);
}

/* A hand that holds a disc shows its own colour: the disc keeps its id and
 * side. In the hole another disc may follow, and a disc beside it is another.
 */
static void a_disc_held_by_a_hand_keeps_its_id_and_side(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 4, 1, -2, 242, CROK_DISC_FLAT);
    see(&o, 0, -2.1, 242.6, CROK_DISC_FLAT);
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.after.n, 1);
    assert_int_equal(s.after.disc[0].id, 4);
    assert_int_equal(s.after.disc[0].side, 1);
    o.discs[0].at.y =
        244.4; /* half of it is hidden: its position is inaccurate */
    o.discs[0].sigma_mm = 1.8;
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.after.disc[0].side, 1);
    o.discs[0].sigma_mm = 0.4;
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_SHOT);
    next = 10;
    o.discs[0].at.y = 246.0;
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_SHOT);
    assert_int_equal(s.shooter, 10);
    o.discs[0].at.y = 260.0;
    (void)crok_compare_rests(&before, &o, 5, NULL, &next, &s);
    before.n = o.n_discs = 0; /* held in the ditch, in the fingers' shade */
    lie(&before, 4, 1, -155.7, -309.0, CROK_DISC_OUT);
    see(&o, 0, -155.6, -309.0, CROK_DISC_OUT);
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.after.disc[0].id, 4);
    before.n = o.n_discs = 0;
    lie(&before, 4, 1, 0.2, 0.1, CROK_DISC_HOLE);
    see(&o, 0, 0.3, -0.2, CROK_DISC_HOLE);
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_SHOT);
}

/* The shooter may stop where the disc that it struck into the ditch was. */
static void a_shooter_may_stop_at_the_place_of_the_disc_it_struck(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 1, 0, -40, -45, CROK_DISC_FLAT);
    see(&o, 1, -41.5, -45, CROK_DISC_FLAT);
    see(&o, 0, -200, -280, CROK_DISC_OUT);
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_SHOT);
    assert_int_equal(s.shooter, 10);
    assert_int_equal(s.side, 1);
    assert_int_equal(id_at(&s.after, -41.5, -45), 10);
    assert_int_equal(id_at(&s.after, -200, -280), 1);
}

/* A disc that was struck into the hole is in the shade and was read as one of
 * the shooter's side: it is the disc that is missing. */
static void a_disc_struck_into_the_hole_keeps_its_side(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 2, 1, 40, 43, CROK_DISC_FLAT);
    see(&o, 0, 53, 36, CROK_DISC_FLAT);
    see(&o, 0, 0.5, 1.3, CROK_DISC_HOLE);
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_SHOT);
    assert_int_equal(s.shooter, 10);
    assert_int_equal(s.side, 0);
    assert_int_equal(id_at(&s.after, 0.5, 1.3), 2);
    assert_int_equal(s.after.disc[crok_sight_find(&s.after, 2)].side, 1);
    assert_int_equal(s.n_gone, 0);
    before.n = 0; /* two new discs are no shot */
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_OTHER);
}

/* The shooter is new, the disc that it struck moved, and another went off. */
static void a_shot_has_a_new_disc(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 4, 0, 50, 60, CROK_DISC_FLAT);
    lie(&before, 5, 0, -120, -60, CROK_DISC_FLAT);
    lie(&before, 6, 1, 0, 150, CROK_DISC_FLAT);
    see(&o, 1, 0, 150, CROK_DISC_FLAT);
    see(&o, 1, 40, 30, CROK_DISC_FLAT);    /* 10, the shooter */
    see(&o, 0, 90, 120, CROK_DISC_FLAT);   /* 4 */
    see(&o, 0, -350, -180, CROK_DISC_OUT); /* 5 */
    assert_int_equal(crok_compare_rests(&before, &o, 0, NULL, &next, &s),
                     CROK_CHANGE_SHOT);
    assert_int_equal(s.shooter, 10);
    assert_int_equal(s.side, 1);
    assert_int_equal(id_at(&s.after, 40, 30), 10);
    assert_int_equal(id_at(&s.after, 90, 120), 4);
    assert_int_equal(id_at(&s.after, -350, -180), 5);
    assert_int_equal(id_at(&s.after, 0, 150), 6);
    assert_int_equal(s.n_moved, 3);
    assert_int_equal(s.moved[0], 10);
    assert_int_equal(s.n_gone, 0);
    assert_int_equal(next, 11);
}

/* A disc in the ditch that was overlooked is read together with the shooter:
 * the one on the surface is the shooter. */
static void the_new_disc_on_the_surface_is_the_shooter(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 1;
    (void)state;
    see(&o, 0, -340, 60, CROK_DISC_OUT);
    see(&o, 1, 30, 0, CROK_DISC_FLAT);
    assert_int_equal(crok_compare_rests(&before, &o, 0, NULL, &next, &s),
                     CROK_CHANGE_SHOT);
    assert_int_equal(s.side, 1);
    assert_int_equal(s.after.n, 2);
}

static void taking_discs_is_no_shot(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 4, 0, 50, 60, CROK_DISC_FLAT);
    lie(&before, 5, 0, 0, 0, CROK_DISC_HOLE);
    lie(&before, 6, 1, 150, 0, CROK_DISC_FLAT);
    see(&o, 0, 50, 60, CROK_DISC_FLAT);
    see(&o, 1, 350, 60, CROK_DISC_OUT); /* 6, put into the ditch by hand */
    assert_int_equal(crok_compare_rests(&before, &o, 0, NULL, &next, &s),
                     CROK_CHANGE_TAKEN);
    assert_int_equal(s.n_gone, 2);
    assert_int_equal(s.gone[0], 5);
    assert_int_equal(s.gone[1], 6);
    assert_int_equal(s.after.n, 2);
}

/* A disc on the outer line and no other change: it is about to be shot. */
static void a_placed_disc_is_not_shot_yet(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 4, 0, 50, 60, CROK_DISC_FLAT);
    see(&o, 0, 50, 60, CROK_DISC_FLAT);
    see(&o, 1, 3, -305, CROK_DISC_FLAT);
    assert_int_equal(crok_compare_rests(&before, &o, 0, NULL, &next, &s),
                     CROK_CHANGE_PLACED);
    assert_int_equal(s.side, 1);
    o.discs[1].at.y = -230.0;
    assert_int_equal(crok_compare_rests(&before, &o, 0, NULL, &next, &s),
                     CROK_CHANGE_SHOT);
    see(&o, 0, 200, 10, CROK_DISC_FLAT); /* two at once: set by hand */
    assert_int_equal(crok_compare_rests(&before, &o, 0, NULL, &next, &s),
                     CROK_CHANGE_OTHER);
}

/* A reading that overlooks a disc, and one that finds it again. */
static void the_tracks_overrule_the_reading(void **state)
{
    crok_links links = all_stay();
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 4, 0, 50, 60, CROK_DISC_FLAT);
    assert_int_equal(crok_compare_rests(&before, &o, 0, &links, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.after.n, 1);
    assert_int_equal(s.after.disc[0].id, 4);
    links.stays[0] = false;
    assert_int_equal(crok_compare_rests(&before, &o, 0, &links, &next, &s),
                     CROK_CHANGE_TAKEN);
    before.n = 0;
    see(&o, 0, 50, 60, CROK_DISC_FLAT);
    links.from[0] = CROK_FROM_BEFORE;
    assert_int_equal(crok_compare_rests(&before, &o, 0, &links, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.after.n, 1);
    assert_int_equal(s.shooter, -1);
    links.from[0] = CROK_FROM_ELSEWHERE;
    assert_int_equal(crok_compare_rests(&before, &o, 0, &links, &next, &s),
                     CROK_CHANGE_SHOT);
}

/* What a hand holds, and what waits on the line, is not in play. */
static void a_disc_in_a_hand_is_not_in_play(void **state)
{
    crok_links links = all_stay();
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    see(&o, 0, 50, 60, CROK_DISC_FLAT);
    links.from[0] = CROK_FROM_HAND;
    assert_int_equal(crok_compare_rests(&before, &o, 0, &links, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.after.n, 0);
    assert_int_equal(next, 10);
}

/* Two discs of one side moved, each nearer to the other one's place: the tracks
 * tell which is which. */
static void tracks_keep_the_ids_of_discs_that_change_places(void **state)
{
    crok_links links = all_stay();
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 4, 0, 50, 60, CROK_DISC_FLAT);
    lie(&before, 5, 0, 150, 60, CROK_DISC_FLAT);
    see(&o, 0, 145, 30, CROK_DISC_FLAT);
    see(&o, 0, 55, 30, CROK_DISC_FLAT);
    see(&o, 1, 0, 200, CROK_DISC_FLAT);
    links.from[0] = 0;
    links.from[1] = 1;
    links.from[2] = CROK_FROM_ELSEWHERE;
    links.has_left[0] = links.has_left[1] = true;
    links.stays[0] = links.stays[1] = false;
    assert_int_equal(crok_compare_rests(&before, &o, 0, &links, &next, &s),
                     CROK_CHANGE_SHOT);
    assert_int_equal(id_at(&s.after, 145, 30), 4);
    assert_int_equal(id_at(&s.after, 55, 30), 5);
    assert_int_equal(s.shooter, 10);
    assert_int_equal(s.n_moved, 3);
    assert_int_equal(s.n_gone, 0);
}

/* A disc was pushed by a little more than the error of a position. */
static void a_disc_pushed_by_2_mm_keeps_its_id(void **state)
{
    crok_links links = all_stay();
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    links.stays[0] = false;
    links.from[0] = 0;
    lie(&before, 4, 0, -70.2, 44.9, CROK_DISC_FLAT);
    see(&o, 0, -70.8, 47.1, CROK_DISC_FLAT);
    assert_int_equal(crok_compare_rests(&before, &o, 5, &links, &next, &s),
                     CROK_CHANGE_SHOT);
    assert_int_equal(s.after.n, 1);
    assert_int_equal(id_at(&s.after, -70.8, 47.1), 4);
    assert_int_equal(s.n_moved, 1);
    assert_int_equal(s.n_gone, 0);
    assert_int_equal(next, 10);
    /* in a small picture that is one pixel */
    px_per_mm = 0.45;
    o = reading();
    px_per_mm = 2.0;
    see(&o, 0, -70.8, 47.1, CROK_DISC_FLAT);
    assert_int_equal(crok_compare_rests(&before, &o, 5, &links, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.n_moved, 0);
}

static void overlapping_readings_are_of_one_disc(void **state)
{
    crok_links links = all_stay();
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 4, 0, 50, 60, CROK_DISC_FLAT);
    see(&o, 0, 54, 64, CROK_DISC_FLAT);
    assert_int_equal(crok_compare_rests(&before, &o, 0, &links, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.after.n, 1);
    assert_int_equal(id_at(&s.after, 50, 60), 4);
    o.discs[0].at.x = 62.0; /* so far off no disc is read */
    assert_int_equal(crok_compare_rests(&before, &o, 0, &links, &next, &s),
                     CROK_CHANGE_SHOT);
    assert_int_equal(id_at(&s.after, 62, 64), 4);
    o.discs[0].at.x = 90.0; /* beside it there is room */
    assert_int_equal(crok_compare_rests(&before, &o, 0, NULL, &next, &s),
                     CROK_CHANGE_SHOT);
}

/* A struck disc comes to rest on the rim, over one of its side in the ditch,
 * which is hardly visible then. */
static void a_disc_on_the_rim_is_not_the_one_below_in_the_ditch(void **state)
{
    crok_links links = all_stay();
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    links.stays[1] = false;
    links.from[1] = CROK_FROM_ELSEWHERE;
    lie(&before, 2, 0, 3.0, 346.0, CROK_DISC_OUT);
    lie(&before, 4, 0, 0.0, 190.0, CROK_DISC_FLAT);
    see(&o, 0, 0.0, 332.0, CROK_DISC_FLAT);
    see(&o, 1, 8.0, 160.0, CROK_DISC_FLAT);
    (void)crok_compare_rests(&before, &o, 0, &links, &next, &s);
    assert_int_equal(id_at(&s.after, 3.0, 346.0), 2);
    assert_int_equal(id_at(&s.after, 0.0, 332.0), 4);
}

/* A candidate that was a disc before stays one; it does not become a new disc.
 */
static void a_candidate_keeps_a_known_disc(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 4, 0, 50, 60, CROK_DISC_FLAT);
    see(&o, 0, 50.5, 60, CROK_DISC_FLAT);
    o.maybe[o.n_maybe++] = o.discs[--o.n_discs];
    assert_int_equal(crok_compare_rests(&before, &o, 0, NULL, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.after.n, 1);
    before.n = 0;
    assert_int_equal(crok_compare_rests(&before, &o, 0, NULL, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.after.n, 0);
}

/* A disc that leaned on the hole and was pushed in has moved. */
static void a_disc_that_tips_has_moved(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 4, 0, 0.5, 1.0, CROK_DISC_LEANING);
    lie(&before, 5, 0, 80, 0, CROK_DISC_FLAT);
    see(&o, 0, 0.0, 0.2, CROK_DISC_HOLE);
    see(&o, 0, 80, 0, CROK_DISC_FLAT);
    see(&o, 1, 70, 40, CROK_DISC_FLAT);
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_SHOT);
    assert_int_equal(s.n_moved, 2);
    assert_int_equal(s.moved[0], 10);
    assert_int_equal(s.moved[1], 4);
    assert_int_equal(s.after.disc[0].state, CROK_DISC_HOLE);
}

/* A disc in the hole tips only if another one came near, and the reading is
 * sure of it. */
static void a_disc_tips_if_another_one_came_near(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        crok_rest_sight before = {0};
        crok_observation o = reading();
        crok_links links = all_stay();
        crok_shot_sight s;
        bool is_near = k % 2 == 1;
        bool is_sure = k / 2 == 1;
        int next = 10;
        links.hole_was_near = is_near;
        lie(&before, 4, 0, 0.5, 1.0, CROK_DISC_LEANING);
        see(&o, 0, 0.0, 0.2, CROK_DISC_HOLE);
        o.discs[0].state_unsure = !is_sure;
        see(&o, 1, 70, 40, CROK_DISC_FLAT);
        assert_int_equal(crok_compare_rests(&before, &o, 5, &links, &next, &s),
                         CROK_CHANGE_SHOT);
        assert_int_equal(s.n_moved, is_near && is_sure ? 2 : 1);
        assert_int_equal(s.after.disc[0].state, is_near && is_sure
                                                    ? CROK_DISC_HOLE
                                                    : CROK_DISC_LEANING);
    }
}

/* The shooter comes to rest so that the view of the hole hardly changes. The
 * disc was struck in if it no longer covers the hole's edge, and the shooter
 * is so near that they must have touched; not if it is farther away. */
static void a_leaning_disc_next_to_a_new_one_was_struck_in(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        bool is_there = k % 2 == 0;
        bool is_unsure = k / 2 % 2 == 0;
        bool is_over = k / 4 == 1;
        bool is_in = is_there && !is_over;
        crok_rest_sight before = {0};
        crok_observation o = reading();
        crok_shot_sight s;
        crok_links links = all_stay();
        int next = 10;
        lie(&before, 4, 0, 0.1, -1.0, CROK_DISC_LEANING);
        see(&o, 0, -0.1, -0.6, CROK_DISC_HOLE);
        o.discs[0].state_unsure = is_unsure;
        o.discs[0].over_frac = is_over ? 0.2 : 0.0;
        see(&o, 1, -9.9, is_there ? -29.8 : -35.0, CROK_DISC_FLAT);
        assert_int_equal(crok_compare_rests(&before, &o, 5, &links, &next, &s),
                         CROK_CHANGE_SHOT);
        assert_int_equal(s.n_moved, is_in ? 2 : 1);
        assert_int_equal(s.after.disc[0].state,
                         is_in ? CROK_DISC_HOLE : CROK_DISC_LEANING);
        assert_false(s.after.disc[0].state_unsure);
    }
}

/* If no picture of the rest before is known, as when a record is resumed, an
 * unsure reading changes nothing. */
static void an_unsure_reading_does_not_change_the_state(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        bool is_unsure = k == 0;
        crok_rest_sight before = {0};
        crok_observation o = reading();
        crok_shot_sight s;
        int next = 10;
        lie(&before, 4, 0, 0.5, 1.0, CROK_DISC_LEANING);
        see(&o, 0, 0.0, 0.2, CROK_DISC_HOLE);
        o.discs[0].state_unsure = is_unsure;
        see(&o, 1, 70, 40, CROK_DISC_FLAT);
        assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                         CROK_CHANGE_SHOT);
        assert_int_equal(s.after.disc[0].id, 4);
        assert_int_equal(s.after.disc[0].state,
                         is_unsure ? CROK_DISC_LEANING : CROK_DISC_HOLE);
        assert_false(s.after.disc[0].state_unsure);
    }
}

/* If nothing else has changed, the disc was only read differently. */
static void a_disc_does_not_tip_without_another_change(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 10;
    (void)state;
    lie(&before, 4, 0, 0.5, 1.0, CROK_DISC_HOLE);
    see(&o, 0, 0.0, 0.2, CROK_DISC_LEANING);
    assert_int_equal(crok_compare_rests(&before, &o, 5, NULL, &next, &s),
                     CROK_CHANGE_NONE);
    assert_int_equal(s.n_moved, 0);
    assert_int_equal(s.after.disc[0].state, CROK_DISC_HOLE);
}

/* CROK_MAX_DISCS discs are gone and a new one is there: together they are one
 * more than the list of moved discs holds. */
static void the_list_of_moved_discs_does_not_overflow(void **state)
{
    crok_rest_sight before = {0};
    crok_observation o = reading();
    crok_shot_sight s;
    int next = 1000;
    (void)state;
    for (int i = 0; i < CROK_MAX_DISCS; i++)
        lie(&before, 1 + i, 0, -252.0 + 72.0 * (i % 8), -252.0 + 72.0 * (i / 8),
            CROK_DISC_FLAT);
    see(&o, 1, 0.0, 0.0, CROK_DISC_FLAT);
    assert_int_equal(crok_compare_rests(&before, &o, 0, NULL, &next, &s),
                     CROK_CHANGE_SHOT);
    assert_int_equal(s.n_moved, CROK_MAX_DISCS);
    assert_int_equal(s.moved[0], 1000);
    assert_int_equal(s.n_gone, CROK_MAX_DISCS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_at_rest_keeps_its_id),
        cmocka_unit_test(a_disc_held_by_a_hand_keeps_its_id_and_side),
        cmocka_unit_test(a_shooter_may_stop_at_the_place_of_the_disc_it_struck),
        cmocka_unit_test(a_disc_struck_into_the_hole_keeps_its_side),
        cmocka_unit_test(a_shot_has_a_new_disc),
        cmocka_unit_test(the_new_disc_on_the_surface_is_the_shooter),
        cmocka_unit_test(taking_discs_is_no_shot),
        cmocka_unit_test(a_placed_disc_is_not_shot_yet),
        cmocka_unit_test(the_tracks_overrule_the_reading),
        cmocka_unit_test(a_disc_in_a_hand_is_not_in_play),
        cmocka_unit_test(tracks_keep_the_ids_of_discs_that_change_places),
        cmocka_unit_test(a_disc_pushed_by_2_mm_keeps_its_id),
        cmocka_unit_test(overlapping_readings_are_of_one_disc),
        cmocka_unit_test(a_disc_on_the_rim_is_not_the_one_below_in_the_ditch),
        cmocka_unit_test(a_candidate_keeps_a_known_disc),
        cmocka_unit_test(a_disc_that_tips_has_moved),
        cmocka_unit_test(a_leaning_disc_next_to_a_new_one_was_struck_in),
        cmocka_unit_test(an_unsure_reading_does_not_change_the_state),
        cmocka_unit_test(a_disc_does_not_tip_without_another_change),
        cmocka_unit_test(the_list_of_moved_discs_does_not_overflow),
        cmocka_unit_test(a_disc_tips_if_another_one_came_near)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
