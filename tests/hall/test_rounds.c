/* SPDX-License-Identifier: Apache-2.0
 *
 * Who meets whom (hall/pair/rounds.h), against every way to pair a few, and on
 * whole stages drawn at random. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/pair/rounds.h"
#include "rules/gen.h"

enum { N_SMALL = 8, N_DAYS = 1000 };

/* ---- against every way to pair a few ---- */

static int64_t least(int n, const int64_t *cost, unsigned left)
{
    int64_t best = INT64_MAX;
    int first = 0;
    if (left == 0)
        return 0;
    while ((left & 1U << first) == 0)
        first++;
    for (int i = first + 1; i < n; i++) {
        int64_t rest = 0;
        if ((left & 1U << i) == 0)
            continue;
        rest = least(n, cost, left & ~(1U << first | 1U << i));
        if (cost[first * n + i] + rest < best)
            best = cost[first * n + i] + rest;
    }
    return best;
}

static void no_way_to_pair_costs_less(void **state)
{
    gen g = {11};
    (void)state;
    for (int c = 0; c < 3000; c++) {
        int n = 2 * gen_below(&g, N_SMALL / 2 + 1);
        int64_t cost[N_SMALL * N_SMALL] = {0};
        int mate[N_SMALL] = {0};
        int64_t sum = 0;
        int kinds = 1 + gen_below(&g, 6);
        crok_err err = {0};
        for (int i = 0; i < n; i++)
            for (int k = 0; k < i; k++) {
                cost[i * n + k] = gen_below(&g, kinds) *
                                  (gen_below(&g, 2) == 0 ? 1 : 1 << 20);
                cost[k * n + i] = cost[i * n + k];
            }
        CHECK_STATUS(crok_matching(n, cost, mate, &err), CROK_OK, &err);
        for (int i = 0; i < n; i++) {
            assert_int_equal(mate[mate[i]], i);
            assert_int_not_equal(mate[i], i);
            sum += cost[i * n + mate[i]];
        }
        assert_true(sum == 2 * least(n, cost, (1U << n) - 1U));
    }
}

/* ---- whole stages ---- */

/* Can all who are left be paired without a repetition? By trying, from the one
 * with the fewest who are possible; *tries ends a search that is too long. */
static bool can_pair(const crok_pair_past *p, bool *gone, int n_left,
                     int *tries)
{
    int even = p->n + p->n % 2;
    int chosen = -1;
    int fewest = even + 1;
    if (n_left == 0)
        return true;
    if (--*tries < 0)
        return false;
    for (int i = 0; i < even; i++) {
        int n = 0;
        for (int k = 0; k < even && !gone[i]; k++)
            n += k != i && !gone[k] &&
                 (i >= p->n   ? p->byes[k] == 0
                  : k >= p->n ? p->byes[i] == 0
                              : p->met[i * p->n + k] == 0);
        if (!gone[i] && n < fewest) {
            fewest = n;
            chosen = i;
        }
    }
    gone[chosen] = true;
    for (int k = 0; k < even; k++) {
        bool may = k != chosen && !gone[k] &&
                   (chosen >= p->n ? p->byes[k] == 0
                    : k >= p->n    ? p->byes[chosen] == 0
                                   : p->met[chosen * p->n + k] == 0);
        if (!may)
            continue;
        gone[k] = true;
        if (can_pair(p, gone, n_left - 2, tries))
            return true;
        gone[k] = false;
    }
    gone[chosen] = false;
    return false;
}

/* Play a round of opponents; returns the repetitions in it. */
static int play_round(crok_pair_past *p, const int *opponent)
{
    int again = 0;
    int byes = 0;
    for (int i = 0; i < p->n; i++) {
        int k = opponent[i];
        if (k < 0) {
            byes++;
            again += p->byes[i]++ > 0;
            continue;
        }
        assert_int_equal(opponent[k], i);
        if (k > i)
            continue;
        again += p->met[i * p->n + k] > 0;
        crok_pair_note(p->met, p->n, i, k);
    }
    assert_int_equal(byes, p->n % 2);
    return again;
}

/* Entrants change their places in the standings: i and k. */
static void change_places(crok_pair_past *p, int i, int k)
{
    int n = p->n;
    int byes = p->byes[i];
    for (int j = 0; j < n; j++) {
        int met = p->met[i * n + j];
        p->met[i * n + j] = p->met[k * n + j];
        p->met[k * n + j] = met;
    }
    for (int j = 0; j < n; j++) {
        int met = p->met[j * n + i];
        p->met[j * n + i] = p->met[j * n + k];
        p->met[j * n + k] = met;
    }
    p->byes[i] = p->byes[k];
    p->byes[k] = byes;
}

/* A stage of many rounds: it repeats nothing while there is a way not to. */
static void play_stage(gen *g, int n, int rounds, int *forced)
{
    crok_pair_past p;
    crok_err err = {0};
    int *opponent = calloc((size_t)n + 1, sizeof *opponent);
    bool *gone = calloc((size_t)n + 2, sizeof *gone);
    assert_true(opponent != NULL && gone != NULL);
    CHECK_STATUS(crok_pair_past_make(n, &p, &err), CROK_OK, &err);
    for (int round = 0; round < rounds; round++) {
        crok_pair_past before = p;
        int tries = 20000;
        bool can = false;
        CHECK_STATUS(crok_pair_swiss(&p, opponent, &err), CROK_OK, &err);
        memset(gone, 0, ((size_t)n + 2) * sizeof *gone);
        can = can_pair(&before, gone, n + n % 2, &tries);
        if (play_round(&p, opponent) > 0) {
            (*forced)++;
            assert_false(can);
        } else {
            assert_true(can || tries < 0);
        }
        for (int i = 0; i < n; i++)
            change_places(&p, i, gen_below(g, n));
    }
    crok_pair_past_free(&p);
    free(opponent);
    free(gone);
}

