/* SPDX-License-Identifier: Apache-2.0
 *
 * lib/option_list.h: the options that a caller set, with copies of their texts,
 * and what they say together. An option is set by making all anew, so that a
 * failure changes nothing.
 *
 * Room     lib.
 * Threads  one owner. */
#ifndef CROK_LIB_OPTION_LIST_H
#define CROK_LIB_OPTION_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* More are refused. A rule book has some 50 settings. */
#define CROK_MAX_SET_OPTIONS 128

typedef struct crok_set_option {
    const char *name, *value;
} crok_set_option;

/* The options of one kind of handle, and the struct that holds what they say:
 * it is zeroed, begins with nothing said, takes each option, and is settled
 * after the last of them. It has no memory of its own, and keeps the texts. */
typedef struct crok_option_kind {
    const char *const *repeated; /* options that may be given again; ended by
                                  * NULL */
    size_t size;                 /* of the struct */
    void (*begin)(void *said);
    /* CROK_EARG: there is no such option, or its value is not possible */
    crok_status (*take)(void *said, const crok_set_option *option,
                        crok_err *err);
    crok_status (*settle)(void *said, crok_err *err);
} crok_option_kind;

/* Options in the order in which they were set, and what they say. */
typedef struct crok_option_list {
    int n;
    crok_set_option of[CROK_MAX_SET_OPTIONS]; /* owned texts */
    void *said; /* owned: the kind's struct; NULL: there is none yet */
} crok_option_list;

/* Make list->said of the list's options, which may be none.
 *
 *   list  says nothing yet; free with crok_option_list_free, also on failure
 *
 * CROK_ENOMEM
 * Others as kind->settle */
CROK_MUST_USE crok_status crok_option_list_say(const crok_option_kind *kind,
                                               crok_option_list *list,
                                               crok_err *err);

/* Set an option: it takes the place of its earlier values, unless it may be
 * given again. The list and list->said change only on CROK_OK.
 *
 *   name   NULL is an error
 *   value  NULL: the option is taken back
 *
 * CROK_EARG    too many options
 * CROK_ENOMEM
 * Others as kind->take and kind->settle */
CROK_MUST_USE crok_status crok_option_list_set(const crok_option_kind *kind,
                                               const char *name,
                                               const char *value,
                                               crok_option_list *list,
                                               crok_err *err);

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
