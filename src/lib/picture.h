/* SPDX-License-Identifier: Apache-2.0
 *
 * lib/picture.h: a caller's picture as a photo or as a frame.
 *
 * Room     lib: uses capture.
 * Threads  one owner. */
#ifndef CROK_LIB_PICTURE_H
#define CROK_LIB_PICTURE_H

#include "capture/frame.h"
#include "capture/photo.h"
#include "lib/crokeye.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The name of a picture in messages and documents. */
const char *crok_picture_name(const crokeye_picture *p);

/* Memory of pictures, used for one after the other. Begin with {0}. */
typedef struct crok_picture_room {
    crok_codec *codec; /* owned; NULL: not needed yet */
    crok_image image;  /* owned: the pixels of the present picture */
} crok_picture_room;

void crok_picture_room_free(crok_picture_room *room);

/* Open a picture as a photo.
 *
 *   p     its bytes must stay valid until the photo is closed, and *room must
 *         not be used for another picture
 *   out   written only on CROK_OK; close with crok_photo_close
 *
 * CROK_EARG  an impossible size or format
 * Others as crok_photo_open_memory and crok_frame_rgb */
CROK_MUST_USE crok_status crok_picture_photo(const crokeye_picture *p,
                                             crok_picture_room *room,
                                             crok_photo **out, crok_err *err);

/* Make a frame of a picture.
 *
 *   p    its bytes must stay valid while the frame is used, and *room must not
 *        be used for another picture
 *   out  written only on CROK_OK
 *
 * Errors as crok_picture_photo and crok_photo_decode */
CROK_MUST_USE crok_status crok_picture_frame(const crokeye_picture *p,
                                             int64_t t_ns,
                                             crok_picture_room *room,
                                             crok_frame *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
