/* SPDX-License-Identifier: Apache-2.0 */
#include "see/plain.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/scratch.h"

#define CELL_PX 4
#define CELL_PIXELS (CELL_PX * CELL_PX)
/* Largest number of cells a side. */
#define MOST_CELLS 64
/* The surface is read from FROM to TO of its radius: without the hole and the
 * outer line. */
#define FROM 0.10
#define TO 0.98
/* Every STEP-th cell's colour is compared with those of all cells. */
#define STEP 7
#define SAME_LEVELS 1

typedef struct cell {
    unsigned char rgb[3]; /* medians */
} cell;

static int by_level(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static cell median_of(const crok_image *view, int x0, int y0)
{
    cell out;
    for (int k = 0; k < 3; k++) {
        unsigned char v[CELL_PIXELS];
        for (int i = 0; i < CELL_PIXELS; i++)
            v[i] = crok_image_row(view,
                                  y0 + i / CELL_PX)[3 * (x0 + i % CELL_PX) + k];
        qsort(v, CELL_PIXELS, 1, by_level);
        out.rgb[k] = v[CELL_PIXELS / 2];
    }
    return out;
}

static bool is_same(const cell *a, const cell *b)
{
    bool same = true;
    for (int k = 0; k < 3; k++)
        same = same && abs(a->rgb[k] - b->rgb[k]) <= SAME_LEVELS;
    return same;
}

double crok_plain_frac(const crok_image *view, double radius_px)
{
    CROK_SCRATCH(cell, of, MOST_CELLS * MOST_CELLS);
    const double middle = 0.5 * view->w_px;
    int side = view->w_px / CELL_PX;
    int n = 0;
    int most = 0;
    for (int i = 0; i < side * side && n < MOST_CELLS * MOST_CELLS; i++) {
        int x = i % side * CELL_PX;
        int y = i / side * CELL_PX;
        double r =
            hypot(x + 0.5 * CELL_PX - middle, y + 0.5 * CELL_PX - middle);
        if (r > FROM * radius_px && r < TO * radius_px)
            of[n++] = median_of(view, x, y);
    }
    for (int i = 0; i < n; i += STEP) {
        int same = 0;
        for (int k = 0; k < n; k++)
            same += is_same(&of[i], &of[k]);
        most = same > most ? same : most;
    }
    return n > 0 ? (double)most / n : 0.0;
}
