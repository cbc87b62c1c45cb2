/* SPDX-License-Identifier: Apache-2.0
 *
 * Malformed, contradictory and hostile input: each gets an error that names
 * the field. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/book_json.h"
#include "rules/log.h"
#include "rules/rules_json.h"

typedef struct row {
    const char *field; /* replaced or added; NULL value: taken away */
    const char *value;
    const char *says;
} row;

static const char GOOD[] =
    "{\"schema\":\"crokeye.shot/1\",\"shooter\":{\"seat\":0,\"side\":"
    "\"black\"},\"shot_disc\":7,\"last_played\":6,\"placed_at\":null,"
    "\"before\":[{\"id\":6,\"side\":\"white\",\"x_mm\":10,\"y_mm\":60}],"
    "\"after\":[{\"id\":6,\"side\":\"white\",\"x_mm\":40,\"y_mm\":90,"
    "\"state\":\"flat\"},{\"id\":7,\"side\":\"black\",\"x_mm\":5,"
    "\"y_mm\":50}],\"moved\":[6,7],\"contacts\":[[7,6]],\"boundary\":[],"
    "\"fouls\":[],\"missing\":[]}";

static void replace(cJSON *doc, const row *r)
{
    cJSON_DeleteItemFromObjectCaseSensitive(doc, r->field);
    if (r->value == NULL)
        return;
    cJSON_AddItemToObject(doc, r->field, cJSON_Parse(r->value));
}

static void check_says(crok_status st, const crok_err *err, const row *r)
{
    if (st != CROK_OK && strstr(err->msg, r->says) != NULL &&
        strstr(err->msg, "here") != NULL)
        return;
    print_error("%s = %s: \"%s\" has no \"%s\"\n", r->field,
                r->value == NULL ? "(none)" : r->value, err->msg, r->says);
    fail();
}

