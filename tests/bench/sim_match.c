/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/sim_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "capture/frame.h"
#include "discs/colour.h"
#include "rules/book_json.h"
#include "rules/rules_json.h"

void sim_match_must(crok_status st, const crok_err *err)
{
    if (st == CROK_OK)
        return;
    (void)fprintf(stderr, "simulated match: %s\n", err->msg);
    exit(1);
}

/* ---- the command line ---- */

static bool read_size(const char *text, crok_sim_camera *camera)
{
    char *end = NULL;
    camera->w_px = (int)strtol(text, &end, 10);
    camera->h_px = *end == 'x' ? (int)strtol(end + 1, &end, 10) : 0;
    return *end == '\0' && camera->w_px >= 64 && camera->h_px >= 64;
}

static bool read_looks(const char *text, crok_sim_looks *looks)
{
    bool is_real = strcmp(text, "real") == 0;
    *looks = is_real ? CROK_SIM_LOOKS_REAL : CROK_SIM_LOOKS_OLD;
    return is_real || strcmp(text, "old") == 0;
}

static bool read_option(sim_match_options *o, const char *name,
                        const char *value)
{
    if (strcmp(name, "--rules") == 0)
        o->rules = value;
    else if (strcmp(name, "--seed") == 0)
        o->seed = strtoul(value, NULL, 10);
    else if (strcmp(name, "--rounds") == 0)
        o->rounds = (int)strtol(value, NULL, 10);
    else if (strcmp(name, "--fps") == 0)
        o->camera.fps = strtod(value, NULL);
    else if (strcmp(name, "--size") == 0)
        return read_size(value, &o->camera);
    else if (strcmp(name, "--looks") == 0)
        return read_looks(value, &o->looks);
    else if (strcmp(name, "--on") == 0)
        o->on = value;
    else if (strcmp(name, "--keep") == 0)
        o->keep = value;
    else if (strcmp(name, "--draw") == 0)
        o->draw = value;
    else
        return false;
    return true;
}

bool sim_match_read_options(int argc, char **argv, sim_match_options *out,
                            const char *own_name, const char **own_value)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0) {
            out->is_wordy = true;
            continue;
        }
        if (i + 1 == argc)
            return false;
        if (strcmp(argv[i], own_name) == 0)
            *own_value = argv[i + 1];
        else if (!read_option(out, argv[i], argv[i + 1]))
            return false;
        i++;
    }
    return out->rounds > 0 && out->camera.fps > 0.0;
}

/* ---- a frame, as capture gives it ---- */

static crok_status colour(void *context, int n, crok_image *out, crok_err *err)
{
    return crok_frame_rgb(context, n, NULL, out, err);
}

/* ---- one match ---- */

/* The sides' names: those of the simulator, or the words for their colours, as
 * scenes have names that are no colours; of two woods the darker is brown. The
 * sides are sorted by name. */
static void name_sides(const crok_sim_colours *colours, char name[2][24])
{
    crok_lab lab[2];
    crok_lab ignored;
    bool are_words = true;
    for (int i = 0; i < 2; i++) {
        const uint8_t *rgb = colours->side[i].rgb;
        lab[i] = crok_lab_of((crok_rgb){rgb[0], rgb[1], rgb[2]});
        are_words =
            are_words && crok_colour_of_word(colours->side[i].name, &ignored);
        (void)snprintf(name[i], 24, "%s", colours->side[i].name);
    }
    for (int i = 0; i < 2 && !are_words; i++)
        (void)snprintf(name[i], 24, "%s", crok_colour_word(lab[i]));
    if (!are_words && strcmp(name[0], name[1]) == 0)
        (void)snprintf(name[lab[1].l < lab[0].l], 24, "brown");
    if (strcmp(name[0], name[1]) < 0)
        return;
    (void)fprintf(stderr, "simulated match: %s, %s: not sorted\n", name[0],
                  name[1]);
    exit(1);
}

