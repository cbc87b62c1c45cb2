/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/twenty.h: decide whether the hole is empty or holds a flat disc or a
 * leaning disc.
 *
 * A flat disc shows its face and a dark gap all round it, because its radius is
 * smaller than the hole's. An empty hole shows its floor. On its lit side the
 * floor is visible up to the hole's edge; on the other side a crescent of
 * shadow covers the floor beside the edge. A leaning disc rests on the hole's
 * edge and covers some of the board there; if it reaches far over the edge, its
 * own outline is visible (lean.h).
 *
 * Geometry tells them apart as well. A disc's face is a circle of the discs'
 * radius, and its rounded edge nowhere reaches the hole's edge. The floor does,
 * where it is lit; seen from aside, the hole's edge hides a part of the floor
 * on the near side, and the wall is visible on the far side.
 *
 * These features and the colour (a disc has the colour of its side's other
 * discs) enter one logistic model. Hand-written thresholds classified 29 of 200
 * holes in rendered pictures wrongly and reported them as sure.
 *
 * Frames   px: the picture given; mm: board frame.
 * Room     discs.
 * Source   Cox 1958 for the logistic model, Begg and Gray 1984 for fitting its
 *          three classes as two binary models; the weights are learned from
 *          rendered pictures with truth: tests/bench/learn_hole.
 * Rules    G4: a disc counts 20 only if it is flat and completely in the hole.
 */
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

/* A disc of radius r that lies partly over a hole of radius R stays flat on the
 * surface while its centre of mass is supported. The part of its face outside
 * the hole supports it, up to the chord through the two points where its edge
 * crosses the hole's edge. The chord passes through the disc's centre if the
 * two centres are d apart, with
 *
 *     d = sqrt(R^2 - r^2) = 0.42 R      (R = 17.5 mm, r = 15.9 mm)
 *
 * A circle that is nearer to the hole's centre than this fraction of R is the
 * disc in the hole, or the hole itself; the difference, 2.3 mm, allows for
 * errors of position. Chosen by hand between 0.40, at which edges in the hole
 * became three discs in 30 rendered pictures, and 0.75, at which a photo's disc
 * 11 mm from the hole's centre was missed. */
#define CROK_IN_HOLE_FRAC 0.55
/* A disc drops into the hole and does not rattle there: on photos of 16 boards
 * its radius was 0.79 to 0.90 of the hole's. Numerals and other print are
 * smaller than this part. */
#define CROK_LEAST_OF_HOLE 0.70

/* Features of the hole, measured along 72 rays from its centre. The face is
 * whatever fills the middle of the hole: a disc's face or the floor. */
typedef struct crok_hole_view {
    bool is_seen;    /* at least a third of the rays are visible; if false, all
                        other fields are 0 */
    crok_rgb rgb;    /* median colour of the face */
    crok_rgb around; /* median colour of the board around the hole */
    double from_board; /* distance of rgb from the board's colour around the
                          hole, L*a*b* */
    double from_shade; /* distance of rgb from the nearest multiple of the
                          board's colour, grey levels; if it is small, a shaded
                          floor may look like rgb */
    double light; /* ln (face's luma / board's luma); > 0: the face is lighter
                     than the board */
    /* the board is light enough for a dark gap to be visible */
    bool gap_visible;
    double gap_frac; /* fraction of the visible rays with a gap between face and
                        board that is darker than both */
    double over_frac; /* fraction of the visible rays on which the hole's edge
                         is covered: the board (colours nearer to the board's
                         than to the face's) begins outside a circle fitted to
                         all rays, by more than 6 % of the hole's radius */
    double covered_frac; /* fraction of all rays on which the hole's edge is
                            covered, by a stricter test: samples count as board
                            only if they have its colour, and the fitted circle
                            has a prior at the board's centre */
    double hidden_frac; /* fraction of all rays hidden by a neighbouring disc */
    double seen_frac;   /* fraction of the visible rays on which the face's edge
                           lies on the fitted curve */
    /* mean radius of the fitted curve; 0: no curve was fitted */
    double radius_mm;
    crok_mm centre; /* centre of that curve */
    /* amplitude of the curve's second harmonic, that is, its ellipticity */
    double oval_mm;
    crok_lean lean; /* best circle for the outline of a leaning disc */
    double
        disc_fit; /* fraction of the visible rays on which the face ends where
                     a flat disc would, at the best position in the hole */
    double floor_fit; /* the same for the floor, of which the hole's edge hides
                         one side and shows the wall on the other, as the camera
                         is not above it */
    double contact_frac; /* fraction of the visible rays on which the face
                            reaches the hole's edge. A disc's rounded edge does
                            not */
} crok_hole_view;

/* Discs on the surface that are near enough to cover a part of the hole or of
 * its edge. Rays that these discs hide are ignored. */
#define CROK_MAX_HOLE_NEIGHBOURS 8
typedef struct crok_hole_neighbours {
    int n;
    crok_mm at[CROK_MAX_HOLE_NEIGHBOURS]; /* centres of their bottom circles */
    double radius_mm, height_mm;
} crok_hole_neighbours;

