/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/engine_inner.h: the state that the two halves of the engine share:
 * engine.c processes frames, engine_rest.c what follows from a reading.
 *
 * Frames   mm: board; px: of the full frame.
 * Room     shots, internal.
 * Threads  as engine.h. */
#ifndef CROK_SHOTS_ENGINE_INNER_H
#define CROK_SHOTS_ENGINE_INNER_H

#include "board/registration.h"
#include "shots/disc_sizes.h"
#include "shots/engine.h"
#include "shots/explain.h"
#include "shots/hidden.h"
#include "shots/hole_memory.h"
#include "shots/motion.h"
#include "shots/print_memory.h"
#include "shots/reading.h"
#include "shots/stabiliser.h"
#include "shots/tracking/side_colours.h"
#include "shots/tracking/tracker.h"

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
    int n_side_rgb; /* colours of the sides' discs in the last reading that had
                       discs of all; 0: none had */
    uint8_t side_rgb[CROK_MAX_SIDES][3];
    bool has_pose;
    crok_board_pose pose; /* in the anchor of `stable` */
    crok_px seats_x;      /* the direction of the first pose's x axis */
    bool pose_is_given;   /* it is a calibration's and was not checked yet */
    crok_stabiliser stable;
    /* The lines in a picture of the camera before it moved. */
    bool has_unmoved;
    crok_registration unmoved;
    bool is_lost;  /* the last frame that was registered could not be */
    double far_px; /* the board is searched for if it is moved farther, px of
                      the small picture */
    crok_motion_detector motion;
    crok_engine_state state;
    int64_t clear_ns; /* time of the last frame without a trouble; < 0: no frame
                         has come */
    crok_engine_told told;
    bool is_burnt;       /* at the last reading */
    bool is_blurred;     /* likewise; then the board was not read */
    int64_t searched_ns; /* time of the last search for the board */
    double sharpest_px;  /* the least blur of all readings, 1 sd; 0: none */
    crok_px burnt_at;    /* as crok_engine_report.place */
    double outer_mm;     /* of the match that is resumed; 0: none */
    int64_t rim_ns;      /* the value of motion.rim_ns at the current reading */
    int64_t read_ns;     /* time of the last reading or search; < 0: none yet */
    bool must_read;     /* the board must be read even if nothing has changed */
    crok_mean mean;     /* mean of the full frames of the current reading */
    crok_image frame;   /* a full frame; its memory is reused */
    crok_image reduced; /* a reduced frame; its memory is reused */
    /* One frame of a pause in the motion that was too short to be read at once:
     * the full picture and the small grey picture. */
    bool has_brief;
    crok_image brief, brief_luma;
    int64_t brief_ns;
    int64_t brief_rim_ns; /* motion.rim_ns at brief_ns */
    int reduce;
    bool has_rest; /* `rest` is the result of a reading */
    /* `rest` was read in the frame in which the board was found, while
     * something may have moved. It is not reported, but the tracker has it as
     * background, so that a shot that begins soon is seen. */
    bool is_tentative;
    bool has_given_rest; /* `rest` was set by crok_engine_set */
    crok_rest_sight rest;
    /* The pictures at the last rest: the small grey one, in which the rim is
     * older where a hand was there, and the reduced one. The discs in them, and
     * the grey one of the first rest. Empty before the first rest. */
    crok_image rest_luma, rest_rgb, first_luma;
    crok_rest_sight reference_rest;
    /* What the first rest hid and nothing has revealed since. There the
     * pictures of the last rest have the colours that are expected. */
    crok_hidden hidden;
    bool has_tried_still; /* a reading was made to reveal what stays as it is */
    /* The values of the motion detector's cells in rest_luma and first_luma;
     * NULL before the first rest. */
    uint8_t *reference, *first_reference;
    int64_t covered_ns;    /* for how long, in total, an object has covered the
                              board since the last reading that was used */
    int64_t covered_at_ns; /* when covered_ns was updated last */
    int next_id;
    crok_hole_memory hole;
    crok_print_memory print;
    crok_hole_ends hole_ends;
    crok_disc_sizes sizes;
    crok_side_colours colours;
    crok_tracker *track;
    bool tracks; /* the tracker has a background */
};

/* Process the reading of a frame at rest. e->mean.image is the picture that was
 * read, and out->seen has the discs that were detected in it; they are
 * corrected here by what is remembered of the hole.
 *
 *   f    borrowed: the frame
 *   out  in: seen; out: seen, shot, rest and news
 *
 * Returns the errors of the frame's `colour`, or CROK_ENOMEM. */
CROK_MUST_USE crok_status crok_engine_take_reading(crok_engine *e,
                                                   const crok_engine_frame *f,
                                                   crok_engine_report *out,
                                                   crok_err *err);

/* Is the light off? It is if the mean grey level of the board is too low
 * (engine_trouble.c). */
bool crok_engine_is_dark(const crok_engine *e, const crok_image *luma);

/* Set the report's trouble and its place for a frame that was processed.
 *
 *   f  borrowed: the stabilised frame */
void crok_engine_find_trouble(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out);

/* Note which part of the surface is burnt out in a picture that is read.
 *
 *   luma  borrowed: its small grey picture, stabilised */
void crok_engine_note_burnt(crok_engine *e, const crok_image *luma);

/* Measure the blur of a picture that is about to be read, and set is_blurred.
 *
 *   img   borrowed: the full picture, RGB
 *   pose  borrowed: of the board in it */
void crok_engine_note_blur(crok_engine *e, const crok_image *img,
                           const crok_board_pose *pose);

/* Store the small picture as that of the first rest. What it hides is compared
 * with it, from now on, to find what stays as it is.
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_engine_keep_first(crok_engine *e,
                                                 const crok_image *luma,
                                                 crok_err *err);

/* Sample the references from the pictures of the last and the first rest, for
 * the motion detector's present cells.
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_engine_sample_references(crok_engine *e,
                                                        crok_err *err);

#endif
