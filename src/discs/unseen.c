/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/unseen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "discs/unseen/line_visibility.h"
#include "discs/unseen/surface_map.h"

/* A patch narrower than this, in disc diameters, cannot hide a disc: enough of
 * the disc shows beside it to be found. */
#define MIN_PATCH_DIAMETERS 0.8
/* A line must be hidden over this many disc diameters; less is a worn place or
 * something that hides no disc. */
#define MIN_RUN_DIAMETERS 1.0
/* What covers a line has an edge: at one end of the hidden run the mean colour
 * beside the line changes by this at least, log units. On 17 photos it changed
 * by less than 0.08 where ink had worn off. Lower: grain makes edges. Higher: a
 * cover of nearly the board's colour is a worn line. */
#define MIN_EDGE 0.10
/* A patch of another colour that lines cross is seen if this part of them is
 * visible in it: it is print, shade or a reflection. */
#define MIN_VISIBLE_FRAC 0.5
/* The change of colour across a patch's boundary, over 2 BOUNDARY_CELLS + 1
 * cells (20 mm), as a part of the patch's mean distance from the surface: a
 * cover changes by about all of it, a reflection of a lamp, which fades over
 * its whole width of 60 mm and more, by a third. */
#define BOUNDARY_CELLS 2
#define MIN_SHARPNESS 0.6
/* A disc is not found if this part of its face is hidden. */
#define MIN_HIDDEN_FRAC 0.7
/* Discs that are side by side are at least this many diameters apart: the
 * positions lie on a grid of cells. */
#define MIN_APART_DIAMETERS 0.97

typedef struct unseen_work {
    crok_surface_map map;
    crok_line_visibility lines;
    bool is_hidden[CROK_MAP_SIZE];
    bool mask[CROK_MAP_SIZE], scratch[CROK_MAP_SIZE];
    int label[CROK_MAP_SIZE]; /* of connected components; 0: none */
    int stack[CROK_MAP_SIZE];
    int component[CROK_MAP_SIZE]; /* the cells of one */
} unseen_work;

/* ---- binary morphology on the map ---- */

static bool is_set(const bool *in, int x, int y)
{
    return x >= 0 && y >= 0 && x < CROK_MAP_CELLS && y < CROK_MAP_CELLS &&
           in[y * CROK_MAP_CELLS + x];
}

/* Is there a cell within r cells of cell i that is set, or that is not? Beyond
 * the map nothing is set. */
static bool has_within(const bool *in, int i, double r, bool wanted)
{
    int reach = (int)floor(r);
    int width = 2 * reach + 1;
    for (int k = 0; k < width * width; k++) {
        int dx = k % width - reach;
        int dy = k / width - reach;
        if (hypot(dx, dy) <= r && is_set(in, i % CROK_MAP_CELLS + dx,
                                         i / CROK_MAP_CELLS + dy) == wanted)
            return true;
    }
    return false;
}

/* Opening by a disc of r cells: erosion keeps the cells that have only set
 * cells about them, dilation then sets all about these. `eroded` is scratch. */
static void open_mask(const bool *in, double r, bool *eroded, bool *out)
{
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        eroded[i] = in[i] && !has_within(in, i, r, false);
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        out[i] = has_within(eroded, i, r, true);
}

/* Collects the component of set cells that holds `start` (8-connected) in
 * w->component and labels it. Returns its size. */
static int flood(unseen_work *w, const bool *set, int start, int label)
{
    int n = 0;
    int top = 0;
    w->stack[top++] = start;
    w->label[start] = label;
    while (top > 0) {
        int i = w->stack[--top];
        w->component[n++] = i;
        for (int k = 0; k < 9; k++) {
            int x = i % CROK_MAP_CELLS + k % 3 - 1;
            int y = i / CROK_MAP_CELLS + k / 3 - 1;
            int at = y * CROK_MAP_CELLS + x;
            if (x < 0 || y < 0 || x >= CROK_MAP_CELLS || y >= CROK_MAP_CELLS ||
                !set[at] || w->label[at] != 0)
                continue;
            w->label[at] = label;
            w->stack[top++] = at;
        }
    }
    return n;
}

/* ---- patches of another colour ---- */

