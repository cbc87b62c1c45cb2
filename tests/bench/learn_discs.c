/* SPDX-License-Identifier: Apache-2.0
 *
 * learn_discs: the weights of discs/verify.c, from pictures with exact truth.
 *
 *   learn_discs FOLDER...
 *
 * Every place that the program takes up is a disc of the truth or is none;
 * iteratively reweighted least squares fits the logistic model to them (Cox
 * 1958; McCullagh and Nelder 1989, ch. 2), each picture's chances by weights
 * from the other pictures only. Prints the weights, and how often places of a
 * given chance were discs: what the chance says should be what happens.
 *
 * Exit status 1 where pictures cannot be read, 2 on wrong usage. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/folder.h"
#include "capture/photo.h"
#include "cv/cv.h"
#include "discs/find.h"
#include "discs/scan.h"

#define MAX_PLACES 20000
/* A place is the disc that is so near, mm, and none where all are so far. */
#define NEAR_MM 4.0
#define FAR_MM 14.0
/* Weights are small unless the pictures speak for more: 1 sd. */
#define WEIGHT_SIGMA 10.0
#define N_FOLDS 5
#define N_ROUNDS 30

typedef struct place {
    double term[CROK_N_TERMS];
    bool is_disc;
    int fold;
} place;

typedef struct places {
    int n;
    place at[MAX_PLACES];
} places;

/* Distance to the nearest disc of the truth, mm. */
static double nearest_mm(const truth *t, crok_px p, double px_per_mm)
{
    double least = HUGE_VAL;
    for (int i = 0; i < t->n_discs; i++) {
        crok_px d = t->discs[i].bottom_px;
        least = fmin(least, hypot(d.x - p.x, d.y - p.y) / px_per_mm);
    }
    return least;
}

static void add_places(places *all, const truth *t, crok_finds *f, int fold)
{
    double ppm = crok_camera_px_per_mm(&f->cam);
    crok_finds_weigh_colours(f);
    for (int i = 0; i < f->n; i++) {
        const crok_found *d = &f->disc[i];
        crok_px p = crok_camera_project(
            &f->cam, (crok_vec3){d->at.at.x, d->at.at.y, 0.0});
        double near_mm = nearest_mm(t, p, ppm);
        place *to = &all->at[all->n];
        if (!d->on_board || (near_mm > NEAR_MM && near_mm < FAR_MM) ||
            all->n == MAX_PLACES)
            continue;
        crok_evidence_terms(&d->evidence, to->term);
        to->is_disc = near_mm <= NEAR_MM;
        to->fold = fold;
        all->n++;
    }
}

static crok_status look(const truth *t, crok_finds *f, crok_image *img,
                        crok_err *err)
{
    crok_photo *photo = NULL;
    crok_scan_options options = {.n_sides = 2};
    crok_board_pose pose;
    crok_status st = crok_photo_open(t->picture, &photo, err);
    if (st == CROK_OK)
        st = crok_photo_decode(photo, 0, img, NULL, err);
    crok_photo_close(&photo);
    if (st == CROK_OK)
        st = crok_scan_board(img, 1.0, &options, &pose, err);
    if (st == CROK_OK)
        st = crok_finds_make(img, 1.0, &pose, f, err);
    return st;
}

static double chance(const double *weight, const place *p)
{
    double odds = 0.0;
    for (int i = 0; i < CROK_N_TERMS; i++)
        odds += weight[i] * p->term[i];
    return 1.0 / (1.0 + exp(-odds));
}

/* The weights that fit all places but those of one fold (-1: all). */
static void learn(const places *all, int but, double weight[CROK_N_TERMS])
{
    static crok_lsq q;
    int idx[CROK_N_TERMS];
    memset(weight, 0, sizeof *weight * CROK_N_TERMS);
    for (int i = 0; i < CROK_N_TERMS; i++)
        idx[i] = i;
    for (int round = 0; round < N_ROUNDS; round++) {
        double step[CROK_LSQ_MAX];
        crok_lsq_reset(&q, CROK_N_TERMS);
        for (int i = 0; i < all->n; i++) {
            const place *p = &all->at[i];
            double c = chance(weight, p);
            double w = fmax(c * (1.0 - c), 1e-9);
            if (p->fold != but)
                crok_lsq_add(&q, idx, p->term, CROK_N_TERMS,
                             (c - (p->is_disc ? 1.0 : 0.0)) / w, w);
        }
        for (int i = 0; i < CROK_N_TERMS; i++) {
            double one = 1.0;
            crok_lsq_add(&q, &idx[i], &one, 1, weight[i],
                         1.0 / (WEIGHT_SIGMA * WEIGHT_SIGMA));
        }
        if (!crok_lsq_step(&q, 0.0, step))
            return;
        for (int i = 0; i < CROK_N_TERMS; i++)
            weight[i] += step[i];
    }
}

static void print_calibration(const places *all,
                              double weight[N_FOLDS][CROK_N_TERMS])
{
    static const double upto[] = {0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98, 1.01};
    enum { N = sizeof upto / sizeof upto[0] };
    int n[N] = {0};
    int n_discs[N] = {0};
    double sum[N] = {0.0};
    for (int i = 0; i < all->n; i++) {
        double c = chance(weight[all->at[i].fold], &all->at[i]);
        int k = 0;
        while (c >= upto[k])
            k++;
        n[k]++;
        n_discs[k] += all->at[i].is_disc;
        sum[k] += c;
    }
    (void)printf("chance below   places  mean chance  were discs\n");
    for (int k = 0; k < N; k++)
        if (n[k] > 0)
            (void)printf("%12.2f %8d %12.3f %11.3f\n", upto[k], n[k],
                         sum[k] / n[k], (double)n_discs[k] / n[k]);
}

int main(int argc, char **argv)
{
    static places all;
    static crok_finds f;
    truth_list list = {0};
    crok_err err = {0};
    double weight[CROK_N_TERMS];
    double but[N_FOLDS][CROK_N_TERMS];
    int n_discs = 0;
    if (argc < 2) {
        (void)fputs("usage: learn_discs FOLDER...\n", stderr);
        return 2;
    }
    crok_cv_init();
    for (int i = 1; i < argc; i++) {
        if (truth_list_add(&list, argv[i], &err) == CROK_OK)
            continue;
        (void)fprintf(stderr, "learn_discs: %s\n", err.msg);
        truth_list_free(&list);
        return 1;
    }
    for (int i = 0; i < list.n; i++) {
        crok_image img = {0};
        if (list.item[i].is_render && list.item[i].has_board &&
            look(&list.item[i], &f, &img, &err) == CROK_OK)
            add_places(&all, &list.item[i], &f, i % N_FOLDS);
        crok_image_free(&img);
    }
    for (int i = 0; i < all.n; i++)
        n_discs += all.at[i].is_disc;
    (void)printf("%d pictures, %d places, %d discs\nweights", list.n, all.n,
                 n_discs);
    learn(&all, -1, weight);
    for (int i = 0; i < CROK_N_TERMS; i++)
        (void)printf(" %.2f", weight[i]);
    (void)printf("\n");
    for (int k = 0; k < N_FOLDS; k++)
        learn(&all, k, but[k]);
    print_calibration(&all, but);
    truth_list_free(&list);
    return 0;
}
