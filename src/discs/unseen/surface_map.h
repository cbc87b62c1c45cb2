/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/unseen/surface_map.h: divide the playing surface into square cells, and
 * find the cells that do not have its colour.
 *
 * More or less light multiplies the three channels of a surface by the same
 * factor. So the colour of a cell is described by its luminance, which is the
 * mean of log R, log G and log B, and by its chroma, which is these three minus
 * that mean and does not change with the light. The chroma of the surface is
 * the mode over all cells; for a zone that is painted all over it is the mode
 * over the zone's cells. A cell is foreign if its chroma differs from the
 * surface's by more than the surface's own scatter, or if its luminance differs
 * by more than shade and glare cause.
 *
 * Frames   mm: board; cell (column, row): column along x, row along -y.
 * Room     discs. */
#ifndef CROK_DISCS_UNSEEN_SURFACE_MAP_H
#define CROK_DISCS_UNSEEN_SURFACE_MAP_H

#include "core/image.h"
#include "discs/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of cells along a side of the map. The map reaches CROK_MAP_RADII radii
 * of the outer line from the centre, so a cell is 4 mm wide on a tournament
 * board, an eighth of a disc's diameter. */
#define CROK_MAP_CELLS 156
#define CROK_MAP_RADII 1.02
#define CROK_MAP_SIZE (CROK_MAP_CELLS * CROK_MAP_CELLS)

typedef enum crok_cell {
    CROK_CELL_BEYOND = 0, /* not on the playing surface */
    CROK_CELL_SURFACE,    /* visible, with the surface's colour */
    CROK_CELL_FOREIGN,    /* visible, with another colour or a very different
                             luminance */
    CROK_CELL_GLARE,      /* burnt out */
    CROK_CELL_OUTSIDE     /* outside the picture */
} crok_cell;

typedef struct crok_surface_map {
    double cell_mm;
    double radius_mm[CROK_MAP_SIZE]; /* the cell's middle from the board's */
    uint8_t cell[CROK_MAP_SIZE];     /* a crok_cell; row-major */
    /* log colour, and its distance from the surface's colour */
    float log_rgb[CROK_MAP_SIZE][3];
    float distance[CROK_MAP_SIZE];
    /* a found disc, its wall or its shadow may cover the cell */
    bool under_disc[CROK_MAP_SIZE];
} crok_surface_map;

/* The board point at the middle of cell i. */
static inline crok_mm crok_map_mm(const crok_surface_map *map, int i)
{
    const double half = CROK_MAP_CELLS / 2.0;
    crok_mm out = {(i % CROK_MAP_CELLS + 0.5 - half) * map->cell_mm,
                   (half - 0.5 - i / CROK_MAP_CELLS) * map->cell_mm};
    return out;
}

/* The index of the cell that holds the board point p; -1 if p is beyond the
 * map. */
static inline int crok_map_index(const crok_surface_map *map, crok_mm p)
{
    const double half = CROK_MAP_CELLS / 2.0;
    double column = p.x / map->cell_mm + half;
    double row = half - p.y / map->cell_mm;
    if (!(column >= 0.0 && row >= 0.0 && column < CROK_MAP_CELLS &&
          row < CROK_MAP_CELLS))
        return -1;
    return (int)row * CROK_MAP_CELLS + (int)column;
}

/* A rectangle of cells: columns x0 to x1 and rows y0 to y1. */
typedef struct crok_map_box {
    int x0, x1, y0, y1;
} crok_map_box;

/* A rectangle that holds all cells whose middles are within reach_mm of p, and
 * some more. */
crok_map_box crok_map_around(const crok_surface_map *map, crok_mm p,
                             double reach_mm);

/* The distance of the log colours of two cells. */
double crok_map_apart(const crok_surface_map *map, int a, int b);

/* Is a cell classified by its colour? Cells of the hole and of discs are not.
 */
bool crok_map_is_judged(const crok_surface_map *map, const crok_board *board,
                        int i);

/* Make the map.
 *
 *   img   borrowed; RGB
 *   cam   of img, in mm
 *   seen  borrowed: the board and the discs on it; the cells of the discs are
 *         not classified by colour
 *   out   written only on CROK_OK
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_surface_map_make(const crok_image *img,
                                                const crok_camera *cam,
                                                const crok_observation *seen,
                                                crok_surface_map *out,
                                                crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
