/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/paint.h"

#include "sim/table.h"

/* Fractions of a disc's radius: inner edge of the bevel, and the ring turned
 * into its face. */
#define BEVEL 0.92F
#define RING 0.74F
#define RING_HALF 0.035F
/* Factor of the light in the gap around a disc in the hole. */
#define GAP_SHADE 0.85F
/* A point lower than this may be hidden by the surface. A disc on the surface
 * touches it, within rounding and the blur of its outline. */
#define HIDDEN_MM (-1.0F)

crok_sim_box crok_sim_box_or(crok_sim_box a, crok_sim_box b)
{
    if (crok_sim_box_is_empty(a))
        return b;
    if (crok_sim_box_is_empty(b))
        return a;
    return (crok_sim_box){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0,
                          a.x1 > b.x1 ? a.x1 : b.x1, a.y1 > b.y1 ? a.y1 : b.y1};
}

crok_sim_box crok_sim_ball_box(const crok_sim_eye *e, crok_vec3 p, float r_mm)
{
    crok_px at = crok_camera_project(&e->cam, p);
    /* a pixel covers more towards the corners of the picture: 1.5 times is
     * enough */
    double r = 1.5 * (double)r_mm * e->cam.f_px / ((double)e->z - p.z) + 2.0;
    crok_sim_box all = {0, 0, e->cam.w_px, e->cam.h_px};
    if (!(fabs(at.x) < 1e5 && fabs(at.y) < 1e5))
        return all;
    return crok_sim_box_and((crok_sim_box){(int)(at.x - r), (int)(at.y - r),
                                           (int)(at.x + r) + 1,
                                           (int)(at.y + r) + 1},
                            all);
}

static crok_vec3 shadow_middle(const crok_sim_paint *p,
                               const crok_sim_item *item)
{
    double up = item->foot_mm.z - (double)item->floor_mm +
                0.5 * (double)item->height_mm;
    return (crok_vec3){item->foot_mm.x + up * p->look->shadow.x,
                       item->foot_mm.y + up * p->look->shadow.y,
                       (double)item->floor_mm};
}

static float shadow_soft(const crok_sim_item *item)
{
    return 2.2F + 0.3F * ((float)item->foot_mm.z - item->floor_mm + 0.5F);
}

crok_sim_box crok_sim_item_box(const crok_sim_paint *p,
                               const crok_sim_item *item)
{
    crok_vec3 middle = item->foot_mm;
    crok_vec3 shade = shadow_middle(p, item);
    middle.z += 0.5 * (double)item->height_mm;
    return crok_sim_box_or(
        crok_sim_ball_box(p->eye, middle, item->radius_mm + item->height_mm),
        crok_sim_ball_box(p->eye, shade,
                          item->radius_mm + 2.0F * shadow_soft(item)));
}

/* Darken the gap around a disc in the hole. */
static void darken_hole(crok_sim_paint *p, const crok_sim_item *item)
{
    const crok_board *b = crok_board_tournament();
    float hole = (float)b->hole_mm;
    float down =
        crok_sim_min(-(float)item->foot_mm.z / (float)b->hole_depth_mm, 1.0F);
    crok_sim_box box = crok_sim_box_and(
        p->box, crok_sim_ball_box(p->eye, (crok_vec3){0.0, 0.0, 0.0}, hole));
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            crok_sim_ground g = crok_sim_ground_of(p->eye, x, y);
            float in = crok_sim_cover(hole - hypotf(g.x, g.y),
                                      crok_sim_mm_per_px(p->eye, x, y));
            crok_sim_rgb *c = crok_sim_pixel(p, x, y);
            *c = crok_sim_lit(*c, 1.0F - GAP_SHADE * down * in);
        }
}

