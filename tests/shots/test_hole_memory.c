/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <math.h>
#include <string.h>

#include "board/draw_board.h"
#include "shots/hole_memory.h"

static const draw_rgb DIM_WHITE = {150, 160, 150};
static const draw_rgb BLACK = {40, 40, 42};

/* The middle of a board, with a disc of that colour in the hole, or none. */
static crok_image picture(const draw_rgb *in_hole, crok_observation *o)
{
    crok_camera cam = draw_camera(720, 540, 0.0, 0.0);
    draw_board b = draw_tournament(&cam);
    if (in_hole != NULL)
        draw_add_twenty(&b, *in_hole);
    *o = (crok_observation){.n_sides = 2};
    o->pose.board = *crok_board_tournament();
    o->pose.camera = cam;
    for (int c = 0; c < 3; c++) {
        o->sides[0].rgb[c] = c == 1 ? 110 : 40; /* green */
        o->sides[1].rgb[c] = 240;               /* white */
    }
    return draw_picture(&b);
}

/* Multiply the pixels of a circle in the hole by `by`; its radius is of_radius
 * times the hole's. */
static void darken_hole(crok_image *img, const crok_board_pose *pose,
                        double of_radius, double by)
{
    crok_px hole =
        crok_camera_project(&pose->camera, (crok_vec3){0.0, 0.0, 0.0});
    double r =
        of_radius * crok_camera_px_per_mm(&pose->camera) * pose->board.hole_mm;
    for (int y = (int)(hole.y - r); y <= (int)(hole.y + r); y++) {
        uint8_t *row = crok_image_row(img, y);
        for (int x = (int)(hole.x - r); x <= (int)(hole.x + r); x++)
            for (int c = 0; c < 3 && hypot(x - hole.x, y - hole.y) < r; c++)
                row[3 * x + c] = (uint8_t)(by * row[3 * x + c]);
    }
}

static crok_rest_sight rest_with(int side)
{
    crok_rest_sight rest = {.n = 1};
    rest.disc[0] = (crok_sight_disc){
        .id = 3, .side = side, .state = CROK_DISC_HOLE, .at = {0.2, 0.1}};
    return rest;
}

static void see(crok_observation *o, int side)
{
    o->discs[o->n_discs++] = (crok_seen_disc){.side = side,
                                              .other_side = -1,
                                              .state = CROK_DISC_HOLE,
                                              .at = {0.1, 0.3},
                                              .confidence = 1.0};
}

/* In the hole's shade white was read as green, once or every time. */
static void a_disc_in_the_hole_keeps_its_side(void **state)
{
    crok_hole_memory memory = {.is_known = false};
    crok_observation o;
    crok_image img = picture(&DIM_WHITE, &o);
    crok_rest_sight rest = rest_with(1);
    (void)state;
    crok_hole_remember(&memory, &img, &o.pose, &rest);
    see(&o, 0);
    crok_hole_correct(&memory, &img, &rest, &o);
    assert_int_equal(o.n_discs, 1);
    assert_int_equal(o.discs[0].side, 1);
    o.n_discs = 0; /* overlooked */
    crok_hole_correct(&memory, &img, &rest, &o);
    assert_int_equal(o.n_discs, 1);
    assert_int_equal(o.discs[0].side, 1);
    crok_image_free(&img);
}

static void a_disc_of_another_colour_is_another_disc(void **state)
{
    crok_hole_memory memory = {.is_known = false};
    crok_observation o;
    crok_rest_sight rest = rest_with(1);
    crok_image white = picture(&DIM_WHITE, &o);
    crok_image black = picture(&BLACK, &o);
    crok_image none = picture(NULL, &o);
    (void)state;
    crok_hole_remember(&memory, &white, &o.pose, &rest);
    see(&o, 0);
    crok_hole_correct(&memory, &black, &rest, &o);
    assert_int_equal(o.n_discs, 1);
    assert_int_equal(o.discs[0].side, 0);
    o.n_discs = 0;
    crok_hole_correct(&memory, &none, &rest, &o);
    assert_int_equal(o.n_discs, 0);
    crok_image_free(&white);
    crok_image_free(&black);
    crok_image_free(&none);
}

static void a_disc_in_a_hole_that_was_empty_is_detected(void **state)
{
    crok_hole_memory memory = {.is_known = false};
    crok_observation o;
    crok_rest_sight empty = {.n = 0};
    crok_image none = picture(NULL, &o);
    crok_image white = picture(&DIM_WHITE, &o);
    (void)state;
    crok_hole_remember(&memory, &none, &o.pose, &empty);
    crok_hole_correct(&memory, &white, &empty, &o);
    assert_int_equal(o.n_discs, 1);
    o.n_discs = 0;
    see(&o, 0); /* the floor, read as a disc */
    crok_hole_correct(&memory, &none, &empty, &o);
    assert_int_equal(o.n_discs, 0);
    crok_image_free(&none);
    crok_image_free(&white);
}