static const row BAD_SHOTS[] = {
    {"schema", "\"crokeye.score/1\"", "\"schema\""},
    {"schema", NULL, "\"schema\""},
    {"shooter", NULL, "\"shooter\""},
    {"shooter", "{\"side\":\"black\"}", "\"seat\" is missing"},
    {"shooter", "{\"seat\":0}", "\"side\" is missing"},
    {"shooter", "{\"seat\":9,\"side\":\"black\"}", "seat is 9"},
    {"shooter", "{\"seat\":0.5,\"side\":\"black\"}", "\"seat\""},
    {"shooter", "{\"seat\":1e300,\"side\":\"black\"}", "\"seat\""},
    {"shooter", "{\"seat\":0,\"side\":\"\"}", "\"side\""},
    {"shooter", "{\"seat\":0,\"side\":\"black\",\"place\":\"up\"}",
     "\"place\""},
    {"shooter", "{\"seat\":0,\"side\":\"black\",\"attempt\":0}", "attempt"},
    {"shooter",
     "{\"seat\":0,\"side\":"
     "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}",
     "longer than"},
    {"shot_disc", NULL, "\"shot_disc\" is missing"},
    {"shot_disc", "\"7\"", "\"shot_disc\""},
    {"shot_disc", "6", "last_played"},
    {"before", "[{\"id\":7,\"side\":\"black\",\"x_mm\":0,\"y_mm\":50}]",
     "shot_disc: 7 lies on the board"},
    {"last_played", NULL, "\"last_played\" is missing"},
    {"last_played", "7", "last_played"},
    {"last_played", "[]", "\"last_played\""},
    {"placed_at", "[1]", "\"placed_at\""},
    {"placed_at", "[1,\"2\"]", "\"placed_at\""},
    {"placed_at", "[1e9,0]", "placed_at"},
    {"placed_sigma_mm", "-1", "\"placed_sigma_mm\""},
    {"placed_flat", "1", "\"placed_flat\""},
    {"at_rest", "\"yes\"", "\"at_rest\""},
    {"before", NULL, "\"before\" is missing"},
    {"before", "{}", "\"before\" must be a list"},
    {"before", "[7]", "before[0]: \"id\""},
    {"before", "[{\"id\":6,\"side\":\"white\",\"y_mm\":0}]",
     "before[0]: \"x_mm\" is missing"},
    {"before", "[{\"id\":6,\"side\":\"white\",\"x_mm\":1e999,\"y_mm\":0}]",
     "\"x_mm\""},
    {"before", "[{\"id\":6,\"side\":\"white\",\"x_mm\":6e3,\"y_mm\":0}]",
     "\"x_mm\""},
    {"before",
     "[{\"id\":6,\"side\":\"white\",\"x_mm\":0,\"y_mm\":50,"
     "\"sigma_mm\":-1}]",
     "\"sigma_mm\""},
    {"before",
     "[{\"id\":6,\"side\":\"white\",\"x_mm\":0,\"y_mm\":50,"
     "\"state\":\"out\"}]",
     "\"state\""},
    {"before",
     "[{\"id\":6,\"side\":\"white\",\"x_mm\":0,\"y_mm\":50},"
     "{\"id\":6,\"side\":\"white\",\"x_mm\":0,\"y_mm\":90}]",
     "before[1]: id 6 stands twice"},
    {"before",
     "[{\"id\":6,\"side\":\"a\",\"x_mm\":0,\"y_mm\":50},"
     "{\"id\":5,\"side\":\"b\",\"x_mm\":0,\"y_mm\":90},"
     "{\"id\":4,\"side\":\"c\",\"x_mm\":0,\"y_mm\":130},"
     "{\"id\":3,\"side\":\"d\",\"x_mm\":0,\"y_mm\":170}]",
     "one too many"},
    {"before", "[{\"id\":6,\"side\":\"black\",\"x_mm\":0,\"y_mm\":50}]",
     "after[0]: side"},
    {"before", "[]", "after[0]: disc 6 was neither"},
    {"after", "[{\"id\":9,\"side\":\"white\",\"x_mm\":0,\"y_mm\":50}]",
     "after[0]: disc 9"},
    {"after", "[{\"id\":7,\"side\":\"white\",\"x_mm\":0,\"y_mm\":50}]",
     "after[0]: side"},
    {"after",
     "[{\"id\":7,\"side\":\"black\",\"x_mm\":0,\"y_mm\":50,"
     "\"state\":\"hole\"}]",
     "state is hole"},
    {"moved", NULL, "\"moved\" is missing"},
    {"moved", "[6,6]", "moved[1]"},
    {"moved", "[8]", "moved[0]"},
    {"moved", "[6.5]", "moved[0]"},
    {"moved", "[\"6\"]", "moved[0]"},
    {"contacts", NULL, "\"contacts\" is missing"},
    {"contacts", "[[7]]", "contacts[0]"},
    {"contacts", "[7]", "contacts[0]"},
    {"contacts", "[[7,7]]", "contacts[0]"},
    {"contacts", "[[7,8]]", "contacts[0]"},
    {"contacts", "[[7,null]]", "contacts[0]"},
    {"boundary", NULL, "\"boundary\" is missing"},
    {"boundary", "[{\"what\":\"hit_rail\"}]", "boundary[0]: \"id\""},
    {"boundary", "[{\"id\":7,\"what\":\"flew\"}]", "boundary[0]: \"what\""},
    {"boundary", "[{\"id\":7,\"what\":\"hit_rail\",\"returned\":\"no\"}]",
     "\"returned\""},
    {"boundary", "[{\"id\":8,\"what\":\"hit_rail\",\"returned\":true}]",
     "boundary[0]"},
    {"boundary", "[{\"id\":7,\"what\":\"hit_rail\",\"returned\":false}]",
     "boundary[0]: returned"},
    {"fouls", "[\"swearing\"]", "\"fouls\""},
    {"fouls", "7", "\"fouls\""},
    {"missing", "[\"courage\"]", "courage"},
    {"missing", "[1]", "\"missing\""},
    {"missing", "{}", "\"missing\""},
    {"board", "{}", "\"outer\" is missing"},
    {"board",
     "{\"lines_mm\":{\"outer\":100,\"middle\":200,\"inner\":300,"
     "\"width\":1},\"hole_mm\":17}",
     "\"board\""},
    {"board",
     "{\"lines_mm\":{\"outer\":300,\"middle\":200,\"inner\":100,"
     "\"width\":1},\"hole_mm\":17,\"disc_mm\":0}",
     "\"board\""},
};

