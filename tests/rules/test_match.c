/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole recorded matches, one a preset, and what a person may do to a match:
 * undo, rule, set. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/book_json.h"
#include "rules/event_of.h"
#include "rules/log.h"
#include "rules/rules_json.h"
#include "rules/scenario.h"

static char *text_of(const crok_match *m)
{
    cJSON *doc = crok_match_to_json(m);
    char *text = cJSON_PrintUnformatted(doc);
    cJSON_Delete(doc);
    return text;
}

static char *match_text(const crok_log *log)
{
    return text_of(&log->match);
}

static crok_status add(crok_log *log, const char *json, crok_err *err)
{
    static crok_event e;
    crok_status st = event_of(json, &e, err);
    return st == CROK_OK ? crok_log_add(log, &e, err) : st;
}

static void add_ok(crok_log *log, const char *json)
{
    crok_err err = {0};
    crok_status st = add(log, json, &err);
    CHECK_STATUS(st, CROK_OK, &err);
}

/* Refused with a message that has `says`, and the match is as before. */
static void refused(crok_log *log, const char *json, const char *says)
{
    crok_err err = {0};
    char *before = match_text(log);
    char *after = NULL;
    int n = log->n;
    assert_int_not_equal(add(log, json, &err), CROK_OK);
    if (strstr(err.msg, says) == NULL) {
        print_error("\"%s\" has no \"%s\"\n", err.msg, says);
        fail();
    }
    after = match_text(log);
    assert_string_equal(before, after);
    assert_int_equal(n, log->n);
    cJSON_free(before);
    cJSON_free(after);
}

static void expect(const crok_log *log, const char *json)
{
    cJSON *want = cJSON_Parse(json);
    cJSON *got = crok_match_to_json(&log->match);
    assert_non_null(want);
    if (!scenario_same(want, got, true)) {
        char *text = cJSON_PrintUnformatted(got);
        print_error("wanted %s\n   got %s\n", json, text);
        cJSON_free(text);
        fail();
    }
    cJSON_Delete(want);
    cJSON_Delete(got);
}

/* ---- recorded matches ---- */

/* On the board, in the bowl, still to shoot: never more than was dealt. */
static void nothing_is_made(const crok_match *m)
{
    for (int s = 0; s < m->info.n_sides; s++) {
        int n = m->sides[s].twenties + crok_match_left(m, s);
        for (int i = 0; i < m->n_discs; i++)
            n += m->discs[i].side == s;
        assert_true(n <= crok_match_dealt(m, s));
    }
}

static void play_file(const char *path, bool rewritten, crok_log *log)
{
    static char line[1 << 16];
    static crok_event e;
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f) != NULL) {
        crok_err err = {0};
        cJSON *doc = cJSON_Parse(line);
        assert_non_null(doc);
        CHECK_STATUS(crok_event_from_json(doc, path, NULL, &e, &err), CROK_OK,
                     &err);
        cJSON_Delete(doc);
        if (rewritten) {
            doc = crok_event_to_json(&e);
            CHECK_STATUS(crok_event_from_json(doc, path, NULL, &e, &err),
                         CROK_OK, &err);
            cJSON_Delete(doc);
        }
        CHECK_STATUS(crok_log_add(log, &e, &err), CROK_OK, &err);
        nothing_is_made(&log->match);
    }
    (void)fclose(f);
}

/* Play tests/rules/<folder>/<name>.ndjson, as it is and as written by us, and
 * compare the match with <name>.expect.json. */
static void check_record(const char *folder, const char *name)
{
    char path[512];
    crok_log log = crok_log_empty();
    crok_log again = crok_log_empty();
    cJSON *want = NULL;
    cJSON *got = NULL;
    char *a = NULL;
    char *b = NULL;
    crok_err err = {0};
    (void)snprintf(path, sizeof path, "%s/tests/rules/%s/%s.ndjson", CROK_ROOT,
                   folder, name);
    play_file(path, false, &log);
    play_file(path, true, &again);
    a = match_text(&log);
    b = match_text(&again);
    assert_string_equal(a, b); /* byte for byte */
    (void)snprintf(path, sizeof path, "%s/tests/rules/%s/%s.expect.json",
                   CROK_ROOT, folder, name);
    CHECK_STATUS(crok_json_load(path, &want, &err), CROK_OK, &err);
    got = crok_match_to_json(&log.match);
    if (!scenario_same(want, got, true)) {
        print_error("%s: got %s\n", path, a);
        fail();
    }
    cJSON_free(a);
    cJSON_free(b);
    cJSON_Delete(want);
    cJSON_Delete(got);
    crok_log_close(&log);
    crok_log_close(&again);
}

static void a_recorded_match_ends_with_the_right_winner(void **state)
{
    (void)state;
    for (int i = 0; crok_preset_name(i) != NULL; i++)
        check_record("matches", crok_preset_name(i));
}

/* The book in this record is as a program would have written it that had no
 * settings for L3 and V14. */
static void a_record_of_an_older_program_is_still_read(void **state)
{
    (void)state;
    check_record("records", "without-L3-V14");
}

/* The expectation of a recorded match, with another winner, one 20 more or a
 * side less, must not fit. */
static void a_doctored_expectation_does_not_fit(void **state)
{
    static const struct {
        const char *field, *value;
    } wrong[] = {{"winner", "[\"white\"]"},
                 {"winner", "[\"black\",\"white\"]"},
                 {"winner", "[]"},
                 {"state", "\"playing\""},
                 {"sides", "[{\"side\":\"black\"}]"},
                 {"sides", "[{\"side\":\"black\",\"twenties_total\":9},"
                           "{\"side\":\"white\"}]"}};
    crok_log log = crok_log_empty();
    cJSON *got = NULL;
    (void)state;
    play_file(CROK_ROOT "/tests/rules/matches/depot.ndjson", false, &log);
    got = crok_match_to_json(&log.match); /* black has won, with eight 20s */
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cJSON *want = cJSON_CreateObject();
        cJSON_AddItemToObject(want, wrong[i].field,
                              cJSON_Parse(wrong[i].value));
        assert_false(scenario_same(want, got, true));
        cJSON_Delete(want);
    }
    cJSON_Delete(got);
    crok_log_close(&log);
}

/* ---- a small match of our own ---- */

#define T "\"time\":\"2026-05-02T10:00:00Z\""
#define START(rules)                                                           \
    "{\"seq\":1," T ",\"type\":\"match_start\",\"rules\":" rules               \
    ",\"sides\":[{\"side\":\"black\"},{\"side\":\"white\"}],"                  \
    "\"seats\":[{\"seat\":0,\"side\":\"black\",\"player\":\"Ann\"},"           \
    "{\"seat\":2,\"side\":\"white\",\"player\":\"Bo\"}],\"first_seat\":0}"
#define SHOT(seq, seat, side, disc, last, before, after, moved, contacts)      \
    "{\"seq\":" #seq "," T                                                     \
    ",\"type\":\"shot\",\"evidence\":{\"schema\":\"crokeye.shot/1\","          \
    "\"shooter\":{\"seat\":" #seat ",\"side\":\"" side                         \
    "\"},\"shot_disc\":" #disc ",\"last_played\":" #last                       \
    ",\"placed_at\":null,\"before\":[" before "],\"after\":[" after            \
    "],\"moved\":" moved ",\"contacts\":" contacts                             \
    ",\"boundary\":[],\"fouls\":[],\"missing\":[]}}"
