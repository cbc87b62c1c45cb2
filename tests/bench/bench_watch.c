/* SPDX-License-Identifier: Apache-2.0
 *
 * How well is a match followed? Simulated matches, drawn frame by frame in
 * memory, go through the engine and into a match as `crokeye watch` does it;
 * what comes out is compared with the truth, both ways: shots seen, missed (of
 * these recovered: the match took them up later) and invented; decisions equal,
 * undetermined, wrong, or of shots that the match did not take; round totals
 * right, within their range, wrong.
 *
 * Where the rules ask a person, the truth answers: it counts as undetermined.
 * Usage: bench_watch [--rules R] [--seed N] [--matches N] [--rounds N]
 *                    [--fps N] [--size WxH] [--looks old|real] [-v]; one JSON
 * line a rule book. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/sim_match.h"
#include "cv/cv.h"
#include "rules/book_json.h"

enum { MAX_SHOTS = 1024 };

/* A shot may be told before the truth has it done: a disc in the ditch may roll
 * on, where the camera hardly sees it. */
#define EARLY_S 0.5

typedef struct options {
    sim_match_options match;
    int matches;
} options;

typedef struct tally {
    int rounds_played, shots, seen, missed, recovered, invented;
    int equal, undetermined, wrong, not_taken;
    int right, in_range, rounds_wrong;
} tally;

/* A shot of the truth, and what became of it. */
typedef struct truth_shot {
    double t_s;
    bool is_seen;
    long seq; /* of our event; 0: not taken */
    long truth_seq;
    int n_before;
    crok_decision decision;
} truth_shot;

typedef struct bench {
    const options *o;
    tally sum;
    sim_match m;
    int n_shots;
    truth_shot shot[MAX_SHOTS];
    bool has_early; /* a shot that was told and is none of the truth's yet: */
    double early_s;
    long early_seq;
} bench;

/* ---- one match ---- */

static void open_match(bench *b, const char *rules, unsigned long seed)
{
    crok_sim_options sim = {.seed = seed,
                            .rules = rules,
                            .seating = CROK_SINGLES,
                            .rounds = b->o->match.rounds,
                            .looks = b->o->match.looks};
    sim_match_open(&b->m, &sim, &b->o->match.camera);
    b->n_shots = 0;
    b->has_early = false;
}

/* What was told early was no shot of the truth's. */
static void drop_early(bench *b)
{
    if (!b->has_early)
        return;
    b->has_early = false;
    b->sum.invented++;
    if (b->o->match.is_wordy)
        (void)printf("%8.2f s: invented\n", b->early_s);
}

static void close_match(bench *b)
{
    drop_early(b);
    sim_match_close(&b->m);
}

static void take_truth(bench *b)
{
    const crok_sim_truth *truth = &b->m.now;
    truth_shot *s = &b->shot[b->n_shots];
    sim_match_take_truth(&b->m);
    if (truth->event->type != CROK_EVENT_SHOT || b->n_shots == MAX_SHOTS)
        return;
    b->n_shots++;
    *s = (truth_shot){.t_s = truth->t_s,
                      .truth_seq = b->m.truth.events[b->m.truth.n - 1]->seq,
                      .n_before = truth->event->u.shot.shot.n_before,
                      .decision = truth->event->u.shot.decision};
    if (!b->has_early || truth->t_s - b->early_s > EARLY_S)
        return;
    s->is_seen = true;
    s->seq = b->early_seq;
    b->has_early = false;
}

/* The event that the last news has made of a shot; 0: none. */
static long shot_seq(const bench *b)
{
    const crok_log *log = sim_match_log(&b->m);
    for (int i = log->n - 1; i >= log->n - b->m.effect.n_events; i--)
        if (log->events[i]->type == CROK_EVENT_SHOT)
            return log->events[i]->seq;
    return 0;
}

/* A shot was told at t_s: it is the truth's last one, unless that was told;
 * then it may be its next. */
