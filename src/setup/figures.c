/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/sharpness.h"
#include "setup/calls.h"
#include "setup/figures.h"
#include "shots/engine.h"

/* What a good place has, with which the present one is compared. */
/* Blur, 1 sd in px: sharp edges of photos have 0.7 (board/model/width.c). */
#define SHARP_PX 0.8
/* Image scale, px/mm: a camera of 1920 x 1080 whose picture the board fills up
 * to the rail, 1080 px / (2 * 1.08 * 304.8 mm). */
#define GOOD_PX_PER_MM 1.6
/* Noise of one picture in good light, 1 sd in grey levels. Chosen by hand. */
#define QUIET_NOISE 2.0
/* Error of the registration of a picture of a camera that moves, 1 sd in px
 * (board/registration.h: 0.12 px on drawn boards). */
#define REGISTRATION_PX 0.12

/* Shots of 100 that are missed at this rate, or whose decision is undetermined
 * or wrong, beyond those at 30 pictures a second: bench_watch --rules depot
 * --matches 1 --rounds 2 --seed 1, 2 and 3, 96 shots at each rate from 5 on;
 * below that it is assumed to go on to all of them. */
static const struct {
    double fps, open_pct;
} RATE[] = {{0.0, 100.0}, {5.0, 21.0}, {7.0, 18.0},
            {10.0, 12.5}, {15.0, 2.0}, {30.0, 0.0}};

static double rate_cost(double fps)
{
    enum { N = sizeof RATE / sizeof *RATE };
    if (!isfinite(fps))
        return 0.0;
    for (int i = 1; i < N; i++) {
        double part = (fps - RATE[i - 1].fps) / (RATE[i].fps - RATE[i - 1].fps);
        if (fps < RATE[i].fps)
            return RATE[i - 1].open_pct +
                   part * (RATE[i].open_pct - RATE[i - 1].open_pct);
    }
    return 0.0;
}

/* ---- costs ---- */

/* The conditions under which discs are measured now. */
static crok_edge_conditions conditions_of(const crok_setup *s)
{
    return (crok_edge_conditions){
        .blur_px = isfinite(s->blur_px) ? s->blur_px : SHARP_PX,
        .noise = isfinite(s->noise) ? s->noise : 0.0,
        .extra_px =
            isfinite(s->sway_px) ? fmin(s->sway_px, REGISTRATION_PX) : 0.0,
        .scale = 1.0};
}

/* Open calls now minus those under other conditions. */
static double cost(const crok_setup *s, const crok_edge_conditions *other,
                   const crok_glare *glare)
{
    return fmax(s->open_calls_pct - crok_open_calls_pct(&s->pose, other, glare),
                0.0);
}

/* The glare of this board without that in which light is the cause, or without
 * that in which the picture's border is. */
static crok_glare without(const crok_glare *g, bool light)
{
    crok_glare out = *g;
    for (int j = 0; j < CROK_GLARE_RINGS; j++)
        for (int i = 0; i < CROK_GLARE_ANGLES; i++)
            if ((out.surface[j][i] == CROK_GLARE_BURNT) == light)
                out.surface[j][i] = CROK_GLARE_CLEAR;
    for (int line = 0; light && line < CROK_N_LINES; line++)
        memset(out.line[line], CROK_GLARE_CLEAR, sizeof out.line[line]);
    return out;
}

static void set_edge_costs(crok_setup *s, const crok_edge_conditions *now)
{
    crok_edge_conditions sharp = *now;
    crok_edge_conditions quiet = *now;
    crok_edge_conditions still = *now;
    crok_edge_conditions above = *now;
    sharp.blur_px = fmin(now->blur_px, SHARP_PX);
    quiet.noise = fmin(now->noise, QUIET_NOISE);
    still.extra_px = 0.0;
    above.from_above = true;
    s->cost_pct[CROK_DEFECT_BLUR] = cost(s, &sharp, &s->glare);
    s->cost_pct[CROK_DEFECT_NOISE] = cost(s, &quiet, &s->glare);
    s->cost_pct[CROK_DEFECT_SWAY] = cost(s, &still, &s->glare);
    s->cost_pct[CROK_DEFECT_TILT] = cost(s, &above, &s->glare);
}

