/* SPDX-License-Identifier: Apache-2.0 */
#include "setup/record.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/sharpness.h"
#include "core/json.h"

#define MOST_LEVEL 255.0
#define NO_FIGURE ((double)NAN)

/* The figures as they are shown: in the units of the record. */
typedef struct shown {
    double light_pct, tilt_deg, edge_px, edge_mm, sway_mm, glare_pct;
} shown;

/* The part of all three lines, by their length, that is in glare, in percent.
 */
static double glare_pct(const crok_setup *s)
{
    double in_glare = 0.0;
    double all = 0.0;
    for (int k = 0; k < CROK_N_LINES; k++) {
        in_glare += s->pose.board.line_mm[k] * s->glare.glare_frac[k];
        all += s->pose.board.line_mm[k];
    }
    return all > 0.0 ? 100.0 * in_glare / all : NO_FIGURE;
}

static shown shown_of(const crok_setup *s)
{
    shown out = {.light_pct = 100.0 * s->level / MOST_LEVEL,
                 .tilt_deg = NAN,
                 .edge_px = NAN,
                 .edge_mm = NAN,
                 .sway_mm = NAN,
                 .glare_pct = NAN};
    if (!s->has_board)
        return out;
    out.tilt_deg = s->tilt_rad * 180.0 / CROK_PI;
    out.edge_px = CROK_EDGE_WIDTH_SIGMAS * s->blur_px;
    out.edge_mm = out.edge_px / s->px_per_mm;
    out.sway_mm = s->sway_px / s->px_per_mm;
    out.glare_pct = glare_pct(s);
    return out;
}

/* ---- a line ---- */

const char *crok_setup_heading(void)
{
    return "  time  px/mm  tilt  pict.  edge  light  noise  flicker  glare"
           "  sway   open  change first\n"
           "     s          deg     /s    px      %  level        %      %"
           "    px  calls";
}

/* Write x with this width and number of decimals, or "-", and a space. */
static void put(char **to, size_t *left, double x, int width, int decimals)
{
    int n = isfinite(x) ? snprintf(*to, *left, "%*.*f ", width, decimals, x)
                        : snprintf(*to, *left, "%*s ", width, "-");
    size_t used = n < 0 ? 0 : (size_t)n < *left ? (size_t)n : *left - 1;
    *to += used;
    *left -= used;
}

void crok_setup_line(const crok_setup *s, char out[CROK_SETUP_LINE])
{
    shown f = shown_of(s);
    double sway_px = s->has_board ? s->sway_px : NO_FIGURE;
    double fps = s->n_frames > 0 ? s->fps : 0.0;
    size_t left = CROK_SETUP_LINE;
    put(&out, &left, s->at_s, 6, 0);
    put(&out, &left, s->px_per_mm, 6, 2);
    put(&out, &left, f.tilt_deg, 5, 0);
    put(&out, &left, fps, 6, 1);
    put(&out, &left, f.edge_px, 5, 1);
    put(&out, &left, s->n_frames > 0 ? f.light_pct : NO_FIGURE, 6, 0);
    put(&out, &left, s->noise, 6, 1);
    put(&out, &left, s->n_frames > 0 ? 100.0 * s->flicker_frac : NO_FIGURE, 8,
        1);
    put(&out, &left, f.glare_pct, 6, 1);
    put(&out, &left, sway_px, 5, 1);
    put(&out, &left, s->open_calls_pct, 6, 1);
    (void)snprintf(out, left, " %s", s->first_words);
}

/* ---- JSON ---- */

static void add_source(cJSON *doc, const crok_setup *s)
{
    cJSON_AddNumberToObject(doc, "width", s->w_px);
    cJSON_AddNumberToObject(doc, "height", s->h_px);
    cJSON_AddNumberToObject(doc, "frames", s->n_frames);
    crok_json_add_num(doc, "fps", s->n_frames > 0 ? s->fps : 0.0, 1);
    crok_json_add_num(doc, "repeated_pct", 100.0 * s->repeated_frac, 1);
    cJSON_AddNumberToObject(doc, "lost", (double)s->n_lost);
    cJSON_AddBoolToObject(doc, "frozen", s->is_frozen);
}

