/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/value.h: what a disc at rest is worth (rules G1 to G5 and B1), how far
 * it is from the nearest line, and what a close call leaves open.
 *
 * Frames   board: mm from the centre of the hole; what counts is the disc's
 *          bottom circle (G3): its centre's distance d and its radius r.
 * Room     rules: pure; no allocation, no I/O, no globals.
 * Threads  values only; any thread.
 * Source   docs/RULES.md G1-G5, B1; DESIGN.md "Frames and units" for the
 * margin. */
#ifndef CROK_RULES_VALUE_H
#define CROK_RULES_VALUE_H

#include <stdbool.h>

#include "core/status.h"
#include "core/terms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The board's circles: radii of the lines' centres, and how wide they are. */
typedef struct crok_lines {
    double outer_mm, middle_mm, inner_mm; /* outer > middle > inner > 0 */
    double width_mm;                      /* of each line, >= 0 */
    double hole_mm;                       /* radius of the hole */
} crok_lines;

/* What a book says about a disc at rest. */
typedef struct crok_value_rules {
    int hole, inner, middle, outer; /* points of the regions (G1): 20 15 10 5 */
    int leaning; /* at most this for a disc that leans (G4): 15 */
    /* Points of a disc that touches the outer line or lies beyond it and is
     * still on the surface: 0 (G5, B1), or 5 under Depot's rule 7b. Whether it
     * is taken off at once is the judge's matter, not the value's. */
    int on_outer_line;
    double close_k; /* how many sigma make a call close */
} crok_value_rules;

/* 20, 15, 10, 5, leaning 15, on the outer line 0, CROK_CLOSE_K: all five rule
 * documents, without options. */
crok_value_rules crok_value_rules_default(void);

/* A tournament board: lines of 8, 16 and 24 inches across, 1.6 mm wide, hole
 * 1 3/8 inches across. */
crok_lines crok_lines_tournament(void);

/* The radius of a tournament disc: 1 1/4 inches across. */
#define CROK_DISC_RADIUS_MM 15.875

/* One disc at rest. */
typedef struct crok_rest {
    double d_mm;     /* bottom centre to board centre, >= 0; any for OUT */
    double r_mm;     /* radius of the disc, > 0 */
    double sigma_mm; /* 1 standard deviation of d_mm, >= 0 */
    crok_disc_state state;
    int side; /* any number, different for each side; only totals use it */
    bool state_unsure; /* HOLE, LEANING: it may be the other of the two */
} crok_rest;

typedef struct crok_value {
    int value;          /* points from the measured position */
    int lo, hi;         /* range that a close call leaves open; lo <= value <=
                         * hi */
    crok_line touching; /* the line that its bottom edge is over, or NONE */
    crok_line nearest;  /* the line that margin_mm is to; NONE for OUT */
    double margin_mm;   /* > 0 clear, <= 0 touches; 0 for OUT */
    bool close;         /* |margin_mm| < close_k * sigma_mm */
    bool beyond; /* touches the outer line or lies beyond it (G5): a score's
                    state is then `out`, unless the book has 7b. Also for OUT */
} crok_value;

/* True where lines, radius, distance and sigma are finite and in the ranges
 * that the structs above give. `rest` may be NULL (then only the lines). */
bool crok_value_is_sane(const crok_lines *lines, const crok_rest *rest);

/* The margin of a circle of radius r_mm at distance d_mm to one line:
 * |d - R| - r - w/2; positive clear, else it touches. `line` not NONE. */
double crok_line_margin(const crok_lines *lines, crok_line line, double d_mm,
                        double r_mm);

/* The value of one disc (G1-G5, B1). A disc flat in the hole is worth 20
 * whatever its place; one that leans has the value of its place, never more
 * than rules->leaning; where that is unsure the range has both; one that is OUT
 * is worth 0. A disc that touches a line has the lower of the two values (G2).
 * The input must be sane. */
crok_value crok_value_of(const crok_lines *lines, const crok_value_rules *rules,
                         const crok_rest *rest);

/* Points, and what the close calls leave open: lo <= points <= hi. */
typedef struct crok_points {
    int points, lo, hi;
} crok_points;

/* One side's discs on the board (G7: a disc counts for the side whose colour
 * it is) and its 20s in the bowl.
 *
 *   rest   borrowed, n elements, of all sides
 *   side   only discs of this side are counted
 *   bowl   20s taken off before, >= 0; discs still in the hole are in rest */
crok_points crok_value_total(const crok_lines *lines,
                             const crok_value_rules *rules,
                             const crok_rest *rest, int n, int side, int bowl);

#ifdef __cplusplus
}
#endif
#endif
