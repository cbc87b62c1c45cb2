/* SPDX-License-Identifier: Apache-2.0
 *
 * The plan of an act: when hands come and what they do, when the flick is, and
 * what troubles befall it. */
#include "sim/act.h"
#include "sim/pen.h"

/* The farthest that one grip turns the board. */
#define GRIP_TURN_RAD 1.4
/* Players in a hurry wait for this part of the usual pauses. */
#define HURRY_PART 0.25
/* A disc may be placed within this angle of the seat's middle. */
#define FAR_RAD 0.62

/* The part of a usual pause that these players make. */
static double pause_part(const crok_sim_pen *p)
{
    return crok_sim_act_befalls(p->act, CROK_SIM_HURRY) ? HURRY_PART : 1.0;
}

static void pause(crok_sim_pen *p, double lo_s, double hi_s)
{
    p->t_s += pause_part(p) * rnd_between(p->g, lo_s, hi_s);
}

/* ---- discs are taken away and put back ---- */

static crok_vec3 behind(const crok_sim_stroke *s, double mm)
{
    double v = hypot(s->v_mm_s.x, s->v_mm_s.y);
    return (crok_vec3){s->from_mm.x - mm * s->v_mm_s.x / v,
                       s->from_mm.y - mm * s->v_mm_s.y / v, 8.0};
}

/* Where a disc is in the board frame. */
static crok_vec3 place_of(const crok_sim_act *a, const crok_sim_disc *d)
{
    return d->place == CROK_SIM_AWAY
               ? crok_sim_on_board_at(&a->after.pose, d->at_mm)
               : d->at_mm;
}

static crok_vec3 place_before(const crok_sim_act *a, int id)
{
    const crok_sim_play *play = &a->play;
    crok_vec3 none = {0};
    if (play->event.type == CROK_EVENT_SHOT)
        for (int i = 0; i < play->motion.n_discs; i++)
            if (play->motion.end[i].id == id)
                return play->motion.end[i].at_mm;
    for (int i = 0; i < play->n_discs; i++)
        if (play->discs[i].id == id)
            return place_of(a, &play->discs[i]);
    return none;
}

/* The last disc is forgotten: the hand goes, and comes again. */
static void forget(crok_sim_pen *p)
{
    if (p->track->n > 0 && p->track->keys[p->track->n - 1].there)
        crok_sim_pen_leaves(p);
    p->t_s += p->act->incident.late_s;
    crok_sim_pen_enters(p);
}

/* Carry out the jobs: take each disc, and drop what is held at the place of the
 * last job. */
static void do_jobs(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    int held = 0;
    for (int i = 0; i < a->play.n_jobs; i++) {
        const crok_sim_job *job = &a->play.jobs[i];
        bool is_late = crok_sim_act_befalls(a, CROK_SIM_FORGOTTEN) &&
                       i == a->play.n_jobs - 1 && held == 0;
        if (is_late)
            forget(p);
        crok_sim_pen_to(
            p, crok_sim_above(place_before(a, job->id), CROK_SIM_GRIP_MM));
        a->take_s[i] = p->t_s + 0.08;
        crok_sim_pen_wait(p, 0.12);
        held++;
        if (job->with_next)
            continue;
        for (int k = held - 1; k >= 0; k--) {
            if (k == held - 1 || a->play.event.type == CROK_EVENT_SHOT)
                crok_sim_pen_to(
                    p, crok_sim_above(place_of(a, &a->play.jobs[i - k].to),
                                      CROK_SIM_GRIP_MM));
            a->drop_s[i - k] = p->t_s + 0.05;
        }
        crok_sim_pen_wait(p, 0.1);
        held = 0;
    }
}

