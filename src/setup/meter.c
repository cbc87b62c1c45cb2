/* SPDX-License-Identifier: Apache-2.0 */
#include "setup/meter.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/find.h"
#include "board/sharpness.h"
#include "setup/steadiness.h"
#include "shots/alignment.h"

#define SECOND_NS INT64_C(1000000000)
/* The full picture is taken at this interval, ns. */
#define SAMPLE_NS INT64_C(100000000)
/* The board is searched again if it was moved by more than this since it was
 * found, px of the full picture. Chosen by hand: up to there the registration
 * carries the pose well, and a search takes as long as several frames. */
#define SEARCH_PX 8.0
/* The rail's inner edge, in radii of the outer line: what a camera has to see.
 */
#define RAIL_RADII 1.08
enum { OUTLINE = 72 };

struct crok_meter {
    bool has_first;
    int64_t first_ns, since_ns, last_ns, sampled_ns;
    int64_t lost_before; /* pictures lost before this second */
    crok_steadiness steady;
    bool has_pose;
    crok_board_pose pose;         /* in the anchor of `alignment` */
    crok_alignment *alignment;    /* owned; NULL: the board is not known */
    crok_err no_board;            /* why not */
    crok_camera camera;           /* of `full` */
    crok_image full, full_before; /* owned: RGB */
    crok_image small_full;        /* owned: the small picture of `full` */
};

/* ---- life ---- */

