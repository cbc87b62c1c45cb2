/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/draw_board.h"
#include "jpeg_file.h"
#include "score/board_groups.h"
#include "score/score_photo.h"

static const draw_rgb BLACK = {36, 34, 34};
static const draw_rgb RED = {170, 40, 40};
static const draw_rgb GREEN = {50, 130, 70};

/* A photo of a board with print. */
typedef struct photo {
    double tilt_rad, middle_mm;
    bool has_discs, has_twenty;
    bool has_other_print;
    bool has_ring;  /* a printed ring of a disc's size and colour */
    bool has_patch; /* a green patch, larger than a disc */
    uint64_t seed;
    char path[40];
} photo;

static const crok_mm ring_at = {-140.0, -90.0};
static const crok_mm patch_at = {-150.0, 160.0};

static void write_photo(photo *p)
{
    static const crok_mm print[2][4] = {
        {{70, 150}, {-40, 260}, {-150, 20}, {250, -60}},
        {{150, 100}, {-240, 60}, {-50, 100}, {150, -160}}};
    crok_camera cam = draw_camera(1200, 900, p->tilt_rad, 0.5);
    draw_board b = draw_tournament(&cam);
    b.dimmer_frac = 0.08;
    crok_image img;
    crok_err err = {0};
    int fd = -1;
    (void)snprintf(p->path, sizeof p->path, "/tmp/crokeye-known-XXXXXX");
    fd = mkstemp(p->path);
    assert_true(fd >= 0);
    (void)close(fd);
    b.seed = p->seed;
    b.ring_mm[CROK_LINE_MIDDLE] = p->middle_mm;
    b.floor = BLACK; /* as dark as a side's discs */
    if (p->has_discs) {
        draw_add_disc(&b, 120.0, 40.0, BLACK);
        draw_add_disc(&b, -60.0, 150.0, RED);
    }
    if (p->has_twenty)
        draw_add_twenty(&b, RED);
    img = draw_picture(&b);
    draw_spots(&img, &cam, print[p->has_other_print], 4, 9.0, BLACK);
    if (p->has_ring)
        draw_spots(&img, &cam, &ring_at, 1, 15.9, BLACK);
    if (p->has_patch)
        draw_spots(&img, &cam, &patch_at, 1, 40.0, GREEN);
    assert_int_equal(jpeg_file(&img, p->path, 94, &err), CROK_OK);
    crok_image_free(&img);
}

static photo usual_photo(double tilt_rad, uint64_t seed)
{
    return (photo){.tilt_rad = tilt_rad,
                   .middle_mm = 190.0,
                   .has_discs = true,
                   .seed = seed};
}

static crok_result *scored(photo *p, const crok_score_photo_options *options,
                           crok_known_board *seen)
{
    crok_result *r = calloc(1, sizeof *r);
    assert_non_null(r);
    write_photo(p);
    crok_score_photo_of_board(p->path, options, NULL, r, seen);
    (void)unlink(p->path);
    return r;
}

/* Learn the board from one picture. */
static void learn(photo *p, bool is_empty, crok_known_board *out)
{
    static crok_board_view view;
    crok_score_photo_options options = crok_score_photo_usual();
    crok_err err = {0};
    crok_result *r = NULL;
    options.is_empty = is_empty;
    r = scored(p, &options, &view.seen);
    CHECK_STATUS(r->status, CROK_OK, &r->err);
    CHECK_STATUS(crok_known_merge(&view, 1, "mine", out, &err), CROK_OK, &err);
    free(r);
}

static crok_known_board known;

static crok_result *scored_with(photo *p)
{
    crok_score_photo_options options = crok_score_photo_usual();
    options.scan.known = &known;
    return scored(p, &options, NULL);
}

