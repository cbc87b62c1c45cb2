/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/history.h: lists of all matches, rounds and shots of a record, for
 * tables of results. Undos and rulings have been applied. The match itself
 * (crok_match) has only the present state.
 *
 * Room     rules: allocates two lists; no I/O, no globals, no clock.
 * Threads  one history, one thread at a time. */
#ifndef CROK_RULES_HISTORY_H
#define CROK_RULES_HISTORY_H

#include "rules/log.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A round that has ended. The arrays have the sides in the match's order. */
typedef struct crok_round_record {
    int game, round;   /* numbers from 1; rounds are counted within a game */
    int first, hammer; /* players who have the first and the last shot if turns
                        * are taken in order */
    int total[CROK_MAX_SIDES];    /* points on the board and in the bowl */
    int twenties[CROK_MAX_SIDES]; /* number of 20s */
    int result[CROK_MAX_SIDES];   /* score or points that the round adds to the
                                   * game (crok_tally_measure) */
    unsigned forfeited_by;        /* bit i: side i has forfeited it */
} crok_round_record;

typedef struct crok_shot_record {
    long seq;
    char time[CROK_NAME_MAX];
    int game, round;
    int shot; /* number of the shot in its round, from 1; a reshoot counts */
    int disc; /* id of the disc that was shot */
    int player, side;
    crok_tri valid;
    bool ruled;                    /* a person decided the shot */
    char text[CROK_LAST_TEXT_MAX]; /* the decision and its reasons */
    int n_removed;                 /* number of discs taken off after the shot,
                                    * with 20s */
    int twenties[CROK_MAX_SIDES];  /* number of 20s that the shot made */
    int total[CROK_MAX_SIDES];     /* total of the round after the shot */
} crok_shot_record;

/* A match of the record: its rounds and shots are those from these indices to
 * those of the next match. */
typedef struct crok_match_record {
    int first_round, first_shot;
    int games; /* that have a round: a handicap counts in each of them */
    int penalty[CROK_MAX_SIDES];  /* points of the organiser's penalties, below
                                   * 0, and handicaps: in no round's result */
    int twenties[CROK_MAX_SIDES]; /* 20s of handicaps: in no round's either */
    crok_match end;               /* the match as it ended, or as it stands */
} crok_match_record;

typedef struct crok_history {
    int n_rounds, n_shots, n_matches;
    crok_round_record *rounds;  /* owned */
    crok_shot_record *shots;    /* owned */
    crok_match_record *matches; /* owned */
} crok_history;

/* Make the history of a match from its log.
 *
 *   out  written only on CROK_OK; free with crok_history_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_history_of(const crok_log *log,
                                          crok_history *out, crok_err *err);
void crok_history_free(crok_history *h);

/* Get the match as it was before event `seq`. Parameters and errors are those
 * of crok_log_match_at. */
CROK_MUST_USE crok_status crok_log_match_before(const crok_log *log, long seq,
                                                crok_match *out, crok_err *err);

/* Get the match as it was after event `seq` and the corrections that are
 * applied after that event.
 *
 *   out  written only on CROK_OK
 *
 * CROK_EARG    there is no such event, it was undone, or it is itself an undo
 *              or a ruling
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_log_match_at(const crok_log *log, long seq,
                                            crok_match *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
