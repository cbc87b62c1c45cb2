/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/sides/light.h"
#include "glare.h"

static const crok_rgb BLUE = {40, 62, 86};
static const crok_rgb WOOD = {161, 103, 46};

static void check_lab(crok_lab a, crok_lab b)
{
    CHECK_NEAR(a.l, b.l, 1e-6);
    CHECK_NEAR(a.a, b.a, 1e-6);
    CHECK_NEAR(a.b, b.b, 1e-6);
}

static crok_face face_on(crok_rgb board)
{
    return (crok_face){.rgb = WOOD, .board = board, .has_board = true};
}

static void the_board_without_glare_is_its_dark_quantile(void **state)
{
    crok_face f[9];
    crok_board_light b;
    (void)state;
    for (int i = 0; i < 9; i++) {
        double glare = 20.0 * ((4 * i) % 9);
        f[i] = face_on((crok_rgb){glare, 2.0 * glare, 3.0 * glare});
    }
    b = crok_board_light_of(f, 9);
    CHECK_NEAR(b.median.r, 80.0, 1e-9);
    CHECK_NEAR(b.plain.g, 80.0, 1e-9);
    CHECK_NEAR(b.plain.b, 120.0, 1e-9);
}

/* In the ditch the light is not known. */
static void without_a_board_all_renditions_are_raw(void **state)
{
    crok_face f[2] = {face_on(BLUE), {.rgb = WOOD}};
    crok_board_light b = crok_board_light_of(f, 2);
    (void)state;
    for (int j = 0; j < CROK_N_LIGHTS; j++)
        check_lab(crok_light_lab(&b, &f[1], (crok_light)j), crok_lab_of(WOOD));
    CHECK_NEAR(crok_light_less_glare(&b, &f[1], 1.0).r, WOOD.r, 0.0);
    b = crok_board_light_of(&f[1], 1);
    check_lab(crok_light_lab(&b, &f[1], CROK_EVEN), crok_lab_of(WOOD));
}

static void each_rendition_follows_its_formula(void **state)
{
    crok_face f[3] = {face_on(BLUE), face_on(BLUE), face_on(BLUE)};
    crok_board_light b;
    (void)state;
    f[2].board = (crok_rgb){85, 129, 177}; /* + 15 of all: twice as bright */
    b = crok_board_light_of(f, 3);
    check_lab(crok_light_lab(&b, &f[2], CROK_RAW), crok_lab_of(WOOD));
    check_lab(crok_light_lab(&b, &f[2], CROK_EVEN),
              crok_lab_relit(WOOD, 203.0 / 406.0));
    check_lab(crok_light_lab(&b, &f[2], CROK_CLEAR),
              crok_lab_of(crok_rgb_remove_glare(WOOD, f[2].board, BLUE, 1.0)));
    check_lab(crok_light_lab(&b, &f[0], CROK_EVEN), crok_lab_of(WOOD));
    check_lab(crok_light_lab(&b, &f[0], CROK_CLEAR), crok_lab_of(WOOD));
}

/* The factor of light is limited, and channels are clipped at 255. */
static void the_factor_of_light_is_limited(void **state)
{
    crok_face f[3] = {face_on(BLUE), face_on(BLUE), face_on(BLUE)};
    crok_board_light b;
    (void)state;
    f[2].board = (crok_rgb){0, 0, 0};
    b = crok_board_light_of(f, 3);
    check_lab(crok_light_lab(&b, &f[2], CROK_EVEN),
              crok_lab_relit(WOOD, CROK_LIGHT_MAX));
    check_lab(crok_lab_relit((crok_rgb){200, 20, 20}, 2.0),
              crok_lab_of((crok_rgb){255, 40, 40}));
}

/* Beside a disc at the surface's edge is the ditch. It differs from the board
 * by its paint, not by the light. */
static void another_surface_is_no_light_reference(void **state)
{
    static const crok_rgb other[] = {{168, 57, 81}, {60, 130, 60}};
    (void)state;
    for (int k = 0; k < 2; k++) {
        crok_face f[3] = {face_on(BLUE), face_on(BLUE), face_on(other[k])};
        crok_board_light b = crok_board_light_of(f, 3);
        for (int j = 0; j < CROK_N_LIGHTS; j++)
            check_lab(crok_light_lab(&b, &f[2], (crok_light)j),
                      crok_lab_of(WOOD));
        CHECK_NEAR(crok_light_less_glare(&b, &f[2], 1.0).r, WOOD.r, 0.0);
    }
}

/* Discs of one colour, beside glare on the board and in shade. */
static void discs_are_alike_in_the_best_light(void **state)
{
    static const crok_rgb dark = {88, 45, 30};
    static crok_lit_labs x;
    crok_face f[5];
    crok_board_light b;
    (void)state;
    for (int i = 0; i < 5; i++)
        f[i] = face_on(WOOD);
    f[0].rgb = f[1].rgb = f[2].rgb = dark;
    f[1].rgb = (crok_rgb){44, 22.5, 15};
    f[1].board = (crok_rgb){78, 48, 20};
    f[3].rgb = in_glare(dark, 0.2);
    f[3].board = in_glare(WOOD, 0.2);
    f[4] = f[3];
    f[4].has_board = false;
    b = crok_board_light_of(f, 4);
    crok_light_labs(&b, f, 5, x);
    CHECK_NEAR(crok_light_distance(f, x, 0, 2, 0.7), 0.0, 1e-9);
    CHECK_NEAR(crok_light_distance(f, x, 0, 1, 0.7), 0.0, 1.0);
    CHECK_NEAR(crok_light_distance(f, x, 0, 3, 0.7), 0.0, 1.0);
    assert_true(crok_lab_distance(x[CROK_RAW][0], x[CROK_RAW][1], 0.7) > 10.0);
    CHECK_NEAR(crok_light_distance(f, x, 0, 4, 0.7),
               crok_lab_distance(x[CROK_RAW][0], x[CROK_RAW][4], 0.7), 1e-9);
    assert_true(crok_light_distance(f, x, 0, 4, 0.7) > 25.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_without_glare_is_its_dark_quantile),
        cmocka_unit_test(without_a_board_all_renditions_are_raw),
        cmocka_unit_test(each_rendition_follows_its_formula),
        cmocka_unit_test(the_factor_of_light_is_limited),
        cmocka_unit_test(another_surface_is_no_light_reference),
        cmocka_unit_test(discs_are_alike_in_the_best_light),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
