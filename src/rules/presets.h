/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/presets.h: the rule books in models/rules, as byte arrays in the
 * program. scripts/cmake/CrokEmbed.cmake generates the table at build time.
 *
 * Room     rules, internal. */
#ifndef CROK_RULES_PRESETS_H
#define CROK_RULES_PRESETS_H

#include <stddef.h>

typedef struct crok_preset {
    const char *name;
    const unsigned char *text;
    size_t len;
} crok_preset;

extern const crok_preset crok_presets[];
extern const int crok_n_presets;

#endif
