/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/evening.h"

#include <stdio.h>
#include <stdlib.h>

bool evening_is_counted(unsigned troubles, int i)
{
    if (i == EVENING_ALL)
        return true;
    if (i == EVENING_CALM)
        return troubles == 0;
    return (troubles & 1U << i) != 0;
}

/* What became of a shot's decision. */
typedef enum outcome { EQUAL, UNDETERMINED, WRONG, NOT_TAKEN } outcome;

static outcome outcome_of(const evening_shot *s, const evening_report *r,
                          const crok_log *log)
{
    crok_event e;
    if (r->seq == 0 || !crok_log_shot(log, r->seq, &e))
        return NOT_TAKEN;
    if (sim_match_is_open(&e.u.shot.decision))
        return UNDETERMINED;
    return r->side == s->side &&
                   sim_match_same_decision(&e.u.shot, &s->decision, s->n_before)
               ? EQUAL
               : WRONG;
}

static void add_shot(evening_counts *c, const evening_shot *s,
                     const evening_report *r, outcome is)
{
    bool visible = s->n_visible_frames >= EVENING_VISIBLE_FRAMES;
    c->shots++;
    c->visible += visible;
    if (r == NULL)
        return;
    c->seen++;
    c->visible_seen += visible;
    c->recovered += !r->was_told;
    c->wrong_side += r->side != s->side;
    c->equal += is == EQUAL;
    c->visible_equal += visible && is == EQUAL;
    c->undetermined += is == UNDETERMINED;
    c->wrong += is == WRONG;
    c->not_taken += is == NOT_TAKEN;
}

/* What became of the discs' identity; nothing counts of a shot that moves few,
 * or that the engine did not tell. */
static identity_counts identity_of(const evening_shot *s,
                                   const evening_report *r,
                                   const crok_log *truth, const crok_log *log)
{
    crok_event t;
    crok_event o;
    if (r == NULL || !r->was_told || !crok_log_shot(truth, s->seq, &t) ||
        t.u.shot.shot.n_moved < IDENTITY_MANY ||
        !crok_log_shot(log, r->seq, &o))
        return (identity_counts){0};
    return identity_compare(&t.u.shot.shot, &o.u.shot.shot);
}

static bool associate(evening *e)
{
    align_item *truth = calloc((size_t)e->n_shots + 1, sizeof *truth);
    align_item *ours = calloc((size_t)e->n_reports + 1, sizeof *ours);
    bool ok = truth != NULL && ours != NULL;
    for (int i = 0; ok && i < e->n_shots; i++)
        truth[i] = (align_item){e->shot[i].t_s, e->shot[i].side};
    for (int i = 0; ok && i < e->n_reports; i++)
        ours[i] = (align_item){e->report[i].t_s, e->report[i].side};
    ok = ok &&
         align(truth, e->n_shots, ours, e->n_reports, e->of_shot, e->of_report);
    free(truth);
    free(ours);
    return ok;
}

/* The missed shot that a report of one that nobody saw stands for; -1: none. */
static int said_shot(const evening *e, const evening_report *r)
{
    for (int i = 0; i < e->n_shots && !r->was_told; i++)
        if (e->of_shot[i] < 0 && e->shot[i].side == r->side &&
            e->shot[i].round == r->round && e->shot[i].t_s <= r->t_s)
            return i;
    return -1;
}

/* Count a report that is associated with no shot. */
static void add_report(evening *e, int k, evening_counts counts[EVENING_N])
{
    int said = said_shot(e, &e->report[k]);
    if (said >= 0)
        e->of_shot[said] = k; /* it is still missed, but stands for once only */
    for (int i = 0; i < EVENING_N; i++) {
        bool counts_here = evening_is_counted(e->report[k].troubles, i);
        counts[i].said += counts_here && said >= 0;
        counts[i].invented += counts_here && said < 0;
    }
    e->of_report[k] = said;
}

void evening_count(evening *e, const crok_log *truth, const crok_log *log,
                   evening_counts counts[EVENING_N])
{
    crok_err err = {.status = CROK_ENOMEM, .msg = "no memory to compare"};
    if (!associate(e))
        sim_match_must(CROK_ENOMEM, &err);
    for (int k = 0; k < e->n_shots; k++) {
        const evening_shot *s = &e->shot[k];
        const evening_report *r =
            e->of_shot[k] < 0 ? NULL : &e->report[e->of_shot[k]];
        outcome is = r == NULL ? NOT_TAKEN : outcome_of(s, r, log);
        identity_counts many = identity_of(s, r, truth, log);
        for (int i = 0; i < EVENING_N; i++) {
            if (!evening_is_counted(s->troubles, i))
                continue;
            add_shot(&counts[i], s, r, is);
            counts[i].many.discs += many.discs;
            counts[i].many.kept += many.kept;
        }
    }
    for (int k = 0; k < e->n_reports; k++)
        if (e->of_report[k] < 0)
            add_report(e, k, counts);
}

void evening_count_round(unsigned troubles, bool is_ours, sim_match_total is,
                         evening_counts counts[EVENING_N])
{
    for (int i = 0; i < EVENING_N; i++) {
        evening_counts *c = &counts[i];
        if (!evening_is_counted(troubles, i))
            continue;
        c->rounds++;
        c->right += is_ours && is == SIM_MATCH_RIGHT;
        c->in_range += is_ours && is == SIM_MATCH_IN_RANGE;
        c->rounds_wrong += !is_ours || is == SIM_MATCH_WRONG;
    }
}

void evening_print(const evening_counts *c)
{
    (void)printf(
        "{\"shots\":{\"played\":%d,\"visible\":%d,\"seen\":%d,"
        "\"visible_seen\":%d,\"recovered\":%d,\"said\":%d,\"invented\":%d,"
        "\"wrong_side\":%d},\"decisions\":{\"equal\":%d,\"visible_equal\":%d,"
        "\"undetermined\":%d,"
        "\"wrong\":%d,\"not_taken\":%d},\"identity\":{\"discs\":%d,"
        "\"kept\":%d},\"totals\":{\"rounds\":%d,"
        "\"right\":%d,\"in_range\":%d,\"wrong\":%d,\"invented\":%d}}",
        c->shots, c->visible, c->seen, c->visible_seen, c->recovered, c->said,
        c->invented, c->wrong_side, c->equal, c->visible_equal, c->undetermined,
        c->wrong, c->not_taken, c->many.discs, c->many.kept, c->rounds,
        c->right, c->in_range, c->rounds_wrong, c->rounds_invented);
}
