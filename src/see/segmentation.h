/* SPDX-License-Identifier: Apache-2.0
 *
 * see/segmentation.h: what a picture of a board shows, place by place: its
 * surface, a line, a peg, a disc, what lies over it. A small network says so,
 * which has learnt it from boards that are drawn (models/perception). Where a
 * disc is, to a tenth of a millimetre, is measured elsewhere; here a place is a
 * cell of some five millimetres.
 *
 * The network sees the board from above: a square about the hole, in the plane
 * of the playing surface (discs/look.h), so that a disc's top face is displaced
 * by parallax.
 *
 * Frames   mm: board frame, in the plane of the playing surface.
 * Room     see: uses core, cv.
 * Threads  every call may run in any thread on a picture of its own. The same
 *          picture gives the same result on any number of threads. */
#ifndef CROK_SEE_SEGMENTATION_H
#define CROK_SEE_SEGMENTATION_H

#include "core/image.h"
#include "core/linalg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a cell shows. The order is that of NAMES in
 * models/perception/train/picture.py: the network's. */
typedef enum crok_shown {
    CROK_SHOWN_AROUND = 0, /* beside the board */
    CROK_SHOWN_DITCH,
    CROK_SHOWN_RAIL,
    CROK_SHOWN_SURFACE, /* bare */
    CROK_SHOWN_LINE,
    CROK_SHOWN_PEG,
    CROK_SHOWN_DISC,
    CROK_SHOWN_HOLE_EMPTY,
    CROK_SHOWN_HOLE_FLAT,  /* a disc lies in the hole */
    CROK_SHOWN_HOLE_LEANS, /* a disc leans in it */
    CROK_SHOWN_COVER,      /* something that is not of the board */
    CROK_SHOWN_BURNT       /* the picture is burnt out */
} crok_shown;
#define CROK_N_SHOWN 12

#define CROK_SEGMENTATION_CELLS 128 /* a side */
#define CROK_SEGMENTATION_SIZE                                                 \
    (CROK_SEGMENTATION_CELLS * CROK_SEGMENTATION_CELLS)

/* Row by row, from the far side of the board (large y) to the near one. */
typedef struct crok_segmentation {
    double cell_mm;
    /* the chance that the centre of a disc's top face is in the cell, 0..1 */
    float centre[CROK_SEGMENTATION_SIZE];
    /* the chance of each thing that the cell may show; 0 outside the picture */
    float chance[CROK_N_SHOWN][CROK_SEGMENTATION_SIZE];
    bool is_outside[CROK_SEGMENTATION_SIZE]; /* outside the picture */
    double plain_frac; /* share of the surface that is of one colour
                          (see/plain.h); set by discs/look.h */
} crok_segmentation;

/* The side of the picture that the network sees, px. */
#define CROK_SEGMENTATION_PX (2 * CROK_SEGMENTATION_CELLS)

/* Look at a board from above.
 *
 *   view     borrowed: RGB, square, with sides of CROK_SEGMENTATION_PX pixels;
 *            black outside the photo
 *   bare     NULL, or borrowed: the same of this board when nothing lay on it
 *   half_mm  half the side of what the view shows
 *   out      written only on CROK_OK; nothing in it is outside
 *   err      may be NULL
 *
 * CROK_ENOMEM, CROK_EVISION, CROK_EUNSUPPORTED as crok_net_run */
CROK_MUST_USE crok_status crok_segmentation_see(const crok_image *view,
                                                const crok_image *bare,
                                                double half_mm,
                                                crok_segmentation *out,
                                                crok_err *err);

/* A cell is outside the picture. */
void crok_segmentation_forget(crok_segmentation *s, int cell);

/* The middle of a cell. */
crok_mm crok_segmentation_mm(const crok_segmentation *s, int cell);

/* The centre of a disc's top face that was seen. */
typedef struct crok_segmentation_centre {
    crok_mm at; /* where its ray meets the playing surface's plane */
    double chance;
} crok_segmentation_centre;

/* The centres that were seen, each a maximum among its neighbours, with a
 * fraction of a cell by the parabola through these.
 *
 *   least  the least chance
 *   out    most elements: the most likely ones, in this order
 *
 * Returns their number. */
int crok_segmentation_centres(const crok_segmentation *s, double least,
                              crok_segmentation_centre *out, int most);

#ifdef __cplusplus
}
#endif
#endif
