/* SPDX-License-Identifier: Apache-2.0
 *
 * report/csv.h: fields of CSV (RFC 4180).
 *
 * Room     report, internal.
 * Threads  one owner. */
#ifndef CROK_REPORT_CSV_H
#define CROK_REPORT_CSV_H

#include "report/str.h"

/* Append a field with any text. A field with a comma, a semicolon (in some
 * countries the list separator), a tab, a quotation mark or a line end is put
 * in quotation marks, and the marks in it are doubled. If the text begins with
 * = + - @, also in their wide forms, a tab or a line end, an apostrophe is put
 * before it, because a spreadsheet would take it for a formula: names of files,
 * players, sides and boards may be anything. Bytes that are not UTF-8 and
 * control characters are replaced by U+FFFD. */
void crok_csv_add(crok_str *t, const char *text);

#endif
