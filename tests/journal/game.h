/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/journal/game.h: recorded matches (tests/rules/matches) to write down,
 * and the folder that records are written to (tests/capture/scratch.h). */
#ifndef CROK_TESTS_JOURNAL_GAME_H
#define CROK_TESTS_JOURNAL_GAME_H

#include "check.h"

#include <cjson/cJSON.h>
#include <stdbool.h>

#include "capture/scratch.h"
#include "journal/journal.h"

/* Two whole matches, and the folder; for cmocka_run_group_tests. Of depot,
 * 101 events, the first round ends with the 26th; of woodestic there are
 * 201. */
extern char *game_depot, *game_woodestic;
int game_set_up(void **state);
int game_tear_down(void **state);

/* The text of a whole match; free with free(). */
char *game_text(const char *preset, size_t *len);

/* Its n-th event, 0 the first; the game's own till the next call. False where
 * the text ends before. */
bool game_event(const char *text, int n, const crok_event **out);

/* The match as crokeye.match/1; free with cJSON_free. */
char *game_match(const crok_match *m);

/* The match after the first n events, folded without any journal. */
char *game_prefix(const char *text, int n);

/* A journal in the folder, opened; the test fails where that fails. */
crok_journal *game_open(const char *name, crok_journal_mode mode);

/* Appends the events from..to-1 of a text. */
void game_append(crok_journal *j, const char *text, int from, int to);

/* Makes a record of version 1 of the format of the first n events: a closed
 * one, or one whose program was killed, with all of them in its write-ahead
 * log. */
void game_old(const char *name, const char *text, int n, bool is_killed);

/* Runs SQL on a record, as another program would; the test fails where that
 * fails. */
void game_sql(const char *name, const char *statement);

/* The bytes of a file in the folder; free with free(). NULL: there is none. */
char *game_bytes(const char *name, size_t *len);
void game_write(const char *name, const void *bytes, size_t len);

/* The record has the first n events, and gives their match. */
void game_check(const crok_journal *j, const char *text, int n);

/* Takes a record away, whatever lies beside it. */
void game_remove(const char *name);

#endif
