/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/twenty.h: what lies in the hole.
 *
 * A disc flat in the hole shows its face inside a dark gap all round: its
 * radius is less than the hole's. An empty hole shows its floor up to the
 * hole's edge where the light falls in, and a crescent of shadow elsewhere. A
 * disc that leans stands on the hole's edge: it covers some of the board there,
 * and where it reaches far over it has an outline of its own (lean.h).
 *
 * All that is weighed together, with the colour (a disc's is that of its side's
 * others): of 200 holes in rendered pictures rules of thumb took 29 for
 * something else and were sure of it.
 *
 * Frames   px of the picture given; mm: board.
 * Room     discs.
 * Source   Cox 1958 for the logistic model, Begg and Gray 1984 for its three
 *          contents; the weights are learned from rendered pictures with truth:
 *          tests/bench/learn_hole.
 * Rules    G4: 20 only flat and completely in the hole. */
#ifndef CROK_DISCS_TWENTY_H
#define CROK_DISCS_TWENTY_H

#include <stdbool.h>

#include "board/board.h"
#include "core/image.h"
#include "discs/colour.h"
#include "discs/hole/lean.h"

#ifdef __cplusplus
extern "C" {
#endif

/* With its middle within this part of the hole's radius a disc cannot lie flat
 * on the surface: what looks like one there is in the hole, or the hole. */
#define CROK_IN_HOLE_FRAC 0.75

/* The face about the hole's middle, whatever it is, and what bounds it. */
typedef struct crok_hole_view {
    bool is_seen;        /* a third of the directions at least; else no more */
    crok_rgb rgb;        /* its colour */
    double from_board;   /* how far that is from the board's about it, L*a*b* */
    double from_shade;   /* ... and from the board's in any light, grey levels:
                            an empty hole may look like that */
    double light;        /* logarithm: lighter than the board > 0 */
    bool tells_dark;     /* the board is light enough to tell a gap from it */
    double dark_frac;    /* of the directions, with something darker than both
                            between it and the board */
    double over_frac;    /* of the directions, where something covers the hole's
                            edge: what is more like the board than like the
                            face begins farther out than in others */
    double covered_frac; /* the same, where nothing but the board is taken for
                            it, about the board's centre, of all directions */
    double hidden_frac;  /* directions in which a disc beside hides it */
    double seen_frac; /* of the directions, with its edge on the curve below */
    double radius_mm; /* mean radius of its edge */
    crok_mm centre;   /* of that curve */
    double oval_mm;   /* amplitude of its ellipticity */
    crok_lean lean;   /* what fits of one that leans */
} crok_hole_view;

/* Discs on the surface that lie so near that they cover a part of the hole or
 * of its edge: directions that they hide count for nothing. */
#define CROK_MAX_BESIDE 8
typedef struct crok_hole_beside {
    int n;
    crok_mm at[CROK_MAX_BESIDE]; /* centres of their bottoms */
    double radius_mm, height_mm;
} crok_hole_beside;

/* Adds a disc if it lies on the surface, beside the hole, and near enough. */
void crok_hole_put_beside(crok_hole_beside *beside, crok_mm at, double hole_mm);

typedef enum crok_hole_content {
    CROK_HOLE_EMPTY = 0,
    CROK_HOLE_FLAT,   /* a disc, flat: a twenty */
    CROK_HOLE_LEANING /* a disc that is not flat */
} crok_hole_content;

/* Look.
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it
 *   board     borrowed: hole_mm, disc_mm and disc_height_mm are used
 *   beside    borrowed; NULL: no disc lies near
 *
 * All zero where the hole is not wholly in the picture, or hidden. */
crok_hole_view crok_hole_look(const crok_image *img, const crok_camera *cam,
                              const crok_board *board,
                              const crok_hole_beside *beside);

typedef struct crok_hole_verdict {
    crok_hole_content content;
    bool is_sure;      /* false where the picture allows another content ... */
    bool may_be_empty; /* ... and this one */
    bool leans;        /* a disc, if it is one, leans rather than lies flat */
    double disc;       /* chance that it is a disc, 0..1 */
} crok_hole_verdict;

/* How far a disc's colour is from that of what is in the hole, L*a*b*:
 * lightness counts half, the hole is shaded. */
double crok_hole_colour_apart(crok_lab disc, crok_lab hole);

/* What is in the hole is a side's disc when its colour is this near to one of
 * that side's discs. */
#define CROK_HOLE_COLOUR 16.0

/* How far what is in the hole is in colour from the side that it is most alike,
 * where it may be of a side whose colour is not known. */
#define CROK_NO_SIDES (-1.0)

/* That distance, of which `least` is the least to any side's discs seen:
 * CROK_NO_SIDES where it is like none of them and some side shows no disc. */
double crok_hole_from_sides(double least, bool shows_all);

/* What speaks for a flat disc, and for one that leans: the terms of the sums,
 * in order, most of them between 0 and 2; the last is 1.
 *
 *   from_sides  L*a*b*, or CROK_NO_SIDES */
enum { CROK_N_HOLE_TERMS = 17 };
void crok_hole_terms(const crok_hole_view *view, double from_sides,
                     double hole_mm, double disc_mm,
                     double term[CROK_N_HOLE_TERMS]);

/* What it is, for discs of that radius: by the weighed sum of what speaks for
 * it. */
crok_hole_verdict crok_hole_judge(const crok_hole_view *view, double from_sides,
                                  double hole_mm, double disc_mm);

#ifdef __cplusplus
}
#endif
#endif
