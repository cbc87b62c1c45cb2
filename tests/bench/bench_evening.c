/* SPDX-License-Identifier: Apache-2.0
 *
 * How well is an evening followed, with all that happens in front of a real
 * camera? Simulated rounds with troubles (tests/sim/README.md) go through the
 * engine and into a match. What comes out is associated with the truth by time
 * and side, and compared both ways: shots seen and invented; decisions equal,
 * undetermined, wrong; totals right, in range, wrong; all of it also for the
 * shots and rounds that each trouble befell, so that one sees what it costs.
 * "calm" are those that none befell. A person who knows the truth answers what
 * the match asks about a shot's validity; it counts as undetermined.
 * `identity`: of shots that move three discs or more, how many discs kept their
 * id (bench/identity.h).
 *
 * `words`: how long it takes to say so when less is seen. A spell begins when
 * 30 % of the surface is hidden, or when the engine's board is more than 5 px
 * off the true one in a picture of 1280 px, and counts if it lasts 2 s.
 *
 * Usage: bench_evening [--rules R] [--seed N] [--rounds N] [--fps N]
 *            [--size WxH] [--looks old|real] [--on FOLDER]
 *            [--keep FOLDER] [--draw FOLDER] [--troubles LIST|all|some|none]
 * [-v]; prints one JSON line. Each match has two rounds at most and a seed of
 * its own. FOLDER holds scenes (scripts/photo_scenes.py), which the matches
 * take in turn. Drawing takes most of the time: with --keep the films are kept,
 * and played again the next time (bench/kept_film.h). With --draw there is a
 * film of each match with what the engine believes drawn in. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "bench/evening.h"
#include "cv/cv.h"
#include "sim/scene.h"
#include "table/source_view.h"

enum { MAX_EVENTS = 20000, MAX_SPELLS = 4096, MATCH_ROUNDS = 2 };

#define HIDDEN_FRAC 0.3
#define OFF_PX 5.0 /* in a picture of 1280 px */
#define SPELL_S 2.0

typedef struct options {
    sim_match_options match;
    const char *troubles;
} options;

/* A time in which less is seen. */
typedef struct spell {
    bool is_on, has_words;
    double begin_s, words_s;
    double off_px; /* the most by which the engine's board was off */
} spell;

typedef struct bench {
    const options *o;
    sim_match m;
    evening e;
    evening_counts counts[EVENING_N];
    int n_log;                  /* events of our record that have a time */
    double event_s[MAX_EVENTS]; /* by seq: when it was appended */
    unsigned event_troubles[MAX_EVENTS];
    int n_truth_rounds, n_our_rounds;
    double round_s[SIM_MATCH_MAX_ROUNDS]; /* of the truth: its last shot */
    unsigned round_troubles[SIM_MATCH_MAX_ROUNDS], troubles;
    bool has_watched;
    struct dirent **scenes; /* names in the folder of scenes */
    int n_scenes;
    crok_sim_scene *scene; /* of this match; NULL: none */
    spell now;
    int n_spells;               /* that lasted long enough */
    int n_words;                /* of these, spells with words */
    double words_s[MAX_SPELLS]; /* how long these took */
    char last_words[CROK_LIVE_WORDS];
} bench;

/* ---- what is told ---- */

static void add_report(bench *b, int side, long seq, bool was_told)
{
    evening_report *r = &b->e.report[b->e.n_reports];
    if (b->e.n_reports == ALIGN_MAX)
        return;
    b->e.n_reports++;
    *r = (evening_report){.t_s = b->m.now.t_s,
                          .side = side,
                          .round = b->n_our_rounds,
                          .troubles = b->m.now.moment.troubles,
                          .seq = seq,
                          .was_told = was_told};
}

/* Note the new events of our record and when they came. A shot that the engine
 * told is the last one of them; others were recovered. */
static void take_events(bench *b)
{
    const crok_log *log = sim_match_log(&b->m);
    bool told = sim_match_told_shot(&b->m);
    int last_shot = -1;
    crok_event e;
    for (int i = b->n_log; i < log->n; i++)
        if (log->events[i]->type == CROK_EVENT_SHOT)
            last_shot = i;
    for (int i = b->n_log; i < log->n; i++) {
        long seq = log->events[i]->seq;
        if (seq >= 0 && seq < MAX_EVENTS) {
            b->event_s[seq] = b->m.now.t_s;
            b->event_troubles[seq] = b->m.now.moment.troubles;
        }
        if (log->events[i]->type == CROK_EVENT_SHOT &&
            crok_log_shot(log, seq, &e))
            add_report(b, e.u.shot.shot.shooter, seq, told && i == last_shot);
        b->n_our_rounds += log->events[i]->type == CROK_EVENT_ROUND_END;
    }
    b->n_log = log->n;
    if (told && last_shot < 0)
        add_report(b, b->m.report.shot.side, 0, true);
}

