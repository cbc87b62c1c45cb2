/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "rules/book_json.h"
#include "rules/finish.h"
#include "rules/match_shot.h"
#include "rules/organise.h"

crok_log crok_log_empty(void)
{
    return (crok_log){.match = crok_match_waiting()};
}

void crok_log_close(crok_log *log)
{
    for (int i = 0; i < log->n; i++)
        free(log->events[i]);
    free(log->events);
    *log = crok_log_empty();
}

/* Find the event with this seq among the first n. Returns its index, or -1. */
static int find_seq(const crok_log *log, int n, long seq)
{
    int lo = 0;
    int hi = n - 1;
    while (lo <= hi) {
        int mid = lo + (hi - lo) / 2;
        if (log->events[mid]->seq == seq)
            return mid;
        if (log->events[mid]->seq < seq)
            lo = mid + 1;
        else
            hi = mid - 1;
    }
    return -1;
}

int crok_log_index(const crok_log *log, long seq)
{
    return find_seq(log, log->n, seq);
}

const crok_kept *crok_log_find(const crok_log *log, long seq)
{
    int at = crok_log_index(log, seq);
    return at < 0 ? NULL : log->events[at];
}

bool crok_log_shot(const crok_log *log, long seq, crok_event *out)
{
    const crok_kept *kept = crok_log_find(log, seq);
    if (kept == NULL || kept->type != CROK_EVENT_SHOT)
        return false;
    crok_kept_event(kept, out);
    return true;
}

/* Mark the events that stand. An undo that stands cancels its event. An undo
 * can only name an earlier event, so one pass from the last event to the first
 * is enough. */
crok_status crok_log_standing(const crok_log *log, bool *stands, crok_err *err)
{
    for (int i = 0; i < log->n; i++)
        stands[i] = true;
    for (int i = log->n - 1; i >= 0; i--) {
        long of = 0;
        int at = -1;
        if (log->events[i]->type != CROK_EVENT_UNDO || !stands[i])
            continue;
        of = crok_kept_of(log->events[i]);
        at = find_seq(log, i, of);
        if (at < 0)
            return crok_fail(err, CROK_ECONFLICT,
                             "of: there is no event %ld to undo", of);
        if (!stands[at])
            return crok_fail(err, CROK_ECONFLICT,
                             "of: event %ld is undone already", of);
        stands[at] = false;
    }
    return CROK_OK;
}

/* Is the event a count that replaces an earlier one? */
static bool is_recount(const crok_kept *e)
{
    return e->type == CROK_EVENT_ROUND_COUNT && crok_kept_of(e) != 0;
}

/* Is the event a step of the match? An undo, a ruling and a count that replaces
 * another are not: they change another event. */
static bool is_own_step(const crok_kept *e)
{
    return e->type != CROK_EVENT_UNDO && e->type != CROK_EVENT_RULING &&
           !is_recount(e);
}

/* May a person rule on the event: is it a shot, or a round that was begun
 * again, where it is asked whether that was right? */
static bool may_be_ruled(const crok_kept *e)
{
    crok_event whole;
    if (e->type != CROK_EVENT_REPLAY_ROUND)
        return e->type == CROK_EVENT_SHOT;
    crok_kept_event(e, &whole);
    return whole.is_open;
}

/* Put the ruling or the replacing count log->events[i] in its place. */
static crok_status put_change(const crok_log *log, const bool *stands, int i,
                              const crok_kept **changes, crok_err *err)
{
    bool is_ruling = log->events[i]->type == CROK_EVENT_RULING;
    long of = crok_kept_of(log->events[i]);
    int at = find_seq(log, i, of);
    if (at < 0 || !stands[at] ||
        !(is_ruling ? may_be_ruled(log->events[at])
                    : log->events[at]->type == CROK_EVENT_ROUND_COUNT) ||
        !is_own_step(log->events[at]))
        return crok_fail(err, CROK_ECONFLICT,
                         "of: event %ld is no %s that stands", of,
                         is_ruling ? "shot" : "first count of a round");
    changes[at] = log->events[i];
    return CROK_OK;
}

/* Set changes[i] to the last ruling that stands and decides the shot
 * log->events[i], or to the last count that replaces the count log->events[i].
 * The caller has filled `changes` with NULL. */
static crok_status find_changes(const crok_log *log, const bool *stands,
                                const crok_kept **changes, crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 0; st == CROK_OK && i < log->n; i++)
        if (stands[i] && (log->events[i]->type == CROK_EVENT_RULING ||
                          is_recount(log->events[i])))
            st = put_change(log, stands, i, changes, err);
    return st;
}

