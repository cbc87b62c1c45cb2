/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/watch_sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cv/cv.h"
#include "rules/match.h"

/* A disc is where the truth has it within this, mm. */
#define PLACE_MM 4.0

typedef struct source {
    crok_image rgb;
    crok_image luma;
} source;

static void make_luma(const crok_image *rgb, crok_image *luma)
{
    for (int y = 0; y < luma->h_px; y++) {
        for (int x = 0; x < luma->w_px; x++) {
            int sum = 0;
            for (int v = 0; v < CROK_ENGINE_LUMA; v++) {
                const uint8_t *p =
                    crok_image_row(rgb, y * CROK_ENGINE_LUMA + v) +
                    3 * x * CROK_ENGINE_LUMA;
                for (int u = 0; u < CROK_ENGINE_LUMA; u++)
                    sum += (77 * p[3 * u] + 150 * p[3 * u + 1] +
                            29 * p[3 * u + 2]) >>
                           8;
            }
            crok_image_row(luma, y)[x] =
                (uint8_t)(sum / (CROK_ENGINE_LUMA * CROK_ENGINE_LUMA));
        }
    }
}

static crok_status colour(void *context, int reduce, crok_image *out,
                          crok_err *err)
{
    const source *s = context;
    int w = s->rgb.w_px / reduce;
    int h = s->rgb.h_px / reduce;
    crok_image_free(out);
    return crok_cv_resize(&s->rgb, w, h, out, err);
}

/* Distance between sets of discs on the board, both ways: how many of either
 * have no partner of their side. The simulator's sides are sorted as the
 * engine's. Places are compared without the board's turn: by the camera. */
static int unlike(const crok_disc *t, int n, const crok_rest_sight *r,
                  double turn)
{
    double c = cos(turn);
    double sn = sin(turn);
    bool used[CROK_MAX_DISCS] = {false};
    int faults = 0;
    for (int i = 0; i < n; i++) {
        int found = -1;
        for (int k = 0; k < r->n && found < 0; k++)
            if (!used[k] && r->disc[k].state != CROK_DISC_OUT &&
                r->disc[k].side == t[i].side &&
                hypot(r->disc[k].at.x - (c * t[i].x_mm - sn * t[i].y_mm),
                      r->disc[k].at.y - (sn * t[i].x_mm + c * t[i].y_mm)) <
                    PLACE_MM)
                found = k;
        if (found < 0)
            faults++;
        else
            used[found] = true;
    }
    for (int k = 0; k < r->n; k++)
        faults += !used[k] && r->disc[k].state != CROK_DISC_OUT;
    return faults;
}

/* How the engine's frame is turned against the simulator's. */
static double turn_of(const crok_sim *sim, const crok_sim_truth *truth,
                      const crok_engine *engine)
{
    crok_camera cam = crok_sim_true_camera(sim, truth);
    crok_px p = crok_camera_project(&cam, (crok_vec3){200.0, 0.0, 0.0});
    crok_mm m =
        crok_camera_unproject(&crok_engine_pose(engine)->camera, p, 0.0);
    return atan2(m.y, m.x);
}

static void print_discs(const char *what, const crok_disc *t, int n)
{
    (void)printf("      %s:", what);
    for (int i = 0; i < n; i++)
        (void)printf(" %d/%d(%.0f,%.0f,%d)", t[i].id, t[i].side, t[i].x_mm,
                     t[i].y_mm, (int)t[i].state);
    (void)printf("\n");
}

static void print_rest(const char *what, const crok_rest_sight *r)
{
    (void)printf("      %s:", what);
    for (int i = 0; i < r->n; i++)
        (void)printf(" %d/%d(%.0f,%.0f,%d)", r->disc[i].id, r->disc[i].side,
                     r->disc[i].at.x, r->disc[i].at.y, (int)r->disc[i].state);
    (void)printf("\n");
}

