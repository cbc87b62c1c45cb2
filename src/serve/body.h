/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/body.h: what a person posts, as an event. A body is the event's own
 * fields (rules/rules_json.h) without schema, seq, time and type, which the
 * server sets; what it has of these is not looked at.
 *
 *   ruling     {"of": 41, "valid": true}
 *   twenties   {"side": "black", "count": 2}, {..., "after": 40}
 *   board      {"discs": [...], "discs_left": {"black": 3}}, {..., "after": 40}
 *   undo       {"of": 41}; {} takes back the last event that stands
 *   round-end  {}, {"early": true}
 *   starter    {"seat": 2}
 *   match      {"rules", "sides", "seats", "first_seat", ...}; {"end": true}
 *
 * Room     serve, internal: uses core, rules.
 * Threads  values only; any thread. */
#ifndef CROK_SERVE_BODY_H
#define CROK_SERVE_BODY_H

#include <stddef.h>

#include "core/status.h"
#include "rules/event.h"

/* Largest body that is accepted, bytes. */
#define CROK_BODY_MAX_BYTES ((size_t)64 << 10)

/* Read a body.
 *
 *   type  the event that the path stands for; MATCH_START may turn out to be
 *         a MATCH_END
 *   text  borrowed, len bytes
 *   out   written only on CROK_OK; its seq and time mean nothing yet, and an
 *         undo's `of` is 0 where the last event is meant
 *
 * CROK_EFORMAT    not UTF-8, not JSON, or a field is wrong: it is named
 * CROK_ETOOLARGE  more than CROK_BODY_MAX_BYTES
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_body_event(crok_event_type type,
                                          const char *text, size_t len,
                                          crok_event *out, crok_err *err);

/* The token of {"token": "..."}.
 *
 *   out  written only on CROK_OK, `size` bytes
 *
 * CROK_EFORMAT, CROK_ETOOLARGE, CROK_ENOMEM as above */
CROK_MUST_USE crok_status crok_body_token(const char *text, size_t len,
                                          char *out, size_t size,
                                          crok_err *err);

#endif
