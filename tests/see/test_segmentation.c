/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading a segmentation that is made by hand, and the network's behaviour: the
 * same picture gives the same segments in any thread. What it sees in pictures
 * is tested with the discs (tests/discs/test_scan.c). */
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "see/segmentation.h"

static crok_segmentation segments;
static crok_segmentation other;

static int start(void **state)
{
    (void)state;
    memset(&segments, 0, sizeof segments);
    segments.cell_mm = 5.0;
    return 0;
}

static void cells_and_places(void **state)
{
    crok_mm first;
    crok_mm next;
    (void)state;
    first = crok_segmentation_mm(&segments, 0);
    next = crok_segmentation_mm(&segments, CROK_SEGMENTATION_CELLS + 1);
    CHECK_NEAR(first.x, -317.5, 1e-9);
    CHECK_NEAR(first.y, 317.5, 1e-9);
    CHECK_NEAR(next.x, -312.5, 1e-9);
    CHECK_NEAR(next.y, 312.5, 1e-9);
}

static void put(int x, int y, float chance)
{
    segments.centre[y * CROK_SEGMENTATION_CELLS + x] = chance;
}

static void centres_in_order(void **state)
{
    crok_segmentation_centre c[4];
    (void)state;
    put(20, 30, 0.6F);
    put(90, 40, 0.9F);
    put(91, 41, 0.8F); /* of the same disc */
    put(50, 50, 0.04F);
    assert_int_equal(crok_segmentation_centres(&segments, 0.05, c, 4), 2);
    CHECK_NEAR(c[0].chance, 0.9, 1e-6);
    CHECK_NEAR(
        c[1].at.x,
        crok_segmentation_mm(&segments, 30 * CROK_SEGMENTATION_CELLS + 20).x,
        1e-9);
    assert_int_equal(crok_segmentation_centres(&segments, 0.01, c, 4), 3);
    assert_int_equal(crok_segmentation_centres(&segments, 0.01, c, 1), 1);
    CHECK_NEAR(c[0].chance, 0.9, 1e-6);
}

/* The vertex of a parabola 0.9 - 0.2 (x - 64.25)^2, in cells. */
static void centre_between_cells(void **state)
{
    crok_segmentation_centre c;
    (void)state;
    for (int x = 62; x <= 66; x++)
        put(x, 64, (float)(0.9 - 0.2 * (x - 64.25) * (x - 64.25)));
    assert_int_equal(crok_segmentation_centres(&segments, 0.5, &c, 1), 1);
    CHECK_NEAR(c.at.x, (64.25 + 0.5 - 64.0) * 5.0, 1e-4);
}

/* ---- the network ---- */

static crok_image view;

static void *look(void *out)
{
    crok_err err = {0};
    CHECK_STATUS(crok_segmentation_see(&view, NULL, 366.0, out, &err), CROK_OK,
                 &err);
    return NULL;
}

static void fill_view(unsigned seed)
{
    for (int y = 0; y < view.h_px; y++)
        for (int k = 0; k < 3 * view.w_px; k++)
            crok_image_row(&view, y)[k] =
                (uint8_t)((seed = seed * 1103515245U + 12345U) >> 24);
}

static void same_in_any_thread(void **state)
{
    pthread_t thread;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_image_new(CROK_SEGMENTATION_PX, CROK_SEGMENTATION_PX,
                                CROK_RGB8, &view, &err),
                 CROK_OK, &err);
    fill_view(1);
    look(&segments);
    assert_int_equal(pthread_create(&thread, NULL, look, &other), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_memory_equal(&segments, &other, sizeof segments);
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        double sum = 0.0;
        for (int k = 0; k < CROK_N_SHOWN; k++)
            sum += (double)segments.chance[k][i];
        CHECK_NEAR(sum, 1.0, 1e-4);
        assert_true(segments.centre[i] >= 0.0F && segments.centre[i] <= 1.0F);
    }
    fill_view(2);
    look(&other);
    assert_memory_not_equal(&segments, &other, sizeof segments);
    crok_image_free(&view);
}

/* A bare board beside the picture changes what is seen. */
static void bare_board_counts(void **state)
{
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_image_new(CROK_SEGMENTATION_PX, CROK_SEGMENTATION_PX,
                                CROK_RGB8, &view, &err),
                 CROK_OK, &err);
    fill_view(3);
    look(&segments);
    CHECK_STATUS(crok_segmentation_see(&view, &view, 366.0, &other, &err),
                 CROK_OK, &err);
    assert_memory_not_equal(&segments, &other, sizeof segments);
    crok_image_free(&view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(cells_and_places, start),
        cmocka_unit_test_setup(centres_in_order, start),
        cmocka_unit_test_setup(centre_between_cells, start),
        cmocka_unit_test_setup(same_in_any_thread, start),
        cmocka_unit_test_setup(bare_board_counts, start)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
