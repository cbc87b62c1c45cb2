/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/sheets.h: the results of a day as CSV (RFC 4180), in the columns of the
 * two sheets of the sport's results database: "Matches" and "Results".
 *
 * Both have the matches that are over and count, so that the points and 20s of
 * a player in Results are the sum of his rows in Matches. What they do with a
 * match that was given up, broken off or changed afterwards is in
 * docs/FORMATS.md, "CSV of matches".
 *
 * Room     hall: uses rules, report. Allocates the texts.
 * Threads  values only; any thread.
 * Source   the workbook "Database Input" and the check of its input, both
 *          public at crokinolereference.com. */
#ifndef CROK_HALL_SHEETS_H
#define CROK_HALL_SHEETS_H

#include "hall/day.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rounds of a row that have a column; those beyond count in the total only. */
#define CROK_SHEET_ROUNDS 20

/* Write the sheet "Matches": two rows a side of each match or, in a stage as
 * "Final", of each game, one of points and one of 20s. In a stage of the
 * setting `individual` each player of a side has these rows.
 *
 *   text  written only on CROK_OK; free with free()
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_sheet_matches(const crok_day *day, char **text,
                                             crok_err *err);

/* Write the sheet "Results": a row "Scores" for each player of each stage and
 * pool; and, if the day is over (crok_standings.is_over), a row "Final Rank"
 * for each player. Parameters and errors are those of crok_sheet_matches. */
CROK_MUST_USE crok_status crok_sheet_results(const crok_day *day, char **text,
                                             crok_err *err);

/* Say what the database's check of its input would refuse in the sheets, and
 * what they leave out: one sentence a line, "" if there is nothing. Parameters
 * and errors are those of crok_sheet_matches. */
CROK_MUST_USE crok_status crok_sheet_faults(const crok_day *day, char **text,
                                            crok_err *err);

/* Say which matches count for nothing, and why, and which stage of the setting
 * `individual` there is not: those lines of crok_sheet_faults. A match that is
 * still being played is named only if it will not count as things are.
 * Parameters and errors are those of crok_sheet_matches. */
CROK_MUST_USE crok_status crok_left_out_faults(const crok_day *day, char **text,
                                               crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
