/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/capture/scratch.h: a folder of the test's own. */
#ifndef CROK_TESTS_CAPTURE_SCRATCH_H
#define CROK_TESTS_CAPTURE_SCRATCH_H

#include "check.h"

/* Makes and removes the folder; for cmocka_run_group_tests. Removing fails
 * when a test left a file behind. */
int scratch_make(void **state);
int scratch_remove(void **state);

/* The path of the folder, and of a file in it; valid until the next call. */
const char *scratch_dir(void);
const char *scratch_file(const char *name);

/* How many files are in it. */
int scratch_count(void);

#endif
