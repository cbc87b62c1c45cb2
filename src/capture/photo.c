/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/photo.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/confined.h"
#include "capture/photo_format.h"
#include "core/text.h"

/* Number of bytes that are read to determine the kind; all signatures in
 * photo_kind.c are shorter. */
enum { SNIFF_BYTES = 64 };

/* Shorter files are not pictures of a supported kind. */
enum { MIN_BYTES = 12 };

static const struct reader {
    crok_photo_head *head;
    crok_photo_decoder *decode;
} readers[] = {
    [CROK_PHOTO_JPEG] = {crok_jpeg_head, crok_jpeg_decode},
    [CROK_PHOTO_PNG] = {crok_png_head, crok_png_decode},
    [CROK_PHOTO_WEBP] = {crok_webp_head, crok_webp_decode},
    [CROK_PHOTO_HEIF] = {crok_heif_head, crok_heif_decode},
    [CROK_PHOTO_GIVEN] = {NULL, crok_given_decode},
};

static crok_status check_kind(crok_photo *photo, crok_err *err)
{
    const char *name = NULL;
    if (photo->n_bytes == 0U)
        return crok_fail(err, CROK_EFORMAT, "%s: the file is empty",
                         photo->name);
    if (photo->n_bytes < MIN_BYTES)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: only %zu bytes, no picture; copy the file again",
                         photo->name, photo->n_bytes);
    photo->kind = crok_photo_sniff(photo->bytes, photo->n_bytes, &name);
    photo->format = name;
    if (photo->kind != CROK_PHOTO_OTHER)
        return CROK_OK;
    return crok_fail(err, CROK_EUNSUPPORTED,
                     "%s: %s is not read; save it as JPEG, PNG, WebP, HEIC or "
                     "AVIF",
                     photo->name,
                     name != NULL ? name : "a file of an unknown kind");
}

static crok_status check_size(const crok_photo *photo, crok_err *err)
{
    int w = photo->stored_w_px, h = photo->stored_h_px;
    if (w <= 0 || h <= 0)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: the %s header gives a size of %d x %d pixels",
                         photo->name, photo->format, w, h);
    if (w < CROK_PHOTO_MAX_SIDE_PX && h < CROK_PHOTO_MAX_SIDE_PX &&
        (int64_t)w * h <= CROK_PHOTO_MAX_PX)
        return CROK_OK;
    return crok_fail(err, CROK_ETOOLARGE,
                     "%s: %d x %d pixels; the limit is %d megapixels and sides "
                     "below %d; save it smaller",
                     photo->name, w, h, (int)(CROK_PHOTO_MAX_PX / 1000000),
                     CROK_PHOTO_MAX_SIDE_PX);
}

static crok_status read_photo(crok_photo *photo, crok_err *err)
{
    crok_status st = check_kind(photo, err);
    bool turned = false;
    photo->orientation = 1;
    if (st == CROK_OK)
        st = readers[photo->kind].head(photo, err);
    if (st == CROK_OK)
        st = check_size(photo, err);
    turned = photo->orientation >= 5;
    photo->w_px = turned ? photo->stored_h_px : photo->stored_w_px;
    photo->h_px = turned ? photo->stored_w_px : photo->stored_h_px;
    return st;
}

static crok_photo *new_photo(const char *name, crok_err *err)
{
    crok_photo *photo = calloc(1, sizeof *photo);
    if (photo == NULL)
        (void)crok_fail(err, CROK_ENOMEM, "no memory to open a photo");
    else
        crok_text_short_path(name, photo->name, sizeof photo->name);
    return photo;
}

crok_status crok_photo_open_memory(const void *bytes, size_t n_bytes,
                                   const char *name, crok_photo **out,
                                   crok_err *err)
{
    crok_status st = CROK_OK;
    crok_photo *photo = new_photo(name, err);
    if (photo == NULL)
        return CROK_ENOMEM;
    photo->bytes = bytes;
    photo->n_bytes = n_bytes;
    st = read_photo(photo, err);
    if (st == CROK_OK)
        *out = photo;
    else
        crok_photo_close(&photo);
    return st;
}

crok_status crok_photo_open_pixels(const crok_image *pixels, const char *name,
                                   crok_photo **out, crok_err *err)
{
    crok_status st = CROK_OK;
    crok_photo *photo = new_photo(name, err);
    if (photo == NULL)
        return CROK_ENOMEM;
    photo->kind = CROK_PHOTO_GIVEN;
    photo->format = "pixels";
    photo->orientation = 1;
    photo->given = *pixels;
    photo->stored_w_px = photo->w_px = pixels->w_px;
    photo->stored_h_px = photo->h_px = pixels->h_px;
    st = check_size(photo, err);
    if (st == CROK_OK)
        *out = photo;
    else
        crok_photo_close(&photo);
    return st;
}

