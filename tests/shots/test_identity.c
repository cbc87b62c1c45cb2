/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "shots/tracking/identity.h"

/* A shot at 30 frames a second, made by hand: the shooter waits on the outer
 * line for WAIT frames, then follows its path; so does the disc that it
 * strikes. */
enum { WAIT = 6, MOST = 16 };

static const uint8_t WHITE[3] = {240, 238, 232};
static const uint8_t GREEN[3] = {32, 103, 61};

typedef struct path {
    const uint8_t *rgb;
    crok_mm rest_mm;
    int n;
    crok_mm at[MOST]; /* {0, 0}: not detected in that frame */
} path;

static crok_detections record;
static crok_trajectories trajectories;
static crok_shot_sight shot;
static int next_id = 20;
static const path *waiting; /* a disc that is detected in all frames, at its
                             * place of rest; NULL: none */

static void put_blob(crok_frame_blobs *g, crok_mm at, const uint8_t rgb[3])
{
    crok_blob *b = &g->blob[g->n++];
    *b = (crok_blob){.at = at, .foreground = 1.0F};
    memcpy(b->rgb, rgb, sizeof b->rgb);
}

/* Make the detections of the shooter and of another disc, and their
 * trajectories. The other disc is at rest for the first `still` frames of the
 * shooter's path. */
static void follow(const path *shooter, const path *other, int still)
{
    memset(&record, 0, sizeof record);
    memset(&trajectories, 0, sizeof trajectories);
    trajectories.disc_mm = 15.9;
    trajectories.line_mm = 304.0;
    trajectories.hole_mm = 17.5;
    trajectories.n = 2;
    for (int f = 0; f < WAIT + shooter->n; f++) {
        crok_frame_blobs *g = crok_detections_next(&record);
        int k = f - WAIT;
        *g = (crok_frame_blobs){.t_ns = f * INT64_C(33333333)};
        if (waiting != NULL)
            put_blob(g, waiting->rest_mm, waiting->rgb);
        if (k < 0)
            put_blob(g, shooter->rest_mm, shooter->rgb);
        else if (shooter->at[k].x != 0.0)
            put_blob(g, shooter->at[k], shooter->rgb);
        if (k < still)
            continue;
        g->changed[0] = 100;
        if (k - still < other->n && other->at[k - still].x != 0.0)
            put_blob(g, other->at[k - still], other->rgb);
    }
    trajectories.trajectory[0].id = 9;
    trajectories.trajectory[0].index = -1;
    trajectories.trajectory[1].id = 4;
    trajectories.trajectory[1].from = other->rest_mm;
    trajectories.trajectory[1].still = crok_last_frame_at_rest(&record, 0);
    memcpy(trajectories.trajectory[1].rgb, other->rgb, 3);
    crok_trajectories_find_shooter(&trajectories, &record,
                                   trajectories.trajectory[1].still);
    assert_true(trajectories.has_spot);
    crok_trajectories_associate(&trajectories, &record);
}

/* The shooter strikes full on and nearly stops: it is a fifth of the way to
 * where it would have been without the collision. */
static const path full_on = {WHITE,
                             {-295.2, -95.7},
                             8,
                             {{-283.1, -90.3},
                              {-212.5, -61.8},
                              {-144.5, -33.3},
                              {-78.9, -6.2},
                              {-20.1, 17.8},
                              {-12.3, 19.8},
                              {-6.3, 21.4},
                              {-0.8, 22.5}}};
static const path struck = {
    GREEN,
    {8.1, 30.7},
    4,
    {{16.8, 34.3}, {71.4, 58.5}, {126.2, 82.6}, {179.7, 106.3}}};

/* Two discs of one colour: the shooter nearly stops, the other goes on, nearer
 * to where the shooter would have been. */
