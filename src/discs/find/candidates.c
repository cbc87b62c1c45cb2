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
/* A circle belongs to a centre that was seen if its own centre is within this
 * many radii: 4 mm, where the network's centres are 2 to 3 mm off in the median
 * (models/perception/train/find.py). With 6 mm circles of shadows and
 * neighbours were taken. */
#define SAME_RADII 0.25
/* Smallest fraction of an outline that must have voted; with less the votes are
 * those of grain. A disc that others hide in part has little more. */
#define MIN_VOTES 0.33
/* Size of an accumulator cell, in pixels of the picture with the edges. Chosen
 * by hand: with smaller cells the votes of one circle scatter over too many
 * cells. */
#define CELL_PX 2.0
/* Number of cells from the middle of an accumulator to its border. They reach
 * SAME_RADII of the largest radius, 5.8 mm, at the highest resolution, 1.2
 * px/mm; the border itself only lends its votes to its neighbours. */
#define HALF 5
#define SIDE (2 * HALF + 1)
/* Votes are integers, in units of 1 / PER_MM millimetres of edge. */
#define PER_MM 16.0
/* Largest number of edges around one candidate; any more are ignored. Edges are
 * thinned to lines, so they cover no more than about a third of the pixels
 * there. */
#define MAX_NEAR 2000

/* The votes for circles about the places around a centre that was seen. */
typedef struct accumulator {
    double cell_mm;
    crok_mm middle; /* of the middle cell */
    double radius_mm;
    int count[SIDE][SIDE];
} accumulator;

/* The edges that vote, and the hole, in which no circle is a candidate. */
typedef struct search {
    const crok_face_edges *edges;
    crok_mm hole; /* circles within hole_mm of this point or of the origin are
                     left out */
    double hole_mm;
} search;

typedef struct near_edges {
    int n;
    crok_face_edge at[MAX_NEAR];
} near_edges;

double crok_candidates_reach_mm(const crok_board *board)
{
    return (1.0 + SAME_RADII) * R_MAX_FRAC * board->line_mm[CROK_LINE_OUTER];
}

static void vote_for(accumulator *a, float x_cells, float y_cells, int vote)
{
    int x = (int)x_cells;
    int y = (int)y_cells;
    if (x_cells >= 0.0F && y_cells >= 0.0F && x < SIDE && y < SIDE)
        a->count[y][x] += vote;
}

/* Fill the accumulator for radius a->radius_mm: each edge point votes, with its
 * length, for the two centres at that distance along its normal. There are two
 * because a disc may be lighter or darker than the board. */
static void fill_accumulator(const near_edges *edges, accumulator *a)
{
    float inv = (float)(1.0 / a->cell_mm);
    float x0 = (float)a->middle.x;
    float y0 = (float)a->middle.y;
    float half = (float)HALF + 0.5F;
    float r = (float)a->radius_mm * inv;
    memset(a->count, 0, sizeof a->count);
    for (int i = 0; i < edges->n; i++) {
        const crok_face_edge *e = &edges->at[i];
        float x = (e->x_mm - x0) * inv + half;
        float y = (e->y_mm - y0) * inv + half;
        int vote = (int)((float)PER_MM * e->length_mm);
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
            sum += a->count[v][u];
    return sum / (2.0 * CROK_PI * a->radius_mm * PER_MM);
}

/* Is this position the centre of the hole's edge or of a disc in the hole? */
static bool is_hole(const search *s, crok_mm at)
{
    return hypot(at.x, at.y) < s->hole_mm ||
           crok_mm_apart(at, s->hole) < s->hole_mm;
}

/* The circle with the most votes about a centre that was seen. */
static crok_candidate best_circle(const search *s, const accumulator *a,
                                  double chance)
{
    crok_candidate best = {a->middle, 0.0, chance};
    for (int y = 1; y + 1 < SIDE; y++) {
        for (int x = 1; x + 1 < SIDE; x++) {
            crok_mm at = {a->middle.x + (x - HALF) * a->cell_mm,
                          a->middle.y + (y - HALF) * a->cell_mm};
            double votes = votes_at(a, x, y);
            if (votes > best.votes && !is_hole(s, at) &&
                crok_mm_apart(at, a->middle) <= SAME_RADII * a->radius_mm)
                best = (crok_candidate){at, votes, chance};
        }
    }
    return best.votes < MIN_VOTES ? (crok_candidate){a->middle, 0.0, chance}
                                  : best;
}

/* Compare two candidates by their votes, most first, for qsort. */
static int by_votes(const void *a, const void *b)
{
    const crok_candidate *x = a;
    const crok_candidate *y = b;
    return (x->votes < y->votes) - (x->votes > y->votes);
}

/* Find the circles of one radius about the centres of `seen`. */
static void vote(const search *s, const crok_candidates *seen, double radius_mm,
                 crok_candidates *out)
{
    CROK_SCRATCH(near_edges, near, 1);
    accumulator a = {.cell_mm = CELL_PX / s->edges->px_per_mm,
                     .radius_mm = radius_mm};
    out->n = seen->n;
    out->radius_mm = radius_mm;
    for (int i = 0; i < seen->n; i++) {
        a.middle = seen->c[i].at;
        near->n = crok_face_edges_about(s->edges, a.middle,
                                        (1.0 + SAME_RADII) * radius_mm,
                                        near->at, MAX_NEAR);
        fill_accumulator(near, &a);
        out->c[i] = best_circle(s, &a, seen->c[i].seen);
    }
    qsort(out->c, (size_t)out->n, sizeof out->c[0], by_votes);
}

/* Score of a radius: sum of (votes - CROK_SURE_VOTES)^2 over the sure circles
 * outside the hole. The hole is left out because it is a circle of another
 * size. */
static double radius_score(const crok_candidates *list, const crok_board *board)
{
    double sum = 0.0;
    for (int i = 0; i < list->n && list->c[i].votes > CROK_SURE_VOTES; i++) {
        double over = list->c[i].votes - CROK_SURE_VOTES;
        if (hypot(list->c[i].at.x, list->c[i].at.y) > board->hole_mm)
            sum += over * over;
    }
    return sum;
}

/* Drop the centres in the hole. */
static void drop_hole(const search *s, crok_candidates *list)
{
    int n = 0;
    for (int i = 0; i < list->n; i++)
        if (!is_hole(s, list->c[i].at))
            list->c[n++] = list->c[i];
    list->n = n;
}

void crok_candidates_locate(const crok_face_edges *edges,
                            const crok_board *board, crok_mm hole,
                            crok_candidates *list)
{
    CROK_SCRATCH(crok_candidates, circles, 1);
    CROK_SCRATCH(crok_candidates, best, 1);
    const search s = {edges, hole, CROK_IN_HOLE_FRAC * board->hole_mm};
    double outer = board->line_mm[CROK_LINE_OUTER];
    double most = 0.0;
    drop_hole(&s, list);
    best->n = 0;
    best->radius_mm = board->disc_mm;
    for (int k = 0; k < N_RADII; k++) {
        double score = 0.0;
        double radius_mm =
            outer * (R_MIN_FRAC *
                     pow(R_MAX_FRAC / R_MIN_FRAC, (double)k / (N_RADII - 1)));
        if (radius_mm < CROK_LEAST_OF_HOLE * board->hole_mm && k + 1 < N_RADII)
            continue;
        vote(&s, list, radius_mm, circles);
        score = radius_score(circles, board);
        if (score <= most)
            continue;
        most = score;
        *best = *circles;
    }
    vote(&s, list, crok_disc_size(edges, best, board), circles);
    *list = *circles;
}
