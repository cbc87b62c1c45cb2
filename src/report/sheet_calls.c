/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cv/cv.h"
#include "report/sheet.h"

/* The width of the board that a close-up shows if the question is about a line.
 * It shows the line and the edge of the disc, enlarged about 20 times, so that
 * 0.1 mm is visible. */
#define WINDOW_MM 10.0
/* The width that a close-up shows for all other questions: it shows the whole
 * disc. */
#define WHOLE_WINDOW_MM 48.0
#define ARC_POINTS 40

/* A close-up: a top view of the board around the point where the disc and the
 * line are nearest to each other. Up is away from the board's centre. */
typedef struct closeup {
    int disc;
    char letter;
    crok_box box;     /* the place of the close-up on the sheet */
    crok_box picture; /* the part of the box that shows the board */
    double px_per_mm;
    double line_mm;    /* radius of the line's centre */
    double nearest_mm; /* distance of the close-up's middle from the board's
                          centre; for a line: of the disc's edge */
    double angle_rad;  /* direction from the board's centre to the disc */
    double edge_sign;  /* +1: the disc's outer edge is nearest to the line; -1:
                          its inner edge is */
    crok_question question;
} closeup;

/* The board point at (along, out) mm from the middle of the close-up; out
 * grows away from the board's centre. */
static crok_vec3 board_point(const closeup *c, double along_mm, double out_mm)
{
    double d = c->nearest_mm + out_mm;
    return (crok_vec3){d * cos(c->angle_rad) - along_mm * sin(c->angle_rad),
                       d * sin(c->angle_rad) + along_mm * cos(c->angle_rad),
                       0.0};
}

/* The point on the sheet of a point of the board. In the top view, with outward
 * up, `along` increases to the left. */
static crok_px tile_point(const closeup *c, crok_vec3 x_mm)
{
    double out =
        x_mm.x * cos(c->angle_rad) + x_mm.y * sin(c->angle_rad) - c->nearest_mm;
    double along = x_mm.y * cos(c->angle_rad) - x_mm.x * sin(c->angle_rad);
    return (crok_px){c->picture.x + c->picture.w / 2.0 - along * c->px_per_mm,
                     c->picture.y + c->picture.h / 2.0 - out * c->px_per_mm};
}

/* ---- the board, rectified and enlarged ---- */

static void fill_maps(const crok_sheet *s, const closeup *c,
                      const crok_image *to, float *map_x, float *map_y)
{
    const crok_overlay_view *v = s->view;
    const crok_camera *cam = &s->r->score.seen.pose.camera;
    for (int y = 0; y < to->h_px; y++) {
        for (int x = 0; x < to->w_px; x++) {
            double out = (to->h_px / 2.0 - y - 0.5) / c->px_per_mm;
            double along = (to->w_px / 2.0 - x - 0.5) / c->px_per_mm;
            crok_px full = crok_camera_project(cam, board_point(c, along, out));
            size_t i = (size_t)y * (size_t)to->w_px + (size_t)x;
            map_x[i] = (float)((full.x - v->x0_px + 0.5) / v->scale - 0.5);
            map_y[i] = (float)((full.y - v->y0_px + 0.5) / v->scale - 0.5);
        }
    }
}

static void draw_board(crok_sheet *s, const closeup *c)
{
    crok_image to = {0};
    int w = (int)c->picture.w;
    int h = (int)c->picture.h;
    float *map = NULL;
    crok_canvas *canvas = &s->canvas;
    if (canvas->status != CROK_OK)
        return;
    canvas->status = crok_image_new(w, h, CROK_RGB8, &to, &canvas->err);
    if (canvas->status != CROK_OK)
        return;
    map = malloc(2 * (size_t)w * (size_t)h * sizeof *map);
    if (map == NULL) {
        canvas->status =
            crok_fail(&canvas->err, CROK_ENOMEM, "no memory for a close-up");
    } else {
        float *map_y = map + (size_t)w * (size_t)h;
        fill_maps(s, c, &to, map, map_y);
        canvas->status =
            crok_cv_remap(s->view->img, map, map_y, &to, &canvas->err);
        crok_draw_picture(canvas, (int)lround(c->picture.x),
                          (int)lround(c->picture.y), &to);
    }
    free(map);
    crok_image_free(&to);
}

/* ---- line and disc, drawn to scale ---- */

/* Write the points of an arc to p. The arc is part of a circle of the radius
 * r_mm, whose centre is centre_mm from the board's centre in the direction of
 * the disc. It is the outer part of the circle (side = 1) or the inner part
 * (side = -1), as wide as the close-up. */
