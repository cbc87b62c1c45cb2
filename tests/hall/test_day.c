/* SPDX-License-Identifier: Apache-2.0
 *
 * A day from its rows: which are taken, which pairing a match gets, what is
 * corrected, how players are ranked, and what the sheets have. */
#include "check.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "hall/day_document.h"
#include "hall/sheets.h"
#include "hall/standings.h"

#define RECORD "0a1b2c3d-0000-4000-8000-00000000000"

/* ---- rows ---- */

/* One record of a table, to which events are written. */
typedef struct writer {
    crok_day *day;
    const char *table;
    char record[CROK_RECORD_ID];
    long seq;
    char line[2048]; /* the last one */
} writer;

static crok_day *new_day(void)
{
    crok_day_settings s = {.tournament = "Open",
                           .division = "Competitive-Fingers"};
    crok_day *day = crok_day_new(&s);
    assert_non_null(day);
    return day;
}

static writer at_table(crok_day *day, const char *table, char record)
{
    writer w = {.day = day, .table = table};
    (void)snprintf(w.record, sizeof w.record, "%s%c", RECORD, record);
    return w;
}

static crok_day_took give(writer *w, long seq, long prev, crok_err *err)
{
    const crok_day_row row = {w->table, w->record, seq,
                              prev,     w->line,   strlen(w->line)};
    crok_day_took took = CROK_DAY_NEW;
    CHECK_STATUS(crok_day_take(w->day, &row, &took, err), CROK_OK, err);
    return took;
}

/* Write the next event; the fields after its type are given. */
static void put(writer *w, const char *fmt, ...) CROK_PRINTF(2, 3);

static void put(writer *w, const char *fmt, ...)
{
    char fields[1600];
    crok_err err = {0};
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(fields, sizeof fields, fmt, args);
    va_end(args);
    (void)snprintf(w->line, sizeof w->line,
                   "{\"schema\":\"crokeye.event/1\",\"seq\":%ld,"
                   "\"time\":\"2026-05-02T10:%02ld:%02ldZ\",\"type\":%s}",
                   w->seq + 1, w->seq / 60, w->seq % 60, fields);
    if (give(w, w->seq + 1, w->seq, &err) != CROK_DAY_NEW)
        fail_msg("%s: %s", w->line, err.msg);
    w->seq++;
}

static void start_by(writer *w, const char *rules, const char *a, const char *b,
                     const char *more)
{
    put(w,
        "\"match_start\",\"rules\":%s,\"sides\":[{\"side\":"
        "\"black\"},{\"side\":\"white\"}],\"seats\":[{\"seat\":0,\"side\":"
        "\"black\",\"player\":\"%s\"},{\"seat\":2,\"side\":\"white\","
        "\"player\":\"%s\"}],\"first_seat\":0%s",
        rules, a, b, more);
}

static void start(writer *w, const char *a, const char *b, const char *more)
{
    start_by(w, "\"tournament\"", a, b, more);
}

/* A round of two totals without 20s but those given. */
static void count(writer *w, int a, int b, int twenties_a, int twenties_b)
{
    put(w,
        "\"round_count\",\"final\":true,\"sides\":[{\"side\":\"black\","
        "\"total\":%d,\"20\":%d},{\"side\":\"white\",\"total\":%d,\"20\":%d}]",
        a, twenties_a, b, twenties_b);
}

/* A match of four rounds: `won` of them are black's, the others white's, and
 * black has a number of 20s in the first. */
static void play(writer *w, const char *a, const char *b, int won, int twenties)
{
    start(w, a, b, "");
    for (int i = 0; i < 4; i++)
        count(w, i < won ? 100 : 40, i < won ? 40 : 100, i == 0 ? twenties : 0,
              0);
}

static void pair(crok_day *day, const char *text)
{
    crok_pairings p = {0};
    crok_err err = {0};
    CHECK_STATUS(
        crok_pairings_read(text, strlen(text), "p.csv", false, &p, &err),
        CROK_OK, &err);
    assert_int_equal(p.n_faults, 0);
    crok_day_set_pairings(day, &p);
    assert_null(p.list);
}

/* ---- what comes out ---- */

static cJSON *document(const crok_day *day)
{
    char *text = crok_day_document(day, &(crok_hall_contact){0});
    cJSON *doc = NULL;
    assert_non_null(text);
    doc = cJSON_Parse(text);
    assert_non_null(doc);
    cJSON_free(text);
    return doc;
}

static const char *text_of(const cJSON *obj, const char *name)
{
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(obj, name));
    return text == NULL ? "null" : text;
}

/* The state, stage and table of each match of the document, a line each. */
static void check_matches(const crok_day *day, const char *want)
{
    cJSON *doc = document(day);
    const cJSON *row = NULL;
    char got[2048] = "";
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(doc, "matches"))
    {
        const cJSON *side = NULL;
        size_t n = strlen(got);
        (void)snprintf(got + n, sizeof got - n,
                       "%s %s %s:", text_of(row, "table"),
                       text_of(row, "stage"), text_of(row, "state"));
        cJSON_ArrayForEach(side, cJSON_GetObjectItemCaseSensitive(row, "sides"))
        {
            const cJSON *points =
                cJSON_GetObjectItemCaseSensitive(side, "points");
            n = strlen(got);
            (void)snprintf(got + n, sizeof got - n, " %s %d",
                           text_of(side, "name"),
                           cJSON_IsNumber(points) ? points->valueint : -1);
        }
        n = strlen(got);
        (void)snprintf(got + n, sizeof got - n, "\n");
    }
    assert_string_equal(got, want);
    cJSON_Delete(doc);
}

/* Rank, name, games, points and 20s of the stages, or of the final ranking. */
static void check_standings(const crok_day *day, const char *want)
{
    crok_standings s = {0};
    crok_err err = {0};
    char got[2048] = "";
    CHECK_STATUS(crok_standings_of(day, &s, &err), CROK_OK, &err);
    for (int i = 0; i < s.n; i++)
        for (int k = 0; k < s.stages[i].n; k++) {
            const crok_standing *r = &s.stages[i].rows[k];
            size_t n = strlen(got);
            (void)snprintf(got + n, sizeof got - n, "%s/%s %d %s %d %d %d\n",
                           s.stages[i].stage, s.stages[i].pool, r->rank,
                           r->name, r->games, r->points, r->twenties);
        }
    for (int i = 0; s.is_over && i < s.n_ranking; i++) {
        size_t n = strlen(got);
        (void)snprintf(got + n, sizeof got - n, "%d %s\n", s.ranking[i].rank,
                       s.ranking[i].name);
    }
    crok_standings_free(&s);
    assert_string_equal(got, want);
}

static char *sheet(const crok_day *day,
                   crok_status (*make)(const crok_day *, char **, crok_err *))
{
    char *text = NULL;
    crok_err err = {0};
    CHECK_STATUS(make(day, &text, &err), CROK_OK, &err);
    return text;
}

static void check_has(char *text, const char *words, bool wanted)
{
    if ((strstr(text, words) != NULL) != wanted)
        fail_msg("%s: %s\n%s", wanted ? "is missing" : "is there", words, text);
}

/* ---- which rows are taken ---- */

static void a_row_is_taken_once_and_in_order(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    char first[sizeof w.line];
    crok_err err = {0};
    (void)state;
    start(&w, "Ann", "Bob", "");
    memcpy(first, w.line, sizeof first);
    count(&w, 40, 20, 0, 0);
    assert_int_equal(give(&w, 2, 1, &err), CROK_DAY_KNOWN);
    count(&w, 40, 20, 0, 0);
    assert_int_equal(crok_day_last(day, "1", w.record), 3);
    assert_int_equal(crok_day_last(day, "2", w.record), 0);

    memcpy(w.line, first, sizeof first);
    assert_int_equal(give(&w, 1, 0, &err), CROK_DAY_KNOWN);
    assert_int_equal(give(&w, 2, 1, &err), CROK_DAY_DIFFERS);
    assert_non_null(strstr(err.msg, "event 2"));
    assert_int_equal(give(&w, 9, 8, &err), CROK_DAY_GAP);
    assert_non_null(strstr(err.msg, "the last one here is 3"));
    check_matches(day, "1 Prelim playing: Ann 4 Bob 0\n");

    /* seq may have gaps, if prev says so */
    count(&w, 40, 20, 0, 0);
    crok_day_forget(day);
    assert_int_equal(crok_day_last(day, "1", w.record), 0);
    crok_day_free(&day);
    assert_null(day);
    crok_day_free(&day);
}

