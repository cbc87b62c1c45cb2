/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports why the board is not read, and where that is. */
#include <math.h>
#include <stdlib.h>

#include "board/find.h"
#include "board/sharpness.h"
#include "shots/engine_inner.h"

/* The light is off if the mean grey level (0..255) is below
 * CROK_ENGINE_DARK_LEVEL, or if it is below DIM_LEVEL and also below DIM_PART
 * times the mean level at the last rest. Chosen by hand, as that limit is. */
#define DIM_LEVEL 45.0
#define DIM_PART 0.35
/* A cell differs from the last rest by more than this, grey levels: as a
 * foreign cell does (reading.c). */
#define OTHER_LEVELS 22
/* A cell is burnt out from this grey level on. The surface is burnt out if more
 * than BURNT_PART of it is: the area of a window's reflection that hides a
 * disc's length of a line. Chosen by hand. */
#define BURNT_LEVEL 250
#define BURNT_PART 0.03

/* A picture is blurred if an edge, from 10 to 90 % of its height, is wider than
 * BLURRED_RADII radii of a disc: discs that touch cannot be told apart then.
 * The camera has lost its focus if the blur is BLURRED_TIMES that of the
 * sharpest reading, and an edge wider than UNFOCUSED_RADII; or if no line is
 * seen any more. Chosen by hand: a line that a hand covers in part, or noise,
 * changes the measured blur by less than half. */
#define BLURRED_RADII 0.6
#define UNFOCUSED_RADII 0.35
#define BLURRED_TIMES 2.0

/* Is a picture with this blur too blurred to be read?
 *
 *   blur_px  1 sd; NAN: no line was seen */
static bool is_too_blurred(const crok_engine *e, double blur_px,
                           const crok_board_pose *pose)
{
    double edge_radii = CROK_EDGE_WIDTH_SIGMAS * blur_px /
                        crok_camera_px_per_mm(&pose->camera) /
                        pose->board.disc_mm;
    if (!isfinite(blur_px))
        return e->sharpest_px > 0.0;
    return edge_radii > BLURRED_RADII ||
           (e->sharpest_px > 0.0 && edge_radii > UNFOCUSED_RADII &&
            blur_px > BLURRED_TIMES * e->sharpest_px);
}

void crok_engine_note_blur(crok_engine *e, const crok_image *img,
                           const crok_board_pose *pose)
{
    crok_section section[CROK_N_LINES];
    double blur_px = 0.0;
    crok_board_sections(img, &pose->camera, &pose->board, section);
    blur_px = crok_blur_px(section, pose->board.line_mm[CROK_LINE_OUTER]);
    e->is_blurred = is_too_blurred(e, blur_px, pose);
    if (!e->is_blurred && isfinite(blur_px) &&
        !(e->sharpest_px > 0.0 && e->sharpest_px < blur_px))
        e->sharpest_px = blur_px;
}

/* The mean grey level of the board. */
static double mean_grey(const crok_engine *e, const crok_image *luma)
{
    int n = e->motion.n_cells;
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += crok_motion_value(&e->motion, luma, i);
    return n == 0 ? 0.0 : (double)sum / n;
}

bool crok_engine_is_dark(const crok_engine *e, const crok_image *luma)
{
    double grey = mean_grey(e, luma);
    return grey < CROK_ENGINE_DARK_LEVEL ||
           (grey < DIM_LEVEL && grey < DIM_PART * e->grey);
}

/* While a trouble lasts, its kind and place are reported unchanged for this
 * time, ns, so that a person can read them although a hand moves from side to
 * side.
 */
#define KEEP_TOLD_NS INT64_C(2500000000)

/* The board is covered if more than this part of its surface is. */
#define COVERED_PART 0.3

/* A sum of places. */
typedef struct places {
    int n;
    double x_mm, y_mm;
} places;

static void add_cell(places *p, const crok_motion_cell *c)
{
    p->n++;
    p->x_mm += (double)c->x_mm;
    p->y_mm += (double)c->y_mm;
}

/* The middle of the places in the picture, from the board's centre, in radii.
 */
