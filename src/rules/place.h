/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/place.h: checks where and how the shooting disc lies before the flick
 * (rules L1 to L4).
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

/* Find a rule that the shooting disc broke before the flick. Returns the rule's
 * id ("L1") and sets *text to a sentence. Returns NULL if no rule was certainly
 * broken: the place is right, the call is close, or the place was not observed.
 */
const char *crok_place_broken(const crok_book *book, const crok_shot *shot,
                              const char **text);

#ifdef __cplusplus
}
#endif
#endif
