/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/sides/light.h"

#include <math.h>
#include <stdbool.h>

/* The board without glare is this quantile, per channel, of the board beside
 * all discs. Chosen by hand: a lower quantile may be shadow, a higher one has
 * glare. */
#define PLAIN_QUANTILE 0.25
/* If light cannot explain at least this part of the colour of the surface
 * beside a disc (crok_rgb_unexplained), that surface is not the board but the
 * ditch or a painted field. In lamplight, shade and glare the unexplained part
 * is less than 0.2 at 99 % of 9000 places beside discs; at a ditch of another
 * colour it is 0.35 to 0.77. */
#define MAX_UNEXPLAINED 0.30

crok_board_light crok_board_light_of(const crok_face *faces, int n)
{
    double v[3][CROK_MAX_DISCS];
    int k = 0;
    crok_board_light b;
    for (int i = 0; i < n; i++) {
        if (!faces[i].has_board)
            continue;
        v[0][k] = faces[i].board.r;
        v[1][k] = faces[i].board.g;
        v[2][k++] = faces[i].board.b;
    }
    b.median = crok_rgb_quantile(v[0], v[1], v[2], k, 0.5);
    b.plain = crok_rgb_quantile(v[0], v[1], v[2], k, PLAIN_QUANTILE);
    return b;
}

crok_lab crok_lab_relit(crok_rgb c, double light)
{
    return crok_lab_of((crok_rgb){fmin(c.r * light, 255.0),
                                  fmin(c.g * light, 255.0),
                                  fmin(c.b * light, 255.0)});
}

/* Sum of the channels plus 5 grey levels for each. The addition keeps the ratio
 * of two dark colours from being noise. */
static double brightness(crok_rgb c)
{
    return c.r + c.g + c.b + 15.0;
}

/* Is the surface beside a disc the board, so that its colour shows the light
 * there? */
static bool is_light_reference(const crok_board_light *b, const crok_face *f)
{
    return f->has_board &&
           crok_rgb_unexplained(f->board, b->median) < MAX_UNEXPLAINED;
}

crok_rgb crok_light_less_glare(const crok_board_light *b, const crok_face *f,
                               double part)
{
    return is_light_reference(b, f)
               ? crok_rgb_remove_glare(f->rgb, f->board, b->plain, part)
               : f->rgb;
}

crok_lab crok_light_lab(const crok_board_light *b, const crok_face *f,
                        crok_light light)
{
    double k = 1.0;
    if (light == CROK_CLEAR)
        return crok_lab_of(crok_light_less_glare(b, f, 1.0));
    if (light == CROK_EVEN && is_light_reference(b, f))
        k = brightness(b->median) / brightness(f->board);
    return crok_lab_relit(f->rgb,
                          fmin(fmax(k, 1.0 / CROK_LIGHT_MAX), CROK_LIGHT_MAX));
}

void crok_light_labs(const crok_board_light *b, const crok_face *f, int n,
                     crok_lit_labs out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < CROK_N_LIGHTS; j++)
            out[j][i] = crok_light_lab(b, &f[i], (crok_light)j);
}

double crok_light_distance(const crok_face *f, crok_lit_labs x, int i, int k,
                           double weight_l)
{
    double least = crok_lab_distance(x[CROK_RAW][i], x[CROK_RAW][k], weight_l);
    if (!f[i].has_board || !f[k].has_board)
        return least;
    for (int j = 0; j < CROK_N_LIGHTS; j++)
        least = fmin(least, crok_lab_distance(x[j][i], x[j][k], weight_l));
    return least;
}
