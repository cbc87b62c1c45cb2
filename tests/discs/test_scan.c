/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "board/draw_board.h"
#include "discs/find/find.h"
#include "discs/look_and_scan.h"
#include "discs/scan.h"

static const draw_rgb RED = {185, 40, 42};
static const draw_rgb BLACK = {30, 30, 33};
static const draw_rgb BLUE = {40, 75, 160};

/* Scan the picture and free it, with discs that earlier pictures showed to have
 * this part of the usual radius; 0: there were none. The test fails on an
 * error. */
static const crok_observation *
scanned_again(crok_image img, const crok_scan_options *options, double size)
{
    static crok_board_pose pose;
    static crok_observation o;
    crok_err err = {0};
    CHECK_STATUS(crok_scan_board(&img, 1.0, options, &pose, &err), CROK_OK,
                 &err);
    if (size > 0.0) {
        pose.board.disc_mm *= size;
        pose.disc_known_sigma_mm = 0.02 * pose.board.disc_mm;
    }
    CHECK_STATUS(look_and_scan(&img, options, &pose, &o, &err), CROK_OK, &err);
    crok_image_free(&img);
    return &o;
}

static const crok_observation *scanned_picture(crok_image img,
                                               const crok_scan_options *options)
{
    return scanned_again(img, options, 0.0);
}

static const crok_observation *scanned(const draw_board *b,
                                       const crok_scan_options *options)
{
    return scanned_picture(draw_picture(b), options);
}

/* The disc of the observation at the position of the i-th drawn disc; NULL if
 * there is none. They are compared in pixels, since the rotation of a board
 * without quadrant lines is not determined. */
static const crok_seen_disc *matching(const crok_observation *o,
                                      const draw_board *b, int i)
{
    crok_px p = crok_camera_project(
        &b->cam,
        (crok_vec3){b->disc[i].at.x, b->disc[i].at.y, b->disc[i].z_mm});
    for (int k = 0; k < o->n_discs; k++)
        if (hypot(o->discs[k].at_px.x - p.x, o->discs[k].at_px.y - p.y) <
            4.0 * crok_camera_px_per_mm(&b->cam))
            return &o->discs[k];
    return NULL;
}

/* The same discs are drawn and found, compared both ways; distances from the
 * board's centre agree within tol_mm. */
static void check_discs(const crok_observation *o, const draw_board *b,
                        double tol_mm)
{
    double worst = 0.0;
    double sum = 0.0;
    for (int i = 0; i < b->n_discs; i++) {
        const crok_seen_disc *d = matching(o, b, i);
        double off = 0.0;
        if (d == NULL)
            fail_msg("disc %d at %.0f, %.0f is not found", i, b->disc[i].at.x,
                     b->disc[i].at.y);
        off = hypot(d->at.x, d->at.y) - hypot(b->disc[i].at.x, b->disc[i].at.y);
        if (b->disc[i].z_mm < 0.0)
            continue;
        sum += off / b->n_discs;
        worst = fmax(worst, fabs(off));
        CHECK_NEAR(off, 0.0, fmax(4.0 * d->sigma_mm, 0.5));
        assert_true(d->sigma_mm > 0.02 && d->sigma_mm < 1.5);
        assert_true(d->line_sigma_mm > 0.02 && d->line_sigma_mm < 1.5);
        assert_true(d->confidence > 0.3 && d->confidence <= 1.0);
    }
    print_message("%d discs of %d; radially %+.2f mm off, at worst %.2f; disc "
                  "%.2f mm\n",
                  o->n_discs, b->n_discs, sum, worst, o->pose.board.disc_mm);
    assert_int_equal(o->n_discs, b->n_discs);
    assert_int_equal(o->n_dropped, 0);
    CHECK_NEAR(worst, 0.0, tol_mm);
    for (int k = 0; k < o->n_discs; k++)
        assert_int_equal(o->discs[k].id, k + 1);
}

static void check_side(const crok_observation *o, const draw_board *b, int i,
                       const char *name)
{
    const crok_seen_disc *d = matching(o, b, i);
    assert_non_null(d);
    assert_in_range(d->side, 0, o->n_sides - 1);
    assert_string_equal(o->sides[d->side].name, name);
}

static bool lies_under(const draw_board *b, crok_px p, double z_mm, int i,
                       crok_mm shift)
{
    crok_mm m = crok_camera_unproject(&b->cam, p, z_mm);
    return hypot(m.x - b->disc[i].at.x - shift.x,
                 m.y - b->disc[i].at.y - shift.y) < b->disc_mm;
}

