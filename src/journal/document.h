/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/document.h: the one composer of crokeye.match/1: the match, and
 * what those who look on need besides:
 *
 *   seq       of the last event; what If-Match is compared with
 *   number    of the table among those served, from 1
 *   board     {"lines_mm", "hole_mm", "disc_mm"}: to draw it
 *   source    {"state", "words", "seen_at", "rate_hz", "frozen", "device",
 *             "reopened", "frames", "lost", "damaged", "controls_reset"}:
 *             the camera's health (journal/live_source.h)
 *   words     what a person should see to at the board, or null; "state" is
 *             "check" then
 *   picture   {"url", "half_mm"}: the board from above at the latest rest, and
 *             half the side of its square; null where there is none
 *   seen      discs as a camera sees them now; null where none watches
 *   question  what a person is asked, or null:
 *             {"ask": "validity", "of", "missing", "either": {"true",
 * "false"}}, with side and place of each disc that either takes off or puts
 *             back
 *             {"ask": "disc", "of", "discs": [id, ...]}
 *             {"ask": "starter", "seats": [{"seat", "player", "side"}]}
 *   discs     + line, margin_mm, range: the values that a close call leaves
 *   sides     + dealt
 *   seats     [{"seat", "player", "side"}], clockwise
 *   last      + seat, side: the shooter's
 *   last.remove  + side, x_mm, y_mm: where it lies
 *   calls     + picture, where there is one
 *
 * Room     journal: uses core, rules.
 * Threads  one record, one thread at a time.
 * Source   crokeye.match/1 (docs/FORMATS.md). */
#ifndef CROK_JOURNAL_DOCUMENT_H
#define CROK_JOURNAL_DOCUMENT_H

#include "journal/journal.h"
#include "journal/live_source.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The parts of the document that are not in the events. */
typedef struct crok_document_now {
    const crok_live_source *source; /* borrowed */
    int place;      /* of the table among those of a server, from 0 */
    long top_view;  /* number of the top view; 0: none */
    double half_mm; /* half the side of its square */
} crok_document_now;

/* The document of the present match.
 *
 *   log       borrowed
 *   pictures  borrowed: the journal of the log, which stores the pictures of
 *             calls; NULL: none
 *
 * Returned: free with cJSON_free; NULL without memory. */
char *crok_document_text(const crok_log *log, crok_journal *pictures,
                         const crok_document_now *now);

/* The document of an earlier state of the match, without the parts that are not
 * in the events (source, seen, words, question, pictures).
 *
 *   log  the log of the match */
char *crok_document_text_at(const crok_match *m, const crok_log *log);

#ifdef __cplusplus
}
#endif
#endif
