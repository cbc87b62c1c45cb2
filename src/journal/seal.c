/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/seal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#define N_RANDOM 16

crok_status crok_seal_make_id(char id[CROK_RECORD_ID], crok_err *err)
{
    uint8_t r[N_RANDOM];
    char *p = id;
    if (getrandom(r, sizeof r, 0) != (ssize_t)sizeof r)
        return crok_fail(err, CROK_EIO,
                         "the kernel gives no random bytes for a record's id: "
                         "%s",
                         strerror(errno));
    r[6] = (uint8_t)((r[6] & 0x0fU) | 0x40U); /* version 4, random */
    r[8] = (uint8_t)((r[8] & 0x3fU) | 0x80U); /* variant of RFC 9562 */
    for (int i = 0; i < N_RANDOM; i++)
        p += snprintf(p, 4,
                      i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x",
                      r[i]);
    return CROK_OK;
}

/* A number as it is hashed: 8 bytes, the highest first. */
typedef struct number {
    uint8_t byte[8];
} number;

static number number_of(int64_t n)
{
    number out;
    for (int i = 0; i < 8; i++)
        out.byte[i] = (uint8_t)((uint64_t)n >> (56 - 8 * i));
    return out;
}

static crok_seal seal_of(const crok_sha256_part *parts, int n)
{
    crok_seal seal;
    crok_sha256_parts(parts, n, seal.byte);
    return seal;
}

crok_seal crok_seal_root(const char *id)
{
    static const char what[] = "crokeye record ";
    const crok_sha256_part parts[] = {{what, sizeof what - 1},
                                      {id, strlen(id)}};
    return seal_of(parts, 2);
}

crok_seal crok_seal_event(const crok_seal *before, long seq, const char *line,
                          size_t len)
{
    number of = number_of(seq);
    const crok_sha256_part parts[] = {{before->byte, sizeof before->byte},
                                      {of.byte, sizeof of.byte},
                                      {line, len}};
    return seal_of(parts, 3);
}

crok_seal crok_seal_picture(const crok_seal *root, const crok_picture_key *key,
                            const void *bytes, size_t len)
{
    number of = number_of(key->seq);
    number is_call = number_of(key->is_call ? 1 : 0);
    number disc = number_of(key->is_call ? key->disc : 0);
    const crok_sha256_part parts[] = {{root->byte, sizeof root->byte},
                                      {of.byte, sizeof of.byte},
                                      {is_call.byte, sizeof is_call.byte},
                                      {disc.byte, sizeof disc.byte},
                                      {bytes, len}};
    return seal_of(parts, 5);
}
