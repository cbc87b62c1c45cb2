/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/event_words.h: the events of a match in a person's words: a sentence
 * for a list, and a few words for a button.
 *
 * Room     rules: pure; no allocation, no I/O, no globals, no clock.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_EVENT_WORDS_H
#define CROK_RULES_EVENT_WORDS_H

#include "rules/match_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Room for a row's text: a player's name and the words of a shot. */
#define CROK_ROW_TEXT_MAX (CROK_LAST_TEXT_MAX + CROK_TEXT_MAX + 8)

/* The name of a side: its own, or its players', or its colour. */
void crok_side_words(const crok_match *m, int side, char out[CROK_TEXT_MAX]);

/* The name of who sits in a seat, or the colour of the side. */
void crok_player_words(const crok_match *m, int seat, char out[CROK_TEXT_MAX]);

/* Describe the effect of an event in force, from the matches before and after
 * it. */
void crok_event_words(const crok_event *e, const crok_match *before,
                      const crok_match *after, char out[CROK_ROW_TEXT_MAX]);

/* Describe an event by its own fields only. */
void crok_event_words_plain(const crok_event *e, char out[CROK_ROW_TEXT_MAX]);

/* Name an event in a few words, as "20 Ann" or "end of round 2", for a button
 * that takes it back.
 *
 *   before  the match before it, or a later one, if only the names are known */
void crok_event_words_short(const crok_event *e, const crok_match *before,
                            char out[CROK_ROW_TEXT_MAX]);

#ifdef __cplusplus
}
#endif
#endif
