/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/physics.h"

#include <chipmunk/chipmunk.h>
#include <stdlib.h>
#include <string.h>

#define STEP_S 0.00025
#define STEPS_PER_MS 4
#define MAX_MS 8000
/* Time without motion after which everything is at rest, ms. */
#define REST_MS 30
#define STILL_MM_S 0.5
#define GRAVITY_MM_S2 9810.0
/* Largest distance between the centres of disc and hole at which a disc drops
 * in, mm. */
#define CATCH_MM 11.0
/* Play of a disc in the hole: what touches is never quite at the edge, mm. */
#define PLAY_MM 0.2
/* A hole is drilled a tenth wider than the discs, as on a tournament board;
 * what is seen of a wider one is its rounded edge. Of the disc's radius. */
#define MOST_PLAY 0.10001
/* A disc at rest over the hole tips in if its centre is nearer than this,
 * mm. */
#define TIPS_MM 15.8
/* Deceleration at the hole's edge of a disc that crosses it without dropping
 * in. */
#define HOLE_EDGE_MM_S2 1500.0
/* Largest drop below the surface from which a disc still returns over the edge,
 * mm. */
#define LIP_MM 5.0
/* Speed at which a disc that hangs over the edge slides off; and the friction
 * of the ditch's felt. */
#define SLIDE_OFF_MM_S 220.0
#define DITCH_MM_S2 4500.0
#define SINK_S 0.012 /* time constant of dropping into the hole */
/* Impulses below this, mm/s, are artefacts of the solver, not contacts. */
#define CONTACT_MM_S 1.0

enum { TYPE_DISC = 1, TYPE_PEG };
enum { LAYER_SURFACE = 1, LAYER_DITCH = 2 };

typedef enum stage { SLIDING, SINKING, SUNK, LEANS, FALLING, FALLEN } stage;

typedef struct body {
    crok_sim_disc *disc; /* in motion.end */
    cpBody *body;
    cpShape *shape;
    stage stage;
    double radius_mm, vz_mm_s, slide_mm_s2, curl_rad_s;
    double speed_mm_s; /* before this step */
    cpVect rest_at;    /* in the hole */
    bool left_line;    /* was clear of the outer line since the flick */
    bool came_back;    /* off the rail */
    bool was_out;      /* lay in the ditch before the flick */
    bool struck;       /* a leaning disc that was hit */
} body;

typedef struct world {
    const crok_sim_feel *feel;
    const crok_sim_table *table;
    const crok_board *board; /* of the table */
    crok_sim_motion *out;
    cpSpace *space;
    cpShape *peg[CROK_SIM_N_PEGS];
    int n;
    body b[CROK_MAX_DISCS];
    bool came_back; /* in this step: its energy is new on the surface */
} world;

crok_sim_feel crok_sim_feel_usual(void)
{
    return (crok_sim_feel){.table = crok_sim_table_tournament(),
                           .slide_mm_s2 = 1050.0,
                           .disc_bounce = 0.82,
                           .peg_bounce = 0.55,
                           .rail_bounce = 0.35,
                           .hole_mm_s = 1050.0};
}

/* ---- what is written down ---- */

static void note_contact(crok_sim_motion *m, const body *a, const body *b)
{
    int id_a = a->disc->id;
    int id_b = b->disc->id;
    for (int i = 0; i < m->n_contacts; i++) {
        const crok_contact *c = &m->contacts[i];
        if ((c->a == id_a && c->b == id_b) || (c->a == id_b && c->b == id_a))
            return;
    }
    m->n_back_contacts += a->came_back || b->came_back;
    if (m->n_contacts < CROK_MAX_CONTACTS)
        m->contacts[m->n_contacts++] = (crok_contact){id_a, id_b};
}

static void note_peg(crok_sim_motion *m, int id, int peg)
{
    for (int i = 0; i < m->n_pegs; i++)
        if (m->pegs[i].id == id && m->pegs[i].peg == peg)
            return;
    if (m->n_pegs < CROK_MAX_CONTACTS)
        m->pegs[m->n_pegs++] = (crok_sim_peg_hit){id, peg};
}