/* What is measured of a patch: the length of the lines that cross it, visible
 * and hidden; and how sharp its boundary is. */
typedef struct patch {
    double visible_mm, hidden_mm;
    int n, n_burnt_out, n_boundary;
    double distance; /* sum over its cells of their distance from the surface */
    double step; /* sum over its boundary of the change of colour across it */
} patch;

/* The change of log colour across the boundary between cell i of a patch and
 * the cells beside it: from BOUNDARY_CELLS within to as many beyond, the
 * largest of the four directions in which the patch ends. Negative: i is not on
 * the boundary. */
static double boundary_step(const unseen_work *w, int i)
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
        double sum = 0.0;
        if (fmin(fmin(in_x, in_y), fmin(out_x, out_y)) < 0 ||
            fmax(fmax(in_x, in_y), fmax(out_x, out_y)) >= CROK_MAP_CELLS ||
            w->label[i + dx[k] + dy[k] * CROK_MAP_CELLS] == w->label[i] ||
            w->label[in] != w->label[i] ||
            w->map.cell[out] != CROK_CELL_SURFACE)
            continue;
        for (int c = 0; c < 3; c++) {
            double d = (double)(w->map.log_rgb[in][c] - w->map.log_rgb[out][c]);
            sum += d * d;
        }
        most = fmax(most, sqrt(sum));
    }
    return most;
}

static void measure_boundaries(const unseen_work *w, patch *of)
{
    for (int i = 0; i < CROK_MAP_SIZE; i++) {
        patch *p = &of[w->label[i]];
        double step = 0.0;
        if (w->label[i] == 0)
            continue;
        p->n++;
        p->n_burnt_out += w->map.cell[i] == CROK_CELL_GLARE;
        p->distance += (double)w->map.distance[i];
        step = boundary_step(w, i);
        if (step < 0.0)
            continue;
        p->n_boundary++;
        p->step += step;
    }
}

/* Is a patch a part of the surface all the same? Lines are visible in it, or it
 * fades into the surface, as light does and a cover does not. */
static bool is_surface(const patch *p)
{
    bool shows_lines =
        p->visible_mm > 0.0 &&
        p->visible_mm >= MIN_VISIBLE_FRAC * (p->visible_mm + p->hidden_mm);
    bool fades = p->n_boundary > 0 && 2 * p->n_burnt_out < p->n &&
                 p->step / p->n_boundary < MIN_SHARPNESS * p->distance / p->n;
    return shows_lines || fades;
}

/* Sets the cells of the surface from radius lo to hi at the angle of i to a
 * value. */
static void mark_ray(const crok_surface_map *map, int i, double lo, double hi,
                     bool value, bool *set)
{
    double a = 2.0 * CROK_PI * i / CROK_VISIBILITY_ANGLES;
    int n = (int)ceil((hi - lo) / (0.5 * map->cell_mm));
    for (int k = 0; k <= n; k++) {
        double r = lo + (hi - lo) * k / fmax(n, 1.0);
        int at = crok_map_index(map, (crok_mm){r * cos(a), r * sin(a)});
        if (at >= 0 && map->cell[at] != CROK_CELL_BEYOND)
            set[at] = value;
    }
}

/* The line's ink is of another colour than the surface, too: where the line is
 * visible, its cells are no patch. */
static void clear_visible_lines(unseen_work *w, const crok_board *b)
{
    double reach = 0.5 * b->line_width_mm + w->map.cell_mm;
    for (int line = 0; line < CROK_N_LINES; line++) {
        double r = b->line_mm[line];
        for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++)
            if (w->lines.at[line][i] == CROK_LINE_VISIBLE)
                mark_ray(&w->map, i, r - reach, r + reach, false, w->mask);
    }
}

/* The label of the patch beside a line at an angle: `beside` mm farther out. */
static int label_beside(const unseen_work *w, const crok_board *b, int line,
                        int i, double beside)
{
    double a = 2.0 * CROK_PI * i / CROK_VISIBILITY_ANGLES;
    double r = b->line_mm[line] + beside;
    int at = crok_map_index(&w->map, (crok_mm){r * cos(a), r * sin(a)});
    return at < 0 ? 0 : w->label[at];
}

