/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/truth.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/json.h"

static const cJSON *get(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

static double number(const cJSON *obj, const char *name)
{
    const cJSON *x = get(obj, name);
    return cJSON_IsNumber(x) ? x->valuedouble : (double)NAN;
}

static double element(const cJSON *array, int i)
{
    const cJSON *x = cJSON_GetArrayItem(array, i);
    return cJSON_IsNumber(x) ? x->valuedouble : (double)NAN;
}

static crok_px pair(const cJSON *obj, const char *name)
{
    const cJSON *a = get(obj, name);
    return (crok_px){element(a, 0), element(a, 1)};
}

static const char *text(const cJSON *obj, const char *name)
{
    const cJSON *x = get(obj, name);
    return cJSON_IsString(x) ? x->valuestring : "";
}

static void set_picture(truth *t, const char *path, const char *image)
{
    const char *slash = strrchr(path, '/');
    int n = slash == NULL ? 0 : (int)(slash - path) + 1;
    (void)snprintf(t->picture, sizeof t->picture, "%.*s%s", n, path, image);
}

/* ---- renders ---- */

static crok_disc_state state_of(const char *word)
{
    if (strcmp(word, "hole") == 0)
        return CROK_DISC_HOLE;
    if (strcmp(word, "leaning") == 0)
        return CROK_DISC_LEANING;
    return strcmp(word, "flat") == 0 ? CROK_DISC_FLAT : CROK_DISC_OUT;
}

static void read_camera(truth *t, const cJSON *cam)
{
    const cJSON *rows = get(cam, "R");
    const cJSON *shift = get(cam, "t");
    crok_camera *c = &t->camera;
    c->w_px = (int)number(cam, "width");
    c->h_px = (int)number(cam, "height");
    c->f_px = number(cam, "fx");
    c->cx_px = number(cam, "cx");
    c->cy_px = number(cam, "cy");
    c->k1 = number(cam, "k1");
    for (int i = 0; i < 9; i++)
        c->rot.m[i] = element(cJSON_GetArrayItem(rows, i / 3), i % 3);
    c->t_mm =
        (crok_vec3){element(shift, 0), element(shift, 1), element(shift, 2)};
    t->px_per_mm = crok_camera_px_per_mm(c);
    t->centre_px = crok_camera_project(c, (crok_vec3){0.0, 0.0, 0.0});
}

static void add_render_disc(truth *t, const cJSON *d, double r_mm,
                            bool is_distractor)
{
    truth_disc *to = &t->discs[t->n_discs];
    const cJSON *value = get(d, "value");
    if (t->n_discs == TRUTH_MAX_DISCS)
        return;
    t->n_discs++;
    *to = (truth_disc){.team = (int)number(d, "team"),
                       .state = is_distractor ? CROK_DISC_OUT
                                              : state_of(text(d, "state")),
                       .is_distractor = is_distractor,
                       .is_certain = true,
                       .at = {number(d, "x_mm"), number(d, "y_mm")},
                       .bottom_px = pair(d, "bottom_center_px"),
                       .top_px = pair(d, "top_center_px"),
                       .r_px = r_mm * t->px_per_mm,
                       .value = cJSON_IsNumber(value) ? value->valueint : -1,
                       .margin_mm = number(d, "margin_mm")};
    if (is_distractor) {
        to->bottom_px = to->top_px;
        to->value = 0;
    }
}

static void add_render_team(truth *t, const cJSON *team)
{
    const cJSON *rgb = get(team, "rgb");
    for (int i = 0; i < 3 && cJSON_IsArray(rgb); i++)
        t->team_rgb[t->n_teams][i] = (uint8_t)element(rgb, i);
    (void)snprintf(t->team[t->n_teams++], sizeof t->team[0], "%s",
                   text(team, "name"));
}

static void read_render(truth *t, const cJSON *doc)
{
    const cJSON *board = get(doc, "board");
    const cJSON *radii = get(board, "line_radii_mm");
    const cJSON *x = NULL;
    int i = 0;
    t->is_render = true;
    t->line_mm[CROK_LINE_OUTER] = number(radii, "outer");
    t->line_mm[CROK_LINE_MIDDLE] = number(radii, "middle");
    t->line_mm[CROK_LINE_INNER] = number(radii, "inner");
    t->width_mm = number(board, "line_width_mm");
    t->hole_mm = number(board, "hole_diameter_mm") / 2.0;
    t->disc_mm = number(get(doc, "disc"), "diameter_mm") / 2.0;
    t->disc_height_mm = number(get(doc, "disc"), "thickness_mm");
    read_camera(t, get(doc, "camera"));
    cJSON_ArrayForEach(x, get(doc, "teams"))
    {
        if (t->n_teams < TRUTH_MAX_TEAMS)
            add_render_team(t, x);
    }
    cJSON_ArrayForEach(x, get(doc, "totals"))
    {
        if (i < TRUTH_MAX_TEAMS)
            t->total[i++] = x->valueint;
    }
    cJSON_ArrayForEach(x, get(doc, "discs"))
        add_render_disc(t, x, t->disc_mm, false);
    cJSON_ArrayForEach(x, get(doc, "off_board"))
        add_render_disc(t, x, t->disc_mm, true);
}

/* ---- photos ---- */

static int team_index(const truth *t, const char *name)
{
    for (int i = 0; i < t->n_teams; i++)
        if (strcmp(t->team[i], name) == 0)
            return i;
    return 0;
}

static void add_photo_disc(truth *t, const cJSON *d, bool is_off)
{
    const cJSON *value = get(d, "value");
    crok_disc_state state = CROK_DISC_FLAT;
    if (t->n_discs == TRUTH_MAX_DISCS)
        return;
    if (is_off)
        state = CROK_DISC_OUT;
    else if (cJSON_IsNumber(value) && value->valueint == 20)
        state = CROK_DISC_HOLE;
    t->discs[t->n_discs++] =
        (truth_disc){.team = team_index(t, text(d, "team")),
                     .state = state,
                     .is_distractor = is_off,
                     .is_certain = !cJSON_IsFalse(get(d, "certain")),
                     .at = {(double)NAN, (double)NAN},
                     .bottom_px = {(double)NAN, (double)NAN},
                     .top_px = {number(d, "u"), number(d, "v")},
                     .r_px = number(d, "r"),
                     .value = is_off                  ? 0
                              : cJSON_IsNumber(value) ? value->valueint
                                                      : -1,
                     .margin_mm = (double)NAN};
}

static void read_photo(truth *t, const cJSON *doc)
{
    const cJSON *board = get(doc, "board");
    const cJSON *x = NULL;
    for (int i = 0; i < CROK_N_LINES; i++)
        t->line_mm[i] = (double)NAN;
    t->width_mm = (double)NAN;
    t->px_per_mm = (double)NAN;
    t->centre_px = pair(board, "center");
    cJSON_ArrayForEach(x, get(doc, "teams"))
    {
        if (t->n_teams < TRUTH_MAX_TEAMS && cJSON_IsString(x))
            (void)snprintf(t->team[t->n_teams++], sizeof t->team[0], "%s",
                           x->valuestring);
    }
    for (int i = 0; i < t->n_teams; i++)
        t->total[i] = (int)number(get(doc, "totals"), t->team[i]);
    cJSON_ArrayForEach(x, get(doc, "discs")) add_photo_disc(t, x, false);
    cJSON_ArrayForEach(x, get(doc, "off_surface")) add_photo_disc(t, x, true);
}

crok_status truth_load(const char *path, truth *out, crok_err *err)
{
    truth t = {.has_board = true};
    cJSON *doc = NULL;
    crok_status st = crok_json_load(path, &doc, err);
    if (st != CROK_OK)
        return st;
    if (!cJSON_IsString(get(doc, "image")) ||
        (!cJSON_IsArray(get(doc, "discs")) &&
         !cJSON_IsNull(get(doc, "board")))) {
        cJSON_Delete(doc);
        return crok_fail(err, CROK_EFORMAT, "%s: no truth file", path);
    }
    set_picture(&t, path, text(doc, "image"));
    t.board_number = cJSON_IsNumber(get(doc, "board_number"))
                         ? get(doc, "board_number")->valueint
                         : -1;
    if (!cJSON_IsObject(get(doc, "board")))
        t.has_board = false;
    else if (cJSON_IsObject(get(doc, "camera")))
        read_render(&t, doc);
    else
        read_photo(&t, doc);
    cJSON_Delete(doc);
    *out = t;
    return CROK_OK;
}
