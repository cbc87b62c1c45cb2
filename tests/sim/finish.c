/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/finish.h"

#include <string.h>

#include "random.h"

/* Probabilities of what not every board has. */
#define PLANKED 0.35
#define BURNT_IN 0.2
#define ENGRAVED 0.2
#define FAINT 0.25
#define NUMBERED 0.55
#define DECORATED 0.35
#define COLLARED 0.2
#define BANDED 0.12
/* A hole as dark as black discs: half of the broadcasts that were seen. */
#define DARK_HOLE 0.45
/* Two sides that differ little, and sides of which one is the wood's colour. */
#define ALIKE 0.15
#define WOODEN 0.3
/* What lies around the board. */
#define WITH_TUBES 0.6
#define WITH_STRAY 0.5
#define MOST_THINGS 5
/* Distance from the centre within which bowls and unshot discs lie, see act.c
 * and game.c; things lie outside. */
#define CLEAR_MM 545.0

typedef enum ink { DARK_INK, RED_INK, BLUE_INK, PALE_INK, YELLOW_INK } ink;

static const uint8_t inks[][3] = {[DARK_INK] = {34, 24, 20},
                                  [RED_INK] = {160, 26, 34},
                                  [BLUE_INK] = {28, 44, 104},
                                  [PALE_INK] = {234, 228, 208},
                                  [YELLOW_INK] = {224, 176, 70}};

typedef struct material {
    uint8_t light[3], dark[3];
    double ring_mm, fibre;
    ink ink[2]; /* that show on it */
} material;

enum {
    MAPLE,
    BIRCH,
    PINE,
    OAK,
    CHERRY,
    WALNUT,
    N_WOODS,
    BLACK_PAINT = N_WOODS,
    GREEN_PAINT,
    BLUE_PAINT,
    RED_PAINT,
    WHITE_PAINT,
    N_MATERIALS
};

static const material materials[N_MATERIALS] = {
    [MAPLE] =
        {{226, 196, 150}, {196, 156, 106}, 16.0, 0.25, {DARK_INK, RED_INK}},
    [BIRCH] =
        {{228, 208, 168}, {198, 168, 122}, 20.0, 0.2, {DARK_INK, BLUE_INK}},
    [PINE] = {{218, 180, 118}, {182, 126, 70}, 9.0, 0.3, {DARK_INK, DARK_INK}},
    [OAK] = {{202, 164, 112}, {150, 108, 64}, 11.0, 0.7, {DARK_INK, DARK_INK}},
    [CHERRY] =
        {{188, 118, 76}, {140, 76, 46}, 17.0, 0.35, {DARK_INK, DARK_INK}},
    [WALNUT] = {{118, 82, 58}, {66, 44, 32}, 14.0, 0.5, {PALE_INK, YELLOW_INK}},
    [BLACK_PAINT] =
        {{34, 33, 35}, {30, 29, 31}, 0.0, 0.0, {PALE_INK, YELLOW_INK}},
    [GREEN_PAINT] =
        {{34, 88, 60}, {30, 80, 54}, 0.0, 0.0, {PALE_INK, YELLOW_INK}},
    [BLUE_PAINT] =
        {{30, 64, 104}, {26, 58, 98}, 0.0, 0.0, {PALE_INK, YELLOW_INK}},
    [RED_PAINT] =
        {{168, 52, 44}, {160, 46, 40}, 0.0, 0.0, {PALE_INK, DARK_INK}},
    [WHITE_PAINT] =
        {{228, 227, 222}, {222, 221, 216}, 0.0, 0.0, {RED_INK, BLUE_INK}},
};

static const uint8_t dark_hole[3] = {36, 33, 33};
static const uint8_t hole_floors[][3] = {
    {120, 16, 30}, {190, 60, 50}, {96, 62, 40}, {196, 160, 110}, {24, 60, 40}};
static const uint8_t pegs[][3] = {{58, 52, 48},
                                  {150, 150, 152},
                                  {28, 27, 27},
                                  {226, 222, 214},
                                  {150, 40, 36}};
static const uint8_t bands[][3] = {
    {96, 44, 72}, {40, 60, 96}, {120, 40, 36}, {50, 80, 56}, {214, 188, 140}};
static const uint8_t gaudy[][3] = {
    {60, 120, 70},   {40, 70, 130}, {170, 40, 44},  {210, 180, 60},
    {230, 226, 216}, {34, 34, 36},  {120, 80, 130}, {220, 120, 50}};

/* The colours of discs; a name is the word that people use. */
static const crok_sim_colour disc_colours[] = {
    {"black", {34, 33, 36}},    {"blue", {38, 78, 158}},
    {"brown", {88, 52, 36}},    {"green", {30, 104, 62}},
    {"maroon", {92, 28, 38}},   {"natural", {214, 174, 122}},
    {"orange", {206, 104, 36}}, {"red", {186, 44, 42}},
    {"white", {236, 233, 226}},
};
enum { BLACK, BLUE, BROWN, GREEN, MAROON, NATURAL, ORANGE, RED, WHITE };

