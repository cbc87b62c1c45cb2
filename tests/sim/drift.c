/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/drift.h"

#include <math.h>

#include "sim/trouble.h"

/* README.md gives the reasons of these ranges. Lengths are told for a picture
 * of 1280 px and grow with its width. */
#define SAID_FOR_PX 1280.0
#define SWAY_PX_LO 0.5
#define SWAY_PX_HI 4.0
#define SWAY_HZ_LO 0.3
#define SWAY_HZ_HI 2.0
#define ROLL_RAD_HI 0.002 /* 1.3 px at the picture's edge */
#define CREEP_PX_LO 10.0
#define CREEP_PX_HI 30.0
#define ZOOM_LO 0.01
#define ZOOM_HI 0.03
/* A quarter of the period: creep and zoom reach their largest value after it,
 * then they come back, so that the board stays in the picture. */
#define CREEP_S 300.0
#define SPELL_RISE_S 1.0

static crok_sim_wave some_wave(rnd *g, double amplitude)
{
    return (crok_sim_wave){amplitude, rnd_between(g, SWAY_HZ_LO, SWAY_HZ_HI),
                           rnd_between(g, 0.0, 2.0 * CROK_PI)};
}

static void draw_sway(crok_sim_drift *d, rnd *g, double px)
{
    double size = px * rnd_between(g, SWAY_PX_LO, SWAY_PX_HI);
    double a = rnd_between(g, 0.0, 2.0 * CROK_PI);
    d->sway[0] = some_wave(g, size * cos(a));
    d->sway[1] = some_wave(g, size * sin(a));
    d->sway[2] = some_wave(g, rnd_between(g, 0.0, ROLL_RAD_HI));
    if (rnd_between(g, 0.0, 1.0) < 0.5)
        return;
    d->spell_s = rnd_between(g, 4.0, 15.0);
    d->every_s = d->spell_s + rnd_between(g, 10.0, 40.0);
}

static crok_sim_wave slow_wave(double amplitude)
{
    return (crok_sim_wave){amplitude, 0.25 / CREEP_S, 0.0};
}

crok_sim_drift crok_sim_drift_of(unsigned troubles, uint64_t seed, int w_px)
{
    crok_sim_drift d = {0};
    double px = w_px / SAID_FOR_PX;
    rnd sway = crok_sim_trouble_rnd(seed, CROK_SIM_SWAY);
    rnd creep = crok_sim_trouble_rnd(seed, CROK_SIM_CREEP);
    rnd zoom = crok_sim_trouble_rnd(seed, CROK_SIM_ZOOM);
    double way = px * rnd_between(&creep, CREEP_PX_LO, CREEP_PX_HI);
    double to = rnd_between(&creep, 0.0, 2.0 * CROK_PI);
    if ((troubles & 1U << CROK_SIM_SWAY) != 0)
        draw_sway(&d, &sway, px);
    if ((troubles & 1U << CROK_SIM_CREEP) != 0) {
        d.creep[0] = slow_wave(way * cos(to));
        d.creep[1] = slow_wave(way * sin(to));
    }
    if ((troubles & 1U << CROK_SIM_ZOOM) != 0)
        d.zoom = slow_wave(rnd_between(&zoom, ZOOM_LO, ZOOM_HI) *
                           (rnd_next(&zoom) % 2 == 0 ? 1.0 : -1.0));
    return d;
}

static double wave_at(const crok_sim_wave *w, double t_s)
{
    return w->amplitude * sin(2.0 * CROK_PI * w->hz * t_s + w->phase_rad);
}

/* How much of the sway there is: spells begin and end gently. */
static double spell_at(const crok_sim_drift *d, double t_s)
{
    double in_s = d->every_s > 0.0 ? fmod(t_s, d->every_s) : 0.0;
    if (d->every_s <= 0.0)
        return 1.0;
    return fmax(0.0, fmin(1.0, fmin(in_s, d->spell_s - in_s) / SPELL_RISE_S));
}

void crok_sim_drift_at(const crok_sim_drift *d, double t_s, crok_sim_pose *pose)
{
    double part = spell_at(d, t_s);
    pose->sway.shift_px.x = part * wave_at(&d->sway[0], t_s);
    pose->sway.shift_px.y = part * wave_at(&d->sway[1], t_s);
    pose->sway.roll_rad = part * wave_at(&d->sway[2], t_s);
    pose->creep_px.x = wave_at(&d->creep[0], t_s);
    pose->creep_px.y = wave_at(&d->creep[1], t_s);
    pose->zoom = wave_at(&d->zoom, t_s);
}
