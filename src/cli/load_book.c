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
    /* a bare word that is no file was meant as a preset */
    if (st != CROK_OK && strpbrk(name, "./") == NULL)
        return crok_book_preset(name, book, notes, err);
    if (st == CROK_OK)
        st = crok_book_parse(text, len, name, book, notes, err);
    free(text);
    return st;
}
