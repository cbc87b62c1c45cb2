/* SPDX-License-Identifier: Apache-2.0
 *
 * A server at work: what is written is what is read, what is stale is
 * refused, and everybody who looks on sees the same. */
#include "serve/client.h"

#include <arpa/inet.h>
#include <cjson/cJSON.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/file.h"
#include "journal/game.h"
#include "rules/rules_json.h"
#include "serve/door.h"

static crok_serve *server;

static int open_server(void **state)
{
    (void)state;
    server = client_serve("serve.db");
    return 0;
}

static int close_server(void **state)
{
    (void)state;
    crok_serve_close(&server);
    game_remove("serve.db");
    return 0;
}

/* A GET's body as JSON. */
static cJSON *get(const char *path)
{
    client_reply r = client_ask(server, "GET", path, "", NULL);
    cJSON *doc = cJSON_Parse(r.body);
    assert_int_equal(r.status, 200);
    assert_non_null(doc);
    client_reply_free(&r);
    return doc;
}

static double number(const cJSON *doc, const char *name)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(doc, name));
}

static const cJSON *side(const cJSON *doc, int i)
{
    return cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(doc, "sides"),
                              i);
}

/* Posts; gives the status, and checks that what comes back is the match. */
static int post(const char *path, long seq, const char *body)
{
    client_reply r = client_post(server, path, seq, body);
    int status = r.status;
    if (status == 200) {
        client_reply again = client_ask(server, "GET", "/api/match", "", NULL);
        assert_string_equal(r.body, again.body);
        client_reply_free(&again);
    }
    client_reply_free(&r);
    return status;
}

/* ---- reading and writing ---- */

static void the_document_is_the_match_and_more(void **state)
{
    cJSON *doc = NULL;
    crok_err err = {0};
    crok_journal *j = NULL;
    cJSON *match = NULL;
    const cJSON *item = NULL;
    (void)state;
    client_play(server, 20);
    doc = get("/api/match");
    CHECK_STATUS(crok_journal_open(scratch_file("serve.db"), CROK_JOURNAL_READ,
                                   &j, &err),
                 CROK_OK, &err);
    match = crok_match_to_json(crok_journal_match(j));
    cJSON_ArrayForEach(item, match)
    {
        const cJSON *same = cJSON_GetObjectItemCaseSensitive(doc, item->string);
        assert_non_null(same);
        if (!cJSON_IsArray(item) && !cJSON_IsObject(item))
            assert_true(cJSON_Compare(item, same, true));
    }
    CHECK_NEAR(number(doc, "seq"), 20.0, 0.0);
    cJSON_Delete(match);
    cJSON_Delete(doc);
    crok_journal_close(&j);
}

/* The 20s of a side in the match as it stands. */
static int twenties(int of)
{
    cJSON *doc = get("/api/match");
    int n = (int)number(side(doc, of), "twenties");
    cJSON_Delete(doc);
    return n;
}

/* A key of a pad knows its side, not the count. */
static void a_key_adds_a_20_to_those_that_stand(void **state)
{
    static const char one[] = "{\"side\":\"black\",\"add\":1}";
    client_reply r;
    int before = 0;
    (void)state;
    client_play(server, 20);
    before = twenties(0);
    assert_int_equal(post("/api/twenties", -1, one), 200);
    assert_int_equal(post("/api/twenties", -1, one), 200);
    assert_int_equal(twenties(0), before + 2);
    assert_int_equal(
        post("/api/twenties", -1, "{\"side\":\"black\",\"add\":-1}"), 200);
    assert_int_equal(twenties(0), before + 1);
    assert_int_equal(
        post("/api/twenties", -1, "{\"side\":\"black\",\"add\":-12}"), 409);
    assert_int_equal(post("/api/twenties", -1, "{\"side\":\"pink\",\"add\":1}"),
                     409);
    r = client_post(server, "/api/twenties", -1,
                    "{\"side\":\"black\",\"ad\":1}");
    assert_int_equal(r.status, 400);
    assert_non_null(strstr(r.body, "ad"));
    client_reply_free(&r);
    assert_int_equal(twenties(0), before + 1);
}

static void a_stale_write_is_refused_with_the_new_seq(void **state)
{
    client_reply r;
    (void)state;
    client_play(server, 8);
    assert_int_equal(post("/api/twenties", 8,
                          "{\"side\":\"black\","
                          "\"count\":1}"),
                     200);
    r = client_post(server, "/api/ruling", 8, "{\"of\":8,\"valid\":false}");
    assert_int_equal(r.status, 412);
    assert_non_null(strstr(r.body, "\"stale\""));
    assert_non_null(strstr(r.body, "has moved on"));
    assert_non_null(strstr(r.body, "\"seq\":9"));
    client_reply_free(&r);
    assert_int_equal(post("/api/ruling", 9, "{\"of\":8,\"valid\":false}"), 200);
    assert_int_equal(post("/api/ruling", -1, "{\"of\":8,\"valid\":true}"), 200);
    r = client_post(server, "/api/undo", 999, "{}");
    assert_int_equal(r.status, 412);
    client_reply_free(&r);
}

