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

/* A disc is of no side if its colour is farther than STRAY (L*a*b*) from its
 * side's and farther than STRAY_SIGMAS standard deviations. */
#define STRAY 30.0
#define STRAY_SIGMAS 4.5
/* Cost, as a colour distance, of assuming half or twice the light. */
#define SHADE_COST 16.0
/* Steps in which shades from half to twice the light are tried. */
#define N_SHADES 9
/* Glare dominates a face if without it the luma would be below GLARE_DOMINATES
 * of what it is. A disc has at least GLARE_LEAST of the glare of the board
 * beside it, tried in GLARE_STEPS; sides whose distances then differ by less
 * than GLARE_DOUBT cannot be distinguished. */
#define GLARE_DOMINATES 0.80
#define GLARE_LEAST 0.25
#define GLARE_DOUBT 12.0
#define GLARE_STEPS 6
/* A bright round spot is a disc if another disc without glare has its colour
 * within this distance (L*a*b*). */
#define SHINE_ALIKE 12.0
/* From this grey level on a channel may be saturated. */
#define FULL 250.0

/* ---- strays ---- */

/* Distance of disc i's colour from a side's: the smallest over all lights, and
 * over shades that nothing else supports, which cost SHADE_COST an octave. */
static double apart(const crok_face *f, crok_lit_labs x, int i,
                    const crok_lab middle[CROK_N_LIGHTS])
{
    double least = HUGE_VAL;
    for (int j = 0; j < CROK_N_LIGHTS; j++)
        least =
            fmin(least, crok_lab_distance(x[j][i], middle[j], CROK_SIDES_L));
    for (int k = 0; k < N_SHADES; k++) {
        double octaves = 2.0 * k / (N_SHADES - 1.0) - 1.0;
        crok_lab c = crok_lit(f[i].rgb, pow(2.0, octaves));
        least =
            fmin(least, crok_lab_distance(c, middle[CROK_RAW], CROK_SIDES_L) +
                            SHADE_COST * fabs(octaves));
    }
    return least;
}

/* Distance of disc i from its side in standard deviations, in the best light.
 */
static double deviation(crok_lit_labs x, int n, const int *side, int i)
{
    double least = HUGE_VAL;
    for (int j = 0; j < CROK_N_LIGHTS; j++)
        least = fmin(least, crok_partition_apart(x[j], n, side, i));
    return least;
}

/* The colours of k sides, in each light. */
static void middles_of(crok_lit_labs x, int n, const int *side, int k,
                       crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS])
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < CROK_N_LIGHTS; j++)
            crok_split_middle(x[j], n, side, i, &middle[i][j]);
}

/* Is disc i far from its side in every light? In the ditch the light differs,
 * and only the hue is comparable. */
static bool is_stray(const crok_face *f, crok_lit_labs x, int n,
                     const int *side,
                     crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS], int i)
{
    double room = f[i].has_board ? 1.0 : 1.5;
    return apart(f, x, i, middle[side[i]]) > room * STRAY &&
           deviation(x, n, side, i) > STRAY_SIGMAS;
}

/* ---- discs in the ditch ---- */

/* How many sides have a disc on the surface? -1: of none. */
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

/* The nearest of k sides' colours in one light. */
static int nearest(crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS], int k,
                   crok_light light, crok_lab c)
{
    int best = 0;
    for (int j = 1; j < k; j++)
        if (crok_lab_distance(c, middle[j][light], CROK_SIDES_L) <
            crok_lab_distance(c, middle[best][light], CROK_SIDES_L))
            best = j;
    return best;
}

/* Is every side on the surface, and is every disc there near to a side? */
static bool explains_surface(const crok_face *f, crok_lit_labs x, int n,
                             int n_sides, const int *side)
{
    crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS];
    if (n_on_surface(f, n, side) != n_sides)
        return false;
    middles_of(x, n, side, n_sides, middle);
    for (int i = 0; i < n; i++)
        if (f[i].has_board && is_stray(f, x, n, side, middle, i))
            return false;
    return true;
}

/* Are these k sides clearly separated in every light? */
static bool are_plain(crok_lit_labs x, int n, const int *side, int k)
{
    return crok_split_apart(x[CROK_RAW], n, side, k) >= CROK_SURE_APART &&
           crok_split_apart(x[CROK_EVEN], n, side, k) >= CROK_SURE_APART;
}

/* Compare two clusterings of the discs on[0..n_on) on the surface: by these
 * discs alone, and by all discs. If both agree, a disc doubted by only one of
 * them is certain; otherwise the discs that differ are uncertain. */
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
    crok_split_compare(by_surface->side, n_on, n_sides, part, differs);
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

