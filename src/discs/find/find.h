/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/find.h: the discs on and about a board that is known, before they
 * are told into sides: candidates are taken up, verified, and adjusted
 * together.
 *
 * Frames   px: the picture given; mm: board.
 * Room     discs: uses core, cv, board.
 * Threads  every call may run in any thread on a picture of its own. */
#ifndef CROK_DISCS_FIND_FIND_H
#define CROK_DISCS_FIND_FIND_H

#include "board/board.h"
#include "core/image.h"
#include "discs/outline/adjust.h"
#include "discs/sides/sides.h"
#include "discs/verify.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_found {
    crok_adjusted at;
    crok_mm alone; /* where its own outline settled, before the common shape */
    double own_radius_mm; /* of a sure one: that fits its own outline best */
    crok_face face;
    crok_evidence evidence;
    bool on_board;      /* on the playing surface, not in the ditch */
    double chance;      /* that it is a disc, 0..1 */
    double chance_lone; /* ... if its side has no other that is sure */
    int alike; /* index of the sure disc whose colour is most alike; -1 */
} crok_found;

typedef struct crok_finds {
    const crok_image *img; /* borrowed */
    crok_camera cam;       /* of img */
    crok_board_pose pose;  /* of the full picture; its scale may be mended */
    crok_disc_shape shape; /* that all discs have in common */
    double may_be_mm; /* a larger radius that they may have as well; 0: none */
    int n;
    crok_found disc[CROK_MAX_DISCS]; /* the sure ones first */
    int n_sure;                      /* whose outlines were adjusted together */
    int n_dropped;                   /* more than there is room for */
} crok_finds;

/* Find them.
 *
 *   img, scale  as crok_scan_discs
 *   pose        borrowed
 *   out         written only on CROK_OK; points at img. The line's width is
 *               measured again, with the discs' edges as its standard
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_finds_make(const crok_image *img, double scale,
                                          const crok_board_pose *pose,
                                          crok_finds *out, crok_err *err);

/* One more. Discs do not overlap: it stays if it is likelier than all that it
 * would overlap, and these go; counts as dropped where there is no room. */
void crok_finds_put(crok_finds *finds, const crok_found *disc);

/* Weighs every disc's colour against the sure ones', in the light in which they
 * are most alike: sets `alike` and
 * evidence.from_discs, and the chance of those that are not sure. */
void crok_finds_weigh_colours(crok_finds *f);

#ifdef __cplusplus
}
#endif
#endif
