/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/unseen/patches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "discs/unseen/enclosed.h"
#include "discs/unseen/map_mask.h"

/* Smallest width of a patch that can hide a disc, in disc diameters. Beside a
 * narrower patch enough of a disc is visible to find it. */
#define MIN_PATCH_DIAMETERS 0.8
/* A patch of another colour is part of the surface (print, shade or a
 * reflection) if at least this part of the length of the lines that cross it is
 * visible. Chosen by hand. */
#define MIN_VISIBLE_FRAC 0.5
/* Two patches have the same colour if their mean log colours are less than this
 * apart: an eighth more light on one of them is allowed. Chosen by hand. */
#define MAX_APART 0.2
/* Colours of inlay that are noted. Chosen by hand: boards have one to three. */
#define MAX_INLAID 16
/* A patch fades into the surface if the mean change of its colour across its
 * boundary, over 2 BOUNDARY_CELLS + 1 cells (20 mm), is less than MIN_SHARPNESS
 * times the mean distance of its cells from the surface's colour. At a cover's
 * edge the quotient is 1; in light that fades over 60 mm and more it is a
 * third. Chosen by hand between the two, on 17 photos and their variants: a
 * lower value takes glare for a cover, a higher one takes a crumpled cloth for
 * glare. */
#define BOUNDARY_CELLS 2
#define MIN_SHARPNESS 0.6

/* The colour of a patch that is painted or inlaid. */
typedef struct inlay {
    double log_rgb[3]; /* mean */
    bool is_crossed; /* lines cross it, and not only the outer one beside it */
} inlay;

typedef struct patch_work {
    const crok_surface_map *map;
    const crok_line_visibility *lines;
    bool mask[CROK_MAP_SIZE], eroded[CROK_MAP_SIZE];
    bool found[CROK_MAP_SIZE];
    crok_components parts;
    int n_inlaid;
    inlay inlaid[MAX_INLAID];
} patch_work;

/* The measurements of a patch: the length of the lines that cross it, visible
 * and hidden, and how sharp its boundary is. */
typedef struct patch {
    double visible_mm, hidden_mm;
    double outer_mm; /* visible length of the outer line; part of visible_mm */
    double log_rgb[3]; /* sum over its cells */
    int n, n_burnt_out, n_boundary;
    double distance; /* sum over its cells of their distance from the surface's
                        colour */
    double step; /* sum over its boundary of the change of colour across it */
    bool is_surface;
} patch;

/* The change of log colour across the boundary of the patch at its cell i, from
 * BOUNDARY_CELLS cells inside the boundary cell to BOUNDARY_CELLS + 1 cells
 * outside it. It is the largest change over those of the four directions in
 * which the patch ends there. Returns a negative value if i is not on the
 * boundary. */
static double boundary_step(const patch_work *w, int i)
{
    static const int dx[] = {1, -1, 0, 0};
    static const int dy[] = {0, 0, 1, -1};
    double most = -1.0;
    int x = i % CROK_MAP_CELLS;
    int y = i / CROK_MAP_CELLS;
    for (int k = 0; k < 4; k++) {
        int in_x = x - dx[k] * BOUNDARY_CELLS;
        int in_y = y - dy[k] * BOUNDARY_CELLS;
        int out_x = x + dx[k] * (BOUNDARY_CELLS + 1);
        int out_y = y + dy[k] * (BOUNDARY_CELLS + 1);
        int in = in_y * CROK_MAP_CELLS + in_x;
        int out = out_y * CROK_MAP_CELLS + out_x;
        if (fmin(fmin(in_x, in_y), fmin(out_x, out_y)) < 0 ||
            fmax(fmax(in_x, in_y), fmax(out_x, out_y)) >= CROK_MAP_CELLS ||
            w->parts.label[i + dx[k] + dy[k] * CROK_MAP_CELLS] ==
                w->parts.label[i] ||
            w->parts.label[in] != w->parts.label[i] ||
            w->map->cell[out] != CROK_CELL_SURFACE)
            continue;
        most = fmax(most, crok_map_apart(w->map, in, out));
    }
    return most;
}

