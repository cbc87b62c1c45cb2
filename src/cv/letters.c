/* SPDX-License-Identifier: Apache-2.0
 *
 * The text part of cv/draw.h: Pango shapes a line of any script, Cairo draws
 * it into a mask, and the mask lets the ink through onto the picture. */
#include <math.h>
#include <stdlib.h>

#include <pango/pangocairo.h>

#include "core/text.h"
#include "cv/draw.h"

/* The fonts by name: the picture must look the same on every machine. Scripts
 * that the first one does not have come from its sisters. */
#define FONTS "Noto Sans, sans-serif"
/* Height of a capital of Noto Sans, in ems. */
#define CAPITAL_EMS 0.714

#ifdef __SANITIZE_ADDRESS__
/* Fontconfig keeps its fonts until the process ends, behind pointers that it
 * encodes as offsets, which the leak sanitizer cannot follow. It looks for this
 * function from outside. */
__attribute__((visibility("default"))) const char *
__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig";
}
#endif

/* A line of text that has been shaped. */
typedef struct line {
    PangoLayout *layout; /* owned; NULL: no memory */
    PangoLayoutLine *first;
} line;

static void set_font(PangoLayout *layout, double height_px, bool is_bold)
{
    PangoFontDescription *font = pango_font_description_from_string(FONTS);
    pango_font_description_set_absolute_size(
        font, fmax(1.0, height_px / CAPITAL_EMS) * PANGO_SCALE);
    pango_font_description_set_weight(font, is_bold ? PANGO_WEIGHT_BOLD
                                                    : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
}

/* Widths must not depend on where the pixels are: the caller places texts by
 * them. */
static PangoContext *context_without_hints(void)
{
    PangoContext *context =
        pango_font_map_create_context(pango_cairo_font_map_get_default());
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context, options);
    pango_context_set_round_glyph_positions(context, FALSE);
    pango_context_set_language(context, pango_language_from_string("en"));
    cairo_font_options_destroy(options);
    return context;
}

/* Shape a text. Bytes that are no UTF-8 are shown as U+FFFD, and all of it is
 * one line. Release with release. */
static line shape(const char *text, double height_px, bool is_bold)
{
    char *clean = crok_text_utf8(text);
    line out = {NULL, NULL};
    PangoContext *context = NULL;
    if (clean == NULL)
        return out;
    context = context_without_hints();
    out.layout = pango_layout_new(context);
    pango_layout_set_single_paragraph_mode(out.layout, TRUE);
    set_font(out.layout, height_px, is_bold);
    pango_layout_set_text(out.layout, clean, -1);
    out.first = pango_layout_get_line_readonly(out.layout, 0);
    g_object_unref(context);
    free(clean);
    return out;
}

static void release(line *l)
{
    if (l->layout != NULL)
        g_object_unref(l->layout);
}

double crok_draw_text_width(const char *text, double height_px, bool is_bold)
{
    line l = shape(text, height_px, is_bold);
    PangoRectangle logical = {0, 0, 0, 0};
    if (l.layout != NULL)
        pango_layout_line_get_extents(l.first, NULL, &logical);
    release(&l);
    return (double)logical.width / PANGO_SCALE;
}

/* ---- drawing ---- */

/* A part of the picture, whole pixels. */
typedef struct part {
    int x, y, w, h;
} part;

/* The part that the ink of a line covers, where it is on the picture. */
static part part_of(const crok_image *img, const line *l, crok_px at)
{
    PangoRectangle ink;
    part p;
    double x0 = 0.0;
    double y0 = 0.0;
    pango_layout_line_get_pixel_extents(l->first, &ink, NULL);
    x0 = fmax(0.0, floor(at.x + ink.x) - 1.0);
    y0 = fmax(0.0, floor(at.y + ink.y) - 1.0);
    p.x = (int)fmin(x0, img->w_px);
    p.y = (int)fmin(y0, img->h_px);
    p.w = (int)fmin(ceil(at.x + ink.x + ink.width) + 1.0, img->w_px) - p.x;
    p.h = (int)fmin(ceil(at.y + ink.y + ink.height) + 1.0, img->h_px) - p.y;
    return p;
}

/* Mix the ink with the picture, pixel by pixel, as far as the mask lets it:
 * out = picture + (ink - picture) * opacity * mask / 255. */
static void mix(const crok_image *img, part p, cairo_surface_t *mask,
                crok_ink ink)
{
    const unsigned char *from = cairo_image_surface_get_data(mask);
    const size_t stride = (size_t)cairo_image_surface_get_stride(mask);
    for (int y = 0; y < p.h; y++) {
        uint8_t *to = crok_image_row(img, p.y + y) + 3 * (size_t)p.x;
        for (int x = 0; x < p.w; x++, to += 3) {
            double a = ink.opacity * from[(size_t)y * stride + (size_t)x] / 255;
            for (int k = 0; k < 3; k++)
                to[k] = (uint8_t)lround(to[k] + (ink.rgb[k] - to[k]) * a);
        }
    }
}

static cairo_status_t draw_line(const crok_image *img, const line *l,
                                crok_px at, crok_ink ink)
{
    part p = part_of(img, l, at);
    cairo_surface_t *mask = NULL;
    cairo_t *cr = NULL;
    cairo_status_t status = CAIRO_STATUS_SUCCESS;
    if (p.w <= 0 || p.h <= 0)
        return status;
    mask = cairo_image_surface_create(CAIRO_FORMAT_A8, p.w, p.h);
    cr = cairo_create(mask);
    cairo_move_to(cr, at.x - p.x, at.y - p.y);
    pango_cairo_show_layout_line(cr, l->first);
    cairo_surface_flush(mask);
    status = cairo_status(cr);
    if (status == CAIRO_STATUS_SUCCESS)
        mix(img, p, mask, ink);
    cairo_destroy(cr);
    cairo_surface_destroy(mask);
    return status;
}

void crok_draw_text(crok_canvas *c, crok_px at, const char *text,
                    double height_px, bool is_bold, crok_ink ink)
{
    cairo_status_t status = CAIRO_STATUS_NO_MEMORY;
    line l = {NULL, NULL};
    if (c->status != CROK_OK)
        return;
    l = shape(text, height_px, is_bold);
    if (l.layout != NULL)
        status = draw_line(c->img, &l, at, ink);
    release(&l);
    if (status == CAIRO_STATUS_NO_MEMORY)
        c->status = crok_fail(&c->err, CROK_ENOMEM, "no memory for a text");
    else if (status != CAIRO_STATUS_SUCCESS)
        c->status = crok_fail(&c->err, CROK_EVISION, "cannot write text: %s",
                              cairo_status_to_string(status));
}
