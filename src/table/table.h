/* SPDX-License-Identifier: Apache-2.0
 *
 * table/table.h: the judge at one table: what the engine reports of the board
 * becomes events of a match. A shot is judged and recorded; what hands do after
 * it is compared with what the decision says must be taken off; a round ends
 * when all discs are shot and the board is cleared. Where the board is not what
 * the match says, words say so, and nothing is made up.
 *
 * Two questions that the rules ask are answered by what the players do: an
 * undetermined shot is settled when the board is as one of the two outcomes
 * leaves it and cannot become the other; and who begins a round where the loser
 * chooses, by who shoots. A shot that was judged is ruled otherwise when play
 * goes on with the board as the other outcome leaves it, unless a person has
 * ruled it or has set the board or the 20s since.
 *
 * A shot that was not seen to happen must not cost the next one: where one disc
 * of the side whose turn it was has appeared, and then the other side shoots or
 * the board is cleared, the shot is recorded by the two rests.
 *
 * Others may write the record too (journal/live.h): before a report is judged
 * the match is brought up to what they wrote, and what a person said of a disc
 * holds against what was seen of it.
 *
 * Frames   mm: board.
 * Room     table: uses board, shots, rules, journal.
 * Threads  a table has one owner, who holds its live record during each call
 *          but those to open and close. */
#ifndef CROK_TABLE_TABLE_H
#define CROK_TABLE_TABLE_H

#include "journal/live.h"
#include "shots/engine.h"
#include "table/evidence.h"
#include "table/start.h"

#define CROK_TABLE_WORDS 256

typedef struct crok_table {
    crok_live *live; /* the record; kept, not owned */
    crok_table_setup setup;
    long seq;             /* of the last event that is taken into account */
    crok_board_seen seen; /* the latest rest, by the match's ids */
    int n_known;          /* the match's discs after event `seq` */
    crok_disc known[CROK_MAX_DISCS];
    int n_played; /* ids that the disc played last in this round may have */
    int played[CROK_MAX_DISCS];
    int next_id;     /* above all ids so far */
    bool has_change; /* since the last shot one disc has appeared unshot: */
    crok_shot_seen change;
    bool is_recorded; /* the frames come again: events say where they are */
    /* What a person should see to; "" where all is well. */
    char trouble[CROK_TABLE_WORDS]; /* with the picture */
    char refused[CROK_TABLE_WORDS]; /* a shot that was not recorded, or what
                                       was open of a round when it closed */
    char board[CROK_TABLE_WORDS];   /* how board and match differ */
} crok_table;

/* What a report has led to. */
typedef struct crok_table_effect {
    int n_events;                /* appended here */
    bool has_caught_up;          /* with what others have written */
    bool sets_sides;             /* the engine is for other sides */
    bool sets_rest;              /* crok_engine_set(rest) is due */
    crok_board_seen rest;        /* the discs by the match's ids */
    char note[CROK_TABLE_WORDS]; /* for the person at the terminal; "" none */
} crok_table_effect;

/* Check what a person said of a match, before there is a record.
 *
 * CROK_EARG  players and seats that do not go together; a side that is no
 *            colour */
CROK_MUST_USE crok_status crok_table_check_setup(const crok_table_setup *setup,
                                                 crok_err *err);

/* Open the match in a live record: a new one, or the one that the record holds,
 * which goes on where it was.
 *
 *   live   kept
 *   name   of the record, for messages
 *   setup  borrowed; of a record only what was said is compared with it
 *   out    written only on CROK_OK; nothing is to be closed
 *
 * CROK_EARG  players and seats that do not go together; a side that is no
 *            colour; the record is of another match than was said
 * Others as crok_live_append */
CROK_MUST_USE crok_status crok_table_open(crok_live *live, const char *name,
                                          const crok_table_setup *setup,
                                          crok_table *out, crok_err *err);

/* The match as it stands; borrowed, till the next call. */
const crok_match *crok_table_match(const crok_table *t);

/* What a person should see to; "" where all is well. */
const char *crok_table_words(const crok_table *t);

/* The discs in play, as the match has them. */
crok_board_seen crok_table_rest(const crok_table *t);

/* What lay on the board when the record stopped, by which an engine goes on
 * with it: the discs in play, and those of the last shot that were to be taken
 * off. */
crok_board_seen crok_table_resume_rest(const crok_table *t);

/* Where in the film who goes on with the record must begin, so that nothing is
 * recorded twice and nothing lost: at the rest that the last event left, in ns.
 * What led to later events, if there are any, is seen again. 0: at the
 * beginning. */
int64_t crok_table_film_ns(const crok_table *t);

/* Does the engine know the sides of the match, if there is one? */
bool crok_table_knows_sides(const crok_table *t);

/* The place of a side in `sides`; sides->n where it is none of them. */
int crok_table_side(const crok_table_sides *sides, const char *name);

/* Judge a report of the engine, also one without news: what others have
 * written to the record is taken into account first.
 *
 *   report  borrowed
 *   board   borrowed: of the engine's pose; NULL: not found yet
 *   out     written whole
 *
 * A shot that the match does not take is reported in out->note and in the
 * words.
 * CROK_EARG  sides, seats and players do not go together
 * CROK_EIO, CROK_EFORMAT, CROK_ETOOLARGE, CROK_ENOMEM  the record cannot be
 *                                                      written */
CROK_MUST_USE crok_status crok_table_judge(crok_table *t,
                                           const crok_engine_report *report,
                                           const crok_board *board,
                                           crok_table_effect *out,
                                           crok_err *err);

/* No more frames come: a round whose discs are all shot ends. Errors as
 * crok_table_judge. */
CROK_MUST_USE crok_status crok_table_finish(crok_table *t,
                                            crok_table_effect *out,
                                            crok_err *err);

/* ---- for the files of this room ---- */

/* A disc that was put back by hand lies within about its radius of where it
 * lay. */
#define CROK_PUT_BACK_MM 20.0

/* Take the match as it is now into account. */
void crok_table_note(crok_table *t);

/* This shot is the last of the round till now. */
void crok_table_played(crok_table *t, const crok_shot *shot);

/* Find the disc that was played last in this round, and the highest id.
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_table_learn_history(crok_table *t,
                                                   crok_err *err);

/* The sides of a match, sorted by name. */
crok_table_sides crok_table_sides_of(const crok_match *m);

/* The engine knows sides by their colours.
 * CROK_EARG  a side's name is no colour */
CROK_MUST_USE crok_status
crok_table_check_colours(const crok_table_sides *sides, crok_err *err);

#endif
