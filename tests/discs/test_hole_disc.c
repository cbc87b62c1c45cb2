/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "board/draw_board.h"
#include "discs/hole_disc.h"
#include "discs/twenty.h"

static const draw_rgb RED = {185, 40, 42};
static const draw_rgb BLUE = {40, 75, 160};
static const draw_rgb BLACK = {30, 30, 33};
static const draw_rgb BRICK = {150, 60, 50};
static const draw_rgb BROWN = {90, 60, 40};
static const draw_rgb WHITE = {240, 240, 240};
static const draw_rgb NATURAL = {230, 205, 150};

static const crok_scan_options TWO = {.n_sides = 2};
static const crok_scan_options THREE = {.n_sides = 3};

/* What crok_hole_disc_find is given, and what it finds. */
typedef struct hole_case {
    draw_board b;
    crok_finds finds;
    crok_assignment to;
    crok_observation o;
    crok_observation before;
    crok_seen_disc disc;
    bool found;
} hole_case;

static crok_rgb rgb_of(draw_rgb c)
{
    return (crok_rgb){c.r, c.g, c.b};
}

/* An empty hole, no discs, no sides. */
static void start(hole_case *h, double tilt)
{
    crok_camera cam = draw_close_up(tilt, 1.0);
    memset(h, 0, sizeof *h);
    h->b = draw_tournament(&cam);
    h->b.floor = (draw_rgb){110, 85, 60};
}

/* Add a side of this colour with one sure disc at `at`; sides must be added in
 * the order of their names. */
static void add_side(hole_case *h, const char *name, draw_rgb c, crok_mm at)
{
    int i = h->finds.n++;
    uint8_t rgb[3];
    int side = 0;
    crok_rgb_bytes(rgb_of(c), rgb);
    side = crok_observation_add_side(&h->o, name, rgb);
    h->finds.n_sure = h->finds.n;
    h->finds.disc[i] = (crok_found){.on_board = true, .chance = 1.0};
    h->finds.disc[i].at.at = at;
    h->finds.disc[i].face.rgb = rgb_of(c);
    h->to.side[i] = side;
    h->to.alike[i] = h->to.other[i] = -1;
    h->to.n_sides = h->o.n_sides;
    memcpy(h->to.sides, h->o.sides, sizeof h->to.sides);
    h->o.discs[h->o.n_discs++] = (crok_seen_disc){
        .side = side, .other_side = -1, .state = CROK_DISC_FLAT, .at = at};
    draw_add_disc(&h->b, at.x, at.y, c);
}

static const crok_mm FAR_OFF[] = {{120.0, 90.0}, {-150.0, 60.0}};

/* Run the search. The sides and discs so far are kept for comparison. */
static void find(hole_case *h, const crok_scan_options *options)
{
    crok_image img = draw_picture(&h->b);
    h->finds.img = &img;
    h->finds.cam = h->b.cam;
    h->finds.pose.camera = h->b.cam;
    h->finds.pose.board = draw_lengths(&h->b);
    h->finds.pose.board.line_mm[CROK_LINE_OUTER] =
        h->b.ring_mm[CROK_LINE_OUTER];
    h->finds.shape = crok_disc_shape_typical(h->b.disc_mm, h->b.disc_height_mm);
    memset(&h->disc, 0x11, sizeof h->disc);
    h->before = h->o;
    h->found = crok_hole_disc_find(&h->finds, &h->to, options, &h->o, &h->disc);
    h->before.hole = h->o.hole; /* set by every search */
    crok_image_free(&img);
    h->finds.img = NULL;
}

/* There is no disc; *out and all but the warnings are as before. */
static void check_none(const hole_case *h, int n_warnings)
{
    static crok_seen_disc untouched;
    static crok_observation o;
    memset(&untouched, 0x11, sizeof untouched);
    assert_false(h->found);
    assert_memory_equal(&h->disc, &untouched, sizeof untouched);
    assert_int_equal(h->o.n_warnings, n_warnings);
    for (int i = 0; i < n_warnings; i++)
        if (i >= h->before.n_warnings)
            assert_non_null(strstr(h->o.warnings[i], "hole"));
    o = h->o;
    o.n_warnings = h->before.n_warnings;
    memcpy(o.warnings, h->before.warnings, sizeof o.warnings);
    assert_memory_equal(&o, &h->before, sizeof o);
}