static void a_striker_is_tracked_through_the_collision(void **state)
{
    static const path stops = {WHITE,
                               {-300, 0},
                               7,
                               {{-230, 0},
                                {-160, 0},
                                {-90, 0},
                                {-29, 0},
                                {-22, 0},
                                {-15, 0},
                                {-8, 0}}};
    static const path goes_on = {
        WHITE, {1.8, 0}, 4, {{10.6, 0}, {73.6, 0}, {136.6, 0}, {199.6, 0}}};
    (void)state;
    follow(&stops, &goes_on, 3);
    for (int k = 0; k < 7; k++) {
        if (!trajectories.trajectory[0].seen[WAIT + k])
            fail_msg("lost %d frames after the flick", k);
        CHECK_NEAR(trajectories.trajectory[0].at[WAIT + k].x, stops.at[k].x,
                   0.01);
    }
    for (int k = 0; k < 4; k++) {
        if (!trajectories.trajectory[1].seen[WAIT + 3 + k])
            fail_msg("the struck disc lost after %d frames", k);
        CHECK_NEAR(trajectories.trajectory[1].at[WAIT + 3 + k].x,
                   goes_on.at[k].x, 0.01);
    }
}

/* A disc of the shooter's colour that the background lacks waits in reach of
 * the shooter, which is not detected in its first two frames. */
static void a_disc_that_waits_is_not_the_shooter(void **state)
{
    static const path goes = {
        WHITE,
        {-300, 0},
        6,
        {{0, 0}, {0, 0}, {-90, 5}, {-30, 5}, {25, 5}, {75, 5}}};
    static const path stays = {WHITE, {-240, 30}, 0, {{0, 0}}};
    static const path other = {GREEN, {200, 200}, 0, {{0, 0}}};
    (void)state;
    waiting = &stays;
    follow(&goes, &other, 6);
    waiting = NULL;
    for (int k = 0; k < 6; k++) {
        assert_int_equal(trajectories.trajectory[0].seen[WAIT + k], k >= 2);
        if (k >= 2)
            CHECK_NEAR(trajectories.trajectory[0].at[WAIT + k].x, goes.at[k].x,
                       0.01);
    }
}

static void lie(int id, int side, double x, double y)
{
    shot.after.disc[shot.after.n++] =
        (crok_sight_disc){.id = id, .side = side, .at = {x, y}};
}

static int id_at(double x, double y)
{
    for (int i = 0; i < shot.after.n; i++)
        if (hypot(shot.after.disc[i].at.x - x, shot.after.disc[i].at.y - y) <
            0.1)
            return shot.after.disc[i].id;
    return -1;
}

static void
discs_of_one_colour_are_identified_by_their_trajectories(void **state)
{
    (void)state;
    follow(&full_on, &struck, 4);
    for (int right = 0; right < 2; right++)
        for (int sides = 1; sides < 3; sides++) {
            memset(&shot, 0, sizeof shot);
            shot.shooter = 9;
            lie(right ? 9 : 4, 0, -0.8, 22.5);
            lie(right ? 4 : 9, sides - 1, 179.7, 106.3);
            lie(7, 0, 30.0, -200.0);
            crok_settle_ids(&trajectories, &record, &next_id, &shot);
            assert_int_equal(id_at(-0.8, 22.5), right || sides == 1 ? 9 : 4);
            assert_int_equal(id_at(179.7, 106.3), right || sides == 1 ? 4 : 9);
            assert_int_equal(id_at(30.0, -200.0), 7);
        }
}

/* The shooter strikes a disc of its colour and drops into the hole; that disc
 * comes back off a peg and stops over the hole, where both are detected as
 * one. */