static void a_row_that_does_not_fit_ends_its_record(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    writer other = at_table(day, "2", 'b');
    crok_err err = {0};
    (void)state;
    start(&w, "Ann", "Bob", "");
    count(&w, 40, 20, 0, 0);
    (void)snprintf(w.line, sizeof w.line, "no event");
    assert_int_equal(give(&w, 3, 2, &err), CROK_DAY_SPOILT);
    assert_non_null(strstr(err.msg, "table 1"));
    (void)snprintf(w.line, sizeof w.line, "also none");
    assert_int_equal(give(&w, 4, 2, &err), CROK_DAY_SPOILT);
    start(&other, "Cy", "Di", "");
    check_matches(day, "1 Prelim playing: Ann 2 Bob 0\n"
                       "2 Prelim playing: Cy 0 Di 0\n");
    crok_day_free(&day);
}

static void a_row_with_impossible_numbers_is_refused(void **state)
{
    static const crok_day_row rows[] = {
        {"1", "", 1, 0, "{}", 2},
        {"1", "0123456789012345678901234567890123456", 1, 0, "{}", 2},
        {"1", "a", 0, 0, "{}", 2},
        {"1", "a", 1, 1, "{}", 2},
        {"1", "a", 1, -1, "{}", 2},
        {"a table's name that is longer than 47 bytes, too long", "a", 1, 0,
         "{}", 2}};
    crok_day *day = new_day();
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        crok_day_took took = CROK_DAY_NEW;
        crok_err err = {0};
        CHECK_STATUS(crok_day_take(day, &rows[i], &took, &err), CROK_EARG,
                     &err);
    }
    crok_day_free(&day);
}

static void a_record_of_two_tables_counts_once(void **state)
{
    crok_day *day = new_day();
    writer one = at_table(day, "1", 'a');
    writer two = at_table(day, "2", 'a');
    int n = 0;
    (void)state;
    for (int i = 0; i < 2; i++) {
        writer *w = i == 0 ? &one : &two;
        start(w, "Ann", "Bob", "");
        count(w, 40, 20, 0, 0);
        put(w, "\"undo\",\"of\":2");
    }
    check_matches(day, "1 Prelim playing: Ann 0 Bob 0\n");
    count(&two, 20, 40, 0, 0);
    check_matches(day, "2 Prelim playing: Ann 0 Bob 2\n");
    (void)crok_day_corrections(day, &n);
    assert_int_equal(n, 1);
    crok_day_free(&day);
}

