/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/overlay_names.h: make the paths of the annotated pictures: a folder, and
 * a unique name for each photo.
 *
 * Room     cli.
 * Threads  one owner. */
#ifndef CROK_CLI_OVERLAY_NAMES_H
#define CROK_CLI_OVERLAY_NAMES_H

#include "cli/inputs.h"

/* Make the folder and its parents if they are missing.
 *
 * CROK_EIO   the folder cannot be made, or the path is not a folder
 * CROK_EARG  one of the photos is in this folder: an annotated picture must
 *            never replace a photo, and no kept one be kept again */
CROK_MUST_USE crok_status crok_overlay_dir_make(const char *dir,
                                                const crok_inputs *in,
                                                crok_err *err);

/* Make a path for each input: DIR/NAME.jpg, where NAME is the photo's without
 * its extension; if the name is in use, -2, -3, ... is appended to it. Inputs
 * that are not files get NULL.
 *
 *   out  written only on CROK_OK; returned: free with
 *        crok_overlay_names_free(out, in->n)
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_overlay_names(const char *dir,
                                             const crok_inputs *in, char ***out,
                                             crok_err *err);

void crok_overlay_names_free(char **names, int n);

#endif
