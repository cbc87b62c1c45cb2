/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/rules/scenario.h: one page of the casebook: run it, and say what
 * differs from what it expects. */
#ifndef CROK_TESTS_RULES_SCENARIO_H
#define CROK_TESTS_RULES_SCENARIO_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

#include "rules/book.h"

/* Runs the scenario under a preset.
 *
 *   page  the document; borrowed
 *   says  size bytes: what differs; "" where nothing does
 *
 * True where all is as expected. */
bool scenario_run(const char *preset, const cJSON *page, char *says,
                  size_t size);

/* Compares two documents both ways: lists of objects with an "id", of ids and
 * of words are sets. With `part`, members that `want` does not name are left
 * alone. */
bool scenario_same(const cJSON *want, const cJSON *got, bool part);

#endif
