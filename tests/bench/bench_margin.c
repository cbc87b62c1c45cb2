/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_margin: how well the margins of discs near a line are measured by a
 * fixed camera.
 *
 *   bench_margin [CAMERAS [LAYOUTS [FRAMES]]]
 *
 * Simulated cameras (1920 x 1080, about 1.3 px/mm) look at a tournament board
 * from above. Each is calibrated from two tilted views and the one from above,
 * each the mean of some still frames. Then discs are laid within 3 mm of a
 * line, and the mean of the frames of each layout is scored with and without
 * the calibration. By default 7 cameras, 7 layouts of about 10 discs, and 30
 * frames.
 *
 * Exit status 1 if something cannot be drawn or scored. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/calibrate.h"
#include "cv/cv.h"
#include "jpeg_file.h"
#include "score/score_photo.h"
#include "sim/draw.h"
#include "sim/table.h"

enum { W_PX = 1920, H_PX = 1080, N_WISHED = 12, MAX_FRAMES = 257 };
enum { MAX_TRIES = 5 };
#define NEAR_MM 3.0
#define QUALITY 90
#define TILT_LEAST_DEG 22.0
#define TILT_MOST_DEG 32.0
/* A found disc is a true one if it is nearer than this. */
#define MATCH_MM 6.0

/* ---- pictures ---- */

/* The mean of frames that differ in their noise only. Returns false if memory
 * is short. */
static bool draw_mean(const crok_sim_look *look, const crok_sim_moment *what,
                      int n_frames, uint32_t key, crok_image *out)
{
    crok_sim_moment moments[CROK_SIM_SUB_STEPS];
    crok_sim_draw *draw = NULL;
    crok_err err = {0};
    size_t n = (size_t)W_PX * H_PX * 3U;
    uint16_t *sum = calloc(n, sizeof *sum);
    crok_status st = crok_image_fit(W_PX, H_PX, CROK_RGB8, out, &err);
    for (int i = 0; i < CROK_SIM_SUB_STEPS; i++)
        moments[i] = *what;
    if (st == CROK_OK)
        st = crok_sim_draw_new(look, &draw, &err);
    for (int f = 0; sum != NULL && st == CROK_OK && f < n_frames; f++) {
        crok_sim_draw_frame(draw, moments, key + (uint32_t)f, out);
        for (size_t i = 0; i < n; i++)
            sum[i] = (uint16_t)(sum[i] + out->data[i]);
    }
    for (size_t i = 0; sum != NULL && st == CROK_OK && i < n; i++)
        out->data[i] = (uint8_t)((sum[i] + n_frames / 2) / n_frames);
    crok_sim_draw_free(&draw);
    st = sum == NULL ? CROK_ENOMEM : st;
    free(sum);
    return st == CROK_OK;
}

/* The same camera, tilted about an axis in the board, the board's centre in the
 * picture's middle. */
static crok_camera tilted(const crok_camera *cam, rnd *g)
{
    crok_camera out = *cam;
    double a = rnd_between(g, -CROK_PI, CROK_PI);
    double tilt =
        rnd_between(g, TILT_LEAST_DEG, TILT_MOST_DEG) * CROK_PI / 180.0;
    crok_mat3 lean =
        crok_mat3_rotation((crok_vec3){tilt * cos(a), tilt * sin(a), 0.0});
    out.rot = crok_mat3_mul(&lean, &cam->rot);
    out.t_mm = (crok_vec3){0.0, 0.0, 1.12 * cam->t_mm.z};
    return out;
}

/* ---- discs ---- */

static bool is_free(const crok_sim_moment *m, crok_mm at)
{
    const crok_sim_table table = crok_sim_table_tournament();
    const double r = table.board.disc_mm;
    for (int i = 0; i < m->n_discs; i++)
        if (hypot(at.x - m->discs[i].at_mm.x, at.y - m->discs[i].at_mm.y) <
            2.0 * r + 2.0)
            return false;
    for (int i = 0; i < CROK_SIM_N_PEGS; i++) {
        crok_mm peg = crok_sim_peg(&table, i);
        if (hypot(at.x - peg.x, at.y - peg.y) < r + table.peg_mm)
            return false;
    }
    return true;
}

