/* SPDX-License-Identifier: Apache-2.0
 *
 * core/documents.h: the JSON documents of a text, one after another. A document
 * may be one line or span several lines. Standard input is read line by
 * line, one document on each, when it comes: so another program can ask, and
 * wait for the answer before it asks on. If its first document has more than
 * one line, it is read to its end first.
 *
 * Room     core: uses cJSON.
 * Threads  one input, one thread. */
#ifndef CROK_CORE_DOCUMENTS_H
#define CROK_CORE_DOCUMENTS_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_documents {
    char name[128]; /* for messages */
    bool is_lines;  /* true: read line by line; `bytes` is the next line */
    char *bytes;    /* owned; terminated by a zero; NULL: no line is read yet */
    size_t len, at, room;
    int line;  /* number of the line at offset `at`, from 1 */
    int begun; /* number of the line on which the last document began */
} crok_documents;

/* Open a file, or standard input for "-". A file is read to its end here, and
 * so is standard input if its first document has more than one line.
 *
 *   out  written only on CROK_OK; close with crok_documents_close
 *
 * CROK_EIO        the file cannot be opened or read
 * CROK_ETOOLARGE  more than 1 GiB
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_documents_open(const char *path,
                                              crok_documents *out,
                                              crok_err *err);

/* Read the documents of a text in memory.
 *
 *   name      of the text, for messages; borrowed for the call
 *   text      n_bytes, borrowed for the call; copied
 *   out       written only on CROK_OK; close with crok_documents_close
 *
 * CROK_ETOOLARGE  more than 1 GiB
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_documents_of(const char *name, const char *text,
                                            size_t n_bytes, crok_documents *out,
                                            crok_err *err);

/* Read the whole of a file, or of standard input for "-". */
CROK_MUST_USE crok_status crok_documents_read(const char *path,
                                              crok_documents *out,
                                              crok_err *err);
void crok_documents_close(crok_documents *t);

/* Parse the next document. Returns false at the end of the text. If the text is
 * not JSON, *doc is NULL and err names the line; the next call goes on with the
 * next line. The caller deletes *doc with cJSON_Delete.
 *
 *   where  buffer of `size` bytes, set to "name: line 3" for messages about
 *          this document */
bool crok_documents_next(crok_documents *t, cJSON **doc, char *where,
                         size_t size, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
