/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/act.h"

#include <string.h>

/* A hand at this distance from the centre is out of view. */
#define AWAY_MM 1050.0
#define SHOULDER_MM 1300.0
/* Offset of the shooting arm from the seat's middle. */
#define TO_THE_RIGHT_MM 160.0
/* Height of the finger tips above the underside of a held disc. */
#define GRIP_MM 14.0
/* Height to which a moving hand is lifted between two places. */
#define ARC_MM 45.0
#define SPARE_MM 474.0 /* radius at which unshot discs lie, beside the rail */
#define DARK_S 2.5
#define FROZEN_S 2.0
#define LEAN_S 3.0
#define KNOCK_S 0.35
#define DIM 0.45
/* A hand that pushes or turns the board holds it here, on the rail. */
#define HOLD_MM 395.0
#define HOLD_Z_MM 14.0
/* The farthest that one grip turns the board. */
#define GRIP_TURN_RAD 1.4

/* ---- the plan ---- */

/* State while the key positions of a hand are written, in order of time. */
typedef struct pen {
    crok_sim_act *act;
    double t_s;
    crok_vec3 at;
    rnd *g;
} pen;

static void key(pen *p, crok_vec3 tip, bool there)
{
    crok_sim_act *a = p->act;
    CROK_ASSERT(a->n_keys < CROK_SIM_MAX_KEYS);
    a->keys[a->n_keys++] = (crok_sim_key){p->t_s, tip, there};
    p->at = tip;
}

/* Direction of a seat as the board frame has it now. */
static crok_mm seat_now(const pen *p)
{
    return crok_sim_on_board(&p->act->after.pose,
                             crok_sim_seat(p->act->play.seat));
}

static crok_vec3 seat_away(const pen *p)
{
    crok_mm to = seat_now(p);
    return (crok_vec3){AWAY_MM * to.x, AWAY_MM * to.y, 60.0};
}

static void hand_wait(pen *p, double s)
{
    p->t_s += s;
    key(p, p->at, true);
}

/* Move at the speed of a hand: half a second for the length of an arm. */
static void hand_to(pen *p, crok_vec3 to)
{
    double way = hypot(to.x - p->at.x, to.y - p->at.y);
    p->t_s += (0.14 + 0.00055 * way) * rnd_between(p->g, 0.85, 1.3);
    key(p, to, true);
}

static void hand_enters(pen *p)
{
    key(p, seat_away(p), true);
}

static void hand_leaves(pen *p)
{
    hand_to(p, seat_away(p));
    p->act->keys[p->act->n_keys - 1].there = false;
}

static crok_vec3 above(crok_vec3 at, double z_mm)
{
    at.z += z_mm;
    return at;
}

static crok_vec3 behind(const crok_sim_stroke *s, double mm)
{
    double v = hypot(s->v_mm_s.x, s->v_mm_s.y);
    return (crok_vec3){s->from_mm.x - mm * s->v_mm_s.x / v,
                       s->from_mm.y - mm * s->v_mm_s.y / v, 8.0};
}

/* Where a disc that lies beside the board is in the board frame. */
static crok_vec3 beside_board(const crok_sim_pose *pose, crok_vec3 at)
{
    crok_mm to = crok_sim_on_board(pose, (crok_mm){at.x, at.y});
    return (crok_vec3){to.x, to.y, at.z};
}

/* Where the job puts its disc. */
static crok_vec3 place_after(const crok_sim_act *a, const crok_sim_job *job)
{
    return job->to.place == CROK_SIM_AWAY
               ? beside_board(&a->after.pose, job->to.at_mm)
               : job->to.at_mm;
}

static crok_vec3 place_before(const crok_sim_play *play, int id)
{
    crok_vec3 none = {0};
    if (play->event.type == CROK_EVENT_SHOT)
        for (int i = 0; i < play->motion.n_discs; i++)
            if (play->motion.end[i].id == id)
                return play->motion.end[i].at_mm;
    for (int i = 0; i < play->n_discs; i++)
        if (play->discs[i].id == id)
            return play->discs[i].at_mm;
    return none;
}

/* Carry out the jobs: take each disc, and drop what is held at the place of the
 * last job. */
