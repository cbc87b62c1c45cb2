/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "discs/outline/outline.h"

/* Where a sight line from outside, above, touches the disc last: of all points
 * of its rounded edge in a direction the one farthest out in the picture. */
static crok_px farthest(const crok_camera *cam, const crok_disc_shape *d,
                        crok_mm at, double a, const crok_rim_at *r)
{
    crok_px best = {0.0, 0.0};
    double most = -HUGE_VAL;
    for (int k = 0; k <= 900; k++) {
        double t = 0.5 * CROK_PI * k / 900;
        double radius = d->radius_mm - CROK_DISC_ROUNDING_MM * (1.0 - cos(t));
        double z = d->height_mm - CROK_DISC_ROUNDING_MM * (1.0 - sin(t));
        crok_px p =
            crok_camera_project(cam, (crok_vec3){at.x + radius * cos(a),
                                                 at.y + radius * sin(a), z});
        double out = (p.x - r->at.x) * r->nx + (p.y - r->at.y) * r->ny;
        if (out > most) {
            most = out;
            best = p;
        }
    }
    return best;
}

static void a_rim_is_where_the_disc_ends(void **state)
{
    crok_disc_shape d = crok_disc_shape_typical(15.875, 9.525);
    crok_camera cam = draw_camera(1000, 750, 0.4, 1.0);
    crok_vec3 eye = crok_camera_centre(&cam);
    crok_mm at = {120, -70};
    (void)state;
    for (int i = 0; i < 64; i++) {
        double a = 2.0 * CROK_PI * i / 64;
        crok_rim_at r = crok_outline_rim(&cam, &d, at, cos(a), sin(a));
        double side = (eye.x - at.x) * cos(a) + (eye.y - at.y) * sin(a);
        crok_px m = crok_camera_project(
            &cam, (crok_vec3){at.x, at.y, d.height_mm - CROK_DISC_ROUNDING_MM});
        crok_px p = crok_camera_project(
            &cam, (crok_vec3){at.x + d.radius_mm * cos(a),
                              at.y + d.radius_mm * sin(a),
                              d.height_mm - CROK_DISC_ROUNDING_MM});
        double tol_px = 1e-9;
        if (side < 0.0) {
            p = farthest(&cam, &d, at, a, &r);
            tol_px = 0.03; /* between the points tried */
        }
        CHECK_NEAR(r.at.x, p.x, tol_px);
        CHECK_NEAR(r.at.y, p.y, tol_px);
        CHECK_NEAR(hypot(r.nx, r.ny), 1.0, 1e-9);
        assert_true(r.nx * (p.x - m.x) + r.ny * (p.y - m.y) > 0.0);
        /* the wall shows towards the camera's foot only */
        assert_true((r.wall_mm > 0.0) == (side > 0.0));
        assert_true(fabs(r.wall_mm) < 9.525);
    }
}

/* The derivatives of crok_outline_residual equal central differences. */
static void derivatives_are_slopes(void **state)
{
    crok_disc_shape d = {15.9, 9.5, 0.7, 0.25};
    (void)state;
    for (int seed = 0; seed < 500; seed++) {
        rnd g = {(uint64_t)seed};
        double a = rnd_between(&g, -3.1, 3.1);
        double r = rnd_between(&g, 14.0, 17.0);
        crok_mm at = {rnd_between(&g, -300, 300), rnd_between(&g, -300, 300)};
        crok_mm p = {at.x + r * cos(a), at.y + r * sin(a)};
        crok_mm far_off = {at.x + 3.0 * r * cos(a), at.y + 3.0 * r * sin(a)};
        bool is_foot = seed % 4 == 1;
        crok_outline_edge e = {.rim = p,
                               .face = is_foot ? far_off : p,
                               .foot = is_foot ? p : far_off,
                               .wall_mm = seed % 2 ? 4.0F : -4.0F};
        crok_outline_row row = crok_outline_residual(&d, at, &e);
        const double h = 1e-5;
        double *x[5] = {&d.radius_mm, &d.face_mm, &d.dark_mm, &at.x, &at.y};
        double want[5] = {row.d_shape[0], row.d_shape[1], row.d_shape[2],
                          row.d_x, row.d_y};
        double radius = is_foot ? 16.15 : seed % 2 ? 15.2 : 15.9;
        assert_true(row.usable);
        assert_true(row.is_foot == is_foot);
        CHECK_NEAR(row.r_mm, radius - r, 1e-9);
        for (int k = 0; k < 5; k++) {
            double was = *x[k];
            double up = 0.0;
            double down = 0.0;
            *x[k] = was + h;
            up = crok_outline_residual(&d, at, &e).r_mm;
            *x[k] = was - h;
            down = crok_outline_residual(&d, at, &e).r_mm;
            *x[k] = was;
            if (fabs((up - down) / (2.0 * h) - want[k]) > 1e-5)
                fail_msg("seed %d: unknown %d", seed, k);
        }
    }
}