/* Record a boundary crossing. A disc that was in the ditch before the shot is
 * ignored. */
static void note_boundary(crok_sim_motion *m, const body *disc,
                          crok_boundary_what what)
{
    int id = disc->disc->id;
    if (disc->was_out)
        return;
    for (int i = 0; i < m->n_boundary; i++)
        if (m->boundary[i].id == id && m->boundary[i].what == what)
            return;
    if (m->n_boundary < CROK_MAX_BOUNDARY)
        m->boundary[m->n_boundary++] = (crok_boundary){id, what, false};
}

static bool over_surface(const body *b)
{
    return b->stage == SLIDING || b->stage == LEANS;
}

static void discs_met(cpArbiter *arb, cpSpace *space, cpDataPointer data)
{
    world *w = data;
    cpBody *pa = NULL;
    cpBody *pb = NULL;
    body *a = NULL;
    body *b = NULL;
    (void)space;
    cpArbiterGetBodies(arb, &pa, &pb);
    a = cpBodyGetUserData(pa);
    b = cpBodyGetUserData(pb);
    if (cpvlength(cpArbiterTotalImpulse(arb)) < CONTACT_MM_S)
        return;
    a->struck = true;
    b->struck = true;
    if (over_surface(a) && over_surface(b))
        note_contact(w->out, a->speed_mm_s < b->speed_mm_s ? b : a,
                     a->speed_mm_s < b->speed_mm_s ? a : b);
    else if (a->was_out != b->was_out)
        note_boundary(w->out, a->was_out ? b : a, CROK_HIT_OUT_DISC);
}

static void peg_met(cpArbiter *arb, cpSpace *space, cpDataPointer data)
{
    world *w = data;
    cpShape *disc = NULL;
    cpShape *peg = NULL;
    const body *b = NULL;
    (void)space;
    cpArbiterGetShapes(arb, &disc, &peg);
    b = cpBodyGetUserData(cpShapeGetBody(disc));
    for (int i = 0; i < CROK_SIM_N_PEGS; i++)
        if (w->peg[i] == peg)
            note_peg(w->out, b->disc->id, i);
}

/* ---- the space ---- */

/* Sliding friction reduces the speed by the same amount in every step; it stops
 * a rotation in the same way. */
static void slide(cpBody *cp, cpVect gravity, cpFloat damping, cpFloat dt)
{
    const body *b = cpBodyGetUserData(cp);
    cpVect v = cpBodyGetVelocity(cp);
    double spin = cpBodyGetAngularVelocity(cp);
    double speed = cpvlength(v);
    double drop = b->slide_mm_s2 * dt;
    double spin_drop = 1.5 * drop / b->radius_mm;
    (void)gravity;
    (void)damping;
    v = speed <= drop ? cpvzero : cpvmult(v, 1.0 - drop / speed);
    cpBodySetVelocity(cp, cpvrotate(v, cpvforangle(b->curl_rad_s * dt)));
    cpBodySetAngularVelocity(
        cp, fabs(spin) <= spin_drop ? 0.0 : spin - copysign(spin_drop, spin));
}

static void set_layer(const body *b, cpBitmask layer)
{
    cpShapeSetFilter(b->shape, cpShapeFilterNew(CP_NO_GROUP, layer, layer));
}