/* A board that does not fill the picture costs what filling it would save, up
 * to a good image scale. The difference from that scale to the good one is the
 * cost of too few pixels. */
static void set_scale_costs(crok_setup *s, const crok_edge_conditions *now)
{
    crok_edge_conditions filled = *now;
    crok_edge_conditions good = *now;
    double wanted = fmax(GOOD_PX_PER_MM / s->px_per_mm, 1.0);
    filled.scale = fmin(s->fill_scale, wanted);
    good.scale = wanted;
    s->cost_pct[CROK_DEFECT_DISTANCE] = cost(s, &filled, &s->glare);
    s->cost_pct[CROK_DEFECT_PIXELS] =
        cost(s, &good, &s->glare) - s->cost_pct[CROK_DEFECT_DISTANCE];
}

static void set_board_costs(crok_setup *s)
{
    crok_edge_conditions now = conditions_of(s);
    crok_glare unlit = without(&s->glare, true);
    crok_glare whole = without(&s->glare, false);
    s->open_calls_pct = crok_open_calls_pct(&s->pose, &now, &s->glare);
    s->cost_pct[CROK_DEFECT_GLARE] = cost(s, &now, &unlit);
    s->cost_pct[CROK_DEFECT_CUT_OFF] = cost(s, &now, &whole);
    set_edge_costs(s, &now);
    set_scale_costs(s, &now);
    s->cost_pct[CROK_DEFECT_FLICKER] = 100.0 * s->jumped_frac;
    s->cost_pct[CROK_DEFECT_SWAY] += 100.0 * s->unfollowed_frac;
}

static void set_costs(crok_setup *s)
{
    memset(s->cost_pct, 0, sizeof s->cost_pct);
    s->open_calls_pct = 100.0;
    if (s->n_frames == 0)
        s->cost_pct[CROK_DEFECT_NO_PICTURES] = 100.0;
    else if (s->is_frozen)
        s->cost_pct[CROK_DEFECT_FROZEN] = 100.0;
    else if (s->level < CROK_ENGINE_DARK_LEVEL)
        s->cost_pct[CROK_DEFECT_DARK] = 100.0;
    else if (!s->has_board)
        s->cost_pct[s->is_cut_off ? CROK_DEFECT_CUT_OFF
                                  : CROK_DEFECT_NO_BOARD] = 100.0;
    else
        set_board_costs(s);
    if (s->n_frames > 0)
        s->cost_pct[CROK_DEFECT_RATE] = rate_cost(s->fps);
}

/* ---- words ---- */

const char *crok_defect_name(crok_defect defect)
{
    static const char *const name[CROK_N_DEFECTS + 1] = {
        "no_pictures", "frozen",  "dark",     "no_board", "cut_off",
        "glare",       "blur",    "distance", "pixels",   "tilt",
        "noise",       "flicker", "sway",     "rate",     "nothing"};
    return name[defect];
}

/* Write the message of a defect that contains figures. */
typedef void tell(const crok_setup *s, char *to, size_t size);

static void tell_pictures(const crok_setup *s, char *to, size_t size)
{
    (void)snprintf(to, size, "no pictures%s%s",
                   s->source_words[0] == '\0' ? "" : ": ", s->source_words);
}

static void tell_glare(const crok_setup *s, char *to, size_t size)
{
    const crok_glare_arc *arc = &s->glare.longest;
    if (arc->line == CROK_LINE_NONE)
        (void)snprintf(to, size,
                       "a lamp burns out %.0f %% of the surface: move the lamp "
                       "or turn the camera",
                       100.0 * s->glare.burnt_frac);
    else
        (void)snprintf(to, size,
                       "the light hides the %s line at %d o'clock: move the "
                       "lamp or turn the camera",
                       crok_line_name(arc->line), arc->clock);
}

static void tell_blur(const crok_setup *s, char *to, size_t size)
{
    double wide_px = CROK_EDGE_WIDTH_SIGMAS * s->blur_px;
    (void)snprintf(to, size,
                   "clean or focus the lens: edges are %.1f px wide (%.1f mm)",
                   wide_px, wide_px / s->px_per_mm);
}

