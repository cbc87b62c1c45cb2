/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/text.h"
#include "report/fixture.h"

static cJSON *parsed(const crok_result *r)
{
    char *text = crok_result_json(r);
    cJSON *doc = NULL;
    crok_err err = {0};
    assert_non_null(text);
    assert_null(strchr(text, '\n')); /* one line */
    CHECK_STATUS(crok_json_parse(text, strlen(text), "result", &doc, &err),
                 CROK_OK, &err);
    free(text);
    return doc;
}

static const cJSON *at(const cJSON *doc, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(doc, name);
    if (item == NULL)
        fail_msg("field \"%s\" is missing", name);
    return item;
}

static double num(const cJSON *doc, const char *name)
{
    assert_true(cJSON_IsNumber(at(doc, name)));
    return at(doc, name)->valuedouble;
}

static const char *str(const cJSON *doc, const char *name)
{
    assert_true(cJSON_IsString(at(doc, name)));
    return at(doc, name)->valuestring;
}

static crok_observation two_discs(void)
{
    crok_observation o = fixture_board();
    fixture_add(&o, 0, 101.6, CROK_DISC_FLAT); /* on the inner line: 10 */
    fixture_add(&o, 1, -380.0, CROK_DISC_OUT);
    return o;
}

static void json_has_the_board(void **state)
{
    crok_observation o = two_discs();
    crok_result r = fixture_result("p.jpg", &o);
    cJSON *doc = parsed(&r);
    const cJSON *board = at(doc, "board");
    (void)state;
    assert_string_equal(str(doc, "schema"), "crokeye.score/1");
    assert_string_equal(doc->child->string, "schema"); /* comes first */
    assert_string_equal(str(doc, "image"), "p.jpg");
    CHECK_NEAR(num(doc, "width"), 1600, 0);
    CHECK_NEAR(num(doc, "height"), 1200, 0);
    assert_string_equal(str(board, "model"), "tournament");
    assert_string_equal(str(board, "scale"), "model");
    CHECK_NEAR(num(at(board, "lines_mm"), "outer"), 304.8, 1e-9);
    CHECK_NEAR(num(at(board, "lines_mm"), "middle"), 203.2, 1e-9);
    CHECK_NEAR(num(at(board, "lines_mm"), "inner"), 101.6, 1e-9);
    CHECK_NEAR(num(at(board, "lines_mm"), "width"), 1.6, 1e-9);
    CHECK_NEAR(num(board, "hole_mm"), 17.5, 1e-9);
    CHECK_NEAR(num(board, "tilt_deg"), 0.0, 1e-9);
    CHECK_NEAR(num(board, "rms_px"), 0.25, 1e-9);
    CHECK_NEAR(num(board, "px_per_mm"), 1.25, 1e-9);
    cJSON_Delete(doc);
}

/* How far two opposite points are from each other, px. */
static double across(const cJSON *board, const char *name)
{
    const cJSON *points = at(board, name);
    const cJSON *a = cJSON_GetArrayItem(points, 0);
    const cJSON *b = cJSON_GetArrayItem(points, 2);
    assert_int_equal(cJSON_GetArraySize(points), 4);
    return hypot(cJSON_GetArrayItem(a, 0)->valuedouble -
                     cJSON_GetArrayItem(b, 0)->valuedouble,
                 cJSON_GetArrayItem(a, 1)->valuedouble -
                     cJSON_GetArrayItem(b, 1)->valuedouble);
}

/* The camera is 1200 mm above the board, and the faces are nearer to it. */
static void json_maps_the_board_and_the_faces(void **state)
{
    crok_observation o = two_discs();
    crok_result r = fixture_result("p.jpg", &o);
    cJSON *doc = parsed(&r);
    const cJSON *board = at(doc, "board");
    (void)state;
    CHECK_NEAR(across(board, "axes_px"), 2.0 * 304.8 * 1500.0 / 1200.0, 0.11);
    CHECK_NEAR(across(board, "face_axes_px"),
               2.0 * 304.8 * 1500.0 / (1200.0 - 9.5), 0.11);
    cJSON_Delete(doc);
}

