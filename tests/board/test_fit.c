/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "board/board.h"
#include "board/cameras.h"
#include "board/fit/fit.h"
#include "board/fit/residuals.h"
#include "board/traced_from_above.h"

#define N_ANGLES 240
#define N_POINTS (3 * N_ANGLES)

/* How the points of a test are drawn. */
typedef struct drawn {
    double noise_px;
    double outlier_frac; /* fraction of points that are 4 to 10 px off */
    double missing_rad;  /* no points from angle 0 to this angle */
    double wave_px;      /* rings deviate from circles by three waves a turn */
    int n_rings;
} drawn;

/* Draw points on the tournament board's lines, projected by this camera. */
static int ring_points(rnd *g, const crok_camera *cam, const drawn *d,
                       crok_ring_point out[N_POINTS])
{
    int n = 0;
    for (int k = 0; k < d->n_rings; k++) {
        double r = crok_board_tournament()->line_mm[k];
        for (int i = 0; i < N_ANGLES; i++) {
            double a = 2.0 * CROK_PI * i / N_ANGLES;
            crok_px p = crok_camera_project(
                cam, (crok_vec3){r * cos(a), r * sin(a), 0});
            double off = d->wave_px * sin(3.0 * a);
            if (a < d->missing_rad)
                continue;
            if (rnd_between(g, 0.0, 1.0) < d->outlier_frac)
                off +=
                    (rnd_next(g) % 2 ? 1.0 : -1.0) * rnd_between(g, 4.0, 10.0);
            p.x += off * cos(a) + d->noise_px * rnd_normal(g);
            p.y += off * sin(a) + d->noise_px * rnd_normal(g);
            out[n++] = (crok_ring_point){p, k};
        }
    }
    return n;
}

static crok_camera some_camera(void)
{
    stand s = {.w_px = 1600,
               .h_px = 1200,
               .f_px = 1300.0,
               .tilt_rad = 0.3,
               .tilt_to_rad = 0.8,
               .spin_rad = 0.4,
               .distance_mm = 900.0,
               .x_mm = 15.0,
               .y_mm = -20.0,
               .k1 = 0.03};
    return stand_camera(&s);
}

/* The prior for a photo without EXIF; its focal length is 5 % off. */
static crok_fit_prior loose_prior(const crok_camera *cam)
{
    return (crok_fit_prior){.f_px = 1.05 * cam->f_px,
                            .f_rel_sigma = 0.25,
                            .cx_px = cam->cx_px,
                            .cy_px = cam->cy_px,
                            .c_sigma_px = 5.0,
                            .k1_sigma = 0.07};
}

/* A start that is wrong by 1 degree, 1 % of the distance, 3 % of the focal
 * length and 1 % of the radii, and without distortion. */
static crok_ring_fit start_near(const crok_camera *cam, int n_rings)
{
    double off[CROK_N_CAM] = {
        0.017, -0.012, 0.0,     4.0, -3.0, 9.0, -0.03 * cam->f_px,
        0.0,   0.0,    -cam->k1};
    crok_ring_fit fit = {.cam = crok_camera_moved(cam, off),
                         .n_rings = n_rings};
    for (int k = 0; k < n_rings; k++)
        fit.radius[k] =
            crok_board_tournament()->line_mm[k] * (k == 0 ? 1.0 : 1.01);
    return fit;
}

/* Fit points that are drawn from a seed. */
static crok_ring_fit fit_of(uint64_t seed, const drawn *d,
                            const crok_fit_prior *prior)
{
    static crok_ring_point points[N_POINTS];
    rnd g = {seed};
    crok_camera cam = some_camera();
    int n = ring_points(&g, &cam, d, points);
    crok_ring_fit fit = start_near(&cam, d->n_rings);
    if (!crok_ring_fit_refine(points, n, prior, 12.0, &fit))
        fail_msg("seed %d: no fit", (int)seed);
    return fit;
}

/* Check the camera within place_mm on the board, and the radii within radius_mm
 * and within 4 sigma. */
