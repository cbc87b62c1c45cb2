/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "rules/book_json.h"
#include "rules/rules_json.h"

static void every_preset_is_whole(void **state)
{
    static const char *const names[] = {"masters", "woodestic",  "cancellation",
                                        "depot",   "solo-teams", "tournament"};
    (void)state;
    for (int i = 0; i < 6; i++) {
        crok_book book;
        crok_book_notes notes;
        crok_err err = {0};
        int n = 0;
        assert_string_equal(crok_preset_name(i), names[i]);
        CHECK_STATUS(crok_book_preset(names[i], &book, &notes, &err), CROK_OK,
                     &err);
        assert_string_equal(book.name, names[i]);
        assert_true(strlen(notes.title) > 3 && strlen(notes.source) > 3);
        (void)crok_settings(&n);
        assert_true(n <= CROK_MAX_SETTINGS);
        /* What is said names its place; what is our reading says why. */
        for (int k = 0; k < n; k++)
            assert_true(notes.of[k].said ? notes.of[k].from[0] != '\0'
                                         : notes.of[k].note[0] != '\0');
    }
    assert_null(crok_preset_name(6));
    assert_null(crok_preset_name(-1));
}

/* In each group the ids count from 1 without a gap, perhaps with an id like B3a
 * behind B3, and the settings of one id stand together. That docs/RULES.md has
 * the same ids is shown by tests/docs.
 */
static void the_ids_of_rules_count_without_gaps(void **state)
{
    const char *group = "GPVBLS";
    int number = 0;
    int n = 0;
    const crok_setting *all = crok_settings(&n);
    (void)state;
    for (int i = 0; i < n; i++) {
        char next[16];
        if (i > 0 && strcmp(all[i].rule, all[i - 1].rule) == 0)
            continue;
        if (all[i].rule[0] != *group) {
            group++;
            number = 0;
        }
        (void)snprintf(next, sizeof next, "%c%da", *group, number);
        if (strcmp(all[i].rule, next) == 0)
            continue;
        (void)snprintf(next, sizeof next, "%c%d", *group, ++number);
        assert_string_equal(all[i].rule, next);
    }
    assert_string_equal(group, "S");
}

static void every_value_has_a_word_and_a_sentence(void **state)
{
    int n = 0;
    const crok_setting *all = crok_settings(&n);
    (void)state;
    for (int i = 0; i < n; i++)
        for (int value = -1; value < 6; value++) {
            crok_book book = {0};
            crok_book again = {0};
            char word[64];
            char say[256];
            if (!crok_setting_put(&all[i], value, &book))
                continue;
            assert_int_equal(crok_setting_value(&all[i], &book), value);
            (void)crok_setting_text(&all[i], &book, word, sizeof word);
            (void)crok_setting_sentence(&all[i], &book, say, sizeof say);
            assert_true(strlen(say) > 10 && say[strlen(say) - 1] == '.');
            assert_true(isupper((unsigned char)say[0]) ||
                        isdigit((unsigned char)say[0]));
            assert_int_equal(crok_book_set(&again, all[i].key, word, NULL),
                             CROK_OK);
            assert_memory_equal(&book, &again, sizeof book);
        }
}

static void set_says_what_is_allowed(void **state)
{
    static const struct {
        const char *key, *value, *says;
    } rows[] = {
        {"courage", "1", "no setting \"courage\""},
        {"must_strike", "all", "last_played, any_opposing"},
        {"reshoot", "maybe", "true or false"},
        {"target", "0", "from 1 to 10000"},
        {"target", "1e2", "from 1 to 10000"},
        {"target", "", "from 1 to 10000"},
        {"target", "99999999999999999999", "from 1 to 10000"},
        {"V6", "in_15", "V6 has several settings, name one: "},
    };
    crok_book book = {0};
    crok_book untouched = {0};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        crok_err err = {0};
        CHECK_STATUS(crok_book_set(&book, rows[i].key, rows[i].value, &err),
                     CROK_EARG, &err);
        if (strstr(err.msg, rows[i].says) == NULL)
            print_error("%s\n", err.msg);
        assert_non_null(strstr(err.msg, rows[i].says));
        assert_memory_equal(&book, &untouched, sizeof book);
    }
    assert_int_equal(crok_book_set(&book, "V1", "any_opposing", NULL), CROK_OK);
    assert_int_equal(book.must_strike, CROK_STRIKE_ANY_OPPOSING);
}

