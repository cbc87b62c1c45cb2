/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "serve/request.h"

static void set_v4(const struct in_addr *address, crok_peer *out)
{
    (void)inet_ntop(AF_INET, address, out->address, sizeof out->address);
    memcpy(out->network, out->address, sizeof out->network);
}

static void set_v6(const struct in6_addr *address, crok_peer *out)
{
    struct in6_addr network = *address;
    if (!IN6_IS_ADDR_LOOPBACK(address))
        memset(network.s6_addr + 8, 0, 8);
    (void)inet_ntop(AF_INET6, address, out->address, sizeof out->address);
    (void)inet_ntop(AF_INET6, &network, out->network, sizeof out->network);
}

/* Set the address of the socket's other end. */
static void set_socket(const struct sockaddr *a, crok_peer *out)
{
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    if (a->sa_family == AF_INET) {
        memcpy(&v4, a, sizeof v4);
        set_v4(&v4.sin_addr, out);
    } else if (a->sa_family == AF_INET6) {
        memcpy(&v6, a, sizeof v6);
        set_v6(&v6.sin6_addr, out);
    }
}

/* Set the last address of a list such as "10.0.0.7, 192.0.2.1": the proxy added
 * it; those before it are what the client said. */
static void set_forwarded(const char *list, crok_peer *out)
{
    const char *comma = strrchr(list, ',');
    const char *last = comma == NULL ? list : comma + 1;
    struct in_addr v4;
    struct in6_addr v6;
    last += strspn(last, " \t");
    if (inet_pton(AF_INET, last, &v4) == 1)
        set_v4(&v4, out);
    else if (inet_pton(AF_INET6, last, &v6) == 1)
        set_v6(&v6, out);
}

/* Keep the last X-Forwarded-For: some proxies add their own after that of the
 * client. MHD_KeyValueIterator of libmicrohttpd. */
static enum MHD_Result keep_forwarded(void *context, enum MHD_ValueKind kind,
                                      const char *name, const char *value)
{
    const char **last = context;
    (void)kind;
    if (strcasecmp(name, "X-Forwarded-For") == 0 && value != NULL)
        *last = value;
    return MHD_YES;
}

crok_peer crok_peer_of(struct MHD_Connection *c, bool is_behind_proxy)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    crok_peer peer = {"unknown", "unknown"};
    const char *list = NULL;
    if (info != NULL && info->client_addr != NULL)
        set_socket(info->client_addr, &peer);
    (void)MHD_get_connection_values(c, MHD_HEADER_KIND, keep_forwarded,
                                    (void *)&list);
    if (is_behind_proxy && list != NULL && crok_is_loopback_ip(peer.address))
        set_forwarded(list, &peer);
    return peer;
}