static void a_bad_shot_names_the_field(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BAD_SHOTS / sizeof BAD_SHOTS[0]; i++) {
        cJSON *doc = cJSON_Parse(GOOD);
        crok_shot shot;
        crok_err err = {0};
        crok_status st = CROK_OK;
        replace(doc, &BAD_SHOTS[i]);
        st = crok_shot_from_json(doc, "here", &shot, &err);
        check_says(st, &err, &BAD_SHOTS[i]);
        cJSON_Delete(doc);
    }
}

/* Null is "not seen"; named as missing a field may be absent. */
static void what_was_not_seen_may_be_null_or_absent(void **state)
{
    static const struct {
        const char *field;
        unsigned bit;
    } fields[] = {
        {"before", CROK_MISS_BEFORE},     {"after", CROK_MISS_AFTER},
        {"moved", CROK_MISS_MOVED},       {"contacts", CROK_MISS_CONTACTS},
        {"boundary", CROK_MISS_BOUNDARY}, {"fouls", CROK_MISS_FOULS}};
    (void)state;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        cJSON *doc = cJSON_Parse(GOOD);
        crok_shot shot;
        crok_err err = {0};
        row null = {fields[i].field, "null", ""};
        row none = {fields[i].field, NULL, ""};
        cJSON *missing = NULL;
        replace(doc, &null);
        CHECK_STATUS(crok_shot_from_json(doc, "here", &shot, &err), CROK_OK,
                     &err);
        assert_int_equal(shot.missing, fields[i].bit);
        replace(doc, &none);
        missing = cJSON_GetObjectItemCaseSensitive(doc, "missing");
        cJSON_AddItemToArray(missing, cJSON_CreateString(fields[i].field));
        CHECK_STATUS(crok_shot_from_json(doc, "here", &shot, &err), CROK_OK,
                     &err);
        assert_int_equal(shot.missing, fields[i].bit);
        cJSON_Delete(doc);
    }
}

/* Which disc was shot may be in doubt: the one named is judged all the same,
 * and the doubt is written as it was read. */
static void a_shot_disc_in_doubt_is_judged(void **state)
{
    cJSON *doc = cJSON_Parse(GOOD);
    cJSON *missing = cJSON_GetObjectItemCaseSensitive(doc, "missing");
    crok_shot sure;
    crok_shot shot;
    crok_judgement a;
    crok_judgement b;
    crok_book book;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_book_preset("masters", &book, NULL, &err), CROK_OK, &err);
    CHECK_STATUS(crok_shot_from_json(doc, "here", &sure, &err), CROK_OK, &err);
    cJSON_AddItemToArray(missing, cJSON_CreateString("shot_disc"));
    CHECK_STATUS(crok_shot_from_json(doc, "here", &shot, &err), CROK_OK, &err);
    assert_int_equal(shot.missing, CROK_MISS_SHOT_DISC);
    assert_int_equal(shot.shot_disc, sure.shot_disc);
    crok_judge(&book, &sure, &a);
    crok_judge(&book, &shot, &b);
    assert_int_equal(a.decision.valid, b.decision.valid);
    assert_int_equal(b.decision.missing, 0);
    cJSON_Delete(doc);
    doc = crok_shot_to_json(&shot);
    missing = cJSON_GetObjectItemCaseSensitive(doc, "missing");
    assert_int_equal(cJSON_GetArraySize(missing), 1);
    assert_string_equal(cJSON_GetStringValue(cJSON_GetArrayItem(missing, 0)),
                        "shot_disc");
    cJSON_Delete(doc);
}

