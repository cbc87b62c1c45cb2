/* SPDX-License-Identifier: Apache-2.0
 *
 * learn_discs: the weights of discs/find/verify.c, from pictures with exact
 * truth.
 *
 *   learn_discs FOLDER...
 *
 * Every place that the program takes up is a disc of the truth or is none.
 * Prints the weights, and how often places of a given chance were discs: what
 * the chance says should be what happens.
 *
 * Exit status 1 where pictures cannot be read, 2 on wrong usage. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/learn.h"
#include "bench/logistic.h"
#include "discs/find/find.h"
#include "discs/scan.h"

/* A place is the disc that is so near, mm, and none where all are so far. What
 * leans half over the edge of the surface is neither. */
#define NEAR_MM 4.0
#define FAR_MM 14.0

/* Distance to the nearest disc of the truth, mm, or to the nearest that lies
 * flat on the surface. */
static double nearest_mm(const truth *t, crok_px p, double px_per_mm,
                         bool only_flat)
{
    double least = HUGE_VAL;
    for (int i = 0; i < t->n_discs; i++) {
        crok_px d = t->discs[i].bottom_px;
        if (only_flat && t->discs[i].state != CROK_DISC_FLAT)
            continue;
        least = fmin(least, hypot(d.x - p.x, d.y - p.y) / px_per_mm);
    }
    return least;
}

static void add_places(logistic_cases *all, const truth *t, crok_finds *f,
                       int fold)
{
    double ppm = crok_camera_px_per_mm(&f->cam);
    crok_finds_compare_colours(f);
    for (int i = 0; i < f->n; i++) {
        const crok_found *d = &f->disc[i];
        crok_px p = crok_camera_project(
            &f->cam, (crok_vec3){d->at.at.x, d->at.at.y, 0.0});
        bool is = nearest_mm(t, p, ppm, true) <= NEAR_MM;
        logistic_case *to = NULL;
        if (!d->on_board || (!is && nearest_mm(t, p, ppm, false) < FAR_MM) ||
            (to = logistic_add(all)) == NULL)
            continue;
        crok_evidence_terms(&d->evidence, to->term);
        to->is = is;
        to->fold = fold;
    }
}

/* Finds in one picture what the program would. */
static crok_status look(const crok_image *img, crok_finds *f, crok_err *err)
{
    crok_scan_options options = {.n_sides = 2};
    crok_board_pose pose;
    crok_status st = crok_scan_board(img, 1.0, &options, &pose, err);
    if (st == CROK_OK)
        st = crok_finds_make(img, 1.0, &options, &pose, f, err);
    return st;
}

int main(int argc, char **argv)
{
    static logistic_cases all = {.n_terms = CROK_N_TERMS};
    static crok_finds f;
    truth_list list;
    int status = learn_list(argc, argv, "learn_discs", &list);
    if (status != 0)
        return status;
    for (int i = 0; i < list.n; i++) {
        const truth *t = &list.item[i];
        crok_image img = {0};
        crok_err err = {0};
        if (learn_picture(t, "learn_discs", &img) &&
            look(&img, &f, &err) == CROK_OK)
            add_places(&all, t, &f, i % LOGISTIC_FOLDS);
        crok_image_free(&img);
    }
    (void)printf("%d pictures\n", list.n);
    logistic_report(&all, "places that are discs");
    truth_list_free(&list);
    return 0;
}
