/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_score: how right and how fast `crokeye score` is on any folder with
 * truth files.
 *
 *   bench_score [-v] [--speed | --learn] FOLDER...
 *
 * With --learn each picture is scored with its board known from one other
 * picture of it (learnt.h), where there is one.
 *
 * The figures for sides (side_figures.h) are printed for each folder that holds
 * pictures, and for all together.
 *
 * Exit status 1 if a side is sure and wrong, or a disc has a wrong value that
 * was not called close; 77 if a folder is missing, 2 on wrong usage. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/compare.h"
#include "bench/folder.h"
#include "bench/learnt.h"
#include "bench/side_figures.h"
#include "bench/speed.h"
#include "core/image.h"
#include "cv/cv.h"
#include "score/score_photo.h"

#define STATUS_SKIPPED 77
/* A scale's error beyond this many of its standard deviations is counted. */
#define SCALE_SIGMAS 3.0

typedef struct sums {
    int n_pictures, n_verdict[N_VERDICTS];
    int n_truth, n_found, n_missing, n_invented;
    int n_out_truth, n_out_found, n_out_invented;
    int n_side_wrong, n_value_wrong, n_open_far, n_close;
    int n_scales, n_scales_off; /* renders; the second: by > SCALE_SIGMAS */
    radial_sum radial;
    side_figures sides;
    long long stage_ns[CROK_N_STAGES];
} sums;

static const char *short_name(const char *path)
{
    const char *p = strrchr(path, '/');
    while (p != NULL && p > path && p[-1] != '/')
        p--;
    return p == NULL ? path : p;
}

static double rms(double sq, int n)
{
    return n > 0 ? sqrt(sq / n) : (double)NAN;
}

/* A number, or a dash where there is none. */
static void print_num(int width, int decimals, double x)
{
    if (!isfinite(x))
        (void)printf(" %*s", width, "-");
    else
        (void)printf(" %*.*f", width, decimals, x);
}

static void print_totals(const truth *t, const crok_result *r,
                         const comparison *c)
{
    char all[128] = "";
    size_t n = 0;
    for (int i = 0; i < t->n_teams && r->status == CROK_OK; i++) {
        int side = c->side_of_team[i];
        const crok_side_score *s = side < 0 ? NULL : &r->score.side[side];
        int total = s == NULL ? 0 : s->total;
        n += (size_t)snprintf(all + n, sizeof all - n, "%s%d", i ? " : " : "",
                              total);
        if (n < sizeof all && s != NULL && s->lo != s->hi)
            n += (size_t)snprintf(all + n, sizeof all - n, "(%d-%d)", s->lo,
                                  s->hi);
        if (n < sizeof all && total != t->total[i])
            n += (size_t)snprintf(all + n, sizeof all - n, "/%d", t->total[i]);
        if (n >= sizeof all)
            break;
    }
    (void)printf(" %-22s", all);
}

static void print_row(const truth *t, const crok_result *r, const comparison *c)
{
    radial_sum sum = {0};
    double cpu_ms = 0.0;
    radial_add(&sum, c, r);
    for (int i = 0; i < CROK_N_STAGES; i++)
        cpu_ms += (double)r->stage_ns[i] * 1e-6;
    (void)printf("%-24.24s %-8s", short_name(t->picture),
                 verdict_name(c->verdict));
    print_totals(t, r, c);
    (void)printf(" %2d/%-2d %4d %3d  %2d/%-2d %3d %4d %3d %4d %3d", c->n_found,
                 c->n_truth, c->n_missing, c->n_invented, c->n_out_found,
                 c->n_out_truth, c->n_out_invented, c->n_side_wrong,
                 c->n_value_wrong, c->n_close, c->n_open_far);
    print_num(6, 2, rms(sum.sq, sum.n));
    print_num(5, 2, rms(sum.sq_norm, sum.n));
    print_num(4, 0, sum.n > 0 ? 100.0 * sum.n_2sigma / sum.n : (double)NAN);
    print_num(5, 2, rms(sum.sq_margin, sum.n_margin));
    (void)printf(" %6.0f\n", cpu_ms);
    if (r->status != CROK_OK && t->has_board)
        (void)printf("%26s%s\n", "", r->err.msg);
}

static void print_board(const truth *t, const crok_result *r,
                        const comparison *c)
{
    const crok_board_pose *pose = &r->score.seen.pose;
    if (r->status != CROK_OK || !t->has_board)
        return;
    (void)printf("    board: %s scale, rms %.2f px, centre off %.2f px",
                 crok_scale_name(pose->scale), pose->rms_px, c->centre_px);
    if (t->is_render)
        (void)printf(", tilt %+.2f deg, focal %+.1f %%, scale %+.2f %% (%+.1f "
                     "sigma), in its "
                     "scale: middle %+.2f inner %+.2f width %+.2f mm",
                     c->tilt_deg, 100.0 * c->f_rel, 100.0 * c->outer_rel,
                     c->scale_sigmas, c->middle_mm, c->inner_mm, c->width_mm);
    (void)printf("\n    CPU ms:");
    for (int i = 0; i < CROK_N_STAGES; i++)
        (void)printf(" %s %.1f", crok_stage_name((crok_stage)i),
                     (double)r->stage_ns[i] * 1e-6);
    (void)printf("\n");
}

