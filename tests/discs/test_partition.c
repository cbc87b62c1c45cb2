/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdbool.h>
#include <string.h>

#include "discs/sides/partition.h"
#include "random.h"

/* Colours of known parts. */
typedef struct table {
    rnd g;
    int n;
    crok_lab x[CROK_MAX_DISCS];
    int part[CROK_MAX_DISCS];
} table;

static const crok_partition WHOLE = {{0}, 0.0};
static crok_partitions found;

static void add(table *t, int part, crok_lab mean, crok_lab sd, int n)
{
    for (int i = 0; i < n; i++) {
        t->x[t->n] = (crok_lab){mean.l + sd.l * rnd_normal(&t->g),
                                mean.a + sd.a * rnd_normal(&t->g),
                                mean.b + sd.b * rnd_normal(&t->g)};
        t->part[t->n++] = part;
    }
}

/* Has p the parts that the colours were drawn from, in whatever order? */
static bool equals_truth(const table *t, const crok_partition *p)
{
    for (int i = 0; i < t->n; i++)
        for (int j = 0; j < i; j++)
            if ((t->part[i] == t->part[j]) != (p->part[i] == p->part[j]))
                return false;
    return true;
}

/* Pale discs of one colour, and dark ones that reflect the sky: that scatters
 * the dark ones by more than the two differ in hue. */
static void a_scattered_part_is_not_cut(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        table t = {.g = {seed}};
        add(&t, 0, (crok_lab){97, -4, 16}, (crok_lab){1, 2, 4}, 5);
        add(&t, 1, (crok_lab){58, 12, 12}, (crok_lab){5, 5, 16}, 7);
        crok_partitions_cut(t.x, t.n, 2, &WHOLE, &found);
        assert_in_range(found.n, 1, CROK_MAX_PARTITIONS);
        assert_true(equals_truth(&t, &found.p[found.best]));
    }
}

static void parts_are_cut_one_by_one(void **state)
{
    static const crok_lab mean[CROK_MAX_SIDES] = {
        {40, 50, 30}, {35, 10, -40}, {80, 4, 25}, {40, -30, 20}};
    table t = {.g = {3}};
    crok_partition coarser = WHOLE;
    double last = HUGE_VAL;
    (void)state;
    for (int k = 0; k < CROK_MAX_SIDES; k++)
        add(&t, k, mean[k], (crok_lab){3, 2, 2}, 6);
    for (int k = 2; k <= CROK_MAX_SIDES; k++) {
        crok_partitions_cut(t.x, t.n, k, &coarser, &found);
        assert_true(found.n > 0);
        coarser = found.p[found.best];
        for (int i = 0; i < found.n; i++)
            assert_true(found.p[i].cost >= coarser.cost);
        assert_true(coarser.cost < last);
        last = coarser.cost;
    }
    assert_true(equals_truth(&t, &coarser));
    CHECK_NEAR(coarser.cost,
               crok_partition_cost(t.x, t.n, coarser.part, CROK_MAX_SIDES),
               1e-9);
}

static void no_part_is_empty_and_no_partition_repeated(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        table t = {.g = {seed}};
        add(&t, 0, (crok_lab){50, 0, 0}, (crok_lab){20, 20, 20}, 2 + (int)seed);
        crok_partitions_cut(t.x, t.n, 2, &WHOLE, &found);
        for (int i = 0; i < found.n; i++) {
            int in_second = 0;
            for (int j = 0; j < t.n; j++)
                in_second += found.p[i].part[j];
            assert_in_range(in_second, 1, t.n - 1);
            for (int j = 0; j < i; j++)
                assert_memory_not_equal(found.p[i].part, found.p[j].part,
                                        (size_t)t.n * sizeof(int));
        }
    }
}

static void alike_colours_are_not_cut(void **state)
{
    table t = {.g = {1}};
    (void)state;
    add(&t, 0, (crok_lab){50, 10, 20}, (crok_lab){0, 0, 0}, 6);
    crok_partitions_cut(t.x, t.n, 2, &WHOLE, &found);
    assert_int_equal(found.n, 0);
    crok_partitions_cut(t.x, 1, 2, &WHOLE, &found);
    assert_int_equal(found.n, 0);
    crok_partitions_cut(t.x, 0, 2, &WHOLE, &found);
    assert_int_equal(found.n, 0);
}

static void refining_converges_to_the_true_parts(void **state)
{
    table t = {.g = {4}};
    crok_partition p = WHOLE;
    crok_partition again;
    (void)state;
    add(&t, 0, (crok_lab){90, 0, 15}, (crok_lab){2, 2, 2}, 6);
    add(&t, 1, (crok_lab){30, 0, 5}, (crok_lab){4, 2, 2}, 6);
    for (int i = 0; i < t.n; i++) /* two of each in the other part */
        p.part[i] = i % 3 == 0 ? 1 - t.part[i] : t.part[i];
    crok_partition_refine(t.x, t.n, 2, &p);
    assert_true(equals_truth(&t, &p));
    again = p;
    crok_partition_refine(t.x, t.n, 2, &again);
    assert_memory_equal(again.part, p.part, sizeof p.part);
    CHECK_NEAR(again.cost, p.cost, 1e-9);
    /* a part that has no colours gets none */
    memset(p.part, 0, sizeof p.part);
    crok_partition_refine(t.x, t.n, 2, &p);
    for (int i = 0; i < t.n; i++)
        assert_int_equal(p.part[i], 0);
}

/* The Mahalanobis distance of a colour is taken from the other members, and is
 * smaller along an axis on which they are scattered. */
static void distance_is_from_the_others(void **state)
{
    crok_lab x[6] = {{50, 0, -20}, {50, 0, -10}, {50, 0, 10},
                     {50, 0, 20},  {50, 0, 30},  {50, 30, 0}};
    int part[6] = {0};
    (void)state;
    assert_true(crok_partition_deviation(x, 6, part, 5) > 6.0);
    assert_true(crok_partition_deviation(x, 6, part, 4) < 4.0);
    part[5] = 1;
    CHECK_NEAR(crok_partition_deviation(x, 6, part, 5), 0.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scattered_part_is_not_cut),
        cmocka_unit_test(parts_are_cut_one_by_one),
        cmocka_unit_test(no_part_is_empty_and_no_partition_repeated),
        cmocka_unit_test(alike_colours_are_not_cut),
        cmocka_unit_test(refining_converges_to_the_true_parts),
        cmocka_unit_test(distance_is_from_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