/* The record of a table on this machine, while its table goes on. */
static void a_record_is_read_on_while_it_grows(void **state)
{
    static const char begun[] =
        "{\"schema\":\"crokeye.event/1\",\"seq\":3,\"time\":"
        "\"2026-05-02T10:00:00Z\",\"type\":\"match_start\",\"rules\":"
        "\"tournament\",\"table\":\"7\",\"sides\":[{\"side\":\"black\"},{"
        "\"side\":\"white\"}],\"seats\":[{\"seat\":0,\"side\":\"black\","
        "\"player\":\"Ann\"},{\"seat\":2,\"side\":\"white\",\"player\":"
        "\"Bob\"}],\"first_seat\":0}";
    static const crok_event end = {.time = "2026-05-02T11:00:00Z",
                                   .type = CROK_EVENT_CONCEDE,
                                   .u.concede.side = "white"};
    char folder[] = "/tmp/crok-day-XXXXXX";
    char path[64];
    crok_day *day = new_day();
    crok_journal *writing = NULL;
    crok_journal *reading = NULL;
    crok_err err = {0};
    (void)state;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/a.db", folder);
    CHECK_STATUS(crok_journal_open(path, CROK_JOURNAL_WRITE, &writing, &err),
                 CROK_OK, &err);
    CHECK_STATUS(
        crok_journal_import(writing, "t", begun, sizeof begun - 1, &err),
        CROK_OK, &err);
    CHECK_STATUS(crok_journal_open(path, CROK_JOURNAL_READ, &reading, &err),
                 CROK_OK, &err);
    CHECK_STATUS(crok_day_take_journal(day, "", reading, &err), CROK_OK, &err);
    check_matches(day, "7 Prelim playing: Ann 0 Bob 0\n");
    CHECK_STATUS(crok_journal_append(writing, &end, 3, &err), CROK_OK, &err);
    CHECK_STATUS(crok_day_take_journal(day, "", reading, &err), CROK_OK, &err);
    CHECK_STATUS(crok_day_take_journal(day, "", reading, &err), CROK_OK, &err);
    check_matches(day, "7 Prelim over: Ann 8 Bob 0\n");
    crok_journal_close(&reading);
    crok_journal_close(&writing);
    crok_day_free(&day);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* ---- pairings ---- */

/* The list of a table ends in this text, behind what the director has set. */
static void check_next(const crok_day *day, const char *table, const char *end)
{
    char want[1024];
    char *text = crok_day_next_document(day, table);
    (void)snprintf(want, sizeof want,
                   "{\"schema\":\"crokeye.next/1\",\"table\":\"%s\","
                   "\"tournament\":\"Open\",\"division\":"
                   "\"Competitive-Fingers\",%s",
                   table, end);
    assert_string_equal(text, want);
    cJSON_free(text);
}

/* So a table that goes on without the hall knows which of its matches the list
 * leaves out. */
static void the_next_matches_say_what_the_day_knows(void **state)
{
    static const char BOTH[] = "\"matches\":[{\"stage\":\"\",\"pool\":\"\","
                               "\"game\":\"\",\"time\":\"\",\"sides\":"
                               "[[\"Ann\"],[\"Bob\"]]}],\"known\":[";
    char want[512];
    crok_day *day = new_day();
    writer one = at_table(day, "1", 'a');
    writer two = at_table(day, "1", 'b');
    writer other = at_table(day, "2", 'c');
    (void)state;
    pair(day, "Table,P1,P2\n1,Ann,Bob\n");
    (void)snprintf(want, sizeof want, "%s]}", BOTH);
    check_next(day, "1", want);
    start(&other, "Cy", "Di", "");
    start(&one, "Cy", "Di", "");
    put(&one, "\"match_end\"");
    start(&one, "Ann", "Bob", "");
    put(&one, "\"match_end\""); /* broken off: it is to be played */
    (void)snprintf(want, sizeof want,
                   "%s{\"record\":\"" RECORD "a\",\"seq\":3}]}", BOTH);
    check_next(day, "1", want);
    put(&one, "\"undo\",\"of\":4");
    put(&one, "\"undo\",\"of\":3");
    start(&two, "Eve", "Flo", "");
    (void)snprintf(want, sizeof want,
                   "%s{\"record\":\"" RECORD "a\",\"seq\":1},"
                   "{\"record\":\"" RECORD "b\",\"seq\":1}]}",
                   BOTH);
    check_next(day, "1", want);
    crok_day_free(&day);
}

static void a_match_gets_the_pairing_of_its_players(void **state)
{
    crok_day *day = new_day();
    writer one = at_table(day, "1", 'a');
    writer two = at_table(day, "2", 'b');
    const crok_pairing *next = NULL;
    crok_err err = {0};
    (void)state;
    pair(day, "Table,P1,P2,Stage,Pool,Game,Time\n"
              "1,Ann  Lee,Bob,prelim,X,1,9:00\n"
              "2,Cy,Zo\xc3\xab,Prelim,X,1,9:00\n"
              "1,Ann Lee,Cy,Prelim,X,2,9:30\n"
              ",Bob,Zo\xc3\xab,Prelim,X,2,9:30\n");
    CHECK_STATUS(crok_day_next(day, " 1", &next, &err), CROK_OK, &err);
    assert_int_equal(next->line, 2);
    play(&one, "BOB", "ann lee", 3, 2);
    start(&two, "ZOE\xcc\x88", " cy ", ""); /* E and a combining diaeresis */
    check_matches(day, "1 Prelim over: Ann Lee 2 Bob 6\n"
                       "2 Prelim playing: Cy 0 Zo\xc3\xab 0\n"
                       "1 Prelim waiting: Ann Lee -1 Cy -1\n"
                       "null Prelim waiting: Bob -1 Zo\xc3\xab -1\n");
    CHECK_STATUS(crok_day_next(day, "1", &next, &err), CROK_OK, &err);
    assert_int_equal(next->line, 4);
    check_next(day, "1",
               "\"matches\":[{\"stage\":\"Prelim\",\"pool\":\"X\",\"game\":"
               "\"2\",\"time\":\"9:30\",\"sides\":[[\"Ann Lee\"],[\"Cy\"]]}],"
               "\"known\":[{\"record\":\"" RECORD "a\",\"seq\":1}]}");
    CHECK_STATUS(crok_day_next(day, "2", &next, &err), CROK_OK, &err);
    assert_null(next);
    play(&one, "Zo\xc3\xab", "Bob", 4, 0);
    check_matches(day, "1 Prelim over: Ann Lee 2 Bob 6\n"
                       "2 Prelim playing: Cy 0 Zo\xc3\xab 0\n"
                       "1 Prelim waiting: Ann Lee -1 Cy -1\n"
                       "1 Prelim over: Bob 0 Zo\xc3\xab 8\n");
    crok_day_free(&day);
}

/* What phones and office programs write in place of a space, an apostrophe, a
 * hyphen, and what nobody sees. Results have the spelling of the pairings. */
static void names_that_look_the_same_are_the_same(void **state)
{
    static const char *const typed[][2] = {
        {"O'Neil", "Al-B"},
        {"o\xe2\x80\x99neil", "Al\xe2\x80\x91\x42"},
        {"O\xc2\xb4Neil", "\xc2\xa0"
                          "Al-B\xc2\xa0"},
        {"O`Neil", "Al-\xe2\x80\x8b"
                   "B"},
        {"O\xca\xbcNeil", "Al\xe2\x80\x93"
                          "B\xe2\x80\x8d"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        crok_day *day = new_day();
        writer w = at_table(day, "1", 'a');
        char *text = NULL;
        pair(day, "P1,P2\n\xc2\xa0O\xe2\x80\x99Neil\xe2\x80\x8b,Al-B\n");
        play(&w, typed[i][0], typed[i][1], 4, 0);
        check_matches(day, "1 Prelim over: O\xe2\x80\x99Neil 8 Al-B 0\n");
        text = sheet(day, crok_sheet_matches);
        check_has(text, ",O\xe2\x80\x99Neil,Al-B,", true);
        free(text);
        crok_day_free(&day);
    }
}

static void a_name_without_its_hyphen_is_another_one(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    (void)state;
    pair(day, "P1,P2\nO\xe2\x80\x99Neil,Al-B\n");
    play(&w, "ONeil", "Al B", 4, 0);
    check_matches(day, "null Prelim waiting: O\xe2\x80\x99Neil -1 Al-B -1\n"
                       "1 Prelim over: ONeil 8 Al B 0\n");
    crok_day_free(&day);
}

/* The same players meet in several pairings. */
static void stage_table_time_and_order_tell_pairings_apart(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "2", 'a');
    (void)state;
    pair(day, "Table,P1,P2,Stage,Game,Time\n"
              "1,Ann,Bob,Prelim,2,14:00\n"
              "1,Ann,Bob,Prelim,1,9:00\n"
              "2,Ann,Bob,Power Pool,1,15:00\n"
              "1,Ann,Bob,Final,1,16:00\n");
    start(&w, "Ann", "Bob", ",\"stage\":\"final\"");
    check_matches(day, "1 Prelim waiting: Ann -1 Bob -1\n"
                       "1 Prelim waiting: Ann -1 Bob -1\n"
                       "2 Power Pool waiting: Ann -1 Bob -1\n"
                       "1 Final playing: Ann 0 Bob 0\n");
    count(&w, 60, 20, 0, 0);
    put(&w, "\"match_end\"");
    play(&w, "Ann", "Bob", 4, 0);
    check_matches(day, "1 Prelim waiting: Ann -1 Bob -1\n"
                       "1 Prelim waiting: Ann -1 Bob -1\n"
                       "2 Power Pool over: Ann 8 Bob 0\n"
                       "1 Final over: Ann 2 Bob 0\n");
    play(&w, "Ann", "Bob", 3, 0);
    check_matches(day, "1 Prelim waiting: Ann -1 Bob -1\n"
                       "1 Prelim over: Ann 6 Bob 2\n"
                       "2 Power Pool over: Ann 8 Bob 0\n"
                       "1 Final over: Ann 2 Bob 0\n");
    crok_day_free(&day);
}

/* As the console starts a match of the day's list. */
static void a_match_names_its_game_and_its_pool(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    (void)state;
    pair(day, "Table,P1,P2,Stage,Pool,Game,Time\n"
              "1,Ann,Bob,Prelim,A,1,9:00\n"
              "1,Ann,Bob,Prelim,B,2,10:00\n"
              "1,Ann,Bob,Prelim,A,3,11:00\n");
    start(&w, "Ann", "Bob",
          ",\"stage\":\"Prelim\",\"pool\":\"B\",\"game\":\"3\"");
    check_matches(day, "1 Prelim waiting: Ann -1 Bob -1\n"
                       "1 Prelim waiting: Ann -1 Bob -1\n"
                       "1 Prelim playing: Ann 0 Bob 0\n");
    count(&w, 60, 20, 0, 0);
    put(&w, "\"match_end\"");
    start(&w, "Bob", "Ann", ",\"pool\":\"b\"");
    check_matches(day, "1 Prelim waiting: Ann -1 Bob -1\n"
                       "1 Prelim playing: Ann 0 Bob 0\n"
                       "1 Prelim over: Ann 2 Bob 0\n");
    crok_day_free(&day);
}

static void a_match_broken_off_gives_way_to_its_repetition(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    char *faults = NULL;
    (void)state;
    pair(day, "Table,P1,P2\n1,Ann,Bob\n");
    start(&w, "Ann", "Bob", "");
    put(&w, "\"match_end\"");
    check_matches(day, "1 Prelim waiting: Ann -1 Bob -1\n"
                       "1 Prelim over: Ann 0 Bob 0\n");
    start(&w, "Ann", "Bob", "");
    count(&w, 60, 20, 0, 0);
    put(&w, "\"match_end\"");
    play(&w, "Bob", "Ann", 4, 0);
    check_matches(day, "1 Prelim over: Ann 0 Bob 8\n"
                       "1 Prelim over: Ann 0 Bob 0\n"
                       "1 Prelim over: Ann 2 Bob 0\n");
    check_standings(day, "Prelim/A 1 Bob 1 8 0\nPrelim/A 2 Ann 1 0 0\n"
                         "1 Bob\n2 Ann\n");
    faults = sheet(day, crok_sheet_faults);
    check_has(faults, "broken off before a round had ended", true);
    check_has(faults, "broken off, and is in no pairing that is left", true);
    free(faults);
    crok_day_free(&day);
}

/* Check that the faults of the sheets and those of the matches have the words,
 * or have them not. */
static void check_fault(const crok_day *day, const char *words, bool wanted)
{
    char *text = sheet(day, crok_sheet_faults);
    check_has(text, words, wanted);
    free(text);
    text = sheet(day, crok_left_out_faults);
    check_has(text, words, wanted);
    free(text);
}

static void a_match_in_no_pairing_needs_a_stage_that_has_none(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    (void)state;
    play(&w, "Ann", "Cy", 4, 0);
    check_standings(day, "Prelim/A 1 Ann 1 8 0\nPrelim/A 2 Cy 1 0 0\n");
    pair(day, "P1,P2\nAnn,Bob\nCy,Bob\n");
    check_standings(day, "");
    check_fault(day,
                "Table 1, Ann - Cy, Prelim: no pairing of this stage has its "
                "players: it counts only with a further line",
                true);
    put(&w, "\"match_info\",\"stage\":\"Power pool\"");
    check_standings(day, "Power Pool/A 1 Ann 1 8 0\nPower Pool/A 2 Cy 1 0 0\n");
    check_fault(day, "Ann - Cy", false);
    crok_day_free(&day);
}

/* Two tables have a match of the same players, for one line of the pairings. */
static void a_further_match_of_a_pairing_does_not_count(void **state)
{
    crok_day_settings s = {.tournament = "Open", .division = "A-B"};
    crok_day *day = new_day();
    writer one = at_table(day, "1", 'a');
    writer two = at_table(day, "2", 'b');
    (void)state;
    pair(day, "Table,P1,P2,Stage\n1,Ann,Bob,Prelim\n");
    play(&one, "Ann", "Bob", 3, 0);
    start(&two, "Ann", "Bob", ",\"stage\":\"Prelim\"");
    for (int i = 0; i < 4; i++)
        count(&two, 40, 100, 0, 0);
    check_standings(day, "Prelim/A 1 Ann 1 6 0\nPrelim/A 2 Bob 1 2 0\n"
                         "1 Ann\n2 Bob\n");
    check_fault(day,
                "Table 2, Ann - Bob, Prelim: line 2 of the pairings has been "
                "played already, at table 1: it counts only with a further "
                "line in the pairings.",
                true);
    pair(day, "Table,P1,P2,Stage\n1,Ann,Bob,Prelim\n2,Ann,Bob,Prelim\n");
    check_standings(day, "Prelim/A 1 Bob 2 10 0\nPrelim/A 2 Ann 2 6 0\n"
                         "1 Bob\n2 Ann\n");
    check_fault(day, "Ann - Bob", false);
    pair(day, "Table,P1,P2,Stage\n1,Ann,Bob,Prelim\n");
    s.count_unpaired = true;
    crok_day_set(day, &s);
    check_standings(day, "Prelim/A 1 Bob 2 10 0\nPrelim/A 2 Ann 2 6 0\n"
                         "1 Bob\n2 Ann\n");
    crok_day_free(&day);
}

/* An export that was imported has another id; then one of them goes on. */
static void a_record_that_was_imported_anew_counts_once(void **state)
{
    crok_day *day = new_day();
    writer one = at_table(day, "1", 'a');
    writer two = at_table(day, "2", 'b');
    int n = 0;
    (void)state;
    for (int i = 0; i < 2; i++) {
        writer *w = i == 0 ? &one : &two;
        play(w, "Ann", "Bob", 3, 0);
        put(w, "\"round_count\",\"of\":2,\"final\":true,\"sides\":[{\"side\":"
               "\"black\",\"total\":50},{\"side\":\"white\",\"total\":50}]");
    }
    check_standings(day, "Prelim/A 1 Ann 1 5 0\nPrelim/A 2 Bob 1 3 0\n");
    check_fault(day,
                "Table 2, Ann - Bob, Prelim: the same match is in record "
                "0a1b2c3d-0000-4000-8000-00000000000a, too",
                true);
    (void)crok_day_corrections(day, &n);
    assert_int_equal(n, 1);
    pair(day, "Table,P1,P2\n2,ann,Bob\n");
    start(&one, "Cy", "Di", "");
    put(&two, "\"round_count\",\"of\":3,\"final\":true,\"sides\":[{\"side\":"
              "\"black\",\"total\":50},{\"side\":\"white\",\"total\":50}]");
    check_standings(day, "Prelim/A 1 ann 1 4 0\nPrelim/A 1 Bob 1 4 0\n"
                         "1 ann\n1 Bob\n");
    check_fault(day,
                "Table 1, ann - Bob, Prelim: the same match is in record "
                "0a1b2c3d-0000-4000-8000-00000000000b, too",
                true);
    crok_day_free(&day);
}

static void a_name_in_no_pairing_makes_no_new_player(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "2", 'a');
    (void)state;
    pair(day, "Table,P1,P2,Stage\n1,Cy D\xc3\xb4le,Ann,Prelim\n"
              "2,Ann,Bob,Prelim\n2,Cy D\xc3\xb4le,Bob,Prelim\n");
    start(&w, "Bob", "Cy Doel", ",\"stage\":\"Prelim\"");
    check_fault(day,
                "Table 2, Bob - Cy Doel, Prelim: Cy Doel is in no pairing; is "
                "Cy D\xc3\xb4le meant?",
                true);
    for (int i = 0; i < 4; i++)
        count(&w, 100, 40, 0, 0);
    play(&w, "Ann", "Bob", 2, 0);
    check_fault(day, "Cy Doel is in no pairing; is Cy D\xc3\xb4le meant?",
                true);
    check_standings(day, "Prelim/A 1 Ann 1 4 0\nPrelim/A 1 Bob 1 4 0\n");
    play(&w, "Zoe", "Max", 2, 0);
    check_fault(day, "Zoe and Max are in no pairing: it counts only with",
                true);
    put(&w, "\"match_info\",\"after\":5,\"seats\":[{\"seat\":2,"
            "\"player\":\"Cy D\xc3\xb4le\"}]");
    check_fault(day, "Doel", false);
    crok_day_free(&day);
}

