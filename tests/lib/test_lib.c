/* SPDX-License-Identifier: Apache-2.0
 *
 * The library's calls: pictures in memory, options, results, bad input. That
 * its documents are those of the program is shown by test_install.sh. */
#include "check.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "board/draw_board.h"
#include "lib/crokeye.h"

/* ---- pictures ---- */

static crok_image drawn; /* a board with discs of two colours */

static int draw(void **state)
{
    const draw_rgb black = {30, 30, 30}, red = {160, 40, 40};
    crok_camera cam = draw_camera(1000, 760, 0.2, 0.5);
    draw_board b = draw_tournament(&cam);
    b.dimmer_frac = 0.15;
    (void)state;
    draw_add_disc(&b, 120.0, 40.0, black);
    draw_add_disc(&b, -40.0, 50.0, black);
    draw_add_disc(&b, -60.0, 150.0, red);
    draw_add_disc(&b, 30.0, -250.0, red);
    drawn = draw_picture(&b);
    return 0;
}

static int undraw(void **state)
{
    (void)state;
    crok_image_free(&drawn);
    return 0;
}

/* The drawn picture as its pixels lie there. */
static crokeye_picture pixels(void)
{
    return (crokeye_picture){.format = CROKEYE_RGB,
                             .bytes = drawn.data,
                             .n_bytes = drawn.stride_bytes * (size_t)drawn.h_px,
                             .width = drawn.w_px,
                             .height = drawn.h_px,
                             .stride = drawn.stride_bytes};
}

/* The drawn picture as a PNG file. Its bytes are to be freed. */
static crokeye_picture png_file(void)
{
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = (png_uint_32)drawn.w_px,
                     .height = (png_uint_32)drawn.h_px,
                     .format = PNG_FORMAT_RGB};
    png_alloc_size_t n = PNG_IMAGE_PNG_SIZE_MAX(png);
    void *bytes = malloc(n);
    assert_non_null(bytes);
    assert_int_equal(png_image_write_to_memory(&png, bytes, &n, 0, drawn.data,
                                               (png_int_32)drawn.stride_bytes,
                                               NULL),
                     1);
    return (crokeye_picture){.bytes = bytes, .n_bytes = n};
}

/* The pixels with blue first and rows that are longer than their pixels. The
 * bytes are to be freed. */
static crokeye_picture blue_first(void)
{
    crokeye_picture p = pixels();
    size_t stride = (size_t)p.width * 3U + 29U;
    unsigned char *bytes = calloc((size_t)p.height, stride);
    assert_non_null(bytes);
    for (int y = 0; y < p.height; y++) {
        const unsigned char *from = crok_image_row(&drawn, y);
        unsigned char *to = bytes + (size_t)y * stride;
        for (int i = 0; i < 3 * p.width; i++)
            to[i] = from[i / 3 * 3 + 2 - i % 3];
    }
    p.format = CROKEYE_BGR;
    p.bytes = bytes;
    p.stride = stride;
    p.n_bytes = (size_t)p.height * stride;
    return p;
}

/* ---- scoring ---- */

static crokeye_scorer *scorer(void)
{
    crokeye_scorer *s = crokeye_scorer_new();
    assert_non_null(s);
    return s;
}

/* Returns the document, to be freed. */
static char *document(crokeye_scorer *s, const crokeye_picture *p)
{
    crokeye_status st = crokeye_scorer_score(s, p);
    if (st != CROKEYE_OK)
        fail_msg("status %d: %s", (int)st, crokeye_scorer_message(s));
    return strdup(crokeye_scorer_json(s));
}

static void pixels_score_as_a_file_of_them(void **state)
{
    crokeye_scorer *s = scorer();
    crokeye_picture file = png_file();
    crokeye_picture blue = blue_first();
    crokeye_picture plain = pixels();
    char *of_file = document(s, &file);
    char *of_blue = document(s, &blue);
    char *of_plain = document(s, &plain);
    (void)state;
    assert_string_equal(of_file, of_plain);
    assert_string_equal(of_file, of_blue);
    assert_non_null(strstr(of_file, "\"image\":\"picture\""));
    free(of_file);
    free(of_blue);
    free(of_plain);
    free((void *)(uintptr_t)file.bytes);
    free((void *)(uintptr_t)blue.bytes);
    crokeye_scorer_free(s);
}

