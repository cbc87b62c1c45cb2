/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/spelling.h"

#include <stdio.h>
#include <string.h>

static bool set_player(crok_pairing_side *one, const char *name)
{
    one->n = 1;
    return crok_name_trim(name, strlen(name), one->player[0],
                          sizeof one->player[0]);
}

bool crok_spelling_note(crok_entries *names, const crok_pairings *p)
{
    crok_pairing_side one;
    for (int i = 0; i < p->n * CROK_MAX_SIDES * CROK_MAX_SEATS; i++) {
        const crok_pairing *line =
            &p->list[i / CROK_MAX_SEATS / CROK_MAX_SIDES];
        int k = i / CROK_MAX_SEATS % CROK_MAX_SIDES;
        if (k >= line->n_sides || i % CROK_MAX_SEATS >= line->sides[k].n)
            continue;
        if (set_player(&one, line->sides[k].player[i % CROK_MAX_SEATS]) &&
            crok_entries_add(names, &one) < 0)
            return false;
    }
    return true;
}

/* Spell one name. */
static void spell(const crok_entries *names, cJSON *text)
{
    crok_pairing_side one;
    const char *name = cJSON_GetStringValue(text);
    int found = -1;
    if (name != NULL && set_player(&one, name))
        found = crok_entries_find(names, &one);
    if (found >= 0)
        (void)!cJSON_SetValuestring(text, names->list[found].name);
}

void crok_spelling_apply(const crok_entries *names, cJSON *match)
{
    cJSON *side = NULL;
    cJSON_ArrayForEach(side, cJSON_GetObjectItemCaseSensitive(match, "sides"))
    {
        cJSON *players = cJSON_GetObjectItemCaseSensitive(side, "players");
        cJSON *player = NULL;
        const char *only = cJSON_GetStringValue(cJSON_GetArrayItem(players, 0));
        cJSON *name = cJSON_GetObjectItemCaseSensitive(side, "name");
        /* the name of a side with one player is that player's */
        if (cJSON_GetArraySize(players) == 1 && only != NULL &&
            cJSON_IsString(name) && strcmp(only, name->valuestring) == 0)
            spell(names, name);
        cJSON_ArrayForEach(player, players) spell(names, player);
    }
}
