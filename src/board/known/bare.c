/* SPDX-License-Identifier: Apache-2.0 */
#include "board/bare.h"

#include <math.h>
#include <string.h>

bool crok_bare_has_cell(const crok_bare *bare, int cell)
{
    const uint8_t *v = bare->rgb[cell];
    return v[0] != 0 || v[1] != 0 || v[2] != 0;
}

bool crok_bare_is_known(const crok_bare *bare)
{
    for (int i = 0; i < CROK_BARE_SIZE; i++)
        if (crok_bare_has_cell(bare, i))
            return true;
    return false;
}

/* The cell at which a cell is after `turn` quarter turns, counter-clockwise. */
static int turned(int cell, int turn)
{
    int column = cell % CROK_BARE_CELLS;
    int row = cell / CROK_BARE_CELLS;
    for (int k = turn & 3; k > 0; k--) {
        int before = column;
        column = row;
        row = CROK_BARE_CELLS - 1 - before;
    }
    return row * CROK_BARE_CELLS + column;
}

/* What each channel of b is multiplied by in the light of a. */
static void light_between(const crok_bare *a, const crok_bare *b, int turn,
                          double out[3])
{
    double sum_a[3] = {1.0, 1.0, 1.0};
    double sum_b[3] = {1.0, 1.0, 1.0};
    for (int i = 0; i < CROK_BARE_SIZE; i++) {
        int k = turned(i, turn);
        if (!crok_bare_has_cell(b, i) || !crok_bare_has_cell(a, k))
            continue;
        for (int c = 0; c < 3; c++) {
            sum_a[c] += a->rgb[k][c];
            sum_b[c] += b->rgb[i][c];
        }
    }
    for (int c = 0; c < 3; c++)
        out[c] = sum_a[c] / sum_b[c];
}

void crok_bare_add(crok_bare *a, const crok_bare *b, int turn)
{
    double light[3];
    light_between(a, b, turn, light);
    for (int i = 0; i < CROK_BARE_SIZE; i++) {
        int k = turned(i, turn);
        if (!crok_bare_has_cell(b, i) || crok_bare_has_cell(a, k))
            continue;
        for (int c = 0; c < 3; c++)
            a->rgb[k][c] =
                (uint8_t)fmin(fmax(light[c] * b->rgb[i][c], 1.0), 255.0);
    }
}

crok_status crok_bare_view(const crok_bare *bare, int turn, crok_image *out,
                           crok_err *err)
{
    crok_status st = crok_image_new(2 * CROK_BARE_CELLS, 2 * CROK_BARE_CELLS,
                                    CROK_RGB8, out, err);
    if (st != CROK_OK)
        return st;
    for (int y = 0; y < out->h_px; y++) {
        uint8_t *row = crok_image_row(out, y);
        for (int x = 0; x < out->w_px; x++)
            memcpy(row + 3 * x,
                   bare->rgb[turned(y / 2 * CROK_BARE_CELLS + x / 2, turn)], 3);
    }
    return CROK_OK;
}
