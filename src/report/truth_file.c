/* SPDX-License-Identifier: Apache-2.0 */
#include "report/truth_file.h"

#include <math.h>
#include <strings.h>

#include "core/json.h"
#include "report/questions.h"

/* Points of a line. A reader fits an ellipse, which takes five. */
#define LINE_POINTS 8
/* Directions in which the radius of a circle in the picture is averaged. Its
 * image is nearly an ellipse, so opposite directions suffice. */
#define RADIUS_POINTS 16

/* ---- what may be kept ---- */

bool crok_truth_is_known(const crok_score *s)
{
    crok_open_question open[CROK_MAX_ANSWERS];
    if (s->n_answered == 0 || crok_questions_open(s, open) > 0 ||
        s->absent_hi > 0 || s->seen.n_dropped > 0)
        return false;
    for (int i = 0; i < s->seen.n_sides; i++)
        if (s->side[i].lo != s->side[i].hi)
            return false;
    return true;
}

bool crok_truth_has_values(const crok_value_rules *rules)
{
    const crok_value_rules usual = crok_value_rules_default();
    return rules->hole == usual.hole && rules->inner == usual.inner &&
           rules->middle == usual.middle && rules->outer == usual.outer &&
           rules->leaning == usual.leaning &&
           rules->on_outer_line == usual.on_outer_line;
}

/* ---- places ---- */

static crok_px at_angle(const crok_camera *cam, crok_vec3 centre, double r_mm,
                        double a_rad)
{
    return crok_camera_project(cam, (crok_vec3){centre.x + r_mm * cos(a_rad),
                                                centre.y + r_mm * sin(a_rad),
                                                centre.z});
}

/* The mean radius in the picture of a circle that is parallel to the board. */
static double radius_px(const crok_camera *cam, crok_vec3 centre, double r_mm)
{
    crok_px mid = crok_camera_project(cam, centre);
    double sum = 0.0;
    for (int i = 0; i < RADIUS_POINTS; i++) {
        crok_px p =
            at_angle(cam, centre, r_mm, 2.0 * CROK_PI * i / RADIUS_POINTS);
        sum += hypot(p.x - mid.x, p.y - mid.y);
    }
    return sum / RADIUS_POINTS;
}

/* The centre of a disc's top face. */
static crok_vec3 face_of(const crok_seen_disc *d, const crok_board *b)
{
    double floor_mm = d->state == CROK_DISC_HOLE ? -b->hole_depth_mm : 0.0;
    return (crok_vec3){d->at.x, d->at.y, floor_mm + b->disc_height_mm};
}

/* Does it lie in the ditch or beside the board? A disc that is worth nothing
 * since it touches the outer line is still on the surface. */
static bool is_off_surface(const crok_score *s, int i)
{
    return s->seen.discs[i].state == CROK_DISC_OUT &&
           s->value[i].nearest == CROK_LINE_NONE;
}

/* ---- the document ---- */

/* Add points of a line, all the way round. */
static void add_line(cJSON *board, const crok_board_pose *pose, crok_line line)
{
    const crok_vec3 middle = {0.0, 0.0, 0.0};
    cJSON *points = cJSON_AddArrayToObject(board, crok_line_name(line));
    for (int i = 0; i < LINE_POINTS; i++) {
        crok_px p = at_angle(&pose->camera, middle, pose->board.line_mm[line],
                             2.0 * CROK_PI * i / LINE_POINTS);
        cJSON_AddItemToArray(points,
                             crok_json_nums((double[]){p.x, p.y}, 2, 1));
    }
}

static void add_board(cJSON *doc, const crok_board_pose *pose)
{
    const crok_vec3 middle = {0.0, 0.0, 0.0};
    const crok_camera *cam = &pose->camera;
    const crok_px centre = crok_camera_project(cam, middle);
    const double at[2] = {centre.x, centre.y};
    cJSON *board = cJSON_AddObjectToObject(doc, "board");
    cJSON *hole = NULL;
    crok_json_add_nums(board, "center", at, 2, 1);
    hole = cJSON_AddObjectToObject(board, "hole");
    crok_json_add_nums(hole, "center", at, 2, 1);
    crok_json_add_num(hole, "radius_px",
                      radius_px(cam, middle, pose->board.hole_mm), 1);
    for (int i = 0; i < CROK_N_LINES; i++)
        add_line(board, pose, (crok_line)i);
}

