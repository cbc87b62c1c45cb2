/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "discs/sides/sides.h"
#include "glare.h"
#include "random.h"

static const crok_rgb RED = {185, 40, 42};
static const crok_rgb BLACK = {34, 33, 36};
static const crok_rgb NATURAL = {215, 182, 138};
static const crok_rgb GREEN = {35, 105, 60};
static const crok_rgb BLUE = {40, 70, 150};

/* Faces to be assigned, and the number of the colour that each was drawn in. */
typedef struct table {
    rnd g;
    int n;
    crok_face face[CROK_MAX_DISCS];
    int colour[CROK_MAX_DISCS];
} table;

/* Add n discs of a colour in this much light; each differs by noise of 3 grey
 * levels. */
static void add(table *t, int colour, crok_rgb c, int n, double light)
{
    for (int i = 0; i < n; i++) {
        double v[3] = {c.r, c.g, c.b};
        crok_face f = {.board = {200 * light, 165 * light, 120 * light},
                       .has_board = true,
                       .spread = 3.0};
        for (int k = 0; k < 3; k++)
            v[k] =
                fmin(fmax(light * v[k] + 3.0 * rnd_normal(&t->g), 0.0), 255.0);
        f.rgb = (crok_rgb){v[0], v[1], v[2]};
        t->colour[t->n] = colour;
        t->face[t->n++] = f;
    }
}

static crok_assignment assign(table *t, int n_sides, const char (*names)[24])
{
    crok_assignment out = {.n_sides = -1};
    crok_err err = {0};
    CHECK_STATUS(crok_sides_assign(t->face, t->n, n_sides, names, &out, &err),
                 CROK_OK, &err);
    return out;
}

/* Every disc of colour c is of the side with this name. */
static void check_side(const table *t, const crok_assignment *o, int c,
                       const char *name)
{
    for (int i = 0; i < t->n; i++) {
        if (t->colour[i] != c)
            continue;
        if (o->side[i] < 0)
            fail_msg("disc %d of %s has no side", i, name);
        assert_in_range(o->side[i], 0, o->n_sides - 1);
        assert_string_equal(o->sides[o->side[i]].name, name);
    }
}

static void check_sorted(const crok_assignment *o)
{
    for (int i = 1; i < o->n_sides; i++)
        assert_true(strcmp(o->sides[i - 1].name, o->sides[i].name) < 0);
}

static void two_colours_are_two_sides(void **state)
{
    table t = {.g = {1}};
    crok_assignment o;
    (void)state;
    add(&t, 0, RED, 7, 1.0);
    add(&t, 1, BLACK, 5, 1.0);
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    check_sorted(&o);
    check_side(&t, &o, 0, "red");
    check_side(&t, &o, 1, "black");
    CHECK_NEAR(o.sides[1].rgb[0], 185.0, 4.0);
    CHECK_NEAR(o.sides[1].rgb[1], 40.0, 4.0);
}

static void three_and_four_colours_are_as_many_sides(void **state)
{
    (void)state;
    for (int n = 3; n <= 4; n++) {
        table t = {.g = {2}};
        crok_assignment o;
        add(&t, 0, RED, 6, 1.0);
        add(&t, 1, BLUE, 6, 1.0);
        add(&t, 2, NATURAL, 6, 1.0);
        if (n == 4)
            add(&t, 3, GREEN, 3, 1.0);
        o = assign(&t, n, NULL);
        assert_int_equal(o.n_sides, n);
        check_sorted(&o);
        check_side(&t, &o, 0, "red");
        check_side(&t, &o, 1, "blue");
        check_side(&t, &o, 2, "natural");
        check_side(&t, &o, 3, "green");
    }
}

/* The light differs in the ditch. A disc there that looks like no other disc is
 * not a side if the discs on the surface are of two sides. */
static void discs_on_the_surface_define_the_sides(void **state)
{
    static const crok_rgb GREY = {150, 150, 150};
    static table t;
    crok_assignment o;
    (void)state;
    t = (table){.g = {5}};
    add(&t, 0, NATURAL, 2, 1.0);
    add(&t, 1, GREY, 2, 1.0);
    add(&t, 2, BLUE, 1, 1.0);
    t.face[4].has_board = false;
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    check_side(&t, &o, 0, "natural");
    check_side(&t, &o, 1, "grey");
    /* without a second side on the surface it is one */
    t.n = 0;
    add(&t, 0, NATURAL, 4, 1.0);
    add(&t, 2, BLUE, 1, 1.0);
    t.face[4].has_board = false;
    o = assign(&t, 2, NULL);
    check_side(&t, &o, 0, "natural");
    check_side(&t, &o, 2, "blue");
}

