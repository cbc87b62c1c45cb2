/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_stable: does `crokeye score` give the same answer for the same picture,
 * stored another way?
 *
 *   bench_stable [-v] FOLDER...
 *
 * Each picture of the folders' truth files is stored again in 30 harmless ways
 * (of other sizes and qualities, brighter, darker, cropped by a few pixels,
 * turned, mirrored) and scored. The answer of each is compared with that of the
 * picture itself, side by side:
 *
 *   same           the same range for each side
 *   within         of each side, one range lies within the other
 *   contradicting  neither
 *
 * -v prints each pair that is not the same.
 *
 * Exit status 77 if a folder is missing, 2 on wrong usage, 3 if a picture
 * cannot be read or stored. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/folder.h"
#include "capture/photo.h"
#include "cv/cv.h"
#include "jpeg_file.h"
#include "score/score_photo.h"

#define STATUS_SKIPPED 77
#define STATUS_FAILED 3

/* One way of storing a picture. What is 0 is left as it is. */
typedef struct way {
    const char *name;
    double size;  /* of the sides, 1 = unchanged */
    int quality;  /* of the JPEG */
    double gamma; /* output = input to the power of 1 / gamma */
    int crop[4];  /* px off the left, top, right and bottom */
    bool mirrors; /* left and right are exchanged */
    int quarters; /* turned clockwise by so many quarters */
} way;

static const way ways[] = {
    {.name = "105 %", .size = 1.05},
    {.name = "97 %", .size = 0.97},
    {.name = "93 %", .size = 0.93},
    {.name = "86 %", .size = 0.86},
    {.name = "79 %", .size = 0.79},
    {.name = "70 %", .size = 0.70},
    {.name = "quality 97", .quality = 97},
    {.name = "quality 85", .quality = 85},
    {.name = "quality 75", .quality = 75},
    {.name = "quality 60", .quality = 60},
    {.name = "quality 50", .quality = 50},
    {.name = "quality 40", .quality = 40},
    {.name = "gamma 0.8", .gamma = 0.8},
    {.name = "gamma 0.9", .gamma = 0.9},
    {.name = "gamma 1.1", .gamma = 1.1},
    {.name = "gamma 1.25", .gamma = 1.25},
    {.name = "crop left", .crop = {3, 0, 0, 0}},
    {.name = "crop top", .crop = {0, 7, 0, 0}},
    {.name = "crop right", .crop = {0, 0, 13, 0}},
    {.name = "crop all", .crop = {5, 4, 3, 2}},
    {.name = "turned 90", .quarters = 1},
    {.name = "turned 180", .quarters = 2},
    {.name = "turned 270", .quarters = 3},
    {.name = "mirrored", .mirrors = true},
    {.name = "mirrored, 90", .mirrors = true, .quarters = 1},
    {.name = "mirrored, 180", .mirrors = true, .quarters = 2},
    {.name = "mirrored, 270", .mirrors = true, .quarters = 3},
    {.name = "86 %, 90, q 70", .size = 0.86, .quality = 70, .quarters = 1},
    {.name = "93 %, mirror, q 60",
     .size = 0.93,
     .quality = 60,
     .mirrors = true},
    {.name = "gamma 1.1, q 60", .gamma = 1.1, .quality = 60},
};
#define N_WAYS ((int)(sizeof ways / sizeof *ways))
#define USUAL_QUALITY 92

/* How two answers compare, the worst last. */
typedef enum agreement {
    SAME = 0,
    WITHIN,
    CONTRADICTING,
    REFUSED, /* at least one of the two */
    N_AGREEMENTS
} agreement;
static const char *const agreement_names[N_AGREEMENTS] = {
    "same", "within", "contradicting", "refused"};

/* The answer for one picture. */
typedef struct answer {
    bool is_refused;
    int lo[2], hi[2];
} answer;

