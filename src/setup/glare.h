/* SPDX-License-Identifier: Apache-2.0
 *
 * setup/glare.h: where light that the board reflects burns out the surface or
 * leaves no contrast on a line.
 *
 * At each angle the contrast of a line is its luma minus that of the surface
 * beside it. As a part of the line's median contrast it is near 1 where the
 * line is seen and near 0 where it is not. Where it is not, the line is in
 * glare if the surface there is burnt out, or much brighter than elsewhere over
 * more than the diameter of a disc; otherwise something hides it.
 *
 * Frames   px of the picture; mm: board. Angle i is 2 pi i / CROK_GLARE_ANGLES
 *          from the board's x axis.
 * Room     setup.
 * Threads  values only; any thread. No allocation. */
#ifndef CROK_SETUP_GLARE_H
#define CROK_SETUP_GLARE_H

#include "board/board.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_GLARE_ANGLES 120
#define CROK_GLARE_RINGS 40

typedef enum crok_glare_state {
    CROK_GLARE_CLEAR,
    CROK_GLARE_BURNT,  /* burnt out, no contrast */
    CROK_GLARE_WASHED, /* bright, no contrast */
    CROK_GLARE_HIDDEN, /* no contrast, and no glare: an object, or wear */
    CROK_GLARE_OUTSIDE /* outside the picture */
} crok_glare_state;

/* The longest part of a line that is in glare. */
typedef struct crok_glare_arc {
    int line;     /* CROK_LINE_OUTER, ...; CROK_LINE_NONE: there is none */
    int first, n; /* angles first .. first + n - 1, modulo the number */
    int clock; /* its middle seen from the board's centre in the picture: 12 is
                * up, 3 right */
} crok_glare_arc;

typedef struct crok_glare {
    uint8_t line[CROK_N_LINES][CROK_GLARE_ANGLES]; /* crok_glare_state */
    /* fraction of each line inside the picture that is in glare, and fraction
     * that is hidden, 0..1 */
    double glare_frac[CROK_N_LINES], hidden_frac[CROK_N_LINES];
    crok_glare_arc longest;
    /* state of the surface at the middle of each cell: BURNT, OUTSIDE or CLEAR.
     * Ring j is at (j + 0.5) / CROK_GLARE_RINGS of the outer line's radius */
    uint8_t surface[CROK_GLARE_RINGS][CROK_GLARE_ANGLES];
    double burnt_frac; /* of the surface's area in the picture */
    double level;      /* mean luma of the surface, 0..255 */
} crok_glare;

/* Is a line in glare in this state? */
static inline bool crok_glare_is(int state)
{
    return state == CROK_GLARE_BURNT || state == CROK_GLARE_WASHED;
}

/* Measure the glare.
 *
 *   img      borrowed: RGB, of pose->camera
 *   pose     borrowed
 *   blur_px  blur, 1 sd: the surface beside a line is read outside it */
crok_glare crok_glare_measure(const crok_image *img,
                              const crok_board_pose *pose, double blur_px);

#ifdef __cplusplus
}
#endif
#endif
