/* SPDX-License-Identifier: Apache-2.0
 *
 * The troubles of a simulated evening: each shows in the frames, and the truth
 * says of it what the frames show. */
#include "check.h"

#include <string.h>

#include "sim/draw.h"
#include "sim/filter.h"
#include "sim/frames.h"
#include "sim/measure.h"
#include "sim/squeeze.h"
#include "sim/table.h"

static crok_err err;
static crok_sim_truth truth;
static const crok_sim_camera small = {320, 240, 5.0};
static const crok_sim_camera hd = {1280, 720, 5.0};

/* The lines are measured within this of where the true camera sees them; a
 * fixed camera without troubles gives 0.05 px and 0.0003 rad. */
#define LINE_PX 0.15
#define TURN_RAD 0.001
#define REACH_PX 8.0

static crok_sim *sim_of(uint64_t seed, unsigned troubles, int rounds,
                        const crok_sim_camera *camera)
{
    crok_sim_options o = {
        .seed = seed, .rules = "depot", .rounds = rounds, .troubles = troubles};
    crok_sim *s = NULL;
    CHECK_STATUS(crok_sim_new(&o, camera, &s, &err), CROK_OK, &err);
    return s;
}

/* ---- names and seeds ---- */

static void every_name_is_read(void **state)
{
    unsigned set = 0;
    (void)state;
    for (int i = 0; i < CROK_SIM_N_TROUBLES; i++) {
        set = 0;
        assert_true(crok_sim_troubles_read(
            crok_sim_trouble_name((crok_sim_trouble)i), 1, &set));
        assert_int_equal(set, 1U << i);
    }
    set = 0;
    assert_true(crok_sim_troubles_read("none", 1, &set));
    assert_int_equal(set, 0);
    assert_true(crok_sim_troubles_read("turn,sway", 1, &set));
    assert_int_equal(set, 1U << CROK_SIM_TURN | 1U << CROK_SIM_SWAY);
    assert_false(crok_sim_troubles_read("dance", 1, &set));
    assert_false(crok_sim_troubles_read("turn,", 1, &set));
    assert_false(crok_sim_troubles_read("", 1, &set));
}

static void a_mixture_depends_on_the_seed(void **state)
{
    unsigned any = 0;
    unsigned every = ~0U;
    int n_all = 0;
    int n_some = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        unsigned set = 0;
        unsigned some = 0;
        assert_true(crok_sim_troubles_read("all", seed, &set));
        assert_true(crok_sim_troubles_read("some", seed, &some));
        assert_int_equal(some & ~set, 0);
        n_all += __builtin_popcount(set);
        n_some += __builtin_popcount(some);
        any |= set;
        every &= set;
    }
    /* a hand that never leaves comes by its name only */
    assert_int_equal(any, ((1U << CROK_SIM_N_TROUBLES) - 1U) &
                              ~(1U << CROK_SIM_RESTS));
    assert_int_equal(every, 0);
    assert_true(3 * n_some > n_all && 3 * n_some < 2 * n_all);
}

static uint64_t frames_hash(uint64_t seed, unsigned troubles)
{
    return sim_hash(sim_of(seed, troubles, 1, &small), &small, 60);
}

static void the_same_seed_gives_the_same_troubles(void **state)
{
    unsigned all = (1U << CROK_SIM_N_TROUBLES) - 1U;
    uint64_t a = frames_hash(5, all);
    (void)state;
    assert_true(a == frames_hash(5, all));
    assert_true(a != frames_hash(6, all));
    assert_true(a != frames_hash(5, 0));
}

/* Until a trouble comes, the frames are those of a film without troubles. */
static void nothing_changes_before_a_trouble(void **state)
{
    (void)state;
    assert_true(frames_hash(5, 1U << CROK_SIM_TURN | 1U << CROK_SIM_RERACK) ==
                frames_hash(5, 0));
}

/* ---- board and camera are moved ---- */

