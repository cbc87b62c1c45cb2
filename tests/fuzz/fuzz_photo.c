/* SPDX-License-Identifier: Apache-2.0
 *
 * Any bytes as a photo: opening and decoding them must end in a picture of the
 * size that was promised, or in an error with a message. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "capture/photo.h"

/* Larger pictures take the fuzzer's time and show nothing new. */
enum { MOST_PX = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* dav1d 1.0.0 loses 80 bytes over some damaged AVIF files; it gives the error
 * that it should. The name is the leak sanitizer's. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libdav1d";
}

static void check_decoded(const crok_photo *photo, const crok_image *img,
                          const crok_photo_scale *s)
{
    double w = img->w_px * s->x, h = img->h_px * s->y;
    CROK_ASSERT(img->format == CROK_RGB8);
    CROK_ASSERT(img->w_px >= 1 && img->h_px >= 1);
    CROK_ASSERT(img->stride_bytes >= (size_t)img->w_px * 3U);
    CROK_ASSERT(w > photo->w_px - 1e-6 && w < photo->w_px + s->x);
    CROK_ASSERT(h > photo->h_px - 1e-6 && h < photo->h_px + s->y);
    CROK_ASSERT(s->x0_px > -s->x && s->x0_px < 1e-6);
    CROK_ASSERT(s->y0_px > -s->y && s->y0_px < 1e-6);
    memset(crok_image_row(img, img->h_px - 1), 0, (size_t)img->w_px * 3U);
}

static void decode(crok_photo *photo, int min_long_side_px)
{
    crok_image img = {0};
    crok_photo_scale scale = {0};
    crok_err err = {0};
    if (crok_photo_decode(photo, min_long_side_px, &img, &scale, &err) ==
        CROK_OK)
        check_decoded(photo, &img, &scale);
    else
        CROK_ASSERT(err.status != CROK_OK && err.msg[0] != '\0' &&
                    img.data == NULL);
    crok_image_free(&img);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    crok_photo *photo = NULL;
    crok_err err = {0};
    if (crok_photo_open_memory(bytes, n, "fuzz", &photo, &err) != CROK_OK) {
        CROK_ASSERT(err.status != CROK_OK && err.msg[0] != '\0');
        return 0;
    }
    CROK_ASSERT(photo->orientation >= 1 && photo->orientation <= 8);
    if ((int64_t)photo->w_px * photo->h_px <= MOST_PX) {
        decode(photo, 0);
        decode(photo, 20);
    }
    crok_photo_close(&photo);
    return 0;
}
