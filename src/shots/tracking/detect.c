/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/detect.h"

#include <math.h>
#include <stdlib.h>

/* The least chance of a centre to be a detection. Chosen by hand: what is no
 * disc has it in hardly any frame, and never in a row of frames. */
#define LEAST_CHANCE 0.3
/* A face's colour is the mean of SAMPLES x SAMPLES pixels of a square that lies
 * within it: half its side, in radii of the disc. */
enum { SAMPLES = 5 };
#define COLOUR_RADII 0.45
/* The ring about a disc in which a cover counts, in radii: from beyond its own
 * edge to where a hand that holds it surely is. */
#define RING_FROM 1.2
#define RING_TO 1.9

/* ---- places ---- */

static bool is_bare(const crok_segmentation *s, int cell)
{
    static const crok_shown bare[] = {CROK_SHOWN_SURFACE, CROK_SHOWN_LINE,
                                      CROK_SHOWN_PEG,     CROK_SHOWN_HOLE_EMPTY,
                                      CROK_SHOWN_DITCH,   CROK_SHOWN_RAIL};
    float sum = 0.0F;
    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
        sum += s->chance[bare[i]][cell];
    return sum > 0.5F;
}

static bool is_covered(const crok_segmentation *s, int cell)
{
    return s->is_outside[cell] || s->chance[CROK_SHOWN_COVER][cell] +
                                          s->chance[CROK_SHOWN_AROUND][cell] +
                                          s->chance[CROK_SHOWN_BURNT][cell] >
                                      0.5F;
}

/* The part of a ring about `at` whose cells have a property. Cells beyond the
 * view count as covered, but not as bare. */
static double part_of(const crok_segmentation *s, crok_mm at, double from_mm,
                      double to_mm, bool (*has)(const crok_segmentation *, int),
                      bool beyond)
{
    double half = 0.5 * CROK_SEGMENTATION_CELLS;
    int n = 0;
    int found = 0;
    int x0 = (int)floor((at.x - to_mm) / s->cell_mm + half);
    int x1 = (int)ceil((at.x + to_mm) / s->cell_mm + half);
    int y0 = (int)floor(half - (at.y + to_mm) / s->cell_mm);
    int y1 = (int)ceil(half - (at.y - to_mm) / s->cell_mm);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            crok_mm p = {(x + 0.5 - half) * s->cell_mm,
                         (half - y - 0.5) * s->cell_mm};
            double r = crok_mm_apart(p, at);
            bool is_in = x >= 0 && y >= 0 && x < CROK_SEGMENTATION_CELLS &&
                         y < CROK_SEGMENTATION_CELLS;
            if (r < from_mm || r > to_mm)
                continue;
            n++;
            found += is_in ? has(s, y * CROK_SEGMENTATION_CELLS + x) : beyond;
        }
    return n == 0 ? 0.0 : (double)found / n;
}

double crok_covered_part(const crok_segmentation *s, crok_mm at,
                         double radius_mm)
{
    return part_of(s, at, 0.0, radius_mm, is_covered, true);
}

double crok_bare_part(const crok_segmentation *s, crok_mm at, double radius_mm)
{
    return part_of(s, at, 0.0, radius_mm, is_bare, false);
}

/* ---- discs ---- */

static void mean_colour(const crok_image *img, const crok_camera *cam,
                        crok_vec3 face, double half_mm, uint8_t rgb[3])
{
    unsigned sum[3] = {0};
    unsigned n = 0;
    for (int i = 0; i < SAMPLES * SAMPLES; i++) {
        double u = (2.0 * (i % SAMPLES) / (SAMPLES - 1) - 1.0) * half_mm;
        double v =
            (2.0 * (double)(i / SAMPLES) / (SAMPLES - 1) - 1.0) * half_mm;
        crok_px p = crok_camera_project(
            cam, (crok_vec3){face.x + u, face.y + v, face.z});
        const uint8_t *q = NULL;
        if (!(p.x >= 0.0 && p.y >= 0.0 && p.x <= img->w_px - 1 &&
              p.y <= img->h_px - 1))
            continue;
        q = crok_image_row(img, (int)lround(p.y)) + 3 * lround(p.x);
        n++;
        for (int c = 0; c < 3; c++)
            sum[c] += q[c];
    }
    for (int c = 0; c < 3; c++)
        rgb[c] = (uint8_t)(n == 0 ? 0 : (sum[c] + n / 2) / n);
}

