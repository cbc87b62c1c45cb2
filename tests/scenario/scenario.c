/* SPDX-License-Identifier: Apache-2.0
 *
 * scenario NAME FOLDER: every picture of a folder with truth files, judged by
 * the comparison that test_truth.c shows to be able to fail. Exit status 1 on
 * any fault, 77 (skipped) where the folder is missing. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/compare.h"
#include "bench/folder.h"
#include "cli/pipeline.h"
#include "cv/cv.h"

#define STATUS_SKIPPED 77

/* Over all rendered pictures of the folder: the handheld bound, which is the
 * larger one; and how many errors may lie beyond two standard deviations. */
#define RADIAL_RMS_MOST_MM 0.4
#define WITHIN_2SIGMA_LEAST 0.95
/* Fewer discs than this say nothing about a share of 5 %. */
#define DISCS_FOR_SHARE 60

static bool is_bad_picture(const truth *t, crok_result *r, comparison *c,
                           radial_sum *sum)
{
    crok_pipeline options = crok_pipeline_default();
    char why[160];
    bool is_bad = false;
    crok_pipeline_run(t->picture, &options, NULL, r);
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

static int judge_sum(const radial_sum *sum)
{
    double rms = sum->n > 0 ? sqrt(sum->sq_norm / sum->n) : 0.0;
    double share = sum->n > 0 ? (double)sum->n_2sigma / sum->n : 1.0;
    bool is_bad = rms > RADIAL_RMS_MOST_MM ||
                  (sum->n >= DISCS_FOR_SHARE && share < WITHIN_2SIGMA_LEAST);
    (void)printf(
        "%d discs: radial error RMS %.3f mm, %.1f %% within 2 sigma%s\n",
        sum->n, rms, 100.0 * share, is_bad ? ": FAULT" : "");
    return is_bad;
}

int main(int argc, char **argv)
{
    truth_list list = {0};
    radial_sum sum = {0};
    crok_result *r = calloc(1, sizeof *r);
    comparison *c = calloc(1, sizeof *c);
    int n_bad = 0;
    crok_cv_init();
    if (argc != 3 || r == NULL || c == NULL)
        return 2;
    if (truth_list_add(&list, argv[2], NULL) != CROK_OK || list.n == 0) {
        (void)printf("skipped: no %s\n", argv[1]);
        n_bad = -1;
    }
    for (int i = 0; i < list.n; i++)
        n_bad += is_bad_picture(&list.item[i], r, c, &sum);
    if (n_bad >= 0)
        n_bad += judge_sum(&sum);
    truth_list_free(&list);
    free(r);
    free(c);
    return n_bad < 0 ? STATUS_SKIPPED : n_bad > 0;
}
