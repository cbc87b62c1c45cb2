/* SPDX-License-Identifier: Apache-2.0
 *
 * report/result.h: one photo's result as text: JSON, CSV or a table for
 * people. A result is a score or an error; each writer handles both and every
 * file name.
 *
 * Room     report: uses core, board, discs, rules. The text is returned; who
 *          asked for it prints it.
 * Threads  values only; any thread.
 * Source   crokeye.score/1 for JSON; RFC 4180 for CSV. */
#ifndef CROK_REPORT_RESULT_H
#define CROK_REPORT_RESULT_H

#include <stdint.h>

#include "report/score.h"

#ifdef __cplusplus
extern "C" {
#endif

/* CPU time of one photo's stages. */
typedef enum crok_stage {
    CROK_STAGE_OPEN = 0,
    CROK_STAGE_DECODE,
    CROK_STAGE_BOARD,
    CROK_STAGE_DISCS,
    CROK_STAGE_OVERLAY,
    CROK_N_STAGES
} crok_stage;

/* "open", "decode", ... */
const char *crok_stage_name(crok_stage stage);

/* One photo, scored or not. */
typedef struct crok_result {
    const char *image;  /* its path as given; kept */
    crok_status status; /* CROK_OK: score holds; else err holds */
    crok_err err;
    int w_px, h_px; /* full, upright; 0 where not even that is known */
    crok_score score;
    int64_t stage_ns[CROK_N_STAGES];
    bool wants_timings;  /* write stage_ns too */
    const char *overlay; /* the annotated picture, as it was written; NULL */
    /* of writing it; CROK_OK if none was wanted */
    crok_status overlay_status;
    crok_err overlay_err;
} crok_result;

/* The status in a word or two for a person: "no board", "unreadable". */
const char *crok_result_error_words(crok_status st);

/* The crokeye.score/1 document, one line, without the line's end. Returned:
 * free with free(). NULL where there is no memory. */
char *crok_result_json(const crok_result *r);

/* One CSV record with its CRLF, columns as crok_result_csv_header names them.
 * Returned: free with free(). NULL where there is no memory. */
char *crok_result_csv(const crok_result *r);

/* The header record; static. */
const char *crok_result_csv_header(void);

/* Rows of the table with their line ends; the picture's name takes name_width
 * columns, a longer name a line of its own. Returned: free with free(). NULL
 * where there is no memory. */
char *crok_result_table(const crok_result *r, int name_width);

/* The table's first line. Returned: free with free(). */
char *crok_result_table_header(int name_width);

#ifdef __cplusplus
}
#endif
#endif
