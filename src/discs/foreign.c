/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/foreign.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/linalg.h"
#include "discs/colour.h"

/* Colours are the same in bins of this size, L*a*b*: light changes lightness
 * more than hue. */
#define BIN_L 5.5
#define BIN_AB 7.0
/* Largest number of bins. All further colours are counted in the last one. */
#define MOST_BINS 1024
/* A cell's surroundings, which a thing may fill, say nothing of the board: they
 * are its block of BLOCK x BLOCK cells, 50 mm wide, and the eight around it. */
#define BLOCK 8
#define BLOCKS (CROK_SEGMENTATION_CELLS / BLOCK)
/* A cell that shows a cover from this chance on is not the surface. */
#define COVER_CHANCE 0.5F
/* The log odds of a cover are a logistic model's: of the network's log odds,
 * limited, and of minus the logarithm of the share. Fitted to 500 000 cells of
 * photos with a thing over a disc the weights are 0.4 to 0.7 and 0.6 to 0.9 for
 * a network that knows the boards, and 0.94 and 0.68 for one that does not
 * (809 000 cells; log loss 0.037 on boards left out, the network alone 0.044).
 * There a fiftieth of the surface is covered and the constant is -3.5 to -5; on
 * users' photos it is less, and so is the constant
 * (models/perception/train/hidden.py, README.md). */
#define MOST_LOG_ODDS 9.0
static const double constant = -5.6;
static const double cover_weight[2] = {0.7, 0.7}; /* network, share */

/* A cell has the bare board's colour if it differs from that, in the light of
 * the picture, by at most this much: three bins of lightness, since shadows
 * differ, and one and a half of hue. It has another one if no light on the bare
 * board, bright or dim, has its hue to two and a half bins. */
#define BARE_L (3.0 * BIN_L)
#define BARE_AB (1.5 * BIN_AB)
#define OTHER_AB (2.5 * BIN_AB)

typedef struct palette {
    int n_bins;
    int32_t key[MOST_BINS];
    int16_t bin[CROK_SEGMENTATION_SIZE]; /* of each cell; -1: off the surface */
    int all[MOST_BINS];                  /* cells of the surface in a bin */
    int n_all;
    uint16_t of_block[BLOCKS * BLOCKS][MOST_BINS];
    /* Minus the natural logarithm of the fraction of the surface, outside a
     * cell's surroundings, that has the cell's colour. */
    float strange[CROK_SEGMENTATION_SIZE];
    double ratio[CROK_SEGMENTATION_SIZE]; /* room for light_of */
} palette;

/* The mean of a cell's pixels. */
static void mean_of(const crok_image *view, int cell, float out[3])
{
    int x = 2 * (cell % CROK_SEGMENTATION_CELLS);
    int y = 2 * (cell / CROK_SEGMENTATION_CELLS);
    for (int c = 0; c < 3; c++)
        out[c] = 0.0F;
    for (int i = 0; i < 4; i++) {
        const uint8_t *p = crok_image_row(view, y + i / 2) + 3 * (x + i % 2);
        for (int c = 0; c < 3; c++)
            out[c] += 0.25F * (float)p[c];
    }
}

static int32_t key_of(const crok_image *view, int cell)
{
    float mean[3];
    crok_lab lab;
    mean_of(view, cell, mean);
    lab = crok_lab_of(crok_rgb_of(mean));
    return (int32_t)(lab.l / BIN_L) * 4096 +
           (int32_t)((lab.a + 128.0) / BIN_AB) * 64 +
           (int32_t)((lab.b + 128.0) / BIN_AB);
}

/* The bin of a colour, a new one if it is the first of its kind. */
static int bin_of(palette *p, int32_t key)
{
    for (int i = 0; i < p->n_bins; i++)
        if (p->key[i] == key)
            return i;
    if (p->n_bins == MOST_BINS)
        return MOST_BINS - 1;
    p->key[p->n_bins] = key;
    return p->n_bins++;
}

static int block_of(int cell)
{
    return cell / CROK_SEGMENTATION_CELLS / BLOCK * BLOCKS +
           cell % CROK_SEGMENTATION_CELLS / BLOCK;
}

static void count_colours(const crok_image *view, double outer_mm,
                          const crok_segmentation *s, palette *p)
{
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        crok_mm at = crok_segmentation_mm(s, i);
        p->bin[i] = -1;
        if (s->is_outside[i] || hypot(at.x, at.y) > outer_mm)
            continue;
        p->bin[i] = (int16_t)bin_of(p, key_of(view, i));
        if (s->chance[CROK_SHOWN_COVER][i] >= COVER_CHANCE)
            continue;
        p->all[p->bin[i]]++;
        p->of_block[block_of(i)][p->bin[i]]++;
        p->n_all++;
    }
}

/* The cells of a bin in a cell's surroundings. */
static int n_around(const palette *p, int cell)
{
    int x0 = cell % CROK_SEGMENTATION_CELLS / BLOCK;
    int y0 = cell / CROK_SEGMENTATION_CELLS / BLOCK;
    int n = 0;
    for (int y = y0 - 1; y <= y0 + 1; y++)
        for (int x = x0 - 1; x <= x0 + 1; x++)
            if (x >= 0 && y >= 0 && x < BLOCKS && y < BLOCKS)
                n += p->of_block[y * BLOCKS + x][p->bin[cell]];
    return n;
}