static void results_can_be_read_without_json(void **state)
{
    crokeye_scorer *s = scorer();
    crokeye_picture p = pixels();
    double nearest_mm = 1e9;
    int points = 0;
    (void)state;
    assert_int_equal(crokeye_scorer_n_sides(s), 0);
    assert_null(crokeye_scorer_json(s));
    assert_int_equal(crokeye_scorer_score(s, &p), CROKEYE_OK);
    assert_int_equal(crokeye_scorer_n_sides(s), 2);
    assert_int_equal(crokeye_scorer_n_discs(s), 4);
    assert_string_equal(crokeye_scorer_side(s, 0).name, "black");
    assert_int_equal(crokeye_scorer_side(s, 0).total, 25);
    assert_int_equal(crokeye_scorer_side(s, 1).total, 15);
    for (int i = 0; i < 4; i++) {
        crokeye_disc d = crokeye_scorer_disc(s, i);
        points += d.value;
        assert_int_equal(d.place, CROKEYE_ON_BOARD);
        assert_true(d.low <= d.value && d.value <= d.high);
        if (hypot(d.x_mm - 120.0, d.y_mm - 40.0) < nearest_mm)
            nearest_mm = hypot(d.x_mm - 120.0, d.y_mm - 40.0);
    }
    assert_int_equal(points, 40);
    assert_true(nearest_mm < 2.0);
    assert_string_equal(crokeye_scorer_side(s, 2).name, "");
    assert_int_equal(crokeye_scorer_disc(s, -1).value, 0);
    crokeye_scorer_free(s);
}

/* ---- options ---- */

/* A message names the option, and not as the program's command line. */
static void check_message(const char *message, const char *begins)
{
    if (strncmp(message, begins, strlen(begins)) != 0 ||
        strstr(message, "--") != NULL)
        fail_msg("\"%s\" does not begin with \"%s\", or has dashes", message,
                 begins);
}

static void a_wrong_option_changes_nothing(void **state)
{
    static const struct {
        const char *option, *value, *message;
        crokeye_status status;
    } wrong[] = {
        {"colour", "red", "colour: there is no such option", CROKEYE_ARGUMENT},
        {"sides", "red", "sides red: two to four", CROKEYE_ARGUMENT},
        {"sides", "red,rde", "sides red,rde: \"rde\" is none",
         CROKEYE_ARGUMENT},
        {"count-sides", "5", "count-sides 5: a whole", CROKEYE_ARGUMENT},
        {"count-sides", "3", "sides and count-sides", CROKEYE_ARGUMENT},
        {"twenties", "red", "twenties red: SIDE=N", CROKEYE_ARGUMENT},
        {"player", "red=", "player red=: SIDE=NAME", CROKEYE_ARGUMENT},
        {"player", "red=A\xe2\x80\xae", "player must be a text without",
         CROKEYE_ARGUMENT},
        {"model", "mine", "mine: no such board model", CROKEYE_ARGUMENT},
        {"rules", "nowhere", "there is no rule book", CROKEYE_ARGUMENT},
        {"board", "no/b.json", "no/b.json: ", CROKEYE_UNREADABLE},
        {"calib", "no/c.json", "no/c.json: ", CROKEYE_UNREADABLE},
        {"answer", "ten", "answer ten: ID=VALUE", CROKEYE_ARGUMENT}};
    crokeye_scorer *s = scorer();
    crokeye_picture p = pixels();
    char *before = NULL;
    char *after = NULL;
    (void)state;
    assert_int_equal(crokeye_scorer_set(s, "sides", "black,red"), CROKEYE_OK);
    assert_int_equal(crokeye_scorer_set(s, "player", "red=Ann"), CROKEYE_OK);
    before = document(s, &p);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(crokeye_scorer_set(s, wrong[i].option, wrong[i].value),
                         wrong[i].status);
        check_message(crokeye_scorer_message(s), wrong[i].message);
    }
    assert_int_equal(crokeye_scorer_set(s, NULL, "x"), CROKEYE_ARGUMENT);
    after = document(s, &p);
    assert_string_equal(before, after);
    assert_string_equal(crokeye_scorer_message(s), "");
    free(before);
    free(after);
    crokeye_scorer_free(s);
}