static void start_without_a_camera(void)
{
    assert_int_equal(
        post("/api/match", -1,
             "{\"rules\":\"tournament\",\"sides\":[{\"side\":\"black\"},"
             "{\"side\":\"white\"}],\"seats\":[{\"seat\":0,\"side\":\"black\"},"
             "{\"seat\":2,\"side\":\"white\"}],\"first_seat\":0}"),
        200);
}

static int score(int of)
{
    cJSON *doc = get("/api/match");
    int n = (int)number(side(doc, of), "round_score");
    cJSON_Delete(doc);
    return n;
}

/* Without a camera a key counts the 20s of a round that is counted, or that
 * nobody has begun. */
static void a_key_counts_20s_without_positions(void **state)
{
    (void)state;
    start_without_a_camera();
    assert_int_equal(
        post("/api/twenties", -1, "{\"side\":\"black\",\"add\":1}"), 200);
    assert_int_equal(twenties(0), 1);
    assert_int_equal(score(0), 20);
    assert_int_equal(
        post("/api/event", -1,
             "{\"type\":\"round_count\",\"final\":false,\"sides\":["
             "{\"side\":\"black\",\"20\":1,\"15\":2,\"10\":0,"
             "\"5\":1,\"out\":1},{\"side\":\"white\",\"total\":45,"
             "\"20\":1}]}"),
        200);
    assert_int_equal(
        post("/api/twenties", -1, "{\"side\":\"black\",\"add\":1}"), 200);
    assert_int_equal(twenties(0), 2);
    assert_int_equal(score(0), 75);
    assert_int_equal(
        post("/api/twenties", -1, "{\"side\":\"white\",\"count\":2}"), 200);
    assert_int_equal(twenties(1), 2);
    assert_int_equal(score(1), 65);
    assert_int_equal(
        post("/api/twenties", -1, "{\"side\":\"white\",\"add\":-3}"), 409);
    assert_int_equal(twenties(1), 2);
}

/* What the bar says of the end of the round: time is up, and nobody has begun
 * another one. */
static void a_round_that_time_leaves_out_has_no_result(void **state)
{
    cJSON *doc = NULL;
    const cJSON *ended = NULL;
    (void)state;
    start_without_a_camera();
    assert_int_equal(post("/api/event", -1,
                          "{\"type\":\"round_count\",\"final\":true,\"sides\":["
                          "{\"side\":\"black\",\"total\":45},"
                          "{\"side\":\"white\",\"total\":30}]}"),
                     200);
    assert_int_equal(
        post("/api/event", -1, "{\"type\":\"time_up\",\"of\":\"match\"}"), 200);
    doc = get("/api/match");
    ended = cJSON_GetObjectItemCaseSensitive(doc, "if_ended");
    assert_true(cJSON_IsObject(ended));
    assert_int_equal(
        cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(ended, "sides")),
        0);
    assert_string_equal(
        cJSON_GetStringValue(cJSON_GetArrayItem(
            cJSON_GetObjectItemCaseSensitive(ended, "winner"), 0)),
        "black");
    cJSON_Delete(doc);
}

static void an_if_match_that_is_no_seq_is_refused(void **state)
{
    static const char *const wrong[] = {
        "\"\"", "\"a\"", "W/\"1\"", "1 2", "\"1", "-1", "99999999999999999999"};
    char headers[256];
    (void)state;
    client_play(server, 3);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        client_reply r;
        (void)snprintf(headers, sizeof headers,
                       "Authorization: Bearer " CLIENT_TOKEN "\r\nContent-Type:"
                       " application/json\r\nIf-Match: %s\r\n",
                       wrong[i]);
        r = client_ask(server, "POST", "/api/undo", headers, "{}");
        assert_int_equal(r.status, 400);
        client_reply_free(&r);
    }
}

static void what_the_rules_refuse_is_a_conflict(void **state)
{
    (void)state;
    assert_int_equal(post("/api/round-end", -1, "{}"), 409);
    assert_int_equal(post("/api/undo", -1, "{}"), 409);
    client_play(server, 4);
    assert_int_equal(post("/api/round-end", -1, "{}"), 409);
    assert_int_equal(post("/api/starter", -1, "{\"seat\":1}"), 409);
    assert_int_equal(post("/api/twenties", -1,
                          "{\"side\":\"black\","
                          "\"count\":9}"),
                     409);
    assert_int_equal(post("/api/ruling", -1, "{\"of\":99,\"valid\":true}"),
                     409);
    assert_int_equal(post("/api/round-end", -1, "{\"early\":true}"), 200);
    assert_int_equal(post("/api/match", -1, "{\"end\":true}"), 200);
    assert_int_equal(post("/api/twenties", -1,
                          "{\"side\":\"black\","
                          "\"count\":0}"),
                     409);
}

