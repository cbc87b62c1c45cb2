/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/attempt.h"

#include <stdio.h>
#include <string.h>

/* The first pause is short, so that a table that comes back goes on at once;
 * the longest lets a person who has put the cause right see the effect while
 * still looking. */
#define FIRST_PAUSE_MS 250
#define LONGEST_PAUSE_MS 8000
/* The shortest time between two messages about failed tries, ms, where each try
 * fails for another reason. */
#define TELL_MS 30000

void crok_attempt_failed(crok_attempt *a, int64_t now_ms)
{
    a->n_failed++;
    a->pause_ms = a->pause_ms == 0 ? FIRST_PAUSE_MS : 2 * a->pause_ms;
    if (a->pause_ms > LONGEST_PAUSE_MS)
        a->pause_ms = LONGEST_PAUSE_MS;
    a->due_ms = now_ms + a->pause_ms;
}

bool crok_attempt_tells(crok_attempt *a, const crok_err *why, int64_t now_ms)
{
    if (a->n_failed < 2 || strcmp(a->said, why->msg) == 0)
        return false;
    if (a->said[0] != '\0' && now_ms - a->said_ms < TELL_MS)
        return false;
    (void)snprintf(a->said, sizeof a->said, "%s", why->msg);
    a->said_ms = now_ms;
    return true;
}

bool crok_attempt_worked(crok_attempt *a)
{
    bool was_told = a->said[0] != '\0';
    *a = (crok_attempt){.due_ms = a->due_ms};
    return was_told;
}

void crok_attempt_hurry(crok_attempt *a)
{
    a->due_ms = 0;
    a->pause_ms = 0;
}
