/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/read.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/json.h"

crok_where crok_where_in(const char *where, const char *name, int i)
{
    crok_where w;
    (void)snprintf(w.text, sizeof w.text, "%.100s: %s[%d]", where, name, i);
    return w;
}

const cJSON *crok_field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

static crok_status must_be(const cJSON *obj, const char *name,
                           const char *where, const char *what, crok_err *err)
{
    if (crok_field(obj, name) == NULL)
        return crok_fail(err, CROK_EFORMAT, "%s: \"%s\" is missing", where,
                         name);
    return crok_fail(err, CROK_EFORMAT, "%s: \"%s\" must be %s", where, name,
                     what);
}

static crok_status read_whole(const cJSON *obj, const char *name, double limit,
                              const char *where, double *out, crok_err *err)
{
    double x = 0.0;
    crok_status st =
        crok_json_num(obj, name, (crok_range){-limit, limit}, where, &x, err);
    if (st != CROK_OK)
        return st;
    if (x != floor(x))
        return must_be(obj, name, where, "a whole number", err);
    *out = x;
    return CROK_OK;
}

crok_status crok_read_int(const cJSON *obj, const char *name, const char *where,
                          int *out, crok_err *err)
{
    double x = 0.0;
    crok_status st = read_whole(obj, name, INT_MAX, where, &x, err);
    if (st == CROK_OK)
        *out = (int)x;
    return st;
}

crok_status crok_read_long(const cJSON *obj, const char *name,
                           const char *where, long *out, crok_err *err)
{
    double x = 0.0;
    crok_status st = read_whole(obj, name, 9e15, where, &x, err);
    if (st == CROK_OK)
        *out = (long)x;
    return st;
}

crok_status crok_read_positive(const cJSON *obj, const char *name,
                               const char *what, const char *where, long *out,
                               crok_err *err)
{
    crok_status st = CROK_OK;
    if (crok_field(obj, name) == NULL)
        return CROK_OK;
    st = crok_read_long(obj, name, where, out, err);
    if (st == CROK_OK && *out < 1)
        st = crok_fail(err, CROK_EFORMAT, "%s: \"%s\" must be %s", where, name,
                       what);
    return st;
}

crok_status crok_read_text(const cJSON *obj, const char *name,
                           const char *where, char *out, size_t size,
                           crok_err *err)
{
    const char *text = cJSON_GetStringValue(crok_field(obj, name));
    if (text == NULL || text[0] == '\0')
        return must_be(obj, name, where, "a text", err);
    if (strlen(text) >= size)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"%s\" is longer than %zu bytes", where, name,
                         size - 1);
    memcpy(out, text, strlen(text) + 1);
    return CROK_OK;
}

crok_status crok_read_text_opt(const cJSON *obj, const char *name,
                               const char *where, char *out, size_t size,
                               crok_err *err)
{
    const cJSON *item = crok_field(obj, name);
    out[0] = '\0';
    if (item == NULL || (cJSON_IsString(item) && item->valuestring[0] == '\0'))
        return CROK_OK;
    return crok_read_text(obj, name, where, out, size, err);
}

crok_status crok_read_bool_opt(const cJSON *obj, const char *name,
                               const char *where, bool *out, crok_err *err)
{
    const cJSON *item = crok_field(obj, name);
    if (item == NULL)
        return CROK_OK;
    if (!cJSON_IsBool(item))
        return must_be(obj, name, where, "true or false", err);
    *out = cJSON_IsTrue(item) != 0;
    return CROK_OK;
}

crok_status crok_read_length_opt(const cJSON *obj, const char *name,
                                 const char *where, double *out, crok_err *err)
{
    if (crok_field(obj, name) == NULL)
        return CROK_OK;
    return crok_json_num(obj, name, (crok_range){0.0, CROK_MAX_PLACE_MM}, where,
                         out, err);
}

crok_status crok_read_array(const cJSON *obj, const char *name, int max,
                            const char *where, const cJSON **out, crok_err *err)
{
    const cJSON *item = crok_field(obj, name);
    int n = cJSON_GetArraySize(item);
    if (!cJSON_IsArray(item))
        return must_be(obj, name, where, "a list", err);
    if (n > max)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"%s\" has %d elements, at most %d are read",
                         where, name, n, max);
    *out = item;
    return CROK_OK;
}

