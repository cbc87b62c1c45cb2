/* SPDX-License-Identifier: Apache-2.0
 *
 * What all discs seem to have moved by is an error of the pose. */
#include "check.h"

#include "shots/common_shift.h"

enum { N = 5 };
static const crok_mm place[N] = {{60.0, 120.0},
                                 {-90.0, 40.0},
                                 {10.0, -150.0},
                                 {-200.0, -100.0},
                                 {0.0, 330.0}};

static crok_rest_sight rest_of(int n)
{
    crok_rest_sight rest = {.n = n};
    for (int i = 0; i < n; i++)
        rest.disc[i] = (crok_sight_disc){
            .id = i + 1, .at = place[i], .state = CROK_DISC_FLAT};
    return rest;
}

/* The discs of the rest, each displaced by `by`, and the last one by `last`
 * more. */
static crok_observation seen_of(int n, crok_mm by, crok_mm last)
{
    crok_observation seen = {.n_discs = n};
    for (int i = 0; i < n; i++)
        seen.discs[i].at =
            (crok_mm){place[i].x + by.x + (i + 1 == n ? last.x : 0.0),
                      place[i].y + by.y + (i + 1 == n ? last.y : 0.0)};
    return seen;
}

static void a_common_displacement_is_taken_off(void **state)
{
    crok_rest_sight before = rest_of(N);
    crok_observation seen =
        seen_of(N, (crok_mm){1.5, -1.0}, (crok_mm){40.0, -60.0});
    (void)state;
    crok_take_off_shift(&before, &seen);
    for (int i = 0; i < N; i++) {
        bool is_last = i + 1 == N;
        CHECK_NEAR(seen.discs[i].at.x, place[i].x + (is_last ? 40.0 : 0.0),
                   1e-9);
        CHECK_NEAR(seen.discs[i].at.y, place[i].y - (is_last ? 60.0 : 0.0),
                   1e-9);
    }
}

/* Two discs are too few, half a millimetre is too little, and discs that went
 * different ways have moved. */
static void other_displacements_are_left(void **state)
{
    static const struct {
        int n;
        crok_mm by, last;
    } table[] = {{2, {1.5, -1.0}, {0.0, 0.0}},
                 {N, {0.5, 0.3}, {0.0, 0.0}},
                 {3, {0.0, 0.0}, {3.0, 2.0}}};
    (void)state;
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        crok_rest_sight before = rest_of(table[k].n);
        crok_observation seen = seen_of(table[k].n, table[k].by, table[k].last);
        crok_observation was = seen;
        crok_take_off_shift(&before, &seen);
        for (int i = 0; i < table[k].n; i++)
            assert_true(crok_mm_apart(seen.discs[i].at, was.discs[i].at) <
                        1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_common_displacement_is_taken_off),
        cmocka_unit_test(other_displacements_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
