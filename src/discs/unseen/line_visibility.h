/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/unseen/line_visibility.h: measure at which angles each of the three
 * lines is visible in the picture.
 *
 * The contrast of a line at an angle is the mean logarithm of the colour on the
 * line minus that beside it. The lines of a board share one ink: the median of
 * all contrasts is its direction and size m, and the visibility at an angle is
 * the contrast's projection on m over |m|, averaged along the line. It is near
 * 1 on the line and near 0 on a plain cover.
 *
 * Frames   mm: board; px: the picture given.
 * Room     discs. */
#ifndef CROK_DISCS_UNSEEN_LINE_VISIBILITY_H
#define CROK_DISCS_UNSEEN_LINE_VISIBILITY_H

#include <math.h>

#include "core/image.h"
#include "discs/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_VISIBILITY_ANGLES 720

typedef enum crok_line_state {
    CROK_LINE_UNKNOWN = 0, /* under a disc, or outside the picture */
    CROK_LINE_VISIBLE,
    CROK_LINE_FAINT, /* not visible, but on this line wear explains it */
    CROK_LINE_HIDDEN
} crok_line_state;

typedef struct crok_line_visibility {
    /* state of each line at the angle 2 pi i / CROK_VISIBILITY_ANGLES from the
     * board's x axis */
    crok_line_state at[CROK_N_LINES][CROK_VISIBILITY_ANGLES];
    /* mean log colour beside the line; 0 if it is unknown */
    float beside[CROK_N_LINES][CROK_VISIBILITY_ANGLES][3];
} crok_line_visibility;

/* The board point on a circle of radius r_mm at angle i, and the length of the
 * arc from one angle to the next, mm. */
static inline crok_mm crok_visibility_mm(double r_mm, int i)
{
    double a = 2.0 * CROK_PI * i / CROK_VISIBILITY_ANGLES;
    crok_mm out = {r_mm * cos(a), r_mm * sin(a)};
    return out;
}

static inline double crok_visibility_step_mm(double r_mm)
{
    return 2.0 * CROK_PI * r_mm / CROK_VISIBILITY_ANGLES;
}

/* Measure the visibility of all lines.
 *
 *   img   borrowed; RGB
 *   cam   of img, in mm
 *   seen  borrowed: the board's lines, and the discs that lie on them
 *   out   written only on CROK_OK
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_line_visibility_measure(
    const crok_image *img, const crok_camera *cam, const crok_observation *seen,
    crok_line_visibility *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
