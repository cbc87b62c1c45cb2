/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/inputs.h"
#include "cli/program.h"
#include "core/file.h"

static const char words[] =
    "A letter about the last evening at the club, and who won it.\n";

static void check_usage(const char *const *args)
{
    program_run run = program(args, NULL, 0);
    assert_int_equal(run.status, 2);
    assert_string_equal(run.out, "");
    assert_true(strlen(run.err) > 10);
    program_free(&run);
}

static void help_and_version_are_no_failure(void **state)
{
    program_run run = PROGRAM("--help");
    (void)state;
    assert_int_equal(run.status, 0);
    assert_non_null(strstr(run.out, "score"));
    program_free(&run);
    run = PROGRAM("--version");
    assert_int_equal(run.status, 0);
    assert_int_equal(strncmp(run.out, "crokeye " CROK_VERSION "\n",
                             strlen("crokeye " CROK_VERSION "\n")),
                     0);
    assert_non_null(strstr(run.out, "\nOpenCV "));
    assert_non_null(strstr(run.out, "\nsqlite3 "));
    assert_non_null(strstr(run.out, "\nvideo yes\n"));
    assert_non_null(strstr(run.out, "\nnats yes\n"));
    assert_string_equal(run.err, "");
    program_free(&run);
    run = PROGRAM("score", "--help");
    assert_int_equal(run.status, 0);
    assert_non_null(strstr(run.out, "--overlay"));
    program_free(&run);
}

static void wrong_usage_is_told(void **state)
{
    static const char *const all[][7] = {
        {NULL},
        {"nonsense", NULL},
        {"score", NULL},
        {"score", "--nonsense", "a.jpg", NULL},
        {"score", "--json", "--csv", "a.jpg", NULL},
        {"score", "-j", "0", "a.jpg", NULL},
        {"score", "-j", "two", "a.jpg", NULL},
        {"score", "--twenties", "red", "a.jpg", NULL},
        {"score", "--twenties", "=2", "a.jpg", NULL},
        {"score", "--twenties", "red=-1", "a.jpg", NULL},
        {"score", "--twenties", "r\xFFt=1", "a.jpg", NULL},
        {"score", "--twenties", "red=1", "--twenties", "Red=2", "a.jpg", NULL},
        {"score", "--sides", "red", "a.jpg", NULL},
        {"score", "--sides", "red,chartreuse", "a.jpg", NULL},
        {"score", "--sides", "red,,black", "a.jpg", NULL},
        {"score", "--sides", "red,RED", "a.jpg", NULL},
        {"score", "--count-sides", "5", "a.jpg", NULL},
        {"score", "--model", "nonsense", "a.jpg", NULL},
        {"score", "--rules", "nonsense", "a.jpg", NULL}};
    program_run run;
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        check_usage(all[i]);
    program_write("bad.json", "{}", 2);
    check_usage(
        (const char *const[]){"score", "--rules", "bad.json", "a.jpg", NULL});
    check_usage(
        (const char *const[]){"score", "--calib", "bad.json", "a.jpg", NULL});
    check_usage(
        (const char *const[]){"score", "--calib", "no.json", "a.jpg", NULL});
    run = PROGRAM("score", "--rules", "bad.json", "a.jpg");
    assert_int_equal(strncmp(run.err, "crokeye score: bad.json: \"", 26), 0);
    program_free(&run);
    assert_int_equal(remove("bad.json"), 0);
}

static void check_says(const char *const *args, const char *says)
{
    program_run run = program(args, NULL, 0);
    assert_int_equal(run.status, 2);
    if (strstr(run.err, says) == NULL)
        fail_msg("\"%s\" has no \"%s\"", run.err, says);
    program_free(&run);
}

static void an_unknown_option_says_what_may_have_been_meant(void **state)
{
    (void)state;
    check_says((const char *const[]){"score", "-x.jpg", NULL}, "./-NAME");
    check_says((const char *const[]){"score", "-x.jpg", NULL}, "--help");
    check_says((const char *const[]){"score", "--jsn", "x.jpg", NULL},
               "crokeye score --help says more");
    check_says((const char *const[]){"score", "-j", NULL},
               "crokeye score --help says more");
    check_says((const char *const[]){"calibrate", "-x", NULL},
               "crokeye calibrate --help says more");
}

