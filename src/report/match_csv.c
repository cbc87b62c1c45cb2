/* SPDX-License-Identifier: Apache-2.0 */
#include "report/match_csv.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/csv.h"
#include "report/round_rows.h"

/* ---- rounds ---- */

/* Append the names of the side's players. If no player has a name, append the
 * side's own name. */
static void add_players(crok_str *t, const crok_match_start *info, int side)
{
    const char *between = "";
    for (int i = 0; i < info->seats.n; i++)
        if (info->seats.side[i] == side && info->player[i][0] != '\0') {
            crok_str_addf(t, "%s%s", between, info->player[i]);
            between = " & ";
        }
    if (between[0] == '\0')
        crok_str_add(t, info->sides[side].name[0] != '\0'
                            ? info->sides[side].name
                            : info->sides[side].side);
}

static void add_opponents(crok_str *t, const crok_match_start *info, int side)
{
    const char *between = "";
    for (int i = 0; i < info->n_sides; i++)
        if (i != side) {
            crok_str_add(t, between);
            add_players(t, info, i);
            between = "; ";
        }
}

/* The rounds of one match, and what is needed of the match. */
typedef struct rounds {
    const crok_match_start *info;
    const int
        *extra[2]; /* points, and 20s, of each side that are in no round */
    const crok_round_record *round;
    int n;
} rounds;

static rounds rounds_of(const crok_history *h, int match)
{
    const crok_match_record *m = &h->matches[match];
    int end = match + 1 < h->n_matches ? m[1].first_round : h->n_rounds;
    return (rounds){&m->end.info,
                    {m->penalty, m->twenties},
                    h->rounds + m->first_round,
                    end - m->first_round};
}

/* How a file of rounds is laid out. */
typedef struct columns {
    int n_rounds;
    bool forfeited; /* a round of the record was forfeited */
} columns;

static columns columns_of(const crok_history *h)
{
    columns c = {0};
    for (int i = 0; i < h->n_matches; i++) {
        int n = rounds_of(h, i).n;
        c.n_rounds = n > c.n_rounds ? n : c.n_rounds;
    }
    for (int i = 0; i < h->n_rounds; i++)
        c.forfeited = c.forfeited || h->rounds[i].forfeited_by != 0;
    return c;
}

/* Write the numbers of the columns whose rounds a side has forfeited: "2 3". */
static const char *forfeited_by(const rounds *r, int side, char *buf,
                                size_t size)
{
    size_t n = 0;
    buf[0] = '\0';
    for (int i = 0; i < r->n && n < size; i++)
        if ((r->round[i].forfeited_by & 1U << side) != 0)
            n += (size_t)snprintf(buf + n, size - n, "%s%d", n == 0 ? "" : " ",
                                  i + 1);
    return buf;
}

/* Append the two rows of a side, with empty fields up to the last column. */
static void add_rows(crok_str *t, const rounds *r, columns c, int side)
{
    crok_str names[2] = {{0}};
    char *player = NULL;
    char *opponent = NULL;
    char forfeited[400];
    add_players(&names[0], r->info, side);
    add_opponents(&names[1], r->info, side);
    player = crok_str_take(&names[0]);
    opponent = crok_str_take(&names[1]);
    for (int i = 0; i < 2; i++) {
        const crok_round_row row = {
            .board = r->info->table,
            .player = player == NULL ? "" : player,
            .opponent = opponent == NULL ? "" : opponent,
            .first_hammer = crok_first_or_hammer(r->info, r->round, r->n, side),
            .position = side + 1,
            .side = side,
            .twenties = i == 1,
            .extra = r->extra[i][side],
            .forfeited =
                c.forfeited ? forfeited_by(r, side, forfeited, sizeof forfeited)
                            : NULL,
            .round = r->round,
            .n = r->n};
        crok_round_row_add(t, &row, c.n_rounds);
    }
    t->failed = t->failed || player == NULL || opponent == NULL;
    free(player);
    free(opponent);
}

char *crok_rounds_csv(const crok_history *h)
{
    crok_str t = {0};
    columns c = columns_of(h);
    crok_round_header_add(&t, c.n_rounds, c.forfeited);
    for (int i = 0; i < h->n_matches; i++) {
        rounds r = rounds_of(h, i);
        for (int side = 0; side < r.info->n_sides; side++)
            add_rows(&t, &r, c, side);
    }
    return crok_str_take(&t);
}

/* ---- shots ---- */

static const char *valid_word(crok_tri valid)
{
    return valid == CROK_YES ? "yes" : valid == CROK_NO ? "no" : "unknown";
}

static void add_shot(crok_str *t, const crok_match *m,
                     const crok_shot_record *s)
{
    const crok_match_start *info = &m->info;
    int against = 0;
    int best = 0;
    for (int i = 0; i < info->n_sides; i++)
        if (i != s->side) {
            against += s->twenties[i];
            best = s->total[i] > best ? s->total[i] : best;
        }
    crok_str_addf(t, "%ld,", s->seq);
    crok_csv_add(t, s->time);
    crok_str_addf(t, ",%d,%d,%d,%d,", s->game, s->round, s->shot,
                  info->seats.seat[s->player]);
    crok_csv_add(t, info->player[s->player]);
    crok_str_add(t, ",");
    crok_csv_add(t, info->sides[s->side].side);
    crok_str_addf(t, ",%d,%s,%s,%d,%d,%d,%d,%d,", s->disc, valid_word(s->valid),
                  s->ruled ? "yes" : "no", s->n_removed, s->twenties[s->side],
                  against, s->total[s->side], best);
    crok_csv_add(t, s->text);
    crok_str_addf(t, ",%d\r\n", m->number);
}

char *crok_shots_csv(const crok_history *h)
{
    crok_str t = {0};
    crok_str_add(&t, "seq,time,game,round,shot,seat,player,side,disc,valid,"
                     "ruled,removed,twenties,twenties_against,score,"
                     "best_other,why,match\r\n");
    for (int i = 0; i < h->n_matches; i++) {
        const crok_match_record *m = &h->matches[i];
        int end = i + 1 < h->n_matches ? m[1].first_shot : h->n_shots;
        for (int k = m->first_shot; k < end; k++)
            add_shot(&t, &m->end, &h->shots[k]);
    }
    return crok_str_take(&t);
}
