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

/* The state that a trouble of the engine means; `otherwise` if it is none of
 * the board's visibility. */
static crok_live_state state_of_trouble(crok_engine_trouble trouble,
                                        crok_live_state otherwise)
{
    switch (trouble) {
    case CROK_TROUBLE_DARK:
    case CROK_TROUBLE_LOST:
        return CROK_LIVE_LOST;
    case CROK_TROUBLE_BLURRED:
    case CROK_TROUBLE_COVERED:
    case CROK_TROUBLE_MOVING:
        return CROK_LIVE_COVERED;
    case CROK_TROUBLE_NONE:
    case CROK_TROUBLE_BURNT:
    case CROK_N_ENGINE_TROUBLES:
        break;
    }
    return otherwise;
}

static crok_live_state state_of(const crok_table *t, const crok_health *h,
                                const crok_engine_report *report,
                                bool has_watched)
{
    if (h->state == CROK_SOURCE_ENDED)
        return CROK_LIVE_ENDED;
    if (h->state != CROK_SOURCE_RUNNING || h->is_frozen)
        return CROK_LIVE_DOWN;
    switch (report->state) {
    case CROK_ENGINE_LOOKING:
        return looking(t, has_watched);
    case CROK_ENGINE_MOVING:
        return state_of_trouble(report->trouble, CROK_LIVE_MOVING);
    case CROK_ENGINE_COVERED:
        return state_of_trouble(report->trouble, CROK_LIVE_COVERED);
    case CROK_ENGINE_QUIET:
    case CROK_N_ENGINE_STATES:
        break;
    }
    return state_of_trouble(report->trouble, CROK_LIVE_STILL);
}

/* Where a place is in the picture, in words. It is in the middle if it is
 * nearer to the board's centre than MIDDLE_RADII; otherwise its direction is
 * one of eight, 45 degrees wide. */
#define MIDDLE_RADII 0.3
static const char *where(const crok_engine_report *report)
{
    static const char *const word[8] = {
        " on the right",      " at the lower right", " at the bottom",
        " at the lower left", " on the left",        " at the upper left",
        " at the top",        " at the upper right"};
    double angle = atan2(report->place.y, report->place.x);
    if (!report->has_place)
        return "";
    if (hypot(report->place.x, report->place.y) < MIDDLE_RADII)
        return " in the middle";
    return word[((int)lround(angle / (0.25 * CROK_PI)) + 8) % 8];
}

/* Write the message about a trouble: what, where and what to do. */
static void words_of_trouble(const crok_engine_report *report, char *out,
                             size_t size)
{
    const char *at = where(report);
    switch (report->trouble) {
    case CROK_TROUBLE_DARK:
        (void)snprintf(out, size,
                       "It is too dark to see the board: switch the light on");
        break;
    case CROK_TROUBLE_LOST:
        (void)snprintf(out, size,
                       "The board is not seen where it was: clear the view of "
                       "it, or put the whole board into the picture");
        break;
    case CROK_TROUBLE_BLURRED:
        (void)snprintf(out, size,
                       "The picture is blurred: focus the camera on the board, "
                       "or clean its lens");
        break;
    case CROK_TROUBLE_COVERED:
        (void)snprintf(out, size,
                       "The board is covered%s: take hands and things off it",
                       at);
        break;
    case CROK_TROUBLE_MOVING:
        (void)snprintf(out, size,
                       "Something moves over the board%s: shots are read when "
                       "hands are off it",
                       at);
        break;
    case CROK_TROUBLE_BURNT:
        (void)snprintf(out, size,
                       "The light is reflected%s, where the picture shows only "
                       "white: move the lamp or the camera",
                       at);
        break;
    case CROK_TROUBLE_NONE:
    case CROK_N_ENGINE_TROUBLES:
        break;
    }
}

/* Write the message about the source. The message about the board is a separate
 * one. */
static void words_of(crok_live_state state, const crok_health *h,
                     const crok_engine_report *report, const char *check,
                     char out[CROK_LIVE_WORDS])
{
    const char *words = "";
    out[0] = '\0';
    switch (state) {
    case CROK_LIVE_ENDED:
        words = "The film has ended";
        break;
    case CROK_LIVE_DOWN:
        words = h->state != CROK_SOURCE_RUNNING
                    ? h->words
                    : "The camera's picture is frozen: unplug the camera and "
                      "plug it in again";
        break;
    case CROK_LIVE_STARTING:
    case CROK_LIVE_LOST:
        words = check[0] != '\0' ? check : "Looking for the board";
        break;
    case CROK_LIVE_COVERED:
        words = "The board is covered: take hands and things off it";
        break;
    case CROK_LIVE_NONE:
    case CROK_LIVE_STILL:
    case CROK_LIVE_MOVING:
    case CROK_N_LIVE:
        break;
    }
    if (state != CROK_LIVE_ENDED && state != CROK_LIVE_DOWN &&
        (report->state != CROK_ENGINE_LOOKING ||
         report->trouble == CROK_TROUBLE_DARK))
        words_of_trouble(report, out, CROK_LIVE_WORDS);
    if (out[0] == '\0')
        (void)snprintf(out, CROK_LIVE_WORDS, "%s", words);
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
                                  const crok_engine_report *report,
                                  bool has_watched)
{
    const char *check = crok_table_words(t);
    crok_live_source view = {.state = state_of(t, health, report, has_watched)};
    words_of(view.state, health, report, check, view.words);
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
