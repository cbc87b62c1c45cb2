/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/assign.h"

#include <stdlib.h>
#include <string.h>

#include "hall/day/result_text.h"

/* The entries that a side of a match may be: by its players, by its own name,
 * and by those who began the match. -1: none of the day. */
enum { N_WAYS = 3 };

typedef struct may_be {
    int entry[CROK_MAX_SIDES][N_WAYS];
} may_be;

/* Get a side as it began the match: who was replaced is back. Returns false if
 * nobody was. */
static bool side_at_start(const crok_day_match *match, int side,
                          crok_pairing_side *out)
{
    crok_match_start info = match->m->end.info;
    bool any = false;
    for (int i = match->record->n_replaced - 1; i >= 0; i--) {
        const crok_replaced *was = &match->record->replaced[i];
        for (int k = 0; was->match == match->number && k < info.seats.n; k++)
            if (info.seats.seat[k] == was->seat) {
                memcpy(info.player[k], was->player, sizeof was->player);
                any = any || info.seats.side[k] == side;
            }
    }
    crok_day_side_of(&info, side, out);
    return any;
}

static void find_entries(const crok_day_view *v, const crok_day_match *match,
                         may_be *out)
{
    const crok_match_start *info = &match->m->end.info;
    for (int i = 0; i < info->n_sides; i++) {
        const char *name = info->sides[i].name;
        crok_pairing_side side;
        crok_day_side_of(info, i, &side);
        out->entry[i][0] = crok_entries_find(&v->entries, &side);
        out->entry[i][1] =
            name[0] != '\0' && crok_name_split(name, strlen(name), &side)
                ? crok_entries_find(&v->entries, &side)
                : -1;
        out->entry[i][2] = side_at_start(match, i, &side)
                               ? crok_entries_find(&v->entries, &side)
                               : -1;
    }
}

/* Which side of the pairing is this side of the match? -1: none. */
static int side_in(const crok_day_view *v, int pairing, const int *entry)
{
    for (int k = 0; k < v->day->pairings.list[pairing].n_sides; k++)
        for (int way = 0; way < N_WAYS; way++)
            if (entry[way] >= 0 && v->pairings[pairing].entry[k] == entry[way])
                return k;
    return -1;
}

/* Do the players of the match play in the pairing? */
static bool fits(const crok_day_view *v, int pairing,
                 const crok_day_match *match, const may_be *who)
{
    int n = match->m->end.info.n_sides;
    unsigned found = 0;
    if (v->day->pairings.list[pairing].n_sides != n)
        return false;
    for (int i = 0; i < n; i++) {
        int k = side_in(v, pairing, who->entry[i]);
        if (k < 0 || (found & 1U << k) != 0)
            return false;
        found |= 1U << k;
    }
    return true;
}

/* How well a pairing of the right players suits a match. */
static int suits(const crok_pairing *p, const crok_day_match *match)
{
    const crok_match_start *info = &match->m->end.info;
    return 8 * crok_name_same(p->stage, info->stage) +
           4 * crok_name_same(p->game, info->game) +
           2 * crok_name_same(p->pool, info->pool) +
           crok_name_same(p->table, match->table);
}

/* Minutes since midnight of a pairing's time, which has the form that
 * hall/pairings.h allows. */
static long minutes_of(const char *time)
{
    const char *colon = strchr(time, ':');
    const char *hour = colon;
    while (hour > time && hour[-1] >= '0' && hour[-1] <= '9')
        hour--;
    return 60 * strtol(hour, NULL, 10) + strtol(colon + 1, NULL, 10);
}

/* Is pairing a to be played before b, which stands before it in the file? */
static bool is_earlier(const crok_pairing *a, const crok_pairing *b)
{
    int date = strncmp(a->time, b->time, 10);
    if (a->time[0] == '\0' || b->time[0] == '\0')
        return false;
    if (strlen(a->time) > 10 && strlen(b->time) > 10 && date != 0)
        return date < 0;
    return minutes_of(a->time) < minutes_of(b->time);
}

/* Give the match the free pairing that suits it best. */
static void give_pairing(crok_day_view *v, int match, const may_be *who)
{
    crok_day_match *m = &v->matches[match];
    const crok_pairing *list = v->day->pairings.list;
    int best = -1;
    for (int i = 0; i < v->day->pairings.n; i++) {
        int more = 0;
        if (v->pairings[i].match >= 0 || !fits(v, i, m, who))
            continue;
        if (best >= 0)
            more = suits(&list[i], m) - suits(&list[best], m);
        if (best < 0 || more > 0 ||
            (more == 0 && is_earlier(&list[i], &list[best])))
            best = i;
    }
    if (best < 0)
        return;
    m->pairing = best;
    v->pairings[best].match = match;
    for (int i = 0; i < m->m->end.info.n_sides; i++)
        m->entry[i] = v->pairings[best].entry[side_in(v, best, who->entry[i])];
}

/* The entry of the pairings that a side is, or -1. */
static int known_entry(const int *entry)
{
    for (int way = 0; way < N_WAYS; way++)
        if (entry[way] >= 0)
            return entry[way];
    return -1;
}

/* Enter the players of a match that is in no pairing. */
static bool enter_players(crok_day_view *v, crok_day_match *match,
                          const may_be *who)
{
    for (int i = 0; i < match->m->end.info.n_sides; i++) {
        crok_pairing_side side;
        match->entry[i] = known_entry(who->entry[i]);
        if (match->entry[i] >= 0)
            continue;
        crok_day_side_of(&match->m->end.info, i, &side);
        match->entry[i] = crok_entries_add(&v->entries, &side);
        if (match->entry[i] < 0)
            return false;
    }
    return true;
}

bool crok_day_assign(crok_day_view *v)
{
    may_be *who = calloc((size_t)v->n_matches + 1, sizeof *who);
    bool done = who != NULL;
    for (int i = 0; done && i < v->n_matches; i++)
        find_entries(v, &v->matches[i], &who[i]);
    for (int pass = 0; done && pass < 2; pass++)
        for (int i = 0; i < v->n_matches; i++) {
            const crok_day_match *m = &v->matches[i];
            if (m->copy_of < 0 && m->is_broken == (pass == 1) &&
                !(m->is_broken && m->n_rounds == 0))
                give_pairing(v, i, &who[i]);
        }
    for (int i = 0; done && i < v->n_matches; i++)
        if (v->matches[i].pairing < 0)
            done = enter_players(v, &v->matches[i], &who[i]);
    free(who);
    return done;
}