static void a_disc_that_dropped_into_the_hole_stays_there(void **state)
{
    static const path drops = {WHITE,
                               {32, 302},
                               12,
                               {{23, 190},
                                {12, 90},
                                {-4.4, 13.7},
                                {-1.0, 0.9},
                                {-0.7, -0.1},
                                {-0.7, -0.1},
                                {-0.8, -0.2},
                                {-0.9, -0.7},
                                {-1.0, -1.0}}};
    static const path back = {WHITE,
                              {-13.7, -15.9},
                              9,
                              {{-21.8, -43.5},
                               {-28.4, -66.7},
                               {-20.3, -57.7},
                               {-14.7, -48.6},
                               {-9.4, -39.9},
                               {-4.5, -31.8},
                               {0.5, -6.5},
                               {3.4, -4.4},
                               {4.9, -1.0}}};
    crok_mm end;
    (void)state;
    follow(&drops, &back, 3);
    end = crok_trajectory_end(&trajectories.trajectory[0], &record);
    CHECK_NEAR(end.x, -0.8, 0.11);
    CHECK_NEAR(end.y, -0.2, 0.11);
    assert_true(
        crok_trajectory_has_stopped(&trajectories.trajectory[0], &record));
    end = crok_trajectory_end(&trajectories.trajectory[1], &record);
    CHECK_NEAR(end.x, 4.9, 0.01);
    for (int right = 0; right < 2; right++) {
        memset(&shot, 0, sizeof shot);
        shot.shooter = 9;
        lie(right ? 9 : 4, 0, -0.1, 0.2);
        shot.after.disc[0].state = CROK_DISC_HOLE;
        lie(right ? 4 : 9, 0, 13.7, -2.1);
        crok_settle_ids(&trajectories, &record, &next_id, &shot);
        assert_int_equal(id_at(-0.1, 0.2), 9);
        assert_int_equal(id_at(13.7, -2.1), 4);
    }
    shot.after.disc[0].state =
        CROK_DISC_FLAT; /* not in the hole: the ends decide */
    shot.after.disc[0].id = 4;
    shot.after.disc[1].id = 9;
    crok_settle_ids(&trajectories, &record, &next_id, &shot);
    assert_int_equal(id_at(-0.1, 0.2), 4);
}

/* One of two discs of one colour went off; the other is at the place that the
 * comparison gave to the first. */
static void the_disc_that_left_is_identified_by_the_trajectories(void **state)
{
    (void)state;
    for (int sides = 1; sides < 3; sides++) {
        memset(&shot, 0, sizeof shot);
        follow(&full_on, &struck, 4);
        trajectories.trajectory[0].id =
            6; /* as if both had been at rest there */
        shot.shooter = 9;
        shot.before = (crok_rest_sight){
            .n = 2,
            .disc = {{.id = 6, .side = 0}, {.id = 4, .side = sides - 1}}};
        lie(6, 0, 179.7, 106.3);
        shot.gone[shot.n_gone++] = 4;
        crok_settle_ids(&trajectories, &record, &next_id, &shot);
        assert_int_equal(id_at(179.7, 106.3), sides == 1 ? 4 : 6);
        assert_int_equal(shot.n_gone, 1);
        assert_int_equal(shot.gone[0], sides == 1 ? 6 : 4);
    }
}

/* The shooter is where a disc of its colour seems to have moved to, and that
 * disc went off: the comparison found no new disc. */
static void a_shooter_is_not_the_disc_that_it_struck_off(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        bool in_hole = k == 2; /* where the colour does not count */
        int alike = k == 1 || in_hole;
        path other = struck;
        other.rgb = k == 1 ? WHITE : GREEN;
        memset(&shot, 0, sizeof shot);
        follow(&full_on, &other, 4);
        trajectories.trajectory[0].id = -1;
        shot.shooter = shot.side = -1;
        shot.before = (crok_rest_sight){.n = 1, .disc = {{.id = 4}}};
        lie(4, 0, -0.8, 22.5);
        if (in_hole)
            shot.after.disc[0].state = CROK_DISC_HOLE;
        next_id = 20;
        crok_settle_ids(&trajectories, &record, &next_id, &shot);
        assert_int_equal(id_at(-0.8, 22.5), alike ? 20 : 4);
        assert_int_equal(shot.shooter, alike ? 20 : -1);
        assert_int_equal(shot.side, alike ? 0 : -1);
        assert_int_equal(shot.n_gone, alike);
        assert_int_equal(next_id, 20 + alike);
    }
}

/* A disc is deflected while it is not detected, and rests at an unpredicted
 * place. */