/* A person who knows the truth says whether the shot was valid. */
static void answer(bench *b)
{
    const crok_match *match = crok_table_match(&b->m.table);
    crok_event e = {.type = CROK_EVENT_RULING, .u.ruling.of = match->last.seq};
    const evening_shot *s = NULL;
    double t_s = 0.0;
    if (match->ask != CROK_ASK_VALIDITY || b->e.n_shots == 0 ||
        match->last.seq < 0 || match->last.seq >= MAX_EVENTS)
        return;
    t_s = b->event_s[match->last.seq];
    s = &b->e.shot[b->e.n_shots - 1];
    while (s > b->e.shot && s->t_s > t_s + ALIGN_EARLY_S)
        s--;
    e.u.ruling.valid = s->decision.valid == CROK_YES;
    sim_match_must(
        crok_live_append(b->m.table.live, &e, CROK_SEQ_ANY, &b->m.err),
        &b->m.err);
}

/* ---- the truth ---- */

static void take_truth(bench *b)
{
    const crok_sim_truth *now = &b->m.now;
    const crok_event *event = now->event;
    evening_shot *s = &b->e.shot[b->e.n_shots];
    b->troubles |= now->moment.troubles;
    if (event == NULL)
        return;
    sim_match_take_truth(&b->m);
    if (event->type == CROK_EVENT_ROUND_END && b->e.n_shots > 0 &&
        b->n_truth_rounds < SIM_MATCH_MAX_ROUNDS) {
        b->round_s[b->n_truth_rounds] = s[-1].t_s;
        b->round_troubles[b->n_truth_rounds++] = b->troubles;
    }
    if (event->type == CROK_EVENT_ROUND_END ||
        event->type == CROK_EVENT_REPLAY_ROUND)
        b->troubles = 0;
    if (event->type != CROK_EVENT_SHOT || b->e.n_shots == ALIGN_MAX)
        return;
    b->e.n_shots++;
    *s = (evening_shot){.t_s = now->t_s,
                        .side = event->u.shot.shot.shooter,
                        .round = b->n_truth_rounds,
                        .troubles = now->moment.troubles,
                        .n_visible_frames = now->n_visible_frames,
                        .n_before = event->u.shot.shot.n_before,
                        .seq = event->seq,
                        .decision = event->u.shot.decision};
}

/* ---- words ---- */

/* The edges of the outer line's image: left, top, right, bottom. They do not
 * depend on how a camera names the quarters. */
static void edges_of(const crok_camera *cam, double r_mm, double out[4])
{
    for (int i = 0; i < 4; i++)
        out[i] = i < 2 ? 1e9 : -1e9;
    for (int i = 0; i < 64; i++) {
        double a = 2.0 * CROK_PI * i / 64;
        crok_px p = crok_camera_project(
            cam, (crok_vec3){r_mm * cos(a), r_mm * sin(a), 0.0});
        out[0] = fmin(out[0], p.x);
        out[1] = fmin(out[1], p.y);
        out[2] = fmax(out[2], p.x);
        out[3] = fmax(out[3], p.y);
    }
}

/* By how many pixels the engine's board is off; 0 while it searches. */
static double off_px(const bench *b)
{
    crok_board_pose pose;
    crok_camera cam = crok_sim_true_camera(b->m.sim, &b->m.now);
    double ours[4];
    double truth[4];
    double off = 0.0;
    if (!crok_engine_pose_now(b->m.engine, &pose))
        return 0.0;
    edges_of(&pose.camera, pose.board.line_mm[CROK_LINE_OUTER], ours);
    edges_of(&cam,
             crok_sim_look_at(b->m.sim)->table.board.line_mm[CROK_LINE_OUTER],
             truth);
    for (int i = 0; i < 4; i++)
        off = fmax(off, fabs(ours[i] - truth[i]));
    return off;
}

static bool sees_less(const bench *b)
{
    double most_px = OFF_PX * b->o->match.camera.w_px / 1280.0;
    return b->m.now.hidden.board_frac > HIDDEN_FRAC ||
           (b->has_watched &&
            (crok_engine_pose(b->m.engine) == NULL || off_px(b) > most_px));
}

