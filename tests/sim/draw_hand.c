/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/paint.h"

#include "sim/table.h"

/* A point of a hand: coordinates along the arm towards the tips, to the right,
 * and up; relative to the tips. */
typedef struct joint {
    float along, right, up;
} joint;

typedef struct bone {
    joint a, b;
    float ra, rb;
    bool sleeve;
} bone;

/* A right hand, palm down, thumb and forefinger together at the origin. */
static const bone grip[] = {
    {{-78, 14, 28}, {-36, 15, 30}, 9, 8, false},      /* forefinger */
    {{-36, 15, 30}, {2, 5, 4}, 8, 7, false},          /**/
    {{-100, -26, 14}, {-48, -25, 20}, 13, 10, false}, /* thumb */
    {{-48, -25, 20}, {-3, -8, 3}, 10, 8, false},      /**/
    {{-80, 33, 28}, {-32, 40, 24}, 9, 8, false},      /* the others */
    {{-32, 40, 24}, {-8, 34, 6}, 8, 7, false},        /**/
    {{-84, 50, 24}, {-40, 58, 20}, 9, 7, false},      /**/
    {{-90, 64, 20}, {-58, 72, 14}, 8, 6, false},      /**/
    {{-88, 40, 16}, {-128, 22, 20}, 26, 26, false},   /* palm */
    {{-88, 12, 16}, {-128, 8, 20}, 25, 26, false},    /**/
    {{-128, 12, 22}, {-178, 4, 34}, 27, 25, false},   /* wrist */
    {{-178, 4, 34}, {-320, 0, 50}, 26, 36, false},    /* forearm */
    {{-300, 0, 50}, {-1400, 0, 70}, 44, 66, true},    /* sleeve */
};

static const bone pointing[] = {
    {{-78, 14, 22}, {-34, 12, 16}, 9, 8, false},
    {{-34, 12, 16}, {4, 3, 4}, 8, 7, false},
    {{-100, -22, 14}, {-66, -8, 12}, 13, 10, false},
    {{-80, 33, 24}, {-58, 36, 10}, 11, 9, false},
    {{-84, 50, 22}, {-64, 52, 8}, 11, 9, false},
    {{-90, 64, 18}, {-74, 66, 8}, 9, 8, false},
    {{-88, 40, 16}, {-128, 22, 20}, 26, 26, false},
    {{-88, 12, 16}, {-128, 8, 20}, 25, 26, false},
    {{-128, 12, 22}, {-178, 4, 34}, 27, 25, false},
    {{-178, 4, 34}, {-320, 0, 50}, 26, 36, false},
    {{-300, 0, 50}, {-1400, 0, 70}, 44, 66, true},
};

static crok_vec3 place(const crok_sim_hand *h, crok_mm along, joint j)
{
    double a = (double)j.along;
    double r = (double)j.right;
    return (crok_vec3){h->tip_mm.x + a * along.x + r * along.y,
                       h->tip_mm.y + a * along.y - r * along.x,
                       h->tip_mm.z + (double)j.up};
}

int crok_sim_hand_limbs(const crok_sim_hand *hand, const crok_sim_colours *c,
                        crok_sim_limb limbs[CROK_SIM_MAX_LIMBS])
{
    const bone *bones = hand->points ? pointing : grip;
    size_t n = hand->points ? sizeof pointing / sizeof pointing[0]
                            : sizeof grip / sizeof grip[0];
    double dx = hand->tip_mm.x - hand->shoulder_mm.x;
    double dy = hand->tip_mm.y - hand->shoulder_mm.y;
    double len = hypot(dx, dy);
    crok_mm along = {dx / len, dy / len};
    for (size_t i = 0; i < n; i++) {
        const bone *b = &bones[i];
        limbs[i] = (crok_sim_limb){
            place(hand, along, b->a), place(hand, along, b->b), b->ra, b->rb,
            crok_sim_linear(b->sleeve ? c->sleeve : c->skin)};
    }
    return (int)n;
}

/* Head, shoulders and back of a person who stands at a seat and leans over; an
 * arm rests on the rail. Who leans over more than 1 wears a wide coat, which
 * covers the board. */
