/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/sides/sides.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "discs/sides/light.h"
#include "discs/sides/partition.h"
#include "discs/sides/side_names.h"
#include "discs/sides/split.h"

/* A disc has no side if the distance of its colour from its side's is more than
 * CROK_SIDE_MAX_DISTANCE and more than MAX_SIGMAS standard deviations, both in
 * every light. Chosen by hand, as that distance. */
#define MAX_SIGMAS 4.5
/* Factor on CROK_SIDE_MAX_DISTANCE for discs in the ditch, because the light
 * there is not known. Chosen by hand. */
#define DITCH_SLACK 1.5
/* Penalty, as a colour distance per octave, for assuming more or less light
 * than any measurement supports. Chosen by hand: with a smaller cost dark and
 * light shades of a hue are alike; with a larger one discs in a shadow are
 * taken off their side. */
#define SHADE_COST 16.0
/* Number of light factors that are tried, from 1/2 to 2. */
#define N_SHADES 9
/* Glare dominates a face if its luma without the glare is at most
 * GLARE_DOMINATES times the photographed luma. A disc has at least the fraction
 * GLARE_MIN_PART of the glare of the board beside it; fractions from there to 1
 * are tried in GLARE_STEPS steps. Two sides cannot be distinguished if the
 * disc's smallest distances from them differ by less than GLARE_DOUBT (L*a*b*).
 * Chosen by hand: with a larger GLARE_DOUBT more discs are doubtful. */
#define GLARE_DOMINATES 0.80
#define GLARE_MIN_PART 0.25
#define GLARE_DOUBT 12.0
#define GLARE_STEPS 6
/* A detection that may be a lamp's reflection is a disc if its colour is nearer
 * than this (L*a*b*) to that of another disc, one that cannot be a reflection.
 * Chosen by hand. */
#define MAX_LOOKALIKE 12.0
/* A channel of at least this grey level may be saturated. */
#define SATURATED 250.0

/* ---- strays ---- */

/* Distance of disc i's colour from a side's: the smallest over the three
 * lights, and over factors of light 2^o, -1 <= o <= 1, on the photographed
 * colour. These factors are not measured, so a penalty of SHADE_COST |o| is
 * added to the distance. */
static double side_distance(const crok_face *f, crok_lit_labs x, int i,
                            const crok_lab median[CROK_N_LIGHTS])
{
    double least = HUGE_VAL;
    for (int j = 0; j < CROK_N_LIGHTS; j++)
        least = fmin(least,
                     crok_lab_distance(x[j][i], median[j], CROK_LAB_WEIGHT_L));
    for (int k = 0; k < N_SHADES; k++) {
        double octaves = 2.0 * k / (N_SHADES - 1.0) - 1.0;
        crok_lab c = crok_lab_relit(f[i].rgb, pow(2.0, octaves));
        least = fmin(least,
                     crok_lab_distance(c, median[CROK_RAW], CROK_LAB_WEIGHT_L) +
                         SHADE_COST * fabs(octaves));
    }
    return least;
}

/* Smallest Mahalanobis distance (standard deviations) of disc i from the other
 * discs of its side over the three lights. */
static double deviation(crok_lit_labs x, int n, const int *side, int i)
{
    double least = HUGE_VAL;
    for (int j = 0; j < CROK_N_LIGHTS; j++)
        least = fmin(least, crok_partition_deviation(x[j], n, side, i));
    return least;
}

/* The median colours of k sides, in each light. */
static void medians_of(crok_lit_labs x, int n, const int *side, int k,
                       crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS])
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < CROK_N_LIGHTS; j++)
            crok_split_median(x[j], n, side, i, &median[i][j]);
}

/* Is disc i far from its side in every light, by the colour distance and by the
 * Mahalanobis distance? The light differs in the ditch, so a larger colour
 * distance is allowed there. */
static bool is_stray(const crok_face *f, crok_lit_labs x, int n,
                     const int *side,
                     crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS], int i)
{
    double slack = f[i].has_board ? 1.0 : DITCH_SLACK;
    return side_distance(f, x, i, median[side[i]]) >
               slack * CROK_SIDE_MAX_DISTANCE &&
           deviation(x, n, side, i) > MAX_SIGMAS;
}

/* ---- discs in the ditch ---- */

