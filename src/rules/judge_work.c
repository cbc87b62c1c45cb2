/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/judge_work.h"

#include <math.h>
#include <stdio.h>

static int find(const crok_work *w, int id)
{
    for (int i = 0; i < w->n; i++)
        if (w->disc[i].id == id)
            return i;
    return -1;
}

static crok_work_disc *entry(crok_work *w, int id, int side)
{
    int i = find(w, id);
    if (i >= 0)
        return &w->disc[i];
    CROK_ASSERT(w->n < (int)(sizeof w->disc / sizeof w->disc[0]));
    w->disc[w->n] = (crok_work_disc){.id = id,
                                     .own = side == w->shot->shooter,
                                     .shooter = id == w->shot->shot_disc};
    return &w->disc[w->n++];
}

/* Signed distance in mm of the disc beyond the outer line, for a disc of radius
 * r at distance d and a line of radius R and width w:
 *   wholly   (d - r) - (R + w / 2)  > 0: the disc is clear of the line, outside
 *   else     (d + r) - (R - w / 2)  > 0: the disc touches it or is outside */
static double past_outer_mm(const crok_work *w, const crok_disc *disc,
                            bool wholly)
{
    double d_mm = hypot(disc->x_mm, disc->y_mm);
    double half_mm = w->shot->lines.width_mm / 2.0;
    double outer_mm = w->shot->lines.outer_mm;
    return wholly ? d_mm - w->shot->disc_mm - (outer_mm + half_mm)
                  : d_mm + w->shot->disc_mm - (outer_mm - half_mm);
}

/* Is a signed distance of x_mm from a line a close call: |x| < k * sigma? */
static bool is_close(const crok_work *w, const crok_disc *disc, double x_mm)
{
    return fabs(x_mm) < w->value_rules.close_k * disc->sigma_mm;
}

/* Was the disc in play before the shot? It was not if it lay flat in the hole,
 * since a 20 is taken off after the turn (G6), or if it lay on or beyond the
 * outer line where the book has it taken off (B1, G5, B5). In a close call at
 * the line the disc was in play, because the players left it on the board. */
static crok_tri in_play_before(const crok_work *w, const crok_disc *disc)
{
    bool may_touch = w->book->on_outer_line == CROK_LINE_STAYS_0;
    double past_mm = past_outer_mm(w, disc, may_touch);
    if (disc->state == CROK_DISC_HOLE)
        return disc->state_unsure ? CROK_UNKNOWN : CROK_NO;
    return w->book->on_outer_line == CROK_LINE_STAYS_5 ||
                   is_close(w, disc, past_mm) || past_mm < 0.0
               ? CROK_YES
               : CROK_NO;
}

static void collect_discs(crok_work *w)
{
    const crok_shot *shot = w->shot;
    for (int i = 0; i < shot->n_before; i++) {
        crok_work_disc *d = entry(w, shot->before[i].id, shot->before[i].side);
        d->before = &shot->before[i];
        d->was_in_play = in_play_before(w, d->before);
        d->forgotten =
            d->before->state == CROK_DISC_HOLE && !d->before->state_unsure;
    }
    for (int i = 0; i < shot->n_after; i++)
        entry(w, shot->after[i].id, shot->after[i].side)->after =
            &shot->after[i];
    (void)entry(w, shot->shot_disc, shot->shooter);
}

static bool in_contacts(const crok_shot *shot, int id)
{
    for (int i = 0; i < shot->n_contacts; i++)
        if (shot->contacts[i].a == id || shot->contacts[i].b == id)
            return true;
    return false;
}

/* Find out which discs moved. The shooting disc moved, and so did a disc that
 * is not on the board after the shot. For the others the evidence is the list
 * `moved` or, if that was not observed, the contacts. */
static void find_moved(crok_work *w)
{
    const crok_shot *shot = w->shot;
    bool moved_seen = (shot->missing & CROK_MISS_MOVED) == 0;
    bool contacts_seen = (shot->missing & CROK_MISS_CONTACTS) == 0;
    bool after_seen = (shot->missing & CROK_MISS_AFTER) == 0;
    for (int i = 0; i < w->n; i++) {
        crok_work_disc *d = &w->disc[i];
        d->moved = moved_seen || contacts_seen ? CROK_NO : CROK_UNKNOWN;
        if (d->shooter || (after_seen && d->after == NULL) ||
            (!moved_seen && in_contacts(shot, d->id)))
            d->moved = CROK_YES;
    }
    for (int i = 0; i < shot->n_moved; i++)
        w->disc[find(w, shot->moved[i])].moved = CROK_YES;
}

/* Find out which discs were struck: those that moved and, where the book says
 * that a contact is a strike (V2), those that were touched. */
static void find_struck(crok_work *w)
{
    bool by_contact = w->book->strike_is == CROK_STRIKE_IS_CONTACT;
    for (int i = 0; i < w->n; i++) {
        crok_work_disc *d = &w->disc[i];
        d->struck =
            by_contact && in_contacts(w->shot, d->id) ? CROK_YES : d->moved;
    }
}

/* Number of discs other than the shooter that may have moved. */
static int n_may_have_moved(const crok_work *w)
{
    int n = 0;
    for (int i = 0; i < w->n; i++)
        n += !w->disc[i].shooter && w->disc[i].moved != CROK_NO;
    return n;
}

