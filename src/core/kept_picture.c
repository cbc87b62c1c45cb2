/* SPDX-License-Identifier: Apache-2.0 */
#include "core/kept_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/save.h"
#include "core/sha256.h"

/* A larger file is none that was kept: photos are read up to 256 MB
 * (capture/photo.h), and a kept picture is smaller. */
#define MOST_BYTES ((size_t)256 << 20)

static void write_digits(const void *bytes, size_t n,
                         char digits[CROK_KEPT_DIGITS + 1])
{
    const crok_sha256_part all = {.bytes = bytes, .len = n};
    char hex[CROK_SHA256_HEX];
    crok_sha256_parts_hex(&all, 1, hex);
    memcpy(digits, hex, CROK_KEPT_DIGITS);
    digits[CROK_KEPT_DIGITS] = '\0';
}

void crok_kept_picture_name(const crok_kept_picture *k,
                            char name[CROK_KEPT_NAME])
{
    char digits[CROK_KEPT_DIGITS + 1];
    write_digits(k->bytes, k->len, digits);
    (void)snprintf(name, CROK_KEPT_NAME, "%s.jpg", digits);
}

/* Do the digits belong to these bytes? */
static bool has_digits(const char *digits, const char *bytes, size_t n)
{
    char own[CROK_KEPT_DIGITS + 1];
    write_digits(bytes, n, own);
    return strcmp(own, digits) == 0;
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

crok_status crok_kept_picture_save(const crok_kept_picture *k,
                                   const char *truth, crok_err *err)
{
    char digits[CROK_KEPT_DIGITS + 1];
    const crok_save_kind kind = {.what = "a picture that crokeye kept",
                                 .known = digits,
                                 .is_own = has_digits,
                                 .max_bytes = MOST_BYTES};
    crok_save_to to_picture = {.kind = &kind, .force = k->force};
    crok_save_to to_truth = {.kind = &crok_save_truth, .force = k->force};
    char *picture_path = NULL;
    char *truth_path = NULL;
    crok_status st = CROK_OK;
    write_digits(k->bytes, k->len, digits);
    to_picture.path = picture_path = path_in(k->dir, digits, ".jpg");
    to_truth.path = truth_path = path_in(k->dir, digits, ".json");
    if (picture_path == NULL || truth_path == NULL)
        st = crok_fail(err, CROK_ENOMEM, "is not kept: no memory");
    if (st == CROK_OK)
        st = crok_save_check(&to_picture, NULL, err);
    if (st == CROK_OK)
        st = crok_save_check(&to_truth, NULL, err);
    if (st == CROK_OK)
        st = crok_save(&to_picture, k->bytes, k->len, err);
    if (st == CROK_OK)
        st = crok_save_text(&to_truth, truth, err);
    free(truth_path);
    free(picture_path);
    return st;
}
