/* SPDX-License-Identifier: Apache-2.0
 *
 * report/overlay.h: draws the annotated picture, with which a person can check
 * a result quickly. It shows the lines and discs that were found, values,
 * margins and totals, and a close-up of each close call.
 *
 * Frames   full: px of the whole picture, upright; view: px of the picture that
 *          is drawn on.
 * Room     report: uses core, cv, board, discs, rules.
 * Threads  any number of pictures at a time. */
#ifndef CROK_REPORT_OVERLAY_H
#define CROK_REPORT_OVERLAY_H

#include "core/image.h"
#include "report/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A picture that may be a reduction of the photo:
 *   full = (view + 0.5) * scale - 0.5 + {x0_px, y0_px}. */
typedef struct crok_overlay_view {
    const crok_image *img; /* RGB */
    double scale;
    double x0_px, y0_px;
} crok_overlay_view;

/* Draw a result over its photo. If the result is an error, the photo is drawn
 * with the error's message.
 *
 *   r, view  borrowed; view->img is not changed
 *   out      written only on CROK_OK; returned: free with crok_image_free
 *   err      may be NULL
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_overlay_draw(const crok_result *r,
                                            const crok_overlay_view *view,
                                            crok_image *out, crok_err *err);

/* Draw only the close-up of one call: the line, the disc's edge and the margin
 * between them. It is the close-up that crok_overlay_draw draws for a close
 * call, but the call may be one that is not close.
 *
 *   r, view  borrowed; r is a score; view->img is not changed
 *   disc     the disc's index in r->score.seen.discs
 *   out      written only on CROK_OK: CROK_CLOSE_UP_PX wide and high; returned:
 *            free with crok_image_free
 *   err      may be NULL
 *
 * CROK_ENOMEM, CROK_EVISION */
#define CROK_CLOSE_UP_PX 480
CROK_MUST_USE crok_status crok_overlay_draw_call(const crok_result *r, int disc,
                                                 const crok_overlay_view *view,
                                                 crok_image *out,
                                                 crok_err *err);

/* Draw only the board's lines over its picture, where the pose predicts them,
 * so that a person can check a calibration.
 *
 *   pose, view  borrowed; view->img is not changed
 *   name        the picture's name, shown in the footer
 *   title       shown in the header
 *   out         written only on CROK_OK; returned: free with crok_image_free
 *   err         may be NULL
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_overlay_draw_board(
    const crok_board_pose *pose, const char *name, const char *title,
    const crok_overlay_view *view, crok_image *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