static crok_px middle(const crok_engine *e, const places *p)
{
    const crok_camera *cam = &e->board.pose.camera;
    double radius_px = e->board.pose.board.line_mm[CROK_LINE_OUTER] *
                       crok_camera_px_per_mm(cam);
    crok_px at = crok_camera_project(
        cam, (crok_vec3){p->x_mm / p->n, p->y_mm / p->n, 0.0});
    crok_px centre = crok_camera_project(cam, (crok_vec3){0.0, 0.0, 0.0});
    return (crok_px){(at.x - centre.x) / radius_px,
                     (at.y - centre.y) / radius_px};
}

void crok_engine_note_light(crok_engine *e, const crok_image *luma)
{
    double outer = e->board.pose.board.line_mm[CROK_LINE_OUTER];
    places burnt = {0};
    int n = 0;
    for (int i = 0; i < e->motion.n_cells; i++) {
        const crok_motion_cell *c = &e->motion.cell[i];
        if (hypot((double)c->x_mm, (double)c->y_mm) > outer)
            continue;
        n++;
        if (crok_motion_value(&e->motion, luma, i) >= BURNT_LEVEL)
            add_cell(&burnt, c);
    }
    e->grey = mean_grey(e, luma);
    e->is_burnt = burnt.n > BURNT_PART * n;
    if (e->is_burnt)
        e->burnt_at = middle(e, &burnt);
}

/* Set the report's place to the middle of the cells that are covered. */
static void set_place(const crok_engine *e, crok_engine_report *out)
{
    const crok_segmentation *s = &e->seeing.segments;
    places other = {0};
    for (int i = 0; i < e->motion.n_cells; i++) {
        const crok_motion_cell *c = &e->motion.cell[i];
        crok_mm at = {(double)c->x_mm, (double)c->y_mm};
        if (crok_covered_part(s, at, 0.5 * s->cell_mm) > 0.5)
            add_cell(&other, c);
    }
    out->has_place = other.n > 0;
    if (out->has_place)
        out->place = middle(e, &other);
}

/* The trouble of a frame that is not clear. */
static void name_trouble(const crok_engine *e, const crok_engine_frame *f,
                         crok_engine_report *out)
{
    if (crok_engine_is_dark(e, f->luma))
        out->trouble = CROK_TROUBLE_DARK;
    else if (!e->board.has_pose || e->board.is_lost)
        out->trouble = CROK_TROUBLE_LOST;
    else if (e->is_blurred)
        out->trouble = CROK_TROUBLE_BLURRED;
    else if (e->seeing.covered > COVERED_PART)
        out->trouble = CROK_TROUBLE_COVERED;
    else
        out->trouble = CROK_TROUBLE_MOVING;
    if (out->trouble == CROK_TROUBLE_COVERED ||
        out->trouble == CROK_TROUBLE_MOVING)
        set_place(e, out);
}

void crok_engine_find_trouble(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out)
{
    crok_engine_told *told = &e->told;
    bool is_clear = e->board.has_pose && !e->board.is_lost && !e->is_blurred &&
                    e->seeing.covered <= COVERED_PART &&
                    e->state == CROK_ENGINE_QUIET &&
                    !crok_engine_is_dark(e, f->luma);
    if (is_clear || e->clear_ns < 0)
        e->clear_ns = f->t_ns;
    if (f->t_ns - e->clear_ns < CROK_ENGINE_TROUBLE_NS) {
        out->trouble =
            is_clear && e->is_burnt ? CROK_TROUBLE_BURNT : CROK_TROUBLE_NONE;
        out->has_place = out->trouble == CROK_TROUBLE_BURNT;
        out->place = e->burnt_at;
        told->trouble = CROK_TROUBLE_NONE;
        return;
    }
    if (told->trouble == CROK_TROUBLE_NONE ||
        f->t_ns - told->t_ns >= KEEP_TOLD_NS) {
        name_trouble(e, f, out);
        *told = (crok_engine_told){out->trouble, out->has_place, out->place,
                                   f->t_ns};
    }
    out->trouble = told->trouble;
    out->has_place = told->has_place;
    out->place = told->place;
}
