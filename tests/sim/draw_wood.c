/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/spot.h"

/* Width of the joint between two planks. */
#define JOINT_MM 0.35F
#define JOINT_SHADE 0.45F
/* How much lighter or darker the densest fibre is. */
#define FIBRE_SHADE 0.22F
#define CLOUD_SHADE 0.06F
#define PAINT_SHADE 0.035F

/* A place in a plank: along the grain, across it. */
typedef struct place {
    float along, across;
    uint32_t key;
    float tone; /* of the plank, -1 to 1 */
    float edge; /* distance from the nearest joint, mm */
} place;

static place place_of(const crok_sim_wood *w, float x, float y, uint32_t key)
{
    float c = cosf((float)w->turn_rad);
    float s = sinf((float)w->turn_rad);
    place p = {x * c + y * s, y * c - x * s, key, 0.0F, 1e6F};
    if (w->plank_mm > 0.0) {
        float at = p.across / (float)w->plank_mm;
        int i = (int)floorf(at);
        float from = at - floorf(at);
        p.edge = (float)w->plank_mm * crok_sim_min(from, 1.0F - from);
        p.tone = 2.0F * crok_sim_hash(i, 7, key) - 1.0F;
        p.key = key + 31U * (uint32_t)i;
        p.across += 997.0F * crok_sim_hash(i, 3, key);
        p.along += 1999.0F * crok_sim_hash(i, 5, key);
    }
    return p;
}

/* 0 early wood to 1 late wood. A year begins light and ends dark; the rings
 * are cut lengthwise and bend slowly along the grain. */
static float year_at(const crok_sim_wood *w, const place *p)
{
    float bent =
        p->across +
        1.6F * (float)w->ring_mm *
            crok_sim_noise(p->along * 0.0035F, p->across * 0.011F, p->key) +
        0.3F * (float)w->ring_mm *
            crok_sim_noise(p->along * 0.02F, p->across * 0.06F, p->key + 1U);
    float year = bent / (float)w->ring_mm;
    float part = year - floorf(year);
    float strong = 0.4F + 0.6F * crok_sim_hash((int)floorf(year), 11, p->key);
    /* dark builds up over the year and ends within a tenth of it */
    return strong *
           (part < 0.9F ? part * part * part / 0.73F : (1.0F - part) * 10.0F);
}

static float fade(float cell_mm, float mm_per_px)
{
    return crok_sim_min(1.0F, cell_mm / mm_per_px);
}

static float fibre_at(const place *p, float mm_per_px)
{
    return 0.55F * fade(1.1F, mm_per_px) *
               crok_sim_noise(p->along * 0.02F, p->across * 0.9F, p->key + 2U) +
           0.45F * fade(0.45F, mm_per_px) *
               crok_sim_noise(p->along * 0.06F, p->across * 2.2F, p->key + 3U);
}

crok_sim_rgb crok_sim_wood_at(const crok_sim_wood *w, float x, float y,
                              float mm_per_px, uint32_t key)
{
    crok_sim_rgb light = crok_sim_linear(w->light);
    place p = place_of(w, x, y, key);
    float k = 1.0F + CLOUD_SHADE * crok_sim_noise(p.along * 0.004F,
                                                  p.across * 0.012F, key + 4U);
    if (w->ring_mm <= 0.0)
        return crok_sim_lit(
            light,
            1.0F + PAINT_SHADE *
                       (crok_sim_noise(x * 0.03F, y * 0.03F, key + 5U) +
                        fade(1.5F, mm_per_px) *
                            crok_sim_noise(x * 0.7F, y * 0.7F, key + 6U)));
    k *= 1.0F + (float)w->fibre * FIBRE_SHADE * fibre_at(&p, mm_per_px);
    k *= 1.0F + 0.5F * (float)w->plank_tone * p.tone;
    k *= 1.0F - JOINT_SHADE * crok_sim_cover(JOINT_MM - p.edge, mm_per_px);
    return crok_sim_lit(crok_sim_mix(light, crok_sim_linear(w->dark),
                                     (float)w->year * year_at(w, &p)),
                        k);
}
