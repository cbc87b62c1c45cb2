/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/handicap_json.h"

#include <stddef.h>
#include <stdio.h>

#include "rules/read.h"

/* A field, and its largest value; the smallest one is its negative, or 0. */
typedef struct field {
    const char *name;
    size_t at;
    int most;
    bool may_be_negative;
} field;

/* Most points are those of a penalty; 20s and discs are those that a book may
 * deal; games those of a match. */
static const field fields[] = {
    {"points", offsetof(crok_handicap, points), 10000, true},
    {"twenties", offsetof(crok_handicap, twenties), 24, true},
    {"discs", offsetof(crok_handicap, discs), 24, true},
    {"games", offsetof(crok_handicap, games), 99, false}};

enum { N_FIELDS = sizeof fields / sizeof *fields };

void crok_handicap_to_json(cJSON *to, const crok_handicap *h)
{
    cJSON *obj = NULL;
    for (int i = 0; i < N_FIELDS; i++) {
        int n = *(const int *)((const char *)h + fields[i].at);
        if (n == 0)
            continue;
        if (obj == NULL)
            obj = cJSON_AddObjectToObject(to, "handicap");
        cJSON_AddNumberToObject(obj, fields[i].name, n);
    }
}

static crok_status read_field(const cJSON *obj, const field *f,
                              const char *where, crok_handicap *out,
                              crok_err *err)
{
    int *to = (int *)((char *)out + f->at);
    int least = f->may_be_negative ? -f->most : 0;
    crok_status st = crok_read_int(obj, f->name, where, to, err);
    if (st == CROK_OK && (*to < least || *to > f->most))
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"%s\" is %d, allowed are %d to %d", where,
                         f->name, *to, least, f->most);
    return st;
}

crok_status crok_read_handicap(const cJSON *seat, const char *where,
                               crok_handicap *out, crok_err *err)
{
    const cJSON *obj = crok_field(seat, "handicap");
    char in[160];
    crok_status st = CROK_OK;
    if (obj == NULL)
        return CROK_OK;
    if (!cJSON_IsObject(obj))
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"handicap\" must be an object", where);
    (void)snprintf(in, sizeof in, "%.140s: handicap", where);
    for (int i = 0; i < N_FIELDS && st == CROK_OK; i++)
        if (crok_field(obj, fields[i].name) != NULL)
            st = read_field(obj, &fields[i], in, out, err);
    return st;
}
