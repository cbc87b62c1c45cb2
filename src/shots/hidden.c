/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/hidden.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/scratch.h"

/* The grid reaches this far from the board's centre, in radii of the outer
 * line, and has cells of this size, mm: an eighth of a disc. */
#define REACH_RADII 1.29
#define STEP_MM 4.0
/* Turns by 45 degrees. */
#define TURNS 8
/* A cell differs from what is expected by more than this in a channel, levels
 * plus a part of the expected value. Chosen by hand: skin on light wood differs
 * by 40 levels and more, shade by less than 30. */
#define OTHER_LEVELS 24.0
#define OTHER_PART 0.10
#define BURNT 240 /* levels */
/* Something that hides the board covers at least this many disc areas, reaches
 * from outside OUTSIDE_RADII to inside INSIDE_RADII radii of the outer line,
 * and all together covers at most MOST_PART of the grid's circle. Chosen by
 * hand: a fingertip covers half a disc. */
#define LEAST_DISCS 0.5
#define OUTSIDE_RADII 1.11
#define INSIDE_RADII 1.03
#define MOST_PART 0.33
/* What is hidden is widened by this many cells: the soft edge of a hand. */
#define WIDEN 2
/* A disc with its wall and shadow reaches this far beyond its outline, mm; one
 * in the ditch lies deeper, and is seen farther from where it seems to be. */
#define DISC_MARGIN_MM 6.0
#define DITCH_MARGIN_MM 16.0
/* A cell looks as expected if it differs by at most this, levels plus a part of
 * the expected value: a foreign cell differs by more (reading.c). */
#define AS_EXPECTED_LEVELS 14.0
#define AS_EXPECTED_PART 0.12

/* A thing does not hide the board if the outer line is visible on at least
 * LINE_PART of the part of it that the thing covers, of at least MIN_LINE of
 * LINE_ANGLES angles. The line's contrast is the logarithm of its luma over
 * that at SIDE_MM on either side. It is visible with half of its usual
 * contrast, which must be at least MIN_CONTRAST. Chosen by hand. */
#define LINE_ANGLES 360
#define MIN_LINE 8
#define LINE_PART 0.7
#define SIDE_MM 6.0
#define MIN_CONTRAST 0.06

enum { IN_PICTURE = 1, DISC = 2, RAW = 4, OTHER = 8, TAKEN = 16 };

/* Why a cell is hidden. */
enum { VISIBLE = 0, BY_THING = 1, BY_DISC = 2 };

/* The board sampled on the grid. */
typedef struct sampled {
    int n;
    double half_mm;
    uint8_t *rgb;                 /* n x n x 3; owned */
    uint8_t *what;                /* n x n: the bits above; owned */
    int *stack;                   /* n x n; owned */
    double contrast[LINE_ANGLES]; /* of the outer line; NAN: not in the picture
                                   */
    double usual_contrast;
} sampled;

static void free_sampled(sampled *s)
{
    free(s->rgb);
    free(s->what);
    free(s->stack);
    *s = (sampled){0};
}

/* The middle of cell i of a grid of n x n cells. */
static crok_mm mm_of(int n, double half_mm, int i)
{
    double step_mm = 2.0 * half_mm / n;
    return (crok_mm){(i % n + 0.5) * step_mm - half_mm,
                     (i / n + 0.5) * step_mm - half_mm};
}

/* The index of the cell at a place; -1: outside the grid. */
static int cell_at(int n, double half_mm, crok_mm at)
{
    double step_mm = 2.0 * half_mm / n;
    double x = (at.x + half_mm) / step_mm;
    double y = (at.y + half_mm) / step_mm;
    if (!(x >= 0.0 && y >= 0.0 && x < n && y < n))
        return -1;
    return (int)y * n + (int)x;
}

static crok_mm turned(crok_mm at, int k)
{
    double c = cos(2.0 * CROK_PI * k / TURNS);
    double s = sin(2.0 * CROK_PI * k / TURNS);
    return (crok_mm){c * at.x - s * at.y, s * at.x + c * at.y};
}