static void add_light(cJSON *doc, const crok_setup *s, const shown *f)
{
    crok_json_add_num(doc, "light_pct", f->light_pct, 1);
    crok_json_add_num(doc, "noise_levels", s->noise, 2);
    crok_json_add_num(doc, "flicker_pct", 100.0 * s->flicker_frac, 2);
    crok_json_add_num(doc, "burnt_pct",
                      s->has_board ? 100.0 * s->glare.burnt_frac : NO_FIGURE,
                      2);
}

static void add_lines(cJSON *doc, const crok_setup *s)
{
    const crok_glare_arc *arc = &s->glare.longest;
    cJSON *list = cJSON_AddArrayToObject(doc, "lines");
    for (int k = 0; k < CROK_N_LINES && s->has_board; k++) {
        cJSON *line = cJSON_CreateObject();
        cJSON_AddStringToObject(line, "line", crok_line_name((crok_line)k));
        crok_json_add_num(line, "glare_pct", 100.0 * s->glare.glare_frac[k], 1);
        crok_json_add_num(line, "hidden_pct", 100.0 * s->glare.hidden_frac[k],
                          1);
        cJSON_AddItemToArray(list, line);
    }
    if (arc->line == CROK_LINE_NONE) {
        cJSON_AddNullToObject(doc, "glare_line");
        cJSON_AddNullToObject(doc, "glare_clock");
        return;
    }
    cJSON_AddStringToObject(doc, "glare_line", crok_line_name(arc->line));
    cJSON_AddNumberToObject(doc, "glare_clock", arc->clock);
}

static void add_board(cJSON *doc, const crok_setup *s, const shown *f)
{
    cJSON_AddBoolToObject(doc, "board", s->has_board);
    crok_json_add_num(doc, "px_per_mm", s->px_per_mm, 3);
    crok_json_add_num(doc, "px_per_mm_least", s->least_px_per_mm, 3);
    crok_json_add_num(doc, "tilt_deg", f->tilt_deg, 1);
    crok_json_add_num(doc, "blur_px", f->edge_px, 2);
    crok_json_add_num(doc, "blur_mm", f->edge_mm, 2);
    crok_json_add_num(doc, "sway_px", s->has_board ? s->sway_px : NO_FIGURE, 2);
    crok_json_add_num(doc, "sway_mm", f->sway_mm, 2);
    add_lines(doc, s);
}

static void add_first(cJSON *doc, const crok_setup *s)
{
    cJSON *costs = cJSON_AddObjectToObject(doc, "costs_pct");
    cJSON *first = cJSON_AddObjectToObject(doc, "first");
    double cost = s->first == CROK_N_DEFECTS ? 0.0 : s->cost_pct[s->first];
    crok_json_add_num(doc, "open_calls_pct", s->open_calls_pct, 2);
    for (int i = 0; i < CROK_N_DEFECTS; i++)
        crok_json_add_num(costs, crok_defect_name((crok_defect)i),
                          s->cost_pct[i], 2);
    cJSON_AddStringToObject(first, "what", crok_defect_name(s->first));
    crok_json_add_text(first, "words", s->first_words);
    crok_json_add_num(first, "cost_pct", cost, 2);
}

char *crok_setup_json(const crok_setup *s)
{
    shown f = shown_of(s);
    cJSON *doc = cJSON_CreateObject();
    char *text = NULL;
    cJSON_AddStringToObject(doc, "schema", "crokeye.setup/1");
    crok_json_add_num(doc, "t_s", s->at_s, 2);
    add_source(doc, s);
    add_light(doc, s, &f);
    add_board(doc, s, &f);
    add_first(doc, s);
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return text;
}
