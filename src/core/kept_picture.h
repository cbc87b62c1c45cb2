/* SPDX-License-Identifier: Apache-2.0
 *
 * core/kept_picture.h: store a picture and its truth (crokeye.truth/1) in a
 * folder of pictures that are kept for training, as two files:
 *   NAME.jpg   the picture
 *   NAME.json  its truth
 * NAME is the beginning of the SHA-256 of NAME.jpg, so it says nothing of where
 * the picture comes from, and by it a picture is known as this program's own.
 * The same picture has the same NAME: a new truth of it replaces the old one.
 *
 * Room     core.
 * Threads  as core/save.h. */
#ifndef CROK_CORE_KEPT_PICTURE_H
#define CROK_CORE_KEPT_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Room for "f3aef790a35f62b5.jpg". With 64 bits two of a million pictures have
 * the same name with a chance of 3e-8. */
#define CROK_KEPT_DIGITS 16
#define CROK_KEPT_NAME (CROK_KEPT_DIGITS + sizeof ".jpg")

/* A picture to be kept. */
typedef struct crok_kept_picture {
    const char *dir;   /* borrowed: the folder, which exists */
    const void *bytes; /* borrowed: a JPEG */
    size_t len;
    bool force; /* replace also files that this program did not write */
} crok_kept_picture;

/* Write the name of the picture's file, which its truth has as "image". */
void crok_kept_picture_name(const crok_kept_picture *k,
                            char name[CROK_KEPT_NAME]);

/* Write the two files. If one of them cannot be replaced, neither is written.
 * The picture is written first: readers look for truth files, so each one that
 * they find has its picture.
 *
 *   truth  borrowed: the document
 *   err    may be NULL
 *
 * CROK_EARG    there is such a file, and this program did not write it
 * CROK_EIO     a file cannot be written
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_kept_picture_save(const crok_kept_picture *k,
                                                 const char *truth,
                                                 crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
