/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/guesses.h"

#include <stdio.h>
#include <string.h>

static const crok_bucket_size SIZE = {CROK_GUESSES, CROK_GUESS_MS};

/* Return the place of the address, or -1. */
static int find(const crok_guesses *g, const char *address)
{
    for (int i = 0; i < CROK_GUESSERS; i++)
        if (strncmp(g->of[i].address, address, CROK_GUESSER - 1) == 0)
            return i;
    return -1;
}

/* Return the place whose wrong tokens are forgotten first. */
static int oldest(const crok_guesses *g)
{
    int first = 0;
    for (int i = 1; i < CROK_GUESSERS; i++)
        if (g->of[i].wrong.clear_ms < g->of[first].wrong.clear_ms)
            first = i;
    return first;
}

bool crok_guesses_allow(const crok_guesses *g, const char *address,
                        int64_t now_ms)
{
    int i = find(g, address);
    return i < 0 || crok_bucket_wait(&g->of[i].wrong, SIZE, now_ms) == 0;
}

void crok_guesses_add(crok_guesses *g, const char *address, int64_t now_ms)
{
    int i = find(g, address);
    if (i < 0) {
        i = oldest(g);
        (void)snprintf(g->of[i].address, CROK_GUESSER, "%s", address);
        g->of[i].wrong = (crok_bucket){0};
    }
    crok_bucket_add(&g->of[i].wrong, SIZE, now_ms);
}

bool crok_guesses_knows(const crok_guesses *g, const char *address)
{
    for (int i = 0; i < CROK_KNOWN; i++)
        if (strncmp(g->known[i], address, CROK_GUESSER - 1) == 0)
            return true;
    return false;
}

void crok_guesses_know(crok_guesses *g, const char *address)
{
    if (!crok_guesses_knows(g, address))
        (void)snprintf(g->known[g->n_known++ % CROK_KNOWN], CROK_GUESSER, "%s",
                       address);
}