static void json_has_the_sides_and_the_round(void **state)
{
    crok_observation o = two_discs();
    crok_result r = fixture_result("p.jpg", &o);
    cJSON *doc = parsed(&r);
    const cJSON *black = cJSON_GetArrayItem(at(doc, "sides"), 0);
    const cJSON *round = at(doc, "round");
    (void)state;
    assert_int_equal(cJSON_GetArraySize(at(doc, "sides")), 2);
    assert_string_equal(str(black, "side"), "black");
    assert_int_equal(cJSON_GetArraySize(at(black, "rgb")), 3);
    CHECK_NEAR(num(black, "on_board"), 10, 0);
    CHECK_NEAR(num(black, "twenties"), 0, 0);
    CHECK_NEAR(num(black, "total"), 10, 0);
    CHECK_NEAR(cJSON_GetArrayItem(at(black, "range"), 0)->valuedouble, 10, 0);
    CHECK_NEAR(cJSON_GetArrayItem(at(black, "range"), 1)->valuedouble, 10, 0);
    assert_string_equal(str(at(round, "difference"), "side"), "black");
    CHECK_NEAR(num(at(round, "difference"), "points"), 10, 0);
    CHECK_NEAR(num(at(round, "points"), "black"), 2, 0);
    CHECK_NEAR(num(at(round, "points"), "white"), 0, 0);
    assert_true(cJSON_IsArray(at(doc, "warnings")));
    cJSON_Delete(doc);
}

static void json_has_every_disc(void **state)
{
    crok_observation o = two_discs();
    crok_result r = fixture_result("p.jpg", &o);
    cJSON *doc = parsed(&r);
    const cJSON *on = cJSON_GetArrayItem(at(doc, "discs"), 0);
    const cJSON *out = cJSON_GetArrayItem(at(doc, "discs"), 1);
    (void)state;
    CHECK_NEAR(num(on, "id"), 1, 0);
    assert_string_equal(str(on, "side"), "black");
    assert_string_equal(str(on, "state"), "flat");
    CHECK_NEAR(num(on, "x_mm"), 101.6, 1e-9);
    CHECK_NEAR(num(on, "y_mm"), 0.0, 1e-9);
    CHECK_NEAR(num(on, "sigma_mm"), 0.1, 1e-9);
    CHECK_NEAR(cJSON_GetArrayItem(at(on, "px"), 0)->valuedouble, 926.5, 0.051);
    CHECK_NEAR(cJSON_GetArrayItem(at(on, "px"), 1)->valuedouble, 599.5, 0.051);
    CHECK_NEAR(num(on, "value"), 10, 0);
    assert_string_equal(str(on, "touching"), "inner");
    CHECK_NEAR(num(on, "margin_mm"), -16.68, 0.006);
    assert_true(cJSON_IsFalse(at(on, "close")));
    assert_string_equal(str(out, "state"), "out");
    CHECK_NEAR(num(out, "value"), 0, 0);
    assert_true(cJSON_IsNull(at(out, "touching")));
    cJSON_Delete(doc);
}

/* What a close call asks, and what it may come to; nothing of any other. */
static void json_tells_why_a_call_is_close(void **state)
{
    crok_observation o = fixture_board();
    crok_result r;
    cJSON *doc = NULL;
    const cJSON *d[2];
    (void)state;
    o.pose.line_width_sigma_mm = 0.2;
    fixture_add(&o, 0, 101.6 - 0.8 - 15.875 - 0.2, CROK_DISC_FLAT);
    fixture_add(&o, 1, 150.0, CROK_DISC_FLAT);
    r = fixture_result("p.jpg", &o);
    doc = parsed(&r);
    for (int i = 0; i < 2; i++)
        d[i] = cJSON_GetArrayItem(at(doc, "discs"), i);
    assert_true(cJSON_IsTrue(at(d[0], "close")));
    assert_string_equal(str(d[0], "asks"), "line");
    CHECK_NEAR(num(d[0], "margin_sigma_mm"), 0.141, 1e-9);
    CHECK_NEAR(cJSON_GetArrayItem(at(d[0], "range"), 0)->valuedouble, 10, 0);
    CHECK_NEAR(cJSON_GetArrayItem(at(d[0], "range"), 1)->valuedouble, 15, 0);
    assert_null(cJSON_GetObjectItem(d[1], "asks"));
    assert_null(cJSON_GetObjectItem(d[1], "range"));
    cJSON_Delete(doc);
}

