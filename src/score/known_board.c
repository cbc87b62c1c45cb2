/* SPDX-License-Identifier: Apache-2.0 */
#include "score/known_board.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A disc, its wall and its shadow reach this many radii from its centre. */
#define DISC_REACH 1.6
/* The surface's colour is the median over a grid of this many points across the
 * outer line. */
#define GRID 61
/* What was found is print if the picture correlates at least this much with the
 * bare board on a circle of PRINT_RADII disc radii about it. */
#define PRINT_CORRELATION 0.7
#define PRINT_RADII 1.3
/* The places of all discs and of what may be discs. Returns their number. */
static int places_of(const crok_observation *found,
                     crok_mm at[CROK_MAX_DISCS + CROK_MAX_MAYBE])
{
    int n = 0;
    for (int i = 0; i < found->n_discs; i++)
        at[n++] = found->discs[i].at;
    for (int i = 0; i < found->n_maybe; i++)
        at[n++] = found->maybe[i].at;
    return n;
}

/* The median colour of the surface between the discs. */
static void surface_rgb(const crok_image *img, const crok_camera *cam,
                        const crok_observation *found, double out[3])
{
    double v[3][GRID * GRID];
    double outer_mm = found->pose.board.line_mm[CROK_LINE_OUTER];
    double reach_mm = DISC_REACH * found->pose.board.disc_mm;
    int n = 0;
    for (int i = 0; i < GRID * GRID; i++) {
        crok_mm p = {outer_mm * (2.0 * (i % GRID) / (GRID - 1) - 1.0),
                     outer_mm * (2.0 * (i / GRID) / (GRID - 1) - 1.0)};
        crok_px px = crok_camera_project(cam, (crok_vec3){p.x, p.y, 0.0});
        float rgb[3] = {0.0F, 0.0F, 0.0F};
        if (hypot(p.x, p.y) > outer_mm ||
            crok_observation_has_disc_within(found, p, reach_mm) ||
            !crok_image_sample(img, px.x, px.y, rgb))
            continue;
        for (int c = 0; c < 3; c++)
            v[c][n] = (double)rgb[c];
        n++;
    }
    for (int c = 0; c < 3; c++)
        out[c] = crok_quantile(v[c], n, 0.5);
}

static crok_status read_texture(const crok_image *img, const crok_camera *cam,
                                const crok_observation *found, bool is_empty,
                                crok_texture *out, crok_err *err)
{
    crok_mm at[CROK_MAX_DISCS + CROK_MAX_MAYBE];
    crok_texture_mask mask = {.n = is_empty ? 0 : places_of(found, at),
                              .at = at,
                              .reach_mm =
                                  DISC_REACH * found->pose.board.disc_mm};
    return crok_texture_read(img, cam, &found->pose.board, &mask, out, err);
}

static void read_sides(const crok_observation *found,
                       crok_known_side out[CROK_MAX_SIDES])
{
    for (int i = 0; i < found->n_sides; i++) {
        memcpy(out[i].name, found->sides[i].name, sizeof out[i].name);
        for (int c = 0; c < 3; c++)
            out[i].rgb[c] = found->sides[i].rgb[c];
    }
}

crok_status crok_known_read(const crok_image *img, const crok_camera *cam,
                            const crok_observation *found, bool is_empty,
                            crok_known_board *out, crok_err *err)
{
    const crok_board_pose *pose = &found->pose;
    const crok_hole_look *hole = &found->hole;
    crok_status st =
        read_texture(img, cam, found, is_empty, &out->texture, err);
    if (st != CROK_OK)
        return st;
    out->board = pose->board;
    out->scale = pose->scale;
    out->scale_rel_sigma = pose->scale_rel_sigma;
    memcpy(out->line_sigma_mm, pose->line_sigma_mm, sizeof out->line_sigma_mm);
    out->line_width_sigma_mm = pose->line_width_sigma_mm;
    out->is_learnt = true;
    out->is_bare = is_empty;
    surface_rgb(img, cam, found, out->surface_rgb);
    out->floor.chance = is_empty && hole->is_seen ? 1.0 : hole->empty_chance;
    memcpy(out->floor.rgb, hole->rgb, sizeof hole->rgb);
    memcpy(out->floor.around_rgb, hole->around_rgb, sizeof hole->around_rgb);
    out->n_sides = is_empty ? 0 : found->n_sides;
    read_sides(found, out->side);
    return CROK_OK;
}

