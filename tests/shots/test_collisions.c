/* SPDX-License-Identifier: Apache-2.0
 *
 * Boundary crossings (boundary.h) and collisions (collisions.h) that are
 * estimated from trajectories made by hand. */
#include "check.h"

#include <math.h>
#include <string.h>

#include "shots/tracking/boundary.h"
#include "shots/tracking/collisions.h"

/* 30 frames a second; every disc is at rest for the first two. */
enum { STILL = 1, FRAMES = 12 };
#define STEP_NS INT64_C(33333333)
#define HIDDEN                                                                 \
    {                                                                          \
        NAN, NAN                                                               \
    }

static crok_frame_times times;
static crok_trajectory trajectory[CROK_MAX_DISCS + 1];
static crok_trajectories trajectories;
static crok_shot_sight shot;

static void begin(void)
{
    memset(trajectory, 0, sizeof trajectory);
    memset(&trajectories, 0, sizeof trajectories);
    memset(&shot, 0, sizeof shot);
    times.n = FRAMES;
    for (int f = 0; f < FRAMES; f++)
        times.t_ns[f] = f * STEP_NS;
    trajectories.disc_mm = 15.9;
    trajectories.line_mm = 304.0;
    trajectories.has_spot = true;
    shot.shooter = -1;
}

static crok_sight_disc disc(int id, crok_mm at)
{
    return (crok_sight_disc){.id = id, .state = CROK_DISC_FLAT, .at = at};
}

/* Add a disc that was at rest at `from`, is detected at the positions `at` in
 * the next n frames (HIDDEN: not detected), and is at rest at `to`. */
static void go(int id, crok_mm from, const crok_mm *at, int n, crok_mm to)
{
    crok_trajectory *c = &trajectory[trajectories.n];
    trajectories.trajectory[trajectories.n++] = c;
    c->id = id;
    c->from = from;
    c->still = STILL;
    for (int f = STILL + 1; f < FRAMES; f++) {
        int k = f - STILL - 1;
        crok_mm p = k < n ? at[k] : to;
        if (n == 0 || isnan(p.x))
            continue;
        c->seen[f] = c->alone[f] = true;
        c->at[f] = p;
        c->n_seen++;
    }
    shot.before.disc[shot.before.n++] = disc(id, from);
    shot.after.disc[shot.after.n++] = disc(id, to);
}

static int n_boundary(void)
{
    crok_boundary_estimate(&trajectories, &times, &shot);
    return shot.motion.saw_boundary ? shot.motion.n_boundary : -1;
}

/* A disc slid out and stopped 1.5 mm inside the line, or on the wooden rim: it
 * was no farther out than at rest. One that came back from there may have
 * been. */
static void a_disc_was_no_farther_out_than_at_rest(void **state)
{
    static const crok_mm out[] = {
        {270, 0}, {277, 0}, {282, 0}, {285, 0}, {286.4, 0}};
    static const crok_mm rim[] = {
        {306, 0}, {312, 0}, {317, 0}, {320, 0}, {321.5, 0}};
    static const crok_mm back[] = {{250, 0}, {285.5, 0}, {284, 0}};
    (void)state;
    begin();
    go(4, (crok_mm){262, 0}, out, 5, (crok_mm){286.6, 0});
    assert_int_equal(n_boundary(), 0);
    begin();
    go(4, (crok_mm){280, 0}, rim, 5, (crok_mm){322, 0});
    assert_int_equal(n_boundary(), 1);
    assert_int_equal(shot.motion.boundary[0].what, CROK_SIGHT_TOUCHED_LINE);
    assert_false(shot.motion.boundary[0].returned);
    begin();
    go(4, (crok_mm){100, 0}, back, 3, (crok_mm){282, 0});
    assert_int_equal(n_boundary(), -1);
}

/* A disc stops 0.2 mm over touching the line. Whether it lies on the line
 * depends on the accuracy of its position. One that was detected farther out
 * was out. */
