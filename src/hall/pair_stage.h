/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/pair_stage.h: the next round of a stage of a day, as lines of its file
 * of pairings, from what was played (hall/pair/rounds.h says who meets whom).
 *
 * Room     hall: uses rules. Allocates.
 * Threads  one day, one thread at a time.
 * Source   "CSV of pairings" in docs/FORMATS.md. */
#ifndef CROK_HALL_PAIR_STAGE_H
#define CROK_HALL_PAIR_STAGE_H

#include "hall/day.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum crok_pair_method {
    CROK_PAIR_SWISS,
    CROK_PAIR_PARTNERS, /* players who enter alone get another partner */
    CROK_PAIR_ROUND_ROBIN,
    CROK_PAIR_BRACKET
} crok_pair_method;

/* What is to be paired. Texts that are not given are NULL; all are borrowed. */
typedef struct crok_pair_wish {
    crok_pair_method method;
    const char *stage, *pool; /* NULL: those of the day's settings. A bracket's
                               * stages follow from how many are left in it */
    const char *from; /* of a bracket: the stage whose standings seed its
                       * first round */
    int take;         /* of a bracket: how many come from there */
    bool third_place; /* of a bracket: who lost the semi-finals meet */
    bool anyway; /* pair a round although matches of the one before are open */
    uint64_t draw; /* seed of the order of those who are level, and of partners;
                    * 0: they stay in the order in which they are given */
    const char *time;
    int n_tables;
    const char *const *tables; /* dealt out in turn; none: any table */
    int n_players;
    const crok_pairing_side *players; /* who takes part, by seeds; none: whom
                                       * the pairings of the stage name */
} crok_pair_wish;

/* Most players of a list. */
#define CROK_PAIR_PLAYERS 1023

/* Read a list of who takes part: a player, or a team as "Ann/Bob", a line.
 * Empty lines are passed over.
 *
 *   singles  each line is one player, whose name may have "/" or "&" in it
 *   list     written only on CROK_OK: n sides; free with free()
 *
 * CROK_EFORMAT    a line names no player, too many, or somebody twice; the
 *                 message says which line
 * CROK_ETOOLARGE  there are more than CROK_PAIR_PLAYERS
 * CROK_ENOMEM
 * Others as crok_file_read */
CROK_MUST_USE crok_status crok_pair_players(const char *path, bool singles,
                                            crok_pairing_side **list, int *n,
                                            crok_err *err);

typedef struct crok_paired {
    char *text; /* owned: the lines, each with its end; with a first line
                 * that names the columns if the day has no pairings */
    int n_matches;
    int repetitions; /* pairings of two who have met, and second byes, that
                      * could not be avoided */
} crok_paired;

/* Pair the next round; of a round robin all rounds.
 *
 *   out  written only on CROK_OK; free out->text with free()
 *
 * CROK_ECONFLICT  it cannot be paired as things are: a match is open, or has no
 *                 winner, or the stage is paired already; the message names it
 *                 and says what to do
 * CROK_EARG       there are fewer than two entrants (four, to draw partners),
 *                 or a number is out of its range
 * CROK_ETOOLARGE  there are too many entrants
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_pair_stage(const crok_day *day,
                                          const crok_pair_wish *wish,
                                          crok_paired *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
