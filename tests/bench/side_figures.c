/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/side_figures.h"

#include <math.h>
#include <stdio.h>

#define WIDTH_STEP 5
#define REASON_UNSEEN 4
#define REASON_OTHER 5

const char *side_verdict_name(side_verdict v)
{
    static const char *const name[N_SIDE_VERDICTS] = {
        [SIDE_RIGHT] = "decided right",
        [SIDE_ASKED] = "asked",
        [SIDE_ASKED_WRONG] = "asked wrong",
        [SIDE_SURE_WRONG] = "sure and wrong",
        [SIDE_REFUSED] = "refused",
    };
    return name[v];
}

/* ---- one side ---- */

static side_verdict verdict_of(int lo, int hi, bool holds)
{
    if (lo == hi)
        return holds ? SIDE_RIGHT : SIDE_SURE_WRONG;
    return holds ? SIDE_ASKED : SIDE_ASKED_WRONG;
}

/* Does [lo, hi] hold a total that the truth allows? Where the eye cannot tell a
 * disc's value, the truth allows what was found of it as well. */
static bool holds_truth(const truth *t, const crok_score *s,
                        const comparison *c, int team, int lo, int hi)
{
    int want = t->total[team];
    int excused = comparison_excused_total(t, s, c, team);
    return (want >= lo && want <= hi) || (excused >= lo && excused <= hi);
}

/* Bit of each question that opens the range of `side`. */
static unsigned reasons_of(const crok_score *s, int side)
{
    unsigned reasons = 0;
    for (int i = 0; i < s->seen.n_discs; i++) {
        const crok_seen_disc *d = &s->seen.discs[i];
        if ((d->side == side || d->other_side == side) &&
            crok_score_is_asked(s, i))
            reasons |= 1U << crok_score_question(s, i);
    }
    for (int i = 0; i < s->seen.n_maybe; i++) {
        const crok_seen_disc *d = &s->seen.maybe[i];
        if ((d->side == side || d->other_side == side) && s->maybe_value[i] > 0)
            reasons |= 1U << CROK_ASKS_DISC;
    }
    if (s->seen.unseen.n_places > 0)
        reasons |= 1U << REASON_UNSEEN;
    return reasons != 0 ? reasons : 1U << REASON_OTHER;
}

static void count_width(side_figures *f, int points, unsigned reasons)
{
    int width = points / WIDTH_STEP;
    f->n_of_width[width < SIDE_MAX_WIDTHS ? width : SIDE_MAX_WIDTHS - 1]++;
    for (int i = 0; i < N_SIDE_REASONS; i++)
        f->n_reason[i] += (reasons & (1U << i)) != 0;
}

static side_verdict add_side(side_figures *f, const crok_score *s, int side,
                             bool holds)
{
    side_verdict v = verdict_of(s->side[side].lo, s->side[side].hi, holds);
    f->n[v]++;
    if (v == SIDE_ASKED || v == SIDE_ASKED_WRONG)
        count_width(f, s->side[side].hi - s->side[side].lo,
                    reasons_of(s, side));
    return v;
}

/* ---- one picture ---- */

/* Returns whether it is right. A team that has no side is said to have
 * 0, or up to what may lie where nothing is seen. */
static bool add_team(side_figures *f, const truth *t, const crok_result *r,
                     const comparison *c, int team)
{
    int side = c->side_of_team[team];
    const crok_score *s = &r->score;
    side_verdict v = SIDE_REFUSED;
    if (r->status == CROK_OK && side >= 0)
        return add_side(f, s, side,
                        holds_truth(t, s, c, team, s->side[side].lo,
                                    s->side[side].hi)) == SIDE_RIGHT;
    if (r->status == CROK_OK)
        v = verdict_of(0, s->absent_hi,
                       holds_truth(t, s, c, team, 0, s->absent_hi));
    f->n[v]++;
    if (v == SIDE_ASKED || v == SIDE_ASKED_WRONG)
        count_width(f, s->absent_hi, 1U << REASON_UNSEEN);
    return v == SIDE_RIGHT;
}

static bool is_of_a_team(const truth *t, const comparison *c, int side)
{
    for (int i = 0; i < t->n_teams; i++)
        if (c->side_of_team[i] == side)
            return true;
    return false;
}

