/* SPDX-License-Identifier: Apache-2.0 */
#include "core/words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

crok_status crok_words_wrong(crok_err *err, const char *option,
                             const char *value, const char *wanted)
{
    return crok_fail(err, CROK_EARG, "%s %s: %s", option, value, wanted);
}

bool crok_words_whole(const char *text, long lo, long hi, char end_with,
                      int *out, const char **rest)
{
    char *end = NULL;
    long n = 0;
    errno = 0;
    n = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != end_with || n < lo || n > hi)
        return false;
    *out = (int)n;
    if (rest != NULL)
        *rest = end;
    return true;
}

crok_status crok_words_seen(const char *option, const char *text, crok_err *err)
{
    uint32_t code = 0;
    return crok_text_find_unseen(text, strlen(text), &code)
               ? crok_fail(err, CROK_EARG, "%s " CROK_TEXT_SEEN, option, code)
               : CROK_OK;
}

const char *crok_words_item(const char *text, char *to, size_t size)
{
    size_t len = strcspn(text, ",");
    if (len == 0 || len >= size || crok_text_find_bad(text, len) != NULL)
        return NULL;
    memcpy(to, text, len);
    to[len] = '\0';
    return text + len;
}

crok_status crok_words_text(const char *option, const char *text, char *to,
                            size_t size, crok_err *err)
{
    if (strlen(text) >= size)
        return crok_words_wrong(err, option, text, "too long");
    if (crok_text_find_bad(text, strlen(text)) != NULL)
        return crok_words_wrong(err, option, text, "no UTF-8");
    if (crok_words_seen(option, text, err) != CROK_OK)
        return CROK_EARG;
    (void)snprintf(to, size, "%s", text);
    return CROK_OK;
}
