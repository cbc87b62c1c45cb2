/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/report/fixture.h: observations made by hand: a tournament board seen
 * from above. */
#ifndef CROK_TESTS_REPORT_FIXTURE_H
#define CROK_TESTS_REPORT_FIXTURE_H

#include "report/result.h"

/* A board 1.2 m below a 1600 x 1200 camera, lines 1.6 mm wide, sides "black"
 * and "white", no discs. */
crok_observation fixture_board(void);

/* One more disc of side 0 (black) or 1 (white) at (x, 0) mm, sigma 0.1 mm. */
void fixture_add(crok_observation *o, int side, double x_mm,
                 crok_disc_state state);

/* The same at (x, y). */
void fixture_add_at(crok_observation *o, int side, double x_mm, double y_mm,
                    crok_disc_state state);

/* Two sides, default rules. */
crok_score_options fixture_options(void);

/* Counted by these; asserts that it works. */
crok_score fixture_count(const crok_observation *o,
                         const crok_score_options *options);

/* A whole result. `image` is kept. */
crok_result fixture_result(const char *image, const crok_observation *o);

#endif