/* Is there a disc at this pixel, seen from the camera? */
static bool shows_disc(const draw_board *b, crok_px p)
{
    for (int i = 0; i < b->n_discs; i++)
        for (double z = 0.0; z <= b->disc_height_mm; z += 1.0)
            if (lies_under(b, p, z, i, (crok_mm){0.0, 0.0}))
                return true;
    return false;
}

/* Draw the shadow of every disc, in hard light from the side: its circle,
 * shifted. */
static void draw_shadows(const draw_board *b, crok_mm shift, crok_image *img)
{
    for (int y = 0; y < img->h_px; y++)
        for (int x = 0; x < img->w_px; x++) {
            crok_px p = {x, y};
            uint8_t *c = crok_image_row(img, y) + 3 * (ptrdiff_t)x;
            bool is_shaded = false;
            for (int i = 0; i < b->n_discs; i++)
                is_shaded = is_shaded || lies_under(b, p, 0.0, i, shift);
            for (int k = 0; k < 3 && is_shaded && !shows_disc(b, p); k++)
                c[k] = (uint8_t)(0.55 * c[k]);
        }
}

/* Discs of the board's own wood, in hard light: their shadows are as large and
 * have more contrast. */
static void a_disc_is_not_taken_for_its_shadow(void **state)
{
    static const double tilt[] = {0.0, 0.25, 0.45};
    crok_scan_options options = {.n_sides = 2};
    (void)state;
    for (int k = 0; k < 3; k++) {
        crok_camera cam = draw_camera(720, 540, tilt[k], 0.7);
        draw_board b = draw_tournament(&cam);
        draw_rgb natural = {(uint8_t)(b.wood.r + 12), (uint8_t)(b.wood.g + 10),
                            b.wood.b};
        crok_image img;
        const crok_observation *o = NULL;
        for (int i = 0; i < 8; i++)
            draw_add_disc(&b, (60.0 + 26.0 * i) * cos(2.4 * i),
                          (60.0 + 26.0 * i) * sin(2.4 * i),
                          i % 2 ? natural : RED);
        img = draw_picture(&b);
        draw_shadows(&b, (crok_mm){12.0, -4.0}, &img);
        o = scanned_picture(img, &options);
        check_discs(o, &b, 1.0);
    }
}

/* Twelve discs, in contact with lines and away from them, red and black. */
static draw_board some_board(double tilt, double tilt_to)
{
    crok_camera cam = draw_camera(720, 540, tilt, tilt_to);
    draw_board b = draw_tournament(&cam);
    for (int i = 0; i < 12; i++) {
        double r = 50.0 + 20.0 * i;
        draw_add_disc(&b, r * cos(2.4 * i + tilt), r * sin(2.4 * i + tilt),
                      i % 2 ? BLACK : RED);
    }
    return b;
}

static void every_disc_is_found_and_none_invented(void **state)
{
    static const double tilt[] = {0.0, 0.25, 0.5};
    crok_scan_options options = {.n_sides = 2};
    (void)state;
    for (int k = 0; k < 3; k++) {
        draw_board b = some_board(tilt[k], 1.9 * k);
        const crok_observation *o = scanned(&b, &options);
        check_discs(o, &b, 0.4);
        assert_int_equal(o->n_sides, 2);
        for (int i = 0; i < b.n_discs; i++) {
            check_side(o, &b, i, i % 2 ? "black" : "red");
            assert_int_equal(matching(o, &b, i)->state, CROK_DISC_FLAT);
        }
        /* blur, which adds up light, makes dark discs smaller by half a pixel
         */
        CHECK_NEAR(o->pose.board.disc_mm, b.disc_mm, 0.8);
        if (tilt[k] < 0.4) /* beyond, another round object is seen */
            assert_int_equal(o->n_warnings, 0);
    }
}

/* The scale is within 3 sigma of the truth, and within `most` of it. */
static void check_scale(const crok_observation *o, const draw_board *b,
                        double most)
{
    double off = log(o->pose.board.line_mm[CROK_LINE_OUTER] / b->ring_mm[0]);
    print_message("scale %+.2f %%, sigma %.2f %%\n", 100.0 * off,
                  100.0 * o->pose.scale_rel_sigma);
    CHECK_NEAR(off, 0.0, fmin(most, 3.0 * o->pose.scale_rel_sigma));
}

/* A wider edge was taken for the hole, as by a disc's shadow over it: then all
 * discs seem too small for it, and the other edge is tried. */