#define B1 "{\"id\":1,\"side\":\"black\",\"x_mm\":30,\"y_mm\":40}"
#define B1_FAR "{\"id\":1,\"side\":\"black\",\"x_mm\":0,\"y_mm\":150}"
#define W2 "{\"id\":2,\"side\":\"white\",\"x_mm\":60,\"y_mm\":-10}"
#define W2_HOLE                                                                \
    "{\"id\":2,\"side\":\"white\",\"x_mm\":0,\"y_mm\":0,\"state\":\"hole\"}"
#define OPENING SHOT(2, 0, "black", 1, null, "", B1, "[1]", "[]")
#define REPLY SHOT(3, 2, "white", 2, 1, B1, B1_FAR "," W2, "[1,2]", "[[2,1]]")

static crok_log opened(const char *start)
{
    crok_log log = crok_log_empty();
    add_ok(&log, start);
    add_ok(&log, OPENING);
    return log;
}

static void a_shot_changes_the_match(void **state)
{
    crok_log log = crok_log_empty();
    (void)state;
    expect(&log, "{\"state\":\"waiting\",\"turn\":null,\"sides\":[]}");
    add_ok(&log, START("\"depot\""));
    expect(&log, "{\"state\":\"playing\",\"round\":1,\"rounds\":4,"
                 "\"turn\":{\"seat\":0,\"player\":\"Ann\"},"
                 "\"hammer\":{\"seat\":2},\"last\":null}");
    add_ok(&log, OPENING);
    add_ok(&log, REPLY);
    expect(&log,
           "{\"turn\":{\"seat\":0,\"player\":\"Ann\"},\"sides\":["
           "{\"side\":\"black\",\"round_score\":10,\"discs_left\":7},"
           "{\"side\":\"white\",\"round_score\":15,\"discs_left\":7}],"
           "\"last\":{\"seq\":3,\"valid\":true,\"remove\":[]},"
           "\"discs\":[{\"id\":1,\"value\":10},{\"id\":2,\"value\":15}]}");
    crok_log_close(&log);
}

static void what_does_not_fit_is_refused(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    refused(&log, START("\"depot\""), "seq");
    refused(&log, SHOT(3, 0, "black", 2, 1, B1, B1, "[2]", "[]"), "turn");
    refused(&log, SHOT(3, 2, "black", 2, 1, B1, B1, "[2]", "[]"), "seat 2");
    refused(&log, SHOT(3, 2, "green", 2, 1, B1, B1, "[2]", "[]"), "green");
    refused(&log, SHOT(3, 2, "white", 2, 1, "", W2, "[2]", "[]"), "disc 1");
    refused(&log, SHOT(3, 2, "white", 3, 1, B1 "," W2, B1 "," W2, "[3]", "[]"),
            "disc 2 is not on the board");
    refused(&log,
            SHOT(3, 2, "white", 2, 1,
                 "{\"id\":1,\"side\":\"white\",\"x_mm\":30,\"y_mm\":40}", W2,
                 "[2]", "[]"),
            "side");
    refused(&log, "{\"seq\":3," T ",\"type\":\"round_end\"}",
            "15 discs are still to be shot");
    refused(&log, "{\"seq\":3," T ",\"type\":\"next_starter\",\"seat\":0}",
            "nobody was asked");
    refused(&log, "{\"seq\":3," T ",\"type\":\"undo\",\"of\":9}", "9");
    refused(&log,
            "{\"seq\":3," T ",\"type\":\"ruling\",\"of\":1,"
            "\"valid\":true}",
            "no shot");
    refused(&log,
            "{\"seq\":3," T ",\"type\":\"twenties\",\"side\":\"white\","
            "\"count\":1}",
            "only 0 were shot");
    refused(&log,
            "{\"seq\":3," T ",\"type\":\"twenties\",\"side\":\"red\","
            "\"count\":1}",
            "red");
    refused(&log,
            "{\"seq\":3," T ",\"type\":\"board\",\"discs\":[" B1 "," W2 "]}",
            "white");
    refused(&log,
            "{\"seq\":3," T ",\"type\":\"board\",\"discs\":[],"
            "\"discs_left\":{\"black\":9}}",
            "8 only");
    refused(&log,
            "{\"seq\":3," T ",\"type\":\"board\",\"discs\":[],"
            "\"discs_left\":{\"red\":1}}",
            "red");
    refused(&log,
            "{\"seq\":3," T ",\"type\":\"match_start\",\"rules\":\"depot\","
            "\"sides\":[{\"side\":\"black\"},{\"side\":\"white\"}],\"seats\":["
            "{\"seat\":0,\"side\":\"black\"},{\"seat\":2,\"side\":\"white\"}],"
            "\"first_seat\":0}",
            "started already");
    crok_log_close(&log);
    refused(&log, OPENING, "not started");
    crok_log_close(&log);
}

static void once_out_is_out_for_the_round(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, SHOT(3, 2, "white", 2, 1, B1, W2, "[1,2]", "[[2,1]]"));
    refused(&log, SHOT(4, 0, "black", 3, 2, W2 "," B1, W2 "," B1, "[3]", "[]"),
            "has left play this round (B5)");
    refused(&log, SHOT(4, 0, "black", 1, 2, W2, W2 "," B1, "[1]", "[]"),
            "has left play this round (B5)");
    crok_log_close(&log);
}

static void undo_takes_an_event_back_and_undo_of_it_brings_it(void **state)
{
    crok_log log = opened(START("\"depot\""));
    char *before = match_text(&log);
    char *with = NULL;
    char *now = NULL;
    (void)state;
    add_ok(&log, REPLY);
    with = match_text(&log);
    add_ok(&log, "{\"seq\":4," T ",\"type\":\"undo\",\"of\":3}");
    now = match_text(&log);
    assert_string_equal(now, before);
    cJSON_free(now);
    refused(&log, "{\"seq\":5," T ",\"type\":\"undo\",\"of\":3}",
            "undone already");
    add_ok(&log, "{\"seq\":5," T ",\"type\":\"undo\",\"of\":4}");
    now = match_text(&log);
    assert_string_equal(now, with);
    refused(&log, "{\"seq\":6," T ",\"type\":\"undo\",\"of\":2}",
            "event 3 would not fit any more");
    cJSON_free(now);
    cJSON_free(with);
    cJSON_free(before);
    crok_log_close(&log);
}

