/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/whole_number.h"

#include <errno.h>
#include <stdlib.h>

#include "cli/say.h"

bool crok_whole_number(const char *command, const char *option,
                       const char *text, int lo, int hi, int *out)
{
    char *end = NULL;
    long n = 0;
    errno = 0;
    n = strtol(text, &end, 10);
    if (errno == 0 && end != text && *end == '\0' && n >= lo && n <= hi) {
        *out = (int)n;
        return true;
    }
    crok_say("%s: %s %s: a whole number from %d to %d (%s --help says more)",
             command, option, text, lo, hi, command);
    return false;
}
