/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/candidates.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "board/edges.h"
#include "cv/cv.h"
#include "discs/size.h"
#include "discs/twenty.h"

/* Disc radii tried, as parts of the outer line's radius: 13 mm of 305 to a
 * drawn board's 22 of 300. */
#define R_MIN_FRAC 0.0425
#define R_MAX_FRAC 0.0760
#define N_RADII 7
/* An accumulator's cell in pixels of the view. */
#define CELL_PX 2.0
/* Centres nearer than this many radii are one disc. */
#define APART_RADII 1.4
/* Part of an outline that must have voted. */
#define MIN_VOTES 0.40
/* Votes above which a peak speaks for its radius. */
#define SURE_VOTES 0.60

typedef struct accumulator {
    int side;
    double radius_px;
    crok_mm hole; /* no peaks so near to this and to the middle: */
    double hole_mm;
    uint16_t *count;
} accumulator;

/* Every edge point votes for the two centres at the radius along its normal
 * (a disc may be lighter or darker than the board). */
static void cast_votes(const crok_edges *edges, accumulator *a)
{
    float r = (float)a->radius_px;
    float inv = (float)(1.0 / CELL_PX);
    memset(a->count, 0, sizeof *a->count * (size_t)a->side * (size_t)a->side);
    for (int i = 0; i < edges->n; i++) {
        const crok_edge *e = &edges->at[i];
        for (int k = 0; k < 2; k++) {
            float s = k == 0 ? r : -r;
            int x = (int)((e->x_px + s * e->nx) * inv + 0.5F);
            int y = (int)((e->y_px + s * e->ny) * inv + 0.5F);
            if (x >= 1 && y >= 1 && x + 1 < a->side && y + 1 < a->side)
                a->count[(size_t)y * (size_t)a->side + (size_t)x]++;
        }
    }
}

/* Votes of the 3x3 cells at (x, y), as a part of the outline's length. */
static double votes_at(const accumulator *a, int x, int y)
{
    int sum = 0;
    for (int v = y - 1; v <= y + 1; v++)
        for (int u = x - 1; u <= x + 1; u++)
            sum += a->count[(size_t)v * (size_t)a->side + (size_t)u];
    return sum / (2.0 * CROK_PI * a->radius_px);
}

/* Adds the peak unless a stronger one is near; the list stays sorted. */
static void add_peak(crok_candidates *list, crok_candidate c, double apart_mm)
{
    int at = 0;
    for (int i = 0; i < list->n; i++) {
        if (hypot(list->c[i].at.x - c.at.x, list->c[i].at.y - c.at.y) >=
            apart_mm)
            continue;
        if (list->c[i].votes >= c.votes)
            return;
        memmove(&list->c[i], &list->c[i + 1],
                sizeof list->c[0] * (size_t)(list->n - i - 1));
        list->n--;
        i--;
    }
    if (list->n == CROK_MAX_CANDIDATES) {
        if (list->c[list->n - 1].votes >= c.votes)
            return;
        list->n--;
    }
    for (at = list->n; at > 0 && list->c[at - 1].votes < c.votes; at--)
        list->c[at] = list->c[at - 1];
    list->c[at] = c;
    list->n++;
}

/* Is it the hole's edge, or of a disc in it? */
static bool is_hole(const accumulator *a, crok_mm at)
{
    return hypot(at.x, at.y) < a->hole_mm ||
           hypot(at.x - a->hole.x, at.y - a->hole.y) < a->hole_mm;
}

static void find_peaks(const accumulator *a, const crok_topview *view,
                       crok_candidates *list)
{
    double apart_mm = APART_RADII * a->radius_px / view->px_per_mm;
    int least = (int)(MIN_VOTES * 2.0 * CROK_PI * a->radius_px / 9.0) + 1;
    list->n = 0;
    list->radius_mm = a->radius_px / view->px_per_mm;
    for (int y = 2; y + 2 < a->side; y++) {
        for (int x = 2; x + 2 < a->side; x++) {
            double v = 0.0;
            crok_mm at =
                crok_topview_mm(view, (crok_px){x * CELL_PX, y * CELL_PX});
            /* one of nine cells has a ninth of their votes */
            if (a->count[(size_t)y * (size_t)a->side + (size_t)x] < least)
                continue;
            v = votes_at(a, x, y);
            if (v >= MIN_VOTES && !is_hole(a, at))
                add_peak(list, (crok_candidate){at, v}, apart_mm);
        }
    }
}

/* How much a list speaks for its radius: only strong peaks away from the hole
 * (which is a circle of its own size), each beyond chance. */
static double evidence(const crok_candidates *list, const crok_board *board)
{
    double sum = 0.0;
    for (int i = 0; i < list->n; i++) {
        double v = list->c[i].votes;
        if (v > SURE_VOTES &&
            hypot(list->c[i].at.x, list->c[i].at.y) > board->hole_mm)
            sum += (v - SURE_VOTES) * (v - SURE_VOTES);
    }
    return sum;
}

crok_status crok_candidates_find(const crok_topview *view,
                                 const crok_board *board, crok_mm hole,
                                 crok_candidates *out, crok_err *err)
{
    static _Thread_local crok_candidates list;
    crok_edges edges = {0};
    accumulator a = {.side = (int)(view->img.w_px / CELL_PX) + 2,
                     .hole = hole,
                     .hole_mm = CROK_IN_HOLE_FRAC * board->hole_mm};
    double best = -1.0;
    double outer = board->line_mm[CROK_LINE_OUTER];
    crok_status st = crok_edges_find(&view->img, &edges, err);
    if (st != CROK_OK)
        return st;
    a.count = malloc(sizeof *a.count * (size_t)a.side * (size_t)a.side);
    if (a.count == NULL) {
        crok_edges_free(&edges);
        return crok_fail(err, CROK_ENOMEM, "no memory to find discs");
    }
    for (int k = 0; k < N_RADII; k++) {
        double r = outer * (R_MIN_FRAC * pow(R_MAX_FRAC / R_MIN_FRAC,
                                             (double)k / (N_RADII - 1)));
        double e = 0.0;
        a.radius_px = r * view->px_per_mm;
        cast_votes(&edges, &a);
        find_peaks(&a, view, &list);
        e = evidence(&list, board);
        if (e <= best)
            continue;
        best = e;
        *out = list;
    }
    a.radius_px =
        view->px_per_mm * crok_disc_size(&edges, view, out, board->hole_mm);
    cast_votes(&edges, &a);
    find_peaks(&a, view, out);
    free(a.count);
    crok_edges_free(&edges);
    return CROK_OK;
}
