/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/unseen.h"

#include <math.h>
#include <string.h>

#include "core/scratch.h"
#include "discs/look.h"

/* The chance that a disc is missed is logistic in the part of its face that is
 * hidden: one half at HALF_HIDDEN, with this slope. */
#define HALF_HIDDEN 0.70
#define SLOPE 20.0
/* Levels of doubt at which cells are hidden together; the sum over them is
 * right to a half of 1 / LEVELS. */
#define LEVELS 16
/* A cell is hidden from this chance on; a disc's centre is taken to be possible
 * in a cell from this chance of missing it on. */
#define HIDDEN_CHANCE 0.5
#define MISS_CHANCE 0.05
/* A part is reported if at least this part of the discs that may lie anywhere
 * would be missed in it: of ten discs one in a thousand pictures. */
#define LEAST_MISSED 1e-4
/* Smallest distance between the centres of two discs side by side, in disc
 * diameters. It is less than 1 because the places lie on a grid of cells. */
#define MIN_APART_DIAMETERS 0.97

typedef struct unseen_work {
    crok_segmentation segments; /* in the scale of the board as it is now */
    double hidden[CROK_SEGMENTATION_SIZE];
    double miss[CROK_SEGMENTATION_SIZE]; /* 0 where no further disc can be */
    int label[CROK_SEGMENTATION_SIZE]; /* of connected parts, from 1; 0: none */
    int cell[CROK_SEGMENTATION_SIZE];  /* the cells of the part labelled last */
    int n_surface;                     /* cells within the outer line */
    int n_centres; /* cells in which a disc's centre can be */
} unseen_work;

double crok_unseen_miss_chance(double hidden_frac)
{
    return 1.0 / (1.0 + exp(-SLOPE * (hidden_frac - HALF_HIDDEN)));
}

/* ---- hidden cells ---- */

static void find_hidden(unseen_work *w, const crok_observation *seen)
{
    const crok_board *b = &seen->pose.board;
    const crok_segmentation *s = &w->segments;
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        crok_mm at = crok_segmentation_mm(s, i);
        if (hypot(at.x, at.y) > b->line_mm[CROK_LINE_OUTER])
            continue;
        w->n_surface++;
        if (s->is_outside[i])
            w->hidden[i] = 1.0;
        else if (!crok_observation_has_disc_within(seen, at, b->disc_mm))
            w->hidden[i] =
                s->chance[CROK_SHOWN_COVER][i] + s->chance[CROK_SHOWN_BURNT][i];
    }
}

/* The chance that a disc is missed whose centre is in a cell. The cells of its
 * face are hidden by one thing or by none, so they are hidden together: at each
 * of LEVELS levels of doubt those are that are hidden with a higher chance. The
 * whole disc is within the outer line, so all its cells exist. */
static double miss_chance(const unseen_work *w, double disc_mm, int cell)
{
    int reach = (int)(disc_mm / w->segments.cell_mm);
    int x0 = cell % CROK_SEGMENTATION_CELLS;
    int y0 = cell / CROK_SEGMENTATION_CELLS;
    int n_hidden[LEVELS] = {0};
    double sum = 0.0;
    int n = 0;
    for (int y = y0 - reach; y <= y0 + reach; y++)
        for (int x = x0 - reach; x <= x0 + reach; x++) {
            double hidden = w->hidden[y * CROK_SEGMENTATION_CELLS + x];
            if (hypot(x - x0, y - y0) * w->segments.cell_mm > disc_mm)
                continue;
            for (int k = 0; k < LEVELS; k++)
                n_hidden[k] += hidden > (k + 0.5) / LEVELS;
            n++;
        }
    for (int k = 0; k < LEVELS && n_hidden[k] > 0; k++)
        sum += crok_unseen_miss_chance((double)n_hidden[k] / n);
    return sum / LEVELS;
}

