/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/incident.h"

#include <math.h>

#include "sim/table.h"

/* README.md gives the reasons of these ranges. */
#define RATE 0.08     /* probability of a trouble at a shot */
#define FIRST_SHOTS 4 /* it comes the first time at one of so many */
#define RERACK_RATE                                                            \
    0.3                /* probability that a round is not played to its end;   \
                        * the first one never is */
#define TURN_RATE 0.6  /* probability that the board is turned after a round */
#define MOVE_LO 0.0156 /* of the picture's width: 20 px of 1280 */
#define MOVE_HI 0.1172 /* 150 px */
#define PUSH_TURN_RAD 0.05
#define NUDGE_ROLL_RAD 0.02
#define AT_ONCE_S 0.05
#define DEG (CROK_PI / 180.0)
/* The rail may leave the picture by this part of its height. */
#define OUTSIDE 0.02
#define TRIES 60

/* A resting hand moves on at a shot with this probability. */
#define RESTS_MOVE_RATE 0.2

/* A hand of somebody who does not shoot now. */
static crok_sim_resting some_rest(rnd *g)
{
    return (crok_sim_resting){.seat = 1 + 2 * (int)(rnd_next(g) % 2),
                              .off_rad = rnd_between(g, -0.6, 0.6),
                              .reach_mm = rnd_between(g, -45.0, 20.0),
                              .tremble_mm = rnd_between(g, 0.0, 2.0),
                              .tremble_hz = rnd_between(g, 0.2, 6.0)};
}

/* After how many shots a round starts anew. */
static int some_rerack(rnd *g)
{
    return 5 + (int)(rnd_next(g) % 10);
}

crok_sim_fate crok_sim_fate_of(unsigned troubles, uint64_t seed,
                               const crok_camera *camera)
{
    crok_sim_fate f = {.troubles = troubles, .camera = *camera};
    for (int i = 0; i < CROK_SIM_N_TROUBLES; i++) {
        f.rnd[i] = crok_sim_trouble_rnd(seed, (crok_sim_trouble)i);
        f.first[i] = 1 + (int)(rnd_next(&f.rnd[i]) % FIRST_SHOTS);
    }
    f.rerack_at = some_rerack(&f.rnd[CROK_SIM_RERACK]);
    f.rests = some_rest(&f.rnd[CROK_SIM_RESTS]);
    return f;
}

static bool has(const crok_sim_fate *f, crok_sim_trouble t)
{
    return (f->troubles & 1U << t) != 0;
}

/* Does it happen at this shot? Draws a number each time. */
static bool is_due(crok_sim_fate *f, crok_sim_trouble t)
{
    bool by_chance = rnd_between(&f->rnd[t], 0.0, 1.0) < RATE;
    bool for_first = f->first[t] > 0 && f->shots >= f->first[t];
    return has(f, t) && (by_chance || for_first);
}

static double either(rnd *g, double x)
{
    return rnd_next(g) % 2 == 0 ? x : -x;
}

/* By how many pixels the rail leaves the picture; negative: it does not. */
static double outside_px(const crok_sim_fate *f, const crok_sim_pose *pose)
{
    const crok_sim_table *t = f->table;
    crok_camera cam = crok_sim_posed(&f->camera, pose);
    double worst = -1e9;
    for (int i = 0; i < 16; i++) {
        double a = CROK_PI * i / 8.0;
        crok_px p = crok_camera_project(
            &cam, (crok_vec3){t->rail_outer_mm * cos(a),
                              t->rail_outer_mm * sin(a), t->rail_z_mm});
        worst = fmax(worst, fmax(-p.x, p.x - (cam.w_px - 1)));
        worst = fmax(worst, fmax(-p.y, p.y - (cam.h_px - 1)));
    }
    return worst;
}

/* The pose after a push of the table or a nudge of the camera that shifts the
 * picture of the board by a drawn length. */
static crok_sim_pose moved(const crok_sim_fate *f, bool is_push,
                           crok_sim_pose pose, rnd *g)
{
    double px = f->camera.w_px * rnd_between(g, MOVE_LO, MOVE_HI);
    double a = rnd_between(g, -CROK_PI, CROK_PI);
    double mm = px / crok_camera_px_per_mm(&f->camera);
    double rad = px / f->camera.f_px;
    if (is_push) {
        pose.at_mm.x += mm * cos(a);
        pose.at_mm.y += mm * sin(a);
        pose.turn_rad += PUSH_TURN_RAD * rnd_between(g, -1.0, 1.0);
    } else {
        pose.aim_rad.x += rad * cos(a);
        pose.aim_rad.y += rad * sin(a);
        pose.aim_rad.z += NUDGE_ROLL_RAD * rnd_between(g, -1.0, 1.0);
    }
    return pose;
}