crok_status crok_known_check(const crok_known_board *known,
                             const crok_image *img, const crok_camera *cam,
                             const crok_observation *found,
                             crok_texture_match *match, crok_err *err)
{
    const crok_board *a = &known->board;
    const crok_board *b = &found->pose.board;
    crok_texture *texture = NULL;
    crok_status st = CROK_OK;
    memset(match, 0, sizeof *match);
    if (!known->is_learnt)
        return CROK_OK;
    texture = calloc(1, sizeof *texture);
    if (texture == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a board's pattern");
    st = read_texture(img, cam, found, false, texture, err);
    if (st == CROK_OK)
        *match = crok_texture_register(&known->texture, texture, b);
    free(texture);
    if (st == CROK_OK && crok_known_compare(a, b, match) == CROK_BOARD_OTHER)
        st = crok_fail(err, CROK_ENOBOARD,
                       "this is not the board \"%s\": print and grain of the "
                       "surface differ (correlation %.2f)",
                       a->model, match->correlation);
    return st;
}

/* ---- prints ---- */

static bool is_print(const crok_known_board *known, int turn,
                     const crok_image *img, const crok_camera *cam,
                     const crok_board *board, const crok_seen_disc *d)
{
    return !crok_disc_in_hole(d->state) &&
           crok_texture_correlation(
               &known->texture, turn, img, cam, board,
               (crok_texture_circle){d->at, PRINT_RADII * board->disc_mm}) >=
               PRINT_CORRELATION;
}

int crok_known_reject_prints(int turn, const crok_image *img,
                             const crok_camera *cam,
                             const crok_observation *found,
                             crok_scan_options *scan)
{
    int n = 0;
    for (int i = 0; i < found->n_discs + found->n_maybe; i++) {
        const crok_seen_disc *d = i < found->n_discs
                                      ? &found->discs[i]
                                      : &found->maybe[i - found->n_discs];
        if (scan->n_rejected == CROK_MAX_REJECTED ||
            !is_print(scan->known, turn, img, cam, &found->pose.board, d))
            continue;
        scan->rejected[scan->n_rejected++] = d->at_px;
        n++;
    }
    return n;
}

/* ---- width and names ---- */

static void apply_width(const crok_known_board *known, crok_board_pose *pose)
{
    double a = 1.0 / fmax(pow(known->line_width_sigma_mm, 2.0), 1e-9);
    double b = 1.0 / fmax(pow(pose->line_width_sigma_mm, 2.0), 1e-9);
    pose->board.line_width_mm =
        (a * known->board.line_width_mm + b * pose->board.line_width_mm) /
        (a + b);
    pose->line_width_sigma_mm = sqrt(1.0 / (a + b));
}

static void exchange_index(int *side, int a, int b)
{
    if (*side == a || *side == b)
        *side = *side == a ? b : a;
}

static void exchange_in(crok_seen_disc *list, int n, int a, int b)
{
    for (int i = 0; i < n; i++) {
        exchange_index(&list[i].side, a, b);
        exchange_index(&list[i].other_side, a, b);
    }
}

/* Sides stay sorted by name, so renaming may exchange them. */
static void exchange_sides(crok_observation *o, int a, int b)
{
    crok_side side = o->sides[a];
    o->sides[a] = o->sides[b];
    o->sides[b] = side;
    exchange_in(o->discs, o->n_discs, a, b);
    exchange_in(o->maybe, o->n_maybe, a, b);
}

static void sort_sides(crok_observation *o)
{
    for (int i = 1; i < o->n_sides; i++)
        for (int k = i;
             k > 0 && strcmp(o->sides[k - 1].name, o->sides[k].name) > 0; k--)
            exchange_sides(o, k - 1, k);
}

void crok_known_name_sides(const crok_known_board *known, const crok_image *img,
                           const crok_camera *cam, crok_observation *found)
{
    crok_known_side side[CROK_MAX_SIDES];
    int of[CROK_MAX_SIDES];
    double now[3];
    surface_rgb(img, cam, found, now);
    read_sides(found, side);
    if (!crok_known_assign_sides(known, now, side, found->n_sides, of))
        return;
    for (int i = 0; i < found->n_sides; i++)
        memcpy(found->sides[i].name, known->side[of[i]].name,
               sizeof found->sides[i].name);
    sort_sides(found);
}

void crok_known_apply(const crok_known_board *known, const crok_image *img,
                      const crok_camera *cam, crok_observation *found)
{
    apply_width(known, &found->pose);
    if (known->is_learnt)
        crok_known_name_sides(known, img, cam, found);
}