static void find_missed(unseen_work *w, const crok_observation *seen)
{
    const crok_board *b = &seen->pose.board;
    double apart = MIN_APART_DIAMETERS * 2.0 * b->disc_mm;
    double reach = b->line_mm[CROK_LINE_OUTER] - b->disc_mm;
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        crok_mm at = crok_segmentation_mm(&w->segments, i);
        if (hypot(at.x, at.y) > reach)
            continue;
        w->n_centres++;
        if (!crok_observation_has_disc_within(seen, at, apart))
            w->miss[i] = miss_chance(w, b->disc_mm, i);
    }
}

/* ---- connected parts ---- */

static bool is_of_part(const unseen_work *w, int cell)
{
    return w->hidden[cell] >= HIDDEN_CHANCE || w->miss[cell] >= MISS_CHANCE;
}

static int add_to_part(unseen_work *w, int x, int y, int label, int n)
{
    int cell = y * CROK_SEGMENTATION_CELLS + x;
    if (x < 0 || y < 0 || x >= CROK_SEGMENTATION_CELLS ||
        y >= CROK_SEGMENTATION_CELLS || w->label[cell] != 0 ||
        !is_of_part(w, cell))
        return n;
    w->label[cell] = label;
    w->cell[n] = cell;
    return n + 1;
}

/* Label the part that holds a cell, 8-connected, and list its cells. Returns
 * their number. */
static int label_part(unseen_work *w, int start, int label)
{
    int n = add_to_part(w, start % CROK_SEGMENTATION_CELLS,
                        start / CROK_SEGMENTATION_CELLS, label, 0);
    for (int k = 0; k < n; k++) {
        int x = w->cell[k] % CROK_SEGMENTATION_CELLS;
        int y = w->cell[k] / CROK_SEGMENTATION_CELLS;
        for (int v = y - 1; v <= y + 1; v++)
            for (int u = x - 1; u <= x + 1; u++)
                n = add_to_part(w, u, v, label, n);
    }
    return n;
}

/* ---- regions ---- */

static unsigned zones_at(const crok_board *b, crok_mm p)
{
    double r = hypot(p.x, p.y);
    unsigned zones = 0;
    if (r < b->hole_mm)
        return 1U << CROK_N_LINES;
    for (int line = 0; line < CROK_N_LINES; line++)
        if (r < b->line_mm[line])
            zones = 1U << line;
    return zones;
}

/* The chance from which on a part's cells are shown as hidden: where none is
 * hidden rather than not, those of at least half of the highest chance are. */
static double shown_from(const unseen_work *w, int n)
{
    double most = 0.0;
    for (int k = 0; k < n; k++)
        most = fmax(most, w->hidden[w->cell[k]]);
    return fmin(HIDDEN_CHANCE, 0.5 * most);
}

static crok_unseen_region region_of(const unseen_work *w, const crok_board *b,
                                    int n, int label)
{
    crok_unseen_region out = {.part = label};
    double from = shown_from(w, n);
    double burnt = 0.0;
    int n_outside = 0;
    int n_hidden = 0;
    for (int k = 0; k < n; k++) {
        int cell = w->cell[k];
        crok_mm p = crok_segmentation_mm(&w->segments, cell);
        out.missed_frac += w->miss[cell] / w->n_centres;
        if (w->hidden[cell] < from)
            continue;
        n_hidden++;
        n_outside += w->segments.is_outside[cell];
        burnt += (double)w->segments.chance[CROK_SHOWN_BURNT][cell];
        out.zones |= zones_at(b, p);
        out.at.x += p.x;
        out.at.y += p.y;
    }
    out.frac = (double)n_hidden / w->n_surface;
    if (n_hidden > 0) {
        out.at.x /= n_hidden;
        out.at.y /= n_hidden;
    }
    if (2 * n_outside > n_hidden)
        out.why = CROK_UNSEEN_OUTSIDE;
    else if (2.0 * burnt > n_hidden)
        out.why = CROK_UNSEEN_GLARE;
    return out;
}

/* Insert a region into the list, which is sorted with the largest first. If the
 * list is full, the smallest region is dropped. */
