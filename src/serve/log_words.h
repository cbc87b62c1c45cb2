/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/log_words.h: the events of a match in a person's words, for the list in
 * the console.
 *
 * Room     serve, internal: uses rules.
 * Threads  values only; any thread. */
#ifndef CROK_SERVE_LOG_WORDS_H
#define CROK_SERVE_LOG_WORDS_H

#include "rules/match_state.h"

/* Room for a row's text: a player's name and the words of a shot. */
#define CROK_ROW_TEXT_MAX (CROK_LAST_TEXT_MAX + CROK_TEXT_MAX + 8)

/* Describe the effect of an event in force, from the matches before and after
 * it. */
void crok_log_words(const crok_event *e, const crok_match *before,
                    const crok_match *after, char out[CROK_ROW_TEXT_MAX]);

/* Describe an event by its own fields only. */
void crok_log_words_plain(const crok_event *e, char out[CROK_ROW_TEXT_MAX]);

#endif
