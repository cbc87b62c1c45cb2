/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/sight.h: what a camera above the board observed: the discs at rest,
 * and one shot between two rests. No rule is applied here. If something could
 * not be observed, this is reported; it is never guessed.
 *
 * Frames   mm: board; t_ns: the source's clock.
 * Room     shots: plain values.
 * Threads  values only; any thread.
 * Source   crokeye.shot/1 in docs/FORMATS.md. */
#ifndef CROK_SHOTS_SIGHT_H
#define CROK_SHOTS_SIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/linalg.h"
#include "core/terms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Threshold on crok_seen_disc.over_frac, the fraction of the hole's edge that
 * a disc in the hole covers, 0..1. Above the threshold it covers the edge,
 * which speaks for a disc that leans. In simulated rounds 30 of 30 leaning
 * discs were above it and none of 36 flat ones; in rendered pictures with grain
 * and shadows 54 of 63 leaning discs and 31 of 78 flat ones. If it is lower,
 * more flat 20s are read as leaning; if higher, more leaning discs are read as
 * 20s. */
#define CROK_LEANS_OVER 0.075

/* A disc with an id that is kept from one rest to the next. */
typedef struct crok_sight_disc {
    int id;
    int side;              /* index in the engine's sides */
    crok_disc_state state; /* OUT: in the ditch or beyond it */
    crok_mm at;
    double sigma_mm;   /* standard deviation of its distance from the board's
                          centre */
    double confidence; /* probability of a disc, 0..1 */
    bool state_unsure; /* if the state is HOLE it may be LEANING, and if it is
                          LEANING it may be HOLE */
} crok_sight_disc;

/* The discs on the board, in the hole and in the ditch, at one rest. */
typedef struct crok_rest_sight {
    int64_t t_ns;
    int n;
    crok_sight_disc disc[CROK_MAX_DISCS];
} crok_rest_sight;

/* The length of the board's millimetre has changed: multiply the discs'
 * positions by k. */
static inline void crok_rest_rescale(crok_rest_sight *rest, double k)
{
    for (int i = 0; i < rest->n; i++) {
        rest->disc[i].at.x *= k;
        rest->disc[i].at.y *= k;
    }
}

/* The index in rest->disc of the disc with this id; -1 if there is none. */
static inline int crok_sight_find(const crok_rest_sight *rest, int id)
{
    for (int i = 0; i < rest->n; i++)
        if (rest->disc[i].id == id)
            return i;
    return -1;
}

/* The disc with this id if it is on the surface or in the hole; else NULL.
 * Borrowed from rest. */
static inline const crok_sight_disc *
crok_sight_lying(const crok_rest_sight *rest, int id)
{
    int at = crok_sight_find(rest, id);
    return at >= 0 && rest->disc[at].state != CROK_DISC_OUT ? &rest->disc[at]
                                                            : NULL;
}

/* Is the disc read as leaning on the hole's edge, or may it lean? */
static inline bool crok_sight_may_lean(const crok_sight_disc *d)
{
    return d->state == CROK_DISC_LEANING ||
           (d->state == CROK_DISC_HOLE && d->state_unsure);
}

typedef struct crok_sight_contact {
    int a, b; /* ids of the two discs; disc a was in motion before disc b */
} crok_sight_contact;

typedef enum crok_sight_crossing {
    CROK_SIGHT_TOUCHED_LINE, /* the disc had been clear of the outer line and
                                touched it later */
    CROK_SIGHT_LEFT_SURFACE,
    CROK_SIGHT_HIT_RAIL,
    CROK_N_SIGHT_CROSSINGS
} crok_sight_crossing;

typedef struct crok_sight_boundary {
    int id;
    crok_sight_crossing what;
    bool returned; /* afterwards the disc came back by itself */
} crok_sight_boundary;

#define CROK_SIGHT_MAX_CONTACTS 64
#define CROK_SIGHT_MAX_BOUNDARY 32
/* A shot moves two or three discs, for one or two seconds. If more discs move,
 * the last ones are left out; if a disc has more places, every second one is.
 * Chosen by hand. */
#define CROK_SIGHT_MAX_WAYS 12
#define CROK_SIGHT_WAY_PLACES 40

/* Where a disc of a shot was detected, one place after the other, in mm.
 * Nothing is judged by it: a person sees it. */
typedef struct crok_sight_way {
    int id; /* -1: it is not at rest */
    int n;
    float x_mm[CROK_SIGHT_WAY_PLACES], y_mm[CROK_SIGHT_WAY_PLACES];
} crok_sight_way;

/* What was observed while discs moved. */
typedef struct crok_motion_sight {
    int64_t began_ns, ended_ns; /* times of the flick, and of the last motion */
    bool has_placed_at;
    crok_mm placed_at; /* the shooter's position before the flick */
    double placed_sigma_mm;
    bool may_be_other;   /* the trajectory of the shooter may have been swapped
                            with that of another disc of its side */
    bool may_have_moved; /* a disc that is at or near its old place may have
                            been struck: it leaned on the hole, a peg threw it
                            back, or the striker hardly moved itself */
    bool saw_contacts;   /* false: which discs collided, or in what order, is
                            unknown */
    int n_contacts;
    crok_sight_contact contact[CROK_SIGHT_MAX_CONTACTS]; /* in order of time */
    bool saw_boundary; /* false: a disc may have touched the outer line without
                          being detected there */
    bool may_lie_unseen; /* discs of the shot may lie, or have lain, where they
                            are not found: the shooter was never detected in
                            motion and is found nowhere, so that it may have the
                            board's colour; or for a while there was no frame */
    int n_boundary;
    crok_sight_boundary boundary[CROK_SIGHT_MAX_BOUNDARY];
    int n_ways; /* of the discs that moved, the shooter's first */
    crok_sight_way way[CROK_SIGHT_MAX_WAYS];
} crok_motion_sight;

/* One shot: two rests and the motion between them. Discs that were in the rest
 * before keep their ids. `shooter` is the id of the shooting disc; -1 if it is
 * not at rest on or beside the board. */
typedef struct crok_shot_sight {
    crok_rest_sight before, after;
    int shooter;
    int side;         /* the shooter's side; -1: not observed */
    bool side_unsure; /* it may be another one: the disc lies in the hole's
                         shade, or its colour is between those of two sides */
    int n_moved;
    int moved[CROK_MAX_DISCS]; /* ids of discs that are not where they were; the
                                  shooter first */
    int n_gone;
    int gone[CROK_MAX_DISCS]; /* ids of discs that are in `before` and not in
                                 `after`; if discs were taken (CROK_NEWS_TAKEN),
                                 also those that are in the ditch now */
    crok_motion_sight motion;
} crok_shot_sight;

/* Is a place within reach_mm of the centre of a disc of the rest? */
static inline bool crok_rest_is_near(const crok_rest_sight *rest, crok_mm at,
                                     double reach_mm)
{
    for (int i = 0; i < rest->n; i++) {
        double dx = rest->disc[i].at.x - at.x;
        double dy = rest->disc[i].at.y - at.y;
        if (dx * dx + dy * dy < reach_mm * reach_mm)
            return true;
    }
    return false;
}

/* Is this disc among those that moved? */
static inline bool crok_sight_has_moved(const crok_shot_sight *shot, int id)
{
    for (int i = 0; i < shot->n_moved; i++)
        if (shot->moved[i] == id)
            return true;
    return false;
}

#ifdef __cplusplus
}
#endif
#endif
