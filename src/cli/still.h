/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/still.h: take one picture of a scene at rest from a camera or a video:
 * the mean of frames between which nothing moved.
 *
 * Room     cli: uses capture and cv.
 * Threads  one caller a source. */
#ifndef CROK_CLI_STILL_H
#define CROK_CLI_STILL_H

#include "core/image.h"

/* Number of frames that are averaged. The noise falls to a fifth (1 /
 * sqrt(24)), and flickering light is averaged over nearly a second at 30 Hz. */
#define CROK_STILL_FRAMES 24

/* Wait until nothing moves, then average CROK_STILL_FRAMES frames. If the
 * source ends or a minute passes before so many frames were at rest, the
 * longest rest is averaged; it must have at least two frames. The result has
 * square pixels.
 *
 *   spec      borrowed: a source as in capture/source.h
 *   out       written only on CROK_OK; returned: free with crok_image_free
 *   n_frames  written only on CROK_OK: number of frames averaged
 *   err       may be NULL
 *
 * CROK_EVISION  no two consecutive frames were at rest
 * Others as crok_source_open and crok_source_next */
CROK_MUST_USE crok_status crok_still_take(const char *spec, crok_image *out,
                                          int *n_frames, crok_err *err);

#endif
