/* SPDX-License-Identifier: Apache-2.0 */
#include "setup/glare.h"

#include <math.h>
#include <string.h>

#include "core/terms.h"

/* A pixel is burnt out from this luma on; with the noise of a camera that clips
 * at 255, and with black at 16 that was expanded. As BURNT_LEVEL of
 * shots/engine_trouble.c. */
#define BURNT_LEVEL 250.0F
/* A line is not seen where its contrast is below this part of its median.
 * Chosen by hand: with half of the contrast a margin is still measured; with a
 * smaller part, the noise of a faint line would count as seen. */
#define SEEN_PART 0.35F
/* A line that is not seen is in glare if the surface beside it is this many
 * times as bright as the line's median: an object or a shadow is mostly darker.
 * Chosen by hand on photos, of which one has a line that a gloss hides although
 * the surface is only a little brighter. */
#define BRIGHT_PART 1.08F
/* Gaps of up to this many angles between two angles in glare count as glare. */
enum { GAP = 2 };
/* The surface beside a line is read this far from its edge: mm, and standard
 * deviations of the blur. */
#define BESIDE_MM 1.5
#define BESIDE_SIGMAS 2.0
#define ANGLE_RAD (2.0 * CROK_PI / CROK_GLARE_ANGLES)

/* The samples of a line and the surface beside it at one angle. */
typedef struct profile {
    bool is_inside;
    float line, beside; /* luma */
} profile;

/* Read the luma at a board point; false if it is outside the picture. */
static bool read_at(const crok_image *img, const crok_camera *cam, double r_mm,
                    double angle_rad, float *out)
{
    crok_px p = crok_camera_project(
        cam, (crok_vec3){r_mm * cos(angle_rad), r_mm * sin(angle_rad), 0.0});
    float v[3] = {0.0F, 0.0F, 0.0F};
    if (!crok_image_sample(img, p.x, p.y, v))
        return false;
    *out = crok_luma(v);
    return true;
}

/* The mean of a line's luma at both ends and the middle of an angle's step: a
 * line is thin, and noise is averaged. */
static profile read_profile(const crok_image *img, const crok_camera *cam,
                            double r_mm, double beside_mm, int i)
{
    profile p = {.is_inside = true};
    for (int k = -1; k <= 1; k++) {
        double a = (i + k / 3.0) * ANGLE_RAD;
        float in = 0.0F;
        float line = 0.0F;
        float out = 0.0F;
        p.is_inside = p.is_inside &&
                      read_at(img, cam, r_mm - beside_mm, a, &in) &&
                      read_at(img, cam, r_mm, a, &line) &&
                      read_at(img, cam, r_mm + beside_mm, a, &out);
        p.line += line / 3.0F;
        p.beside += (in + out) / 6.0F;
    }
    return p;
}

/* The medians over the angles inside the picture: contrast and brightness. */
typedef struct usual {
    float contrast, beside;
} usual;

static usual usual_of(const profile at[CROK_GLARE_ANGLES])
{
    double contrast[CROK_GLARE_ANGLES];
    double beside[CROK_GLARE_ANGLES];
    int n = 0;
    for (int i = 0; i < CROK_GLARE_ANGLES; i++) {
        if (!at[i].is_inside)
            continue;
        contrast[n] = (double)(at[i].line - at[i].beside);
        beside[n++] = (double)at[i].beside;
    }
    return (usual){(float)crok_quantile(contrast, n, 0.5),
                   (float)crok_quantile(beside, n, 0.5)};
}

static crok_glare_state state_of(const profile *p, const usual *u)
{
    float part = 1.0F;
    if (!p->is_inside)
        return CROK_GLARE_OUTSIDE;
    if (fabsf(u->contrast) > 0.0F)
        part = (p->line - p->beside) / u->contrast;
    if (part >= SEEN_PART)
        return CROK_GLARE_CLEAR;
    if (p->beside >= BURNT_LEVEL)
        return CROK_GLARE_BURNT;
    return p->beside > BRIGHT_PART * u->beside ? CROK_GLARE_WASHED
                                               : CROK_GLARE_HIDDEN;
}

/* Is a hidden angle within a gap between two angles in glare? */
static bool is_in_gap(const uint8_t at[CROK_GLARE_ANGLES], int i)
{
    bool before = false;
    bool after = false;
    for (int k = 1; k <= GAP; k++) {
        before =
            before ||
            crok_glare_is(at[(i + CROK_GLARE_ANGLES - k) % CROK_GLARE_ANGLES]);
        after = after || crok_glare_is(at[(i + k) % CROK_GLARE_ANGLES]);
    }
    return at[i] == CROK_GLARE_HIDDEN && before && after;
}

static void fill_gaps(uint8_t at[CROK_GLARE_ANGLES])
{
    uint8_t was[CROK_GLARE_ANGLES];
    memcpy(was, at, sizeof was);
    for (int i = 0; i < CROK_GLARE_ANGLES; i++)
        if (is_in_gap(was, i))
            at[i] = CROK_GLARE_WASHED;
}

/* The length of the run of angles in glare that begins at `first`. */
static int run_from(const uint8_t at[CROK_GLARE_ANGLES], int first)
{
    int n = 0;
    while (n < CROK_GLARE_ANGLES &&
           crok_glare_is(at[(first + n) % CROK_GLARE_ANGLES]))
        n++;
    return n;
}

static bool begins_run(const uint8_t at[CROK_GLARE_ANGLES], int i)
{
    return crok_glare_is(at[i]) &&
           !crok_glare_is(at[(i + CROK_GLARE_ANGLES - 1) % CROK_GLARE_ANGLES]);
}

