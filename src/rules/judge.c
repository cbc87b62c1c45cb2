/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/judge.h"

#include <stddef.h>
#include <string.h>

#include "rules/judge_work.h"
#include "rules/place.h"

/* ---- V5: is the shot free? ---- */

static bool is_last_played(const crok_work *w, const crok_work_disc *d)
{
    return w->shot->has_last_played && d->id == w->shot->last_played;
}

/* Was no opposing disc in play, or, if last_played, was the disc played last
 * not in play? */
static crok_tri none_in_play(crok_work *w, bool last_played)
{
    crok_tri some = CROK_NO;
    for (int i = 0; i < w->n; i++)
        if (last_played ? is_last_played(w, &w->disc[i]) : !w->disc[i].own)
            some = crok_or(some, w->disc[i].was_in_play);
    if (some != CROK_UNKNOWN)
        return some == CROK_YES ? CROK_NO : CROK_YES;
    w->missing |= CROK_MISS_BEFORE;
    return CROK_UNKNOWN;
}

static crok_tri last_played_is_gone(crok_work *w)
{
    if (w->shot->n_before == 0)
        return CROK_YES;
    if ((w->shot->missing & CROK_MISS_LAST_PLAYED) != 0) {
        w->missing |= CROK_MISS_LAST_PLAYED;
        return CROK_UNKNOWN;
    }
    return none_in_play(w, true);
}

static crok_tri board_is_open(crok_work *w)
{
    if ((w->shot->missing & CROK_MISS_BEFORE) != 0)
        return CROK_UNKNOWN;
    return w->book->open_board == CROK_OPEN_NO_OPPOSING
               ? none_in_play(w, false)
               : last_played_is_gone(w);
}

/* ---- V1 to V4, V12: was the right disc struck in the right way? ---- */

/* Is d a target, that is, a disc that the book wants struck? */
static bool is_target(const crok_work *w, const crok_work_disc *d)
{
    if (d->was_in_play == CROK_NO)
        return false;
    if (!d->own && (w->book->must_strike == CROK_STRIKE_ANY_OPPOSING ||
                    w->book->any_opposing_counts))
        return true;
    return w->book->must_strike == CROK_STRIKE_LAST_PLAYED &&
           is_last_played(w, d);
}

static crok_work_disc *by_id(crok_work *w, int id)
{
    for (int i = 0; i < w->n; i++)
        if (w->disc[i].id == id)
            return &w->disc[i];
    return NULL;
}

/* V3 with "needed_before_own" (clause 7a of Depot's rules): was the first disc
 * that the shooting disc touched an own disc that is not a target? Call this
 * only if the contacts were observed. */
static bool own_disc_met_first(crok_work *w)
{
    const crok_shot *shot = w->shot;
    for (int i = 0; i < shot->n_contacts; i++) {
        const crok_contact *c = &shot->contacts[i];
        const crok_work_disc *met = NULL;
        if (c->a != shot->shot_disc && c->b != shot->shot_disc)
            continue;
        met = by_id(w, c->a == shot->shot_disc ? c->b : c->a);
        return met->own && !is_target(w, met);
    }
    return false;
}

/* Number of own (or of opposing) discs that were or may have been struck. The
 * shooter is not counted. */
static int n_struck(const crok_work *w, bool own)
{
    int n = 0;
    for (int i = 0; i < w->n; i++)
        n += !w->disc[i].shooter && w->disc[i].own == own &&
             w->disc[i].struck != CROK_NO;
    return n;
}

static bool only_targets_struck(const crok_work *w)
{
    for (int i = 0; i < w->n; i++)
        if (!w->disc[i].shooter && w->disc[i].struck != CROK_NO &&
            !is_target(w, &w->disc[i]))
            return false;
    return true;
}

/* Did the shooter itself hit d, a disc that may have been struck? If the book
 * requires it, the shooter must not have met an own disc first. */
