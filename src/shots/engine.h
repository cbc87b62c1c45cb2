/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/engine.h: takes the frames of a camera and reports rests and shots.
 * The engine knows no rules: it reports where the discs are when nothing moves
 * and nothing covers the board, and what changed since the rest before.
 *
 * While nothing moves, the engine processes only a small grey picture of each
 * frame. As long as this picture does not differ from that of the last reading,
 * the discs are not measured again. The engine asks for colour pictures only
 * when it needs them: during motion a reduced picture of every frame, and for a
 * reading the full picture of a few frames at rest.
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

/* One frame: a grey picture reduced by CROK_ENGINE_LUMA, and a function that
 * gives its colours on demand. */
#define CROK_ENGINE_LUMA 4
typedef struct crok_engine_frame {
    const crok_image *luma; /* borrowed for the call */
    int64_t t_ns;           /* increases from frame to frame */
    int w_px, h_px;         /* of the full frame */
    /* Write the RGB picture, reduced by 1, 2 or 4, to *out, whose memory is
     * reused. */
    crok_status (*colour)(void *context, int reduce, crok_image *out,
                          crok_err *err);
    void *context;
} crok_engine_frame;

typedef struct crok_engine_options {
    int n_sides; /* number of sides: 2, 3 or 4; 0 means 2 */
    /* Names of the sides' colours, sorted. If the first name is empty, the
     * names are learned from the first reading that shows n_sides sides. */
    char side_names[CROK_MAX_SIDES][24];
    /* The board's pose if the camera is calibrated; copied. NULL: the engine
     * searches for the board. */
    const crok_board_pose *pose;
    /* The board that the frames show; kept. NULL: it is not known. */
    const crok_known_board *board;
} crok_engine_options;

typedef enum crok_engine_news {
    CROK_NEWS_NONE,
    CROK_NEWS_BOARD,    /* the board was found; crok_engine_pose has its pose */
    CROK_NEWS_NO_BOARD, /* no board was found; report.words says why */
    CROK_NEWS_MOVING,   /* something begins to move */
    CROK_NEWS_SAME,     /* the board is at rest, and nothing has changed */
    CROK_NEWS_SHOT,     /* a disc was shot; see report.shot */
    CROK_NEWS_TAKEN,    /* discs were taken off the board and nothing else has
                           changed; see report.shot.gone */
    CROK_NEWS_CHANGED,  /* another change, for example discs that were moved by
                           hand; see report.rest */
    CROK_NEWS_BUMPED,   /* camera or board was moved; report.words says whether
                           the board was found again */
    CROK_N_NEWS
} crok_engine_news;

typedef enum crok_engine_state {
    CROK_ENGINE_LOOKING, /* searching for the board */
    CROK_ENGINE_MOVING,
    CROK_ENGINE_COVERED, /* nothing moves, but a hand or a person is over the
                            board */
    CROK_ENGINE_QUIET,
    CROK_N_ENGINE_STATES
} crok_engine_state;

/* What keeps the engine from seeing the board as it should. */
typedef enum crok_engine_trouble {
    CROK_TROUBLE_NONE,
    CROK_TROUBLE_DARK,    /* the picture is too dark */
    CROK_TROUBLE_BLURRED, /* the camera is out of focus */
    CROK_TROUBLE_LOST, /* the board is not found where it was, nor elsewhere */
    CROK_TROUBLE_COVERED, /* something lies or rests over the board */
    CROK_TROUBLE_MOVING,  /* something moves over the board for a long time */
    CROK_TROUBLE_BURNT,   /* a part of the surface is burnt out */
    CROK_N_ENGINE_TROUBLES
} crok_engine_trouble;

