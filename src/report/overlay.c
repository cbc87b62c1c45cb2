/* SPDX-License-Identifier: Apache-2.0 */
#include "report/overlay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "cv/cv.h"
#include "report/questions.h"
#include "report/sheet.h"

/* Limits on the longer side of the photo on the sheet, px. It must be large
 * enough for text on the discs. ENLARGE_MOST is the largest enlargement. */
#define LONG_SIDE_LEAST_PX 1600.0
#define LONG_SIDE_MOST_PX 2000.0
#define ENLARGE_MOST 2.5

#define HEADER_UNITS 96.0
#define ROW_UNITS 30.0 /* height of a row of the footer */

/* The sheet shows the photo up to this distance from the board's centre, in
 * radii of the outer line. This includes the ditch, the rail and discs beside
 * them. */
#define AROUND_BOARD 1.5
/* The least ratio of width to height of the shown part, if the photo is wide
 * enough. It leaves room for close-ups at the left and right. */
#define ASPECT_LEAST 1.25

static double zoom_for(crok_box crop)
{
    double longer = fmax(crop.w, crop.h);
    if (longer > LONG_SIDE_MOST_PX)
        return LONG_SIDE_MOST_PX / longer;
    return fmin(ENLARGE_MOST, fmax(1.0, LONG_SIDE_LEAST_PX / longer));
}

/* The smallest box of whole pixels within the view from (x0, y0) to (x1, y1).
 */
static crok_box clipped(const crok_image *img, double x0, double y0, double x1,
                        double y1)
{
    crok_box b;
    b.x = fmax(0.0, floor(x0));
    b.y = fmax(0.0, floor(y0));
    b.w = fmin((double)img->w_px, ceil(x1)) - b.x;
    b.h = fmin((double)img->h_px, ceil(y1)) - b.y;
    return b;
}

/* The part of the view that has the board; the whole view if there is no
 * board. */
static crok_box crop_for(const crok_result *r, const crok_overlay_view *v)
{
    enum { POINTS = 24 };
    const crok_board_pose *pose = &r->score.seen.pose;
    double r_mm = AROUND_BOARD * pose->board.line_mm[CROK_LINE_OUTER];
    double x0 = HUGE_VAL;
    double y0 = HUGE_VAL;
    double x1 = -HUGE_VAL;
    double y1 = -HUGE_VAL;
    double wider = 0.0;
    crok_box whole = {0.0, 0.0, v->img->w_px, v->img->h_px};
    crok_box box;
    for (int i = 0; r->status == CROK_OK && i < POINTS; i++) {
        double a = 2.0 * CROK_PI * i / POINTS;
        crok_px p = crok_camera_project(
            &pose->camera, (crok_vec3){r_mm * cos(a), r_mm * sin(a), 0.0});
        x0 = fmin(x0, (p.x - v->x0_px) / v->scale);
        y0 = fmin(y0, (p.y - v->y0_px) / v->scale);
        x1 = fmax(x1, (p.x - v->x0_px) / v->scale);
        y1 = fmax(y1, (p.y - v->y0_px) / v->scale);
    }
    wider = fmax(0.0, ASPECT_LEAST * (y1 - y0) - (x1 - x0)) / 2.0;
    box = clipped(v->img, x0 - wider, y0, x1 + wider, y1);
    return r->status == CROK_OK && box.w >= 64.0 && box.h >= 64.0 ? box : whole;
}

/* Draw the part of the photo that is shown, enlarged or reduced to its size on
 * the sheet. */
static void draw_photo(crok_sheet *s)
{
    crok_canvas *canvas = &s->canvas;
    const crok_image *img = s->view->img;
    crok_image part = *img; /* a view of img's pixels */
    crok_image photo = {0};
    part.data = crok_image_row(img, (int)s->crop.y) +
                (size_t)s->crop.x * (size_t)img->format;
    part.w_px = (int)s->crop.w;
    part.h_px = (int)s->crop.h;
    canvas->status = crok_cv_resize(&part, (int)s->photo.w, (int)s->photo.h,
                                    &photo, &canvas->err);
    if (canvas->status == CROK_OK)
        crok_draw_picture(canvas, (int)s->photo.x, (int)s->photo.y, &photo);
    crok_image_free(&photo);
}

/* ---- header ---- */