/* However they are written. */
static void sides_may_be_written_as_words_are(void **state)
{
    program_run run =
        PROGRAM("score", "--json", "--sides", "Blue, Black", "--twenties",
                " Blue =1", CROK_ROOT "/samples/photo-001.jpg");
    (void)state;
    assert_int_equal(run.status, 0);
    assert_non_null(strstr(run.out, "{\"side\":\"black\""));
    assert_non_null(strstr(run.out, "{\"side\":\"blue\""));
    assert_null(strstr(run.out, "lue\",\"rgb\":[0,0,0]"));
    program_free(&run);
}

static void a_wrong_side_is_named(void **state)
{
    program_run run;
    (void)state;
    check_says(
        (const char *const[]){"score", "--sides", "red,grean", "a.jpg", NULL},
        "\"grean\" is none of black, white");
    run = PROGRAM("score", "--json", "--count-sides", "3", "--sides",
                  "blue,black,green", CROK_ROOT "/samples/photo-001.jpg");
    assert_int_equal(run.status, 0);
    assert_non_null(strstr(run.out, "\"no green disc was found\""));
    assert_null(strstr(run.out, "\"no blue disc"));
    assert_null(strstr(run.out, "\"no black disc"));
    program_free(&run);
    run = PROGRAM("score", "--json", "--sides", "blue,black,green",
                  "--twenties", "green=1", CROK_ROOT "/samples/photo-001.jpg");
    assert_null(strstr(run.out, "\"no green disc was found\""));
    program_free(&run);
}

/* ---- bad input ---- */

/* The start of a PNG of the given size, as far as its header goes. */
static void write_png_header(const char *path, unsigned w_px, unsigned h_px)
{
    static const unsigned char start[] = {0x89, 'P',  'N', 'G', '\r', '\n',
                                          0x1A, '\n', 0,   0,   0,    13,
                                          'I',  'H',  'D', 'R'};
    unsigned char all[33] = {0};
    unsigned side[2] = {w_px, h_px};
    memcpy(all, start, sizeof start);
    for (int i = 0; i < 8; i++)
        all[16 + i] = (unsigned char)(side[i / 4] >> (24 - 8 * (i % 4)));
    all[24] = 8;
    all[25] = 2;
    program_write(path, all, sizeof all);
}

static void write_truncated(const char *path)
{
    char *bytes = NULL;
    size_t n = 0;
    program_write_photo("whole.jpg");
    assert_int_equal(crok_file_read("whole.jpg", 1U << 20, &bytes, &n, NULL),
                     CROK_OK);
    program_write(path, bytes, n / 4);
    free(bytes);
    assert_int_equal(remove("whole.jpg"), 0);
}

static void every_bad_file_has_an_error_of_its_own(void **state)
{
    static const char *const names[] = {"bad/a empty.jpg",     "bad/b text.jpg",
                                        "bad/c\nd.jpg",        "bad/e\xFF.jpg",
                                        "bad/f truncated.jpg", "bad/g huge.png",
                                        "bad/h no board.jpg"};
    static const char *const codes[] = {
        "unreadable", "unsupported", "unsupported", "unsupported",
        "unreadable", "too_large",   "no_board"};
    enum { N = sizeof names / sizeof *names };
    program_run run;
    (void)state;
    assert_int_equal(mkdir("bad", 0777), 0);
    program_write(names[0], "", 0);
    for (int i = 1; i < 4; i++)
        program_write(names[i], words, sizeof words - 1);
    write_truncated(names[4]);
    write_png_header(names[5], 30000, 30000);
    program_write_photo(names[6]);
    program_write("bad/notes.txt", "passed over\n", 12);
    program_write("bad/.hidden.jpg", "passed over\n", 12);
    run = PROGRAM("score", "--json", "-j2", "bad");
    program_parse(&run);
    assert_int_equal(run.status, 1);
    assert_int_equal(run.n_docs, N);
    for (int i = 0; i < N; i++)
        assert_string_equal(program_code(run.doc[i]), codes[i]);
    assert_string_equal(
        cJSON_GetObjectItemCaseSensitive(run.doc[2], "image")->valuestring,
        names[2]);
    assert_string_equal(
        cJSON_GetObjectItemCaseSensitive(run.doc[3], "image")->valuestring,
        "bad/e\xEF\xBF\xBD.jpg");
    assert_non_null(strstr(run.err, "c\\nd.jpg"));
    assert_non_null(
        strstr(run.err, "bad: 1 file that is no picture was passed over"));
    program_free(&run);
}

