/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/consoles.h: how many consoles are open at a table. Each says every few
 * seconds that it is there, under an id that it has made itself; one that has
 * not been heard for a while is closed.
 *
 * Room     serve, internal: no I/O; the time is an argument.
 * Threads  one at a time for each crok_consoles. */
#ifndef CROK_SERVE_CONSOLES_H
#define CROK_SERVE_CONSOLES_H

#include <stdint.h>

/* Number of consoles that are remembered, of all tables. Chosen by hand: more
 * than the operators of a hall. */
#define CROK_CONSOLES 64

/* Time after which a console that says nothing is closed, ms: twice the pages'
 * pause (src/serve/pages/here.js), and a margin. */
#define CROK_CONSOLE_GONE_MS 12000

#define CROK_CONSOLE_ID 40 /* bytes of an id, with its end */

/* All zero: no console is open. */
typedef struct crok_consoles {
    struct {
        char id[CROK_CONSOLE_ID]; /* "": the place is free */
        int table;
        int64_t seen_ms;
    } of[CROK_CONSOLES];
} crok_consoles;

/* Note that a console of this table is there; where all places are taken it
 * takes that of the one heard longest ago. Returns how many are open at the
 * table. */
int crok_consoles_note(crok_consoles *c, int table, const char *id,
                       int64_t now_ms);

#endif
