/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/blobs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Half the length of the grid's side, in radii of the outer line. The grid
 * includes the ditch. */
#define GRID_RADII 1.29
/* The square in which the surface's colour is measured, half its side in radii
 * of the outer line: all of it is inside the line. */
#define SURFACE_RADII 0.7
/* The side of a cell is the size of a frame's pixel on the board, limited to
 * this interval, mm. Smaller cells cost processor time, larger ones are less
 * accurate. Chosen by hand. */
#define MIN_STEP_MM 2.0
#define MAX_STEP_MM 4.0
/* Limits on the largest difference of a channel from the background, in levels
 * of 0..255. Up to NOISE_LEVEL the difference is noise, and from the full level
 * on the cell is fully foreground. The noise of a webcam has a standard
 * deviation of 1 to 2 levels before the frames are reduced. Chosen by hand. If
 * the limits are lower, compression artefacts and soft shadows are foreground;
 * if higher, discs of nearly the board's colour are missed. So the full level
 * is FULL_LEVEL unless a side's discs differ little from the board: then it is
 * FULL_PART of the difference, as planks are lighter and darker than the mean,
 * but at least LEAST_FULL_LEVEL. With 32 on all boards 109 of 128 decisions on
 * eight photos were equal (99 with 70), but 8 of 12 variants of a real film
 * right (12 with 70). */
#define NOISE_LEVEL 14
#define FULL_LEVEL 70
#define LEAST_FULL_LEVEL 32
#define FULL_PART 0.6
/* The noise level used at the place of a disc that has moved. It is higher,
 * because the background picture does not show the board there: its colour is
 * estimated from the board around the disc. */
#define BARE_NOISE_LEVEL 28
/* Limits of is_shadow. A shadow leaves at least SHADOW_TENTHS / 10 of the sum
 * of the sRGB channels, and each channel differs by at most SHADOW_LEVEL levels
 * from the background's scaled to the same sum. Chosen by hand. If the limits
 * are wider, grey discs are taken for shadows; if narrower, shadows for blobs.
 */
#define SHADOW_TENTHS 6
#define SHADOW_LEVEL 10
/* Margins around the outline of a disc at rest, mm, chosen by hand:
 *
 *  - the cells within OWNED_MARGIN_MM, where the disc's wall and shadow are,
 *    belong to the disc;
 *  - the colour of the board near the disc is measured up to BOARD_MARGIN_MM;
 *  - the change of the disc's place is measured up to CHANGED_MARGIN_MM. */
#define OWNED_MARGIN_MM 6.0
#define BOARD_MARGIN_MM 11.0
#define CHANGED_MARGIN_MM 2.0
/* A blob has a foreground fraction of at least MIN_FOREGROUND within a disc's
 * circle, and the foreground fraction of the ring around it is at most
 * MAX_RING_RATIO times that. Chosen by hand: a fast disc is blurred and has a
 * low fraction, whereas a hand or an arm has foreground all round. Stricter
 * limits lose fast discs, looser ones detect blobs in hands. */
#define MIN_FOREGROUND 0.45F
#define MAX_RING_RATIO 0.62F
/* The inner and outer radius of the ring around a blob, and of a far ring, in
 * disc radii. If the far ring is empty, no other disc is beside the blob. */
#define RING_FROM 1.25
#define RING_TO 1.6
#define FAR_RING_FROM 2.15
#define FAR_RING_TO 2.6
/* A blob is alone if less than this fraction of its far ring is foreground. */
#define MAX_FAR_RING 0.06F
/* The centroid of a blob is computed over a circle of this radius, in disc
 * radii. If the blob is alone the circle includes the disc's wall; otherwise it
 * is smaller, so that it excludes what is beside the blob. */
#define ALONE_RADII 1.5
#define BESIDE_RADII 1.1
/* A disc's colour is the mean over a square. This is half the square's side, in
 * disc radii: the square is inside the disc's face even if the measured centre
 * is a little wrong. */
