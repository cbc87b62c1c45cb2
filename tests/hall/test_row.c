/* SPDX-License-Identifier: Apache-2.0
 *
 * The headers of a row: what is written is read, and the last row says where
 * each record stands. */
#include <string.h>

#include "check.h"
#include "hall/row.h"
#include "listed.h"

static const crok_broker_calls calls = {.header = listed_header};

static crok_status read_list(const char **list, crok_row *out)
{
    const crok_message m = {
        .subject = "crok.h.event.1", .number = 7, .handle = (void *)list};
    crok_err err = {0};
    crok_status st = crok_row_read(&calls, &m, out, &err);
    if (st != CROK_OK)
        assert_non_null(strstr(err.msg, "crok.h.event.1: message 7"));
    return st;
}

static void check_same(const crok_row *a, const crok_row *b)
{
    assert_string_equal(a->at.record, b->at.record);
    assert_int_equal(a->at.seq, b->at.seq);
    assert_int_equal(a->prev, b->prev);
    assert_string_equal(a->run, b->run);
    assert_int_equal(a->n_run, b->n_run);
    assert_int_equal(a->n_before, b->n_before);
    for (int i = 0; i < a->n_before; i++) {
        assert_string_equal(a->before[i].record, b->before[i].record);
        assert_int_equal(a->before[i].seq, b->before[i].seq);
    }
}

/* Write the row and read it again. */
static void check_written(const crok_row *row)
{
    crok_row_headers h;
    crok_row back = {.n_before = 0};
    crok_row_write(row, &h);
    assert_int_equal(read_list(h.list, &back), CROK_OK);
    check_same(row, &back);
}

static void records_follow_each_other(void **state)
{
    crok_row row = {.n_before = 0};
    crok_row other = {.n_before = 0};
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_row_begin(&row, &err), CROK_OK, &err);
    CHECK_STATUS(crok_row_begin(&other, &err), CROK_OK, &err);
    assert_string_not_equal(row.run, other.run);
    assert_int_equal(crok_row_seq_of(&row, "a"), 0);
    row = crok_row_after(&row, "a", 1);
    assert_int_equal(row.n_run, 1);
    assert_int_equal(row.prev, 0);
    assert_int_equal(row.n_before, 0);
    check_written(&row);
    row = crok_row_after(&row, "a", 5);
    assert_int_equal(row.prev, 1);
    row = crok_row_after(&row, "b", 2);
    assert_int_equal(row.prev, 0);
    row = crok_row_after(&row, "c", 3);
    check_written(&row);
    assert_int_equal(crok_row_seq_of(&row, "a"), 5);
    assert_int_equal(crok_row_seq_of(&row, "b"), 2);
    assert_int_equal(crok_row_seq_of(&row, "c"), 3);
    /* the first is gone on with; it is not listed twice */
    row = crok_row_after(&row, "a", 6);
    assert_int_equal(row.prev, 5);
    assert_int_equal(row.n_before, 2);
    assert_string_equal(row.before[0].record, "c");
    assert_string_equal(row.before[1].record, "b");
    check_written(&row);
}

/* The last row of a run is whole where the subject has as many rows as it
 * counts, or more of an earlier run. */
static void run_is_whole_with_all_its_rows(void **state)
{
    crok_row row = {.n_before = 0};
    crok_err err = {0};
    (void)state;
    row = crok_row_after(&row, "a", 1); /* of a version without runs */
    check_written(&(crok_row){.at = {"a", 1}});
    assert_false(crok_row_is_whole(&row, 5));
    CHECK_STATUS(crok_row_begin(&row, &err), CROK_OK, &err);
    row = crok_row_after(&row, "a", 1);
    row = crok_row_after(&row, "a", 2);
    assert_false(crok_row_is_whole(&row, 1));
    assert_true(crok_row_is_whole(&row, 2));
    assert_true(crok_row_is_whole(&row, 3));
}

static void oldest_records_are_forgotten(void **state)
{
    static const char ID[] = "01234567-89ab-cdef-0123-456789abcd%02d";
    crok_row row = {.run = "0123456789abcdef"};
    char id[64];
    (void)state;
    for (int i = 0; i < CROK_ROW_BEFORE_MAX + 5; i++) {
        (void)snprintf(id, sizeof id, ID, i);
        row = crok_row_after(&row, id, 1000000 + i);
    }
    assert_int_equal(row.n_before, CROK_ROW_BEFORE_MAX);
    check_written(&row);
    (void)snprintf(id, sizeof id, ID, 4);
    assert_int_equal(crok_row_seq_of(&row, id), 1000004);
    (void)snprintf(id, sizeof id, ID, 3);
    assert_int_equal(crok_row_seq_of(&row, id), 0);
}

static void other_headers_are_refused(void **state)
{
    static const char *const bad[][5] = {
        /* record, seq, prev, before, run */
        {"a", "2", "1", NULL, ""},
        {"a", "2", "1", NULL, "0123456789abcdef"},
        {"a", "2", "1", NULL, "0123456789abcdef=0"},
        {"a", "2", "1", NULL, "0123456789abcdef=2x"},
        {"a", "2", "1", NULL, "0123456789abcde=2"},
        {"a", "2", "1", NULL, "0123456789abcdefg=2"},
        {"a", "2", "1", NULL, "0123456789ABCDEF=2"},
        {NULL, "1", "0", NULL},
        {"", "1", "0", NULL},
        {"a b", "1", "0", NULL},
        {"a", NULL, "0", NULL},
        {"a", "0", "0", NULL},
        {"a", "1", NULL, NULL},
        {"a", "1", "1", NULL},
        {"a", "2", "-1", NULL},
        {"a", "2x", "1", NULL},
        {"a", "99999999999999999999", "1", NULL},
        {"a", "2", "1", ""},
        {"a", "2", "1", "b"},
        {"a", "2", "1", "b="},
        {"a", "2", "1", "=3"},
        {"a", "2", "1", "b=3;"},
        {"a", "2", "1", "b=3,c=4"},
        {"a", "2", "1", "b=0"},
        {"a", "2", " 1", NULL},
        {"0123456789012345678901234567890123456", "1", "0", NULL},
    };
    static const char *const names[] = {"Crok-Record", "Crok-Seq", "Crok-Prev",
                                        "Crok-Before", "Crok-Run"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *list[11] = {NULL};
        crok_row row = {.n_before = 0};
        int n = 0;
        for (int k = 0; k < 5; k++) {
            if (bad[i][k] == NULL)
                continue;
            list[n++] = names[k];
            list[n++] = bad[i][k];
        }
        assert_int_equal(read_list(list, &row), CROK_EFORMAT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_follow_each_other),
        cmocka_unit_test(run_is_whole_with_all_its_rows),
        cmocka_unit_test(oldest_records_are_forgotten),
        cmocka_unit_test(other_headers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
