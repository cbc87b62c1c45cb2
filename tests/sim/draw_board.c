/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/spot.h"

#define TABLE_HALF_MM 560.0F
#define PLANK_MM 140.0F

/* Wood of the old look: long fibres along x, a few broad clouds. */
static float grain(float x, float y, uint32_t key)
{
    return 0.45F * crok_sim_noise(x * 0.012F, y * 0.35F, key) +
           0.35F * crok_sim_noise(x * 0.03F, y * 0.9F, key + 1U) +
           0.4F * crok_sim_noise(x * 0.006F, y * 0.02F, key + 2U);
}

static float cover(const crok_sim_spot *s, float d_mm)
{
    return crok_sim_spot_cover(s, d_mm);
}

/* Distance from the centre at height z, as the rail's outline has it. */
static float out_at(const crok_sim_spot *s, double z_mm)
{
    crok_sim_ground a = crok_sim_spot_at(s, z_mm);
    return crok_sim_out(&s->p->look->table, a.x, a.y);
}

/* The place on the table's planks, which the board is pushed over. */
static crok_sim_ground on_planks(const crok_sim_spot *s)
{
    const crok_sim_pose *pose = &s->p->look->pose;
    crok_sim_ground a = crok_sim_spot_at(s, s->p->look->table.table_z_mm);
    float c = (float)cos(pose->turn_rad);
    float t = (float)sin(pose->turn_rad);
    return (crok_sim_ground){c * a.x - t * a.y + (float)pose->at_mm.x,
                             t * a.x + c * a.y + (float)pose->at_mm.y};
}

/* How far a point of the table is inside its edge. */
static float inside_table(const crok_sim_look *l, crok_sim_ground a)
{
    const crok_sim_finish *f = &l->finish;
    float c = cosf((float)f->table_turn_rad);
    float s = sinf((float)f->table_turn_rad);
    if (!l->is_real)
        return crok_sim_min(TABLE_HALF_MM - fabsf(a.x),
                            TABLE_HALF_MM - fabsf(a.y));
    return crok_sim_min((float)f->table_half_mm[0] - fabsf(a.x * c + a.y * s),
                        (float)f->table_half_mm[1] - fabsf(a.y * c - a.x * s));
}

static crok_sim_rgb table_colour(const crok_sim_spot *s)
{
    const crok_sim_look *l = s->p->look;
    const crok_sim_table *t = &l->table;
    crok_sim_ground a = crok_sim_spot_at(s, t->table_z_mm);
    float r = crok_sim_out(t, a.x - 30.0F * (float)l->shadow.x,
                           a.y - 30.0F * (float)l->shadow.y);
    crok_sim_ground on = on_planks(s);
    float plank = on.y / PLANK_MM;
    float gap = (0.5F - fabsf(plank - floorf(plank) - 0.5F)) * PLANK_MM;
    float k = 1.0F + 0.22F * grain(on.x, on.y, l->grain_key + 7U) +
              0.10F * crok_sim_noise(0.5F, floorf(plank), l->grain_key + 9U);
    crok_sim_rgb table = crok_sim_linear(l->colours.table);
    crok_sim_rgb floor_rgb =
        crok_sim_lit(crok_sim_linear(l->colours.floor),
                     0.55F + 0.06F * crok_sim_noise(on.x * 0.02F, on.y * 0.02F,
                                                    l->grain_key + 11U));
    table =
        crok_sim_lit(table, k * (0.6F + 0.4F * crok_sim_smooth(gap / 1.2F)));
    table = crok_sim_mix(floor_rgb, table, cover(s, inside_table(l, on)));
    return crok_sim_lit(
        table,
        0.45F + 0.55F * crok_sim_smooth((r - (float)t->rail_outer_mm + 8.0F) /
                                        45.0F));
}

static crok_sim_rgb felt_at(const crok_sim_spot *s, crok_sim_ground a)
{
    const crok_sim_look *l = s->p->look;
    return l->is_real ? crok_sim_wood_at(&l->finish.ditch, a.x, a.y,
                                         s->mm_per_px, l->grain_key + 21U)
                      : crok_sim_lit(crok_sim_linear(l->colours.ditch), 1.0F);
}

static crok_sim_rgb ditch_colour(const crok_sim_spot *s)
{
    const crok_sim_look *l = s->p->look;
    const crok_sim_table *t = &l->table;
    crok_sim_ground a = crok_sim_spot_at(s, t->ditch_z_mm);
    float r = crok_sim_hypot(a.x, a.y);
    float out = crok_sim_out(t, a.x, a.y);
    crok_sim_rgb wall = crok_sim_lit(crok_sim_linear(l->colours.rail), 0.5F);
    crok_sim_rgb edge = crok_sim_lit(crok_sim_linear(l->colours.wood), 0.35F);
    float near_edge = crok_sim_smooth((r - (float)t->surface_mm) / 14.0F);
    float near_rail = crok_sim_smooth(((float)t->rail_mm - out) / 18.0F);
    float rough = l->is_real ? 0.08F : 0.25F;
    float k = (0.5F + 0.5F * near_edge) * (0.45F + 0.55F * near_rail) *
              (1.0F + rough * crok_sim_noise(a.x * 0.4F, a.y * 0.4F, 3U));
    crok_sim_rgb c = crok_sim_lit(felt_at(s, a), k);
    c = crok_sim_mix(c, wall, cover(s, out - (float)t->rail_mm));
    return crok_sim_mix(c, edge, cover(s, (float)t->surface_mm - r));
}

