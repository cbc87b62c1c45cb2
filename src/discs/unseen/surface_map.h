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
    uint8_t cell[CROK_MAP_SIZE]; /* a crok_cell; row-major */
    /* log colour, and its distance from the surface's colour */
    float log_rgb[CROK_MAP_SIZE][3];
    float distance[CROK_MAP_SIZE];
    /* a found disc, its wall or its shadow may cover the cell */
    bool under_disc[CROK_MAP_SIZE];
} crok_surface_map;

/* The board point at the middle of cell i. */
crok_mm crok_map_mm(const crok_surface_map *map, int i);

/* The index of the cell that holds the board point p; -1 if p is beyond the
 * map. */
int crok_map_index(const crok_surface_map *map, crok_mm p);

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
