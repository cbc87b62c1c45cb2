/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts for a streaming program: a file a column, written when it changes, and
 * never over a file of somebody else. */
#include "serve/client.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "core/file.h"
#include "journal/game.h"
#include "serve/flat.h"
#include "serve/texts.h"

static char dir[512];

static const char *in(const char *name)
{
    static char path[640];
    (void)snprintf(path, sizeof path, "%s/%s", dir, name);
    return path;
}

static void put(const char *name, const char *text)
{
    FILE *f = fopen(in(name), "w");
    assert_non_null(f);
    (void)fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static void check_file(const char *name, const char *want)
{
    char *text = NULL;
    size_t len = 0;
    crok_err err = {0};
    CHECK_STATUS(crok_file_read(in(name), 4096, &text, &len, &err), CROK_OK,
                 &err);
    if (len != strlen(want) || memcmp(text, want, len) != 0)
        fail_msg("%s has \"%.*s\", not \"%s\"", name, (int)len, text, want);
    free(text);
}

static int make_dir(void **state)
{
    static int n;
    char name[32];
    (void)state;
    (void)snprintf(name, sizeof name, "texts%d", n++);
    (void)snprintf(dir, sizeof dir, "%s", scratch_file(name));
    assert_int_equal(mkdir(dir, 0700), 0);
    return 0;
}

/* Removes what the tests leave, so that the scratch folder is empty. */
static int remove_dir(void **state)
{
    char command[700];
    (void)state;
    (void)snprintf(command, sizeof command, "rm -r '%s'", dir);
    return system(command);
}

static crok_status open_texts(int n_tables, bool force, crok_texts **out,
                              crok_err *err)
{
    crok_texts_config config = {dir, n_tables, force};
    return crok_texts_open(&config, out, err);
}

static void show(crok_texts *t, int place, const char *match, crok_status want)
{
    cJSON *row = crok_flat_row(match, strlen(match));
    crok_err err = {0};
    CHECK_STATUS(crok_texts_write(t, place, row, &err), want, &err);
    cJSON_Delete(row);
}

#define NAMED(a, b)                                                            \
    "{\"sides\":[{\"name\":\"" a "\"},{\"name\":\"" b "\",\"points\":3}]}"

static void each_column_is_a_file(void **state)
{
    crok_texts *t = NULL;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(open_texts(2, false, &t, &err), CROK_OK, &err);
    show(t, 0, NAMED("Ann", "Bo"), CROK_OK);
    show(t, 1, NAMED("Cy", "Di"), CROK_OK);
    check_file("name1.txt", "Ann");
    check_file("points2.txt", "3");
    check_file("winner.txt", "");
    check_file("2-name2.txt", "Di");
    crok_texts_close(&t);
}

static void a_file_is_written_only_when_it_changes(void **state)
{
    crok_texts *t = NULL;
    crok_err err = {0};
    struct stat before[2];
    struct stat after[2];
    (void)state;
    CHECK_STATUS(open_texts(1, false, &t, &err), CROK_OK, &err);
    show(t, 0, NAMED("Ann", "Bo"), CROK_OK);
    assert_int_equal(stat(in("name1.txt"), &before[0]), 0);
    assert_int_equal(stat(in("name2.txt"), &before[1]), 0);
    show(t, 0, NAMED("Ann", "Cy"), CROK_OK);
    assert_int_equal(stat(in("name1.txt"), &after[0]), 0);
    assert_int_equal(stat(in("name2.txt"), &after[1]), 0);
    assert_true(before[0].st_ino == after[0].st_ino);
    assert_true(before[1].st_ino != after[1].st_ino);
    check_file("name2.txt", "Cy");
    crok_texts_close(&t);
}

static void what_was_there_is_not_replaced(void **state)
{
    crok_texts *t = NULL;
    crok_err err = {0};
    (void)state;
    put("title.txt", "my novel");
    CHECK_STATUS(open_texts(1, false, &t, &err), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "title.txt"));
    check_file("title.txt", "my novel");
    CHECK_STATUS(open_texts(1, true, &t, &err), CROK_OK, &err);
    show(t, 0, "{\"title\":\"Open\",\"sides\":[]}", CROK_OK);
    check_file("title.txt", "Open");
    crok_texts_close(&t);
}

static void a_list_of_somebody_else_is_not_replaced(void **state)
{
    crok_texts *t = NULL;
    crok_err err = {0};
    (void)state;
    put(CROK_TEXTS_LIST, "{\"schema\":\"other/1\",\"files\":[\"title.txt\"]}");
    put("title.txt", "my novel");
    CHECK_STATUS(open_texts(1, false, &t, &err), CROK_EARG, &err);
    check_file("title.txt", "my novel");
}

static void the_next_run_goes_on_with_its_files(void **state)
{
    crok_texts *t = NULL;
    crok_err err = {0};
    (void)state;
    for (int i = 0; i < 2; i++) {
        CHECK_STATUS(open_texts(1, false, &t, &err), CROK_OK, &err);
        show(t, 0, i == 0 ? NAMED("Ann", "Bo") : NAMED("Cy", "Di"), CROK_OK);
        crok_texts_close(&t);
    }
    check_file("name1.txt", "Cy");
}

/* It is told once, and the others go on. */
static void what_somebody_writes_meanwhile_stays(void **state)
{
    crok_texts *t = NULL;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(open_texts(1, false, &t, &err), CROK_OK, &err);
    show(t, 0, NAMED("Ann", "Bo"), CROK_OK);
    put("name1.txt", "by hand");
    show(t, 0, NAMED("Cy", "Di"), CROK_EARG);
    show(t, 0, NAMED("Eve", "Fay"), CROK_OK);
    check_file("name1.txt", "by hand");
    check_file("name2.txt", "Fay");
    crok_texts_close(&t);
}

/* A server's own texts follow its match. */
static void a_server_s_texts_are_there_at_once_and_follow(void **state)
{
    crok_serve *s = NULL;
    crok_err err = {0};
    client_reply r;
    char path[512];
    char *text = NULL;
    size_t len = 0;
    (void)state;
    (void)snprintf(path, sizeof path, "%s", scratch_file("texts.db"));
    crok_serve_config config = {.match = path,
                                .listen = "127.0.0.1:0",
                                .token = CLIENT_TOKEN,
                                .text_dir = dir};
    CHECK_STATUS(crok_serve_open(&config, &s, &err), CROK_OK, &err);
    check_file("state.txt", "waiting");
    client_play(s, 1);
    /* the thread that writes has it soon; the test's limit is that of ctest */
    do {
        free(text);
        (void)sched_yield();
        CHECK_STATUS(crok_file_read(in("state.txt"), 99, &text, &len, &err),
                     CROK_OK, &err);
    } while (len != 7 || memcmp(text, "playing", 7) != 0);
    free(text);
    r = client_ask(s, "GET", "/api/flat", "", NULL);
    assert_non_null(strstr(r.body, "\"state\":\"playing\""));
    client_reply_free(&r);
    crok_serve_close(&s);
    game_remove("texts.db");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, make_dir, remove_dir)
    const struct CMUnitTest tests[] = {
        TEST(each_column_is_a_file),
        TEST(a_file_is_written_only_when_it_changes),
        TEST(what_was_there_is_not_replaced),
        TEST(a_list_of_somebody_else_is_not_replaced),
        TEST(the_next_run_goes_on_with_its_files),
        TEST(what_somebody_writes_meanwhile_stays),
        TEST(a_server_s_texts_are_there_at_once_and_follow),
    };
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