/* Any event, by its type. */
static void an_event_of_the_organiser_is_recorded(void **state)
{
    (void)state;
    client_play(server, 1);
    assert_int_equal(post("/api/event", -1,
                          "{\"type\":\"round_count\",\"final\":false,"
                          "\"sides\":[{\"side\":\"black\",\"total\":35}]}"),
                     200);
    assert_int_equal(post("/api/event", -1,
                          "{\"type\":\"concede\",\"side\":\"white\","
                          "\"reason\":\"illness\"}"),
                     200);
    assert_int_equal(post("/api/event", -1, "{\"type\":\"replay_round\"}"),
                     409); /* the match is over */
    assert_int_equal(post("/api/event", -1, "{\"side\":\"white\"}"), 400);
    assert_int_equal(post("/api/event", -1, "{\"type\":\"nothing\"}"), 400);
    assert_int_equal(post("/api/event", -1,
                          "{\"type\":\"concede\",\"side\":\"white\","
                          "\"why\":\"x\"}"),
                     400);
}

/* An undo without a number is refused, since only the start of the match is
 * left, and the answer names the way that there is. */
static void start_stays(long seq)
{
    client_reply r = client_post(server, "/api/undo", seq, "{}");
    assert_int_equal(r.status, 409);
    assert_non_null(strstr(r.body, "Only the match's start is left"));
    client_reply_free(&r);
}

static void a_match_is_started_corrected_and_taken_back(void **state)
{
    static const char start[] =
        "{\"rules\":\"tournament\",\"title\":\"T\",\"stage\":\"Final\","
        "\"sides\":[{\"side\":\"black\",\"name\":\"<b>&\\\"\"},"
        "{\"side\":\"white\"}],\"seats\":[{\"seat\":0,\"side\":\"black\","
        "\"player\":\"Ann\"},{\"seat\":2,\"side\":\"white\"}],"
        "\"first_seat\":0}";
    cJSON *doc = NULL;
    (void)state;
    assert_int_equal(post("/api/match", 0, start), 200);
    assert_int_equal(post("/api/board", 1,
                          "{\"discs\":[{\"id\":1,\"side\":\"black\","
                          "\"x_mm\":50,\"y_mm\":0}],"
                          "\"discs_left\":{\"black\":7}}"),
                     200);
    doc = get("/api/match");
    CHECK_NEAR(number(side(doc, 0), "round_score"), 15.0, 0.0);
    assert_string_equal(
        cJSON_GetStringValue(cJSON_GetObjectItem(side(doc, 0), "name")),
        "<b>&\"");
    cJSON_Delete(doc);
    assert_int_equal(post("/api/undo", 2, "{}"), 200);
    start_stays(3);
    doc = get("/api/match");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(doc, "state")),
                        "playing");
    cJSON_Delete(doc);
    assert_int_equal(post("/api/undo", 3, "{\"of\":1}"), 200);
    doc = get("/api/match");
    assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(doc, "state")),
                        "waiting");
    cJSON_Delete(doc);
}

/* After a match has ended, the floor is the start of the next one: the match
 * before it is not reached step by step. */
static void an_undo_without_a_number_stops_at_the_start(void **state)
{
    static const char next[] =
        "{\"rules\":\"depot\",\"sides\":[{\"side\":\"black\"},{\"side\":"
        "\"white\"}],\"seats\":[{\"seat\":0,\"side\":\"black\"},{\"seat\":2,"
        "\"side\":\"white\"}],\"first_seat\":0}";
    (void)state;
    client_play(server, 3);
    assert_int_equal(post("/api/match", 3, "{\"end\":true}"), 200);
    assert_int_equal(post("/api/match", 4, next), 200);
    start_stays(5);
    assert_int_equal(
        post("/api/event", 5, "{\"type\":\"match_info\",\"title\":\"Final\"}"),
        200);
    assert_int_equal(post("/api/undo", 6, "{}"), 200);
    start_stays(7);
    assert_int_equal(post("/api/undo", 7, "{\"of\":5}"), 200);
    assert_int_equal(post("/api/undo", 8, "{}"),
                     200); /* the end of the first */
}

/* What an event would make of the match is answered, and nothing of it stays.
 * Depot's first round ends with event 26. */
static void an_event_is_tried_without_being_recorded(void **state)
{
    client_reply before;
    client_reply after;
    client_reply r;
    cJSON *doc = NULL;
    const cJSON *round = NULL;
    int total = 0;
    char body[96];
    (void)state;
    client_play(server, 30);
    before = client_ask(server, "GET", "/api/match", "", NULL);
    doc = get("/api/match?at=25");
    total = (int)number(side(doc, 1), "round_score");
    (void)snprintf(body, sizeof body,
                   "{\"type\":\"twenties\",\"side\":\"white\",\"count\":%d,"
                   "\"after\":25}",
                   (int)number(side(doc, 1), "twenties") - 1);
    cJSON_Delete(doc);
    r = client_post(server, "/api/try", 30, body);
    assert_int_equal(r.status, 200);
    doc = cJSON_Parse(r.body);
    CHECK_NEAR(number(cJSON_GetObjectItem(doc, "match"), "seq"), 31.0, 0.0);
    round = cJSON_GetArrayItem(cJSON_GetObjectItem(doc, "rounds"), 0);
    CHECK_NEAR(number(round, "round"), 1.0, 0.0);
    CHECK_NEAR(number(side(round, 1), "total"), total - 20.0, 0.0);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(doc, "rounds")), 1);
    cJSON_Delete(doc);
    client_reply_free(&r);
    r = client_post(server, "/api/try", 29, body);
    assert_int_equal(r.status, 412);
    client_reply_free(&r);
    r = client_post(server, "/api/try", -1,
                    "{\"type\":\"ruling\",\"of\":99,\"valid\":true}");
    assert_int_equal(r.status, 409);
    client_reply_free(&r);
    after = client_ask(server, "GET", "/api/match", "", NULL);
    assert_string_equal(before.body, after.body);
    client_reply_free(&before);
    client_reply_free(&after);
}