/* A lamp's reflection in the ditch is detected as a disc and is lighter than
 * both sides. The single disc of one side on the surface keeps its side. */
static void a_reflection_in_the_ditch_is_no_side(void **state)
{
    static const crok_rgb WALNUT = {72, 50, 38};
    static const crok_rgb NAVY = {34, 34, 70};
    static const crok_rgb SHINE = {200, 130, 130};
    table t = {.g = {5}};
    crok_assignment o;
    (void)state;
    add(&t, 0, WALNUT, 5, 1.0);
    add(&t, 1, NAVY, 1, 1.0);
    add(&t, 2, SHINE, 1, 1.0);
    for (int i = 2; i < t.n; i++)
        t.face[i].has_board = i == 5;
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    check_side(&t, &o, 0, "brown");
    check_side(&t, &o, 1, "blue");
}

/* A red and a grey disc are clearly two sides. A cup's rim and a black lid
 * beside the board do not make the red disc doubtful. */
static void objects_in_the_ditch_make_no_doubt(void **state)
{
    static const crok_rgb GREY = {112, 104, 92};
    static const crok_rgb BRICK = {182, 80, 70};
    static const crok_rgb RIM = {138, 133, 134};
    static const crok_rgb LID = {1, 1, 1};
    table t = {.g = {5}};
    crok_assignment o;
    (void)state;
    add(&t, 0, BRICK, 1, 1.0);
    add(&t, 1, GREY, 1, 1.0);
    add(&t, 2, RIM, 1, 1.0);
    add(&t, 2, LID, 1, 1.0);
    t.face[2].has_board = t.face[3].has_board = false;
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    check_side(&t, &o, 0, "red");
    assert_true(o.side[1] != o.side[0]);
    assert_int_equal(o.other[0], -1);
    assert_int_equal(o.other[1], -1);
}

static void one_colour_is_one_side(void **state)
{
    table t = {.g = {3}};
    crok_assignment o;
    (void)state;
    add(&t, 0, NATURAL, 9, 1.0);
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 1);
    check_side(&t, &o, 0, "natural");
    t.n = 1;
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 1);
    t.n = 0;
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 0);
}

/* Half of the board is in shadow: a disc there looks like another wood. */
static void shadow_makes_no_side(void **state)
{
    table t = {.g = {4}};
    crok_assignment o;
    (void)state;
    add(&t, 0, NATURAL, 5, 1.0);
    add(&t, 0, NATURAL, 5, 0.6);
    add(&t, 1, BLACK, 4, 1.0);
    add(&t, 1, BLACK, 4, 0.6);
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    check_side(&t, &o, 0, "natural");
    check_side(&t, &o, 1, "black");
    t.n = 10;
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 1);
}

/* Glare on a dark board does not light the disc beside it. Discs of one
 * photographed colour are one side; the other side's only disc is in the ditch.
 */
static void glare_makes_no_side(void **state)
{
    static const crok_rgb GREY = {168, 154, 145};
    table t = {.g = {12}};
    crok_assignment o;
    (void)state;
    add(&t, 0, GREY, 3, 1.0);
    add(&t, 1, BLACK, 1, 1.0);
    for (int i = 0; i < 3; i++) {
        t.face[i].rgb = i == 0 ? (crok_rgb){171, 152, 146} : GREY;
        t.face[i].board =
            i == 0 ? (crok_rgb){74, 68, 63} : (crok_rgb){52, 49, 45};
    }
    t.face[3].has_board = false;
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    check_side(&t, &o, 0, "grey");
    check_side(&t, &o, 1, "black");
}

/* A dark board reflects a lamp, in some places more than in others; the discs
 * do not. Their photographed colours separate the sides. */
