/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/unseen/map_mask.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "discs/unseen/line_visibility.h"

static bool is_set(const bool *in, int x, int y)
{
    return x >= 0 && y >= 0 && x < CROK_MAP_CELLS && y < CROK_MAP_CELLS &&
           in[y * CROK_MAP_CELLS + x];
}

/* The cells within a radius of a cell: of the row dy rows away those up to
 * half[|dy|] columns away. */
typedef struct disc_of_cells {
    int reach;
    int half[CROK_MAP_CELLS];
} disc_of_cells;

static disc_of_cells disc_of(double r)
{
    disc_of_cells d = {.reach = (int)floor(fmin(r, CROK_MAP_CELLS - 1))};
    for (int dy = 0; dy <= d.reach; dy++)
        d.half[dy] = (int)floor(sqrt(r * r - (double)(dy * dy)));
    return d;
}

/* For each cell of a row, is there a cell at most `half` columns away whose
 * value is `wanted`? Cells beyond the map count as not set. `any` accumulates
 * the answer. */
static void mark_row(const bool *row, int half, bool wanted, bool *any)
{
    int last = wanted ? -CROK_MAP_CELLS : -1; /* the last such cell */
    for (int x = 0; x < CROK_MAP_CELLS + half; x++) {
        bool here = x < CROK_MAP_CELLS ? row[x] == wanted : !wanted;
        last = here ? x : last;
        if (x >= half && last >= x - 2 * half)
            any[x - half] = true;
    }
}

static bool is_empty(const bool *row)
{
    return memchr(row, true, CROK_MAP_CELLS) == NULL;
}

/* The same for each cell of row y of the map, within a disc. */
static void find_within(const bool *in, const disc_of_cells *d, int y,
                        bool wanted, bool *any)
{
    memset(any, false, CROK_MAP_CELLS);
    for (int dy = -d->reach; dy <= d->reach; dy++) {
        int at = y + dy;
        const bool *row = in + (ptrdiff_t)at * CROK_MAP_CELLS;
        bool has_set = at >= 0 && at < CROK_MAP_CELLS && !is_empty(row);
        if (has_set)
            mark_row(row, d->half[abs(dy)], wanted, any);
        else if (!wanted)
            memset(any, true, CROK_MAP_CELLS);
    }
}

void crok_mask_open(const bool *in, double r, bool *eroded, bool *out)
{
    const disc_of_cells d = disc_of(r);
    for (int y = 0; y < CROK_MAP_CELLS; y++) {
        const bool *row = in + (ptrdiff_t)y * CROK_MAP_CELLS;
        bool *to = eroded + (ptrdiff_t)y * CROK_MAP_CELLS;
        memset(to, true, CROK_MAP_CELLS);
        if (!is_empty(row))
            find_within(in, &d, y, false, to);
        for (int x = 0; x < CROK_MAP_CELLS; x++)
            to[x] = row[x] && !to[x];
    }
    for (int y = 0; y < CROK_MAP_CELLS; y++)
        find_within(eroded, &d, y, true, out + (ptrdiff_t)y * CROK_MAP_CELLS);
}

int crok_component_find(crok_components *c, const bool *set, int start,
                        int label)
{
    int top = 0;
    c->n = 0;
    c->stack[top++] = start;
    c->label[start] = label;
    while (top > 0) {
        int i = c->stack[--top];
        c->cell[c->n++] = i;
        for (int k = 0; k < 9; k++) {
            int x = i % CROK_MAP_CELLS + k % 3 - 1;
            int y = i / CROK_MAP_CELLS + k / 3 - 1;
            int at = y * CROK_MAP_CELLS + x;
            if (!is_set(set, x, y) || c->label[at] != 0)
                continue;
            c->label[at] = label;
            c->stack[top++] = at;
        }
    }
    return c->n;
}

void crok_map_mark_ray(const crok_surface_map *map, int i, double lo, double hi,
                       bool value, bool *set)
{
    const crok_mm way = crok_visibility_mm(1.0, i);
    int n = (int)ceil((hi - lo) / (0.5 * map->cell_mm));
    for (int k = 0; k <= n; k++) {
        double r = lo + (hi - lo) * k / fmax(n, 1.0);
        int at = crok_map_index(map, (crok_mm){r * way.x, r * way.y});
        if (at >= 0 && map->cell[at] != CROK_CELL_BEYOND)
            set[at] = value;
    }
}