static void parse(const char *text, crok_status want, const char *says)
{
    crok_book book;
    crok_err err = {0};
    CHECK_STATUS(
        crok_book_parse(text, strlen(text), "b.json", &book, NULL, &err), want,
        &err);
    if (strstr(err.msg, says) == NULL)
        print_error("\"%s\" has no \"%s\"\n", err.msg, says);
    assert_non_null(strstr(err.msg, says));
}

#define HEAD "{\"schema\": \"crokeye.rules/1\",\n \"name\": \"club\",\n"
#define BASE HEAD " \"base\": \"depot\",\n \"settings\": {\n"

static void a_bad_field_is_named_with_its_line(void **state)
{
    (void)state;
    parse(BASE "  \"target\": 50}}", CROK_OK, "");
    parse(BASE "  \"target\": 0}}", CROK_EFORMAT,
          "b.json: line 5: \"target\": allowed is a whole number from 1 to "
          "10000");
    parse(BASE "  \"target\": 50,\n  \"must_strike\": \"all\"}}", CROK_EFORMAT,
          "line 6: \"must_strike\": allowed is last_played, any_opposing");
    parse(BASE "  \"must_strike\": 1}}", CROK_EFORMAT, "\"must_strike\"");
    parse(BASE "  \"reshoot\": 1}}", CROK_EFORMAT, "true or false");
    parse(BASE "  \"target\": true}}", CROK_EFORMAT, "whole number");
    parse(BASE "  \"target\": 5.5}}", CROK_EFORMAT, "whole number");
    parse(BASE "  \"target\": 1e99}}", CROK_EFORMAT, "whole number");
    parse(BASE "\n\n  \"targett\": 50}}", CROK_EFORMAT,
          "line 7: \"targett\": there is no such setting");
    parse(BASE "  \"S1\": \"simple\"}}", CROK_OK, ""); /* as --set S1=simple */
    parse(BASE "  \"S2\": 4}}", CROK_EFORMAT, "no such setting");
    parse(BASE "  \"S1\": \"simple\", \"round_score\": \"points\"}}",
          CROK_EFORMAT, "is set twice");
    parse(BASE "  \"option\": [\"7b\", \"conventional\"]}}", CROK_OK, "");
    parse(BASE "  \"option\": \"7z\"}}", CROK_EFORMAT,
          "line 5: \"option\": there is no option \"7z\"");
    parse(BASE "  \"option\": 7}}", CROK_EFORMAT, "a name or a list of names");
    parse(HEAD " \"base\": \"depot\", \"setings\": {}, \"settings\": {}}",
          CROK_EFORMAT, "line 3: \"setings\": there is no such field");
    parse(HEAD " \"base\": \"depot\", \"x-by\": 1, \"settings\": {}}", CROK_OK,
          "");
    parse(BASE "  \"target\": {\"value\": 5, \"form\": \"4g\"}}}", CROK_EFORMAT,
          "\"form\": there is no such field");
    parse(HEAD " \"base\": \"masters\", \"settings\": {\n"
               " \"free_shot_wholly_inside\": true}}",
          CROK_EFORMAT, "says nothing while \"free_shot_ends\" is anywhere");
    parse(BASE "  \"reshoot_attempts\": 1}}", CROK_EFORMAT,
          "\"reshoot\" is false");
    parse(HEAD " \"base\": \"masters\", \"settings\": {\"games\": 3}}",
          CROK_EFORMAT, "3 rounds in all");
    parse(BASE "  \"target\": 50, \"target\": 60}}", CROK_EFORMAT, "twice");
    parse(BASE "  \"target\": {}}}", CROK_EFORMAT, "\"value\" is missing");
    parse(BASE "  \"target\": {\"value\": 5, \"said\": 1}}}", CROK_EFORMAT,
          "\"said\"");
    parse(BASE "  \"target\": {\"value\": 5, \"from\": 1}}}", CROK_EFORMAT,
          "\"from\": must be a text");
    parse(BASE "  \"target\": {\"value\": 5, \"note\": 1}}}", CROK_EFORMAT,
          "\"note\": must be a text");
    parse(HEAD " \"settings\": {}}", CROK_EFORMAT,
          "line 3: \"settings\": value_hole is missing");
    parse(HEAD " \"base\": \"nobody\", \"settings\": {}}", CROK_EFORMAT,
          "line 3: \"base\"");
    parse(HEAD " \"base\": 7, \"settings\": {}}", CROK_EFORMAT, "\"base\"");
    parse(HEAD " \"base\": \"depot\"}", CROK_EFORMAT, "\"settings\"");
    parse("{\"schema\": \"crokeye.shot/1\"}", CROK_EFORMAT,
          "line 1: \"schema\"");
    parse("{\"schema\": \"crokeye.rules/1\"}", CROK_EFORMAT, "\"name\"");
    parse("{\"schema\": \"crokeye.rules/1\", \"name\": 7}", CROK_EFORMAT,
          "\"name\": must be a text");
    parse("{\"schema\": \"crokeye.rules/1\", \"name\": "
          "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}",
          CROK_EFORMAT, "too long");
    parse(HEAD " \"title\": 7, \"settings\": {}}", CROK_EFORMAT, "\"title\"");
    parse(HEAD " \"source\": 7, \"settings\": {}}", CROK_EFORMAT, "\"source\"");
    parse("[]", CROK_EFORMAT, "\"schema\"");
    parse("{", CROK_EFORMAT, "line 1");
}

