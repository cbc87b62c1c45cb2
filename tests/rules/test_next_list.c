/* SPDX-License-Identifier: Apache-2.0
 *
 * Which documents are lists of next matches, and what is taken off a list when
 * a match begins. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/next_list.h"
#include "rules/rules_json.h"

static cJSON *parsed(const char *text)
{
    cJSON *doc = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_json_parse(text, strlen(text), "test", &doc, &err),
                 CROK_OK, &err);
    return doc;
}

/* ---- checking ---- */

#define LIST(more, matches)                                                    \
    "{\"schema\":\"crokeye.next/1\"," more "\"matches\":[" matches "]}"

static void right_lists_pass(void **state)
{
    static const char *const lists[] = {
        LIST("", ""),
        LIST("\"table\":\"4\",\"tournament\":\"Open\",\"division\":\"A-B\",",
             "{\"stage\":\"Prelim\",\"pool\":\"A\",\"game\":\"3\",\"time\":"
             "\"14:30\",\"sides\":[[\"Ann\"],[\"Bob\"]]}"),
        LIST("\"division\":null,",
             "{\"sides\":[[\"A\",\"B\"],[\"C\",\"D\"]],"
             "\"colours\":[\"red\",\"\"]},"
             "{\"sides\":[[\"A\"],[\"B\"],[\"C\"],[\"D\"]],\"x-own\":1}"),
        LIST("\"known\":[{\"record\":\"r\",\"seq\":7}],", ""),
    };
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        cJSON *doc = parsed(lists[i]);
        crok_err err = {0};
        CHECK_STATUS(crok_next_list_check(doc, "f", &err), CROK_OK, &err);
        cJSON_Delete(doc);
    }
}

