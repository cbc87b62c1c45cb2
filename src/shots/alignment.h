/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/alignment.h: the camera's pose in each frame. A camera that hangs from
 * a lamp sways, and a board is pushed. So each frame is registered to an
 * anchor, the small grey picture in which the board's pose was measured, and
 * the pose follows from that.
 *
 * The registration is Lucas and Kanade's image alignment in its inverse
 * compositional form: the motion between the board and the camera, and the
 * place of the picture's principal point, are those that minimise the
 * difference between the anchor and the frame at points of the board with a
 * large gradient. Tukey's biweight rejects outliers: hands, and discs that
 * appeared or disappeared. The light may change by a factor and an offset, and
 * by another factor from row to row, as lamps flicker. If the motion since the
 * last frame is larger than the range of convergence, reduced pictures are
 * registered first.
 *
 * Frames   px: of the small grey pictures, unless "full" is said; mm: board.
 * Room     shots: uses core and board.
 * Threads  one owner. No allocation after crok_alignment_new.
 * Source   Baker and Matthews 2004, "Lucas-Kanade 20 years on", section 3.2;
 *          Holland and Welsch 1977 for the weights. */
#ifndef CROK_SHOTS_ALIGNMENT_H
#define CROK_SHOTS_ALIGNMENT_H

#include "board/board.h"
#include "core/image.h"
#include "shots/sight.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_alignment crok_alignment;

/* What one frame shows of the anchor. */
typedef struct crok_aligned {
    crok_camera camera; /* of the full frame, with its pose in this frame */
    /* Maps a pixel of the anchor to the pixel of this frame that shows the same
     * point of the board: a homography, which approximates the lens's
     * distortion. */
    crok_mat3 to_frame;
    double moved_px; /* largest displacement of a point of the outer line */
    /* Parts of the anchor's structure that the frame shows in its place, 0..1:
     * of all points, and of those that would show a rotation of the board about
     * its centre. Each point counts by its squared gradient. */
    double visible_frac, turn_visible_frac;
    bool is_found; /* the board was registered; otherwise the pose is the one of
                      the last frame that was */
} crok_aligned;

/* A frame is registered if at least this part of the structure is visible. In
 * a real film of a shot, with a hand at the line, at least 0.94 of it is; after
 * a jump beyond the reach of the registration 0.2 to 0.4 agree by chance. */
#define CROK_ALIGNED_VISIBLE 0.45

/* Create an alignment whose anchor is `luma`.
 *
 *   pose    borrowed for the call: of the full frame, in the anchor
 *   scale   width of the full frame divided by that of the small picture
 *   luma    borrowed for the call: the anchor, grey
 *   rest    borrowed for the call: discs at rest in it, which may move away
 *           later and give no points; NULL: not known
 *   out     written only on CROK_OK; returned: free with crok_alignment_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_alignment_new(
    const crok_board_pose *pose, double scale, const crok_image *luma,
    const crok_rest_sight *rest, crok_alignment **out, crok_err *err);
void crok_alignment_free(crok_alignment **alignment);

/* The length of the board's millimetre has changed: multiply all lengths by k.
 */
void crok_alignment_rescale(crok_alignment *alignment, double k);

/* Register one frame.
 *
 *   luma  borrowed: of the anchor's size */
crok_aligned crok_alignment_measure(crok_alignment *alignment,
                                    const crok_image *luma);

/* A homography of the board's plane between two pictures. */
typedef struct crok_plane_map {
    crok_mat3 map;   /* of pixels of the first picture to those of the second */
    double moved_px; /* largest displacement of a point within the radius */
} crok_plane_map;

/* Fit the homography that maps the board as one camera shows it to the board as
 * another one does, by least squares over the area within radius_mm. It
 * approximates the lens's distortion. */
crok_plane_map crok_plane_map_of(const crok_camera *from, const crok_camera *to,
                                 double radius_mm);

/* The result of the last frame; before the first, that of the anchor itself. */
const crok_aligned *crok_alignment_last(const crok_alignment *alignment);

#ifdef __cplusplus
}
#endif
#endif