static bool on_disc(const crok_hidden_view *view, crok_mm at)
{
    for (int i = 0; i < view->rest->n; i++) {
        const crok_sight_disc *d = &view->rest->disc[i];
        double margin =
            d->state == CROK_DISC_OUT ? DITCH_MARGIN_MM : DISC_MARGIN_MM;
        if (crok_mm_apart(d->at, at) < view->board->disc_mm + margin)
            return true;
    }
    return false;
}

/* The pixel of a picture that shows a place of the board; NULL: none. */
static const uint8_t *pixel_at(const crok_image *img, const crok_camera *cam,
                               crok_mm at)
{
    crok_px p = crok_camera_project(cam, (crok_vec3){at.x, at.y, 0.0});
    if (!(p.x >= -0.5 && p.y >= -0.5 && p.x < img->w_px - 0.5 &&
          p.y < img->h_px - 0.5))
        return NULL;
    return crok_image_row(img, (int)(p.y + 0.5)) +
           (size_t)(int)(p.x + 0.5) * (size_t)img->format;
}

static double luma_of(const uint8_t *rgb)
{
    float v[3] = {(float)rgb[0], (float)rgb[1], (float)rgb[2]};
    return (double)crok_luma(v);
}

/* The place on the outer line at an angle. */
static crok_mm on_line(const crok_board *board, int angle, double out_mm)
{
    double a = 2.0 * CROK_PI * angle / LINE_ANGLES;
    double r = board->line_mm[CROK_LINE_OUTER] + out_mm;
    return (crok_mm){r * cos(a), r * sin(a)};
}

/* ln of the luma at the line over that beside it; NAN: not in the picture. */
static double contrast_at(const crok_image *img, const crok_hidden_view *view,
                          int angle)
{
    double luma[3] = {0.0};
    for (int k = 0; k < 3; k++) {
        const uint8_t *p = pixel_at(
            img, view->camera, on_line(view->board, angle, SIDE_MM * (k - 1)));
        if (p == NULL)
            return NAN;
        luma[k] = luma_of(p) + 1.0;
    }
    return log(luma[1]) - 0.5 * (log(luma[0]) + log(luma[2]));
}

static void sample_line(const crok_image *img, const crok_hidden_view *view,
                        sampled *out)
{
    double sorted[LINE_ANGLES];
    int n = 0;
    for (int i = 0; i < LINE_ANGLES; i++) {
        out->contrast[i] = contrast_at(img, view, i);
        if (!isnan(out->contrast[i]))
            sorted[n++] = out->contrast[i];
    }
    out->usual_contrast = n > 0 ? crok_quantile(sorted, n, 0.5) : 0.0;
}

static crok_status sample(const crok_image *img, const crok_hidden_view *view,
                          sampled *out, crok_err *err)
{
    double half = REACH_RADII * view->board->line_mm[CROK_LINE_OUTER];
    int n = (int)(2.0 * half / STEP_MM);
    size_t cells = (size_t)n * (size_t)n;
    *out = (sampled){.n = n,
                     .half_mm = half,
                     .rgb = calloc(cells, 3),
                     .what = calloc(cells, 1),
                     .stack = calloc(cells, sizeof *out->stack)};
    if (out->rgb == NULL || out->what == NULL || out->stack == NULL) {
        free_sampled(out);
        return crok_fail(err, CROK_ENOMEM, "no memory to watch the board");
    }
    for (int i = 0; i < n * n; i++) {
        crok_mm at = mm_of(n, half, i);
        const uint8_t *p =
            hypot(at.x, at.y) < half ? pixel_at(img, view->camera, at) : NULL;
        if (p == NULL)
            continue;
        memcpy(&out->rgb[3 * i], p, 3);
        out->what[i] = (uint8_t)(IN_PICTURE | (on_disc(view, at) ? DISC : 0));
    }
    sample_line(img, view, out);
    return CROK_OK;
}

