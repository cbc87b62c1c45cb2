/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "board/quadrants.h"

/* Where the four lines of a picture begin and end, and whether that is a
 * board's; its lines are at 1, 0.645 and 0.281. */
typedef struct seen {
    const char *what;
    double from[CROK_N_QUADRANTS], to[CROK_N_QUADRANTS];
    bool agrees;
    double pixel;
} seen;

static const seen table[] = {
    {"drawn from line to line",
     {0.65, 0.65, 0.65, 0.65},
     {0.995, 0.995, 0.995, 0.995},
     true,
     0.0},
    {"two ends of either hidden by discs",
     {0.65, 0.78, 0.65, 0.70},
     {0.995, 0.90, 0.995, 0.85},
     true,
     0.0},
    {"drawn on to the inner line",
     {0.287, 0.287, 0.287, 0.287},
     {0.995, 0.995, 0.995, 0.995},
     true,
     0.0},
    {"drawn on, discs at three of the inner ends",
     {0.287, 0.779, 0.399, 0.310},
     {0.995, 0.995, 0.995, 0.995},
     true,
     0.0},
    {"drawn on, and no end is seen",
     {0.31, 0.779, 0.399, 0.303},
     {0.995, 0.995, 0.995, 0.995},
     false,
     0.0},
    {"drawn on, in a picture of 180 px to the outer line",
     {0.303, 0.779, 0.399, 0.303},
     {0.995, 0.995, 0.995, 0.995},
     true,
     1.0 / 180.0},
    {"drawn on, in one of 400 px",
     {0.303, 0.779, 0.399, 0.303},
     {0.995, 0.995, 0.995, 0.995},
     false,
     1.0 / 400.0},
    {"one seam across the board, the others end between lines",
     {0.20, 0.80, 0.80, 0.80},
     {0.995, 0.995, 0.995, 0.995},
     false,
     0.0},
    {"beyond the line taken for the outer one",
     {0.65, 0.65, 0.65, 0.65},
     {1.08, 1.08, 1.08, 1.08},
     false,
     0.0},
    {"short of the line taken for the outer one",
     {0.65, 0.65, 0.65, 0.65},
     {0.918, 0.918, 0.918, 0.918},
     false,
     0.0},
    {"no further than between the lines",
     {0.80, 0.80, 0.80, 0.80},
     {0.995, 0.995, 0.995, 0.995},
     false,
     0.0},
};

static void ends_tell_a_board_s_lines(void **state)
{
    static crok_board_lines lines;
    (void)state;
    lines.fit.radius[CROK_LINE_OUTER] = 1.0;
    lines.fit.radius[CROK_LINE_MIDDLE] = 0.645;
    lines.fit.radius[CROK_LINE_INNER] = 0.281;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        crok_quadrants q = {.contrast = 1.0, .pixel = table[i].pixel};
        memcpy(q.from, table[i].from, sizeof q.from);
        memcpy(q.to, table[i].to, sizeof q.to);
        if (crok_quadrants_agree(&q, &lines) != table[i].agrees)
            fail_msg("%s", table[i].what);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_tell_a_board_s_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
