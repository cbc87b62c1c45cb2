/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/log.h: the events of a match in order, and the match that results from
 * them. Four kinds of events change earlier ones: an undo cancels an event,
 * perhaps another undo; a ruling replaces the decision of a shot; a count with
 * `of` replaces an earlier count; a correction is applied after an earlier
 * event. After each of these the match is folded
 * again from its first event.
 *
 * A correction may change how many rounds a game or a match needed, so that
 * what was played later does not fit any more. Who makes it confirms that
 * (rules/effects.h). Then each event before it that does not fit is left out of
 * the match. It stays in the record, and comes back when the correction is
 * undone.
 *
 * Room     rules: allocates one block an event; no I/O, no globals, no clock.
 * Threads  one log, one thread at a time. */
#ifndef CROK_RULES_LOG_H
#define CROK_RULES_LOG_H

#include "rules/kept.h"
#include "rules/match.h"
#include "rules/room.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_log {
    int n, cap;
    crok_kept **events; /* owned */
    crok_match match;   /* the result of folding the events */
    bool is_unsettled;  /* between crok_log_load and crok_log_settle: the match
                         * is not that of all events */
} crok_log;

/* Returns a log without events; free it with crok_log_close. */
crok_log crok_log_empty(void);
void crok_log_close(crok_log *log);

/* Append one event.
 *
 *   e  borrowed, copied; its seq must be above all before
 *
 * After every error the log is unchanged:
 * CROK_ECONFLICT, CROK_EFORMAT  the event cannot be applied; the message says
 *                               why
 * CROK_ETOOLARGE                the log has no room for it (rules/room.h)
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_log_add(crok_log *log, const crok_event *e,
                                       crok_err *err);

/* Append an event that was added when it was recorded, as crok_log_add. But
 * from the first event on that changes an earlier one, the match waits for
 * crok_log_settle, which folds all events once: a record of thousands of undos
 * would otherwise be folded as often. Errors are those of crok_log_add. */
CROK_MUST_USE crok_status crok_log_load(crok_log *log, const crok_event *e,
                                        crok_err *err);

/* Fold the events that were loaded.
 *
 * CROK_ECONFLICT, CROK_ENOMEM  the log stays unsettled: crok_log_cut it */
CROK_MUST_USE crok_status crok_log_settle(crok_log *log, crok_err *err);

/* Check an event that is new, before it is added: the book of a start must not
 * contradict itself (crok_book_check_new), nor the evidence of a shot
 * (crok_shot_check_new), whose `last_played` must be the disc that was shot
 * last in the match; if the match does not take the shot at all, that is said
 * instead. Time that was up is not up again, and no disc of a board lies on
 * another one. Events that are read from a record
 * are not held to this.
 *
 * CROK_ECONFLICT, CROK_EFORMAT  the message says why */
CROK_MUST_USE crok_status crok_log_check_new(const crok_log *log,
                                             const crok_event *e,
                                             crok_err *err);

/* Make a log of the events of `log` and one more; `log` stays as it is, and
 * must not be changed until crok_log_branch_end. Parameters and errors are
 * those of crok_log_add.
 *
 *   out  written only on CROK_OK; it is only read, and ended by
 *        crok_log_branch_end */
CROK_MUST_USE crok_status crok_log_branch(const crok_log *log,
                                          const crok_event *e, crok_log *out,
                                          crok_err *err);
void crok_log_branch_end(crok_log *branch);

/* Get the match as it would be with one more event; the log stays as it is.
 * Parameters and errors are those of crok_log_add.
 *
 *   out  written only on CROK_OK */
CROK_MUST_USE crok_status crok_log_with(const crok_log *log,
                                        const crok_event *e, crok_match *out,
                                        crok_err *err);

/* Returns the event with this seq, or NULL. */
const crok_kept *crok_log_find(const crok_log *log, long seq);

/* Returns the index of the event with this seq, or -1. */
int crok_log_index(const crok_log *log, long seq);

/* Copy the shot event with this seq to *out. Returns false, and writes nothing,
 * if there is no such shot. */
bool crok_log_shot(const crok_log *log, long seq, crok_event *out);

/* Remove the events from index n on, for a caller that could not store or use
 * them.
 *
 *   before  borrowed: the match as it was before these events */
void crok_log_cut(crok_log *log, int n, const crok_match *before);

/* Find which events stand. An event stands if it is not undone.
 *
 *   stands  log->n elements, written
 *
 * CROK_ECONFLICT  an undo names an event that it cannot undo */
CROK_MUST_USE crok_status crok_log_standing(const crok_log *log, bool *stands,
                                            crok_err *err);

/* Why an event that stands is left out of the match. */
typedef enum crok_left_out {
    CROK_LEFT_IN,       /* it is not */
    CROK_LEFT_OUT_OVER, /* the match was over */
    CROK_LEFT_OUT_UNFIT /* it does not fit for another reason */
} crok_left_out;

/* An iterator over the events that stand. An undone event is left out, so is
 * one that does not fit any more after a correction was confirmed; a ruling
 * is given together with its shot, a count that was replaced says what the
 * newer one says, and a correction follows the event that it names. At each
 * event the iterator also gives the match before that event. */
typedef struct crok_log_walk {
    const crok_log *log;       /* borrowed until the end of the walk */
    const crok_event *event;   /* the next event to apply, valid until the next
                                * step; NULL at the end */
    const crok_ruling *ruling; /* a person's ruling on that event, or NULL */
    crok_match match;          /* the match before that event */
    int at;                    /* index of that event in log->events */
    int *next;                 /* owned: for each event the index of the one
                                * that follows it, -1 for the last */
    const crok_kept **changes; /* owned: for each event the ruling on it or the
                                * count that replaces it, or NULL */
    int n_lenient; /* events with a smaller index are left out if they do not
                    * fit: a correction after them was confirmed */
    crok_left_out *left_out; /* owned: for each event that was reached */
    crok_event now, word;    /* memory that `event` and `ruling` point to */
} crok_log_walk;

/* Begin a walk at the first event that stands. End it with crok_log_walk_end,
 * also on failure.
 *
 * CROK_ECONFLICT  an undo, a ruling or a correction names an event that it
 *                 cannot refer to
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_log_walk_begin(const crok_log *log,
                                              crok_log_walk *w, crok_err *err);

/* Apply w->event, which must not be NULL, to the match and go to the next
 * event.
 *
 * CROK_ECONFLICT  the event cannot be applied to the match any more, because
 *                 of a ruling or a correction before it */
CROK_MUST_USE crok_status crok_log_walk_step(crok_log_walk *w, crok_err *err);
void crok_log_walk_end(crok_log_walk *w);

/* Does w->event end a round that counts? */
bool crok_log_walk_ends_round(const crok_log_walk *w);

#ifdef __cplusplus
}
#endif
#endif
