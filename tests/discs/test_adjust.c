/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "board/cameras.h"
#include "discs/adjust.h"

/* 1 sd of an edge, mm. What shading does to neighbours alike is drawn as three
 * edges in a row with one error: the adjustment counts them as one. */
#define NOISE_MM 0.12
#define TOGETHER 3

static const crok_disc_shape SHAPE = {15.9, 9.5, 0.7};

static crok_camera some_camera(void)
{
    stand s = {.w_px = 1600,
               .h_px = 1200,
               .f_px = 1300.0,
               .tilt_rad = 0.35,
               .tilt_to_rad = 0.8,
               .distance_mm = 900.0};
    return stand_camera(&s);
}

/* An edge that is seen where the circle (radius, z) about `at` has its point in
 * direction i, off by so much. */
static void add_edge(const crok_camera *cam, crok_mm at, double radius,
                     double z, int i, double off, crok_outline *out)
{
    double a = 2.0 * CROK_PI * i / CROK_OUTLINE_ANGLES;
    double r = radius + off;
    crok_rim_at rim = crok_outline_rim(cam, &SHAPE, at, cos(a), sin(a));
    crok_px p = crok_camera_project(
        cam, (crok_vec3){at.x + r * cos(a), at.y + r * sin(a), z});
    double rim_z = SHAPE.height_mm - CROK_DISC_ROUNDING_MM;
    out->edge[out->n++] = (crok_outline_edge){
        .rim = crok_camera_unproject(cam, p, rim_z),
        .face = crok_camera_unproject(cam, p, SHAPE.height_mm),
        .foot = crok_camera_unproject(cam, p, CROK_DISC_ROUNDING_MM),
        .wall_mm = (float)rim.wall_mm,
        .strength = 50.0F,
        .direction = (short)i};
}

/* The outline of a disc at `at`: its rim on the far side, face and foot on the
 * near one; `part` of the directions are seen. */
static crok_outline outline_of(rnd *g, const crok_camera *cam, crok_mm at,
                               double noise, double part)
{
    crok_outline out = {.n_inside = CROK_OUTLINE_ANGLES};
    double off = 0.0;
    for (int i = 0; i < CROK_OUTLINE_ANGLES * part; i++) {
        double a = 2.0 * CROK_PI * i / CROK_OUTLINE_ANGLES;
        double wall = crok_outline_rim(cam, &SHAPE, at, cos(a), sin(a)).wall_mm;
        if (i % TOGETHER == 0)
            off = noise * rnd_normal(g);
        if (wall < 1.0) {
            add_edge(cam, at, SHAPE.radius_mm,
                     SHAPE.height_mm - CROK_DISC_ROUNDING_MM, i, off, &out);
            continue;
        }
        add_edge(cam, at, SHAPE.radius_mm - SHAPE.face_mm, SHAPE.height_mm, i,
                 off, &out);
        add_edge(cam, at, SHAPE.radius_mm, CROK_DISC_ROUNDING_MM, i, off + 0.5,
                 &out);
    }
    return out;
}

/* A start that is off by a millimetre and half a millimetre of radius. */
static crok_adjustment start(const crok_mm *at, int n)
{
    crok_adjustment a = {.shape = crok_disc_shape_typical(SHAPE.radius_mm + 0.3,
                                                          SHAPE.height_mm),
                         .radius_prior_sigma_mm = 0.8,
                         .n = n};
    for (int i = 0; i < n; i++)
        a.disc[i].at = (crok_mm){at[i].x + 0.6, at[i].y - 0.4};
    return a;
}

static const crok_mm AT[] = {{200, 30}, {-150, 120}, {40, -260}, {5, 80}};
#define N_AT 4

static void exact_edges_give_the_exact_place(void **state)
{
    crok_camera cam = some_camera();
    crok_outline o[N_AT];
    crok_adjustment a = start(AT, N_AT);
    rnd g = {1};
    (void)state;
    for (int i = 0; i < N_AT; i++)
        o[i] = outline_of(&g, &cam, AT[i], 0.0, 1.0);
    assert_true(crok_adjust(o, &a));
    for (int i = 0; i < N_AT; i++) {
        CHECK_NEAR(a.disc[i].at.x, AT[i].x, 0.02);
        CHECK_NEAR(a.disc[i].at.y, AT[i].y, 0.02);
        CHECK_NEAR(a.disc[i].support_frac, 1.0, 0.06);
        CHECK_NEAR(a.disc[i].rms_mm, 0.0, 0.02);
    }
    CHECK_NEAR(a.shape.radius_mm, SHAPE.radius_mm, 0.02);
    CHECK_NEAR(a.shape.face_mm, SHAPE.face_mm, 0.05);
    CHECK_NEAR(a.shape.height_mm, SHAPE.height_mm, 0.0);
}

/* Of many runs: places and radius scatter by what the covariance says, within
 * a factor of 1.5. */
