/* SPDX-License-Identifier: Apache-2.0
 *
 * A person answers the question of a drawn photo: a black disc whose edge is at
 * the inner line, 10 or 15. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "board/draw_board.h"
#include "cli/program.h"
#include "core/file.h"
#include "jpeg_file.h"

#define KEPT "crokeye-answers.json"

/* Write a photo with a black disc at the line, in another direction and with
 * another red disc for each `kind`. */
static void write_photo(const char *path, int kind)
{
    crok_camera cam = draw_camera(1200, 900, 0.1, 0.5);
    draw_board b = draw_tournament(&cam);
    b.dimmer_frac = 0.15;
    double at_mm = 101.6 - 0.5 * b.line_width_mm - b.disc_mm - 0.02;
    double a = 0.4 + 1.1 * kind;
    crok_image img;
    crok_err err = {0};
    draw_add_disc(&b, at_mm * cos(a), at_mm * sin(a), (draw_rgb){30, 30, 30});
    draw_add_disc(&b, -150.0, 20.0 * kind, (draw_rgb){160, 40, 40});
    img = draw_picture(&b);
    CHECK_STATUS(jpeg_file(&img, path, 92, &err), CROK_OK, &err);
    crok_image_free(&img);
}

static int make_photos(void **state)
{
    if (program_folder_make(state) != 0 || mkdir("a", 0777) != 0 ||
        mkdir("b", 0777) != 0)
        return -1;
    write_photo("a/p.jpg", 0);
    write_photo("b/p.jpg", 1);
    write_photo("b/q.jpg", 2);
    return 0;
}

static const cJSON *field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

static const cJSON *side_of(const cJSON *doc, const char *name)
{
    const cJSON *side = NULL;
    cJSON_ArrayForEach(side, field(doc, "sides"))
    {
        if (strcmp(field(side, "side")->valuestring, name) == 0)
            return side;
    }
    fail_msg("no side %s", name);
    return NULL;
}

static void check_black(const cJSON *doc, int lo, int hi)
{
    const cJSON *range = field(side_of(doc, "black"), "range");
    assert_int_equal(cJSON_GetArrayItem(range, 0)->valueint, lo);
    assert_int_equal(cJSON_GetArrayItem(range, 1)->valueint, hi);
}

/* The disc that is asked about; NULL: none. */
static const cJSON *asked(const cJSON *doc)
{
    const cJSON *disc = NULL;
    cJSON_ArrayForEach(disc, field(doc, "discs"))
    {
        if (field(disc, "asks") != NULL)
            return disc;
    }
    return NULL;
}

static program_run scored(const char *const *args)
{
    program_run run = program(args, NULL, 0);
    program_parse(&run);
    return run;
}
#define SCORED(...)                                                            \
    scored((const char *const[]){"score", "--json", __VA_ARGS__, NULL})

/* The id of the question of a photo. */
static int question_of(const char *path)
{
    program_run run = SCORED("--each", path);
    const cJSON *disc = asked(run.doc[0]);
    int id = 0;
    assert_int_equal(run.status, 0);
    assert_non_null(disc);
    check_black(run.doc[0], 10, 15);
    assert_int_equal(cJSON_GetArraySize(field(disc, "answers")), 2);
    assert_string_equal(
        cJSON_GetArrayItem(field(disc, "answers"), 0)->valuestring, "10");
    id = field(disc, "id")->valueint;
    program_free(&run);
    return id;
}

/* "[PHOTO:]ID=VALUE" in static memory, of which there are four. */
static const char *answer(const char *photo, int id, const char *value)
{
    static char text[4][64];
    static int next;
    next = (next + 1) % 4;
    (void)snprintf(text[next], sizeof text[0], "%s%s%d=%s", photo,
                   photo[0] == '\0' ? "" : ":", id, value);
    return text[next];
}