/* What was measured in the frames of one film. */
typedef struct moves {
    int n, n_bad;    /* quiet frames; those in which the true camera is off */
    double worst_px; /* of the true camera */
    double wrong_px; /* of the camera at the film's beginning, at the most */
    double least, most; /* horizontal shift of the board's centre, px */
    int quarters;       /* bit set of what the pose says */
    double turn_rad;    /* the farthest from the beginning */
} moves;

static double off_px(const crok_image *img, const crok_camera *cam,
                     const crok_sim *s, double reach_px)
{
    crok_sim_off off =
        crok_sim_measure(img, cam, &crok_sim_look_at(s)->colours, reach_px);
    double px = fmax(hypot(off.circle.x, off.circle.y), fabs(off.grown_px));
    if (off.n < 20)
        return reach_px;
    return fmax(px, LINE_PX * fabs(off.turn_rad) / TURN_RAD);
}

static void measure_frame(const crok_sim *s, const crok_image *img, moves *m)
{
    static const crok_vec3 hole = {0.0, 0.0, 0.0};
    const crok_camera *first = &crok_sim_look_at(s)->camera;
    crok_camera cam = crok_sim_true_camera(s, &truth);
    double at =
        crok_camera_project(&cam, hole).x - crok_camera_project(first, hole).x;
    double px = off_px(img, &cam, s, REACH_PX);
    m->n++;
    m->n_bad += px > LINE_PX;
    m->worst_px = fmax(m->worst_px, px);
    m->wrong_px = fmax(m->wrong_px, off_px(img, first, s, REACH_PX));
    m->least = fmin(m->least, at);
    m->most = fmax(m->most, at);
    m->quarters |= 1 << truth.moment.pose.quarters;
}

/* Measure every `every`-th frame, if it is quiet, for `most_s` of the film. */
static moves measure_film(uint64_t seed, crok_sim_trouble trouble,
                          double most_s, int every)
{
    crok_sim *s = sim_of(seed, 1U << trouble, 2, &hd);
    crok_image img = sim_picture(&hd);
    moves m = {0};
    for (long i = 0;; i++) {
        bool drawn = i % every == 0;
        if (!sim_next(s, drawn ? &img : NULL, &truth) || truth.t_s > most_s)
            break;
        if (drawn && truth.quiet)
            measure_frame(s, &img, &m);
    }
    print_message("%s, seed %u: %d frames, %d off, at worst %.2f px; the first "
                  "camera %.2f px; shift %.1f to %.1f px, quarters "
                  "%x\n",
                  crok_sim_trouble_name(trouble), (unsigned)seed, m.n, m.n_bad,
                  m.worst_px, m.wrong_px, m.least, m.most,
                  (unsigned)m.quarters);
    crok_image_free(&img);
    crok_sim_free(&s);
    return m;
}

/* The lines are where the true camera of each frame sees them, and not where
 * the camera saw them at the beginning. */
static void the_truth_knows_each_motion(void **state)
{
    static const crok_sim_trouble all[] = {CROK_SIM_PUSH, CROK_SIM_NUDGE,
                                           CROK_SIM_SWAY, CROK_SIM_CREEP,
                                           CROK_SIM_ZOOM};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        moves m = measure_film(3 + i, all[i], 60.0, 10);
        assert_true(m.n > 8);
        assert_true(m.n_bad * 20 <= m.n);
        assert_true(m.wrong_px > 2.0 * LINE_PX);
    }
}

/* A turned board has its quadrant lines where the truth says, and after a whole
 * quarter another grain. */
static void the_truth_knows_each_turn(void **state)
{
    moves m = measure_film(21, CROK_SIM_TURN, 1e9, 50);
    (void)state;
    assert_true(m.n > 8);
    assert_int_equal(m.n_bad, 0);
    assert_true((m.quarters & ~1) != 0 && m.wrong_px > 5.0 * LINE_PX);
}

/* ---- an evening ---- */

/* What an evening with all troubles showed. */
typedef struct evening {
    unsigned set; /* troubles of any frame */
    int n_events, n_shots, n_reracks, n_ends;
    double first_s, longest_gap_s, longest_still_s, longest_hand_s;
    double most_hidden; /* of the board, while discs move */
    int n_object, n_other;
    int n_unseen; /* shots that are seen to move in no frame */
    bool begins_busy, ends_busy;
} evening;

