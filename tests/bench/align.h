/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/align.h: associate what was reported with what happened, by time
 * and side, so that one missed shot does not shift all that follow.
 *
 * Both lists are in order of time. An association keeps the order; of all that
 * do, the one with the highest score is taken. What remains on the one side was
 * missed, what remains on the other was invented.
 *
 * Room     tests. */
#ifndef CROK_TESTS_BENCH_ALIGN_H
#define CROK_TESTS_BENCH_ALIGN_H

#include <stdbool.h>

enum { ALIGN_MAX = 4096 };

typedef struct align_item {
    double t_s;
    int side;
} align_item;

/* A report may be so much earlier than the truth, whose shots end when the last
 * disc has stopped (a disc in the ditch rolls on for seconds, which changes
 * nothing), and so much later (hands cover the board). */
#define ALIGN_EARLY_S 15.0
#define ALIGN_LATE_S 45.0

/* Associate n true items with m reported ones, each at most ALIGN_MAX.
 *
 *   of_truth  n: the index of the report that belongs to it, -1: missed
 *   of_ours   m: the index of the true item, -1: invented
 *
 * False if there was no memory. */
bool align(const align_item *truth, int n, const align_item *ours, int m,
           int *of_truth, int *of_ours);

#endif
