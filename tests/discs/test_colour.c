/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/colour.h"
#include "glare.h"
#include "random.h"

/* Values from Bruce Lindbloom's CIE calculator, sRGB and D65. */
static void known_colours_have_their_lab(void **state)
{
    static const struct {
        crok_rgb rgb;
        crok_lab lab;
    } known[] = {
        {{255, 255, 255}, {100.0, 0.0, 0.0}},
        {{0, 0, 0}, {0.0, 0.0, 0.0}},
        {{255, 0, 0}, {53.24, 80.09, 67.20}},
        {{0, 255, 0}, {87.73, -86.18, 83.18}},
        {{0, 0, 255}, {32.30, 79.19, -107.86}},
        {{255, 255, 0}, {97.14, -21.55, 94.48}},
        {{119, 119, 119}, {50.03, 0.0, 0.0}},
        {{0, 128, 0}, {46.23, -51.70, 49.90}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        crok_lab c = crok_lab_of(known[i].rgb);
        CHECK_NEAR(c.l, known[i].lab.l, 0.02);
        CHECK_NEAR(c.a, known[i].lab.a, 0.03);
        CHECK_NEAR(c.b, known[i].lab.b, 0.03);
    }
}

static void more_light_is_more_lightness(void **state)
{
    (void)state;
    for (int v = 1; v < 256; v++) {
        crok_lab lower = crok_lab_of((crok_rgb){v - 1, v - 1, v - 1});
        crok_lab upper = crok_lab_of((crok_rgb){v, v, v});
        assert_true(upper.l > lower.l);
        CHECK_NEAR(upper.a, 0.0, 0.01);
        CHECK_NEAR(upper.b, 0.0, 0.02);
    }
}

static void a_colour_distance_is_a_metric(void **state)
{
    rnd g = {5};
    (void)state;
    CHECK_NEAR(crok_lab_distance((crok_lab){10, 0, 0}, (crok_lab){20, 3, 4}, 1),
               sqrt(125.0), 1e-12);
    CHECK_NEAR(crok_lab_distance((crok_lab){10, 0, 0}, (crok_lab){20, 3, 4}, 0),
               5.0, 1e-12);
    for (int i = 0; i < 500; i++) {
        crok_lab c[3];
        for (int k = 0; k < 3; k++)
            c[k] = (crok_lab){rnd_between(&g, 0, 100), rnd_between(&g, -90, 90),
                              rnd_between(&g, -90, 90)};
        CHECK_NEAR(crok_lab_distance(c[0], c[0], 0.7), 0.0, 0.0);
        CHECK_NEAR(crok_lab_distance(c[0], c[1], 0.7),
                   crok_lab_distance(c[1], c[0], 0.7), 0.0);
        assert_true(crok_lab_distance(c[0], c[2], 0.7) <=
                    crok_lab_distance(c[0], c[1], 0.7) +
                        crok_lab_distance(c[1], c[2], 0.7) + 1e-9);
    }
}

static void colours_have_a_persons_words(void **state)
{
    static const struct {
        crok_rgb rgb;
        const char *word;
    } said[] = {
        {{20, 20, 22}, "black"},    {{240, 238, 230}, "white"},
        {{130, 130, 130}, "grey"},  {{190, 30, 35}, "red"},
        {{85, 25, 30}, "maroon"},   {{235, 120, 30}, "orange"},
        {{95, 60, 40}, "brown"},    {{215, 180, 135}, "natural"},
        {{240, 205, 60}, "yellow"}, {{30, 110, 55}, "green"},
        {{30, 70, 160}, "blue"},    {{105, 55, 140}, "purple"},
        {{235, 130, 160}, "pink"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++)
        assert_string_equal(crok_colour_word(crok_lab_of(said[i].rgb)),
                            said[i].word);
}

static void every_word_stands_for_itself(void **state)
{
    static const char *const words[] = {
        "black",   "white",  "grey",  "red",  "maroon", "orange", "brown",
        "natural", "yellow", "green", "blue", "purple", "pink"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        crok_lab c;
        assert_int_equal(crok_colour_of_word(words[i], &c), 1);
        assert_string_equal(crok_colour_word(c), words[i]);
    }
}

static void another_word_is_refused(void **state)
{
    static const char *const words[] = {"", "Red", "mauve", "red ", "blackish"};
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        crok_lab c = {1.5, 2.5, 3.5};
        assert_int_equal(crok_colour_of_word(words[i], &c), 0);
        CHECK_NEAR(c.l, 1.5, 0.0);
        CHECK_NEAR(c.a, 2.5, 0.0);
        CHECK_NEAR(c.b, 3.5, 0.0);
    }
}

/* In other light the ratios of a surface's channels stay the same. */
static void other_light_has_no_distance(void **state)
{
    crok_rgb red = {160.0, 40.0, 20.0};
    (void)state;
    CHECK_NEAR(crok_rgb_shade_distance((crok_rgb){80, 20, 10}, red), 0.0, 1e-3);
    CHECK_NEAR(crok_rgb_shade_distance((crok_rgb){240, 60, 30}, red), 0.0,
               1e-3);
    CHECK_NEAR(crok_rgb_shade_distance((crok_rgb){480, 120, 60}, red),
               hypot(160.0, hypot(40.0, 20.0)), 1e-2);
    CHECK_NEAR(crok_rgb_shade_distance((crok_rgb){0, 0, 100}, red), 99.3, 0.1);
}

/* Glare adds light: if the same light is subtracted, the colour is back. */
static void glare_is_removed(void **state)
{
    rnd g = {8};
    (void)state;
    for (int i = 0; i < 500; i++) {
        double glare = rnd_between(&g, 0.0, 0.4);
        double part = rnd_between(&g, 0.0, 1.0);
        crok_rgb c = {rnd_between(&g, 60, 160), rnd_between(&g, 60, 160),
                      rnd_between(&g, 60, 160)};
        crok_rgb board = {rnd_between(&g, 0, 160), rnd_between(&g, 0, 160),
                          rnd_between(&g, 0, 160)};
        crok_rgb back = crok_rgb_remove_glare(
            in_glare(c, part * glare), in_glare(board, glare), board, part);
        CHECK_NEAR(back.r, c.r, 0.05);
        CHECK_NEAR(back.g, c.g, 0.05);
        CHECK_NEAR(back.b, c.b, 0.05);
    }
}

/* A shadow is not removed as glare, and no colour becomes black. */
static void no_colour_becomes_black(void **state)
{
    const crok_rgb c = {180, 120, 60};
    crok_rgb left = crok_rgb_remove_glare(c, (crok_rgb){90, 90, 90},
                                          (crok_rgb){100, 90, 200}, 1.0);
    (void)state;
    CHECK_NEAR(left.r, c.r, 1e-6);
    CHECK_NEAR(left.g, c.g, 1e-6);
    CHECK_NEAR(left.b, c.b, 1e-6);
    left = crok_rgb_remove_glare(c, (crok_rgb){255, 255, 255},
                                 (crok_rgb){0, 0, 0}, 1.0);
    assert_true(left.b > 5.0 && left.g > left.b && left.r > left.g);
    assert_true(left.r < 0.3 * c.r);
}

/* A lamp's reflection on a blue, a red, a green and a maple board is a
 * highlight. Discs on them, and the same boards in more light, are none. */
static void a_highlight_is_no_disc(void **state)
{
    static const crok_rgb board[] = {
        {110, 135, 175}, {150, 40, 42}, {45, 110, 70}, {215, 180, 130}};
    static const crok_rgb disc[] = {{236, 232, 224},
                                    {30, 30, 32},
                                    {95, 62, 45},
                                    {185, 40, 42},
                                    {215, 182, 138}};
    (void)state;
    for (size_t i = 0; i < sizeof board / sizeof board[0]; i++) {
        crok_rgb lit = {1.15 * board[i].r, 1.15 * board[i].g,
                        1.15 * board[i].b};
        assert_true(crok_rgb_is_highlight(in_glare(board[i], 0.15), board[i]));
        assert_false(crok_rgb_is_highlight(lit, board[i]));
        assert_false(crok_rgb_is_highlight(board[i], board[i]));
        for (size_t k = 0; k < sizeof disc / sizeof disc[0]; k++)
            assert_false(crok_rgb_is_highlight(disc[k], board[i]));
    }
    /* on grey the two cannot be separated */
    assert_false(crok_rgb_is_highlight((crok_rgb){200, 200, 200},
                                       (crok_rgb){120, 120, 120}));
}

/* More light, less light and white light explain all colours of a board, but
 * not another surface's. */
static void light_explains_a_board_and_no_other(void **state)
{
    static const crok_rgb board[] = {
        {205, 160, 105}, {40, 62, 86}, {60, 120, 60}};
    static const crok_rgb ditch[] = {
        {30, 60, 150}, {168, 57, 81}, {150, 30, 30}};
    static const crok_rgb black = {0, 0, 0};
    (void)state;
    for (int i = 0; i < 3; i++) {
        crok_rgb dim = crok_rgb_remove_glare(board[i], board[i], black, 0.5);
        double u = crok_rgb_unexplained(ditch[i], board[i]);
        assert_true(u > 0.3 && u <= 1.0);
        CHECK_NEAR(crok_rgb_unexplained(board[i], board[i]), 0.0, 0.02);
        CHECK_NEAR(crok_rgb_unexplained(dim, board[i]), 0.0, 0.02);
        CHECK_NEAR(crok_rgb_unexplained(in_glare(board[i], 0.3), board[i]), 0.0,
                   0.02);
    }
    /* black may be any surface without light */
    CHECK_NEAR(crok_rgb_unexplained(black, board[0]), 0.0, 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_colours_have_their_lab),
        cmocka_unit_test(other_light_has_no_distance),
        cmocka_unit_test(glare_is_removed),
        cmocka_unit_test(no_colour_becomes_black),
        cmocka_unit_test(a_highlight_is_no_disc),
        cmocka_unit_test(light_explains_a_board_and_no_other),
        cmocka_unit_test(more_light_is_more_lightness),
        cmocka_unit_test(a_colour_distance_is_a_metric),
        cmocka_unit_test(colours_have_a_persons_words),
        cmocka_unit_test(every_word_stands_for_itself),
        cmocka_unit_test(another_word_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