static void clear_away(crok_sim_pen *p)
{
    crok_sim_play *play = &p->act->play;
    if (play->n_jobs == 0)
        return;
    /* a disc that is forgotten is not in the same hand as others */
    if (crok_sim_act_befalls(p->act, CROK_SIM_FORGOTTEN) && play->n_jobs > 1)
        play->jobs[play->n_jobs - 2].with_next = false;
    crok_sim_pen_enters(p);
    do_jobs(p);
    crok_sim_pen_leaves(p);
}

/* ---- between shots ---- */

/* Move over the board from place to place without touching a disc. */
static void gesture(crok_sim_pen *p, int n, double z_mm)
{
    crok_sim_pen_enters(p);
    for (int i = 0; i < n; i++) {
        double a = rnd_between(p->g, -CROK_PI, CROK_PI);
        double r = rnd_between(p->g, 40.0, 240.0);
        crok_sim_pen_to(p, (crok_vec3){r * cos(a), r * sin(a), z_mm});
        crok_sim_pen_wait(p, rnd_between(p->g, 0.1, 0.5));
    }
    crok_sim_pen_leaves(p);
}

/* Disturbances that are not part of the shot come before it, with a quiet time
 * around them. */
static void do_odd(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    a->odd_s = p->t_s;
    if (crok_sim_act_has(a, CROK_SIM_TRICK_POINT))
        gesture(p, 2, 25.0);
    if (crok_sim_act_has(a, CROK_SIM_TRICK_POWDER))
        gesture(p, 6, 60.0);
    if (crok_sim_act_has(a, CROK_SIM_TRICK_DARK))
        p->t_s += CROK_SIM_DARK_S;
    if (crok_sim_act_has(a, CROK_SIM_TRICK_FREEZE))
        p->t_s += CROK_SIM_FROZEN_S;
    if (crok_sim_act_has(a, CROK_SIM_TRICK_LEAN_OVER))
        p->t_s += CROK_SIM_LEAN_S;
    if (crok_sim_act_has(a, CROK_SIM_TRICK_BUMP)) {
        p->t_s += CROK_SIM_KNOCK_S + 2.5;
        a->after.knock += rnd_between(p->g, 0.5, 1.0);
    }
    if (crok_sim_act_has(a, CROK_SIM_TRICK_DIM))
        a->after.light = CROK_SIM_DIM;
    if (a->play.tricks >> CROK_SIM_TRICK_BUMP != 0)
        p->t_s += rnd_between(p->g, 1.2, 2.0);
}

/* Where a hand rests: its fingers on the outer line, or on the rail. */
static crok_vec3 rest_spot(const crok_sim_pen *p)
{
    const crok_sim_incident *in = &p->act->incident;
    crok_mm to = crok_sim_pen_seat(p);
    double a = atan2(to.y, to.x) + in->rest_off_rad;
    double r = p->act->play.table->board.line_mm[CROK_LINE_OUTER];
    if (!in->rests_on_line)
        return crok_sim_pen_rail(p, in->rest_off_rad);
    return (crok_vec3){r * cos(a), r * sin(a), 5.0};
}

static void rest_fingers(crok_sim_pen *p, double s)
{
    const crok_sim_incident *in = &p->act->incident;
    if (s <= 0.0)
        return;
    crok_sim_pen_to(p, rest_spot(p));
    crok_sim_pen_tremble(p, s, in->tremble_mm, in->tremble_hz);
}

static void rest_before(crok_sim_pen *p)
{
    double s = p->act->incident.rest_before_s;
    if (s <= 0.0)
        return;
    crok_sim_pen_enters(p);
    rest_fingers(p, s);
    crok_sim_pen_leaves(p);
    pause(p, 0.2, 1.5);
}

/* ---- the board or the camera is moved ---- */

/* From start_s on; what follows is planned in the new pose. */
static void add_move(crok_sim_act *a, double start_s, double s,
                     const crok_sim_pose *to)
{
    CROK_ASSERT(a->n_moves < CROK_SIM_MAX_MOVES);
    a->moves[a->n_moves++] = (crok_sim_move){start_s, start_s + s, *to};
    a->after.pose = *to;
}

