/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/colour.h: colours as the eye sees them, and what a person calls them.
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

/* A colour in sRGB, 0..255 each. */
typedef struct crok_rgb {
    double r, g, b;
} crok_rgb;

/* A pixel as crok_image_sample gives it. */
crok_rgb crok_rgb_of(const float v[3]);

/* The q-quantile (0..1) of each of the channels r, g, b[0..n), which are
 * reordered. */
crok_rgb crok_rgb_quantile(double *r, double *g, double *b, int n, double q);

/* Luma, 0..255 (BT.601, as crok_luma in core/image.h). */
double crok_rgb_luma(crok_rgb c);

/* How far apart two are, as they are photographed: grey levels. */
double crok_rgb_apart(crok_rgb a, crok_rgb b);

/* As bytes, rounded. */
void crok_rgb_bytes(crok_rgb c, uint8_t out[3]);

/* A colour without this part of the glare that makes `glaring` of what is
 * `plain` elsewhere: glare adds light, so as much is taken off each channel. A
 * twentieth of a colour's light stays its own: under more glare nothing tells
 * how dark it is. */
crok_rgb crok_rgb_less_glare(crok_rgb c, crok_rgb glaring, crok_rgb plain,
                             double part);

/* CIE L*a*b* under D65: L 0..100. */
typedef struct crok_lab {
    double l, a, b;
} crok_lab;

crok_lab crok_lab_of(crok_rgb c);

/* May a colour be another one's with white light added, rather than the same in
 * more light: a lamp that shines in it? Of grey nothing can tell that. */
bool crok_rgb_is_shine(crok_rgb c, crok_rgb of);

/* The part of a colour's light, 0..1, that neither the surface `of` in whatever
 * light nor white light that shines in it explains: it is another surface's. */
double crok_rgb_unexplained(crok_rgb c, crok_rgb of);

/* How different two colours look (CIE 1976), with lightness at `weight_l`: less
 * than 1 where light and shadow fall differently on both. */
double crok_lab_distance(crok_lab x, crok_lab y, double weight_l);

/* How far a colour is from the nearest that a surface of colour `of` may have
 * in other light, up to twice as bright: a disc's wall, that of its face. Grey
 * levels. */
double crok_rgb_from_lit(crok_rgb c, crok_rgb of);

/* The words of a person for the colour of a disc; "natural" is bare light wood.
 */
#define CROK_COLOUR_WORDS                                                      \
    "black, white, grey, red, maroon, orange, brown, natural, yellow, green, " \
    "blue, purple or pink"

/* The one of them that is nearest. Never NULL. */
const char *crok_colour_word(crok_lab c);

/* A colour that the word stands for.
 * Returns 0, *out untouched, for a word that is not known. */
int crok_colour_of_word(const char *word, crok_lab *out);

#ifdef __cplusplus
}
#endif
#endif
