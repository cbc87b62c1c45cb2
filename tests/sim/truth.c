/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/truth.h"

#include <stdlib.h>

#include "board/calib.h"
#include "board/model/board_json.h"
#include "rules/rules_json.h"

static const char *place_name(crok_sim_place place)
{
    static const char *const name[] = {[CROK_SIM_SURFACE] = "surface",
                                       [CROK_SIM_HOLE] = "hole",
                                       [CROK_SIM_LEANING] = "leaning",
                                       [CROK_SIM_DITCH] = "ditch",
                                       [CROK_SIM_AWAY] = "away"};
    return name[place];
}

static bool write_line(FILE *to, cJSON *doc)
{
    char *text = doc == NULL ? NULL : cJSON_PrintUnformatted(doc);
    bool ok = text != NULL && fprintf(to, "%s\n", text) > 0;
    cJSON_free(text);
    cJSON_Delete(doc);
    return ok;
}

bool crok_sim_write_board(FILE *to, const crok_board *board)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON_AddStringToObject(doc, "schema", "crokeye.board/1");
    crok_board_write(doc, board);
    return write_line(to, doc);
}

bool crok_sim_write_calib(FILE *to, const crok_board *board,
                          const crok_camera *camera)
{
    crok_board_pose pose = {.board = *board, .camera = *camera};
    char *text = crok_calib_to_json(&pose, NULL);
    bool ok = text != NULL && fputs(text, to) >= 0;
    free(text);
    return ok;
}

bool crok_sim_write_event(FILE *to, const crok_event *event)
{
    return write_line(to, crok_event_to_json(event));
}

static cJSON *discs_of(const crok_sim_moment *m, const crok_sim_colours *c)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < m->n_discs; i++) {
        const crok_sim_disc *d = &m->discs[i];
        cJSON *one = NULL;
        if (d->place == CROK_SIM_AWAY)
            continue;
        one = cJSON_CreateObject();
        cJSON_AddNumberToObject(one, "id", d->id);
        cJSON_AddStringToObject(one, "side", c->side[d->side].name);
        cJSON_AddStringToObject(one, "place", place_name(d->place));
        cJSON_AddNumberToObject(one, "x_mm", d->at_mm.x);
        cJSON_AddNumberToObject(one, "y_mm", d->at_mm.y);
        cJSON_AddItemToArray(list, one);
    }
    return list;
}

/* The ids of a bit set of the moment's discs. */
static cJSON *ids_of(const crok_sim_moment *m, unsigned long long set)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < m->n_discs; i++)
        if ((set & 1ULL << i) != 0)
            cJSON_AddItemToArray(list, cJSON_CreateNumber(m->discs[i].id));
    return list;
}

static void add_numbers(cJSON *to, const char *name, const double *x, int n)
{
    cJSON_AddItemToObject(to, name, cJSON_CreateDoubleArray(x, n));
}

static cJSON *pose_of(const crok_sim_pose *p)
{
    cJSON *doc = cJSON_CreateObject();
    add_numbers(doc, "at_mm", (double[]){p->at_mm.x, p->at_mm.y}, 2);
    cJSON_AddNumberToObject(doc, "turn_rad", p->turn_rad);
    cJSON_AddNumberToObject(doc, "quarters", p->quarters);
    add_numbers(doc, "aim_rad",
                (double[]){p->aim_rad.x, p->aim_rad.y, p->aim_rad.z}, 3);
    add_numbers(doc, "creep_px", (double[]){p->creep_px.x, p->creep_px.y}, 2);
    cJSON_AddNumberToObject(doc, "zoom", p->zoom);
    add_numbers(doc, "sway_px",
                (double[]){p->sway.shift_px.x, p->sway.shift_px.y}, 2);
    cJSON_AddNumberToObject(doc, "roll_rad", p->sway.roll_rad);
    return doc;
}

static cJSON *camera_of(const crok_camera *c)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON_AddNumberToObject(doc, "f_px", c->f_px);
    cJSON_AddNumberToObject(doc, "cx_px", c->cx_px);
    cJSON_AddNumberToObject(doc, "cy_px", c->cy_px);
    cJSON_AddNumberToObject(doc, "k1", c->k1);
    add_numbers(doc, "R", c->rot.m, 9);
    add_numbers(doc, "t_mm", (double[]){c->t_mm.x, c->t_mm.y, c->t_mm.z}, 3);
    return doc;
}

static cJSON *troubles_of(unsigned set)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < CROK_SIM_N_TROUBLES; i++)
        if ((set & 1U << i) != 0)
            cJSON_AddItemToArray(list, cJSON_CreateString(crok_sim_trouble_name(
                                           (crok_sim_trouble)i)));
    return list;
}

static void add_troubles(cJSON *doc, const crok_sim *sim,
                         const crok_sim_truth *truth)
{
    crok_camera camera = crok_sim_true_camera(sim, truth);
    cJSON_AddItemToObject(doc, "troubles", troubles_of(truth->moment.troubles));
    cJSON_AddItemToObject(doc, "hidden",
                          ids_of(&truth->moment, truth->hidden.discs));
    cJSON_AddNumberToObject(doc, "board_hidden", truth->hidden.board_frac);
    cJSON_AddNumberToObject(doc, "of_last", truth->of_last);
    cJSON_AddItemToObject(doc, "pose", pose_of(&truth->moment.pose));
    cJSON_AddItemToObject(doc, "camera", camera_of(&camera));
}

bool crok_sim_write_frame(FILE *to, const crok_sim *sim,
                          const crok_sim_truth *truth)
{
    const crok_sim_colours *colours = &crok_sim_look_at(sim)->colours;
    cJSON *doc = cJSON_CreateObject();
    cJSON_AddNumberToObject(doc, "frame", (double)truth->index);
    cJSON_AddNumberToObject(doc, "t_s", truth->t_s);
    cJSON_AddBoolToObject(doc, "moving", truth->moving);
    cJSON_AddBoolToObject(doc, "hand", truth->hand);
    cJSON_AddBoolToObject(doc, "quiet", truth->quiet);
    cJSON_AddBoolToObject(doc, "frozen", truth->frozen);
    cJSON_AddNumberToObject(doc, "light", truth->moment.light);
    cJSON_AddNumberToObject(doc, "knock", truth->moment.knock);
    cJSON_AddItemToObject(doc, "held",
                          ids_of(&truth->moment, truth->moment.held));
    cJSON_AddItemToObject(doc, "discs", discs_of(&truth->moment, colours));
    if (crok_sim_troubles(sim) != 0)
        add_troubles(doc, sim, truth);
    return write_line(to, doc);
}
