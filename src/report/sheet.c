/* SPDX-License-Identifier: Apache-2.0 */
#include "report/sheet.h"

#include <math.h>

const crok_ink crok_ink_back = {{22, 24, 29}, 1.0};
const crok_ink crok_ink_text = {{242, 241, 236}, 1.0};
const crok_ink crok_ink_muted = {{164, 168, 176}, 1.0};
const crok_ink crok_ink_close = {{255, 176, 32}, 1.0};
const crok_ink crok_ink_line = {{0, 200, 255}, 1.0};
const crok_ink crok_ink_out = {{235, 64, 52}, 1.0};

crok_ink crok_ink_thin(crok_ink ink, double opacity)
{
    ink.opacity = opacity;
    return ink;
}

crok_ink crok_ink_side(const crok_side *side)
{
    return (crok_ink){{side->rgb[0], side->rgb[1], side->rgb[2]}, 1.0};
}

crok_ink crok_ink_against(const uint8_t rgb[3])
{
    int luma = (299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2]) / 1000;
    crok_ink white = {{255, 255, 255}, 1.0};
    crok_ink black = {{16, 16, 16}, 1.0};
    return luma < 128 ? white : black;
}

crok_px crok_sheet_at(const crok_sheet *s, crok_px full)
{
    const crok_overlay_view *v = s->view;
    double x = (full.x - v->x0_px + 0.5) / v->scale - s->crop.x;
    double y = (full.y - v->y0_px + 0.5) / v->scale - s->crop.y;
    return (crok_px){s->photo.x + x * s->zoom - 0.5,
                     s->photo.y + y * s->zoom - 0.5};
}

crok_px crok_sheet_project(const crok_sheet *s, crok_vec3 x_mm)
{
    return crok_sheet_at(
        s, crok_camera_project(&s->r->score.seen.pose.camera, x_mm));
}

void crok_sheet_circle(crok_px c, double r_px, crok_px *p, int n)
{
    for (int i = 0; i < n; i++) {
        double a = 2.0 * CROK_PI * i / n;
        p[i] = (crok_px){c.x + r_px * cos(a), c.y + r_px * sin(a)};
    }
}

void crok_sheet_text_mid(crok_sheet *s, crok_px mid, const char *text,
                         double height_px, bool is_bold, crok_ink ink)
{
    double w = crok_draw_text_width(text, height_px, is_bold);
    /* the font has more space to the right of a letter than to its left */
    double bearing = 0.06 * height_px;
    crok_px at = {mid.x - w / 2.0 + bearing, mid.y + height_px / 2.0};
    crok_draw_text(&s->canvas, at, text, height_px, is_bold, ink);
}

void crok_sheet_round_box(crok_sheet *s, crok_box b, double corner_px,
                          crok_ink ink)
{
    enum { PER_CORNER = 7, N = 4 * PER_CORNER };
    crok_px p[N];
    double r = fmin(corner_px, fmin(b.w, b.h) / 2.0);
    for (int i = 0; i < N; i++) {
        int corner = i / PER_CORNER;
        double a = CROK_PI / 2.0 *
                   (corner + (double)(i % PER_CORNER) / (PER_CORNER - 1));
        double cx = corner == 0 || corner == 3 ? b.x + b.w - r : b.x + r;
        double cy = corner < 2 ? b.y + b.h - r : b.y + r;
        p[i] = (crok_px){cx + r * cos(a), cy + r * sin(a)};
    }
    crok_draw_area(&s->canvas, p, N, ink);
}

crok_box crok_sheet_pill_box(crok_px mid, const crok_pill *pill)
{
    double w =
        crok_draw_text_width(pill->text, pill->height_px, pill->is_bold) +
        1.3 * pill->height_px;
    double h = 2.0 * pill->height_px;
    return (crok_box){mid.x - w / 2.0, mid.y - h / 2.0, w, h};
}

void crok_sheet_pill(crok_sheet *s, crok_box box, const crok_pill *pill)
{
    crok_px mid = {box.x + box.w / 2.0, box.y + box.h / 2.0};
    crok_sheet_round_box(s, box, box.h / 2.0, pill->back);
    crok_sheet_text_mid(s, mid, pill->text, pill->height_px, pill->is_bold,
                        pill->ink);
}

static double overlap(crok_box a, crok_box b)
{
    double w = fmin(a.x + a.w, b.x + b.w) - fmax(a.x, b.x);
    double h = fmin(a.y + a.h, b.y + b.h) - fmax(a.y, b.y);
    return w > 0.0 && h > 0.0 ? w * h : 0.0;
}

crok_box crok_sheet_inside(const crok_sheet *s, crok_box box)
{
    const crok_box *in = &s->photo;
    box.x = fmax(in->x, fmin(box.x, in->x + in->w - box.w));
    box.y = fmax(in->y, fmin(box.y, in->y + in->h - box.h));
    return box;
}

double crok_sheet_overlap(const crok_sheet *s, crok_box box)
{
    double sum = box.w * box.h - overlap(box, s->photo);
    for (int i = 0; i < s->n_taken; i++)
        sum += overlap(box, s->taken[i]);
    return sum;
}

void crok_sheet_take(crok_sheet *s, crok_box box)
{
    if (s->n_taken < (int)(sizeof s->taken / sizeof s->taken[0]))
        s->taken[s->n_taken++] = box;
}