static bool is_moved(const crok_sim_act *a, crok_sim_when when)
{
    return (crok_sim_act_befalls(a, CROK_SIM_PUSH) ||
            crok_sim_act_befalls(a, CROK_SIM_NUDGE)) &&
           a->incident.when == when;
}

/* The hand stays where it is on the board. */
static void move_now(crok_sim_pen *p)
{
    const crok_sim_incident *in = &p->act->incident;
    add_move(p->act, p->t_s, in->move_s, &in->move_to);
    p->t_s += in->move_s;
    crok_sim_pen_key(p, p->at, true);
    crok_sim_pen_wait(p, rnd_between(p->g, 0.3, 0.8));
}

/* Between shots: nobody is seen, or a hand holds the rail. A hand keeps its
 * place on the board while the board is pushed. */
static void move_before_shot(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    const crok_sim_incident *in = &a->incident;
    if (is_moved(a, CROK_SIM_WHEN_HAND)) {
        crok_sim_pen_enters(p);
        crok_sim_pen_to(p, crok_sim_pen_rail(p, 0.35));
        crok_sim_pen_wait(p, 0.3);
        move_now(p);
        crok_sim_pen_leaves(p);
    } else if (is_moved(a, CROK_SIM_WHEN_QUIET)) {
        add_move(a, p->t_s, in->move_s, &in->move_to);
        p->t_s += in->move_s;
    } else {
        return;
    }
    pause(p, 1.2, 2.0);
}

/* The board is turned about its centre, with a new grip after each part. A hand
 * keeps its place on the rail while it turns. The board is empty, so that its
 * frame may take up whole quarters once the hand has left. */
static void turn_board(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    double left = a->incident.turn_rad;
    if (!crok_sim_act_befalls(a, CROK_SIM_TURN))
        return;
    crok_sim_pen_enters(p);
    while (fabs(left) > 1e-9) {
        crok_sim_pose to = a->after.pose;
        double part = fmax(fmin(left, GRIP_TURN_RAD), -GRIP_TURN_RAD);
        double s = 0.3 + 0.7 * fabs(part) * rnd_between(p->g, 0.7, 1.3);
        crok_sim_pen_to(p, crok_sim_pen_rail(p, -0.5 * part));
        crok_sim_pen_wait(p, 0.15);
        to.turn_rad += part;
        add_move(a, p->t_s, s, &to);
        p->t_s += s;
        crok_sim_pen_key(p, crok_sim_pen_rail(p, 0.5 * part), true);
        left -= part;
    }
    crok_sim_pen_leaves(p);
    a->after.pose = crok_sim_pose_settled(a->after.pose);
    pause(p, 0.5, 1.5);
}

/* ---- the shot ---- */

/* Where the shooter lies first: elsewhere on the line, in the player's quadrant
 * and clear of other discs; false: there is no room. */
static bool find_first(crok_sim_act *a)
{
    const crok_sim_play *play = &a->play;
    crok_mm from = play->stroke.from_mm;
    crok_mm seat = crok_sim_seat(play->seat);
    double off =
        remainder(atan2(from.y, from.x) - atan2(seat.y, seat.x), 2.0 * CROK_PI);
    double turn = a->incident.first_off_rad;
    double r = hypot(from.x, from.y);
    double at = 0.0;
    if (fabs(off + turn) > FAR_RAD)
        turn = -turn;
    at = atan2(from.y, from.x) + turn;
    a->first_mm = (crok_mm){r * cos(at), r * sin(at)};
    for (int i = 0; i < play->n_discs; i++)
        if (hypot(play->discs[i].at_mm.x - a->first_mm.x,
                  play->discs[i].at_mm.y - a->first_mm.y) <
            2.0 * play->table->board.disc_mm + 1.0)
            return false;
    return fabs(off + turn) <= FAR_RAD;
}