/* There is no usable residual if the wall is too narrow to separate face and
 * foot, or if an edge is the foot's by its colour but lies at the face. */
static void some_edges_are_not_used(void **state)
{
    crok_disc_shape d = {15.9, 9.5, 0.7, 0.25};
    crok_mm at = {0, 0};
    crok_outline_edge e = {
        .rim = {15.9, 0}, .face = {19, 0}, .foot = {15.9, 0}, .wall_mm = 4.0F};
    (void)state;
    assert_true(crok_outline_residual(&d, at, &e).usable);
    assert_true(crok_outline_residual(&d, at, &e).is_foot);
    e.is_foot = true;
    assert_true(crok_outline_residual(&d, at, &e).usable);
    e.face.x = 15.2;
    e.foot.x = 13.0;
    assert_false(crok_outline_residual(&d, at, &e).usable);
    e.is_foot = false;
    assert_true(crok_outline_residual(&d, at, &e).usable);
    assert_false(crok_outline_residual(&d, at, &e).is_foot);
    e.wall_mm = 0.5F;
    assert_false(crok_outline_residual(&d, at, &e).usable);
    e.wall_mm = -0.5F;
    assert_true(crok_outline_residual(&d, at, &e).usable);
}

/* Edges of all kinds at random places: the normal equations are the sums over
 * the usable residuals of rim and face. */
static void normal_equations_are_sums_over_residuals(void **state)
{
    crok_disc_shape d = {15.9, 9.5, 0.7, 0.25};
    (void)state;
    for (int seed = 0; seed < 100; seed++) {
        rnd g = {(uint64_t)seed};
        crok_mm at = {rnd_between(&g, -1, 1), rnd_between(&g, -1, 1)};
        crok_outline o = {.n = 60};
        crok_outline_normal_eq want = {{1e-6, 0.0, 1e-6}, {0.0, 0.0}};
        crok_outline_normal_eq got;
        for (int k = 0; k < o.n; k++) {
            double a = rnd_between(&g, -3.1, 3.1);
            double r[3] = {rnd_between(&g, 13, 19), rnd_between(&g, 13, 19),
                           rnd_between(&g, 13, 19)};
            crok_outline_row row;
            double w = 0.0;
            o.edge[k] =
                (crok_outline_edge){.rim = {r[0] * cos(a), r[0] * sin(a)},
                                    .face = {r[1] * cos(a), r[1] * sin(a)},
                                    .foot = {r[2] * cos(a), r[2] * sin(a)},
                                    .wall_mm = (float)rnd_between(&g, -3, 3)};
            row = crok_outline_residual(&d, at, &o.edge[k]);
            if (row.usable && !row.is_foot)
                w = crok_tukey(row.r_mm, 2.0);
            want.a[0] += w * row.d_x * row.d_x;
            want.a[1] += w * row.d_x * row.d_y;
            want.a[2] += w * row.d_y * row.d_y;
            want.g[0] += w * row.d_x * row.r_mm;
            want.g[1] += w * row.d_y * row.r_mm;
        }
        got = crok_outline_normal_eq_of(&o, &d, at, 2.0);
        for (int k = 0; k < 3; k++)
            CHECK_NEAR(got.a[k], want.a[k], 1e-9);
        for (int k = 0; k < 2; k++)
            CHECK_NEAR(got.g[k], want.g[k], 1e-9);
    }
}

static const crok_outline_search search = {3.2, 2, 0.4F};

