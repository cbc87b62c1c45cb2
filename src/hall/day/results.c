/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/results.h"

crok_status crok_day_results_make(const crok_day *day, crok_day_results *out,
                                  crok_err *err)
{
    crok_status st = CROK_OK;
    *out = (crok_day_results){0};
    st = crok_day_view_make(day, &out->view, err);
    if (st == CROK_OK)
        st = crok_bouts_make(&out->view, &out->bouts, err);
    if (st == CROK_OK &&
        !crok_standings_make(&out->view, &out->bouts, &out->standings))
        st = crok_fail(err, CROK_ENOMEM, "no memory for the standings");
    return st;
}

void crok_day_results_free(crok_day_results *r)
{
    crok_standings_free(&r->standings);
    crok_bouts_free(&r->bouts);
    crok_day_view_free(&r->view);
}

crok_status crok_standings_of(const crok_day *day, crok_standings *out,
                              crok_err *err)
{
    crok_day_results r;
    crok_status st = crok_day_results_make(day, &r, err);
    if (st == CROK_OK) {
        *out = r.standings;
        r.standings = (crok_standings){0};
    }
    crok_day_results_free(&r);
    return st;
}