/* Nobody knows which matches count; those that were read last still hold. */
static void pairings_that_cannot_be_read_are_told(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    cJSON *doc = NULL;
    char *text = NULL;
    (void)state;
    play(&w, "Ann", "Bob", 3, 0);
    crok_day_miss_pairings(day, "p.csv:3: is not UTF-8");
    check_standings(day, "");
    check_fault(day, "the pairings cannot be read", true);
    text = crok_day_document(day, &(crok_hall_contact){0});
    assert_non_null(text);
    check_has(text, "p.csv:3: is not UTF-8", true);
    cJSON_free(text);
    pair(day, "P1,P2\nAnn,Bob\n");
    crok_day_miss_pairings(day, "p.csv:3: is not UTF-8");
    check_standings(day, "Prelim/A 1 Ann 1 6 0\nPrelim/A 2 Bob 1 2 0\n"
                         "1 Ann\n2 Bob\n");
    doc = document(day);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(doc, "faults")), 1);
    cJSON_Delete(doc);
    crok_day_free(&day);
}

static void a_substitute_plays_the_match_of_the_pairing(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    (void)state;
    pair(day, "P1,P2\nAnn,Bob\n");
    start(&w, "Ann", "Bob", "");
    put(&w, "\"substitute\",\"seat\":2,\"player\":\"Cy\"");
    check_matches(day, "1 Prelim playing: Ann 0 Bob 0\n");
    crok_day_free(&day);
}