static const int usual_pairs[][2] = {
    {BLACK, NATURAL}, {BLACK, RED}, {BLACK, WHITE}, {BLACK, BLUE},
    {BLUE, RED},      {GREEN, RED}, {NATURAL, RED}, {BLUE, WHITE}};
static const int wooden_pairs[][2] = {
    {BLACK, NATURAL}, {BROWN, NATURAL}, {MAROON, NATURAL}};
static const int alike_pairs[][2] = {{BLACK, BROWN}, {ORANGE, RED},
                                     {MAROON, RED},  {NATURAL, WHITE},
                                     {BLUE, GREEN},  {BROWN, MAROON}};

#define COUNT(list) ((int)(sizeof(list) / sizeof(list)[0]))

static int one_of(rnd *g, int n)
{
    return (int)(rnd_next(g) % (uint64_t)n);
}

static bool chance(rnd *g, double probability)
{
    return rnd_between(g, 0.0, 1.0) < probability;
}

static void copy(uint8_t out[3], const uint8_t from[3])
{
    memcpy(out, from, 3);
}

/* A colour a little lighter, darker, warmer or cooler. */
static void vary(rnd *g, uint8_t rgb[3], double amount)
{
    double light = rnd_between(g, -amount, amount);
    double warm = rnd_between(g, -amount, amount) / 3.0;
    for (int c = 0; c < 3; c++)
        rgb[c] =
            (uint8_t)fmin(fmax(rgb[c] + light + warm * (1 - c), 0.0), 255.0);
}

/* ---- wood and print ---- */

static crok_sim_wood some_wood(rnd *g, int kind)
{
    const material *m = &materials[kind];
    crok_sim_wood w = {.ring_mm = m->ring_mm * rnd_between(g, 0.7, 1.5),
                       .year = rnd_between(g, 0.2, 0.8),
                       .fibre = m->fibre * rnd_between(g, 0.7, 1.4),
                       .turn_rad = rnd_between(g, -CROK_PI, CROK_PI)};
    copy(w.light, m->light);
    copy(w.dark, m->dark);
    vary(g, w.light, 8.0);
    vary(g, w.dark, 8.0);
    if (kind < N_WOODS && chance(g, PLANKED)) {
        w.plank_mm = rnd_between(g, 60.0, 260.0);
        w.plank_tone = rnd_between(g, 0.04, 0.30);
    }
    return w;
}

static void decorate(rnd *g, crok_sim_print *p)
{
    if (!chance(g, DECORATED))
        return;
    p->decal = (crok_sim_decal)(1 + one_of(g, 3));
    p->decal_mm = p->decal == CROK_SIM_STAR    ? rnd_between(g, 30.0, 70.0)
                  : p->decal == CROK_SIM_BADGE ? rnd_between(g, 13.0, 26.0)
                                               : rnd_between(g, 10.0, 22.0);
    p->decal_rad = 0.25 * CROK_PI * one_of(g, 8);
    copy(p->decal_rgb, inks[one_of(g, COUNT(inks))]);
}

static crok_sim_print some_print(rnd *g, const crok_sim_wood *wood)
{
    crok_sim_print p = {.ink = chance(g, FAINT) ? rnd_between(g, 0.3, 0.6)
                                                : rnd_between(g, 0.8, 1.0)};
    if (wood->ring_mm > 0.0 && chance(g, BURNT_IN))
        p.halo_mm = rnd_between(g, 0.6, 2.2);
    if (chance(g, ENGRAVED))
        p.groove = rnd_between(g, 0.3, 1.0);
    if (chance(g, NUMBERED))
        p.numeral_mm = rnd_between(g, 9.0, 20.0);
    p.inward = chance(g, 0.3);
    decorate(g, &p);
    if (chance(g, COLLARED))
        p.collar_mm = rnd_between(g, 1.0, 6.0);
    p.has_band = chance(g, BANDED);
    copy(p.band, bands[one_of(g, COUNT(bands))]);
    copy(p.hole, chance(g, DARK_HOLE)
                     ? dark_hole
                     : hole_floors[one_of(g, COUNT(hole_floors))]);
    vary(g, p.hole, 6.0);
    copy(p.peg, pegs[one_of(g, COUNT(pegs))]);
    return p;
}

