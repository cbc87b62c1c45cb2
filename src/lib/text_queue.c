/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/text_queue.h"

#include <stdlib.h>
#include <string.h>

/* Make room for one more text behind the others. */
static bool make_room(crok_text_queue *q)
{
    int room = q->room == 0 ? 16 : 2 * q->room;
    char **more = NULL;
    if (q->first > 0 && q->first + q->n == q->room) {
        memmove(q->text, q->text + q->first, (size_t)q->n * sizeof *q->text);
        q->first = 0;
    }
    if (q->first + q->n < q->room)
        return true;
    more = realloc(q->text, (size_t)room * sizeof *more);
    if (more == NULL)
        return false;
    q->text = more;
    q->room = room;
    return true;
}

bool crok_text_queue_add(crok_text_queue *q, const char *text)
{
    char *copy = make_room(q) ? strdup(text) : NULL;
    if (copy == NULL)
        return false;
    q->text[q->first + q->n++] = copy;
    return true;
}

const char *crok_text_queue_take(crok_text_queue *q)
{
    free(q->taken);
    q->taken = NULL;
    if (q->n > 0) {
        q->taken = q->text[q->first++];
        q->n--;
    }
    return q->taken;
}

void crok_text_queue_free(crok_text_queue *q)
{
    while (crok_text_queue_take(q) != NULL)
        continue;
    free(q->text);
    *q = (crok_text_queue){0};
}
