/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/state_json.h: crokeye.match/1 with what those who look on need
 * besides:
 *
 *   seq       of the last event; what If-Match is compared with
 *   number    of the table among those served, from 1
 *   board     {"lines_mm", "hole_mm", "disc_mm"}: to draw it
 *   source    {"state", "words", "rate_hz"}: the camera's health
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
 * Room     serve, internal: uses core, rules, journal.
 * Threads  one journal, one thread at a time. */
#ifndef CROK_SERVE_STATE_JSON_H
#define CROK_SERVE_STATE_JSON_H

#include <cjson/cJSON.h>

#include "journal/journal.h"
#include "serve/serve.h"

/* What only holds now. */
typedef struct crok_state_now {
    const crok_live *source; /* borrowed */
    int place;               /* of the table, from 0 */
    long view;               /* the board's picture; 0: none */
    double view_half_mm;
} crok_state_now;

/* The document as it stands. Returned: free with cJSON_free; NULL where memory
 * ran out. */
char *crok_state_text(crok_journal *j, const crok_state_now *now);

/* The same of a match as it once stood, without what only holds now (source,
 * seen, words, question, pictures).
 *
 *   log  that it is of */
char *crok_state_text_of(const crok_match *m, const crok_log *log, long seq);

#endif
