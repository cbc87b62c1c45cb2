/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/sides.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lightness counts for this much: light is never quite even. */
#define WEIGHT_L 0.7
/* Sides' colours differ by at least this (a just noticeable step is 2.3). */
#define MIN_APART 11.0
/* A disc farther from every side than this many spreads, and this much, is of
 * no side. */
#define STRAY_SPREADS 4.5
#define STRAY_MIN 22.0
/* A shade that only one disc is in, twice or half the light, counts as so much
 * of a difference. */
#define SHADE_COST 16.0
/* A disc may be of another side when its colour lies this part of the way over
 * to it; half the way is as near to both. */
#define BETWEEN 0.30
/* ... unless it is this near to its own. */
#define OF_ITS_OWN (0.5 * MIN_APART)
/* Light may differ by this factor between places. */
#define LIGHT_MAX 2.2

/* The light of the k-th shade: 1/2 to 2 of the photographed, in sRGB values. */
static double shade_factor(int k)
{
    return pow(2.0, 2.0 * k / (CROK_N_SHADES - 1.0) - 1.0);
}

static crok_lab lit(crok_rgb c, double light)
{
    return crok_lab_of((crok_rgb){fmin(c.r * light, 255.0),
                                  fmin(c.g * light, 255.0),
                                  fmin(c.b * light, 255.0)});
}

static double clamp_light(double k)
{
    return fmin(fmax(k, 1.0 / LIGHT_MAX), LIGHT_MAX);
}

/* Puts all faces on the surface into the same light: that of the median
 * board. */
static void even_light(crok_face *f, int n)
{
    double x[3][CROK_MAX_DISCS];
    double m[3];
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (!f[i].has_board)
            continue;
        x[0][k] = f[i].board.r;
        x[1][k] = f[i].board.g;
        x[2][k++] = f[i].board.b;
    }
    for (int c = 0; c < 3; c++)
        m[c] = crok_quantile(x[c], k, 0.5);
    for (int i = 0; i < n; i++) {
        crok_rgb c = f[i].rgb;
        double light = 1.0;
        if (f[i].has_board)
            light = clamp_light(
                (m[0] + m[1] + m[2] + 15.0) /
                (f[i].board.r + f[i].board.g + f[i].board.b + 15.0));
        c.r = fmin(c.r * light, 255.0);
        c.g = fmin(c.g * light, 255.0);
        c.b = fmin(c.b * light, 255.0);
        f[i].raw = crok_lab_of(f[i].rgb);
        f[i].even = crok_lab_of(c);
        for (int j = 0; j < CROK_N_SHADES; j++)
            f[i].shade[j] = lit(f[i].rgb, shade_factor(j));
    }
}

typedef struct cluster {
    crok_lab centre; /* in even light */
    crok_lab raw;    /* as photographed */
    double spread;   /* mean distance of its members */
    int n;
} cluster;

/* How far a disc's colour is from a side's: in even light, or as photographed,
 * since glare on the board is no light on the disc, or in a shade that nothing
 * else tells of, which costs something. */
static double apart(const crok_face *f, const cluster *c)
{
    double least = crok_lab_distance(f->even, c->centre, WEIGHT_L);
    for (int k = 0; k < CROK_N_SHADES; k++) {
        double octaves = fabs(2.0 * k / (CROK_N_SHADES - 1.0) - 1.0);
        least = fmin(least, crok_lab_distance(f->shade[k], c->raw, WEIGHT_L) +
                                SHADE_COST * octaves);
    }
    return least;
}

static int nearest(const crok_face *f, const cluster *c, int k)
{
    int best = 0;
    for (int i = 1; i < k; i++)
        if (apart(f, &c[i]) < apart(f, &c[best]))
            best = i;
    return best;
}

static crok_lab median_lab(const crok_lab *c, int n)
{
    double x[3][CROK_MAX_DISCS];
    for (int i = 0; i < n; i++) {
        x[0][i] = c[i].l;
        x[1][i] = c[i].a;
        x[2][i] = c[i].b;
    }
    return (crok_lab){crok_quantile(x[0], n, 0.5), crok_quantile(x[1], n, 0.5),
                      crok_quantile(x[2], n, 0.5)};
}

/* Median of the members' colours, so that a stray does not pull it. */
static void centre_of(const crok_face *f, int n, const int *side, int which,
                      cluster *c)
{
    crok_lab even[CROK_MAX_DISCS];
    crok_lab raw[CROK_MAX_DISCS];
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (side[i] != which)
            continue;
        even[k] = f[i].even;
        raw[k++] = f[i].raw;
    }
    c->n = k;
    if (k == 0)
        return;
    c->centre = median_lab(even, k);
    c->raw = median_lab(raw, k);
    c->spread = 0.0;
    for (int i = 0; i < n; i++)
        if (side[i] == which)
            c->spread += apart(&f[i], c) / k;
}

