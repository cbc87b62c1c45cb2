/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/place.h: where the shooter may lie before the flick (rules L1 to L4).
 *
 * Room     rules: pure; no allocation, no I/O, no globals.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_PLACE_H
#define CROK_RULES_PLACE_H

#include "rules/book.h"
#include "rules/shot.h"

#ifdef __cplusplus
extern "C" {
#endif

/* NULL where nothing is to be said: the place is right, or too close to call,
 * or was not seen. Else the id of the rule that it breaks ("L1"), and in *text
 * a sentence. */
const char *crok_place_broken(const crok_book *book, const crok_shot *shot,
                              const char **text);

#ifdef __cplusplus
}
#endif
#endif
