/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines in, the same lines out, and lines that are not what they should be:
 * all of an import is taken, or nothing. */
#include "journal/game.h"

#include <stdlib.h>
#include <string.h>

#include "rules/book_json.h"

/* Every line of the record, each with its \n; free with free(). */
static char *export_all(crok_journal *j, size_t *len)
{
    char *text = calloc(1, 1);
    crok_journal_line line = {0};
    crok_err err = {0};
    *len = 0;
    for (;;) {
        char *more = NULL;
        CHECK_STATUS(crok_journal_next(j, line.seq, &line, &err), CROK_OK,
                     &err);
        if (line.text == NULL)
            return text;
        more = realloc(text, *len + line.len + 2);
        assert_non_null(more);
        text = more;
        memcpy(text + *len, line.text, line.len);
        *len += line.len + 1;
        text[*len - 1] = '\n';
        text[*len] = '\0';
    }
}

static void check_export(crok_journal *j, const char *want, size_t want_len)
{
    size_t len = 0;
    char *got = export_all(j, &len);
    assert_int_equal(len, want_len);
    assert_memory_equal(got, want, len);
    free(got);
}

static void import_ok(crok_journal *j, const char *text, size_t len)
{
    crok_err err = {0};
    CHECK_STATUS(crok_journal_import(j, "lines", text, len, &err), CROK_OK,
                 &err);
}

static void every_recorded_match_comes_out_byte_for_byte(void **state)
{
    (void)state;
    for (int i = 0; crok_preset_name(i) != NULL; i++) {
        size_t len = 0;
        size_t n_bytes = 0;
        char *text = game_text(crok_preset_name(i), &len);
        char *first = NULL;
        char *second = NULL;
        crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
        crok_journal *again = game_open("b", CROK_JOURNAL_WRITE);
        import_ok(j, text, len);
        check_export(j, text, len);
        first = game_match(crok_journal_match(j));
        crok_journal_close(&j);
        j = game_open("a", CROK_JOURNAL_READ);
        check_export(j, text, len);
        /* and as events appended one by one: the same match */
        game_append(again, text, 0, 1000);
        second = game_match(crok_journal_match(again));
        assert_string_equal(first, second);
        crok_journal_close(&j);
        crok_journal_close(&again);
        again = game_open("b", CROK_JOURNAL_READ);
        free(text);
        text = export_all(again, &n_bytes);
        crok_journal_close(&again);
        game_remove("b");
        again = game_open("b", CROK_JOURNAL_WRITE);
        import_ok(again, text, n_bytes);
        check_export(again, text, n_bytes);
        cJSON_free(first);
        first = game_match(crok_journal_match(again));
        assert_string_equal(first, second);
        crok_journal_close(&again);
        cJSON_free(first);
        cJSON_free(second);
        free(text);
        game_remove("a");
        game_remove("b");
    }
}

#define START(seq)                                                             \
    "{\"schema\":\"crokeye.event/1\",\"seq\":" #seq                            \
    ",\"time\":\"2026-05-02T10:00:00Z\",\"type\":\"match_start\","             \
    "\"rules\":\"depot\",\"x-own\":[1e3,\"\\u00e4\"],"                         \
    "\"sides\":[{\"side\":\"black\"},{\"side\":\"white\"}],\"seats\":["        \
    "{\"seat\":0,\"side\":\"black\"},{\"seat\":2,\"side\":\"white\"}],"        \
    "\"first_seat\":0}"
#define END(seq)                                                               \
    "{\"schema\":\"crokeye.event/1\",\"seq\":" #seq                            \
    ",\"time\":\"2026-05-02T10:00:00Z\",\"type\":\"match_end\"}"

static void what_is_kept_is_the_line_as_it_came(void **state)
{
    static const char in[] = "\r\n" START(3) "\r\n\n \t\n  " END(70) "  ";
    static const char out[] = START(3) "\n  " END(70) "  \n";
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_event e = {.time = "2026-05-02T12:00:00Z", .type = CROK_EVENT_UNDO};
    crok_err err = {0};
    (void)state;
    import_ok(j, in, sizeof in - 1);
    check_export(j, out, sizeof out - 1);
    assert_int_equal(crok_journal_seq(j), 70);
    e.u.of = 70;
    CHECK_STATUS(crok_journal_append(j, &e, 70, &err), CROK_OK, &err);
    assert_int_equal(crok_journal_seq(j), 71);
    crok_journal_close(&j);
    game_remove("a");
}