void sim_match_open(sim_match *m, const crok_sim_options *options,
                    const crok_sim_camera *camera)
{
    crok_live *live = NULL;
    crok_engine_options engine = {.n_sides = 2};
    crok_table_setup want = {.sides.n = 2, .first_seat = -1};
    sim_match_must(crok_book_preset(options->rules, &want.book, NULL, &m->err),
                   &m->err);
    sim_match_must(crok_sim_new(options, camera, &m->sim, &m->err), &m->err);
    name_sides(&crok_sim_look_at(m->sim)->colours, want.sides.name);
    memcpy(engine.side_names, want.sides.name, sizeof want.sides.name[0] * 2);
    if (m->rgb.data == NULL)
        sim_match_must(crok_image_new(camera->w_px, camera->h_px, CROK_RGB8,
                                      &m->rgb, &m->err),
                       &m->err);
    sim_match_must(crok_engine_new(&engine, &m->engine, &m->err), &m->err);
    sim_match_must(crok_live_open(NULL, &live, &m->err), &m->err);
    sim_match_must(
        crok_table_open(live, "the record", &want, &m->table, &m->err),
        &m->err);
    m->truth = crok_log_empty();
}

static void must_keep(bool is_good, const sim_match *m)
{
    if (is_good)
        return;
    (void)fprintf(stderr, "simulated match: %s cannot be used\n", m->kept.path);
    exit(1);
}

void sim_match_keep(sim_match *m, const sim_match_options *o, const char *name)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", o->keep == NULL ? "" : o->keep,
                   name);
    if (o->keep != NULL)
        must_keep(kept_film_open(&m->kept, path), m);
    (void)snprintf(m->drawn_path, sizeof m->drawn_path, "%s/%s.mp4",
                   o->draw == NULL ? "" : o->draw, name);
    sim_match_must(crok_drawn_film_begin(&m->drawn,
                                         o->draw == NULL ? NULL : m->drawn_path,
                                         &m->err),
                   &m->err);
}

void sim_match_close(sim_match *m)
{
    must_keep(kept_film_close(&m->kept), m);
    crok_drawn_film_close(&m->drawn);
    crok_sim_free(&m->sim);
    crok_engine_free(&m->engine);
    crok_live_close(&m->table.live);
    crok_log_close(&m->truth);
}

void sim_match_free(sim_match *m)
{
    crok_image_free(&m->rgb);
    crok_image_free(&m->luma);
}

static void feed(sim_match *m)
{
    crok_frame taken = {.data = m->rgb.data,
                        .n_bytes = m->rgb.stride_bytes * (size_t)m->rgb.h_px,
                        .w_px = m->rgb.w_px,
                        .h_px = m->rgb.h_px,
                        .stride_bytes = m->rgb.stride_bytes,
                        .pixels = CROK_PIXELS_RGB24,
                        .t_ns = (int64_t)(m->now.t_s * 1e9)};
    crok_engine_frame frame = {.luma = &m->luma,
                               .t_ns = taken.t_ns,
                               .w_px = taken.w_px,
                               .h_px = taken.h_px,
                               .colour = colour,
                               .context = &taken};
    const crok_board_pose *pose = NULL;
    double begin = clock_ns();
    sim_match_must(crok_frame_luma(&taken, CROK_ENGINE_LUMA, &m->luma, &m->err),
                   &m->err);
    sim_match_must(crok_engine_feed(m->engine, &frame, &m->report, &m->err),
                   &m->err);
    m->feed_ns += clock_ns() - begin;
    sim_match_must(crok_drawn_film_add(&m->drawn, m->engine, &frame, &m->err),
                   &m->err);
    m->frames++;
    pose = crok_engine_pose(m->engine);
    sim_match_must(crok_table_judge(&m->table, &m->report,
                                    pose == NULL ? NULL : &pose->board,
                                    &m->effect, &m->err),
                   &m->err);
    if (m->effect.sets_rest) {
        crok_rest_sight rest = crok_evidence_rest(&m->effect.rest);
        crok_engine_set(m->engine, &rest);
    }
    if (m->effect.has_caught_up)
        crok_engine_read_anew(m->engine);
}

bool sim_match_step(sim_match *m)
{
    bool more = true;
    crok_image *drawn = kept_film_is_drawn(&m->kept) ? &m->rgb : NULL;
    sim_match_must(crok_sim_frame(m->sim, drawn, &m->now, &more, &m->err),
                   &m->err);
    if (more && !m->now.missing)
        must_keep(kept_film_take(&m->kept, &m->rgb), m);
    m->effect = (crok_table_effect){0};
    m->report.news = CROK_NEWS_NONE;
    if (more && !m->now.missing)
        feed(m);
    return more;
}

