/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "board/known.h"

/* A board learnt from one picture, with a pattern of its own. */
static crok_known_board some_board(unsigned pattern)
{
    crok_known_board b = {
        .board = *crok_board_tournament(),
        .scale = CROK_SCALE_HOLE,
        .scale_rel_sigma = 0.0125,
        .line_sigma_mm = {0.25, 0.125, 0.5},
        .line_width_sigma_mm = 0.25,
        .is_learnt = true,
        .surface_rgb = {200.0, 160.0, 120.0},
        .floor = {.chance = 0.75,
                  .rgb = {120.0, 20.0, 30.0},
                  .around_rgb = {190.0, 150.0, 110.0}},
        .n_sides = 2,
        .side = {{"black", {30.0, 31.0, 32.0}}, {"red", {180.0, 30.0, 40.0}}}};
    for (int i = 0; i < CROK_TEXTURE_SIZE; i++) {
        pattern = pattern * 1664525U + 1013904223U;
        b.texture.cell[i] = (uint8_t)(100 + (pattern >> 24) % 60);
    }
    for (int i = 0; i < CROK_BARE_SIZE; i++)
        b.bare.rgb[i][i % 3] = (uint8_t)(i % 251);
    (void)snprintf(b.board.model, sizeof b.board.model, "mine");
    return b;
}

static char *text_of(const crok_known_board *b)
{
    const crok_board_view view = {.source = "a \"b\".jpg", .correlation = 1.0};
    char *text = crok_known_to_json(b, &view, 1);
    assert_non_null(text);
    return text;
}

static void a_written_board_is_read_back(void **state)
{
    static crok_known_board b;
    static crok_known_board q;
    crok_err err = {0};
    char *text = NULL;
    (void)state;
    b = some_board(1);
    b.is_bare = true;
    text = text_of(&b);
    CHECK_STATUS(crok_known_parse(text, strlen(text), "b.json", &q, &err),
                 CROK_OK, &err);
    assert_string_equal(q.board.model, "mine");
    assert_int_equal(q.scale, CROK_SCALE_HOLE);
    CHECK_NEAR(q.scale_rel_sigma, 0.0125, 1e-6);
    assert_true(q.is_learnt);
    assert_true(q.is_bare);
    for (int k = 0; k < CROK_N_LINES; k++) {
        CHECK_NEAR(q.board.line_mm[k], b.board.line_mm[k], 1e-4);
        CHECK_NEAR(q.line_sigma_mm[k], b.line_sigma_mm[k], 1e-4);
    }
    CHECK_NEAR(q.line_width_sigma_mm, b.line_width_sigma_mm, 1e-4);
    CHECK_NEAR(q.floor.chance, b.floor.chance, 1e-3);
    for (int c = 0; c < 3; c++) {
        CHECK_NEAR(q.surface_rgb[c], b.surface_rgb[c], 0.1);
        CHECK_NEAR(q.floor.rgb[c], b.floor.rgb[c], 0.1);
        CHECK_NEAR(q.floor.around_rgb[c], b.floor.around_rgb[c], 0.1);
        CHECK_NEAR(q.side[1].rgb[c], b.side[1].rgb[c], 0.1);
    }
    assert_int_equal(q.n_sides, 2);
    assert_string_equal(q.side[0].name, "black");
    assert_memory_equal(q.texture.cell, b.texture.cell, sizeof b.texture.cell);
    assert_memory_equal(q.bare.rgb, b.bare.rgb, sizeof b.bare.rgb);
    free(text);
}

/* A model's file has the dimensions only. */
static void a_models_file_is_a_board(void **state)
{
    static const char text[] =
        "{\"schema\":\"crokeye.board/1\",\"model\":\"tournament\","
        "\"lines_mm\":{\"outer\":304.8,\"middle\":203.2,\"inner\":101.6,"
        "\"width\":1.6},\"hole_mm\":17.46,\"hole_depth_mm\":9.5,"
        "\"disc_mm\":15.88,\"disc_height_mm\":9.5}";
    static crok_known_board q;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_known_parse(text, strlen(text), "t.json", &q, &err),
                 CROK_OK, &err);
    assert_int_equal(q.scale, CROK_SCALE_MODEL);
    assert_false(q.is_learnt);
    CHECK_NEAR(q.line_sigma_mm[CROK_LINE_INNER], CROK_MODEL_REL_SIGMA * 304.8,
               1e-9);
}

/* Replace the first `from` in a written board by `to`; reading it must fail
 * with a message that has `word`. */
static void refuse(const char *from, const char *to, const char *word)
{
    static crok_known_board b;
    static crok_known_board q;
    crok_err err = {0};
    char *text = NULL;
    char *changed = NULL;
    char *at = NULL;
    b = some_board(1);
    text = text_of(&b);
    at = strstr(text, from);
    assert_non_null(at);
    changed = calloc(1, strlen(text) + strlen(to) + 1);
    memcpy(changed, text, (size_t)(at - text));
    strcat(changed, to);
    strcat(changed, at + strlen(from));
    memset(&q, 0x5A, sizeof q);
    CHECK_STATUS(crok_known_parse(changed, strlen(changed), "b.json", &q, &err),
                 CROK_EFORMAT, &err);
    assert_non_null(strstr(err.msg, "b.json"));
    if (strstr(err.msg, word) == NULL)
        fail_msg("\"%s\" does not name %s", err.msg, word);
    assert_int_equal(q.n_sides, 0x5A5A5A5A); /* untouched */
    free(changed);
    free(text);
}

