/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/hole/known_hole.h"

#include <math.h>

#include "core/linalg.h"

/* Grey levels that are added before the logarithm is taken, so that noise in
 * black does not count. */
#define DARK_LEVEL 6.0
/* Grey levels that are added to both colours of the surface before their
 * quotient is taken as the change of the light: a dark channel, such as the red
 * of a blue board, shows glare rather than light. Of 1, 10, 20, 40 and 80 this
 * left the smallest difference of chroma. */
#define DARK_SURFACE 40.0
/* The colour of the content is compared in log units with the floor's colour
 * times the change of the light. The difference has a luminance, the mean over
 * the three channels, and a chroma, the length of the rest. Both are taken as
 * normally distributed, the chroma in two dimensions; the standard deviations
 * are for an empty hole (FLOOR), whose floor is more or less in shade, and for
 * a disc of any colour (DISC). Rendered pictures of 40 boards, 4 of each, had
 * 0.18 and 0.10 (86 pairs with an empty hole), and 0.67 and 0.42 (127 pairs
 * with a disc); more is allowed for real light. */
#define FLOOR_LUMINANCE_SIGMA 0.25
#define FLOOR_CHROMA_SIGMA 0.15
#define DISC_LUMINANCE_SIGMA 0.80
#define DISC_CHROMA_SIGMA 0.50
/* Chance that an empty hole has any other colour: it has dirt, glare or a
 * coloured reflection in it, or a new felt. Chosen by hand. It bounds the
 * evidence for a disc; so does the chance that what is known as the floor was a
 * disc. */
#define OTHER_CHANCE 0.02
/* Chance that a side of which no disc was seen has discs of the floor's colour:
 * of 20 sides of the photos' boards whose floor was seen for sure, four had
 * (CROK_HOLE_COLOUR). */
#define ALIKE_CHANCE 0.2

/* The density of a luminance and a chroma, up to a constant factor. */
static double density(double luminance, double chroma, double luminance_sigma,
                      double chroma_sigma)
{
    double l = luminance / luminance_sigma;
    double c = chroma / chroma_sigma;
    return exp(-0.5 * (l * l + c * c)) /
           (luminance_sigma * chroma_sigma * chroma_sigma);
}

double crok_known_floor_log_odds(const crok_known_floor *floor, crok_rgb rgb,
                                 crok_rgb around, bool all_seen)
{
    const double alike = all_seen ? 0.0 : ALIKE_CHANCE;
    const double now[3] = {rgb.r, rgb.g, rgb.b};
    const double light[3] = {around.r, around.g, around.b};
    double d[3];
    double luminance = 0.0;
    double chroma = 0.0;
    double if_empty = 0.0;
    double if_disc = 0.0;
    double is_floor = 0.0;
    for (int c = 0; c < 3; c++) {
        double wanted = floor->rgb[c] * (light[c] + DARK_SURFACE) /
                        (floor->around_rgb[c] + DARK_SURFACE);
        d[c] = log((now[c] + DARK_LEVEL) / (fmin(wanted, 255.0) + DARK_LEVEL));
        luminance += d[c] / 3.0;
    }
    for (int c = 0; c < 3; c++)
        chroma += (d[c] - luminance) * (d[c] - luminance);
    chroma = sqrt(chroma);
    if_empty =
        density(luminance, chroma, FLOOR_LUMINANCE_SIGMA, FLOOR_CHROMA_SIGMA);
    if_disc =
        density(luminance, chroma, DISC_LUMINANCE_SIGMA, DISC_CHROMA_SIGMA);
    if_disc = (1.0 - alike) * if_disc + alike * if_empty;
    is_floor = fmin(floor->chance, 1.0 - OTHER_CHANCE);
    return log(is_floor * if_empty / if_disc + 1.0 - is_floor);
}

double crok_known_side_distance(const crok_known_board *known, crok_rgb rgb,
                                crok_rgb around)
{
    const double *was = known->floor.around_rgb;
    const double light =
        (crok_rgb_luma(around) + DARK_SURFACE) /
        (crok_rgb_luma((crok_rgb){was[0], was[1], was[2]}) + DARK_SURFACE);
    double least = CROK_NO_SIDE_COLOUR;
    for (int i = 0; i < 2 * known->n_sides; i++) {
        const double *side = known->side[i / 2].rgb;
        double by = i % 2 == 0 ? 1.0 : light;
        crok_rgb disc = {fmin(by * side[0], 255.0), fmin(by * side[1], 255.0),
                         fmin(by * side[2], 255.0)};
        double d =
            crok_hole_colour_distance(crok_lab_of(disc), crok_lab_of(rgb));
        if (least < 0.0 || d < least)
            least = d;
    }
    return least;
}
