/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "discs/lone_side.h"

static const crok_rgb RED = {185, 40, 42};
static const crok_rgb MAROON = {130, 35, 40};
static const crok_rgb PALE_RED = {215, 75, 60};
static const crok_rgb BLACK = {30, 30, 33};
static const crok_rgb BLUE = {40, 75, 160};

static const crok_scan_options TWO = {.n_sides = 2};
static const crok_scan_options THREE = {.n_sides = 3};

/* Add a side with one disc of this state, or without a disc if n_discs is 0. */
static int add_side(crok_observation *o, const char *name, crok_rgb rgb,
                    int n_discs, crok_disc_state state)
{
    uint8_t c[3];
    int side = 0;
    crok_rgb_bytes(rgb, c);
    side = crok_observation_add_side(o, name, c);
    for (int i = 0; i < n_discs; i++)
        o->discs[o->n_discs++] =
            (crok_seen_disc){.side = side, .other_side = -1, .state = state};
    return side;
}

/* Exactly these sides, in this order. */
static void check_names(const crok_observation *o, int n,
                        const char *const *names)
{
    assert_int_equal(o->n_sides, n);
    for (int i = 0; i < n; i++)
        assert_string_equal(o->sides[i].name, names[i]);
}

/* ---- is some side without a sure disc? ---- */

/* Discs of these sides, of which the first n_sure are sure; the last one lies
 * off the surface, if has_out. */
static bool all_seen_with(const int *side, int n, int n_sure, bool has_out,
                          const crok_scan_options *options)
{
    static crok_finds f;
    static crok_assignment to;
    memset(&f, 0, sizeof f);
    memset(&to, 0, sizeof to);
    f.n = n;
    f.n_sure = n_sure;
    for (int i = 0; i < n; i++) {
        to.side[i] = side[i];
        f.disc[i].on_board = !has_out || i + 1 < n;
    }
    return crok_sides_all_seen(&f, &to, options);
}

static bool all_seen(const int *side, int n, int n_sure,
                     const crok_scan_options *options)
{
    return all_seen_with(side, n, n_sure, false, options);
}

static void every_side_needs_a_sure_disc(void **state)
{
    static const int both[] = {0, 1, 1};
    static const int one[] = {1, 1, 1};
    static const int stray[] = {0, 0, -1};
    static const int three[] = {2, 0, 1};
    const crok_scan_options unset = {.n_sides = 0};
    (void)state;
    assert_true(all_seen(both, 3, 3, &TWO));
    assert_true(all_seen(both, 3, 3, &unset)); /* two sides by default */
    assert_true(all_seen(both, 3, 2, &TWO));
    assert_false(all_seen(both, 3, 1, &TWO)); /* side 1 has unsure discs only */
    assert_false(all_seen(both, 3, 3, &THREE));
    assert_true(all_seen(three, 3, 3, &THREE));
    assert_false(all_seen(one, 3, 3, &TWO));
    assert_false(all_seen(stray, 3, 3, &TWO)); /* a disc of no side is none */
    assert_false(all_seen(both, 0, 0, &TWO));
    /* in the ditch the light is not known */
    assert_true(all_seen_with(both, 3, 3, true, &TWO));
    assert_false(all_seen_with(both, 2, 2, true, &TWO));
}

/* ---- the side of a disc that resembles no other ---- */

/* The new side gets its place by name; the discs keep their sides. */
static void a_new_side_is_named_after_its_colour(void **state)
{
    static crok_observation o;
    static const char *const after[] = {"black", "red"};
    static const char *const before[] = {"black", "blue"};
    int side = -1;
    (void)state;
    memset(&o, 0, sizeof o);
    (void)add_side(&o, "black", BLACK, 2, CROK_DISC_FLAT);
    side = crok_lone_side_of(&TWO, RED, &o);
    check_names(&o, 2, after);
    assert_int_equal(side, 1);
    assert_int_equal(o.sides[side].rgb[0], 185);
    assert_int_equal(o.sides[side].rgb[1], 40);
    assert_int_equal(o.sides[side].rgb[2], 42);
    assert_int_equal(o.n_discs, 2);
    assert_int_equal(o.discs[0].side, 0);
    memset(&o, 0, sizeof o);
    (void)add_side(&o, "blue", BLUE, 1, CROK_DISC_FLAT);
    side = crok_lone_side_of(&TWO, BLACK, &o);
    check_names(&o, 2, before);
    assert_int_equal(side, 0);
    assert_int_equal(o.discs[0].side, 1);
    assert_int_equal(o.discs[0].other_side, -1);
}

