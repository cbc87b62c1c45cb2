/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "board/topview.h"

/* Board points and pixels of the view convert both ways, and the view has the
 * colours of the disc and of the wood at their places. */
static void a_top_view_shows_discs_as_circles(void **state)
{
    crok_camera cam = draw_camera(640, 480, 0.5, 1.0);
    draw_board b = draw_tournament(&cam);
    const crok_topview_area area = {
        .z_mm = b.disc_height_mm, .half_mm = 390.0, .px_per_mm = 1.1};
    crok_topview v = {.half_mm = 0.0};
    crok_image img;
    crok_err err = {0};
    crok_mm at = {-180, 90};
    (void)state;
    draw_add_disc(&b, at.x, at.y, (draw_rgb){200, 30, 30});
    img = draw_picture(&b);
    CHECK_STATUS(crok_topview_make(&img, &b.cam, &area, &v, &err), CROK_OK,
                 &err);
    crok_image_free(&img);
    CHECK_NEAR(v.half_mm, 390.0, 0.0);
    assert_int_equal(v.img.w_px, 858);
    assert_int_equal(v.img.h_px, 858);
    for (int i = 0; i < 64; i++) {
        double a = 2.0 * CROK_PI * i / 64;
        for (int k = 0; k < 2; k++) {
            /* within the face, and on the wood; not at the wall's side */
            double r = k == 0 ? 11.5 : 26.0;
            crok_mm m = {at.x + r * cos(a), at.y + r * sin(a)};
            crok_px p = crok_topview_px(&v, m);
            crok_mm back = crok_topview_mm(&v, p);
            float rgb[3];
            CHECK_NEAR(back.x, m.x, 1e-9);
            CHECK_NEAR(back.y, m.y, 1e-9);
            assert_true(crok_image_sample(&v.img, p.x, p.y, rgb));
            assert_true((rgb[1] < 90.0F) == (k == 0));
        }
    }
    crok_topview_free(&v);
    assert_null(v.img.data);
    crok_topview_free(&v);
    crok_topview_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_top_view_shows_discs_as_circles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
