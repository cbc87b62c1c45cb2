/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "core/documents.h"
#include "core/json.h"

static void parse(const char *text, crok_status want, const char *says)
{
    crok_err err = {0};
    cJSON *doc = NULL;
    CHECK_STATUS(crok_json_parse(text, strlen(text), "t.json", &doc, &err),
                 want, &err);
    if (says != NULL)
        assert_non_null(strstr(err.msg, says));
    cJSON_Delete(doc);
}

static void a_syntax_error_names_its_place(void **state)
{
    (void)state;
    parse("{\"a\": 1}\n", CROK_OK, NULL);
    parse("{\"a\": 1,\n \"b\": }", CROK_EFORMAT, "line 2");
    parse("{} x", CROK_EFORMAT, "t.json");
    parse("", CROK_EFORMAT, "t.json");
}

static void what_is_not_utf8_is_an_error(void **state)
{
    (void)state;
    parse("{\"a\": \"caf\xC3\xA9\"}", CROK_OK, NULL);
    parse("{\n\"a\": \"J\xFCrg\"}", CROK_EFORMAT,
          "no UTF-8 at line 2 column 8");
    parse("\"\xC3", CROK_EFORMAT, "no UTF-8 at line 1 column 2");
    parse("\"\xC3\"", CROK_EFORMAT, "no UTF-8 at line 1 column 2");
}

/* Behind it cJSON reads nothing more of the text. */
static void a_text_with_a_zero_is_an_error(void **state)
{
    (void)state;
    parse("{\"name\":\n \"Ann\\u0000Bob\"}", CROK_EFORMAT,
          "U+0000 at line 2 column 6");
    parse("{\"na\\u0000me\": 1}", CROK_EFORMAT, "U+0000 at line 1 column 5");
    parse("[\"\\\\\\u0000\"]", CROK_EFORMAT, "U+0000");
    parse("[\"\\\\u0000\", \"\\u00000\\\\\"]", CROK_EFORMAT, "column 14");
    parse("[\"\\\\u0000\", \"u0000\", \"\\u0001\\\\\"]", CROK_OK, NULL);
    parse("\"\\u000", CROK_EFORMAT, "no valid JSON");
    parse("\"\\", CROK_EFORMAT, "no valid JSON");
}

/* The documents before and behind it are read. */
static void one_of_many_documents_with_a_zero_is_an_error(void **state)
{
    static const char text[] = "{\"a\":1}\n"
                               "{\"a\":\n\"\\u0000\",\n\"b\":2} "
                               "{\"a\":3}\n";
    crok_documents in;
    cJSON *doc = NULL;
    crok_err err = {0};
    char where[64];
    (void)state;
    CHECK_STATUS(crok_documents_of("t", text, sizeof text - 1, &in, &err),
                 CROK_OK, &err);
    for (int i = 0; i < 3; i++) {
        assert_true(crok_documents_next(&in, &doc, where, sizeof where, &err));
        assert_int_equal(doc == NULL, i == 1);
        cJSON_Delete(doc);
    }
    assert_string_equal(err.msg, "t: line 2: the character U+0000: no text has "
                                 "it");
    assert_false(crok_documents_next(&in, &doc, where, sizeof where, &err));
    crok_documents_close(&in);
}

static void a_number_is_checked(void **state)
{
    const crok_range to_five = {0.0, 5.0};
    const crok_range from_three = {3.0, 5.0};
    crok_err err = {0};
    double x = 0.0;
    cJSON *doc = cJSON_Parse("{\"a\": 2, \"b\": \"2\"}");
    (void)state;
    CHECK_STATUS(crok_json_num(doc, "a", to_five, "t", &x, &err), CROK_OK,
                 &err);
    CHECK_NEAR(x, 2.0, 0.0);
    CHECK_STATUS(crok_json_num(doc, "a", from_three, "t", &x, &err),
                 CROK_EFORMAT, &err);
    CHECK_STATUS(crok_json_num(doc, "b", to_five, "t", &x, &err), CROK_EFORMAT,
                 &err);
    CHECK_STATUS(crok_json_num(doc, "c", to_five, "t", &x, &err), CROK_EFORMAT,
                 &err);
    assert_non_null(strstr(err.msg, "\"c\" is missing"));
    cJSON_Delete(doc);
}

static void check_text(const char *bytes, const char *want)
{
    cJSON *obj = cJSON_CreateObject();
    crok_json_add_text(obj, "t", bytes);
    assert_string_equal(
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(obj, "t")), want);
    cJSON_Delete(obj);
}

static void bytes_that_are_not_utf8_are_replaced(void **state)
{
    (void)state;
    check_text("caf\xC3\xA9\n", "caf\xC3\xA9\n");
    check_text("a\xFF"
               "b",
               "a\xEF\xBF\xBD"
               "b");
    check_text("\xC3", "\xEF\xBF\xBD");                 /* cut short */
    check_text("\xC0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD"); /* overlong */
    check_text("\xED\xA0\x80",
               "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); /* surrogate */
}

/* A terminal would act on them; in JSON they may stand as they are. */
static void no_control_character_is_written(void **state)
{
    static const char text[] = "\x1b[2J\x7f|\xc2\x80|\xc2\x9b|\xc2\xa0|"
                               "\xe2\x80\xae|\xe2\x81\xa6|\xe2\x82\xac";
    cJSON *doc = cJSON_CreateString(text);
    cJSON *again = NULL;
    char *got = crok_json_text(doc, false);
    (void)state;
    assert_string_equal(got, "\"\\u001b[2J\\u007f|\\u0080|\\u009b|\xc2\xa0|"
                             "\\u202e|\\u2066|\xe2\x82\xac\"");
    again = cJSON_Parse(got);
    assert_string_equal(cJSON_GetStringValue(again), text);
    cJSON_free(got);
    cJSON_Delete(again);
    cJSON_Delete(doc);
    assert_null(crok_json_text(NULL, true));
}

static void numbers_are_rounded_and_finite(void **state)
{
    cJSON *obj = cJSON_CreateObject();
    char *text = NULL;
    (void)state;
    crok_json_add_num(obj, "a", 0.1 + 0.2, 3);
    crok_json_add_num(obj, "b", -0.0001, 3);
    crok_json_add_num(obj, "c", (double)NAN, 3);
    text = cJSON_PrintUnformatted(obj);
    assert_string_equal(text, "{\"a\":0.3,\"b\":0,\"c\":null}");
    cJSON_free(text);
    cJSON_Delete(obj);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_syntax_error_names_its_place),
        cmocka_unit_test(what_is_not_utf8_is_an_error),
        cmocka_unit_test(a_text_with_a_zero_is_an_error),
        cmocka_unit_test(one_of_many_documents_with_a_zero_is_an_error),
        cmocka_unit_test(a_number_is_checked),
        cmocka_unit_test(bytes_that_are_not_utf8_are_replaced),
        cmocka_unit_test(no_control_character_is_written),
        cmocka_unit_test(numbers_are_rounded_and_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
