/* SPDX-License-Identifier: Apache-2.0
 *
 * An event that is kept comes back as it was, byte for byte, whatever the
 * lengths of its lists; and takes little room where they are short. */
#include "check.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"
#include "rules/kept.h"

static gen g = {20260611};

static void fill(void *at, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ((uint8_t *)at)[i] = (uint8_t)gen_next(&g);
}

/* A list of `room` elements: so many of them used, the others zero. */
#define SOME(list, count, longest)                                             \
    do {                                                                       \
        const int room = (int)(sizeof(list) / sizeof *(list));                 \
        (count) = (longest) < 0 ? gen_below(&g, room + 1) : (longest);         \
        fill((list), (size_t)(count) * sizeof *(list));                        \
    } while (0)

static void fill_decision(crok_decision *d, int longest)
{
    SOME(d->close, d->n_close, longest);
    SOME(d->why, d->n_why, longest);
    SOME(d->remove, d->n_remove, longest);
    SOME(d->restore, d->n_restore, longest);
    SOME(d->unsure, d->n_unsure, longest);
    SOME(d->in_play, d->n_in_play, longest);
    fill(d->twenties, sizeof d->twenties);
}

/* Every list `longest` elements long; < 0: of any length. */
static void fill_shot(crok_shot_event *s, int longest, bool has_decision)
{
    SOME(s->shot.before, s->shot.n_before, longest);
    SOME(s->shot.after, s->shot.n_after, longest);
    SOME(s->shot.moved, s->shot.n_moved, longest);
    SOME(s->shot.contacts, s->shot.n_contacts, longest);
    SOME(s->shot.boundary, s->shot.n_boundary, longest);
    s->shot.seat = (int)gen_next(&g);
    s->shot.missing = gen_next(&g);
    s->has_decision = has_decision;
    if (has_decision)
        fill_decision(&s->decision, longest);
}

static void fill_event(crok_event *e, crok_event_type type)
{
    memset(e, 0, sizeof *e);
    e->seq = gen_below(&g, 100000);
    e->after = gen_below(&g, 100000);
    e->film_ms = gen_below(&g, 100000);
    e->type = type;
    fill(e->time, sizeof e->time);
    fill(e->foreign, sizeof e->foreign);
    switch (type) {
    case CROK_EVENT_MATCH_START:
        fill(&e->u.start.title, sizeof e->u.start.title);
        e->u.start.first = (int)gen_next(&g);
        break;
    case CROK_EVENT_SHOT:
        fill_shot(&e->u.shot, -1, gen_below(&g, 2) > 0);
        break;
    case CROK_EVENT_RULING:
        e->u.ruling.of = (long)gen_next(&g);
        fill_decision(&e->u.ruling.decision, -1);
        fill(e->u.ruling.side, sizeof e->u.ruling.side);
        break;
    case CROK_EVENT_TWENTIES:
        fill(&e->u.twenties, sizeof e->u.twenties);
        break;
    case CROK_EVENT_BOARD:
        SOME(e->u.board.discs, e->u.board.n, -1);
        fill(e->u.board.left, sizeof e->u.board.left);
        break;
    case CROK_EVENT_ROUND_END:
        e->u.end.early = true;
        break;
    case CROK_EVENT_NEXT_STARTER:
        e->u.seat = (int)gen_next(&g);
        break;
    case CROK_EVENT_UNDO:
        e->u.of = (long)gen_next(&g);
        break;
    case CROK_EVENT_ROUND_COUNT:
        fill(&e->u.count, sizeof e->u.count);
        break;
    case CROK_EVENT_MATCH_INFO:
        fill(&e->u.info, sizeof e->u.info);
        break;
    case CROK_EVENT_CONCEDE:
        fill(&e->u.concede, sizeof e->u.concede);
        break;
    case CROK_EVENT_PENALTY:
        fill(&e->u.penalty, sizeof e->u.penalty);
        break;
    case CROK_EVENT_REPLAY_ROUND:
        fill(e->u.reason, sizeof e->u.reason);
        break;
    case CROK_EVENT_SUBSTITUTE:
        fill(&e->u.substitute, sizeof e->u.substitute);
        break;
    case CROK_EVENT_TIME_UP:
        fill(&e->u.time_up, sizeof e->u.time_up);
        break;
    case CROK_EVENT_SHOOT_OUT:
        fill(&e->u.shoot_out, sizeof e->u.shoot_out);
        break;
    case CROK_EVENT_FORFEIT_ROUND:
    case CROK_EVENT_DISQUALIFY:
        fill(&e->u.against, sizeof e->u.against);
        break;
    case CROK_EVENT_MATCH_END:
    case CROK_N_EVENTS:
        break;
    }
}

static void every_event_comes_back_as_it_was(void **state)
{
    static crok_event given, back;
    (void)state;
    for (int i = 0; i < 200 * CROK_N_EVENTS; i++) {
        crok_kept *kept = NULL;
        fill_event(&given, (crok_event_type)(i % CROK_N_EVENTS));
        memset(&back, 0xa5, sizeof back);
        kept = crok_kept_new(&given);
        assert_non_null(kept);
        assert_int_equal(kept->seq, given.seq);
        assert_int_equal(kept->after, given.after);
        assert_int_equal(kept->film_ms, given.film_ms);
        assert_int_equal(kept->type, given.type);
        crok_kept_event(kept, &back);
        assert_memory_equal(&back, &given, sizeof back);
        free(kept);
    }
}

/* What a decision's lists hold that a shot came without is not looked at. */
static void a_shot_without_decision_keeps_none(void **state)
{
    static crok_event given, back;
    crok_kept *kept = NULL;
    (void)state;
    given.type = CROK_EVENT_SHOT;
    fill_shot(&given.u.shot, 3, false);
    given.u.shot.decision.n_why = 1 << 30;
    kept = crok_kept_new(&given);
    assert_non_null(kept);
    crok_kept_event(kept, &back);
    assert_memory_equal(&back.u.shot.shot, &given.u.shot.shot,
                        sizeof back.u.shot.shot);
    assert_false(back.u.shot.has_decision);
    free(kept);
}

/* Eight of everything is a full board, and more than most shots. */
static void a_usual_shot_is_kept_in_little_room(void **state)
{
    static crok_event given;
    crok_kept *kept = NULL;
    size_t n = 0;
    (void)state;
    given.type = CROK_EVENT_SHOT;
    fill_shot(&given.u.shot, 8, true);
    kept = crok_kept_new(&given);
    assert_non_null(kept);
    n = malloc_usable_size(kept);
    if (n > sizeof given / 3)
        fail_msg("%zu bytes for a shot, of %zu", n, sizeof given);
    free(kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_comes_back_as_it_was),
        cmocka_unit_test(a_shot_without_decision_keeps_none),
        cmocka_unit_test(a_usual_shot_is_kept_in_little_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