static void discs_too_small_for_the_hole_choose_another_edge(void **state)
{
    static crok_board_pose pose;
    static crok_observation o;
    const double wider = 1.35;
    const double hole = crok_board_tournament()->hole_mm;
    draw_board b = some_board(0.1, 0.0);
    crok_scan_options options = {.n_sides = 2};
    crok_image img = draw_picture(&b);
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_scan_board(&img, 1.0, &options, &pose, &err), CROK_OK,
                 &err);
    pose.scale_evidence =
        (crok_scale_evidence){.n_edges = 2,
                              .edge = {{hole / b.ring_mm[0], 0.8},
                                       {wider * hole / b.ring_mm[0], 0.18}}};
    pose.scale_is_settled = false;
    crok_board_pose_rescale(&pose, b.ring_mm[0] / wider /
                                       pose.board.line_mm[CROK_LINE_OUTER]);
    pose.board.hole_mm = hole;
    CHECK_STATUS(look_and_scan(&img, &options, &pose, &o, &err), CROK_OK, &err);
    crok_image_free(&img);
    check_scale(&o, &b, 0.04);
    assert_int_equal(o.n_discs, b.n_discs);
}

/* A leaning disc's face was taken for the hole: it is smaller than a disc. If
 * the board has no model's ratios, the discs tell the scale then. */
static void a_face_taken_for_the_hole_sets_no_scale(void **state)
{
    static const double hole_mm[] = {13.5, 14.5};
    (void)state;
    for (int k = 0; k < 2; k++) {
        crok_scan_options options = {.n_sides = 2};
        draw_board b = some_board(0.12, 1.9);
        const crok_observation *o = NULL;
        b.ring_mm[CROK_LINE_MIDDLE] = 190.0;
        b.ring_mm[CROK_LINE_INNER] = 88.0;
        b.floor = RED;
        b.hole_mm = hole_mm[k];
        o = scanned(&b, &options);
        assert_int_equal(o->pose.scale, CROK_SCALE_DISC);
        check_scale(o, &b, 0.05);
    }
}

/* A ring or a collar printed round the hole has stronger edges than the hole.
 * The discs tell which of the edges is the hole's. */
static void a_printed_ring_is_not_the_hole(void **state)
{
    static const draw_decor printed[] = {{22.0, 1.6, {30, 20, 20}},
                                         {20.7, 6.0, {90, 20, 90}}};
    (void)state;
    for (int k = 0; k < 2; k++) {
        crok_scan_options options = {.n_sides = 2};
        draw_board b = some_board(0.12, 1.9);
        b.ring_mm[CROK_LINE_MIDDLE] = 190.0;
        b.ring_mm[CROK_LINE_INNER] = 88.0;
        b.floor = (draw_rgb){170, 130, 90};
        b.decor[b.n_decor++] = printed[k];
        check_scale(scanned(&b, &options), &b, 0.05);
    }
}

/* The red discs' edges are lost, so they appear too small. With the size of the
 * others their positions would be wrong. */
static void discs_with_lost_edges_are_well_placed(void **state)
{
    crok_scan_options options = {.n_sides = 2};
    (void)state;
    for (int k = 0; k < 2; k++) {
        draw_board b = some_board(0.12 * k, 1.9 * k);
        for (int i = 0; i < b.n_discs; i += 2)
            b.disc[i].lost_mm = 1.3;
        check_discs(scanned(&b, &options), &b, 0.45);
    }
}

/* A bottle's cap may be a disc in unusual light: it is reported as possible,
 * not counted. */
static void a_disc_of_no_side_may_be_of_either(void **state)
{
    crok_scan_options options = {.n_sides = 2};
    draw_board b = some_board(0.2, 0.0);
    const crok_observation *o = NULL;
    (void)state;
    b.disc[5].rgb = (draw_rgb){60, 200, 220};
    o = scanned(&b, &options);
    assert_int_equal(o->n_sides, 2);
    assert_null(matching(o, &b, 5));
    assert_int_equal(o->n_discs, b.n_discs - 1);
    assert_int_equal(o->n_maybe, 1);
    CHECK_NEAR(o->maybe[0].at.x, b.disc[5].at.x, 1.0);
    CHECK_NEAR(o->maybe[0].at.y, b.disc[5].at.y, 1.0);
    assert_in_range(o->maybe[0].side, 0, 1);
    assert_int_equal(o->maybe[0].other_side, 1 - o->maybe[0].side);
    assert_true(o->maybe[0].confidence < 0.5);
}

/* A brown disc of which the fraction `part` is covered by the wood's colour,
 * and n_plain black ones. */
