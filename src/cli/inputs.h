/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/inputs.h: the photos that a command line names, in the order in which
 * their results are wanted.
 *
 * Room     cli.
 * Threads  one owner; any number of readers once collected. */
#ifndef CROK_CLI_INPUTS_H
#define CROK_CLI_INPUTS_H

#include <stdbool.h>
#include <stdio.h>

#include "core/status.h"

typedef enum crok_input_kind {
    CROK_INPUT_FILE = 0, /* a photo, or a path that turns out to be none */
    CROK_INPUT_DIR_END,  /* behind a folder's files */
    CROK_INPUT_ERROR     /* cannot be read at all: see err */
} crok_input_kind;

typedef struct crok_input {
    crok_input_kind kind;
    char *path;
    bool from_dir; /* found in a folder, not named by a person */
    crok_err *err; /* for CROK_INPUT_ERROR */
} crok_input;

typedef struct crok_inputs {
    crok_input *item;
    int n, room;
} crok_inputs;

/* Append what `name` stands for: a file, or a folder's files sorted by name
 * (hidden ones and folders in it left out) and a CROK_INPUT_DIR_END. What does
 * not exist is appended as a file; opening it will fail with a message.
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_inputs_add(crok_inputs *in, const char *name,
                                          crok_err *err);

/* Append each path of a list, each ended by `end`; empty ones are skipped. A
 * CR before a '\n' is cut off where there is no file of such a name.
 *
 * CROK_EIO     the list cannot be read
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_inputs_add_list(crok_inputs *in, FILE *list,
                                               char end, crok_err *err);

/* Frees the items and zeroes *in. in may be NULL. */
void crok_inputs_free(crok_inputs *in);

/* True where the name ends like a picture's: .jpg, .png, .heic, .tif, ... */
bool crok_inputs_is_picture_name(const char *path);

#endif