static void do_jobs(pen *p)
{
    crok_sim_act *a = p->act;
    int held = 0;
    for (int i = 0; i < a->play.n_jobs; i++) {
        const crok_sim_job *job = &a->play.jobs[i];
        hand_to(p, above(place_before(&a->play, job->id), GRIP_MM));
        a->take_s[i] = p->t_s + 0.08;
        hand_wait(p, 0.12);
        held++;
        if (job->with_next)
            continue;
        for (int k = held - 1; k >= 0; k--) {
            if (k == held - 1 || a->play.event.type == CROK_EVENT_SHOT)
                hand_to(p,
                        above(place_after(a, &a->play.jobs[i - k]), GRIP_MM));
            a->drop_s[i - k] = p->t_s + 0.05;
        }
        hand_wait(p, 0.1);
        held = 0;
    }
}

static void clear_away(pen *p)
{
    if (p->act->play.n_jobs == 0)
        return;
    hand_enters(p);
    do_jobs(p);
    hand_leaves(p);
}

/* Move over the board from place to place without touching a disc. */
static void gesture(pen *p, int n, double z_mm)
{
    hand_enters(p);
    for (int i = 0; i < n; i++) {
        double a = rnd_between(p->g, -CROK_PI, CROK_PI);
        double r = rnd_between(p->g, 40.0, 240.0);
        hand_to(p, (crok_vec3){r * cos(a), r * sin(a), z_mm});
        hand_wait(p, rnd_between(p->g, 0.1, 0.5));
    }
    hand_leaves(p);
}

static bool has(const crok_sim_act *a, crok_sim_trick trick)
{
    return (a->play.tricks & 1U << trick) != 0;
}

/* Disturbances that are not part of the shot come before it, with a quiet time
 * around them. */
static void do_odd(pen *p)
{
    crok_sim_act *a = p->act;
    a->odd_s = p->t_s;
    if (has(a, CROK_SIM_TRICK_POINT))
        gesture(p, 2, 25.0);
    if (has(a, CROK_SIM_TRICK_POWDER))
        gesture(p, 6, 60.0);
    if (has(a, CROK_SIM_TRICK_DARK))
        p->t_s += DARK_S;
    if (has(a, CROK_SIM_TRICK_FREEZE))
        p->t_s += FROZEN_S;
    if (has(a, CROK_SIM_TRICK_LEAN_OVER))
        p->t_s += LEAN_S;
    if (has(a, CROK_SIM_TRICK_BUMP)) {
        p->t_s += KNOCK_S + 2.5;
        a->after.knock += rnd_between(p->g, 0.5, 1.0);
    }
    if (has(a, CROK_SIM_TRICK_DIM))
        a->after.light = DIM;
    if (a->play.tricks >> CROK_SIM_TRICK_BUMP != 0)
        p->t_s += rnd_between(p->g, 1.2, 2.0);
}

/* ---- the board or the camera is moved ---- */

static bool befalls(const crok_sim_act *a, crok_sim_trouble trouble)
{
    return (a->incident.set & 1U << trouble) != 0;
}

/* From start_s on; what follows is planned in the new pose. */
static void add_move(crok_sim_act *a, double start_s, double s,
                     const crok_sim_pose *to)
{
    CROK_ASSERT(a->n_moves < CROK_SIM_MAX_MOVES);
    a->moves[a->n_moves++] = (crok_sim_move){start_s, start_s + s, *to};
    a->after.pose = *to;
}

/* The rail at an angle from the middle of the seat, counter-clockwise. */
static crok_vec3 rail_spot(const pen *p, double off_rad)
{
    crok_mm to = seat_now(p);
    double a = atan2(to.y, to.x) + off_rad;
    return (crok_vec3){HOLD_MM * cos(a), HOLD_MM * sin(a), HOLD_Z_MM};
}

static bool is_moved(const crok_sim_act *a, crok_sim_when when)
{
    return (befalls(a, CROK_SIM_PUSH) || befalls(a, CROK_SIM_NUDGE)) &&
           a->incident.when == when;
}

/* The hand stays where it is on the board. */
static void move_now(pen *p)
{
    const crok_sim_incident *in = &p->act->incident;
    add_move(p->act, p->t_s, in->move_s, &in->move_to);
    p->t_s += in->move_s;
    key(p, p->at, true);
    hand_wait(p, rnd_between(p->g, 0.3, 0.8));
}