static crok_image covered(draw_board *b, double part, int n_plain)
{
    static const crok_mm plain[] = {{-120.0, 60.0}, {-110.0, -10.0}};
    const double px_per_mm = crok_camera_px_per_mm(&b->cam);
    const double cover_mm = 40.0;
    crok_px over;
    crok_image img;
    draw_add_disc(b, 90.0, 120.0, (draw_rgb){150.0, 60.0, 50.0});
    for (int i = 0; i < n_plain; i++)
        draw_add_disc(b, plain[i].x, plain[i].y, BLACK);
    img = draw_picture(b);
    over = crok_camera_project(
        &b->cam, (crok_vec3){90.0 + cover_mm + b->disc_mm * (1.0 - 2.0 * part),
                             120.0, 5.0});
    draw_cover(&img, &(draw_patch){.at = over,
                                   .rx_px = cover_mm * px_per_mm,
                                   .ry_px = cover_mm * px_per_mm,
                                   .rgb = b->wood,
                                   .cover = 1.0});
    draw_noise(&img, 2.0, 5);
    return img;
}

/* The chance of the covered disc. */
static double chance_of(const crok_image *img, const draw_board *b)
{
    static crok_board_pose pose;
    static crok_finds f;
    static crok_segmentation segments;
    const crok_scan_options two = {.n_sides = 2, .segments = &segments};
    crok_px p = crok_camera_project(&b->cam, (crok_vec3){90.0, 120.0, 0.0});
    crok_err err = {0};
    CHECK_STATUS(crok_scan_board(img, 1.0, &two, &pose, &err), CROK_OK, &err);
    CHECK_STATUS(
        crok_look(img, &pose.camera, &pose.board, NULL, &segments, &err),
        CROK_OK, &err);
    CHECK_STATUS(crok_finds_make(img, 1.0, &two, &pose, &f, &err), CROK_OK,
                 &err);
    for (int i = 0; i < f.n; i++) {
        crok_mm at = f.disc[i].at.at;
        crok_px q =
            crok_camera_project(&pose.camera, (crok_vec3){at.x, at.y, 0.0});
        if (hypot(p.x - q.x, p.y - q.y) < 20.0)
            return f.disc[i].chance;
    }
    return 0.0;
}

static bool is_reported(const crok_seen_disc *d, int n, const draw_board *b,
                        int *side)
{
    crok_px p = crok_camera_project(&b->cam, (crok_vec3){90.0, 120.0, 0.0});
    for (int i = 0; i < n; i++) {
        if (hypot(d[i].at_px.x - p.x, d[i].at_px.y - p.y) >
            6.0 * crok_camera_px_per_mm(&b->cam))
            continue;
        *side = d[i].side;
        return true;
    }
    return false;
}

/* The only disc of a side is reported though it is not sure, at least as a
 * possible disc: alone on the board, or beside discs of the other side, whose
 * colour differs. Bisection finds a cover with which the disc is not sure. */
static void check_only_disc(int n_plain, double least)
{
    const crok_scan_options two = {.n_sides = 2};
    const crok_camera cam = draw_camera(960, 720, 0.05, 1.0);
    double from = 0.0;
    double to = 1.0;
    for (int i = 0; i < 16; i++) {
        const double part = 0.5 * (from + to);
        draw_board b = draw_tournament(&cam);
        crok_image img = covered(&b, part, n_plain);
        const double chance = chance_of(&img, &b);
        const crok_observation *o = NULL;
        int side = -1;
        if (chance < least || chance >= CROK_DISC_SURE) {
            *(chance < least ? &to : &from) = part;
            crok_image_free(&img);
            continue;
        }
        print_message("%.2f covered: chance %.2f\n", part, chance);
        o = scanned_picture(img, &two);
        assert_true(is_reported(o->discs, o->n_discs, &b, &side) ||
                    is_reported(o->maybe, o->n_maybe, &b, &side));
        assert_int_equal(o->n_sides, n_plain == 0 ? 1 : 2);
        assert_in_range(side, 0, o->n_sides - 1);
        assert_string_not_equal(o->sides[side].name, "black");
        return;
    }
    fail_msg("no cover leaves the disc unsure");
}

static void an_unsure_only_disc_is_reported(void **state)
{
    (void)state;

    check_only_disc(0, CROK_DISC_MAYBE);
    check_only_disc(2, CROK_DISC_COUNTS);
}