int crok_sim_leaner_limbs(int seat, double leans, const crok_sim_colours *c,
                          crok_sim_limb limbs[CROK_SIM_MAX_LIMBS])
{
    crok_mm to = crok_sim_seat(seat);
    double head = 900.0 - 640.0 * leans;
    float wide = (float)(1.0 + 0.9 * fmax(leans - 1.0, 0.0));
    crok_vec3 at = {head * to.x, head * to.y, 260.0};
    crok_vec3 neck = {(head + 170.0) * to.x, (head + 170.0) * to.y, 210.0};
    crok_vec3 left = {neck.x - 190.0 * to.y, neck.y + 190.0 * to.x, 180.0};
    crok_vec3 right = {neck.x + 190.0 * to.y, neck.y - 190.0 * to.x, 180.0};
    crok_vec3 back = {(head + 700.0) * to.x, (head + 700.0) * to.y, 150.0};
    crok_vec3 hand = {(head + 90.0) * to.x + 230.0 * to.y,
                      (head + 90.0) * to.y - 230.0 * to.x, 40.0};
    crok_sim_rgb cloth = crok_sim_linear(c->sleeve);
    limbs[0] = (crok_sim_limb){back, neck, 170.0F * wide, 120.0F * wide, cloth};
    limbs[1] = (crok_sim_limb){left, right, 80.0F * wide, 80.0F * wide, cloth};
    limbs[2] =
        (crok_sim_limb){right, hand, 60.0F, 30.0F, crok_sim_linear(c->skin)};
    limbs[3] = (crok_sim_limb){at, at, 92.0F, 92.0F, crok_sim_linear(c->hair)};
    return 4;
}

/* The thing's long side, as limbs side by side. */
int crok_sim_object_limbs(const crok_sim_object *object,
                          crok_sim_limb limbs[CROK_SIM_MAX_LIMBS])
{
    static const uint8_t rgb[CROK_SIM_N_OBJECTS][3] = {
        {30, 60, 150}, {25, 25, 28}, {225, 222, 214}};
    static const struct {
        int n; /* limbs */
        double long_mm, apart_mm, r_mm, z_mm;
    } form[CROK_SIM_N_OBJECTS] = {{1, 140.0, 0.0, 5.0, 5.0},
                                  {17, 130.0, 4.0, 5.0, 5.0},
                                  {1, 0.0, 0.0, 36.0, 90.0}};
    int kind = (int)object->kind;
    double c = cos(object->turn_rad);
    double s = sin(object->turn_rad);
    for (int i = 0; i < form[kind].n; i++) {
        double off = form[kind].apart_mm * (i - 0.5 * (form[kind].n - 1));
        double half = 0.5 * form[kind].long_mm;
        crok_vec3 at = {object->at_mm.x - off * s, object->at_mm.y + off * c,
                        form[kind].z_mm};
        limbs[i] = (crok_sim_limb){{at.x - half * c, at.y - half * s,
                                    form[kind].long_mm > 0.0 ? at.z : 0.0},
                                   {at.x + half * c, at.y + half * s, at.z},
                                   (float)form[kind].r_mm,
                                   (float)form[kind].r_mm,
                                   crok_sim_linear(rgb[kind])};
    }
    return form[kind].n;
}

/* A limb projected from the camera to the ground: a flat cone. */
typedef struct shape {
    crok_sim_ground a, d; /* one end, and the vector to the other */
    float len2;
    float ra, rb;
} shape;

static float grown(const crok_sim_eye *e, double z, float r)
{
    return r * e->z / (e->z - (float)z);
}

static shape shape_of(const crok_sim_eye *e, const crok_sim_limb *l)
{
    crok_sim_ground a = crok_sim_onto(e, l->a_mm);
    crok_sim_ground b = crok_sim_onto(e, l->b_mm);
    shape s = {a,
               {b.x - a.x, b.y - a.y},
               0.0F,
               grown(e, l->a_mm.z, l->ra_mm),
               grown(e, l->b_mm.z, l->rb_mm)};
    s.len2 = s.d.x * s.d.x + s.d.y * s.d.y + 1e-6F;
    return s;
}