/* There is a disc of that state and side; no side and no warning is added. */
static void check_disc(const hole_case *h, crok_disc_state state, int side)
{
    assert_true(h->found);
    assert_int_equal(h->disc.state, state);
    assert_int_equal(h->disc.side, side);
    assert_memory_equal(&h->o, &h->before, sizeof h->o);
}

/* Each colour in the hole, between a side of each. */
static void a_twenty_is_of_the_side_of_its_colour(void **state)
{
    static const draw_rgb colour[] = {BLUE, RED};
    static hole_case h;
    (void)state;
    for (int k = 0; k < 4; k++) {
        start(&h, 0.2 * (k / 2));
        add_side(&h, "blue", BLUE, FAR_OFF[0]);
        add_side(&h, "red", RED, FAR_OFF[1]);
        h.to.other[k % 2] = 1 - k % 2; /* is passed on */
        draw_add_twenty(&h.b, colour[k % 2]);
        find(&h, &TWO);
        check_disc(&h, CROK_DISC_HOLE, k % 2);
        assert_int_equal(h.disc.other_side, 1 - k % 2);
        CHECK_NEAR(h.disc.at.x, 0.0, 1.0);
        CHECK_NEAR(h.disc.at.y, 0.0, 1.0);
        CHECK_NEAR(h.disc.confidence, 1.0, 0.0);
        assert_false(h.disc.state_unsure);
        CHECK_NEAR(h.disc.over_frac, 0.0, 0.05);
        CHECK_NEAR(h.disc.over_max_frac, h.disc.over_frac, 0.0);
        CHECK_NEAR(h.disc.rgb[0], colour[k % 2].r, 8.0);
        CHECK_NEAR(h.disc.rgb[1], colour[k % 2].g, 8.0);
        CHECK_NEAR(h.disc.rgb[2], colour[k % 2].b, 8.0);
    }
}

static void an_empty_hole_has_no_disc(void **state)
{
    static hole_case h;
    (void)state;
    for (int k = 0; k < 6; k++) {
        start(&h, 0.2 * (k / 2));
        if (k % 2 == 1) {
            add_side(&h, "blue", BLUE, FAR_OFF[0]);
            add_side(&h, "red", RED, FAR_OFF[1]);
        }
        find(&h, &TWO);
        check_none(&h, 0);
    }
}

/* Its position is that of its own outline, and less certain than a twenty's. */
static void a_leaning_disc_lies_where_its_outline_is(void **state)
{
    static hole_case h;
    static hole_case flat;
    (void)state;
    start(&flat, 0.2);
    add_side(&flat, "red", RED, FAR_OFF[1]);
    draw_add_twenty(&flat.b, RED);
    find(&flat, &TWO);
    check_disc(&flat, CROK_DISC_HOLE, 0);
    for (int k = 0; k < 3; k++) {
        start(&h, 0.2);
        add_side(&h, "red", RED, FAR_OFF[1]);
        h.b.floor = (draw_rgb){25, 22, 20};
        h.b.disc_height_mm = 5.0;
        draw_add_disc(&h.b, 8.0 * cos(k), 8.0 * sin(k), RED);
        find(&h, &TWO);
        check_disc(&h, CROK_DISC_LEANING, 0);
        /* the face's centre is off by more than 1.2 mm */
        CHECK_NEAR(crok_mm_apart(h.disc.at, h.b.disc[1].at), 0.0, 1.1);
        assert_true(h.disc.over_frac > 0.1);
        assert_true(h.disc.sigma_mm > flat.disc.sigma_mm + 0.5);
        CHECK_NEAR(h.disc.line_sigma_mm, h.disc.sigma_mm, 0.0);
    }
}

