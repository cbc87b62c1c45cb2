/* SPDX-License-Identifier: Apache-2.0 */
#include "table/start.h"

#include <stdio.h>
#include <string.h>

#include "report/calls.h"

/* Default seats for 2 or 3 players of two sides, and for 2 to 4 sides; a
 * player's side is its index modulo the number of sides. */
static const int usual_seat[CROK_MAX_SEATS + 1][CROK_MAX_SEATS] = {
    [2] = {0, 2}, [3] = {0, 1, 2}, [4] = {0, 1, 2, 3}};

static int side_of(const crok_table_sides *sides, const char *name)
{
    for (int i = 0; i < sides->n; i++)
        if (strcmp(sides->name[i], name) == 0)
            return i;
    return -1;
}

static crok_status usual_seats(const crok_table_setup *setup, crok_seats *out,
                               crok_err *err)
{
    int n = setup->n_players > 0 ? setup->n_players : setup->sides.n;
    if (n < setup->sides.n)
        return crok_fail(err, CROK_EARG,
                         "players: %d names, but %d colours play", n,
                         setup->sides.n);
    out->n = n;
    for (int i = 0; i < n; i++) {
        out->seat[i] = usual_seat[n][i];
        out->side[i] = i % setup->sides.n;
    }
    return CROK_OK;
}

static crok_status given_seats(const crok_table_setup *setup, crok_seats *out,
                               crok_err *err)
{
    if (setup->n_players > 0 && setup->n_players != setup->n_seats)
        return crok_fail(err, CROK_EARG, "players: %d names for %d seats",
                         setup->n_players, setup->n_seats);
    out->n = setup->n_seats;
    for (int i = 0; i < out->n; i++) {
        out->seat[i] = setup->seat[i];
        out->side[i] = side_of(&setup->sides, setup->seat_side[i]);
        if (out->side[i] < 0)
            return crok_fail(err, CROK_EARG,
                             "seats: \"%s\" is none of the colours that play",
                             setup->seat_side[i]);
    }
    return CROK_OK;
}

static crok_status set_first(const crok_table_setup *setup, crok_match_start *s,
                             crok_err *err)
{
    for (int i = 0; i < s->seats.n; i++)
        if ((s->seats.seat[i] == setup->first_seat || setup->first_seat < 0) &&
            crok_may_start(&s->book, &s->seats, i)) {
            s->first = i;
            return CROK_OK;
        }
    return crok_fail(err, CROK_EARG, "first: nobody in seat %d may begin",
                     setup->first_seat);
}

static void set_names(const crok_table_setup *setup, crok_match_start *s)
{
    s->n_sides = setup->sides.n;
    for (int i = 0; i < s->n_sides; i++) {
        crok_side_info *side = &s->sides[i];
        (void)snprintf(side->side, sizeof side->side, "%s",
                       setup->sides.name[i]);
        side->has_rgb = setup->has_rgb;
        memcpy(side->rgb, setup->rgb[i], sizeof side->rgb);
    }
    for (int i = 0; i < s->seats.n; i++)
        (void)snprintf(s->player[i], sizeof s->player[i], "%s",
                       setup->n_players > 0 ? setup->player[i]
                                            : s->sides[s->seats.side[i]].side);
    (void)snprintf(s->title, sizeof s->title, "%s", setup->title);
    (void)snprintf(s->table, sizeof s->table, "%s", setup->table);
}

crok_status crok_start_of(const crok_table_setup *setup, crok_match_start *out,
                          crok_err *err)
{
    crok_match_start s = {.book = setup->book,
                          .book_inline = setup->book_inline,
                          .lines = crok_lines_tournament(),
                          .disc_mm = CROK_DISC_RADIUS_MM};
    crok_err why = {0};
    crok_status st = setup->n_seats > 0 ? given_seats(setup, &s.seats, err)
                                        : usual_seats(setup, &s.seats, err);
    if (st != CROK_OK)
        return st;
    if (crok_seats_settle(&s.book, &s.seats, &why) != CROK_OK)
        return crok_fail(err, CROK_EARG, "seats: %.200s", why.msg);
    st = set_first(setup, &s, err);
    if (st != CROK_OK)
        return st;
    set_names(setup, &s);
    *out = s;
    return CROK_OK;
}

void crok_start_add_board(crok_match_start *start, const crok_board *board)
{
    start->lines = crok_score_lines(board);
    start->disc_mm = board->disc_mm;
}

void crok_start_add_shot(crok_match_start *start, const crok_table_setup *setup,
                         const crok_shot_seen *seen)
{
    crok_seats *seats = &start->seats;
    if (setup->first_seat >= 0 || seen->side < 0)
        return;
    for (int i = seats->n - 1; i >= 0; i--)
        if (seats->side[i] == seen->side &&
            crok_may_start(&start->book, seats, i))
            start->first = i;
    if (setup->n_seats == 0 && seats->seating == CROK_SINGLES &&
        seen->has_placed_at) {
        /* seats are in ascending order: the two players sit at 0 and 2, or at 1
         * and 3 */
        int there = crok_shot_seat_at(seen->placed_at);
        int other = (there + 2) % CROK_MAX_SEATS;
        int first = start->first;
        char name[CROK_TEXT_MAX];
        seats->seat[0] = there < other ? there : other;
        seats->seat[1] = there < other ? other : there;
        if (seats->seat[first] == there)
            return;
        seats->side[0] = 1 - seats->side[0];
        seats->side[1] = 1 - seats->side[1];
        memcpy(name, start->player[0], sizeof name);
        memcpy(start->player[0], start->player[1], sizeof name);
        memcpy(start->player[1], name, sizeof name);
        start->first = 1 - first;
    }
}

void crok_start_discs(const crok_match *m, const crok_table_sides *sides,
                      const crok_board_seen *rest, crok_event *out)
{
    crok_board_event *b = &out->u.board;
    *out = (crok_event){.type = CROK_EVENT_BOARD};
    b->n_sides = sides->n;
    for (int i = 0; i < sides->n; i++) {
        (void)snprintf(b->side[i], sizeof b->side[i], "%s", sides->name[i]);
        b->sets_left[i] = true;
        b->left[i] = crok_match_dealt(m, crok_match_side_of(m, b->side[i]));
    }
    for (int i = 0; i < rest->n; i++) {
        const crok_disc *d = &rest->disc[i];
        if (d->state == CROK_DISC_OUT)
            continue;
        b->discs[b->n++] = crok_disc_settled(d, d->side);
        b->left[d->side]--;
    }
    for (int i = 0; i < sides->n; i++)
        b->unseen[i] = b->left[i] = b->left[i] < 0 ? 0 : b->left[i];
}