/* Insert the correction log->events[i] into the order: after the event that it
 * names, and after earlier corrections of that event. */
static crok_status put_correction(const crok_log *log, const bool *stands,
                                  int *next, int i, crok_err *err)
{
    const crok_kept *e = log->events[i];
    int at = find_seq(log, i, e->after);
    bool sets_board =
        e->type == CROK_EVENT_TWENTIES || e->type == CROK_EVENT_BOARD;
    if (!crok_may_be_after(e->type))
        return crok_fail(err, CROK_ECONFLICT,
                         "after: only twenties, a board, a round begun again, "
                         "names, a penalty and a disqualification can be "
                         "given for an earlier moment");
    if (at < 0 || !stands[at] || !is_own_step(log->events[at]))
        return crok_fail(err, CROK_ECONFLICT,
                         "after: event %ld is no step of the match that stands",
                         e->after);
    if (log->events[at]->type == CROK_EVENT_ROUND_COUNT && sets_board)
        return crok_fail(err, CROK_ECONFLICT,
                         "after: event %ld is a count; a round_count with "
                         "\"of\": %ld corrects it",
                         e->after, e->after);
    while (next[at] >= 0 && log->events[next[at]]->after != 0)
        at = next[at];
    next[i] = next[at];
    next[at] = i;
    return CROK_OK;
}

/* Find the order in which the events are applied: event next[i] follows event
 * i, and next[log->n] is the first event. next[i] is -1 after the last. */
static crok_status find_order(const crok_log *log, const bool *stands,
                              int *next, crok_err *err)
{
    crok_status st = CROK_OK;
    int last = log->n;
    for (int i = 0; i < log->n; i++)
        if (stands[i] && is_own_step(log->events[i]) &&
            log->events[i]->after == 0) {
            next[last] = i;
            last = i;
        }
    next[last] = -1;
    for (int i = 0; st == CROK_OK && i < log->n; i++)
        if (stands[i] && log->events[i]->after != 0)
            st = put_correction(log, stands, next, i, err);
    return st;
}

/* Read the event with index `at`, as it was corrected. */
static void read_step(crok_log_walk *w, int at)
{
    crok_kept_event(w->log->events[at], &w->now);
    w->event = &w->now;
    w->ruling = NULL;
    if (w->changes[at] == NULL)
        return;
    crok_kept_event(w->changes[at], &w->word);
    if (w->word.type == CROK_EVENT_RULING)
        w->ruling = &w->word.u.ruling;
    else
        w->now.u.count = w->word.u.count;
}

static bool fits(const crok_match *m, const crok_log_walk *w)
{
    crok_match next = *m;
    return crok_match_apply(&next, w->event, w->ruling, NULL) == CROK_OK;
}

/* Make w->event fit, where the correction has changed only what precedes it. A
 * match that is open again was broken off when the next one started, which is
 * never changed. Who begins a round is known as well as before, although the
 * book now asks for it: somebody has begun it. */
static bool make_fit(crok_log_walk *w)
{
    crok_match m = w->match;
    if (fits(&m, w))
        return true;
    if (w->event->type == CROK_EVENT_MATCH_START) {
        m.state = CROK_STATE_OVER;
        m.ask = CROK_ASK_NOTHING;
        m.winners = 0;
        m.tied = false;
        m.won_by = CROK_WON_BY_NOTHING;
    } else if (m.ask == CROK_ASK_STARTER) {
        crok_match_start_round(&m, m.turns.first);
    }
    if (!fits(&m, w))
        return false;
    w->match = m;
    return true;
}

/* Go to the event with index `at`, or to the first one from there on that is
 * not left out. */
static void walk_to(crok_log_walk *w, int at)
{
    for (; at >= 0; at = w->next[at]) {
        read_step(w, at);
        if (at >= w->n_lenient || make_fit(w))
            break;
        w->left_out[at] = w->match.state == CROK_STATE_OVER
                              ? CROK_LEFT_OUT_OVER
                              : CROK_LEFT_OUT_UNFIT;
    }
    w->at = at;
    if (at >= 0)
        return;
    w->event = NULL;
    w->ruling = NULL;
}

bool crok_log_walk_ends_round(const crok_log_walk *w)
{
    return w->event->type == CROK_EVENT_ROUND_END
               ? crok_match_counts_round(&w->match)
               : w->event->type == CROK_EVENT_FORFEIT_ROUND ||
                     (w->event->type == CROK_EVENT_ROUND_COUNT &&
                      w->event->u.count.final);
}

/* Returns the index of the last correction in force that was confirmed, or 0.
 */
