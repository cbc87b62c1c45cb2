/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>

#include "board/cameras.h"
#include "board/search/accumulator.h"
#include "board/search/rings.h"

#define MAX_EDGES 8000
#define MAX_CANDIDATES 9

typedef struct drawn {
    crok_camera cam;
    crok_edge at[MAX_EDGES];
    crok_edges edges;
} drawn;

static void clear(drawn *d, double tilt_rad, double tilt_to_rad)
{
    stand s = {.w_px = 800,
               .h_px = 600,
               .f_px = 680.0,
               .tilt_rad = tilt_rad,
               .tilt_to_rad = tilt_to_rad,
               .distance_mm = 900.0,
               .x_mm = 20.0,
               .y_mm = -10.0};
    d->cam = stand_camera(&s);
    d->edges = (crok_edges){d->at, 0};
}

static void add(drawn *d, crok_px p, double nx, double ny)
{
    if (p.x > 0.0 && p.y > 0.0 && p.x < 799.0 && p.y < 599.0 &&
        d->edges.n < MAX_EDGES)
        d->at[d->edges.n++] =
            (crok_edge){(float)p.x, (float)p.y, (float)nx, (float)ny};
}

/* The edge points of a ring, with exact normals. */
static void add_ring(drawn *d, double r)
{
    for (int i = 0; i < 900; i++) {
        double a = 2.0 * CROK_PI * i / 900;
        crok_px p = crok_camera_project(
            &d->cam, (crok_vec3){r * cos(a), r * sin(a), 0.0});
        crok_px q = crok_camera_project(
            &d->cam, (crok_vec3){r * cos(a + 1e-4), r * sin(a + 1e-4), 0.0});
        double len = hypot(q.x - p.x, q.y - p.y);
        add(d, p, (q.y - p.y) / len, -(q.x - p.x) / len);
    }
}

static void add_noise(drawn *d, int n, uint64_t seed)
{
    rnd g = {seed};
    for (int i = 0; i < n; i++) {
        double a = rnd_between(&g, -CROK_PI, CROK_PI);
        add(d,
            (crok_px){rnd_between(&g, 1.0, 798.0), rnd_between(&g, 1.0, 598.0)},
            cos(a), sin(a));
    }
}

/* Distance of a candidate's centre from the rings', mm. */
static double centre_off_mm(const drawn *d, const crok_centre *v)
{
    crok_camera cam = crok_centre_camera(v, &d->cam);
    crok_px p = crok_camera_project(&cam, (crok_vec3){0.0, 0.0, 0.0});
    crok_mm m = crok_camera_unproject(&d->cam, p, 0.0);
    return hypot(m.x, m.y);
}

static double tilt_off_rad(const drawn *d, const crok_centre *v)
{
    crok_camera cam = crok_centre_camera(v, &d->cam);
    return acos(fmin(1.0, fabs(cam.rot.m[2] * d->cam.rot.m[2] +
                               cam.rot.m[5] * d->cam.rot.m[5] +
                               cam.rot.m[8] * d->cam.rot.m[8])));
}

static crok_centres candidates_with(const drawn *d, crok_plane_grid grid)
{
    crok_centres out;
    crok_err err = {0};
    CHECK_STATUS(crok_accumulate_centres(&d->edges, &d->cam, grid,
                                         MAX_CANDIDATES, &out, &err),
                 CROK_OK, &err);
    assert_true(out.n > 0 && out.n <= MAX_CANDIDATES);
    return out;
}

static crok_centres candidates(const drawn *d)
{
    return candidates_with(d, CROK_PLANES_QUICK);
}

/* The error of the plane of the candidate nearest to it, the largest over tilts
 * and directions. */
static double worst_tilt_off_rad(crok_plane_grid grid)
{
    static drawn d;
    double worst = 0.0;
    for (int k = 0; k < 48; k++) {
        crok_centres v;
        double least = CROK_PI;
        clear(&d, 0.1 + 0.15 * (k % 4), 0.13 * k);
        add_ring(&d, 280.0);
        add_ring(&d, 190.0);
        add_ring(&d, 95.0);
        v = candidates_with(&d, grid);
        for (int i = 0; i < v.n; i++)
            least = fmin(least, tilt_off_rad(&d, &v.at[i]));
        worst = fmax(worst, least);
    }
    return worst;
}

static void a_thorough_search_is_twice_as_close(void **state)
{
    double quick = worst_tilt_off_rad(CROK_PLANES_QUICK);
    double thorough = worst_tilt_off_rad(CROK_PLANES_THOROUGH);
    (void)state;
    print_message("%.1f and %.1f degrees\n", quick * 180.0 / CROK_PI,
                  thorough * 180.0 / CROK_PI);
    assert_true(thorough < 0.6 * quick);
}

/* Among as many random edges one of the candidates has the centre to a cell
 * (14 mm) and the plane to half of a step of the grid. */
static void rings_have_a_candidate_centre(void **state)
{
    static drawn d;
    static const double tilt[] = {0.0, 0.2, 0.4, 0.55};
    (void)state;
    for (int k = 0; k < 8; k++) {
        crok_centres v;
        bool near = false;
        clear(&d, tilt[k % 4], 0.9 * k);
        add_ring(&d, 280.0);
        add_ring(&d, 190.0);
        add_ring(&d, 95.0);
        add_noise(&d, d.edges.n, 3 + (uint64_t)k);
        v = candidates(&d);
        for (int i = 0; i < v.n; i++)
            near =
                near || (centre_off_mm(&d, &v.at[i]) < 20.0 &&
                         tilt_off_rad(&d, &v.at[i]) < 13.0 * CROK_PI / 180.0);
        assert_true(near);
    }
}

/* Edges that meet nowhere score far less than rings. */
static void random_edges_have_a_low_score(void **state)
{
    static drawn d;
    crok_centres rings;
    crok_centres noise;
    (void)state;
    clear(&d, 0.2, 1.0);
    add_ring(&d, 280.0);
    add_ring(&d, 190.0);
    add_ring(&d, 95.0);
    rings = candidates(&d);
    clear(&d, 0.2, 1.0);
    add_noise(&d, 2700, 5);
    noise = candidates(&d);
    assert_true(rings.at[0].score > 4.0 * noise.at[0].score);
}

static void without_edges_no_score_is_positive(void **state)
{
    static drawn d;
    crok_centres v;
    (void)state;
    clear(&d, 0.0, 0.0);
    v = candidates(&d);
    assert_true(v.at[0].score <= 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_have_a_candidate_centre),
        cmocka_unit_test(a_thorough_search_is_twice_as_close),
        cmocka_unit_test(random_edges_have_a_low_score),
        cmocka_unit_test(without_edges_no_score_is_positive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
