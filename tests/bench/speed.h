/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/speed.h: what scoring costs, as ratios taken in one run.
 *
 * Room     tests. */
#ifndef CROK_TESTS_SPEED_H
#define CROK_TESTS_SPEED_H

#include "bench/folder.h"

/* For each picture: CPU time of scoring over libjpeg-turbo's full decode of
 * the same file (JPEGs only), and peak memory against 40 MB + 4 bytes a pixel;
 * then the throughput of -j2 over -j1. Returns 1 where a limit is missed. */
int bench_speed(const truth_list *list);

#endif
