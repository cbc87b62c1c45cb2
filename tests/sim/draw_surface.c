/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/spot.h"

/* Radii of the printed values as fractions of the inner line's. */
#define AT_15 0.74F
#define AT_20 0.36F
/* Light that a scorched edge, and the side of a groove, takes away or adds. */
#define SCORCH 0.45F
#define RELIEF 0.30F
#define TEXT "CROKCROK"

/* A pixel with its place on the surface. */
typedef struct view {
    const crok_sim_spot *s;
    const crok_sim_finish *f;
    const crok_board *b;
    float r;
    crok_sim_ground wood; /* the place on the wood */
} view;

static float cover(const view *v, float d_mm)
{
    return crok_sim_spot_cover(v->s, d_mm);
}

/* The part of the pixel that a line of the board's width covers whose middle is
 * off_mm away. */
static float line_at(const view *v, float off_mm)
{
    float half = 0.5F * (float)v->b->line_width_mm;
    return cover(v, half - fabsf(off_mm)) - cover(v, -half - fabsf(off_mm));
}

/* Distance from the nearest line, and the part that it covers. */
static float nearest_line(const view *v, float *covered)
{
    float best = 1e6F;
    float diagonal = fabsf(fabsf(v->s->g.x) - fabsf(v->s->g.y)) / sqrtf(2.0F);
    *covered = 0.0F;
    for (int i = 0; i < CROK_N_LINES; i++) {
        float off = v->r - (float)v->b->line_mm[i];
        *covered = crok_sim_max(*covered, line_at(v, off));
        if (fabsf(off) < fabsf(best))
            best = off;
    }
    if (v->r > (float)v->b->line_mm[CROK_LINE_MIDDLE] &&
        v->r < (float)v->b->line_mm[CROK_LINE_OUTER]) {
        *covered = crok_sim_max(*covered, line_at(v, diagonal));
        if (diagonal < fabsf(best))
            best = diagonal;
    }
    return best;
}

static crok_sim_rgb with_lines(const view *v, crok_sim_rgb c)
{
    const crok_sim_print *p = &v->f->print;
    const crok_sim_look *l = v->s->p->look;
    float covered = 0.0F;
    float off = nearest_line(v, &covered);
    float half = 0.5F * (float)v->b->line_width_mm;
    if (p->halo_mm > 0.0) {
        float past = crok_sim_max(fabsf(off) - half, 0.0F) / (float)p->halo_mm;
        c = crok_sim_lit(c, 1.0F - SCORCH * expf(-past * past));
    }
    c = crok_sim_mix(c, crok_sim_linear(l->colours.line),
                     covered * (float)p->ink);
    if (p->groove > 0.0 && v->r > 1.0F) {
        /* the side of the groove that faces the light is bright */
        float lit =
            -(v->s->g.x * (float)l->shadow.x + v->s->g.y * (float)l->shadow.y) /
            v->r;
        float side = crok_sim_min(crok_sim_max(off / half, -1.0F), 1.0F);
        c = crok_sim_lit(c, 1.0F - RELIEF * (float)p->groove * side * covered *
                                       lit / 0.4F);
    }
    return c;
}

/* The place in the quadrant, seen along its middle: along the ring, outwards.
 */
static crok_sim_ground in_quadrant(const view *v)
{
    crok_sim_ground g = v->s->g;
    if (fabsf(g.x) > fabsf(g.y))
        return g.x > 0.0F ? (crok_sim_ground){-g.y, g.x}
                          : (crok_sim_ground){g.y, -g.x};
    return g.y > 0.0F ? g : (crok_sim_ground){-g.x, -g.y};
}

static float numeral_at(const view *v, const char *text, float radius_mm)
{
    float h = (float)v->f->print.numeral_mm;
    crok_sim_ground q = in_quadrant(v);
    float up = (q.y - radius_mm) / h;
    float right = q.x / h;
    if (fabsf(up) > 1.0F || fabsf(right) > 1.5F)
        return 0.0F;
    if (v->f->print.inward) {
        up = -up;
        right = -right;
    }
    return cover(v, h * crok_sim_text_depth(text, right, up + 0.5F));
}

static float numerals_at(const view *v)
{
    const double *line = v->b->line_mm;
    float inner = (float)line[CROK_LINE_INNER];
    float middle = (float)line[CROK_LINE_MIDDLE];
    float outer = (float)line[CROK_LINE_OUTER];
    if (v->f->print.numeral_mm <= 0.0)
        return 0.0F;
    if (v->r > middle)
        return numeral_at(v, "5", 0.5F * (middle + outer));
    if (v->r > inner)
        return numeral_at(v, "10", 0.5F * (inner + middle));
    return crok_sim_max(numeral_at(v, "15", AT_15 * inner),
                        numeral_at(v, "20", AT_20 * inner));
}

/* ---- decals ---- */

/* Eight points around the hole, every second one shorter. */
static float star_at(const view *v)
{
    float size = (float)v->f->print.decal_mm;
    float a = atan2f(v->s->g.y, v->s->g.x) * 8.0F / (2.0F * 3.14159F);
    float off = fabsf(a - roundf(a)) * 2.0F; /* 0 at a point, 1 between */
    float tip = ((int)roundf(a) & 1) != 0 ? 0.7F * size : size;
    return cover(v, (tip + (0.35F * size - tip) * off - v->r) * 0.6F);
}