static void an_option_can_be_taken_back(void **state)
{
    crokeye_scorer *s = scorer();
    crokeye_picture p = pixels();
    char *before = document(s, &p);
    char *with = NULL;
    char *after = NULL;
    (void)state;
    assert_int_equal(crokeye_scorer_set(s, "twenties", "red=2"), CROKEYE_OK);
    assert_int_equal(crokeye_scorer_set(s, "twenties", "black=1"), CROKEYE_OK);
    with = document(s, &p);
    assert_int_equal(crokeye_scorer_side(s, 1).twenties, 2);
    assert_int_equal(crokeye_scorer_side(s, 0).twenties, 1);
    assert_string_not_equal(before, with);
    assert_int_equal(crokeye_scorer_set(s, "twenties", NULL), CROKEYE_OK);
    after = document(s, &p);
    assert_string_equal(before, after);
    free(before);
    free(with);
    free(after);
    crokeye_scorer_free(s);
}

/* ---- bad pictures ---- */

static void a_bad_picture_has_a_status_and_a_document(void **state)
{
    static const unsigned char noise[64] = {0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3};
    const crokeye_picture good = pixels();
    crokeye_picture bad[9];
    static const crokeye_status wanted[9] = {
        CROKEYE_FORMAT,   CROKEYE_ARGUMENT, CROKEYE_ARGUMENT,
        CROKEYE_FORMAT,   CROKEYE_FORMAT,   CROKEYE_ARGUMENT,
        CROKEYE_ARGUMENT, CROKEYE_FORMAT,   CROKEYE_NO_BOARD};
    crokeye_scorer *s = scorer();
    (void)state;
    for (int i = 0; i < 9; i++)
        bad[i] = good;
    bad[0] = (crokeye_picture){.bytes = noise, .n_bytes = sizeof noise};
    bad[1].width = 0;
    bad[2].height = 1 << 20;
    bad[3].stride = 5;
    bad[4].n_bytes--;
    bad[5].format = (crokeye_format)99;
    bad[6].bytes = NULL;
    bad[7] = (crokeye_picture){.bytes = NULL, .n_bytes = 0, .name = "nothing"};
    bad[8].height = 12;
    for (int i = 0; i < 9; i++) {
        crokeye_status st = crokeye_scorer_score(s, &bad[i]);
        if (st != wanted[i])
            fail_msg("picture %d: status %d: %s", i, (int)st,
                     crokeye_scorer_message(s));
        assert_non_null(strstr(crokeye_scorer_json(s), "\"error\":{\"code\":"));
        assert_non_null(
            strstr(crokeye_scorer_json(s), crokeye_status_code(st)));
        assert_true(crokeye_scorer_message(s)[0] != '\0');
        assert_int_equal(crokeye_scorer_n_discs(s), 0);
    }
    assert_int_equal(crokeye_scorer_score(s, NULL), CROKEYE_ARGUMENT);
    assert_int_equal(crokeye_scorer_score_file(s, NULL), CROKEYE_ARGUMENT);
    assert_int_equal(crokeye_scorer_score(s, &good), CROKEYE_OK);
    crokeye_scorer_free(s);
    crokeye_scorer_free(NULL);
}

/* ---- frames ---- */

static crokeye_follower *follower(void)
{
    crokeye_follower *f = crokeye_follower_new();
    assert_non_null(f);
    assert_int_equal(crokeye_follower_set(f, "sides", "black,red"), CROKEYE_OK);
    assert_int_equal(crokeye_follower_set(f, "rules", "depot"), CROKEYE_OK);
    return f;
}

/* Give frame i of the picture. */
static crokeye_status give(crokeye_follower *f, const crokeye_picture *p, int i)
{
    return crokeye_follower_frame(f, p, (int64_t)i * 33333333);
}