static void an_empty_board_has_no_disc(void **state)
{
    crok_scan_options options = {.n_sides = 2};
    (void)state;
    for (int k = 0; k < 2; k++) {
        crok_camera cam = draw_camera(640, 480, 0.3 * k, 1.0);
        draw_board b = draw_tournament(&cam);
        const crok_observation *o = scanned(&b, &options);
        assert_int_equal(o->n_discs, 0);
        assert_int_equal(o->n_sides, 0);
        assert_string_equal(o->pose.board.model, "tournament");
        /* nothing was measured: the discs have the model's size */
        CHECK_NEAR(o->pose.board.disc_mm, crok_board_tournament()->disc_mm,
                   1e-9);
    }
}

static void a_disc_in_the_hole_is_found(void **state)
{
    crok_scan_options options = {.n_sides = 2};
    crok_camera cam = draw_camera(1440, 1080, 0.2, 0.7);
    draw_board b = some_board(0.2, 0.7);
    const crok_observation *o = NULL;
    const crok_seen_disc *d = NULL;
    (void)state;
    b.cam = cam; /* the gap around the disc is 1.6 mm: at least 2 px */
    draw_add_twenty(&b, RED);
    o = scanned(&b, &options);
    check_discs(o, &b, 0.4);
    d = matching(o, &b, 12);
    assert_int_equal(d->state, CROK_DISC_HOLE);
    check_side(o, &b, 12, "red");
}

/* All other discs of its side were removed: it is counted, but not sure. */
/* A disc that lies flat over the hole's edge is supported: it is worth 15. */
static void a_disc_over_the_hole_s_edge_lies_flat(void **state)
{
    static const double from_hole_mm[] = {10.5, 11.0, 12.5, 15.0};
    const crok_scan_options options = {.n_sides = 2};
    (void)state;
    for (size_t i = 0; i < sizeof from_hole_mm / sizeof *from_hole_mm; i++) {
        crok_camera cam = draw_camera(1600, 1200, 0.1, 0.7);
        draw_board b = draw_tournament(&cam);
        const crok_observation *o = NULL;
        const crok_seen_disc *d = NULL;
        draw_add_disc(&b, 120.0, 60.0, RED);
        draw_add_disc(&b, -150.0, 20.0, RED);
        draw_add_disc(&b, -60.0, -160.0, BLACK);
        draw_add_disc(&b, 40.0, 150.0, BLACK);
        draw_add_disc(&b, 0.6 * from_hole_mm[i], 0.8 * from_hole_mm[i], BLACK);
        o = scanned(&b, &options);
        d = matching(o, &b, 4);
        assert_non_null(d);
        assert_int_equal(d->state, CROK_DISC_FLAT);
        assert_string_equal(o->sides[d->side].name, "black");
    }
}

/* A disc at the hole's edge is one disc, leaning or flat, whether the discs'
 * size is known or not; or a possible one, as no other disc has its colour. */
static void a_disc_at_the_hole_s_edge_counts_once(void **state)
{
    const crok_scan_options options = {.n_sides = 2};
    const draw_rgb orange = {200, 140, 70};
    (void)state;
    for (int i = 0; i < 48; i++) {
        int w_px = 600 + 100 * (i % 3);
        crok_camera cam =
            draw_camera(w_px, 3 * w_px / 4, 0.1 + 0.01 * i / 3.0, 0.7 + i);
        draw_board b = draw_tournament(&cam);
        const crok_observation *o = NULL;
        double from_hole_mm = 9.0 + 0.25 * (i % 8);
        int n = 0;
        b.floor = (draw_rgb){230, 90, 80};
        draw_add_disc(&b, 120.0, 60.0, BLACK);
        draw_add_disc(&b, -60.0, -160.0, BLACK);
        draw_add_disc(&b, 0.6 * from_hole_mm, 0.8 * from_hole_mm, orange);
        o = scanned_again(draw_picture(&b), &options, i % 2 ? 0.0 : 0.95);
        for (int k = 0; k < o->n_discs; k++)
            n += hypot(o->discs[k].at.x, o->discs[k].at.y) < 20.0;
        for (int k = 0; k < o->n_maybe; k++)
            n += hypot(o->maybe[k].at.x, o->maybe[k].at.y) < 20.0;
        assert_int_equal(n, 1);
    }
}

/* Add n discs, each farther from the hole and in another direction. */
static void add_spiral(draw_board *b, int n, draw_rgb rgb)
{
    for (int i = 0; i < n; i++)
        draw_add_disc(b, (60.0 + 40.0 * i) * cos(2.4 * i),
                      (60.0 + 40.0 * i) * sin(2.4 * i), rgb);
}

