/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/write_key.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/sha256.h"

/* Characters of keys that JSON and headers write as they are. */
static const char KEY[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                          "abcdefghijklmnopqrstuvwxyz0123456789-._~:";

crok_status crok_write_key_make(const char *key, const char *what,
                                const void *bytes, size_t len,
                                crok_write_key *out, crok_err *err)
{
    const crok_sha256_part parts[] = {{what, strlen(what) + 1}, {bytes, len}};
    char hex[CROK_SHA256_HEX];
    const bool is_quoted = key[0] == '"';
    const char *text = key + (is_quoted ? 1 : 0);
    const size_t n = strspn(text, KEY);
    if (n == 0 || n > CROK_WRITE_KEY_MAX ||
        strcmp(text + n, is_quoted ? "\"" : "") != 0)
        return crok_fail(err, CROK_EARG,
                         "the key of a write has 1 to %d letters, digits and "
                         "-._~: such as a UUID",
                         CROK_WRITE_KEY_MAX);
    crok_sha256_parts_hex(parts, 2, hex);
    (void)snprintf(out->text, sizeof out->text, "%.*s %.*s", (int)n, text,
                   CROK_WRITE_KEY_DIGEST, hex);
    return CROK_OK;
}

/* Does the event's own field begin with these bytes? Another field of the
 * writer's may have one of this name inside. Writes what follows them. */
static bool is_field(const char *foreign, const char *begin,
                     char digest[CROK_WRITE_KEY_DIGEST + 1])
{
    cJSON *doc = cJSON_Parse(foreign);
    const char *text = cJSON_GetStringValue(
        cJSON_GetObjectItemCaseSensitive(doc, CROK_WRITE_KEY_FIELD));
    const bool is = text != NULL && strncmp(text, begin, strlen(begin)) == 0;
    if (is)
        (void)snprintf(digest, CROK_WRITE_KEY_DIGEST + 1, "%s",
                       text + strlen(begin));
    cJSON_Delete(doc);
    return is;
}

/* Find the event whose field begins with the n bytes of a key and a space, the
 * newest first: a write is repeated soon. Only events whose text has these
 * bytes are parsed.
 *
 *   digest  written if there is one: what follows the space */
static long find(const crok_log *log, const char *key, size_t n,
                 char digest[CROK_WRITE_KEY_DIGEST + 1])
{
    char begin[CROK_WRITE_KEY_MAX + 2];
    char wanted[sizeof "\"" CROK_WRITE_KEY_FIELD "\":\"" + sizeof begin];
    if (n == 0 || n > CROK_WRITE_KEY_MAX)
        return 0;
    (void)snprintf(begin, sizeof begin, "%.*s ", (int)n, key);
    (void)snprintf(wanted, sizeof wanted, "\"" CROK_WRITE_KEY_FIELD "\":\"%s",
                   begin);
    for (int i = log->n - 1; i >= 0; i--) {
        const char *foreign = crok_kept_foreign(log->events[i]);
        if (strstr(foreign, wanted) != NULL && is_field(foreign, begin, digest))
            return log->events[i]->seq;
    }
    return 0;
}

long crok_write_key_seq(const crok_log *log, const char *key)
{
    const size_t n = strlen(key);
    char digest[CROK_WRITE_KEY_DIGEST + 1];
    return strspn(key, KEY) == n ? find(log, key, n, digest) : 0;
}

crok_status crok_write_key_find(const crok_log *log, const crok_write_key *key,
                                long *seq, crok_err *err)
{
    char was[CROK_WRITE_KEY_DIGEST + 1];
    const size_t n = strcspn(key->text, " ");
    const long found = find(log, key->text, n, was);
    if (found != 0 && strcmp(was, key->text + n + 1) != 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "The key \"%.*s\" was used for another write, event "
                         "%ld. Nothing was written: give each write a key of "
                         "its own.",
                         (int)n, key->text, found);
    *seq = found;
    return CROK_OK;
}