crok_status crok_read_list(const cJSON *obj, const crok_list *list,
                           const char *where, crok_err *err)
{
    const cJSON *all = NULL;
    const cJSON *item = NULL;
    int n = 0;
    crok_status st =
        crok_read_array(obj, list->name, list->max, where, &all, err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, all)
    {
        crok_where at = crok_where_in(where, list->name, n++);
        st = list->read(item, at.text, list->out, err);
        if (st != CROK_OK)
            return st;
    }
    return CROK_OK;
}

crok_status crok_read_schema(const cJSON *obj, const char *schema,
                             const char *where, crok_err *err)
{
    const char *text = cJSON_GetStringValue(crok_field(obj, "schema"));
    if (text == NULL || strcmp(text, schema) != 0)
        return crok_fail(err, CROK_EFORMAT, "%s: \"schema\" must be \"%s\"",
                         where, schema);
    return CROK_OK;
}

int crok_word_of(const cJSON *item, const char *const *words, int n)
{
    const char *text = cJSON_GetStringValue(item);
    for (int i = 0; text != NULL && i < n; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    return -1;
}

crok_status crok_find_side(const char *text, const char *where,
                           char side[][CROK_NAME_MAX], int *n, int *out,
                           crok_err *err)
{
    if (text == NULL || text[0] == '\0' || strlen(text) >= CROK_NAME_MAX)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: a side's name has 1 to %d bytes", where,
                         CROK_NAME_MAX - 1);
    for (*out = 0; *out < *n; (*out)++)
        if (strcmp(side[*out], text) == 0)
            return CROK_OK;
    if (*n == CROK_MAX_SIDES)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: side \"%s\" is one too many, at most %d", where,
                         text, CROK_MAX_SIDES);
    memcpy(side[(*n)++], text, strlen(text) + 1);
    return CROK_OK;
}

crok_status crok_read_side(const cJSON *obj, const char *where,
                           char side[][CROK_NAME_MAX], int *n, int *out,
                           crok_err *err)
{
    char text[CROK_NAME_MAX];
    crok_status st = crok_read_text(obj, "side", where, text, sizeof text, err);
    return st == CROK_OK ? crok_find_side(text, where, side, n, out, err) : st;
}

crok_status crok_id_of(const cJSON *item, const char *where, int *out,
                       crok_err *err)
{
    double x = cJSON_IsNumber(item) ? item->valuedouble : 0.5;
    if (!(fabs(x) <= INT_MAX) || x != floor(x))
        return crok_fail(err, CROK_EFORMAT, "%s: must be an id", where);
    *out = (int)x;
    return CROK_OK;
}

static crok_status read_state(const cJSON *obj, const char *where,
                              crok_disc_state *out, crok_err *err)
{
    static const char *const word[] = {"flat", "hole", "leaning"};
    const cJSON *item = crok_field(obj, "state");
    int state = crok_word_of(item, word, 3);
    *out = CROK_DISC_FLAT;
    if (item == NULL)
        return CROK_OK;
    if (state < 0)
        return must_be(obj, "state", where, "flat, hole or leaning", err);
    *out = (crok_disc_state)state;
    return CROK_OK;
}

static crok_status read_disc(const cJSON *obj, const char *where,
                             const crok_disc_list *to, crok_disc *out,
                             crok_err *err)
{
    const crok_range place_mm = {-CROK_MAX_PLACE_MM, CROK_MAX_PLACE_MM};
    crok_status st = crok_read_int(obj, "id", where, &out->id, err);
    if (st == CROK_OK)
        st = crok_read_side(obj, where, to->side, to->n_sides, &out->side, err);
    if (st == CROK_OK)
        st = crok_json_num(obj, "x_mm", place_mm, where, &out->x_mm, err);
    if (st == CROK_OK)
        st = crok_json_num(obj, "y_mm", place_mm, where, &out->y_mm, err);
    if (st == CROK_OK)
        st = crok_read_length_opt(obj, "sigma_mm", where, &out->sigma_mm, err);
    if (st == CROK_OK)
        st = crok_read_bool_opt(obj, "state_unsure", where, &out->state_unsure,
                                err);
    return st == CROK_OK ? read_state(obj, where, &out->state, err) : st;
}

crok_status crok_read_discs(const cJSON *obj, const char *name,
                            const char *where, const crok_disc_list *to,
                            crok_err *err)
{
    const cJSON *list = NULL;
    const cJSON *item = NULL;
    crok_status st =
        crok_read_array(obj, name, CROK_MAX_DISCS, where, &list, err);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(item, list)
    {
        crok_where at = crok_where_in(where, name, *to->n);
        crok_disc *disc = &to->discs[*to->n];
        *disc = (crok_disc){0};
        st = read_disc(item, at.text, to, disc, err);
        if (st != CROK_OK)
            return st;
        if (crok_disc_find(to->discs, *to->n, disc->id) >= 0)
            return crok_fail(err, CROK_EFORMAT, "%s: id %d stands twice",
                             at.text, disc->id);
        (*to->n)++;
    }
    return CROK_OK;
}