/* In a day of singles a slash is a letter of the name. */
static void a_name_with_a_slash_is_one_player_in_singles(void **state)
{
    static const char text[] = "P1,P2\nKim C/o Bay,Dee & Co\n";
    crok_pairings p = {0};
    crok_err err = {0};
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    char *next = NULL;
    (void)state;
    pair(day, text);
    start(&w, "Dee & Co", "kim c/o bay", "");
    check_matches(day, "1 Prelim playing: Kim C/o Bay 0 Dee/Co 0\n");
    CHECK_STATUS(
        crok_pairings_read(text, sizeof text - 1, "p.csv", true, &p, &err),
        CROK_OK, &err);
    crok_day_set_pairings(day, &p);
    check_matches(day, "1 Prelim playing: Kim C/o Bay 0 Dee & Co 0\n");
    for (int i = 0; i < 4; i++)
        count(&w, 100, 40, 0, 0);
    next = sheet(day, crok_sheet_results);
    check_has(next, ",Singles,", true);
    check_has(next, ",Doubles,", false);
    free(next);
    next = sheet(day, crok_sheet_faults);
    check_has(next, "Player \"Kim C/o Bay\": the database takes", true);
    check_has(next, "Player \"Dee & Co\"", false);
    free(next);
    crok_day_free(&day);
}

static void teams_play_in_any_order_or_under_their_name(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    (void)state;
    pair(day, "P1,P2,Colour 1\nAnn/Bob,The Pegs,black\n");
    put(&w, "\"match_start\",\"rules\":\"tournament\",\"sides\":[{\"side\":"
            "\"black\"},{\"side\":\"white\",\"name\":\"the pegs\"}],\"seats\":["
            "{\"seat\":0,\"side\":\"black\",\"player\":\"bob\"},{\"seat\":1,"
            "\"side\":\"white\",\"player\":\"Cy\"},{\"seat\":2,\"side\":"
            "\"black\",\"player\":\"Ann\"},{\"seat\":3,\"side\":\"white\","
            "\"player\":\"Di\"}],\"first_seat\":0");
    check_matches(day, "1 Prelim playing: Ann/Bob 0 The Pegs 0\n");
    crok_day_free(&day);
}

/* ---- corrections ---- */

static void what_changes_a_result_is_listed(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    const crok_correction *c = NULL;
    int n = 0;
    (void)state;
    start(&w, "Ann", "Bob", "");
    put(&w, "\"match_info\",\"seats\":[{\"seat\":0,\"player\":\"Anne\"}]");
    count(&w, 100, 40, 0, 0);
    put(&w, "\"round_count\",\"final\":false,\"sides\":[{\"side\":\"black\","
            "\"total\":40}]"); /* of this round, which goes on */
    put(&w, "\"undo\",\"of\":4");
    (void)crok_day_corrections(day, &n);
    assert_int_equal(n, 0);

    put(&w, "\"round_count\",\"of\":3,\"final\":true,\"x-by\":\"Mo\",\"x-via\":"
            "\"table\",\"sides\":"
            "[{\"side\":\"black\",\"total\":40},{\"side\":\"white\",\"total\":"
            "45}]");
    c = crok_day_corrections(day, &n);
    assert_int_equal(n, 1);
    assert_string_equal(c[0].table, "1");
    assert_int_equal(c[0].seq, 6);
    assert_string_equal(c[0].time, "2026-05-02T10:00:05Z");
    assert_string_equal(c[0].by, "Mo (table's code)");
    assert_int_equal(c[0].type, CROK_EVENT_ROUND_COUNT);
    assert_string_equal(c[0].before,
                        "Anne 2 (2), 20s 0 (0) : Bob 0 (0), 20s 0 (0)");
    assert_string_equal(c[0].after,
                        "Anne 0 (0), 20s 0 (0) : Bob 2 (2), 20s 0 (0)");

    for (int i = 0; i < 3; i++)
        count(&w, 100, 40, 0, 0);
    put(&w, "\"undo\",\"of\":9");
    put(&w, "\"undo\",\"of\":10");
    put(&w, "\"match_info\",\"seats\":[{\"seat\":2,\"player\":\"Rob\"}]");
    c = crok_day_corrections(day, &n);
    assert_int_equal(n, 4);
    assert_non_null(strstr(c[1].before, "Anne has won"));
    assert_null(strstr(c[1].after, "has won"));
    assert_string_equal(c[1].by, "");
    assert_string_equal(c[2].after, c[1].before);
    assert_non_null(strstr(c[3].after, "Rob"));
    crok_day_free(&day);
}

static void an_earlier_match_is_corrected_in_its_place(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    const crok_correction *c = NULL;
    int n = 0;
    (void)state;
    play(&w, "Ann", "Bob", 2, 0);
    play(&w, "Cy", "Di", 4, 0);
    put(&w, "\"round_count\",\"of\":4,\"final\":true,\"by\":\"Mo\",\"sides\":"
            "[{\"side\":\"black\",\"total\":40},{\"side\":\"white\",\"total\":"
            "40}]");
    c = crok_day_corrections(day, &n);
    assert_int_equal(n, 1);
    assert_string_equal(c[0].by, "Mo");
    assert_non_null(strstr(c[0].before, "Ann 4"));
    assert_non_null(strstr(c[0].after, "Ann 5"));
    assert_non_null(strstr(c[0].after, "Ann has won"));
    crok_day_free(&day);
}

/* ---- standings ---- */

static void points_then_20s_then_a_shared_rank(void **state)
{
    crok_day *day = new_day();
    crok_day_settings s = *crok_day_settings_of(day);
    writer w = at_table(day, "1", 'a');
    (void)state;
    play(&w, "Ann", "Bob", 3, 0); /* Ann 6, Bob 2 */
    play(&w, "Bob", "Cy", 3, 4);  /* Bob 8 with 4 20s */
    play(&w, "Cy", "Ann", 3, 2);  /* Cy 8 with 2, Ann 8 without */
    play(&w, "Di", "Ed", 4, 0);   /* Di 8 without */
    check_standings(day, "Prelim/A 1 Bob 2 8 4\nPrelim/A 2 Cy 2 8 2\n"
                         "Prelim/A 3 Ann 2 8 0\nPrelim/A 3 Di 1 8 0\n"
                         "Prelim/A 5 Ed 1 0 0\n");
    s.n_settled = 1;
    (void)snprintf(s.settled[0], sizeof s.settled[0], "di");
    s.is_final = true;
    crok_day_set(day, &s);
    check_standings(day, "Prelim/A 1 Bob 2 8 4\nPrelim/A 2 Cy 2 8 2\n"
                         "Prelim/A 3 Di 1 8 0\nPrelim/A 4 Ann 2 8 0\n"
                         "Prelim/A 5 Ed 1 0 0\n"
                         "1 Bob\n2 Cy\n3 Di\n4 Ann\n5 Ed\n");
    crok_day_free(&day);
}

static void head_to_head_goes_before_20s_if_wanted(void **state)
{
    crok_day *day = new_day();
    crok_day_settings s = *crok_day_settings_of(day);
    writer w = at_table(day, "1", 'a');
    (void)state;
    play(&w, "Ann", "Bob", 3, 0); /* Ann 6, Bob 2 */
    play(&w, "Bob", "Cy", 4, 5);  /* Bob 10 with 5, Cy 0 */
    play(&w, "Ann", "Cy", 2, 0);  /* Ann 10, Cy 4 */
    check_standings(day, "Prelim/A 1 Bob 2 10 5\nPrelim/A 2 Ann 2 10 0\n"
                         "Prelim/A 3 Cy 2 4 0\n");
    s.head_to_head = s.is_final = true;
    crok_day_set(day, &s);
    check_standings(day, "Prelim/A 1 Ann 2 10 0\nPrelim/A 2 Bob 2 10 5\n"
                         "Prelim/A 3 Cy 2 4 0\n1 Ann\n2 Bob\n3 Cy\n");
    crok_day_free(&day);
}

