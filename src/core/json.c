/* SPDX-License-Identifier: Apache-2.0 */
#include "core/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/text.h"

static void line_and_column(const char *text, const char *at, int *line,
                            int *column)
{
    *line = 1;
    *column = 1;
    for (const char *p = text; p < at; p++) {
        (*column)++;
        if (*p == '\n') {
            (*line)++;
            *column = 1;
        }
    }
}

static bool only_space(const char *p, const char *end)
{
    while (p < end && strchr(" \t\r\n", *p) != NULL && *p != '\0')
        p++;
    return p >= end;
}

const char *crok_json_find_zero(const char *text, size_t len)
{
    return crok_text_find_escape(text, len, "u0000");
}

crok_status crok_json_parse(const char *text, size_t len, const char *where,
                            cJSON **out, crok_err *err)
{
    const char *end = NULL;
    int line = 0;
    int column = 0;
    cJSON *doc = NULL;
    if (len > CROK_JSON_MAX_BYTES)
        return crok_fail(err, CROK_ETOOLARGE,
                         "%s: %zu bytes of JSON, at most %zu are read", where,
                         len, CROK_JSON_MAX_BYTES);
    end = crok_text_find_bad(text, len);
    if (end != NULL) {
        line_and_column(text, end, &line, &column);
        return crok_fail(err, CROK_EFORMAT, "%s: no UTF-8 at line %d column %d",
                         where, line, column);
    }
    end = crok_json_find_zero(text, len);
    if (end != NULL) {
        line_and_column(text, end, &line, &column);
        return crok_fail(err, CROK_EFORMAT,
                         "%s: the character U+0000 at line %d column %d: no "
                         "text has it",
                         where, line, column);
    }
    doc = cJSON_ParseWithLengthOpts(text, len, &end, 0);
    if (doc != NULL && only_space(end, text + len)) {
        *out = doc;
        return CROK_OK;
    }
    cJSON_Delete(doc);
    line_and_column(text, end == NULL ? text : end, &line, &column);
    return crok_fail(err, CROK_EFORMAT,
                     "%s: no valid JSON at line %d column %d", where, line,
                     column);
}

/* The length in bytes of the character at p, and *code its code point, if a
 * terminal acts on it: U+007F to U+009F, U+202A to U+202E, U+2066 to U+2069.
 * Otherwise 0. The text is UTF-8. */
static size_t unsafe_at(const char *p, unsigned *code)
{
    const unsigned char *u = (const unsigned char *)p;
    if (u[0] == 0x7F) {
        *code = u[0];
        return 1;
    }
    if (u[0] == 0xC2 && u[1] >= 0x80 && u[1] < 0xA0) {
        *code = u[1];
        return 2;
    }
    if (u[0] != 0xE2 || (u[1] != 0x80 && u[1] != 0x81))
        return 0;
    *code = 0x2000U | (u[1] & 0x3FU) << 6 | (u[2] & 0x3FU);
    return (*code >= 0x202A && *code <= 0x202E) ||
                   (*code >= 0x2066 && *code <= 0x2069)
               ? 3
               : 0;
}

/* A copy of a JSON text in which such characters are escaped. */
static char *escaped(const char *text, size_t n_unsafe)
{
    enum { ESCAPE = 6 };
    char *out = cJSON_malloc(strlen(text) + n_unsafe * ESCAPE + 1);
    char *to = out;
    if (out == NULL)
        return NULL;
    while (*text != '\0') {
        unsigned code = 0;
        size_t n = unsafe_at(text, &code);
        if (n == 0)
            *to++ = *text;
        else
            to += snprintf(to, ESCAPE + 1, "\\u%04x", code);
        text += n == 0 ? 1 : n;
    }
    *to = '\0';
    return out;
}

char *crok_json_text(const cJSON *doc, bool pretty)
{
    char *text = NULL;
    char *safe = NULL;
    size_t n = 0;
    unsigned code = 0;
    if (doc != NULL)
        text = pretty ? cJSON_Print(doc) : cJSON_PrintUnformatted(doc);
    for (const char *p = text; p != NULL && *p != '\0'; p++)
        n += unsafe_at(p, &code) > 0;
    if (n == 0)
        return text;
    safe = escaped(text, n);
    cJSON_free(text);
    return safe;
}

crok_status crok_json_load(const char *path, cJSON **out, crok_err *err)
{
    char *text = NULL;
    size_t len = 0;
    crok_status st =
        crok_file_read(path, CROK_JSON_MAX_BYTES, &text, &len, err);
    if (st == CROK_OK)
        st = crok_json_parse(text, len, path, out, err);
    free(text);
    return st;
}

crok_status crok_json_num(const cJSON *obj, const char *name,
                          crok_range allowed, const char *where, double *out,
                          crok_err *err)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(obj, name);
    if (item == NULL)
        return crok_fail(err, CROK_EFORMAT, "%s: \"%s\" is missing", where,
                         name);
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble))
        return crok_fail(err, CROK_EFORMAT, "%s: \"%s\" must be a number",
                         where, name);
    if (item->valuedouble < allowed.lo || item->valuedouble > allowed.hi)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"%s\" is %g, allowed are %g to %g", where, name,
                         item->valuedouble, allowed.lo, allowed.hi);
    *out = item->valuedouble;
    return CROK_OK;
}

static cJSON *rounded(double x, int decimals)
{
    double unit = pow(10.0, decimals);
    double r = round(x * unit) / unit;
    if (!isfinite(r))
        return cJSON_CreateNull();
    return cJSON_CreateNumber(r == 0.0 ? 0.0 : r); /* write 0, never -0 */
}

void crok_json_add_num(cJSON *obj, const char *name, double x, int decimals)
{
    cJSON *item = rounded(x, decimals);
    if (!cJSON_AddItemToObject(obj, name, item))
        cJSON_Delete(item);
}

cJSON *crok_json_nums(const double *x, int n, int decimals)
{
    cJSON *array = cJSON_CreateArray();
    for (int i = 0; i < n; i++) {
        cJSON *item = rounded(x[i], decimals);
        if (!cJSON_AddItemToArray(array, item))
            cJSON_Delete(item);
    }
    return array;
}

void crok_json_add_nums(cJSON *obj, const char *name, const double *x, int n,
                        int decimals)
{
    cJSON *nums = crok_json_nums(x, n, decimals);
    if (!cJSON_AddItemToObject(obj, name, nums))
        cJSON_Delete(nums);
}

void crok_json_add_text(cJSON *obj, const char *name, const char *text)
{
    char *clean = crok_text_utf8(text);
    if (clean == NULL)
        cJSON_AddNullToObject(obj, name);
    else
        cJSON_AddStringToObject(obj, name, clean);
    free(clean);
}