static void a_ruling_stands_in_for_the_decision(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, SHOT(3, 2, "white", 2, 1, B1, B1 "," W2_HOLE, "[2]", "[]"));
    expect(&log, "{\"last\":{\"seq\":3,\"valid\":false,\"remove\":[{\"id\":2,"
                 "\"to\":\"ditch\",\"rule\":\"V10\"}]}}");
    add_ok(&log,
           "{\"seq\":4," T ",\"type\":\"ruling\",\"of\":3,\"valid\":true}");
    expect(&log, "{\"last\":{\"seq\":3,\"valid\":true,"
                 "\"text\":\"Valid, says a person.\",\"remove\":[{\"id\":2,"
                 "\"to\":\"bowl\",\"rule\":\"G6\"}]},\"sides\":["
                 "{\"side\":\"black\",\"twenties\":0},"
                 "{\"side\":\"white\",\"twenties\":1,\"round_score\":20}]}");
    add_ok(&log,
           "{\"seq\":10," T ",\"type\":\"ruling\",\"of\":3,\"valid\":true,"
           "\"by_board\":true}");
    expect(&log, "{\"last\":{\"seq\":3,\"valid\":true,"
                 "\"text\":\"Valid, as the board was left.\"}}");
    add_ok(&log,
           "{\"seq\":11," T ",\"type\":\"ruling\",\"of\":3,\"decision\":{"
           "\"schema\":\"crokeye.decision/1\",\"valid\":false,"
           "\"open_board\":false,\"why\":[{\"rule\":\"V13\",\"text\":"
           "\"Stood up.\"}],\"remove\":[{\"id\":2,\"to\":\"ditch\",\"rule\":"
           "\"V13\"}],\"restore\":[],\"twenties\":{\"white\":0,\"black\":0},"
           "\"in_play\":[1],\"reshoot\":false,\"missing\":[]}}");
    expect(&log, "{\"last\":{\"valid\":false,\"text\":\"Not valid, says a "
                 "person. Stood up. (V13)\"},\"sides\":[{\"side\":\"black\"},"
                 "{\"side\":\"white\",\"twenties\":0}]}");
    add_ok(&log, "{\"seq\":12," T ",\"type\":\"undo\",\"of\":11}");
    expect(&log, "{\"last\":{\"valid\":true}}");
    crok_log_close(&log);
}

static void a_walk_meets_the_events_that_stand(void **state)
{
    static const long seqs[] = {1, 2, 3, 6};
    crok_log log = opened(START("\"depot\""));
    crok_log_walk w;
    crok_err err = {0};
    char *at_end = NULL;
    char *now = NULL;
    int n = 0;
    (void)state;
    add_ok(&log, REPLY);
    add_ok(&log, "{\"seq\":4," T ",\"type\":\"twenties\",\"side\":\"black\","
                 "\"count\":0}");
    add_ok(&log, "{\"seq\":5," T ",\"type\":\"undo\",\"of\":4}");
    add_ok(&log, "{\"seq\":6," T ",\"type\":\"round_end\",\"early\":true}");
    add_ok(&log,
           "{\"seq\":7," T ",\"type\":\"ruling\",\"of\":3,\"valid\":true}");
    CHECK_STATUS(crok_log_walk_begin(&log, &w, &err), CROK_OK, &err);
    for (; w.event != NULL; n++) {
        assert_true(n < 4);
        assert_int_equal(w.event->seq, seqs[n]);
        assert_true((w.ruling != NULL) == (w.event->seq == 3));
        if (w.event->seq == 6) /* before it: still the first round */
            assert_int_equal(crok_match_total(&w.match, 0).points, 10);
        CHECK_STATUS(crok_log_walk_step(&w, &err), CROK_OK, &err);
    }
    assert_int_equal(n, 4);
    at_end = text_of(&w.match);
    now = match_text(&log);
    assert_string_equal(at_end, now);
    cJSON_free(at_end);
    cJSON_free(now);
    crok_log_walk_end(&w);
    crok_log_close(&log);
}

#define END(seq)                                                               \
    "{\"seq\":" #seq "," T ",\"type\":\"round_end\",\"early\":true}"
#define SET_20S(seq, side, n, after)                                           \
    "{\"seq\":" #seq "," T ",\"type\":\"twenties\",\"side\":\"" side           \
    "\",\"count\":" #n ",\"after\":" #after "}"
#define CLEAR(seq, after)                                                      \
    "{\"seq\":" #seq "," T                                                     \
    ",\"type\":\"board\",\"discs\":[],\"after\":" #after "}"
#define UNDO(seq, of)                                                          \
    "{\"seq\":" #seq "," T ",\"type\":\"undo\",\"of\":" #of "}"

static void expect_points(const crok_log *log, int black, int white)
{
    assert_int_equal(log->match.sides[0].game.points, black);
    assert_int_equal(log->match.sides[1].game.points, white);
}

/* Round 1 ends 10 : 15, round 2 has begun. Then a 20 is found in black's
 * bowl, which was not counted. */
static void a_round_that_is_over_is_corrected(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, REPLY);
    add_ok(&log, CLEAR(4, 3));
    add_ok(&log, UNDO(5, 4));
    add_ok(&log, END(6));
    expect_points(&log, 0, 2);
    assert_int_equal(log.match.round, 2);
    refused(&log, SET_20S(7, "black", 1, 3), "event 7 would not fit any more");
    add_ok(&log, CLEAR(7, 3)); /* it was the disc at the rim of the hole */
    expect_points(&log, 1, 1);
    add_ok(&log, SET_20S(8, "black", 1, 3));
    expect_points(&log, 2, 0);
    assert_int_equal(log.match.sides[0].twenties_total, 1);
    assert_int_equal(log.match.sides[0].twenties, 0); /* of round 2 */
    assert_int_equal(log.match.round, 2);
    add_ok(&log, SET_20S(9, "black", 0, 7)); /* a correction is a step too */
    expect_points(&log, 1, 1);
    add_ok(&log, UNDO(10, 9));
    expect_points(&log, 2, 0);
    add_ok(&log, UNDO(11, 8));
    add_ok(&log, UNDO(12, 7));
    expect_points(&log, 0, 2);
    crok_log_close(&log);
}

static void a_correction_must_name_a_step_that_stands(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, REPLY);
    add_ok(&log, END(4));
    refused(&log, CLEAR(5, 9), "after: event 9 is no step");
    refused(&log, CLEAR(5, 5), "after: event 5 is no step");
    refused(&log, CLEAR(5, 2), "event 3 would not fit any more");
    add_ok(&log, CLEAR(5, 3));
    add_ok(&log, UNDO(6, 5));
    refused(&log, CLEAR(7, 5), "after: event 5 is no step");
    refused(&log, CLEAR(7, 6), "after: event 6 is no step");
    crok_log_close(&log);
}

static void a_dropped_event_never_was(void **state)
{
    crok_log log = opened(START("\"depot\""));
    crok_match before = log.match;
    char *text = match_text(&log);
    char *now = NULL;
    (void)state;
    add_ok(&log, REPLY);
    crok_log_cut(&log, log.n - 1, &before);
    now = match_text(&log);
    assert_string_equal(text, now);
    add_ok(&log, REPLY); /* with the same seq */
    assert_int_equal(log.n, 3);
    cJSON_free(text);
    cJSON_free(now);
    crok_log_close(&log);
}

static void what_an_event_would_change_is_told_before(void **state)
{
    static crok_event e;
    static crok_match with;
    crok_log log = opened(START("\"depot\""));
    crok_err err = {0};
    char *before = match_text(&log);
    char *told = NULL;
    char *after = NULL;
    (void)state;
    CHECK_STATUS(event_of(REPLY, &e, &err), CROK_OK, &err);
    CHECK_STATUS(crok_log_with(&log, &e, &with, &err), CROK_OK, &err);
    after = match_text(&log);
    assert_string_equal(before, after);
    cJSON_free(after);
    told = text_of(&with);
    add_ok(&log, REPLY);
    after = match_text(&log);
    assert_string_equal(told, after);
    assert_int_equal(crok_log_with(&log, &e, &with, &err), CROK_ECONFLICT);
    assert_int_equal(log.n, 3);
    cJSON_free(before);
    cJSON_free(told);
    cJSON_free(after);
    crok_log_close(&log);
}