static void a_bad_line_is_named_and_nothing_is_taken(void **state)
{
    static const struct {
        const char *text, *says;
        crok_status want;
    } bad[] = {
        {"", "no event in it", CROK_EFORMAT},
        {" \n\n", "no event in it", CROK_EFORMAT},
        {"{\"schema\":\"crokeye.event/1\",\"seq\":1,\"type\":\"round_end\","
         "\"totals\":[1,2]}",
         "\"totals\" is no field of round_end", CROK_EFORMAT},
        {START(1) "\n{\"schema\":", "line 2: no valid JSON", CROK_EFORMAT},
        {START(1) "\n\n[]", "line 3: \"schema\"", CROK_EFORMAT},
        {START(1) "\nnull", "line 2: \"schema\"", CROK_EFORMAT},
        {START(1) END(2), "line 1: no valid JSON", CROK_EFORMAT},
        {START(1) "\n{\"schema\":\"crokeye.event/2\",\"seq\":2}",
         "line 2: \"schema\" must be \"crokeye.event/1\"", CROK_EFORMAT},
        {START(1) "\n{\"seq\":2,\"time\":\"2026-05-02T10:00:00Z\","
                  "\"type\":\"match_end\"}",
         "line 2: \"schema\"", CROK_EFORMAT},
        {START(1) "\n" END(1), "line 2: seq: is 1, must be above 1",
         CROK_ECONFLICT},
        {START(0), "line 1: seq: is 0", CROK_ECONFLICT},
        {START(-5), "line 1: seq: is -5", CROK_ECONFLICT},
        {START(1.5), "line 1: \"seq\"", CROK_EFORMAT},
        {START(1e300), "line 1: \"seq\"", CROK_EFORMAT},
        {START(1) "\n" START(2), "line 2: the match has started already",
         CROK_ECONFLICT},
        {END(1), "line 1: the match has not started", CROK_ECONFLICT},
        {"{\"schema\":\"crokeye.event/1\",\"seq\":1,\"time\":\"yesterday\","
         "\"type\":\"match_end\"}",
         "line 1: \"time\" must be UTC", CROK_EARG},
        {"{\"schema\":\"crokeye.event/1\",\"seq\":1,"
         "\"time\":\"2026-05-02T10:00:00Z\",\"type\":\"party\"}",
         "line 1: \"type\": \"party\" is no event", CROK_EFORMAT},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
        crok_err err = {0};
        CHECK_STATUS(crok_journal_import(j, "lines", bad[i].text,
                                         strlen(bad[i].text), &err),
                     bad[i].want, &err);
        if (strstr(err.msg, bad[i].says) == NULL)
            fail_msg("%s: \"%s\" has no \"%s\"", bad[i].text, err.msg,
                     bad[i].says);
        check_export(j, "", 0);
        assert_int_equal(crok_journal_seq(j), 0);
        crok_journal_close(&j);
        j = game_open("a", CROK_JOURNAL_WRITE); /* and it may be tried again */
        import_ok(j, START(1), strlen(START(1)));
        crok_journal_close(&j);
        game_remove("a");
    }
}

static void odd_bytes_are_refused(void **state)
{
    static const char zero[] = "{\"schema\":\"crokeye.event/1\",\0\"seq\":1}";
    size_t deep = 100000;
    char *text = malloc(deep);
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_err err = {0};
    (void)state;
    assert_non_null(text);
    CHECK_STATUS(crok_journal_import(j, "lines", zero, sizeof zero - 1, &err),
                 CROK_EFORMAT, &err);
    assert_non_null(strstr(err.msg, "line 1: has a zero byte"));
    memset(text, '[', deep);
    CHECK_STATUS(crok_journal_import(j, "lines", text, deep, &err),
                 CROK_EFORMAT, &err);
    check_export(j, "", 0);
    free(text);
    crok_journal_close(&j);
    game_remove("a");
}

static void only_an_empty_record_takes_an_import(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    crok_err err = {0};
    (void)state;
    import_ok(j, START(1), strlen(START(1)));
    CHECK_STATUS(
        crok_journal_import(j, "lines", START(2), strlen(START(2)), &err),
        CROK_ECONFLICT, &err);
    assert_non_null(strstr(err.msg, "has 1 events already"));
    check_export(j, START(1) "\n", strlen(START(1)) + 1);
    crok_journal_close(&j);
    j = game_open("a", CROK_JOURNAL_READ);
    CHECK_STATUS(
        crok_journal_import(j, "lines", START(2), strlen(START(2)), &err),
        CROK_EARG, &err);
    crok_journal_close(&j);
    game_remove("a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_recorded_match_comes_out_byte_for_byte),
        cmocka_unit_test(what_is_kept_is_the_line_as_it_came),
        cmocka_unit_test(a_bad_line_is_named_and_nothing_is_taken),
        cmocka_unit_test(odd_bytes_are_refused),
        cmocka_unit_test(only_an_empty_record_takes_an_import),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