/* The place in a frame at the middle of the region of 10 points, outwards up.
 */
static crok_sim_ground by_decal(const view *v)
{
    float a = (float)v->f->print.decal_rad;
    float at = 0.5F * (float)(v->b->line_mm[CROK_LINE_INNER] +
                              v->b->line_mm[CROK_LINE_MIDDLE]);
    crok_sim_ground g = v->wood;
    return (crok_sim_ground){g.x * sinf(a) - g.y * cosf(a),
                             g.x * cosf(a) + g.y * sinf(a) - at};
}

static float badge_at(const view *v)
{
    crok_sim_ground d = by_decal(v);
    float size = (float)v->f->print.decal_mm;
    float off = crok_sim_hypot(d.x, d.y);
    float h = 0.8F * size;
    float letters =
        cover(v, h * crok_sim_text_depth("CR", d.x / h, d.y / h + 0.5F));
    return crok_sim_max(cover(v, size - off) - cover(v, 0.86F * size - off),
                        letters);
}

static float text_at(const view *v)
{
    crok_sim_ground d = by_decal(v);
    float h = (float)v->f->print.decal_mm;
    float at = 0.5F * (float)(v->b->line_mm[CROK_LINE_INNER] +
                              v->b->line_mm[CROK_LINE_MIDDLE]);
    float along = at * atan2f(d.x, d.y + at);
    return cover(
        v, h * crok_sim_text_depth(TEXT, along / h, (v->r - at) / h + 0.5F));
}

static float decal_at(const view *v)
{
    switch (v->f->print.decal) {
    case CROK_SIM_STAR:
        return star_at(v);
    case CROK_SIM_BADGE:
        return badge_at(v);
    case CROK_SIM_TEXT:
        return text_at(v);
    case CROK_SIM_NO_DECAL:
        break;
    }
    return 0.0F;
}

/* ---- the hole ---- */

/* The floor of the hole with the crescent of shadow that its edge casts, and
 * its wall. */
static crok_sim_rgb hole_at(const view *v)
{
    const crok_sim_look *l = v->s->p->look;
    float depth = (float)v->b->hole_depth_mm;
    float radius = (float)v->b->hole_mm;
    crok_sim_ground a = crok_sim_spot_at(v->s, (double)-depth);
    float r = crok_sim_hypot(a.x, a.y);
    float lit = crok_sim_hypot(a.x - depth * (float)l->shadow.x,
                               a.y - depth * (float)l->shadow.y);
    float shade = 1.0F - 0.6F * crok_sim_smooth((lit - radius + 3.0F) / 5.0F);
    crok_sim_rgb wall =
        crok_sim_lit(crok_sim_linear(v->f->surface.dark), 0.30F);
    crok_sim_rgb bottom =
        crok_sim_lit(crok_sim_linear(v->f->print.hole),
                     shade * (0.8F + 0.06F * crok_sim_noise(a.x, a.y, 17U)));
    return crok_sim_mix(wall, bottom, cover(v, radius - r));
}

/* ---- together ---- */

static crok_sim_rgb printed(const view *v, crok_sim_rgb c)
{
    const crok_sim_print *p = &v->f->print;
    crok_sim_rgb ink = crok_sim_linear(v->s->p->look->colours.line);
    float hole = (float)v->b->hole_mm;
    if (p->has_band)
        c = crok_sim_mix(
            c, crok_sim_linear(p->band),
            cover(v, (float)v->b->line_mm[CROK_LINE_INNER] - v->r));
    c = crok_sim_mix(c, crok_sim_linear(p->decal_rgb), decal_at(v));
    c = crok_sim_mix(c, ink, numerals_at(v) * (float)p->ink);
    c = with_lines(v, c);
    return crok_sim_mix(c, ink,
                        cover(v, hole + (float)p->collar_mm - v->r) *
                            (p->collar_mm > 0.0 ? 1.0F : 0.0F));
}

crok_sim_rgb crok_sim_surface_at(const crok_sim_spot *s)
{
    const crok_sim_look *l = s->p->look;
    view v = {s, &l->finish, &l->table.board, crok_sim_hypot(s->g.x, s->g.y),
              crok_sim_spot_on_wood(s)};
    crok_sim_rgb c = crok_sim_wood_at(&v.f->surface, v.wood.x, v.wood.y,
                                      s->mm_per_px, l->grain_key);
    float in_hole = cover(&v, (float)v.b->hole_mm - v.r);
    float edge = cover(&v, v.r - (float)l->table.surface_mm + 1.5F);
    float shine = 0.0F;
    c = printed(&v, c);
    c = crok_sim_lit(c, 1.0F - 0.25F * edge); /* the rounded edge */
    if (in_hole < 1.0F)
        shine = crok_sim_shine(l, s->g) * (1.0F - in_hole);
    if (in_hole > 0.0F)
        c = crok_sim_mix(c, hole_at(&v), in_hole);
    return (crok_sim_rgb){c.r + shine, c.g + shine, c.b + shine};
}
