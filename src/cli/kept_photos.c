/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/kept_photos.h"

#include <stdlib.h>

#include "capture/encode.h"
#include "capture/photo.h"
#include "cli/overlay_names.h"
#include "core/kept_picture.h"
#include "report/truth_file.h"

/* JPEG quality. From 90 on chroma is not subsampled (capture/encode.h), which
 * the edges of coloured discs need. */
#define QUALITY 92

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
        st = crok_fail(err, CROK_EFORMAT,
                       "it has another size now; score it again");
    if (st == CROK_OK && photo->is_damaged)
        st = crok_fail(err, CROK_EFORMAT, "it is damaged");
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
    return st == CROK_OK ? CROK_OK
                         : crok_fail(err, st, "is not kept: %.150s", why.msg);
}

/* ---- the files ---- */

static crok_status write_files(const crok_kept_photos *k, const crok_result *r,
                               const void *bytes, size_t n, crok_err *err)
{
    const crok_kept_picture kept = {
        .dir = k->dir, .bytes = bytes, .len = n, .force = k->force};
    char name[CROK_KEPT_NAME];
    char *truth = NULL;
    crok_status st = CROK_OK;
    crok_kept_picture_name(&kept, name);
    truth = crok_truth_file_text(r, &k->options->bowl, name);
    st = truth == NULL ? crok_fail(err, CROK_ENOMEM, "is not kept: no memory")
                       : crok_kept_picture_save(&kept, truth, err);
    free(truth);
    return st;
}

crok_status crok_kept_photos_add(crok_kept_photos *k, const crok_result *r,
                                 crok_err *err)
{
    unsigned char *bytes = NULL;
    size_t n = 0;
    crok_status st = CROK_OK;
    if (k->dir == NULL || r->status != CROK_OK ||
        !crok_truth_is_known(&r->score))
        return CROK_OK;
    st = encode(r, &bytes, &n, err);
    if (st == CROK_OK)
        st = write_files(k, r, bytes, n, err);
    k->n += st == CROK_OK;
    free(bytes);
    return st;
}
