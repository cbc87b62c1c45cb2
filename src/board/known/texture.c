/* SPDX-License-Identifier: Apache-2.0 */
#include "board/texture.h"

#include <math.h>
#include <stdlib.h>

#include "board/topview.h"
#include "core/scratch.h"
#include "core/wide.h"

/* Pixels of the top view along a cell's side. */
#define CELL_PX 3
/* Half the side of the square that counts as a cell's surroundings, cells: 23
 * mm, a little more than a disc's radius, so that a numeral stands out and a
 * lamp's light does not. Chosen by hand. */
#define AROUND_CELLS 7
/* Grey levels added before dividing, so that noise on black boards does not
 * become a pattern. */
#define DARK_LEVEL 8.0F
/* The hole is unknown out to this many of its radii: its wall and the shadow of
 * a disc in it. */
#define HOLE_REACH 1.25
/* A cell shows a line if its middle is nearer to the line than this many cells,
 * and a peg if it is nearer to the inner line than PEG_CELLS: pegs are tall, so
 * a tilted view shows them up to 10 mm beside it. Rings, quadrant lines and
 * pegs are on every board. */
#define LINE_CELLS 2.0
#define PEG_CELLS 5.0
/* The smallest standard deviation of print on a circle, in cell values (128 =
 * plain). Chosen by hand; noise and grain have 1 to 6, print 10 to 40. */
#define MIN_PRINT 6.0
/* Samples across the circle of crok_texture_correlation. */
#define N_ACROSS 13

typedef struct texture_work {
    float luma[CROK_TEXTURE_SIZE]; /* 0: unknown */
    /* sums over the rectangle above and left of a cell */
    double sum[(CROK_TEXTURE_CELLS + 1) * (CROK_TEXTURE_CELLS + 1)];
    int count[(CROK_TEXTURE_CELLS + 1) * (CROK_TEXTURE_CELLS + 1)];
} texture_work;

static double cell_size(double outer_mm)
{
    return 2.0 * CROK_TEXTURE_RADII * outer_mm / CROK_TEXTURE_CELLS;
}

/* The middle of a cell, in units of cells from the centre. */
static crok_mm middle_of(int i)
{
    double half = CROK_TEXTURE_CELLS / 2.0;
    return (crok_mm){i % CROK_TEXTURE_CELLS + 0.5 - half,
                     half - 0.5 - i / CROK_TEXTURE_CELLS};
}

/* The index of the cell at a point in units of cells; -1: none. */
static int index_of(crok_mm p)
{
    double half = CROK_TEXTURE_CELLS / 2.0;
    double column = floor(p.x + half);
    double row = floor(half - p.y);
    if (!(column >= 0.0 && row >= 0.0 && column < CROK_TEXTURE_CELLS &&
          row < CROK_TEXTURE_CELLS))
        return -1;
    return (int)row * CROK_TEXTURE_CELLS + (int)column;
}

crok_mm crok_texture_turned(crok_mm p, int turn)
{
    crok_mm out = p;
    for (int k = turn & 3; k > 0; k--)
        out = (crok_mm){-out.y, out.x};
    return out;
}

/* ---- reading ---- */

static bool is_masked(const crok_texture_mask *mask, crok_mm p)
{
    for (int i = 0; i < mask->n; i++)
        if (crok_mm_apart(mask->at[i], p) < mask->reach_mm)
            return true;
    return false;
}

static bool is_in_picture(const crok_camera *cam, crok_mm p)
{
    crok_px px = crok_camera_project(cam, (crok_vec3){p.x, p.y, 0.0});
    return px.x >= 0.0 && px.y >= 0.0 && px.x <= cam->w_px - 1.0 &&
           px.y <= cam->h_px - 1.0;
}

static float mean_luma(const crok_image *view, int i)
{
    int column = i % CROK_TEXTURE_CELLS * CELL_PX;
    int row = i / CROK_TEXTURE_CELLS * CELL_PX;
    float sum = 0.0F;
    for (int y = row; y < row + CELL_PX; y++) {
        const uint8_t *p =
            crok_image_row(view, y) + (size_t)column * (size_t)view->format;
        for (int x = 0; x < CELL_PX; x++, p += view->format)
            sum += crok_luma((const float[3]){p[0], p[1], p[2]});
    }
    return sum / (CELL_PX * CELL_PX);
}

static void sum_up(texture_work *w)
{
    enum { SIDE = CROK_TEXTURE_CELLS, STRIDE = CROK_TEXTURE_CELLS + 1 };
    for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++) {
            float luma = w->luma[row * SIDE + column];
            int at = (row + 1) * STRIDE + column + 1;
            w->sum[at] = (double)luma + w->sum[at - 1] + w->sum[at - STRIDE] -
                         w->sum[at - STRIDE - 1];
            w->count[at] = (luma > 0.0F) + w->count[at - 1] +
                           w->count[at - STRIDE] - w->count[at - STRIDE - 1];
        }
    }
}

