/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "board/board.h"
#include "core/json.h"

#define FILE_NAME CROK_ROOT "/models/boards/tournament.json"

#define INCH_MM 25.4

static double number(const cJSON *obj, const char *name)
{
    double x = 0.0;
    crok_err err = {0};
    CHECK_STATUS(
        crok_json_num(obj, name, (crok_range){0.0, 1e4}, FILE_NAME, &x, &err),
        CROK_OK, &err);
    return x;
}

static void the_file_and_the_program_agree(void **state)
{
    const crok_board *b = crok_board_tournament();
    const cJSON *lines = NULL;
    cJSON *doc = NULL;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_json_load(FILE_NAME, &doc, &err), CROK_OK, &err);
    lines = cJSON_GetObjectItemCaseSensitive(doc, "lines_mm");
    assert_string_equal(
        cJSON_GetObjectItemCaseSensitive(doc, "model")->valuestring, b->model);
    CHECK_NEAR(number(lines, "outer"), b->line_mm[CROK_LINE_OUTER], 0.0);
    CHECK_NEAR(number(lines, "middle"), b->line_mm[CROK_LINE_MIDDLE], 0.0);
    CHECK_NEAR(number(lines, "inner"), b->line_mm[CROK_LINE_INNER], 0.0);
    CHECK_NEAR(number(lines, "width"), b->line_width_mm, 0.0);
    CHECK_NEAR(number(doc, "hole_mm"), b->hole_mm, 0.0);
    CHECK_NEAR(number(doc, "hole_depth_mm"), b->hole_depth_mm, 0.0);
    CHECK_NEAR(number(doc, "disc_mm"), b->disc_mm, 0.0);
    CHECK_NEAR(number(doc, "disc_height_mm"), b->disc_height_mm, 0.0);
    cJSON_Delete(doc);
}

/* What the rule books and makers say, in inches across. */
static void the_figures_are_the_inches(void **state)
{
    const crok_board *b = crok_board_tournament();
    (void)state;
    CHECK_NEAR(2.0 * b->line_mm[CROK_LINE_OUTER], 24.0 * INCH_MM, 1e-9);
    CHECK_NEAR(2.0 * b->line_mm[CROK_LINE_MIDDLE], 16.0 * INCH_MM, 1e-9);
    CHECK_NEAR(2.0 * b->line_mm[CROK_LINE_INNER], 8.0 * INCH_MM, 1e-9);
    CHECK_NEAR(2.0 * b->hole_mm, 1.375 * INCH_MM, 1e-9);
    CHECK_NEAR(2.0 * b->disc_mm, 1.25 * INCH_MM, 1e-9);
    CHECK_NEAR(b->disc_height_mm, 0.375 * INCH_MM, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_and_the_program_agree),
        cmocka_unit_test(the_figures_are_the_inches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
