/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/watch_sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cv/cv.h"

/* A disc is at its true position within this, mm. */
#define PLACE_MM 4.0

/* One run: the pictures that the engine gets, and the true shot that is not
 * reported yet. */
typedef struct run {
    crok_sim *sim;
    crok_sim_truth truth;
    crok_image rgb, luma;
    crok_engine_options options;
    crok_engine *engine;
    crok_engine_report report;
    double turn; /* of the engine's board frame against the simulator's, rad */
    bool waits;
    crok_shot shot;
    bool verbose;
    crok_watched sums;
} run;

static void must(crok_status st, const crok_err *err)
{
    if (st == CROK_OK)
        return;
    (void)fprintf(stderr, "watch_sim: %s\n", err->msg);
    exit(1);
}

static int luma_of(const uint8_t *p)
{
    return (77 * p[0] + 150 * p[1] + 29 * p[2]) >> 8;
}

static void make_luma(run *r)
{
    enum { N = CROK_ENGINE_LUMA };
    for (int y = 0; y < r->luma.h_px; y++)
        for (int x = 0; x < r->luma.w_px; x++) {
            int sum = 0;
            for (int v = 0; v < N; v++)
                for (int u = 0; u < N; u++)
                    sum += luma_of(crok_image_row(&r->rgb, y * N + v) +
                                   3 * (x * N + u));
            crok_image_row(&r->luma, y)[x] = (uint8_t)(sum / (N * N));
        }
}

static crok_status colour(void *context, int reduce, crok_image *out,
                          crok_err *err)
{
    const run *r = context;
    crok_image_free(out);
    return crok_cv_resize(&r->rgb, r->rgb.w_px / reduce, r->rgb.h_px / reduce,
                          out, err);
}

/* The rotation of the engine's board frame against the simulator's, rad, in the
 * frame in which the board was found. */
static double rotation_of(const run *r)
{
    crok_camera cam = crok_sim_true_camera(r->sim, &r->truth);
    crok_px p = crok_camera_project(&cam, (crok_vec3){200.0, 0.0, 0.0});
    crok_mm m =
        crok_camera_unproject(&crok_engine_pose(r->engine)->camera, p, 0.0);
    return atan2(m.y, m.x);
}

/* The number of discs on the board in either set without a partner in the
 * other. */
static int n_unmatched(const crok_shot *t, const crok_rest_sight *r,
                       double turn)
{
    bool used[CROK_MAX_DISCS] = {false};
    double c = cos(turn);
    double s = sin(turn);
    int faults = 0;
    for (int i = 0; i < t->n_after; i++) {
        crok_mm at = {c * t->after[i].x_mm - s * t->after[i].y_mm,
                      s * t->after[i].x_mm + c * t->after[i].y_mm};
        int k = 0;
        while (k < r->n && (used[k] || r->disc[k].state == CROK_DISC_OUT ||
                            r->disc[k].side != t->after[i].side ||
                            hypot(r->disc[k].at.x - at.x,
                                  r->disc[k].at.y - at.y) > PLACE_MM))
            k++;
        if (k < r->n)
            used[k] = true;
        else
            faults++;
    }
    for (int k = 0; k < r->n; k++)
        faults += !used[k] && r->disc[k].state != CROK_DISC_OUT;
    return faults;
}

/* Take what the truth of this frame has: first the sides, then shots. */
static void take_truth(run *r)
{
    const crok_event *e = r->truth.event;
    if (e == NULL)
        return;
    if (e->type == CROK_EVENT_MATCH_START) {
        r->options.n_sides = e->u.start.n_sides;
        for (int i = 0; i < e->u.start.n_sides; i++)
            (void)snprintf(r->options.side_names[i], 24, "%s",
                           e->u.start.sides[i].side);
    } else if (e->type == CROK_EVENT_SHOT) {
        if (r->waits && r->verbose)
            (void)printf("%.1f s: the shot before was missed\n", r->truth.t_s);
        r->sums.n_missed += r->waits;
        r->sums.n_shots++;
        r->shot = e->u.shot.shot;
        r->waits = true;
    }
}

static void check_shot(run *r)
{
    const crok_shot_sight *s = &r->report.shot;
    int faults = 0;
    if (!r->waits) {
        r->sums.n_invented++;
        if (r->verbose)
            (void)printf("%.1f s: a shot was invented\n", r->truth.t_s);
        return;
    }
    r->waits = false;
    faults = n_unmatched(&r->shot, &r->report.rest, r->turn);
    r->sums.n_seen++;
    r->sums.n_rest_right += faults == 0;
    r->sums.n_side_right += s->side == r->shot.shooter;
    r->sums.n_moved_right += s->n_moved == r->shot.n_moved;
    if (r->verbose && (faults > 0 || s->side != r->shot.shooter ||
                       s->n_moved != r->shot.n_moved))
        (void)printf("%.1f s: %d faults at rest, side %d of %d, moved %d of "
                     "%d\n",
                     r->truth.t_s, faults, s->side, r->shot.shooter, s->n_moved,
                     r->shot.n_moved);
}

static void feed(run *r)
{
    crok_err err = {0};
    crok_engine_frame f = {.luma = &r->luma,
                           .t_ns = (int64_t)(r->truth.t_s * 1e9),
                           .w_px = r->rgb.w_px,
                           .h_px = r->rgb.h_px,
                           .colour = colour,
                           .context = r};
    if (r->engine == NULL)
        must(crok_engine_new(&r->options, &r->engine, &err), &err);
    make_luma(r);
    must(crok_engine_feed(r->engine, &f, &r->report, &err), &err);
    if (r->report.news == CROK_NEWS_BOARD || r->report.news == CROK_NEWS_BUMPED)
        r->turn = rotation_of(r);
    if (r->report.news == CROK_NEWS_SHOT)
        check_shot(r);
    r->sums.n_changed += r->report.news == CROK_NEWS_CHANGED;
    r->sums.n_bumps += r->report.news == CROK_NEWS_BUMPED;
}

void crok_watch_sim(const crok_sim_options *options,
                    const crok_sim_camera *camera, double most_s, bool verbose,
                    crok_watched *out)
{
    static run r;
    crok_err err = {0};
    bool more = true;
    memset(&r, 0, sizeof r);
    r.verbose = verbose;
    must(crok_sim_new(options, camera, &r.sim, &err), &err);
    must(crok_image_new(camera->w_px, camera->h_px, CROK_RGB8, &r.rgb, &err),
         &err);
    must(crok_image_new(camera->w_px / CROK_ENGINE_LUMA,
                        camera->h_px / CROK_ENGINE_LUMA, CROK_GRAY8, &r.luma,
                        &err),
         &err);
    for (;;) {
        must(crok_sim_frame(r.sim, &r.rgb, &r.truth, &more, &err), &err);
        if (!more || r.truth.t_s > most_s)
            break;
        r.sums.seconds = r.truth.t_s;
        take_truth(&r);
        if (r.options.n_sides > 0 && !r.truth.missing)
            feed(&r);
    }
    r.sums.n_missed += r.waits;
    *out = r.sums;
    crok_engine_free(&r.engine);
    crok_sim_free(&r.sim);
    crok_image_free(&r.rgb);
    crok_image_free(&r.luma);
}
