/* SPDX-License-Identifier: Apache-2.0 */
#include "core/random.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

crok_status crok_random_hex(char *out, size_t n, crok_err *err)
{
    unsigned char bytes[64];
    CROK_ASSERT(n <= sizeof bytes);
    if (getrandom(bytes, n, 0) != (ssize_t)n)
        return crok_fail(err, CROK_EIO, "no random numbers for a secret: %s",
                         strerror(errno));
    for (size_t i = 0; i < n; i++)
        (void)snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return CROK_OK;
}
