/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/keys.h: refuse fields that nobody reads. A field with a wrong name, or
 * one of a newer program, would be ignored in silence: the match would not be
 * the one that its sender meant. So documents from outside are checked before
 * they are read. Records are not: what was accepted once must be read for ever.
 *
 * A field whose name begins with "x-" belongs to whoever writes it. It may
 * stand at the top of an event, which keeps it, and at the top of a shot that
 * is only judged.
 *
 * Room     rules: pure; no allocation, no I/O, no globals.
 * Threads  values only; any thread.
 * Source   crokeye.event/1 and crokeye.shot/1 in docs/FORMATS.md. */
#ifndef CROK_RULES_KEYS_H
#define CROK_RULES_KEYS_H

#include <cjson/cJSON.h>

#include "core/status.h"
#include "rules/event.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Check the fields of an event, or of a shot that is to be judged, at any
 * depth. What else may be wrong with it is found when it is read.
 *
 *   where  the place of `doc` in its file; messages begin with it
 *
 * CROK_EFORMAT  a field has a name that is not known; the message gives it and
 *               the object in which it stands */
CROK_MUST_USE crok_status crok_keys_check_event(const cJSON *doc,
                                                const char *where,
                                                crok_err *err);
CROK_MUST_USE crok_status crok_keys_check_shot(const cJSON *doc,
                                               const char *where,
                                               crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