static void bad_frames_do_not_end_following(void **state)
{
    crokeye_follower *f = follower();
    crokeye_picture good = pixels();
    crokeye_picture small = pixels();
    crokeye_picture bad = pixels();
    (void)state;
    bad.n_bytes /= 2;
    small.width /= 2;
    small.height /= 2;
    assert_int_equal(give(f, &good, 0), CROKEYE_OK);
    assert_int_equal(give(f, &bad, 1), CROKEYE_FORMAT);
    assert_int_equal(give(f, NULL, 1), CROKEYE_ARGUMENT);
    assert_int_equal(give(f, &good, 0), CROKEYE_ARGUMENT);
    check_message(crokeye_follower_message(f), "a frame's time");
    for (int i = 2; i < 12; i++)
        assert_int_equal(give(f, i < 6 ? &small : &good, i), CROKEYE_OK);
    assert_non_null(strstr(crokeye_follower_json(f),
                           "\"frames\":11,\"lost\":0,\"damaged\":2"));
    assert_int_equal(crokeye_follower_finish(f), CROKEYE_OK);
    assert_int_equal(give(f, &good, 20), CROKEYE_CONFLICT);
    assert_int_equal(crokeye_follower_finish(f), CROKEYE_CONFLICT);
    crokeye_follower_free(f);
}

static void options_of_a_match_are_set_before_it(void **state)
{
    static const struct {
        const char *option, *value, *message;
    } wrong[] = {{"sides", "red", "sides red: two"},
                 {"players", "Ann", "players Ann: two"},
                 {"players", "\xff,B", "players "},
                 {"seats", "2=red,0=black", "seats 2=red,0=black: "},
                 {"first", "4", "first 4: a seat"},
                 {"title", "\xff", "title "},
                 {"set", "target", "set target: a change"},
                 {"set", "nothing=1", "there is no setting"},
                 {"recorded", "maybe", "recorded maybe: yes or no"},
                 {"size", "3", "size: there is no such option"}};
    crokeye_follower *f = follower();
    crokeye_picture p = pixels();
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(
            crokeye_follower_set(f, wrong[i].option, wrong[i].value),
            CROKEYE_ARGUMENT);
        check_message(crokeye_follower_message(f), wrong[i].message);
    }
    assert_null(crokeye_follower_json(f));
    assert_int_equal(crokeye_follower_set(f, "players", "A,B,C"), CROKEYE_OK);
    assert_int_equal(crokeye_follower_set(f, "sides", "red,rde"), CROKEYE_OK);
    assert_int_equal(give(f, &p, 0), CROKEYE_ARGUMENT);
    check_message(crokeye_follower_message(f), "sides: \"rde\" is no colour");
    assert_int_equal(crokeye_follower_set(f, "sides", NULL), CROKEYE_OK);
    assert_int_equal(crokeye_follower_set(f, "players", NULL), CROKEYE_OK);
    assert_int_equal(crokeye_follower_set(f, "match", "no/m.db"), CROKEYE_OK);
    assert_int_equal(give(f, &p, 0), CROKEYE_UNREADABLE);
    assert_int_equal(crokeye_follower_set(f, "match", NULL), CROKEYE_OK);
    assert_int_equal(give(f, &p, 0), CROKEYE_OK);
    assert_int_equal(crokeye_follower_set(f, "title", "T"), CROKEYE_CONFLICT);
    crokeye_follower_free(f);
    crokeye_follower_free(NULL);
}

static const char start[] =
    "{\"type\":\"match_start\",\"title\":\"\",\"table\":\"\",\"rules\":"
    "\"depot\","
    "\"board\":{\"lines_mm\":{\"outer\":304.8,\"middle\":203.2,\"inner\":101.6,"
    "\"width\":1.6},\"hole_mm\":17.4625,\"disc_mm\":15.875},"
    "\"sides\":[{\"side\":\"black\",\"name\":\"Ann\"},"
    "{\"side\":\"red\",\"name\":\"Bob\"}],"
    "\"seats\":[{\"seat\":0,\"side\":\"black\",\"player\":\"Ann\"},"
    "{\"seat\":2,\"side\":\"red\",\"player\":\"Bob\"}],\"first_seat\":0}";

