/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/find.h: find the discs on and beside a board of known pose, before
 * they are assigned to sides: candidates are located and verified, and the sure
 * discs are fitted together.
 *
 * Frames   px: the picture given; mm: board frame.
 * Room     discs: uses core, cv, board.
 * Threads  every call may run in any thread on a picture of its own. */
#ifndef CROK_DISCS_FIND_FIND_H
#define CROK_DISCS_FIND_FIND_H

#include "board/board.h"
#include "core/image.h"
#include "discs/find/candidates.h"
#include "discs/outline/adjust.h"
#include "discs/scan_options.h"
#include "discs/sides/sides.h"
#include "discs/verify.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_found {
    crok_adjusted at;
    crok_mm own_at; /* position from its own outline alone, before the fit with
                       the common shape */
    double own_radius_mm; /* radius that fits its own outline best; only for
                             sure discs */
    crok_face face;
    crok_evidence evidence;
    bool on_board;     /* on the playing surface, not in the ditch or beside the
                          board */
    double chance;     /* chance that it is a disc, 0..1 */
    int alike;         /* index of the sure disc nearest in colour; -1: none */
    double from_alike; /* colour distance from that disc, L*a*b* */
} crok_found;

typedef struct crok_finds {
    const crok_image *img; /* borrowed */
    crok_camera cam;       /* camera of img */
    /* the board's pose, in px of the full picture, with a corrected scale if
     * necessary */
    crok_board_pose pose;
    crok_disc_shape shape; /* common shape of all discs */
    double alt_radius_mm;  /* another, larger radius that the outlines leave
                              possible; 0: none */
    int n;
    crok_found disc[CROK_MAX_DISCS]; /* the sure ones first */
    int n_sure; /* number of sure discs; their outlines were fitted together */
    int n_dropped; /* number of discs found beyond CROK_MAX_DISCS */
} crok_finds;

/* Find the discs.
 *
 *   img, scale  as crok_scan_discs; img is kept: out->img points at it
 *   options     borrowed: the places that are rejected, and the segments
 *   pose        borrowed
 *   out         written only on CROK_OK. The scale of its pose may be
 *               corrected, and the lines' width is measured again with the blur
 *               that the discs' edges show
 *   err         may be NULL
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_finds_make(const crok_image *img, double scale,
                                          const crok_scan_options *options,
                                          const crok_board_pose *pose,
                                          crok_finds *out, crok_err *err);

/* The candidates of a picture with their features, also those that are no
 * discs. */
typedef struct crok_measured {
    crok_camera cam; /* camera of the picture given */
    int n;
    crok_found candidate[CROK_MAX_CANDIDATES];
} crok_measured;

/* Measure the candidates only: what the model of verify.h is learned from. The
 * parameters and errors are those of crok_finds_make. */
CROK_MUST_USE crok_status crok_finds_measure(const crok_image *img,
                                             double scale,
                                             const crok_scan_options *options,
                                             const crok_board_pose *pose,
                                             crok_measured *out, crok_err *err);

/* Add a disc. Real discs do not overlap, so the disc is added only if its
 * chance is greater than that of every disc that it overlaps; those discs are
 * removed. If there is no room, the disc is counted in n_dropped. */
void crok_finds_add(crok_finds *finds, const crok_found *disc);

/* Compare every disc's colour with those of the sure discs, each pair in the
 * light (sides/light.h) in which the two are nearest. Sets `alike` and
 * `from_alike`. */
void crok_finds_compare_colours(crok_finds *f);

#ifdef __cplusplus
}
#endif
#endif
