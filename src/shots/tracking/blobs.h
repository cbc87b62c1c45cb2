/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/blobs.h: what one frame shows against the quiet picture
 * before: which discs still look as they did, and what of a disc's size is
 * where nothing was.
 *
 * The board is looked at on a grid in the plane of the discs' top faces, where
 * a disc is a circle of one size. A cell is strange by how much it differs from
 * the quiet picture; what only got darker, all colours alike, is a shadow.
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

/* Something of a disc's size. */
typedef struct crok_blob {
    crok_mm at;            /* centre of the bottom circle, if it is a disc */
    float foreground;      /* how strange the disc's circle is, 0..1 */
    float ring_foreground; /* how strange the ring about it is, 0..1 */
    uint8_t rgb[3];        /* of its middle */
} crok_blob;

typedef struct crok_frame_blobs {
    int64_t t_ns;
    int n;
    crok_blob blob[CROK_MAX_BLOBS];
    /* percent of each disc's place that no longer looks as before; index as in
     * the rest */
    uint8_t changed[CROK_MAX_DISCS];
} crok_frame_blobs;

/* A disc that lies still looks changed by less, percent: noise, and half a
 * millimetre. */
#define CROK_BLOB_STILL 10

typedef struct crok_blob_detector crok_blob_detector;

/* CROK_ENOMEM */
CROK_MUST_USE crok_status crok_blob_detector_new(const crok_board_pose *pose,
                                                 double scale,
                                                 crok_blob_detector **out,
                                                 crok_err *err);
void crok_blob_detector_free(crok_blob_detector **detector);

/* The quiet picture and what lies there; both borrowed for the call.
 *
 * CROK_EARG  no RGB picture */
CROK_MUST_USE crok_status crok_blob_detector_set_background(
    crok_blob_detector *detector, const crok_image *img,
    const crok_rest_sight *rest, crok_err *err);

/* Look at a frame of the same size; *out is written whole.
 *
 * CROK_EARG  another size than the quiet picture's, or none was given */
CROK_MUST_USE crok_status
crok_blob_detector_detect(crok_blob_detector *detector, const crok_image *img,
                          crok_frame_blobs *out, crok_err *err);

/* The colour of the disc that lies at `at` in the quiet picture. */
void crok_blob_detector_colour(const crok_blob_detector *detector, crok_mm at,
                               uint8_t rgb[3]);

#ifdef __cplusplus
}
#endif
#endif
