/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/jpeg_file.h: write a photo, as a camera does: without the mark of an
 * annotated picture. */
#ifndef CROK_TESTS_JPEG_FILE_H
#define CROK_TESTS_JPEG_FILE_H

#include <stdio.h>
#include <stdlib.h>

#include "capture/encode.h"

/* CROK_EIO if the file cannot be written; others as crok_encode_jpeg_bytes. */
static inline crok_status jpeg_file(const crok_image *img, const char *path,
                                    int quality, crok_err *err)
{
    unsigned char *bytes = NULL;
    size_t n = 0;
    FILE *f = NULL;
    crok_status st = crok_encode_jpeg_bytes(img, quality, &bytes, &n, err);
    if (st != CROK_OK)
        return st;
    f = fopen(path, "wb");
    if (f == NULL || fwrite(bytes, 1, n, f) != n)
        st = crok_fail(err, CROK_EIO, "%s: cannot be written", path);
    if (f != NULL && fclose(f) != 0)
        st = crok_fail(err, CROK_EIO, "%s: cannot be written", path);
    free(bytes);
    return st;
}

#endif
