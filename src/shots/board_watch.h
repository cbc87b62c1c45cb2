/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/board_watch.h: where the board is in each frame. It is searched for
 * once; from then on each frame is registered to the picture in which its pose
 * was measured (stabiliser.h), and if that fails, or the board has moved far,
 * it is searched for again.
 *
 * Frames   px: the source's full frames, unless "small" is said; mm: board.
 * Room     shots: uses core, cv, board, discs.
 * Threads  one owner. */
#ifndef CROK_SHOTS_BOARD_WATCH_H
#define CROK_SHOTS_BOARD_WATCH_H

#include "board/registration.h"
#include "discs/scan_options.h"
#include "shots/stabiliser.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero it before the first use. */
typedef struct crok_board_watch {
    bool has_pose;
    crok_board_pose pose; /* in the anchor of `stable` */
    bool is_given;        /* it is a calibration's and was not checked yet */
    bool is_rough; /* it was found in one frame, over which hands may have been:
                      see crok_board_watch_settle */
    double outer_mm; /* radius of the outer line of the match that is resumed,
                        mm; 0: none */
    crok_px seats_x; /* the direction of the first pose's x axis */
    crok_stabiliser stable;
    bool is_lost;  /* the last frame that was registered could not be */
    double far_px; /* the board is searched for if it is moved farther, px of
                      the small picture */
    int64_t searched_ns; /* time of the last search for it */
    crok_image frame;    /* owned: the full picture of the last search */
    /* The lines in a picture of the camera before it moved. */
    bool has_unmoved;
    crok_registration unmoved;
    /* The small picture of the last rest, and the discs in it. */
    crok_image rest_luma; /* owned */
    crok_rest_sight rest;
} crok_board_watch;

/* The board may be searched for again so long after the last search, ns. Chosen
 * by hand: a shorter time costs processor time, a longer one delays. */
#define CROK_SEARCH_NS INT64_C(1500000000)

/* What a search has found. */
typedef enum crok_search {
    CROK_SEARCH_NONE, /* the pose is as it was */
    CROK_SEARCH_NO_BOARD,
    CROK_SEARCH_FOUND,
    CROK_SEARCH_MOVED, /* the board is found again, with another pose */
} crok_search;

/* Begin with the pose of a calibration, which is copied. */
void crok_board_watch_set(crok_board_watch *watch, const crok_board_pose *pose);

void crok_board_watch_free(crok_board_watch *watch);

/* Make the frame the anchor: the board has the pose in it.
 *
 *   luma  borrowed: its small grey picture
 *   rest  borrowed: discs that lie there, or NULL
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_board_watch_anchor(crok_board_watch *watch,
                                                  const crok_image *luma,
                                                  const crok_rest_sight *rest,
                                                  crok_err *err);

/* Keep the picture of a rest. If it shows too little of the anchor, because a
 * hand or discs were there, it becomes the anchor.
 *
 *   is_clear  nothing lies over the board in it: else it is no anchor
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_board_watch_keep(crok_board_watch *watch,
                                                const crok_image *luma,
                                                const crok_rest_sight *rest,
                                                bool is_clear, crok_err *err);

/* Search for the board for the first time.
 *
 *   scan   borrowed
 *   frame  borrowed: as the camera took it
 *   out    NO_BOARD or FOUND; then the frame is the anchor
 *   why    if there is no board: what a person is told
 *
 * CROK_ENOMEM, or the errors of the frame's `colour` */
CROK_MUST_USE crok_status crok_board_watch_find(crok_board_watch *watch,
                                                const crok_scan_options *scan,
                                                const crok_engine_frame *frame,
                                                crok_search *out, crok_err *why,
                                                crok_err *err);

/* Search for a board that is lost or has moved far: its perspective is another
 * one then. Its seats, its millimetre and its marks stay.
 *
 *   out  NONE or MOVED; then the frame is the anchor
 *
 * As crok_board_watch_find. */
CROK_MUST_USE crok_status crok_board_watch_find_again(
    crok_board_watch *watch, const crok_scan_options *scan,
    const crok_engine_frame *frame, crok_search *out, crok_err *err);

/* Has the board moved so far that it should be searched for? */
bool crok_board_watch_is_far(const crok_board_watch *watch);

/* Register a frame: measure how far it has moved.
 *
 *   view  in and out: of crok_stabiliser_take */
CROK_MUST_USE crok_status crok_board_watch_register(crok_board_watch *watch,
                                                    crok_engine_frame *view,
                                                    crok_err *err);

/* The camera of the last frame, as it took it, with its pose in it; borrowed.
 */
const crok_camera *crok_board_watch_camera(const crok_board_watch *watch);

/* Search once more, in a picture of a rest that nothing covers, if the pose is
 * rough. A hand that hides lines draws a pose some pixels away; the new one is
 * taken if it is near the old one and shows as much of the lines.
 *
 *   img   borrowed: RGB, the full picture
 *   luma  borrowed: the small grey picture of its last frame
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_board_watch_settle(crok_board_watch *watch,
                                                  const crok_scan_options *scan,
                                                  const crok_image *img,
                                                  const crok_image *luma,
                                                  crok_err *err);

/* The pose in a full picture, RGB, of a rest: its lines say more than the small
 * pictures. */
crok_board_pose crok_board_watch_refine(crok_board_watch *watch,
                                        const crok_image *img);

/* The length of the board's millimetre has changed. */
void crok_board_watch_rescale(crok_board_watch *watch, double k);

#ifdef __cplusplus
}
#endif
#endif