/* A side's text in the header, and its width in units. */
typedef struct side_words {
    const char *name;          /* of its player, else its own */
    char total[16], below[48]; /* below its name: the range, or the 20s */
    bool is_open;
    double total_w, words_w;
} side_words;

/* Text heights and distances of the header, in units. */
#define TOTAL_UNITS 40.0
#define NAME_UNITS 15.0
#define BELOW_UNITS 13.0
#define TITLE_UNITS 20.0
#define ROUND_UNITS 24.0
#define MARGIN_UNITS 28.0
#define CHIP_UNITS 64.0
#define AFTER_TOTAL_UNITS 18.0
#define AFTER_SIDE_UNITS 52.0

/* Compose a side's text for the header. The value of a 20 is computed as
 * (total - on_board) / twenties. */
static side_words words_of(const crok_result *r, int i)
{
    const crok_score *score = &r->score;
    const crok_side_score *c = &score->side[i];
    side_words w = {.is_open = c->lo != c->hi};
    w.name = crok_players_name(r->players, score->seen.sides[i].name);
    (void)snprintf(w.total, sizeof w.total, "%d", c->total);
    if (w.is_open)
        (void)snprintf(w.below, sizeof w.below, "%d to %d", c->lo, c->hi);
    else if (c->twenties > 0)
        (void)snprintf(w.below, sizeof w.below, "%d + %d \u00d7 %d",
                       c->on_board, c->twenties,
                       (c->total - c->on_board) / c->twenties);
    else
        (void)snprintf(w.below, sizeof w.below, "sure");
    w.total_w = crok_draw_text_width(w.total, TOTAL_UNITS, true);
    w.words_w = fmax(crok_draw_text_width(w.name, NAME_UNITS, false),
                     crok_draw_text_width(w.below, BELOW_UNITS, w.is_open));
    return w;
}

static double side_width(const side_words *w)
{
    return CHIP_UNITS + w->total_w + AFTER_TOTAL_UNITS + w->words_w +
           AFTER_SIDE_UNITS;
}

/* Draw one side's disc symbol, total, name and range, beginning at x, px; a
 * unit is u px. Returns the x at which they end. */
static double draw_side(crok_sheet *s, int i, double u, double x)
{
    const crok_side *side = &s->r->score.seen.sides[i];
    side_words w = words_of(s->r, i);
    double mid = s->photo.y / 2.0;
    double at = x + CHIP_UNITS * u;
    crok_px chip[48];
    crok_sheet_circle((crok_px){x + 24.0 * u, mid}, 25.0 * u, chip, 48);
    crok_draw_area(&s->canvas, chip, 48, crok_ink_text);
    crok_sheet_circle((crok_px){x + 24.0 * u, mid}, 21.5 * u, chip, 48);
    crok_draw_area(&s->canvas, chip, 48, crok_ink_side(side));
    crok_draw_text(&s->canvas, (crok_px){at, mid + 20.0 * u}, w.total,
                   TOTAL_UNITS * u, true, crok_ink_text);
    at += (w.total_w + AFTER_TOTAL_UNITS) * u;
    crok_draw_text(&s->canvas, (crok_px){at, mid - 5.0 * u}, w.name,
                   NAME_UNITS * u, false, crok_ink_text);
    crok_draw_text(&s->canvas, (crok_px){at, mid + 20.0 * u}, w.below,
                   BELOW_UNITS * u, w.is_open,
                   w.is_open ? crok_ink_close : crok_ink_muted);
    return x + side_width(&w) * u;
}

/* The text at the left of the header if there are no sides; otherwise empty. */
static const char *title_of(const crok_sheet *s)
{
    if (s->r->status != CROK_OK || s->r->score.seen.n_sides > 0)
        return "";
    return s->title != NULL ? s->title
                            : crok_score_no_sides_words(&s->r->score);
}

/* The size of a unit in the header, px. It is reduced if the header would be
 * wider than the photo. */
static double header_unit(const crok_sheet *s, const char *verdict)
{
    const crok_score *score = &s->r->score;
    double units = 2.0 * MARGIN_UNITS +
                   crok_draw_text_width(title_of(s), TITLE_UNITS, false) +
                   crok_draw_text_width(verdict, ROUND_UNITS, true);
    for (int i = 0; s->r->status == CROK_OK && i < score->seen.n_sides; i++) {
        side_words w = words_of(s->r, i);
        units += side_width(&w);
    }
    return fmin(s->unit, s->photo.w / units);
}

