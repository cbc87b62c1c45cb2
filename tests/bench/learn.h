/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/learn.h: the pictures that weights are learned from.
 *
 * Room     tests. */
#ifndef CROK_TESTS_LEARN_H
#define CROK_TESTS_LEARN_H

#include "bench/folder.h"
#include "core/image.h"

/* Reads the truth files of the folders argv[1..argc): what is wrong is said on
 * standard error, in the program's name.
 *
 * Returns the exit status to end with: 0 to go on, 1 where a folder cannot be
 * read, 2 where there is none; the list is then empty. */
int learn_list(int argc, char **argv, const char *program, truth_list *out);

/* Decodes the whole picture; the caller frees it. False: a picture of the real
 * world or of no board, or one that cannot be read, which is said. */
bool learn_picture(const truth *t, const char *program, crok_image *out);

#endif
