/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/table.h: the dimensions of the simulated table: a tournament board with
 * its pegs, ditch and rail.
 *
 * Frames   mm: board, see board/camera.h.
 * Threads  values only; any thread.
 * Source   models/boards/tournament.json for the lines, the hole and the discs;
 *          the rest are usual sizes of tournament boards. */
#ifndef CROK_TESTS_SIM_TABLE_H
#define CROK_TESTS_SIM_TABLE_H

#include <math.h>

#include "board/board.h"

#define CROK_SIM_N_PEGS 8
#define CROK_SIM_SURFACE_MM 330.2    /* radius of the playing surface, 13 in */
#define CROK_SIM_RAIL_MM 386.0       /* radius of the rail's inner side */
#define CROK_SIM_RAIL_OUTER_MM 403.0 /* and of its outer side */
#define CROK_SIM_RAIL_Z_MM 10.0      /* its top, above the surface */
#define CROK_SIM_DITCH_Z_MM (-12.7)  /* floor of the ditch */
#define CROK_SIM_TABLE_Z_MM (-32.0)  /* the table under the board */
#define CROK_SIM_PEG_MM 4.8          /* radius of a peg with its rubber */
#define CROK_SIM_PEG_Z_MM 15.0       /* height of a peg */

/* Pegs stand on the inner line, halfway between the quadrant lines and their
 * middles. */
static inline crok_mm crok_sim_peg(int i)
{
    double a = (22.5 + 45.0 * i) * CROK_PI / 180.0;
    double r = crok_board_tournament()->line_mm[CROK_LINE_INNER];
    return (crok_mm){r * cos(a), r * sin(a)};
}

/* The direction from the board's centre to a seat: south, west, north, east,
 * clockwise seen from above. */
static inline crok_mm crok_sim_seat(int seat)
{
    static const crok_mm to[4] = {{0, -1}, {-1, 0}, {0, 1}, {1, 0}};
    return to[seat % 4];
}

#endif
