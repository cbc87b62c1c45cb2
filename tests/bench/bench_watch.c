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
 *                    [--fps N] [--size WxH] [-v]; one JSON line a rule book. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "capture/frame.h"
#include "cv/cv.h"
#include "rules/book_json.h"
#include "rules/rules_json.h"
#include "sim/sim.h"
#include "table/table.h"

enum { MAX_SHOTS = 1024, MAX_ROUNDS = 64 };

/* A shot may be told before the truth has it done: a disc in the ditch may roll
 * on, where the camera hardly sees it. */
#define EARLY_S 0.5

typedef struct options {
    const char *rules; /* NULL: all */
    unsigned long seed;
    int matches, rounds;
    crok_sim_camera camera;
    bool is_wordy;
} options;

typedef struct tally {
    int rounds_played, shots, seen, missed, recovered, invented;
    int equal, undetermined, wrong, not_taken;
    int right, in_range, rounds_wrong;
    long frames;
    double feed_ns;
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
    crok_sim *sim;
    crok_engine *engine;
    crok_table match;
    crok_log truth;
    int n_shots;
    truth_shot shot[MAX_SHOTS];
    bool has_early; /* a shot that was told and is none of the truth's yet: */
    double early_s;
    long early_seq;
    crok_image rgb, luma;
    crok_engine_report report;
    crok_err err;
} bench;

static void must(crok_status st, const crok_err *err)
{
    if (st == CROK_OK)
        return;
    (void)fprintf(stderr, "bench_watch: %s\n", err->msg);
    exit(1);
}

/* ---- a frame, as capture gives it ---- */

static crok_status colour(void *context, int n, crok_image *out, crok_err *err)
{
    return crok_frame_rgb(context, n, NULL, out, err);
}

/* ---- one match ---- */

static void open_match(bench *b, const char *rules, unsigned long seed)
{
    crok_live *live = NULL;
    crok_sim_options sim = {.seed = seed,
                            .rules = rules,
                            .seating = CROK_SINGLES,
                            .rounds = b->o->rounds};
    crok_sim_colours colours = crok_sim_colours_of(seed, 2);
    crok_engine_options engine = {.n_sides = 2};
    crok_table_setup want = {.sides.n = 2, .first_seat = -1};
    must(crok_book_preset(rules, &want.book, NULL, &b->err), &b->err);
    for (int i = 0; i < 2; i++) {
        (void)snprintf(want.sides.name[i], 24, "%s", colours.side[i].name);
        memcpy(engine.side_names[i], want.sides.name[i], 24);
    }
    must(crok_sim_new(&sim, &b->o->camera, &b->sim, &b->err), &b->err);
    must(crok_engine_new(&engine, &b->engine, &b->err), &b->err);
    must(crok_live_open(NULL, &live, &b->err), &b->err);
    must(crok_table_open(live, "the record", &want, &b->match, &b->err),
         &b->err);
    b->truth = crok_log_empty();
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
    if (b->o->is_wordy)
        (void)printf("%8.2f s: invented\n", b->early_s);
}

static void close_match(bench *b)
{
    drop_early(b);
    crok_sim_free(&b->sim);
    crok_engine_free(&b->engine);
    crok_live_close(&b->match.live);
    crok_log_close(&b->truth);
}

static void take_truth(bench *b, const crok_sim_truth *truth)
{
    truth_shot *s = &b->shot[b->n_shots];
    must(crok_log_add(&b->truth, truth->event, &b->err), &b->err);
    if (truth->event->type != CROK_EVENT_SHOT || b->n_shots == MAX_SHOTS)
        return;
    b->n_shots++;
    *s = (truth_shot){.t_s = truth->t_s,
                      .truth_seq = b->truth.events[b->truth.n - 1]->seq,
                      .n_before = truth->event->u.shot.shot.n_before,
                      .decision = truth->event->u.shot.decision};
    if (!b->has_early || truth->t_s - b->early_s > EARLY_S)
        return;
    s->is_seen = true;
    s->seq = b->early_seq;
    b->has_early = false;
}

