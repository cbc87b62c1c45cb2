/* SPDX-License-Identifier: Apache-2.0
 *
 * Replays beside a record: what is written is read, what is damaged or somebody
 * else's is neither read nor touched, and only those stay behind a match that
 * were asked about, ruled on or corrected. */
#include "journal/game.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "journal/live.h"

enum { LAST = 101 }; /* events of the recorded match */

/* ---- the disk ---- */

static unsigned long long free_bytes = 1ULL << 40;

int __wrap_statvfs(const char *path, struct statvfs *out);
int __wrap_statvfs(const char *path, struct statvfs *out)
{
    (void)path;
    *out = (struct statvfs){.f_frsize = 4096, .f_bavail = free_bytes / 4096};
    return 0;
}

/* ---- a record with replays ---- */

static crok_live *opened(void)
{
    crok_live *live = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_live_open(scratch_file("m.db"), &live, &err), CROK_OK,
                 &err);
    return live;
}

static void append(crok_live *live, const crok_event *e)
{
    crok_err err = {0};
    CHECK_STATUS(crok_live_append(live, e, CROK_SEQ_ANY, &err), CROK_OK, &err);
}

/* The events from..to-1 of the recorded match; the n-th has the seq n + 1. */
static void play(crok_live *live, int from, int to)
{
    const crok_event *e = NULL;
    for (int i = from; i < to && game_event(game_depot, i, &e); i++)
        append(live, e);
}

/* Three pictures that take 1.5 s, and a way. */
static const uint8_t *const PICTURES[] = {
    (const uint8_t *)"first", (const uint8_t *)"\0\n{", (const uint8_t *)"end"};
static const crok_replay FILM = {
    .w_px = 640,
    .h_px = 360,
    .n = 3,
    .t_ms = {0, 700, 1500},
    .len = {5, 3, 3},
    .n_ways = 1,
    .way = {{.is_shooter = true, .n = 2, .x_px = {1.5F, -3}, .y_px = {2, 4}}}};

static crok_status put(crok_live *live, long seq, crok_err *err)
{
    return crok_live_put_replay(live, seq, &FILM, PICTURES, err);
}

static void put_well(crok_live *live, long seq)
{
    crok_err err = {0};
    CHECK_STATUS(put(live, seq, &err), CROK_OK, &err);
}

/* The name of a shot's file, in the scratch folder. */
static const char *name_of(crok_live *live, long seq)
{
    static char name[64];
    const crok_journal_health h = crok_live_health(live);
    (void)snprintf(name, sizeof name, "m.db.replay/%ld-%.8s.film", seq, h.id);
    return name;
}

static void check_read(crok_live *live, long seq, crok_status want)
{
    crok_replay film;
    FILE *file = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_live_read_replay(live, seq, &film, &file, &err), want,
                 &err);
    if (file != NULL)
        assert_int_equal(fclose(file), 0);
}

/* Ends the record, and removes all of it; the folder must have nothing else. */
static void finish(crok_live **live, const long *seq, int n)
{
    for (int i = 0; i < n; i++)
        (void)unlink(scratch_file(name_of(*live, seq[i])));
    crok_live_close(live);
    (void)rmdir(scratch_file("m.db.replay"));
    assert_int_not_equal(access(scratch_file("m.db.replay"), F_OK), 0);
    game_remove("m.db");
}

/* ---- the file ---- */

static void what_is_written_is_read_also_after_a_restart(void **state)
{
    crok_live *live = opened();
    crok_replay film;
    FILE *file = NULL;
    char bytes[16] = "";
    crok_err err = {0};
    (void)state;
    play(live, 0, 5);
    put_well(live, 3);
    crok_live_close(&live);
    live = opened();
    CHECK_STATUS(crok_live_read_replay(live, 3, &film, &file, &err), CROK_OK,
                 &err);
    assert_memory_equal(&film, &FILM, sizeof film);
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), 11);
    assert_memory_equal(bytes, "first\0\n{end", 11);
    assert_int_equal(fclose(file), 0);
    check_read(live, 4, CROK_ENODEV);
    finish(&live, (const long[]){3}, 1);
}