static void glare_on_the_board_splits_no_side(void **state)
{
    static const crok_rgb YELLOW = {252, 204, 82};
    static const crok_rgb PALE = {251, 206, 146};
    table t = {.g = {12}};
    crok_assignment o;
    (void)state;
    add(&t, 0, YELLOW, 7, 1.0);
    add(&t, 1, PALE, 7, 1.0);
    for (int i = 0; i < t.n; i++) {
        double glare = i % 7 < 4 ? 10.0 * (i % 7) : 70.0 + 5.0 * (i % 7);
        t.face[i].board = (crok_rgb){50 + glare, 70 + glare, 120 + 0.6 * glare};
    }
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    check_side(&t, &o, 0, "yellow");
    check_side(&t, &o, 1, "natural");
}

/* A blue board reflects a window, and the discs there have this part of its
 * glare. One disc of each side lies there, the others do not. A black disc is
 * then as light as a natural one is elsewhere. */
static void add_in_glare(table *t, double board, double part)
{
    static const crok_rgb ON = {40, 62, 86};
    static const crok_rgb DARK = {70, 64, 56};
    static const crok_rgb WOOD = {161, 103, 46};
    add(t, 0, DARK, 6, 1.0);
    add(t, 1, WOOD, 6, 1.0);
    for (int i = 0; i < t->n; i++) {
        bool shines = i % 6 == 0;
        t->face[i].board = in_glare(ON, shines ? board : 0.0);
        t->face[i].rgb = in_glare(t->face[i].rgb, shines ? part * board : 0.0);
    }
}

/* The glare is subtracted; discs with less glare than the board are doubtful.
 */
static void glare_on_discs_is_subtracted(void **state)
{
    static const double part[] = {1.0, 0.8, 0.6, 0.4};
    (void)state;
    for (int i = 0; i < 4; i++)
        for (double board = 0.1; board < 0.65; board += 0.05) {
            table t = {.g = {21}};
            bool all = part[i] >= 1.0;
            crok_assignment o;
            add_in_glare(&t, board, part[i]);
            o = assign(&t, 2, NULL);
            assert_int_equal(o.n_sides, 2);
            for (int k = 0; k < t.n; k++) {
                int own = o.side[t.colour[k] == 0 ? 1 : 7];
                if (o.side[k] != own && (all || o.other[k] != own))
                    fail_msg("glare %.2f, %.0f %% in the disc: disc %d", board,
                             100.0 * part[i], k);
            }
        }
}

static void given_names_are_kept(void **state)
{
    static const char names[2][24] = {"red", "blue"};
    table t = {.g = {5}};
    crok_assignment o;
    (void)state;
    add(&t, 0, RED, 5, 1.0);
    add(&t, 1, BLUE, 4, 1.0);
    o = assign(&t, 2, names);
    assert_int_equal(o.n_sides, 2);
    check_sorted(&o);
    check_side(&t, &o, 0, "red");
    check_side(&t, &o, 1, "blue");
    /* a side that has no disc left is still a side */
    t.n = 5;
    o = assign(&t, 2, names);
    assert_int_equal(o.n_sides, 2);
    check_side(&t, &o, 0, "red");
    t.n = 0;
    o = assign(&t, 2, names);
    assert_int_equal(o.n_sides, 2);
}

static void an_unknown_word_is_an_error(void **state)
{
    static const char names[2][24] = {"red", "rouge"};
    table t = {.g = {6}};
    crok_assignment o = {.n_sides = 77};
    crok_err err = {0};
    (void)state;
    add(&t, 0, RED, 3, 1.0);
    CHECK_STATUS(crok_sides_assign(t.face, t.n, 2, names, &o, &err), CROK_EARG,
                 &err);
    assert_non_null(strstr(err.msg, "\"rouge\""));
    assert_int_equal(o.n_sides, 77);
    assert_int_equal(crok_sides_assign(t.face, t.n, 2, names, &o, NULL),
                     CROK_EARG);
}

/* A bowl, a numeral and a coaster are round but of no side. */
static void strays_have_no_side(void **state)
{
    table t = {.g = {7}};
    crok_assignment o;
    (void)state;
    add(&t, 0, RED, 6, 1.0);
    add(&t, 1, BLACK, 6, 1.0);
    add(&t, 2, (crok_rgb){60, 200, 220}, 1, 1.0);
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    check_side(&t, &o, 0, "red");
    check_side(&t, &o, 1, "black");
    assert_int_equal(o.side[12], -1);
    assert_in_range(o.alike[12], 0, 1);
    assert_int_equal(o.other[12], 1 - o.alike[12]);
    assert_int_equal(o.alike[0], -1);
}

