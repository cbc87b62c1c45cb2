/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/load_book.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/file.h"
#include "core/json.h"
#include "core/path.h"

/* The largest number of files in a chain of bases. The limit ends a chain that
 * leads back to its own beginning. Chosen by hand. */
enum { MAX_BASES = 8 };

static crok_status load(const char *path, int depth, crok_book_base *out,
                        crok_err *err);

/* Read a book whose base is another file. */
static crok_status load_on(const char *path, const char *base, int depth,
                           crok_book_base *out, crok_err *err)
{
    char *file = crok_path_beside(path, base);
    crok_status st = CROK_OK;
    if (file == NULL)
        st = crok_fail(err, CROK_ENOMEM, "%s: no memory", path);
    else if (depth == MAX_BASES)
        st = crok_fail(err, CROK_EFORMAT,
                       "%s: \"base\": more than %d books begin with another, "
                       "or one with itself",
                       path, MAX_BASES);
    else
        st = load(file, depth + 1, out, err);
    free(file);
    return st;
}

/* Read the book of a file, and first the one that it begins with. */
static crok_status load(const char *path, int depth, crok_book_base *out,
                        crok_err *err)
{
    char base_name[CROK_BASE_MAX];
    char *text = NULL;
    size_t len = 0;
    crok_book_base base;
    bool is_on_file = false;
    crok_status st =
        crok_file_read(path, CROK_JSON_MAX_BYTES, &text, &len, err);
    if (st != CROK_OK)
        return st;
    is_on_file = strpbrk(crok_book_base_of(text, len, base_name), "./") != NULL;
    if (is_on_file)
        st = load_on(path, base_name, depth, &base, err);
    if (st == CROK_OK)
        st = is_on_file ? crok_book_parse_on(&base, text, len, path, out, err)
                        : crok_book_parse(text, len, path, &out->book,
                                          &out->notes, err);
    free(text);
    return st;
}

crok_status crok_book_load(const char *name, crok_book *book,
                           crok_book_notes *notes, crok_err *err)
{
    size_t len = 0;
    crok_book_base loaded;
    crok_status st = CROK_OK;
    /* a name without '.' and '/' is meant as a preset's name, if there is no
     * such file */
    if (crok_preset_text(name, &len) != NULL ||
        (strpbrk(name, "./") == NULL && access(name, F_OK) != 0))
        return crok_book_preset(name, book, notes, err);
    st = load(name, 0, &loaded, err);
    if (st != CROK_OK)
        return st;
    *book = loaded.book;
    if (notes != NULL)
        *notes = loaded.notes;
    return CROK_OK;
}

crok_status crok_book_values_load(const char *name, crok_value_rules *out,
                                  crok_err *err)
{
    crok_book book;
    crok_status st = crok_book_load(name, &book, NULL, err);
    if (st == CROK_OK)
        *out = crok_book_value_rules(&book);
    return st;
}
