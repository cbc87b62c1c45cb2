/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "check.h"
#include "core/path.h"

/* Checks a text that the caller owns, and frees it. */
static void check_owned(char *got, const char *want)
{
    assert_non_null(got);
    assert_string_equal(got, want);
    free(got);
}

static void a_name_stands_behind_the_last_slash(void **state)
{
    (void)state;
    assert_string_equal(crok_path_name("a"), "a");
    assert_string_equal(crok_path_name("/a/b.c"), "b.c");
    assert_string_equal(crok_path_name("a/"), "");
    assert_string_equal(crok_path_name(""), "");
}

static void a_folder_ends_with_its_slash(void **state)
{
    (void)state;
    check_owned(crok_path_folder("a"), ".");
    check_owned(crok_path_folder("/a"), "/");
    check_owned(crok_path_folder("a/b/c"), "a/b/");
}

static void a_name_is_seen_from_the_file_that_has_it(void **state)
{
    (void)state;
    check_owned(crok_path_beside("day/hall.conf", "1.db"), "day/1.db");
    check_owned(crok_path_beside("hall.conf", "1.db"), "1.db");
    check_owned(crok_path_beside("day/hall.conf", "/1.db"), "/1.db");
    check_owned(crok_path_beside("/hall.conf", "../1.db"), "/../1.db");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_stands_behind_the_last_slash),
        cmocka_unit_test(a_folder_ends_with_its_slash),
        cmocka_unit_test(a_name_is_seen_from_the_file_that_has_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
