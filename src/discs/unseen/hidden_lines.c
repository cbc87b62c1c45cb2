/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/unseen/hidden_lines.h"

#include <math.h>

#include "core/linalg.h"
#include "discs/unseen/map_mask.h"

/* A hidden run of a line counts if it is at least this many disc diameters
 * long. A shorter one is a worn place or is covered by something too small to
 * hide a disc. */
#define MIN_RUN_DIAMETERS 1.0
/* A cover has an edge: at one end of the hidden run the mean colour beside the
 * line changes by at least this, log units. Chosen by hand on 17 photos and
 * their variants (scripts/vary_pictures.py): a lower value takes grain for
 * edges; a higher one takes a cover of nearly the board's colour for a worn
 * line. */
#define MIN_EDGE 0.10
/* The edge's change is also at least this quantile of the changes along the
 * visible parts of the line, so that it exceeds the changes of the grain.
 * Chosen by hand: with 0.95, the changes between the planks of a board hid the
 * edge of a cloth over it. */
#define GRAIN_QUANTILE 0.80
/* Smallest quotient, at an edge, of the colour's change over a quarter of a
 * disc diameter and its change over one and a half diameters. At a cover's edge
 * the quotient is 1; in light that fades evenly it is 1/6. Chosen by hand
 * between the two. */
#define MIN_EDGE_SHARPNESS 0.6

/* A run of angles along a line at which the line is hidden or unknown. */
typedef struct hidden_run {
    int start, n; /* n angles, some of which may be unknown */
    int n_hidden;
} hidden_run;

static int wrapped(int i)
{
    return (i % CROK_VISIBILITY_ANGLES + CROK_VISIBILITY_ANGLES) %
           CROK_VISIBILITY_ANGLES;
}

/* Where a line is faint it is not covered, only worn. */
static bool ends_run(crok_line_state s)
{
    return s == CROK_LINE_VISIBLE || s == CROK_LINE_FAINT;
}

/* The run that starts at angle `start`; its n is 0 if no run starts there. An
 * angle where the line's state is unknown neither ends a run nor counts as
 * hidden. */
static hidden_run run_at(const crok_line_state *at, int start)
{
    hidden_run run = {.start = start};
    if (at[start] != CROK_LINE_HIDDEN ||
        at[wrapped(start - 1)] == CROK_LINE_HIDDEN)
        return run;
    while (run.n < CROK_VISIBILITY_ANGLES &&
           !ends_run(at[wrapped(start + run.n)])) {
        run.n_hidden += at[wrapped(start + run.n)] == CROK_LINE_HIDDEN;
        run.n++;
    }
    return run;
}

/* The mean colour beside a line from angle i on, n angles in direction `step`.
 * Returns false if the colour is known at none of them. */
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
 * and of n angles before i - gap. It is 0 if one of the means is not known. */
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

/* How much the colour beside the line changes from one side of angle i to the
 * other, half a disc's diameter away from it. */
static double change_across(const crok_line_visibility *v, int line, int i,
                            int quarter)
{
    return change_at(v, line, i + 2 * quarter, 4 * quarter, 2 * quarter);
}

static bool is_visible_within(const crok_line_state *at, int i, int n)
{
    for (int k = -n; k <= n; k++)
        if (at[wrapped(i + k)] == CROK_LINE_HIDDEN)
            return false;
    return true;
}

/* The least change at an edge on a line. */
static double least_edge(const crok_line_visibility *v, int line, int quarter)
{
    double change[CROK_VISIBILITY_ANGLES];
    int n = 0;
    for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++)
        if (is_visible_within(v->at[line], i, 4 * quarter))
            change[n++] = change_across(v, line, i, quarter);
    return fmax(MIN_EDGE,
                n > 0 ? crok_quantile(change, n, GRAIN_QUANTILE) : 0.0);
}

/* Is there an edge near angle i, across which the colour beside the line
 * changes by `least` and abruptly? The change over `quarter` angles (a quarter
 * of a disc's diameter) is compared with that over the surroundings, because
 * light fades slowly, but a cover ends abruptly. */
