/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/film.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/drift.h"

/* ENDS_MID: fewer discs than this are left to shoot in the last round. */
#define MOST_LEFT 10

struct crok_sim_film {
    crok_sim_game *game;
    rnd rnd;
    crok_sim_fate fate;
    crok_sim_drift drift;
    crok_sim_act act;
    bool begun, is_reported; /* the act has begun; its event was reported */
    int last_round;          /* number of rounds that are played */
    int rounds, shots;       /* ended, planned */
    unsigned troubles;
    rnd starts, ends;      /* numbers of STARTS_MID and ENDS_MID */
    int ends_left;         /* ENDS_MID: so many discs are left to shoot */
    double begin_s, end_s; /* the camera's film */
};

static bool has(const crok_sim_film *f, crok_sim_trouble trouble)
{
    return (f->troubles & 1U << trouble) != 0;
}

crok_status crok_sim_film_new(const crok_sim_options *options,
                              const crok_camera *camera, crok_sim_film **out,
                              crok_err *err)
{
    crok_sim_film *f = calloc(1, sizeof *f);
    crok_status st = CROK_OK;
    if (f == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a film");
    f->rnd.state = options->seed ^ 0x66696C6DU;
    f->troubles = options->troubles;
    f->last_round = options->rounds;
    f->starts = crok_sim_trouble_rnd(options->seed, CROK_SIM_STARTS_MID);
    f->ends = crok_sim_trouble_rnd(options->seed, CROK_SIM_ENDS_MID);
    f->ends_left = (int)(rnd_next(&f->ends) % MOST_LEFT);
    f->begin_s = has(f, CROK_SIM_STARTS_MID) ? HUGE_VAL : 0.0;
    f->end_s = HUGE_VAL;
    f->fate = crok_sim_fate_of(options->troubles, options->seed, camera);
    f->drift =
        crok_sim_drift_of(options->troubles, options->seed, camera->w_px);
    st = crok_sim_game_new(options, &f->game, err);
    if (st != CROK_OK) {
        free(f);
        return st;
    }
    *out = f;
    return CROK_OK;
}

void crok_sim_film_free(crok_sim_film **film)
{
    if (*film == NULL)
        return;
    crok_sim_game_free(&(*film)->game);
    crok_sim_play_free(&(*film)->act.play);
    free(*film);
    *film = NULL;
}

/* The film begins at noon on the first day of 2026, UTC. */
static void stamp(crok_event *e, double t_s)
{
    long ms = lround(t_s * 1000.0) + 12L * 3600L * 1000L;
    long day = ms / 86400000L;
    (void)snprintf(e->time, sizeof e->time,
                   "2026-01-%02ldT%02ld:%02ld:%02ld.%03ldZ", day + 1,
                   ms / 3600000L % 24L, ms / 60000L % 60L, ms / 1000L % 60L,
                   ms % 1000L);
}

/* The film begins with the first shot's act under way; it ends in an act of the
 * last round. */
static void plan_ends(crok_sim_film *f)
{
    const crok_sim_play *play = &f->act.play;
    int left = 0;
    f->rounds += play->event.type == CROK_EVENT_ROUND_END;
    if (play->event.type != CROK_EVENT_SHOT)
        return;
    for (int i = 0; i < CROK_MAX_SIDES; i++)
        left += play->n_left[i];
    if (has(f, CROK_SIM_STARTS_MID) && f->shots == 0) {
        f->begin_s =
            crok_sim_act_middle(&f->act, rnd_between(&f->starts, 0.0, 1.0));
        f->act.incident.set |= 1U << CROK_SIM_STARTS_MID;
    }
    f->shots++;
    if (has(f, CROK_SIM_ENDS_MID) && f->rounds == f->last_round - 1 &&
        left <= f->ends_left + 1 && f->end_s == HUGE_VAL) {
        f->end_s =
            crok_sim_act_middle(&f->act, rnd_between(&f->ends, 0.0, 1.0));
        f->act.incident.set |= 1U << CROK_SIM_ENDS_MID;
    }
}

static crok_status next_act(crok_sim_film *f, bool *over, crok_err *err)
{
    crok_sim_state state = {.light = 1.0};
    double start_s = 0.0;
    bool more = true;
    crok_status st =
        crok_sim_fate_reracks(&f->fate)
            ? crok_sim_game_rerack(f->game, &f->act.play, err)
            : crok_sim_game_next(f->game, &f->act.play, &more, err);
    if (f->begun) {
        state = f->act.after;
        start_s = f->act.end_s;
    }
    *over = !more;
    if (st != CROK_OK || !more)
        return st;
    f->act.incident = crok_sim_fate_next(&f->fate, &f->act.play, &state.pose);
    f->act.play.tricks |= f->act.incident.tricks;
    crok_sim_act_plan(&f->act, start_s, state, &f->rnd);
    plan_ends(f);
    stamp(&f->act.play.event, f->act.event_s);
    f->begun = true;
    f->is_reported = false;
    return CROK_OK;
}

crok_status crok_sim_film_at(crok_sim_film *film, double t_s,
                             crok_sim_moment *out, const crok_event **event,
                             bool *over, crok_err *err)
{
    crok_status st = CROK_OK;
    *over = false;
    *event = NULL;
    while (st == CROK_OK && !*over && (!film->begun || t_s >= film->act.end_s))
        st = next_act(film, over, err);
    *over = *over || t_s >= film->end_s;
    if (st != CROK_OK || *over)
        return st;
    crok_sim_act_at(&film->act, t_s, out);
    crok_sim_drift_at(&film->drift, t_s, &out->pose);
    out->missing = out->missing || t_s < film->begin_s;
    if (!film->is_reported && t_s >= film->act.event_s) {
        *event = &film->act.play.event;
        film->is_reported = true;
    }
    return CROK_OK;
}