static void a_lost_disc_is_associated_again_where_it_rests(void **state)
{
    static const path thrown = {
        GREEN,
        {8.1, 30.7},
        4,
        {{16.8, 34.3}, {0.0, 0.0}, {-90, -60}, {-90, -60}}};
    const crok_trajectory *c = &trajectories.trajectory[1];
    (void)state;
    follow(&full_on, &thrown, 4);
    assert_int_equal(c->n_seen, 1);
    memset(&shot, 0, sizeof shot);
    lie(4, 1, -90.5, -60.5);
    crok_settle_rests(&trajectories, &record, &shot);
    assert_int_equal(c->n_seen, 3);
    CHECK_NEAR(crok_trajectory_end(c, &record).x, -90.0, 0.01);
    assert_false(c->seen[WAIT + 5]);
    crok_settle_rests(&trajectories, &record,
                      &shot); /* a second call changes nothing */
    assert_int_equal(c->n_seen, 3);
}

/* A disc is lost near where it rests. Later detections far off, from where it
 * cannot have come back, are a hand. It was not detected at rest. */
static void late_detections_out_of_reach_are_dropped(void **state)
{
    static const path hand = {GREEN,
                              {8.1, 30.7},
                              6,
                              {{16.8, 34.3},
                               {71, 58},
                               {0.0, 0.0},
                               {0.0, 0.0},
                               {240, 130},
                               {240, 130}}};
    static path longer;
    const crok_trajectory *c = &trajectories.trajectory[1];
    (void)state;
    longer = full_on;
    longer.n = 10;
    follow(&longer, &hand, 4);
    assert_int_equal(c->n_seen, 4);
    assert_true(crok_mm_apart(crok_trajectory_end(c, &record),
                              (crok_mm){240, 130}) < 0.01);
    memset(&shot, 0, sizeof shot);
    lie(4, 1, 73.0, 60.0);
    crok_settle_rests(&trajectories, &record, &shot);
    assert_int_equal(c->n_seen, 2);
    CHECK_NEAR(crok_trajectory_end(c, &record).x, 71.0, 0.01);
    assert_false(crok_trajectory_has_stopped(c, &record));
    follow(&longer, &hand, 4); /* as if the hand were over the hole */
    trajectories.trajectory[1].dropped = WAIT + 8;
    crok_settle_rests(&trajectories, &record, &shot);
    assert_int_equal(c->dropped, -1);
    CHECK_NEAR(crok_trajectory_end(c, &record).x, 71.0, 0.01);
}

/* From the line to the line. */
static const path through = {WHITE,
                             {-295.2, -95.7},
                             8,
                             {{-220, -71},
                              {-145, -46},
                              {-70, -21},
                              {5, 4},
                              {80, 29},
                              {155, 54},
                              {230, 79},
                              {305, 104}}};

static void a_flick_is_detected_by_where_the_shooter_went(void **state)
{
    static const path withdrawn = {
        WHITE, {-295.2, -95.7}, 3, {{-295.2, -95.7}, {-297, -97}, {0.0, 0.0}}};
    (void)state;
    memset(&shot, 0, sizeof shot);
    shot.shooter = -1;
    follow(&through, &struck, 7);
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LEFT);
    record.frame[record.n - 1].t_ns += 300000000; /* a hand, later */
    trajectories.trajectory[0].at[record.n - 1] = trajectories.spot;
    trajectories.trajectory[0].at[record.n - 2] = (crok_mm){305, 104};
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LEFT);
    trajectories.spot_ring_foreground = 0.5; /* a fingertip */
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LOST);
    follow(&full_on, &struck, 4);
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LOST);
    shot.shooter = 9;
    lie(9, 0, -0.5, 22.4);
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_STAYED);
    follow(&withdrawn, &struck, 3);
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_NONE);
}

