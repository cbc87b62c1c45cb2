/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/squeeze.h"

#include <math.h>

#include "sim/trouble.h"

crok_sim_aspect crok_sim_aspect_of(unsigned troubles, uint64_t seed)
{
    /* HDV and DVCPRO HD; wide and usual PAL (ITU-R BT.601); DVCPRO HD 720 */
    static const crok_sim_aspect some[] = {{4, 3}, {16, 11}, {12, 11}, {3, 2}};
    rnd g = crok_sim_trouble_rnd(seed, CROK_SIM_SQUEEZED);
    if ((troubles & 1U << CROK_SIM_SQUEEZED) == 0)
        return (crok_sim_aspect){1, 1};
    return some[rnd_next(&g) % (sizeof some / sizeof some[0])];
}

int crok_sim_stored_width(crok_sim_aspect aspect, int w_px)
{
    if (aspect.num == aspect.den)
        return w_px;
    return 2 * (int)lround(0.5 * w_px * aspect.den / aspect.num);
}

/* The mean of a row from x0 to x1, which are between its pixels' edges. */
static void mean_of(const uint8_t *row, double x0, double x1, uint8_t out[3])
{
    double sum[3] = {0.0, 0.0, 0.0};
    for (int x = (int)x0; x < x1; x++) {
        double part = fmin(x1, x + 1.0) - fmax(x0, x);
        for (int c = 0; c < 3; c++)
            sum[c] += part * row[3 * x + c];
    }
    for (int c = 0; c < 3; c++)
        out[c] = (uint8_t)lround(sum[c] / (x1 - x0));
}

void crok_sim_squeeze(const crok_image *from, const crok_image *to)
{
    double wide = (double)from->w_px / to->w_px;
    for (int y = 0; y < to->h_px; y++) {
        const uint8_t *row = crok_image_row(from, y);
        uint8_t *out = crok_image_row(to, y);
        for (int x = 0; x < to->w_px; x++)
            mean_of(row, wide * x, fmin(wide * (x + 1), from->w_px),
                    out + (size_t)x * 3);
    }
}