/* A find in the ditch may be no disc; it can look like a side of its own, or
 * make a side doubtful. If the discs on the surface alone form as many sides,
 * and these are clearly separated or the other clustering leaves some of them
 * unexplained, then the surface decides, and the discs in the ditch get the
 * side nearest in colour. Returns how many sides there are. */
static int prefer_surface(const crok_face *f, crok_lit_labs x, int n,
                          int n_sides, int k, crok_splitting *assigned)
{
    crok_lit_labs there;
    crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS];
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
        (!are_plain(there, n_on, by_surface.side, n_sides) ||
         compare_clusterings(on, n_on, n_sides, &by_surface, assigned)))
        return k;
    middles_of(there, n_on, by_surface.side, n_sides, middle);
    for (int i = 0; i < n; i++) {
        assigned->side[i] = nearest(middle, n_sides, CROK_RAW, x[CROK_RAW][i]);
        assigned->other[i] = -1;
    }
    for (int j = 0; j < n_on; j++) {
        assigned->side[on[j]] = by_surface.side[j];
        assigned->other[on[j]] = by_surface.other[j];
    }
    return n_sides;
}

/* The side nearest in colour to disc i, except side k (-1: no exception); -1:
 * there is no other. */
static int most_alike(const crok_face *f, crok_lit_labs x, int i,
                      crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS], int k,
                      int but)
{
    int best = -1;
    double least = HUGE_VAL;
    for (int j = 0; j < k; j++) {
        double d = j == but ? HUGE_VAL : apart(f, x, i, middle[j]);
        if (d >= least)
            continue;
        least = d;
        best = j;
    }
    return best;
}

/* Take disc i off its side; the nearest side is kept in `alike`. */
static void take_off_side(const crok_face *f, crok_lit_labs x, int i,
                          crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
                          crok_assignment *assigned)
{
    assigned->alike[i] = assigned->side[i];
    assigned->other[i] =
        most_alike(f, x, i, middle, assigned->n_sides, assigned->side[i]);
    assigned->side[i] = -1;
}

/* Take discs that are far from their side in every light off it. */
static void mark_strays(const crok_face *f, int n, crok_lit_labs x,
                        crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
                        crok_assignment *assigned)
{
    int side[CROK_MAX_DISCS];
    memcpy(side, assigned->side, sizeof side);
    for (int i = 0; i < n; i++) {
        assigned->alike[i] = -1;
        if (!is_stray(f, x, n, side, middle, i))
            continue;
        take_off_side(f, x, i, middle, assigned);
    }
}

/* Distance of disc i's photographed colour from that of the nearest disc
 * outside a set. */
static double from_others(crok_lit_labs x, int n, const bool *but, int i)
{
    double least = HUGE_VAL;
    for (int k = 0; k < n; k++)
        if (!but[k])
            least =
                fmin(least, crok_lab_distance(x[CROK_RAW][i], x[CROK_RAW][k],
                                              CROK_SIDES_L));
    return least;
}

/* The reflection of a lamp is round too. A find with the board's colour plus
 * white light is of no side, if no other disc looks like it and all sides have
 * other discs.
 */
static void mark_shines(const crok_face *f, int n, crok_lit_labs x,
                        crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
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
            from_others(x, n, shines, i) < SHINE_ALIKE)
            continue;
        take_off_side(f, x, i, middle, assigned);
    }
}

/* Number of channels that would be saturated with `light` times the light. */
static int n_full(crok_rgb c, double light)
{
    return (light * c.r >= FULL) + (light * c.g >= FULL) +
           (light * c.b >= FULL);
}

/* Does the side have a disc that would be saturated in the strongest light? */
static bool may_burn_out(const crok_face *f, int n,
                         const crok_assignment *assigned, int side)
{
    for (int i = 0; i < n; i++)
        if (assigned->side[i] == side && n_full(f[i].rgb, CROK_LIGHT_MAX) == 3)
            return true;
    return false;
}

/* Where the picture is saturated, a disc of any light colour is white, and the
 * board beside it no longer shows how strong the light is. */
static void note_burnt_out(const crok_face *f, int n, crok_lit_labs x,
                           crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
                           crok_assignment *assigned)
{
    for (int i = 0; i < n; i++) {
        int other = -1;
        if (assigned->other[i] >= 0 || assigned->side[i] < 0 ||
            !f[i].has_board || n_full(f[i].rgb, 1.0) < 3 ||
            n_full(f[i].board, 1.0) < 2)
            continue;
        other =
            most_alike(f, x, i, middle, assigned->n_sides, assigned->side[i]);
        if (other >= 0 && may_burn_out(f, n, assigned, other))
            assigned->other[i] = other;
    }
}

