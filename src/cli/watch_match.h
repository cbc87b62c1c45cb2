/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_match.h: the engine's news as events of a match. A shot is judged
 * and recorded; what hands do after it is compared with what the decision says
 * must be taken off; a round ends when all discs are shot and the board is
 * cleared. Where the board is not what the match says, words tell it, and
 * nothing is made up.
 *
 * Two questions that the rules ask are answered by what the players do: of an
 * undetermined shot, when the board is as one of the two outcomes leaves it
 * and cannot become the other; and who begins a round where the loser chooses.
 * And a shot that was judged is ruled otherwise when play goes on with the
 * board as the other outcome leaves it, unless a person has ruled it or has
 * set the board or 20s since.
 *
 * A shot that was not seen to happen must not cost the next one: where one disc
 * of the side whose turn it was has come to lie there, and then the other side
 * shoots, or the board is cleared, it is recorded by the two rests.
 *
 * Others may write the record too (crok_watch_match_on): before any news is
 * judged the match is brought up to what they wrote, and what a person said of
 * a disc holds against what was seen of it.
 *
 * Room     cli: uses shots, rules, journal.
 * Threads  a match has one owner; one on a server's record is called while
 *          that is held (watch_record.h). */
#ifndef CROK_CLI_WATCH_MATCH_H
#define CROK_CLI_WATCH_MATCH_H

#include "cli/watch_record.h"
#include "cli/watch_start.h"
#include "shots/engine.h"

#define CROK_WATCH_WORDS 256

typedef struct crok_watch_match {
    crok_record record;
    crok_watch_want want;
    long seq;            /* of the last event that is reckoned with */
    crok_rest_sight lie; /* what was seen last, by the match's ids */
    int n_known;         /* the match's discs after event `seq` */
    crok_disc known[CROK_MAX_DISCS];
    int n_played; /* ids that the disc played last in this round may have */
    int played[CROK_MAX_DISCS];
    int next_id;     /* above all ids so far */
    bool has_change; /* since the last shot one disc has come unshot: */
    crok_shot_sight change;
    bool is_film; /* the frames come again: events tell where they are */
    /* What a person should see to; "" where all is well. */
    char trouble[CROK_WATCH_WORDS]; /* with the picture */
    char refused[CROK_WATCH_WORDS]; /* a shot that was not recorded, or what
                                       was open of a round when it closed */
    char board[CROK_WATCH_WORDS];   /* what lies there is not the match's */
} crok_watch_match;

/* What a piece of news has led to. */
typedef struct crok_watch_effect {
    int n_events;                /* appended here */
    bool has_caught_up;          /* with what others have written */
    bool sets_sides;             /* the engine is for other sides */
    bool sets_rest;              /* crok_engine_set(rest) is due */
    crok_rest_sight rest;        /* the discs by the match's ids */
    char note[CROK_WATCH_WORDS]; /* for the person at the terminal; "" none */
} crok_watch_effect;

/* Open a match: a new one, or the one in the record, which goes on where it
 * was.
 *
 *   path  of the record; NULL: in memory
 *   want  borrowed; of a record only what was said is compared with it
 *   out   written only on CROK_OK; close with crok_watch_match_close
 *
 * CROK_EARG  players and seats that do not go together; a side that is no
 *            colour; the record is of another match than was said
 * Others as crok_record_open */
CROK_MUST_USE crok_status crok_watch_match_open(const char *path,
                                                const crok_watch_want *want,
                                                crok_watch_match *out,
                                                crok_err *err);
/* The same on a record that is open already.
 *
 *   record  taken
 *   name    of it, for messages */
CROK_MUST_USE crok_status crok_watch_match_on(const crok_record *record,
                                              const char *name,
                                              const crok_watch_want *want,
                                              crok_watch_match *out,
                                              crok_err *err);
void crok_watch_match_close(crok_watch_match *w);

/* The match as it stands; borrowed, till the next call. */
const crok_match *crok_watch_match_now(const crok_watch_match *w);

/* What a person should see to; "" where all is well. */
const char *crok_watch_match_words(const crok_watch_match *w);

/* The discs in play. */
crok_rest_sight crok_watch_match_rest(const crok_watch_match *w);

/* What lay on the board when the record stopped, by which an engine goes on
 * with it: the discs in play, and those of the last shot that were to be taken
 * off. */
crok_rest_sight crok_watch_match_lying(const crok_watch_match *w);

/* Where in the film who goes on with the record must begin, so that nothing is
 * told twice and nothing lost: at the rest that the last event of it left. What
 * led to the events behind it, if there are any, is seen again. 0: at the
 * beginning. */
int64_t crok_watch_match_film_ns(const crok_watch_match *w);

/* Take the engine's news, also that there are none: what others have written
 * to the record is reckoned with first.
 *
 *   report  borrowed
 *   board   borrowed: of the engine's pose; NULL: not found yet
 *   out     written whole
 *
 * A shot that the match does not take is told in out->note and in the words.
 * CROK_EARG  sides, seats and players do not go together
 * CROK_EIO, CROK_EFORMAT, CROK_ETOOLARGE, CROK_ENOMEM  the record cannot be
 *                                                      written */
CROK_MUST_USE crok_status crok_watch_match_news(
    crok_watch_match *w, const crok_engine_report *report,
    const crok_board *board, crok_watch_effect *out, crok_err *err);

/* A person's event (ruling, board, undo, ...). Errors as crok_record_append. */
CROK_MUST_USE crok_status crok_watch_match_append(crok_watch_match *w,
                                                  const crok_event *e,
                                                  crok_err *err);

/* No more frames come: a round whose discs are all shot ends. */
CROK_MUST_USE crok_status crok_watch_match_finish(crok_watch_match *w,
                                                  crok_watch_effect *out,
                                                  crok_err *err);

#endif
