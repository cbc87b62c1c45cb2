/* SPDX-License-Identifier: Apache-2.0
 *
 * The addresses under which others may reach the server. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "serve/serve_inner.h"

/* An address of the machine, and how likely a phone's network has it: the
 * networks of homes and clubs before those of containers and the rest. */
typedef struct found {
    char text[INET6_ADDRSTRLEN];
    int rank; /* the lower, the likelier */
} found;

static int rank_of_ipv4(const struct in_addr *a)
{
    const unsigned long bits = ntohl(a->s_addr);
    if ((bits >> 16) == 0xC0A8) /* 192.168.0.0/16, RFC 1918 */
        return 0;
    if ((bits >> 24) == 10) /* 10.0.0.0/8 */
        return 1;
    if ((bits >> 20) == 0xAC1) /* 172.16.0.0/12, which containers use */
        return 3;
    return 2;
}

/* Read one address of an interface. False if phones cannot use it. */
static bool read_address(const struct ifaddrs *i, bool is_ipv6, found *out)
{
    if (i->ifa_addr == NULL || (i->ifa_flags & IFF_UP) == 0 ||
        (i->ifa_flags & IFF_LOOPBACK) != 0)
        return false;
    if (!is_ipv6 && i->ifa_addr->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, i->ifa_addr, sizeof v4);
        out->rank = rank_of_ipv4(&v4.sin_addr);
        return inet_ntop(AF_INET, &v4.sin_addr, out->text, sizeof out->text) !=
               NULL;
    }
    if (is_ipv6 && i->ifa_addr->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;
        memcpy(&v6, i->ifa_addr, sizeof v6);
        out->rank = 0;
        return !IN6_IS_ADDR_LINKLOCAL(&v6.sin6_addr) &&
               inet_ntop(AF_INET6, &v6.sin6_addr, out->text,
                         sizeof out->text) != NULL;
    }
    return false;
}

static int by_rank(const void *a, const void *b)
{
    return ((const found *)a)->rank - ((const found *)b)->rank;
}

static void add(crok_addresses *out, const char *url)
{
    if (out->n < CROK_ADDRESSES_MOST)
        (void)snprintf(out->url[out->n++], CROK_ADDRESS_TEXT, "%.255s", url);
}

/* Add the machine's addresses in its networks. */
static void add_interfaces(const crok_serve *s, crok_addresses *out)
{
    enum { LOOKED_AT = 64 };
    found at[LOOKED_AT];
    char url[CROK_ADDRESS_TEXT];
    struct ifaddrs *all = NULL;
    size_t n = 0;
    if (getifaddrs(&all) != 0)
        return;
    for (const struct ifaddrs *i = all; i != NULL && n < LOOKED_AT;
         i = i->ifa_next)
        n += read_address(i, s->address.is_ipv6, &at[n]);
    freeifaddrs(all);
    qsort(at, n, sizeof at[0], by_rank);
    for (size_t i = 0; i < n; i++) {
        (void)snprintf(url, sizeof url,
                       s->address.is_ipv6 ? "http://[%s]:%d" : "http://%s:%d",
                       at[i].text, s->address.port);
        add(out, url);
    }
}

void crok_serve_addresses(const crok_serve *s, crok_addresses *out)
{
    bool is_any = strcmp(s->address.host, "0.0.0.0") == 0 ||
                  strcmp(s->address.host, "::") == 0;
    out->n = 0;
    if (s->public_url.origin[0] != '\0')
        add(out, s->public_url.origin);
    else if (is_any)
        add_interfaces(s, out);
    if (out->n == 0)
        add(out, s->url);
}

bool crok_serve_is_public(const crok_serve *s)
{
    return !s->address.is_loopback || s->public_url.origin[0] != '\0';
}

void crok_serve_table_link(const crok_serve *s, int i, const char *host,
                           crok_link_page page, char out[CROK_LINK_TEXT])
{
    (void)snprintf(out, CROK_LINK_TEXT, "%.200s/%s?n=%d#token=%s", host,
                   page == CROK_LINK_PHOTO ? "photo" : "console", i + 1,
                   s->keys.of[i].token);
}