static void a_known_board_gives_name_and_size(void **state)
{
    photo empty = {.tilt_rad = 0.1, .middle_mm = 190.0, .seed = 1};
    photo round = usual_photo(0.3, 2);
    crok_result *r = NULL;
    (void)state;
    learn(&empty, true, &known);
    known.board.hole_mm *= 0.97; /* the scale is the known board's */
    for (int k = 0; k < CROK_N_LINES; k++)
        known.board.line_mm[k] *= 0.97;
    r = scored_with(&round);
    CHECK_STATUS(r->status, CROK_OK, &r->err);
    assert_string_equal(r->score.seen.pose.board.model, "mine");
    CHECK_NEAR(r->score.seen.pose.board.line_mm[CROK_LINE_OUTER],
               known.board.line_mm[CROK_LINE_OUTER], 1e-6);
    free(r);
}

static void a_picture_of_another_board_is_refused(void **state)
{
    photo empty = {.tilt_rad = 0.1, .middle_mm = 190.0, .seed = 1};
    photo ratios = usual_photo(0.3, 2);
    photo print = usual_photo(0.3, 3);
    crok_result *r = NULL;
    (void)state;
    learn(&empty, true, &known);
    ratios.middle_mm = 200.0;
    r = scored_with(&ratios);
    CHECK_STATUS(r->status, CROK_ENOBOARD, &r->err);
    assert_non_null(strstr(r->err.msg, "not the board \"mine\""));
    free(r);
    print.has_other_print = true;
    r = scored_with(&print);
    CHECK_STATUS(r->status, CROK_ENOBOARD, &r->err);
    assert_non_null(strstr(r->err.msg, "print"));
    free(r);
}

/* How sure it is that the hole is empty. */
static double empty_chance(const crok_result *r)
{
    CHECK_STATUS(r->status, CROK_OK, &r->err);
    return r->score.seen.hole.empty_chance;
}

static void the_known_floor_tells_an_empty_hole(void **state)
{
    crok_score_photo_options usual = crok_score_photo_usual();
    photo empty = {.tilt_rad = 0.1, .middle_mm = 190.0, .seed = 1};
    photo round = usual_photo(0.3, 2);
    photo twenty = usual_photo(0.3, 3);
    crok_result *without = NULL;
    crok_result *with = NULL;
    (void)state;
    twenty.has_twenty = true;
    learn(&empty, true, &known);
    CHECK_NEAR(known.floor.chance, 1.0, 1e-9);
    without = scored(&round, &usual, NULL);
    with = scored_with(&round);
    assert_true(empty_chance(without) < 0.98);
    assert_true(empty_chance(with) > empty_chance(without));
    free(without);
    free(with);
    without = scored(&twenty, &usual, NULL);
    with = scored_with(&twenty);
    assert_true(empty_chance(with) <= empty_chance(without));
    free(without);
    free(with);
}

static int n_at_ring(const crok_result *r)
{
    const crok_observation *o = &r->score.seen;
    int n = 0;
    CHECK_STATUS(r->status, CROK_OK, &r->err);
    for (int i = 0; i < o->n_discs; i++)
        n += hypot(o->discs[i].at.x, o->discs[i].at.y) > 150.0 &&
             hypot(o->discs[i].at.x, o->discs[i].at.y) < 180.0 &&
             o->discs[i].state == CROK_DISC_FLAT;
    return n;
}

/* A filled circle of a disc's size and colour is print if the empty board has
 * it. */
static void known_print_is_no_disc(void **state)
{
    crok_score_photo_options usual = crok_score_photo_usual();
    photo empty = {
        .tilt_rad = 0.1, .middle_mm = 190.0, .has_ring = true, .seed = 1};
    photo round = usual_photo(0.2, 2);
    crok_result *without = NULL;
    crok_result *with = NULL;
    (void)state;
    round.has_ring = true;
    learn(&empty, true, &known);
    without = scored(&round, &usual, NULL);
    with = scored_with(&round);
    assert_int_equal(n_at_ring(without), 2); /* with the red one */
    assert_int_equal(n_at_ring(with), 1);
    free(without);
    free(with);
    /* where nobody said that the board was empty, it may have been a disc */
    known.is_bare = false;
    with = scored_with(&round);
    assert_int_equal(n_at_ring(with), 2);
    free(with);
}