static void the_only_disc_of_a_side_may_be_in_the_hole(void **state)
{
    static const char *const names[] = {"black", "red"};
    (void)state;
    for (int named = 0; named < 2; named++) {
        crok_scan_options options = {.n_sides = 2, .n_side_names = 2 * named};
        crok_camera cam = draw_camera(1440, 1080, 0.2, 0.7);
        draw_board b = draw_tournament(&cam);
        const crok_observation *o = NULL;
        const crok_seen_disc *d = NULL;
        for (int i = 0; i < 2 * named; i++)
            (void)strcpy(options.side_names[i], names[i]);
        add_spiral(&b, 5, BLACK);
        draw_add_twenty(&b, RED);
        o = scanned(&b, &options);
        check_discs(o, &b, 0.4);
        d = matching(o, &b, 5);
        assert_int_equal(d->state, CROK_DISC_HOLE);
        check_side(o, &b, 0, "black");
        check_side(o, &b, 5, "red");
        assert_true(d->confidence > CROK_DISC_COUNTS &&
                    d->confidence < CROK_DISC_SURE);
    }
}

/* Discs of a side that has no sure one, ever nearer to a dark board's colour,
 * in a coarse picture: each is found, or is a possible disc. */
static void a_faint_only_disc_is_not_lost(void **state)
{
    const crok_scan_options options = {.n_sides = 2};
    (void)state;
    for (int k = 0; k < 6; k++) {
        crok_camera cam = draw_camera(420, 315, 0.3, 0.7);
        draw_board b = draw_tournament(&cam);
        const crok_observation *o = NULL;
        uint8_t dark = (uint8_t)(50 + 2 * k);
        b.blur_px = 1.2;
        b.line = (draw_rgb){220, 215, 205};
        b.wood = (draw_rgb){80, 62, 56};
        draw_add_disc(&b, 75.0, -65.0, (draw_rgb){240, 238, 230});
        draw_add_disc(&b, -15.0, -250.0, (draw_rgb){240, 238, 230});
        draw_add_disc(&b, -40.0, 160.0, (draw_rgb){dark, dark, dark});
        o = scanned(&b, &options);
        assert_true(o->n_discs + o->n_maybe >= 3);
    }
}

/* Is a disc in the hole reported, as one that is there or as a possible one? */
static bool reports_hole(const crok_observation *o)
{
    bool is_reported = false;
    for (int i = 0; i < o->n_discs; i++)
        is_reported = is_reported || o->discs[i].state == CROK_DISC_HOLE;
    for (int i = 0; i < o->n_maybe; i++)
        is_reported = is_reported || o->maybe[i].state == CROK_DISC_HOLE;
    return is_reported;
}

/* A black disc in the hole without another disc of its side in the picture
 * looks like an empty hole. Beside discs of the other side it is reported; if
 * there is no disc at all there is a warning; and nothing for an empty hole. */
static void a_dark_only_disc_is_not_passed_over(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        crok_scan_options options = {.n_sides = 2};
        crok_camera cam = draw_camera(1440, 1080, 0.2, 0.7);
        draw_board b = draw_tournament(&cam);
        const crok_observation *o = NULL;
        int n = k < 2 ? 0 : 5;
        b.floor = (draw_rgb){170, 140, 110};
        add_spiral(&b, n, RED);
        if (k % 2 == 1)
            draw_add_twenty(&b, BLACK);
        o = scanned(&b, &options);
        assert_int_equal(reports_hole(o), k == 3);
        assert_int_equal(o->n_warnings, k == 1);
        assert_int_equal(o->n_discs + o->n_maybe, n + (k == 3));
    }
}

/* A twenty below a disc that lies over the hole is reported, or warned of. */
static void a_hidden_hole_is_warned_of(void **state)
{
    const crok_scan_options two = {.n_sides = 2};
    (void)state;
    for (int k = 0; k < 8; k++) {
        crok_camera cam = draw_camera(1440, 1080, 0.2, 0.7);
        draw_board b = draw_tournament(&cam);
        const crok_observation *o = NULL;
        bool is_reported = false;
        draw_add_twenty(&b, BLACK);
        draw_add_disc(&b, 14.0 * cos(k * 0.785), 14.0 * sin(k * 0.785), BLACK);
        draw_add_disc(&b, 120.0, 90.0, BLACK);
        draw_add_disc(&b, -150.0, 60.0, RED);
        o = scanned(&b, &two);
        for (int i = 0; i < o->n_discs; i++)
            is_reported = is_reported || o->discs[i].state == CROK_DISC_HOLE ||
                          o->discs[i].state == CROK_DISC_LEANING;
        for (int i = 0; i < o->n_warnings; i++)
            is_reported = is_reported || strstr(o->warnings[i], "hole") != NULL;
        assert_true(is_reported);
    }
}

