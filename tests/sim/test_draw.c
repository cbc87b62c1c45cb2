/* SPDX-License-Identifier: Apache-2.0
 *
 * The simulated pictures: where things are drawn, that the same options give
 * the same frames, and what the photo scorer makes of them. */
#include "sim/frames.h"

#include <stdlib.h>
#include <string.h>

#include "sim/draw.h"
#include "sim/photo.h"
#include "sim/sim.h"

static crok_err err;
static crok_sim_truth truth;
static const crok_sim_camera hd = {1280, 720, 30.0};

static crok_sim *sim_of(uint64_t seed, const char *rules,
                        const crok_sim_camera *camera)
{
    crok_sim_options o = {.seed = seed, .rules = rules, .rounds = 1};
    crok_sim *s = NULL;
    CHECK_STATUS(crok_sim_new(&o, camera, &s, &err), CROK_OK, &err);
    return s;
}

static bool next(crok_sim *s, crok_image *img)
{
    return sim_next(s, img, &truth);
}

/* ---- the same options, the same frames ---- */

static uint64_t frames_hash(uint64_t seed, int n)
{
    const crok_sim_camera small = {320, 240, 10.0};
    return sim_hash(sim_of(seed, "depot", &small), &small, n);
}

static void the_same_seed_gives_the_same_frames(void **state)
{
    uint64_t a = frames_hash(5, 150);
    (void)state;
    assert_true(a == frames_hash(5, 150));
    assert_true(a != frames_hash(6, 150));
}

/* ---- where a disc is drawn ---- */

/* An appearance without anything that shades a disc's face. */
static crok_sim_look plain_look(uint64_t seed)
{
    static const crok_sim_colour white = {"white", {240, 240, 240}};
    static const uint8_t wall[3] = {161, 161, 161}; /* as a disc's wall is */
    crok_sim_look l = crok_sim_look_of(CROK_SIM_LOOKS_OLD, seed, 2, 1280, 720);
    l.colours.side[0] = white;
    memcpy(l.colours.wood, wall, sizeof wall);
    l.shadow = (crok_mm){0.0, 0.0};
    l.glare = 0.0;
    l.noise = 0.0;
    l.falloff = 0.0;
    l.lamp = 1.0;
    l.shade = 0.0;
    l.grain = 0.0;
    return l;
}

/* Centroid of the bright pixels near p. */
static crok_px bright_middle(const crok_image *img, crok_px p, double reach)
{
    double sx = 0.0;
    double sy = 0.0;
    double n = 0.0;
    for (int y = (int)(p.y - reach); y <= (int)(p.y + reach); y++)
        for (int x = (int)(p.x - reach); x <= (int)(p.x + reach); x++) {
            bool face =
                crok_image_row(img, y)[3 * x + 2] > 199; /* half-way in light */
            sx += face ? x : 0;
            sy += face ? y : 0;
            n += face;
        }
    assert_true(n > 100);
    return (crok_px){sx / n, sy / n};
}

/* Centre of the image of the upper circle; perspective makes it differ from the
 * image of the circle's centre. */
static crok_px face_middle(const crok_camera *cam, crok_vec3 foot)
{
    const crok_board *b = crok_board_tournament();
    enum { N = 360 };
    double area = 0.0;
    double sx = 0.0;
    double sy = 0.0;
    crok_px p[N];
    for (int i = 0; i < N; i++) {
        double a = 2.0 * CROK_PI * i / N;
        p[i] =
            crok_camera_project(cam, (crok_vec3){foot.x + b->disc_mm * cos(a),
                                                 foot.y + b->disc_mm * sin(a),
                                                 foot.z + b->disc_height_mm});
    }
    for (int i = 0; i < N; i++) {
        crok_px q = p[(i + 1) % N];
        double w = p[i].x * q.y - q.x * p[i].y;
        area += 0.5 * w;
        sx += w * (p[i].x + q.x) / 6.0;
        sy += w * (p[i].y + q.y) / 6.0;
    }
    return (crok_px){sx / area, sy / area};
}

static double worst_place(uint64_t seed)
{
    crok_sim_look look = plain_look(seed);
    crok_sim_moment m = {.light = 1.0, .n_discs = 9};
    crok_sim_moment moments[CROK_SIM_SUB_STEPS];
    crok_sim_draw *draw = NULL;
    crok_image img = sim_picture(&hd);
    double worst = 0.0;
    for (int i = 0; i < m.n_discs; i++) {
        double r = i == 0 ? 45.0 : 118.0 + 22.0 * i; /* clear of the pegs */
        m.discs[i].at_mm = (crok_vec3){r * cos(2.2 * i), r * sin(2.2 * i), 0};
    }
    for (int k = 0; k < CROK_SIM_SUB_STEPS; k++)
        moments[k] = m;
    CHECK_STATUS(crok_sim_draw_new(&look, &draw, &err), CROK_OK, &err);
    crok_sim_draw_frame(draw, moments, 0, &img);
    for (int i = 0; i < m.n_discs; i++) {
        crok_px want = face_middle(&look.camera, m.discs[i].at_mm);
        crok_px got = bright_middle(&img, want, 22.0);
        worst = fmax(worst, hypot(got.x - want.x, got.y - want.y));
    }
    crok_image_free(&img);
    crok_sim_draw_free(&draw);
    return worst;
}

