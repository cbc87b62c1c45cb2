/* SPDX-License-Identifier: Apache-2.0
 *
 * report/truth_file.h: a scored photo as truth, crokeye.truth/1: where its
 * board and its discs are, whose they are and what they are worth, as a person
 * has settled it. Networks are trained on such files, and benchmarks compare
 * results with them (tests/bench/truth.h, models/perception/train/real.py).
 *
 * Frames   px: the full picture, upright.
 * Room     report: uses core, board, discs, rules. No I/O.
 * Threads  values only; any thread. */
#ifndef CROK_REPORT_TRUTH_FILE_H
#define CROK_REPORT_TRUTH_FILE_H

#include "report/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/* May the score be taken for the truth? It may if a person answered at least
 * one question about the photo, no question is open, each side's total has one
 * value, and no disc was dropped for want of room. */
bool crok_truth_is_known(const crok_score *s);

/* Do discs have the values of a truth file by these rules, those of
 * crok_value_rules_default? Readers know no others. */
bool crok_truth_has_values(const crok_value_rules *rules);

/* Make the document.
 *
 *   r      borrowed: scored, crok_truth_is_known and crok_truth_has_values
 *   bowl   borrowed: the 20s that were taken off, as r was scored with. The
 *          picture does not show them, so they are not in the totals
 *   image  name of the picture's file, beside that of the document
 *
 * Returned: free with free(). NULL: no memory. */
char *crok_truth_file_text(const crok_result *r, const crok_bowl *bowl,
                           const char *image);

#ifdef __cplusplus
}
#endif
#endif