/* The ring around a disc that overhangs the hole shows the hole and what is
 * printed round it: the disc is no counter of a printed letter. */
static void a_disc_over_a_printed_hole_is_found(void **state)
{
    const crok_scan_options two = {.n_sides = 2};
    static const draw_rgb orange = {225, 110, 65};
    static const draw_rgb dark = {66, 66, 60};
    static const draw_rgb pale = {230, 205, 150};
    crok_camera cam = draw_camera(1440, 1080, 0.2, 0.7);
    draw_board b = draw_tournament(&cam);
    const crok_observation *o = NULL;
    (void)state;
    b.wood = (draw_rgb){50, 56, 54};
    b.line = (draw_rgb){235, 225, 200};
    b.floor = orange;
    b.decor[b.n_decor++] = (draw_decor){24.0, 12.0, orange};
    draw_add_disc(&b, 0.0, 12.5, dark);
    draw_add_disc(&b, 120.0, 90.0, dark);
    draw_add_disc(&b, -150.0, 60.0, pale);
    draw_add_disc(&b, 60.0, -160.0, pale);
    o = scanned(&b, &two);
    check_discs(o, &b, 1.0);
}

/* Wholly beyond the outer line, on the wood or in the ditch: out. */
/* Paints a letter O: a ring of print about a round piece of the surface. */
static void print_o(const draw_board *b, crok_image *img, crok_mm at,
                    double inside_mm, draw_rgb ink)
{
    for (int y = 0; y < img->h_px; y++) {
        uint8_t *row = crok_image_row(img, y);
        for (int x = 0; x < img->w_px; x++) {
            crok_mm p = crok_camera_unproject(&b->cam, (crok_px){x, y}, 0.0);
            double r = crok_mm_apart(p, at);
            if (r < inside_mm || r > inside_mm + 9.0)
                continue;
            row[3 * x] = ink.r;
            row[3 * x + 1] = ink.g;
            row[3 * x + 2] = ink.b;
        }
    }
}

/* The round piece of the surface that an O encloses is as large as a disc and
 * has a sharp edge. It is no disc, whatever the ink. */
static void a_printed_letter_is_no_disc(void **state)
{
    static const draw_rgb ink[] = {
        {60, 35, 20}, {20, 20, 22}, {150, 30, 30}, {40, 60, 140}};
    const crok_scan_options options = {.n_sides = 2};
    (void)state;
    for (size_t i = 0; i < sizeof ink / sizeof *ink; i++) {
        crok_camera cam = draw_camera(1600, 1200, 0.2, 0.7);
        draw_board b = draw_tournament(&cam);
        crok_image img;
        const crok_observation *o = NULL;
        int n = 0;
        draw_add_disc(&b, 120.0, 60.0, RED);
        draw_add_disc(&b, -60.0, -160.0, BLACK);
        img = draw_picture(&b);
        for (int k = 0; k < 3; k++)
            print_o(&b, &img, (crok_mm){-200.0 + 80.0 * k, 150.0},
                    b.disc_mm - 0.5 + 0.5 * k, ink[i]);
        o = scanned_picture(img, &options);
        n = o->n_discs + o->n_maybe;
        if (n != 2)
            fail_msg("ink %d: %d discs, %d possible", (int)i, o->n_discs,
                     o->n_maybe);
        assert_non_null(matching(o, &b, 0));
        assert_non_null(matching(o, &b, 1));
    }
}

/* Of what the caller rejects nothing is found, of the rest everything. */
static void what_is_rejected_is_not_found(void **state)
{
    crok_scan_options options = {.n_sides = 2};
    draw_board b = some_board(0.2, 0.7);
    const crok_observation *o = NULL;
    (void)state;
    for (int i = 0; i < 2; i++)
        options.rejected[options.n_rejected++] = crok_camera_project(
            &b.cam, (crok_vec3){b.disc[i].at.x, b.disc[i].at.y, 0.0});
    o = scanned(&b, &options);
    assert_int_equal(o->n_discs, b.n_discs - 2);
    for (int i = 0; i < b.n_discs; i++)
        assert_int_equal(matching(o, &b, i) == NULL, i < 2);
}

static void a_disc_outside_is_out(void **state)
{
    crok_scan_options options = {.n_sides = 2};
    draw_board b = some_board(0.2, 0.7);
    const crok_observation *o = NULL;
    (void)state;
    b.surface_mm = 350.0;
    draw_add_disc(&b, -330.0, 0.0, RED);
    o = scanned(&b, &options);
    check_discs(o, &b, 0.4);
    assert_int_equal(matching(o, &b, 12)->state, CROK_DISC_OUT);
}