static void partners_change_and_each_player_has_his_points(void **state)
{
    crok_day *day = new_day();
    crok_day_settings s = *crok_day_settings_of(day);
    writer w = at_table(day, "1", 'a');
    char *text = NULL;
    (void)state;
    (void)snprintf(s.individual, sizeof s.individual, "prelim , Doubles");
    s.head_to_head = true;
    crok_day_set(day, &s);
    pair(day, "P1,P2,Stage,Game\n"
              "Ann/Bob,Cy/Di,Prelim,1\nAnn/Cy,Di/Bob,Prelim,2\n"
              "Ann/Di,Bob & Cy,Prelim,3\nAnn,Cy,Final,\n");
    play(&w, "BOB / Ann", "Cy/Di", 3, 2); /* Ann and Bob 6 with 2, others 2 */
    play(&w, "Di/Bob", "Ann/Cy", 1, 5);   /* Di and Bob 2 with 5, others 6 */
    play(&w, "Ann/Di", "Bob/Cy", 2, 0);   /* all 4 */
    check_standings(day, "Prelim/A 1 Ann 3 16 2\nPrelim/A 2 Bob 3 12 7\n"
                         "Prelim/A 3 Cy 3 12 0\nPrelim/A 4 Di 3 8 5\n");
    play(&w, "Ann", "Cy", 1, 0);
    check_standings(day, "Prelim/A 1 Ann 3 16 2\nPrelim/A 2 Bob 3 12 7\n"
                         "Prelim/A 3 Cy 3 12 0\nPrelim/A 4 Di 3 8 5\n"
                         "Final/A 1 Cy 1 6 0\nFinal/A 2 Ann 1 2 0\n"
                         "1 Cy\n2 Ann\n3 Bob\n4 Di\n");
    text = sheet(day, crok_sheet_matches);
    check_has(text, "Prelim,A,3,1,1,Di,Bob/Cy,", true);
    check_has(text, "Prelim,A,3,1,2,Cy,Ann/Di,", true);
    free(text);
    check_fault(day, "no match is of the stage \"Doubles\"", true);
    check_fault(day, "no match is of the stage \"prelim", false);
    crok_day_free(&day);
}

static void handicaps_count_in_each_game(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    char *text = NULL;
    (void)state;
    put(&w,
        "\"match_start\",\"rules\":\"tournament\",\"sides\":[{\"side\":"
        "\"black\"},{\"side\":\"white\"}],\"seats\":[{\"seat\":0,\"side\":"
        "\"black\",\"player\":\"Ann\",\"handicap\":{\"points\":2,"
        "\"twenties\":1}},{\"seat\":2,\"side\":\"white\",\"player\":\"Bob\"}],"
        "\"first_seat\":0,\"stage\":\"Semi\",\"best_of\":3");
    check_standings(day, "");
    for (int game = 0; game < 2; game++) {
        count(&w, 40, 100, 0, 0);
        for (int i = 0; i < 3; i++)
            count(&w, 100, 40, i == 0 ? 3 : 0, 0);
    }
    /* 6 points and 3 20s in each of two games, and what is given */
    check_standings(day, "Semi G1/A 1 Ann 1 8 4\nSemi G1/A 2 Bob 1 2 0\n"
                         "Semi G2/A 1 Ann 1 8 4\nSemi G2/A 2 Bob 1 2 0\n");
    check_matches(day, "1 Semi over: Ann 16 Bob 4\n");
    text = sheet(day, crok_sheet_matches);
    check_has(text, "Semi G2,A,1,1,1,Ann,Bob,First,Pts,8,0,2,2,2,", true);
    check_has(text, "Semi G2,A,1,1,1,Ann,Bob,First,20s,4,0,3,0,0,", true);
    free(text);
    crok_day_free(&day);
}

static void later_stages_go_first_in_the_final_ranking(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    (void)state;
    pair(day, "P1,P2,Stage,Pool\n"
              "Ann,Bob,Prelim,X\nCy,Di,Prelim,Y\nEd,Fay,Prelim,Y\n"
              "Ann,Di,Semi,\nBob,Cy,Semi,\nBob,Di,Final,\n");
    play(&w, "Ann", "Bob", 4, 0);
    play(&w, "Cy", "Di", 4, 0);
    play(&w, "Ed", "Fay", 3, 0);
    play(&w, "Ann", "Di", 1, 0);
    play(&w, "Bob", "Cy", 4, 4);
    play(&w, "Bob", "Di", 1, 4);
    check_standings(day, "Prelim/X 1 Ann 1 8 0\nPrelim/X 2 Bob 1 0 0\n"
                         "Prelim/Y 1 Cy 1 8 0\nPrelim/Y 2 Ed 1 6 0\n"
                         "Prelim/Y 3 Fay 1 2 0\nPrelim/Y 4 Di 1 0 0\n"
                         "Semi/A 1 Bob 1 8 4\nSemi/A 2 Di 1 6 0\n"
                         "Semi/A 3 Ann 1 2 0\nSemi/A 4 Cy 1 0 0\n"
                         "Final/A 1 Di 1 6 0\nFinal/A 2 Bob 1 2 4\n"
                         "1 Di\n2 Bob\n3 Ann\n3 Cy\n5 Ed\n6 Fay\n");
    crok_day_free(&day);
}

/* ---- sheets ---- */

#define EVENT_OF "Public,2026-05-02,Open,Competitive-Fingers,Singles,"
#define NO_ROUNDS_FROM_3 ",,,,,,,,,,,,,,,,,,\r\n"

static void what_a_side_gives_up_is_won_by_the_other(void **state)
{
    crok_day *day = new_day();
    crok_day_settings s = *crok_day_settings_of(day);
    writer w = at_table(day, "=1", 'a');
    char *text = NULL;
    (void)state;
    start(&w, "Ann", "Bob", "");
    put(&w, "\"penalty\",\"side\":\"black\",\"points\":-1");
    count(&w, 40, 40, 1, 0);
    count(&w, 40, 100, 0, 2);
    put(&w, "\"concede\",\"side\":\"white\"");
    text = sheet(day, crok_sheet_matches);
    check_has(text,
              EVENT_OF
              "Prelim,A,1,'=1,1,Ann,Bob,First,Pts,4,1,0" NO_ROUNDS_FROM_3,
              true);
    check_has(text,
              EVENT_OF
              "Prelim,A,1,'=1,1,Ann,Bob,First,20s,1,1,0" NO_ROUNDS_FROM_3,
              true);
    check_has(text,
              EVENT_OF
              "Prelim,A,1,'=1,2,Bob,Ann,Hammer,Pts,3,1,2" NO_ROUNDS_FROM_3,
              true);
    check_has(text, "Round20\r\n", true);
    free(text);
    check_standings(day, "Prelim/A 1 Ann 1 4 1\nPrelim/A 2 Bob 1 3 2\n");
    s.unplayed_to_nobody = true;
    crok_day_set(day, &s);
    check_standings(day, "Prelim/A 1 Bob 1 3 2\nPrelim/A 2 Ann 1 0 1\n");
    crok_day_free(&day);
}

/* Who does not come loses all rounds. */
static void a_match_without_a_round_can_be_given_up(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    (void)state;
    start(&w, "Ann", "Bob", "");
    put(&w, "\"concede\",\"side\":\"black\"");
    check_standings(day, "Prelim/A 1 Bob 1 8 0\nPrelim/A 2 Ann 1 0 0\n");
    crok_day_free(&day);
}

/* ---- rulings after the end ---- */

#define DAY_OF_FOUR                                                            \
    "Table,Player 1,Player 2,Stage,Game\n1,Ann,Bob,Prelim,1\n"                 \
    "2,Cy,Di,Prelim,1\n1,Ann,Cy,Prelim,2\n2,Bob,Di,Prelim,2\n"                 \
    "1,Di,Ann,Prelim,3\n2,Bob,Cy,Prelim,3\n"

/* The players of the first sides of the matches that are next at a table. */
static void check_next_first(const crok_day *day, const char *table,
                             const char *want)
{
    char *text = crok_day_next_document(day, table);
    cJSON *doc = cJSON_Parse(text);
    const cJSON *row = NULL;
    char got[256] = "";
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(doc, "matches"))
    {
        const cJSON *sides = cJSON_GetObjectItemCaseSensitive(row, "sides");
        for (int i = 0; i < 2; i++) {
            size_t n = strlen(got);
            (void)snprintf(got + n, sizeof got - n, "%s ",
                           cJSON_GetStringValue(cJSON_GetArrayItem(
                               cJSON_GetArrayItem(sides, i), 0)));
        }
    }
    assert_string_equal(got, want);
    cJSON_Delete(doc);
    cJSON_free(text);
}

