/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "discs/colour.h"

/* A found disc is a disc of truth when their centres are nearer than this
 * part of a radius: two discs cannot stand that near each other. */
#define MATCH_FRAC 0.6
/* Truth about discs off the surface is approximate, and so is their depth. */
#define MATCH_FRAC_OFF 1.2

const char *verdict_name(verdict v)
{
    static const char *const name[N_VERDICTS] = {
        [VERDICT_EXACT] = "exact",       [VERDICT_IN_RANGE] = "in range",
        [VERDICT_UNSURE] = "unsure",     [VERDICT_WRONG] = "WRONG",
        [VERDICT_REFUSED] = "REFUSED",   [VERDICT_NO_BOARD] = "no board",
        [VERDICT_INVENTED] = "INVENTED",
    };
    return name[v];
}

/* ---- matching ---- */

static double distance(crok_px a, crok_px b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/* Where the top of a found disc appears, as truth of photos tells it. */
static crok_px top_of(const crok_observation *o, const crok_seen_disc *d)
{
    const crok_board *b = &o->pose.board;
    double floor_mm = d->state == CROK_DISC_HOLE ? -b->hole_depth_mm : 0.0;
    return crok_camera_project(
        &o->pose.camera,
        (crok_vec3){d->at.x, d->at.y, floor_mm + b->disc_height_mm});
}

/* In radii; what can be compared is compared: undersides, else tops. */
static double apart(const crok_observation *o, const crok_seen_disc *d,
                    const truth_disc *t)
{
    if (isfinite(t->bottom_px.x))
        return distance(t->bottom_px, d->at_px) / t->r_px;
    return distance(t->top_px, top_of(o, d)) / t->r_px;
}

static bool may_match(const truth_disc *t, double radii)
{
    return radii <= (t->state == CROK_DISC_OUT ? MATCH_FRAC_OFF : MATCH_FRAC);
}

/* The nearest pair that is left; false when there is none. */
static bool best_pair(const truth *t, const crok_observation *o,
                      const bool *t_used, const bool *o_used, pairing *out)
{
    double best = HUGE_VAL;
    for (int i = 0; i < t->n_discs; i++) {
        for (int k = 0; !t_used[i] && k < o->n_discs; k++) {
            double radii =
                o_used[k] ? HUGE_VAL : apart(o, &o->discs[k], &t->discs[i]);
            if (!(radii < best) || !may_match(&t->discs[i], radii))
                continue;
            best = radii;
            out->truth = i;
            out->found = k;
        }
    }
    return isfinite(best);
}

static void match(const truth *t, const crok_observation *o, comparison *c)
{
    bool t_used[TRUTH_MAX_DISCS] = {false};
    bool o_used[CROK_MAX_DISCS] = {false};
    pairing p = {.truth = -1, .found = -1};
    while (best_pair(t, o, t_used, o_used, &p)) {
        t_used[p.truth] = true;
        o_used[p.found] = true;
        c->pair[c->n_pairs++] = p;
    }
    for (int i = 0; i < t->n_discs; i++)
        if (!t_used[i])
            c->pair[c->n_pairs++] = (pairing){.truth = i, .found = -1};
    for (int k = 0; k < o->n_discs; k++)
        if (!o_used[k])
            c->pair[c->n_pairs++] = (pairing){.truth = -1, .found = k};
}

/* ---- sides ---- */

/* How much alike the colours of a team and of a side are, 0 to 1: exp(-d / 50),
 * d in L*a*b*; 0 if the team's colour is not known. */
static double likeness(const truth *t, int team, const crok_side *side)
{
    const uint8_t *team_rgb = t->team_rgb[team];
    crok_lab is =
        crok_lab_of((crok_rgb){side->rgb[0], side->rgb[1], side->rgb[2]});
    crok_lab of =
        crok_lab_of((crok_rgb){team_rgb[0], team_rgb[1], team_rgb[2]});
    if (!t->is_render && !crok_colour_of_word(t->team[team], &of))
        return 0.0;
    return exp(-crok_lab_distance(is, of, CROK_LAB_WEIGHT_L) / 50.0);
}

/* The number of discs that are of their team's side. What their colours have in
 * common decides only between equal numbers. */
static double agreement(const truth *t, const crok_observation *o,
                        const comparison *c, const int *side_of_team)
{
    double n = 0.0;
    for (int team = 0; team < t->n_teams; team++)
        if (side_of_team[team] >= 0)
            n += likeness(t, team, &o->sides[side_of_team[team]]) /
                 (t->n_teams + 1);
    for (int i = 0; i < c->n_pairs; i++) {
        const pairing *p = &c->pair[i];
        if (p->truth < 0 || p->found < 0)
            continue;
        n += side_of_team[t->discs[p->truth].team] == o->discs[p->found].side;
    }
    return n;
}

/* Teams are told apart by their discs: of all ways to give each team a side of
 * its own, the one with which most discs agree. */
static void try_sides(const truth *t, const crok_observation *o, comparison *c,
                      int team, int *trial, double *best)
{
    if (team == t->n_teams) {
        double n = agreement(t, o, c, trial);
        if (n > *best) {
            *best = n;
            memcpy(c->side_of_team, trial, sizeof c->side_of_team);
        }
        return;
    }
    for (int side = -1; side < o->n_sides; side++) {
        bool is_taken = false;
        for (int k = 0; side >= 0 && k < team; k++)
            is_taken = is_taken || trial[k] == side;
        if (is_taken)
            continue;
        trial[team] = side;
        try_sides(t, o, c, team + 1, trial, best);
    }
}

/* A team none of whose discs was found takes a side that is left over: its
 * total must then be right, too. */
static void give_left_over(const truth *t, const crok_observation *o,
                           comparison *c)
{
    for (int side = 0; side < o->n_sides; side++) {
        bool is_taken = false;
        int team = -1;
        for (int k = 0; k < t->n_teams; k++) {
            is_taken = is_taken || c->side_of_team[k] == side;
            if (c->side_of_team[k] < 0)
                team = k;
        }
        if (!is_taken && team >= 0)
            c->side_of_team[team] = side;
    }
}

/* ---- discs ---- */

static void judge_value(const truth_disc *t, const crok_score *s, pairing *p)
{
    const crok_value *v = &s->value[p->found];
    bool is_open = v->lo != v->hi;
    if (t->value < 0)
        return;
    p->is_value_wrong = t->is_certain && (t->value < v->lo || t->value > v->hi);
    p->is_open_far = is_open && fabs(t->margin_mm) > OPEN_MARGIN_MM;
}

static void judge_place(const truth *t, const crok_score *s, pairing *p)
{
    const truth_disc *td = &t->discs[p->truth];
    const crok_seen_disc *d = &s->seen.discs[p->found];
    double norm = t->line_mm[CROK_LINE_OUTER] /
                  s->seen.pose.board.line_mm[CROK_LINE_OUTER];
    double found = hypot(d->at.x, d->at.y);
    double is = hypot(td->at.x, td->at.y);
    p->radial_mm = (double)NAN;
    p->radial_norm_mm = (double)NAN;
    p->margin_err_mm = (double)NAN;
    p->place_mm = (double)NAN;
    if (td->state != CROK_DISC_FLAT || !isfinite(is))
        return;
    p->radial_mm = found - is;
    p->place_mm = distance(td->bottom_px, d->at_px) / t->px_per_mm;
    p->radial_norm_mm = found * norm - is;
    p->margin_err_mm = crok_score_margin_mm(s, p->found) * norm - td->margin_mm;
}

static void judge_pair(const truth *t, const crok_score *s, comparison *c,
                       pairing *p)
{
    const truth_disc *td = p->truth < 0 ? NULL : &t->discs[p->truth];
    const crok_seen_disc *d = p->found < 0 ? NULL : &s->seen.discs[p->found];
    bool is_off =
        td == NULL ? d->state == CROK_DISC_OUT : td->state == CROK_DISC_OUT;
    c->n_truth += td != NULL && !is_off;
    c->n_out_truth += td != NULL && is_off && !td->is_distractor;
    if (td == NULL) {
        c->n_invented += !is_off;
        c->n_out_invented += is_off;
        return;
    }
    if (d == NULL) {
        c->n_missing += !is_off;
        return;
    }
    c->n_found += !is_off;
    c->n_out_found += is_off && !td->is_distractor;
    p->is_side_wrong =
        c->side_of_team[td->team] != d->side && !td->is_distractor;
    judge_value(td, s, p);
    judge_place(t, s, p);
    c->n_side_wrong += p->is_side_wrong;
    c->n_value_wrong += p->is_value_wrong;
    c->n_open_far += p->is_open_far;
}

/* ---- totals ---- */

int comparison_excused_total(const truth *t, const crok_score *s,
                             const comparison *c, int team)
{
    int total = t->total[team];
    for (int i = 0; i < c->n_pairs; i++) {
        const pairing *p = &c->pair[i];
        const truth_disc *td = p->truth < 0 ? NULL : &t->discs[p->truth];
        if (td == NULL || td->is_certain || td->team != team || td->value < 0 ||
            td->state == CROK_DISC_OUT)
            continue;
        total -= td->value;
        total += p->found < 0 ? 0 : s->value[p->found].value;
    }
    return total;
}

static verdict judge_totals(const truth *t, const crok_score *s,
                            const comparison *c)
{
    bool is_exact = true;
    bool is_in_range = true;
    bool is_excused = true;
    for (int team = 0; team < t->n_teams; team++) {
        int side = c->side_of_team[team];
        int total = side < 0 ? 0 : s->side[side].total;
        int lo = side < 0 ? 0 : s->side[side].lo;
        int hi = side < 0 ? 0 : s->side[side].hi;
        int want = t->total[team];
        is_exact = is_exact && total == want;
        is_in_range = is_in_range && want >= lo && want <= hi;
        want = comparison_excused_total(t, s, c, team);
        is_excused = is_excused && want >= lo && want <= hi;
    }
    if (is_exact)
        return VERDICT_EXACT;
    if (is_in_range)
        return VERDICT_IN_RANGE;
    return is_excused ? VERDICT_UNSURE : VERDICT_WRONG;
}

/* ---- the board ---- */

static void judge_board(const truth *t, const crok_board_pose *pose,
                        comparison *c)
{
    const crok_board *b = &pose->board;
    double norm = t->line_mm[CROK_LINE_OUTER] / b->line_mm[CROK_LINE_OUTER];
    crok_px centre =
        crok_camera_project(&pose->camera, (crok_vec3){0.0, 0.0, 0.0});
    c->centre_px = distance(centre, t->centre_px);
    c->tilt_deg = (double)NAN;
    c->f_rel = (double)NAN;
    if (t->is_render) {
        c->tilt_deg = (crok_camera_tilt_rad(&pose->camera) -
                       crok_camera_tilt_rad(&t->camera)) *
                      180.0 / CROK_PI;
        c->f_rel = pose->camera.f_px / t->camera.f_px - 1.0;
    }
    c->outer_rel = 1.0 / norm - 1.0;
    c->scale_sigmas = c->outer_rel / pose->scale_rel_sigma;
    c->middle_mm =
        b->line_mm[CROK_LINE_MIDDLE] * norm - t->line_mm[CROK_LINE_MIDDLE];
    c->inner_mm =
        b->line_mm[CROK_LINE_INNER] * norm - t->line_mm[CROK_LINE_INNER];
    c->width_mm = b->line_width_mm * norm - t->width_mm;
}

void compare(const truth *t, const crok_result *r, comparison *out)
{
    const crok_observation *o = &r->score.seen;
    int trial[TRUTH_MAX_TEAMS] = {-1, -1, -1, -1};
    double best = -1.0;
    comparison *c = out;
    memset(c, 0, sizeof *c);
    for (int i = 0; i < TRUTH_MAX_TEAMS; i++)
        c->side_of_team[i] = -1;
    c->scale_sigmas = (double)NAN;
    if (r->status != CROK_OK) {
        for (int i = 0; t->has_board && i < t->n_discs; i++)
            c->n_truth += t->discs[i].state != CROK_DISC_OUT;
        c->n_missing = c->n_truth;
        c->verdict = t->has_board ? VERDICT_REFUSED : VERDICT_NO_BOARD;
        return;
    }
    if (!t->has_board) {
        c->verdict = VERDICT_INVENTED;
        return;
    }
    match(t, o, c);
    try_sides(t, o, c, 0, trial, &best);
    give_left_over(t, o, c);
    for (int i = 0; i < c->n_pairs; i++)
        judge_pair(t, &r->score, c, &c->pair[i]);
    c->n_close = r->score.n_close;
    judge_board(t, &o->pose, c);
    c->verdict = judge_totals(t, &r->score, c);
}

/* The first pair of discs that is not as it should be. */
static const pairing *bad_pair(const comparison *c)
{
    for (int i = 0; i < c->n_pairs; i++) {
        const pairing *p = &c->pair[i];
        bool is_pair = p->truth >= 0 && p->found >= 0;
        if (is_pair && isfinite(p->place_mm) && p->place_mm > PLACE_MOST_MM)
            return p;
    }
    return NULL;
}

bool comparison_fault(const comparison *c, char *out, size_t room)
{
    const pairing *bad = bad_pair(c);
    out[0] = '\0';
    if (c->n_missing > 0)
        (void)snprintf(out, room, "%d discs missing", c->n_missing);
    else if (c->n_invented > 0)
        (void)snprintf(out, room, "%d discs invented", c->n_invented);
    else if (c->n_side_wrong > 0)
        (void)snprintf(out, room, "%d discs of the wrong side",
                       c->n_side_wrong);
    else if (c->n_value_wrong > 0)
        (void)snprintf(out, room, "%d sure values wrong", c->n_value_wrong);
    else if (bad != NULL)
        (void)snprintf(out, room, "disc %d of truth lies %.1f mm away",
                       bad->truth + 1, bad->place_mm);
    else if (c->verdict == VERDICT_WRONG || c->verdict == VERDICT_REFUSED ||
             c->verdict == VERDICT_INVENTED)
        (void)snprintf(out, room, "the picture is %s",
                       verdict_name(c->verdict));
    return out[0] != '\0';
}

/* One standard deviation of a disc's distance from the centre in millimetres,
 * which are not known quite either. */
static double sigma_in_mm(const crok_result *r, int found)
{
    const crok_seen_disc *d = &r->score.seen.discs[found];
    return hypot(d->sigma_mm,
                 r->score.seen.pose.scale_rel_sigma * hypot(d->at.x, d->at.y));
}

void radial_add(radial_sum *sum, const comparison *c, const crok_result *r)
{
    for (int i = 0; i < c->n_pairs; i++) {
        const pairing *p = &c->pair[i];
        double sigma = 0.0;
        if (p->truth < 0 || p->found < 0 || !isfinite(p->radial_mm))
            continue;
        sigma = r->score.seen.discs[p->found].sigma_mm;
        sum->n++;
        sum->n_2sigma += fabs(p->radial_norm_mm) <= 2.0 * sigma;
        sum->n_2sigma_mm +=
            fabs(p->radial_mm) <= 2.0 * sigma_in_mm(r, p->found);
        sum->sq += p->radial_mm * p->radial_mm;
        sum->sq_norm += p->radial_norm_mm * p->radial_norm_mm;
        sum->sq_sigmas +=
            p->radial_norm_mm * p->radial_norm_mm / (sigma * sigma);
        if (isfinite(p->margin_err_mm) && fabs(p->margin_err_mm) < 10.0) {
            sum->sq_margin += p->margin_err_mm * p->margin_err_mm;
            sum->n_margin++;
            sum->n_margin_2sigma += fabs(p->margin_err_mm) <=
                                    2.0 * r->score.margin_sigma_mm[p->found];
        }
    }
}
