/* SPDX-License-Identifier: Apache-2.0
 *
 * What a first picture hides, on simulated pictures. */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cv/cv.h"
#include "shots/hidden.h"
#include "sim/draw.h"

static const crok_sim_hand at_the_line = {.there = true,
                                          .tip_mm = {286.0, 90.0, 15.0},
                                          .shoulder_mm = {760.0, 200.0}};

static void draw(const crok_sim_look *look, const crok_sim_hand *hand,
                 crok_image *out)
{
    static crok_sim_moment moment[CROK_SIM_SUB_STEPS];
    crok_sim_draw *drawing = NULL;
    crok_err err = {0};
    memset(moment, 0, sizeof moment);
    for (int i = 0; i < CROK_SIM_SUB_STEPS; i++) {
        moment[i].light = 1.0;
        moment[i].n_discs = 1;
        moment[i].discs[0] = (crok_sim_disc){
            .id = 1, .place = CROK_SIM_SURFACE, .at_mm = {-90.0, 40.0}};
        if (hand != NULL)
            moment[i].hand = *hand;
    }
    CHECK_STATUS(crok_image_new(look->camera.w_px, look->camera.h_px, CROK_RGB8,
                                out, &err),
                 CROK_OK, &err);
    CHECK_STATUS(crok_sim_draw_new(look, &drawing, &err), CROK_OK, &err);
    crok_sim_draw_frame(drawing, moment, 1, out);
    crok_sim_draw_free(&drawing);
}

/* The mean difference of two pictures over the hidden places, grey levels. */
static double difference(const crok_hidden *h, const crok_camera *cam,
                         const crok_image *a, const crok_image *b)
{
    double sum = 0.0;
    int n = 0;
    for (int y = 0; y < a->h_px; y++)
        for (int x = 0; x < a->w_px; x++) {
            crok_mm at = crok_camera_unproject(cam, (crok_px){x, y}, 0.0);
            if (!crok_hidden_has(h, at))
                continue;
            for (int c = 0; c < 3; c++, n++)
                sum += abs(crok_image_row(a, y)[3 * x + c] -
                           crok_image_row(b, y)[3 * x + c]);
        }
    return n > 0 ? sum / n : 0.0;
}

/* Of the places between the line and the ditch that the hand changes, the part
 * that is hidden. */
static double recall(const crok_hidden *h, const crok_camera *cam,
                     const crok_image *with, const crok_image *bare)
{
    int n = 0;
    int found = 0;
    for (int y = 0; y < with->h_px; y++)
        for (int x = 0; x < with->w_px; x++) {
            crok_mm at = crok_camera_unproject(cam, (crok_px){x, y}, 0.0);
            int most = 0;
            for (int c = 0; c < 3; c++) {
                int d = abs(crok_image_row(with, y)[3 * x + c] -
                            crok_image_row(bare, y)[3 * x + c]);
                most = d > most ? d : most;
            }
            if (most < 60 || hypot(at.x, at.y) > 330.0)
                continue;
            n++;
            found += crok_hidden_has(h, at);
        }
    return n > 0 ? (double)found / n : 0.0;
}

static int n_hidden(const crok_hidden *h)
{
    int n = 0;
    for (int i = 0; i < h->n * h->n; i++)
        n += h->cell[i] != 0;
    return n;
}

/* A hand over the line hides its place and nothing else, and the filled picture
 * looks like the board without it. */
static void a_hand_is_hidden_and_filled(void **state)
{
    static crok_rest_sight rest = {
        .n = 1,
        .disc = {{.id = 1, .at = {-90.0, 40.0}, .state = CROK_DISC_FLAT}}};
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        crok_sim_look look =
            crok_sim_look_of(CROK_SIM_LOOKS_OLD, seed, 2, 640, 360);
        crok_hidden_view view = {&look.camera, crok_board_tournament(), &rest};
        crok_hidden h = {0};
        crok_image with = {0};
        crok_image bare = {0};
        crok_err err = {0};
        double before = 0.0;
        double found = 0.0;
        draw(&look, &at_the_line, &with);
        draw(&look, NULL, &bare);
        CHECK_STATUS(crok_hidden_find(&with, &view, &h, &err), CROK_OK, &err);
        before = difference(&h, &look.camera, &with, &bare);
        found = recall(&h, &look.camera, &with, &bare);
        crok_hidden_fill(&h, &view, &with);
        print_message("seed %d: %d cells, recall %.2f, %.1f levels, filled "
                      "%.1f\n",
                      (int)seed, n_hidden(&h), found, before,
                      difference(&h, &look.camera, &with, &bare));
        assert_true(found > 0.6);
        assert_false(crok_hidden_has(&h, (crok_mm){-90.0, 40.0}));
        assert_false(crok_hidden_has(&h, (crok_mm){-200.0, -100.0}));
        assert_true(before > 25.0);
        assert_true(difference(&h, &look.camera, &with, &bare) < 0.5 * before);
        /* without the hand nothing is hidden */
        CHECK_STATUS(crok_hidden_find(&bare, &view, &h, &err), CROK_OK, &err);
        assert_int_equal(n_hidden(&h), 0);
        crok_hidden_free(&h);
        crok_image_free(&with);
        crok_image_free(&bare);
    }
}

/* A plank of another wood comes in from outside, but the line shows that it is
 * the board; a hand over it is found. */