/* Between shots: nobody is seen, or a hand holds the rail. A hand keeps its
 * place on the board while the board is pushed. */
static void move_before_shot(pen *p)
{
    crok_sim_act *a = p->act;
    const crok_sim_incident *in = &a->incident;
    bool by_hand = is_moved(a, CROK_SIM_WHEN_HAND);
    if (!by_hand && !is_moved(a, CROK_SIM_WHEN_QUIET))
        return;
    if (by_hand) {
        hand_enters(p);
        hand_to(p, rail_spot(p, 0.35));
        hand_wait(p, 0.3);
    }
    if (by_hand) {
        move_now(p);
        hand_leaves(p);
    } else {
        add_move(a, p->t_s, in->move_s, &in->move_to);
        p->t_s += in->move_s;
    }
    p->t_s += rnd_between(p->g, 1.2, 2.0);
}

/* The board is turned about its centre, with a new grip after each part. A hand
 * keeps its place on the rail while it turns. The board is empty, so that its
 * frame may take up whole quarters once the hand has left. */
static void turn_board(pen *p)
{
    crok_sim_act *a = p->act;
    double left = a->incident.turn_rad;
    if (!befalls(a, CROK_SIM_TURN))
        return;
    hand_enters(p);
    while (fabs(left) > 1e-9) {
        crok_sim_pose to = a->after.pose;
        double part = fmax(fmin(left, GRIP_TURN_RAD), -GRIP_TURN_RAD);
        double s = 0.3 + 0.7 * fabs(part) * rnd_between(p->g, 0.7, 1.3);
        hand_to(p, rail_spot(p, -0.5 * part));
        hand_wait(p, 0.15);
        to.turn_rad += part;
        add_move(a, p->t_s, s, &to);
        p->t_s += s;
        p->at = rail_spot(p, 0.5 * part);
        key(p, p->at, true);
        left -= part;
    }
    hand_leaves(p);
    a->after.pose = crok_sim_pose_settled(a->after.pose);
    p->t_s += rnd_between(p->g, 0.5, 1.5);
}

static void plan_shot(pen *p)
{
    crok_sim_act *a = p->act;
    const crok_sim_stroke *s = &a->play.stroke;
    crok_vec3 spot = {s->from_mm.x, s->from_mm.y, GRIP_MM};
    p->t_s += rnd_between(p->g, 1.0, 1.8);
    do_odd(p);
    move_before_shot(p);
    a->bring_s = p->t_s;
    hand_enters(p);
    hand_to(p, above(spot, 8.0));
    hand_to(p, spot);
    a->place_s = p->t_s;
    hand_wait(p, 0.15);
    hand_to(p, behind(s, CROK_DISC_RADIUS_MM + 24.0));
    hand_wait(p, rnd_between(p->g, 0.4, 1.0));
    if (is_moved(a, CROK_SIM_WHEN_AIM))
        move_now(p);
    p->t_s += 0.06;
    key(p, behind(s, CROK_DISC_RADIUS_MM + 5.0), true);
    a->flick_s = p->t_s;
    p->t_s += 0.04;
    key(p, behind(s, CROK_DISC_RADIUS_MM - 8.0), true);
    hand_wait(p, rnd_between(p->g, 0.1, 0.6));
    hand_leaves(p);
    a->rest_s = a->flick_s + 0.001 * a->play.motion.rest_ms;
    a->event_s = a->rest_s;
    if (is_moved(a, CROK_SIM_WHEN_SHOT))
        add_move(a, a->flick_s + 0.3 * (a->rest_s - a->flick_s),
                 a->incident.move_s, &a->incident.move_to);
    p->t_s = fmax(p->t_s, a->rest_s) + rnd_between(p->g, 1.0, 1.6);
    clear_away(p);
}

void crok_sim_act_plan(crok_sim_act *act, double start_s, crok_sim_state state,
                       rnd *g)
{
    pen p = {.act = act, .t_s = start_s, .g = g};
    act->start_s = start_s;
    act->event_s = start_s;
    act->n_keys = 0;
    act->n_moves = 0;
    act->before = state;
    act->after = state;
    act->odd_s = start_s;
    switch ((int)act->play.event.type) {
    case CROK_EVENT_SHOT:
        plan_shot(&p);
        break;
    case CROK_EVENT_ROUND_END:
        p.t_s += 1.5;
        clear_away(&p);
        turn_board(&p);
        break;
    default: /* nothing that moves a disc */
        p.t_s += 1.0;
        break;
    }
    act->end_s = p.t_s + 0.2;
}

