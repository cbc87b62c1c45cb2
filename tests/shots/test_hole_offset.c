/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "shots/hole_offset.h"

/* What a patch shows: a circle in the hole, or nothing. */
typedef struct content {
    double radius_mm; /* 0: the hole is empty */
    crok_mm at;
    double light;
    crok_mm hole; /* its centre: the pose may be off */
} content;

static double cover(double inside_mm)
{
    return fmin(fmax(0.5 + inside_mm / 2.0, 0.0), 1.0); /* 2 mm of blur */
}

static crok_hole_patch patch_of(const content *in, const crok_board *board)
{
    static const double wood[3] = {190.0, 150.0, 110.0};
    static const double floor[3] = {60.0, 40.0, 35.0};
    static const double red[3] = {170.0, 40.0, 45.0};
    crok_hole_patch p = {.is_set = true};
    for (int i = 0; i < CROK_PATCH_SAMPLES; i++) {
        crok_mm at = crok_hole_patch_at(i, board);
        double hole = cover(board->hole_mm - crok_mm_apart(at, in->hole));
        double disc = in->radius_mm > 0.0
                          ? cover(in->radius_mm - crok_mm_apart(at, in->at))
                          : 0.0;
        for (int c = 0; c < 3; c++) {
            double v = wood[c] + hole * (floor[c] - wood[c]);
            v += disc * (red[c] - v);
            p.rgb[i][c] = (float)(in->light * v + i % 3 - 1);
        }
    }
    return p;
}

static void hide_right_of(crok_hole_patch *p, const crok_board *board,
                          double x_mm)
{
    for (int i = 0; i < CROK_PATCH_SAMPLES; i++)
        p->is_hidden[i] = crok_hole_patch_at(i, board).x > x_mm;
}

static void the_offset_is_that_of_the_outline(void **state)
{
    static const struct {
        content is;
        double off_mm;
    } all[] = {
        {{15.9, {0.0, 0.0}, 1.0, {0.0, 0.0}}, 0.0},
        {{15.9, {1.0, 0.0}, 1.0, {0.0, 0.0}}, 1.0},
        {{15.9, {1.0, 0.0}, 0.8, {0.0, 0.0}}, 1.0}, /* someone's shadow */
        {{15.9, {-0.9, 1.2}, 1.0, {0.0, 0.0}}, 1.5},
        {{16.6, {0.0, -2.8}, 1.0, {0.0, 0.0}},
         2.8}, /* that of one that leans */
        {{16.6, {2.2, 2.2}, 0.8, {0.0, 0.0}}, 3.1},
    };
    const crok_board *board = crok_board_tournament();
    const content nothing = {.light = 1.0};
    crok_hole_patch empty = patch_of(&nothing, board);
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        crok_hole_patch now = patch_of(&all[i].is, board);
        crok_hole_offset o = crok_hole_offset_measure(&empty, &now, board);
        assert_true(o.is_set);
        assert_true(fabs(o.off_mm - all[i].off_mm) < 0.25);
        assert_true(o.error_mm < 0.5);
        assert_int_equal(crok_hole_offset_leans(&o) > 0.0, all[i].off_mm > 2.0);
    }
}

static void the_offset_is_from_where_the_hole_is(void **state)
{
    const crok_board *board = crok_board_tournament();
    const content nothing = {.light = 1.0, .hole = {1.5, -1.0}};
    const content flat = {15.9, {1.9, -0.6}, 1.0, {1.5, -1.0}};
    crok_hole_patch empty = patch_of(&nothing, board);
    crok_hole_patch now = patch_of(&flat, board);
    crok_hole_offset o = crok_hole_offset_measure(&empty, &now, board);
    (void)state;
    assert_true(o.is_set && fabs(o.off_mm - 0.57) < 0.4);
}

static void a_neighbour_may_hide_less_than_half(void **state)
{
    const crok_board *board = crok_board_tournament();
    const content nothing = {.light = 1.0};
    const content leaning = {16.6, {0.0, -2.8}, 1.0, {0.0, 0.0}};
    crok_hole_patch empty = patch_of(&nothing, board);
    crok_hole_patch now = patch_of(&leaning, board);
    crok_hole_offset o;
    (void)state;
    hide_right_of(&now, board, 12.0);
    o = crok_hole_offset_measure(&empty, &now, board);
    assert_true(o.is_set && fabs(o.off_mm - 2.8) < 0.25);
    hide_right_of(&empty, board, -5.0);
    o = crok_hole_offset_measure(&empty, &now, board);
    assert_false(o.is_set);
    assert_true(fpclassify(crok_hole_offset_leans(&o)) == FP_ZERO);
}

static void without_an_empty_hole_nothing_is_measured(void **state)
{
    const crok_board *board = crok_board_tournament();
    const content flat = {15.9, {0.0, 0.0}, 1.0, {0.0, 0.0}};
    crok_hole_patch unset = {.is_set = false};
    crok_hole_patch now = patch_of(&flat, board);
    (void)state;
    assert_false(crok_hole_offset_measure(&unset, &now, board).is_set);
    assert_false(crok_hole_offset_measure(&now, &unset, board).is_set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_offset_is_that_of_the_outline),
        cmocka_unit_test(the_offset_is_from_where_the_hole_is),
        cmocka_unit_test(a_neighbour_may_hide_less_than_half),
        cmocka_unit_test(without_an_empty_hole_nothing_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
