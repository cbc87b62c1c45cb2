/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/find/size.h"
#include "random.h"

#define LIST_MM 16.0 /* the candidates' radius, about the discs' */

/* What the size is measured from: candidates, and the edges about them. */
typedef struct scene {
    rnd g;
    crok_candidates list;
    crok_face_edge at[4000];
    crok_face_edges edges;
} scene;

static scene *empty_scene(uint64_t seed)
{
    static scene s;
    s.g = (rnd){seed};
    s.list.n = 0;
    s.list.radius_mm = LIST_MM;
    s.edges = (crok_face_edges){.at = s.at, .n = 0, .px_per_mm = 2.0};
    return &s;
}

static void add_candidate(scene *s, crok_mm at, double votes)
{
    s->list.c[s->list.n++] = (crok_candidate){.at = at, .votes = votes};
}

/* The edges of a circle; their normals deviate by `turned` from its radii. */
static void add_circle(scene *s, crok_mm at, double radius_mm, double turned)
{
    enum { N = 100 };
    for (int i = 0; i < N; i++) {
        double a = 2.0 * CROK_PI * i / N;
        double r = radius_mm + 0.05 * rnd_normal(&s->g);
        s->at[s->edges.n++] = (crok_face_edge){
            .x_mm = (float)(at.x + r * cos(a)),
            .y_mm = (float)(at.y + r * sin(a)),
            .nx = (float)cos(a + turned),
            .ny = (float)sin(a + turned),
            .length_mm = (float)(2.0 * CROK_PI * radius_mm / N)};
    }
}

/* A disc, and a candidate that is up to 4 mm off. */
static void add_disc(scene *s, crok_mm at, double radius_mm, double votes)
{
    double a = rnd_between(&s->g, -CROK_PI, CROK_PI);
    double off = rnd_between(&s->g, 0.0, 4.0);
    add_circle(s, at, radius_mm, 0.0);
    add_candidate(s, (crok_mm){at.x + off * cos(a), at.y + off * sin(a)},
                  votes);
}

static double size_of(const scene *s)
{
    return crok_disc_size(&s->edges, &s->list, crok_board_tournament());
}

/* Half a bin of the distances, 0.02 / 2 of the candidates' radius, and noise.
 */
#define HALF_BIN_MM (0.01 * LIST_MM + 0.05)

/* The candidates that were selected, in order: none is missing, none extra. */
static void check_selected(const scene *s, double least_votes, int most,
                           const int *want, int n_want)
{
    int which[CROK_MAX_CANDIDATES];
    int n = crok_size_candidates(&s->list, crok_board_tournament(), least_votes,
                                 most, which);
    for (int i = 0; i < n && i < n_want; i++)
        if (which[i] != want[i])
            fail_msg("number %d is candidate %d, wanted %d", i, which[i],
                     want[i]);
    assert_int_equal(n, n_want);
}

static void the_radius_is_measured_whatever_it_is(void **state)
{
    (void)state;
    for (int k = 0; k <= 20; k++) {
        double radius_mm = LIST_MM * (0.85 + 0.02 * k);
        scene *s = empty_scene((uint64_t)k);
        for (int i = 0; i < 5; i++)
            add_disc(s, (crok_mm){100.0 - 50.0 * i, 60.0 * (i - 2.5)},
                     radius_mm, 0.9);
        CHECK_NEAR(size_of(s), radius_mm, HALF_BIN_MM);
    }
}

static void without_a_sure_candidate_the_radius_stays(void **state)
{
    scene *s = empty_scene(1);
    (void)state;
    CHECK_NEAR(size_of(s), LIST_MM, 0.0);
    add_disc(s, (crok_mm){100.0, 50.0}, 18.0, CROK_SURE_VOTES - 0.01);
    CHECK_NEAR(size_of(s), LIST_MM, 0.0);
    s->list.c[0].votes = CROK_SURE_VOTES;
    CHECK_NEAR(size_of(s), 18.0, HALF_BIN_MM);
}

