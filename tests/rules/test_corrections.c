/* SPDX-License-Identifier: Apache-2.0
 *
 * The laws of corrections, over generated records: counted rounds of every
 * preset, concessions, penalties, several matches, undos and corrections. Each
 * correction keeps to these:
 *
 * - without confirmation it changes no other round's place or starter;
 * - with it, and undone, the match and its rounds are as they were;
 * - a fold of the record from its text gives the same match.
 *
 * A failure prints the seed of its record. CROK_SEED=n runs another seed,
 * CROK_CASES=n another number of corrections. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "rules/effects.h"
#include "rules/event_of.h"
#include "rules/gen.h"
#include "rules/history.h"

enum {
    DEFAULT_CASES = 1000,
    MAX_EVENTS = 40,
    COUNTS_MAX = 512,
    TEXT_MAX = 1024
};

static uint64_t number_from(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

/* ---- generated events ---- */

#define PLAYERS                                                                \
    "\"sides\":[{\"side\":\"black\"},{\"side\":\"white\"}],"                   \
    "\"seats\":[{\"seat\":0,\"side\":\"black\",\"player\":\"Ann\"},"           \
    "{\"seat\":2,\"side\":\"white\",\"player\":\"Bo\"}],\"first_seat\":0"

static const char *const starts[] = {
    "\"rules\":\"tournament\"",
    "\"rules\":\"tournament\",\"best_of\":3,\"ties\":[\"twenties_match\","
    "\"extra_round\"]",
    "\"rules\":\"tournament\",\"ties\":[\"extra_round\"]",
    "\"rules\":\"depot\",\"ties\":[\"twenties_game\",\"shoot_out\"]",
    "\"rules\":\"solo-teams\",\"best_of\":3",
    "\"rules\":\"masters\",\"best_of\":3,\"ties\":[\"extra_round\"]",
    "\"rules\":\"masters\"",
    "\"rules\":\"woodestic\"",
    "\"rules\":\"woodestic\",\"best_of\":3",
    "\"rules\":\"cancellation\""};

enum { N_STARTS = sizeof starts / sizeof starts[0] };

static void make_counts(gen *g, char out[COUNTS_MAX])
{
    int ring[4];
    for (int i = 0; i < 4; i++)
        ring[i] = gen_below(g, 3);
    (void)snprintf(out, COUNTS_MAX,
                   "\"final\":true,\"sides\":[{\"side\":\"black\",\"20\":%d,"
                   "\"15\":%d,\"10\":0,\"5\":1},{\"side\":\"white\",\"20\":%d,"
                   "\"15\":%d,\"10\":0,\"5\":1}]",
                   ring[0], ring[1], ring[2], ring[3]);
}

/* A step of a match, mostly the count of a round. */
static void make_step(gen *g, char out[TEXT_MAX])
{
    const char *side = gen_below(g, 2) == 0 ? "black" : "white";
    char counts[COUNTS_MAX];
    switch (gen_below(g, 16)) {
    case 0:
        (void)snprintf(out, TEXT_MAX,
                       "\"type\":\"concede\",\"side\":\"%s\",\"of\":\"%s\"",
                       side, gen_below(g, 2) == 0 ? "game" : "match");
        break;
    case 1:
        (void)snprintf(out, TEXT_MAX,
                       "\"type\":\"penalty\",\"side\":\"%s\",\"points\":%d",
                       side, gen_below(g, 7) - 3);
        break;
    case 2:
        (void)snprintf(out, TEXT_MAX,
                       "\"type\":\"shoot_out\",\"sides\":[{\"side\":\"black\","
                       "\"20\":%d},{\"side\":\"white\",\"20\":2}]",
                       gen_below(g, 4));
        break;
    case 3:
        (void)snprintf(out, TEXT_MAX,
                       "\"type\":\"match_info\",\"title\":\"Open\"");
        break;
    case 4:
    case 5:
        (void)snprintf(out, TEXT_MAX, "\"type\":\"match_start\",%s," PLAYERS,
                       starts[gen_below(g, N_STARTS)]);
        break;
    default:
        make_counts(g, counts);
        (void)snprintf(out, TEXT_MAX, "\"type\":\"round_count\",%s", counts);
        break;
    }
}

/* A correction of one of the first n events. */
static void make_correction(gen *g, int n, char out[TEXT_MAX])
{
    char counts[COUNTS_MAX];
    int of = 1 + gen_below(g, n);
    make_counts(g, counts);
    if (gen_below(g, 3) == 0)
        (void)snprintf(out, TEXT_MAX, "\"type\":\"undo\",\"of\":%d", of);
    else if (gen_below(g, 8) == 0)
        (void)snprintf(out, TEXT_MAX, "\"type\":\"replay_round\",\"after\":%d",
                       of);
    else
        (void)snprintf(out, TEXT_MAX, "\"type\":\"round_count\",\"of\":%d,%s",
                       of, counts);
}

