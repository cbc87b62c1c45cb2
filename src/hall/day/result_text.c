/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/result_text.h"

#include <string.h>

#include "hall/day/names.h"
#include "report/str.h"

const crok_round_record *crok_day_rounds(const crok_history *h, int match,
                                         int *n)
{
    const crok_match_record *m = &h->matches[match];
    int end = match + 1 < h->n_matches ? m[1].first_round : h->n_rounds;
    *n = end - m->first_round;
    return h->rounds + m->first_round;
}

void crok_day_side_of(const crok_match_start *info, int side,
                      crok_pairing_side *out)
{
    const char *name = info->sides[side].name;
    *out = (crok_pairing_side){0};
    memcpy(out->colour, info->sides[side].side, sizeof out->colour);
    for (int i = 0; i < info->seats.n; i++)
        if (info->seats.side[i] == side &&
            crok_name_trim(info->player[i], strlen(info->player[i]),
                           out->player[out->n], CROK_TEXT_MAX) &&
            out->player[out->n][0] != '\0')
            out->n++;
    if (out->n > 0 ||
        (name[0] != '\0' && crok_name_split(name, strlen(name), out)))
        return;
    out->n = 1;
    (void)crok_name_trim(info->sides[side].side, strlen(info->sides[side].side),
                         out->player[0], CROK_TEXT_MAX);
}

static void add_numbers(crok_str *t, const crok_round_record *round, int n,
                        int side, bool twenties)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += twenties ? round[i].twenties[side] : round[i].result[side];
    crok_str_addf(t, "%d", sum);
    for (int i = 0; i < n; i++)
        crok_str_addf(t, "%s%d%s", i == 0 ? " (" : ", ",
                      twenties ? round[i].twenties[side]
                               : round[i].result[side],
                      !twenties && (round[i].forfeited_by & 1U << side) != 0
                          ? " forfeited"
                          : "");
    crok_str_add(t, n > 0 ? ")" : "");
}

static void add_side(crok_str *t, const crok_history *h, int match, int side)
{
    int n = 0;
    const crok_round_record *round = crok_day_rounds(h, match, &n);
    const crok_match_record *m = &h->matches[match];
    crok_pairing_side who;
    char name[CROK_SIDE_NAME_MAX];
    crok_day_side_of(&m->end.info, side, &who);
    crok_name_join(&who, name);
    crok_str_addf(t, "%s%s ", side == 0 ? "" : " : ", name);
    add_numbers(t, round, n, side, false);
    if (m->penalty[side] != 0)
        crok_str_addf(t, " %+d %s", m->penalty[side],
                      m->penalty[side] < 0 ? "penalty" : "handicap");
    crok_str_add(t, ", 20s ");
    add_numbers(t, round, n, side, true);
    if (m->twenties[side] != 0)
        crok_str_addf(t, " %+d handicap", m->twenties[side]);
}

/* Add a sentence about each side whose bit is set. */
static void add_names(crok_str *t, const crok_match *m, unsigned sides,
                      const char *what)
{
    for (int i = 0; i < m->info.n_sides; i++) {
        crok_pairing_side who;
        char name[CROK_SIDE_NAME_MAX];
        if ((sides & 1U << i) == 0)
            continue;
        crok_day_side_of(&m->info, i, &who);
        crok_name_join(&who, name);
        crok_str_addf(t, "; %s %s", name, what);
    }
}

static void add_end(crok_str *t, const crok_match *m)
{
    add_names(t, m, m->disqualified, "is disqualified");
    if (m->state != CROK_STATE_OVER)
        return;
    crok_str_add(t, crok_match_is_broken_off(m) ? "; broken off"
                    : m->tied                   ? "; tied"
                                                : "");
    add_names(t, m, m->tied ? 0 : m->winners, "has won");
}

char *crok_day_result_text(const crok_history *h, int match)
{
    const crok_match_record *m = &h->matches[match];
    crok_str t = {0};
    if (m->end.info.stage[0] != '\0')
        crok_str_addf(&t, "%s: ", m->end.info.stage);
    for (int i = 0; i < m->end.info.n_sides; i++)
        add_side(&t, h, match, i);
    add_end(&t, &m->end);
    return crok_str_take(&t);
}
