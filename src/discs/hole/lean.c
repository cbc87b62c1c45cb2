/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/hole/lean.h"

#include <math.h>

#include "core/linalg.h"
#include "discs/colour.h"

/* The circles tried: so far from the hole's middle, as parts of the disc's
 * radius, in so many directions. */
#define NEAREST 0.28
#define FARTHEST 0.66
#define N_FAR 5
#define N_WAYS 24
/* Where a leaning disc's outline lies widest, as a part of its height. */
#define HEIGHT_FRAC 0.3
/* Looked at inside and outside of the outline: parts of its radius, as far
 * apart as the roundings of an edge are wide. */
#define INSIDE 0.90
#define OUTSIDE 1.12
#define N_OUTLINE 24
/* Places on the face, a ring within the other. */
#define N_FACE 12
#define FACE_IN 0.35
#define FACE_OUT 0.65
/* The outline is over the board this far beyond the hole's edge, mm, and not
 * another's there: in so many directions at least. */
#define BEYOND_MM 2.5
#define LEAST_BEYOND 5
/* Colours nearer than this, grey levels, are alike. */
#define ALIKE 12.0

/* The hole and what is about it, seen from above, 1 mm a step. */
#define HALF 32
#define WIDTH (2 * HALF + 1)
typedef struct patch {
    float v[WIDTH][WIDTH][3];
} patch;

static bool read_patch(const crok_image *img, const crok_camera *cam,
                       double z_mm, patch *out)
{
    for (int j = 0; j < WIDTH; j++) {
        for (int i = 0; i < WIDTH; i++) {
            crok_px p =
                crok_camera_project(cam, (crok_vec3){i - HALF, j - HALF, z_mm});
            if (!crok_image_sample(img, p.x, p.y, out->v[j][i]))
                return false;
        }
    }
    return true;
}

/* The step nearest to a place. */
static crok_rgb colour_at(const patch *p, crok_mm from, double r_mm, double a)
{
    const float *v = p->v[lround(from.y + r_mm * sin(a)) + HALF]
                         [lround(from.x + r_mm * cos(a)) + HALF];
    return crok_rgb_of(v);
}

/* The face's colour, if a disc is there: the medians of its places. */
static crok_rgb face_of(const patch *p, crok_mm at, double disc_mm)
{
    double v[3][N_FACE];
    for (int i = 0; i < N_FACE; i++) {
        double frac = i % 2 == 0 ? FACE_IN : FACE_OUT;
        crok_rgb c =
            colour_at(p, at, frac * disc_mm, 2.0 * CROK_PI * i / N_FACE);
        v[0][i] = c.r;
        v[1][i] = c.g;
        v[2][i] = c.b;
    }
    return crok_rgb_quantile(v[0], v[1], v[2], N_FACE, 0.5);
}

/* How plainly what is inside is the face, and what is outside is not: 0..1. */
static double edge_at(const patch *p, crok_mm at, double disc_mm, double a,
                      crok_rgb face)
{
    double in = crok_rgb_apart(colour_at(p, at, INSIDE * disc_mm, a), face);
    double out = crok_rgb_apart(colour_at(p, at, OUTSIDE * disc_mm, a), face);
    return fmax(out - in, 0.0) / (out + in + ALIKE);
}

/* The mean over the outline's part over the board, or over the rest, whichever
 * is less: a disc has both. */
static double fit_at(const patch *p, crok_mm at, double hole_mm, double disc_mm)
{
    crok_rgb face = face_of(p, at, disc_mm);
    double sum[2] = {0.0};
    int n[2] = {0};
    for (int i = 0; i < N_OUTLINE; i++) {
        double a = 2.0 * CROK_PI * i / N_OUTLINE;
        bool beyond = hypot(at.x + disc_mm * cos(a), at.y + disc_mm * sin(a)) >
                      hole_mm + BEYOND_MM;
        sum[beyond] += edge_at(p, at, disc_mm, a, face);
        n[beyond]++;
    }
    return n[0] < LEAST_BEYOND || n[1] < LEAST_BEYOND
               ? 0.0
               : fmin(sum[0] / n[0], sum[1] / n[1]);
}

crok_lean crok_lean_look(const crok_image *img, const crok_camera *cam,
                         const crok_board *board)
{
    static _Thread_local patch p;
    double disc_mm = board->disc_mm;
    crok_lean best = {.fit = 0.0};
    bool is_within = disc_mm * (FARTHEST + OUTSIDE) <= HALF - 1.0;
    if (!is_within ||
        !read_patch(img, cam, HEIGHT_FRAC * board->disc_height_mm, &p))
        return best;
    for (int k = 0; k < N_FAR; k++) {
        double r = disc_mm * (NEAREST + k * (FARTHEST - NEAREST) / (N_FAR - 1));
        for (int i = 0; i < N_WAYS; i++) {
            double a = 2.0 * CROK_PI * i / N_WAYS;
            crok_mm at = {r * cos(a), r * sin(a)};
            double fit = fit_at(&p, at, board->hole_mm, disc_mm);
            if (fit > best.fit)
                best = (crok_lean){fit, at};
        }
    }
    return best;
}