/* The edges found on drawn discs lie on the outlines of these discs. */
static void edges_are_read_where_discs_are_drawn(void **state)
{
    static const draw_rgb colour[] = {
        {25, 25, 28}, {180, 40, 40}, {40, 70, 150}, {245, 242, 235}};
    static const crok_mm at[] = {
        {200, 60}, {-150, 140}, {30, -250}, {-60, -50}};
    crok_camera cam = draw_camera(1000, 750, 0.35, 2.2);
    draw_board b = draw_tournament(&cam);
    crok_disc_shape d = crok_disc_shape_typical(b.disc_mm, b.disc_height_mm);
    crok_image img;
    (void)state;
    for (int i = 0; i < 4; i++)
        draw_add_disc(&b, at[i].x, at[i].y, colour[i]);
    img = draw_picture(&b);
    for (int i = 0; i < 4; i++) {
        static crok_outline o;
        bool seen[CROK_OUTLINE_ANGLES] = {false};
        double sum = 0.0;
        int n = 0;
        int n_seen = 0;
        crok_outline_read(&img, &cam, &d, at[i], &search, &o);
        assert_int_equal(o.n_inside, CROK_OUTLINE_ANGLES);
        for (int k = 0; k < o.n; k++) {
            crok_outline_row row = crok_outline_residual(&d, at[i], &o.edge[k]);
            if (!row.usable || fabs(row.r_mm) > 1.0)
                continue;
            sum += row.r_mm;
            n++;
            seen[o.edge[k].direction] = true;
        }
        for (int k = 0; k < CROK_OUTLINE_ANGLES; k++)
            n_seen += seen[k] ? 1 : 0;
        print_message("disc %d: %d directions, mean %+.3f mm\n", i, n_seen,
                      sum / n);
        /* on the near side a dark face and its wall look alike; and a dark
         * disc on light wood looks smaller, as blur adds light */
        assert_true(n_seen > CROK_OUTLINE_ANGLES / 3);
        CHECK_NEAR(sum / n, 0.0, 0.6);
    }
    crok_image_free(&img);
}

/* On the near side a black disc has one edge, the foot's: light wood cannot be
 * its wall. A white disc has two: from face to wall, and from wall to wood. */
static void wood_is_no_wall_of_a_black_disc(void **state)
{
    static const draw_rgb colour[] = {{25, 25, 28}, {245, 242, 235}};
    static const crok_mm at = {200, 60};
    (void)state;
    for (int i = 0; i < 2; i++) {
        static crok_outline o;
        crok_camera cam = draw_camera(1000, 750, 0.35, 2.2);
        draw_board b = draw_tournament(&cam);
        crok_disc_shape d =
            crok_disc_shape_typical(b.disc_mm, b.disc_height_mm);
        crok_image img;
        int n_near = 0;
        int n_foot = 0;
        draw_add_disc(&b, at.x, at.y, colour[i]);
        img = draw_picture(&b);
        crok_outline_read(&img, &cam, &d, at, &search, &o);
        for (int k = 0; k < o.n; k++) {
            crok_outline_edge *e = &o.edge[k];
            if (!crok_outline_shows_wall(e)) {
                assert_false(e->is_foot);
                continue;
            }
            n_near++;
            n_foot += e->is_foot;
            if (e->is_foot) {
                CHECK_NEAR(hypot(e->foot.x - at.x, e->foot.y - at.y),
                           d.radius_mm, 1.5);
                assert_true(crok_outline_residual(&d, at, e).is_foot);
            }
        }
        print_message("disc %d: %d of %d are the foot's\n", i, n_foot, n_near);
        assert_true(n_near > CROK_OUTLINE_ANGLES / 4);
        assert_true(i == 0 ? n_foot == n_near : 2 * n_foot < n_near);
        crok_image_free(&img);
    }
}

static void no_edges_outside_the_picture_and_on_bare_wood(void **state)
{
    static crok_outline o;
    crok_camera cam = draw_camera(640, 480, 0.0, 0.0);
    crok_disc_shape d = crok_disc_shape_typical(15.875, 9.525);
    crok_image img = draw_plain(640, 480, (draw_rgb){200, 170, 120});
    (void)state;
    draw_noise(&img, 1.0, 4);
    crok_outline_read(&img, &cam, &d, (crok_mm){50, 50}, &search, &o);
    assert_int_equal(o.n_inside, CROK_OUTLINE_ANGLES);
    assert_true(o.n < CROK_OUTLINE_ANGLES / 8);
    crok_outline_read(&img, &cam, &d, (crok_mm){5000, 50}, &search, &o);
    assert_int_equal(o.n_inside, 0);
    assert_int_equal(o.n, 0);
    crok_image_free(&img);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rim_is_where_the_disc_ends),
        cmocka_unit_test(derivatives_are_slopes),
        cmocka_unit_test(some_edges_are_not_used),
        cmocka_unit_test(normal_equations_are_sums_over_residuals),
        cmocka_unit_test(edges_are_read_where_discs_are_drawn),
        cmocka_unit_test(wood_is_no_wall_of_a_black_disc),
        cmocka_unit_test(no_edges_outside_the_picture_and_on_bare_wood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
