/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day_values.h: the values that a day's file may have: what is allowed,
 * and what two tables may not share.
 *
 * Room     hall, internal: uses core.
 * Threads  values only; any thread.
 * Source   division and category: the import of the sport's results database,
 *          as docs/FORMATS.md says. */
#ifndef CROK_HALL_DAY_VALUES_H
#define CROK_HALL_DAY_VALUES_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#define CROK_DAY_VALUE_MAX 1024 /* bytes of a value, with its end */

/* Bytes of a path that was completed by the folder of the file. */
#define CROK_DAY_PATH_MAX 4096

typedef enum crok_day_value {
    CROK_VALUE_TEXT,
    CROK_VALUE_NAME, /* of a hall, a table or a machine */
    CROK_VALUE_PATH, /* relative to the folder of the file */
    CROK_VALUE_BOOK, /* a preset's name, or a path: with '/' or '.' */
    CROK_VALUE_SOURCE,
    CROK_VALUE_ADDRESS, /* ADDRESS:PORT */
    CROK_VALUE_URL,     /* nats://HOST:PORT or tls://HOST:PORT */
    CROK_VALUE_DATE,
    CROK_VALUE_DIVISION,
    CROK_VALUE_CATEGORY,
    CROK_VALUE_TIES,
    CROK_VALUE_UNPAIRED /* matches in no pairing */
} crok_day_value;

/* Returns what is allowed if the text is not, else NULL. */
const char *crok_day_value_fault(crok_day_value kind, const char *text);

/* Returns the value as the program uses it: paths are completed by the folder
 * of the file at `from`. Free it with free(); NULL where there is no memory. */
char *crok_day_value_of(crok_day_value kind, const char *from,
                        const char *text);

/* Is the value a path, of a file or a folder? One of a source may have a '@'
 * before it. */
bool crok_day_value_is_path(crok_day_value kind, const char *text);

/* Where a path leads to: a file, or a name in a folder where no file is yet.
 * Links are followed. */
typedef struct crok_day_place {
    const char *path; /* borrowed */
    bool is_known;    /* else the folder is not there either */
    dev_t device;     /* of the file, or of the folder in which it would be */
    ino_t node;
    char name[NAME_MAX + 1]; /* in this folder; "": of the file */
} crok_day_place;

/* Find it. The path is kept. False if there is no memory. */
bool crok_day_find_place(const char *path, crok_day_place *out);

bool crok_day_is_one_place(const crok_day_place *a, const crok_day_place *b);

/* Are two values the same text, are the same camera, or have the same port?
 * Films and folders are no cameras. */
bool crok_day_same_text(const char *a, const char *b);
bool crok_day_same_device(const char *a, const char *b);
bool crok_day_same_port(const char *a, const char *b);

/* Can what is on machine `a` and on machine `b` meet on one? NULL is every
 * machine. */
bool crok_day_share_machine(const char *a, const char *b);

#endif