crok_status crok_meter_new(crok_meter **out, crok_err *err)
{
    crok_meter *m = calloc(1, sizeof *m);
    if (m == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to measure");
    *out = m;
    return CROK_OK;
}

void crok_meter_free(crok_meter **meter)
{
    crok_meter *m = meter == NULL ? NULL : *meter;
    if (m == NULL)
        return;
    crok_alignment_free(&m->alignment);
    crok_steadiness_free(&m->steady);
    crok_image_free(&m->full);
    crok_image_free(&m->full_before);
    crok_image_free(&m->small_full);
    free(m);
    *meter = NULL;
}

const crok_image *crok_meter_picture(const crok_meter *m)
{
    return m->full.data == NULL ? NULL : &m->full;
}

/* ---- frames ---- */

/* Forget the board and its anchor. */
static void lose_board(crok_meter *m)
{
    crok_alignment_free(&m->alignment);
    m->has_pose = false;
}

/* Take the full picture, and keep the one before for the noise. */
static crok_status sample(crok_meter *m, const crok_engine_frame *frame,
                          crok_err *err)
{
    crok_image was = m->full_before;
    crok_status st = CROK_OK;
    m->full_before = m->full;
    m->full = was;
    st = frame->colour(frame->context, 1, &m->full, err);
    if (st == CROK_OK)
        st = crok_image_copy(frame->luma, &m->small_full, err);
    if (st != CROK_OK)
        return st;
    m->sampled_ns = frame->t_ns;
    if (m->alignment != NULL)
        m->camera = crok_alignment_last(m->alignment)->camera;
    return CROK_OK;
}

static bool has_other_size(const crok_meter *m, const crok_engine_frame *frame)
{
    return m->full.data != NULL &&
           (m->full.w_px != frame->w_px || m->full.h_px != frame->h_px);
}

crok_status crok_meter_feed(crok_meter *m, const crok_engine_frame *frame,
                            int n_missed, crok_err *err)
{
    const crok_aligned *at = NULL;
    crok_status st = CROK_OK;
    if (!m->has_first) {
        m->first_ns = frame->t_ns;
        m->since_ns = frame->t_ns;
    }
    if (has_other_size(m, frame)) {
        lose_board(m);
        crok_image_free(&m->full);
    }
    if (m->alignment != NULL) {
        (void)crok_alignment_measure(m->alignment, frame->luma);
        at = crok_alignment_last(m->alignment);
    }
    st = crok_steadiness_add(&m->steady, frame->luma, m->has_pose ? at : NULL,
                             m->pose.board.line_mm[CROK_LINE_OUTER], n_missed,
                             err);
    if (st == CROK_OK &&
        (!m->has_first || frame->t_ns - m->sampled_ns >= SAMPLE_NS))
        st = sample(m, frame, err);
    if (st != CROK_OK)
        return st;
    m->has_first = true;
    m->last_ns = frame->t_ns;
    return CROK_OK;
}

double crok_meter_span_s(const crok_meter *m)
{
    return (double)(m->last_ns - m->since_ns) / 1e9;
}

bool crok_meter_is_due(const crok_meter *m)
{
    return m->has_first && m->last_ns - m->since_ns >= SECOND_NS;
}

/* ---- the board ---- */

static bool must_search(const crok_meter *m)
{
    const crok_aligned *at = NULL;
    if (m->alignment == NULL)
        return true;
    at = crok_alignment_last(m->alignment);
    return !at->is_found || at->moved_px * CROK_ENGINE_LUMA > SEARCH_PX;
}

/* Search the board in the full picture. CROK_OK also if there is none. */
static crok_status search(crok_meter *m, crok_err *err)
{
    crok_view view = {.img = &m->full,
                      .scale = 1.0,
                      .full_w_px = m->full.w_px,
                      .full_h_px = m->full.h_px};
    crok_board_pose pose;
    crok_err why = {0};
    crok_status st = crok_board_find(&view, &pose, &why);
    if (st == CROK_ENOBOARD || st == CROK_ECUTOFF) {
        bool is_followed =
            m->alignment != NULL && crok_alignment_last(m->alignment)->is_found;
        m->no_board = why;
        if (!is_followed)
            lose_board(m);
        return CROK_OK;
    }
    if (st != CROK_OK)
        return crok_fail(err, st, "%s", why.msg);
    lose_board(m);
    st = crok_alignment_new(&pose, CROK_ENGINE_LUMA, &m->small_full, NULL,
                            &m->alignment, err);
    m->has_pose = st == CROK_OK;
    m->pose = pose;
    m->camera = pose.camera;
    return st;
}

/* ---- figures ---- */

/* A point of a circle about the board's centre. */
static crok_px on_circle(const crok_camera *cam, double r_mm, double angle_rad)
{
    return crok_camera_project(
        cam, (crok_vec3){r_mm * cos(angle_rad), r_mm * sin(angle_rad), 0.0});
}

/* The smallest image scale on the outer line, along and across it, px/mm. */
static double least_px_per_mm(const crok_camera *cam, double r_mm)
{
    const double step_mm = 1.0;
    double least = HUGE_VAL;
    for (int i = 0; i < OUTLINE; i++) {
        double a = 2.0 * CROK_PI * i / OUTLINE;
        crok_px p = on_circle(cam, r_mm, a);
        crok_px out = on_circle(cam, r_mm + step_mm, a);
        crok_px along = on_circle(cam, r_mm, a + step_mm / r_mm);
        least = fmin(least, hypot(out.x - p.x, out.y - p.y) / step_mm);
        least = fmin(least, hypot(along.x - p.x, along.y - p.y) / step_mm);
    }
    return least;
}

/* By how much the board could be larger in the picture, if it were in its
 * middle; at least 1. */
static double fill_scale(const crok_camera *cam, double r_mm)
{
    crok_px lo = {HUGE_VAL, HUGE_VAL};
    crok_px hi = {-HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < OUTLINE; i++) {
        crok_px p =
            on_circle(cam, RAIL_RADII * r_mm, 2.0 * CROK_PI * i / OUTLINE);
        lo = (crok_px){fmin(lo.x, p.x), fmin(lo.y, p.y)};
        hi = (crok_px){fmax(hi.x, p.x), fmax(hi.y, p.y)};
    }
    return fmax(fmin(cam->w_px / fmax(hi.x - lo.x, 1.0),
                     cam->h_px / fmax(hi.y - lo.y, 1.0)),
                1.0);
}

static void measure_board(const crok_meter *m, crok_setup *out)
{
    crok_section section[CROK_N_LINES];
    double outer_mm = m->pose.board.line_mm[CROK_LINE_OUTER];
    out->has_board = true;
    out->pose = m->pose;
    out->pose.camera = m->camera;
    out->px_per_mm = crok_camera_px_per_mm(&m->camera);
    out->least_px_per_mm = least_px_per_mm(&m->camera, outer_mm);
    out->tilt_rad = crok_camera_tilt_rad(&m->camera);
    out->fill_scale = fill_scale(&m->camera, outer_mm);
    crok_board_sections(&m->full, &m->camera, &m->pose.board, section);
    out->blur_px = crok_blur_px(section, outer_mm);
    out->glare = crok_glare_measure(
        &m->full, &out->pose, isfinite(out->blur_px) ? out->blur_px : 1.0);
    out->level = out->glare.level;
}

static void measure_picture(const crok_meter *m, crok_setup *out)
{
    const crok_camera *cam = m->has_pose ? &m->camera : NULL;
    double outer_mm = m->pose.board.line_mm[CROK_LINE_OUTER];
    out->w_px = m->full.w_px;
    out->h_px = m->full.h_px;
    out->level = crok_picture_level(&m->full);
    if (m->full_before.data != NULL)
        out->noise =
            crok_picture_noise(&m->full_before, &m->full, cam, outer_mm);
    if (m->has_pose)
        measure_board(m, out);
    else
        (void)snprintf(out->board_words, sizeof out->board_words, "%.159s",
                       m->no_board.msg);
    out->is_cut_off = !m->has_pose && m->no_board.status == CROK_ECUTOFF;
}

static void measure_source(crok_meter *m, const crok_meter_source *source,
                           crok_setup *out)
{
    crok_steadiness_report(&m->steady, crok_meter_span_s(m), out);
    out->at_s = (double)(m->last_ns - m->first_ns) / 1e9;
    out->n_lost = source->n_lost - m->lost_before;
    out->is_frozen = source->is_frozen;
    out->is_recorded = source->is_recorded;
    (void)snprintf(out->source_words, sizeof out->source_words, "%s",
                   source->words);
    m->lost_before = source->n_lost;
    m->since_ns = m->last_ns;
}

/* Repeated pictures do not show motion and do not count for the rate. In a
 * recording they may be repeated because nothing changes, so that neither the
 * rate nor the noise is the camera's. */
static void allow_for_repeated(crok_setup *s)
{
    const double most = 0.9;
    if (!s->is_recorded)
        s->fps *= 1.0 - s->repeated_frac;
    if (s->repeated_frac > most)
        s->noise = NAN;
}

crok_status crok_meter_report(crok_meter *m, const crok_meter_source *source,
                              crok_setup *out, crok_err *err)
{
    crok_status st = CROK_OK;
    *out = (crok_setup){.noise = NAN,
                        .blur_px = NAN,
                        .px_per_mm = NAN,
                        .least_px_per_mm = NAN,
                        .tilt_rad = NAN,
                        .fill_scale = 1.0,
                        .glare = {.longest = {.line = CROK_LINE_NONE}}};
    measure_source(m, source, out);
    if (out->n_frames > 0 && m->full.data != NULL) {
        if (must_search(m))
            st = search(m, err);
        if (st != CROK_OK)
            return st;
        measure_picture(m, out);
        allow_for_repeated(out);
    }
    crok_setup_judge(out);
    return CROK_OK;
}
