/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/player.h: play replays (journal/replay.h) at their own speed, each to
 * one connection, as a series of JPEGs that a browser shows one after the other
 * in the place of a picture.
 *
 * A picture is read from the file when it is due. Between two of them the
 * connection is suspended, and a thread wakes it; so nobody waits for a film. A
 * reader that is slow skips pictures, and one that does not read at all is
 * dropped by the connection's timeout.
 *
 * Frames   multipart/x-mixed-replace; the parts have no time, they come when it
 *          is theirs. Behind the last one the stream ends, and a browser shows
 *          it on.
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  any may open, close and play; one of its own wakes connections.
 * Source   RFC 2046, section 5.1; "multipart/x-mixed-replace" in the HTML
 *          standard. */
#ifndef CROK_SERVE_PLAYER_H
#define CROK_SERVE_PLAYER_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdbool.h>

#include "journal/replay.h"

#define CROK_PLAYER_BOUNDARY "crokeye-replay"
#define CROK_PLAYER_TYPE                                                       \
    "multipart/x-mixed-replace; boundary=" CROK_PLAYER_BOUNDARY

typedef struct crok_screening crok_screening;

typedef struct crok_player {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* by the monotonic clock */
    crok_screening *first;  /* those that are played */
    bool closing;
    bool has_thread;
    pthread_t thread;
} crok_player;

/* Make a player.
 *
 *   p  written, also on failure; close with crok_player_close, then
 *      crok_player_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_player_open(crok_player *p, crok_err *err);

/* End all films, before the connections are closed; and free the player, when
 * none is left. */
void crok_player_close(crok_player *p);
void crok_player_free(crok_player *p);

/* Make the response that plays a film to one connection. NULL: no memory.
 *
 *   film    borrowed, copied
 *   file    at its first picture; owned from here on, also on failure
 *   last_s  only its last seconds; 0: all of it */
struct MHD_Response *crok_player_stream(crok_player *p, const crok_replay *film,
                                        FILE *file, long last_s,
                                        struct MHD_Connection *c);

#endif