static crok_tri hit_directly(crok_work *w, const crok_work_disc *d)
{
    bool contacts_seen = (w->shot->missing & CROK_MISS_CONTACTS) == 0;
    bool before_own = w->book->direct_hit == CROK_DIRECT_BEFORE_OWN;
    if (contacts_seen && before_own && own_disc_met_first(w))
        return CROK_NO;
    if (d->touched != CROK_UNKNOWN)
        return d->touched;
    /* Only targets moved, so the first disc that the shooter hit is a target.
     * This decides if the book accepts any opposing disc. */
    if (w->book->must_strike == CROK_STRIKE_ANY_OPPOSING &&
        only_targets_struck(w))
        return CROK_YES;
    w->missing |= CROK_MISS_CONTACTS;
    return CROK_UNKNOWN;
}

/* V2 "own_discs" together with V1 "last_played": is there a chain of contacts
 * from the shooter to d in which all discs between are own discs? */
static crok_tri reached_through_own(crok_work *w, const crok_work_disc *d)
{
    bool reached[2 * CROK_MAX_DISCS + 1] = {false};
    if ((w->shot->missing & CROK_MISS_CONTACTS) != 0) {
        /* Either the shooter hit d itself, or no other opposing disc moved, so
         * that all discs between the shooter and d were own discs. */
        if (d->touched == CROK_YES || n_struck(w, false) == (d->own ? 0 : 1))
            return CROK_YES;
        w->missing |= CROK_MISS_CONTACTS;
        return CROK_UNKNOWN;
    }
    for (int i = 0; i < w->shot->n_contacts; i++) {
        const crok_work_disc *a = by_id(w, w->shot->contacts[i].a);
        const crok_work_disc *b = by_id(w, w->shot->contacts[i].b);
        bool from_a = a->shooter || (a->own && reached[a - w->disc]);
        bool from_b = b->shooter || (b->own && reached[b - w->disc]);
        reached[b - w->disc] = reached[b - w->disc] || from_a;
        reached[a - w->disc] = reached[a - w->disc] || from_b;
    }
    return reached[d - w->disc] ? CROK_YES : CROK_NO;
}

static crok_tri is_struck(crok_work *w, const crok_work_disc *d)
{
    crok_tri how = CROK_YES;
    if (d->struck == CROK_NO)
        return CROK_NO;
    if (w->book->direct_hit != CROK_DIRECT_NOT_NEEDED)
        how = hit_directly(w, d);
    else if (w->book->strike_through == CROK_THROUGH_OWN_DISCS &&
             w->book->must_strike == CROK_STRIKE_LAST_PLAYED &&
             !w->book->any_opposing_counts)
        how = reached_through_own(w, d);
    if (d->struck == CROK_UNKNOWN && how != CROK_NO) {
        w->missing |= CROK_MISS_MOVED;
        return CROK_UNKNOWN;
    }
    return how;
}

/* V12 "valid": did an opposing disc fall into the hole? The shot is then valid,
 * whichever opposing disc it was. The rule is not applied if the book requires
 * a direct hit (V3). */
static crok_tri sank_opposing(crok_work *w)
{
    crok_tri sunk = CROK_NO;
    if (w->book->sunk_opposing != CROK_SUNK_IS_VALID ||
        w->book->direct_hit != CROK_DIRECT_NOT_NEEDED)
        return CROK_NO;
    for (int i = 0; i < w->n; i++) {
        const crok_work_disc *d = &w->disc[i];
        bool seen = (w->shot->missing & CROK_MISS_AFTER) == 0;
        if (d->own || d->forgotten || d->moved == CROK_NO || d->out == CROK_YES)
            continue;
        if (!seen) {
            w->missing |= CROK_MISS_AFTER;
            sunk = crok_or(sunk, CROK_UNKNOWN);
            continue;
        }
        if (d->after == NULL || d->after->state != CROK_DISC_HOLE)
            continue;
        if (d->out == CROK_UNKNOWN)
            w->missing |= CROK_MISS_BOUNDARY;
        if (d->moved == CROK_UNKNOWN)
            w->missing |= CROK_MISS_MOVED;
        sunk = crok_or(sunk, d->out == CROK_NO ? d->moved : CROK_UNKNOWN);
    }
    return sunk;
}

/* UNKNOWN if the disc played last must be struck, it is not known which disc
 * that is, and any disc was struck: that disc may be the one. Otherwise NO. */
