/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/whole_number.h"

#include "cli/say.h"
#include "core/words.h"

bool crok_whole_number(const char *command, const char *option,
                       const char *text, int lo, int hi, int *out)
{
    if (crok_words_whole(text, lo, hi, '\0', out, NULL))
        return true;
    crok_say("%s: %s %s: a whole number from %d to %d (%s --help says more)",
             command, option, text, lo, hi, command);
    return false;
}
