/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/photo.h: what the photo scorer makes of a simulated frame, compared with
 * the truth both ways. */
#ifndef CROK_TESTS_SIM_PHOTO_H
#define CROK_TESTS_SIM_PHOTO_H

#include <stdbool.h>

#include "core/image.h"
#include "core/terms.h"

/* One disc as it truly lies. */
typedef struct crok_sim_true_disc {
    const char *side;
    double px_x, px_y; /* where the centre of its bottom circle appears */
    double d_mm;       /* from the board's centre */
    crok_disc_state state;
    int value;
    bool may_hide; /* in the ditch or beside the board: need not be found */
} crok_sim_true_disc;

typedef struct crok_sim_compared {
    int n_true;      /* discs on the surface and in the hole */
    int n_found;     /* where none but these is */
    int n_matched;   /* found where one lies, with its side and state */
    int n_exact;     /* and its value; or the range of a close call */
    bool ok;         /* all true ones matched, none invented */
    bool total_ok;   /* each side's total right, or within its range */
    double worst_mm; /* distance from the centre, of those matched */
    char why[256];   /* the first thing that is not as it is */
} crok_sim_compared;

/* Scores img; pixels count as the same place within tol_px. */
void crok_sim_compare_photo(const crok_image *img,
                            const crok_sim_true_disc *discs, int n,
                            double tol_px, crok_sim_compared *out);

#endif