static void the_covariance_is_the_scatter(void **state)
{
    enum { RUNS = 300 };
    static crok_outline o[N_AT];
    crok_camera cam = some_camera();
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
            o[i] = outline_of(&g, &cam, AT[i], NOISE_MM, 1.0);
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
        radius += pow(a.shape.radius_mm - SHAPE.radius_mm, 2.0) / RUNS;
        radius_said += pow(a.radius_sigma_mm, 2.0) / RUNS;
        noise += a.noise_mm / RUNS;
    }
    print_message("noise %.3f mm; radius: scatter %.4f, sigma %.4f\n", noise,
                  sqrt(radius), sqrt(radius_said));
    CHECK_NEAR(noise, NOISE_MM, 0.04);
    CHECK_NEAR(log(radius_said / radius), 0.0, 2.0 * log(1.5));
    for (int i = 0; i < N_AT; i++) {
        for (int k = 0; k < 2; k++) {
            print_message("disc %d, %c: scatter %.4f, sigma %.4f mm\n", i,
                          "xy"[k], sqrt(sum[i][k]), sqrt(said[i][k]));
            CHECK_NEAR(log(said[i][k] / sum[i][k]), 0.0, 2.0 * log(1.5));
        }
    }
}

/* A disc whose outline is seen for a third only is known less. */
static void part_of_an_outline_is_known_less(void **state)
{
    static crok_outline o[N_AT];
    crok_camera cam = some_camera();
    double area[2];
    (void)state;
    for (int part = 0; part < 2; part++) {
        crok_adjustment a = start(AT, N_AT);
        rnd g = {77};
        for (int i = 0; i < N_AT; i++)
            o[i] = outline_of(&g, &cam, AT[i], NOISE_MM,
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

static void other_edges_have_no_say(void **state)
{
    static crok_outline o[N_AT];
    crok_camera cam = some_camera();
    crok_adjustment a = start(AT, N_AT);
    rnd g = {78};
    (void)state;
    for (int i = 0; i < N_AT; i++) {
        o[i] = outline_of(&g, &cam, AT[i], NOISE_MM, 1.0);
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
    CHECK_NEAR(a.shape.radius_mm, SHAPE.radius_mm, 0.15);
}

static void a_size_known_beforehand_holds(void **state)
{
    crok_outline o[N_AT];
    crok_camera cam = some_camera();
    crok_adjustment a = start(AT, N_AT);
    rnd g = {79};
    (void)state;
    for (int i = 0; i < N_AT; i++)
        o[i] = outline_of(&g, &cam, AT[i], NOISE_MM, 1.0);
    a.shape.radius_mm = 15.875;
    a.radius_prior_sigma_mm = 1e-4;
    assert_true(crok_adjust(o, &a));
    CHECK_NEAR(a.shape.radius_mm, 15.875, 1e-3);
    assert_true(a.radius_sigma_mm <= 1.001e-4);
}

/* Edges that are nowhere: false, and nothing changed. */
static void nonsense_changes_nothing(void **state)
{
    crok_outline o;
    crok_camera cam = some_camera();
    static crok_adjustment a;
    static crok_adjustment before;
    rnd g = {80};
    (void)state;
    o = outline_of(&g, &cam, AT[0], 0.0, 1.0);
    for (int k = 0; k < o.n; k++)
        o.edge[k].rim.x = o.edge[k].face.x = o.edge[k].foot.x = (double)NAN;
    a = start(AT, 1);
    a.radius_prior_sigma_mm = (double)NAN;
    memcpy(&before, &a, sizeof a);
    assert_false(crok_adjust(&o, &a));
    assert_memory_equal(&before, &a, sizeof a);
    /* without any edge a place is not known better than the disc is wide */
    o.n = 0;
    a = start(AT, 1);
    if (crok_adjust(&o, &a))
        assert_true(a.disc[0].cov[0] > 10.0 * 10.0);
}

/* A disc alone is drawn in from several millimetres off; the wall is not taken
 * for the face. */
static void one_disc_settles(void **state)
{
    crok_camera cam = some_camera();
    (void)state;
    for (int i = 0; i < 24; i++) {
        rnd g = {90 + (uint64_t)i};
        crok_outline o = outline_of(&g, &cam, AT[i % N_AT], NOISE_MM, 1.0);
        crok_mm from = {AT[i % N_AT].x + 2.0 * cos(i),
                        AT[i % N_AT].y + 2.0 * sin(i)};
        crok_adjusted a = crok_adjust_one(&o, &SHAPE, from, 2.2);
        CHECK_NEAR(a.at.x, AT[i % N_AT].x, 0.25);
        CHECK_NEAR(a.at.y, AT[i % N_AT].y, 0.25);
        assert_true(a.fit > 0.9 && a.fit <= 1.0);
        /* a smaller disc explains these edges less well */
        crok_disc_shape small = SHAPE;
        small.radius_mm *= 0.9;
        assert_true(crok_adjust_one(&o, &small, from, 2.2).fit < a.fit - 0.1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_edges_give_the_exact_place),
        cmocka_unit_test(the_covariance_is_the_scatter),
        cmocka_unit_test(part_of_an_outline_is_known_less),
        cmocka_unit_test(other_edges_have_no_say),
        cmocka_unit_test(a_size_known_beforehand_holds),
        cmocka_unit_test(nonsense_changes_nothing),
        cmocka_unit_test(one_disc_settles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
