/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/unseen/surface_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board/topview.h"
#include "core/linalg.h"

/* Pixels of the top view along a cell's side. */
#define CELL_PX 3
/* Grey levels that are added before the logarithm is taken, as in
 * line_visibility.c. */
#define DARK_LEVEL 6.0F
/* Distance from a disc's centre to which the disc, its wall and its shadow
 * reach, in disc radii. */
#define DISC_REACH 1.35
/* A cell shows a part of a line if its middle is nearer to the line than
 * LINE_REACH_WIDTHS line widths plus LINE_REACH_CELLS cells. */
#define LINE_REACH_WIDTHS 1.0
#define LINE_REACH_CELLS 0.7
/* A cell is foreign if the distance of its chroma from the surface's is more
 * than the larger of CHROMA_SIGMAS times the surface's scatter (sigma) and
 * MIN_CHROMA log units. Chosen by hand on 17 photos and their variants
 * (scripts/vary_pictures.py): with lower values mixed light and other planks
 * are foreign; with higher ones cloth of nearly the board's colour is not. */
#define CHROMA_SIGMAS 5.0
#define MIN_CHROMA 0.15
/* A cell is also foreign if its luminance is more than MAX_DARKER below or more
 * than MAX_BRIGHTER above the surface's median, log units, that is, less than
 * 0.37 times or more than 1.65 times. Chosen by hand. Hard shadows and
 * reflections come near both limits; if lines are visible in them, they still
 * count as surface (patches.c). */
#define MAX_DARKER 1.0
#define MAX_BRIGHTER 0.5
/* A cell is burnt out if all its channels are at least BURNT_OUT grey levels
 * and its luminance is more than MIN_GLARE_BRIGHTER log units above the
 * surface's. The second condition is needed for white boards, which reach 240
 * in full light. */
#define BURNT_OUT 250
#define MIN_GLARE_BRIGHTER 0.1
/* The search for the surface's chroma: number of rounds, inlier threshold in
 * sigmas, and smallest sigma in log units. */
#define MODE_ROUNDS 10
#define MODE_SIGMAS 2.5
#define MIN_SIGMA 0.02

/* A zone has a colour of its own if at least this part of its plain cells has
 * that colour. A cover over so much of a zone hides the zone's line too, which
 * hidden_lines.h finds. */
#define MIN_PAINTED_FRAC 0.6

typedef struct cell_colour {
    double chroma[3], luminance;
    bool is_burnt_out;
} cell_colour;

/* Samples of a row of the top view, and the number of values of a sum of one
 * channel over a cell's pixels. */
#define ROW_SAMPLES (3 * CELL_PX * CROK_MAP_CELLS)
#define N_SUMS (255 * CELL_PX * CELL_PX + 1)

typedef struct map_work {
    double log_of[N_SUMS];
    cell_colour colour[CROK_MAP_SIZE];
    uint8_t zone[CROK_MAP_SIZE]; /* zone_of the cell's middle */
    double values[CROK_MAP_SIZE];
    double distance[CROK_MAP_SIZE];
    int list[CROK_MAP_SIZE];     /* indices of the cells of a mode search */
    bool plain[CROK_MAP_SIZE];   /* only the surface is visible in the cell */
    bool of_zone[CROK_MAP_SIZE]; /* the plain cells of one zone */
} map_work;

/* The cell of a coordinate that may lie beyond the map, in cells. */
static int clamped(double at)
{
    return (int)fmax(0.0, fmin(CROK_MAP_CELLS - 1.0, at));
}

crok_map_box crok_map_around(const crok_surface_map *map, crok_mm p,
                             double reach_mm)
{
    const double half = CROK_MAP_CELLS / 2.0;
    double x = p.x / map->cell_mm + half;
    double y = half - p.y / map->cell_mm;
    double reach = reach_mm / map->cell_mm + 1.0; /* 1: a cell to spare */
    return (crok_map_box){clamped(x - reach), clamped(x + reach),
                          clamped(y - reach), clamped(y + reach)};
}

