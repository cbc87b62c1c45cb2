/* SPDX-License-Identifier: Apache-2.0 */
#include "report/answer.h"

#include <stdio.h>
#include <string.h>

#include "core/words.h"

/* Chosen by hand: no photo has so many questions. */
#define MAX_ID 999999

bool crok_answer_is_text(const char *value)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 :,";
    size_t n = strlen(value);
    return n > 0 && n < CROK_ANSWER_TEXT && strspn(value, allowed) == n;
}

bool crok_answer_parse(const char *text, crok_answer *out)
{
    crok_answer a = {.is_given = true};
    const char *equals = NULL;
    /* a number of digits only: no blank and no sign before it */
    if (strspn(text, "0123456789") == 0 ||
        !crok_words_whole(text, 1, MAX_ID, '=', &a.id, &equals) ||
        !crok_answer_is_text(equals + 1))
        return false;
    (void)snprintf(a.value, sizeof a.value, "%s", equals + 1);
    *out = a;
    return true;
}
