/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/texts.h: a folder with one small text file for each column of a table's
 * flat row (serve/flat.h), for programs that show the text of a file:
 * "name1.txt" of the first table, "2-name1.txt" of the second.
 *
 * A text has no mark by which it could be known as ours. So the file
 * CROK_TEXTS_LIST in the folder lists the names that this program writes. What
 * was in the folder under such a name before is not replaced, and neither is a
 * file that somebody else has written since.
 *
 * Room     serve, internal: uses core.
 * Threads  one owner. */
#ifndef CROK_SERVE_TEXTS_H
#define CROK_SERVE_TEXTS_H

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "core/status.h"

#define CROK_TEXTS_LIST "crokeye-texts.json"

typedef struct crok_texts crok_texts;

typedef struct crok_texts_config {
    const char *dir; /* borrowed until open returns; it exists */
    int n_tables;
    bool force; /* files of others are replaced, too */
} crok_texts_config;

/* Take a folder. If it cannot be written now, as on a full disk, it is taken
 * when a text is to be written and it can.
 *
 *   out  written only on CROK_OK and CROK_EIO; close with crok_texts_close
 *
 * CROK_EARG    there is a file that is not this program's
 * CROK_EIO     the folder cannot be read or written now
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_texts_open(const crok_texts_config *config,
                                          crok_texts **out, crok_err *err);

/* Close *t and set it to NULL; the files stay. NULL is fine. */
void crok_texts_close(crok_texts **t);

/* Write the columns of table `place`, from 0, that have changed, each file as a
 * whole. All are tried; the first failure is reported, once for each file until
 * it is written again.
 *
 * CROK_EARG    a file was changed by somebody else
 * CROK_EIO     a file cannot be written; the next call tries again. That the
 *              folder still cannot be taken was reported by crok_texts_open
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_texts_write(crok_texts *t, int place,
                                           const cJSON *row, crok_err *err);

/* Is there something that could not be written when it was tried last? */
bool crok_texts_are_late(const crok_texts *t);

#endif
