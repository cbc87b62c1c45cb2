/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "report/question_line.h"
#include "report/result.h"
#include "report/str.h"

/* Width of the column SIDE, in characters. */
#define SIDE_WIDTH 14

const char *crok_result_error_words(crok_status st)
{
    switch ((int)st) {
    case CROK_ENOBOARD:
        return "no board";
    case CROK_ECUTOFF:
        return "board cut off";
    case CROK_ECOVERED:
        return "board covered";
    case CROK_ESIDES:
        return "sides unclear";
    case CROK_EUNSUPPORTED:
        return "not a picture that can be read";
    case CROK_ETOOLARGE:
        return "too large";
    case CROK_EIO:
    case CROK_EFORMAT:
        return "unreadable";
    default:
        return "failed";
    }
}

/* Append the photo's name in its column. If it is too long for the column, it
 * is on a line of its own. */
static void add_name(crok_str *t, const char *image, int width)
{
    char *name = crok_text_printable(image);
    if (name == NULL) {
        t->failed = true;
        return;
    }
    crok_str_add_padded(t, name, width);
    if ((int)crok_text_width(name) > width)
        crok_str_addf(t, "\n%*s", width, "");
    crok_str_add(t, "  ");
    free(name);
}

static void add_side(crok_str *t, const crok_score *s, int i)
{
    const crok_side_score *c = &s->side[i];
    char range[32] = "";
    char round[CROK_ROUND_WORDS];
    if (c->lo != c->hi)
        (void)snprintf(range, sizeof range, "%d to %d", c->lo, c->hi);
    crok_str_add_padded(t, s->seen.sides[i].name, SIDE_WIDTH);
    crok_str_addf(t, " %8d %4d %6d", c->on_board, c->twenties, c->total);
    if (range[0] != '\0' || i == 0)
        crok_str_addf(t, "  %-10s", range);
    if (i == 0) {
        crok_score_round_words(s, round);
        crok_str_addf(t, " %s", round);
    }
}

/* Remove spaces at the end of a line. */
static void end_line(crok_str *t)
{
    while (t->len > 0 && t->s != NULL && t->s[t->len - 1] == ' ')
        t->s[--t->len] = '\0';
    crok_str_add(t, "\n");
}

static void add_close_call(crok_str *t, const crok_score *s, int i)
{
    const crok_value *v = &s->value[i];
    const crok_seen_disc *d = &s->seen.discs[i];
    crok_question question = crok_score_question(s, i);
    char others[CROK_VALUES_WORDS];
    crok_str_addf(t, "! disc %d, %s, ", d->id, s->seen.sides[d->side].name);
    if (question == CROK_ASKS_HOLE)
        crok_str_add(t, "in the hole: ");
    else if (question == CROK_ASKS_DISC)
        crok_str_add(t, "hard to see: ");
    else if (question == CROK_ASKS_SIDE)
        crok_str_addf(t, "perhaps %s: ", s->seen.sides[d->other_side].name);
    else
        crok_str_addf(t, "%s line: %+.2f mm, uncertain by %.2f: ",
                      crok_line_name(v->nearest), v->margin_mm,
                      s->margin_sigma_mm[i]);
    crok_score_other_values(s, i, others);
    if (others[0] == '\0')
        crok_str_addf(t, "%d either way\n", v->value);
    else
        crok_str_addf(t, "%d, perhaps %s\n", v->value, others);
}

static void add_questions(crok_str *t, const crok_score *s, int indent)
{
    crok_open_question q[CROK_MAX_ANSWERS];
    int n = crok_questions_open(s, q);
    for (int i = 0; i < n; i++) {
        crok_str_addf(t, "%*s? ", indent, "");
        crok_question_line(t, s, &q[i]);
        crok_str_add(t, "\n");
    }
}

/* A row without sides. */
static void add_no_sides(crok_str *t, const crok_score *s)
{
    char range[32];
    char round[CROK_ROUND_WORDS];
    crok_score_round_words(s, round);
    (void)snprintf(range, sizeof range, "0 to %d", s->absent_hi);
    crok_str_add_padded(t, crok_score_no_sides_words(s), SIDE_WIDTH);
    if (s->is_open)
        crok_str_addf(t, " %8s %4s %6s  %-10s %s", "", "", "", range, round);
    end_line(t);
}

/* Append the score. Without details, each open question is one line only.
 */
static void add_score(crok_str *t, const crok_score *s, int indent,
                      bool has_details)
{
    if (s->seen.n_sides == 0)
        add_no_sides(t, s);
    for (int i = 0; i < s->seen.n_sides; i++) {
        if (i > 0)
            crok_str_addf(t, "%*s", indent, "");
        add_side(t, s, i);
        end_line(t);
    }
    for (int i = 0; i < s->seen.n_discs; i++) {
        if (!has_details || !crok_score_is_asked(s, i))
            continue;
        crok_str_addf(t, "%*s", indent, "");
        add_close_call(t, s, i);
    }
    for (int i = 0; i < s->n_warnings; i++)
        if (has_details || !s->is_question[i])
            crok_str_addf(t, "%*s! %s\n", indent, "", s->warnings[i]);
    add_questions(t, s, indent);
}

/* Append in a word and in a line why there is no score. The file's name, with
 * which some messages begin, stands in the row already. */
static void add_failure(crok_str *t, const crok_result *r, int indent)
{
    char *name = crok_text_printable(r->image);
    const char *why = r->err.msg;
    size_t len = name == NULL ? 0 : strlen(name);
    if (len > 0 && strncmp(why, name, len) == 0 &&
        strncmp(why + len, ": ", 2) == 0)
        why += len + 2;
    crok_str_addf(t, "%s\n", crok_result_error_words(r->status));
    if (why[0] != '\0')
        crok_str_addf(t, "%*s! %s\n", indent, "", why);
    free(name);
}

static void add_timings(crok_str *t, const crok_result *r, int indent)
{
    crok_str_addf(t, "%*sCPU ms:", indent, "");
    for (int i = 0; i < CROK_N_STAGES; i++)
        crok_str_addf(t, " %s %.1f", crok_stage_name((crok_stage)i),
                      (double)r->stage_ns[i] * 1e-6);
    crok_str_add(t, "\n");
}

char *crok_result_table(const crok_result *r, int name_width)
{
    crok_str t = {0};
    add_name(&t, r->image, name_width);
    if (r->status == CROK_OK)
        add_score(&t, &r->score, name_width + 2, r->wants_details);
    else
        add_failure(&t, r, name_width + 2);
    if (r->wants_timings)
        add_timings(&t, r, name_width + 2);
    return crok_str_take(&t);
}

char *crok_result_table_header(int name_width)
{
    crok_str t = {0};
    crok_str_add_padded(&t, "PICTURE", name_width);
    crok_str_add(&t, "  ");
    crok_str_add_padded(&t, "SIDE", SIDE_WIDTH);
    crok_str_add(&t, " ON BOARD  20s  TOTAL  RANGE      ROUND\n");
    return crok_str_take(&t);
}
