/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/paint.h"

#include "sim/table.h"

#define TABLE_HALF_MM 560.0F
#define PLANK_MM 140.0F

/* A pseudo-random number in [0, 1) that depends on the position only. */
static float hash(int x, int y, uint32_t key)
{
    uint32_t h = (uint32_t)x * 0x8DA6B343U ^ (uint32_t)y * 0xD8163841U ^ key;
    h ^= h >> 15;
    h *= 0x2C1B3C6DU;
    h ^= h >> 12;
    h *= 0x297A2D39U;
    h ^= h >> 15;
    return (float)(h >> 8) * 0x1p-24F;
}

/* Smooth noise with cells of one unit, -1 to 1. */
static float noise(float x, float y, uint32_t key)
{
    float fx = floorf(x);
    float fy = floorf(y);
    int ix = (int)fx;
    int iy = (int)fy;
    float u = crok_sim_smooth(x - fx);
    float v = crok_sim_smooth(y - fy);
    float top = hash(ix, iy, key) * (1.0F - u) + hash(ix + 1, iy, key) * u;
    float low =
        hash(ix, iy + 1, key) * (1.0F - u) + hash(ix + 1, iy + 1, key) * u;
    return 2.0F * (top * (1.0F - v) + low * v) - 1.0F;
}

/* Wood: long fibres along x, a few broad clouds. */
static float grain(float x, float y, uint32_t key)
{
    return 0.45F * noise(x * 0.012F, y * 0.35F, key) +
           0.35F * noise(x * 0.03F, y * 0.9F, key + 1U) +
           0.4F * noise(x * 0.006F, y * 0.02F, key + 2U);
}

/* A pixel's position and materials. */
typedef struct spot {
    const crok_sim_paint *p;
    crok_sim_ground g;
    float mm_per_px;
} spot;

static float radius_at(const spot *s, double z_mm)
{
    crok_sim_ground a = crok_sim_at(s->p->eye, s->g, (float)z_mm);
    return hypotf(a.x, a.y);
}

/* The place on the wood: its grain may have been turned by quarters. */
static crok_sim_ground on_wood(const spot *s)
{
    crok_sim_ground g = s->g;
    switch (s->p->look->pose.quarters) {
    case 1:
        return (crok_sim_ground){g.y, -g.x};
    case 2:
        return (crok_sim_ground){-g.x, -g.y};
    case 3:
        return (crok_sim_ground){-g.y, g.x};
    default:
        return g;
    }
}

/* The place on the table's planks, which the board is pushed over. */
static crok_sim_ground on_planks(const spot *s)
{
    const crok_sim_pose *pose = &s->p->look->pose;
    crok_sim_ground a =
        crok_sim_at(s->p->eye, s->g, (float)CROK_SIM_TABLE_Z_MM);
    float c = (float)cos(pose->turn_rad);
    float t = (float)sin(pose->turn_rad);
    return (crok_sim_ground){c * a.x - t * a.y + (float)pose->at_mm.x,
                             t * a.x + c * a.y + (float)pose->at_mm.y};
}

static float cover(const spot *s, float d_mm)
{
    return crok_sim_cover(d_mm, s->mm_per_px);
}

