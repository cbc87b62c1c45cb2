/* SPDX-License-Identifier: Apache-2.0
 *
 * Matches on real photos, whose folders are the arguments (test_scene.sh makes
 * them): a disc covers what the photo's camera says, a seed gives one picture,
 * and what the photo scorer makes of frames at rest. */
#include "sim/frames.h"

#include <stdlib.h>
#include <string.h>

#include "sim/outline.h"
#include "sim/photo.h"

static crok_err err;
static const crok_sim_camera hd = {1280, 720, 10.0};
static char **folders;
static int n_folders;

static crok_sim_scene *scene_of(int i, const crok_sim_camera *camera)
{
    crok_sim_scene *s = NULL;
    CHECK_STATUS(
        crok_sim_scene_load(folders[i], camera->w_px, camera->h_px, &s, &err),
        CROK_OK, &err);
    return s;
}

static crok_sim *sim_on(const crok_sim_scene *scene, uint64_t seed,
                        const crok_sim_camera *camera)
{
    crok_sim_options o = {
        .seed = seed, .on = scene, .rules = "depot", .rounds = 2};
    crok_sim *s = NULL;
    CHECK_STATUS(crok_sim_new(&o, camera, &s, &err), CROK_OK, &err);
    return s;
}

static void a_seed_gives_one_picture(void **state)
{
    const crok_sim_camera small = {320, 240, 10.0};
    (void)state;
    for (int i = 0; i < n_folders; i++) {
        crok_sim_scene *scene = scene_of(i, &small);
        uint64_t a = sim_hash(sim_on(scene, 3, &small), &small, 60);
        assert_true(a == sim_hash(sim_on(scene, 3, &small), &small, 60));
        assert_true(a != sim_hash(sim_on(scene, 4, &small), &small, 60));
        crok_sim_scene_free(&scene);
    }
}

/* ---- where a disc is drawn ---- */

/* Make the faces of side 0 green, which no board is. */
static void paint_green(crok_sim_scene *s)
{
    for (int i = 0; i < s->n_faces[0]; i++) {
        crok_sim_face *f = &s->faces[0][i];
        for (int y = 0; y < f->face.h_px; y++)
            for (int x = 0; x < f->face.w_px; x++) {
                uint8_t *p = crok_image_row(&f->face, y) + 3 * x;
                p[0] = 0;
                p[1] = 255;
                p[2] = 60;
            }
        crok_image_free(&f->shadow);
        f->wall[0] = 0.0;
        f->wall[1] = 255.0;
        f->wall[2] = 60.0;
    }
}

/* Draw a disc at three places of each board; the number of pixels that are not
 * as predicted. */
static int wrong_on(const crok_sim_scene *scene, int *n_discs)
{
    crok_sim_look look = crok_sim_look_on(scene, 1);
    crok_sim_moment m = {.light = 1.0};
    crok_image with = sim_picture(&hd);
    crok_image without = sim_picture(&hd);
    int n = 0;
    look.shade = 0.0;
    look.noise = 0.0;
    look.flicker = 0.0;
    crok_sim_draw_still(&look, &m, &without);
    m.n_discs = 1;
    for (int i = 0; i < 3; i++) {
        crok_vec3 *at = &m.discs[0].at_mm;
        at->x = (60.0 + 90.0 * i) * cos(2.2 * i + 1.0);
        at->y = (60.0 + 90.0 * i) * sin(2.2 * i + 1.0);
        crok_sim_draw_still(&look, &m, &with);
        n += crok_sim_outline_wrong(&look, *at, &with, &without);
        (*n_discs)++;
        /* a place that is 2 px off must be noticed */
        at->x += 2.0 / crok_camera_px_per_mm(&look.camera);
        assert_true(crok_sim_outline_wrong(&look, *at, &with, &without) > 5);
    }
    crok_image_free(&with);
    crok_image_free(&without);
    return n;
}

static void a_disc_covers_what_the_camera_says(void **state)
{
    int n = 0;
    int n_discs = 0;
    (void)state;
    for (int i = 0; i < n_folders; i++) {
        crok_sim_scene *scene = scene_of(i, &hd);
        paint_green(scene);
        n += wrong_on(scene, &n_discs);
        crok_sim_scene_free(&scene);
    }
    print_message("%d discs: %d pixels differ from the prediction\n", n_discs,
                  n);
    assert_int_equal(n, 0);
}

/* ---- what the photo scorer sees ---- */

static void most_discs_on_photos_are_found(void **state)
{
    crok_sim_tally sum = {0};
    (void)state;
    for (int i = 0; i < n_folders; i++) {
        crok_sim_scene *scene = scene_of(i, &hd);
        print_message("%s: ", strrchr(folders[i], '/') + 1);
        for (uint64_t seed = 3; seed < 20; seed++)
            if (crok_sim_score_rest(sim_on(scene, seed, &hd),
                                    sim_on(scene, seed, &hd), &hd, 4, &sum))
                break;
        crok_sim_scene_free(&scene);
    }
    print_message("%d frames of %d photos: %d as they are, %d totals right; %d "
                  "discs, %d found: %d matched, %d with their value\n",
                  sum.frames, n_folders, sum.ok, sum.totals, sum.discs,
                  sum.found, sum.matched, sum.exact);
    assert_int_equal(sum.frames, n_folders);
    assert_true(sum.matched * 10 >= sum.discs * 8);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_gives_one_picture),
        cmocka_unit_test(a_disc_covers_what_the_camera_says),
        cmocka_unit_test(most_discs_on_photos_are_found),
    };
    folders = argv + 1;
    n_folders = argc - 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
