/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/made_size.h: which of the sizes that discs are made in.
 *
 * An outline seldom looks larger than the disc is, but often smaller: where a
 * disc's rounded edge is in shade and the board behind it is dark, or has the
 * face's colour, what is seen is where the flat face ends, up to 1.5 mm farther
 * in. So the common size is not the mean of what the discs seem to have: those
 * that stand out from the board tell more, and the larger ones more than the
 * smaller.
 *
 * Frames   mm: board.
 * Room     discs. No I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_DISCS_OUTLINE_MADE_SIZE_H
#define CROK_DISCS_OUTLINE_MADE_SIZE_H

#ifdef __cplusplus
extern "C" {
#endif

/* What one disc seems to have: the radius that fits its own outline best; and
 * how far its face is from the board in colour, L*a*b*. */
typedef struct crok_size_seen {
    double radius_mm;
    double from_board;
} crok_size_seen;

/* The likeliest size where one is sure, else the mean; 1 sd. */
typedef struct crok_made_size {
    double radius_mm;
    double sigma_mm;
    double above_mm;     /* the next larger size made; 0: there is none */
    double above_chance; /* that they have that one */
} crok_made_size;

/* The size that n discs of one picture have in common, in the picture's scale;
 * n > 0.
 *
 *   seen      borrowed
 *   light_mm  what light does to all outlines of a picture alike, 1 sd
 *   scale_mm  what the picture's scale is off by at that size, 1 sd */
crok_made_size crok_made_size_of(const crok_size_seen *seen, int n,
                                 double light_mm, double scale_mm);

/* The size of discs that were measured to have radius_mm, give or take. */
crok_made_size crok_made_size_near(double radius_mm, double sigma_mm,
                                   double scale_mm);

/* How far a radius is from the nearest that discs are made in, mm. */
double crok_made_size_off(double radius_mm);

#ifdef __cplusplus
}
#endif
#endif