/* Lengths of time: the present one and the longest. */
static void grow(bool goes_on, double step_s, double *now_s, double *longest_s)
{
    *now_s = goes_on ? *now_s + step_s : 0.0;
    *longest_s = fmax(*longest_s, *now_s);
}

static void take_event(evening *e)
{
    char visible[32];
    const crok_event *event = truth.event;
    if (event == NULL)
        return;
    e->n_events++;
    e->n_reracks += event->type == CROK_EVENT_REPLAY_ROUND;
    e->n_ends += event->type == CROK_EVENT_ROUND_END;
    if (event->type != CROK_EVENT_SHOT)
        return;
    e->n_shots++;
    e->n_unseen += truth.n_visible_frames == 0;
    (void)snprintf(visible, sizeof visible, "\"x-visible-frames\":%d}",
                   truth.n_visible_frames);
    assert_non_null(strstr(event->foreign, visible));
}

static void take_frame(evening *e, double last_s)
{
    static double still_s;
    static double hand_s;
    double step_s = truth.t_s - last_s;
    const crok_sim_moment *m = &truth.moment;
    e->set |= m->troubles;
    e->longest_gap_s = fmax(e->longest_gap_s, step_s);
    grow(truth.frozen, step_s, &still_s, &e->longest_still_s);
    grow(truth.hand && !truth.moving, step_s, &hand_s, &e->longest_hand_s);
    if (truth.moving)
        e->most_hidden = fmax(e->most_hidden, truth.hidden.board_frac);
    e->n_object += m->object.there;
    e->n_other += m->other.there;
    e->ends_busy = truth.hand || truth.moving;
}

/* All troubles at once: each comes, and lasts as long as it should. */
static void an_evening_has_every_trouble(void **state)
{
    unsigned all = (1U << CROK_SIM_N_TROUBLES) - 1U;
    crok_sim *s = sim_of(12, all, 2, &small);
    evening e = {.first_s = -1.0};
    double last_s = 0.0;
    (void)state;
    while (sim_next(s, NULL, &truth)) {
        take_event(&e);
        if (truth.missing)
            continue;
        if (e.first_s < 0.0) {
            e.first_s = last_s = truth.t_s;
            e.begins_busy = truth.hand || truth.moving;
            assert_int_equal(truth.index, 0);
        }
        take_frame(&e, last_s);
        last_s = truth.t_s;
    }
    crok_sim_free(&s);
    print_message(
        "%d events, %d shots, %d unseen; begins at %.1f s; gap %.1f s, "
        "still %.1f s, hand %.1f s; hidden %.2f; %d frames with a "
        "thing, %d with another's hand\n",
        e.n_events, e.n_shots, e.n_unseen, e.first_s, e.longest_gap_s,
        e.longest_still_s, e.longest_hand_s, e.most_hidden, e.n_object,
        e.n_other);
    assert_int_equal(e.set, all);
    assert_true(e.first_s > 1.2 && e.begins_busy && e.ends_busy);
    assert_true(e.longest_gap_s >= 2.0 && e.longest_gap_s < 12.0);
    assert_true(e.longest_still_s >= 2.0 && e.longest_still_s < 12.0);
    assert_true(e.longest_hand_s >= 4.0);
    assert_true(e.most_hidden > 0.8);
    assert_true(e.n_object > 10 && e.n_other > 10);
    assert_true(e.n_reracks >= 1 && e.n_ends == 1);
    assert_true(e.n_unseen >= 1 && e.n_unseen * 3 < e.n_shots);
}

/* ---- what hands do with discs ---- */

enum { MAX_IDS = 128 };

/* What was seen of a disc in a film. */
typedef struct followed {
    bool lay, is_held;
    crok_vec3 at_mm; /* where it lay last */
    double off_s;    /* when it was to be taken off; 0: it is not */
} followed;

