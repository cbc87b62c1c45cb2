/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/unseen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "discs/unseen/hidden_lines.h"
#include "discs/unseen/line_visibility.h"
#include "discs/unseen/map_mask.h"
#include "discs/unseen/patches.h"
#include "discs/unseen/surface_map.h"

/* A disc may be missed if at least this part of its face is hidden. Chosen by
 * hand. */
#define MIN_HIDDEN_FRAC 0.7
/* Smallest distance between the centres of two discs side by side, in disc
 * diameters. It is less than 1 because the positions lie on a grid of cells. */
#define MIN_APART_DIAMETERS 0.97

/* A disc lies on a cover if this part of the ring around it, from
 * RING_FROM_RADII to RING_TO_RADII of its radii, is hidden. Chosen by hand: at
 * 0.70 three discs in the reflection of a lamp were rejected (one of 30
 * rendered pictures), at 0.95 letters at the edge of a caption are discs. */
#define RING_FROM_RADII 1.35
#define RING_TO_RADII 2.1
#define MIN_ON_COVER_FRAC 0.85

typedef struct unseen_work {
    crok_surface_map map;
    crok_line_visibility lines;
    bool is_hidden[CROK_MAP_SIZE];
    crok_components parts;
    int n_kept; /* the labels of the parts that are regions */
    int kept[CROK_MAX_UNSEEN_PLACES];
} unseen_work;

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

static crok_unseen_region region_of(const unseen_work *w, const crok_board *b,
                                    int n, int n_surface)
{
    crok_unseen_region out = {.frac = (double)n / n_surface,
                              .part = w->parts.label[w->parts.cell[0]]};
    int n_outside = 0;
    int n_glare = 0;
    for (int k = 0; k < n; k++) {
        int at = w->parts.cell[k];
        crok_mm p = crok_map_mm(&w->map, at);
        n_outside += w->map.cell[at] == CROK_CELL_OUTSIDE;
        n_glare += w->map.cell[at] == CROK_CELL_GLARE;
        out.zones |= zones_at(b, p);
        out.at.x += p.x / n;
        out.at.y += p.y / n;
    }
    if (2 * n_outside > n)
        out.why = CROK_UNSEEN_OUTSIDE;
    else if (2 * n_glare > n)
        out.why = CROK_UNSEEN_GLARE;
    return out;
}

/* Insert a region into the list, which is sorted with the largest first. If the
 * list is full, the smallest region is dropped. */
static void add_region(crok_unseen *u, crok_unseen_region r)
{
    int at = u->n;
    if (r.why == CROK_UNSEEN_OUTSIDE)
        u->outside_frac += r.frac;
    else
        u->covered_frac += r.frac;
    if (u->n < CROK_MAX_UNSEEN)
        u->n++;
    else
        at--;
    for (; at > 0 && u->region[at - 1].frac < r.frac; at--)
        u->region[at] = u->region[at - 1];
    if (at < CROK_MAX_UNSEEN)
        u->region[at] = r;
}

/* Find the connected parts of the hidden cells. The cells of a part that is
 * smaller than MIN_HIDDEN_FRAC of a disc's area are cleared: they count as
 * seen. */
static void find_regions(unseen_work *w, const crok_board *b, crok_unseen *u)
{
    double disc_cells =
        CROK_PI * b->disc_mm * b->disc_mm / (w->map.cell_mm * w->map.cell_mm);
    int n_surface = 0;
    int label = 0;
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        n_surface += w->map.cell[i] != CROK_CELL_BEYOND;
    for (int i = 0; i < CROK_MAP_SIZE; i++) {
        int n = 0;
        if (!w->is_hidden[i] || w->parts.label[i] != 0)
            continue;
        n = crok_component_find(&w->parts, w->is_hidden, i, ++label);
        if (n >= MIN_HIDDEN_FRAC * disc_cells) {
            add_region(u, region_of(w, b, n, n_surface));
            if (w->n_kept < CROK_MAX_UNSEEN_PLACES)
                w->kept[w->n_kept++] = label;
        }
        for (int k = 0; k < n && n < MIN_HIDDEN_FRAC * disc_cells; k++)
            w->is_hidden[w->parts.cell[k]] = false;
    }
}

/* ---- where discs may lie ---- */

/* Fraction of a disc's face at p that is hidden. */
static double hidden_frac(const unseen_work *w, double disc_mm, crok_mm p)
{
    int n = 0;
    int n_hidden = 0;
    double step = 0.5 * w->map.cell_mm;
    for (double y = -disc_mm; y <= disc_mm; y += step) {
        for (double x = -disc_mm; x <= disc_mm; x += step) {
            int at = crok_map_index(&w->map, (crok_mm){p.x + x, p.y + y});
            if (hypot(x, y) > disc_mm)
                continue;
            n++;
            n_hidden += at >= 0 && w->is_hidden[at];
        }
    }
    return n > 0 ? (double)n_hidden / n : 0.0;
}

static bool is_free_of_discs(const crok_observation *seen, crok_mm p)
{
    const crok_unseen *u = &seen->unseen;
    double apart = MIN_APART_DIAMETERS * 2.0 * seen->pose.board.disc_mm;
    for (int i = 0; i < seen->n_discs; i++)
        if (crok_mm_apart(seen->discs[i].at, p) < apart)
            return false;
    for (int i = 0; i < u->n_places; i++)
        if (crok_mm_apart(u->place[i], p) < apart)
            return false;
    return true;
}

typedef struct candidate {
    double radius_mm;
    int cell;
} candidate;