/* Lay discs of two sides near lines. */
static crok_sim_moment lay_discs(rnd *g)
{
    const crok_board *b = crok_board_tournament();
    crok_sim_moment m = {.light = 1.0};
    for (int i = 0; i < N_WISHED; i++) {
        int line = (int)rnd_between(g, 0.0, CROK_N_LINES);
        double side = rnd_between(g, -1.0, 1.0) < 0.0 ? -1.0 : 1.0;
        double margin = rnd_between(g, -NEAR_MM, NEAR_MM);
        double a = rnd_between(g, -CROK_PI, CROK_PI);
        double d = b->line_mm[line] +
                   side * (b->disc_mm + 0.5 * b->line_width_mm + margin);
        crok_mm at = {d * cos(a), d * sin(a)};
        if (!is_free(&m, at))
            continue;
        m.discs[m.n_discs] = (crok_sim_disc){
            .id = m.n_discs + 1, .side = i % 2, .at_mm = {at.x, at.y, 0.0}};
        m.n_discs++;
    }
    return m;
}

static double true_margin(crok_vec3 at)
{
    const crok_board *b = crok_board_tournament();
    double d = hypot(at.x, at.y);
    double least = HUGE_VAL;
    for (int k = 0; k < CROK_N_LINES; k++)
        least = fmin(least, fabs(d - b->line_mm[k]) - b->disc_mm -
                                0.5 * b->line_width_mm);
    return least;
}

/* ---- the figures ---- */

typedef struct figures {
    int n, n_2sigma, n_missed, n_refused;
    double sq, sum, sq_sigmas;
} figures;

/* The found disc at a true one's place in the picture; -1 if there is none. */
static int found_at(const crok_observation *o, const crok_camera *cam,
                    crok_vec3 at)
{
    crok_px p = crok_camera_project(cam, at);
    double most = MATCH_MM * crok_camera_px_per_mm(cam);
    for (int i = 0; i < o->n_discs; i++)
        if (hypot(p.x - o->discs[i].at_px.x, p.y - o->discs[i].at_px.y) < most)
            return i;
    return -1;
}

static void add(figures *f, const crok_result *r, const crok_camera *cam,
                const crok_sim_moment *m)
{
    if (r->status != CROK_OK) {
        (void)printf("refused: %s\n", r->err.msg);
        f->n_refused++;
        return;
    }
    for (int i = 0; i < m->n_discs; i++) {
        int at = found_at(&r->score.seen, cam, m->discs[i].at_mm);
        double error = 0.0;
        if (at < 0) {
            f->n_missed++;
            continue;
        }
        error = crok_score_margin_mm(&r->score, at) -
                true_margin(m->discs[i].at_mm);
        f->n++;
        f->sum += error;
        f->sq += error * error;
        f->sq_sigmas +=
            error * error /
            (r->score.margin_sigma_mm[at] * r->score.margin_sigma_mm[at]);
        f->n_2sigma += fabs(error) <= 2.0 * r->score.margin_sigma_mm[at];
    }
}

static void print(const char *name, const figures *f)
{
    (void)printf("%s: RMS %.3f mm over %d discs (mean %+.3f, %.2f sigmas, "
                 "within 2 sigma %.1f %%), %d missed, %d pictures refused\n",
                 name, sqrt(f->sq / f->n), f->n, f->sum / f->n,
                 sqrt(f->sq_sigmas / f->n), 100.0 * f->n_2sigma / f->n,
                 f->n_missed, f->n_refused);
}

/* ---- one camera ---- */

