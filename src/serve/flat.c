/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/flat.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "journal/document.h"

/* Each row has columns for at least this many sides. */
#define LEAST_SIDES 2
/* A list of names is truncated to fit this many bytes. */
#define TEXT_BYTES 512

typedef enum column_kind { TEXT, NUMBER } column_kind;

typedef struct flat_column {
    const char *name; /* and of the document's field */
    column_kind kind;
} flat_column;

static const flat_column of_match[] = {
    {"number", NUMBER}, {"table", TEXT},    {"title", TEXT},  {"stage", TEXT},
    {"rules", TEXT},    {"state", TEXT},    {"game", NUMBER}, {"games", NUMBER},
    {"round", NUMBER},  {"rounds", NUMBER}, {"decides", TEXT}};

static const flat_column of_side[] = {
    {"games", NUMBER},       {"points", NUMBER},    {"score", NUMBER},
    {"round_score", NUMBER}, {"twenties", NUMBER},  {"twenties_total", NUMBER},
    {"discs_left", NUMBER},  {"rounds_won", NUMBER}};

#define N_OF(a) (sizeof(a) / sizeof *(a))

static const cJSON *field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

static const char *text_of(const cJSON *obj, const char *name)
{
    const char *text = cJSON_GetStringValue(field(obj, name));
    return text == NULL ? "" : text;
}

/* The number of a field; 0 if it is null or missing. */
static double number_of(const cJSON *obj, const char *name)
{
    const cJSON *item = field(obj, name);
    return cJSON_IsNumber(item) ? item->valuedouble : 0.0;
}

static void add(cJSON *row, const char *name, const cJSON *from,
                const flat_column *as)
{
    if (as->kind == TEXT)
        cJSON_AddStringToObject(row, name, text_of(from, as->name));
    else
        cJSON_AddNumberToObject(row, name, number_of(from, as->name));
}

/* Append a text to `out`, after a mark if it is not the first. */
static void append(char out[TEXT_BYTES], const char *mark, const char *text)
{
    size_t n = strlen(out);
    (void)snprintf(out + n, TEXT_BYTES - n, "%s%s", n == 0 ? "" : mark, text);
}

/* ---- seats and sides ---- */

/* Append the names of a side's players, with a mark between them. */
static void append_players(char out[TEXT_BYTES], const char *mark,
                           const cJSON *side)
{
    const cJSON *player = NULL;
    cJSON_ArrayForEach(player, field(side, "players"))
    {
        const char *text = cJSON_GetStringValue(player);
        if (text != NULL && text[0] != '\0')
            append(out, mark, text);
    }
}

/* Write who a side is to the public: its team; where it has no name of its own,
 * its players as "Ann / Bob"; else its colour. */
static void write_name(const cJSON *side, char out[TEXT_BYTES])
{
    const char *name = text_of(side, "name");
    out[0] = '\0';
    if (name[0] == '\0' || strcmp(name, text_of(side, "side")) == 0)
        append_players(out, " / ", side);
    if (out[0] == '\0')
        append(out, "", name);
}

static void write_name_of(const cJSON *doc, const char *side,
                          char out[TEXT_BYTES])
{
    const cJSON *item = NULL;
    out[0] = '\0';
    cJSON_ArrayForEach(item, field(doc, "sides"))
    {
        if (strcmp(text_of(item, "side"), side) == 0)
            write_name(item, out);
    }
}

/* Add who shoots: the player, or the side where no player has a name. */
static void add_who_shoots(cJSON *row, const cJSON *doc)
{
    const char *player = text_of(field(doc, "turn"), "player");
    char name[TEXT_BYTES] = "";
    if (player[0] != '\0')
        append(name, "", player);
    else
        write_name_of(doc, crok_document_side_at(doc, "turn"), name);
    cJSON_AddStringToObject(row, "turn", name);
}

static void add_hammer(cJSON *row, const cJSON *doc)
{
    char name[TEXT_BYTES] = "";
    write_name_of(doc, crok_document_side_at(doc, "hammer"), name);
    cJSON_AddStringToObject(row, "hammer", name);
}

