/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/effects.h"

#include <stdlib.h>

#include "rules/effect_words.h"

/* A search for effects. */
typedef struct search {
    const crok_log *log;      /* without the correction */
    crok_effect_scene scene;  /* with it */
    crok_trace before, after; /* without the correction, and with it */
    int target;               /* index of the event that is corrected */
    int end; /* index of the event that ended the corrected round, or of one in
              * it that decided a game, such as a concession; before.n: the
              * round is being played */
    bool is_later; /* something was played after that round */
    crok_effects *out;
} search;

/* ---- what is corrected ---- */

/* Returns the index of the step of the match that event `at` changes in the
 * end: an undo of a ruling changes the shot. Event `at` itself if it changes
 * none. */
static int find_target(const crok_log *log, int at)
{
    const crok_kept *e = log->events[at];
    while (e->after != 0 || crok_kept_of(e) != 0)
        e = crok_log_find(log, e->after != 0 ? e->after : crok_kept_of(e));
    return crok_log_index(log, e->seq);
}

/* Was something played after the round, which event `end` ended? */
static bool is_played_later(const crok_log *log, const crok_trace *t, int end)
{
    for (int i = end + 1; i < t->n; i++) {
        crok_event_type type = log->events[i]->type;
        if (t->step[i].is_played && log->events[i]->after == 0 &&
            type != CROK_EVENT_MATCH_INFO && type != CROK_EVENT_SUBSTITUTE &&
            type != CROK_EVENT_MATCH_END)
            return true;
    }
    return false;
}

/* Has the event decided a game or a match? */
static bool is_decisive(const crok_trace *t, int at)
{
    for (int i = 0; i < t->n_results; i++)
        if (t->result[i].at == at)
            return true;
    return false;
}

static void find_round(search *s)
{
    const crok_log *log = s->scene.log;
    const crok_trace *t =
        s->before.step[s->target].is_played ? &s->before : &s->after;
    int end = crok_trace_round_end(t, s->target);
    s->end = end < t->n ? end : s->before.n;
    if (end < t->n && t->step[end].match != t->step[s->target].match)
        s->end = s->target; /* it was made after the end of its match */
    if (is_decisive(&s->before, s->target) || is_decisive(&s->after, s->target))
        s->end = s->target;
    s->is_later = is_played_later(log, &s->before, s->end) ||
                  is_played_later(log, &s->after, s->end);
}

/* ---- the effects ---- */

/* Returns the next effect to be filled in, or NULL: it is only counted. */
static crok_effect *next_effect(search *s, crok_effect_what what)
{
    crok_effect *e = NULL;
    if (s->out->n == CROK_MAX_EFFECTS) {
        s->out->n_more++;
        return NULL;
    }
    e = &s->out->effect[s->out->n++];
    *e = (crok_effect){.what = what};
    return e;
}

/* Is the match over in this fold? */
static bool is_over(const crok_trace *t, int match)
{
    for (int i = 0; i < t->n_results; i++)
        if (t->result[i].match == match &&
            t->result[i].game == CROK_TRACE_MATCH)
            return true;
    return false;
}

/* Is that a game of which the match says the same, or the game's rounds: it is
 * the only game, or one that is not needed in one of the folds? */
static bool is_said(search *s, const crok_trace_result *was,
                    const crok_trace_result *now)
{
    const crok_trace_result *any = was != NULL ? was : now;
    CROK_ASSERT(any != NULL);
    return any->game != CROK_TRACE_MATCH &&
           (!crok_effect_has_games(&s->scene, any->match) ||
            (now == NULL && is_over(&s->after, any->match)) ||
            (was == NULL && is_over(&s->before, any->match)));
}

static void add_result(search *s, const crok_trace_result *was,
                       const crok_trace_result *now)
{
    const crok_trace_result *any = was != NULL ? was : now;
    crok_effect *e = NULL;
    CROK_ASSERT(any != NULL);
    if (was != NULL && now != NULL && was->winners == now->winners)
        return;
    if (is_said(s, was, now))
        return;
    e = next_effect(s, any->game == CROK_TRACE_MATCH ? CROK_EFFECT_MATCH
                                                     : CROK_EFFECT_GAME);
    if (e != NULL)
        crok_effect_say_result(&s->scene, was, now, e->text);
}

/* Below 0: a is before b. */
static int compare(const crok_trace_result *a, const crok_trace_result *b)
{
    return a->match != b->match ? a->match - b->match : a->game - b->game;
}

static void add_results(search *s)
{
    const crok_trace *was = &s->before;
    const crok_trace *now = &s->after;
    int i = 0;
    int k = 0;
    while (i < was->n_results || k < now->n_results) {
        int order = i == was->n_results ? 1
                    : k == now->n_results
                        ? -1
                        : compare(&was->result[i], &now->result[k]);
        add_result(s, order <= 0 ? &was->result[i] : NULL,
                   order >= 0 ? &now->result[k] : NULL);
        i += order <= 0;
        k += order >= 0;
    }
}

