/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/cameras.h"
#include "board/model/camera_formulas.h"

/* Every case has its own seed, which a failure names. */
#define N_CASES 4000

/* As CHECK_NEAR; the message names the case's seed. */
static void case_near(int seed, const char *what, double got, double want,
                      double tol)
{
    if (!(fabs(got - want) <= tol))
        fail_msg("seed %d: %s is %.12g, wanted %.12g within %g", seed, what,
                 got, want, tol);
}

static crok_vec3 random_point(rnd *g)
{
    double r = rnd_between(g, 0.0, 350.0);
    double a = rnd_between(g, -CROK_PI, CROK_PI);
    return (crok_vec3){r * cos(a), r * sin(a), rnd_between(g, -10.0, 30.0)};
}

static void unproject_inverts_project(void **state)
{
    (void)state;
    for (int seed = 0; seed < N_CASES; seed++) {
        rnd g = {(uint64_t)seed};
        crok_camera cam = random_camera(&g);
        crok_vec3 x = random_point(&g);
        crok_px p = crok_camera_project(&cam, x);
        crok_mm m = crok_camera_unproject(&cam, p, x.z);
        case_near(seed, "x", m.x, x.x, 1e-7);
        case_near(seed, "y", m.y, x.y, 1e-7);
    }
}

/* The same in the other order, for pixels of the whole picture. */
static void project_inverts_unproject(void **state)
{
    (void)state;
    for (int seed = 0; seed < N_CASES; seed++) {
        rnd g = {(uint64_t)seed};
        crok_camera cam = random_camera(&g);
        crok_px p = {rnd_between(&g, 0.0, cam.w_px),
                     rnd_between(&g, 0.0, cam.h_px)};
        crok_mm m = crok_camera_unproject(&cam, p, 9.5);
        crok_px q = crok_camera_project(&cam, (crok_vec3){m.x, m.y, 9.5});
        case_near(seed, "u", q.x, p.x, 1e-7);
        case_near(seed, "v", q.y, p.y, 1e-7);
    }
}

static void derivatives_are_slopes(void **state)
{
    static const char *const name[CROK_N_CAM] = {
        "w.x", "w.y", "w.z", "t.x", "t.y", "t.z", "f", "cx", "cy", "k1"};
    (void)state;
    for (int seed = 0; seed < N_CASES; seed++) {
        rnd g = {(uint64_t)seed};
        crok_camera cam = random_camera(&g);
        crok_vec3 x = random_point(&g);
        double d_cam[2][CROK_N_CAM];
        crok_camera_projection v = crok_camera_linearise(&cam, x);
        crok_px p = v.at;
        crok_px same = crok_camera_project(&cam, x);
        case_near(seed, "u", p.x, same.x, 1e-9);
        case_near(seed, "v", p.y, same.y, 1e-9);
        crok_camera_jacobian(&cam, &v, 1.0, 0.0, d_cam[0]);
        crok_camera_jacobian(&cam, &v, 0.0, 1.0, d_cam[1]);
        for (int k = 0; k < CROK_N_CAM; k++) {
            double h = k < CROK_CAM_T || k == CROK_CAM_K1 ? 1e-5 : 1e-2;
            double up[CROK_N_CAM] = {0};
            double down[CROK_N_CAM] = {0};
            crok_camera a;
            crok_camera b;
            crok_px pa;
            crok_px pb;
            up[k] = h;
            down[k] = -h;
            a = crok_camera_moved(&cam, up);
            b = crok_camera_moved(&cam, down);
            pa = crok_camera_project(&a, x);
            pb = crok_camera_project(&b, x);
            case_near(seed, name[k], d_cam[0][k], (pa.x - pb.x) / (2.0 * h),
                      1e-6 * (1.0 + fabs(d_cam[0][k])));
            case_near(seed, name[k], d_cam[1][k], (pa.y - pb.y) / (2.0 * h),
                      1e-6 * (1.0 + fabs(d_cam[1][k])));
        }
        for (int k = 0; k < 3; k++) {
            double h = 1e-2;
            crok_vec3 e = {k == 0 ? h : 0.0, k == 1 ? h : 0.0,
                           k == 2 ? h : 0.0};
            crok_vec3 turned = crok_mat3_apply(&cam.rot, e);
            crok_px pa = crok_camera_project(&cam, crok_vec3_add(x, e));
            crok_px pb = crok_camera_project(
                &cam, crok_vec3_add(x, crok_vec3_scale(e, -1.0)));
            case_near(seed, "dX of u", crok_vec3_dot(v.d_u, turned) / h,
                      (pa.x - pb.x) / (2.0 * h), 1e-6);
            case_near(seed, "dX of v", crok_vec3_dot(v.d_v, turned) / h,
                      (pa.y - pb.y) / (2.0 * h), 1e-6);
        }
    }
}

