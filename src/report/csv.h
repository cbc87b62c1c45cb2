/* SPDX-License-Identifier: Apache-2.0
 *
 * report/csv.h: fields of CSV (RFC 4180).
 *
 * Room     report, internal.
 * Threads  one owner. */
#ifndef CROK_REPORT_CSV_H
#define CROK_REPORT_CSV_H

#include "report/str.h"

/* Append a field. A field with a comma, a quotation mark or a line end is put
 * in quotation marks, and the marks in it are doubled. Bytes that are not UTF-8
 * are replaced by U+FFFD. */
void crok_csv_add(crok_str *t, const char *text);

/* Append a field with text that a person typed, such as a player's name. If the
 * text begins with = + - @, a tab or a line end, an apostrophe is put before
 * it, because a spreadsheet would take it for a formula. Otherwise the function
 * does the same as crok_csv_add. */
void crok_csv_add_name(crok_str *t, const char *text);

#endif
