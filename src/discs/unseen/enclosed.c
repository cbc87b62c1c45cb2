/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/unseen/enclosed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/linalg.h"
#include "discs/unseen/map_mask.h"

/* A cell is on an edge if the log colours of the cells on both sides of it are
 * at least MIN_EDGE apart, and EDGE_OVER_GRAIN times as far as those of
 * EDGE_QUANTILE of the surface's cells, so that grain makes no edges. Chosen by
 * hand on 17 photos, their variants (scripts/vary_pictures.py) and 230 pictures
 * with a card laid over a disc: with 1.5 times the grain a card of the colour
 * of light wood falls to pieces; an edge of 0.15 is also that of a numeral's
 * blur. */
#define MIN_EDGE 0.20
#define EDGE_QUANTILE 0.75
#define EDGE_OVER_GRAIN 2.0
/* Largest width of an edge, cells of 4 mm: a cover's blurred edge and the
 * shadow beside it, a printed line, or the border of a coaster or a card.
 * Chosen by hand: with 10 cells, four of 1258 sides more were sure and wrong on
 * photos with things laid over discs, with bordered ones. */
#define EDGE_CELLS 14
/* Cells of an edge that are so near to a part are set with it. */
#define GROW_CELLS 2
/* A part is enclosed if the colour changes across at least MIN_ENCLOSED_FRAC of
 * the boundary that is known, which is at least MIN_KNOWN_FRAC of all of it:
 * where a line of the board or a disc is the boundary, nothing is known. Chosen
 * by hand: over the boundary of the plain surface about a card the colour
 * changes in up to half of it, and of a card between the outer line and two
 * discs a third of the boundary is known. */
#define MIN_ENCLOSED_FRAC 0.7
#define MIN_KNOWN_FRAC 0.2
/* A part that continues beyond a visible line over this fraction of its
 * boundary is print or light: a cover would hide the line. Chosen by hand. */
#define MAX_CONTINUES_FRAC 0.1
/* A part is shade if it is darker than what surrounds it and its chroma is
 * nearer to that than this, log units. Chosen by hand. */
#define MAX_SHADE_CHROMA 0.10

typedef struct enclosed_work {
    const crok_surface_map *map;
    bool is_usable[CROK_MAP_SIZE];  /* the surface, or what lies on it */
    bool is_inside[CROK_MAP_SIZE];  /* usable, and not on an edge */
    bool on_line[CROK_MAP_SIZE];    /* near a line that is not hidden */
    bool on_visible[CROK_MAP_SIZE]; /* on a line that is visible */
    double step[CROK_MAP_SIZE];
    double sorted[CROK_MAP_SIZE];
    double least;          /* an edge's least change of log colour */
    crok_components parts; /* of is_inside */
} enclosed_work;

/* What is known of a part's boundary, in cell sides. */
typedef struct boundary {
    int n, n_known, n_changes;
    int n_continues;  /* the same colour is beyond a visible line */
    double change[3]; /* sum of the changes, inside minus outside */
} boundary;

/* The largest distance between the colours on both sides of a cell. */
static double step_at(const enclosed_work *w, int i)
{
    static const int beside[] = {1, CROK_MAP_CELLS, CROK_MAP_CELLS + 1,
                                 CROK_MAP_CELLS - 1};
    double most = 0.0;
    for (int k = 0; k < 4; k++) {
        int a = i - beside[k];
        int b = i + beside[k];
        if (a >= 0 && b < CROK_MAP_SIZE && w->is_usable[a] && w->is_usable[b])
            most = fmax(most, crok_map_apart(w->map, a, b));
    }
    return most;
}

/* Is cell i on an edge, or next to one? With the cells next to it, an edge has
 * no gaps where it is weak. */
static bool is_edge_near(const enclosed_work *w, int i)
{
    static const int beside[] = {0, 1, -1, CROK_MAP_CELLS, -CROK_MAP_CELLS};
    for (int k = 0; k < 5; k++) {
        int at = i + beside[k];
        if (at >= 0 && at < CROK_MAP_SIZE && w->step[at] >= w->least)
            return true;
    }
    return false;
}

static void find_edges(enclosed_work *w)
{
    int n = 0;
    for (int i = 0; i < CROK_MAP_SIZE; i++) {
        w->step[i] = w->is_usable[i] ? step_at(w, i) : 0.0;
        if (w->is_usable[i] && !w->on_line[i])
            w->sorted[n++] = w->step[i];
    }
    w->least = MIN_EDGE;
    if (n > 0)
        w->least =
            fmax(MIN_EDGE,
                 EDGE_OVER_GRAIN * crok_quantile(w->sorted, n, EDGE_QUANTILE));
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        w->is_inside[i] = w->is_usable[i] && !is_edge_near(w, i);
}

static void mark_lines(enclosed_work *w, const crok_line_visibility *lines,
                       const crok_board *b)
{
    double reach = 0.5 * b->line_width_mm + w->map->cell_mm;
    for (int line = 0; line < CROK_N_LINES; line++)
        for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++) {
            double from = b->line_mm[line] - reach;
            double to = b->line_mm[line] + reach;
            crok_line_state at = lines->at[line][i];
            if (at != CROK_LINE_HIDDEN)
                crok_map_mark_ray(w->map, i, from, to, true, w->on_line);
            if (at == CROK_LINE_VISIBLE)
                crok_map_mark_ray(w->map, i, from, to, true, w->on_visible);
        }
}