static void draw_header(crok_sheet *s)
{
    crok_box all = {0.0, 0.0, s->photo.w, s->photo.y};
    const crok_score *score = &s->r->score;
    bool is_board = s->r->status == CROK_OK;
    char verdict[CROK_ROUND_WORDS];
    double u = 0.0;
    double x = 0.0;
    double w = 0.0;
    if (is_board)
        crok_score_round_words(score, verdict);
    else
        (void)snprintf(verdict, sizeof verdict, "%s",
                       crok_result_error_words(s->r->status));
    u = header_unit(s, verdict);
    x = MARGIN_UNITS * u;
    crok_sheet_round_box(s, all, 0.0, crok_ink_back);
    for (int i = 0; is_board && i < score->seen.n_sides; i++)
        x = draw_side(s, i, u, x);
    crok_draw_text(&s->canvas, (crok_px){x, s->photo.y / 2.0 + 9.0 * u},
                   title_of(s), TITLE_UNITS * u, false, crok_ink_text);
    w = crok_draw_text_width(verdict, ROUND_UNITS * u, true);
    crok_draw_text(&s->canvas,
                   (crok_px){s->photo.w - w - MARGIN_UNITS * u,
                             s->photo.y / 2.0 + 12.0 * u},
                   verdict, ROUND_UNITS * u, true,
                   is_board && !score->is_open ? crok_ink_text
                                               : crok_ink_close);
}

/* ---- footer ---- */

static int n_footer_rows(const crok_result *r)
{
    return r->status == CROK_OK ? 1 + r->score.n_warnings : 1;
}

/* Cut a text until it is no wider than `room` px; then it ends with "...". */
static void fit(char *text, double height_px, double room)
{
    size_t n = strlen(text);
    while (n > 4 && crok_draw_text_width(text, height_px, false) > room) {
        const char *bad = NULL;
        text[--n - 3] = '\0';
        bad = crok_text_find_bad(text, strlen(text)); /* of half a letter */
        n = (bad == NULL ? strlen(text) : (size_t)(bad - text)) + 3;
        (void)strcpy(text + n - 3, "...");
    }
}

/* Draw one row of the footer. */
static void footer_row(crok_sheet *s, int row, const char *text, crok_ink ink)
{
    double u = s->unit;
    double y = (double)s->canvas.img->h_px -
               (n_footer_rows(s->r) - row) * ROW_UNITS * u + 20.0 * u;
    char line[512];
    (void)snprintf(line, sizeof line, "%s", text);
    fit(line, 11.0 * u, s->photo.w - 56.0 * u);
    crok_draw_text(&s->canvas, (crok_px){28.0 * u, y}, line, 11.0 * u, false,
                   ink);
}

/* Say in the footer how the board was measured, or what a person is asked. */
static void say_details(const crok_result *r, char *text, size_t room)
{
    const crok_board_pose *pose = &r->score.seen.pose;
    crok_open_question open[CROK_MAX_ANSWERS];
    int asked = crok_questions_open(&r->score, open);
    size_t n = 0;
    if (r->wants_details)
        (void)snprintf(text, room,
                       "board: %s, lengths from the %s   tilt %.1f\u00b0   "
                       "fit %.2f px   ",
                       pose->board.model, crok_scale_name(pose->scale),
                       crok_camera_tilt_rad(&pose->camera) * 180.0 / CROK_PI,
                       pose->rms_px);
    n = strlen(text);
    if (asked > 0)
        (void)snprintf(text + n, room - n, "questions: %d", asked);
}

static void draw_footer(crok_sheet *s)
{
    const crok_result *r = s->r;
    const char *slash = strrchr(r->image, '/');
    char *name = crok_text_printable(slash == NULL ? r->image : slash + 1);
    char text[512];
    char more[256] = "";
    (void)snprintf(text, 200, "%s", name == NULL ? "" : name);
    fit(text, 11.0 * s->unit, s->photo.w / 3.0);
    free(name);
    if (r->status == CROK_OK)
        say_details(r, more, sizeof more);
    (void)snprintf(text + strlen(text), sizeof text - strlen(text), "   %s",
                   r->status == CROK_OK ? more : r->err.msg);
    footer_row(s, 0, text,
               r->status == CROK_OK ? crok_ink_muted : crok_ink_close);
    for (int i = 0; r->status == CROK_OK && i < r->score.n_warnings; i++)
        footer_row(s, 1 + i, r->score.warnings[i], crok_ink_close);
}

