/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "board/find.h"
#include "discs/outline/place.h"
#include "random.h"

static crok_board_pose pose_of(double info)
{
    crok_board_pose pose = {.board = *crok_board_tournament(),
                            .camera = draw_camera(1600, 1200, 0.2, 1.0)};
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        pose.info[i * CROK_POSE_UNKNOWNS + i] = info;
    return pose;
}

static crok_place_sigma sigma_of(const crok_board_pose *pose,
                                 const crok_adjusted *disc)
{
    static crok_place_basis basis;
    basis = crok_place_basis_of(pose, 9.5, 1.2);
    return crok_place_sigma_of(&basis, disc);
}

/* The edges' covariance counts along the radius only. */
static void edges_count_along_the_radius(void **state)
{
    crok_board_pose pose = pose_of(1e12); /* a pose that is known */
    crok_adjusted along = {
        .fit = 1.0, .at = {150.0, 0.0}, .cov = {0.25, 0.0, 0.0}};
    crok_adjusted across = {
        .fit = 1.0, .at = {150.0, 0.0}, .cov = {0.0, 0.0, 0.25}};
    crok_adjusted none = {.fit = 1.0, .at = {150.0, 0.0}};
    double floor_mm = sigma_of(&pose, &none).centre_mm;
    (void)state;
    CHECK_NEAR(sigma_of(&pose, &along).centre_mm, hypot(0.5, floor_mm), 1e-6);
    CHECK_NEAR(sigma_of(&pose, &across).centre_mm, floor_mm, 1e-6);
    assert_true(floor_mm > 0.05 && floor_mm < 0.5);
}

/* The discs' thickness is not measured: along the sight lines it moves a disc,
 * by as much as these run outwards. */
static void a_slanted_view_gives_a_larger_sigma(void **state)
{
    crok_board_pose pose = pose_of(1e12);
    double last = 0.0;
    (void)state;
    for (int k = 0; k < 6; k++) {
        crok_adjusted on = {.fit = 1.0};
        crok_vec3 eye;
        double sigma = 0.0;
        pose.camera = draw_camera(1600, 1200, 0.15 * k, 1.0);
        eye = crok_camera_centre(&pose.camera);
        on.at = (crok_mm){150.0 * eye.x / hypot(eye.x, eye.y),
                          150.0 * eye.y / hypot(eye.x, eye.y)};
        sigma = sigma_of(&pose, &on).centre_mm;
        assert_true(k < 2 || sigma > last);
        last = sigma;
    }
    assert_true(last > 0.3 && last < 0.6);
}

/* A place with a low fit has a larger sigma. */
static void a_low_fit_gives_a_larger_sigma(void **state)
{
    crok_board_pose pose = pose_of(1e12);
    double last = 0.0;
    (void)state;
    for (int k = 10; k >= 0; k--) {
        crok_adjusted a = {.fit = 0.1 * k, .at = {150.0, 0.0}};
        double sigma = sigma_of(&pose, &a).centre_mm;
        assert_true(sigma > last);
        last = sigma;
        /* the edges' fit does not count for a place from profiles */
        a.from_profiles = true;
        assert_true(sigma_of(&pose, &a).centre_mm < 0.2);
    }
    assert_true(last > 1.0);
}

/* If the profiles leave much unexplained, another edge may have been taken for
 * the disc's. */
static void unexplained_profiles_give_a_larger_sigma(void **state)
{
    crok_board_pose pose = pose_of(1e12);
    double last = 0.0;
    double least = 0.0;
    (void)state;
    for (int k = 0; k <= 7; k++) {
        crok_adjusted a = {
            .from_profiles = true, .unexplained = 0.1 * k, .at = {150.0, 0.0}};
        double sigma = sigma_of(&pose, &a).centre_mm;
        assert_true(sigma >= last);
        last = sigma;
        if (k == 0)
            least = sigma;
        if (k == 3)
            CHECK_NEAR(sigma, least, 0.02);
    }
    assert_true(last > 1.0);
}

/* The disc's radius matters for the distance to a line, not for its place. An
 * error of the radius that also moves the centre outwards counts twice if the
 * line is outside. */