static crok_status read_rgb(const cJSON *obj, const char *where,
                            crok_side_info *s, crok_err *err)
{
    const cJSON *rgb = crok_field(obj, "rgb");
    const cJSON *item = NULL;
    int i = 0;
    if (rgb == NULL)
        return CROK_OK;
    cJSON_ArrayForEach(item, rgb)
    {
        double x = cJSON_IsNumber(item) ? item->valuedouble : -1.0;
        if (i == 3 || !(x >= 0.0 && x <= 255.0))
            break;
        s->rgb[i++] = (int)x;
    }
    s->has_rgb = i == 3 && item == NULL;
    if (!s->has_rgb)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"rgb\" must be three numbers from 0 to 255",
                         where);
    return CROK_OK;
}

crok_status crok_read_side_info(const cJSON *obj, const char *where,
                                crok_side_info *out, crok_err *err)
{
    crok_status st =
        crok_read_text(obj, "side", where, out->side, sizeof out->side, err);
    if (st == CROK_OK)
        st = crok_read_text_opt(obj, "name", where, out->name, sizeof out->name,
                                err);
    return st == CROK_OK ? read_rgb(obj, where, out, err) : st;
}

cJSON *crok_side_info_json(const crok_side_info *side)
{
    cJSON *obj = cJSON_CreateObject();
    crok_json_add_text(obj, "side", side->side);
    crok_json_add_text(obj, "name", side->name);
    if (side->has_rgb)
        cJSON_AddItemToObject(obj, "rgb", cJSON_CreateIntArray(side->rgb, 3));
    return obj;
}

crok_status crok_read_board(const cJSON *obj, const char *where,
                            crok_lines *lines, double *disc_mm, crok_err *err)
{
    const crok_range length_mm = {0.0, CROK_MAX_PLACE_MM};
    const cJSON *board = crok_field(obj, "board");
    const cJSON *mm = crok_field(board, "lines_mm");
    crok_status st = CROK_OK;
    struct {
        const cJSON *in;
        const char *name;
        double *out;
    } field[] = {
        {mm, "outer", &lines->outer_mm},     {mm, "middle", &lines->middle_mm},
        {mm, "inner", &lines->inner_mm},     {mm, "width", &lines->width_mm},
        {board, "hole_mm", &lines->hole_mm}, {board, "disc_mm", disc_mm}};
    if (board == NULL)
        return CROK_OK;
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++) {
        if (i == 5 && crok_field(board, "disc_mm") == NULL)
            break; /* it is optional: *disc_mm is unchanged */
        st = crok_json_num(field[i].in, field[i].name, length_mm, where,
                           field[i].out, err);
        if (st != CROK_OK)
            return st;
    }
    if (!crok_value_is_sane(lines, NULL) || !(*disc_mm > 0.0))
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"board\": lines must rise from inner to outer",
                         where);
    return CROK_OK;
}

cJSON *crok_disc_json(const crok_disc *disc, const char *side)
{
    cJSON *obj = cJSON_CreateObject();
    cJSON_AddNumberToObject(obj, "id", disc->id);
    crok_json_add_text(obj, "side", side);
    crok_json_add_num(obj, "x_mm", disc->x_mm, 4);
    crok_json_add_num(obj, "y_mm", disc->y_mm, 4);
    if (disc->sigma_mm > 0.0)
        crok_json_add_num(obj, "sigma_mm", disc->sigma_mm, 4);
    if (disc->state_unsure)
        cJSON_AddTrueToObject(obj, "state_unsure");
    return obj;
}

cJSON *crok_board_json(const crok_lines *lines, double disc_mm)
{
    cJSON *board = cJSON_CreateObject();
    cJSON *mm = cJSON_AddObjectToObject(board, "lines_mm");
    crok_json_add_num(mm, "outer", lines->outer_mm, 4);
    crok_json_add_num(mm, "middle", lines->middle_mm, 4);
    crok_json_add_num(mm, "inner", lines->inner_mm, 4);
    crok_json_add_num(mm, "width", lines->width_mm, 4);
    crok_json_add_num(board, "hole_mm", lines->hole_mm, 4);
    crok_json_add_num(board, "disc_mm", disc_mm, 4);
    return board;
}
