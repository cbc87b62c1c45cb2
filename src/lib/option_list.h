/* SPDX-License-Identifier: Apache-2.0
 *
 * lib/option_list.h: the options that a caller set, with copies of their texts.
 *
 * Room     lib.
 * Threads  one owner. */
#ifndef CROK_LIB_OPTION_LIST_H
#define CROK_LIB_OPTION_LIST_H

#include <stdbool.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* More are refused. A rule book has some 50 settings. */
#define CROK_MAX_SET_OPTIONS 128

typedef struct crok_set_option {
    char *name;        /* owned, with the value behind it */
    const char *value; /* in the same block */
} crok_set_option;

/* In the order in which they were set. Begin with {0}. */
typedef struct crok_option_list {
    int n;
    crok_set_option of[CROK_MAX_SET_OPTIONS];
} crok_option_list;

/* Make the list as it is after an option was set: without this option if
 * `value` is NULL, else with it at the end; and without its earlier values if
 * it may be given once only.
 *
 *   repeated  the names of options that may be given again, ended by NULL
 *   out       written only on CROK_OK; free with crok_option_list_free
 *
 * CROK_EARG    too many
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_option_list_with(const crok_option_list *list,
                                                const crok_set_option *set,
                                                const char *const *repeated,
                                                crok_option_list *out,
                                                crok_err *err);

/* Free all texts and empty the list. */
void crok_option_list_free(crok_option_list *list);

/* Read an option's "yes" or "no".
 *
 * CROK_EARG  it is neither */
CROK_MUST_USE crok_status crok_set_option_yes(const crok_set_option *option,
                                              bool *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