void crok_sim_paint_shadow(crok_sim_paint *p, const crok_sim_item *item)
{
    crok_vec3 middle = shadow_middle(p, item);
    float soft = shadow_soft(item);
    float depth = (float)p->look->shade * 3.0F / (3.0F + 0.25F * soft);
    crok_sim_box box = crok_sim_box_and(
        p->box,
        crok_sim_ball_box(p->eye, middle, item->radius_mm + 2.0F * soft));
    if ((float)item->foot_mm.z < item->floor_mm - 1.0F) {
        darken_hole(p, item);
        return;
    }
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            crok_sim_ground g = crok_sim_at(
                p->eye, crok_sim_ground_of(p->eye, x, y), item->floor_mm);
            float d = hypotf(g.x - (float)middle.x, g.y - (float)middle.y) -
                      item->radius_mm;
            crok_sim_rgb *c = crok_sim_pixel(p, x, y);
            *c = crok_sim_lit(
                *c, 1.0F - depth * crok_sim_smooth(0.5F - d / (2.0F * soft)));
        }
}

/* The frame of the cylinder: its axis is w, its foot the origin. */
typedef struct frame {
    float m[9];       /* board to frame */
    float ex, ey, ew; /* the eye in it */
} frame;

static frame frame_of(const crok_sim_eye *e, const crok_sim_item *item)
{
    float ca = cosf(item->lean_from_rad);
    float sa = sinf(item->lean_from_rad);
    float ct = cosf(item->lean_rad);
    float st = sinf(item->lean_rad);
    float dx = e->x - (float)item->foot_mm.x;
    float dy = e->y - (float)item->foot_mm.y;
    float dz = e->z - (float)item->foot_mm.z;
    frame f = {
        .m = {ct * ca, ct * sa, st, -sa, ca, 0.0F, -st * ca, -st * sa, ct}};
    f.ex = f.m[0] * dx + f.m[1] * dy + f.m[2] * dz;
    f.ey = f.m[3] * dx + f.m[4] * dy + f.m[5] * dz;
    f.ew = f.m[6] * dx + f.m[7] * dy + f.m[8] * dz;
    return f;
}

/* The intersection of a ray with the cylinder. */
typedef struct hit {
    float all_mm, face_mm; /* distance inside the outline, and inside the upper
                            * face */
    float x, y;            /* on the face, or on the wall, in the frame */
    float z_mm;            /* height above the board there */
} hit;

static hit meet(const crok_sim_eye *e, const crok_sim_item *item,
                const frame *f, crok_sim_ground g)
{
    float gx = g.x - (float)item->foot_mm.x;
    float gy = g.y - (float)item->foot_mm.y;
    float gz = -(float)item->foot_mm.z;
    float px = f->m[0] * gx + f->m[1] * gy + f->m[2] * gz;
    float py = f->m[3] * gx + f->m[4] * gy + f->m[5] * gz;
    float pw = f->m[6] * gx + f->m[7] * gy + f->m[8] * gz;
    float low = f->ew / (f->ew - pw); /* along the ray: eye 0, ground 1 */
    float high = (f->ew - item->height_mm) / (f->ew - pw);
    float ax = f->ex + (px - f->ex) * low;
    float ay = f->ey + (py - f->ey) * low;
    float bx = f->ex + (px - f->ex) * high;
    float by = f->ey + (py - f->ey) * high;
    float len2 = (ax - bx) * (ax - bx) + (ay - by) * (ay - by) + 1e-9F;
    float t = crok_sim_min(
        crok_sim_max((bx * (bx - ax) + by * (by - ay)) / len2, 0.0F), 1.0F);
    hit h = {.x = bx, .y = by};
    float wx = bx + (ax - bx) * t;
    float wy = by + (ay - by) * t;
    h.all_mm = item->radius_mm - sqrtf(wx * wx + wy * wy);
    h.face_mm = item->radius_mm - sqrtf(bx * bx + by * by);
    if (h.face_mm < 0.0F) {
        h.x = wx;
        h.y = wy;
        h.z_mm = e->z * (1.0F - (high + (low - high) * t));
    } else {
        h.z_mm = e->z * (1.0F - high);
    }
    return h;
}