static void a_person_may_enter_events(void **state)
{
    crokeye_follower *f = follower();
    crokeye_picture p = pixels();
    const char *event = NULL;
    (void)state;
    assert_int_equal(crokeye_follower_add(f, "no JSON"), CROKEYE_FORMAT);
    assert_int_equal(crokeye_follower_add(f, NULL), CROKEYE_ARGUMENT);
    assert_int_equal(crokeye_follower_add(
                         f, "{\"type\":\"match_info\",\"table\":\"\\u200b\"}"),
                     CROKEYE_FORMAT);
    check_message(crokeye_follower_message(f), "event: \"table\" must be");
    assert_int_equal(crokeye_follower_add(f, "{\"type\":\"undo\",\"of\":7}"),
                     CROKEYE_CONFLICT);
    assert_null(crokeye_follower_event(f));
    if (crokeye_follower_add(f, start) != CROKEYE_OK)
        fail_msg("%s", crokeye_follower_message(f));
    event = crokeye_follower_event(f);
    assert_non_null(event);
    assert_non_null(strstr(event, "\"type\":\"match_start\""));
    assert_null(crokeye_follower_event(f));
    assert_non_null(strstr(crokeye_follower_json(f), "\"players\":[\"Bob\"]"));
    assert_int_equal(give(f, &p, 0), CROKEYE_OK);
    crokeye_follower_free(f);
}

/* ---- documents ---- */

static void a_judge_goes_on_with_its_match(void **state)
{
    crokeye_judge *j = crokeye_judge_new();
    (void)state;
    assert_non_null(j);
    assert_int_equal(crokeye_judge_set(j, "each", "yes"), CROKEYE_OK);
    assert_int_equal(crokeye_judge_set(j, "name", "the match"), CROKEYE_OK);
    assert_int_equal(crokeye_judge_set(j, "rules", "no"), CROKEYE_ARGUMENT);
    assert_int_equal(crokeye_judge_set(j, "set", "x"), CROKEYE_ARGUMENT);
    check_message(crokeye_judge_message(j), "set x: a change");
    assert_int_equal(crokeye_judge_set(j, "json", "x"), CROKEYE_ARGUMENT);
    assert_int_equal(crokeye_judge_events(j, NULL, 3), CROKEYE_ARGUMENT);
    assert_string_equal(crokeye_judge_json(j), "");
    for (int i = 0; i < 2; i++) {
        const crokeye_status wanted = i == 0 ? CROKEYE_OK : CROKEYE_CONFLICT;
        char text[sizeof start + 64];
        int n = snprintf(text, sizeof text,
                         "{\"seq\":%d,\"time\":\"2026-05-02T10:00:00Z\",%s",
                         i + 1, start + 1);
        assert_int_equal(crokeye_judge_events(j, text, (size_t)n), wanted);
    }
    check_message(crokeye_judge_message(j), "the match: line 1");
    assert_non_null(strstr(crokeye_judge_json(j), "\"code\":\"conflict\""));
    assert_int_equal(crokeye_judge_set(j, "each", NULL), CROKEYE_OK);
    assert_int_equal(crokeye_judge_events(j, "", 0), CROKEYE_OK);
    assert_non_null(strstr(crokeye_judge_json(j), "\"state\":\"waiting\""));
    crokeye_judge_free(j);
    crokeye_judge_free(NULL);
}

/* The status of each call that has one, without its handle, or without what it
 * needs. */
