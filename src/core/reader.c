/* SPDX-License-Identifier: Apache-2.0 */
#include "core/reader.h"

#include <math.h>
#include <string.h>

double crok_reader_num(crok_reader *r, const cJSON *obj, const char *name,
                       double lo, double hi)
{
    double x = 0.0;
    if (r->status == CROK_OK)
        r->status = crok_json_num(obj, name, (crok_range){lo, hi}, r->where, &x,
                                  r->err);
    return x;
}

const cJSON *crok_reader_object(crok_reader *r, const cJSON *obj,
                                const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(obj, name);
    if (r->status == CROK_OK && !cJSON_IsObject(item))
        r->status = crok_fail(r->err, CROK_EFORMAT,
                              "%s: \"%s\" must be an object", r->where, name);
    return item;
}

void crok_reader_nums(crok_reader *r, const cJSON *obj, const char *name, int n,
                      double *out)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(obj, name);
    bool ok = cJSON_IsArray(array) && cJSON_GetArraySize(array) == n;
    for (int i = 0; ok && i < n; i++) {
        const cJSON *x = cJSON_GetArrayItem(array, i);
        ok = cJSON_IsNumber(x) && isfinite(x->valuedouble);
        out[i] = ok ? x->valuedouble : 0.0;
    }
    if (r->status == CROK_OK && !ok)
        r->status =
            crok_fail(r->err, CROK_EFORMAT, "%s: \"%s\" must be %d numbers",
                      r->where, name, n);
}

const cJSON *crok_reader_optional(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

void crok_reader_schema(crok_reader *r, const cJSON *doc, const char *schema)
{
    const cJSON *said = cJSON_GetObjectItemCaseSensitive(doc, "schema");
    if (r->status == CROK_OK &&
        (!cJSON_IsString(said) || strcmp(said->valuestring, schema) != 0))
        r->status =
            crok_fail(r->err, CROK_EFORMAT, "%s: \"schema\" must be \"%s\"",
                      r->where, schema);
}

void crok_reader_fail(crok_reader *r, const char *what)
{
    if (r->status == CROK_OK)
        r->status = crok_fail(r->err, CROK_EFORMAT, "%s: %s", r->where, what);
}
