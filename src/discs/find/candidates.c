/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/candidates.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/scratch.h"
#include "discs/find/size.h"
#include "discs/twenty.h"

/* Range of disc radii tried, as fractions of the outer line's radius, in
 * N_RADII steps of equal ratio: from 13 mm on a line of 305 mm to 22 mm on one
 * of 300 mm (a drawn board). */
#define R_MIN_FRAC 0.0425
#define R_MAX_FRAC 0.0760
#define N_RADII 7
/* Size of an accumulator cell, in pixels of the picture with the edges. Chosen
 * by hand: with smaller cells the votes of one circle scatter over too many
 * cells. */
#define CELL_PX 2.0
/* Votes are integers, in units of 1 / PER_MM millimetres of edge. */
#define PER_MM 16.0
/* Number of cells that are compared with the threshold at once. */
#define BLOCK 64
/* Non-maximum suppression: two centres nearer than this many radii are one
 * disc. Discs in contact are 2 radii apart; the difference allows for errors of
 * the centres and of the radius. */
#define APART_RADII 1.4
/* Smallest fraction of an outline that must have voted. MIN_VOTES is for a disc
 * by itself. MIN_VOTES_BESIDE is for a disc within BESIDE_RADII radii of a sure
 * one, which may hide a part of the outline or suppress its weaker edges. With
 * 0.33 everywhere most additional candidates are grain and the search takes a
 * third longer; with 0.40 everywhere black discs between yellow ones on a black
 * board were missed. */
#define MIN_VOTES 0.40
#define MIN_VOTES_BESIDE 0.33
#define BESIDE_RADII 2.5

typedef struct accumulator {
    int side;
    double cell_mm;
    double half_mm; /* half the square's side */
    double radius_mm;
    crok_mm hole; /* peaks within hole_mm of this point or of the origin are
                     left out */
    double hole_mm;
    int16_t *count; /* side * side */
} accumulator;

/* The centre of a cell, mm. */
static crok_mm cell_centre(const accumulator *a, int x, int y)
{
    return (crok_mm){x * a->cell_mm - a->half_mm, y * a->cell_mm - a->half_mm};
}

static void vote_for(accumulator *a, float x_cells, float y_cells, int16_t vote)
{
    int x = (int)x_cells;
    int y = (int)y_cells;
    unsigned inner = (unsigned)a->side - 2U; /* without the border cells */
    if ((unsigned)(x - 1) < inner && (unsigned)(y - 1) < inner)
        a->count[y * a->side + x] = (int16_t)(a->count[y * a->side + x] + vote);
}

/* Fill the accumulator for radius a->radius_mm: each edge point votes, with its
 * length, for the two centres at that distance along its normal. There are two
 * because a disc may be lighter or darker than the board. */
static void fill_accumulator(const crok_face_edges *edges, accumulator *a)
{
    float inv = (float)(1.0 / a->cell_mm);
    float middle = (float)a->half_mm * inv + 0.5F;
    float r = (float)a->radius_mm * inv;
    memset(a->count, 0, sizeof *a->count * (size_t)a->side * (size_t)a->side);
    for (int i = 0; i < edges->n; i++) {
        const crok_face_edge *e = &edges->at[i];
        float x = e->x_mm * inv + middle;
        float y = e->y_mm * inv + middle;
        int16_t vote = (int16_t)((float)PER_MM * e->length_mm);
        vote_for(a, x + r * e->nx, y + r * e->ny, vote);
        vote_for(a, x - r * e->nx, y - r * e->ny, vote);
    }
}

/* Votes of the 3x3 cells around (x, y), as a fraction of the circumference. */
static double votes_at(const accumulator *a, int x, int y)
{
    int sum = 0;
    for (int v = y - 1; v <= y + 1; v++)
        for (int u = x - 1; u <= x + 1; u++)
            sum += a->count[(size_t)v * (size_t)a->side + (size_t)u];
    return sum / (2.0 * CROK_PI * a->radius_mm * PER_MM);
}

/* Non-maximum suppression: add the peak unless another within apart_mm has at
 * least as many votes. Weaker peaks within apart_mm are removed. The list stays
 * sorted. */
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

/* Is this position the centre of the hole's edge or of a disc in the hole? */
static bool is_hole(const accumulator *a, crok_mm at)
{
    return hypot(at.x, at.y) < a->hole_mm ||
           hypot(at.x - a->hole.x, at.y - a->hole.y) < a->hole_mm;
}

/* Has any of the n cells at least this many votes? Testing a whole block at
 * once is fast, because most blocks have no peak. */
static bool any_has(const int16_t *count, int n, int least)
{
    int most = 0;
    for (int i = 0; i < n; i++)
        most = count[i] > most ? count[i] : most;
    return most >= least;
}