static shape shadow_of(const crok_sim_look *l, const crok_sim_limb *b)
{
    float ax = (float)(b->a_mm.x + b->a_mm.z * l->shadow.x);
    float ay = (float)(b->a_mm.y + b->a_mm.z * l->shadow.y);
    float bx = (float)(b->b_mm.x + b->b_mm.z * l->shadow.x);
    float by = (float)(b->b_mm.y + b->b_mm.z * l->shadow.y);
    shape s = {{ax, ay}, {bx - ax, by - ay}, 0.0F, b->ra_mm, b->rb_mm};
    s.len2 = s.d.x * s.d.x + s.d.y * s.d.y + 1e-6F;
    return s;
}

/* The nearest point of the axis: its parameter (0..1), and the distance from
 * it. */
static float off_axis(const shape *s, crok_sim_ground g, float *t, float *dx,
                      float *dy)
{
    float px = g.x - s->a.x;
    float py = g.y - s->a.y;
    *t = crok_sim_min(crok_sim_max((px * s->d.x + py * s->d.y) / s->len2, 0.0F),
                      1.0F);
    *dx = px - *t * s->d.x;
    *dy = py - *t * s->d.y;
    return sqrtf(*dx * *dx + *dy * *dy);
}

/* Pixels of a row that are looked at together, in vectors. */
enum { BLOCK = 16 };

/* For each pixel of a block, as off_axis() says. */
typedef struct block {
    int n;
    float t[BLOCK], dx[BLOCK], dy[BLOCK], off[BLOCK];
} block;

/* The pixels from x on, x1 excluded. */
static block block_at(const crok_sim_eye *e, const shape *s, int x, int x1,
                      int y)
{
    const crok_sim_ground *g =
        &e->ground[(size_t)y * (size_t)e->cam.w_px + (size_t)x];
    block b;
    b.n = x1 - x < BLOCK ? x1 - x : BLOCK;
    for (int i = 0; i < b.n; i++)
        b.off[i] = off_axis(s, g[i], &b.t[i], &b.dx[i], &b.dy[i]);
    return b;
}

/* The first pixel from x on that may be within `reach` of the shape; blocks of
 * pixels that are farther away are skipped. */
static int next_near(const crok_sim_eye *e, const shape *s, int x, int x1,
                     int y, float reach)
{
    float far = crok_sim_max(s->ra, s->rb) + reach;
    if (x < x1)
        far += 0.75F * BLOCK * crok_sim_mm_per_px(e, x, y);
    for (; x < x1; x += BLOCK) {
        int middle = x + BLOCK / 2 < e->cam.w_px ? x + BLOCK / 2 : x;
        float t = 0.0F;
        float dx = 0.0F;
        float dy = 0.0F;
        if (off_axis(s, crok_sim_ground_of(e, middle, y), &t, &dx, &dy) < far)
            break;
    }
    return x;
}

static float soft_of(const crok_sim_limb *l)
{
    return 3.0F + 0.16F * (float)(l->a_mm.z + l->b_mm.z);
}

/* The box of a shape on the ground, grown by `more`. */
static crok_sim_box shape_box(const crok_sim_eye *e, const shape *s, float more)
{
    crok_sim_box out = {0};
    for (int i = 0; i <= 8; i++) {
        float t = (float)i / 8.0F;
        crok_vec3 p = {(double)(s->a.x + t * s->d.x),
                       (double)(s->a.y + t * s->d.y), 0.0};
        out = crok_sim_box_or(
            out, crok_sim_ball_box(e, p,
                                   s->ra + t * (s->rb - s->ra) + more +
                                       0.06F * sqrtf(s->len2)));
    }
    return out;
}

crok_sim_box crok_sim_limb_box(const crok_sim_paint *p,
                               const crok_sim_limb *limb)
{
    shape body = shape_of(p->eye, limb);
    shape shade = shadow_of(p->look, limb);
    return crok_sim_box_or(shape_box(p->eye, &body, 2.0F),
                           shape_box(p->eye, &shade, soft_of(limb)));
}

