/* SPDX-License-Identifier: Apache-2.0
 *
 * A board of two woods, and a square thing on it that the network takes for a
 * cover with a chance of 0.1. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "discs/foreign.h"

#define OUTER_MM 304.8
#define HALF_PX 14

static const uint8_t WOOD[2][3] = {{200, 160, 110}, {120, 80, 50}};

static crok_segmentation segments;

/* The mean chance of a cover on the thing, and on the rest of the surface. */
static void join(const uint8_t thing[3], double *on, double *beside)
{
    crok_image view = {0};
    crok_err err = {0};
    int n[2] = {0};
    double sum[2] = {0.0};
    CHECK_STATUS(crok_image_new(CROK_SEGMENTATION_PX, CROK_SEGMENTATION_PX,
                                CROK_RGB8, &view, &err),
                 CROK_OK, &err);
    memset(&segments, 0, sizeof segments);
    segments.cell_mm = 2.4 * OUTER_MM / CROK_SEGMENTATION_CELLS;
    for (int y = 0; y < CROK_SEGMENTATION_PX; y++)
        for (int x = 0; x < CROK_SEGMENTATION_PX; x++) {
            bool is_thing = abs(x - 90) < HALF_PX && abs(y - 100) < HALF_PX;
            memcpy(crok_image_row(&view, y) + 3 * x,
                   is_thing ? thing : WOOD[y > 150], 3);
        }
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        segments.chance[CROK_SHOWN_COVER][i] = 0.1F;
        segments.chance[CROK_SHOWN_SURFACE][i] = 0.9F;
    }
    CHECK_STATUS(crok_foreign_join(&view, NULL, OUTER_MM, &segments, &err),
                 CROK_OK, &err);
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        int x = 2 * (i % CROK_SEGMENTATION_CELLS);
        int y = 2 * (i / CROK_SEGMENTATION_CELLS);
        bool is_on = abs(x - 90) < HALF_PX - 3 && abs(y - 100) < HALF_PX - 3;
        crok_mm at = crok_segmentation_mm(&segments, i);
        CHECK_NEAR((double)segments.chance[CROK_SHOWN_COVER][i] +
                       (double)segments.chance[CROK_SHOWN_SURFACE][i],
                   1.0, 1e-4);
        if (hypot(at.x, at.y) > 0.9 * OUTER_MM ||
            (!is_on && abs(x - 90) < HALF_PX + 4 && abs(y - 100) < HALF_PX + 4))
            continue;
        n[is_on]++;
        sum[is_on] += (double)segments.chance[CROK_SHOWN_COVER][i];
    }
    *on = sum[1] / n[1];
    *beside = sum[0] / n[0];
    crok_image_free(&view);
}

/* A colour that the board has nowhere else makes a cover likelier; what has the
 * colour of the other wood is as likely as that. */
static void a_colour_of_its_own_is_a_cover(void **state)
{
    static const uint8_t black[3] = {20, 20, 22};
    double on = 0.0;
    double beside = 0.0;
    (void)state;
    join(black, &on, &beside);
    print_message("black: %.3f, beside %.3f\n", on, beside);
    assert_true(on > 0.1);
    assert_true(beside < 0.02);
    join(WOOD[1], &on, &beside);
    print_message("wood: %.3f, beside %.3f\n", on, beside);
    assert_true(on < 0.03);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_colour_of_its_own_is_a_cover),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