static int by_radius(const void *a, const void *b)
{
    const candidate *x = a;
    const candidate *y = b;
    if (x->radius_mm != y->radius_mm)
        return x->radius_mm < y->radius_mm ? -1 : 1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

static void add_place(const unseen_work *w, crok_unseen *u, crok_mm p)
{
    int at = crok_map_index(&w->map, p);
    u->place_part[u->n_places] = at < 0 ? 0 : w->parts.label[at];
    u->place[u->n_places++] = p;
}

/* Is the whole disc at p within the outer line, and free of other discs? */
static bool is_place(const crok_observation *seen, crok_mm p)
{
    const crok_board *b = &seen->pose.board;
    return hypot(p.x, p.y) + b->disc_mm < b->line_mm[CROK_LINE_OUTER] &&
           is_free_of_discs(seen, p);
}

static bool has_place_in(const crok_unseen *u, int label)
{
    for (int i = 0; i < u->n_places; i++)
        if (u->place_part[i] == label)
            return true;
    return false;
}

/* Give a part of the hidden cells without a place the one where most of a disc
 * would be hidden: what is called unseen must open a range. */
static void add_best_place(const unseen_work *w, const candidate *list, int n,
                           int label, crok_observation *seen)
{
    crok_unseen *u = &seen->unseen;
    crok_mm best = {0.0, 0.0};
    double most = 0.0;
    for (int k = 0; k < n; k++) {
        crok_mm p = crok_map_mm(&w->map, list[k].cell);
        double frac = 0.0;
        if (w->parts.label[list[k].cell] != label || !is_place(seen, p))
            continue;
        frac = hidden_frac(w, seen->pose.board.disc_mm, p);
        if (frac <= most)
            continue;
        most = frac;
        best = p;
    }
    if (most > 0.0 && u->n_places < CROK_MAX_UNSEEN_PLACES)
        add_place(w, u, best);
}

/* Place discs greedily in the hidden cells, from the board's centre outwards,
 * because discs near the centre are worth most. Their centres are the middles
 * of hidden cells. */
static crok_status find_places(const unseen_work *w, crok_observation *seen,
                               crok_err *err)
{
    crok_unseen *u = &seen->unseen;
    candidate *list = malloc(CROK_MAP_SIZE * sizeof *list);
    int n = 0;
    if (list == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for unseen places");
    for (int i = 0; i < CROK_MAP_SIZE; i++) {
        if (w->is_hidden[i])
            list[n++] = (candidate){w->map.radius_mm[i], i};
    }
    qsort(list, (size_t)n, sizeof *list, by_radius);
    for (int k = 0; k < n && u->n_places < CROK_MAX_UNSEEN_PLACES; k++) {
        crok_mm p = crok_map_mm(&w->map, list[k].cell);
        if (is_place(seen, p) &&
            hidden_frac(w, seen->pose.board.disc_mm, p) >= MIN_HIDDEN_FRAC)
            add_place(w, u, p);
    }
    for (int k = 0; k < w->n_kept; k++)
        if (!has_place_in(u, w->kept[k]))
            add_best_place(w, list, n, w->kept[k], seen);
    free(list);
    return CROK_OK;
}

/* Is the surface around a disc hidden? It then lies on what hides it: it is a
 * letter of a caption, say, or print on a paper. Glare does not count, since it
 * is no cover. */
static bool is_on_cover(const unseen_work *w, const crok_observation *seen,
                        crok_mm at)
{
    const double r = seen->pose.board.disc_mm;
    crok_map_box in = crok_map_around(&w->map, at, RING_TO_RADII * r);
    int n = 0;
    int n_hidden = 0;
    for (int y = in.y0; y <= in.y1; y++)
        for (int x = in.x0; x <= in.x1; x++) {
            int i = y * CROK_MAP_CELLS + x;
            double d = crok_mm_apart(crok_map_mm(&w->map, i), at);
            if (d < RING_FROM_RADII * r || d > RING_TO_RADII * r ||
                w->map.cell[i] == CROK_CELL_BEYOND || w->map.under_disc[i])
                continue;
            n++;
            n_hidden += w->is_hidden[i] && w->map.cell[i] != CROK_CELL_GLARE;
        }
    return n > 0 && n_hidden >= MIN_ON_COVER_FRAC * n;
}

static void find_on_cover(const unseen_work *w, crok_observation *seen)
{
    crok_unseen *u = &seen->unseen;
    for (int i = 0; i < seen->n_discs && u->n_on_cover < CROK_MAX_ON_COVER; i++)
        if (is_on_cover(w, seen, seen->discs[i].at))
            u->on_cover[u->n_on_cover++] = seen->discs[i].at_px;
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

crok_status crok_unseen_measure(const crok_image *img, const crok_camera *cam,
                                crok_observation *seen, crok_err *err)
{
    const crok_board *b = &seen->pose.board;
    crok_unseen *u = &seen->unseen;
    unseen_work *w = calloc(1, sizeof *w);
    crok_status st = CROK_OK;
    memset(u, 0, sizeof *u);
    if (w == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for what is unseen");
    st = crok_surface_map_make(img, cam, seen, &w->map, err);
    if (st == CROK_OK)
        st = crok_line_visibility_measure(img, cam, seen, &w->lines, err);
    if (st == CROK_OK)
        st = crok_patches_find(&w->map, &w->lines, b, w->is_hidden, err);
    if (st == CROK_OK) {
        crok_hidden_lines_find(&w->map, &w->lines, b, w->is_hidden);
        find_on_cover(w, seen);
        for (int i = 0; i < CROK_MAP_SIZE; i++) {
            bool is_outside = w->map.cell[i] == CROK_CELL_OUTSIDE;
            w->is_hidden[i] =
                is_outside || (w->is_hidden[i] && !w->map.under_disc[i]);
        }
        find_regions(w, b, u);
        st = find_places(w, seen, err);
    }
    free(w);
    return st == CROK_OK ? refuse(u, err) : st;
}
