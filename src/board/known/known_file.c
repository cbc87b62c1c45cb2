/* SPDX-License-Identifier: Apache-2.0 */
#include "board/known.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/model/board_json.h"
#include "core/base64.h"
#include "core/json.h"
#include "core/reader.h"

/* The standard deviation of the lines' width of a model: boards of one model
 * are drawn with pens and screens of 1.2 to 2.5 mm. */
#define MODEL_WIDTH_SIGMA_MM 0.5
/* Largest standard deviation of a length that is accepted. */
#define MAX_SIGMA_MM 100.0

/* ---- reading ---- */

static crok_scale read_scale(crok_reader *r, const cJSON *doc)
{
    const cJSON *said = crok_reader_optional(doc, "scale");
    if (said == NULL)
        return CROK_SCALE_MODEL;
    for (int i = 0; cJSON_IsString(said) && i <= CROK_SCALE_CALIB; i++)
        if (strcmp(said->valuestring, crok_scale_name((crok_scale)i)) == 0)
            return (crok_scale)i;
    crok_reader_fail(r, "\"scale\" must be model, hole, disc or calib");
    return CROK_SCALE_MODEL;
}

static void read_sigma(crok_reader *r, const cJSON *doc, crok_known_board *b)
{
    const cJSON *sigma = NULL;
    const cJSON *lines = NULL;
    for (int k = 0; k < CROK_N_LINES; k++)
        b->line_sigma_mm[k] =
            CROK_MODEL_REL_SIGMA * b->board.line_mm[CROK_LINE_OUTER];
    b->line_width_sigma_mm = MODEL_WIDTH_SIGMA_MM;
    b->scale_rel_sigma = CROK_MODEL_REL_SIGMA;
    if (crok_reader_optional(doc, "sigma") == NULL)
        return;
    sigma = crok_reader_object(r, doc, "sigma");
    b->scale_rel_sigma = crok_reader_num(r, sigma, "scale_rel", 0.0, 1.0);
    lines = crok_reader_object(r, sigma, "lines_mm");
    for (int k = 0; k < CROK_N_LINES; k++)
        b->line_sigma_mm[k] = crok_reader_num(
            r, lines, crok_line_name((crok_line)k), 0.0, MAX_SIGMA_MM);
    b->line_width_sigma_mm =
        crok_reader_num(r, lines, "width", 0.0, MAX_SIGMA_MM);
}

static void read_rgb(crok_reader *r, const cJSON *obj, const char *name,
                     double out[3])
{
    crok_reader_nums(r, obj, name, 3, out);
    for (int c = 0; c < 3 && r->status == CROK_OK; c++)
        if (out[c] < 0.0 || out[c] > 255.0)
            crok_reader_fail(r, "a colour's channels must be 0 to 255");
}

/* Bytes in base64; they stay as they are where the field is left out. */
static void read_bytes(crok_reader *r, const cJSON *obj, const char *name,
                       uint8_t *out, size_t n)
{
    const cJSON *text = crok_reader_optional(obj, name);
    char message[64];
    if (r->status != CROK_OK || text == NULL)
        return;
    if (cJSON_IsString(text) && crok_base64_decode(text->valuestring, out, n))
        return;
    (void)snprintf(message, sizeof message,
                   "\"%s\" must be %zu bytes in base64", name, n);
    crok_reader_fail(r, message);
}

static void read_surface(crok_reader *r, const cJSON *doc, crok_known_board *b)
{
    const cJSON *surface = crok_reader_object(r, doc, "surface");
    const cJSON *texture = crok_reader_optional(surface, "texture");
    b->is_bare = cJSON_IsTrue(crok_reader_optional(surface, "bare"));
    read_rgb(r, surface, "rgb", b->surface_rgb);
    if (texture == NULL)
        crok_reader_fail(r, "\"surface\" needs its \"texture\"");
    read_bytes(r, surface, "texture", b->texture.cell, sizeof b->texture.cell);
    read_bytes(r, surface, "view", b->bare.rgb[0], sizeof b->bare.rgb);
}

static void read_floor(crok_reader *r, const cJSON *doc, crok_known_floor *out)
{
    const cJSON *floor = NULL;
    if (crok_reader_optional(doc, "floor") == NULL)
        return;
    floor = crok_reader_object(r, doc, "floor");
    read_rgb(r, floor, "rgb", out->rgb);
    read_rgb(r, floor, "around_rgb", out->around_rgb);
    out->chance = crok_reader_num(r, floor, "chance", 0.0, 1.0);
}

static void read_side(crok_reader *r, const cJSON *item, crok_known_side *out)
{
    const cJSON *name = crok_reader_optional(item, "side");
    if (!cJSON_IsString(name) || name->valuestring[0] == '\0' ||
        strlen(name->valuestring) >= sizeof out->name) {
        crok_reader_fail(r, "\"discs\" must name each \"side\"");
        return;
    }
    (void)snprintf(out->name, sizeof out->name, "%s", name->valuestring);
    read_rgb(r, item, "rgb", out->rgb);
}

static void read_sides(crok_reader *r, const cJSON *doc, crok_known_board *b)
{
    const cJSON *discs = crok_reader_optional(doc, "discs");
    int n = cJSON_GetArraySize(discs);
    if (discs == NULL)
        return;
    if (!cJSON_IsArray(discs) || n > CROK_MAX_SIDES) {
        crok_reader_fail(r, "\"discs\" must be a list of at most four sides");
        return;
    }
    for (int i = 0; i < n; i++)
        read_side(r, cJSON_GetArrayItem(discs, i), &b->side[i]);
    b->n_sides = n;
}

