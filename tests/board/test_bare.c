/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "board/bare.h"
#include "board/texture.h"

/* Memory that one test uses at a time. */
static crok_bare a;
static crok_bare b;

static int cell_at(crok_mm p)
{
    const double half = CROK_BARE_CELLS / 2.0;
    return (int)(half - p.y) * CROK_BARE_CELLS + (int)(p.x + half);
}

static void fill(crok_bare *bare, uint8_t r, uint8_t g, uint8_t blue)
{
    for (int i = 0; i < CROK_BARE_SIZE; i++) {
        bare->rgb[i][0] = r;
        bare->rgb[i][1] = g;
        bare->rgb[i][2] = blue;
    }
}

static void black_is_not_known(void **state)
{
    (void)state;
    memset(&a, 0, sizeof a);
    assert_false(crok_bare_is_known(&a));
    a.rgb[77][1] = 1;
    assert_true(crok_bare_is_known(&a));
    assert_true(crok_bare_has_cell(&a, 77));
    assert_false(crok_bare_has_cell(&a, 78));
}

/* A mark of the second picture is where crok_texture_turned has it in the
 * first, and the view in the second one's frame has it where it was. */
static void turns_are_those_of_the_pattern(void **state)
{
    const crok_mm mark = {30.5, 12.5};
    (void)state;
    for (int turn = 0; turn < 4; turn++) {
        crok_image view;
        crok_err err = {0};
        crok_mm there = crok_texture_turned(mark, turn);
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        b.rgb[cell_at(mark)][0] = 90;
        crok_bare_add(&a, &b, turn);
        assert_int_equal(a.rgb[cell_at(there)][0], 90);
        CHECK_STATUS(crok_bare_view(&a, turn, &view, &err), CROK_OK, &err);
        assert_int_equal(view.w_px, 2 * CROK_BARE_CELLS);
        for (int y = 0; y < view.h_px; y++)
            for (int x = 0; x < view.w_px; x++) {
                int cell = y / 2 * CROK_BARE_CELLS + x / 2;
                assert_int_equal(crok_image_row(&view, y)[3 * x],
                                 cell == cell_at(mark) ? 90 : 0);
            }
        crok_image_free(&view);
    }
}

/* The second picture is half as bright, and redder. */
static void what_is_added_is_in_the_light_of_the_first(void **state)
{
    (void)state;
    fill(&a, 120, 100, 80);
    fill(&b, 60, 40, 20);
    memset(a.rgb[500], 0, 3);
    memset(b.rgb[501], 0, 3);
    memset(a.rgb[501], 0, 3);
    crok_bare_add(&a, &b, 0);
    CHECK_NEAR(a.rgb[500][0], 120.0, 1.0);
    CHECK_NEAR(a.rgb[500][1], 100.0, 1.0);
    CHECK_NEAR(a.rgb[500][2], 80.0, 1.0);
    assert_false(crok_bare_has_cell(&a, 501));
    assert_int_equal(a.rgb[502][0], 120);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(black_is_not_known),
        cmocka_unit_test(turns_are_those_of_the_pattern),
        cmocka_unit_test(what_is_added_is_in_the_light_of_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
