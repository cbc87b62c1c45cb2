/* SPDX-License-Identifier: Apache-2.0
 *
 * setup/record.h: the figures of one second as a line for people and as a line
 * of JSON (crokeye.setup/1, docs/FORMATS.md).
 *
 * Room     setup.
 * Threads  values only; any thread. */
#ifndef CROK_SETUP_RECORD_H
#define CROK_SETUP_RECORD_H

#include "setup/figures.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_SETUP_LINE 400

/* The heading of the columns; static, without a line feed. */
const char *crok_setup_heading(void);

/* Write a line under that heading, without a line feed. A figure that was not
 * measured is "-".
 *
 *   s  borrowed */
void crok_setup_line(const crok_setup *s, char out[CROK_SETUP_LINE]);

/* Return the figures as JSON on one line: free with cJSON_free. NULL: no
 * memory. A figure that was not measured is null.
 *
 *   s  borrowed */
char *crok_setup_json(const crok_setup *s);

#ifdef __cplusplus
}
#endif
#endif