static void what_is_named_is_never_passed_over(void **state)
{
    program_run run;
    (void)state;
    program_write("notes.txt", words, sizeof words - 1);
    run = PROGRAM("score", "--json", "notes.txt", "missing.jpg", "/dev/null");
    program_parse(&run);
    assert_int_equal(run.status, 1);
    assert_int_equal(run.n_docs, 3);
    assert_string_equal(program_code(run.doc[0]), "unsupported");
    assert_string_equal(program_code(run.doc[1]), "unreadable");
    assert_string_equal(program_code(run.doc[2]), "unreadable");
    program_free(&run);
}

static void a_folder_without_pictures_is_an_error(void **state)
{
    program_run run;
    (void)state;
    assert_int_equal(mkdir("none", 0777), 0);
    program_write("none/notes.txt", "words\n", 6);
    run = PROGRAM("score", "--json", "none");
    program_parse(&run);
    assert_int_equal(run.status, 1);
    assert_int_equal(run.n_docs, 1);
    assert_string_equal(program_code(run.doc[0]), "unreadable");
    program_free(&run);
}

/* Progress counts the photos of a folder, not its end and other files; a file
 * that is named is awaited, whatever its name is. */
static void photos_are_awaited(void **state)
{
    crok_inputs in = {0};
    crok_err err = {0};
    int n = 0;
    (void)state;
    assert_int_equal(mkdir("three", 0777), 0);
    program_write_photo("three/a.jpg");
    program_write_photo("three/b.PNG");
    program_write("three/notes.txt", words, sizeof words - 1);
    CHECK_STATUS(crok_inputs_add(&in, "three", &err), CROK_OK, &err);
    CHECK_STATUS(crok_inputs_add(&in, "three/notes.txt", &err), CROK_OK, &err);
    assert_int_equal(in.n, 5);
    for (int i = 0; i < in.n; i++)
        n += crok_input_is_awaited(&in.item[i]);
    assert_int_equal(n, 3);
    crok_inputs_free(&in);
}

static void an_unreadable_file_is_told(void **state)
{
    program_run run;
    (void)state;
    if (geteuid() == 0)
        skip(); /* root reads everything */
    program_write_photo("secret.jpg");
    assert_int_equal(chmod("secret.jpg", 0), 0);
    run = PROGRAM("score", "--json", "secret.jpg");
    program_parse(&run);
    assert_int_equal(run.status, 1);
    assert_string_equal(program_code(run.doc[0]), "unreadable");
    program_free(&run);
}

/* ---- order ---- */

/* Small and large photos by turns: the small ones are done first. */
static void results_come_in_the_order_of_the_inputs(void **state)
{
    enum { N = 24 };
    const char *args[N + 4] = {"score", "--json", "-j4"};
    static char names[N][24];
    program_run run;
    (void)state;
    program_write_photo("photo.jpg");
    for (int i = 0; i < N; i++) {
        if (i % 3 == 0)
            (void)snprintf(names[i], sizeof names[i], "photo.jpg");
        else
            (void)snprintf(names[i], sizeof names[i], "gone%d.jpg", i);
        args[3 + i] = names[i];
    }
    run = program(args, NULL, 0);
    program_parse(&run);
    assert_int_equal(run.n_docs, N);
    for (int i = 0; i < N; i++)
        assert_string_equal(
            cJSON_GetObjectItemCaseSensitive(run.doc[i], "image")->valuestring,
            names[i]);
    program_free(&run);
}

static void a_list_comes_from_standard_input(void **state)
{
    static const char lines[] = "x.jpg\n\ny z.jpg\nlast.jpg";
    static const char nulls[] = "x.jpg\0y\nz.jpg";
    const char *const by_line[] = {"score", "--json", "-", NULL};
    static const char windows[] = "notes.txt\r\n\r\n";
    const char *const by_null[] = {"score", "--json", "-0", "-", NULL};
    program_run run = program(by_line, lines, sizeof lines - 1);
    (void)state;
    program_parse(&run);
    assert_int_equal(run.n_docs, 3);
    assert_string_equal(
        cJSON_GetObjectItemCaseSensitive(run.doc[1], "image")->valuestring,
        "y z.jpg");
    program_free(&run);
    run = program(by_null, nulls, sizeof nulls);
    program_parse(&run);
    assert_int_equal(run.n_docs, 2);
    assert_string_equal(
        cJSON_GetObjectItemCaseSensitive(run.doc[1], "image")->valuestring,
        "y\nz.jpg");
    program_free(&run);
    run = program(by_line, windows, sizeof windows - 1);
    program_parse(&run);
    assert_int_equal(run.n_docs, 1);
    assert_string_equal(
        cJSON_GetObjectItemCaseSensitive(run.doc[0], "image")->valuestring,
        "notes.txt");
    program_free(&run);
}