/* The median of n values, 1 <= n <= TURNS; their order is changed. */
static uint8_t median(uint8_t *v, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && v[k - 1] > v[k]; k--) {
            uint8_t swap = v[k];
            v[k] = v[k - 1];
            v[k - 1] = swap;
        }
    return v[n / 2];
}

/* The expected colour of a cell; false: none of the eight places shows it. */
static bool expected_cell(const sampled *s, int i, uint8_t rgb[3])
{
    uint8_t v[3][TURNS];
    int n = 0;
    for (int k = 0; k < TURNS; k++) {
        int at =
            cell_at(s->n, s->half_mm, turned(mm_of(s->n, s->half_mm, i), k));
        if (at < 0 || (s->what[at] & (IN_PICTURE | DISC)) != IN_PICTURE)
            continue;
        for (int c = 0; c < 3; c++)
            v[c][n] = s->rgb[3 * at + c];
        n++;
    }
    for (int c = 0; c < 3 && n > 0; c++)
        rgb[c] = median(v[c], n);
    return n > 0;
}

/* The light is not symmetric: the logarithm of the ratio of the luma seen to
 * the luma expected is a plane a + b x + c y over the board, with x and y in
 * radii. It is fitted by iteratively reweighted least squares. */
typedef struct light {
    double at[3];
} light;

static double light_at(const light *l, const sampled *s, int i)
{
    crok_mm at = mm_of(s->n, s->half_mm, i);
    return exp(l->at[0] + (l->at[1] * at.x + l->at[2] * at.y) / s->half_mm);
}

static light fit_light(const sampled *s, const uint8_t *expected)
{
    enum { ITERATIONS = 4, EVERY = 7 };
    static const double sigma = 0.1; /* of the logarithm: grain and print */
    static const int idx[3] = {0, 1, 2};
    CROK_SCRATCH(crok_lsq, q, 1);
    light l = {{0.0, 0.0, 0.0}};
    double step[CROK_LSQ_MAX];
    for (int k = 0; k < ITERATIONS; k++) {
        crok_lsq_reset(q, 3);
        for (int i = 0; i < s->n * s->n; i += EVERY) {
            crok_mm at = mm_of(s->n, s->half_mm, i);
            double jac[3] = {1.0, at.x / s->half_mm, at.y / s->half_mm};
            double r = 0.0;
            if ((s->what[i] & (IN_PICTURE | DISC)) != IN_PICTURE)
                continue;
            r = log(light_at(&l, s, i) * (luma_of(&expected[3 * i]) + 4.0) /
                    (luma_of(&s->rgb[3 * i]) + 4.0));
            crok_lsq_add(q, idx, jac, 3, r,
                         crok_tukey(r / sigma, CROK_TUKEY_CUT));
        }
        if (!crok_lsq_step(q, 0.0, step))
            break;
        for (int c = 0; c < 3; c++)
            l.at[c] += step[c];
    }
    return l;
}

/* A burnt-out pixel shows a lamp's reflection, not a thing. */
static bool is_burnt(const uint8_t *rgb)
{
    return rgb[0] >= BURNT && rgb[1] >= BURNT && rgb[2] >= BURNT;
}

/* Keep the cells most of whose neighbourhood differs too: an edge that is a
 * little off its place differs along a thin line. */
static void drop_thin(sampled *s)
{
    for (int y = 1; y < s->n - 1; y++)
        for (int x = 1; x < s->n - 1; x++) {
            int n = 0;
            for (int k = 0; k < 9; k++)
                n += (s->what[(y + k / 3 - 1) * s->n + x + k % 3 - 1] & RAW) !=
                     0;
            if (n > 4)
                s->what[y * s->n + x] |= OTHER;
        }
}

