/* SPDX-License-Identifier: Apache-2.0
 *
 * table/replay_ring.h: the last seconds of a source as JPEG pictures, in memory
 * that has a bound: the oldest ones go first.
 *
 * Room     table: plain values.
 * Threads  one owner. */
#ifndef CROK_TABLE_REPLAY_RING_H
#define CROK_TABLE_REPLAY_RING_H

#include "journal/replay.h"

#define CROK_REPLAY_MOST_NS (INT64_C(1000000) * CROK_REPLAY_MOST_MS)

typedef struct crok_ring_picture {
    int64_t t_ns;
    uint8_t *jpeg; /* owned by the ring */
    size_t len;
} crok_ring_picture;

/* Zero it before the first use; free with crok_replay_ring_clear. Its pictures
 * have one size, are in order of time, are not older than CROK_REPLAY_MOST_NS
 * before the newest, and have together at most CROK_REPLAY_MOST_BYTES. */
typedef struct crok_replay_ring {
    int w_px, h_px;
    int first, n; /* the oldest picture's index, and how many there are */
    size_t bytes; /* of all */
    crok_ring_picture picture[CROK_REPLAY_FRAMES];
} crok_replay_ring;

/* Free all pictures. */
void crok_replay_ring_clear(crok_replay_ring *ring);

/* A picture to add; its bytes are borrowed and copied. */
typedef struct crok_new_picture {
    int w_px, h_px;
    int64_t t_ns;
    const uint8_t *jpeg;
    size_t len; /* one of more than CROK_REPLAY_MOST_BYTES is left out */
} crok_new_picture;

/* Add a picture. All before it go if it is not newer than the last one, as
 * after a clock that was set back, or has another size.
 *
 * CROK_ENOMEM  it is not in the ring */
CROK_MUST_USE crok_status crok_replay_ring_add(crok_replay_ring *ring,
                                               const crok_new_picture *picture,
                                               crok_err *err);

/* The i-th picture, 0 is the oldest; borrowed until the next call. */
const crok_ring_picture *crok_replay_ring_at(const crok_replay_ring *ring,
                                             int i);

#endif