/* A second disc of that colour is of the side made for the first. */
static void a_colour_has_one_new_side(void **state)
{
    static crok_observation o;
    static const char *const two[] = {"black", "red"};
    static const char *const three[] = {"black", "blue", "red"};
    (void)state;
    memset(&o, 0, sizeof o);
    (void)add_side(&o, "black", BLACK, 1, CROK_DISC_FLAT);
    assert_int_equal(crok_lone_side_of(&THREE, RED, &o), 1);
    assert_int_equal(crok_lone_side_of(&THREE, RED, &o), 1);
    check_names(&o, 2, two);
    assert_int_equal(crok_lone_side_of(&THREE, BLUE, &o), 1);
    check_names(&o, 3, three);
}

/* Of two shades of one word the new one says which it is. */
static void a_second_shade_is_dark_or_light(void **state)
{
    static crok_observation o;
    static const char *const dark[] = {"dark red", "red"};
    static const char *const light[] = {"light red", "red"};
    (void)state;
    assert_string_equal(crok_colour_word(crok_lab_of(RED)), "red");
    assert_string_equal(crok_colour_word(crok_lab_of(MAROON)), "red");
    assert_string_equal(crok_colour_word(crok_lab_of(PALE_RED)), "red");
    memset(&o, 0, sizeof o);
    (void)add_side(&o, "red", RED, 1, CROK_DISC_FLAT);
    assert_int_equal(crok_lone_side_of(&TWO, MAROON, &o), 0);
    check_names(&o, 2, dark);
    memset(&o, 0, sizeof o);
    (void)add_side(&o, "red", RED, 1, CROK_DISC_FLAT);
    assert_int_equal(crok_lone_side_of(&TWO, PALE_RED, &o), 0);
    check_names(&o, 2, light);
}

/* With as many sides as play, none is added: the disc is of the side that has
 * no disc outside the hole, whatever its colour, or of none. */
static void no_more_sides_than_play(void **state)
{
    static const crok_disc_state states[] = {CROK_DISC_FLAT, CROK_DISC_HOLE,
                                             CROK_DISC_LEANING, CROK_DISC_OUT};
    static const int want[] = {-1, 1, 1, -1};
    static const char *const names[] = {"black", "red"};
    (void)state;
    for (int k = 0; k < 4; k++) {
        static crok_observation o;
        memset(&o, 0, sizeof o);
        (void)add_side(&o, "black", BLACK, 2, CROK_DISC_FLAT);
        (void)add_side(&o, "red", RED, 1, states[k]);
        assert_int_equal(crok_lone_side_of(&TWO, BLUE, &o), want[k]);
        check_names(&o, 2, names);
    }
}

/* A named side without discs has the colour of its name. */
static void named_sides_are_chosen_by_name(void **state)
{
    static crok_observation o;
    const crok_scan_options named = {.n_sides = 3,
                                     .n_side_names = 3,
                                     .side_names = {"black", "blue", "red"}};
    static const char *const names[] = {"black", "blue", "red"};
    const crok_rgb unknown = {0, 0, 0};
    (void)state;
    memset(&o, 0, sizeof o);
    (void)add_side(&o, "black", BLACK, 1, CROK_DISC_FLAT);
    (void)add_side(&o, "blue", unknown, 0, CROK_DISC_FLAT);
    (void)add_side(&o, "red", unknown, 0, CROK_DISC_FLAT);
    assert_int_equal(crok_lone_side_of(&named, RED, &o), 2);
    assert_int_equal(crok_lone_side_of(&named, BLUE, &o), 1);
    /* black is the nearest, but it has a disc */
    assert_int_not_equal(crok_lone_side_of(&named, BLACK, &o), 0);
    check_names(&o, 3, names);
    /* two of three sides named by a person: still none is added */
    o.n_sides = 2;
    assert_int_equal(crok_lone_side_of(&named, RED, &o), 1);
    check_names(&o, 2, names);
}

/* A side whose name is no colour word has the mean colour of its discs. */
static void other_names_are_chosen_by_their_discs(void **state)
{
    static crok_observation o;
    (void)state;
    memset(&o, 0, sizeof o);
    (void)add_side(&o, "dark red", MAROON, 1, CROK_DISC_HOLE);
    (void)add_side(&o, "light blue", BLUE, 1, CROK_DISC_LEANING);
    assert_int_equal(crok_lone_side_of(&TWO, MAROON, &o), 0);
    assert_int_equal(crok_lone_side_of(&TWO, BLUE, &o), 1);
    assert_int_equal(o.n_sides, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_side_needs_a_sure_disc),
        cmocka_unit_test(a_new_side_is_named_after_its_colour),
        cmocka_unit_test(a_colour_has_one_new_side),
        cmocka_unit_test(a_second_shade_is_dark_or_light),
        cmocka_unit_test(no_more_sides_than_play),
        cmocka_unit_test(named_sides_are_chosen_by_name),
        cmocka_unit_test(other_names_are_chosen_by_their_discs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
