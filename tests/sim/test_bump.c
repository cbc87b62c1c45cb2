/* SPDX-License-Identifier: Apache-2.0
 *
 * A camera that is knocked during a game: every quiet frame before the knock
 * must be measured as steady, and every quiet frame after it as bumped,
 * whatever is on the board. */
#include "check.h"

#include <stdlib.h>

#include "board/find.h"
#include "board/registration.h"
#include "cv/cv.h"
#include "sim/sim.h"

/* Counts of the measurements in quiet frames. */
typedef struct tally {
    int n_still, n_knocked; /* quiet frames */
    int wrong_still, wrong_knocked;
    int n_hand, wrong_hand; /* a hand over the board, before the knock */
} tally;

static void judge(const crok_image *img, const crok_board_pose *pose,
                  const crok_sim_truth *truth, tally *t)
{
    crok_registration s = crok_registration_measure(img, pose);
    bool knocked = truth->moment.knock > 0.0;
    if (truth->quiet && !knocked) {
        t->n_still++;
        t->wrong_still += s.is_displaced || s.visible_frac < 0.5;
    } else if (truth->quiet && truth->moment.knock >= 0.5) {
        t->n_knocked++;
        t->wrong_knocked += !s.is_displaced;
        if (t->n_knocked == 1)
            print_message("knock %.2f: %.1f px, visible %.2f\n",
                          truth->moment.knock, s.all.max_shift_px,
                          s.visible_frac);
    } else if (truth->hand && !knocked) {
        t->n_hand++;
        t->wrong_hand += s.is_displaced;
    }
}

static tally game(uint64_t seed)
{
    const crok_sim_camera camera = {1280, 720, 5.0};
    crok_sim_options o = {.seed = seed, .rules = "depot", .rounds = 1};
    crok_sim *sim = NULL;
    crok_image img = {0};
    crok_board_pose pose = {.rms_px = -1.0};
    crok_sim_truth truth;
    crok_err err = {0};
    bool more = true;
    tally t = {0};
    o.wish[o.n_wishes++] = (crok_sim_wish){CROK_SIM_TRICK_BUMP, 4};
    CHECK_STATUS(crok_sim_new(&o, &camera, &sim, &err), CROK_OK, &err);
    CHECK_STATUS(crok_image_new(1280, 720, CROK_RGB8, &img, &err), CROK_OK,
                 &err);
    while (more && t.n_knocked < 15) {
        CHECK_STATUS(crok_sim_frame(sim, &img, &truth, &more, &err), CROK_OK,
                     &err);
        if (more && pose.rms_px >= 0.0) {
            judge(&img, &pose, &truth, &t);
        } else if (more && truth.quiet) {
            crok_view view = {
                .img = &img, .scale = 1.0, .full_w_px = 1280, .full_h_px = 720};
            CHECK_STATUS(crok_board_find(&view, &pose, &err), CROK_OK, &err);
        }
    }
    crok_image_free(&img);
    crok_sim_free(&sim);
    return t;
}

static void a_knock_is_noticed_and_nothing_else_is_one(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        tally t = game(seed);
        print_message("%d still (%d wrong), %d knocked (%d wrong), %d with a "
                      "hand (%d wrong)\n",
                      t.n_still, t.wrong_still, t.n_knocked, t.wrong_knocked,
                      t.n_hand, t.wrong_hand);
        assert_true(t.n_still > 5 && t.n_knocked > 5 && t.n_hand > 5);
        assert_int_equal(t.wrong_still, 0);
        assert_int_equal(t.wrong_knocked, 0);
        assert_int_equal(t.wrong_hand, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_knock_is_noticed_and_nothing_else_is_one),
    };
    crok_cv_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
