/* SPDX-License-Identifier: Apache-2.0
 *
 * core/text.h: make text safe for output. File names are bytes, but documents
 * are Unicode, and terminals act on control characters.
 *
 * Room     core.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_TEXT_H
#define CROK_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Find the first byte of len bytes that is not of a valid UTF-8 character. NULL
 * if there is none. */
const char *crok_text_find_bad(const char *text, size_t len);

/* Read the character that begins at text, of len > 0 bytes. A byte that is not
 * of a valid UTF-8 character is one of its own, U+FFFD.
 *
 *   n  written: its bytes
 *
 * Returns the code point. */
uint32_t crok_text_char(const char *text, size_t len, size_t *n);

/* Is it a character that nobody sees and no script needs, or one that turns the
 * direction of writing: a soft hyphen, a space of no width, a mark or control
 * of the direction, a byte order mark, a tag? Not the joiners U+200C and
 * U+200D, without which some scripts and emoji are shown wrongly. */
bool crok_text_is_invisible(uint32_t code);

/* Find the first character of len bytes that a name and other text of one line
 * does not have: a control character (C0, DEL, C1), a separator of lines or
 * paragraphs, or an invisible one.
 *
 *   code  written only if there is one */
bool crok_text_find_unseen(const char *text, size_t len, uint32_t *code);

/* What a message says of such a text, for printf with that code. */
#define CROK_TEXT_SEEN                                                         \
    "must be a text without control and invisible characters: delete U+%04X"

/* Find an escape sequence, such as \\u0000, in a text whose strings have escape
 * sequences: the backslash that begins it. A backslash behind another one
 * begins none.
 *
 *   escape  what is behind the backslash, in capitals or not
 *
 * NULL if there is none. */
const char *crok_text_find_escape(const char *text, size_t len,
                                  const char *escape);

/* Returns the length of the byte order mark before a text in UTF-8, as programs
 * of Windows write it: 3, or 0 if there is none. */
size_t crok_text_mark(const char *text, size_t len);

/* Is it a text in UTF-16? It has the byte order mark of UTF-16, or one of its
 * first two bytes is zero. */
bool crok_text_is_utf16(const char *text, size_t len);

/* A copy of text in which each byte that is not valid UTF-8 is U+FFFD.
 * Returned: free with free(). NULL where there is no memory. */
char *crok_text_utf8(const char *text);

/* A copy of text for a document of lines, such as CSV: bytes that are not valid
 * UTF-8, and control characters other than tab, LF and CR, are U+FFFD.
 * Returned: free with free(). NULL where there is no memory. */
char *crok_text_plain(const char *text);

/* A copy of text that is safe to show on a terminal, on one line: control
 * characters and bytes that are not valid UTF-8 appear as \n, \t, \x1b, ...
 * Returned: free with free(). NULL where there is no memory. */
char *crok_text_printable(const char *text);

/* Write a path as messages have it: of one that is too long only the end,
 * behind
 * "...", which never begins inside a UTF-8 character; control characters are
 * '?'.
 *
 *   out  size bytes, more than 4; always ended by a zero byte */
void crok_text_short_path(const char *path, char *out, size_t size);

/* Returns the number of characters (code points) of a valid UTF-8 text. */
size_t crok_text_width(const char *text);

#ifdef __cplusplus
}
#endif
#endif