static void sides_are_named_by_a_person(void **state)
{
    crok_scan_options options = {
        .n_sides = 2, .n_side_names = 2, .side_names = {"red", "black"}};
    crok_scan_options three = {.n_sides = 3};
    draw_board b = some_board(0.1, 0.0);
    const crok_observation *o = scanned(&b, &options);
    (void)state;
    assert_int_equal(o->n_sides, 2);
    assert_string_equal(o->sides[0].name, "black");
    for (int i = 0; i < 12; i++)
        check_side(o, &b, i, i % 2 ? "black" : "red");
    for (int i = 0; i < 4; i++)
        b.disc[3 * i].rgb = BLUE;
    o = scanned(&b, &three);
    assert_int_equal(o->n_sides, 3);
    for (int i = 0; i < 12; i++)
        check_side(o, &b, i, i % 3 == 0 ? "blue" : i % 2 ? "black" : "red");
}

/* An error leaves the output unchanged. */
static void an_unknown_colour_is_an_error(void **state)
{
    static crok_board_pose pose;
    static crok_observation o;
    static crok_observation before;
    crok_scan_options options = {
        .n_sides = 2, .n_side_names = 2, .side_names = {"red", "noir"}};
    draw_board b = some_board(0.1, 0.0);
    crok_image img = draw_picture(&b);
    crok_err err = {0};
    (void)state;
    memset(&o, 0x11, sizeof o);
    memcpy(&before, &o, sizeof o);
    CHECK_STATUS(crok_scan_board(&img, 1.0, &options, &pose, &err), CROK_OK,
                 &err);
    CHECK_STATUS(look_and_scan(&img, &options, &pose, &o, &err), CROK_EARG,
                 &err);
    assert_non_null(strstr(err.msg, "noir"));
    assert_memory_equal(&o, &before, sizeof o);
    crok_image_free(&img);
}

/* After a quarter turn the same discs are as far from the board's centre. */
static void turning_the_picture_changes_nothing(void **state)
{
    crok_scan_options options = {.n_sides = 2};
    draw_board b = some_board(0.25, 1.0);
    double d[2][12];
    (void)state;
    for (int k = 0; k < 2; k++) {
        const crok_observation *o = scanned(&b, &options);
        for (int i = 0; i < 12; i++) {
            const crok_seen_disc *disc = matching(o, &b, i);
            assert_non_null(disc);
            d[k][i] = hypot(disc->at.x, disc->at.y);
        }
        for (int i = 0; i < 12; i++)
            b.disc[i].at = (crok_mm){-b.disc[i].at.y, b.disc[i].at.x};
    }
    for (int i = 0; i < 12; i++)
        CHECK_NEAR(d[1][i], d[0][i], 0.8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_disc_is_found_and_none_invented),
        cmocka_unit_test(a_disc_is_not_taken_for_its_shadow),
        cmocka_unit_test(a_face_taken_for_the_hole_sets_no_scale),
        cmocka_unit_test(discs_too_small_for_the_hole_choose_another_edge),
        cmocka_unit_test(a_printed_ring_is_not_the_hole),
        cmocka_unit_test(discs_with_lost_edges_are_well_placed),
        cmocka_unit_test(a_disc_of_no_side_may_be_of_either),
        cmocka_unit_test(an_unsure_only_disc_is_reported),
        cmocka_unit_test(an_empty_board_has_no_disc),
        cmocka_unit_test(a_disc_in_the_hole_is_found),
        cmocka_unit_test(a_disc_over_the_hole_s_edge_lies_flat),
        cmocka_unit_test(a_disc_at_the_hole_s_edge_counts_once),
        cmocka_unit_test(the_only_disc_of_a_side_may_be_in_the_hole),
        cmocka_unit_test(a_faint_only_disc_is_not_lost),
        cmocka_unit_test(a_dark_only_disc_is_not_passed_over),
        cmocka_unit_test(a_hidden_hole_is_warned_of),
        cmocka_unit_test(a_printed_letter_is_no_disc),
        cmocka_unit_test(a_disc_over_a_printed_hole_is_found),
        cmocka_unit_test(what_is_rejected_is_not_found),
        cmocka_unit_test(a_disc_outside_is_out),
        cmocka_unit_test(sides_are_named_by_a_person),
        cmocka_unit_test(an_unknown_colour_is_an_error),
        cmocka_unit_test(turning_the_picture_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