static void a_call_without_what_it_needs_says_so(void **state)
{
    const crokeye_picture none = {0}, lost = {.n_bytes = 3};
    crokeye_picture p = pixels();
    crokeye_scorer *s = scorer();
    crokeye_follower *f = crokeye_follower_new();
    crokeye_judge *j = crokeye_judge_new();
    const struct {
        const char *call;
        crokeye_status got;
    } calls[] = {
        {"scorer_set", crokeye_scorer_set(NULL, "sides", "black,red")},
        {"scorer_set answer", crokeye_scorer_set(NULL, "answer", "1=10")},
        {"scorer_set, all", crokeye_scorer_set(NULL, NULL, NULL)},
        {"scorer_score", crokeye_scorer_score(NULL, &p)},
        {"scorer_score_file", crokeye_scorer_score_file(NULL, "a.jpg")},
        {"follower_set", crokeye_follower_set(NULL, "title", "A")},
        {"follower_frame", crokeye_follower_frame(NULL, &p, 1)},
        {"follower_finish", crokeye_follower_finish(NULL)},
        {"follower_add", crokeye_follower_add(NULL, "{}")},
        {"judge_set", crokeye_judge_set(NULL, "each", "yes")},
        {"judge_shots", crokeye_judge_shots(NULL, "{}", 2)},
        {"judge_events", crokeye_judge_events(NULL, "{}", 2)},
        {"no option", crokeye_scorer_set(s, NULL, "x")},
        {"no option", crokeye_follower_set(f, NULL, "x")},
        {"no option", crokeye_judge_set(j, NULL, "x")},
        {"no picture", crokeye_scorer_score(s, NULL)},
        {"no bytes", crokeye_scorer_score(s, &lost)},
        {"no path", crokeye_scorer_score_file(s, NULL)},
        {"no frame", crokeye_follower_frame(f, NULL, 1)},
        {"no bytes", crokeye_follower_frame(f, &lost, 2)},
        {"no event", crokeye_follower_add(f, NULL)},
        {"no shots", crokeye_judge_shots(j, NULL, 0)},
        {"no events", crokeye_judge_events(j, NULL, 0)}};
    (void)state;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (calls[i].got != CROKEYE_ARGUMENT)
            fail_msg("%s: status %d", calls[i].call, (int)calls[i].got);
    assert_int_equal(crokeye_scorer_score(s, &none), CROKEYE_FORMAT);
    check_message(crokeye_scorer_message(s), "picture: ");
    check_message(crokeye_follower_message(f), "there is no event");
    check_message(crokeye_judge_message(j), "there is no text");
    crokeye_scorer_free(s);
    crokeye_follower_free(f);
    crokeye_judge_free(j);
}

/* What the calls without a status return where there is no handle. */
static void without_a_handle_there_is_nothing(void **state)
{
    const char *const texts[] = {
        crokeye_scorer_json(NULL), crokeye_follower_line(NULL),
        crokeye_follower_event(NULL), crokeye_follower_words(NULL),
        crokeye_follower_json(NULL)};
    const char *const messages[] = {crokeye_scorer_message(NULL),
                                    crokeye_follower_message(NULL),
                                    crokeye_judge_message(NULL)};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_null(texts[i]);
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++)
        check_message(messages[i], "the handle is NULL");
    assert_string_equal(crokeye_judge_json(NULL), "");
    assert_int_equal(crokeye_scorer_n_sides(NULL), 0);
    assert_int_equal(crokeye_scorer_n_discs(NULL), 0);
    assert_string_equal(crokeye_scorer_side(NULL, 0).name, "");
    assert_int_equal(crokeye_scorer_disc(NULL, 0).value, 0);
    crokeye_scorer_free(NULL);
    crokeye_follower_free(NULL);
    crokeye_judge_free(NULL);
}

static void statuses_have_the_documents_words(void **state)
{
    (void)state;
    assert_int_equal(crokeye_abi(), CROKEYE_ABI);
    assert_string_equal(crokeye_status_code(CROKEYE_NO_BOARD), "no_board");
    assert_string_equal(crokeye_status_code((crokeye_status)-1), "unknown");
    assert_string_equal(crokeye_status_code((crokeye_status)99), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_score_as_a_file_of_them),
        cmocka_unit_test(results_can_be_read_without_json),
        cmocka_unit_test(a_wrong_option_changes_nothing),
        cmocka_unit_test(an_option_can_be_taken_back),
        cmocka_unit_test(a_bad_picture_has_a_status_and_a_document),
        cmocka_unit_test(bad_frames_do_not_end_following),
        cmocka_unit_test(options_of_a_match_are_set_before_it),
        cmocka_unit_test(a_person_may_enter_events),
        cmocka_unit_test(a_judge_goes_on_with_its_match),
        cmocka_unit_test(a_call_without_what_it_needs_says_so),
        cmocka_unit_test(without_a_handle_there_is_nothing),
        cmocka_unit_test(statuses_have_the_documents_words),
    };
    return cmocka_run_group_tests(tests, draw, undraw);
}
