/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/drawn_edges.h"

/* From above and tilted, in large and small pictures: the edges of a disc's
 * face lie on a circle, with radial normals, and their lengths sum to about the
 * circumference. */
static void a_disc_s_edge_is_a_circle(void **state)
{
    static const crok_mm at = {-150.0, 120.0};
    (void)state;
    for (int k = 0; k < 6; k++) {
        int w = k % 2 == 0 ? 720 : 1800;
        crok_camera cam = draw_camera(w, w * 3 / 4, 0.2 * (k / 2), 1.2 * k);
        draw_board b = draw_tournament(&cam);
        crok_face_places places = {b.disc_height_mm, 37.0, 1, {at}};
        crok_face_edges edges;
        double sum = 0.0;
        draw_add_disc(&b, at.x, at.y, (draw_rgb){30, 60, 160});
        edges = drawn_edges(&b, &places);
        assert_true(edges.px_per_mm < 1.15);
        for (int i = 0; i < edges.n; i++) {
            const crok_face_edge *e = &edges.at[i];
            double x = (double)e->x_mm - at.x;
            double y = (double)e->y_mm - at.y;
            double r = hypot(x, y);
            double across = fabs(x * (double)e->nx + y * (double)e->ny);
            CHECK_NEAR(hypot((double)e->nx, (double)e->ny), 1.0, 1e-4);
            if (fabs(r - b.disc_mm) < 2.0 && across > 0.9 * r)
                sum += (double)e->length_mm;
        }
        print_message("%d px, tilt %.1f: %.0f mm of %.0f\n", w, 0.2 * (k / 2),
                      sum, 2.0 * CROK_PI * b.disc_mm);
        assert_true(sum > 0.6 * 2.0 * CROK_PI * b.disc_mm);
        assert_true(sum < 1.5 * 2.0 * CROK_PI * b.disc_mm);
        crok_face_edges_free(&edges);
        assert_null(edges.at);
        crok_face_edges_free(&edges);
    }
    crok_face_edges_free(NULL);
}

/* The number of edges within `reach` of a place. */
static int n_near(const crok_face_edges *edges, crok_mm at, double reach)
{
    int n = 0;
    for (int i = 0; i < edges->n; i++)
        n += hypot((double)edges->at[i].x_mm - at.x,
                   (double)edges->at[i].y_mm - at.y) < reach;
    return n;
}

/* Every edge is near one of the places, and places beside it lose a place none
 * of its edges. A place beside the picture has none. */
static void edges_are_near_the_places(void **state)
{
    static const crok_mm at[] = {{-100.0, 100.0}, {130.0, -20.0}, {0.0, 900.0}};
    crok_camera cam = draw_camera(720, 540, 0.3, 1.0);
    draw_board b = draw_tournament(&cam);
    crok_face_places one = {b.disc_height_mm, 30.0, 1, {at[0]}};
    crok_face_places all = {b.disc_height_mm, 30.0, 3, {at[0], at[1], at[2]}};
    crok_face_edges of_one;
    crok_face_edges of_all;
    (void)state;
    for (int i = 0; i < 2; i++)
        draw_add_disc(&b, at[i].x, at[i].y, (draw_rgb){30, 60, 160});
    of_one = drawn_edges(&b, &one);
    of_all = drawn_edges(&b, &all);
    assert_true(of_one.n > 30);
    assert_int_equal(n_near(&of_one, at[0], 30.0), of_one.n);
    assert_int_equal(
        n_near(&of_all, at[0], 30.0) + n_near(&of_all, at[1], 30.0), of_all.n);
    /* the grids differ, so the edges are not the same one by one */
    assert_in_range(10 * n_near(&of_all, at[0], 30.0) / of_one.n, 9, 11);
    crok_face_edges_free(&of_one);
    crok_face_edges_free(&of_all);
}

static void without_places_there_is_no_edge(void **state)
{
    crok_camera cam = draw_camera(720, 540, 0.3, 1.0);
    draw_board b = draw_tournament(&cam);
    crok_face_places none = {.z_mm = b.disc_height_mm, .reach_mm = 30.0};
    crok_face_edges edges = drawn_edges(&b, &none);
    (void)state;
    assert_int_equal(edges.n, 0);
    crok_face_edges_free(&edges);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_s_edge_is_a_circle),
        cmocka_unit_test(edges_are_near_the_places),
        cmocka_unit_test(without_places_there_is_no_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