static crok_sim_rgb table_colour(const spot *s)
{
    const crok_sim_look *l = s->p->look;
    crok_sim_ground a =
        crok_sim_at(s->p->eye, s->g, (float)CROK_SIM_TABLE_Z_MM);
    float r = hypotf(a.x - 30.0F * (float)l->shadow.x,
                     a.y - 30.0F * (float)l->shadow.y);
    crok_sim_ground t = on_planks(s);
    float inside =
        crok_sim_min(TABLE_HALF_MM - fabsf(t.x), TABLE_HALF_MM - fabsf(t.y));
    float plank = t.y / PLANK_MM;
    float gap = (0.5F - fabsf(plank - floorf(plank) - 0.5F)) * PLANK_MM;
    float k = 1.0F + 0.22F * grain(t.x, t.y, l->grain_key + 7U) +
              0.10F * noise(0.5F, floorf(plank), l->grain_key + 9U);
    crok_sim_rgb table = crok_sim_linear(l->colours.table);
    crok_sim_rgb floor_rgb = crok_sim_lit(
        crok_sim_linear(l->colours.floor),
        0.55F + 0.06F * noise(t.x * 0.02F, t.y * 0.02F, l->grain_key + 11U));
    table =
        crok_sim_lit(table, k * (0.6F + 0.4F * crok_sim_smooth(gap / 1.2F)));
    table = crok_sim_mix(floor_rgb, table, cover(s, inside));
    return crok_sim_lit(
        table, 0.45F + 0.55F * crok_sim_smooth(
                                   (r - (float)CROK_SIM_RAIL_OUTER_MM + 8.0F) /
                                   45.0F));
}

static crok_sim_rgb ditch_colour(const spot *s)
{
    float rf = radius_at(s, CROK_SIM_DITCH_Z_MM);
    crok_sim_ground a =
        crok_sim_at(s->p->eye, s->g, (float)CROK_SIM_DITCH_Z_MM);
    crok_sim_rgb felt = crok_sim_linear(s->p->look->colours.ditch);
    crok_sim_rgb wall =
        crok_sim_lit(crok_sim_linear(s->p->look->colours.rail), 0.5F);
    crok_sim_rgb edge =
        crok_sim_lit(crok_sim_linear(s->p->look->colours.wood), 0.35F);
    float near_edge =
        crok_sim_smooth((rf - (float)CROK_SIM_SURFACE_MM) / 14.0F);
    float near_rail = crok_sim_smooth(((float)CROK_SIM_RAIL_MM - rf) / 18.0F);
    float k = (0.5F + 0.5F * near_edge) * (0.45F + 0.55F * near_rail) *
              (1.0F + 0.25F * noise(a.x * 0.4F, a.y * 0.4F, 3U));
    crok_sim_rgb c = crok_sim_lit(felt, k);
    c = crok_sim_mix(c, wall, cover(s, rf - (float)CROK_SIM_RAIL_MM));
    return crok_sim_mix(c, edge, cover(s, (float)CROK_SIM_SURFACE_MM - rf));
}

/* The floor of the hole, with the crescent of shadow that its edge casts. */
static crok_sim_rgb hole_colour(const spot *s)
{
    const crok_sim_look *l = s->p->look;
    const crok_board *b = crok_board_tournament();
    float depth = (float)b->hole_depth_mm;
    crok_sim_ground a = crok_sim_at(s->p->eye, s->g, -depth);
    float r = hypotf(a.x, a.y);
    float lit = hypotf(a.x - depth * (float)l->shadow.x,
                       a.y - depth * (float)l->shadow.y);
    crok_sim_rgb wood = crok_sim_linear(l->colours.wood);
    crok_sim_rgb bottom = crok_sim_lit(
        wood,
        0.20F + 0.22F * crok_sim_smooth(((float)b->hole_mm - lit) / 5.0F));
    return crok_sim_mix(crok_sim_lit(wood, 0.16F), bottom,
                        cover(s, (float)b->hole_mm - r));
}

static float line_cover(const spot *s, float r)
{
    const crok_board *b = crok_board_tournament();
    float half = 0.5F * (float)b->line_width_mm;
    float c = 0.0F;
    float off = fabsf(fabsf(s->g.x) - fabsf(s->g.y)) / sqrtf(2.0F);
    for (int i = 0; i < CROK_N_LINES; i++)
        c = crok_sim_max(c,
                         cover(s, half - fabsf(r - (float)b->line_mm[i])) -
                             cover(s, -half - fabsf(r - (float)b->line_mm[i])));
    if (r > (float)b->line_mm[CROK_LINE_MIDDLE] &&
        r < (float)b->line_mm[CROK_LINE_OUTER])
        c = crok_sim_max(c, cover(s, half - off));
    return c;
}

