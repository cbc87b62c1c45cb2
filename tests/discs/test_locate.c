/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/draw_outline.h"
#include "discs/outline/locate.h"

#define STEP_MM 0.75
static const crok_mm AT = {120.0, -90.0};

/* The outline of the disc at AT, read about another place. The directions
 * from..to have no edge. */
static crok_outline seen_from(const crok_camera *cam, crok_mm about, int from,
                              int to)
{
    const crok_disc_shape *d = &OUTLINE_SHAPE;
    crok_outline out = {.n_inside = CROK_OUTLINE_ANGLES};
    for (int i = 0; i < CROK_OUTLINE_ANGLES; i++) {
        double a = 2.0 * CROK_PI * i / CROK_OUTLINE_ANGLES;
        double wall = crok_outline_rim(cam, d, about, cos(a), sin(a)).wall_mm;
        drawn_edge rim = drawn_rim(AT, about);
        drawn_edge face = drawn_face(AT, about);
        if (i < from || i >= to)
            draw_edge(cam, wall < 1.0 ? &rim : &face, i, &out);
    }
    return out;
}

static crok_located locate(const crok_outline *o, crok_mm about)
{
    static crok_locator l;
    crok_locator_make(o, about, about, &l);
    return crok_locate(&l, &OUTLINE_SHAPE, STEP_MM);
}

static double off_mm(const crok_located *l)
{
    return hypot(l->at.x - AT.x, l->at.y - AT.y);
}

/* The result is the same for all candidates within reach of the disc. */
static void the_result_does_not_depend_on_the_start(void **state)
{
    crok_camera cam = outline_camera();
    (void)state;
    for (int i = 0; i < 24; i++) {
        double r = (i % 4 + 1) * 0.2 * CROK_LOCATE_REACH_MM;
        crok_mm about = {AT.x + r * cos(i), AT.y + r * sin(i)};
        crok_outline o =
            seen_from(&cam, about, 0, i % 3 * CROK_OUTLINE_ANGLES / 6);
        crok_located l = locate(&o, about);
        /* the corner of a square of places, and a little */
        if (off_mm(&l) > 0.71 * STEP_MM + 0.3)
            fail_msg("start %d, %.1f mm off: %.2f mm off", i, r, off_mm(&l));
        assert_true(l.fit > 0.35 && l.fit <= 1.0);
    }
}

/* The edge of a shadow is a circle of the disc's size, and sharper than half of
 * the disc's own; but the colour inside is not the face's. */
static void a_shadow_is_not_taken_for_the_disc(void **state)
{
    crok_camera cam = outline_camera();
    crok_mm shadow_at = {AT.x + 3.5, AT.y - 2.0};
    (void)state;
    for (int lit = 0; lit < 2; lit++) {
        crok_outline o = seen_from(&cam, AT, 0, CROK_OUTLINE_ANGLES / 2);
        crok_located l;
        for (int i = 0; i < CROK_OUTLINE_ANGLES; i++) {
            drawn_edge shadow = drawn_rim(shadow_at, AT);
            shadow.leaves_face = lit ? 1.0F : 0.0F;
            draw_edge(&cam, &shadow, i, &o);
        }
        l = locate(&o, AT);
        if (lit) /* the colours decide: were they the face's, it would win */
            assert_true(off_mm(&l) > 2.0);
        else
            assert_true(off_mm(&l) < 1.0);
    }
}

/* If the candidate's votes came from the foot, the disc is a wall's width away.
 */
static void a_foot_leads_to_its_disc(void **state)
{
    static crok_locator l;
    crok_camera cam = outline_camera();
    crok_mm foot = {AT.x + 5.0, AT.y + 4.0};
    crok_outline o = seen_from(&cam, foot, 0, 0);
    crok_located got;
    (void)state;
    crok_locator_make(&o, foot, AT, &l);
    got = crok_locate(&l, &OUTLINE_SHAPE, STEP_MM);
    assert_true(off_mm(&got) < 0.85);
    crok_locator_make(&o, foot, foot, &l);
    got = crok_locate(&l, &OUTLINE_SHAPE, STEP_MM);
    assert_true(off_mm(&got) > 1.0); /* out of reach */
}

/* Only the foot of the near side is seen. The candidate's votes may come from a
 * face or from a foot; a foot that its colour confirms decides. */
static void a_confirmed_foot_is_no_face(void **state)
{
    static crok_locator l;
    crok_camera cam = outline_camera();
    crok_px foot_px = crok_camera_project(
        &cam, (crok_vec3){AT.x, AT.y, CROK_DISC_ROUNDING_MM});
    crok_mm as_face =
        crok_camera_unproject(&cam, foot_px, OUTLINE_SHAPE.height_mm);
    (void)state;
    for (int is_sure = 0; is_sure < 2; is_sure++) {
        crok_outline o = {.n_inside = CROK_OUTLINE_ANGLES};
        crok_located got;
        for (int i = 0; i < CROK_OUTLINE_ANGLES; i++) {
            drawn_edge foot = {AT, AT, OUTLINE_SHAPE.radius_mm,
                               CROK_DISC_ROUNDING_MM, 0.5F};
            draw_edge(&cam, &foot, i, &o);
            if (!crok_outline_shows_wall(&o.edge[o.n - 1]))
                o.n--;
            else
                o.edge[o.n - 1].is_foot = is_sure == 1;
        }
        crok_locator_make(&o, as_face, AT, &l);
        got = crok_locate(&l, &OUTLINE_SHAPE, STEP_MM);
        if (is_sure)
            assert_true(off_mm(&got) < 1.0);
        else
            assert_true(off_mm(&got) > 2.0);
    }
}

/* The disc's true size fits better than others. */
static void its_size_fits_best(void **state)
{
    static crok_locator l;
    crok_camera cam = outline_camera();
    crok_outline o = seen_from(&cam, AT, 0, 0);
    double best = 0.0;
    (void)state;
    crok_locator_make(&o, AT, AT, &l);
    best = crok_locate(&l, &OUTLINE_SHAPE, STEP_MM).fit;
    for (int k = 0; k < 2; k++) {
        crok_disc_shape other = OUTLINE_SHAPE;
        other.radius_mm *= k == 0 ? 0.94 : 1.06;
        assert_true(crok_locate(&l, &other, STEP_MM).fit < best - 0.1);
    }
}

static void without_edges_nothing_fits(void **state)
{
    crok_outline none = {.n_inside = CROK_OUTLINE_ANGLES};
    crok_located l = locate(&none, AT);
    (void)state;
    CHECK_NEAR(l.fit, 0.0, 0.0);
    assert_true(isfinite(l.at.x) && off_mm(&l) <= CROK_LOCATE_REACH_MM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_result_does_not_depend_on_the_start),
        cmocka_unit_test(a_shadow_is_not_taken_for_the_disc),
        cmocka_unit_test(a_foot_leads_to_its_disc),
        cmocka_unit_test(a_confirmed_foot_is_no_face),
        cmocka_unit_test(its_size_fits_best),
        cmocka_unit_test(without_edges_nothing_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
