/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/history.h: the rounds and shots of a match after its undos and rulings,
 * for tables; the match itself only keeps what play needs.
 *
 * Room     rules: allocates two lists; no I/O, no globals, no clock.
 * Threads  one history, one thread at a time. */
#ifndef CROK_RULES_HISTORY_H
#define CROK_RULES_HISTORY_H

#include "rules/log.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A round that was ended; sides in the order of the match. */
typedef struct crok_round_record {
    int game, round;   /* 1 is the first, the round within its game */
    int first, hammer; /* players; as the order of turns has it */
    int total[CROK_MAX_SIDES];
    int twenties[CROK_MAX_SIDES];
    int result[CROK_MAX_SIDES]; /* what it adds to what decides a game */
} crok_round_record;

typedef struct crok_shot_record {
    long seq;
    char time[CROK_NAME_MAX];
    int game, round;
    int shot; /* in its round, 1 the first, reshoots counted */
    int disc; /* that was shot */
    int player, side;
    crok_tri valid;
    bool ruled;                    /* by a person */
    char text[CROK_LAST_TEXT_MAX]; /* why */
    int n_removed;                 /* discs taken off for it, 20s too */
    int twenties[CROK_MAX_SIDES];  /* that it made */
    int total[CROK_MAX_SIDES];     /* of the round, after it */
} crok_shot_record;

typedef struct crok_history {
    int n_rounds, n_shots;
    crok_round_record *rounds; /* owned */
    crok_shot_record *shots;   /* owned */
} crok_history;

/* Make the history of a log.
 *
 *   out  written only on CROK_OK; free with crok_history_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_history_of(const crok_log *log,
                                          crok_history *out, crok_err *err);
void crok_history_free(crok_history *h);

/* The match before event `seq`. Errors as crok_log_match_at. */
CROK_MUST_USE crok_status crok_log_match_before(const crok_log *log, long seq,
                                                crok_match *out, crok_err *err);

/* The match after event `seq` and its corrections.
 *
 *   out  written only on CROK_OK
 *
 * CROK_EARG    no such event, or it is not a step in force
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_log_match_at(const crok_log *log, long seq,
                                            crok_match *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