/* Depot's first round ends with event 26. */
static void a_closed_round_is_corrected_behind_its_last_step(void **state)
{
    cJSON *log = NULL;
    cJSON *before = NULL;
    cJSON *after = NULL;
    const cJSON *row = NULL;
    char body[96];
    (void)state;
    client_play(server, 30);
    log = get("/api/log");
    row = cJSON_GetArrayItem(cJSON_GetObjectItem(log, "events"), 4);
    CHECK_NEAR(number(row, "seq"), 26.0, 0.0);
    CHECK_NEAR(number(row, "correct"), 25.0, 0.0);
    CHECK_NEAR(number(row, "round"), 1.0, 0.0);
    before = get("/api/match?at=25");
    (void)snprintf(body, sizeof body,
                   "{\"side\":\"white\",\"count\":%d,\"after\":25}",
                   (int)number(side(before, 1), "twenties") - 1);
    assert_int_equal(post("/api/twenties", 30, body), 200);
    after = get("/api/match?at=25");
    CHECK_NEAR(number(side(after, 1), "round_score"),
               number(side(before, 1), "round_score") - 20.0, 0.0);
    cJSON_Delete(log);
    log = get("/api/log");
    row = cJSON_GetArrayItem(cJSON_GetObjectItem(log, "events"), 0);
    CHECK_NEAR(number(row, "after"), 25.0, 0.0);
    CHECK_NEAR(number(row, "round"), 1.0, 0.0);
    cJSON_Delete(log);
    cJSON_Delete(before);
    cJSON_Delete(after);
}

static void the_list_has_every_event_and_tells_what_is_undone(void **state)
{
    cJSON *log = NULL;
    const cJSON *row = NULL;
    int n = 0;
    (void)state;
    client_play(server, 101);
    log = get("/api/log");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(log, "events")),
                     100);
    cJSON_Delete(log);
    log = get("/api/log?before=2");
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(log, "events")), 1);
    cJSON_Delete(log);
    assert_int_equal(post("/api/undo", -1, "{}"), 200);
    log = get("/api/log");
    row = cJSON_GetArrayItem(cJSON_GetObjectItem(log, "events"), 0);
    assert_true(number(row, "of") == 101.0);
    cJSON_ArrayForEach(row, cJSON_GetObjectItem(log, "events"))
    {
        bool stands = cJSON_IsTrue(cJSON_GetObjectItem(row, "stands"));
        assert_int_equal(stands, number(row, "seq") != 101.0);
        assert_true(
            strlen(cJSON_GetStringValue(cJSON_GetObjectItem(row, "text"))) > 0);
        n++;
    }
    assert_int_equal(n, 100);
    cJSON_Delete(log);
}

/* The usual book is that of championships: two sides of one or two players. */
static void the_list_of_books_has_their_seatings(void **state)
{
    cJSON *books = get("/api/rules");
    const cJSON *book = NULL;
    int n_usual = 0;
    (void)state;
    cJSON_ArrayForEach(book, books)
    {
        const cJSON *seatings = cJSON_GetObjectItem(book, "seatings");
        assert_true(cJSON_GetArraySize(seatings) > 0);
        if (!cJSON_IsTrue(cJSON_GetObjectItem(book, "usual")))
            continue;
        n_usual++;
        assert_int_equal(cJSON_GetArraySize(seatings), 2);
        assert_string_equal(
            cJSON_GetStringValue(cJSON_GetArrayItem(seatings, 0)), "singles");
        assert_string_equal(
            cJSON_GetStringValue(cJSON_GetArrayItem(seatings, 1)), "doubles");
    }
    assert_int_equal(n_usual, 1);
    cJSON_Delete(books);
}

