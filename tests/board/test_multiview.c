/* SPDX-License-Identifier: Apache-2.0
 *
 * The common fit of several views, on points drawn with known cameras: is the
 * camera recovered, and do the errors match the standard deviations? */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "board/calibrate/multiview.h"
#include "board/cameras.h"

#define W_PX 1280
#define H_PX 720

static const double lines_mm[CROK_N_LINES] = {304.8, 203.2, 101.6};

/* How the points of one fit are drawn. */
typedef struct recipe {
    int n_views;
    double tilt_rad;  /* of every view, each about another axis */
    double noise_px;  /* of each point, 1 sd */
    double shape_mm;  /* deviation of lines from circles, 2 to 4 waves, 1 sd */
    int outlier_each; /* every outlier_each-th point is an outlier; 0: none */
    bool same_pose;   /* all views have the same pose */
} recipe;

static crok_fit_prior usual_prior(void)
{
    return (crok_fit_prior){.f_px = 0.85 * W_PX,
                            .f_rel_sigma = 0.25,
                            .cx_px = 0.5 * (W_PX - 1),
                            .cy_px = 0.5 * (H_PX - 1),
                            .c_sigma_px = 0.01 * W_PX,
                            .k1_sigma = 0.07};
}

/* A random lens, distributed about as the prior assumes. */
static crok_camera lens(rnd *g)
{
    return (crok_camera){
        .w_px = W_PX,
        .h_px = H_PX,
        .f_px = 0.85 * W_PX * (1.0 + 0.15 * rnd_normal(g)),
        .cx_px = 0.5 * (W_PX - 1) + 0.01 * W_PX * rnd_normal(g),
        .cy_px = 0.5 * (H_PX - 1) + 0.01 * W_PX * rnd_normal(g),
        .k1 = 0.07 * rnd_normal(g)};
}

static crok_camera placed(const crok_camera *l, const recipe *r, int view,
                          rnd *g)
{
    stand s = {.w_px = W_PX,
               .h_px = H_PX,
               .f_px = l->f_px,
               .tilt_rad = r->tilt_rad,
               .tilt_to_rad = r->same_pose ? 0.4 : 0.4 + 1.9 * view,
               .distance_mm = 1.05 * l->f_px,
               .k1 = l->k1};
    crok_camera c = stand_camera(&s);
    if (!r->same_pose) {
        c.t_mm.x += 20.0 * rnd_normal(g);
        c.t_mm.y += 20.0 * rnd_normal(g);
    }
    c.cx_px = l->cx_px;
    c.cy_px = l->cy_px;
    return c;
}

/* Deviation of a line from its circle at angle a, mm. */
static double shape_at(double wave[CROK_N_LINES][6], int line, double a)
{
    double sum = 0.0;
    for (int k = 0; k < 3; k++)
        sum += wave[line][2 * k] * cos((k + 2) * a) +
               wave[line][2 * k + 1] * sin((k + 2) * a);
    return sum;
}

static void fill(crok_lines_view *v, const recipe *r,
                 double wave[CROK_N_LINES][6], rnd *g)
{
    v->n = 0;
    v->gate_px = 12.0;
    for (int line = 0; line < CROK_N_LINES; line++)
        for (int i = 0; i < CROK_TRACE_ANGLES; i++) {
            double a = 2.0 * CROK_PI * i / CROK_TRACE_ANGLES;
            double d = lines_mm[line] + shape_at(wave, line, a);
            crok_px p = crok_camera_project(
                &v->cam, (crok_vec3){d * cos(a), d * sin(a), 0.0});
            bool off = r->outlier_each > 0 && v->n % r->outlier_each == 0;
            p.x += r->noise_px * rnd_normal(g) + (off ? 5.0 : 0.0);
            p.y += r->noise_px * rnd_normal(g);
            v->point[v->n++] = (crok_ring_point){p, line};
        }
}

