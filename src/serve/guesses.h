/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/guesses.h: how often an address may send a wrong token. After a few in
 * a row its tokens, right or wrong, are not looked at for a while, so that
 * asking does not tell them apart. Other addresses are not affected.
 *
 * Of IPv6 the wrong tokens of a whole network count together, because one
 * machine has all its addresses. A machine that has sent the right token counts
 * by itself, so that its neighbours do not shut it out.
 *
 * Room     serve, internal: no I/O; the time is an argument.
 * Threads  one at a time for each crok_guesses. */
#ifndef CROK_SERVE_GUESSES_H
#define CROK_SERVE_GUESSES_H

#include <stdbool.h>
#include <stdint.h>

#include "serve/bucket.h"

/* Wrong tokens in a row that are looked at, and the time in milliseconds after
 * which one more is. A person mistypes less often. Chosen by hand. */
#define CROK_GUESSES 5
#define CROK_GUESS_MS 2000

/* Number of addresses that are remembered. Chosen by hand: more than the
 * devices of a club; an attacker who has more addresses makes as many guesses,
 * of 2 to the power of 128. */
#define CROK_GUESSERS 64

/* Text of an address, with its end: CROK_PEER_MAX of serve/peer.h. */
#define CROK_GUESSER 48

/* Number of addresses that are remembered for the right token. Chosen by hand:
 * more than the consoles and programs of a club. */
#define CROK_KNOWN 32

/* All zero: nobody has guessed. */
typedef struct crok_guesses {
    struct {
        char address[CROK_GUESSER];
        crok_bucket wrong; /* tokens */
    } of[CROK_GUESSERS];
    char known[CROK_KNOWN][CROK_GUESSER]; /* that sent the right token */
    unsigned n_known;                     /* so far; a ring */
} crok_guesses;

/* May a token from this address be looked at now? */
bool crok_guesses_allow(const crok_guesses *g, const char *address,
                        int64_t now_ms);

/* Count a wrong token. Where all places are taken, the address is forgotten
 * that would be forgotten first. */
void crok_guesses_add(crok_guesses *g, const char *address, int64_t now_ms);

/* Remember that the right token came from this address. */
void crok_guesses_know(crok_guesses *g, const char *address);
bool crok_guesses_knows(const crok_guesses *g, const char *address);

#endif
