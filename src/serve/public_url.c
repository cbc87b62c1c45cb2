/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/public_url.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "serve/request.h"

static crok_status refuse(const char *text, const char *why, crok_err *err)
{
    return crok_fail(err, CROK_EARG, "--public-url %.80s: %s", text, why);
}

static bool is_name(const char *host)
{
    static const char known[] = "abcdefghijklmnopqrstuvwxyz0123456789-._";
    struct in6_addr v6;
    char address[INET6_ADDRSTRLEN + 1];
    size_t n = strlen(host);
    if (host[0] != '[')
        return strspn(host, known) == n;
    if (n - 2 >= sizeof address)
        return false;
    (void)snprintf(address, sizeof address, "%.*s", (int)(n - 2), host + 1);
    return inet_pton(AF_INET6, address, &v6) == 1;
}

/* Read "host", "host:port" or "[host]:port", in lower case. */
static bool read_host(const char *text, crok_public_url *out)
{
    long implied = out->is_https ? 443 : 80;
    long port = implied;
    size_t n = crok_host_len(text);
    (void)snprintf(out->host, sizeof out->host, "%.*s", (int)n, text);
    if (n == 0 || !is_name(out->host) ||
        (text[n] == ':' &&
         (!crok_number(text + n + 1, 65535, &port) || port == 0)))
        return false;
    n = (size_t)snprintf(out->origin, sizeof out->origin, "%s://%s",
                         out->is_https ? "https" : "http", out->host);
    if (port != implied)
        n += (size_t)snprintf(out->origin + n, sizeof out->origin - n, ":%ld",
                              port);
    return n < sizeof out->origin;
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

crok_status crok_public_url_parse(const char *text, crok_public_url *out,
                                  crok_err *err)
{
    static const char form[] = "give an address like https://crokinole.example "
                               "or http://crokinole.example:8080";
    crok_public_url url = {.is_https = strncasecmp(text, "https://", 8) == 0};
    char host[CROK_PUBLIC_URL_MAX + 1];
    size_t start = url.is_https ? 8 : 7;
    size_t n = 0;
    if (!url.is_https && strncasecmp(text, "http://", 7) != 0)
        return refuse(text, form, err);
    n = strcspn(text + start, "/?#");
    if (n > CROK_PUBLIC_URL_MAX)
        return refuse(text, "the name is too long", err);
    for (size_t i = 0; i < n; i++)
        host[i] = lower(text[start + i]);
    host[n] = '\0';
    if (!read_host(host, &url))
        return refuse(text, form, err);
    if (text[start + n] != '\0' && strcmp(text + start + n, "/") != 0)
        return refuse(text,
                      "the pages do not work below a path; give the server a "
                      "name or a port of its own, such as "
                      "https://crokinole.example",
                      err);
    *out = url;
    return CROK_OK;
}

bool crok_public_url_is_origin(const crok_public_url *url, const char *origin)
{
    return origin != NULL && url->origin[0] != '\0' &&
           strcasecmp(url->origin, origin) == 0;
}

bool crok_public_url_is_host(const crok_public_url *url, const char *host)
{
    size_t n = host == NULL ? 0 : crok_host_len(host);
    return n > 0 && n == strlen(url->host) &&
           strncasecmp(url->host, host, n) == 0;
}
