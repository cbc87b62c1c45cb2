/* SPDX-License-Identifier: Apache-2.0
 *
 * learn_discs: the weights of discs/find/verify.c, from pictures with exact
 * truth.
 *
 *   learn_discs FOLDER...
 *
 * Every candidate that the program measures is a disc of the truth or is none.
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
#include "discs/look.h"
#include "discs/scan.h"

/* A place is the disc that is so near, mm, and none where all are so far. What
 * leans half over the edge of the surface is neither. */
#define NEAR_MM 4.0
#define FAR_MM 14.0

/* The terms say much of the same, so weights are kept small: 1 sd of the weight
 * of a term of sd 1. Rendered pictures have 0.8 candidates that are no discs
 * for each disc, photos 3.6. */
#define WEIGHT_SIGMA 0.1
#define WEIGHT_OF_NOT 5.0

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

/* Adds the candidates on the surface. */
static void add_places(logistic_cases *all, const truth *t,
                       const crok_measured *m, int fold)
{
    double ppm = crok_camera_px_per_mm(&m->cam);
    for (int i = 0; i < m->n; i++) {
        const crok_found *d = &m->candidate[i];
        crok_px p = crok_camera_project(
            &m->cam, (crok_vec3){d->at.at.x, d->at.at.y, 0.0});
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

/* Measures in one picture what the program would. */
static crok_status look(const crok_image *img, crok_measured *m, crok_err *err)
{
    static crok_segmentation segments;
    crok_scan_options options = {.n_sides = 2, .segments = &segments};
    crok_board_pose pose;
    crok_status st = crok_scan_board(img, 1.0, &options, &pose, err);
    if (st == CROK_OK)
        st = crok_look(img, &pose.camera, &pose.board, NULL, &segments, err);
    if (st == CROK_OK)
        st = crok_finds_measure(img, 1.0, &options, &pose, m, err);
    return st;
}

/* The fold of a picture, by its name up to the kind of variant that it is: all
 * variants of a picture are in one fold. */
static int fold_of(const truth *t)
{
    const char *name = strrchr(t->picture, '/');
    unsigned hash = 0;
    for (name = name == NULL ? t->picture : name + 1;
         *name != '\0' && *name != '_' && *name != '.'; name++)
        hash = 31 * hash + (unsigned char)*name;
    return (int)(hash % LOGISTIC_FOLDS);
}

int main(int argc, char **argv)
{
    static logistic_cases all = {.n_terms = CROK_N_TERMS,
                                 .weight_sigma = WEIGHT_SIGMA,
                                 .weight_of_not = WEIGHT_OF_NOT};
    static crok_measured m;
    truth_list list;
    int status = learn_list(argc, argv, "learn_discs", &list);
    if (status != 0)
        return status;
    for (int i = 0; i < list.n; i++) {
        const truth *t = &list.item[i];
        crok_image img = {0};
        crok_err err = {0};
        if (learn_picture(t, "learn_discs", &img) &&
            look(&img, &m, &err) == CROK_OK)
            add_places(&all, t, &m, fold_of(t));
        crok_image_free(&img);
    }
    (void)printf("%d pictures\n", list.n);
    logistic_report(&all, "places that are discs");
    truth_list_free(&list);
    return 0;
}
