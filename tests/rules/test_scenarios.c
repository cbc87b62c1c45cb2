/* SPDX-License-Identifier: Apache-2.0
 *
 * The casebook: every tests/rules/<preset>/<id>-<name>.json is run, and every
 * rule id of crok_settings() must have a page in each preset that plays it. A
 * new rule therefore needs a page in each, or a place in WITHOUT. */
#include "check.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/book.h"
#include "rules/book_json.h"
#include "rules/scenario.h"

/* Rules of which a preset needs no page, since it does not play them. */
typedef struct without_ids {
    const char *preset;
    const char *ids; /* with a blank on either side of each */
} without_ids;

static const without_ids WITHOUT[] = {
    {"masters", " P3 P4 P5 P6 V8 V9 V14 L3 S3 S6 "},
    {"woodestic", " P6 V3 "},
    {"cancellation", " P3 P4 P5 P6 V3 V8 V9 V14 L3 S3 S4 S6 "},
    {"depot", " P3 P4 V8 V9 V14 L3 S3 "},
    {"solo-teams", " P5 P6 V3 V8 V9 V14 L3 S3 S6 "},
    {"tournament", " P3 P4 P5 P6 V3 V8 V9 V14 L3 S3 S6 "},
};

enum { N_PRESETS = sizeof WITHOUT / sizeof WITHOUT[0] };

/* A page's id from its file's name: "V10-..." */
static void id_of(const char *file, char *id, size_t size)
{
    size_t n = strcspn(file, "-");
    (void)snprintf(id, size, "%.*s", (int)n, file);
}

static cJSON *load_page(const char *preset, const char *file)
{
    char path[512];
    cJSON *page = NULL;
    crok_err err = {0};
    (void)snprintf(path, sizeof path, "%s/tests/rules/%s/%s", CROK_ROOT, preset,
                   file);
    if (crok_json_load(path, &page, &err) != CROK_OK)
        print_error("%s\n", err.msg);
    return page;
}

static const char *text_of(const cJSON *page, const char *name)
{
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(page, name));
    return text == NULL ? "" : text;
}

/* Walks a preset's pages; each is given to `visit`, which returns how many
 * faults it found. `seen` collects the ids. */
static int walk(const char *preset, char *seen, size_t size,
                int (*visit)(const char *preset, const char *file,
                             const cJSON *page))
{
    char path[512];
    DIR *dir = NULL;
    const struct dirent *entry = NULL;
    int faults = 0;
    (void)snprintf(path, sizeof path, "%s/tests/rules/%s", CROK_ROOT, preset);
    dir = opendir(path);
    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL) {
        char id[16];
        cJSON *page = NULL;
        size_t len = strlen(entry->d_name);
        if (len < 5 || strcmp(entry->d_name + len - 5, ".json") != 0)
            continue;
        id_of(entry->d_name, id, sizeof id);
        (void)snprintf(seen + strlen(seen), size - strlen(seen), " %s ", id);
        page = load_page(preset, entry->d_name);
        faults += page == NULL ? 1 : visit(preset, entry->d_name, page);
        cJSON_Delete(page);
    }
    (void)closedir(dir);
    return faults;
}

static int run_page(const char *preset, const char *file, const cJSON *page)
{
    char says[8192];
    char id[16];
    id_of(file, id, sizeof id);
    if (strlen(text_of(page, "title")) < 5 ||
        strcmp(text_of(page, "rule"), id) != 0) {
        print_error("%s/%s: needs a title and its rule\n", preset, file);
        return 1;
    }
    if (scenario_run(preset, page, says, sizeof says))
        return 0;
    print_error("%s/%s: %s\n     %s\n", preset, file, text_of(page, "title"),
                says);
    return 1;
}

static bool has_id(const char *ids, const char *id)
{
    char word[16];
    (void)snprintf(word, sizeof word, " %s ", id);
    return strstr(ids, word) != NULL;
}

/* Rules without a page that the preset plays, and pages of those that WITHOUT
 * has. */