/* Add a disc whose bottom circle is at `at`, unless it is in the hole or too
 * far from it to hide any ray. If CROK_MAX_HOLE_NEIGHBOURS discs are stored
 * already, the disc is ignored.
 *
 *   neighbours  its radius_mm is set
 *   hole_mm     radius of the hole */
void crok_hole_add_neighbour(crok_hole_neighbours *neighbours, crok_mm at,
                             double hole_mm);

typedef enum crok_hole_content {
    CROK_HOLE_EMPTY = 0,
    CROK_HOLE_FLAT,   /* a flat disc: a twenty */
    CROK_HOLE_LEANING /* a disc that is not flat */
} crok_hole_content;

/* Measure the hole.
 *
 *   img, cam    borrowed; img is RGB, cam is the camera of img
 *   board       borrowed: hole_mm, hole_depth_mm, disc_mm and disc_height_mm
 * are used neighbours  borrowed; NULL: no neighbouring discs
 *
 * All fields are zero if a part of the hole is outside the picture, or if
 * neighbours hide more than two thirds of the rays. */
crok_hole_view crok_hole_measure(const crok_image *img, const crok_camera *cam,
                                 const crok_board *board,
                                 const crok_hole_neighbours *neighbours);

/* The colour of what is visible in the hole, where neighbours hide too much of
 * it for crok_hole_measure. Arguments as there. Returns false if less than a
 * tenth of a disc in the hole would be visible. */
bool crok_hole_glimpse(const crok_image *img, const crok_camera *cam,
                       const crok_board *board,
                       const crok_hole_neighbours *neighbours, crok_rgb *out);

typedef struct crok_hole_verdict {
    crok_hole_content content;
    bool is_sure;      /* false: another class is possible too */
    bool may_be_empty; /* the chance of an empty hole is above 0.05 */
    bool leans;        /* a leaning disc is likelier than a flat one */
    double disc;       /* chance that there is a disc, flat or leaning, 0..1 */
    double leaning;    /* chance that there is a leaning disc, 0..1 */
} crok_hole_verdict;

/* Colour distance between a disc on the surface and the content of the hole,
 * L*a*b*. Lightness has half weight because the hole is shaded. */
double crok_hole_colour_distance(crok_lab disc, crok_lab hole);

/* The content of the hole has a side's colour if its crok_hole_colour_distance
 * to one of the side's discs is less than this, L*a*b*. Chosen by hand: with a
 * smaller value shaded discs of a side are not recognised; with a larger one
 * wooden floors have a side's colour. */
#define CROK_HOLE_COLOUR 16.0

/* Value that replaces the distance to the nearest side's colour if the content
 * of the hole may belong to a side whose colour is not known. */
#define CROK_NO_SIDE_COLOUR (-1.0)

/* Compute the argument from_sides of crok_hole_classify. Returns `least`, or
 * CROK_NO_SIDE_COLOUR if the content has no side's colour and some side has no
 * sure disc, so that the content may belong to that side.
 *
 *   least     colour distance to the nearest sure disc, L*a*b*, or
 *             CROK_NO_SIDE_COLOUR
 *   all_seen  every side has a sure disc */
double crok_hole_side_distance(double least, bool all_seen);

/* Compute the terms of the logistic model, in the order of the weights in
 * hole/twenty.c. Most are between 0 and 2; the last is the constant 1.
 *
 *   from_sides  L*a*b*, or CROK_NO_SIDE_COLOUR
 *   hole_mm     radius of the hole
 *   disc_mm     radius of the discs
 *   term        out */
enum { CROK_N_HOLE_TERMS = 20 };
void crok_hole_terms(const crok_hole_view *view, double from_sides,
                     double hole_mm, double disc_mm,
                     double term[CROK_N_HOLE_TERMS]);

/* Classify the content of the hole, for discs of radius disc_mm. Flat and
 * leaning discs each have weights w and a prior shift s (hole/twenty.c); the
 * odds of each of these two classes against an empty hole are
 *
 *     exp(w . term - s) * r
 *
 * where r compares the likelihoods of the colour's distance from that of the
 * sides' discs; 1 if that is not known.
 * If the discs are larger than the hole, the content is EMPTY and sure. If
 * no curve was fitted, it is EMPTY and not sure. The arguments are those of
 * crok_hole_terms. */
crok_hole_verdict crok_hole_classify(const crok_hole_view *view,
                                     double from_sides, double hole_mm,
                                     double disc_mm);

/* The verdict after further, independent evidence: `log_odds` is the logarithm
 * of its likelihood in an empty hole divided by that in a hole with a disc
 * (Bayes' rule). A verdict that no measurement supports (disc = 0) does not
 * change. */
crok_hole_verdict crok_hole_reconsider(const crok_hole_verdict *verdict,
                                       double log_odds);

#ifdef __cplusplus
}
#endif
#endif
