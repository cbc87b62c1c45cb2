/* SPDX-License-Identifier: Apache-2.0
 *
 * Real boards in the simulator: the old look stays as it is, a seed always
 * gives the same picture, discs are drawn where the truth says, and what the
 * photo scorer makes of the frames. */
#include "sim/frames.h"

#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "sim/outline.h"
#include "sim/photo.h"
#include "sim/sim.h"

/* FNV-1a of 150 frames of 320 x 240 px of seed 5. */
#define OLD_FRAMES 0xE519724D07F6F83CU

static crok_err err;
static const crok_sim_camera hd = {1280, 720, 10.0};

static crok_sim *sim_of(crok_sim_looks looks, uint64_t seed,
                        const crok_sim_camera *camera)
{
    crok_sim_options o = {
        .seed = seed, .looks = looks, .rules = "depot", .rounds = 1};
    crok_sim *s = NULL;
    CHECK_STATUS(crok_sim_new(&o, camera, &s, &err), CROK_OK, &err);
    return s;
}

/* ---- the same seed, the same bytes ---- */

static uint64_t frames_hash(crok_sim_looks looks, uint64_t seed, int n)
{
    const crok_sim_camera small = {320, 240, 10.0};
    return sim_hash(sim_of(looks, seed, &small), &small, n);
}

/* Frames of the old look as they were before there were others; with Debian
 * 12's compiler and mathematical functions. */
static void the_old_look_is_as_it_was(void **state)
{
    uint64_t h = frames_hash(CROK_SIM_LOOKS_OLD, 5, 150);
    (void)state;
    assert_true(h == OLD_FRAMES);
}

static void a_seed_gives_one_picture(void **state)
{
    uint64_t a = frames_hash(CROK_SIM_LOOKS_REAL, 5, 120);
    (void)state;
    assert_true(a == frames_hash(CROK_SIM_LOOKS_REAL, 5, 120));
    assert_true(a != frames_hash(CROK_SIM_LOOKS_REAL, 6, 120));
}

/* ---- where a disc is drawn ---- */

/* The look of a seed without what hides a disc or changes the board around it:
 * a cyan disc on it is everywhere far from the wood's colour. */
static crok_sim_look clear_look(uint64_t seed)
{
    static const crok_sim_colour cyan = {"cyan", {0, 255, 255}};
    static const uint8_t wood[3] = {150, 40, 20};
    crok_sim_look l = crok_sim_look_of(CROK_SIM_LOOKS_REAL, seed, 2, 1280, 720);
    l.colours.side[0] = cyan;
    memcpy(l.finish.surface.light, wood, sizeof wood);
    memcpy(l.finish.surface.dark, wood, sizeof wood);
    memcpy(l.colours.line, wood, sizeof wood);
    l.finish.print.numeral_mm = 0.0;
    l.finish.print.decal = CROK_SIM_NO_DECAL;
    l.finish.print.has_band = false;
    l.finish.turning = (crok_sim_turning){.bevel = 1.0};
    l.finish.n_props = 0;
    l.shadow = (crok_mm){0.0, 0.0};
    l.window = 0.0;
    l.glare = 0.0;
    l.noise = 0.0;
    l.shade = 0.0;
    l.falloff = 0.0;
    l.flicker = 0.0;
    l.blur_px = 0.5;
    return l;
}

static void a_disc_covers_what_the_camera_model_says(void **state)
{
    enum { N_OUTLINED = 2 };
    crok_image with = sim_picture(&hd);
    crok_image without = sim_picture(&hd);
    int n = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= N_OUTLINED; seed++) {
        crok_sim_look l = clear_look(seed);
        crok_sim_moment m = {.light = 1.0};
        crok_sim_draw_still(&l, &m, &without);
        m.n_discs = 1;
        m.discs[0].id = 1;
        for (int i = 0; i < 3; i++) {
            crok_vec3 *at = &m.discs[0].at_mm;
            at->x = (55.0 + 100.0 * i) * cos(2.2 * i + 1.0);
            at->y = (55.0 + 100.0 * i) * sin(2.2 * i + 1.0);
            crok_sim_draw_still(&l, &m, &with);
            n += crok_sim_outline_wrong(&l, *at, &with, &without);
            /* a place that is 2 px off must be noticed */
            at->x += 2.0 / crok_camera_px_per_mm(&l.camera);
            assert_true(crok_sim_outline_wrong(&l, *at, &with, &without) > 5);
        }
    }
    print_message("%d discs: %d pixels differ from the prediction\n",
                  3 * N_OUTLINED, n);
    assert_int_equal(n, 0);
    crok_image_free(&with);
    crok_image_free(&without);
}

/* ---- what the photo scorer sees ---- */

/* Real boards are harder than tournament boards; the counts are printed. Most
 * discs are found: otherwise the pictures would not look like boards. */
static void most_discs_of_real_boards_are_found(void **state)
{
    crok_sim_tally sum = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++)
        (void)crok_sim_score_rest(sim_of(CROK_SIM_LOOKS_REAL, seed, &hd),
                                  sim_of(CROK_SIM_LOOKS_REAL, seed, &hd), &hd,
                                  3, &sum);
    print_message("%d frames: %d as they are, %d totals right; %d discs, %d "
                  "found: %d matched, %d with their value\n",
                  sum.frames, sum.ok, sum.totals, sum.discs, sum.found,
                  sum.matched, sum.exact);
    assert_true(sum.frames >= 4);
    assert_true(sum.matched * 10 >= sum.discs * 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_old_look_is_as_it_was),
        cmocka_unit_test(a_seed_gives_one_picture),
        cmocka_unit_test(a_disc_covers_what_the_camera_model_says),
        cmocka_unit_test(most_discs_of_real_boards_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