static void a_damaged_file_is_not_played(void **state)
{
    crok_live *live = opened();
    size_t len = 0;
    char *whole = NULL;
    char *spoilt = NULL;
    const char *const wrong[][2] = {
        {"\"seq\":3", "\"seq\":4"},      {"640", "0  "},
        {"[700,3]", "[700,4]"},          {"[700,3]", "[700,0]"},
        {"[1500,3]", "[ 700,3]"},        {"[0,5]", "[0,-]"},
        {"\"ways\":[{", "\"ways\":[[{"}, {"1500", "12e9"},
    };
    (void)state;
    play(live, 0, 5);
    put_well(live, 3);
    whole = game_bytes(name_of(live, 3), &len);
    for (size_t n = 0; n < len; n += n + 40 < len ? 17 : 1) {
        game_write(name_of(live, 3), whole, n);
        check_read(live, 3, n < 83 ? CROK_ENODEV : CROK_EFORMAT);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char *at = NULL;
        spoilt = malloc(len + 1);
        assert_non_null(spoilt);
        memcpy(spoilt, whole, len);
        spoilt[len] = '\0';
        at = strstr(spoilt, wrong[i][0]);
        assert_non_null(at);
        memcpy(at, wrong[i][1], strlen(wrong[i][1]));
        game_write(name_of(live, 3), spoilt, len);
        check_read(live, 3, CROK_EFORMAT);
        free(spoilt);
    }
    game_write(name_of(live, 3), whole, len);
    check_read(live, 3, CROK_OK);
    free(whole);
    finish(&live, (const long[]){3}, 1);
}

static void check_bytes(const char *name, const char *want)
{
    size_t len = 0;
    char *bytes = game_bytes(name, &len);
    assert_non_null(bytes);
    assert_int_equal(len, strlen(want));
    assert_memory_equal(bytes, want, len);
    free(bytes);
}

static void files_of_others_are_left_alone(void **state)
{
    static const char other[] = "{\"schema\":\"crokeye.replay/1\",\"record\":"
                                "\"00000000-0000-4000-8000-000000000000\",";
    static const char strange[] = "m.db.replay/12-00000000.film";
    crok_live *live = opened();
    crok_err err = {0};
    (void)state;
    play(live, 0, 5);
    put_well(live, 3);
    game_write(name_of(live, 4), other, sizeof other - 1);
    game_write(strange, other, sizeof other - 1);
    game_write("m.db.replay/notes.txt", "mine", 4);
    CHECK_STATUS(put(live, 4, &err), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "not a replay of this match"));
    check_read(live, 4, CROK_ENODEV);
    crok_live_close(&live);
    live = opened();
    play(live, 5, LAST); /* the match is over */
    check_read(live, 3, CROK_ENODEV);
    check_bytes(name_of(live, 4), other);
    check_bytes(strange, other);
    check_bytes("m.db.replay/notes.txt", "mine");
    (void)unlink(scratch_file("m.db.replay/notes.txt"));
    (void)unlink(scratch_file(strange));
    finish(&live, (const long[]){4}, 1);
}

static void a_killed_program_leaves_nothing_for_ever(void **state)
{
    static const char part[] = "m.db.replay/.crokeye-0123456789abcdef.part";
    crok_live *live = opened();
    (void)state;
    play(live, 0, 5);
    put_well(live, 3);
    game_write(part, "half", 4);
    crok_live_close(&live);
    live = opened();
    assert_int_not_equal(access(scratch_file(part), F_OK), 0);
    check_read(live, 3, CROK_OK);
    finish(&live, (const long[]){3}, 1);
}

static void what_cannot_be_written_is_told_and_costs_no_event(void **state)
{
    crok_live *live = opened();
    crok_err err = {0};
    (void)state;
    play(live, 0, 5);
    game_write("m.db.replay", "a file", 6);
    assert_int_not_equal(put(live, 3, &err), CROK_OK);
    check_bytes("m.db.replay", "a file");
    assert_int_equal(unlink(scratch_file("m.db.replay")), 0);
    free_bytes = CROK_REPLAYS_SPARE_BYTES;
    CHECK_STATUS(put(live, 3, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, "nearly full"));
    free_bytes = 1ULL << 40;
    assert_int_equal(crok_live_seq(live), 5);
    play(live, 5, 6);
    put_well(live, 3);
    finish(&live, (const long[]){3}, 1);
}

/* ---- which stay ---- */

static void rule(crok_live *live, long of)
{
    crok_event e = {.type = CROK_EVENT_RULING};
    e.u.ruling.of = of;
    e.u.ruling.valid = true;
    append(live, &e);
}

static void count_twenties(crok_live *live, int count, long after)
{
    const crok_match *m = &crok_live_log(live)->match;
    crok_event e = {.type = CROK_EVENT_TWENTIES, .after = after};
    (void)snprintf(e.u.twenties.side, sizeof e.u.twenties.side, "%s",
                   m->info.sides[0].side);
    e.u.twenties.count = count;
    append(live, &e);
}

static void only_disputed_shots_stay_when_the_match_is_over(void **state)
{
    static const long stay[] = {6, 8, 40};
    crok_live *live = opened();
    (void)state;
    play(live, 0, 8);
    for (long seq = 2; seq <= 8; seq++)
        put_well(live, seq);
    count_twenties(live, 1, 0); /* seq 9 corrects what shot 8 left */
    rule(live, 6);              /* seq 10 */
    play(live, 8, 38);          /* from seq 11 */
    put_well(live, 40);
    put_well(live, 39);
    count_twenties(live, 2, 40); /* seq 41 */
    play(live, 38, LAST - 1);
    for (long seq = 2; seq <= 8; seq++)
        check_read(live, seq, CROK_OK);
    play(live, LAST - 1, LAST);
    assert_int_equal(crok_live_log(live)->match.state, CROK_STATE_OVER);
    for (long seq = 2; seq <= 40; seq++)
        check_read(live, seq,
                   seq == 6 || seq == 8 || seq == 40 ? CROK_OK : CROK_ENODEV);
    finish(&live, stay, 3);
}

