/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/unseen/map_mask.h: sets of cells of the surface's map: opening by a
 * disc, connected components, rays.
 *
 * Room     discs. */
#ifndef CROK_DISCS_UNSEEN_MAP_MASK_H
#define CROK_DISCS_UNSEEN_MAP_MASK_H

#include "discs/unseen/surface_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opening of a set of cells by a disc of r cells: erosion keeps the cells that
 * have only set cells within r of them; dilation then sets all cells within r
 * of a kept one. Cells beyond the map count as not set.
 *
 *   in      CROK_MAP_SIZE cells
 *   eroded  scratch of that size
 *   out     result, of that size; must not be `in` or `eroded` */
void crok_mask_open(const bool *in, double r, bool *eroded, bool *out);

/* Labels of connected components (8-connected), and the cells of the one that
 * was found last. */
typedef struct crok_components {
    int label[CROK_MAP_SIZE]; /* 0: none */
    int n;                    /* cells in `cell` */
    int cell[CROK_MAP_SIZE];
    int stack[CROK_MAP_SIZE]; /* scratch */
} crok_components;

/* Label the component of set cells that holds `start` and list its cells in
 * c->cell. Returns its size. */
int crok_component_find(crok_components *c, const bool *set, int start,
                        int label);

/* Write `value` to the surface's cells along the ray at angle 2 pi i /
 * CROK_VISIBILITY_ANGLES, from radius lo to radius hi, mm. */
void crok_map_mark_ray(const crok_surface_map *map, int i, double lo, double hi,
                       bool value, bool *set);

#ifdef __cplusplus
}
#endif
#endif