static void arc(const closeup *c, double centre_mm, double r_mm, double side,
                crok_px *p)
{
    double half = asin(fmin(1.0, 0.5 * WINDOW_MM / r_mm));
    for (int i = 0; i < ARC_POINTS; i++) {
        double a = half * (2.0 * i / (ARC_POINTS - 1) - 1.0);
        double out = centre_mm + side * r_mm * cos(a) - c->nearest_mm;
        p[i] = tile_point(c, board_point(c, r_mm * sin(a), out));
        p[i].x = fmin(fmax(p[i].x, c->picture.x), c->picture.x + c->picture.w);
        p[i].y = fmin(fmax(p[i].y, c->picture.y), c->picture.y + c->picture.h);
    }
}

/* Fill the band between two arcs with the same centre and the radii r_mm[0] and
 * r_mm[1]. */
static void band(crok_sheet *s, const closeup *c, double centre_mm,
                 const double r_mm[2], double side, crok_ink ink)
{
    crok_px p[2 * ARC_POINTS];
    crok_px back[ARC_POINTS];
    arc(c, centre_mm, r_mm[0], side, p);
    arc(c, centre_mm, r_mm[1], side, back);
    for (int i = 0; i < ARC_POINTS; i++)
        p[ARC_POINTS + i] = back[ARC_POINTS - 1 - i];
    crok_draw_area(&s->canvas, p, 2 * ARC_POINTS, ink);
}

static void draw_geometry(crok_sheet *s, const closeup *c)
{
    const crok_score *score = &s->r->score;
    const crok_board *b = &score->seen.pose.board;
    double half = b->line_width_mm / 2.0;
    double line[2] = {c->line_mm - half, c->line_mm + half};
    double sigma = score->margin_sigma_mm[c->disc];
    double edge[2] = {b->disc_mm - 2.0 * sigma, b->disc_mm + 2.0 * sigma};
    double centre = c->nearest_mm - c->edge_sign * b->disc_mm;
    crok_px p[ARC_POINTS];
    band(s, c, 0.0, line, 1.0, crok_ink_thin(crok_ink_line, 0.30));
    for (int i = 0; i < 2; i++) {
        arc(c, 0.0, line[i], 1.0, p);
        crok_draw_line(&s->canvas, p, ARC_POINTS, false, crok_ink_line,
                       1.6 * s->unit);
    }
    band(s, c, centre, edge, c->edge_sign, crok_ink_thin(crok_ink_close, 0.35));
    arc(c, centre, b->disc_mm, c->edge_sign, p);
    crok_draw_line(&s->canvas, p, ARC_POINTS, false,
                   crok_ink_thin(crok_ink_back, 0.6), 4.5 * s->unit);
    crok_draw_line(&s->canvas, p, ARC_POINTS, false, crok_ink_close,
                   2.4 * s->unit);
}

/* ---- the tile ---- */

/* Draw the disc's outline. If the question is about the hole, draw the hole's
 * edge too. */
static void draw_whole(crok_sheet *s, const closeup *c)
{
    const crok_score *score = &s->r->score;
    const crok_board *b = &score->seen.pose.board;
    const crok_seen_disc *d = &score->seen.discs[c->disc];
    crok_px p[2 * ARC_POINTS];
    if (c->question == CROK_ASKS_HOLE) {
        crok_sheet_circle(tile_point(c, (crok_vec3){0.0, 0.0, 0.0}),
                          b->hole_mm * c->px_per_mm, p, 2 * ARC_POINTS);
        crok_draw_line(&s->canvas, p, 2 * ARC_POINTS, true, crok_ink_line,
                       2.0 * s->unit);
    }
    crok_sheet_circle(tile_point(c, (crok_vec3){d->at.x, d->at.y, 0.0}),
                      b->disc_mm * c->px_per_mm, p, 2 * ARC_POINTS);
    crok_draw_line(&s->canvas, p, 2 * ARC_POINTS, true, crok_ink_close,
                   2.0 * s->unit);
}

/* Compose the two captions: `title`, which begins with the disc's id, and
 * `fact`, which has the measured values or the question. */
