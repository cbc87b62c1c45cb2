/* SPDX-License-Identifier: Apache-2.0
 *
 * learn_hole: the weights of discs/hole/twenty.c, from pictures with exact
 * truth, of which only what is about the hole need be there (make_samples.py
 * --only-hole).
 *
 *   learn_hole FOLDER...
 *
 * Prints the weights that tell a hole with a flat disc, and one with a leaning
 * disc, from an empty one, and how honest the chances are.
 *
 * Exit status 1 where pictures cannot be read, 2 on wrong usage. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/learn.h"
#include "bench/logistic.h"
#include "discs/sides/sides.h"
#include "discs/twenty.h"

/* Weights are small unless the cases speak for more: 1 sd. */
#define WEIGHT_SIGMA 10.0
/* No side has a disc on the board. */
#define NO_SIDE 1e3

/* What is really in it. */
static crok_hole_content content_of(const truth *t)
{
    for (int i = 0; i < t->n_discs; i++) {
        if (t->discs[i].state == CROK_DISC_HOLE)
            return CROK_HOLE_FLAT;
        if (t->discs[i].state == CROK_DISC_LEANING)
            return CROK_HOLE_LEANING;
    }
    return CROK_HOLE_EMPTY;
}

static crok_hole_neighbours beside_of(const truth *t)
{
    crok_hole_neighbours out = {.radius_mm = t->disc_mm,
                                .height_mm = t->disc_height_mm};
    for (int i = 0; i < t->n_discs; i++)
        if (t->discs[i].state == CROK_DISC_FLAT)
            crok_hole_add_neighbour(&out, t->discs[i].at, t->hole_mm);
    return out;
}

/* Games of two sides. */
#define N_SIDES 2

/* How far what is in the hole is in colour from one disc of each side that has
 * some, told as for a picture whose truth is not known. */
static double from_sides(const truth *t, const crok_image *img, crok_rgb hole)
{
    crok_disc_shape shape =
        crok_disc_shape_typical(t->disc_mm, t->disc_height_mm);
    bool seen[TRUTH_MAX_TEAMS] = {false};
    double least = NO_SIDE;
    int n = 0;
    for (int i = 0; i < t->n_discs; i++) {
        const truth_disc *d = &t->discs[i];
        crok_face face;
        if (d->state != CROK_DISC_FLAT || seen[d->team])
            continue;
        seen[d->team] = true;
        n++;
        face = crok_face_read(img, &t->camera, &shape, d->at, true);
        least = fmin(least, crok_hole_colour_distance(crok_lab_of(face.rgb),
                                                      crok_lab_of(hole)));
    }
    return n == 0 ? NO_SIDE : crok_hole_side_distance(least, n >= N_SIDES);
}

static void add(logistic_cases *all, const crok_hole_view *v, double from,
                const truth *t, int fold, bool is)
{
    logistic_case *c = logistic_add(all);
    if (c == NULL)
        return;
    crok_hole_terms(v, from, t->hole_mm, t->disc_mm, c->term);
    c->fold = fold;
    c->is = is;
}

/* What the hole of one picture tells: a disc that is flat, and one that leans,
 * each against an empty hole (Begg and Gray 1984). */
static void add_picture(logistic_cases *flat, logistic_cases *leaning,
                        const truth *t, const crok_image *img, int fold)
{
    crok_hole_neighbours beside = beside_of(t);
    crok_hole_content is = content_of(t);
    crok_board board = {.hole_mm = t->hole_mm,
                        .hole_depth_mm = crok_board_tournament()->hole_depth_mm,
                        .disc_mm = t->disc_mm,
                        .disc_height_mm = t->disc_height_mm};
    crok_hole_view v = crok_hole_measure(img, &t->camera, &board, &beside);
    double from = from_sides(t, img, v.rgb);
    if (from >= NO_SIDE)
        return;
    for (int k = 0; k < 2; k++) { /* and as if no side's colour were known */
        double told = k == 0 ? from : CROK_NO_SIDE_COLOUR;
        if (is != CROK_HOLE_LEANING)
            add(flat, &v, told, t, fold, is == CROK_HOLE_FLAT);
        if (is != CROK_HOLE_FLAT)
            add(leaning, &v, told, t, fold, is == CROK_HOLE_LEANING);
    }
}

int main(int argc, char **argv)
{
    static logistic_cases flat = {.n_terms = CROK_N_HOLE_TERMS,
                                  .weight_sigma = WEIGHT_SIGMA,
                                  .weight_of_not = 1.0};
    static logistic_cases leaning = {.n_terms = CROK_N_HOLE_TERMS,
                                     .weight_sigma = WEIGHT_SIGMA,
                                     .weight_of_not = 1.0};
    truth_list list;
    int status = learn_list(argc, argv, "learn_hole", &list);
    if (status != 0)
        return status;
    for (int i = 0; i < list.n; i++) {
        const truth *t = &list.item[i];
        crok_image img = {0};
        if (learn_picture(t, "learn_hole", &img))
            add_picture(&flat, &leaning, t, &img, i % LOGISTIC_FOLDS);
        crok_image_free(&img);
    }
    (void)printf("%d pictures\n", list.n);
    logistic_report(&flat, "holes, none with a leaning disc: a flat one");
    logistic_report(&leaning, "holes, none with a flat disc: a leaning one");
    truth_list_free(&list);
    return 0;
}