static void draw_move(const crok_sim_fate *f, bool is_push,
                      const crok_sim_pose *pose, rnd *g, crok_sim_incident *out)
{
    double best = 1e9;
    double of_shot = rnd_between(g, 0.0, 1.0);
    out->when = of_shot < 0.35   ? CROK_SIM_WHEN_QUIET
                : of_shot < 0.65 ? CROK_SIM_WHEN_HAND
                : of_shot < 0.85 ? CROK_SIM_WHEN_AIM
                                 : CROK_SIM_WHEN_SHOT;
    out->move_s =
        rnd_between(g, 0.0, 1.0) < 0.3 ? AT_ONCE_S : rnd_between(g, 0.2, 1.0);
    for (int i = 0; i < TRIES && best > OUTSIDE * f->camera.h_px; i++) {
        crok_sim_pose to = moved(f, is_push, *pose, g);
        double out_px = outside_px(f, &to);
        if (out_px >= best)
            continue;
        best = out_px;
        out->move_to = to;
    }
}

/* Players turn the board to sit before another quadrant; it is also turned by a
 * little when it is wiped, and by any angle when it is carried. */
static double some_turn(rnd *g)
{
    double kind = rnd_between(g, 0.0, 1.0);
    double any = either(g, rnd_between(g, 20.0, 180.0) * DEG);
    double few = either(g, rnd_between(g, 2.0, 10.0) * DEG);
    double slip = rnd_between(g, -3.0, 3.0) * DEG;
    return kind < 0.5 ? either(g, 90.0 * DEG) + slip : kind < 0.75 ? few : any;
}

static void draw_fingers(rnd *g, crok_sim_incident *out)
{
    unsigned which = (unsigned)(rnd_next(g) % 15) + 1; /* one of four or more */
    out->tremble_mm = rnd_between(g, 1.0, 4.0);
    out->tremble_hz = rnd_between(g, 4.0, 10.0);
    out->rest_before_s = (which & 1U) != 0 ? rnd_between(g, 2.0, 20.0) : 0.0;
    out->rest_after_s = (which & 2U) != 0 ? rnd_between(g, 2.0, 20.0) : 0.0;
    out->hold_s = (which & 4U) != 0 ? rnd_between(g, 2.0, 8.0) : 0.0;
    out->aim_s = (which & 8U) != 0 ? rnd_between(g, 2.0, 12.0) : 0.0;
    out->rests_on_line = rnd_next(g) % 2 == 0;
    out->rest_off_rad = rnd_between(g, -0.6, 0.6);
}

/* A hand over the board, anywhere on it. */
static void draw_guest(rnd *g, crok_sim_incident *out)
{
    double a = rnd_between(g, -CROK_PI, CROK_PI);
    double r = rnd_between(g, 0.0, 280.0);
    out->other_seat = 1 + (int)(rnd_next(g) % 3);
    out->in_shot = rnd_next(g) % 2 == 0;
    out->spot_mm = (crok_mm){r * cos(a), r * sin(a)};
    out->stay_s = rnd_between(g, 1.0, 6.0);
}

/* A thing lies on the board between two shots, or on the rail for longer. */
static void draw_object(const crok_sim_table *t, rnd *g, crok_sim_incident *out)
{
    double a = rnd_between(g, -CROK_PI, CROK_PI);
    double r = rnd_between(g, 40.0, 260.0);
    draw_guest(g, out);
    out->object =
        (crok_sim_object_kind)(rnd_next(g) % (uint64_t)CROK_SIM_N_OBJECTS);
    out->object_rad = rnd_between(g, -CROK_PI, CROK_PI);
    if (out->in_shot)
        r = 0.5 * (t->rail_mm + t->rail_outer_mm);
    out->spot_mm = (crok_mm){r * cos(a), r * sin(a)};
    out->stay_s = rnd_between(g, 3.0, out->in_shot ? 20.0 : 8.0);
}

static void draw_gap(rnd *g, crok_sim_incident *out)
{
    out->gap_s = rnd_between(g, 2.0, 10.0);
    out->gap_part = rnd_next(g) % 2 == 0 ? -1.0 : rnd_between(g, 0.0, 0.8);
}

static void befall(crok_sim_fate *f, crok_sim_trouble trouble,
                   const crok_sim_pose *pose, crok_sim_incident *in)
{
    rnd *g = &f->rnd[trouble];
    in->set |= 1U << trouble;
    f->first[trouble] = 0;
    switch ((int)trouble) {
    case CROK_SIM_PUSH:
    case CROK_SIM_NUDGE:
        draw_move(f, trouble == CROK_SIM_PUSH, pose, g, in);
        break;
    case CROK_SIM_OBJECT:
        draw_object(f->table, g, in);
        break;
    case CROK_SIM_HANDS:
    case CROK_SIM_COVERED:
        draw_guest(g, in);
        break;
    case CROK_SIM_CUT:
    case CROK_SIM_STILL:
        draw_gap(g, in);
        break;
    case CROK_SIM_FINGERS:
        draw_fingers(g, in);
        break;
    case CROK_SIM_FORGOTTEN:
        in->late_s = rnd_between(g, 4.0, 15.0);
        break;
    case CROK_SIM_REPLACED:
        in->first_off_rad = either(g, rnd_between(g, 0.12, 0.5));
        in->first_s = rnd_between(g, 0.4, 3.0);
        break;
    case CROK_SIM_POINT:
        in->tricks |= 1U << CROK_SIM_TRICK_POINT;
        break;
    case CROK_SIM_POWDER:
        in->tricks |= 1U << CROK_SIM_TRICK_POWDER;
        break;
    case CROK_SIM_LEAN:
        in->tricks |= 1U << CROK_SIM_TRICK_LEAN_OVER;
        break;
    default:
        break;
    }
}

