/* SPDX-License-Identifier: Apache-2.0
 *
 * scenario NAME FOLDER [KNOWN]: every picture of a folder with truth files,
 * judged by the comparison that test_truth.c shows to be able to fail. Exit
 * status 1 on any fault, 77 (skipped) where the folder is missing.
 *
 * KNOWN lists pictures that are known to fail, one a line with why. A picture
 * that is not on it must be right, and one that is on it must still fail: what
 * gets better is taken off the list, so that the list is always the truth.
 * "sum" stands for the figures over all pictures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/compare.h"
#include "bench/folder.h"
#include "cv/cv.h"
#include "score/score_photo.h"

#define STATUS_SKIPPED 77

/* Over all rendered pictures of the folder: the handheld bound, which is the
 * larger one; and how many errors may lie beyond two standard deviations. */
#define RADIAL_RMS_MOST_MM 0.4
#define WITHIN_2SIGMA_LEAST 0.95
/* What is so far from one sigma, RMS, is no sigma: it is padded. */
#define SIGMAS_LEAST 0.4
/* Fewer discs than this say nothing about a share of 5 %. */
#define DISCS_FOR_SHARE 60

/* The names at the beginning of the lines of the list: ends of paths. */
typedef struct known {
    int n;
    char name[64][64];
} known;

static bool read_known(const char *path, known *k)
{
    char line[512];
    FILE *f = fopen(path, "r");
    if (f == NULL)
        return false;
    while (k->n < 64 && fgets(line, sizeof line, f) != NULL)
        if (line[0] != '#' && sscanf(line, "%63s", k->name[k->n]) == 1)
            k->n++;
    (void)fclose(f);
    return true;
}

static bool is_known(const known *k, const char *path)
{
    size_t n = strlen(path);
    for (int i = 0; i < k->n; i++) {
        size_t m = strlen(k->name[i]);
        if (m <= n && strcmp(path + n - m, k->name[i]) == 0 &&
            (m == n || path[n - m - 1] == '/'))
            return true;
    }
    return false;
}

/* 1 for a surprise: bad and not on the list, or on the list and not bad. */
static int surprise(const known *k, const char *name, bool is_bad)
{
    bool expected = is_known(k, name);
    if (is_bad && expected)
        (void)printf("    (known)\n");
    if (!is_bad && expected)
        (void)printf("    is right now: take it off the list of the known\n");
    return is_bad != expected ? 1 : 0;
}

static bool is_bad_picture(const truth *t, crok_result *r, comparison *c,
                           radial_sum *sum)
{
    crok_score_photo_options options = crok_score_photo_usual();
    char why[160];
    bool is_bad = false;
    crok_score_photo(t->picture, &options, NULL, r);
    compare(t, r, c);
    radial_add(sum, c, r);
    is_bad = comparison_fault(c, why, sizeof why);
    if (!is_bad && c->n_open_far > 0) {
        is_bad = true;
        (void)snprintf(why, sizeof why, "%d calls left open beyond %.1f mm",
                       c->n_open_far, OPEN_MARGIN_MM);
    }
    (void)printf("%s: %s%s%s\n", t->picture, verdict_name(c->verdict),
                 is_bad ? ": " : "", is_bad ? why : "");
    return is_bad;
}

static bool judge_sum(const radial_sum *sum)
{
    double rms = sum->n > 0 ? sqrt(sum->sq_norm / sum->n) : 0.0;
    double share = sum->n > 0 ? (double)sum->n_2sigma / sum->n : 1.0;
    double sigmas = sum->n > 0 ? sqrt(sum->sq_sigmas / sum->n) : 1.0;
    bool is_bad = rms > RADIAL_RMS_MOST_MM ||
                  (sum->n >= DISCS_FOR_SHARE &&
                   (share < WITHIN_2SIGMA_LEAST || sigmas < SIGMAS_LEAST));
    (void)printf("%d discs: radial error RMS %.3f mm, %.2f sigmas, %.1f %% "
                 "within 2 sigma%s\n",
                 sum->n, rms, sigmas, 100.0 * share, is_bad ? ": FAULT" : "");
    return is_bad;
}

int main(int argc, char **argv)
{
    truth_list list = {0};
    radial_sum sum = {0};
    crok_result *r = calloc(1, sizeof *r);
    comparison *c = calloc(1, sizeof *c);
    known expected = {0};
    int n_bad = 0;
    crok_cv_init();
    if (argc < 3 || argc > 4 || r == NULL || c == NULL ||
        (argc == 4 && !read_known(argv[3], &expected)))
        return 2;
    if (truth_list_add(&list, argv[2], NULL) != CROK_OK || list.n == 0) {
        (void)printf("skipped: no %s\n", argv[1]);
        n_bad = -1;
    }
    for (int i = 0; i < list.n; i++)
        n_bad += surprise(&expected, list.item[i].picture,
                          is_bad_picture(&list.item[i], r, c, &sum));
    if (n_bad >= 0)
        n_bad += surprise(&expected, "sum", judge_sum(&sum));
    truth_list_free(&list);
    free(r);
    free(c);
    return n_bad < 0 ? STATUS_SKIPPED : n_bad > 0;
}
