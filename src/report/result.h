/* SPDX-License-Identifier: Apache-2.0
 *
 * report/result.h: writes the result of one photo as JSON, CSV or a table for
 * people. A result is a score or an error, and the photo's file name may have
 * any bytes; each writer can handle all of these.
 *
 * Room     report: uses core, board, discs, rules. The text is returned, not
 *          printed.
 * Threads  values only; any thread.
 * Source   crokeye.score/1 for JSON; RFC 4180 for CSV. */
#ifndef CROK_REPORT_RESULT_H
#define CROK_REPORT_RESULT_H

#include <stdint.h>

#include "report/score.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The stages of scoring one photo, whose processor time is measured. */
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

/* The players' names, by their sides. */
typedef struct crok_players {
    int n;
    char side[CROK_MAX_SIDES][24];
    char name[CROK_MAX_SIDES][64]; /* UTF-8 */
} crok_players;

/* Returns the player of a side, or the side's name if none is known. */
const char *crok_players_name(const crok_players *p, const char *side);

/* One photo, scored or not. */
typedef struct crok_result {
    const char *image;  /* borrowed: the photo's path */
    crok_status status; /* CROK_OK: score is valid; otherwise err is */
    crok_err err;
    int w_px, h_px; /* size of the full, upright photo; 0 if unknown */
    crok_score score;
    int64_t stage_ns[CROK_N_STAGES];
    bool wants_timings;          /* the result is written with stage_ns */
    const crok_players *players; /* borrowed; NULL: nobody's name is known */
    bool wants_details;  /* the annotated picture says how it was measured */
    const char *overlay; /* borrowed: path of the annotated picture that was
                            written; NULL: none was written */
    /* The result of writing it; CROK_OK if none was wanted. */
    crok_status overlay_status;
    crok_err overlay_err;
} crok_result;

/* Returns the status in a few words for a person, for example "no board". */
const char *crok_result_error_words(crok_status st);

/* Returns the crokeye.score/1 document on one line, without a line end; free it
 * with free(). Returns NULL if there is no memory. */
char *crok_result_json(const crok_result *r);

/* Returns one CSV record, which ends with CRLF; free it with free(). Its
 * columns are those of crok_result_csv_header. Returns NULL if there is no
 * memory. */
char *crok_result_csv(const crok_result *r);

/* Returns the CSV header record; it must not be freed. */
const char *crok_result_csv_header(void);

/* Returns the rows of the table for one photo, with line ends; free them with
 * free(). The photo's name has name_width columns; if it is longer, it is on a
 * line of its own. Returns NULL if there is no memory. */
char *crok_result_table(const crok_result *r, int name_width);

/* Returns the table's first line; free it with free(). Returns NULL if there is
 * no memory. */
char *crok_result_table_header(int name_width);

#ifdef __cplusplus
}
#endif
#endif
