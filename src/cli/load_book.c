/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/load_book.h"

#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/json.h"

crok_status crok_book_load(const char *name, crok_book *book,
                           crok_book_notes *notes, crok_err *err)
{
    char *text = NULL;
    size_t len = 0;
    crok_status st = CROK_OK;
    if (crok_preset_text(name, &len) != NULL)
        return crok_book_preset(name, book, notes, err);
    st = crok_file_read(name, CROK_JSON_MAX_BYTES, &text, &len, err);
    /* a name without '.' and '/' is meant as a preset's name, so the error is
     * the one of crok_book_preset */
    if (st != CROK_OK && strpbrk(name, "./") == NULL)
        return crok_book_preset(name, book, notes, err);
    if (st == CROK_OK)
        st = crok_book_parse(text, len, name, book, notes, err);
    free(text);
    return st;
}

crok_status crok_book_change(crok_book *book, const char *text, crok_err *err)
{
    char key[64];
    const char *equals = strchr(text, '=');
    size_t len = equals == NULL ? 0 : (size_t)(equals - text);
    if (len == 0 || len >= sizeof key)
        return crok_fail(err, CROK_EARG, "--set %s: must be KEY=VALUE", text);
    memcpy(key, text, len);
    key[len] = '\0';
    return crok_book_set(book, key, equals + 1, err);
}