static void a_decision_against_its_own_shot_is_refused(void **state)
{
    static const struct {
        const char *wrong, *says;
    } rows[] = {
        {"\"remove\":[{\"id\":9,\"to\":\"ditch\"}],\"restore\":[],"
         "\"twenties\":{},\"in_play\":[1,2]",
         "remove[0]"},
        {"\"remove\":[{\"id\":2,\"to\":\"ditch\"}],\"restore\":[],"
         "\"twenties\":{},\"in_play\":[1,2]",
         "stands twice"},
        {"\"remove\":[{\"id\":2,\"to\":\"bowl\"}],\"restore\":[],"
         "\"twenties\":{},\"in_play\":[1]",
         "twenties"},
        {"\"remove\":[],\"restore\":[],\"twenties\":{\"red\":1},"
         "\"in_play\":[1,2]",
         "red"},
        {"\"remove\":[],\"restore\":[{\"id\":9,\"x_mm\":0,\"y_mm\":0}],"
         "\"twenties\":{},\"in_play\":[1,2]",
         "restore[0]"},
        {"\"remove\":[],\"restore\":[],\"twenties\":{},\"in_play\":[1]",
         "nothing is said of disc 2"},
        {"\"remove\":[],\"restore\":[],\"twenties\":{},\"in_play\":[1,2,2]",
         "stands twice"},
        {"\"remove\":[],\"restore\":[],\"twenties\":{},\"in_play\":[1,2,7]",
         "in_play[2]"},
    };
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, REPLY);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char json[1024];
        (void)snprintf(json, sizeof json,
                       "{\"seq\":4," T ",\"type\":\"ruling\",\"of\":3,"
                       "\"decision\":{\"schema\":\"crokeye.decision/1\","
                       "\"valid\":true,%s}}",
                       rows[i].wrong);
        refused(&log, json, rows[i].says);
    }
    crok_log_close(&log);
}

/* Two discs moved, who met whom was not seen, under 7a. White shoots on with
 * black's discs there, and a person answers later: the 20s and the decision
 * follow, the board stays as it was played on. */
static void play_goes_on_over_an_undetermined_shot(void **state)
{
    static const char on[] =
        SHOT(5, 2, "white", 4, 3,
             "{\"id\":1,\"side\":\"black\",\"x_mm\":0,\"y_mm\":200}"
             ",{\"id\":3,\"side\":\"black\",\"x_mm\":9,\"y_mm\":80}",
             "{\"id\":1,\"side\":\"black\",\"x_mm\":0,\"y_mm\":200}"
             ",{\"id\":4,\"side\":\"white\",\"x_mm\":90,\"y_mm\":0}",
             "[3,4]", "[[4,3]]");
    crok_log log = opened(START(
        "{\"schema\":\"crokeye.rules/1\",\"name\":\"club\",\"base\":\"depot\","
        "\"settings\":{\"direct_hit\":\"needed_before_own\"}}"));
    (void)state;
    add_ok(&log, REPLY);
    add_ok(&log, SHOT(4, 0, "black", 3, 2, B1_FAR "," W2,
                      "{\"id\":1,\"side\":\"black\",\"x_mm\":0,\"y_mm\":200},"
                      "{\"id\":3,\"side\":\"black\",\"x_mm\":9,\"y_mm\":80}",
                      "[1,2,3]", "null"));
    expect(&log, "{\"state\":\"check\",\"ask\":\"validity\",\"rules\":\"club\","
                 "\"last\":{\"valid\":null}}");
    expect(&log, "{\"asked\":[{\"of\":4,\"ask\":\"validity\",\"twenties\":[],"
                 "\"board\":true}],\"sides\":[{\"side\":\"black\","
                 "\"range\":[0,20]},{\"side\":\"white\",\"range\":[0,15]}]}");
    add_ok(&log, on);
    expect(&log, "{\"state\":\"playing\",\"ask\":null,\"asked\":[],"
                 "\"discs\":[{\"id\":1},{\"id\":4}]}");
    add_ok(&log, "{\"seq\":6," T ",\"type\":\"ruling\",\"of\":4,"
                 "\"valid\":false}");
    expect(&log, "{\"last\":{\"seq\":5,\"valid\":true},"
                 "\"discs\":[{\"id\":1},{\"id\":4}]}");
    add_ok(&log, "{\"seq\":7," T ",\"type\":\"undo\",\"of\":5}");
    expect(&log, "{\"state\":\"playing\",\"ask\":null,\"discs\":[{\"id\":2,"
                 "\"x_mm\":60,\"y_mm\":-10}],\"last\":{\"valid\":false}}");
    crok_log_close(&log);
}

/* Black's disc may have left the surface, so that the round ended 5 : 15 or
 * 0 : 15. A round by hand follows. */
static void the_round_that_ended_last_is_told(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    expect(&log, "{\"decides\":\"points\",\"ended\":null}");
    add_ok(&log, SHOT(3, 2, "white", 2, 1, B1,
                      "{\"id\":1,\"side\":\"black\",\"x_mm\":0,\"y_mm\":288,"
                      "\"sigma_mm\":0.2}," W2,
                      "[1,2]", "[[2,1]]"));
    add_ok(&log, END(4));
    expect(&log, "{\"ended\":{\"game\":1,\"round\":1,\"sides\":["
                 "{\"side\":\"black\",\"total\":5,\"range\":[0,5],"
                 "\"added\":0,\"added_range\":[0,0]},"
                 "{\"side\":\"white\",\"total\":15,\"range\":[15,15],"
                 "\"added\":2,\"added_range\":[2,2]}]}}");
    add_ok(&log, "{\"seq\":5," T ",\"type\":\"round_count\",\"final\":true,"
                 "\"sides\":[{\"side\":\"black\",\"total\":40},"
                 "{\"side\":\"white\",\"total\":40}]}");
    expect(&log, "{\"ended\":{\"game\":1,\"round\":2,\"sides\":["
                 "{\"side\":\"black\",\"total\":40,\"added\":1},"
                 "{\"side\":\"white\",\"total\":40,\"added\":1}]}}");
    add_ok(&log, UNDO(6, 5));
    expect(&log, "{\"ended\":{\"round\":1}}");
    crok_log_close(&log);
}

/* A target's score, and rounds won, are what decides under other books. */
static void what_decides_a_game_is_told(void **state)
{
    crok_log target = opened(START("\"woodestic\""));
    crok_log rounds =
        opened(START("{\"schema\":\"crokeye.rules/1\",\"base\":\"woodestic\","
                     "\"settings\":{\"game_ends\":\"best_of_rounds\"}}"));
    (void)state;
    expect(&target, "{\"decides\":\"score\"}");
    expect(&rounds, "{\"decides\":\"rounds_won\"}");
    add_ok(&rounds, END(3));
    expect(&rounds, "{\"ended\":{\"sides\":[{\"side\":\"black\",\"added\":1},"
                    "{\"side\":\"white\",\"added\":0}]}}");
    crok_log_close(&target);
    crok_log_close(&rounds);
}