static bool is_edge(const crok_line_visibility *v, int line, int i, int quarter,
                    double least)
{
    double all = change_across(v, line, i, quarter);
    double sharp = 0.0;
    for (int k = -2 * quarter; k <= 2 * quarter; k++)
        sharp = fmax(sharp, change_at(v, line, i + k, 0, quarter));
    return all >= least && sharp >= MIN_EDGE_SHARPNESS * all;
}

/* Keep the runs that are long enough to hide a disc and have an edge. All other
 * hidden angles become unknown, because the ink may only have worn off there.
 */
static void drop_runs(crok_line_visibility *v, int line, double disc_angles)
{
    crok_line_state *at = v->at[line];
    bool keep[CROK_VISIBILITY_ANGLES] = {false};
    int quarter = (int)ceil(0.25 * disc_angles);
    double least = least_edge(v, line, quarter);
    for (int start = 0; start < CROK_VISIBILITY_ANGLES; start++) {
        hidden_run run = run_at(at, start);
        if (run.n == 0 || run.n_hidden < MIN_RUN_DIAMETERS * disc_angles ||
            (!is_edge(v, line, start, quarter, least) &&
             !is_edge(v, line, start + run.n, quarter, least)))
            continue;
        for (int k = 0; k < run.n; k++)
            keep[wrapped(start + k)] = true;
    }
    for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++)
        if (at[i] == CROK_LINE_HIDDEN && !keep[i])
            at[i] = CROK_LINE_UNKNOWN;
}

/* Data that the following functions share. */
typedef struct hide_work {
    const crok_surface_map *map;
    const crok_line_visibility *lines;
    bool *is_hidden;
} hide_work;

/* Mark the cells between a hidden arc and its chord: a cover that hides the
 * whole arc hides these too, unless it is hollow on that side. For arcs of more
 * than half of the line nothing is marked here; hide_around_line marks rays. */
static void hide_segment(const hide_work *w, const crok_board *b, int line,
                         const hidden_run *run)
{
    double half = CROK_PI * run->n / CROK_VISIBILITY_ANGLES;
    double middle = 2.0 * CROK_PI * run->start / CROK_VISIBILITY_ANGLES + half;
    double r = b->line_mm[line];
    for (int i = 0; i < CROK_MAP_SIZE && half < 0.5 * CROK_PI; i++) {
        crok_mm p = crok_map_mm(w->map, i);
        if (w->map->cell[i] != CROK_CELL_BEYOND && w->map->radius_mm[i] < r &&
            p.x * cos(middle) + p.y * sin(middle) >= r * cos(half))
            w->is_hidden[i] = true;
    }
}

/* Mark the cells that are hidden with a line: within a disc's radius of it,
 * between it and the next line outwards at angles where both are hidden, and
 * between a hidden arc and its chord. */
static void hide_around_line(const hide_work *w, const crok_board *b, int line)
{
    const crok_line_state *at = w->lines->at[line];
    for (int i = 0; i < CROK_VISIBILITY_ANGLES; i++) {
        hidden_run run = run_at(at, i);
        double r = b->line_mm[line];
        if (run.n > 0)
            hide_segment(w, b, line, &run);
        if (at[i] != CROK_LINE_HIDDEN)
            continue;
        crok_map_mark_ray(w->map, i, r - b->disc_mm, r + b->disc_mm, true,
                          w->is_hidden);
        if (line + 1 < CROK_N_LINES &&
            w->lines->at[line + 1][i] == CROK_LINE_HIDDEN)
            crok_map_mark_ray(w->map, i, b->line_mm[line + 1], r, true,
                              w->is_hidden);
    }
}

void crok_hidden_lines_find(const crok_surface_map *map,
                            crok_line_visibility *lines,
                            const crok_board *board, bool *is_hidden)
{
    const hide_work w = {map, lines, is_hidden};
    const crok_board *b = board;
    for (int line = 0; line < CROK_N_LINES; line++) {
        double angle_mm = crok_visibility_step_mm(b->line_mm[line]);
        drop_runs(lines, line, 2.0 * b->disc_mm / angle_mm);
    }
    for (int line = 0; line < CROK_N_LINES; line++)
        hide_around_line(&w, b, line);
}
