/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/score.h"

#include <math.h>
#include <stdio.h>

static bool same_pair(crok_contact a, crok_sight_contact b)
{
    return (a.a == b.a && a.b == b.b) || (a.a == b.b && a.b == b.a);
}

/* The k-th disc that `id` collided with in truth; -1 beyond the last. */
static int met_truly(const crok_shot *t, int id, int k)
{
    for (int i = 0; i < t->n_contacts; i++) {
        const crok_contact *c = &t->contacts[i];
        if ((c->a == id || c->b == id) && k-- == 0)
            return c->a == id ? c->b : c->a;
    }
    return -1;
}

static int met_as_seen(const crok_motion_sight *m, int id, int k)
{
    for (int i = 0; i < m->n_contacts; i++) {
        const crok_sight_contact *c = &m->contact[i];
        if ((c->a == id || c->b == id) && k-- == 0)
            return c->a == id ? c->b : c->a;
    }
    return -1;
}

static bool same_order(const crok_shot *t, const crok_motion_sight *m, int id)
{
    for (int k = 0; k < t->n_contacts; k++)
        if (met_truly(t, id, k) != met_as_seen(m, id, k))
            return false;
    return true;
}

score_call score_contacts(const film_shot *shot)
{
    const crok_shot *t = &shot->truth;
    const crok_motion_sight *m = &shot->seen.motion;
    if (!m->saw_contacts)
        return SCORE_MISSING;
    if (t->n_contacts != m->n_contacts)
        return SCORE_WRONG;
    for (int i = 0; i < t->n_contacts; i++) {
        bool found = false;
        for (int k = 0; k < m->n_contacts && !found; k++)
            found = same_pair(t->contacts[i], m->contact[k]);
        if (!found || !same_order(t, m, t->contacts[i].a) ||
            !same_order(t, m, t->contacts[i].b))
            return SCORE_WRONG;
    }
    return SCORE_RIGHT;
}

static const crok_boundary_what truth_of[] = {
    [CROK_SIGHT_TOUCHED_LINE] = CROK_TOUCHED_LINE,
    [CROK_SIGHT_LEFT_SURFACE] = CROK_LEFT_SURFACE,
    [CROK_SIGHT_HIT_RAIL] = CROK_HIT_RAIL};

static bool is_reported(const crok_motion_sight *m, const crok_boundary *b)
{
    for (int i = 0; i < m->n_boundary; i++)
        if (m->boundary[i].id == b->id &&
            truth_of[m->boundary[i].what] == b->what &&
            m->boundary[i].returned == b->returned)
            return true;
    return false;
}

static bool must_be_reported(const crok_boundary *b)
{
    return b->what == CROK_TOUCHED_LINE || b->what == CROK_LEFT_SURFACE ||
           (b->what == CROK_HIT_RAIL && b->returned);
}

score_call score_boundary(const film_shot *shot)
{
    const crok_shot *t = &shot->truth;
    const crok_motion_sight *m = &shot->seen.motion;
    int n = 0;
    if (!m->saw_boundary)
        return SCORE_MISSING;
    for (int i = 0; i < t->n_boundary; i++) {
        if (!must_be_reported(&t->boundary[i]))
            continue;
        n++;
        if (!is_reported(m, &t->boundary[i]))
            return SCORE_WRONG;
    }
    return n == m->n_boundary ? SCORE_RIGHT : SCORE_WRONG;
}

double score_placed_mm(const film_shot *shot)
{
    const crok_motion_sight *m = &shot->seen.motion;
    if (!m->has_placed_at)
        return -1.0;
    return hypot(m->placed_at.x - shot->truth.placed_at.x,
                 m->placed_at.y - shot->truth.placed_at.y);
}

void score_print(const film_shot *shot)
{
    static const char *const what[] = {"line", "off", "rail", "out disc"};
    static const char *const call[] = {"right", "missing", "WRONG"};
    const crok_shot *t = &shot->truth;
    const crok_motion_sight *m = &shot->seen.motion;
    printf("disc %d, flick at %.3f s: contacts %s, boundary %s, placed %.2f "
           "mm off (sigma %.2f)\n  true:",
           t->shot_disc, shot->flick_s, call[score_contacts(shot)],
           call[score_boundary(shot)], score_placed_mm(shot),
           m->placed_sigma_mm);
    for (int i = 0; i < t->n_contacts; i++)
        printf(" %d-%d", t->contacts[i].a, t->contacts[i].b);
    for (int i = 0; i < t->n_boundary; i++)
        printf(" %d:%s%s", t->boundary[i].id, what[t->boundary[i].what],
               t->boundary[i].returned ? " back" : "");
    printf("\n  seen:");
    for (int i = 0; i < m->n_contacts; i++)
        printf(" %d-%d", m->contact[i].a, m->contact[i].b);
    for (int i = 0; i < m->n_boundary; i++)
        printf(" %d:%s%s", m->boundary[i].id,
               what[truth_of[m->boundary[i].what]],
               m->boundary[i].returned ? " back" : "");
    printf("\n");
}
