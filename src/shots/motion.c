/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The watched area ends at this distance from the board's centre, in radii of
 * the outer line. It includes the ditch up to the rail. Chosen by hand. */
#define REACH_RADII 1.22
/* See CROK_MOTION_MIN_CHANGE. */
#define NOISE_FACTOR 4.0
/* Motion is detected if more than MIN_CELLS cells have changed and they cover
 * more than MOTION_PART of a disc's area. Chosen by hand. If they are lower,
 * flicker is detected as motion; if higher, slow discs are detected late
 * (test_motion requires that 15 mm/s is detected within 0.42 s). */
#define MOTION_PART 0.20
#define MIN_CELLS 4.0
/* Without a board a disc's diameter is assumed to be this fraction of the
 * picture's longer side. */
#define DISC_OF_PICTURE 0.03
/* The error of the registration of a frame (alignment.h), px. At a cell with
 * the gradient g, levels a px, it changes the grey value by g times this. */
#define REGISTRATION_ERROR_PX 0.3
/* Differences are clipped to this many grey levels when the noise is measured,
 * so that moving objects hardly change it. */
#define NOISE_CLIP 8
/* Weight of a new measurement in the running mean of the noise. */
#define NOISE_RATE 0.05

/* Add the pixels whose distance d from the board's centre is
 * from_mm <= d < to_mm to the list of cells. If cam is NULL, add all pixels. */
static void add_cells(crok_motion_detector *g, const crok_camera *cam,
                      double from_mm, double to_mm)
{
    for (int y = 0; y < g->h_px; y++) {
        for (int x = 0; x < g->w_px; x++) {
            crok_mm m = {0.0, 0.0};
            if (cam != NULL)
                m = crok_camera_unproject(cam, (crok_px){x, y}, 0.0);
            if (cam != NULL &&
                !(hypot(m.x, m.y) >= from_mm && hypot(m.x, m.y) < to_mm))
                continue;
            g->cell[g->n_cells++] = (crok_motion_cell){(uint16_t)x, (uint16_t)y,
                                                       (float)m.x, (float)m.y};
        }
    }
}

crok_status crok_motion_new(int w_px, int h_px, const crok_board_pose *pose,
                            double scale, crok_motion_detector *out,
                            crok_err *err)
{
    crok_motion_detector g = {.w_px = w_px, .h_px = h_px};
    crok_camera cam = {0};
    double outer_mm = 0.0;
    size_t n = (size_t)w_px * (size_t)h_px;
    double r_px = 0.5 * DISC_OF_PICTURE * (w_px > h_px ? w_px : h_px);
    CROK_ASSERT(w_px <= UINT16_MAX && h_px <= UINT16_MAX);
    if (pose != NULL) {
        cam = crok_camera_rescaled(&pose->camera, scale, w_px, h_px);
        outer_mm = pose->board.line_mm[CROK_LINE_OUTER];
        r_px = pose->board.disc_mm * crok_camera_px_per_mm(&cam);
    }
    g.disc_cells = CROK_PI * r_px * r_px;
    g.cell = malloc(n * sizeof *g.cell);
    g.now = malloc(n);
    g.anchor = malloc(n);
    g.kept = malloc(n);
    g.slack = calloc(n, 1);
    if (g.cell == NULL || g.now == NULL || g.anchor == NULL || g.kept == NULL ||
        g.slack == NULL) {
        crok_motion_free(&g);
        return crok_fail(err, CROK_ENOMEM, "no memory to watch the board");
    }
    add_cells(&g, pose == NULL ? NULL : &cam, 0.0,
              CROK_MOTION_INNER * outer_mm);
    g.n_inner = g.n_cells;
    if (pose != NULL)
        add_cells(&g, &cam, CROK_MOTION_INNER * outer_mm,
                  REACH_RADII * outer_mm);
    *out = g;
    return CROK_OK;
}

void crok_motion_free(crok_motion_detector *motion)
{
    free(motion->cell);
    free(motion->now);
    free(motion->anchor);
    free(motion->kept);
    free(motion->slack);
    memset(motion, 0, sizeof *motion);
}

void crok_motion_rescale(crok_motion_detector *g, double k)
{
    for (int i = 0; i < g->n_cells; i++) {
        g->cell[i].x_mm *= (float)k;
        g->cell[i].y_mm *= (float)k;
    }
}

