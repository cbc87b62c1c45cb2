/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "serve/request.h"

static void write_v6(const struct in6_addr *address, char *out, size_t size)
{
    struct in6_addr network = *address;
    if (!IN6_IS_ADDR_LOOPBACK(address))
        memset(network.s6_addr + 8, 0, 8);
    (void)inet_ntop(AF_INET6, &network, out, (socklen_t)size);
}

/* Write the address of the socket's other end. */
static void write_socket(const struct sockaddr *a, char *out, size_t size)
{
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    if (a->sa_family == AF_INET) {
        memcpy(&v4, a, sizeof v4);
        (void)inet_ntop(AF_INET, &v4.sin_addr, out, (socklen_t)size);
    } else if (a->sa_family == AF_INET6) {
        memcpy(&v6, a, sizeof v6);
        write_v6(&v6.sin6_addr, out, size);
    }
}

/* Write the last address of a list such as "10.0.0.7, 192.0.2.1": the proxy
 * added it; those before it are what the client said. */
static void write_forwarded(const char *list, char *out, size_t size)
{
    const char *comma = strrchr(list, ',');
    const char *last = comma == NULL ? list : comma + 1;
    struct in_addr v4;
    struct in6_addr v6;
    last += strspn(last, " \t");
    if (inet_pton(AF_INET, last, &v4) == 1)
        (void)snprintf(out, size, "%s", last);
    else if (inet_pton(AF_INET6, last, &v6) == 1)
        write_v6(&v6, out, size);
}

void crok_peer_text(struct MHD_Connection *c, bool is_behind_proxy, char *out,
                    size_t size)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const char *list =
        MHD_lookup_connection_value(c, MHD_HEADER_KIND, "X-Forwarded-For");
    (void)snprintf(out, size, "unknown");
    if (info != NULL && info->client_addr != NULL)
        write_socket(info->client_addr, out, size);
    if (is_behind_proxy && list != NULL && crok_is_loopback_ip(out))
        write_forwarded(list, out, size);
}
