/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/event_words.h"
#include "rules/handicap.h"

#include <stdio.h>
#include <string.h>

static const char *name_in_seat(const crok_match *m, int seat)
{
    for (int i = 0; i < m->info.seats.n; i++)
        if (m->info.seats.seat[i] == seat)
            return m->info.player[i][0] != '\0'
                       ? m->info.player[i]
                       : m->info.sides[m->info.seats.side[i]].side;
    return "?";
}

void crok_side_words(const crok_match *m, int side, char out[CROK_TEXT_MAX])
{
    int n = 0;
    out[0] = '\0';
    if (m->info.sides[side].name[0] != '\0')
        n = snprintf(out, CROK_TEXT_MAX, "%s", m->info.sides[side].name);
    for (int i = 0; n < CROK_TEXT_MAX && i < m->info.seats.n &&
                    m->info.sides[side].name[0] == '\0';
         i++)
        if (m->info.seats.side[i] == side && m->info.player[i][0] != '\0')
            n += snprintf(out + n, (size_t)(CROK_TEXT_MAX - n), "%s%s",
                          n == 0 ? "" : " & ", m->info.player[i]);
    if (n == 0)
        (void)snprintf(out, CROK_TEXT_MAX, "%s", m->info.sides[side].side);
}

void crok_player_words(const crok_match *m, int seat, char out[CROK_TEXT_MAX])
{
    (void)snprintf(out, CROK_TEXT_MAX, "%s", name_in_seat(m, seat));
}

static void say_round_end(const crok_match *before, char *out)
{
    int n = snprintf(out, CROK_ROW_TEXT_MAX, "Round %d ended:", before->round);
    for (int i = 0; i < before->info.n_sides && n < CROK_ROW_TEXT_MAX; i++) {
        crok_points p = crok_match_total(before, i);
        n += snprintf(out + n, (size_t)(CROK_ROW_TEXT_MAX - n), "%s %s %d",
                      i == 0 ? "" : ",", before->info.sides[i].side, p.points);
        if (p.lo != p.hi && n < CROK_ROW_TEXT_MAX)
            n += snprintf(out + n, (size_t)(CROK_ROW_TEXT_MAX - n),
                          " (%d to %d)", p.lo, p.hi);
    }
}

/* "Round counted: black 55, white 1/2/0/3". */
static void say_count(const crok_round_count *c, char *out)
{
    int n = c->of == 0 ? snprintf(out, CROK_ROW_TEXT_MAX,
                                  "Round counted%s:", c->final ? "" : " so far")
                       : snprintf(out, CROK_ROW_TEXT_MAX,
                                  "The count of event %ld corrected:", c->of);
    for (int i = 0; i < c->n && n < CROK_ROW_TEXT_MAX; i++) {
        const crok_side_count *s = &c->sides[i];
        size_t room = (size_t)(CROK_ROW_TEXT_MAX - n);
        n += s->by_ring ? snprintf(out + n, room, "%s %s %d/%d/%d/%d",
                                   i == 0 ? "" : ",", s->side, s->ring[0],
                                   s->ring[1], s->ring[2], s->ring[3])
                        : snprintf(out + n, room, "%s %s %d", i == 0 ? "" : ",",
                                   s->side, s->total);
    }
}

/* Append the organiser's reason, if he gave one. */
static void add_reason(char *out, const char *reason)
{
    size_t n = strlen(out);
    if (reason[0] != '\0' && n < CROK_ROW_TEXT_MAX)
        (void)snprintf(out + n, CROK_ROW_TEXT_MAX - n, ": %s", reason);
}

static void say_shoot_out(const crok_shoot_out *s, char *out)
{
    int n = snprintf(out, CROK_ROW_TEXT_MAX, "Shoot-out:");
    for (int i = 0; i < s->n && n < CROK_ROW_TEXT_MAX; i++)
        n += snprintf(out + n, (size_t)(CROK_ROW_TEXT_MAX - n), "%s %s %d",
                      i == 0 ? "" : ",", s->side[i], s->count[i]);
}

/* A start, with the handicaps that were declared. */
static void say_start(const crok_match_start *s, char *out)
{
    int n = snprintf(out, CROK_ROW_TEXT_MAX, "Match started");
    for (int i = 0; i < s->seats.n && n < CROK_ROW_TEXT_MAX; i++) {
        char words[100];
        crok_handicap_words(&s->handicap[i], words, sizeof words);
        if (words[0] != '\0')
            n += snprintf(out + n, (size_t)(CROK_ROW_TEXT_MAX - n), ", %s %s",
                          s->player[i], words);
    }
}

