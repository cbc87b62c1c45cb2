/* SPDX-License-Identifier: Apache-2.0
 *
 * The commands enqueue, work and results with a server of the test's own: every
 * photo gets exactly one result, the one that `crokeye score --each` gives. */
#include "check.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../cli/program.h"
#include "core/file.h"
#include "core/json.h"
#include "hall/archive.h"
#include "hall/archive/repath.h"
#include "hall/subjects.h"
#include "nats_server.h"

/* Only ends a test that would wait for ever. */
enum { PATIENCE_STEPS = 6000, STEP_MS = 20 };

static nats_server server;
static char folder[256]; /* the test's working folder */
static char photos[300]; /* folder/photos */

/* ---- photos and commands ---- */

static char *read_file(const char *path, size_t *n)
{
    char *bytes = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_file_read(path, (size_t)16 << 20, &bytes, n, &err),
                 CROK_OK, &err);
    return bytes;
}

/* Copy a sample to photos/NAME. */
static void add_photo(const char *sample, const char *name)
{
    char from[512];
    char to[512];
    size_t n = 0;
    char *bytes = NULL;
    (void)snprintf(from, sizeof from, "%s/samples/%s", CROK_ROOT, sample);
    (void)snprintf(to, sizeof to, "%s/%s", photos, name);
    bytes = read_file(from, &n);
    program_write(to, bytes, n);
    free(bytes);
}

static int setup(void **state)
{
    (void)state;
    assert_non_null(getcwd(folder, sizeof folder));
    (void)snprintf(photos, sizeof photos, "%s/photos", folder);
    assert_int_equal(mkdir(photos, 0700), 0);
    nats_server_start(&server, "nats", "max_payload: 131072\n");
    return 0;
}

static int teardown(void **state)
{
    char command[400];
    (void)state;
    (void)unsetenv("LD_PRELOAD");
    nats_server_remove(&server);
    (void)snprintf(command, sizeof command, "rm -rf '%s'", photos);
    return system(command);
}

#define ENGINE "--engine", server.url

static void check_status_of(const program_run *run, int status)
{
    if (run->status != status)
        print_error("%s%s", run->out, run->err);
    assert_int_equal(run->status, status);
}

/* Run a command; its exit status and a text that it must print. */
static void command(const char *const *args, int status, const char *said)
{
    program_run run = program(args, NULL, 0);
    check_status_of(&run, status);
    if (strstr(run.out, said) == NULL)
        print_error("%s%s", run.out, run.err);
    assert_non_null(strstr(run.out, said));
    program_free(&run);
}

#define COMMAND(status, said, ...)                                             \
    command((const char *const[]){__VA_ARGS__, NULL}, status, said)

/* The results equal what `score` prints with these options. */
static void check_equals_score(const char *const *options)
{
    const char *args[16] = {"score", "--each", "--json"};
    program_run score;
    program_run results = PROGRAM("results", ENGINE);
    int n = 3;
    for (; *options != NULL; options++)
        args[n++] = *options;
    args[n++] = photos;
    score = program(args, NULL, 0);
    check_status_of(&results, 0);
    assert_string_equal(results.out, score.out);
    program_free(&score);
    program_free(&results);
}

#define CHECK_EQUALS_SCORE(...)                                                \
    check_equals_score((const char *const[]){__VA_ARGS__})

static crok_hall_link open_link(void)
{
    const crok_engine_options o = {
        .url = server.url, .name = "test", .wait_ms = 2000};
    crok_hall_link link = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_hall_link_open(&o, &link, &err), CROK_OK, &err);
    return link;
}

static uint64_t count(crok_hall_link *link, crok_hall_stream stream)
{
    crok_stream_figures f = {0};
    crok_err err = {0};
    CHECK_STATUS(link->calls->figures(link->broker,
                                      crok_hall_stream_name(stream), &f, &err),
                 CROK_OK, &err);
    return f.messages;
}

