/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/csv_read.h: reads CSV (RFC 4180) line by line.
 *
 * Room     hall, internal: allocates one line's fields.
 * Threads  one reader, one thread at a time. */
#ifndef CROK_HALL_DAY_CSV_READ_H
#define CROK_HALL_DAY_CSV_READ_H

#include <stdbool.h>
#include <stddef.h>

/* Most fields of a line; those beyond it are only counted. */
#define CROK_CSV_FIELDS 64

typedef struct crok_csv_field {
    char *text; /* the reader's, without the quotation marks; NUL-terminated; it
                 * may be written to */
    size_t len;
    int line, column; /* where it begins, both from 1 */
} crok_csv_field;

typedef struct crok_csv_reader {
    const char *at, *end; /* borrowed: what is still to be read */
    char separator;
    int line, column; /* of `at` */
    char *unquoted;   /* owned: the fields of the present line */
    int n;            /* fields of the present line; may be above the list's */
    crok_csv_field field[CROK_CSV_FIELDS];
    bool is_open; /* a quotation mark of the present line is not closed */
} crok_csv_reader;

/* Begin to read a text, after its byte order mark if it has one. End with
 * crok_csv_end.
 *
 *   text  borrowed until the end
 *
 * Returns false if there is no memory. */
bool crok_csv_begin(crok_csv_reader *r, const char *text, size_t len,
                    char separator);

/* Read the next line that is not empty into r->field. The fields are valid
 * until the next call. Returns false at the end. */
bool crok_csv_next(crok_csv_reader *r);
void crok_csv_end(crok_csv_reader *r);

#endif
