/* SPDX-License-Identifier: Apache-2.0
 *
 * An act's scene at an instant. plan.c makes its times. */
#include "sim/act.h"

#include <string.h>

#include "sim/pen.h"

#define SHOULDER_MM 1300.0
/* Offset of the shooting arm from the seat's middle. */
#define TO_THE_RIGHT_MM 160.0
/* Height to which a moving hand is lifted between two places. */
#define ARC_MM 45.0
#define SPARE_MM 474.0 /* radius at which unshot discs lie, beside the rail */
#define TREMBLE_RISE_S 0.3
/* A person who covers the board leans over by so much, and takes so long to
 * come. */
#define COVER_LEANS 1.9
#define COVER_RISE_S 0.6
/* How long a resting hand takes to another place. */
#define RESTS_MOVE_S 0.5
/* So long before it is placed a disc is surely in the picture. */
#define OVER_LINE_S 0.4

static double rise(double t, double lo, double hi)
{
    double f = fmin(fmax((t - lo) / (hi - lo), 0.0), 1.0);
    return f * f * (3.0 - 2.0 * f);
}

static crok_sim_pose pose_at(const crok_sim_act *a, double t_s)
{
    crok_sim_pose pose = a->before.pose;
    for (int i = 0; i < a->n_moves && t_s > a->moves[i].start_s; i++) {
        const crok_sim_move *m = &a->moves[i];
        pose = t_s < m->end_s
                   ? crok_sim_pose_between(&pose, &m->to,
                                           rise(t_s, m->start_s, m->end_s))
                   : m->to;
    }
    return pose;
}

/* A finger that trembles: two oscillations that do not repeat together. */
static crok_vec3 tremble_at(const crok_sim_key *from, const crok_sim_key *to,
                            double t_s)
{
    double in_s = t_s - from->t_s;
    double size = from->tremble_mm *
                  fmin(1.0, fmin(in_s, to->t_s - t_s) / TREMBLE_RISE_S);
    double at = 2.0 * CROK_PI * from->tremble_hz * in_s;
    return (crok_vec3){size * sin(at), size * sin(0.83 * at + 1.0),
                       0.5 * size * sin(1.27 * at)};
}

/* The arm is on the right as seen by a person who faces the centre from the
 * direction of a seat. */
static crok_mm shoulder_of(crok_mm seat)
{
    return (crok_mm){SHOULDER_MM * seat.x - TO_THE_RIGHT_MM * seat.y,
                     SHOULDER_MM * seat.y + TO_THE_RIGHT_MM * seat.x};
}

static void hand_at(const crok_sim_track *track, double t_s,
                    const crok_sim_pose *pose, crok_sim_hand *hand)
{
    crok_mm to = crok_sim_on_board(pose, crok_sim_seat(track->seat));
    int i = track->n - 1;
    const crok_sim_key *from = NULL;
    double f = 0.0;
    *hand = (crok_sim_hand){0};
    while (i >= 0 && track->keys[i].t_s > t_s)
        i--;
    if (i < 0 || i + 1 >= track->n || !track->keys[i].there)
        return;
    from = &track->keys[i];
    f = (t_s - from[0].t_s) / fmax(from[1].t_s - from[0].t_s, 1e-9);
    f = f * f * (3.0 - 2.0 * f);
    hand->there = true;
    hand->tip_mm = crok_vec3_add(crok_vec3_scale(from[0].tip_mm, 1.0 - f),
                                 crok_vec3_scale(from[1].tip_mm, f));
    hand->tip_mm.z +=
        fmin(ARC_MM, 0.2 * hypot(from[1].tip_mm.x - from[0].tip_mm.x,
                                 from[1].tip_mm.y - from[0].tip_mm.y)) *
        sin(CROK_PI * f);
    if (from->tremble_mm > 0.0)
        hand->tip_mm =
            crok_vec3_add(hand->tip_mm, tremble_at(&from[0], &from[1], t_s));
    hand->shoulder_mm = shoulder_of(to);
}

/* Where a hand rests; on the rail it is higher than over the line. */
static crok_vec3 rest_at(const crok_sim_table *table, crok_mm seat,
                         const crok_sim_resting *r, double t_s)
{
    double at_mm = table->board.line_mm[CROK_LINE_OUTER] - r->reach_mm;
    double a = atan2(seat.y, seat.x) + r->off_rad;
    double trembles = r->tremble_mm * sin(2.0 * CROK_PI * r->tremble_hz * t_s);
    double z = r->reach_mm > 0.0 ? CROK_SIM_GRIP_MM
                                 : table->rail_z_mm + CROK_SIM_GRIP_MM;
    return (crok_vec3){(at_mm + trembles) * cos(a), (at_mm + trembles) * sin(a),
                       z};
}

