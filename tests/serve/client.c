/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "capture/scratch.h"
#include "journal/game.h"
#include "serve/serve_inner.h"

#define GIVE_UP_S 10

static crok_serve *serve(const char *first, const char *second)
{
    crok_serve *s = NULL;
    crok_err err = {0};
    crok_serve_config config = {.match = first,
                                .more = &second,
                                .n_more = second != NULL,
                                .listen = "127.0.0.1:0",
                                .token = CLIENT_TOKEN};
    if (crok_serve_open(&config, &s, &err) != CROK_OK)
        fail_msg("%s", err.msg);
    return s;
}

crok_serve *client_serve(const char *name)
{
    return serve(scratch_file(name), NULL);
}

crok_serve *client_serve_two(const char *name, const char *second)
{
    char first[512];
    (void)snprintf(first, sizeof first, "%s", scratch_file(name));
    return serve(first, scratch_file(second));
}

char client_told[256];

static void keep_told(void *context, const char *what)
{
    (void)context;
    (void)snprintf(client_told, sizeof client_told, "%s", what);
}

crok_serve *client_serve_at(const char *name, const char *listen,
                            const char *public_url)
{
    crok_serve *s = NULL;
    crok_err err = {0};
    crok_serve_config config = {.match = scratch_file(name),
                                .listen = listen,
                                .public_url = public_url,
                                .token = CLIENT_TOKEN,
                                .message = keep_told};
    client_told[0] = '\0';
    if (crok_serve_open(&config, &s, &err) != CROK_OK)
        fail_msg("%s", err.msg);
    return s;
}

void client_play(crok_serve *s, int n)
{
    const crok_event *e = NULL;
    crok_err err = {0};
    for (int i = 0; i < n; i++) {
        assert_true(game_event(game_depot, i, &e));
        if (crok_live_append(crok_serve_live(s, 0), e, CROK_SEQ_ANY, &err) !=
            CROK_OK)
            fail_msg("%s", err.msg);
    }
}

const char *client_session(const crok_serve *s)
{
    return s->session;
}

int client_port(const crok_serve *s)
{
    return atoi(strrchr(crok_serve_url(s), ':') + 1);
}

int client_connect(const crok_serve *s)
{
    return client_connect_from(s, 1);
}

int client_connect_from(const crok_serve *s, int host)
{
    const struct sockaddr_in from = {
        .sin_family = AF_INET,
        .sin_addr = {htonl(INADDR_LOOPBACK - 1 + (unsigned)host)}};
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)client_port(s)),
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct timeval give_up = {.tv_sec = GIVE_UP_S};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &give_up, sizeof give_up);
    assert_int_equal(bind(fd, (const struct sockaddr *)&from, sizeof from), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    return fd;
}

/* A server may have refused and closed before it has heard all. */
void client_say(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);
        if (n <= 0)
            return;
        bytes += n;
        len -= (size_t)n;
    }
}

/* ---- answers ---- */

static char *read_all(int fd, size_t *len)
{
    size_t cap = 1 << 16;
    char *text = malloc(cap);
    ssize_t n = 0;
    *len = 0;
    assert_non_null(text);
    for (;;) {
        n = recv(fd, text + *len, cap - *len - 1, 0);
        if (n < 0 && errno == EINTR) /* a process that the server made ended */
            continue;
        if (n <= 0)
            break;
        *len += (size_t)n;
        if (cap - *len < 2) {
            cap *= 2;
            text = realloc(text, cap);
            assert_non_null(text);
        }
    }
    text[*len] = '\0';
    return text;
}

/* Joins the chunks of a body in place. */
static size_t join_chunks(char *body)
{
    char *from = body;
    char *to = body;
    size_t n = 0;
    while ((n = strtoul(from, &from, 16)) > 0) {
        from = strstr(from, "\r\n") + 2;
        memmove(to, from, n);
        to += n;
        from += n;
    }
    *to = '\0';
    return (size_t)(to - body);
}

static client_reply parse(char *text, size_t len)
{
    client_reply r = {.head = text};
    char *end = strstr(text, "\r\n\r\n");
    if (end == NULL)
        return r;
    assert_int_equal(sscanf(text, "HTTP/1.1 %d", &r.status), 1);
    end[2] = '\0';
    r.bytes = len - (size_t)(end + 4 - text);
    r.body = malloc(r.bytes + 1);
    assert_non_null(r.body);
    memcpy(r.body, end + 4, r.bytes + 1);
    if (client_has(&r, "Transfer-Encoding: chunked"))
        r.bytes = join_chunks(r.body);
    return r;
}

void client_reply_free(client_reply *r)
{
    free(r->head);
    free(r->body);
    *r = (client_reply){0};
}

bool client_has(const client_reply *r, const char *line)
{
    size_t n = strlen(line);
    for (const char *p = r->head; p != NULL && *p != '\0';) {
        const char *end = strstr(p, "\r\n");
        if (end == NULL)
            return false;
        if ((size_t)(end - p) == n && strncasecmp(p, line, n) == 0)
            return true;
        p = end + 2;
    }
    return false;
}

client_reply client_ask_bytes(const crok_serve *s, const char *request,
                              size_t len)
{
    int fd = client_connect(s);
    char *text = NULL;
    client_say(fd, request, len);
    text = read_all(fd, &len);
    (void)close(fd);
    return parse(text, len);
}

client_reply client_ask(const crok_serve *s, const char *method,
                        const char *path, const char *headers, const char *body)
{
    size_t len = body == NULL ? 0 : strlen(body);
    size_t cap = strlen(path) + strlen(headers) + len + 256;
    char *text = malloc(cap);
    client_reply r;
    int n = 0;
    assert_non_null(text);
    n = snprintf(text, cap,
                 "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                 "Connection: close\r\n%s",
                 method, path, client_port(s), headers);
    if (body != NULL)
        n +=
            snprintf(text + n, cap - (size_t)n, "Content-Length: %zu\r\n", len);
    n +=
        snprintf(text + n, cap - (size_t)n, "\r\n%s", body == NULL ? "" : body);
    r = client_ask_bytes(s, text, (size_t)n);
    free(text);
    return r;
}

client_reply client_post(const crok_serve *s, const char *path, long seq,
                         const char *body)
{
    char headers[256];
    char match[48] = "";
    if (seq >= 0)
        (void)snprintf(match, sizeof match, "If-Match: \"%ld\"\r\n", seq);
    (void)snprintf(headers, sizeof headers,
                   "Authorization: Bearer " CLIENT_TOKEN
                   "\r\nContent-Type: application/json\r\n%s",
                   match);
    return client_ask(s, "POST", path, headers, body);
}
