/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/photo.h"

#include "sim/frames.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "discs/look_and_scan.h"
#include "report/score.h"

/* Pixels that are nearer than this are the same place. */
#define TOL_PX 5.0

/* Something at a place beside the surface that may look like a disc. */
static crok_sim_true_disc beside(const crok_camera *cam, crok_vec3 at)
{
    crok_px px = crok_camera_project(cam, at);
    return (crok_sim_true_disc){
        .side = "", .px_x = px.x, .px_y = px.y, .may_hide = true};
}

int crok_sim_true_discs(const crok_sim *s, const crok_sim_truth *truth,
                        crok_sim_true_disc out[CROK_SIM_MAX_TRUE])
{
    static const crok_disc_state state[] = {[CROK_SIM_SURFACE] = CROK_DISC_FLAT,
                                            [CROK_SIM_HOLE] = CROK_DISC_HOLE,
                                            [CROK_SIM_LEANING] =
                                                CROK_DISC_LEANING,
                                            [CROK_SIM_DITCH] = CROK_DISC_OUT,
                                            [CROK_SIM_AWAY] = CROK_DISC_OUT};
    const crok_sim_look *look = crok_sim_look_at(s);
    crok_camera cam = crok_sim_true_camera(s, truth);
    crok_lines lines = crok_sim_table_lines(&look->table);
    crok_value_rules rules = crok_value_rules_default();
    int n = 0;
    for (int i = 0; i < truth->moment.n_discs; i++) {
        const crok_sim_disc *d = &truth->moment.discs[i];
        crok_px px = crok_camera_project(&cam, d->at_mm);
        crok_rest rest = {.d_mm = hypot(d->at_mm.x, d->at_mm.y),
                          .r_mm = look->table.board.disc_mm,
                          .state = state[d->place]};
        out[n++] =
            (crok_sim_true_disc){look->colours.side[d->side].name,
                                 px.x,
                                 px.y,
                                 rest.d_mm,
                                 rest.state,
                                 crok_value_of(&lines, &rules, &rest).value,
                                 rest.state == CROK_DISC_OUT};
    }
    for (int i = 0; i < look->finish.n_props; i++)
        out[n++] = beside(&cam, look->finish.props[i].foot_mm);
    for (int i = 0; look->scene != NULL && i < look->scene->n_off; i++) {
        crok_mm at = look->scene->off_mm[i];
        out[n++] = beside(&cam, (crok_vec3){at.x, at.y, 0.0});
    }
    return n;
}

static void say(crok_sim_compared *out, const char *what, const char *side,
                double d_mm)
{
    if (out->why[0] == '\0')
        (void)snprintf(out->why, sizeof out->why, "%s: %s disc at %.1f mm",
                       what, side, d_mm);
}

static int found_at(const crok_observation *o, const crok_sim_true_disc *d,
                    double tol_px)
{
    for (int i = 0; i < o->n_discs; i++)
        if (hypot(o->discs[i].at_px.x - d->px_x,
                  o->discs[i].at_px.y - d->px_y) < tol_px)
            return i;
    return -1;
}

static void compare_disc(const crok_score *s, int i,
                         const crok_sim_true_disc *d, crok_sim_compared *out)
{
    const crok_seen_disc *found = &s->seen.discs[i];
    const crok_value *v = &s->value[i];
    const char *side = s->seen.sides[found->side].name;
    bool is_out = d->value == 0 && found->state == CROK_DISC_OUT;
    if (strcmp(side, d->side) != 0) {
        say(out, side, d->side, d->d_mm);
        return;
    }
    if (found->state != d->state && !is_out && !v->close &&
        !found->state_unsure) {
        say(out, "another state", d->side, d->d_mm);
        return;
    }
    out->n_matched++;
    if (d->state == CROK_DISC_FLAT)
        out->worst_mm = fmax(out->worst_mm,
                             fabs(hypot(found->at.x, found->at.y) - d->d_mm));
    if (v->value == d->value ||
        (v->close && v->lo <= d->value && d->value <= v->hi))
        out->n_exact++;
    else
        say(out, "another value", d->side, d->d_mm);
}

/* Each side that was seen: its total on the board and in the hole. */
static bool totals_agree(const crok_score *s, const crok_sim_true_disc *discs,
                         int n)
{
    for (int k = 0; k < s->seen.n_sides; k++) {
        int total = 0;
        for (int i = 0; i < n; i++)
            if (strcmp(discs[i].side, s->seen.sides[k].name) == 0)
                total += discs[i].value;
        if (total < s->side[k].lo || total > s->side[k].hi)
            return false;
    }
    return true;
}

/* Count the found discs that match neither a disc that must be found nor one
 * that may be. The latter are lower than the scorer assumes, so the tolerance
 * in pixels is larger for them. */
