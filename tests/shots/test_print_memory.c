/* SPDX-License-Identifier: Apache-2.0
 *
 * What lies on the outer line while shots are played is print. */
#include "check.h"

#include "shots/print_memory.h"

static const double outer_mm = 304.8;
static const crok_mm mark = {-215.0, 215.0}; /* 304.1 mm from the centre */

/* A shot after which a disc lies at `at`, which moved if `moved` is true. */
static crok_shot_sight shot_with(crok_mm at, bool moved)
{
    crok_shot_sight shot = {.n_moved = 1, .moved = {9}};
    shot.after.n = 1;
    shot.after.disc[0] = (crok_sight_disc){
        .id = moved ? 9 : 4, .at = at, .state = CROK_DISC_FLAT};
    return shot;
}

static void what_stays_during_two_shots_is_print(void **state)
{
    crok_print_memory memory = {0};
    crok_shot_sight there = shot_with(mark, false);
    crok_shot_sight gone = shot_with((crok_mm){0.0, 50.0}, false);
    (void)state;
    crok_print_begin(&memory, &there.after, outer_mm);
    crok_print_note(&memory, &there);
    assert_false(crok_print_has(&memory, mark));
    crok_print_note(&memory, &there);
    assert_true(crok_print_has(&memory, mark));
    assert_false(crok_print_has(&memory, (crok_mm){215.0, 215.0}));
    /* it is dropped from later rests, and remembered */
    crok_print_note(&memory, &gone);
    assert_true(crok_print_has(&memory, mark));
    crok_print_rescale(&memory, 1.1);
    assert_true(crok_print_has(&memory, (crok_mm){1.1 * mark.x, 1.1 * mark.y}));
}

static void discs_are_no_print(void **state)
{
    crok_print_memory memory = {0};
    crok_shot_sight there = shot_with(mark, false);
    crok_shot_sight moved = shot_with(mark, true);
    crok_shot_sight inside = shot_with((crok_mm){0.0, 290.0}, false);
    crok_shot_sight none = {0};
    (void)state;
    crok_print_begin(&memory, &inside.after, outer_mm);
    for (int i = 0; i < 3; i++)
        crok_print_note(&memory, &inside);
    assert_false(crok_print_has(&memory, (crok_mm){0.0, 290.0}));
    for (int i = 0; i < 3; i++) /* it came there later */
        crok_print_note(&memory, &there);
    assert_false(crok_print_has(&memory, mark));
    crok_print_begin(&memory, &there.after, outer_mm);
    crok_print_note(&memory, &there);
    crok_print_note(&memory, &none); /* it was taken off */
    crok_print_note(&memory, &there);
    assert_false(crok_print_has(&memory, mark));
    crok_print_begin(&memory, &there.after, outer_mm);
    crok_print_note(&memory, &there);
    crok_print_note(&memory, &moved);
    crok_print_note(&memory, &there);
    assert_false(crok_print_has(&memory, mark));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stays_during_two_shots_is_print),
        cmocka_unit_test(discs_are_no_print),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
