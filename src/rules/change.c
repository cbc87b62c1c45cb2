/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/change.h"

#include <string.h>

bool crok_book_changes_add(crok_book_changes *changes, const char *text)
{
    if (changes->n == CROK_MAX_BOOK_CHANGES)
        return false;
    changes->text[changes->n++] = text;
    return true;
}

static crok_status change_one(const char *text, crok_book *book, crok_err *err)
{
    char key[64];
    const char *equals = strchr(text, '=');
    size_t len = equals == NULL ? 0 : (size_t)(equals - text);
    if (len == 0 || len >= sizeof key)
        return crok_fail(err, CROK_EARG,
                         "set %s: a change of a setting must be KEY=VALUE",
                         text);
    memcpy(key, text, len);
    key[len] = '\0';
    return crok_book_set(book, key, equals + 1, err);
}

crok_status crok_book_change(const crok_book_changes *changes, crok_book *book,
                             crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 0; i < changes->n && st == CROK_OK; i++)
        st = change_one(changes->text[i], book, err);
    return st;
}

crok_status crok_book_change_checked(const crok_book_changes *changes,
                                     const char *where, crok_book *book,
                                     crok_err *err)
{
    crok_status st = crok_book_change(changes, book, err);
    if (st == CROK_OK)
        st = crok_book_check(book, where, err);
    return st == CROK_OK ? crok_book_check_new(book, where, err) : st;
}