static void add_disc(world *w, crok_sim_disc *disc)
{
    static const stage of[] = {[CROK_SIM_SURFACE] = SLIDING,
                               [CROK_SIM_HOLE] = SUNK,
                               [CROK_SIM_LEANING] = LEANS,
                               [CROK_SIM_DITCH] = FALLEN};
    double r = w->board->disc_mm;
    body *b = &w->b[w->n++];
    *b = (body){.disc = disc,
                .stage = of[disc->place],
                .radius_mm = r,
                .slide_mm_s2 = w->feel->slide_mm_s2,
                .curl_rad_s = w->feel->curl_rad_s,
                .was_out = disc->place == CROK_SIM_DITCH};
    b->body = cpSpaceAddBody(
        w->space, cpBodyNew(1.0, cpMomentForCircle(1.0, 0.0, r, cpvzero)));
    b->shape = cpSpaceAddShape(w->space, cpCircleShapeNew(b->body, r, cpvzero));
    cpBodySetPosition(b->body, cpv(disc->at_mm.x, disc->at_mm.y));
    cpBodySetUserData(b->body, b);
    cpBodySetVelocityUpdateFunc(b->body, slide);
    cpShapeSetElasticity(b->shape, sqrt(w->feel->disc_bounce));
    cpShapeSetFriction(b->shape, 0.3);
    cpShapeSetCollisionType(b->shape, TYPE_DISC);
    set_layer(b, b->was_out         ? LAYER_DITCH
                 : b->stage == SUNK ? 0U
                                    : LAYER_SURFACE);
}

static void add_pegs(world *w)
{
    for (int i = 0; i < CROK_SIM_N_PEGS; i++) {
        crok_mm at = crok_sim_peg(w->table, i);
        cpShape *s = cpSpaceAddShape(
            w->space, cpCircleShapeNew(cpSpaceGetStaticBody(w->space),
                                       w->table->peg_mm, cpv(at.x, at.y)));
        cpShapeSetElasticity(s,
                             w->feel->peg_bounce / sqrt(w->feel->disc_bounce));
        cpShapeSetFriction(s, 0.5);
        cpShapeSetCollisionType(s, TYPE_PEG);
        cpShapeSetFilter(
            s, cpShapeFilterNew(CP_NO_GROUP, LAYER_SURFACE, LAYER_SURFACE));
        w->peg[i] = s;
    }
}

static void open_world(world *w)
{
    cpCollisionHandler *h = NULL;
    w->space = cpSpaceNew();
    cpSpaceSetIterations(w->space, 20);
    cpSpaceSetCollisionSlop(w->space, 0.001);
    cpSpaceSetCollisionBias(w->space, 1e-12); /* left after a second */
    add_pegs(w);
    for (int i = 0; i < w->out->n_discs; i++)
        add_disc(w, &w->out->end[i]);
    h = cpSpaceAddCollisionHandler(w->space, TYPE_DISC, TYPE_DISC);
    h->postSolveFunc = discs_met;
    h->userData = w;
    h = cpSpaceAddCollisionHandler(w->space, TYPE_DISC, TYPE_PEG);
    h->postSolveFunc = peg_met;
    h->userData = w;
}

static void close_world(world *w)
{
    for (int i = 0; i < w->n; i++) {
        cpSpaceRemoveShape(w->space, w->b[i].shape);
        cpSpaceRemoveBody(w->space, w->b[i].body);
        cpShapeFree(w->b[i].shape);
        cpBodyFree(w->b[i].body);
    }
    for (int i = 0; i < CROK_SIM_N_PEGS; i++) {
        cpSpaceRemoveShape(w->space, w->peg[i]);
        cpShapeFree(w->peg[i]);
    }
    cpSpaceFree(w->space);
}

/* ---- the hole ---- */

static bool hole_is_free(const world *w)
{
    for (int i = 0; i < w->n; i++)
        if (w->b[i].stage == SINKING || w->b[i].stage == SUNK ||
            w->b[i].stage == LEANS)
            return false;
    return true;
}

/* A disc that leans reaches over the hole's edge by this much at least, mm: its
 * own edge is rounded, and would slip off. */
#define LEAST_OVER_MM 1.5
#define FOOT_STEP_MM 0.1

crok_sim_disc crok_sim_leaning(const crok_board *b, crok_sim_disc disc,
                               double from_rad)
{
    double foot_mm = 0.63 * b->hole_mm;
    double tilt = atan2(b->hole_depth_mm, b->hole_mm + foot_mm);
    while (2.0 * b->disc_mm * cos(tilt) <
           foot_mm + b->hole_mm + LEAST_OVER_MM) {
        foot_mm -= FOOT_STEP_MM;
        tilt = atan2(b->hole_depth_mm, b->hole_mm + foot_mm);
    }
    double x = b->disc_mm * cos(tilt) - foot_mm;
    disc.place = CROK_SIM_LEANING;
    disc.lean_rad = tilt;
    disc.lean_from_rad = from_rad;
    disc.at_mm = (crok_vec3){x * cos(from_rad), x * sin(from_rad),
                             b->disc_mm * sin(tilt) - b->hole_depth_mm};
    return disc;
}

