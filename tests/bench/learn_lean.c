/* SPDX-License-Identifier: Apache-2.0
 *
 * learn_lean: the weights of shots/hole_offset.c: how the offset of a disc that
 * leans in the hole differs from that of one that lies flat there.
 *
 *   learn_lean SCENES N
 *
 * SCENES are photos as boards (scripts/photo_scenes.py). Each is drawn N times
 * empty, with a flat and with a leaning disc, in a camera's frame of 1280 x
 * 720; the board is found in the picture as the program does it, and its pose
 * is put off by what it is in a film.
 *
 * Exit status 1 where a scene cannot be drawn, 2 on wrong usage. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/logistic.h"
#include "core/scratch.h"
#include "cv/cv.h"
#include "discs/look.h"
#include "discs/scan.h"
#include "random.h"
#include "shots/hole_offset.h"
#include "sim/draw.h"
#include "sim/physics.h"

enum { WIDTH = 1280, HEIGHT = 720 };

/* Discs about the hole, from which the program learns how large discs are. */
enum { N_RING = 6 };
#define RING_MM 160.0
/* 1 sd by which a pose is put off, px. */
#define POSE_SIGMA_PX 0.8
/* A flat disc is off the hole's middle by this at most, mm, as in matches
 * (sim/physics.c). */
#define MOST_PLAY_MM 1.4
/* Weights are small unless the cases speak for more: 1 sd. */
#define WEIGHT_SIGMA 10.0

typedef struct bench {
    logistic_cases cases;
    crok_sim_look look;
    crok_sim_draw *draw;
    rnd random;
    crok_image img;
    crok_board_pose pose;
    crok_hole_patch empty;
    int fold;
    crok_err err;
} bench;

static void must(crok_status st, const crok_err *err)
{
    if (st == CROK_OK)
        return;
    (void)fprintf(stderr, "learn_lean: %s\n", err->msg);
    exit(1);
}

/* Draw the board with six discs in a ring, and perhaps one in the hole. */
static void draw(bench *b, const crok_sim_disc *disc)
{
    static crok_sim_moment moments[CROK_SIM_MAX_STEPS];
    crok_sim_moment m = {.light = 1.0, .n_discs = N_RING};
    for (int i = 0; i < N_RING; i++) {
        double a = 2.0 * CROK_PI * i / N_RING;
        m.discs[i] =
            (crok_sim_disc){.id = i + 1,
                            .side = i % 2,
                            .at_mm = {RING_MM * cos(a), RING_MM * sin(a), 0.0}};
    }
    if (disc != NULL)
        m.discs[m.n_discs++] = *disc;
    for (int k = 0; k < b->look.n_steps; k++)
        moments[k] = m;
    crok_sim_draw_frame(b->draw, moments, (uint32_t)rnd_next(&b->random),
                        &b->img);
}

static crok_sim_disc disc_in_hole(bench *b, bool leans)
{
    const crok_board *board = &b->look.table.board;
    double play =
        fmin(fmax(board->hole_mm - board->disc_mm, 0.0), MOST_PLAY_MM);
    double r = play * sqrt(rnd_between(&b->random, 0.0, 1.0));
    double a = rnd_between(&b->random, 0.0, 2.0 * CROK_PI);
    crok_sim_disc d = {
        .id = 1 + (int)(rnd_next(&b->random) % 6),
        .side = (int)(rnd_next(&b->random) % 2),
        .place = CROK_SIM_HOLE,
        .at_mm = {r * cos(a), r * sin(a), -board->hole_depth_mm}};
    return leans ? crok_sim_leaning(board, d, a) : d;
}

static crok_hole_patch patch_of(const bench *b)
{
    crok_hole_neighbours beside = {.n = 0};
    return crok_hole_patch_of(&b->img, &b->pose, &beside);
}

static void add(bench *b, bool leans)
{
    crok_sim_disc d = disc_in_hole(b, leans);
    crok_hole_patch now;
    crok_hole_offset o;
    logistic_case *c = NULL;
    draw(b, &d);
    now = patch_of(b);
    o = crok_hole_offset_measure(&b->empty, &now, &b->pose.board);
    c = o.is_set ? logistic_add(&b->cases) : NULL;
    if (c == NULL)
        return;
    c->term[0] = o.off_mm;
    c->term[1] = 1.0;
    c->is = leans;
    c->fold = b->fold;
}

/* Find the board and the size of its discs in a picture without a disc in the
 * hole; false: it is not found. */
static bool find_board(bench *b)
{
    CROK_SCRATCH(crok_segmentation, segments, 1);
    CROK_SCRATCH(crok_observation, seen, 1);
    crok_scan_options scan = {.n_sides = 2, .segments = segments};
    draw(b, NULL);
    if (crok_scan_board(&b->img, 1.0, &scan, &b->pose, NULL) != CROK_OK ||
        crok_scan_board_refine(&b->img, 1.0, &scan, &b->pose, NULL) != CROK_OK)
        return false;
    must(crok_look(&b->img, &b->pose.camera, &b->pose.board, NULL, segments,
                   &b->err),
         &b->err);
    must(crok_scan_discs(&b->img, 1.0, &scan, &b->pose, seen, &b->err),
         &b->err);
    b->pose = seen->pose;
    b->pose.camera.cx_px += POSE_SIGMA_PX * rnd_normal(&b->random);
    b->pose.camera.cy_px += POSE_SIGMA_PX * rnd_normal(&b->random);
    b->empty = patch_of(b);
    return true;
}

static void add_scene(bench *b, const char *folder, const char *name, int n)
{
    char path[1024];
    crok_sim_scene *scene = NULL;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    must(crok_sim_scene_load(path, WIDTH, HEIGHT, &scene, &b->err), &b->err);
    for (int i = 0; i < n; i++) {
        b->look = crok_sim_look_on(scene, (uint64_t)i + 1);
        must(crok_sim_draw_new(&b->look, &b->draw, &b->err), &b->err);
        if (find_board(b)) {
            add(b, false);
            add(b, true);
        }
        crok_sim_draw_free(&b->draw);
    }
    crok_sim_scene_free(&scene);
    b->fold = (b->fold + 1) % LOGISTIC_FOLDS;
}

int main(int argc, char **argv)
{
    static bench b = {.cases = {.n_terms = 2,
                                .weight_sigma = WEIGHT_SIGMA,
                                .weight_of_not = 1.0}};
    DIR *d = argc == 3 ? opendir(argv[1]) : NULL;
    if (d == NULL) {
        (void)fputs("Usage: learn_lean SCENES N\n", stderr);
        return 2;
    }
    crok_cv_init();
    must(crok_image_new(WIDTH, HEIGHT, CROK_RGB8, &b.img, &b.err), &b.err);
    for (struct dirent *e = readdir(d); e != NULL; e = readdir(d))
        if (e->d_name[0] != '.')
            add_scene(&b, argv[1], e->d_name, atoi(argv[2]));
    (void)closedir(d);
    logistic_report(&b.cases, "discs in the hole: leaning (offset in mm, 1)");
    crok_image_free(&b.img);
    return 0;
}
