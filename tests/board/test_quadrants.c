/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "board/search/quadrants.h"

/* The radii where the four quadrant lines begin and end, and whether they agree
 * with a board whose lines are at 1, 0.645 and 0.281. */
typedef struct seen {
    const char *what;
    double from[CROK_N_QUADRANTS], to[CROK_N_QUADRANTS];
    bool agrees;
    bool from_hidden[CROK_N_QUADRANTS], to_hidden[CROK_N_QUADRANTS];
} seen;

static const seen table[] = {
    {.what = "drawn from line to line",
     .from = {0.65, 0.65, 0.65, 0.65},
     .to = {0.995, 0.995, 0.995, 0.995},
     .agrees = true},
    {.what = "two ends of either hidden by discs",
     .from = {0.65, 0.78, 0.65, 0.70},
     .to = {0.995, 0.90, 0.995, 0.85},
     .agrees = true},
    {.what = "drawn on to the inner line",
     .from = {0.287, 0.287, 0.287, 0.287},
     .to = {0.995, 0.995, 0.995, 0.995},
     .agrees = true},
    {.what = "drawn on, discs at three of the inner ends",
     .from = {0.287, 0.779, 0.399, 0.303},
     .to = {0.995, 0.995, 0.995, 0.995},
     .agrees = true},
    {.what = "drawn on, and no end is seen",
     .from = {0.31, 0.779, 0.399, 0.303},
     .to = {0.995, 0.995, 0.995, 0.995},
     .agrees = false},
    {.what = "one seam across the board, the others end between lines",
     .from = {0.20, 0.80, 0.80, 0.80},
     .to = {0.995, 0.995, 0.995, 0.995},
     .agrees = false},
    {.what = "beyond the line taken for the outer one",
     .from = {0.65, 0.65, 0.65, 0.65},
     .to = {1.08, 1.08, 1.08, 1.08},
     .agrees = false},
    {.what = "short of the line taken for the outer one",
     .from = {0.65, 0.65, 0.65, 0.65},
     .to = {0.918, 0.918, 0.918, 0.918},
     .agrees = false},
    {.what = "no further than between the lines",
     .from = {0.80, 0.80, 0.80, 0.80},
     .to = {0.995, 0.995, 0.995, 0.995},
     .agrees = false},
    {.what = "three outer ends under discs",
     .from = {0.65, 0.65, 0.65, 0.65},
     .to = {0.88, 0.995, 0.91, 0.93},
     .agrees = true,
     .to_hidden = {true, false, true, true}},
    {.what = "two under discs, one short on the bare board",
     .from = {0.65, 0.65, 0.65, 0.65},
     .to = {0.88, 0.995, 0.91, 0.93},
     .agrees = false,
     .to_hidden = {true, false, true, false}},
    {.what = "two lines hidden, one end seen a step short of a line's",
     .from = {0.65, 0.0, 0.0, 0.638},
     .to = {0.992, 0.0, 0.0, 0.984},
     .agrees = true,
     .from_hidden = {false, true, true, false},
     .to_hidden = {false, true, true, false}},
    {.what = "two lines hidden, one end seen two steps short",
     .from = {0.65, 0.0, 0.0, 0.65},
     .to = {0.992, 0.0, 0.0, 0.978},
     .agrees = false,
     .from_hidden = {false, true, true, false},
     .to_hidden = {false, true, true, false}},
    {.what = "all outer ends under discs",
     .from = {0.65, 0.65, 0.65, 0.65},
     .to = {0.88, 0.90, 0.91, 0.93},
     .agrees = false,
     .to_hidden = {true, true, true, true}},
    {.what = "three middle ends under discs",
     .from = {0.65, 0.70, 0.74, 0.72},
     .to = {0.995, 0.995, 0.995, 0.995},
     .agrees = true,
     .from_hidden = {false, true, true, true}},
};

/* The lines in a picture in which the outer one has this radius in px. */
static const crok_board_lines *lines_of(double outer_px)
{
    static crok_board_lines lines;
    lines.fit.cam.f_px = outer_px;
    lines.fit.cam.t_mm.z = 1.0;
    lines.fit.radius[CROK_LINE_OUTER] = 1.0;
    lines.fit.radius[CROK_LINE_MIDDLE] = 0.645;
    lines.fit.radius[CROK_LINE_INNER] = 0.281;
    return &lines;
}

static void ends_verify_the_lines_of_a_board(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        crok_quadrants q = {.contrast = 1.0};
        memcpy(q.from, table[i].from, sizeof q.from);
        memcpy(q.to, table[i].to, sizeof q.to);
        memcpy(q.from_hidden, table[i].from_hidden, sizeof q.from_hidden);
        memcpy(q.to_hidden, table[i].to_hidden, sizeof q.to_hidden);
        if (crok_quadrants_agree(&q, lines_of(1e6)) != table[i].agrees)
            fail_msg("%s", table[i].what);
    }
}

/* Quadrant lines that are drawn to the inner line are seen to end up to two
 * pixels before it. */
static void in_a_small_picture_ends_are_blurred(void **state)
{
    crok_quadrants q = {.contrast = 1.0,
                        .from = {0.303, 0.779, 0.399, 0.303},
                        .to = {0.995, 0.995, 0.995, 0.995}};
    (void)state;
    assert_true(crok_quadrants_agree(&q, lines_of(180.0)));
    assert_false(crok_quadrants_agree(&q, lines_of(400.0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_verify_the_lines_of_a_board),
        cmocka_unit_test(in_a_small_picture_ends_are_blurred),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