/* Ann has beaten Bob 8-0 and is disqualified: Bob has won 8-0, and what Ann had
 * still to play is won by the others, as are 20s that the stage gives. */
static void who_is_disqualified_forfeits_what_is_open(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    writer other = at_table(day, "2", 'b');
    char *text = NULL;
    char *before = NULL;
    cJSON *doc = NULL;
    const crok_correction *c = NULL;
    int n = 0;
    (void)state;
    pair(day, DAY_OF_FOUR);
    play(&w, "Ann", "Bob", 4, 1);
    play(&other, "Cy", "Di", 4, 0);
    check_next_first(day, "1", "Ann Cy Di Ann ");
    before = crok_day_document(day, &(crok_hall_contact){0});
    put(&w, "\"disqualify\",\"side\":\"black\",\"reason\":\"conduct\"");
    check_next_first(day, "1", "");
    check_next_first(day, "2", "Bob Di Bob Cy ");
    check_matches(day, "1 Prelim over: Ann 0 Bob 8\n"
                       "2 Prelim over: Cy 8 Di 0\n"
                       "1 Prelim over: Ann 0 Cy 8\n"
                       "2 Prelim waiting: Bob -1 Di -1\n"
                       "1 Prelim over: Di 8 Ann 0\n"
                       "2 Prelim waiting: Bob -1 Cy -1\n");
    check_standings(day, "Prelim/A 1 Cy 2 16 0\nPrelim/A 2 Bob 1 8 0\n"
                         "Prelim/A 2 Di 2 8 0\nPrelim/A 4 Ann 3 0 0\n");
    c = crok_day_corrections(day, &n);
    assert_int_equal(n, 1);
    assert_int_equal(c[0].type, CROK_EVENT_DISQUALIFY);
    assert_string_equal(c[0].text, "black is disqualified: conduct");
    assert_non_null(strstr(c[0].before, "Ann has won"));
    assert_non_null(strstr(c[0].after, "Ann is disqualified; Bob has won"));
    doc = document(day);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(doc, "matches"), 2),
        "forfeit")));
    cJSON_Delete(doc);
    text = sheet(day, crok_sheet_results);
    check_has(text, "Prelim,A,4,Ann,,3,0,0,disqualified\r\n", true);
    check_has(text, "Prelim,A,1,Cy,,2,16,0,\r\n", true);
    free(text);

    put(&w, "\"undo\",\"of\":6");
    check_next_first(day, "1", "Ann Cy Di Ann ");
    text = crok_day_document(day, &(crok_hall_contact){0});
    doc = cJSON_Parse(text);
    cJSON_free(text);
    cJSON_DeleteItemFromObjectCaseSensitive(doc, "corrections");
    text = cJSON_PrintUnformatted(doc);
    cJSON_Delete(doc);
    doc = cJSON_Parse(before);
    cJSON_DeleteItemFromObjectCaseSensitive(doc, "corrections");
    cJSON_free(before);
    before = cJSON_PrintUnformatted(doc);
    assert_string_equal(text, before);
    cJSON_Delete(doc);
    cJSON_free(text);
    cJSON_free(before);
    crok_day_free(&day);
}

/* All that is left is forfeited: the day is over. Where the stage names what a
 * forfeited round gives, that counts. */
/* Who plays with another partner later is disqualified with this one. */
static void a_player_is_disqualified_whoever_is_the_partner(void **state)
{
    crok_day *day = new_day();
    crok_day_settings s = *crok_day_settings_of(day);
    writer w = at_table(day, "1", 'a');
    (void)state;
    (void)snprintf(s.individual, sizeof s.individual, "all");
    crok_day_set(day, &s);
    pair(day, "P1,P2,Game\nAnn/Bob,Cy/Di,1\nAnn/Cy,Ed/Di,2\nEd/Cy,Fay/Di,3\n");
    start(&w, "Ann/Bob", "Cy/Di", "");
    put(&w, "\"disqualify\",\"side\":\"black\"");
    check_standings(day, "Prelim/A 1 Di 2 16 0\nPrelim/A 2 Cy 2 8 0\n"
                         "Prelim/A 2 Ed 1 8 0\nPrelim/A 4 Ann 2 0 0\n"
                         "Prelim/A 4 Bob 1 0 0\n");
    crok_day_free(&day);
}

static void a_day_may_end_with_a_disqualification(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    char *text = NULL;
    (void)state;
    pair(day, "Table,Player 1,Player 2,Stage,Game\n1,Ann,Bob,Prelim,1\n"
              "1,Ann,Cy,Prelim,2\n");
    start(&w, "Ann", "Bob", ",\"forfeit\":{\"points\":1,\"20\":2}");
    count(&w, 100, 40, 3, 0);
    put(&w, "\"disqualify\",\"side\":\"black\"");
    check_standings(day, "Prelim/A 1 Bob 1 4 8\nPrelim/A 1 Cy 1 4 8\n"
                         "Prelim/A 3 Ann 2 0 0\n1 Bob\n1 Cy\n3 Ann\n");
    text = sheet(day, crok_sheet_matches);
    check_has(text, "Prelim,A,1,1,2,Bob,Ann,,Pts,4,,", true);
    check_has(text, "Prelim,A,1,1,2,Bob,Ann,,20s,8,,", true);
    check_has(text, "Prelim,A,2,1,2,Cy,Ann,,Pts,4,,", true);
    free(text);
    put(&w, "\"undo\",\"of\":3");
    check_standings(day, "");
    crok_day_free(&day);
}

/* A book of differences does not say what a match is worth: it is lost. */
static void a_forfeit_without_a_value_is_only_lost(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    (void)state;
    pair(day, "Table,Player 1,Player 2,Stage,Game\n1,Ann,Bob,R8,1\n"
              "1,Ann,Cy,R8,2\n");
    start_by(&w, "\"cancellation\"", "Ann", "Bob", "");
    count(&w, 120, 10, 0, 0);
    put(&w, "\"disqualify\",\"side\":\"black\"");
    check_matches(day, "1 R8 over: Ann 110 Bob 0\n1 R8 over: Ann 0 Cy 0\n");
    check_standings(day, "R8/A 1 Bob 1 0 0\nR8/A 1 Cy 1 0 0\n"
                         "R8/A 3 Ann 2 110 0\n1 Bob\n1 Cy\n3 Ann\n");
    crok_day_free(&day);
}

/* A penalty during play is none; after the end it is a correction. */
static void a_ruling_after_the_end_is_a_correction(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    const crok_correction *c = NULL;
    int n = 0;
    (void)state;
    start(&w, "Ann", "Bob", "");
    count(&w, 100, 40, 0, 0);
    put(&w, "\"penalty\",\"side\":\"white\",\"points\":1");
    for (int i = 0; i < 3; i++)
        count(&w, i == 0 ? 100 : 40, i == 0 ? 40 : 100, 0, 0);
    (void)crok_day_corrections(day, &n);
    assert_int_equal(n, 0);
    check_standings(day, "Prelim/A 1 Bob 1 5 0\nPrelim/A 2 Ann 1 4 0\n");
    put(&w, "\"penalty\",\"side\":\"white\",\"points\":-2");
    check_standings(day, "Prelim/A 1 Ann 1 4 0\nPrelim/A 2 Bob 1 3 0\n");
    put(&w, "\"replay_round\",\"reason\":\"protest\"");
    check_matches(day, "1 Prelim playing: Ann 4 Bob 1\n");
    count(&w, 100, 40, 0, 0);
    check_standings(day, "Prelim/A 1 Ann 1 6 0\nPrelim/A 2 Bob 1 1 0\n");
    c = crok_day_corrections(day, &n);
    assert_int_equal(n, 2);
    assert_non_null(strstr(c[0].after, "-1 penalty"));
    assert_non_null(strstr(c[0].after, "Ann has won"));
    assert_null(strstr(c[1].after, "has won"));
    crok_day_free(&day);
}

