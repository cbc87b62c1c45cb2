/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/engine_inner.h: the state that the parts of the engine share: engine.c
 * processes frames, engine_rest.c readings, engine_trouble.c says why less is
 * seen.
 *
 * Frames   mm: board; px: of the full frame.
 * Room     shots, internal.
 * Threads  as engine.h. */
#ifndef CROK_SHOTS_ENGINE_INNER_H
#define CROK_SHOTS_ENGINE_INNER_H

#include "shots/board_watch.h"
#include "shots/disc_sizes.h"
#include "shots/engine.h"
#include "shots/hole_memory.h"
#include "shots/mean.h"
#include "shots/motion.h"
#include "shots/print_memory.h"
#include "shots/seeing.h"
#include "shots/tracking/side_colours.h"
#include "shots/tracking/tracks.h"

/* The trouble that was reported last, as in crok_engine_report, and since when;
 * CROK_TROUBLE_NONE: there is none. */
typedef struct crok_engine_told {
    crok_engine_trouble trouble;
    bool has_place;
    crok_px place;
    int64_t t_ns;
} crok_engine_told;

struct crok_engine {
    crok_scan_options scan;
    bool knows_sides;
    crok_engine_state state;
    crok_board_watch board;
    crok_motion_detector motion;
    crok_seeing seeing;
    int64_t off_ns; /* time of the last frame in which the board was where it is
                       known to be */
    crok_tracks tracks;
    int reduce;         /* by how much the frames that are seen are reduced */
    crok_image reduced; /* such a frame; its memory is reused */
    bool must_find;   /* the board must be searched for: the frames have another
                         size */
    int64_t fresh_ns; /* time of the last frame that was not passed over */
    crok_image last_luma; /* the small grey picture of the last frame */
    /* Readings. */
    bool must_read;   /* although nothing has changed */
    bool is_brief;    /* the present one is of a rest that is over already: it
                         counts only if it shows the end of a shot */
    bool waits;       /* the last one could not be used yet */
    int64_t again_ns; /* how long another one waits that may show nothing new */
    int64_t
        read_ns; /* time of the last one, or of the last search; < 0: none */
    int64_t hand_ns; /* time of the first one that a hand's doing waits for; <
                        0:  none does */
    /* A shot that is not reported yet, because a hand is over the board, and
     * that has brought a disc into the hole. If the hand takes that disc, the
     * shot is reported nevertheless. */
    bool has_twenty;
    crok_shot_sight twenty;
    int twenty_next_id;
    crok_mean mean;   /* mean of the full frames of the present one */
    crok_image frame; /* a full frame; its memory is reused */
    /* The last rest. */
    bool has_rest;
    bool is_tentative;   /* it was read in the frame in which the board was
                            found, while something may have moved */
    bool has_given_rest; /* it was set by crok_engine_set */
    crok_rest_sight rest;
    int next_id;
    crok_hole_memory hole;
    crok_print_memory print;
    crok_disc_sizes sizes;
    crok_side_colours colours;
    /* What hinders seeing. */
    int64_t clear_ns; /* time of the last frame without a trouble; < 0: no frame
                         has come */
    crok_engine_told told;
    bool is_burnt;      /* at the last reading */
    bool is_blurred;    /* likewise; then the board was not read */
    double sharpest_px; /* the least blur of all readings, 1 sd; 0: none */
    double grey;      /* mean grey level of the board at the last rest; 0: none
                       */
    crok_px burnt_at; /* as crok_engine_report.place */
};

/* Process a reading of the board at rest. e->mean.image is the picture that was
 * read.
 *
 *   f         borrowed: the frame
 *   segments  borrowed: of the picture
 *   out       in: seen; out: seen, shot, rest and news
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_engine_take_reading(
    crok_engine *e, const crok_engine_frame *f,
    const crok_segmentation *segments, crok_engine_report *out, crok_err *err);

/* Does something lie over the inner part of the board (engine_rest.c)? */
bool crok_engine_is_core_hidden(const crok_engine *e,
                                const crok_segmentation *segments);

/* Is the light off? It is if the mean grey level of the board is too low
 * (engine_trouble.c). */
bool crok_engine_is_dark(const crok_engine *e, const crok_image *luma);

/* Set the report's trouble and its place for a frame that was processed.
 *
 *   f  borrowed: the stabilised frame */
void crok_engine_find_trouble(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out);

/* Note which part of the surface is burnt out in a picture that is read, and
 * how light the board is.
 *
 *   luma  borrowed: its small grey picture, stabilised */
void crok_engine_note_light(crok_engine *e, const crok_image *luma);

/* Measure the blur of a picture that is about to be read, and set is_blurred.
 *
 *   img   borrowed: the full picture, RGB
 *   pose  borrowed: of the board in it */
void crok_engine_note_blur(crok_engine *e, const crok_image *img,
                           const crok_board_pose *pose);

#endif