void crok_sim_paint_limb_shadow(crok_sim_paint *p, const crok_sim_limb *limb)
{
    shape s = shadow_of(p->look, limb);
    float soft = soft_of(limb);
    int w = p->box.x1 - p->box.x0;
    crok_sim_box box = crok_sim_box_and(p->box, shape_box(p->eye, &s, soft));
    for (int y = box.y0; y < box.y1; y++) {
        float *row = &p->light[(y - p->box.y0) * w];
        int x = next_near(p->eye, &s, box.x0, box.x1, y, soft);
        for (; x < box.x1;
             x = next_near(p->eye, &s, x + BLOCK, box.x1, y, soft)) {
            block b = block_at(p->eye, &s, x, box.x1, y);
            float *light = &row[x - p->box.x0];
            for (int i = 0; i < b.n; i++) {
                float d = b.off[i] - s.ra - b.t[i] * (s.rb - s.ra);
                float left =
                    1.0F - (float)p->look->shade *
                               crok_sim_smooth(0.5F - d / (2.0F * soft));
                if (d < soft)
                    light[i] = crok_sim_min(light[i], left);
            }
        }
    }
}

void crok_sim_paint_light(crok_sim_paint *p)
{
    int n = (p->box.x1 - p->box.x0) * (p->box.y1 - p->box.y0);
    for (int i = 0; i < n; i++)
        p->rgb[i] = crok_sim_lit(p->rgb[i], p->light[i]);
}

static crok_sim_rgb shaded(const crok_sim_paint *p, const crok_sim_limb *limb,
                           float nx, float ny)
{
    float nz = sqrtf(crok_sim_max(1.0F - nx * nx - ny * ny, 0.0F));
    float k =
        0.30F + 0.70F * nz -
        0.45F * (nx * (float)p->look->shadow.x + ny * (float)p->look->shadow.y);
    return crok_sim_lit(limb->rgb, crok_sim_max(k, 0.12F));
}

/* Paint the pixel (x, y), number i of a block. */
static void paint_limb_at(crok_sim_paint *p, const crok_sim_limb *limb,
                          const shape *s, const block *b, int i, int x, int y)
{
    int w = p->box.x1 - p->box.x0;
    float *z = &p->z_mm[(y - p->box.y0) * w + x - p->box.x0];
    crok_sim_rgb *c = crok_sim_pixel(p, x, y);
    float d = b->off[i];
    float r = s->ra + b->t[i] * (s->rb - s->ra);
    float top = 0.0F;
    float cover = 0.0F;
    if (d > r + 2.0F)
        return;
    top = (float)(limb->a_mm.z +
                  (double)b->t[i] * (limb->b_mm.z - limb->a_mm.z)) +
          sqrtf(crok_sim_max(r * r - d * d, 0.0F));
    if (top < *z)
        return;
    cover = crok_sim_cover(r - d, crok_sim_mm_per_px(p->eye, x, y));
    *c = crok_sim_mix(*c, shaded(p, limb, b->dx[i] / r, b->dy[i] / r), cover);
    if (cover > 0.5F)
        *z = top;
}

void crok_sim_paint_limb(crok_sim_paint *p, const crok_sim_limb *limb)
{
    shape s = shape_of(p->eye, limb);
    crok_sim_box box = crok_sim_box_and(p->box, shape_box(p->eye, &s, 2.0F));
    for (int y = box.y0; y < box.y1; y++) {
        int x = next_near(p->eye, &s, box.x0, box.x1, y, 2.0F);
        for (; x < box.x1;
             x = next_near(p->eye, &s, x + BLOCK, box.x1, y, 2.0F)) {
            block b = block_at(p->eye, &s, x, box.x1, y);
            for (int i = 0; i < b.n; i++)
                paint_limb_at(p, limb, &s, &b, i, x + i, y);
        }
    }
}

bool crok_sim_limb_hides(const crok_sim_eye *e, const crok_sim_limb *limb,
                         crok_vec3 p)
{
    shape s = shape_of(e, limb);
    float t = 0.0F;
    float dx = 0.0F;
    float dy = 0.0F;
    float d = off_axis(&s, crok_sim_onto(e, p), &t, &dx, &dy);
    double z = limb->a_mm.z + (double)t * (limb->b_mm.z - limb->a_mm.z);
    return d < s.ra + t * (s.rb - s.ra) && z > p.z;
}