static void count_found(const crok_score *s, const crok_sim_true_disc *discs,
                        int n, double tol_px, crok_sim_compared *out)
{
    for (int k = 0; k < s->seen.n_discs; k++) {
        const crok_seen_disc *found = &s->seen.discs[k];
        bool counts = true;
        for (int i = 0; i < n && counts; i++)
            counts = !discs[i].may_hide ||
                     hypot(found->at_px.x - discs[i].px_x,
                           found->at_px.y - discs[i].px_y) > 3.0 * tol_px;
        out->n_found += counts;
        for (int i = 0; i < n && counts; i++)
            counts = hypot(found->at_px.x - discs[i].px_x,
                           found->at_px.y - discs[i].px_y) > tol_px;
        if (counts)
            say(out, "invented", s->seen.sides[found->side].name,
                hypot(found->at.x, found->at.y));
    }
}

/* Give each found side the name of the true side that most of its discs have.
 */
static void rename_sides(crok_score *s, const crok_sim_true_disc *discs, int n,
                         double tol_px)
{
    for (int k = 0; k < s->seen.n_sides; k++) {
        int votes[CROK_MAX_DISCS] = {0};
        int best = -1;
        for (int i = 0; i < n; i++) {
            bool plays = discs[i].side[0] != '\0';
            int at = plays ? found_at(&s->seen, &discs[i], tol_px) : -1;
            for (int j = 0; j < n && at >= 0; j++)
                votes[j] += s->seen.discs[at].side == k &&
                            strcmp(discs[j].side, discs[i].side) == 0;
        }
        for (int j = 0; j < n; j++)
            if (votes[j] > (best < 0 ? 0 : votes[best]))
                best = j;
        if (best >= 0)
            (void)snprintf(s->seen.sides[k].name, sizeof s->seen.sides[k].name,
                           "%s", discs[best].side);
    }
}

static void compare(const crok_score *s, const crok_sim_true_disc *discs, int n,
                    double tol_px, crok_sim_compared *out)
{
    for (int i = 0; i < n; i++) {
        int at = found_at(&s->seen, &discs[i], tol_px);
        if (discs[i].may_hide)
            continue;
        out->n_true++;
        if (at < 0)
            say(out, "not found", discs[i].side, discs[i].d_mm);
        else
            compare_disc(s, at, &discs[i], out);
    }
    count_found(s, discs, n, tol_px, out);
    out->ok = out->n_matched == out->n_true && out->n_found == out->n_true;
    out->total_ok = totals_agree(s, discs, n);
}

void crok_sim_compare_photo(const crok_image *img,
                            const crok_sim_true_disc *discs, int n,
                            double tol_px, bool by_name, crok_sim_compared *out)
{
    static crok_board_pose pose;
    static crok_observation seen;
    static crok_score score;
    crok_scan_options options = {.n_sides = 2};
    crok_score_options count = {.rules = crok_value_rules_default(),
                                .n_sides = 2};
    crok_err err = {0};
    *out = (crok_sim_compared){0};
    if (crok_scan_board(img, 1.0, &options, &pose, &err) != CROK_OK ||
        look_and_scan(img, &options, &pose, &seen, &err) != CROK_OK ||
        crok_score_count(&seen, &count, &score, &err) != CROK_OK)
        (void)snprintf(out->why, sizeof out->why, "%.200s", err.msg);
    else {
        if (!by_name)
            rename_sides(&score, discs, n, tol_px);
        compare(&score, discs, n, tol_px, out);
    }
}

void crok_sim_score_frame(const crok_sim *sim, const crok_sim_truth *truth,
                          const crok_image *img, bool by_name,
                          crok_sim_tally *sum)
{
    crok_sim_true_disc discs[CROK_SIM_MAX_TRUE];
    crok_sim_compared c;
    int n = crok_sim_true_discs(sim, truth, discs);
    crok_sim_compare_photo(img, discs, n, TOL_PX, by_name, &c);
    print_message("frame %ld: %d of %d discs, %d found, %d exact, %.2f mm %s\n",
                  truth->index, c.n_matched, c.n_true, c.n_found, c.n_exact,
                  c.worst_mm, c.why);
    sum->frames++;
    sum->ok += c.ok;
    sum->totals += c.total_ok;
    sum->discs += c.n_true;
    sum->found += c.n_found;
    sum->matched += c.n_matched;
    sum->exact += c.n_exact;
    sum->worst_mm = fmax(sum->worst_mm, c.worst_mm);
}

int crok_sim_n_on_board(const crok_sim_truth *truth)
{
    int n = 0;
    for (int i = 0; i < truth->moment.n_discs; i++)
        n += truth->moment.discs[i].place <= CROK_SIM_LEANING;
    return n;
}

bool crok_sim_score_rest(crok_sim *ahead, crok_sim *s,
                         const crok_sim_camera *camera, int n_discs,
                         crok_sim_tally *sum)
{
    static crok_sim_truth truth;
    crok_image img = sim_picture(camera);
    bool found = false;
    while (!found && sim_next(ahead, NULL, &truth)) {
        found = truth.quiet && crok_sim_n_on_board(&truth) >= n_discs;
        assert_true(sim_next(s, found ? &img : NULL, &truth));
    }
    if (found)
        crok_sim_score_frame(s, &truth, &img, false, sum);
    crok_image_free(&img);
    crok_sim_free(&s);
    crok_sim_free(&ahead);
    return found;
}
