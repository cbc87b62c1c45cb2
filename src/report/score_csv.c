/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "report/csv.h"
#include "report/result.h"
#include "report/str.h"

#define SIDE_COLUMNS(n)                                                        \
    ",side" n ",on_board" n ",twenties" n ",total" n ",low" n ",high" n

const char *crok_result_csv_header(void)
{
    return "image,status" SIDE_COLUMNS("1") SIDE_COLUMNS("2") SIDE_COLUMNS("3")
        SIDE_COLUMNS("4") ",winner,difference,too_close,close_calls,"
                          "out,model,scale,tilt_deg,warnings,error\r\n";
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

static void add_score(crok_str *t, const crok_score *s)
{
    crok_str warnings = {0};
    const crok_board_pose *pose = &s->seen.pose;
    for (int i = 0; i < CROK_MAX_SIDES; i++)
        add_side(t, s, i);
    crok_str_add(t, ",");
    crok_csv_add(t, s->winner < 0 ? "" : s->seen.sides[s->winner].name);
    crok_str_addf(t, ",%d,%s,%d,%d,", s->lead, s->is_open ? "yes" : "no",
                  s->n_close, n_out(s));
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
        /* empty fields: 6 columns for each side and 9 others; then the message
         */
        for (int i = 0; i < 6 * CROK_MAX_SIDES + 9 + 1; i++)
            crok_str_add(&t, ",");
        crok_csv_add(&t, r->err.msg);
    }
    crok_str_add(&t, "\r\n");
    return crok_str_take(&t);
}
