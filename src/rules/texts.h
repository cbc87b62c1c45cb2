/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/texts.h: refuse names and other texts of an event that are not what
 * they look like: with line ends and control characters, which break lists and
 * files of a line each, or with characters that nobody sees or that turn the
 * direction of writing, with which two names look like one (core/text.h).
 * Events that a person or a program enters are checked before they are read.
 * Records and imports are not: what was accepted once must be read for ever.
 *
 * Room     rules: pure; no allocation, no I/O, no globals.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_TEXTS_H
#define CROK_RULES_TEXTS_H

#include <cjson/cJSON.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Check all texts of an event, at any depth. Fields that begin with "x-" are
 * their writer's own and not checked, except "x-by", the writer's name.
 *
 *   where  the place of `doc` in its file; messages begin with it
 *
 * CROK_EFORMAT  the message names the field and the character */
CROK_MUST_USE crok_status crok_texts_check(const cJSON *doc, const char *where,
                                           crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
