/* SPDX-License-Identifier: Apache-2.0 */
#include "see/segmentation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cv/net.h"

/* Planes of the network's input: two pictures and a mark (net.py). */
#define N_INPUTS 7

/* A maximum is one of its neighbours so many cells around: a disc's diameter is
 * 5 cells, and two faces' centres are a diameter apart. */
#define PEAK_CELLS 2

extern const unsigned char crok_board_onnx[];
extern const unsigned char crok_board_onnx_end[];

/* ---- the network ---- */

/* Blue, green and red of a view as three planes of 0..1. */
static void to_planes(const crok_image *view, float *plane)
{
    for (int y = 0; y < CROK_SEGMENTATION_PX; y++) {
        const uint8_t *row = crok_image_row(view, y);
        for (int x = 0; x < CROK_SEGMENTATION_PX; x++)
            for (int c = 0; c < 3; c++)
                plane[((2 - c) * CROK_SEGMENTATION_PX + y) *
                          CROK_SEGMENTATION_PX +
                      x] = (float)row[3 * x + c] / 255.0F;
    }
}

static void to_input(const crok_image *view, const crok_image *bare,
                     float *input)
{
    const size_t one = (size_t)CROK_SEGMENTATION_PX * CROK_SEGMENTATION_PX;
    to_planes(view, input);
    if (bare == NULL)
        return;
    to_planes(bare, input + 3 * one);
    for (size_t i = 6 * one; i < N_INPUTS * one; i++)
        input[i] = 1.0F;
}

/* From logits to chances. */
static void to_chances(crok_segmentation *s)
{
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        float largest = -HUGE_VALF;
        float sum = 0.0F;
        for (int k = 0; k < CROK_N_SHOWN; k++)
            largest = fmaxf(largest, s->chance[k][i]);
        for (int k = 0; k < CROK_N_SHOWN; k++)
            sum += s->chance[k][i] = expf(s->chance[k][i] - largest);
        for (int k = 0; k < CROK_N_SHOWN; k++)
            s->chance[k][i] /= sum;
        s->centre[i] = 1.0F / (1.0F + expf(-s->centre[i]));
    }
}

static crok_status run(const crok_image *view, const crok_image *bare,
                       crok_segmentation *out, crok_err *err)
{
    const crok_net net = {crok_board_onnx,
                          (size_t)(crok_board_onnx_end - crok_board_onnx)};
    const crok_net_planes outputs[] = {
        {"centre", 1, CROK_SEGMENTATION_CELLS, CROK_SEGMENTATION_CELLS,
         out->centre},
        {"what", CROK_N_SHOWN, CROK_SEGMENTATION_CELLS, CROK_SEGMENTATION_CELLS,
         out->chance[0]}};
    crok_net_planes in = {"view", N_INPUTS, CROK_SEGMENTATION_PX,
                          CROK_SEGMENTATION_PX, NULL};
    crok_status st = CROK_OK;
    in.value =
        calloc((size_t)N_INPUTS * CROK_SEGMENTATION_PX * CROK_SEGMENTATION_PX,
               sizeof *in.value);
    if (in.value == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to look at a picture");
    to_input(view, bare, in.value);
    st = crok_net_run(&net, &in, outputs, 2, err);
    free(in.value);
    return st;
}

crok_status crok_segmentation_see(const crok_image *view,
                                  const crok_image *bare, double half_mm,
                                  crok_segmentation *out, crok_err *err)
{
    crok_status st = run(view, bare, out, err);
    if (st != CROK_OK)
        return st;
    out->cell_mm = 2.0 * half_mm / CROK_SEGMENTATION_CELLS;
    memset(out->is_outside, 0, sizeof out->is_outside);
    to_chances(out);
    return CROK_OK;
}

/* ---- reading it ---- */

void crok_segmentation_forget(crok_segmentation *s, int cell)
{
    s->is_outside[cell] = true;
    s->centre[cell] = 0.0F;
    for (int k = 0; k < CROK_N_SHOWN; k++)
        s->chance[k][cell] = 0.0F;
}

static crok_mm place(const crok_segmentation *s, double column, double row)
{
    double half = 0.5 * CROK_SEGMENTATION_CELLS;
    return (crok_mm){(column + 0.5 - half) * s->cell_mm,
                     (half - row - 0.5) * s->cell_mm};
}

crok_mm crok_segmentation_mm(const crok_segmentation *s, int cell)
{
    return place(s, cell % CROK_SEGMENTATION_CELLS,
                 cell / CROK_SEGMENTATION_CELLS);
}

/* Is the cell the largest of its neighbours? Of equal ones the first is. */
static bool is_peak(const crok_segmentation *s, int x, int y)
{
    int cell = y * CROK_SEGMENTATION_CELLS + x;
    for (int v = y - PEAK_CELLS; v <= y + PEAK_CELLS; v++)
        for (int u = x - PEAK_CELLS; u <= x + PEAK_CELLS; u++) {
            int i = v * CROK_SEGMENTATION_CELLS + u;
            if (u < 0 || v < 0 || u >= CROK_SEGMENTATION_CELLS ||
                v >= CROK_SEGMENTATION_CELLS || i == cell)
                continue;
            if (s->centre[i] > s->centre[cell] ||
                (s->centre[i] == s->centre[cell] && i < cell))
                return false;
        }
    return true;
}

/* The vertex of the parabola through three values, from the middle one. */
static double vertex(double before, double at, double after)
{
    double bend = before - 2.0 * at + after;
    return bend < -1e-9 ? 0.5 * (before - after) / bend : 0.0;
}

static crok_mm peak_place(const crok_segmentation *s, int x, int y)
{
    const float *c = &s->centre[y * CROK_SEGMENTATION_CELLS + x];
    double u = x;
    double v = y;
    if (x > 0 && x < CROK_SEGMENTATION_CELLS - 1)
        u += vertex(c[-1], c[0], c[1]);
    if (y > 0 && y < CROK_SEGMENTATION_CELLS - 1)
        v += vertex(c[-CROK_SEGMENTATION_CELLS], c[0],
                    c[CROK_SEGMENTATION_CELLS]);
    return place(s, u, v);
}

int crok_segmentation_centres(const crok_segmentation *s, double least,
                              crok_segmentation_centre *out, int most)
{
    int n = 0;
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        int at = n;
        int x = i % CROK_SEGMENTATION_CELLS;
        int y = i / CROK_SEGMENTATION_CELLS;
        double chance = (double)s->centre[i];
        if (chance < least || !is_peak(s, x, y))
            continue;
        while (at > 0 && out[at - 1].chance < chance)
            at--;
        if (at == most)
            continue;
        n += n < most;
        for (int k = n - 1; k > at; k--)
            out[k] = out[k - 1];
        out[at] = (crok_segmentation_centre){peak_place(s, x, y), chance};
    }
    return n;
}
