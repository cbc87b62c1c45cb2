/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/colours.h"

#include <string.h>

#include "random.h"

static const crok_sim_colour black = {"black", {34, 33, 36}};
static const crok_sim_colour blue = {"blue", {38, 78, 158}};
static const crok_sim_colour green = {"green", {30, 104, 62}};
static const crok_sim_colour red = {"red", {186, 44, 42}};
static const crok_sim_colour white = {"white", {238, 236, 230}};

/* A board and two sides whose colours contrast with it; sorted by name. */
typedef struct scheme {
    uint8_t wood[3], line[3], ditch[3], rail[3];
    const crok_sim_colour *pair[3][2];
} scheme;

static const scheme schemes[] = {
    {{236, 212, 162}, /* maple, as at the world championship */
     {74, 52, 34},
     {30, 30, 32},
     {214, 192, 158},
     {{&black, &red}, {&black, &blue}, {&blue, &red}}},
    {{222, 186, 132}, /* birch, oiled */
     {40, 30, 26},
     {92, 62, 40},
     {160, 112, 70},
     {{&black, &red}, {&black, &white}, {&green, &red}}},
    {{176, 104, 66}, /* cherry */
     {28, 22, 20},
     {36, 30, 28},
     {116, 66, 42},
     {{&black, &white}, {&blue, &white}, {&green, &white}}},
};

static const uint8_t tables[][3] = {
    {88, 60, 44}, {120, 116, 110}, {62, 40, 32}};
static const uint8_t floors[][3] = {
    {196, 184, 160}, {128, 132, 138}, {150, 120, 92}};
static const uint8_t skins[][3] = {
    {222, 172, 144}, {196, 140, 108}, {138, 90, 64}};
static const uint8_t sleeves[][3] = {
    {44, 92, 160}, {212, 208, 204}, {58, 60, 66}, {150, 46, 60}};

static void pick(rnd *g, uint8_t out[3], const uint8_t (*from)[3], int n)
{
    memcpy(out, from[rnd_next(g) % (uint64_t)n], 3);
}

crok_sim_colours crok_sim_colours_of(uint64_t seed, int n_sides)
{
    /* colours for three and four sides; they contrast with light boards only */
    static const crok_sim_colour *const many[] = {&black, &blue, &red, &white};
    static const crok_sim_colour *const three[] = {&black, &blue, &red};
    rnd g = {seed ^ 0x636F6C6F7572U};
    const scheme *s = &schemes[rnd_next(&g) % (n_sides == 2 ? 3U : 1U)];
    const crok_sim_colour *const *sides = n_sides == 2
                                              ? s->pair[rnd_next(&g) % 3U]
                                          : n_sides == 3 ? three
                                                         : many;
    crok_sim_colours c = {.hair = {52, 38, 30}};
    for (int i = 0; i < n_sides; i++)
        c.side[i] = *sides[i];
    memcpy(c.wood, s->wood, 3);
    memcpy(c.line, s->line, 3);
    memcpy(c.ditch, s->ditch, 3);
    memcpy(c.rail, s->rail, 3);
    pick(&g, c.table, tables, 3);
    pick(&g, c.floor, floors, 3);
    pick(&g, c.skin, skins, 3);
    pick(&g, c.sleeve, sleeves, 4);
    return c;
}