static void signing_in_gives_a_cookie_that_pages_cannot_read(void **state)
{
    static const char json[] = "Content-Type: application/json\r\n";
    client_reply r = client_ask(server, "POST", "/api/login", json,
                                "{\"token\":\"" CLIENT_TOKEN "\"}");
    char cookie[160];
    (void)state;
    assert_int_equal(r.status, 204);
    (void)snprintf(cookie, sizeof cookie,
                   "Set-Cookie: crokeye%d=%s; Path=/; "
                   "Max-Age=2592000; HttpOnly; SameSite=Strict",
                   client_port(server), client_session(server));
    assert_true(client_has(&r, cookie));
    assert_null(strstr(r.head, CLIENT_TOKEN));
    client_reply_free(&r);
    r = client_ask(server, "POST", "/api/login", json, "{\"token\":\"no\"}");
    assert_int_equal(r.status, 401);
    assert_null(strstr(r.head, "Set-Cookie"));
    client_reply_free(&r);
    r = client_ask(server, "POST", "/api/login", json, "{}");
    assert_int_equal(r.status, 400);
    client_reply_free(&r);
}

static void a_call_s_picture_is_served_from_the_record(void **state)
{
    static const unsigned char bytes[] = {0x89, 'P', 'N', 'G', 0, 1, 2};
    crok_picture_key key = {.seq = 5, .is_call = true, .disc = 3};
    crok_err err = {0};
    client_reply r;
    (void)state;
    client_play(server, 6);
    CHECK_STATUS(crok_live_put_picture(crok_serve_live(server, 0), &key, bytes,
                                       sizeof bytes, &err),
                 CROK_OK, &err);
    r = client_ask(server, "GET", "/calls/5-3.png", "", NULL);
    assert_int_equal(r.status, 200);
    assert_true(client_has(&r, "Content-Type: image/png"));
    assert_int_equal(r.bytes, sizeof bytes);
    assert_memory_equal(r.body, bytes, sizeof bytes);
    client_reply_free(&r);
    r = client_ask(server, "GET", "/calls/5-4.png", "", NULL);
    assert_int_equal(r.status, 404);
    client_reply_free(&r);
}

/* The picture of the first close call; "" where it has none. */
static void check_call_picture(const char *wanted)
{
    cJSON *doc = get("/api/match");
    cJSON *call = cJSON_GetArrayItem(cJSON_GetObjectItem(doc, "calls"), 0);
    const char *url =
        cJSON_GetStringValue(cJSON_GetObjectItem(call, "picture"));
    assert_non_null(call);
    assert_string_equal(url == NULL ? "" : url, wanted);
    cJSON_Delete(doc);
}

/* A close-up is proof of where a disc lies as long as it lies there. */
static void a_call_shows_no_picture_of_another_place(void **state)
{
    static const unsigned char bytes[] = {0x89, 'P', 'N', 'G', 0, 1, 2};
    crok_picture_key key = {.seq = 5, .is_call = true, .disc = 3};
    crok_err err = {0};
    (void)state;
    client_play(server, 6);
    CHECK_STATUS(crok_live_put_picture(crok_serve_live(server, 0), &key, bytes,
                                       sizeof bytes, &err),
                 CROK_OK, &err);
    assert_int_equal(post("/api/board", 6,
                          "{\"discs\":[{\"id\":3,\"side\":\"black\",\"x_mm\":"
                          "53.14,\"y_mm\":-31.93,\"sigma_mm\":30}]}"),
                     200);
    check_call_picture("/calls/5-3.png");
    assert_int_equal(post("/api/board", 7,
                          "{\"discs\":[{\"id\":3,\"side\":\"black\",\"x_mm\":"
                          "95,\"y_mm\":-31.93,\"sigma_mm\":30}]}"),
                     200);
    check_call_picture("");
    assert_int_equal(post("/api/undo", 8, "{}"), 200);
    check_call_picture("/calls/5-3.png");
}

static void rests_and_the_view_from_above_are_served(void **state)
{
    static const unsigned char bytes[] = {0xff, 0xd8, 0, 7, 8, 9};
    crok_picture_key key = {.seq = 5};
    crok_err err = {0};
    client_reply r;
    cJSON *doc = NULL;
    (void)state;
    client_play(server, 6);
    CHECK_STATUS(crok_live_put_picture(crok_serve_live(server, 0), &key, bytes,
                                       sizeof bytes, &err),
                 CROK_OK, &err);
    CHECK_STATUS(crok_live_set_top_view(crok_serve_live(server, 0), bytes + 2,
                                        sizeof bytes - 2, 368.0, &err),
                 CROK_OK, &err);
    r = client_ask(server, "GET", "/rests/5.jpg", "", NULL);
    assert_true(client_has(&r, "Content-Type: image/jpeg"));
    assert_int_equal(r.bytes, sizeof bytes);
    assert_memory_equal(r.body, bytes, sizeof bytes);
    client_reply_free(&r);
    doc = get("/api/match");
    assert_string_equal(
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(
            cJSON_GetObjectItemCaseSensitive(doc, "picture"), "url")),
        "/picture.jpg?v=1");
    cJSON_Delete(doc);
    r = client_ask(server, "GET", "/picture.jpg?v=1", "", NULL);
    assert_true(client_has(&r, "Content-Type: image/jpeg"));
    assert_int_equal(r.bytes, sizeof bytes - 2);
    assert_memory_equal(r.body, bytes + 2, sizeof bytes - 2);
    client_reply_free(&r);
}