static void caption_texts(const crok_score *score, const closeup *c,
                          char title[64], char fact[64])
{
    const crok_seen_disc *d = &score->seen.discs[c->disc];
    const char *side = score->seen.sides[d->side].name;
    switch (c->question) {
    case CROK_ASKS_HOLE:
        (void)snprintf(title, 64, "%d: %s, in the hole", d->id, side);
        (void)snprintf(fact, 64, "a flat disc?");
        return;
    case CROK_ASKS_DISC:
        (void)snprintf(title, 64, "%d: %s, hard to see", d->id, side);
        (void)snprintf(fact, 64, "a disc?");
        return;
    case CROK_ASKS_SIDE:
        (void)snprintf(title, 64, "%d: %s or %s", d->id, side,
                       score->seen.sides[d->other_side].name);
        (void)snprintf(fact, 64, "whose disc?");
        return;
    case CROK_ASKS_LINE:
    default:
        (void)snprintf(title, 64, "%d: %s, %s line", d->id, side,
                       crok_line_name(score->value[c->disc].nearest));
        (void)snprintf(fact, 64, "%+.2f \xC2\xB1 %.2f mm",
                       crok_score_margin_mm(score, c->disc),
                       score->margin_sigma_mm[c->disc]);
    }
}

static void draw_captions(crok_sheet *s, const closeup *c)
{
    const crok_score *score = &s->r->score;
    const crok_value *v = &score->value[c->disc];
    double h = fmin(12.0 * s->unit, c->box.w / 26.0);
    double left = c->box.x + 10.0 * s->unit;
    double bottom = c->box.y + c->box.h;
    double after = c->letter == '\0' ? 0.0 : 22.0 * s->unit;
    double w = 0.0;
    char text[64];
    char title[64];
    char fact[64];
    char others[CROK_VALUES_WORDS];
    (void)snprintf(text, sizeof text, "%c", c->letter);
    crok_draw_text(&s->canvas, (crok_px){left, c->box.y + 21.0 * s->unit}, text,
                   h * 1.1, true, crok_ink_close);
    caption_texts(score, c, title, fact);
    crok_draw_text(&s->canvas,
                   (crok_px){left + after, c->box.y + 21.0 * s->unit}, title, h,
                   false, crok_ink_text);
    crok_draw_text(&s->canvas, (crok_px){left, bottom - 10.0 * s->unit}, fact,
                   h, false, crok_ink_text);
    crok_score_other_values(score, c->disc, others);
    (void)snprintf(text, sizeof text, "%d%s%s", v->value,
                   others[0] == '\0' ? "" : " or ", others);
    w = crok_draw_text_width(text, h, true);
    crok_draw_text(&s->canvas,
                   (crok_px){c->box.x + c->box.w - w - 10.0 * s->unit,
                             bottom - 10.0 * s->unit},
                   text, h, true, crok_ink_close);
}

/* Draw a scale bar of 1 mm. */
static void draw_ruler(crok_sheet *s, const closeup *c)
{
    double x = c->picture.x + 10.0 * s->unit;
    double y = c->picture.y + c->picture.h - 10.0 * s->unit;
    crok_px p[2] = {{x, y}, {x + c->px_per_mm, y}};
    crok_draw_line(&s->canvas, p, 2, false, crok_ink_back, 5.0 * s->unit);
    crok_draw_line(&s->canvas, p, 2, false, crok_ink_text, 2.0 * s->unit);
    crok_draw_text(&s->canvas,
                   (crok_px){p[1].x + 7.0 * s->unit, y + 4.0 * s->unit}, "1 mm",
                   9.0 * s->unit, false, crok_ink_text);
}

/* Set which point of the board is in the middle of the close-up, and its scale:
 * the hole, the disc's centre or, for a line, the disc's edge. */
static void aim(const crok_score *score, closeup *c)
{
    const crok_seen_disc *d = &score->seen.discs[c->disc];
    double dist = hypot(d->at.x, d->at.y);
    bool is_line = false;
    c->question = crok_score_question(score, c->disc);
    is_line = c->question == CROK_ASKS_LINE;
    c->px_per_mm = c->box.w / (is_line ? WINDOW_MM : WHOLE_WINDOW_MM);
    if (c->question == CROK_ASKS_HOLE)
        return;
    c->nearest_mm = dist;
    c->angle_rad = atan2(d->at.y, d->at.x);
    if (!is_line)
        return;
    c->line_mm = score->seen.pose.board.line_mm[score->value[c->disc].nearest];
    c->edge_sign = dist < c->line_mm ? 1.0 : -1.0;
    c->nearest_mm = dist + c->edge_sign * score->seen.pose.board.disc_mm;
}