static void a_disc_is_drawn_where_the_camera_model_says(void **state)
{
    double worst = 0.0;
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++)
        worst = fmax(worst, worst_place(seed));
    print_message("faces of 18 discs: at worst %.3f px off\n", worst);
    CHECK_NEAR(worst, 0.0, 0.2);
}

/* ---- what the photo scorer sees ---- */

/* One simulation runs ahead to choose the frames, the other draws them: after
 * every second shot, with some discs on the board. */
static void score_match(uint64_t seed, const char *rules, int n_frames,
                        crok_sim_tally *sum)
{
    crok_sim *ahead = sim_of(seed, rules, &hd);
    crok_sim *s = sim_of(seed, rules, &hd);
    crok_image img = sim_picture(&hd);
    int shots = 0;
    int drawn_at = 0;
    while (n_frames > 0 && next(ahead, NULL)) {
        bool draw = false;
        shots += truth.event != NULL && truth.event->type == CROK_EVENT_SHOT;
        draw = truth.quiet && crok_sim_n_on_board(&truth) >= 4 &&
               shots >= drawn_at + 2;
        assert_true(next(s, draw ? &img : NULL));
        if (!draw)
            continue;
        crok_sim_score_frame(s, &truth, &img, true, sum);
        drawn_at = shots;
        n_frames--;
    }
    crok_image_free(&img);
    crok_sim_free(&s);
    crok_sim_free(&ahead);
}

static void frames_at_rest_are_scored_right(void **state)
{
    crok_sim_tally sum = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++)
        score_match(seed, seed % 2 ? "masters" : "woodestic", 3, &sum);
    print_message("%d frames: %d as they are, %d totals right; %d discs: %d "
                  "matched, %d with their value, at worst %.2f mm off\n",
                  sum.frames, sum.ok, sum.totals, sum.discs, sum.matched,
                  sum.exact, sum.worst_mm);
    assert_true(sum.frames >= 7);
    assert_int_equal(sum.found, sum.matched); /* none invented */
    assert_true(sum.ok * 10 >= sum.frames * 9);
    assert_true(sum.totals * 10 >= sum.frames * 9);
    assert_true(sum.exact * 100 >= sum.discs * 95);
}

/* ---- awkward things ---- */

static crok_sim *odd_sim(const crok_sim_camera *camera, int n,
                         const crok_sim_trick *tricks)
{
    crok_sim_options o = {.seed = 4, .rules = "depot", .rounds = 1};
    crok_sim *s = NULL;
    for (int i = 0; i < n; i++)
        o.wish[o.n_wishes++] = (crok_sim_wish){tricks[i], i + 1};
    CHECK_STATUS(crok_sim_new(&o, camera, &s, &err), CROK_OK, &err);
    return s;
}

static double mean_of(const crok_image *img)
{
    double sum = 0.0;
    size_t n = img->stride_bytes * (size_t)img->h_px;
    for (size_t i = 0; i < n; i++)
        sum += img->data[i];
    return sum / (double)n;
}

/* Mean difference of two pictures in grey levels per sample. */
static double apart(const crok_image *a, const crok_image *b)
{
    double sum = 0.0;
    size_t n = a->stride_bytes * (size_t)a->h_px;
    for (size_t i = 0; i < n; i++)
        sum += abs(a->data[i] - b->data[i]);
    return sum / (double)n;
}

/* The light goes off and on, the picture freezes, a person leans over, the
 * camera is knocked, the light goes down: all of it shows, and only then. */
