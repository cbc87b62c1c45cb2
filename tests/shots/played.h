/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/played.h: scripted detections for the tracks: discs and a hand, frame
 * by frame, on a tournament board from above, 30 frames a second. */
#ifndef CROK_TESTS_SHOTS_PLAYED_H
#define CROK_TESTS_SHOTS_PLAYED_H

#include <string.h>

#include "shots/tracking/tracks.h"

#define PLAYED_STEP_NS INT64_C(33333333)

static const uint8_t played_red[3] = {190, 40, 40};
static const uint8_t played_black[3] = {40, 40, 45};

typedef struct played {
    crok_tracks tracks;
    crok_segmentation segments;
    crok_detections frame;
    int64_t now_ns;
} played;

static inline void played_begin(played *p, const crok_rest_sight *rest)
{
    const crok_board *board = crok_board_tournament();
    memset(p, 0, sizeof *p);
    p->segments.cell_mm =
        2.4 * board->line_mm[CROK_LINE_OUTER] / CROK_SEGMENTATION_CELLS;
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++)
        p->segments.chance[CROK_SHOWN_SURFACE][i] = 1.0F;
    crok_tracks_reset(&p->tracks, board);
    crok_tracks_begin(&p->tracks, rest, 0);
}

/* Each cell within reach_mm of a place shows this. */
static inline void played_show(played *p, crok_shown what, crok_mm at,
                               double reach_mm)
{
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        if (crok_mm_apart(crok_segmentation_mm(&p->segments, i), at) > reach_mm)
            continue;
        for (int k = 0; k < CROK_N_SHOWN; k++)
            p->segments.chance[k][i] = k == (int)what ? 1.0F : 0.0F;
    }
}

/* The network detects a disc in the next frame; with a hand beside it. */
static inline void played_disc(played *p, crok_mm at, const uint8_t rgb[3],
                               double covered)
{
    crok_detection *d = &p->frame.disc[p->frame.n++];
    *d = (crok_detection){.at = at, .chance = 0.9, .covered = covered};
    memcpy(d->rgb, rgb, 3);
    played_show(p, CROK_SHOWN_DISC, at, 16.0);
}

/* The frame is over. */
static inline void played_next(played *p)
{
    p->now_ns += PLAYED_STEP_NS;
    p->frame.t_ns = p->now_ns;
    crok_tracks_add(&p->tracks, &p->frame, &p->segments);
    p->frame.n = 0;
    played_show(p, CROK_SHOWN_SURFACE, (crok_mm){0.0, 0.0}, 1000.0);
}

static inline const crok_track *played_track(const played *p, crok_mm at)
{
    for (int i = 0; i < p->tracks.n; i++)
        if (crok_mm_apart(p->tracks.track[i].at, at) < 3.0)
            return &p->tracks.track[i];
    return NULL;
}

#endif