static void centre_and_scale_are_those_of_the_stand(void **state)
{
    stand s = {.w_px = 640, .h_px = 480, .f_px = 500.0, .distance_mm = 900.0};
    crok_camera cam = stand_camera(&s);
    crok_vec3 c = crok_camera_centre(&cam);
    (void)state;
    CHECK_NEAR(c.x, 0.0, 1e-12);
    CHECK_NEAR(c.y, 0.0, 1e-12);
    CHECK_NEAR(c.z, 900.0, 1e-12);
    CHECK_NEAR(crok_camera_px_per_mm(&cam), 500.0 / 900.0, 1e-9);
    /* the camera tilted by 0.5 rad */
    s.tilt_rad = 0.5;
    cam = stand_camera(&s);
    c = crok_camera_centre(&cam);
    CHECK_NEAR(c.x, 0.0, 1e-9);
    CHECK_NEAR(fabs(c.y), 900.0 * sin(0.5), 1e-9);
    CHECK_NEAR(c.z, 900.0 * cos(0.5), 1e-9);
}

static void a_camera_is_consistent_with_itself(void **state)
{
    (void)state;
    for (int seed = 0; seed < N_CASES; seed++) {
        rnd g = {(uint64_t)seed};
        crok_camera cam = random_camera(&g);
        crok_vec3 c = crok_camera_centre(&cam);
        crok_vec3 at = crok_vec3_add(crok_mat3_apply(&cam.rot, c), cam.t_mm);
        /* the view's axis in the board's frame is R's third row */
        double down = -cam.rot.m[8];
        case_near(seed, "centre.x", at.x, 0.0, 1e-9);
        case_near(seed, "centre.y", at.y, 0.0, 1e-9);
        case_near(seed, "centre.z", at.z, 0.0, 1e-9);
        case_near(seed, "tilt", crok_camera_tilt_rad(&cam), acos(down), 1e-9);
        if (crok_camera_tilt_rad(&cam) > 35.001 * CROK_PI / 180.0 || c.z < 500)
            fail_msg("seed %d: tilt %g, height %g", seed,
                     crok_camera_tilt_rad(&cam), c.z);
    }
}

static void the_tilt_is_the_one_it_was_given(void **state)
{
    (void)state;
    for (int k = 0; k <= 35; k++) {
        stand s = {.w_px = 640,
                   .h_px = 480,
                   .f_px = 500.0,
                   .distance_mm = 900.0,
                   .tilt_rad = k * CROK_PI / 180.0,
                   .tilt_to_rad = 0.7 * k,
                   .spin_rad = 0.3 * k};
        crok_camera cam = stand_camera(&s);
        CHECK_NEAR(crok_camera_tilt_rad(&cam), s.tilt_rad, 1e-7);
    }
}

/* A pixel of the smaller picture covers `scale` pixels of the larger one. The
 * corners of the pictures coincide, not the centres of their first pixels. */
static void a_smaller_picture_shows_the_same(void **state)
{
    (void)state;
    for (int seed = 0; seed < N_CASES; seed++) {
        rnd g = {(uint64_t)seed};
        crok_camera cam = random_camera(&g);
        crok_vec3 x = random_point(&g);
        double k = rnd_between(&g, 0.5, 8.0);
        crok_camera small = crok_camera_rescaled(&cam, k, 123, 45);
        crok_camera back =
            crok_camera_rescaled(&small, 1.0 / k, cam.w_px, cam.h_px);
        crok_px p = crok_camera_project(&cam, x);
        crok_px q = crok_camera_project(&small, x);
        case_near(seed, "u", q.x, (p.x + 0.5) / k - 0.5, 1e-9);
        case_near(seed, "v", q.y, (p.y + 0.5) / k - 0.5, 1e-9);
        assert_int_equal(small.w_px, 123);
        assert_int_equal(small.h_px, 45);
        q = crok_camera_project(&back, x);
        case_near(seed, "u back", q.x, p.x, 1e-8);
        case_near(seed, "v back", q.y, p.y, 1e-8);
        case_near(seed, "scale", crok_camera_px_per_mm(&small),
                  crok_camera_px_per_mm(&cam) / k, 1e-9);
    }
}

