/* SPDX-License-Identifier: Apache-2.0
 *
 * The shared library crokeye_letters.so: Pango shapes a line of any script,
 * Cairo draws it into a mask, and the mask lets the ink through onto the
 * picture. */
#include <math.h>
#include <stdio.h>

#include <pango/pangocairo.h>

#include "cv/letters_module.h"

/* The fonts by name: the picture must look the same on every machine. Scripts
 * that the first one does not have come from its sisters. */
#define FONTS "Noto Sans, sans-serif"
/* Height of a capital of Noto Sans, in ems. */
#define CAPITAL_EMS 0.714

/* A line of text that has been shaped. */
typedef struct line {
    PangoLayout *layout; /* owned */
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

/* Shape a text, all of it as one line. Release with release. */
static line shape(const crok_letters *letters)
{
    PangoContext *context = context_without_hints();
    line out = {pango_layout_new(context), NULL};
    pango_layout_set_single_paragraph_mode(out.layout, TRUE);
    set_font(out.layout, letters->height_px, letters->is_bold);
    pango_layout_set_text(out.layout, letters->text, -1);
    out.first = pango_layout_get_line_readonly(out.layout, 0);
    g_object_unref(context);
    return out;
}

static void release(line *l)
{
    g_object_unref(l->layout);
}

static double text_width(const crok_letters *letters)
{
    line l = shape(letters);
    PangoRectangle logical = {0, 0, 0, 0};
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

static crok_status draw(const crok_image *img, crok_px at,
                        const crok_letters *letters, crok_ink ink, char *msg,
                        size_t n)
{
    line l = shape(letters);
    cairo_status_t status = draw_line(img, &l, at, ink);
    release(&l);
    if (status == CAIRO_STATUS_SUCCESS)
        return CROK_OK;
    (void)snprintf(msg, n, "%s", cairo_status_to_string(status));
    return status == CAIRO_STATUS_NO_MEMORY ? CROK_ENOMEM : CROK_EVISION;
}

const crok_letters_calls *crok_letters_module(void);
__attribute__((visibility("default"))) const crok_letters_calls *
crok_letters_module(void)
{
    static const crok_letters_calls calls = {CROK_LETTERS_VERSION, text_width,
                                             draw};
    return &calls;
}