/* Wait until the stream has lo to hi messages. */
static void await(crok_hall_link *link, crok_hall_stream stream, uint64_t lo,
                  uint64_t hi)
{
    const struct timespec step = {.tv_nsec = STEP_MS * 1000000L};
    for (int i = 0;; i++) {
        uint64_t n = count(link, stream);
        if (n >= lo && n <= hi)
            return;
        assert_true(i < PATIENCE_STEPS);
        (void)nanosleep(&step, NULL);
    }
}

static void check_streams(uint64_t jobs, uint64_t results)
{
    crok_hall_link link = open_link();
    assert_int_equal(count(&link, CROK_HALL_JOB), jobs);
    assert_int_equal(count(&link, CROK_HALL_RESULT), results);
    crok_hall_link_close(&link);
}

/* ---- tests ---- */

static const char *const twelve[] = {
    "empty-009.jpg",    "lines-001.jpg",    "overhead-019.jpg",
    "negative-001.jpg", "negative-010.jpg", "overhead-003.jpg",
    "photo-008.jpg",    "photo-001.jpg",    "photo-023.jpg",
    "photo-028.jpg",    "photo-048.jpg",    "photo-022.jpg"};

static void an_archive_gets_what_score_gives(void **state)
{
    program_run before;
    program_run after;
    program_run run;
    (void)state;
    for (size_t i = 0; i < sizeof twelve / sizeof *twelve; i++)
        add_photo(twelve[i], twelve[i]);
    add_photo("photo-001.jpg", "the same.jpg");
    add_photo("photo-001.jpg", "b\xc3\xa4r 'n\".jpg");
    program_write("photos/damaged.jpg", "\xff\xd8\xff\xe0 no more", 13);
    program_write("photos/damaged too.jpg", "\xff\xd8\xff\xe0 no more", 13);
    program_write("photos/notes.txt", "no picture", 10);
    COMMAND(0, "16 photos queued", "enqueue", ENGINE, "--batch=5", photos);
    COMMAND(0, "16 were queued", "enqueue", ENGINE, "--batch=5", "photos");
    check_streams(4, 0);
    COMMAND(0, "13 photos scored, 3 had results", "work", ENGINE, "-j2",
            "--until-empty");
    check_streams(0, 13);
    CHECK_EQUALS_SCORE(NULL);
    before = PROGRAM("results", ENGINE);
    /* what is done is not queued again, or only read */
    COMMAND(0, "16 have results", "enqueue", ENGINE, "--batch=5", photos);
    COMMAND(0, "16 photos queued", "enqueue", ENGINE, "--batch=9", "--again",
            photos);
    COMMAND(0, "0 photos scored, 16 had results", "work", ENGINE,
            "--until-empty");
    after = PROGRAM("results", ENGINE);
    assert_string_equal(after.out, before.out);
    program_free(&before);
    program_free(&after);
    run = PROGRAM("results", ENGINE, "--csv", "photos/x", photos);
    check_status_of(&run, 0);
    assert_non_null(strstr(run.out, "\r\n"));
    program_free(&run);
}

/* Count the lines of a result that begin with `beginning`. */
static int count_lines(const char *text, const char *beginning)
{
    int n = 0;
    for (; text != NULL && *text != '\0'; text = strchr(text, '\n')) {
        text += *text == '\n';
        n += strncmp(text, beginning, strlen(beginning)) == 0;
    }
    return n;
}