/* The board shows one side only: a side is made for a disc of another colour,
 * and it is not sure. The same colour makes none. */
static void the_only_disc_of_a_side_makes_its_side(void **state)
{
    static hole_case h;
    (void)state;
    start(&h, 0.2);
    add_side(&h, "black", BLACK, FAR_OFF[0]);
    draw_add_twenty(&h.b, RED);
    find(&h, &TWO);
    assert_true(h.found);
    assert_int_equal(h.disc.state, CROK_DISC_HOLE);
    assert_int_equal(h.o.n_sides, 2);
    assert_int_equal(h.disc.side, 1);
    assert_int_equal(h.disc.other_side, -1);
    assert_string_equal(h.o.sides[0].name, "black");
    assert_string_equal(h.o.sides[1].name, "red");
    assert_int_equal(h.o.n_warnings, 0);
    assert_true(h.disc.confidence >= 0.6);
    assert_true(h.disc.confidence < CROK_DISC_SURE);
    start(&h, 0.2);
    add_side(&h, "red", RED, FAR_OFF[0]);
    draw_add_twenty(&h.b, RED);
    find(&h, &TWO);
    check_disc(&h, CROK_DISC_HOLE, 0);
    assert_int_equal(h.disc.other_side, -1);
}

/* Two of three sides are shown: the third gets the disc, surely neither of the
 * two. */
static void the_third_sides_only_disc_is_of_no_other(void **state)
{
    static const char *const names[] = {"black", "natural", "red"};
    static hole_case h;
    (void)state;
    start(&h, 0.2);
    add_side(&h, "black", BLACK, FAR_OFF[0]);
    add_side(&h, "natural", NATURAL, FAR_OFF[1]);
    draw_add_twenty(&h.b, RED);
    find(&h, &THREE);
    assert_true(h.found);
    assert_int_equal(h.o.n_sides, 3);
    for (int i = 0; i < 3; i++)
        assert_string_equal(h.o.sides[i].name, names[i]);
    assert_int_equal(h.disc.side, 2);
    assert_int_equal(h.disc.other_side, -1);
    assert_int_equal(h.o.n_warnings, 0);
}

/* The floor has the colour of a side's discs, but not the shape of a disc: it
 * is empty, or a possible disc that is not counted. */
static void a_floor_of_a_sides_colour_is_not_counted(void **state)
{
    static const draw_rgb oak[] = {{160, 125, 85}, {140, 110, 80}};
    static hole_case h;
    (void)state;
    for (int k = 0; k < 6; k++) {
        bool is_empty = k % 2 == 0;
        start(&h, is_empty ? 0.3 + 0.05 * k : 0.1 * k);
        add_side(&h, "oak", oak[k % 2], FAR_OFF[0]);
        assert_true(crok_hole_colour_distance(crok_lab_of(rgb_of(oak[k % 2])),
                                              crok_lab_of(rgb_of(h.b.floor))) <
                    CROK_HOLE_COLOUR);
        find(&h, &TWO);
        if (is_empty || !h.found) {
            check_none(&h, 0);
            continue;
        }
        assert_int_equal(h.disc.side, 0);
        assert_true(h.disc.state_unsure);
        assert_true(h.disc.confidence >= CROK_DISC_MAYBE);
        assert_true(h.disc.confidence < CROK_DISC_COUNTS);
        assert_memory_equal(&h.o, &h.before, sizeof h.o);
    }
}

/* Both sides are shown and the disc has the colour of neither, but is a disc by
 * its shape: it is of the nearer one, perhaps of the other, and not sure. */
static void a_disc_of_no_sides_colour_may_be_of_either(void **state)
{
    static const char *const names[][2] = {{"blue", "brick"},
                                           {"brick", "cyan"}};
    static hole_case h;
    (void)state;
    for (int k = 0; k < 2; k++) {
        start(&h, 0.0);
        add_side(&h, names[k][0], k == 0 ? BLUE : BRICK, FAR_OFF[0]);
        add_side(&h, names[k][1], k == 0 ? BRICK : BLUE, FAR_OFF[1]);
        draw_add_twenty(&h.b, RED);
        find(&h, &TWO);
        check_disc(&h, CROK_DISC_HOLE, 1 - k);
        assert_int_equal(h.disc.other_side, k);
        assert_true(h.disc.confidence > CROK_DISC_COUNTS);
        assert_true(h.disc.confidence < CROK_DISC_SURE);
    }
}

