/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/document.h: writes the document crokeye.match/1 for pages and
 * programs that show a match. It takes the match of rules/rules_json.h and adds
 * these fields:
 *
 *   seq       seq of the last event; a request's If-Match is compared with it
 *   number    number of the table among those of the server, from 1
 *   board     {"lines_mm", "hole_mm", "disc_mm"}: the radii of the lines, the
 *             hole and a disc, and the width of a line
 *   source    {"state", "words", "seen_at", "rate_hz", "frozen", "device",
 *             "reopened", "frames", "lost", "damaged", "controls_reset"}:
 *             the camera's health (journal/live_source.h)
 *   words     what a person should put right at the board, or null; if it is
 *             not null while a match is played, "state" is "check"
 *   picture   {"url", "half_mm"}: the top view of the board at the latest rest,
 *             and half the side of its square; null if there is none
 *   on_air    {"url", "number"}: the replay that a person wants on air, or null
 *   seen      discs as the source sees them now; null if there is no source or
 *             it has ended
 *   question  the question to a person, or null:
 *             {"ask": "validity", "of", "missing", "either"}; "either" has the
 *             decisions "true" and "false", with the side and the position of
 *             each disc that they take off or put back
 *             {"ask": "disc", "of", "discs": [id, ...]}
 *             {"ask": "starter", "seats": [{"seat", "player", "side"}]}
 *   seats     [{"seat", "player", "side"}], clockwise
 *   record    {"id", "saved", "unsaved", "words"}: how the record on the disk
 *             is; null if it is in memory only
 *
 * and these fields inside fields of the match:
 *
 *   discs        line and margin_mm: the nearest line and the margin to it;
 *                range: smallest and largest value in a close call
 *   sides        dealt: number of discs at the start of a round
 *   last         seat, side: those of the shooter
 *   last.remove  side, x_mm, y_mm: the disc's side and position
 *   calls        picture: address of the close-up, if there is one
 *   last, question, asked
 *                replay: address of the shot's replay, if there is one
 *
 * Room     journal: uses core, rules.
 * Threads  one record, one thread at a time.
 * Source   crokeye.match/1 (docs/FORMATS.md). */
#ifndef CROK_JOURNAL_DOCUMENT_H
#define CROK_JOURNAL_DOCUMENT_H

#include <cjson/cJSON.h>

#include "journal/journal.h"
#include "journal/live_source.h"
#include "journal/replay.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The data of the document that the events do not contain. */
typedef struct crok_document_now {
    const crok_live_source *source;    /* borrowed */
    const crok_journal_health *health; /* borrowed; NULL: the record is in
                                        * memory only */
    int place;      /* index of the table among those of the server, from 0 */
    long top_view;  /* number of the top view; 0: there is none */
    double half_mm; /* half the side of the top view's square */
    const crok_replays *replays; /* borrowed; NULL: there are none */
    const crok_replay_air *air;  /* borrowed; NULL: as none yet */
} crok_document_now;

/* Write the document of the present match.
 *
 *   log       borrowed
 *   pictures  borrowed: the journal of the log, which stores the close-ups of
 *             calls; NULL: the document has no addresses of close-ups
 *
 * Returns a text that the caller frees with cJSON_free, or NULL if there is no
 * memory. */
char *crok_document_text(const crok_log *log, crok_journal *pictures,
                         const crok_document_now *now);

/* Write the document of an earlier state of the match. It does not have the
 * fields source, seen, words, question, picture and number.
 *
 *   m    the earlier state
 *   log  the log of the match
 *
 * Returns a text that the caller frees with cJSON_free, or NULL if there is no
 * memory. */
char *crok_document_text_at(const crok_match *m, const crok_log *log);

/* Find the side at a seat that a document names.
 *
 *   at  the field with the seat: "turn" or "hammer"
 *
 * Returns the side's name, owned by the document; "" where it names no seat, or
 * one at which nobody sits. */
const char *crok_document_side_at(const cJSON *doc, const char *at);

#ifdef __cplusplus
}
#endif
#endif