/* The mean over the cell and those around it that are on the surface. */
static double strange_about(const palette *p, int cell)
{
    int x0 = cell % CROK_SEGMENTATION_CELLS;
    int y0 = cell / CROK_SEGMENTATION_CELLS;
    double sum = 0.0;
    int n = 0;
    for (int y = y0 - 1; y <= y0 + 1; y++)
        for (int x = x0 - 1; x <= x0 + 1; x++) {
            int i = y * CROK_SEGMENTATION_CELLS + x;
            if (x < 0 || y < 0 || x >= CROK_SEGMENTATION_CELLS ||
                y >= CROK_SEGMENTATION_CELLS || p->bin[i] < 0)
                continue;
            sum += (double)p->strange[i];
            n++;
        }
    return sum / n;
}

/* The chance that a cell shows a cover, by the network and by its colour. */
static double cover_chance(const palette *p, const crok_segmentation *s,
                           int cell)
{
    const double term[2] = {
        crok_limited_log_odds((double)s->chance[CROK_SHOWN_COVER][cell],
                              MOST_LOG_ODDS),
        strange_about(p, cell)};
    return crok_chance(constant, cover_weight, term, 2);
}

/* Give a cell another chance of a cover, and the rest to all else. */
static void set_cover(crok_segmentation *s, int cell, double chance)
{
    float before = s->chance[CROK_SHOWN_COVER][cell];
    float rest = (1.0F - (float)chance) / fmaxf(1.0F - before, 1e-6F);
    for (int k = 0; k < CROK_N_SHOWN; k++)
        s->chance[k][cell] *= rest;
    s->chance[CROK_SHOWN_COVER][cell] = (float)chance;
}

/* ---- the bare board ---- */

/* The light of the view over that of the bare board, each channel's median over
 * the surface's cells that are known. Returns whether there are any. */
static bool light_of(const crok_image *view, const crok_image *bare, palette *p,
                     double out[3])
{
    int n = 0;
    for (int c = 0; c < 3; c++) {
        n = 0;
        for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
            float now[3];
            float was[3];
            mean_of(view, i, now);
            mean_of(bare, i, was);
            if (p->bin[i] >= 0 && was[c] >= 1.0F)
                p->ratio[n++] = (double)(now[c] / was[c]);
        }
        out[c] = n > 0 ? crok_quantile(p->ratio, n, 0.5) : 1.0;
    }
    return n > 0;
}

/* How a cell compares with the bare board's. */
typedef enum likeness { UNKNOWN, ALIKE, OTHER } likeness;

static double hue_apart(crok_lab a, crok_lab b)
{
    return hypot(a.a - b.a, a.b - b.b);
}

static likeness compare(const crok_image *view, const crok_image *bare,
                        const double light[3], int cell)
{
    float now[3];
    float was[3];
    float dim[3];
    crok_lab a;
    crok_lab b;
    mean_of(view, cell, now);
    mean_of(bare, cell, was);
    if (was[0] + was[1] + was[2] < 1.0F)
        return UNKNOWN;
    for (int c = 0; c < 3; c++)
        was[c] = fminf((float)light[c] * was[c], 255.0F);
    for (int c = 0; c < 3; c++)
        dim[c] =
            fminf(was[c] * (float)(crok_luma(now) / crok_luma(was)), 255.0F);
    a = crok_lab_of(crok_rgb_of(now));
    b = crok_lab_of(crok_rgb_of(was));
    if (fabs(a.l - b.l) < BARE_L && hue_apart(a, b) < BARE_AB)
        return ALIKE;
    return hue_apart(a, b) > OTHER_AB &&
                   hue_apart(a, crok_lab_of(crok_rgb_of(dim))) > OTHER_AB
               ? OTHER
               : UNKNOWN;
}

/* A colour that the bare board has there is as usual as can be, and one that it
 * has not as strange. */
static void allow_for_bare(const crok_image *view, const crok_image *bare,
                           palette *p)
{
    double light[3];
    if (!light_of(view, bare, p, light))
        return;
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        likeness like = p->bin[i] < 0 ? UNKNOWN : compare(view, bare, light, i);
        if (like == ALIKE)
            p->strange[i] = 0.0F;
        else if (like == OTHER)
            p->strange[i] = logf((float)p->n_all + 1.0F);
    }
}

crok_status crok_foreign_join(const crok_image *view, const crok_image *bare,
                              double outer_mm, crok_segmentation *s,
                              crok_err *err)
{
    palette *p = calloc(1, sizeof *p);
    if (p == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a board's colours");
    count_colours(view, outer_mm, s, p);
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++)
        if (p->bin[i] >= 0)
            p->strange[i] = (float)-log(
                (p->all[p->bin[i]] - n_around(p, i) + 1.0) / (p->n_all + 1.0));
    if (bare != NULL)
        allow_for_bare(view, bare, p);
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++)
        if (p->bin[i] >= 0)
            set_cover(s, i, cover_chance(p, s, i));
    free(p);
    return CROK_OK;
}
