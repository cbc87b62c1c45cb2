/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const crok_day_setting *setting(const crok_conf_settings *s,
                                       const char *name)
{
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->of[i].name, name) == 0)
            return &s->of[i];
    return NULL;
}

const char *crok_day_text(const crok_conf_settings *s, const char *name)
{
    const crok_day_setting *found = setting(s, name);
    return found == NULL ? NULL : found->value;
}

int crok_day_line(const crok_conf_settings *s, const char *name)
{
    const crok_day_setting *found = setting(s, name);
    return found == NULL ? s->line : found->line;
}

bool crok_day_is_on(const crok_conf_settings *s, const char *machine)
{
    const char *named = crok_day_text(s, "machine");
    return named == NULL || strcmp(named, machine) == 0;
}

bool crok_day_has_ended(const crok_conf_settings *table)
{
    const char *ended = crok_day_text(table, "ended");
    return ended != NULL && strcmp(ended, "true") == 0;
}

/* The setting, or the path of the record with an ending. */
static char *path_or_beside(const crok_conf_settings *table, const char *name,
                            const char *ending)
{
    const char *given = crok_day_text(table, name);
    const char *match = crok_day_text(table, "match");
    const size_t size = strlen(match) + strlen(ending) + 1;
    char *out = given != NULL ? strdup(given) : malloc(size);
    if (given == NULL && out != NULL)
        (void)snprintf(out, size, "%s%s", match, ending);
    return out;
}

char *crok_day_state_path(const crok_conf_settings *table)
{
    return path_or_beside(table, "state", ".state.json");
}

char *crok_day_next_path(const crok_conf_settings *table)
{
    return path_or_beside(table, "next", ".next.json");
}
