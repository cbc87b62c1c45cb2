/* SPDX-License-Identifier: Apache-2.0 */
#include "report/question_line.h"

#include <math.h>
#include <stdbool.h>

#include "report/answer_totals.h"

/* Of a part that was not seen at most this many answers can be listed. */
#define MOST_ANSWERS 4

static const char *name_of(const crok_score *s, int side)
{
    return s->seen.sides[side].name;
}

static void ask_of_disc(crok_str *t, const crok_score *s, int i)
{
    const crok_seen_disc *d = &s->seen.discs[i];
    const char *side = name_of(s, d->side);
    switch (crok_score_question(s, i)) {
    case CROK_ASKS_HOLE:
        crok_str_addf(t, "does the %s disc lie flat in the hole, as a 20?",
                      side);
        break;
    case CROK_ASKS_DISC:
        crok_str_addf(t, "is number %d a %s disc?", d->id, side);
        break;
    case CROK_ASKS_SIDE:
        crok_str_addf(t, "is disc %d %s or %s?", d->id, side,
                      name_of(s, d->other_side));
        break;
    case CROK_ASKS_LINE:
    default:
        crok_str_addf(t, "does the %s disc %d touch the %s line?", side, d->id,
                      crok_line_name(s->value[i].nearest));
    }
}

static void ask_of_maybe(crok_str *t, const crok_score *s, int i)
{
    const crok_seen_disc *d = &s->seen.maybe[i];
    if (d->state == CROK_DISC_HOLE || d->state == CROK_DISC_LEANING)
        crok_str_addf(t, "is there a %s disc in the hole?",
                      name_of(s, d->side));
    else
        crok_str_addf(t, "is there a %s disc at number %d?",
                      name_of(s, d->side), d->id);
}

static void ask_of_part(crok_str *t, const crok_score *s, int i)
{
    static const char *const words[] = {
        [CROK_UNSEEN_COVERED] = "is covered",
        [CROK_UNSEEN_OUTSIDE] = "is outside the picture",
        [CROK_UNSEEN_GLARE] = "is burnt out by glare"};
    const crok_unseen_region *r = &s->seen.unseen.region[i];
    crok_str_addf(t,
                  "do discs lie where %.0f %% of the board %s, at number %d?",
                  fmax(1.0, 100.0 * r->frac), words[r->why], r->id);
}

/* The totals of the sides with each of n answers. */
typedef struct totals {
    int n;
    int of[CROK_MAX_CHOICES][CROK_MAX_SIDES];
} totals;

static totals totals_of(const crok_score *s, const crok_open_question *q,
                        const crok_choices *choices)
{
    totals t = {0};
    for (int k = 0; k < choices->n; k++)
        t.n += crok_answer_totals(s, q->id, choices->text[k], t.of[t.n]);
    return t;
}

/* Is total k of a side another one than those before it? */
static bool is_new(const totals *all, int side, int k)
{
    for (int j = 0; j < k; j++)
        if (all->of[j][side] == all->of[k][side])
            return false;
    return true;
}

static bool do_differ(const totals *all, int side)
{
    for (int k = 1; k < all->n; k++)
        if (is_new(all, side, k))
            return true;
    return false;
}

/* Append the totals of the sides on which an answer bears: "black 20 or 25". */
static void add_totals(crok_str *t, const crok_score *s, const totals *all)
{
    const char *between = " ";
    for (int side = 0; side < s->seen.n_sides; side++) {
        if (!do_differ(all, side))
            continue;
        crok_str_addf(t, "%s%s ", between, name_of(s, side));
        for (int k = 0; k < all->n; k++)
            if (is_new(all, side, k))
                crok_str_addf(t, "%s%d", k > 0 ? " or " : "", all->of[k][side]);
        between = ", ";
    }
}

void crok_question_line(crok_str *t, const crok_score *s,
                        const crok_open_question *q)
{
    crok_choices choices;
    totals all;
    crok_questions_choices(s, q, &choices);
    if (q->subject == CROK_ABOUT_DISC)
        ask_of_disc(t, s, q->index);
    else if (q->subject == CROK_ABOUT_MAYBE)
        ask_of_maybe(t, s, q->index);
    else
        ask_of_part(t, s, q->index);
    if (choices.n <= MOST_ANSWERS) {
        all = totals_of(s, q, &choices);
        add_totals(t, s, &all);
    }
    crok_str_addf(t, " (--answer %d=", q->id);
    for (int k = 0; k < choices.n && k < MOST_ANSWERS; k++)
        crok_str_addf(t, "%s%s", k == 0 ? "" : "|", choices.text[k]);
    crok_str_add(t, choices.n > MOST_ANSWERS ? "|...)" : ")");
}
