/* SPDX-License-Identifier: Apache-2.0 */
#include "table/pictures.h"

#include <math.h>
#include <stdlib.h>

#include "capture/encode.h"
#include "cv/cv.h"
#include "report/overlay.h"
#include "rules/value.h"

/* Largest distance in mm between a disc's position in the match and its
 * position in the reading. Chosen by hand: a quarter of a disc's radius. */
#define SAME_PLACE_MM 4.0
/* Width and JPEG quality of a rest's picture: wide enough to identify the
 * discs; about 100 KB. Chosen by hand. */
enum { REST_WIDTH_PX = 960, REST_QUALITY = 80 };

/* ---- the rest ---- */

/* Reduce the picture to a width of at most REST_WIDTH_PX; the result is a view
 * of img, or *made. */
static crok_status small_picture(const crok_image *img, crok_image *made,
                                 crok_image *view, crok_err *err)
{
    int h_px = (int)((long)img->h_px * REST_WIDTH_PX / img->w_px);
    crok_status st = CROK_OK;
    *view = *img;
    if (img->w_px <= REST_WIDTH_PX || h_px < 1)
        return CROK_OK;
    st = crok_cv_resize(img, REST_WIDTH_PX, h_px, made, err);
    if (st == CROK_OK)
        *view = *made;
    return st;
}

static crok_status keep_rest(crok_live *live, const crok_image *img,
                             crok_err *err)
{
    crok_picture_key key = {.seq = crok_live_seq(live)};
    crok_image made = {0};
    crok_image view = {0};
    unsigned char *jpeg = NULL;
    size_t len = 0;
    crok_status st = small_picture(img, &made, &view, err);
    if (st == CROK_OK)
        st = crok_encode_jpeg_bytes(&view, REST_QUALITY, &jpeg, &len, err);
    if (st == CROK_OK)
        st = crok_live_put_picture(live, &key, jpeg, len, err);
    crok_image_free(&made);
    free(jpeg);
    return st;
}

/* ---- calls ---- */

/* Score the reading with the match's rules. The close-ups are drawn from the
 * result. */
static crok_status count(const crok_match *m, const crok_observation *seen,
                         crok_result **out, crok_err *err)
{
    crok_score_options o = {.rules = crok_book_value_rules(&m->info.book),
                            .n_sides = seen->n_sides,
                            .are_sides_given = true};
    *out = calloc(1, sizeof **out);
    if (*out == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a close-up");
    (*out)->image = "";
    return crok_score_count(seen, &o, &(*out)->score, err);
}

/* Return the index of the disc in the scored reading; -1 if no disc was
 * detected at its position, or if it is out of play. */
static int seen_as(const crok_score *score, const crok_disc *d)
{
    double best = SAME_PLACE_MM;
    int at = -1;
    for (int i = 0; i < score->seen.n_discs; i++) {
        const crok_seen_disc *s = &score->seen.discs[i];
        double apart = hypot(s->at.x - d->x_mm, s->at.y - d->y_mm);
        if (apart >= best || score->value[i].nearest == CROK_LINE_NONE)
            continue;
        best = apart;
        at = i;
    }
    return at;
}

static bool is_close(const crok_match *m, const crok_disc *d)
{
    crok_value_rules rules = crok_book_value_rules(&m->info.book);
    crok_rest rest = crok_disc_rest(d, m->info.disc_mm);
    return crok_value_of(&m->info.lines, &rules, &rest).close;
}

static crok_status put_call(crok_live *live, int disc, const crok_image *img,
                            crok_err *err)
{
    crok_picture_key key = {
        .seq = crok_live_seq(live), .is_call = true, .disc = disc};
    unsigned char *png = NULL;
    size_t len = 0;
    crok_status st = crok_encode_png_bytes(img, &png, &len, err);
    if (st == CROK_OK)
        st = crok_live_put_picture(live, &key, png, len, err);
    free(png);
    return st;
}

static crok_status keep_call(crok_live *live, const crok_result *r,
                             const crok_disc *d, const crok_image *img,
                             crok_err *err)
{
    crok_overlay_view view = {.img = img, .scale = 1.0};
    crok_image picture = {0};
    int at = seen_as(&r->score, d);
    crok_status st = CROK_OK;
    if (at < 0)
        return CROK_OK;
    st = crok_overlay_draw_call(r, at, &view, &picture, err);
    if (st == CROK_OK)
        st = put_call(live, d->id, &picture, err);
    crok_image_free(&picture);
    return st;
}

static crok_status keep_calls(crok_table *t, const crok_observation *seen,
                              const crok_image *img, crok_err *err)
{
    const crok_match *m = crok_table_match(t);
    crok_result *r = NULL;
    crok_status st = CROK_OK;
    for (int i = 0; i < m->n_discs && st == CROK_OK; i++) {
        if (!is_close(m, &m->discs[i]))
            continue;
        if (r == NULL)
            st = count(m, seen, &r, err);
        if (st == CROK_OK)
            st = keep_call(t->live, r, &m->discs[i], img, err);
    }
    free(r);
    return st;
}

crok_status crok_table_keep_pictures(crok_table *t,
                                     const crok_observation *seen,
                                     const crok_image *img, crok_err *err)
{
    const crok_log *log = crok_live_log(t->live);
    crok_status st = CROK_OK;
    if (!crok_live_keeps_pictures(t->live))
        return CROK_OK;
    st = keep_rest(t->live, img, err);
    if (st != CROK_OK || log->events[log->n - 1]->type != CROK_EVENT_SHOT)
        return st;
    return keep_calls(t, seen, img, err);
}