/* What is between a part and the next one beyond its boundary. */
typedef struct crossing {
    int to; /* a cell of the other part, or of this one beyond a thin line */
    bool over_line, over_visible;
} crossing;

/* Walk from cell i, in the direction `beside`, over the edge to the next cell
 * that is inside a part. Returns false if a disc, the hole or the rim is in
 * between, or if the edge is too wide. */
static bool cross_edge(const enclosed_work *w, int i, int beside, crossing *out)
{
    *out = (crossing){i + beside, false, false};
    for (int k = 1; k <= EDGE_CELLS; k++, out->to += beside) {
        if (out->to < 0 || out->to >= CROK_MAP_SIZE || !w->is_usable[out->to])
            return false;
        out->over_line = out->over_line || w->on_line[out->to];
        out->over_visible = out->over_visible || w->on_visible[out->to];
        if (w->parts.label[out->to] != 0)
            return true;
    }
    return false;
}

/* Compare the colours on both sides of the boundary of cell i's part, from cell
 * i in the direction `beside`. */
static void cross_boundary(const enclosed_work *w, int i, int beside,
                           boundary *out)
{
    crossing way;
    bool changes = false;
    int next = i + beside;
    if (next < 0 || next >= CROK_MAP_SIZE || w->parts.label[next] != 0)
        return;
    out->n++;
    if (!cross_edge(w, i, beside, &way))
        return;
    changes = crok_map_apart(w->map, i, way.to) >= w->least;
    if (way.over_line) {
        out->n_continues += way.over_visible && !changes;
        return;
    }
    out->n_known++;
    out->n_changes += changes;
    for (int c = 0; c < 3; c++)
        out->change[c] +=
            (double)(w->map->log_rgb[i][c] - w->map->log_rgb[way.to][c]);
}

/* Is the part darker than what surrounds it, and of the same chroma? */
static bool is_shade(const boundary *b)
{
    double mean[3];
    double light = 0.0;
    double chroma = 0.0;
    for (int c = 0; c < 3; c++) {
        mean[c] = b->change[c] / b->n_known;
        light += mean[c] / 3.0;
    }
    for (int c = 0; c < 3; c++)
        chroma += (mean[c] - light) * (mean[c] - light);
    return light < 0.0 && sqrt(chroma) < MAX_SHADE_CHROMA;
}

/* Is the part with this boundary enclosed by an edge? */
static bool is_enclosed_by(const boundary *b)
{
    return b->n_known > 0 && b->n_continues < MAX_CONTINUES_FRAC * b->n &&
           b->n_known >= MIN_KNOWN_FRAC * b->n &&
           b->n_changes >= MIN_ENCLOSED_FRAC * b->n_known && !is_shade(b);
}

/* Set a cell, and the cells of the edge that are next to it. */
static void set_around(const enclosed_work *w, int i, bool *is_enclosed)
{
    for (int y = -GROW_CELLS; y <= GROW_CELLS; y++)
        for (int x = -GROW_CELLS; x <= GROW_CELLS; x++) {
            int at = i + y * CROK_MAP_CELLS + x;
            if (at >= 0 && at < CROK_MAP_SIZE && w->is_usable[at])
                is_enclosed[at] = true;
        }
}

/* Label the parts. Returns the largest label. */
static int label_parts(enclosed_work *w)
{
    int label = 0;
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        if (w->is_inside[i] && w->parts.label[i] == 0)
            (void)crok_component_find(&w->parts, w->is_inside, i, ++label);
    return label;
}

static crok_status set_enclosed(enclosed_work *w, bool *is_enclosed,
                                crok_err *err)
{
    static const int beside[] = {1, -1, CROK_MAP_CELLS, -CROK_MAP_CELLS};
    boundary *of = calloc((size_t)label_parts(w) + 1, sizeof *of);
    if (of == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for enclosed parts");
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        for (int d = 0; d < 4 && w->parts.label[i] != 0; d++)
            cross_boundary(w, i, beside[d], &of[w->parts.label[i]]);
    memset(is_enclosed, 0, CROK_MAP_SIZE * sizeof *is_enclosed);
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        if (is_enclosed_by(&of[w->parts.label[i]]))
            set_around(w, i, is_enclosed);
    free(of);
    return CROK_OK;
}

crok_status crok_enclosed_find(const crok_surface_map *map,
                               const crok_line_visibility *lines,
                               const crok_board *board, bool *is_enclosed,
                               crok_err *err)
{
    enclosed_work *w = calloc(1, sizeof *w);
    crok_status st = CROK_OK;
    if (w == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for enclosed parts");
    w->map = map;
    for (int i = 0; i < CROK_MAP_SIZE; i++) {
        w->is_usable[i] = map->cell[i] != CROK_CELL_BEYOND &&
                          map->cell[i] != CROK_CELL_OUTSIDE &&
                          crok_map_is_judged(map, board, i);
    }
    mark_lines(w, lines, board);
    find_edges(w);
    st = set_enclosed(w, is_enclosed, err);
    free(w);
    return st;
}
