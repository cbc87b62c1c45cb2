/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/option_list.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/words.h"

static bool is_among(const char *name, const char *const *names)
{
    while (*names != NULL && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

static crok_status add(crok_option_list *list, const crok_set_option *option,
                       crok_err *err)
{
    size_t n_name = strlen(option->name) + 1U;
    size_t n_value = strlen(option->value) + 1U;
    char *copy = NULL;
    if (list->n == CROK_MAX_SET_OPTIONS)
        return crok_words_wrong(err, option->name, option->value,
                                "too many options");
    copy = malloc(n_name + n_value);
    if (copy == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for an option");
    memcpy(copy, option->name, n_name);
    memcpy(copy + n_name, option->value, n_value);
    list->of[list->n++] = (crok_set_option){copy, copy + n_name};
    return CROK_OK;
}

crok_status crok_option_list_with(const crok_option_list *list,
                                  const crok_set_option *set,
                                  const char *const *repeated,
                                  crok_option_list *out, crok_err *err)
{
    bool replaces = set->value == NULL || !is_among(set->name, repeated);
    crok_option_list made = {0};
    crok_status st = CROK_OK;
    for (int i = 0; i < list->n && st == CROK_OK; i++)
        if (!replaces || strcmp(list->of[i].name, set->name) != 0)
            st = add(&made, &list->of[i], err);
    if (st == CROK_OK && set->value != NULL)
        st = add(&made, set, err);
    if (st == CROK_OK)
        *out = made;
    else
        crok_option_list_free(&made);
    return st;
}

void crok_option_list_free(crok_option_list *list)
{
    for (int i = 0; i < list->n; i++)
        free(list->of[i].name);
    list->n = 0;
}

crok_status crok_set_option_yes(const crok_set_option *option, bool *out,
                                crok_err *err)
{
    *out = strcmp(option->value, "yes") == 0;
    return *out || strcmp(option->value, "no") == 0
               ? CROK_OK
               : crok_words_wrong(err, option->name, option->value,
                                  "yes or no");
}
