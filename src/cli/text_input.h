/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/text_input.h: the JSON documents of a text, one after another. A document
 * may be one line or span several lines. Standard input is read line by
 * line, one document on each, when it comes: so another program can ask, and
 * wait for the answer before it asks on. If its first document has more than
 * one line, it is read to its end first.
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
    bool is_lines;  /* true: read line by line; `bytes` is the next line */
    char *bytes;    /* owned; terminated by a zero; NULL: no line is read yet */
    size_t len, at, room;
    int line;  /* number of the line at offset `at`, from 1 */
    int begun; /* number of the line on which the last document began */
} crok_text;

/* Open a file, or standard input for "-". A file is read to its end here, and
 * so is standard input if its first document has more than one line.
 *
 *   out  written only on CROK_OK; close with crok_text_close
 *
 * CROK_EIO        the file cannot be opened or read
 * CROK_ETOOLARGE  more than 1 GiB
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_text_open(const char *path, crok_text *out,
                                         crok_err *err);
/* Read the whole of a file, or of standard input for "-". */
CROK_MUST_USE crok_status crok_text_read(const char *path, crok_text *out,
                                         crok_err *err);
void crok_text_close(crok_text *t);

/* Parse the next document. Returns false at the end of the text. If the text is
 * not JSON, *doc is NULL and err names the line; the next call goes on with the
 * next line. The caller deletes *doc with cJSON_Delete.
 *
 *   where  buffer of `size` bytes, set to "name: line 3" for messages about
 *          this document */
bool crok_text_next(crok_text *t, cJSON **doc, char *where, size_t size,
                    crok_err *err);

#endif