static void results_are_rows_of_tables(void **state)
{
    program_run csv;
    program_run sql;
    (void)state;
    add_photo("photo-001.jpg", "it's.jpg");
    add_photo("negative-001.jpg", "none.jpg");
    COMMAND(0, "2 photos queued", "enqueue", ENGINE, photos);
    COMMAND(0, "2 photos scored", "work", ENGINE, "--until-empty");
    csv = PROGRAM("results", ENGINE, "--csv");
    check_status_of(&csv, 0);
    assert_int_equal(
        count_lines(csv.out,
                    "image,key,status,side1,on_board1,twenties1,total1,low1,"
                    "high1,side2,on_board2,twenties2,total2,low2,high2,side3,"
                    "on_board3,twenties3,total3,low3,high3,side4,on_board4,"
                    "twenties4,total4,low4,high4,winner,difference,too_close,"
                    "model,warnings,error\r\n"),
        1);
    assert_int_equal(count_lines(csv.out, photos), 2);
    assert_non_null(strstr(csv.out, ",no_board,"));
    sql = PROGRAM("results", ENGINE, "--sql");
    check_status_of(&sql, 0);
    assert_int_equal(count_lines(sql.out, "BEGIN;"), 1);
    assert_int_equal(count_lines(sql.out, "INSERT OR REPLACE INTO photo "), 2);
    assert_int_equal(count_lines(sql.out, "INSERT OR REPLACE INTO side "), 2);
    assert_int_equal(count_lines(sql.out, "COMMIT;"), 1);
    assert_non_null(strstr(sql.out, "/it''s.jpg'"));
    program_free(&csv);
    program_free(&sql);
}

static void options_are_part_of_a_key(void **state)
{
    static const char book[] =
        "{\"schema\": \"crokeye.rules/1\", \"name\": \"ours\", \"base\": "
        "\"depot\", \"settings\": {\"value_inner\": 16}}";
    (void)state;
    add_photo("photo-001.jpg", "a.jpg");
    program_write("book.json", book, strlen(book));
    COMMAND(0, "1 photos queued", "enqueue", ENGINE, photos);
    COMMAND(0, "1 photos scored", "work", ENGINE, "--until-empty");
    CHECK_EQUALS_SCORE(NULL);
    COMMAND(0, "1 photos queued", "enqueue", ENGINE, "--sides=red,black",
            "--rules", "book.json", photos);
    /* workers have the file from the broker */
    assert_int_equal(rename("book.json", "kept.json"), 0);
    COMMAND(0, "1 photos scored", "work", ENGINE, "--until-empty");
    check_streams(0, 2);
    CHECK_EQUALS_SCORE("--sides=red,black", "--rules=kept.json", NULL);
    COMMAND(2, "", "enqueue", ENGINE, "--sides=red,red", photos);
    COMMAND(2, "", "enqueue", ENGINE, "--rules=none-such", photos);
    COMMAND(2, "", "enqueue", ENGINE, "--board=none.such", photos);
}

/* From now on photos whose names say so are poison: poison.c. */
static void preload_poison(void)
{
    assert_int_equal(setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1), 0);
    assert_int_equal(setenv("LD_PRELOAD", CROK_POISON, 1), 0);
}

static void poison_is_set_aside(void **state)
{
    program_run run;
    const cJSON *error = NULL;
    (void)state;
    add_photo("photo-001.jpg", "a.jpg");
    add_photo("photo-023.jpg", "b-poison-crash.jpg");
    add_photo("negative-001.jpg", "c.jpg");
    add_photo("negative-010.jpg", "d-poison-crash.jpg");
    COMMAND(0, "4 photos queued", "enqueue", ENGINE, photos);
    preload_poison();
    COMMAND(1, "2 photos scored, 0 had results, 2 set aside", "work", ENGINE,
            "--until-empty");
    (void)unsetenv("LD_PRELOAD");
    run = PROGRAM("results", ENGINE);
    check_status_of(&run, 0);
    program_parse(&run);
    assert_int_equal(run.n_docs, 4);
    assert_string_equal(program_code(run.doc[0]), "");
    assert_string_equal(program_code(run.doc[2]), "no_board");
    for (int i = 1; i < 4; i += 2) {
        assert_string_equal(program_code(run.doc[i]), "too_large");
        error = cJSON_GetObjectItemCaseSensitive(run.doc[i], "error");
        error = cJSON_GetObjectItemCaseSensitive(error, "message");
        assert_string_equal(error->valuestring,
                            "set aside: after 3 tries: its process ended by "
                            "signal 6 (Aborted)");
    }
    program_free(&run);
    check_streams(0, 4);
}