static void print_pair(const truth *t, const crok_score *s, const pairing *p)
{
    if (p->truth >= 0) {
        const truth_disc *d = &t->discs[p->truth];
        crok_px px = isfinite(d->bottom_px.x) ? d->bottom_px : d->top_px;
        (void)printf("    %-8.8s %-7s value %2d at (%.0f, %.0f)%s",
                     t->team[d->team], crok_disc_state_name(d->state), d->value,
                     px.x, px.y, d->is_certain ? "" : " (uncertain)");
        if (isfinite(d->margin_mm))
            (void)printf(" margin %+.2f", d->margin_mm);
    } else {
        (void)printf("    nothing there");
    }
    if (p->found >= 0) {
        const crok_seen_disc *d = &s->seen.discs[p->found];
        const crok_value *v = &s->value[p->found];
        (void)printf(" | disc %d %s %s value %d [%d, %d] at (%.0f, %.0f) "
                     "margin %+.2f sigma %.2f confidence %.2f",
                     d->id, s->seen.sides[d->side].name,
                     crok_disc_state_name(d->state), v->value, v->lo, v->hi,
                     d->at_px.x, d->at_px.y, crok_score_margin_mm(s, p->found),
                     d->sigma_mm, d->confidence);
        if (p->truth >= 0 && isfinite(p->radial_norm_mm))
            (void)printf(" radial %+.2f", p->radial_norm_mm);
    }
    (void)printf(
        "%s%s%s%s%s\n", p->truth < 0 ? "  INVENTED" : "",
        p->found < 0 ? "  MISSING" : "", p->is_side_wrong ? "  SIDE" : "",
        p->is_value_wrong ? "  VALUE" : "", p->is_open_far ? "  OPEN" : "");
}

static void add_sums(sums *s, const truth *t, const comparison *c,
                     const crok_result *r)
{
    side_figures_add(&s->sides, t, r, c);
    s->n_pictures++;
    s->n_verdict[c->verdict]++;
    s->n_truth += c->n_truth;
    s->n_found += c->n_found;
    s->n_missing += c->n_missing;
    s->n_invented += c->n_invented;
    s->n_out_truth += c->n_out_truth;
    s->n_out_found += c->n_out_found;
    s->n_out_invented += c->n_out_invented;
    s->n_side_wrong += c->n_side_wrong;
    s->n_value_wrong += c->n_value_wrong;
    s->n_open_far += c->n_open_far;
    s->n_close += c->n_close;
    s->n_scales += t->is_render && isfinite(c->scale_sigmas);
    s->n_scales_off += t->is_render && fabs(c->scale_sigmas) > SCALE_SIGMAS;
    radial_add(&s->radial, c, r);
    for (int i = 0; i < CROK_N_STAGES; i++)
        s->stage_ns[i] += r->stage_ns[i];
}

static void print_sums(const sums *s)
{
    const radial_sum *r = &s->radial;
    (void)printf("\n%d pictures:", s->n_pictures);
    for (int i = 0; i < N_VERDICTS; i++)
        if (s->n_verdict[i] > 0)
            (void)printf(" %d %s,", s->n_verdict[i], verdict_name((verdict)i));
    (void)printf(" %d values wrong without being called close\n",
                 s->n_value_wrong);
    (void)printf("discs in play: %d, found %d, missing %d, invented %d, of the "
                 "wrong side %d; off the surface: %d, found %d, invented %d\n",
                 s->n_truth, s->n_found, s->n_missing, s->n_invented,
                 s->n_side_wrong, s->n_out_truth, s->n_out_found,
                 s->n_out_invented);
    (void)printf("close calls %d, of these %d open beyond %.1f mm\n",
                 s->n_close, s->n_open_far, OPEN_MARGIN_MM);
    if (r->n > 0)
        (void)printf(
            "radial error RMS %.3f mm, within 2 sigma %.1f %% of %d; in the "
            "board's true scale %.3f mm, %.2f sigmas, within 2 sigma %.1f %%; "
            "margin RMS %.3f mm, within 2 sigma %.1f %%\n",
            rms(r->sq, r->n), 100.0 * r->n_2sigma_mm / r->n, r->n,
            rms(r->sq_norm, r->n), rms(r->sq_sigmas, r->n),
            100.0 * r->n_2sigma / r->n, rms(r->sq_margin, r->n_margin),
            100.0 * r->n_margin_2sigma / fmax(r->n_margin, 1.0));
    if (s->n_scales > 0)
        (void)printf("scale off by more than %.0f sigma: %d of %d renders\n",
                     SCALE_SIGMAS, s->n_scales_off, s->n_scales);
    side_figures_print(&s->sides, "");
    (void)printf("mean CPU ms:");
    for (int i = 0; i < CROK_N_STAGES && s->n_pictures > 0; i++)
        (void)printf(" %s %.1f", crok_stage_name((crok_stage)i),
                     (double)s->stage_ns[i] * 1e-6 / s->n_pictures);
    (void)printf("\n");
}