typedef struct handled {
    followed disc[MAX_IDS];
    int n_misplaced, n_replaced; /* discs that a hand moved by mm, by cm */
    double latest_s;             /* a disc was taken off so late */
} handled;

static void follow_disc(handled *h, const crok_sim_disc *d, bool is_held)
{
    followed *f = &h->disc[d->id];
    double mm = hypot(d->at_mm.x - f->at_mm.x, d->at_mm.y - f->at_mm.y);
    bool lies = !is_held && d->place <= CROK_SIM_LEANING;
    if (f->lay && f->is_held && lies) {
        h->n_misplaced += mm > 2.9 && mm < 20.1;
        h->n_replaced += mm > 25.0;
    }
    if (f->off_s > 0.0 && (is_held || !lies)) {
        h->latest_s = fmax(h->latest_s, truth.t_s - f->off_s);
        f->off_s = 0.0;
    }
    f->is_held = is_held;
    if (lies) {
        f->lay = true;
        f->at_mm = d->at_mm;
    }
}

static handled follow_hands(unsigned troubles)
{
    static handled h;
    crok_sim *s = sim_of(3, troubles, 1, &small);
    h = (handled){.n_misplaced = 0};
    while (sim_next(s, NULL, &truth)) {
        const crok_sim_moment *m = &truth.moment;
        for (int i = 0; i < m->n_discs; i++)
            if (m->discs[i].id > 0 && m->discs[i].id < MAX_IDS)
                follow_disc(&h, &m->discs[i], (m->held & 1ULL << i) != 0);
        if (truth.event != NULL && truth.event->type == CROK_EVENT_SHOT) {
            const crok_decision *d = &truth.event->u.shot.decision;
            for (int i = 0; i < d->n_remove; i++)
                h.disc[d->remove[i].id].off_s = truth.t_s;
        }
    }
    crok_sim_free(&s);
    print_message("%d misplaced, %d placed again, taken off %.1f s late\n",
                  h.n_misplaced, h.n_replaced, h.latest_s);
    return h;
}

static void discs_are_misplaced_and_forgotten(void **state)
{
    handled h = follow_hands(0);
    (void)state;
    assert_int_equal(h.n_misplaced + h.n_replaced, 0);
    assert_true(h.latest_s > 0.5 && h.latest_s < 4.0);
    h = follow_hands(1U << CROK_SIM_MISPLACED);
    assert_true(h.n_misplaced > 0 && h.n_replaced == 0);
    h = follow_hands(1U << CROK_SIM_REPLACED);
    assert_true(h.n_misplaced == 0 && h.n_replaced > 0);
    h = follow_hands(1U << CROK_SIM_FORGOTTEN);
    assert_true(h.latest_s > 4.0 && h.latest_s < 20.0);
}

static double length_s(unsigned troubles)
{
    crok_sim *s = sim_of(3, troubles, 1, &small);
    double t_s = 0.0;
    while (sim_next(s, NULL, &truth))
        t_s = truth.t_s;
    crok_sim_free(&s);
    return t_s;
}

static void players_in_a_hurry_are_sooner_done(void **state)
{
    (void)state;
    assert_true(length_s(1U << CROK_SIM_HURRY) < 0.85 * length_s(0));
}

/* ---- what is hidden ---- */

/* A scene in which only what covers it differs from what is below. */
static crok_sim_look flat_look(const crok_sim *s)
{
    crok_sim_look look = *crok_sim_look_at(s);
    look.shade = 0.0;
    look.noise = 0.0;
    return look;
}

static void draw_still(const crok_sim_look *look, const crok_sim_moment *m,
                       crok_image *img)
{
    crok_sim_moment moments[CROK_SIM_SUB_STEPS];
    crok_sim_draw *draw = NULL;
    for (int k = 0; k < CROK_SIM_SUB_STEPS; k++)
        moments[k] = *m;
    CHECK_STATUS(crok_sim_draw_new(look, &draw, &err), CROK_OK, &err);
    crok_sim_draw_frame(draw, moments, 0, img);
    crok_sim_draw_free(&draw);
}

