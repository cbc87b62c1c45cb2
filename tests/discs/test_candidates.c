/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/drawn_edges.h"
#include "discs/find/candidates.h"
#include "discs/outline/locate.h"

#define REACH_MM 390.0

static void every_disc_is_a_candidate(void **state)
{
    static crok_candidates c;
    static const draw_rgb colour[] = {{30, 30, 30}, {175, 40, 40}};
    (void)state;
    for (int k = 0; k < 3; k++) {
        crok_camera cam = draw_camera(720, 540, 0.15 * k, 1.5 * k);
        draw_board b = draw_tournament(&cam);
        crok_face_edges edges;
        crok_err err = {0};
        b.disc_mm *= 1.0 - 0.08 * k;
        for (int i = 0; i < 10; i++)
            draw_add_disc(&b, (60.0 + 22.0 * i) * cos(2.4 * i + k),
                          (60.0 + 22.0 * i) * sin(2.4 * i + k), colour[i % 2]);
        edges = drawn_edges(&b, REACH_MM);
        CHECK_STATUS(crok_candidates_find(&edges, crok_board_tournament(),
                                          REACH_MM, (crok_mm){0.0, 0.0}, &c,
                                          &err),
                     CROK_OK, &err);
        print_message("discs of %.2f: taken for %.2f; %d candidates\n",
                      b.disc_mm, c.radius_mm, c.n);
        /* find.c tries 8 % to either side */
        CHECK_NEAR(c.radius_mm, b.disc_mm, 0.05 * b.disc_mm);
        for (int i = 0; i < b.n_discs; i++) {
            double near_mm = 1e9;
            double votes = 0.0;
            for (int j = 0; j < c.n; j++) {
                double d = hypot(c.c[j].at.x - b.disc[i].at.x,
                                 c.c[j].at.y - b.disc[i].at.y);
                if (d < near_mm) {
                    near_mm = d;
                    votes = c.c[j].votes;
                }
            }
            if (near_mm > CROK_LOCATE_REACH_MM || votes < 0.6)
                fail_msg("disc %d: a candidate at %.1f mm, votes %.2f", i,
                         near_mm, votes);
        }
        for (int j = 1; j < c.n; j++) {
            assert_true(c.c[j - 1].votes >= c.c[j].votes);
            for (int i = 0; i < j; i++)
                assert_true(hypot(c.c[j].at.x - c.c[i].at.x,
                                  c.c[j].at.y - c.c[i].at.y) >
                            1.3 * c.radius_mm);
        }
        crok_face_edges_free(&edges);
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
    crok_face_edges edges;
    crok_err err = {0};
    (void)state;
    cam.f_px *= 0.75; /* so that the rail is inside the picture */
    b = draw_tournament(&cam);
    for (int i = 0; i < 4; i++)
        draw_add_disc(&b, 80.0 + 50.0 * i, 30.0 - 25.0 * i, colour);
    for (int i = 0; i < 14; i++) {
        draw_add_disc(&b, 315.0 * cos(0.45 * i), 315.0 * sin(0.45 * i), colour);
        b.disc[b.n_discs - 1].z_mm = 90.0;
    }
    edges = drawn_edges(&b, REACH_MM);
    CHECK_STATUS(crok_candidates_find(&edges, crok_board_tournament(), REACH_MM,
                                      (crok_mm){0.0, 0.0}, &c, &err),
                 CROK_OK, &err);
    CHECK_NEAR(c.radius_mm, b.disc_mm, 0.05 * b.disc_mm);
    crok_face_edges_free(&edges);
}

/* The votes of the first candidate within 4 mm; 0 if there is none. */
static double votes_near(const crok_candidates *c, crok_mm at)
{
    for (int j = 0; j < c->n; j++)
        if (hypot(c->c[j].at.x - at.x, c->c[j].at.y - at.y) < 4.0)
            return c->c[j].votes;
    return 0.0;
}

/* A disc that shows little more than a third of its outline is a candidate
 * beside a whole disc, and none by itself. */
static void beside_a_disc_fewer_votes_suffice(void **state)
{
    static crok_candidates c;
    static const draw_rgb colour = {30, 30, 30};
    static const crok_mm part = {120.0, 60.0};
    (void)state;
    for (int k = 0; k < 2; k++) {
        crok_camera cam = draw_camera(900, 700, 0.0, 0.0);
        draw_board b = draw_tournament(&cam);
        double away = (k == 0 ? 2.1 : 3.5) * b.disc_mm;
        double px = crok_camera_px_per_mm(&cam);
        crok_image img;
        crok_face_edges edges = {.n = 0};
        crok_err err = {0};
        draw_add_disc(&b, part.x, part.y, colour);
        draw_add_disc(&b, part.x + away, part.y, colour);
        draw_add_disc(&b, -120.0, 60.0, colour);
        img = draw_picture(&b);
        draw_cover(&img, &(draw_patch){
                             .at = crok_camera_project(
                                 &cam, (crok_vec3){part.x - 3.0, part.y, 0.0}),
                             .rx_px = 14.0 * px,
                             .ry_px = 24.0 * px,
                             .rgb = b.wood,
                             .cover = 1.0});
        CHECK_STATUS(crok_face_edges_find(&img, &cam, b.disc_height_mm,
                                          REACH_MM, &edges, &err),
                     CROK_OK, &err);
        CHECK_STATUS(crok_candidates_find(&edges, crok_board_tournament(),
                                          REACH_MM, (crok_mm){0.0, 0.0}, &c,
                                          &err),
                     CROK_OK, &err);
        assert_true(votes_near(&c, (crok_mm){-120.0, 60.0}) > 0.6);
        if (k == 0)
            assert_in_range(100.0 * votes_near(&c, part), 33, 39);
        else
            CHECK_NEAR(votes_near(&c, part), 0.0, 0.0);
        crok_image_free(&img);
        crok_face_edges_free(&edges);
    }
}

/* On a board without discs only the hole gets as many votes as a disc. */
static void an_empty_board_has_few_candidates(void **state)
{
    static crok_candidates c;
    crok_camera cam = draw_camera(720, 540, 0.3, 1.5);
    draw_board b = draw_tournament(&cam);
    crok_face_edges edges = drawn_edges(&b, REACH_MM);
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_candidates_find(&edges, crok_board_tournament(), REACH_MM,
                                      (crok_mm){0.0, 0.0}, &c, &err),
                 CROK_OK, &err);
    for (int j = 0; j < c.n; j++)
        if (c.c[j].votes > 0.80 && hypot(c.c[j].at.x, c.c[j].at.y) > 17.5)
            fail_msg("%.2f votes at %.0f, %.0f", c.c[j].votes, c.c[j].at.x,
                     c.c[j].at.y);
    crok_face_edges_free(&edges);
}