/* Across the board like a shot, beside fingers nearly all the way. */
static void a_disc_carried_by_a_hand_has_not_left(void **state)
{
    (void)state;
    for (int n_beside = 0; n_beside <= 8; n_beside++) {
        memset(&shot, 0, sizeof shot);
        shot.shooter = -1;
        follow(&through, &struck, 8);
        for (int f = 0; f < n_beside; f++)
            record.frame[WAIT + f].blob[0].ring_foreground = 0.5F;
        assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                         n_beside <= 4 ? CROK_SHOOTER_LEFT : CROK_SHOOTER_LOST);
    }
}

/* A hand goes over the board to a disc in the ditch, and that disc is gone. A
 * shot may come to rest near such a disc. */
static void a_hand_that_takes_a_disc_from_the_ditch_is_no_flick(void **state)
{
    static const path hand = {WHITE,
                              {-295.2, -95.7},
                              8,
                              {{-200, -64},
                               {-100, -31},
                               {0, 2},
                               {100, 35},
                               {200, 68},
                               {290, 98},
                               {339, 114},
                               {340, 115}}};
    (void)state;
    follow(&hand, &struck, 8);
    for (int is_gone = 0; is_gone < 2; is_gone++) {
        for (int is_near = 0; is_near < 2; is_near++) {
            memset(&shot, 0, sizeof shot);
            shot.shooter = -1;
            shot.before.disc[shot.before.n++] =
                (crok_sight_disc){.id = 5,
                                  .state = CROK_DISC_OUT,
                                  .at = {341, is_near ? 125 : 114}};
            if (is_gone)
                shot.gone[shot.n_gone++] = 5;
            assert_int_equal(
                crok_shooter_seen_of(&trajectories, &record, &shot),
                is_gone && !is_near ? CROK_SHOOTER_NONE : CROK_SHOOTER_LEFT);
        }
    }
}

/* The shooter strikes a disc near the line, never goes deep, and leaves, or
 * stops on the line: a shot. A disc that a hand carries along the line is
 * none. */
static void a_shot_that_glances_off_near_the_line_is_a_flick(void **state)
{
    static const path glancing = {WHITE,
                                  {-144.2, -270.9},
                                  8,
                                  {{-163.3, -241.4},
                                   {-184.5, -212.8},
                                   {-203.5, -182.4},
                                   {-222.3, -153.8},
                                   {-234.9, -146.9},
                                   {-246.3, -144.6},
                                   {-256.9, -143.2},
                                   {-270.2, -141.2}}};
    static const path hit = {GREEN,
                             {-233.7, -117.0},
                             3,
                             {{-239.9, -97.2}, {-244.5, -84.1}, {-251, -60}}};
    static const path along = {
        WHITE,
        {-144.2, -270.9},
        5,
        {{-160, -262}, {-175, -252}, {-190, -241}, {-204, -229}, {-217, -217}}};
    (void)state;
    memset(&shot, 0, sizeof shot);
    shot.shooter = 9;
    lie(9, 0, -270.4, -141.4);
    follow(&glancing, &hit, 4);
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_STAYED);
    shot.shooter = -1;
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LEFT);
    for (int f = WAIT; f < record.n; f++)
        record.frame[f].blob[0].ring_foreground = 0.5F; /* in a hand */
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_NONE);
    follow(&along, &hit, 5);
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_NONE);
    shot.motion.contact[shot.motion.n_contacts++] =
        (crok_sight_contact){9, 4}; /* it struck a disc there */
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LEFT);
}

/* First detected when it had hardly moved, the shooter is far away in the next
 * frame, and the fingertip is nearer to where it was. Here the other path is
 * the fingertip's. */
