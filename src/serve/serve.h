/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/serve.h: a match for browsers: the live document, the overlay for a
 * stream and the operator's console, over HTTP.
 *
 * The server owns the match's record and is its one writer: what a person
 * posts and what a watching engine in the same process appends go the same
 * way, one after the other, on the disk before anybody sees them. The match
 * belongs to nobody's thread but to who holds it: a request for its own while,
 * the engine's thread from reading what stands to its last event.
 *
 * Reading is open to whoever reaches the address. Writing needs the token.
 * Nothing that a request says ever becomes a path: pages are bytes of the
 * program, pictures are rows of the record.
 *
 * Room     serve: uses core, rules, journal, report; libmicrohttpd.
 * Threads  two of its own (connections, house-keeping); every call may come
 *          from any thread between open and close.
 * Source   section HTTP of FORMATS.md; Server-sent events in the HTML
 *          standard; RFC 9110. */
#ifndef CROK_SERVE_SERVE_H
#define CROK_SERVE_SERVE_H

#include <stddef.h>

#include "core/status.h"
#include "journal/journal.h"
#include "rules/event.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_SERVE_LISTEN "127.0.0.1:8080"
/* A shorter token could be tried out. */
#define CROK_TOKEN_MIN 16
#define CROK_TOKEN_MAX 128
#define CROK_THEME_MAX_BYTES ((size_t)64 << 10)

typedef struct crok_serve crok_serve;

/* All borrowed. */
typedef struct crok_serve_config {
    const char *match;  /* the record's file; made where there is none */
    const char *listen; /* "ADDRESS:PORT", "[ADDRESS]:PORT" for IPv6; port 0:
                           any free one */
    const char *token;  /* CROK_TOKEN_MIN to CROK_TOKEN_MAX printable bytes */
    const char *state;  /* a file that always has the document, or NULL */
    const char *theme;  /* CSS instead of the built-in theme.css, or NULL */
} crok_serve_config;

/* Open the record and begin to listen.
 *
 *   out  written only on CROK_OK; close with crok_serve_close
 *
 * CROK_EARG  the address, the token or the theme is not as above
 * CROK_EIO   the address is taken or is not this machine's; the state file
 *            cannot be written
 * and as crok_journal_open */
CROK_MUST_USE crok_status crok_serve_open(const crok_serve_config *config,
                                          crok_serve **out, crok_err *err);

/* Says good-bye to every viewer. Accepts NULL, sets *s to NULL. */
void crok_serve_close(crok_serve **s);

/* "http://127.0.0.1:8080", with the port that it got. */
const char *crok_serve_url(const crok_serve *s);

/* True where others than this machine can reach it. */
bool crok_serve_is_public(const crok_serve *s);

/* Append an event; every viewer gets the new match. As crok_journal_append,
 * which also says what expected_seq is. The event's time is set here. */
CROK_MUST_USE crok_status crok_serve_append(crok_serve *s, const crok_event *e,
                                            long expected_seq, crok_err *err);

/* Have the match for oneself: what is posted meanwhile waits and comes after,
 * what was posted before is in the log. The holder may make every call of this
 * header. Short: nothing of a camera's picture is worked out meanwhile. */
void crok_serve_hold(crok_serve *s);
void crok_serve_release(crok_serve *s);

/* All events, folded; the server's own, while it is held. */
const crok_log *crok_serve_log(const crok_serve *s);

/* Keep a picture of an event; a call's is shown from then on. As
 * crok_journal_put_picture. */
CROK_MUST_USE crok_status crok_serve_put_picture(crok_serve *s,
                                                 const crok_picture_key *key,
                                                 const void *bytes, size_t len,
                                                 crok_err *err);

/* ---- what a watching engine sees between events ---- */

typedef enum crok_live_state {
    CROK_LIVE_NONE,   /* nobody watches: the operator enters all */
    CROK_LIVE_DOWN,   /* the camera is gone, or sees no board */
    CROK_LIVE_MOVING, /* a shot is under way, or a hand is over the board */
    CROK_LIVE_STILL,
    CROK_N_LIVE
} crok_live_state;

#define CROK_LIVE_WORDS 256

typedef struct crok_live {
    crok_live_state state;
    char words[CROK_LIVE_WORDS]; /* of the camera: what is wrong, what to do */
    char check[CROK_LIVE_WORDS]; /* of the board: what a person should see to */
    double rate_hz;              /* frames looked at; 0: not told */
    int n_seen;
    crok_disc seen[CROK_MAX_DISCS]; /* now; sides as in the match */
} crok_live;

/* Say what the source sees now: at any rate, viewers get the latest.
 *
 *   source  borrowed, copied; discs of sides that do not play are left out */
void crok_serve_publish(crok_serve *s, const crok_live *source);

/* Show the board's picture of the latest rest, seen straight from above: the
 * console lays lines and discs over it. Viewers get its address.
 *
 *   jpeg     borrowed, copied; 0 < len <= CROK_PICTURE_MAX_BYTES
 *   half_mm  half the side of the square that it shows, about the hole
 *
 * CROK_ENOMEM  the one before stays */
CROK_MUST_USE crok_status crok_serve_show(crok_serve *s, const void *jpeg,
                                          size_t len, double half_mm,
                                          crok_err *err);

/* "none", "down", "moving", "still". */
const char *crok_live_name(crok_live_state state);

#ifdef __cplusplus
}
#endif
#endif
