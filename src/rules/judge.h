/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/judge.h: a shot's evidence and a rule book in, a decision out: is the
 * shot valid and by which rule, what leaves the board and to where, what goes
 * back, who has a 20, what is in play then.
 *
 * Nothing is guessed. If the evidence does not decide, `valid` is UNKNOWN,
 * `missing` names what would decide, and both outcomes are given. If only the
 * fate of a disc is open (a close call on the outer line, which own discs the
 * shooter touched), the disc is in `unsure` and stays in play until a person
 * decides; a disc in the hole leaves as a 20 and is in `unsure` too. So is a
 * disc in the hole that may lean, or leans and may be flat (G4, to the bowl):
 * nobody is asked, because taking it out decides; until then it is a range.
 *
 * Room     rules: pure; no allocation, no I/O, no globals.
 * Threads  values only; any thread.
 * Source   docs/RULES.md V, B, L; crokeye.decision/1 in docs/FORMATS.md. */
#ifndef CROK_RULES_JUDGE_H
#define CROK_RULES_JUDGE_H

#include "rules/book.h"
#include "rules/shot.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_RULE_ID_MAX 8
#define CROK_WHY_TEXT_MAX 120
#define CROK_MAX_WHY 8
#define CROK_MAX_CLOSE 8 /* close calls that a decision names */

typedef enum crok_to { CROK_TO_DITCH, CROK_TO_BOWL, CROK_N_TO } crok_to;

typedef struct crok_why {
    char rule[CROK_RULE_ID_MAX];
    char text[CROK_WHY_TEXT_MAX];
} crok_why;

typedef struct crok_removal {
    int id;
    crok_to to;
    char rule[CROK_RULE_ID_MAX];
} crok_removal;

typedef struct crok_restore {
    int id;
    double x_mm, y_mm;
    char rule[CROK_RULE_ID_MAX];
} crok_restore;

/* A line call that is too close: `line` of disc `id`. */
typedef struct crok_close_call {
    int id;
    crok_line line;
} crok_close_call;

/* Of each list only the first n_... are meant; the lists stand last, so that
 * an empty decision is quickly made. */
typedef struct crok_decision {
    crok_tri valid, open_board;
    bool reshoot;
    int n_why, n_remove, n_restore, n_unsure, n_in_play, n_close;
    int twenties[CROK_MAX_SIDES]; /* by the shot's sides */
    unsigned missing;             /* CROK_MISS_... bits */
    crok_close_call close[CROK_MAX_CLOSE];
    crok_why why[CROK_MAX_WHY];
    crok_removal remove[CROK_MAX_DISCS];
    crok_restore restore[CROK_MAX_DISCS];
    crok_removal unsure[CROK_MAX_DISCS];
    int in_play[2 * CROK_MAX_DISCS]; /* ascending */
} crok_decision;

typedef struct crok_judgement {
    crok_decision decision;
    /* Only where decision.valid is UNKNOWN: */
    crok_decision if_valid, if_invalid;
} crok_judgement;

/* Judge a shot that has passed crok_shot_check (V, B, L).
 *
 *   out  written whole; either outcome is left empty where it is not needed */
void crok_judge(const crok_book *book, const crok_shot *shot,
                crok_judgement *out);

/* What follows when a person has said whether the shot was valid. */
void crok_judge_as(const crok_book *book, const crok_shot *shot, bool valid,
                   crok_decision *out);

/* True where a person is asked something: validity, or a disc's fate. */
bool crok_decision_is_open(const crok_decision *d);

/* The removal of the disc with this id among n; its place, or -1. */
int crok_removal_find(const crok_removal *list, int n, int id);

/* Is the disc among those that the decision leaves in play? */
bool crok_decision_keeps(const crok_decision *d, int id);

const char *crok_to_name(crok_to to); /* "ditch", "bowl" */

#ifdef __cplusplus
}
#endif
#endif
