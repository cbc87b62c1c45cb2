/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/engine_inner.h: what the two halves of the engine share: its frames
 * (engine.c) and what follows from a reading (engine_rest.c).
 *
 * Frames   mm: board; px: of the full frame.
 * Room     shots, internal.
 * Threads  as engine.h. */
#ifndef CROK_SHOTS_ENGINE_INNER_H
#define CROK_SHOTS_ENGINE_INNER_H

#include "shots/engine.h"
#include "shots/hole_memory.h"
#include "shots/motion.h"
#include "shots/reading.h"
#include "shots/tracking/side_colours.h"
#include "shots/tracking/tracker.h"

struct crok_engine {
    crok_scan_options scan;
    bool knows_sides;
    bool has_pose;
    crok_board_pose pose;
    crok_motion_detector motion;
    crok_engine_state state;
    int64_t rim_ns;     /* the motion's at the reading that goes on */
    int64_t read_ns;    /* of the last reading or look; < 0: none yet */
    bool must_read;     /* though nothing has changed since */
    crok_mean mean;     /* the full frames of the reading that goes on */
    crok_image frame;   /* a full frame; memory is used again */
    crok_image reduced; /* one in motion */
    /* a quiet that was not read yet: its frame and small picture */
    bool has_brief;
    crok_image brief, brief_luma;
    int64_t brief_ns;
    int64_t brief_rim_ns; /* the motion's reference */
    int reduce;
    bool has_rest;       /* of a reading */
    bool has_given_rest; /* what lies there, by crok_engine_set */
    crok_rest_sight rest;
    uint8_t *reference;             /* the motion's cells at a rest ... */
    crok_rest_sight reference_rest; /* ... when this lay there */
    uint8_t *first_reference;       /* the same at the first_reference rest */
    int64_t covered_ns;    /* how long something foreign lies there ... */
    int64_t covered_at_ns; /* ... when it was seen last */
    int next_id;
    crok_hole_memory hole;
    crok_side_colours colours;
    crok_tracker *track;
    bool tracks; /* it knows the rest */
};

/* What the reading of a settled frame means: e->mean.image is the picture,
 * out->seen what it shows, before the engine mends it by what it remembers.
 *
 *   out  its seen, shot, rest and news are set
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_engine_take_reading(crok_engine *e,
                                                   const crok_engine_frame *f,
                                                   crok_engine_report *out,
                                                   crok_err *err);

#endif
