/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "discs/find/find.h"
#include "glare.h"

static const crok_rgb WOOD = {200, 150, 100};
static const crok_rgb BROWN = {95, 55, 40};
static const crok_rgb NATURAL = {230, 205, 150};

/* A disc on the surface in glare of this strength, with the features of an
 * unsure disc. */
static crok_found disc_of(crok_rgb c, double glare)
{
    crok_found f = {.on_board = true, .alike = -1};
    f.face.rgb = in_glare(c, glare);
    f.face.board = in_glare(WOOD, glare);
    f.face.has_board = true;
    f.chance = 0.6;
    return f;
}

/* Three sure discs of each side, and one that is not sure. */
static void lay(crok_finds *s, crok_found unsure)
{
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 6; i++)
        s->disc[s->n++] = disc_of(i % 2 == 0 ? BROWN : NATURAL, 0.0);
    s->n_sure = s->n;
    s->disc[s->n++] = unsure;
}

/* Glare on a disc and on the board beside it does not change its side. */
static void glare_does_not_change_the_nearest_side(void **state)
{
    static crok_finds s;
    double as_photographed = 0.0;
    crok_found f = disc_of(BROWN, 0.2);
    (void)state;
    as_photographed =
        crok_lab_distance(crok_lab_of(f.face.rgb), crok_lab_of(BROWN), 0.7);
    assert_true(as_photographed > 20.0);
    lay(&s, f);
    crok_finds_compare_colours(&s);
    assert_int_equal(s.disc[6].alike % 2, 0);
    assert_true(s.disc[6].from_alike < 3.0);
}

/* A colour that no disc has in any light is far from all of them, but a disc is
 * a disc whatever its colour. */
static void another_colour_is_far_and_leaves_the_chance(void **state)
{
    static crok_finds s;
    crok_found f = disc_of((crok_rgb){60, 90, 200}, 0.0);
    (void)state;
    lay(&s, f);
    crok_finds_compare_colours(&s);
    assert_true(s.disc[6].from_alike > 20.0);
    CHECK_NEAR(s.disc[6].chance, f.chance, 0.0);
}

/* The light in the ditch is not known. */
static void the_ditch_is_compared_as_photographed(void **state)
{
    static crok_finds s;
    crok_found f = disc_of(BROWN, 0.2);
    (void)state;
    f.face.has_board = false;
    lay(&s, f);
    crok_finds_compare_colours(&s);
    CHECK_NEAR(s.disc[6].from_alike,
               crok_lab_distance(crok_lab_of(f.face.rgb),
                                 crok_lab_of(s.disc[s.disc[6].alike].face.rgb),
                                 0.7),
               1e-9);
    assert_true(s.disc[6].from_alike > 10.0);
}

/* Exactly n discs are left, at these positions along x, mm. */
static void check_left(const crok_finds *s, int n, const double *at_mm)
{
    assert_int_equal(s->n, n);
    for (int k = 0; k < n; k++) {
        bool is_there = false;
        for (int i = 0; i < s->n; i++)
            is_there = is_there || s->disc[i].at.at.x == at_mm[k];
        if (!is_there)
            fail_msg("the disc at %g mm is gone", at_mm[k]);
    }
}

static void the_likeliest_of_overlapping_discs_stays(void **state)
{
    static crok_finds s;
    const double apart[] = {0.0, 40.0};
    const double one[] = {20.0};
    (void)state;
    memset(&s, 0, sizeof s);
    s.shape.radius_mm = 15.9;
    for (int i = 0; i < 2; i++)
        crok_finds_add(&s, &(crok_found){.at.at = {apart[i], 0.0},
                                         .chance = i == 0 ? 0.95 : 0.99});
    /* likelier than only one of them: nothing changes */
    crok_finds_add(&s, &(crok_found){.at.at = {20.0, 0.0}, .chance = 0.97});
    check_left(&s, 2, apart);
    crok_finds_add(&s, &(crok_found){.at.at = {20.0, 0.0}, .chance = 0.995});
    check_left(&s, 1, one);
    assert_int_equal(s.n_dropped, 0);
    /* as many as there is room for, and one more */
    for (int i = 0; i < CROK_MAX_DISCS; i++)
        crok_finds_add(
            &s, &(crok_found){.at.at = {100.0 + 40.0 * i, 0.0}, .chance = 0.9});
    assert_int_equal(s.n, CROK_MAX_DISCS);
    assert_int_equal(s.n_dropped, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_likeliest_of_overlapping_discs_stays),
        cmocka_unit_test(glare_does_not_change_the_nearest_side),
        cmocka_unit_test(another_colour_is_far_and_leaves_the_chance),
        cmocka_unit_test(the_ditch_is_compared_as_photographed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