/* The report on one frame. */
typedef struct crok_engine_report {
    crok_engine_news news;
    crok_engine_state state;
    char words[160]; /* if news is NO_BOARD or BUMPED: a message for a
                        person */
    crok_engine_trouble trouble; /* after it has lasted for
                                    CROK_ENGINE_TROUBLE_NS */
    /* Where that is, if has_place is true: its middle in the picture, from the
     * board's centre in radii of the outer line, x to the right and y down. */
    bool has_place;
    crok_px place;
    crok_rest_sight rest;  /* if news is SAME, SHOT, TAKEN or CHANGED: the discs
                              at rest */
    crok_shot_sight shot;  /* if news is SHOT: the shot; if it is TAKEN:
                              shot.gone  has the discs that were taken */
    crok_observation seen; /* the discs of the reading, for close-ups */
} crok_engine_report;

/* The board is read when nothing has moved for this time, ns. Chosen by hand.
 * If it is shorter, the board is read before a slow disc has stopped; if
 * longer, a hand may come before the reading. */
#define CROK_ENGINE_QUIET_NS INT64_C(220000000)

/* The light is off if the mean grey level of the board (0..255) is below this.
 * Many cameras send black as 16. Chosen by hand: if it is too low, dark
 * pictures are read; if too high, boards in dim rooms are not. */
#define CROK_ENGINE_DARK_LEVEL 22.0

/* A trouble is reported when it has lasted for this time, ns. A shot with its
 * hands is read sooner, and a person who looks at a screen should know within
 * 2 s why nothing is read. */
#define CROK_ENGINE_TROUBLE_NS INT64_C(1500000000)

typedef struct crok_engine crok_engine;

/* Create an engine.
 *
 *   options  borrowed for the call
 *   out      written only on CROK_OK; returned: free with crok_engine_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_engine_new(const crok_engine_options *options,
                                          crok_engine **out, crok_err *err);
void crok_engine_free(crok_engine **engine);

/* Process one frame.
 *
 *   frame  borrowed for the call
 *   out    written whole
 *
 * Returns the errors of `colour` and of crok_scan_discs, or CROK_ENOMEM. After
 * an error the engine can process the next frame. */
CROK_MUST_USE crok_status crok_engine_feed(crok_engine *engine,
                                           const crok_engine_frame *frame,
                                           crok_engine_report *out,
                                           crok_err *err);

/* Call when the source has ended. If a frame of a short pause in the motion was
 * kept, the board is read from it.
 *
 *   out  written whole
 *
 * Returns the same errors as crok_engine_feed. */
CROK_MUST_USE crok_status crok_engine_finish(crok_engine *engine,
                                             crok_engine_report *out,
                                             crok_err *err);

/* Set the discs that are on the board, for example after a person's correction
 * or when a record is resumed. The next reading is compared with them. If the
 * board has not been read yet, the discs of the first reading get the ids of
 * `rest`, and that reading is reported as CROK_NEWS_CHANGED, never as a shot.
 *
 *   rest  borrowed for the call */
void crok_engine_set(crok_engine *engine, const crok_rest_sight *rest);

/* Set the radius of the outer line, mm, that a match has which is resumed: the
 * positions of its discs are in that millimetre. A board that is found from now
 * on is measured in it, whatever its hole and discs say; a calibration and a
 * known board have one of their own. 0: none. */
void crok_engine_set_outer(crok_engine *engine, double outer_mm);

/* Request another reading when the board is at rest, even if its picture has
 * not changed. A caller needs this if it may now decide differently about the
 * same discs, for example after a ruling. */
void crok_engine_read_anew(crok_engine *engine);

/* The pose in use, that of crok_engine_picture; NULL while the engine searches
 * for the board. Borrowed. */
const crok_board_pose *crok_engine_pose(const crok_engine *engine);

/* The pose in the last frame as the camera took it. A camera that sways or
 * sinks has moved since the pose in use was measured, and the frames are warped
 * back to it.
 *
 *   out  written only if true is returned
 *
 * False while the engine searches for the board. */
bool crok_engine_pose_now(const crok_engine *engine, crok_board_pose *out);

/* The picture of the last reading, RGB, full size, for the record and for
 * close-ups; NULL before the first reading. Borrowed until the next feed. */
const crok_image *crok_engine_picture(const crok_engine *engine);

#ifdef __cplusplus
}
#endif
#endif