static void a_close_call_opens_a_range(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, SHOT(3, 2, "white", 2, 1, B1,
                      "{\"id\":1,\"side\":\"black\",\"x_mm\":0,\"y_mm\":288,"
                      "\"sigma_mm\":0.2}," W2,
                      "[1,2]", "[[2,1]]"));
    expect(&log, "{\"state\":\"check\",\"ask\":\"disc\",\"calls\":[{\"disc\":1,"
                 "\"line\":\"outer\",\"margin_mm\":0.125,\"sigma_mm\":0.2}],"
                 "\"sides\":[{\"side\":\"black\",\"round_score\":5,"
                 "\"range\":[0,5]},{\"side\":\"white\",\"range\":[15,15]}]}");
    add_ok(&log, "{\"seq\":4," T ",\"type\":\"board\",\"discs\":[" W2 "]}");
    expect(&log, "{\"state\":\"playing\",\"ask\":null,\"calls\":[],\"sides\":["
                 "{\"side\":\"black\",\"range\":[0,0]},{\"side\":\"white\"}]}");
    crok_log_close(&log);
}

/* Nobody told the program, but the disc was taken off: the next shot's evidence
 * is the answer. */
static void the_next_shot_may_answer_a_close_call(void **state)
{
    static const char close[] =
        SHOT(3, 2, "white", 2, 1, B1,
             "{\"id\":1,\"side\":\"black\",\"x_mm\":0,\"y_mm\":288,"
             "\"sigma_mm\":0.2}," W2,
             "[1,2]", "[[2,1]]");
    static const char left_there[] =
        SHOT(4, 0, "black", 3, 2,
             "{\"id\":1,\"side\":\"black\",\"x_mm\":0,\"y_mm\":288}," W2,
             "{\"id\":1,\"side\":\"black\",\"x_mm\":0,\"y_mm\":288},"
             "{\"id\":3,\"side\":\"black\",\"x_mm\":60,\"y_mm\":9}",
             "[2,3]", "[[3,2]]");
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, close);
    refused(&log, SHOT(4, 0, "black", 3, 2, "", "", "[3]", "[]"), "disc 2");
    add_ok(&log, left_there);
    expect(&log, "{\"discs\":[{\"id\":1},{\"id\":3}]}");
    add_ok(&log, "{\"seq\":5," T ",\"type\":\"undo\",\"of\":4}");
    add_ok(&log, SHOT(6, 0, "black", 3, 2, W2,
                      "{\"id\":3,\"side\":\"black\",\"x_mm\":60,"
                      "\"y_mm\":9}",
                      "[2,3]", "[[3,2]]"));
    expect(&log, "{\"state\":\"playing\",\"discs\":[{\"id\":3}]}");
    refused(&log,
            SHOT(7, 2, "white", 4, 3,
                 B1 ",{\"id\":3,\"side\":\"black\",\"x_mm\":60,"
                    "\"y_mm\":9}",
                 "", "[1,3,4]", "[]"),
            "has left play this round (B5)");
    crok_log_close(&log);
}

/* White struck black 1 and lies in the hole; where either was on its way was
 * not seen. */
#define MAYBE_OUT(after)                                                       \
    "{\"seq\":3," T ",\"type\":\"shot\",\"evidence\":{\"schema\":"             \
    "\"crokeye.shot/1\",\"shooter\":{\"seat\":2,\"side\":\"white\"},"          \
    "\"shot_disc\":2,\"last_played\":1,\"placed_at\":null,\"before\":"         \
    "[" B1 "],\"after\":[" after "],\"moved\":[1,2],"                          \
    "\"contacts\":[[2,1]],\"boundary\":null,\"fouls\":[],"                     \
    "\"missing\":[\"boundary\"]}}"

/* White shoots disc 2; what moved, what met what and what left the surface was
 * not seen. */
#define UNSEEN(after)                                                          \
    "{\"seq\":3," T ",\"type\":\"shot\",\"evidence\":{\"schema\":"             \
    "\"crokeye.shot/1\",\"shooter\":{\"seat\":2,\"side\":\"white\"},"          \
    "\"shot_disc\":2,\"last_played\":1,\"placed_at\":null,\"before\":"         \
    "[" B1 "],\"after\":[" after "],\"moved\":null,\"contacts\":null,"         \
    "\"boundary\":[],\"fouls\":[],\"missing\":[\"moved\",\"contacts\"]}}"

/* A 20 that may have met the rail on its way leaves the hole in any case: it
 * stays open through the round, till a person sets the 20s. */
static void a_20_that_may_have_been_out_opens_a_range(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, MAYBE_OUT(B1_FAR "," W2_HOLE));
    expect(&log, "{\"state\":\"check\",\"ask\":\"disc\",\"last\":{\"remove\":["
                 "{\"id\":2,\"to\":\"bowl\"}]},\"sides\":["
                 "{\"side\":\"black\",\"round_score\":10,\"range\":[0,10]},"
                 "{\"side\":\"white\",\"twenties\":1,\"round_score\":20,"
                 "\"range\":[0,20]}]}");
    add_ok(&log, SHOT(4, 0, "black", 3, 2, B1_FAR,
                      B1_FAR ",{\"id\":3,\"side\":\"black\",\"x_mm\":60,"
                             "\"y_mm\":9}",
                      "[3]", "[]"));
    expect(&log, "{\"sides\":[{\"side\":\"black\",\"range\":[25,25]},"
                 "{\"side\":\"white\",\"twenties\":1,\"range\":[0,20]}]}");
    add_ok(&log, "{\"seq\":5," T ",\"type\":\"twenties\",\"side\":\"white\","
                 "\"count\":1}");
    expect(&log, "{\"sides\":[{\"side\":\"black\",\"range\":[25,25]},"
                 "{\"side\":\"white\",\"twenties\":1,\"range\":[20,20]}]}");
    crok_log_close(&log);
}

/* Whether a disc in the hole was a 20 is asked, and who counts the 20s has
 * answered; what else is open stays so. */
static void who_counts_the_20s_answers_what_was_asked(void **state)
{
    static const char none[] =
        "{\"seq\":4," T
        ",\"type\":\"twenties\",\"side\":\"white\",\"count\":0}";
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, MAYBE_OUT(W2_HOLE)); /* the black disc went off */
    expect(&log, "{\"state\":\"check\",\"ask\":\"disc\"}");
    add_ok(&log, none);
    expect(&log, "{\"state\":\"playing\",\"ask\":null,\"sides\":["
                 "{\"side\":\"black\"},"
                 "{\"side\":\"white\",\"twenties\":0,\"range\":[0,0]}]}");
    crok_log_close(&log);
    log = opened(START("\"depot\""));
    add_ok(&log, MAYBE_OUT(B1_FAR "," W2_HOLE));
    add_ok(&log, none);
    expect(&log, "{\"state\":\"check\",\"ask\":\"disc\",\"sides\":["
                 "{\"side\":\"black\",\"range\":[0,10]},"
                 "{\"side\":\"white\",\"range\":[0,0]}]}");
    crok_log_close(&log);
}

