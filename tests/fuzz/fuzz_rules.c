/* SPDX-License-Identifier: Apache-2.0
 *
 * Shots, events and rule books from anyone. The first byte says what the rest
 * is: 's' a shot, 'e' events one after another, 'b' a rule book. Beyond "does
 * not fall over", what is accepted must keep the laws: a decision speaks of
 * every disc exactly once, a refused event changes nothing, what is written is
 * read again. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/book_json.h"
#include "rules/log.h"
#include "rules/match_shot.h"
#include "rules/rules_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_decision(const crok_shot *shot, const crok_decision *d)
{
    crok_err err = {0};
    CROK_ASSERT(crok_decision_check(shot, d, &err) == CROK_OK);
    CROK_ASSERT(d->n_remove + d->n_in_play <= 3 * CROK_MAX_DISCS);
}

#define N_BOOKS 6

/* The books, read once: reading them at every input would be most of the
 * fuzzer's time. */
static const crok_book *books(void)
{
    static crok_book book[N_BOOKS];
    crok_err err = {0};
    for (int i = 0; book[N_BOOKS - 1].name[0] == '\0' && i < N_BOOKS; i++)
        CROK_ASSERT(crok_book_preset(crok_preset_name(i), &book[i], NULL,
                                     &err) == CROK_OK);
    return book;
}

static void judge_by_all(const crok_shot *shot)
{
    for (int i = 0; i < N_BOOKS; i++) {
        crok_judgement j;
        crok_judge(&books()[i], shot, &j);
        check_decision(shot, &j.decision);
        if (j.decision.valid == CROK_UNKNOWN) {
            CROK_ASSERT(j.decision.missing != 0 || j.decision.n_close > 0);
            check_decision(shot, &j.if_valid);
            check_decision(shot, &j.if_invalid);
        }
        cJSON_Delete(crok_judgement_to_json(shot, &j));
    }
}

static void fuzz_shot(const char *text, size_t len)
{
    crok_err err = {0};
    cJSON *doc = NULL;
    cJSON *again = NULL;
    crok_shot shot;
    crok_shot second;
    if (crok_json_parse(text, len, "fuzz", &doc, &err) != CROK_OK)
        return;
    if (crok_shot_from_json(doc, "fuzz", &shot, &err) == CROK_OK) {
        judge_by_all(&shot);
        again = crok_shot_to_json(&shot);
        /* Rounding to 0.1 um may push a number out of its range. */
        (void)!crok_shot_from_json(again, "fuzz", &second, &err);
        cJSON_Delete(again);
    }
    cJSON_Delete(doc);
}

static void add_event(crok_log *log, const cJSON *doc)
{
    crok_err err = {0};
    crok_event *e = malloc(sizeof *e);
    int n = log->n;
    char *before = NULL;
    char *after = NULL;
    cJSON *match = NULL;
    if (e == NULL ||
        crok_event_from_json(doc, "fuzz", NULL, e, &err) != CROK_OK) {
        free(e);
        return;
    }
    cJSON_Delete(crok_event_to_json(e));
    match = crok_match_to_json(&log->match);
    before = cJSON_PrintUnformatted(match);
    cJSON_Delete(match);
    if (crok_log_add(log, e, &err) != CROK_OK) {
        match = crok_match_to_json(&log->match);
        after = cJSON_PrintUnformatted(match);
        cJSON_Delete(match);
        CROK_ASSERT(log->n == n && strcmp(before, after) == 0);
    }
    cJSON_free(before);
    cJSON_free(after);
    free(e);
}

static void fuzz_events(const char *text, size_t len)
{
    crok_log log = crok_log_empty();
    const char *at = text;
    while (at < text + len && log.n < 200) {
        const char *end = NULL;
        cJSON *doc =
            cJSON_ParseWithLengthOpts(at, (size_t)(text + len - at), &end, 0);
        if (doc == NULL)
            break;
        add_event(&log, doc);
        cJSON_Delete(doc);
        at = end;
    }
    crok_log_close(&log);
}

static void fuzz_book(const char *text, size_t len)
{
    crok_err err = {0};
    crok_book book;
    crok_book again;
    char *written = NULL;
    cJSON *doc = NULL;
    if (crok_book_parse(text, len, "fuzz", &book, NULL, &err) != CROK_OK)
        return;
    doc = crok_book_to_json(&book);
    written = cJSON_PrintUnformatted(doc);
    CROK_ASSERT(crok_book_parse(written, strlen(written), "again", &again, NULL,
                                &err) == CROK_OK);
    CROK_ASSERT(memcmp(&book, &again, sizeof book) == 0);
    cJSON_free(written);
    cJSON_Delete(doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data + 1;
    if (size < 2)
        return 0;
    if (data[0] == 's')
        fuzz_shot(text, size - 1);
    else if (data[0] == 'e')
        fuzz_events(text, size - 1);
    else if (data[0] == 'b')
        fuzz_book(text, size - 1);
    return 0;
}