/* What was set aside is scored when it is queued with --again, also when it is
 * sent; what was scored is not. */
static void what_was_set_aside_is_tried_again(void **state)
{
    program_run run;
    (void)state;
    add_photo("negative-010.jpg", "a.jpg");
    add_photo("empty-009.jpg", "b-poison-crash.jpg");
    for (int sends = 0; sends < 2; sends++) {
        const char *sent = sends ? "--send" : "--batch=5";
        if (sends)
            add_photo("lines-001.jpg", "c.jpg");
        COMMAND(0, sends ? "1 photos queued" : "2 photos queued", "enqueue",
                ENGINE, sent, photos);
        preload_poison();
        assert_int_equal(setenv("POISON_SENT", "1", 1), 0);
        run = PROGRAM("work", ENGINE, "--until-empty");
        check_status_of(&run, 1);
        assert_non_null(strstr(run.out, "1 set aside"));
        program_free(&run);
        /* it is set aside once more */
        COMMAND(0, "queued", "enqueue", ENGINE, sent, "--again", photos);
        run = PROGRAM("work", ENGINE, "--until-empty");
        check_status_of(&run, 1);
        assert_non_null(strstr(run.out, "0 photos scored"));
        assert_non_null(strstr(run.out, "1 set aside"));
        program_free(&run);
        (void)unsetenv("LD_PRELOAD");
        (void)unsetenv("POISON_SENT");
        /* without --again it stays so */
        COMMAND(0, "0 photos queued", "enqueue", ENGINE, sent, photos);
        COMMAND(0, "queued", "enqueue", ENGINE, sent, "--again", photos);
        COMMAND(0, "1 photos scored", "work", ENGINE, "--until-empty");
        CHECK_EQUALS_SCORE(NULL);
    }
}

static void photos_can_be_sent(void **state)
{
    program_run run;
    (void)state;
    add_photo("negative-010.jpg", "a.jpg");
    add_photo("empty-009.jpg", "b.jpg");
    add_photo("photo-001.jpg", "larger than max_payload.jpg");
    add_photo("negative-010.jpg", "same as a.jpg");
    program_write("photos/damaged.jpg", "\xff\xd8\xff\xe0 no more", 13);
    run = PROGRAM("enqueue", ENGINE, "--send", photos);
    check_status_of(&run, 1);
    assert_non_null(
        strstr(run.out, "3 photos queued, 1 were queued, 0 have results, 1 too "
                        "large"));
    assert_non_null(strstr(run.err, "max_payload"));
    program_free(&run);
    /* workers need not see them */
    assert_int_equal(rename("photos", "gone"), 0);
    COMMAND(0, "3 photos scored", "work", ENGINE, "--until-empty");
    assert_int_equal(rename("gone", "photos"), 0);
    check_streams(0, 3);
    assert_int_equal(unlink("photos/larger than max_payload.jpg"), 0);
    run = PROGRAM("results", ENGINE);
    check_status_of(&run, 0);
    assert_non_null(strstr(run.out, "larger than the "));
    program_free(&run);
    COMMAND(0, "4 have results", "enqueue", ENGINE, "--send", photos);
    add_photo("empty-009.jpg", "larger than max_payload.jpg");
    COMMAND(0, "5 have results", "enqueue", ENGINE, "--send", photos);
    CHECK_EQUALS_SCORE(NULL);
}

static void a_folder_that_is_not_here_is_told(void **state)
{
    program_run run;
    (void)state;
    add_photo("negative-010.jpg", "a.jpg");
    COMMAND(0, "1 photos queued", "enqueue", ENGINE, photos);
    assert_int_equal(rename("photos", "gone"), 0);
    run = PROGRAM("work", ENGINE, "--until-empty", "--dead-after=1");
    check_status_of(&run, 3);
    assert_non_null(strstr(run.err, "no such folder on this machine"));
    program_free(&run);
    assert_int_equal(rename("gone", "photos"), 0);
    COMMAND(0, "1 photos scored", "work", ENGINE, "--until-empty",
            "--dead-after=1");
    CHECK_EQUALS_SCORE(NULL);
}

