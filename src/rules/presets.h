/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/presets.h: the files of models/rules as bytes of the program; the
 * table is made at build time by scripts/cmake/CrokEmbed.cmake.
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