static void add_region(crok_unseen *u, crok_unseen_region r)
{
    int at = u->n;
    if (u->n < CROK_MAX_UNSEEN)
        u->n++;
    else
        at--;
    for (; at > 0 && u->region[at - 1].frac < r.frac; at--)
        u->region[at] = u->region[at - 1];
    if (at < CROK_MAX_UNSEEN)
        u->region[at] = r;
}

/* ---- places ---- */

static bool is_free(const crok_observation *seen, crok_mm p)
{
    const crok_unseen *u = &seen->unseen;
    double apart = MIN_APART_DIAMETERS * 2.0 * seen->pose.board.disc_mm;
    for (int i = 0; i < u->n_places; i++)
        if (crok_mm_apart(u->place[i], p) < apart)
            return false;
    return true;
}

/* The likeliest free cell of a part; of cells that miss a disc as likely as not
 * the one nearest to the board's centre, where discs are worth most. -1: none.
 */
static int next_place(const unseen_work *w, int n, const crok_observation *seen)
{
    double best = 0.0;
    int out = -1;
    for (int k = 0; k < n; k++) {
        crok_mm p = crok_segmentation_mm(&w->segments, w->cell[k]);
        double miss = fmin(w->miss[w->cell[k]], 0.5);
        double merit = miss - 1e-6 * hypot(p.x, p.y);
        if (miss < MISS_CHANCE || merit <= best || !is_free(seen, p))
            continue;
        best = merit;
        out = w->cell[k];
    }
    return out;
}

/* Put discs side by side into a part: one, and as many more as are likely to be
 * missed there. */
static void add_places(const unseen_work *w, int n, int label,
                       crok_observation *seen)
{
    crok_unseen *u = &seen->unseen;
    int n_before = u->n_places;
    while (u->n_places < CROK_MAX_UNSEEN_PLACES) {
        int cell = next_place(w, n, seen);
        if (cell < 0 || (u->n_places > n_before && w->miss[cell] < 0.5))
            return;
        u->place_part[u->n_places] = label;
        u->place[u->n_places++] = crok_segmentation_mm(&w->segments, cell);
    }
}

static void find_parts(unseen_work *w, crok_observation *seen)
{
    crok_unseen *u = &seen->unseen;
    int label = 0;
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        crok_unseen_region r;
        int n = 0;
        if (w->label[i] != 0 || !is_of_part(w, i))
            continue;
        n = label_part(w, i, ++label);
        r = region_of(w, &seen->pose.board, n, label);
        if (r.why == CROK_UNSEEN_OUTSIDE)
            u->outside_frac += r.frac;
        else
            u->covered_frac += r.frac;
        if (r.missed_frac < LEAST_MISSED)
            continue;
        add_region(u, r);
        add_places(w, n, label, seen);
    }
}

static crok_status refuse(const crok_unseen *u, crok_err *err)
{
    if (u->covered_frac > CROK_UNSEEN_MAX_FRAC)
        return crok_fail(err, CROK_ECOVERED,
                         "%.0f %% of the playing surface is covered: take away "
                         "what lies over it, and photograph it again",
                         100.0 * u->covered_frac);
    if (u->outside_frac > CROK_UNSEEN_MAX_FRAC)
        return crok_fail(err, CROK_ECUTOFF,
                         "%.0f %% of the playing surface is outside the "
                         "picture: step back, and photograph it again",
                         100.0 * u->outside_frac);
    return CROK_OK;
}

crok_status crok_unseen_measure(const crok_segmentation *segments,
                                crok_observation *seen, crok_err *err)
{
    CROK_SCRATCH(unseen_work, w, 1);
    memset(w, 0, sizeof *w);
    w->segments = *segments;
    crok_look_rescale(&w->segments, &seen->pose.board);
    memset(&seen->unseen, 0, sizeof seen->unseen);
    find_hidden(w, seen);
    find_missed(w, seen);
    find_parts(w, seen);
    return refuse(&seen->unseen, err);
}
