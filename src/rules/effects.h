/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/effects.h: what a correction does to what came later in the record. It
 * may change how many rounds a game or a match needed. Then later rounds move
 * to another place, or are left out because the match was over; another player
 * begins them; a game or a match has another winner, or none any more. Such a
 * correction is taken only if whoever makes it has confirmed these effects
 * (crok_event.is_confirmed).
 *
 * What the correction changes in its own round is no effect, and neither is the
 * result that this round gives, if nothing was played since: a count that is
 * corrected, or taken back, before play goes on needs no confirmation.
 *
 * The effects are the differences between two folds: of the events as they are,
 * and of the same events with the correction, confirmed. A round is known by
 * the event that ended it.
 *
 * Room     rules: allocates while it searches; no I/O, no globals, no clock.
 * Threads  one log, one thread at a time. */
#ifndef CROK_RULES_EFFECTS_H
#define CROK_RULES_EFFECTS_H

#include <cjson/cJSON.h>

#include "rules/log.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_EFFECTS 100 /* most effects that are named */
/* Room for the words of an event, and some around them. */
#define CROK_EFFECT_TEXT_MAX 384

typedef enum crok_effect_what {
    CROK_EFFECT_GAME,       /* a game has another winner, or is open again */
    CROK_EFFECT_MATCH,      /* likewise a match */
    CROK_EFFECT_MOVED,      /* a round has another place */
    CROK_EFFECT_STARTER,    /* another player begins a round */
    CROK_EFFECT_ROUND_OUT,  /* a round is left out */
    CROK_EFFECT_ROUND_BACK, /* a round that was left out counts again */
    CROK_EFFECT_EVENT_OUT,  /* likewise events that end no round */
    CROK_EFFECT_EVENT_BACK,
    CROK_N_EFFECTS
} crok_effect_what;

/* The place of a round in its match; numbers from 1, 0: none. */
typedef struct crok_round_place {
    int game, round;
} crok_round_place;

typedef struct crok_effect {
    crok_effect_what what;
    long seq; /* of the event that ended the round, or of the first event that
               * is left out or comes back; 0: of a game, a match, or the round
               * that is being played */
    crok_round_place from, to; /* of a round: its place without the correction,
                                  and with it */
    char text[CROK_EFFECT_TEXT_MAX]; /* "round 1 of game 2 becomes round 5 of
                                        game 1" */
} crok_effect;

typedef struct crok_effects {
    int n;      /* effects that are named, results first, then in the order of
                 * the record */
    int n_more; /* effects beyond CROK_MAX_EFFECTS */
    crok_effect effect[CROK_MAX_EFFECTS];
} crok_effects;

/* Find what an event would do to what came later; an event that corrects
 * nothing has no effects.
 *
 *   e    borrowed; its seq must be above all before
 *   out  written only on CROK_OK
 *
 * CROK_ECONFLICT  the event cannot be added, confirmed or not; or it corrects
 *                 an event that is left out of the match
 * CROK_ETOOLARGE, CROK_ENOMEM  as crok_log_add */
CROK_MUST_USE crok_status crok_effects_find(const crok_log *log,
                                            const crok_event *e,
                                            crok_effects *out, crok_err *err);

/* Check an event that is new, before it is added: if it has effects, it must be
 * confirmed. Events that are read from a record are not held to this.
 *
 *   out  the effects, also on failure; or NULL
 *
 * CROK_ECONFLICT  it is not confirmed; the message names the effects. Or as
 *                 crok_effects_find
 * CROK_ETOOLARGE, CROK_ENOMEM  likewise */
CROK_MUST_USE crok_status crok_effects_check(const crok_log *log,
                                             const crok_event *e,
                                             crok_effects *out, crok_err *err);

/* "game", "match", "moved", "starter", "round_out", "round_back", "event_out",
 * "event_back". */
const char *crok_effect_name(crok_effect_what what);

/* Returns the list `changes` of docs/FORMATS.md, to be deleted. */
cJSON *crok_effects_to_json(const crok_effects *effects);

#ifdef __cplusplus
}
#endif
#endif
