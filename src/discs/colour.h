/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/colour.h: colours, distances between them, and their names in English.
 *
 * Room     discs: uses core only here.
 * Threads  values only; any thread.
 * Source   CIE 15:2004 for L*a*b*; IEC 61966-2-1 for sRGB. */
#ifndef CROK_DISCS_COLOUR_H
#define CROK_DISCS_COLOUR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A colour in sRGB (gamma encoded); each channel 0..255, called grey levels. */
typedef struct crok_rgb {
    double r, g, b;
} crok_rgb;

/* Convert a pixel as crok_image_sample returns it: red, green, blue. */
crok_rgb crok_rgb_of(const float v[3]);

/* The q-quantile (0..1) of each channel r, g, b[0..n). The arrays are
 * reordered. */
crok_rgb crok_rgb_quantile(double *r, double *g, double *b, int n, double q);

/* Luma, 0..255 (BT.601, as crok_luma in core/image.h). */
double crok_rgb_luma(crok_rgb c);

/* Euclidean distance of two colours in sRGB, grey levels. */
double crok_rgb_distance(crok_rgb a, crok_rgb b);

/* Round each channel to a byte. */
void crok_rgb_bytes(crok_rgb c, uint8_t out[3]);

/* Remove glare from a colour. Glare adds light, so in linear light and for each
 * channel
 *
 *     result = max(c - part * max(glaring - plain, 0), 0.05 * c)
 *
 *   c        the colour to correct
 *   glaring  a reference surface in the same glare as c
 *   plain    the same surface without glare
 *   part     fraction of the glare to remove, 0..1
 *
 * At least 5 % of c is kept: under more glare its true darkness is unknown. */
crok_rgb crok_rgb_remove_glare(crok_rgb c, crok_rgb glaring, crok_rgb plain,
                               double part);

/* CIE L*a*b* under D65: L 0..100. */
typedef struct crok_lab {
    double l, a, b;
} crok_lab;

crok_lab crok_lab_of(crok_rgb c);

/* Is c the colour of the surface `of` plus white light, as in the reflection of
 * a lamp? Returns false if more light on that surface explains c as well. For
 * grey surfaces it is always false, because the two cannot be distinguished. */
bool crok_rgb_is_highlight(crok_rgb c, crok_rgb of);

/* The fraction, 0..1, of the light of colour c that remains unexplained by two
 * causes: more or less light on the surface `of`, and added white light. It is
 * large if c is the colour of another surface. With chroma(x) the linear colour
 * x minus the mean of its channels, the fraction is
 *
 *     |chroma(c) - k * chroma(of)| / |c|,   k >= 0 by least squares */
double crok_rgb_unexplained(crok_rgb c, crok_rgb of);

/* Distance of two colours in L*a*b* (CIE 1976), with the lightness difference
 * multiplied by weight_l. Use less than 1 where light and shadow fall
 * differently on the two. */
double crok_lab_distance(crok_lab x, crok_lab y, double weight_l);

/* The weight of L* when colours of discs are compared: light is never quite
 * even, so a difference of lightness is weaker evidence than one of hue. Chosen
 * by hand; with less weight two stains of one wood look alike; with more weight
 * discs in a shadow form a side of their own. */
#define CROK_LAB_WEIGHT_L 0.7

/* Distance of c from the nearest colour k * of with k <= 2, in sRGB grey
 * levels. The colours k * of are those of the surface `of` in other light, up
 * to twice as bright. A disc's wall has the colour of its face in other light.
 */
double crok_rgb_shade_distance(crok_rgb c, crok_rgb of);

/* The colour words for discs; "natural" is unpainted light wood. */
#define CROK_COLOUR_WORDS                                                      \
    "black, white, grey, red, maroon, orange, brown, natural, yellow, green, " \
    "blue, purple or pink"

/* The colour word with the reference colour nearest to c. Never NULL. */
const char *crok_colour_word(crok_lab c);

/* The first reference colour of a word. Returns 1, or 0 if the word is unknown;
 * *out is then unchanged. */
int crok_colour_of_word(const char *word, crok_lab *out);

#ifdef __cplusplus
}
#endif
#endif
