/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/random.h: numbers that look random and come from a seed, so that a case
 * that failed can be run again. splitmix64 (Steele, Lea and Flood 2014). */
#ifndef CROK_TESTS_RANDOM_H
#define CROK_TESTS_RANDOM_H

#include <math.h>
#include <stdint.h>

typedef struct rnd {
    uint64_t state;
} rnd;

static inline uint64_t rnd_next(rnd *g)
{
    uint64_t z = (g->state += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

/* In [lo, hi). */
static inline double rnd_between(rnd *g, double lo, double hi)
{
    return lo + (hi - lo) * ((double)(rnd_next(g) >> 11) * 0x1p-53);
}

/* Normal, mean 0 and deviation 1 (Box and Muller 1958). */
static inline double rnd_normal(rnd *g)
{
    double u = rnd_between(g, 0x1p-53, 1.0);
    double v = rnd_between(g, 0.0, 6.283185307179586);
    return sqrt(-2.0 * log(u)) * cos(v);
}

#endif
