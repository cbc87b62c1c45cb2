/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/paint.h: shared by the code that draws the board, the discs and the
 * hands: a rectangle of the picture in linear light, and the point on the board
 * of each pixel.
 *
 * A pixel's ray meets the board's plane at P; at height z it is at P + (C - P)
 * z / C.z, with C the camera's centre.
 *
 * Frames   px: picture; mm: board. */
#ifndef CROK_TESTS_SIM_PAINT_H
#define CROK_TESTS_SIM_PAINT_H

#include <math.h>

#include "sim/act.h"
#include "sim/look.h"

typedef struct crok_sim_rgb {
    float r, g, b; /* linear light, 1 is white */
} crok_sim_rgb;

typedef struct crok_sim_ground {
    float x, y; /* mm, where the pixel's ray meets z = 0 */
} crok_sim_ground;

/* The camera, ready for drawing. */
typedef struct crok_sim_eye {
    crok_camera cam;
    float x, y, z;                 /* its centre, mm */
    const crok_sim_ground *ground; /* w_px x h_px */
} crok_sim_eye;

typedef struct crok_sim_box {
    int x0, y0, x1, y1; /* px; x1 and y1 excluded */
} crok_sim_box;

typedef struct crok_sim_paint {
    const crok_sim_eye *eye;
    const crok_sim_look *look;
    crok_sim_box box;  /* of the picture */
    crok_sim_rgb *rgb; /* of the box, row by row */
    float *z_mm;       /* likewise: height of the visible point, for limbs */
    float *light; /* likewise: light that the shadows of limbs leave, 0..1 */
} crok_sim_paint;

/* A cylinder that stands on `foot`: a disc or a peg. */
typedef struct crok_sim_item {
    crok_vec3 foot_mm;
    float radius_mm, height_mm;
    float lean_rad, lean_from_rad;
    crok_sim_rgb rgb;
    bool is_peg;
    uint32_t key;                    /* tells discs apart: turn and tone */
    const crok_sim_turning *turning; /* of a disc's face; NULL: plain */
    const crok_sim_face *face;       /* cut out of a photo; NULL: drawn */
    const crok_sim_prop *prop;       /* NULL: a disc or a peg */
    float floor_mm;                  /* height of what its shadow falls on */
} crok_sim_item;

/* Is it a box or a sheet? */
static inline bool crok_sim_is_flat(const crok_sim_item *item)
{
    return item->prop != NULL && item->prop->kind <= CROK_SIM_PROP_SHEET;
}

/* A limb: a cone with round ends. */
typedef struct crok_sim_limb {
    crok_vec3 a_mm, b_mm;
    float ra_mm, rb_mm;
    crok_sim_rgb rgb;
} crok_sim_limb;

#define CROK_SIM_MAX_LIMBS 24

/* Without a NaN rule and a call, unlike fminf, so that it is inlined. */
static inline float crok_sim_min(float a, float b)
{
    return a < b ? a : b;
}

static inline float crok_sim_max(float a, float b)
{
    return a > b ? a : b;
}

/* As hypotf, which is no call here. */
static inline float crok_sim_hypot(float x, float y)
{
    return (float)sqrt((double)x * (double)x + (double)y * (double)y);
}

/* The point at height z on the ray of the ground point p. */
static inline crok_sim_ground crok_sim_at(const crok_sim_eye *e,
                                          crok_sim_ground p, float z_mm)
{
    float f = z_mm / e->z;
    crok_sim_ground out = {p.x + (e->x - p.x) * f, p.y + (e->y - p.y) * f};
    return out;
}

/* The inverse: the ground point behind (x, y, z). */
static inline crok_sim_ground crok_sim_onto(const crok_sim_eye *e, crok_vec3 p)
{
    float f = e->z / (e->z - (float)p.z);
    crok_sim_ground out = {e->x + ((float)p.x - e->x) * f,
                           e->y + ((float)p.y - e->y) * f};
    return out;
}

static inline crok_sim_ground crok_sim_ground_of(const crok_sim_eye *e, int x,
                                                 int y)
{
    return e->ground[(size_t)y * (size_t)e->cam.w_px + (size_t)x];
}

