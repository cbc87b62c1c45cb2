/* SPDX-License-Identifier: Apache-2.0
 *
 * Simulated shots with their truth: what the tracker reports of them. The long
 * version is tests/bench/bench_track.c. */
#include "check.h"

#include "shots/score.h"
#include "wrapped_malloc.h"

static crok_err err;

typedef struct tally {
    int n, contacts[3], boundary[3], n_placed;
    double placed_sq;
} tally;

static tally play(const film_options *o, int most)
{
    tally t = {0};
    film_shot shot;
    film *f = film_open(o);
    while (t.n < most && film_next(f, NULL, NULL, &shot)) {
        double off = score_placed_mm(&shot);
        t.n++;
        t.contacts[score_contacts(&shot)]++;
        t.boundary[score_boundary(&shot)]++;
        t.n_placed += off >= 0.0;
        t.placed_sq += off >= 0.0 ? off * off : 0.0;
        score_print(&shot);
    }
    film_close(&f);
    return t;
}

static void shots_at_60_fps_are_reported_right(void **state)
{
    const film_options o = {.seed = 1,
                            .w_px = 1280,
                            .h_px = 720,
                            .fps = 60.0,
                            .reduce = 2,
                            .n_wishes = 1,
                            .wish = {{CROK_SIM_TRICK_RAIL, 4}}};
    tally t = play(&o, 8);
    (void)state;
    assert_int_equal(t.n, 8);
    assert_true(t.contacts[SCORE_RIGHT] >= 7);
    assert_int_equal(t.contacts[SCORE_WRONG], 0);
    assert_true(t.boundary[SCORE_RIGHT] >= 6);
    assert_int_equal(t.boundary[SCORE_WRONG], 0);
    assert_true(t.n_placed >= 7);
    CHECK_NEAR(sqrt(t.placed_sq / t.n_placed), 0.0, 1.0);
}

/* A disc goes across half the board between two frames. If only one disc can
 * have struck the only other that moved, that is known nevertheless. */
static void too_few_frames_report_nothing_wrong(void **state)
{
    const film_options o = {
        .seed = 2, .w_px = 640, .h_px = 360, .fps = 8.0, .reduce = 1};
    tally t = play(&o, 8);
    (void)state;
    assert_int_equal(t.n, 8);
    assert_int_equal(t.contacts[SCORE_WRONG], 0);
    assert_int_equal(t.boundary[SCORE_WRONG], 0);
    assert_true(t.boundary[SCORE_MISSING] > 0);
}

/* ---- single pictures, made by hand ---- */

static crok_board_pose pose_from_above(int w_px, int h_px)
{
    crok_board_pose p = {.board = *crok_board_tournament()};
    p.camera = (crok_camera){.w_px = w_px,
                             .h_px = h_px,
                             .f_px = 1000.0,
                             .cx_px = 0.5 * (w_px - 1),
                             .cy_px = 0.5 * (h_px - 1),
                             .rot = {{1, 0, 0, 0, -1, 0, 0, 0, -1}},
                             .t_mm = {0.0, 0.0, 1200.0}};
    return p;
}

static void misuse_is_an_error(void **state)
{
    crok_board_pose pose = pose_from_above(640, 360);
    crok_rest_sight rest = {0};
    crok_tracker *t = NULL;
    crok_image img = {0};
    crok_image grey = {0};
    (void)state;
    CHECK_STATUS(crok_tracker_new(&pose, 1.0, &t, &err), CROK_OK, &err);
    CHECK_STATUS(crok_image_new(640, 360, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_image_new(640, 360, CROK_GRAY8, &grey, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_tracker_frame(t, &img, 0, &err), CROK_EARG, &err);
    CHECK_STATUS(crok_tracker_set_background(t, &grey, &rest, &err), CROK_EARG,
                 &err);
    CHECK_STATUS(crok_tracker_set_background(t, &img, &rest, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_tracker_frame(t, &grey, 0, &err), CROK_EARG, &err);
    img.w_px--;
    CHECK_STATUS(crok_tracker_frame(t, &img, 0, &err), CROK_EARG, &err);
    img.w_px++;
    crok_image_free(&img);
    crok_image_free(&grey);
    crok_tracker_free(&t);
    assert_null(t);
    crok_tracker_free(&t);
}

/* Without a frame, or with frames without motion, nothing is reported as
 * observed. */
static void a_shot_without_motion_is_reported_as_not_observed(void **state)
{
    crok_board_pose pose = pose_from_above(640, 360);
    crok_rest_sight rest = {
        .n = 1, .disc = {{.id = 4, .at = {100.0, 0.0}, .confidence = 1.0}}};
    crok_shot_sight shot = {.before = rest, .after = rest, .shooter = 5};
    int next_id = 6;
    crok_tracker *t = NULL;
    crok_image img = {0};
    (void)state;
    shot.moved[shot.n_moved++] = 5;
    shot.moved[shot.n_moved++] = 4;
    CHECK_STATUS(crok_tracker_new(&pose, 1.0, &t, &err), CROK_OK, &err);
    CHECK_STATUS(crok_image_new(640, 360, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    for (size_t i = 0; i < img.stride_bytes * 360; i++)
        img.data[i] = (uint8_t)(90 + i % 5);
    CHECK_STATUS(crok_tracker_set_background(t, &img, &rest, &err), CROK_OK,
                 &err);
    for (int n = 0; n < 3; n++) {
        crok_tracker_end(t, &next_id, &shot);
        assert_false(shot.motion.saw_contacts);
        assert_false(shot.motion.saw_boundary);
        assert_false(shot.motion.has_placed_at);
        CHECK_STATUS(crok_tracker_frame(t, &img, n, &err), CROK_OK, &err);
    }
    crok_image_free(&img);
    crok_tracker_free(&t);
}

/* More frames than are kept, and none of them allocates memory. */
static void frames_allocate_no_memory(void **state)
{
    crok_board_pose pose = pose_from_above(160, 90);
    crok_rest_sight rest = {0};
    crok_shot_sight shot = {.shooter = 1};
    int next_id = 2;
    crok_tracker *t = NULL;
    crok_image img = {0};
    long before = 0;
    (void)state;
    CHECK_STATUS(crok_tracker_new(&pose, 4.0, &t, &err), CROK_OK, &err);
    CHECK_STATUS(crok_image_new(160, 90, CROK_RGB8, &img, &err), CROK_OK, &err);
    for (size_t i = 0; i < img.stride_bytes * 90; i++)
        img.data[i] = 100;
    CHECK_STATUS(crok_tracker_set_background(t, &img, &rest, &err), CROK_OK,
                 &err);
    before = n_calls;
    for (int n = 0; n < 1200; n++) {
        img.data[n] ^= 0xFF;
        CHECK_STATUS(crok_tracker_frame(t, &img, n, &err), CROK_OK, &err);
    }
    assert_true(n_calls == before);
    crok_tracker_end(t, &next_id, &shot);
    crok_image_free(&img);
    crok_tracker_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(misuse_is_an_error),
        cmocka_unit_test(a_shot_without_motion_is_reported_as_not_observed),
        cmocka_unit_test(the_wrapper_sees_an_allocation),
        cmocka_unit_test(frames_allocate_no_memory),
        cmocka_unit_test(shots_at_60_fps_are_reported_right),
        cmocka_unit_test(too_few_frames_report_nothing_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