/* Draw the points of a fit and set its start. truth: out, the cameras. */
static void make(const recipe *r, rnd *g, crok_multiview *fit,
                 crok_camera truth[CROK_MAX_VIEWS])
{
    crok_camera l = lens(g);
    double wave[CROK_N_LINES][6];
    for (int i = 0; i < CROK_N_LINES * 6; i++)
        wave[i / 6][i % 6] = r->shape_mm / sqrt(6.0) * rnd_normal(g);
    memset(fit, 0, sizeof *fit);
    fit->n_views = r->n_views;
    memcpy(fit->radius, lines_mm, sizeof lines_mm);
    fit->radius[1] *= 1.01;
    for (int v = 0; v < r->n_views; v++) {
        double off[CROK_N_CAM] = {0.01, -0.01, 0.0, 3.0, -3.0, 20.0, 60.0};
        truth[v] = placed(&l, r, v, g);
        fit->view[v].cam = truth[v];
        fill(&fit->view[v], r, wave, g);
        off[CROK_CAM_CX] = 0.5 * (W_PX - 1) - truth[v].cx_px;
        off[CROK_CAM_CY] = 0.5 * (H_PX - 1) - truth[v].cy_px;
        off[CROK_CAM_K1] = -truth[v].k1;
        fit->view[v].cam = crok_camera_moved(&truth[v], off);
    }
}

static crok_multiview *made(const recipe *r, rnd *g,
                            crok_camera truth[CROK_MAX_VIEWS])
{
    crok_fit_prior prior = usual_prior();
    crok_multiview *fit = malloc(sizeof *fit);
    crok_err err = {0};
    assert_non_null(fit);
    make(r, g, fit, truth);
    CHECK_STATUS(crok_multiview_fit(&prior, r->n_views - 1, fit, &err), CROK_OK,
                 &err);
    return fit;
}

static void tilted_views_fix_the_camera(void **state)
{
    const recipe r = {4, 0.45, 0.2, 0.0, 9, false};
    rnd g = {11};
    crok_camera truth[CROK_MAX_VIEWS];
    crok_multiview *fit = made(&r, &g, truth);
    (void)state;
    CHECK_NEAR(fit->view[0].cam.f_px, truth[0].f_px, 8.0);
    assert_true(fit->f_sigma_px < 4.0);
    CHECK_NEAR(fit->view[0].cam.k1, truth[0].k1, 0.01);
    for (int v = 0; v < r.n_views; v++) {
        assert_true(cameras_apart_mm(&truth[v], &fit->view[v].cam, 300.0) <
                    0.15);
        CHECK_NEAR(fit->view[v].rms_px, 0.2, 0.04);
        CHECK_NEAR(fit->view[v].cam.f_px, fit->view[0].cam.f_px, 1e-9);
        CHECK_NEAR(fit->view[v].cam.cx_px, fit->view[0].cam.cx_px, 1e-9);
    }
    CHECK_NEAR(fit->rms_px, 0.2, 0.04);
    CHECK_NEAR(fit->radius[1], lines_mm[1], 0.2);
    CHECK_NEAR(fit->radius[0], lines_mm[0], 0.0);
    free(fit);
}

/* Mean squares of the errors of f and of the camera's height, in units of their
 * sigmas, over many fits; and the mean sigma of f. */
typedef struct errors {
    double f, height, sigma_px;
} errors;