/* The place on the wood, which may have been turned by quarters. */
static inline crok_sim_ground crok_sim_on_wood(const crok_sim_pose *pose,
                                               crok_sim_ground g)
{
    switch (pose->quarters) {
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

/* Millimetres a pixel on the ground at (x, y). */
static inline float crok_sim_mm_per_px(const crok_sim_eye *e, int x, int y)
{
    int left = x > 0 ? x - 1 : 0;
    crok_sim_ground a = crok_sim_ground_of(e, left, y);
    crok_sim_ground b = crok_sim_ground_of(e, left + 1, y);
    return crok_sim_hypot(b.x - a.x, b.y - a.y);
}

/* Fraction of a pixel inside an edge at distance d_mm (> 0 inside); the lens
 * blurs the edge over 1.4 pixels. */
static inline float crok_sim_cover(float d_mm, float mm_per_px)
{
    float c = 0.5F + d_mm / (1.4F * mm_per_px);
    return c < 0.0F ? 0.0F : c > 1.0F ? 1.0F : c;
}

static inline float crok_sim_smooth(float x)
{
    float f = x < 0.0F ? 0.0F : x > 1.0F ? 1.0F : x;
    return f * f * (3.0F - 2.0F * f);
}

static inline crok_sim_rgb crok_sim_lit(crok_sim_rgb c, float k)
{
    crok_sim_rgb out = {c.r * k, c.g * k, c.b * k};
    return out;
}

static inline crok_sim_rgb crok_sim_mix(crok_sim_rgb a, crok_sim_rgb b, float f)
{
    crok_sim_rgb out = {a.r + (b.r - a.r) * f, a.g + (b.g - a.g) * f,
                        a.b + (b.b - a.b) * f};
    return out;
}

/* Linear light of a tone, (i / 255) ^ 2.2 (draw_levels.c). */
extern const float crok_sim_level[256];

static inline crok_sim_rgb crok_sim_linear(const uint8_t rgb[3])
{
    crok_sim_rgb out = {crok_sim_level[rgb[0]], crok_sim_level[rgb[1]],
                        crok_sim_level[rgb[2]]};
    return out;
}

/* Light of the lamps at (x, y). */
static inline float crok_sim_lamp(const crok_sim_look *l, float x, float y)
{
    float dx = x - (float)l->brightest_mm.x;
    float dy = y - (float)l->brightest_mm.y;
    return (float)l->lamp /
           (1.0F + (float)l->falloff * (dx * dx + dy * dy) / 110000.0F);
}

/* Distance of (x, y) from the centre, as the rail's outline has it: the same as
 * crok_sim_out_mm, for each pixel. */
static inline float crok_sim_out(const crok_sim_table *t, float x, float y)
{
    float square = crok_sim_max(fabsf(x), fabsf(y));
    float turned = (fabsf(x) + fabsf(y)) * 0.70710678F;
    return t->outline == CROK_SIM_ROUND ? crok_sim_hypot(x, y)
                                        : crok_sim_max(square, turned);
}

/* The reflection of a window with two panes in the varnish, soft at the edge.
 */
static inline float crok_sim_window(const crok_sim_look *l, crok_sim_ground g)
{
    float c = cosf((float)l->window_turn_rad);
    float s = sinf((float)l->window_turn_rad);
    float dx = g.x - (float)l->window_mm.x;
    float dy = g.y - (float)l->window_mm.y;
    float soft = (float)l->window_soft_mm;
    float x = fabsf(dx * c + dy * s);
    float y = fabsf(dy * c - dx * s);
    float in = crok_sim_min((float)l->window_half_mm.x - x,
                            (float)l->window_half_mm.y - y);
    float bar =
        crok_sim_smooth(0.5F + (x - 0.08F * (float)l->window_half_mm.x) / soft);
    return (float)l->window * crok_sim_smooth(0.5F + in / (2.0F * soft)) * bar;
}

/* Light mirrored in the varnish: a lamp, a window. */
static inline float crok_sim_shine(const crok_sim_look *l, crok_sim_ground g)
{
    float x = (g.x - (float)l->glare_mm.x) / (float)l->glare_size_mm.x;
    float y = (g.y - (float)l->glare_mm.y) / (float)l->glare_size_mm.y;
    float lamp = (float)l->glare * expf(-0.5F * (x * x + y * y));
    return l->window > 0.0 ? lamp + crok_sim_window(l, g) : lamp;
}

static inline crok_sim_rgb *crok_sim_pixel(const crok_sim_paint *p, int x,
                                           int y)
{
    return &p->rgb[(y - p->box.y0) * (p->box.x1 - p->box.x0) + x - p->box.x0];
}

static inline crok_sim_box crok_sim_box_and(crok_sim_box a, crok_sim_box b)
{
    crok_sim_box out = {a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                        a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1};
    return out;
}

static inline bool crok_sim_box_is_empty(crok_sim_box b)
{
    return b.x0 >= b.x1 || b.y0 >= b.y1;
}

/* The bounding box of both; an empty one is ignored (draw_box.c). */
crok_sim_box crok_sim_box_or(crok_sim_box a, crok_sim_box b);

/* A box that contains the image of a ball of radius r_mm at p. */
crok_sim_box crok_sim_ball_box(const crok_sim_eye *e, crok_vec3 p, float r_mm);

/* ---- the drawers ---- */

/* Draw the bare board without its pegs (draw_board.c). */
void crok_sim_paint_board(crok_sim_paint *p);

/* A cylinder, and the shadow that it casts (draw_disc.c). */
crok_sim_box crok_sim_item_box(const crok_sim_paint *p,
                               const crok_sim_item *item);
void crok_sim_paint_shadow(crok_sim_paint *p, const crok_sim_item *item);
void crok_sim_paint_item(crok_sim_paint *p, const crok_sim_item *item);

/* A box or a sheet, and the colour inside the rim of a cup (draw_prop.c). */
void crok_sim_paint_box(crok_sim_paint *p, const crok_sim_prop *prop);
crok_sim_rgb crok_sim_prop_face(const crok_sim_prop *prop, float x, float y);

/* A real board, and discs that were cut out of its photo (draw_photo.c): the
 * face at (x, y) from its middle; the wall, `up` from foot (0) to top (1); the
 * shadow, where it is known. */
void crok_sim_paint_photo(crok_sim_paint *p);
crok_sim_rgb crok_sim_photo_face(const crok_sim_item *item, float x, float y);
crok_sim_rgb crok_sim_photo_wall(const crok_sim_item *item, float up);
bool crok_sim_has_photo_shadow(const crok_sim_item *item);
void crok_sim_paint_photo_shadow(crok_sim_paint *p, const crok_sim_item *item);

/* Limbs (draw_hand.c): those of a hand with its arm, of a person who leans
 * over; they are drawn one over the other by height. */
int crok_sim_hand_limbs(const crok_sim_hand *hand, const crok_sim_colours *c,
                        crok_sim_limb limbs[CROK_SIM_MAX_LIMBS]);
int crok_sim_leaner_limbs(int seat, double leans, const crok_sim_colours *c,
                          crok_sim_limb limbs[CROK_SIM_MAX_LIMBS]);
crok_sim_box crok_sim_limb_box(const crok_sim_paint *p,
                               const crok_sim_limb *limb);
/* A thing is drawn like a limb of its own colour. */
int crok_sim_object_limbs(const crok_sim_object *object,
                          crok_sim_limb limbs[CROK_SIM_MAX_LIMBS]);
/* Is the limb between the camera's centre and the point p of the board frame?
 */
bool crok_sim_limb_hides(const crok_sim_eye *e, const crok_sim_limb *limb,
                         crok_vec3 p);
/* Compute the limbs' shadow in p->light; then apply it once to everything
 * below. */
void crok_sim_paint_limb_shadow(crok_sim_paint *p, const crok_sim_limb *limb);
void crok_sim_paint_light(crok_sim_paint *p);
void crok_sim_paint_limb(crok_sim_paint *p, const crok_sim_limb *limb);

#endif
