/* SPDX-License-Identifier: Apache-2.0
 *
 * Ghosts of discs in scripted films (played.h). */
#include "check.h"

#include "shots/played.h"
#include "shots/tracking/ghosts.h"

/* A disc slides by so much a frame, mm: 0.9 m/s. */
#define STEP_MM 30.0
#define DISC_MM 15.9

static crok_ghosts ghosts;

static void see(crok_detections *d, double x, double y)
{
    d->disc[d->n++] = (crok_detection){.at = {x, y}, .chance = 0.9};
}

static bool has_x(const crok_detections *d, double x)
{
    for (int i = 0; i < d->n; i++)
        if (fabs(d->disc[i].at.x - x) < 1.0)
            return true;
    return false;
}

/* Detections of frame f, in which another disc lies at rest far away. */
static crok_detections frame(int f)
{
    crok_detections d = {.t_ns = (f + 1) * PLAYED_STEP_NS};
    see(&d, 0.0, 200.0);
    return d;
}

/* A film in which each frame is the mean of itself and of the one before. */
static void ghosts_are_dropped(void **state)
{
    (void)state;
    ghosts = (crok_ghosts){0};
    for (int f = 0; f < 12; f++) {
        crok_detections d = frame(f);
        see(&d, STEP_MM * f - 150.0, 0.0);
        if (f > 0)
            see(&d, STEP_MM * (f - 1) - 150.0, 0.0);
        crok_ghosts_drop(&ghosts, DISC_MM, &d);
        assert_true(has_x(&d, STEP_MM * f - 150.0));
        assert_true(has_x(&d, 0.0));
        if (f > 7)
            assert_int_equal(d.n, 2);
    }
    /* it comes to rest: it is no ghost of itself */
    for (int f = 12; f < 15; f++) {
        crok_detections d = frame(f);
        see(&d, STEP_MM * 11 - 150.0, 0.0);
        crok_ghosts_drop(&ghosts, DISC_MM, &d);
        assert_int_equal(d.n, 2);
    }
}

/* In another film nothing is dropped, also where a disc stops dead as it drives
 * off another one. */
static void discs_that_stop_dead_are_none(void **state)
{
    (void)state;
    ghosts = (crok_ghosts){0};
    for (int shot = 0; shot < 5; shot++)
        for (int f = 0; f < 16; f++) {
            crok_detections d = frame(16 * shot + f);
            double struck = STEP_MM * 8 - 150.0;
            double x = fmin(STEP_MM * f - 150.0, struck - 2.0 * DISC_MM);
            int n = 0;
            see(&d, x, 0.0);
            see(&d, struck + (f > 8 ? STEP_MM * (f - 8) : 0.0), 0.0);
            n = d.n;
            crok_ghosts_drop(&ghosts, DISC_MM, &d);
            assert_int_equal(d.n, n);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ghosts_are_dropped),
        cmocka_unit_test(discs_that_stop_dead_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
