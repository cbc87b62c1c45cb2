/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/version.h: the program's version, and what it was built with, for
 * `crokeye --version`.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_VERSION_H
#define CROK_CLI_VERSION_H

#include <stdio.h>

/* A line for each library, and for each part that a build may leave out: its
 * name and its version. Written by cmake, which finds the libraries. */
extern const char crok_built_with[];

/* Print "crokeye VERSION", then what it was built with: the compiler, and
 * crok_built_with. No library is called or loaded. */
void crok_version_show(FILE *to);

#endif