/* Whether a disc in the hole leans is not asked: the range has both till the
 * next shot, and who lifts it out, or does not, has said it. */
static void a_20_that_may_lean_asks_nobody(void **state)
{
    static const char twenty[] =
        SHOT(3, 2, "white", 2, 1, B1,
             B1_FAR ",{\"id\":2,\"side\":\"white\",\"x_mm\":0,\"y_mm\":0,"
                    "\"state\":\"hole\",\"state_unsure\":true}",
             "[1,2]", "[[2,1]]");
    static const char leaning[] =
        SHOT(3, 2, "white", 2, 1, B1,
             B1_FAR ",{\"id\":2,\"side\":\"white\",\"x_mm\":0,\"y_mm\":3,"
                    "\"state\":\"leaning\",\"state_unsure\":true}",
             "[1,2]", "[[2,1]]");
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, twenty);
    expect(&log, "{\"state\":\"playing\",\"ask\":null,\"sides\":["
                 "{\"side\":\"black\",\"range\":[10,10]},"
                 "{\"side\":\"white\",\"twenties\":1,\"range\":[15,20]}]}");
    crok_log_close(&log);
    log = opened(START("\"depot\""));
    add_ok(&log, leaning);
    expect(&log, "{\"state\":\"playing\",\"ask\":null,\"sides\":["
                 "{\"side\":\"black\",\"range\":[10,10]},"
                 "{\"side\":\"white\",\"twenties\":0,\"range\":[15,20]}]}");
    crok_log_close(&log);
}

/* White's disc went into the ditch, and whether it met black's was not seen:
 * that goes either way without a question. It is one where it lies there. */
static void nobody_is_asked_what_changes_nothing(void **state)
{
    (void)state;
    for (int lies = 0; lies < 2; lies++) {
        crok_log log = opened(START("\"tournament\""));
        add_ok(&log, lies ? UNSEEN(B1 "," W2) : UNSEEN(B1));
        expect(&log, lies ? "{\"state\":\"check\",\"ask\":\"validity\"}"
                          : "{\"state\":\"playing\",\"ask\":null,\"last\":{"
                            "\"valid\":null,\"remove\":[]}}");
        crok_log_close(&log);
    }
}

/* Beginners: the second try is the same player's, the third is not. */
static void a_reshoot_takes_no_disc(void **state)
{
    crok_log log = opened(
        START("{\"schema\":\"crokeye.rules/1\",\"name\":\"kids\",\"base\":"
              "\"woodestic\",\"settings\":{\"reshoot\":true,\"reshoot_"
              "attempts\":1}}"));
    (void)state;
    add_ok(&log, SHOT(3, 2, "white", 2, 1, B1, B1, "[2]", "[]"));
    expect(&log,
           "{\"turn\":{\"seat\":2,\"player\":\"Bo\"},\"sides\":["
           "{\"side\":\"black\"},{\"side\":\"white\",\"discs_left\":12}]}");
    add_ok(&log, SHOT(4, 2, "white", 2, 1, B1, B1, "[2]", "[]"));
    expect(&log,
           "{\"turn\":{\"seat\":0,\"player\":\"Ann\"},\"sides\":["
           "{\"side\":\"black\"},{\"side\":\"white\",\"discs_left\":11}]}");
    crok_log_close(&log);
}

static void the_loser_chooses_who_starts(void **state)
{
    crok_log log = crok_log_empty();
    (void)state;
    add_ok(&log,
           START("{\"schema\":\"crokeye.rules/1\",\"name\":\"b\",\"base\":"
                 "\"woodestic\",\"settings\":{\"next_starter_singles\":"
                 "\"loser_chooses\"}}"));
    add_ok(&log, "{\"seq\":2," T ",\"type\":\"board\",\"discs\":[" B1
                 "],\"discs_left\":{\"black\":0,\"white\":0}}");
    expect(&log, "{\"state\":\"round_over\",\"turn\":null}");
    add_ok(&log, "{\"seq\":3," T ",\"type\":\"round_end\"}");
    expect(&log, "{\"state\":\"check\",\"ask\":\"starter\",\"turn\":null,"
                 "\"round\":2}");
    refused(&log, "{\"seq\":4," T ",\"type\":\"round_end\",\"early\":true}",
            "asked");
    refused(&log, "{\"seq\":4," T ",\"type\":\"next_starter\",\"seat\":1}",
            "seat 1");
    /* whoever shoots first has been chosen */
    add_ok(&log, SHOT(4, 0, "black", 1, null, "", B1, "[1]", "[]"));
    expect(&log, "{\"state\":\"playing\",\"turn\":{\"seat\":2},"
                 "\"hammer\":{\"seat\":2}}");
    add_ok(&log, "{\"seq\":5," T ",\"type\":\"undo\",\"of\":4}");
    add_ok(&log, "{\"seq\":6," T ",\"type\":\"next_starter\",\"seat\":2}");
    expect(&log, "{\"state\":\"playing\",\"turn\":{\"seat\":2,"
                 "\"player\":\"Bo\"}}");
    crok_log_close(&log);
}

/* Whether anything of a round counts that was begun again may be open: it is
 * asked till a person confirms that nothing does. */
static void a_round_that_was_broken_off_is_asked_for(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, "{\"seq\":3," T ",\"type\":\"replay_round\",\"open\":true}");
    expect(&log,
           "{\"state\":\"playing\",\"round\":1,\"asked\":[{\"of\":3,"
           "\"ask\":\"replay\",\"round\":1}],\"sides\":["
           "{\"side\":\"black\",\"points\":0,\"points_range\":[0,2],"
           "\"discs_left\":8},{\"side\":\"white\",\"points_range\":[0,2]}]}");
    refused(&log,
            "{\"seq\":4," T ",\"type\":\"ruling\",\"of\":3,\"valid\":false}",
            "confirms");
    add_ok(&log,
           "{\"seq\":4," T ",\"type\":\"ruling\",\"of\":3,\"valid\":true}");
    expect(&log, "{\"asked\":[],\"sides\":[{\"points_range\":[0,0]},"
                 "{\"points_range\":[0,0]}]}");
    add_ok(&log, "{\"seq\":5," T ",\"type\":\"undo\",\"of\":4}");
    expect(&log, "{\"asked\":[{\"of\":3}],\"sides\":[{\"points_range\":[0,2]},"
                 "{\"points_range\":[0,2]}]}");
    crok_log_close(&log);
}

/* Who began was not seen: whoever shoots first begins the next round, although
 * the book says who does. */
static void a_round_may_ask_who_begins_the_next(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, "{\"seq\":3," T ",\"type\":\"round_end\",\"early\":true,"
                 "\"ask_starter\":true,\"range\":{\"black\":[5,20]}}");
    expect(&log, "{\"state\":\"check\",\"ask\":\"starter\",\"round\":2}");
    add_ok(&log, SHOT(4, 0, "black", 1, null, "", B1, "[1]", "[]"));
    expect(&log, "{\"state\":\"playing\",\"turn\":{\"seat\":2}}");
    crok_log_close(&log);
}