/* What a person has entered beside the play. */
static void say_organised(const crok_event *e, char *out)
{
    switch ((int)e->type) {
    case CROK_EVENT_ROUND_COUNT:
        say_count(&e->u.count, out);
        break;
    case CROK_EVENT_MATCH_INFO:
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "%s",
                       e->u.info.has_board ? "Board measured again"
                                           : "Names corrected");
        break;
    case CROK_EVENT_CONCEDE:
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "%s gives up%s",
                       e->u.concede.side,
                       e->u.concede.only_game ? " the game" : "");
        add_reason(out, e->u.concede.reason);
        break;
    case CROK_EVENT_PENALTY:
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "%s %+d", e->u.penalty.side,
                       e->u.penalty.points);
        add_reason(out, e->u.penalty.reason);
        break;
    case CROK_EVENT_REPLAY_ROUND:
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "Round begun again");
        add_reason(out, e->u.reason);
        break;
    case CROK_EVENT_SUBSTITUTE:
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "%s plays in seat %d",
                       e->u.substitute.player, e->u.substitute.seat);
        add_reason(out, e->u.substitute.reason);
        break;
    case CROK_EVENT_TIME_UP:
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "Time is up%s",
                       e->u.time_up.whole_match ? " for the match" : "");
        add_reason(out, e->u.time_up.reason);
        break;
    case CROK_EVENT_FORFEIT_ROUND:
    case CROK_EVENT_DISQUALIFY:
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "%s %s", e->u.against.side,
                       e->type == CROK_EVENT_DISQUALIFY ? "is disqualified"
                                                        : "forfeits the round");
        add_reason(out, e->u.against.reason);
        break;
    case CROK_EVENT_SHOOT_OUT:
        say_shoot_out(&e->u.shoot_out, out);
        break;
    default:
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "%s", crok_event_name(e->type));
        break;
    }
}

void crok_event_words_plain(const crok_event *e, char out[CROK_ROW_TEXT_MAX])
{
    if (e->type == CROK_EVENT_RULING)
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "Shot %ld ruled%s",
                       e->u.ruling.of,
                       e->u.ruling.has_decision ? ""
                       : e->u.ruling.valid      ? " valid"
                                                : " not valid");
    else if (e->type == CROK_EVENT_UNDO)
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "Event %ld taken back", e->u.of);
    else if (e->type == CROK_EVENT_TWENTIES)
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "20s of %s set to %d",
                       e->u.twenties.side, e->u.twenties.count);
    else if (e->type == CROK_EVENT_BOARD)
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "Board set by hand, %d disc%s",
                       e->u.board.n, e->u.board.n == 1 ? "" : "s");
    else if (e->type == CROK_EVENT_MATCH_START)
        say_start(&e->u.start, out);
    else if (e->type == CROK_EVENT_MATCH_END)
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "Match ended");
    else
        say_organised(e, out);
}

void crok_event_words(const crok_event *e, const crok_match *before,
                      const crok_match *after, char out[CROK_ROW_TEXT_MAX])
{
    if (e->type == CROK_EVENT_SHOT)
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "%s: %s",
                       name_in_seat(before, e->u.shot.shot.seat),
                       after->last.text);
    else if (e->type == CROK_EVENT_ROUND_END)
        say_round_end(before, out);
    else if (e->type == CROK_EVENT_NEXT_STARTER)
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "%s starts",
                       name_in_seat(before, e->u.seat));
    else
        crok_event_words_plain(e, out);
}

/* ---- a few words ---- */

static const crok_side_count *count_before(const crok_match *m, int side)
{
    static const crok_side_count none = {.by_ring = true};
    return m->is_counted && m->sides[side].has_count ? &m->sides[side].count
                                                     : &none;
}

/* If a count differs from the one before by one disc, say which: "20 Ann", "out
 * Ann", "20 Ann less". Returns false if it differs by more. */
static bool say_one_disc(const crok_side_count *c, const crok_side_count *was,
                         const char *name, char *out)
{
    static const char *const ring[] = {"20", "15", "10", "5", "out"};
    int at = -1;
    int by = 0;
    if (!c->by_ring || !was->by_ring)
        return false;
    for (int i = 0; i <= CROK_N_RINGS; i++) {
        int more =
            i < CROK_N_RINGS ? c->ring[i] - was->ring[i] : c->out - was->out;
        if (more == 0)
            continue;
        if (at >= 0 || more > 1 || more < -1)
            return false;
        at = i;
        by = more;
    }
    if (at >= 0)
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "%s %s%s", ring[at], name,
                       by < 0 ? " less" : "");
    return at >= 0;
}

static void say_count_short(const crok_round_count *c, const crok_match *before,
                            char *out)
{
    char name[CROK_TEXT_MAX] = "";
    int side = c->n == 1 ? crok_match_side_of(before, c->sides[0].side) : -1;
    (void)snprintf(out, CROK_ROW_TEXT_MAX, c->final ? "end of round" : "count");
    if (c->final || side < 0)
        return;
    crok_side_words(before, side, name);
    if (!say_one_disc(&c->sides[0], count_before(before, side), name, out))
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "count of %s", name);
}

void crok_event_words_short(const crok_event *e, const crok_match *before,
                            char out[CROK_ROW_TEXT_MAX])
{
    if (e->type == CROK_EVENT_SHOT)
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "shot of %s",
                       name_in_seat(before, e->u.shot.shot.seat));
    else if (e->type == CROK_EVENT_ROUND_END)
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "end of round");
    else if (e->type == CROK_EVENT_NEXT_STARTER)
        (void)snprintf(out, CROK_ROW_TEXT_MAX, "%s starts",
                       name_in_seat(before, e->u.seat));
    else if (e->type == CROK_EVENT_ROUND_COUNT)
        say_count_short(&e->u.count, before, out);
    else
        crok_event_words_plain(e, out);
}
