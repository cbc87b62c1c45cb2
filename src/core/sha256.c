/* SPDX-License-Identifier: Apache-2.0 */
#include "core/sha256.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <nettle/hmac.h>
#include <nettle/sha2.h>

#include "core/file.h"

_Static_assert(CROK_SHA256_BYTES == SHA256_DIGEST_SIZE, "bytes of a SHA-256");

void crok_sha256_parts(const crok_sha256_part *parts, int n,
                       uint8_t out[CROK_SHA256_BYTES])
{
    struct sha256_ctx ctx;
    sha256_init(&ctx);
    for (int i = 0; i < n; i++)
        sha256_update(&ctx, parts[i].len, parts[i].bytes);
    sha256_digest(&ctx, CROK_SHA256_BYTES, out);
}

static void write_hex(const uint8_t digest[CROK_SHA256_BYTES],
                      char hex[CROK_SHA256_HEX])
{
    for (int i = 0; i < CROK_SHA256_BYTES; i++)
        (void)snprintf(hex + (size_t)2 * (size_t)i, 3, "%02x", digest[i]);
}

void crok_sha256_parts_hex(const crok_sha256_part *parts, int n,
                           char hex[CROK_SHA256_HEX])
{
    uint8_t digest[CROK_SHA256_BYTES];
    crok_sha256_parts(parts, n, digest);
    write_hex(digest, hex);
}

void crok_sha256_hmac(const char *key, const char *text,
                      char hex[CROK_SHA256_HEX])
{
    struct hmac_sha256_ctx ctx;
    uint8_t digest[CROK_SHA256_BYTES];
    hmac_sha256_set_key(&ctx, strlen(key), (const uint8_t *)key);
    hmac_sha256_update(&ctx, strlen(text), (const uint8_t *)text);
    hmac_sha256_digest(&ctx, sizeof digest, digest);
    write_hex(digest, hex);
}

static crok_status hash_all(FILE *f, const char *path,
                            uint8_t digest[SHA256_DIGEST_SIZE], crok_err *err)
{
    struct sha256_ctx ctx;
    uint8_t part[1U << 14];
    size_t n = 0;
    sha256_init(&ctx);
    while ((n = fread(part, 1, sizeof part, f)) > 0)
        sha256_update(&ctx, n, part);
    if (ferror(f))
        return crok_fail(err, CROK_EIO, "%s: cannot read: %s", path,
                         strerror(errno));
    sha256_digest(&ctx, SHA256_DIGEST_SIZE, digest);
    return CROK_OK;
}

crok_status crok_sha256_file(const char *path, char hex[CROK_SHA256_HEX],
                             crok_err *err)
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    FILE *f = NULL;
    crok_status st = crok_file_open(path, &f, err);
    if (st != CROK_OK)
        return st;
    st = hash_all(f, path, digest, err);
    (void)fclose(f);
    if (st == CROK_OK)
        write_hex(digest, hex);
    return st;
}
