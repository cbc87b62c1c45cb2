/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/truth.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/colour_words.h"
#include "core/reader.h"
#include "core/terms.h"

/* Points of a line, and the most that discs may be worth in all. */
#define LINE_POINTS 8
#define POINTS_MOST (20 * CROK_MAX_DISCS)
/* Room for the name of a side: "another dark light natural 4". */
#define SIDE_ROOM 32

/* A truth file that is being made. */
typedef struct work {
    crok_reader r;
    const crok_truth_picture *picture;
    char side[CROK_MAX_SIDES][SIDE_ROOM];
    int n_sides;
    int n_discs;
} work;

static const cJSON *field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

/* ---- sides ---- */

static bool is_side(const char *name)
{
    static const char *const before[] = {"another ", "dark ", "light "};
    const char *word = name;
    size_t n = 0;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (strncmp(word, before[i], strlen(before[i])) == 0)
            word += strlen(before[i]);
    n = strlen(word);
    if (n > 2 && word[n - 2] == ' ' && word[n - 1] >= '1' && word[n - 1] <= '4')
        n -= 2;
    return crok_is_colour_word(word, n);
}

/* The index of a side of the document; -1: it is none. */
static int side_of(const work *w, const cJSON *name)
{
    for (int i = 0; cJSON_IsString(name) && i < w->n_sides; i++)
        if (strcmp(w->side[i], name->valuestring) == 0)
            return i;
    return -1;
}

static void read_sides(work *w, const cJSON *given)
{
    const cJSON *list = field(given, "teams");
    const cJSON *name = NULL;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > CROK_MAX_SIDES) {
        crok_reader_fail(&w->r, "\"teams\" must be four sides at most");
        return;
    }
    cJSON_ArrayForEach(name, list)
    {
        if (!cJSON_IsString(name) || !is_side(name->valuestring) ||
            side_of(w, name) >= 0) {
            crok_reader_fail(&w->r, "\"teams\" must be colours, each once");
            return;
        }
        (void)snprintf(w->side[w->n_sides++], SIDE_ROOM, "%s",
                       name->valuestring);
    }
}

/* ---- the board ---- */

/* A point as it was given, two numbers. A part of the board may be outside the
 * picture. */
static cJSON *point_of(work *w, const cJSON *given)
{
    const double size[2] = {w->picture->w_px, w->picture->h_px};
    double at[2] = {0.0, 0.0};
    bool is_good = cJSON_IsArray(given) && cJSON_GetArraySize(given) == 2;
    for (int i = 0; i < 2 && is_good; i++) {
        const cJSON *x = cJSON_GetArrayItem(given, i);
        is_good = cJSON_IsNumber(x) && x->valuedouble >= -size[i] &&
                  x->valuedouble <= 2.0 * size[i];
        at[i] = is_good ? x->valuedouble : 0.0;
    }
    if (!is_good)
        crok_reader_fail(&w->r, "a point of \"board\" must be two numbers, not "
                                "far from the picture");
    return crok_json_nums(at, 2, 1);
}

static void add_line(work *w, cJSON *board, const cJSON *from, const char *line)
{
    const cJSON *list = field(from, line);
    const cJSON *point = NULL;
    cJSON *points = cJSON_AddArrayToObject(board, line);
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) != LINE_POINTS) {
        crok_reader_fail(&w->r, "a line of \"board\" must have eight points");
        return;
    }
    cJSON_ArrayForEach(point, list)
        cJSON_AddItemToArray(points, point_of(w, point));
}

static void add_board(work *w, cJSON *doc, const cJSON *given)
{
    const cJSON *from = crok_reader_object(&w->r, given, "board");
    const cJSON *hole_from = crok_reader_object(&w->r, from, "hole");
    cJSON *board = cJSON_AddObjectToObject(doc, "board");
    cJSON *hole = NULL;
    cJSON_AddItemToObject(board, "center", point_of(w, field(from, "center")));
    hole = cJSON_AddObjectToObject(board, "hole");
    cJSON_AddItemToObject(hole, "center",
                          point_of(w, field(hole_from, "center")));
    crok_json_add_num(
        hole, "radius_px",
        crok_reader_num(&w->r, hole_from, "radius_px", 0.0, w->picture->w_px),
        1);
    for (int i = 0; i < CROK_N_LINES; i++)
        add_line(w, board, from, crok_line_name((crok_line)i));
}

/* ---- discs ---- */

/* The place of a disc and its side. */
static cJSON *place_of(work *w, const cJSON *given)
{
    const double w_px = w->picture->w_px;
    cJSON *disc = cJSON_CreateObject();
    int side = side_of(w, field(given, "team"));
    if (side < 0)
        crok_reader_fail(&w->r, "\"team\" of a disc must be one of \"teams\"");
    crok_json_add_num(disc, "u", crok_reader_num(&w->r, given, "u", 0.0, w_px),
                      1);
    crok_json_add_num(disc, "v",
                      crok_reader_num(&w->r, given, "v", 0.0, w->picture->h_px),
                      1);
    crok_json_add_num(disc, "r", crok_reader_num(&w->r, given, "r", 0.0, w_px),
                      1);
    crok_json_add_text(disc, "team", w->side[side < 0 ? 0 : side]);
    return disc;
}