double crok_map_apart(const crok_surface_map *map, int a, int b)
{
    double sum = 0.0;
    for (int c = 0; c < 3; c++) {
        double d = (double)(map->log_rgb[a][c] - map->log_rgb[b][c]);
        sum += d * d;
    }
    return sqrt(sum);
}

bool crok_map_is_judged(const crok_surface_map *map, const crok_board *board,
                        int i)
{
    return map->radius_mm[i] > board->hole_mm + map->cell_mm &&
           !map->under_disc[i];
}

/* Is only the surface visible in a cell, without a line, the hole or a disc? */
static bool is_plain(const crok_surface_map *map, const crok_board *b, int i)
{
    double r = map->radius_mm[i];
    double reach =
        LINE_REACH_WIDTHS * b->line_width_mm + LINE_REACH_CELLS * map->cell_mm;
    for (int line = 0; line < CROK_N_LINES; line++)
        if (fabs(r - b->line_mm[line]) < reach)
            return false;
    return crok_map_is_judged(map, b, i);
}

/* The logarithms of all mean levels that a cell's channel can have, by the sum
 * of its pixels. */
static void fill_logs(map_work *w)
{
    for (int sum = 0; sum < N_SUMS; sum++)
        w->log_of[sum] =
            (double)logf((float)sum / (CELL_PX * CELL_PX) + DARK_LEVEL);
}

/* Sum the pixels of each column of one row of cells, channel by channel. */
static void sum_columns(const crok_image *view, int row,
                        uint16_t sum[restrict ROW_SAMPLES])
{
    memset(sum, 0, ROW_SAMPLES * sizeof *sum);
    for (int y = row * CELL_PX; y < (row + 1) * CELL_PX; y++) {
        const uint8_t *restrict from = crok_image_row(view, y);
        for (int x = 0; x < ROW_SAMPLES; x++)
            sum[x] = (uint16_t)(sum[x] + from[x]);
    }
}

/* The colour of the cell whose columns have these sums. */
static cell_colour colour_of(const map_work *w, const uint16_t *sum)
{
    cell_colour out = {.is_burnt_out = true};
    for (int c = 0; c < 3; c++) {
        int all = 0;
        for (int x = 0; x < CELL_PX; x++)
            all += sum[3 * x + c];
        out.is_burnt_out =
            out.is_burnt_out && all >= BURNT_OUT * CELL_PX * CELL_PX;
        out.chroma[c] = w->log_of[all];
        out.luminance += out.chroma[c] / 3.0;
    }
    for (int c = 0; c < 3; c++)
        out.chroma[c] -= out.luminance;
    return out;
}

static void read_colours(const crok_image *view, map_work *w)
{
    uint16_t sum[ROW_SAMPLES];
    fill_logs(w);
    for (int row = 0; row < CROK_MAP_CELLS; row++) {
        cell_colour *to = &w->colour[(size_t)row * CROK_MAP_CELLS];
        sum_columns(view, row, sum);
        for (int i = 0; i < CROK_MAP_CELLS; i++)
            to[i] = colour_of(w, sum + (ptrdiff_t)3 * CELL_PX * i);
    }
}

static double chroma_distance(const cell_colour *a, const double of[3])
{
    double sum = 0.0;
    for (int c = 0; c < 3; c++)
        sum += (a->chroma[c] - of[c]) * (a->chroma[c] - of[c]);
    return sqrt(sum);
}

/* ---- the surface's colour ---- */

typedef struct surface_colour {
    double chroma[3], luminance, sigma;
} surface_colour;

/* The median of one component over the n cells of the list: `component` 0 to 2
 * is a channel of the chroma, 3 is the luminance. */
static double median_of(map_work *w, int n, int component)
{
    for (int k = 0; k < n; k++) {
        const cell_colour *c = &w->colour[w->list[k]];
        w->values[k] = component == 3 ? c->luminance : c->chroma[component];
    }
    return n > 0 ? crok_quantile(w->values, n, 0.5) : 0.0;
}

