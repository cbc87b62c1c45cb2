/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "score/answer_file.h"

#define HASH_A                                                                 \
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define HASH_B                                                                 \
    "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

/* A document with the answers to picture A. */
#define OF_A(answers)                                                          \
    "{\"schema\":\"crokeye.answers/1\",\"pictures\":[{\"sha256\":\"" HASH_A    \
    "\",\"image\":\"a.jpg\",\"answers\":[" answers "]}]}"

static crok_answer_file *parsed(const char *text)
{
    crok_answer_file *f = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_answer_file_parse(text, strlen(text), "t.json", &f, &err),
                 CROK_OK, &err);
    return f;
}

static void answers_are_those_of_the_hash(void **state)
{
    crok_answer_file *f =
        parsed(OF_A("{\"px\":[10.5,20],\"value\":\"15\"},"
                    "{\"px\":[1,2],\"frac\":0.1,\"value\":\"empty\"},"
                    "{\"id\":3,\"value\":20,\"note\":\"seen from the side\"}"));
    crok_answers a;
    (void)state;
    crok_answer_file_find(f, HASH_A, "renamed.jpg", &a);
    assert_int_equal(a.n, 3);
    assert_false(a.has_other_version);
    assert_int_equal(a.answer[0].id, 0);
    CHECK_NEAR(a.answer[0].at_px.x, 10.5, 0.0);
    CHECK_NEAR(a.answer[0].at_px.y, 20.0, 0.0);
    assert_string_equal(a.answer[0].value, "15");
    CHECK_NEAR(a.answer[1].frac, 0.1, 0.0);
    assert_int_equal(a.answer[2].id, 3);
    assert_string_equal(a.answer[2].value, "20");
    crok_answer_file_find(f, HASH_B, "b.jpg", &a);
    assert_int_equal(a.n, 0);
    assert_false(a.has_other_version);
    crok_answer_file_find(f, HASH_B, "a.jpg", &a); /* it was changed */
    assert_int_equal(a.n, 0);
    assert_true(a.has_other_version);
    crok_answer_file_free(&f);
    assert_null(f);
    crok_answer_file_free(&f);
}

static void wrong_documents_are_refused_by_field(void **state)
{
    static const char *const wrong[][2] = {
        {"[]", "schema"},
        {"{", "line 1"},
        {"{\"schema\":\"crokeye.board/1\",\"pictures\":[]}", "schema"},
        {"{\"schema\":\"crokeye.answers/1\"}", "pictures"},
        {"{\"schema\":\"crokeye.answers/1\",\"pictures\":[1]}", "picture"},
        {"{\"schema\":\"crokeye.answers/1\",\"pictures\":[{}]}", "sha256"},
        {"{\"schema\":\"crokeye.answers/1\",\"pictures\":[{\"sha256\":\"" HASH_A
         "\"}]}",
         "answers"},
        {"{\"schema\":\"crokeye.answers/1\",\"pictures\":[{\"sha256\":\"" HASH_A
         "\",\"answers\":[]},{\"sha256\":\"" HASH_A "\",\"answers\":[]}]}",
         "twice"},
        {OF_A("1"), "answer"},
        {OF_A("{\"px\":[1,2]}"), "value"},
        {OF_A("{\"px\":[1,2],\"value\":true}"), "value"},
        {OF_A("{\"px\":[1,2],\"value\":\"\"}"), "value"},
        {OF_A("{\"px\":[1,2],\"value\":\"a\\nb\"}"), "value"},
        {OF_A("{\"px\":[1,2],\"value\":1.5}"), "value"},
        {OF_A("{\"px\":[1,2],\"value\":-5}"), "value"},
        {OF_A("{\"value\":\"15\"}"), "id"},
        {OF_A("{\"id\":0,\"value\":\"15\"}"), "id"},
        {OF_A("{\"px\":[1],\"value\":\"15\"}"), "px"},
        {OF_A("{\"px\":[1,1e9],\"value\":\"15\"}"), "px"},
        {OF_A("{\"px\":[1,2],\"frac\":2,\"value\":\"15\"}"), "frac"},
        {OF_A("{\"id\":3,\"value\":\"15\"},{\"id\":3,\"value\":\"10\"}"),
         "two answers"}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        crok_answer_file *f = NULL;
        crok_err err = {0};
        const char *text = wrong[i][0];
        CHECK_STATUS(
            crok_answer_file_parse(text, strlen(text), "t.json", &f, &err),
            CROK_EFORMAT, &err);
        assert_null(f);
        assert_int_equal(strncmp(err.msg, "t.json: ", 8), 0);
        if (strstr(err.msg, wrong[i][1]) == NULL)
            fail_msg("\"%s\" does not name \"%s\"", err.msg, wrong[i][1]);
    }
}

static void keep(crok_answer_file *f, const char *hash, const char *image,
                 crok_answer a)
{
    crok_err err = {0};
    CHECK_STATUS(crok_answer_file_keep(f, hash, image, &a, 8.0, &err), CROK_OK,
                 &err);
}