static void settings_that_contradict_each_other_are_refused(void **state)
{
    (void)state;
    parse(BASE "  \"value_outer\": 50}}", CROK_EFORMAT, "must not rise");
    parse(BASE "  \"value_middle\": 18}}", CROK_EFORMAT, "must not rise");
    parse(BASE "  \"value_hole\": 12}}", CROK_EFORMAT, "must not rise");
    parse(BASE "  \"value_leaning\": 16}}", CROK_EFORMAT, "value_leaning");
    parse(BASE "  \"discs_pair\": 6}}", CROK_EFORMAT, "discs_solo");
    parse(BASE "  \"discs_singles\": 0, \"discs_doubles\": 0, \"discs_three\": "
               "0, \"discs_four\": 0}}",
          CROK_EFORMAT, "nothing can be played");
}

static void a_club_changes_one_value_and_keeps_the_rest(void **state)
{
    static const char club[] =
        BASE "  \"target\": {\"value\": 50, \"note\": \"we like it short\"}}}";
    crok_book book;
    crok_book depot;
    crok_book_notes notes;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(
        crok_book_parse(club, strlen(club), "b.json", &book, &notes, &err),
        CROK_OK, &err);
    CHECK_STATUS(crok_book_preset("depot", &depot, NULL, &err), CROK_OK, &err);
    assert_string_equal(book.name, "club");
    assert_int_equal(book.target, 50);
    assert_string_equal(notes.title, "Crokinole Depot");
    book.target = depot.target;
    memcpy(book.name, depot.name, sizeof book.name);
    assert_memory_equal(&book, &depot, sizeof book);
}

/* What an option takes does not depend on what a club played before. */
static void an_option_sets_all_that_it_takes(void **state)
{
    static const struct {
        const char *book, *option, *key, *before, *after;
    } rows[] = {
        {"woodestic", "no_free_carom", "free_shot_others_inside", "allowed",
         "spoil"},
        {"woodestic", "championship", "rounds", "7", "4"},
        {"woodestic", "championship", "twenties_counted", "false", "true"},
        {"woodestic", "two_of_three", "rounds", "7", "3"},
        {"woodestic", "two_of_three", "round_score", "simple", "points"},
        {"woodestic", "two_of_three", "twenties_counted", "false", "true"},
        {"depot", "conventional", "target", "50", "100"},
        {"solo-teams", "to_100", "target", "50", "100"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char is[64];
        crok_book book;
        crok_err err = {0};
        CHECK_STATUS(crok_book_preset(rows[i].book, &book, NULL, &err), CROK_OK,
                     &err);
        CHECK_STATUS(crok_book_set(&book, rows[i].key, rows[i].before, &err),
                     CROK_OK, &err);
        CHECK_STATUS(crok_book_set(&book, "option", rows[i].option, &err),
                     CROK_OK, &err);
        assert_string_equal(crok_setting_text(crok_setting_find(rows[i].key),
                                              &book, is, sizeof is),
                            rows[i].after);
    }
}

static void a_written_book_is_read_again(void **state)
{
    (void)state;
    for (int i = 0; crok_preset_name(i) != NULL; i++) {
        crok_book book;
        crok_book again;
        crok_err err = {0};
        cJSON *doc = NULL;
        char *text = NULL;
        CHECK_STATUS(crok_book_preset(crok_preset_name(i), &book, NULL, &err),
                     CROK_OK, &err);
        doc = crok_book_to_json(&book);
        text = cJSON_Print(doc);
        CHECK_STATUS(
            crok_book_parse(text, strlen(text), "b", &again, NULL, &err),
            CROK_OK, &err);
        assert_memory_equal(&book, &again, sizeof book);
        cJSON_free(text);
        cJSON_Delete(doc);
    }
}

/* ---- the whole book in a recorded match ---- */

static crok_status parse_recorded(const cJSON *doc, crok_book *book,
                                  crok_err *err)
{
    char *text = cJSON_PrintUnformatted(doc);
    crok_status st =
        crok_book_parse_recorded(text, strlen(text), "record", book, err);
    cJSON_free(text);
    return st;
}

/* Each setting in turn is absent, as in the record of a program that did not
 * have it. A file that lacks it is still refused. */
static void
a_setting_that_a_record_lacks_is_as_before_it_was_known(void **state)
{
    int n = 0;
    const crok_setting *all = crok_settings(&n);
    crok_book before = crok_book_of_absent();
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_book_check(&before, "absent", &err), CROK_OK, &err);
    for (int i = 0; i < n; i++) {
        crok_book book;
        crok_book want;
        cJSON *doc = NULL;
        char *text = NULL;
        assert_int_equal(crok_book_preset("depot", &want, NULL, NULL), CROK_OK);
        doc = crok_book_to_json(&want);
        cJSON_DeleteItemFromObjectCaseSensitive(
            cJSON_GetObjectItemCaseSensitive(doc, "settings"), all[i].key);
        assert_true(crok_setting_put(&all[i], all[i].absent, &want));
        CHECK_STATUS(parse_recorded(doc, &book, &err), CROK_OK, &err);
        assert_memory_equal(&book, &want, sizeof book);
        text = cJSON_Print(doc);
        parse(text, CROK_EFORMAT, "is missing");
        cJSON_free(text);
        cJSON_Delete(doc);
    }
}