/* One round of the mode search over the n cells of the list: the mean chroma of
 * the inliers. Returns false if that is the mode already. */
static bool improve_mode(map_work *w, int n, surface_colour *s)
{
    double sum[3] = {0.0, 0.0, 0.0};
    int n_inliers = 0;
    bool changes = false;
    if (n == 0)
        return false;
    for (int k = 0; k < n; k++)
        w->distance[k] = chroma_distance(&w->colour[w->list[k]], s->chroma);
    memcpy(w->values, w->distance, (size_t)n * sizeof *w->values);
    s->sigma = fmax(MIN_SIGMA, crok_quantile(w->values, n, 0.5));
    for (int k = 0; k < n; k++) {
        if (w->distance[k] > MODE_SIGMAS * s->sigma)
            continue;
        for (int c = 0; c < 3; c++)
            sum[c] += w->colour[w->list[k]].chroma[c];
        n_inliers++;
    }
    for (int c = 0; c < 3 && n_inliers > 0; c++) {
        double mean = sum[c] / n_inliers;
        changes = changes || mean != s->chroma[c];
        s->chroma[c] = mean;
    }
    return changes;
}

/* Find the mode of the chroma of the plain cells, and their median luminance.
 * The search for the mode starts at the median chroma; each round takes the
 * mean of the inliers. */
static surface_colour find_surface_colour(map_work *w, const bool *plain)
{
    surface_colour s = {.sigma = MIN_SIGMA};
    int n = 0;
    for (int i = 0; i < CROK_MAP_SIZE; i++)
        if (plain[i])
            w->list[n++] = i;
    for (int c = 0; c < 3; c++)
        s.chroma[c] = median_of(w, n, c);
    s.luminance = median_of(w, n, 3);
    for (int round = 0; round < MODE_ROUNDS && improve_mode(w, n, &s); round++)
        continue;
    return s;
}

static crok_cell classify(const cell_colour *c, const surface_colour *s)
{
    double brighter = c->luminance - s->luminance;
    if (c->is_burnt_out && brighter > MIN_GLARE_BRIGHTER)
        return CROK_CELL_GLARE;
    if (chroma_distance(c, s->chroma) >
            fmax(MIN_CHROMA, CHROMA_SIGMAS * s->sigma) ||
        brighter < -MAX_DARKER || brighter > MAX_BRIGHTER)
        return CROK_CELL_FOREIGN;
    return CROK_CELL_SURFACE;
}

/* ---- the map ---- */

static bool is_in_picture(const crok_camera *cam, crok_mm p)
{
    crok_px px = crok_camera_project(cam, (crok_vec3){p.x, p.y, 0.0});
    return px.x >= 0.0 && px.y >= 0.0 && px.x <= cam->w_px - 1.0 &&
           px.y <= cam->h_px - 1.0;
}

/* The zone of a point this far from the board's centre, as the index of the
 * line that bounds the zone from outside (CROK_LINE_OUTER for the outermost
 * zone). */
static uint8_t zone_of(const crok_board *b, double radius_mm)
{
    int zone = CROK_LINE_OUTER;
    for (int line = 0; line < CROK_N_LINES; line++)
        if (radius_mm < b->line_mm[line])
            zone = line;
    return (uint8_t)zone;
}

/* Find the colour of each zone. It is the colour of the whole surface unless
 * most of the zone's cells have another one; then it is the zone's own. */
static void find_zone_colours(map_work *w, surface_colour out[CROK_N_LINES])
{
    surface_colour all = find_surface_colour(w, w->plain);
    for (int zone = 0; zone < CROK_N_LINES; zone++) {
        surface_colour own;
        int n = 0;
        int n_own = 0;
        int n_all = 0;
        for (int i = 0; i < CROK_MAP_SIZE; i++)
            w->of_zone[i] = w->plain[i] && w->zone[i] == zone;
        own = find_surface_colour(w, w->of_zone);
        for (int i = 0; i < CROK_MAP_SIZE; i++) {
            if (!w->of_zone[i])
                continue;
            n++;
            n_own += classify(&w->colour[i], &own) == CROK_CELL_SURFACE;
            n_all += classify(&w->colour[i], &all) == CROK_CELL_SURFACE;
        }
        out[zone] = n_own >= MIN_PAINTED_FRAC * n && n_own > n_all ? own : all;
    }
}