static void check_fit(const crok_ring_fit *fit, double place_mm,
                      double radius_mm)
{
    crok_camera cam = some_camera();
    double apart = cameras_apart_mm(&cam, &fit->cam, 305.0);
    print_message("points of the board %.3f mm off; radii %+.3f, %+.3f mm, "
                  "sigma %.3f, %.3f\n",
                  apart, fit->radius[1] - 203.2, fit->radius[2] - 101.6,
                  fit->radius_sigma[1], fit->radius_sigma[2]);
    CHECK_NEAR(apart, 0.0, place_mm);
    CHECK_NEAR(fit->radius[0], 304.8, 0.0);
    for (int k = 1; k < 3; k++) {
        double want = crok_board_tournament()->line_mm[k];
        CHECK_NEAR(fit->radius[k], want,
                   fmin(radius_mm, 4.0 * fit->radius_sigma[k]));
    }
}

static void exact_points_give_the_exact_camera(void **state)
{
    crok_camera cam = some_camera();
    crok_fit_prior prior = loose_prior(&cam);
    drawn d = {.n_rings = 3};
    crok_ring_fit fit = fit_of(1, &d, &prior);
    (void)state;
    check_fit(&fit, 0.01, 0.01);
    CHECK_NEAR(fit.cam.f_px, cam.f_px, 3.0);
    CHECK_NEAR(fit.cam.k1, cam.k1, 0.003);
    CHECK_NEAR(fit.rms_px, 0.0, 0.01);
    assert_int_equal(fit.n_inliers, N_POINTS);
    assert_int_equal(fit.n_unknowns, CROK_N_CAM + 2);
}

static void noise_is_averaged(void **state)
{
    crok_camera cam = some_camera();
    crok_fit_prior prior = loose_prior(&cam);
    drawn d = {.n_rings = 3, .noise_px = 0.3};
    crok_ring_fit fit = fit_of(2, &d, &prior);
    (void)state;
    check_fit(&fit, 0.7, 0.7);
    CHECK_NEAR(fit.rms_px, 0.3, 0.03);
    CHECK_NEAR(fit.noise_px, 0.3, 0.06);
}

static void outliers_are_rejected(void **state)
{
    crok_camera cam = some_camera();
    crok_fit_prior prior = loose_prior(&cam);
    drawn d = {.n_rings = 3, .noise_px = 0.3, .outlier_frac = 0.2};
    crok_ring_fit fit = fit_of(3, &d, &prior);
    (void)state;
    check_fit(&fit, 0.8, 0.8);
    CHECK_NEAR(fit.rms_px, 0.3, 0.06);
    CHECK_NEAR(fit.n_inliers, 0.8 * N_POINTS, 0.05 * N_POINTS);
}

static void a_missing_quarter_does_no_harm(void **state)
{
    crok_camera cam = some_camera();
    crok_fit_prior prior = loose_prior(&cam);
    drawn d = {.n_rings = 3,
               .noise_px = 0.3,
               .outlier_frac = 0.1,
               .missing_rad = 0.5 * CROK_PI};
    crok_ring_fit fit = fit_of(4, &d, &prior);
    (void)state;
    check_fit(&fit, 0.9, 0.9);
}

/* With the radii of a board model there are fewer unknowns. */
static void known_radii_make_a_better_camera(void **state)
{
    crok_camera cam = some_camera();
    crok_fit_prior prior = loose_prior(&cam);
    drawn d = {.n_rings = 3,
               .noise_px = 0.3,
               .outlier_frac = 0.1,
               .missing_rad = 0.5 * CROK_PI};
    crok_ring_fit fit;
    (void)state;
    prior.radius_rel_sigma = 1e-5;
    for (int k = 0; k < 3; k++)
        prior.radius[k] = crok_board_tournament()->line_mm[k];
    fit = fit_of(4, &d, &prior);
    check_fit(&fit, 0.15, 0.05);
}

/* Over many runs the errors of the radii and of the focal length are as large
 * as their sigmas, and chi2 is about the number of points. For that the priors
 * are drawn about the truth with their own sigmas. */
