/* SPDX-License-Identifier: Apache-2.0 */
#include "board/known.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double square(double x)
{
    return x * x;
}

/* Two patterns are of one board from this correlation on, if both deviate by at
 * least MIN_PATTERN, and they are of two boards below OTHER_CORRELATION, if
 * both deviate by at least STRONG_PATTERN (standard deviations of the cells,
 * 128 = plain). Measured on 11 photos of three boards and 24 rendered pictures
 * of twelve: pairs of one board had 0.32 to 0.98; pairs of two boards with the
 * same ratios had at most 0.37 with a pattern of 3 or more, and 77 % of them
 * less than 0.15. */
#define SAME_CORRELATION 0.60
#define MIN_PATTERN 3.0
#define OTHER_CORRELATION 0.20
#define STRONG_PATTERN 5.0
/* For one board, ratios must agree better than CROK_SAME_BOARD_RATIO. */
#define SURE_RATIO 0.004

crok_same_board crok_known_compare(const crok_board *a, const crok_board *b,
                                   const crok_texture_match *match)
{
    if (!crok_known_has_ratios(a, b, CROK_SAME_BOARD_RATIO) ||
        (match->pattern >= STRONG_PATTERN &&
         match->correlation < OTHER_CORRELATION))
        return CROK_BOARD_OTHER;
    return match->pattern >= MIN_PATTERN &&
                   match->correlation >= SAME_CORRELATION &&
                   crok_known_has_ratios(a, b, SURE_RATIO)
               ? CROK_BOARD_SAME
               : CROK_BOARD_UNSURE;
}

bool crok_known_has_ratios(const crok_board *a, const crok_board *b,
                           double most)
{
    for (int k = 0; k < CROK_N_LINES; k++)
        if (fabs(a->line_mm[k] / a->line_mm[CROK_LINE_OUTER] -
                 b->line_mm[k] / b->line_mm[CROK_LINE_OUTER]) > most)
            return false;
    return true;
}

/* Register each picture to those before it, and put together what they show. */
static crok_status register_views(crok_board_view *view, int n,
                                  crok_known_board *out, crok_err *err)
{
    const crok_known_board *first = &view[0].seen;
    out->texture = first->texture;
    out->bare = first->bare;
    view[0].turn = 0;
    view[0].correlation = 1.0;
    for (int i = 1; i < n; i++) {
        crok_texture_match m = crok_texture_register(
            &out->texture, &view[i].seen.texture, &view[i].seen.board);
        view[i].turn = m.turn;
        view[i].correlation = m.correlation;
        if (crok_known_compare(&first->board, &view[i].seen.board, &m) ==
            CROK_BOARD_OTHER)
            return crok_fail(err, CROK_ENOBOARD,
                             "%s shows another board than %s: give pictures of "
                             "one board",
                             view[i].source, view[0].source);
        crok_texture_add(&out->texture, i, &view[i].seen.texture, m.turn);
        crok_bare_add(&out->bare, &view[i].seen.bare, m.turn);
    }
    return CROK_OK;
}

/* A sum of values weighted by 1 / sigma^2. */
typedef struct mean_sum {
    double sum, weight;
} mean_sum;

static void add_value(mean_sum *m, double x, double sigma)
{
    double weight = 1.0 / fmax(square(sigma), 1e-12);
    m->sum += weight * x;
    m->weight += weight;
}

/* The outer line's radius, which is the scale. */
static double merged_outer(const crok_board_view *view, int n)
{
    mean_sum m = {0.0, 0.0};
    for (int i = 0; i < n; i++) {
        double outer = view[i].seen.board.line_mm[CROK_LINE_OUTER];
        add_value(&m, outer, view[i].seen.scale_rel_sigma * outer);
    }
    return m.sum / m.weight;
}

/* The best source of the scale. */
static crok_scale merged_scale(const crok_board_view *view, int n,
                               double *rel_sigma)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (view[i].seen.scale_rel_sigma < view[best].seen.scale_rel_sigma)
            best = i;
    *rel_sigma = view[best].seen.scale_rel_sigma;
    return view[best].seen.scale;
}

