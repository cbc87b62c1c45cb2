/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hide.h"

#include <stdlib.h>
#include <string.h>

#include "capture/address.h"
#include "report/str.h"

/* The next address of a list of brokers, as --engine takes it; NULL: none. */
static const char *next_broker(const char *list)
{
    const char *plain = strstr(list, ",nats://");
    const char *secure = strstr(list, ",tls://");
    return plain == NULL || (secure != NULL && secure < plain) ? secure : plain;
}

/* Returns what people may see of an argument whose first n bytes are no
 * address, or NULL. */
static char *shown_of(const char *given, size_t n)
{
    crok_str t = {0};
    char *copy = strdup(given + n);
    crok_str_add_bytes(&t, given, n);
    for (char *at = copy; at != NULL;) {
        char shown[CROK_ADDRESS_MAX];
        char *next = (char *)next_broker(at);
        if (next != NULL)
            *next++ = '\0';
        crok_address_show(at, shown);
        crok_str_addf(&t, "%s%s", shown, next == NULL ? "" : ",");
        at = next;
    }
    free(copy);
    return crok_str_take(&t);
}

void crok_hide_addresses(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *given = argv[i];
        const char *equals =
            strncmp(given, "--", 2) == 0 ? strchr(given, '=') : NULL;
        size_t n = equals == NULL ? 0 : (size_t)(equals + 1 - given);
        if (!crok_address_is_secret(given + n))
            continue;
        argv[i] = shown_of(given, n);
        memset(given + n, '*', strlen(given + n));
        if (argv[i] == NULL)
            argv[i] = given;
    }
}