static void count_shot(bench *b, double t_s, long seq)
{
    truth_shot *s = b->n_shots > 0 ? &b->shot[b->n_shots - 1] : NULL;
    if (s != NULL && !s->is_seen) {
        s->is_seen = true;
        s->seq = seq;
        return;
    }
    drop_early(b);
    b->has_early = true;
    b->early_s = t_s;
    b->early_seq = seq;
}

/* Shots that the match has taken up though no news told them: the last ones of
 * the truth's that were not seen. */
static void count_recovered(bench *b)
{
    const crok_log *log = sim_match_log(&b->m);
    bool is_told = sim_match_told_shot(&b->m);
    int k = b->n_shots - 1 - is_told;
    for (int i = log->n - 1; i >= log->n - b->m.effect.n_events; i--) {
        if (log->events[i]->type != CROK_EVENT_SHOT)
            continue;
        if (is_told) {
            is_told = false;
            continue;
        }
        while (k >= 0 && b->shot[k].is_seen)
            k--;
        if (k < 0)
            return;
        b->shot[k--].seq = log->events[i]->seq;
        b->sum.recovered++;
    }
}

/* A person who knows the truth says whether the shot was valid. */
static void answer(bench *b)
{
    const crok_match *m = crok_table_match(&b->m.table);
    crok_event e = {.type = CROK_EVENT_RULING, .u.ruling.of = m->last.seq};
    int at = b->n_shots - 1;
    if (m->ask != CROK_ASK_VALIDITY || b->n_shots == 0)
        return;
    while (at > 0 && b->shot[at].seq != m->last.seq)
        at--;
    e.u.ruling.valid = b->shot[at].decision.valid == CROK_YES;
    sim_match_must(
        crok_live_append(b->m.table.live, &e, CROK_SEQ_ANY, &b->m.err),
        &b->m.err);
}

static void take_report(bench *b)
{
    if (sim_match_told_shot(&b->m))
        count_shot(b, b->m.now.t_s, shot_seq(b));
    count_recovered(b);
    if (b->o->match.is_wordy)
        sim_match_say(&b->m);
    answer(b);
}

/* ---- comparing ---- */

static void count_decision(bench *b, const truth_shot *s)
{
    const crok_log *log = sim_match_log(&b->m);
    crok_event e;
    const crok_decision *d =
        crok_log_shot(log, s->seq, &e) ? &e.u.shot.decision : NULL;
    if (d == NULL)
        b->sum.not_taken += s->is_seen;
    else if (sim_match_is_open(d))
        b->sum.undetermined++;
    else if (sim_match_same_decision(&e.u.shot, &s->decision, s->n_before))
        b->sum.equal++;
    else
        b->sum.wrong++;
    if (!b->o->match.is_wordy ||
        (d != NULL && !sim_match_is_open(d) &&
         sim_match_same_decision(&e.u.shot, &s->decision, s->n_before)))
        return;
    (void)printf("%8.2f s: truth: valid %d, %d off, %d in play; ours: valid "
                 "%d, %d off, %d in play, missing %x: %s\n",
                 s->t_s, (int)s->decision.valid, s->decision.n_remove,
                 s->decision.n_in_play, d == NULL ? -1 : (int)d->valid,
                 d == NULL ? -1 : d->n_remove, d == NULL ? -1 : d->n_in_play,
                 d == NULL ? 0U : d->missing,
                 !s->is_seen            ? "missed"
                 : d == NULL            ? "not taken"
                 : sim_match_is_open(d) ? "undetermined"
                                        : "wrong");
    sim_match_print_shot("truth", &b->m.truth, s->truth_seq);
    sim_match_print_shot("ours", log, s->seq);
}

