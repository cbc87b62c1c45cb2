/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/blobs.h: foreground of a frame against the background, the
 * picture of the rest before: which discs still look as they did, and blobs of
 * a disc's size where no disc was.
 *
 * The board is sampled on a grid in the plane of the discs' top faces, where a
 * disc is a circle of one size. A cell is foreground by how much its colour
 * differs from the background's; a cell that only got darker, all channels
 * alike, is shadow.
 *
 * Frames   px: the reduced frames; mm: board.
 * Room     shots: uses core, board.
 * Threads  one owner. Memory is taken by _new and by _rest only. */
#ifndef CROK_SHOTS_TRACKING_BLOBS_H
#define CROK_SHOTS_TRACKING_BLOBS_H

#include "board/board.h"
#include "core/image.h"
#include "shots/sight.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_BLOBS 24

/* A blob: foreground of a disc's size, a candidate detection. */
typedef struct crok_blob {
    crok_mm at;            /* centre of the bottom circle, if it is a disc */
    float foreground;      /* foreground fraction of the disc's circle, 0..1 */
    float ring_foreground; /* foreground fraction of the ring around it, 0..1 */
    uint8_t rgb[3];        /* mean of its middle */
} crok_blob;

typedef struct crok_frame_blobs {
    int64_t t_ns;
    int n;
    crok_blob blob[CROK_MAX_BLOBS];
    /* Percentage of each disc's place that differs from the background; index
     * as in the rest. */
    uint8_t changed[CROK_MAX_DISCS];
} crok_frame_blobs;

/* Threshold, percent: below it a disc is at rest in its place; noise and half a
 * millimetre of measurement error stay below. */
#define CROK_BLOB_STILL 10

typedef struct crok_blob_detector crok_blob_detector;

/* CROK_ENOMEM */
CROK_MUST_USE crok_status crok_blob_detector_new(const crok_board_pose *pose,
                                                 double scale,
                                                 crok_blob_detector **out,
                                                 crok_err *err);
void crok_blob_detector_free(crok_blob_detector **detector);

/* Set the background and the discs at rest in it; both borrowed for the call.
 *
 * CROK_EARG  no RGB picture */
CROK_MUST_USE crok_status crok_blob_detector_set_background(
    crok_blob_detector *detector, const crok_image *img,
    const crok_rest_sight *rest, crok_err *err);

/* Detect the blobs of a frame of the same size; *out is written whole.
 *
 * CROK_EARG  another size than the background's, or there is no background */
CROK_MUST_USE crok_status
crok_blob_detector_detect(crok_blob_detector *detector, const crok_image *img,
                          crok_frame_blobs *out, crok_err *err);

/* The colour of the disc at `at` in the background. */
void crok_blob_detector_colour(const crok_blob_detector *detector, crok_mm at,
                               uint8_t rgb[3]);

#ifdef __cplusplus
}
#endif
#endif