/* The shooter is placed elsewhere and lifted again. */
static void place_first(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    crok_vec3 spot = {a->first_mm.x, a->first_mm.y, CROK_SIM_GRIP_MM};
    crok_sim_pen_to(p, crok_sim_above(spot, 8.0));
    crok_sim_pen_to(p, spot);
    a->first_s = p->t_s;
    crok_sim_pen_wait(p, 0.15);
    crok_sim_pen_to(p, crok_sim_above(spot, 30.0));
    crok_sim_pen_wait(p, a->incident.first_s);
    crok_sim_pen_to(p, spot);
    crok_sim_pen_wait(p, 0.1);
    a->lift_s = p->t_s;
}

/* The hand brings the shooter and places it. */
static void place_shooter(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    const crok_sim_incident *in = &a->incident;
    const crok_sim_stroke *s = &a->play.stroke;
    crok_vec3 spot = {s->from_mm.x, s->from_mm.y, CROK_SIM_GRIP_MM};
    a->bring_s = p->t_s;
    crok_sim_pen_enters(p);
    if (crok_sim_act_befalls(a, CROK_SIM_REPLACED) && find_first(a))
        place_first(p);
    else
        a->incident.set &= ~(1U << CROK_SIM_REPLACED);
    crok_sim_pen_to(p, crok_sim_above(spot, 8.0));
    if (in->hold_s > 0.0)
        crok_sim_pen_tremble(p, in->hold_s, in->tremble_mm, in->tremble_hz);
    crok_sim_pen_to(p, spot);
    a->place_s = p->t_s;
    crok_sim_pen_wait(p, 0.15);
}

static void flick(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    const crok_sim_incident *in = &a->incident;
    const crok_sim_stroke *s = &a->play.stroke;
    double r_mm = a->play.table->board.disc_mm;
    crok_sim_pen_to(p, behind(s, r_mm + 24.0));
    crok_sim_pen_wait(p, rnd_between(p->g, 0.4, 1.0));
    if (in->aim_s > 0.0)
        crok_sim_pen_tremble(p, in->aim_s, in->tremble_mm, in->tremble_hz);
    if (is_moved(a, CROK_SIM_WHEN_AIM))
        move_now(p);
    p->t_s += 0.06;
    crok_sim_pen_key(p, behind(s, r_mm + 5.0), true);
    a->flick_s = p->t_s;
    p->t_s += 0.04;
    crok_sim_pen_key(p, behind(s, r_mm - 8.0), true);
    crok_sim_pen_wait(p, rnd_between(p->g, 0.1, 0.6));
    rest_fingers(p, in->rest_after_s);
    crok_sim_pen_leaves(p);
    a->rest_s = a->flick_s + 0.001 * a->play.motion.rest_ms;
    a->event_s = a->rest_s;
}

/* ---- what others do meanwhile ---- */

/* From when on another person is there: with the flick, or from the act's
 * beginning. */
static double other_from(const crok_sim_act *a)
{
    return a->incident.in_shot ? a->flick_s - 1.0 : a->start_s + 0.4;
}

static void guest(crok_sim_pen *p)
{
    const crok_sim_incident *in = &p->act->incident;
    crok_sim_pen_enters(p);
    crok_sim_pen_to(p, (crok_vec3){in->spot_mm.x, in->spot_mm.y, 30.0});
    crok_sim_pen_tremble(p, in->stay_s, 2.0, 3.0);
    crok_sim_pen_leaves(p);
}

/* Another person lays a thing down, and takes it away. */
static void lay_object(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    const crok_sim_incident *in = &a->incident;
    crok_vec3 spot = {in->spot_mm.x, in->spot_mm.y, 30.0};
    crok_sim_pen_enters(p);
    crok_sim_pen_to(p, spot);
    a->object_s = p->t_s;
    crok_sim_pen_wait(p, 0.3);
    crok_sim_pen_leaves(p);
    p->t_s += in->stay_s;
    crok_sim_pen_enters(p);
    crok_sim_pen_to(p, spot);
    crok_sim_pen_wait(p, 0.2);
    a->object_end_s = p->t_s;
    crok_sim_pen_leaves(p);
}