static bool is_decidable(const truth *t, bool is_learnt)
{
    const double margin_mm =
        is_learnt ? DECIDABLE_LEARNT_MM : DECIDABLE_MARGIN_MM;
    for (int i = 0; i < t->n_discs; i++)
        if (fabs(t->discs[i].margin_mm) < margin_mm)
            return false;
    return t->is_render;
}

static void add_no_board(side_figures *f, const crok_result *r)
{
    bool is_stated = false;
    for (int i = 0; r->status == CROK_OK && i < r->score.seen.n_sides; i++)
        is_stated = is_stated || r->score.side[i].hi > 0;
    f->n_no_board++;
    f->n_stated += is_stated;
}

void side_figures_add(side_figures *f, const truth *t, const crok_result *r,
                      const comparison *c)
{
    bool is_right = true;
    f->n_pictures++;
    if (!t->has_board) {
        add_no_board(f, r);
        return;
    }
    for (int i = 0; i < t->n_teams; i++)
        is_right = add_team(f, t, r, c, i) && is_right;
    for (int i = 0; r->status == CROK_OK && i < r->score.seen.n_sides; i++) {
        const crok_side_score *side = &r->score.side[i];
        if (side->hi > 0 && !is_of_a_team(t, c, i))
            is_right = add_side(f, &r->score, i, side->lo <= 0) == SIDE_RIGHT &&
                       is_right;
    }
    f->n_decidable += is_decidable(t, f->is_learnt);
    f->n_decidable_right += is_decidable(t, f->is_learnt) && is_right;
}

/* ---- as text ---- */

int side_figures_sum(const side_figures *f)
{
    int sum = 0;
    for (int i = 0; i < N_SIDE_VERDICTS; i++)
        sum += f->n[i];
    return sum;
}

/* The median width of the ranges of asked sides in points; 0 for none. */
static int median_width(const side_figures *f)
{
    int n = f->n[SIDE_ASKED] + f->n[SIDE_ASKED_WRONG];
    int below = 0;
    for (int i = 0; i < SIDE_MAX_WIDTHS; i++) {
        below += f->n_of_width[i];
        if (2 * below >= n)
            return i * WIDTH_STEP;
    }
    return 0;
}

static int widest(const side_figures *f)
{
    int most = 0;
    for (int i = 0; i < SIDE_MAX_WIDTHS; i++)
        if (f->n_of_width[i] > 0)
            most = i * WIDTH_STEP;
    return most;
}

static double percent(int part, int all)
{
    return all > 0 ? 100.0 * part / all : 0.0;
}

void side_figures_print(const side_figures *f, const char *indent)
{
    int sum = side_figures_sum(f);
    (void)printf("%s%d sides:", indent, sum);
    for (int i = 0; i < N_SIDE_VERDICTS; i++)
        (void)printf("%s %d %s (%.1f %%)", i > 0 ? "," : "", f->n[i],
                     side_verdict_name((side_verdict)i), percent(f->n[i], sum));
    (void)printf("\n%sasked because of:", indent);
    for (int i = 0; i < REASON_UNSEEN; i++)
        (void)printf(" %s %d,", crok_question_name((crok_question)i),
                     f->n_reason[i]);
    (void)printf(
        " unseen %d, other %d; range %d points wide (median), %d (widest)\n",
        f->n_reason[REASON_UNSEEN], f->n_reason[REASON_OTHER], median_width(f),
        widest(f));
    if (f->n_decidable > 0)
        (void)printf("%sdecidable renders: %d, decided right %d (%.0f %%)\n",
                     indent, f->n_decidable, f->n_decidable_right,
                     percent(f->n_decidable_right, f->n_decidable));
    if (f->n_no_board > 0)
        (void)printf("%spictures without a board: %d, points stated in %d\n",
                     indent, f->n_no_board, f->n_stated);
}

void side_figures_heading(const char *name)
{
    (void)printf("%-24s %5s %5s %5s %5s %5s %5s %6s\n", name, "sides", "right",
                 "asked", "askwr", "SURE", "refus", "median");
}

void side_figures_row(const side_figures *f, const char *name)
{
    (void)printf("%-24.24s %5d %5d %5d %5d %5d %5d %6d\n", name,
                 side_figures_sum(f), f->n[SIDE_RIGHT], f->n[SIDE_ASKED],
                 f->n[SIDE_ASKED_WRONG], f->n[SIDE_SURE_WRONG],
                 f->n[SIDE_REFUSED], median_width(f));
}