/* Lengths are merged as multiples of the outer line's radius, because the
 * pictures' scales differ. */
static void merge_lengths(const crok_board_view *view, int n,
                          crok_known_board *out)
{
    double outer_mm = merged_outer(view, n);
    crok_board *b = &out->board;
    mean_sum line[CROK_N_LINES] = {{0.0, 0.0}};
    mean_sum width = {0.0, 0.0};
    double hole = 0.0;
    double disc = 0.0;
    for (int i = 0; i < n; i++) {
        const crok_known_board *s = &view[i].seen;
        double k = outer_mm / s->board.line_mm[CROK_LINE_OUTER];
        for (int j = 0; j < CROK_N_LINES; j++)
            add_value(
                &line[j], k * s->board.line_mm[j],
                fmax(k * s->line_sigma_mm[j], CROK_MODEL_REL_SIGMA * outer_mm));
        add_value(&width, k * s->board.line_width_mm,
                  fmax(k * s->line_width_sigma_mm, 1e-3));
        hole += k * s->board.hole_mm / n;
        disc += k * s->board.disc_mm / n;
    }
    for (int j = 0; j < CROK_N_LINES; j++) {
        b->line_mm[j] = line[j].sum / line[j].weight;
        out->line_sigma_mm[j] = sqrt(1.0 / line[j].weight);
    }
    b->line_width_mm = width.sum / width.weight;
    out->line_width_sigma_mm = sqrt(1.0 / width.weight);
    b->hole_mm = hole;
    b->disc_mm = disc;
}

/* The floor of the picture in which the hole is empty with the highest chance.
 */
static void merge_floor(const crok_board_view *view, int n,
                        crok_known_floor *out)
{
    *out = view[0].seen.floor;
    for (int i = 1; i < n; i++)
        if (view[i].seen.floor.chance > out->chance)
            *out = view[i].seen.floor;
}

/* The sides of the picture that shows most of them; each colour is the mean
 * over the pictures whose sides can be assigned to these. */
static void merge_sides(const crok_board_view *view, int n,
                        crok_known_board *out)
{
    int best = 0;
    int n_added = 1;
    for (int i = 1; i < n; i++)
        if (view[i].seen.n_sides > view[best].seen.n_sides)
            best = i;
    out->n_sides = view[best].seen.n_sides;
    memcpy(out->side, view[best].seen.side, sizeof out->side);
    memcpy(out->surface_rgb, view[best].seen.surface_rgb,
           sizeof out->surface_rgb);
    for (int i = 0; i < n; i++) {
        const crok_known_board *s = &view[i].seen;
        int of[CROK_MAX_SIDES];
        if (i == best || s->n_sides < out->n_sides ||
            !crok_known_assign_sides(out, s->surface_rgb, s->side, s->n_sides,
                                     of))
            continue;
        for (int k = 0; k < s->n_sides; k++)
            for (int c = 0; c < 3; c++)
                out->side[of[k]].rgb[c] +=
                    (s->side[k].rgb[c] - out->side[of[k]].rgb[c]) /
                    (n_added + 1);
        for (int c = 0; c < 3; c++)
            out->surface_rgb[c] +=
                (s->surface_rgb[c] - out->surface_rgb[c]) / (n_added + 1);
        n_added++;
    }
}

crok_status crok_known_merge(crok_board_view *view, int n, const char *name,
                             crok_known_board *out, crok_err *err)
{
    crok_known_board *b = calloc(1, sizeof *b);
    crok_status st = CROK_OK;
    if (b == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a board");
    st = register_views(view, n, b, err);
    if (st == CROK_OK) {
        b->board = view[0].seen.board;
        (void)snprintf(b->board.model, sizeof b->board.model, "%s", name);
        b->scale = merged_scale(view, n, &b->scale_rel_sigma);
        b->is_learnt = true;
        b->is_bare = true;
        for (int i = 0; i < n; i++)
            b->is_bare = b->is_bare && view[i].seen.is_bare;
        merge_lengths(view, n, b);
        merge_floor(view, n, &b->floor);
        merge_sides(view, n, b);
        *out = *b;
    }
    free(b);
    return st;
}
