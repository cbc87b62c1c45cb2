/* SPDX-License-Identifier: Apache-2.0
 *
 * report/csv.h: fields of CSV (RFC 4180).
 *
 * Room     report, internal.
 * Threads  one owner. */
#ifndef CROK_REPORT_CSV_H
#define CROK_REPORT_CSV_H

#include "report/str.h"

/* Appends a field: in quotes where it has a comma, a quote or a line's end,
 * its quotes doubled; bytes that are no UTF-8 become U+FFFD. */
void crok_csv_add(crok_str *t, const char *text);

/* The same for a text that a stranger may have chosen, a player's name: where
 * a spreadsheet would take it for a formula (it begins with = + - @, a tab or
 * a line's end) an apostrophe comes before it. */
void crok_csv_add_name(crok_str *t, const char *text);

#endif