/* Lloyd's algorithm from centres given; clusters may end empty. */
static double lloyd(const crok_face *f, int n, cluster *c, int k, int *side)
{
    double cost = 0.0;
    bool changed = true;
    for (int i = 0; i < n; i++)
        side[i] = -1;
    for (int round = 0; round < 20 && changed; round++) {
        changed = false;
        for (int i = 0; i < n; i++) {
            int to = nearest(&f[i], c, k);
            changed = changed || to != side[i];
            side[i] = to;
        }
        for (int j = 0; j < k; j++)
            centre_of(f, n, side, j, &c[j]);
    }
    for (int i = 0; i < n; i++)
        cost += apart(&f[i], &c[side[i]]);
    return cost;
}

/* The next start: the disc farthest from the centres so far. */
static int farthest(const crok_face *f, int n, const cluster *c, int k)
{
    int best = 0;
    double top = -1.0;
    for (int i = 0; i < n; i++) {
        double d = apart(&f[i], &c[nearest(&f[i], c, k)]);
        if (d > top) {
            top = d;
            best = i;
        }
    }
    return best;
}

static void start_at(const crok_face *f, cluster *c)
{
    c->centre = f->even;
    c->raw = f->raw;
}

/* The best of the partitions that start from each disc in turn. */
static void partition(const crok_face *f, int n, int k, cluster *best,
                      int *side)
{
    double low = HUGE_VAL;
    for (int i = 0; i < n; i++) {
        cluster c[CROK_MAX_SIDES];
        int s[CROK_MAX_DISCS];
        double cost = 0.0;
        memset(c, 0, sizeof c);
        start_at(&f[i], &c[0]);
        for (int j = 1; j < k; j++)
            start_at(&f[farthest(f, n, c, j)], &c[j]);
        cost = lloyd(f, n, c, k, s);
        if (cost >= low)
            continue;
        low = cost;
        memcpy(best, c, sizeof c);
        memcpy(side, s, sizeof s[0] * (size_t)n);
    }
}

/* How far the members of cluster `of` are from another, on average. */
static double from_other(const crok_face *f, int n, const int *side, int of,
                         const cluster *other)
{
    double sum = 0.0;
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (side[i] != of)
            continue;
        sum += apart(&f[i], other);
        k++;
    }
    return k > 0 ? sum / k : 0.0;
}

/* Are all pairs of clusters told apart? */
static bool is_apart(const crok_face *f, int n, const int *side,
                     const cluster *c, int k)
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < i; j++) {
            double d = fmin(from_other(f, n, side, i, &c[j]),
                            from_other(f, n, side, j, &c[i]));
            if (d < MIN_APART || d < 1.5 * (c[i].spread + c[j].spread))
                return false;
        }
    return true;
}

/* The clusters that all discs show, at most k; how many they are. */
static int cluster_all(const crok_face *f, int n, int k, cluster *c, int *side)
{
    for (k = k < n ? k : n; k > 0; k--) {
        partition(f, n, k, c, side);
        if (is_apart(f, n, side, c, k))
            break;
    }
    return k;
}

/* How many sides have a disc on the surface? */
static int n_on_surface(const crok_face *f, int n, const int *side)
{
    bool has[CROK_MAX_SIDES] = {false};
    int n_has = 0;
    for (int i = 0; i < n; i++)
        if (f[i].has_board)
            has[side[i]] = true;
    for (int k = 0; k < CROK_MAX_SIDES; k++)
        n_has += has[k];
    return n_has;
}

/* Light in the ditch is another, and a disc in a shadow there can pass for a
 * side. Where that leaves fewer sides on the surface than the discs there show
 * by themselves, these tell, and the others are of the side that they are most
 * alike. Returns how many sides there are. */
static int prefer_surface(const crok_face *f, int n, int wanted, int k,
                          cluster *c, int *side)
{
    crok_face on[CROK_MAX_DISCS];
    cluster by_surface[CROK_MAX_SIDES];
    int side_on[CROK_MAX_DISCS];
    int n_on = 0;
    for (int i = 0; i < n; i++)
        if (f[i].has_board)
            on[n_on++] = f[i];
    if (n_on == 0 || n_on == n || n_on < wanted ||
        n_on_surface(f, n, side) == wanted)
        return k;
    memset(by_surface, 0, sizeof by_surface);
    partition(on, n_on, wanted, by_surface, side_on);
    if (!is_apart(on, n_on, side_on, by_surface, wanted))
        return k;
    memcpy(c, by_surface, sizeof by_surface);
    for (int i = 0; i < n; i++)
        side[i] = nearest(&f[i], c, wanted);
    return wanted;
}

/* Where a disc's colour lies on the way from its own side's to another's: 0 at
 * its own, 1 at the other; by the law of cosines. */
