/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/feed.h: frames that a program gives one by one, as a source
 * (capture/source.h): crok_source_options.feed makes a source of a feed.
 *
 * Room     capture.
 * Threads  one owner, which is the source's. */
#ifndef CROK_CAPTURE_FEED_H
#define CROK_CAPTURE_FEED_H

#include "capture/frame.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_feed {
    /* The next frame; it needs no number and no codec. crok_source_next takes
     * it and sets this to NULL. Its data must stay valid until that source's
     * next call. A frame before crok_source_options.from_ns is passed over. */
    const crok_frame *frame;
    int n_damaged; /* frames since the last one that could not be read */
    bool has_ended;
    bool is_recorded; /* the frames' times are those of a recording, which gives
                       * the same frames again */
} crok_feed;

#ifdef __cplusplus
}
#endif
#endif