static double covered(const crok_result *r)
{
    CHECK_STATUS(r->status, CROK_OK, &r->err);
    return r->score.seen.unseen.covered_frac;
}

/* A patch that the bare board has hides nothing; another one may. */
static void what_the_bare_board_shows_covers_nothing(void **state)
{
    crok_score_photo_options usual = crok_score_photo_usual();
    photo empty = {
        .tilt_rad = 0.1, .middle_mm = 190.0, .has_patch = true, .seed = 1};
    photo round = usual_photo(0.2, 2);
    crok_result *without = NULL;
    crok_result *with = NULL;
    (void)state;
    round.has_patch = true;
    learn(&empty, true, &known);
    assert_true(crok_bare_is_known(&known.bare));
    without = scored(&round, &usual, NULL);
    with = scored_with(&round);
    print_message("covered %.4f, known %.4f\n", covered(without),
                  covered(with));
    assert_true(covered(without) > 0.01);
    assert_true(covered(with) < 0.3 * covered(without));
    free(with);
    empty.has_patch = false;
    learn(&empty, true, &known);
    with = scored_with(&round);
    print_message("known without it %.4f\n", covered(with));
    assert_true(covered(with) > 0.01);
    free(with);
    free(without);
}

static void known_sides_keep_their_names(void **state)
{
    photo first = usual_photo(0.1, 1);
    photo round = usual_photo(0.3, 2);
    crok_result *r = NULL;
    (void)state;
    learn(&first, false, &known);
    assert_int_equal(known.n_sides, 2);
    for (int i = 0; i < 2; i++)
        (void)snprintf(known.side[i].name, sizeof known.side[i].name, "%s",
                       known.side[i].rgb[0] > 100.0 ? "blue" : "yellow");
    r = scored_with(&round);
    CHECK_STATUS(r->status, CROK_OK, &r->err);
    assert_int_equal(r->score.seen.n_sides, 2);
    assert_string_equal(r->score.seen.sides[0].name, "blue");
    assert_true(r->score.seen.sides[0].rgb[0] > 100);
    for (int i = 0; i < r->score.seen.n_discs; i++) {
        const crok_seen_disc *d = &r->score.seen.discs[i];
        assert_int_equal(d->side, d->rgb[0] > 100 ? 0 : 1);
    }
    free(r);
}

/* ---- photos that answer each other ---- */

static crok_board_photo look[3];
static crok_board_lesson lesson;

static void look_at(photo *p, int number, crok_board_photo *out)
{
    static crok_known_board seen;
    crok_score_photo_options usual = crok_score_photo_usual();
    crok_result *r = scored(p, &usual, &seen);
    CHECK_STATUS(r->status, CROK_OK, &r->err);
    crok_board_photo_make(number, &seen, &r->score, out);
    free(r);
}

static void photos_of_one_board_form_a_group(void **state)
{
    crok_board_groups groups = {.n = 0};
    photo of[3] = {usual_photo(0.1, 1), usual_photo(0.3, 2),
                   usual_photo(0.2, 3)};
    int group[3];
    (void)state;
    of[1].has_other_print = true;
    for (int i = 0; i < 3; i++) {
        look_at(&of[i], i, &look[i]);
        group[i] = crok_board_groups_add(&groups, &look[i]);
    }
    assert_int_equal(groups.n, 2);
    assert_int_equal(group[0], group[2]);
    assert_int_not_equal(group[0], group[1]);
    crok_board_groups_learn(&groups, group[0], &look[0], &lesson);
    assert_int_equal(lesson.n_names, 1);
    crok_board_groups_learn(&groups, group[1], &look[1], &lesson);
    assert_int_equal(lesson.n_names, 0);
    crok_board_groups_free(&groups);
}

