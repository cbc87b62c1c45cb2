/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/spot.h"

/* Fractions of a disc's radius: inner edge of the bevel, and the ring turned
 * into its face. */
#define BEVEL 0.92F
#define RING 0.74F
#define RING_HALF 0.035F
/* Factor of the light in the gap around a disc in the hole. */
#define GAP_SHADE 0.85F
/* How much lighter or darker than their side discs are. */
#define TONE 0.06F
/* A point lower than this may be hidden by the surface. A disc on the surface
 * touches it, within rounding and the blur of its outline. */
#define HIDDEN_MM (-1.0F)

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
    float shadow_mm = item->radius_mm + 2.0F * shadow_soft(item);
    if (crok_sim_has_photo_shadow(item)) /* a square about the foot */
        shadow_mm += 1.42F * (float)p->look->scene->shadow_half_mm;
    middle.z += 0.5 * (double)item->height_mm;
    return crok_sim_box_or(
        crok_sim_ball_box(p->eye, middle, item->radius_mm + item->height_mm),
        crok_sim_ball_box(p->eye, shade, shadow_mm));
}

/* Darken the gap around a disc in the hole. */
static void darken_hole(crok_sim_paint *p, const crok_sim_item *item)
{
    const crok_board *b = &p->look->table.board;
    float hole = (float)b->hole_mm;
    float down =
        crok_sim_min(-(float)item->foot_mm.z / (float)b->hole_depth_mm, 1.0F);
    crok_sim_box box = crok_sim_box_and(
        p->box, crok_sim_ball_box(p->eye, (crok_vec3){0.0, 0.0, 0.0}, hole));
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            crok_sim_ground g = crok_sim_ground_of(p->eye, x, y);
            float in = crok_sim_cover(hole - crok_sim_hypot(g.x, g.y),
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
    if (crok_sim_is_flat(item))
        return; /* drawn with it */
    if ((float)item->foot_mm.z < item->floor_mm - 1.0F) {
        darken_hole(p, item);
        return;
    }
    if (crok_sim_has_photo_shadow(item)) {
        crok_sim_paint_photo_shadow(p, item);
        return;
    }
    for (int y = box.y0; y < box.y1; y++)
        for (int x = box.x0; x < box.x1; x++) {
            crok_sim_ground g = crok_sim_at(
                p->eye, crok_sim_ground_of(p->eye, x, y), item->floor_mm);
            float d =
                crok_sim_hypot(g.x - (float)middle.x, g.y - (float)middle.y) -
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
static float not_hidden(const crok_sim_paint *p, crok_sim_ground g, float z_mm,
                        float mm_per_px)
{
    const crok_sim_table *t = &p->look->table;
    float seen = 1.0F;
    if (z_mm < HIDDEN_MM) {
        float r = crok_sim_hypot(g.x, g.y);
        float hole = (float)t->board.hole_mm;
        seen = crok_sim_cover(hole - r, mm_per_px) +
               crok_sim_cover(r - (float)t->surface_mm, mm_per_px);
        g = crok_sim_at(p->eye, g, (float)t->rail_z_mm);
        r = crok_sim_out(t, g.x, g.y);
        seen *= crok_sim_cover((float)t->rail_mm - r, mm_per_px) +
                crok_sim_cover(r - (float)t->rail_outer_mm, mm_per_px);
    }
    return crok_sim_min(seen, 1.0F);
}

static float face_light(const crok_sim_item *item, const crok_sim_look *l,
                        const hit *h)
{
    float rho = crok_sim_hypot(h->x, h->y) / item->radius_mm;
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

/* Cosine between the light and the direction of (x, y) in the face's plane. */
static float towards_light(const crok_sim_look *l, float x, float y)
{
    return -(x * (float)l->shadow.x + y * (float)l->shadow.y) /
           (crok_sim_hypot(x, y) + 1e-6F);
}

/* The light on the relief of a turned face: a hollow, grooves, the bevel. */
static float relief_light(const crok_sim_item *item, const crok_sim_look *l,
                          const hit *h, float mm_per_px)
{
    const crok_sim_turning *t = item->turning;
    float rho = crok_sim_hypot(h->x, h->y) / item->radius_mm;
    float lit = towards_light(l, h->x, h->y);
    float k = 1.0F;
    if (rho < (float)t->dimple)
        k -= (float)t->dimple_depth * lit * rho / (float)t->dimple;
    for (int i = 0; i < t->n_rings; i++) {
        float off = (rho - (float)t->ring[i]) / (float)t->ring_half;
        float in = crok_sim_cover((1.0F - fabsf(off)) * (float)t->ring_half *
                                      item->radius_mm,
                                  mm_per_px);
        float side = crok_sim_min(crok_sim_max(off, -1.0F), 1.0F);
        k -= (float)t->ring_depth * in * (0.6F + side * lit);
    }
    return k + ((float)t->bevel_tilt * lit - 0.06F) *
                   crok_sim_cover((rho - (float)t->bevel) * item->radius_mm,
                                  mm_per_px);
}

/* The part of a printed or burnt-in mark, 0..1, at (x, y) of the face. */
static float logo_at(const crok_sim_item *item, float x, float y,
                     float mm_per_px)
{
    float r = item->radius_mm;
    float h = 0.55F * r;
    if (item->turning->logo == CROK_SIM_DOT)
        return crok_sim_cover(0.24F * r - crok_sim_hypot(x, y), mm_per_px);
    if (item->turning->logo == CROK_SIM_LETTERS)
        return crok_sim_cover(
            h * crok_sim_text_depth("CK", x / h, y / h + 0.5F), mm_per_px);
    return 0.0F;
}

static float tone_of(const crok_sim_item *item)
{
    return item->turning == NULL
               ? 1.0F
               : 1.0F + TONE * (2.0F * crok_sim_hash(3, 5, item->key) - 1.0F);
}

static crok_sim_rgb turned_face(const crok_sim_item *item,
                                const crok_sim_look *l, const hit *h,
                                float mm_per_px)
{
    const crok_sim_turning *t = item->turning;
    float a = 6.2832F * crok_sim_hash(1, 2, item->key);
    float x = h->x * cosf(a) + h->y * sinf(a);
    float y = h->y * cosf(a) - h->x * sinf(a);
    bool is_wood = item->rgb.r > 1.3F * item->rgb.b && item->rgb.b > 0.02F &&
                   item->rgb.g > 0.3F * item->rgb.r;
    float grain = (float)t->grain * (is_wood ? 1.0F : 0.3F) *
                  crok_sim_noise(x * 0.07F, y * 0.8F, item->key);
    float dark = item->rgb.r + item->rgb.g + item->rgb.b > 0.5F ? 0.35F : 2.2F;
    crok_sim_rgb c =
        crok_sim_lit(item->rgb, (1.0F + grain) * tone_of(item) *
                                    relief_light(item, l, h, mm_per_px));
    return crok_sim_mix(c, crok_sim_lit(c, dark),
                        0.8F * logo_at(item, x, y, mm_per_px));
}

static crok_sim_rgb face_colour(const crok_sim_item *item,
                                const crok_sim_look *l, const hit *h,
                                float mm_per_px)
{
    if (item->prop != NULL)
        return crok_sim_prop_face(item->prop, h->x, h->y);
    if (item->face != NULL)
        return crok_sim_photo_face(item, h->x, h->y);
    if (item->turning != NULL)
        return turned_face(item, l, h, mm_per_px);
    return crok_sim_lit(item->rgb, face_light(item, l, h));
}

/* The light of the lamps, and what the varnish of the face mirrors. */
static crok_sim_rgb under_lamps(const crok_sim_item *item,
                                const crok_sim_look *l, crok_sim_ground g,
                                crok_sim_rgb c, float lamp)
{
    float shine = 0.0F;
    if (item->turning != NULL)
        shine = (float)item->turning->gloss * crok_sim_shine(l, g);
    c = crok_sim_lit(c, lamp);
    return (crok_sim_rgb){c.r + shine, c.g + shine, c.b + shine};
}

/* Height of a point of the wall as a part of the disc's. */
static float up_wall(const crok_sim_item *item, const hit *h)
{
    return (h->z_mm - (float)item->foot_mm.z) / item->height_mm;
}

static float wall_light(const crok_sim_item *item, const crok_sim_look *l,
                        const hit *h)
{
    float to_light = -(h->x * (float)l->shadow.x + h->y * (float)l->shadow.y) /
                     item->radius_mm;
    float up = up_wall(item, h);
    return tone_of(item) * (0.42F + 0.5F * to_light) * (0.7F + 0.3F * up);
}

void crok_sim_paint_item(crok_sim_paint *p, const crok_sim_item *item)
{
    frame f;
    float lamp =
        crok_sim_lamp(p->look, (float)item->foot_mm.x, (float)item->foot_mm.y);
    crok_vec3 middle = item->foot_mm;
    crok_sim_box box = p->box;
    if (crok_sim_is_flat(item)) {
        crok_sim_paint_box(p, item->prop);
        return;
    }
    f = frame_of(p->eye, item);
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
            cover = crok_sim_cover(h.all_mm, mm) * not_hidden(p, g, h.z_mm, mm);
            /* the face's part of the pixel's covered area */
            face = crok_sim_min(crok_sim_cover(h.face_mm, mm) /
                                    (crok_sim_cover(h.all_mm, mm) + 1e-6F),
                                1.0F);
            c = crok_sim_mix(
                item->face != NULL
                    ? crok_sim_photo_wall(item, up_wall(item, &h))
                    : crok_sim_lit(item->rgb, wall_light(item, p->look, &h)),
                face_colour(item, p->look, &h, mm), face);
            *to = crok_sim_mix(*to, under_lamps(item, p->look, g, c, lamp),
                               cover);
        }
}