static void measure_boundaries(const patch_work *w, patch *of)
{
    for (int i = 0; i < CROK_MAP_SIZE; i++) {
        patch *p = &of[w->parts.label[i]];
        double step = 0.0;
        if (w->parts.label[i] == 0)
            continue;
        p->n++;
        for (int c = 0; c < 3; c++)
            p->log_rgb[c] += (double)w->map->log_rgb[i][c];
        p->n_burnt_out += w->map->cell[i] == CROK_CELL_GLARE;
        p->distance += (double)w->map->distance[i];
        step = boundary_step(w, i);
        if (step < 0.0)
            continue;
        p->n_boundary++;
        p->step += step;
    }
}

static bool shows_lines(const patch *p)
{
    return p->visible_mm > 0.0 &&
           p->visible_mm >= MIN_VISIBLE_FRAC * (p->visible_mm + p->hidden_mm);
}

/* Does the patch fade into the surface, as light does and a cover does not? */
static bool fades(const patch *p)
{
    return p->n_boundary > 0 && 2 * p->n_burnt_out < p->n &&
           p->step / p->n_boundary < MIN_SHARPNESS * p->distance / p->n;
}

/* Note the colour of a patch in which more than a disc's diameter of lines is
 * visible: it is painted or inlaid. Beyond MAX_INLAID they are not noted. */
static void note_inlay(patch_work *w, const patch *p, double disc_mm)
{
    inlay *to = &w->inlaid[w->n_inlaid];
    if (!shows_lines(p) || p->visible_mm < 2.0 * disc_mm ||
        w->n_inlaid == MAX_INLAID)
        return;
    for (int c = 0; c < 3; c++)
        to->log_rgb[c] = p->log_rgb[c] / p->n;
    to->is_crossed = p->visible_mm - p->outer_mm >= 2.0 * disc_mm;
    w->n_inlaid++;
}

static bool is_same_colour(const patch *p, const inlay *i)
{
    double sum = 0.0;
    for (int c = 0; c < 3; c++) {
        double d = p->log_rgb[c] / p->n - i->log_rgb[c];
        sum += d * d;
    }
    return sqrt(sum) < MAX_APART;
}

/* Does the patch have the colour of inlay, or of inlay that lines cross? */
static bool is_inlaid(const patch_work *w, const patch *p, bool crossed)
{
    for (int i = 0; i < w->n_inlaid; i++)
        if ((w->inlaid[i].is_crossed || !crossed) &&
            is_same_colour(p, &w->inlaid[i]))
            return true;
    return false;
}

/* Clear the cells of visible lines from the mask: ink has another colour than
 * the surface, but it is no patch. */
static void clear_visible_lines(patch_work *w, const crok_board *b)
{
    double reach = 0.5 * b->line_width_mm + w->map->cell_mm;
    for (int line = 0; line < CROK_N_LINES; line++) {
        double r = b->line_mm[line];
        for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++)
            if (w->lines->at[line][i] == CROK_LINE_VISIBLE)
                crok_map_mark_ray(w->map, i, r - reach, r + reach, false,
                                  w->mask);
    }
}

/* The label of the patch `beside` mm outside a line (negative: inside it) at
 * angle 2 pi i / CROK_VISIBILITY_ANGLES; 0 if there is none. */
static int label_beside(const patch_work *w, const crok_board *b, int line,
                        int i, double beside)
{
    double r = b->line_mm[line] + beside;
    int at = crok_map_index(w->map, crok_visibility_mm(r, i));
    return at < 0 ? 0 : w->parts.label[at];
}

/* Sum the visible and the hidden length of the lines that cross each patch. A
 * line crosses where there is a patch on both sides of it. The map has no
 * surface outside the outer line, so for that line only the inside is tested.
 */
