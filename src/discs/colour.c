/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/colour.h"

#include <math.h>
#include <string.h>

#include "core/colour_words.h"
#include "core/image.h"
#include "core/linalg.h"

crok_rgb crok_rgb_of(const float v[3])
{
    return (crok_rgb){(double)v[0], (double)v[1], (double)v[2]};
}

crok_rgb crok_rgb_quantile(double *r, double *g, double *b, int n, double q)
{
    return (crok_rgb){crok_quantile(r, n, q), crok_quantile(g, n, q),
                      crok_quantile(b, n, q)};
}

double crok_rgb_luma(crok_rgb c)
{
    const float v[3] = {(float)c.r, (float)c.g, (float)c.b};
    return (double)crok_luma(v);
}

double crok_rgb_distance(crok_rgb a, crok_rgb b)
{
    return sqrt((a.r - b.r) * (a.r - b.r) + (a.g - b.g) * (a.g - b.g) +
                (a.b - b.b) * (a.b - b.b));
}

void crok_rgb_bytes(crok_rgb c, uint8_t out[3])
{
    out[0] = (uint8_t)lround(c.r);
    out[1] = (uint8_t)lround(c.g);
    out[2] = (uint8_t)lround(c.b);
}

/* sRGB transfer function: 0..255 to linear light 0..1. */
static double linear(double v)
{
    double c = v / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* The inverse: linear light 0..1 to 0..255. */
static double encoded(double c)
{
    return 255.0 *
           (c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1.0 / 2.4) - 0.055);
}

/* Fraction of a colour's light that is never removed as glare. Chosen by hand:
 * with 0 any colour in glare could become black; a larger value leaves glare on
 * dark discs. */
#define MIN_OWN_LIGHT 0.05

/* One channel of crok_rgb_remove_glare. */
static double remove_glare(double v, double glaring, double plain, double part)
{
    double all = linear(v);
    double glare = fmax(part * (linear(glaring) - linear(plain)), 0.0);
    return encoded(fmax(all - glare, MIN_OWN_LIGHT * all));
}

crok_rgb crok_rgb_remove_glare(crok_rgb c, crok_rgb glaring, crok_rgb plain,
                               double part)
{
    return (crok_rgb){remove_glare(c.r, glaring.r, plain.r, part),
                      remove_glare(c.g, glaring.g, plain.g, part),
                      remove_glare(c.b, glaring.b, plain.b, part)};
}

/* Thresholds for added white light, in linear light with white = 1. All chosen
 * by hand on pictures with a lamp's reflection as large as a disc; 1400
 * variants of photos without one kept their results.
 *
 * MIN_HIGHLIGHT, MAX_HIGHLIGHT: bounds of the added light, the mean of c - of
 * over the channels. Less is noise; a white disc on a red board differs by more
 * than 0.40.
 *
 * HIGHLIGHT_RESIDUAL: let w be the added light, r1 = |c - of - w| the residual
 * of added white light, and r2 = |c - k of| the residual of more light on the
 * same surface. Then r1 < sqrt(3) HIGHLIGHT_RESIDUAL w < r2.
 *
 * HIGHLIGHT_RATIO: r1 < HIGHLIGHT_RATIO r2. */
#define MIN_HIGHLIGHT 0.02
#define MAX_HIGHLIGHT 0.40
#define HIGHLIGHT_RESIDUAL 0.20
#define HIGHLIGHT_RATIO 0.40

bool crok_rgb_is_highlight(crok_rgb c, crok_rgb of)
{
    const double a[3] = {linear(of.r), linear(of.g), linear(of.b)};
    const double b[3] = {linear(c.r), linear(c.g), linear(c.b)};
    double white = 0.0;
    double ab = 0.0;
    double aa = 1e-9;
    double added = 0.0;
    double better_lit = 0.0;
    double uneven = 0.0;
    for (int k = 0; k < 3; k++) {
        white += (b[k] - a[k]) / 3.0;
        ab += a[k] * b[k];
        aa += a[k] * a[k];
    }
    for (int k = 0; k < 3; k++) {
        added = hypot(added, b[k] - a[k] - white);
        better_lit = hypot(better_lit, b[k] - a[k] * ab / aa);
    }
    uneven = sqrt(3.0) * HIGHLIGHT_RESIDUAL * white;
    return white > MIN_HIGHLIGHT && white < MAX_HIGHLIGHT && added < uneven &&
           better_lit > uneven && added < HIGHLIGHT_RATIO * better_lit;
}

/* Noise of the linear light (white = 1). It is added in denominators, so that
 * quotients of black colours stay near 0. Chosen by hand, about 1 / 255. */
#define LIGHT_NOISE 0.004