static pid_t start_worker(const char *dead_after)
{
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        int fd = open("/dev/null", O_WRONLY);
        (void)dup2(fd, 1);
        (void)execl(CROK_BIN, "crokeye", "work", ENGINE, dead_after,
                    (char *)NULL);
        _exit(127);
    }
    return pid;
}

static void a_killed_worker_loses_nothing(void **state)
{
    crok_hall_link link = open_link();
    pid_t pid = 0;
    (void)state;
    add_photo("photo-001.jpg", "a.jpg");
    add_photo("negative-001.jpg", "b.jpg");
    add_photo("photo-023.jpg", "c-poison-wait.jpg");
    COMMAND(0, "3 photos queued", "enqueue", ENGINE, photos);
    /* this worker does not come to the end of its job */
    preload_poison();
    pid = start_worker("--dead-after=2");
    (void)unsetenv("LD_PRELOAD");
    await(&link, CROK_HALL_RESULT, 2, 2);
    assert_int_equal(kill(pid, SIGKILL), 0);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_int_equal(count(&link, CROK_HALL_JOB), 1);
    crok_hall_link_close(&link);
    /* the broker dies, too */
    nats_server_kill(&server);
    nats_server_again(&server);
    COMMAND(0, "1 photos scored, 2 had results", "work", ENGINE,
            "--until-empty", "--dead-after=2");
    check_streams(0, 3);
    CHECK_EQUALS_SCORE(NULL);
}

