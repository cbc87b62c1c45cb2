/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/hall/nats_server.h: a NATS server with JetStream of a test's own, on a
 * free port of the loopback, which can be killed and started again. */
#ifndef CROK_TESTS_HALL_NATS_SERVER_H
#define CROK_TESTS_HALL_NATS_SERVER_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct nats_server {
    char dir[256]; /* its folder: streams, log, configuration */
    char url[64];  /* nats://127.0.0.1:PORT */
    int port;
    pid_t pid; /* 0: it does not run */
} nats_server;

/* Is the package nats-server installed? If not, says "skipped: ...". */
bool nats_server_is_there(void);

/* Start a server whose folder is `dir`, made here; it answers when this
 * returns. Fails the test if it does not.
 *
 *   more  text that is added to its configuration, or "" */
void nats_server_start(nats_server *s, const char *dir, const char *more);

/* A port that nobody listens on now. */
int nats_server_free_port(void);

/* Start a server with the file nats.conf of the folder `dir`, which listens on
 * 127.0.0.1 and this port. */
void nats_server_start_with(nats_server *s, const char *dir, int port);

/* End it as a power cut would, and start it again on the same port. */
void nats_server_kill(nats_server *s);
void nats_server_again(nats_server *s);

/* Kill it and remove its folder. */
void nats_server_remove(nats_server *s);

#endif