static bool calibrated(const crok_sim_look *look, int n_frames, rnd *g,
                       crok_board_pose *out)
{
    static crok_calib_observation obs[3];
    static crok_calibration c;
    crok_image img = {0};
    crok_err err = {0};
    bool ok = true;
    for (int v = 0, tries = 0; v < 3 && ok; v++) {
        crok_sim_look here = *look;
        crok_sim_moment m = lay_discs(g);
        crok_view view = {
            .img = &img, .scale = 1.0, .full_w_px = W_PX, .full_h_px = H_PX};
        if (v < 2)
            here.camera = tilted(&look->camera, g);
        ok = draw_mean(&here, &m, n_frames, (uint32_t)rnd_next(g), &img);
        if (crok_calibrate_observe(&view, (crok_px){0.0, 0.0}, &obs[v], &err) ==
            CROK_OK)
            continue;
        /* a person takes a tilted view again that cannot be used */
        ok = ok && v < 2 && ++tries < MAX_TRIES;
        v--;
    }
    crok_image_free(&img);
    ok = ok && crok_calibrate(obs, 3, 2, NULL, &c, &err) == CROK_OK;
    if (!ok)
        (void)printf("not calibrated: %s\n", err.msg);
    *out = c.pose;
    return ok;
}

static void print_calibration(const crok_sim_look *look,
                              const crok_board_pose *pose)
{
    const crok_board *is = crok_board_tournament();
    const crok_board *b = &pose->board;
    double k = is->line_mm[CROK_LINE_OUTER] / b->line_mm[CROK_LINE_OUTER];
    (void)printf(
        "  %.2f px/mm; calibrated: height %+.2f %%, width "
        "%+.2f +- %.2f mm, middle %+.2f, inner %+.2f mm\n",
        crok_camera_px_per_mm(&look->camera),
        100.0 * (k * crok_camera_centre(&pose->camera).z /
                     crok_camera_centre(&look->camera).z -
                 1.0),
        k * b->line_width_mm - is->line_width_mm, k * pose->line_width_sigma_mm,
        k * b->line_mm[CROK_LINE_MIDDLE] - is->line_mm[CROK_LINE_MIDDLE],
        k * b->line_mm[CROK_LINE_INNER] - is->line_mm[CROK_LINE_INNER]);
}

static bool bench(int n_cameras, int n_layouts, int n_frames)
{
    static crok_result r;
    char path[] = "/tmp/crok-margin-XXXXXX";
    int fd = mkstemp(path);
    figures with = {0};
    figures without = {0};
    bool ok = fd >= 0;
    for (int c = 0; c < n_cameras && ok; c++) {
        rnd g = {(uint64_t)c + 3600U};
        crok_sim_look look = crok_sim_look_of(
            CROK_SIM_LOOKS_OLD, (uint64_t)c + 3600U, 2, W_PX, H_PX);
        crok_board_pose pose;
        crok_image img = {0};
        ok = calibrated(&look, n_frames, &g, &pose);
        if (ok)
            print_calibration(&look, &pose);
        for (int l = 0; l < n_layouts && ok; l++) {
            crok_score_photo_options options = crok_score_photo_usual();
            crok_sim_moment m = lay_discs(&g);
            ok = draw_mean(&look, &m, n_frames, (uint32_t)rnd_next(&g), &img) &&
                 jpeg_file(&img, path, QUALITY, NULL) == CROK_OK;
            crok_score_photo(path, &options, NULL, &r);
            add(&without, &r, &look.camera, &m);
            options.fixed_pose = &pose;
            crok_score_photo(path, &options, NULL, &r);
            add(&with, &r, &look.camera, &m);
            (void)fflush(stdout);
        }
        crok_image_free(&img);
    }
    if (fd >= 0) {
        (void)close(fd);
        (void)unlink(path);
    }
    print("margins, fixed camera", &with);
    print("without --calib", &without);
    return ok;
}

int main(int argc, char **argv)
{
    int n[3] = {7, 7, 30};
    for (int i = 1; i < argc && i <= 3; i++)
        n[i - 1] = (int)strtol(argv[i], NULL, 10);
    if (argc > 4 || n[0] < 1 || n[1] < 1 || n[2] < 1 || n[2] > MAX_FRAMES) {
        (void)fputs("usage: bench_margin [CAMERAS [LAYOUTS [FRAMES]]]\n",
                    stderr);
        return 2;
    }
    crok_cv_init();
    crok_image_keep_memory();
    return bench(n[0], n[1], n[2]) ? 0 : 1;
}
