/* SPDX-License-Identifier: Apache-2.0
 *
 * lib/text_queue.h: texts that wait until the caller takes them, first in,
 * first out.
 *
 * Room     lib.
 * Threads  one owner. */
#ifndef CROK_LIB_TEXT_QUEUE_H
#define CROK_LIB_TEXT_QUEUE_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Begin with {0}. */
typedef struct crok_text_queue {
    char **text; /* owned: those from `first` on, n of them */
    int first, n, room;
    char *taken; /* owned: the text that was taken last */
} crok_text_queue;

/* Add a copy of a text. Returns false, and changes nothing, if there is no
 * memory. */
bool crok_text_queue_add(crok_text_queue *q, const char *text);

/* Take the first text. It is valid until the next call. NULL: there is none. */
const char *crok_text_queue_take(crok_text_queue *q);

void crok_text_queue_free(crok_text_queue *q);

#ifdef __cplusplus
}
#endif
#endif
