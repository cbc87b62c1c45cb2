/* SPDX-License-Identifier: Apache-2.0
 *
 * table/table.h: the judge at one table. It turns the engine's reports into
 * events of a match. A shot is judged and recorded; what hands do after it is
 * compared with the discs that the decision removes; a round ends when all
 * discs are shot and the board is cleared. If the board differs from the match,
 * a message says so; when the next disc is shot, the board is right.
 *
 * The players' actions answer two questions of the rules. First: was an
 * undetermined shot valid? This is settled when the board agrees with one of
 * the two outcomes and can no longer become the other; otherwise it stays open
 * and play goes on. Second: who begins a round, if the loser chooses? The
 * player who shoots first begins. A shot that the rule book has judged gets the
 * opposite ruling if play goes on with the board that the opposite outcome
 * leaves, unless a person has since ruled on the shot or set the board or the
 * 20s.
 *
 * A shot that the engine did not report costs only itself. If one disc of the
 * side whose turn it was has appeared, and then the other side shoots or the
 * board is cleared, the missed shot is judged from the rests before and after
 * it. Otherwise who shoots next shows how many shots are missing (table/gap.h);
 * they are recorded as not seen, and the totals have a range.
 *
 * Others may write to the record too (journal/live.h). Before a report is
 * judged, the match is brought up to date with what they wrote; what a person
 * specified for a disc replaces the measurement.
 *
 * Frames   mm: board.
 * Room     table: uses board, shots, rules, journal.
 * Threads  a table has one owner. It holds the lock of the live record during
 *          each call, except the calls that open and close. */
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
    long seq; /* seq of the last event that the table has processed */
    crok_board_seen seen; /* the latest rest, with the match's ids */
    int n_known;          /* the match's discs after event `seq` */
    crok_disc known[CROK_MAX_DISCS];
    int n_played; /* number of discs that may be the one played last in this
                   * round
                   */
    int played[CROK_MAX_DISCS];
    int next_id;     /* greater than all ids so far */
    bool has_change; /* since the last shot one disc has appeared without a
                      * shot; `change` describes it */
    crok_shot_seen change;
    long full_of; /* seq of the last shot when the rest `full` was seen; 0: no
                   * such rest */
    crok_board_seen full; /* the last rest at which all discs that the match has
                           * in play lay on the board */
    int n_cleared; /* discs that hands took off board and ditch with shots left
                    * to take, until nothing lay there: the next shot shows
                    * whether the round is over; 0: none */
    long cleared_after; /* seq of the last shot of this round before the board
                         * was cleared; 0: it was not */
    bool is_by_taps;    /* a person counted this round without positions, or the
                         * one that has ended, and the board was not empty since:
                         * no shot is followed */
    bool is_first_sure; /* it is certain who began the round: a person said who
                         * begins the match, or all shots of a round since were
                         * counted */
    bool is_recorded;   /* the source is a recording: events store their time in
                         * it */
    /* Messages that ask a person to act; "" if there is nothing to do. */
    char trouble[CROK_TABLE_WORDS]; /* a problem with the picture */
    char refused[CROK_TABLE_WORDS]; /* why a shot was not recorded, or what was
                                     * still undecided when a round ended */
    char board[CROK_TABLE_WORDS];   /* differences between board and match */
} crok_table;

/* The effects of a report. */
typedef struct crok_table_effect {
    int n_events;         /* number of events appended */
    long shot_seq;        /* seq of the shot that the report was recorded as; 0:
                           * as none */
    bool has_caught_up;   /* events of other writers were processed */
    bool sets_sides;      /* the engine must be made for other sides */
    bool sets_rest;       /* the caller must call crok_engine_set(rest) */
    crok_board_seen rest; /* the discs with the match's ids */
    char note[CROK_TABLE_WORDS]; /* for the person at the terminal; "" none */
} crok_table_effect;

/* Check what a person specified for a match, before a record is made.
 *
 * CROK_EARG  players and seats that do not go together (checked only where the
 *            sides are named); a side that is no colour */