/* A bottle cap makes no side, even among few discs. */
static void a_cap_among_few_discs_is_no_side(void **state)
{
    table t = {.g = {13}};
    crok_assignment o;
    (void)state;
    add(&t, 0, (crok_rgb){240, 225, 190}, 3, 1.0);
    add(&t, 1, (crok_rgb){95, 62, 45}, 3, 1.0);
    add(&t, 2, (crok_rgb){30, 60, 190}, 1, 1.0);
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    for (int i = 0; i < 6; i++)
        assert_int_equal(o.side[i] == o.side[0], i < 3);
}

/* Put all discs on a board of this colour. */
static void lie_on(table *t, crok_rgb board)
{
    for (int i = 0; i < t->n; i++)
        t->face[i].board = board;
}

/* A blue board reflects two lamps: its colour plus white. */
static void reflections_of_lamps_are_of_no_side(void **state)
{
    const crok_rgb board = {110, 135, 175};
    table t = {.g = {7}};
    crok_assignment o;
    (void)state;
    add(&t, 0, NATURAL, 5, 1.0);
    add(&t, 1, (crok_rgb){105, 105, 120}, 5, 1.0);
    add(&t, 2, in_glare(board, 0.15), 2, 1.0);
    lie_on(&t, board);
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    for (int i = 0; i < t.n; i++)
        assert_int_equal(o.side[i] < 0, t.colour[i] == 2);
    assert_in_range(o.alike[10], 0, 1);
    assert_int_equal(o.other[10], 1 - o.alike[10]);
}

/* A side may have pale blue discs on a blue board. */
static void discs_that_look_like_reflections_are_a_side(void **state)
{
    const crok_rgb board = {110, 135, 175};
    table t = {.g = {7}};
    crok_assignment o;
    (void)state;
    add(&t, 0, NATURAL, 5, 1.0);
    add(&t, 1, in_glare(board, 0.15), 5, 1.0);
    lie_on(&t, board);
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    for (int i = 0; i < t.n; i++)
        assert_true(o.side[i] >= 0);
}

/* Dark, polished discs reflect a window: grey and blue are added to their
 * colour, in some places more than in others. Pale discs do not show it. */
static void sheen_makes_no_side(void **state)
{
    static const double SHEEN[7] = {0, 12, 25, 38, 50, 62, 75};
    table t = {.g = {14}};
    crok_assignment o;
    (void)state;
    add(&t, 0, (crok_rgb){250, 244, 210}, 4, 1.0);
    add(&t, 1, (crok_rgb){160, 104, 72}, 7, 1.0);
    for (int i = 0; i < 7; i++) {
        crok_rgb *c = &t.face[4 + i].rgb;
        *c = (crok_rgb){c->r + 0.3 * SHEEN[i], c->g + 0.8 * SHEEN[i],
                        c->b + 1.4 * SHEEN[i]};
    }
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    for (int i = 0; i < t.n; i++) {
        assert_int_not_equal(o.side[i], -1);
        assert_int_equal(o.side[i] == o.side[0], i < 4);
    }
}

/* Two stains of wood have the same word; the names differ by lightness. */
static void shades_of_one_word_are_two_sides(void **state)
{
    table t = {.g = {8}};
    crok_assignment o;
    (void)state;
    add(&t, 0, (crok_rgb){40, 66, 50}, 5, 1.0);
    add(&t, 1, (crok_rgb){85, 170, 90}, 5, 1.0);
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    check_side(&t, &o, 0, "dark green");
    check_side(&t, &o, 1, "light green");
}

/* If the red discs become black and the black ones red, the sides swap their
 * discs. */
static void swapping_colours_swaps_sides(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        table t = {.g = {seed}};
        table u = {.g = {seed}};
        crok_assignment a;
        crok_assignment b;
        add(&t, 0, RED, 6, 1.0);
        add(&t, 1, NATURAL, 6, 0.8);
        add(&u, 1, NATURAL, 6, 1.0);
        add(&u, 0, RED, 6, 0.8);
        a = assign(&t, 2, NULL);
        b = assign(&u, 2, NULL);
        for (int i = 0; i < 12; i++)
            assert_int_equal(a.side[i], 1 - b.side[i]);
    }
}