static void sigmas_match_the_scatter_of_runs(void **state)
{
    enum { RUNS = 120 };
    crok_camera cam = some_camera();
    drawn d = {.n_rings = 3, .noise_px = 0.3, .missing_rad = 0.5 * CROK_PI};
    double z[3] = {0};
    double chi2 = 0.0;
    const char *const of[] = {"focal length", "middle", "inner"};
    (void)state;
    for (int i = 0; i < RUNS; i++) {
        rnd g = {(uint64_t)i};
        crok_fit_prior prior = {
            .f_rel_sigma = 0.10, .c_sigma_px = 5.0, .k1_sigma = 0.05};
        crok_ring_fit fit;
        double off[3];
        prior.f_px = cam.f_px * (1.0 + 0.10 * rnd_normal(&g));
        prior.cx_px = cam.cx_px + 5.0 * rnd_normal(&g);
        prior.cy_px = cam.cy_px + 5.0 * rnd_normal(&g);
        prior.k1 = cam.k1 + 0.05 * rnd_normal(&g);
        fit = fit_of(1000 + (uint64_t)i, &d, &prior);
        off[0] = (fit.cam.f_px - cam.f_px) / (fit.f_rel_sigma * cam.f_px);
        off[1] = (fit.radius[1] - 203.2) / fit.radius_sigma[1];
        off[2] = (fit.radius[2] - 101.6) / fit.radius_sigma[2];
        for (int k = 0; k < 3; k++)
            z[k] += off[k] * off[k] / RUNS;
        chi2 += fit.chi2 / (0.75 * N_POINTS) / RUNS;
    }
    print_message("chi2 a point: %.3f\n", chi2);
    for (int k = 0; k < 3; k++)
        print_message("%s: scatter is %.2f of the sigma\n", of[k], sqrt(z[k]));
    assert_true(chi2 > 0.7 && chi2 < 1.1);
    for (int k = 0; k < 3; k++)
        assert_true(sqrt(z[k]) > 1.0 / 1.3 && sqrt(z[k]) < 1.3);
}

/* Three waves in a ring are not independent noise: residuals of neighbours are
 * correlated. The fit then gives its points less weight against the prior. */
static void rings_that_are_not_round_weigh_less(void **state)
{
    crok_camera cam = some_camera();
    crok_fit_prior prior = loose_prior(&cam);
    drawn d = {.n_rings = 3, .noise_px = 0.05, .wave_px = 0.4};
    crok_ring_fit alone = fit_of(5, &d, &prior);
    crok_ring_fit together;
    (void)state;
    prior.correlated = true;
    together = fit_of(5, &d, &prior);
    print_message("noise %.2f px as if independent, %.2f px together\n",
                  alone.noise_px, together.noise_px);
    assert_true(together.noise_px > 3.0 * alone.noise_px);
    print_message("radius %.2f mm and %.2f mm\n", alone.radius_sigma[1],
                  together.radius_sigma[1]);
    assert_true(together.radius_sigma[1] > 1.5 * alone.radius_sigma[1]);
    d.wave_px = 0.0;
    together = fit_of(5, &d, &prior);
    assert_true(together.noise_px < 3.0 * d.noise_px);
}

/* A wide-angle lens nearly straight above the board: the rings determine the
 * focal length only weakly. */
static crok_camera wide_camera(double tilt_to_rad)
{
    stand s = {.w_px = 1920,
               .h_px = 1080,
               .f_px = 1170.0,
               .tilt_rad = 0.09,
               .tilt_to_rad = tilt_to_rad,
               .spin_rad = 0.4,
               .distance_mm = 940.0,
               .x_mm = 160.0,
               .y_mm = 20.0,
               .k1 = -0.08};
    return stand_camera(&s);
}

/* Error of the focal length, |log ratio|, of a fit that starts at a prior which
 * is 40 % off. */
static double focal_off(uint64_t seed, bool finish)
{
    static crok_ring_point points[N_POINTS];
    rnd g = {seed};
    crok_camera cam = wide_camera(rnd_between(&g, -CROK_PI, CROK_PI));
    drawn d = {.noise_px = 0.06, .wave_px = 0.05, .n_rings = 3};
    int n = ring_points(&g, &cam, &d, points);
    crok_ring_fit fit = {.cam = cam, .n_rings = 3};
    crok_fit_prior prior = loose_prior(&cam);
    prior.correlated = true;
    prior.f_px = 1.4 * cam.f_px;
    fit.cam.f_px = prior.f_px;
    fit.cam.t_mm.z *= 1.4;
    fit.cam.k1 = 0.0;
    memcpy(fit.radius, crok_board_tournament()->line_mm,
           sizeof crok_board_tournament()->line_mm);
    assert_true(crok_ring_fit_refine(points, n, &prior, 12.0, &fit));
    if (finish)
        assert_true(crok_ring_fit_finish(points, n, &prior, 12.0, &fit));
    return fabs(log(fit.cam.f_px / cam.f_px));
}

/* A wrong prior holds the camera off the truth, and the correlated residuals
 * that follow keep the points' weights low: crok_ring_fit_finish breaks that
 * circle. */
