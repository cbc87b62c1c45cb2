/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/keep.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "core/json.h"
#include "core/kept_picture.h"
#include "serve/bare_jpeg.h"
#include "serve/truth.h"

/* A longer document is no truth: 64 discs take 8 KB. */
#define TRUTH_MOST_BYTES ((size_t)64 << 10)

static crok_status check_space(const char *dir, crok_err *err)
{
    struct statvfs disk;
    if (statvfs(dir, &disk) != 0)
        return crok_fail(err, CROK_EIO, "%.120s: %s", dir, strerror(errno));
    if ((unsigned long long)disk.f_bavail * disk.f_frsize <
        CROK_KEEP_SPARE_BYTES)
        return crok_fail(err, CROK_EIO,
                         "%.120s: its disk has less than 1 GB left", dir);
    return CROK_OK;
}

static crok_status read_truth(const char *text, size_t len, cJSON **out,
                              crok_err *err)
{
    if (len > TRUTH_MOST_BYTES)
        return crok_fail(err, CROK_ETOOLARGE,
                         "truth: larger than %zu bytes, which no board needs",
                         TRUTH_MOST_BYTES);
    return crok_json_parse(text, len, "truth", out, err);
}

/* Write a picture, and beside it the truth that the browser sent. */
static crok_status save(const char *dir, const crok_bare_jpeg *jpeg,
                        const cJSON *said, crok_err *err)
{
    char name[CROK_KEPT_NAME];
    const crok_kept_picture kept = {
        .dir = dir, .bytes = jpeg->bytes, .len = jpeg->len};
    const crok_truth_picture picture = {
        .name = name, .w_px = jpeg->w_px, .h_px = jpeg->h_px};
    char *truth = NULL;
    crok_status st = CROK_OK;
    crok_kept_picture_name(&kept, name);
    st = crok_truth_make(said, &picture, &truth, err);
    if (st == CROK_OK)
        st = crok_kept_picture_save(&kept, truth, err);
    cJSON_free(truth);
    return st;
}

crok_status crok_keep_run(const char *dir, const void *bytes, size_t len,
                          char **out, crok_err *err)
{
    crok_bare_jpeg jpeg = {.bytes = NULL};
    cJSON *said = NULL;
    crok_status st = crok_bare_jpeg_make(bytes, len, &jpeg, err);
    if (st == CROK_OK)
        st = read_truth((const char *)bytes + jpeg.n_read, len - jpeg.n_read,
                        &said, err);
    if (st == CROK_OK)
        st = check_space(dir, err);
    if (st == CROK_OK)
        st = save(dir, &jpeg, said, err);
    if (st == CROK_OK)
        *out = NULL;
    cJSON_Delete(said);
    free(jpeg.bytes);
    return st;
}
