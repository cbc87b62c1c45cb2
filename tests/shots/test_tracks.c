/* SPDX-License-Identifier: Apache-2.0
 *
 * Tracks of scripted detections (played.h). */
#include "check.h"

#include "shots/played.h"
#include "shots/tracking/flick.h"
#include "shots/tracking/links.h"

static played p;

static crok_rest_sight rest_of(const crok_mm *at, int n)
{
    crok_rest_sight rest = {.n = n};
    for (int i = 0; i < n; i++)
        rest.disc[i] = (crok_sight_disc){.id = 4 + i, .at = at[i]};
    return rest;
}

static crok_mm on_way(crok_mm from, crok_mm to, double part)
{
    return (crok_mm){from.x + part * (to.x - from.x),
                     from.y + part * (to.y - from.y)};
}

static int id_at(crok_mm at)
{
    const crok_track *t = played_track(&p, at);
    return t == NULL ? -99 : t->id;
}

/* A disc slides away while another one of its colour lies beside its way. */
static void a_disc_in_motion_keeps_its_track(void **state)
{
    const crok_mm at[] = {{-100, 0}, {40, 34}};
    crok_rest_sight rest = rest_of(at, 2);
    (void)state;
    played_begin(&p, &rest);
    for (int f = 0; f <= 10; f++) {
        played_disc(&p, at[1], played_red, 0.0);
        played_disc(&p, on_way(at[0], (crok_mm){200, 0}, f / 10.0), played_red,
                    0.0);
        played_next(&p);
    }
    assert_int_equal(id_at(at[1]), 5);
    assert_int_equal(id_at((crok_mm){200, 0}), 4);
    assert_int_equal(p.tracks.n, 2);
    assert_true(played_track(&p, (crok_mm){200, 0})->has_left);
    assert_false(played_track(&p, at[1])->has_left);
    assert_true(crok_tracks_still_ns(&p.tracks) < PLAYED_STEP_NS);
}

/* Two discs of one colour meet head on, and each goes back: seen from above
 * that is what two discs look like that pass through each other. */
static void a_disc_at_rest_stays_when_another_one_strikes_it(void **state)
{
    const crok_mm at[] = {{0, 0}, {250, 0}};
    crok_rest_sight rest = rest_of(at, 2);
    (void)state;
    played_begin(&p, &rest);
    for (int f = 0; f < 12; f++) {
        /* the right one comes, and stops where it struck the other */
        crok_mm right = {f < 6 ? 250.0 - 36.0 * f : 32.0, 0.0};
        crok_mm left = {f < 6 ? 0.0 : -33.0 * (f - 5), 0.0};
        played_disc(&p, right, played_black, 0.0);
        played_disc(&p, left, played_black, 0.0);
        played_next(&p);
    }
    assert_int_equal(id_at((crok_mm){32, 0}), 5);
    assert_int_equal(id_at((crok_mm){-198, 0}), 4);
}

/* Under a hand a disc is not gone, whether the hand is seen at it or not; where
 * its place lies bare it is. */
static void what_is_covered_is_remembered(void **state)
{
    const crok_mm at[] = {{100, 50}};
    crok_rest_sight rest = rest_of(at, 1);
    crok_observation seen = {.n_discs = 0};
    crok_links links;
    (void)state;
    played_begin(&p, &rest);
    for (int f = 0; f < 20; f++) {
        played_show(&p, CROK_SHOWN_COVER, at[0], 40.0);
        played_next(&p);
    }
    played_show(&p, CROK_SHOWN_COVER, at[0], 40.0);
    crok_links_make(&p.tracks, &p.segments, &rest, &seen, &links);
    assert_true(links.stays[0]);
    assert_true(crok_tracks_still_ns(&p.tracks) > 10 * PLAYED_STEP_NS);
    played_show(&p, CROK_SHOWN_SURFACE, at[0], 40.0);
    crok_links_make(&p.tracks, &p.segments, &rest, &seen, &links);
    assert_false(links.stays[0]);
}