static void lean(const world *w, body *b, double from_rad)
{
    *b->disc = crok_sim_leaning(w->board, *b->disc, from_rad);
    b->stage = LEANS;
    b->struck = false;
    cpBodySetPosition(b->body, cpv(b->disc->at_mm.x, b->disc->at_mm.y));
    cpBodySetVelocity(b->body, cpvzero);
}

static void drop_in(const world *w, body *b)
{
    double play = fmin(w->board->hole_mm - w->board->disc_mm,
                       MOST_PLAY * w->board->disc_mm);
    double room = play - PLAY_MM;
    cpVect p = cpBodyGetPosition(b->body);
    cpVect v = cpBodyGetVelocity(b->body);
    if (w->feel->hole_leans) {
        lean(w, b,
             cpvlength(v) > STILL_MM_S ? atan2(-v.y, -v.x) : atan2(p.y, p.x));
        return;
    }
    b->stage = SINKING;
    b->rest_at = cpvclamp(cpvmult(p, room / CATCH_MM), room);
    set_layer(b, 0U);
}

/* On some boards no disc drops in: a photo's may be larger than its hole. */
static bool fits_hole(const crok_board *b)
{
    return b->hole_mm > b->disc_mm + PLAY_MM;
}

static void cross_hole(const world *w, body *b)
{
    double d = cpvlength(cpBodyGetPosition(b->body));
    double speed = cpvlength(cpBodyGetVelocity(b->body));
    double reach = 1.0 - d * d / (CATCH_MM * CATCH_MM);
    b->slide_mm_s2 = w->feel->slide_mm_s2;
    if (d >= w->board->hole_mm || !fits_hole(w->board) || !hole_is_free(w))
        return;
    b->slide_mm_s2 += HOLE_EDGE_MM_S2;
    if (reach > 0.0 && speed < w->feel->hole_mm_s * sqrt(reach))
        drop_in(w, b);
    else if (speed < STILL_MM_S && d < TIPS_MM)
        drop_in(w, b);
    else if (speed < STILL_MM_S)
        lean(w, b, atan2(b->disc->at_mm.y, b->disc->at_mm.x));
}

/* The disc moves sideways to where it has room, and down. */
static void sink(const world *w, body *b)
{
    double part = STEP_S / SINK_S;
    cpVect p = cpBodyGetPosition(b->body);
    cpBodySetVelocity(b->body, cpvzero);
    cpBodySetPosition(b->body, cpvlerp(p, b->rest_at, part));
    b->disc->at_mm.z += (-w->board->hole_depth_mm - b->disc->at_mm.z) * part;
    if (b->disc->at_mm.z > 0.02 - w->board->hole_depth_mm)
        return;
    b->disc->at_mm.z = -w->board->hole_depth_mm;
    cpBodySetPosition(b->body, b->rest_at);
    b->stage = SUNK;
}

/* A disc that is struck off the hole's edge becomes flat and slides. */
static void wake_leaning(body *b)
{
    if (!b->struck)
        return;
    b->stage = SLIDING;
    b->disc->lean_rad = 0.0;
    b->disc->at_mm.z = 0.0;
}

/* ---- the edge, the ditch and the rail ---- */

static void leave_surface(world *w, body *b)
{
    note_boundary(w->out, b, CROK_TOUCHED_LINE);
    note_boundary(w->out, b, CROK_LEFT_SURFACE);
    b->stage = FALLING;
    b->vz_mm_s = 0.0;
    b->slide_mm_s2 = 0.0;
    set_layer(b, LAYER_DITCH);
}

