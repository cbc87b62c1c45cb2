/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/wall_match.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "journal/document.h"

/* Larger numbers are of no event. */
#define SEQ_MOST 1e9

static const cJSON *field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

const char *crok_wall_text_of(const cJSON *obj, const char *name)
{
    const char *text = cJSON_GetStringValue(field(obj, name));
    return text == NULL ? "" : text;
}

static double number(const cJSON *obj, const char *name)
{
    const cJSON *item = field(obj, name);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

long crok_wall_seq_of(const cJSON *obj, const char *name)
{
    double seq = number(obj, name);
    return seq > 0 && seq < SEQ_MOST ? (long)seq : 0;
}

/* ---- the question ---- */

static crok_wall_question question_in(const cJSON *asked, int n)
{
    const char *ask = cJSON_GetStringValue(field(asked, "ask"));
    return (crok_wall_question){
        .ask = ask, .of = crok_wall_seq_of(asked, "of"), .n = n};
}

crok_wall_question crok_wall_question_of(const cJSON *doc)
{
    const cJSON *now = field(doc, "question");
    const cJSON *older = field(doc, "asked");
    int n_older = cJSON_IsArray(older) ? cJSON_GetArraySize(older) : 0;
    if (cJSON_IsObject(now))
        return question_in(now, n_older > 0 ? n_older : 1);
    return question_in(cJSON_GetArrayItem(older, 0), n_older);
}

/* ---- the sides ---- */

/* Add a range of two numbers from the first of two fields that has it, or else
 * 0 to 0. */
static void add_range(cJSON *to, const char *name, const cJSON *first,
                      const cJSON *second)
{
    const cJSON *from = cJSON_GetArraySize(first) == 2 ? first : second;
    double lo = cJSON_GetNumberValue(cJSON_GetArrayItem(from, 0));
    double hi = cJSON_GetNumberValue(cJSON_GetArrayItem(from, 1));
    const double range[2] = {lo == lo ? lo : 0, hi == hi ? hi : 0};
    crok_json_add_nums(to, name, range, 2, 0);
}

/* Add a copy of a field, or null where it is missing. */
static void add_copy(cJSON *to, const char *name, const cJSON *from)
{
    cJSON *copy = cJSON_Duplicate(field(from, name), true);
    cJSON_AddItemToObject(to, name, copy == NULL ? cJSON_CreateNull() : copy);
}

static bool has_won(const cJSON *doc, const char *side)
{
    const cJSON *winner = NULL;
    cJSON_ArrayForEach(winner, field(doc, "winner"))
    {
        const char *name = cJSON_GetStringValue(winner);
        if (name != NULL && strcmp(name, side) == 0)
            return true;
    }
    return false;
}

static cJSON *side_of(const cJSON *doc, const cJSON *side)
{
    cJSON *to = cJSON_CreateObject();
    const char *name = crok_wall_text_of(side, "side");
    char deciding[64];
    (void)snprintf(deciding, sizeof deciding, "%.40s_range",
                   crok_wall_text_of(doc, "decides"));
    cJSON_AddStringToObject(to, "side", name);
    cJSON_AddStringToObject(to, "name", crok_wall_text_of(side, "name"));
    add_copy(to, "players", side);
    add_copy(to, "rgb", side);
    add_range(to, "round", field(side, "range"), NULL);
    add_range(to, "points", field(side, deciding), NULL);
    add_range(to, "twenties", field(side, "twenties_total_range"),
              field(side, "twenties_range"));
    cJSON_AddNumberToObject(to, "games", number(side, "games"));
    cJSON_AddBoolToObject(
        to, "hammer",
        name[0] != '\0' &&
            strcmp(name, crok_document_side_at(doc, "hammer")) == 0);
    cJSON_AddBoolToObject(to, "won", has_won(doc, name));
    return to;
}

/* ---- the match ---- */

cJSON *crok_wall_match(const cJSON *doc)
{
    static const char *const TEXTS[] = {"title", "stage", "state"};
    static const char *const NUMBERS[] = {"game", "games", "round"};
    cJSON *to = cJSON_CreateObject();
    cJSON *sides = NULL;
    const cJSON *side = NULL;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        cJSON_AddStringToObject(to, TEXTS[i], crok_wall_text_of(doc, TEXTS[i]));
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
        cJSON_AddNumberToObject(to, NUMBERS[i], number(doc, NUMBERS[i]));
    add_copy(to, "rounds", doc);
    add_copy(to, "words", doc);
    sides = cJSON_AddArrayToObject(to, "sides");
    cJSON_ArrayForEach(side, field(doc, "sides"))
    {
        cJSON_AddItemToArray(sides, side_of(doc, side));
    }
    return to;
}