/* Mark the cells that differ from what is expected. */
static crok_status mark_other(sampled *s, crok_err *err)
{
    int n = s->n * s->n;
    uint8_t *expected = calloc((size_t)n, 3);
    light l;
    if (expected == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to watch the board");
    for (int i = 0; i < n; i++)
        if (!expected_cell(s, i, &expected[3 * i]))
            s->what[i] = 0;
    l = fit_light(s, expected);
    for (int i = 0; i < n; i++) {
        double most = 0.0;
        double gain = light_at(&l, s, i);
        if ((s->what[i] & (IN_PICTURE | DISC)) != IN_PICTURE ||
            is_burnt(&s->rgb[3 * i]))
            continue;
        for (int c = 0; c < 3; c++) {
            double e = fmin(255.0, gain * expected[3 * i + c]);
            most = fmax(most, fabs(s->rgb[3 * i + c] - e) - OTHER_PART * e);
        }
        if (most > OTHER_LEVELS)
            s->what[i] |= RAW;
    }
    free(expected);
    drop_thin(s);
    return CROK_OK;
}

/* Collect the connected cells that differ, from cell `from` on. Returns their
 * number; s->stack has them. */
static int collect(sampled *s, int from)
{
    int n = 0;
    s->what[from] |= TAKEN;
    s->stack[n++] = from;
    for (int k = 0; k < n; k++) {
        int x = s->stack[k] % s->n;
        int y = s->stack[k] / s->n;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int at = (y + dy) * s->n + x + dx;
                if (x + dx < 0 || y + dy < 0 || x + dx >= s->n ||
                    y + dy >= s->n || (s->what[at] & (OTHER | TAKEN)) != OTHER)
                    continue;
                s->what[at] |= TAKEN;
                s->stack[n++] = at;
            }
    }
    return n;
}

/* Do the n collected cells come in from outside the board, and is their area
 * large enough? */
static bool comes_in(const sampled *s, int n, const crok_board *board)
{
    double disc = CROK_PI * board->disc_mm * board->disc_mm;
    double outer = board->line_mm[CROK_LINE_OUTER];
    double least = HUGE_VAL;
    double most = 0.0;
    for (int i = 0; i < n; i++) {
        crok_mm at = mm_of(s->n, s->half_mm, s->stack[i]);
        double r = hypot(at.x, at.y);
        least = fmin(least, r);
        most = fmax(most, r);
    }
    return n * STEP_MM * STEP_MM > LEAST_DISCS * disc &&
           most > OUTSIDE_RADII * outer && least < INSIDE_RADII * outer;
}

/* Is the outer line visible where the n collected cells cover it? */
static bool shows_line(const sampled *s, int n, const crok_board *board)
{
    int covered = 0;
    int visible = 0;
    double usual = s->usual_contrast;
    if (fabs(usual) < MIN_CONTRAST)
        return false;
    for (int a = 0; a < LINE_ANGLES; a++) {
        int at = cell_at(s->n, s->half_mm, on_line(board, a, 0.0));
        bool covers = false;
        for (int i = 0; i < n && !covers; i++)
            covers = s->stack[i] == at;
        if (!covers || isnan(s->contrast[a]))
            continue;
        covered++;
        visible += s->contrast[a] / usual > 0.5;
    }
    return covered >= MIN_LINE && visible >= LINE_PART * covered;
}

/* Hide the cells around a place. */
static void hide_around(crok_hidden *h, crok_mm at, double reach_mm)
{
    for (int i = 0; i < h->n * h->n; i++)
        if (crok_mm_apart(mm_of(h->n, h->half_mm, i), at) < reach_mm)
            h->cell[i] = BY_DISC;
}

static void widen(const sampled *s, int i, crok_hidden *out)
{
    int x = i % s->n;
    int y = i / s->n;
    for (int dy = -WIDEN; dy <= WIDEN; dy++)
        for (int dx = -WIDEN; dx <= WIDEN; dx++) {
            int at = (y + dy) * s->n + x + dx;
            if (x + dx >= 0 && y + dy >= 0 && x + dx < s->n && y + dy < s->n &&
                (s->what[at] & DISC) == 0)
                out->cell[at] = BY_THING;
        }
}