static void a_close_call_at_rest_is_not_reported_as_a_touch(void **state)
{
    static const crok_mm out[] = {
        {272, 0}, {279, 0}, {284, 0}, {287, 0}, {288.1, 0}};
    static const crok_mm back[] = {{270, 0}, {288, 0}, {300, 0}, {292, 0}};
    const crok_mm on_it = {288.3, 0};
    (void)state;
    begin();
    go(4, (crok_mm){264, 0}, out, 5, on_it);
    shot.after.disc[0].sigma_mm = 0.3;
    assert_int_equal(n_boundary(), 0);
    begin();
    go(4, (crok_mm){264, 0}, out, 5, on_it);
    shot.after.disc[0].sigma_mm = 0.05;
    assert_int_equal(n_boundary(), 1);
    begin();
    go(4, (crok_mm){240, 0}, back, 4, on_it);
    shot.after.disc[0].sigma_mm = 0.3;
    assert_int_equal(n_boundary(), 1);
    assert_int_equal(shot.motion.boundary[0].what, CROK_SIGHT_TOUCHED_LINE);
    assert_true(shot.motion.boundary[0].returned);
}

/* A disc was clear of the line and is at rest on it: it goes off. What it did
 * in between leaves nothing unknown of the other discs. */
static void a_disc_at_rest_on_the_line_leaves_no_boundary_unknown(void **state)
{
    static const crok_mm out[] = {{270, 0}, {318, 0}, HIDDEN, HIDDEN, HIDDEN};
    (void)state;
    begin();
    go(4, (crok_mm){200, 0}, out, 5, (crok_mm){327, 0});
    assert_int_equal(n_boundary(), 1);
    assert_int_equal(shot.motion.boundary[0].what, CROK_SIGHT_TOUCHED_LINE);
    begin();
    go(4, (crok_mm){200, 0}, NULL, 0, (crok_mm){327, 0});
    assert_int_equal(n_boundary(), 1);
    begin();
    go(4, (crok_mm){289, 0}, NULL, 0,
       (crok_mm){320, 0}); /* it may not have been clear */
    assert_int_equal(n_boundary(), -1);
    begin();
    go(4, (crok_mm){289, 0}, NULL, 0, (crok_mm){327, 0}); /* wholly beyond */
    assert_int_equal(n_boundary(), 1);
}

/* A disc that was lost was not at the line, however fast it was, and wherever
 * it is at rest now: it struck another one. */
static void a_disc_that_was_lost_was_not_at_the_line(void **state)
{
    static const crok_mm slow[] = {{-200, 0}, {-120, 0}, {-60, 0}, {-30, 0},
                                   {-27, 0},  HIDDEN,    HIDDEN,   HIDDEN,
                                   HIDDEN,    HIDDEN};
    static const crok_mm fast[] = {{-220, 0}, {-137, 0}, {-54, 0}, HIDDEN,
                                   HIDDEN,    HIDDEN,    HIDDEN,   HIDDEN,
                                   HIDDEN,    HIDDEN};
    static const crok_mm struck[] = {HIDDEN, HIDDEN, HIDDEN,
                                     HIDDEN, HIDDEN, {10, 3}};
    static const crok_mm found[] = {{0, 100}, {0, 160}, {0, 220}, HIDDEN,
                                    HIDDEN,   HIDDEN,   HIDDEN,   {0, 230}};
    (void)state;
    begin();
    go(9, (crok_mm){-270, 0}, slow, 10, (crok_mm){-16, 18});
    assert_int_equal(n_boundary(), 0);
    go(4, (crok_mm){0, 0}, struck, 6, (crok_mm){13, 4});
    assert_int_equal(n_boundary(), 0);
    go(5, (crok_mm){0, 60}, NULL, 0, (crok_mm){100, 170});
    assert_int_equal(n_boundary(), 0);
    begin();
    go(9, (crok_mm){-270, 0}, fast, 10, (crok_mm){-190, 18});
    assert_int_equal(n_boundary(), 0);
    begin();
    go(9, (crok_mm){0, 40}, found, 8, (crok_mm){0, 228});
    assert_int_equal(n_boundary(), 0);
}

/* A disc was detected beyond the surface, was lost, and is at rest on the
 * board: it goes off, wherever it was. One that was not detected out there may
 * have been. */
