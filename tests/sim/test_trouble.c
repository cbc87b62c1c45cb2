/* SPDX-License-Identifier: Apache-2.0
 *
 * The troubles of a simulated evening: each shows in the frames, and the truth
 * says of it what the frames show. */
#include "check.h"

#include <string.h>

#include "sim/measure.h"
#include "sim/sim.h"

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

static crok_image picture(const crok_sim_camera *c)
{
    crok_image img = {0};
    CHECK_STATUS(crok_image_new(c->w_px, c->h_px, CROK_RGB8, &img, &err),
                 CROK_OK, &err);
    return img;
}

static bool next(crok_sim *s, crok_image *img)
{
    bool more = true;
    CHECK_STATUS(crok_sim_frame(s, img, &truth, &more, &err), CROK_OK, &err);
    return more;
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
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        unsigned set = 0;
        assert_true(crok_sim_troubles_read("all", seed, &set));
        any |= set;
        every &= set;
    }
    assert_int_equal(any, (1U << CROK_SIM_N_TROUBLES) - 1U);
    assert_int_equal(every, 0);
}

static uint64_t frames_hash(uint64_t seed, unsigned troubles)
{
    crok_sim *s = sim_of(seed, troubles, 1, &small);
    crok_image img = picture(&small);
    uint64_t h = 0xCBF29CE484222325U;
    for (int i = 0; i < 60 && next(s, &img); i++)
        for (size_t k = 0; k < img.stride_bytes * (size_t)img.h_px; k += 7)
            h = (h ^ img.data[k]) * 0x100000001B3U;
    crok_image_free(&img);
    crok_sim_free(&s);
    return h;
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
    crok_image img = picture(&hd);
    moves m = {0};
    for (long i = 0;; i++) {
        bool drawn = i % every == 0;
        if (!next(s, drawn ? &img : NULL) || truth.t_s > most_s)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_is_read),
        cmocka_unit_test(a_mixture_depends_on_the_seed),
        cmocka_unit_test(the_same_seed_gives_the_same_troubles),
        cmocka_unit_test(the_truth_knows_each_motion),
        cmocka_unit_test(the_truth_knows_each_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