static answer answer_of(const char *path)
{
    static crok_result r;
    crok_score_photo_options options = crok_score_photo_usual();
    answer a = {.is_refused = true};
    crok_score_photo(path, &options, NULL, &r);
    if (r.status != CROK_OK)
        return a;
    a.is_refused = false;
    for (int i = 0; i < 2; i++) {
        a.lo[i] = r.score.side[i].lo;
        a.hi[i] = r.score.side[i].hi;
    }
    return a;
}

/* The answers agree in this way if side i of one is side i ^ swap of the other:
 * the sides are ordered by their names, and these depend on the light. */
static agreement agreement_if(const answer *a, const answer *b, int swap)
{
    agreement worst = SAME;
    for (int i = 0; i < 2; i++) {
        int k = i ^ swap;
        bool a_in_b = a->lo[i] >= b->lo[k] && a->hi[i] <= b->hi[k];
        bool b_in_a = b->lo[k] >= a->lo[i] && b->hi[k] <= a->hi[i];
        if (a_in_b && b_in_a)
            continue;
        worst = a_in_b || b_in_a ? (worst > WITHIN ? worst : WITHIN)
                                 : CONTRADICTING;
    }
    return worst;
}

static agreement agreement_of(const answer *a, const answer *b)
{
    agreement straight = SAME;
    agreement swapped = SAME;
    if (a->is_refused || b->is_refused)
        return REFUSED;
    straight = agreement_if(a, b, 0);
    swapped = agreement_if(a, b, 1);
    return straight < swapped ? straight : swapped;
}

/* ---- storing a picture another way ---- */

static crok_status turn(const crok_image *from, const way *how, crok_image *to,
                        crok_err *err)
{
    bool lies = how->quarters % 2 == 1;
    crok_status st =
        crok_image_new(lies ? from->h_px : from->w_px,
                       lies ? from->w_px : from->h_px, CROK_RGB8, to, err);
    for (int y = 0; st == CROK_OK && y < from->h_px; y++) {
        for (int x = 0; x < from->w_px; x++) {
            int u = how->mirrors ? from->w_px - 1 - x : x;
            int v = y;
            int w = from->w_px;
            int h = from->h_px;
            for (int k = 0; k < how->quarters; k++) {
                int old_u = u;
                int old_w = w;
                u = h - 1 - v;
                v = old_u;
                w = h;
                h = old_w;
            }
            memcpy(crok_image_row(to, v) + (ptrdiff_t)3 * u,
                   crok_image_row(from, y) + (ptrdiff_t)3 * x, 3);
        }
    }
    return st;
}

static void apply_gamma(crok_image *img, double gamma)
{
    uint8_t table[256];
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)lround(255.0 * pow(i / 255.0, 1.0 / gamma));
    for (int y = 0; y < img->h_px; y++)
        for (int x = 0; x < 3 * img->w_px; x++)
            crok_image_row(img, y)[x] = table[crok_image_row(img, y)[x]];
}

/* Write the picture to `path` in this way. */
static crok_status store(const crok_image *img, const way *how,
                         const char *path, crok_err *err)
{
    double k = how->size > 0.0 ? how->size : 1.0;
    crok_image part = *img;
    crok_image sized = {0};
    crok_image turned = {0};
    crok_status st = CROK_OK;
    part.data = crok_image_row(img, how->crop[1]) + (ptrdiff_t)3 * how->crop[0];
    part.w_px -= how->crop[0] + how->crop[2];
    part.h_px -= how->crop[1] + how->crop[3];
    st = crok_cv_resize(&part, (int)lround(k * part.w_px),
                        (int)lround(k * part.h_px), &sized, err);
    if (st == CROK_OK)
        st = turn(&sized, how, &turned, err);
    if (st == CROK_OK && how->gamma > 0.0)
        apply_gamma(&turned, how->gamma);
    if (st == CROK_OK)
        st = jpeg_file(&turned, path,
                       how->quality > 0 ? how->quality : USUAL_QUALITY, err);
    crok_image_free(&sized);
    crok_image_free(&turned);
    return st;
}

/* ---- all pairs ---- */