/* The hand that never leaves: it moves on when an act begins. */
static void resting_at(const crok_sim_act *a, crok_sim_moment *out)
{
    const crok_sim_incident *in = &a->incident;
    crok_mm seat = crok_sim_on_board(&out->pose, crok_sim_seat(in->rests.seat));
    const crok_sim_table *table = a->play.table;
    double f = rise(out->t_s, a->start_s, a->start_s + RESTS_MOVE_S);
    if (!crok_sim_act_befalls(a, CROK_SIM_RESTS))
        return;
    out->resting = (crok_sim_hand){
        .there = true,
        .tip_mm = crok_vec3_add(
            crok_vec3_scale(rest_at(table, seat, &in->rests_from, out->t_s),
                            1.0 - f),
            crok_vec3_scale(rest_at(table, seat, &in->rests, out->t_s), f)),
        .shoulder_mm = shoulder_of(seat)};
}

static void put(crok_sim_moment *out, crok_sim_disc disc, bool held)
{
    CROK_ASSERT(out->n_discs < CROK_MAX_DISCS);
    if (held)
        out->held |= 1ULL << out->n_discs;
    out->discs[out->n_discs++] = disc;
}

static crok_sim_disc in_hand(const crok_sim_moment *m, crok_sim_disc d, int i)
{
    d.place = CROK_SIM_AWAY;
    d.lean_rad = 0.0;
    d.at_mm = m->hand.tip_mm;
    d.at_mm.z += 9.5 * i - CROK_SIM_GRIP_MM;
    return d;
}

/* Index of the job that has taken a disc by time t_s; -1: none or not yet. */
static int job_of(const crok_sim_act *a, int id, double t_s)
{
    for (int i = 0; i < a->play.n_jobs; i++)
        if (a->play.jobs[i].id == id && t_s >= a->take_s[i])
            return i;
    return -1;
}

/* Add a disc: at its place, unless a hand holds it or has moved it. */
static void put_disc(const crok_sim_act *a, crok_sim_disc d,
                     crok_sim_moment *out)
{
    int i = job_of(a, d.id, out->t_s);
    if (i < 0) {
        put(out, d, false);
    } else if (out->t_s < a->drop_s[i]) {
        put(out, in_hand(out, d, i % CROK_SIM_MAX_HELD), true);
    } else if (a->play.event.type != CROK_EVENT_ROUND_END) {
        put(out, a->play.jobs[i].to, false);
    }
}

/* The shooter lies where its player does not leave it. */
static void put_first(const crok_sim_act *a, crok_sim_moment *out)
{
    const crok_sim_motion *m = &a->play.motion;
    crok_sim_disc d = m->start[m->n_discs - 1];
    d.at_mm = (crok_vec3){a->first_mm.x, a->first_mm.y, 0.0};
    put(out, d, false);
}

static void put_shot(const crok_sim_act *a, crok_sim_moment *out)
{
    const crok_sim_motion *m = &a->play.motion;
    double t_s = out->t_s - a->flick_s;
    for (int i = 0; i < m->n_discs - 1; i++)
        put_disc(a, crok_sim_motion_at(m, i, t_s), out);
    for (int i = 0; i < a->play.n_discs; i++)
        if (a->play.discs[i].place == CROK_SIM_AWAY)
            put(out, a->play.discs[i], false);
    if (out->t_s < a->bring_s)
        return;
    if (out->t_s >= a->place_s)
        put_disc(a, crok_sim_motion_at(m, m->n_discs - 1, t_s), out);
    else if (crok_sim_act_befalls(a, CROK_SIM_REPLACED) &&
             out->t_s >= a->first_s && out->t_s < a->lift_s)
        put_first(a, out);
    else
        put(out, in_hand(out, m->start[m->n_discs - 1], 0), true);
}

/* Add the unshot discs: two rows beside the rail, to the right of their
 * seat. */
static void put_spares(const crok_sim_act *a, crok_sim_moment *out)
{
    bool is_shot = a->play.event.type == CROK_EVENT_SHOT;
    int shooter = is_shot ? a->play.event.u.shot.shot.shooter : -1;
    for (int s = 0; s < CROK_MAX_SIDES; s++) {
        int n = a->play.n_left[s];
        double a0 = -1.05 - 1.571 * s; /* 30 degrees right of seat s */
        if (s == shooter && out->t_s >= a->bring_s)
            n--;
        for (int i = 0; i < n; i++) {
            double r = SPARE_MM + 36.0 * (i % 2);
            double at = a0 + 0.076 * (i / 2);
            crok_sim_disc d = {.side = s, .place = CROK_SIM_AWAY};
            d.at_mm = (crok_vec3){r * cos(at), r * sin(at),
                                  a->play.table->table_z_mm};
            put(out, d, false);
        }
    }
}

