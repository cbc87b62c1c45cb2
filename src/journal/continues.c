/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/continues.h"

#include <string.h>

bool crok_store_continues(crok_store *later, crok_store *earlier, long may_lack)
{
    long after = 0;
    long n_lacking = 0;
    for (;;) {
        const char *want = NULL;
        const char *got = NULL;
        size_t want_len = 0;
        size_t got_len = 0;
        long seq = 0;
        long at = after;
        if (crok_store_next(earlier, at, &after, &want, &want_len, NULL) !=
            CROK_OK)
            return false;
        if (want == NULL)
            return n_lacking <= may_lack;
        if (crok_store_next(later, at, &seq, &got, &got_len, NULL) != CROK_OK)
            return false;
        if (got == NULL)
            n_lacking++;
        else if (seq != after || got_len != want_len ||
                 memcmp(got, want, want_len) != 0)
            return false;
    }
}
