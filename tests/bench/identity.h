/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/identity.h: did the discs of a shot keep their identity? Ids are
 * each record's own: a disc has kept its id if the two discs of our record that
 * lie where it lay before and after the shot are one.
 *
 * Room     tests. */
#ifndef CROK_TESTS_BENCH_IDENTITY_H
#define CROK_TESTS_BENCH_IDENTITY_H

#include "rules/shot.h"

/* A shot counts if it moves so many discs. */
#define IDENTITY_MANY 3

typedef struct identity_counts {
    int discs; /* of the truth that are, in our record, at both of their places
                */
    int kept;  /* of these, those that are one disc there */
} identity_counts;

/* The discs in play before a shot that are in play after it, and the shooter if
 * it is. A camera names the quarters as it likes: the quarter turn by which
 * most of our discs lie where the truth's do is taken.
 *
 *   truth, ours  borrowed: the same shot */
identity_counts identity_compare(const crok_shot *truth, const crok_shot *ours);

#endif