/* The floor of the hole, with the crescent of shadow that its edge casts. */
static crok_sim_rgb hole_colour(const crok_sim_spot *s)
{
    const crok_sim_look *l = s->p->look;
    const crok_board *b = &l->table.board;
    float depth = (float)b->hole_depth_mm;
    crok_sim_ground a = crok_sim_at(s->p->eye, s->g, -depth);
    float r = crok_sim_hypot(a.x, a.y);
    float lit = crok_sim_hypot(a.x - depth * (float)l->shadow.x,
                               a.y - depth * (float)l->shadow.y);
    crok_sim_rgb wood = crok_sim_linear(l->colours.wood);
    crok_sim_rgb bottom = crok_sim_lit(
        wood,
        0.20F + 0.22F * crok_sim_smooth(((float)b->hole_mm - lit) / 5.0F));
    return crok_sim_mix(crok_sim_lit(wood, 0.16F), bottom,
                        cover(s, (float)b->hole_mm - r));
}

static float line_cover(const crok_sim_spot *s, float r)
{
    const crok_board *b = &s->p->look->table.board;
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

static crok_sim_rgb surface_colour(const crok_sim_spot *s)
{
    const crok_sim_look *l = s->p->look;
    const crok_board *b = &l->table.board;
    float r = crok_sim_hypot(s->g.x, s->g.y);
    crok_sim_ground w = crok_sim_spot_on_wood(s);
    float g = 1.0F + (float)l->grain * grain(w.x, w.y, l->grain_key);
    crok_sim_rgb c = crok_sim_lit(crok_sim_linear(l->colours.wood), g);
    float shine = crok_sim_shine(l, s->g);
    c = crok_sim_mix(c, crok_sim_linear(l->colours.line), line_cover(s, r));
    c = crok_sim_mix(c, hole_colour(s), cover(s, (float)b->hole_mm - r));
    return (crok_sim_rgb){c.r + shine, c.g + shine, c.b + shine};
}

/* The wood of a rail: its grain runs along the side, and an octagon's sides
 * meet at joints. */
static crok_sim_rgb rail_wood(const crok_sim_spot *s, float across)
{
    const crok_sim_look *l = s->p->look;
    const float eighth = 3.14159265F / 4.0F;
    float a = atan2f(s->g.y, s->g.x);
    float r = crok_sim_hypot(s->g.x, s->g.y);
    float side = roundf(a / eighth);
    float along = r * sinf(a - eighth * side);
    float joint = (float)l->table.rail_mm * 0.4142F - fabsf(along);
    if (l->table.outline == CROK_SIM_ROUND)
        return crok_sim_wood_at(&l->finish.rail, a * r, across * 15.0F,
                                s->mm_per_px, l->grain_key + 25U);
    return crok_sim_lit(crok_sim_wood_at(&l->finish.rail, along + 500.0F * side,
                                         across * 15.0F, s->mm_per_px,
                                         l->grain_key + 25U),
                        1.0F - 0.3F * cover(s, 0.5F - fabsf(joint)));
}

static crok_sim_rgb rail_colour(const crok_sim_spot *s, float r)
{
    const crok_sim_look *l = s->p->look;
    const crok_sim_table *t = &l->table;
    float across =
        (r - (float)t->rail_mm) / (float)(t->rail_outer_mm - t->rail_mm);
    float a = atan2f(s->g.y, s->g.x);
    float round =
        0.3F * sinf(3.1416F * crok_sim_min(crok_sim_max(across, 0.0F), 1.0F));
    float k =
        0.8F + round +
        0.15F * crok_sim_noise(a * 40.0F, across * 5.0F, l->grain_key + 5U);
    return l->is_real ? crok_sim_lit(rail_wood(s, across), 0.8F + round)
                      : crok_sim_lit(crok_sim_linear(l->colours.rail), k);
}

/* The colour from the table upwards: rail, ditch, surface. */
static crok_sim_rgb colour_at(const crok_sim_spot *s)
{
    const crok_sim_table *t = &s->p->look->table;
    float rail = out_at(s, t->rail_z_mm);
    float foot = out_at(s, t->table_z_mm);
    float ground = crok_sim_hypot(s->g.x, s->g.y);
    float outer = cover(s, (float)t->rail_outer_mm - crok_sim_min(rail, foot));
    float top = cover(s, (float)t->rail_outer_mm - rail);
    float inner = cover(s, (float)t->rail_mm - rail);
    float flat = cover(s, (float)t->surface_mm - ground);
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
        c = crok_sim_mix(
            c, s->p->look->is_real ? crok_sim_surface_at(s) : surface_colour(s),
            flat);
    return crok_sim_lit(c, crok_sim_lamp(s->p->look, s->g.x, s->g.y));
}

void crok_sim_paint_board(crok_sim_paint *p)
{
    if (p->look->scene != NULL) {
        crok_sim_paint_photo(p);
        return;
    }
    for (int y = p->box.y0; y < p->box.y1; y++)
        for (int x = p->box.x0; x < p->box.x1; x++) {
            crok_sim_spot s = {p, crok_sim_ground_of(p->eye, x, y),
                               crok_sim_mm_per_px(p->eye, x, y)};
            *crok_sim_pixel(p, x, y) = colour_at(&s);
        }
}
