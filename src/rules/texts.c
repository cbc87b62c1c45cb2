/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/texts.h"

#include <stdbool.h>
#include <string.h>

#include "core/text.h"

static bool is_checked(const char *name)
{
    return strncmp(name, "x-", 2) != 0 || strcmp(name, "x-by") == 0;
}

/* Check a value, whose field is called `name`, or is a list that is. */
static crok_status check(const cJSON *value, const char *name,
                         const char *where, crok_err *err)
{
    const char *text = cJSON_GetStringValue(value);
    const cJSON *item = NULL;
    uint32_t code = 0;
    crok_status st = CROK_OK;
    if (text != NULL && crok_text_find_unseen(text, strlen(text), &code))
        return crok_fail(err, CROK_EFORMAT, "%.80s: \"%.40s\" " CROK_TEXT_SEEN,
                         where, name, code);
    cJSON_ArrayForEach(item, value)
    {
        const char *own = item->string == NULL ? name : item->string;
        if (is_checked(own))
            st = check(item, own, where, err);
        if (st != CROK_OK)
            return st;
    }
    return CROK_OK;
}

crok_status crok_texts_check(const cJSON *doc, const char *where, crok_err *err)
{
    return check(doc, "text", where, err);
}