/* The order of the discs does not matter. */
static void shuffled_discs_keep_their_sides(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        table t = {.g = {seed}};
        table u;
        int from[CROK_MAX_DISCS];
        crok_assignment a;
        crok_assignment b;
        add(&t, 0, GREEN, 5, 1.0);
        add(&t, 1, BLUE, 7, 0.9);
        add(&t, 2, NATURAL, 3, 1.1);
        u = t;
        for (int i = 0; i < t.n; i++)
            from[i] = i;
        for (int i = t.n - 1; i > 0; i--) {
            int k = (int)(rnd_next(&t.g) % (uint64_t)(i + 1));
            int f = from[i];
            from[i] = from[k];
            from[k] = f;
        }
        for (int i = 0; i < t.n; i++)
            u.face[i] = t.face[from[i]];
        a = assign(&t, 3, NULL);
        b = assign(&u, 3, NULL);
        assert_int_equal(a.n_sides, b.n_sides);
        for (int i = 0; i < t.n; i++)
            if (b.side[i] != a.side[from[i]])
                fail_msg("seed %d: disc %d", (int)seed, i);
    }
}

/* Four shades of one colour still have four names. */
static void four_shades_have_four_names(void **state)
{
    table t = {.g = {9}};
    crok_assignment o;
    (void)state;
    add(&t, 0, (crok_rgb){45, 62, 50}, 4, 1.0);
    add(&t, 1, (crok_rgb){30, 88, 55}, 4, 1.0);
    add(&t, 2, (crok_rgb){10, 115, 50}, 4, 1.0);
    add(&t, 3, (crok_rgb){85, 170, 75}, 4, 1.0);
    o = assign(&t, 4, NULL);
    assert_int_equal(o.n_sides, 4);
    for (int i = 0; i < 4; i++)
        assert_non_null(strstr(o.sides[i].name, "green"));
    check_sorted(&o);
    for (int i = 0; i < t.n; i++)
        for (int k = 0; k < i; k++)
            assert_int_equal(o.side[i] == o.side[k],
                             t.colour[i] == t.colour[k]);
}

/* A disc halfway between two sides' colours may be of either; the others are
 * certain. */
static void a_colour_between_two_is_of_either(void **state)
{
    table t = {.g = {12}};
    crok_assignment o;
    (void)state;
    add(&t, 0, (crok_rgb){215, 165, 115}, 5, 1.0);
    add(&t, 1, (crok_rgb){105, 75, 55}, 5, 1.0);
    add(&t, 2, (crok_rgb){158, 118, 84}, 1, 1.0);
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    for (int i = 0; i < t.n; i++) {
        if (t.colour[i] != 2) {
            assert_int_equal(o.other[i], -1);
            continue;
        }
        assert_true(o.side[i] == 0 || o.side[i] == 1);
        assert_int_equal(o.other[i], 1 - o.side[i]);
    }
}

/* One side's wood may be uneven: two sides that differ little may then be one.
 * Sides that differ more are certain. */
static void sides_that_differ_little_may_be_one(void **state)
{
    static const crok_rgb wood = {165, 120, 80};
    static const struct {
        crok_rgb rgb;
        bool may_be_one;
    } of[] = {{{116, 70, 38}, true}, {{84, 55, 42}, false}};
    (void)state;
    for (int k = 0; k < 2; k++) {
        table t = {.g = {31}};
        crok_assignment o;
        add(&t, 0, wood, 5, 1.0);
        add(&t, 1, of[k].rgb, 4, 1.0);
        o = assign(&t, 2, NULL);
        assert_int_equal(o.n_sides, 2);
        for (int i = 0; i < t.n; i++) {
            bool is_smaller = t.colour[i] == 1;
            assert_int_equal(o.side[i] == o.side[0], !is_smaller);
            assert_int_equal(o.other[i],
                             is_smaller && of[k].may_be_one ? o.side[0] : -1);
        }
    }
}

/* Colours of walnut and maple discs in the stripes of a blind, from a photo. If
 * they are hardly separated, one side is not certain. */
