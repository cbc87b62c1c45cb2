/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/photo.h: compare the photo scorer's result for a simulated frame with the
 * truth, both ways. */
#ifndef CROK_TESTS_SIM_PHOTO_H
#define CROK_TESTS_SIM_PHOTO_H

#include <stdbool.h>

#include "core/image.h"
#include "core/terms.h"
#include "sim/sim.h"

/* The true state of a disc. */
typedef struct crok_sim_true_disc {
    const char *side;
    double px_x, px_y; /* where the centre of its bottom circle appears */
    double d_mm;       /* from the board's centre */
    crok_disc_state state;
    int value;
    bool may_hide; /* in the ditch or beside the board: need not be found */
} crok_sim_true_disc;

/* Most that crok_sim_true_discs lists. */
#define CROK_SIM_MAX_TRUE                                                      \
    (CROK_MAX_DISCS + CROK_SIM_MAX_PROPS + CROK_SIM_MAX_OFF)

/* The discs of a frame, and what lies around the board; returns how many. The
 * sides' names are borrowed from the simulation. */
int crok_sim_true_discs(const crok_sim *sim, const crok_sim_truth *truth,
                        crok_sim_true_disc out[CROK_SIM_MAX_TRUE]);

typedef struct crok_sim_compared {
    int n_true;      /* discs on the surface and in the hole */
    int n_found;     /* discs found */
    int n_matched;   /* true discs found at their place, with their side and
                      * state */
    int n_exact;     /* of these, with the right value, or within the range of a
                      * close call */
    bool ok;         /* all true ones matched, none invented */
    bool total_ok;   /* each side's total right, or within its range */
    double worst_mm; /* distance from the centre, of those matched */
    char why[256];   /* the first difference, as text */
} crok_sim_compared;

/* Scores img; pixels count as the same place within tol_px. Sides have the same
 * names or, if not by_name, correspond if most of their discs do. */
void crok_sim_compare_photo(const crok_image *img,
                            const crok_sim_true_disc *discs, int n,
                            double tol_px, bool by_name,
                            crok_sim_compared *out);

/* Sums over frames. */
typedef struct crok_sim_tally {
    int frames, ok, totals, discs, found, matched, exact;
    double worst_mm;
} crok_sim_tally;

/* Score a frame, compare it with its truth, print and add the result. */
void crok_sim_score_frame(const crok_sim *sim, const crok_sim_truth *truth,
                          const crok_image *img, bool by_name,
                          crok_sim_tally *sum);

/* Score the first frame at rest of a match with n_discs discs on the board;
 * false if there is none. Sides correspond if most of their discs do.
 *
 *   ahead, s  twice the same simulation, freed: one looks for the frame, the
 *             other one draws it */
bool crok_sim_score_rest(crok_sim *ahead, crok_sim *s,
                         const crok_sim_camera *camera, int n_discs,
                         crok_sim_tally *sum);

/* Number of discs on the surface and in the hole. */
int crok_sim_n_on_board(const crok_sim_truth *truth);

#endif
