/* SPDX-License-Identifier: Apache-2.0
 *
 * core/json.h: reading and writing JSON through cJSON, with the checks that
 * every document of ours needs: a missing or mistyped required field is an
 * error that names the field and the place; unknown fields are ignored.
 *
 * Room     core: uses cJSON.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_JSON_H
#define CROK_CORE_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Documents larger than this are refused (the largest of ours, a match of
 * 1000 events, is below 1 MB). */
#define CROK_JSON_MAX_BYTES ((size_t)16 << 20)

/* Parse len bytes. `where` names the document in messages ("book.json").
 *
 *   out  written only on CROK_OK; returned: free with cJSON_Delete
 *   err  may be NULL; a syntax error names the line and column
 *
 * CROK_EFORMAT    not JSON, or something but white space behind it
 * CROK_ETOOLARGE  over CROK_JSON_MAX_BYTES */
CROK_MUST_USE crok_status crok_json_parse(const char *text, size_t len,
                                          const char *where, cJSON **out,
                                          crok_err *err);

/* Read a whole file and parse it; as crok_json_parse, and
 * CROK_EIO  the file cannot be read */
CROK_MUST_USE crok_status crok_json_load(const char *path, cJSON **out,
                                         crok_err *err);

/* The closed interval in which a number must lie. */
typedef struct crok_range {
    double lo, hi;
} crok_range;

/* The number at obj[name].
 *
 *   obj, name, where  borrowed; `where` names the document in messages
 *   allowed           the number's range
 *   out               written only on CROK_OK
 *   err               may be NULL
 *
 * CROK_EFORMAT  missing, no number, not finite, or out of range */
CROK_MUST_USE crok_status crok_json_num(const cJSON *obj, const char *name,
                                        crok_range allowed, const char *where,
                                        double *out, crok_err *err);

/* Adds obj[name] = x rounded to `decimals` places (JSON numbers should not
 * pretend to more than was measured); a value that is not finite becomes
 * null. */
void crok_json_add_num(cJSON *obj, const char *name, double x, int decimals);

/* An array of n numbers, rounded likewise; returned: the caller's to add or
 * delete. */
cJSON *crok_json_nums(const double *x, int n, int decimals);

/* Adds obj[name] = text, with each byte that is not valid UTF-8 replaced by
 * U+FFFD: file names are bytes, JSON is Unicode. */
void crok_json_add_text(cJSON *obj, const char *name, const char *text);

#ifdef __cplusplus
}
#endif
#endif
