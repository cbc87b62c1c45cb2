/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/forfeits.h"

#include <stdlib.h>
#include <string.h>

#include "hall/day/stages.h"
#include "rules/match.h"
#include "rules/score.h"

/* ---- who is disqualified ---- */

/* Do two entries have a player in common? */
static bool share_a_player(const crok_day_view *v, int a, int b)
{
    const crok_pairing_side *one = &v->entries.list[a].side;
    const crok_pairing_side *other = &v->entries.list[b].side;
    for (int i = 0; i < one->n; i++)
        for (int k = 0; k < other->n; k++)
            if (crok_name_same(one->player[i], other->player[k]))
                return true;
    return false;
}

/* The match in which an entry was disqualified, or NULL; where players are
 * ranked, one of its players, whoever was the partner. */
static const crok_day_match *excluded_in(const crok_day_view *v, int entry,
                                         const char *stage)
{
    bool each = crok_stage_is_in(v->day->settings.individual, stage);
    for (int i = 0; i < v->n_matches; i++) {
        const crok_day_match *m = &v->matches[i];
        bool counts = m->copy_of < 0 && !m->is_forfeit;
        for (int k = 0; counts && k < m->m->end.info.n_sides; k++)
            if ((m->m->end.disqualified & 1U << k) != 0 &&
                (m->entry[k] == entry ||
                 (each && share_a_player(v, m->entry[k], entry))))
                return m;
    }
    return NULL;
}

static bool is_any_excluded(const crok_day_view *v)
{
    for (int i = 0; i < v->n_matches; i++)
        if (v->matches[i].m->end.disqualified != 0)
            return true;
    return false;
}

/* The sides of an open pairing of two that are disqualified, as bits.
 *
 *   in  written if there are any: the match in which one of them was */
static unsigned excluded_sides(const crok_day_view *v, int pairing,
                               const crok_day_match **in)
{
    unsigned bits = 0;
    if (v->pairings[pairing].match >= 0 ||
        v->day->pairings.list[pairing].n_sides != 2)
        return 0;
    for (int k = 0; k < 2; k++) {
        const crok_day_match *m = excluded_in(v, v->pairings[pairing].entry[k],
                                              v->pairings[pairing].stage);
        if (m == NULL)
            continue;
        bits |= 1U << k;
        *in = m;
    }
    return bits;
}

/* ---- a match for the pairing ---- */

/* The match whose rules the pairing would have been played by: one of its stage
 * between two sides; else the one of the disqualification. */
static const crok_day_match *rules_for(const crok_day_view *v, int pairing,
                                       const crok_day_match *in)
{
    const char *stage = v->pairings[pairing].stage;
    if (strcmp(in->stage, stage) == 0)
        return in;
    for (int i = 0; i < v->n_matches; i++)
        if (strcmp(v->matches[i].stage, stage) == 0 &&
            v->matches[i].m->end.info.n_sides == 2)
            return &v->matches[i];
    return in;
}

/* Fold a match that begins and in which these sides are disqualified.
 *
 *   e  work memory */
static bool fold(const crok_match_start *info, unsigned sides, crok_event *e,
                 crok_match *out)
{
    *out = crok_match_waiting();
    memset(e, 0, sizeof *e);
    e->type = CROK_EVENT_MATCH_START;
    e->u.start = *info;
    memset(e->u.start.handicap, 0, sizeof e->u.start.handicap);
    if (crok_match_apply(out, e, NULL, NULL) != CROK_OK)
        return false;
    for (int k = 0; k < 2; k++) {
        if ((sides & 1U << k) == 0)
            continue;
        memset(e, 0, sizeof *e);
        e->type = CROK_EVENT_DISQUALIFY;
        memcpy(e->u.against.side, info->sides[k].side,
               sizeof e->u.against.side);
        if (crok_match_apply(out, e, NULL, NULL) != CROK_OK)
            return false;
    }
    return true;
}

/* Add the match of a pairing; its rules and its time are those of other
 * matches. */
