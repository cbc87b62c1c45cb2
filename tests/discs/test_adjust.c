/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "discs/draw_outline.h"
#include "discs/outline/adjust.h"

/* A start whose places are 1 mm off and whose radius is 0.5 mm off. */
static crok_adjustment start(const crok_mm *at, int n)
{
    crok_adjustment a = {
        .shape = crok_disc_shape_typical(OUTLINE_SHAPE.radius_mm + 0.3,
                                         OUTLINE_SHAPE.height_mm),
        .radius_prior_sigma_mm = 0.8,
        .n = n};
    for (int i = 0; i < n; i++)
        a.disc[i].at = (crok_mm){at[i].x + 0.6, at[i].y - 0.4};
    return a;
}

static const crok_mm AT[] = {{200, 30}, {-150, 120}, {40, -260}, {5, 80}};
#define N_AT 4
static const crok_mm NEAR[] = {
    {110, 20}, {-60, 90}, {30, -120}, {-100, -40}, {90, -70}};
#define N_NEAR 5

static void exact_edges_give_the_exact_place(void **state)
{
    crok_camera cam = outline_camera();
    crok_outline o[N_AT];
    crok_adjustment a = start(AT, N_AT);
    rnd g = {1};
    (void)state;
    for (int i = 0; i < N_AT; i++)
        o[i] = draw_outline(&g, &cam, AT[i], 0.0, 1.0);
    assert_true(crok_adjust(o, &a));
    for (int i = 0; i < N_AT; i++) {
        CHECK_NEAR(a.disc[i].at.x, AT[i].x, 0.02);
        CHECK_NEAR(a.disc[i].at.y, AT[i].y, 0.02);
        CHECK_NEAR(a.disc[i].support_frac, 1.0, 0.06);
        CHECK_NEAR(a.disc[i].rms_mm, 0.0, 0.02);
    }
    CHECK_NEAR(a.shape.radius_mm, OUTLINE_SHAPE.radius_mm, 0.02);
    CHECK_NEAR(a.shape.face_mm, OUTLINE_SHAPE.face_mm, 0.05);
    CHECK_NEAR(a.shape.height_mm, OUTLINE_SHAPE.height_mm, 0.0);
}

/* Over many runs the scatter of places and radius equals the covariance within
 * a factor of 1.5. */
static void the_covariance_is_the_scatter(void **state)
{
    enum { RUNS = 300 };
    static crok_outline o[N_AT];
    crok_camera cam = outline_camera();
    double sum[N_AT][2] = {{0}};
    double said[N_AT][2] = {{0}};
    double radius = 0.0;
    double radius_said = 0.0;
    double noise = 0.0;
    (void)state;
    for (int run = 0; run < RUNS; run++) {
        rnd g = {5000 + (uint64_t)run};
        crok_adjustment a = start(AT, N_AT);
        for (int i = 0; i < N_AT; i++)
            o[i] = draw_outline(&g, &cam, AT[i], OUTLINE_NOISE_MM, 1.0);
        if (!crok_adjust(o, &a))
            fail_msg("run %d", run);
        for (int i = 0; i < N_AT; i++) {
            sum[i][0] += pow(a.disc[i].at.x - AT[i].x, 2.0) / RUNS;
            sum[i][1] += pow(a.disc[i].at.y - AT[i].y, 2.0) / RUNS;
            said[i][0] += a.disc[i].cov[0] / RUNS;
            said[i][1] += a.disc[i].cov[2] / RUNS;
            assert_true(a.disc[i].cov[1] * a.disc[i].cov[1] <
                        a.disc[i].cov[0] * a.disc[i].cov[2]);
        }
        radius += pow(a.shape.radius_mm - OUTLINE_SHAPE.radius_mm, 2.0) / RUNS;
        radius_said += pow(a.radius_sigma_mm, 2.0) / RUNS;
        noise += a.noise_mm / RUNS;
    }
    print_message("noise %.3f mm; radius: scatter %.4f, sigma %.4f\n", noise,
                  sqrt(radius), sqrt(radius_said));
    CHECK_NEAR(noise, OUTLINE_NOISE_MM, 0.04);
    CHECK_NEAR(log(radius_said / radius), 0.0, 2.0 * log(1.5));
    for (int i = 0; i < N_AT; i++) {
        for (int k = 0; k < 2; k++) {
            print_message("disc %d, %c: scatter %.4f, sigma %.4f mm\n", i,
                          "xy"[k], sqrt(sum[i][k]), sqrt(said[i][k]));
            CHECK_NEAR(log(said[i][k] / sum[i][k]), 0.0, 2.0 * log(1.5));
        }
    }
}