/* ---- the figures of each folder ---- */

#define MAX_FOLDERS 128

typedef struct folder_table {
    int n;
    char name[MAX_FOLDERS][64]; /* the last part of the folder's path */
    side_figures figures[MAX_FOLDERS];
} folder_table;

/* The name of the folder that holds a picture. */
static void folder_name(const char *picture, char out[64])
{
    const char *end = strrchr(picture, '/');
    const char *start = NULL;
    while (end != NULL && end > picture && end[-1] == '/')
        end--;
    start = end;
    while (start != NULL && start > picture && start[-1] != '/')
        start--;
    (void)snprintf(out, 64, "%.*s", start == NULL ? 0 : (int)(end - start),
                   start == NULL ? "" : start);
}

/* Folders beyond the table's room are in the figures for all only. */
static void add_to_folder(folder_table *table, bool is_learnt, const truth *t,
                          const crok_result *r, const comparison *c)
{
    char name[64];
    int i = 0;
    folder_name(t->picture, name);
    while (i < table->n && strcmp(table->name[i], name) != 0)
        i++;
    if (i == MAX_FOLDERS)
        return;
    if (i == table->n)
        memcpy(table->name[table->n++], name, sizeof name);
    table->figures[i].is_learnt = is_learnt;
    side_figures_add(&table->figures[i], t, r, c);
}

static void print_folders(const folder_table *table)
{
    (void)printf("\n");
    side_figures_heading("folder");
    for (int i = 0; i < table->n; i++)
        side_figures_row(&table->figures[i], table->name[i]);
}

/* boards: NULL where no board is to be known. */
static int bench(const truth_list *list, learnt_boards *boards, bool is_verbose)
{
    static folder_table table;
    sums s = {.sides = {.is_learnt = boards != NULL}};
    crok_score_photo_options options = crok_score_photo_usual();
    crok_result *r = calloc(1, sizeof *r);
    comparison *c = calloc(1, sizeof *c);
    (void)printf("%-24s %-8s %-22s %5s %4s %3s  %5s %3s %4s %3s %4s %3s %6s "
                 "%5s %4s %5s %6s\n",
                 "picture", "", "totals (range)/truth", "discs", "miss", "inv",
                 "out", "inv", "side", "val", "call", "far", "radial", "norm",
                 "2s%", "marg", "cpu ms");
    for (int i = 0; r != NULL && c != NULL && i < list->n; i++) {
        const truth *t = &list->item[i];
        if (boards != NULL)
            options.scan.known = learnt_board_for(boards, i);
        crok_score_photo(t->picture, &options, NULL, r);
        compare(t, r, c);
        print_row(t, r, c);
        if (is_verbose)
            print_board(t, r, c);
        for (int k = 0; is_verbose && k < c->n_pairs; k++)
            print_pair(t, &r->score, &c->pair[k]);
        add_sums(&s, t, c, r);
        add_to_folder(&table, boards != NULL, t, r, c);
        (void)fflush(stdout);
    }
    free(r);
    free(c);
    print_folders(&table);
    print_sums(&s);
    return s.n_value_wrong > 0 || s.sides.n[SIDE_SURE_WRONG] > 0 ? 1 : 0;
}

static int bench_learnt(const truth_list *list, bool is_verbose)
{
    const crok_score_photo_options usual = crok_score_photo_usual();
    learnt_boards *boards = calloc(1, sizeof *boards);
    int status = 3;
    if (boards != NULL && learnt_boards_read(list, &usual, boards)) {
        status = bench(list, boards, is_verbose);
        learnt_boards_free(boards);
    }
    free(boards);
    return status;
}

int main(int argc, char **argv)
{
    truth_list list = {0};
    bool is_verbose = false;
    bool is_speed = false;
    bool is_learn = false;
    crok_err err = {0};
    int n_folders = 0;
    int status = 0;
    crok_cv_init();
    crok_image_keep_memory();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0) {
            is_verbose = true;
        } else if (strcmp(argv[i], "--speed") == 0) {
            is_speed = true;
        } else if (strcmp(argv[i], "--learn") == 0) {
            is_learn = true;
        } else if (truth_list_add(&list, argv[i], &err) == CROK_OK) {
            n_folders++;
        } else {
            (void)printf("skipped: no %s\n", argv[i]);
            truth_list_free(&list);
            return STATUS_SKIPPED;
        }
    }
    if (n_folders == 0) {
        (void)fputs("usage: bench_score [-v] [--speed | --learn] FOLDER...\n",
                    stderr);
        return 2;
    }
    if (is_speed)
        status = bench_speed(&list);
    else if (is_learn)
        status = bench_learnt(&list, is_verbose);
    else
        status = bench(&list, NULL, is_verbose);
    truth_list_free(&list);
    return status;
}