/* Read up to n more bytes; fewer only at the end of the file. */
static crok_status read_bytes(int fd, crok_photo *photo, size_t n,
                              crok_err *err)
{
    while (n > 0U) {
        ssize_t got = read(fd, photo->own + photo->n_bytes, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return crok_fail(err, CROK_EIO, "%s: cannot be read: %s",
                             photo->name, strerror(errno));
        if (got == 0)
            break;
        photo->n_bytes += (size_t)got;
        n -= (size_t)got;
    }
    return CROK_OK;
}

/* Read the file. The first bytes decide its kind; the rest is read only if it
 * is a picture, so that a folder with videos costs no time. */
static crok_status load(int fd, size_t size, crok_photo *photo, crok_err *err)
{
    crok_status st = CROK_OK;
    uint8_t *all = NULL;
    photo->own = malloc(SNIFF_BYTES);
    photo->bytes = photo->own;
    if (photo->own == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", photo->name);
    st = read_bytes(fd, photo, SNIFF_BYTES, err);
    if (st == CROK_OK)
        st = check_kind(photo, err);
    if (st != CROK_OK || size <= photo->n_bytes)
        return st;
    if (size > (size_t)CROK_PHOTO_MAX_BYTES)
        return crok_fail(err, CROK_ETOOLARGE,
                         "%s: %zu MB; the limit is %d MB; save it smaller",
                         photo->name, size >> 20,
                         (int)(CROK_PHOTO_MAX_BYTES >> 20));
    all = realloc(photo->own, size);
    if (all == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory for %zu MB",
                         photo->name, size >> 20);
    photo->own = all;
    photo->bytes = all;
    return read_bytes(fd, photo, size - photo->n_bytes, err);
}

/* Open the file and get its size. O_NONBLOCK is set, because without it opening
 * a named pipe waits for a writer. */
static crok_status open_regular(const char *path, const crok_photo *photo,
                                int *fd, size_t *size, crok_err *err)
{
    struct stat info;
    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (*fd < 0 || fstat(*fd, &info) != 0)
        return crok_fail(err, CROK_EIO, "%s: cannot be opened: %s", photo->name,
                         strerror(errno));
    if (S_ISDIR(info.st_mode))
        return crok_fail(err, CROK_EIO, "%s: a directory, not a photo",
                         photo->name);
    if (!S_ISREG(info.st_mode))
        return crok_fail(err, CROK_EIO, "%s: not a regular file", photo->name);
    *size = (size_t)info.st_size;
    return CROK_OK;
}

crok_status crok_photo_open(const char *path, crok_photo **out, crok_err *err)
{
    crok_status st = CROK_OK;
    int fd = -1;
    size_t size = 0;
    crok_photo *photo = new_photo(path, err);
    if (photo == NULL)
        return CROK_ENOMEM;
    st = open_regular(path, photo, &fd, &size, err);
    if (st == CROK_OK)
        st = load(fd, size, photo, err);
    if (fd >= 0)
        (void)close(fd);
    if (st == CROK_OK)
        st = read_photo(photo, err);
    if (st == CROK_OK)
        *out = photo;
    else
        crok_photo_close(&photo);
    return st;
}

/* Return the scale after the decoded picture has been turned upright. Let W and
 * w be the full and the decoded width as stored. If the axis is mirrored, the
 * full coordinate x becomes W - 1 - x and the decoded coordinate u becomes w -
 * 1 - u; with x = (u + 0.5) * scale - 0.5 + x0, where x0 was 0, this gives x0 =
 * W - w * scale. */
static crok_photo_scale upright_scale(const crok_photo *photo,
                                      const crok_image *stored,
                                      crok_photo_scale s)
{
    int o = photo->orientation;
    crok_photo_scale t = s;
    if (o == 2 || o == 3 || o == 7 || o == 8)
        t.x0_px = photo->stored_w_px - stored->w_px * s.x;
    if (o == 3 || o == 4 || o == 6 || o == 7)
        t.y0_px = photo->stored_h_px - stored->h_px * s.y;
    if (o >= 5)
        t = (crok_photo_scale){
            .x = t.y, .y = t.x, .x0_px = t.y0_px, .y0_px = t.x0_px};
    return t;
}

/* Decode the picture as it is stored, in a process of its own if that may cost
 * much. */
static crok_status decode_stored(crok_photo *photo, int min_long_side_px,
                                 crok_image *image, crok_photo_scale *scale,
                                 crok_err *err)
{
    crok_photo_decoder *decode = readers[photo->kind].decode;
    const crok_confinement c = crok_confinement_of(NULL, decode);
    return photo->is_costly
               ? crok_confined_decode(&c, photo, min_long_side_px, image, scale,
                                      err)
               : decode(photo, min_long_side_px, image, scale, err);
}

crok_status crok_photo_decode(crok_photo *photo, int min_long_side_px,
                              crok_image *image, crok_photo_scale *scale,
                              crok_err *err)
{
    crok_status st = CROK_OK;
    crok_image img = {0};
    crok_photo_scale s = {.x = 1.0, .y = 1.0};
    if (min_long_side_px < 0)
        return crok_fail(err, CROK_EARG, "%s: a long side of %d pixels",
                         photo->name, min_long_side_px);
    st = decode_stored(photo, min_long_side_px, &img, &s, err);
    if (st != CROK_OK)
        return st;
    s = upright_scale(photo, &img, s);
    st = crok_photo_upright(&img, photo->orientation, err);
    if (st != CROK_OK) {
        crok_image_free(&img);
        return st;
    }
    *image = img;
    if (scale != NULL)
        *scale = s;
    return CROK_OK;
}

void crok_photo_close(crok_photo **photo)
{
    if (photo == NULL || *photo == NULL)
        return;
    free((*photo)->own);
    free(*photo);
    *photo = NULL;
}
