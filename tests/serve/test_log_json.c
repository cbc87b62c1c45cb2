/* SPDX-License-Identifier: Apache-2.0
 *
 * The trace of an event: what it tells is what the match holds. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "rules/book_json.h"
#include "rules/event_words.h"
#include "rules/rules_json.h"
#include "serve/log_json.h"

static crok_err err;

static void add(crok_log *log, const crok_event *e)
{
    CHECK_STATUS(crok_log_add(log, e, &err), CROK_OK, &err);
}

/* Black and white, one against one, by a book in which a disc that leaves the
 * board untouched is shot again, once. */
static void begin(crok_log *log)
{
    static crok_event e;
    crok_match_start *s = &e.u.start;
    memset(&e, 0, sizeof e);
    e.seq = 1;
    e.type = CROK_EVENT_MATCH_START;
    *s = (crok_match_start){.lines = crok_lines_tournament(),
                            .disc_mm = CROK_DISC_RADIUS_MM,
                            .n_sides = 2,
                            .sides = {{"black"}, {"white"}},
                            .seats = {.n = 2, .seat = {0, 2}, .side = {0, 1}}};
    CHECK_STATUS(crok_book_preset("woodestic", &s->book, NULL, &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_book_set(&s->book, "reshoot", "true", &err), CROK_OK,
                 &err);
    CHECK_STATUS(crok_book_set(&s->book, "reshoot_attempts", "1", &err),
                 CROK_OK, &err);
    add(log, &e);
}

static void shoot(crok_log *log, long seq, const char *evidence)
{
    static crok_event e;
    char text[1024];
    cJSON *doc = NULL;
    (void)snprintf(text, sizeof text,
                   "{\"seq\":%ld,\"time\":\"2026-05-02T10:00:00Z\",\"type\":"
                   "\"shot\",\"evidence\":{\"schema\":\"crokeye.shot/1\","
                   "\"placed_at\":null,\"contacts\":[],\"fouls\":[],"
                   "\"missing\":[],%s}}",
                   seq, evidence);
    doc = cJSON_Parse(text);
    assert_non_null(doc);
    CHECK_STATUS(crok_event_from_json(doc, "t", NULL, &e, &err), CROK_OK, &err);
    cJSON_Delete(doc);
    add(log, &e);
}

#define LIES "{\"id\":1,\"side\":\"black\",\"x_mm\":60,\"y_mm\":90}"
#define MISS(disc)                                                             \
    "\"shooter\":{\"seat\":2,\"side\":\"white\"},\"shot_disc\":" #disc         \
    ",\"last_played\":1,\"before\":[" LIES "],\"after\":[" LIES                \
    "],\"moved\":[" #disc "],\"boundary\":[{\"id\":" #disc                     \
    ",\"what\":\"left_surface\",\"returned\":false}]"

static bool says_reshoot(const crok_log *log, long seq)
{
    char *text = NULL;
    cJSON *doc = NULL;
    bool says = false;
    CHECK_STATUS(crok_log_event_text(log, seq, &text, &err), CROK_OK, &err);
    doc = cJSON_Parse(text);
    says = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(
        cJSON_GetObjectItemCaseSensitive(doc, "decision"), "reshoot"));
    cJSON_Delete(doc);
    cJSON_free(text);
    return says;
}

static void the_decision_told_is_the_one_that_counts(void **state)
{
    crok_log log = crok_log_empty();
    int left = 0;
    (void)state;
    begin(&log);
    shoot(&log, 2,
          "\"shooter\":{\"seat\":0,\"side\":\"black\"},\"shot_disc\":1,"
          "\"last_played\":null,\"before\":[],\"after\":[" LIES
          "],\"moved\":[1],\"boundary\":[]");
    left = crok_match_left(&log.match, 1);
    shoot(&log, 3, MISS(2));
    assert_int_equal(crok_match_left(&log.match, 1), left);
    assert_true(says_reshoot(&log, 3));
    shoot(&log, 4, MISS(3));
    assert_int_equal(crok_match_left(&log.match, 1), left - 1);
    assert_false(says_reshoot(&log, 4));
    assert_true(says_reshoot(&log, 3));
    crok_log_close(&log);
}

static void what_a_person_enters_is_said_in_words(void **state)
{
    static const char *const row[][2] = {
        {"\"round_count\",\"final\":false,\"sides\":[{\"side\":\"black\","
         "\"20\":1,\"15\":2,\"10\":0,\"5\":3},{\"side\":\"white\",\"total\":45}"
         "]",
         "Round counted so far: black 1/2/0/3, white 45"},
        {"\"concede\",\"side\":\"white\",\"reason\":\"illness\"",
         "white gives up: illness"},
        {"\"concede\",\"side\":\"white\",\"of\":\"game\"",
         "white gives up the game"},
        {"\"penalty\",\"side\":\"white\",\"points\":-1,\"reason\":\"late\"",
         "white -1: late"},
        {"\"replay_round\",\"reason\":\"\"", "Round begun again"},
        {"\"substitute\",\"seat\":2,\"player\":\"Cy\",\"reason\":\"ill\"",
         "Cy plays in seat 2: ill"},
        {"\"time_up\",\"of\":\"match\"", "Time is up for the match"},
        {"\"match_info\",\"title\":\"T\"", "Names corrected"},
        {"\"shoot_out\",\"sides\":[{\"side\":\"black\",\"20\":3},"
         "{\"side\":\"white\",\"20\":2}]",
         "Shoot-out: black 3, white 2"}};
    static crok_event e;
    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[512];
        char words[CROK_ROW_TEXT_MAX];
        cJSON *doc = NULL;
        (void)snprintf(text, sizeof text,
                       "{\"seq\":1,\"time\":\"t\",\"type\":%s}", row[i][0]);
        doc = cJSON_Parse(text);
        assert_non_null(doc);
        CHECK_STATUS(crok_event_from_json(doc, "t", NULL, &e, &err), CROK_OK,
                     &err);
        crok_event_words_plain(&e, words);
        assert_string_equal(words, row[i][1]);
        cJSON_Delete(doc);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_decision_told_is_the_one_that_counts),
        cmocka_unit_test(what_a_person_enters_is_said_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