/* A late player forfeits a round: the sheets have what the stage gives. */
static void a_forfeited_round_is_in_the_sheets(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    char *text = NULL;
    (void)state;
    start(&w, "Ann", "Bob", "");
    put(&w, "\"forfeit_round\",\"side\":\"white\",\"reason\":\"late\"");
    for (int i = 0; i < 3; i++)
        count(&w, 100, 40, 0, 0);
    text = sheet(day, crok_sheet_matches);
    check_has(text, "Ann,Bob,First,Pts,8,2,2,2,2,", true);
    check_has(text, "Bob,Ann,Hammer,Pts,0,0,0,0,0,", true);
    free(text);
    text = sheet(day, crok_sheet_results);
    check_has(text, "Bob,,1,0,0,1 round forfeited\r\n", true);
    check_has(text, "Ann,,1,8,0,\r\n", true);
    free(text);
    put(&w, "\"undo\",\"of\":2");
    text = sheet(day, crok_sheet_results);
    check_has(text, "forfeited", false);
    free(text);
    crok_day_free(&day);
}

static void each_game_of_a_final_is_a_stage(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    char *text = NULL;
    (void)state;
    pair(day, "Table,P1,P2,Stage\n1,Ann,Bob,Final\n");
    start(&w, "Ann", "Bob", ",\"best_of\":3");
    for (int i = 0; i < 12; i++)
        count(&w, i < 4 || i > 7 ? 100 : 40, i < 4 || i > 7 ? 40 : 100, 0, 0);
    check_standings(day, "Final G1/A 1 Ann 1 8 0\nFinal G1/A 2 Bob 1 0 0\n"
                         "Final G2/A 1 Bob 1 8 0\nFinal G2/A 2 Ann 1 0 0\n"
                         "Final G3/A 1 Ann 1 8 0\nFinal G3/A 2 Bob 1 0 0\n"
                         "1 Ann\n2 Bob\n");
    text = sheet(day, crok_sheet_results);
    check_has(text,
              "Public,Scores,2026-05-02,Open,Competitive-Fingers,Singles,,,"
              "Final G2,A,1,Bob,,1,8,0,\r\n",
              true);
    check_has(text,
              "Public,Final Rank,2026-05-02,Open,Competitive-Fingers,Singles,"
              ",,,,1,Ann,,,,,\r\n",
              true);
    free(text);
    text = sheet(day, crok_sheet_faults);
    assert_string_equal(text, "");
    free(text);
    crok_day_free(&day);
}

/* First/Hammer says who begins only where the first shot goes to and fro. */
static void a_first_shot_that_does_not_alternate_is_not_told(void **state)
{
    crok_day *day = new_day();
    writer w = at_table(day, "1", 'a');
    char *text = NULL;
    (void)state;
    start_by(&w,
             "{\"schema\":\"crokeye.rules/1\",\"name\":\"own\",\"base\":"
             "\"depot\",\"settings\":{\"next_starter_singles\":"
             "\"loser_chooses\"}}",
             "Ann", "Bob", "");
    for (int i = 0; i < 4; i++) {
        count(&w, 100, 40, 0, 0);
        if (i < 3)
            put(&w, "\"next_starter\",\"seat\":0");
    }
    text = sheet(day, crok_sheet_matches);
    check_has(text, "Ann,Bob,,Pts,8,2,2,2,2,", true);
    free(text);
    crok_day_free(&day);
}

static void what_the_database_refuses_is_told(void **state)
{
    crok_day_settings s = {.division = "Com petitive", .category = "Both"};
    crok_day *day = crok_day_new(&s);
    writer w = at_table(day, "1", 'a');
    char *text = NULL;
    static const char *const told[] = {"the name of the tournament is missing",
                                       "one hyphen and no space",
                                       "Singles, Doubles or Teams",
                                       "still being played",
                                       "has no stage \"Third place\"",
                                       "no final ranking"};
    (void)state;
    start(&w, "Ann", "Bob", ",\"stage\":\"Third place\"");
    for (int i = 0; i < 4; i++)
        count(&w, 100, 40, 0, 0);
    start(&w, "Cy", "Di", "");
    text = sheet(day, crok_sheet_faults);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        check_has(text, told[i], true);
    free(text);
    s = (crok_day_settings){
        .tournament = "Open", .division = "A-B", .is_final = true};
    crok_day_set(day, &s);
    for (int i = 0; i < 4; i++)
        count(&w, 40, 40, 0, 0);
    crok_day_forget(day);
    w = at_table(day, "1", 'b');
    play(&w, "Ann", "Bob", 2, 0);
    text = sheet(day, crok_sheet_faults);
    check_has(text, "Ann and Bob share the first rank", true);
    free(text);
    crok_day_free(&day);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_taken_once_and_in_order),
        cmocka_unit_test(a_row_that_does_not_fit_ends_its_record),
        cmocka_unit_test(a_row_with_impossible_numbers_is_refused),
        cmocka_unit_test(a_record_of_two_tables_counts_once),
        cmocka_unit_test(a_record_is_read_on_while_it_grows),
        cmocka_unit_test(a_match_gets_the_pairing_of_its_players),
        cmocka_unit_test(names_that_look_the_same_are_the_same),
        cmocka_unit_test(a_name_without_its_hyphen_is_another_one),
        cmocka_unit_test(the_next_matches_say_what_the_day_knows),
        cmocka_unit_test(stage_table_time_and_order_tell_pairings_apart),
        cmocka_unit_test(a_match_names_its_game_and_its_pool),
        cmocka_unit_test(a_match_broken_off_gives_way_to_its_repetition),
        cmocka_unit_test(a_match_in_no_pairing_needs_a_stage_that_has_none),
        cmocka_unit_test(a_further_match_of_a_pairing_does_not_count),
        cmocka_unit_test(a_record_that_was_imported_anew_counts_once),
        cmocka_unit_test(a_name_in_no_pairing_makes_no_new_player),
        cmocka_unit_test(pairings_that_cannot_be_read_are_told),
        cmocka_unit_test(a_substitute_plays_the_match_of_the_pairing),
        cmocka_unit_test(a_name_with_a_slash_is_one_player_in_singles),
        cmocka_unit_test(teams_play_in_any_order_or_under_their_name),
        cmocka_unit_test(what_changes_a_result_is_listed),
        cmocka_unit_test(an_earlier_match_is_corrected_in_its_place),
        cmocka_unit_test(points_then_20s_then_a_shared_rank),
        cmocka_unit_test(head_to_head_goes_before_20s_if_wanted),
        cmocka_unit_test(partners_change_and_each_player_has_his_points),
        cmocka_unit_test(handicaps_count_in_each_game),
        cmocka_unit_test(later_stages_go_first_in_the_final_ranking),
        cmocka_unit_test(what_a_side_gives_up_is_won_by_the_other),
        cmocka_unit_test(a_match_without_a_round_can_be_given_up),
        cmocka_unit_test(who_is_disqualified_forfeits_what_is_open),
        cmocka_unit_test(a_player_is_disqualified_whoever_is_the_partner),
        cmocka_unit_test(a_day_may_end_with_a_disqualification),
        cmocka_unit_test(a_forfeit_without_a_value_is_only_lost),
        cmocka_unit_test(a_ruling_after_the_end_is_a_correction),
        cmocka_unit_test(a_forfeited_round_is_in_the_sheets),
        cmocka_unit_test(each_game_of_a_final_is_a_stage),
        cmocka_unit_test(a_first_shot_that_does_not_alternate_is_not_told),
        cmocka_unit_test(what_the_database_refuses_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
