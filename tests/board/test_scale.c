/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/board.h"

#define MODEL_MM 304.8
#define HOLE_MM 17.4625

/* Evidence of a board whose outer line is outer_mm, from lengths in mm. */
static crok_scale_evidence of_board(double outer_mm, double disc_mm)
{
    return (crok_scale_evidence){.n_edges = 1,
                                 .edge = {{HOLE_MM / outer_mm, 0.8}},
                                 .n_discs = disc_mm > 0.0 ? 6 : 0,
                                 .disc = disc_mm / outer_mm};
}

/* The truth is within 3 sigma. Returns sigma. */
static double check_covers(const crok_scale_evidence *e, double outer_mm)
{
    crok_scale_estimate s = crok_scale_of(e);
    double off = log(s.outer_mm / outer_mm);
    print_message("%s: %+.2f %%, sigma %.2f %%\n", crok_scale_name(s.from),
                  100.0 * off, 100.0 * s.rel_sigma);
    CHECK_NEAR(off, 0.0, 3.0 * s.rel_sigma);
    return s.rel_sigma;
}

static void what_agrees_is_sure(void **state)
{
    crok_scale_evidence e = of_board(MODEL_MM, 15.8);
    crok_scale_estimate s;
    (void)state;
    e.model_mm = MODEL_MM;
    s = crok_scale_of(&e);
    assert_int_equal(s.from, CROK_SCALE_MODEL);
    CHECK_NEAR(s.outer_mm, MODEL_MM, 0.0);
    assert_true(s.rel_sigma < 0.002);
    e = of_board(270.0, 15.8);
    s = crok_scale_of(&e);
    assert_int_equal(s.from, CROK_SCALE_HOLE);
    CHECK_NEAR(s.outer_mm, 270.0, 2.0);
    CHECK_NEAR(s.hole * s.outer_mm, HOLE_MM, 0.1);
    assert_true(s.rel_sigma < 0.02);
}

/* A board with a model's ratios and another size. */
static void a_model_of_another_size_is_noticed(void **state)
{
    crok_scale_evidence e = of_board(292.0, 15.8);
    (void)state;
    e.model_mm = MODEL_MM;
    assert_true(check_covers(&e, 292.0) < 0.03);
    assert_int_equal(crok_scale_of(&e).from, CROK_SCALE_HOLE);
    e.n_discs = 0; /* the hole alone: either may be right */
    check_covers(&e, 292.0);
    check_covers(&e, MODEL_MM);
}

static void a_named_model_is_kept_and_its_sigma_grows(void **state)
{
    crok_scale_evidence e = of_board(292.0, 15.8);
    (void)state;
    e.model_mm = MODEL_MM;
    e.is_named = true;
    CHECK_NEAR(crok_scale_of(&e).outer_mm, MODEL_MM, 0.0);
    check_covers(&e, 292.0);
    e = of_board(MODEL_MM, 15.8);
    e.model_mm = MODEL_MM;
    e.is_named = true;
    assert_true(check_covers(&e, MODEL_MM) < 0.002);
}

/* A printed ring has the stronger edge; discs of each made size. */
static void a_ring_round_the_hole_is_told_by_the_discs(void **state)
{
    static const double disc_mm[] = {15.8, 14.95, 14.25};
    (void)state;
    for (int i = 0; i < 3; i++)
        for (double ring_mm = 18.5; ring_mm < 24.0; ring_mm += 0.5) {
            crok_scale_evidence e = of_board(270.0, disc_mm[i]);
            e.edge[0].chance = 0.18;
            e.edge[e.n_edges++] = (crok_hole_edge){ring_mm / 270.0, 0.8};
            check_covers(&e, 270.0);
            e.n_discs = 0;
            check_covers(&e, 270.0);
        }
}

static void without_evidence_the_scale_is_unknown(void **state)
{
    crok_scale_evidence e = {0};
    (void)state;
    assert_true(check_covers(&e, 255.0) > 0.04);
    check_covers(&e, MODEL_MM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_agrees_is_sure),
        cmocka_unit_test(a_model_of_another_size_is_noticed),
        cmocka_unit_test(a_named_model_is_kept_and_its_sigma_grows),
        cmocka_unit_test(a_ring_round_the_hole_is_told_by_the_discs),
        cmocka_unit_test(without_evidence_the_scale_is_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