static void count_rounds(bench *b)
{
    static sim_match_round ours[SIM_MATCH_MAX_ROUNDS];
    static sim_match_round truth[SIM_MATCH_MAX_ROUNDS];
    int n = sim_match_rounds(&b->m.truth, SIM_MATCH_SLACK_MM, truth, &b->m.err);
    int n_ours = sim_match_rounds(sim_match_log(&b->m), 0.0, ours, &b->m.err);
    b->sum.rounds_played += n;
    for (int i = 0; i < n; i++) {
        sim_match_total is = i < n_ours ? sim_match_compare(&ours[i], &truth[i])
                                        : SIM_MATCH_WRONG;
        b->sum.right += is == SIM_MATCH_RIGHT;
        b->sum.in_range += is == SIM_MATCH_IN_RANGE;
        b->sum.rounds_wrong += is == SIM_MATCH_WRONG;
        if (b->o->match.is_wordy)
            (void)printf("round %d: truth %d:%d, seen %d:%d\n", i + 1,
                         truth[i].total[0].points, truth[i].total[1].points,
                         i < n_ours ? ours[i].total[0].points : -1,
                         i < n_ours ? ours[i].total[1].points : -1);
    }
}

static void compare(bench *b)
{
    b->sum.shots += b->n_shots;
    for (int i = 0; i < b->n_shots; i++) {
        b->sum.seen += b->shot[i].is_seen;
        b->sum.missed += !b->shot[i].is_seen;
        count_decision(b, &b->shot[i]);
    }
    count_rounds(b);
}

static void play(bench *b, const char *rules, unsigned long seed)
{
    open_match(b, rules, seed);
    while (sim_match_step(&b->m)) {
        take_report(b);
        if (b->m.now.event != NULL)
            take_truth(b);
    }
    sim_match_finish(&b->m);
    compare(b);
    close_match(b);
}

/* ---- the command line ---- */

static void print_tally(const char *rules, const bench *b)
{
    const tally *t = &b->sum;
    (void)printf(
        "{\"rules\":\"%s\",\"fps\":%g,\"rounds\":%d,"
        "\"shots\":{\"played\":%d,\"seen\":%d,\"missed\":%d,\"recovered\":%d,"
        "\"invented\":%d},"
        "\"decisions\":{\"equal\":%d,\"undetermined\":%d,\"wrong\":%d,"
        "\"not_taken\":%d},"
        "\"totals\":{\"right\":%d,\"in_range\":%d,\"wrong\":%d},"
        "\"feed_ms\":%.2f}\n",
        rules, b->o->match.camera.fps, t->rounds_played, t->shots, t->seen,
        t->missed, t->recovered, t->invented, t->equal, t->undetermined,
        t->wrong, t->not_taken, t->right, t->in_range, t->rounds_wrong,
        b->m.frames == 0 ? 0.0 : b->m.feed_ns / 1e6 / (double)b->m.frames);
    (void)fflush(stdout);
}

static void play_book(bench *b, const char *rules)
{
    b->sum = (tally){0};
    b->m.frames = 0;
    b->m.feed_ns = 0.0;
    for (int i = 0; i < b->o->matches; i++)
        play(b, rules, b->o->match.seed + (unsigned long)i);
    print_tally(rules, b);
}

int main(int argc, char **argv)
{
    static bench b;
    options o = {.match = {.seed = 1,
                           .rounds = 1,
                           .camera = {.w_px = 1280, .h_px = 720, .fps = 60.0}}};
    const char *matches = "1";
    bool ok =
        sim_match_read_options(argc, argv, &o.match, "--matches", &matches);
    o.matches = (int)strtol(matches, NULL, 10);
    if (!ok || o.matches < 1) {
        (void)fputs("Usage: bench_watch [--rules R] [--seed N] [--matches N]\n"
                    "  [--rounds N] [--fps N] [--size WxH] [--looks old|real]\n"
                    "  [-v]\n",
                    stderr);
        return 2;
    }
    crok_cv_init();
    b.o = &o;
    for (int i = 0; crok_preset_name(i) != NULL; i++)
        if (o.match.rules == NULL ||
            strcmp(o.match.rules, crok_preset_name(i)) == 0)
            play_book(&b, crok_preset_name(i));
    sim_match_free(&b.m);
    return 0;
}
