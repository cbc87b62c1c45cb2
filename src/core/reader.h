/* SPDX-License-Identifier: Apache-2.0
 *
 * core/reader.h: reads the members of a JSON document one after the other and
 * keeps the first error, so that a caller checks once, at the end.
 *
 * Room     core.
 * Threads  one owner. */
#ifndef CROK_CORE_READER_H
#define CROK_CORE_READER_H

#include "core/json.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The state of reading one document. After the first error, no function below
 * changes anything or reports again. */
typedef struct crok_reader {
    const char *where; /* names the document in messages */
    crok_status status;
    crok_err *err; /* may be NULL */
} crok_reader;

/* The required number obj[name], from lo to hi; 0 on an error. */
double crok_reader_num(crok_reader *r, const cJSON *obj, const char *name,
                       double lo, double hi);

/* The required object obj[name]; may be NULL on an error. */
const cJSON *crok_reader_object(crok_reader *r, const cJSON *obj,
                                const char *name);

/* The required array obj[name] of n finite numbers. `out` may be changed on an
 * error. */
void crok_reader_nums(crok_reader *r, const cJSON *obj, const char *name, int n,
                      double *out);

/* The member obj[name], or NULL if there is none. */
const cJSON *crok_reader_optional(const cJSON *obj, const char *name);

/* Check that doc["schema"] is `schema`. */
void crok_reader_schema(crok_reader *r, const cJSON *doc, const char *schema);

/* Report an error about the document, unless there was one before: `what` names
 * the member and what is wrong with it. */
void crok_reader_fail(crok_reader *r, const char *what);

#ifdef __cplusplus
}
#endif
#endif
