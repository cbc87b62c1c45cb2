/* SPDX-License-Identifier: Apache-2.0
 *
 * The simulated games themselves: physics, and the truth that they tell. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "rules/book_json.h"
#include "rules/log.h"
#include "sim/game.h"

static crok_err err;

/* Every second disc of the way a match goes, at rest, without overlap. */
static void check_no_overlap(const crok_sim_motion *m)
{
    for (int i = 0; i < m->n_discs; i++)
        for (int k = 0; k < i; k++) {
            const crok_sim_disc *a = &m->end[i];
            const crok_sim_disc *b = &m->end[k];
            double d = hypot(a->at_mm.x - b->at_mm.x, a->at_mm.y - b->at_mm.y);
            if (a->place == b->place && d < 2.0 * CROK_DISC_RADIUS_MM - 0.05)
                fail_msg("discs %d and %d at rest are %.3f mm apart", a->id,
                         b->id, d);
        }
}

typedef struct tally {
    int rounds, shots, valid, twenties, contacts, pegs, out, rail, back, lean;
    double growth, longest_s;
} tally;

static void count_shot(tally *t, const crok_sim_play *p)
{
    const crok_decision *d = &p->event.u.shot.decision;
    const crok_sim_motion *m = &p->motion;
    t->shots++;
    t->valid += d->valid == CROK_YES;
    for (int i = 0; i < CROK_MAX_SIDES; i++)
        t->twenties += d->twenties[i];
    t->contacts += m->n_contacts;
    t->pegs += m->n_pegs;
    for (int i = 0; i < m->n_boundary; i++) {
        t->out += m->boundary[i].what == CROK_LEFT_SURFACE;
        t->rail += m->boundary[i].what == CROK_HIT_RAIL;
        t->back += m->boundary[i].returned;
    }
    for (int i = 0; i < m->n_discs; i++)
        t->lean += m->end[i].place == CROK_SIM_LEANING;
    t->growth = fmax(t->growth, m->energy_growth);
    t->longest_s = fmax(t->longest_s, 0.001 * m->n_ms);
}

/* Plays a match and folds its events in a log of its own. */
static void play(const crok_sim_options *o, tally *t)
{
    crok_sim_game *game = NULL;
    static crok_sim_play p;
    crok_log log = crok_log_empty();
    bool more = true;
    CHECK_STATUS(crok_sim_game_new(o, &game, &err), CROK_OK, &err);
    for (;;) {
        CHECK_STATUS(crok_sim_game_next(game, &p, &more, &err), CROK_OK, &err);
        if (!more)
            break;
        CHECK_STATUS(crok_log_add(&log, &p.event, &err), CROK_OK, &err);
        t->rounds += p.event.type == CROK_EVENT_ROUND_END;
        if (p.event.type != CROK_EVENT_SHOT)
            continue;
        assert_int_not_equal(p.event.u.shot.decision.valid, CROK_UNKNOWN);
        check_no_overlap(&p.motion);
        count_shot(t, &p);
    }
    assert_int_equal(log.match.state, CROK_STATE_OVER);
    crok_log_close(&log);
    crok_sim_play_free(&p);
    crok_sim_game_free(&game);
}

static void every_preset_is_played_by_its_rules(void **state)
{
    (void)state;
    for (int i = 0; crok_preset_name(i) != NULL; i++) {
        tally t = {0};
        for (uint64_t seed = 1; seed <= 2; seed++) {
            crok_sim_options o = {.seed = 10 * (uint64_t)i + seed,
                                  .rules = crok_preset_name(i),
                                  .seating =
                                      seed == 1 ? CROK_SINGLES : CROK_DOUBLES,
                                  .rounds = 2};
            play(&o, &t);
        }
        print_message("%s: %d rounds, %d shots, %d valid, %d twenties, %d "
                      "contacts, %d pegs, %d left, %d rail, %d back, %d lean; "
                      "energy %+.1e; at most %.1f s\n",
                      crok_preset_name(i), t.rounds, t.shots, t.valid,
                      t.twenties, t.contacts, t.pegs, t.out, t.rail, t.back,
                      t.lean, t.growth, t.longest_s);
        assert_true(t.valid > t.shots / 4 && t.valid < t.shots);
        assert_true(t.twenties > 0 && t.contacts > 0 && t.pegs > 0);
        assert_true(t.out > 0);
        assert_true(t.growth < 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_preset_is_played_by_its_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
