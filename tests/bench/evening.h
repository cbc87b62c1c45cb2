/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/evening.h: what became of the shots and rounds of an evening with
 * troubles, by trouble.
 *
 * Room     tests. */
#ifndef CROK_TESTS_BENCH_EVENING_H
#define CROK_TESTS_BENCH_EVENING_H

#include "bench/align.h"
#include "bench/identity.h"
#include "bench/sim_match.h"

/* A shot counts as visible if its motion was seen in so many frames. */
#define EVENING_VISIBLE_FRAMES 3

/* The counts that are printed for each trouble, and for all together. */
typedef struct evening_counts {
    int shots, visible;     /* played */
    int seen, visible_seen; /* told by the engine, or in the record */
    int recovered;          /* of these, found later without having been told */
    int said; /* reports of shots that nobody saw, which stand for missed ones
               */
    int invented, wrong_side;
    int equal, undetermined, wrong, not_taken; /* decisions of what was seen */
    int visible_equal; /* of these, of visible shots: of what nobody could see
                          the decision is open */
    /* of told shots that move IDENTITY_MANY discs or more */
    identity_counts many;
    int rounds, right, in_range, rounds_wrong;
    int rounds_invented;
} evening_counts;

/* [CROK_SIM_N_TROUBLES] counts what no trouble befell, the last one all. */
enum { EVENING_CALM = CROK_SIM_N_TROUBLES, EVENING_ALL, EVENING_N };

/* A shot that was played. */
typedef struct evening_shot {
    double t_s; /* of its rest */
    int side;
    int round; /* from 0 */
    unsigned troubles;
    int n_visible_frames, n_before;
    long seq; /* in the truth */
    crok_decision decision;
} evening_shot;

/* A shot that was reported. */
typedef struct evening_report {
    double t_s;
    int side;
    int round;         /* of our record, from 0 */
    unsigned troubles; /* at that time */
    long seq;          /* in our record; 0: the match did not take it */
    bool was_told;     /* by the engine, when it happened */
} evening_report;

/* One match; reports are in order of time. */
typedef struct evening {
    int n_shots, n_reports;
    evening_shot shot[ALIGN_MAX];
    evening_report report[ALIGN_MAX];
    int of_shot[ALIGN_MAX], of_report[ALIGN_MAX]; /* evening_count sets them */
} evening;

/* Associate shots and reports, and add the counts. A report that was not told
 * when it happened may come much later, when turns or the round's end show that
 * a shot is missing: it stands for any missed shot of its side and round.
 *
 *   truth  borrowed: the record in which the shots are
 *   log    borrowed: ours, in which the reports' shots are */
void evening_count(evening *e, const crok_log *truth, const crok_log *log,
                   evening_counts counts[EVENING_N]);

/* Add a round to the counts of its troubles.
 *
 *   is_ours  false: our match has no such round */
void evening_count_round(unsigned troubles, bool is_ours, sim_match_total is,
                         evening_counts counts[EVENING_N]);

/* Is a thing with these troubles counted in counts[i]? */
bool evening_is_counted(unsigned troubles, int i);

/* One JSON object. */
void evening_print(const evening_counts *c);

#endif
