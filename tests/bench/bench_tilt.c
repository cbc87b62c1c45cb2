/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_tilt: what does `crokeye score` make of boards that the camera sees
 * from the side?
 *
 *   bench_tilt [-v] [--tilt A:B] [--boards N] [--keep DIR]
 *
 * For each tilt of A, A + 5, ... B degrees (30 to 60) N simulated photos (40)
 * are drawn (bench/oblique.h) and scored. Printed are the boards found, the
 * error of their lines (radial RMS over the three lines, mm), of their centre
 * (median, largest, mm), of tilt (RMS, degrees) and focal length (RMS, %); the
 * discs found, missed and invented, the distance from their true places
 * (median, 95 %, mm), the error of their margins (RMS, mm) with the part that
 * is within two of their own sigmas; and the sides, as bench_score judges them.
 *
 *   -v      a line for each photo
 *   --keep  leaves the photos and their annotated pictures in DIR; photos that
 *           are there are not drawn again
 *
 * Exit status 1 if something cannot be drawn, 2 on wrong usage. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/compare.h"
#include "bench/oblique.h"
#include "bench/side_figures.h"
#include "cv/cv.h"
#include "jpeg_file.h"
#include "score/score_photo.h"

enum { STEP_DEG = 5, MAX_BOARDS = 400, MAX_DISCS = 16, N_ANGLES = 72 };
#define QUALITY 92

typedef struct arguments {
    bool is_verbose;
    int from_deg, to_deg, n_boards;
    const char *keep; /* NULL: nothing is kept */
} arguments;

/* The figures of one tilt. */
typedef struct figures {
    int n_found, n_true, n_missing, n_invented, n_margins, n_in_2sigma;
    int n_places;
    double place_mm[MAX_BOARDS * MAX_DISCS], centre_mm[MAX_BOARDS];
    double line_sq, tilt_sq, f_sq, margin_sq;
    side_figures sides;
} figures;

/* The mean square of the radial distance between the true lines and those that
 * were found, mm. */
static double line_error_sq(const truth *t, const crok_board_pose *pose)
{
    double sum = 0.0;
    for (int k = 0; k < CROK_N_LINES; k++)
        for (int i = 0; i < N_ANGLES; i++) {
            double a = 2.0 * CROK_PI * i / N_ANGLES;
            double r = t->line_mm[k];
            crok_px p = crok_camera_project(
                &t->camera, (crok_vec3){r * cos(a), r * sin(a), 0.0});
            crok_mm m = crok_camera_unproject(&pose->camera, p, 0.0);
            double d = (hypot(m.x, m.y) / pose->board.line_mm[k] - 1.0) * r;
            sum += d * d;
        }
    return sum / (CROK_N_LINES * N_ANGLES);
}

static void add_margin(figures *f, const crok_score *s, const pairing *p)
{
    double error = p->margin_err_mm;
    if (!isfinite(error))
        return;
    f->n_margins++;
    f->margin_sq += error * error;
    f->n_in_2sigma += fabs(error) <= 2.0 * s->margin_sigma_mm[p->found];
}

static void add_places(figures *f, const crok_result *r, const comparison *c)
{
    for (int i = 0; i < c->n_pairs; i++) {
        const pairing *p = &c->pair[i];
        if (p->truth < 0 || p->found < 0)
            continue;
        add_margin(f, &r->score, p);
        if (isfinite(p->place_mm) && f->n_places < MAX_BOARDS * MAX_DISCS)
            f->place_mm[f->n_places++] = p->place_mm;
    }
}

static void add(figures *f, const truth *t, const crok_result *r,
                const comparison *c)
{
    side_figures_add(&f->sides, t, r, c);
    if (r->status != CROK_OK)
        return;
    f->n_true += c->n_truth;
    f->n_missing += c->n_missing;
    f->n_invented += c->n_invented;
    f->centre_mm[f->n_found++] = c->centre_px / t->px_per_mm;
    f->line_sq += line_error_sq(t, &r->score.seen.pose);
    f->tilt_sq += c->tilt_deg * c->tilt_deg;
    f->f_sq += c->f_rel * c->f_rel;
    add_places(f, r, c);
}

static void print_photo(int tilt_deg, int seed, const truth *t,
                        const crok_result *r, const comparison *c)
{
    (void)printf("  %d deg, board %d, f %.2f, %.2f px/mm: %s", tilt_deg, seed,
                 t->camera.f_px / OBLIQUE_W_PX, t->px_per_mm,
                 verdict_name(c->verdict));
    if (r->status != CROK_OK)
        (void)printf(" (%s)\n", r->err.msg);
    else
        (void)printf(
            ", lines %.2f mm, fit %.2f px, tilt %+.1f deg, f %+.1f %%, "
            "%d of %d discs, %d invented, %d asked\n",
            sqrt(line_error_sq(t, &r->score.seen.pose)),
            r->score.seen.pose.rms_px, c->tilt_deg, 100.0 * c->f_rel,
            c->n_found, c->n_truth, c->n_invented, c->n_close);
}

static void print_heading(void)
{
    (void)printf("tilt  boards found | lines mm  centre mm    tilt deg  f %% | "
                 "discs found missed invented  place mm    margin mm 2s%% | "
                 "sides right asked askwr SURE refus\n");
}

