/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/given.h"

#include <stdio.h>
#include <string.h>

#include "serve/serve_inner.h"

void crok_given_open(crok_given *g)
{
    (void)pthread_mutex_init(&g->lock, NULL);
    g->n = 0;
    g->is_away = false;
}

void crok_given_close(crok_given *g)
{
    (void)pthread_mutex_destroy(&g->lock);
}

/* Add a table. The caller holds the lock. */
static crok_status add_held(crok_given *g, const char *name, crok_err *err)
{
    size_t len = strlen(name);
    if (len == 0 || len >= CROK_NAME_MAX)
        return crok_fail(err, CROK_EARG,
                         "a table's name has 1 to %d bytes, and \"%.40s\" has "
                         "%zu",
                         CROK_NAME_MAX - 1, name, len);
    for (int i = 0; i < g->n; i++)
        if (strcmp(g->table[i].name, name) == 0)
            return crok_fail(err, CROK_ECONFLICT,
                             "there is a table \"%s\" already", name);
    if (g->n == CROK_HALL_TABLES)
        return crok_fail(err, CROK_ECONFLICT,
                         "table \"%s\" is one too many: a hall has at most %d",
                         name, CROK_HALL_TABLES);
    (void)snprintf(g->table[g->n].name, CROK_NAME_MAX, "%s", name);
    g->table[g->n].record[0] = '\0';
    g->n++;
    return CROK_OK;
}

crok_status crok_given_add(crok_given *g, const char *name, int *place,
                           crok_err *err)
{
    crok_status st = CROK_OK;
    (void)pthread_mutex_lock(&g->lock);
    st = add_held(g, name, err);
    if (st == CROK_OK)
        *place = g->n - 1;
    (void)pthread_mutex_unlock(&g->lock);
    return st;
}

void crok_given_set_away(crok_given *g, bool is_away)
{
    (void)pthread_mutex_lock(&g->lock);
    g->is_away = is_away;
    (void)pthread_mutex_unlock(&g->lock);
}

bool crok_given_is_away(crok_given *g)
{
    bool is_away = false;
    (void)pthread_mutex_lock(&g->lock);
    is_away = g->is_away;
    (void)pthread_mutex_unlock(&g->lock);
    return is_away;
}

void crok_given_set_record(crok_given *g, int i, const char *record)
{
    (void)pthread_mutex_lock(&g->lock);
    (void)snprintf(g->table[i].record, CROK_RECORD_ID, "%s", record);
    (void)pthread_mutex_unlock(&g->lock);
}

/* ---- of any server ---- */

int crok_tables_count(crok_serve *s)
{
    int n = s->n_tables;
    if (!s->is_hall)
        return n;
    (void)pthread_mutex_lock(&s->given.lock);
    n = s->given.n;
    (void)pthread_mutex_unlock(&s->given.lock);
    return n;
}

/* Is `own`, a text of table i of a hall, these n bytes? */
static bool is_given(crok_serve *s, const char *own, const char *bytes,
                     size_t n)
{
    bool is = false;
    (void)pthread_mutex_lock(&s->given.lock);
    is = n > 0 && strlen(own) == n && memcmp(own, bytes, n) == 0;
    (void)pthread_mutex_unlock(&s->given.lock);
    return is;
}

bool crok_table_has_name(crok_serve *s, int i, const char *name, size_t n)
{
    return s->is_hall ? is_given(s, s->given.table[i].name, name, n)
                      : crok_hosted_has_name(&s->table[i], name, n);
}

bool crok_table_has_record(crok_serve *s, int i, const char *id, size_t n)
{
    return s->is_hall ? is_given(s, s->given.table[i].record, id, n)
                      : crok_hosted_has_record(&s->table[i], id, n);
}