static void a_match_may_be_ended_by_a_person(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(&log, "{\"seq\":3," T ",\"type\":\"match_end\"}");
    expect(&log, "{\"state\":\"over\",\"winner\":null,\"turn\":null}");
    refused(&log, SHOT(4, 2, "white", 2, 1, B1, W2, "[1,2]", "[[2,1]]"),
            "over");
    add_ok(&log, "{\"seq\":4," T ",\"type\":\"undo\",\"of\":3}");
    expect(&log, "{\"state\":\"playing\"}");
    crok_log_close(&log);
}

static void seats_that_no_book_knows_are_refused(void **state)
{
    static const struct {
        const char *seats, *says;
    } rows[] = {
        {"{\"seat\":0,\"side\":\"black\"},{\"seat\":1,\"side\":\"black\"},"
         "{\"seat\":2,\"side\":\"white\"},{\"seat\":3,\"side\":\"white\"}",
         "opposite"},
        {"{\"seat\":2,\"side\":\"black\"},{\"seat\":0,\"side\":\"white\"}",
         "rise"},
        {"{\"seat\":0,\"side\":\"black\"},{\"seat\":1,\"side\":\"white\"},"
         "{\"seat\":2,\"side\":\"black\"}",
         "does not know pair_against_one"},
        {"{\"seat\":0,\"side\":\"black\"}", "nobody plays for"},
        {"{\"seat\":0,\"side\":\"red\"}", "red"},
        {"{\"seat\":2,\"side\":\"black\"},{\"seat\":3,\"side\":\"white\"}",
         "first_seat"},
    };
    crok_log log = crok_log_empty();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char json[1024];
        (void)snprintf(json, sizeof json,
                       "{\"seq\":1," T ",\"type\":\"match_start\",\"rules\":"
                       "\"depot\",\"sides\":[{\"side\":\"black\"},{\"side\":"
                       "\"white\"}],\"seats\":[%s],\"first_seat\":0}",
                       rows[i].seats);
        refused(&log, json, rows[i].says);
    }
    /* masters: three games cannot let two start equally often. */
    refused(&log,
            START("{\"schema\":\"crokeye.rules/1\",\"name\":\"m\","
                  "\"base\":\"masters\",\"settings\":{\"games\":3}}"),
            "P8");
    /* woodestic: the one does not begin. */
    refused(&log,
            "{\"seq\":1," T ",\"type\":\"match_start\",\"rules\":\"woodestic\","
            "\"sides\":[{\"side\":\"black\"},{\"side\":\"white\"}],\"seats\":["
            "{\"seat\":0,\"side\":\"black\"},{\"seat\":1,\"side\":\"white\"},"
            "{\"seat\":2,\"side\":\"black\"}],\"first_seat\":1}",
            "P4");
    crok_log_close(&log);
}

/* Sides without a place of their own in the list of 20s, doubles, 7c. */
static void doubles_may_leave_the_order_under_7c(void **state)
{
    crok_log log = crok_log_empty();
    (void)state;
    add_ok(&log,
           "{\"seq\":1," T ",\"type\":\"match_start\",\"title\":\"T\","
           "\"table\":\"3\",\"rules\":{\"schema\":\"crokeye.rules/1\","
           "\"name\":\"c\",\"base\":\"depot\",\"settings\":{\"turns\":"
           "\"either_opponent\",\"twenties_counted\":false}},\"board\":{"
           "\"lines_mm\":{\"outer\":300,\"middle\":200,\"inner\":100,"
           "\"width\":2},\"hole_mm\":17,\"disc_mm\":15},\"sides\":[{\"side\":"
           "\"black\",\"name\":\"B\",\"rgb\":[1,2,3]},{\"side\":\"white\"}],"
           "\"seats\":[{\"seat\":0,\"side\":\"black\"},{\"seat\":1,\"side\":"
           "\"white\"},{\"seat\":2,\"side\":\"black\"},{\"seat\":3,\"side\":"
           "\"white\"}],\"first_seat\":0}");
    refused(&log, SHOT(2, 2, "black", 1, null, "", B1, "[1]", "[]"), "turn");
    add_ok(&log, OPENING);
    add_ok(&log,
           SHOT(3, 3, "white", 2, 1, B1, B1_FAR "," W2, "[1,2]", "[[2,1]]"));
    expect(&log, "{\"title\":\"T\",\"table\":\"3\",\"turn\":{\"seat\":2},"
                 "\"sides\":[{\"side\":\"black\",\"name\":\"B\",\"rgb\":"
                 "[1,2,3],\"twenties_total\":null},{\"side\":\"white\","
                 "\"name\":\"white\",\"rgb\":null,\"players\":[]}]}");
    add_ok(&log, "{\"seq\":4," T ",\"type\":\"board\",\"discs\":[],"
                 "\"discs_left\":{\"white\":7}}");
    expect(&log, "{\"sides\":[{\"side\":\"black\",\"discs_left\":11},"
                 "{\"side\":\"white\",\"discs_left\":7}]}");
    crok_log_close(&log);
}

/* Every kind of event, with all that it may carry, is written as it is read. */
static void every_event_is_written_as_it_was_read(void **state)
{
    static const char decision[] =
        "{\"schema\":\"crokeye.decision/1\",\"valid\":null,\"open_board\":"
        "null,\"why\":[{\"rule\":\"V3\",\"text\":\"x\"}],\"remove\":[{"
        "\"id\":2,\"to\":\"bowl\",\"rule\":\"G6\"}],\"restore\":[{\"id\":"
        "1,\"x_mm\":30,\"y_mm\":40,\"rule\":\"V11\"}],\"twenties\":{"
        "\"black\":0,\"white\":1},\"in_play\":[1],\"reshoot\":true,"
        "\"missing\":[\"contacts\",\"inner line of disc 2\"],\"unsure\":[{"
        "\"id\":1,\"to\":\"ditch\",\"rule\":\"B3\"}]}";
    static const char shot[] =
        "{\"schema\":\"crokeye.shot/1\",\"shooter\":{\"seat\":2,\"side\":"
        "\"white\",\"place\":\"north\",\"attempt\":2},\"shot_disc\":2,"
        "\"last_played\":1,\"placed_at\":[0,304.8],\"placed_sigma_mm\":0.5,"
        "\"placed_flat\":true,\"at_rest\":false,\"before\":[" B1
        "],\"after\":[" B1_FAR "," W2 "],\"moved\":[1,2],\"contacts\":null,"
        "\"boundary\":[{\"id\":1,\"what\":\"touched_line\",\"returned\":"
        "true}],\"fouls\":[\"one_cheek\",\"other\"],\"missing\":["
        "\"contacts\",\"fouls\"]}";
    static const char *const kinds[] = {
        "\"match_start\",\"title\":\"T\",\"rules\":{\"schema\":"
        "\"crokeye.rules/1\",\"name\":\"c\",\"base\":\"depot\",\"settings\":"
        "{}},\"sides\":[{\"side\":\"a\",\"rgb\":[1,2,3]},{\"side\":\"b\","
        "\"name\":\"B\"}],\"seats\":[{\"seat\":0,\"side\":\"a\",\"player\":"
        "\"Ann\"},{\"seat\":2,\"side\":\"b\"}],\"first_seat\":2",
        "\"twenties\",\"side\":\"a\",\"count\":3",
        "\"twenties\",\"side\":\"a\",\"count\":3,\"after\":2",
        "\"board\",\"discs\":[],\"after\":2",
        "\"board\",\"discs\":[" B1 "," W2 "],\"discs_left\":{\"white\":3,"
        "\"black\":4}",
        "\"board\",\"discs\":[]",
        "\"round_end\",\"early\":true",
        "\"round_end\"",
        "\"round_end\",\"film_ms\":61500",
        "\"next_starter\",\"seat\":2",
        "\"undo\",\"of\":4",
        "\"match_end\"",
        "\"ruling\",\"of\":3,\"valid\":false",
        "ruling with a decision",
        "shot with evidence and a decision"};
    static crok_event e;
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char body[4096];
        char json[4200];
        crok_err err = {0};
        cJSON *first = NULL;
        cJSON *second = NULL;
        if (strstr(kinds[i], "evidence") != NULL)
            (void)snprintf(body, sizeof body,
                           "\"shot\",\"evidence\":%s,\"decision\":%s", shot,
                           decision);
        else if (strstr(kinds[i], "decision") != NULL)
            (void)snprintf(body, sizeof body,
                           "\"ruling\",\"of\":3,\"decision\":%s", decision);
        else
            (void)snprintf(body, sizeof body, "%s", kinds[i]);
        (void)snprintf(json, sizeof json, "{\"seq\":9," T ",\"type\":%s}",
                       body);
        first = cJSON_Parse(json);
        assert_non_null(first);
        CHECK_STATUS(crok_event_from_json(first, "t", NULL, &e, &err), CROK_OK,
                     &err);
        second = crok_event_to_json(&e);
        /* All that was there is there again, or more (defaults). */
        if (strstr(kinds[i], "match_start") == NULL)
            assert_true(scenario_same(first, second, true));
        cJSON_Delete(first);
        CHECK_STATUS(crok_event_from_json(second, "t", NULL, &e, &err), CROK_OK,
                     &err);
        first = crok_event_to_json(&e);
        assert_true(cJSON_Compare(first, second, 1));
        cJSON_Delete(first);
        cJSON_Delete(second);
    }
}