/* Find out which discs the shooter itself touched. If the contacts were not
 * observed and only one other disc moved, the shooter touched that disc. */
static void find_touched(crok_work *w)
{
    const crok_shot *shot = w->shot;
    bool seen = (shot->missing & CROK_MISS_CONTACTS) == 0;
    bool one = n_may_have_moved(w) == 1;
    for (int i = 0; i < w->n; i++) {
        crok_work_disc *d = &w->disc[i];
        d->touched = seen || d->moved == CROK_NO ? CROK_NO
                     : one                       ? d->moved
                                                 : CROK_UNKNOWN;
    }
    for (int i = 0; seen && i < shot->n_contacts; i++) {
        const crok_contact *c = &shot->contacts[i];
        if (c->a == shot->shot_disc)
            w->disc[find(w, c->b)].touched = CROK_YES;
        if (c->b == shot->shot_disc)
            w->disc[find(w, c->a)].touched = CROK_YES;
    }
}

/* The rule by which the disc is out, or NULL if it stays in play. */
static const char *out_by(const crok_book *book, const crok_boundary *b)
{
    if (b->what == CROK_TOUCHED_LINE)
        return book->crossed_and_back == CROK_CROSSED_OUT ? "B2" : NULL;
    if (b->what == CROK_LEFT_SURFACE &&
        book->left_surface != CROK_LEFT_AS_RETURNED)
        return book->left_surface == CROK_LEFT_OUT ? "B3" : NULL;
    return book->returned == CROK_RETURNED_OUT ? "B3" : NULL;
}

static void find_out(crok_work *w)
{
    const crok_shot *shot = w->shot;
    bool seen = (shot->missing & CROK_MISS_BOUNDARY) == 0;
    for (int i = 0; i < w->n; i++)
        w->disc[i].out =
            !seen && w->disc[i].moved != CROK_NO ? CROK_UNKNOWN : CROK_NO;
    for (int i = 0; i < shot->n_boundary; i++) {
        const char *rule = out_by(w->book, &shot->boundary[i]);
        crok_work_disc *d = &w->disc[find(w, shot->boundary[i].id)];
        if (rule == NULL || d->out == CROK_YES)
            continue;
        d->out = CROK_YES;
        d->out_rule = rule;
    }
}

void crok_work_init(crok_work *w, const crok_book *book, const crok_shot *shot)
{
    w->book = book;
    w->shot = shot;
    w->value_rules = crok_book_value_rules(book);
    w->broken = false;
    w->n = 0;
    w->missing = 0;
    w->n_close = 0;
    w->n_why = 0;
    collect_discs(w);
    find_moved(w);
    find_struck(w);
    find_touched(w);
    find_out(w);
}

void crok_work_why(crok_work *w, const char *rule, const char *text)
{
    crok_why *why = &w->why[w->n_why];
    if (w->n_why == CROK_MAX_WHY)
        return;
    (void)snprintf(why->rule, sizeof why->rule, "%s", rule);
    (void)snprintf(why->text, sizeof why->text, "%s", text);
    w->n_why++;
}

/* Add a close call to w->close, unless it is there already. */
static void note_close(crok_work *w, int id, crok_line line)
{
    for (int i = 0; i < w->n_close; i++)
        if (w->close[i].id == id && w->close[i].line == line)
            return;
    if (w->n_close < CROK_MAX_CLOSE)
        w->close[w->n_close++] = (crok_close_call){id, line};
}

/* Returns UNKNOWN if a signed distance of x mm from the line is a close call,
 * and notes the call. Otherwise returns YES if x > 0, else NO. */
static crok_tri sign(crok_work *w, const crok_disc *disc, crok_line line,
                     double x)
{
    if (is_close(w, disc, x)) {
        note_close(w, disc->id, line);
        return CROK_UNKNOWN;
    }
    return x > 0.0 ? CROK_YES : CROK_NO;
}

static crok_tri opposite(crok_tri t)
{
    return t == CROK_UNKNOWN ? t : t == CROK_YES ? CROK_NO : CROK_YES;
}

crok_tri crok_work_in_15(crok_work *w, const crok_disc *disc, bool wholly)
{
    double d_mm = hypot(disc->x_mm, disc->y_mm);
    double half_mm = w->shot->lines.width_mm / 2.0;
    double inner_mm = w->shot->lines.inner_mm;
    if (disc->state == CROK_DISC_HOLE)
        return CROK_YES;
    if (wholly) /* clear of the line, on its inner side */
        return sign(w, disc, CROK_LINE_INNER,
                    inner_mm - half_mm - (d_mm + w->shot->disc_mm));
    return opposite(sign(w, disc, CROK_LINE_INNER,
                         d_mm - w->shot->disc_mm - (inner_mm + half_mm)));
}

crok_tri crok_work_beyond(crok_work *w, const crok_disc *disc, bool wholly)
{
    double past_mm = past_outer_mm(w, disc, wholly);
    if (disc->state == CROK_DISC_HOLE)
        return CROK_NO;
    if (wholly)
        return sign(w, disc, CROK_LINE_OUTER, past_mm);
    return opposite(sign(w, disc, CROK_LINE_OUTER, -past_mm));
}
