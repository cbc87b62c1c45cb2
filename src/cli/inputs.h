/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/inputs.h: collect the photos that the command line names, in the order in
 * which their results are printed.
 *
 * Room     cli.
 * Threads  one owner; any number of readers once collected. */
#ifndef CROK_CLI_INPUTS_H
#define CROK_CLI_INPUTS_H

#include <stdbool.h>
#include <stdio.h>

#include "core/status.h"

typedef enum crok_input_kind {
    CROK_INPUT_FILE = 0, /* a path that should be a photo */
    CROK_INPUT_DIR_END,  /* marks the end of a folder's files in the list */
    CROK_INPUT_ERROR     /* cannot be read at all: see err */
} crok_input_kind;

typedef struct crok_input {
    crok_input_kind kind;
    char *path;
    bool from_dir; /* found in a folder, not named on the command line */
    crok_err *err; /* the reason, set for CROK_INPUT_ERROR */
} crok_input;

typedef struct crok_inputs {
    crok_input *item;
    int n, room;
} crok_inputs;

/* Append a file, or the files of a folder sorted by name (without hidden files
 * and folders) followed by a CROK_INPUT_DIR_END. A name that does not exist is
 * appended as a file; opening it will fail with a message.
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_inputs_add(crok_inputs *in, const char *name,
                                          crok_err *err);

/* Append each path of a list. Each path ends with the character `end`; empty
 * paths are skipped. If `end` is '\n', a CR before it is removed, unless a file
 * whose name ends with the CR exists.
 *
 * CROK_EIO     the list cannot be read
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_inputs_add_list(crok_inputs *in, FILE *list,
                                               char end, crok_err *err);

/* Free the items and zero *in. in may be NULL. */
void crok_inputs_free(crok_inputs *in);

/* Is `path` one of the files, perhaps by another name? Writing to it would
 * replace that file. */
bool crok_inputs_has(const crok_inputs *in, const char *path);

/* Is it a photo to score, as far as its name says? The end of a folder is none,
 * nor is a file of a folder that is not named like a picture. Whoever waits
 * counts these. */
bool crok_input_is_awaited(const crok_input *in);

/* Does the name end with a picture's extension: .jpg, .png, .heic, .tif,
 * ...? */
bool crok_inputs_is_picture_name(const char *path);

#endif
