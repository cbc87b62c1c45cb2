/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/visitors.h: who is connected, and who gives way when too many are.
 *
 * Connections are counted by the address (of IPv6 the network) at their other
 * end. When there are too many, the newest connection of the address that holds
 * most gives way: that is the one just made, unless its address holds fewer
 * than another. So an address keeps others out only where each of them holds as
 * many. An address with a bonus holds that many more before it counts as
 * holding most.
 *
 * A connection waits while it has not sent a whole request, header and body.
 * One that has waited for too long is ended, however often a byte comes.
 *
 * Room     serve, internal: no I/O; the time is an argument.
 * Threads  any; each call locks.
 * Source   max-min fairness (Bertsekas and Gallager, Data Networks). */
#ifndef CROK_SERVE_VISITORS_H
#define CROK_SERVE_VISITORS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "serve/peer.h"

/* Time in milliseconds in which a whole request must come, counted from the
 * connection's beginning or from the end of the answer before it. Chosen by
 * hand. */
#define CROK_REQUEST_MS 15000

/* Bonus of this machine and of an address that has sent the right token: what a
 * few browsers open. Chosen by hand. */
#define CROK_BONUS 32
/* Bonus of a connection that has sent the right token itself: it never gives
 * way, unless there are only such. */
#define CROK_BONUS_SIGNED_IN 100000

typedef struct crok_visitor {
    struct MHD_Connection *connection; /* borrowed */
    int fd;                            /* its socket; borrowed */
    char who[CROK_PEER_MAX];
    int n_of_who; /* connections with this `who`, with this one */
    int bonus;
    bool waits;
    bool has_ended;   /* it is closed soon, and does not count any more */
    int64_t since_ms; /* when it began to wait */
    struct crok_visitor *newer, *older;
} crok_visitor;

typedef struct crok_visitors {
    pthread_mutex_t lock;
    crok_visitor *newest;
    int n, most; /* connections that count, and how many may */
} crok_visitors;

/* Close with crok_visitors_close, when nobody is connected any more. */
void crok_visitors_open(crok_visitors *vs, int most);
void crok_visitors_close(crok_visitors *vs);

/* Add a connection, which waits from now on.
 *
 *   v  its connection, fd, who and bonus are set; kept until
 *      crok_visitors_leave
 *
 * Returns the connection that gives way, perhaps v, or NULL. It counts as
 * ended; the caller ends it. */
crok_visitor *crok_visitors_enter(crok_visitors *vs, crok_visitor *v,
                                  int64_t now_ms);
void crok_visitors_leave(crok_visitors *vs, crok_visitor *v);

/* Count a connection under another address, or with another bonus, as its
 * request says. */
void crok_visitors_rename(crok_visitors *vs, crok_visitor *v, const char *who,
                          int bonus);

/* A whole request has come; or its answer has ended, and v waits again. */
void crok_visitors_serve(crok_visitors *vs, crok_visitor *v);
void crok_visitors_wait(crok_visitors *vs, crok_visitor *v, int64_t now_ms);

/* Call `end` for each connection that has waited too long. They count as ended.
 * `end` is called with the lock held, so that the connection's socket is open.
 * Returns their number. */
int crok_visitors_sweep(crok_visitors *vs, int64_t now_ms,
                        void (*end)(const crok_visitor *v));

#endif