/* It was killed before it could tidy. */
static void those_of_a_match_that_is_over_go_at_a_restart(void **state)
{
    crok_live *live = opened();
    char *bytes = NULL;
    size_t len = 0;
    (void)state;
    play(live, 0, 5);
    put_well(live, 3);
    bytes = game_bytes(name_of(live, 3), &len);
    play(live, 5, LAST);
    check_read(live, 3, CROK_ENODEV);
    assert_int_not_equal(access(scratch_file("m.db.replay"), F_OK), 0);
    assert_int_equal(mkdir(scratch_file("m.db.replay"), 0777), 0);
    game_write(name_of(live, 3), bytes, len);
    crok_live_close(&live);
    live = opened();
    assert_int_not_equal(access(scratch_file("m.db.replay"), F_OK), 0);
    free(bytes);
    finish(&live, NULL, 0);
}

static void the_oldest_go_where_there_are_too_many(void **state)
{
    static long seq[CROK_REPLAYS_MOST + 2];
    crok_live *live = opened();
    (void)state;
    play(live, 0, 5);
    count_twenties(live, 0, 3); /* it stays */
    for (long i = 0; i < CROK_REPLAYS_MOST + 2; i++)
        put_well(live, seq[i] = i + 2);
    check_read(live, 2, CROK_ENODEV);
    check_read(live, 3, CROK_OK);
    check_read(live, 4, CROK_ENODEV);
    check_read(live, 5, CROK_OK);
    check_read(live, CROK_REPLAYS_MOST + 3, CROK_OK);
    finish(&live, seq, CROK_REPLAYS_MOST + 2);
}

/* ---- on air ---- */

static cJSON *document(crok_live *live)
{
    char *text = crok_live_document(live, 1);
    cJSON *doc = cJSON_Parse(text);
    assert_non_null(doc);
    cJSON_free(text);
    return doc;
}

static const char *text_of(const cJSON *doc, const char *in, const char *name)
{
    return cJSON_GetStringValue(
        cJSON_GetObjectItem(cJSON_GetObjectItem(doc, in), name));
}

static void
the_document_says_which_shots_have_one_and_which_is_on_air(void **state)
{
    crok_live *live = opened();
    cJSON *doc = NULL;
    crok_err err = {0};
    (void)state;
    play(live, 0, 5);
    doc = document(live);
    assert_null(text_of(doc, "last", "replay"));
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(doc, "on_air")));
    cJSON_Delete(doc);
    CHECK_STATUS(crok_live_air_replay(live, 5, true, &err), CROK_ENODEV, &err);
    put_well(live, 5);
    for (int i = 0; i < 2; i++)
        CHECK_STATUS(crok_live_air_replay(live, 5, i == 1, &err), CROK_OK,
                     &err);
    doc = document(live);
    assert_string_equal(text_of(doc, "last", "replay"), "/replay/5?n=2");
    assert_string_equal(text_of(doc, "on_air", "url"),
                        "/replay/5?n=2&tracks=1");
    assert_true(cJSON_GetNumberValue(cJSON_GetObjectItem(
                    cJSON_GetObjectItem(doc, "on_air"), "number")) == 2.0);
    cJSON_Delete(doc);
    finish(&live, (const long[]){5}, 1);
}

static void a_record_in_memory_has_none(void **state)
{
    crok_live *live = NULL;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_live_open(NULL, &live, &err), CROK_OK, &err);
    play(live, 0, 5);
    put_well(live, 3);
    check_read(live, 3, CROK_ENODEV);
    crok_live_close(&live);
    assert_int_equal(scratch_count(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_also_after_a_restart),
        cmocka_unit_test(a_damaged_file_is_not_played),
        cmocka_unit_test(files_of_others_are_left_alone),
        cmocka_unit_test(a_killed_program_leaves_nothing_for_ever),
        cmocka_unit_test(what_cannot_be_written_is_told_and_costs_no_event),
        cmocka_unit_test(only_disputed_shots_stay_when_the_match_is_over),
        cmocka_unit_test(those_of_a_match_that_is_over_go_at_a_restart),
        cmocka_unit_test(the_oldest_go_where_there_are_too_many),
        cmocka_unit_test(
            the_document_says_which_shots_have_one_and_which_is_on_air),
        cmocka_unit_test(a_record_in_memory_has_none),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
