/* SPDX-License-Identifier: Apache-2.0 */
#include "setup/calls.h"

#include <math.h>

#include "core/terms.h"

#define ANGLE_RAD (2.0 * CROK_PI / CROK_GLARE_ANGLES)
/* Distances at which a margin is 0: both sides of the inner and the middle
 * line, and the inside of the outer one. */
enum { N_BORDERS = 2 * CROK_N_LINES - 1 };

/* The standard deviation changes slowly with the angle, so it is computed for
 * every SIGMA_EVERY-th angle only. */
enum { SIGMA_EVERY = 6 };

/* The widest error of a margin that is counted, mm: with more, all calls are
 * open anyway. */
#define SIGMA_MOST_MM 50.0

/* Part of the discs that are lost on a burnt-out surface: those of one of two
 * sides, as pale as the surface. Dark ones are seen there. */
#define LOST_ON_BURNT 0.5

/* Other discs on the board: half of those that two players are dealt. */
#define OTHER_DISCS 12.0

typedef struct borders {
    double at_mm[N_BORDERS];
} borders;

static borders borders_of(const crok_board *b)
{
    double reach_mm = b->disc_mm + 0.5 * b->line_width_mm;
    borders out;
    int n = 0;
    for (int line = 0; line < CROK_N_LINES; line++) {
        out.at_mm[n++] = b->line_mm[line] - reach_mm;
        if (line != CROK_LINE_OUTER)
            out.at_mm[n++] = b->line_mm[line] + reach_mm;
    }
    return out;
}

/* The part of the discs that are lost in ring j at angle i, 0..1. */
static double lost_part(const crok_board *b, const crok_glare *g, int j, int i)
{
    double d_mm = (j + 0.5) * b->line_mm[CROK_LINE_OUTER] / CROK_GLARE_RINGS;
    double reach_mm = b->disc_mm + 0.5 * b->line_width_mm;
    if (g == NULL)
        return 0.0;
    if (g->surface[j][i] == CROK_GLARE_OUTSIDE)
        return 1.0;
    for (int line = 0; line < CROK_N_LINES; line++)
        if (fabs(d_mm - b->line_mm[line]) <= reach_mm &&
            crok_glare_is(g->line[line][i]))
            return 1.0;
    return g->surface[j][i] == CROK_GLARE_BURNT ? LOST_ON_BURNT : 0.0;
}

/* The part of a ring from from_mm to to_mm that lies within half_mm of a border
 * at one angle. */
static double close_part(const borders *at, const double half_mm[N_BORDERS],
                         double from_mm, double to_mm)
{
    double part = 0.0;
    for (int k = 0; k < N_BORDERS; k++) {
        double lo = fmax(from_mm, at->at_mm[k] - half_mm[k]);
        double hi = fmin(to_mm, at->at_mm[k] + half_mm[k]);
        part += fmax(hi - lo, 0.0) / (to_mm - from_mm);
    }
    return fmin(part, 1.0);
}

/* The inputs that do not depend on the place. */
typedef struct calls {
    const crok_glare *glare;
    const crok_board *board;
    borders at;
    crok_place_basis basis;
    const crok_edge_conditions *edges;
    double missed_frac;
    crok_vec3 eye; /* the camera in the board frame, mm */
} calls;

/* The chance that another disc stands before a disc at d_mm and an angle: the
 * camera's foot is rho away and the camera is z high, so the tangent of the
 * view's angle is rho / z. */
static double hidden_part(const calls *c, double d_mm, double angle_rad)
{
    const crok_board *b = c->board;
    double outer_mm = b->line_mm[CROK_LINE_OUTER];
    double rho = hypot(d_mm * cos(angle_rad) - c->eye.x,
                       d_mm * sin(angle_rad) - c->eye.y);
    double area = 4.0 * b->disc_mm * b->disc_height_mm * rho /
                  fmax(c->eye.z, b->disc_height_mm);
    return fmin(OTHER_DISCS * area / (CROK_PI * outer_mm * outer_mm), 1.0);
}

/* Half the width of each annulus of open calls at an angle, mm. */
static void half_widths(const calls *c, double angle_rad,
                        double half_mm[N_BORDERS])
{
    for (int k = 0; k < N_BORDERS; k++) {
        double d = c->at.at_mm[k];
        crok_mm at = {d * cos(angle_rad), d * sin(angle_rad)};
        double sigma = crok_expected_margin_sigma_mm(&c->basis, c->edges, at);
        half_mm[k] = CROK_CLOSE_K * fmin(sigma, SIGMA_MOST_MM);
    }
}

/* Sum, over the rings at an angle, of the open part times the ring's area in
 * units of the innermost's. */
static double open_at(const calls *c, int i, const double half_mm[N_BORDERS])
{
    double ring_mm = c->board->line_mm[CROK_LINE_OUTER] / CROK_GLARE_RINGS;
    double sum = 0.0;
    for (int j = 0; j < CROK_GLARE_RINGS; j++) {
        double lost = lost_part(c->board, c->glare, j, i);
        double close =
            close_part(&c->at, half_mm, j * ring_mm, (j + 1) * ring_mm);
        double hidden = hidden_part(c, (j + 0.5) * ring_mm, i * ANGLE_RAD);
        double seen = (1.0 - lost) * (1.0 - c->missed_frac) * (1.0 - close) *
                      (1.0 - hidden);
        sum += (2 * j + 1) * (1.0 - seen);
    }
    return sum;
}

/* The camera's place, or that straight above the board at the same distance. */
static crok_vec3 eye_of(const crok_camera *cam, bool from_above)
{
    return from_above ? (crok_vec3){0.0, 0.0, cam->t_mm.z}
                      : crok_camera_centre(cam);
}

double crok_open_calls_pct(const crok_board_pose *pose,
                           const crok_edge_conditions *edges,
                           const crok_glare *glare)
{
    double px_per_mm =
        edges->scale * fmax(crok_camera_px_per_mm(&pose->camera), 1e-6);
    calls c = {.glare = glare,
               .board = &pose->board,
               .at = borders_of(&pose->board),
               .basis = crok_place_basis_of(pose, pose->board.disc_height_mm,
                                            px_per_mm),
               .edges = edges,
               .eye = eye_of(&pose->camera, edges->from_above),
               .missed_frac =
                   1.0 - crok_expected_found_frac(edges->blur_px / px_per_mm)};
    double half_mm[N_BORDERS];
    double sum = 0.0;
    for (int i = 0; i < CROK_GLARE_ANGLES; i++) {
        if (i % SIGMA_EVERY == 0)
            half_widths(&c, (i + 0.5 * (SIGMA_EVERY - 1)) * ANGLE_RAD, half_mm);
        sum += open_at(&c, i, half_mm);
    }
    return 100.0 * sum /
           (CROK_GLARE_ANGLES * (double)CROK_GLARE_RINGS * CROK_GLARE_RINGS);
}