static char *many_discs(int n)
{
    static const char disc[] =
        "{\"id\":%d,\"side\":\"white\",\"x_mm\":1,\"y_mm\":50},";
    size_t room = (size_t)n * (sizeof disc + 12) + sizeof GOOD;
    char *text = malloc(room);
    char *at = text;
    assert_non_null(text);
    *at++ = '[';
    for (int i = 0; i < n; i++)
        at += snprintf(at, 64, disc, i + 10);
    at[-1] = ']';
    return text;
}

static void a_million_discs_are_refused(void **state)
{
    cJSON *doc = cJSON_Parse(GOOD);
    char *discs = many_discs(100000);
    row r = {"before", NULL, "\"before\" has 100000 elements, at most 64"};
    crok_shot shot;
    crok_err err = {0};
    (void)state;
    r.value = discs;
    replace(doc, &r);
    check_says(crok_shot_from_json(doc, "here", &shot, &err), &err, &r);
    cJSON_Delete(doc);
    free(discs);
    discs = many_discs(1000000); /* over the limit of a document */
    assert_int_not_equal(
        crok_json_parse(discs, strlen(discs), "here", &doc, &err), CROK_OK);
    free(discs);
}

static void deep_nesting_is_refused(void **state)
{
    enum { DEPTH = 100000 };
    char *text = malloc(2 * DEPTH + 1);
    cJSON *doc = NULL;
    crok_err err = {0};
    (void)state;
    assert_non_null(text);
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    text[2 * DEPTH] = '\0';
    CHECK_STATUS(crok_json_parse(text, 2 * DEPTH, "here", &doc, &err),
                 CROK_EFORMAT, &err);
    free(text);
}

/* Numbers that no JSON can hold come from memory. */
static void a_shot_from_memory_is_checked_too(void **state)
{
    crok_err err = {0};
    crok_shot good = crok_shot_empty();
    crok_shot s = good;
    (void)state;
    CHECK_STATUS(crok_shot_check(&good, &err), CROK_OK, &err);
    s.n_before = 1;
    s.before[0].x_mm = nan("");
    s.before[0].id = 3;
    CHECK_STATUS(crok_shot_check(&s, &err), CROK_EFORMAT, &err);
    assert_non_null(strstr(err.msg, "before[0]"));
    s.before[0].x_mm = 0.0;
    s.before[0].sigma_mm = HUGE_VAL;
    CHECK_STATUS(crok_shot_check(&s, &err), CROK_EFORMAT, &err);
    s.before[0].sigma_mm = 0.0;
    s.before[0].side = 3;
    CHECK_STATUS(crok_shot_check(&s, &err), CROK_EFORMAT, &err);
    s.before[0].side = 0;
    s.before[0].state = CROK_DISC_OUT;
    CHECK_STATUS(crok_shot_check(&s, &err), CROK_EFORMAT, &err);
    s = good;
    s.n_after = CROK_MAX_DISCS + 1;
    CHECK_STATUS(crok_shot_check(&s, &err), CROK_EFORMAT, &err);
    s = good;
    s.n_moved = -1;
    CHECK_STATUS(crok_shot_check(&s, &err), CROK_EFORMAT, &err);
    s = good;
    s.n_contacts = CROK_MAX_CONTACTS + 1;
    CHECK_STATUS(crok_shot_check(&s, &err), CROK_EFORMAT, &err);
    s = good;
    s.n_boundary = CROK_MAX_BOUNDARY + 1;
    CHECK_STATUS(crok_shot_check(&s, &err), CROK_EFORMAT, &err);
    s.n_boundary = 1;
    s.boundary[0] = (crok_boundary){0, CROK_N_BOUNDARY, true};
    CHECK_STATUS(crok_shot_check(&s, &err), CROK_EFORMAT, &err);
    s = good;
    s.disc_mm = nan("");
    CHECK_STATUS(crok_shot_check(&s, &err), CROK_EFORMAT, &err);
    s = good;
    s.shooter = 1;
    CHECK_STATUS(crok_shot_check(&s, &err), CROK_EFORMAT, &err);
}