static void hardly_separated_sides_are_doubtful(void **state)
{
    const crok_face face[] = {
        {{104, 83, 67}, {209, 172, 120}, true, 3.0},
        {{105, 84, 67}, {0, 0, 0}, false, 3.0},
        {{151, 128, 98}, {0, 0, 0}, false, 3.0},
        {{230, 206, 151}, {237, 239, 213}, true, 3.0},
        {{51, 36, 29}, {0, 0, 0}, false, 3.0},
        {{157, 135, 103}, {171, 154, 134}, true, 3.0},
        {{130, 105, 86}, {0, 0, 0}, false, 3.0},
    };
    table t = {.n = 7};
    crok_assignment o;
    (void)state;
    memcpy(t.face, face, sizeof face);
    o = assign(&t, 2, NULL);
    assert_int_equal(o.n_sides, 2);
    for (int i = 0; i < 7; i += 3)
        if (o.side[i] != o.side[0])
            assert_int_equal(o.other[i], o.side[0]);
    assert_true(o.side[3] != o.side[0]);
}

/* A white disc on a saturated board may have any light colour, not a dark one.
 * If the board is not saturated, the disc is white. */
static void a_saturated_disc_may_be_of_either(void **state)
{
    static const crok_rgb white = {248, 246, 244};
    static const crok_rgb full = {255, 254, 253};
    static const crok_rgb others[] = {{215, 182, 138}, {34, 33, 36}};
    (void)state;
    for (int k = 0; k < 2; k++) {
        table t = {.g = {29}};
        crok_assignment o;
        add(&t, 0, white, 4, 1.0);
        add(&t, 1, others[k], 4, 1.0);
        t.face[0].rgb = t.face[1].rgb = full;
        t.face[0].board = (crok_rgb){255, 252, 210};
        o = assign(&t, 2, NULL);
        assert_int_equal(o.n_sides, 2);
        check_side(&t, &o, 0, "white");
        assert_int_equal(o.other[0], k == 0 ? o.side[4] : -1);
        for (int i = 1; i < t.n; i++)
            assert_int_equal(o.other[i], -1);
    }
}

/* Two sides cannot have the same name. */
static void two_sides_with_one_name_are_refused(void **state)
{
    static const char names[2][24] = {"red", "red"};
    table t = {.g = {10}};
    crok_assignment o;
    crok_err err = {0};
    (void)state;
    add(&t, 0, RED, 3, 1.0);
    add(&t, 1, BLACK, 3, 1.0);
    CHECK_STATUS(crok_sides_assign(t.face, t.n, 2, names, &o, &err),
                 CROK_ESIDES, &err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_colours_are_two_sides),
        cmocka_unit_test(three_and_four_colours_are_as_many_sides),
        cmocka_unit_test(discs_on_the_surface_define_the_sides),
        cmocka_unit_test(a_reflection_in_the_ditch_is_no_side),
        cmocka_unit_test(objects_in_the_ditch_make_no_doubt),
        cmocka_unit_test(one_colour_is_one_side),
        cmocka_unit_test(shadow_makes_no_side),
        cmocka_unit_test(glare_makes_no_side),
        cmocka_unit_test(glare_on_the_board_splits_no_side),
        cmocka_unit_test(glare_on_discs_is_subtracted),
        cmocka_unit_test(given_names_are_kept),
        cmocka_unit_test(an_unknown_word_is_an_error),
        cmocka_unit_test(strays_have_no_side),
        cmocka_unit_test(reflections_of_lamps_are_of_no_side),
        cmocka_unit_test(discs_that_look_like_reflections_are_a_side),
        cmocka_unit_test(a_cap_among_few_discs_is_no_side),
        cmocka_unit_test(sheen_makes_no_side),
        cmocka_unit_test(shades_of_one_word_are_two_sides),
        cmocka_unit_test(swapping_colours_swaps_sides),
        cmocka_unit_test(shuffled_discs_keep_their_sides),
        cmocka_unit_test(four_shades_have_four_names),
        cmocka_unit_test(a_colour_between_two_is_of_either),
        cmocka_unit_test(sides_that_differ_little_may_be_one),
        cmocka_unit_test(hardly_separated_sides_are_doubtful),
        cmocka_unit_test(a_saturated_disc_may_be_of_either),
        cmocka_unit_test(two_sides_with_one_name_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
