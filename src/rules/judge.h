/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/judge.h: the judge makes a decision from the evidence of a shot and a
 * rule book: whether the shot is valid and by which rule, which discs leave the
 * board and to where, which go back to their old position, which side has a 20,
 * and which discs are then in play.
 *
 * The judge does not guess. If the evidence does not decide whether the shot is
 * valid, `valid` is UNKNOWN, `missing` names the evidence that would decide it,
 * and the outcomes of a valid and of an invalid shot are both given.
 *
 * If the shot is decided but one disc is not (a close call on the outer line;
 * it is unknown which own discs the shooter touched), the disc is in `unsure`.
 * It stays in play until a person decides. If it is in the hole, it is taken
 * off as a 20 all the same.
 *
 * A disc in the hole is also in `unsure`, with rule G4 and place "bowl", if it
 * is not certain whether it lies flat or leans. No person is asked, because the
 * players see it when they take it out. Until then the total has a range.
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
#define CROK_MAX_CLOSE 8 /* most close calls that a decision can name */

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

/* A close call: it is not certain on which side of `line` disc `id` lies. */
typedef struct crok_close_call {
    int id;
    crok_line line;
} crok_close_call;

/* A decision. Only the first n_... elements of each list are set. The long
 * lists are the last fields of the struct: to make an empty decision, only the
 * fields before `why` are cleared. */
typedef struct crok_decision {
    crok_tri valid, open_board;
    bool reshoot;
    int n_why, n_remove, n_restore, n_unsure, n_in_play, n_close;
    int twenties[CROK_MAX_SIDES]; /* number of 20s of each side of the shot */
    unsigned missing;             /* CROK_MISS_... bits */
    crok_close_call close[CROK_MAX_CLOSE];
    crok_why why[CROK_MAX_WHY];
    crok_removal remove[CROK_MAX_DISCS];
    crok_restore restore[CROK_MAX_DISCS];
    crok_removal unsure[CROK_MAX_DISCS];
    int in_play[2 * CROK_MAX_DISCS]; /* ids in rising order */
} crok_decision;

typedef struct crok_judgement {
    crok_decision decision;
    /* The two possible outcomes; empty unless decision.valid is UNKNOWN. */
    crok_decision if_valid, if_invalid;
} crok_judgement;

/* Judge a shot by the rules V, B and L. The shot must have passed
 * crok_shot_check.
 *
 *   out  written; if_valid and if_invalid are empty if the shot was decided */
void crok_judge(const crok_book *book, const crok_shot *shot,
                crok_judgement *out);

/* Make the decision for a shot whose validity was decided by a person. */
void crok_judge_as(const crok_book *book, const crok_shot *shot, bool valid,
                   crok_decision *out);

/* Is something left open that a person must decide: whether the shot is valid,
 * or what happens to a disc? */
bool crok_decision_is_open(const crok_decision *d);

/* Find the removal of disc `id` in a list of n removals. Returns its index, or
 * -1. */
int crok_removal_find(const crok_removal *list, int n, int id);

/* Is the disc among those that the decision leaves in play? */
bool crok_decision_keeps(const crok_decision *d, int id);

const char *crok_to_name(crok_to to); /* "ditch", "bowl" */

#ifdef __cplusplus
}
#endif
#endif
