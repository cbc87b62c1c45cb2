/* SPDX-License-Identifier: Apache-2.0
 *
 * The flat row of a match: same columns always, texts and numbers only. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "serve/flat.h"

static const char PLAYED[] =
    "{\"number\":2,\"table\":\"Halle \\u0141\",\"title\":\"Open\","
    "\"rules\":\"depot\",\"state\":\"playing\",\"round\":2,\"rounds\":null,"
    "\"game\":1,\"games\":3,\"decides\":\"rounds_won\",\"turn\":{\"seat\":2,"
    "\"player\":\"\"},"
    "\"hammer\":{\"seat\":0},\"winner\":[\"red\",\"black\"],"
    "\"last\":{\"text\":\"20!\"},\"words\":null,"
    "\"sides\":[{\"side\":\"red\",\"name\":\"Ann\",\"players\":[\"Ann\","
    "\"\",\"Bo\"],\"games\":1,\"points\":4,\"score\":0,\"rounds_won\":1,"
    "\"round_score\":45,"
    "\"range\":[45,65],\"twenties\":2,\"twenties_total\":null,"
    "\"discs_left\":3},{\"side\":\"black\",\"name\":\"Cy\","
    "\"round_score\":30,\"range\":[30,30]}],"
    "\"seats\":[{\"seat\":0,\"side\":\"red\"},{\"seat\":2,\"side\":"
    "\"black\"}]}";

static cJSON *row_of(const char *match)
{
    cJSON *row = crok_flat_row(match, strlen(match));
    assert_non_null(row);
    return row;
}

static void check_text(const cJSON *row, const char *name, const char *want)
{
    char text[64];
    const cJSON *column = cJSON_GetObjectItemCaseSensitive(row, name);
    if (column == NULL)
        fail_msg("no column %s", name);
    crok_flat_text(column, text, sizeof text);
    if (strcmp(text, want) != 0)
        fail_msg("%s is \"%s\", not \"%s\"", name, text, want);
}

static void a_row_says_what_the_document_says(void **state)
{
    static const char *const want[][2] = {{"number", "2"},
                                          {"table", "Halle \xC5\x81"},
                                          {"rounds", "0"},
                                          {"turn", "Cy"},
                                          {"hammer", "Ann"},
                                          {"winner", "Ann, Cy"},
                                          {"last", "20!"},
                                          {"words", ""},
                                          {"decides", "rounds_won"},
                                          {"rounds_won1", "1"},
                                          {"players1", "Ann, Bo"},
                                          {"round_score1", "45"},
                                          {"round_text1", "45\xE2\x80\x93"
                                                          "65"},
                                          {"round_text2", "30"},
                                          {"twenties_total1", "0"},
                                          {"hammer1", "HAMMER"},
                                          {"hammer2", ""},
                                          {"turn1", ""},
                                          {"turn2", "SHOOTS"}};
    cJSON *row = row_of(PLAYED);
    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        check_text(row, want[i][0], want[i][1]);
    cJSON_Delete(row);
}

/* A team has its name; without one its players, and without these its colour.
 */
static void a_side_is_who_plays(void **state)
{
    cJSON *row = row_of(
        "{\"hammer\":{\"seat\":1},\"winner\":[\"red\",\"white\"],\"sides\":["
        "{\"side\":\"red\",\"name\":\"red\",\"players\":[\"Ann\",\"Bo\"]},"
        "{\"side\":\"black\",\"name\":\"Reds\",\"players\":[\"Cy\"]},"
        "{\"side\":\"white\",\"name\":\"white\",\"players\":[]}],"
        "\"seats\":[{\"seat\":1,\"side\":\"red\"}]}");
    (void)state;
    check_text(row, "name1", "Ann / Bo");
    check_text(row, "name2", "Reds");
    check_text(row, "name3", "white");
    check_text(row, "hammer", "Ann / Bo");
    check_text(row, "winner", "Ann / Bo, white");
    cJSON_Delete(row);
}

/* Programs map columns once: before the match they are those of the match. */
static void columns_and_their_kinds_stay(void **state)
{
    cJSON *played = row_of(PLAYED);
    cJSON *waiting = row_of("{\"sides\":[],\"state\":\"waiting\"}");
    const cJSON *a = played->child;
    const cJSON *b = waiting->child;
    (void)state;
    for (; a != NULL && b != NULL; a = a->next, b = b->next) {
        assert_string_equal(a->string, b->string);
        assert_true(cJSON_IsString(a) || cJSON_IsNumber(a));
        assert_int_equal(a->type, b->type);
    }
    assert_null(a);
    assert_null(b);
    cJSON_Delete(played);
    cJSON_Delete(waiting);
}

static void a_long_text_ends_with_a_whole_character(void **state)
{
    cJSON *text = cJSON_CreateString("abc\xC5\x81");
    char out[5];
    (void)state;
    crok_flat_text(text, out, sizeof out);
    assert_string_equal(out, "abc");
    cJSON_Delete(text);
}

static void a_text_has_one_line(void **state)
{
    cJSON *text = cJSON_CreateString("Ann\n\tBo");
    char out[16];
    (void)state;
    crok_flat_text(text, out, sizeof out);
    assert_string_equal(out, "Ann  Bo");
    cJSON_Delete(text);
}

static void what_is_no_document_gives_no_row(void **state)
{
    (void)state;
    assert_null(crok_flat_row("{", 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_says_what_the_document_says),
        cmocka_unit_test(a_side_is_who_plays),
        cmocka_unit_test(columns_and_their_kinds_stay),
        cmocka_unit_test(a_long_text_ends_with_a_whole_character),
        cmocka_unit_test(a_text_has_one_line),
        cmocka_unit_test(what_is_no_document_gives_no_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
