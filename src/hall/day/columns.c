/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/columns.h"

#include <stddef.h>
#include <string.h>

/* The longest column name that is recognised, "starttime", and its end. */
enum { WORD_MAX = 24 };

/* Write the letters and digits of a column's name, in lower case. */
static void plain_word(const crok_csv_field *f, char out[WORD_MAX])
{
    size_t n = 0;
    for (size_t i = 0; i < f->len && n < WORD_MAX - 1; i++) {
        char c = f->text[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (strchr(" _-.#", c) == NULL)
            out[n++] = c;
    }
    out[n] = '\0';
}

typedef struct column_word {
    const char *word;
    size_t column; /* offset in crok_columns */
} column_word;

#define OF(field) offsetof(crok_columns, field)

static const column_word words[] = {
    {"table", OF(table)},
    {"board", OF(table)},
    {"tableno", OF(table)},
    {"tablenumber", OF(table)},
    {"players", OF(players)},
    {"pairing", OF(players)},
    {"match", OF(players)},
    {"stage", OF(stage)},
    {"phase", OF(stage)},
    {"pool", OF(pool)},
    {"group", OF(pool)},
    {"game", OF(game)},
    {"round", OF(game)},
    {"stagegame", OF(game)},
    {"rd", OF(game)},
    {"time", OF(time)},
    {"start", OF(time)},
    {"starttime", OF(time)},
    {"player", OF(player[0])},
    {"home", OF(player[0])},
    {"opponent", OF(player[1])},
    {"away", OF(player[1])},
};

/* Words that a number from 1, or a letter from a, follows. */
static const column_word numbered[] = {
    {"player", OF(player)}, {"p", OF(player)},    {"team", OF(player)},
    {"name", OF(player)},   {"side", OF(player)}, {"colour", OF(colour)},
    {"color", OF(colour)},
};

/* Returns the column of a word, or NULL. */
static int *column_of(crok_columns *c, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].word, word) == 0)
            return (int *)(void *)((char *)c + words[i].column);
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++) {
        char last = n == 0 ? '\0' : word[n - 1];
        int at = last >= 'a' ? last - 'a' : last - '1';
        if (n == strlen(numbered[i].word) + 1 &&
            strncmp(numbered[i].word, word, n - 1) == 0 && at >= 0 &&
            at < CROK_MAX_SIDES)
            return (int *)(void *)((char *)c + numbered[i].column) + at;
    }
    return NULL;
}

int crok_columns_find(const crok_csv_reader *header, crok_columns *out,
                      int *twice)
{
    int found = 0;
    *twice = -1;
    *out = (crok_columns){header->n, -1, -1, -1, -1, -1, -1, {0}, {0}};
    for (int i = 0; i < CROK_MAX_SIDES; i++)
        out->player[i] = out->colour[i] = -1;
    for (int i = 0; i < header->n && i < CROK_CSV_FIELDS; i++) {
        char word[WORD_MAX];
        int *column = NULL;
        plain_word(&header->field[i], word);
        column = column_of(out, word);
        if (column == NULL)
            continue;
        if (*column >= 0) {
            *twice = i;
            continue;
        }
        *column = i;
        found++;
    }
    return found;
}

bool crok_columns_name_players(const crok_columns *c)
{
    return c->players >= 0 || (c->player[0] >= 0 && c->player[1] >= 0);
}
