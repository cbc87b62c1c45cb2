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

/* What holds at this moment only. */
typedef struct crok_document_now {
    const crok_live_source *source; /* borrowed */
    int place;      /* of the table among those of a server, from 0 */
    long top_view;  /* counts the board's pictures from above; 0: none */
    double half_mm; /* half the side of its square */
} crok_document_now;

/* The document as it stands.
 *
 *   log       borrowed
 *   pictures  borrowed: the journal that the log is of, where the pictures of
 *             calls lie; NULL: there are none
 *
 * Returned: free with cJSON_free; NULL where memory ran out. */
char *crok_document_text(const crok_log *log, crok_journal *pictures,
                         const crok_document_now *now);

/* The same of a match as it once stood, without what holds at this moment only
 * (source, seen, words, question, pictures).
 *
 *   log  that it is of */
char *crok_document_text_at(const crok_match *m, const crok_log *log);

#ifdef __cplusplus
}
#endif
#endif