static bool has_warning(const cJSON *doc, const char *text)
{
    const cJSON *warning = NULL;
    cJSON_ArrayForEach(warning, field(doc, "warnings"))
    {
        if (strstr(warning->valuestring, text) != NULL)
            return true;
    }
    return false;
}

static void check_answered(program_run run, int points)
{
    const cJSON *done = cJSON_GetArrayItem(field(run.doc[0], "answered"), 0);
    assert_int_equal(run.status, 0);
    check_black(run.doc[0], points, points);
    assert_int_equal(field(side_of(run.doc[0], "black"), "total")->valueint,
                     points);
    assert_null(asked(run.doc[0]));
    assert_non_null(done);
    assert_string_equal(field(done, "by")->valuestring, "person");
    assert_true(has_warning(run.doc[0], "a person answered "));
    program_free(&run);
}

/* Is `says` in what is written with an option and an answer? */
static void check_said(const char *option, const char *given, const char *says)
{
    program_run run = PROGRAM("score", option, "--answer", given, "a/p.jpg");
    if (strstr(run.out, says) == NULL)
        fail_msg("\"%s\" has no \"%s\"", run.out, says);
    program_free(&run);
}

static void an_answer_settles_the_total(void **state)
{
    int id = question_of("a/p.jpg");
    (void)state;
    check_answered(SCORED("--answer", answer("", id, "10"), "a/p.jpg"), 10);
    check_answered(SCORED("--answer", answer("p.jpg", id, "15"), "a"), 15);
    check_said("--csv", answer("", id, "10"), answer("", id, "10"));
    check_said("--count-sides=2", "77=10", answer("", id, "10|15"));
    assert_int_equal(question_of("a/p.jpg"), id); /* nothing was kept */
    assert_int_not_equal(access("a/" KEPT, F_OK), 0);
}

static void a_wrong_answer_is_told(void **state)
{
    int id = question_of("a/p.jpg");
    program_run run = SCORED("--answer", "77=10", "a/p.jpg");
    (void)state;
    assert_int_equal(run.status, 0);
    assert_true(has_warning(run.doc[0], "answer 77=10 is not used"));
    check_black(run.doc[0], 10, 15);
    program_free(&run);
    run = SCORED("--answer", answer("", id, "20"), "--keep-answers", "a/p.jpg");
    assert_int_equal(run.status, 2);
    assert_non_null(strstr(run.err, "=10|15"));
    check_black(run.doc[0], 10, 15);
    program_free(&run);
    assert_int_not_equal(access("a/" KEPT, F_OK), 0);
}

/* A result has room for few answers that are not used; stderr has all. */
static void every_unused_answer_is_named(void **state)
{
    program_run run = SCORED("--answer", "71=10", "--answer", "72=10",
                             "--answer", "73=10", "--answer", "74=10",
                             "--answer", "75=10", "--answer", "76=10", "a");
    char text[64];
    (void)state;
    assert_int_equal(run.status, 0);
    for (int id = 71; id <= 76; id++) {
        (void)snprintf(text, sizeof text, "answer %d=10 is not used", id);
        assert_non_null(strstr(run.err, text));
    }
    program_free(&run);
}

/* A photo of a board whose floor is nearly as black as the discs of a side; if
 * that does not play, it is sure to be the floor. */
static void write_dark_hole(const char *path, bool has_black)
{
    static const crok_mm print[] = {
        {70, 150}, {-40, 260}, {-150, 20}, {250, -60}};
    const draw_rgb black = {36, 34, 34};
    crok_camera cam = draw_camera(1200, 900, 0.1, 0.5);
    draw_board b = draw_tournament(&cam);
    crok_image img;
    crok_err err = {0};
    b.dimmer_frac = 0.15;
    b.seed = has_black ? 2 : 1;
    b.ring_mm[CROK_LINE_MIDDLE] = 190.0;
    b.floor = (draw_rgb){70, 68, 68};
    draw_add_disc(&b, 120.0, has_black ? 40.0 : -60.0,
                  has_black ? black : (draw_rgb){230, 225, 210});
    draw_add_disc(&b, has_black ? -60.0 : 60.0, 150.0, (draw_rgb){170, 40, 40});
    img = draw_picture(&b);
    draw_spots(&img, &cam, print, 4, 9.0, black);
    CHECK_STATUS(jpeg_file(&img, path, 94, &err), CROK_OK, &err);
    crok_image_free(&img);
}

