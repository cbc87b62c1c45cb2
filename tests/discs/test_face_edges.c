/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/drawn_edges.h"

#define REACH_MM 390.0

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
        crok_face_edges edges;
        double sum = 0.0;
        draw_add_disc(&b, at.x, at.y, (draw_rgb){30, 60, 160});
        edges = drawn_edges(&b, REACH_MM);
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

/* No edge is beyond the reach, and a shorter reach loses none within it. */
static void edges_end_at_the_reach(void **state)
{
    crok_camera cam = draw_camera(720, 540, 0.3, 1.0);
    draw_board b = draw_tournament(&cam);
    crok_face_edges all = drawn_edges(&b, REACH_MM);
    crok_face_edges inner = drawn_edges(&b, 150.0);
    int n = 0;
    (void)state;
    for (int i = 0; i < all.n; i++) {
        double r = hypot((double)all.at[i].x_mm, (double)all.at[i].y_mm);
        assert_true(r < REACH_MM + 1e-3);
        n += r < 150.0 ? 1 : 0;
    }
    for (int i = 0; i < inner.n; i++)
        assert_true(hypot((double)inner.at[i].x_mm, (double)inner.at[i].y_mm) <
                    150.0 + 1e-3);
    /* the grids differ, so the edges are not the same one by one */
    assert_true(n > 100 && inner.n > 0.9 * n && inner.n < 1.1 * n);
    crok_face_edges_free(&all);
    crok_face_edges_free(&inner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_s_edge_is_a_circle),
        cmocka_unit_test(edges_end_at_the_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
