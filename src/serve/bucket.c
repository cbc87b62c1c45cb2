/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/bucket.h"

int64_t crok_bucket_wait(const crok_bucket *b, crok_bucket_size size,
                         int64_t now_ms)
{
    int64_t room_ms = (int64_t)(size.most - 1) * size.each_ms;
    int64_t wait_ms = b->clear_ms - now_ms - room_ms;
    return wait_ms > 0 ? wait_ms : 0;
}

void crok_bucket_add(crok_bucket *b, crok_bucket_size size, int64_t now_ms)
{
    if (b->clear_ms < now_ms)
        b->clear_ms = now_ms;
    b->clear_ms += size.each_ms;
}