/* A match that is taken back, or restored, changes the numbers of later ones.
 */
static void add_start(search *s)
{
    const crok_log *log = s->scene.log;
    bool is_back = s->after.step[s->target].is_played;
    crok_effect *e = NULL;
    if (log->events[s->target]->type != CROK_EVENT_MATCH_START ||
        s->before.step[s->target].is_played == is_back ||
        !is_played_later(log, &s->before, s->target))
        return;
    e = next_effect(s, CROK_EFFECT_MATCH);
    if (e != NULL)
        crok_effect_say_start(log->events[s->target]->seq, is_back, e->text);
}

static crok_round_place place_of(const crok_trace_step *step)
{
    return (crok_round_place){step->game, step->round};
}

/* Compare the place and the starter of a round that is played in both folds.
 *
 *   end  index of the event that ended it; before.n: it is being played */
static void compare_round(search *s, const crok_trace_step *was,
                          const crok_trace_step *now, int end)
{
    bool is_moved = was->match != now->match || was->game != now->game ||
                    was->round != now->round;
    /* Who begins the corrected round itself is what the correction says. */
    bool is_begun_else = end > s->end && was->match == now->match &&
                         was->first_seat != now->first_seat;
    for (int what = 0; what < 2; what++) {
        crok_effect *e = NULL;
        if (what == 0 ? !is_moved : !is_begun_else)
            continue;
        e = next_effect(s, what == 0 ? CROK_EFFECT_MOVED : CROK_EFFECT_STARTER);
        if (e == NULL)
            continue;
        e->seq = end < s->before.n ? s->scene.log->events[end]->seq : 0;
        e->from = place_of(was);
        e->to = place_of(now);
        if (what == 0)
            crok_effect_say_moved(&s->scene, was, now, e);
        else
            crok_effect_say_starter(&s->scene, was, now, e);
    }
}

/* Events that follow each other and are all left out now, or all come back. A
 * round that one of them ends is the last of them. */
typedef struct run {
    int n, first, last;
    bool is_back;
} run;

static void add_run(search *s, const run *r)
{
    const crok_trace *t = r->is_back ? &s->after : &s->before;
    const crok_trace_step *end = &t->step[r->last];
    crok_effect_what what =
        end->ends_round
            ? (r->is_back ? CROK_EFFECT_ROUND_BACK : CROK_EFFECT_ROUND_OUT)
            : (r->is_back ? CROK_EFFECT_EVENT_BACK : CROK_EFFECT_EVENT_OUT);
    crok_effect *e = NULL;
    if (r->n == 0)
        return;
    e = next_effect(s, what);
    if (e == NULL)
        return;
    e->seq = s->scene.log->events[end->ends_round ? r->last : r->first]->seq;
    if (end->ends_round && r->is_back)
        e->to = place_of(end);
    else if (end->ends_round)
        e->from = place_of(end);
    if (end->ends_round)
        crok_effect_say_round(&s->scene, &s->after, r->last, end, e->text);
    else
        crok_effect_say_events(&s->scene, &s->after, r->first, r->last,
                               e->text);
}

/* Add event i to the run, or end that one and begin another. */
static void extend_run(search *s, run *r, int i)
{
    const crok_trace_step *was = &s->before.step[i];
    const crok_trace_step *now = &s->after.step[i];
    bool is_out = was->is_played && now->left_out != CROK_LEFT_IN;
    bool is_back = was->left_out != CROK_LEFT_IN && now->is_played;
    if (!was->is_played && was->left_out == CROK_LEFT_IN)
        return; /* no step of the match, or undone */
    if (r->n > 0 && (!(is_out || is_back) || is_back != r->is_back)) {
        add_run(s, r);
        r->n = 0;
    }
    if (!is_out && !is_back)
        return;
    r->first = r->n == 0 ? i : r->first;
    r->last = i;
    r->is_back = is_back;
    r->n++;
    if (was->ends_round || now->ends_round) {
        add_run(s, r);
        r->n = 0;
    }
}

static void add_rounds(search *s)
{
    run r = {0};
    for (int i = 0; i < s->before.n; i++) {
        extend_run(s, &r, i);
        if (s->before.step[i].ends_round && s->after.step[i].ends_round)
            compare_round(s, &s->before.step[i], &s->after.step[i], i);
    }
    add_run(s, &r);
}

/* Returns the index of the last event that ended a round, or -1. */
static int last_end(const crok_trace *t)
{
    int i = t->n - 1;
    while (i >= 0 && !t->step[i].ends_round)
        i--;
    return i;
}

/* The round that is being played is a later one, if anything was played in it.
 */
static void add_open_round(search *s)
{
    int was = last_end(&s->before);
    int now = last_end(&s->after);
    int since = was > now ? was : now;
    since = since > s->target ? since : s->target;
    if (s->before.open.is_played && s->after.open.is_played &&
        is_played_later(s->scene.log, &s->before, since))
        compare_round(s, &s->before.open, &s->after.open, s->before.n);
}