/* Read and check a document. Deletes doc. */
static crok_status read_all(cJSON *doc, const char *where,
                            crok_known_board *out, crok_err *err)
{
    crok_reader r = {.where = where, .err = err};
    crok_known_board *b = calloc(1, sizeof *b);
    if (b == NULL) {
        cJSON_Delete(doc);
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", where);
    }
    crok_reader_schema(&r, doc, "crokeye.board/1");
    crok_board_read(&r, doc, &b->board);
    b->scale = read_scale(&r, doc);
    read_sigma(&r, doc, b);
    b->is_learnt = crok_reader_optional(doc, "surface") != NULL;
    if (b->is_learnt) {
        read_surface(&r, doc, b);
        read_floor(&r, doc, &b->floor);
        read_sides(&r, doc, b);
    }
    cJSON_Delete(doc);
    if (r.status == CROK_OK)
        *out = *b;
    free(b);
    return r.status;
}

crok_status crok_known_parse(const char *text, size_t len, const char *where,
                             crok_known_board *out, crok_err *err)
{
    cJSON *doc = NULL;
    crok_status st = crok_json_parse(text, len, where, &doc, err);
    return st == CROK_OK ? read_all(doc, where, out, err) : st;
}

crok_status crok_known_load(const char *path, crok_known_board *out,
                            crok_err *err)
{
    cJSON *doc = NULL;
    crok_status st = crok_json_load(path, &doc, err);
    return st == CROK_OK ? read_all(doc, path, out, err) : st;
}

/* ---- writing ---- */

static void add_rgb(cJSON *obj, const char *name, const double rgb[3])
{
    crok_json_add_nums(obj, name, rgb, 3, 1);
}

static void add_sigma(cJSON *doc, const crok_known_board *b)
{
    cJSON *sigma = cJSON_AddObjectToObject(doc, "sigma");
    cJSON *lines = NULL;
    crok_json_add_num(sigma, "scale_rel", b->scale_rel_sigma, 6);
    lines = cJSON_AddObjectToObject(sigma, "lines_mm");
    for (int k = 0; k < CROK_N_LINES; k++)
        crok_json_add_num(lines, crok_line_name((crok_line)k),
                          b->line_sigma_mm[k], 4);
    crok_json_add_num(lines, "width", b->line_width_sigma_mm, 4);
}

static bool add_bytes(cJSON *obj, const char *name, const uint8_t *bytes,
                      size_t n)
{
    char *text = crok_base64_encode(bytes, n);
    bool ok = text != NULL && cJSON_AddStringToObject(obj, name, text) != NULL;
    free(text);
    return ok;
}

static bool add_surface(cJSON *doc, const crok_known_board *b)
{
    cJSON *surface = cJSON_AddObjectToObject(doc, "surface");
    add_rgb(surface, "rgb", b->surface_rgb);
    cJSON_AddBoolToObject(surface, "bare", b->is_bare);
    return add_bytes(surface, "texture", b->texture.cell,
                     sizeof b->texture.cell) &&
           (!crok_bare_is_known(&b->bare) ||
            add_bytes(surface, "view", b->bare.rgb[0], sizeof b->bare.rgb));
}

static void add_floor(cJSON *doc, const crok_known_floor *f)
{
    cJSON *floor = NULL;
    if (f->chance <= 0.0)
        return;
    floor = cJSON_AddObjectToObject(doc, "floor");
    crok_json_add_num(floor, "chance", f->chance, 3);
    add_rgb(floor, "rgb", f->rgb);
    add_rgb(floor, "around_rgb", f->around_rgb);
}

static void add_sides(cJSON *doc, const crok_known_board *b)
{
    cJSON *discs = cJSON_AddArrayToObject(doc, "discs");
    for (int i = 0; i < b->n_sides; i++) {
        cJSON *item = cJSON_CreateObject();
        crok_json_add_text(item, "side", b->side[i].name);
        add_rgb(item, "rgb", b->side[i].rgb);
        if (!cJSON_AddItemToArray(discs, item))
            cJSON_Delete(item);
    }
}

static void add_views(cJSON *doc, const crok_board_view *view, int n)
{
    cJSON *views = cJSON_AddArrayToObject(doc, "views");
    for (int i = 0; i < n; i++) {
        cJSON *item = cJSON_CreateObject();
        crok_json_add_text(item, "source", view[i].source);
        crok_json_add_num(item, "turn", view[i].turn, 0);
        crok_json_add_num(item, "correlation", view[i].correlation, 2);
        if (!cJSON_AddItemToArray(views, item))
            cJSON_Delete(item);
    }
}

char *crok_known_to_json(const crok_known_board *b, const crok_board_view *view,
                         int n)
{
    cJSON *doc = cJSON_CreateObject();
    char *text = NULL;
    bool ok = true;
    cJSON_AddStringToObject(doc, "schema", "crokeye.board/1");
    crok_board_write(doc, &b->board);
    cJSON_AddStringToObject(doc, "scale", crok_scale_name(b->scale));
    add_sigma(doc, b);
    if (b->is_learnt) {
        ok = add_surface(doc, b);
        add_floor(doc, &b->floor);
        add_sides(doc, b);
        add_views(doc, view, n);
    }
    if (ok)
        text = crok_json_text(doc, true);
    cJSON_Delete(doc);
    return text;
}