/* Thresholds for a peak: on its votes as votes_at computes them, and on the
 * count of its own cell, which is tested first because that is cheap. */
typedef struct peak_threshold {
    double votes;
    int count;
} peak_threshold;

/* Add the peaks among the n cells of row y from x0 on. */
static void peaks_among(const accumulator *a, const peak_threshold *least,
                        int y, int x0, int n, crok_candidates *list)
{
    double apart_mm = APART_RADII * a->radius_mm;
    const int16_t *row = a->count + (size_t)y * (size_t)a->side;
    for (int x = x0; x < x0 + n; x++) {
        double v = row[x] < least->count ? 0.0 : votes_at(a, x, y);
        crok_mm at = cell_centre(a, x, y);
        if (v >= least->votes && !is_hole(a, at))
            add_peak(list, (crok_candidate){at, v, 0.0}, apart_mm);
    }
}

static void find_peaks(const accumulator *a, double min_votes,
                       crok_candidates *list)
{
    /* the fullest of nine cells has at least a ninth of their votes */
    const peak_threshold least = {
        .votes = min_votes,
        .count =
            (int)(min_votes * 2.0 * CROK_PI * a->radius_mm * PER_MM / 9.0) + 1};
    int end = a->side - 2;
    list->n = 0;
    list->radius_mm = a->radius_mm;
    for (int y = 2; y < end; y++) {
        for (int x = 2; x < end; x += BLOCK) {
            int n = end - x < BLOCK ? end - x : BLOCK;
            if (any_has(a->count + (size_t)y * (size_t)a->side + x, n,
                        least.count))
                peaks_among(a, &least, y, x, n, list);
        }
    }
}

/* Score of a radius: sum of (votes - CROK_SURE_VOTES)^2 over the sure peaks
 * outside the hole. The hole is left out because it is a circle of another
 * size. */
static double radius_score(const crok_candidates *list, const crok_board *board)
{
    double sum = 0.0;
    for (int i = 0; i < list->n; i++) {
        double v = list->c[i].votes;
        if (hypot(list->c[i].at.x, list->c[i].at.y) > board->hole_mm)
            sum += (v - CROK_SURE_VOTES) * (v - CROK_SURE_VOTES);
    }
    return sum;
}

/* Is a sure candidate within BESIDE_RADII radii? */
static bool is_beside_sure(const crok_candidates *list, crok_mm at)
{
    for (int i = 0; i < list->n && list->c[i].votes >= CROK_SURE_VOTES; i++)
        if (crok_mm_apart(list->c[i].at, at) < BESIDE_RADII * list->radius_mm)
            return true;
    return false;
}

/* Drop candidates with fewer than MIN_VOTES, unless a sure candidate is beside
 * them. */
static void drop_weak(crok_candidates *list)
{
    int n = 0;
    for (int i = 0; i < list->n; i++)
        if (list->c[i].votes >= MIN_VOTES ||
            is_beside_sure(list, list->c[i].at))
            list->c[n++] = list->c[i];
    list->n = n;
}

crok_status crok_candidates_find(const crok_face_edges *edges,
                                 const crok_board *board, double reach_mm,
                                 crok_mm hole, crok_candidates *out,
                                 crok_err *err)
{
    CROK_SCRATCH(crok_candidates, list, 1);
    accumulator a = {.cell_mm = CELL_PX / edges->px_per_mm,
                     .half_mm = reach_mm,
                     .hole = hole,
                     .hole_mm = CROK_IN_HOLE_FRAC * board->hole_mm};
    double best = -1.0;
    double outer = board->line_mm[CROK_LINE_OUTER];
    a.side = (int)(2.0 * reach_mm / a.cell_mm) + 2;
    a.count = malloc(sizeof *a.count * (size_t)a.side * (size_t)a.side);
    if (a.count == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to find discs");
    for (int k = 0; k < N_RADII; k++) {
        double e = 0.0;
        a.radius_mm = outer * (R_MIN_FRAC * pow(R_MAX_FRAC / R_MIN_FRAC,
                                                (double)k / (N_RADII - 1)));
        if (a.radius_mm < CROK_LEAST_OF_HOLE * board->hole_mm &&
            k + 1 < N_RADII)
            continue;
        fill_accumulator(edges, &a);
        find_peaks(&a, CROK_SURE_VOTES, list);
        e = radius_score(list, board);
        if (e <= best)
            continue;
        best = e;
        *out = *list;
    }
    a.radius_mm = crok_disc_size(edges, out, board);
    fill_accumulator(edges, &a);
    find_peaks(&a, MIN_VOTES_BESIDE, out);
    drop_weak(out);
    free(a.count);
    return CROK_OK;
}
