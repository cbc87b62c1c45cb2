/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/rules/entered.h: matches of events that a person enters beside the play
 * (rules/organise.h), generated from a seed. */
#ifndef CROK_TESTS_RULES_ENTERED_H
#define CROK_TESTS_RULES_ENTERED_H

#include "rules/gen.h"
#include "rules/log.h"

/* Two matches must be the same as documents.
 *
 *   with_board  false: but for the board, which a counted round does not have
 */
void check_same(const crok_match *a, const crok_match *b, bool with_board);

/* An event of this type with the number that comes next in the log. */
crok_event next_event(const crok_log *log, crok_event_type type);
void put_side(char side[CROK_NAME_MAX], int i);

/* Add an event that the log must take. */
void add_ok(crok_log *log, const crok_event *e);

/* A match of two sides, or of three, with the ties and games that a stage may
 * have. */
crok_event a_start(gen *g, const crok_log *log);
crok_event a_start_of_three(gen *g, const crok_log *log);

/* Of three sides those that are level shoot it out, or the next round is
 * counted. */
crok_event a_step_of_three(gen *g, const crok_log *log);

/* Any event of two sides, which the log may refuse. */
crok_event anything(gen *g, const crok_log *log);

/* A penalty, a round replayed or a disqualification, which the log may refuse,
 * for this moment or an earlier one. */
crok_event a_ruling_after_the_end(gen *g, const crok_log *log);

/* The law: rulings after the end, each undone, leave the record's document as
 * it was. Returns how many rulings followed the end of a match. */
int check_rulings_leave_no_trace(gen *g, int n_cases);

#endif