/* ---- an instant ---- */

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

static void hand_at(const crok_sim_act *a, double t_s,
                    const crok_sim_pose *pose, crok_sim_hand *hand)
{
    crok_mm to = crok_sim_on_board(pose, crok_sim_seat(a->play.seat));
    int i = a->n_keys - 1;
    const crok_sim_key *from = NULL;
    double f = 0.0;
    *hand = (crok_sim_hand){0};
    while (i >= 0 && a->keys[i].t_s > t_s)
        i--;
    if (i < 0 || i + 1 >= a->n_keys || !a->keys[i].there)
        return;
    from = &a->keys[i];
    f = (t_s - from[0].t_s) / fmax(from[1].t_s - from[0].t_s, 1e-9);
    f = f * f * (3.0 - 2.0 * f);
    hand->there = true;
    hand->points = has(a, CROK_SIM_TRICK_POINT) && t_s < a->bring_s;
    hand->tip_mm = crok_vec3_add(crok_vec3_scale(from[0].tip_mm, 1.0 - f),
                                 crok_vec3_scale(from[1].tip_mm, f));
    hand->tip_mm.z +=
        fmin(ARC_MM, 0.2 * hypot(from[1].tip_mm.x - from[0].tip_mm.x,
                                 from[1].tip_mm.y - from[0].tip_mm.y)) *
        sin(CROK_PI * f);
    /* the arm is on the right as seen by a person who faces the centre */
    hand->shoulder_mm = (crok_mm){SHOULDER_MM * to.x - TO_THE_RIGHT_MM * to.y,
                                  SHOULDER_MM * to.y + TO_THE_RIGHT_MM * to.x};
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
    d.at_mm.z += 9.5 * i - GRIP_MM;
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
    if (out->t_s < a->place_s)
        put(out, in_hand(out, m->start[m->n_discs - 1], 0), true);
    else
        put_disc(a, crok_sim_motion_at(m, m->n_discs - 1, t_s), out);
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
            d.at_mm =
                (crok_vec3){r * cos(at), r * sin(at), CROK_SIM_TABLE_Z_MM};
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
            out->discs[i].at_mm = beside_board(&out->pose, out->discs[i].at_mm);
}

static void odd_at(const crok_sim_act *a, crok_sim_moment *out)
{
    double t = out->t_s - a->odd_s;
    out->light = a->before.light;
    out->knock = a->before.knock;
    if (t < 0.0)
        return;
    out->light += (a->after.light - a->before.light) * rise(t, 0.0, 0.4);
    if (has(a, CROK_SIM_TRICK_DARK) && t < DARK_S)
        out->light *= 0.015 + 0.985 * (1.0 - rise(t, 0.0, 0.08) +
                                       rise(t, DARK_S - 0.08, DARK_S));
    if (has(a, CROK_SIM_TRICK_BUMP)) {
        double swing = fmin(t / KNOCK_S, 1.0);
        out->knock += (a->after.knock - a->before.knock) *
                      (1.0 - (1.0 - swing) * cos(18.0 * swing));
    }
    out->frozen = has(a, CROK_SIM_TRICK_FREEZE) && t < FROZEN_S;
    if (has(a, CROK_SIM_TRICK_LEAN_OVER))
        out->leans_over = rise(t, 0.0, 0.8) - rise(t, LEAN_S - 0.8, LEAN_S);
    out->leaner_seat = (a->play.seat + 2) % 4;
}

void crok_sim_act_at(const crok_sim_act *act, double t_s, crok_sim_moment *out)
{
    bool is_shot = act->play.event.type == CROK_EVENT_SHOT;
    *out = (crok_sim_moment){
        .t_s = t_s, .pose = pose_at(act, t_s), .troubles = act->incident.set};
    hand_at(act, t_s, &out->pose, &out->hand);
    if (is_shot)
        put_shot(act, out);
    else
        for (int i = 0; i < act->play.n_discs; i++)
            put_disc(act, act->play.discs[i], out);
    put_spares(act, out);
    put_beside(out);
    odd_at(act, out);
    out->moving = is_shot && t_s >= act->flick_s && t_s < act->rest_s;
}
