/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/engine.h: frames of a camera in, rests and shots out. The engine knows
 * no rules: it reports where the discs are when the board is quiet and free,
 * and what changed since the rest before.
 *
 * At rest only a small grey picture of each frame is processed; while it equals
 * the picture of the last reading, nothing is measured again. The engine asks
 * for colour when it needs it: in motion a reduced picture of every frame, for
 * a reading the full picture of a few settled frames.
 *
 * Frames   px: the source's full frames; mm: board.
 * Room     shots: uses core, cv, board, discs.
 * Threads  an engine has one owner. No allocation a frame in motion or at rest;
 *          readings allocate. */
#ifndef CROK_SHOTS_ENGINE_H
#define CROK_SHOTS_ENGINE_H

#include "board/board.h"
#include "core/image.h"
#include "discs/scan.h"
#include "shots/sight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One frame: a grey picture reduced by CROK_ENGINE_LUMA, and a way to get its
 * colours if they are wanted. */
#define CROK_ENGINE_LUMA 4
typedef struct crok_engine_frame {
    const crok_image *luma; /* borrowed */
    int64_t t_ns;           /* rising */
    int w_px, h_px;         /* of the full frame */
    /* Colour picture reduced by 1, 2 or 4; memory of *out is used again. */
    crok_status (*colour)(void *context, int reduce, crok_image *out,
                          crok_err *err);
    void *context;
} crok_engine_frame;

typedef struct crok_engine_options {
    int n_sides;                         /* 2, 3, 4 */
    char side_names[CROK_MAX_SIDES][24]; /* sorted; of colours */
    const crok_board_pose *pose;         /* calibrated; NULL: found by itself */
} crok_engine_options;

typedef enum crok_engine_news {
    CROK_NEWS_NONE,
    CROK_NEWS_BOARD,    /* the board was found (again): pose */
    CROK_NEWS_NO_BOARD, /* quiet, and no board can be seen: words */
    CROK_NEWS_MOVING,   /* something moves */
    CROK_NEWS_SAME,     /* quiet and free again, nothing has changed */
    CROK_NEWS_SHOT,     /* a disc was shot: shot */
    CROK_NEWS_TAKEN,    /* discs were taken off, nothing else: shot.gone */
    CROK_NEWS_CHANGED,  /* something else: discs set or moved by hand: rest */
    CROK_NEWS_BUMPED,   /* camera or board has moved; it is looked for again */
    CROK_N_NEWS
} crok_engine_news;

typedef enum crok_engine_state {
    CROK_ENGINE_LOOKING, /* for the board */
    CROK_ENGINE_MOVING,
    CROK_ENGINE_COVERED, /* quiet, but a hand or a person is over the board */
    CROK_ENGINE_QUIET,
    CROK_N_ENGINE_STATES
} crok_engine_state;

/* What a frame brought. */
typedef struct crok_engine_report {
    crok_engine_news news;
    crok_engine_state state;
    char words[160];       /* NO_BOARD, BUMPED: for a person */
    crok_rest_sight rest;  /* SAME, SHOT, TAKEN, CHANGED: the board as it is */
    crok_shot_sight shot;  /* SHOT, TAKEN */
    crok_observation seen; /* of the reading, for close-ups */
} crok_engine_report;

/* The board is read after so long without motion. */
#define CROK_ENGINE_QUIET_NS INT64_C(220000000)

typedef struct crok_engine crok_engine;

/* CROK_EARG    sides that are no colours
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_engine_new(const crok_engine_options *options,
                                          crok_engine **out, crok_err *err);
void crok_engine_free(crok_engine **engine);

/* Look at one frame.
 *
 *   out  written whole
 *
 * Errors are those of `colour` and CROK_ENOMEM; the engine can go on. */
CROK_MUST_USE crok_status crok_engine_feed(crok_engine *engine,
                                           const crok_engine_frame *frame,
                                           crok_engine_report *out,
                                           crok_err *err);

/* The source has ended: what its last frames showed and was not read yet. As
 * crok_engine_feed. */
CROK_MUST_USE crok_status crok_engine_finish(crok_engine *engine,
                                             crok_engine_report *out,
                                             crok_err *err);

/* A person (or a record that is taken up again) says what lies on the board:
 * ids and places hold from now on. Before the first reading: by this the discs
 * of that reading are known; what is different there was not seen to happen,
 * and is no shot. */
void crok_engine_set(crok_engine *engine, const crok_rest_sight *rest);

/* The board is read again, though it looks as when it was read last: what is
 * made of the reading may be another now. */
void crok_engine_read_anew(crok_engine *engine);

/* The pose that is used; NULL while it is looked for. Borrowed. */
const crok_board_pose *crok_engine_pose(const crok_engine *engine);

/* The picture of the last reading (RGB, full size): for the record and for
 * close-ups. NULL before the first. Borrowed until the next feed. */
const crok_image *crok_engine_picture(const crok_engine *engine);

#ifdef __cplusplus
}
#endif
#endif