/* A bright part that is not burnt out and no longer than a disc may be a pale
 * disc: it counts as hidden. */
static void drop_discs(uint8_t at[CROK_GLARE_ANGLES], double r_mm,
                       double disc_mm)
{
    int most = (int)ceil(2.0 * disc_mm / (ANGLE_RAD * r_mm)) + 1;
    for (int i = 0; i < CROK_GLARE_ANGLES; i++) {
        int n = begins_run(at, i) ? run_from(at, i) : 0;
        bool is_burnt = false;
        for (int k = 0; k < n; k++)
            is_burnt =
                is_burnt || at[(i + k) % CROK_GLARE_ANGLES] == CROK_GLARE_BURNT;
        for (int k = 0; k < n && !is_burnt && n <= most; k++)
            at[(i + k) % CROK_GLARE_ANGLES] = CROK_GLARE_HIDDEN;
    }
}

static void measure_line(const crok_image *img, const crok_board_pose *pose,
                         double beside_mm, int line, crok_glare *out)
{
    profile at[CROK_GLARE_ANGLES];
    const crok_board *b = &pose->board;
    uint8_t *state = out->line[line];
    usual u;
    int n[CROK_GLARE_OUTSIDE + 1] = {0};
    int n_inside = 0;
    for (int i = 0; i < CROK_GLARE_ANGLES; i++)
        at[i] =
            read_profile(img, &pose->camera, b->line_mm[line], beside_mm, i);
    u = usual_of(at);
    for (int i = 0; i < CROK_GLARE_ANGLES; i++)
        state[i] = (uint8_t)state_of(&at[i], &u);
    fill_gaps(state);
    drop_discs(state, b->line_mm[line], b->disc_mm);
    for (int i = 0; i < CROK_GLARE_ANGLES; i++)
        n[state[i]]++;
    n_inside = CROK_GLARE_ANGLES - n[CROK_GLARE_OUTSIDE];
    if (n_inside == 0)
        return;
    out->glare_frac[line] =
        (double)(n[CROK_GLARE_BURNT] + n[CROK_GLARE_WASHED]) / n_inside;
    out->hidden_frac[line] = (double)n[CROK_GLARE_HIDDEN] / n_inside;
}

static void measure_surface(const crok_image *img, const crok_board_pose *pose,
                            crok_glare *out)
{
    double ring_mm = pose->board.line_mm[CROK_LINE_OUTER] / CROK_GLARE_RINGS;
    double area = 0.0;
    double burnt = 0.0;
    double sum = 0.0;
    for (int j = 0; j < CROK_GLARE_RINGS; j++) {
        for (int i = 0; i < CROK_GLARE_ANGLES; i++) {
            float luma = 0.0F;
            bool is_seen = read_at(img, &pose->camera, (j + 0.5) * ring_mm,
                                   i * ANGLE_RAD, &luma);
            out->surface[j][i] = !is_seen              ? CROK_GLARE_OUTSIDE
                                 : luma >= BURNT_LEVEL ? CROK_GLARE_BURNT
                                                       : CROK_GLARE_CLEAR;
            area += is_seen ? j + 0.5 : 0.0;
            burnt += is_seen && luma >= BURNT_LEVEL ? j + 0.5 : 0.0;
            sum += is_seen ? (j + 0.5) * (double)luma : 0.0;
        }
    }
    out->burnt_frac = area > 0.0 ? burnt / area : 0.0;
    out->level = area > 0.0 ? sum / area : 0.0;
}

/* The hour at which a board point is seen from the board's centre. */
static int clock_of(const crok_camera *cam, double r_mm, double angle_rad)
{
    crok_px centre = crok_camera_project(cam, (crok_vec3){0.0, 0.0, 0.0});
    crok_px p = crok_camera_project(
        cam, (crok_vec3){r_mm * cos(angle_rad), r_mm * sin(angle_rad), 0.0});
    double hours =
        atan2(p.x - centre.x, centre.y - p.y) * 12.0 / (2.0 * CROK_PI);
    int hour = (int)lround(hours + 12.0) % 12;
    return hour == 0 ? 12 : hour;
}

/* The longest run of all lines, by its length in mm. */
static crok_glare_arc longest_arc(const crok_glare *g,
                                  const crok_board_pose *pose)
{
    crok_glare_arc best = {.line = CROK_LINE_NONE};
    double best_mm = 0.0;
    for (int line = 0; line < CROK_N_LINES; line++) {
        for (int i = 0; i < CROK_GLARE_ANGLES; i++) {
            int n =
                begins_run(g->line[line], i) ? run_from(g->line[line], i) : 0;
            if (n * pose->board.line_mm[line] <= best_mm)
                continue;
            best_mm = n * pose->board.line_mm[line];
            best =
                (crok_glare_arc){.line = (crok_line)line, .first = i, .n = n};
        }
    }
    if (best.n > 0)
        best.clock = clock_of(&pose->camera, pose->board.line_mm[best.line],
                              (best.first + 0.5 * (best.n - 1)) * ANGLE_RAD);
    return best;
}

crok_glare crok_glare_measure(const crok_image *img,
                              const crok_board_pose *pose, double blur_px)
{
    double beside_mm =
        0.5 * pose->board.line_width_mm +
        fmax(BESIDE_MM, BESIDE_SIGMAS * blur_px /
                            fmax(crok_camera_px_per_mm(&pose->camera), 1e-6));
    crok_glare out = {.longest = {.line = CROK_LINE_NONE}};
    for (int line = 0; line < CROK_N_LINES; line++)
        measure_line(img, pose, beside_mm, line, &out);
    measure_surface(img, pose, &out);
    out.longest = longest_arc(&out, pose);
    return out;
}
