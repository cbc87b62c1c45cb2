/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/serve_source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/topview.h"
#include "capture/encode.h"
#include "cli/watcher.h"
#include "core/clock.h"
#include "core/text.h"

/* The board from above: as far as its rail, fine enough to see a line. */
#define VIEW_HALF_MM 368.0
#define VIEW_PX_PER_MM 1.4
#define VIEW_QUALITY 82

struct crok_serve_source {
    crok_watcher *watcher;
    crok_table *table;
    crok_live live; /* as it was told last */
    bool has_told;
    bool is_paced;      /* its frames have a time of their own */
    int64_t started_ms; /* when the first frame was looked at; 0: not yet */
    int64_t first_ns;   /* that frame's time */
};

/* Words that come once go to the terminal; the state is told by steps. */
static void told(void *context, const char *what)
{
    char *shown = crok_text_printable(what);
    (void)context;
    (void)fprintf(stderr, "crokeye serve: %s\n", shown == NULL ? "" : shown);
    free(shown);
}

crok_status crok_serve_source_open(const crok_watch_cli *cli,
                                   const crok_board_pose *pose,
                                   crok_table *table, crok_serve_source **out,
                                   crok_err *err)
{
    crok_watcher_options o = {.source = cli->source,
                              .capture = &cli->capture,
                              .pose = pose,
                              .record = cli->record_path,
                              .table = table,
                              .want = &cli->want,
                              .told = told};
    crok_serve_source *s = calloc(1, sizeof *s);
    crok_status st = CROK_OK;
    if (s == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to watch");
    s->table = table;
    s->is_paced = strstr(cli->source, "://") == NULL &&
                  strncmp(cli->source, "/dev/", 5) != 0;
    st = crok_watcher_open(&o, &s->watcher, err);
    if (st == CROK_OK)
        *out = s;
    else
        free(s);
    return st;
}

void crok_serve_source_close(crok_serve_source **s)
{
    if (s == NULL || *s == NULL)
        return;
    crok_watcher_close(&(*s)->watcher);
    free(*s);
    *s = NULL;
}

/* ---- what it sees ---- */

static crok_live_state state_of(const crok_watcher *w, const crok_health *h)
{
    if (h->state == CROK_SOURCE_ENDED)
        return CROK_LIVE_NONE;
    if (h->state != CROK_SOURCE_RUNNING || h->is_frozen)
        return CROK_LIVE_DOWN;
    switch (crok_watcher_state(w)) {
    case CROK_ENGINE_LOOKING:
        return CROK_LIVE_DOWN;
    case CROK_ENGINE_MOVING:
    case CROK_ENGINE_COVERED:
        return CROK_LIVE_MOVING;
    case CROK_ENGINE_QUIET:
    case CROK_N_ENGINE_STATES:
        break;
    }
    return CROK_LIVE_STILL;
}

/* Of the camera: what is wrong; what is to be seen to at the board is told
 * apart from it. */
static const char *words_of(const crok_health *h, const crok_live *live,
                            const char *check)
{
    if (h->state == CROK_SOURCE_ENDED)
        return "The film has ended";
    if (h->state != CROK_SOURCE_RUNNING)
        return h->words;
    if (h->is_frozen)
        return "The camera's picture is frozen";
    if (live->state == CROK_LIVE_DOWN)
        return check[0] != '\0' ? check : "Looking for the board";
    return "";
}

static void put_seen(const crok_watcher *w, const crok_match *m,
                     crok_live *live)
{
    const crok_rest_sight *rest = crok_watcher_rest(w);
    const crok_watch_sides *sides = crok_watcher_sides(w);
    for (int i = 0; i < rest->n; i++) {
        const crok_sight_disc *d = &rest->disc[i];
        if (d->state == CROK_DISC_OUT || d->side < 0 || d->side >= sides->n)
            continue;
        live->seen[live->n_seen++] =
            (crok_disc){.id = d->id,
                        .side = crok_match_side_of(m, sides->name[d->side]),
                        .x_mm = d->at.x,
                        .y_mm = d->at.y,
                        .sigma_mm = d->sigma_mm,
                        .state = d->state};
    }
}

/* With the match held. */
static crok_live live_of(const crok_watcher *w)
{
    crok_watch_view view = crok_watcher_view(w);
    crok_live live = {.state = state_of(w, view.health)};
    (void)snprintf(live.words, sizeof live.words, "%s",
                   words_of(view.health, &live, view.words));
    if (live.state == CROK_LIVE_STILL || live.state == CROK_LIVE_MOVING) {
        (void)snprintf(live.check, sizeof live.check, "%s", view.words);
        live.rate_hz = round(view.health->rate_hz);
    }
    put_seen(w, view.match, &live);
    return live;
}

static bool same_disc(const crok_disc *a, const crok_disc *b)
{
    return a->id == b->id && a->side == b->side &&
           hypot(a->x_mm - b->x_mm, a->y_mm - b->y_mm) < 0.05;
}

/* A camera's rate swings by a frame or two. */
static bool same_live(const crok_live *a, const crok_live *b)
{
    if (a->state != b->state || strcmp(a->words, b->words) != 0 ||
        strcmp(a->check, b->check) != 0 || fabs(a->rate_hz - b->rate_hz) > 2 ||
        a->n_seen != b->n_seen)
        return false;
    for (int i = 0; i < a->n_seen; i++)
        if (!same_disc(&a->seen[i], &b->seen[i]))
            return false;
    return true;
}

static void tell(crok_serve_source *s)
{
    crok_live live;
    crok_table_hold(s->table);
    live = live_of(s->watcher);
    if (!s->has_told || !same_live(&live, &s->live)) {
        crok_table_publish(s->table, &live);
        s->live = live;
        s->has_told = true;
    }
    crok_table_release(s->table);
}

/* ---- the picture ---- */

static crok_status show(crok_serve_source *s, const crok_image *picture,
                        const crok_board_pose *pose, crok_err *err)
{
    crok_topview v;
    unsigned char *jpeg = NULL;
    size_t len = 0;
    crok_status st = crok_topview_make(picture, &pose->camera, 0.0,
                                       VIEW_HALF_MM, VIEW_PX_PER_MM, &v, err);
    if (st != CROK_OK)
        return st;
    st = crok_encode_jpeg_bytes(&v.img, VIEW_QUALITY, &jpeg, &len, err);
    if (st == CROK_OK)
        st = crok_table_show(s->table, jpeg, len, VIEW_HALF_MM, err);
    free(jpeg);
    crok_topview_free(&v);
    return st;
}

static void show_reading(crok_serve_source *s)
{
    const crok_image *picture = NULL;
    const crok_board_pose *pose = NULL;
    crok_err err = {0};
    if (crok_watcher_reading(s->watcher, &picture, &pose) &&
        show(s, picture, pose, &err) != CROK_OK)
        told(NULL, err.msg);
}

static void note_start(crok_serve_source *s)
{
    int64_t frame_ns = crok_watcher_view(s->watcher).health->last_ns;
    if (s->started_ms != 0 || frame_ns < 0)
        return;
    s->started_ms = crok_clock_monotonic_ms();
    s->first_ns = frame_ns;
}

int64_t crok_serve_source_due_ms(const crok_serve_source *s)
{
    int64_t frame_ns = crok_watcher_view(s->watcher).health->last_ns;
    int64_t late_ms = 0;
    if (!s->is_paced || s->started_ms == 0)
        return 0;
    late_ms = crok_clock_monotonic_ms() - s->started_ms -
              (frame_ns - s->first_ns) / 1000000;
    return late_ms < 0 ? -late_ms : 0;
}

crok_status crok_serve_source_step(crok_serve_source *s, bool *more,
                                   crok_err *err)
{
    crok_status st = crok_watcher_step(s->watcher, more, err);
    if (st == CROK_OK) {
        note_start(s);
        tell(s);
        show_reading(s);
        return CROK_OK;
    }
    *more = false;
    s->live = (crok_live){.state = CROK_LIVE_DOWN};
    (void)snprintf(s->live.words, sizeof s->live.words, "%s",
                   err == NULL ? "" : err->msg);
    crok_table_publish(s->table, &s->live);
    return st;
}