/* The hole's edge has many votes, but it is no candidate and does not suppress
 * a disc that lies half over it. */
static void the_hole_suppresses_no_candidate(void **state)
{
    static crok_candidates c;
    static const crok_mm at = {-15.0, -13.0};
    (void)state;
    for (int k = 0; k < 3; k++) {
        crok_camera cam = draw_camera(720, 540, 0.15 * k, 1.5);
        draw_board b = draw_tournament(&cam);
        crok_face_edges edges;
        crok_err err = {0};
        crok_vec3 eye = crok_camera_centre(&cam);
        double part = b.disc_height_mm / eye.z;
        crok_mm hole = {part * eye.x, part * eye.y};
        bool found = false;
        draw_add_disc(&b, at.x, at.y, (draw_rgb){240, 240, 235});
        draw_add_disc(&b, 100.0, 90.0, (draw_rgb){240, 240, 235});
        edges = drawn_edges(&b, REACH_MM);
        CHECK_STATUS(crok_candidates_find(&edges, crok_board_tournament(),
                                          REACH_MM, hole, &c, &err),
                     CROK_OK, &err);
        for (int j = 0; j < c.n; j++) {
            assert_true(hypot(c.c[j].at.x, c.c[j].at.y) > 13.0);
            found =
                found || hypot(c.c[j].at.x - at.x, c.c[j].at.y - at.y) < 4.0;
        }
        assert_true(found);
        crok_face_edges_free(&edges);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_disc_is_a_candidate),
        cmocka_unit_test(discs_on_the_rail_do_not_set_the_size),
        cmocka_unit_test(beside_a_disc_fewer_votes_suffice),
        cmocka_unit_test(the_hole_suppresses_no_candidate),
        cmocka_unit_test(an_empty_board_has_few_candidates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