static void a_dash_dash_ends_the_options(void **state)
{
    program_run run = PROGRAM("score", "--json", "--", "--csv");
    (void)state;
    program_parse(&run);
    assert_int_equal(run.status, 1);
    assert_int_equal(run.n_docs, 1);
    program_free(&run);
}

static void csv_has_a_header_and_a_row_a_photo(void **state)
{
    program_run run = PROGRAM("score", "--csv", "a.jpg", "b.jpg");
    int n_lines = 0;
    (void)state;
    for (const char *p = run.out; (p = strchr(p, '\n')) != NULL; p++)
        n_lines++;
    assert_int_equal(n_lines, 3);
    assert_int_equal(strncmp(run.out, "image,status,", 13), 0);
    assert_non_null(strstr(run.out, "\r\nb.jpg,unreadable,"));
    program_free(&run);
}

/* ---- annotated pictures ---- */

static void annotated_pictures_have_names_of_their_own(void **state)
{
    program_run run;
    (void)state;
    assert_int_equal(mkdir("one", 0777), 0);
    assert_int_equal(mkdir("two", 0777), 0);
    program_write_photo("one/p.jpg");
    program_write_photo("two/p.jpg");
    program_write_photo("two/p-2.jpg");
    run = PROGRAM("score", "--json", "--overlay", "made/here", "one/p.jpg",
                  "two");
    assert_int_equal(run.status, 1);
    assert_int_equal(access("made/here/p.jpg", R_OK), 0);
    assert_int_equal(access("made/here/p-2.jpg", R_OK), 0);
    assert_int_equal(access("made/here/p-3.jpg", R_OK), 0);
    assert_non_null(strstr(run.out, "\"overlay\":\"made/here/p.jpg\""));
    assert_non_null(strstr(run.out, "\"overlay\":\"made/here/p-2.jpg\""));
    assert_non_null(strstr(run.out, "\"overlay\":\"made/here/p-3.jpg\""));
    program_free(&run);
}

static void a_photo_is_never_overwritten(void **state)
{
    struct stat before;
    struct stat after;
    program_run run;
    (void)state;
    assert_int_equal(mkdir("mine", 0777), 0);
    program_write_photo("mine/p.jpg");
    assert_int_equal(stat("mine/p.jpg", &before), 0);
    run = PROGRAM("score", "--overlay", "./mine", "mine/p.jpg");
    assert_int_equal(run.status, 2);
    assert_non_null(strstr(run.err, "overwritten"));
    assert_int_equal(stat("mine/p.jpg", &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(before.st_size, after.st_size);
    program_free(&run);
}

static void a_folder_that_cannot_be_made_stops_the_run(void **state)
{
    program_run run;
    (void)state;
    program_write("file", "", 0);
    run = PROGRAM("score", "--overlay", "file/below", "a.jpg");
    assert_int_equal(run.status, 3);
    assert_string_equal(run.out, "");
    program_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_and_version_are_no_failure),
        cmocka_unit_test(wrong_usage_is_told),
        cmocka_unit_test(an_unknown_option_says_what_may_have_been_meant),
        cmocka_unit_test(sides_may_be_written_as_words_are),
        cmocka_unit_test(a_wrong_side_is_named),
        cmocka_unit_test(every_bad_file_has_an_error_of_its_own),
        cmocka_unit_test(what_is_named_is_never_passed_over),
        cmocka_unit_test(a_folder_without_pictures_is_an_error),
        cmocka_unit_test(photos_are_awaited),
        cmocka_unit_test(an_unreadable_file_is_told),
        cmocka_unit_test(results_come_in_the_order_of_the_inputs),
        cmocka_unit_test(a_list_comes_from_standard_input),
        cmocka_unit_test(a_dash_dash_ends_the_options),
        cmocka_unit_test(csv_has_a_header_and_a_row_a_photo),
        cmocka_unit_test(annotated_pictures_have_names_of_their_own),
        cmocka_unit_test(a_photo_is_never_overwritten),
        cmocka_unit_test(a_folder_that_cannot_be_made_stops_the_run),
    };
    return cmocka_run_group_tests(tests, program_folder_make,
                                  program_folder_remove);
}