/* Visible part of a point. Below the surface it is visible only through the
 * hole or beyond the edge; below the rail's top only where the rail does not
 * cover it. */
static float not_hidden(const crok_sim_eye *e, crok_sim_ground g, float z_mm,
                        float mm_per_px)
{
    float seen = 1.0F;
    if (z_mm < HIDDEN_MM) {
        float r = hypotf(g.x, g.y);
        float hole = (float)crok_board_tournament()->hole_mm;
        seen = crok_sim_cover(hole - r, mm_per_px) +
               crok_sim_cover(r - (float)CROK_SIM_SURFACE_MM, mm_per_px);
        g = crok_sim_at(e, g, (float)CROK_SIM_RAIL_Z_MM);
        r = hypotf(g.x, g.y);
        seen *= crok_sim_cover((float)CROK_SIM_RAIL_MM - r, mm_per_px) +
                crok_sim_cover(r - (float)CROK_SIM_RAIL_OUTER_MM, mm_per_px);
    }
    return crok_sim_min(seen, 1.0F);
}

static float face_light(const crok_sim_item *item, const crok_sim_look *l,
                        const hit *h)
{
    float rho = hypotf(h->x, h->y) / item->radius_mm;
    float to_light = -(h->x * (float)l->shadow.x + h->y * (float)l->shadow.y) /
                     (item->radius_mm * rho + 1e-6F);
    if (item->is_peg)
        return rho < 0.45F ? 3.0F : 1.0F;
    if (rho > BEVEL)
        return 0.92F + 0.5F * to_light;
    if (fabsf(rho - RING) < RING_HALF)
        return 0.80F - 0.25F * to_light;
    return rho < RING ? 0.97F : 1.0F;
}

static float wall_light(const crok_sim_item *item, const crok_sim_look *l,
                        const hit *h)
{
    float to_light = -(h->x * (float)l->shadow.x + h->y * (float)l->shadow.y) /
                     item->radius_mm;
    float up = (h->z_mm - (float)item->foot_mm.z) / item->height_mm;
    return (0.42F + 0.5F * to_light) * (0.7F + 0.3F * up);
}

void crok_sim_paint_item(crok_sim_paint *p, const crok_sim_item *item)
{
    frame f = frame_of(p->eye, item);
    float lamp =
        crok_sim_lamp(p->look, (float)item->foot_mm.x, (float)item->foot_mm.y);
    crok_vec3 middle = item->foot_mm;
    crok_sim_box box = p->box;
    middle.z += 0.5 * (double)item->height_mm;
    box = crok_sim_box_and(
        box,
        crok_sim_ball_box(p->eye, middle, item->radius_mm + item->height_mm));
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            crok_sim_ground g = crok_sim_ground_of(p->eye, x, y);
            hit h = meet(p->eye, item, &f, g);
            float mm = 0.0F;
            float cover = 0.0F;
            float face = 0.0F;
            crok_sim_rgb c;
            crok_sim_rgb *to = crok_sim_pixel(p, x, y);
            if (h.all_mm < -3.0F)
                continue;
            mm = crok_sim_mm_per_px(p->eye, x, y) *
                 (1.0F - (float)middle.z / p->eye->z);
            cover = crok_sim_cover(h.all_mm, mm) *
                    not_hidden(p->eye, g, h.z_mm, mm);
            /* the face's part of the pixel's covered area */
            face = crok_sim_min(crok_sim_cover(h.face_mm, mm) /
                                    (crok_sim_cover(h.all_mm, mm) + 1e-6F),
                                1.0F);
            c = crok_sim_mix(
                crok_sim_lit(item->rgb, wall_light(item, p->look, &h)),
                crok_sim_lit(item->rgb, face_light(item, p->look, &h)), face);
            *to = crok_sim_mix(*to, crok_sim_lit(c, lamp), cover);
        }
}