/* At the very first reading, a disc that is not sure is the floor, also beside
 * another disc. */
static void a_round_begins_with_an_empty_hole(void **state)
{
    const crok_hole_memory memory = {.is_known = false};
    const crok_rest_sight empty = {.n = 0};
    crok_observation o;
    crok_image none = picture(NULL, &o);
    (void)state;
    for (int n_others = 0; n_others < 2; n_others++)
        for (int is_sure = 0; is_sure < 2; is_sure++) {
            o.n_discs = 0;
            see(&o, 0);
            o.discs[0].confidence = is_sure ? 0.95 : 0.85;
            for (int i = 0; i < n_others; i++)
                o.discs[o.n_discs++] =
                    (crok_seen_disc){.at = {80.0, 10.0}, .confidence = 1.0};
            crok_hole_correct(&memory, &none, &empty, &o);
            assert_int_equal(o.n_discs, is_sure + n_others);
        }
    crok_image_free(&none);
}

/* The hole's edge casts a shadow into it, which changes: the floor at half the
 * light is no disc. */
static void shade_in_an_empty_hole_is_no_disc(void **state)
{
    crok_hole_memory memory = {.is_known = false};
    crok_observation o;
    crok_rest_sight empty = {.n = 0};
    crok_image none = picture(NULL, &o);
    (void)state;
    crok_hole_remember(&memory, &none, &o.pose, &empty);
    darken_hole(&none, &o.pose, 1.0, 0.55);
    crok_hole_correct(&memory, &none, &empty, &o);
    assert_int_equal(o.n_discs, 0);
    crok_image_free(&none);
}

/* Three discs come to rest over most of the hole: there is no fourth one in
 * it, a disc that was in it is still there, and what is not visible is no
 * empty hole. */
static void a_hidden_hole_changes_nothing(void **state)
{
    crok_hole_memory memory = {.is_known = false};
    crok_observation o;
    crok_rest_sight empty = {.n = 0};
    crok_rest_sight rest = rest_with(1);
    crok_image none = picture(NULL, &o);
    crok_image black = picture(&BLACK, &o);
    const crok_seen_disc over[] = {{.at = {3.9, -18.9}, .confidence = 1.0},
                                   {.at = {-25.3, 6.0}, .confidence = 1.0},
                                   {.at = {21.2, 28.6}, .confidence = 1.0}};
    (void)state;
    o.sides[0].rgb[0] = o.sides[0].rgb[1] = o.sides[0].rgb[2] = 20;
    crok_hole_remember(&memory, &none, &o.pose, &empty);
    memcpy(o.discs, over, sizeof over);
    o.n_discs = 3;
    crok_hole_correct(&memory, &none, &empty, &o);
    assert_int_equal(o.n_discs, 3);
    for (empty.n = 0; empty.n < 3; empty.n++)
        empty.disc[empty.n].at = over[empty.n].at;
    crok_hole_remember(&memory, &none, &o.pose, &empty);
    assert_int_equal(memory.n_empty, 1);
    o.n_discs = 0;
    crok_hole_correct(&memory, &black, &empty, &o); /* they are gone */
    assert_int_equal(o.n_discs, 1);
    crok_hole_remember(&memory, &black, &o.pose, &rest);
    memcpy(o.discs, over, sizeof over);
    o.n_discs = 3;
    crok_hole_correct(&memory, &none, &rest, &o);
    assert_int_equal(o.n_discs, 4);
    assert_int_equal(o.discs[3].side, 1);
    crok_image_free(&none);
    crok_image_free(&black);
}

/* The disc in the hole was taken out, and a shadow as large as a disc fell on
 * the floor. */
static void shade_after_a_disc_was_taken_out_is_no_disc(void **state)
{
    crok_hole_memory memory = {.is_known = false};
    crok_observation o;
    crok_rest_sight empty = {.n = 0};
    crok_rest_sight rest = rest_with(0);
    crok_image none = picture(NULL, &o);
    crok_image white = picture(&DIM_WHITE, &o);
    (void)state;
    o.sides[0].rgb[0] = o.sides[0].rgb[1] = o.sides[0].rgb[2] = 40;
    crok_hole_remember(&memory, &none, &o.pose, &empty);
    crok_hole_remember(&memory, &white, &o.pose, &rest);
    darken_hole(&none, &o.pose, 0.88, 0.35);
    crok_hole_correct(&memory, &none, &rest, &o);
    assert_int_equal(o.n_discs, 0);
    crok_image_free(&none);
    crok_image_free(&white);
}