static void come_back(world *w, body *b)
{
    b->stage = SLIDING;
    b->came_back = true;
    b->disc->at_mm.z = 0.0;
    b->slide_mm_s2 = w->feel->slide_mm_s2;
    set_layer(b, LAYER_SURFACE);
    w->came_back = true;
}

/* The speed along the radius becomes v_mm_s. */
static void set_radial(body *b, cpVect out, double v_mm_s)
{
    cpVect v = cpBodyGetVelocity(b->body);
    cpBodySetVelocity(b->body,
                      cpvadd(v, cpvmult(out, v_mm_s - cpvdot(v, out))));
}

/* The outward normal of the rail's side that is nearest to p. *along is the
 * part of p along that side. */
static cpVect towards_rail(const crok_sim_table *t, cpVect p, cpVect *along)
{
    double eighth = 0.25 * CROK_PI;
    cpVect out = cpvforangle(eighth * round(cpvtoangle(p) / eighth));
    *along = cpvzero;
    if (t->outline == CROK_SIM_ROUND)
        return cpvnormalize(p);
    *along = cpvsub(p, cpvmult(out, cpvdot(p, out)));
    return out;
}

static void meet_rail(world *w, body *b)
{
    double r = w->board->disc_mm;
    cpVect p = cpBodyGetPosition(b->body);
    cpVect along = cpvzero;
    cpVect out = towards_rail(w->table, p, &along);
    double v = cpvdot(cpBodyGetVelocity(b->body), out);
    double rail = w->table->rail_mm;
    if (cpvlength(cpvsub(p, along)) + r < rail || v <= 0.0)
        return;
    note_boundary(w->out, b, CROK_HIT_RAIL);
    cpBodySetPosition(b->body, cpvadd(along, cpvmult(out, rail - r)));
    set_radial(b, out, -w->feel->rail_bounce * v);
}

/* A disc that is too low to return slides off the edge and stays clear of
 * it. */
static void keep_off_edge(const world *w, body *b)
{
    cpVect p = cpBodyGetPosition(b->body);
    cpVect out = cpvnormalize(p);
    double v = cpvdot(cpBodyGetVelocity(b->body), out);
    if (cpvlength(p) < w->table->surface_mm + b->radius_mm &&
        v < SLIDE_OFF_MM_S)
        set_radial(b, out, SLIDE_OFF_MM_S);
}

static void fall(world *w, body *b)
{
    double z = b->disc->at_mm.z;
    meet_rail(w, b);
    if (b->stage == FALLING && z > -LIP_MM) {
        if (cpvlength(cpBodyGetPosition(b->body)) <= w->table->surface_mm) {
            come_back(w, b);
            return;
        }
    } else {
        keep_off_edge(w, b);
    }
    b->vz_mm_s -= GRAVITY_MM_S2 * STEP_S;
    z += b->vz_mm_s * STEP_S;
    if (z > w->table->ditch_z_mm) {
        b->disc->at_mm.z = z;
        return;
    }
    b->disc->at_mm.z = w->table->ditch_z_mm;
    b->stage = FALLEN;
    b->slide_mm_s2 = DITCH_MM_S2;
}

static void watch_line(world *w, body *b)
{
    double rim = cpvlength(cpBodyGetPosition(b->body)) + w->board->disc_mm;
    double line =
        w->board->line_mm[CROK_LINE_OUTER] - 0.5 * w->board->line_width_mm;
    if (rim < line)
        b->left_line = true;
    else if (b->left_line)
        note_boundary(w->out, b, CROK_TOUCHED_LINE);
    if (rim - w->board->disc_mm > w->table->surface_mm)
        leave_surface(w, b);
}

/* ---- a step ---- */

static void act(world *w, body *b)
{
    switch (b->stage) {
    case SLIDING:
        watch_line(w, b);
        if (b->stage == SLIDING)
            cross_hole(w, b);
        break;
    case LEANS:
        wake_leaning(b);
        break;
    case SINKING:
        sink(w, b);
        break;
    case FALLING:
    case FALLEN:
        fall(w, b);
        break;
    case SUNK:
        cpBodySetVelocity(b->body, cpvzero);
        break;
    }
}