/* A disc waits on the line, beside a finger, and is flicked: it is one track
 * from the line to its end, and not in play before. */
static void a_shooter_is_followed_from_the_line(void **state)
{
    const crok_mm line = {0, -304};
    const crok_mm end = {10, -60};
    crok_rest_sight rest = {.n = 0};
    const crok_track *t = NULL;
    crok_flick flick;
    (void)state;
    played_begin(&p, &rest);
    for (int f = 0; f < 12; f++) {
        played_disc(&p, line, played_red, f < 8 ? 0.4 : 0.1);
        played_next(&p);
    }
    t = played_track(&p, line);
    assert_non_null(t);
    assert_true(crok_flick_of(&p.tracks, t, &flick));
    assert_false(crok_was_flicked(&p.tracks, t, &flick));
    for (int f = 1; f <= 14; f++) {
        played_disc(&p, on_way(line, end, fmin(f / 8.0, 1.0)), played_red, 0.0);
        played_next(&p);
    }
    t = played_track(&p, end);
    assert_non_null(t);
    assert_int_equal(t->id, -1);
    assert_int_equal(p.tracks.n, 1);
    assert_true(crok_flick_of(&p.tracks, t, &flick));
    assert_true(crok_was_flicked(&p.tracks, t, &flick));
    assert_true(crok_mm_apart(flick.at, line) < 1.0);
    assert_int_equal(flick.still, 12);
    assert_false(crok_has_left(&p.tracks, t, &flick));
}

/* A hand carries a disc to its place on the board: that is no flick. */
static void a_disc_that_a_hand_brings_was_not_flicked(void **state)
{
    const crok_mm from = {0, -330};
    const crok_mm to = {0, -100};
    crok_rest_sight rest = {.n = 0};
    const crok_track *t = NULL;
    crok_flick flick;
    (void)state;
    played_begin(&p, &rest);
    for (int f = 0; f < 40; f++) {
        played_disc(&p, on_way(from, to, fmin(f / 20.0, 1.0)), played_red, 0.7);
        played_next(&p);
    }
    t = played_track(&p, to);
    assert_non_null(t);
    assert_true(!crok_flick_of(&p.tracks, t, &flick) ||
                !crok_was_flicked(&p.tracks, t, &flick));
}

/* Nobody has seen the shooter on the line: it is first seen in motion, and
 * comes from there. */
static void a_flick_is_found_from_the_motion(void **state)
{
    crok_rest_sight rest = {.n = 0};
    const crok_track *t = NULL;
    crok_flick flick;
    (void)state;
    played_begin(&p, &rest);
    played_next(&p);
    for (int f = 0; f < 5; f++) {
        played_disc(&p, (crok_mm){-20, -270.0 + 40.0 * f}, played_black, 0.0);
        played_next(&p);
    }
    t = played_track(&p, (crok_mm){-20, -110});
    assert_non_null(t);
    assert_true(crok_flick_of(&p.tracks, t, &flick));
    CHECK_NEAR(flick.at.x, -20.0, 0.1);
    CHECK_NEAR(hypot(flick.at.x, flick.at.y), p.tracks.line_mm, 1.0);
    assert_true(crok_was_flicked(&p.tracks, t, &flick));
}

/* A disc is not detected for five frames in the middle of its way; what is
 * detected then is joined to it. A disc that comes from a hand is not. */
static void parts_of_one_track_are_joined(void **state)
{
    const crok_mm at[] = {{0, 200}};
    crok_rest_sight rest = rest_of(at, 1);
    (void)state;
    for (int is_held = 0; is_held < 2; is_held++) {
        played_begin(&p, &rest);
        for (int f = 0; f < 14; f++) {
            crok_mm here = {0.0, 200.0 - 34.0 * f};
            if (f < 3 || f > 7)
                played_disc(&p, here, played_red, is_held && f > 7 ? 0.6 : 0.0);
            played_next(&p);
        }
        crok_tracks_join(&p.tracks);
        if (!is_held)
            assert_int_equal(id_at((crok_mm){0, 200 - 34 * 13}), 4);
    }
    assert_true(p.tracks.n >= 1);
}

