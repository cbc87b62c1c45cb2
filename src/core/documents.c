/* SPDX-License-Identifier: Apache-2.0 */
#include "core/documents.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/json.h"

#define MAX_BYTES ((size_t)1 << 30)

/* Read the rest of the file behind the t->len bytes that are read already. */
static crok_status read_all(FILE *f, crok_documents *t, crok_err *err)
{
    size_t room = ((size_t)1 << 16) + t->len;
    char *bytes = realloc(t->bytes, room);
    t->bytes = bytes == NULL ? t->bytes : bytes;
    while (bytes != NULL) {
        char *more = NULL;
        t->len += fread(t->bytes + t->len, 1, room - 1 - t->len, f);
        t->bytes[t->len] = '\0';
        if (ferror(f))
            return crok_fail(err, CROK_EIO, "%s: cannot read: %s", t->name,
                             strerror(errno));
        if (t->len < room - 1)
            return CROK_OK;
        if (room > MAX_BYTES)
            return crok_fail(err, CROK_ETOOLARGE, "%s: more than 1 GiB",
                             t->name);
        more = realloc(t->bytes, room * 2);
        if (more == NULL)
            break;
        t->bytes = more;
        room *= 2;
    }
    return crok_fail(err, CROK_ENOMEM, "%s: no memory to read it", t->name);
}

static crok_documents named(const char *path)
{
    crok_documents t = {.line = 1};
    (void)snprintf(t.name, sizeof t.name, "%s",
                   strcmp(path, "-") == 0 ? "standard input" : path);
    return t;
}

crok_status crok_documents_read(const char *path, crok_documents *out,
                                crok_err *err)
{
    bool standard = strcmp(path, "-") == 0;
    crok_documents t = named(path);
    crok_status st = CROK_OK;
    FILE *f = stdin;
    if (!standard)
        st = crok_file_open(path, &f, err);
    if (st != CROK_OK)
        return st;
    st = read_all(f, &t, err);
    if (!standard)
        (void)fclose(f);
    if (st == CROK_OK)
        *out = t;
    else
        free(t.bytes);
    return st;
}

crok_status crok_documents_of(const char *name, const char *text,
                              size_t n_bytes, crok_documents *out,
                              crok_err *err)
{
    crok_documents t = {.line = 1};
    (void)snprintf(t.name, sizeof t.name, "%s", name);
    if (n_bytes > MAX_BYTES)
        return crok_fail(err, CROK_ETOOLARGE, "%s: more than 1 GiB", t.name);
    t.bytes = malloc(n_bytes + 1U);
    if (t.bytes == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory to read it", t.name);
    memcpy(t.bytes, text, n_bytes);
    t.bytes[n_bytes] = '\0';
    t.len = n_bytes;
    *out = t;
    return CROK_OK;
}

/* Read the next line of standard input. Returns false at its end. */
static bool read_line(crok_documents *t)
{
    ssize_t n = getline(&t->bytes, &t->room, stdin);
    t->len = n < 0 ? 0 : (size_t)n;
    t->at = 0;
    return n >= 0;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The offset of the next byte that is no white space, from `at` on. */
static size_t past_space(const crok_documents *t, size_t at)
{
    while (at < t->len && is_space(t->bytes[at]))
        at++;
    return at;
}

/* Read the next line of standard input that is not blank. Returns false at its
 * end. */
static bool read_full_line(crok_documents *t)
{
    while (read_line(t)) {
        if (past_space(t, 0) < t->len)
            return true;
        t->line++;
    }
    return false;
}

/* Does the document that begins on this line go on in the next? The parser then
 * gave up at the line's end. */
static bool goes_on(const crok_documents *t)
{
    const char *end = NULL;
    cJSON *doc = cJSON_ParseWithLengthOpts(t->bytes, t->len, &end, 0);
    bool is_whole = doc != NULL;
    cJSON_Delete(doc);
    return !is_whole && end != NULL &&
           past_space(t, (size_t)(end - t->bytes)) >= t->len;
}

crok_status crok_documents_open(const char *path, crok_documents *out,
                                crok_err *err)
{
    crok_documents t = named(path);
    crok_status st = CROK_OK;
    if (strcmp(path, "-") != 0)
        return crok_documents_read(path, out, err);
    t.is_lines = !read_full_line(&t) || !goes_on(&t);
    if (!t.is_lines)
        st = read_all(stdin, &t, err);
    if (st == CROK_OK)
        *out = t;
    else
        free(t.bytes);
    return st;
}

void crok_documents_close(crok_documents *t)
{
    free(t->bytes);
    *t = (crok_documents){0};
}

static void advance(crok_documents *t, size_t to)
{
    for (; t->at < to; t->at++)
        t->line += t->bytes[t->at] == '\n';
}

static void skip_space(crok_documents *t)
{
    advance(t, past_space(t, t->at));
}

static void skip_line(crok_documents *t)
{
    const char *end = memchr(t->bytes + t->at, '\n', t->len - t->at);
    advance(t, end == NULL ? t->len : (size_t)(end - t->bytes));
}

/* Returns what is wrong with the document that was read, and ends at `end`.
 * NULL: nothing. */
static const char *fault_of(const crok_documents *t, const cJSON *doc,
                            const char *end)
{
    const char *begin = t->bytes + t->at;
    if (doc == NULL)
        return "no valid JSON";
    if (t->is_lines && past_space(t, (size_t)(end - t->bytes)) < t->len)
        return "more than one JSON document on a line";
    return crok_json_find_zero(begin, (size_t)(end - begin)) == NULL
               ? NULL
               : "the character U+0000: no text has it";
}

bool crok_documents_next(crok_documents *t, cJSON **doc, char *where,
                         size_t size, crok_err *err)
{
    const char *end = NULL;
    const char *fault = NULL;
    size_t left = 0;
    *doc = NULL;
    skip_space(t);
    while (t->is_lines && t->at >= t->len && read_line(t))
        skip_space(t);
    if (t->at >= t->len)
        return false;
    left = t->len - t->at;
    t->begun = t->line;
    (void)snprintf(where, size, "%s: line %d", t->name, t->line);
    if (left > CROK_JSON_MAX_BYTES)
        left = CROK_JSON_MAX_BYTES;
    *doc = cJSON_ParseWithLengthOpts(t->bytes + t->at, left, &end, 0);
    fault = fault_of(t, *doc, end);
    if (*doc != NULL)
        advance(t, (size_t)(end - t->bytes));
    if (fault == NULL)
        return true;
    (void)crok_fail(err, CROK_EFORMAT, "%s: %s", where, fault);
    if (*doc == NULL || t->is_lines)
        skip_line(t);
    cJSON_Delete(*doc);
    *doc = NULL;
    return true;
}