static void a_finger_behind_the_shooter_does_not_take_its_place(void **state)
{
    static const path goes = {WHITE,
                              {-62.0, 302.0},
                              6,
                              {{-62.0, 295.6},
                               {-54.0, 239.0},
                               {-47.0, 185.0},
                               {-38.0, 133.0},
                               {-28.0, 130.0},
                               {-16.0, 155.0}}};
    static const path finger = {WHITE,
                                {0.0, -250.0},
                                6,
                                {{-66.0, 332.0},
                                 {-65.0, 319.0},
                                 {-63.0, 321.0},
                                 {-65.0, 319.0},
                                 {-63.0, 321.0},
                                 {-63.0, 321.0}}};
    (void)state;
    follow(&goes, &finger, 0);
    assert_int_equal(trajectories.trajectory[0].n_seen, goes.n);
    for (int k = 0; k < goes.n; k++)
        CHECK_NEAR(
            crok_mm_apart(trajectories.trajectory[0].at[WAIT + k], goes.at[k]),
            0.0, 1e-9);
}

/* Straight back off a peg, within a part of a frame, and over the line beside
 * its place. */
static void a_shot_that_bounces_back_and_leaves_is_a_flick(void **state)
{
    static const path back = {WHITE,
                              {167.8, 256.7},
                              13,
                              {{143.1, 226.3},
                               {116.3, 193.2},
                               {89.7, 160.5},
                               {63.7, 128.7},
                               {54.5, 120.8},
                               {63.9, 140.8},
                               {74.0, 160.5},
                               {83.9, 180.1},
                               {94, 200},
                               {104, 220},
                               {114, 240},
                               {124, 260},
                               {134, 280}}};
    (void)state;
    memset(&shot, 0, sizeof shot);
    shot.shooter = -1;
    follow(&back, &struck, 13);
    for (int k = 0; k < back.n; k++)
        if (!trajectories.trajectory[0].seen[WAIT + k])
            fail_msg("lost %d frames after the flick", k);
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LEFT);
    for (int f = WAIT + 10; f < record.n; f++) /* hidden by the hand */
        trajectories.trajectory[0].seen[f] = false;
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LEFT);
    for (int f = WAIT + 5; f < record.n; f++) /* on its way in */
        trajectories.trajectory[0].seen[f] = false;
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LOST);
    follow(&back, &struck, 13);
    for (int f = WAIT; f < record.n; f++)
        record.frame[f].blob[0].ring_foreground = 0.5F; /* a pointing hand */
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LOST);
}

/* The shooter stops on the line, hardly two discs from its place; the disc
 * that it struck goes along the rim. A hand that moves a disc there strikes no
 * other, and is not isolated. */
static void
a_shooter_that_stops_beside_the_disc_it_drove_off_is_flicked(void **state)
{
    static const path stops = {WHITE,
                               {55.6, -302.6},
                               6,
                               {{0.0, 0.0},
                                {28.1, -307.8},
                                {20.8, -307.3},
                                {16.7, -306.5},
                                {16.7, -306.5},
                                {16.7, -306.5}}};
    static const path driven = {
        GREEN, {-2.9, -316.1}, 2, {{-7.4, -320.8}, {-31.8, -321.1}}};
    (void)state;
    memset(&shot, 0, sizeof shot);
    shot.shooter = 9;
    lie(9, 0, 16.7, -306.5);
    follow(&stops, &driven, 1);
    crok_settle_rests(&trajectories, &record, &shot);
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_NONE);
    shot.motion.contact[shot.motion.n_contacts++] = (crok_sight_contact){4, 9};
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_STAYED);
    for (int f = WAIT; f < record.n; f++) /* in a hand */
        for (int k = 0; k < record.frame[f].n; k++)
            record.frame[f].blob[k].ring_foreground = 0.5F;
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_NONE);
}

/* A hand shades a disc that stays at rest: the shooter was not there. */
static void a_shaded_disc_is_no_flick(void **state)
{
    static const path shade = {WHITE,
                               {-297.4, -94.5},
                               7,
                               {{0.0, 0.0},
                                {0.0, 0.0},
                                {0.0, 0.0},
                                {65.6, -32.4},
                                {63.0, -27.6},
                                {69.0, -26.6},
                                {68.0, -32.4}}};
    (void)state;
    memset(&shot, 0, sizeof shot);
    shot.shooter = 9;
    lie(9, 0, -309.4, -189.9);
    follow(&shade, &struck, 7);
    assert_int_equal(trajectories.trajectory[0].n_seen, 4);
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LOST);
    lie(7, 0, 66.2, -33.2);
    shot.before = (crok_rest_sight){
        .n = 1, .disc = {{.id = 7, .side = 0, .at = {66.2, -33.2}}}};
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_NONE);
    shot.before.disc[0].at.x = 100.0; /* it came to rest there */
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_LOST);
}