static void finish_frees_a_camera_from_a_wrong_prior(void **state)
{
    double held = 0.0;
    double finished = 0.0;
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        held += focal_off(seed, false) / 20.0;
        finished += focal_off(seed, true) / 20.0;
    }
    print_message("focal length off by %.1f %%, finished by %.1f %%\n",
                  100.0 * held, 100.0 * finished);
    assert_true(finished < 0.8 * held);
    assert_true(finished < 0.02);
}

/* A wide camera almost straight above a board of unknown radii: a long focal
 * length with weak distortion makes nearly the same rings. */
static void finish_leaves_a_camera_that_looks_alike(void **state)
{
    const int n = (int)(sizeof traced_points / sizeof traced_points[0]);
    crok_ring_fit fit = traced_fit;
    crok_fit_prior prior = {.f_px = 0.85 * fit.cam.w_px,
                            .f_rel_sigma = 0.25,
                            .cx_px = 0.5 * (fit.cam.w_px - 1),
                            .cy_px = 0.5 * (fit.cam.h_px - 1),
                            .c_sigma_px = 0.004 * fit.cam.w_px,
                            .k1_sigma = 0.07};
    (void)state;
    assert_true(crok_ring_fit_finish(traced_points, n, &prior, 3.0, &fit));
    CHECK_NEAR(fit.cam.f_px, TRACED_FOCAL_PX, 0.05 * TRACED_FOCAL_PX);
}

static void tight_priors_hold(void **state)
{
    crok_camera cam = some_camera();
    crok_fit_prior prior = loose_prior(&cam);
    drawn d = {.n_rings = 3, .noise_px = 0.3};
    crok_ring_fit fit;
    (void)state;
    prior.f_px = 1.10 * cam.f_px;
    prior.f_rel_sigma = 1e-5;
    fit = fit_of(6, &d, &prior);
    CHECK_NEAR(fit.cam.f_px, prior.f_px, 1.0);
    CHECK_NEAR(fit.f_rel_sigma, 1e-5, 1e-6);

    prior = loose_prior(&cam);
    prior.radius_rel_sigma = 1e-6;
    prior.radius[1] = 203.7;
    prior.radius[2] = 101.6;
    fit = fit_of(6, &d, &prior);
    CHECK_NEAR(fit.radius[1], 203.7, 0.01);
    CHECK_NEAR(fit.radius_sigma[1], 203.7e-6, 1e-6);

    prior = loose_prior(&cam);
    prior.cx_px += 9.0;
    prior.c_sigma_px = 1e-3;
    prior.k1 = -0.02;
    prior.k1_sigma = 1e-6;
    fit = fit_of(6, &d, &prior);
    CHECK_NEAR(fit.cam.cx_px, prior.cx_px, 0.01);
    CHECK_NEAR(fit.cam.k1, -0.02, 1e-4);
}

/* The information matrix is symmetric, and its inverse has the sigmas on its
 * diagonal. */
static void information_and_sigmas_agree(void **state)
{
    static crok_lsq q;
    static double cov[CROK_FIT_UNKNOWNS * CROK_FIT_UNKNOWNS];
    crok_camera cam = some_camera();
    crok_fit_prior prior = loose_prior(&cam);
    drawn d = {.n_rings = 3, .noise_px = 0.3};
    crok_ring_fit fit = fit_of(7, &d, &prior);
    int n = fit.n_unknowns;
    (void)state;
    crok_lsq_reset(&q, n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            CHECK_NEAR(fit.info[i * n + j], fit.info[j * n + i], 0.0);
            if (j <= i)
                q.a[i][j] = fit.info[i * n + j];
        }
    }
    assert_true(crok_lsq_covariance(&q, cov));
    CHECK_NEAR(sqrt(cov[CROK_CAM_F * n + CROK_CAM_F]) / fit.cam.f_px,
               fit.f_rel_sigma, 1e-9);
    CHECK_NEAR(sqrt(cov[n * n - 1]), fit.radius_sigma[2], 1e-9);
    CHECK_NEAR(fit.radius_sigma[0], 0.0, 0.0);
}

static void must_fail(const crok_ring_point *points, int n, const char *what)
{
    crok_camera cam = some_camera();
    crok_fit_prior prior = loose_prior(&cam);
    crok_ring_fit fit = start_near(&cam, 3);
    crok_ring_fit before;
    memcpy(&before, &fit, sizeof fit); /* padding too */
    if (crok_ring_fit_refine(points, n, &prior, 12.0, &fit))
        fail_msg("%s gave a fit", what);
    if (memcmp(&before, &fit, sizeof fit) != 0)
        fail_msg("%s changed the fit", what);
}