/* Three edges of a larger circle a disc, whose normals do not point at its
 * centre: grain, or the edge of a line. */
static void edges_across_the_radius_do_not_count(void **state)
{
    scene *s = empty_scene(2);
    (void)state;
    for (int i = 0; i < 4; i++) {
        crok_mm at = {100.0 - 60.0 * i, 120.0};
        add_disc(s, at, 15.0, 0.9);
        for (int k = 0; k < 3; k++)
            add_circle(s, at, 18.5, 0.5);
    }
    CHECK_NEAR(size_of(s), 15.0, HALF_BIN_MM);
    /* the same circles, if their normals do */
    for (int i = 0; i < s->edges.n; i++) {
        crok_face_edge *e = &s->at[i];
        crok_mm c = {100.0 - 60.0 * (i / 400), 120.0};
        double d = hypot((double)e->x_mm - c.x, (double)e->y_mm - c.y);
        e->nx = (float)(((double)e->x_mm - c.x) / d);
        e->ny = (float)(((double)e->y_mm - c.y) / d);
    }
    CHECK_NEAR(size_of(s), 18.5, HALF_BIN_MM);
}

/* Four discs on the rail are nearer to the camera and look larger. They decide
 * only as long as fewer than two discs are on the surface. */
static void discs_on_the_surface_decide(void **state)
{
    scene *s = empty_scene(3);
    (void)state;
    for (int i = 0; i < 4; i++)
        add_disc(s, (crok_mm){60.0 * i - 90.0, 360.0}, 18.6, 0.95);
    add_disc(s, (crok_mm){120.0, 0.0}, 15.0, 0.8);
    CHECK_NEAR(size_of(s), 18.6, HALF_BIN_MM);
    add_disc(s, (crok_mm){-120.0, 0.0}, 15.0, 0.7);
    CHECK_NEAR(size_of(s), 15.0, HALF_BIN_MM);
}

static void candidates_are_selected_by_votes_and_place(void **state)
{
    const double hole_mm = crok_board_tournament()->hole_mm;
    const double end_mm =
        CROK_SURFACE_RADII * crok_board_tournament()->line_mm[CROK_LINE_OUTER];
    scene *s = empty_scene(4);
    (void)state;
    check_selected(s, 0.5, 10, NULL, 0);
    add_candidate(s, (crok_mm){end_mm, 0.0}, 0.95);        /* 0: rail */
    add_candidate(s, (crok_mm){0.99 * hole_mm, 0.0}, 0.9); /* 1: hole */
    add_candidate(s, (crok_mm){0.0, -end_mm - 20.0}, 0.8); /* 2: rail */
    add_candidate(s, (crok_mm){0.0, 100.0}, 0.7);          /* 3 */
    check_selected(s, 0.5, 10, (const int[]){0, 2, 3}, 3);
    check_selected(s, 0.5, 2, (const int[]){0, 2}, 2);
    check_selected(s, 0.75, 10, (const int[]){0, 2}, 2);
    add_candidate(s, (crok_mm){0.0, 0.999 * end_mm}, 0.6); /* 4 */
    add_candidate(s, (crok_mm){-hole_mm, 0.0}, 0.55);      /* 5 */
    add_candidate(s, (crok_mm){60.0, 60.0}, 0.5);          /* 6 */
    add_candidate(s, (crok_mm){80.0, -60.0}, 0.49);        /* 7 */
    check_selected(s, 0.5, 10, (const int[]){3, 4, 5, 6}, 4);
    check_selected(s, 0.5, 3, (const int[]){3, 4, 5}, 3);
    check_selected(s, 0.65, 10, (const int[]){0, 2, 3}, 3);
    check_selected(s, 0.96, 10, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_radius_is_measured_whatever_it_is),
        cmocka_unit_test(without_a_sure_candidate_the_radius_stays),
        cmocka_unit_test(edges_across_the_radius_do_not_count),
        cmocka_unit_test(discs_on_the_surface_decide),
        cmocka_unit_test(candidates_are_selected_by_votes_and_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