/* ---- searching ---- */

/* Add the correction as if it was not confirmed. */
static crok_status add_plain(const crok_log *log, const crok_event *e,
                             crok_err *err)
{
    crok_event *plain = malloc(sizeof *plain);
    crok_match *match = malloc(sizeof *match);
    crok_status st = CROK_OK;
    if (plain == NULL || match == NULL) {
        st = crok_fail(err, CROK_ENOMEM, "no memory for the match");
    } else {
        *plain = *e;
        plain->is_confirmed = false;
        st = crok_log_with(log, plain, match, err);
    }
    free(plain);
    free(match);
    return st;
}

/* The event that is corrected must fit itself. What is left out by another
 * correction can only be undone. */
static crok_status check_target(const search *s, const crok_event *e,
                                crok_err *err)
{
    if (s->after.step[s->target].left_out == CROK_LEFT_IN)
        return CROK_OK;
    if (s->before.step[s->target].is_played) {
        crok_status st = add_plain(s->log, e, err);
        if (st != CROK_OK)
            return st;
    }
    return crok_fail(err, CROK_ECONFLICT,
                     "event %ld is left out of the match, because a correction "
                     "has changed what was before it: undo or change that "
                     "correction first",
                     s->scene.log->events[s->target]->seq);
}

static crok_status compare_folds(search *s, const crok_event *e, crok_err *err)
{
    crok_status st = CROK_OK;
    s->target = find_target(s->scene.log, s->before.n);
    st = check_target(s, e, err);
    if (st != CROK_OK)
        return st;
    find_round(s);
    if (s->is_later)
        add_results(s);
    add_start(s);
    add_rounds(s);
    add_open_round(s);
    return CROK_OK;
}

/* What is left out already may stay out only if this correction is confirmed as
 * well: the one that was confirmed is undone, but another one since leaves it
 * out. */
static crok_status check_fold(search *s, const crok_event *e, crok_err *err)
{
    crok_effect *effect = NULL;
    crok_status st = add_plain(s->log, e, err);
    if (st != CROK_ECONFLICT)
        return st;
    effect = next_effect(s, CROK_EFFECT_EVENT_OUT);
    CROK_ASSERT(effect != NULL); /* it is the first one */
    crok_effect_say_still_out(effect->text);
    return CROK_OK;
}

static crok_status search_in(search *s, const crok_event *e, crok_err *err)
{
    crok_status st = crok_trace_of(s->log, &s->before, err);
    if (st == CROK_OK)
        st = crok_trace_of(s->scene.log, &s->after, err);
    if (st == CROK_OK)
        st = compare_folds(s, e, err);
    if (st == CROK_OK && s->out->n == 0)
        st = check_fold(s, e, err);
    crok_trace_free(&s->before);
    crok_trace_free(&s->after);
    return st;
}

/* Find the effects of a correction that is confirmed. */
static crok_status find(const crok_log *log, const crok_event *confirmed,
                        crok_effects *out, crok_err *err)
{
    crok_log more;
    crok_match *about = NULL;
    search s = {.log = log, .out = out};
    crok_status st = crok_log_branch(log, confirmed, &more, err);
    if (st != CROK_OK)
        return st;
    about = malloc(sizeof *about);
    if (about == NULL) {
        st = crok_fail(err, CROK_ENOMEM, "no memory for the match");
    } else {
        s.scene = crok_effect_scene_of(&more, about);
        st = search_in(&s, confirmed, err);
    }
    free(about);
    crok_log_branch_end(&more);
    return st;
}

crok_status crok_effects_find(const crok_log *log, const crok_event *e,
                              crok_effects *out, crok_err *err)
{
    crok_event *confirmed = malloc(sizeof *confirmed);
    crok_effects *found = calloc(1, sizeof *found);
    crok_status st = CROK_OK;
    if (confirmed == NULL || found == NULL) {
        st = crok_fail(err, CROK_ENOMEM, "no memory for an event");
    } else if (crok_event_corrects(e)) {
        *confirmed = *e;
        confirmed->is_confirmed = true;
        st = find(log, confirmed, found, err);
    }
    if (st == CROK_OK)
        *out = *found;
    free(confirmed);
    free(found);
    return st;
}

crok_status crok_effects_check(const crok_log *log, const crok_event *e,
                               crok_effects *out, crok_err *err)
{
    crok_effects *found = out;
    crok_status st = CROK_OK;
    if (!crok_event_corrects(e)) {
        if (out != NULL)
            out->n = out->n_more = 0;
        return CROK_OK;
    }
    if (found == NULL)
        found = malloc(sizeof *found);
    if (found == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for an event");
    found->n = found->n_more = 0;
    st = crok_effects_find(log, e, found, err);
    if (st == CROK_OK && found->n > 0 && !e->is_confirmed)
        st = crok_effects_refuse(found, err);
    if (found != out)
        free(found);
    return st;
}