static void wrong_lists_are_named(void **state)
{
    static const struct {
        const char *list, *what;
    } cases[] = {
        {"[]", "f: \"schema\" must be \"crokeye.next/1\""},
        {"{\"schema\":\"crokeye.next/2\",\"matches\":[]}", "crokeye.next/1"},
        {"{\"schema\":\"crokeye.next/1\"}", "\"matches\" is missing"},
        {LIST("\"table\":4,", ""), "\"table\" must be a text"},
        {LIST("", "7"), "f: matches[0]: \"sides\" is missing"},
        {LIST("", "{\"stage\":\"Final\"}"), "\"sides\" is missing"},
        {LIST("", "{\"sides\":[[\"Ann\"]]}"), "must have two to four lists"},
        {LIST("", "{\"sides\":[[\"Ann\"],[\"\"]]}"),
         "sides[1]: must be a list of 1 to 4 names"},
        {LIST("", "{\"sides\":[[\"Ann\"],[]]}"), "sides[1]: must be a list"},
        {LIST("", "{\"sides\":[[\"Ann\"],\"Bob\"]}"), "sides[1]: must be"},
        {LIST("", "{\"sides\":[[\"A\"],[\"B\",7]]}"), "sides[1]: must be"},
        {LIST("", "{\"sides\":[[\"A\"],[\"B\"],[\"C\"],[\"D\"],[\"E\"]]}"),
         "\"sides\" has 5 elements"},
        {LIST("", "{\"sides\":[[\"A\"],[\"B\"]],\"time\":1430}"),
         "\"time\" must be a text"},
        {LIST("", "{\"sides\":[[\"A\"],[\"B\"]],\"colours\":[\"red\"]}"),
         "\"colours\" must have a text"},
        {LIST("\"known\":[{\"record\":\"r\"}],", ""), "\"seq\""},
        {LIST("\"known\":[{\"seq\":1}],", ""), "\"record\" is missing"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cJSON *doc = parsed(cases[i].list);
        crok_err err = {0};
        CHECK_STATUS(crok_next_list_check(doc, "f", &err), CROK_EFORMAT, &err);
        if (strstr(err.msg, cases[i].what) == NULL)
            fail_msg("%s: \"%s\" is not in \"%s\"", cases[i].list,
                     cases[i].what, err.msg);
        cJSON_Delete(doc);
    }
}

/* ---- what has begun ---- */

static void add(crok_log *log, const char *fields)
{
    char line[1024];
    crok_event *e = calloc(1, sizeof *e);
    crok_err err = {0};
    cJSON *doc = NULL;
    assert_non_null(e);
    (void)snprintf(line, sizeof line,
                   "{\"schema\":\"crokeye.event/1\",\"seq\":%d,\"time\":"
                   "\"2026-05-02T10:00:00Z\",%s}",
                   log->n + 1, fields);
    doc = parsed(line);
    CHECK_STATUS(crok_event_from_json(doc, "test", NULL, e, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_log_add(log, e, &err), CROK_OK, &err);
    cJSON_Delete(doc);
    free(e);
}

static void start(crok_log *log, const char *a, const char *b,
                  const char *stage)
{
    char fields[800];
    if (log->n > 0)
        add(log, "\"type\":\"match_end\"");
    (void)snprintf(fields, sizeof fields,
                   "\"type\":\"match_start\",\"rules\":\"depot\",\"stage\":"
                   "\"%s\",\"sides\":[{\"side\":\"black\"},{\"side\":"
                   "\"white\"}],\"seats\":[{\"seat\":0,\"side\":\"black\","
                   "\"player\":\"%s\"},{\"seat\":2,\"side\":\"white\","
                   "\"player\":\"%s\"}],\"first_seat\":0",
                   stage, a, b);
    add(log, fields);
}

#define KNOWN                                                                  \
    "\"known\":[{\"record\":\"other\",\"seq\":9},"                             \
    "{\"record\":\"this\",\"seq\":1}],"
#define MATCHES                                                                \
    "{\"stage\":\"Prelim\",\"sides\":[[\"Ann\"],[\"Bob\"]]},"                  \
    "{\"stage\":\"Prelim\",\"sides\":[[\"Cy\"],[\"Di\"]]},"                    \
    "{\"stage\":\"Final\",\"sides\":[[\"Ann\"],[\"Bob\"]]},"                   \
    "{\"stage\":\"Prelim\",\"sides\":[[\"Ann\"],[\"Bob\"]]}"

/* The list has these matches left, by stage and first player. */
static void check_left(const char *record, const crok_log *log,
                       const char *want)
{
    cJSON *doc = parsed(LIST(KNOWN, MATCHES));
    const cJSON *match = NULL;
    char left[256] = "";
    crok_err err = {0};
    CHECK_STATUS(crok_next_list_check(doc, "f", &err), CROK_OK, &err);
    CHECK_STATUS(crok_next_list_drop_begun(doc, record, log, &err), CROK_OK,
                 &err);
    cJSON_ArrayForEach(match, cJSON_GetObjectItem(doc, "matches"))
    {
        const cJSON *sides = cJSON_GetObjectItem(match, "sides");
        const cJSON *first = cJSON_GetArrayItem(sides, 0);
        size_t n = strlen(left);
        (void)snprintf(left + n, sizeof left - n, "%s %s, ",
                       cJSON_GetObjectItem(match, "stage")->valuestring,
                       cJSON_GetArrayItem(first, 0)->valuestring);
    }
    cJSON_Delete(doc);
    assert_string_equal(left, want);
}

#define ALL "Prelim Ann, Prelim Cy, Final Ann, Prelim Ann, "

static void a_match_that_began_since_is_taken_off(void **state)
{
    crok_log log = crok_log_empty();
    (void)state;
    check_left("this", &log, ALL);
    start(&log, "Ann", "Bob", "Prelim"); /* seq 1: the hall knows it */
    check_left("this", &log, ALL);
    check_left("", &log, "Prelim Cy, Final Ann, Prelim Ann, ");
    start(&log, "Di", "Cy", "");
    check_left("this", &log, "Prelim Ann, Final Ann, Prelim Ann, ");
    check_left("other", &log, ALL);
    add(&log, "\"type\":\"undo\",\"of\":3");
    check_left("this", &log, ALL);
    crok_log_close(&log);
}

static void stage_goes_first_and_each_start_takes_one(void **state)
{
    crok_log log = crok_log_empty();
    (void)state;
    start(&log, "Cy", "Di", "Prelim");
    start(&log, "Bob", "Ann", "Final");
    check_left("this", &log, "Prelim Ann, Prelim Cy, Prelim Ann, ");
    start(&log, "Ann", "Bob", "Semi");
    check_left("this", &log, "Prelim Cy, Prelim Ann, ");
    start(&log, "Ann", "Cy", "Prelim");
    start(&log, "ann", "Bob", "Prelim");
    check_left("this", &log, "Prelim Cy, Prelim Ann, ");
    start(&log, "Ann", "Bob", "Prelim");
    check_left("this", &log, "Prelim Cy, ");
    start(&log, "Ann", "Bob", "Prelim");
    check_left("this", &log, "Prelim Cy, ");
    crok_log_close(&log);
}

static void game_and_pool_go_before_the_order(void **state)
{
    static const char GAMES[] =
        LIST("", "{\"stage\":\"Prelim\",\"pool\":\"A\",\"game\":\"1\","
                 "\"sides\":[[\"Ann\"],[\"Bob\"]]},"
                 "{\"stage\":\"Prelim\",\"pool\":\"B\",\"game\":\"2\","
                 "\"sides\":[[\"Ann\"],[\"Bob\"]]},"
                 "{\"stage\":\"Prelim\",\"pool\":\"A\",\"game\":\"2\","
                 "\"sides\":[[\"Ann\"],[\"Bob\"]]}");
    static const struct {
        const char *stage; /* and what follows it in the event */
        int gone;          /* place in the list */
    } cases[] = {{"Prelim", 0},
                 {"Prelim\",\"game\":\"2", 1},
                 {"Prelim\",\"pool\":\"A\",\"game\":\"2", 2},
                 {"\",\"pool\":\"B", 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crok_log log = crok_log_empty();
        cJSON *doc = parsed(GAMES);
        cJSON *want = parsed(GAMES);
        crok_err err = {0};
        start(&log, "Bob", "Ann", cases[i].stage);
        CHECK_STATUS(crok_next_list_drop_begun(doc, "", &log, &err), CROK_OK,
                     &err);
        cJSON_DeleteItemFromArray(cJSON_GetObjectItem(want, "matches"),
                                  cases[i].gone);
        assert_true(cJSON_Compare(doc, want, true));
        cJSON_Delete(want);
        cJSON_Delete(doc);
        crok_log_close(&log);
    }
}

static void partners_belong_together(void **state)
{
    static const char MATCH[] =
        LIST("", "{\"sides\":[[\"Ann\",\"Bo\"],[\"Cy\",\"Di\"]]}");
    static const struct {
        const char *player[4]; /* seats 0 and 2 are partners, 1 and 3 */
        int left;
    } cases[] = {{{"Ann", "Cy", "Bo", "Di"}, 0},
                 {{"Di", "Bo", "Cy", "Ann"}, 0},
                 {{"Ann", "Bo", "Cy", "Di"}, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crok_log log = crok_log_empty();
        cJSON *doc = parsed(MATCH);
        char fields[800];
        int n = snprintf(fields, sizeof fields,
                         "\"type\":\"match_start\",\"rules\":\"depot\","
                         "\"sides\":[{\"side\":\"black\"},{\"side\":"
                         "\"white\"}],\"first_seat\":0,\"seats\":[");
        crok_err err = {0};
        for (int k = 0; k < 4; k++)
            n += snprintf(fields + n, sizeof fields - (size_t)n,
                          "%s{\"seat\":%d,\"side\":\"%s\",\"player\":\"%s\"}",
                          k == 0 ? "" : ",", k, k % 2 == 0 ? "black" : "white",
                          cases[i].player[k]);
        (void)snprintf(fields + n, sizeof fields - (size_t)n, "]");
        add(&log, fields);
        CHECK_STATUS(crok_next_list_drop_begun(doc, "", &log, &err), CROK_OK,
                     &err);
        assert_int_equal(
            cJSON_GetArraySize(cJSON_GetObjectItem(doc, "matches")),
            cases[i].left);
        cJSON_Delete(doc);
        crok_log_close(&log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_lists_pass),
        cmocka_unit_test(wrong_lists_are_named),
        cmocka_unit_test(a_match_that_began_since_is_taken_off),
        cmocka_unit_test(stage_goes_first_and_each_start_takes_one),
        cmocka_unit_test(game_and_pool_go_before_the_order),
        cmocka_unit_test(partners_belong_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