static void
a_disc_detected_off_the_surface_leaves_no_boundary_unknown(void **state)
{
    static const crok_mm out[] = {{200, 0}, {290, 0}, {350, 0}, {352, 0},
                                  HIDDEN,   HIDDEN,   HIDDEN,   HIDDEN,
                                  HIDDEN,   HIDDEN};
    static const crok_mm in[] = {{200, 0}, {260, 0}, HIDDEN, HIDDEN, HIDDEN,
                                 HIDDEN,   HIDDEN,   HIDDEN, HIDDEN, HIDDEN};
    (void)state;
    begin();
    go(4, (crok_mm){120, 0}, out, 10, (crok_mm){220, 40});
    assert_int_equal(n_boundary(), 3);
    begin();
    go(4, (crok_mm){120, 0}, in, 10, (crok_mm){220, 40});
    assert_int_equal(n_boundary(), -1);
}

/* A detection beyond the line beside a hand may be the hand. */
static void
a_detection_beside_a_hand_beyond_the_line_may_be_the_hand(void **state)
{
    static const crok_mm hand[] = {
        {200, 0}, {330, 187}, {330, 187}, {330, 187}, {327, 187}};
    (void)state;
    for (int is_beside = 0; is_beside < 2; is_beside++) {
        begin();
        go(9, (crok_mm){249, 179}, hand, 5, (crok_mm){246, 15});
        for (int f = STILL + 2; f < STILL + 6; f++)
            trajectory[0].alone[f] = !is_beside;
        assert_int_equal(n_boundary(), is_beside ? -1 : 3);
    }
}

/* A disc was displaced by less than its radius and never detected away from
 * its place. */
static void a_nudged_disc_was_not_at_the_line(void **state)
{
    (void)state;
    begin();
    go(4, (crok_mm){9, 24}, NULL, 0, (crok_mm){12, 23});
    assert_int_equal(n_boundary(), 0);
    begin();
    go(4, (crok_mm){0, 289.6}, NULL, 0, (crok_mm){1, 289.9});
    assert_int_equal(n_boundary(), 0); /* on the line before and after */
    begin();
    go(4, (crok_mm){0, 286.0}, NULL, 0, (crok_mm){1, 290.5});
    assert_int_equal(n_boundary(), 1); /* it was pushed onto it */
}

/* A disc that was seen beyond the line, and was lost there, is not at rest
 * inside without a doubt. */
static void a_disc_seen_beyond_the_line_may_have_come_back(void **state)
{
    static const crok_mm out[] = {{200, 0}, {260, 0}, {320, 0}, HIDDEN,
                                  HIDDEN,   HIDDEN,   {80, 0},  {60, 0}};
    (void)state;
    begin();
    go(4, (crok_mm){120, 0}, out, 8, (crok_mm){58, 0});
    assert_int_not_equal(n_boundary(), 0);
}

/* If another disc went off in the same shot, that one may have been seen out
 * there. */
static void a_disc_seen_beyond_the_line_may_be_one_that_went_off(void **state)
{
    static const crok_mm out[] = {{200, 0}, {290, 0}, {350, 0}, {352, 0}};
    (void)state;
    begin();
    go(4, (crok_mm){120, 0}, out, 4, (crok_mm){140, 0});
    assert_int_equal(n_boundary(), 3);
    go(5, (crok_mm){140, 0}, NULL, 0, (crok_mm){360, 5});
    shot.after.disc[1].state = CROK_DISC_OUT;
    assert_int_equal(n_boundary(), -1);
}

/* The shooter passes at (102, 0) a disc at (90, -31), which is displaced by
 * `by`. It struck the disc if that moved away from it. A disc that came nearer
 * or moved sideways may have been struck, as by a peg's rebound; so may one
 * that the shooter did not come near. Not one that is nearly where it was. */
