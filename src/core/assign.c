/* SPDX-License-Identifier: Apache-2.0 */
#include "core/assign.h"

#include <math.h>
#include <stdbool.h>

/* Potentials of rows and columns, so that no reduced cost is negative and that
 * of an assigned pair is 0; and the row of each column, -1: none. */
typedef struct matching {
    int n_rows, n_columns;
    const double *cost;
    double row[CROK_ASSIGN_ROWS], column[CROK_ASSIGN_COLUMNS];
    int row_of[CROK_ASSIGN_COLUMNS];
} matching;

/* The shortest paths from one row to each column. */
typedef struct paths {
    double length[CROK_ASSIGN_COLUMNS];
    int before[CROK_ASSIGN_COLUMNS]; /* the column before; -1: the row itself */
    bool is_done[CROK_ASSIGN_COLUMNS];
} paths;

static double reduced(const matching *m, int row, int column)
{
    return m->cost[row * m->n_columns + column] - m->row[row] -
           m->column[column];
}

/* Go on from a row that is reached by a path of this length, whose last column
 * is `from`. Returns the nearest column that is not done. */
static int extend(const matching *m, int row, int from, double length, paths *p)
{
    int nearest = -1;
    for (int k = 0; k < m->n_columns; k++) {
        double d = 0.0;
        if (p->is_done[k])
            continue;
        d = length + reduced(m, row, k);
        if (d < p->length[k]) {
            p->length[k] = d;
            p->before[k] = from;
        }
        if (nearest < 0 || p->length[k] < p->length[nearest])
            nearest = k;
    }
    return nearest;
}

/* Find a shortest path from a free row to a free column, and assign along it.
 */
static void augment(matching *m, int free_row)
{
    paths p;
    int at = -1;
    double length = 0.0;
    for (int k = 0; k < m->n_columns; k++) {
        p.length[k] = HUGE_VAL;
        p.before[k] = -1;
        p.is_done[k] = false;
    }
    for (int row = free_row; row >= 0; row = m->row_of[at]) {
        at = extend(m, row, at, length, &p);
        if (at < 0)
            return; /* there are fewer columns than rows */
        length = p.length[at];
        p.is_done[at] = true;
    }
    m->row[free_row] += length;
    for (int k = 0; k < m->n_columns; k++) {
        if (!p.is_done[k] || k == at)
            continue;
        m->row[m->row_of[k]] += length - p.length[k];
        m->column[k] -= length - p.length[k];
    }
    for (; at >= 0; at = p.before[at])
        m->row_of[at] = p.before[at] < 0 ? free_row : m->row_of[p.before[at]];
}

void crok_assign(int n_rows, int n_columns, const double *cost, int *column)
{
    matching m = {.n_rows = n_rows, .n_columns = n_columns, .cost = cost};
    for (int k = 0; k < n_columns; k++)
        m.row_of[k] = -1;
    for (int i = 0; i < n_rows; i++)
        augment(&m, i);
    for (int k = 0; k < n_columns; k++)
        if (m.row_of[k] >= 0)
            column[m.row_of[k]] = k;
}