/* Reported for its shape alone: not sure, and of either side. */
static void check_by_shape(const hole_case *h)
{
    assert_true(h->found);
    assert_int_equal(h->disc.state, CROK_DISC_HOLE);
    assert_true(h->disc.confidence > CROK_DISC_COUNTS);
    assert_true(h->disc.confidence < CROK_DISC_SURE);
    assert_int_equal(h->o.n_warnings, 0);
}

/* Its colour is far from both sides': few discs have such a colour, and many
 * floors. A person is asked about it, and it is not counted. */
static void a_disc_of_another_colour_is_possible(void **state)
{
    static hole_case h;
    (void)state;
    start(&h, 0.2);
    add_side(&h, "black", BLACK, FAR_OFF[0]);
    add_side(&h, "natural", NATURAL, FAR_OFF[1]);
    draw_add_twenty(&h.b, RED);
    find(&h, &TWO);
    assert_true(h.found);
    assert_int_equal(h.disc.state, CROK_DISC_HOLE);
    assert_true(h.disc.confidence > CROK_DISC_MAYBE);
    assert_true(h.disc.confidence < CROK_DISC_COUNTS);
    assert_int_equal(h.disc.side + h.disc.other_side, 1);
    assert_int_equal(h.o.n_warnings, 0);
}

/* Without any sure disc the shape alone makes a side. */
static void on_an_empty_board_a_clear_disc_is_not_sure(void **state)
{
    static const draw_rgb colour[] = {BROWN, RED};
    static hole_case h;
    (void)state;
    for (int k = 0; k < 4; k++) {
        start(&h, 0.2);
        if (k / 2 == 1)
            add_side(&h, "white", WHITE, FAR_OFF[0]);
        draw_add_twenty(&h.b, colour[k % 2]);
        find(&h, &TWO);
        check_by_shape(&h);
        assert_int_equal(h.o.n_sides, 1 + k / 2);
        assert_int_equal(h.disc.other_side, -1);
    }
}

/* A possible disc that a person has to look for. */
static void check_possible(const hole_case *h, int side, int other)
{
    assert_true(h->found);
    assert_int_equal(h->disc.state, CROK_DISC_HOLE);
    assert_true(h->disc.state_unsure);
    assert_int_equal(h->disc.side, side);
    assert_int_equal(h->disc.other_side, other);
    assert_true(h->disc.confidence < CROK_DISC_COUNTS);
    assert_true(h->disc.confidence >= CROK_DISC_MAYBE);
    assert_int_equal(h->o.n_warnings, 1);
    assert_non_null(strstr(h->o.warnings[0], "hole"));
}

/* Discs over the hole hide what is in it: it may be either side's. */
static void a_hidden_hole_may_hold_a_disc_of_either(void **state)
{
    static hole_case h;
    (void)state;
    start(&h, 0.0);
    draw_add_twenty(&h.b, RED);
    add_side(&h, "black", BLACK, (crok_mm){14.0, 0.0});
    add_side(&h, "blue", BLUE, (crok_mm){-14.0, 0.0});
    find(&h, &TWO);
    check_possible(&h, 0, 1);
    h.o.n_warnings = 8; /* more there is no room for */
    find(&h, &TWO);
    assert_true(h.found);
    assert_int_equal(h.o.n_warnings, 8);
}

/* A disc hides most of the hole. The rest shows the floor, which has no side's
 * colour, or a disc of a side. */