static double height_sigma(const crok_multiview *fit, int view)
{
    crok_board_pose pose = {.camera = fit->view[view].cam};
    double cov[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
    int z = CROK_CAM_T + 2;
    memcpy(pose.info, fit->info, sizeof pose.info);
    assert_true(crok_board_pose_covariance(&pose, cov));
    return sqrt(cov[z * CROK_POSE_UNKNOWNS + z]);
}

static errors errors_of(const recipe *r, int n, uint64_t seed)
{
    rnd g = {seed};
    errors h = {0};
    for (int i = 0; i < n; i++) {
        crok_camera truth[CROK_MAX_VIEWS];
        crok_multiview *fit = made(r, &g, truth);
        int last = r->n_views - 1;
        double f = (fit->view[0].cam.f_px - truth[0].f_px) / fit->f_sigma_px;
        double z = (fit->view[last].cam.t_mm.z - truth[last].t_mm.z) /
                   height_sigma(fit, last);
        h.f += f * f / n;
        h.height += z * z / n;
        h.sigma_px += fit->f_sigma_px / n;
        free(fit);
    }
    print_message("%d views, tilt %.2f, shape %.2f mm: f +- %.1f px, errors "
                  "%.2f and %.2f sigma\n",
                  r->n_views, r->tilt_rad, r->shape_mm, h.sigma_px, sqrt(h.f),
                  sqrt(h.height));
    return h;
}

/* Bounds of the mean square over twenty fits. Its expectation is 1; chance
 * alone leaves about 0.5 to 1.7. The lower bound is far lower: of the board's
 * shape the fit knows only the correlation, and assumes the worst case, waves
 * that look like a tilt. */
#define MIN_MEAN_SQUARE 0.05
#define MAX_MEAN_SQUARE 2.2

static void sigmas_match_the_errors(void **state)
{
    static const recipe all[] = {
        {4, 0.45, 0.2, 0.0, 0, false},  {4, 0.45, 0.2, 0.3, 0, false},
        {2, 0.30, 0.3, 0.2, 11, false}, {6, 0.20, 0.1, 0.3, 0, true},
        {1, 0.30, 0.2, 0.3, 0, false},  {1, 0.45, 0.2, 0.0, 0, false}};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        errors h = errors_of(&all[i], 20, 100 + i);
        assert_in_range((int)(1000.0 * h.f), (int)(1000 * MIN_MEAN_SQUARE),
                        (int)(1000 * MAX_MEAN_SQUARE));
        assert_in_range((int)(1000.0 * h.height), (int)(1000 * MIN_MEAN_SQUARE),
                        (int)(1000 * MAX_MEAN_SQUARE));
    }
}

/* Six views of the same pose share the board's shape: the sigma hardly falls.
 */
static void the_same_pose_again_adds_no_information(void **state)
{
    const recipe once = {1, 0.50, 0.1, 0.3, 0, true};
    const recipe often = {6, 0.50, 0.1, 0.3, 0, true};
    errors a = errors_of(&once, 6, 7);
    errors b = errors_of(&often, 6, 7);
    (void)state;
    assert_true(b.sigma_px > 0.75 * a.sigma_px);
}

static void from_straight_above_the_focal_length_is_uncertain(void **state)
{
    const recipe r = {1, 0.02, 0.2, 0.0, 0, false};
    rnd g = {5};
    crok_camera truth[CROK_MAX_VIEWS];
    crok_multiview *fit = made(&r, &g, truth);
    (void)state;
    assert_true(fit->f_sigma_px > 0.05 * truth[0].f_px);
    free(fit);
}

static void too_few_points_are_refused_and_nothing_changes(void **state)
{
    const recipe r = {2, 0.3, 0.2, 0.0, 0, false};
    rnd g = {3};
    crok_camera truth[CROK_MAX_VIEWS];
    crok_fit_prior prior = usual_prior();
    crok_multiview *fit = malloc(2 * sizeof *fit);
    crok_err err = {0};
    (void)state;
    assert_non_null(fit);
    make(&r, &g, fit, truth);
    fit->view[0].n = 4;
    fit->view[1].n = 5;
    memcpy(fit + 1, fit, sizeof *fit);
    CHECK_STATUS(crok_multiview_fit(&prior, 0, fit, &err), CROK_ENOBOARD, &err);
    assert_memory_equal(fit + 1, fit, sizeof *fit);
    assert_true(err.msg[0] != '\0');
    free(fit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tilted_views_fix_the_camera),
        cmocka_unit_test(sigmas_match_the_errors),
        cmocka_unit_test(the_same_pose_again_adds_no_information),
        cmocka_unit_test(from_straight_above_the_focal_length_is_uncertain),
        cmocka_unit_test(too_few_points_are_refused_and_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
