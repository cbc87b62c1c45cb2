/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/rules/plays.h: matches drawn at random, as events, with the match after
 * each of them. All is seen: every total is certain. */
#ifndef CROK_TESTS_RULES_PLAYS_H
#define CROK_TESTS_RULES_PLAYS_H

#include "rules/gen.h"
#include "rules/log.h"

enum { PLAYS_MAX_STEPS = 260 };

typedef struct plays_step {
    crok_event event;
    crok_match before, after;
} plays_step;

/* All steps of a match. */
typedef struct plays {
    int n;
    plays_step *step; /* owned */
    crok_log log;     /* of all steps */
} plays;

/* A match under a preset with these seats, of so many rounds at the most. NULL
 * if the book does not allow the seats. Free with plays_free. */
plays *plays_new(uint64_t seed, const char *preset, crok_seating seating,
                 int rounds);
void plays_free(plays **p);

/* The decision of the truth on the shot of a step. */
crok_decision plays_decision(const plays_step *s);

#endif
