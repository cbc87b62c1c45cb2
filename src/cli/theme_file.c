/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/theme_file.h"

#include <stdlib.h>

#include "core/file.h"
#include "serve/serve.h"

crok_status crok_theme_read(const char *path, char **out, crok_err *err)
{
    char *text = NULL;
    char *ended = NULL;
    size_t len = 0;
    crok_status st =
        crok_file_read(path, CROK_THEME_MAX_BYTES, &text, &len, err);
    if (st != CROK_OK)
        return st;
    ended = realloc(text, len + 1);
    if (ended == NULL) {
        free(text);
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", path);
    }
    ended[len] = '\0';
    *out = ended;
    return CROK_OK;
}
