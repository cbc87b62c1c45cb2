/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/effect_words.h: the effects of a correction in a person's words.
 *
 * Room     rules, internal: no allocation, no I/O, no globals, no clock.
 * Threads  one scene, one thread at a time. */
#ifndef CROK_RULES_EFFECT_WORDS_H
#define CROK_RULES_EFFECT_WORDS_H

#include "rules/effects.h"
#include "rules/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A log with the correction, and the names of the match that is spoken of. */
typedef struct crok_effect_scene {
    const crok_log *log; /* borrowed */
    int last_match;      /* index of the event that started its last match */
    crok_match *about;   /* borrowed work memory: only `info` is used */
    int about_match;     /* index of its start; -1: none yet */
} crok_effect_scene;

/* Make the scene of a log.
 *
 *   log, about  kept */
crok_effect_scene crok_effect_scene_of(const crok_log *log, crok_match *about);

/* May the match have several games?
 *
 *   match  index of its start */
bool crok_effect_has_games(crok_effect_scene *s, int match);

/* Who has won, without the correction and with it; NULL: nobody yet. */
void crok_effect_say_result(crok_effect_scene *s, const crok_trace_result *was,
                            const crok_trace_result *now,
                            char out[CROK_EFFECT_TEXT_MAX]);

void crok_effect_say_moved(crok_effect_scene *s, const crok_trace_step *was,
                           const crok_trace_step *now, crok_effect *e);
void crok_effect_say_starter(crok_effect_scene *s, const crok_trace_step *was,
                             const crok_trace_step *now, crok_effect *e);

/* A round that is left out, or counts again.
 *
 *   after  with the correction
 *   at     index of the event that ended the round
 *   round  the round in the fold that has it */
void crok_effect_say_round(crok_effect_scene *s, const crok_trace *after,
                           int at, const crok_trace_step *round,
                           char out[CROK_EFFECT_TEXT_MAX]);

/* Events that are left out, or count again.
 *
 *   first, last  their indices */
void crok_effect_say_events(crok_effect_scene *s, const crok_trace *after,
                            int first, int last,
                            char out[CROK_EFFECT_TEXT_MAX]);

/* A match that is taken back, or restored; `seq` is that of its start. */
void crok_effect_say_start(long seq, bool is_back,
                           char out[CROK_EFFECT_TEXT_MAX]);

/* Events that were left out before, and stay so. */
void crok_effect_say_still_out(char out[CROK_EFFECT_TEXT_MAX]);

/* Refuse a correction that was not confirmed; the message names its effects. */
crok_status crok_effects_refuse(const crok_effects *effects, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
