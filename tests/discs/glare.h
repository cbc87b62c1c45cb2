/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/discs/glare.h: what glare makes of a colour. */
#ifndef CROK_TESTS_GLARE_H
#define CROK_TESTS_GLARE_H

#include <math.h>

#include "discs/colour.h"

/* sRGB (IEC 61966-2-1) with so much more light, 0..1. */
static inline double channel_in_glare(double v, double glare)
{
    double c = v / 255.0;
    c = c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
    c = fmin(c + glare, 1.0);
    c = c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1.0 / 2.4) - 0.055;
    return 255.0 * c;
}

static inline crok_rgb in_glare(crok_rgb c, double glare)
{
    return (crok_rgb){channel_in_glare(c.r, glare),
                      channel_in_glare(c.g, glare),
                      channel_in_glare(c.b, glare)};
}

#endif
