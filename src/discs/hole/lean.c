/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/hole/lean.h"

#include <math.h>

#include "core/linalg.h"
#include "core/scratch.h"
#include "discs/colour.h"

/* Grid of circle centres: N_DISTANCES distances from the hole's centre, from
 * CENTRE_FROM to CENTRE_TO as fractions of the disc's radius, in N_DIRECTIONS
 * directions. Chosen by hand: at smaller distances flat discs fit too; at
 * larger ones the disc lies on the surface. */
#define CENTRE_FROM 0.28
#define CENTRE_TO 0.66
#define N_DISTANCES 5
#define N_DIRECTIONS 24
/* Height at which the outline of a leaning disc is widest, as a fraction of the
 * disc's height. Chosen by hand. */
#define HEIGHT_FRAC 0.3
/* Radii at which colours are compared across the outline, as fractions of the
 * disc's radius. They are as far apart as a rounded edge is wide. */
#define INSIDE 0.90
#define OUTSIDE 1.12
#define N_OUTLINE 24
/* Samples of the face: N_FACE directions, alternately on two rings, whose radii
 * are fractions of the disc's radius. */
#define N_FACE 12
#define FACE_IN 0.35
#define FACE_OUT 0.65
/* A part of the outline lies over the board if it is more than BEYOND_MM
 * outside the hole's edge. A circle needs at least MIN_BEYOND of the
 * N_OUTLINE directions over the board, and as many over the hole. Chosen by
 * hand. */
#define BEYOND_MM 2.5
#define MIN_BEYOND 5
/* Colour difference that noise makes, grey levels. It keeps the contrast of
 * equal colours near 0. Chosen by hand. */
#define COLOUR_NOISE 12.0

/* The hole and its surroundings, rectified to a top view with 1 mm a sample. */
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

/* The colour of the sample nearest to the point at distance r_mm from `from` in
 * direction a (rad). */
static crok_rgb colour_at(const patch *p, crok_mm from, double r_mm, double a)
{
    const float *v = p->v[lround(from.y + r_mm * sin(a)) + HALF]
                         [lround(from.x + r_mm * cos(a)) + HALF];
    return crok_rgb_of(v);
}

/* The median colour of the samples on the face of a disc at `at`. */
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

/* Contrast of the outline in direction a (rad), 0..1. With d_in and d_out the
 * distances (grey levels) from the face's colour to the colours inside and
 * outside the outline, it is
 *
 *     max(d_out - d_in, 0) / (d_out + d_in + COLOUR_NOISE) */
static double contrast_at(const patch *p, crok_mm at, double disc_mm, double a,
                          crok_rgb face)
{
    double in = crok_rgb_distance(colour_at(p, at, INSIDE * disc_mm, a), face);
    double out =
        crok_rgb_distance(colour_at(p, at, OUTSIDE * disc_mm, a), face);
    return fmax(out - in, 0.0) / (out + in + COLOUR_NOISE);
}

/* Fit of a circle, 0..1: the smaller of two mean contrasts, that of the
 * directions over the board and that of the directions over the hole, because a
 * leaning disc differs from both. It is 0 if either set has fewer than
 * MIN_BEYOND directions. */
static double fit_at(const patch *p, crok_mm at, double hole_mm, double disc_mm)
{
    crok_rgb face = face_of(p, at, disc_mm);
    double sum[2] = {0.0};
    int n[2] = {0};
    for (int i = 0; i < N_OUTLINE; i++) {
        double a = 2.0 * CROK_PI * i / N_OUTLINE;
        bool beyond = hypot(at.x + disc_mm * cos(a), at.y + disc_mm * sin(a)) >
                      hole_mm + BEYOND_MM;
        sum[beyond] += contrast_at(p, at, disc_mm, a, face);
        n[beyond]++;
    }
    return n[0] < MIN_BEYOND || n[1] < MIN_BEYOND
               ? 0.0
               : fmin(sum[0] / n[0], sum[1] / n[1]);
}

crok_lean crok_lean_detect(const crok_image *img, const crok_camera *cam,
                           const crok_board *board)
{
    CROK_SCRATCH(patch, p, 1);
    double disc_mm = board->disc_mm;
    crok_lean best = {.fit = 0.0};
    bool is_within = disc_mm * (CENTRE_TO + OUTSIDE) <= HALF - 1.0;
    if (!is_within ||
        !read_patch(img, cam, HEIGHT_FRAC * board->disc_height_mm, p))
        return best;
    for (int k = 0; k < N_DISTANCES; k++) {
        double r = disc_mm * (CENTRE_FROM + k * (CENTRE_TO - CENTRE_FROM) /
                                                (N_DISTANCES - 1));
        for (int i = 0; i < N_DIRECTIONS; i++) {
            double a = 2.0 * CROK_PI * i / N_DIRECTIONS;
            crok_mm at = {r * cos(a), r * sin(a)};
            double fit = fit_at(p, at, board->hole_mm, disc_mm);
            if (fit > best.fit)
                best = (crok_lean){fit, at};
        }
    }
    return best;
}
