/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/same_match.h"

#include <limits.h>
#include <string.h>

/* The rows of a match: those from its beginning to that of the next match. */
typedef struct rows {
    const crok_known_row *row;
    int n;
} rows;

static rows rows_of(const crok_day_match *match)
{
    const crok_day_record *r = match->record;
    rows out = {0};
    long from = LONG_MAX;
    long to = LONG_MAX;
    if (match->number <= r->n_starts)
        from = r->starts[match->number - 1].seq;
    if (match->number < r->n_starts)
        to = r->starts[match->number].seq;
    for (int i = 0; i < r->n_rows && r->rows[i].seq < to; i++) {
        if (r->rows[i].seq < from)
            continue;
        if (out.n++ == 0)
            out.row = &r->rows[i];
    }
    return out;
}

static bool are_same(const rows *a, const rows *b)
{
    int n = a->n < b->n ? a->n : b->n;
    for (int i = 0; i < n; i++)
        if (memcmp(a->row[i].hash, b->row[i].hash, sizeof a->row[i].hash) != 0)
            return false;
    return n > 0;
}

/* Of two matches that began at the same time, note which is the other's copy,
 * if one is. */
static void compare(crok_day_view *v, int first, int second)
{
    crok_day_match *a = &v->matches[first];
    crok_day_match *b = &v->matches[second];
    rows of_a;
    rows of_b;
    if (a->record == b->record || a->copy_of >= 0 || b->copy_of >= 0)
        return;
    of_a = rows_of(a);
    of_b = rows_of(b);
    if (!are_same(&of_a, &of_b))
        return;
    if (of_b.n > of_a.n)
        a->copy_of = second;
    else
        b->copy_of = first;
}

void crok_day_find_copies(crok_day_view *v)
{
    for (int i = 0; i < v->n_matches; i++)
        for (int k = i + 1; k < v->n_matches &&
                            strcmp(v->matches[k].time, v->matches[i].time) == 0;
             k++)
            compare(v, i, k);
}