static int clamp_cell(int x)
{
    if (x < 0)
        return 0;
    return x > CROK_TEXTURE_CELLS ? CROK_TEXTURE_CELLS : x;
}

/* The mean luma of the known cells around cell i, which is known itself. */
static double mean_around(const texture_work *w, int i)
{
    enum { STRIDE = CROK_TEXTURE_CELLS + 1 };
    int row = i / CROK_TEXTURE_CELLS;
    int column = i % CROK_TEXTURE_CELLS;
    int top = clamp_cell(row - AROUND_CELLS) * STRIDE;
    int bottom = clamp_cell(row + AROUND_CELLS + 1) * STRIDE;
    int left = clamp_cell(column - AROUND_CELLS);
    int right = clamp_cell(column + AROUND_CELLS + 1);
    double sum = w->sum[bottom + right] - w->sum[top + right] -
                 w->sum[bottom + left] + w->sum[top + left];
    int n = w->count[bottom + right] - w->count[top + right] -
            w->count[bottom + left] + w->count[top + left];
    return sum / n;
}

static void flatten(texture_work *w, crok_texture *out)
{
    sum_up(w);
    for (int i = 0; i < CROK_TEXTURE_SIZE; i++) {
        double v = 0.0;
        if (w->luma[i] > 0.0F)
            v = fmin(fmax(CROK_TEXTURE_PLAIN * (double)w->luma[i] /
                              mean_around(w, i),
                          1.0),
                     255.0);
        out->cell[i] = (uint8_t)lround(v);
    }
}