#define COLOUR_RADII 0.45
/* Two blobs are at least this far apart, in disc radii; touching discs are 2.
 */
#define SEPARATION_RADII 1.7
/* Largest number of rows of a circle above its centre. */
#define MAX_ROWS 64

/* A filled circle of cells. half[i + rows] is half its width in the row i below
 * the centre. */
typedef struct circle {
    int rows; /* rows above, and below, the centre */
    int n;    /* number of cells */
    int half[2 * MAX_ROWS + 1];
} circle;

typedef struct cell {
    uint16_t x, y; /* its pixel; MISSING: outside the picture */
} cell;
#define MISSING UINT16_MAX

struct crok_blob_detector {
    crok_camera full_camera;
    double scale, disc_mm, disc_height_mm;
    crok_vec3 camera_mm;
    double half_mm, step_mm;
    int n;               /* cells along a side of the grid */
    int w_px, h_px;      /* size of the frames; 0: no background yet */
    cell *cell;          /* n x n */
    uint8_t *now;        /* n x n x 3: RGB of the frame */
    uint8_t *background; /* n x n x 3: RGB of the background */
    uint8_t *bare;  /* n x n x 3: RGB of the background with its discs erased */
    uint8_t *owner; /* n x n: 1 + the index of the disc that the cell belongs
                       to; 0: none */
    uint8_t *foreground;    /* n x n: 0..255 */
    int32_t *row_sum;       /* n x (n + 1): running sums of each row of
                               `foreground` */
    float *disc_foreground; /* n x n: mean foreground of the disc's circle about
                               each cell, 0..1 */
    int full_level;
    int n_colours; /* of the discs in play */
    uint8_t colour[CROK_MAX_SIDES][3];
    int n_discs;
    crok_mm disc[CROK_MAX_DISCS];
    circle disc_circle, ring_from, ring_to, far_ring_from, far_ring_to;
};

/* ---- the grid ---- */

static circle circle_of(double r_cells)
{
    circle c = {.rows = (int)fmin(floor(r_cells), MAX_ROWS)};
    for (int i = -c.rows; i <= c.rows; i++) {
        int half = (int)floor(sqrt(r_cells * r_cells - i * i));
        c.half[i + c.rows] = half;
        c.n += 2 * half + 1;
    }
    return c;
}

static crok_mm mm_of(const crok_blob_detector *l, double ix, double iy)
{
    return (crok_mm){ix * l->step_mm - l->half_mm,
                     iy * l->step_mm - l->half_mm};
}

static double cells_of(const crok_blob_detector *l, double mm)
{
    return (mm + l->half_mm) / l->step_mm;
}

static bool allocate(crok_blob_detector *l)
{
    size_t n = (size_t)l->n * (size_t)l->n;
    l->cell = malloc(n * sizeof *l->cell);
    l->now = malloc(3 * n);
    l->background = malloc(3 * n);
    l->bare = malloc(3 * n);
    l->owner = malloc(n);
    l->foreground = malloc(n);
    l->row_sum = malloc((n + (size_t)l->n) * sizeof *l->row_sum);
    l->disc_foreground = malloc(n * sizeof *l->disc_foreground);
    return l->cell != NULL && l->now != NULL && l->background != NULL &&
           l->bare != NULL && l->owner != NULL && l->foreground != NULL &&
           l->row_sum != NULL && l->disc_foreground != NULL;
}

void crok_blob_detector_set_disc(crok_blob_detector *l, double disc_mm)
{
    double r = disc_mm / l->step_mm;
    l->disc_mm = disc_mm;
    l->disc_circle = circle_of(r);
    l->ring_from = circle_of(RING_FROM * r);
    l->ring_to = circle_of(RING_TO * r);
    l->far_ring_from = circle_of(FAR_RING_FROM * r);
    l->far_ring_to = circle_of(FAR_RING_TO * r);
}

