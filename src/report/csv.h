/* SPDX-License-Identifier: Apache-2.0
 *
 * report/csv.h: fields of CSV (RFC 4180).
 *
 * Room     report, internal.
 * Threads  one owner. */
#ifndef CROK_REPORT_CSV_H
#define CROK_REPORT_CSV_H

#include "report/str.h"

/* Append a field. If it has a comma, a quote or a line end it is quoted, and
 * its quotes are doubled; bytes that are not UTF-8 become U+FFFD. */
void crok_csv_add(crok_str *t, const char *text);

/* The same for text from outside, as a player's name: if a spreadsheet would
 * take it for a formula (it begins with = + - @, a tab or a line end), an
 * apostrophe is put before it. */
void crok_csv_add_name(crok_str *t, const char *text);

#endif
