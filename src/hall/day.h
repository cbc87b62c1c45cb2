/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day.h: the day of a hall: who is to play whom (hall/pairings.h), the
 * records of the tables, and what follows from both: which match is played or
 * is next at a table, and what was corrected afterwards. hall/standings.h has
 * the standings, hall/sheets.h the results as the sport's database takes them,
 * hall/day_document.h the documents for pages and tables.
 *
 * A match belongs to the pairing with the same players (hall/day/names.h), in
 * any order of the sides. If several pairings have them, the stage that the
 * match names goes before its game, the game before its pool, the pool before
 * the table, and the table before the order in the file. A match that was
 * broken off (match_end before it was decided) gives way to another one of the
 * same players; one without a round counts for nothing. A record that comes
 * from two tables counts once, at the table that has more of it; so does a
 * match that is in two records event by event, as after an export and an
 * import.
 *
 * Where there are pairings, a match in none of them counts only if all its
 * players are in some, it names its stage, and no pairing is of that stage; or
 * with the setting count_unpaired.
 *
 * Room     hall: uses rules, journal; no network, no clock. Allocates.
 * Threads  one day, one thread at a time. */
#ifndef CROK_HALL_DAY_H
#define CROK_HALL_DAY_H

#include "hall/pairings.h"
#include "journal/journal.h"
#include "rules/event_words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most records of a day, at all tables together. */
#define CROK_MAX_DAY_RECORDS 10000

/* Room for a list of stages. */
#define CROK_STAGE_LIST_MAX 256

/* Most players whose order was settled by hand. */
#define CROK_MAX_SETTLED 64

/* What the director says of the day. Texts that are not given are "". */
typedef struct crok_day_settings {
    char date[CROK_NAME_MAX]; /* "2026-05-02"; "": that of each match, in UTC */
    char tournament[CROK_TEXT_MAX];
    char division[CROK_TEXT_MAX]; /* "Competitive-Fingers" */
    char category[CROK_TEXT_MAX]; /* "Singles", "Doubles", "Teams"; "": Singles
                                   * or Doubles, as each match was played */
    char league[CROK_TEXT_MAX], format[CROK_TEXT_MAX];
    char stage[CROK_TEXT_MAX]; /* of a match whose stage nobody names, if there
                                * are no pairings; "": Prelim */
    char pool[CROK_TEXT_MAX];  /* of a match whose pool nobody names; "": A */
    /* The stages in which what a side has done counts for each of its players,
     * who may have another partner in every match: "Prelim,Doubles", or "all";
     * "": in none */
    char individual[CROK_STAGE_LIST_MAX];
    bool head_to_head;       /* ties on points: first the points of the matches
                              * between those who are level, then 20s (T5) */
    bool unplayed_to_nobody; /* true: the rounds that were not played because a
                              * side gave up count for nobody; false: the other
                              * side has won them */
    bool count_unpaired;     /* a match that names its stage counts although it
                              * is in no pairing, and there are some */
    bool is_final;           /* true: the final ranking is given although
                              * pairings are still open */
    /* Who was level and is not any more, after a shoot-out at the hole: the
     * better ones first; others who are level with them come after them */
    int n_settled;
    char settled[CROK_MAX_SETTLED][CROK_TEXT_MAX];
} crok_day_settings;

typedef struct crok_day crok_day;

/* Can names be compared? Call it before anything that has to do with players'
 * names, of this room or in its file pairings.h: without GLib they end the
 * program.
 *
 * CROK_EUNSUPPORTED  GLib is not installed */
CROK_MUST_USE crok_status crok_names_check(crok_err *err);

/* Make a day without pairings and records. Returned: free with crok_day_free.
 * NULL: no memory. */
crok_day *crok_day_new(const crok_day_settings *settings);

/* Free *day and set it to NULL. If *day is NULL it does nothing. */
void crok_day_free(crok_day **day);

/* Replace the settings or the pairings; the records stay.
 *
 *   settings  borrowed, copied
 *   pairings  taken: *pairings is empty afterwards */
void crok_day_set(crok_day *day, const crok_day_settings *settings);
void crok_day_set_pairings(crok_day *day, crok_pairings *pairings);

/* The file of the pairings cannot be read. It is a fault of the day until
 * crok_day_set_pairings. The pairings that were read before stay; if none were,
 * no match counts, because nobody knows which ones should.
 *
 *   why  for a person; borrowed, at most 255 bytes of it are used */
void crok_day_miss_pairings(crok_day *day, const char *why);

const crok_day_settings *crok_day_settings_of(const crok_day *day);

/* ---- records ---- */

/* One row of a record, as a table publishes it. */
typedef struct crok_day_row {
    const char *table;  /* "": the table that the match itself names */
    const char *record; /* the record's random id */
    long seq;           /* > 0 */
    long prev;          /* seq of the row before it in the record; 0: none */
    const char *line;   /* borrowed: crokeye.event/1, len bytes */
    size_t len;
} crok_day_row;

typedef enum crok_day_took {
    CROK_DAY_NEW,     /* the row was added */
    CROK_DAY_KNOWN,   /* it is there already, the same */
    CROK_DAY_DIFFERS, /* another one with its seq is there, which stays: two
                       * writers have gone on with one record */
    CROK_DAY_GAP,     /* rows before it are missing: read the record anew, from
                       * crok_day_last on */
    CROK_DAY_SPOILT   /* it cannot be applied; the record stays as it was before
                       * it, and takes no more rows */
} crok_day_took;

/* Take one row.
 *
 *   took  written on CROK_OK
 *   err   also filled where *took is DIFFERS, GAP or SPOILT: what is wrong, at
 *         which table
 *
 * CROK_EARG       the id of the record is empty or too long, or a number is out
 *                 of range
 * CROK_ETOOLARGE  there are CROK_MAX_DAY_RECORDS already
 * CROK_ENOMEM     the row was not taken, or what it corrects is not listed:
 *                 forget everything and read anew */
CROK_MUST_USE crok_status crok_day_take(crok_day *day, const crok_day_row *row,
                                        crok_day_took *took, crok_err *err);

/* Returns the seq of the last row of a record at a table; 0: there is none. */
long crok_day_last(const crok_day *day, const char *table, const char *record);

/* Take the rows of a record on this machine that are not there yet.
 *
 *   table    as in crok_day_row
 *   journal  opened to read; is refreshed before
 *
 * CROK_EFORMAT  the record is damaged
 * Others as crok_day_take and crok_journal_refresh */
CROK_MUST_USE crok_status crok_day_take_journal(crok_day *day,
                                                const char *table,
                                                crok_journal *journal,
                                                crok_err *err);

/* Forget all records, for a reader that reads everything anew. */
void crok_day_forget(crok_day *day);

/* ---- corrections ---- */

/* An event that changed a round that had ended, or a match that was over. */
typedef struct crok_correction {
    char table[CROK_NAME_MAX];
    char record[CROK_RECORD_ID];
    long seq;
    char time[CROK_NAME_MAX]; /* of the event, by its table's clock */
    char by[CROK_TEXT_MAX];   /* who made it: the event's field "by" or "x-by";
                               * "": it does not say */
    crok_event_type type;
    char text[CROK_ROW_TEXT_MAX]; /* what was done, for a person */
    char *before, *after;         /* owned by the day: the match's result
                                   * (crok_day_result_text); "": it was not
                                   * there */
} crok_correction;

/* Returns the corrections in the order in which they came; valid until the next
 * row is taken.
 *
 *   n  written */
const crok_correction *crok_day_corrections(const crok_day *day, int *n);

#ifdef __cplusplus
}
#endif
#endif
