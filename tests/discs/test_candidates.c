/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/drawn_edges.h"
#include "discs/find/candidates.h"
#include "discs/outline/locate.h"

/* How far the centres that are seen are from the discs: the network's error. */
#define SEEN_OFF_MM 2.5

/* The candidates of the discs drawn, each seen SEEN_OFF_MM off in another
 * direction, and of `more` other places. */
static void locate(const draw_board *b, const crok_mm *more, int n_more,
                   crok_mm hole, crok_candidates *c)
{
    crok_face_places places = {.z_mm = b->disc_height_mm};
    crok_face_edges edges;
    places.reach_mm = crok_candidates_reach_mm(crok_board_tournament());
    c->n = 0;
    for (int i = 0; i < b->n_discs; i++)
        c->c[c->n++] = (crok_candidate){
            {b->disc[i].at.x + SEEN_OFF_MM * cos(1.0 + 2.4 * i),
             b->disc[i].at.y + SEEN_OFF_MM * sin(1.0 + 2.4 * i)},
            0.0,
            0.9};
    for (int i = 0; i < n_more; i++)
        c->c[c->n++] = (crok_candidate){more[i], 0.0, 0.1};
    places.n = c->n;
    for (int i = 0; i < c->n; i++)
        places.at[i] = c->c[i].at;
    edges = drawn_edges(b, &places);
    crok_candidates_locate(&edges, crok_board_tournament(), hole, c);
    crok_face_edges_free(&edges);
}

static const crok_candidate *nearest(const crok_candidates *c, crok_mm at)
{
    const crok_candidate *out = &c->c[0];
    for (int j = 1; j < c->n; j++)
        if (crok_mm_apart(c->c[j].at, at) < crok_mm_apart(out->at, at))
            out = &c->c[j];
    return out;
}

static void every_disc_is_a_circle(void **state)
{
    static crok_candidates c;
    static const draw_rgb colour[] = {{30, 30, 30}, {175, 40, 40}};
    (void)state;
    for (int k = 0; k < 3; k++) {
        crok_camera cam = draw_camera(720, 540, 0.15 * k, 1.5 * k);
        draw_board b = draw_tournament(&cam);
        b.disc_mm *= 1.0 - 0.08 * k;
        for (int i = 0; i < 10; i++)
            draw_add_disc(&b, (60.0 + 22.0 * i) * cos(2.4 * i + k),
                          (60.0 + 22.0 * i) * sin(2.4 * i + k), colour[i % 2]);
        locate(&b, NULL, 0, (crok_mm){0.0, 0.0}, &c);
        print_message("discs of %.2f: taken for %.2f\n", b.disc_mm,
                      c.radius_mm);
        /* find.c tries 8 % to either side */
        CHECK_NEAR(c.radius_mm, b.disc_mm, 0.05 * b.disc_mm);
        assert_int_equal(c.n, b.n_discs);
        for (int i = 0; i < b.n_discs; i++) {
            const crok_candidate *near = nearest(&c, b.disc[i].at);
            double off_mm = crok_mm_apart(near->at, b.disc[i].at);
            if (off_mm > CROK_LOCATE_REACH_MM || near->votes < 0.6)
                fail_msg("disc %d: a candidate at %.1f mm, votes %.2f", i,
                         off_mm, near->votes);
        }
        for (int j = 1; j < c.n; j++)
            assert_true(c.c[j - 1].votes >= c.c[j].votes);
    }
}

/* Discs stored on a high rail are nearer to the camera and look larger.
 * Although there are more of them, the size is that of the few on the surface.
 */
static void discs_on_the_rail_do_not_set_the_size(void **state)
{
    static const draw_rgb colour = {30, 30, 30};
    static crok_candidates c;
    crok_camera cam = draw_camera(900, 700, 0.1, 0.7);
    draw_board b;
    (void)state;
    cam.f_px *= 0.75; /* so that the rail is inside the picture */
    b = draw_tournament(&cam);
    for (int i = 0; i < 4; i++)
        draw_add_disc(&b, 80.0 + 50.0 * i, 30.0 - 25.0 * i, colour);
    for (int i = 0; i < 14; i++) {
        draw_add_disc(&b, 315.0 * cos(0.45 * i), 315.0 * sin(0.45 * i), colour);
        b.disc[b.n_discs - 1].z_mm = 90.0;
    }
    locate(&b, NULL, 0, (crok_mm){0.0, 0.0}, &c);
    CHECK_NEAR(c.radius_mm, b.disc_mm, 0.05 * b.disc_mm);
}

/* Where there is no circle, a place that was seen stays where it was, without
 * votes; so the discs' size is the board's usual one. */
static void a_place_without_a_circle_has_no_votes(void **state)
{
    static crok_candidates c;
    static const crok_mm seen[] = {{120.0, 60.0}, {-40.0, 170.0}};
    crok_camera cam = draw_camera(720, 540, 0.3, 1.5);
    draw_board b = draw_tournament(&cam);
    (void)state;
    locate(&b, seen, 2, (crok_mm){0.0, 0.0}, &c);
    assert_int_equal(c.n, 2);
    for (int i = 0; i < 2; i++) {
        const crok_candidate *near = nearest(&c, seen[i]);
        CHECK_NEAR(near->votes, 0.0, 0.0);
        CHECK_NEAR(crok_mm_apart(near->at, seen[i]), 0.0, 1e-9);
        CHECK_NEAR(near->seen, 0.1, 0.0);
    }
    CHECK_NEAR(c.radius_mm, crok_board_tournament()->disc_mm, 1e-9);
}

/* A disc half over the hole is found beside the hole's edge, which is no disc;
 * a centre seen in the hole is no candidate. */
static void the_hole_is_no_candidate(void **state)
{
    static crok_candidates c;
    static const crok_mm at = {-15.0, -13.0};
    static const crok_mm middle = {1.0, 2.0};
    (void)state;
    for (int k = 0; k < 3; k++) {
        crok_camera cam = draw_camera(720, 540, 0.15 * k, 1.5);
        draw_board b = draw_tournament(&cam);
        crok_vec3 eye = crok_camera_centre(&cam);
        double part = b.disc_height_mm / eye.z;
        crok_mm hole = {part * eye.x, part * eye.y};
        draw_add_disc(&b, at.x, at.y, (draw_rgb){240, 240, 235});
        draw_add_disc(&b, 100.0, 90.0, (draw_rgb){240, 240, 235});
        locate(&b, &middle, 1, hole, &c);
        assert_int_equal(c.n, 2);
        assert_true(crok_mm_apart(nearest(&c, at)->at, at) < 4.0);
        assert_true(nearest(&c, at)->votes > 0.6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_disc_is_a_circle),
        cmocka_unit_test(discs_on_the_rail_do_not_set_the_size),
        cmocka_unit_test(a_place_without_a_circle_has_no_votes),
        cmocka_unit_test(the_hole_is_no_candidate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
