/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/blobs.h: background subtraction. The background is the
 * picture of the rest before. The detector measures how much the place of each
 * disc at rest has changed, and detects blobs of a disc's size.
 *
 * The picture is sampled on a grid in the plane of the discs' top faces, where
 * all discs are circles of one radius. The foreground value of a cell is
 * computed from the difference between its colour and the background's. If all
 * channels of a cell got darker by nearly the same factor, the cell is in
 * shadow and is not foreground.
 *
 * Frames   px: the reduced frames; mm: board.
 * Room     shots: uses core, board.
 * Threads  one owner. Memory is allocated by _new only. */
#ifndef CROK_SHOTS_TRACKING_BLOBS_H
#define CROK_SHOTS_TRACKING_BLOBS_H

#include "board/board.h"
#include "core/image.h"
#include "shots/sight.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_BLOBS 24

/* A blob: foreground of a disc's size, a candidate for a detection. */
typedef struct crok_blob {
    crok_mm at;            /* centre of the bottom circle, if it is a disc */
    float foreground;      /* foreground fraction of the disc's circle, 0..1 */
    float ring_foreground; /* foreground fraction of the ring around it, 0..1 */
    uint8_t rgb[3];        /* mean colour of its middle */
} crok_blob;

typedef struct crok_frame_blobs {
    int64_t t_ns;
    int n;
    crok_blob blob[CROK_MAX_BLOBS];
    /* changed[i] is the percentage of the place of disc i of the background's
     * rest that differs from the background. */
    uint8_t changed[CROK_MAX_DISCS];
} crok_frame_blobs;

/* Threshold on crok_frame_blobs.changed, percent. Below it the disc is at rest
 * at its place. Noise, and an error of 0.5 mm in the disc's position, change
 * less than this. */
#define CROK_BLOB_STILL 10

typedef struct crok_blob_detector crok_blob_detector;

/* Create a detector.
 *
 *   pose   borrowed for the call: of the full frames
 *   scale  width of the full frames divided by that of the frames that will be
 *          given
 *   out    written only on CROK_OK; returned: free with
 *          crok_blob_detector_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_blob_detector_new(const crok_board_pose *pose,
                                                 double scale,
                                                 crok_blob_detector **out,
                                                 crok_err *err);
void crok_blob_detector_free(crok_blob_detector **detector);

/* Set the background and the discs at rest in it.
 *
 *   img   borrowed for the call: RGB, below 65535 pixels in each direction
 *   rest  borrowed for the call
 *
 * CROK_EARG  img has another format or is too large */
CROK_MUST_USE crok_status crok_blob_detector_set_background(
    crok_blob_detector *detector, const crok_image *img,
    const crok_rest_sight *rest, crok_err *err);

/* Detect the blobs of a frame.
 *
 *   img  borrowed: RGB, of the background's size
 *   out  n, blob and changed are written; the caller sets t_ns
 *
 * CROK_EARG  img has another format or size, or no background is set */
CROK_MUST_USE crok_status
crok_blob_detector_detect(crok_blob_detector *detector, const crok_image *img,
                          crok_frame_blobs *out, crok_err *err);

/* The colour of the disc at `at` in the background. */
void crok_blob_detector_colour(const crok_blob_detector *detector, crok_mm at,
                               uint8_t rgb[3]);

/* The length of the board's millimetre has changed: multiply all positions by
 * k. The size of the discs is a standard and stays. */
void crok_blob_detector_rescale(crok_blob_detector *detector, double k);

/* Set the discs' radius, mm, before a background is set. */
void crok_blob_detector_set_disc(crok_blob_detector *detector, double disc_mm);

/* Set the colours of the discs in play, before a background is set: those that
 * differ little from the board need a finer look.
 *
 *   rgb  borrowed, n of them; at most CROK_MAX_SIDES are used */
void crok_blob_detector_set_colours(crok_blob_detector *detector,
                                    uint8_t rgb[][3], int n);

#ifdef __cplusplus
}
#endif
#endif