static void tell_distance(const crok_setup *s, char *to, size_t size)
{
    (void)snprintf(to, size,
                   "move the camera nearer: %.2f px/mm now, %.2f if the board "
                   "fills the picture",
                   s->px_per_mm, s->px_per_mm * s->fill_scale);
}

static void tell_pixels(const crok_setup *s, char *to, size_t size)
{
    (void)snprintf(to, size,
                   "let the camera send larger pictures: %d x %d have %.2f "
                   "px/mm, %.1f are good",
                   s->w_px, s->h_px, s->px_per_mm, GOOD_PX_PER_MM);
}

static void tell_tilt(const crok_setup *s, char *to, size_t size)
{
    (void)snprintf(to, size,
                   "tilted by %.0f degrees: hang the camera more above the "
                   "board",
                   s->tilt_rad * 180.0 / CROK_PI);
}

static void tell_noise(const crok_setup *s, char *to, size_t size)
{
    (void)snprintf(to, size,
                   "more light: the picture has a noise of %.0f grey levels",
                   s->noise);
}

static void tell_flicker(const crok_setup *s, char *to, size_t size)
{
    (void)snprintf(to, size,
                   "the light flickers by %.0f %%: another lamp, or set the "
                   "camera's power_line_frequency",
                   100.0 * s->flicker_frac);
}

static void tell_sway(const crok_setup *s, char *to, size_t size)
{
    (void)snprintf(to, size, "the camera sways by %.1f px: hang it firmly",
                   s->sway_px);
}

static void tell_rate(const crok_setup *s, char *to, size_t size)
{
    (void)snprintf(to, size,
                   "%.0f pictures a second: more light, or another format or "
                   "size (crokeye devices)",
                   s->fps);
}

/* The message of each defect: a fixed text, or a function that adds figures. */
static const struct {
    const char *words;
    tell *figures;
} SAID[CROK_N_DEFECTS + 1] = {
    [CROK_DEFECT_NO_PICTURES] = {NULL, tell_pictures},
    [CROK_DEFECT_FROZEN] = {"the camera's picture is frozen: plug it in again",
                            NULL},
    [CROK_DEFECT_DARK] = {"too dark: turn on the light", NULL},
    [CROK_DEFECT_NO_BOARD] = {"no board: let the camera see all of the board "
                              "from above, and take hands and covers off it",
                              NULL},
    [CROK_DEFECT_CUT_OFF] = {"a part of the board is outside the picture: turn "
                             "the camera to it or move it away",
                             NULL},
    [CROK_DEFECT_GLARE] = {NULL, tell_glare},
    [CROK_DEFECT_BLUR] = {NULL, tell_blur},
    [CROK_DEFECT_DISTANCE] = {NULL, tell_distance},
    [CROK_DEFECT_PIXELS] = {NULL, tell_pixels},
    [CROK_DEFECT_TILT] = {NULL, tell_tilt},
    [CROK_DEFECT_NOISE] = {NULL, tell_noise},
    [CROK_DEFECT_FLICKER] = {NULL, tell_flicker},
    [CROK_DEFECT_SWAY] = {NULL, tell_sway},
    [CROK_DEFECT_RATE] = {NULL, tell_rate},
    [CROK_N_DEFECTS] = {"nothing: ready to play", NULL}};

static void say_first(crok_setup *s)
{
    size_t size = sizeof s->first_words;
    if (SAID[s->first].figures != NULL)
        SAID[s->first].figures(s, s->first_words, size);
    else
        (void)snprintf(s->first_words, size, "%s", SAID[s->first].words);
}

void crok_setup_judge(crok_setup *s)
{
    double most = CROK_FIRST_LEAST_PCT;
    set_costs(s);
    s->first = CROK_N_DEFECTS;
    for (int i = CROK_N_DEFECTS - 1; i >= 0; i--) {
        if (s->cost_pct[i] < most)
            continue;
        most = s->cost_pct[i];
        s->first = (crok_defect)i;
    }
    say_first(s);
}
