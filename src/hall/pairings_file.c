/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/pairings_file.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/file.h"
#include "hall/day/names.h"

/* The largest file of pairings: 10000 lines have about 1 MB. */
#define PAIRINGS_MAX_BYTES ((size_t)8 << 20)

const crok_conf_settings *crok_pairings_table(const crok_day_file *day,
                                              const char *name)
{
    for (int i = 0; i < day->n_tables; i++)
        if (crok_name_same(crok_day_text(&day->table[i], "name"), name))
            return &day->table[i];
    return NULL;
}

/* Add a fault for each pairing at a table that the day has not. */
static void check_tables(crok_pairings *p, const crok_day_file *day)
{
    for (int i = 0; i < p->n; i++) {
        const crok_pairing *one = &p->list[i];
        crok_pairing_fault *f = NULL;
        if (one->table[0] == '\0' ||
            crok_pairings_table(day, one->table) != NULL)
            continue;
        if (p->n_faults++ >= CROK_MAX_PAIRING_FAULTS)
            continue;
        f = &p->faults[p->n_faults - 1];
        f->line = one->line;
        f->column = one->table_column;
        (void)snprintf(f->text, sizeof f->text,
                       "table: the day's file has no table \"%s\"; its first "
                       "one is \"%s\"",
                       one->table, crok_day_text(&day->table[0], "name"));
    }
}

crok_status crok_pairings_load(const char *path, const crok_day_file *day,
                               bool singles, crok_pairings *out, crok_err *err)
{
    char *text = NULL;
    size_t len = 0;
    crok_status st = crok_file_read(path, PAIRINGS_MAX_BYTES, &text, &len, err);
    if (st == CROK_OK && len > PAIRINGS_MAX_BYTES)
        st = crok_fail(err, CROK_ETOOLARGE,
                       "%.120s: a file of pairings has at most %zu MB", path,
                       PAIRINGS_MAX_BYTES >> 20);
    if (st == CROK_OK)
        st = crok_pairings_read(text, len, path, singles, out, err);
    free(text);
    if (st == CROK_OK && day != NULL)
        check_tables(out, day);
    return st;
}

void crok_pairings_tell_faults(const crok_pairings *p, const char *path,
                               crok_pairings_tell *tell, void *context)
{
    char what[4096 + 256];
    for (int i = 0; i < p->n_faults && i < CROK_MAX_PAIRING_FAULTS; i++) {
        (void)snprintf(what, sizeof what, "%.4000s:%d:%d: %s", path,
                       p->faults[i].line, p->faults[i].column,
                       p->faults[i].text);
        tell(context, what);
    }
    if (p->n_faults <= CROK_MAX_PAIRING_FAULTS)
        return;
    (void)snprintf(what, sizeof what, "%.4000s: %d more faults", path,
                   p->n_faults - CROK_MAX_PAIRING_FAULTS);
    tell(context, what);
}