/* Part of a circle's points at which the two pictures differ. */
static double differing(const crok_image *a, const crok_image *b,
                        const crok_camera *cam, crok_vec3 middle, double r_mm)
{
    enum { N = 400 };
    int n = 0;
    for (int i = 0; i < N; i++) {
        double r = r_mm * sqrt((i + 0.5) / N);
        crok_px p = crok_camera_project(
            cam, (crok_vec3){middle.x + r * cos(2.4 * i),
                             middle.y + r * sin(2.4 * i), middle.z});
        int x = (int)lround(p.x);
        int y = (int)lround(p.y);
        bool out = x < 0 || y < 0 || x >= a->w_px || y >= a->h_px;
        n += out || memcmp(crok_image_row(a, y) + 3 * x,
                           crok_image_row(b, y) + 3 * x, 3) != 0;
    }
    return (double)n / N;
}

/* Draw the present moment with and without all that covers it, and compare
 * where they differ with what the truth says is hidden, both ways. */
static void check_hidden(const crok_sim *s, int n_discs[2])
{
    crok_sim_look look = flat_look(s);
    const crok_board *b = &look.table.board;
    crok_sim_moment open = truth.moment;
    crok_camera cam = crok_sim_true_camera(s, &truth);
    crok_image with = sim_picture(&hd);
    crok_image without = sim_picture(&hd);
    open.hand.there = open.other.there = open.object.there = false;
    open.leans_over = 0.0;
    draw_still(&look, &truth.moment, &with);
    draw_still(&look, &open, &without);
    CHECK_NEAR(differing(&with, &without, &cam, (crok_vec3){0.0, 0.0, 0.0},
                         look.table.surface_mm),
               truth.hidden.board_frac, 0.04);
    for (int i = 0; i < truth.moment.n_discs; i++) {
        bool is_hidden = (truth.hidden.discs & 1ULL << i) != 0;
        crok_vec3 top = truth.moment.discs[i].at_mm;
        double part = 0.0;
        top.z += b->disc_height_mm;
        part = differing(&with, &without, &cam, top, b->disc_mm);
        if (truth.moment.discs[i].place == CROK_SIM_AWAY)
            continue;
        n_discs[is_hidden]++;
        if (fabs(part - 0.5) > 0.15)
            assert_int_equal(is_hidden, part > 0.5);
    }
    crok_image_free(&with);
    crok_image_free(&without);
}

static void hidden_means_hidden(void **state)
{
    unsigned set =
        1U << CROK_SIM_HANDS | 1U << CROK_SIM_COVERED | 1U << CROK_SIM_OBJECT;
    crok_sim *s = sim_of(1, set, 1, &hd);
    int n = 0;
    int n_discs[2] = {0, 0};
    double checked_s = 0.0;
    (void)state;
    while (n < 8 && sim_next(s, NULL, &truth)) {
        const crok_sim_moment *m = &truth.moment;
        if (truth.t_s < 40.0 || truth.t_s < checked_s + 0.4 ||
            !(m->other.there || m->object.there || m->leans_over > 0.0) ||
            (n % 2 == 0 && truth.hidden.discs == 0))
            continue;
        check_hidden(s, n_discs);
        checked_s = truth.t_s;
        n++;
    }
    crok_sim_free(&s);
    print_message("%d frames: %d discs seen, %d hidden\n", n, n_discs[0],
                  n_discs[1]);
    assert_int_equal(n, 8);
    assert_true(n_discs[0] > 4 && n_discs[1] > 10);
}

/* ---- filters ---- */

/* A white frame among black ones: how it shows in each of them. */
static void white_once(unsigned troubles, uint64_t seed, int out[6])
{
    uint8_t px[3] = {0};
    crok_image img = {px, 1, 1, 3, CROK_RGB8};
    crok_sim_filter *f = NULL;
    CHECK_STATUS(crok_sim_filter_new(troubles, seed, 1, 1, &f, &err), CROK_OK,
                 &err);
    for (int i = 0; i < 6; i++) {
        memset(px, i == 2 ? 255 : 0, sizeof px);
        crok_sim_filter_apply(f, i, &img);
        out[i] = px[0];
    }
    crok_sim_filter_free(&f);
}