crok_status crok_blob_detector_new(const crok_board_pose *pose, double scale,
                                   crok_blob_detector **out, crok_err *err)
{
    double px_mm = scale / crok_camera_px_per_mm(&pose->camera);
    crok_blob_detector *l = calloc(1, sizeof *l);
    if (l == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a tracker");
    l->full_camera = pose->camera;
    l->camera_mm = crok_camera_centre(&pose->camera);
    l->scale = scale;
    l->disc_height_mm = pose->board.disc_height_mm;
    l->half_mm = GRID_RADII * pose->board.line_mm[CROK_LINE_OUTER];
    l->step_mm = fmin(fmax(px_mm, MIN_STEP_MM), MAX_STEP_MM);
    l->n = (int)(2.0 * l->half_mm / l->step_mm) + 1;
    crok_blob_detector_set_disc(l, pose->board.disc_mm);
    if (!allocate(l)) {
        crok_blob_detector_free(&l);
        return crok_fail(err, CROK_ENOMEM, "no memory for a tracker");
    }
    *out = l;
    return CROK_OK;
}

void crok_blob_detector_free(crok_blob_detector **detector)
{
    crok_blob_detector *l = *detector;
    if (l == NULL)
        return;
    free(l->cell);
    free(l->now);
    free(l->background);
    free(l->bare);
    free(l->owner);
    free(l->foreground);
    free(l->row_sum);
    free(l->disc_foreground);
    free(l);
    *detector = NULL;
}

/* Compute which pixel each cell shows. */
static void map_cells(crok_blob_detector *l, int w_px, int h_px)
{
    crok_camera cam =
        crok_camera_rescaled(&l->full_camera, l->scale, w_px, h_px);
    for (int iy = 0; iy < l->n; iy++)
        for (int ix = 0; ix < l->n; ix++) {
            crok_mm p = mm_of(l, ix, iy);
            crok_px q = crok_camera_project(
                &cam, (crok_vec3){p.x, p.y, l->disc_height_mm});
            cell *c = &l->cell[iy * l->n + ix];
            *c = (cell){MISSING, MISSING};
            if (q.x >= -0.5 && q.y >= -0.5 && q.x < w_px - 0.5 &&
                q.y < h_px - 0.5)
                *c = (cell){(uint16_t)lround(fabs(q.x)),
                            (uint16_t)lround(fabs(q.y))};
        }
    l->w_px = w_px;
    l->h_px = h_px;
}

static void sample(const crok_blob_detector *l, const crok_image *img,
                   uint8_t *out)
{
    int n = l->n * l->n;
    for (int i = 0; i < n; i++, out += 3) {
        const uint8_t *p = NULL;
        if (l->cell[i].x == MISSING) {
            memset(out, 0, 3);
            continue;
        }
        p = img->data + l->cell[i].y * img->stride_bytes + 3 * l->cell[i].x;
        out[0] = p[0];
        out[1] = p[1];
        out[2] = p[2];
    }
}

void crok_blob_detector_rescale(crok_blob_detector *l, double k)
{
    l->full_camera.t_mm = crok_vec3_scale(l->full_camera.t_mm, k);
    l->camera_mm = crok_vec3_scale(l->camera_mm, k);
    l->half_mm *= k;
    l->step_mm *= k;
    for (int i = 0; i < l->n_discs; i++)
        l->disc[i] = (crok_mm){k * l->disc[i].x, k * l->disc[i].y};
}

/* ---- the background ---- */

typedef struct box {
    int x0, y0, x1, y1; /* cells, inclusive */
} box;

static box box_of(const crok_blob_detector *l, crok_mm at, double r_mm)
{
    int hi = l->n - 1;
    double x = cells_of(l, at.x);
    double y = cells_of(l, at.y);
    double r = r_mm / l->step_mm;
    return (box){(int)fmax(0.0, ceil(x - r)), (int)fmax(0.0, ceil(y - r)),
                 (int)fmin(hi, floor(x + r)), (int)fmin(hi, floor(y + r))};
}

/* Half of the shift between a disc's top and bottom circle, as they appear on
 * the grid, that is, projected into the plane of the top faces. With the disc's
 * height h and position x, the camera's height Z and the point c of the board
 * below the camera, the bottom circle appears shifted by h (c - x) / Z. The
 * centroid of the whole disc, with its wall, is shifted by half of that. */
static crok_mm wall_shift(const crok_blob_detector *l, crok_mm at)
{
    double k = 0.5 * l->disc_height_mm / l->camera_mm.z;
    return (crok_mm){k * (l->camera_mm.x - at.x), k * (l->camera_mm.y - at.y)};
}

static void assign_cells(crok_blob_detector *l, int i)
{
    crok_mm s = wall_shift(l, l->disc[i]);
    crok_mm at = {l->disc[i].x + s.x, l->disc[i].y + s.y};
    double reach = l->disc_mm + OWNED_MARGIN_MM;
    box b = box_of(l, at, reach);
    for (int y = b.y0; y <= b.y1; y++)
        for (int x = b.x0; x <= b.x1; x++) {
            crok_mm p = mm_of(l, x, y);
            uint8_t *owner = &l->owner[y * l->n + x];
            if (crok_mm_apart(p, at) <= reach &&
                (*owner == 0 || crok_mm_apart(p, l->disc[i]) <
                                    crok_mm_apart(p, l->disc[*owner - 1])))
                *owner = (uint8_t)(i + 1);
        }
}

static int by_value(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

/* Get the median colour of the board around a disc. Returns false if no board
 * is visible there. */
static bool board_colour_near(const crok_blob_detector *l, int i,
                              uint8_t rgb[3])
{
    enum { MOST = 1024 };
    static const double more = BOARD_MARGIN_MM;
    uint8_t v[3][MOST];
    int n = 0;
    box b = box_of(l, l->disc[i], l->disc_mm + more);
    for (int y = b.y0; y <= b.y1; y++)
        for (int x = b.x0; x <= b.x1 && n < MOST; x++) {
            const uint8_t *q = &l->background[3 * (y * l->n + x)];
            if (l->owner[y * l->n + x] != 0 ||
                crok_mm_apart(mm_of(l, x, y), l->disc[i]) > l->disc_mm + more)
                continue;
            for (int c = 0; c < 3; c++)
                v[c][n] = q[c];
            n++;
        }
    for (int c = 0; n > 0 && c < 3; c++) {
        qsort(v[c], (size_t)n, 1, by_value);
        rgb[c] = v[c][n / 2];
    }
    return n > 0;
}

static void erase_disc(crok_blob_detector *l, int i)
{
    uint8_t rgb[3] = {0};
    box b = box_of(l, l->disc[i], l->disc_mm + 2.0 * OWNED_MARGIN_MM);
    if (!board_colour_near(l, i, rgb))
        return;
    for (int y = b.y0; y <= b.y1; y++)
        for (int x = b.x0; x <= b.x1; x++)
            if (l->owner[y * l->n + x] == i + 1)
                memcpy(&l->bare[3 * (y * l->n + x)], rgb, 3);
}

void crok_blob_detector_set_colours(crok_blob_detector *l, uint8_t rgb[][3],
                                    int n)
{
    l->n_colours = n < CROK_MAX_SIDES ? n : CROK_MAX_SIDES;
    memcpy(l->colour, rgb, (size_t)l->n_colours * sizeof *l->colour);
}

/* The largest difference of a channel of two colours. */
static inline int largest_difference(const uint8_t *p, const uint8_t *q)
{
    int d = abs(p[0] - q[0]);
    int g = abs(p[1] - q[1]);
    int b = abs(p[2] - q[2]);
    d = d > g ? d : g;
    return d > b ? d : b;
}

/* The mean colour of the surface without its discs. */
static void surface_colour(const crok_blob_detector *l, uint8_t rgb[3])
{
    double reach = SURFACE_RADII / GRID_RADII * l->half_mm;
    box b = box_of(l, (crok_mm){0.0, 0.0}, reach);
    unsigned sum[3] = {0};
    unsigned n = 0;
    for (int y = b.y0; y <= b.y1; y++)
        for (int x = b.x0; x <= b.x1; x++, n++)
            for (int c = 0; c < 3; c++)
                sum[c] += l->bare[3 * (y * l->n + x) + c];
    for (int c = 0; c < 3; c++)
        rgb[c] = (uint8_t)(n == 0 ? 0 : sum[c] / n);
}

/* The level from which on a cell is fully foreground. */
static int full_level_of(const crok_blob_detector *l)
{
    uint8_t board[3];
    int level = FULL_LEVEL;
    surface_colour(l, board);
    for (int i = 0; i < l->n_colours; i++) {
        int d = (int)(FULL_PART * largest_difference(l->colour[i], board));
        level = d < level ? d : level;
    }
    return level > LEAST_FULL_LEVEL ? level : LEAST_FULL_LEVEL;
}

crok_status crok_blob_detector_set_background(crok_blob_detector *l,
                                              const crok_image *img,
                                              const crok_rest_sight *rest,
                                              crok_err *err)
{
    size_t n = (size_t)l->n * (size_t)l->n;
    if (img->format != CROK_RGB8 || img->w_px >= MISSING ||
        img->h_px >= MISSING)
        return crok_fail(err, CROK_EARG, "tracker: give it RGB frames");
    if (img->w_px != l->w_px || img->h_px != l->h_px)
        map_cells(l, img->w_px, img->h_px);
    sample(l, img, l->background);
    memcpy(l->bare, l->background, 3 * n);
    memset(l->owner, 0, n);
    l->n_discs = rest->n;
    for (int i = 0; i < rest->n; i++) {
        l->disc[i] = rest->disc[i].at;
        assign_cells(l, i);
    }
    for (int i = 0; i < rest->n; i++)
        erase_disc(l, i);
    l->full_level = full_level_of(l);
    return CROK_OK;
}

/* ---- a frame ---- */

/* Can the colour p be that of the background q in shadow? P and Q are the sums
 * of the channels of p and q. It can if P < Q, P >= (SHADOW_TENTHS / 10) Q, and
 * |p_c - q_c P / Q| <= SHADOW_LEVEL for each channel c. */
static bool is_shadow(const uint8_t *p, const uint8_t *q)
{
    int sp = p[0] + p[1] + p[2];
    int sq = q[0] + q[1] + q[2];
    if (sp >= sq || 10 * sp < SHADOW_TENTHS * sq)
        return false;
    for (int c = 0; c < 3; c++)
        if (abs(p[c] * sq - q[c] * sp) > SHADOW_LEVEL * sq)
            return false;
    return true;
}

/* The foreground value, 0..255, of a cell with the colour p on the background
 * q. With d, the largest difference of a channel, it is 255 (d - noise) /
 * (full - noise), limited to 0..255, and 0 in shadow. */
static inline uint8_t foreground_of(const uint8_t *p, const uint8_t *q,
                                    int noise, int full)
{
    int d = largest_difference(p, q);
    if (d <= noise || is_shadow(p, q))
        return 0;
    if (d >= full)
        return 255;
    return (uint8_t)(255 * (d - noise) / (full - noise));
}

static uint8_t percent_changed(const crok_blob_detector *l, int i)
{
    double reach = l->disc_mm + CHANGED_MARGIN_MM;
    box b = box_of(l, l->disc[i], reach);
    int n = 0;
    int changed = 0;
    for (int y = b.y0; y <= b.y1; y++)
        for (int x = b.x0; x <= b.x1; x++) {
            int k = y * l->n + x;
            if (crok_mm_apart(mm_of(l, x, y), l->disc[i]) > reach)
                continue;
            n++;
            changed += foreground_of(&l->now[3 * k], &l->background[3 * k],
                                     NOISE_LEVEL, l->full_level) > 0;
        }
    if (n == 0)
        return 0;
    return (uint8_t)(100 * changed / n);
}

static void subtract_background(crok_blob_detector *l,
                                const crok_frame_blobs *g)
{
    bool away[CROK_MAX_DISCS + 1] = {false};
    for (int i = 0; i < l->n_discs; i++)
        away[i + 1] = g->changed[i] >= CROK_BLOB_STILL;
    for (int y = 0; y < l->n; y++) {
        int32_t *sum = &l->row_sum[y * (l->n + 1)];
        sum[0] = 0;
        for (int x = 0; x < l->n; x++) {
            int k = y * l->n + x;
            const uint8_t *p = &l->now[3 * k];
            l->foreground[k] =
                away[l->owner[k]]
                    ? foreground_of(p, &l->bare[3 * k], BARE_NOISE_LEVEL,
                                    l->full_level)
                    : foreground_of(p, &l->background[3 * k], NOISE_LEVEL,
                                    l->full_level);
            sum[x + 1] = sum[x] + l->foreground[k];
        }
    }
}

/* ---- blobs ---- */

/* The sum of `foreground` over a circle about a cell, clipped at the grid's
 * edge. */
static int32_t sum_over(const crok_blob_detector *l, const circle *c, int x,
                        int y)
{
    int32_t s = 0;
    for (int i = -c->rows; i <= c->rows; i++) {
        const int32_t *row = NULL;
        int half = c->half[i + c->rows];
        int x0 = x - half > 0 ? x - half : 0;
        int x1 = x + half < l->n - 1 ? x + half : l->n - 1;
        if (y + i < 0 || y + i >= l->n)
            continue;
        row = &l->row_sum[(y + i) * (l->n + 1)];
        s += row[x1 + 1] - row[x0];
    }
    return s;
}

static float ring_fraction(const crok_blob_detector *l, const circle *from,
                           const circle *to, int x, int y)
{
    int32_t s = sum_over(l, to, x, y) - sum_over(l, from, x, y);
    return (float)s / (255.0F * (float)(to->n - from->n));
}

/* Fill disc_foreground: for each cell, the foreground fraction of a disc's
 * circle about the cell. It is set to 0 if it is below MIN_FOREGROUND or if the
 * cell itself is not foreground. */
static void average_over_discs(crok_blob_detector *l)
{
    for (int y = 0; y < l->n; y++)
        for (int x = 0; x < l->n; x++) {
            int k = y * l->n + x;
            float f = 0.0F;
            if (l->foreground[k] > 0)
                f = (float)sum_over(l, &l->disc_circle, x, y) /
                    (255.0F * (float)l->disc_circle.n);
            l->disc_foreground[k] = f >= MIN_FOREGROUND ? f : 0.0F;
        }
}

static bool is_peak(const crok_blob_detector *l, int x, int y)
{
    int k = y * l->n + x;
    float f = l->disc_foreground[k];
    if (f <= 0.0F || x < 1 || y < 1 || x > l->n - 2 || y > l->n - 2)
        return false;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            float o = l->disc_foreground[k + dy * l->n + dx];
            if (o > f || (o == f && (dy < 0 || (dy == 0 && dx < 0))))
                return false;
        }
    return true;
}

/* The centroid of the foreground within r_mm of a position. */
static crok_mm centroid(const crok_blob_detector *l, crok_mm at, double r_mm)
{
    box b = box_of(l, at, r_mm);
    double sx = 0.0;
    double sy = 0.0;
    double s = 0.0;
    for (int iy = b.y0; iy <= b.y1; iy++)
        for (int ix = b.x0; ix <= b.x1; ix++) {
            crok_mm p = mm_of(l, ix, iy);
            double w = l->foreground[iy * l->n + ix];
            if (crok_mm_apart(p, at) > r_mm)
                continue;
            s += w;
            sx += w * p.x;
            sy += w * p.y;
        }
    return s > 0.0 ? (crok_mm){sx / s, sy / s} : at;
}

static void colour_at(const crok_blob_detector *l, const uint8_t *cells,
                      crok_mm at, uint8_t rgb[3])
{
    box b = box_of(l, at, COLOUR_RADII * l->disc_mm);
    int sum[3] = {0};
    int n = 0;
    for (int y = b.y0; y <= b.y1; y++)
        for (int x = b.x0; x <= b.x1; x++, n++)
            for (int c = 0; c < 3; c++)
                sum[c] += cells[3 * (y * l->n + x) + c];
    for (int c = 0; n > 0 && c < 3; c++)
        rgb[c] = (uint8_t)(sum[c] / n);
}

/* Add a blob. If it is too near to another blob for two discs, only the one
 * with more foreground is kept (non-maximum suppression). */
static void add_blob(const crok_blob_detector *l, crok_frame_blobs *g,
                     const crok_blob *b)
{
    int i = 0;
    while (i < g->n &&
           crok_mm_apart(g->blob[i].at, b->at) >= SEPARATION_RADII * l->disc_mm)
        i++;
    if (i < g->n && g->blob[i].foreground >= b->foreground)
        return;
    if (i == g->n && g->n == CROK_MAX_BLOBS)
        return;
    g->n += i == g->n;
    g->blob[i] = *b;
}

static void measure_blob(const crok_blob_detector *l, int x, int y,
                         crok_frame_blobs *g)
{
    crok_blob b = {.foreground = l->disc_foreground[y * l->n + x]};
    crok_mm shift = {0.0, 0.0};
    bool is_alone = ring_fraction(l, &l->far_ring_from, &l->far_ring_to, x, y) <
                    MAX_FAR_RING;
    b.ring_foreground = ring_fraction(l, &l->ring_from, &l->ring_to, x, y);
    if (b.ring_foreground > MAX_RING_RATIO * b.foreground)
        return;
    b.at = centroid(l, mm_of(l, x, y),
                    (is_alone ? ALONE_RADII : BESIDE_RADII) * l->disc_mm);
    if (is_alone) /* the first peak of a blurred disc may be far from its
                     centre */
        b.at = centroid(l, b.at, ALONE_RADII * l->disc_mm);
    shift = wall_shift(l, b.at);
    b.at.x -= shift.x;
    b.at.y -= shift.y;
    colour_at(l, l->now, b.at, b.rgb);
    add_blob(l, g, &b);
}

crok_status crok_blob_detector_detect(crok_blob_detector *l,
                                      const crok_image *img,
                                      crok_frame_blobs *out, crok_err *err)
{
    if (img->format != CROK_RGB8 || l->w_px == 0 || img->w_px != l->w_px ||
        img->h_px != l->h_px)
        return crok_fail(err, CROK_EARG,
                         "tracker: frames must be RGB and as large as the "
                         "background picture");
    out->n = 0;
    sample(l, img, l->now);
    for (int i = 0; i < l->n_discs; i++)
        out->changed[i] = percent_changed(l, i);
    subtract_background(l, out);
    average_over_discs(l);
    for (int y = 1; y < l->n - 1; y++)
        for (int x = 1; x < l->n - 1; x++)
            if (is_peak(l, x, y))
                measure_blob(l, x, y, out);
    return CROK_OK;
}

void crok_blob_detector_colour(const crok_blob_detector *l, crok_mm at,
                               uint8_t rgb[3])
{
    colour_at(l, l->background, at, rgb);
}
