/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/visitors.h"

#include <stdio.h>
#include <string.h>

void crok_visitors_open(crok_visitors *vs, int most)
{
    *vs = (crok_visitors){.most = most};
    (void)pthread_mutex_init(&vs->lock, NULL);
}

void crok_visitors_close(crok_visitors *vs)
{
    (void)pthread_mutex_destroy(&vs->lock);
}

/* Count the connections of v's address, and set the number in each. */
static void count(crok_visitors *vs, const crok_visitor *v)
{
    int n = 0;
    for (crok_visitor *o = vs->newest; o != NULL; o = o->older)
        n += strcmp(o->who, v->who) == 0;
    for (crok_visitor *o = vs->newest; o != NULL; o = o->older)
        if (strcmp(o->who, v->who) == 0)
            o->n_of_who = n;
}

/* Take v out of the list, so that it does not count. */
static void take_out(crok_visitors *vs, crok_visitor *v)
{
    if (v->has_ended)
        return;
    v->has_ended = true;
    if (v->newer != NULL)
        v->newer->older = v->older;
    else
        vs->newest = v->older;
    if (v->older != NULL)
        v->older->newer = v->newer;
    vs->n--;
    count(vs, v);
}

/* Return the newest of those whose address holds most. */
static crok_visitor *who_gives_way(const crok_visitors *vs)
{
    crok_visitor *most = vs->newest;
    for (crok_visitor *v = vs->newest; v != NULL; v = v->older)
        if (v->n_of_who - v->bonus > most->n_of_who - most->bonus)
            most = v;
    return most;
}

crok_visitor *crok_visitors_enter(crok_visitors *vs, crok_visitor *v,
                                  int64_t now_ms)
{
    crok_visitor *gives_way = NULL;
    (void)pthread_mutex_lock(&vs->lock);
    v->waits = true;
    v->since_ms = now_ms;
    v->older = vs->newest;
    if (v->older != NULL)
        v->older->newer = v;
    vs->newest = v;
    vs->n++;
    count(vs, v);
    if (vs->n > vs->most) {
        gives_way = who_gives_way(vs);
        take_out(vs, gives_way);
    }
    (void)pthread_mutex_unlock(&vs->lock);
    return gives_way;
}

void crok_visitors_leave(crok_visitors *vs, crok_visitor *v)
{
    (void)pthread_mutex_lock(&vs->lock);
    take_out(vs, v);
    (void)pthread_mutex_unlock(&vs->lock);
}

void crok_visitors_rename(crok_visitors *vs, crok_visitor *v, const char *who,
                          int bonus)
{
    crok_visitor before;
    (void)pthread_mutex_lock(&vs->lock);
    before = *v;
    (void)snprintf(v->who, sizeof v->who, "%s", who);
    v->bonus = bonus;
    count(vs, &before);
    count(vs, v);
    (void)pthread_mutex_unlock(&vs->lock);
}

void crok_visitors_serve(crok_visitors *vs, crok_visitor *v)
{
    (void)pthread_mutex_lock(&vs->lock);
    v->waits = false;
    (void)pthread_mutex_unlock(&vs->lock);
}

void crok_visitors_wait(crok_visitors *vs, crok_visitor *v, int64_t now_ms)
{
    (void)pthread_mutex_lock(&vs->lock);
    v->waits = true;
    v->since_ms = now_ms;
    (void)pthread_mutex_unlock(&vs->lock);
}

int crok_visitors_sweep(crok_visitors *vs, int64_t now_ms,
                        void (*end)(const crok_visitor *v))
{
    crok_visitor *older = NULL;
    int n = 0;
    (void)pthread_mutex_lock(&vs->lock);
    for (crok_visitor *v = vs->newest; v != NULL; v = older) {
        older = v->older;
        if (!v->waits || now_ms - v->since_ms <= CROK_REQUEST_MS)
            continue;
        take_out(vs, v);
        end(v);
        n++;
    }
    (void)pthread_mutex_unlock(&vs->lock);
    return n;
}
