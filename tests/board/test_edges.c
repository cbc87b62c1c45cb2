/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "board/cameras.h"
#include "board/edges.h"
#include "board/model/camera_formulas.h"

#define SIDE 96
/* The columns of two vertical edges: a weak one, and a strong one beside it. */
#define WEAK_X 40
#define STRONG_X 52

static crok_image stripes(uint8_t left, uint8_t middle, uint8_t right)
{
    crok_image img = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_image_new(SIDE, SIDE, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    for (int y = 0; y < SIDE; y++) {
        uint8_t *row = crok_image_row(&img, y);
        for (int x = 0; x < SIDE; x++) {
            uint8_t v = x < WEAK_X ? left : x < STRONG_X ? middle : right;
            memset(row + 3 * x, v, 3);
        }
    }
    return img;
}

/* Count the edge points within a pixel of a column, and all others. */
static int on_column(const crok_image *img, float steep, int column, int *other)
{
    crok_edges edges = {0};
    crok_err err = {0};
    int n = 0;
    CHECK_STATUS(crok_edges_find(img, steep, &edges, &err), CROK_OK, &err);
    for (int i = 0; i < edges.n; i++)
        n += fabs((double)edges.at[i].x_px - column + 0.5) < 1.6;
    *other = edges.n - n;
    crok_edges_free(&edges);
    return n;
}

static void an_edge_is_found_once_a_row(void **state)
{
    crok_image img = stripes(100, 140, 140);
    int other = 0;
    int n = on_column(&img, INFINITY, WEAK_X, &other);
    (void)state;
    assert_in_range(n, SIDE - 6, SIDE);
    assert_int_equal(other, 0);
    crok_image_free(&img);
}

static void a_uniform_picture_has_none(void **state)
{
    crok_image img = stripes(100, 100, 100);
    int other = 0;
    (void)state;
    assert_int_equal(on_column(&img, INFINITY, WEAK_X, &other), 0);
    assert_int_equal(other, 0);
    crok_image_free(&img);
}

/* A strong edge raises the threshold, so that a weak one beside it is not
 * found, unless its magnitude counts as 30 grey levels a pixel at most. */
static void a_weak_edge_is_found_beside_a_strong_one(void **state)
{
    crok_image img = stripes(40, 52, 250);
    int other = 0;
    (void)state;
    assert_int_equal(on_column(&img, INFINITY, WEAK_X, &other), 0);
    assert_in_range(on_column(&img, 30.0F, WEAK_X, &other), SIDE - 6, SIDE);
    assert_in_range(on_column(&img, 30.0F, STRONG_X, &other), SIDE - 6, SIDE);
    crok_image_free(&img);
}

#define N_EDGES 333

static void check_touch(const crok_plane_point *got,
                        const crok_plane_point *want)
{
    CHECK_NEAR(got->at.x, want->at.x, 1e-9);
    CHECK_NEAR(got->at.y, want->at.y, 1e-9);
    CHECK_NEAR(got->per_px.x, want->per_px.x, 1e-9);
    CHECK_NEAR(got->per_px.y, want->per_px.y, 1e-9);
}

/* Batches cover all edges once each, and give the same as mapping each alone.
 */
static void edges_in_a_batch_map_as_each_alone(void **state)
{
    crok_edge at[N_EDGES];
    const crok_edges edges = {at, N_EDGES};
    (void)state;
    for (int seed = 0; seed < 40; seed++) {
        rnd g = {(uint64_t)seed};
        crok_camera cam = random_camera(&g);
        crok_camera_plane plane = crok_camera_plane_at(&cam, 10.0);
        int step = 1 + seed % 5;
        int n = 0;
        for (int i = 0; i < N_EDGES; i++) {
            double a = rnd_between(&g, -CROK_PI, CROK_PI);
            at[i] = (crok_edge){(float)rnd_between(&g, 0.0, cam.w_px - 1.0),
                                (float)rnd_between(&g, 0.0, cam.h_px - 1.0),
                                (float)cos(a), (float)sin(a)};
        }
        for (int from = 0; from < N_EDGES; from += CROK_EDGES_BATCH * step) {
            crok_plane_point met[CROK_EDGES_BATCH];
            int k = crok_edges_unproject(&edges, from, step, &plane, met);
            for (int i = 0; i < k; i++) {
                const crok_edge *e = &at[from + i * step];
                crok_px p = {(double)e->x_px, (double)e->y_px};
                crok_plane_point alone = crok_camera_plane_point(
                    &plane, crok_camera_ray_of(&plane, p), -(double)e->ny,
                    (double)e->nx);
                check_touch(&met[i], &alone);
            }
            n += k;
        }
        assert_int_equal(n, (N_EDGES + step - 1) / step);
    }
}

/* A row of edges seen from straight above, 2 px a unit: those nearer than 10
 * units to the origin are removed, the others are kept unchanged. */
static void edges_within_the_circle_are_removed(void **state)
{
    const crok_camera cam = {.rot = {{1, 0, 0, 0, -1, 0, 0, 0, -1}},
                             .t_mm = {0, 0, 100},
                             .f_px = 200,
                             .w_px = 200,
                             .h_px = 100,
                             .cx_px = 100,
                             .cy_px = 50};
    crok_edge at[40];
    crok_edges edges = {.at = at, .n = 40};
    (void)state;
    for (int i = 0; i < 40; i++)
        at[i] = (crok_edge){5.0F * (float)i, 50.0F, 1.0F, 0.0F};
    crok_edges_remove_within(&edges, &cam, 10.0);
    assert_int_equal(edges.n, 33); /* without 85, 90 .. 115 */
    for (int i = 0; i < edges.n; i++)
        assert_true(at[i].x_px == 5.0F * (float)(i < 17 ? i : i + 7));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edge_is_found_once_a_row),
        cmocka_unit_test(a_uniform_picture_has_none),
        cmocka_unit_test(a_weak_edge_is_found_beside_a_strong_one),
        cmocka_unit_test(edges_within_the_circle_are_removed),
        cmocka_unit_test(edges_in_a_batch_map_as_each_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