static crok_sim_turning some_turning(rnd *g)
{
    crok_sim_turning t = {.bevel = rnd_between(g, 0.86, 0.97),
                          .bevel_tilt = rnd_between(g, 0.2, 0.6),
                          .n_rings = one_of(g, 3),
                          .ring_half = rnd_between(g, 0.015, 0.05),
                          .ring_depth = rnd_between(g, 0.12, 0.4),
                          .logo =
                              (crok_sim_logo)one_of(g, 2 * CROK_SIM_N_LOGOS),
                          .gloss = rnd_between(g, 0.0, 0.5)};
    t.ring[0] = rnd_between(g, 0.60, 0.82);
    t.ring[1] = rnd_between(g, 0.30, 0.52);
    if (t.logo >= CROK_SIM_N_LOGOS)
        t.logo = CROK_SIM_NO_LOGO;
    if (chance(g, 0.4)) {
        t.dimple = rnd_between(g, 0.3, 0.8);
        t.dimple_depth = rnd_between(g, 0.1, 0.4);
    }
    t.grain = rnd_between(g, 0.05, 0.25);
    return t;
}

/* ---- around the board ---- */

static void add_prop(crok_sim_finish *f, const crok_sim_prop *prop)
{
    if (f->n_props < CROK_SIM_MAX_PROPS)
        f->props[f->n_props++] = *prop;
}

/* A tray or tube beside the rail on one side of the table, with the 20s of
 * earlier rounds in it. */
static void add_tube(rnd *g, const crok_sim_table *t, int side,
                     crok_sim_finish *f, const crok_sim_colours *c)
{
    double a = CROK_PI * side + rnd_between(g, -0.5, 0.5);
    double r = t->board.disc_mm;
    double out = CLEAR_MM + r + 4.0;
    double s = sin(a);
    double k = cos(a);
    int n = one_of(g, 6);
    crok_sim_prop tube = {.kind = CROK_SIM_PROP_BOX,
                          .foot_mm = {out * k, out * s, t->table_z_mm - 4.0},
                          .half_mm = {r + 4.0, rnd_between(g, 3.0, 5.0) * r},
                          .height_mm = 3.0,
                          .turn_rad = a};
    copy(tube.rgb, materials[one_of(g, N_MATERIALS)].dark);
    copy(tube.inside, tube.rgb);
    add_prop(f, &tube);
    for (int i = 0; i < n; i++) {
        double along = (i - 0.5 * (n - 1)) * rnd_between(g, 1.2, 1.6) * r;
        crok_sim_prop disc = {.kind = CROK_SIM_PROP_STRAY,
                              .foot_mm = {out * k - along * s,
                                          out * s + along * k,
                                          t->table_z_mm + 0.2 * i},
                              .half_mm = {r, r},
                              .height_mm = t->board.disc_height_mm};
        copy(disc.rgb, c->side[side].rgb);
        add_prop(f, &disc);
    }
}

/* A disc of a colour that nobody plays, beside the board or on its rim. */
static void add_stray(rnd *g, const crok_sim_table *t, crok_sim_finish *f)
{
    double a = rnd_between(g, -CROK_PI, CROK_PI);
    bool on_rim = chance(g, 0.5);
    double rim = 0.5 * (t->rail_mm + t->rail_outer_mm);
    double out = on_rim ? rim : CLEAR_MM + t->board.disc_mm;
    double at = crok_sim_out_mm(t, cos(a), sin(a));
    crok_sim_prop p = {.kind = CROK_SIM_PROP_STRAY,
                       .half_mm = {t->board.disc_mm, t->board.disc_mm},
                       .height_mm = t->board.disc_height_mm};
    if (on_rim)
        out /= at;
    p.foot_mm = (crok_vec3){out * cos(a), out * sin(a),
                            on_rim ? t->rail_z_mm : t->table_z_mm};
    copy(p.rgb, gaudy[one_of(g, COUNT(gaudy))]);
    add_prop(f, &p);
}

static crok_sim_prop some_thing(rnd *g)
{
    crok_sim_prop p = {.kind = (crok_sim_prop_kind)one_of(g, 4),
                       .turn_rad = rnd_between(g, -CROK_PI, CROK_PI)};
    copy(p.rgb, gaudy[one_of(g, COUNT(gaudy))]);
    copy(p.inside, (const uint8_t[]){46, 28, 20});
    if (p.kind == CROK_SIM_PROP_BOX) { /* a telephone */
        p.half_mm[0] = rnd_between(g, 34.0, 40.0);
        p.half_mm[1] = rnd_between(g, 68.0, 84.0);
        p.height_mm = 9.0;
        copy(p.inside, (const uint8_t[]){24, 25, 29});
    } else if (p.kind == CROK_SIM_PROP_SHEET) {
        p.half_mm[0] = rnd_between(g, 52.0, 105.0);
        p.half_mm[1] = 1.414 * p.half_mm[0];
        p.height_mm = 0.2;
        copy(p.rgb, (const uint8_t[]){232, 230, 222});
        copy(p.inside, (const uint8_t[]){90, 96, 120});
    } else if (p.kind == CROK_SIM_PROP_CUP) {
        p.half_mm[0] = rnd_between(g, 34.0, 46.0);
        p.height_mm = rnd_between(g, 70.0, 120.0);
    } else {
        p.half_mm[0] = rnd_between(g, 11.0, 20.0);
        p.height_mm = 20.0;
        copy(p.rgb, (const uint8_t[]){40, 38, 38});
    }
    return p;
}