/* Make the event of its fields, with the next seq. */
static void make_event(const crok_log *log, const char *fields, bool confirmed,
                       crok_event *out)
{
    char text[TEXT_MAX + 64];
    crok_err err = {0};
    (void)snprintf(text, sizeof text, "{\"seq\":%d,\"time\":\"t\",%s%s}",
                   log->n + 1, fields, confirmed ? ",\"confirm\":true" : "");
    CHECK_STATUS(event_of(text, out, &err), CROK_OK, &err);
}

/* ---- what is compared ---- */

/* The match and all rounds of the record, as a text to be freed. */
static char *picture_of(const crok_log *log)
{
    cJSON *doc = crok_match_to_json(&log->match);
    cJSON *rounds = cJSON_AddArrayToObject(doc, "all_rounds");
    crok_history h;
    crok_err err = {0};
    char *text = NULL;
    CHECK_STATUS(crok_history_of(log, &h, &err), CROK_OK, &err);
    for (int i = 0; i < h.n_rounds; i++) {
        const crok_round_record *r = &h.rounds[i];
        const int row[] = {r->game,      r->round,    r->first,
                           r->hammer,    r->total[0], r->total[1],
                           r->result[0], r->result[1]};
        cJSON_AddItemToArray(rounds, cJSON_CreateIntArray(row, 8));
    }
    crok_history_free(&h);
    text = cJSON_PrintUnformatted(doc);
    cJSON_Delete(doc);
    return text;
}

static uint64_t last_state; /* seed of the record that is played */

static void check_same(char *a, char *b, const char *law)
{
    if (strcmp(a, b) != 0) {
        print_error("%s: CROK_SEED=%llu\n%s\n%s\n", law,
                    (unsigned long long)last_state, a, b);
        fail();
    }
    cJSON_free(a);
    cJSON_free(b);
}

/* Fold the record from its text, at once or event by event. */
static void check_fold(const crok_log *log, bool at_once)
{
    static crok_event e;
    crok_log again = crok_log_empty();
    crok_err err = {0};
    for (int i = 0; i < log->n; i++) {
        cJSON *doc = NULL;
        crok_kept_event(log->events[i], &e);
        doc = crok_event_to_json(&e);
        CHECK_STATUS(crok_event_from_json(doc, "t", NULL, &e, &err), CROK_OK,
                     &err);
        cJSON_Delete(doc);
        CHECK_STATUS(at_once ? crok_log_load(&again, &e, &err)
                             : crok_log_add(&again, &e, &err),
                     CROK_OK, &err);
    }
    CHECK_STATUS(crok_log_settle(&again, &err), CROK_OK, &err);
    check_same(picture_of(log), picture_of(&again), "a fold from the text");
    crok_log_close(&again);
}

/* The place of each round by the event that ended it, found with a fold for
 * each; game 0: the event ended none. */
typedef struct places {
    int match[MAX_EVENTS], game[MAX_EVENTS], round[MAX_EVENTS],
        first[MAX_EVENTS];
} places;

static places places_of(const crok_log *log)
{
    places p = {0};
    crok_match m;
    for (int i = 0; i < log->n; i++) {
        if (log->events[i]->type != CROK_EVENT_ROUND_COUNT ||
            crok_log_match_before(log, log->events[i]->seq, &m, NULL) !=
                CROK_OK)
            continue;
        p.match[i] = m.number;
        p.game[i] = m.game;
        p.round[i] = m.round;
        p.first[i] = m.turns.first;
    }
    return p;
}

/* ---- the laws ---- */

static void add(crok_log *log, const crok_event *e)
{
    crok_err err = {0};
    CHECK_STATUS(crok_log_add(log, e, &err), CROK_OK, &err);
}

static void print_record(const crok_log *log)
{
    static crok_event e;
    print_error("CROK_SEED=%llu\n", (unsigned long long)last_state);
    for (int i = 0; i < log->n; i++) {
        cJSON *doc = NULL;
        char *text = NULL;
        crok_kept_event(log->events[i], &e);
        doc = crok_event_to_json(&e);
        text = cJSON_PrintUnformatted(doc);
        print_error("%s\n", text);
        cJSON_free(text);
        cJSON_Delete(doc);
    }
}

static bool same_place(const places *a, const places *b, int i)
{
    return a->match[i] == b->match[i] && a->game[i] == b->game[i] &&
           a->round[i] == b->round[i] && a->first[i] == b->first[i];
}

/* The correction is taken without confirmation: all other rounds are where they
 * were.
 *
 *   of  index of the step that is corrected */
