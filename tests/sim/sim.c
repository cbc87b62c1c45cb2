/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/draw.h"
#include "sim/filter.h"

#define DIM_LIGHT 0.1
/* A disc that has moved by so much since the last frame is seen to move. */
#define SEEN_MM 1.0

struct crok_sim {
    crok_sim_camera camera;
    unsigned troubles;
    crok_sim_look look;
    crok_sim_film *film;
    crok_sim_draw *draw;
    crok_sim_filter *filter;
    long index;
    long step; /* of time: frames, and those that the camera did not give */
    crok_image last; /* the last frame */
    bool has_last;
    crok_sim_moment shown; /* what the last frame that was new shows */
    int n_visible_frames;  /* since the last shot */
    crok_event event;   /* the one that is reported, with what troubles add */
    uint32_t noise_key; /* of the last frame that was not a repetition */
    crok_sim_moment moments[CROK_SIM_MAX_STEPS];
};

static int n_sides_of(crok_seating seating)
{
    return seating == CROK_THREE ? 3 : seating == CROK_FOUR ? 4 : 2;
}

crok_status crok_sim_new(const crok_sim_options *options,
                         const crok_sim_camera *camera, crok_sim **out,
                         crok_err *err)
{
    crok_status st = CROK_OK;
    crok_sim *s = NULL;
    if (camera->w_px < 160 || camera->h_px < 120 || !(camera->fps >= 5.0))
        return crok_fail(err, CROK_EARG,
                         "camera: at least 160 x 120 px, 5 frames a second");
    if (options->on != NULL && n_sides_of(options->seating) != 2)
        return crok_fail(err, CROK_EARG, "on a photo two sides play");
    s = calloc(1, sizeof *s);
    if (s == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a simulation");
    s->camera = *camera;
    s->troubles = options->troubles;
    s->look = options->on != NULL
                  ? crok_sim_look_on(options->on, options->seed)
                  : crok_sim_look_of(options->looks, options->seed,
                                     n_sides_of(options->seating), camera->w_px,
                                     camera->h_px);
    st = crok_sim_film_new(options, &s->look.camera, &s->film, err);
    if (st == CROK_OK)
        st = crok_sim_draw_new(&s->look, &s->draw, err);
    if (st == CROK_OK)
        st = crok_sim_filter_new(options->troubles, options->seed, camera->w_px,
                                 camera->h_px, &s->filter, err);
    if (st == CROK_OK)
        st = crok_image_new(camera->w_px, camera->h_px, CROK_RGB8, &s->last,
                            err);
    if (st != CROK_OK) {
        crok_sim_free(&s);
        return st;
    }
    *out = s;
    return CROK_OK;
}

void crok_sim_free(crok_sim **sim)
{
    if (*sim == NULL)
        return;
    crok_sim_film_free(&(*sim)->film);
    crok_sim_draw_free(&(*sim)->draw);
    crok_sim_filter_free(&(*sim)->filter);
    crok_image_free(&(*sim)->last);
    free(*sim);
    *sim = NULL;
}

/* Is a hand over the board, near enough to hide some of it? */
static bool is_near(const crok_sim_table *t, const crok_sim_hand *hand)
{
    return hand->there &&
           hypot(hand->tip_mm.x, hand->tip_mm.y) < t->rail_outer_mm + 60.0;
}

static bool is_covered(const crok_sim_table *t, const crok_sim_moment *m)
{
    return m->leans_over > 0.0 || m->object.there || is_near(t, &m->hand) ||
           is_near(t, &m->other) || is_near(t, &m->resting);
}

static void tell(const crok_sim *s, crok_sim_truth *truth)
{
    const crok_sim_moment *m = &s->moments[s->look.n_steps / 2];
    crok_camera camera;
    truth->index = s->index;
    truth->t_s = m->t_s;
    truth->moving = m->moving;
    truth->hand = is_covered(&s->look.table, m);
    truth->frozen = m->frozen;
    truth->missing = m->missing;
    truth->moment = *m;
    truth->of_last = crok_sim_filter_of_last(s->filter, s->index);
    truth->quiet = !m->moving && !truth->hand && !m->frozen && !m->missing &&
                   m->light > DIM_LIGHT && m->held == 0;
    camera = crok_sim_true_camera(s, truth);
    truth->hidden = crok_sim_hidden_in(m, &camera, &s->look);
}

/* ---- what is seen of a shot ---- */

static const crok_sim_disc *disc_of(const crok_sim_moment *m, int id)
{
    for (int i = 0; i < m->n_discs; i++)
        if (m->discs[i].id == id)
            return &m->discs[i];
    return NULL;
}

/* Is a disc on the surface or in the hole seen at another place than in the
 * last frame? */
static bool shows_motion(const crok_sim *s, const crok_sim_truth *truth)
{
    const crok_sim_moment *m = &truth->moment;
    if (!m->moving || m->missing || m->frozen || m->light <= DIM_LIGHT)
        return false;
    for (int i = 0; i < m->n_discs; i++) {
        const crok_sim_disc *d = &m->discs[i];
        const crok_sim_disc *was = disc_of(&s->shown, d->id);
        if (d->place > CROK_SIM_LEANING || was == NULL ||
            ((m->held | truth->hidden.discs) & 1ULL << i) != 0)
            continue;
        if (hypot(d->at_mm.x - was->at_mm.x, d->at_mm.y - was->at_mm.y) >
            SEEN_MM)
            return true;
    }
    return false;
}

/* Write what troubles add to the event: {"x-visible-frames":N,
 * "x-troubles":"push hands"}. */
static void add_to_event(crok_sim *s, bool is_shot, unsigned troubles)
{
    char *text = s->event.foreign;
    size_t room = sizeof s->event.foreign;
    size_t n = 0;
    (void)snprintf(text, room, "{\"x-troubles\":\"");
    for (int i = 0; i < CROK_SIM_N_TROUBLES; i++)
        if ((troubles & 1U << i) != 0) {
            n = strlen(text);
            (void)snprintf(text + n, room - n, "%s%s",
                           text[n - 1] == '"' ? "" : " ",
                           crok_sim_trouble_name((crok_sim_trouble)i));
        }
    n = strlen(text);
    if (is_shot)
        (void)snprintf(text + n, room - n, "\",\"x-visible-frames\":%d}",
                       s->n_visible_frames);
    else
        (void)snprintf(text + n, room - n, "\"}");
}

static void follow_shot(crok_sim *s, crok_sim_truth *truth)
{
    bool is_shot =
        truth->event != NULL && truth->event->type == CROK_EVENT_SHOT;
    s->n_visible_frames += shows_motion(s, truth);
    truth->n_visible_frames = s->n_visible_frames;
    if (!truth->missing && !truth->frozen)
        s->shown = truth->moment;
    if (truth->event == NULL || s->troubles == 0)
        return;
    s->event = *truth->event;
    add_to_event(s, is_shot, truth->moment.troubles);
    truth->event = &s->event;
    if (is_shot)
        s->n_visible_frames = 0;
}

/* ---- frames ---- */

/* Draw the frame, or repeat the last one. */
static void draw(crok_sim *s, bool repeats, const crok_image *img)
{
    size_t n = (size_t)img->w_px * 3;
    for (int y = 0; repeats && s->has_last && y < img->h_px; y++)
        memcpy(crok_image_row(img, y), crok_image_row(&s->last, y), n);
    if (repeats && s->has_last)
        return;
    crok_sim_draw_frame(s->draw, s->moments, s->noise_key, (crok_image *)img);
    crok_sim_filter_apply(s->filter, s->index, img);
    for (int y = 0; y < img->h_px; y++)
        memcpy(crok_image_row(&s->last, y), crok_image_row(img, y), n);
    s->has_last = true;
}

crok_status crok_sim_frame(crok_sim *s, crok_image *img, crok_sim_truth *truth,
                           bool *more, crok_err *err)
{
    int n = s->look.n_steps;
    double exposure = fmin(s->look.shutter / s->camera.fps, s->look.exposure_s);
    double t_s = (double)s->step / s->camera.fps;
    bool over = false;
    *more = true;
    for (int k = 0; k < n; k++) {
        const crok_event *event = NULL;
        double at = t_s + exposure * k / (n - 1);
        crok_status st =
            crok_sim_film_at(s->film, at, &s->moments[k], &event, &over, err);
        if (st != CROK_OK)
            return st;
        if (over && k == 0) {
            *more = false;
            return CROK_OK;
        }
        if (over) /* the match ends within the exposure */
            s->moments[k] = s->moments[k - 1];
        if (k == 0)
            truth->event = NULL;
        if (event != NULL)
            truth->event = event;
    }
    tell(s, truth);
    follow_shot(s, truth);
    s->step++;
    if (truth->missing)
        return CROK_OK;
    if (!truth->frozen)
        s->noise_key = (uint32_t)(s->step - 1) * 2654435761U;
    if (img != NULL)
        draw(s, truth->frozen, img);
    s->index++;
    return CROK_OK;
}

const crok_sim_look *crok_sim_look_at(const crok_sim *sim)
{
    return &sim->look;
}

crok_camera crok_sim_true_camera(const crok_sim *sim,
                                 const crok_sim_truth *truth)
{
    crok_camera cam = crok_sim_knocked(&sim->look.camera, truth->moment.knock);
    return crok_sim_posed(&cam, &truth->moment.pose);
}

unsigned crok_sim_troubles(const crok_sim *sim)
{
    return sim->troubles;
}

/* BT.601 in 1/256, limited range. */
static unsigned luma(const uint8_t *p)
{
    return (66U * p[0] + 129U * p[1] + 25U * p[2] + 128U) / 256U + 16U;
}

void crok_sim_to_yuyv(const crok_image *rgb, uint8_t *out)
{
    for (int y = 0; y < rgb->h_px; y++) {
        const uint8_t *p = crok_image_row(rgb, y);
        for (int x = 0; x + 1 < rgb->w_px; x += 2, p += 6, out += 4) {
            int r = p[0] + p[3];
            int g = p[1] + p[4];
            int b = p[2] + p[5];
            out[0] = (uint8_t)luma(p);
            /* positive, so that a division is a shift */
            unsigned u = (unsigned)(65536 + 256 - 38 * r - 74 * g + 112 * b);
            unsigned v = (unsigned)(65536 + 256 + 112 * r - 94 * g - 18 * b);
            out[1] = (uint8_t)(u / 512U);
            out[2] = (uint8_t)luma(p + 3);
            out[3] = (uint8_t)(v / 512U);
        }
    }
}
