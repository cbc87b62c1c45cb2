/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "sim/spot.h"

/* Half the width of a stroke, and the advance of a letter, in heights. */
#define STROKE 0.075F
#define ADVANCE 0.68F
#define MOST_POINTS 9

/* Letters are polylines in a box 0..0.5 wide and 0..1 high. */
typedef struct glyph {
    char letter;
    int n;
    float at[MOST_POINTS][2];
} glyph;

static const glyph glyphs[] = {
    {'0',
     9,
     {{0.25F, 0.92F},
      {0.08F, 0.80F},
      {0.06F, 0.50F},
      {0.08F, 0.20F},
      {0.25F, 0.08F},
      {0.42F, 0.20F},
      {0.44F, 0.50F},
      {0.42F, 0.80F},
      {0.25F, 0.92F}}},
    {'1', 3, {{0.10F, 0.74F}, {0.28F, 0.92F}, {0.28F, 0.08F}}},
    {'2',
     7,
     {{0.07F, 0.74F},
      {0.18F, 0.91F},
      {0.36F, 0.89F},
      {0.43F, 0.68F},
      {0.33F, 0.46F},
      {0.07F, 0.08F},
      {0.45F, 0.08F}}},
    {'5',
     8,
     {{0.42F, 0.92F},
      {0.12F, 0.92F},
      {0.09F, 0.54F},
      {0.28F, 0.60F},
      {0.44F, 0.44F},
      {0.41F, 0.18F},
      {0.24F, 0.08F},
      {0.06F, 0.16F}}},
    {'C',
     7,
     {{0.44F, 0.80F},
      {0.25F, 0.92F},
      {0.08F, 0.76F},
      {0.06F, 0.50F},
      {0.08F, 0.24F},
      {0.25F, 0.08F},
      {0.44F, 0.20F}}},
    {'R',
     7,
     {{0.07F, 0.08F},
      {0.07F, 0.92F},
      {0.36F, 0.90F},
      {0.42F, 0.70F},
      {0.34F, 0.52F},
      {0.10F, 0.50F},
      {0.44F, 0.08F}}},
    {'K',
     6,
     {{0.08F, 0.92F},
      {0.08F, 0.08F},
      {0.08F, 0.42F},
      {0.42F, 0.92F},
      {0.20F, 0.56F},
      {0.44F, 0.08F}}},
};

static float off_segment(float x, float y, const float a[2], const float b[2])
{
    float dx = b[0] - a[0];
    float dy = b[1] - a[1];
    float t = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy);
    t = crok_sim_min(crok_sim_max(t, 0.0F), 1.0F);
    return crok_sim_hypot(x - a[0] - t * dx, y - a[1] - t * dy);
}

static float glyph_depth(char letter, float x, float y)
{
    float nearest = 1.0F;
    for (size_t i = 0; i < sizeof glyphs / sizeof glyphs[0]; i++) {
        const glyph *g = &glyphs[i];
        for (int k = 0; g->letter == letter && k + 1 < g->n; k++)
            nearest = crok_sim_min(nearest,
                                   off_segment(x, y, g->at[k], g->at[k + 1]));
    }
    return STROKE - nearest;
}

float crok_sim_text_depth(const char *text, float x, float y)
{
    int n = (int)strlen(text);
    float from = x + 0.5F * ADVANCE * (float)n;
    int i = (int)floorf(from / ADVANCE);
    float deepest = -1.0F;
    if (y < -0.5F || y > 1.5F)
        return deepest;
    for (int k = i - 1; k <= i + 1; k++)
        if (k >= 0 && k < n)
            deepest =
                crok_sim_max(deepest, glyph_depth(text[k],
                                                  from - ADVANCE * (float)k -
                                                      0.5F * (ADVANCE - 0.5F),
                                                  y));
    return deepest;
}
