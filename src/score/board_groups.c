/* SPDX-License-Identifier: Apache-2.0 */
#include "score/board_groups.h"

#include <stdlib.h>
#include <string.h>

/* The empty hole's floor of another photo is used only if it is this sure that
 * no disc was in that hole. */
#define MIN_FLOOR_CHANCE 0.9

/* Does a photo show the board of a group, that is, of its first photo? */
static bool is_of_group(const crok_board_group *g, const crok_known_board *seen)
{
    const crok_known_board *first = &g->view[0].seen;
    crok_texture_match m =
        crok_texture_register(&first->texture, &seen->texture, &seen->board);
    return crok_known_compare(&first->board, &seen->board, &m) ==
           CROK_BOARD_SAME;
}

static int find_group(const crok_board_groups *groups,
                      const crok_known_board *seen)
{
    for (int i = 0; i < groups->n; i++)
        if (crok_known_has_ratios(&groups->group[i]->view[0].seen.board,
                                  &seen->board, CROK_SAME_BOARD_RATIO) &&
            is_of_group(groups->group[i], seen))
            return i;
    return -1;
}

int crok_board_groups_add(crok_board_groups *groups, int photo,
                          const crok_known_board *seen)
{
    int at = find_group(groups, seen);
    crok_board_group *g = NULL;
    if (at < 0 && groups->n < CROK_MAX_GROUPS) {
        g = calloc(1, sizeof *g);
        if (g == NULL)
            return -1;
        at = groups->n;
        groups->group[groups->n++] = g;
    }
    g = at < 0 ? NULL : groups->group[at];
    if (g != NULL && g->n < CROK_GROUP_PHOTOS) {
        g->photo[g->n] = photo;
        g->view[g->n].source = "";
        g->view[g->n++].seen = *seen;
    }
    return at;
}

/* All photos of a group must use the same names, so the sides are those of the
 * whole group. */
static void use_common_sides(const crok_board_group *g, crok_board_view *view,
                             crok_known_board *all, crok_known_board *out)
{
    memcpy(view, g->view, (size_t)g->n * sizeof *view);
    if (crok_known_merge(view, g->n, out->board.model, all, NULL) != CROK_OK)
        return;
    out->n_sides = all->n_sides;
    memcpy(out->side, all->side, sizeof out->side);
    memcpy(out->surface_rgb, all->surface_rgb, sizeof out->surface_rgb);
}

int crok_board_groups_learn(const crok_board_groups *groups, int group,
                            int photo, crok_known_board *out)
{
    const crok_board_group *g = groups->group[group];
    const char *name = g->view[0].seen.board.model;
    crok_board_view *view = calloc((size_t)g->n + 1, sizeof *view);
    crok_known_board *all = calloc(1, sizeof *all);
    int n = 0;
    for (int i = 0; view != NULL && i < g->n; i++)
        if (g->photo[i] != photo)
            view[n++] = g->view[i];
    if (n > 0 && all != NULL &&
        crok_known_merge(view, n, name, out, NULL) == CROK_OK)
        use_common_sides(g, view, all, out);
    else
        n = 0;
    free(all);
    free(view);
    if (n > 0 && out->floor.chance < MIN_FLOOR_CHANCE)
        out->floor.chance = 0.0;
    return n;
}

/* The side of `s` that is not in `used` with the colour nearest to that of
 * `side`; -1: all are used. */
static int nearest_side(const crok_observation *s, unsigned used,
                        const crok_side *side)
{
    int best = -1;
    int least = 0;
    for (int i = 0; i < s->n_sides; i++) {
        int sum = 0;
        for (int c = 0; c < 3; c++)
            sum += abs(s->sides[i].rgb[c] - side->rgb[c]);
        if ((used & 1U << i) != 0 || (best >= 0 && sum >= least))
            continue;
        least = sum;
        best = i;
    }
    return best;
}

bool crok_board_groups_agrees(const crok_score *first, const crok_score *again)
{
    unsigned used = 0;
    for (int i = 0; i < again->seen.n_sides; i++) {
        const crok_side_score *b = &again->side[i];
        int k = nearest_side(&first->seen, used, &again->seen.sides[i]);
        int lo = k < 0 ? 0 : first->side[k].lo;
        int hi = k < 0 ? first->absent_hi : first->side[k].hi;
        if (b->lo < lo || b->hi > hi)
            return false;
        used |= k < 0 ? 0U : 1U << k;
    }
    for (int k = 0; k < first->seen.n_sides; k++)
        if ((used & 1U << k) == 0 && first->side[k].lo > 0)
            return false;
    return true;
}

void crok_board_groups_free(crok_board_groups *groups)
{
    for (int i = 0; i < groups->n; i++)
        free(groups->group[i]);
    *groups = (crok_board_groups){.n = 0};
}