static void add_winner(cJSON *row, const cJSON *doc)
{
    char names[TEXT_BYTES] = "";
    const cJSON *side = NULL;
    cJSON_ArrayForEach(side, field(doc, "winner"))
    {
        const char *colour = cJSON_GetStringValue(side);
        char name[TEXT_BYTES] = "";
        write_name_of(doc, colour == NULL ? "" : colour, name);
        append(names, ", ", name);
    }
    cJSON_AddStringToObject(row, "winner", names);
}

/* ---- a side's columns ---- */

static void add_players(cJSON *row, const char *name, const cJSON *side)
{
    char names[TEXT_BYTES] = "";
    append_players(names, ", ", side);
    cJSON_AddStringToObject(row, name, names);
}

/* The points of the round as people write them: a range where it is open. */
static void add_round_text(cJSON *row, const char *name, const cJSON *side)
{
    const cJSON *range = field(side, "range");
    const cJSON *lo = cJSON_GetArrayItem(range, 0);
    const cJSON *hi = cJSON_GetArrayItem(range, 1);
    char text[64] = "";
    if (cJSON_IsNumber(lo) && cJSON_IsNumber(hi) &&
        lo->valuedouble != hi->valuedouble)
        (void)snprintf(text, sizeof text, "%.0f\u2013%.0f", lo->valuedouble,
                       hi->valuedouble);
    else if (cJSON_IsObject(side))
        (void)snprintf(text, sizeof text, "%.0f",
                       number_of(side, "round_score"));
    cJSON_AddStringToObject(row, name, text);
}

/* Mark the side that sits where `at` says. */
static void add_mark(cJSON *row, const char *name, const cJSON *doc,
                     const char *at, const cJSON *side)
{
    const char *here = crok_document_side_at(doc, at);
    bool is_it = here[0] != '\0' && strcmp(here, text_of(side, "side")) == 0;
    cJSON_AddStringToObject(row, name,
                            !is_it                      ? ""
                            : strcmp(at, "hammer") == 0 ? "HAMMER"
                                                        : "SHOOTS");
}

static const char *numbered(char out[32], const char *name, int number)
{
    (void)snprintf(out, 32, "%s%d", name, number);
    return out;
}

static void add_side(cJSON *row, const cJSON *doc, int i)
{
    const cJSON *side = cJSON_GetArrayItem(field(doc, "sides"), i);
    char name[32];
    char who[TEXT_BYTES];
    cJSON_AddStringToObject(row, numbered(name, "side", i + 1),
                            text_of(side, "side"));
    write_name(side, who);
    cJSON_AddStringToObject(row, numbered(name, "name", i + 1), who);
    for (size_t k = 0; k < N_OF(of_side); k++)
        add(row, numbered(name, of_side[k].name, i + 1), side, &of_side[k]);
    add_round_text(row, numbered(name, "round_text", i + 1), side);
    add_players(row, numbered(name, "players", i + 1), side);
    add_mark(row, numbered(name, "turn", i + 1), doc, "turn", side);
    add_mark(row, numbered(name, "hammer", i + 1), doc, "hammer", side);
}

cJSON *crok_flat_row(const char *match, size_t len)
{
    cJSON *doc = cJSON_ParseWithLength(match, len);
    cJSON *row = doc == NULL ? NULL : cJSON_CreateObject();
    int n = cJSON_GetArraySize(field(doc, "sides"));
    for (size_t k = 0; k < N_OF(of_match); k++)
        add(row, of_match[k].name, doc, &of_match[k]);
    add_who_shoots(row, doc);
    add_hammer(row, doc);
    add_winner(row, doc);
    cJSON_AddStringToObject(row, "last", text_of(field(doc, "last"), "text"));
    cJSON_AddStringToObject(row, "words", text_of(doc, "words"));
    for (int i = 0; i < n || i < LEAST_SIDES; i++)
        add_side(row, doc, i);
    cJSON_Delete(doc);
    return row;
}

void crok_flat_text(const cJSON *column, char *out, size_t size)
{
    const char *text = cJSON_GetStringValue(column);
    const char *bad = NULL;
    if (text == NULL)
        (void)snprintf(out, size, "%.0f", column->valuedouble);
    else
        (void)snprintf(out, size, "%s", text);
    bad = crok_text_find_bad(out, strlen(out));
    if (bad != NULL)
        out[bad - out] = '\0';
    /* names that programs give may have line ends; a text source has one */
    for (char *c = out; *c != '\0'; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
}