/* A worker that is ended in order gives its job back: nobody waits an hour. */
static void a_worker_that_is_ended_gives_its_job_back(void **state)
{
    crok_hall_link link = open_link();
    pid_t pid = 0;
    int status = 0;
    (void)state;
    add_photo("photo-001.jpg", "a.jpg");
    add_photo("photo-023.jpg", "b-poison-wait.jpg");
    COMMAND(0, "2 photos queued", "enqueue", ENGINE, photos);
    preload_poison();
    pid = start_worker("--dead-after=3600");
    (void)unsetenv("LD_PRELOAD");
    await(&link, CROK_HALL_RESULT, 1, 1);
    assert_int_equal(kill(pid, SIGTERM), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(count(&link, CROK_HALL_JOB), 1);
    crok_hall_link_close(&link);
    COMMAND(0, "1 photos scored, 1 had results", "work", ENGINE,
            "--until-empty", "--dead-after=3600");
    check_streams(0, 2);
}

static void a_broker_that_comes_back_is_worked_for(void **state)
{
    crok_hall_link link = open_link();
    pid_t pid = 0;
    int status = 0;
    (void)state;
    for (size_t i = 0; i < 3; i++)
        add_photo(twelve[i], twelve[i]);
    COMMAND(0, "3 photos queued", "enqueue", ENGINE, photos);
    pid = start_worker("--dead-after=2");
    await(&link, CROK_HALL_RESULT, 1, INT64_MAX);
    crok_hall_link_close(&link);
    nats_server_kill(&server);
    nats_server_again(&server);
    link = open_link();
    await(&link, CROK_HALL_JOB, 0, 0);
    crok_hall_link_close(&link);
    /* a worker ends in order when it is told to */
    assert_int_equal(kill(pid, SIGTERM), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    check_streams(0, 3);
    CHECK_EQUALS_SCORE(NULL);
}

static void check_repath(const char *line, const char *path, const char *want)
{
    char *got = crok_repath(line, path);
    assert_non_null(got);
    assert_string_equal(got, want);
    free(got);
}

static void equal_photos_have_their_own_paths(void **state)
{
    (void)state;
    check_repath("{\"schema\":\"crokeye.score/1\",\"image\":\"/a \\\"b\\\\\","
                 "\"width\":1.50}",
                 "/c\n\"",
                 "{\"schema\":\"crokeye.score/1\",\"image\":\"/c\\n\\\"\","
                 "\"width\":1.50}");
    check_repath("{\"schema\":\"crokeye.score/1\",\"image\":\"/a\","
                 "\"error\":{\"code\":\"x\",\"message\":\"/a: bad\"}}",
                 "/b",
                 "{\"schema\":\"crokeye.score/1\",\"image\":\"/b\","
                 "\"error\":{\"code\":\"x\",\"message\":\"/b: bad\"}}");
    check_repath("{\"schema\":\"crokeye.score/1\",\"image\":\"/a\","
                 "\"error\":{\"code\":\"x\",\"message\":\"no board\"}}",
                 "/b",
                 "{\"schema\":\"crokeye.score/1\",\"image\":\"/b\","
                 "\"error\":{\"code\":\"x\",\"message\":\"no board\"}}");
    assert_null(crok_repath("", "/b"));
    assert_null(
        crok_repath("{\"schema\":\"crokeye.score/1\",\"image\":5}", "/b"));
    assert_null(
        crok_repath("{\"schema\":\"crokeye.score/1\",\"image\":\"/a\\", "/b"));
}

/* Who only reads results makes no stream, and needs no right to. */
static void results_are_read_with_few_rights(void **state)
{
    static const char users[] =
        "authorization { users: [ { user: all, password: all },\n"
        " { user: reads, password: reads, permissions: {\n"
        "   subscribe: \"_INBOX_reads.>\", publish: [\n"
        "   \"$JS.API.STREAM.INFO.JOB\", \"$JS.API.STREAM.INFO.RESULT\",\n"
        "   \"$JS.API.STREAM.INFO.ARCHIVE\", \"$JS.FC.ARCHIVE.>\",\n"
        "   \"$JS.API.CONSUMER.CREATE.ARCHIVE\",\n"
        "   \"$JS.API.CONSUMER.DELETE.ARCHIVE.>\",\n"
        "   \"$JS.API.DIRECT.GET.RESULT.>\" ] } } ] }\n"
        "no_auth_user: all\n";
    program_run run;
    FILE *key = fopen("reads.key", "w");
    (void)state;
    assert_non_null(key);
    (void)fputs("user = \"reads\"; password = \"reads\"; "
                "inbox = \"_INBOX_reads\";\n",
                key);
    assert_int_equal(fclose(key), 0);
    assert_int_equal(chmod("reads.key", 0600), 0);
    nats_server_remove(&server);
    nats_server_start(&server, "nats", users);
    run = PROGRAM("results", ENGINE, "--key", "reads.key");
    check_status_of(&run, 3);
    assert_non_null(strstr(run.err, "no photos were queued there yet"));
    program_free(&run);
    add_photo("photo-001.jpg", "a.jpg");
    COMMAND(0, "1 photos queued", "enqueue", ENGINE, photos);
    COMMAND(0, "1 photos scored", "work", ENGINE, "--until-empty");
    run = PROGRAM("results", ENGINE, "--key", "reads.key");
    check_status_of(&run, 0);
    assert_non_null(strstr(run.out, "a.jpg\""));
    program_free(&run);
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_photos_have_their_own_paths),
        WITH_SERVER(an_archive_gets_what_score_gives),
        WITH_SERVER(results_are_rows_of_tables),
        WITH_SERVER(results_are_read_with_few_rights),
        WITH_SERVER(options_are_part_of_a_key),
        WITH_SERVER(poison_is_set_aside),
        WITH_SERVER(what_was_set_aside_is_tried_again),
        WITH_SERVER(photos_can_be_sent),
        WITH_SERVER(a_folder_that_is_not_here_is_told),
        WITH_SERVER(a_killed_worker_loses_nothing),
        WITH_SERVER(a_worker_that_is_ended_gives_its_job_back),
        WITH_SERVER(a_broker_that_comes_back_is_worked_for),
    };
    if (!nats_server_is_there())
        return 77;
    return cmocka_run_group_tests(tests, program_folder_make,
                                  program_folder_remove);
}