static void what_shows_of_a_hidden_hole_decides(void **state)
{
    static hole_case h;
    (void)state;
    for (int k = 0; k < 3; k++) {
        start(&h, 0.0);
        if (k > 0)
            draw_add_twenty(&h.b, BLUE);
        add_side(&h, "black", BLACK, (crok_mm){12.0, 0.0});
        if (k < 2)
            add_side(&h, "blue", BLUE, FAR_OFF[0]);
        find(&h, &TWO);
        if (k == 0)
            check_none(&h, 0);
        else
            check_possible(&h, 1, -1);
    }
    assert_string_equal(h.o.sides[1].name, "blue"); /* added in the last */
}

/* A disc in the hole is like a sure disc to which no side was given. */
static void a_disc_without_a_side_tells_the_colour(void **state)
{
    static hole_case h;
    (void)state;
    start(&h, 0.2);
    add_side(&h, "black", BLACK, FAR_OFF[0]);
    add_side(&h, "blue", BLUE, FAR_OFF[1]);
    add_side(&h, "red", RED, (crok_mm){150.0, -80.0});
    h.to.side[2] = -1;
    draw_add_twenty(&h.b, RED);
    find(&h, &TWO);
    assert_true(h.found);
    assert_true(h.disc.confidence > CROK_DISC_COUNTS);
    assert_true(h.disc.confidence < CROK_DISC_SURE);
    assert_true(h.disc.other_side >= 0);
}

/* In a drawing the discs may be much larger than the hole, although the common
 * radius is one in which discs are made: a black hole is no black disc. */
static void discs_larger_than_the_hole_are_not_in_it(void **state)
{
    static hole_case h;
    (void)state;
    for (int k = 0; k < 2; k++) {
        start(&h, 0.2);
        add_side(&h, "black", BLACK, FAR_OFF[0]);
        add_side(&h, "red", RED, FAR_OFF[1]);
        draw_add_twenty(&h.b, BLACK);
        h.finds.pose.scale_evidence.n_discs = 2;
        h.finds.pose.scale_evidence.disc =
            (k == 0 ? 1.3 : 0.9) * h.b.hole_mm / h.b.ring_mm[0];
        find(&h, &TWO);
        if (k == 0)
            check_none(&h, 0);
        else
            check_disc(&h, CROK_DISC_HOLE, 0);
    }
}

/* A sure disc beside the hole covers a part of its edge: a twenty there is flat
 * all the same, and what it may cover includes the hidden part. */
static void a_disc_beside_the_hole_does_not_make_it_lean(void **state)
{
    static hole_case h;
    (void)state;
    start(&h, 0.2);
    draw_add_twenty(&h.b, BLUE);
    add_side(&h, "blue", BLUE, FAR_OFF[0]);
    add_side(&h, "red", RED, (crok_mm){26.0, 8.0});
    find(&h, &TWO);
    check_disc(&h, CROK_DISC_HOLE, 0);
    CHECK_NEAR(h.disc.over_frac, 0.0, 0.05);
    assert_true(h.disc.over_max_frac > h.disc.over_frac + 0.1);
    assert_true(h.disc.over_max_frac < 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_twenty_is_of_the_side_of_its_colour),
        cmocka_unit_test(an_empty_hole_has_no_disc),
        cmocka_unit_test(a_leaning_disc_lies_where_its_outline_is),
        cmocka_unit_test(the_only_disc_of_a_side_makes_its_side),
        cmocka_unit_test(the_third_sides_only_disc_is_of_no_other),
        cmocka_unit_test(a_floor_of_a_sides_colour_is_not_counted),
        cmocka_unit_test(a_disc_of_no_sides_colour_may_be_of_either),
        cmocka_unit_test(a_disc_of_another_colour_is_possible),
        cmocka_unit_test(on_an_empty_board_a_clear_disc_is_not_sure),
        cmocka_unit_test(a_hidden_hole_may_hold_a_disc_of_either),
        cmocka_unit_test(what_shows_of_a_hidden_hole_decides),
        cmocka_unit_test(a_disc_without_a_side_tells_the_colour),
        cmocka_unit_test(discs_larger_than_the_hole_are_not_in_it),
        cmocka_unit_test(a_disc_beside_the_hole_does_not_make_it_lean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
