/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/draw.h"

#include <math.h>
#include <stdio.h>

#include "cv/draw.h"
#include "shots/engine_inner.h"
#include "shots/tracking/flick.h"

#define N_CIRCLE 32
/* Frames of a disc's way that are shown. */
#define WAY_FRAMES 40

static const crok_ink COVER = {{230, 40, 40}, 0.3};
static const crok_ink SEEN = {{255, 255, 255}, 0.9};
static const crok_ink IN_PLAY = {{40, 220, 60}, 1.0};
static const crok_ink WAITS = {{250, 210, 30}, 1.0};
static const crok_ink FLICKED = {{250, 60, 220}, 1.0};
static const crok_ink BOARD = {{255, 255, 255}, 0.4};
static const crok_ink WAY = {{60, 120, 255}, 0.9};

typedef struct drawing {
    const crok_engine *e;
    crok_canvas canvas;
    crok_camera cam;
    double u; /* 1/720 of the picture's height, px */
} drawing;

static crok_px px_of(const drawing *d, crok_mm at, double height_mm)
{
    return crok_camera_project(&d->cam, (crok_vec3){at.x, at.y, height_mm});
}

static void circle(drawing *d, crok_vec3 at, double r_mm, crok_ink ink,
                   bool is_dashed)
{
    crok_px p[N_CIRCLE];
    for (int i = 0; i < N_CIRCLE; i++) {
        double a = 2.0 * CROK_PI * i / N_CIRCLE;
        p[i] = px_of(d, (crok_mm){at.x + r_mm * cos(a), at.y + r_mm * sin(a)},
                     at.z);
    }
    if (!is_dashed)
        crok_draw_line(&d->canvas, p, N_CIRCLE, true, ink, 1.5 * d->u);
    for (int i = 0; is_dashed && i < N_CIRCLE; i += 4)
        crok_draw_line(&d->canvas, p + i, 3, false, ink, 1.5 * d->u);
}

/* The edge of a disc's top face, or of a circle within it. */
static void disc(drawing *d, crok_mm at, double r_mm, crok_ink ink,
                 bool is_dashed)
{
    double h = d->e->board.pose.board.disc_height_mm;
    circle(d, (crok_vec3){at.x, at.y, h}, r_mm, ink, is_dashed);
}

static void way(drawing *d, const crok_track *t)
{
    const crok_frame_times *times = &d->e->tracks.times;
    crok_px p[WAY_FRAMES];
    int n = 0;
    int f = times->n > WAY_FRAMES ? times->n - WAY_FRAMES : 0;
    for (; f < times->n; f++)
        if (t->path.seen[f])
            p[n++] = px_of(d, t->path.at[f], 0.0);
    if (n > 1)
        crok_draw_line(&d->canvas, p, n, false, WAY, 1.5 * d->u);
}

static void draw_track(drawing *d, const crok_track *t)
{
    const crok_tracks *all = &d->e->tracks;
    crok_flick flick;
    crok_ink ink = t->is_in_play                     ? IN_PLAY
                   : crok_is_flicked(all, t, &flick) ? FLICKED
                                                     : WAITS;
    char name[32];
    crok_px at = px_of(d, t->at, 0.0);
    way(d, t);
    disc(d, t->at, all->disc_mm, ink, !t->path.seen[all->times.n - 1]);
    if (t->id >= 0)
        (void)snprintf(name, sizeof name, "%d", t->id);
    else
        (void)snprintf(name, sizeof name, "?");
    at.x -= 6.0 * d->u;
    at.y += 6.0 * d->u;
    crok_draw_text(&d->canvas, at, name, 16.0 * d->u, true, ink);
}

/* Tint the cells of a row that something covers, each run of them at once. */
static void draw_covers(drawing *d, int row)
{
    const crok_segmentation *s = &d->e->seeing.segments;
    int from = -1;
    for (int x = 0; x <= CROK_SEGMENTATION_CELLS; x++) {
        int cell = row * CROK_SEGMENTATION_CELLS + x;
        bool is = x < CROK_SEGMENTATION_CELLS && !s->is_outside[cell] &&
                  s->chance[CROK_SHOWN_COVER][cell] > 0.5F;
        if (is && from < 0)
            from = x;
        if (is || from < 0)
            continue;
        crok_mm a =
            crok_segmentation_mm(s, row * CROK_SEGMENTATION_CELLS + from);
        crok_mm b = crok_segmentation_mm(s, cell - 1);
        double half = 0.5 * s->cell_mm;
        crok_px p[4] = {px_of(d, (crok_mm){a.x - half, a.y + half}, 0.0),
                        px_of(d, (crok_mm){b.x + half, b.y + half}, 0.0),
                        px_of(d, (crok_mm){b.x + half, b.y - half}, 0.0),
                        px_of(d, (crok_mm){a.x - half, a.y - half}, 0.0)};
        crok_draw_area(&d->canvas, p, 4, COVER);
        from = -1;
    }
}

static void draw_seen(drawing *d)
{
    const crok_engine *e = d->e;
    for (int y = 0; y < CROK_SEGMENTATION_CELLS; y++)
        draw_covers(d, y);
    for (int i = 0; i < e->tracks.n; i++)
        draw_track(d, &e->tracks.track[i]);
    for (int i = 0; i < e->seeing.detections.n; i++)
        disc(d, e->seeing.detections.disc[i].at, 0.35 * e->tracks.disc_mm, SEEN,
             false);
}

/* Where the lines and the hole are believed to be. */
static void draw_board(drawing *d)
{
    const crok_board *b = &d->e->board.pose.board;
    for (int i = 0; i < CROK_N_LINES; i++)
        circle(d, (crok_vec3){0.0, 0.0, 0.0}, b->line_mm[i], BOARD, false);
    circle(d, (crok_vec3){0.0, 0.0, 0.0}, b->hole_mm, BOARD, false);
}

static void draw_state(drawing *d)
{
    static const char *const NAMES[CROK_N_ENGINE_STATES] = {
        "looking for the board", "moving", "lost", "at rest"};
    const crok_engine *e = d->e;
    const crok_frame_times *times = &e->tracks.times;
    crok_engine_state state =
        e->board.has_pose ? e->state : CROK_ENGINE_LOOKING;
    char text[128];
    int64_t now = times->n == 0 ? 0 : times->t_ns[times->n - 1];
    (void)snprintf(text, sizeof text, "%.2f s  %s, still for %.2f s%s",
                   1e-9 * (double)now, NAMES[state],
                   1e-9 * (double)crok_tracks_still_ns(&e->tracks),
                   e->waits       ? ", waits"
                   : e->must_read ? ", must read"
                                  : "");
    crok_draw_text(&d->canvas, (crok_px){10.0 * d->u, 24.0 * d->u}, text,
                   20.0 * d->u, true, SEEN);
}

crok_status crok_engine_draw(const crok_engine *engine, crok_image *frame,
                             crok_err *err)
{
    const crok_frame_times *times = &engine->tracks.times;
    drawing d = {
        .e = engine, .canvas = {.img = frame}, .u = frame->h_px / 720.0};
    if (engine->board.has_pose) {
        d.cam = *crok_board_watch_camera(&engine->board);
        if (times->n > 0 &&
            engine->seeing.detections.t_ns == times->t_ns[times->n - 1])
            draw_seen(&d);
        draw_board(&d);
    }
    draw_state(&d);
    return d.canvas.status == CROK_OK
               ? CROK_OK
               : crok_fail(err, d.canvas.status, "%s", d.canvas.err.msg);
}