/* Number of sides that have a disc on the surface; side[i] is -1 for a disc of
 * no side. */
static int n_on_surface(const crok_face *f, int n, const int *side)
{
    bool has[CROK_MAX_SIDES] = {false};
    int n_has = 0;
    for (int i = 0; i < n; i++)
        if (f[i].has_board && side[i] >= 0)
            has[side[i]] = true;
    for (int k = 0; k < CROK_MAX_SIDES; k++)
        n_has += has[k];
    return n_has;
}

/* The one of k sides whose median colour is nearest to c in one light. */
static int nearest(crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS], int k,
                   crok_light light, crok_lab c)
{
    int best = 0;
    for (int j = 1; j < k; j++)
        if (crok_lab_distance(c, median[j][light], CROK_LAB_WEIGHT_L) <
            crok_lab_distance(c, median[best][light], CROK_LAB_WEIGHT_L))
            best = j;
    return best;
}

/* Has every side a disc on the surface, and is no disc there a stray? */
static bool explains_surface(const crok_face *f, crok_lit_labs x, int n,
                             int n_sides, const int *side)
{
    crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS];
    if (n_on_surface(f, n, side) != n_sides)
        return false;
    medians_of(x, n, side, n_sides, median);
    for (int i = 0; i < n; i++)
        if (f[i].has_board && is_stray(f, x, n, side, median, i))
            return false;
    return true;
}

/* Are these k sides clearly separated in the photographed colours and in even
 * light? */
static bool are_separated(crok_lit_labs x, int n, const int *side, int k)
{
    return crok_split_separation(x[CROK_RAW], n, side, k) >=
               CROK_SURE_SEPARATION &&
           crok_split_separation(x[CROK_EVEN], n, side, k) >=
               CROK_SURE_SEPARATION;
}

/* Compare two clusterings of the discs on[0..n_on), which are on the surface:
 * one was made with these discs alone, the other with all discs. Returns
 * whether they agree. If both agree, a disc doubted by only one of them is
 * certain; otherwise the discs that differ are uncertain. */
static bool compare_clusterings(const int *on, int n_on, int n_sides,
                                crok_splitting *by_surface,
                                crok_splitting *assigned)
{
    int part[CROK_MAX_DISCS];
    int differs[CROK_MAX_DISCS];
    bool same = true;
    for (int j = 0; j < n_on; j++) {
        part[j] = assigned->side[on[j]];
        differs[j] = -1;
    }
    crok_split_mark_different(by_surface->side, n_on, n_sides, part, differs);
    for (int j = 0; j < n_on; j++) {
        same = same && differs[j] < 0;
        if (differs[j] >= 0)
            by_surface->other[j] = differs[j];
    }
    for (int j = 0; j < n_on && same; j++)
        if (by_surface->other[j] < 0)
            assigned->other[on[j]] = -1;
    return same;
}

/* Cluster by the discs on the surface alone if that is more reliable. A
 * detection in the ditch may be no disc; it can look like a side of its own, or
 * make a side doubtful. The surface decides if its discs alone form n_sides
 * sides and if either the clustering of all discs does not explain the surface,
 * or the sides on the surface are clearly separated and the two clusterings
 * differ. The discs in the ditch then get the side nearest in colour. Returns
 * the number of sides. */
static int prefer_surface(const crok_face *f, crok_lit_labs x, int n,
                          int n_sides, int k, crok_splitting *assigned)
{
    crok_lit_labs there;
    crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS];
    crok_splitting by_surface;
    int on[CROK_MAX_DISCS];
    int n_on = 0;
    for (int i = 0; i < n; i++) {
        if (!f[i].has_board)
            continue;
        for (int j = 0; j < CROK_N_LIGHTS; j++)
            there[j][n_on] = x[j][i];
        on[n_on++] = i;
    }
    if (n_on == n || crok_split(there, n_on, n_sides, &by_surface) < n_sides)
        return k;
    if (explains_surface(f, x, n, n_sides, assigned->side) &&
        (!are_separated(there, n_on, by_surface.side, n_sides) ||
         compare_clusterings(on, n_on, n_sides, &by_surface, assigned)))
        return k;
    medians_of(there, n_on, by_surface.side, n_sides, median);
    for (int i = 0; i < n; i++) {
        assigned->side[i] = nearest(median, n_sides, CROK_RAW, x[CROK_RAW][i]);
        assigned->other[i] = -1;
    }
    for (int j = 0; j < n_on; j++) {
        assigned->side[on[j]] = by_surface.side[j];
        assigned->other[on[j]] = by_surface.other[j];
    }
    return n_sides;
}

