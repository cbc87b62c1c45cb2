/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/watch_text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "rules/history.h"

/* A text buffer that is filled from its start; text that does not fit is
 * cut. */
typedef struct filling {
    char *text;
    size_t size, at;
} filling;

static void add(filling *f, const char *fmt, ...) CROK_PRINTF(2, 3);
static void add(filling *f, const char *fmt, ...)
{
    va_list args;
    int n = 0;
    va_start(args, fmt);
    n = vsnprintf(f->text + f->at, f->size - f->at, fmt, args);
    va_end(args);
    f->at += n < 0 ? 0 : (size_t)n;
    if (f->at >= f->size)
        f->at = f->size - 1;
}

static void add_side(filling *f, const crok_match *m, int i)
{
    crok_points total = crok_match_total(m, i);
    add(f, "  %s %d", m->info.sides[i].side, total.points);
    if (total.lo < total.hi)
        add(f, " (%d-%d)", total.lo, total.hi);
    if (m->sides[i].twenties > 0)
        add(f, " with %d 20%s", m->sides[i].twenties,
            m->sides[i].twenties == 1 ? "" : "s");
    add(f, ", %d left", crok_match_left(m, i));
}

static const char *state_word(const crok_match *m, const crok_live_source *s)
{
    if (s->check[0] != '\0' && m->state != CROK_STATE_OVER)
        return crok_state_name(CROK_STATE_CHECK);
    if (s->state == CROK_LIVE_MOVING && m->state == CROK_STATE_PLAYING)
        return "moving";
    return crok_state_name(m->state);
}

void crok_watch_line(const crok_match *m, const crok_live_source *source,
                     char *line, size_t size)
{
    filling f = {.text = line, .size = size};
    int turn =
        m->state == CROK_STATE_WAITING
            ? -1
            : crok_turns_player(&m->info.book, &m->info.seats, &m->turns);
    line[0] = '\0';
    if (m->round > 0)
        add(&f, "round %d", m->round);
    for (int i = 0; i < m->info.n_sides; i++)
        add_side(&f, m, i);
    if (turn >= 0)
        add(&f, "  turn: %s", m->info.player[turn]);
    add(&f, "%s[%s]", f.at > 0 ? "  " : "", state_word(m, source));
    if (source->check[0] != '\0')
        add(&f, " %s", source->check);
    else if (source->words[0] != '\0')
        add(&f, " %s", source->words);
}

static void print_text(FILE *to, const char *text)
{
    crok_show(to, "%s", text);
}

static void print_shot(FILE *to, const crok_match *m, const crok_shot_record *s)
{
    (void)fprintf(to, "  %2d  ", s->shot);
    print_text(to, m->info.player[s->player]);
    (void)fprintf(to, " (%s)  ", m->info.sides[s->side].side);
    for (int i = 0; i < m->info.n_sides; i++)
        (void)fprintf(to, "%s%d", i == 0 ? "" : ":", s->total[i]);
    (void)fputs("  ", to);
    print_text(to, s->text);
    (void)fputs("\n", to);
}

static void print_round(FILE *to, const crok_match *m,
                        const crok_round_record *r)
{
    (void)fputs("  ends", to);
    for (int i = 0; i < m->info.n_sides; i++)
        (void)fprintf(to, "%s %s %d (%d as 20s)", i == 0 ? "" : ",",
                      m->info.sides[i].side, r->total[i], r->twenties[i]);
    (void)fputs("\n", to);
}

static bool same_round(const crok_shot_record *a, int game, int round)
{
    return a->game == game && a->round == round;
}

static void print_shots(FILE *to, const crok_match *m, const crok_history *h)
{
    int ended = 0;
    for (int i = 0; i < h->n_shots; i++) {
        const crok_shot_record *s = &h->shots[i];
        if (i == 0 || !same_round(s - 1, s->game, s->round))
            (void)fprintf(to, "game %d, round %d\n", s->game, s->round);
        print_shot(to, m, s);
        if (i + 1 < h->n_shots && same_round(s + 1, s->game, s->round))
            continue;
        if (ended < h->n_rounds &&
            same_round(s, h->rounds[ended].game, h->rounds[ended].round))
            print_round(to, m, &h->rounds[ended++]);
    }
}

crok_status crok_watch_print(FILE *to, const crok_log *log, crok_err *err)
{
    crok_history h;
    crok_live_source no_source = {.state = CROK_LIVE_NONE};
    char line[512];
    crok_status st = crok_history_of(log, &h, err);
    if (st != CROK_OK)
        return st;
    print_shots(to, &log->match, &h);
    crok_history_free(&h);
    crok_watch_line(&log->match, &no_source, line, sizeof line);
    print_text(to, line);
    (void)fputs("\n", to);
    return CROK_OK;
}