static void check_plain(crok_log *log, const crok_event *e, int of)
{
    places was = places_of(log);
    places now;
    add(log, e);
    now = places_of(log);
    for (int i = 0; i < log->n - 1; i++) {
        if (i == of || same_place(&was, &now, i))
            continue;
        print_error("event %ld has another place\n", log->events[i]->seq);
        print_record(log);
        fail();
    }
}

/* The correction is confirmed; it and its undo, and the undo of that, change
 * the match there and back. */
static void check_there_and_back(gen *g, crok_log *log, const crok_event *e)
{
    static crok_event undo;
    char fields[TEXT_MAX];
    char *before = picture_of(log);
    char *after = NULL;
    add(log, e);
    after = picture_of(log);
    for (int i = 0; i < 2; i++) {
        (void)snprintf(fields, sizeof fields, "\"type\":\"undo\",\"of\":%d",
                       log->n);
        make_event(log, fields, true, &undo);
        add(log, &undo);
        if (i == 0)
            check_same(before, picture_of(log), "a correction and its undo");
        else
            check_same(after, picture_of(log), "an undo and its undo");
        if (i == 0 && gen_below(g, 2) == 0) {
            cJSON_free(after);
            return;
        }
    }
}

/* Returns the index of the own step that is corrected in the end. */
static int step_of(const crok_log *log, const crok_event *e)
{
    long of = e->after != 0                ? e->after
              : e->type == CROK_EVENT_UNDO ? e->u.of
                                           : e->u.count.of;
    const crok_kept *k = crok_log_find(log, of);
    while (k != NULL && (k->after != 0 || crok_kept_of(k) != 0))
        k = crok_log_find(log, k->after != 0 ? k->after : crok_kept_of(k));
    return k == NULL ? -1 : crok_log_index(log, k->seq);
}

typedef struct tally {
    int plain, confirmed, left_out;
} tally;

static int n_left_out(const crok_log *log)
{
    crok_log_walk w;
    int n = 0;
    assert_int_equal(crok_log_walk_begin(log, &w, NULL), CROK_OK);
    while (w.event != NULL)
        assert_int_equal(crok_log_walk_step(&w, NULL), CROK_OK);
    for (int i = 0; i < log->n; i++)
        n += w.left_out[i] != CROK_LEFT_IN;
    crok_log_walk_end(&w);
    return n;
}

static void correct(gen *g, crok_log *log, tally *t)
{
    static crok_event e;
    static crok_effects found;
    char fields[TEXT_MAX];
    crok_err err = {0};
    crok_status st = CROK_OK;
    make_correction(g, log->n, fields);
    make_event(log, fields, false, &e);
    st = crok_effects_check(log, &e, &found, &err);
    if (st == CROK_OK) {
        check_plain(log, &e, step_of(log, &e));
        t->plain++;
    } else if (found.n > 0) {
        make_event(log, fields, true, &e);
        CHECK_STATUS(crok_effects_check(log, &e, NULL, &err), CROK_OK, &err);
        check_there_and_back(g, log, &e);
        t->confirmed++;
        t->left_out += n_left_out(log) > 0;
    } else {
        return; /* no such correction is possible */
    }
    check_fold(log, true);
    check_fold(log, false);
}

static void play_record(gen *g, tally *t)
{
    static crok_event e;
    crok_log log = crok_log_empty();
    char fields[TEXT_MAX];
    (void)snprintf(fields, sizeof fields,
                   "\"type\":\"match_start\",%s," PLAYERS,
                   starts[gen_below(g, N_STARTS)]);
    make_event(&log, fields, false, &e);
    add(&log, &e);
    for (int i = 0; i < MAX_EVENTS && log.n < MAX_EVENTS - 4; i++) {
        if (gen_below(g, 4) == 0) {
            correct(g, &log, t);
            continue;
        }
        make_step(g, fields);
        make_event(&log, fields, false, &e);
        (void)!crok_log_add(&log, &e, NULL); /* perhaps it does not fit */
    }
    crok_log_close(&log);
}

static void corrections_keep_their_laws(void **state)
{
    gen g = {number_from("CROK_SEED", 20260502)};
    int most = (int)number_from("CROK_CASES", DEFAULT_CASES);
    tally t = {0};
    (void)state;
    while (t.plain + t.confirmed < most) {
        last_state = g.state;
        play_record(&g, &t);
    }
    (void)printf("%d corrections without effects, %d confirmed, %d of these "
                 "with events left out\n",
                 t.plain, t.confirmed, t.left_out);
    assert_true(t.plain > most / 20 && t.confirmed > most / 20 &&
                t.left_out > most / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corrections_keep_their_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