static int wrong_ids(const without_ids *without, const char *seen)
{
    int n = 0;
    int n_wrong = 0;
    const crok_setting *all = crok_settings(&n);
    for (int i = 0; i < n; i++) {
        const char *id = all[i].rule;
        if (i > 0 && strcmp(id, all[i - 1].rule) == 0)
            continue;
        if (has_id(seen, id) != has_id(without->ids, id))
            continue;
        print_error("%s: %s rule %s\n", without->preset,
                    has_id(seen, id) ? "WITHOUT has, but a page shows,"
                                     : "no page shows",
                    id);
        n_wrong++;
    }
    return n_wrong;
}

static void every_page_is_as_expected(void **state)
{
    int faults = 0;
    (void)state;
    for (int i = 0; i < N_PRESETS; i++) {
        static char seen[8192];
        seen[0] = '\0';
        faults += walk(WITHOUT[i].preset, seen, sizeof seen, run_page);
        faults += wrong_ids(&WITHOUT[i], seen);
    }
    assert_int_equal(faults, 0);
}

static void every_preset_is_walked(void **state)
{
    int n = 0;
    (void)state;
    while (crok_preset_name(n) != NULL) {
        assert_string_equal(crok_preset_name(n), WITHOUT[n].preset);
        n++;
    }
    assert_int_equal(n, N_PRESETS);
}

/* ---- does the casebook see a fault? ---- */

/* A doctored page must fail; 1 where it passes. */
static int must_fail(const char *preset, const char *file, const cJSON *page,
                     const char *how)
{
    char says[8192];
    if (!scenario_run(preset, page, says, sizeof says))
        return 0;
    print_error("%s/%s passes with %s\n", preset, file, how);
    return 1;
}

static cJSON *expectation(cJSON *page)
{
    return cJSON_GetObjectItemCaseSensitive(page, "expect");
}

static void wrong_validity(cJSON *e)
{
    bool valid = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(e, "valid"));
    cJSON_ReplaceItemInObjectCaseSensitive(e, "valid",
                                           cJSON_CreateBool(!valid));
}

static void one_more_removed(cJSON *e)
{
    cJSON *r = cJSON_CreateObject();
    cJSON_AddNumberToObject(r, "id", 99);
    cJSON_AddStringToObject(r, "to", "ditch");
    cJSON_AddStringToObject(r, "rule", "V10");
    cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(e, "remove"), r);
}

/* One fewer removed; where none is, one fewer in play, or missing. */
static void one_fewer(cJSON *e)
{
    static const char *const list[] = {"remove", "in_play", "missing"};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        cJSON *l = cJSON_GetObjectItemCaseSensitive(e, list[i]);
        if (cJSON_GetArraySize(l) > 0) {
            cJSON_DeleteItemFromArray(l, 0);
            return;
        }
    }
}

static void wrong_twenties(cJSON *e)
{
    cJSON *n = cJSON_GetObjectItemCaseSensitive(e, "twenties")->child;
    cJSON_SetNumberValue(n, n->valuedouble + 1);
}

static void wrong_reason(cJSON *e)
{
    cJSON_AddItemToArray(cJSON_GetObjectItemCaseSensitive(e, "why"),
                         cJSON_CreateString("B2"));
}

static int doctor_shot(const char *preset, const char *file, const cJSON *page)
{
    static const struct {
        const char *how;
        void (*change)(cJSON *e);
    } wrong[] = {{"the wrong validity", wrong_validity},
                 {"one more removed", one_more_removed},
                 {"one fewer", one_fewer},
                 {"a 20 too many", wrong_twenties},
                 {"a wrong reason", wrong_reason}};
    int faults = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cJSON *copy = cJSON_Duplicate(page, 1);
        wrong[i].change(expectation(copy));
        faults += must_fail(preset, file, copy, wrong[i].how);
        cJSON_Delete(copy);
    }
    return faults;
}

static int doctor_discs(const char *preset, const char *file, const cJSON *page)
{
    int n = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(page, "discs"));
    int faults = 0;
    for (int i = 0; i < n; i++) {
        cJSON *copy = cJSON_Duplicate(page, 1);
        cJSON *row = cJSON_GetArrayItem(
            cJSON_GetObjectItemCaseSensitive(copy, "discs"), i);
        cJSON *value =
            cJSON_GetObjectItemCaseSensitive(expectation(row), "value");
        cJSON_SetNumberValue(value, value->valuedouble + 5);
        faults += must_fail(preset, file, copy, "a wrong value");
        cJSON_Delete(copy);
    }
    return faults;
}

