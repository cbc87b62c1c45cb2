/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/value.h: the value of a disc at rest (rules G1 to G5 and B1), its
 * distance from the nearest line, and the values that are possible in a close
 * call.
 *
 * Frames   board: mm from the centre of the hole. A disc is its bottom circle
 *          (G3): d is the distance of its centre, r its radius.
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

/* The circles of a board. */
typedef struct crok_lines {
    double outer_mm, middle_mm, inner_mm; /* radius of the centre of each line;
                                             outer > middle > inner > 0 */
    double width_mm;                      /* width of each line, >= 0 */
    double hole_mm;                       /* radius of the hole */
} crok_lines;

/* The settings of a rule book for the value of a disc at rest. */
typedef struct crok_value_rules {
    int hole, inner, middle, outer; /* points of the regions (G1), usually 20,
                                       15, 10 and 5 */
    int leaning; /* most points of a disc that leans (G4), usually 15 */
    /* Points of a disc on the surface that touches the outer line or lies
     * beyond it: 0 (G5, B1), or 5 if on_outer_line is "stays_worth_5" (Depot's
     * rule 7b). The judge decides whether such a disc is taken off. */
    int on_outer_line;
    double close_k; /* a call is close if |margin| < close_k * sigma */
} crok_value_rules;

/* Returns the values of all five rule documents without their options: 20, 15,
 * 10, 5; leaning 15; on the outer line 0. close_k is CROK_CLOSE_K. */
crok_value_rules crok_value_rules_default(void);

/* Returns the lines of a tournament board: diameters of 8, 16 and 24 inches, a
 * width of 1.6 mm, and a hole of 1 3/8 inches in diameter. */
crok_lines crok_lines_tournament(void);

/* Radius of a tournament disc, mm; its diameter is 1 1/4 inches. */
#define CROK_DISC_RADIUS_MM 15.875

/* One disc at rest. */
typedef struct crok_rest {
    double d_mm;     /* distance of the bottom circle's centre from the centre
                        of the board, >= 0; not used if the disc is OUT */
    double r_mm;     /* radius of the disc, > 0 */
    double sigma_mm; /* standard deviation of d_mm, >= 0 */
    crok_disc_state state;
    int side; /* a number for each side; only crok_value_total uses it */
    bool state_unsure; /* true: a disc that is HOLE may be LEANING, and one that
                          is LEANING may be HOLE */
} crok_rest;

typedef struct crok_value {
    int value;          /* points at the measured position */
    int lo, hi;         /* smallest and largest possible value, lo <= value <=
                         * hi; they differ if a call is close */
    crok_line touching; /* the line that the disc touches; else NONE */
    crok_line nearest;  /* the line with the smallest margin; NONE if OUT */
    double margin_mm;   /* margin to `nearest`: > 0 the disc is clear of the
                           line, <= 0 it touches the line; 0 if OUT */
    bool close;         /* a close call: |margin_mm| < close_k * sigma_mm */
    bool beyond; /* the disc touches the outer line or lies beyond it (G5), or
                    is OUT. crokeye.score/1 then has the state `out`, unless the
                    book has "stays_worth_5" */
} crok_value;

/* Are all numbers finite and in the ranges that are given at the fields of the
 * structs above? `rest` may be NULL; then only the lines are checked. */
bool crok_value_is_sane(const crok_lines *lines, const crok_rest *rest);

/* Returns the margin in mm between a line of radius R and width w and a disc of
 * radius r whose centre is at distance d from the board's centre:
 *   margin = |d - R| - r - w / 2
 * If it is positive, the disc is clear of the line; otherwise it touches it.
 * `line` must not be NONE. */
double crok_line_margin(const crok_lines *lines, crok_line line, double d_mm,
                        double r_mm);

/* Compute the value of one disc (G1 to G5, B1). crok_value_is_sane must be true
 * for the input. The value depends on the disc's state:
 *   HOLE     rules->hole points, at any position
 *   LEANING  the points of its position, at most rules->leaning
 *   FLAT     the points of its position; a disc that touches a line has the
 *            lower of the two values (G2)
 *   OUT      0
 * If it is not certain whether the disc is HOLE or LEANING, the range lo to hi
 * contains both values. */
crok_value crok_value_of(const crok_lines *lines, const crok_value_rules *rules,
                         const crok_rest *rest);

/* Points as measured, and the smallest and largest possible points if the close
 * calls go the other way: lo <= points <= hi. */
typedef struct crok_points {
    int points, lo, hi;
} crok_points;

/* Sum the points of one side: its discs on the board and its 20s in the bowl.
 * A disc counts for the side of its colour (G7).
 *
 *   rest   borrowed; the n discs at rest, of all sides
 *   side   only discs of this side are counted
 *   bowl   number of this side's 20s that were taken off, >= 0; a disc that is
 *          still in the hole is in `rest` */
crok_points crok_value_total(const crok_lines *lines,
                             const crok_value_rules *rules,
                             const crok_rest *rest, int n, int side, int bowl);

#ifdef __cplusplus
}
#endif
#endif