/* Adds up the lines that cross patches: a line crosses where a patch is on both
 * sides of it. The outer line has no surface on its other side that is mapped:
 * there the inside decides. */
static void measure_crossings(const unseen_work *w, const crok_board *b,
                              patch *of)
{
    double beside = 0.5 * b->line_width_mm + 2.0 * w->map.cell_mm;
    for (int line = 0; line < CROK_N_LINES; line++) {
        double step = 2.0 * CROK_PI * b->line_mm[line] / CROK_VISIBILITY_ANGLES;
        for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++) {
            int inside = label_beside(w, b, line, i, -beside);
            int outside = line == CROK_LINE_OUTER
                              ? inside
                              : label_beside(w, b, line, i, beside);
            bool is_visible = w->lines.at[line][i] == CROK_LINE_VISIBLE;
            double visible = is_visible ? step : 0.0;
            double hidden =
                w->lines.at[line][i] == CROK_LINE_HIDDEN ? step : 0.0;
            if (inside == 0 || outside == 0)
                continue;
            of[inside].visible_mm += visible;
            of[inside].hidden_mm += hidden;
            of[outside].visible_mm += visible;
            of[outside].hidden_mm += hidden;
        }
    }
}

/* Labels all patches in w->mask. Returns the largest label. */
static int label_patches(unseen_work *w)
{
    int label = 0;
    memset(w->label, 0, sizeof w->label);
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        if (w->mask[i] && w->label[i] == 0)
            (void)flood(w, w->mask, i, ++label);
    return label;
}

/* Cells of another colour form patches. A patch in which lines are visible is
 * seen. Of the others those parts are hidden that are wide enough for a disc:
 * the opening of the patch (erosion, then dilation). */
static crok_status find_patches(unseen_work *w, const crok_board *b,
                                crok_err *err)
{
    double r = MIN_PATCH_DIAMETERS * b->disc_mm / w->map.cell_mm;
    patch *of = NULL;
    int n = 0;
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        w->mask[i] = w->map.cell[i] == CROK_CELL_FOREIGN ||
                     w->map.cell[i] == CROK_CELL_GLARE;
    clear_visible_lines(w, b);
    n = label_patches(w);
    of = calloc((size_t)n + 1, sizeof *of);
    if (of == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for unseen patches");
    measure_crossings(w, b, of);
    measure_boundaries(w, of);
    for (int i = 0; i < CROK_MAP_SIZE; i++) {
        if (w->label[i] != 0 && is_surface(&of[w->label[i]]))
            w->mask[i] = false;
    }
    free(of);
    open_mask(w->mask, r, w->scratch, w->is_hidden);
    return CROK_OK;
}

/* ---- hidden lines ---- */

/* A run of angles along a line, none of which shows it. */
typedef struct hidden_run {
    int start, n; /* n angles, some of which may be unknown */
    int n_hidden;
} hidden_run;

static int wrapped(int i)
{
    return (i % CROK_VISIBILITY_ANGLES + CROK_VISIBILITY_ANGLES) %
           CROK_VISIBILITY_ANGLES;
}

/* The run that starts at an angle, n = 0 where none does. An angle where the
 * line's state is unknown neither ends a run nor counts as hidden. */
static hidden_run run_at(const crok_line_state *at, int start)
{
    hidden_run run = {.start = start};
    if (at[start] != CROK_LINE_HIDDEN ||
        at[wrapped(start - 1)] == CROK_LINE_HIDDEN)
        return run;
    while (run.n < CROK_VISIBILITY_ANGLES &&
           at[wrapped(start + run.n)] != CROK_LINE_VISIBLE) {
        run.n_hidden += at[wrapped(start + run.n)] == CROK_LINE_HIDDEN;
        run.n++;
    }
    return run;
}

/* The mean colour beside a line from angle i on, n angles in direction `step`.
 * False where no angle is known. */
static bool mean_beside(const crok_line_visibility *v, int line, int i, int n,
                        int step, double out[3])
{
    int n_known = 0;
    out[0] = out[1] = out[2] = 0.0;
    for (int k = 0; k < n; k++) {
        const float *beside = v->beside[line][wrapped(i + step * k)];
        if (beside[0] == 0.0F)
            continue;
        for (int c = 0; c < 3; c++)
            out[c] += (double)beside[c];
        n_known++;
    }
    for (int c = 0; c < 3 && n_known > 0; c++)
        out[c] /= n_known;
    return n_known > 0;
}

/* The largest difference of a channel between the means of n angles from i on
 * and of n angles before i - gap; 0 where they are not known. */
static double change_at(const crok_line_visibility *v, int line, int i, int gap,
                        int n)
{
    double after[3];
    double before[3];
    double change = 0.0;
    if (!mean_beside(v, line, i, n, 1, after) ||
        !mean_beside(v, line, i - gap - 1, n, -1, before))
        return 0.0;
    for (int c = 0; c < 3; c++)
        change = fmax(change, fabs(after[c] - before[c]));
    return change;
}

/* Is there an edge near angle i, across which the colour beside the line
 * changes at once? The change over `quarter` angles, a quarter of a disc, is
 * compared with that over the surroundings: light fades, a cover ends. */
static bool is_edge(const crok_line_visibility *v, int line, int i, int quarter)
{
    double all = change_at(v, line, i + 2 * quarter, 4 * quarter, 2 * quarter);
    double sharp = 0.0;
    for (int k = -2 * quarter; k <= 2 * quarter; k++)
        sharp = fmax(sharp, change_at(v, line, i + k, 0, quarter));
    return all >= MIN_EDGE && sharp >= MIN_SHARPNESS * all;
}

/* Keeps the runs that are long enough to hide a disc and have an edge; other
 * hidden angles become unknown: the ink has worn off there. */
static void drop_runs(crok_line_visibility *v, int line, double disc_angles)
{
    crok_line_state *at = v->at[line];
    bool keep[CROK_VISIBILITY_ANGLES] = {false};
    int quarter = (int)ceil(0.25 * disc_angles);
    for (int start = 0; start < CROK_VISIBILITY_ANGLES; start++) {
        hidden_run run = run_at(at, start);
        if (run.n == 0 || run.n_hidden < MIN_RUN_DIAMETERS * disc_angles ||
            (!is_edge(v, line, start, quarter) &&
             !is_edge(v, line, start + run.n, quarter)))
            continue;
        for (int k = 0; k < run.n; k++)
            keep[wrapped(start + k)] = true;
    }
    for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++)
        if (at[i] == CROK_LINE_HIDDEN && !keep[i])
            at[i] = CROK_LINE_UNKNOWN;
}

