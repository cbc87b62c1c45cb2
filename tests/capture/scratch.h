/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/capture/scratch.h: a temporary folder for a test program. */
#ifndef CROK_TESTS_CAPTURE_SCRATCH_H
#define CROK_TESTS_CAPTURE_SCRATCH_H

#include "check.h"

/* Make and remove the folder; arguments for cmocka_run_group_tests. Removing
 * fails if a test left a file behind. */
int scratch_make(void **state);
int scratch_remove(void **state);

/* Path of the folder, and of a file in it; valid until the next call. */
const char *scratch_dir(void);
const char *scratch_file(const char *name);

/* Number of files in the folder. */
int scratch_count(void);

#endif