static void store_colour(crok_surface_map *out, int i, const cell_colour *c,
                         const surface_colour *s)
{
    double brighter = c->luminance - s->luminance;
    double apart = chroma_distance(c, s->chroma);
    for (int k = 0; k < 3; k++)
        out->log_rgb[i][k] = (float)(c->chroma[k] + c->luminance);
    out->distance[i] = (float)sqrt(apart * apart + 3.0 * brighter * brighter);
}

/* Set the cells that a disc, its wall or its shadow may cover. */
static void mark_discs(const crok_observation *seen, crok_surface_map *out)
{
    double reach = DISC_REACH * seen->pose.board.disc_mm;
    memset(out->under_disc, 0, sizeof out->under_disc);
    for (int k = 0; k < seen->n_discs; k++) {
        crok_mm at = seen->discs[k].at;
        crok_map_box in = crok_map_around(out, at, reach);
        for (int y = in.y0; y <= in.y1; y++)
            for (int x = in.x0; x <= in.x1; x++) {
                int i = y * CROK_MAP_CELLS + x;
                if (crok_mm_apart(at, crok_map_mm(out, i)) < reach)
                    out->under_disc[i] = true;
            }
    }
}

static void fill_map(const crok_image *view, const crok_camera *cam,
                     const crok_observation *seen, map_work *w,
                     crok_surface_map *out)
{
    const crok_board *b = &seen->pose.board;
    surface_colour colour[CROK_N_LINES];
    mark_discs(seen, out);
    read_colours(view, w);
    for (int i = 0; i < CROK_MAP_SIZE; i++) {
        crok_mm p = crok_map_mm(out, i);
        double r = crok_mm_apart(p, (crok_mm){0.0, 0.0});
        out->radius_mm[i] = r;
        w->zone[i] = zone_of(b, r);
        out->cell[i] = CROK_CELL_BEYOND;
        if (r < b->line_mm[CROK_LINE_OUTER])
            out->cell[i] =
                is_in_picture(cam, p) ? CROK_CELL_SURFACE : CROK_CELL_OUTSIDE;
        w->plain[i] = out->cell[i] == CROK_CELL_SURFACE && is_plain(out, b, i);
    }
    find_zone_colours(w, colour);
    for (int i = 0; i < CROK_MAP_SIZE; i++) {
        const surface_colour *s = &colour[w->zone[i]];
        store_colour(out, i, &w->colour[i], s);
        if (out->cell[i] == CROK_CELL_SURFACE && crok_map_is_judged(out, b, i))
            out->cell[i] = (uint8_t)classify(&w->colour[i], s);
    }
}

crok_status crok_surface_map_make(const crok_image *img, const crok_camera *cam,
                                  const crok_observation *seen,
                                  crok_surface_map *out, crok_err *err)
{
    double half = CROK_MAP_RADII * seen->pose.board.line_mm[CROK_LINE_OUTER];
    crok_topview view = {0};
    map_work *w = calloc(1, sizeof *w);
    crok_status st = CROK_OK;
    if (w == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the surface's map");
    st = crok_topview_make(
        img, cam,
        &(crok_topview_area){.half_mm = half,
                             .px_per_mm =
                                 CROK_MAP_CELLS * CELL_PX / (2.0 * half)},
        &view, err);
    if (st == CROK_OK) {
        out->cell_mm = 2.0 * half / CROK_MAP_CELLS;
        CROK_ASSERT(view.img.w_px >= CROK_MAP_CELLS * CELL_PX &&
                    view.img.h_px >= CROK_MAP_CELLS * CELL_PX);
        fill_map(&view.img, cam, seen, w, out);
    }
    crok_topview_free(&view);
    free(w);
    return st;
}