static void add_match(crok_day_view *v, int pairing,
                      const crok_match_record *record, const crok_day_match *in)
{
    static const crok_round_record no_round;
    const crok_pairing *p = &v->day->pairings.list[pairing];
    crok_day_pairing *of = &v->pairings[pairing];
    crok_day_match *to = &v->matches[v->n_matches];
    *to = (crok_day_match){.record = in->record,
                           .m = record,
                           .rounds = &no_round,
                           .time = in->time,
                           .table = p->table,
                           .copy_of = -1,
                           .pairing = pairing,
                           .entry = {of->entry[0], of->entry[1]},
                           .is_over = true,
                           .is_forfeit = true,
                           .game = p->game};
    memcpy(to->stage, of->stage, sizeof to->stage);
    memcpy(to->pool, of->pool, sizeof to->pool);
    of->match = v->n_matches++;
}

static int count_open(const crok_day_view *v)
{
    const crok_day_match *in = NULL;
    int n = 0;
    for (int i = 0; i < v->day->pairings.n; i++)
        n += excluded_sides(v, i, &in) != 0;
    return n;
}

/* Settle the pairings.
 *
 *   e  work memory */
static void settle(crok_day_view *v, crok_event *e)
{
    int n_played = v->n_matches;
    for (int i = 0; i < v->day->pairings.n; i++) {
        const crok_day_match *in = NULL;
        unsigned sides = excluded_sides(v, i, &in);
        crok_match_record *record = &v->forfeits[v->n_matches - n_played];
        if (sides != 0 &&
            fold(&rules_for(v, i, in)->m->end.info, sides, e, &record->end))
            add_match(v, i, record, in);
    }
}

bool crok_day_forfeit(crok_day_view *v)
{
    size_t n = is_any_excluded(v) ? (size_t)count_open(v) : 0;
    crok_day_match *more = NULL;
    crok_event *e = NULL;
    if (n == 0)
        return true;
    v->forfeits = calloc(n, sizeof *v->forfeits);
    more = realloc(v->matches,
                   ((size_t)v->n_matches + n + 1) * sizeof *v->matches);
    if (more != NULL)
        v->matches = more;
    e = malloc(sizeof *e);
    if (v->forfeits != NULL && more != NULL && e != NULL)
        settle(v, e);
    free(e);
    return v->forfeits != NULL && more != NULL && e != NULL;
}

/* ---- what it is worth ---- */

/* Are as many rounds played as the book says, in one game? */
static bool has_fixed_rounds(const crok_match *end)
{
    const crok_book *book = &end->info.book;
    return book->game_ends == CROK_ENDS_ROUNDS && book->games == 1 &&
           end->info.best_of <= 1;
}

/* What winning a round alone gives, where points are played for. */
static bool worth_of_round(const crok_match *end, crok_forfeit *out)
{
    const crok_book *book = &end->info.book;
    int n = end->info.n_sides;
    int total[CROK_MAX_SIDES] = {1};
    crok_tally won[CROK_MAX_SIDES];
    if (n == 2)
        return crok_match_forfeit_value(&end->info, out);
    crok_round_result(book, total, n, won);
    *out = (crok_forfeit){.points = won[0].points};
    return crok_book_measure(book, n) == CROK_BY_POINTS;
}

bool crok_day_is_forfeited(const crok_day_match *match)
{
    const crok_match *end = &match->m->end;
    crok_forfeit worth;
    return end->disqualified != 0 && end->info.n_sides == 2 &&
           has_fixed_rounds(end) && worth_of_round(end, &worth);
}

int crok_day_forfeited_to(const crok_day_match *match, int side,
                          crok_forfeit *worth)
{
    const crok_match *end = &match->m->end;
    int missing = end->info.book.rounds - match->n_rounds;
    if (end->winners != 1U << side || !has_fixed_rounds(end) ||
        !worth_of_round(end, worth))
        return 0;
    if (crok_day_is_forfeited(match))
        return end->info.book.rounds;
    return end->won_by == CROK_WON_BY_CONCESSION && missing > 0 ? missing : 0;
}