static void nothing_is_repeated_while_it_can_be_avoided(void **state)
{
    gen g = {3};
    int forced = 0;
    (void)state;
    for (int day = 0; day < N_DAYS; day++) {
        int n = 2 + gen_below(&g, gen_below(&g, 50) == 0 ? 127 : 14);
        int rounds = 1 + gen_below(&g, n < 20 ? n + 2 : 12);
        play_stage(&g, n, rounds, &forced);
    }
    (void)printf("%d days, %d rounds in which a repetition was forced\n",
                 N_DAYS, forced);
    assert_true(forced > 0); /* else the law was not tried at its border */
}

static void neighbours_meet_and_the_last_one_has_the_bye(void **state)
{
    crok_pair_past p;
    crok_err err = {0};
    int opponent[5];
    (void)state;
    CHECK_STATUS(crok_pair_past_make(5, &p, &err), CROK_OK, &err);
    CHECK_STATUS(crok_pair_swiss(&p, opponent, &err), CROK_OK, &err);
    assert_memory_equal(opponent, ((int[]){1, 0, 3, 2, -1}), sizeof opponent);
    (void)play_round(&p, opponent);
    CHECK_STATUS(crok_pair_swiss(&p, opponent, &err), CROK_OK, &err);
    assert_memory_equal(opponent, ((int[]){2, 4, 0, -1, 1}), sizeof opponent);
    crok_pair_past_free(&p);
}

/* ---- drawn partners ---- */

static void partners_change_while_they_can(void **state)
{
    gen g = {5};
    (void)state;
    for (int n = 4; n <= 18; n++) {
        crok_pair_past p;
        crok_err err = {0};
        int seat[18];
        int draw[18 * 18] = {0};
        CHECK_STATUS(crok_pair_past_make(n, &p, &err), CROK_OK, &err);
        for (int round = 0; round < n / 2; round++) {
            int at[18];
            int n_out = 0;
            int most = 0;
            for (int i = 0; i < n; i++)
                for (int k = 0; k < i; k++)
                    draw[i * n + k] = draw[k * n + i] = gen_below(&g, 1000);
            CHECK_STATUS(crok_pair_partners(&p, draw, seat, &err), CROK_OK,
                         &err);
            for (int i = 0; i < n; i++) {
                if (seat[i] >= 0)
                    at[seat[i]] = i;
                n_out += seat[i] < 0;
                p.byes[i] += seat[i] < 0;
            }
            assert_int_equal(n_out, n % 4);
            for (int i = 0; i < n - n_out; i += 2)
                crok_pair_note(p.with, n, at[i], at[i + 1]);
            for (int i = 0; i < n - n_out; i += 4)
                for (int k = 0; k < 4; k++)
                    crok_pair_note(p.met, n, at[i + k / 2], at[i + 2 + k % 2]);
            for (int i = 0; i < n * n; i++)
                most = p.with[i] > most ? p.with[i] : most;
            assert_true(most <= 1);
        }
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                assert_true(p.byes[i] - p.byes[k] <= 1);
        crok_pair_past_free(&p);
    }
}

/* ---- round robin and brackets ---- */

static void everybody_meets_everybody_once(void **state)
{
    (void)state;
    for (int n = 2; n <= 33; n++) {
        int met[33 * 33] = {0};
        int byes[33] = {0};
        for (int round = 0; round < crok_round_robin_rounds(n); round++)
            for (int i = 0; i < n; i++) {
                int other = crok_round_robin(n, round, i);
                if (other < 0) {
                    byes[i]++;
                    continue;
                }
                assert_int_equal(crok_round_robin(n, round, other), i);
                met[i * n + other]++;
            }
        for (int i = 0; i < n; i++) {
            assert_int_equal(byes[i], n % 2);
            for (int k = 0; k < n; k++)
                assert_int_equal(met[i * n + k], i != k);
        }
    }
}

/* The better seed always wins: of 2^k left are the best 2^k. */
static void better_seeds_meet_later(void **state)
{
    (void)state;
    for (int n = 2; n <= 64; n *= 2) {
        int left[64];
        for (int i = 0; i < n; i++)
            left[i] = crok_bracket_seed(n, i);
        for (int m = n; m > 1; m /= 2)
            for (int i = 0; i < m / 2; i++) {
                assert_int_equal(left[2 * i] + left[2 * i + 1], m - 1);
                left[i] = left[2 * i] < left[2 * i + 1] ? left[2 * i]
                                                        : left[2 * i + 1];
            }
        assert_int_equal(left[0], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_way_to_pair_costs_less),
        cmocka_unit_test(nothing_is_repeated_while_it_can_be_avoided),
        cmocka_unit_test(neighbours_meet_and_the_last_one_has_the_bye),
        cmocka_unit_test(partners_change_while_they_can),
        cmocka_unit_test(everybody_meets_everybody_once),
        cmocka_unit_test(better_seeds_meet_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
