/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/hidden.h"

#include "sim/paint.h"
#include "sim/table.h"

#define MAX_COVERS (5 * CROK_SIM_MAX_LIMBS)
#define N_BOARD 200
#define N_DISC 13
/* Angle between points of a spiral that fill a circle evenly (Vogel 1979). */
#define GOLDEN_RAD 2.399963

/* The camera, and all that may be between it and the board. */
typedef struct covers {
    crok_sim_eye eye;
    int n;
    crok_sim_limb limbs[MAX_COVERS];
} covers;

static void gather(const crok_sim_moment *m, const crok_camera *camera,
                   const crok_sim_colours *c, covers *out)
{
    crok_vec3 centre = crok_camera_centre(camera);
    out->eye = (crok_sim_eye){.cam = *camera,
                              .x = (float)centre.x,
                              .y = (float)centre.y,
                              .z = (float)centre.z};
    out->n = 0;
    if (m->hand.there)
        out->n += crok_sim_hand_limbs(&m->hand, c, out->limbs);
    if (m->other.there)
        out->n += crok_sim_hand_limbs(&m->other, c, out->limbs + out->n);
    if (m->resting.there)
        out->n += crok_sim_hand_limbs(&m->resting, c, out->limbs + out->n);
    if (m->object.there)
        out->n += crok_sim_object_limbs(&m->object, out->limbs + out->n);
    if (m->leans_over > 0.0)
        out->n += crok_sim_leaner_limbs(m->leaner_seat, m->leans_over, c,
                                        out->limbs + out->n);
}

static bool hides(const covers *c, crok_vec3 p)
{
    crok_px px = crok_camera_project(&c->eye.cam, p);
    if (px.x < 0.0 || px.y < 0.0 || px.x > c->eye.cam.w_px - 1 ||
        px.y > c->eye.cam.h_px - 1)
        return true;
    for (int i = 0; i < c->n; i++)
        if (crok_sim_limb_hides(&c->eye, &c->limbs[i], p))
            return true;
    return false;
}

/* Part of a circle about `middle` that is hidden, by n points. */
static double part(const covers *c, crok_vec3 middle, double r_mm, int n)
{
    int hidden = 0;
    for (int i = 0; i < n; i++) {
        double r = r_mm * sqrt((i + 0.5) / n);
        double a = GOLDEN_RAD * i;
        hidden += hides(c, (crok_vec3){middle.x + r * cos(a),
                                       middle.y + r * sin(a), middle.z});
    }
    return (double)hidden / n;
}

crok_sim_hidden crok_sim_hidden_in(const crok_sim_moment *m,
                                   const crok_camera *camera,
                                   const crok_sim_look *look)
{
    const crok_board *b = &look->table.board;
    static const crok_vec3 hole = {0.0, 0.0, 0.0};
    covers c;
    crok_sim_hidden out = {0};
    gather(m, camera, &look->colours, &c);
    out.board_frac = part(&c, hole, look->table.surface_mm, N_BOARD);
    for (int i = 0; i < m->n_discs; i++) {
        crok_vec3 top = m->discs[i].at_mm;
        top.z += b->disc_height_mm;
        if (m->discs[i].place != CROK_SIM_AWAY &&
            part(&c, top, b->disc_mm, N_DISC) > 0.5)
            out.discs |= 1ULL << i;
    }
    return out;
}