/* How many of the group's other photos tell photo 0 what the bare board looks
 * like? */
static int n_bare(const crok_board_photo of[2])
{
    crok_board_groups groups = {.n = 0};
    int n = 0;
    for (int i = 0; i < 2; i++)
        assert_int_equal(crok_board_groups_add(&groups, &of[i]), 0);
    crok_board_groups_learn(&groups, 0, &of[0], &lesson);
    n = lesson.n_bare;
    crok_board_groups_free(&groups);
    return n;
}

static void only_a_photo_that_is_sure_of_its_hole_tells_of_it(void **state)
{
    photo of[2] = {usual_photo(0.1, 1), usual_photo(0.3, 2)};
    (void)state;
    for (int i = 0; i < 2; i++)
        look_at(&of[i], i, &look[i]);
    look[1].n_discs = 1; /* of another round */
    look[1].disc[0] = (crok_mm){-30.0, -210.0};
    look[1].shows_floor = false;
    assert_int_equal(n_bare(look), 1);
    assert_true(lesson.bare.floor.chance == 0.0);
    look[1].shows_floor = true;
    assert_int_equal(n_bare(look), 1);
    assert_true(lesson.bare.floor.chance > 0.0);
    assert_int_equal(lesson.bare.n_sides, 0);
}

/* The same discs at the same places, from another side. */
static void a_copy_tells_nothing_of_the_hole(void **state)
{
    photo of[2] = {usual_photo(0.1, 1), usual_photo(0.3, 2)};
    (void)state;
    for (int i = 0; i < 2; i++) {
        look_at(&of[i], i, &look[i]);
        look[i].shows_floor = true;
    }
    assert_true(look[0].n_discs > 1);
    assert_int_equal(n_bare(look), 0);
    look[1].n_discs--; /* one was not seen */
    assert_int_equal(n_bare(look), 0);
    for (int i = 0; i < look[1].n_discs; i++)
        look[1].disc[i].x += 40.0;
    assert_int_equal(n_bare(look), 1);
    look[0].n_discs = 0;
    look[1].n_discs = 0; /* both empty: they may be one picture */
    assert_int_equal(n_bare(look), 0);
}

/* Is a photo with this in its hole sure that it is empty? */
static bool shows_floor(crok_disc_state state, bool is_maybe,
                        double empty_chance)
{
    static crok_score s;
    memset(&s, 0, sizeof s);
    s.seen.hole =
        (crok_hole_look){.is_seen = true, .empty_chance = empty_chance};
    s.seen.n_discs = !is_maybe;
    s.seen.n_maybe = is_maybe;
    s.seen.discs[0].state = s.seen.maybe[0].state = state;
    crok_board_photo_make(0, &look[0].seen, &s, &look[2]);
    return look[2].shows_floor;
}

static void a_hole_in_question_shows_no_floor(void **state)
{
    (void)state;
    assert_true(shows_floor(CROK_DISC_FLAT, false, 0.95));
    assert_false(shows_floor(CROK_DISC_FLAT, false, 0.8));
    assert_false(shows_floor(CROK_DISC_HOLE, false, 0.95));
    assert_false(shows_floor(CROK_DISC_HOLE, true, 0.95));
    assert_false(shows_floor(CROK_DISC_LEANING, true, 0.95));
}

/* A score of two sides with these ranges. */
static void set_score(crok_score *s, int lo, int hi)
{
    memset(s, 0, sizeof *s);
    s->seen.pose.camera = draw_camera(1200, 900, 0.1, 0.5);
    s->seen.pose.board = *crok_board_tournament();
    s->seen.n_sides = 2;
    s->seen.sides[0].rgb[0] = 30;
    s->seen.sides[1].rgb[0] = 180;
    s->side[0] = (crok_side_score){.total = lo, .lo = lo, .hi = hi};
    s->side[1] = (crok_side_score){.total = 20, .lo = 20, .hi = 20};
}

