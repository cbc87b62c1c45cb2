/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/table.h"

#include <stdio.h>

#include "random.h"

/* Largest distance of the rail's outer side: what stands beside the board, see
 * act.c and game.c, has its place beyond it. */
#define RAIL_MOST_MM 424.0
/* Probability of a board with the ratios of the tournament model, of an
 * octagon, and of pegs on the quadrant lines. */
#define USUAL_RATIOS 0.35
#define OCTAGONS 0.5
#define PEGS_ON_QUADRANT 0.15
/* Probability of a board whose rail is as low as a disc in the ditch is
 * high. */
#define LOW_RAILS 0.15

crok_sim_table crok_sim_table_tournament(void)
{
    return (crok_sim_table){.board = *crok_board_tournament(),
                            .surface_mm = 330.2, /* 13 in */
                            .outline = CROK_SIM_ROUND,
                            .rail_mm = 386.0,
                            .rail_outer_mm = 403.0,
                            .rail_z_mm = 10.0,
                            .ditch_z_mm = -12.7,
                            .table_z_mm = -32.0,
                            .peg_mm = 4.8,
                            .peg_z_mm = 15.0,
                            .peg_turn_deg = 22.5};
}

static crok_board some_board(rnd *g)
{
    crok_board b = *crok_board_tournament();
    double outer = rnd_between(g, 300.0, 330.0);
    bool usual = rnd_between(g, 0.0, 1.0) < USUAL_RATIOS;
    double middle = usual ? 2.0 / 3.0 : rnd_between(g, 0.62, 0.73);
    double inner = usual ? 1.0 / 3.0 : rnd_between(g, 0.30, 0.36);
    (void)snprintf(b.model, sizeof b.model, "measured");
    b.line_mm[CROK_LINE_OUTER] = outer;
    b.line_mm[CROK_LINE_MIDDLE] = outer * middle;
    b.line_mm[CROK_LINE_INNER] = outer * inner;
    b.line_width_mm = rnd_between(g, 0.9, 2.6);
    b.disc_mm = rnd_between(g, 15.5, 18.0);
    b.hole_mm = fmin(fmax(b.disc_mm + rnd_between(g, 1.2, 3.0), 17.0), 20.5);
    b.disc_height_mm = rnd_between(g, 8.5, 10.5);
    b.hole_depth_mm = b.disc_height_mm * rnd_between(g, 0.92, 1.02);
    return b;
}

crok_sim_table crok_sim_table_of(crok_sim_looks looks, uint64_t seed)
{
    rnd g = {seed ^ 0x7461626C65U};
    crok_sim_table t = crok_sim_table_tournament();
    bool is_low = false;
    if (looks == CROK_SIM_LOOKS_OLD)
        return t;
    t.board = some_board(&g);
    t.surface_mm =
        t.board.line_mm[CROK_LINE_OUTER] + rnd_between(&g, 12.0, 27.0);
    t.outline = rnd_between(&g, 0.0, 1.0) < OCTAGONS ? CROK_SIM_OCTAGON
                                                     : CROK_SIM_ROUND;
    is_low = rnd_between(&g, 0.0, 1.0) < LOW_RAILS;
    t.rail_outer_mm =
        fmin(t.surface_mm + rnd_between(&g, 54.0, 76.0), RAIL_MOST_MM);
    t.rail_mm = t.rail_outer_mm - rnd_between(&g, 10.0, 18.0);
    t.ditch_z_mm = -rnd_between(&g, 11.0, 20.0);
    t.rail_z_mm = t.ditch_z_mm + rnd_between(&g, 14.0, 40.0);
    if (is_low)
        t.rail_z_mm = t.ditch_z_mm + rnd_between(&g, 9.0, 12.0);
    t.table_z_mm = t.ditch_z_mm - rnd_between(&g, 5.0, 18.0);
    t.peg_mm = rnd_between(&g, 3.0, 4.8);
    t.peg_z_mm = rnd_between(&g, 14.0, 19.0);
    if (rnd_between(&g, 0.0, 1.0) < PEGS_ON_QUADRANT)
        t.peg_turn_deg = 0.0;
    return t;
}

crok_lines crok_sim_table_lines(const crok_sim_table *table)
{
    const crok_board *b = &table->board;
    return (crok_lines){.outer_mm = b->line_mm[CROK_LINE_OUTER],
                        .middle_mm = b->line_mm[CROK_LINE_MIDDLE],
                        .inner_mm = b->line_mm[CROK_LINE_INNER],
                        .width_mm = b->line_width_mm,
                        .hole_mm = b->hole_mm};
}

double crok_sim_out_mm(const crok_sim_table *table, double x, double y)
{
    /* An octagon is the intersection of a square and of the same one, turned
     * by 45 degrees. */
    double square = fmax(fabs(x), fabs(y));
    double turned = (fabs(x) + fabs(y)) / sqrt(2.0);
    return table->outline == CROK_SIM_ROUND ? hypot(x, y)
                                            : fmax(square, turned);
}