static void the_radius_counts_towards_the_line(void **state)
{
    crok_board_pose pose = pose_of(1e12);
    crok_adjusted a = {.fit = 1.0, .at = {190.0, 0.0}, .radius_var = 0.09};
    crok_adjusted exact = {.fit = 1.0, .at = {190.0, 0.0}};
    double inside = 0.0;
    (void)state;
    CHECK_NEAR(sigma_of(&pose, &a).centre_mm, sigma_of(&pose, &exact).centre_mm,
               1e-9);
    CHECK_NEAR(sigma_of(&pose, &a).line_mm,
               hypot(0.3, sigma_of(&pose, &exact).line_mm), 1e-6);
    a.radius_cov[0] = 0.04;
    inside = sigma_of(&pose, &a).line_mm;
    a.at.x = 216.0; /* as far from the middle line, outside it */
    assert_true(inside > sigma_of(&pose, &a).line_mm);
}

/* An uncertain pose makes places uncertain; a pose without a covariance (from a
 * file) counts as exact. */
static void the_pose_counts(void **state)
{
    crok_board_pose known = pose_of(1e12);
    crok_board_pose vague = pose_of(25.0);
    crok_board_pose silent = pose_of(0.0);
    crok_adjusted a = {.fit = 1.0, .at = {100.0, 150.0}};
    (void)state;
    assert_true(sigma_of(&vague, &a).centre_mm >
                2.0 * sigma_of(&known, &a).centre_mm);
    CHECK_NEAR(sigma_of(&silent, &a).centre_mm, sigma_of(&known, &a).centre_mm,
               1e-3);
}

/* A line's radius is one of the pose's unknowns: of the line's own variance
 * only the excess over the pose's counts. */
static void a_line_counts_once(void **state)
{
    crok_board_pose pose = pose_of(25.0);
    crok_board_pose silent = pose_of(0.0);
    crok_adjusted a = {.fit = 1.0,
                       .at = {190.0, 0.0}}; /* near the middle line */
    double with_pose = sigma_of(&pose, &a).line_mm;
    double without = sigma_of(&silent, &a).line_mm;
    (void)state;
    pose.line_sigma_mm[CROK_LINE_MIDDLE] = 1.0 / sqrt(25.0);
    CHECK_NEAR(sigma_of(&pose, &a).line_mm, with_pose, 1e-9);
    pose.line_sigma_mm[CROK_LINE_MIDDLE] = hypot(1.6, 1.0 / sqrt(25.0));
    CHECK_NEAR(sigma_of(&pose, &a).line_mm, hypot(with_pose, 1.6), 1e-9);
    silent.line_sigma_mm[CROK_LINE_MIDDLE] = 0.5;
    CHECK_NEAR(sigma_of(&silent, &a).line_mm, hypot(without, 0.5), 1e-9);
}

enum { N = CROK_POSE_UNKNOWNS };

/* The pose of a drawn board, and a root of its covariance (Cholesky). */
static crok_board_pose drawn_pose(double tilt_rad, double root[N][N])
{
    crok_camera cam = draw_camera(1440, 1080, tilt_rad, 1.0);
    draw_board b = draw_tournament(&cam);
    crok_image img = draw_picture(&b);
    crok_view view = {
        .img = &img, .scale = 1.0, .full_w_px = 1440, .full_h_px = 1080};
    crok_board_pose pose;
    crok_err err = {0};
    double cov[N * N];
    CHECK_STATUS(crok_board_find(&view, &pose, &err), CROK_OK, &err);
    crok_image_free(&img);
    assert_true(crok_board_pose_covariance(&pose, cov));
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++) {
            double s = cov[i * N + j];
            for (int k = 0; k < j; k++)
                s -= root[i][k] * root[j][k];
            root[i][j] = i == j ? sqrt(s) : s / root[j][j];
        }
    }
    return pose;
}

typedef struct spread {
    double n, sum, squares;
} spread;

static void add_to(spread *s, double x)
{
    s->n += 1.0;
    s->sum += x;
    s->squares += x * x;
}

