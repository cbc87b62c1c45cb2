/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/incident.h"

#include <math.h>

#include "sim/table.h"

/* README.md gives the reasons of these ranges. */
#define RATE 0.08      /* probability of a trouble at a shot */
#define FIRST_SHOTS 4  /* it comes the first time at one of so many */
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

crok_sim_fate crok_sim_fate_of(unsigned troubles, uint64_t seed,
                               const crok_camera *camera)
{
    crok_sim_fate f = {.troubles = troubles, .camera = *camera};
    for (int i = 0; i < CROK_SIM_N_TROUBLES; i++) {
        f.rnd[i] = crok_sim_trouble_rnd(seed, (crok_sim_trouble)i);
        f.first[i] = 1 + (int)(rnd_next(&f.rnd[i]) % FIRST_SHOTS);
    }
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
    return has(f, t) && (by_chance || f->shots == f->first[t]);
}

static double either(rnd *g, double x)
{
    return rnd_next(g) % 2 == 0 ? x : -x;
}

/* By how many pixels the rail leaves the picture; negative: it does not. */
static double outside_px(const crok_camera *camera, const crok_sim_pose *pose)
{
    crok_camera cam = crok_sim_posed(camera, pose);
    double worst = -1e9;
    for (int i = 0; i < 16; i++) {
        double a = CROK_PI * i / 8.0;
        crok_px p = crok_camera_project(
            &cam,
            (crok_vec3){CROK_SIM_RAIL_OUTER_MM * cos(a),
                        CROK_SIM_RAIL_OUTER_MM * sin(a), CROK_SIM_RAIL_Z_MM});
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
        double out_px = outside_px(&f->camera, &to);
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

crok_sim_incident crok_sim_fate_next(crok_sim_fate *f,
                                     const crok_sim_play *play,
                                     const crok_sim_pose *pose)
{
    crok_sim_incident in = {.set = 0};
    if (play->event.type == CROK_EVENT_SHOT) {
        bool push = false;
        bool nudge = false;
        f->shots++;
        push = is_due(f, CROK_SIM_PUSH);
        nudge = is_due(f, CROK_SIM_NUDGE) && !push;
        if (push || nudge)
            draw_move(f, push, pose,
                      &f->rnd[push ? CROK_SIM_PUSH : CROK_SIM_NUDGE], &in);
        in.set |= (unsigned)push << CROK_SIM_PUSH;
        in.set |= (unsigned)nudge << CROK_SIM_NUDGE;
    } else if (play->event.type == CROK_EVENT_ROUND_END &&
               has(f, CROK_SIM_TURN)) {
        rnd *g = &f->rnd[CROK_SIM_TURN];
        if (rnd_between(g, 0.0, 1.0) < TURN_RATE) {
            in.set |= 1U << CROK_SIM_TURN;
            in.turn_rad = some_turn(g);
        }
    }
    return in;
}