static crok_tri unknown_target_struck(crok_work *w)
{
    if (w->book->must_strike != CROK_STRIKE_LAST_PLAYED ||
        (w->shot->missing & CROK_MISS_LAST_PLAYED) == 0 ||
        n_struck(w, true) + n_struck(w, false) == 0)
        return CROK_NO;
    w->missing |= CROK_MISS_LAST_PLAYED;
    return CROK_UNKNOWN;
}

static void say_strike(crok_work *w, crok_tri struck)
{
    bool last = w->book->must_strike == CROK_STRIKE_LAST_PLAYED &&
                !w->book->any_opposing_counts;
    const char *rule = w->book->direct_hit != CROK_DIRECT_NOT_NEEDED ? "V3"
                       : w->book->must_strike == CROK_STRIKE_LAST_PLAYED &&
                               w->book->any_opposing_counts
                           ? "V4"
                           : "V1";
    if (struck == CROK_YES)
        crok_work_why(w, rule,
                      last ? "The disc played last was struck."
                           : "An opposing disc was struck.");
    else if (struck == CROK_NO)
        crok_work_why(w, rule,
                      last ? "The disc played last was not struck as it must."
                           : "No opposing disc was struck as it must.");
    else
        crok_work_why(w, rule, "What was struck cannot be told.");
}

static crok_tri strike_is_good(crok_work *w)
{
    crok_tri struck = CROK_NO;
    for (int i = 0; i < w->n; i++)
        if (is_target(w, &w->disc[i]))
            struck = crok_or(struck, is_struck(w, &w->disc[i]));
    if (struck == CROK_NO)
        struck = unknown_target_struck(w);
    if (struck != CROK_YES) {
        crok_tri sunk = sank_opposing(w);
        if (sunk == CROK_YES) {
            crok_work_why(w, "V12", "An opposing disc was sunk.");
            return CROK_YES;
        }
        struck = crok_or(struck, sunk);
    }
    say_strike(w, struck);
    return struck;
}

/* ---- V6 to V9: where a free shot ends ---- */

static bool may_satisfy(const crok_work *w, const crok_work_disc *d)
{
    if (d->shooter)
        return true;
    if (w->book->free_shot_wholly_inside || w->book->free_shot_only_shooter ||
        w->book->free_shot_by == CROK_FREE_BY_SHOOTER)
        return false;
    return d->struck != CROK_NO && !d->forgotten &&
           (d->own || w->book->free_shot_by == CROK_FREE_BY_ANY_STRUCK);
}

/* Did the disc, struck in this shot, end in the 15 circle?
 *
 *   wholly  true: touching the line is not enough */
static crok_tri ends_in_15(crok_work *w, const crok_work_disc *d, bool wholly)
{
    crok_tri in = CROK_NO;
    if ((w->shot->missing & CROK_MISS_AFTER) != 0) {
        w->missing |= CROK_MISS_AFTER;
        return CROK_UNKNOWN;
    }
    if (d->after == NULL || d->out == CROK_YES)
        return CROK_NO;
    in = crok_work_in_15(w, d->after, wholly);
    if (in == CROK_NO)
        return CROK_NO;
    if (d->out == CROK_UNKNOWN) {
        w->missing |= CROK_MISS_BOUNDARY;
        return CROK_UNKNOWN;
    }
    if (d->struck == CROK_UNKNOWN) {
        w->missing |= CROK_MISS_MOVED;
        return CROK_UNKNOWN;
    }
    return in;
}

/* V9 "spoil": did another disc, struck in this shot, end in the 15 circle? */
static crok_tri another_ended_in_15(crok_work *w)
{
    crok_tri other = CROK_NO;
    if (w->book->free_shot_others_inside != CROK_OTHERS_SPOIL)
        return CROK_NO;
    for (int i = 0; i < w->n; i++)
        if (!w->disc[i].shooter && !w->disc[i].forgotten &&
            w->disc[i].struck != CROK_NO)
            other = crok_or(other, ends_in_15(w, &w->disc[i], false));
    return other;
}

