/* SPDX-License-Identifier: Apache-2.0 */
#include "table/source_view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "table/fit_shot.h"

/* A disc counts as unmoved within this distance, mm. Chosen by hand: a drawing
 * of the board cannot show a smaller distance. */
#define SAME_MM 0.05
/* Change of the frame rate that is worth showing, Hz. Chosen by hand: the
 * measured rate of a steady camera varies by less. */
#define SAME_RATE_HZ 2.0

/* Return the state while the board is not found: "lost" if the board was found
 * before or if the table has a message for a person; otherwise "starting". */
static crok_live_state looking(const crok_table *t, bool has_watched)
{
    return has_watched || crok_table_words(t)[0] != '\0' ? CROK_LIVE_LOST
                                                         : CROK_LIVE_STARTING;
}

static crok_live_state state_of(const crok_table *t, const crok_health *h,
                                crok_engine_state state, bool has_watched)
{
    if (h->state == CROK_SOURCE_ENDED)
        return CROK_LIVE_ENDED;
    if (h->state != CROK_SOURCE_RUNNING || h->is_frozen)
        return CROK_LIVE_DOWN;
    switch (state) {
    case CROK_ENGINE_LOOKING:
        return looking(t, has_watched);
    case CROK_ENGINE_MOVING:
        return CROK_LIVE_MOVING;
    case CROK_ENGINE_COVERED:
        return CROK_LIVE_COVERED;
    case CROK_ENGINE_QUIET:
    case CROK_N_ENGINE_STATES:
        break;
    }
    return CROK_LIVE_STILL;
}

/* Return the message about the source. The message about the board is a
 * separate one. */
static const char *words_of(crok_live_state state, const crok_health *h,
                            const char *check)
{
    switch (state) {
    case CROK_LIVE_ENDED:
        return "The film has ended";
    case CROK_LIVE_DOWN:
        return h->state != CROK_SOURCE_RUNNING ? h->words
                                               : "The camera's picture is "
                                                 "frozen";
    case CROK_LIVE_STARTING:
    case CROK_LIVE_LOST:
        return check[0] != '\0' ? check : "Looking for the board";
    case CROK_LIVE_COVERED:
        return "The board is covered: take hands and things off it";
    case CROK_LIVE_NONE:
    case CROK_LIVE_STILL:
    case CROK_LIVE_MOVING:
    case CROK_N_LIVE:
        break;
    }
    return "";
}

static void put_health(const crok_health *h, crok_live_source *out)
{
    out->is_frozen = h->is_frozen;
    (void)snprintf(out->device, sizeof out->device, "%s", h->device);
    out->n_frames = h->n_frames;
    out->n_lost = h->n_lost;
    out->n_damaged = h->n_damaged;
    out->n_reopened = h->n_reopened;
    out->n_controls_reset = h->n_controls_reset;
    if (out->state != CROK_LIVE_DOWN)
        out->rate_hz = h->rate_hz;
}

static void put_seen(const crok_table *t, crok_live_source *out)
{
    const crok_match *m = crok_table_match(t);
    for (int i = 0; i < t->seen.n; i++) {
        const crok_disc *d = &t->seen.disc[i];
        if (d->state == CROK_DISC_OUT || d->side < 0 ||
            d->side >= t->setup.sides.n)
            continue;
        out->seen[out->n_seen] = *d;
        out->seen[out->n_seen++].side =
            crok_table_match_side(m, &t->setup.sides, d->side);
    }
}

crok_live_source crok_source_view(const crok_table *t,
                                  const crok_health *health,
                                  crok_engine_state state, bool has_watched)
{
    const char *check = crok_table_words(t);
    crok_live_source view = {.state = state_of(t, health, state, has_watched)};
    (void)snprintf(view.words, sizeof view.words, "%s",
                   words_of(view.state, health, check));
    if (crok_live_sees_board(view.state) || view.state == CROK_LIVE_ENDED)
        (void)snprintf(view.check, sizeof view.check, "%s", check);
    put_health(health, &view);
    put_seen(t, &view);
    return view;
}

/* ---- differences ---- */

static bool same_disc(const crok_disc *a, const crok_disc *b)
{
    return a->id == b->id && a->side == b->side &&
           hypot(a->x_mm - b->x_mm, a->y_mm - b->y_mm) < SAME_MM;
}

bool crok_source_view_differs(const crok_live_source *a,
                              const crok_live_source *b)
{
    if (a->state != b->state || strcmp(a->words, b->words) != 0 ||
        strcmp(a->check, b->check) != 0 ||
        fabs(a->rate_hz - b->rate_hz) > SAME_RATE_HZ || a->n_seen != b->n_seen)
        return true;
    for (int i = 0; i < a->n_seen; i++)
        if (!same_disc(&a->seen[i], &b->seen[i]))
            return true;
    return false;
}
