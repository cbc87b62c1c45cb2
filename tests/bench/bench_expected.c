/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_expected: the constants of discs/expected.c. Each picture is scored;
 * the standard deviation of every margin on the surface is compared with the
 * one that is expected at the disc's place.
 *
 *   bench_expected NOISE PHOTO...
 *
 * NOISE is that of the pictures, 1 sd in grey levels, as the mean of three
 * frames has it. Prints for each picture its image scale, its blur, the median
 * of both standard deviations in mm, and the share of calls that are close;
 * last the median of the ratio expected / measured over all discs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "board/sharpness.h"
#include "capture/photo.h"
#include "cv/cv.h"
#include "discs/expected.h"
#include "score/score_photo.h"

enum { MOST = 4096 };

typedef struct ratios {
    int n;
    double value[MOST];
} ratios;

static void compare(const crok_result *r, double noise, ratios *all)
{
    const crok_score *s = &r->score;
    const crok_board_pose *pose = &s->seen.pose;
    double px_per_mm = crok_camera_px_per_mm(&pose->camera);
    crok_place_basis basis =
        crok_place_basis_of(pose, pose->board.disc_height_mm, px_per_mm);
    crok_edge_conditions c = {
        .blur_px =
            crok_blur_px(pose->section, pose->board.line_mm[CROK_LINE_OUTER]),
        .noise = noise * sqrt(3.0),
        .scale = 1.0};
    double measured[CROK_MAX_DISCS];
    double expected[CROK_MAX_DISCS];
    int n = 0;
    int n_close = 0;
    for (int i = 0; i < s->seen.n_discs; i++) {
        const crok_seen_disc *d = &s->seen.discs[i];
        if (d->state != CROK_DISC_FLAT)
            continue;
        measured[n] = s->margin_sigma_mm[i];
        expected[n] = crok_expected_margin_sigma_mm(&basis, &c, d->at);
        if (all->n < MOST)
            all->value[all->n++] = expected[n] / measured[n];
        n_close += s->value[i].close;
        n++;
    }
    (void)printf("%s: %.2f px/mm, blur %.2f px, tilt %.0f, measured %.3f mm, "
                 "expected %.3f mm, %d of %d close\n",
                 r->image, px_per_mm, c.blur_px,
                 crok_camera_tilt_rad(&pose->camera) * 180.0 / CROK_PI,
                 crok_quantile(measured, n, 0.5),
                 crok_quantile(expected, n, 0.5), n_close, n);
}

int main(int argc, char **argv)
{
    static ratios all;
    static crok_score_photo_options options;
    crok_result *r = calloc(1, sizeof *r);
    if (argc < 3 || r == NULL) {
        (void)fputs("usage: bench_expected NOISE PHOTO...\n", stderr);
        return 2;
    }
    crok_cv_init();
    options = crok_score_photo_usual();
    for (int i = 2; i < argc; i++) {
        crok_score_photo(argv[i], &options, NULL, r);
        if (r->status == CROK_OK)
            compare(r, strtod(argv[1], NULL), &all);
    }
    (void)printf("%d discs, median of expected / measured %.2f\n", all.n,
                 crok_quantile(all.value, all.n, 0.5));
    free(r);
    return 0;
}
