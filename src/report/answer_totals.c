/* SPDX-License-Identifier: Apache-2.0 */
#include "report/answer_totals.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/questions.h"

/* Memory for two counts of a score: without and with the answer. */
typedef struct work {
    crok_answers answers;
    crok_score without, with;
} work;

/* Count what was seen twice, so that what the score has beside it, as 20s that
 * were given, stays: only the difference counts. */
static bool count_both(const crok_score *s, work *w)
{
    crok_score_options o = {
        .rules = s->rules, .n_sides = s->n_play, .are_sides_given = true};
    if (crok_score_count(&s->seen, &o, &w->without, NULL) != CROK_OK)
        return false;
    o.answers = &w->answers;
    return crok_score_count(&s->seen, &o, &w->with, NULL) == CROK_OK &&
           w->with.n_answered == 1;
}

bool crok_answer_totals(const crok_score *s, int id, const char *value,
                        int total[CROK_MAX_SIDES])
{
    work *w = calloc(1, sizeof *w);
    crok_answer *answer = NULL;
    bool is_known = false;
    if (w == NULL)
        return false;
    answer = &w->answers.answer[0];
    w->answers.n = 1;
    (void)snprintf(answer->value, CROK_ANSWER_TEXT, "%s", value);
    /* by its place: a new count may number the questions in another way */
    is_known = crok_questions_place(s, id, answer) && count_both(s, w);
    for (int i = 0; is_known && i < s->seen.n_sides; i++)
        total[i] =
            s->side[i].total + w->with.side[i].total - w->without.side[i].total;
    free(w);
    return is_known;
}