/* Off a peg and back to the line, beside its place. */
static void a_shot_that_comes_back_to_the_line_is_a_flick(void **state)
{
    static const path back = {WHITE,
                              {-13.0, -308.5},
                              16,
                              {{-9.5, -292.6},
                               {-4.4, -273.1},
                               {9.9, -215.4},
                               {11.8, -237.0},
                               {9.5, -248.7},
                               {4.2, -277.9},
                               {0.6, -295.1},
                               {-1.3, -306.1},
                               {-2.4, -311.7},
                               {-2.4, -311.7},
                               {-2.4, -311.7},
                               {-2.4, -311.7},
                               {-2.4, -311.7},
                               {-2.4, -311.7},
                               {-2.4, -311.7},
                               {-2.4, -311.7}}};
    (void)state;
    memset(&shot, 0, sizeof shot);
    shot.shooter = 9;
    lie(9, 0, -2.8, -311.5);
    follow(&back, &struck, 16);
    CHECK_NEAR(trajectories.spot.x, -13.0, 0.01);
    assert_int_equal(trajectories.flick, WAIT - 1);
    assert_int_equal(crok_shooter_seen_of(&trajectories, &record, &shot),
                     CROK_SHOOTER_STAYED);
}

/* Make one blob a frame at 60 a second, or none if y is NAN: is the disc at
 * `at` still in motion? */
static bool is_moving_at(const double *y, int n, float ring, crok_mm at,
                         int64_t t_ns)
{
    memset(&record, 0, sizeof record);
    for (int f = 0; f < n; f++) {
        crok_frame_blobs *g = crok_detections_next(&record);
        *g = (crok_frame_blobs){.t_ns = f * INT64_C(16666667)};
        if (isnan(y[f]))
            continue;
        put_blob(g, (crok_mm){-130.0, y[f]}, GREEN);
        g->blob[0].ring_foreground = ring;
    }
    return crok_detections_is_moving(&record, at, 15.9, t_ns);
}

static void a_disc_that_comes_back_slowly_has_not_come_to_rest(void **state)
{
    static const double back[] = {-300, -294, -289, -283, -278, -274, -270};
    static const double rest_mm[] = {-283, -275,   -270, -270.2,
                                     -270, -269.9, -270};
    /* The disc was at rest in its place, which gives no blob, until it was
     * just struck. */
    static const double went[] = {NAN, NAN, NAN, NAN, -300, -289, -270};
    const int64_t end_ns = 6 * INT64_C(16666667);
    crok_mm at = {-130.2, -269.6};
    (void)state;
    assert_true(is_moving_at(back, 7, 0.0F, at, end_ns));
    assert_false(is_moving_at(rest_mm, 7, 0.0F, at, end_ns));
    assert_true(is_moving_at(rest_mm, 7, 0.0F, at, end_ns / 2)); /* earlier */
    assert_true(is_moving_at(went, 7, 0.0F, at, end_ns));
    assert_true(crok_detections_is_new(&record, at, end_ns));
    assert_false(crok_detections_is_new(&record, at, end_ns / 2));
    assert_false(crok_detections_is_new(&record, (crok_mm){0, 0}, end_ns));
    record.frame[6].changed[3] = 55;
    assert_true(crok_detections_has_left(&record, 3, end_ns));
    assert_false(crok_detections_has_left(&record, 3, end_ns / 2));
    assert_false(crok_detections_has_left(&record, 2, end_ns));
    assert_false(is_moving_at(back, 7, 0.5F, at, end_ns)); /* a hand */
    assert_false(is_moving_at(back, 7, 0.0F, (crok_mm){0, 0}, end_ns));
    assert_false(is_moving_at(back, 1, 0.0F, at, end_ns)); /* too few frames */
    assert_false(is_moving_at(back, 0, 0.0F, at, end_ns));
}