/* Copy the cells' grey values of a picture into one array, so that the
 * compiler can vectorise the loops over them. */
static void sample(crok_motion_detector *g, const crok_image *luma)
{
    for (int i = 0; i < g->n_cells; i++)
        g->now[i] = crok_motion_value(g, luma, i);
}

static void set_anchor(crok_motion_detector *g, int from, int to)
{
    memcpy(g->anchor + from, g->now + from, (size_t)(to - from));
}

/* Update the noise from all cells. Moving objects cover few of the cells and
 * change the mean little. */
static void update_noise(crok_motion_detector *g)
{
    const uint8_t *restrict now = g->now, *restrict was = g->anchor;
    unsigned sum = 0;
    double mean = 0.0;
    for (int i = 0; i < g->n_cells; i++) {
        int d = abs(now[i] - was[i]);
        sum += (unsigned)(d < NOISE_CLIP ? d : NOISE_CLIP);
    }
    mean = g->n_cells > 0 ? (double)sum / g->n_cells : 0.0;
    g->noise += (g->noise > 0.0 ? NOISE_RATE : 1.0) * (mean - g->noise);
}

/* The change that noise does not cause, grey levels. */
static double limit_of(const crok_motion_detector *g)
{
    return CROK_MOTION_MIN_CHANGE + NOISE_FACTOR * g->noise;
}

/* The number of cells that differ from the reference by more than noise. */
static int changed_cells(const crok_motion_detector *g,
                         const uint8_t *restrict reference, int from, int to)
{
    const uint8_t *restrict now = g->now;
    const uint8_t *restrict slack = g->slack;
    int limit = (int)floor(limit_of(g));
    int n = 0;
    for (int i = from; i < to; i++)
        n += abs(now[i] - reference[i]) > limit + slack[i];
    return n;
}

bool crok_motion_look(crok_motion_detector *g, const crok_image *luma)
{
    double most = fmax(MOTION_PART * g->disc_cells, MIN_CELLS);
    CROK_ASSERT(luma->w_px == g->w_px && luma->h_px == g->h_px);
    sample(g, luma);
    g->inner_moves =
        !g->has_anchor || changed_cells(g, g->anchor, 0, g->n_inner) > most;
    g->rim_moves = !g->has_anchor ||
                   changed_cells(g, g->anchor, g->n_inner, g->n_cells) > most;
    return g->inner_moves || g->rim_moves;
}

int64_t crok_motion_take(crok_motion_detector *g, int64_t t_ns)
{
    if (g->has_anchor)
        update_noise(g);
    if (g->inner_moves) {
        set_anchor(g, 0, g->n_inner);
        g->still_ns = t_ns;
    }
    if (g->rim_moves) {
        set_anchor(g, g->n_inner, g->n_cells);
        g->rim_ns = t_ns;
    }
    g->has_anchor = true;
    return t_ns - g->still_ns;
}

int64_t crok_motion_feed(crok_motion_detector *g, const crok_image *luma,
                         int64_t t_ns)
{
    (void)crok_motion_look(g, luma);
    return crok_motion_take(g, t_ns);
}

static void set_slack(crok_motion_detector *g, const crok_image *luma)
{
    for (int i = 0; i < g->n_cells; i++) {
        const crok_motion_cell *c = &g->cell[i];
        const uint8_t *p = crok_image_row(luma, c->y) + c->x;
        double gx = 0.0;
        double gy = 0.0;
        if (c->x > 0 && c->x + 1 < g->w_px)
            gx = 0.5 * (p[1] - p[-1]);
        if (c->y > 0 && c->y + 1 < g->h_px)
            gy = 0.5 * (p[luma->stride_bytes] - *(p - luma->stride_bytes));
        g->slack[i] =
            (uint8_t)fmin(255.0, REGISTRATION_ERROR_PX * hypot(gx, gy));
    }
}

void crok_motion_keep(crok_motion_detector *g, const crok_image *luma)
{
    set_slack(g, luma);
    sample(g, luma);
    memcpy(g->kept, g->now, (size_t)g->n_cells);
    g->has_kept = true;
}

bool crok_motion_is_as_kept(crok_motion_detector *g, const crok_image *luma)
{
    if (!g->has_kept)
        return false;
    sample(g, luma);
    return changed_cells(g, g->kept, 0, g->n_cells) <= (int)MIN_CELLS;
}
