/* SPDX-License-Identifier: Apache-2.0
 *
 * What is tested here is that this program was built: CMakeLists.txt compiles
 * every header of src alone into it. */
#include "check.h"

static void headers_were_found(void **state)
{
    (void)state;
    print_message("%d headers, each alone as C11 and C++17\n", N_HEADERS);
    assert_true(N_HEADERS > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_were_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
