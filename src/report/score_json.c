/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>

#include "core/json.h"
#include "report/questions.h"
#include "report/result.h"

const char *crok_stage_name(crok_stage stage)
{
    static const char *const name[CROK_N_STAGES] = {
        [CROK_STAGE_OPEN] = "open",       [CROK_STAGE_DECODE] = "decode",
        [CROK_STAGE_BOARD] = "board",     [CROK_STAGE_DISCS] = "discs",
        [CROK_STAGE_OVERLAY] = "overlay",
    };
    return name[stage];
}

static cJSON *rgb_json(const uint8_t rgb[3])
{
    double x[3] = {rgb[0], rgb[1], rgb[2]};
    return crok_json_nums(x, 3, 0);
}

/* Add where a circle of the outer line's radius, z_mm above the surface,
 * crosses the axes +x, +y, -x and -y in the picture: four points of a plane,
 * which map between mm and px. */
static void add_axes(cJSON *board, const char *name,
                     const crok_board_pose *pose, double z_mm)
{
    const double r = pose->board.line_mm[CROK_LINE_OUTER];
    const crok_vec3 at[] = {
        {r, 0.0, z_mm}, {0.0, r, z_mm}, {-r, 0.0, z_mm}, {0.0, -r, z_mm}};
    cJSON *list = cJSON_AddArrayToObject(board, name);
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        crok_px p = crok_camera_project(&pose->camera, at[i]);
        cJSON_AddItemToArray(list, crok_json_nums((double[]){p.x, p.y}, 2, 1));
    }
}

static void add_board(cJSON *doc, const crok_board_pose *pose)
{
    const crok_board *b = &pose->board;
    cJSON *board = cJSON_AddObjectToObject(doc, "board");
    cJSON *lines = NULL;
    crok_px centre;
    crok_json_add_text(board, "model", b->model);
    cJSON_AddStringToObject(board, "scale", crok_scale_name(pose->scale));
    crok_json_add_num(board, "scale_sigma", pose->scale_rel_sigma, 4);
    lines = cJSON_AddObjectToObject(board, "lines_mm");
    crok_json_add_num(lines, "outer", b->line_mm[CROK_LINE_OUTER], 2);
    crok_json_add_num(lines, "middle", b->line_mm[CROK_LINE_MIDDLE], 2);
    crok_json_add_num(lines, "inner", b->line_mm[CROK_LINE_INNER], 2);
    crok_json_add_num(lines, "width", b->line_width_mm, 2);
    crok_json_add_num(board, "hole_mm", b->hole_mm, 2);
    crok_json_add_num(board, "disc_mm", b->disc_mm, 2);
    crok_json_add_num(board, "width_sigma_mm", pose->line_width_sigma_mm, 3);
    crok_json_add_num(board, "disc_sigma_mm", pose->disc_sigma_mm, 3);
    crok_json_add_num(board, "height_sigma", pose->height_rel_sigma, 4);
    crok_json_add_num(board, "tilt_deg",
                      crok_camera_tilt_rad(&pose->camera) * 180.0 / CROK_PI, 1);
    crok_json_add_num(board, "rms_px", pose->rms_px, 2);
    crok_json_add_num(board, "px_per_mm", crok_camera_px_per_mm(&pose->camera),
                      3);
    centre = crok_camera_project(&pose->camera, (crok_vec3){0.0, 0.0, 0.0});
    crok_json_add_nums(board, "centre_px", (double[]){centre.x, centre.y}, 2,
                       1);
    add_axes(board, "axes_px", pose, 0.0);
    add_axes(board, "face_axes_px", pose, b->disc_height_mm);
}

static void add_side(cJSON *sides, const crok_score *s, int i)
{
    const crok_side_score *c = &s->side[i];
    double range[2] = {c->lo, c->hi};
    cJSON *side = cJSON_CreateObject();
    cJSON_AddItemToArray(sides, side);
    crok_json_add_text(side, "side", s->seen.sides[i].name);
    cJSON_AddItemToObject(side, "rgb", rgb_json(s->seen.sides[i].rgb));
    crok_json_add_num(side, "on_board", c->on_board, 0);
    crok_json_add_num(side, "twenties", c->twenties, 0);
    crok_json_add_num(side, "total", c->total, 0);
    cJSON_AddItemToObject(side, "range", crok_json_nums(range, 2, 0));
}