static double surface_energy(const world *w)
{
    double sum = 0.0;
    for (int i = 0; i < w->n; i++) {
        const body *b = &w->b[i];
        double spin = cpBodyGetAngularVelocity(b->body);
        if (over_surface(b))
            sum += 0.5 * cpvlengthsq(cpBodyGetVelocity(b->body)) +
                   0.5 * cpBodyGetMoment(b->body) * spin * spin;
    }
    return sum;
}

static void step(world *w)
{
    for (int i = 0; i < w->n; i++)
        w->b[i].speed_mm_s = cpvlength(cpBodyGetVelocity(w->b[i].body));
    cpSpaceStep(w->space, STEP_S);
    for (int i = 0; i < w->n; i++) {
        body *b = &w->b[i];
        cpVect p = cpvzero;
        act(w, b);
        p = cpBodyGetPosition(b->body);
        b->disc->at_mm.x = p.x;
        b->disc->at_mm.y = p.y;
    }
}

static crok_status store_row(crok_sim_motion *m, crok_err *err)
{
    if (m->n_ms == m->cap_ms) {
        int cap = m->cap_ms == 0 ? 2048 : 2 * m->cap_ms;
        crok_sim_sample *path = realloc(m->path, sizeof *path * (size_t)cap *
                                                     (size_t)CROK_MAX_DISCS);
        if (path == NULL)
            return crok_fail(err, CROK_ENOMEM, "no memory for a motion");
        m->path = path;
        m->cap_ms = cap;
    }
    for (int i = 0; i < m->n_discs; i++) {
        const crok_sim_disc *d = &m->end[i];
        m->path[m->n_ms * m->n_discs + i] =
            (crok_sim_sample){(float)d->at_mm.x, (float)d->at_mm.y,
                              (float)d->at_mm.z, (float)d->lean_rad};
        m->travel_mm[i] =
            fmax(m->travel_mm[i], hypot(d->at_mm.x - m->start[i].at_mm.x,
                                        d->at_mm.y - m->start[i].at_mm.y));
    }
    m->n_ms++;
    return CROK_OK;
}

static bool is_still(const world *w)
{
    for (int i = 0; i < w->n; i++) {
        const body *b = &w->b[i];
        if (b->stage == SINKING || b->stage == FALLING ||
            cpvlength(cpBodyGetVelocity(b->body)) > STILL_MM_S)
            return false;
    }
    return true;
}

static crok_status run(world *w, double given, crok_err *err)
{
    double energy = surface_energy(w);
    int still_ms = 0;
    crok_status st = store_row(w->out, err);
    for (int ms = 0; st == CROK_OK && ms < MAX_MS && still_ms < REST_MS; ms++) {
        for (int i = 0; i < STEPS_PER_MS; i++) {
            double before = energy;
            w->came_back = false;
            step(w);
            energy = surface_energy(w);
            if (!w->came_back)
                w->out->energy_growth =
                    fmax(w->out->energy_growth, (energy - before) / given);
        }
        still_ms = is_still(w) ? still_ms + 1 : 0;
        st = store_row(w->out, err);
    }
    w->out->rest_ms = w->out->n_ms - 1 - still_ms;
    return st;
}

/* ---- the whole stroke ---- */

static void settle_places(const world *w)
{
    static const crok_sim_place of[] = {
        [SLIDING] = CROK_SIM_SURFACE, [SINKING] = CROK_SIM_HOLE,
        [SUNK] = CROK_SIM_HOLE,       [LEANS] = CROK_SIM_LEANING,
        [FALLING] = CROK_SIM_DITCH,   [FALLEN] = CROK_SIM_DITCH};
    for (int i = 0; i < w->n; i++)
        w->b[i].disc->place = of[w->b[i].stage];
}

static const crok_sim_disc *end_of(const crok_sim_motion *m, int id)
{
    int i = 0;
    while (m->end[i].id != id)
        i++;
    return &m->end[i];
}