bool sim_match_told_shot(const sim_match *m)
{
    return m->report.news == CROK_NEWS_SHOT;
}

void sim_match_say(const sim_match *m)
{
    const crok_engine_report *r = &m->report;
    if (m->effect.note[0] != '\0')
        (void)printf("%8.2f s: %s\n", m->now.t_s, m->effect.note);
    if (r->news > CROK_NEWS_NONE && r->news != CROK_NEWS_MOVING &&
        r->news != CROK_NEWS_SAME)
        (void)printf("%8.2f s: news %d, %d lie there. %s %s\n", m->now.t_s,
                     (int)r->news, r->rest.n, r->words,
                     crok_table_words(&m->table));
}

void sim_match_finish(sim_match *m)
{
    sim_match_must(crok_table_finish(&m->table, &m->effect, &m->err), &m->err);
}

void sim_match_take_truth(sim_match *m)
{
    sim_match_must(crok_log_add(&m->truth, m->now.event, &m->err), &m->err);
}

const crok_log *sim_match_log(const sim_match *m)
{
    return crok_live_log(m->table.live);
}

/* ---- comparing ---- */

static int n_bowl(const crok_decision *d)
{
    int n = 0;
    for (int i = 0; i < d->n_remove; i++)
        n += d->remove[i].to == CROK_TO_BOWL;
    return n;
}

/* A disc that has to be taken off the rim, and one that was seen to leave the
 * surface by itself, are out of play alike: the number in play tells both. */
bool sim_match_same_decision(const crok_shot_event *ours,
                             const crok_decision *truth, int truth_n_before)
{
    const crok_decision *a = &ours->decision;
    return a->valid == truth->valid && n_bowl(a) == n_bowl(truth) &&
           a->n_restore == truth->n_restore &&
           a->n_in_play - ours->shot.n_before ==
               truth->n_in_play - truth_n_before &&
           memcmp(a->twenties, truth->twenties, sizeof a->twenties) == 0;
}

bool sim_match_is_open(const crok_decision *d)
{
    return crok_decision_is_open(d) || d->n_unsure > 0;
}

/* The totals of a round at its end, if discs may lie elsewhere by so much. */
static void total_up(const crok_match *at_end, double slack_mm,
                     sim_match_round *out)
{
    static crok_match m; /* large */
    m = *at_end;
    for (int i = 0; i < m.n_discs && slack_mm > 0.0; i++)
        m.discs[i].sigma_mm = slack_mm / CROK_CLOSE_K;
    for (int s = 0; s < m.info.n_sides; s++)
        out->total[s] = crok_match_total(&m, s);
}

int sim_match_rounds(const crok_log *log, double slack_mm,
                     sim_match_round out[SIM_MATCH_MAX_ROUNDS], crok_err *err)
{
    crok_log_walk walk;
    int n = 0;
    sim_match_must(crok_log_walk_begin(log, &walk, err), err);
    while (walk.event != NULL && n < SIM_MATCH_MAX_ROUNDS) {
        if (walk.event->type == CROK_EVENT_ROUND_END) {
            out[n] = (sim_match_round){.seq = walk.event->seq};
            total_up(&walk.match, slack_mm, &out[n++]);
        }
        sim_match_must(crok_log_walk_step(&walk, err), err);
    }
    crok_log_walk_end(&walk);
    return n;
}

sim_match_total sim_match_compare(const sim_match_round *ours,
                                  const sim_match_round *truth)
{
    bool is_right = true;
    for (int s = 0; s < 2; s++) {
        const crok_points *p = &ours->total[s];
        const crok_points *t = &truth->total[s];
        if (t->hi < p->lo || t->lo > p->hi)
            return SIM_MATCH_WRONG;
        is_right = is_right && p->points >= t->lo && p->points <= t->hi;
    }
    return is_right ? SIM_MATCH_RIGHT : SIM_MATCH_IN_RANGE;
}

void sim_match_print_shot(const char *whose, const crok_log *log, long seq)
{
    crok_event e;
    cJSON *json = crok_log_shot(log, seq, &e) ? crok_event_to_json(&e) : NULL;
    char *line = json == NULL ? NULL : cJSON_PrintUnformatted(json);
    if (line != NULL)
        (void)printf("  %s: %s\n", whose, line);
    cJSON_free(line);
    cJSON_Delete(json);
}
