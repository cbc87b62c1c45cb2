/* SPDX-License-Identifier: Apache-2.0 */
#include "report/round_rows.h"

#include "report/csv.h"

void crok_round_header_add(crok_str *t, int n_columns, bool with_forfeited)
{
    crok_str_add(t, "Board,Position,Player,Opponent,First/Hammer,Pts/20s,"
                    "Total");
    for (int i = 0; i < n_columns; i++)
        crok_str_addf(t, ",Round%d", i + 1);
    crok_str_add(t, with_forfeited ? ",Forfeited\r\n" : "\r\n");
}

static int value_of(const crok_round_row *r, int i)
{
    return r->twenties ? r->round[i].twenties[r->side]
                       : r->round[i].result[r->side];
}

int crok_round_row_total(const crok_round_row *r)
{
    int sum = r->extra;
    for (int i = 0; i < r->n; i++)
        sum += value_of(r, i);
    return sum;
}

void crok_round_row_add(crok_str *t, const crok_round_row *r, int n_columns)
{
    crok_csv_add(t, r->board);
    crok_str_addf(t, ",%d,", r->position);
    crok_csv_add(t, r->player);
    crok_str_add(t, ",");
    crok_csv_add(t, r->opponent);
    crok_str_addf(t, ",%s,%s,%d", r->first_hammer, r->twenties ? "20s" : "Pts",
                  crok_round_row_total(r));
    for (int i = 0; i < n_columns; i++)
        if (i < r->n)
            crok_str_addf(t, ",%d", value_of(r, i));
        else
            crok_str_add(t, ",");
    if (r->forfeited != NULL)
        crok_str_addf(t, ",%s", r->forfeited);
    crok_str_add(t, "\r\n");
}

const char *crok_first_or_hammer(const crok_match_start *info,
                                 const crok_round_record *round, int n,
                                 int side)
{
    if (n == 0)
        return "";
    if (info->seats.side[round[0].first] == side)
        return "First";
    return info->seats.side[round[0].hammer] == side ? "Hammer" : "";
}
