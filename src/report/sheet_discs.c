/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include "report/questions.h"
#include "report/sheet.h"

/* Number of points of a drawn circle. On the largest circle their distance is
 * about 8 px. */
#define CIRCLE_POINTS 240
#define DISC_POINTS 72
/* Number of dashes of a dashed circle, and number of points of a dash. */
#define DASHES 12
#define DASH_POINTS 6

static void ring(crok_sheet *s, double r_mm, double z_mm, crok_ink ink,
                 double width_px)
{
    crok_px p[CIRCLE_POINTS];
    for (int i = 0; i < CIRCLE_POINTS; i++) {
        double a = 2.0 * CROK_PI * i / CIRCLE_POINTS;
        p[i] = crok_sheet_project(
            s, (crok_vec3){r_mm * cos(a), r_mm * sin(a), z_mm});
    }
    crok_draw_line(&s->canvas, p, CIRCLE_POINTS, true, ink, width_px);
}

void crok_sheet_draw_lines(crok_sheet *s)
{
    const crok_board *b = &s->r->score.seen.pose.board;
    double width = fmax(1.0, 1.2 * s->unit);
    crok_ink ink = crok_ink_thin(crok_ink_line, 0.9);
    for (int line = 0; line < CROK_N_LINES; line++)
        ring(s, b->line_mm[line], 0.0, ink, width);
    ring(s, b->hole_mm, 0.0, ink, width);
}

/* ---- discs ---- */

/* A disc as it is drawn. All points of it are projected with the camera and
 * then moved by `shift`, the difference between the disc's measured and
 * projected position. */
typedef struct shown {
    const crok_seen_disc *disc;
    double floor_mm;
    crok_px shift;
    crok_px top;    /* centre of the top face, on the sheet */
    crok_px middle; /* between the centres of both faces */
    double r_px;    /* approximate radius on the sheet */
} shown;

static crok_px shown_point(const crok_sheet *s, const shown *d, double dx_mm,
                           double dy_mm, double z_mm)
{
    crok_px p = crok_sheet_project(
        s, (crok_vec3){d->disc->at.x + dx_mm, d->disc->at.y + dy_mm, z_mm});
    return (crok_px){p.x + d->shift.x, p.y + d->shift.y};
}

static shown show(const crok_sheet *s, const crok_seen_disc *disc)
{
    const crok_board *b = &s->r->score.seen.pose.board;
    shown d = {.disc = disc};
    crok_px seen = crok_sheet_at(s, disc->at_px);
    crok_px drawn;
    if (disc->state == CROK_DISC_HOLE)
        d.floor_mm = -b->hole_depth_mm;
    drawn = shown_point(s, &d, 0.0, 0.0, d.floor_mm);
    d.shift = (crok_px){seen.x - drawn.x, seen.y - drawn.y};
    d.top = shown_point(s, &d, 0.0, 0.0, d.floor_mm + b->disc_height_mm);
    d.middle = (crok_px){(seen.x + d.top.x) / 2.0, (seen.y + d.top.y) / 2.0};
    d.r_px = b->disc_mm * crok_camera_px_per_mm(&s->r->score.seen.pose.camera) /
             s->view->scale * s->zoom;
    return d;
}

static void outline(crok_sheet *s, const shown *d, double r_mm, double z_mm,
                    crok_ink ink, double width_px)
{
    crok_px p[DISC_POINTS];
    for (int i = 0; i < DISC_POINTS; i++) {
        double a = 2.0 * CROK_PI * i / DISC_POINTS;
        p[i] = shown_point(s, d, r_mm * cos(a), r_mm * sin(a), z_mm);
    }
    crok_draw_line(&s->canvas, p, DISC_POINTS, true, ink, width_px);
}

/* Mark a disc that is worth nothing with a cross. The cross has a border, so
 * that it is visible on any colour. */
static void cross(crok_sheet *s, const shown *d, crok_ink border)
{
    double a = 0.55 * d->r_px;
    crok_px line[2][2] = {
        {{d->top.x - a, d->top.y - a}, {d->top.x + a, d->top.y + a}},
        {{d->top.x - a, d->top.y + a}, {d->top.x + a, d->top.y - a}}};
    for (int i = 0; i < 2; i++)
        crok_draw_line(&s->canvas, line[i], 2, false, border, 7.0 * s->unit);
    for (int i = 0; i < 2; i++)
        crok_draw_line(&s->canvas, line[i], 2, false, crok_ink_out,
                       3.4 * s->unit);
}