/* A lamp mirrored in the varnish. */
static float glare_at(const crok_sim_look *l, crok_sim_ground g)
{
    float x = (g.x - (float)l->glare_mm.x) / (float)l->glare_size_mm.x;
    float y = (g.y - (float)l->glare_mm.y) / (float)l->glare_size_mm.y;
    return (float)l->glare * expf(-0.5F * (x * x + y * y));
}

static crok_sim_rgb surface_colour(const spot *s)
{
    const crok_sim_look *l = s->p->look;
    const crok_board *b = crok_board_tournament();
    float r = hypotf(s->g.x, s->g.y);
    crok_sim_ground w = on_wood(s);
    float g = 1.0F + (float)l->grain * grain(w.x, w.y, l->grain_key);
    crok_sim_rgb c = crok_sim_lit(crok_sim_linear(l->colours.wood), g);
    float shine = glare_at(l, s->g);
    c = crok_sim_mix(c, crok_sim_linear(l->colours.line), line_cover(s, r));
    c = crok_sim_mix(c, hole_colour(s), cover(s, (float)b->hole_mm - r));
    return (crok_sim_rgb){c.r + shine, c.g + shine, c.b + shine};
}

static crok_sim_rgb rail_colour(const spot *s, float r)
{
    const crok_sim_look *l = s->p->look;
    float across = (r - (float)CROK_SIM_RAIL_MM) /
                   (float)(CROK_SIM_RAIL_OUTER_MM - CROK_SIM_RAIL_MM);
    float a = atan2f(s->g.y, s->g.x);
    float k =
        0.8F +
        0.3F * sinf(3.1416F * crok_sim_min(crok_sim_max(across, 0.0F), 1.0F)) +
        0.15F * noise(a * 40.0F, across * 5.0F, l->grain_key + 5U);
    return crok_sim_lit(crok_sim_linear(l->colours.rail), k);
}

/* The colour from the table upwards: rail, ditch, surface. */
static crok_sim_rgb colour_at(const spot *s)
{
    float rail = radius_at(s, CROK_SIM_RAIL_Z_MM);
    float foot = radius_at(s, CROK_SIM_TABLE_Z_MM);
    float ground = hypotf(s->g.x, s->g.y);
    float outer =
        cover(s, (float)CROK_SIM_RAIL_OUTER_MM - crok_sim_min(rail, foot));
    float top = cover(s, (float)CROK_SIM_RAIL_OUTER_MM - rail);
    float inner = cover(s, (float)CROK_SIM_RAIL_MM - rail);
    float flat = cover(s, (float)CROK_SIM_SURFACE_MM - ground);
    crok_sim_rgb c = {0};
    if (outer < 1.0F)
        c = table_colour(s);
    if (outer > 0.0F)
        c = crok_sim_mix(c, crok_sim_lit(rail_colour(s, rail), 0.35F), outer);
    if (top > 0.0F && inner < 1.0F)
        c = crok_sim_mix(c, rail_colour(s, rail), top);
    if (inner > 0.0F && flat < 1.0F)
        c = crok_sim_mix(c, ditch_colour(s), inner);
    if (flat > 0.0F)
        c = crok_sim_mix(c, surface_colour(s), flat);
    return crok_sim_lit(c, crok_sim_lamp(s->p->look, s->g.x, s->g.y));
}

void crok_sim_paint_board(crok_sim_paint *p)
{
    for (int y = p->box.y0; y < p->box.y1; y++)
        for (int x = p->box.x0; x < p->box.x1; x++) {
            spot s = {p, crok_sim_ground_of(p->eye, x, y),
                      crok_sim_mm_per_px(p->eye, x, y)};
            *crok_sim_pixel(p, x, y) = colour_at(&s);
        }
}
