/* SPDX-License-Identifier: Apache-2.0
 *
 * core/colour_words.h: the English words by which colours of discs are called.
 *
 * Room     core: no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_COLOUR_WORDS_H
#define CROK_CORE_COLOUR_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum crok_colour {
    CROK_COLOUR_BLACK,
    CROK_COLOUR_WHITE,
    CROK_COLOUR_GREY,
    CROK_COLOUR_RED,
    CROK_COLOUR_MAROON,
    CROK_COLOUR_ORANGE,
    CROK_COLOUR_BROWN,
    CROK_COLOUR_NATURAL, /* light wood */
    CROK_COLOUR_YELLOW,
    CROK_COLOUR_GREEN,
    CROK_COLOUR_BLUE,
    CROK_COLOUR_PURPLE,
    CROK_COLOUR_PINK,
    CROK_N_COLOURS
} crok_colour;

/* The word of each colour, in the order of crok_colour. */
extern const char *const crok_colour_words[CROK_N_COLOURS];

/* Are the first n bytes of `word` one of these words? */
bool crok_is_colour_word(const char *word, size_t n);

#ifdef __cplusplus
}
#endif
#endif