/* A picture of the empty hole whose floor has this colour. */
static crok_image with_floor(draw_rgb floor, crok_observation *o)
{
    crok_image img = picture(NULL, o);
    crok_px hole =
        crok_camera_project(&o->pose.camera, (crok_vec3){0.0, 0.0, 0.0});
    double r = crok_camera_px_per_mm(&o->pose.camera) * o->pose.board.hole_mm;
    for (int y = (int)(hole.y - r); y <= (int)(hole.y + r); y++)
        for (int x = (int)(hole.x - r); x <= (int)(hole.x + r); x++)
            if (hypot(x - hole.x, y - hole.y) < r)
                memcpy(crok_image_row(&img, y) + 3 * (size_t)x, &floor, 3);
    return img;
}

/* Where the floor is as dark as the disc, the colour does not tell that the
 * disc was taken out, but the picture does. */
static void a_dark_disc_taken_out_of_a_dark_hole_is_gone(void **state)
{
    crok_hole_memory memory = {.is_known = false};
    crok_observation o;
    crok_rest_sight empty = {.n = 0};
    crok_rest_sight rest = rest_with(0);
    crok_image black = picture(&BLACK, &o);
    crok_image none = with_floor(BLACK, &o);
    (void)state;
    crok_hole_remember(&memory, &none, &o.pose, &empty);
    crok_hole_remember(&memory, &black, &o.pose, &rest);
    crok_hole_correct(&memory, &black, &rest, &o);
    assert_int_equal(o.n_discs, 1);
    o.n_discs = 0;
    see(&o, 0);
    crok_hole_correct(&memory, &none, &rest, &o);
    assert_int_equal(o.n_discs, 0);
    crok_hole_correct(&memory, &none, &rest, &o);
    assert_int_equal(o.n_discs, 0);
    crok_image_free(&none);
    crok_image_free(&black);
}

/* After a disc was taken out, the detector may see one in the hole's floor. */
static void what_may_be_a_disc_in_an_empty_hole_is_none(void **state)
{
    crok_hole_memory memory = {.is_known = false};
    crok_observation o;
    crok_rest_sight empty = {.n = 0};
    crok_rest_sight rest = rest_with(1);
    crok_image none = picture(NULL, &o);
    crok_image white = picture(&DIM_WHITE, &o);
    (void)state;
    crok_hole_remember(&memory, &none, &o.pose, &empty);
    crok_hole_remember(&memory, &white, &o.pose, &rest);
    o.maybe[o.n_maybe++] = (crok_seen_disc){.at = {0.2, 0.2}};
    o.maybe[o.n_maybe++] = (crok_seen_disc){.at = {60.0, 20.0}};
    crok_hole_correct(&memory, &white, &rest, &o);
    assert_int_equal(o.n_maybe, 2); /* the disc is still there */
    o.n_discs = 0;
    crok_hole_correct(&memory, &none, &rest, &o);
    assert_int_equal(o.n_discs, 0);
    assert_int_equal(o.n_maybe, 1);
    assert_true(o.maybe[0].at.x > 50.0);
    crok_image_free(&none);
    crok_image_free(&white);
}

/* Lit again after some time in shade, the hole is still empty. */
static void several_colours_of_the_empty_hole_are_remembered(void **state)
{
    crok_hole_memory memory = {.is_known = false};
    crok_observation o;
    crok_rest_sight empty = {.n = 0};
    crok_image none = picture(NULL, &o);
    crok_image white = picture(&DIM_WHITE, &o);
    crok_image black = picture(&BLACK, &o);
    (void)state;
    crok_hole_remember(&memory, &white, &o.pose, &empty); /* as if lit */
    for (int k = 0; k < 20; k++)
        crok_hole_remember(&memory, &none, &o.pose, &empty);
    assert_int_equal(memory.n_empty, 2);
    crok_hole_correct(&memory, &white, &empty, &o);
    assert_int_equal(o.n_discs, 0);
    see(&o, 0);
    crok_hole_correct(&memory, &white, &empty, &o);
    assert_int_equal(o.n_discs, 0);
    crok_hole_correct(&memory, &black, &empty, &o); /* a disc nevertheless */
    assert_int_equal(o.n_discs, 1);
    crok_image_free(&none);
    crok_image_free(&white);
    crok_image_free(&black);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_in_the_hole_keeps_its_side),
        cmocka_unit_test(a_disc_of_another_colour_is_another_disc),
        cmocka_unit_test(a_disc_in_a_hole_that_was_empty_is_detected),
        cmocka_unit_test(a_round_begins_with_an_empty_hole),
        cmocka_unit_test(shade_in_an_empty_hole_is_no_disc),
        cmocka_unit_test(a_hidden_hole_changes_nothing),
        cmocka_unit_test(shade_after_a_disc_was_taken_out_is_no_disc),
        cmocka_unit_test(a_dark_disc_taken_out_of_a_dark_hole_is_gone),
        cmocka_unit_test(what_may_be_a_disc_in_an_empty_hole_is_none),
        cmocka_unit_test(several_colours_of_the_empty_hole_are_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