static void add_value(work *w, cJSON *disc, const cJSON *given)
{
    double value = crok_reader_num(&w->r, given, "value", 0.0, 20.0);
    if ((int)value % 5 != 0 || value != (int)value)
        crok_reader_fail(&w->r, "\"value\" must be 0, 5, 10, 15 or 20");
    crok_json_add_num(disc, "value", value, 0);
}

static void add_touching(work *w, cJSON *disc, const cJSON *given)
{
    const cJSON *touching = field(given, "touching");
    if (cJSON_IsNull(touching)) {
        cJSON_AddNullToObject(disc, "touching");
        return;
    }
    for (int i = 0; cJSON_IsString(touching) && i < CROK_N_LINES; i++)
        if (strcmp(touching->valuestring, crok_line_name((crok_line)i)) == 0) {
            cJSON_AddStringToObject(disc, "touching", touching->valuestring);
            return;
        }
    crok_reader_fail(&w->r, "\"touching\" must be a line or null");
}

static cJSON *disc_of(work *w, const cJSON *given)
{
    cJSON *disc = place_of(w, given);
    const cJSON *certain = field(given, "certain");
    add_value(w, disc, given);
    add_touching(w, disc, given);
    if (!cJSON_IsBool(certain))
        crok_reader_fail(&w->r, "\"certain\" must be true or false");
    cJSON_AddBoolToObject(disc, "certain", cJSON_IsTrue(certain));
    return disc;
}

static void add_discs(work *w, cJSON *doc, const cJSON *given, const char *name,
                      cJSON *(*make)(work *w, const cJSON *given))
{
    cJSON *list = cJSON_AddArrayToObject(doc, name);
    const cJSON *from = field(given, name);
    const cJSON *one = NULL;
    if (!cJSON_IsArray(from))
        crok_reader_fail(&w->r, "\"discs\" and \"off_surface\" must be lists");
    cJSON_ArrayForEach(one, from)
    {
        if (++w->n_discs > CROK_MAX_DISCS)
            crok_reader_fail(&w->r, "more than 64 discs");
        if (w->r.status != CROK_OK)
            return;
        cJSON_AddItemToArray(list, make(w, one));
    }
}

static void add_totals(work *w, cJSON *doc, const cJSON *given)
{
    const cJSON *from = crok_reader_object(&w->r, given, "totals");
    cJSON *totals = cJSON_AddObjectToObject(doc, "totals");
    for (int i = 0; i < w->n_sides; i++)
        crok_json_add_num(
            totals, w->side[i],
            crok_reader_num(&w->r, from, w->side[i], 0.0, POINTS_MOST), 0);
}

/* ---- the document ---- */

static void fill(work *w, cJSON *doc, const cJSON *given)
{
    const crok_truth_picture *p = w->picture;
    cJSON *teams = NULL;
    crok_reader_schema(&w->r, given, "crokeye.truth/1");
    (void)crok_reader_num(&w->r, given, "width", p->w_px, p->w_px);
    (void)crok_reader_num(&w->r, given, "height", p->h_px, p->h_px);
    read_sides(w, given);
    cJSON_AddStringToObject(doc, "schema", "crokeye.truth/1");
    crok_json_add_text(doc, "image", p->name);
    crok_json_add_num(doc, "width", p->w_px, 0);
    crok_json_add_num(doc, "height", p->h_px, 0);
    add_board(w, doc, given);
    teams = cJSON_AddArrayToObject(doc, "teams");
    for (int i = 0; i < w->n_sides; i++)
        cJSON_AddItemToArray(teams, cJSON_CreateString(w->side[i]));
    add_discs(w, doc, given, "discs", disc_of);
    add_discs(w, doc, given, "off_surface", place_of);
    add_totals(w, doc, given);
    cJSON_AddArrayToObject(doc, "traps");
}

crok_status crok_truth_make(const cJSON *given,
                            const crok_truth_picture *picture, char **out,
                            crok_err *err)
{
    work w = {.r = {.where = "truth", .err = err}, .picture = picture};
    cJSON *doc = cJSON_CreateObject();
    char *text = NULL;
    fill(&w, doc, given);
    if (w.r.status == CROK_OK) {
        text = crok_json_text(doc, true);
        if (text == NULL)
            w.r.status = crok_fail(err, CROK_ENOMEM, "no memory to keep it");
    }
    if (w.r.status == CROK_OK)
        *out = text;
    cJSON_Delete(doc);
    return w.r.status;
}
