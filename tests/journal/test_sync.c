/* SPDX-License-Identifier: Apache-2.0
 *
 * A kill leaves what was written in the kernel's hands; a power cut does not.
 * So: nothing is confirmed that was not synced, and a sync that fails is no
 * confirmation. */
#include "journal/game.h"

#include <stdlib.h>

#include "journal/sync_vfs.h"

static void every_event_is_synced_before_it_is_confirmed(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    static const crok_picture_key key = {7, true, 3};
    crok_err err = {0};
    (void)state;
    for (int i = 0; i < 101; i++) {
        int before = sync_vfs.n;
        game_append(j, game_depot, i, i + 1);
        assert_true(sync_vfs.n > before);
    }
    sync_vfs.n = 0;
    CHECK_STATUS(crok_journal_put_picture(j, &key, "png", 3, &err), CROK_OK,
                 &err);
    assert_true(sync_vfs.n > 0);
    crok_journal_close(&j);
    game_remove("a");
}

static void an_event_that_was_not_synced_is_not_confirmed(void **state)
{
    crok_journal *j = game_open("a", CROK_JOURNAL_WRITE);
    char *want = NULL;
    char *got = NULL;
    (void)state;
    for (int i = 0; i < 101; i++) {
        crok_err err = {0};
        const crok_event *e = NULL;
        assert_true(game_event(game_depot, i, &e));
        sync_vfs.fail = true;
        CHECK_STATUS(crok_journal_append(j, e, i, &err), CROK_EIO, &err);
        sync_vfs.fail = false;
        assert_int_equal(crok_journal_seq(j), i);
        CHECK_STATUS(crok_journal_append(j, e, i, &err), CROK_OK, &err);
    }
    crok_journal_close(&j);
    j = game_open("a", CROK_JOURNAL_READ);
    want = game_prefix(game_depot, 101);
    got = game_match(crok_journal_match(j));
    assert_string_equal(want, got);
    cJSON_free(want);
    cJSON_free(got);
    crok_journal_close(&j);
    game_remove("a");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event_is_synced_before_it_is_confirmed),
        cmocka_unit_test(an_event_that_was_not_synced_is_not_confirmed),
    };
    sync_vfs_install();
    return cmocka_run_group_tests(tests, game_set_up, game_tear_down);
}