/* Smallest distance of a face in glare from a side's colour, over the parts of
 * the board's glare that it may have. */
static double apart_in_glare(const crok_board_light *b, const crok_face *f,
                             crok_lab middle)
{
    double least = HUGE_VAL;
    for (int k = 0; k <= GLARE_STEPS; k++) {
        double part =
            GLARE_LEAST + (1.0 - GLARE_LEAST) * k / (double)GLARE_STEPS;
        crok_lab c = crok_lab_of(crok_light_less_glare(b, f, part));
        least = fmin(least, crok_lab_distance(c, middle, CROK_SIDES_L));
    }
    return least;
}

/* Glare on the board beside a disc whitens the disc too, by an unknown amount:
 * the disc may be of any side whose colour explains it nearly as well. */
static void note_in_glare(const crok_board_light *b, const crok_face *f, int n,
                          crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
                          crok_assignment *assigned)
{
    for (int i = 0; i < n; i++) {
        crok_rgb clear = crok_light_less_glare(b, &f[i], 1.0);
        double least = 0.0;
        if (assigned->other[i] >= 0 || assigned->side[i] < 0 ||
            crok_rgb_luma(clear) > GLARE_DOMINATES * crok_rgb_luma(f[i].rgb))
            continue;
        least = GLARE_DOUBT +
                apart_in_glare(b, &f[i], middle[assigned->side[i]][CROK_CLEAR]);
        for (int j = 0; j < assigned->n_sides; j++) {
            double d = j == assigned->side[i]
                           ? HUGE_VAL
                           : apart_in_glare(b, &f[i], middle[j][CROK_CLEAR]);
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

/* Assign the discs to sides whose colours a person named; the discs may show
 * fewer colours. */
static crok_status assign_named(crok_lit_labs x, int n, int k,
                                const char (*names)[24],
                                crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
                                crok_assignment *assigned, crok_err *err)
{
    crok_partition p = {.cost = 0.0};
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
            middle[i][j] = named;
        (void)snprintf(assigned->sides[i].name, sizeof assigned->sides[i].name,
                       "%s", names[i]);
    }
    for (int i = 0; i < n; i++)
        p.part[i] = nearest(middle, k, CROK_EVEN, x[CROK_EVEN][i]);
    crok_partition_refine(x[CROK_EVEN], n, k, &p);
    for (int i = 0; i < CROK_MAX_DISCS; i++)
        assigned->other[i] = -1;
    memcpy(assigned->side, p.part, sizeof assigned->side);
    crok_split_doubts(x[CROK_EVEN], n, k, assigned->side, assigned->other);
    return CROK_OK;
}

/* By the colours alone; how many sides there are. */
static int tell_unnamed(const crok_face *f, crok_lit_labs x, int n, int n_sides,
                        crok_assignment *assigned)
{
    crok_splitting s;
    int k = crok_split(x, n, n_sides, &s);
    k = prefer_surface(f, x, n, n_sides, k, &s);
    memcpy(assigned->side, s.side, sizeof assigned->side);
    memcpy(assigned->other, s.other, sizeof assigned->other);
    return k;
}

static void name_sides(crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS], int k,
                       crok_side *out)
{
    crok_lab even[CROK_MAX_SIDES];
    char name[CROK_MAX_SIDES][24];
    for (int i = 0; i < k; i++)
        even[i] = middle[i][CROK_EVEN];
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
    crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS];
    crok_assignment assigned;
    int k = n_sides;
    CROK_ASSERT(n_sides >= 1 && n_sides <= CROK_MAX_SIDES &&
                n <= CROK_MAX_DISCS);
    memset(&assigned, 0, sizeof assigned);
    crok_light_labs(&board, faces, n, x);
    if (names != NULL) {
        crok_status st = assign_named(x, n, k, names, middle, &assigned, err);
        if (st != CROK_OK)
            return st;
    } else {
        k = tell_unnamed(faces, x, n, n_sides, &assigned);
    }
    middles_of(x, n, assigned.side, k, middle);
    if (names == NULL)
        name_sides(middle, k, assigned.sides);
    assigned.n_sides = k;
    mark_strays(faces, n, x, middle, &assigned);
    mark_shines(faces, n, x, middle, &assigned);
    note_burnt_out(faces, n, x, middle, &assigned);
    note_in_glare(&board, faces, n, middle, &assigned);
    for (int i = 0; i < k; i++)
        side_colour(faces, n, assigned.side, i, &assigned.sides[i]);
    sort_sides(&assigned, n);
    *out = assigned;
    return CROK_OK;
}
