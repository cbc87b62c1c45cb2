/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/sparing.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "cli/say.h"
#include "core/clock.h"

/* The place of this text, or a free one, or that of the text that came longest
 * ago. */
static int place_of(const crok_sparing *s, const char *text)
{
    const size_t n = sizeof s->of[0].text - 1;
    int oldest = 0;
    for (int i = 0; i < CROK_SPARING_TEXTS; i++) {
        if (strncmp(s->of[i].text, text, n) == 0)
            return i;
        if (s->of[oldest].text[0] != '\0' &&
            (s->of[i].text[0] == '\0' ||
             s->of[i].last_ms < s->of[oldest].last_ms))
            oldest = i;
    }
    return oldest;
}

bool crok_sparing_says(crok_sparing *s, const char *text, int64_t now_ms,
                       int *n_more)
{
    const int at = place_of(s, text);
    const size_t room = sizeof s->of[at].text;
    const bool is_new = strncmp(s->of[at].text, text, room - 1) != 0;
    *n_more = 0;
    if (is_new || now_ms - s->of[at].begun_ms >= CROK_SPARING_MS) {
        *n_more = is_new ? 0 : s->of[at].n_more;
        (void)snprintf(s->of[at].text, room, "%s", text);
        s->of[at].begun_ms = now_ms;
        s->of[at].n = s->of[at].n_more = 0;
    }
    s->of[at].last_ms = now_ms;
    if (s->of[at].n < CROK_SPARING_MOST) {
        s->of[at].n++;
        return true;
    }
    s->of[at].n_more++;
    return false;
}

void crok_say_sparingly(const char *who, const char *text)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static crok_sparing said;
    int n_more = 0;
    bool says = false;
    (void)pthread_mutex_lock(&lock);
    says = crok_sparing_says(&said, text, crok_clock_monotonic_ms(), &n_more);
    (void)pthread_mutex_unlock(&lock);
    if (says && n_more > 0)
        crok_say("%s: %s (and %d times more before)", who, text, n_more);
    else if (says)
        crok_say("%s: %s", who, text);
}