static void a_failed_fit_changes_nothing(void **state)
{
    static crok_ring_point points[N_POINTS];
    crok_camera cam = some_camera();
    drawn d = {.n_rings = 3};
    rnd g = {8};
    (void)state;
    must_fail(points, 0, "no point");
    (void)ring_points(&g, &cam, &d, points);
    must_fail(points, 20, "20 points for 12 unknowns");
    for (int i = 0; i < N_POINTS; i++)
        points[i].at.x += 500.0;
    must_fail(points, N_POINTS, "points far from every ring");
    for (int i = 0; i < N_POINTS; i++)
        points[i].at.x = i % 2 ? (double)NAN : (double)INFINITY;
    must_fail(points, N_POINTS, "points that are nowhere");
}

/* Too few inliers fail, however many points there are. */
static void points_beyond_the_gate_do_not_count(void **state)
{
    static crok_ring_point points[N_POINTS];
    crok_camera cam = some_camera();
    drawn d = {.n_rings = 3};
    rnd g = {9};
    (void)state;
    (void)ring_points(&g, &cam, &d, points);
    for (int i = 0; i < N_POINTS; i++)
        points[i].at.y += i % 40 == 0 ? 0.0 : 300.0;
    must_fail(points, N_POINTS, "18 points within reach");
}

static void distances_are_along_the_normal(void **state)
{
    stand s = {.w_px = 640, .h_px = 480, .f_px = 500.0, .distance_mm = 1000.0};
    crok_camera cam = stand_camera(&s);
    crok_px p = {cam.cx_px + 60.0, cam.cy_px - 80.0};
    double angle = 0.0;
    (void)state;
    /* 100 px at 0.5 px a mm is 200 mm */
    CHECK_NEAR(crok_ring_distance_px(&cam, 200.0, p, &angle), 0.0, 1e-9);
    CHECK_NEAR(angle, atan2(80.0, 60.0), 1e-9);
    CHECK_NEAR(crok_ring_distance_px(&cam, 150.0, p, NULL), 25.0, 1e-9);
    CHECK_NEAR(crok_ring_distance_px(&cam, 260.0, p, NULL), -30.0, 1e-9);
}

/* Also for numbers that do not fill the last batch, and for none. */
static void batched_residuals_equal_single_ones(void **state)
{
    static crok_ring_point points[N_POINTS];
    static crok_residual row[N_POINTS];
    const drawn like = {.noise_px = 2.0, .n_rings = 3};
    rnd g = {5};
    crok_camera cam = some_camera();
    int n = ring_points(&g, &cam, &like, points) - 3;
    crok_residuals rows = {points, row, n};
    const double *radius = crok_board_tournament()->line_mm;
    (void)state;
    row[n].r = 77.0;
    crok_residuals_evaluate(&cam, radius, &rows);
    for (int i = 0; i < n; i++) {
        crok_residual alone =
            crok_residual_of(&cam, radius[points[i].ring], points[i].at);
        CHECK_NEAR(row[i].r, alone.r, 1e-9);
        for (int k = 0; k <= CROK_N_CAM; k++)
            CHECK_NEAR(row[i].jac[k], alone.jac[k],
                       1e-9 * (1.0 + fabs(alone.jac[k])));
    }
    CHECK_NEAR(row[n].r, 77.0, 0.0);
    rows.n = 0;
    crok_residuals_evaluate(&cam, radius, &rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_points_give_the_exact_camera),
        cmocka_unit_test(noise_is_averaged),
        cmocka_unit_test(outliers_are_rejected),
        cmocka_unit_test(a_missing_quarter_does_no_harm),
        cmocka_unit_test(known_radii_make_a_better_camera),
        cmocka_unit_test(sigmas_match_the_scatter_of_runs),
        cmocka_unit_test(rings_that_are_not_round_weigh_less),
        cmocka_unit_test(finish_frees_a_camera_from_a_wrong_prior),
        cmocka_unit_test(finish_leaves_a_camera_that_looks_alike),
        cmocka_unit_test(tight_priors_hold),
        cmocka_unit_test(information_and_sigmas_agree),
        cmocka_unit_test(a_failed_fit_changes_nothing),
        cmocka_unit_test(points_beyond_the_gate_do_not_count),
        cmocka_unit_test(distances_are_along_the_normal),
        cmocka_unit_test(batched_residuals_equal_single_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
