/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/identity.h"

#include <math.h>

/* Our disc lies where the truth's does if it is so near, mm: half a disc's
 * radius, so that no two discs do. */
#define SAME_PLACE_MM 8.0

/* A quarter turn, so many times. */
static crok_mm turned(crok_mm p, int quarters)
{
    for (int i = 0; i < quarters; i++)
        p = (crok_mm){-p.y, p.x};
    return p;
}

/* Our disc at a place of the truth; NULL: none. */
static const crok_disc *find(const crok_disc *ours, int n, const crok_disc *d,
                             int quarters)
{
    crok_mm at = turned((crok_mm){d->x_mm, d->y_mm}, quarters);
    for (int i = 0; i < n; i++)
        if (ours[i].side == d->side &&
            hypot(ours[i].x_mm - at.x, ours[i].y_mm - at.y) < SAME_PLACE_MM)
            return &ours[i];
    return NULL;
}

static int count_found(const crok_shot *truth, const crok_shot *ours,
                       int quarters)
{
    int n = 0;
    for (int i = 0; i < truth->n_before; i++)
        n += find(ours->before, ours->n_before, &truth->before[i], quarters) !=
             NULL;
    for (int i = 0; i < truth->n_after; i++)
        n += find(ours->after, ours->n_after, &truth->after[i], quarters) !=
             NULL;
    return n;
}

/* The id of our disc where the truth's disc was before the shot; -1: none. */
static int id_before(const crok_shot *truth, const crok_shot *ours, int id,
                     int quarters)
{
    if (id == truth->shot_disc)
        return ours->shot_disc;
    for (int i = 0; i < truth->n_before; i++) {
        const crok_disc *found = truth->before[i].id != id
                                     ? NULL
                                     : find(ours->before, ours->n_before,
                                            &truth->before[i], quarters);
        if (found != NULL)
            return found->id;
    }
    return -1;
}

identity_counts identity_compare(const crok_shot *truth, const crok_shot *ours)
{
    identity_counts out = {0};
    int quarters = 0;
    for (int k = 1; k < 4; k++)
        if (count_found(truth, ours, k) > count_found(truth, ours, quarters))
            quarters = k;
    for (int i = 0; i < truth->n_after; i++) {
        const crok_disc *d = &truth->after[i];
        const crok_disc *after =
            d->state == CROK_DISC_OUT
                ? NULL
                : find(ours->after, ours->n_after, d, quarters);
        int before = id_before(truth, ours, d->id, quarters);
        if (after == NULL || before < 0)
            continue;
        out.discs++;
        out.kept += after->id == before;
    }
    return out;
}