/* Adds 1 to the first number in the document, at any depth; else turns the
 * first true or false. */
static bool change_one(cJSON *item)
{
    cJSON *child = NULL;
    if (cJSON_IsNumber(item)) {
        cJSON_SetNumberValue(item, item->valuedouble + 1);
        return true;
    }
    cJSON_ArrayForEach(child, item)
    {
        if (change_one(child))
            return true;
    }
    return false;
}

static int doctor_refused(const char *preset, const char *file,
                          const cJSON *page)
{
    cJSON *copy = cJSON_Duplicate(page, 1);
    int faults = 0;
    assert_true(cJSON_ReplaceItemInObjectCaseSensitive(
        copy, "refused", cJSON_CreateString("for another reason")));
    faults = must_fail(preset, file, copy, "another reason");
    cJSON_Delete(copy);
    return faults;
}

static int doctor_page(const char *preset, const char *file, const cJSON *page)
{
    cJSON *copy = NULL;
    int faults = 0;
    if (cJSON_GetObjectItemCaseSensitive(page, "refused") != NULL)
        return doctor_refused(preset, file, page);
    if (cJSON_GetObjectItemCaseSensitive(page, "shot") != NULL)
        return doctor_shot(preset, file, page);
    if (cJSON_GetObjectItemCaseSensitive(page, "discs") != NULL)
        return doctor_discs(preset, file, page);
    copy = cJSON_Duplicate(page, 1);
    assert_true(change_one(expectation(copy)));
    faults = must_fail(preset, file, copy, "another number");
    cJSON_Delete(copy);
    return faults;
}

static void a_doctored_page_fails(void **state)
{
    int faults = 0;
    (void)state;
    for (int i = 0; i < N_PRESETS; i++) {
        static char seen[8192];
        seen[0] = '\0';
        faults += walk(WITHOUT[i].preset, seen, sizeof seen, doctor_page);
    }
    assert_int_equal(faults, 0);
}

/* A rule without a page is a fault, and so is a page that WITHOUT excludes. */
static void a_rule_without_a_page_is_seen(void **state)
{
    static const without_ids none = {"none", " "};
    static const without_ids one = {"one", " G1 "};
    int n = 0;
    int n_ids = 0;
    const crok_setting *all = crok_settings(&n);
    (void)state;
    for (int i = 0; i < n; i++)
        n_ids += i == 0 || strcmp(all[i].rule, all[i - 1].rule) != 0;
    assert_int_equal(wrong_ids(&none, ""), n_ids);
    assert_int_equal(wrong_ids(&none, " G1 "), n_ids - 1);
    assert_int_equal(wrong_ids(&one, ""), n_ids - 1);
    assert_int_equal(wrong_ids(&one, " G1 "), n_ids);
}

/* A page that must be refused is a fault when nothing is refused. */
static void a_refusal_that_does_not_come_is_seen(void **state)
{
    char says[8192];
    cJSON *page = load_page("depot", "V1-the-right-disc-is-struck.json");
    (void)state;
    cJSON_AddStringToObject(page, "refused", "after[0]");
    assert_int_equal(
        must_fail("depot", "V1", page, "a refusal that does not come"), 0);
    cJSON_Delete(page);
    page = cJSON_Parse("{\"set\": {\"target\": 50}}");
    assert_false(scenario_run("depot", page, says, sizeof says));
    assert_string_equal(says, "set: \"target\" must be a text, also a number: "
                              "\"50\"");
    cJSON_Delete(page);
    page = cJSON_Parse("{\"title\": \"nothing\"}");
    assert_false(scenario_run("depot", page, says, sizeof says));
    cJSON_Delete(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_preset_is_walked),
        cmocka_unit_test(every_page_is_as_expected),
        cmocka_unit_test(a_doctored_page_fails),
        cmocka_unit_test(a_rule_without_a_page_is_seen),
        cmocka_unit_test(a_refusal_that_does_not_come_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