static crok_tri free_shot_is_good(crok_work *w)
{
    bool wholly = w->book->free_shot_wholly_inside != 0;
    const char *rule = wholly                            ? "V8"
                       : w->book->free_shot_only_shooter ? "V9"
                                                         : "V6";
    crok_tri good = CROK_NO;
    crok_tri spoilt = CROK_NO;
    if (w->book->free_shot_ends == CROK_FREE_ANYWHERE)
        return CROK_YES;
    for (int i = 0; i < w->n; i++)
        if (may_satisfy(w, &w->disc[i]))
            good = crok_or(good, ends_in_15(w, &w->disc[i], wholly));
    if (good != CROK_NO)
        spoilt = another_ended_in_15(w);
    if (spoilt == CROK_YES) {
        crok_work_why(w, "V9", "Another disc ended in the 15 circle too.");
        return CROK_NO;
    }
    if (good == CROK_YES && spoilt == CROK_NO)
        crok_work_why(w, "V6", "It ended in the 15 circle as it must.");
    else if (good == CROK_NO)
        crok_work_why(w, rule, "It did not end in the 15 circle as it must.");
    else
        crok_work_why(w, rule,
                      "It is not known whether it ended in the 15 "
                      "circle as it must.");
    return spoilt == CROK_UNKNOWN ? CROK_UNKNOWN : good;
}

/* ---- the whole question ---- */

/* Find a foul (V13) or a wrong place of the shooter (L). w->broken is set if
 * that makes the shot invalid, whatever it struck. */
static void look_for_breach(crok_work *w)
{
    const char *text = NULL;
    const char *rule = crok_place_broken(w->book, w->shot, &text);
    if (w->shot->fouls != 0 && w->book->fouls == CROK_FOUL_INVALID) {
        crok_work_why(w, "V13", "A person declared a foul.");
        w->broken = true;
    } else if (rule != NULL) {
        crok_work_why(w, rule, text);
        w->broken = w->book->misplaced == CROK_MISPLACED_INVALID;
    }
}

static crok_tri shot_is_valid(crok_work *w, crok_tri open)
{
    crok_tri valid = CROK_UNKNOWN;
    if ((w->shot->missing & CROK_MISS_BEFORE) != 0) {
        w->missing |= CROK_MISS_BEFORE;
        crok_work_why(w, "V5", "What lay there before was not seen.");
        return CROK_UNKNOWN;
    }
    if (open == CROK_YES) {
        crok_work_why(w, "V5", "The shot was free.");
        return free_shot_is_good(w);
    }
    valid = strike_is_good(w);
    if (open == CROK_NO)
        return valid;
    /* It is unknown whether the shot was free. Its validity is known only if
     * it is the same for a free shot and for one that is not free. */
    return valid == free_shot_is_good(w) ? valid : CROK_UNKNOWN;
}

static bool met_no_disc(const crok_work *w)
{
    for (int i = 0; i < w->n; i++)
        if (!w->disc[i].shooter &&
            (w->disc[i].moved != CROK_NO || w->disc[i].touched != CROK_NO))
            return false;
    return true;
}

static bool opposing_moved(const crok_work *w)
{
    for (int i = 0; i < w->n; i++)
        if (!w->disc[i].own && w->disc[i].moved == CROK_YES)
            return true;
    return false;
}

/* V11: what becomes of opposing discs that a foul, or a shot from a wrong
 * place, moved. No source says it, so it is a reading. */
static void say_opposing(crok_work *w)
{
    bool back = w->book->invalid_opposing == CROK_OPPOSING_PUT_BACK;
    if (w->broken && opposing_moved(w))
        crok_work_why(w, "V11",
                      back ? "Opposing discs that moved go back: a reading, no "
                             "source says it of a foul."
                           : "Opposing discs that moved stay: a reading, no "
                             "source says it of a foul.");
}

static void copy_reasons(crok_work *w, crok_decision *out)
{
    int n = w->n_why;
    if (out->valid == CROK_NO)
        say_opposing(w);
    out->n_why = w->n_why;
    memcpy(out->why, w->why, (size_t)w->n_why * sizeof out->why[0]);
    w->n_why = n;
}

/* Copy to `out` what is the same in both outcomes: removals of a disc to the
 * same place and discs in play. For each side take the smaller number of 20s.
 */