static void an_event_is_told_as_it_was_recorded(void **state)
{
    cJSON *doc = NULL;
    (void)state;
    client_play(server, 6);
    doc = get("/api/event?of=2");
    assert_int_equal(number(doc, "seq"), 2);
    assert_non_null(cJSON_GetObjectItemCaseSensitive(doc, "evidence"));
    assert_non_null(cJSON_GetObjectItemCaseSensitive(doc, "decision"));
    cJSON_Delete(doc);
}

static void what_a_person_should_see_to_is_in_the_match(void **state)
{
    static crok_live_source live = {.state = CROK_LIVE_STILL,
                                    .check = "the red disc 5 lies there"};
    cJSON *doc = NULL;
    (void)state;
    client_play(server, 3);
    (void)!crok_live_set_source(crok_serve_live(server, 0), &live, true, NULL);
    doc = get("/api/match");
    assert_string_equal(
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, "words")),
        "the red disc 5 lies there");
    assert_string_equal(
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, "state")),
        "check");
    cJSON_Delete(doc);
}

/* ---- looking on ---- */

static int watch(const char *headers)
{
    char text[256];
    int fd = client_connect(server);
    int n = snprintf(text, sizeof text,
                     "GET /api/events HTTP/1.1\r\nHost: localhost\r\n%s\r\n",
                     headers);
    client_say(fd, text, (size_t)n);
    return fd;
}

/* Reads on till `wanted` has come; all that was read, free with free(). */
static char *read_till(int fd, const char *wanted)
{
    size_t cap = 1 << 20;
    char *text = calloc(1, cap);
    size_t len = 0;
    assert_non_null(text);
    while (strstr(text, wanted) == NULL) {
        ssize_t n = recv(fd, text + len, cap - len - 1, 0);
        if (n <= 0)
            fail_msg("the stream ended before \"%s\": %s", wanted, text);
        len += (size_t)n;
    }
    return text;
}

/* ---- many connections ---- */

#define MANY 600 /* more than the server takes in all */

static int held[MANY];
static int n_held;

/* Holds n connections of two addresses, on each of which so much has been said.
 * False if the process may not open so many files. */
static bool hold(int n, const char *said)
{
    struct rlimit files;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
    files.rlim_cur = 3 * MANY; /* both ends are this program's */
    if (files.rlim_cur > files.rlim_max ||
        setrlimit(RLIMIT_NOFILE, &files) != 0)
        return false;
    for (n_held = 0; n_held < n; n_held++) {
        int i = n_held;
        held[i] = client_connect_from(server, 2 + i % 2);
        client_say(held[i], said, strlen(said));
    }
    return true;
}

static void let_go(void)
{
    for (int i = 0; i < n_held; i++)
        (void)close(held[i]);
}

/* As many as a browser opens for a page. */
static void check_answers_to(int host)
{
    static const char ask[] =
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    char answer[16];
    int fd[6];
    for (size_t i = 0; i < sizeof fd / sizeof *fd; i++)
        fd[i] = client_connect_from(server, host);
    for (size_t i = 0; i < sizeof fd / sizeof *fd; i++) {
        client_say(fd[i], ask, sizeof ask - 1);
        assert_int_equal(recv(fd[i], answer, 12, MSG_WAITALL), 12);
        assert_memory_equal(answer, "HTTP/1.1 200", 12);
    }
    for (size_t i = 0; i < sizeof fd / sizeof *fd; i++)
        (void)close(fd[i]);
}

/* Two addresses that hold all that they get keep nobody else out. */
static void many_connections_leave_room_for_others(void **state)
{
    static const char *const said[] = {
        "", "GET /healthz HTTP/1.1\r\nX: ",
        "POST /api/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
        "\r\n{",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n"};
    (void)state;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        if (!hold(MANY, said[i]))
            skip();
        check_answers_to(9);
        check_answers_to(1);
        let_go();
    }
}

static int n_visitors(bool waiting)
{
    int n = 0;
    (void)pthread_mutex_lock(&server->visitors.lock);
    for (crok_visitor *v = server->visitors.newest; v != NULL; v = v->older)
        n += v->waits == waiting;
    (void)pthread_mutex_unlock(&server->visitors.lock);
    return n;
}

static void wait_for_visitors(int waiting, int served)
{
    while (n_visitors(true) != waiting || n_visitors(false) != served)
        (void)poll(NULL, 0, 5);
}

static void check_ends(int fd)
{
    char rest[4096];
    ssize_t n = 0;
    while ((n = recv(fd, rest, sizeof rest, 0)) > 0)
        ;
    assert_int_equal(n, 0);
    (void)close(fd);
}

