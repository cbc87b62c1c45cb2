/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/consoles.h"

#include <stdio.h>
#include <string.h>

/* Returns the place of the console, else a free one, else that of the console
 * heard longest ago. */
static int place_of(const crok_consoles *c, int table, const char *id)
{
    int best = 0;
    for (int i = 0; i < CROK_CONSOLES; i++) {
        if (c->of[i].table == table && strcmp(c->of[i].id, id) == 0)
            return i;
        if (c->of[best].id[0] != '\0' &&
            (c->of[i].id[0] == '\0' || c->of[i].seen_ms < c->of[best].seen_ms))
            best = i;
    }
    return best;
}

int crok_consoles_note(crok_consoles *c, int table, const char *id,
                       int64_t now_ms)
{
    int at = place_of(c, table, id);
    int n = 0;
    (void)snprintf(c->of[at].id, CROK_CONSOLE_ID, "%s", id);
    c->of[at].table = table;
    c->of[at].seen_ms = now_ms;
    for (int i = 0; i < CROK_CONSOLES; i++) {
        if (now_ms - c->of[i].seen_ms > CROK_CONSOLE_GONE_MS)
            c->of[i].id[0] = '\0';
        n += c->of[i].id[0] != '\0' && c->of[i].table == table;
    }
    return n;
}
