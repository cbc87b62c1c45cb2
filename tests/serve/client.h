/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/serve/client.h: a server with a match, and a client that says exactly
 * the bytes it is told to. A check that fails ends the test. */
#ifndef CROK_TESTS_SERVE_CLIENT_H
#define CROK_TESTS_SERVE_CLIENT_H

#include "check.h"

#include <stdbool.h>
#include <stddef.h>

#include "serve/serve.h"

#define CLIENT_TOKEN "a-token-for-the-tests-0123456789"

/* A server on any free port of loopback, its record `name` in the scratch
 * folder (tests/capture/scratch.h). */
crok_serve *client_serve(const char *name);

/* The same with two tables. */
crok_serve *client_serve_two(const char *name, const char *second);

/* The same as client_serve, listening on any port of another address, with a
 * public address or NULL. What it tells goes to client_told. */
crok_serve *client_serve_at(const char *name, const char *listen,
                            const char *public_url);

/* The last message of a server of client_serve_at. */
extern char client_told[256];

/* Plays the first n events of the recorded match of tests/journal/game.h. */
void client_play(crok_serve *s, int n);

/* The value of the cookie of a console that is signed in. */
const char *client_session(const crok_serve *s);

/* The port of a server. */
int client_port(const crok_serve *s);

/* A connection; its reads give up after ten seconds. */
int client_connect(const crok_serve *s);

/* The same from 127.0.0.`host`, as if from another machine. */
int client_connect_from(const crok_serve *s, int host);
void client_say(int fd, const char *bytes, size_t len);

typedef struct client_reply {
    int status;   /* 0: the server said nothing */
    char *head;   /* owned */
    char *body;   /* owned, ended by a zero; chunks joined */
    size_t bytes; /* of the body */
} client_reply;

void client_reply_free(client_reply *r);

/* Says len bytes on a connection of its own and takes the answer. */
client_reply client_ask_bytes(const crok_serve *s, const char *request,
                              size_t len);

/* "METHOD PATH" with Host and Connection: close, more headers (each ended by
 * \r\n) and a body, whose length is told; body NULL: none. */
client_reply client_ask(const crok_serve *s, const char *method,
                        const char *path, const char *headers,
                        const char *body);

/* A write as the operator's console does it; seq < 0: without If-Match. */
client_reply client_post(const crok_serve *s, const char *path, long seq,
                         const char *body);

/* Has the answer this header line ("Allow: GET, HEAD")? */
bool client_has(const client_reply *r, const char *line);

#endif