static void a_hardly_displaced_disc_was_struck(void **state)
{
    static const crok_mm by[] = {{200, 0}, {150, 0}, {100, 0}, {60, 8}};
    static const struct {
        crok_mm at, by;
        bool is_struck, may_be;
    } table[] = {
        {{90, -31}, {-0.5, -1.4}, true, false},
        {{90, -31}, {-0.2, -0.6}, true, false},
        {{90, -31}, {0.6, -1.05}, true, false}, /* 50 degrees off */
        {{90, -31}, {1.0, -0.7}, false, true},  /* 75 degrees off */
        {{90, -31}, {-0.5, 1.4}, false, true},
        {{90, -31}, {0.1, 0.5}, false, true},
        {{90, -31}, {-0.2, -0.2}, false, false},
        {{90, -31}, {-0.2, 0.3}, false, false},
        {{90, -90}, {-0.5, -1.4}, false, true},
        {{90, -90}, {-0.2, -0.6}, false, false},
    };
    (void)state;
    begin();
    go(9, (crok_mm){300, 0}, by, 4, (crok_mm){40, 12});
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        crok_mm at = table[i].at;
        crok_mm moved = {at.x + table[i].by.x, at.y + table[i].by.y};
        shot.before.disc[1] = disc(1, at);
        shot.after.disc[1] = disc(1, moved);
        shot.before.n = shot.after.n = 2;
        shot.n_moved = 0;
        crok_collisions_estimate(&trajectories, &times, &shot);
        assert_int_equal(shot.motion.may_have_moved, table[i].may_be);
        assert_int_equal(shot.motion.saw_contacts, !table[i].may_be);
        assert_int_equal(shot.motion.n_contacts, table[i].is_struck);
        assert_int_equal(shot.n_moved, table[i].is_struck);
        if (table[i].is_struck) {
            assert_int_equal(shot.motion.contact[0].a, 9);
            assert_int_equal(shot.motion.contact[0].b, 1);
            assert_int_equal(shot.moved[0], 1);
        }
    }
}

/* The shooter turns at a peg, at (70, 0), 51 or 33 mm before a disc that is
 * measured 0.6 mm off. In the first case it did not reach the disc, although it
 * would have without the peg. */
static void a_disc_behind_a_peg_was_not_struck(void **state)
{
    static const crok_mm by[] = {{200, 0}, {150, 0}, {100, 0},
                                 {90, 0},  {130, 0}, {170, 0}};
    (void)state;
    begin();
    go(9, (crok_mm){300, 0}, by, 6, (crok_mm){180, 0});
    for (int k = 0; k < 2; k++) {
        double x = k == 0 ? 19.0 : 37.0;
        shot.before.disc[1] = disc(1, (crok_mm){x, 0});
        shot.after.disc[1] = disc(1, (crok_mm){x - 0.6, 0});
        shot.before.n = shot.after.n = 2;
        shot.n_moved = 0;
        crok_collisions_estimate(&trajectories, &times, &shot);
        assert_true(shot.motion.saw_contacts);
        assert_int_equal(shot.motion.n_contacts, k);
    }
}

/* A hand takes the shooter back behind the line and flicks it again, too fast
 * to be seen: it lies beside the disc that leaned. It may have struck it; not
 * if it lies where it cannot have been there on its way. */
static void a_second_flick_may_have_struck_a_leaning_disc(void **state)
{
    static const crok_mm back[] = {{310, 40}, {318, 60}, {318, 62},
                                   HIDDEN,    HIDDEN,    HIDDEN};
    (void)state;
    for (int k = 0; k < 2; k++) {
        begin();
        go(9, (crok_mm){304, 0}, back, 5,
           k == 0 ? (crok_mm){39, 16} : (crok_mm){260, 160});
        shot.before.disc[0] = disc(1, (crok_mm){1, 0});
        shot.after.disc[0] = disc(1, (crok_mm){1, 0});
        shot.before.disc[0].state = shot.after.disc[0].state =
            CROK_DISC_LEANING;
        shot.before.n = shot.after.n = 1;
        crok_collisions_estimate(&trajectories, &times, &shot);
        assert_int_equal(shot.motion.may_have_moved, k == 0);
        assert_int_equal(shot.motion.saw_contacts, k != 0);
    }
}

/* The shooter was not seen before the flick. A disc that leaned on the hole, or
 * is measured off its place, may have been struck; one at rest was not. */
