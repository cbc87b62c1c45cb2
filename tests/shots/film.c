/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/film.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cv/cv.h"

/* The tracker still gets this much of the rest after the motion, s. */
#define AFTER_S 0.15

struct film {
    film_options options;
    crok_sim *sim;
    crok_tracker *track;
    crok_image full;  /* the frame */
    crok_image small; /* reduced */
    crok_rest_sight before;
    bool over;
    crok_sim_truth truth;
};

static void must(crok_status st, const crok_err *err)
{
    if (st == CROK_OK)
        return;
    (void)fprintf(stderr, "film: %s\n", err->msg);
    exit(1);
}

static double cpu_ms(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

crok_board_pose film_pose(const film *f)
{
    return (crok_board_pose){.board = *crok_board_tournament(),
                             .scale = CROK_SCALE_MODEL,
                             .scale_rel_sigma = CROK_MODEL_REL_SIGMA,
                             .scale_is_settled = true,
                             .camera = crok_sim_look_at(f->sim)->camera};
}

film *film_open(const film_options *o)
{
    crok_sim_options so = {.seed = o->seed,
                           .rules = "depot",
                           .rounds = 1,
                           .n_wishes = o->n_wishes};
    crok_sim_camera camera = {o->w_px, o->h_px, o->fps};
    crok_board_pose pose;
    crok_err err;
    film *f = calloc(1, sizeof *f);
    if (f == NULL)
        abort();
    memcpy(so.wish, o->wish, sizeof so.wish);
    f->options = *o;
    must(crok_sim_new(&so, &camera, &f->sim, &err), &err);
    pose = film_pose(f);
    must(crok_tracker_new(&pose, o->reduce, &f->track, &err), &err);
    must(crok_image_new(o->w_px, o->h_px, CROK_RGB8, &f->full, &err), &err);
    return f;
}

void film_close(film **f)
{
    crok_sim_free(&(*f)->sim);
    crok_tracker_free(&(*f)->track);
    crok_image_free(&(*f)->full);
    crok_image_free(&(*f)->small);
    free(*f);
    *f = NULL;
}

static bool next_frame(film *f)
{
    crok_err err;
    bool more = true;
    must(crok_sim_frame(f->sim, &f->full, &f->truth, &more, &err), &err);
    f->over = !more;
    return more;
}

static void reduce(film *f)
{
    crok_err err;
    crok_image_free(&f->small);
    must(crok_cv_resize(&f->full, f->options.w_px / f->options.reduce,
                        f->options.h_px / f->options.reduce, &f->small, &err),
         &err);
}

static void note_rest(film *f)
{
    static const crok_disc_state of[] = {[CROK_SIM_SURFACE] = CROK_DISC_FLAT,
                                         [CROK_SIM_HOLE] = CROK_DISC_HOLE,
                                         [CROK_SIM_LEANING] = CROK_DISC_LEANING,
                                         [CROK_SIM_DITCH] = CROK_DISC_OUT};
    const crok_sim_moment *m = &f->truth.moment;
    crok_err err;
    f->before = (crok_rest_sight){.t_ns = (int64_t)(m->t_s * 1e9)};
    for (int i = 0; i < m->n_discs; i++) {
        const crok_sim_disc *d = &m->discs[i];
        if (d->id != 0 && d->place != CROK_SIM_AWAY)
            f->before.disc[f->before.n++] =
                (crok_sight_disc){.id = d->id,
                                  .side = d->side,
                                  .state = of[d->place],
                                  .at = {d->at_mm.x, d->at_mm.y},
                                  .sigma_mm = 0.1,
                                  .confidence = 1.0};
    }
    reduce(f);
    must(crok_tracker_set_background(f->track, &f->small, &f->before, &err),
         &err);
}

static const crok_sight_disc *find(const crok_rest_sight *r, int id)
{
    for (int i = 0; i < r->n; i++)
        if (r->disc[i].id == id)
            return &r->disc[i];
    return NULL;
}

/* Fill in the two rests and what changed between them, as the engine would
 * report it. */
static void fill_sight(const film *f, const crok_shot *t, crok_shot_sight *s)
{
    memset(s, 0, sizeof *s);
    s->before = f->before;
    s->shooter = t->shot_disc;
    s->side = t->shooter;
    s->after.t_ns = (int64_t)(f->truth.moment.t_s * 1e9);
    for (int i = 0; i < t->n_after; i++)
        s->after.disc[s->after.n++] =
            (crok_sight_disc){.id = t->after[i].id,
                              .side = t->after[i].side,
                              .state = t->after[i].state,
                              .at = {t->after[i].x_mm, t->after[i].y_mm},
                              .sigma_mm = 0.1,
                              .confidence = 1.0};
    s->moved[s->n_moved++] = t->shot_disc;
    for (int i = 0; i < t->n_moved; i++)
        if (t->moved[i] != t->shot_disc)
            s->moved[s->n_moved++] = t->moved[i];
    for (int i = 0; i < t->n_before; i++)
        if (find(&s->after, t->before[i].id) == NULL)
            s->gone[s->n_gone++] = t->before[i].id;
}

static void feed(film *f, film_shot *out)
{
    crok_err err;
    double t0 = 0.0;
    reduce(f);
    if (out->n_frames++ == 0)
        out->began_s = f->truth.t_s;
    t0 = cpu_ms();
    must(crok_tracker_frame(f->track, &f->small, (int64_t)(f->truth.t_s * 1e9),
                            &err),
         &err);
    out->ms += cpu_ms() - t0;
}

bool film_next(film *f, film_watch *watch, void *context, film_shot *out)
{
    bool has_shot = false;
    double shot_s = 0.0;
    int next_id = 1000; /* above the ids of the truth */
    memset(out, 0, sizeof *out);
    while (!f->over && next_frame(f)) {
        const crok_event *e = f->truth.event;
        if (e != NULL && e->type == CROK_EVENT_SHOT) {
            out->truth = e->u.shot.shot;
            has_shot = true;
            shot_s = f->truth.t_s;
        }
        if (f->truth.quiet && !has_shot) {
            note_rest(f);
            out->n_frames = 0;
            out->flick_s = 0.0;
            out->ms = 0.0;
        } else {
            feed(f, out);
            if (watch != NULL)
                watch(context, &f->small, &f->truth);
        }
        if (f->truth.moving && out->flick_s <= 0.0)
            out->flick_s = f->truth.t_s;
        if (has_shot && f->truth.t_s >= shot_s + AFTER_S)
            break;
    }
    if (!has_shot)
        return false;
    fill_sight(f, &out->truth, &out->seen);
    crok_tracker_end(f->track, &next_id, &out->seen);
    return true;
}