/* How well the millimetre is known is told once, not with every disc. */
static void the_scale_has_a_sigma_of_its_own(void **state)
{
    crok_observation o = two_discs();
    crok_result r;
    cJSON *doc = NULL;
    (void)state;
    o.pose.scale = CROK_SCALE_HOLE;
    o.pose.scale_rel_sigma = 0.0123;
    r = fixture_result("p.jpg", &o);
    doc = parsed(&r);
    CHECK_NEAR(num(at(doc, "board"), "scale_sigma"), 0.0123, 1e-9);
    CHECK_NEAR(num(cJSON_GetArrayItem(at(doc, "discs"), 0), "sigma_mm"), 0.1,
               1e-9);
    CHECK_NEAR(r.score.margin_sigma_mm[0], 0.1, 1e-9);
    cJSON_Delete(doc);
}

/* What the margins of all discs have in common is told once, too. */
static void common_errors_have_sigmas_of_their_own(void **state)
{
    crok_observation o = two_discs();
    crok_result r;
    cJSON *doc = NULL;
    (void)state;
    o.pose.line_width_sigma_mm = 0.12;
    o.pose.disc_sigma_mm = 0.05;
    o.pose.height_rel_sigma = 0.03;
    r = fixture_result("p.jpg", &o);
    doc = parsed(&r);
    CHECK_NEAR(num(at(doc, "board"), "width_sigma_mm"), 0.12, 1e-9);
    CHECK_NEAR(num(at(doc, "board"), "disc_sigma_mm"), 0.05, 1e-9);
    CHECK_NEAR(num(at(doc, "board"), "height_sigma"), 0.03, 1e-9);
    cJSON_Delete(doc);
}

static void a_tie_s_difference_is_null(void **state)
{
    crok_observation o = fixture_board();
    crok_result r = fixture_result("p.jpg", &o);
    cJSON *doc = parsed(&r);
    (void)state;
    assert_true(cJSON_IsNull(at(at(doc, "round"), "difference")));
    CHECK_NEAR(num(at(at(doc, "round"), "points"), "black"), 1, 0);
    cJSON_Delete(doc);
}

static void an_error_is_a_document_with_its_code(void **state)
{
    static const struct {
        crok_status status;
        const char *code;
    } all[] = {
        {CROK_EIO, "unreadable"},           {CROK_EFORMAT, "unreadable"},
        {CROK_EUNSUPPORTED, "unsupported"}, {CROK_ETOOLARGE, "too_large"},
        {CROK_ENOBOARD, "no_board"},        {CROK_ECUTOFF, "board_cut_off"},
        {CROK_ESIDES, "sides_unclear"}};
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        crok_result r = {.image = "p.jpg", .status = all[i].status};
        cJSON *doc = NULL;
        (void)crok_fail(&r.err, r.status, "say \"why\"\n");
        doc = parsed(&r);
        assert_string_equal(str(doc, "schema"), "crokeye.score/1");
        assert_string_equal(str(at(doc, "error"), "code"), all[i].code);
        assert_string_equal(str(at(doc, "error"), "message"), "say \"why\"\n");
        assert_null(cJSON_GetObjectItemCaseSensitive(doc, "sides"));
        cJSON_Delete(doc);
    }
}

static void json_is_valid_for_every_file_name(void **state)
{
    static const char *const names[][2] = {
        {"a b.jpg", "a b.jpg"},
        {"a\nb.jpg", "a\nb.jpg"},
        {"\"\\\x01.jpg", "\"\\\x01.jpg"},
        {"\xFF\xC3(.jpg", "\xEF\xBF\xBD\xEF\xBF\xBD(.jpg"},
        {"\xC3\xA9.jpg", "\xC3\xA9.jpg"},
        {"", ""}};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        crok_observation o = two_discs();
        crok_result r = fixture_result(names[i][0], &o);
        cJSON *doc = parsed(&r);
        assert_string_equal(str(doc, "image"), names[i][1]);
        cJSON_Delete(doc);
    }
}

/* ---- CSV ---- */

