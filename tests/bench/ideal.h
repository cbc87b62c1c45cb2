/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/ideal.h: the observation that a perfect scan of a rendered
 * picture would make; for tests of what comes after the scan.
 *
 * Room     tests. */
#ifndef CROK_TESTS_IDEAL_H
#define CROK_TESTS_IDEAL_H

#include "bench/truth.h"
#include "discs/observation.h"

/* Every disc where it is, each with the given uncertainty. t must be of a
 * rendered picture. */
void truth_ideal(const truth *t, double sigma_mm, crok_observation *out);

#endif
