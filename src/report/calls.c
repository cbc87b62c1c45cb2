/* SPDX-License-Identifier: Apache-2.0 */
#include "report/calls.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A disc has left the playing surface if the gap between its outline and the
 * outer line is at least this, mm. Its centre is then about 24 mm outside the
 * line, and the edge of the surface is about 1 in (25.4 mm) outside. */
#define OFF_SURFACE_MM 8.0

void crok_score_warn(crok_score *s, const char *text)
{
    const size_t room = sizeof s->warnings[0];
    char *to = s->warnings[s->n_warnings];
    if (s->n_warnings == CROK_MAX_SCORE_WARNINGS)
        return;
    s->n_warnings++;
    if (strlen(text) < room)
        memcpy(to, text, strlen(text) + 1);
    else
        (void)snprintf(to, room, "%.*s...", (int)room - 4, text);
}

crok_lines crok_score_lines(const crok_board *b)
{
    return (crok_lines){.outer_mm = b->line_mm[CROK_LINE_OUTER],
                        .middle_mm = b->line_mm[CROK_LINE_MIDDLE],
                        .inner_mm = b->line_mm[CROK_LINE_INNER],
                        .width_mm = b->line_width_mm,
                        .hole_mm = b->hole_mm};
}

/* The position and state of a disc for the rules. A disc that was classified as
 * out but is near the outer line is passed as flat, so that its margin to the
 * line decides: the call may be close. */
static crok_rest rest_of(const crok_seen_disc *d, const crok_board *b)
{
    crok_rest rest = {.d_mm = hypot(d->at.x, d->at.y),
                      .r_mm = b->disc_mm,
                      .state = d->state,
                      .state_unsure = d->state_unsure,
                      .side = d->side};
    double clear = rest.d_mm - rest.r_mm - b->line_mm[CROK_LINE_OUTER];
    if (d->state == CROK_DISC_OUT && clear < OFF_SURFACE_MM)
        rest.state = CROK_DISC_FLAT;
    return rest;
}

double crok_score_margin_sigma_mm(const crok_board_pose *pose,
                                  const crok_seen_disc *d)
{
    return hypot(d->line_sigma_mm, pose->line_width_sigma_mm / 2.0);
}

bool crok_score_disc_value(const crok_observation *seen,
                           const crok_value_rules *rules,
                           const crok_seen_disc *d, crok_value *out)
{
    crok_lines lines = crok_score_lines(&seen->pose.board);
    crok_rest rest = rest_of(d, &seen->pose.board);
    rest.sigma_mm = crok_score_margin_sigma_mm(&seen->pose, d);
    *out = (crok_value){.touching = CROK_LINE_NONE, .nearest = CROK_LINE_NONE};
    if (!crok_value_is_sane(&lines, &rest))
        return false;
    *out = crok_value_of(&lines, rules, &rest);
    return true;
}

double crok_score_margin_mm(const crok_score *s, int i)
{
    const crok_seen_disc *d = &s->seen.discs[i];
    crok_lines lines = crok_score_lines(&s->seen.pose.board);
    if (s->value[i].nearest != CROK_LINE_NONE)
        return s->value[i].margin_mm;
    return crok_line_margin(&lines, CROK_LINE_OUTER, hypot(d->at.x, d->at.y),
                            s->seen.pose.board.disc_mm);
}

crok_question crok_score_question(const crok_score *s, int i)
{
    const crok_seen_disc *d = &s->seen.discs[i];
    if (d->state_unsure && crok_disc_in_hole(d->state))
        return CROK_ASKS_HOLE;
    if (d->is_doubted)
        return CROK_ASKS_DISC;
    return d->other_side >= 0 && s->value[i].hi > 0 ? CROK_ASKS_SIDE
                                                    : CROK_ASKS_LINE;
}

const char *crok_question_name(crok_question question)
{
    static const char *const name[] = {[CROK_ASKS_LINE] = "line",
                                       [CROK_ASKS_HOLE] = "hole",
                                       [CROK_ASKS_DISC] = "disc",
                                       [CROK_ASKS_SIDE] = "side"};
    return name[question];
}

bool crok_score_is_asked(const crok_score *s, int i)
{
    const crok_value *v = &s->value[i];
    return v->close &&
           (v->lo != v->hi || crok_score_question(s, i) == CROK_ASKS_SIDE);
}

static int by_points(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

void crok_score_other_values(const crok_score *s, int i,
                             char out[CROK_VALUES_WORDS])
{
    const crok_seen_disc *d = &s->seen.discs[i];
    const crok_value *v = &s->value[i];
    crok_value disc; /* if it is one */
    int last = v->value;
    size_t n = 0;
    out[0] = '\0';
    if (v->lo == v->hi || !crok_score_disc_value(&s->seen, &s->rules, d, &disc))
        return;
    int may[] = {disc.lo, disc.value, disc.hi};
    qsort(may, 3, sizeof *may, by_points);
    for (int k = 0; k < 3; k++) {
        if (may[k] == v->value || may[k] == last)
            continue;
        last = may[k];
        n += (size_t)snprintf(out + n, CROK_VALUES_WORDS - n, "%s%d",
                              n == 0 ? "" : " or ", last);
    }
    if (d->is_doubted)
        (void)snprintf(out + n, CROK_VALUES_WORDS - n, "%snone",
                       n == 0 ? "" : " or ");
}