/* However often a byte of it comes. */
static void a_request_must_come_in_time(void **state)
{
    static const char *const slow[] = {
        "", "GET /healthz HT", "GET /healthz HTTP/1.1\r\nX: ",
        "POST /api/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
        "\r\n{",
        "GET /favicon.ico HTTP/1.1\r\nHost: localhost\r\n\r\nGET"};
    enum { N = sizeof slow / sizeof *slow };
    int fd[N];
    int stream = 0;
    (void)state;
    client_play(server, 3);
    stream = watch("");
    for (int i = 0; i < N; i++) {
        fd[i] = client_connect(server);
        client_say(fd[i], slow[i], strlen(slow[i]));
    }
    wait_for_visitors(N, 1);
    crok_door_sweep(server, crok_clock_monotonic_ms());
    assert_int_equal(n_visitors(true), N);
    crok_door_sweep(server, crok_clock_monotonic_ms() + 2L * CROK_REQUEST_MS);
    for (int i = 0; i < N; i++)
        check_ends(fd[i]);
    wait_for_visitors(0, 1);
    assert_int_equal(post("/api/undo", -1, "{}"), 200);
    free(read_till(stream, "\"seq\":4,"));
    (void)close(stream);
}

/* It is the newest of the address that holds most. */
static void the_stream_of_who_is_signed_in_stays(void **state)
{
    static const char ask[] = "GET /api/events HTTP/1.1\r\nHost: localhost\r\n";
    int most = server->visitors.most;
    char text[256];
    int n = snprintf(text, sizeof text, "%sCookie: crokeye%d=%s\r\n\r\n", ask,
                     client_port(server), client_session(server));
    int stream = 0;
    (void)state;
    client_play(server, 3);
    if (!hold(most - 1, "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        skip();
    stream = client_connect_from(server, 2);
    client_say(stream, text, (size_t)n);
    wait_for_visitors(0, most);
    for (int host = 4; host < 8; host++)
        check_answers_to(host);
    assert_int_equal(post("/api/undo", -1, "{}"), 200);
    free(read_till(stream, "\"seq\":4,"));
    let_go();
    (void)close(stream);
}

static void viewers_get_the_whole_match_at_once_and_at_each_change(void **state)
{
    int fd = 0;
    char *text = NULL;
    long long first = 0;
    long long second = 0;
    (void)state;
    client_play(server, 5);
    fd = watch("");
    text = read_till(fd, "\"seq\":5,");
    assert_non_null(strstr(text, "Content-Type: text/event-stream"));
    assert_non_null(strstr(text, "event: match\ndata: {\"schema\":"
                                 "\"crokeye.match/1\""));
    first = atoll(strstr(text, "id: ") + 4);
    free(text);
    assert_int_equal(post("/api/undo", 5, "{}"), 200);
    text = read_till(fd, "\"seq\":6,");
    second = atoll(strstr(text, "id: ") + 4);
    assert_true(second > first);
    free(text);
    (void)close(fd);
    fd = watch("Last-Event-ID: 1\r\n");
    text = read_till(fd, "\"seq\":6,");
    free(text);
    (void)close(fd);
}

static void a_head_of_the_stream_ends(void **state)
{
    client_reply r = client_ask(server, "HEAD", "/api/events", "", NULL);
    (void)state;
    assert_int_equal(r.status, 200);
    assert_int_equal(r.bytes, 0);
    assert_true(client_has(&r, "X-Accel-Buffering: no"));
    client_reply_free(&r);
}

static void a_heartbeat_comes(void **state)
{
    int fd = watch("");
    struct pollfd p = {.fd = fd, .events = POLLIN};
    char *text = read_till(fd, "\n\n");
    (void)state;
    free(text);
    assert_int_equal(poll(&p, 1, 60000), 1);
    text = read_till(fd, "event: beat");
    free(text);
    (void)close(fd);
}

static void what_is_published_is_seen(void **state)
{
    crok_live_source *source = calloc(1, sizeof *source);
    int fd = 0;
    char *text = NULL;
    (void)state;
    assert_non_null(source);
    client_play(server, 5);
    fd = watch("");
    text = read_till(fd, "\"seen\":null");
    free(text);
    *source = (crok_live_source){.state = CROK_LIVE_MOVING, .n_seen = 3};
    source->seen[0] = (crok_disc){.id = 7, .side = 1, .x_mm = 12.5};
    source->seen[1].side = 9; /* nobody's */
    source->seen[2].side = -1;
    (void)!crok_live_set_source(crok_serve_live(server, 0), source, true, NULL);
    text = read_till(fd, "\"seen\":[{\"id\":7,\"side\":\"white\","
                         "\"x_mm\":12.5,\"y_mm\":0}]");
    assert_non_null(strstr(text, "\"state\":\"moving\""));
    free(text);
    free(source);
    (void)close(fd);
}

/* One who never reads does not hold up one who does, and is dropped. */
static void a_slow_reader_holds_up_nobody(void **state)
{
    enum { CHANGES = 400 };
    crok_live_source *source = calloc(1, sizeof *source);
    int small = 4096;
    int slow = client_connect(server);
    int quick = 0;
    char *text = NULL;
    static const char ask[] = "GET /api/events HTTP/1.1\r\nHost: localhost\r\n"
                              "\r\n";
    (void)state;
    assert_non_null(source);
    (void)setsockopt(slow, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    client_say(slow, ask, sizeof ask - 1);
    client_play(server, 20);
    quick = watch("");
    source->state = CROK_LIVE_STILL;
    source->n_seen = CROK_MAX_DISCS;
    for (int i = 0; i < CHANGES; i++) {
        source->rate_hz = i;
        (void)!crok_live_set_source(crok_serve_live(server, 0), source, true,
                                    NULL);
    }
    text = read_till(quick, "\"rate_hz\":399");
    free(text);
    free(source);
    (void)close(quick);
    (void)close(slow);
}

static void the_state_file_always_has_the_match(void **state)
{
    crok_serve *s = NULL;
    crok_err err = {0};
    char path[600];
    char db[600];
    char *text = NULL;
    size_t len = 0;
    (void)state;
    (void)snprintf(path, sizeof path, "%s", scratch_file("state.json"));
    (void)snprintf(db, sizeof db, "%s", scratch_file("state.db"));
    crok_serve_config config = {.match = db,
                                .listen = "127.0.0.1:0",
                                .token = CLIENT_TOKEN,
                                .state = {.path = path}};
    CHECK_STATUS(crok_serve_open(&config, &s, &err), CROK_OK, &err);
    client_play(s, 9);
    for (int tries = 0; tries < 200; tries++) {
        CHECK_STATUS(crok_file_read(path, 1 << 20, &text, &len, &err), CROK_OK,
                     &err);
        text[len - 1] = '\0'; /* the line's end */
        bool there = strstr(text, "\"seq\":9,") != NULL;
        cJSON *doc = cJSON_Parse(text);
        assert_non_null(doc); /* never half of one */
        cJSON_Delete(doc);
        free(text);
        if (there)
            break;
        assert_true(tries < 199);
        (void)poll(NULL, 0, 10);
    }
    crok_serve_close(&s);
    (void)unlink(path);
    game_remove("state.db");
}

static void what_cannot_be_opened_is_told(void **state)
{
    crok_serve *s = NULL;
    crok_err err = {0};
    char db[600];
    (void)state;
    (void)snprintf(db, sizeof db, "%s", scratch_file("other.db"));
    crok_serve_config config = {.match = db,
                                .listen =
                                    crok_serve_url(server) + strlen("http://"),
                                .token = CLIENT_TOKEN};
    CHECK_STATUS(crok_serve_open(&config, &s, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "cannot listen"));
    config.listen = "everywhere";
    CHECK_STATUS(crok_serve_open(&config, &s, &err), CROK_EARG, &err);
    config.listen = "127.0.0.1:0";
    config.token = "short";
    CHECK_STATUS(crok_serve_open(&config, &s, &err), CROK_EARG, &err);
    config.token = "with;a;semicolon;in;it";
    CHECK_STATUS(crok_serve_open(&config, &s, &err), CROK_EARG, &err);
    config.token = CLIENT_TOKEN;
    config.state.path = "/no/such/folder/state.json";
    CHECK_STATUS(crok_serve_open(&config, &s, &err), CROK_EIO, &err);
    config.state.path = NULL;
    config.match = scratch_file("serve.db"); /* has its writer already */
    CHECK_STATUS(crok_serve_open(&config, &s, &err), CROK_EIO, &err);
    assert_null(s);
    game_remove("other.db");
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, open_server, close_server)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_document_is_the_match_and_more),
        TEST(a_stale_write_is_refused_with_the_new_seq),
        TEST(a_key_adds_a_20_to_those_that_stand),
        TEST(a_key_counts_20s_without_positions),
        TEST(a_round_that_time_leaves_out_has_no_result),
        TEST(an_if_match_that_is_no_seq_is_refused),
        TEST(what_the_rules_refuse_is_a_conflict),
        TEST(an_event_of_the_organiser_is_recorded),
        TEST(an_event_of_the_organiser_is_recorded),
        TEST(a_match_is_started_corrected_and_taken_back),
        TEST(a_closed_round_is_corrected_behind_its_last_step),
        TEST(an_undo_without_a_number_stops_at_the_start),
        TEST(an_event_is_tried_without_being_recorded),
        TEST(the_list_has_every_event_and_tells_what_is_undone),
        TEST(the_list_of_books_has_their_seatings),
        TEST(signing_in_gives_a_cookie_that_pages_cannot_read),
        TEST(a_call_s_picture_is_served_from_the_record),
        TEST(a_call_shows_no_picture_of_another_place),
        TEST(rests_and_the_view_from_above_are_served),
        TEST(many_connections_leave_room_for_others),
        TEST(a_request_must_come_in_time),
        TEST(the_stream_of_who_is_signed_in_stays),
        TEST(an_event_is_told_as_it_was_recorded),
        TEST(what_a_person_should_see_to_is_in_the_match),
        TEST(viewers_get_the_whole_match_at_once_and_at_each_change),
        TEST(a_head_of_the_stream_ends),
        TEST(a_heartbeat_comes),
        TEST(what_is_published_is_seen),
        TEST(a_slow_reader_holds_up_nobody),
        TEST(the_state_file_always_has_the_match),
        TEST(what_cannot_be_opened_is_told),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
