/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/names.h: compares the names of players as people write them.
 *
 * Two names are the same if they differ only in capitals, in spaces (their
 * number and kind, at the ends none), in characters that nobody sees, in which
 * apostrophe, quotation mark or hyphen a keyboard has, or in how Unicode
 * composes a letter.
 *
 * Room     hall, internal: uses GLib (LGPL 2.1, loaded when a
 *          name is compared).
 * Threads  values only; any thread.
 * Source   Unicode Standard Annex 15 (NFKC) and section 5.18 (case folding),
 *          the property White_Space, the general category Cf (invisible);
 *          V. I. Levenshtein, "Binary codes capable of correcting deletions,
 *          insertions and reversals", 1966 (distance). */
#ifndef CROK_HALL_DAY_NAMES_H
#define CROK_HALL_DAY_NAMES_H

#include <stdbool.h>

#include "hall/pairings.h"

/* Longest name of a side: four players and what stands between them. */
#define CROK_SIDE_NAME_MAX 400

/* Longest form of a side for comparing: case folding lengthens some letters. */
#define CROK_NAME_KEY_MAX 1200

/* Write the form of a name in which it is compared: two names are the same if
 * these forms are equal.
 *
 *   name  UTF-8
 *   out   room bytes; "" where the name has only spaces, is not UTF-8 or has no
 *         room */
void crok_name_key(const char *name, char *out, size_t room);

/* Are the names the same? Two names without letters are not. */
bool crok_name_same(const char *a, const char *b);

/* How many bytes must be added, removed or replaced to make one text of the
 * other.
 *
 *   a, b  shorter than CROK_NAME_KEY_MAX */
int crok_name_distance(const char *a, const char *b);

/* Copy a name as it is shown: each run of spaces, tabs and line ends is one
 * space, those at the ends and invisible characters are left out; it is cut to
 * `room` bytes at a character's end.
 *
 *   from  UTF-8, len bytes; other control characters stay
 *         (crok_text_find_unseen)
 *   to    may be `from`
 *
 * Returns false if it was cut. */
bool crok_name_trim(const char *from, size_t len, char *to, size_t room);

/* Split the name of a side, "Ann/Bob" or "Ann & Bob", into its players.
 *
 *   out  n, player: written
 *
 * Returns false if there is no player, more than CROK_MAX_SEATS, or one with
 * too long a name. */
bool crok_name_split(const char *text, size_t len, crok_pairing_side *out);

/* Write the names of a side's players as "Ann/Bob", the form in which the
 * results database splits them. */
void crok_name_join(const crok_pairing_side *side,
                    char out[CROK_SIDE_NAME_MAX]);

/* Write the form in which a side is compared: its players, in any order. A name
 * with a slash is the same whether it was taken for one player's or for two. */
void crok_side_key(const crok_pairing_side *side, char out[CROK_NAME_KEY_MAX]);

#endif
