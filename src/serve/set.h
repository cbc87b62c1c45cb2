/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/set.h: a set of numbers below CROK_SET_MOST: the tables that an address
 * means, or the documents that a viewer follows.
 *
 * Room     serve, internal: no I/O.
 * Threads  values only; any thread. */
#ifndef CROK_SERVE_SET_H
#define CROK_SERVE_SET_H

#include <stdbool.h>
#include <stdint.h>

#define CROK_SET_WORDS 3
#define CROK_SET_MOST (64 * CROK_SET_WORDS)

typedef struct crok_set {
    uint64_t bits[CROK_SET_WORDS]; /* number k is bit k % 64 of word k / 64 */
} crok_set;

static inline bool crok_set_has(const crok_set *s, int k)
{
    return (s->bits[k / 64] >> (k % 64) & 1U) != 0;
}

static inline void crok_set_add(crok_set *s, int k)
{
    s->bits[k / 64] |= (uint64_t)1 << (k % 64);
}

/* The set of one number. */
static inline crok_set crok_set_of(int k)
{
    crok_set s = {{0}};
    crok_set_add(&s, k);
    return s;
}

/* How many numbers are in it? */
static inline int crok_set_count(const crok_set *s)
{
    int n = 0;
    for (int k = 0; k < CROK_SET_MOST; k++)
        n += crok_set_has(s, k);
    return n;
}

#endif