static void a_broken_file_is_refused_by_name(void **state)
{
    (void)state;
    refuse("crokeye.board/1", "crokeye.calib/1", "schema");
    refuse("\"hole_mm\"", "\"x\"", "hole_mm");
    refuse("304.8", "3048000", "outer");
    refuse("304.8", "120", "grow");
    refuse("\"hole\"", "\"guess\"", "scale");
    refuse("\"sigma\":", "\"sigma\": 3, \"x\":", "sigma");
    refuse("\"texture\":\t\"", "\"texture\":\t\"A", "texture");
    refuse("\"texture\":", "\"x\":", "texture");
    refuse("\"view\":\t\"", "\"view\":\t\"A", "view");
    refuse("[200, 160, 120]", "[200, 160, 320]", "colour");
    refuse("\"chance\":\t0.75", "\"chance\":\t7", "chance");
    refuse("\"side\":\t\"red\"", "\"side\":\t\"\"", "side");
    refuse("\"discs\":", "\"discs\": 4, \"x\":", "discs");
}

static void pictures_of_one_board_are_merged(void **state)
{
    static crok_board_view view[2];
    static crok_known_board out;
    crok_err err = {0};
    (void)state;
    view[0] = (crok_board_view){.source = "a", .seen = some_board(1)};
    view[1] = (crok_board_view){.source = "b", .seen = some_board(1)};
    /* the second picture's scale is 5 % off, its middle line 0.6 mm, and only
     * it saw the empty hole */
    view[0].seen.floor.chance = 0.1;
    for (int k = 0; k < CROK_N_LINES; k++)
        view[1].seen.board.line_mm[k] *= 1.05;
    view[1].seen.board.line_mm[CROK_LINE_MIDDLE] += 0.63;
    view[1].seen.line_sigma_mm[CROK_LINE_MIDDLE] = 0.125;
    CHECK_STATUS(crok_known_merge(view, 2, "both", &out, &err), CROK_OK, &err);
    assert_string_equal(out.board.model, "both");
    CHECK_NEAR(out.board.line_mm[CROK_LINE_OUTER], 304.8 * 1.025, 0.4);
    CHECK_NEAR(out.board.line_mm[CROK_LINE_MIDDLE] /
                   out.board.line_mm[CROK_LINE_OUTER],
               (203.2 + 0.3) / 304.8, 1e-4);
    CHECK_NEAR(out.floor.chance, 0.75, 1e-9);
    assert_true(out.line_sigma_mm[CROK_LINE_MIDDLE] <
                CROK_MODEL_REL_SIGMA * 304.8);
    assert_int_equal(out.n_sides, 2);
}

static void pictures_of_two_boards_are_not_merged(void **state)
{
    static crok_board_view view[2];
    static crok_known_board out;
    crok_err err = {0};
    (void)state;
    view[0] = (crok_board_view){.source = "a.jpg", .seen = some_board(1)};
    view[1] = (crok_board_view){.source = "b.jpg", .seen = some_board(2)};
    CHECK_STATUS(crok_known_merge(view, 2, "both", &out, &err), CROK_ENOBOARD,
                 &err);
    assert_non_null(strstr(err.msg, "a.jpg"));
    assert_non_null(strstr(err.msg, "b.jpg"));
    view[1].seen = some_board(1);
    view[1].seen.board.line_mm[CROK_LINE_MIDDLE] *= 1.03;
    CHECK_STATUS(crok_known_merge(view, 2, "both", &out, &err), CROK_ENOBOARD,
                 &err);
}

static void sides_are_assigned_by_colour(void **state)
{
    static crok_known_board b;
    const double dim[3] = {100.0, 80.0, 60.0};
    const crok_known_side in_dim_light[2] = {{"maroon", {95.0, 18.0, 22.0}},
                                             {"brown", {17.0, 16.0, 15.0}}};
    const crok_known_side others[2] = {{"green", {30.0, 150.0, 60.0}},
                                       {"blue", {30.0, 60.0, 190.0}}};
    const crok_known_side alike[2] = {{"red", {100.0, 30.0, 36.0}},
                                      {"red", {104.0, 31.0, 36.0}}};
    int of[CROK_MAX_SIDES];
    (void)state;
    b = some_board(1);
    assert_true(crok_known_assign_sides(&b, dim, in_dim_light, 2, of));
    assert_int_equal(of[0], 1);
    assert_int_equal(of[1], 0);
    assert_true(crok_known_assign_sides(&b, dim, &in_dim_light[1], 1, of));
    assert_int_equal(of[0], 0);
    assert_false(crok_known_assign_sides(&b, dim, others, 2, of));
    assert_false(crok_known_assign_sides(&b, dim, alike, 2, of));
    assert_false(crok_known_assign_sides(&b, dim, others, 0, of));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_board_is_read_back),
        cmocka_unit_test(a_models_file_is_a_board),
        cmocka_unit_test(a_broken_file_is_refused_by_name),
        cmocka_unit_test(pictures_of_one_board_are_merged),
        cmocka_unit_test(pictures_of_two_boards_are_not_merged),
        cmocka_unit_test(sides_are_assigned_by_colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