static double deviation(const spread *s)
{
    double mean = s->sum / s->n;
    return sqrt(s->squares / s->n - mean * mean);
}

/* The part of the height's error that is not in the unmodelled error, for a
 * disc at this place. */
static double height_sigma_mm(const crok_camera *cam, crok_mm at)
{
    crok_vec3 eye = crok_camera_centre(cam);
    double slope = ((eye.x - at.x) * at.x + (eye.y - at.y) * at.y) /
                   hypot(at.x, at.y) / (eye.z - 9.5);
    double included = CROK_PLACE_FITTED_SLOPE / slope;
    return CROK_DISC_HEIGHT_SIGMA_MM *
           sqrt(fmax(1.0 - included * included, 0.0));
}

/* The effect of the pose and of the discs' height on a disc's place, compared
 * with cameras and heights drawn from their distributions: a point at 0.7 of
 * the upper edge's height, fixed in the picture, moves on the board, and so
 * does the line. */
static void check_by_drawing(const crok_board_pose *pose, double root[N][N],
                             crok_mm at, int line)
{
    static crok_place_basis basis;
    const crok_adjusted disc = {.fit = 1.0, .at = at};
    const double z = 0.7 * (9.5 - CROK_DISC_ROUNDING_MM);
    const crok_px seen =
        crok_camera_project(&pose->camera, (crok_vec3){at.x, at.y, z});
    crok_place_sigma sigma;
    spread centre = {0.0, 0.0, 0.0};
    spread to_line = {0.0, 0.0, 0.0};
    rnd g = {7};
    double height_mm = height_sigma_mm(&pose->camera, at);
    basis = crok_place_basis_of(pose, 9.5, 1e6); /* only these two */
    sigma = crok_place_sigma_of(&basis, &disc);
    for (int i = 0; i < 8000; i++) {
        double u[N];
        double x[N] = {0.0};
        crok_camera cam;
        crok_mm m;
        double d = 0.0;
        for (int k = 0; k < N; k++)
            u[k] = rnd_normal(&g);
        for (int k = 0; k < N; k++)
            for (int j = 0; j <= k; j++)
                x[k] += root[k][j] * u[j];
        cam = crok_camera_moved(&pose->camera, x);
        m = crok_camera_unproject(&cam, seen, z + height_mm * rnd_normal(&g));
        d = hypot(m.x, m.y);
        add_to(&centre, d);
        add_to(&to_line, d - (line > 0 ? x[CROK_N_CAM + line - 1] : 0.0));
    }
    print_message("at %.0f, %.0f: %.4f (drawn %.4f), to the line %.4f (%.4f)\n",
                  at.x, at.y, sigma.centre_mm, deviation(&centre),
                  sigma.line_mm, deviation(&to_line));
    CHECK_NEAR(sigma.centre_mm / deviation(&centre), 1.0, 0.05);
    CHECK_NEAR(sigma.line_mm / deviation(&to_line), 1.0, 0.05);
}

static void the_poses_part_equals_a_simulation(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        static double root[N][N];
        crok_board_pose pose = drawn_pose(0.1 + 0.3 * i, root);
        for (int k = 0; k < CROK_N_LINES; k++)
            pose.line_sigma_mm[k] = 0.0;
        check_by_drawing(&pose, root, (crok_mm){-270.0, 90.0}, CROK_LINE_OUTER);
        check_by_drawing(&pose, root, (crok_mm){40.0, 180.0}, CROK_LINE_MIDDLE);
        check_by_drawing(&pose, root, (crok_mm){60.0, -60.0}, CROK_LINE_INNER);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_count_along_the_radius),
        cmocka_unit_test(a_slanted_view_gives_a_larger_sigma),
        cmocka_unit_test(a_low_fit_gives_a_larger_sigma),
        cmocka_unit_test(unexplained_profiles_give_a_larger_sigma),
        cmocka_unit_test(the_radius_counts_towards_the_line),
        cmocka_unit_test(the_pose_counts),
        cmocka_unit_test(a_line_counts_once),
        cmocka_unit_test(the_poses_part_equals_a_simulation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