/* The one of k sides that is nearest in colour to disc i, not counting side
 * `except` (-1: all sides count); -1 if there is none. */
static int nearest_side(const crok_face *f, crok_lit_labs x, int i,
                        crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS], int k,
                        int except)
{
    int best = -1;
    double least = HUGE_VAL;
    for (int j = 0; j < k; j++) {
        double d = j == except ? HUGE_VAL : side_distance(f, x, i, median[j]);
        if (d >= least)
            continue;
        least = d;
        best = j;
    }
    return best;
}

/* Take disc i off its side. `alike` keeps that side, `other` gets the nearest
 * of the other sides. */
static void take_off_side(const crok_face *f, crok_lit_labs x, int i,
                          crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS],
                          crok_assignment *assigned)
{
    assigned->alike[i] = assigned->side[i];
    assigned->other[i] =
        nearest_side(f, x, i, median, assigned->n_sides, assigned->side[i]);
    assigned->side[i] = -1;
}

/* Take the stray discs (is_stray) off their sides. */
static void mark_strays(const crok_face *f, int n, crok_lit_labs x,
                        crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS],
                        crok_assignment *assigned)
{
    int side[CROK_MAX_DISCS];
    memcpy(side, assigned->side, sizeof side);
    for (int i = 0; i < n; i++) {
        assigned->alike[i] = -1;
        if (!is_stray(f, x, n, side, median, i))
            continue;
        take_off_side(f, x, i, median, assigned);
    }
}

/* Distance of disc i's photographed colour from the nearest one of the discs
 * that are not in the set `except`. */
static double nearest_other(crok_lit_labs x, int n, const bool *except, int i)
{
    double least = HUGE_VAL;
    for (int k = 0; k < n; k++)
        if (!except[k])
            least =
                fmin(least, crok_lab_distance(x[CROK_RAW][i], x[CROK_RAW][k],
                                              CROK_LAB_WEIGHT_L));
    return least;
}

/* Take detections that may be a lamp's reflection, which is round too, off
 * their sides. Such a detection has the board's colour plus white light, no
 * disc that cannot be a reflection looks like it, and each side has other discs
 * on the surface. */
static void mark_reflections(const crok_face *f, int n, crok_lit_labs x,
                             crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS],
                             crok_assignment *assigned)
{
    bool shines[CROK_MAX_DISCS];
    int others[CROK_MAX_DISCS];
    for (int i = 0; i < n; i++) {
        shines[i] =
            f[i].has_board && crok_rgb_is_highlight(f[i].rgb, f[i].board);
        others[i] = shines[i] ? -1 : assigned->side[i];
    }
    if (assigned->n_sides < 2 || n_on_surface(f, n, others) < assigned->n_sides)
        return;
    for (int i = 0; i < n; i++) {
        if (!shines[i] || assigned->side[i] < 0 ||
            nearest_other(x, n, shines, i) < MAX_LOOKALIKE)
            continue;
        take_off_side(f, x, i, median, assigned);
    }
}

/* Number of channels that would be saturated in `light` times as much light. */
static int n_saturated(crok_rgb c, double light)
{
    return (light * c.r >= SATURATED) + (light * c.g >= SATURATED) +
           (light * c.b >= SATURATED);
}

/* Has this side a disc whose three channels would all be saturated in
 * CROK_LIGHT_MAX times as much light? */
static bool may_saturate(const crok_face *f, int n,
                         const crok_assignment *assigned, int side)
{
    for (int i = 0; i < n; i++)
        if (assigned->side[i] == side &&
            n_saturated(f[i].rgb, CROK_LIGHT_MAX) == 3)
            return true;
    return false;
}

/* Mark saturated discs as doubtful. Where the picture is saturated, a disc of
 * any light colour is white, and the board beside it does not show how strong
 * the light is. Such a disc may also belong to the nearest other side, if discs
 * of that side could be saturated. */