/* Discs beside the board do not turn with it. */
static void put_beside(crok_sim_moment *out)
{
    for (int i = 0; i < out->n_discs; i++)
        if (out->discs[i].place == CROK_SIM_AWAY &&
            (out->held & 1ULL << i) == 0)
            out->discs[i].at_mm =
                crok_sim_on_board_at(&out->pose, out->discs[i].at_mm);
}

static void odd_at(const crok_sim_act *a, crok_sim_moment *out)
{
    double t = out->t_s - a->odd_s;
    out->light = a->before.light;
    out->knock = a->before.knock;
    if (t < 0.0)
        return;
    out->light += (a->after.light - a->before.light) * rise(t, 0.0, 0.4);
    if (crok_sim_act_has(a, CROK_SIM_TRICK_DARK) && t < CROK_SIM_DARK_S)
        out->light *=
            0.015 + 0.985 * (1.0 - rise(t, 0.0, 0.08) +
                             rise(t, CROK_SIM_DARK_S - 0.08, CROK_SIM_DARK_S));
    if (crok_sim_act_has(a, CROK_SIM_TRICK_BUMP)) {
        double swing = fmin(t / CROK_SIM_KNOCK_S, 1.0);
        out->knock += (a->after.knock - a->before.knock) *
                      (1.0 - (1.0 - swing) * cos(18.0 * swing));
    }
    out->frozen =
        crok_sim_act_has(a, CROK_SIM_TRICK_FREEZE) && t < CROK_SIM_FROZEN_S;
    if (crok_sim_act_has(a, CROK_SIM_TRICK_LEAN_OVER))
        out->leans_over =
            rise(t, 0.0, 0.8) - rise(t, CROK_SIM_LEAN_S - 0.8, CROK_SIM_LEAN_S);
    out->leaner_seat = (a->play.seat + 2) % 4;
}

/* What other people do, and what the camera does not show. */
static void trouble_at(const crok_sim_act *a, crok_sim_moment *out)
{
    double t_s = out->t_s;
    bool in_gap = t_s >= a->gap_s && t_s < a->gap_end_s;
    if (crok_sim_act_befalls(a, CROK_SIM_OBJECT) && t_s >= a->object_s &&
        t_s < a->object_end_s)
        out->object = (crok_sim_object){
            .there = true,
            .kind = a->incident.object,
            .at_mm = {a->incident.spot_mm.x, a->incident.spot_mm.y, 0.0},
            .turn_rad = a->incident.object_rad};
    if (crok_sim_act_befalls(a, CROK_SIM_COVERED) && t_s >= a->cover_s &&
        t_s < a->cover_end_s) {
        out->leans_over =
            COVER_LEANS *
            (rise(t_s, a->cover_s, a->cover_s + COVER_RISE_S) -
             rise(t_s, a->cover_end_s - COVER_RISE_S, a->cover_end_s));
        out->leaner_seat = a->other.seat;
    }
    out->missing = crok_sim_act_befalls(a, CROK_SIM_CUT) && in_gap;
    out->frozen =
        out->frozen || (crok_sim_act_befalls(a, CROK_SIM_STILL) && in_gap);
}

double crok_sim_act_middle(const crok_sim_act *act, double part)
{
    const double at[] = {act->place_s - OVER_LINE_S, act->place_s, act->flick_s,
                         act->rest_s};
    int third = part < 1.0 / 3.0 ? 0 : part < 2.0 / 3.0 ? 1 : 2;
    double f = 3.0 * part - third;
    return at[third] + f * (at[third + 1] - at[third]);
}

void crok_sim_act_at(const crok_sim_act *act, double t_s, crok_sim_moment *out)
{
    bool is_shot = act->play.event.type == CROK_EVENT_SHOT;
    *out = (crok_sim_moment){
        .t_s = t_s, .pose = pose_at(act, t_s), .troubles = act->incident.set};
    hand_at(&act->hand, t_s, &out->pose, &out->hand);
    out->hand.points = crok_sim_act_has(act, CROK_SIM_TRICK_POINT) &&
                       out->hand.there && t_s < act->bring_s;
    hand_at(&act->other, t_s, &out->pose, &out->other);
    resting_at(act, out);
    if (is_shot)
        put_shot(act, out);
    else
        for (int i = 0; i < act->play.n_discs; i++)
            put_disc(act, act->play.discs[i], out);
    put_spares(act, out);
    put_beside(out);
    odd_at(act, out);
    trouble_at(act, out);
    out->moving = is_shot && t_s >= act->flick_s && t_s < act->rest_s;
}