/* A finger was on the disc where it was placed. */
static void the_shooter_s_colour_is_measured_in_motion(void **state)
{
    static const uint8_t finger[3] = {110, 80, 76};
    uint8_t rgb[3];
    (void)state;
    follow(&full_on, &struck, 4);
    memcpy(trajectories.trajectory[0].rgb, finger, sizeof finger);
    crok_trajectory_colour(&trajectories.trajectory[0], &record, rgb);
    assert_memory_equal(rgb, WHITE, sizeof rgb);
    for (int f = 0; f < record.n; f++)
        for (int k = 0; k < record.frame[f].n; k++)
            record.frame[f].blob[k].ring_foreground = 0.5F;
    crok_trajectory_colour(&trajectories.trajectory[0], &record, rgb);
    assert_memory_equal(rgb, finger, sizeof rgb);
}

static void an_equal_frame_repeats_the_last_one(void **state)
{
    (void)state;
    memset(&record, 0, sizeof record);
    crok_detections_repeat(&record, 5);
    assert_int_equal(record.n, 0);
    for (int f = 0; f < CROK_MAX_TRACKED_FRAMES; f++) {
        crok_frame_blobs *g = crok_detections_next(&record);
        *g = (crok_frame_blobs){.t_ns = f};
        put_blob(g, (crok_mm){f, 0.0}, GREEN);
    }
    crok_detections_repeat(&record, 5000);
    assert_int_equal(record.n, CROK_MAX_TRACKED_FRAMES);
    assert_int_equal(crok_detections_at(&record, 0)->t_ns, 1);
    for (int f = CROK_MAX_TRACKED_FRAMES - 2; f < CROK_MAX_TRACKED_FRAMES;
         f++) {
        const crok_frame_blobs *g = crok_detections_at(&record, f);
        assert_int_equal(g->n, 1);
        CHECK_NEAR(g->blob[0].at.x, CROK_MAX_TRACKED_FRAMES - 1, 0.001);
    }
    assert_int_equal(crok_detections_at(&record, record.n - 1)->t_ns, 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_striker_is_tracked_through_the_collision),
        cmocka_unit_test(a_disc_that_waits_is_not_the_shooter),
        cmocka_unit_test(
            discs_of_one_colour_are_identified_by_their_trajectories),
        cmocka_unit_test(a_disc_that_dropped_into_the_hole_stays_there),
        cmocka_unit_test(the_disc_that_left_is_identified_by_the_trajectories),
        cmocka_unit_test(a_shooter_is_not_the_disc_that_it_struck_off),
        cmocka_unit_test(a_lost_disc_is_associated_again_where_it_rests),
        cmocka_unit_test(late_detections_out_of_reach_are_dropped),
        cmocka_unit_test(a_flick_is_detected_by_where_the_shooter_went),
        cmocka_unit_test(a_disc_carried_by_a_hand_has_not_left),
        cmocka_unit_test(a_hand_that_takes_a_disc_from_the_ditch_is_no_flick),
        cmocka_unit_test(a_shot_that_glances_off_near_the_line_is_a_flick),
        cmocka_unit_test(a_finger_behind_the_shooter_does_not_take_its_place),
        cmocka_unit_test(
            a_shooter_that_stops_beside_the_disc_it_drove_off_is_flicked),
        cmocka_unit_test(a_shaded_disc_is_no_flick),
        cmocka_unit_test(a_shot_that_bounces_back_and_leaves_is_a_flick),
        cmocka_unit_test(a_shot_that_comes_back_to_the_line_is_a_flick),
        cmocka_unit_test(a_disc_that_comes_back_slowly_has_not_come_to_rest),
        cmocka_unit_test(the_shooter_s_colour_is_measured_in_motion),
        cmocka_unit_test(an_equal_frame_repeats_the_last_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
