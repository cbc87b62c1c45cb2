/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/theme_file.h: read a file of --theme.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_THEME_FILE_H
#define CROK_CLI_THEME_FILE_H

#include "core/status.h"

/* Read a theme.
 *
 *   out  written only on CROK_OK; free with free()
 *
 * CROK_EIO     the file cannot be read
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_theme_read(const char *path, char **out,
                                          crok_err *err);

#endif