/* Decide which discs have come back: those on the surface at rest. A disc on
 * the line has only come back if it had been off the surface. */
static void settle_boundary(const world *w)
{
    crok_sim_motion *m = w->out;
    double line =
        w->board->line_mm[CROK_LINE_OUTER] - 0.5 * w->board->line_width_mm;
    for (int i = 0; i < m->n_boundary; i++) {
        crok_boundary *b = &m->boundary[i];
        const crok_sim_disc *d = end_of(m, b->id);
        double rim = hypot(d->at_mm.x, d->at_mm.y) + w->board->disc_mm;
        b->returned = d->place != CROK_SIM_DITCH &&
                      (b->what != CROK_TOUCHED_LINE || rim < line);
    }
}

static void begin(crok_sim_motion *m, const crok_sim_disc *discs, int n,
                  crok_sim_disc shooter, crok_mm from)
{
    crok_sim_sample *path = m->path;
    int cap_ms = m->cap_ms;
    CROK_ASSERT(n < CROK_MAX_DISCS);
    *m = (crok_sim_motion){.n_discs = n + 1, .path = path, .cap_ms = cap_ms};
    shooter.place = CROK_SIM_SURFACE;
    shooter.at_mm = (crok_vec3){from.x, from.y, 0.0};
    shooter.lean_rad = 0.0;
    if (n > 0)
        memcpy(m->start, discs, (size_t)n * sizeof *discs);
    m->start[n] = shooter;
    memcpy(m->end, m->start, ((size_t)n + 1) * sizeof *discs);
}

crok_status crok_sim_play_out(const crok_sim_feel *feel,
                              const crok_sim_disc *discs, int n,
                              crok_sim_disc shooter,
                              const crok_sim_stroke *stroke,
                              crok_sim_motion *out, crok_err *err)
{
    world w = {.feel = feel,
               .table = &feel->table,
               .board = &feel->table.board,
               .out = out};
    cpVect v = cpv(stroke->v_mm_s.x, stroke->v_mm_s.y);
    crok_status st = CROK_OK;
    begin(out, discs, n, shooter, stroke->from_mm);
    out->surface_mm = w.table->surface_mm;
    out->in_hole_z_mm = -0.5 * w.board->hole_depth_mm;
    open_world(&w);
    cpBodySetVelocity(w.b[n].body, v);
    st = run(&w, 0.5 * cpvlengthsq(v), err);
    settle_places(&w);
    settle_boundary(&w);
    close_world(&w);
    return st;
}

void crok_sim_motion_free(crok_sim_motion *m)
{
    free(m->path);
    *m = (crok_sim_motion){0};
}

/* The place to report for a moving disc. */
static crok_sim_place place_now(const crok_sim_motion *m,
                                const crok_sim_disc *d)
{
    double r = hypot(d->at_mm.x, d->at_mm.y);
    if (d->lean_rad > 0.0)
        return CROK_SIM_LEANING;
    if (r > m->surface_mm)
        return CROK_SIM_DITCH;
    return d->at_mm.z < m->in_hole_z_mm ? CROK_SIM_HOLE : CROK_SIM_SURFACE;
}

crok_sim_disc crok_sim_motion_at(const crok_sim_motion *m, int i, double t_s)
{
    double row = fmin(fmax(t_s * 1000.0, 0.0), m->n_ms - 1.001);
    const crok_sim_sample *a = &m->path[(int)row * m->n_discs + i];
    const crok_sim_sample *b = a + m->n_discs;
    double f = row - floor(row);
    crok_sim_disc d = m->end[i];
    if (t_s <= 0.0)
        return m->start[i];
    if (t_s * 1000.0 >= m->n_ms - 1)
        return d;
    d.at_mm.x = (1.0 - f) * (double)a->x + f * (double)b->x;
    d.at_mm.y = (1.0 - f) * (double)a->y + f * (double)b->y;
    d.at_mm.z = (1.0 - f) * (double)a->z + f * (double)b->z;
    d.lean_rad = (double)a->lean_rad;
    d.place = place_now(m, &d);
    return d;
}
