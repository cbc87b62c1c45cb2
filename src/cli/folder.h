/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/folder.h: create the output folder that an option names.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_FOLDER_H
#define CROK_CLI_FOLDER_H

#include "core/status.h"

/* Make a folder and its parents, if they are missing.
 *
 * CROK_EIO     the folder cannot be made, or the path is not a folder
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_folder_make(const char *dir, crok_err *err);

#endif