static void mark_saturated(const crok_face *f, int n, crok_lit_labs x,
                           crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS],
                           crok_assignment *assigned)
{
    for (int i = 0; i < n; i++) {
        int other = -1;
        if (assigned->other[i] >= 0 || assigned->side[i] < 0 ||
            !f[i].has_board || n_saturated(f[i].rgb, 1.0) < 3 ||
            n_saturated(f[i].board, 1.0) < 2)
            continue;
        other =
            nearest_side(f, x, i, median, assigned->n_sides, assigned->side[i]);
        if (other >= 0 && may_saturate(f, n, assigned, other))
            assigned->other[i] = other;
    }
}

/* Smallest distance of a face in glare from a side's colour, over the parts
 * GLARE_MIN_PART .. 1 of the board's glare that the face may have. */
static double distance_in_glare(const crok_board_light *b, const crok_face *f,
                                crok_lab median)
{
    double least = HUGE_VAL;
    for (int k = 0; k <= GLARE_STEPS; k++) {
        double part =
            GLARE_MIN_PART + (1.0 - GLARE_MIN_PART) * k / (double)GLARE_STEPS;
        crok_lab c = crok_lab_of(crok_light_less_glare(b, f, part));
        least = fmin(least, crok_lab_distance(c, median, CROK_LAB_WEIGHT_L));
    }
    return least;
}

/* Mark discs in glare as doubtful. Glare on the board beside a disc makes the
 * disc whiter too, by an unknown amount. So the disc may belong to any side
 * whose colour explains it nearly as well as its own side's. */
static void mark_in_glare(const crok_board_light *b, const crok_face *f, int n,
                          crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS],
                          crok_assignment *assigned)
{
    for (int i = 0; i < n; i++) {
        crok_rgb clear = crok_light_less_glare(b, &f[i], 1.0);
        double least = 0.0;
        if (assigned->other[i] >= 0 || assigned->side[i] < 0 ||
            crok_rgb_luma(clear) > GLARE_DOMINATES * crok_rgb_luma(f[i].rgb))
            continue;
        least =
            GLARE_DOUBT +
            distance_in_glare(b, &f[i], median[assigned->side[i]][CROK_CLEAR]);
        for (int j = 0; j < assigned->n_sides; j++) {
            double d = j == assigned->side[i]
                           ? HUGE_VAL
                           : distance_in_glare(b, &f[i], median[j][CROK_CLEAR]);
            if (d >= least)
                continue;
            least = d;
            assigned->other[i] = j;
        }
    }
}

/* Mean photographed colour of a side's discs. */
static void side_colour(const crok_face *f, int n, const int *side, int which,
                        crok_side *out)
{
    crok_rgb sum = {0, 0, 0};
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (side[i] != which)
            continue;
        sum.r += f[i].rgb.r;
        sum.g += f[i].rgb.g;
        sum.b += f[i].rgb.b;
        k++;
    }
    k = k > 0 ? k : 1;
    out->rgb[0] = (uint8_t)lround(sum.r / k);
    out->rgb[1] = (uint8_t)lround(sum.g / k);
    out->rgb[2] = (uint8_t)lround(sum.b / k);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const crok_side *)a)->name, ((const crok_side *)b)->name);
}

/* Sort the sides by name and renumber the discs' sides. */
static void sort_sides(crok_assignment *assigned, int n)
{
    crok_side old[CROK_MAX_SIDES];
    int to[CROK_MAX_SIDES];
    int k = assigned->n_sides;
    memcpy(old, assigned->sides, sizeof old);
    qsort(assigned->sides, (size_t)k, sizeof old[0], by_name);
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            if (strcmp(old[i].name, assigned->sides[j].name) == 0)
                to[i] = j;
    for (int i = 0; i < n; i++) {
        if (assigned->side[i] >= 0)
            assigned->side[i] = to[assigned->side[i]];
        if (assigned->alike[i] >= 0)
            assigned->alike[i] = to[assigned->alike[i]];
        if (assigned->other[i] >= 0)
            assigned->other[i] = to[assigned->other[i]];
    }
}

/* Set the colours, in all lights, and the names of k sides that a person named.
 * A name that is no colour word or that occurs twice is an error. */
