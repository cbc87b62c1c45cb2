/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/request.h"

#include <arpa/inet.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool crok_number(const char *text, long max, long *out)
{
    long n = 0;
    if (text == NULL || *text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        int digit = *text - '0';
        if (!is_digit(*text) || n > max / 10 || digit > max - 10 * n)
            return false;
        n = 10 * n + digit;
    }
    *out = n;
    return true;
}

/* ---- addresses ---- */

static crok_status no_address(const char *text, crok_err *err)
{
    return crok_fail(err, CROK_EARG,
                     "%.80s: not an address to listen on; give one like "
                     "127.0.0.1:8080, 0.0.0.0:8080 or [::1]:8080",
                     text);
}

bool crok_is_loopback_ip(const char *host)
{
    struct in_addr v4;
    struct in6_addr v6;
    if (inet_pton(AF_INET, host, &v4) == 1)
        return ntohl(v4.s_addr) >> 24 == 127;
    return inet_pton(AF_INET6, host, &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

size_t crok_host_len(const char *text)
{
    bool has_brackets = *text == '[';
    const char *end =
        has_brackets ? strchr(text, ']') : text + strcspn(text, ":");
    size_t n = 0;
    if (end == NULL)
        return 0;
    end += has_brackets;
    n = (size_t)(end - text);
    if (has_brackets && n == 2)
        return 0;
    return *end == ':' || *end == '\0' ? n : 0;
}

/* Split "host:port" or "[host]:port". *port points to the text after the colon,
 * or is NULL if there is no port. Returns false if the text has another form or
 * the host is too long. */
static bool split(const char *text, crok_address *out, const char **port)
{
    size_t n = crok_host_len(text);
    out->is_ipv6 = *text == '[';
    *port = text[n] == ':' ? text + n + 1 : NULL;
    if (n > 0 && out->is_ipv6) {
        text++;
        n -= 2;
    }
    if (n == 0 || n >= sizeof out->host)
        return false;
    memcpy(out->host, text, n);
    out->host[n] = '\0';
    return true;
}

crok_status crok_address_parse(const char *text, crok_address *out,
                               crok_err *err)
{
    crok_address a = {{0}, 0, false, false};
    const char *port = NULL;
    long number = 0;
    struct in_addr v4;
    struct in6_addr v6;
    if (!split(text, &a, &port) || !crok_number(port, 65535, &number))
        return no_address(text, err);
    if (strcmp(a.host, "localhost") == 0)
        (void)snprintf(a.host, sizeof a.host, "127.0.0.1");
    if (a.is_ipv6 ? inet_pton(AF_INET6, a.host, &v6) != 1
                  : inet_pton(AF_INET, a.host, &v4) != 1)
        return no_address(text, err);
    a.port = (int)number;
    a.is_loopback = crok_is_loopback_ip(a.host);
    *out = a;
    return CROK_OK;
}

bool crok_host_is_loopback(const char *host)
{
    crok_address a;
    const char *port = NULL;
    if (host == NULL || !split(host, &a, &port))
        return false;
    return strcasecmp(a.host, "localhost") == 0 || crok_is_loopback_ip(a.host);
}

bool crok_host_is_own(const char *host, const char *machine)
{
    crok_address a;
    const char *port = NULL;
    size_t n = strcspn(machine, ".");
    struct in_addr v4;
    struct in6_addr v6;
    if (host == NULL || !split(host, &a, &port))
        return false;
    if (a.is_ipv6)
        return inet_pton(AF_INET6, a.host, &v6) == 1;
    if (inet_pton(AF_INET, a.host, &v4) == 1 ||
        strcasecmp(a.host, "localhost") == 0)
        return true;
    return n > 0 &&
           (strcasecmp(a.host, machine) == 0 ||
            (strncasecmp(a.host, machine, n) == 0 &&
             (a.host[n] == '\0' || strcasecmp(a.host + n, ".local") == 0)));
}

bool crok_origin_is_host(const char *origin, const char *host)
{
    static const char *const scheme[] = {"http://", "https://"};
    if (origin == NULL || host == NULL)
        return false;
    for (size_t i = 0; i < sizeof scheme / sizeof *scheme; i++) {
        size_t n = strlen(scheme[i]);
        if (strncmp(origin, scheme[i], n) == 0 &&
            strcasecmp(origin + n, host) == 0)
            return true;
    }
    return false;
}

/* ---- secrets ---- */

bool crok_secret_equal(const char *a, const char *b)
{
    size_t n_a = a == NULL ? 0 : strlen(a);
    size_t n_b = b == NULL ? 0 : strlen(b);
    volatile unsigned differ = n_a != n_b || n_a == 0;
    if (n_b == 0)
        return false;
    /* The number of steps depends only on the length of the received text, not
     * on the secret. */
    for (size_t i = 0; i < n_a; i++)
        differ |= (unsigned char)a[i] ^ (unsigned)(unsigned char)b[i % n_b];
    return differ == 0;
}

const char *crok_bearer(const char *header)
{
    if (header == NULL || strncasecmp(header, "Bearer ", 7) != 0)
        return NULL;
    header += 7;
    return header + strspn(header, " ");
}

bool crok_cookie_next(const char **at, const char *name, char *out, size_t size)
{
    size_t n_name = strlen(name);
    while (*at != NULL && **at != '\0') {
        const char *cookie = *at + strspn(*at, "; \t");
        size_t n = strcspn(cookie, ";");
        *at = cookie + n;
        if (n <= n_name || cookie[n_name] != '=' ||
            strncmp(cookie, name, n_name) != 0)
            continue;
        n -= n_name + 1;
        if (n >= size)
            n = 0;
        memcpy(out, cookie + n_name + 1, n);
        out[n] = '\0';
        return true;
    }
    return false;
}

/* ---- the rest ---- */

bool crok_if_match(const char *header, long *out)
{
    char digits[24];
    size_t n = 0;
    if (header == NULL || strcmp(header, "*") == 0) {
        *out = CROK_SEQ_ANY;
        return true;
    }
    n = strlen(header);
    if (n >= 2 && header[0] == '"' && header[n - 1] == '"') {
        header++;
        n -= 2;
    }
    if (n >= sizeof digits)
        return false;
    memcpy(digits, header, n);
    digits[n] = '\0';
    return crok_number(digits, LONG_MAX, out);
}

bool crok_is_json_type(const char *header)
{
    static const char json[] = "application/json";
    const char *rest = NULL;
    if (header == NULL || strncasecmp(header, json, sizeof json - 1) != 0)
        return false;
    rest = header + sizeof json - 1;
    rest += strspn(rest, " \t");
    if (*rest == '\0')
        return true;
    if (*rest++ != ';')
        return false;
    rest += strspn(rest, " \t");
    return strcasecmp(rest, "charset=utf-8") == 0 ||
           strcasecmp(rest, "charset=\"utf-8\"") == 0;
}

/* Copy the part of the path between `folder` and `ending` to out. False if the
 * part is empty or does not fit into `size` bytes. */
static bool name_between(const char *path, const char *folder,
                         const char *ending, char *out, size_t size)
{
    size_t n = strlen(path);
    size_t at = strlen(folder);
    size_t end = strlen(ending);
    if (n <= at + end || n - at - end >= size ||
        strncmp(path, folder, at) != 0 || strcmp(path + n - end, ending) != 0)
        return false;
    (void)snprintf(out, size, "%.*s", (int)(n - at - end), path + at);
    return true;
}

bool crok_call_key(const char *path, crok_picture_key *out)
{
    char text[48];
    char *dash = NULL;
    long seq = 0;
    long disc = 0;
    if (!name_between(path, "/calls/", ".png", text, sizeof text) ||
        (dash = strchr(text, '-')) == NULL)
        return false;
    *dash = '\0';
    if (!crok_number(text, LONG_MAX, &seq) ||
        !crok_number(dash + 1, INT_MAX, &disc))
        return false;
    *out = (crok_picture_key){.seq = seq, .is_call = true, .disc = (int)disc};
    return true;
}

bool crok_rest_key(const char *path, crok_picture_key *out)
{
    char text[48];
    long seq = 0;
    if (!name_between(path, "/rests/", ".jpg", text, sizeof text) ||
        !crok_number(text, LONG_MAX, &seq))
        return false;
    *out = (crok_picture_key){.seq = seq};
    return true;
}
