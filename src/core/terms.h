/* SPDX-License-Identifier: Apache-2.0
 *
 * core/terms.h: the terms of the game that both the vision and the rules use:
 * the lines of a board and the states of a disc, with their names in
 * crokeye.score/1, and the largest numbers of sides and discs.
 *
 * Room     core.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_TERMS_H
#define CROK_CORE_TERMS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The largest number of sides that play (docs/RULES.md P5), and the largest
 * number of discs on and beside a board. Four players with 12 discs each have
 * 48, and spare discs may be beside the board. */
#define CROK_MAX_SIDES 4
#define CROK_MAX_DISCS 64

/* A call is close if |margin| < CROK_CLOSE_K * sigma. Of normally distributed
 * errors 1.2 % are larger than CROK_CLOSE_K * sigma, and half of these are in
 * the direction that makes a call wrong. With a larger value a person is asked
 * more often; with a smaller one more wrong calls are made. */
#define CROK_CLOSE_K 2.5

/* A line that the camera measures, and that a call may be about. The rooms
 * board, discs and report have arrays of CROK_N_LINES with this index. A border
 * that only a rule book has, and no board, must not be added here. */
typedef enum crok_line {
    CROK_LINE_NONE = -1,
    CROK_LINE_OUTER = 0, /* the shooting line, around the region of 5 points */
    CROK_LINE_MIDDLE,    /* around the region of 10 points */
    CROK_LINE_INNER,     /* the circle of the pegs, around the 15 points */
    CROK_N_LINES
} crok_line;

/* "outer", "middle", "inner", or NULL for NONE. */
const char *crok_line_name(crok_line line);

typedef enum crok_disc_state {
    CROK_DISC_FLAT = 0, /* flat on the surface, in any region */
    CROK_DISC_HOLE,     /* flat and completely in the hole */
    CROK_DISC_LEANING,  /* on its edge, or half in the hole */
    CROK_DISC_OUT,      /* off the surface: ditch, bowl or table */
    CROK_N_DISC_STATES
} crok_disc_state;

/* Is the disc in the hole, flat or leaning? */
static inline bool crok_disc_in_hole(crok_disc_state state)
{
    return state == CROK_DISC_HOLE || state == CROK_DISC_LEANING;
}

/* "flat", "hole", "leaning", "out". Never NULL for a state that exists. */
const char *crok_disc_state_name(crok_disc_state state);

#ifdef __cplusplus
}
#endif
#endif
