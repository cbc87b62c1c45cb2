/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/book_json.h"
#include "sim/finish.h"
#include "sim/player.h"
#include "sim/trouble.h"

/* Range of displacements, mm, that a camera may or may not detect: a disc that
 * moved by more than the second is detected, one that moved by less than the
 * first is not. */
#define UNMOVED_MM 0.02
#define SEEN_MM 0.6
#define TRIES 60
#define TRICK_TRIES 150
/* A disc that was touched by mistake is put back so far from its place; the
 * probability that it happens after a shot. */
#define MISPLACED_LO_MM 3.0
#define MISPLACED_HI_MM 20.0
#define MISPLACED_RATE 0.1
#define BOWL_MM 455.0 /* radius at which the 20s stand, beside the rail */

struct crok_sim_game {
    crok_sim_options options;
    crok_sim_feel feel;
    crok_match match; /* the fold of the events */
    rnd rnd;
    rnd misplaced; /* numbers for that trouble, which has happened once */
    bool has_misplaced;
    long seq;
    int next_id, shots, rounds;
    bool has_last_played, over;
    int last_played;
    unsigned wished; /* bits: done */
    int n;
    crok_sim_disc discs[CROK_MAX_DISCS]; /* all shot this round */
};

const char *crok_sim_trick_name(crok_sim_trick trick)
{
    static const char *const name[CROK_SIM_N_TRICKS] = {
        "lean", "rail",   "line",      "sweep", "bump",  "dark",
        "dim",  "freeze", "lean-over", "point", "powder"};
    return name[trick];
}

/* ---- the match's start ---- */

static crok_seats seats_of(crok_seating seating)
{
    static const crok_seats of[CROK_N_SEATINGS] = {
        [CROK_SINGLES] = {.n = 2, .seat = {0, 2}, .side = {0, 1}},
        [CROK_DOUBLES] = {.n = 4, .seat = {0, 1, 2, 3}, .side = {0, 1, 0, 1}},
        [CROK_PAIR_AGAINST_ONE] = {.n = 3,
                                   .seat = {0, 1, 2},
                                   .side = {0, 1, 0}},
        [CROK_THREE] = {.n = 3, .seat = {0, 1, 2}, .side = {0, 1, 2}},
        [CROK_FOUR] = {.n = 4, .seat = {0, 1, 2, 3}, .side = {0, 1, 2, 3}}};
    return of[seating];
}

static int n_sides_of(const crok_seats *seats)
{
    int n = 0;
    for (int i = 0; i < seats->n; i++)
        n = seats->side[i] >= n ? seats->side[i] + 1 : n;
    return n;
}

static void start_event(const crok_sim_options *o, const crok_book *book,
                        const crok_sim_table *table, crok_event *e)
{
    crok_match_start *s = &e->u.start;
    crok_seats seats = seats_of(o->seating);
    int n = n_sides_of(&seats);
    crok_sim_colours colours = o->on != NULL
                                   ? o->on->colours
                                   : crok_sim_colours_for(o->looks, o->seed, n);
    *e = (crok_event){.type = CROK_EVENT_MATCH_START};
    s->book = *book;
    s->lines = crok_sim_table_lines(table);
    s->disc_mm = table->board.disc_mm;
    s->n_sides = n;
    s->seats = seats;
    (void)snprintf(s->title, sizeof s->title, "Simulated match");
    for (int i = 0; i < n; i++) {
        crok_side_info *side = &s->sides[i];
        (void)snprintf(side->side, sizeof side->side, "%s",
                       colours.side[i].name);
        (void)snprintf(side->name, sizeof side->name, "Side %c", 'A' + i);
        side->has_rgb = true;
        for (int c = 0; c < 3; c++)
            side->rgb[c] = colours.side[i].rgb[c];
    }
    for (int i = 0; i < seats.n; i++)
        (void)snprintf(s->player[i], sizeof s->player[i], "Player %d", i + 1);
}