double crok_rgb_unexplained(crok_rgb c, crok_rgb of)
{
    const double a[3] = {linear(of.r), linear(of.g), linear(of.b)};
    const double b[3] = {linear(c.r), linear(c.g), linear(c.b)};
    const double white_a = (a[0] + a[1] + a[2]) / 3.0;
    const double white_b = (b[0] + b[1] + b[2]) / 3.0;
    double ab = 0.0;
    double aa = LIGHT_NOISE * LIGHT_NOISE;
    double bb = LIGHT_NOISE * LIGHT_NOISE;
    double left = 0.0;
    for (int k = 0; k < 3; k++) {
        ab += (a[k] - white_a) * (b[k] - white_b);
        aa += (a[k] - white_a) * (a[k] - white_a);
        bb += b[k] * b[k];
    }
    for (int k = 0; k < 3; k++)
        left =
            hypot(left, b[k] - white_b - fmax(ab / aa, 0.0) * (a[k] - white_a));
    return left / sqrt(bb);
}

/* f(t) of CIE 15: the cube root, with a straight line near black. */
static double lab_f(double t)
{
    return t > 216.0 / 24389.0 ? cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0;
}

crok_lab crok_lab_of(crok_rgb c)
{
    double r = linear(c.r);
    double g = linear(c.g);
    double b = linear(c.b);
    double x = lab_f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    double y = lab_f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    double z = lab_f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    return (crok_lab){116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

double crok_lab_distance(crok_lab x, crok_lab y, double weight_l)
{
    double l = weight_l * (x.l - y.l);
    return sqrt(l * l + (x.a - y.a) * (x.a - y.a) + (x.b - y.b) * (x.b - y.b));
}

/* Largest factor of brightness between two places on one surface. Chosen by
 * hand: with a larger factor light surfaces resemble dark ones of the same hue.
 */
#define MAX_LIT 2.0

double crok_rgb_shade_distance(crok_rgb c, crok_rgb of)
{
    double sq = of.r * of.r + of.g * of.g + of.b * of.b + 1e-3;
    double k = (c.r * of.r + c.g * of.g + c.b * of.b) / sq;
    k = k < MAX_LIT ? k : MAX_LIT;
    return sqrt((c.r - k * of.r) * (c.r - k * of.r) +
                (c.g - k * of.g) * (c.g - k * of.g) +
                (c.b - k * of.b) * (c.b - k * of.b));
}

/* Reference colours of each word, L*a*b*: colours of disc sets on sale and of
 * bare wood, as photographed indoors. Chosen by hand. */
static const struct {
    crok_colour word;
    crok_lab lab;
} words[] = {
    {CROK_COLOUR_BLACK, {14, 0, 0}},     {CROK_COLOUR_BLACK, {28, 0, -2}},
    {CROK_COLOUR_WHITE, {93, 0, 3}},     {CROK_COLOUR_WHITE, {84, 0, 2}},
    {CROK_COLOUR_GREY, {55, 0, 0}},      {CROK_COLOUR_RED, {42, 58, 32}},
    {CROK_COLOUR_RED, {36, 44, 22}},     {CROK_COLOUR_RED, {50, 50, 25}},
    {CROK_COLOUR_MAROON, {20, 26, 10}},  {CROK_COLOUR_MAROON, {28, 30, 10}},
    {CROK_COLOUR_ORANGE, {62, 45, 58}},  {CROK_COLOUR_BROWN, {30, 10, 12}},
    {CROK_COLOUR_BROWN, {38, 14, 22}},   {CROK_COLOUR_BROWN, {24, 6, 8}},
    {CROK_COLOUR_NATURAL, {76, 6, 26}},  {CROK_COLOUR_NATURAL, {66, 12, 36}},
    {CROK_COLOUR_NATURAL, {84, 3, 18}},  {CROK_COLOUR_NATURAL, {58, 14, 32}},
    {CROK_COLOUR_YELLOW, {82, 0, 65}},   {CROK_COLOUR_YELLOW, {75, 8, 60}},
    {CROK_COLOUR_GREEN, {40, -35, 22}},  {CROK_COLOUR_GREEN, {32, -24, 12}},
    {CROK_COLOUR_GREEN, {60, -40, 35}},  {CROK_COLOUR_GREEN, {25, -12, 6}},
    {CROK_COLOUR_BLUE, {35, 12, -48}},   {CROK_COLOUR_BLUE, {28, 2, -26}},
    {CROK_COLOUR_BLUE, {55, -5, -35}},   {CROK_COLOUR_BLUE, {40, 25, -65}},
    {CROK_COLOUR_PURPLE, {35, 35, -35}}, {CROK_COLOUR_PINK, {70, 35, 5}},
};

const char *crok_colour_word(crok_lab c)
{
    size_t best = 0;
    for (size_t i = 1; i < sizeof words / sizeof words[0]; i++)
        if (crok_lab_distance(c, words[i].lab, CROK_LAB_WEIGHT_L) <
            crok_lab_distance(c, words[best].lab, CROK_LAB_WEIGHT_L))
            best = i;
    return crok_colour_words[words[best].word];
}

int crok_colour_of_word(const char *word, crok_lab *out)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(word, crok_colour_words[words[i].word]) != 0)
            continue;
        *out = words[i].lab;
        return 1;
    }
    return 0;
}
