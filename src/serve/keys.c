/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/save.h"

#define FILE_MAX_BYTES ((size_t)64 << 10)
#define WORD "withdrawn "

static void make(const crok_keys *k, crok_key *key)
{
    char text[CROK_KEY_ID + 64];
    char made[CROK_SHA256_HEX];
    (void)snprintf(text, sizeof text, "crokeye table %s %ld", key->id,
                   key->withdrawn);
    crok_sha256_hmac(k->secret, text, made);
    (void)snprintf(key->token, sizeof key->token, "%.*s", CROK_KEY_DIGITS,
                   made);
    (void)snprintf(text, sizeof text, "crokeye table session %s %ld", key->id,
                   key->withdrawn);
    crok_sha256_hmac(k->secret, text, key->session);
}

/* ---- the file ---- */

/* Read a file as a text. *out is owned by the caller. */
static crok_status read_text(const char *path, char **out, crok_err *err)
{
    char *bytes = NULL;
    char *text = NULL;
    size_t n = 0;
    crok_status st = crok_file_read(path, FILE_MAX_BYTES, &bytes, &n, err);
    if (st != CROK_OK)
        return st;
    text = n > FILE_MAX_BYTES ? NULL : malloc(n + 1);
    if (n > FILE_MAX_BYTES)
        st = crok_fail(err, CROK_EFORMAT, "%s: too large for tokens", path);
    else if (text == NULL)
        st = crok_fail(err, CROK_ENOMEM, "%s: no memory", path);
    if (st == CROK_OK) {
        memcpy(text, bytes, n);
        text[n] = '\0';
        *out = text;
    }
    free(bytes);
    return st;
}

/* Read "withdrawn ID COUNT". */
static bool read_line(const char *line, char id[CROK_KEY_ID], long *count)
{
    const char *at = line + strlen(WORD);
    size_t n = 0;
    char *end = NULL;
    if (strncmp(line, WORD, strlen(WORD)) != 0)
        return false;
    n = strcspn(at, " \n");
    if (n == 0 || n >= CROK_KEY_ID || at[n] != ' ')
        return false;
    memcpy(id, at, n);
    id[n] = '\0';
    *count = strtol(at + n + 1, &end, 10);
    return end != at + n + 1 && (*end == '\n' || *end == '\0') && *count > 0;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end == NULL ? line + strlen(line) : end + 1;
}

static crok_key *find(crok_keys *k, const char *id)
{
    for (int i = 0; i < k->n; i++)
        if (strcmp(k->of[i].id, id) == 0)
            return &k->of[i];
    return NULL;
}

/* Take the counts from the lines behind the first one, the server's token. */
static crok_status take_counts(crok_keys *k, const char *text, crok_err *err)
{
    for (const char *p = next_line(text); *p != '\0'; p = next_line(p)) {
        char id[CROK_KEY_ID];
        long count = 0;
        crok_key *key = NULL;
        if (*p == '\n')
            continue;
        if (!read_line(p, id, &count))
            return crok_fail(err, CROK_EFORMAT,
                             "%s: a line behind the token must be \"withdrawn "
                             "ID COUNT\"",
                             k->path);
        key = find(k, id);
        if (key != NULL)
            key->withdrawn = count;
    }
    return CROK_OK;
}

/* A file that begins with the line that was read is ours. */
static bool begins_with(const char *line, const char *bytes, size_t n)
{
    size_t len = strcspn(line, "\n");
    return n >= len && memcmp(bytes, line, len) == 0;
}

/* Append a line to `to`, which has room for all. */
static void append_count(char *to, const crok_key *key)
{
    (void)sprintf(to + strlen(to), WORD "%s %ld\n", key->id, key->withdrawn);
}

/* The text with the present counts; those of other records stay. Returned:
 * free. NULL: no memory. */
static char *with_counts(crok_keys *k, const char *text)
{
    const size_t line = sizeof WORD + CROK_KEY_ID + 24;
    char *out = calloc(1, strlen(text) + 2 + (size_t)k->n * line);
    if (out == NULL)
        return NULL;
    (void)sprintf(out, "%.*s\n", (int)strcspn(text, "\n"), text);
    for (const char *p = next_line(text); *p != '\0'; p = next_line(p)) {
        char id[CROK_KEY_ID];
        long count = 0;
        if (read_line(p, id, &count) && find(k, id) == NULL)
            (void)strncat(out, p, (size_t)(next_line(p) - p));
    }
    if (out[strlen(out) - 1] != '\n')
        (void)strcat(out, "\n");
    for (int i = 0; i < k->n; i++)
        if (k->of[i].withdrawn > 0)
            append_count(out, &k->of[i]);
    return out;
}

static crok_status keep_counts(crok_keys *k, crok_err *err)
{
    char *text = NULL;
    char *changed = NULL;
    crok_status st = read_text(k->path, &text, err);
    if (st == CROK_OK && (changed = with_counts(k, text)) == NULL)
        st = crok_fail(err, CROK_ENOMEM, "%s: no memory", k->path);
    if (st == CROK_OK) {
        const crok_save_kind kind = {"the file with this token", text,
                                     begins_with, FILE_MAX_BYTES};
        crok_save_to to = {.path = k->path, .kind = &kind, .is_mine = true};
        st = crok_save(&to, changed, strlen(changed), err);
    }
    free(changed);
    free(text);
    return st;
}

/* ---- keys ---- */

crok_status crok_keys_open(crok_keys *k, crok_err *err)
{
    char *text = NULL;
    crok_status st = CROK_OK;
    if (k->path != NULL) {
        st = read_text(k->path, &text, err);
        if (st == CROK_OK)
            st = take_counts(k, text, err);
        free(text);
    }
    for (int i = 0; i < k->n; i++)
        make(k, &k->of[i]);
    return st;
}

crok_status crok_keys_withdraw(crok_keys *k, int i, crok_err *err)
{
    k->of[i].withdrawn++;
    make(k, &k->of[i]);
    return k->path == NULL ? CROK_OK : keep_counts(k, err);
}