/* Troubles of a shot of which each act has one of a kind at the most. */
static void draw_shot(crok_sim_fate *f, const crok_sim_play *play,
                      const crok_sim_pose *pose, crok_sim_incident *in)
{
    static const crok_sim_trouble kinds[][3] = {
        {CROK_SIM_PUSH, CROK_SIM_NUDGE, CROK_SIM_NUDGE},
        {CROK_SIM_OBJECT, CROK_SIM_HANDS, CROK_SIM_COVERED},
        {CROK_SIM_CUT, CROK_SIM_STILL, CROK_SIM_STILL},
        {CROK_SIM_POINT, CROK_SIM_POWDER, CROK_SIM_LEAN},
        {CROK_SIM_FINGERS, CROK_SIM_FINGERS, CROK_SIM_FINGERS},
        {CROK_SIM_REPLACED, CROK_SIM_REPLACED, CROK_SIM_REPLACED}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        int chosen = -1;
        for (int i = 0; i < 3; i++)
            if ((i == 0 || kinds[k][i] != kinds[k][i - 1]) &&
                is_due(f, kinds[k][i]) && chosen < 0)
                chosen = (int)kinds[k][i];
        if (chosen >= 0)
            befall(f, (crok_sim_trouble)chosen, pose, in);
    }
    if (is_due(f, CROK_SIM_FORGOTTEN) && play->n_jobs > 0)
        befall(f, CROK_SIM_FORGOTTEN, pose, in);
}

bool crok_sim_fate_reracks(const crok_sim_fate *f)
{
    return has(f, CROK_SIM_RERACK) && f->rerack_at > 0 &&
           f->round_shots >= f->rerack_at;
}

/* A round that started anew is played to its end. */
static void begin_round(crok_sim_fate *f, bool anew)
{
    rnd *g = &f->rnd[CROK_SIM_RERACK];
    bool again = rnd_between(g, 0.0, 1.0) < RERACK_RATE;
    f->round_shots = 0;
    f->rerack_at = again && !anew ? some_rerack(g) : 0;
}

static void draw_round_end(crok_sim_fate *f, crok_sim_incident *in)
{
    rnd *g = &f->rnd[CROK_SIM_TURN];
    bool turns = rnd_between(g, 0.0, 1.0) < TURN_RATE;
    if (turns && has(f, CROK_SIM_TURN)) {
        in->set |= 1U << CROK_SIM_TURN;
        in->turn_rad = some_turn(g);
    }
    if (is_due(f, CROK_SIM_FORGOTTEN))
        befall(f, CROK_SIM_FORGOTTEN, NULL, in);
}

/* Where the resting hand is: at another place now and then. */
static void draw_rest(crok_sim_fate *f, crok_sim_incident *in)
{
    rnd *g = &f->rnd[CROK_SIM_RESTS];
    int seat = f->rests.seat;
    in->rests_from = f->rests;
    if (rnd_between(g, 0.0, 1.0) < RESTS_MOVE_RATE)
        f->rests = some_rest(g);
    f->rests.seat = seat;
    in->rests = f->rests;
}

crok_sim_incident crok_sim_fate_next(crok_sim_fate *f,
                                     const crok_sim_play *play,
                                     const crok_sim_pose *pose)
{
    /* troubles that last for the whole film */
    unsigned lasting = 1U << CROK_SIM_SWAY | 1U << CROK_SIM_CREEP |
                       1U << CROK_SIM_ZOOM | 1U << CROK_SIM_HURRY |
                       1U << CROK_SIM_GHOST | 1U << CROK_SIM_DOUBLED |
                       1U << CROK_SIM_SQUEEZED | 1U << CROK_SIM_RESTS;
    crok_sim_incident in = {.set = (f->troubles & lasting) | play->troubles};
    f->table = play->table;
    draw_rest(f, &in);
    if (play->event.type == CROK_EVENT_SHOT) {
        f->shots++;
        f->round_shots++;
        draw_shot(f, play, pose, &in);
    } else if (play->event.type == CROK_EVENT_ROUND_END) {
        draw_round_end(f, &in);
        begin_round(f, false);
    } else if (play->event.type == CROK_EVENT_REPLAY_ROUND) {
        begin_round(f, true);
    }
    return in;
}