static void take_hidden(sampled *s, const crok_board *board, crok_hidden *out)
{
    int n_cells = 0;
    int n_hidden = 0;
    for (int i = 0; i < s->n * s->n; i++) {
        int n = 0;
        n_cells += (s->what[i] & IN_PICTURE) != 0;
        if ((s->what[i] & (OTHER | TAKEN)) != OTHER)
            continue;
        n = collect(s, i);
        if (!comes_in(s, n, board) || shows_line(s, n, board))
            continue;
        n_hidden += n;
        for (int k = 0; k < n; k++)
            widen(s, s->stack[k], out);
    }
    if (n_hidden > MOST_PART * n_cells)
        memset(out->cell, 0, (size_t)s->n * (size_t)s->n);
}

crok_status crok_hidden_find(const crok_image *img,
                             const crok_hidden_view *view, crok_hidden *out,
                             crok_err *err)
{
    sampled s;
    crok_hidden made = {0};
    crok_status st = CROK_OK;
    CROK_ASSERT(img->format == CROK_RGB8);
    st = sample(img, view, &s, err);
    if (st != CROK_OK)
        return st;
    made = (crok_hidden){.n = s.n, .half_mm = s.half_mm};
    made.cell = calloc((size_t)s.n * (size_t)s.n, 1);
    st = made.cell == NULL
             ? crok_fail(err, CROK_ENOMEM, "no memory to watch the board")
             : mark_other(&s, err);
    if (st == CROK_OK) {
        take_hidden(&s, view->board, &made);
        crok_hidden_free(out);
        *out = made;
    } else {
        crok_hidden_free(&made);
    }
    free_sampled(&s);
    return st;
}

void crok_hidden_rescale(crok_hidden *hidden, double k)
{
    hidden->half_mm *= k;
}

void crok_hidden_free(crok_hidden *hidden)
{
    free(hidden->cell);
    *hidden = (crok_hidden){0};
}

void crok_hidden_add_disc(crok_hidden *hidden, crok_mm at, double radius_mm)
{
    hide_around(hidden, at, radius_mm + DISC_MARGIN_MM);
}

bool crok_hidden_has(const crok_hidden *h, crok_mm at)
{
    int i = h->n == 0 ? -1 : cell_at(h->n, h->half_mm, at);
    return i >= 0 && h->cell[i] != 0;
}

double crok_hidden_part(const crok_hidden *h, crok_mm at, double radius_mm)
{
    int n = 0;
    int hidden = 0;
    for (int i = 0; i < h->n * h->n; i++) {
        if (crok_mm_apart(mm_of(h->n, h->half_mm, i), at) > radius_mm)
            continue;
        n++;
        hidden += h->cell[i] != 0;
    }
    return n > 0 ? (double)hidden / n : 0.0;
}

/* ---- pictures ---- */

/* Write the expected colour of a hidden place: the median over the turns that
 * bring it to a place that is neither hidden nor under a disc. */
static void fill_pixel(const crok_hidden *h, const crok_hidden_view *view,
                       const crok_image *img, crok_mm at, uint8_t *out)
{
    uint8_t v[3][TURNS];
    int n = 0;
    for (int k = 1; k < TURNS; k++) {
        crok_mm to = turned(at, k);
        const uint8_t *p = crok_hidden_has(h, to) || on_disc(view, to)
                               ? NULL
                               : pixel_at(img, view->camera, to);
        if (p == NULL)
            continue;
        for (int c = 0; c < (int)img->format; c++)
            v[c][n] = p[c];
        n++;
    }
    for (int c = 0; c < (int)img->format && n > 0; c++)
        out[c] = median(v[c], n);
}

uint8_t crok_hidden_expected_grey(const crok_hidden_view *view,
                                  const crok_image *img, crok_mm at,
                                  uint8_t otherwise)
{
    static const crok_hidden nothing = {0};
    uint8_t grey = otherwise;
    CROK_ASSERT(img->format == CROK_GRAY8);
    fill_pixel(&nothing, view, img, at, &grey);
    return grey;
}

