/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/table.h: the dimensions of what stands on the simulated table: a board
 * with its lines, hole, pegs, ditch and rail, and its discs. The physics plays
 * on them, and the pictures show them.
 *
 * Frames   mm: board, see board/camera.h.
 * Threads  values only; any thread.
 * Source   models/boards/tournament.json for the lines, the hole and the discs
 *          of the tournament table, the rest are usual sizes; README.md for the
 *          ranges of the others. */
#ifndef CROK_TESTS_SIM_TABLE_H
#define CROK_TESTS_SIM_TABLE_H

#include <math.h>
#include <stdint.h>

#include "board/board.h"
#include "rules/value.h"

#define CROK_SIM_N_PEGS 8

typedef enum crok_sim_outline {
    CROK_SIM_ROUND,
    CROK_SIM_OCTAGON /* sides towards the seats and halfway between them */
} crok_sim_outline;

typedef struct crok_sim_table {
    crok_board board;  /* lines, hole, discs */
    double surface_mm; /* radius of the playing surface */
    crok_sim_outline outline;
    double rail_mm; /* distance of the rail's inner side from the centre; in an
                     * octagon, of the middles of its sides */
    double rail_outer_mm; /* and of its outer side */
    double rail_z_mm;     /* its top, above the surface */
    double ditch_z_mm;    /* floor of the ditch, below the surface: < 0 */
    double table_z_mm;    /* the table under the board */
    double peg_mm;        /* radius of a peg with its rubber */
    double peg_z_mm;      /* height of a peg */
    double peg_turn_deg;  /* direction of the first peg */
} crok_sim_table;

/* Where pictures and matches get their dimensions and appearance from. */
typedef enum crok_sim_looks {
    CROK_SIM_LOOKS_OLD, /* a tournament table, evenly lit, with plain discs */
    CROK_SIM_LOOKS_REAL /* each seed another table, as boards differ */
} crok_sim_looks;

/* The tournament table. */
crok_sim_table crok_sim_table_tournament(void);

/* The table of a seed. */
crok_sim_table crok_sim_table_of(crok_sim_looks looks, uint64_t seed);

/* The table's lines as the rules have them. */
crok_lines crok_sim_table_lines(const crok_sim_table *table);

/* Distance of (x, y) from the centre as the rail's outline has it: in an
 * octagon, to the side through the point, parallel to the rail's. */
double crok_sim_out_mm(const crok_sim_table *table, double x, double y);

/* Pegs stand on the inner line, 45 degrees apart. */
static inline crok_mm crok_sim_peg(const crok_sim_table *table, int i)
{
    double a = (table->peg_turn_deg + 45.0 * i) * CROK_PI / 180.0;
    double r = table->board.line_mm[CROK_LINE_INNER];
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