/* What was decided then stands, also where the judge would say otherwise. */
static void a_recorded_decision_stands(void **state)
{
    crok_log log = opened(START("\"depot\""));
    (void)state;
    add_ok(
        &log,
        "{\"seq\":3," T ",\"type\":\"shot\",\"evidence\":{\"schema\":"
        "\"crokeye.shot/1\",\"shooter\":{\"seat\":2,\"side\":\"white\"},"
        "\"shot_disc\":2,\"last_played\":1,\"placed_at\":null,\"before\":[" B1
        "],\"after\":[" B1 "," W2 "],\"moved\":[2],\"contacts\":[],"
        "\"boundary\":[],\"fouls\":[],\"missing\":[]},\"decision\":{"
        "\"schema\":\"crokeye.decision/1\",\"valid\":true,\"open_board\":"
        "false,\"remove\":[],\"restore\":[],\"twenties\":{},\"in_play\":"
        "[2,1],\"missing\":[]}}");
    expect(&log, "{\"last\":{\"valid\":true},\"discs\":[{\"id\":1},{\"id\":"
                 "2}]}");
    crok_log_close(&log);
}

/* Shots left are set of the sides that are named, and of no other. */
static void a_board_sets_the_shots_of_named_sides_only(void **state)
{
    crok_log log = opened(START("\"depot\""));
    const crok_match *m = &log.match;
    const int black = crok_match_side_of(m, "black");
    const int white = crok_match_side_of(m, "white");
    int white_left = 0;
    char *before = NULL;
    char *again = NULL;
    (void)state;
    add_ok(&log, REPLY);
    white_left = crok_match_left(m, white);
    assert_int_equal(white_left, 7);
    add_ok(&log, "{\"seq\":4," T ",\"type\":\"board\",\"discs\":["
                 "{\"id\":1,\"side\":\"black\",\"x_mm\":60,\"y_mm\":0},"
                 "{\"id\":2,\"side\":\"white\",\"x_mm\":-60,\"y_mm\":0}],"
                 "\"discs_left\":{\"black\":3}}");
    assert_int_equal(crok_match_left(m, black), 3);
    assert_int_equal(crok_match_left(m, white), white_left);
    before = match_text(&log);
    refused(&log,
            "{\"seq\":5," T ",\"type\":\"board\",\"discs\":[],"
            "\"discs_left\":5}",
            "discs_left");
    again = match_text(&log);
    assert_string_equal(before, again);
    add_ok(&log, "{\"seq\":5," T ",\"type\":\"board\",\"discs\":[],"
                 "\"discs_left\":{}}");
    assert_int_equal(crok_match_left(m, black), 3);
    assert_int_equal(crok_match_left(m, white), white_left);
    cJSON_free(before);
    cJSON_free(again);
    crok_log_close(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recorded_match_ends_with_the_right_winner),
        cmocka_unit_test(a_record_of_an_older_program_is_still_read),
        cmocka_unit_test(a_doctored_expectation_does_not_fit),
        cmocka_unit_test(a_shot_changes_the_match),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(once_out_is_out_for_the_round),
        cmocka_unit_test(undo_takes_an_event_back_and_undo_of_it_brings_it),
        cmocka_unit_test(a_ruling_stands_in_for_the_decision),
        cmocka_unit_test(a_walk_meets_the_events_that_stand),
        cmocka_unit_test(a_round_that_is_over_is_corrected),
        cmocka_unit_test(a_correction_must_name_a_step_that_stands),
        cmocka_unit_test(a_dropped_event_never_was),
        cmocka_unit_test(what_an_event_would_change_is_told_before),
        cmocka_unit_test(a_decision_against_its_own_shot_is_refused),
        cmocka_unit_test(play_goes_on_over_an_undetermined_shot),
        cmocka_unit_test(a_board_sets_the_shots_of_named_sides_only),
        cmocka_unit_test(the_round_that_ended_last_is_told),
        cmocka_unit_test(what_decides_a_game_is_told),
        cmocka_unit_test(a_close_call_opens_a_range),
        cmocka_unit_test(the_next_shot_may_answer_a_close_call),
        cmocka_unit_test(a_20_that_may_have_been_out_opens_a_range),
        cmocka_unit_test(who_counts_the_20s_answers_what_was_asked),
        cmocka_unit_test(nobody_is_asked_what_changes_nothing),
        cmocka_unit_test(a_20_that_may_lean_asks_nobody),
        cmocka_unit_test(a_reshoot_takes_no_disc),
        cmocka_unit_test(the_loser_chooses_who_starts),
        cmocka_unit_test(a_round_that_was_broken_off_is_asked_for),
        cmocka_unit_test(a_round_may_ask_who_begins_the_next),
        cmocka_unit_test(a_match_may_be_ended_by_a_person),
        cmocka_unit_test(seats_that_no_book_knows_are_refused),
        cmocka_unit_test(every_event_is_written_as_it_was_read),
        cmocka_unit_test(a_recorded_decision_stands),
        cmocka_unit_test(doubles_may_leave_the_order_under_7c),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
