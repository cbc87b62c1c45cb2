/* SPDX-License-Identifier: Apache-2.0
 *
 * The kind of source whose frames a program gives. */
#include "capture/feed.h"

#include "capture/source_kind.h"

static crok_status feed_open(crok_source *s, crok_err *err)
{
    (void)err;
    s->health.is_recorded = s->options.feed->is_recorded;
    return CROK_OK;
}

static crok_status feed_next(crok_source *s, int64_t until_ns,
                             crok_frame *frame, crok_err *err)
{
    crok_feed *feed = s->options.feed;
    const crok_frame *given = feed->frame;
    (void)until_ns; /* who gives the frames waits for them */
    (void)err;
    feed->frame = NULL;
    if (given != NULL && given->t_ns >= s->options.from_ns) {
        *frame = *given;
        frame->n_lost += feed->n_damaged;
        s->health.n_damaged += feed->n_damaged;
        feed->n_damaged = 0;
    } else if (given == NULL && feed->has_ended) {
        crok_source_set_state(s, CROK_SOURCE_ENDED, NULL);
    }
    return CROK_OK;
}

static void feed_close(crok_source *s)
{
    (void)s; /* the feed is the caller's */
}

const crok_source_kind crok_feed_kind = {
    .open = feed_open,
    .next = feed_next,
    .close = feed_close,
};
