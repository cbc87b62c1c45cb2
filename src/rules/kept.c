/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/kept.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* An array in crok_event of which only the first elements are used. All values
 * are in bytes, and offsets are from the start of crok_event.
 *
 *   at, end   offsets of the array's start and end
 *   element   size of one element
 *   count_at  offset of the int that is the number of elements used */
typedef struct list {
    size_t at, end, element, count_at;
} list;

#define SIZE_OF(member) sizeof(((crok_event *)NULL)->member)
#define LIST(of, items, count)                                                 \
    {                                                                          \
        offsetof(crok_event, u.of.items),                                      \
            offsetof(crok_event, u.of.items) + SIZE_OF(u.of.items),            \
            SIZE_OF(u.of.items[0]), offsetof(crok_event, u.of.count)           \
    }

/* The arrays of a shot event, in the order of their offsets. */
static const list shot_lists[] = {
    LIST(shot.shot, before, n_before),
    LIST(shot.shot, after, n_after),
    LIST(shot.shot, moved, n_moved),
    LIST(shot.shot, contacts, n_contacts),
    LIST(shot.shot, boundary, n_boundary),
    LIST(shot.decision, close, n_close),
    LIST(shot.decision, why, n_why),
    LIST(shot.decision, remove, n_remove),
    LIST(shot.decision, restore, n_restore),
    LIST(shot.decision, unsure, n_unsure),
    LIST(shot.decision, in_play, n_in_play),
};

static const list board_lists[] = {LIST(board, discs, n)};

/* The part of crok_event that a type of event uses: the fields before the union
 * `u`, n_bytes of `u`, and the arrays in it that are stored only in part. */
typedef struct form {
    size_t n_bytes;
    const list *lists;
    int n_lists;
} form;

#define N_OF(array) (int)(sizeof(array) / sizeof *(array))
static const form forms[CROK_N_EVENTS] = {
    [CROK_EVENT_MATCH_START] = {SIZE_OF(u.start), NULL, 0},
    [CROK_EVENT_SHOT] = {SIZE_OF(u.shot), shot_lists, N_OF(shot_lists)},
    [CROK_EVENT_RULING] = {SIZE_OF(u.ruling), NULL, 0},
    [CROK_EVENT_TWENTIES] = {SIZE_OF(u.twenties), NULL, 0},
    [CROK_EVENT_BOARD] = {SIZE_OF(u.board), board_lists, N_OF(board_lists)},
    [CROK_EVENT_ROUND_END] = {SIZE_OF(u.end), NULL, 0},
    [CROK_EVENT_NEXT_STARTER] = {SIZE_OF(u.seat), NULL, 0},
    [CROK_EVENT_UNDO] = {SIZE_OF(u.of), NULL, 0},
    [CROK_EVENT_ROUND_COUNT] = {SIZE_OF(u.count), NULL, 0},
    [CROK_EVENT_MATCH_INFO] = {SIZE_OF(u.info), NULL, 0},
    [CROK_EVENT_CONCEDE] = {SIZE_OF(u.concede), NULL, 0},
    [CROK_EVENT_PENALTY] = {SIZE_OF(u.penalty), NULL, 0},
    [CROK_EVENT_REPLAY_ROUND] = {SIZE_OF(u.reason), NULL, 0},
    [CROK_EVENT_SUBSTITUTE] = {SIZE_OF(u.substitute), NULL, 0},
    [CROK_EVENT_TIME_UP] = {SIZE_OF(u.time_up), NULL, 0},
    [CROK_EVENT_SHOOT_OUT] = {SIZE_OF(u.shoot_out), NULL, 0},
    [CROK_EVENT_FORFEIT_ROUND] = {SIZE_OF(u.against), NULL, 0},
    [CROK_EVENT_DISQUALIFY] = {SIZE_OF(u.against), NULL, 0},
};

/* A range of bytes of crok_event that is stored: offset and length. */
typedef struct span {
    size_t at, n;
} span;

static size_t used_bytes(const crok_event *e, const list *l)
{
    int n = 0;
    if (e->type == CROK_EVENT_SHOT && !e->u.shot.has_decision &&
        l->at > offsetof(crok_event, u.shot.decision))
        return 0;
    memcpy(&n, (const uint8_t *)e + l->count_at, sizeof n);
    CROK_ASSERT(n >= 0 && (size_t)n * l->element <= l->end - l->at);
    return (size_t)n * l->element;
}

/* Get the k-th byte range that is stored of an event. Returns false if there
 * are fewer ranges. The ranges are in the order of their offsets. An even k is
 * the range before the next list, or after the last list; an odd k is the used
 * elements of a list. The function reads only fields in the ranges before the
 * k-th, so an event can be restored range by range. */
static bool span_of(const crok_event *e, int k, span *out)
{
    const form *f = &forms[e->type];
    const list *before = k >= 2 ? &f->lists[k / 2 - 1] : NULL;
    const list *next = k / 2 < f->n_lists ? &f->lists[k / 2] : NULL;
    if (k > 2 * f->n_lists)
        return false;
    if (k % 2 == 1) {
        CROK_ASSERT(next != NULL); /* k is odd, so k < 2 * f->n_lists */
        *out = (span){next->at, used_bytes(e, next)};
        return true;
    }
    out->at = before == NULL ? 0 : before->end;
    out->n = (next == NULL ? offsetof(crok_event, u) + f->n_bytes : next->at) -
             out->at;
    return true;
}

crok_kept *crok_kept_new(const crok_event *e)
{
    crok_kept *out = NULL;
    size_t n = 0;
    span s;
    for (int k = 0; span_of(e, k, &s); k++)
        n += s.n;
    out = malloc(sizeof *out + n);
    if (out == NULL)
        return NULL;
    out->bytes = (uint8_t *)(out + 1);
    out->seq = e->seq;
    out->after = e->after;
    out->film_ms = e->film_ms;
    out->type = e->type;
    out->is_confirmed = e->is_confirmed && crok_event_corrects(e);
    n = 0;
    for (int k = 0; span_of(e, k, &s); k++) {
        memcpy(out->bytes + n, (const uint8_t *)e + s.at, s.n);
        n += s.n;
    }
    return out;
}

void crok_kept_event(const crok_kept *kept, crok_event *out)
{
    size_t n = 0;
    span s;
    memset(out, 0, sizeof *out);
    out->type = kept->type;
    for (int k = 0; span_of(out, k, &s); k++) {
        memcpy((uint8_t *)out + s.at, kept->bytes + n, s.n);
        n += s.n;
    }
}

const char *crok_kept_foreign(const crok_kept *kept)
{
    /* it stands before the first list */
    return (const char *)kept->bytes + offsetof(crok_event, foreign);
}

long crok_kept_of(const crok_kept *kept)
{
    crok_event e;
    crok_kept_event(kept, &e);
    switch ((int)e.type) {
    case CROK_EVENT_UNDO:
        return e.u.of;
    case CROK_EVENT_RULING:
        return e.u.ruling.of;
    case CROK_EVENT_ROUND_COUNT:
        return e.u.count.of;
    default:
        return 0;
    }
}
