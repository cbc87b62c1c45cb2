/* SPDX-License-Identifier: Apache-2.0
 *
 * core/json.h: reads and writes JSON with cJSON. A required field that is
 * missing or has the wrong type is an error, and its message names the document
 * and the field. Unknown fields are ignored.
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

/* Larger documents are refused. The largest document that this program writes,
 * a match of 1000 events, is below 1 MB. */
#define CROK_JSON_MAX_BYTES ((size_t)16 << 20)

/* Parse a JSON text of len bytes. `where` is the document's name in messages,
 * for example "book.json".
 *
 *   out  written only on CROK_OK; returned: free with cJSON_Delete
 *   err  may be NULL; a syntax error names the line and column
 *
 * CROK_EFORMAT    the text is not JSON, or not UTF-8, or more than white space
 *                 follows it, or a string has a zero character
 * CROK_ETOOLARGE  len is above CROK_JSON_MAX_BYTES */
CROK_MUST_USE crok_status crok_json_parse(const char *text, size_t len,
                                          const char *where, cJSON **out,
                                          crok_err *err);

/* Find the escape sequence \u0000 in a JSON text of len bytes. Callers refuse
 * such a text, because cJSON ends the string there: what is checked would
 * differ from what was sent. Returns NULL if there is none. */
const char *crok_json_find_zero(const char *text, size_t len);

/* Write a document as text, on one line or, if `pretty`, on many. JSON lets
 * control characters above U+001F stand in texts, on which a terminal acts, and
 * those that turn the direction of writing; here they are \u007f, ...
 *
 * Returned: free with cJSON_free. NULL if doc is NULL or there is no memory. */
char *crok_json_text(const cJSON *doc, bool pretty);

/* Read a whole file and parse it with crok_json_parse.
 *
 * CROK_EIO        the file cannot be read
 * CROK_ENOMEM     no memory
 * CROK_EFORMAT, CROK_ETOOLARGE  as in crok_json_parse */
CROK_MUST_USE crok_status crok_json_load(const char *path, cJSON **out,
                                         crok_err *err);

/* The closed interval in which a number must lie. */
typedef struct crok_range {
    double lo, hi;
} crok_range;

/* Get the number obj[name].
 *
 *   obj, name, where  borrowed; `where` names the document in messages
 *   allowed           the number's range
 *   out               written only on CROK_OK
 *   err               may be NULL
 *
 * CROK_EFORMAT  it is missing, no number, not finite or out of range */
CROK_MUST_USE crok_status crok_json_num(const cJSON *obj, const char *name,
                                        crok_range allowed, const char *where,
                                        double *out, crok_err *err);

/* Add the number x as obj[name], rounded to `decimals` decimal places, so that
 * it shows no more digits than were measured. If x is not finite, null is
 * added. */
void crok_json_add_num(cJSON *obj, const char *name, double x, int decimals);

/* Make an array of n numbers, rounded to `decimals` decimal places. Returned:
 * the caller adds it to a document or frees it with cJSON_Delete. */
cJSON *crok_json_nums(const double *x, int n, int decimals);

/* Add such an array as obj[name]. Without memory nothing is added. */
void crok_json_add_nums(cJSON *obj, const char *name, const double *x, int n,
                        int decimals);

/* Add the text as obj[name]. Each byte that is not valid UTF-8 is replaced by
 * U+FFFD, because a file name may have any bytes but JSON is Unicode. */
void crok_json_add_text(cJSON *obj, const char *name, const char *text);

#ifdef __cplusplus
}
#endif
#endif
