/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/spot.h: what the code that draws the board's materials shares: a pixel
 * with its place, and noise that depends on the place only.
 *
 * Frames   mm: board. */
#ifndef CROK_TESTS_SIM_SPOT_H
#define CROK_TESTS_SIM_SPOT_H

#include "sim/paint.h"

/* A pixel, and the board's point that it shows. */
typedef struct crok_sim_spot {
    const crok_sim_paint *p;
    crok_sim_ground g;
    float mm_per_px;
} crok_sim_spot;

/* A pseudo-random number in [0, 1) that depends on the position only. */
static inline float crok_sim_hash(int x, int y, uint32_t key)
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
static inline float crok_sim_noise(float x, float y, uint32_t key)
{
    float fx = floorf(x);
    float fy = floorf(y);
    int ix = (int)fx;
    int iy = (int)fy;
    float u = crok_sim_smooth(x - fx);
    float v = crok_sim_smooth(y - fy);
    float top = crok_sim_hash(ix, iy, key) * (1.0F - u) +
                crok_sim_hash(ix + 1, iy, key) * u;
    float low = crok_sim_hash(ix, iy + 1, key) * (1.0F - u) +
                crok_sim_hash(ix + 1, iy + 1, key) * u;
    return 2.0F * (top * (1.0F - v) + low * v) - 1.0F;
}

static inline float crok_sim_spot_cover(const crok_sim_spot *s, float d_mm)
{
    return crok_sim_cover(d_mm, s->mm_per_px);
}

/* Where the pixel's ray is at height z. */
static inline crok_sim_ground crok_sim_spot_at(const crok_sim_spot *s,
                                               double z_mm)
{
    return crok_sim_at(s->p->eye, s->g, (float)z_mm);
}

/* The place on the wood: its grain and decals may have been turned by quarters.
 */
static inline crok_sim_ground crok_sim_spot_on_wood(const crok_sim_spot *s)
{
    return crok_sim_on_wood(&s->p->look->pose, s->g);
}

/* The colour of wood or paint at (x, y) (draw_wood.c). Detail that is finer
 * than a pixel is faded out. */
crok_sim_rgb crok_sim_wood_at(const crok_sim_wood *wood, float x, float y,
                              float mm_per_px, uint32_t key);

/* How far a point (x, y) lies within a line of text of height 1: > 0 inside a
 * stroke (draw_glyph.c). The text's foot is y = 0, its middle x = 0. */
float crok_sim_text_depth(const char *text, float x, float y);

/* The colour of a real board's surface with its print and hole
 * (draw_surface.c). */
crok_sim_rgb crok_sim_surface_at(const crok_sim_spot *s);

#endif
