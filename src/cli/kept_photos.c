/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/kept_photos.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/encode.h"
#include "capture/photo.h"
#include "cli/overlay_names.h"
#include "core/save.h"
#include "core/sha256.h"
#include "report/truth_file.h"

/* JPEG quality. From 90 on chroma is not subsampled (capture/encode.h), which
 * the edges of coloured discs need. */
#define QUALITY 92

/* Hexadecimal digits of a name: with 64 bits two of a million pictures have the
 * same name with a chance of 3e-8. */
#define NAME_DIGITS 16

crok_status crok_kept_photos_begin(const crok_kept_photos *k,
                                   const crok_inputs *inputs, crok_err *err)
{
    if (k->dir == NULL)
        return CROK_OK;
    if (!crok_truth_has_values(&k->options->rules))
        return crok_fail(err, CROK_EARG,
                         "--keep %s: these rules have other values of discs "
                         "than 20, 15, 10, 5 and 0, with which photos are "
                         "kept: score without --keep",
                         k->dir);
    return crok_overlay_dir_make(k->dir, inputs, err);
}

/* ---- the picture ---- */

static crok_status decode(const crok_result *r, crok_image *img, crok_err *err)
{
    crok_photo *photo = NULL;
    crok_status st = crok_photo_open(r->image, &photo, err);
    if (st != CROK_OK)
        return st;
    if (photo->w_px == r->w_px && photo->h_px == r->h_px)
        st = crok_photo_decode(photo, 0, img, NULL, err);
    else
        st = crok_fail(err, CROK_EFORMAT, "it has another size now");
    crok_photo_close(&photo);
    return st;
}

/* Encode the whole picture. *bytes is returned: free with free(). */
static crok_status encode(const crok_result *r, unsigned char **bytes,
                          size_t *n, crok_err *err)
{
    crok_err why = {0};
    crok_image img = {0};
    crok_status st = decode(r, &img, &why);
    if (st == CROK_OK)
        st = crok_encode_jpeg_bytes(&img, QUALITY, bytes, n, &why);
    crok_image_free(&img);
    return st == CROK_OK
               ? CROK_OK
               : crok_fail(err, st, "is not kept, score it again: %.150s",
                           why.msg);
}

/* ---- the files ---- */

/* The two files of a photo. */
typedef struct files {
    char name[NAME_DIGITS + 1];
    char image[NAME_DIGITS + sizeof ".jpg"];
    char *picture, *truth; /* owned: their paths */
} files;

static void write_name(const void *bytes, size_t n, char name[NAME_DIGITS + 1])
{
    const crok_sha256_part all = {.bytes = bytes, .len = n};
    char hex[CROK_SHA256_HEX];
    crok_sha256_parts_hex(&all, 1, hex);
    memcpy(name, hex, NAME_DIGITS);
    name[NAME_DIGITS] = '\0';
}

/* Does the name belong to these bytes? */
static bool has_name(const char *name, const char *bytes, size_t n)
{
    char own[NAME_DIGITS + 1];
    write_name(bytes, n, own);
    return strcmp(own, name) == 0;
}

/* Returned: free with free(). NULL: no memory. */
static char *path_in(const char *dir, const char *name, const char *extension)
{
    size_t room = strlen(dir) + strlen(name) + strlen(extension) + 2;
    char *path = malloc(room);
    if (path != NULL)
        (void)snprintf(path, room, "%s/%s%s", dir, name, extension);
    return path;
}

/* Write the picture first and its truth file second. Readers look for truth
 * files, so each one that they find has its picture. */
static crok_status save(const crok_kept_photos *k, const files *f,
                        const crok_sha256_part *picture, const char *truth,
                        crok_err *err)
{
    const crok_save_kind kind = {.what = "a picture that crokeye kept",
                                 .known = f->name,
                                 .is_own = has_name,
                                 .max_bytes = (size_t)CROK_PHOTO_MAX_BYTES};
    const crok_save_to to_picture = {
        .path = f->picture, .kind = &kind, .force = k->force};
    const crok_save_to to_truth = {
        .path = f->truth, .kind = &crok_save_truth, .force = k->force};
    crok_status st = crok_save_check(&to_picture, NULL, err);
    if (st == CROK_OK)
        st = crok_save_check(&to_truth, NULL, err);
    if (st == CROK_OK)
        st = crok_save(&to_picture, picture->bytes, picture->len, err);
    return st == CROK_OK ? crok_save_text(&to_truth, truth, err) : st;
}

static crok_status write_files(const crok_kept_photos *k, const crok_result *r,
                               const crok_sha256_part *picture, crok_err *err)
{
    files f = {.picture = NULL};
    char *truth = NULL;
    crok_status st = CROK_OK;
    write_name(picture->bytes, picture->len, f.name);
    (void)snprintf(f.image, sizeof f.image, "%s.jpg", f.name);
    f.picture = path_in(k->dir, f.name, ".jpg");
    f.truth = path_in(k->dir, f.name, ".json");
    truth = crok_truth_file_text(r, &k->options->bowl, f.image);
    if (f.picture == NULL || f.truth == NULL || truth == NULL)
        st = crok_fail(err, CROK_ENOMEM, "is not kept: no memory");
    else
        st = save(k, &f, picture, truth, err);
    free(truth);
    free(f.truth);
    free(f.picture);
    return st;
}

crok_status crok_kept_photos_add(crok_kept_photos *k, const crok_result *r,
                                 crok_err *err)
{
    unsigned char *bytes = NULL;
    crok_sha256_part picture = {0};
    crok_status st = CROK_OK;
    if (k->dir == NULL || r->status != CROK_OK ||
        !crok_truth_is_known(&r->score))
        return CROK_OK;
    st = encode(r, &bytes, &picture.len, err);
    picture.bytes = bytes;
    if (st == CROK_OK)
        st = write_files(k, r, &picture, err);
    k->n += st == CROK_OK;
    free(bytes);
    return st;
}
