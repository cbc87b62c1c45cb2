/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "board/calib.h"

static crok_board_pose some_pose(void)
{
    crok_board_pose p = {.board = *crok_board_tournament(),
                         .scale = CROK_SCALE_CALIB,
                         .rms_px = 0.21};
    crok_mat3 down = {{1, 0, 0, 0, -1, 0, 0, 0, -1}};
    crok_mat3 tilt = crok_mat3_rotation((crok_vec3){0.2, -0.1, 0.3});
    p.camera = (crok_camera){.w_px = 1920,
                             .h_px = 1080,
                             .f_px = 1301.25,
                             .cx_px = 961.5,
                             .cy_px = 538.25,
                             .k1 = -0.0312,
                             .rot = crok_mat3_mul(&tilt, &down),
                             .t_mm = {12.5, -20.25, 1103.75}};
    return p;
}

static void a_written_calibration_is_read_back(void **state)
{
    crok_board_pose p = some_pose();
    crok_board_pose q;
    crok_err err = {0};
    char *text = crok_calib_to_json(&p, NULL);
    (void)state;
    CHECK_STATUS(crok_calib_parse(text, strlen(text), "c.json", &q, &err),
                 CROK_OK, &err);
    assert_int_equal(q.scale, CROK_SCALE_CALIB);
    assert_string_equal(q.board.model, p.board.model);
    for (int i = 0; i < 12; i++) {
        crok_vec3 x = {40.0 * i - 200.0, 30.0 * i - 100.0, i};
        crok_px a = crok_camera_project(&p.camera, x);
        crok_px b = crok_camera_project(&q.camera, x);
        CHECK_NEAR(b.x, a.x, 1e-4);
        CHECK_NEAR(b.y, a.y, 1e-4);
    }
    for (int i = 0; i < CROK_N_LINES; i++)
        CHECK_NEAR(q.board.line_mm[i], p.board.line_mm[i], 1e-4);
    CHECK_NEAR(q.board.disc_mm, p.board.disc_mm, 1e-4);
    free(text);
}

/* A pose with all uncertainties set. */
static crok_board_pose pose_with_uncertainty(void)
{
    crok_board_pose p = some_pose();
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j < CROK_POSE_UNKNOWNS; j++)
            p.info[i * CROK_POSE_UNKNOWNS + j] =
                i == j ? pow(10.0, i - 4) / 3.0
                       : 0.3 * pow(10.0, 0.5 * (i + j) - 4) / 3.0;
    p.height_rel_sigma = 0.0123;
    for (int i = 0; i < CROK_N_LINES; i++)
        p.line_sigma_mm[i] = 0.125 * i;
    p.line_width_sigma_mm = 0.375;
    return p;
}

static void the_uncertainty_is_read_back(void **state)
{
    const crok_calib_view views[2] = {{"a \"b\".jpg", 700, 0.25, 0.5},
                                      {"\xff.jpg", 20, 0.5, 0.1}};
    const crok_calib_notes notes = {"2026-11-21T14:00:00Z", 1, 2, views};
    crok_board_pose p = pose_with_uncertainty();
    crok_board_pose q;
    crok_err err = {0};
    char *text = crok_calib_to_json(&p, &notes);
    (void)state;
    assert_non_null(strstr(text, "\"date\":\"2026-11-21T14:00:00Z\""));
    assert_non_null(strstr(text, "\"pose_view\":2"));
    assert_non_null(strstr(text,
                           "{\"source\":\"a \\\"b\\\".jpg\",\"points\":700,"
                           "\"rms_px\":0.25,\"tilt_deg\":28.65}"));
    CHECK_STATUS(crok_calib_parse(text, strlen(text), "c.json", &q, &err),
                 CROK_OK, &err);
    for (int i = 0; i < CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS; i++)
        CHECK_NEAR(q.info[i] / p.info[i], 1.0, 1e-14);
    CHECK_NEAR(q.height_rel_sigma, 0.0123, 1e-9);
    CHECK_NEAR(q.line_sigma_mm[CROK_LINE_INNER], 0.25, 1e-9);
    CHECK_NEAR(q.line_width_sigma_mm, 0.375, 1e-9);
    free(text);
}

static void a_file_without_uncertainty_has_none(void **state)
{
    crok_board_pose p = some_pose();
    crok_board_pose q;
    crok_err err = {0};
    double cov[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
    char *text = crok_calib_to_json(&p, NULL);
    (void)state;
    assert_null(strstr(text, "sigma"));
    assert_null(strstr(text, "information"));
    CHECK_STATUS(crok_calib_parse(text, strlen(text), "c.json", &q, &err),
                 CROK_OK, &err);
    assert_false(crok_board_pose_covariance(&q, cov));
    CHECK_NEAR(q.height_rel_sigma, 0.0, 0.0);
    free(text);
}

/* The document with the first `from` replaced by `to`. Free it with free(). */
static char *doctored(const char *from, const char *to)
{
    crok_board_pose p = pose_with_uncertainty();
    char *text = crok_calib_to_json(&p, NULL);
    char *at = strstr(text, from);
    char *out = calloc(1, strlen(text) + strlen(to) + 1);
    assert_non_null(at);
    assert_non_null(out);
    memcpy(out, text, (size_t)(at - text));
    strcat(out, to);
    strcat(out, at + strlen(from));
    free(text);
    return out;
}

static void a_fault_is_named(void **state)
{
    static const char *const all[][3] = {
        {"crokeye.calib/1", "crokeye.score/1", "schema"},
        {"\"width\":1920", "\"width\":-1", "width"},
        {"\"width\":1920", "\"width\":\"1920\"", "width"},
        {"\"f_px\"", "\"f\"", "f_px"},
        {"\"k1\":-0.0312", "\"k1\":1e999", "k1"},
        {"\"rotation\":[", "\"rotation\":[1,", "rotation"},
        {"\"rotation\":[0.", "\"rotation\":[0.5", "rotation"},
        {"\"t_mm\":[12.5", "\"t_mm\":[\"a\"", "t_mm"},
        {"1103.75]", "-1103.75]", "t_mm"},
        {"1103.75]", "73.75]", "behind the camera"},
        {"\"f_px\":1301.25", "\"f_px\":50", "px large"},
        {"\"f_px\":1301.25", "\"f_px\":99301.25", "px large"},
        {"\"middle\":203.2", "\"middle\":99", "lines_mm"},
        {"\"board\":{", "\"bord\":{", "board"},
        {"\"rms_px\":0.21", "\"rms_px\":null", "rms_px"},
        {"\"sigma\":{", "\"sigma\":7,\"x\":{", "sigma"},
        {"\"height_rel\":0", "\"height_rel\":-1", "height_rel"},
        {"\"width\":0.375", "\"width\":[]", "width"},
        {"\"information\":[", "\"information\":[1,", "information"},
        {"\"information\":[", "\"information\":[-", "information"},
        {"\"information\":[", "\"information\":\"\",\"x\":[", "information"}};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char *text = doctored(all[i][0], all[i][1]);
        crok_board_pose q;
        crok_err err = {0};
        CHECK_STATUS(crok_calib_parse(text, strlen(text), "c.json", &q, &err),
                     CROK_EFORMAT, &err);
        if (strstr(err.msg, "c.json") == NULL ||
            strstr(err.msg, all[i][2]) == NULL)
            fail_msg("%s does not name %s", err.msg, all[i][2]);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_calibration_is_read_back),
        cmocka_unit_test(the_uncertainty_is_read_back),
        cmocka_unit_test(a_file_without_uncertainty_has_none),
        cmocka_unit_test(a_fault_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
