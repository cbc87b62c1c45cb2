/* SPDX-License-Identifier: Apache-2.0 */
#include "lib/option_list.h"

#include <stdlib.h>
#include <string.h>

#include "core/words.h"

static bool is_among(const char *name, const char *const *names)
{
    while (*names != NULL && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

/* Add a copy of an option. Name and value are one block, which begins with the
 * name. */
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

/* Copy the options, with the one that is set. */
static crok_status copy_with(const crok_option_list *list,
                             const crok_option_kind *kind,
                             const crok_set_option *set, crok_option_list *out,
                             crok_err *err)
{
    bool replaces = set->value == NULL || !is_among(set->name, kind->repeated);
    crok_status st = CROK_OK;
    for (int i = 0; i < list->n && st == CROK_OK; i++)
        if (!replaces || strcmp(list->of[i].name, set->name) != 0)
            st = add(out, &list->of[i], err);
    return st == CROK_OK && set->value != NULL ? add(out, set, err) : st;
}

crok_status crok_option_list_say(const crok_option_kind *kind,
                                 crok_option_list *list, crok_err *err)
{
    crok_status st = CROK_OK;
    list->said = calloc(1, kind->size);
    if (list->said == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for options");
    kind->begin(list->said);
    for (int i = 0; i < list->n && st == CROK_OK; i++)
        st = kind->take(list->said, &list->of[i], err);
    return st == CROK_OK ? kind->settle(list->said, err) : st;
}

crok_status crok_option_list_set(const crok_option_kind *kind, const char *name,
                                 const char *value, crok_option_list *list,
                                 crok_err *err)
{
    const crok_set_option set = {name, value};
    crok_option_list made = {0};
    crok_status st = CROK_OK;
    if (name == NULL)
        return crok_fail(err, CROK_EARG, "an option has no name");
    st = copy_with(list, kind, &set, &made, err);
    if (st == CROK_OK)
        st = crok_option_list_say(kind, &made, err);
    if (st != CROK_OK) {
        crok_option_list_free(&made);
        return st;
    }
    crok_option_list_free(list);
    *list = made;
    return CROK_OK;
}

void crok_option_list_free(crok_option_list *list)
{
    for (int i = 0; i < list->n; i++)
        free((void *)list->of[i].name);
    free(list->said);
    *list = (crok_option_list){0};
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
