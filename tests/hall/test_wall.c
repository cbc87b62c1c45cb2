/* SPDX-License-Identifier: Apache-2.0
 *
 * The document of all tables: what is taken from each table's document, since
 * when something is so, and which table is silent. */
#include "check.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "core/clock.h"
#include "hall/wall.h"

/* 2026-05-02T12:00:00Z */
#define NOON_MS INT64_C(1777723200000)

static crok_wall *wall;
static cJSON *document;
static crok_err err;

static int open_wall(void **state)
{
    (void)state;
    CHECK_STATUS(crok_wall_new("", "http://hall/day", &wall, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_wall_add(wall, "A", CROK_WALL_REPORTS, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_wall_add(wall, "B", CROK_WALL_READ, &err), CROK_OK, &err);
    return 0;
}

static int close_wall(void **state)
{
    (void)state;
    crok_wall_free(&wall);
    cJSON_Delete(document);
    document = NULL;
    return 0;
}

static const cJSON *field(const cJSON *obj, const char *name)
{
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(obj, name);
    if (found == NULL)
        fail_msg("no field %s", name);
    return found;
}

static const char *text(const cJSON *obj, const char *name)
{
    return cJSON_GetStringValue(field(obj, name));
}

/* The table of this number as the wall shows it at a time. */
static const cJSON *shown_at(int number, int64_t now_ms)
{
    char *json = crok_wall_text(wall, now_ms);
    cJSON_Delete(document);
    document = cJSON_Parse(json);
    cJSON_free(json);
    return cJSON_GetArrayItem(field(document, "tables"), number - 1);
}

static crok_status take_at(int place, int64_t now_ms, const char *json,
                           crok_wall_shown *shown)
{
    const crok_wall_state state = {.json = json,
                                   .len = strlen(json),
                                   .now_ms = now_ms,
                                   .heard_ms = now_ms};
    return crok_wall_take(wall, place, &state, shown, &err);
}

/* Take a document with these fields; what the server would show is dropped. */
static void take(int place, int64_t now_ms, const char *fields)
{
    char json[2000];
    crok_wall_shown shown;
    (void)snprintf(json, sizeof json, "{\"schema\":\"crokeye.match/1\",%s}",
                   fields);
    CHECK_STATUS(take_at(place, now_ms, json, &shown), CROK_OK, &err);
    cJSON_free(shown.json);
}

#define MATCH                                                                  \
    "\"title\":\"Open\",\"stage\":\"Semi\",\"state\":\"playing\",\"game\":1,"  \
    "\"games\":3,\"round\":2,\"rounds\":4,\"decides\":\"points\",\"winner\":"  \
    "[\"red\"],\"words\":null,\"hammer\":{\"seat\":2},\"seats\":[{\"seat\":0," \
    "\"side\":\"red\"},{\"seat\":2,\"side\":\"blue\"}],\"sides\":[{\"side\":"  \
    "\"red\",\"name\":\"Ann\",\"players\":[\"Ann\"],\"rgb\":[9,8,7],"          \
    "\"games\":1,\"range\":[35,50],\"points_range\":[2,4],\"twenties_range\":" \
    "[1,1],\"twenties_total_range\":[5,6]},{\"side\":\"blue\",\"name\":"       \
    "\"Bob\",\"players\":[\"Bob\"],\"rgb\":null,\"games\":0,\"range\":[0,0]"   \
    ",\"points_range\":[0,0],\"twenties_range\":[2,2]}]"

static void check_range(const cJSON *side, const char *name, int lo, int hi)
{
    const cJSON *range = field(side, name);
    assert_int_equal(cJSON_GetArrayItem(range, 0)->valueint, lo);
    assert_int_equal(cJSON_GetArrayItem(range, 1)->valueint, hi);
}

static void a_match_is_shown(void **state)
{
    const cJSON *match = NULL;
    const cJSON *side = NULL;
    (void)state;
    take(1, NOON_MS, MATCH);
    match = field(shown_at(2, NOON_MS), "match");
    assert_string_equal(text(document, "schema"), "crokeye.tables/1");
    assert_string_equal(text(document, "title"), "Open");
    assert_string_equal(text(document, "stage"), "Semi");
    assert_string_equal(text(document, "day"), "http://hall/day");
    assert_string_equal(text(document, "at"), "2026-05-02T12:00:00.000Z");
    assert_string_equal(text(match, "state"), "playing");
    assert_int_equal(field(match, "rounds")->valueint, 4);
    side = cJSON_GetArrayItem(field(match, "sides"), 0);
    assert_string_equal(text(side, "name"), "Ann");
    check_range(side, "round", 35, 50);
    check_range(side, "points", 2, 4);
    check_range(side, "twenties", 5, 6);
    assert_true(cJSON_IsTrue(field(side, "won")));
    assert_true(cJSON_IsFalse(field(side, "hammer")));
    side = cJSON_GetArrayItem(field(match, "sides"), 1);
    check_range(side, "twenties", 2, 2);
    assert_true(cJSON_IsTrue(field(side, "hammer")));
    assert_true(cJSON_IsNull(field(match, "question")));
    assert_string_equal(text(field(match, "source"), "state"), "none");
    assert_true(cJSON_IsNull(field(shown_at(1, NOON_MS), "match")));
}

/* A table that has ended is not among those that play, and its stage is not the
 * hall's; its number stays its own. */
static void a_table_that_has_ended_is_left_out(void **state)
{
    static const char *const left[] = {"A", "B", "D"};
    (void)state;
    CHECK_STATUS(crok_wall_add(wall, "C", CROK_WALL_ENDED, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_wall_add(wall, "D", CROK_WALL_REPORTS, &err), CROK_OK,
                 &err);
    take(2, NOON_MS, MATCH);
    take(3, NOON_MS, "\"state\":\"waiting\"");
    (void)shown_at(1, NOON_MS + 60000);
    assert_int_equal(cJSON_GetArraySize(field(document, "tables")), 3);
    for (int i = 0; i < 3; i++)
        assert_string_equal(
            text(cJSON_GetArrayItem(field(document, "tables"), i), "table"),
            left[i]);
    assert_int_equal(
        field(cJSON_GetArrayItem(field(document, "tables"), 2), "number")
            ->valueint,
        4);
    assert_string_equal(text(document, "stage"), "");
}

static bool is_silent_at(int64_t now_ms)
{
    return cJSON_IsTrue(field(shown_at(1, now_ms), "silent"));
}

/* While the broker is away nothing is known of the tables: the wall says that
 * it is away, not that they are silent. */
static void no_table_is_silent_because_the_broker_is_away(void **state)
{
    const crok_hall_contact away = {NOON_MS + 5000, NOON_MS + 4000};
    const crok_hall_contact back = {0};
    const cJSON *said = NULL;
    (void)state;
    take(0, NOON_MS, MATCH);
    (void)shown_at(1, NOON_MS);
    assert_true(cJSON_IsNull(field(document, "away")));
    crok_wall_set_contact(wall, &away, NOON_MS + 5000);
    assert_false(is_silent_at(NOON_MS + 600000));
    said = field(document, "away");
    assert_string_equal(text(said, "since"), "2026-05-02T12:00:05.000Z");
    assert_string_equal(text(said, "read"), "2026-05-02T12:00:04.000Z");
    crok_wall_set_contact(wall, &back, NOON_MS + 700000);
    assert_false(is_silent_at(NOON_MS + 700000 + CROK_WALL_SILENT_MS));
    assert_true(cJSON_IsNull(field(document, "away")));
    assert_true(is_silent_at(NOON_MS + 700001 + CROK_WALL_SILENT_MS));
    /* one that was silent before stays it */
    crok_wall_set_contact(wall,
                          &(crok_hall_contact){.away_ms = NOON_MS + 800000}, 0);
    assert_true(is_silent_at(NOON_MS + 900000));
    assert_true(cJSON_IsNull(field(field(document, "away"), "read")));
}

static void the_server_shows_it_as_the_hall_s_table(void **state)
{
    static const char json[] =
        "{\"schema\":\"crokeye.match/1\",\"number\":1,\"table\":\"x\","
        "\"picture\":{\"url\":\"/picture.jpg\"},\"record\":{\"id\":\"an-id\"},"
        "\"calls\":[{\"disc\":1,\"picture\":\"/calls/1-1.png\"}]}";
    crok_wall_shown shown;
    cJSON *doc = NULL;
    (void)state;
    CHECK_STATUS(take_at(1, NOON_MS, json, &shown), CROK_OK, &err);
    doc = cJSON_Parse(shown.json);
    assert_int_equal(field(doc, "number")->valueint, 2);
    assert_string_equal(text(doc, "table"), "B");
    assert_true(cJSON_IsNull(field(doc, "picture")));
    assert_null(strstr(shown.json, ".png"));
    assert_string_equal(text(field(doc, "source"), "state"), "none");
    assert_string_equal(shown.record, "an-id");
    cJSON_Delete(doc);
    cJSON_free(shown.json);
}

#define ASKS(of)                                                               \
    "\"record\":{\"id\":\"R\"},\"asked\":[],"                                  \
    "\"question\":{\"ask\":\"validity\",\"of\":" #of "}"

static const char *question_since(int number, int64_t now_ms)
{
    return text(field(field(shown_at(number, now_ms), "match"), "question"),
                "since");
}

static void a_question_has_the_time_of_its_event(void **state)
{
    static const char line[] = "{\"seq\":41,\"time\":\"2026-05-02T11:59:20Z\"}";
    (void)state;
    crok_wall_note(wall, 0, "R", line, strlen(line));
    crok_wall_note(wall, 0, "R", "no event", 8);
    take(0, NOON_MS, ASKS(41));
    assert_string_equal(question_since(1, NOON_MS), "2026-05-02T11:59:20Z");
    /* of an event that is not known, when it was first seen, and no later */
    take(0, NOON_MS, ASKS(42));
    take(0, NOON_MS + 5000, ASKS(42));
    assert_string_equal(question_since(1, NOON_MS + 5000),
                        "2026-05-02T12:00:00.000Z");
    /* an event of another record is another event */
    crok_wall_note(wall, 0, "S", line, strlen(line));
    take(0, NOON_MS + 6000, ASKS(41));
    assert_string_equal(question_since(1, NOON_MS + 6000),
                        "2026-05-02T12:00:06.000Z");
}

static void an_older_question_waits_too(void **state)
{
    const cJSON *question = NULL;
    (void)state;
    take(0, NOON_MS,
         "\"question\":null,\"asked\":[{\"ask\":\"unseen\",\"of\":3},"
         "{\"ask\":\"disc\",\"of\":9}]");
    question = field(field(shown_at(1, NOON_MS), "match"), "question");
    assert_string_equal(text(question, "ask"), "unseen");
    assert_int_equal(field(question, "count")->valueint, 2);
}

static void a_camera_is_gone_since_its_last_picture(void **state)
{
    const cJSON *source = NULL;
    (void)state;
    take(
        0, NOON_MS,
        "\"source\":{\"state\":\"down\",\"seen_at\":\"2026-05-02T11:02:00Z\"}");
    source = field(field(shown_at(1, NOON_MS), "match"), "source");
    assert_string_equal(text(source, "state"), "down");
    assert_string_equal(text(source, "since"), "2026-05-02T11:02:00Z");
    take(0, NOON_MS, "\"source\":{\"state\":\"still\"}");
    source = field(field(shown_at(1, NOON_MS), "match"), "source");
    assert_string_equal(text(source, "since"), "2026-05-02T12:00:00.000Z");
}

static bool is_silent(int number, int64_t now_ms)
{
    return cJSON_IsTrue(field(shown_at(number, now_ms), "silent"));
}

static void a_table_that_reports_may_be_silent(void **state)
{
    (void)state;
    assert_false(is_silent(1, NOON_MS));
    take(0, NOON_MS, MATCH);
    take(1, NOON_MS, MATCH);
    assert_false(is_silent(1, NOON_MS + CROK_WALL_SILENT_MS));
    assert_true(is_silent(1, NOON_MS + CROK_WALL_SILENT_MS + 1));
    assert_false(is_silent(2, NOON_MS + CROK_WALL_SILENT_MS + 1));
    assert_string_equal(text(shown_at(1, NOON_MS), "heard"),
                        "2026-05-02T12:00:00.000Z");
    take(0, NOON_MS + 20000, MATCH);
    assert_false(is_silent(1, NOON_MS + 20001));
}

static void what_is_no_match_is_refused(void **state)
{
    static const char *const wrong[] = {
        "", "{", "[]", "{}", "{\"schema\":\"crokeye.event/1\"}", "null"};
    crok_wall_shown shown = {.json = NULL};
    (void)state;
    take(0, NOON_MS, MATCH);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_STATUS(take_at(0, NOON_MS + 9000, wrong[i], &shown), CROK_EFORMAT,
                     &err);
        assert_null(shown.json);
    }
    assert_string_equal(text(field(shown_at(1, NOON_MS), "match"), "title"),
                        "Open");
}

/* Fields of every other type are shown as if they were not there. */
static void a_match_may_lack_anything(void **state)
{
    static const char *const odd[] = {
        "\"sides\":7",
        "\"sides\":[1,{},{\"points_range\":[\"a\"]}],\"decides\":\"points\"",
        "\"hammer\":3,\"seats\":{},\"winner\":\"red\"",
        "\"question\":{\"ask\":7},\"asked\":{\"a\":1}",
        "\"source\":[],\"record\":7,\"calls\":{}",
        "\"question\":{\"ask\":\"a word that is longer than any that there is "
        "so far in any of the documents that are written\",\"of\":1e300}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        take(0, NOON_MS, odd[i]);
        assert_true(cJSON_IsObject(field(shown_at(1, NOON_MS), "match")));
    }
}

static void the_next_match_is_the_first_of_the_list(void **state)
{
    static const char next[] =
        "{\"schema\":\"crokeye.next/1\",\"table\":\"A\",\"matches\":[{\"time\":"
        "\"14:30\",\"sides\":[[\"Ann\"],[\"Bob\"]]},{\"time\":\"15:00\"}]}";
    (void)state;
    CHECK_STATUS(crok_wall_set_next(wall, 0, next, &err), CROK_OK, &err);
    assert_string_equal(text(field(shown_at(1, NOON_MS), "next"), "time"),
                        "14:30");
    CHECK_STATUS(crok_wall_set_next(wall, 0, "{}", &err), CROK_EFORMAT, &err);
    assert_true(cJSON_IsObject(field(shown_at(1, NOON_MS), "next")));
    CHECK_STATUS(
        crok_wall_set_next(
            wall, 0, "{\"schema\":\"crokeye.next/1\",\"matches\":[]}", &err),
        CROK_OK, &err);
    assert_true(cJSON_IsNull(field(shown_at(1, NOON_MS), "next")));
    CHECK_STATUS(crok_wall_set_next(wall, 0, next, &err), CROK_OK, &err);
    CHECK_STATUS(crok_wall_set_next(wall, 0, NULL, &err), CROK_OK, &err);
    assert_true(cJSON_IsNull(field(shown_at(1, NOON_MS), "next")));
}

/* Names that were typed at a table are shown as the pairings spell them, also
 * those that came before the pairings. */
static void names_are_spelled_as_in_the_pairings(void **state)
{
    static const char csv[] = "P1,P2\n\"O'Hara, Di\",Zo\xc3\xab/Ann Lee\n";
    crok_pairings p = {0};
    const cJSON *sides = NULL;
    (void)state;
    CHECK_STATUS(
        crok_pairings_read(csv, sizeof csv - 1, "p.csv", false, &p, &err),
        CROK_OK, &err);
    for (int i = 0; i < 2; i++) {
        take(
            0, NOON_MS,
            "\"state\":\"playing\",\"sides\":[{\"side\":\"red\",\"name\":"
            "\"o'hara,  di\",\"players\":[\"o'hara,  di\"]},{\"side\":\"blue\","
            "\"name\":\"ANN LEE\",\"players\":[\"ZOE\xcc\x88\",\"ann lee\"]},"
            "{\"side\":\"x\",\"name\":\"x\",\"players\":[\"Bo\"]}]");
        if (i == 0)
            CHECK_STATUS(crok_wall_set_pairings(wall, &p, &err), CROK_OK, &err);
        sides = field(field(shown_at(1, NOON_MS), "match"), "sides");
        assert_string_equal(text(cJSON_GetArrayItem(sides, 0), "name"),
                            "O'Hara, Di");
        assert_string_equal(text(cJSON_GetArrayItem(sides, 1), "name"),
                            "ANN LEE");
        for (int k = 0; k < 3; k++) {
            static const char *const wanted[] = {
                "[\"O'Hara, Di\"]", "[\"Zo\xc3\xab\",\"Ann Lee\"]", "[\"Bo\"]"};
            char *got = cJSON_PrintUnformatted(
                field(cJSON_GetArrayItem(sides, k), "players"));
            assert_string_equal(got, wanted[k]);
            cJSON_free(got);
        }
    }
    crok_pairings_free(&p);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, open_wall, close_wall)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_match_is_shown),
        CASE(a_table_that_has_ended_is_left_out),
        CASE(no_table_is_silent_because_the_broker_is_away),
        CASE(the_server_shows_it_as_the_hall_s_table),
        CASE(a_question_has_the_time_of_its_event),
        CASE(an_older_question_waits_too),
        CASE(a_camera_is_gone_since_its_last_picture),
        CASE(a_table_that_reports_may_be_silent),
        CASE(what_is_no_match_is_refused),
        CASE(a_match_may_lack_anything),
        CASE(names_are_spelled_as_in_the_pairings),
        CASE(the_next_match_is_the_first_of_the_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