/* A disc with edges on a third of its outline has a larger sigma. */
static void part_of_an_outline_gives_a_larger_sigma(void **state)
{
    static crok_outline o[N_AT];
    crok_camera cam = outline_camera();
    double area[2];
    (void)state;
    for (int part = 0; part < 2; part++) {
        crok_adjustment a = start(AT, N_AT);
        rnd g = {77};
        for (int i = 0; i < N_AT; i++)
            o[i] = draw_outline(&g, &cam, AT[i], OUTLINE_NOISE_MM,
                                i == 1 && part ? 0.35 : 1.0);
        assert_true(crok_adjust(o, &a));
        CHECK_NEAR(a.disc[1].at.x, AT[1].x, 0.3);
        CHECK_NEAR(a.disc[1].at.y, AT[1].y, 0.3);
        CHECK_NEAR(a.disc[1].support_frac, part ? 0.36 : 1.0, 0.06);
        area[part] = sqrt(a.disc[1].cov[0] * a.disc[1].cov[2] -
                          a.disc[1].cov[1] * a.disc[1].cov[1]);
    }
    print_message("%.4f mm^2, a third of it %.4f\n", area[0], area[1]);
    assert_true(area[1] > 1.5 * area[0]);
}

static void edges_of_other_things_are_outliers(void **state)
{
    static crok_outline o[N_AT];
    crok_camera cam = outline_camera();
    crok_adjustment a = start(AT, N_AT);
    rnd g = {78};
    (void)state;
    for (int i = 0; i < N_AT; i++) {
        o[i] = draw_outline(&g, &cam, AT[i], OUTLINE_NOISE_MM, 1.0);
        for (int k = 0; k < o[i].n; k += 5) {
            /* grain, a line, another disc: to either side */
            double off = rnd_between(&g, 1.5, 3.0) * (k % 2 ? 1.0 : -1.0);
            o[i].edge[k].rim.x += off;
            o[i].edge[k].face.x += off;
        }
    }
    assert_true(crok_adjust(o, &a));
    for (int i = 0; i < N_AT; i++) {
        CHECK_NEAR(a.disc[i].at.x, AT[i].x, 0.25);
        CHECK_NEAR(a.disc[i].at.y, AT[i].y, 0.25);
    }
    CHECK_NEAR(a.shape.radius_mm, OUTLINE_SHAPE.radius_mm, 0.15);
}

static void a_tight_prior_holds_the_size(void **state)
{
    crok_outline o[N_AT];
    crok_camera cam = outline_camera();
    crok_adjustment a = start(AT, N_AT);
    rnd g = {79};
    (void)state;
    for (int i = 0; i < N_AT; i++)
        o[i] = draw_outline(&g, &cam, AT[i], OUTLINE_NOISE_MM, 1.0);
    a.shape.radius_mm = 15.875;
    a.radius_prior_sigma_mm = 1e-4;
    assert_true(crok_adjust(o, &a));
    CHECK_NEAR(a.shape.radius_mm, 15.875, 1e-3);
    assert_true(a.radius_sigma_mm <= 1.001e-4);
}

/* An outline seen from above, where the wall is hardly visible, and moved
 * outwards by `outset` all around. */
static crok_outline from_above(rnd *g, const crok_camera *cam, crok_mm at,
                               double outset)
{
    crok_outline out = {.n_inside = CROK_OUTLINE_ANGLES};
    for (int i = 0; i < CROK_OUTLINE_ANGLES; i++) {
        drawn_edge rim = drawn_rim(at, at);
        rim.radius_mm += outset + OUTLINE_NOISE_MM * rnd_normal(g);
        draw_edge(cam, &rim, i, &out);
    }
    return out;
}

static double farthest_off(const crok_adjustment *a, int from, int to)
{
    double most = 0.0;
    for (int i = from; i < to; i++)
        most = fmax(most, crok_mm_apart(a->disc[i].at, NEAR[i]));
    return most;
}

/* Discs that are lit like the board appear smaller, pale ones larger, alike for
 * all discs of a side. At most half of an outline is used, so without an outset
 * such discs are misplaced; with one they are not. */
static void a_side_may_be_seen_smaller_or_larger(void **state)
{
    static crok_outline o[N_NEAR];
    stand s = {
        .w_px = 1600, .h_px = 1200, .f_px = 1300.0, .distance_mm = 1300.0};
    crok_camera cam = stand_camera(&s);
    (void)state;
    for (int k = 0; k < 3; k++) {
        static const double OUTSET[] = {-1.1, 0.0, 0.9};
        rnd g = {81};
        crok_adjustment a = start(NEAR, N_NEAR);
        a.shape.radius_mm = OUTLINE_SHAPE.radius_mm;
        a.radius_prior_sigma_mm = 1e-3;
        for (int i = 0; i < N_NEAR; i++)
            o[i] = from_above(&g, &cam, NEAR[i], i < 3 ? OUTSET[k] : 0.0);
        crok_adjustment with = a;
        assert_true(crok_adjust(o, &a));
        with.n_outsets = 1;
        for (int i = 0; i < N_NEAR; i++)
            with.outset_of[i] = i < 3 ? 0 : -1;
        assert_true(crok_adjust(o, &with));
        print_message(
            "outset %+.1f: off %.2f mm, with it %.2f; estimated %+.2f\n",
            OUTSET[k], farthest_off(&a, 0, 3), farthest_off(&with, 0, 3),
            with.outset[0].far_mm);
        assert_true(k == 1 || farthest_off(&a, 0, 3) > 0.7);
        assert_true(farthest_off(&with, 0, 3) < 0.3);
        assert_true(farthest_off(&with, 3, N_NEAR) < 0.15);
        CHECK_NEAR(with.outset[0].far_mm, OUTSET[k], 0.2);
    }
}

