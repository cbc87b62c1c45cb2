/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "report/csv.h"
#include "report/questions.h"
#include "report/result.h"
#include "report/str.h"

#define SIDE_COLUMNS(n)                                                        \
    ",side" n ",on_board" n ",twenties" n ",total" n ",low" n ",high" n

const char *crok_result_csv_header(void)
{
    return "image,status" SIDE_COLUMNS("1") SIDE_COLUMNS("2") SIDE_COLUMNS("3")
        SIDE_COLUMNS("4") ",winner,difference,too_close,close_calls,"
                          "questions,answered,out,model,scale,tilt_deg,"
                          "warnings,error\r\n";
}

static void add_side(crok_str *t, const crok_score *s, int i)
{
    const crok_side_score *c = &s->side[i];
    crok_str_add(t, ",");
    if (i >= s->seen.n_sides) {
        crok_str_add(t, ",,,,,");
        return;
    }
    crok_csv_add(t, s->seen.sides[i].name);
    crok_str_addf(t, ",%d,%d,%d,%d,%d", c->on_board, c->twenties, c->total,
                  c->lo, c->hi);
}

static int n_out(const crok_score *s)
{
    int n = 0;
    for (int i = 0; i < s->seen.n_sides; i++)
        n += s->side[i].n_out;
    return n;
}

/* Append the open questions with their possible answers, and what a person has
 * answered. */
static void add_questions(crok_str *t, const crok_score *s)
{
    crok_open_question q[CROK_MAX_ANSWERS];
    crok_str open = {0};
    crok_str answered = {0};
    int n = crok_questions_open(s, q);
    for (int i = 0; i < n; i++) {
        char words[CROK_QUESTION_TEXT];
        crok_questions_words(s, &q[i], words);
        crok_str_addf(&open, "%s%s", i == 0 ? "" : "; ", words);
    }
    for (int i = 0; i < s->n_answered; i++)
        crok_str_addf(&answered, "%s%d=%s", i == 0 ? "" : "; ",
                      s->answered[i].id, s->answered[i].value);
    crok_csv_add(t, open.s == NULL ? "" : open.s);
    crok_str_add(t, ",");
    crok_csv_add(t, answered.s == NULL ? "" : answered.s);
    crok_str_add(t, ",");
    free(open.s);
    free(answered.s);
}

static void add_score(crok_str *t, const crok_score *s)
{
    crok_str warnings = {0};
    const crok_board_pose *pose = &s->seen.pose;
    for (int i = 0; i < CROK_MAX_SIDES; i++)
        add_side(t, s, i);
    crok_str_add(t, ",");
    crok_csv_add(t, s->winner < 0 ? "" : s->seen.sides[s->winner].name);
    crok_str_addf(t, ",%d,%s,%d,", s->lead, s->is_open ? "yes" : "no",
                  s->n_close);
    add_questions(t, s);
    crok_str_addf(t, "%d,", n_out(s));
    crok_csv_add(t, pose->board.model);
    crok_str_addf(t, ",%s,%.1f,", crok_scale_name(pose->scale),
                  crok_camera_tilt_rad(&pose->camera) * 180.0 / CROK_PI);
    for (int i = 0; i < s->n_warnings; i++)
        crok_str_addf(&warnings, "%s%s", i == 0 ? "" : "; ", s->warnings[i]);
    crok_csv_add(t, warnings.s == NULL ? "" : warnings.s);
    free(warnings.s);
    crok_str_add(t, ",");
}

char *crok_result_csv(const crok_result *r)
{
    crok_str t = {0};
    crok_csv_add(&t, r->image);
    crok_str_addf(&t, ",%s", crok_status_code(r->status));
    if (r->status == CROK_OK) {
        add_score(&t, &r->score);
    } else {
        /* empty fields: 6 columns for each side and 11 others; then the
         * message */
        for (int i = 0; i < 6 * CROK_MAX_SIDES + 11 + 1; i++)
            crok_str_add(&t, ",");
        crok_csv_add(&t, r->err.msg);
    }
    crok_str_add(&t, "\r\n");
    return crok_str_take(&t);
}
