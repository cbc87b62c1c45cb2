/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/sim.h"

#include <stdlib.h>
#include <string.h>

#include "sim/draw.h"

#define LONGEST_EXPOSURE_S 0.010
#define DIM_LIGHT 0.1

struct crok_sim {
    crok_sim_camera camera;
    unsigned troubles;
    crok_sim_look look;
    crok_sim_film *film;
    crok_sim_draw *draw;
    long index;
    uint32_t noise_key; /* of the last frame that was not a repetition */
    crok_sim_moment moments[CROK_SIM_SUB_STEPS];
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
    s = calloc(1, sizeof *s);
    if (s == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a simulation");
    s->camera = *camera;
    s->troubles = options->troubles;
    s->look = crok_sim_look_of(options->seed, n_sides_of(options->seating),
                               camera->w_px, camera->h_px);
    st = crok_sim_film_new(options, &s->look.camera, &s->film, err);
    if (st == CROK_OK)
        st = crok_sim_draw_new(&s->look, &s->draw, err);
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
    free(*sim);
    *sim = NULL;
}

/* Is a hand over the board, near enough to hide some of it? */
static bool hand_is_over(const crok_sim_moment *m)
{
    return m->leans_over > 0.0 ||
           (m->hand.there && hypot(m->hand.tip_mm.x, m->hand.tip_mm.y) <
                                 CROK_SIM_RAIL_OUTER_MM + 60.0);
}

static void tell(const crok_sim *s, crok_sim_truth *truth)
{
    const crok_sim_moment *m = &s->moments[CROK_SIM_SUB_STEPS / 2];
    truth->index = s->index;
    truth->t_s = m->t_s;
    truth->moving = m->moving;
    truth->hand = hand_is_over(m);
    truth->frozen = m->frozen;
    truth->moment = *m;
    truth->quiet = !m->moving && !truth->hand && !m->frozen &&
                   m->light > DIM_LIGHT && m->held == 0;
}

crok_status crok_sim_frame(crok_sim *s, crok_image *img, crok_sim_truth *truth,
                           bool *more, crok_err *err)
{
    double exposure = fmin(0.5 / s->camera.fps, LONGEST_EXPOSURE_S);
    double t_s = (double)s->index / s->camera.fps;
    bool over = false;
    *more = true;
    for (int k = 0; k < CROK_SIM_SUB_STEPS; k++) {
        const crok_event *event = NULL;
        double at = t_s + exposure * k / (CROK_SIM_SUB_STEPS - 1);
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
    if (!truth->frozen)
        s->noise_key = (uint32_t)s->index * 2654435761U;
    if (img != NULL)
        crok_sim_draw_frame(s->draw, s->moments, s->noise_key, img);
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
static int luma(const uint8_t *p)
{
    return (66 * p[0] + 129 * p[1] + 25 * p[2] + 128) / 256 + 16;
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
            out[1] =
                (uint8_t)((-38 * r - 74 * g + 112 * b + 65536 + 256) / 512);
            out[2] = (uint8_t)luma(p + 3);
            out[3] = (uint8_t)((112 * r - 94 * g - 18 * b + 65536 + 256) / 512);
        }
    }
}