static crok_status read_whole(const char *path, crok_image *img, crok_err *err)
{
    crok_photo *photo = NULL;
    crok_status st = crok_photo_open(path, &photo, err);
    if (st == CROK_OK)
        st = crok_photo_decode(photo, 0, img, NULL, err);
    crok_photo_close(&photo);
    return st;
}

static void print_answer(const answer *a)
{
    if (a->is_refused)
        (void)printf(" refused");
    for (int i = 0; i < 2 && !a->is_refused; i++)
        (void)printf("%s %d-%d", i > 0 ? " :" : "", a->lo[i], a->hi[i]);
}

static void print_pair(const way *how, const answer *a, const answer *b,
                       agreement g)
{
    (void)printf("    %-20s %-14s", how->name, agreement_names[g]);
    print_answer(a);
    (void)printf("  |");
    print_answer(b);
    (void)printf("\n");
}

static void print_counts(const char *name, const int n[N_AGREEMENTS])
{
    int pairs = 0;
    for (int g = 0; g < N_AGREEMENTS; g++)
        pairs += n[g];
    (void)printf("%-28.28s pairs compared %d, same %d, one within the other "
                 "%d, contradicting %d, refused %d\n",
                 name, pairs, n[SAME], n[WITHIN], n[CONTRADICTING], n[REFUSED]);
}

/* Compare all ways of one picture; add to `sum`. */
static crok_status compare_ways(const char *picture, const char *scratch,
                                bool is_verbose, int sum[N_AGREEMENTS],
                                crok_err *err)
{
    crok_image img = {0};
    answer first = answer_of(picture);
    int n[N_AGREEMENTS] = {0};
    const char *slash = strrchr(picture, '/');
    crok_status st = read_whole(picture, &img, err);
    for (int i = 0; st == CROK_OK && i < N_WAYS; i++) {
        answer other;
        agreement g;
        st = store(&img, &ways[i], scratch, err);
        if (st != CROK_OK)
            break;
        other = answer_of(scratch);
        g = agreement_of(&first, &other);
        n[g]++;
        sum[g]++;
        if (is_verbose && g != SAME)
            print_pair(&ways[i], &first, &other, g);
    }
    crok_image_free(&img);
    if (st == CROK_OK)
        print_counts(slash == NULL ? picture : slash + 1, n);
    (void)fflush(stdout);
    return st;
}

static int bench(const truth_list *list, bool is_verbose)
{
    char scratch[] = "/tmp/crok_stable_XXXXXX";
    int sum[N_AGREEMENTS] = {0};
    crok_status st = CROK_OK;
    crok_err err = {0};
    int file = mkstemp(scratch);
    if (file < 0) {
        (void)fputs("bench_stable: no temporary file in /tmp\n", stderr);
        return STATUS_FAILED;
    }
    (void)close(file);
    for (int i = 0; st == CROK_OK && i < list->n; i++)
        if (list->item[i].has_board)
            st = compare_ways(list->item[i].picture, scratch, is_verbose, sum,
                              &err);
    (void)unlink(scratch);
    if (st != CROK_OK) {
        (void)fprintf(stderr, "bench_stable: %s\n", err.msg);
        return STATUS_FAILED;
    }
    print_counts("all", sum);
    return 0;
}

int main(int argc, char **argv)
{
    truth_list list = {0};
    bool is_verbose = false;
    crok_err err = {0};
    int n_folders = 0;
    int status = 0;
    crok_cv_init();
    crok_image_keep_memory();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0) {
            is_verbose = true;
        } else if (truth_list_add(&list, argv[i], &err) == CROK_OK) {
            n_folders++;
        } else {
            (void)printf("skipped: no %s\n", argv[i]);
            truth_list_free(&list);
            return STATUS_SKIPPED;
        }
    }
    if (n_folders == 0) {
        (void)fputs("usage: bench_stable [-v] FOLDER...\n", stderr);
        return 2;
    }
    status = bench(&list, is_verbose);
    truth_list_free(&list);
    return status;
}
