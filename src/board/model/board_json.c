/* SPDX-License-Identifier: Apache-2.0 */
#include "board/model/board_json.h"

#include <stdio.h>

/* Smallest difference between the radii of two lines. */
#define LINE_GAP_MM 1.0

/* The limits below reject documents that describe no board. They are wide on
 * purpose, so that no real board is rejected. Chosen by hand. */
void crok_board_read(crok_reader *r, const cJSON *obj, crok_board *b)
{
    const cJSON *lines = crok_reader_object(r, obj, "lines_mm");
    const cJSON *model = crok_reader_optional(obj, "model");
    b->line_mm[CROK_LINE_OUTER] =
        crok_reader_num(r, lines, "outer", 50.0, 2000.0);
    b->line_mm[CROK_LINE_MIDDLE] =
        crok_reader_num(r, lines, "middle", 20.0, 2000.0);
    b->line_mm[CROK_LINE_INNER] =
        crok_reader_num(r, lines, "inner", 10.0, 2000.0);
    b->line_width_mm = crok_reader_num(r, lines, "width", 0.0, 20.0);
    b->hole_mm = crok_reader_num(r, obj, "hole_mm", 1.0, 200.0);
    b->hole_depth_mm = crok_reader_num(r, obj, "hole_depth_mm", 0.0, 100.0);
    b->disc_mm = crok_reader_num(r, obj, "disc_mm", 1.0, 200.0);
    b->disc_height_mm = crok_reader_num(r, obj, "disc_height_mm", 0.0, 100.0);
    (void)snprintf(b->model, sizeof b->model, "%s",
                   cJSON_IsString(model) ? model->valuestring : "measured");
    if (b->line_mm[CROK_LINE_OUTER] - b->line_mm[CROK_LINE_MIDDLE] <
            LINE_GAP_MM ||
        b->line_mm[CROK_LINE_MIDDLE] - b->line_mm[CROK_LINE_INNER] <
            LINE_GAP_MM)
        crok_reader_fail(r, "\"lines_mm\" must grow from inner to outer");
}

void crok_board_write(cJSON *obj, const crok_board *b)
{
    cJSON *lines = NULL;
    crok_json_add_text(obj, "model", b->model);
    lines = cJSON_AddObjectToObject(obj, "lines_mm");
    crok_json_add_num(lines, "outer", b->line_mm[CROK_LINE_OUTER], 4);
    crok_json_add_num(lines, "middle", b->line_mm[CROK_LINE_MIDDLE], 4);
    crok_json_add_num(lines, "inner", b->line_mm[CROK_LINE_INNER], 4);
    crok_json_add_num(lines, "width", b->line_width_mm, 4);
    crok_json_add_num(obj, "hole_mm", b->hole_mm, 4);
    crok_json_add_num(obj, "hole_depth_mm", b->hole_depth_mm, 4);
    crok_json_add_num(obj, "disc_mm", b->disc_mm, 4);
    crok_json_add_num(obj, "disc_height_mm", b->disc_height_mm, 4);
}
