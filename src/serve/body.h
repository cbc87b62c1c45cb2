/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/body.h: convert the body that a person posts to an event. A body has
 * the event's own fields (rules/rules_json.h). The server sets schema, seq,
 * time and, except for the path `event`, type; if a body contains them, they
 * are ignored.
 *
 *   ruling     {"of": 41, "valid": true}
 *   twenties   {"side": "black", "count": 2}, {..., "after": 40}
 *              {"side": "black", "add": 1}: to those that it has now
 *   board      {"discs": [...], "discs_left": {"black": 3}}, {..., "after": 40}
 *   undo       {"of": 41}; {} takes back the last event in force
 *   round-end  {}, {"early": true}
 *   starter    {"seat": 2}
 *   match      {"rules", "sides", "seats", "first_seat", ...}; {"end": true}
 *   event      {"type": "concede", "side": "black"}, any event
 *
 * Room     serve, internal: uses core, rules, journal.
 * Threads  values only; any thread. */
#ifndef CROK_SERVE_BODY_H
#define CROK_SERVE_BODY_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"
#include "journal/write_key.h"
#include "rules/event.h"

/* Largest body that is accepted, bytes. */
#define CROK_BODY_MAX_BYTES ((size_t)64 << 10)

/* What a body says. */
typedef struct crok_posted {
    crok_event event; /* its seq and time are not valid yet. In an undo, `of` is
                       * 0 if the last event is to be taken back */
    bool adds; /* of twenties: event.u.twenties.count is 0, and `add` is to be
                * added to the side's 20s as they stand */
    int add;
} crok_posted;

/* Read a body.
 *
 *   type  the type of the event that the path posts; for MATCH_START the body
 *         {"end": true} gives a MATCH_END. CROK_N_EVENTS: the body says it
 *   text  borrowed, len bytes
 *   out   written only on CROK_OK
 *
 * CROK_EFORMAT    not UTF-8, not JSON, a text with an invisible character,
 *                 or a wrong field; msg names the field
 * CROK_ETOOLARGE  more than CROK_BODY_MAX_BYTES
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_body_event(crok_event_type type,
                                          const char *text, size_t len,
                                          crok_posted *out, crok_err *err);

/* Longest name of who writes, in bytes. */
#define CROK_BY_MAX_BYTES 48

/* Say in an event what let its writer write, the field "x-via", and the key of
 * the write, "x-key". The body cannot say them. Its field "x-by", the writer's
 * name, is checked.
 *
 *   via  borrowed
 *   key  borrowed; without one the event gets none
 *
 * CROK_EFORMAT  "x-by" is no text of at most CROK_BY_MAX_BYTES, or the fields
 *               that begin with "x-" are too long; e is unchanged
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_body_sign(crok_event *e, const char *via,
                                         const crok_write_key *key,
                                         crok_err *err);

/* Read a text from the body, such as the token from {"token": "..."}.
 *
 *   name  of the member
 *   out   a buffer of `size` bytes; written only on CROK_OK
 *
 * CROK_EFORMAT, CROK_ETOOLARGE, CROK_ENOMEM as crok_body_event */
CROK_MUST_USE crok_status crok_body_text(const char *text, size_t len,
                                         const char *name, char *out,
                                         size_t size, crok_err *err);

#endif
