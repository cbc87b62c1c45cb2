/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/measure.h"

#include <math.h>

#include "board/board.h"

#define STEP_PX 0.25
#define MAX_STEPS 400
/* A line is found where it differs by this part of the contrast of the colours
 * of line and wood. */
#define FOUND_PART 0.3
#define N_ROUND 32
#define N_ACROSS 8

static double grey(const uint8_t *p)
{
    return (p[0] + p[1] + p[2]) / 3.0;
}

static double grey_at(const crok_image *img, double x, double y)
{
    int ix = (int)floor(x);
    int iy = (int)floor(y);
    double fx = x - ix;
    double fy = y - iy;
    const uint8_t *top = NULL;
    const uint8_t *low = NULL;
    if (ix < 0 || iy < 0 || ix + 1 >= img->w_px || iy + 1 >= img->h_px)
        return (double)NAN;
    top = crok_image_row(img, iy) + 3 * ix;
    low = crok_image_row(img, iy + 1) + 3 * ix;
    return (1.0 - fy) * ((1.0 - fx) * grey(top) + fx * grey(top + 3)) +
           fy * ((1.0 - fx) * grey(low) + fx * grey(low + 3));
}

/* Where along a short way across a line the line is, from `at`, in px; not
 * finite where none is seen. */
static double line_along(const crok_image *img, crok_px at, crok_px way,
                         double contrast, double reach_px)
{
    double x[MAX_STEPS];
    double sorted[MAX_STEPS];
    int n = (int)fmin(2.0 * reach_px / STEP_PX, MAX_STEPS);
    double ground = 0.0;
    double best = 0.0;
    int best_i = -1;
    double sum = 0.0;
    double weight = 0.0;
    for (int i = 0; i < n; i++) {
        double t = -reach_px + i * STEP_PX;
        x[i] = grey_at(img, at.x + t * way.x, at.y + t * way.y);
        sorted[i] = x[i];
        if (!isfinite(x[i]))
            return (double)NAN;
    }
    ground = crok_quantile(sorted, n, 0.5);
    for (int i = 0; i < n; i++)
        if ((x[i] - ground) / contrast > best) {
            best = (x[i] - ground) / contrast;
            best_i = i;
        }
    if (best < FOUND_PART || best > 2.0)
        return (double)NAN;
    for (int i = best_i - 8 < 0 ? 0 : best_i - 8; i < n && i <= best_i + 8;
         i++) {
        double w = fmax((x[i] - ground) / contrast - 0.25 * best, 0.0);
        weight += w;
        sum += w * (-reach_px + i * STEP_PX);
    }
    return sum / weight;
}

/* One place of a line: the point, a point a little across it, and what is seen
 * there. */
static double off_at(const crok_image *img, const crok_camera *cam,
                     const crok_vec3 p[2], double contrast, double reach_px,
                     crok_px *way)
{
    crok_px a = crok_camera_project(cam, p[0]);
    crok_px b = crok_camera_project(cam, p[1]);
    double len = hypot(b.x - a.x, b.y - a.y);
    *way = (crok_px){(b.x - a.x) / len, (b.y - a.y) / len};
    return line_along(img, a, *way, contrast, reach_px);
}

/* Fit the shift and growth of a circle to the offsets e[i] along the normals:
 * e = dx nx + dy ny + dr, with Tukey's weights. */
static void fit_circle(const double *e, const crok_px *normal, int n,
                       crok_sim_off *out)
{
    static const int index[3] = {0, 1, 2};
    enum { ROUNDS = 8 };
    double x[3] = {0.0};
    double reach = 20.0;
    for (int k = 0; k < ROUNDS; k++, reach = fmax(0.6 * reach, 1.5)) {
        crok_lsq q;
        double step[3] = {0.0};
        crok_lsq_reset(&q, 3);
        for (int i = 0; i < n; i++) {
            double jac[3] = {normal[i].x, normal[i].y, 1.0};
            double r = x[0] * normal[i].x + x[1] * normal[i].y + x[2] - e[i];
            crok_lsq_add(&q, index, jac, 3, r, crok_tukey(r / reach, 1.0));
        }
        if (!crok_lsq_step(&q, 0.0, step))
            break;
        for (int i = 0; i < 3; i++)
            x[i] += step[i];
    }
    out->circle = (crok_px){x[0], x[1]};
    out->grown_px = x[2];
}

/* The points at radius r and angle a, and a little farther out or, for a line
 * that leads outwards, farther round. */
static void points_at(double r, double a, bool across, crok_vec3 p[2])
{
    double more_r = across ? 0.0 : 1.0;
    double more_a = across ? 1.0 / r : 0.0;
    p[0] = (crok_vec3){r * cos(a), r * sin(a), 0.0};
    p[1] = (crok_vec3){(r + more_r) * cos(a + more_a),
                       (r + more_r) * sin(a + more_a), 0.0};
}

crok_sim_off crok_sim_measure(const crok_image *img, const crok_camera *camera,
                              const crok_sim_colours *colours, double reach_px)
{
    const crok_board *b = crok_board_tournament();
    double contrast = grey(colours->line) - grey(colours->wood);
    double e[N_ROUND];
    double across[N_ACROSS];
    crok_px normal[N_ROUND];
    crok_px way;
    crok_vec3 p[2];
    int n = 0;
    int n_across = 0;
    crok_sim_off out = {0};
    for (int i = 0; i < N_ROUND; i++) {
        points_at(b->line_mm[CROK_LINE_OUTER],
                  2.0 * CROK_PI * (i + 0.5) / N_ROUND, false, p);
        e[n] = off_at(img, camera, p, contrast, reach_px, &normal[n]);
        n += isfinite(e[n]);
    }
    for (int i = 0; i < N_ACROSS; i++) {
        double part = i % 2 == 0 ? 0.3 : 0.7;
        double r = b->line_mm[CROK_LINE_MIDDLE] * (1.0 - part) +
                   b->line_mm[CROK_LINE_OUTER] * part;
        points_at(r, CROK_PI * (0.25 + 0.5 * (i / 2)), true, p);
        across[n_across] = off_at(img, camera, p, contrast, reach_px, &way) /
                           (r * crok_camera_px_per_mm(camera));
        n_across += isfinite(across[n_across]);
    }
    out.n = n + n_across;
    fit_circle(e, normal, n, &out);
    out.turn_rad = crok_quantile(across, n_across, 0.5);
    return out;
}
