/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A disc and its shadow change the picture within this distance of the disc's
 * centre, mm. A disc's radius is about 16 mm. Chosen by hand. If it is smaller,
 * shadows count as foreign; if larger, a hand beside a disc is missed. */
#define DISC_REACH_MM 38.0
/* A cell is foreign if it differs by more than FOREIGN_LEVELS grey levels plus
 * FOREIGN_PART of its reference value. Chosen by hand. If they are lower, soft
 * shadows count as foreign; if higher, a hand that is as bright as the board is
 * missed. */
#define FOREIGN_LEVELS 14.0
#define FOREIGN_PART 0.12

/* The rim has changed if the cells that differ by more than FOREIGN_LEVELS
 * cover more than this fraction of a disc's area. Chosen by hand. */
#define RIM_PART 0.3
/* A cell of a disc's face has changed if it differs by more than
 * CHANGED_LEVELS grey levels plus CHANGED_PART of its reference value. Chosen
 * by hand. If they are lower, noise and shade count as changes; if higher,
 * another disc of a similar grey is missed. */
#define CHANGED_LEVELS 7.0
#define CHANGED_PART 0.05

/* The face is sampled up to this part of its radius, on a grid of so many steps
 * from its centre. */
#define FACE_PART 0.8
#define FACE_STEPS 4

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

/* The median of the cells' ratios, from a histogram with bins of 1/64. */
double crok_light_since(const crok_motion_detector *g, const uint8_t *reference,
                        const crok_image *now)
{
    enum { BINS = 256, PER_UNIT = 64 };
    int bin[BINS] = {0};
    int n = 0;
    int sum = 0;
    for (int i = 0; i < g->n_cells; i++) {
        int v = crok_motion_value(g, now, i);
        int k = v * PER_UNIT / (reference[i] + 1);
        bin[k < BINS ? k : BINS - 1]++;
        n++;
    }
    for (int k = 0; k < BINS; k++) {
        sum += bin[k];
        if (2 * sum >= n)
            return (k + 0.5) / PER_UNIT;
    }
    return 1.0;
}

bool crok_rim_differs(const crok_motion_detector *g, const uint8_t *reference,
                      const crok_image *now)
{
    int n = 0;
    for (int i = g->n_inner; i < g->n_cells; i++) {
        int v = crok_motion_value(g, now, i);
        n += abs(v - (int)reference[i]) > FOREIGN_LEVELS;
    }
    return n > RIM_PART * g->disc_cells;
}

double crok_changed_part(const crok_motion_detector *g,
                         const uint8_t *reference, const crok_image *now,
                         double light, crok_mm at, double radius_mm)
{
    int n = 0;
    int changed = 0;
    for (int i = 0; i < g->n_cells; i++) {
        const crok_motion_cell *c = &g->cell[i];
        double v = 0.0;
        double was = light * reference[i];
        if (hypot(at.x - (double)c->x_mm, at.y - (double)c->y_mm) > radius_mm)
            continue;
        v = crok_motion_value(g, now, i);
        n++;
        changed += fabs(v - was) > CHANGED_LEVELS + CHANGED_PART * was +
                                       (g->is_displaced ? g->slack[i] : 0);
    }
    return n > 0 ? (double)changed / n : 1.0;
}

/* Mean colour over a disc's face; false: a part is outside the picture. */
static bool mean_colour(const crok_colour_view *view, crok_mm at,
                        double height_mm, double radius_mm, double rgb[3])
{
    int n = 0;
    rgb[0] = rgb[1] = rgb[2] = 0.0;
    for (int y = -FACE_STEPS; y <= FACE_STEPS; y++)
        for (int x = -FACE_STEPS; x <= FACE_STEPS; x++) {
            double step = FACE_PART * radius_mm / FACE_STEPS;
            float v[3] = {0.0F};
            crok_px p;
            if (x * x + y * y > FACE_STEPS * FACE_STEPS)
                continue;
            p = crok_camera_project(
                view->camera,
                (crok_vec3){at.x + step * x, at.y + step * y, height_mm});
            if (!crok_image_sample(view->rgb, p.x, p.y, v))
                return false;
            for (int c = 0; c < 3; c++)
                rgb[c] += (double)v[c];
            n++;
        }
    for (int c = 0; c < 3; c++)
        rgb[c] /= n;
    return true;
}

double crok_chroma_change(const crok_colour_view *was,
                          const crok_colour_view *now, crok_mm at,
                          double height_mm, double radius_mm)
{
    double a[3];
    double b[3];
    double most = 0.0;
    double gain = 1.0;
    if (!mean_colour(was, at, height_mm, radius_mm, a) ||
        !mean_colour(now, at, height_mm, radius_mm, b))
        return 0.0;
    gain = (b[0] + b[1] + b[2] + 1.0) / (a[0] + a[1] + a[2] + 1.0);
    for (int c = 0; c < 3; c++)
        most = fmax(most, fabs(b[c] - gain * a[c]));
    return most;
}

static bool differs(double v, double was)
{
    return fabs(v - was) > FOREIGN_LEVELS + FOREIGN_PART * was;
}

double crok_foreign_discs(const crok_motion_detector *g,
                          crok_cell_references reference, const crok_image *now,
                          const crok_rest_sight *a, const crok_rest_sight *b,
                          double within_mm)
{
    double light = crok_light_since(g, reference.last, now);
    double light_first = crok_light_since(g, reference.first, now);
    int n = 0;
    for (int i = 0; i < g->n_cells; i++) {
        const crok_motion_cell *c = &g->cell[i];
        crok_mm at = {(double)c->x_mm, (double)c->y_mm};
        double v = crok_motion_value(g, now, i);
        n +=
            differs(v, light * reference.last[i]) &&
            differs(v, light_first * reference.first[i]) &&
            (reference.expected == NULL || differs(v, reference.expected[i])) &&
            hypot((double)c->x_mm, (double)c->y_mm) < within_mm &&
            !crok_rest_is_near(a, at, DISC_REACH_MM) &&
            !crok_rest_is_near(b, at, DISC_REACH_MM);
    }
    return n / fmax(g->disc_cells, 1.0);
}