/* Add the answers that a question may have. */
static void add_choices(cJSON *obj, const crok_score *s, crok_subject subject,
                        int index)
{
    const crok_open_question q = {.subject = subject, .index = index};
    cJSON *array = cJSON_AddArrayToObject(obj, "answers");
    crok_choices c;
    crok_questions_choices(s, &q, &c);
    for (int i = 0; i < c.n; i++)
        cJSON_AddItemToArray(array, cJSON_CreateString(c.text[i]));
}

static void add_disc(cJSON *discs, const crok_score *s, int i)
{
    const crok_seen_disc *d = &s->seen.discs[i];
    const crok_value *v = &s->value[i];
    double px[2] = {d->at_px.x, d->at_px.y};
    double range[2] = {v->lo, v->hi};
    const char *touching = crok_line_name(v->touching);
    cJSON *disc = cJSON_CreateObject();
    cJSON_AddItemToArray(discs, disc);
    crok_json_add_num(disc, "id", d->id, 0);
    crok_json_add_text(disc, "side", s->seen.sides[d->side].name);
    cJSON_AddStringToObject(disc, "state", crok_disc_state_name(d->state));
    crok_json_add_num(disc, "x_mm", d->at.x, 2);
    crok_json_add_num(disc, "y_mm", d->at.y, 2);
    crok_json_add_num(disc, "sigma_mm", d->sigma_mm, 3);
    cJSON_AddItemToObject(disc, "px", crok_json_nums(px, 2, 1));
    crok_json_add_num(disc, "value", v->value, 0);
    if (touching == NULL)
        cJSON_AddNullToObject(disc, "touching");
    else
        cJSON_AddStringToObject(disc, "touching", touching);
    crok_json_add_num(disc, "margin_mm", crok_score_margin_mm(s, i), 2);
    crok_json_add_num(disc, "margin_sigma_mm", s->margin_sigma_mm[i], 3);
    cJSON_AddBoolToObject(disc, "close", v->close);
    if (crok_score_is_asked(s, i)) {
        cJSON_AddStringToObject(disc, "asks",
                                crok_question_name(crok_score_question(s, i)));
        cJSON_AddItemToObject(disc, "range", crok_json_nums(range, 2, 0));
        add_choices(disc, s, CROK_ABOUT_DISC, i);
    }
    if (crok_questions_answered(s, d->id) != NULL)
        cJSON_AddStringToObject(disc, "by", "person");
    crok_json_add_num(disc, "confidence", d->confidence, 2);
}

/* Add the detection seen.maybe[i]. These detections have an array of their own,
 * because they are not counted and the array `discs` has only discs that are.
 */
static void add_maybe(cJSON *array, const crok_score *s, int i)
{
    const crok_seen_disc *d = &s->seen.maybe[i];
    double px[2] = {d->at_px.x, d->at_px.y};
    cJSON *disc = cJSON_CreateObject();
    cJSON_AddItemToArray(array, disc);
    crok_json_add_num(disc, "id", d->id, 0);
    crok_json_add_text(disc, "side", s->seen.sides[d->side].name);
    crok_json_add_num(disc, "x_mm", d->at.x, 2);
    crok_json_add_num(disc, "y_mm", d->at.y, 2);
    cJSON_AddItemToObject(disc, "px", crok_json_nums(px, 2, 1));
    crok_json_add_num(disc, "value", s->maybe_value[i], 0);
    if (s->maybe_value[i] > 0)
        add_choices(disc, s, CROK_ABOUT_MAYBE, i);
    crok_json_add_num(disc, "confidence", d->confidence, 2);
}

/* Add the values of the zones that an unseen region includes, as strings. Two
 * zones may have the same value. */
static void add_zones(cJSON *region, const crok_score *s, unsigned zones)
{
    cJSON *array = cJSON_AddArrayToObject(region, "zones");
    for (int k = 0; k <= CROK_N_LINES; k++) {
        char text[16];
        if ((zones & (1U << k)) == 0)
            continue;
        (void)snprintf(text, sizeof text, "%d", s->zone_value[k]);
        cJSON_AddItemToArray(array, cJSON_CreateString(text));
    }
}

static void add_unseen(cJSON *doc, const crok_score *s)
{
    cJSON *array = NULL;
    if (s->seen.unseen.n == 0)
        return;
    array = cJSON_AddArrayToObject(doc, "unseen");
    for (int i = 0; i < s->seen.unseen.n; i++) {
        const crok_unseen_region *r = &s->seen.unseen.region[i];
        cJSON *region = cJSON_CreateObject();
        crok_json_add_num(region, "id", r->id, 0);
        crok_json_add_num(region, "frac", r->frac, 3);
        add_zones(region, s, r->zones);
        cJSON_AddStringToObject(region, "why", crok_unseen_name(r->why));
        crok_json_add_num(region, "x_mm", r->at.x, 1);
        crok_json_add_num(region, "y_mm", r->at.y, 1);
        add_choices(region, s, CROK_ABOUT_UNSEEN, i);
        cJSON_AddItemToArray(array, region);
    }
}

