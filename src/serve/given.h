/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/given.h: the tables of a server, by their names and the ids of their
 * records. The tables of a match's server are its records; those of a hall's
 * are what the caller gives: names, and the record that each table's last
 * document was of.
 *
 * Room     serve, internal: uses core.
 * Threads  any, while the server is open. */
#ifndef CROK_SERVE_GIVEN_H
#define CROK_SERVE_GIVEN_H

#include <pthread.h>

#include "journal/journal.h"
#include "rules/match.h"
#include "serve/serve.h"

typedef struct crok_given_table {
    char name[CROK_NAME_MAX];
    char record[CROK_RECORD_ID]; /* "": none yet */
} crok_given_table;

/* The tables of a hall. */
typedef struct crok_given {
    pthread_mutex_t lock;
    bool is_away; /* they may be old: the broker cannot be reached */
    int n;
    crok_given_table table[CROK_HALL_TABLES];
} crok_given;

void crok_given_open(crok_given *g);
void crok_given_close(crok_given *g);

/* Add a table.
 *
 *   place  its index from 0
 *
 * CROK_EARG       the name is empty or too long
 * CROK_ECONFLICT  there is a table of this name, or there are CROK_HALL_TABLES
 */
CROK_MUST_USE crok_status crok_given_add(crok_given *g, const char *name,
                                         int *place, crok_err *err);

/* Set the record of table i. */
void crok_given_set_record(crok_given *g, int i, const char *record);

/* Set and read whether the tables may be old. */
void crok_given_set_away(crok_given *g, bool is_away);
bool crok_given_is_away(crok_given *g);

/* How many tables does the server have? */
int crok_tables_count(crok_serve *s);

/* Is the name of table i, or its record's id, the first n bytes of a text? An
 * empty name is no table's. */
bool crok_table_has_name(crok_serve *s, int i, const char *name, size_t n);
bool crok_table_has_record(crok_serve *s, int i, const char *id, size_t n);

#endif