static void an_answer_may_not_contradict_the_first(void **state)
{
    static crok_score first;
    static crok_score again;
    (void)state;
    set_score(&first, 10, 30);
    set_score(&again, 10, 10);
    assert_true(crok_board_groups_agrees(&first, &again));
    set_score(&again, 10, 35);
    assert_false(crok_board_groups_agrees(&first, &again));
    set_score(&again, 5, 10);
    assert_false(crok_board_groups_agrees(&first, &again));
    set_score(&again, 10, 10);
    again.seen.n_sides = 1; /* the side with 20 is not there */
    assert_false(crok_board_groups_agrees(&first, &again));
    set_score(&first, 10, 10);
    first.seen.n_sides = 1;
    set_score(&again, 10, 10);
    assert_false(crok_board_groups_agrees(&first, &again));
    first.absent_hi = 20;
    assert_false(crok_board_groups_agrees(&again, &first));
    assert_true(crok_board_groups_agrees(&first, &again));
}

/* Add a disc of side 0 that may be worth 5 or 10. */
static void add_open_disc(crok_score *s, double x_px)
{
    int i = s->seen.n_discs++;
    s->seen.discs[i] = (crok_seen_disc){
        .other_side = -1, .state = CROK_DISC_FLAT, .at_px = {x_px, 50.0}};
    s->value[i] = (crok_value){.lo = 5, .value = 10, .hi = 10};
}

static void no_counted_disc_may_change(void **state)
{
    static crok_score first;
    static crok_score again;
    (void)state;
    set_score(&first, 10, 30);
    add_open_disc(&first, 100.0);
    again = first;
    assert_true(crok_board_groups_agrees(&first, &again));
    again.seen.n_discs = 0; /* within the range, but a disc is gone */
    again.side[0].hi = 20;
    assert_false(crok_board_groups_agrees(&first, &again));
    again = first;
    again.value[0].lo = 10; /* a line's call is no longer close */
    assert_false(crok_board_groups_agrees(&first, &again));
    again = first;
    add_open_disc(&again, 200.0);
    assert_false(crok_board_groups_agrees(&first, &again));
    again.seen.discs[1].state = CROK_DISC_HOLE;
    assert_true(crok_board_groups_agrees(&first, &again));
}

/* What may have been a disc is none, or is one: that is an answer. Something
 * new is not. */
static void a_possible_disc_is_answered(void **state)
{
    static crok_score first;
    static crok_score again;
    (void)state;
    set_score(&first, 10, 30);
    again = first;
    first.seen.maybe[first.seen.n_maybe++].at_px = (crok_px){300.0, 50.0};
    again.side[0].hi = 20;
    assert_true(crok_board_groups_agrees(&first, &again));
    add_open_disc(&again, 300.0);
    assert_true(crok_board_groups_agrees(&first, &again));
    assert_false(crok_board_groups_agrees(&again, &first));
    again.maybe_value[again.seen.n_maybe] = 5;
    again.seen.maybe[again.seen.n_maybe++].at_px = (crok_px){200.0, 50.0};
    assert_false(crok_board_groups_agrees(&first, &again));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_board_gives_name_and_size),
        cmocka_unit_test(a_picture_of_another_board_is_refused),
        cmocka_unit_test(the_known_floor_tells_an_empty_hole),
        cmocka_unit_test(known_print_is_no_disc),
        cmocka_unit_test(what_the_bare_board_shows_covers_nothing),
        cmocka_unit_test(known_sides_keep_their_names),
        cmocka_unit_test(photos_of_one_board_form_a_group),
        cmocka_unit_test(only_a_photo_that_is_sure_of_its_hole_tells_of_it),
        cmocka_unit_test(a_copy_tells_nothing_of_the_hole),
        cmocka_unit_test(a_hole_in_question_shows_no_floor),
        cmocka_unit_test(no_counted_disc_may_change),
        cmocka_unit_test(a_possible_disc_is_answered),
        cmocka_unit_test(an_answer_may_not_contradict_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
