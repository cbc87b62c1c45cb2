/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/shown.h: the newest document and picture of a camera that is being set
 * up, for the page /setup.
 *
 * Room     serve, internal.
 * Threads  any thread may make any call between open and close. */
#ifndef CROK_SERVE_SHOWN_H
#define CROK_SERVE_SHOWN_H

#include <pthread.h>

#include "core/status.h"
#include "serve/serve.h"

typedef struct crok_shown {
    pthread_mutex_t lock;
    void *part[CROK_N_SHOWN]; /* owned; NULL: none yet */
    size_t len[CROK_N_SHOWN];
} crok_shown;

void crok_shown_open(crok_shown *s);
void crok_shown_close(crok_shown *s);

/* Replace a part by a copy of these bytes. CROK_ENOMEM: the old one stays. */
CROK_MUST_USE crok_status crok_shown_set(crok_shown *s, crok_shown_part part,
                                         const void *bytes, size_t len,
                                         crok_err *err);

/* Lock, and return the bytes of a part; NULL if there are none. They are valid
 * until crok_shown_release. */
const void *crok_shown_hold(crok_shown *s, crok_shown_part part, size_t *len);
void crok_shown_release(crok_shown *s);

#endif