static void an_answer_replaces_those_to_its_question(void **state)
{
    crok_answer_file *f =
        parsed(OF_A("{\"px\":[100,100],\"value\":\"15\"},"
                    "{\"px\":[120,100],\"value\":\"10\"},"
                    "{\"px\":[100,101],\"frac\":0.1,\"value\":\"empty\"},"
                    "{\"id\":3,\"value\":\"5\"}"));
    crok_answers a;
    (void)state;
    keep(f, HASH_A, "a.jpg",
         (crok_answer){.id = 3, .at_px = {103.0, 100.0}, .value = "20"});
    crok_answer_file_find(f, HASH_A, "a.jpg", &a);
    assert_int_equal(a.n, 3);
    assert_string_equal(a.answer[0].value, "10");
    assert_string_equal(a.answer[1].value, "empty");
    assert_string_equal(a.answer[2].value, "20");
    CHECK_NEAR(a.answer[2].at_px.x, 103.0, 1e-9);
    keep(f, HASH_A, "a.jpg",
         (crok_answer){.id = 7, .at_px = {121.0, 100.0}, .value = "ask"});
    crok_answer_file_find(f, HASH_A, "a.jpg", &a);
    assert_int_equal(a.n, 2);
    assert_string_equal(a.answer[0].value, "empty");
    crok_answer_file_free(&f);
}

/* Keys of others, other pictures and their order stay. */
static void what_is_not_known_is_kept(void **state)
{
    crok_answer_file *f = parsed(
        "{\"schema\":\"crokeye.answers/1\",\"x-club\":[1,2],\"pictures\":["
        "{\"sha256\":\"" HASH_A "\",\"image\":\"a.jpg\",\"round\":7,"
        "\"answers\":[{\"id\":2,\"value\":\"5\",\"who\":\"Ann\"}]}]}");
    char *text = NULL;
    crok_answers a;
    (void)state;
    keep(f, HASH_B, "b.jpg",
         (crok_answer){
             .id = 1, .at_px = {7.0, 8.0}, .frac = 0.125, .value = "empty"});
    keep(f, HASH_A, "moved.jpg",
         (crok_answer){.id = 4, .at_px = {9.0, 9.0}, .value = "none"});
    text = crok_answer_file_text(f);
    crok_answer_file_free(&f);
    f = parsed(text);
    assert_non_null(strstr(text, "x-club"));
    assert_non_null(strstr(text, "\"round\""));
    assert_non_null(strstr(text, "Ann"));
    assert_non_null(strstr(text, "moved.jpg"));
    assert_null(strstr(text, "\"a.jpg\""));
    free(text);
    crok_answer_file_find(f, HASH_A, "", &a);
    assert_int_equal(a.n, 2);
    crok_answer_file_find(f, HASH_B, "", &a);
    assert_int_equal(a.n, 1);
    CHECK_NEAR(a.answer[0].frac, 0.125, 0.0);
    crok_answer_file_free(&f);
}

static void a_file_is_written_and_read_again(void **state)
{
    char dir[] = "/tmp/crokeye-answers-XXXXXX";
    char path[64];
    crok_answer_file *f = NULL;
    crok_answers a;
    crok_err err = {0};
    (void)state;
    assert_non_null(mkdtemp(dir));
    (void)snprintf(path, sizeof path, "%s/%s", dir, CROK_ANSWER_FILE_NAME);
    CHECK_STATUS(crok_answer_file_new(&f, &err), CROK_OK, &err);
    keep(f, HASH_A, "a.jpg",
         (crok_answer){.id = 1, .at_px = {7.04, 8.06}, .value = "black:15"});
    CHECK_STATUS(crok_answer_file_save(f, path, false, &err), CROK_OK, &err);
    crok_answer_file_free(&f);
    CHECK_STATUS(crok_answer_file_load(path, &f, &err), CROK_OK, &err);
    crok_answer_file_find(f, HASH_A, "a.jpg", &a);
    assert_int_equal(a.n, 1);
    assert_string_equal(a.answer[0].value, "black:15");
    CHECK_NEAR(a.answer[0].at_px.y, 8.1, 1e-9);
    (void)unlink(path);
    (void)rmdir(dir);
    CHECK_STATUS(crok_answer_file_save(f, path, false, &err), CROK_EIO, &err);
    assert_non_null(strstr(err.msg, path));
    crok_answer_file_free(&f);
    CHECK_STATUS(crok_answer_file_load(path, &f, &err), CROK_EIO, &err);
    assert_null(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_the_hash),
        cmocka_unit_test(wrong_documents_are_refused_by_field),
        cmocka_unit_test(an_answer_replaces_those_to_its_question),
        cmocka_unit_test(what_is_not_known_is_kept),
        cmocka_unit_test(a_file_is_written_and_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
