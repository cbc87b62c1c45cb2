/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/day_list.h: the matches that the day has next for a table: a file
 * crokeye.next/1, which the hall replaces as a whole (`crokeye publish --next`,
 * or `crokeye hall serve` on one machine). It is read again when it has
 * changed. A file that is not there, or that cannot be taken, leaves the list
 * as it was.
 *
 * Room     serve, internal: uses core, rules, journal.
 * Threads  any thread may make any call between open and close. */
#ifndef CROK_SERVE_DAY_LIST_H
#define CROK_SERVE_DAY_LIST_H

#include <cjson/cJSON.h>
#include <pthread.h>

#include "core/file_mark.h"
#include "journal/live.h"

typedef struct crok_day_list {
    pthread_mutex_t lock; /* of what follows, except path */
    char *path;           /* owned; NULL: the table has no such file */
    crok_file_mark mark;  /* of the file when it was read last */
    cJSON *doc;           /* owned: the list; NULL: none was taken yet */
    int64_t made_ms;      /* when its file was written, since 1970 */
    crok_err trouble;     /* why the file could not be taken; msg "": it was */
} crok_day_list;

/* Make a list without a file, and close it. */
void crok_day_list_open(crok_day_list *d);
void crok_day_list_close(crok_day_list *d);

/* Say which file has the list, before another thread uses it.
 *
 *   path  copied; NULL: none
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_day_list_set(crok_day_list *d, const char *path,
                                            crok_err *err);

/* Read the file if it is another than before. What is wrong with it is an error
 * once, until it is something else.
 *
 * CROK_EIO, CROK_ETOOLARGE, CROK_ENOMEM  it cannot be read
 * CROK_EFORMAT                           it is no crokeye.next/1 */
CROK_MUST_USE crok_status crok_day_list_look(crok_day_list *d, crok_err *err);

/* Returns the list without the matches that have begun in the table's record
 * since, and with "made", when its file was written: free with cJSON_Delete.
 * JSON's null if there is none; NULL if there is no memory. */
cJSON *crok_day_list_for(crok_day_list *d, crok_live *live);

#endif
