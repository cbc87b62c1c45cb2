/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/shown.h"

#include <stdlib.h>
#include <string.h>

void crok_shown_open(crok_shown *s)
{
    *s = (crok_shown){.part = {NULL}};
    (void)pthread_mutex_init(&s->lock, NULL);
}

void crok_shown_close(crok_shown *s)
{
    for (int i = 0; i < CROK_N_SHOWN; i++)
        free(s->part[i]);
    (void)pthread_mutex_destroy(&s->lock);
}

crok_status crok_shown_set(crok_shown *s, crok_shown_part part,
                           const void *bytes, size_t len, crok_err *err)
{
    void *copy = malloc(len == 0 ? 1 : len);
    if (copy == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the page");
    memcpy(copy, bytes, len);
    (void)pthread_mutex_lock(&s->lock);
    free(s->part[part]);
    s->part[part] = copy;
    s->len[part] = len;
    (void)pthread_mutex_unlock(&s->lock);
    return CROK_OK;
}

const void *crok_shown_hold(crok_shown *s, crok_shown_part part, size_t *len)
{
    (void)pthread_mutex_lock(&s->lock);
    *len = s->len[part];
    return s->part[part];
}

void crok_shown_release(crok_shown *s)
{
    (void)pthread_mutex_unlock(&s->lock);
}
