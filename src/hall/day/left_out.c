/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/left_out.h"

#include "report/str.h"

/* The sentence after each reason that a line in the pairings removes. */
#define NEEDS_LINE ": it counts only with a further line in the pairings"

static bool is_in(const crok_day_view *v, int pairing, int entry)
{
    for (int k = 0; k < v->day->pairings.list[pairing].n_sides; k++)
        if (v->pairings[pairing].entry[k] == entry)
            return true;
    return false;
}

/* The number of the match's sides that a pairing has. */
static int n_sides_in(const crok_day_view *v, int pairing,
                      const crok_day_match *match)
{
    int n = 0;
    for (int i = 0; i < match->m->end.info.n_sides; i++)
        n += is_in(v, pairing, match->entry[i]);
    return n;
}

static bool is_known(const crok_day_view *v, int entry)
{
    return entry < v->n_paired;
}

static bool may_be_at(const crok_pairing *p, const crok_day_match *match)
{
    return p->table[0] == '\0' || match->table[0] == '\0' ||
           crok_name_same(p->table, match->table);
}

/* The entry of a pairing that does not play in the match, or -1. */
static int find_absent(const crok_day_view *v, int pairing,
                       const crok_day_match *match)
{
    for (int k = 0; k < v->day->pairings.list[pairing].n_sides; k++) {
        bool plays = false;
        for (int i = 0; i < match->m->end.info.n_sides; i++)
            plays = plays || match->entry[i] == v->pairings[pairing].entry[k];
        if (!plays)
            return v->pairings[pairing].entry[k];
    }
    return -1;
}

/* Find the side that is meant by the only side of a match that is in no
 * pairing. The open pairings at this table that have all other sides say who it
 * may be; the most similar name is taken.
 *
 *   unknown  entry of the side that is in no pairing
 *
 * Returns an entry, or -1. */
static int find_meant(const crok_day_view *v, const crok_day_match *match,
                      int unknown)
{
    int n = match->m->end.info.n_sides;
    int best = -1;
    int least = 0;
    for (int i = 0; i < v->day->pairings.n; i++) {
        const crok_pairing *p = &v->day->pairings.list[i];
        int entry = -1;
        int distance = 0;
        if (v->pairings[i].match >= 0 || p->n_sides != n ||
            !may_be_at(p, match) || n_sides_in(v, i, match) != n - 1)
            continue;
        entry = find_absent(v, i, match);
        distance = crok_name_distance(v->entries.list[unknown].key,
                                      v->entries.list[entry].key);
        if (best >= 0 && distance >= least)
            continue;
        best = entry;
        least = distance;
    }
    return best;
}

/* Name the sides that are in no pairing. Returns whether there are any. */
static bool say_unknown(crok_str *t, const crok_day_view *v,
                        const crok_day_match *match)
{
    int n = 0;
    int meant = -1;
    int unknown = -1;
    for (int i = 0; i < match->m->end.info.n_sides; i++) {
        if (is_known(v, match->entry[i]))
            continue;
        crok_str_addf(t, "%s%s", n == 0 ? "" : " and ",
                      v->entries.list[match->entry[i]].name);
        unknown = match->entry[i];
        n++;
    }
    if (n == 0)
        return false;
    crok_str_add(t, n == 1 ? " is in no pairing" : " are in no pairing");
    if (n == 1)
        meant = find_meant(v, match, unknown);
    if (meant >= 0)
        crok_str_addf(t,
                      "; is %s meant? It counts when the name is corrected at "
                      "the table or in the pairings",
                      v->entries.list[meant].name);
    else
        crok_str_add(t, NEEDS_LINE);
    return true;
}

/* Say that the pairing of these players is taken, or that the stage has none.
 * Returns false if no pairing is of this stage. */
static bool say_further(crok_str *t, const crok_day_view *v,
                        const crok_day_match *match)
{
    bool any = false;
    for (int i = 0; i < v->day->pairings.n; i++) {
        const crok_pairing *p = &v->day->pairings.list[i];
        int by = v->pairings[i].match;
        if (!crok_name_same(v->pairings[i].stage, match->stage))
            continue;
        any = true;
        if (by < 0 || p->n_sides != match->m->end.info.n_sides ||
            n_sides_in(v, i, match) != p->n_sides)
            continue;
        crok_str_addf(t,
                      "line %d of the pairings has been played already, at "
                      "table %s" NEEDS_LINE,
                      p->line,
                      v->matches[by].table[0] == '\0' ? "?"
                                                      : v->matches[by].table);
        return true;
    }
    if (any)
        crok_str_add(t, "no pairing of this stage has its players" NEEDS_LINE);
    return any;
}

/* Write why a match that is in no pairing counts for nothing. */
static void say_why_not_without(crok_str *t, const crok_day_view *v,
                                const crok_day_match *match)
{
    bool has_stage = match->m->end.info.stage[0] != '\0';
    if (match->is_broken)
        crok_str_add(t, "it was broken off, and is in no pairing that is left");
    else if (has_stage && v->day->settings.count_unpaired)
        return;
    else if (!say_unknown(t, v, match) && !say_further(t, v, match) &&
             !has_stage)
        crok_str_add(t, "it is in no pairing that is left, and names no stage");
}

/* Write why a match counts for nothing; nothing, if it counts. */
static void say_why(crok_str *t, const crok_day_view *v,
                    const crok_day_match *match)
{
    if (match->is_broken && match->n_rounds == 0)
        crok_str_add(t, "it was broken off before a round had ended");
    else if (match->copy_of >= 0)
        crok_str_addf(t,
                      "the same match is in record %s, too, event by event: it "
                      "counts once",
                      v->matches[match->copy_of].record->id);
    else if (match->pairing < 0 && v->day->pairings.n > 0)
        say_why_not_without(t, v, match);
    else if (match->pairing < 0 && v->day->pairings_trouble[0] != '\0')
        crok_str_add(t, "the pairings cannot be read");
}

bool crok_day_leave_out(crok_day_view *v)
{
    for (int i = 0; i < v->n_matches; i++) {
        crok_str t = {0};
        say_why(&t, v, &v->matches[i]);
        if (t.failed || t.s != NULL) {
            v->matches[i].left_out = crok_str_take(&t);
            if (v->matches[i].left_out == NULL)
                return false;
        }
    }
    return true;
}