/* On the side away from the light the rounding is in shade: the visible edge is
 * the end of the face. */
static void shade_far_side(crok_outline *o, crok_mm at)
{
    const double seen = 1.0 - 0.8 / OUTLINE_SHAPE.radius_mm;
    for (int k = 0; k < o->n; k++) {
        crok_outline_edge *e = &o->edge[k];
        if (e->wall_mm > 0.0F)
            continue;
        e->lit = 0.5F;
        e->rim.x = at.x + seen * (e->rim.x - at.x);
        e->rim.y = at.y + seen * (e->rim.y - at.y);
    }
}

static void leave_out_feet(crok_outline *o)
{
    int n = 0;
    for (int k = 0; k < o->n; k++)
        if (!o->edge[k].is_foot)
            o->edge[n++] = o->edge[k];
    o->n = n;
}

/* Largest error of discs whose far sides are in shade. */
static double off_in_shade(bool has_feet)
{
    static crok_outline o[N_AT];
    crok_camera cam = outline_camera();
    crok_adjustment a = start(AT, N_AT);
    rnd g = {82};
    double most = 0.0;
    a.shape.radius_mm = OUTLINE_SHAPE.radius_mm;
    a.radius_prior_sigma_mm = 1e-3;
    for (int i = 0; i < N_AT; i++) {
        o[i] = draw_outline(&g, &cam, AT[i], OUTLINE_NOISE_MM, 1.0);
        shade_far_side(&o[i], AT[i]);
        if (!has_feet)
            leave_out_feet(&o[i]);
    }
    assert_true(crok_adjust(o, &a));
    for (int i = 0; i < N_AT; i++)
        most = fmax(most, crok_mm_apart(a.disc[i].at, AT[i]));
    return most;
}

static void feet_hold_discs_with_shaded_rims(void **state)
{
    double without = off_in_shade(false);
    double with = off_in_shade(true);
    (void)state;
    print_message("off %.2f mm, with feet %.2f\n", without, with);
    assert_true(with < 0.7 * without);
}

/* If the discs cannot be determined, the result is false and nothing changes.
 */
static void a_failed_fit_changes_nothing(void **state)
{
    crok_outline o;
    crok_camera cam = outline_camera();
    static crok_adjustment a;
    static crok_adjustment before;
    rnd g = {80};
    (void)state;
    o = draw_outline(&g, &cam, AT[0], 0.0, 1.0);
    for (int k = 0; k < o.n; k++)
        o.edge[k].rim.x = o.edge[k].face.x = o.edge[k].foot.x = (double)NAN;
    a = start(AT, 1);
    a.radius_prior_sigma_mm = (double)NAN;
    memcpy(&before, &a, sizeof a);
    assert_false(crok_adjust(&o, &a));
    assert_memory_equal(&before, &a, sizeof a);
    /* without any edge the sigma of a place is the disc's radius */
    o.n = 0;
    a = start(AT, 1);
    if (crok_adjust(&o, &a))
        assert_true(a.disc[0].cov[0] > 10.0 * 10.0);
}

/* The fit of one disc converges from more than a millimetre away. */
static void one_disc_converges(void **state)
{
    crok_camera cam = outline_camera();
    (void)state;
    for (int i = 0; i < 24; i++) {
        rnd g = {90 + (uint64_t)i};
        crok_outline o =
            draw_outline(&g, &cam, AT[i % N_AT], OUTLINE_NOISE_MM, 1.0);
        crok_mm from = {AT[i % N_AT].x + 1.2 * cos(i),
                        AT[i % N_AT].y + 1.2 * sin(i)};
        crok_adjusted a = crok_adjust_one(&o, &OUTLINE_SHAPE, from, 2.2);
        CHECK_NEAR(a.at.x, AT[i % N_AT].x, 0.25);
        CHECK_NEAR(a.at.y, AT[i % N_AT].y, 0.25);
        assert_true(a.fit > 0.9 && a.fit <= 1.0);
        /* a smaller disc explains these edges less well */
        crok_disc_shape small = OUTLINE_SHAPE;
        small.radius_mm *= 0.9;
        assert_true(crok_adjust_one(&o, &small, from, 2.2).fit < a.fit - 0.1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_edges_give_the_exact_place),
        cmocka_unit_test(the_covariance_is_the_scatter),
        cmocka_unit_test(part_of_an_outline_gives_a_larger_sigma),
        cmocka_unit_test(edges_of_other_things_are_outliers),
        cmocka_unit_test(a_tight_prior_holds_the_size),
        cmocka_unit_test(a_side_may_be_seen_smaller_or_larger),
        cmocka_unit_test(feet_hold_discs_with_shaded_rims),
        cmocka_unit_test(a_failed_fit_changes_nothing),
        cmocka_unit_test(one_disc_converges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
