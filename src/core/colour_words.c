/* SPDX-License-Identifier: Apache-2.0 */
#include "core/colour_words.h"

#include <string.h>

const char *const crok_colour_words[CROK_N_COLOURS] = {
    "black",   "white",  "grey",  "red",  "maroon", "orange", "brown",
    "natural", "yellow", "green", "blue", "purple", "pink"};

bool crok_is_colour_word(const char *word, size_t n)
{
    for (int i = 0; i < CROK_N_COLOURS; i++)
        if (strlen(crok_colour_words[i]) == n &&
            strncmp(crok_colour_words[i], word, n) == 0)
            return true;
    return false;
}