/* Draw the disc's bottom circle in the side's colour with a border on both
 * sides, because the bottom edge decides a call. Draw the outline of its top
 * face as a thin line. */
static void draw_disc(crok_sheet *s, int i)
{
    const crok_score *score = &s->r->score;
    const crok_seen_disc *disc = &score->seen.discs[i];
    const crok_board *b = &score->seen.pose.board;
    const crok_side *side = &score->seen.sides[disc->side];
    shown d = show(s, disc);
    crok_ink ink = crok_ink_side(side);
    crok_ink border = crok_ink_against(side->rgb);
    bool is_call = crok_score_is_asked(score, i);
    double width = (is_call ? 5.0 : 2.6) * s->unit;
    char value[8];
    outline(s, &d, b->disc_mm, d.floor_mm + b->disc_height_mm,
            crok_ink_thin(border, 0.75), fmax(1.0, 1.2 * s->unit));
    outline(s, &d, b->disc_mm, d.floor_mm,
            is_call ? crok_ink_close : crok_ink_thin(border, 0.9),
            width + 3.0 * s->unit);
    outline(s, &d, b->disc_mm, d.floor_mm, is_call ? crok_ink_back : ink,
            is_call ? 1.4 * s->unit : width);
    if (disc->state == CROK_DISC_OUT && !is_call) {
        cross(s, &d, border);
        return;
    }
    (void)snprintf(value, sizeof value, "%d", score->value[i].value);
    crok_sheet_text_mid(s, d.middle, value, fmax(0.62 * d.r_px, 9.0 * s->unit),
                        true, crok_ink_against(disc->rgb));
}

/* Draw a label that asks something of a place. */
static void draw_question(crok_sheet *s, crok_px at, const char *text)
{
    const crok_pill pill = {.text = text,
                            .height_px = 12.0 * s->unit,
                            .is_bold = true,
                            .ink = crok_ink_back,
                            .back = crok_ink_close};
    crok_sheet_pill(s, crok_sheet_inside(s, crok_sheet_pill_box(at, &pill)),
                    &pill);
}

/* Draw a detection that may be a disc and is not counted: a dashed circle, and
 * a label with its id, the value that it would have and a question mark. */
static void draw_maybe(crok_sheet *s, int i)
{
    const crok_score *score = &s->r->score;
    const crok_board *b = &score->seen.pose.board;
    shown d = show(s, &score->seen.maybe[i]);
    char text[32];
    for (int dash = 0; dash < DASHES; dash++) {
        crok_px p[DASH_POINTS];
        for (int k = 0; k < DASH_POINTS; k++) {
            double a = 2.0 * CROK_PI * (dash + 0.12 * k) / DASHES;
            p[k] = shown_point(s, &d, b->disc_mm * cos(a), b->disc_mm * sin(a),
                               0.0);
        }
        crok_draw_line(&s->canvas, p, DASH_POINTS, false, crok_ink_back,
                       6.0 * s->unit);
        crok_draw_line(&s->canvas, p, DASH_POINTS, false, crok_ink_close,
                       3.0 * s->unit);
    }
    (void)snprintf(text, sizeof text, "%d: %d?", score->seen.maybe[i].id,
                   score->maybe_value[i]);
    draw_question(s, d.top, text);
}

/* Draw the id of an unseen part at the middle of its area. */
static void draw_part(crok_sheet *s, int i)
{
    const crok_unseen_region *r = &s->r->score.seen.unseen.region[i];
    char text[32];
    (void)snprintf(text, sizeof text, "%d: %s", r->id,
                   crok_unseen_name(r->why));
    draw_question(s, crok_sheet_project(s, (crok_vec3){r->at.x, r->at.y, 0.0}),
                  text);
}

/* ---- labels ---- */

