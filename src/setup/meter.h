/* SPDX-License-Identifier: Apache-2.0
 *
 * setup/meter.h: measure the figures (figures.h) from a camera's frames, one
 * set for each second of their time.
 *
 * Each frame costs as much as at rest in the engine: its small grey picture is
 * registered to the board and its level measured. Ten times a second the full
 * picture is taken, for the noise; once a second the board is searched, if it
 * is not known or was moved, and the lines' edges and contrasts are measured.
 *
 * Frames   px: the source's full frames; mm: board.
 * Room     setup: uses core, cv, board, discs, shots. Reads no clock.
 * Threads  a meter has one owner. */
#ifndef CROK_SETUP_METER_H
#define CROK_SETUP_METER_H

#include "setup/figures.h"
#include "shots/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_meter crok_meter;

/* Make a meter.
 *
 *   out  written only on CROK_OK; returned: free with crok_meter_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_meter_new(crok_meter **out, crok_err *err);

/* Free *meter and set it to NULL; NULL and a pointer to NULL are fine. */
void crok_meter_free(crok_meter **meter);

/* Take one frame.
 *
 *   frame     borrowed for the call
 *   n_missed  frames between the previous one and this one that the caller was
 *             too slow to take: they count for the rate
 *
 * Returns the errors of frame->colour, or CROK_ENOMEM. After CROK_EFORMAT (a
 * damaged frame) the next frame can be taken. */
CROK_MUST_USE crok_status crok_meter_feed(crok_meter *m,
                                          const crok_engine_frame *frame,
                                          int n_missed, crok_err *err);

/* Has a second passed since the last report, or since the first frame? */
bool crok_meter_is_due(const crok_meter *m);

/* Time from the last report, or from the first frame, to the last frame, s. */
double crok_meter_span_s(const crok_meter *m);

/* What is known of the source apart from its frames. */
typedef struct crok_meter_source {
    int64_t n_lost; /* so far */
    bool is_frozen, is_recorded;
    const char *words; /* borrowed: what is wrong; "" if nothing is */
} crok_meter_source;

/* Report the frames since the last report, and start the next second. It may be
 * called before a second has passed, also without any frame.
 *
 *   source  borrowed
 *   out     written whole
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_meter_report(crok_meter *m,
                                            const crok_meter_source *source,
                                            crok_setup *out, crok_err *err);

/* The last full picture, RGB; NULL before the first. Borrowed until the next
 * call. */
const crok_image *crok_meter_picture(const crok_meter *m);

#ifdef __cplusplus
}
#endif
#endif