static void measure_crossings(const patch_work *w, const crok_board *b,
                              int first_line, patch *of)
{
    double beside = 0.5 * b->line_width_mm + 2.0 * w->map->cell_mm;
    for (int line = first_line; line < CROK_N_LINES; line++) {
        double step = crok_visibility_step_mm(b->line_mm[line]);
        for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++) {
            int inside = label_beside(w, b, line, i, -beside);
            int outside = line == CROK_LINE_OUTER
                              ? inside
                              : label_beside(w, b, line, i, beside);
            bool is_visible = w->lines->at[line][i] == CROK_LINE_VISIBLE;
            double visible = is_visible ? step : 0.0;
            double hidden =
                !is_visible && w->lines->at[line][i] != CROK_LINE_UNKNOWN ? step
                                                                          : 0.0;
            if (inside == 0 || outside == 0)
                continue;
            of[inside].visible_mm += visible;
            of[inside].hidden_mm += hidden;
            of[outside].visible_mm += visible;
            of[inside].outer_mm +=
                line == CROK_LINE_OUTER ? 2.0 * visible : 0.0;
            of[outside].hidden_mm += hidden;
        }
    }
}

/* Label all patches in w->mask. Returns the largest label. */
static int label_patches(patch_work *w)
{
    int label = 0;
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        if (w->mask[i] && w->parts.label[i] == 0)
            (void)crok_component_find(&w->parts, w->mask, i, ++label);
    return label;
}

/* Clear the patches that are part of the surface in spite of their colour from
 * the mask: those in which lines are visible, those that fade into the surface,
 * and those of the colour of inlay. A patch with `sharp_edges` does not fade.
 */
static crok_status clear_surface(patch_work *w, const crok_board *b,
                                 bool sharp_edges, crok_err *err)
{
    int n = 0;
    patch *of = NULL;
    memset(w->parts.label, 0, sizeof w->parts.label);
    n = label_patches(w);
    of = calloc((size_t)n + 1, sizeof *of);
    if (of == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for unseen patches");
    measure_crossings(w, b, sharp_edges ? CROK_LINE_OUTER + 1 : CROK_LINE_OUTER,
                      of);
    measure_boundaries(w, of);
    for (int k = 1; k <= n; k++)
        note_inlay(w, &of[k], b->disc_mm);
    for (int k = 1; k <= n; k++)
        of[k].is_surface = shows_lines(&of[k]) ||
                           is_inlaid(w, &of[k], sharp_edges) ||
                           (!sharp_edges && fades(&of[k]));
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        if (of[w->parts.label[i]].is_surface)
            w->mask[i] = false;
    free(of);
    return CROK_OK;
}

/* Add the hidden parts of the patches in w->mask to is_hidden. */
static crok_status add_hidden(patch_work *w, const crok_board *b,
                              bool sharp_edges, bool *is_hidden, crok_err *err)
{
    double r = MIN_PATCH_DIAMETERS * b->disc_mm / w->map->cell_mm;
    crok_status st = CROK_OK;
    clear_visible_lines(w, b);
    st = clear_surface(w, b, sharp_edges, err);
    if (st != CROK_OK)
        return st;
    crok_mask_open(w->mask, r, w->eroded, w->found);
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        is_hidden[i] = is_hidden[i] || w->found[i];
    return CROK_OK;
}

crok_status crok_patches_find(const crok_surface_map *map,
                              const crok_line_visibility *lines,
                              const crok_board *board, bool *is_hidden,
                              crok_err *err)
{
    patch_work *w = calloc(1, sizeof *w);
    crok_status st = CROK_OK;
    if (w == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for unseen patches");
    w->map = map;
    w->lines = lines;
    memset(is_hidden, 0, CROK_MAP_SIZE * sizeof *is_hidden);
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        w->mask[i] = map->cell[i] == CROK_CELL_FOREIGN ||
                     map->cell[i] == CROK_CELL_GLARE;
    st = add_hidden(w, board, false, is_hidden, err);
    if (st == CROK_OK)
        st = crok_enclosed_find(map, lines, board, w->mask, err);
    if (st == CROK_OK)
        st = add_hidden(w, board, true, is_hidden, err);
    free(w);
    return st;
}
