/* SPDX-License-Identifier: Apache-2.0 */
#include "table/replay_ring.h"

#include <stdlib.h>
#include <string.h>

static crok_ring_picture *at(crok_replay_ring *ring, int i)
{
    return &ring->picture[(ring->first + i) % CROK_REPLAY_FRAMES];
}

const crok_ring_picture *crok_replay_ring_at(const crok_replay_ring *ring,
                                             int i)
{
    return &ring->picture[(ring->first + i) % CROK_REPLAY_FRAMES];
}

static void drop_oldest(crok_replay_ring *ring)
{
    crok_ring_picture *oldest = at(ring, 0);
    ring->bytes -= oldest->len;
    free(oldest->jpeg);
    *oldest = (crok_ring_picture){.jpeg = NULL};
    ring->first = (ring->first + 1) % CROK_REPLAY_FRAMES;
    ring->n--;
}

void crok_replay_ring_clear(crok_replay_ring *ring)
{
    while (ring->n > 0)
        drop_oldest(ring);
}

/* Must the oldest picture go before this one comes? */
static bool is_too_much(const crok_replay_ring *ring,
                        const crok_new_picture *picture)
{
    return ring->n == CROK_REPLAY_FRAMES ||
           ring->bytes + picture->len > CROK_REPLAY_MOST_BYTES ||
           picture->t_ns - crok_replay_ring_at(ring, 0)->t_ns >
               CROK_REPLAY_MOST_NS;
}

crok_status crok_replay_ring_add(crok_replay_ring *ring,
                                 const crok_new_picture *picture, crok_err *err)
{
    uint8_t *copy = NULL;
    if (picture->len == 0 || picture->len > CROK_REPLAY_MOST_BYTES)
        return CROK_OK;
    copy = malloc(picture->len);
    if (copy == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a replay");
    memcpy(copy, picture->jpeg, picture->len);
    if (ring->n > 0 &&
        (picture->t_ns <= at(ring, ring->n - 1)->t_ns ||
         picture->w_px != ring->w_px || picture->h_px != ring->h_px))
        crok_replay_ring_clear(ring);
    while (ring->n > 0 && is_too_much(ring, picture))
        drop_oldest(ring);
    ring->w_px = picture->w_px;
    ring->h_px = picture->h_px;
    *at(ring, ring->n++) = (crok_ring_picture){
        .t_ns = picture->t_ns, .jpeg = copy, .len = picture->len};
    ring->bytes += picture->len;
    return CROK_OK;
}
