/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/paint.h"

/* Radius of a box's corners, and how far its screen or print is from the edge.
 */
#define CORNER_MM 7.0F
#define BORDER_MM 3.0F
#define RULE_MM 9.0F      /* between the rules of a sheet */
#define RULE_HALF_MM 0.4F /* half the width of a rule */
#define SIDE_SHADE 0.45F
#define MOST_SLICES 12

/* Distance inside the outline, > 0, and the place relative to the middle. */
static float inside_of(const crok_sim_prop *b, crok_sim_ground g, float *x,
                       float *y)
{
    float c = cosf((float)b->turn_rad);
    float s = sinf((float)b->turn_rad);
    float dx = g.x - (float)b->foot_mm.x;
    float dy = g.y - (float)b->foot_mm.y;
    float corner = b->kind == CROK_SIM_PROP_SHEET ? 0.0F : CORNER_MM;
    float qx = 0.0F;
    float qy = 0.0F;
    *x = dx * c + dy * s;
    *y = dy * c - dx * s;
    qx = fabsf(*x) - (float)b->half_mm[0] + corner;
    qy = fabsf(*y) - (float)b->half_mm[1] + corner;
    return corner -
           crok_sim_hypot(crok_sim_max(qx, 0.0F), crok_sim_max(qy, 0.0F)) -
           crok_sim_min(crok_sim_max(qx, qy), 0.0F);
}

static crok_sim_rgb face_of(const crok_sim_prop *b, float in, float x, float y,
                            float mm_per_px)
{
    crok_sim_rgb c = crok_sim_linear(b->rgb);
    float rule = fabsf(y / RULE_MM - roundf(y / RULE_MM)) * RULE_MM;
    float inked = crok_sim_cover(in - BORDER_MM, mm_per_px);
    if (b->kind == CROK_SIM_PROP_SHEET) /* half of its rows are written on */
        inked *=
            crok_sim_max(crok_sim_cover(RULE_HALF_MM - rule, mm_per_px),
                         ((int)roundf(y / RULE_MM) & 1) != 0 && rule < 2.5F &&
                                 sinf(x * 0.9F) + sinf(x * 0.37F) > 0.2F
                             ? 0.7F
                             : 0.0F);
    return crok_sim_mix(c, crok_sim_linear(b->inside), inked);
}

/* The shadow of a box on what it lies on. */
static void paint_shadow(crok_sim_paint *p, const crok_sim_prop *b,
                         crok_sim_box box)
{
    float soft = 2.0F + 0.4F * (float)b->height_mm;
    float up = 0.5F * (float)b->height_mm;
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            crok_sim_ground g = crok_sim_at(
                p->eye, crok_sim_ground_of(p->eye, x, y), (float)b->foot_mm.z);
            crok_sim_rgb *to = crok_sim_pixel(p, x, y);
            float bx = 0.0F;
            float by = 0.0F;
            g.x -= up * (float)p->look->shadow.x;
            g.y -= up * (float)p->look->shadow.y;
            *to = crok_sim_lit(
                *to,
                1.0F - (float)p->look->shade *
                           crok_sim_smooth(0.5F + inside_of(b, g, &bx, &by) /
                                                      (2.0F * soft)));
        }
}

void crok_sim_paint_box(crok_sim_paint *p, const crok_sim_prop *b)
{
    int slices = b->height_mm > 1.0 ? MOST_SLICES : 1;
    float reach = crok_sim_hypot((float)b->half_mm[0], (float)b->half_mm[1]);
    crok_sim_box box = crok_sim_box_and(
        p->box,
        crok_sim_ball_box(p->eye, b->foot_mm, reach + (float)b->height_mm));
    paint_shadow(p, b, box);
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            crok_sim_ground g = crok_sim_ground_of(p->eye, x, y);
            float mm = crok_sim_mm_per_px(p->eye, x, y);
            crok_sim_rgb *to = crok_sim_pixel(p, x, y);
            float light = crok_sim_lamp(p->look, g.x, g.y);
            for (int i = 0; i < slices; i++) {
                float up = slices == 1 ? 1.0F : (float)i / (float)(slices - 1);
                float z = (float)b->foot_mm.z + up * (float)b->height_mm;
                float bx = 0.0F;
                float by = 0.0F;
                float in = inside_of(b, crok_sim_at(p->eye, g, z), &bx, &by);
                crok_sim_rgb c = face_of(b, in, bx, by, mm);
                if (i + 1 < slices)
                    c = crok_sim_lit(crok_sim_linear(b->rgb), SIDE_SHADE);
                *to = crok_sim_mix(*to, crok_sim_lit(c, light),
                                   crok_sim_cover(in, mm));
            }
        }
}

crok_sim_rgb crok_sim_prop_face(const crok_sim_prop *prop, float x, float y)
{
    float r = crok_sim_hypot(x, y) / (float)prop->half_mm[0];
    crok_sim_rgb c = crok_sim_linear(prop->rgb);
    if (prop->kind != CROK_SIM_PROP_CUP)
        return c;
    return crok_sim_mix(c, crok_sim_linear(prop->inside),
                        crok_sim_smooth((0.93F - r) * 20.0F));
}
