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

/* A disc farther than this from its side, and farther by so many standard
 * deviations, is of none. */
#define STRAY 30.0
#define STRAY_SIGMAS 4.5
/* Half the light, or twice as much, counts as so much of a difference. */
#define SHADE_COST 16.0
/* Light may have differed by half to twice as much, in steps. */
#define N_SHADES 9
/* A face is as bright as glare has made it where it would have less than this
 * part of its luma without: a disc has this part of the board's glare at least,
 * and is told by less than so much of a difference. Tried in steps. */
#define GLARE_TELLS 0.80
#define GLARE_LEAST 0.25
#define GLARE_DOUBT 12.0
#define GLARE_STEPS 6
/* What looks like a disc that does not shine, within this, L*a*b*, is one. */
#define SHINE_ALIKE 12.0
/* From this grey level on a camera may have had more light than it tells. */
#define FULL 250.0

/* ---- strays ---- */

/* How far disc i's colour is from a side's: in the light that is best, or in a
 * shade that nothing else tells of, which costs something. */
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

/* How many standard deviations disc i is from its side, in the best light. */
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

/* Is disc i far from its side in every light? In the ditch the light is
 * another: only the hue is compared well. */
static bool is_stray(const crok_face *f, crok_lit_labs x, int n,
                     const int *side,
                     crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS], int i)
{
    double room = f[i].has_board ? 1.0 : 1.5;
    return apart(f, x, i, middle[side[i]]) > room * STRAY &&
           deviation(x, n, side, i) > STRAY_SIGMAS;
}

/* ---- what lies in the ditch ---- */

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

/* Is every side on the surface, and every disc there like one? */
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

/* Are these k sides plainly apart, however the light is taken? */
static bool are_plain(crok_lit_labs x, int n, const int *side, int k)
{
    return crok_split_apart(x[CROK_RAW], n, side, k) >= CROK_SURE_APART &&
           crok_split_apart(x[CROK_EVEN], n, side, k) >= CROK_SURE_APART;
}

/* The sides of the discs on[0..n_on) on the surface as these tell them, and as
 * all do: are they the same? Then what only one of the two doubts is in no
 * doubt; else what differs is. */
static bool compare_told(const int *on, int n_on, int n_sides,
                         crok_splitting *by_surface, crok_splitting *told)
{
    int part[CROK_MAX_DISCS];
    int differs[CROK_MAX_DISCS];
    bool same = true;
    for (int j = 0; j < n_on; j++) {
        part[j] = told->side[on[j]];
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
            told->other[on[j]] = -1;
    return same;
}

/* What lies in the ditch may be no disc, and can pass for a side, or make one
 * doubtful. Where the discs on the surface show as many sides by themselves,
 * and plainly so or where the others leave some of them unexplained, these
 * tell, and the others are of the side that they are most alike. Returns how
 * many sides there are. */
static int prefer_surface(const crok_face *f, crok_lit_labs x, int n,
                          int n_sides, int k, crok_splitting *told)
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
    if (explains_surface(f, x, n, n_sides, told->side) &&
        (!are_plain(there, n_on, by_surface.side, n_sides) ||
         compare_told(on, n_on, n_sides, &by_surface, told)))
        return k;
    middles_of(there, n_on, by_surface.side, n_sides, middle);
    for (int i = 0; i < n; i++) {
        told->side[i] = nearest(middle, n_sides, CROK_RAW, x[CROK_RAW][i]);
        told->other[i] = -1;
    }
    for (int j = 0; j < n_on; j++) {
        told->side[on[j]] = by_surface.side[j];
        told->other[on[j]] = by_surface.other[j];
    }
    return n_sides;
}

/* The side that disc i is most alike, but for one (-1: none); -1: there is no
 * other. */
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

/* Disc i is of no side: what it is most alike is kept. */
static void take_off_side(const crok_face *f, crok_lit_labs x, int i,
                          crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
                          crok_told *told)
{
    told->alike[i] = told->side[i];
    told->other[i] = most_alike(f, x, i, middle, told->n_sides, told->side[i]);
    told->side[i] = -1;
}

/* What is far from its side in every light is of none. */
static void mark_strays(const crok_face *f, int n, crok_lit_labs x,
                        crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
                        crok_told *told)
{
    int side[CROK_MAX_DISCS];
    memcpy(side, told->side, sizeof side);
    for (int i = 0; i < n; i++) {
        told->alike[i] = -1;
        if (!is_stray(f, x, n, side, middle, i))
            continue;
        take_off_side(f, x, i, middle, told);
    }
}

/* How far disc i's colour is, as photographed, from the nearest disc that is
 * none of these. */
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

/* A lamp that shines in the board is round too: what has the board's colour and
 * white light on top is of no side, where no other disc looks like that and
 * both sides have others. */
static void mark_shines(const crok_face *f, int n, crok_lit_labs x,
                        crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
                        crok_told *told)
{
    bool shines[CROK_MAX_DISCS];
    int others[CROK_MAX_DISCS];
    for (int i = 0; i < n; i++) {
        shines[i] = f[i].has_board && crok_rgb_is_shine(f[i].rgb, f[i].board);
        others[i] = shines[i] ? -1 : told->side[i];
    }
    if (told->n_sides < 2 || n_on_surface(f, n, others) < told->n_sides)
        return;
    for (int i = 0; i < n; i++) {
        if (!shines[i] || told->side[i] < 0 ||
            from_others(x, n, shines, i) < SHINE_ALIKE)
            continue;
        take_off_side(f, x, i, middle, told);
    }
}

/* Channels that hold all the light they can, in so much more light. */
static int n_full(crok_rgb c, double light)
{
    return (light * c.r >= FULL) + (light * c.g >= FULL) +
           (light * c.b >= FULL);
}

