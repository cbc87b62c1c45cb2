/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/overlay_names.h: where the annotated pictures go: a folder, and a name
 * for each photo that no other photo has.
 *
 * Room     cli.
 * Threads  one owner. */
#ifndef CROK_CLI_OVERLAY_NAMES_H
#define CROK_CLI_OVERLAY_NAMES_H

#include "cli/inputs.h"

/* Make the folder, and its parents, where they are missing.
 *
 * CROK_EIO   cannot be made, or is no folder
 * CROK_EARG  it is a folder that one of the photos lies in: an annotated
 *            picture must never replace a photo */
CROK_MUST_USE crok_status crok_overlay_dir_make(const char *dir,
                                                const crok_inputs *in,
                                                crok_err *err);

/* One path for each input: DIR/NAME.jpg, NAME the photo's without its ending;
 * a name that was given before gets -2, -3, ... NULL for inputs that are no
 * file.
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