/* The board is read in the very moment in which a disc that waited is flicked:
 * its track goes on, and tells the flick. */
static void a_reading_does_not_lose_a_flick(void **state)
{
    const crok_mm line = {0, -304};
    const crok_rest_sight none = {.n = 0};
    crok_flick flick;
    const crok_track *t = NULL;
    (void)state;
    played_begin(&p, &none);
    for (int f = 0; f < 22; f++) {
        double way = f < 12 ? 0.0 : 30.0 * (f - 11);
        played_disc(&p, (crok_mm){line.x, line.y + way}, played_red,
                    f < 12 ? 0.6 : 0.0);
        played_next(&p);
        if (f == 13)
            crok_tracks_begin(&p.tracks, &none, p.now_ns);
    }
    crok_tracks_join(&p.tracks);
    t = played_track(&p, (crok_mm){0, -4});
    assert_non_null(t);
    assert_true(crok_is_flicked(&p.tracks, t, &flick));
    assert_true(crok_mm_apart(flick.at, line) < 4.0);
}

/* A disc that waited and was not seen for so long is no disc that waits. */
static void a_place_that_was_left_does_not_wait(void **state)
{
    const crok_rest_sight none = {.n = 0};
    (void)state;
    played_begin(&p, &none);
    for (int f = 0; f < 30; f++) {
        if (f < 12)
            played_disc(&p, (crok_mm){0, -304}, played_red, 0.0);
        played_next(&p);
    }
    crok_tracks_begin(&p.tracks, &none, p.now_ns);
    assert_int_equal(p.tracks.n, 0);
}

/* Two discs cannot overlap: what lies half a disc away from where one lay that
 * is not there any more is that one. */
static void a_disc_that_was_struck_by_a_little_is_the_same(void **state)
{
    const crok_mm at[] = {{0, 0}};
    crok_rest_sight rest = rest_of(at, 1);
    (void)state;
    played_begin(&p, &rest);
    for (int f = 0; f < 16; f++) {
        if (f < 5)
            played_disc(&p, at[0], played_red, 0.0);
        else if (f > 7)
            played_disc(&p, (crok_mm){0, 17}, played_red, 0.0);
        played_next(&p);
    }
    crok_tracks_join(&p.tracks);
    assert_int_equal(p.tracks.n, 1);
    assert_int_equal(id_at((crok_mm){0, 17}), 4);
}

/* The oldest frames are forgotten when there is no room, and the disc's place
 * in time is not lost. */
static void frames_beyond_the_room_are_forgotten(void **state)
{
    const crok_mm at[] = {{0, 0}};
    crok_rest_sight rest = rest_of(at, 1);
    (void)state;
    played_begin(&p, &rest);
    for (int f = 0; f < CROK_MAX_TRACKED_FRAMES + 10; f++) {
        played_disc(&p, at[0], played_red, 0.0);
        played_next(&p);
    }
    assert_true(p.tracks.times.n <= CROK_MAX_TRACKED_FRAMES);
    assert_int_equal(p.tracks.times.t_ns[p.tracks.times.n - 1], p.now_ns);
    assert_int_equal(p.tracks.track[0].path.still, p.tracks.times.n - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_in_motion_keeps_its_track),
        cmocka_unit_test(a_disc_at_rest_stays_when_another_one_strikes_it),
        cmocka_unit_test(what_is_covered_is_remembered),
        cmocka_unit_test(a_shooter_is_followed_from_the_line),
        cmocka_unit_test(a_disc_that_a_hand_brings_was_not_flicked),
        cmocka_unit_test(a_flick_is_found_from_the_motion),
        cmocka_unit_test(parts_of_one_track_are_joined),
        cmocka_unit_test(a_reading_does_not_lose_a_flick),
        cmocka_unit_test(a_place_that_was_left_does_not_wait),
        cmocka_unit_test(a_disc_that_was_struck_by_a_little_is_the_same),
        cmocka_unit_test(frames_beyond_the_room_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