/* Things outside, or a telephone or a sheet that rests on the rail over the
 * ditch. */
static void add_things(rnd *g, const crok_sim_table *t, crok_sim_finish *f)
{
    int n = one_of(g, MOST_THINGS + 1);
    for (int i = 0; i < n; i++) {
        crok_sim_prop p = some_thing(g);
        double a = rnd_between(g, -CROK_PI, CROK_PI);
        double reach = hypot(p.half_mm[0], p.half_mm[1]);
        double out = CLEAR_MM + 0.7 * reach + rnd_between(g, 0.0, 140.0);
        double z = t->table_z_mm;
        if (p.kind <= CROK_SIM_PROP_SHEET && chance(g, 0.4)) {
            p.turn_rad = a; /* its narrow side points to the centre */
            out = t->surface_mm + p.half_mm[0] + rnd_between(g, 4.0, 30.0);
            z = fmax(t->rail_z_mm, t->ditch_z_mm + t->board.disc_height_mm);
        }
        p.foot_mm = (crok_vec3){out * cos(a), out * sin(a), z};
        add_prop(f, &p);
    }
}

/* ---- the colours ---- */

static void pick_sides(rnd *g, int n_sides, crok_sim_colours *c)
{
    static const int many[] = {BLACK, BLUE, RED, WHITE};
    double kind = rnd_between(g, 0.0, 1.0);
    const int *pair = kind < ALIKE ? alike_pairs[one_of(g, COUNT(alike_pairs))]
                      : kind < ALIKE + WOODEN
                          ? wooden_pairs[one_of(g, COUNT(wooden_pairs))]
                          : usual_pairs[one_of(g, COUNT(usual_pairs))];
    for (int i = 0; i < n_sides; i++) {
        c->side[i] = disc_colours[n_sides == 2 ? pair[i] : many[i]];
        vary(g, c->side[i].rgb, 6.0);
    }
}

/* Natural discs of the surface's own wood. */
static void match_wood(crok_sim_colours *c, int n_sides, const crok_sim_wood *w)
{
    for (int i = 0; i < n_sides; i++)
        if (strcmp(c->side[i].name, "natural") == 0)
            for (int k = 0; k < 3; k++)
                c->side[i].rgb[k] = (uint8_t)((w->light[k] + w->dark[k]) / 2);
}

void crok_sim_finish_of(uint64_t seed, int n_sides, const crok_sim_table *table,
                        crok_sim_finish *f, crok_sim_colours *c)
{
    rnd g = {seed ^ 0x66696E697368U};
    int kind = one_of(&g, N_MATERIALS);
    *f = (crok_sim_finish){.surface = some_wood(&g, kind)};
    f->ditch = some_wood(&g, one_of(&g, N_MATERIALS));
    f->rail = some_wood(&g, one_of(&g, N_MATERIALS));
    f->rail.plank_mm = 0.0;
    f->print = some_print(&g, &f->surface);
    f->turning = some_turning(&g);
    *c = crok_sim_colours_of(seed, n_sides);
    copy(c->wood, f->surface.light);
    copy(c->line, inks[materials[kind].ink[one_of(&g, 2)]]);
    copy(c->ditch, f->ditch.light);
    copy(c->rail, f->rail.light);
    pick_sides(&g, n_sides, c);
    if (kind <= PINE && chance(&g, 0.5))
        match_wood(c, n_sides, &f->surface);
    f->table_half_mm[0] = rnd_between(&g, 470.0, 900.0);
    f->table_half_mm[1] = rnd_between(&g, 470.0, 620.0);
    f->table_turn_rad = rnd_between(&g, -CROK_PI, CROK_PI);
    for (int side = 0; side < 2; side++)
        if (chance(&g, WITH_TUBES))
            add_tube(&g, table, side, f, c);
    if (chance(&g, WITH_STRAY))
        add_stray(&g, table, f);
    add_things(&g, table, f);
}

crok_sim_colours crok_sim_colours_for(crok_sim_looks looks, uint64_t seed,
                                      int n_sides)
{
    crok_sim_table table = crok_sim_table_of(looks, seed);
    crok_sim_colours c = crok_sim_colours_of(seed, n_sides);
    crok_sim_finish f;
    if (looks == CROK_SIM_LOOKS_REAL)
        crok_sim_finish_of(seed, n_sides, &table, &f, &c);
    return c;
}