static const struct {
    const char *event, *says;
} BAD_EVENTS[] = {
    {"{\"time\":\"t\",\"type\":\"round_end\"}", "\"seq\""},
    {"{\"seq\":1,\"type\":\"round_end\"}", "\"time\""},
    {"{\"seq\":1.5,\"time\":\"t\",\"type\":\"round_end\"}", "\"seq\""},
    {"{\"seq\":1,\"time\":\"t\"}", "\"type\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"party\"}", "party"},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"round_end\",\"early\":1}",
     "\"early\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"shot\"}", "\"schema\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"ruling\",\"of\":2}",
     "\"valid\" or \"decision\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"ruling\"}", "\"of\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"ruling\",\"of\":2,"
     "\"valid\":null}",
     "\"valid\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"undo\",\"of\":\"x\"}", "\"of\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"next_starter\"}", "\"seat\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"twenties\",\"side\":\"black\"}",
     "\"count\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"twenties\",\"side\":\"black\","
     "\"count\":-1}",
     "\"count\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"board\"}", "\"discs\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"board\",\"discs\":[],"
     "\"discs_left\":{\"black\":-1}}",
     "\"discs_left\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"board\",\"discs\":[],"
     "\"discs_left\":[1]}",
     "side"},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\"}", "\"rules\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\",\"rules\":\"x\"}",
     "there is no rule book"},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\",\"rules\":{}}",
     "\"schema\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\",\"rules\":"
     "\"depot\",\"title\":7}",
     "\"title\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\",\"rules\":"
     "\"depot\"}",
     "\"sides\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\",\"rules\":"
     "\"depot\",\"sides\":[{\"side\":\"a\"},{\"side\":\"a\"}]}",
     "stands twice"},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\",\"rules\":"
     "\"depot\",\"sides\":[{\"side\":\"a\",\"rgb\":[1,2]}]}",
     "\"rgb\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\",\"rules\":"
     "\"depot\",\"sides\":[{\"side\":\"a\",\"rgb\":[1,2,3,4]}]}",
     "\"rgb\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\",\"rules\":"
     "\"depot\",\"sides\":[{\"side\":\"a\",\"rgb\":[1,2,300]}]}",
     "\"rgb\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\",\"rules\":"
     "\"depot\",\"sides\":[{\"side\":\"a\"}]}",
     "\"seats\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\",\"rules\":"
     "\"depot\",\"sides\":[{\"side\":\"a\"}],\"seats\":[]}",
     "\"first_seat\""},
    {"{\"seq\":1,\"time\":\"t\",\"type\":\"match_start\",\"rules\":"
     "\"depot\",\"sides\":[{\"side\":\"a\"}],\"seats\":[{\"seat\":0}],"
     "\"first_seat\":0}",
     "seats[0]: \"side\""},
};

static void a_bad_event_names_the_field(void **state)
{
    static crok_event e;
    (void)state;
    for (size_t i = 0; i < sizeof BAD_EVENTS / sizeof BAD_EVENTS[0]; i++) {
        cJSON *doc = cJSON_Parse(BAD_EVENTS[i].event);
        crok_err err = {0};
        row r = {BAD_EVENTS[i].event, "", BAD_EVENTS[i].says};
        assert_non_null(doc);
        check_says(crok_event_from_json(doc, "here", NULL, &e, &err), &err, &r);
        cJSON_Delete(doc);
    }
}