/* Splits one RFC 4180 record; returns the number of fields. */
static int fields(const char *record, char out[64][512])
{
    int n = 0;
    size_t k = 0;
    bool is_quoted = false;
    const char *p = record;
    for (; *p != '\0'; p++) {
        if (is_quoted && p[0] == '"' && p[1] == '"')
            out[n][k++] = *p++;
        else if (*p == '"')
            is_quoted = !is_quoted;
        else if (!is_quoted && (*p == ',' || *p == '\r')) {
            out[n++][k] = '\0';
            k = 0;
            if (*p == '\r')
                break;
        } else
            out[n][k++] = *p;
    }
    assert_false(is_quoted);
    assert_string_equal(p, "\r\n");
    return n;
}

static void csv_rows_have_the_header_s_columns(void **state)
{
    static char head[64][512];
    static char row[64][512];
    crok_observation o = two_discs();
    crok_result r = fixture_result("a,\"b\"\nc.jpg", &o);
    crok_result bad = {.image = "x.jpg", .status = CROK_ENOBOARD};
    int n = fields(crok_result_csv_header(), head);
    char *text = crok_result_csv(&r);
    (void)state;
    assert_int_equal(fields(text, row), n);
    assert_string_equal(head[0], "image");
    assert_string_equal(row[0], "a,\"b\"\nc.jpg");
    assert_string_equal(row[1], "ok");
    assert_string_equal(head[2], "side1");
    assert_string_equal(row[2], "black");
    assert_string_equal(head[5], "total1");
    assert_string_equal(row[5], "10");
    assert_string_equal(head[26], "winner");
    assert_string_equal(row[26], "black");
    free(text);
    (void)crok_fail(&bad.err, bad.status, "no, \"none\"");
    text = crok_result_csv(&bad);
    assert_int_equal(fields(text, row), n);
    assert_string_equal(row[1], "no_board");
    assert_string_equal(head[n - 1], "error");
    assert_string_equal(row[n - 1], "no, \"none\"");
    free(text);
}

/* ---- the table ---- */

static void the_table_says_too_close_to_call(void **state)
{
    crok_observation o = fixture_board();
    crok_result r;
    char *text = NULL;
    (void)state;
    fixture_add(&o, 0, 101.6 - 0.8 - 15.875 - 0.05, CROK_DISC_FLAT);
    fixture_add(&o, 1, 150.0, CROK_DISC_FLAT);
    r = fixture_result("p.jpg", &o);
    text = crok_result_table(&r, 10);
    assert_non_null(strstr(text, "too close to call"));
    assert_non_null(strstr(text, "10 to 15"));
    assert_non_null(strstr(text, "touch the inner line? black 10 or 15"));
    assert_null(strstr(text, "uncertain by"));
    free(text);
    r.wants_details = true;
    text = crok_result_table(&r, 10);
    assert_non_null(strstr(text, "+0.05 mm, uncertain by"));
    free(text);
}

static void names_cannot_break_the_table(void **state)
{
    crok_result r = {.image = "a\nb\x1b[2J.jpg", .status = CROK_ENOBOARD};
    char *text = crok_result_table(&r, 30);
    (void)state;
    assert_non_null(strstr(text, "a\\nb\\x1b[2J.jpg"));
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    free(text);
}

static void a_long_name_has_a_line_of_its_own(void **state)
{
    crok_observation o = two_discs();
    crok_result r = fixture_result("a-very-long-name-of-a-picture.jpg", &o);
    char *text = crok_result_table(&r, 10);
    (void)state;
    assert_non_null(strstr(text, ".jpg\n            black"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_has_the_board),
        cmocka_unit_test(json_maps_the_board_and_the_faces),
        cmocka_unit_test(json_has_the_sides_and_the_round),
        cmocka_unit_test(json_has_every_disc),
        cmocka_unit_test(json_tells_why_a_call_is_close),
        cmocka_unit_test(the_scale_has_a_sigma_of_its_own),
        cmocka_unit_test(common_errors_have_sigmas_of_their_own),
        cmocka_unit_test(a_tie_s_difference_is_null),
        cmocka_unit_test(an_error_is_a_document_with_its_code),
        cmocka_unit_test(json_is_valid_for_every_file_name),
        cmocka_unit_test(csv_rows_have_the_header_s_columns),
        cmocka_unit_test(the_table_says_too_close_to_call),
        cmocka_unit_test(names_cannot_break_the_table),
        cmocka_unit_test(a_long_name_has_a_line_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
