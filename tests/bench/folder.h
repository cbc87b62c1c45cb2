/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/folder.h: the truth files of a folder, and of the folders in it.
 *
 * Room     tests. */
#ifndef CROK_TESTS_FOLDER_H
#define CROK_TESTS_FOLDER_H

#include "bench/truth.h"

typedef struct truth_list {
    truth *item;
    int n, room;
} truth_list;

/* Appends every truth file of the folder `dir` and of folders in it, sorted by
 * path; files that are none are passed over.
 *
 * CROK_EIO  the folder cannot be listed */
CROK_MUST_USE crok_status truth_list_add(truth_list *list, const char *dir,
                                         crok_err *err);

void truth_list_free(truth_list *list);

#endif