/* Has the side a disc that would be burnt out in the most light? */
static bool may_burn_out(const crok_face *f, int n, const crok_told *told,
                         int side)
{
    for (int i = 0; i < n; i++)
        if (told->side[i] == side && n_full(f[i].rgb, CROK_LIGHT_MAX) == 3)
            return true;
    return false;
}

/* Where the picture is burnt out a disc of any light colour is white: how much
 * light there is, the board beside it no longer tells. */
static void note_burnt_out(const crok_face *f, int n, crok_lit_labs x,
                           crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
                           crok_told *told)
{
    for (int i = 0; i < n; i++) {
        int other = -1;
        if (told->other[i] >= 0 || told->side[i] < 0 || !f[i].has_board ||
            n_full(f[i].rgb, 1.0) < 3 || n_full(f[i].board, 1.0) < 2)
            continue;
        other = most_alike(f, x, i, middle, told->n_sides, told->side[i]);
        if (other >= 0 && may_burn_out(f, n, told, other))
            told->other[i] = other;
    }
}

/* How far a glaring face is from a side's colour, whatever part of the board's
 * glare it has. */
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

/* Glare on the board beside a disc whitens the disc too, nobody knows by how
 * much: it may be of any side whose colour that explains nearly as well. */
static void note_in_glare(const crok_board_light *b, const crok_face *f, int n,
                          crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
                          crok_told *told)
{
    for (int i = 0; i < n; i++) {
        crok_rgb clear = crok_light_less_glare(b, &f[i], 1.0);
        double least = 0.0;
        if (told->other[i] >= 0 || told->side[i] < 0 ||
            crok_rgb_luma(clear) > GLARE_TELLS * crok_rgb_luma(f[i].rgb))
            continue;
        least = GLARE_DOUBT +
                apart_in_glare(b, &f[i], middle[told->side[i]][CROK_CLEAR]);
        for (int j = 0; j < told->n_sides; j++) {
            double d = j == told->side[i]
                           ? HUGE_VAL
                           : apart_in_glare(b, &f[i], middle[j][CROK_CLEAR]);
            if (d >= least)
                continue;
            least = d;
            told->other[i] = j;
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

/* Sorts the sides by name and renumbers the discs' sides. */
static void sort_sides(crok_told *told, int n)
{
    crok_side old[CROK_MAX_SIDES];
    int to[CROK_MAX_SIDES];
    int k = told->n_sides;
    memcpy(old, told->sides, sizeof old);
    qsort(told->sides, (size_t)k, sizeof old[0], by_name);
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            if (strcmp(old[i].name, told->sides[j].name) == 0)
                to[i] = j;
    for (int i = 0; i < n; i++) {
        if (told->side[i] >= 0)
            told->side[i] = to[told->side[i]];
        if (told->alike[i] >= 0)
            told->alike[i] = to[told->alike[i]];
        if (told->other[i] >= 0)
            told->other[i] = to[told->other[i]];
    }
}

/* Parts about colours told by a person: the discs may show fewer. */
static crok_status tell_named(crok_lit_labs x, int n, int k,
                              const char (*names)[24],
                              crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS],
                              crok_told *told, crok_err *err)
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
        (void)snprintf(told->sides[i].name, sizeof told->sides[i].name, "%s",
                       names[i]);
    }
    for (int i = 0; i < n; i++)
        p.part[i] = nearest(middle, k, CROK_EVEN, x[CROK_EVEN][i]);
    crok_partition_refine(x[CROK_EVEN], n, k, &p);
    for (int i = 0; i < CROK_MAX_DISCS; i++)
        told->other[i] = -1;
    memcpy(told->side, p.part, sizeof told->side);
    crok_split_doubts(x[CROK_EVEN], n, k, told->side, told->other);
    return CROK_OK;
}

/* By the colours alone; how many sides there are. */
static int tell_unnamed(const crok_face *f, crok_lit_labs x, int n, int n_sides,
                        crok_told *told)
{
    crok_splitting s;
    int k = crok_split(x, n, n_sides, &s);
    k = prefer_surface(f, x, n, n_sides, k, &s);
    memcpy(told->side, s.side, sizeof told->side);
    memcpy(told->other, s.other, sizeof told->other);
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

crok_status crok_sides_tell(const crok_face *faces, int n, int n_sides,
                            const char (*names)[24], crok_told *out,
                            crok_err *err)
{
    crok_board_light board = crok_board_light_of(faces, n);
    crok_lit_labs x;
    crok_lab middle[CROK_MAX_SIDES][CROK_N_LIGHTS];
    crok_told told;
    int k = n_sides;
    CROK_ASSERT(n_sides >= 1 && n_sides <= CROK_MAX_SIDES &&
                n <= CROK_MAX_DISCS);
    memset(&told, 0, sizeof told);
    crok_light_labs(&board, faces, n, x);
    if (names != NULL) {
        crok_status st = tell_named(x, n, k, names, middle, &told, err);
        if (st != CROK_OK)
            return st;
    } else {
        k = tell_unnamed(faces, x, n, n_sides, &told);
    }
    middles_of(x, n, told.side, k, middle);
    if (names == NULL)
        name_sides(middle, k, told.sides);
    told.n_sides = k;
    mark_strays(faces, n, x, middle, &told);
    mark_shines(faces, n, x, middle, &told);
    note_burnt_out(faces, n, x, middle, &told);
    note_in_glare(&board, faces, n, middle, &told);
    for (int i = 0; i < k; i++)
        side_colour(faces, n, told.side, i, &told.sides[i]);
    sort_sides(&told, n);
    *out = told;
    return CROK_OK;
}
