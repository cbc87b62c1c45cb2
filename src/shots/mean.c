/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/mean.h"

#include <stdlib.h>
#include <string.h>

crok_status crok_mean_add(crok_mean *m, const crok_image *img, crok_err *err)
{
    size_t row = 3 * (size_t)img->w_px;
    CROK_ASSERT(img->format == CROK_RGB8);
    if (m->sum == NULL || m->w_px != img->w_px || m->h_px != img->h_px) {
        crok_mean_free(m);
        m->sum = calloc(row * (size_t)img->h_px, sizeof *m->sum);
        if (m->sum == NULL)
            return crok_fail(err, CROK_ENOMEM, "no memory to read the board");
        m->w_px = img->w_px;
        m->h_px = img->h_px;
    }
    for (int y = 0; y < img->h_px; y++) {
        const uint8_t *from = crok_image_row(img, y);
        uint16_t *to = m->sum + (size_t)y * row;
        for (size_t i = 0; i < row; i++)
            to[i] = (uint16_t)(from[i] + (m->n > 0 ? to[i] : 0));
    }
    m->n++;
    if (m->image.data != NULL)
        return CROK_OK;
    return crok_image_new(m->w_px, m->h_px, CROK_RGB8, &m->image, err);
}

void crok_mean_take(crok_mean *m)
{
    size_t row = 3 * (size_t)m->w_px;
    CROK_ASSERT(m->n > 0);
    for (int y = 0; y < m->h_px; y++) {
        uint8_t *to = crok_image_row(&m->image, y);
        const uint16_t *from = m->sum + (size_t)y * row;
        for (size_t i = 0; i < row; i++)
            to[i] = (uint8_t)((from[i] + m->n / 2) / m->n);
    }
    m->n = 0;
}

void crok_mean_free(crok_mean *m)
{
    free(m->sum);
    crok_image_free(&m->image);
    memset(m, 0, sizeof *m);
}