static void add_answered(cJSON *doc, const crok_score *s)
{
    cJSON *array = NULL;
    if (s->n_answered == 0)
        return;
    array = cJSON_AddArrayToObject(doc, "answered");
    for (int i = 0; i < s->n_answered; i++) {
        const crok_answer *a = &s->answered[i];
        double px[2] = {a->at_px.x, a->at_px.y};
        cJSON *item = cJSON_CreateObject();
        crok_json_add_num(item, "id", a->id, 0);
        crok_json_add_text(item, "value", a->value);
        cJSON_AddItemToObject(item, "px", crok_json_nums(px, 2, 1));
        cJSON_AddStringToObject(item, "by", "person");
        cJSON_AddItemToArray(array, item);
    }
}

static void add_round(cJSON *doc, const crok_score *s)
{
    cJSON *round = cJSON_AddObjectToObject(doc, "round");
    cJSON *points = NULL;
    if (s->winner < 0) {
        cJSON_AddNullToObject(round, "difference");
    } else {
        cJSON *diff = cJSON_AddObjectToObject(round, "difference");
        crok_json_add_text(diff, "side", s->seen.sides[s->winner].name);
        crok_json_add_num(diff, "points", s->lead, 0);
        if (s->lead_lo != s->lead_hi) {
            const double range[2] = {s->lead_lo, s->lead_hi};
            cJSON_AddItemToObject(diff, "range", crok_json_nums(range, 2, 0));
        }
    }
    points = cJSON_AddObjectToObject(round, "points");
    for (int i = 0; i < s->seen.n_sides; i++)
        crok_json_add_num(points, s->seen.sides[i].name, s->side[i].points, 2);
    cJSON_AddBoolToObject(round, "too_close", s->is_open);
}

static void add_score(cJSON *doc, const crok_score *s)
{
    cJSON *array = NULL;
    add_board(doc, &s->seen.pose);
    array = cJSON_AddArrayToObject(doc, "sides");
    for (int i = 0; i < s->seen.n_sides; i++)
        add_side(array, s, i);
    array = cJSON_AddArrayToObject(doc, "discs");
    for (int i = 0; i < s->seen.n_discs; i++)
        add_disc(array, s, i);
    array = cJSON_AddArrayToObject(doc, "maybe");
    for (int i = 0; i < s->seen.n_maybe; i++)
        add_maybe(array, s, i);
    add_unseen(doc, s);
    add_answered(doc, s);
    add_round(doc, s);
    array = cJSON_AddArrayToObject(doc, "warnings");
    for (int i = 0; i < s->n_warnings; i++) {
        cJSON *holder = cJSON_CreateObject();
        crok_json_add_text(holder, "w", s->warnings[i]);
        cJSON_AddItemToArray(array, cJSON_DetachItemFromObject(holder, "w"));
        cJSON_Delete(holder);
    }
}

static void add_timings(cJSON *doc, const crok_result *r)
{
    cJSON *ms = cJSON_AddObjectToObject(doc, "cpu_ms");
    for (int i = 0; i < CROK_N_STAGES; i++)
        crok_json_add_num(ms, crok_stage_name((crok_stage)i),
                          (double)r->stage_ns[i] * 1e-6, 2);
}

char *crok_result_json(const crok_result *r)
{
    char *text = NULL;
    cJSON *doc = cJSON_CreateObject();
    cJSON_AddStringToObject(doc, "schema", "crokeye.score/1");
    crok_json_add_text(doc, "image", r->image);
    if (r->w_px > 0) {
        crok_json_add_num(doc, "width", r->w_px, 0);
        crok_json_add_num(doc, "height", r->h_px, 0);
    }
    if (r->overlay != NULL)
        crok_json_add_text(doc, "overlay", r->overlay);
    if (r->status == CROK_OK) {
        add_score(doc, &r->score);
    } else {
        cJSON *error = cJSON_AddObjectToObject(doc, "error");
        cJSON_AddStringToObject(error, "code", crok_status_code(r->status));
        crok_json_add_text(error, "message", r->err.msg);
    }
    if (r->wants_timings)
        add_timings(doc, r);
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return text;
}
