/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/rules/gen.h: generated books and shots for the laws, from a seed. */
#ifndef CROK_TESTS_RULES_GEN_H
#define CROK_TESTS_RULES_GEN_H

#include <stdint.h>

#include "rules/shot.h"

typedef struct gen {
    uint64_t state;
} gen;

uint32_t gen_next(gen *g);
/* 0 .. n - 1 */
int gen_below(gen *g, int n);
double gen_between(gen *g, double lo, double hi);

/* A preset with some settings changed; always one that can be played. */
crok_book gen_book(gen *g);

/* Evidence that does not contradict itself: what met something moved, what
 * moved was met. Two sides, up to ten discs before the shot. */
crok_shot gen_shot(gen *g);

#endif