void crok_sheet_draw_call(crok_sheet *s, int disc, char letter, crok_box box)
{
    double strip = 30.0 * s->unit;
    double frame = CROK_SHEET_FRAME_UNITS * s->unit;
    crok_box outer = {box.x - frame, box.y - frame, box.w + 2.0 * frame,
                      box.h + 2.0 * frame};
    closeup c = {.disc = disc, .letter = letter, .box = box};
    c.picture = (crok_box){box.x, box.y + strip, box.w, box.h - 2.0 * strip};
    aim(&s->r->score, &c);
    crok_sheet_round_box(s, outer, 10.0 * s->unit, crok_ink_close);
    crok_sheet_round_box(s, box, 7.0 * s->unit, crok_ink_back);
    draw_board(s, &c);
    if (c.question == CROK_ASKS_LINE) {
        draw_geometry(s, &c);
        draw_ruler(s, &c);
    } else {
        draw_whole(s, &c);
    }
    draw_captions(s, &c);
}

/* ---- where the tiles go ---- */

#define GAP_UNITS 16.0
#define STRIP_COLUMNS_MOST 6

static double corner_tile(const crok_sheet *s)
{
    return fmin(CROK_SHEET_TILE_UNITS * s->unit,
                0.34 * fmin(s->photo.w, s->photo.h));
}

/* The number of close-ups side by side in the strip. There are as few rows as
 * possible with at most STRIP_COLUMNS_MOST columns, and the rows are filled
 * evenly. */
static int strip_columns(const crok_sheet *s)
{
    int n = s->r->score.n_close;
    int rows = (n + STRIP_COLUMNS_MOST - 1) / STRIP_COLUMNS_MOST;
    return rows > 0 ? (n + rows - 1) / rows : 1;
}

static double strip_tile(const crok_sheet *s)
{
    int columns = strip_columns(s);
    double gap = GAP_UNITS * s->unit;
    return fmin(CROK_SHEET_TILE_UNITS * s->unit,
                (s->photo.w - (columns + 1) * gap) / columns);
}

double crok_sheet_strip_height(const crok_sheet *s)
{
    int n = s->r->score.n_close;
    int columns = strip_columns(s);
    int rows = (n + columns - 1) / columns;
    double gap = GAP_UNITS * s->unit;
    return n <= CROK_SHEET_CORNERS ? 0.0 : rows * (strip_tile(s) + gap) + gap;
}

/* The box of the k-th close-up in the strip, k from 0. */
static crok_box strip_box(const crok_sheet *s, int k, double strip_y)
{
    int columns = strip_columns(s);
    double gap = GAP_UNITS * s->unit;
    double side = strip_tile(s);
    double x = s->photo.x + gap + (side + gap) * (k % columns);
    return (crok_box){x, strip_y + gap + (side + gap) * (k / columns), side,
                      side};
}

static crok_box corner_box(const crok_sheet *s, int corner)
{
    double side = corner_tile(s);
    double gap = 14.0 * s->unit;
    bool is_right = corner == 1 || corner == 2;
    bool is_low = corner >= 2;
    return (crok_box){
        is_right ? s->photo.x + s->photo.w - side - gap : s->photo.x + gap,
        is_low ? s->photo.y + s->photo.h - side - gap : s->photo.y + gap, side,
        side};
}

/* Take the free corner of the photo in which a close-up covers the smallest
 * area of what is taken. */
static crok_box free_corner(const crok_sheet *s, bool *is_used)
{
    int best = -1;
    double least = HUGE_VAL;
    for (int i = 0; i < CROK_SHEET_CORNERS; i++) {
        double covered = crok_sheet_overlap(s, corner_box(s, i));
        if (is_used[i] || covered >= least)
            continue;
        least = covered;
        best = i;
    }
    is_used[best] = true;
    return corner_box(s, best);
}

void crok_sheet_place_calls(crok_sheet *s, double strip_y)
{
    bool is_used[CROK_SHEET_CORNERS] = {false};
    int n = s->r->score.n_close;
    for (int call = 0; call < n; call++) {
        s->call[call] = n <= CROK_SHEET_CORNERS ? free_corner(s, is_used)
                                                : strip_box(s, call, strip_y);
        crok_sheet_take(s, s->call[call]);
    }
}

void crok_sheet_draw_calls(crok_sheet *s)
{
    const crok_score *score = &s->r->score;
    int call = 0;
    for (int i = 0; i < score->seen.n_discs; i++) {
        if (!crok_score_is_asked(score, i))
            continue;
        crok_sheet_draw_call(s, i, (char)('A' + call % 26), s->call[call]);
        call++;
    }
}