static void print_row(int tilt_deg, const arguments *a, figures *f)
{
    double n = f->n_found > 0 ? f->n_found : 1;
    double m = f->n_margins > 0 ? f->n_margins : 1;
    (void)printf("%3d   %5d  %5d | %7.2f   %.2f, %5.2f  %7.2f %6.1f | %5d %5d "
                 "%5d %7d    %.2f, %5.2f  %6.2f  %4.0f | %5d %5d %5d %5d %4d "
                 "%5d\n",
                 tilt_deg, a->n_boards, f->n_found, sqrt(f->line_sq / n),
                 crok_quantile(f->centre_mm, f->n_found, 0.5),
                 crok_quantile(f->centre_mm, f->n_found, 1.0),
                 sqrt(f->tilt_sq / n), 100.0 * sqrt(f->f_sq / n), f->n_true,
                 f->n_true - f->n_missing, f->n_missing, f->n_invented,
                 crok_quantile(f->place_mm, f->n_places, 0.5),
                 crok_quantile(f->place_mm, f->n_places, 0.95),
                 sqrt(f->margin_sq / m), 100.0 * f->n_in_2sigma / m,
                 side_figures_sum(&f->sides), f->sides.n[SIDE_RIGHT],
                 f->sides.n[SIDE_ASKED], f->sides.n[SIDE_ASKED_WRONG],
                 f->sides.n[SIDE_SURE_WRONG], f->sides.n[SIDE_REFUSED]);
    (void)fflush(stdout);
}

/* Draw a photo into a file, and its truth. A photo that was kept is not drawn
 * again. */
static crok_status draw_photo(int tilt_deg, int seed, const char *path,
                              bool is_kept, truth *t, crok_err *err)
{
    const double tilt_rad = tilt_deg * CROK_PI / 180.0;
    crok_image img = {0};
    bool is_there = is_kept && access(path, R_OK) == 0;
    crok_status st =
        oblique_draw((uint64_t)seed, tilt_rad, is_there ? NULL : &img, t, err);
    if (st == CROK_OK && !is_there)
        st = jpeg_file(&img, path, QUALITY, err);
    crok_image_free(&img);
    return st;
}

/* Score one photo, and add it. */
static crok_status bench_photo(int tilt_deg, int seed, const arguments *a,
                               const char *scratch, figures *f, crok_err *err)
{
    static crok_result r;
    static comparison c;
    static truth t;
    crok_score_photo_options options = crok_score_photo_usual();
    bool is_kept = a->keep != NULL;
    char path[512];
    char drawn[512];
    crok_status st = CROK_OK;
    (void)snprintf(path, sizeof path, "%s", scratch);
    if (is_kept) {
        (void)snprintf(path, sizeof path, "%s/%d-%03d.jpg", a->keep, tilt_deg,
                       seed);
        (void)snprintf(drawn, sizeof drawn, "%s/%d-%03d-drawn.jpg", a->keep,
                       tilt_deg, seed);
    }
    st = draw_photo(tilt_deg, seed, path, is_kept, &t, err);
    if (st != CROK_OK)
        return st;
    options.force = true;
    crok_score_photo(path, &options, is_kept ? drawn : NULL, &r);
    compare(&t, &r, &c);
    add(f, &t, &r, &c);
    if (a->is_verbose)
        print_photo(tilt_deg, seed, &t, &r, &c);
    return CROK_OK;
}

static crok_status bench(const arguments *a, const char *scratch, crok_err *err)
{
    static figures f;
    crok_status st = CROK_OK;
    print_heading();
    for (int deg = a->from_deg; st == CROK_OK && deg <= a->to_deg;
         deg += STEP_DEG) {
        memset(&f, 0, sizeof f);
        for (int i = 0; st == CROK_OK && i < a->n_boards; i++)
            st = bench_photo(deg, i + 1, a, scratch, &f, err);
        if (st == CROK_OK)
            print_row(deg, a, &f);
    }
    return st;
}

static bool read_arguments(int argc, char **argv, arguments *a)
{
    for (int i = 1; i < argc; i++) {
        char *end = NULL;
        if (strcmp(argv[i], "-v") == 0) {
            a->is_verbose = true;
            continue;
        }
        if (i + 1 == argc)
            return false;
        if (strcmp(argv[i], "--keep") == 0) {
            a->keep = argv[++i];
        } else if (strcmp(argv[i], "--boards") == 0) {
            a->n_boards = (int)strtol(argv[++i], NULL, 10);
        } else if (strcmp(argv[i], "--tilt") == 0) {
            a->from_deg = a->to_deg = (int)strtol(argv[++i], &end, 10);
            if (*end == ':')
                a->to_deg = (int)strtol(end + 1, NULL, 10);
        } else {
            return false;
        }
    }
    return a->n_boards > 0 && a->n_boards <= MAX_BOARDS && a->from_deg >= 0 &&
           a->to_deg <= 80;
}

int main(int argc, char **argv)
{
    arguments a = {.from_deg = 30, .to_deg = 60, .n_boards = 40};
    char scratch[] = "/tmp/crok_tilt_XXXXXX";
    crok_err err = {0};
    crok_status st = CROK_OK;
    int file = -1;
    if (!read_arguments(argc, argv, &a)) {
        (void)fputs("usage: bench_tilt [-v] [--tilt A:B] [--boards N] "
                    "[--keep DIR]\n",
                    stderr);
        return 2;
    }
    crok_cv_init();
    crok_image_keep_memory();
    file = mkstemp(scratch);
    if (file < 0) {
        (void)fputs("bench_tilt: no temporary file in /tmp\n", stderr);
        return 1;
    }
    (void)close(file);
    st = bench(&a, scratch, &err);
    (void)unlink(scratch);
    if (st != CROK_OK)
        (void)fprintf(stderr, "bench_tilt: %s\n", err.msg);
    return st == CROK_OK ? 0 : 1;
}