static void end_spell(bench *b)
{
    if (!b->now.is_on)
        return;
    b->now.is_on = false;
    if (b->m.now.t_s - b->now.begin_s < SPELL_S || b->n_spells == MAX_SPELLS)
        return;
    b->n_spells++;
    if (b->now.has_words)
        b->words_s[b->n_words++] = b->now.words_s - b->now.begin_s;
    if (b->o->match.is_wordy)
        (void)printf("%8.2f s: less was seen for %.1f s, board off by up to "
                     "%.1f px, words %s\n",
                     b->m.now.t_s, b->m.now.t_s - b->now.begin_s, b->now.off_px,
                     b->now.has_words ? "came" : "did not come");
}

static void follow_words(bench *b)
{
    crok_health health = {.state = CROK_SOURCE_RUNNING};
    crok_live_source view;
    bool less = sees_less(b);
    b->has_watched = b->has_watched || b->m.report.state != CROK_ENGINE_LOOKING;
    view = crok_source_view(&b->m.table, &health, &b->m.report, b->has_watched);
    if (!less)
        end_spell(b);
    else if (!b->now.is_on)
        b->now = (spell){.is_on = true, .begin_s = b->m.now.t_s};
    if (less)
        b->now.off_px = fmax(b->now.off_px, off_px(b));
    if (less && !b->now.has_words && view.words[0] != '\0') {
        b->now.has_words = true;
        b->now.words_s = b->m.now.t_s;
    }
    if (b->o->match.is_wordy && strcmp(view.words, b->last_words) != 0)
        (void)printf("%8.2f s: \"%s\"\n", b->m.now.t_s, view.words);
    (void)snprintf(b->last_words, sizeof b->last_words, "%s", view.words);
}

/* ---- comparing ---- */

/* Shots that were undone later are not in our record. */
static void drop_undone(bench *b)
{
    const crok_log *log = sim_match_log(&b->m);
    static bool stands[MAX_EVENTS];
    crok_log_walk walk;
    int n = 0;
    memset(stands, 0, sizeof stands);
    sim_match_must(crok_log_walk_begin(log, &walk, &b->m.err), &b->m.err);
    while (walk.event != NULL) {
        if (walk.event->seq >= 0 && walk.event->seq < MAX_EVENTS)
            stands[walk.event->seq] = true;
        sim_match_must(crok_log_walk_step(&walk, &b->m.err), &b->m.err);
    }
    crok_log_walk_end(&walk);
    for (int i = 0; i < b->e.n_reports; i++)
        if (b->e.report[i].seq == 0 || stands[b->e.report[i].seq])
            b->e.report[n++] = b->e.report[i];
    b->e.n_reports = n;
}

static void print_troubles(unsigned set)
{
    for (int i = 0; i < CROK_SIM_N_TROUBLES; i++)
        if ((set & 1U << i) != 0)
            (void)printf(" %s", crok_sim_trouble_name((crok_sim_trouble)i));
    (void)printf("\n");
}

static void print_differences(const bench *b)
{
    const crok_log *log = sim_match_log(&b->m);
    for (int i = 0; i < b->e.n_shots; i++) {
        const evening_shot *s = &b->e.shot[i];
        const evening_report *r =
            b->e.of_shot[i] < 0 ? NULL : &b->e.report[b->e.of_shot[i]];
        crok_event e;
        if (r != NULL && r->seq != 0 && crok_log_shot(log, r->seq, &e) &&
            sim_match_same_decision(&e.u.shot, &s->decision, s->n_before) &&
            !sim_match_is_open(&e.u.shot.decision))
            continue;
        (void)printf("%8.2f s: side %d, %d visible frames: %s;", s->t_s,
                     s->side, s->n_visible_frames,
                     r == NULL     ? "missed"
                     : r->seq == 0 ? "told, but not taken"
                                   : "another or an open decision");
        print_troubles(s->troubles);
        sim_match_print_shot("truth", &b->m.truth, s->seq);
        if (r != NULL)
            sim_match_print_shot("ours", log, r->seq);
    }
    for (int i = 0; i < b->e.n_reports; i++)
        if (b->e.of_report[i] < 0) {
            (void)printf("%8.2f s: invented;", b->e.report[i].t_s);
            print_troubles(b->e.report[i].troubles);
            sim_match_print_shot("ours", log, b->e.report[i].seq);
        }
}