CROK_MUST_USE crok_status crok_table_check_setup(const crok_table_setup *setup,
                                                 crok_err *err);

/* Open the match in a live record: a new match, or the one that the record
 * holds, which continues.
 *
 *   live   kept
 *   name   of the record, for messages
 *   setup  borrowed; if the record holds a match, what setup specifies is
 *          compared with it
 *   out    written only on CROK_OK; needs no closing
 *
 * CROK_EARG  players and seats that do not go together; a side that is no
 *            colour; the record is of another match than specified
 * Others as crok_live_append */
CROK_MUST_USE crok_status crok_table_open(crok_live *live, const char *name,
                                          const crok_table_setup *setup,
                                          crok_table *out, crok_err *err);

/* Return the present state of the match; borrowed, valid until the next
 * call. */
const crok_match *crok_table_match(const crok_table *t);

/* Return the message that asks a person to act; "" if there is nothing to
 * do. */
const char *crok_table_words(const crok_table *t);

/* Return the discs that the match has in play. */
crok_board_seen crok_table_rest(const crok_table *t);

/* Return the board at the end of the record, from which the engine continues:
 * the discs in play, and the discs that the players still had to take off after
 * the last shot. */
crok_board_seen crok_table_resume_rest(const crok_table *t);

/* The time in the video, in ns, at which watching must continue with the record
 * so that no shot is recorded twice or lost: the rest after the last event that
 * has a time. The frames that led to later events are watched again. 0: start
 * at the beginning. */
int64_t crok_table_film_ns(const crok_table *t);

/* Are the sides that the engine uses the sides of the match? True if no match
 * was started. */
bool crok_table_knows_sides(const crok_table *t);

/* Index of a side in `sides`; sides->n if it is not there. */
int crok_table_side(const crok_table_sides *sides, const char *name);

/* Process a report of the engine: judge a shot and append the events that
 * follow. A report without news is allowed. Events of other writers are
 * processed first.
 *
 *   report  borrowed
 *   board   borrowed: the board of the engine's pose; NULL: not found yet
 *   out     written whole
 *
 * A shot that the match does not accept is reported in out->note and in the
 * table's message.
 *
 * CROK_EARG  sides, seats and players do not fit together
 * CROK_EIO, CROK_EFORMAT, CROK_ETOOLARGE, CROK_ENOMEM  the record cannot be
 *            written */
CROK_MUST_USE crok_status crok_table_judge(crok_table *t,
                                           const crok_engine_report *report,
                                           const crok_board *board,
                                           crok_table_effect *out,
                                           crok_err *err);

/* Call at the end of the frames: a round ends as crok_film_ended says
 * (new_round.h). Errors as crok_table_judge. */
CROK_MUST_USE crok_status crok_table_finish(crok_table *t,
                                            crok_table_effect *out,
                                            crok_err *err);

/* The rest of this file is private to the room `table`. */

/* A disc within this distance of a missing disc of its side is taken for that
 * disc, put back by hand. About the radius of a disc (16 mm) and some
 * inaccuracy. Chosen by hand: a larger distance confuses neighbouring discs;
 * with a smaller one, a disc that was put back inexactly would count as a new
 * disc. */
#define CROK_PUT_BACK_MM 20.0

/* Store the match's present discs in t->known and its seq in t->seq. */
void crok_table_note(crok_table *t);

/* Store the shot as the latest one of the round: its discs become t->played. */
void crok_table_played(crok_table *t, const crok_shot *shot);

/* Set t->played and t->next_id from the events in the record. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_table_learn_history(crok_table *t,
                                                   crok_err *err);

/* Return the sides of a match, sorted by name. */
crok_table_sides crok_table_sides_of(const crok_match *m);

/* Check that each side's name is a colour that the engine can detect.
 *
 * CROK_EARG  a side's name is no colour */
CROK_MUST_USE crok_status
crok_table_check_colours(const crok_table_sides *sides, crok_err *err);

#endif