/* The place of a disc and its side. */
static cJSON *place_of(const crok_score *s, int i)
{
    const crok_seen_disc *d = &s->seen.discs[i];
    const crok_board *b = &s->seen.pose.board;
    const crok_camera *cam = &s->seen.pose.camera;
    crok_vec3 face = face_of(d, b);
    crok_px at = crok_camera_project(cam, face);
    cJSON *disc = cJSON_CreateObject();
    crok_json_add_num(disc, "u", at.x, 1);
    crok_json_add_num(disc, "v", at.y, 1);
    crok_json_add_num(disc, "r", radius_px(cam, face, b->disc_mm), 1);
    crok_json_add_text(disc, "team", s->seen.sides[d->side].name);
    return disc;
}

static cJSON *disc_of(const crok_score *s, int i)
{
    const crok_seen_disc *d = &s->seen.discs[i];
    const crok_value *v = &s->value[i];
    const char *touching = crok_line_name(v->touching);
    cJSON *disc = place_of(s, i);
    crok_json_add_num(disc, "value", v->value, 0);
    if (touching == NULL)
        cJSON_AddNullToObject(disc, "touching");
    else
        cJSON_AddStringToObject(disc, "touching", touching);
    cJSON_AddBoolToObject(disc, "certain", !d->is_doubted && d->other_side < 0);
    return disc;
}

static void add_discs(cJSON *doc, const crok_score *s)
{
    cJSON *discs = cJSON_AddArrayToObject(doc, "discs");
    cJSON *off = cJSON_AddArrayToObject(doc, "off_surface");
    for (int i = 0; i < s->seen.n_discs; i++) {
        if (is_off_surface(s, i))
            cJSON_AddItemToArray(off, place_of(s, i));
        else
            cJSON_AddItemToArray(discs, disc_of(s, i));
    }
}

/* The points of 20s that were taken off. */
static int bowl_points(const crok_score *s, const crok_bowl *bowl, int side)
{
    int points = 0;
    for (int i = 0; i < bowl->n; i++)
        if (strcasecmp(bowl->side[i], s->seen.sides[side].name) == 0)
            points += bowl->twenties[i] * s->rules.hole;
    return points;
}

static void add_totals(cJSON *doc, const crok_score *s, const crok_bowl *bowl)
{
    cJSON *totals = cJSON_AddObjectToObject(doc, "totals");
    for (int i = 0; i < s->seen.n_sides; i++)
        crok_json_add_num(totals, s->seen.sides[i].name,
                          s->side[i].total - bowl_points(s, bowl, i), 0);
}

char *crok_truth_file_text(const crok_result *r, const crok_bowl *bowl,
                           const char *image)
{
    const crok_score *s = &r->score;
    char *text = NULL;
    cJSON *teams = NULL;
    cJSON *doc = cJSON_CreateObject();
    cJSON_AddStringToObject(doc, "schema", "crokeye.truth/1");
    crok_json_add_text(doc, "image", image);
    crok_json_add_num(doc, "width", r->w_px, 0);
    crok_json_add_num(doc, "height", r->h_px, 0);
    add_board(doc, &s->seen.pose);
    teams = cJSON_AddArrayToObject(doc, "teams");
    for (int i = 0; i < s->seen.n_sides; i++)
        cJSON_AddItemToArray(teams, cJSON_CreateString(s->seen.sides[i].name));
    add_discs(doc, s);
    add_totals(doc, s, bowl);
    cJSON_AddArrayToObject(doc, "traps");
    text = crok_json_text(doc, true);
    cJSON_Delete(doc);
    return text;
}
