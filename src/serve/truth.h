/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/truth.h: write a truth file (crokeye.truth/1) from one that a browser
 * sent. Each of its fields is checked and copied, and nothing else is: a name,
 * say, does not get into the file.
 *
 * Frames   px: the picture, upright.
 * Room     serve, internal: uses core.
 * Threads  any. */
#ifndef CROK_SERVE_TRUTH_H
#define CROK_SERVE_TRUTH_H

#include <cjson/cJSON.h>

#include "core/status.h"

/* The picture that a truth file is beside. */
typedef struct crok_truth_picture {
    const char *name; /* borrowed: of its file */
    int w_px, h_px;
} crok_truth_picture;

/* Make the document. Its sides are called by colours, with "dark", "light" or
 * "another" before them or a digit behind, as the program and the page call
 * them: the name of a person is none.
 *
 *   given  borrowed: any JSON
 *   out    written only on CROK_OK; returned: free with cJSON_free
 *
 * CROK_EFORMAT  a field is missing, has another type, or is impossible in this
 *               picture; the message names it
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_truth_make(const cJSON *given,
                                          const crok_truth_picture *picture,
                                          char **out, crok_err *err);

#endif