void crok_watch_sim(const crok_sim_options *options,
                    const crok_sim_camera *camera, bool verbose,
                    crok_watched *out)
{
    static crok_engine_report report;
    static crok_sim_truth truth;
    static crok_shot pending;
    crok_err err = {0};
    crok_sim *sim = NULL;
    crok_engine *engine = NULL;
    crok_engine_options eo = {.n_sides = 2};
    source s = {0};
    bool more = true;
    bool waiting = false;
    double pending_s = 0.0;
    memset(out, 0, sizeof *out);
    if (crok_sim_new(options, camera, &sim, &err) != CROK_OK ||
        crok_image_new(camera->w_px, camera->h_px, CROK_RGB8, &s.rgb, &err) !=
            CROK_OK ||
        crok_image_new(camera->w_px / CROK_ENGINE_LUMA,
                       camera->h_px / CROK_ENGINE_LUMA, CROK_GRAY8, &s.luma,
                       &err) != CROK_OK) {
        (void)printf("%s\n", err.msg);
        exit(1);
    }
    while (crok_sim_frame(sim, &s.rgb, &truth, &more, &err) == CROK_OK &&
           more) {
        crok_engine_frame f = {.luma = &s.luma,
                               .t_ns = (int64_t)(truth.t_s * 1e9),
                               .w_px = camera->w_px,
                               .h_px = camera->h_px,
                               .colour = colour,
                               .context = &s};
        out->seconds = truth.t_s;
        if (truth.event != NULL &&
            truth.event->type == CROK_EVENT_MATCH_START) {
            const crok_match_start *m = &truth.event->u.start;
            eo.n_sides = m->n_sides;
            for (int i = 0; i < m->n_sides; i++)
                (void)snprintf(eo.side_names[i], 24, "%s", m->sides[i].side);
            if (verbose)
                (void)printf("sides %s %s\n", eo.side_names[0],
                             eo.side_names[1]);
        }
        if (truth.event != NULL && truth.event->type == CROK_EVENT_SHOT) {
            if (waiting) {
                out->n_missed++;
                if (verbose)
                    (void)printf("%.1f MISSED the shot of %.1f\n", truth.t_s,
                                 pending_s);
            }
            pending = truth.event->u.shot.shot;
            pending_s = truth.t_s;
            waiting = true;
            out->n_shots++;
        }
        if (engine == NULL && eo.side_names[0][0] != '\0' &&
            crok_engine_new(&eo, &engine, &err) != CROK_OK)
            exit(1);
        if (engine == NULL)
            continue;
        make_luma(&s.rgb, &s.luma);
        if (crok_engine_feed(engine, &f, &report, &err) != CROK_OK) {
            (void)printf("%.1f: %s\n", truth.t_s, err.msg);
            continue;
        }
        if (verbose && report.seen.pose.board.hole_mm > 0.0 &&
            report.news == CROK_NEWS_SAME) {
            (void)printf("%.1f same; maybe %d", truth.t_s, report.seen.n_maybe);
            for (int i = 0; i < report.seen.n_maybe; i++)
                (void)printf(
                    " (%.0f %.0f side %d state %d conf %.2f)",
                    report.seen.maybe[i].at.x, report.seen.maybe[i].at.y,
                    report.seen.maybe[i].side, (int)report.seen.maybe[i].state,
                    report.seen.maybe[i].confidence);
            (void)printf("\n");
        }
        if (report.news == CROK_NEWS_SHOT) {
            int faults = 0;
            if (!waiting) {
                out->n_invented++;
                if (verbose) {
                    (void)printf("%.1f INVENTED\n", truth.t_s);
                    print_rest("before", &report.shot.before);
                    print_rest("after", &report.shot.after);
                }
                continue;
            }
            waiting = false;
            out->n_seen++;
            faults = unlike(pending.after, pending.n_after, &report.rest,
                            turn_of(sim, &truth, engine));
            out->n_after_right += faults == 0;
            out->n_shooter_right += report.shot.side == pending.shooter;
            out->n_moved_right += report.shot.n_moved == pending.n_moved;
            if (verbose &&
                (faults > 0 || report.shot.n_moved != pending.n_moved ||
                 report.shot.side != pending.shooter)) {
                (void)printf("%.1f shot of %.1f: %d faults, side %d/%d, moved "
                             "%d/%d\n",
                             truth.t_s, pending_s, faults, report.shot.side,
                             pending.shooter, report.shot.n_moved,
                             pending.n_moved);
                print_discs("truth before", pending.before, pending.n_before);
                print_discs("truth after", pending.after, pending.n_after);
                print_rest("before", &report.shot.before);
                print_rest("after", &report.shot.after);
            }
        } else if (report.news == CROK_NEWS_CHANGED) {
            out->n_changed++;
            if (verbose) {
                (void)printf("%.1f CHANGED\n", truth.t_s);
                print_rest("before", &report.shot.before);
                print_rest("after", &report.shot.after);
            }
        } else if (verbose && report.news != CROK_NEWS_NONE &&
                   report.news != CROK_NEWS_MOVING &&
                   report.news != CROK_NEWS_SAME) {
            (void)printf("%.1f news %d %s\n", truth.t_s, (int)report.news,
                         report.words);
        }
    }
    if (waiting)
        out->n_missed++;
    crok_engine_free(&engine);
    crok_sim_free(&sim);
    crok_image_free(&s.rgb);
    crok_image_free(&s.luma);
}