static void a_bad_decision_names_the_field(void **state)
{
    static const char good[] =
        "{\"schema\":\"crokeye.decision/1\",\"valid\":null,\"open_board\":"
        "false,\"why\":[{\"rule\":\"V1\",\"text\":\"x\"}],\"remove\":[],"
        "\"restore\":[],\"twenties\":{\"a\":0},\"in_play\":[1],\"missing\":"
        "[\"contacts\",\"inner line of disc 4\",\"outer line of disc -5\","
        "\"inner line of disc x\",7],"
        "\"unsure\":[{\"id\":1,\"to\":\"ditch\",\"rule\":\"V10\"}]}";
    static const row rows[] = {
        {"valid", NULL, "\"valid\""},
        {"valid", "\"yes\"", "\"valid\""},
        {"open_board", "7", "\"open_board\""},
        {"why", "7", "\"why\""},
        {"why", "[{\"text\":\"x\"}]", "why[0]: \"rule\""},
        {"why", "[{\"rule\":\"V1\"}]", "why[0]: \"text\""},
        {"remove", NULL, "\"remove\""},
        {"remove", "[{\"id\":1}]", "remove[0]: \"to\""},
        {"remove", "[{\"to\":\"bowl\"}]", "remove[0]: \"id\""},
        {"remove", "[{\"id\":1,\"to\":\"bowl\",\"rule\":\"V10000000\"}]",
         "\"rule\""},
        {"restore", NULL, "\"restore\""},
        {"restore", "[{\"id\":1,\"x_mm\":1}]", "restore[0]: \"y_mm\""},
        {"restore", "[{\"id\":1,\"y_mm\":1}]", "restore[0]: \"x_mm\""},
        {"restore", "[{}]", "restore[0]: \"id\""},
        {"restore", "[{\"id\":1,\"x_mm\":1,\"y_mm\":1,\"rule\":7}]",
         "\"rule\""},
        {"twenties", "[]", "\"twenties\""},
        {"twenties", "{\"a\":-1}", "\"twenties\""},
        {"twenties", "{\"a\":\"1\"}", "\"a\""},
        {"twenties", "{\"\":1}", "side"},
        {"twenties", "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1}",
         "one too many"},
        {"in_play", "[1.5]", "in_play[0]"},
        {"in_play", NULL, "\"in_play\""},
        {"reshoot", "3", "\"reshoot\""},
        {"unsure", "7", "\"unsure\""},
    };
    char side[CROK_MAX_SIDES][CROK_NAME_MAX] = {"a"};
    crok_decision d;
    crok_err err = {0};
    cJSON *doc = cJSON_Parse(good);
    int n = 1;
    (void)state;
    CHECK_STATUS(crok_decision_from_json(doc, "here", side, &n, &d, &err),
                 CROK_OK, &err);
    assert_int_equal(d.missing, CROK_MISS_CONTACTS);
    assert_int_equal(d.n_close, 2);
    assert_int_equal(d.close[0].id, 4);
    assert_int_equal(d.close[0].line, CROK_LINE_INNER);
    assert_int_equal(d.close[1].id, -5);
    assert_int_equal(d.close[1].line, CROK_LINE_OUTER);
    assert_true(crok_decision_is_open(&d));
    cJSON_Delete(doc);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        n = 1;
        doc = cJSON_Parse(good);
        replace(doc, &rows[i]);
        check_says(crok_decision_from_json(doc, "here", side, &n, &d, &err),
                   &err, &rows[i]);
        cJSON_Delete(doc);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bad_shot_names_the_field),
        cmocka_unit_test(what_was_not_seen_may_be_null_or_absent),
        cmocka_unit_test(a_shot_disc_in_doubt_is_judged),
        cmocka_unit_test(a_million_discs_are_refused),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(a_shot_from_memory_is_checked_too),
        cmocka_unit_test(a_bad_event_names_the_field),
        cmocka_unit_test(a_bad_decision_names_the_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
