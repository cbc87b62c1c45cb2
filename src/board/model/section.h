/* SPDX-License-Identifier: Apache-2.0
 *
 * board/model/section.h: cross-sections of lines and of edges, and the model of
 * what optics and camera make of them.
 *
 * A line or an edge is a step, or two steps one width apart, between surfaces
 * of even light. The optics mix the light of both sides of a step at distance d
 * by the edge spread function
 *
 *         E(d) = (1 + a) Phi(-d / s) - a Phi(-d / t),   t^2 = s^2 + 1 px^2,
 *
 * with the blur s, the sharpening a, and the Gaussian distribution function
 * Phi. E is 1 far inside the step and 0 far outside. The camera's tone curve
 * then makes a value of the picture from the light. The curve is S-shaped, with
 * the contrast k: it makes dark lines on a light board wider, because a pixel
 * that is half line is darker than half way between the board and the line. All
 * lines and edges of a picture have the same s, a and k.
 *
 * Frames   px of the picture that was measured; values 0 (black) to 1 (white).
 * Room     board.
 * Threads  values only; any thread.
 * Source   ISO 12233 for the edge spread function by oversampling; Golub and
 *          Pereyra 1973 for separable least squares: the light of the surfaces
 *          is solved for at each s, a and k. */
#ifndef CROK_BOARD_MODEL_SECTION_H
#define CROK_BOARD_MODEL_SECTION_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A cross-section reaches 7 px to each side of its middle, in bins of a quarter
 * pixel. */
#define CROK_SECTION_BIN_PX 0.25
#define CROK_SECTION_HALF 28
#define CROK_SECTION_BINS (2 * CROK_SECTION_HALF + 1)
/* The bin that shows the surface beside a line or an edge. It is 6 px from the
 * middle; the bin on the other side is CROK_SECTION_BINS - 1 minus it. */
#define CROK_SECTION_BESIDE 4

/* The value of the picture that has this mean luminance, 0..1: luminance^(1 /
 * 2.2). Luminance is averaged, because the light around a line differs. */
double crok_section_value(double luminance);

/* The mean cross-section of a line; its crest is in the middle bin. */
typedef struct crok_section {
    bool seen;                     /* false: the line was not found */
    double px_per_unit;            /* image scale across the line */
    float mean[CROK_SECTION_BINS]; /* values, 0..1 */
} crok_section;

/* The mean cross-section of edges of one kind, with the step in the middle
 * bin. */
typedef struct crok_edge_section {
    double weight; /* number of edges averaged; 0: not measured */
    float mean[CROK_SECTION_BINS]; /* values, 0..1 */
} crok_edge_section;

/* What optics and camera do, as above. */
typedef struct crok_optics {
    double blur_px;    /* s > 0 */
    double sharpening; /* a > -1 */
    double contrast;   /* k > 0; near 0 the curve is straight */
} crok_optics;

/* Largest number of residuals of one section. */
#define CROK_SECTION_RESIDUALS 25

/* Fit a line of this width to a section. The light of both surfaces and of the
 * line, a slope of the light, and the line's displacement from the middle bin
 * are free.
 *
 *   sigma  1 sd of a value, as a fraction of the line's height
 *   out    CROK_SECTION_RESIDUALS residuals in standard deviations, one for
 *          every half pixel up to 6 px from the middle; always written
 *
 * If the fit fails, every residual is 1 / sigma. */
void crok_section_fit_line(const crok_section *s, const crok_optics *optics,
                           double width_px, double sigma,
                           double out[CROK_SECTION_RESIDUALS]);

/* Fit a single step to a section of edges. The light of both surfaces and the
 * step's displacement are free. Arguments and residuals as above. */
void crok_section_fit_edge(const crok_edge_section *s,
                           const crok_optics *optics, double sigma,
                           double out[CROK_SECTION_RESIDUALS]);

#ifdef __cplusplus
}
#endif
#endif