static void count_rounds(bench *b)
{
    static sim_match_round ours[SIM_MATCH_MAX_ROUNDS];
    static sim_match_round truth[SIM_MATCH_MAX_ROUNDS];
    align_item t[SIM_MATCH_MAX_ROUNDS];
    align_item o[SIM_MATCH_MAX_ROUNDS];
    int of_truth[SIM_MATCH_MAX_ROUNDS];
    int of_ours[SIM_MATCH_MAX_ROUNDS];
    crok_err err = {.status = CROK_ENOMEM, .msg = "no memory to compare"};
    int n = sim_match_rounds(&b->m.truth, SIM_MATCH_SLACK_MM, truth, &b->m.err);
    int m = sim_match_rounds(sim_match_log(&b->m), 0.0, ours, &b->m.err);
    for (int i = 0; i < n; i++)
        t[i] = (align_item){b->round_s[i], 0};
    for (int i = 0; i < m; i++)
        o[i] = (align_item){b->event_s[ours[i].seq], 0};
    if (!align(t, n, o, m, of_truth, of_ours))
        sim_match_must(CROK_ENOMEM, &err);
    for (int i = 0; i < n; i++) {
        const sim_match_round *r = of_truth[i] < 0 ? NULL : &ours[of_truth[i]];
        evening_count_round(b->round_troubles[i], r != NULL,
                            r == NULL ? SIM_MATCH_WRONG
                                      : sim_match_compare(r, &truth[i]),
                            b->counts);
        if (b->o->match.is_wordy)
            (void)printf("%8.2f s: round %d:%d (%d to %d, %d to %d), ours "
                         "%d:%d\n",
                         b->round_s[i], truth[i].total[0].points,
                         truth[i].total[1].points, truth[i].total[0].lo,
                         truth[i].total[0].hi, truth[i].total[1].lo,
                         truth[i].total[1].hi,
                         r == NULL ? -1 : r->total[0].points,
                         r == NULL ? -1 : r->total[1].points);
    }
    for (int i = 0; i < m; i++)
        for (int k = 0; k < EVENING_N && of_ours[i] < 0; k++)
            b->counts[k].rounds_invented +=
                evening_is_counted(b->event_troubles[ours[i].seq], k);
}

/* ---- one match ---- */