static void filters_leave_ghosts_and_doubles(void **state)
{
    int y[6];
    int n_doubled = 0;
    (void)state;
    white_once(0, 1, y);
    assert_true(y[1] == 0 && y[2] == 255 && y[3] == 0);
    white_once(1U << CROK_SIM_GHOST, 1, y);
    assert_true(y[1] == 0 && y[2] > 80 && y[2] < 170);
    assert_true(y[3] > 30 && y[3] < y[2] && y[4] > 10 && y[4] < y[3]);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        white_once(1U << CROK_SIM_DOUBLED, seed, y);
        assert_true(y[1] == 0 && y[4] == 0 && y[5] == 0);
        n_doubled += y[2] == 128 || y[3] == 128;
        assert_true(y[2] == 255 || y[2] == 128);
    }
    assert_true(n_doubled >= 2);
}

/* ---- a hand that never leaves ---- */

/* In each frame its finger tips are at the rim, beside a seat that does not
 * shoot. */
static void a_hand_rests_at_the_rim_all_the_time(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        crok_sim *s = sim_of(seed, 1U << CROK_SIM_RESTS, 1, &small);
        crok_sim_truth t;
        bool more = true;
        for (int i = 0; i < 150; i++) {
            double r = 0.0;
            CHECK_STATUS(crok_sim_frame(s, NULL, &t, &more, &err), CROK_OK,
                         &err);
            assert_true(more);
            r = hypot(t.moment.resting.tip_mm.x, t.moment.resting.tip_mm.y);
            assert_true(t.moment.resting.there);
            assert_true(t.hand);
            assert_true(r > 250.0 && r < 400.0);
            assert_true(fabs(t.moment.resting.tip_mm.x) >
                        fabs(t.moment.resting.tip_mm.y));
        }
        crok_sim_free(&s);
    }
}

/* ---- pixels that are not square ---- */

static void squeezed_pictures_show_the_same(void **state)
{
    int narrower = 0;
    (void)state;
    assert_int_equal(crok_sim_aspect_of(0, 3).num, 1);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        crok_sim_aspect a = crok_sim_aspect_of(1U << CROK_SIM_SQUEEZED, seed);
        int w_px = crok_sim_stored_width(a, small.w_px);
        crok_sim_camera stored = {w_px, small.h_px, small.fps};
        crok_image from = sim_picture(&small);
        crok_image to = sim_picture(&stored);
        int edge = small.w_px * (int)seed / 8;
        int dark = 0;
        memset(crok_image_row(&from, 9), 0, (size_t)small.w_px * 3);
        for (int x = edge; x < small.w_px; x++)
            crok_image_row(&from, 9)[3 * x] = 200;
        crok_sim_squeeze(&from, &to);
        for (int x = 0; x < w_px; x++)
            dark += crok_image_row(&to, 9)[3 * x] < 100;
        CHECK_NEAR((double)dark * a.num / a.den, edge, 1.5);
        assert_true(a.num > a.den && w_px % 2 == 0);
        narrower += w_px < small.w_px;
        crok_image_free(&from);
        crok_image_free(&to);
    }
    assert_int_equal(narrower, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_is_read),
        cmocka_unit_test(a_mixture_depends_on_the_seed),
        cmocka_unit_test(the_same_seed_gives_the_same_troubles),
        cmocka_unit_test(nothing_changes_before_a_trouble),
        cmocka_unit_test(the_truth_knows_each_motion),
        cmocka_unit_test(the_truth_knows_each_turn),
        cmocka_unit_test(an_evening_has_every_trouble),
        cmocka_unit_test(discs_are_misplaced_and_forgotten),
        cmocka_unit_test(players_in_a_hurry_are_sooner_done),
        cmocka_unit_test(hidden_means_hidden),
        cmocka_unit_test(filters_leave_ghosts_and_doubles),
        cmocka_unit_test(a_hand_rests_at_the_rim_all_the_time),
        cmocka_unit_test(squeezed_pictures_show_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
