/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "shots/tracking/launch.h"

static crok_detections record; /* large */

#define FRAME_NS 33000000LL

/* One detection a frame. */
static void add(double x, double y, float ring)
{
    crok_frame_blobs *g = crok_detections_next(&record);
    memset(g, 0, sizeof *g);
    g->t_ns = record.n * FRAME_NS;
    g->n = 1;
    g->blob[0] = (crok_blob){.at = {x, y},
                             .foreground = 0.8F,
                             .ring_foreground = ring,
                             .rgb = {90, 60, 50}};
}

static void add_none(int n)
{
    for (int i = 0; i < n; i++) {
        crok_frame_blobs *g = crok_detections_next(&record);
        memset(g, 0, sizeof *g);
        g->t_ns = record.n * FRAME_NS;
    }
}

static bool find(int until, crok_spot *out)
{
    static crok_trajectories cs;
    cs = (crok_trajectories){.disc_mm = 15.9, .line_mm = 304.0};
    return crok_launch_find(&cs, &record, until, out);
}

/* 40 mm a frame, straight to the hole: 1.2 m/s. */
static void a_disc_in_motion_came_from_the_line(void **state)
{
    crok_spot l = {.flick = -1};
    (void)state;
    memset(&record, 0, sizeof record);
    add_none(6);
    for (int i = 0; i < 5; i++)
        add(3.0, -(260.0 - 40.0 * i), 0.0F);
    assert_true(find(record.n, &l));
    assert_true(fabs(l.at.x - 3.0) < 0.5);
    assert_true(fabs(l.at.y + 304.0) < 0.5);
    assert_int_equal(l.flick, 4); /* 44 mm before the first detection */
    assert_int_equal(l.rgb[0], 90);
    assert_true(l.sigma_mm > 1.0 && l.sigma_mm < 15.0);
    /* while another disc moved already it may be that one */
    assert_false(find(7, &l));
}

static void a_hand_a_slow_or_a_bent_way_is_none(void **state)
{
    crok_spot l;
    (void)state;
    memset(&record, 0, sizeof record);
    add_none(6);
    for (int i = 0; i < 5; i++)
        add(3.0, -(260.0 - 40.0 * i), 0.4F); /* foreground all round */
    assert_false(find(record.n, &l));
    memset(&record, 0, sizeof record);
    add_none(6);
    for (int i = 0; i < 5; i++)
        add(3.0, -(260.0 - 6.0 * i), 0.0F);
    assert_false(find(record.n, &l));
    memset(&record, 0, sizeof record);
    add_none(6);
    for (int i = 0; i < 5; i++)
        add(i % 2 == 0 ? 3.0 : 60.0, -(260.0 - 40.0 * i), 0.0F);
    assert_false(find(record.n, &l));
}

/* It was first seen far inside, or moves outwards. */
static void what_comes_from_elsewhere_is_none(void **state)
{
    crok_spot l;
    (void)state;
    memset(&record, 0, sizeof record);
    add_none(6);
    for (int i = 0; i < 4; i++)
        add(3.0, 100.0 - 15.0 * i, 0.0F);
    assert_false(find(record.n, &l));
    memset(&record, 0, sizeof record);
    add_none(6);
    for (int i = 0; i < 4; i++)
        add(3.0, 130.0 + 40.0 * i, 0.0F);
    assert_false(find(record.n, &l));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_in_motion_came_from_the_line),
        cmocka_unit_test(a_hand_a_slow_or_a_bent_way_is_none),
        cmocka_unit_test(what_comes_from_elsewhere_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
