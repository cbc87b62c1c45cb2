/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/game.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/file.h"
#include "rules/book_json.h"
#include "rules/rules_json.h"

char *game_depot, *game_woodestic;

int game_set_up(void **state)
{
    size_t len = 0;
    game_depot = game_text("depot", &len);
    game_woodestic = game_text("woodestic", &len);
    return scratch_make(state);
}

int game_tear_down(void **state)
{
    free(game_depot);
    free(game_woodestic);
    return scratch_remove(state);
}

char *game_text(const char *preset, size_t *len)
{
    char path[512];
    char *bytes = NULL;
    char *text = NULL;
    crok_err err = {0};
    (void)snprintf(path, sizeof path, "%s/tests/rules/matches/%s.ndjson",
                   CROK_ROOT, preset);
    CHECK_STATUS(crok_file_read(path, 1 << 20, &bytes, len, &err), CROK_OK,
                 &err);
    text = realloc(bytes, *len + 1);
    assert_non_null(text);
    text[*len] = '\0';
    return text;
}

bool game_event(const char *text, int n, const crok_event **out)
{
    static crok_event e;
    crok_err err = {0};
    cJSON *doc = NULL;
    for (int i = 0; i < n && text != NULL; i++) {
        text = strchr(text, '\n');
        text = text == NULL ? NULL : text + 1;
    }
    if (text == NULL || *text == '\0')
        return false;
    doc = cJSON_ParseWithOpts(text, NULL, 0);
    CHECK_STATUS(crok_event_from_json(doc, "game", NULL, &e, &err), CROK_OK,
                 &err);
    cJSON_Delete(doc);
    *out = &e;
    return true;
}

char *game_match(const crok_match *m)
{
    cJSON *doc = crok_match_to_json(m);
    char *text = cJSON_PrintUnformatted(doc);
    cJSON_Delete(doc);
    return text;
}

char *game_prefix(const char *text, int n)
{
    crok_log log = crok_log_empty();
    const crok_event *e = NULL;
    char *match = NULL;
    for (int i = 0; i < n; i++) {
        assert_true(game_event(text, i, &e));
        assert_int_equal(crok_log_add(&log, e, NULL), CROK_OK);
    }
    match = game_match(&log.match);
    crok_log_close(&log);
    return match;
}

crok_journal *game_open(const char *name, crok_journal_mode mode)
{
    crok_journal *j = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_journal_open(scratch_file(name), mode, &j, &err), CROK_OK,
                 &err);
    return j;
}

void game_append(crok_journal *j, const char *text, int from, int to)
{
    crok_err err = {0};
    const crok_event *e = NULL;
    for (int i = from; i < to && game_event(text, i, &e); i++)
        CHECK_STATUS(crok_journal_append(j, e, CROK_SEQ_ANY, &err), CROK_OK,
                     &err);
}

void game_remove(const char *name)
{
    static const char *const with[] = {"", "-wal", "-shm", "-lock"};
    char path[512];
    for (int i = 0; i < 4; i++) {
        (void)snprintf(path, sizeof path, "%s%s", scratch_file(name), with[i]);
        (void)unlink(path);
    }
}