static void a_plank_hides_nothing(void **state)
{
    static const crok_rest_sight rest = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        crok_sim_look look =
            crok_sim_look_of(CROK_SIM_LOOKS_OLD, seed, 2, 640, 360);
        crok_hidden_view view = {&look.camera, crok_board_tournament(), &rest};
        crok_hidden h = {0};
        crok_err err = {0};
        for (int has_hand = 0; has_hand < 2; has_hand++) {
            crok_image img = {0};
            draw(&look, has_hand ? &at_the_line : NULL, &img);
            for (int y = 0; y < img.h_px; y++)
                for (int x = 0; x < img.w_px; x++) {
                    crok_mm at = crok_camera_unproject(&look.camera,
                                                       (crok_px){x, y}, 0.0);
                    uint8_t *p = &crok_image_row(&img, y)[3 * (size_t)x];
                    for (int c = 0; c < 3 && at.x < -150.0; c++)
                        p[c] = (uint8_t)(0.6 * p[c]);
                }
            CHECK_STATUS(crok_hidden_find(&img, &view, &h, &err), CROK_OK,
                         &err);
            print_message("seed %d, hand %d: %d cells\n", (int)seed, has_hand,
                          n_hidden(&h));
            assert_true(has_hand ? n_hidden(&h) > 50 : n_hidden(&h) == 0);
            crok_image_free(&img);
        }
        crok_hidden_free(&h);
    }
}

static void grey_of(const crok_image *rgb, crok_image *out)
{
    crok_err err = {0};
    CHECK_STATUS(crok_image_fit(rgb->w_px, rgb->h_px, CROK_GRAY8, out, &err),
                 CROK_OK, &err);
    for (int y = 0; y < rgb->h_px; y++)
        for (int x = 0; x < rgb->w_px; x++)
            crok_image_row(out, y)[x] = crok_image_row(rgb, y)[3 * x + 1];
}

/* When the hand leaves, its place is no longer hidden; while it stays, it is.
 */
static void a_hand_that_leaves_reveals_the_board(void **state)
{
    static crok_rest_sight rest;
    crok_sim_look look = crok_sim_look_of(CROK_SIM_LOOKS_OLD, 2, 2, 640, 360);
    crok_hidden_view view = {&look.camera, crok_board_tournament(), &rest};
    crok_hidden h = {0};
    crok_image with = {0};
    crok_image bare = {0};
    crok_image with_grey = {0};
    crok_image bare_grey = {0};
    crok_err err = {0};
    int n = 0;
    (void)state;
    draw(&look, &at_the_line, &with);
    draw(&look, NULL, &bare);
    grey_of(&with, &with_grey);
    grey_of(&bare, &bare_grey);
    CHECK_STATUS(crok_hidden_find(&with, &view, &h, &err), CROK_OK, &err);
    n = n_hidden(&h);
    /* of the widened edge the board is seen already */
    crok_hidden_reveal(&h, &look.camera, &bare_grey, &with_grey);
    print_message("%d cells, with the hand %d\n", n, n_hidden(&h));
    assert_true(n_hidden(&h) > n / 4 && n_hidden(&h) < n);
    crok_hidden_reveal(&h, &look.camera, &bare_grey, &bare_grey);
    assert_int_equal(n_hidden(&h), 0);
    crok_hidden_free(&h);
    crok_image_free(&with);
    crok_image_free(&bare);
    crok_image_free(&with_grey);
    crok_image_free(&bare_grey);
}

/* Reveal what is as it was in `earlier`; returns the cells still hidden. */
static int reveal_still(crok_hidden *h, const crok_camera *cam,
                        crok_image *earlier, const crok_image *img)
{
    crok_err err = {0};
    CHECK_STATUS(crok_hidden_reveal_still(h, cam, earlier, img, 8.0, &err),
                 CROK_OK, &err);
    return n_hidden(h);
}

/* What stays as it is was the board; a hand moves. When the hand has left, the
 * board stays as it is, whether or not it looks as was expected. The place of a
 * disc on the line stays hidden. */
static void what_stays_as_it_is_hides_nothing(void **state)
{
    static crok_rest_sight rest;
    crok_sim_look look = crok_sim_look_of(CROK_SIM_LOOKS_OLD, 2, 2, 640, 360);
    crok_hidden_view view = {&look.camera, crok_board_tournament(), &rest};
    crok_sim_hand later = at_the_line;
    const crok_sim_hand *hand[] = {&at_the_line, &later, NULL};
    crok_mm placed = {-304.8, 0.0};
    crok_hidden h = {0};
    crok_image first = {0};
    crok_image grey[3] = {{0}};
    crok_err err = {0};
    int n = 0;
    (void)state;
    later.tip_mm.x += 3.0;
    for (int i = 2; i >= 0; i--) {
        crok_image_free(&first);
        draw(&look, hand[i], &first);
        grey_of(&first, &grey[i]);
    }
    CHECK_STATUS(crok_hidden_find(&first, &view, &h, &err), CROK_OK, &err);
    crok_hidden_add_disc(&h, placed, crok_board_tournament()->disc_mm);
    n = n_hidden(&h);
    assert_true(crok_hidden_is_by_thing(&h));
    assert_true(reveal_still(&h, &look.camera, &grey[0], &grey[1]) > 3 * n / 4);
    assert_true(reveal_still(&h, &look.camera, &grey[0], &grey[2]) > 3 * n / 4);
    assert_true(reveal_still(&h, &look.camera, &grey[0], &grey[2]) < n / 2);
    assert_true(crok_hidden_has(&h, placed));
    assert_false(crok_hidden_has(
        &h, (crok_mm){at_the_line.tip_mm.x, at_the_line.tip_mm.y}));
    assert_false(crok_hidden_is_by_thing(&h));
    crok_hidden_free(&h);
    crok_image_free(&first);
    for (int i = 0; i < 3; i++)
        crok_image_free(&grey[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_is_hidden_and_filled),
        cmocka_unit_test(a_plank_hides_nothing),
        cmocka_unit_test(a_hand_that_leaves_reveals_the_board),
        cmocka_unit_test(what_stays_as_it_is_hides_nothing),
    };
    crok_cv_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