/* ---- the sheet ---- */

static void draw_all(crok_sheet *s)
{
    crok_box all = {0.0, 0.0, (double)s->canvas.img->w_px,
                    (double)s->canvas.img->h_px};
    crok_box below = {0.0, s->photo.y + s->photo.h, all.w, 0.0};
    below.h = all.h - below.y;
    crok_sheet_round_box(s, all, 0.0, crok_ink_back);
    draw_photo(s);
    /* the footer and the header are drawn later and cover what was drawn
     * outside the photo */
    if (s->r->status == CROK_OK) {
        crok_sheet_draw_lines(s);
        crok_sheet_draw_discs(s);
        crok_sheet_place_calls(s, below.y);
        crok_sheet_draw_labels(s);
        crok_sheet_round_box(s, below, 0.0, crok_ink_back);
        crok_sheet_draw_calls(s);
    }
    draw_header(s);
    draw_footer(s);
}

/* Move the picture to *out if everything was drawn. */
static crok_status finish(const crok_sheet *s, crok_image *img, crok_image *out,
                          crok_err *err)
{
    if (s->canvas.status == CROK_OK) {
        *out = *img;
        return CROK_OK;
    }
    crok_image_free(img);
    return crok_fail(err, s->canvas.status, "%s", s->canvas.err.msg);
}

static crok_status draw_sheet(const crok_result *r,
                              const crok_overlay_view *view, const char *title,
                              crok_image *out, crok_err *err)
{
    crok_image img = {0};
    crok_sheet s = {
        .r = r, .view = view, .title = title, .crop = crop_for(r, view)};
    double h = 0.0;
    crok_status st = CROK_OK;
    s.zoom = zoom_for(s.crop);
    s.photo.w = fmax(1.0, round(s.crop.w * s.zoom));
    s.photo.h = fmax(1.0, round(s.crop.h * s.zoom));
    s.unit = fmax(s.photo.w, s.photo.h) / 1600.0;
    s.photo.y = round(HEADER_UNITS * s.unit);
    h = s.photo.y + s.photo.h + n_footer_rows(r) * ROW_UNITS * s.unit + 1.0;
    if (r->status == CROK_OK)
        h += crok_sheet_strip_height(&s);
    st = crok_image_new((int)s.photo.w, (int)h, CROK_RGB8, &img, err);
    if (st != CROK_OK)
        return st;
    s.canvas = (crok_canvas){.img = &img};
    draw_all(&s);
    return finish(&s, &img, out, err);
}

crok_status crok_overlay_draw(const crok_result *r,
                              const crok_overlay_view *view, crok_image *out,
                              crok_err *err)
{
    return draw_sheet(r, view, NULL, out, err);
}

crok_status crok_overlay_draw_call(const crok_result *r, int disc,
                                   const crok_overlay_view *view,
                                   crok_image *out, crok_err *err)
{
    crok_image img = {0};
    crok_sheet s = {.r = r, .view = view};
    crok_box box;
    crok_status st = crok_image_new(CROK_CLOSE_UP_PX, CROK_CLOSE_UP_PX,
                                    CROK_RGB8, &img, err);
    CROK_ASSERT(r->status == CROK_OK && disc >= 0 &&
                disc < r->score.seen.n_discs);
    if (st != CROK_OK)
        return st;
    s.canvas = (crok_canvas){.img = &img};
    s.unit = CROK_CLOSE_UP_PX /
             (CROK_SHEET_TILE_UNITS + 2.0 * CROK_SHEET_FRAME_UNITS);
    box.x = box.y = CROK_SHEET_FRAME_UNITS * s.unit;
    box.w = box.h = CROK_SHEET_TILE_UNITS * s.unit;
    crok_sheet_draw_call(&s, disc, '\0', box);
    return finish(&s, &img, out, err);
}

crok_status crok_overlay_draw_board(const crok_board_pose *pose,
                                    const char *name, const char *title,
                                    const crok_overlay_view *view,
                                    crok_image *out, crok_err *err)
{
    crok_result *r = calloc(1, sizeof *r);
    crok_status st = CROK_OK;
    if (r == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory");
    r->image = name;
    r->wants_details = true;
    r->score.seen.pose = *pose;
    r->score.winner = -1;
    st = draw_sheet(r, view, title, out, err);
    free(r);
    return st;
}