static void without_the_shooter_a_leaning_disc_may_be_struck(void **state)
{
    static const struct {
        crok_mm at;
        crok_disc_state was, is;
        double off_mm;
        bool may_be;
    } table[] = {
        {{1, 0}, CROK_DISC_LEANING, CROK_DISC_LEANING, 0.0, true},
        {{1, 0}, CROK_DISC_LEANING, CROK_DISC_HOLE, 0.0, true},
        {{1, 0}, CROK_DISC_HOLE, CROK_DISC_HOLE, 0.0, false},
        {{90, 0}, CROK_DISC_FLAT, CROK_DISC_FLAT, 0.3, false},
        {{90, 0}, CROK_DISC_FLAT, CROK_DISC_FLAT, 1.5, true},
    };
    (void)state;
    begin();
    go(9, (crok_mm){300, 0}, NULL, 0, (crok_mm){180, 0});
    trajectories.has_spot = false;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        crok_mm to = {table[i].at.x - table[i].off_mm, table[i].at.y};
        shot.before.disc[0] = disc(1, table[i].at);
        shot.after.disc[0] = disc(1, to);
        shot.before.disc[0].state = table[i].was;
        shot.after.disc[0].state = table[i].is;
        shot.before.n = shot.after.n = 1;
        crok_collisions_estimate(&trajectories, &times, &shot);
        assert_int_equal(shot.motion.may_have_moved, table[i].may_be);
        assert_false(shot.motion.saw_contacts);
    }
}

/* The shooter strikes a disc and goes on, or stops beside it. There the disc
 * is measured 1.2 mm off in its shade, which is within two standard
 * deviations. */
static void a_disc_beside_another_is_measured_less_well(void **state)
{
    static const crok_mm by[] = {{200, 0}, {150, 0}, {100, 0}, {70, 0}};
    (void)state;
    for (int k = 0; k < 4; k++) {
        bool stays_beside = k % 2 == 1;
        bool is_sharp = k >= 2;
        bool may_be = stays_beside && !is_sharp;
        begin();
        go(9, (crok_mm){300, 0}, by, 4, (crok_mm){stays_beside ? 64 : 150, 0});
        shot.moved[shot.n_moved++] = 9;
        shot.before.disc[1] = disc(1, (crok_mm){30, 0});
        shot.after.disc[1] = disc(1, (crok_mm){28.8, 0});
        shot.before.n = shot.after.n = 2;
        shot.before.disc[1].sigma_mm = is_sharp ? 0.3 : 0.7;
        shot.after.disc[1].sigma_mm = is_sharp ? 0.3 : 0.5;
        crok_collisions_estimate(&trajectories, &times, &shot);
        assert_int_equal(shot.motion.may_have_moved, may_be);
        assert_int_equal(shot.motion.n_contacts, !may_be);
    }
}

/* Disc 4 leans on the hole, or may, and looks the same afterwards. If the
 * shooter stops where it leans, it struck it; not if it passes or stops short
 * of it. If the shooter is lost there, nothing is known. */
static void a_leaning_disc_that_stopped_the_shooter_was_struck(void **state)
{
    static const crok_mm at_it[] = {{-150, 0}, {-100, 0}, {-50, 0}, {-33, 2}};
    static const crok_mm by_it[] = {{-150, 45}, {-100, 45}, {-50, 45}, {0, 45}};
    static const crok_mm short_of[] = {
        {-150, 0}, {-110, 0}, {-80, 0}, {-60, 0}};
    static const crok_mm lost[] = {{-150, 0}, {-70, 0}, HIDDEN, HIDDEN,
                                   HIDDEN,    HIDDEN,   HIDDEN, {-40, 9}};
    static const struct {
        const crok_mm *at;
        int n, n_struck;
        bool may_have_moved;
        crok_disc_state before;
        bool is_unsure;
    } table[] = {{at_it, 4, 1, false, CROK_DISC_LEANING, false},
                 {at_it, 4, 0, false, CROK_DISC_HOLE, false},
                 {at_it, 4, 1, false, CROK_DISC_HOLE, true},
                 {by_it, 4, 0, false, CROK_DISC_LEANING, false},
                 {short_of, 4, 0, false, CROK_DISC_LEANING, false},
                 {lost, 8, 0, true, CROK_DISC_LEANING, false}};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        crok_sight_disc leans = disc(4, (crok_mm){0, 0});
        begin();
        go(9, (crok_mm){-300, 0}, table[i].at, table[i].n, (crok_mm){-36, 45});
        leans.state = table[i].before;
        leans.state_unsure = table[i].is_unsure;
        shot.before.disc[0] = shot.after.disc[1] = leans;
        shot.before.n = 1;
        shot.after.n = 2;
        shot.moved[shot.n_moved++] = 9;
        crok_collisions_estimate(&trajectories, &times, &shot);
        assert_int_equal(shot.motion.may_have_moved, table[i].may_have_moved);
        assert_int_equal(shot.motion.saw_contacts, !table[i].may_have_moved);
        assert_int_equal(shot.motion.n_contacts, table[i].n_struck);
        assert_int_equal(shot.n_moved, 1 + table[i].n_struck);
        if (table[i].n_struck > 0) {
            assert_int_equal(shot.motion.contact[0].a, 9);
            assert_int_equal(shot.motion.contact[0].b, 4);
            assert_int_equal(shot.moved[1], 4);
        }
    }
}