crok_status crok_texture_read(const crok_image *img, const crok_camera *cam,
                              const crok_board *board,
                              const crok_texture_mask *mask, crok_texture *out,
                              crok_err *err)
{
    const double outer_mm = board->line_mm[CROK_LINE_OUTER];
    const double cell_mm = cell_size(outer_mm);
    const crok_topview_area area = {.half_mm = CROK_TEXTURE_RADII * outer_mm,
                                    .px_per_mm = CELL_PX / cell_mm};
    crok_topview view = {0};
    texture_work *w = calloc(1, sizeof *w);
    crok_status st = CROK_OK;
    if (w == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a board's pattern");
    st = crok_topview_make(img, cam, &area, &view, err);
    for (int i = 0; st == CROK_OK && i < CROK_TEXTURE_SIZE; i++) {
        crok_mm cell = middle_of(i);
        crok_mm p = {cell.x * cell_mm, cell.y * cell_mm};
        double r = hypot(p.x, p.y);
        if (r < outer_mm * CROK_TEXTURE_RADII &&
            r > HOLE_REACH * board->hole_mm && is_in_picture(cam, p) &&
            !is_masked(mask, p))
            w->luma[i] = mean_luma(&view.img, i) + DARK_LEVEL;
    }
    if (st == CROK_OK)
        flatten(w, out);
    crok_topview_free(&view);
    free(w);
    return st;
}

/* ---- comparing ---- */

/* Sums for a correlation coefficient. */
typedef struct moments {
    int n;
    double a, b, aa, bb, ab;
} moments;

static void moments_add(moments *m, double a, double b)
{
    m->n++;
    m->a += a;
    m->b += b;
    m->aa += a * a;
    m->bb += b * b;
    m->ab += a * b;
}

/* The correlation coefficient; 0 if a deviates by less than least_a, or b by
 * less than least_b, 1 sd. */
static double correlation_of(const moments *m, double least_a, double least_b)
{
    double n = fmax(m->n, 1.0);
    double var_a = m->aa / n - (m->a / n) * (m->a / n);
    double var_b = m->bb / n - (m->b / n) * (m->b / n);
    if (var_a <= least_a * least_a || var_b <= least_b * least_b)
        return 0.0;
    return (m->ab / n - (m->a / n) * (m->b / n)) / sqrt(var_a * var_b);
}

/* Does a cell show a ring or a quadrant line? */
static bool is_on_line(const crok_board *board, crok_mm cell)
{
    double r = crok_mm_apart(cell, (crok_mm){0.0, 0.0});
    double cell_mm = cell_size(board->line_mm[CROK_LINE_OUTER]);
    for (int k = 0; k < CROK_N_LINES; k++)
        if (fabs(r - board->line_mm[k] / cell_mm) <
            (k == CROK_LINE_INNER ? PEG_CELLS : LINE_CELLS))
            return true;
    return fabs(fabs(cell.x) - fabs(cell.y)) < LINE_CELLS * sqrt(2.0);
}

/* Sums of one row of cells that are known in both patterns. They are exact, so
 * their order does not matter. */
typedef struct row_sums {
    int n, a, b, aa, bb, ab;
} row_sums;

CROK_WIDE static row_sums sum_row(const uint8_t *restrict a,
                                  const uint8_t *restrict b)
{
    row_sums s = {.n = 0};
    for (int i = 0; i < CROK_TEXTURE_CELLS; i++) {
        int both = a[i] != 0 && b[i] != 0;
        int x = both ? a[i] : 0;
        int y = both ? b[i] : 0;
        s.n += both;
        s.a += x;
        s.b += y;
        s.aa += x * x;
        s.bb += y * y;
        s.ab += x * y;
    }
    return s;
}

static moments moments_of(const crok_texture *a, const crok_texture *b)
{
    moments m = {.n = 0};
    for (int at = 0; at < CROK_TEXTURE_SIZE; at += CROK_TEXTURE_CELLS) {
        row_sums s = sum_row(a->cell + at, b->cell + at);
        m.n += s.n;
        m.a += s.a;
        m.b += s.b;
        m.aa += s.aa;
        m.bb += s.bb;
        m.ab += s.ab;
    }
    return m;
}

/* A pattern as it is seen from a frame turned by a quarter. */
static void turn_by_quarter(const crok_texture *from, crok_texture *to)
{
    enum { SIDE = CROK_TEXTURE_CELLS };
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            to->cell[row * SIDE + column] =
                from->cell[(SIDE - 1 - column) * SIDE + row];
}

static crok_texture_match match_of(const crok_texture *a, const crok_texture *b,
                                   int turn)
{
    moments m = moments_of(a, b);
    double n = fmax(m.n, 1.0);
    return (crok_texture_match){
        .turn = turn,
        .n_cells = m.n,
        .pattern = sqrt(fmax(fmin(m.aa / n - (m.a / n) * (m.a / n),
                                  m.bb / n - (m.b / n) * (m.b / n)),
                             0.0)),
        .correlation = correlation_of(&m, 0.0, 0.0)};
}

/* A pattern without the cells that show lines. */
static void clear_lines(const crok_texture *from, const crok_board *board,
                        crok_texture *to)
{
    for (int i = 0; i < CROK_TEXTURE_SIZE; i++) {
        bool is_left = from->cell[i] != 0 && !is_on_line(board, middle_of(i));
        to->cell[i] = is_left ? from->cell[i] : 0;
    }
}

crok_texture_match crok_texture_register(const crok_texture *a,
                                         const crok_texture *b,
                                         const crok_board *board)
{
    CROK_SCRATCH(crok_texture, plain, 1);
    CROK_SCRATCH(crok_texture, now, 1);
    CROK_SCRATCH(crok_texture, next, 1);
    crok_texture_match best = {.correlation = -2.0};
    clear_lines(b, board, plain);
    *now = *a;
    for (int turn = 0; turn < 4; turn++) {
        crok_texture_match m = match_of(now, plain, turn);
        if (m.correlation > best.correlation)
            best = m;
        turn_by_quarter(now, next);
        *now = *next;
    }
    return best;
}

double crok_texture_correlation(const crok_texture *a, int turn,
                                const crok_image *img, const crok_camera *cam,
                                const crok_board *board,
                                crok_texture_circle circle)
{
    const double radius_mm = circle.radius_mm;
    const double outer_mm = board->line_mm[CROK_LINE_OUTER];
    const double cell_mm = cell_size(outer_mm);
    const double step = 2.0 * radius_mm / (N_ACROSS - 1);
    moments m = {.n = 0};
    int n_all = 0;
    for (int k = 0; k < N_ACROSS * N_ACROSS; k++) {
        double dx = k % N_ACROSS * step - radius_mm;
        double dy = k / N_ACROSS * step - radius_mm;
        crok_mm p = {circle.at.x + dx, circle.at.y + dy};
        crok_px px = crok_camera_project(cam, (crok_vec3){p.x, p.y, 0.0});
        crok_mm cell = {p.x / cell_mm, p.y / cell_mm};
        int i = index_of(crok_texture_turned(cell, turn));
        float v[3] = {0.0F, 0.0F, 0.0F};
        if (hypot(dx, dy) > radius_mm)
            continue;
        n_all++;
        if (i >= 0 && a->cell[i] != 0 && hypot(p.x, p.y) < outer_mm &&
            !is_on_line(board, cell) && crok_image_sample(img, px.x, px.y, v))
            moments_add(&m, a->cell[i], (double)crok_luma(v));
    }
    return 2 * m.n < n_all ? 0.0 : correlation_of(&m, MIN_PRINT, 0.0);
}

void crok_texture_add(crok_texture *a, int n_a, const crok_texture *b, int turn)
{
    for (int i = 0; i < CROK_TEXTURE_SIZE; i++) {
        int k = index_of(crok_texture_turned(middle_of(i), turn));
        if (k < 0 || b->cell[i] == 0)
            continue;
        if (a->cell[k] == 0)
            a->cell[k] = b->cell[i];
        else
            a->cell[k] = (uint8_t)lround(
                (n_a * (double)a->cell[k] + b->cell[i]) / (n_a + 1.0));
    }
}