static void a_setting_that_a_newer_program_recorded_is_refused(void **state)
{
    crok_book book;
    crok_err err = {0};
    cJSON *doc = NULL;
    (void)state;
    assert_int_equal(crok_book_preset("depot", &book, NULL, NULL), CROK_OK);
    doc = crok_book_to_json(&book);
    cJSON_AddNumberToObject(cJSON_GetObjectItemCaseSensitive(doc, "settings"),
                            "value_ring", 12);
    CHECK_STATUS(parse_recorded(doc, &book, &err), CROK_EFORMAT, &err);
    assert_string_equal(err.msg, "record: \"value_ring\": no such setting; a "
                                 "newer crokeye may have it");
    cJSON_Delete(doc);
}

static void a_line_is_found_in_any_text(void **state)
{
    static const char text[] = "{\"a\": [1, {\"b\": \"}\\\"{\"}],\n"
                               " \"b\" : {\"c\": null,\n"
                               "\t\"d\": \"x\"}}";
    const char *const d[] = {"b", "d"};
    const char *const c[] = {"b", "c"};
    const char *const none[] = {"b", "e"};
    const char *const deeper[] = {"a", "b"};
    (void)state;
    assert_int_equal(crok_json_line_of(text, strlen(text), d, 2), 3);
    assert_int_equal(crok_json_line_of(text, strlen(text), c, 2), 2);
    assert_int_equal(crok_json_line_of(text, strlen(text), none, 2), 0);
    assert_int_equal(crok_json_line_of(text, strlen(text), deeper, 2), 0);
    for (size_t cut = 0; cut < strlen(text); cut++)
        (void)crok_json_line_of(text, cut, none, 2); /* ends, reads no more */
}

static void an_unknown_preset_is_told_with_those_there_are(void **state)
{
    crok_book book;
    crok_err err = {0};
    size_t len = 0;
    (void)state;
    CHECK_STATUS(crok_book_preset("x", &book, NULL, &err), CROK_EARG, &err);
    assert_non_null(strstr(err.msg, "masters woodestic cancellation depot "
                                    "solo-teams tournament"));
    assert_null(crok_preset_text("x", &len));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_preset_is_whole),
        cmocka_unit_test(the_ids_of_rules_count_without_gaps),
        cmocka_unit_test(every_value_has_a_word_and_a_sentence),
        cmocka_unit_test(set_says_what_is_allowed),
        cmocka_unit_test(a_bad_field_is_named_with_its_line),
        cmocka_unit_test(settings_that_contradict_each_other_are_refused),
        cmocka_unit_test(a_club_changes_one_value_and_keeps_the_rest),
        cmocka_unit_test(an_option_sets_all_that_it_takes),
        cmocka_unit_test(a_written_book_is_read_again),
        cmocka_unit_test(
            a_setting_that_a_record_lacks_is_as_before_it_was_known),
        cmocka_unit_test(a_setting_that_a_newer_program_recorded_is_refused),
        cmocka_unit_test(a_line_is_found_in_any_text),
        cmocka_unit_test(an_unknown_preset_is_told_with_those_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
