/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/sight.h: what a camera above the board saw: the discs at rest, and one
 * shot between two rests. Nothing here is judged; what could not be seen is
 * said to be missing, never guessed.
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

/* A disc that leans lies over the hole's edge: over so much of it, where that
 * is seen. In simulated rounds 30 of 30 did, and none of 36 that lay flat; in
 * rendered pictures, with grain and shadows, 54 of 63, and 31 of 78. */
#define CROK_LEANS_OVER 0.075

/* A disc that is followed by its id. */
typedef struct crok_sight_disc {
    int id;
    int side;              /* place in the engine's sides */
    crok_disc_state state; /* OUT: in the ditch or beyond the outer line */
    crok_mm at;
    double sigma_mm;   /* 1 sd of its distance from the board's centre */
    double confidence; /* that it is a disc, 0..1 (discs/verify.h) */
    bool state_unsure; /* HOLE, LEANING: it may be the other of the two */
} crok_sight_disc;

/* The discs on the board, in the hole and in the ditch, at one rest. */
typedef struct crok_rest_sight {
    int64_t t_ns;
    int n;
    crok_sight_disc disc[CROK_MAX_DISCS];
} crok_rest_sight;

/* Its place in rest->disc, or -1. */
static inline int crok_sight_find(const crok_rest_sight *rest, int id)
{
    for (int i = 0; i < rest->n; i++)
        if (rest->disc[i].id == id)
            return i;
    return -1;
}

/* The disc that lies on the board or in the hole; NULL where it does not. */
static inline const crok_sight_disc *
crok_sight_lying(const crok_rest_sight *rest, int id)
{
    int at = crok_sight_find(rest, id);
    return at >= 0 && rest->disc[at].state != CROK_DISC_OUT ? &rest->disc[at]
                                                            : NULL;
}

/* Does it lean on the hole's edge, or may it? */
static inline bool crok_sight_may_lean(const crok_sight_disc *d)
{
    return d->state == CROK_DISC_LEANING ||
           (d->state == CROK_DISC_HOLE && d->state_unsure);
}

typedef struct crok_sight_contact {
    int a, b; /* ids; a moved first */
} crok_sight_contact;

typedef enum crok_sight_crossing {
    CROK_SIGHT_TOUCHED_LINE, /* the outer line, after having left it */
    CROK_SIGHT_LEFT_SURFACE,
    CROK_SIGHT_HIT_RAIL,
    CROK_N_SIGHT_CROSSINGS
} crok_sight_crossing;

typedef struct crok_sight_boundary {
    int id;
    crok_sight_crossing what;
    bool returned; /* came back onto the surface by itself */
} crok_sight_boundary;

#define CROK_SIGHT_MAX_CONTACTS 64
#define CROK_SIGHT_MAX_BOUNDARY 32

/* What was seen while discs moved. */
typedef struct crok_motion_sight {
    int64_t began_ns, ended_ns; /* the flick, and when all lay still */
    bool has_placed_at;
    crok_mm placed_at; /* where the shooter lay before the flick */
    double placed_sigma_mm;
    bool may_be_other;   /* the shooter and another disc of its side may have
                            been taken for each other */
    bool may_have_moved; /* a disc that lies where it lay, or nearly, may have
                            been struck all the same: one that leaned on the
                            hole, that a peg threw back, or that one
                            struck which hardly moved itself */
    bool saw_contacts;   /* false: their order or partners are unknown */
    int n_contacts;
    crok_sight_contact contact[CROK_SIGHT_MAX_CONTACTS]; /* in order of time */
    bool saw_boundary; /* false: a touch of the line may have been missed */
    int n_boundary;
    crok_sight_boundary boundary[CROK_SIGHT_MAX_BOUNDARY];
} crok_motion_sight;

/* One shot: two rests and the motion between them. Ids of discs that were there
 * before stay; `shooter` is the new one's, -1 where it was not seen. */
typedef struct crok_shot_sight {
    crok_rest_sight before, after;
    int shooter;
    int side; /* of the shooter; -1 where it was not seen */
    int n_moved;
    int moved[CROK_MAX_DISCS]; /* ids: not where they were, the shooter first */
    int n_gone;
    int gone[CROK_MAX_DISCS]; /* ids: in `before`, nowhere in `after`; when
                                 discs were taken also those that lie in the
                                 ditch now */
    crok_motion_sight motion;
} crok_shot_sight;

/* Is the disc among those that moved? */
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