/* Something that hides an arc of a line, from one end to the other, hides what
 * lies between the arc and its chord too, unless it is hollow on that side.
 * Arcs of more than half the line are left to the rays. */
static void hide_segment(unseen_work *w, const crok_board *b, int line,
                         const hidden_run *run)
{
    double half = CROK_PI * run->n / CROK_VISIBILITY_ANGLES;
    double middle = 2.0 * CROK_PI * run->start / CROK_VISIBILITY_ANGLES + half;
    double r = b->line_mm[line];
    for (int i = 0; i < CROK_MAP_SIZE && half < 0.5 * CROK_PI; i++) {
        crok_mm p = crok_map_mm(&w->map, i);
        if (w->map.cell[i] != CROK_CELL_BEYOND && hypot(p.x, p.y) < r &&
            p.x * cos(middle) + p.y * sin(middle) >= r * cos(half))
            w->is_hidden[i] = true;
    }
}

/* What hides a line hides what lies within a disc's radius of it, all between
 * two lines that are both hidden at an angle, and what the hidden arc
 * encloses. */
static void hide_around_line(unseen_work *w, const crok_board *b, int line)
{
    const crok_line_state *at = w->lines.at[line];
    for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++) {
        hidden_run run = run_at(at, i);
        double r = b->line_mm[line];
        if (run.n > 0)
            hide_segment(w, b, line, &run);
        if (at[i] != CROK_LINE_HIDDEN)
            continue;
        mark_ray(&w->map, i, r - b->disc_mm, r + b->disc_mm, true,
                 w->is_hidden);
        if (line + 1 < CROK_N_LINES &&
            w->lines.at[line + 1][i] == CROK_LINE_HIDDEN)
            mark_ray(&w->map, i, b->line_mm[line + 1], r, true, w->is_hidden);
    }
}

