/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/draw_board.h"
#include "board/search/pegs.h"

#define TILT_RAD 0.3

/* The tournament board with pegs on its inner line, and so many discs that
 * touch this line where no pegs are. */
static crok_image board_with(int n_pegs, int n_discs, double peg_turn_rad,
                             const crok_camera *cam)
{
    static const draw_rgb white = {236, 232, 224};
    static const draw_rgb steel = {172, 172, 176};
    draw_board b = draw_tournament(cam);
    draw_add_pegs(&b, steel);
    b.n_pegs = n_pegs;
    b.peg_turn_rad = peg_turn_rad;
    for (int i = 0; i < n_discs; i++) {
        double a = peg_turn_rad + (i + 0.5) * CROK_PI / 4.0;
        double r = b.ring_mm[CROK_LINE_INNER] + 6.0;
        draw_add_disc(&b, r * cos(a), r * sin(a), white);
    }
    return draw_picture(&b);
}

static int seen(int n_pegs, int n_discs, double peg_turn_rad)
{
    crok_camera cam = draw_camera(1200, 900, TILT_RAD, 0.7);
    crok_image img = board_with(n_pegs, n_discs, peg_turn_rad, &cam);
    int n = crok_pegs_count(&img, &cam,
                            crok_board_tournament()->line_mm[CROK_LINE_INNER],
                            0.25 * CROK_PI);
    crok_image_free(&img);
    return n;
}

/* Discs cover more of the ring than all pegs do. */
static void pegs_are_seen_among_discs(void **state)
{
    (void)state;
    for (int n_discs = 0; n_discs <= 5; n_discs++) {
        int on = seen(CROK_N_PEGS, n_discs, 0.0);
        int between = seen(CROK_N_PEGS, n_discs, CROK_PI / 8.0);
        if (on < CROK_PEGS_MIN_SURE || between < CROK_PEGS_MIN_SURE)
            fail_msg("with %d discs on the ring: %d and %d pegs of %d", n_discs,
                     on, between, CROK_N_PEGS);
    }
}

static void discs_are_no_pegs(void **state)
{
    (void)state;
    for (int n_discs = 0; n_discs <= 5; n_discs++)
        assert_true(seen(0, n_discs, CROK_PI / 8.0) < CROK_PEGS_MIN_SURE);
}

/* In any rotation pegs are counted all the same, and discs are not. */
static void the_rotation_need_not_be_known(void **state)
{
    double radius = crok_board_tournament()->line_mm[CROK_LINE_INNER];
    (void)state;
    for (int n_pegs = 0; n_pegs <= CROK_N_PEGS; n_pegs += CROK_N_PEGS) {
        for (int k = 0; k < 3; k++) {
            crok_camera cam = draw_camera(800, 600, TILT_RAD, 0.7);
            crok_image img = board_with(n_pegs, 2, 0.2 * k, &cam);
            int n = crok_pegs_count_turned(&img, &cam, radius);
            assert_int_equal(n >= CROK_PEGS_MIN_SURE_TURNED, n_pegs > 0);
            crok_image_free(&img);
        }
    }
}

/* A ring that is not all in the picture has none. */
static void a_ring_cut_off_has_none(void **state)
{
    crok_camera cam = draw_camera(1200, 900, TILT_RAD, 0.7);
    crok_image img = board_with(CROK_N_PEGS, 0, 0.0, &cam);
    (void)state;
    assert_int_equal(crok_pegs_count(&img, &cam, 500.0, 0.25 * CROK_PI), 0);
    assert_int_equal(crok_pegs_count_turned(&img, &cam, 500.0), 0);
    crok_image_free(&img);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pegs_are_seen_among_discs),
        cmocka_unit_test(discs_are_no_pegs),
        cmocka_unit_test(the_rotation_need_not_be_known),
        cmocka_unit_test(a_ring_cut_off_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