static int find_confirmed(const crok_log *log, const bool *stands)
{
    int at = log->n - 1;
    while (at > 0 && !(stands[at] && log->events[at]->is_confirmed))
        at--;
    return at < 0 ? 0 : at;
}

static crok_status prepare_walk(crok_log_walk *w, bool *stands, crok_err *err)
{
    crok_status st = crok_log_standing(w->log, stands, err);
    if (st == CROK_OK)
        st = find_changes(w->log, stands, w->changes, err);
    if (st == CROK_OK)
        st = find_order(w->log, stands, w->next, err);
    if (st != CROK_OK)
        return st;
    w->n_lenient = find_confirmed(w->log, stands);
    walk_to(w, w->next[w->log->n]);
    return CROK_OK;
}

crok_status crok_log_walk_begin(const crok_log *log, crok_log_walk *w,
                                crok_err *err)
{
    size_t n = (size_t)log->n + 1; /* at least one element */
    bool *stands = calloc(n, sizeof *stands);
    crok_status st = CROK_OK;
    *w = (crok_log_walk){.log = log, .match = crok_match_waiting()};
    w->next = calloc(n, sizeof *w->next);
    w->changes = calloc(n, sizeof *w->changes);
    w->left_out = calloc(n, sizeof *w->left_out);
    if (stands == NULL || w->next == NULL || w->changes == NULL ||
        w->left_out == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory to fold %d events", log->n);
    if (st == CROK_OK)
        st = prepare_walk(w, stands, err);
    free(stands);
    return st;
}

crok_status crok_log_walk_step(crok_log_walk *w, crok_err *err)
{
    crok_err why = {0};
    crok_status st = crok_match_apply(&w->match, w->event, w->ruling, &why);
    if (st != CROK_OK)
        return crok_fail(err, CROK_ECONFLICT,
                         "event %ld would not fit any more: %.160s",
                         w->event->seq, why.msg);
    walk_to(w, w->next[w->at]);
    return CROK_OK;
}

void crok_log_walk_end(crok_log_walk *w)
{
    free(w->next);
    free((void *)w->changes);
    free(w->left_out);
    *w = (crok_log_walk){0};
}

static crok_status fold_again(const crok_log *log, crok_match *out,
                              crok_err *err)
{
    crok_log_walk w;
    crok_status st = crok_log_walk_begin(log, &w, err);
    while (st == CROK_OK && w.event != NULL)
        st = crok_log_walk_step(&w, err);
    if (st == CROK_OK)
        *out = w.match;
    crok_log_walk_end(&w);
    return st;
}

static crok_status check_room(const crok_log *log, const crok_event *e,
                              crok_err *err)
{
    if (log->n < crok_room_for(e))
        return CROK_OK;
    return crok_fail(err, CROK_ETOOLARGE,
                     "the record has %d of at most %d events, and the last "
                     "ones are kept for repairs and the match's end: end it, "
                     "and go on in a new record",
                     log->n, CROK_MAX_EVENTS);
}

static crok_status make_room(crok_log *log, crok_err *err)
{
    int cap = log->cap == 0 ? 64 : 2 * log->cap;
    crok_kept **more = NULL;
    if (log->n < log->cap)
        return CROK_OK;
    more = realloc(log->events, (size_t)cap * sizeof *more);
    if (more == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for %d events", cap);
    log->events = more;
    log->cap = cap;
    return CROK_OK;
}

crok_status crok_log_settle(crok_log *log, crok_err *err)
{
    crok_match match;
    crok_status st = CROK_OK;
    if (!log->is_unsettled)
        return CROK_OK;
    st = fold_again(log, &match, err);
    if (st != CROK_OK)
        return st;
    log->match = match;
    log->is_unsettled = false;
    return CROK_OK;
}

/* Apply the event, which is already the last one of the log, to the match; or
 * leave it to crok_log_settle. */
static crok_status apply(crok_log *log, const crok_event *e, crok_err *err)
{
    const crok_kept *last = log->events[log->n - 1];
    if (!log->is_unsettled && is_own_step(last) && e->after == 0)
        return crok_match_apply(&log->match, e, NULL, err);
    log->is_unsettled = true;
    return CROK_OK;
}

/* A shot's evidence is refused where two sides differ in capitals only; so is a
 * match of such sides, which nobody could play. */
static crok_status check_new_start(const crok_match_start *s, crok_err *err)
{
    for (int i = 0; i < s->n_sides; i++)
        for (int k = 0; k < i; k++)
            if (strcasecmp(s->sides[i].side, s->sides[k].side) == 0)
                return crok_fail(err, CROK_EFORMAT,
                                 "sides: \"%s\" and \"%s\" differ in capitals "
                                 "only",
                                 s->sides[k].side, s->sides[i].side);
    return crok_book_check_new(&s->book, "rules", err);
}

/* Two discs of which one covers the other's centre cannot lie so, however badly
 * they were measured or placed. */
static crok_status check_new_board(const crok_match *m,
                                   const crok_board_event *b, crok_err *err)
{
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < i; k++)
            if (hypot(b->discs[i].x_mm - b->discs[k].x_mm,
                      b->discs[i].y_mm - b->discs[k].y_mm) < m->info.disc_mm)
                return crok_fail(err, CROK_ECONFLICT,
                                 "discs: disc %d lies on disc %d: place one of "
                                 "them elsewhere",
                                 b->discs[i].id, b->discs[k].id);
    return CROK_OK;
}

crok_status crok_log_check_new(const crok_log *log, const crok_event *e,
                               crok_err *err)
{
    const crok_shot *shot = &e->u.shot.shot;
    crok_match next = log->match;
    crok_status st = CROK_OK;
    if (e->type == CROK_EVENT_MATCH_START)
        return check_new_start(&e->u.start, err);
    if (e->type == CROK_EVENT_BOARD)
        return check_new_board(&log->match, &e->u.board, err);
    if (e->type == CROK_EVENT_TIME_UP)
        return crok_match_check_time_up(&log->match, &e->u.time_up, err);
    if (e->type != CROK_EVENT_SHOT)
        return CROK_OK;
    st = crok_shot_check_new(shot, err);
    if (st == CROK_OK)
        st = crok_match_apply(&next, e, NULL, err);
    return st == CROK_OK ? crok_match_check_last_played(&log->match, shot, err)
                         : st;
}

crok_status crok_log_load(crok_log *log, const crok_event *e, crok_err *err)
{
    long last = log->n == 0 ? 0 : log->events[log->n - 1]->seq;
    crok_kept *kept = NULL;
    crok_status st = CROK_OK;
    if (e->seq <= last)
        return crok_fail(err, CROK_ECONFLICT, "seq: is %ld, must be above %ld",
                         e->seq, last);
    st = check_room(log, e, err);
    if (st == CROK_OK)
        st = make_room(log, err);
    if (st != CROK_OK)
        return st;
    kept = crok_kept_new(e);
    if (kept == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for an event");
    log->events[log->n++] = kept;
    st = apply(log, e, err);
    if (st == CROK_OK)
        return CROK_OK;
    log->n--;
    free(kept);
    return st;
}

crok_status crok_log_add(crok_log *log, const crok_event *e, crok_err *err)
{
    crok_status st = CROK_OK;
    CROK_ASSERT(!log->is_unsettled);
    st = crok_log_load(log, e, err);
    if (st != CROK_OK)
        return st;
    st = crok_log_settle(log, err);
    if (st == CROK_OK)
        return CROK_OK;
    free(log->events[--log->n]); /* the match is still the one before it */
    log->is_unsettled = false;
    return st;
}

crok_status crok_log_branch(const crok_log *log, const crok_event *e,
                            crok_log *out, crok_err *err)
{
    size_t n = (size_t)log->n;
    crok_log more = *log; /* with the same events, which are not changed */
    crok_status st = CROK_OK;
    CROK_ASSERT(log->n >= 0 && log->n <= CROK_MAX_EVENTS);
    more.events = malloc((n + 1) * sizeof *more.events);
    more.cap = log->n + 1;
    if (more.events == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for %d events", log->n);
    if (n > 0)
        memcpy(more.events, log->events, n * sizeof *more.events);
    st = crok_log_add(&more, e, err);
    if (st == CROK_OK)
        *out = more;
    else
        free(more.events);
    return st;
}

void crok_log_branch_end(crok_log *branch)
{
    free(branch->events[branch->n - 1]); /* the others belong to the log */
    free(branch->events);
    *branch = crok_log_empty();
}

crok_status crok_log_with(const crok_log *log, const crok_event *e,
                          crok_match *out, crok_err *err)
{
    crok_log more;
    crok_status st = crok_log_branch(log, e, &more, err);
    if (st != CROK_OK)
        return st;
    *out = more.match;
    crok_log_branch_end(&more);
    return CROK_OK;
}

void crok_log_cut(crok_log *log, int n, const crok_match *before)
{
    while (log->n > n)
        free(log->events[--log->n]);
    log->match = *before;
    log->is_unsettled = false;
}