static void hide_around_lines(unseen_work *w, const crok_board *b)
{
    for (int line = 0; line < CROK_N_LINES; line++) {
        double angle_mm =
            2.0 * CROK_PI * b->line_mm[line] / CROK_VISIBILITY_ANGLES;
        drop_runs(&w->lines, line, 2.0 * b->disc_mm / angle_mm);
    }
    for (int line = 0; line < CROK_N_LINES; line++)
        hide_around_line(w, b, line);
}

/* ---- what it amounts to ---- */

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
    crok_unseen_region out = {.frac = (double)n / n_surface};
    int n_outside = 0;
    int n_glare = 0;
    for (int k = 0; k < n; k++) {
        int at = w->component[k];
        n_outside += w->map.cell[at] == CROK_CELL_OUTSIDE;
        n_glare += w->map.cell[at] == CROK_CELL_GLARE;
        out.zones |= zones_at(b, crok_map_mm(&w->map, at));
    }
    if (2 * n_outside > n)
        out.why = CROK_UNSEEN_OUTSIDE;
    else if (2 * n_glare > n)
        out.why = CROK_UNSEEN_GLARE;
    return out;
}

/* Inserts a region, the largest first; the smallest goes where there is no
 * room. */
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

/* Finds the connected parts; those too small for most of a disc are seen. */
static void find_regions(unseen_work *w, const crok_board *b, crok_unseen *u)
{
    double disc_cells =
        CROK_PI * b->disc_mm * b->disc_mm / (w->map.cell_mm * w->map.cell_mm);
    int n_surface = 0;
    int label = 0;
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        n_surface += w->map.cell[i] != CROK_CELL_BEYOND;
    memset(w->label, 0, sizeof w->label);
    for (int i = 0; i < CROK_MAP_SIZE; i++) {
        int n = 0;
        if (!w->is_hidden[i] || w->label[i] != 0)
            continue;
        n = flood(w, w->is_hidden, i, ++label);
        if (n >= MIN_HIDDEN_FRAC * disc_cells)
            add_region(u, region_of(w, b, n, n_surface));
        for (int k = 0; k < n && n < MIN_HIDDEN_FRAC * disc_cells; k++)
            w->is_hidden[w->component[k]] = false;
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

/* Discs are packed greedily from the centre outwards, where they are worth
 * most; their centres are the middles of hidden cells. */
static crok_status find_places(const unseen_work *w, crok_observation *seen,
                               crok_err *err)
{
    const crok_board *b = &seen->pose.board;
    crok_unseen *u = &seen->unseen;
    candidate *list = malloc(CROK_MAP_SIZE * sizeof *list);
    int n = 0;
    if (list == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for unseen places");
    for (int i = 0; i < CROK_MAP_SIZE; i++) {
        crok_mm p = crok_map_mm(&w->map, i);
        if (w->is_hidden[i])
            list[n++] = (candidate){hypot(p.x, p.y), i};
    }
    qsort(list, (size_t)n, sizeof *list, by_radius);
    for (int k = 0; k < n && u->n_places < CROK_MAX_UNSEEN_PLACES; k++) {
        crok_mm p = crok_map_mm(&w->map, list[k].cell);
        if (hypot(p.x, p.y) + b->disc_mm < b->line_mm[CROK_LINE_OUTER] &&
            is_free_of_discs(seen, p) &&
            hidden_frac(w, b->disc_mm, p) >= MIN_HIDDEN_FRAC)
            u->place[u->n_places++] = p;
    }
    free(list);
    return CROK_OK;
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
        st = find_patches(w, b, err);
    if (st == CROK_OK) {
        hide_around_lines(w, b);
        for (int i = 0; i < CROK_MAP_SIZE; i++) {
            bool is_outside = w->map.cell[i] == CROK_CELL_OUTSIDE;
            bool is_disc =
                crok_map_is_under_disc(seen, crok_map_mm(&w->map, i));
            w->is_hidden[i] = is_outside || (w->is_hidden[i] && !is_disc);
        }
        find_regions(w, b, u);
        st = find_places(w, seen, err);
    }
    free(w);
    return st == CROK_OK ? refuse(u, err) : st;
}