void crok_detect(const crok_segmentation *segments, const crok_image *img,
                 const crok_camera *cam, const crok_board *board, int64_t t_ns,
                 crok_detections *out)
{
    crok_segmentation_centre centre[CROK_MAX_DETECTIONS];
    double r = board->disc_mm;
    double h = board->disc_height_mm;
    out->t_ns = t_ns;
    out->n = crok_segmentation_centres(segments, LEAST_CHANCE, centre,
                                       CROK_MAX_DETECTIONS);
    for (int i = 0; i < out->n; i++) {
        crok_detection *d = &out->disc[i];
        crok_px seen = crok_camera_project(
            cam, (crok_vec3){centre[i].at.x, centre[i].at.y, 0.0});
        d->at = crok_camera_unproject(cam, seen, h);
        d->chance = centre[i].chance;
        d->covered = part_of(segments, centre[i].at, RING_FROM * r, RING_TO * r,
                             is_covered, true);
        mean_colour(img, cam, (crok_vec3){d->at.x, d->at.y, h},
                    COLOUR_RADII * r, d->rgb);
    }
}

/* ---- the hole ---- */

/* The hole has a disc if a channel differs from its floor by more than this,
 * levels, unless a shadow explains it: it makes all channels darker by one
 * factor, of at least SHADE, to this many levels. Chosen by hand: discs of the
 * floor's colour are not told. */
#define HOLE_LEVELS 30
#define SHADE 0.5
#define SHADE_LEVELS 14.0
/* The hole is covered if more than HOLE_HIDDEN of a circle of HOLE_AROUND hole
 * radii shows a cover. It is hidden if more than HOLE_HIDDEN of a ring around
 * it does: the ring is outside a disc that leans in the hole. Chosen by hand.
 */
#define HOLE_HIDDEN 0.1
#define HOLE_AROUND 1.5
#define HOLE_RING_FROM 1.2
#define HOLE_RING_TO 2.0
/* The chance that is given to such a detection. */
#define HOLE_CHANCE 0.6

static bool is_shade(const uint8_t now[3], const uint8_t empty[3])
{
    double k = (double)(now[0] + now[1] + now[2]) /
               fmax(empty[0] + empty[1] + empty[2], 1.0);
    for (int c = 0; c < 3; c++)
        if (fabs(now[c] - k * empty[c]) > SHADE_LEVELS)
            return false;
    return k >= SHADE && k <= 1.0;
}

bool crok_is_hole_covered(const crok_segmentation *segments,
                          const crok_board *board)
{
    return crok_covered_part(segments, (crok_mm){0.0, 0.0},
                             HOLE_AROUND * board->hole_mm) > HOLE_HIDDEN;
}

bool crok_is_hole_hidden(const crok_segmentation *segments,
                         const crok_board *board)
{
    return part_of(
               segments, (crok_mm){0.0, 0.0}, HOLE_RING_FROM * board->hole_mm,
               HOLE_RING_TO * board->hole_mm, is_covered, true) > HOLE_HIDDEN;
}

void crok_hole_colour(const crok_image *img, const crok_camera *cam,
                      const crok_board *board, uint8_t rgb[3])
{
    mean_colour(img, cam, (crok_vec3){0.0, 0.0, 0.0},
                COLOUR_RADII * board->hole_mm, rgb);
}

void crok_detect_in_hole(const crok_segmentation *segments,
                         const crok_image *img, const crok_camera *cam,
                         const crok_board *board, const uint8_t empty[3],
                         crok_detections *out)
{
    const crok_mm middle = {0.0, 0.0};
    crok_detection d = {.chance = HOLE_CHANCE};
    int most = 0;
    if (out->n == CROK_MAX_DETECTIONS || crok_is_hole_covered(segments, board))
        return;
    for (int i = 0; i < out->n; i++)
        if (crok_mm_apart(out->disc[i].at, middle) < 2.0 * board->disc_mm)
            return;
    crok_hole_colour(img, cam, board, d.rgb);
    for (int c = 0; c < 3; c++)
        most = (int)fmax(most, abs(d.rgb[c] - empty[c]));
    if (most > HOLE_LEVELS && !is_shade(d.rgb, empty))
        out->disc[out->n++] = d;
}