static double way_over(const crok_face *f, const cluster *own,
                       const cluster *other)
{
    double whole = fmax(crok_lab_distance(own->centre, other->centre, WEIGHT_L),
                        MIN_APART);
    double from = apart(f, own);
    double to = apart(f, other);
    if (from < OF_ITS_OWN)
        return 0.0;
    return 0.5 + (from * from - to * to) / (2.0 * whole * whole);
}

/* The other side, for discs whose colour lies between two. */
static void mark_doubts(const crok_face *f, int n, const cluster *c,
                        crok_told *told)
{
    for (int i = 0; i < n; i++) {
        int own = told->side[i];
        double most = BETWEEN;
        told->other[i] = -1;
        for (int j = 0; j < told->n_sides && own >= 0; j++) {
            double over =
                j == own || c[j].n == 0 ? 0.0 : way_over(&f[i], &c[own], &c[j]);
            if (over <= most)
                continue;
            most = over;
            told->other[i] = j;
        }
    }
}

static void mark_strays(const crok_face *f, int n, const cluster *c, int *side)
{
    for (int i = 0; i < n; i++) {
        const cluster *k = &c[side[i]];
        double d = apart(&f[i], k);
        /* in the ditch the light is another: only the hue is compared well */
        double room = f[i].has_board ? 1.0 : 1.5;
        if (d > room * fmax(STRAY_MIN, STRAY_SPREADS * k->spread))
            side[i] = -1;
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

/* The name of the rank-th of m sides that one word stands for, the darkest
 * first. */
static void name_shade(const char *word, int rank, int m, char name[24])
{
    if (m == 1 || (m == 3 && rank == 1))
        (void)snprintf(name, 24, "%.23s", word);
    else if (m == CROK_MAX_SIDES)
        (void)snprintf(name, 24, "%.15s %d", word, (rank + 1) % 10);
    else
        (void)snprintf(name, 24, "%s %.15s", rank == 0 ? "dark" : "light",
                       word);
}

/* Names; sides of one word are told by lightness. */
static void name_sides(const cluster *c, int k, crok_side *out)
{
    for (int i = 0; i < k; i++) {
        const char *word = crok_colour_word(c[i].centre);
        int rank = 0;
        int m = 0;
        for (int j = 0; j < k; j++) {
            if (strcmp(word, crok_colour_word(c[j].centre)) != 0)
                continue;
            m++;
            rank += c[j].centre.l < c[i].centre.l ||
                            (c[j].centre.l <= c[i].centre.l && j < i)
                        ? 1
                        : 0;
        }
        name_shade(word, rank, m, out[i].name);
    }
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
        if (told->other[i] >= 0)
            told->other[i] = to[told->other[i]];
    }
}

/* Clusters about colours told by a person: the discs may show fewer. */
static crok_status named_clusters(const crok_face *f, int n, int k,
                                  const char (*names)[24], cluster *c,
                                  crok_told *told, crok_err *err)
{
    for (int i = 0; i < k; i++) {
        if (!crok_colour_of_word(names[i], &c[i].centre))
            return crok_fail(err, CROK_EARG,
                             "\"%s\" is no colour that is known: use black, "
                             "white, grey, red, maroon, orange, brown, "
                             "natural, yellow, green, blue, purple or pink",
                             names[i]);
        for (int j = 0; j < i; j++)
            if (strcmp(names[i], names[j]) == 0)
                return crok_fail(err, CROK_ESIDES,
                                 "two sides are called \"%s\"", names[i]);
        c[i].raw = c[i].centre;
        (void)snprintf(told->sides[i].name, sizeof told->sides[i].name, "%s",
                       names[i]);
    }
    (void)lloyd(f, n, c, k, told->side);
    return CROK_OK;
}

crok_status crok_sides_tell(crok_face *faces, int n, int n_sides,
                            const char (*names)[24], crok_told *out,
                            crok_err *err)
{
    cluster c[CROK_MAX_SIDES];
    crok_told told;
    int k = n_sides;
    CROK_ASSERT(n_sides >= 1 && n_sides <= CROK_MAX_SIDES &&
                n <= CROK_MAX_DISCS);
    memset(c, 0, sizeof c);
    memset(&told, 0, sizeof told);
    even_light(faces, n);
    if (names != NULL) {
        crok_status st = named_clusters(faces, n, k, names, c, &told, err);
        if (st != CROK_OK)
            return st;
    } else {
        k = cluster_all(faces, n, n_sides, c, told.side);
        k = prefer_surface(faces, n, n_sides, k, c, told.side);
        name_sides(c, k, told.sides);
    }
    told.n_sides = k;
    mark_strays(faces, n, c, told.side);
    mark_doubts(faces, n, c, &told);
    for (int i = 0; i < k; i++)
        side_colour(faces, n, told.side, i, &told.sides[i]);
    sort_sides(&told, n);
    *out = told;
    return CROK_OK;
}
