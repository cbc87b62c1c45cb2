/* SPDX-License-Identifier: Apache-2.0 */
#include "report/doubts.h"

#include <stdlib.h>

typedef struct doubt {
    double chance; /* that what is stated is wrong */
    crok_seen_disc *about;
} doubt;

static int by_chance(const void *a, const void *b)
{
    const doubt *x = a;
    const doubt *y = b;
    return (x->chance > y->chance) - (x->chance < y->chance);
}

/* All doubts, the smallest first. What lies beyond the surface counts nothing.
 */
static int list_doubts(crok_observation *o,
                       doubt out[CROK_MAX_DISCS + CROK_MAX_MAYBE])
{
    int n = 0;
    for (int i = 0; i < o->n_discs; i++)
        if (o->discs[i].state != CROK_DISC_OUT)
            out[n++] = (doubt){1.0 - o->discs[i].confidence, &o->discs[i]};
    for (int i = 0; i < o->n_maybe; i++)
        out[n++] = (doubt){o->maybe[i].confidence, &o->maybe[i]};
    qsort(out, (size_t)n, sizeof out[0], by_chance);
    return n;
}

static bool is_of_side(const crok_seen_disc *d, int side)
{
    return d->side == side || d->other_side == side;
}

/* Ask about the doubts of a side from the first on that is too large together
 * with the smaller ones. */
static void settle_side(const doubt *list, int n, int side)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        if (!is_of_side(list[i].about, side))
            continue;
        sum += list[i].chance;
        if (sum > CROK_DOUBT_LIMIT)
            list[i].about->is_doubted = true;
    }
}

void crok_doubts_settle(crok_observation *seen)
{
    doubt list[CROK_MAX_DISCS + CROK_MAX_MAYBE];
    int n = 0;
    for (int i = 0; i < seen->n_discs; i++)
        seen->discs[i].is_doubted = false;
    for (int i = 0; i < seen->n_maybe; i++)
        seen->maybe[i].is_doubted = false;
    n = list_doubts(seen, list);
    for (int side = 0; side < seen->n_sides; side++)
        settle_side(list, n, side);
    n = 0;
    for (int i = 0; i < seen->n_maybe; i++)
        if (seen->maybe[i].is_doubted)
            seen->maybe[n++] = seen->maybe[i];
    seen->n_maybe = n;
}