static void odd_things_show(void **state)
{
    static const crok_sim_trick tricks[] = {
        CROK_SIM_TRICK_DARK, CROK_SIM_TRICK_FREEZE, CROK_SIM_TRICK_LEAN_OVER,
        CROK_SIM_TRICK_BUMP, CROK_SIM_TRICK_DIM};
    const crok_sim_camera small = {320, 240, 15.0};
    crok_sim *s = odd_sim(&small, 5, tricks);
    crok_image img = sim_picture(&small);
    crok_image last = sim_picture(&small);
    double light = 0.0;
    double knock = 0.0;
    int n_dark = 0;
    int n_frozen = 0;
    int n_over = 0;
    (void)state;
    for (int i = 0; next(s, &img); i++) {
        double mean = mean_of(&img);
        light = i == 0 ? mean : light;
        n_dark += truth.moment.light < 0.1;
        if (truth.moment.light < 0.1)
            assert_true(mean < 0.3 * light);
        if (truth.frozen)
            assert_memory_equal(img.data, last.data,
                                img.stride_bytes * (size_t)img.h_px);
        else if (i > 0)
            assert_true(apart(&img, &last) > 0.3);
        n_frozen += truth.frozen;
        if (truth.moment.leans_over >= 1.0) {
            n_over++;
            assert_true(truth.hand && mean < 0.95 * light);
        }
        knock = truth.moment.knock;
        memcpy(last.data, img.data, img.stride_bytes * (size_t)img.h_px);
    }
    assert_true(n_dark > 20 && n_over > 10 && n_frozen > 20);
    assert_true(fabs(knock) > 0.4);
    assert_true(mean_of(&img) < 0.8 * light);
    crok_image_free(&img);
    crok_image_free(&last);
    crok_sim_free(&s);
}

/* ---- time ---- */

static const crok_sim_disc *disc_in(const crok_sim_moment *m, int id)
{
    for (int i = 0; i < m->n_discs; i++)
        if (m->discs[i].id == id)
            return &m->discs[i];
    return NULL;
}

/* When a shot is reported, its discs are at the places that it gives; and every
 * frame that is called quiet shows the discs before the next shot and nothing
 * else. */
static void check_reported_shot(const crok_shot *shot)
{
    for (int i = 0; i < shot->n_after; i++) {
        const crok_sim_disc *d = disc_in(&truth.moment, shot->after[i].id);
        assert_non_null(d);
        CHECK_NEAR(d->at_mm.x, shot->after[i].x_mm, 0.05);
        CHECK_NEAR(d->at_mm.y, shot->after[i].y_mm, 0.05);
    }
}

static void check_quiet(const crok_shot *shot, const crok_sim_moment *m)
{
    int n = 0;
    for (int i = 0; i < m->n_discs; i++)
        n += m->discs[i].place <= CROK_SIM_LEANING;
    assert_int_equal(n, shot->n_before);
    for (int i = 0; i < shot->n_before; i++) {
        const crok_sim_disc *d = disc_in(m, shot->before[i].id);
        assert_non_null(d);
        CHECK_NEAR(d->at_mm.x, shot->before[i].x_mm, 1e-9);
        CHECK_NEAR(d->at_mm.y, shot->before[i].y_mm, 1e-9);
    }
}

static void frames_agree_with_events(void **state)
{
    static crok_sim_moment quiet;
    const crok_sim_camera fast = {320, 240, 60.0};
    crok_sim *s = sim_of(8, "cancellation", &fast);
    bool has_hand = false; /* a hand was over the board since the last shot */
    int n_shots = 0;
    int n_moving = 0;
    (void)state;
    while (next(s, NULL)) {
        const crok_event *e = truth.event;
        n_moving += truth.moving;
        has_hand = has_hand || truth.hand;
        if (e == NULL || e->type != CROK_EVENT_SHOT) {
            if (truth.quiet)
                quiet = truth.moment;
            continue;
        }
        check_reported_shot(&e->u.shot.shot);
        if (n_shots > 0)
            check_quiet(&e->u.shot.shot, &quiet);
        assert_true(has_hand && n_moving > 10);
        has_hand = false;
        n_moving = 0;
        n_shots++;
    }
    assert_int_equal(n_shots, 24);
    crok_sim_free(&s);
}

/* ---- YUYV ---- */

static void yuyv_is_as_a_webcam_gives_it(void **state)
{
    uint8_t rgb[12] = {255, 255, 255, 255, 255, 255, 255, 0, 0, 255, 0, 0};
    static const uint8_t want[8] = {235, 128, 235, 128, 82, 90, 82, 240};
    uint8_t got[8] = {0};
    crok_image img = {rgb, 4, 1, 12, CROK_RGB8};
    (void)state;
    crok_sim_to_yuyv(&img, got);
    for (int i = 0; i < 8; i++)
        CHECK_NEAR(got[i], want[i], 1.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_gives_the_same_frames),
        cmocka_unit_test(a_disc_is_drawn_where_the_camera_model_says),
        cmocka_unit_test(odd_things_show),
        cmocka_unit_test(frames_agree_with_events),
        cmocka_unit_test(yuyv_is_as_a_webcam_gives_it),
        cmocka_unit_test(frames_at_rest_are_scored_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