static int is_name(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void list_scenes(bench *b)
{
    const char *folder = b->o->match.on;
    if (folder == NULL)
        return;
    b->n_scenes = scandir(folder, &b->scenes, is_name, alphasort);
    if (b->n_scenes > 0)
        return;
    (void)fprintf(stderr, "bench_evening: no scenes in %s\n", folder);
    exit(2);
}

static void free_scenes(bench *b)
{
    for (int i = 0; i < b->n_scenes; i++)
        free(b->scenes[i]);
    free(b->scenes);
}

/* The name of a match's scene; NULL: the simulator draws the board. */
static const char *scene_of(const bench *b, unsigned long seed)
{
    unsigned long first = b->o->match.seed;
    return b->n_scenes == 0
               ? NULL
               : b->scenes[(seed - first) % (unsigned long)b->n_scenes]->d_name;
}

static crok_sim_scene *load_scene(bench *b, unsigned long seed)
{
    const sim_match_options *o = &b->o->match;
    const char *name = scene_of(b, seed);
    crok_sim_scene *scene = NULL;
    char path[1024];
    if (name == NULL)
        return NULL;
    (void)snprintf(path, sizeof path, "%s/%s", o->on, name);
    sim_match_must(crok_sim_scene_load(path, o->camera.w_px, o->camera.h_px,
                                       &scene, &b->m.err),
                   &b->m.err);
    if (o->is_wordy)
        (void)printf("on %s, ", name);
    return scene;
}

/* All that the film of a match depends on. */
static void name_film(const bench *b, unsigned long seed, int rounds, char *out,
                      size_t n)
{
    const sim_match_options *o = &b->o->match;
    const char *scene = scene_of(b, seed);
    (void)snprintf(out, n, "%s-%s-%lu-%d-%dx%d-%g-%d-%s", b->o->troubles,
                   o->rules, seed, rounds, o->camera.w_px, o->camera.h_px,
                   o->camera.fps, (int)o->looks,
                   scene == NULL ? "drawn" : scene);
}

static void open_match(bench *b, unsigned long seed, int rounds)
{
    char film[512];
    crok_sim_options sim = {.seed = seed,
                            .on = b->scene,
                            .rules = b->o->match.rules,
                            .seating = CROK_SINGLES,
                            .rounds = rounds,
                            .looks = b->o->match.looks};
    if (!crok_sim_troubles_read(b->o->troubles, seed, &sim.troubles)) {
        (void)fprintf(stderr, "bench_evening: no such troubles: %s\n",
                      b->o->troubles);
        exit(2);
    }
    sim_match_open(&b->m, &sim, &b->o->match.camera);
    name_film(b, seed, rounds, film, sizeof film);
    sim_match_keep(&b->m, &b->o->match, film);
    b->e.n_shots = b->e.n_reports = 0;
    b->n_log = 0;
    b->n_truth_rounds = b->n_our_rounds = 0;
    b->troubles = 0;
    b->has_watched = false;
    b->now = (spell){0};
    b->last_words[0] = '\0';
    if (b->o->match.is_wordy) {
        (void)printf("seed %lu:", seed);
        print_troubles(sim.troubles);
    }
}

static void play(bench *b, unsigned long seed, int rounds)
{
    b->scene = load_scene(b, seed);
    open_match(b, seed, rounds);
    while (sim_match_step(&b->m)) {
        take_events(b);
        if (b->o->match.is_wordy)
            sim_match_say(&b->m);
        answer(b);
        take_truth(b);
        if (!b->m.now.missing)
            follow_words(b);
    }
    end_spell(b);
    sim_match_finish(&b->m);
    take_events(b);
    drop_undone(b);
    evening_count(&b->e, &b->m.truth, sim_match_log(&b->m), b->counts);
    if (b->o->match.is_wordy)
        print_differences(b);
    count_rounds(b);
    sim_match_close(&b->m);
    crok_sim_scene_free(&b->scene);
}

/* ---- the command line ---- */

static void print_all(bench *b, int rounds)
{
    const sim_match_options *o = &b->o->match;
    (void)printf("{\"rules\":\"%s\",\"seed\":%lu,\"fps\":%g,\"size\":\"%dx%d\","
                 "\"rounds\":%d,\"all\":",
                 o->rules, o->seed, o->camera.fps, o->camera.w_px,
                 o->camera.h_px, rounds);
    evening_print(&b->counts[EVENING_ALL]);
    (void)printf(",\"calm\":");
    evening_print(&b->counts[EVENING_CALM]);
    (void)printf(
        ",\"words\":{\"spells\":%d,\"said\":%d,\"median_s\":%.2f,"
        "\"p90_s\":%.2f},\"feed_ms\":%.2f,\"troubles\":{",
        b->n_spells, b->n_words,
        b->n_words == 0 ? 0.0 : clock_quantile(b->words_s, b->n_words, 0.5),
        b->n_words == 0 ? 0.0 : clock_quantile(b->words_s, b->n_words, 0.9),
        b->m.frames == 0 ? 0.0 : b->m.feed_ns / 1e6 / (double)b->m.frames);
    for (int i = 0, n = 0; i < CROK_SIM_N_TROUBLES; i++) {
        if (b->counts[i].shots == 0 && b->counts[i].rounds == 0)
            continue;
        (void)printf("%s\"%s\":", n++ == 0 ? "" : ",",
                     crok_sim_trouble_name((crok_sim_trouble)i));
        evening_print(&b->counts[i]);
    }
    (void)printf("}}\n");
}

int main(int argc, char **argv)
{
    static bench b;
    options o = {.match = {.rules = "depot",
                           .seed = 1,
                           .rounds = 4,
                           .camera = {.w_px = 1280, .h_px = 720, .fps = 30.0}},
                 .troubles = "all"};
    int left = 0;
    if (!sim_match_read_options(argc, argv, &o.match, "--troubles",
                                &o.troubles)) {
        (void)fputs("Usage: bench_evening [--rules R] [--seed N] [--rounds N]\n"
                    "  [--fps N] [--size WxH] [--looks old|real]\n"
                    "  [--on FOLDER] [--keep FOLDER] [--draw FOLDER]\n"
                    "  [--troubles LIST|all|some|none] [-v]\n",
                    stderr);
        return 2;
    }
    crok_cv_init();
    b.o = &o;
    list_scenes(&b);
    left = o.match.rounds;
    for (unsigned long seed = o.match.seed; left > 0; seed++) {
        int n = left < MATCH_ROUNDS ? left : MATCH_ROUNDS;
        play(&b, seed, n);
        left -= n;
    }
    print_all(&b, o.match.rounds);
    sim_match_free(&b.m);
    free_scenes(&b);
    return 0;
}