static crok_status named_colours(const char (*names)[24], int k,
                                 crok_lab colour[CROK_MAX_SIDES][CROK_N_LIGHTS],
                                 crok_side *out, crok_err *err)
{
    for (int i = 0; i < k; i++) {
        crok_lab named;
        if (!crok_colour_of_word(names[i], &named))
            return crok_fail(
                err, CROK_EARG,
                "\"%s\" is no colour that is known: use " CROK_COLOUR_WORDS,
                names[i]);
        for (int j = 0; j < i; j++)
            if (strcmp(names[i], names[j]) == 0)
                return crok_fail(err, CROK_ESIDES,
                                 "two sides are called \"%s\"", names[i]);
        for (int j = 0; j < CROK_N_LIGHTS; j++)
            colour[i][j] = named;
        (void)snprintf(out[i].name, sizeof out[i].name, "%s", names[i]);
    }
    return CROK_OK;
}

/* Assign the discs to k sides whose colours a person named: each disc starts
 * with the nearest of the named colours, and classification EM refines that
 * (partition.h). A named side may end without discs. */
static void assign_named(crok_lit_labs x, int n, int k,
                         crok_lab named[CROK_MAX_SIDES][CROK_N_LIGHTS],
                         crok_assignment *assigned)
{
    crok_partition p = {.cost = 0.0};
    for (int i = 0; i < n; i++)
        p.part[i] = nearest(named, k, CROK_EVEN, x[CROK_EVEN][i]);
    crok_partition_refine(x[CROK_EVEN], n, k, &p);
    for (int i = 0; i < CROK_MAX_DISCS; i++)
        assigned->other[i] = -1;
    memcpy(assigned->side, p.part, sizeof assigned->side);
    crok_split_mark_doubtful(x[CROK_EVEN], n, k, assigned->side,
                             assigned->other);
}

/* Assign the discs by their colours alone. Returns the number of sides. */
static int assign_unnamed(const crok_face *f, crok_lit_labs x, int n,
                          int n_sides, crok_assignment *assigned)
{
    crok_splitting s;
    int k = crok_split(x, n, n_sides, &s);
    k = prefer_surface(f, x, n, n_sides, k, &s);
    memcpy(assigned->side, s.side, sizeof assigned->side);
    memcpy(assigned->other, s.other, sizeof assigned->other);
    return k;
}

/* Name the sides by their median colours in even light. */
static void name_sides(crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS], int k,
                       crok_side *out)
{
    crok_lab even[CROK_MAX_SIDES];
    char name[CROK_MAX_SIDES][24];
    for (int i = 0; i < k; i++)
        even[i] = median[i][CROK_EVEN];
    crok_side_names(even, k, name);
    for (int i = 0; i < k; i++)
        memcpy(out[i].name, name[i], sizeof name[i]);
}

crok_status crok_sides_assign(const crok_face *faces, int n, int n_sides,
                              const char (*names)[24], crok_assignment *out,
                              crok_err *err)
{
    crok_board_light board = crok_board_light_of(faces, n);
    crok_lit_labs x;
    crok_lab median[CROK_MAX_SIDES][CROK_N_LIGHTS];
    crok_assignment assigned;
    int k = n_sides;
    CROK_ASSERT(n_sides >= 1 && n_sides <= CROK_MAX_SIDES &&
                n <= CROK_MAX_DISCS);
    memset(&assigned, 0, sizeof assigned);
    crok_light_labs(&board, faces, n, x);
    if (names != NULL) {
        crok_status st = named_colours(names, k, median, assigned.sides, err);
        if (st != CROK_OK)
            return st;
        assign_named(x, n, k, median, &assigned);
    } else {
        k = assign_unnamed(faces, x, n, n_sides, &assigned);
    }
    medians_of(x, n, assigned.side, k, median);
    if (names == NULL)
        name_sides(median, k, assigned.sides);
    assigned.n_sides = k;
    mark_strays(faces, n, x, median, &assigned);
    mark_reflections(faces, n, x, median, &assigned);
    mark_saturated(faces, n, x, median, &assigned);
    mark_in_glare(&board, faces, n, median, &assigned);
    for (int i = 0; i < k; i++)
        side_colour(faces, n, assigned.side, i, &assigned.sides[i]);
    sort_sides(&assigned, n);
    *out = assigned;
    return CROK_OK;
}