/* Shooter 9 strikes disc 4 off-centre. If one was lost for a moment, or went
 * straight through the other, the two may have been swapped; not with a disc
 * of the other side. */
static bool may_be_other(const crok_mm *shooter, const crok_mm *struck, int n,
                         int side_of_4)
{
    begin();
    go(9, (crok_mm){300, 0}, shooter, n, shooter[n - 1]);
    go(4, (crok_mm){100, 10}, struck, n, struck[n - 1]);
    shot.before.disc[0] = disc(4, (crok_mm){100, 10});
    shot.before.disc[0].side = side_of_4;
    shot.before.n = 1;
    shot.shooter = 9;
    crok_collisions_estimate(&trajectories, &times, &shot);
    return shot.motion.may_be_other;
}

static void a_shooter_that_passed_through_another_may_be_swapped(void **state)
{
    /* along the line of centres; the shooter goes on beside it */
    static const crok_mm on[] = {{230, 0}, {160, 0}, {120, 12}, {100, 30}};
    static const crok_mm off[] = {
        {100, 10}, {100, 10}, {80, -8}, {40, -40}, {5, -68}};
    /* the two, swapped */
    static const crok_mm to[] = {{230, 0}, {160, 0}, {80, -8}, {40, -40}};
    static const crok_mm back[] = {{100, 10}, {100, 10}, {120, 12}, {100, 30}};
    static const crok_mm lost[] = {
        {230, 0}, {160, 0}, HIDDEN, HIDDEN, {98, 36}};
    static const crok_mm never[] = {HIDDEN, HIDDEN, HIDDEN, HIDDEN};
    (void)state;
    assert_false(may_be_other(on, off, 4, 0));
    assert_true(may_be_other(to, back, 4, 0));
    assert_false(may_be_other(to, back, 4, 1));
    assert_true(may_be_other(lost, off, 5, 0));
    assert_true(may_be_other(never, off, 4, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_was_no_farther_out_than_at_rest),
        cmocka_unit_test(a_close_call_at_rest_is_not_reported_as_a_touch),
        cmocka_unit_test(a_disc_at_rest_on_the_line_leaves_no_boundary_unknown),
        cmocka_unit_test(a_disc_that_was_lost_was_not_at_the_line),
        cmocka_unit_test(
            a_disc_detected_off_the_surface_leaves_no_boundary_unknown),
        cmocka_unit_test(
            a_detection_beside_a_hand_beyond_the_line_may_be_the_hand),
        cmocka_unit_test(a_nudged_disc_was_not_at_the_line),
        cmocka_unit_test(a_disc_seen_beyond_the_line_may_have_come_back),
        cmocka_unit_test(a_disc_seen_beyond_the_line_may_be_one_that_went_off),
        cmocka_unit_test(a_hardly_displaced_disc_was_struck),
        cmocka_unit_test(a_disc_behind_a_peg_was_not_struck),
        cmocka_unit_test(a_second_flick_may_have_struck_a_leaning_disc),
        cmocka_unit_test(without_the_shooter_a_leaning_disc_may_be_struck),
        cmocka_unit_test(a_disc_beside_another_is_measured_less_well),
        cmocka_unit_test(a_leaning_disc_that_stopped_the_shooter_was_struck),
        cmocka_unit_test(a_shooter_that_passed_through_another_may_be_swapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