/* The event that the last news has made of a shot; 0: none. */
static long shot_seq(const bench *b, const crok_table_effect *effect)
{
    const crok_log *log = crok_live_log(b->match.live);
    for (int i = log->n - 1; i >= log->n - effect->n_events; i--)
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
static void count_recovered(bench *b, const crok_table_effect *effect)
{
    const crok_log *log = crok_live_log(b->match.live);
    bool is_told = b->report.news == CROK_NEWS_SHOT;
    int k = b->n_shots - 1 - is_told;
    for (int i = log->n - 1; i >= log->n - effect->n_events; i--) {
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
    const crok_match *m = crok_table_match(&b->match);
    crok_event e = {.type = CROK_EVENT_RULING, .u.ruling.of = m->last.seq};
    int at = b->n_shots - 1;
    if (m->ask != CROK_ASK_VALIDITY || b->n_shots == 0)
        return;
    while (at > 0 && b->shot[at].seq != m->last.seq)
        at--;
    e.u.ruling.valid = b->shot[at].decision.valid == CROK_YES;
    must(crok_live_append(b->match.live, &e, CROK_SEQ_ANY, &b->err), &b->err);
}

static void feed(bench *b, const crok_sim_truth *truth)
{
    crok_frame taken = {.data = b->rgb.data,
                        .n_bytes = b->rgb.stride_bytes * (size_t)b->rgb.h_px,
                        .w_px = b->rgb.w_px,
                        .h_px = b->rgb.h_px,
                        .stride_bytes = b->rgb.stride_bytes,
                        .pixels = CROK_PIXELS_RGB24,
                        .t_ns = (int64_t)(truth->t_s * 1e9)};
    crok_engine_frame frame = {.luma = &b->luma,
                               .t_ns = taken.t_ns,
                               .w_px = taken.w_px,
                               .h_px = taken.h_px,
                               .colour = colour,
                               .context = &taken};
    const crok_board_pose *pose = NULL;
    crok_table_effect effect;
    double begin = clock_ns();
    must(crok_frame_luma(&taken, CROK_ENGINE_LUMA, &b->luma, &b->err), &b->err);
    must(crok_engine_feed(b->engine, &frame, &b->report, &b->err), &b->err);
    b->sum.feed_ns += clock_ns() - begin;
    b->sum.frames++;
    pose = crok_engine_pose(b->engine);
    must(crok_table_judge(&b->match, &b->report,
                          pose == NULL ? NULL : &pose->board, &effect, &b->err),
         &b->err);
    if (b->report.news == CROK_NEWS_SHOT)
        count_shot(b, truth->t_s, shot_seq(b, &effect));
    count_recovered(b, &effect);
    if (effect.sets_rest) {
        crok_rest_sight rest = crok_evidence_rest(&effect.rest);
        crok_engine_set(b->engine, &rest);
    }
    if (effect.has_caught_up)
        crok_engine_read_anew(b->engine);
    if (b->o->is_wordy && effect.note[0] != '\0')
        (void)printf("%8.2f s: %s\n", truth->t_s, effect.note);
    if (b->o->is_wordy && b->report.news > CROK_NEWS_NONE &&
        b->report.news != CROK_NEWS_MOVING && b->report.news != CROK_NEWS_SAME)
        (void)printf("%8.2f s: news %d, %d lie there. %s %s\n", truth->t_s,
                     (int)b->report.news, b->report.rest.n, b->report.words,
                     crok_table_words(&b->match));
    answer(b);
}

/* ---- comparing ---- */

static int n_bowl(const crok_decision *d)
{
    int n = 0;
    for (int i = 0; i < d->n_remove; i++)
        n += d->remove[i].to == CROK_TO_BOWL;
    return n;
}

/* Ids are each one's own: numbers of discs tell. What one decision did wrong
 * is not held against the next: discs in play are counted from before. */
static bool same_decision(const crok_shot_event *ours, const truth_shot *truth)
{
    const crok_decision *a = &ours->decision;
    const crok_decision *b = &truth->decision;
    return a->valid == b->valid && a->n_remove == b->n_remove &&
           n_bowl(a) == n_bowl(b) && a->n_restore == b->n_restore &&
           a->n_in_play - ours->shot.n_before ==
               b->n_in_play - truth->n_before &&
           memcmp(a->twenties, b->twenties, sizeof a->twenties) == 0;
}

static void print_shot(const char *whose, const crok_log *log, long seq)
{
    crok_event e;
    cJSON *json = crok_log_shot(log, seq, &e) ? crok_event_to_json(&e) : NULL;
    char *line = json == NULL ? NULL : cJSON_PrintUnformatted(json);
    if (line != NULL)
        (void)printf("  %s: %s\n", whose, line);
    cJSON_free(line);
    cJSON_Delete(json);
}

/* What a person is asked, and what the decision itself leaves open (G4). */
static bool is_open(const crok_decision *d)
{
    return crok_decision_is_open(d) || d->n_unsure > 0;
}

static void count_decision(bench *b, const truth_shot *s)
{
    const crok_log *log = crok_live_log(b->match.live);
    crok_event e;
    const crok_decision *d =
        crok_log_shot(log, s->seq, &e) ? &e.u.shot.decision : NULL;
    if (d == NULL)
        b->sum.not_taken += s->is_seen;
    else if (is_open(d))
        b->sum.undetermined++;
    else if (same_decision(&e.u.shot, s))
        b->sum.equal++;
    else
        b->sum.wrong++;
    if (!b->o->is_wordy ||
        (d != NULL && !is_open(d) && same_decision(&e.u.shot, s)))
        return;
    (void)printf("%8.2f s: truth: valid %d, %d off, %d in play; ours: valid "
                 "%d, %d off, %d in play, missing %x: %s\n",
                 s->t_s, (int)s->decision.valid, s->decision.n_remove,
                 s->decision.n_in_play, d == NULL ? -1 : (int)d->valid,
                 d == NULL ? -1 : d->n_remove, d == NULL ? -1 : d->n_in_play,
                 d == NULL ? 0U : d->missing,
                 !s->is_seen  ? "missed"
                 : d == NULL  ? "not taken"
                 : is_open(d) ? "undetermined"
                              : "wrong");
    print_shot("truth", &b->truth, s->truth_seq);
    print_shot("ours", log, s->seq);
}

/* The totals of all rounds that were ended. */
static int totals_of(const crok_log *log, crok_points out[][CROK_MAX_SIDES],
                     crok_err *err)
{
    crok_log_walk walk;
    int n = 0;
    must(crok_log_walk_begin(log, &walk, err), err);
    while (walk.event != NULL && n < MAX_ROUNDS) {
        if (walk.event->type == CROK_EVENT_ROUND_END) {
            for (int s = 0; s < walk.match.info.n_sides; s++)
                out[n][s] = crok_match_total(&walk.match, s);
            n++;
        }
        must(crok_log_walk_step(&walk, err), err);
    }
    crok_log_walk_end(&walk);
    return n;
}

static void count_rounds(bench *b)
{
    static crok_points ours[MAX_ROUNDS][CROK_MAX_SIDES];
    static crok_points truth[MAX_ROUNDS][CROK_MAX_SIDES];
    int n = totals_of(&b->truth, truth, &b->err);
    int n_ours = totals_of(crok_live_log(b->match.live), ours, &b->err);
    b->sum.rounds_played += n;
    for (int i = 0; i < n; i++) {
        bool is_right = i < n_ours;
        bool is_in = i < n_ours;
        for (int s = 0; s < 2 && is_in; s++) {
            int t = truth[i][s].points;
            is_right = is_right && ours[i][s].points == t;
            is_in = ours[i][s].lo <= t && t <= ours[i][s].hi;
        }
        b->sum.right += is_right && is_in;
        b->sum.in_range += is_in && !is_right;
        b->sum.rounds_wrong += !is_in;
        if (b->o->is_wordy)
            (void)printf("round %d: truth %d:%d, seen %d:%d\n", i + 1,
                         truth[i][0].points, truth[i][1].points,
                         i < n_ours ? ours[i][0].points : -1,
                         i < n_ours ? ours[i][1].points : -1);
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
    static crok_sim_truth truth;
    crok_table_effect effect;
    bool more = true;
    open_match(b, rules, seed);
    for (;;) {
        must(crok_sim_frame(b->sim, &b->rgb, &truth, &more, &b->err), &b->err);
        if (!more)
            break;
        feed(b, &truth);
        if (truth.event != NULL)
            take_truth(b, &truth);
    }
    must(crok_table_finish(&b->match, &effect, &b->err), &b->err);
    compare(b);
    close_match(b);
}

/* ---- the command line ---- */

static void print_tally(const char *rules, const options *o, const tally *t)
{
    (void)printf(
        "{\"rules\":\"%s\",\"fps\":%g,\"rounds\":%d,"
        "\"shots\":{\"played\":%d,\"seen\":%d,\"missed\":%d,\"recovered\":%d,"
        "\"invented\":%d},"
        "\"decisions\":{\"equal\":%d,\"undetermined\":%d,\"wrong\":%d,"
        "\"not_taken\":%d},"
        "\"totals\":{\"right\":%d,\"in_range\":%d,\"wrong\":%d},"
        "\"feed_ms\":%.2f}\n",
        rules, o->camera.fps, t->rounds_played, t->shots, t->seen, t->missed,
        t->recovered, t->invented, t->equal, t->undetermined, t->wrong,
        t->not_taken, t->right, t->in_range, t->rounds_wrong,
        t->frames == 0 ? 0.0 : t->feed_ns / 1e6 / (double)t->frames);
    (void)fflush(stdout);
}

static bool read_size(const char *text, crok_sim_camera *camera)
{
    char *end = NULL;
    camera->w_px = (int)strtol(text, &end, 10);
    camera->h_px = *end == 'x' ? (int)strtol(end + 1, &end, 10) : 0;
    return *end == '\0' && camera->w_px >= 64 && camera->h_px >= 64;
}

static bool read_option(options *o, const char *name, const char *value)
{
    if (strcmp(name, "--rules") == 0)
        o->rules = value;
    else if (strcmp(name, "--seed") == 0)
        o->seed = strtoul(value, NULL, 10);
    else if (strcmp(name, "--matches") == 0)
        o->matches = (int)strtol(value, NULL, 10);
    else if (strcmp(name, "--rounds") == 0)
        o->rounds = (int)strtol(value, NULL, 10);
    else if (strcmp(name, "--fps") == 0)
        o->camera.fps = strtod(value, NULL);
    else if (strcmp(name, "--size") == 0)
        return read_size(value, &o->camera);
    else
        return false;
    return true;
}

static bool read_options(int argc, char **argv, options *o)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            o->is_wordy = true;
        else if (i + 1 == argc || !read_option(o, argv[i], argv[i + 1]))
            return false;
        else
            i++;
    }
    return o->matches > 0 && o->rounds > 0 && o->camera.fps > 0.0;
}

static void play_book(bench *b, const char *rules)
{
    b->sum = (tally){0};
    for (int i = 0; i < b->o->matches; i++)
        play(b, rules, b->o->seed + (unsigned long)i);
    print_tally(rules, b->o, &b->sum);
}

int main(int argc, char **argv)
{
    static bench b;
    options o = {.seed = 1,
                 .matches = 1,
                 .rounds = 1,
                 .camera = {.w_px = 1280, .h_px = 720, .fps = 60.0}};
    crok_sim_camera *cam = &o.camera;
    if (!read_options(argc, argv, &o)) {
        (void)fputs("Usage: bench_watch [--rules R] [--seed N] [--matches N]\n"
                    "  [--rounds N] [--fps N] [--size WxH] [-v]\n",
                    stderr);
        return 2;
    }
    crok_cv_init();
    b.o = &o;
    must(crok_image_new(cam->w_px, cam->h_px, CROK_RGB8, &b.rgb, &b.err),
         &b.err);
    for (int i = 0; crok_preset_name(i) != NULL; i++)
        if (o.rules == NULL || strcmp(o.rules, crok_preset_name(i)) == 0)
            play_book(&b, crok_preset_name(i));
    crok_image_free(&b.rgb);
    crok_image_free(&b.luma);
    return 0;
}
