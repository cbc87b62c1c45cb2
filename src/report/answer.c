/* SPDX-License-Identifier: Apache-2.0 */
#include "report/answer.h"

#include <string.h>

bool crok_answer_is_text(const char *value)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 :,";
    size_t n = strlen(value);
    return n > 0 && n < CROK_ANSWER_TEXT && strspn(value, allowed) == n;
}
