/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/filter.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sim/trouble.h"

/* README.md gives the reasons of these ranges. */
#define KEEP_LO                                                                \
    0.35 /* part of the last filtered frame that stays in the next */
#define KEEP_HI 0.65
#define UNIT 256

struct crok_sim_filter {
    bool doubles;
    int every; /* DOUBLED: every `every`-th frame */
    int keep;  /* GHOST: in 1/UNIT; 0: no ghosts */
    bool has_last;
    size_t n;
    uint8_t *last;  /* DOUBLED: the frame before, unfiltered */
    uint16_t *mean; /* GHOST: in 1/UNIT grey levels */
};

crok_status crok_sim_filter_new(unsigned troubles, uint64_t seed, int w_px,
                                int h_px, crok_sim_filter **out, crok_err *err)
{
    rnd ghost = crok_sim_trouble_rnd(seed, CROK_SIM_GHOST);
    rnd doubled = crok_sim_trouble_rnd(seed, CROK_SIM_DOUBLED);
    double keep = rnd_between(&ghost, KEEP_LO, KEEP_HI);
    crok_sim_filter *f = calloc(1, sizeof *f);
    if (f == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a filter");
    f->n = (size_t)w_px * (size_t)h_px * 3;
    f->doubles = (troubles & 1U << CROK_SIM_DOUBLED) != 0;
    f->every = 1 + (int)(rnd_next(&doubled) % 5);
    f->keep = (troubles & 1U << CROK_SIM_GHOST) != 0 ? (int)(UNIT * keep) : 0;
    if (f->doubles)
        f->last = malloc(f->n);
    if (f->keep > 0)
        f->mean = malloc(f->n * sizeof *f->mean);
    if ((f->doubles && f->last == NULL) || (f->keep > 0 && f->mean == NULL)) {
        crok_sim_filter_free(&f);
        return crok_fail(err, CROK_ENOMEM, "no memory to filter %d x %d", w_px,
                         h_px);
    }
    *out = f;
    return CROK_OK;
}

void crok_sim_filter_free(crok_sim_filter **filter)
{
    if (*filter == NULL)
        return;
    free((*filter)->last);
    free((*filter)->mean);
    free(*filter);
    *filter = NULL;
}

static bool is_doubled(const crok_sim_filter *f, long index)
{
    return f->doubles && index > 0 && index % f->every == 0;
}

double crok_sim_filter_of_last(const crok_sim_filter *f, long index)
{
    return is_doubled(f, index) ? 0.5 : 0.0;
}

static void make_double(crok_sim_filter *f, bool mixes, uint8_t *row, size_t at,
                        size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t is = row[i];
        if (mixes && f->has_last)
            row[i] = (uint8_t)((is + f->last[at + i] + 1) / 2);
        f->last[at + i] = is;
    }
}

static void make_ghost(crok_sim_filter *f, uint8_t *row, size_t at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int is = row[i] * UNIT;
        int mean = is;
        if (f->has_last)
            mean = (f->keep * f->mean[at + i] + (UNIT - f->keep) * is) / UNIT;
        f->mean[at + i] = (uint16_t)mean;
        row[i] = (uint8_t)((mean + UNIT / 2) / UNIT > 255
                               ? 255
                               : (mean + UNIT / 2) / UNIT);
    }
}

void crok_sim_filter_apply(crok_sim_filter *f, long index,
                           const crok_image *img)
{
    size_t n = (size_t)img->w_px * 3;
    bool mixes = is_doubled(f, index);
    for (int y = 0; y < img->h_px; y++) {
        uint8_t *row = crok_image_row(img, y);
        if (f->doubles)
            make_double(f, mixes, row, (size_t)y * n, n);
        if (f->keep > 0)
            make_ghost(f, row, (size_t)y * n, n);
    }
    f->has_last = true;
}