/* A place of the board that a pixel shows. */
static bool shows_hidden(const crok_hidden *h, const crok_camera *cam, int x,
                         int y, crok_mm *at)
{
    *at = crok_camera_unproject(cam, (crok_px){x, y}, 0.0);
    return isfinite(at->x) && isfinite(at->y) && crok_hidden_has(h, *at);
}

static uint8_t *pixel(const crok_image *img, int x, int y)
{
    return crok_image_row(img, y) + (size_t)x * (size_t)img->format;
}

void crok_hidden_fill(const crok_hidden *hidden, const crok_hidden_view *view,
                      crok_image *img)
{
    crok_mm at;
    for (int y = 0; y < img->h_px && hidden->n > 0; y++)
        for (int x = 0; x < img->w_px; x++)
            if (shows_hidden(hidden, view->camera, x, y, &at))
                fill_pixel(hidden, view, img, at, pixel(img, x, y));
}

void crok_hidden_copy(const crok_hidden *hidden, const crok_camera *camera,
                      const crok_image *from, crok_image *img)
{
    crok_mm at;
    for (int y = 0; y < img->h_px && hidden->n > 0; y++)
        for (int x = 0; x < img->w_px; x++)
            if (shows_hidden(hidden, camera, x, y, &at))
                memcpy(pixel(img, x, y), pixel(from, x, y),
                       (size_t)img->format);
}

void crok_hidden_reveal(crok_hidden *hidden, const crok_camera *camera,
                        const crok_image *expected, const crok_image *img)
{
    for (int i = 0; i < hidden->n * hidden->n; i++) {
        crok_mm at = mm_of(hidden->n, hidden->half_mm, i);
        const uint8_t *is = pixel_at(expected, camera, at);
        const uint8_t *now = pixel_at(img, camera, at);
        if (hidden->cell[i] != 0 && is != NULL && now != NULL &&
            abs(*now - *is) <= AS_EXPECTED_LEVELS + AS_EXPECTED_PART * *is)
            hidden->cell[i] = VISIBLE;
    }
}

/* Has a cell that a thing hides changed? */
static bool has_changed(const crok_hidden *h, const crok_camera *cam,
                        const crok_image *earlier, const crok_image *img,
                        double levels, int i)
{
    crok_mm at = mm_of(h->n, h->half_mm, i);
    const uint8_t *was = pixel_at(earlier, cam, at);
    const uint8_t *now = pixel_at(img, cam, at);
    return was != NULL && now != NULL && abs(*now - *was) > levels;
}

/* Mark the cells around cell i. */
static void mark_around(const crok_hidden *h, int i, uint8_t *mark)
{
    int reach = (int)ceil(CROK_HIDDEN_HAND_MM * h->n / (2.0 * h->half_mm));
    int x = i % h->n;
    int y = i / h->n;
    for (int v = y - reach; v <= y + reach; v++)
        for (int u = x - reach; u <= x + reach; u++)
            if (u >= 0 && v >= 0 && u < h->n && v < h->n)
                mark[v * h->n + u] = 1;
}

bool crok_hidden_is_by_thing(const crok_hidden *hidden)
{
    for (int i = 0; i < hidden->n * hidden->n; i++)
        if (hidden->cell[i] == BY_THING)
            return true;
    return false;
}

crok_status crok_hidden_reveal_still(crok_hidden *h, const crok_camera *camera,
                                     crok_image *earlier, const crok_image *img,
                                     double levels, crok_err *err)
{
    int n = h->n * h->n;
    uint8_t *moves = n == 0 ? NULL : calloc((size_t)n, 1);
    if (n == 0)
        return CROK_OK;
    if (moves == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to watch the board");
    for (int i = 0; i < n; i++)
        if (h->cell[i] == BY_THING &&
            has_changed(h, camera, earlier, img, levels, i))
            mark_around(h, i, moves);
    for (int i = 0; i < n; i++)
        if (h->cell[i] == BY_THING && moves[i] == 0)
            h->cell[i] = VISIBLE;
    crok_hidden_copy(h, camera, img, earlier);
    free(moves);
    return CROK_OK;
}
