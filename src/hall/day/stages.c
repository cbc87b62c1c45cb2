/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/stages.h"

#include <stddef.h>
#include <string.h>

#include "hall/day/names.h"

typedef struct stage {
    const char *name;
    bool is_knockout, has_games;
    bool is_ours; /* the database does not have it */
} stage;

/* In the order of play. */
static const stage stages[] = {
    {"Prelim", false, false, false},
    {"4 Player Singles", false, false, false},
    {"Doubles", false, false, false},
    {"Singles", false, false, false},
    {"Power Pool", false, false, false},
    {"R16", true, false, false},
    {"R8", true, false, false},
    {"Quarter", true, false, false},
    {"Final 8", false, false, false},
    {"Final 6", false, false, false},
    {"Final 4", false, false, false},
    {"Final 3", false, false, false},
    {"Page Playoff", true, false, false},
    {"Semi", true, true, false},
    {"Semi G1", true, false, false},
    {"Semi G2", true, false, false},
    {"Semi G3", true, false, false},
    {"Third place", true, false, true},
    {"Final", true, true, false},
    {"Final G1", true, false, false},
    {"Final G2", true, false, false},
    {"Final G3", true, false, false},
};

static const stage *find(const char *text)
{
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (crok_name_same(stages[i].name, text))
            return &stages[i];
    return NULL;
}

const char *crok_stage_find(const char *text)
{
    const stage *s = find(text);
    return s == NULL || s->is_ours ? NULL : s->name;
}

int crok_stage_order(const char *text)
{
    const stage *s = find(text);
    return s == NULL ? 0 : (int)(s - stages) + 1;
}

bool crok_stage_is_knockout(const char *text)
{
    const stage *s = find(text);
    return s != NULL && s->is_knockout;
}

bool crok_stage_next(const char **list, char out[CROK_STAGE_LIST_MAX])
{
    size_t n = strcspn(*list, ",");
    if (**list == '\0')
        return false;
    (void)crok_name_trim(*list, n, out, CROK_STAGE_LIST_MAX);
    *list += n + ((*list)[n] == ',');
    return true;
}

bool crok_stage_is_in(const char *list, const char *name)
{
    char one[CROK_STAGE_LIST_MAX];
    while (crok_stage_next(&list, one))
        if (crok_name_same(one, "all") || crok_name_same(one, name))
            return true;
    return false;
}

bool crok_stage_has_games(const char *text)
{
    const stage *s = find(text);
    return s != NULL && s->has_games;
}
