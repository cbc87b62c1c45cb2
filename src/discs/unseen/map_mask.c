/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/unseen/map_mask.h"

#include <math.h>

#include "discs/unseen/line_visibility.h"

static bool is_set(const bool *in, int x, int y)
{
    return x >= 0 && y >= 0 && x < CROK_MAP_CELLS && y < CROK_MAP_CELLS &&
           in[y * CROK_MAP_CELLS + x];
}

/* Is there a cell within r cells of cell i whose value is `wanted`? Cells
 * beyond the map count as not set. */
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

void crok_mask_open(const bool *in, double r, bool *eroded, bool *out)
{
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        eroded[i] = in[i] && !has_within(in, i, r, false);
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        out[i] = has_within(eroded, i, r, true);
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
    int n = (int)ceil((hi - lo) / (0.5 * map->cell_mm));
    for (int k = 0; k <= n; k++) {
        double r = lo + (hi - lo) * k / fmax(n, 1.0);
        int at = crok_map_index(map, crok_visibility_mm(r, i));
        if (at >= 0 && map->cell[at] != CROK_CELL_BEYOND)
            set[at] = value;
    }
}
