/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/text_input.h: read a whole text, and the JSON documents in it one after
 * another, whether each has its own line or spans many.
 *
 * Room     cli.
 * Threads  one input, one thread. */
#ifndef CROK_CLI_TEXT_INPUT_H
#define CROK_CLI_TEXT_INPUT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

typedef struct crok_text {
    char name[128]; /* for messages */
    char *bytes;    /* owned; terminated by a zero */
    size_t len, at;
    int line; /* line of `at`; 1 is the first */
} crok_text;

/* Read a file, or standard input for "-".
 *
 *   out  written only on CROK_OK; close with crok_text_close
 *
 * CROK_EIO        cannot be read
 * CROK_ETOOLARGE  more than 1 GiB
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_text_open(const char *path, crok_text *out,
                                         crok_err *err);
void crok_text_close(crok_text *t);

/* The next document. False at the end. *doc is NULL where the text is no JSON:
 * then err names the place, and reading goes on with the next line. Returned
 * documents are the caller's to delete.
 *
 *   where  size bytes: "name: line 3", for messages about this document */
bool crok_text_next(crok_text *t, cJSON **doc, char *where, size_t size,
                    crok_err *err);

#endif