/* Before the shot: what lies on the board must be gone when the shooter
 * comes. */
static void object_before_shot(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    crok_sim_pen other = *p;
    if (!crok_sim_act_befalls(a, CROK_SIM_OBJECT) || a->incident.in_shot)
        return;
    other.track = &a->other;
    lay_object(&other);
    p->t_s = other.t_s;
    pause(p, 0.8, 1.5);
}

static void others_in_shot(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    crok_sim_pen other = {.act = a, .track = &a->other, .g = p->g};
    other.t_s = other_from(a);
    if (crok_sim_act_befalls(a, CROK_SIM_HANDS))
        guest(&other);
    else if (crok_sim_act_befalls(a, CROK_SIM_OBJECT) && a->incident.in_shot)
        lay_object(&other);
    else if (crok_sim_act_befalls(a, CROK_SIM_COVERED)) {
        a->cover_s = a->flick_s - 1.2;
        a->cover_end_s = a->rest_s + 1.2;
        other.t_s = a->cover_end_s;
    }
    p->t_s = fmax(p->t_s, other.t_s);
}

/* The camera misses the whole shot, or some time anywhere in the act. */
static void plan_gap(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    const crok_sim_incident *in = &a->incident;
    a->gap_s = a->start_s + in->gap_part * (p->t_s - a->start_s);
    a->gap_end_s = a->gap_s + in->gap_s;
    if (!crok_sim_act_befalls(a, CROK_SIM_CUT) &&
        !crok_sim_act_befalls(a, CROK_SIM_STILL))
        return;
    if (in->gap_part < 0.0) {
        a->gap_s = a->flick_s - 0.5;
        a->gap_end_s = fmax(a->gap_s + in->gap_s, a->rest_s + 0.3);
    }
    p->t_s = fmax(p->t_s, a->gap_end_s + 0.5);
}

/* ---- whole acts ---- */

static void plan_shot(crok_sim_pen *p)
{
    crok_sim_act *a = p->act;
    pause(p, 1.0, 1.8);
    do_odd(p);
    object_before_shot(p);
    move_before_shot(p);
    rest_before(p);
    place_shooter(p);
    flick(p);
    if (is_moved(a, CROK_SIM_WHEN_SHOT))
        add_move(a, a->flick_s + 0.3 * (a->rest_s - a->flick_s),
                 a->incident.move_s, &a->incident.move_to);
    p->t_s = fmax(p->t_s, a->rest_s);
    pause(p, 1.0, 1.6);
    clear_away(p);
    others_in_shot(p);
    plan_gap(p);
}

void crok_sim_act_plan(crok_sim_act *act, double start_s, crok_sim_state state,
                       rnd *g)
{
    crok_sim_pen p = {.act = act, .track = &act->hand, .t_s = start_s, .g = g};
    act->start_s = start_s;
    act->event_s = start_s;
    act->hand.n = 0;
    act->hand.seat = act->play.seat;
    act->other.n = 0;
    act->other.seat = (act->play.seat + act->incident.other_seat) % 4;
    act->n_moves = 0;
    act->before = state;
    act->after = state;
    act->odd_s = start_s;
    switch ((int)act->play.event.type) {
    case CROK_EVENT_SHOT:
        plan_shot(&p);
        break;
    case CROK_EVENT_ROUND_END:
    case CROK_EVENT_REPLAY_ROUND:
        p.t_s += 1.5 * pause_part(&p);
        clear_away(&p);
        turn_board(&p);
        break;
    default: /* nothing that moves a disc */
        p.t_s += pause_part(&p);
        break;
    }
    act->end_s = p.t_s + 0.2;
}