static void common_outcome(const crok_judgement *j, crok_decision *out)
{
    const crok_decision *a = &j->if_valid;
    const crok_decision *b = &j->if_invalid;
    for (int i = 0; i < a->n_remove; i++)
        for (int k = 0; k < b->n_remove; k++)
            if (a->remove[i].id == b->remove[k].id &&
                a->remove[i].to == b->remove[k].to)
                out->remove[out->n_remove++] = a->remove[i];
    for (int i = 0; i < a->n_in_play; i++)
        for (int k = 0; k < b->n_in_play; k++)
            if (a->in_play[i] == b->in_play[k])
                out->in_play[out->n_in_play++] = a->in_play[i];
    for (int s = 0; s < CROK_MAX_SIDES; s++)
        out->twenties[s] =
            a->twenties[s] < b->twenties[s] ? a->twenties[s] : b->twenties[s];
}

static void undetermined(crok_work *w, crok_tri open, crok_judgement *out)
{
    crok_decision *d = &out->decision;
    crok_decision_begin(d, CROK_UNKNOWN, open);
    d->missing = w->missing;
    d->n_close = w->n_close;
    memcpy(d->close, w->close, sizeof d->close);
    crok_work_outcome(w, true, open, &out->if_valid);
    crok_work_outcome(w, false, open, &out->if_invalid);
    common_outcome(out, d);
    copy_reasons(w, d);
    copy_reasons(w, &out->if_valid);
    copy_reasons(w, &out->if_invalid);
}

/* V14: may the player repeat the shot? Not if the shot was free, if there was a
 * foul, or if the shooter was in a wrong place. */
static bool may_shoot_again(const crok_work *w, crok_tri open, bool valid)
{
    const crok_book *book = w->book;
    return book->reshoot && !valid && open == CROK_NO && !w->broken &&
           met_no_disc(w) &&
           (book->reshoot_attempts == 0 ||
            w->shot->attempt <= book->reshoot_attempts);
}

/* V14: the shooter goes back to its player's hand, so it is not taken off. */
static void give_second_try(const crok_work *w, crok_decision *out)
{
    int at = crok_removal_find(out->remove, out->n_remove, w->shot->shot_disc);
    out->reshoot = true;
    if (at < 0)
        return;
    out->n_remove--;
    memmove(&out->remove[at], &out->remove[at + 1],
            (size_t)(out->n_remove - at) * sizeof out->remove[0]);
}

void crok_judge(const crok_book *book, const crok_shot *shot,
                crok_judgement *out)
{
    crok_work w;
    crok_tri open = CROK_UNKNOWN;
    crok_tri valid = CROK_NO;
    crok_work_init(&w, book, shot);
    open = board_is_open(&w);
    look_for_breach(&w);
    if (!w.broken)
        valid = shot_is_valid(&w, open);
    if (valid == CROK_UNKNOWN) {
        undetermined(&w, open, out);
        return;
    }
    crok_decision_begin(&out->if_valid, CROK_YES, open);
    crok_decision_begin(&out->if_invalid, CROK_NO, open);
    crok_work_outcome(&w, valid == CROK_YES, open, &out->decision);
    copy_reasons(&w, &out->decision);
    if (may_shoot_again(&w, open, valid == CROK_YES))
        give_second_try(&w, &out->decision);
}

void crok_judge_as(const crok_book *book, const crok_shot *shot, bool valid,
                   crok_decision *out)
{
    crok_work w;
    crok_tri open = CROK_UNKNOWN;
    crok_work_init(&w, book, shot);
    open = board_is_open(&w);
    look_for_breach(&w);
    w.n_why = 0;
    crok_work_outcome(&w, valid, open, out);
    copy_reasons(&w, out);
    if (may_shoot_again(&w, open, valid))
        give_second_try(&w, out);
}

bool crok_decision_is_open(const crok_decision *d)
{
    return d->valid == CROK_UNKNOWN || d->missing != 0 || d->n_close > 0;
}

int crok_removal_find(const crok_removal *list, int n, int id)
{
    for (int i = 0; i < n; i++)
        if (list[i].id == id)
            return i;
    return -1;
}

bool crok_decision_keeps(const crok_decision *d, int id)
{
    for (int i = 0; i < d->n_in_play; i++)
        if (d->in_play[i] == id)
            return true;
    return false;
}

const char *crok_to_name(crok_to to)
{
    static const char *const name[CROK_N_TO] = {"ditch", "bowl"};
    return name[to];
}
