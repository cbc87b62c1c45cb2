/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/repeated.h"

#include <stdlib.h>
#include <string.h>

#include "hall/day/names.h"
#include "report/str.h"

/* A text by which pairings are compared, and the pairing that has it. */
typedef struct keyed {
    char *key; /* owned */
    int at;
} keyed;

static int by_key(const void *a, const void *b)
{
    const keyed *x = a;
    const keyed *y = b;
    int order = strcmp(x->key, y->key);
    return order != 0 ? order : x->at - y->at;
}

static int by_place(const void *a, const void *b)
{
    return ((const crok_repeated *)a)->at - ((const crok_repeated *)b)->at;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void add_folded(crok_str *t, const char *text)
{
    char key[CROK_NAME_KEY_MAX];
    crok_name_key(text, key, sizeof key);
    crok_str_addf(t, "%s\n", key);
}

/* A text that two pairings have in common if they are the same. */
static char *pairing_key(const crok_pairing *p)
{
    char side[CROK_MAX_SIDES][CROK_NAME_KEY_MAX];
    crok_str t = {0};
    add_folded(&t, p->table);
    add_folded(&t, p->stage);
    add_folded(&t, p->pool);
    crok_str_addf(&t, "%s\n%s\n", p->game, p->time);
    for (int i = 0; i < p->n_sides; i++)
        crok_side_key(&p->sides[i], side[i]);
    qsort(side, (size_t)p->n_sides, sizeof side[0], by_text);
    for (int i = 0; i < p->n_sides; i++)
        crok_str_addf(&t, "%s\n", side[i]);
    return crok_str_take(&t);
}

/* A text that two pairings have in common if this player plays in both at
 * once. */
static char *player_key(const crok_pairing *p, const char *player)
{
    crok_str t = {0};
    add_folded(&t, p->stage);
    crok_str_addf(&t, "%s\n", p->game);
    add_folded(&t, player);
    return crok_str_take(&t);
}

/* Sort n texts and find those of later pairings that an earlier one has. Frees
 * the texts. */
static int find(keyed *list, int n, crok_repeated **out)
{
    int n_out = 0;
    bool is_whole = list != NULL;
    *out = malloc(((size_t)n + 1) * sizeof **out);
    for (int i = 0; is_whole && i < n; i++)
        is_whole = list[i].key != NULL;
    is_whole = is_whole && *out != NULL;
    if (is_whole)
        qsort(list, (size_t)n, sizeof *list, by_key);
    for (int i = 1, first = 0; is_whole && i < n; i++) {
        if (strcmp(list[i].key, list[first].key) != 0)
            first = i;
        else if (list[i].at != list[first].at &&
                 (n_out == 0 || (*out)[n_out - 1].at != list[i].at))
            (*out)[n_out++] = (crok_repeated){list[i].at, list[first].at};
    }
    for (int i = 0; list != NULL && i < n; i++)
        free(list[i].key);
    free(list);
    if (n_out > 0)
        qsort(*out, (size_t)n_out, sizeof **out, by_place);
    return is_whole ? n_out : -1;
}

int crok_repeated_pairings(const crok_pairings *p, crok_repeated **out)
{
    keyed *list = calloc((size_t)p->n + 1, sizeof *list);
    for (int i = 0; list != NULL && i < p->n; i++)
        list[i] = (keyed){pairing_key(&p->list[i]), i};
    return find(list, p->n, out);
}

int crok_repeated_players(const crok_pairings *p, crok_repeated **out)
{
    enum { MOST = CROK_MAX_SIDES * CROK_MAX_SEATS };
    keyed *list = calloc((size_t)p->n * MOST + 1, sizeof *list);
    int n = 0;
    for (int i = 0; list != NULL && i < p->n * CROK_MAX_SIDES; i++) {
        const crok_pairing *one = &p->list[i / CROK_MAX_SIDES];
        const crok_pairing_side *side = &one->sides[i % CROK_MAX_SIDES];
        if (one->game[0] == '\0' || i % CROK_MAX_SIDES >= one->n_sides)
            continue;
        for (int k = 0; k < side->n; k++)
            list[n++] =
                (keyed){player_key(one, side->player[k]), i / CROK_MAX_SIDES};
    }
    return find(list, n, out);
}