crok_status crok_sim_game_new(const crok_sim_options *options,
                              crok_sim_game **out, crok_err *err)
{
    crok_book book;
    crok_seats seats = seats_of(options->seating);
    crok_sim_game *g = NULL;
    crok_status st = crok_book_preset(options->rules, &book, NULL, err);
    if (st == CROK_OK)
        st = crok_seats_settle(&book, &seats, err);
    if (st != CROK_OK)
        return st;
    g = calloc(1, sizeof *g);
    if (g == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a game");
    g->options = *options;
    g->options.rules = NULL;
    g->rnd.state = options->seed;
    g->misplaced = crok_sim_trouble_rnd(options->seed, CROK_SIM_MISPLACED);
    g->feel = crok_sim_feel_usual();
    g->feel.table = options->on != NULL
                        ? options->on->table
                        : crok_sim_table_of(options->looks, options->seed);
    g->feel.slide_mm_s2 *= rnd_between(&g->rnd, 0.85, 1.2);
    g->feel.disc_bounce = rnd_between(&g->rnd, 0.75, 0.88);
    g->match = crok_match_waiting();
    g->match.info.book = book;
    g->next_id = 1;
    *out = g;
    return CROK_OK;
}

void crok_sim_game_free(crok_sim_game **game)
{
    free(*game);
    *game = NULL;
}

void crok_sim_play_free(crok_sim_play *play)
{
    crok_sim_motion_free(&play->motion);
}

static crok_status add_event(crok_sim_game *g, crok_event *e, crok_err *err)
{
    e->seq = ++g->seq;
    return crok_match_apply(&g->match, e, NULL, err);
}

/* ---- the evidence ---- */

static crok_disc seen(const crok_sim_disc *d)
{
    crok_disc out = {.id = d->id,
                     .side = d->side,
                     .x_mm = d->at_mm.x,
                     .y_mm = d->at_mm.y,
                     .state = CROK_DISC_FLAT};
    if (d->place == CROK_SIM_HOLE)
        out.state = CROK_DISC_HOLE;
    if (d->place == CROK_SIM_LEANING)
        out.state = CROK_DISC_LEANING;
    return out;
}

static bool lies_in_play(const crok_sim_disc *d)
{
    return d->place <= CROK_SIM_LEANING;
}

static void fill_discs(const crok_sim_motion *m, crok_shot *s)
{
    for (int i = 0; i < m->n_discs; i++) {
        bool shooter = i == m->n_discs - 1;
        if (!lies_in_play(&m->start[i]))
            continue;
        if (!shooter)
            s->before[s->n_before++] = seen(&m->start[i]);
        if (lies_in_play(&m->end[i]))
            s->after[s->n_after++] = seen(&m->end[i]);
        if (shooter || m->travel_mm[i] > UNMOVED_MM)
            s->moved[s->n_moved++] = m->end[i].id;
    }
}

static void fill_shot(const crok_sim_game *g, int player,
                      const crok_sim_play *p, crok_shot *s)
{
    const crok_sim_motion *m = &p->motion;
    const crok_match_start *info = &g->match.info;
    *s = crok_shot_empty();
    s->lines = crok_sim_table_lines(&g->feel.table);
    s->disc_mm = g->feel.table.board.disc_mm;
    s->n_sides = info->n_sides;
    for (int i = 0; i < s->n_sides; i++)
        memcpy(s->side[i], info->sides[i].side, sizeof s->side[i]);
    s->seat = info->seats.seat[player];
    s->place = (crok_place)s->seat;
    s->shooter = info->seats.side[player];
    s->shot_disc = g->next_id;
    s->attempt = g->match.attempt;
    s->has_last_played = g->has_last_played;
    s->last_played = g->last_played;
    s->has_placed_at = true;
    s->placed_at = p->stroke.from_mm;
    s->placed_flat = CROK_YES;
    s->at_rest = CROK_YES;
    fill_discs(m, s);
    s->n_contacts = m->n_contacts;
    memcpy(s->contacts, m->contacts, sizeof s->contacts);
    for (int i = 0; i < m->n_boundary; i++)
        s->boundary[s->n_boundary++] = m->boundary[i];
}

/* ---- one shot ---- */

static crok_sim_disc *disc_of(crok_sim_game *g, int id)
{
    int i = 0;
    while (g->discs[i].id != id)
        i++;
    return &g->discs[i];
}

/* The view of a player; its targets are the discs that the book requires to be
 * struck. */
static crok_sim_view view_of(const crok_sim_game *g, int player)
{
    const crok_book *book = &g->match.info.book;
    crok_sim_view v = {.seat = g->match.info.seats.seat[player],
                       .discs = g->discs,
                       .n = g->n,
                       .slide_mm_s2 = g->feel.slide_mm_s2,
                       .table = &g->feel.table};
    bool last = book->must_strike == CROK_STRIKE_LAST_PLAYED &&
                !book->any_opposing_counts;
    for (int i = 0; i < g->n; i++) {
        const crok_sim_disc *d = &g->discs[i];
        bool own = d->side == g->match.info.seats.side[player];
        v.target[i] =
            d->place <= CROK_SIM_LEANING &&
            (last ? g->has_last_played && d->id == g->last_played : !own);
    }
    return v;
}

static bool was_touched(const crok_sim_motion *m, int id)
{
    for (int i = 0; i < m->n_contacts; i++)
        if (m->contacts[i].a == id || m->contacts[i].b == id)
            return true;
    return false;
}

/* Did a disc move by too little for a camera? */
static bool has_faint_move(const crok_sim_motion *m)
{
    for (int i = 0; i < m->n_discs; i++)
        if ((m->travel_mm[i] > UNMOVED_MM && m->travel_mm[i] < SEEN_MM) ||
            (m->travel_mm[i] <= UNMOVED_MM && was_touched(m, m->end[i].id)))
            return true;
    return false;
}

static bool boundary_has(const crok_sim_motion *m, int id,
                         crok_boundary_what what)
{
    for (int i = 0; i < m->n_boundary; i++)
        if (m->boundary[i].id == id && m->boundary[i].what == what)
            return true;
    return false;
}

/* Did the stroke produce the trick? */
static bool does(const crok_sim_motion *m, crok_sim_trick trick)
{
    for (int i = 0; i < m->n_discs; i++) {
        const crok_sim_disc *d = &m->end[i];
        bool in =
            d->place != CROK_SIM_DITCH && hypot(d->at_mm.x, d->at_mm.y) < 285.0;
        if (trick == CROK_SIM_TRICK_LEAN && d->place == CROK_SIM_LEANING)
            return true;
        if (trick == CROK_SIM_TRICK_RAIL && in && m->n_back_contacts > 0 &&
            boundary_has(m, d->id, CROK_HIT_RAIL))
            return true;
        if (trick == CROK_SIM_TRICK_LINE && in &&
            boundary_has(m, d->id, CROK_TOUCHED_LINE) &&
            !boundary_has(m, d->id, CROK_LEFT_SURFACE))
            return true;
    }
    return false;
}

static crok_status play_out(crok_sim_game *g, const crok_sim_feel *feel,
                            int side, crok_sim_play *p, crok_err *err)
{
    crok_sim_disc shooter = {.id = g->next_id, .side = side};
    crok_sim_disc there[CROK_MAX_DISCS];
    int n = 0;
    for (int i = 0; i < g->n; i++)
        if (g->discs[i].place != CROK_SIM_AWAY)
            there[n++] = g->discs[i];
    return crok_sim_play_out(feel, there, n, shooter, &p->stroke, &p->motion,
                             err);
}

/* Would the rule book remove two discs or more? */
static bool removes_two(const crok_sim_game *g, int player,
                        const crok_sim_play *p)
{
    crok_shot s;
    crok_judgement j;
    fill_shot(g, player, p, &s);
    crok_judge(&g->match.info.book, &s, &j);
    return j.decision.n_remove >= 2;
}

/* Try strokes until one produces the trick; true if one did. */
static crok_status try_trick(crok_sim_game *g, crok_sim_trick trick, int player,
                             crok_sim_play *p, bool *done, crok_err *err)
{
    crok_sim_view v = view_of(g, player);
    crok_sim_feel feel = g->feel;
    crok_status st = CROK_OK;
    if (trick == CROK_SIM_TRICK_LEAN) {
        feel.hole_leans = true;
        memset(v.target, 0, sizeof v.target); /* no target: the player aims at
                                               * the hole */
    } else if (trick == CROK_SIM_TRICK_RAIL) {
        feel.rail_bounce = 0.9;
    }
    *done = false;
    for (int i = 0; st == CROK_OK && i < TRICK_TRIES && !*done; i++) {
        if (trick == CROK_SIM_TRICK_LEAN)
            p->stroke = crok_sim_player_shoots(&v, &g->rnd);
        else if (trick == CROK_SIM_TRICK_RAIL)
            p->stroke = crok_sim_player_wild(&v, 3000.0, 5000.0, &g->rnd);
        else if (trick == CROK_SIM_TRICK_LINE)
            p->stroke = crok_sim_player_round(&v, &feel.curl_rad_s, &g->rnd);
        else
            p->stroke = crok_sim_player_wild(&v, 600.0, 2500.0, &g->rnd);
        st = play_out(g, &feel, g->match.info.seats.side[player], p, err);
        *done = st == CROK_OK &&
                (trick == CROK_SIM_TRICK_SWEEP ? removes_two(g, player, p)
                                               : does(&p->motion, trick)) &&
                !has_faint_move(&p->motion);
    }
    return st;
}

static crok_status shoot(crok_sim_game *g, int player, crok_sim_play *p,
                         crok_err *err)
{
    crok_sim_view v = view_of(g, player);
    crok_status st = CROK_OK;
    for (int i = 0; i < TRIES; i++) {
        p->stroke = crok_sim_player_shoots(&v, &g->rnd);
        st = play_out(g, &g->feel, g->match.info.seats.side[player], p, err);
        if (st != CROK_OK || g->options.faint_moves ||
            !has_faint_move(&p->motion))
            break;
    }
    return st;
}

static crok_status shoot_as_wished(crok_sim_game *g, int player,
                                   crok_sim_play *p, crok_err *err)
{
    bool done = false;
    crok_status st = CROK_OK;
    p->tricks = 0;
    for (int i = 0; i < g->options.n_wishes; i++) {
        const crok_sim_wish *w = &g->options.wish[i];
        if (w->shot > g->shots || (g->wished & 1U << i) != 0)
            continue;
        if (w->trick > CROK_SIM_TRICK_SWEEP) {
            p->tricks |= 1U << w->trick;
            g->wished |= 1U << i;
        } else if (!done) {
            st = try_trick(g, w->trick, player, p, &done, err);
            if (st != CROK_OK)
                return st;
            if (done) {
                p->tricks |= 1U << w->trick;
                g->wished |= 1U << i;
            }
        }
    }
    return done ? CROK_OK : shoot(g, player, p, err);
}

/* ---- what hands do ---- */

/* A free spot in the ditch, near the direction of (x, y). */
static crok_vec3 ditch_spot(const crok_sim_game *g, crok_vec3 at)
{
    const crok_sim_table *t = &g->feel.table;
    double r = 0.5 * (t->surface_mm + t->rail_mm);
    double a0 = atan2(at.y, at.x);
    crok_vec3 spot = {0};
    for (int k = 0; k < 72; k++) {
        double a = a0 + (k % 2 == 0 ? 1 : -1) * ((k + 1) / 2) * 0.0873;
        bool is_free = true;
        spot = (crok_vec3){r * cos(a), r * sin(a), t->ditch_z_mm};
        for (int i = 0; i < g->n && is_free; i++)
            is_free = hypot(g->discs[i].at_mm.x - spot.x,
                            g->discs[i].at_mm.y - spot.y) >
                      2.0 * t->board.disc_mm + 1.0;
        if (is_free)
            break;
    }
    return spot;
}

/* Position of a side's 20s: stacks beside the rail. */
static crok_vec3 bowl_spot(const crok_sim_game *g, int side)
{
    double a = (45.0 + 90.0 * side) * CROK_PI / 180.0;
    int n = 0;
    for (int i = 0; i < g->n; i++)
        n += g->discs[i].side == side && g->discs[i].place == CROK_SIM_AWAY;
    return (crok_vec3){BOWL_MM * cos(a), BOWL_MM * sin(a),
                       g->feel.table.table_z_mm +
                           n * g->feel.table.board.disc_height_mm};
}

static void add_job(crok_sim_game *g, crok_sim_play *p, int id,
                    crok_sim_place place, crok_vec3 at)
{
    crok_sim_disc *d = disc_of(g, id);
    d->place = place;
    d->at_mm = at;
    d->lean_rad = 0.0;
    p->jobs[p->n_jobs++] = (crok_sim_job){.id = id, .to = *d};
}

static bool is_free(const crok_sim_game *g, int id, crok_vec3 at)
{
    for (int i = 0; i < g->n; i++)
        if (g->discs[i].id != id &&
            hypot(g->discs[i].at_mm.x - at.x, g->discs[i].at_mm.y - at.y) <
                2.0 * g->feel.table.board.disc_mm + 1.0)
            return false;
    return hypot(at.x, at.y) < g->feel.table.board.line_mm[CROK_LINE_OUTER];
}

static bool has_job(const crok_sim_play *p, int id)
{
    for (int i = 0; i < p->n_jobs; i++)
        if (p->jobs[i].id == id)
            return true;
    return false;
}

/* A player takes a disc that lies on the surface, and puts it back beside its
 * place. */
static void misplace(crok_sim_game *g, crok_sim_play *p)
{
    rnd *r = &g->misplaced;
    bool wrong = rnd_between(r, 0.0, 1.0) < MISPLACED_RATE;
    const crok_sim_disc *d =
        g->n == 0 ? NULL : &g->discs[rnd_next(r) % (uint64_t)g->n];
    bool is_first = !g->has_misplaced;
    if ((g->options.troubles & 1U << CROK_SIM_MISPLACED) == 0 || d == NULL ||
        !(wrong || is_first) || d->place != CROK_SIM_SURFACE ||
        has_job(p, d->id))
        return;
    for (int i = 0; i < TRIES; i++) {
        double a = rnd_between(r, -CROK_PI, CROK_PI);
        double mm = rnd_between(r, MISPLACED_LO_MM, MISPLACED_HI_MM);
        crok_vec3 to = {d->at_mm.x + mm * cos(a), d->at_mm.y + mm * sin(a),
                        0.0};
        if (!is_free(g, d->id, to))
            continue;
        add_job(g, p, d->id, CROK_SIM_SURFACE, to);
        p->troubles |= 1U << CROK_SIM_MISPLACED;
        g->has_misplaced = true;
        return;
    }
}

/* Make the jobs of the hands that carry out the decision. */
static void carry_out(crok_sim_game *g, const crok_decision *d,
                      crok_sim_play *p)
{
    for (int i = 0; i < d->n_remove; i++) {
        const crok_sim_disc *disc = disc_of(g, d->remove[i].id);
        bool bowl = d->remove[i].to == CROK_TO_BOWL;
        add_job(g, p, disc->id, bowl ? CROK_SIM_AWAY : CROK_SIM_DITCH,
                bowl ? bowl_spot(g, disc->side) : ditch_spot(g, disc->at_mm));
    }
    for (int i = 0; i < d->n_restore; i++)
        add_job(g, p, d->restore[i].id, CROK_SIM_SURFACE,
                (crok_vec3){d->restore[i].x_mm, d->restore[i].y_mm, 0.0});
}

static void list_discs(const crok_sim_game *g, crok_sim_play *p)
{
    p->n_discs = g->n;
    memcpy(p->discs, g->discs, sizeof p->discs);
    p->n_jobs = 0;
    p->tricks = 0;
    p->troubles = 0;
    for (int i = 0; i < g->match.info.n_sides; i++)
        p->n_left[i] = crok_match_left(&g->match, i);
}

static void keep_motion(crok_sim_game *g, const crok_sim_motion *m)
{
    for (int i = 0; i < m->n_discs - 1; i++)
        *disc_of(g, m->end[i].id) = m->end[i];
    g->discs[g->n++] = m->end[m->n_discs - 1];
}

static crok_status next_shot(crok_sim_game *g, int player, crok_sim_play *p,
                             crok_err *err)
{
    crok_shot *s = &p->event.u.shot.shot;
    crok_judgement j;
    crok_status st = CROK_OK;
    g->shots++;
    list_discs(g, p);
    p->seat = g->match.info.seats.seat[player];
    p->event = (crok_event){.type = CROK_EVENT_SHOT};
    st = shoot_as_wished(g, player, p, err);
    if (st != CROK_OK)
        return st;
    fill_shot(g, player, p, s);
    st = crok_shot_check(s, err);
    if (st != CROK_OK)
        return st;
    crok_judge(&g->match.info.book, s, &j);
    p->event.u.shot.has_decision = true;
    p->event.u.shot.decision = j.decision;
    keep_motion(g, &p->motion);
    carry_out(g, &j.decision, p);
    misplace(g, p);
    if ((p->tricks & 1U << CROK_SIM_TRICK_SWEEP) != 0)
        p->jobs[0].with_next = true;
    g->last_played = g->next_id++;
    g->has_last_played = true;
    return add_event(g, &p->event, err);
}

/* ---- between rounds ---- */

/* Make the jobs that give all discs back to the players. */
static void clear_board(crok_sim_game *g, crok_sim_play *p)
{
    for (int i = 0; i < g->n; i++) {
        crok_sim_disc away = g->discs[i];
        crok_mm to = crok_sim_seat(p->seat);
        away.place = CROK_SIM_AWAY;
        away.at_mm =
            (crok_vec3){520.0 * to.x, 520.0 * to.y, g->feel.table.table_z_mm};
        p->jobs[p->n_jobs++] = (crok_sim_job){
            .id = away.id,
            .to = away,
            .with_next = i % CROK_SIM_MAX_HELD != CROK_SIM_MAX_HELD - 1};
    }
    if (p->n_jobs > 0)
        p->jobs[p->n_jobs - 1].with_next = false;
    g->n = 0;
}

static crok_status end_round(crok_sim_game *g, crok_sim_play *p, crok_err *err)
{
    list_discs(g, p);
    p->event = (crok_event){.type = CROK_EVENT_ROUND_END};
    clear_board(g, p);
    g->has_last_played = false;
    g->rounds++;
    return add_event(g, &p->event, err);
}

crok_status crok_sim_game_rerack(crok_sim_game *g, crok_sim_play *play,
                                 crok_err *err)
{
    list_discs(g, play);
    play->troubles = 1U << CROK_SIM_RERACK;
    play->event = (crok_event){.type = CROK_EVENT_REPLAY_ROUND};
    (void)snprintf(play->event.u.reason, sizeof play->event.u.reason,
                   "The players started anew");
    clear_board(g, play);
    g->has_last_played = false;
    return add_event(g, &play->event, err);
}

/* The loser chooses to start. */
static crok_status choose_starter(crok_sim_game *g, crok_sim_play *p,
                                  crok_err *err)
{
    const crok_seats *seats = &g->match.info.seats;
    int player = (int)(rnd_next(&g->rnd) % (uint64_t)seats->n);
    while (!crok_may_start(&g->match.info.book, seats, player))
        player = (player + 1) % seats->n;
    list_discs(g, p);
    p->event = (crok_event){.type = CROK_EVENT_NEXT_STARTER};
    p->event.u.seat = seats->seat[player];
    return add_event(g, &p->event, err);
}

crok_status crok_sim_game_next(crok_sim_game *g, crok_sim_play *play,
                               bool *more, crok_err *err)
{
    const crok_match *m = &g->match;
    *more = !g->over;
    play->table = &g->feel.table;
    if (g->over)
        return CROK_OK;
    if (m->state == CROK_STATE_WAITING) {
        crok_book book = m->info.book;
        start_event(&g->options, &book, &g->feel.table, &play->event);
        play->n_discs = 0;
        play->n_jobs = 0;
        return add_event(g, &play->event, err);
    }
    if (m->state == CROK_STATE_OVER || g->rounds >= g->options.rounds) {
        g->over = true;
        list_discs(g, play);
        play->event = (crok_event){.type = CROK_EVENT_MATCH_END};
        return add_event(g, &play->event, err);
    }
    if (m->ask == CROK_ASK_STARTER)
        return choose_starter(g, play, err);
    if (m->state == CROK_STATE_ROUND_OVER)
        return end_round(g, play, err);
    return next_shot(
        g, crok_turns_player(&m->info.book, &m->info.seats, &m->turns), play,
        err);
}
