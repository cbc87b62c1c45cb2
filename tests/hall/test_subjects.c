/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "check.h"
#include "hall/subjects.h"

static void check_table(const char *table, const char *token)
{
    char subject[CROK_SUBJECT_MAX];
    char want[CROK_SUBJECT_MAX];
    char back[CROK_SUBJECT_MAX];
    crok_err err = {0};
    CHECK_STATUS(
        crok_hall_subject(CROK_HALL_STATE, "Club 1", table, subject, &err),
        CROK_OK, &err);
    (void)snprintf(want, sizeof want, "crok.Club%%201.state.%s", token);
    assert_string_equal(subject, want);
    assert_true(crok_hall_table_of(subject, back, sizeof back));
    assert_string_equal(back, table);
}

static void names_are_tokens(void **state)
{
    (void)state;
    check_table("1", "1");
    check_table("Tisch_2-a", "Tisch_2-a");
    check_table("a.b", "a%2Eb");
    check_table("*", "%2A");
    check_table("\xc5\x81 50%", "%C5%81%2050%25");
}

static void all_tables_have_a_pattern(void **state)
{
    char subject[CROK_SUBJECT_MAX];
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_hall_subject(CROK_HALL_EVENT, "h", NULL, subject, &err),
                 CROK_OK, &err);
    assert_string_equal(subject, "crok.h.event.*");
}

static void names_that_do_not_fit_are_refused(void **state)
{
    char long_name[CROK_SUBJECT_MAX];
    char subject[CROK_SUBJECT_MAX];
    crok_err err = {0};
    (void)state;
    memset(long_name, '.', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    CHECK_STATUS(crok_hall_subject(CROK_HALL_EVENT, "", "1", subject, &err),
                 CROK_EARG, &err);
    CHECK_STATUS(crok_hall_subject(CROK_HALL_EVENT, "h", "", subject, &err),
                 CROK_EARG, &err);
    CHECK_STATUS(
        crok_hall_subject(CROK_HALL_EVENT, "h", long_name, subject, &err),
        CROK_EARG, &err);
    for (size_t n = 230; n < 256; n++) {
        /* of every length near the limit, the subject fits or is refused */
        memset(long_name, 'x', n);
        long_name[n] = '\0';
        if (crok_hall_subject(CROK_HALL_EVENT, "h", long_name, subject, &err) ==
            CROK_OK)
            assert_int_equal(strlen(subject), n + strlen("crok.h.event."));
        else
            assert_true(n + strlen("crok.h.event.") + 4 > CROK_SUBJECT_MAX);
    }
}

static void other_subjects_have_no_table(void **state)
{
    char out[8];
    (void)state;
    assert_false(crok_hall_table_of("crok", out, sizeof out));
    assert_false(crok_hall_table_of("crok.h.event.", out, sizeof out));
    assert_false(crok_hall_table_of("crok.h.event.a b", out, sizeof out));
    assert_false(crok_hall_table_of("crok.h.event.%2", out, sizeof out));
    assert_false(crok_hall_table_of("crok.h.event.%2e", out, sizeof out));
    assert_false(crok_hall_table_of("crok.h.event.12345678", out, sizeof out));
    assert_true(crok_hall_table_of("crok.h.event.1234567", out, sizeof out));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_tokens),
        cmocka_unit_test(all_tables_have_a_pattern),
        cmocka_unit_test(names_that_do_not_fit_are_refused),
        cmocka_unit_test(other_subjects_have_no_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
