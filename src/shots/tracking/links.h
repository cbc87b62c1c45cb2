/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/links.h: which discs of a reading are which: the tracks say
 * where each disc that it shows came from, and whether a disc that it does not
 * show is still there.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_TRACKING_LINKS_H
#define CROK_SHOTS_TRACKING_LINKS_H

#include "discs/observation.h"
#include "shots/tracking/tracks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Two positions whose distance is below this, in disc radii, cannot be of two
 * discs, because the centres of touching discs are 2 radii apart. It is less
 * than 2, because readings have errors: in a real film a disc was read 5 mm
 * off. Chosen by hand. */
#define CROK_OVERLAP_RADII 1.6

/* Where a disc of a reading came from, if not from the rest before. */
enum {
    CROK_FROM_ELSEWHERE = -1, /* a track of a disc that was not in play */
    CROK_FROM_UNKNOWN = -2,   /* no track ends there */
    CROK_FROM_BEFORE = -3,    /* it was there all the time: the reading before
                                 had overlooked it */
    CROK_FROM_HAND = -4       /* a hand holds it, or it waits on the line */
};

typedef struct crok_links {
    /* Of each disc of the reading: its index in the rest before, or one of the
     * above; and its track, -1: none. */
    int from[CROK_MAX_DISCS], track[CROK_MAX_DISCS];
    /* Of each disc of the rest before: the disc is still there although the
     * reading may not have it; and it was detected elsewhere. */
    bool stays[CROK_MAX_DISCS], has_left[CROK_MAX_DISCS];
    bool hole_was_near; /* a disc in motion came near enough to the hole to
                           strike a disc that leans there */
} crok_links;

/* A disc that was lost in motion may have been found again as another track:
 * one that begins on the surface, alone. Join such tracks where the second
 * begins at a place that the first one can have reached, the likeliest pairs
 * first. */
void crok_tracks_join(crok_tracks *tracks);

/* Link a reading to the rest before.
 *
 *   segments  borrowed: of the reading's picture
 *   out       written whole */
void crok_links_make(const crok_tracks *tracks,
                     const crok_segmentation *segments,
                     const crok_rest_sight *before,
                     const crok_observation *seen, crok_links *out);

/* May two measured colours be those of one disc? They differ by at most so many
 * levels in each channel. */
bool crok_is_same_colour(const uint8_t a[3], const uint8_t b[3], int most);

#ifdef __cplusplus
}
#endif
#endif
