/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/still.h: one picture of a scene at rest, from a camera or a film: the
 * mean of frames between which nothing moved.
 *
 * Room     cli: uses capture and cv.
 * Threads  one caller a source. */
#ifndef CROK_CLI_STILL_H
#define CROK_CLI_STILL_H

#include "core/image.h"

/* Number of frames that are averaged. The noise falls to a fifth (1 /
 * sqrt(24)), and flickering light is averaged over nearly a second at 30 Hz. */
#define CROK_STILL_FRAMES 24

/* Wait until nothing moves, then average. A film that ends before so many
 * frames were at rest gives the mean of the longest rest, of two frames at
 * least. Pixels that are not square are made so.
 *
 *   spec      borrowed: a source as in capture/source.h
 *   out       written only on CROK_OK; returned: free with crok_image_free
 *   n_frames  written only on CROK_OK: how many were averaged
 *   err       may be NULL
 *
 * CROK_EVISION  nothing was at rest
 * and whatever crok_source_open and crok_source_next fail with */
CROK_MUST_USE crok_status crok_still_take(const char *spec, crok_image *out,
                                          int *n_frames, crok_err *err);

#endif