static void a_step_changes_its_unknowns(void **state)
{
    (void)state;
    for (int seed = 0; seed < N_CASES; seed++) {
        rnd g = {(uint64_t)seed};
        crok_camera cam = random_camera(&g);
        double none[CROK_N_CAM] = {0};
        double step[CROK_N_CAM];
        crok_camera still = crok_camera_moved(&cam, none);
        crok_camera c;
        crok_mat3 turn;
        for (int k = 0; k < CROK_N_CAM; k++)
            step[k] = rnd_between(&g, -0.5, 0.5);
        c = crok_camera_moved(&cam, step);
        turn = crok_mat3_rotation((crok_vec3){step[0], step[1], step[2]});
        turn = crok_mat3_mul(&turn, &cam.rot);
        for (int i = 0; i < 9; i++) {
            case_near(seed, "still", still.rot.m[i], cam.rot.m[i], 1e-12);
            case_near(seed, "rot", c.rot.m[i], turn.m[i], 1e-12);
        }
        /* still a rotation: its rows are orthonormal */
        for (int i = 0; i < 3; i++) {
            const double *a = &c.rot.m[3 * i];
            const double *b = &c.rot.m[3 * ((i + 1) % 3)];
            case_near(seed, "row", a[0] * a[0] + a[1] * a[1] + a[2] * a[2], 1.0,
                      1e-12);
            case_near(seed, "rows", a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
                      0.0, 1e-12);
        }
        case_near(seed, "t.y", c.t_mm.y, cam.t_mm.y + step[4], 1e-12);
        case_near(seed, "f", c.f_px, cam.f_px + step[6], 1e-12);
        case_near(seed, "cx", c.cx_px, cam.cx_px + step[7], 1e-12);
        case_near(seed, "cy", c.cy_px, cam.cy_px + step[8], 1e-12);
        case_near(seed, "k1", c.k1, cam.k1 + step[9], 1e-12);
    }
}

/* With barrel distortion no ray is imaged beyond a certain radius. Unprojection
 * of such pixels stays finite. */
static void pixels_beyond_the_distortion_stay_finite(void **state)
{
    stand s = {.w_px = 640,
               .h_px = 480,
               .f_px = 300.0,
               .distance_mm = 900.0,
               .k1 = -0.3};
    crok_camera cam = stand_camera(&s);
    (void)state;
    for (double x = 0.0; x < 1e6; x = 2.0 * x + 10.0) {
        crok_mm m = crok_camera_unproject(&cam, (crok_px){x, 0.0}, 0.0);
        assert_true(isfinite(m.x) && isfinite(m.y));
    }
}

/* crok_camera_plane_point gives the unprojected point and its derivative, which
 * is compared with a difference quotient. */
static void a_plane_point_is_a_point_and_its_derivative(void **state)
{
    (void)state;
    for (int seed = 0; seed < N_CASES; seed++) {
        rnd g = {(uint64_t)seed};
        crok_camera cam = random_camera(&g);
        crok_vec3 x = random_point(&g);
        crok_px p = crok_camera_project(&cam, x);
        double a = rnd_between(&g, -CROK_PI, CROK_PI);
        double dx = 1e-2 * cos(a);
        double dy = 1e-2 * sin(a);
        crok_camera_plane plane = crok_camera_plane_at(&cam, x.z);
        crok_plane_point t = crok_camera_plane_point(
            &plane, crok_camera_ray_of(&plane, p), cos(a), sin(a));
        crok_mm to =
            crok_camera_unproject(&cam, (crok_px){p.x + dx, p.y + dy}, x.z);
        crok_mm back =
            crok_camera_unproject(&cam, (crok_px){p.x - dx, p.y - dy}, x.z);
        case_near(seed, "x", t.at.x, x.x, 1e-7);
        case_near(seed, "y", t.at.y, x.y, 1e-7);
        case_near(seed, "dx", t.per_px.x, (to.x - back.x) / 2e-2, 1e-5);
        case_near(seed, "dy", t.per_px.y, (to.y - back.y) / 2e-2, 1e-5);
    }
}

/* Rays above the horizon never meet the board, for all directions of tilt. */
static void beyond_the_horizon_nothing_is_finite(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        stand s = {.w_px = 800,
                   .h_px = 600,
                   .f_px = 700.0,
                   .tilt_rad = 1.2,
                   .tilt_to_rad = 1.0 * i,
                   .distance_mm = 900.0,
                   .k1 = i % 2 ? -0.05 : 0.05};
        crok_camera cam = stand_camera(&s);
        crok_vec3 up = crok_mat3_apply(&cam.rot, (crok_vec3){0.0, 0.0, 1.0});
        double len = hypot(up.x, up.y);
        for (int k = -1; k <= 1; k += 2) {
            crok_px p = {cam.cx_px + 600.0 * k * up.x / len,
                         cam.cy_px + 600.0 * k * up.y / len};
            crok_mm m = crok_camera_unproject(&cam, p, 0.0);
            assert_int_equal(isfinite(m.x) && isfinite(m.y), k < 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unproject_inverts_project),
        cmocka_unit_test(project_inverts_unproject),
        cmocka_unit_test(a_plane_point_is_a_point_and_its_derivative),
        cmocka_unit_test(beyond_the_horizon_nothing_is_finite),
        cmocka_unit_test(derivatives_are_slopes),
        cmocka_unit_test(centre_and_scale_are_those_of_the_stand),
        cmocka_unit_test(a_camera_is_consistent_with_itself),
        cmocka_unit_test(the_tilt_is_the_one_it_was_given),
        cmocka_unit_test(a_smaller_picture_shows_the_same),
        cmocka_unit_test(a_step_changes_its_unknowns),
        cmocka_unit_test(pixels_beyond_the_distortion_stay_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