static void label_text(const crok_score *score, int i, int call, char *out,
                       size_t room)
{
    const crok_seen_disc *disc = &score->seen.discs[i];
    double margin = crok_score_margin_mm(score, i);
    crok_question question = crok_score_question(score, i);
    if (call >= 0 && question == CROK_ASKS_HOLE)
        (void)snprintf(out, room, "%c  hole?", 'A' + call % 26);
    else if (call >= 0 && question == CROK_ASKS_DISC)
        (void)snprintf(out, room, "%c  a disc?", 'A' + call % 26);
    else if (call >= 0 && question == CROK_ASKS_SIDE)
        (void)snprintf(out, room, "%c  whose?", 'A' + call % 26);
    else if (call >= 0)
        (void)snprintf(out, room, "%c  %+.2f mm", 'A' + call % 26, margin);
    else if (crok_questions_answered(score, disc->id) != NULL)
        (void)snprintf(out, room, "by a person");
    else if (disc->state == CROK_DISC_OUT &&
             score->value[i].nearest == CROK_LINE_NONE)
        (void)snprintf(out, room, "out");
    else if (disc->state == CROK_DISC_OUT)
        (void)snprintf(out, room, "out %+.1f", margin);
    else if (disc->state == CROK_DISC_HOLE)
        (void)snprintf(out, room, "hole");
    else if (disc->state == CROK_DISC_LEANING)
        (void)snprintf(out, room, "leaning");
    else
        (void)snprintf(out, room, "%+.1f", margin);
}

/* Choose the place for a label around a disc: the one of 12 positions that
 * overlaps least with what is taken. */
static crok_box free_place(const crok_sheet *s, const shown *d, crok_box pill)
{
    enum { PLACES = 12 };
    crok_box best = pill;
    double least = HUGE_VAL;
    for (int i = 0; i < PLACES; i++) {
        double a = CROK_PI / 2.0 + 2.0 * CROK_PI * i / PLACES;
        double far_x = d->r_px + 4.0 * s->unit + pill.w / 2.0;
        double far_y = d->r_px + 4.0 * s->unit + pill.h / 2.0;
        crok_box box = {d->top.x + far_x * cos(a) - pill.w / 2.0,
                        d->top.y + far_y * sin(a) - pill.h / 2.0, pill.w,
                        pill.h};
        double covered = 0.0;
        box = crok_sheet_inside(s, box);
        covered = crok_sheet_overlap(s, box);
        if (covered < least - 1.0) {
            least = covered;
            best = box;
        }
    }
    return best;
}

static void draw_label(crok_sheet *s, int i, int call)
{
    shown d = show(s, &s->r->score.seen.discs[i]);
    bool is_call = call >= 0;
    char text[32];
    crok_pill pill = {.text = text,
                      .height_px = (is_call ? 14.0 : 10.5) * s->unit,
                      .is_bold = is_call,
                      .ink = is_call ? crok_ink_back : crok_ink_text,
                      .back = is_call ? crok_ink_close
                                      : crok_ink_thin(crok_ink_back, 0.62)};
    crok_box box;
    label_text(&s->r->score, i, call, text, sizeof text);
    box = free_place(s, &d, crok_sheet_pill_box(d.top, &pill));
    crok_sheet_take(s, box);
    crok_sheet_pill(s, box, &pill);
}

/* The labels of close calls are placed first, so that they get the best
 * positions. */
static void draw_labels(crok_sheet *s, bool of_calls)
{
    const crok_score *score = &s->r->score;
    int call = 0;
    for (int i = 0; i < score->seen.n_discs; i++) {
        bool is_call = crok_score_is_asked(score, i);
        if (is_call == of_calls)
            draw_label(s, i, is_call ? call : -1);
        call += is_call;
    }
}

void crok_sheet_draw_discs(crok_sheet *s)
{
    const crok_score *score = &s->r->score;
    for (int i = 0; i < score->seen.n_discs; i++) {
        shown d = show(s, &score->seen.discs[i]);
        crok_sheet_take(s, (crok_box){d.top.x - d.r_px, d.top.y - d.r_px,
                                      2.0 * d.r_px, 2.0 * d.r_px});
        draw_disc(s, i);
    }
    for (int i = 0; i < score->seen.n_maybe; i++)
        if (score->maybe_value[i] > 0)
            draw_maybe(s, i);
    for (int i = 0; i < score->seen.unseen.n; i++)
        draw_part(s, i);
}

void crok_sheet_draw_labels(crok_sheet *s)
{
    draw_labels(s, true);
    draw_labels(s, false);
}