/* Another photo answers the question of the hole, but a person goes first. */
static void a_person_goes_before_other_photos(void **state)
{
    program_run run;
    int id = 0;
    (void)state;
    write_dark_hole("white.jpg", false);
    write_dark_hole("black.jpg", true);
    run = SCORED("--each", "black.jpg");
    id = field(cJSON_GetArrayItem(field(run.doc[0], "maybe"), 0), "id")
             ->valueint;
    check_black(run.doc[0], 10, 30);
    program_free(&run);
    run = SCORED("white.jpg", "black.jpg");
    check_black(run.doc[1], 10, 10);
    assert_true(has_warning(run.doc[1], "the bare board is known from 1"));
    program_free(&run);
    run = SCORED("--answer", answer("black.jpg", id, "20"), "white.jpg",
                 "black.jpg");
    assert_int_equal(run.status, 0);
    check_black(run.doc[1], 30, 30);
    program_free(&run);
}

static void check_usage(const char *const *args, const char *says)
{
    program_run run = program(args, NULL, 0);
    assert_int_equal(run.status, 2);
    assert_string_equal(run.out, "");
    if (strstr(run.err, says) == NULL)
        fail_msg("\"%s\" has no \"%s\"", run.err, says);
    program_free(&run);
}

static void an_answer_says_its_photo(void **state)
{
    static const struct {
        const char *args[8];
        const char *says;
    } wrong[] = {
        {{"score", "--answer", "3", "a/p.jpg"}, "ID=VALUE"},
        {{"score", "--answer", "3=", "a/p.jpg"}, "ID=VALUE"},
        {{"score", "--answer", "=10", "a/p.jpg"}, "ID=VALUE"},
        {{"score", "--answer", "0=10", "a/p.jpg"}, "ID=VALUE"},
        {{"score", "--answer", "x=10", "a/p.jpg"}, "ID=VALUE"},
        {{"score", "--answer", ":3=10", "a/p.jpg"}, "ID=VALUE"},
        {{"score", "--answer", "p.jpg:=10", "a/p.jpg"}, "ID=VALUE"},
        {{"score", "--answer", "3=1/2", "a/p.jpg"}, "ID=VALUE"},
        {{"score", "--answer", "3=10", "--answer", "3=15", "a/p.jpg"},
         "answered before"},
        {{"score", "--answer", "3=10", "b"}, "say of which photo"},
        {{"score", "--answer", "x.jpg:3=10", "b"}, "no such photo"},
        {{"score", "--answer", "p.jpg:3=10", "a", "b"}, "several photos"}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_usage(wrong[i].args, wrong[i].says);
}

/* Answers are of one photo only, also where photos of one board answer each
 * other's questions. */
static void an_answer_changes_no_other_photo(void **state)
{
    int id = question_of("b/p.jpg");
    program_run run = SCORED("--answer", answer("b/p.jpg", id, "15"), "a", "b");
    (void)state;
    assert_int_equal(run.status, 0);
    assert_int_equal(run.n_docs, 3);
    check_black(run.doc[0], 10, 15);
    check_black(run.doc[1], 15, 15);
    check_black(run.doc[2], 10, 15);
    program_free(&run);
}

static void move(const char *from, const char *to)
{
    assert_int_equal(rename(from, to), 0);
}

static void a_kept_answer_follows_its_photo(void **state)
{
    int id = question_of("a/p.jpg");
    program_run run;
    (void)state;
    check_answered(
        SCORED("--answer", answer("", id, "10"), "--keep-answers", "a/p.jpg"),
        10);
    check_answered(SCORED("a/p.jpg"), 10);
    move("a/p.jpg", "a/renamed.jpg");
    check_answered(SCORED("a"), 10);
    write_photo("a/p.jpg", 1); /* another photo, of the old name */
    run = SCORED("--each", "a");
    assert_int_equal(run.n_docs, 2);
    check_black(run.doc[0], 10, 15);
    assert_true(has_warning(run.doc[0], "another picture of this name"));
    check_black(run.doc[1], 10, 10);
    program_free(&run);
    move("a/renamed.jpg", "a/p.jpg");
    check_answered(SCORED("--answer", answer("", id, "15"), "a/p.jpg"), 15);
    check_answered(SCORED("a/p.jpg"), 10); /* that one was not kept */
    run =
        SCORED("--answer", answer("", id, "ask"), "--keep-answers", "a/p.jpg");
    check_black(run.doc[0], 10, 15);
    program_free(&run);
    assert_int_equal(question_of("a/p.jpg"), id);
    assert_int_equal(remove("a/" KEPT), 0);
}

static void one_file_keeps_the_answers_of_many_folders(void **state)
{
    int id_a = question_of("a/p.jpg");
    int id_b = question_of("b/q.jpg");
    program_run run = SCORED("--answers", "all.json", "--keep-answers",
                             "--answer", answer("a/p.jpg", id_a, "10"),
                             "--answer", answer("q.jpg", id_b, "15"), "a", "b");
    (void)state;
    assert_int_equal(run.status, 0);
    program_free(&run);
    assert_int_not_equal(access("a/" KEPT, F_OK), 0);
    run = SCORED("--answers", "all.json", "-j2", "b", "a");
    assert_int_equal(run.n_docs, 3);
    check_black(run.doc[0], 10, 15);
    check_black(run.doc[1], 15, 15);
    check_black(run.doc[2], 10, 10);
    program_free(&run);
}

/* What is not a file of answers is neither used nor replaced. */
static void a_file_that_cannot_be_used_is_told(void **state)
{
    static const char other[] = "{\"schema\":\"someone.else/1\"}";
    char *text = NULL;
    size_t n = 0;
    program_run run;
    (void)state;
    check_usage(
        (const char *const[]){"score", "--answers", "no.json", "a/p.jpg", NULL},
        "no.json");
    program_write("a/" KEPT, other, sizeof other - 1);
    check_usage((const char *const[]){"score", "--answer", "1=10",
                                      "--keep-answers", "a/p.jpg", NULL},
                "a/" KEPT ": \"schema\" must be");
    assert_int_equal(crok_file_read("a/" KEPT, 1000, &text, &n, NULL), CROK_OK);
    assert_int_equal(n, sizeof other - 1);
    assert_memory_equal(text, other, n);
    free(text);
    assert_int_equal(remove("a/" KEPT), 0);
    run = SCORED("--answers", "no/folder.json", "--keep-answers", "--answer",
                 answer("", question_of("a/p.jpg"), "10"), "a/p.jpg");
    assert_int_equal(run.status, 3);
    assert_non_null(strstr(run.err, "no/folder.json"));
    check_black(run.doc[0], 10, 10); /* the total is printed */
    program_free(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_settles_the_total),
        cmocka_unit_test(a_wrong_answer_is_told),
        cmocka_unit_test(every_unused_answer_is_named),
        cmocka_unit_test(a_person_goes_before_other_photos),
        cmocka_unit_test(an_answer_says_its_photo),
        cmocka_unit_test(an_answer_changes_no_other_photo),
        cmocka_unit_test(a_kept_answer_follows_its_photo),
        cmocka_unit_test(one_file_keeps_the_answers_of_many_folders),
        cmocka_unit_test(a_file_that_cannot_be_used_is_told),
    };
    return cmocka_run_group_tests(tests, make_photos, program_folder_remove);
}
