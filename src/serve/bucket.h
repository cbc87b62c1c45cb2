/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/bucket.h: a bucket with holes. It holds `most`, one runs out every
 * `each_ms`, and nothing goes into a full one. So `most` may come in a row, and
 * then one every `each_ms`.
 *
 * Room     serve, internal: no I/O; the time is an argument.
 * Threads  values only; any thread.
 * Source   the generic cell rate algorithm (ITU-T I.371). */
#ifndef CROK_SERVE_BUCKET_H
#define CROK_SERVE_BUCKET_H

#include <stdint.h>

typedef struct crok_bucket {
    int64_t clear_ms; /* time at which it is empty again; all zero: empty */
} crok_bucket;

typedef struct crok_bucket_size {
    int most;
    int each_ms;
} crok_bucket_size;

/* Returns the time until one more may come, ms; 0: now. */
int64_t crok_bucket_wait(const crok_bucket *b, crok_bucket_size size,
                         int64_t now_ms);

/* One more has come. */
void crok_bucket_add(crok_bucket *b, crok_bucket_size size, int64_t now_ms);

#endif
